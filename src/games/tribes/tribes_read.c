/* tribes_read.c: positions typed in (7.1.1), fully checked, and what their scripts say about chance. */
#include "games/tribes/tribes.h"

static const char standard_land[] = "d4:G1 e4:W d5:O";
static const char standard_row[] = "P E M P+ E+ M+";

struct reading {
    const struct ochre_setup *setup;
    const struct tribes_tables *t;
    struct tribes_state *s;
    struct json position;
    struct ochre_error *error;
};

static int fault(const struct reading *r, const char *rule, const char *where, const char *expected)
{
    return error_set(r->error, rule, "{0}: {1}", where, expected);
}

int tribes_terms_of(struct json position, struct ochre_terms *terms, struct ochre_error *error)
{
    int players = 2;
    struct json given = json_get(position, "players");
    if (json_there(given) && !json_int_in(given, 2, OCHRE_SEATS_MAX, &players))
        return error_set(error, "2.1", "players must be 2, 3 or 4");
    if (json_there(given) || terms->seats == 0)
        terms->seats = players;
    return 0;
}

/* ---- small readers ---- */

static int read_line(const struct reading *r, struct json value, const char *where, char *line, size_t size)
{
    if (json_kind(value) == JSON_STRING && json_string(value, line, size))
        return 0;
    return fault(r, "7.1.1", where, "expected a text");
}

static int read_number(const struct reading *r, const char *rule, const char *where, struct json value, int high,
                       int *number)
{
    if (!json_there(value) || json_int_in(value, 0, high, number))
        return 0;
    return error_set(r->error, rule, "{0} must be a number from 0 to {1}", where, NUM(high));
}

static int check_keys(const struct reading *r, struct json object, const char *where, const char *const known[])
{
    if (json_kind(object) != JSON_OBJECT)
        return fault(r, "7.1.1", where, "expected an object");
    for (struct json member = json_first(object); json_there(member); member = json_next(member)) {
        bool is_known = false;
        char key[40] = "?";
        json_key(member, key, sizeof key);
        for (int i = 0; known[i]; i++)
            is_known = is_known || text_same(key, known[i]);
        if (!is_known)
            return error_set(r->error, "7.1.1", "{0} has the unknown field '{1}'", where, key);
    }
    return 0;
}

/* ---- territories ---- */

/* d4:G2, e4:W, d5:O!1 */
static int read_tile(const struct reading *r, struct tribes_seat *p, const char *seat, const char *word)
{
    const char *at = word;
    int cell;
    int members = 0;
    if (!tribes_read_cell_name(&at, &cell) || *at++ != ':')
        return error_set(r->error, "7.1", "{0}.land: '{1}' is not written like d4:G2", seat, word);
    int resource = *at ? tribes_resource_by_letter(*at++) : -1;
    bool is_exhausted = *at == '!';
    at += is_exhausted;
    if (resource < 0 || (*at && !text_read_number(&at, 2, &members)) || *at)
        return error_set(r->error, "7.1", "{0}.land: '{1}' is not written like d4:G2 or d5:O!1", seat, word);
    if (cell < 0)
        return error_set(r->error, "1.3", "{0}.land: '{1}' is outside the 48 cells", seat, word);
    if (p->ground & TRIBES_BIT(cell))
        return error_set(r->error, "3", "{0}.land: '{1}' is the second tile on its cell", seat, word);
    if (members > p->reserve)
        return error_set(r->error, "1.1", "{0}.land: a tribe has at most {1} members", seat, NUM(r->t->start_members));
    tribes_put_land(r->t, p, resource, cell);
    if (is_exhausted)
        p->exhausted |= TRIBES_BIT(cell);
    if (members) {
        p->members[cell] = (uint8_t)members;
        p->inhabited |= TRIBES_BIT(cell);
        p->reserve = (uint8_t)(p->reserve - members);
    }
    return 0;
}

