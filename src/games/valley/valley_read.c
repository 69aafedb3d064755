/* valley_read.c: a position typed in (9.1), fully checked: what is shared, this turn, and recorded set-ups. */
#include "games/valley/valley_reading.h"

/* ---- what is shared ---- */

/* A seat as 2 or "p2"; left out, *seat stays. */
static int read_seat_at(struct valley_reading *r, struct json value, uint8_t *seat)
{
    int number = *seat;
    if (json_there(value) && reader_seat(&r->door, value, r->setup->seats, &number) < 0)
        return -1;
    *seat = (uint8_t)number;
    return 0;
}

/* The owners of the Fight tokens on one tile: [2,3]. */
static int read_owners(struct valley_reading *r, struct json list, int tile)
{
    for (struct json item = json_first(list); json_there(item); item = json_next(item)) {
        int owner;
        if (reader_seat(&r->door, item, r->setup->seats, &owner) < 0)
            return -1;
        if (r->s->seat[owner].fights == 0)
            return reader_refuse(&r->door, "9.5.2", item, "a player has only {0} Fight tokens", NUM(r->t->fights));
        r->s->seat[owner].fights--;
        r->s->fights_on[tile] = (uint8_t)(r->s->fights_on[tile] + (1u << (2 * owner)));
    }
    return 0;
}

static int read_fights(struct valley_reading *r, struct json fights)
{
    if (json_there(fights) && json_kind(fights) != JSON_OBJECT)
        return reader_refuse(&r->door, "9.1", fights, "must name tiles and owners, like {\"BR1\":[2,3]}");
    for (struct json member = json_first(fights); json_there(member); member = json_next(member)) {
        char id[8];
        const char *at = id;
        int tile = json_key(member, id, sizeof id) ? valley_read_tile(r->t, &at) : -1;
        if (tile < 0 || *at)
            return reader_refuse(&r->door, "1.3", member, "there is no such tile");
        if (valley_address_of(r->setup, r->s, 0, tile) < 0)
            return reader_refuse(&r->door, "3.1", member, "Fight tokens lie on tiles in a pool");
        if (read_owners(r, member, tile) < 0)
            return -1;
    }
    return 0;
}

/* The stack: a list is all that is unseen, a number leaves everything not named (9.1). */
static int read_stack(struct valley_reading *r, struct json position)
{
    struct valley_state *s = r->s;
    uint64_t all = BIT(r->t->tiles) - 1;
    const char *key = json_there(json_get(position, "stack")) ? "stack" : "stack_size";
    struct json stack = json_get(position, key);
    if (json_kind(stack) == JSON_ARRAY) {
        uint64_t before = r->named;
        uint8_t tiles[VALLEY_TILES];
        if (valley_read_tiles(r, position, key, r->t->tiles, tiles, &s->stack_size) < 0)
            return -1;
        s->unseen = r->named & ~before;
        s->absent = all & ~r->named;
        return 0;
    }
    s->unseen = all & ~r->named;
    int count = 0;
    int most = bits_count(s->unseen);
    if (json_there(stack) && !json_int_in(stack, 0, most, &count))
        return reader_refuse(&r->door, "9.5.1", stack,
                             "must be a list of tiles, or their number, at most the {0} not named", NUM(most));
    s->stack_size = (uint8_t)count;
    return 0;
}

/* Tiles that were laid with the Picking permission, on whatever ground. */
static int read_permitted(struct valley_reading *r, struct json position)
{
    struct json list;
    if (reader_list(&r->door, position, "permitted", 0, r->t->tiles, &list) < 0)
        return -1;
    for (struct json item = json_first(list); json_there(item); item = json_next(item)) {
        char id[8];
        const char *at = id;
        int tile = json_string(item, id, sizeof id) ? valley_read_tile(r->t, &at) : -1;
        if (tile < 0 || *at || !r->s->tribe_of[tile])
            return reader_refuse(&r->door, "9.5.7", item, "must be a tile that lies on a board");
        r->s->permitted |= BIT(tile);
    }
    return 0;
}

