/* random.c: any legal move, each equally likely. */
#include "ai/bot_kinds.h"

ochre_action random_think(struct bot *bot, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                          struct ochre_rng *rng, struct bot_thoughts *thoughts)
{
    (void)setup;
    (void)view;
    (void)seat;
    thoughts->considered = bot->count;
    return bot->list[rng_below(rng, (uint32_t)bot->count)];
}
