/* measure.c: how much the public interface costs: random plays with the rules alone, with states, with batches; copies
 * of a state. One JSON object a game. Processor time of one thread, in many short slices: a rate is that of the best, a
 * share is the middle one of all rounds, in each of which both were measured one after the other, so that a busy
 * machine slows both. */
#include <ochre/ochre.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lab/playout.h"

enum { SLICES = 250, PLAYS = 1024 };
static const double SLICE = 0.002;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

struct bench {
    ochre_setup *setup;
    ochre_about about;
    ochre_state *state, *copy;
    int32_t *list;
    ochre_lot lot;
    ochre_batch *batch;
    int32_t *actions;
    ochre_batch_arrays arrays;
};

/* Moves per second, and those of seats alone. */
struct rate {
    double moves, decisions;
};

/* What `ochre bench` does: the rules alone. */
static struct rate measure_rules(struct bench *bench)
{
    uint64_t moves = 0;
    uint64_t decisions = 0;
    const struct ochre_setup *setup = bench->setup;
    double start = now();
    double spent;
    do {
        for (int i = 0; i < 8; i++) {
            struct ochre_state state;
            setup->game->rules->start(setup, &state);
            for (;;) {
                bool is_chance = setup->game->rules->pending(setup, &state) == SEAT_BIT(OCHRE_CHANCE);
                if (!playout_move(setup, &state, (struct ochre_rng *)&bench->lot, (ochre_action *)bench->list))
                    break;
                moves++;
                decisions += !is_chance;
            }
        }
        spent = now() - start;
    } while (spent < SLICE);
    return (struct rate){(double)moves / spent, (double)decisions / spent};
}

/* The same without a look at who moves, as `ochre bench` has it. */
static double measure_plain(struct bench *bench)
{
    uint64_t moves = 0;
    double start = now();
    double spent;
    do {
        for (int i = 0; i < 8; i++) {
            struct ochre_state state;
            bench->setup->game->rules->start(bench->setup, &state);
            moves += playout(bench->setup, &state, (struct ochre_rng *)&bench->lot, (ochre_action *)bench->list);
        }
        spent = now() - start;
    } while (spent < SLICE);
    return (double)moves / spent;
}

/* A move by lot: one call. */
static double measure_random(struct bench *bench)
{
    const ochre_setup *setup = bench->setup;
    ochre_state *state = bench->state;
    int32_t *list = bench->list;
    uint64_t moves = 0;
    double start = now();
    double spent;
    do {
        for (int i = 0; i < 8; i++) {
            ochre_state_start(setup, state);
            while (ochre_state_random(setup, state, &bench->lot, list) != OCHRE_OVER)
                moves++;
        }
        spent = now() - start;
    } while (spent < SLICE);
    return (double)moves / spent;
}

/* Who is asked, what may be done, one of it: three calls of the library a move. */
static double measure_states(struct bench *bench)
{
    const ochre_setup *setup = bench->setup;
    ochre_state *state = bench->state;
    int32_t *list = bench->list;
    uint64_t moves = 0;
    double start = now();
    double spent;
    do {
        for (int i = 0; i < 8; i++) {
            ochre_state_start(setup, state);
            for (int seat; (seat = ochre_state_turn(setup, state)) != OCHRE_OVER; moves++) {
                if (seat == OCHRE_SEAT_CHANCE) {
                    ochre_state_random(setup, state, &bench->lot, list);
                    continue;
                }
                int count = ochre_state_legal(setup, state, seat, list);
                ochre_state_apply_legal(setup, state, seat, list[ochre_lot_below(&bench->lot, (uint32_t)count)]);
            }
        }
        spent = now() - start;
    } while (spent < SLICE);
    return (double)moves / spent;
}

static double measure_copy(struct bench *bench)
{
    enum { COPIES = 100000 };
    double start = now();
    for (int i = 0; i < COPIES; i++) {
        ochre_state_copy(bench->setup, i & 1 ? bench->state : bench->copy, i & 1 ? bench->copy : bench->state);
        __asm__ volatile("" ::: "memory");
    }
    return (now() - start) * 1e9 / COPIES;
}

