/* perft.h: how many ways there are to play a number of moves: is every move generated? A game may count with its own
 * shortcuts (game->think->perft); otherwise legal and apply are used. Chance counts like a seat, with every outcome
 * once; of several seats that choose at once the lowest is taken first; interrupts are left out. */
#ifndef OCHRE_LAB_PERFT_H
#define OCHRE_LAB_PERFT_H

#include "rules/game.h"
#include "rules/think.h"

enum { PERFT_DEPTH_MAX = 20, PERFT_THREADS_MAX = 64 };

struct perft {
    int depth;
    bool bulk;   /* count the last move without making it */
    int threads; /* root moves are shared out */
    /* Filled by perft_count. */
    uint64_t nodes;
    uint32_t roots; /* root moves, with their leaves; free them with perft_free */
    ochre_action *action;
    uint64_t *leaves;
};

/* 0, or -1 when memory or threads run out. */
int perft_count(struct perft *perft, const struct ochre_setup *setup, const struct ochre_state *state);
void perft_free(struct perft *perft);

#endif
