/* bot_kinds.h: what a bot is made of; for the files of this folder. */
#ifndef OCHRE_AI_BOT_KINDS_H
#define OCHRE_AI_BOT_KINDS_H

#include "ai/bot.h"
#include "ai/lean.h"
#include "ai/stopwatch.h"

struct ismcts;
struct ab;

struct bot {
    const struct bot_kind *kind;
    char name[BOT_NAME_SIZE];
    struct bot_budget budget;
    int level;           /* of the ladder */
    int temper;          /* of a level; OCHRE_TEMPERS: none */
    size_t memory_limit; /* for a search, bytes */

    ochre_action *list; /* the legal moves of the view that is thought about, ascending; not to be changed */
    int count;
    uint32_t list_max;
    ochre_action *replies; /* the same for what happens after a move */
    float *worth;          /* one number per move */
    float *by;             /* … and how much better each seems than it is … */
    struct lean lean;      /* … or nothing of the kind */
    struct ismcts *ismcts; /* made when first needed */
    struct ab *ab;
};

/* Makes room for the lists of this setup; the program dies without memory. */
void bot_make_room(struct bot *bot, const struct ochre_setup *setup);
/* realloc, or the end of the program. */
void *bot_room(void *old, size_t count, size_t size);

/* A bot's think, by kind. */
#define BOT_THINK                                                                                                      \
    struct bot *bot, const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_rng *rng,  \
        struct bot_thoughts *thoughts
ochre_action random_think(BOT_THINK);
ochre_action greedy_think(BOT_THINK);
ochre_action ismcts_think(BOT_THINK);
ochre_action ab_think(BOT_THINK);
ochre_action level_think(BOT_THINK);
ochre_action mind_think(BOT_THINK);

int ab_suits(const struct ochre_setup *setup, struct ochre_error *error);
int mind_bot_suits(const struct ochre_setup *setup, struct ochre_error *error);
/* Paces (bot_pace): of those that answer at once, of searches with a number of iterations, and how much longer than
 * the budget where that is a time. */
#define LIGHT_PACE 0.01
#define DEEP_PACE 0.5
#define PACE_OF_BUDGET 1.125

bool level_is_light(const struct bot *bot);
double level_pace(const struct bot *bot);
int level_read(struct bot *bot, const char *budget, struct ochre_error *error);

#endif
