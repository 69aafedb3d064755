/* breakthrough.h: state and numbers of breakthrough on 8x8 squares (docs/rules/breakthrough.md), the control game: the
 * well-known race of pawns, so that our speed can be compared like for like. Nothing is hidden and nothing is rolled.
 * Only this folder and the tests include it. */
#ifndef OCHRE_GAMES_BREAKTHROUGH_H
#define OCHRE_GAMES_BREAKTHROUGH_H

#include "base/bits.h"
#include "rules/acts.h"
#include "rules/facets.h"

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

/* Every square takes over what is so many squares above it; those at the upper edge, what is at the lower. */
static inline uint64_t breakthrough_from_above(uint64_t set, int squares)
{
    return set >> squares | set << (BREAKTHROUGH_SQUARES - squares);
}

/* The squares from which each step may be made (B2.2, B2.3), of a play that goes on. For both seats the same: 48
 * squares further up, over the edge, is where the other one looks. Over the edge nobody steps: a pawn on its last row
 * has won, and the files beside the board are left out. */
static inline void breakthrough_steps(const uint64_t pawns[2], int seat, uint64_t from[BREAKTHROUGH_STEPS])
{
    uint64_t own = pawns[seat];
    uint64_t all = own | pawns[!seat];
    int ahead = 8 + 48 * seat;
    from[BREAKTHROUGH_LEFT] = own & ~BREAKTHROUGH_FILE_A & ~breakthrough_from_above(own, ahead - 1);
    from[BREAKTHROUGH_AHEAD] = own & ~breakthrough_from_above(all, ahead);
    from[BREAKTHROUGH_RIGHT] = own & ~BREAKTHROUGH_FILE_H & ~breakthrough_from_above(own, ahead + 1);
}

/* Moves a pawn and passes the turn. True when that wins (B3.1, B3.2). */
static inline bool breakthrough_step(uint64_t pawns[2], int seat, int from, int to)
{
    pawns[seat] ^= UINT64_C(1) << from | UINT64_C(1) << to;
    pawns[!seat] &= ~(UINT64_C(1) << to);
    return to / 8 == (seat == 0 ? 7 : 0) || pawns[!seat] == 0;
}

FACETS_OF(breakthrough);

enum { BREAKTHROUGH_PLANES = 2 * BREAKTHROUGH_SQUARES + 1 };

/* The moves as a table (breakthrough_acts.c). */
extern const struct acts breakthrough_acts;

/* The name of a square, in a buffer of the caller's: BREAKTHROUGH_NAME makes one for the enclosing expression. */
const char *breakthrough_name(char buffer[3], int square);
#define BREAKTHROUGH_NAME(square) breakthrough_name((char[3]){0}, (square))

#endif
