/* tribes_rules.c: the doors of the rules: start, who is asked, what is legal, what a move does. The agenda, events and
 * achievements have files of their own. */
#include "games/tribes/tribes.h"

#include <assert.h>

void tribes_start(const struct ochre_setup *setup, struct ochre_state *state)
{
    const struct tribes_tables *t = tribes_tables(setup);
    struct tribes_state *s = tribes(state);
    memset(state->bytes, 0, setup->state_size);
    for (int seat = 0; seat < setup->seats; seat++) { /* 2.3 */
        struct tribes_seat *p = &s->seat[seat];
        p->reserve = t->start_members;
        p->shells = t->start_shells;
        p->arrow = true;
        p->points = t->bonus[setup->seats][seat]; /* A49 */
    }
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

ochre_seats tribes_pending(const struct ochre_setup *setup, const struct ochre_state *state)
{
    (void)setup;
    const struct tribes_state *s = tribes_of(state);
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
        out[count++] = (ochre_action)(base + __builtin_ctzll(cells));
    return count;
}

static int list_bits(uint32_t bits, int base, ochre_action *out)
{
    return list_cells(bits, base, out, 0);
}

/* 2.2, 5.1: what chance may do in set-up. */
static int list_setup(const struct ochre_setup *setup, const struct tribes_state *s, ochre_action *out)
{
    int count = 0;
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

static int list_chance(const struct ochre_setup *setup, const struct tribes_state *s, ochre_action *out)
{
    const struct tribes_tables *t = tribes_tables(setup);
    if (s->decision == TRIBES_AT_SETUP)
        return list_setup(setup, s, out);
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

static int list_takes(const struct tribes_state *s, ochre_action *out)
{
    int shells = s->seat[s->turn].shells;
    int count = s->row_count <= shells ? s->row_count : shells + 1; /* 4.3 */
    for (int i = 0; i < count; i++)
        out[i] = (ochre_action)(TRIBES_DO_TAKE + 1 + i);
    return count;
}

/* 4.5: any land may be entered, exhausted or not, inhabited or not (A19). */
static int list_steps(const struct tribes_tables *t, const struct tribes_seat *p, ochre_action *out)
{
    int count = 0;
    out[count++] = TRIBES_DO_STOP;
    for (uint64_t cells = p->inhabited; cells; cells &= cells - 1) {
        int cell = __builtin_ctzll(cells);
        const uint8_t *to = t->neighbour[cell];
        ochre_action base = (ochre_action)(TRIBES_DO_WALK + TRIBES_DIRECTIONS * cell);
        for (int direction = 0; direction < TRIBES_DIRECTIONS; direction++) {
            out[count] = base + (ochre_action)direction;
            count += (int)((p->ground >> to[direction]) & 1);
        }
    }
    return count;
}

/* 4.2: the six layouts, in lexicographic order. */
void tribes_layouts(const struct tribes_seat *p, uint8_t layout[6][3])
{
    uint8_t kind[3] = {0};
    int kinds = 0;
    for (int resource = 0; resource < TRIBES_RESOURCES && kinds < 3; resource++)
        if (p->land[resource])
            kind[kinds++] = (uint8_t)resource;
    for (int rank = 0; rank < 6; rank++) {
        int first = rank / 2;
        int second = first == 0 ? 1 : 0;
        int third = first == 2 ? 1 : 2;
        layout[rank][0] = kind[first];
        layout[rank][1] = kind[rank % 2 ? third : second];
        layout[rank][2] = kind[rank % 2 ? second : third];
    }
}

static int list_range(int first, int many, ochre_action *out)
{
    for (int i = 0; i < many; i++)
        out[i] = (ochre_action)(first + i);
    return many;
}

static int list_lays(const struct tribes_state *s, const struct tribes_seat *p, ochre_action *out)
{
    int count = 0;
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++)
        if (s->hand[resource])
            count = list_cells(p->border, TRIBES_DO_LAY + TRIBES_CELLS * resource, out, count);
    return count;
}

int tribes_legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out)
{
    const struct tribes_tables *t = tribes_tables(setup);
    const struct tribes_state *s = tribes_of(state);
    if (!seats_has(tribes_pending(setup, state), seat))
        return 0;
    if (seat == OCHRE_CHANCE)
        return list_chance(setup, s, out);
    const struct tribes_seat *p = &s->seat[seat];
    out[0] = TRIBES_DO_STOP; /* kept where the decision is optional */
    switch (s->decision) {
    case TRIBES_AT_ARRANGE: return list_range(TRIBES_DO_ARRANGE, 6, out);
    case TRIBES_AT_FOUND: return list_cells(p->ground, TRIBES_DO_PUT, out, 0);
    case TRIBES_AT_TAKE: return list_takes(s, out);
    case TRIBES_AT_MODE: out[0] = TRIBES_DO_ACT; return 1 + tribes_achievements(t, s, seat, out + 1);
    case TRIBES_AT_BIRTH: return list_cells(p->inhabited, TRIBES_DO_PUT, out, 0); /* A11 */
    case TRIBES_AT_LIFT: return list_cells(p->inhabited, TRIBES_DO_LIFT, out, 1);
    case TRIBES_AT_DROP: return list_cells(p->inhabited & ~TRIBES_BIT(s->lifted), TRIBES_DO_PUT, out, 0); /* A13 */
    case TRIBES_AT_LAY: return list_lays(s, p, out);
    case TRIBES_AT_RENEW: return list_cells(tribes_fallow(p), TRIBES_DO_RENEW, out, 1);
    case TRIBES_AT_STEP: return list_steps(t, p, out);
    case TRIBES_AT_WILD:
        return list_cells(tribes_wild(p, t->board[s->board[s->slot]].resource), TRIBES_DO_EXHAUST, out, 0);
    case TRIBES_AT_LOSE: return list_cells(p->inhabited, TRIBES_DO_LIFT, out, 0); /* A36 */
    case TRIBES_AT_WITHER: return list_cells(tribes_barren(p), TRIBES_DO_EXHAUST, out, 0);
    default: {
        const struct tribes_event_data *event = &t->event[s->tile - TRIBES_ACTION_TILES];
        return list_range(TRIBES_DO_PICK, event->clause[s->clause].pick_count, out);
    }
    }
}

uint32_t tribes_weight(const struct ochre_setup *setup, const struct ochre_state *state, ochre_action outcome)
{
    (void)setup;
    return outcome < TRIBES_LINED ? tribes_of(state)->bag[outcome - TRIBES_DRAWN] : 1;
}

/* ---- set-up ---- */

/* Seats arrange (4.2) or place their first member one after the other; then A takes the first turn. */
static void next_decision_of_setup(const struct ochre_setup *setup, struct tribes_state *s, int seat)
{
    if (seat < setup->seats) {
        s->actor = (uint8_t)seat;
    } else if (s->decision == TRIBES_AT_ARRANGE) {
        tribes_begin(s, TRIBES_AT_FOUND, 0, 1);
    } else {
        s->turn = 0;
        tribes_begin(s, TRIBES_AT_TAKE, 0, 0);
    }
}

/* 2.2: single tiles until three kinds are held; duplicates return as soon as they are (A3). */
static void draw_start_land(const struct ochre_setup *setup, struct tribes_state *s, int resource,
                            struct ochre_journal *journal)
{
    const struct tribes_tables *t = tribes_tables(setup);
    static const uint8_t start[3] = {TRIBES_D4, TRIBES_E4, TRIBES_D5};
    int seat = s->turn;
    s->bag[resource]--;
    s->bag_count--;
    tribes_tell(journal, TRIBES_NEWS_DREW, seat, resource);
    if (s->hand[resource]) {
        s->aside[resource]++;
        return;
    }
    s->hand[resource] = 1;
    if (++s->hand_count < 3)
        return;
    int laid = 0;
    int returned = 0;
    for (int kind = 0; kind < TRIBES_RESOURCES; kind++) {
        if (s->hand[kind])
            tribes_put_land(t, &s->seat[seat], kind, start[laid++]); /* A2: in resource order */
        s->bag[kind] = (uint8_t)(s->bag[kind] + s->aside[kind]);
        returned += s->aside[kind];
        s->hand[kind] = s->aside[kind] = 0;
    }
    s->bag_count = (uint8_t)(s->bag_count + returned);
    s->hand_count = 0;
    s->turn++;
    if (returned)
        tribes_tell(journal, TRIBES_NEWS_RETURNED, seat, returned);
}

static void set_up(const struct ochre_setup *setup, struct tribes_state *s, ochre_action outcome,
                   struct ochre_journal *journal)
{
    if (outcome < TRIBES_LINED) {
        draw_start_land(setup, s, (int)outcome - TRIBES_DRAWN, journal);
    } else if (outcome < TRIBES_BOARD) {
        s->row[s->row_count++] = (uint8_t)(outcome - TRIBES_LINED);
        tribes_tell(journal, TRIBES_NEWS_LINED, s->row_count, (int)outcome - TRIBES_LINED);
    } else {
        tribes_turn_up(tribes_tables(setup), s, outcome, journal);
        if (tribes_count(s->up) == TRIBES_COLUMNS) { /* A4: everything is known when the first member is placed */
            bool is_chosen = setup->option[TRIBES_START_ARRANGEMENT].number == TRIBES_ARRANGED_CHOOSE;
            s->turn = 0;
            tribes_begin(s, is_chosen ? TRIBES_AT_ARRANGE : TRIBES_AT_FOUND, 0, 1);
        }
    }
}

static void arrange(struct tribes_seat *p, int rank)
{
    uint8_t layout[6][3];
    tribes_layouts(p, layout);
    memset(p->land, 0, sizeof p->land);
    p->land[layout[rank][0]] = TRIBES_BIT(TRIBES_D4);
    p->land[layout[rank][1]] = TRIBES_BIT(TRIBES_E4);
    p->land[layout[rank][2]] = TRIBES_BIT(TRIBES_D5);
}

/* ---- what a move does ---- */

static void apply_chance(const struct ochre_setup *setup, struct tribes_state *s, ochre_action outcome,
                         struct ochre_journal *journal)
{
    if (s->decision == TRIBES_AT_SETUP) {
        set_up(setup, s, outcome, journal);
        return;
    }
    if (s->decision == TRIBES_AT_DRAW) {
        int resource = (int)outcome - TRIBES_DRAWN;
        s->bag[resource]--;
        s->bag_count--;
        s->hand[resource]++;
        s->hand_count++;
        s->left--;
        tribes_tell(journal, TRIBES_NEWS_DREW, s->actor, resource);
    } else {
        tribes_turn_up(tribes_tables(setup), s, outcome, journal);
        s->left = s->reveals != 0;
        if (!s->left)
            s->slot = TRIBES_NONE;
    }
    tribes_settle(setup, s, journal);
}

static void drop(struct tribes_state *s, struct tribes_seat *p, int cell, struct ochre_journal *journal)
{
    tribes_put_member(p, cell);
    tribes_tell(journal, TRIBES_NEWS_DROPPED, s->actor, s->lifted, cell);
    s->lifted = TRIBES_NONE;
    s->decision = TRIBES_AT_LIFT;
    s->left--; /* LIFT and DROP together use up one repetition */
}

static void lift(struct tribes_state *s, struct tribes_seat *p, int cell, struct ochre_journal *journal)
{
    tribes_remove_member(p, cell);
    s->lifted = (uint8_t)cell;
    s->decision = TRIBES_AT_DROP;
    tribes_tell(journal, TRIBES_NEWS_LIFTED, s->actor, cell);
}

static void walk(const struct tribes_tables *t, struct tribes_state *s, struct tribes_seat *p, int code,
                 struct ochre_journal *journal)
{
    int from = code / TRIBES_DIRECTIONS;
    int to = t->neighbour[from][code % TRIBES_DIRECTIONS];
    tribes_remove_member(p, from);
    tribes_put_member(p, to);
    s->left--;
    tribes_tell(journal, TRIBES_NEWS_WALKED, s->actor, from, to);
}

static void lay(const struct tribes_tables *t, struct tribes_state *s, struct tribes_seat *p, int code,
                struct ochre_journal *journal)
{
    int resource = code / TRIBES_CELLS;
    int cell = code % TRIBES_CELLS;
    tribes_put_land(t, p, resource, cell); /* A15: it counts for the next one at once */
    s->hand[resource]--;
    s->hand_count--;
    tribes_tell(journal, TRIBES_NEWS_LAID, s->actor, resource, cell);
}

/* The decisions that repeat: they end by settling. */
static void apply_repeated(const struct ochre_setup *setup, struct tribes_state *s, int action,
                           struct ochre_journal *journal)
{
    const struct tribes_tables *t = tribes_tables(setup);
    struct tribes_seat *p = &s->seat[s->actor];
    if (action == TRIBES_DO_STOP) {
        s->left = 0;
        return;
    }
    switch (s->decision) {
    case TRIBES_AT_BIRTH:
        p->reserve--;
        s->left--;
        tribes_put_member(p, action - TRIBES_DO_PUT);
        tribes_tell(journal, TRIBES_NEWS_BORN, s->actor, action - TRIBES_DO_PUT);
        break;
    case TRIBES_AT_LIFT: lift(s, p, action - TRIBES_DO_LIFT, journal); break;
    case TRIBES_AT_DROP: drop(s, p, action - TRIBES_DO_PUT, journal); break;
    case TRIBES_AT_LAY: lay(t, s, p, action - TRIBES_DO_LAY, journal); break;
    case TRIBES_AT_RENEW:
        p->exhausted &= ~TRIBES_BIT(action - TRIBES_DO_RENEW); /* A18 */
        s->left--;
        tribes_tell(journal, TRIBES_NEWS_RENEWED, s->actor, action - TRIBES_DO_RENEW);
        break;
    case TRIBES_AT_STEP: walk(t, s, p, action - TRIBES_DO_WALK, journal); break;
    case TRIBES_AT_LOSE:
        tribes_remove_member(p, action - TRIBES_DO_LIFT);
        p->reserve++;
        s->left--;
        tribes_tell(journal, TRIBES_NEWS_DIED, s->actor, action - TRIBES_DO_LIFT);
        break;
    case TRIBES_AT_WITHER:
        p->exhausted |= TRIBES_BIT(action - TRIBES_DO_EXHAUST);
        s->left--;
        tribes_tell(journal, TRIBES_NEWS_WITHERED, s->actor, action - TRIBES_DO_EXHAUST);
        break;
    default: { /* PICK */
        const struct tribes_event_data *event = &t->event[s->tile - TRIBES_ACTION_TILES];
        int option = action - TRIBES_DO_PICK;
        assert(s->decision == TRIBES_AT_PICK && option < event->clause[s->clause].pick_count);
        tribes_tell(journal, TRIBES_NEWS_PICKED, s->actor, option + 1);
        tribes_begin_effect(setup, s, s->actor, &event->clause[s->clause].pick[option], journal);
        break;
    }
    }
}

static void apply_mode(const struct ochre_setup *setup, struct tribes_state *s, int action,
                       struct ochre_journal *journal)
{
    if (action == TRIBES_DO_ACT) {
        tribes_begin_action(tribes_tables(setup), s, s->turn, s->tile % 3);
        tribes_settle(setup, s, journal);
        return;
    }
    int code = action - TRIBES_DO_ACHIEVE;
    tribes_complete(setup, s, code / 3, code % 3, journal);
}

static void apply_wild(const struct ochre_setup *setup, struct tribes_state *s, int cell, struct ochre_journal *journal)
{
    s->seat[s->actor].exhausted |= TRIBES_BIT(cell); /* its members stay */
    tribes_tell(journal, TRIBES_NEWS_USED_UP, s->actor, cell);
    if (--s->left == 0)
        tribes_place_stone(setup, s, journal);
}

void tribes_apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                  struct ochre_journal *journal)
{
    struct tribes_state *s = tribes(state);
    int code = (int)action;
    if (seat == OCHRE_CHANCE) {
        apply_chance(setup, s, action, journal);
        return;
    }
    assert(seat == s->actor);
    switch (s->decision) {
    case TRIBES_AT_TAKE: tribes_take(setup, s, code - TRIBES_DO_TAKE, journal); break;
    case TRIBES_AT_MODE: apply_mode(setup, s, code, journal); break;
    case TRIBES_AT_WILD: apply_wild(setup, s, code - TRIBES_DO_EXHAUST, journal); break;
    case TRIBES_AT_ARRANGE:
        arrange(&s->seat[seat], code - TRIBES_DO_ARRANGE);
        tribes_tell(journal, TRIBES_NEWS_ARRANGED, seat);
        next_decision_of_setup(setup, s, seat + 1);
        break;
    case TRIBES_AT_FOUND:
        s->seat[seat].reserve--;
        tribes_put_member(&s->seat[seat], code - TRIBES_DO_PUT);
        tribes_tell(journal, TRIBES_NEWS_FOUNDED, seat, code - TRIBES_DO_PUT);
        next_decision_of_setup(setup, s, seat + 1);
        break;
    default:
        apply_repeated(setup, s, code, journal);
        if (s->decision != TRIBES_AT_DROP)
            tribes_settle(setup, s, journal);
        break;
    }
}
