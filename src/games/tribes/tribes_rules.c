/* tribes_rules.c: the doors of the rules: the terms, start, who is asked, what is legal, what a move does. Set-up,
 * agenda, events and achievements have files of their own. */
#include <assert.h>

#include "games/tribes/tribes.h"

/* ---- before play ---- */

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* The moves one effect may take at most, chance included. */
static uint32_t moves_of_effect(const struct tribes_tables *t, const struct tribes_effect *effect)
{
    if (effect->kind == TRIBES_PERFORM)
        return 2u * t->track[effect->what].value[t->top];
    return effect->kind == TRIBES_DRAW_LAND ? 2u * effect->n : effect->n;
}

/* The moves of the longest turn: a tile and its action (lift and drop, draw and lay: two moves each), an achievement
 * (mode, two wild tiles, two things turned up), or an event for all seats. */
static uint32_t moves_of_turn(const struct tribes_tables *t, uint32_t seats)
{
    uint32_t most = 5;
    for (int deed = 0; deed < 3; deed++)
        most = larger(most, 1 + 2u * t->track[deed].value[t->top]);
    for (int i = 0; i < TRIBES_EVENTS; i++) {
        uint32_t moves = 0;
        for (int c = 0; c < t->event[i].clause_count; c++) {
            const struct tribes_clause *clause = &t->event[i].clause[c];
            uint32_t one = moves_of_effect(t, &clause->effect);
            for (int option = 0; option < clause->pick_count; option++)
                one = larger(one, 1 + moves_of_effect(t, &clause->pick[option]));
            moves += seats * one;
        }
        most = larger(most, moves);
    }
    return 1 + most;
}

/* Puts the pack's file in front of what is wrong with it. */
static int name_file(const char *file, struct ochre_error *error)
{
    error_put_before(error, file ? file : "the pack");
    return -1;
}

static int compile(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    struct tribes_tables *t = (struct tribes_tables *)setup->tables;
    uint32_t seats = (uint32_t)setup->seats;
    uint32_t limit = (uint32_t)setup->option[TRIBES_ROUND_LIMIT].number;
    const struct ochre_option_value *first = &setup->option[TRIBES_FIRST];
    if (first->number < TRIBES_FIRST_RANDOM && first->number >= setup->seats)
        return error_set(error, "A1", "option first: there is no seat {0} among {1}", first->word, NUM(setup->seats));
    if (tribes_read_pack(t, json_root(&setup->pack->doc), error) < 0)
        return name_file(setup->pack->file, error);
    if (tribes_replace_events(t, json_get(terms->position, "pack_events"), error) < 0)
        return -1;
    tribes_compile_land(t);
    setup->actions = TRIBES_ACTIONS;
    setup->chance_actions = TRIBES_OUTCOMES;
    setup->legal_max = TRIBES_LEGAL_MAX;
    setup->state_size = sizeof(struct tribes_state);
    setup->observe_size = (uint32_t)(setup->seats * TRIBES_PLANES_SEAT + TRIBES_PLANES_TABLE);
    setup->moves_max = 1 + seats * (51 + 2) + TRIBES_ACTION_TILES + TRIBES_COLUMNS +
                       (limit ? limit : TRIBES_ROUNDS_MAX) * seats * moves_of_turn(t, seats);
    return 0;
}

static void start(const struct ochre_setup *setup, struct ochre_state *state)
{
    const struct tribes_tables *t = tribes_tables(setup);
    struct tribes_state *s = tribes_in(state);
    assert(setup->seats >= 2 && setup->seats <= OCHRE_SEATS_MAX);
    memset(state->bytes, 0, setup->state_size);
    for (int seat = 0; seat < setup->seats; seat++) { /* 2.3 */
        struct tribes_seat *p = &s->seat[seat];
        p->reserve = t->start_members;
        p->shells = t->start_shells;
        p->arrow = true;
    }
    int first = setup->option[TRIBES_FIRST].number;
    if (first == TRIBES_FIRST_RANDOM)
        s->first = TRIBES_NONE;
    else
        tribes_set_first(setup, s, first);
    s->box = (uint8_t)(TRIBES_SHELLS - setup->seats * t->start_shells);
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++) {
        s->tiles[resource] = s->bag[resource] = t->resource[resource].count;
        s->bag_count = (uint8_t)(s->bag_count + s->bag[resource]);
    }
    memset(s->board, TRIBES_NONE, sizeof s->board);
    s->unseen_boards = (1u << TRIBES_BOARDS) - 1;
    s->unseen_events = (1u << TRIBES_EVENTS) - 1;
    s->lifted = s->tile = s->slot = TRIBES_NONE;
    s->round = 1;
    s->decision = TRIBES_AT_SETUP;
    s->left = 1;
}

