/* breakthrough.h: state and numbers of breakthrough on 8x8 squares (docs/rules/breakthrough.md), the control game: the
 * well-known race of pawns, so that our speed can be compared like for like. Nothing is hidden and nothing is rolled,
 * so there is no breakthrough_hidden.c. Only this folder and the tests include it. */
#ifndef OCHRE_GAMES_BREAKTHROUGH_H
#define OCHRE_GAMES_BREAKTHROUGH_H

#include "rules/game.h"

enum { BREAKTHROUGH_SQUARES = 64, BREAKTHROUGH_PAWNS = 16 };

/* Squares that the list of moves takes at once; it needs that much room behind the last move. */
enum { BREAKTHROUGH_AT_ONCE = 4 };

/* Steps, seen from White's side of the board for both: towards the a-file, straight, towards the h-file. */
enum { BREAKTHROUGH_LEFT, BREAKTHROUGH_AHEAD, BREAKTHROUGH_RIGHT, BREAKTHROUGH_STEPS };

/* An action is a step and the square it begins on: 64 * step + square. */
enum { BREAKTHROUGH_ACTIONS = BREAKTHROUGH_STEPS * BREAKTHROUGH_SQUARES };

/* Events, in the order of the event table. */
enum { BREAKTHROUGH_MOVED, BREAKTHROUGH_CAPTURED, BREAKTHROUGH_WON };

/* Squares are bits: a1 is bit 0, b1 bit 1, h8 bit 63. */
struct breakthrough_state {
    uint64_t pawns[2];
    uint8_t turn;   /* the seat to move */
    uint8_t winner; /* 0: nobody yet, else seat + 1 */
};

#define BREAKTHROUGH_FILE_A 0x0101010101010101u
#define BREAKTHROUGH_FILE_H 0x8080808080808080u
#define BREAKTHROUGH_HOME_0 0x000000000000FFFFu
#define BREAKTHROUGH_HOME_1 0xFFFF000000000000u
#define BREAKTHROUGH_ROW_1 0x00000000000000FFu
#define BREAKTHROUGH_LAST 0x8000000000000000u /* h8 alone */
#define BREAKTHROUGH_ROW_8 0xFF00000000000000u

static inline struct breakthrough_state *breakthrough(struct ochre_state *state)
{
    return (struct breakthrough_state *)state->bytes;
}

static inline const struct breakthrough_state *breakthrough_of(const struct ochre_state *state)
{
    return (const struct breakthrough_state *)state->bytes;
}

static inline const struct breakthrough_state *breakthrough_seen(const struct ochre_view *view)
{
    return (const struct breakthrough_state *)view->bytes;
}

/* Pawns of a set, without asking for a processor that counts bits. */
static inline int breakthrough_count(uint64_t set)
{
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)(set * 0x0101010101010101u >> 56);
}

/* The square a step leads to; the step must stay on the board. */
static inline int breakthrough_target(int seat, int step, int from)
{
    return from + (seat == 0 ? 7 + step : step - 9);
}

/* The file a step leads to, -1 or 8 beside the board. */
static inline int breakthrough_target_file(int step, int from)
{
    return from % 8 + step - 1;
}

/* breakthrough_rules.c */
void breakthrough_start(const struct ochre_setup *setup, struct ochre_state *state);
ochre_seats breakthrough_pending(const struct ochre_setup *setup, const struct ochre_state *state);
int breakthrough_legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out);
void breakthrough_apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                        struct ochre_journal *journal);
void breakthrough_standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out);
void breakthrough_outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out);
void breakthrough_judge(const struct ochre_setup *setup, const struct ochre_state *state,
                        float payoff[OCHRE_SEATS_MAX]);
uint64_t breakthrough_perft(const struct ochre_setup *setup, const struct ochre_state *state, int depth, bool bulk,
                            struct ochre_divide *divide);

/* breakthrough_words.c */
const char *breakthrough_seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat);
void breakthrough_format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              ochre_action action, struct ochre_text *text);
const char *breakthrough_parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                                    const char *text, ochre_action *action, struct ochre_text *words);
const char *breakthrough_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                                 ochre_action action, struct ochre_text *words);
void breakthrough_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                       struct ochre_text *text);

/* breakthrough_show.c */
void breakthrough_draw(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       struct canvas *canvas);
void breakthrough_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                             struct json_writer *writer);
void breakthrough_touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_touch *touch);
int breakthrough_read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                            struct ochre_error *error);

/* breakthrough_tensor.c */
enum { BREAKTHROUGH_PLANES = 2 * BREAKTHROUGH_SQUARES + 1 };
void breakthrough_observe(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes);

#endif
