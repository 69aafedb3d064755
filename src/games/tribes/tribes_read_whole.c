/* tribes_read_whole.c: a position that the view of everything has written (7.1.1): every phase, in the middle of a turn
 * too. All that makes up the state must be there; what is only derived from it is read over. */
#include "games/tribes/tribes_reading.h"

enum { TRIBES_LEFT_MAX = 15 }; /* the largest number of a track or an effect (1.8.3) */

const struct field tribes_under_way[] = {
    FIELD_SEAT("actor", struct tribes_state, actor, OCHRE_NOBODY),
    FIELD_NUMBER("renews", struct tribes_state, renews, 0, TRIBES_LEFT_MAX),
    FIELD_NUMBER("relocates", struct tribes_state, relocates, 0, 1),
    FIELD_NUMBER("turn", struct tribes_state, turn, 0, OCHRE_SEATS_MAX),
    FIELD_SEAT("first", struct tribes_state, first, TRIBES_NONE),
    FIELD_NUMBER("clause", struct tribes_state, clause, 0, TRIBES_CLAUSES_MAX - 1),
    FIELD_NUMBER("targets", struct tribes_state, targets, 0, (1 << OCHRE_SEATS_MAX) - 1),
    FIELD_NUMBER("reveals", struct tribes_state, reveals, 0, TRIBES_BOARD_DUE | TRIBES_EVENT_DUE),
    FIELD_NUMBERS("aside", struct tribes_state, aside, TRIBES_RESOURCES, 0, 15),
    {0},
};

/* Everything of a view: what must be there, then what may be left out because it follows from the rest. */
static int check_members(const struct tribes_reading *r)
{
    static const char *const known[] = {"phase",
                                        "left",
                                        "round",
                                        "final",
                                        "executed3",
                                        "row",
                                        "box",
                                        "bag",
                                        "hand",
                                        "grid",
                                        "stones",
                                        "links",
                                        "display",
                                        "unseen",
                                        "A",
                                        "B",
                                        "?",
                                        "C",
                                        "D",
                                        "turn",
                                        "player",
                                        "lifted",
                                        "completing",
                                        "players",
                                        "first",
                                        "tile",
                                        "prices",
                                        "up",
                                        "total",
                                        "boards",
                                        "events",
                                        "kinds",
                                        "tracks",
                                        "unseen_events",
                                        "under_way",
                                        "draw",
                                        "pack_events",
                                        "end_events",
                                        "most_members",
                                        "most_land",
                                        NULL};
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++) {
        const char *letter = tribes_seat_letter(seat);
        if (seat >= r->setup->seats && json_there(json_get(r->position, letter)))
            return tribes_refuse(r, "2.1", letter, "this seat is not in play");
        if (seat < r->setup->seats && reader_need(&r->form, r->position, letter) < 0)
            return -1;
    }
    return reader_members(&r->form, r->position, known);
}

static int read_seat(const struct tribes_reading *r, int seat)
{
    static const char *const known[] = {"land",   "levels", "shells", "points",    "reserve", "arrow", "?",
                                        "stones", "border", "needs",  "strongest", "weakest", NULL};
    const struct reader shape = tribes_by(r, "3");
    struct json given = json_get(r->position, tribes_seat_letter(seat));
    struct tribes_seat *p = &r->s->seat[seat];
    char line[512] = "";
    int points = 0;
    uint8_t reserve = 0;
    bool arrow = false;
    *p = (struct tribes_seat){.reserve = r->t->start_members};
    if (reader_members(&r->form, given, known) < 0 || reader_text(&r->form, given, "land", line, sizeof line) < 0 ||
        tribes_read_land(r, p, given, line) < 0 || tribes_read_levels(r, p, given) < 0 ||
        reader_byte(&shape, given, "shells", 0, TRIBES_SHELLS, &p->shells) < 0 ||
        reader_number(&shape, given, "points", 0, INT16_MAX / 2, &points) < 0 ||
        reader_byte(&shape, given, "reserve", 0, r->t->start_members, &reserve) < 0 ||
        reader_flag(&shape, given, "arrow", &arrow) < 0)
        return -1;
    bool is_lifting = r->s->lifted != TRIBES_NONE && r->s->actor == seat;
    p->reserve = (uint8_t)(p->reserve - (is_lifting && p->reserve > 0));
    if (reserve != p->reserve)
        return reader_refuse_member(&shape, "3", given, "reserve", "with the members on the land there are {0}",
                                    NUM(p->reserve));
    p->points = (int16_t)points;
    p->arrow = arrow;
    return 0;
}

/* The boards that lie face up, and no others. */
static int read_grid(const struct tribes_reading *r)
{
    struct tribes_state *s = r->s;
    uint8_t board[TRIBES_SLOTS];
    struct json grid = json_get(r->position, "grid");
    struct json wrong = grid;
    if (json_kind(grid) != JSON_OBJECT || tribes_lay_out_grid(r->t, grid, board, &wrong) < 0)
        return reader_refuse(&r->form, "7.1", wrong, "expected boards of that epoch that lie nowhere else, like {0}",
                             "{\"1.1\": \"hunting\"}");
    for (struct json member = json_first(grid); json_there(member); member = json_next(member)) {
        int slot = 0;
        tribes_read_slot_key(member, &slot);
        s->board[slot] = board[slot];
        s->up = (uint16_t)(s->up | 1u << slot);
        s->unseen_boards = (uint16_t)(s->unseen_boards & ~(1u << board[slot]));
    }
    return 0;
}

