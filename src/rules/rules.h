/* rules.h: the facet of a game that says what may happen, and who may know it.
 *
 * The contract, proved by the laws for every game:
 *   - only `compile` may refuse; behind it everything asserts;
 *   - `legal` lists ascending numbers; `apply` takes one of them and cannot fail; it is a function: same state, same
 *     action, same bytes, with or without a journal;
 *   - chance is a seat, and several pending seats choose at once, unseen;
 *   - knowledge is state: `redact` blanks what a viewer may not know, `determinize` fills the holes with something the
 *     seat cannot rule out.
 * `setup` always comes first; entries marked (optional) may be NULL. */
#ifndef OCHRE_RULES_RULES_H
#define OCHRE_RULES_RULES_H

#include "rules/game.h"

struct ochre_rules {
    /* Before play: reads setup->option and the pack and fills the rest of the setup, or says why not. */
    int (*compile)(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error);
    void (*start)(const struct ochre_setup *setup, struct ochre_state *state);

    /* Who owes a choice; nobody: the play is over. */
    ochre_seats (*pending)(const struct ochre_setup *setup, const struct ochre_state *state);
    /* Works on a state, and for a seat's own moves just as well on its view (view_moves). For a seat that is not
     * pending it lists its interrupts: moves it may make without being asked. */
    int (*legal)(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out);
    uint32_t (*weight)(const struct ochre_setup *setup, const struct ochre_state *state,
                       ochre_action outcome); /* (optional) the odds of an outcome; without it all are alike */
    /* (optional) Are the odds of all outcomes 1 now? Where most draws are, nobody need ask about each of them. */
    bool (*is_even)(const struct ochre_setup *setup, const struct ochre_state *state);
    /* (optional) A move of a pending seat by lot, for random play, without a list: the same, and with the same numbers,
     * as move_by_list finds with one. */
    ochre_action (*lot)(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                        struct ochre_rng *rng);
    void (*apply)(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                  struct ochre_journal *journal);
    /* How many points everybody has and what they are made of (score, part, part_name, has_no_points; the rest is 0).
     * Of every state, from the start on: before anything is dealt everybody has nothing. A secret, where the game has
     * some: not for somebody in play. */
    void (*standing)(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out);
    /* The standing, and how it ended. Only of a play that is over (pending is empty): asserted. */
    void (*outcome)(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out);
    /* (optional) The seat leaves the play (it resigns or runs out of time) and the others go on. Without it a
     * resignation ends the play. */
    void (*leave)(const struct ochre_setup *setup, struct ochre_state *state, int seat, struct ochre_journal *journal);
    /* (optional) May the table not talk now? */
    bool (*is_hushed)(const struct ochre_setup *setup, const struct ochre_state *state);

    /* Hidden information; redact and determinize work in place. A game without secrets leaves all three NULL.
     * determinize: the view becomes a state the seat cannot rule out; false when the view is impossible.
     * witnesses: the viewers (OCHRE_NOBODY among them) that see the action itself rather than that one was made. */
    void (*redact)(const struct ochre_setup *setup, struct ochre_state *state, int viewer);
    bool (*determinize)(const struct ochre_setup *setup, struct ochre_view *view, int seat, struct ochre_rng *rng);
    ochre_seats (*witnesses)(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                             ochre_action action);

    /* What is wrong with this state, or NULL: for tests, and for positions from outside. */
    const char *(*check)(const struct ochre_setup *setup, const struct ochre_state *state);
};

/* ---- what every caller needs ---- */

/* What `viewer` may know of the state. OCHRE_EVERYBODY sees all of it. */
void state_look(const struct ochre_setup *setup, const struct ochre_state *state, int viewer, struct ochre_view *view);

/* A state that `seat` cannot rule out. False when the view is impossible. */
bool view_imagine(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_rng *rng,
                  struct ochre_state *state);

/* A seat's own moves, from its view alone. */
int view_moves(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action *out);
ochre_seats view_pending(const struct ochre_setup *setup, const struct ochre_view *view);

/* Who sees the action itself. */
ochre_seats move_witnesses(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                           ochre_action action);

/* The odds of an outcome. */
static inline uint32_t chance_weight(const struct ochre_setup *setup, const struct ochre_state *state,
                                     ochre_action outcome)
{
    return setup->game->rules->weight ? setup->game->rules->weight(setup, state, outcome) : 1;
}

/* Picks one of the outcomes with its odds: `roll` maps a total to a number below it. */
ochre_action chance_pick(const struct ochre_setup *setup, const struct ochre_state *state, const ochre_action *outcomes,
                         int count, uint32_t (*roll)(void *from, uint32_t total), void *from);

/* The same from the small generator, for search and tests. */
ochre_action chance_sample(const struct ochre_setup *setup, const struct ochre_state *state,
                           const ochre_action *outcomes, int count, struct ochre_rng *rng);

/* A move of a pending seat, each as likely as its odds; for the only one of a seat no number is drawn. `list` has room
 * for setup->legal_max. */
ochre_action move_by_list(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                          struct ochre_rng *rng, ochre_action *list);

/* Is `action` in an ascending list? */
bool legal_has(const ochre_action *list, int count, ochre_action action);

#endif
