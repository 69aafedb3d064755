/* dice_play.c: turns played on boards up to 8x8, single squares, and what a colour has there. */
#include "games/dice/dice_bits.h"

/* Takes the squares of a set off every plane but the owners'. */
static inline void clear(struct dice_bits *b, uint64_t squares)
{
    b->diagonal &= ~squares;
    b->ally &= ~squares;
    for (int digit = 0; digit < 4; digit++)
        b->value[digit] &= ~squares;
}

/* Writes a unit on an empty square, owner apart. */
static inline void write(struct dice_bits *b, int bit, dice_unit unit)
{
    for (int digit = 0; digit < 4; digit++)
        b->value[digit] |= (uint64_t)(unit >> digit & 1) << bit;
    b->diagonal |= (uint64_t)(unit >> 4 & 1) << bit;
    b->ally |= (uint64_t)(unit >> 5 & 1) << bit;
}

/* Moves a unit to an empty square, on every plane that has it: a bit that is set changes on both squares. */
static inline void slide(struct dice_bits *b, int side, int from, int to)
{
    uint64_t both = BIT(from) | BIT(to);
    b->own[side] ^= both;
    b->diagonal ^= both & (0 - (b->diagonal >> from & 1));
    b->ally ^= both & (0 - (b->ally >> from & 1));
    for (int digit = 0; digit < 4; digit++)
        b->value[digit] ^= both & (0 - (b->value[digit] >> from & 1));
}

static uint8_t alive(const struct dice_bits *b)
{
    return (uint8_t)((b->own[0] != 0) | (b->own[1] != 0) << 1 | (b->own[2] != 0) << 2 | (b->own[3] != 0) << 3);
}

/* 3.5: the martyr on `at` for the enemy unit on `target`. */
static void exchange(const struct dice_tables *t, struct dice_core *core, int at, int target)
{
    struct dice_bits *b = &core->bits;
    int side = core->side;
    int other = owner_at(b, target);
    uint64_t here = BIT(at);
    uint64_t there = BIT(target);
    assert(bits_has(b->own[side], at) && bits_has(b->own[other], target) && other != side);
    dice_unit martyr = unit_at(b, side, at);
    dice_unit chosen = unit_at(b, other, target);
    core->key ^= dice_unit_key(at, martyr) ^ dice_unit_key(target, chosen);
    b->own[side] ^= here;
    b->own[other] ^= there;
    if (t->martyr == MARTYR_REMOVE) {
        clear(b, here | there);
        return;
    }
    b->own[other] |= here;
    b->own[side] |= there;
    core->key ^= dice_unit_key(at, unit_at(b, other, at)) ^ dice_unit_key(target, unit_at(b, side, target));
}

/* A turn as bits of the board. */
struct hop {
    int from, to;       /* the same when rotating */
    ochre_action asked; /* the square of the unit asked for in exchange, from 1; 0 = none */
    bool is_rotation;
};

static inline struct hop hop_of(const struct dice_tables *t, const struct dice_bits *b, ochre_action action)
{
    ochre_action asked = action < t->stage ? 0 : action / t->stage;
    uint32_t s = action - asked * t->stage;
    uint32_t square = (uint32_t)((uint64_t)s * t->by_planes >> 32);
    uint32_t plane = s - square * t->planes;
    int from = t->bit_of[square];
    if (plane == t->planes - 1)
        return (struct hop){from, from, asked, true};
    uint32_t direction = (uint32_t)((uint64_t)plane * t->by_reach >> 32);
    int far = (int)(plane - direction * t->reach) + 1;
    return (struct hop){from, from + steps[b->diagonal >> from & 1][direction] * far, asked, false};
}

bool dice_board_play(const struct dice_tables *t, struct dice_core *core, ochre_action action)
{
    struct dice_bits *b = &core->bits;
    struct hop hop = hop_of(t, b, action);
    int from = hop.from;
    int to = hop.to;
    int side = core->side;
    uint64_t start = BIT(from);
    dice_unit unit = unit_at(b, side, from);
    assert(bits_has(b->own[side], from));
    if (hop.is_rotation) { /* 3.3.2 */
        b->diagonal ^= start;
        core->key ^= dice_unit_key(from, unit) ^ dice_unit_key(from, unit ^ UNIT_DIAGONAL);
        return false;
    }
    assert(bits_has(t->board, to));
    uint64_t goal = BIT(to);
    core->key ^= dice_unit_key(from, unit);
    if (!(all_units(b) & goal)) {
        assert(!hop.asked); /* 3.5: only a capture gives the right */
        core->key ^= dice_unit_key(to, unit);
        slide(b, side, from, to);
        return false;
    }
    int other = owner_at(b, to);
    bool is_alliance = other == side;
    dice_unit after = (dice_unit)((unit & ~UNIT_VALUE) | dice_grown(t, dice_value(unit), is_alliance) |
                                  (is_alliance ? UNIT_ALLY : 0));
    core->key ^= dice_unit_key(to, unit_at(b, other, to)) ^ dice_unit_key(to, after);
    b->own[other] &= ~goal;
    b->own[side] = (b->own[side] & ~start) | goal;
    clear(b, start | goal);
    write(b, to, after);
    if (hop.asked)
        exchange(t, core, to, t->bit_of[hop.asked - 1]);
    core->alive = alive(b);
    return true;
}

int dice_board_gain(const struct dice_tables *t, const struct dice_core *core, ochre_action action)
{
    const struct dice_bits *b = &core->bits;
    struct hop hop = hop_of(t, b, action);
    if (hop.is_rotation || !((all_units(b) ^ b->own[core->side]) >> hop.to & 1))
        return 0;
    int gain = dice_gain(value_at(b, hop.from), value_at(b, hop.to));
    if (hop.asked)
        gain += DICE_GAIN_VALUE * (value_at(b, t->bit_of[hop.asked - 1]) - t->faces);
    return gain > 0 ? gain : 1;
}

/* ---- one square ---- */

dice_unit dice_board_unit(const struct dice_tables *t, const struct dice_core *core, int square)
{
    int bit = t->bit_of[square];
    return all_units(&core->bits) >> bit & 1 ? unit_at(&core->bits, owner_at(&core->bits, bit), bit) : 0;
}

void dice_board_put(const struct dice_tables *t, struct dice_core *core, int square, dice_unit unit)
{
    struct dice_bits *b = &core->bits;
    int bit = t->bit_of[square];
    dice_unit before = dice_board_unit(t, core, square);
    if (before) {
        b->own[dice_owner(before)] &= ~BIT(bit);
        clear(b, BIT(bit));
        core->key ^= dice_unit_key(bit, before);
    }
    if (unit) {
        b->own[dice_owner(unit)] |= BIT(bit);
        write(b, bit, unit);
        core->key ^= dice_unit_key(bit, unit);
    }
    core->alive = alive(b);
}

/* ---- what there is ---- */

int dice_board_total(const struct dice_core *core)
{
    return bits_count(all_units(&core->bits));
}

int dice_board_sum(const struct dice_core *core, int colour, int *units)
{
    const struct dice_bits *b = &core->bits;
    uint64_t own = b->own[colour];
    *units = bits_count(own);
    int sum = bits_count(own & b->value[0]) + 2 * bits_count(own & b->value[1]) + 4 * bits_count(own & b->value[2]);
    return b->value[3] ? sum + 8 * bits_count(own & b->value[3]) : sum;
}

int dice_board_beyond(const struct dice_tables *t, const struct dice_core *core, int colour)
{
    return bits_count(core->bits.own[colour] & t->far[colour]);
}
