/* dice_bits.h: sets of squares on boards up to 8x8, for the files that know them: dice_board.c, dice_play.c and
 * dice_lines.c. Smaller boards lie in the south-west corner of the 8x8 sets; the squares outside count as closed. */
#ifndef OCHRE_GAMES_DICE_BITS_H
#define OCHRE_GAMES_DICE_BITS_H

#include "games/dice/dice_board.h"

static const uint64_t FILE_A = 0x0101010101010101u;
static const uint64_t FILE_H = 0x8080808080808080u;

/* Steps between bits: N E S W, then NE SE SW NW. */
static const int8_t steps[2][4] = {{8, 1, -8, -1}, {9, -7, -9, 7}};

/* Every unit of a set one step on; what leaves the board is gone. */
static inline uint64_t step(uint64_t set, int by)
{
    uint64_t moved = by > 0 ? set << by : set >> -by;
    if (by == 1 || by == 9 || by == -7)
        return moved & ~FILE_A;
    if (by == -1 || by == -9 || by == 7)
        return moved & ~FILE_H;
    return moved;
}

/* The set moved by `by`, edges not heeded: for sets that are cut with a heeded one. */
static inline uint64_t carry(uint64_t set, int by)
{
    return by > 0 ? set << by : set >> -by;
}

static inline uint64_t all_units(const struct dice_bits *b)
{
    return b->own[0] | b->own[1] | b->own[2] | b->own[3];
}

static inline int value_at(const struct dice_bits *b, int bit)
{
    return (int)((b->value[0] >> bit & 1) | (b->value[1] >> bit & 1) << 1 | (b->value[2] >> bit & 1) << 2 |
                 (b->value[3] >> bit & 1) << 3);
}

static inline uint64_t with_value(const struct dice_bits *b, int value)
{
    uint64_t set = ~UINT64_C(0);
    for (int digit = 0; digit < 4; digit++)
        set &= value >> digit & 1 ? b->value[digit] : ~b->value[digit];
    return set;
}

static inline dice_unit unit_at(const struct dice_bits *b, int owner, int bit)
{
    return (dice_unit)(value_at(b, bit) | (int)(b->diagonal >> bit & 1) << 4 | (int)(b->ally >> bit & 1) << 5 |
                       owner << UNIT_OWNER_SHIFT);
}

static inline int owner_at(const struct dice_bits *b, int bit)
{
    return (int)(b->own[1] >> bit & 1) | (int)(b->own[2] >> bit & 1) << 1 | (int)(b->own[3] >> bit & 1) * 3;
}

#endif