static ochre_seats pending(const struct ochre_setup *setup, const struct ochre_state *state)
{
    (void)setup;
    const struct tribes_state *s = tribes_of(state);
    assert(s->decision < TRIBES_DECISIONS && s->actor < setup->seats);
    if (s->decision <= TRIBES_AT_REVEAL)
        return SEAT_BIT(OCHRE_CHANCE);
    if (s->decision == TRIBES_AT_OVER)
        return 0;
    return SEAT_BIT(s->actor);
}

/* ---- what is legal ---- */

/* base + cell for every cell, ascending. */
static int list_cells(uint64_t cells, int base, ochre_action *out, int count)
{
    for (; cells; cells &= cells - 1)
        out[count++] = (ochre_action)(base + bits_first(cells));
    return count;
}

static int list_bits(uint32_t bits, int base, ochre_action *out)
{
    return list_cells(bits, base, out, 0);
}

static int list_range(int first, int many, ochre_action *out)
{
    for (int i = 0; i < many; i++)
        out[i] = (ochre_action)(first + i);
    return many;
}

/* 2.2, 5.1: what chance may do in set-up. */
static int list_setup(const struct ochre_setup *setup, const struct tribes_state *s, ochre_action *out)
{
    int count = 0;
    if (s->first == TRIBES_NONE)
        return list_range(TRIBES_LOT, setup->seats, out);
    if (s->turn < setup->seats) {
        for (int resource = 0; resource < TRIBES_RESOURCES; resource++)
            if (s->bag[resource])
                out[count++] = (ochre_action)(TRIBES_DRAWN + resource);
        return count;
    }
    if (s->row_count < TRIBES_ACTION_TILES) {
        uint32_t free = (1u << TRIBES_ACTION_TILES) - 1;
        for (int i = 0; i < s->row_count; i++)
            free &= ~(1u << s->row[i]);
        return list_bits(free, TRIBES_LINED, out);
    }
    return list_bits(s->unseen_boards & tribes_tables(setup)->boards_of[0], TRIBES_BOARD, out);
}

APART static int list_chance(const struct ochre_setup *setup, const struct tribes_state *s, ochre_action *out)
{
    const struct tribes_tables *t = tribes_tables(setup);
    if (s->decision == TRIBES_AT_SETUP)
        return list_setup(setup, s, out);
    assert(s->decision == TRIBES_AT_DRAW || s->slot < TRIBES_SLOTS);
    int epoch = s->slot / TRIBES_COLUMNS;
    if (s->decision == TRIBES_AT_REVEAL && (s->reveals & TRIBES_BOARD_DUE))
        return list_bits(s->unseen_boards & t->boards_of[epoch + 1], TRIBES_BOARD, out);
    if (s->decision == TRIBES_AT_REVEAL)
        return list_bits(s->unseen_events & t->events_of[epoch], TRIBES_EVENT, out);
    int count = 0;
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++)
        if (s->bag[resource])
            out[count++] = (ochre_action)(TRIBES_DRAWN + resource);
    return count;
}

/* How many tiles of the row the seat on turn may take. */
static int takes(const struct tribes_state *s)
{
    int shells = s->seat[s->turn].shells;
    return s->row_count <= shells ? s->row_count : shells + 1; /* 4.3 */
}

/* 4.5: any land may be entered, exhausted or not, inhabited or not (A19). */
APART static int list_steps(const struct tribes_tables *t, const struct tribes_seat *p, ochre_action *out)
{
    ochre_action *first = out;
    *out++ = TRIBES_DO_STOP;
    for (uint64_t cells = p->inhabited; cells;) {
        int cell = bits_take(&cells);
        unsigned ways = tribes_ways(t, p->ground, cell);
        put_eight(out, t->way_id[ways], (ochre_action)(TRIBES_DO_WALK + TRIBES_DIRECTIONS * cell));
        out += t->way_count[ways];
    }
    assert(out - first <= TRIBES_LEGAL_MAX - 8);
    return (int)(out - first);
}

