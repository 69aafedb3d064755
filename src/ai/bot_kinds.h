/* bot_kinds.h: what a bot is made of; for the files of this folder. */
#ifndef OCHRE_AI_BOT_KINDS_H
#define OCHRE_AI_BOT_KINDS_H

#include "ai/bot.h"

struct bot {
    const struct bot_kind *kind;
    ochre_action *list; /* room for a list of moves, kept from one thought to the next */
    uint32_t list_max;
    ochre_action *replies; /* the same for what happens after a move */
    float *worth;          /* one number per move */
};

/* Makes room for the lists of this setup; the program dies without memory. */
void bot_make_room(struct bot *bot, const struct ochre_setup *setup);

ochre_action random_think(struct bot *bot, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                          struct ochre_rng *rng, struct bot_thoughts *thoughts);
ochre_action greedy_think(struct bot *bot, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                          struct ochre_rng *rng, struct bot_thoughts *thoughts);

#endif
