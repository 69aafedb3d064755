/* dice_rules.c: what is agreed, where the units stand at first, and turns (docs/rules/dice.md, sections 1 to 3). How
 * units move stands in dice_board.c and dice_wide.c, how a play ends in dice_end.c. */
#include "games/dice/dice_board.h"

/* ---- compile ---- */

/* 3.7: the colours for which a square lies beyond the middle. */
static uint8_t crossed_by(const struct dice_tables *t, int square)
{
    int half = (t->n + 1) / 2;
    int file = square % t->n + 1;
    int rank = square / t->n + 1;
    bool north = rank > half;
    bool south = rank <= t->n - half;
    bool east = file > half;
    bool west = file <= t->n - half;
    if (t->mode == MODE_TWO)
        return (uint8_t)(north | south << 1);
    if (t->mode == MODE_TEAMS)
        return (uint8_t)(((north && west) || (south && east)) | ((north && east) || (south && west)) << 1);
    return (uint8_t)((north || east) | (south || east) << 1 | (south || west) << 2 | (north || west) << 3);
}

/* A list this long is enough for any position: U own units against E others have at most U * (4 * (F - 2 + E) + 1)
 * turns when captures give the right, and U * (4 * F + 1) otherwise. */
static uint32_t longest_list(const struct dice_tables *t)
{
    int longest = 0;
    for (int own = 1; own <= t->squares; own++) {
        int others = t->squares - own;
        int each = t->faces;
        if (t->martyr != MARTYR_OFF && t->faces - 2 + others > each)
            each = t->faces - 2 + others;
        if (own * (4 * each + 1) > longest)
            longest = own * (4 * each + 1);
    }
    return (uint32_t)longest + 8; /* runs are written eight at a time */
}

/* Seats and mode must fit; what was not said follows from the other (2). */
static int agree_mode(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    struct ochre_option_value *mode = &setup->option[DICE_MODE];
    if (!terms->given[DICE_MODE] && setup->seats == 4) {
        mode->number = MODE_TEAMS;
        struct ochre_text word = text_on(mode->word, sizeof mode->word);
        text_add(&word, "4t");
    }
    int seats = mode->number == MODE_TWO ? 2 : 4;
    if (terms->seats == 0)
        setup->seats = seats;
    if (setup->seats != seats)
        return error_set(error, "", "mode {0} is for {1} seats, not for {2}", mode->word, NUM(seats),
                         NUM(setup->seats));
    if (mode->number == MODE_ALONE && !terms->given[DICE_NP]) {
        struct ochre_text word = text_on(setup->option[DICE_NP].word, sizeof setup->option[DICE_NP].word);
        setup->option[DICE_NP].number = 200;
        text_add(&word, "200");
    }
    if (setup->option[DICE_FIRST].number < FIRST_RANDOM && setup->option[DICE_FIRST].number >= setup->seats)
        return error_set(error, "1.5", "option first: there is no seat {0} among {1}", setup->option[DICE_FIRST].word,
                         NUM(setup->seats));
    if (json_there(terms->position) || mode->number == MODE_TWO)
        return 0;
    if (setup->option[DICE_SIZE].number == DICE_SIZE_MIN)
        return error_set(error, "", "four armies do not fit on size 6 (expected size 7 to 10, or a position)");
    if (setup->option[DICE_SETUP].number != SETUP_CLASSIC)
        return error_set(error, "", "setup=ranks is for two players (mode {0} was asked for)", mode->word);
    return 0;
}