APART static int list_lays(const struct tribes_state *s, const struct tribes_seat *p, ochre_action *out)
{
    int count = 0;
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++)
        if (s->hand[resource])
            count = list_cells(p->border, TRIBES_DO_LAY + TRIBES_CELLS * resource, out, count);
    return count;
}

APART static int list_modes(const struct tribes_tables *t, const struct tribes_state *s, ochre_action *out)
{
    out[0] = TRIBES_DO_ACT;
    return 1 + tribes_achievements(t, s, s->actor, out + 1);
}

/* A decision about one of some cells, or to stop. */
struct cells {
    uint64_t set;
    int base;       /* number of the first cell; 0: it is none of these decisions */
    uint32_t stops; /* 1: one may stop */
};

static struct cells cells_of(const struct tribes_tables *t, const struct tribes_state *s, const struct tribes_seat *p)
{
    switch (s->decision) {
    case TRIBES_AT_FOUND: return (struct cells){p->ground, TRIBES_DO_PUT, 0};
    case TRIBES_AT_BIRTH: return (struct cells){p->inhabited, TRIBES_DO_PUT, 0}; /* A11 */
    case TRIBES_AT_LIFT: return (struct cells){p->inhabited, TRIBES_DO_LIFT, 1};
    case TRIBES_AT_DROP: return (struct cells){p->inhabited & ~BIT(s->lifted), TRIBES_DO_PUT, 0}; /* A13 */
    case TRIBES_AT_RENEW: return (struct cells){tribes_fallow(p), TRIBES_DO_RENEW, 1};
    case TRIBES_AT_WILD:
        return (struct cells){tribes_wild(p, t->board[s->board[s->slot]].resource), TRIBES_DO_EXHAUST, 0};
    case TRIBES_AT_LOSE: return (struct cells){p->inhabited, TRIBES_DO_LIFT, 0}; /* A36 */
    case TRIBES_AT_WITHER: return (struct cells){tribes_barren(p), TRIBES_DO_EXHAUST, 0};
    default: return (struct cells){0};
    }
}

APART static int list_chosen(const struct tribes_tables *t, const struct tribes_state *s, const struct tribes_seat *p,
                             ochre_action *out)
{
    struct cells cells = cells_of(t, s, p);
    assert(cells.base);
    out[0] = TRIBES_DO_STOP; /* kept where the decision is optional */
    return list_cells(cells.set, cells.base, out, (int)cells.stops);
}

static int picks(const struct tribes_tables *t, const struct tribes_state *s)
{
    assert(tribes_is_event(s->tile));
    return t->event[s->tile - TRIBES_ACTION_TILES].clause[s->clause].pick_count;
}

static int legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out)
{
    const struct tribes_tables *t = tribes_tables(setup);
    const struct tribes_state *s = tribes_of(state);
    if (!seats_has(pending(setup, state), seat))
        return 0;
    if (seat == OCHRE_CHANCE)
        return list_chance(setup, s, out);
    const struct tribes_seat *p = &s->seat[seat];
    switch (s->decision) {
    case TRIBES_AT_ARRANGE: return list_range(TRIBES_DO_ARRANGE, 6, out);
    case TRIBES_AT_TAKE: return list_range(TRIBES_DO_TAKE + 1, takes(s), out);
    case TRIBES_AT_MODE: return list_modes(t, s, out);
    case TRIBES_AT_LAY: return list_lays(s, p, out);
    case TRIBES_AT_STEP: return list_steps(t, p, out);
    case TRIBES_AT_PICK: return list_range(TRIBES_DO_PICK, picks(t, s), out);
    default: return list_chosen(t, s, p, out);
    }
}

static uint32_t weight(const struct ochre_setup *setup, const struct ochre_state *state, ochre_action outcome)
{
    (void)setup;
    assert(outcome >= TRIBES_DRAWN && outcome < TRIBES_OUTCOMES);
    return outcome < TRIBES_LINED ? tribes_of(state)->bag[outcome - TRIBES_DRAWN] : 1;
}

/* Does chance draw land? */
static bool is_land_due(const struct ochre_setup *setup, const struct tribes_state *s)
{
    if (s->decision == TRIBES_AT_SETUP)
        return s->first != TRIBES_NONE && s->turn < setup->seats;
    return s->decision == TRIBES_AT_DRAW;
}

