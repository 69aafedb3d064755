/* dice_rules.c: turns, their end and the end of the play (docs/rules/dice.md, section 3). How units move stands
 * in dice_board.c and dice_wide.c. */
#include <assert.h>

#include "games/dice/dice.h"

int dice_square_towards(const struct dice_rules *rules, int square, bool is_diagonal, int direction, int steps)
{
    static const int8_t files[2][4] = {{0, 1, 0, -1}, {1, 1, -1, -1}};
    static const int8_t ranks[2][4] = {{1, 0, -1, 0}, {1, -1, -1, 1}};
    int file = square % rules->n + files[is_diagonal][direction] * steps;
    int rank = square / rules->n + ranks[is_diagonal][direction] * steps;
    if (file < 0 || file >= rules->n || rank < 0 || rank >= rules->n)
        return -1;
    return rank * rules->n + file;
}

struct dice_move dice_move_of(const struct dice_rules *rules, const struct dice_core *core, ochre_action action)
{
    int s = (int)(action % rules->stage);
    int plane = s % (int)rules->planes;
    struct dice_move move = {.from = s / (int)rules->planes, .target = (int)(action / rules->stage) - 1};
    move.is_rotation = plane == (int)rules->planes - 1;
    if (move.is_rotation) {
        move.to = move.from;
        return move;
    }
    bool is_diagonal = unit_is_diagonal(dice_unit_at(rules, core, move.from));
    move.steps = plane % rules->reach + 1;
    move.to = dice_square_towards(rules, move.from, is_diagonal, plane / rules->reach, move.steps);
    return move;
}

bool dice_has_right(const struct dice_rules *rules, dice_unit unit)
{
    return rules->martyr != MARTYR_OFF && !unit_is_ally(unit) && unit_value(unit) == rules->faces - 1;
}

int dice_seat_to_move(const struct dice_rules *rules, const struct dice_core *core)
{
    if (rules->mode != MODE_TEAMS)
        return core->side;
    uint32_t round = (core->turn + 1) / 2; /* 3.1: partners take turns */
    return core->side + (round % 2 ? 0 : 2);
}

int dice_colour_of_seat(const struct dice_rules *rules, int seat)
{
    return rules->mode == MODE_TEAMS ? seat & 1 : seat;
}

int dice_sum(const struct dice_rules *rules, const struct dice_core *core, int colour, int *units)
{
    int sum = 0;
    *units = 0;
    if (!dice_is_wide(rules))
        return dice_board_sum(core, colour, units);
    for (int square = 0; square < rules->squares; square++) {
        dice_unit unit = dice_unit_at(rules, core, square);
        if (unit && unit_owner(unit) == colour) {
            sum += unit_value(unit);
            ++*units;
        }
    }
    return sum;
}

/* ---- ends (3.8) ---- */

/* 3.8.6: the limit shrinks for one unit each. */
uint16_t dice_clock_limit(const struct dice_rules *rules, const struct dice_core *core)
{
    bool is_duel = dice_set_count(core->alive) == 2 && dice_total(rules, core) == 2;
    return is_duel && rules->np > DICE_DUEL_LIMIT ? DICE_DUEL_LIMIT : rules->np;
}

/* A drawn end: shared by the living, or with adj=sum won by the largest sum. */
void dice_end_drawn(const struct dice_rules *rules, struct dice_core *core, enum dice_end how)
{
    core->end = (uint8_t)how;
    core->named = core->alive;
    if (!rules->sum)
        return;
    int best = 0;
    for (int colour = 0; colour < rules->colours; colour++) {
        int units;
        int sum = dice_sum(rules, core, colour, &units);
        if (sum > best) {
            best = sum;
            core->named = 0;
        }
        if (sum == best && units)
            core->named |= (uint8_t)(1 << colour);
    }
    if ((core->named & (core->named - 1)) == 0)
        core->end = END_SUM;
}

/* 3.8.3, 3.8.4: fewer than two colours have units. `before` are those that had some. */
void dice_end_decided(struct dice_core *core, uint8_t before)
{
    core->end = core->alive ? END_ELIMINATION : END_EXTINCTION;
    core->named = core->alive ? core->alive : before;
}

static bool is_decided(const struct dice_core *core)
{
    return (core->alive & (core->alive - 1)) == 0;
}

static void clear_history(struct dice_state *s)
{
    memset(s->keys, 0, s->core.seen * sizeof s->keys[0]);
    s->core.seen = 0;
}

/* 3.8.5: has this position been seen twice before? The side is the same again after as many turns as colours live. */
static bool is_third_time(const struct dice_state *s, uint64_t key)
{
    int times = 0;
    int round = dice_set_count(s->core.alive);
    for (int i = s->core.seen - 2 * round; i >= 0; i -= round)
        times += s->keys[i] == key;
    return times >= 2;
}

