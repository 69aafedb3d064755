/* tribes_read.c: positions typed in (7.1.1), fully checked. */
#include <assert.h>

#include "games/tribes/tribes_reading.h"

static int terms_of(struct json position, struct ochre_terms *terms, struct ochre_error *error)
{
    const struct reader r = {error, "2.1"};
    int players = 2;
    bool is_given = json_there(json_get(position, "players"));
    if (reader_number(&r, position, "players", 2, OCHRE_SEATS_MAX, &players) < 0)
        return -1;
    if (is_given || terms->seats == 0)
        terms->seats = players;
    return 0;
}

/* ---- territories ---- */

/* 3: the three start cells, all in one piece, and somebody lives there. */
static int check_land(const struct tribes_reading *r, const struct tribes_seat *p, struct json at_seat)
{
    if ((p->ground & TRIBES_START) != TRIBES_START)
        return reader_refuse_member(&r->form, "3", at_seat, "land", "must hold d4, e4 and d5");
    if (tribes_connected(r->t, p->ground) != p->ground)
        return reader_refuse_member(&r->form, "3", at_seat, "land", "is not connected");
    if (!p->inhabited)
        return reader_refuse_member(&r->form, "3", at_seat, "land", "a tribe has at least one member");
    return 0;
}

static int read_land(const struct tribes_reading *r, struct tribes_seat *p, struct json at_seat)
{
    char line[512] = "d4:G1 e4:W d5:O";
    if (reader_text(&r->form, at_seat, "land", line, sizeof line) < 0 || tribes_read_land(r, p, at_seat, line) < 0)
        return -1;
    return check_land(r, p, at_seat);
}

/* Set-up done, members not yet placed: "GHW" on d4, e4, d5. */
static int read_start_land(const struct tribes_reading *r, struct tribes_seat *p, const char *seat)
{
    static const uint8_t cells[3] = {TRIBES_D4, TRIBES_E4, TRIBES_D5};
    struct json start = json_get(r->position, "start");
    char line[8] = "GWO";
    if (reader_text(&r->form, start, seat, line, sizeof line) < 0)
        return -1;
    uint32_t seen = 0;
    for (int i = 0; i < 3; i++) {
        int resource = line[i] ? tribes_resource_by_letter(line[i]) : -1;
        if (resource < 0 || bits_has(seen, resource) || line[3])
            return reader_refuse_member(&r->form, "2.2", start, seat, "expected three different letters of G H W O I");
        seen |= 1u << resource;
        tribes_put_land(r->t, p, resource, cells[i]);
    }
    return 0;
}

static int read_seat(const struct tribes_reading *r, int seat, bool is_founding)
{
    static const char *const known[] = {"?", "land", "shells", "points", "levels", "arrow", NULL};
    const struct reader shape = tribes_by(r, "3");
    const struct reader pieces = tribes_by(r, "1.1");
    const char *name = tribes_seat_letter(seat);
    struct json given = json_get(r->position, name);
    struct tribes_seat *p = &r->s->seat[seat];
    int points = is_founding ? r->t->bonus[r->setup->seats][tribes_order_of_seat(r->setup, r->s, seat)] : 0;
    bool arrow = true;
    *p = (struct tribes_seat){.reserve = r->t->start_members, .shells = r->t->start_shells};
    if (reader_members(&r->form, given, known) < 0)
        return -1;
    if (is_founding && json_there(json_get(given, "land")))
        return reader_refuse_member(&r->form, "7.1.1", given, "land", "before FOUND the land is given by \"start\"");
    if ((is_founding ? read_start_land(r, p, name) : read_land(r, p, given)) < 0 ||
        reader_byte(&pieces, given, "shells", 0, TRIBES_SHELLS, &p->shells) < 0 ||
        reader_number(&shape, given, "points", 0, 1000, &points) < 0 || tribes_read_levels(r, p, given) < 0 ||
        reader_flag(&shape, given, "arrow", &arrow) < 0)
        return -1;
    p->points = (int16_t)points;
    p->arrow = arrow;
    return 0;
}