/* Everything but land from the bag. */
static bool is_even(const struct ochre_setup *setup, const struct ochre_state *state)
{
    return !is_land_due(setup, tribes_of(state));
}

/* ---- by lot ---- */

static ochre_action draw_land(const struct tribes_state *s, struct ochre_rng *rng)
{
    uint32_t number = rng_below(rng, s->bag_count);
    ochre_action resource = 0;
    for (; number >= s->bag[resource]; resource++)
        number -= s->bag[resource];
    return TRIBES_DRAWN + resource;
}

/* As list_lays: of every resource in hand the same cells. */
static ochre_action lay_by_lot(const struct tribes_state *s, const struct tribes_seat *p, struct ochre_rng *rng)
{
    uint32_t each = (uint32_t)bits_count(p->border);
    uint32_t resources = 0;
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++)
        resources |= (uint32_t)(s->hand[resource] > 0) << resource;
    uint32_t number = rng_choice(rng, each * (uint32_t)bits_count(resources));
    int resource = bits_nth(resources, number / each);
    return (ochre_action)(TRIBES_DO_LAY + TRIBES_CELLS * resource + bits_nth(p->border, number % each));
}

/* As list_steps: to stop, then cell by cell. */
static ochre_action step_by_lot(const struct tribes_tables *t, const struct tribes_seat *p, struct ochre_rng *rng)
{
    uint32_t count = 1;
    for (uint64_t cells = p->inhabited; cells;)
        count += t->way_count[tribes_ways(t, p->ground, bits_take(&cells))];
    uint32_t number = rng_choice(rng, count);
    if (number == 0)
        return TRIBES_DO_STOP;
    uint64_t cells = p->inhabited;
    int cell = bits_take(&cells);
    unsigned ways = tribes_ways(t, p->ground, cell);
    for (number--; number >= t->way_count[ways]; ways = tribes_ways(t, p->ground, cell)) {
        number -= t->way_count[ways];
        cell = bits_take(&cells);
    }
    return TRIBES_DO_WALK + TRIBES_DIRECTIONS * (ochre_action)cell + t->way_id[ways][number];
}

static ochre_action lot(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                        struct ochre_rng *rng)
{
    const struct tribes_tables *t = tribes_tables(setup);
    const struct tribes_state *s = tribes_of(state);
    if (is_land_due(setup, s))
        return draw_land(s, rng);
    if (s->decision == TRIBES_AT_TAKE)
        return TRIBES_DO_TAKE + 1 + rng_choice(rng, (uint32_t)takes(s));
    if (s->decision == TRIBES_AT_LAY)
        return lay_by_lot(s, &s->seat[seat], rng);
    if (s->decision == TRIBES_AT_STEP)
        return step_by_lot(t, &s->seat[seat], rng);
    struct cells cells = {0};
    if (seat != OCHRE_CHANCE)
        cells = cells_of(t, s, &s->seat[seat]);
    if (!cells.base) {
        ochre_action list[TRIBES_LEGAL_MAX];
        return move_by_list(setup, state, seat, rng, list);
    }
    uint32_t number = rng_choice(rng, (uint32_t)bits_count(cells.set) + cells.stops);
    return number < cells.stops ? TRIBES_DO_STOP
                                : (ochre_action)(cells.base + bits_nth(cells.set, number - cells.stops));
}

/* ---- what a move does ---- */

APART static void apply_chance(const struct ochre_setup *setup, struct tribes_state *s, ochre_action outcome,
                               struct ochre_journal *journal)
{
    if (s->decision == TRIBES_AT_SETUP) {
        tribes_set_up(setup, s, outcome, journal);
        return;
    }
    if (s->decision == TRIBES_AT_DRAW) {
        int resource = (int)outcome - TRIBES_DRAWN;
        assert(outcome < TRIBES_LINED && s->bag[resource] > 0 && s->left > 0);
        s->bag[resource]--;
        s->bag_count--;
        s->hand[resource]++;
        s->hand_count++;
        s->left--;
        TRIBES_TELL(journal, TRIBES_NEWS_DREW, s->actor, resource);
    } else {
        assert(s->decision == TRIBES_AT_REVEAL && s->reveals);
        tribes_turn_up(s, outcome, journal);
        s->left = s->reveals != 0;
        if (!s->left)
            s->slot = TRIBES_NONE;
    }
    tribes_settle(setup, s, journal);
}