static void end_quiet_turn(const struct dice_rules *rules, struct dice_state *s)
{
    struct dice_core *core = &s->core;
    core->clock++;
    core->side = dice_next_side(rules, core);
    uint64_t key = dice_position_key(core);
    if (is_third_time(s, key))
        dice_end_drawn(rules, core, END_REPETITION);
    else if (core->clock >= core->limit)
        dice_end_drawn(rules, core, END_NO_PROGRESS);
    else
        s->keys[core->seen++] = key;
}

static void end_progress_turn(const struct dice_rules *rules, struct dice_state *s, uint8_t before)
{
    struct dice_core *core = &s->core;
    core->clock = 0;
    core->side = dice_next_side(rules, core);
    clear_history(s);
    core->limit = dice_clock_limit(rules, core);
    if (is_decided(core))
        dice_end_decided(core, before);
    else
        s->keys[core->seen++] = dice_position_key(core);
}

void dice_settle(const struct dice_rules *rules, struct dice_state *s)
{
    struct dice_core *core = &s->core;
    core->end = END_NONE;
    core->named = 0;
    core->limit = dice_clock_limit(rules, core);
    if (is_decided(core))
        dice_end_decided(core, (uint8_t)((1 << rules->colours) - 1));
    else if (core->clock >= core->limit)
        dice_end_drawn(rules, core, END_NO_PROGRESS);
    else
        s->keys[core->seen++] = dice_position_key(core);
}

/* ---- start (1.3, 1.4) ---- */

/* Two armies: 1s in front, behind them 2s or the later edition's ranks. */
static void place_rows(const struct dice_rules *rules, struct dice_core *core)
{
    int n = rules->n;
    for (int file = 0; file < n; file++) {
        int edge = file < n - 1 - file ? file : n - 1 - file;
        int back = rules->setup == SETUP_RANKS ? 2 + edge : 2;
        back = back < rules->faces ? back : rules->faces;
        dice_put(rules, core, file, unit_make(0, back, false, false));
        dice_put(rules, core, n + file, unit_make(0, 1, false, false));
        dice_put(rules, core, (n - 1) * n + file, unit_make(1, back, false, false));
        dice_put(rules, core, (n - 2) * n + file, unit_make(1, 1, false, false));
    }
}

/* Four armies in the corners: a block of 3x3 without its innermost square, clockwise from the south-west. */
static void place_corners(const struct dice_rules *rules, struct dice_core *core)
{
    int n = rules->n;
    for (int seat = 0; seat < 4; seat++)
        for (int x = 0; x < 3; x++)
            for (int y = 0; y < 3; y++) {
                if (x == 2 && y == 2)
                    continue;
                int file = seat == 0 || seat == 1 ? x : n - 1 - x;
                int rank = seat == 0 || seat == 3 ? y : n - 1 - y;
                int value = x == 2 || y == 2 ? 1 : 2;
                int colour = dice_colour_of_seat(rules, seat);
                dice_put(rules, core, rank * n + file, unit_make(colour, value, false, false));
            }
}

void dice_start(const struct ochre_setup *setup, struct ochre_state *state)
{
    const struct dice_rules *rules = dice_rules_of(setup);
    struct dice_state *s = dice(state);
    memset(state->bytes, 0, setup->state_size);
    s->core.turn = 1;
    if (rules->mode == MODE_TWO)
        place_rows(rules, &s->core);
    else
        place_corners(rules, &s->core);
    dice_settle(rules, s);
}

/* ---- turns ---- */

ochre_seats dice_pending(const struct ochre_setup *setup, const struct ochre_state *state)
{
    const struct dice_core *core = &dice_of(state)->core;
    return (ochre_seats)(core->end ? 0 : SEAT_BIT(dice_seat_to_move(dice_rules_of(setup), core)));
}

int dice_legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out)
{
    const struct dice_rules *rules = dice_rules_of(setup);
    const struct dice_core *core = &dice_of(state)->core;
    if (core->end || seat != dice_seat_to_move(rules, core))
        return 0;
    return dice_list(rules, core, out);
}

