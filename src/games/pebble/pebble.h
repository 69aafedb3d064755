/* pebble.h: state and numbers of pebble, the smallest complete game (docs/rules/pebble.md). Only this folder and the
 * tests include it. */
#ifndef OCHRE_GAMES_PEBBLE_H
#define OCHRE_GAMES_PEBBLE_H

#include "rules/game.h"

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

/* pebble_rules.c */
void pebble_start(const struct ochre_setup *setup, struct ochre_state *state);
ochre_seats pebble_pending(const struct ochre_setup *setup, const struct ochre_state *state);
int pebble_legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out);
uint32_t pebble_weight(const struct ochre_setup *setup, const struct ochre_state *state, ochre_action outcome);
void pebble_apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                  struct ochre_journal *journal);
void pebble_standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out);
void pebble_outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out);
void pebble_judge(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX]);

/* pebble_hidden.c */
void pebble_redact(const struct ochre_setup *setup, struct ochre_state *state, int viewer);
bool pebble_determinize(const struct ochre_setup *setup, struct ochre_view *view, int seat, struct ochre_rng *rng);
ochre_seats pebble_witnesses(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                             ochre_action action);

/* pebble_words.c */
const char *pebble_seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat);
void pebble_format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_text *text);
const char *pebble_parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const char *text, ochre_action *action, struct ochre_text *words);
const char *pebble_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                           ochre_action action, struct ochre_text *words);
void pebble_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                 struct ochre_text *text);

/* pebble_show.c */
void pebble_draw(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas);
void pebble_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       struct json_writer *writer);
void pebble_touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                  struct ochre_touch *touch);
int pebble_read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                      struct ochre_error *error);

/* pebble_tensor.c */
enum { PEBBLE_PLANES = 2 * PEBBLE_VALUES + 3 * OCHRE_SEATS_MAX + 1 };
void pebble_observe(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes);

#endif