/* Tiles out of the game, and what lies between the players. */
static int read_table(struct valley_reading *r, struct json position)
{
    struct valley_state *s = r->s;
    uint8_t dropped[VALLEY_TILES];
    uint8_t dropped_count;
    if (valley_read_tiles(r, position, "common", r->t->common, s->common, &s->common_count) < 0 ||
        valley_read_tiles(r, position, "dropped", r->t->tiles, dropped, &dropped_count) < 0)
        return -1;
    for (int i = 0; i < dropped_count; i++)
        s->dropped |= BIT(dropped[i]);
    if (read_fights(r, json_get(position, "fight_on")) < 0 || read_stack(r, position) < 0 ||
        read_permitted(r, position) < 0)
        return -1;
    return reader_flag(&r->door, position, "final", &s->is_final);
}

/* ---- this turn ---- */

/* MAIN, when none is given. */
static int read_phase(const struct valley_reading *r, struct json position, int *phase)
{
    const struct reader door = {r->door.error, "4.1"};
    *phase = PHASE_MAIN;
    return json_there(json_get(position, "phase")) ? reader_word(&door, position, "phase", valley_phase_words, phase)
                                                   : 0;
}

/* The cave being entered, in BONUS. */
static int read_entering(struct valley_reading *r, struct json given)
{
    if (!json_there(given) || json_kind(given) == JSON_NULL)
        return 0;
    struct valley_seat *v = &r->s->seat[r->s->turn];
    char name[4];
    const char *at = name;
    int cave = json_string(json_get(given, "cave"), name, sizeof name) ? valley_read_spot(&at) : -1;
    struct json token = json_get(given, "token");
    int scene;
    if (cave < 0 || cave >= VALLEY_CAVES || *at || !v->square[VALLEY_FIELDS + cave])
        return reader_refuse(&r->door, "3.3", given, "must name a cave under a tile, and its token or null");
    r->s->cave = (uint8_t)(cave + 1);
    if (!json_there(token) || json_kind(token) == JSON_NULL)
        return 0;
    if (valley_read_token(r, v, token, &scene) < 0)
        return -1;
    r->s->cave_token = (uint8_t)(scene + 1);
    return 0;
}

static int read_bonuses(struct valley_reading *r, struct json given)
{
    char codes[VALLEY_SCENES + 1] = "";
    if (json_there(given) && !json_string(given, codes, sizeof codes))
        return reader_refuse(&r->door, "3.3", given, "must be scene codes, like \"WC\"");
    for (const char *at = codes; *at;) {
        int scene = valley_read_scene(&at);
        if (scene < 0)
            return reader_refuse(&r->door, "1.2", given, "must be scene codes, like \"WC\"");
        r->s->bonuses |= SCENE_BIT(scene);
    }
    return 0;
}

/* May the tile in this slot lie there? */
static bool may_lie(const struct valley_reading *r, enum valley_laying how, int slot, const int at[2])
{
    const struct valley_state *s = r->s;
    ochre_action list[VALLEY_POOL * VALLEY_PLACES];
    int place = valley_edge_between(&s->seat[s->turn], at[0], at[1]);
    int count = how == LAYING_NEW ? valley_news(r->setup, s, s->turn, list)
                                  : valley_connected(r->setup, s, s->turn, ACT_LAY, list);
    return place >= 0 && legal_has(list, count, (ochre_action)(slot * VALLEY_PLACES + place));
}

/* The tile whose Fight tokens are being ordered, in FIGHT: its move, as the view writes it. */
static int read_laying(struct valley_reading *r, struct json given, struct json at_fault)
{
    struct valley_state *s = r->s;
    char text[32] = "";
    const char *at = text;
    int how = LAYING_MAIN;
    struct valley_put put = {.tile = -1};
    json_string(given, text, sizeof text);
    while (how <= LAYING_BEFORE && !text_starts(text, valley_laying_words[how], &at))
        how++;
    bool is_read = how <= LAYING_BEFORE && valley_read_put(r->t, &at, &put) && *at == '\0';
    int slot = is_read ? valley_address_of(r->setup, s, s->turn, put.tile) : -1;
    if (slot < 0 || slot >= VALLEY_POOL || !may_lie(r, (enum valley_laying)how, slot, put.at))
        return reader_refuse(&r->door, "4.5", json_there(given) ? given : at_fault,
                             "in phase FIGHT `laying` says which move is being made, like lay:BR1@c3d3");
    bool is_after = false;
    if (reader_flag(&r->door, at_fault, "laying_after", &is_after) < 0)
        return -1;
    s->token_used = s->token_used || how == LAYING_BEFORE;
    valley_lay(r->setup, s, how == LAYING_BEFORE && is_after ? LAYING_AFTER : (enum valley_laying)how, slot, put.at,
               NULL);
    return 0;
}