static int compile(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    if (agree_mode(setup, terms, error) < 0)
        return -1;
    struct dice_tables *t = (struct dice_tables *)setup->tables;
    const struct ochre_option_value *option = setup->option;
    *t = (struct dice_tables){
        .n = (uint8_t)option[DICE_SIZE].number,
        .squares = (uint8_t)(option[DICE_SIZE].number * option[DICE_SIZE].number),
        .mode = (uint8_t)option[DICE_MODE].number,
        .colours = option[DICE_MODE].number == MODE_ALONE ? 4 : 2,
        .faces = (uint8_t)option[DICE_FACES].number,
        .martyr = (uint8_t)option[DICE_MARTYR].number,
        .setup = (uint8_t)option[DICE_SETUP].number,
        .ally = option[DICE_ALLY].number == ALLY_ON,
        .chain = option[DICE_CHAIN].number == CHAIN_ON,
        .sum = option[DICE_ADJ].number == ADJ_SUM,
        .np = (uint16_t)option[DICE_NP].number,
    };
    t->reach = t->faces < t->n - 1 ? t->faces : (uint8_t)(t->n - 1);
    t->planes = 4u * t->reach + 1;
    t->stage = t->squares * t->planes;
    t->by_planes = UINT32_MAX / t->planes + 1;
    t->by_reach = UINT32_MAX / t->reach + 1;
    assert((t->stage - 1ull) * t->by_planes >> 32 == t->squares - 1u); /* the reciprocal is exact to the last number */
    assert((t->planes - 2ull) * t->by_reach >> 32 == 3);
    for (int square = 0; square < t->squares; square++)
        t->crossed[square] = crossed_by(t, square);
    if (!dice_is_wide(t))
        dice_board_tables(t);

    setup->actions = t->stage * (1u + t->squares);
    bool is_told = json_there(terms->position) && !json_is(json_get(terms->position, "phase"), "LOTS");
    bool is_drawn = option[DICE_FIRST].number == FIRST_RANDOM && !is_told; /* else it says whose turn it is */
    setup->chance_actions = is_drawn ? (uint32_t)setup->seats : 0;
    setup->legal_max = longest_list(t);
    assert(setup->legal_max <= DICE_LIST_MAX);
    setup->state_size = (uint32_t)(sizeof(struct dice_state) + t->np * sizeof(uint64_t));
    setup->search_size = sizeof(struct dice_core);
    setup->observe_size = dice_observe_size(t);
    setup->moves_max = (uint32_t)t->squares * t->np + is_drawn; /* every progress takes a unit off the board */
    return 0;
}

/* ---- start (1.3, 1.4) ---- */

/* Two armies: 1s in front, behind them 2s or the later edition's ranks. */
static void place_rows(const struct dice_tables *t, struct dice_core *core)
{
    int n = t->n;
    for (int file = 0; file < n; file++) {
        int edge = file < n - 1 - file ? file : n - 1 - file;
        int back = t->setup == SETUP_RANKS ? 2 + edge : 2;
        back = back < t->faces ? back : t->faces;
        dice_put(t, core, file, dice_make_unit(0, back, false, false));
        dice_put(t, core, n + file, dice_make_unit(0, 1, false, false));
        dice_put(t, core, (n - 1) * n + file, dice_make_unit(1, back, false, false));
        dice_put(t, core, (n - 2) * n + file, dice_make_unit(1, 1, false, false));
    }
}

/* Four armies in the corners: a block of 3x3 without its innermost square, clockwise from the south-west. */
static void place_corners(const struct dice_tables *t, struct dice_core *core)
{
    int n = t->n;
    for (int seat = 0; seat < 4; seat++)
        for (int x = 0; x < 3; x++)
            for (int y = 0; y < 3; y++) {
                if (x == 2 && y == 2)
                    continue;
                int file = seat == 0 || seat == 1 ? x : n - 1 - x;
                int rank = seat == 0 || seat == 3 ? y : n - 1 - y;
                int value = x == 2 || y == 2 ? 1 : 2;
                int colour = dice_colour_of_seat(t, seat);
                dice_put(t, core, rank * n + file, dice_make_unit(colour, value, false, false));
            }
}

/* 1.5: turns are counted as if those who sit before the beginner had had theirs, so that partners (3.1) go on
 * clockwise. */
static void begin_with(const struct dice_tables *t, struct dice_state *s, int seat)
{
    s->core.turn = (uint32_t)seat + 1;
    s->core.side = (uint8_t)dice_colour_of_seat(t, seat);
    dice_settle(t, s);
    assert(s->core.end || dice_seat_to_move(t, &s->core) == seat);
}

static void start(const struct ochre_setup *setup, struct ochre_state *state)
{
    const struct dice_tables *t = dice_tables(setup);
    struct dice_state *s = dice(state);
    int first = setup->option[DICE_FIRST].number;
    memset(state->bytes, 0, setup->state_size);
    if (t->mode == MODE_TWO)
        place_rows(t, &s->core);
    else
        place_corners(t, &s->core);
    if (first == FIRST_RANDOM)
        dice_settle(t, s);
    else
        begin_with(t, s, first);
    assert(!s->core.end && s->core.seen == 1);
}

/* ---- turns ---- */

static ochre_seats pending(const struct ochre_setup *setup, const struct ochre_state *state)
{
    const struct dice_core *core = &dice_of(state)->core;
    return (ochre_seats)(core->end ? 0 : SEAT_BIT(dice_seat_to_move(dice_tables(setup), core)));
}

/* 1.5: everybody who has units may be drawn, with the same odds. */
static int list_lots(const struct ochre_setup *setup, const struct dice_core *core, ochre_action *out)
{
    int count = 0;
    for (int seat = 0; seat < setup->seats; seat++)
        if (bits_has(core->alive, dice_colour_of_seat(dice_tables(setup), seat)))
            out[count++] = (ochre_action)seat;
    return count;
}