/* ---- row, boards, stones, links ---- */

static int read_row(const struct tribes_reading *r)
{
    char line[1024] = "P E M P+ E+ M+";
    if (reader_text(&r->form, r->position, "row", line, sizeof line) < 0 || tribes_read_row(r, line) < 0)
        return -1;
    uint32_t actions = 0;
    for (int i = 0; i < r->s->row_count; i++)
        actions |= 1u << r->s->row[i];
    if ((~actions) & ((1u << TRIBES_ACTION_TILES) - 1))
        return tribes_refuse(r, "3", "row", "all six action tiles P E M P+ E+ M+ must stand in it");
    return 0;
}

static int read_grid(const struct tribes_reading *r)
{
    struct tribes_state *s = r->s;
    uint8_t board[TRIBES_SLOTS];
    struct json wrong;
    struct json grid = json_get(r->position, "grid");
    if (json_there(grid) && json_kind(grid) != JSON_OBJECT)
        return tribes_refuse(r, "7.1.1", "grid", "expected an object like {0}", "{\"1.1\": \"hunting\"}");
    if (tribes_lay_out_grid(r->t, grid, board, &wrong) < 0)
        return reader_refuse(&r->form, "7.1", wrong, "expected a board of that epoch that lies nowhere else");
    if (s->decision == TRIBES_AT_SETUP)
        return 0;
    for (int slot = 0; slot < TRIBES_SLOTS; slot++)
        if (slot < TRIBES_COLUMNS || s->stone_count[slot - TRIBES_COLUMNS]) { /* 3 */
            s->board[slot] = board[slot];
            s->up = (uint16_t)(s->up | 1u << slot);
            s->unseen_boards = (uint16_t)(s->unseen_boards & ~(1u << board[slot]));
        }
    return 0;
}

/* ---- event stacks ---- */

static int read_events(const struct tribes_reading *r)
{
    static const char *const known[] = {"?", "1", "2", "3", NULL};
    struct tribes_state *s = r->s;
    struct json events = json_get(r->position, "events");
    if (reader_members(&r->form, events, known) < 0)
        return -1;
    uint32_t in_row = 0;
    for (int i = 0; i < s->row_count; i++)
        if (tribes_is_event(s->row[i]))
            in_row |= 1u << (s->row[i] - TRIBES_ACTION_TILES);
    s->unseen_events = 0;
    for (int epoch = 0; epoch < TRIBES_EPOCHS; epoch++) {
        const char *key = known[1 + epoch];
        uint8_t stack[TRIBES_EVENTS];
        int count = tribes_stack_of(r->t, r->position, epoch, stack);
        if (count < 0)
            return reader_refuse_member(&r->form, "7.1.1", events, key, "expected events of that epoch, each once");
        for (int i = 0; i < count; i++)
            s->unseen_events |= 1u << stack[i];
        if (json_there(json_get(events, key)) && (s->unseen_events & r->t->events_of[epoch] & in_row))
            return reader_refuse_member(&r->form, "3", events, key, "an event of it stands in the row");
    }
    s->unseen_events &= ~in_row;
    return 0;
}

/* ---- bag ---- */

/* How many tiles of each kind the script draws. */
static int count_script(const struct tribes_reading *r, int wanted[TRIBES_RESOURCES])
{
    char line[64] = "";
    if (reader_text(&r->form, r->position, "draw", line, sizeof line) < 0)
        return -1;
    for (const char *at = line; *at; at++) {
        int resource = tribes_resource_by_letter(*at);
        if (resource < 0)
            return tribes_refuse(r, "7.1.1", "draw", "expected letters of G H W O I, like \"WO\"");
        wanted[resource]++;
    }
    return 0;
}

