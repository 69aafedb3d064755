/* dice_bits.h: sets of squares on boards up to 8x8, for the files that know them: dice_list.c, dice_board.c,
 * dice_play.c and dice_lines.c. Smaller boards lie in the south-west corner of the 8x8 sets; the squares outside count
 * as closed. */
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

/* Units of at least this value, from the binary digits. */
static inline uint64_t at_least(const struct dice_bits *b, int value)
{
    uint64_t v0 = b->value[0];
    uint64_t v1 = b->value[1];
    uint64_t v2 = b->value[2];
    uint64_t v3 = b->value[3];
    switch (value) {
    case 1: return ~UINT64_C(0);
    case 2: return v1 | v2 | v3;
    case 3: return (v1 & v0) | v2 | v3;
    case 4: return v2 | v3;
    case 5: return (v2 & (v1 | v0)) | v3;
    case 6: return (v2 & v1) | v3;
    default: return (v2 & v1 & v0) | v3; /* further than seven steps is off an 8x8 board */
    }
}

/* Units whose captures give the martyr's right (3.5). */
static inline uint64_t martyrs_of(const struct dice_tables *t, const struct dice_bits *b, uint64_t own)
{
    return t->martyr == MARTYR_OFF ? 0 : own & ~b->ally & with_value(b, t->faces - 1);
}

/* How far the unit gets on one of its lines: steps up | steps down << 4. */
static inline int line_runs(const struct dice_tables *t, const struct dice_line *line, int place, int value,
                            uint64_t occupied, uint64_t closed)
{
    unsigned on_line = (unsigned)(((occupied & line->mask) * line->gather) >> 56);
    unsigned shut = (unsigned)(((closed & line->mask) * line->gather) >> 56);
    unsigned reached = t->open[place][on_line] & t->range[value][place] & (unsigned)line->there & ~shut;
    return t->runs[place][reached];
}

/* ---- alliances (3.6) ---- */

/* Units that may join or be joined, before their neighbours are looked at. */
static inline uint64_t joinable(const struct dice_tables *t, const struct dice_core *core)
{
    const struct dice_bits *b = &core->bits;
    if (!t->ally) /* 3.6.1 */
        return 0;
    uint64_t units = b->own[core->side] & t->far[core->side]; /* 3.6.5 */
    if (!t->chain)
        units &= ~b->ally;                   /* 3.6.2 */
    return units & ~with_value(b, t->faces); /* 3.6.3 */
}

/* Joinable units whose neighbour one step behind is joinable too, and like them (3.6.3, 3.6.4). */
static inline uint64_t pairs(const struct dice_bits *b, uint64_t units, int by)
{
    uint64_t differ = (b->value[0] ^ carry(b->value[0], by)) | (b->value[1] ^ carry(b->value[1], by)) |
                      (b->value[2] ^ carry(b->value[2], by)) | (b->value[3] ^ carry(b->value[3], by)) |
                      (b->diagonal ^ carry(b->diagonal, by));
    return units & step(units, by) & ~differ;
}

/* The pairs that may join, by the direction from one to the other: the unit that has its partner one step behind. */
struct alliances {
    uint64_t north, east, rising, falling;
};

static inline struct alliances alliances(const struct dice_tables *t, const struct dice_core *core)
{
    const struct dice_bits *b = &core->bits;
    uint64_t units = joinable(t, core);
    uint64_t straight = units & ~b->diagonal;
    uint64_t diagonal = units & b->diagonal;
    uint64_t beside = (straight & (straight << 8 | straight << 1)) | (diagonal & (diagonal << 9 | diagonal << 7));
    if (!beside) /* mostly; a row's end beside the next one's beginning does no harm here */
        return (struct alliances){0};
    return (struct alliances){pairs(b, straight, 8), pairs(b, straight, 1), pairs(b, diagonal, 9),
                              pairs(b, diagonal, -7)};
}

#endif