/* 3: the three start cells, and all in one piece. */
static int check_shape(const struct reading *r, const struct tribes_seat *p, const char *seat)
{
    uint64_t start = TRIBES_BIT(TRIBES_D4) | TRIBES_BIT(TRIBES_E4) | TRIBES_BIT(TRIBES_D5);
    uint64_t reached = start;
    for (uint64_t fresh = start; fresh;) {
        uint64_t next = 0;
        for (; fresh; fresh &= fresh - 1)
            next |= r->t->around[__builtin_ctzll(fresh)];
        fresh = next & p->ground & ~reached;
        reached |= fresh;
    }
    if ((p->ground & start) != start)
        return error_set(r->error, "3", "{0}.land must hold d4, e4 and d5", seat);
    if (reached != p->ground)
        return error_set(r->error, "3", "{0}.land is not connected", seat);
    return 0;
}

static int read_land(const struct reading *r, struct tribes_seat *p, const char *seat, struct json value)
{
    char line[512];
    char word[16];
    struct ochre_text text = text_on(line, sizeof line);
    if (!json_there(value))
        text_add(&text, standard_land);
    else if (read_line(r, value, "land", line, sizeof line) < 0)
        return -1;
    for (const char *at = line; tribes_next_word(&at, word, sizeof word);)
        if (read_tile(r, p, seat, word) < 0)
            return -1;
    if (check_shape(r, p, seat) < 0)
        return -1;
    if (!p->inhabited)
        return error_set(r->error, "3", "{0}.land: a tribe has at least one member", seat);
    return 0;
}

/* Set-up done, members not yet placed: "GHW" on d4, e4, d5. */
static int read_start_land(const struct reading *r, struct tribes_seat *p, const char *seat, struct json start)
{
    static const uint8_t cells[3] = {TRIBES_D4, TRIBES_E4, TRIBES_D5};
    char line[8] = "GWO";
    struct json value = json_get(start, seat);
    if (json_there(value) && read_line(r, value, "start", line, sizeof line) < 0)
        return -1;
    uint32_t seen = 0;
    for (int i = 0; i < 3; i++) {
        int resource = line[i] ? tribes_resource_by_letter(line[i]) : -1;
        if (resource < 0 || (seen >> resource) & 1 || line[3])
            return error_set(r->error, "2.2", "start.{0} must be three different letters of G H W O I", seat);
        seen |= 1u << resource;
        tribes_put_land(r->t, p, resource, cells[i]);
    }
    return 0;
}

static int read_levels(const struct reading *r, struct tribes_seat *p, const char *seat, struct json value)
{
    char line[16] = "0/0/0/0";
    const char *at = line;
    if (json_there(value) && read_line(r, value, "levels", line, sizeof line) < 0)
        return -1;
    for (int track = 0; track < TRIBES_TRACKS; track++) {
        int level;
        if (!text_read_number(&at, 1, &level) || level > r->t->top || *at != (track < 3 ? '/' : '\0'))
            return error_set(r->error, "1.4", "{0}.levels must be four levels from 0 to {1}, like 0/1/0/2", seat,
                             NUM(r->t->top));
        at += track < 3;
        p->level[track] = (uint8_t)level;
    }
    return 0;
}

static int read_seat(const struct reading *r, int seat, bool is_founding)
{
    static const char *const known[] = {"land", "shells", "points", "levels", "arrow", NULL};
    const char *name = tribes_seat_key(r->setup, NULL, seat);
    struct tribes_seat *p = &r->s->seat[seat];
    struct json given = json_get(r->position, name);
    int shells = r->t->start_shells;
    int points = is_founding ? r->t->bonus[r->setup->seats][seat] : 0;
    bool arrow = true;
    if (json_there(given) && check_keys(r, given, name, known) < 0)
        return -1;
    if (is_founding && json_there(json_get(given, "land")))
        return error_set(r->error, "7.1.1", "{0}.land: before FOUND the land is given by \"start\"", name);
    p->reserve = r->t->start_members;
    if (is_founding ? read_start_land(r, p, name, json_get(r->position, "start")) < 0
                    : read_land(r, p, name, json_get(given, "land")) < 0)
        return -1;
    if (read_number(r, "1.1", "shells", json_get(given, "shells"), TRIBES_SHELLS, &shells) < 0 ||
        read_number(r, "3", "points", json_get(given, "points"), 1000, &points) < 0 ||
        read_levels(r, p, name, json_get(given, "levels")) < 0)
        return -1;
    if (json_there(json_get(given, "arrow")) && !json_bool(json_get(given, "arrow"), &arrow))
        return error_set(r->error, "3", "{0}.arrow must be true or false", name);
    p->shells = (uint8_t)shells;
    p->points = (int16_t)points;
    p->arrow = arrow;
    return 0;
}