/* Are bonuses being resolved: in BONUS, or while the tile of a Feast bonus is laid? */
static bool has_bonuses(struct json position, enum valley_phase phase)
{
    char move[32] = "";
    json_string(json_get(position, "laying"), move, sizeof move);
    return phase == PHASE_BONUS || (phase == PHASE_FIGHT && text_starts(move, "bon:", NULL));
}

/* This turn, and the automatic steps that follow at once. */
static int read_turn(struct valley_reading *r, struct json position, enum valley_phase phase)
{
    struct valley_state *s = r->s;
    struct json turn = json_get(position, "turn");
    if (!json_there(turn) || json_is(turn, "*") || json_kind(turn) == JSON_NULL)
        turn = json_get(position, "seat");
    s->turn = s->first;
    if (read_seat_at(r, turn, &s->turn) < 0 || reader_flag(&r->door, position, "token_used", &s->token_used) < 0 ||
        reader_flag(&r->door, position, "permit", &s->permit) < 0 ||
        reader_flag(&r->door, position, "starting", &s->is_starting) < 0 ||
        read_entering(r, json_get(position, "entering")) < 0 || read_bonuses(r, json_get(position, "bonuses")) < 0)
        return -1;
    if ((s->cave || s->bonuses) && !has_bonuses(position, phase))
        return reader_refuse_member(&r->door, "3.3", position, s->cave ? "entering" : "bonuses",
                                    "bonuses are resolved, and a cave is entered, in phase BONUS");
    s->is_starting = s->is_starting || phase == PHASE_START;
    if (phase == PHASE_START && s->seat[s->turn].covered)
        return reader_refuse(&r->door, "4.3", turn, "in phase START the seat to act has no tile on its board");
    if (phase != PHASE_OVER && s->seat[s->turn].is_finished)
        return reader_refuse(&r->door, "R32", turn, "this seat has finished and takes no more turns");
    s->phase = (uint8_t)phase;
    if (phase == PHASE_FIGHT)
        return read_laying(r, json_get(position, "laying"), position);
    valley_enter(r->setup, s, phase, NULL);
    return 0;
}

/* ---- a recorded set-up (6, 9.4) ---- */

/* The board and tokens that a record gives a seat. */
static int read_record_seat(struct valley_reading *r, struct json record, int seat, int faces[2],
                            int scenes[VALLEY_SPOTS])
{
    struct valley_seat scratch = {.lacking = 0xFF};
    struct json board = json_at(json_get(record, "boards"), (uint32_t)seat);
    struct json tokens = json_at(json_get(record, "tokens"), (uint32_t)seat);
    char codes[VALLEY_SPOTS + 1] = "";
    if (!json_there(board))
        return reader_refuse(&r->door, "6", record, "boards must have one for every seat");
    if (valley_read_board(r, &scratch, board, record) < 0)
        return -1;
    faces[0] = scratch.left;
    faces[1] = scratch.right;
    const char *at = codes;
    json_string(tokens, codes, sizeof codes);
    for (int spot = 0; spot < VALLEY_SPOTS; spot++) {
        scenes[spot] = valley_read_scene(&at);
        if (scenes[spot] < 0 || !(scratch.lacking & SCENE_BIT(scenes[spot])))
            return reader_refuse(&r->door, "6", json_there(tokens) ? tokens : record,
                                 "tokens must have the eight scenes for k1 to k6, w1, w2, like FPBCXHRW");
        scratch.lacking &= (uint8_t)~SCENE_BIT(scenes[spot]);
    }
    return 0;
}