/* After a step that fetches the plays, which what was measured before has driven out of the cache. */
static double measure_batch(struct bench *bench, const ochre_batch_arrays *arrays)
{
    uint64_t steps = 0;
    ochre_batch_random(bench->batch, bench->actions);
    ochre_batch_step(bench->batch, bench->actions, arrays, sizeof *arrays, NULL);
    double start = now();
    double spent;
    do {
        ochre_batch_random(bench->batch, bench->actions);
        ochre_batch_step(bench->batch, bench->actions, arrays, sizeof *arrays, NULL);
        steps += PLAYS;
        spent = now() - start;
    } while (spent < SLICE);
    return (double)steps / spent;
}

static void keep_best(double *best, double rate)
{
    *best = rate > *best ? rate : *best;
}

static int by_size(const void *a, const void *b)
{
    double one = *(const double *)a;
    double two = *(const double *)b;
    return (one > two) - (one < two);
}

static double middle(double shares[SLICES])
{
    qsort(shares, SLICES, sizeof *shares, by_size);
    return shares[SLICES / 2];
}

static void measure(const char *terms)
{
    struct bench bench = {.setup = ochre_setup_new(terms, NULL, NULL, NULL)};
    ochre_setup_about(bench.setup, &bench.about, sizeof bench.about);
    bench.state = aligned_alloc(OCHRE_ALIGN, bench.about.state_size);
    bench.copy = aligned_alloc(OCHRE_ALIGN, bench.about.state_size);
    bench.list = malloc(bench.about.legal_max * sizeof *bench.list);
    bench.actions = malloc(PLAYS * sizeof *bench.actions);
    bench.arrays = (ochre_batch_arrays){
        .seat = calloc(PLAYS, sizeof(int32_t)),
        .reward = calloc((size_t)PLAYS * OCHRE_SEATS, sizeof(float)),
        .done = calloc(PLAYS, 1),
    };
    ochre_batch_arrays all = bench.arrays;
    all.observation = calloc((size_t)PLAYS * bench.about.observation_size, sizeof(float));
    all.mask = calloc((size_t)PLAYS * bench.about.actions, 1);
    bench.batch = ochre_batch_new(bench.setup, &(ochre_batch_terms){.plays = PLAYS, .threads = 1, .seed = 1},
                                  sizeof(ochre_batch_terms), NULL);
    ochre_lot_seed(&bench.lot, 1);
    ochre_state_start(bench.setup, bench.state);
    ochre_state_start(bench.setup, bench.copy);
    double plain = 0;
    double batch = 0;
    double full = 0;
    double copy = 1e9;
    double random_share[SLICES];
    double states_share[SLICES];
    double batch_share[SLICES];
    for (int slice = 0; slice < SLICES; slice++) {
        double alone = measure_plain(&bench);
        random_share[slice] = measure_random(&bench) / alone;
        states_share[slice] = measure_states(&bench) / measure_plain(&bench);
        double steps = measure_batch(&bench, &bench.arrays);
        batch_share[slice] = steps / measure_rules(&bench).decisions;
        keep_best(&plain, alone);
        keep_best(&batch, steps);
        keep_best(&full, measure_batch(&bench, &all));
        double one = measure_copy(&bench);
        copy = one < copy ? one : copy;
    }
    printf("{\"terms\":\"%s\",\"rules\":%.0f,\"random\":%.3f,\"states\":%.3f,\"batch\":%.3f,\"batch_rate\":%.0f,"
           "\"full\":%.0f,\"copy_ns\":%.1f}\n",
           terms, plain, middle(random_share), middle(states_share), middle(batch_share), batch, full, copy);
    fflush(stdout);
    ochre_batch_delete(bench.batch);
    ochre_setup_drop(bench.setup);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        measure(argv[i]);
    return 0;
}
