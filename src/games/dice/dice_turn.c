/* dice_turn.c: what every reader of a turn asks, whatever the board: what an action number says, whose turn it is, what
 * a colour has. */
#include "games/dice/dice_board.h"

int dice_square_towards(const struct dice_tables *t, int square, bool is_diagonal, int direction, int steps)
{
    static const int8_t files[2][4] = {{0, 1, 0, -1}, {1, 1, -1, -1}};
    static const int8_t ranks[2][4] = {{1, 0, -1, 0}, {1, -1, -1, 1}};
    assert(direction >= 0 && direction < 4);
    int rank = dice_rank(t->n, square);
    int file = square - rank * t->n + files[is_diagonal][direction] * steps;
    rank += ranks[is_diagonal][direction] * steps;
    if (file < 0 || file >= t->n || rank < 0 || rank >= t->n)
        return -1;
    return rank * t->n + file;
}

static bool is_own(const struct dice_tables *t, const struct dice_core *core, int square)
{
    dice_unit unit = dice_unit_at(t, core, square);
    return unit && dice_owner(unit) == core->side;
}

struct dice_move dice_move_of(const struct dice_tables *t, const struct dice_core *core, ochre_action action)
{
    assert(action < t->stage * (1u + t->squares));
    int s = (int)(action % t->stage);
    int plane = s % (int)t->planes;
    int from = s / (int)t->planes;
    int target = (int)(action / t->stage) - 1;
    if (plane == (int)t->planes - 1)
        return (struct dice_move){from, from, target, MOVE_ROTATE};
    bool is_diagonal = dice_is_diagonal(dice_unit_at(t, core, from));
    int to = dice_square_towards(t, from, is_diagonal, plane / t->reach, plane % t->reach + 1);
    return (struct dice_move){from, to, target, to >= 0 && is_own(t, core, to) ? MOVE_ALLY : MOVE_SLIDE};
}

/* Where the numbers of a square say it: directions with their steps, then the rotation; -1: nowhere. */
static int plane_of(const struct dice_tables *t, const struct dice_core *core, const struct dice_move *move)
{
    dice_unit unit = dice_unit_at(t, core, move->from);
    if (move->kind == MOVE_ROTATE)
        return (int)t->planes - 1;
    for (int direction = 0; direction < 4 && unit; direction++)
        for (int steps = 1; steps <= t->reach; steps++)
            if (dice_square_towards(t, move->from, dice_is_diagonal(unit), direction, steps) == move->to)
                return direction * t->reach + steps - 1;
    return -1;
}

bool dice_number_of(const struct dice_tables *t, const struct dice_core *core, const struct dice_move *move,
                    ochre_action *action)
{
    assert(move->target >= -1 && move->target < t->squares);
    int plane = plane_of(t, core, move);
    if (plane < 0 || (move->kind != MOVE_ROTATE && is_own(t, core, move->to) != (move->kind == MOVE_ALLY)))
        return false;
    *action = t->stage * (ochre_action)(move->target + 1) + (ochre_action)move->from * t->planes + (ochre_action)plane;
    return true;
}

bool dice_has_right(const struct dice_tables *t, dice_unit unit)
{
    return t->martyr != MARTYR_OFF && !dice_is_ally(unit) && dice_value(unit) == t->faces - 1;
}

bool dice_has_choice(const struct dice_tables *t, const struct dice_core *core)
{
    int own;
    dice_sum(t, core, core->side, &own);
    return dice_total(t, core) - own > 1;
}

int dice_colour_of_seat(const struct dice_tables *t, int seat)
{
    assert(seat >= 0 && seat < OCHRE_SEATS_MAX);
    return t->mode == MODE_TEAMS ? seat & 1 : seat;
}

int dice_sum(const struct dice_tables *t, const struct dice_core *core, int colour, int *units)
{
    assert(colour >= 0 && colour < DICE_COLOURS);
    int sum = 0;
    *units = 0;
    if (!dice_is_wide(t))
        return dice_board_sum(core, colour, units);
    for (int square = 0; square < t->squares; square++) {
        dice_unit unit = dice_unit_at(t, core, square);
        if (unit && dice_owner(unit) == colour) {
            sum += dice_value(unit);
            ++*units;
        }
    }
    return sum;
}