static int read_bag(const struct tribes_reading *r)
{
    struct tribes_state *s = r->s;
    int wanted[TRIBES_RESOURCES] = {0};
    int bag[TRIBES_RESOURCES];
    if (count_script(r, wanted) < 0)
        return -1;
    s->bag_count = 0;
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++) {
        int laid = 0;
        for (int seat = 0; seat < r->setup->seats; seat++)
            laid += bits_count(s->seat[seat].land[resource]);
        int left = r->t->resource[resource].count - laid;
        bag[resource] = left > wanted[resource] ? left : wanted[resource];
        s->tiles[resource] = (uint8_t)laid;
    }
    if (tribes_read_counts(r, "bag", bag) < 0)
        return -1;
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++) {
        if (bag[resource] < wanted[resource])
            return tribes_refuse(r, "7.1.1", "draw", "the bag does not hold that much");
        s->bag[resource] = (uint8_t)bag[resource];
        s->tiles[resource] = (uint8_t)(s->tiles[resource] + bag[resource]);
        s->bag_count = (uint8_t)(s->bag_count + bag[resource]);
    }
    return 0;
}

/* ---- the whole ---- */

static int read_box(const struct tribes_reading *r)
{
    struct tribes_state *s = r->s;
    int shells = 0;
    for (int seat = 0; seat < r->setup->seats; seat++)
        shells += s->seat[seat].shells;
    for (int i = 0; i < s->row_count; i++)
        shells += s->row_shells[i];
    if (shells > TRIBES_SHELLS)
        return reader_refuse(&r->form, "3", r->position, "there are only 20 shells in the game");
    s->box = (uint8_t)(TRIBES_SHELLS - shells);
    return 0;
}

/* A seat by its letter, `seat` where nothing is said. */
static int read_letter(const struct tribes_reading *r, const char *member, int *seat)
{
    struct json given = json_get(r->position, member);
    if (!json_there(given))
        return 0;
    for (*seat = 0; *seat < r->setup->seats; ++*seat)
        if (json_is(given, tribes_seat_letter(*seat)))
            return 0;
    return tribes_refuse(r, "7.1.1", member, "expected a seat in play, like \"A\"");
}

/* A1: who begins is said, or agreed; a position has no lots. */
static int read_first(const struct tribes_reading *r)
{
    int first = r->s->first == TRIBES_NONE ? 0 : r->s->first;
    if (read_letter(r, "first", &first) < 0)
        return -1;
    tribes_set_first(r->setup, r->s, first);
    return 0;
}

static int read_course(const struct tribes_reading *r, int decision)
{
    const struct reader shape = tribes_by(r, "3");
    struct tribes_state *s = r->s;
    int limit = r->setup->option[TRIBES_ROUND_LIMIT].number;
    int round = 1;
    if (read_first(r) < 0)
        return -1;
    int seat = s->first;
    if (read_letter(r, "turn", &seat) < 0)
        return -1;
    if (seat != s->first && decision != TRIBES_AT_TAKE && decision != TRIBES_AT_OVER)
        return tribes_refuse(r, "7.1.1", "turn", "in set-up the starting player begins");
    if (reader_number(&shape, r->position, "round", 1, TRIBES_ROUNDS_MAX, &round) < 0 ||
        reader_byte(&shape, r->position, "executed3", 0, TRIBES_PER_EPOCH, &s->executed3) < 0)
        return -1;
    if (limit && round > limit)
        return tribes_refuse(r, "4.9", "round", "it is beyond the round limit");
    s->round = (uint16_t)round;
    s->turn = (uint8_t)(decision == TRIBES_AT_SETUP ? 0 : seat); /* in set-up it counts who has drawn */
    s->actor = (uint8_t)seat;
    s->is_final = s->executed3 >= r->t->end_events[r->setup->seats] && decision == TRIBES_AT_OVER;
    return 0;
}