static void drop(struct tribes_state *s, struct tribes_seat *p, int cell, struct ochre_journal *journal)
{
    assert(s->lifted != TRIBES_NONE && cell != s->lifted); /* A13 */
    tribes_put_member(p, cell);
    TRIBES_TELL(journal, TRIBES_NEWS_DROPPED, s->actor, s->lifted, cell);
    s->lifted = TRIBES_NONE;
    s->decision = TRIBES_AT_LIFT;
    s->left--; /* LIFT and DROP together use up one repetition */
}

static void lift(struct tribes_state *s, struct tribes_seat *p, int cell, struct ochre_journal *journal)
{
    assert(s->lifted == TRIBES_NONE); /* one member at a time is in hand */
    tribes_remove_member(p, cell);
    s->lifted = (uint8_t)cell;
    s->decision = TRIBES_AT_DROP;
    TRIBES_TELL(journal, TRIBES_NEWS_LIFTED, s->actor, cell);
}

static void walk(const struct tribes_tables *t, struct tribes_state *s, struct tribes_seat *p, int code,
                 struct ochre_journal *journal)
{
    int from = code / TRIBES_DIRECTIONS;
    int to = t->neighbour[from][code % TRIBES_DIRECTIONS];
    assert(to != TRIBES_NO_CELL);
    tribes_remove_member(p, from);
    tribes_put_member(p, to);
    s->left--;
    TRIBES_TELL(journal, TRIBES_NEWS_WALKED, s->actor, from, to);
}

static void lay(const struct tribes_tables *t, struct tribes_state *s, struct tribes_seat *p, int code,
                struct ochre_journal *journal)
{
    int resource = code / TRIBES_CELLS;
    int cell = code % TRIBES_CELLS;
    assert(s->hand[resource] > 0 && bits_has(p->border, cell));
    tribes_put_land(t, p, resource, cell); /* A15: it counts for the next one at once */
    s->hand[resource]--;
    s->hand_count--;
    TRIBES_TELL(journal, TRIBES_NEWS_LAID, s->actor, resource, cell);
}

static void bear(struct tribes_state *s, struct tribes_seat *p, int cell, struct ochre_journal *journal)
{
    assert(p->reserve > 0);
    p->reserve--;
    s->left--;
    tribes_put_member(p, cell);
    TRIBES_TELL(journal, TRIBES_NEWS_BORN, s->actor, cell);
}

static void lose(struct tribes_state *s, struct tribes_seat *p, int cell, struct ochre_journal *journal)
{
    tribes_remove_member(p, cell);
    assert(p->inhabited); /* A42: never the last */
    p->reserve++;
    s->left--;
    TRIBES_TELL(journal, TRIBES_NEWS_DIED, s->actor, cell);
}

static void renew(struct tribes_state *s, struct tribes_seat *p, int cell, struct ochre_journal *journal)
{
    assert(bits_has(tribes_fallow(p), cell));
    p->exhausted &= ~BIT(cell); /* A18 */
    s->left--;
    TRIBES_TELL(journal, TRIBES_NEWS_RENEWED, s->actor, cell);
}

static void wither(struct tribes_state *s, struct tribes_seat *p, int cell, struct ochre_journal *journal)
{
    assert(bits_has(tribes_barren(p), cell));
    p->exhausted |= BIT(cell);
    s->left--;
    TRIBES_TELL(journal, TRIBES_NEWS_WITHERED, s->actor, cell);
}

static void pick(const struct ochre_setup *setup, struct tribes_state *s, int option, struct ochre_journal *journal)
{
    assert(s->decision == TRIBES_AT_PICK && tribes_is_event(s->tile));
    const struct tribes_event_data *event = &tribes_tables(setup)->event[s->tile - TRIBES_ACTION_TILES];
    assert(option < event->clause[s->clause].pick_count);
    TRIBES_TELL(journal, TRIBES_NEWS_PICKED, s->actor, option + 1);
    tribes_begin_effect(setup, s, s->actor, &event->clause[s->clause].pick[option], journal);
}

