/* bot.h: computer players. A bot is made from a name and chooses from a view, so it cannot know more than the seat it
 * plays for. From equal views and equal generators it makes equal choices, unless its budget is a time. Knows no table
 * and no screen.
 *
 * Names: random, greedy, mcts:800 (iterations), mcts:0.5s (seconds), mcts:800@2 (on two threads), ab:6 (depth),
 * ab:0.5s, level:1 … level:8, and with a temper level:3/bold. With a time budget a tree search goes on from its last
 * thought where the view follows from that. */
#ifndef OCHRE_AI_BOT_H
#define OCHRE_AI_BOT_H

#include <stdatomic.h>

#include "rules/game.h"

struct bot;

/* How much a bot may think about one move: one of the first three is not 0. */
struct bot_budget {
    uint64_t iterations;
    int depth;
    double seconds;
    int threads; /* of a tree search; 0 is 1 */
};

enum { BOT_IDEAS_MAX = 8, BOT_COURSE_MAX = 16, BOT_NAME_SIZE = 24 };

/* A move that was thought about. */
struct bot_idea {
    ochre_action action;
    uint64_t visits; /* times it was tried, or positions looked at behind it */
    float worth;     /* the payoff it promises its seat, 0 … 1 */
};

/* A move of the course that the bot expects. */
struct bot_step {
    int seat;
    ochre_action action;
};

/* What a bot may be told while it thinks, and what it may tell about it. Everything optional. */
struct bot_thoughts {
    /* Called now and then: `done` of `total` parts are thought through. */
    void (*progress)(void *who, int done, int total);
    /* Called when what stands below has become better known (alpha-beta: after each depth). */
    void (*news)(void *who, const struct bot_thoughts *thoughts);
    void *who;
    /* When it becomes true, in another thread, in a signal or in progress, the bot makes up its mind at once. */
    atomic_bool *stop;

    /* Filled by bot_think. */
    int considered;                         /* moves it looked at */
    float worth;                            /* the payoff it expects for its seat, 0 … 1; -1: it has no opinion */
    float payoff[OCHRE_SEATS_MAX];          /* the same for every seat */
    int score;                              /* alpha-beta: in hundredths of the smallest unit, for the mover */
    int idea_count;                         /* the best moves, best first */
    struct bot_idea idea[BOT_IDEAS_MAX];    /* … */
    int course_count;                       /* how it may go on, its own move first */
    struct bot_step course[BOT_COURSE_MAX]; /* … */
    uint64_t iterations;                    /* tree search: how many */
    uint64_t nodes;                         /* alpha-beta: positions looked at */
    int depth;                              /* alpha-beta: moves ahead */
    size_t memory;                          /* bytes in use */
    bool is_memory_full;                    /* the limit was reached, and the tree grew no further */
    bool is_astray;                         /* what it chose was no legal move; this one is by lot */
};

/* The bot with this name. NULL and an error that says what names and budgets there are. */
struct bot *bot_new(const char *name, struct ochre_error *error);
void bot_delete(struct bot *bot);
const char *bot_name(const struct bot *bot);

/* Can it play this? 0, or -1 and why not. A bot that is asked all the same plays like greedy. */
int bot_suits(const struct bot *bot, const struct ochre_setup *setup, struct ochre_error *error);

/* Does it answer within a few thousandths of a second, whatever the game? */
bool bot_is_light(const struct bot *bot);

/* How long it takes over an answer, in seconds, where nobody may tell from the time what there was to think about: a
 * number of the bot alone, longer than nearly all of its thoughts. */
double bot_pace(const struct bot *bot);

/* Gives back the memory of its search; the next thought begins from nothing. */
void bot_forget(struct bot *bot);

/* The most memory its search may use, instead of 256 MiB. */
void bot_limit_memory(struct bot *bot, size_t bytes);

/* Its choice for `seat`, which must have a move. `thoughts` may be NULL. The door through which all answers come: what
 * a bot says is checked here, and is a legal move of the view whatever the bot is worth. */
ochre_action bot_think(struct bot *bot, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                       struct ochre_rng *rng, struct bot_thoughts *thoughts);

/* The kinds of names, with one line about each (to be translated); name NULL after the last. A name alone is a bot with
 * a usual budget. */
struct bot_kind {
    const char *name;
    const char *usage; /* with its budgets: "mcts:800, mcts:800@2 or mcts:0.5s" */
    const char *about;
    int (*read)(struct bot *bot, const char *budget, struct ochre_error *error); /* NULL: takes no budget */
    int (*suits)(const struct ochre_setup *setup, struct ochre_error *error);    /* NULL: plays everything */
    ochre_action (*think)(struct bot *bot, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                          struct ochre_rng *rng, struct bot_thoughts *thoughts);
};
extern const struct bot_kind bot_kinds[];

#endif
