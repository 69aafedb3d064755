/* pebble.h: state and numbers of pebble, the smallest complete game (docs/rules/pebble.md). Only this folder and the
 * tests include it. */
#ifndef OCHRE_GAMES_PEBBLE_H
#define OCHRE_GAMES_PEBBLE_H

#include "rules/acts.h"
#include "rules/facets.h"

enum { PEBBLE_VALUES = 6, PEBBLE_COPIES = 2, PEBBLE_STAKES = 3 };

enum pebble_phase { PEBBLE_DEAL, PEBBLE_STAKE, PEBBLE_CHOOSE, PEBBLE_OVER };

/* Options, in the order of the option table. */
enum { PEBBLE_CARDS, PEBBLE_CARRY };

/* Events, in the order of the event table. */
enum { PEBBLE_DEALT, PEBBLE_STAKED, PEBBLE_CHOSE, PEBBLE_SHOWED, PEBBLE_TOOK, PEBBLE_STAYED, PEBBLE_LOST };

/* Chance numbers its outcomes in a range of its own: deal 0 … 5, stake 6 … 8. */
enum { PEBBLE_STAKE_BASE = PEBBLE_VALUES, PEBBLE_OUTCOMES = PEBBLE_VALUES + PEBBLE_STAKES };

struct pebble_state {
    uint8_t phase;
    uint8_t hand_size[OCHRE_SEATS_MAX];
    uint8_t hand[OCHRE_SEATS_MAX][PEBBLE_VALUES]; /* cards of each value; a hole in the views of the others */
    uint8_t choice[OCHRE_SEATS_MAX];              /* value chosen, 0 = not yet; a hole in the views of the others */
    uint8_t deck[PEBBLE_VALUES];                  /* cards not dealt; a hole in every view */
    uint8_t played[PEBBLE_VALUES];                /* cards shown so far */
    uint8_t shown[OCHRE_SEATS_MAX];               /* what each seat showed last, 0 = nothing yet */
    uint8_t pebbles[OCHRE_SEATS_MAX];
    uint8_t on_table;
};

static inline struct pebble_state *pebble(struct ochre_state *state)
{
    return (struct pebble_state *)state->bytes;
}

static inline const struct pebble_state *pebble_of(const struct ochre_state *state)
{
    return (const struct pebble_state *)state->bytes;
}

static inline const struct pebble_state *pebble_seen(const struct ochre_view *view)
{
    return (const struct pebble_state *)view->bytes;
}

FACETS_OF(pebble);

enum { PEBBLE_PLANES_TABLE = 2 * PEBBLE_VALUES + 1, PEBBLE_PLANES_SEAT = 3 };

/* The moves of a seat, or of chance, as a table (pebble_acts.c). */
enum pebble_verb { PEBBLE_PLAY, PEBBLE_DRAW_CARD, PEBBLE_DRAW_STAKE };
const struct acts *pebble_acts(int seat);

/* Phases as views write them, and positions say them; NULL after the last. */
extern const char *const pebble_phases[];

/* Cards as their values in ascending order, "1 4 4". */
void pebble_say_cards(const uint8_t cards[PEBBLE_VALUES], struct ochre_text *text);

/* A hand as its values in ascending order, "1 4 4"; "?" for each card when it is hidden. */
void pebble_say_hand(const struct pebble_state *s, int seat, struct ochre_text *text);

#endif
