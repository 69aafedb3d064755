/* bench.c: see bench.h. */
#include "lab/bench.h"

#include <stdlib.h>
#include <time.h>

#include "ai/ab.h"
#include "ai/ismcts.h"
#include "lab/playout.h"
#include "lab/signature.h"
#include "rules/rules.h"
#include "rules/think.h"
#include "table/opening.h"

/* Each figure is the best of a few slices of time: what else the machine does can only slow us down. */
enum { SLICES = 5 };
static const double SLICE = 0.08; /* seconds */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Random plays for a slice of time. */
static void play_slice(const struct opening *opening, ochre_action *list, struct ochre_rng *rng, struct bench *bench)
{
    const struct ochre_setup *setup = &opening->setup;
    uint64_t moves = 0;
    uint64_t plays = 0;
    double start = now();
    double spent;
    do {
        for (int i = 0; i < 16; i++) {
            struct ochre_state state;
            state_copy(setup, &state, &opening->start);
            moves += playout(setup, &state, rng, list);
            plays++;
        }
        spent = now() - start;
    } while (spent < SLICE);
    if ((double)moves / spent > bench->decisions_per_s) {
        bench->decisions_per_s = (double)moves / spent;
        bench->playouts_per_s = (double)plays / spent;
    }
}

/* Copies between sixteen states, as a search does going down its tree. */
static double copy_slice(const struct opening *opening)
{
    static struct ochre_state states[16];
    size_t size = opening->setup.search_size;
    uint64_t copies = 0;
    double start = now();
    double spent;
    do {
        for (unsigned i = 0; i < 100000; i++) {
            memcpy(states[(i + 8) & 15].bytes, states[i & 15].bytes, size);
            __asm__ volatile("" ::: "memory");
        }
        copies += 100000;
        spent = now() - start;
    } while (spent < SLICE / 8);
    return spent * 1e9 / (double)copies;
}

/* Deeper and deeper, until one count takes long enough to be measured; then that count again. */
static double measure_perft(const struct opening *opening, bool bulk)
{
    double best = 0;
    int depth = 2;
    for (int slice = 0; slice < SLICES;) {
        double start = now();
        uint64_t nodes = opening->setup.game->think->perft(&opening->setup, &opening->start, depth, bulk, NULL);
        double spent = now() - start;
        if (spent < SLICE / 4 && depth < 12) {
            depth++;
            continue;
        }
        best = (double)nodes / spent > best ? (double)nodes / spent : best;
        slice += 1 + (int)(spent / SLICE);
    }
    return best;
}

/* The start, once chance has dealt; the first seat that is asked. */
static int first_question(const struct opening *opening, struct ochre_state *state, ochre_action *list)
{
    const struct ochre_setup *setup = &opening->setup;
    struct ochre_rng rng;
    rng_seed(&rng, 1);
    state_copy(setup, state, &opening->start);
    while (seats_has(setup->game->rules->pending(setup, state), OCHRE_CHANCE))
        playout_move(setup, state, &rng, list);
    return seats_first(setup->game->rules->pending(setup, state));
}

static double measure_mcts(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    struct ismcts_options options = ismcts_usual(setup, &(struct bot_budget){.seconds = SLICE});
    options.is_plain = true;
    options.guides = 0;
    options.rollout = ISMCTS_TO_THE_END;
    struct ismcts *search = ismcts_new();
    struct ochre_rng rng;
    rng_seed(&rng, 1);
    double best = 0;
    for (int slice = 0; slice < SLICES; slice++) {
        struct bot_thoughts thoughts = {0};
        double start = now();
        ismcts_search(search, &options, setup, view, seat, &rng, &thoughts);
        double rate = (double)thoughts.iterations / (now() - start);
        best = rate > best ? rate : best;
    }
    ismcts_delete(search);
    return best;
}

static double measure_ab(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    if (!setup->game->think->duel || !setup->game->think->duel->suits(setup))
        return 0;
    struct ab_options options = {.budget = {.depth = 9}, .memory_limit = ISMCTS_MEMORY};
    struct ab *ab = ab_new();
    double best = 0;
    for (int slice = 0; slice < SLICES; slice++) {
        struct bot_thoughts thoughts = {0};
        struct ochre_rng rng;
        rng_seed(&rng, 1);
        double start = now();
        ab_search(ab, &options, setup, view, seat, &rng, &thoughts);
        double rate = (double)thoughts.nodes / (now() - start);
        best = rate > best ? rate : best;
    }
    ab_delete(ab);
    return best;
}

int bench_game(const struct ochre_game *game, struct bench *bench, struct ochre_error *error)
{
    *bench = (struct bench){.game = game};
    struct opening *opening = opening_new(&(struct opening_request){.game = game}, error);
    if (!opening)
        return -1;
    ochre_action *list = calloc(opening->setup.legal_max, sizeof *list);
    int status = -1;
    if (!list || !signature_of(game, &bench->signature)) {
        error_set(error, "", "out of memory");
        goto out;
    }
    bench->seats = opening->setup.seats;
    bench->state_bytes = opening->setup.state_size;
    bench->search_bytes = opening->setup.search_size;
    struct ochre_rng rng;
    rng_seed(&rng, 1);
    for (int slice = 0; slice < SLICES; slice++) {
        play_slice(opening, list, &rng, bench);
        double copy = copy_slice(opening);
        bench->copy_ns = slice == 0 || copy < bench->copy_ns ? copy : bench->copy_ns;
    }
    if (game->think->perft) {
        bench->perft_nodes_per_s = measure_perft(opening, true);
        bench->perft_leaf_nodes_per_s = measure_perft(opening, false);
    }
    struct ochre_state asked;
    struct ochre_view view;
    int seat = first_question(opening, &asked, list);
    state_look(&opening->setup, &asked, seat, &view);
    bench->mcts_iterations_per_s = measure_mcts(&opening->setup, &view, seat);
    bench->ab_nodes_per_s = measure_ab(&opening->setup, &view, seat);
    bench->late_ms = bench_lateness(opening, list) * 1000;
    status = 0;
out:
    free(list);
    opening_delete(opening);
    return status;
}