/* The turn as events, from the board before it. */
static void tell_turn(const struct dice_rules *rules, const struct dice_core *core, ochre_action action,
                      struct ochre_journal *journal)
{
    struct dice_move move = dice_move_of(rules, core, action);
    dice_unit unit = dice_unit_at(rules, core, move.from);
    int side = core->side;
    if (move.is_rotation) {
        journal_tell(journal, DICE_ROTATED, side, move.from, unit, !unit_is_diagonal(unit));
        return;
    }
    dice_unit prey = dice_unit_at(rules, core, move.to);
    if (!prey) {
        journal_tell(journal, DICE_SLID, side, move.from, move.to, unit);
        return;
    }
    if (unit_owner(prey) == side) {
        int value = 2 * unit_value(unit) < rules->faces ? 2 * unit_value(unit) : rules->faces;
        journal_tell(journal, DICE_ALLIED, side, move.from, move.to, value);
        return;
    }
    int value = unit_value(unit) + 1 < rules->faces ? unit_value(unit) + 1 : rules->faces;
    journal_tell(journal, DICE_CAPTURED, side, move.from, move.to, unit, prey, value);
    if (move.target >= 0)
        journal_tell(journal, rules->martyr == MARTYR_SWAP ? DICE_SWAPPED : DICE_MARTYRED, side, move.to, move.target,
                     dice_unit_at(rules, core, move.target));
    else if (dice_has_right(rules, unit) && dice_total(rules, core) > 2) {
        int own;
        dice_sum(rules, core, side, &own);
        if (dice_total(rules, core) - own > 1) /* 3.5: there was another enemy unit to ask for */
            journal_tell(journal, DICE_RENOUNCED, side, move.to, rules->faces);
    }
}

/* Who is out, and how it ended. */
static void tell_end(const struct dice_core *core, uint8_t before, struct ochre_journal *journal)
{
    for (int colour = 0; colour < DICE_COLOURS; colour++)
        if ((before & ~core->alive) >> colour & 1)
            journal_tell(journal, DICE_BEATEN, colour);
    if (core->end)
        journal_tell(journal, DICE_ENDED, core->end, core->named);
}

void dice_apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                struct ochre_journal *journal)
{
    const struct dice_rules *rules = dice_rules_of(setup);
    struct dice_state *s = dice(state);
    assert(!s->core.end && seat == dice_seat_to_move(rules, &s->core));
    (void)seat;
    if (journal)
        tell_turn(rules, &s->core, action, journal);
    uint8_t before = s->core.alive;
    bool is_progress = dice_play(rules, &s->core, action);
    s->core.turn++;
    if (is_progress)
        end_progress_turn(rules, s, before);
    else
        end_quiet_turn(rules, s);
    if (journal)
        tell_end(&s->core, before, journal);
}

/* 3.8.7: the colour's units are taken off the board and the clock becomes 0; with two colours that loses the play. */
void dice_leave(const struct ochre_setup *setup, struct ochre_state *state, int seat, struct ochre_journal *journal)
{
    const struct dice_rules *rules = dice_rules_of(setup);
    struct dice_state *s = dice(state);
    struct dice_core *core = &s->core;
    int colour = dice_colour_of_seat(rules, seat);
    if (core->end || !(core->alive >> colour & 1))
        return;
    for (int square = 0; square < rules->squares; square++) {
        dice_unit unit = dice_unit_at(rules, core, square);
        if (unit && unit_owner(unit) == colour)
            dice_put(rules, core, square, 0);
    }
    journal_tell(journal, DICE_LEFT, seat, colour);
    core->clock = 0;
    if (core->side == colour)
        core->side = dice_next_side(rules, core);
    clear_history(s);
    dice_settle(rules, s);
    if (core->end)
        journal_tell(journal, DICE_ENDED, core->end, core->named);
}

/* ---- results ---- */

static const char *const reasons[] = {
    [END_ELIMINATION] = N_("all enemy units are off the board"),
    [END_SUM] = N_("the largest sum of values decides"),
    [END_REPETITION] = N_("the position occurred for the third time"),
    [END_NO_PROGRESS] = N_("too many turns without progress"),
    [END_EXTINCTION] = N_("nobody has a unit left"),
};

void dice_standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    const struct dice_rules *rules = dice_rules_of(setup);
    *out = (struct ochre_outcome){.part_name = {N_("sum of values")}};
    for (int seat = 0; seat < setup->seats; seat++) {
        int units;
        out->score[seat] = out->part[seat][0] =
            dice_sum(rules, &dice_of(state)->core, dice_colour_of_seat(rules, seat), &units);
    }
}

void dice_outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    const struct dice_rules *rules = dice_rules_of(setup);
    const struct dice_core *core = &dice_of(state)->core;
    assert(core->end);
    dice_standing(setup, state, out);
    out->reason = reasons[core->end];
    int sharing = dice_set_count(core->named);
    for (int seat = 0; seat < setup->seats; seat++) {
        bool is_named = core->named >> dice_colour_of_seat(rules, seat) & 1;
        out->payoff[seat] = is_named ? 1.0F / (float)sharing : 0.0F; /* 3.8.8 */
        out->rank[seat] = 1;
        if (is_named)
            out->winners |= SEAT_BIT(seat);
    }
    for (int seat = 0; seat < setup->seats; seat++)
        if (!seats_has(out->winners, seat))
            out->rank[seat] = 1 + dice_set_count(out->winners);
}