/* ---- row, boards, stones, links ---- */

/* M+ or E(1) */
static int read_row_tile(const struct reading *r, char *word)
{
    struct tribes_state *s = r->s;
    int shells = 0;
    char *bracket = word;
    while (*bracket && *bracket != '(')
        bracket++;
    if (*bracket) {
        const char *at = bracket + 1;
        if (!text_read_number(&at, 2, &shells) || at[0] != ')' || at[1])
            return fault(r, "7.1", "row", "shells on a tile are written E(1)");
        *bracket = '\0';
    }
    int tile = tribes_tile_by_id(r->t, word);
    if (tile < 0)
        return error_set(r->error, "7.1", "row: there is no tile '{0}'", word);
    for (int i = 0; i < s->row_count; i++)
        if (s->row[i] == tile)
            return error_set(r->error, "3", "row: {0} stands there twice", word);
    if (shells > TRIBES_SHELLS)
        return fault(r, "1.1", "row", "there are only 20 shells");
    s->row[s->row_count] = (uint8_t)tile;
    s->row_shells[s->row_count++] = (uint8_t)shells;
    return 0;
}

static int read_row(const struct reading *r)
{
    char line[1024];
    char word[40];
    struct json value = json_get(r->position, "row");
    struct ochre_text text = text_on(line, sizeof line);
    if (!json_there(value))
        text_add(&text, standard_row);
    else if (read_line(r, value, "row", line, sizeof line) < 0)
        return -1;
    for (const char *at = line; tribes_next_word(&at, word, sizeof word);)
        if (read_row_tile(r, word) < 0)
            return -1;
    uint32_t actions = 0;
    for (int i = 0; i < r->s->row_count; i++)
        actions |= 1u << r->s->row[i];
    if ((~actions) & ((1u << TRIBES_ACTION_TILES) - 1))
        return fault(r, "3", "row", "all six action tiles P E M P+ E+ M+ must stand in it");
    return 0;
}

static int read_stones(const struct reading *r)
{
    struct tribes_state *s = r->s;
    struct json stones = json_get(r->position, "stones");
    if (json_there(stones) && json_kind(stones) != JSON_OBJECT)
        return fault(r, "7.1.1", "stones", "expected an object like {\"1.2\": \"BC\"}");
    for (struct json member = json_first(stones); json_there(member); member = json_next(member)) {
        int slot;
        char line[8];
        if (!tribes_read_slot_key(member, &slot))
            return fault(r, "7.1", "stones", "boards are named 1.1 to 3.4");
        if (!json_string(member, line, sizeof line))
            return fault(r, "7.1", "stones", "the stones of a board are seat letters, like \"BC\"");
        for (const char *at = line; *at; at++) {
            int seat = *at - 'A';
            if (seat < 0 || seat >= r->setup->seats)
                return error_set(r->error, "7.1", "stones: '{0}' is not a list of seats in play", line);
            if ((s->seat[seat].stones >> slot) & 1)
                return fault(r, "4.6", "stones", "a seat has at most one stone on a board");
            s->seat[seat].stones = (uint16_t)(s->seat[seat].stones | 1u << slot);
            s->stone[slot][s->stone_count[slot]++] = (uint8_t)seat;
        }
    }
    for (int slot = TRIBES_COLUMNS; slot < TRIBES_SLOTS; slot++)
        if (s->stone_count[slot] && !s->stone_count[slot - TRIBES_COLUMNS])
            return error_set(r->error, "3", "stones: board {0}.{1} is face down, for there is no stone below",
                             NUM(slot / TRIBES_COLUMNS + 1), NUM(slot % TRIBES_COLUMNS + 1));
    return 0;
}

