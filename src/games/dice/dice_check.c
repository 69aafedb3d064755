/* dice_check.c: what a sane state is. */
#include "games/dice/dice_board.h"

static const char *check_bits(const struct dice_tables *t, const struct dice_bits *b)
{
    uint64_t units = 0;
    for (int colour = 0; colour < DICE_COLOURS; colour++) {
        if (units & b->own[colour])
            return "a square has two owners";
        units |= b->own[colour];
    }
    if (units & ~t->board)
        return "a unit stands off the board";
    uint64_t marks = b->diagonal | b->ally | b->value[0] | b->value[1] | b->value[2] | b->value[3];
    return marks & ~units ? "an empty square has a mark" : NULL;
}

const char *dice_check(const struct ochre_setup *setup, const struct ochre_state *state)
{
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_state *s = dice_of(state);
    const struct dice_core *core = &s->core;
    const char *wrong = dice_is_wide(t) ? NULL : check_bits(t, &core->bits);
    if (wrong)
        return wrong;
    uint64_t key = 0;
    unsigned alive = 0;
    for (int square = 0; square < t->squares; square++) {
        dice_unit unit = dice_unit_at(t, core, square);
        if (!unit)
            continue;
        if (dice_value(unit) < 1 || dice_value(unit) > t->faces)
            return "1.2: a unit has no such value";
        if (dice_is_ally(unit) && dice_value(unit) < 2)
            return "3.6: an alliance of value 1";
        if (dice_owner(unit) >= t->colours)
            return "1.2: a colour the mode does not have";
        key ^= dice_unit_key(dice_is_wide(t) ? square : t->bit_of[square], unit);
        alive |= 1u << dice_owner(unit);
    }
    if (key != core->key || alive != core->alive)
        return "the key or the living do not fit the board";
    if (core->side >= t->colours || core->end > END_RESIGNED || (dice_is_lot(core) && setup->chance_actions == 0))
        return "side, end or turn out of range";
    if (core->seen > t->np)
        return "3.8: more positions remembered than the limit allows";
    if (core->end)
        return core->named ? NULL : "3.8.8: over, but nobody has the point";
    if (!(alive >> core->side & 1) || (alive & (alive - 1)) == 0)
        return "3.8: not over, but the side to move cannot play on";
    if (core->clock >= core->limit || core->seen == 0 || s->keys[core->seen - 1] != dice_position_key(core))
        return "3.8: clock or history are wrong";
    return NULL;
}
