/* bot.h: computer players. A bot is made from a name and chooses from a view, so it cannot know more than the seat it
 * plays for. From equal views and equal generators it makes equal choices. Knows no table and no screen. */
#ifndef OCHRE_AI_BOT_H
#define OCHRE_AI_BOT_H

#include "rules/game.h"

struct bot;

/* What a bot may be told while it thinks, and what it may tell about it. Everything optional. */
struct bot_thoughts {
    /* Called now and then: `done` of `total` parts are thought through. */
    void (*progress)(void *who, int done, int total);
    void *who;

    /* Filled by bot_think. */
    int considered; /* moves it looked at */
    float expected; /* the payoff it expects for its seat, 0 … 1; -1: it has no opinion */
};

/* The bot with this name: "random", "greedy". NULL and an error that lists the names. */
struct bot *bot_new(const char *name, struct ochre_error *error);
void bot_delete(struct bot *bot);
const char *bot_name(const struct bot *bot);

/* Its choice for `seat`, which must have a move. `thoughts` may be NULL. */
ochre_action bot_think(struct bot *bot, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                       struct ochre_rng *rng, struct bot_thoughts *thoughts);

/* The names, with one line about each (to be translated); name NULL after the last. */
struct bot_kind {
    const char *name, *about;
    ochre_action (*think)(struct bot *bot, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                          struct ochre_rng *rng, struct bot_thoughts *thoughts);
};
extern const struct bot_kind bot_kinds[];

#endif
