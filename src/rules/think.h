/* think.h: the facet of a game that players who search ask: what is this state worth, how far must one look?
 * Estimates are asked about imagined states; of a finished play they say what came of it. */
#ifndef OCHRE_RULES_THINK_H
#define OCHRE_RULES_THINK_H

#include "rules/game.h"

/* Counts of perft, one per root move. The arrays are the caller's, setup->legal_max long. */
struct ochre_divide {
    uint32_t count;
    ochre_action *action;
    uint64_t *nodes;
};

/* ---- duels: what looking ahead move by move asks of a game ---- */

/* A move as a search orders it. */
struct ochre_duel_move {
    ochre_action action;
    /* More than 0: it takes something of about this worth; 0: a quiet move; less: it takes something and loses more. */
    int32_t gain;
};

/* For setups with two sides, no chance and no secrets. A node is the first setup->search_size bytes of a state, at an
 * address fit for any type; the history behind it is not there, so repetition is the search's to see. Sides are 0 and
 * 1. Results and worth are those of the side to move. */
struct ochre_duel {
    bool (*suits)(const struct ochre_setup *setup);
    int (*side_of)(const struct ochre_setup *setup, int seat);
    /* The position with the side to move, and the clock too where it soon decides. */
    uint64_t (*key)(const struct ochre_setup *setup, const void *node);
    /* Keys of the positions that may come again, oldest first; the position itself is the last. */
    int (*past)(const struct ochre_setup *setup, const struct ochre_state *state, const uint64_t **keys);
    /* How many moves ago something happened that can never be undone, and the key as `past` has it. */
    uint32_t (*clock)(const struct ochre_setup *setup, const void *node);
    uint64_t (*past_key)(const struct ochre_setup *setup, const void *node);
    /* Over? Then *result is 1, 0 or -1. */
    bool (*is_over)(const struct ochre_setup *setup, const void *node, int *result);
    /* The result if the play ended here by repetition. */
    int (*repeated)(const struct ochre_setup *setup, const void *node);
    /* All moves, or only those that gain something; of the latter the hopeless may be left out. */
    int (*moves)(const struct ochre_setup *setup, const void *node, bool only_loud, struct ochre_duel_move *out);
    void (*play)(const struct ochre_setup *setup, void *node, ochre_action action);
    void (*pass)(const struct ochre_setup *setup, void *node); /* the other side moves; no rule, but good to know */
    int (*worth)(const struct ochre_setup *setup, const void *node); /* hundredths of the smallest unit */
};

/* ---- the facet ---- */

/* What somebody is fond of beyond winning. */
enum ochre_temper { OCHRE_BOLD, OCHRE_HOARDING, OCHRE_PATIENT, OCHRE_TEMPERS };

struct ochre_think {
    /* A quick estimate of what every seat plays for (0 … 1). */
    void (*judge)(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX]);
    /* How far ahead judge has to be asked to be worth believing: a tree search first plays on so many decisions, each
     * the best of so many moves by judge (0: of all). 0: at once. */
    int foresight, foresight_moves;
    /* What a decision of a strong player seems to cost it in one of twenty cases, in payoff: the measure of a mistake
     * (docs/review.md, bench/review.c). */
    float mistake;
    /* (optional) A better estimate than judge, too slow to be asked about every move: what a tree search believes at
     * the end of its foresight. */
    void (*appraise)(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX]);
    /* (optional) Leaves of the move tree, with the game's own shortcuts; `bulk` counts the last ply without playing it.
     * divide may be NULL. Without this entry the laboratory counts with legal and apply. */
    uint64_t (*perft)(const struct ochre_setup *setup, const struct ochre_state *state, int depth, bool bulk,
                      struct ochre_divide *divide);
    /* (optional) How much there is for a seat of what each temper is fond of: what it has taken or dares, what it
     * keeps, what will bring something only later. Counted in things: one more or less is about equally much. */
    void (*charms)(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                   float charm[OCHRE_TEMPERS]);
    const struct ochre_duel *duel; /* (optional) for players that look ahead move by move */
};

#endif
