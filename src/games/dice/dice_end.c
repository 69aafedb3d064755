/* dice_end.c: clocks, history and the end of a play (docs/rules/dice.md, 3.8). */
#include "games/dice/dice_board.h"

/* 3.8.6: the limit shrinks for one unit each. */
uint16_t dice_clock_limit(const struct dice_tables *t, const struct dice_core *core)
{
    bool is_duel = bits_count(core->alive) == 2 && dice_total(t, core) == 2;
    return is_duel && t->np > DICE_DUEL_LIMIT ? DICE_DUEL_LIMIT : t->np;
}

/* A drawn end: shared by the living, or with adj=sum won by the largest sum. */
void dice_end_drawn(const struct dice_tables *t, struct dice_core *core, enum dice_end how)
{
    assert(how == END_REPETITION || how == END_NO_PROGRESS);
    core->end = (uint8_t)how;
    core->named = core->alive;
    if (!t->sum)
        return;
    int best = 0;
    for (int colour = 0; colour < t->colours; colour++) {
        int units;
        int sum = dice_sum(t, core, colour, &units);
        if (sum > best) {
            best = sum;
            core->named = 0;
        }
        if (sum == best && units)
            core->named |= (uint8_t)(1 << colour);
    }
    assert((core->named & ~core->alive) == 0);
    if ((core->named & (core->named - 1)) == 0)
        core->end = END_SUM;
}

/* 3.8.3, 3.8.4: fewer than two colours have units. `before` are those that had some. */
void dice_end_decided(struct dice_core *core, uint8_t before)
{
    assert(dice_is_decided(core) && before != 0);
    core->end = core->alive ? END_ELIMINATION : END_EXTINCTION;
    core->named = core->alive ? core->alive : before;
}

static void clear_history(struct dice_state *s)
{
    memset(s->keys, 0, s->core.seen * sizeof s->keys[0]);
    s->core.seen = 0;
}

/* 3.8.5: has this position been seen twice before? The side is the same again after as many turns as colours live. */
static bool is_third_time(const struct dice_tables *t, const struct dice_state *s, uint64_t key)
{
    int times = 0;
    int round = t->colours == 2 ? 2 : bits_count(s->core.alive);
    assert(round >= 2);
    for (int i = s->core.seen - 2 * round; i >= 0; i -= round)
        times += s->keys[i] == key;
    return times >= 2;
}

void dice_end_quiet_turn(const struct dice_tables *t, struct dice_state *s)
{
    struct dice_core *core = &s->core;
    assert(!dice_is_decided(core)); /* nothing has left the board */
    core->clock++;
    core->side = dice_next_side(t, core);
    uint64_t key = dice_position_key(core);
    if (is_third_time(t, s, key))
        dice_end_drawn(t, core, END_REPETITION);
    else if (core->clock >= core->limit)
        dice_end_drawn(t, core, END_NO_PROGRESS);
    else
        s->keys[core->seen++] = key;
    assert(core->seen <= t->np); /* that many keys are in the state */
}

void dice_end_progress_turn(const struct dice_tables *t, struct dice_state *s, uint8_t before)
{
    struct dice_core *core = &s->core;
    core->clock = 0;
    core->side = dice_next_side(t, core);
    clear_history(s);
    core->limit = dice_clock_limit(t, core);
    if (dice_is_decided(core))
        dice_end_decided(core, before);
    else
        s->keys[core->seen++] = dice_position_key(core);
}

void dice_settle(const struct dice_tables *t, struct dice_state *s)
{
    struct dice_core *core = &s->core;
    clear_history(s);
    core->end = END_NONE;
    core->named = 0;
    core->limit = dice_clock_limit(t, core);
    if (dice_is_decided(core))
        dice_end_decided(core, (uint8_t)((1 << t->colours) - 1));
    else if (core->clock >= core->limit)
        dice_end_drawn(t, core, END_NO_PROGRESS);
    else
        s->keys[core->seen++] = dice_position_key(core);
}
