/* dice_tensor.c: a view as numbers for learning (docs/packs/dice.md, section 6). The seat that looks always sits in
 * the south-west: Black's boards are mirrored, those of four alone are turned; colours count from its own. */
#include "games/dice/dice_board.h"

/* Behind the planes: clock, earlier occurrences, whose turn it is (from the own colour), and the rules. */
enum {
    SCALAR_CLOCK,
    SCALAR_SEEN,
    SCALAR_SIDE,
    SCALAR_ALLY = SCALAR_SIDE + DICE_COLOURS,
    SCALAR_CHAIN,
    SCALAR_REMOVE,
    SCALAR_SWAP,
    SCALAR_SUM,
    SCALARS
};

/* Per colour: straight units by value, diagonal units by value, alliances. */
static int planes_per_colour(const struct dice_tables *t)
{
    return 2 * t->faces + 1;
}

uint32_t dice_observe_size(const struct dice_tables *t)
{
    return (uint32_t)(t->colours * planes_per_colour(t) * t->squares + SCALARS);
}

/* Where a square lies for the colour that looks. */
static int seen_square(const struct dice_tables *t, int square, int colour)
{
    int n = t->n;
    int file = square % n;
    int rank = square / n;
    if (t->mode != MODE_ALONE)
        return colour ? (n - 1 - rank) * n + file : square;
    for (int turn = 0; turn < colour; turn++) { /* a quarter turn brings the next seat to the south-west */
        int was = file;
        file = n - 1 - rank;
        rank = was;
    }
    return rank * n + file;
}

/* How often this position has occurred before. */
static int earlier(const struct ochre_view *view)
{
    const struct dice_state *s = (const struct dice_state *)view->bytes;
    int times = 0;
    for (int i = 0; i + 1 < s->core.seen; i++)
        times += s->keys[i] == s->keys[s->core.seen - 1];
    return times;
}

void dice_observe(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes)
{
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = dice_seen(view);
    int self = seat < setup->seats ? dice_colour_of_seat(t, seat) : 0;
    int per_colour = planes_per_colour(t);
    for (uint32_t i = 0; i < setup->observe_size; i++)
        planes[i] = 0.0F;
    for (int square = 0; square < t->squares; square++) {
        dice_unit unit = dice_unit_at(t, core, square);
        if (!unit)
            continue;
        int colour = (dice_owner(unit) - self + t->colours) % t->colours;
        int at = seen_square(t, square, self);
        int plane = dice_value(unit) - 1 + (dice_is_diagonal(unit) ? t->faces : 0);
        float *first = planes + colour * per_colour * t->squares;
        first[plane * t->squares + at] = 1.0F;
        if (dice_is_ally(unit))
            first[2 * t->faces * t->squares + at] = 1.0F;
    }
    float *scalar = planes + t->colours * per_colour * t->squares;
    assert(scalar + SCALARS == planes + setup->observe_size);
    scalar[SCALAR_CLOCK] = (float)core->clock / (float)core->limit;
    scalar[SCALAR_SEEN] = (float)earlier(view) / 2.0F;
    scalar[SCALAR_SIDE + (core->side - self + t->colours) % t->colours] = 1.0F;
    scalar[SCALAR_ALLY] = t->ally ? 1.0F : 0.0F;
    scalar[SCALAR_CHAIN] = t->chain ? 1.0F : 0.0F;
    scalar[SCALAR_REMOVE] = t->martyr == MARTYR_REMOVE ? 1.0F : 0.0F;
    scalar[SCALAR_SWAP] = t->martyr == MARTYR_SWAP ? 1.0F : 0.0F;
    scalar[SCALAR_SUM] = t->sum ? 1.0F : 0.0F;
}

void dice_planes(const struct ochre_setup *setup, struct ochre_plan *plan)
{
    const struct dice_tables *t = dice_tables(setup);
    uint32_t side = (uint32_t)t->n;
    uint32_t faces = (uint32_t)t->faces;
    for (int colour = 0; colour < t->colours; colour++) {
        plan_put(plan, "straight", colour, faces, side, side);
        plan_put(plan, "diagonal", colour, faces, side, side);
        plan_put(plan, "allied", colour, side, side);
    }
    plan_put(plan, "clock", PLAN_TABLE, 1);
    plan_put(plan, "repeated", PLAN_TABLE, 1);
    plan_put(plan, "turn", PLAN_TABLE, SCALAR_ALLY - SCALAR_SIDE);
    plan_put(plan, "options", PLAN_TABLE, SCALARS - SCALAR_ALLY);
}