static int legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out)
{
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = &dice_of(state)->core;
    if (core->end || seat != dice_seat_to_move(t, core))
        return 0;
    if (seat == OCHRE_CHANCE)
        return list_lots(setup, core, out);
    int count = dice_list(t, core, out);
    assert(count > 0 && (uint32_t)count <= setup->legal_max); /* a unit can always rotate */
    return count;
}

/* The turn as events, from the board before it. */
static void tell_turn(const struct dice_tables *t, const struct dice_core *core, ochre_action action,
                      struct ochre_journal *journal)
{
    struct dice_move move = dice_move_of(t, core, action);
    dice_unit unit = dice_unit_at(t, core, move.from);
    int side = core->side;
    assert(unit && dice_owner(unit) == side && move.to >= 0);
    if (move.kind == MOVE_ROTATE) {
        journal_tell(journal, DICE_ROTATED, side, move.from, unit, !dice_is_diagonal(unit));
        return;
    }
    dice_unit prey = dice_unit_at(t, core, move.to);
    if (!prey) {
        journal_tell(journal, DICE_SLID, side, move.from, move.to, unit);
        return;
    }
    int value = dice_grown(t, dice_value(unit), move.kind == MOVE_ALLY);
    if (move.kind == MOVE_ALLY) {
        journal_tell(journal, DICE_ALLIED, side, move.from, move.to, value);
        return;
    }
    journal_tell(journal, DICE_CAPTURED, side, move.from, move.to, unit, prey, value);
    if (move.target >= 0)
        journal_tell(journal, t->martyr == MARTYR_SWAP ? DICE_SWAPPED : DICE_MARTYRED, side, move.to, move.target,
                     dice_unit_at(t, core, move.target));
    else if (dice_has_right(t, unit) && dice_has_choice(t, core))
        journal_tell(journal, DICE_RENOUNCED, side, move.to, t->faces);
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

static void apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                  struct ochre_journal *journal)
{
    const struct dice_tables *t = dice_tables(setup);
    struct dice_state *s = dice(state);
    assert(!s->core.end && seat == dice_seat_to_move(t, &s->core));
    if (seat == OCHRE_CHANCE) {
        assert(action < setup->chance_actions);
        begin_with(t, s, (int)action);
        journal_tell(journal, DICE_DRAWN, (int)action);
        return;
    }
    assert(action < setup->actions);
    if (journal)
        tell_turn(t, &s->core, action, journal);
    uint8_t before = s->core.alive;
    bool is_progress = dice_play(t, &s->core, action);
    s->core.turn++;
    if (is_progress)
        dice_end_progress_turn(t, s, before);
    else
        dice_end_quiet_turn(t, s);
    assert(s->core.end ? s->core.named != 0 : bits_has(s->core.alive, s->core.side));
    if (journal)
        tell_end(&s->core, before, journal);
}

/* 3.8.7: of four alone the units are taken off the board, and the clock becomes 0. */
static void take_away(const struct dice_tables *t, struct dice_core *core, int colour)
{
    for (int square = 0; square < t->squares; square++) {
        dice_unit unit = dice_unit_at(t, core, square);
        if (unit && dice_owner(unit) == colour)
            dice_put(t, core, square, 0);
    }
    core->clock = 0;
    if (core->side == colour)
        core->side = dice_next_side(t, core);
}

/* 3.8.7: with two colours to leave is to lose, and the board stays as it is; four alone play on without. */
static void leave(const struct ochre_setup *setup, struct ochre_state *state, int seat, struct ochre_journal *journal)
{
    const struct dice_tables *t = dice_tables(setup);
    struct dice_state *s = dice(state);
    struct dice_core *core = &s->core;
    assert(seat >= 0 && seat < setup->seats);
    int colour = dice_colour_of_seat(t, seat);
    if (core->end || !(core->alive >> colour & 1))
        return;
    journal_tell(journal, DICE_LEFT, seat, colour);
    if (t->mode == MODE_ALONE) {
        take_away(t, core, colour);
        dice_settle(t, s);
    }
    unsigned others = core->alive & ~(1u << colour);
    if ((others & (others - 1)) == 0) {
        core->end = END_RESIGNED;
        core->named = (uint8_t)others;
    }
    assert(!core->end || core->named != 0);
    if (core->end)
        journal_tell(journal, DICE_ENDED, core->end, core->named);
}

const struct ochre_rules dice_rules = {
    .compile = compile,
    .start = start,
    .pending = pending,
    .legal = legal,
    .apply = apply,
    .standing = dice_standing,
    .outcome = dice_outcome,
    .leave = leave,
    .check = dice_check,
};
