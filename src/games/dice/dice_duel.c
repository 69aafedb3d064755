/* dice_duel.c: what a search that looks ahead move by move asks of dice with two colours (modes 2 and 4t): ordered
 * moves, turns without their history, and the worth of a position. */
#include "games/dice/dice_board.h"

enum {
    CLOCK_SOON = 24, /* turns before the limit from which on the clock is part of the position */
};

/* Where a drawn end is drawn, what one has is what one can still win with, whatever else there is. Where the sum
 * decides it (adj=sum), a point is a point, and the fewer units are left the surer wins whoever leads: fitted to games,
 * not to taste (bench/dice_tune). */
#define DRAWN_WEIGHTS                                                                                                  \
    {                                                                                                                  \
        .unit = 550, .value = 450, .reach = 60, .beyond = 100                                                          \
    }
static const struct dice_judgement drawn_judgement = {{DRAWN_WEIGHTS, DRAWN_WEIGHTS, DRAWN_WEIGHTS}};
static const struct dice_judgement sum_judgement = {{
    {.unit = -455, .value = 458, .reach = 101, .beyond = 297, .lead = 1550, .late = 547},
    {.unit = -363, .value = 599, .reach = 9, .beyond = -132, .lead = 42, .late = 1432},
    {.unit = 106, .value = 203, .reach = 10, .beyond = -67, .lead = 318},
}};

static bool suits(const struct ochre_setup *setup)
{
    return dice_tables(setup)->colours == 2;
}

static int side_of(const struct ochre_setup *setup, int seat)
{
    return dice_colour_of_seat(dice_tables(setup), seat);
}

static uint64_t past_key(const struct ochre_setup *setup, const void *node)
{
    (void)setup;
    return dice_position_key(node);
}

static uint64_t key(const struct ochre_setup *setup, const void *node)
{
    (void)setup;
    const struct dice_core *core = node;
    uint64_t position = dice_position_key(core);
    return core->clock + CLOCK_SOON >= core->limit ? position ^ hash_mix(core->clock + 1) : position;
}

static int past(const struct ochre_setup *setup, const struct ochre_state *state, const uint64_t **keys)
{
    (void)setup;
    const struct dice_state *s = dice_of(state);
    *keys = s->keys;
    return s->core.seen;
}

static uint32_t clock_of(const struct ochre_setup *setup, const void *node)
{
    (void)setup;
    return ((const struct dice_core *)node)->clock;
}

/* 1, 0, -1: how the named colours' end looks to the side to move. */
static int result_of(const struct dice_core *core)
{
    assert(core->end);
    if ((core->named & (core->named - 1)) != 0)
        return 0;
    return core->named >> core->side & 1 ? 1 : -1;
}

static bool is_over(const struct ochre_setup *setup, const void *node, int *result)
{
    (void)setup;
    const struct dice_core *core = node;
    *result = core->end ? result_of(core) : 0;
    return core->end != END_NONE;
}

static int repeated(const struct ochre_setup *setup, const void *node)
{
    struct dice_core core = *(const struct dice_core *)node;
    dice_end_drawn(dice_tables(setup), &core, END_REPETITION);
    return result_of(&core);
}

static int wide_gain(const struct dice_tables *t, const struct dice_core *core, ochre_action action)
{
    struct dice_move move = dice_move_of(t, core, action);
    dice_unit prey = move.kind == MOVE_ROTATE ? 0 : dice_unit_at(t, core, move.to);
    if (!prey || dice_owner(prey) == core->side)
        return 0;
    int gain = dice_gain(dice_value(dice_unit_at(t, core, move.from)), dice_value(prey));
    if (move.target >= 0)
        gain += DICE_GAIN_VALUE * (dice_value(dice_unit_at(t, core, move.target)) - t->faces);
    return gain > 0 ? gain : 1;
}

/* The list with what the moves gain. On boards up to 8x8 the captures are found at once; the list has them in the same
 * order, and all exchanges behind them. */
static int board_moves(const struct dice_tables *t, const struct dice_core *core, const ochre_action *list, int listed,
                       struct ochre_duel_move *out)
{
    struct ochre_duel_move taken[DICE_CAPTURES_MAX + 1];
    int captures = dice_board_captures(t, core, taken);
    taken[captures].action = OCHRE_NO_ACTION;
    const struct ochre_duel_move *next = taken;
    for (int i = 0; i < listed; i++) {
        while (next->action >= t->stage && next->action != OCHRE_NO_ACTION)
            next++; /* an exchange, among the captures */
        int gain = list[i] >= t->stage ? dice_board_gain(t, core, list[i]) : 0;
        if (list[i] == next->action)
            gain = next++->gain;
        out[i] = (struct ochre_duel_move){list[i], gain};
    }
    return listed;
}

