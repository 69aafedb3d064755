/* bench_wall.c: what is measured with the clock on the wall: do players answer in time, and do two threads play twice
 * as much? A busy machine makes both look worse than they are. */
#include <stdlib.h>
#include <time.h>

#include "ai/bot.h"
#include "lab/arena.h"
#include "lab/bench.h"
#include "lab/playout.h"
#include "rules/rules.h"

enum { POSITIONS = 12, RUNS = 3, ARENA_GAMES = 60 };
static const double BUDGET = 0.02; /* seconds, as in the names below */
static const char *const searches[] = {"mcts:0.02s", "ab:0.02s", NULL};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* A position some random moves from the start, with a seat that has a choice; false when the play ended before. */
static bool wander(const struct opening *opening, int moves, struct ochre_rng *rng, ochre_action *list,
                   struct ochre_state *state)
{
    const struct ochre_setup *setup = &opening->setup;
    state_copy(setup, state, &opening->start);
    ochre_seats pending;
    while ((pending = setup->game->rules->pending(setup, state)) != 0 &&
           (moves > 0 || seats_has(pending, OCHRE_CHANCE))) {
        playout_move(setup, state, rng, list);
        moves--;
    }
    return pending != 0;
}

/* Seconds that the answer came after the budget. */
static double lateness(struct bot *bot, const struct ochre_setup *setup, const struct ochre_state *state,
                       struct ochre_rng *rng)
{
    struct ochre_view view;
    int seat = seats_first(setup->game->rules->pending(setup, state));
    state_look(setup, state, seat, &view);
    double start = now();
    bot_think(bot, setup, &view, seat, rng, NULL);
    return now() - start - BUDGET;
}

double bench_lateness(const struct opening *opening, ochre_action *list)
{
    const struct ochre_setup *setup = &opening->setup;
    double latest = 0;
    for (const char *const *name = searches; *name; name++) {
        struct ochre_error error;
        struct bot *bot = bot_new(*name, &error);
        struct ochre_rng rng;
        rng_seed(&rng, 1);
        for (int i = 0; i < POSITIONS && bot && bot_suits(bot, setup, &error) == 0; i++) {
            struct ochre_state state;
            if (!wander(opening, 9 * i, &rng, list, &state))
                continue;
            double late = lateness(bot, setup, &state, &rng);
            latest = late > latest ? late : latest;
        }
        bot_delete(bot);
    }
    return latest;
}

static bool take(void *who, const struct arena_record *record)
{
    (void)who;
    (void)record;
    return true;
}

/* Seconds for the games; less than 0 when they could not be played. */
static double arena_seconds(const struct opening *opening, const struct opening_request *request, int threads)
{
    struct arena_plan plan = {.opening = opening,
                              .request = request,
                              .player = {"greedy", "greedy", "greedy", "greedy"},
                              .seed = 1,
                              .games = ARENA_GAMES,
                              .threads = threads,
                              .take = take};
    struct ochre_error error;
    int done;
    double start = now();
    return arena_run(&plan, &done, &error) < 0 ? -1 : now() - start;
}

int bench_two_threads(const struct ochre_game *game, double *ratio, struct ochre_error *error)
{
    struct opening_request request = {.game = game};
    struct opening *opening = opening_new(&request, error);
    if (!opening)
        return -1;
    double best[2] = {0, 0};
    for (int run = 0; run < RUNS; run++)
        for (int threads = 1; threads <= 2; threads++) {
            double spent = arena_seconds(opening, &request, threads);
            if (best[threads - 1] <= 0 || spent < best[threads - 1])
                best[threads - 1] = spent;
        }
    opening_delete(opening);
    if (best[0] <= 0 || best[1] <= 0)
        return error_set(error, "", "the games could not be played");
    *ratio = best[0] / best[1];
    return 0;
}