/* "1.4>2.3" */
static int read_links(const struct reading *r)
{
    struct json links = json_get(r->position, "links");
    if (json_there(links) && json_kind(links) != JSON_ARRAY)
        return fault(r, "7.1.1", "links", "expected a list like [\"1.4>2.3\"]");
    for (struct json link = json_first(links); json_there(link); link = json_next(link)) {
        char line[12] = "";
        const char *at = line;
        int from;
        int to;
        json_string(link, line, sizeof line);
        if (!tribes_read_slot(&at, &from) || *at++ != '>' || !tribes_read_slot(&at, &to) || *at)
            return fault(r, "7.1.1", "links", "a link is written 1.4>2.3");
        int aside = to % TRIBES_COLUMNS - from % TRIBES_COLUMNS;
        if (to / TRIBES_COLUMNS != from / TRIBES_COLUMNS + 1 || (aside != 1 && aside != -1))
            return error_set(r->error, "A29", "links: {0} does not go up one epoch and one column aside", line);
        uint16_t *side = aside == 1 ? &r->s->links_left : &r->s->links_right;
        *side = (uint16_t)(*side | 1u << to);
    }
    return 0;
}

static int read_grid(const struct reading *r)
{
    struct tribes_state *s = r->s;
    uint8_t board[TRIBES_SLOTS];
    char wrong[40];
    struct json grid = json_get(r->position, "grid");
    if (json_there(grid) && json_kind(grid) != JSON_OBJECT)
        return fault(r, "7.1.1", "grid", "expected an object like {\"1.1\": \"hunting\"}");
    if (tribes_lay_out_grid(r->t, grid, board, wrong) < 0)
        return error_set(r->error, "7.1", "grid: '{0}' is no board of that epoch, or lies there twice", wrong);
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

static int read_events(const struct reading *r)
{
    static const char *const known[] = {"1", "2", "3", NULL};
    struct tribes_state *s = r->s;
    struct json events = json_get(r->position, "events");
    if (json_there(events) && check_keys(r, events, "events", known) < 0)
        return -1;
    uint32_t in_row = 0;
    for (int i = 0; i < s->row_count; i++)
        if (tribes_is_event(s->row[i]))
            in_row |= 1u << (s->row[i] - TRIBES_ACTION_TILES);
    s->unseen_events = 0;
    for (int epoch = 0; epoch < TRIBES_EPOCHS; epoch++) {
        uint8_t stack[TRIBES_EVENTS];
        int count = tribes_stack_of(r->t, r->position, epoch, stack);
        if (count < 0)
            return error_set(r->error, "7.1.1", "events.{0} must be a list of events of that epoch, each once",
                             known[epoch]);
        for (int i = 0; i < count; i++)
            s->unseen_events |= 1u << stack[i];
        if (json_there(json_get(events, known[epoch])) && (s->unseen_events & r->t->events_of[epoch] & in_row))
            return error_set(r->error, "3", "events.{0}: an event of it stands in the row", known[epoch]);
    }
    s->unseen_events &= ~in_row;
    return 0;
}

/* ---- bag ---- */

/* How many tiles of each kind the script draws. */
static int count_script(const struct reading *r, int wanted[TRIBES_RESOURCES])
{
    char line[64] = "";
    struct json value = json_get(r->position, "draw");
    if (json_there(value) && read_line(r, value, "draw", line, sizeof line) < 0)
        return -1;
    for (const char *at = line; *at; at++) {
        int resource = tribes_resource_by_letter(*at);
        if (resource < 0)
            return fault(r, "7.1.1", "draw", "expected letters of G H W O I, like \"WO\"");
        wanted[resource]++;
    }
    return 0;
}

/* G8 H7 W6 O7 I8, all five */
static int read_bag_line(const struct reading *r, struct json value, int bag[TRIBES_RESOURCES])
{
    char line[64];
    char word[8];
    int seen = 0;
    if (read_line(r, value, "bag", line, sizeof line) < 0)
        return -1;
    for (const char *at = line; tribes_next_word(&at, word, sizeof word);) {
        const char *digits = word + 1;
        int resource = tribes_resource_by_letter(word[0]);
        int number;
        if (resource < 0 || (seen >> resource) & 1 || !text_read_number(&digits, 2, &number) || *digits || number > 15)
            return fault(r, "7.1.1", "bag", "expected all five counts up to 15, like \"G8 H7 W6 O7 I8\"");
        bag[resource] = number;
        seen |= 1 << resource;
    }
    return seen == 31 ? 0 : fault(r, "7.1.1", "bag", "expected all five letters, like \"G0 H0 W0 O0 I1\"");
}

static int read_bag(const struct reading *r)
{
    struct tribes_state *s = r->s;
    int wanted[TRIBES_RESOURCES] = {0};
    int bag[TRIBES_RESOURCES];
    struct json value = json_get(r->position, "bag");
    if (count_script(r, wanted) < 0)
        return -1;
    s->bag_count = 0;
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++) {
        int laid = 0;
        for (int seat = 0; seat < r->setup->seats; seat++)
            laid += tribes_count(s->seat[seat].land[resource]);
        int left = r->t->resource[resource].count - laid;
        bag[resource] = left > wanted[resource] ? left : wanted[resource];
        s->tiles[resource] = (uint8_t)laid;
    }
    if (json_there(value) && read_bag_line(r, value, bag) < 0)
        return -1;
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++) {
        if (bag[resource] < wanted[resource])
            return fault(r, "7.1.1", "draw", "the bag does not hold that much");
        s->bag[resource] = (uint8_t)bag[resource];
        s->tiles[resource] = (uint8_t)(s->tiles[resource] + bag[resource]);
        s->bag_count = (uint8_t)(s->bag_count + bag[resource]);
    }
    return 0;
}

