/* mind.h: a learned judgement: what a position is worth to every seat, and which of the moves deserve attention. A mind
 * is made by `ochre learn` (docs/learning.md) for one game with one number of seats, and used by the tree search.
 *
 * It looks through the eyes of one seat: the numbers of its view (show->observe) and, where nothing is hidden, what the
 * game's own estimates say. One hidden layer, cut off below 0, is read by an output for every seat and one for every
 * action. All sums are of whole numbers, within bounds that mind_read checks: the same on every machine. A mind never
 * changes once it is read, and may be asked by many threads. */
#ifndef OCHRE_AI_MIND_H
#define OCHRE_AI_MIND_H

#include <stddef.h>

#include "rules/game.h"

enum {
    MIND_FORMAT = 1,
    MIND_HIDDEN = 16,
    MIND_INPUTS_MAX = 8000,
    MIND_HUNCHES_MAX = 2 * OCHRE_SEATS_MAX, /* what judge and appraise say of every seat */
    MIND_ONE = 64,                          /* 1 among the inputs, which are at most … */
    MIND_INPUT_MAX = 2 * MIND_ONE,
    MIND_WEIGHT_ONE = 1024, /* 1 among the weights of the hidden layer and of the outputs … */
    MIND_WEIGHT_MAX = 2 * MIND_WEIGHT_ONE - 1,
    MIND_OUT_MAX = 8 * MIND_WEIGHT_ONE - 1,
    MIND_SUM_ONE = MIND_ONE * MIND_WEIGHT_ONE, /* … and in the sums of the hidden layer */
    MIND_UNIT_ONE = 256,                       /* 1 among what hidden units say, which is at most … */
    MIND_UNIT_MAX = 16 * MIND_UNIT_ONE - 1,
    MIND_OUT_ONE = MIND_UNIT_ONE * MIND_WEIGHT_ONE, /* 1 in the sums of the outputs */
    MIND_HUNCH_ONE = MIND_OUT_ONE / MIND_ONE,       /* 1 among the weights of hunches at the outputs */
    MIND_HUNCH_MAX = 4 * MIND_HUNCH_ONE - 1,
    MIND_HUNCH_INPUT_MAX = 16 * MIND_ONE,
    MIND_BIAS_MAX = 1 << 19,     /* of the hidden layer */
    MIND_OUT_BIAS_MAX = 1 << 24, /* of the outputs */
    MIND_ACTIONS_MAX = 1 << 20,
    MIND_MOVES_MAX = 200000
};

/* What was learned. The arrays are the owner's. */
struct mind {
    char game[16];
    int seats, rules;          /* and the version of the game's rules */
    uint32_t observe, actions; /* of the setup */
    int hunches;
    int inputs;
    uint16_t *input;                /* which numbers it looks at, ascending; hunches stand behind those of the view */
    float *scale;                   /* each times this is an input */
    int16_t (*weight)[MIND_HIDDEN]; /* of each input */
    int32_t bias[MIND_HIDDEN];      /* of the hidden layer */
    int16_t value[OCHRE_SEATS_MAX][MIND_HIDDEN]; /* outputs for the seats, counted from the one that looks */
    int16_t value_hunch[OCHRE_SEATS_MAX][MIND_HUNCHES_MAX];
    int32_t value_bias[OCHRE_SEATS_MAX];
    uint32_t moves;
    ochre_action *move;            /* that were met while it learned, ascending */
    int16_t (*prior)[MIND_HIDDEN]; /* outputs for them */
    int32_t *prior_bias;
    int32_t promise; /* what a move gains when judge likes it best, 1 being MIND_OUT_ONE */
    uint16_t *row;   /* of each number among the inputs; `inputs`: it is not looked at */
    uint32_t *place; /* of an action among the moves, plus 1; 0: never met */
};

/* ---- reading and writing ---- */

/* NULL and why. What is read is checked, so that nothing can overflow. */
struct mind *mind_read(const unsigned char *bytes, size_t length, struct ochre_error *error);
void mind_delete(struct mind *mind);
/* Bytes, to be freed; NULL when memory runs out. */
unsigned char *mind_write(const struct mind *mind, size_t *length);

/* Was it made for this? 0, or -1 and why not. */
int mind_suits(const struct mind *mind, const struct ochre_setup *setup, struct ochre_error *error);

/* ---- looking ---- */

/* What the hidden layer makes of a position. */
struct mind_sight {
    int16_t unit[MIND_HIDDEN];
    int16_t hunch[MIND_HUNCHES_MAX];
};

/* How many hunches there are, and all numbers a mind may look at: those of the seat's view, then the hunches. */
int mind_hunches(const struct ochre_setup *setup);
void mind_numbers(const struct ochre_setup *setup, const struct ochre_state *state, int seat, float *numbers);
/* A number as an input of the hidden layer; a hunch as an input of the outputs. */
int16_t mind_input(float number, float scale);
int16_t mind_hunch(float number);

void mind_look(const struct mind *mind, const struct ochre_setup *setup, const struct ochre_state *state, int seat,
               struct mind_sight *sight);

/* What every seat may expect, 0 … 1, while the play goes on. Where something is hidden each is judged from its own
 * view; elsewhere they add up to 1. */
void mind_values(const struct mind *mind, const struct ochre_setup *setup, const struct ochre_state *state,
                 float payoff[OCHRE_SEATS_MAX]);

/* What the seat that looks may expect, 0 … 1. */
float mind_worth(const struct mind *mind, const struct mind_sight *sight);

/* How a move is liked, as a logarithm. `good` is how much judge likes it among the moves, from 0 for the worst to 1 for
 * the best; 0 for all where something is hidden. */
float mind_liking(const struct mind *mind, const struct mind_sight *sight, ochre_action action, float good);
/* How much attention moves deserve that are liked so: in place, they add up to 1. */
void mind_share(float *liking, int count);

/* ---- mind_bot.c: the player `mind` ---- */

struct ismcts_options;
struct bot_budget;

/* What is part of the program (the folder minds); bytes NULL after the last. */
struct mind_bytes {
    const unsigned char *bytes;
    size_t length;
};
extern const struct mind_bytes built_in_minds[];

/* From now on the players `mind` of this process use it where it suits; before anybody plays. It must stay. */
void mind_offer(const struct mind *mind);
/* The newest that was offered and suits, else one that is built in, or NULL. */
const struct mind *mind_for(const struct ochre_setup *setup);

/* How a tree is searched with a mind; NULL: without. */
struct ismcts_options mind_usual(const struct mind *mind, const struct ochre_setup *setup,
                                 const struct bot_budget *budget);

#endif