/* Whoever looks for quiet leaves what loses. */
static int keep_gains(struct ochre_duel_move *list, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (list[i].gain > 0)
            list[kept++] = list[i];
    return kept;
}

static int moves(const struct ochre_setup *setup, const void *node, bool only_loud, struct ochre_duel_move *out)
{
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = node;
    if (only_loud && !dice_is_wide(t))
        return keep_gains(out, dice_board_captures(t, core, out));
    ochre_action list[DICE_LIST_MAX];
    int listed = dice_list(t, core, list);
    assert(listed > 0 && (uint32_t)listed <= setup->legal_max);
    if (!dice_is_wide(t))
        return board_moves(t, core, list, listed, out);
    int count = 0;
    for (int i = 0; i < listed; i++) {
        int gain = wide_gain(t, core, list[i]);
        if (gain || !only_loud)
            out[count++] = (struct ochre_duel_move){list[i], gain};
    }
    return count;
}

/* As apply, without the history. */
static void play(const struct ochre_setup *setup, void *node, ochre_action action)
{
    const struct dice_tables *t = dice_tables(setup);
    struct dice_core *core = node;
    assert(!core->end && t->colours == 2);
    uint8_t before = core->alive;
    bool is_progress = dice_play(t, core, action);
    core->turn++;
    core->clock = is_progress ? 0 : core->clock + 1;
    core->side = dice_next_side(t, core);
    if (is_progress) {
        core->limit = dice_clock_limit(t, core);
        if (dice_is_decided(core))
            dice_end_decided(core, before);
    } else if (core->clock >= core->limit) {
        dice_end_drawn(t, core, END_NO_PROGRESS);
    }
}

static void pass(const struct ochre_setup *setup, void *node)
{
    struct dice_core *core = node;
    core->turn++;
    core->clock = 0; /* nothing before it can come again */
    core->side = dice_next_side(dice_tables(setup), core);
}

const struct dice_judgement *dice_judgement_of(const struct dice_tables *t)
{
    return t->sum ? &sum_judgement : &drawn_judgement;
}

struct dice_leads dice_leads_of(const struct dice_tables *t, const struct dice_core *core)
{
    int units[2];
    int sum[2];
    for (int colour = 0; colour < 2; colour++)
        sum[colour] = dice_sum(t, core, colour, &units[colour]);
    struct dice_leads leads = {.units = units[0] - units[1], .sum = sum[0] - sum[1], .total = units[0] + units[1]};
    if (!dice_is_wide(t)) {
        leads.reach = dice_board_freedom(t, core, 0) - dice_board_freedom(t, core, 1);
        leads.beyond = dice_board_beyond(t, core, 0) - dice_board_beyond(t, core, 1);
    }
    return leads;
}

/* In tenths. `spent`: 64ths of the clock. */
static int weigh(const struct dice_leads *leads, const struct dice_weights *weights, int spent)
{
    int sign = (leads->sum > 0) - (leads->sum < 0);
    return leads->units * weights->unit + leads->sum * weights->value + leads->reach * weights->reach +
           leads->beyond * weights->beyond + sign * (weights->lead + weights->late * spent / 64);
}

int dice_worth(const struct dice_tables *t, const struct dice_core *core, const struct dice_judgement *judgement)
{
    struct dice_leads leads = dice_leads_of(t, core);
    int spent = (int)(core->clock * 64 / (core->limit + 1u)); /* 0 … 63 */
    int from = leads.total > DICE_SOME ? 1 : 0;
    int low = from ? DICE_SOME : DICE_FEW;
    int high = from ? DICE_MANY : DICE_SOME;
    int total = leads.total < low ? low : leads.total > high ? high : leads.total;
    int white = (weigh(&leads, &judgement->phase[from], spent) * (high - total) +
                 weigh(&leads, &judgement->phase[from + 1], spent) * (total - low)) /
                (DICE_TENTH * (high - low));
    return t->sum ? white : white * (96 - spent) / 96; /* a lead that comes to nothing is a draw */
}

static int worth(const struct ochre_setup *setup, const void *node)
{
    const struct dice_core *core = node;
    const struct dice_tables *t = dice_tables(setup);
    int white = dice_worth(t, core, dice_judgement_of(t));
    return core->side == 0 ? white : -white;
}

const struct ochre_duel dice_duel = {
    .suits = suits,
    .side_of = side_of,
    .key = key,
    .past = past,
    .clock = clock_of,
    .past_key = past_key,
    .is_over = is_over,
    .repeated = repeated,
    .moves = moves,
    .play = play,
    .pass = pass,
    .worth = worth,
};