/* Where play may begin, TAKE where nothing is said. */
static int read_phase(const struct tribes_reading *r, int *decision)
{
    static const char *const phases[] = {"TAKE", "SETUP", "ARRANGE", "FOUND", "OVER", NULL};
    static const int decisions[] = {TRIBES_AT_TAKE, TRIBES_AT_SETUP, TRIBES_AT_ARRANGE, TRIBES_AT_FOUND,
                                    TRIBES_AT_OVER};
    struct json given = json_get(r->position, "phase");
    int phase = 0;
    for (int other = 0; other < TRIBES_DECISIONS; other++)
        if (json_is(given, tribes_phases[other]) && other != TRIBES_AT_OVER && other > TRIBES_AT_FOUND &&
            other != TRIBES_AT_TAKE)
            return reader_refuse(&r->form, "7.1.1", given, "{0} is in the middle of a turn: under_way is missing",
                                 tribes_phases[other]);
    if (json_there(given) && reader_word(&r->form, r->position, "phase", phases, &phase) < 0)
        return -1;
    *decision = decisions[phase];
    return 0;
}

/* SETUP: nothing drawn yet; only scripts for chance make sense. */
static int read_setup(const struct tribes_reading *r)
{
    static const char *const known[] = {"?",    "players", "phase", "turn",        "round", "draw",
                                        "grid", "events",  "row",   "pack_events", "first", NULL};
    int wanted[TRIBES_RESOURCES] = {0};
    struct tribes_state scratch = *r->s;
    struct tribes_reading script = *r;
    script.s = &scratch;
    return reader_members(&r->form, r->position, known) < 0 || read_course(r, TRIBES_AT_SETUP) < 0 ||
                   read_row(&script) < 0 || read_grid(&script) < 0 || read_events(r) < 0 || count_script(r, wanted) < 0
               ? -1
               : 0;
}

static int read_play(const struct tribes_reading *r, int decision)
{
    static const char *const known[] = {"?",   "players", "turn",        "round",  "executed3", "A",     "B",
                                        "C",   "D",       "row",         "stones", "links",     "grid",  "events",
                                        "bag", "draw",    "pack_events", "phase",  "start",     "first", NULL};
    struct tribes_state *s = r->s;
    bool is_founding = decision == TRIBES_AT_ARRANGE || decision == TRIBES_AT_FOUND;
    if (reader_members(&r->form, r->position, known) < 0 || read_course(r, decision) < 0)
        return -1;
    for (int seat = r->setup->seats; seat < OCHRE_SEATS_MAX; seat++)
        if (json_there(json_get(r->position, tribes_seat_letter(seat))))
            return tribes_refuse(r, "2.1", tribes_seat_letter(seat), "this seat is not in play");
    if (!is_founding && json_there(json_get(r->position, "start")))
        return tribes_refuse(r, "7.1.1", "start", "it belongs to the phases ARRANGE and FOUND");
    s->decision = (uint8_t)decision;
    s->left = is_founding;
    for (int seat = 0; seat < r->setup->seats; seat++)
        if (read_seat(r, seat, is_founding) < 0)
            return -1;
    return read_row(r) < 0 || tribes_read_stones(r) < 0 || tribes_read_links(r) < 0 || read_grid(r) < 0 ||
                   read_events(r) < 0 || read_bag(r) < 0 || read_box(r) < 0
               ? -1
               : 0;
}

static int read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                      struct ochre_error *error)
{
    const struct tribes_reading r = {{error, "7.1.1"}, setup, tribes_tables(setup), tribes_in(state), position};
    const struct reader seats = tribes_by(&r, "2.1");
    int players;
    int decision;
    tribes_rules.start(setup, state);
    if (json_kind(position) != JSON_OBJECT)
        return reader_refuse(&r.form, "7.1.1", position, "a position is an object");
    if (json_there(json_get(position, "under_way")))
        return tribes_read_whole(&r);
    if (read_phase(&r, &decision) < 0 ||
        reader_number(&seats, position, "players", setup->seats, setup->seats, &players) < 0)
        return -1;
    return decision == TRIBES_AT_SETUP ? read_setup(&r) : read_play(&r, decision);
}

const struct ochre_read tribes_read = {
    .terms_of = terms_of,
    .read_state = read_state,
    .pack_warnings = tribes_pack_warnings,
    .cases = &tribes_cases,
};
