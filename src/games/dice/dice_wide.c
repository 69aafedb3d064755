/* dice_wide.c: 9x9 and 10x10, one byte a square. The plain reading of the rules; dice_board.c is the fast one. */
#include "games/dice/dice_board.h"

/* Walks from a square in a direction, at most `value` squares; tells what stops the walk. */
struct walk {
    int empty; /* free squares before the stop */
    int stop;  /* square of the first unit met, -1 = none within range */
};

static struct walk walk(const struct dice_tables *t, const struct dice_core *core, int square, int direction)
{
    dice_unit unit = core->cell[square];
    struct walk found = {0, -1};
    for (int k = 1; k <= dice_value(unit); k++) {
        int to = dice_square_towards(t, square, dice_is_diagonal(unit), direction, k);
        if (to < 0)
            break;
        if (core->cell[to]) {
            found.stop = to;
            break;
        }
        found.empty++;
    }
    return found;
}

/* 3.6, for neighbours that `from` points at. */
static bool may_ally(const struct dice_tables *t, const struct dice_core *core, int from, int to)
{
    dice_unit a = core->cell[from];
    dice_unit b = core->cell[to];
    if (!t->ally)
        return false;
    if (!t->chain && (dice_is_ally(a) || dice_is_ally(b)))
        return false;
    if (dice_value(a) != dice_value(b) || dice_value(a) >= t->faces || dice_is_diagonal(a) != dice_is_diagonal(b))
        return false;
    return t->crossed[from] >> core->side & t->crossed[to] >> core->side & 1;
}

static int count_enemies(const struct dice_tables *t, const struct dice_core *core)
{
    int enemies = 0;
    for (int square = 0; square < t->squares; square++)
        enemies += core->cell[square] && dice_owner(core->cell[square]) != core->side;
    return enemies;
}

/* A capture that gives the martyr's right (3.5). */
struct right {
    ochre_action action;
    int to;
};

/* The list without exchanges; `out` may be NULL to count. The captures that give the right go to `rights`. */
static int list_plain(const struct dice_tables *t, const struct dice_core *core, ochre_action *out,
                      struct right *rights, int *rights_count)
{
    int count = 0;
    *rights_count = 0;
    for (int from = 0; from < t->squares; from++) {
        dice_unit unit = core->cell[from];
        if (!unit || dice_owner(unit) != core->side)
            continue;
        for (int direction = 0; direction < 4; direction++) {
            struct walk found = walk(t, core, from, direction);
            ochre_action id = (ochre_action)((unsigned)from * t->planes + (unsigned)(direction * t->reach));
            int steps = found.empty;
            if (found.stop >= 0 && dice_owner(core->cell[found.stop]) != core->side) {
                if (dice_has_right(t, unit))
                    rights[(*rights_count)++] = (struct right){id + (ochre_action)steps, found.stop};
                steps++;
            } else if (found.stop >= 0 && steps == 0 && may_ally(t, core, from, found.stop)) {
                steps = 1;
            }
            for (int k = 0; out && k < steps; k++)
                out[count + k] = id + (ochre_action)k;
            count += steps;
        }
        if (out)
            out[count] = (ochre_action)((unsigned)from * t->planes + t->planes - 1);
        count++;
    }
    return count;
}

int dice_wide_list(const struct dice_tables *t, const struct dice_core *core, ochre_action *out)
{
    struct right rights[4 * DICE_SQUARES_MAX];
    int rights_count;
    int count = list_plain(t, core, out, rights, &rights_count);
    for (int target = 0; rights_count && target < t->squares; target++)
        if (core->cell[target] && dice_owner(core->cell[target]) != core->side)
            for (int i = 0; i < rights_count; i++)
                if (rights[i].to != target)
                    out[count++] = t->stage * (1 + (ochre_action)target) + rights[i].action;
    return count;
}

int dice_wide_count(const struct dice_tables *t, const struct dice_core *core)
{
    struct right rights[4 * DICE_SQUARES_MAX];
    int rights_count;
    int count = list_plain(t, core, NULL, rights, &rights_count);
    return rights_count ? count + rights_count * (count_enemies(t, core) - 1) : count;
}

int dice_wide_prey(const struct dice_tables *t, const struct dice_core *core)
{
    int best = 0;
    bool has_right = false;
    for (int from = 0; from < t->squares; from++) {
        dice_unit unit = core->cell[from];
        for (int direction = 0; unit && dice_owner(unit) == core->side && direction < 4; direction++) {
            int stop = walk(t, core, from, direction).stop;
            if (stop < 0 || dice_owner(core->cell[stop]) == core->side)
                continue;
            has_right = has_right || dice_has_right(t, unit);
            if (dice_value(core->cell[stop]) > best)
                best = dice_value(core->cell[stop]);
        }
    }
    return has_right ? 2 * best : best;
}

int dice_wide_total(const struct dice_tables *t, const struct dice_core *core)
{
    int units = 0;
    for (int square = 0; square < t->squares; square++)
        units += core->cell[square] != 0;
    return units;
}

static void set(struct dice_core *core, int square, dice_unit unit)
{
    if (core->cell[square])
        core->key ^= dice_unit_key(square, core->cell[square]);
    if (unit)
        core->key ^= dice_unit_key(square, unit);
    core->cell[square] = unit;
}

static uint8_t alive(const struct dice_core *core)
{
    unsigned colours = 0;
    for (int square = 0; square < DICE_SQUARES_MAX; square++)
        if (core->cell[square])
            colours |= 1u << dice_owner(core->cell[square]);
    return (uint8_t)colours;
}

static dice_unit with_owner(dice_unit unit, int owner)
{
    return dice_make_unit(owner, dice_value(unit), dice_is_diagonal(unit), dice_is_ally(unit));
}

/* 3.5: the martyr on `at` for the enemy unit on `target`. */
static void exchange(const struct dice_tables *t, struct dice_core *core, int at, int target)
{
    dice_unit martyr = core->cell[at];
    dice_unit chosen = core->cell[target];
    bool is_swap = t->martyr == MARTYR_SWAP;
    assert(martyr && chosen && dice_owner(martyr) != dice_owner(chosen));
    set(core, at, is_swap ? with_owner(martyr, dice_owner(chosen)) : 0);
    set(core, target, is_swap ? with_owner(chosen, dice_owner(martyr)) : 0);
}

bool dice_wide_play(const struct dice_tables *t, struct dice_core *core, ochre_action action)
{
    struct dice_move move = dice_move_of(t, core, action);
    dice_unit unit = core->cell[move.from];
    assert(unit && dice_owner(unit) == core->side && move.to >= 0);
    if (move.kind == MOVE_ROTATE) { /* 3.3.2 */
        set(core, move.from, unit ^ UNIT_DIAGONAL);
        return false;
    }
    dice_unit prey = core->cell[move.to];
    set(core, move.from, 0);
    if (!prey) {
        set(core, move.to, unit);
        return false;
    }
    bool is_alliance = move.kind == MOVE_ALLY;
    int value = dice_grown(t, dice_value(unit), is_alliance);
    set(core, move.to, dice_make_unit(core->side, value, dice_is_diagonal(unit), is_alliance || dice_is_ally(unit)));
    if (move.target >= 0)
        exchange(t, core, move.to, move.target);
    core->alive = alive(core);
    return true;
}

dice_unit dice_wide_unit(const struct dice_core *core, int square)
{
    return core->cell[square];
}

void dice_wide_put(struct dice_core *core, int square, dice_unit unit)
{
    set(core, square, unit);
    core->alive = alive(core);
}
