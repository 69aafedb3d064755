/* player.c: what is compared between the program and WebAssembly: the same source, compiled for both.
 *
 *     player bench --signature                               as `ochre bench --signature`, for
 * tests/golden/check-signature player perft DEPTH --game G [--seats N] [--option O] [--position P] --json      as
 * `ochre perft`, for run-tables player level GAME SEATS LEVEL SEED MOVES               the moves of a play, all seats
 * by this level, at most so many player speed GAME MILLISECONDS                         random decisions and iterations
 * of a tree search, a second */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ai/ismcts.h"
#include "lab/perft.h"
#include "lab/playout.h"
#include "lab/signature.h"
#include "rules/registry.h"
#include "rules/words.h"
#include "table/opening.h"

static int complain(const char *words)
{
    (void)fprintf(stderr, "player: %s\n", words);
    return 1;
}

static const struct ochre_game *game_called(const char *id)
{
    for (int i = 0; ochre_games[i]; i++)
        if (text_same(ochre_games[i]->id, id))
            return ochre_games[i];
    return NULL;
}

/* The processor's time: whatever else the machine does is not measured. */
static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int sign(void)
{
    for (int i = 0; ochre_games[i]; i++) {
        uint64_t signature;
        char text[17];
        if (!signature_of(ochre_games[i], &signature))
            return complain("no signature");
        signature_text(signature, text);
        (void)printf("%s %s\n", ochre_games[i]->id, text);
    }
    return 0;
}

static int count_ways(int argc, char **argv)
{
    const char *options[OCHRE_OPTIONS_MAX + 1] = {NULL};
    struct opening_request request = {.options = options};
    int option_count = 0;
    for (int i = 1; i + 1 < argc; i++) {
        if (strcmp(argv[i], "--game") == 0)
            request.game = game_called(argv[i + 1]);
        else if (strcmp(argv[i], "--seats") == 0)
            request.seats = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--option") == 0 && option_count < OCHRE_OPTIONS_MAX)
            options[option_count++] = argv[i + 1];
        else if (strcmp(argv[i], "--position") == 0)
            request.position = argv[i + 1];
    }
    struct ochre_error error = {0};
    struct opening *opening = request.game ? opening_new(&request, &error) : NULL;
    if (!opening)
        return complain(error.words);
    struct perft perft = {.depth = atoi(argv[0]), .bulk = true, .threads = 1};
    if (perft_count(&perft, &opening->setup, &opening->start) < 0)
        return complain("not enough memory");
    (void)printf("{\"nodes\":%llu}\n", (unsigned long long)perft.nodes);
    perft_free(&perft);
    opening_delete(opening);
    return 0;
}

/* One move of whoever is asked first, told. */
static bool move_on(const struct ochre_setup *setup, struct ochre_state *state, struct bot *bot, struct ochre_rng *rng,
                    ochre_action *list)
{
    const struct ochre_rules *rules = setup->game->rules;
    ochre_seats pending = rules->pending(setup, state);
    if (!pending)
        return false;
    int seat = seats_first(pending);
    struct bot_thoughts thoughts = {0};
    ochre_action action;
    if (seat == OCHRE_CHANCE) {
        action = chance_sample(setup, state, list, rules->legal(setup, state, seat, list), rng);
    } else {
        struct ochre_view view;
        state_look(setup, state, seat, &view);
        action = bot_think(bot, setup, &view, seat, rng, &thoughts);
    }
    (void)printf("%d %llu %.9g %llu %llu\n", seat, (unsigned long long)action, (double)thoughts.worth,
                 (unsigned long long)thoughts.iterations, (unsigned long long)thoughts.nodes);
    rules->apply(setup, state, seat, action, NULL);
    return true;
}

static int play_level(char **argv)
{
    struct ochre_error error = {0};
    struct opening_request request = {.game = game_called(argv[0]), .seats = atoi(argv[1])};
    struct opening *opening = request.game ? opening_new(&request, &error) : NULL;
    struct bot *bot = bot_new(argv[2], &error);
    if (!opening || !bot)
        return complain(error.words);
    const struct ochre_setup *setup = &opening->setup;
    ochre_action *list = malloc((size_t)setup->legal_max * sizeof *list);
    static struct ochre_state state;
    struct ochre_rng rng;
    rng_seed(&rng, strtoull(argv[3], NULL, 10));
    state_copy(setup, &state, &opening->start);
    for (int moves = atoi(argv[4]); list && moves > 0 && move_on(setup, &state, bot, &rng, list);)
        moves--;
    free(list);
    bot_delete(bot);
    opening_delete(opening);
    return list ? 0 : complain("not enough memory");
}

/* ---- speed ---- */

static double decisions(const struct opening *opening, ochre_action *list, double seconds)
{
    const struct ochre_setup *setup = &opening->setup;
    static struct ochre_state state;
    struct ochre_rng rng;
    uint64_t moves = 0;
    double start = now();
    double spent;
    rng_seed(&rng, 1);
    do {
        state_copy(setup, &state, &opening->start);
        moves += playout(setup, &state, &rng, list);
        spent = now() - start;
    } while (spent < seconds);
    return (double)moves / spent;
}

/* As computer players search: guided, with the game's own judgement. */
static double iterations(const struct opening *opening, ochre_action *list, double seconds)
{
    const struct ochre_setup *setup = &opening->setup;
    static struct ochre_state state;
    struct ochre_view view;
    struct ochre_rng rng;
    rng_seed(&rng, 1);
    state_copy(setup, &state, &opening->start);
    while (seats_has(setup->game->rules->pending(setup, &state), OCHRE_CHANCE))
        (void)playout_move(setup, &state, &rng, list);
    int seat = seats_first(setup->game->rules->pending(setup, &state));
    state_look(setup, &state, seat, &view);
    struct bot_budget budget = {.seconds = seconds};
    struct ismcts_options options = ismcts_usual(setup, &budget);
    struct ismcts *search = ismcts_new();
    struct bot_thoughts thoughts = {0};
    double start = now();
    (void)ismcts_search(search, &options, setup, &view, seat, &rng, &thoughts);
    double spent = now() - start;
    ismcts_delete(search);
    return (double)thoughts.iterations / spent;
}

static int measure(char **argv)
{
    struct ochre_error error = {0};
    struct opening_request request = {.game = game_called(argv[0])};
    double seconds = atof(argv[1]) / 1000;
    struct opening *opening = request.game ? opening_new(&request, &error) : NULL;
    ochre_action *list = opening ? malloc((size_t)opening->setup.legal_max * sizeof *list) : NULL;
    if (!list)
        return complain(error.words);
    (void)decisions(opening, list, seconds / 4); /* a warm start: what runs often is compiled again, and better */
    (void)printf("{\"decisions\":%.0f,", decisions(opening, list, seconds));
    (void)iterations(opening, list, seconds / 4);
    (void)printf("\"iterations\":%.0f}\n", iterations(opening, list, seconds));
    free(list);
    opening_delete(opening);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "bench") == 0 && strcmp(argv[2], "--signature") == 0)
        return sign();
    if (argc > 3 && strcmp(argv[1], "perft") == 0)
        return count_ways(argc - 2, argv + 2);
    if (argc == 7 && strcmp(argv[1], "level") == 0)
        return play_level(argv + 2);
    if (argc == 4 && strcmp(argv[1], "speed") == 0)
        return measure(argv + 2);
    return complain("see the head of tests/module/player.c");
}