/* The decisions that repeat: they end by settling. */
APART static void apply_repeated(const struct ochre_setup *setup, struct tribes_state *s, int action,
                                 struct ochre_journal *journal)
{
    const struct tribes_tables *t = tribes_tables(setup);
    struct tribes_seat *p = &s->seat[s->actor];
    assert(s->left > 0 || s->decision == TRIBES_AT_LAY);
    if (action == TRIBES_DO_STOP) {
        s->left = 0;
        tribes_settle(setup, s, journal);
        return;
    }
    switch (s->decision) {
    case TRIBES_AT_BIRTH: bear(s, p, action - TRIBES_DO_PUT, journal); break;
    case TRIBES_AT_LIFT: lift(s, p, action - TRIBES_DO_LIFT, journal); return; /* and now to DROP */
    case TRIBES_AT_DROP: drop(s, p, action - TRIBES_DO_PUT, journal); break;
    case TRIBES_AT_LAY: lay(t, s, p, action - TRIBES_DO_LAY, journal); break;
    case TRIBES_AT_RENEW: renew(s, p, action - TRIBES_DO_RENEW, journal); break;
    case TRIBES_AT_STEP: walk(t, s, p, action - TRIBES_DO_WALK, journal); break;
    case TRIBES_AT_LOSE: lose(s, p, action - TRIBES_DO_LIFT, journal); break;
    case TRIBES_AT_WITHER: wither(s, p, action - TRIBES_DO_EXHAUST, journal); break;
    default: pick(setup, s, action - TRIBES_DO_PICK, journal); break;
    }
    tribes_settle(setup, s, journal);
}

APART static void apply_mode(const struct ochre_setup *setup, struct tribes_state *s, int action,
                             struct ochre_journal *journal)
{
    assert(s->actor == s->turn && s->tile >= 3 && s->tile < TRIBES_ACTION_TILES); /* A8: a tile with a hand */
    if (action == TRIBES_DO_ACT) {
        tribes_begin_action(tribes_tables(setup), s, s->turn, s->tile % 3);
        tribes_settle(setup, s, journal);
        return;
    }
    int code = action - TRIBES_DO_ACHIEVE;
    tribes_complete(setup, s, code / 3, code % 3, journal);
}

APART static void apply_wild(const struct ochre_setup *setup, struct tribes_state *s, int cell,
                             struct ochre_journal *journal)
{
    assert(s->left > 0 && s->actor == s->turn); /* only who is on turn completes a board */
    s->seat[s->actor].exhausted |= BIT(cell);   /* its members stay */
    TRIBES_TELL(journal, TRIBES_NEWS_USED_UP, s->actor, cell);
    if (--s->left == 0)
        tribes_place_stone(setup, s, journal);
}

APART static void apply_start(const struct ochre_setup *setup, struct tribes_state *s, int seat, int code,
                              struct ochre_journal *journal)
{
    if (s->decision == TRIBES_AT_ARRANGE) {
        tribes_arrange(&s->seat[seat], code - TRIBES_DO_ARRANGE);
        TRIBES_TELL(journal, TRIBES_NEWS_ARRANGED, seat);
    } else {
        s->seat[seat].reserve--;
        tribes_put_member(&s->seat[seat], code - TRIBES_DO_PUT);
        TRIBES_TELL(journal, TRIBES_NEWS_FOUNDED, seat, code - TRIBES_DO_PUT);
    }
    tribes_ask_next(setup, s, seat);
}

static void apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                  struct ochre_journal *journal)
{
    struct tribes_state *s = tribes_in(state);
    int code = (int)action;
    assert(seats_has(pending(setup, state), seat));
    assert(seat == OCHRE_CHANCE ? action >= TRIBES_DRAWN && action < setup->chance_actions : action < setup->actions);
    if (seat == OCHRE_CHANCE) {
        apply_chance(setup, s, action, journal);
        return;
    }
    switch (s->decision) {
    case TRIBES_AT_TAKE: tribes_take(setup, s, code - TRIBES_DO_TAKE, journal); break;
    case TRIBES_AT_MODE: apply_mode(setup, s, code, journal); break;
    case TRIBES_AT_WILD: apply_wild(setup, s, code - TRIBES_DO_EXHAUST, journal); break;
    case TRIBES_AT_ARRANGE:
    case TRIBES_AT_FOUND: apply_start(setup, s, seat, code, journal); break;
    default: apply_repeated(setup, s, code, journal); break;
    }
}

const struct ochre_rules tribes_rules = {
    .compile = compile,
    .start = start,
    .pending = pending,
    .legal = legal,
    .weight = weight,
    .is_even = is_even,
    .lot = lot,
    .apply = apply,
    .standing = tribes_standing,
    .outcome = tribes_outcome,
    .check = tribes_check,
};