static int read_events(const struct tribes_reading *r, const char *key, uint32_t *events)
{
    struct json list;
    *events = 0;
    if (reader_list(&r->form, r->position, key, 0, TRIBES_EVENTS, &list) < 0)
        return -1;
    for (struct json value = json_first(list); json_there(value); value = json_next(value)) {
        char id[40];
        if (reader_text_at(&r->form, value, id, sizeof id) < 0)
            return -1;
        int event = tribes_tile_by_id(r->t, id) - TRIBES_ACTION_TILES;
        if (event < 0 || bits_has(*events, event))
            return reader_refuse(&r->form, "3", value, "expected events of the pack, each once");
        *events |= 1u << event;
    }
    return 0;
}

/* Bag and hand; what was put aside stands among the fields. */
static int read_land_left(const struct tribes_reading *r)
{
    struct tribes_state *s = r->s;
    int bag[TRIBES_RESOURCES] = {0};
    int hand[TRIBES_RESOURCES] = {0};
    if (tribes_read_counts(r, "bag", bag) < 0 || tribes_read_counts(r, "hand", hand) < 0)
        return -1;
    s->bag_count = s->hand_count = 0;
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++) {
        int tiles = bag[resource] + hand[resource] + s->aside[resource];
        for (int seat = 0; seat < r->setup->seats; seat++)
            tiles += bits_count(s->seat[seat].land[resource]);
        s->bag[resource] = (uint8_t)bag[resource];
        s->hand[resource] = (uint8_t)hand[resource];
        s->tiles[resource] = (uint8_t)tiles;
        s->bag_count = (uint8_t)(s->bag_count + bag[resource]);
        s->hand_count = (uint8_t)(s->hand_count + hand[resource]);
    }
    return 0;
}

/* The tile in use, the member in hand, the board being completed: where there is none, nothing is said. */
static int read_business(const struct tribes_reading *r)
{
    struct tribes_state *s = r->s;
    char tile[40] = "";
    char lifted[8] = "";
    char slot[8] = "";
    if (reader_text(&r->form, r->position, "tile", tile, sizeof tile) < 0 ||
        reader_text(&r->form, r->position, "lifted", lifted, sizeof lifted) < 0 ||
        reader_text(&r->form, r->position, "completing", slot, sizeof slot) < 0)
        return -1;
    int index = tile[0] ? tribes_tile_by_id(r->t, tile) : TRIBES_NONE;
    if (index < 0)
        return tribes_refuse(r, "7.1", "tile", "there is no tile '{0}'", tile);
    const char *at = lifted;
    int cell = TRIBES_NONE;
    if (lifted[0] && (!tribes_read_cell_name(&at, &cell) || *at || cell < 0))
        return tribes_refuse(r, "1.3", "lifted", "expected one of the 48 cells");
    int board = TRIBES_NONE;
    at = slot;
    if (slot[0] && (!tribes_read_slot(&at, &board) || *at))
        return tribes_refuse(r, "7.1", "completing", "boards are named 1.1 to 3.4");
    s->tile = (uint8_t)index;
    s->lifted = (uint8_t)cell;
    s->slot = (uint8_t)board;
    return 0;
}

static int read_course(const struct tribes_reading *r)
{
    const struct reader shape = tribes_by(r, "3");
    struct tribes_state *s = r->s;
    int limit = r->setup->option[TRIBES_ROUND_LIMIT].number;
    int decision = 0;
    int round = 1;
    bool is_final = false;
    const char *phases[TRIBES_DECISIONS + 1] = {NULL};
    for (int i = 0; i < TRIBES_DECISIONS; i++)
        phases[i] = tribes_phases[i];
    if (reader_word(&r->form, r->position, "phase", phases, &decision) < 0 ||
        reader_byte(&shape, r->position, "left", 0, TRIBES_LEFT_MAX, &s->left) < 0 ||
        reader_number(&shape, r->position, "round", 1, limit ? limit : TRIBES_ROUNDS_MAX, &round) < 0 ||
        reader_flag(&shape, r->position, "final", &is_final) < 0 ||
        reader_byte(&shape, r->position, "executed3", 0, TRIBES_PER_EPOCH, &s->executed3) < 0 ||
        reader_byte(&shape, r->position, "box", 0, TRIBES_SHELLS, &s->box) < 0)
        return -1;
    s->decision = (uint8_t)decision;
    s->round = (uint16_t)round;
    s->is_final = is_final;
    return 0;
}

int tribes_read_whole(const struct tribes_reading *r)
{
    const struct reader seats = tribes_by(r, "2.1");
    struct tribes_state *s = r->s;
    struct ochre_state state = {0};
    char row[1024] = "";
    int players;
    if (check_members(r) < 0 ||
        reader_number(&seats, r->position, "players", r->setup->seats, r->setup->seats, &players) < 0 ||
        read_course(r) < 0 ||
        fields_read(&r->form, tribes_under_way, r->setup->seats, json_get(r->position, "under_way"), s) < 0 ||
        read_business(r) < 0)
        return -1;
    for (int seat = 0; seat < r->setup->seats; seat++)
        if (read_seat(r, seat) < 0)
            return -1;
    if (reader_text(&r->form, r->position, "row", row, sizeof row) < 0 || tribes_read_row(r, row) < 0 ||
        tribes_read_stones(r) < 0 || tribes_read_links(r) < 0 || read_grid(r) < 0 || read_land_left(r) < 0 ||
        read_events(r, "unseen", &s->unseen_events) < 0 || read_events(r, "display", &s->display) < 0)
        return -1;
    memcpy(state.bytes, s, sizeof *s);
    const char *wrong = tribes_check(r->setup, &state);
    return wrong ? reader_refuse(&r->form, "3", r->position, "the position cannot be: {0}", wrong) : 0;
}