/* Plays one move of set-up, if chance may do it. */
static int deal_one(struct valley_reading *r, struct json at_fault, int outcome)
{
    ochre_action list[VALLEY_OUTCOMES];
    int count = valley_outcomes(r->setup, r->s, list);
    if (!legal_has(list, count, (ochre_action)outcome))
        return reader_refuse(&r->door, "6.1", at_fault,
                             "the set-up cannot come about: a half or a tile is there twice");
    valley_draw_outcome(r->setup, r->s, outcome, NULL);
    return 0;
}

static int read_record(struct valley_reading *r, struct json record, struct ochre_state *state)
{
    struct json tiles = json_get(record, "tiles");
    uint8_t order[VALLEY_TILES];
    uint8_t count;
    uint8_t first = 0;
    r->door.rule = "6";
    if (valley_read_tiles(r, record, "tiles", r->t->tiles, order, &count) < 0 ||
        read_seat_at(r, json_get(record, "first"), &first) < 0)
        return -1;
    if (count != r->t->tiles)
        return reader_refuse(&r->door, "6", json_there(tiles) ? tiles : record, "tiles must list all {0} tiles",
                             NUM(r->t->tiles));
    int faces[OCHRE_SEATS_MAX][2];
    int scenes[OCHRE_SEATS_MAX][VALLEY_SPOTS];
    for (int seat = 0; seat < r->setup->seats; seat++)
        if (read_record_seat(r, record, seat, faces[seat], scenes[seat]) < 0)
            return -1;
    valley_rules.start(r->setup, state);
    r->s->first = first;
    r->s->dealt = 1; /* the record has said who is first */
    const uint8_t *next = order + r->t->removed;
    while (r->s->phase == PHASE_DEAL) {
        struct valley_deal step = valley_next_deal(r->setup, r->s);
        int outcome = step.kind == DEAL_LEFT    ? DRAW_FACE + faces[step.seat][0]
                      : step.kind == DEAL_RIGHT ? DRAW_FACE + faces[step.seat][1]
                      : step.kind == DEAL_TOKEN ? DRAW_TOKEN + scenes[step.seat][step.spot]
                                                : DRAW_TILE + *next++;
        if (deal_one(r, record, outcome) < 0)
            return -1;
    }
    return 0;
}

/* ---- the doors ---- */

static int terms_of(struct json position, struct ochre_terms *terms, struct ochre_error *error)
{
    const struct reader door = {error, "9.1"};
    struct json record = json_get(position, "record");
    return reader_number(&door, json_there(record) ? record : position, "players", 2, OCHRE_SEATS_MAX, &terms->seats);
}

static int check_names(struct valley_reading *r, struct json position)
{
    static const char *const names[] = {"?",
                                        "players",
                                        "first",
                                        "turn",
                                        "phase",
                                        "common",
                                        "stack",
                                        "fight_on",
                                        "final",
                                        "p1",
                                        "p2",
                                        "p3",
                                        "p4",
                                        "record",
                                        "seat",
                                        "stack_size",
                                        "unseen",
                                        "dropped",
                                        "bonuses",
                                        "token_used",
                                        "permit",
                                        "starting",
                                        "entering",
                                        "laying",
                                        "laying_after",
                                        "steak_supply",
                                        "bear_supply",
                                        "steak_food",
                                        "pays",
                                        "camp_shelter",
                                        "fight_tokens",
                                        "pool_size",
                                        "convert",
                                        "abandoned",
                                        "permitted",
                                        "dealt",
                                        NULL};
    if (json_kind(position) != JSON_OBJECT)
        return reader_refuse(&r->door, "9.1", position, "a position is an object");
    for (int seat = r->setup->seats; seat < OCHRE_SEATS_MAX; seat++)
        if (json_there(json_get(position, seat_code(seat))))
            return reader_refuse_member(&r->door, "9.1", position, seat_code(seat), "there are only {0} players",
                                        NUM(r->setup->seats));
    return reader_members(&r->door, position, names);
}

static int check_deal(struct valley_reading *r, struct json position)
{
    for (struct json member = json_first(position); json_there(member); member = json_next(member))
        if (!json_key_is(member, "players") && !json_key_is(member, "phase") && !json_key_is(member, "turn"))
            return reader_refuse(&r->door, "6.1", member,
                                 "in phase DEAL nothing has been drawn: only players is given");
    return 0;
}

/* ---- a set-up under way (6.1) ---- */