/* ---- the whole ---- */

static int read_box(const struct reading *r)
{
    struct tribes_state *s = r->s;
    int shells = 0;
    for (int seat = 0; seat < r->setup->seats; seat++)
        shells += s->seat[seat].shells;
    for (int i = 0; i < s->row_count; i++)
        shells += s->row_shells[i];
    if (shells > TRIBES_SHELLS)
        return fault(r, "3", "shells", "there are only 20 in the game");
    s->box = (uint8_t)(TRIBES_SHELLS - shells);
    return 0;
}

static int read_course(const struct reading *r, int decision)
{
    struct tribes_state *s = r->s;
    char turn[4] = "A";
    int round = 1;
    int executed = 0;
    struct json given = json_get(r->position, "turn");
    if (json_there(given) &&
        (!json_string(given, turn, sizeof turn) || turn[0] < 'A' || turn[0] >= 'A' + r->setup->seats || turn[1]))
        return fault(r, "7.1.1", "turn", "expected a seat in play, like \"A\"");
    if (turn[0] != 'A' && decision != TRIBES_AT_TAKE && decision != TRIBES_AT_OVER)
        return fault(r, "7.1.1", "turn", "in set-up A begins");
    if (read_number(r, "3", "round", json_get(r->position, "round"), TRIBES_ROUNDS_MAX, &round) < 0 ||
        read_number(r, "3", "executed3", json_get(r->position, "executed3"), TRIBES_PER_EPOCH, &executed) < 0)
        return -1;
    if (round < 1)
        return fault(r, "3", "round", "rounds are counted from 1");
    int limit = r->setup->option[TRIBES_ROUND_LIMIT].number;
    if (limit && round > limit)
        return fault(r, "4.9", "round", "it is beyond the round limit");
    s->round = (uint16_t)round;
    s->executed3 = (uint8_t)executed;
    s->turn = s->actor = (uint8_t)(turn[0] - 'A');
    s->is_final = executed >= r->t->end_events[r->setup->seats] && decision == TRIBES_AT_OVER;
    return 0;
}

