/* ab_inner.h: what the files of alpha-beta share. */
#ifndef OCHRE_AI_AB_INNER_H
#define OCHRE_AI_AB_INNER_H

#include "ai/ab.h"
#include "ai/ab_table.h"
#include "ai/stopwatch.h"
#include "rules/think.h"

enum {
    NODE_SIZE_MAX = 512,
    PAST_MAX = 1024,
    HISTORY_SIZE = 4096,
    INFINITE = AB_WIN + 1000,
    SURE = AB_WIN - AB_PLIES_MAX, /* beyond it a score is a win with its distance */
};

/* A move at the root, with what came of it. */
struct root_move {
    ochre_action action;
    int gain;
    int lean;  /* how much better it seems than it is */
    int score; /* of the last depth that was finished */
    uint64_t nodes;
};

struct ab {
    struct ab_table table;
    struct ochre_duel_move *moves; /* a stack of lists */
    size_t moves_max, moves_used;
    struct root_move *roots;
    uint32_t roots_max;
    int root_count;

    /* One thought. */
    const struct ab_options *options;
    const struct ochre_setup *setup;
    const struct ochre_duel *duel;
    struct stopwatch watch;
    uint64_t nodes;
    bool is_stopped;
    ochre_action killer[AB_PLIES_MAX + 1][2];
    int history[2][HISTORY_SIZE];
    uint64_t past[PAST_MAX + AB_PLIES_MAX + 1]; /* keys of the play, then of the course we are in */
    int past_count;                             /* keys of the play; the root is the last of them */
    ochre_action course[AB_PLIES_MAX + 1][AB_PLIES_MAX + 1];
    int course_count[AB_PLIES_MAX + 1];
    _Alignas(64) unsigned char node[AB_PLIES_MAX + 2][NODE_SIZE_MAX];
};

/* ab_search.c. A ply is a move played from the root; a list lies behind those in use (ab->moves_used). */
void ab_enter(struct ab *ab, int ply, ochre_action action);
struct ochre_duel_move *ab_list_moves(struct ab *ab, int ply, bool only_loud, int *count);
void ab_remember_course(struct ab *ab, int ply, ochre_action action);
/* One move: the first with the full window, the others first asked whether they are better at all. */
int ab_try_move(struct ab *ab, int ply, int depth, int alpha, int beta, int tried, bool is_quiet);

#endif
