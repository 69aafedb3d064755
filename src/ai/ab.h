/* ab.h: alpha-beta for games of two sides without chance and secrets, on the game's duel table: iterative deepening
 * with principal variation search, a table of positions, move ordering, and at the horizon captures until it is quiet.
 */
#ifndef OCHRE_AI_AB_H
#define OCHRE_AI_AB_H

#include "ai/bot.h"
#include "ai/lean.h"

struct ab;

enum {
    AB_WIN = 30000,     /* a won position, less the moves until then */
    AB_PLIES_MAX = 128, /* as far as captures are followed */
};

struct ab_options {
    struct bot_budget budget;
    size_t memory_limit;
    bool is_plain;   /* every course to the full depth and not further: the value of plain minimax */
    bool has_barred; /* `barred` is not looked at: what is the best of the others worth? There must be another */
    ochre_action barred;
    struct lean lean; /* at the root */
};

struct ab *ab_new(void);
void ab_delete(struct ab *ab);
ochre_action ab_search(struct ab *ab, const struct ab_options *options, const struct ochre_setup *setup,
                       const struct ochre_view *view, int seat, struct ochre_rng *rng, struct bot_thoughts *thoughts);

#endif
