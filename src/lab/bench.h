/* bench.h: how fast is a game? One thread, processor time, the best of five slices, about three seconds a game. */
#ifndef OCHRE_LAB_BENCH_H
#define OCHRE_LAB_BENCH_H

#include "table/opening.h"

struct bench {
    const struct ochre_game *game;
    int seats;
    uint64_t signature;
    double decisions_per_s; /* random play, the full list of moves at every decision; chance counts */
    double playouts_per_s;  /* whole random plays */
    uint32_t state_bytes, search_bytes;
    double copy_ns;                /* of the bytes a search copies */
    double perft_nodes_per_s;      /* last move counted without making it; 0: not measured */
    double perft_leaf_nodes_per_s; /* every move made */
    double mcts_iterations_per_s;  /* tree search from the start, with random plays to the end */
    double ab_nodes_per_s;         /* alpha-beta from the start; 0: it does not play this */
    double
        late_ms; /* thousandths of a second, on the wall, by which the latest of some answers missed its time budget */
};

/* 0, or -1 and why. */
int bench_game(const struct ochre_game *game, struct bench *bench, struct ochre_error *error);

/* How many times faster two threads play the same games than one. 0, or -1 and why. */
int bench_two_threads(const struct ochre_game *game, double *ratio, struct ochre_error *error);

/* Seconds by which the latest answer missed its time budget; `list` has room for the moves. */
double bench_lateness(const struct opening *opening, ochre_action *list);

#endif