static int tile_at(const struct valley_reading *r, struct json list, int place)
{
    char id[8];
    const char *at = id;
    int tile = json_string(json_at(list, (uint32_t)place), id, sizeof id) ? valley_read_tile(r->t, &at) : -1;
    return tile >= 0 && !*at ? DRAW_TILE + tile : -1;
}

static int face_at(const struct valley_reading *r, struct json seat, bool is_right)
{
    char text[16] = "";
    const char *at = text;
    json_string(json_get(seat, "board"), text, sizeof text);
    if (is_right)
        at = strchr(text, '+') ? strchr(text, '+') + 1 : "";
    int face = valley_read_face(r->t, &at, is_right);
    return face >= 0 && (*at == '+' || !*at) ? DRAW_FACE + face : -1;
}

static int token_at(struct json seat, int spot)
{
    char code[4] = "";
    const char *at = code;
    json_string(json_get(json_get(seat, "token"), valley_spot_name(spot)), code, sizeof code);
    int scene = valley_read_scene(&at);
    return scene >= 0 && !*at ? DRAW_TOKEN + scene : -1;
}

/* What chance did at this step, as the position has it; -1: it does not say. */
static int dealt_at(struct valley_reading *r, struct json position, struct valley_deal step)
{
    struct json seat = json_get(position, seat_code(step.seat));
    uint8_t first = 0;
    switch (step.kind) {
    case DEAL_FIRST: return read_seat_at(r, json_get(position, "first"), &first) < 0 ? -1 : DRAW_FIRST + first;
    case DEAL_COMMON: return tile_at(r, json_get(position, "common"), r->s->common_count);
    case DEAL_LEFT:
    case DEAL_RIGHT: return face_at(r, seat, step.kind == DEAL_RIGHT);
    case DEAL_TOKEN: return token_at(seat, step.spot);
    default: return tile_at(r, json_get(seat, "pool"), r->s->seat[step.seat].pool_count);
    }
}

/* So many moves of chance are made again, one by one, each as the position says. */
static int read_deal(struct valley_reading *r, struct json position)
{
    struct valley_state *s = r->s;
    int dealt = s->dealt;
    if (!json_there(json_get(position, "dealt")))
        return check_deal(r, position);
    if (reader_number(&r->door, position, "dealt", s->dealt, UINT8_MAX, &dealt) < 0)
        return -1;
    while (s->phase == PHASE_DEAL && s->dealt < dealt) {
        int outcome = dealt_at(r, position, valley_next_deal(r->setup, s));
        if (outcome < 0)
            return reader_refuse_member(&r->door, "6.1", position, "dealt", "move {0} of the set-up is not there",
                                        NUM(s->dealt + 1));
        if (deal_one(r, position, outcome) < 0)
            return -1;
    }
    if (s->phase != PHASE_DEAL)
        return reader_refuse_member(&r->door, "6.1", position, "dealt", "the set-up is complete before that");
    if (json_count(json_get(position, "common")) != s->common_count)
        return reader_refuse_member(&r->door, "6.1", position, "common", "more lies there than was dealt");
    return 0;
}

static int read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                      struct ochre_error *error)
{
    struct valley_state *s = valley(state);
    struct valley_reading r = {.door = {error, "9.1"}, .setup = setup, .t = valley_tables(setup), .s = s};
    int phase;
    valley_rules.start(setup, state);
    if (check_names(&r, position) < 0)
        return -1;
    if (json_there(json_get(position, "record")))
        return read_record(&r, json_get(position, "record"), state);
    if (read_phase(&r, position, &phase) < 0)
        return -1;
    if (phase == PHASE_DEAL)
        return read_deal(&r, position);
    s->dealt = 0;
    if (read_seat_at(&r, json_get(position, "first"), &s->first) < 0)
        return -1;
    for (int seat = 0; seat < setup->seats; seat++)
        if (valley_read_seat(&r, position, seat) < 0)
            return -1;
    return read_table(&r, position) < 0 ? -1 : read_turn(&r, position, (enum valley_phase)phase);
}

const struct ochre_read valley_read = {
    .terms_of = terms_of,
    .read_state = read_state,
    .pack_warnings = valley_pack_warnings,
    .cases = &valley_cases,
};