static int decision_of(const struct reading *r)
{
    static const int decisions[] = {TRIBES_AT_TAKE, TRIBES_AT_SETUP, TRIBES_AT_ARRANGE, TRIBES_AT_FOUND,
                                    TRIBES_AT_OVER};
    struct json phase = json_get(r->position, "phase");
    if (!json_there(phase))
        return TRIBES_AT_TAKE;
    for (int i = 0; i < 5; i++)
        if (json_is(phase, tribes_phases[decisions[i]]))
            return decisions[i];
    return fault(r, "7.1.1", "phase", "expected TAKE, SETUP, ARRANGE, FOUND or OVER");
}

/* SETUP: nothing drawn yet; only scripts for chance make sense. */
static int read_setup(const struct reading *r)
{
    static const char *const known[] = {"players", "phase",  "turn", "round",       "draw",
                                        "grid",    "events", "row",  "pack_events", NULL};
    int wanted[TRIBES_RESOURCES] = {0};
    struct tribes_state scratch = *r->s;
    struct reading script = *r;
    if (check_keys(r, r->position, "a position in phase SETUP", known) < 0 || read_course(r, TRIBES_AT_SETUP) < 0)
        return -1;
    script.s = &scratch;
    return read_row(&script) < 0 || read_grid(&script) < 0 || read_events(r) < 0 || count_script(r, wanted) < 0 ? -1
                                                                                                                : 0;
}

static int read_play(const struct reading *r, int decision)
{
    static const char *const known[] = {"players", "turn",        "round",  "executed3", "A",    "B",      "C",
                                        "D",       "row",         "stones", "links",     "grid", "events", "bag",
                                        "draw",    "pack_events", "phase",  "start",     NULL};
    struct tribes_state *s = r->s;
    bool is_founding = decision == TRIBES_AT_ARRANGE || decision == TRIBES_AT_FOUND;
    if (check_keys(r, r->position, "the position", known) < 0 || read_course(r, decision) < 0)
        return -1;
    for (int seat = r->setup->seats; seat < OCHRE_SEATS_MAX; seat++)
        if (json_there(json_get(r->position, tribes_seat_key(r->setup, NULL, seat))))
            return fault(r, "2.1", tribes_seat_key(r->setup, NULL, seat), "this seat is not in play");
    if (!is_founding && json_there(json_get(r->position, "start")))
        return fault(r, "7.1.1", "start", "it belongs to the phases ARRANGE and FOUND");
    s->decision = (uint8_t)decision;
    s->left = is_founding;
    for (int seat = 0; seat < r->setup->seats; seat++) {
        memset(&s->seat[seat], 0, sizeof s->seat[seat]);
        if (read_seat(r, seat, is_founding) < 0)
            return -1;
    }
    return read_row(r) < 0 || read_stones(r) < 0 || read_links(r) < 0 || read_grid(r) < 0 || read_events(r) < 0 ||
                   read_bag(r) < 0 || read_box(r) < 0
               ? -1
               : 0;
}

int tribes_read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                      struct ochre_error *error)
{
    struct reading r = {setup, tribes_tables(setup), tribes(state), position, error};
    tribes_start(setup, state);
    if (json_kind(position) != JSON_OBJECT)
        return error_set(error, "7.1.1", "a position is an object");
    int decision = decision_of(&r);
    int players = setup->seats;
    if (decision < 0)
        return -1;
    if (json_there(json_get(position, "players")) &&
        (!json_int_in(json_get(position, "players"), 2, OCHRE_SEATS_MAX, &players) || players != setup->seats))
        return error_set(error, "2.1", "players: the position is for another number of seats");
    return decision == TRIBES_AT_SETUP ? read_setup(&r) : read_play(&r, decision);
}
