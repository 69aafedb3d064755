/* valley_read.c: a position typed in (9.1), fully checked, and what only this game can say in acceptance cases. */
#include "games/valley/valley.h"

/* A reading under way. */
struct reading {
    const struct ochre_setup *setup;
    const struct valley_tables *t;
    struct valley_state *s;
    uint64_t named; /* tiles met so far */
    struct ochre_error *error;
};

/* "p1/pool/0: …" with the rule that is broken. */
static int refuse(struct reading *r, const char *rule, struct json at, const char *words, const char *what)
{
    char path[80];
    char sentence[160];
    struct ochre_text where = text_on(path, sizeof path);
    struct ochre_text text = text_on(sentence, sizeof sentence);
    json_where(at, &where);
    text_fill(&text, words, (const char *const[]){what, NULL});
    return error_set(r->error, rule, "{0}: {1}", path, sentence);
}

/* ---- small values ---- */

static int read_count(struct reading *r, struct json object, const char *key, int most, int *out)
{
    struct json value = json_get(object, key);
    *out = 0;
    if (!json_there(value) || json_int_in(value, 0, most, out))
        return 0;
    return refuse(r, "9.1", value, "must be a whole number from 0 to {0}", NUM(most));
}

static int read_flag(struct reading *r, struct json object, const char *key, uint8_t *out)
{
    struct json value = json_get(object, key);
    bool is_set = false;
    if (json_there(value) && !json_bool(value, &is_set))
        return refuse(r, "9.1", value, "must be true or false", "");
    *out = is_set;
    return 0;
}

/* A seat as 2 or "p2". */
static bool seat_value(const struct ochre_setup *setup, struct json value, int *seat)
{
    char code[4];
    int number;
    if (json_int_in(value, 1, setup->seats, &number)) {
        *seat = number - 1;
        return true;
    }
    *seat = json_string(value, code, sizeof code) ? seat_from_code(code) : -1;
    return *seat >= 0 && *seat < setup->seats;
}

/* A tile that is nowhere else. */
static int read_tile_value(struct reading *r, struct json value, int *tile)
{
    char id[8];
    const char *at = id;
    *tile = json_string(value, id, sizeof id) ? read_tile(r->t, &at) : -1;
    if (*tile < 0 || *at)
        return refuse(r, "1.3", value, "there is no such tile", "");
    if (r->named & BIT(*tile))
        return refuse(r, "9.5.1", value, "the tile {0} is in two places", r->t->tile[*tile].id);
    r->named |= BIT(*tile);
    return 0;
}

static int read_tiles(struct reading *r, struct json list, int most, uint8_t *tiles, uint8_t *count)
{
    *count = 0;
    if (!json_there(list))
        return 0;
    if (json_kind(list) != JSON_ARRAY || (int)json_count(list) > most)
        return refuse(r, "3.4", list, "must be a list of at most {0} tiles", NUM(most));
    for (struct json item = json_first(list); json_there(item); item = json_next(item)) {
        int tile;
        if (read_tile_value(r, item, &tile) < 0)
            return -1;
        tiles[(*count)++] = (uint8_t)tile;
    }
    return 0;
}

/* ---- one seat ---- */

/* Counts a token that must be nowhere else. */
static int add_token(struct reading *r, struct valley_seat *v, struct json value, int *scene)
{
    char code[4];
    const char *at = code;
    *scene = json_string(value, code, sizeof code) ? read_scene(&at) : -1;
    if (*scene < 0 || *at)
        return refuse(r, "1.2", value, "must be one of the scenes B P R X W C H F", "");
    if (!(v->lacking & SCENE_BIT(*scene)))
        return refuse(r, "9.5.4", value, "this Mountain token is in two places", "");
    v->lacking &= (uint8_t)~SCENE_BIT(*scene);
    return 0;
}

static int read_token_list(struct reading *r, struct valley_seat *v, struct json list, uint8_t *set)
{
    if (!json_there(list))
        return 0;
    if (json_kind(list) != JSON_ARRAY)
        return refuse(r, "3.2", list, "must be a list of Mountain tokens", "");
    for (struct json item = json_first(list); json_there(item); item = json_next(item)) {
        int scene;
        if (add_token(r, v, item, &scene) < 0)
            return -1;
        *set |= SCENE_BIT(scene);
    }
    return 0;
}

static int read_tokens(struct reading *r, struct valley_seat *v, struct json tokens)
{
    if (json_there(tokens) && json_kind(tokens) != JSON_OBJECT)
        return refuse(r, "3.2", tokens, "must name spots and their tokens, like {\"k3\":\"H\"}", "");
    for (struct json member = json_first(tokens); json_there(member); member = json_next(member)) {
        char key[4];
        const char *at = key;
        int spot = json_key(member, key, sizeof key) ? read_spot(&at) : -1;
        int scene;
        if (spot < 0 || *at)
            return refuse(r, "1.4", member, "tokens lie on k1 to k6, w1 and w2", "");
        if (json_kind(member) == JSON_NULL)
            continue;
        if (add_token(r, v, member, &scene) < 0)
            return -1;
        v->token[spot] = (uint8_t)(scene + 1);
    }
    return 0;
}

/* One tile of a tribe: "HF1@k3a3". */
static int read_laid(struct reading *r, int seat, struct json value)
{
    struct valley_seat *v = &r->s->seat[seat];
    char text[16];
    const char *at = text;
    int tile;
    int squares[2];
    if (!json_string(value, text, sizeof text) || !read_put(r->t, &at, &tile, squares) || *at)
        return refuse(r, "6", value, "a tile that lies is written like HF1@k3a3", "");
    if (r->named & BIT(tile))
        return refuse(r, "9.5.1", value, "the tile {0} is in two places", r->t->tile[tile].id);
    r->named |= BIT(tile);
    if (edge_between(v, squares[0], squares[1]) < 0)
        return refuse(r, "P2", value, "these squares are not next to each other", "");
    for (int half = 0; half < 2; half++) {
        int scene = r->t->tile[tile].scene[half];
        if (v->covered & BIT(squares[half]))
            return refuse(r, "P3", value, "two tiles lie on {0}", square_name(squares[half]));
        for (int other = 0; squares[half] < VALLEY_FIELDS && other < VALLEY_SCENES; other++)
            if (other != scene && v->near[other] & BIT(squares[half]))
                return refuse(r, "P6", value, "{0} touches another scene of the tribe", square_name(squares[half]));
        if (scene == SCENE_PICKING && v->plain & BIT(squares[half]))
            r->s->permitted |= BIT(tile); /* laid with the permission, then */
        if (r->setup->option[VALLEY_ABANDONED].number == ABANDONED_FORBIDDEN && squares[half] < VALLEY_FIELDS &&
            fields_around(v->covered & ~v->active) & BIT(squares[half]))
            return refuse(r, "P9", value, "{0} touches an abandoned tribe", square_name(squares[half]));
    }
    valley_cover(r->t, r->s, seat, tile, squares);
    return 0;
}

static int read_tribe(struct reading *r, int seat, struct json list)
{
    if (json_there(list) && json_kind(list) != JSON_ARRAY)
        return refuse(r, "9.1", list, "must be a list of tiles that lie, like [\"HF1@k3a3\"]", "");
    if (json_count(list) == 0)
        return 0;
    valley_abandon(&r->s->seat[seat]);
    for (struct json item = json_first(list); json_there(item); item = json_next(item))
        if (read_laid(r, seat, item) < 0)
            return -1;
    return 0;
}

static int read_tribes(struct reading *r, int seat, struct json given)
{
    struct json old = json_get(given, "old");
    if (json_there(old) && (json_kind(old) != JSON_ARRAY || json_count(old) > VALLEY_CAVES))
        return refuse(r, "9.1", old, "must be a list of at most 6 abandoned tribes", "");
    for (struct json tribe = json_first(old); json_there(tribe); tribe = json_next(tribe))
        if (read_tribe(r, seat, tribe) < 0)
            return -1;
    if (json_count(old) > 0 && json_count(json_get(given, "laid")) == 0)
        return refuse(r, "4.4", old, "a tribe is abandoned only for a new one, and there is none in laid", "");
    return read_tribe(r, seat, json_get(given, "laid"));
}

static int read_bears(struct reading *r, struct valley_seat *v, struct json list)
{
    if (json_there(list) && json_kind(list) != JSON_ARRAY)
        return refuse(r, "9.1", list, "must be a list of squares", "");
    for (struct json item = json_first(list); json_there(item); item = json_next(item)) {
        char name[4];
        const char *at = name;
        int square = json_string(item, name, sizeof name) ? read_square(&at) : -1;
        if (square < 0 || *at)
            return refuse(r, "1.4", item, "a bear sits on a1 to h5 or k1 to k6", "");
        if ((v->covered | v->bears) & BIT(square))
            return refuse(r, "9.5.8", item, "this square is taken", "");
        if (r->s->bear_supply == 0)
            return refuse(r, "R24", item, "there are only {0} bears", NUM(r->t->bears));
        v->bears |= BIT(square);
        r->s->bear_supply--;
    }
    return 0;
}

/* "L3B+R4A". */
static int read_board(struct reading *r, struct valley_seat *v, struct json given, struct json at_fault)
{
    char text[16] = "L1A+R2A";
    if (json_there(given) && !json_string(given, text, sizeof text))
        return refuse(r, "9.1", given, "a board is written like L3B+R4A", "");
    const char *at = text;
    int left = read_face(r->t, &at, false);
    int right = left >= 0 && *at++ == '+' ? read_face(r->t, &at, true) : -1;
    if (right < 0 || *at)
        return refuse(r, "9.1", json_there(given) ? given : at_fault, "{0} is no board of this pack (like L3B+R4A)",
                      text);
    v->left = (uint8_t)left;
    v->right = (uint8_t)right;
    valley_set_faces(r->t, v);
    return 0;
}

static bool is_known(struct json member, const char *const *names)
{
    for (; *names; names++)
        if (json_key_is(member, *names))
            return true;
    return false;
}

static int read_seat(struct reading *r, struct json position, int seat)
{
    static const char *const names[] = {"fp",     "sp",    "steaks", "pool",  "held",  "used",     "gone",  "tokens",
                                        "token",  "laid",  "old",    "sq",    "bears", "finished", "board", "score",
                                        "fights", "tribe", "rows",   "caves", "falls", NULL};
    struct valley_seat *v = &r->s->seat[seat];
    struct json given = json_get(position, seat_code(seat));
    if (json_there(given) && json_kind(given) != JSON_OBJECT)
        return refuse(r, "9.1", given, "must be an object", "");
    for (struct json member = json_first(given); json_there(member); member = json_next(member))
        if (!is_known(member, names))
            return refuse(r, "9.1", member,
                          "unknown; a seat has fp sp steaks pool held used gone tokens laid old bears "
                          "finished board",
                          "");
    int fp;
    int sp;
    int steaks;
    v->lacking = 0xFF;
    if (read_count(r, given, "fp", 9999, &fp) < 0 || read_count(r, given, "sp", 9999, &sp) < 0 ||
        read_count(r, given, "steaks", r->t->steaks, &steaks) < 0 ||
        read_flag(r, given, "finished", &v->is_finished) < 0 ||
        read_board(r, v, json_get(given, "board"), json_there(given) ? given : position) < 0 ||
        read_tribes(r, seat, given) < 0 || read_bears(r, v, json_get(given, "bears")) < 0 ||
        read_tiles(r, json_get(given, "pool"), VALLEY_POOL, v->pool, &v->pool_count) < 0 ||
        read_tokens(r, v, json_get(given, "tokens")) < 0 || read_tokens(r, v, json_get(given, "token")) < 0 ||
        read_token_list(r, v, json_get(given, "held"), &v->held) < 0 ||
        read_token_list(r, v, json_get(given, "used"), &v->used) < 0 ||
        read_token_list(r, v, json_get(given, "gone"), &v->gone) < 0)
        return -1;
    if (steaks > r->s->steak_supply)
        return refuse(r, "R24", json_get(given, "steaks"), "there are only {0} steaks", NUM(r->t->steaks));
    r->s->steak_supply = (uint8_t)(r->s->steak_supply - steaks);
    v->fp = (uint16_t)fp;
    v->sp = (uint16_t)sp;
    v->steaks = (uint8_t)steaks;
    v->fights = r->t->fights;
    return 0;
}

/* ---- what is shared ---- */

static int read_fights(struct reading *r, struct json fights)
{
    if (json_there(fights) && json_kind(fights) != JSON_OBJECT)
        return refuse(r, "9.1", fights, "must name tiles and owners, like {\"BR1\":[2,3]}", "");
    for (struct json member = json_first(fights); json_there(member); member = json_next(member)) {
        char id[8];
        const char *at = id;
        int tile = json_key(member, id, sizeof id) ? read_tile(r->t, &at) : -1;
        if (tile < 0 || *at)
            return refuse(r, "1.3", member, "there is no such tile", "");
        if (address_of(r->setup, r->s, 0, tile) < 0)
            return refuse(r, "3.1", member, "Fight tokens lie on tiles in a pool", "");
        for (struct json item = json_first(member); json_there(item); item = json_next(item)) {
            int owner;
            if (!seat_value(r->setup, item, &owner))
                return refuse(r, "9.1", item, "must be a seat", "");
            if (r->s->seat[owner].fights == 0)
                return refuse(r, "9.5.2", item, "a player has only {0} Fight tokens", NUM(r->t->fights));
            r->s->seat[owner].fights--;
            r->s->fights_on[tile] = (uint8_t)(r->s->fights_on[tile] + (1u << (2 * owner)));
        }
    }
    return 0;
}

/* The stack: a list is all that is unseen, a number leaves everything not named (9.1). */
static int read_stack(struct reading *r, struct json position)
{
    struct valley_state *s = r->s;
    uint64_t all = BIT(r->t->tiles) - 1;
    struct json stack = json_get(position, "stack");
    if (!json_there(stack))
        stack = json_get(position, "stack_size");
    if (json_kind(stack) == JSON_ARRAY) {
        uint64_t before = r->named;
        uint8_t tiles[VALLEY_TILES];
        if (read_tiles(r, stack, r->t->tiles, tiles, &s->stack_size) < 0)
            return -1;
        s->unseen = r->named & ~before;
        s->absent = all & ~r->named;
        return 0;
    }
    s->unseen = all & ~r->named;
    int count = 0;
    int most = bits_in(s->unseen);
    if (json_there(stack) && !json_int_in(stack, 0, most, &count))
        return refuse(r, "9.5.1", stack, "must be a list of tiles, or their number, at most the {0} not named",
                      NUM(most));
    s->stack_size = (uint8_t)count;
    return 0;
}

static int read_phase(struct reading *r, struct json position, enum valley_phase *phase)
{
    struct json given = json_get(position, "phase");
    *phase = PHASE_MAIN;
    if (!json_there(given))
        return 0;
    for (int i = 0; i < PHASE_COUNT; i++)
        if (json_is(given, valley_phase_word(i))) {
            *phase = (enum valley_phase)i;
            return 0;
        }
    return refuse(r, "4.1", given, "must be DEAL, START, MAIN, FIGHT, BONUS, POST, REFILL, DROP, REVEAL or OVER", "");
}

/* The cave being entered, in BONUS. */
static int read_entering(struct reading *r, struct json given)
{
    if (!json_there(given) || json_kind(given) == JSON_NULL)
        return 0;
    struct valley_seat *v = &r->s->seat[r->s->turn];
    char name[4];
    const char *at = name;
    int cave = json_string(json_get(given, "cave"), name, sizeof name) ? read_spot(&at) : -1;
    struct json token = json_get(given, "token");
    int scene;
    if (cave < 0 || cave >= VALLEY_CAVES || *at || !v->square[VALLEY_FIELDS + cave])
        return refuse(r, "3.3", given, "must name a cave under a tile, and its token or null", "");
    r->s->cave = (uint8_t)(cave + 1);
    if (!json_there(token) || json_kind(token) == JSON_NULL)
        return 0;
    if (add_token(r, v, token, &scene) < 0)
        return -1;
    r->s->cave_token = (uint8_t)(scene + 1);
    return 0;
}

static int read_bonuses(struct reading *r, struct json given)
{
    char codes[VALLEY_SCENES + 1] = "";
    if (json_there(given) && !json_string(given, codes, sizeof codes))
        return refuse(r, "3.3", given, "must be scene codes, like \"WC\"", "");
    for (const char *at = codes; *at;) {
        int scene = read_scene(&at);
        if (scene < 0)
            return refuse(r, "1.2", given, "must be scene codes, like \"WC\"", "");
        r->s->bonuses |= SCENE_BIT(scene);
    }
    return 0;
}

/* The tile whose Fight tokens are being ordered, in FIGHT: its move, as the view writes it. */
static int read_laying(struct reading *r, struct json given, struct json at_fault)
{
    static const char *const hows[] = {"", "", "lay:", "new:", "bon:B=", "use:B="};
    struct valley_state *s = r->s;
    struct valley_seat *v = &s->seat[s->turn];
    char text[32] = "";
    const char *at = text;
    int how = LAYING_MAIN;
    int tile = -1;
    int squares[2];
    json_string(given, text, sizeof text);
    while (how <= LAYING_BEFORE && !text_starts(text, hows[how], &at))
        how++;
    int slot = 0;
    if (how <= LAYING_BEFORE && read_put(r->t, &at, &tile, squares))
        while (slot < v->pool_count && v->pool[slot] != tile)
            slot++;
    if (tile < 0 || slot == v->pool_count || *at || edge_between(v, squares[0], squares[1]) < 0 ||
        ((v->covered | v->bears) & (BIT(squares[0]) | BIT(squares[1]))))
        return refuse(r, "4.5", json_there(given) ? given : at_fault,
                      "in phase FIGHT `laying` says which move is being made, like lay:BR1@c3d3", "");
    uint8_t is_after = 0;
    if (read_flag(r, at_fault, "laying_after", &is_after) < 0)
        return -1;
    s->token_used = s->token_used || how == LAYING_BEFORE;
    valley_lay(r->setup, s, how == LAYING_BEFORE && is_after ? LAYING_AFTER : (enum valley_laying)how, slot, squares,
               NULL);
    return 0;
}

/* This turn, and the automatic steps that follow at once. */
static int read_turn(struct reading *r, struct json position, enum valley_phase phase)
{
    struct valley_state *s = r->s;
    struct json turn = json_get(position, "turn");
    if (!json_there(turn) || json_is(turn, "*") || json_kind(turn) == JSON_NULL)
        turn = json_get(position, "seat");
    int seat = s->first;
    if (json_there(turn) && !seat_value(r->setup, turn, &seat))
        return refuse(r, "9.1", turn, "must be a seat", "");
    s->turn = (uint8_t)seat;
    if (read_flag(r, position, "token_used", &s->token_used) < 0 || read_flag(r, position, "permit", &s->permit) < 0 ||
        read_flag(r, position, "starting", &s->is_starting) < 0 ||
        read_entering(r, json_get(position, "entering")) < 0 || read_bonuses(r, json_get(position, "bonuses")) < 0)
        return -1;
    s->is_starting = s->is_starting || phase == PHASE_START;
    if (phase == PHASE_START && s->seat[seat].covered)
        return refuse(r, "4.3", turn, "in phase START the seat to act has no tile on its board", "");
    if (phase != PHASE_OVER && s->seat[seat].is_finished)
        return refuse(r, "R32", turn, "this seat has finished and takes no more turns", "");
    s->phase = (uint8_t)phase;
    if (phase == PHASE_FIGHT)
        return read_laying(r, json_get(position, "laying"), position);
    valley_enter(r->setup, s, phase, NULL);
    return 0;
}

/* ---- a recorded set-up (6, 9.4) ---- */

/* The board and tokens that a record gives a seat. */
static int read_record_seat(struct reading *r, struct json record, int seat, int faces[2], int scenes[VALLEY_SPOTS])
{
    struct valley_seat scratch = {.lacking = 0xFF};
    struct json board = json_at(json_get(record, "boards"), (uint32_t)seat);
    struct json tokens = json_at(json_get(record, "tokens"), (uint32_t)seat);
    char codes[VALLEY_SPOTS + 1] = "";
    if (!json_there(board))
        return refuse(r, "6", record, "boards must have one for every seat", "");
    if (read_board(r, &scratch, board, record) < 0)
        return -1;
    faces[0] = scratch.left;
    faces[1] = scratch.right;
    const char *at = codes;
    json_string(tokens, codes, sizeof codes);
    for (int spot = 0; spot < VALLEY_SPOTS; spot++) {
        scenes[spot] = read_scene(&at);
        if (scenes[spot] < 0 || !(scratch.lacking & SCENE_BIT(scenes[spot])))
            return refuse(r, "6", json_there(tokens) ? tokens : record,
                          "tokens must have the eight scenes for k1 to k6, w1, w2, like FPBCXHRW", "");
        scratch.lacking &= (uint8_t)~SCENE_BIT(scenes[spot]);
    }
    return 0;
}

/* Plays one move of set-up, if chance may do it. */
static int deal_one(struct reading *r, struct json at_fault, int outcome)
{
    ochre_action list[VALLEY_OUTCOMES];
    int count = valley_outcomes(r->setup, r->s, list);
    if (!legal_has(list, count, (ochre_action)outcome))
        return refuse(r, "6.1", at_fault, "the set-up cannot come about: a half or a tile is there twice", "");
    valley_draw_outcome(r->setup, r->s, outcome, NULL);
    return 0;
}

static int read_record(struct reading *r, struct json record, struct ochre_state *state)
{
    struct json tiles = json_get(record, "tiles");
    uint8_t order[VALLEY_TILES];
    uint8_t count;
    int first = 0;
    if (read_tiles(r, tiles, r->t->tiles, order, &count) < 0)
        return -1;
    if (count != r->t->tiles)
        return refuse(r, "6", json_there(tiles) ? tiles : record, "tiles must list all {0} tiles", NUM(r->t->tiles));
    if (json_there(json_get(record, "first")) && !seat_value(r->setup, json_get(record, "first"), &first))
        return refuse(r, "6", json_get(record, "first"), "must be a seat", "");
    int faces[OCHRE_SEATS_MAX][2];
    int scenes[OCHRE_SEATS_MAX][VALLEY_SPOTS];
    for (int seat = 0; seat < r->setup->seats; seat++)
        if (read_record_seat(r, record, seat, faces[seat], scenes[seat]) < 0)
            return -1;
    valley_start(r->setup, state);
    r->s->first = (uint8_t)first;
    r->s->dealt = 1; /* the record has said who is first */
    const uint8_t *next = order + r->t->removed;
    while (r->s->phase == PHASE_DEAL) {
        struct deal_step step = valley_deal_step(r->setup, r->s);
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

int valley_terms_of(struct json position, struct ochre_terms *terms, struct ochre_error *error)
{
    struct json record = json_get(position, "record");
    struct json players = json_get(json_there(record) ? record : position, "players");
    if (json_there(players) && !json_int_in(players, 2, OCHRE_SEATS_MAX, &terms->seats))
        return error_set(error, "9.1", "players must be 2, 3 or 4");
    return 0;
}

static int check_names(struct reading *r, struct json position)
{
    static const char *const names[] = {
        "players",    "first",  "turn",         "phase",        "common",      "stack",      "fight_on",
        "final",      "p1",     "p2",           "p3",           "p4",          "record",     "seat",
        "stack_size", "unseen", "dropped",      "bonuses",      "token_used",  "permit",     "starting",
        "entering",   "laying", "laying_after", "steak_supply", "bear_supply", "steak_food", NULL};
    if (json_kind(position) != JSON_OBJECT)
        return refuse(r, "9.1", position, "a position is an object", "");
    for (struct json member = json_first(position); json_there(member); member = json_next(member)) {
        if (!is_known(member, names))
            return refuse(r, "9.1", member,
                          "unknown; a position has players first turn phase common stack fight_on final p1 … p4", "");
        for (int seat = r->setup->seats; seat < OCHRE_SEATS_MAX; seat++)
            if (json_key_is(member, seat_code(seat)))
                return refuse(r, "9.1", member, "there are only {0} players", NUM(r->setup->seats));
    }
    return 0;
}

int valley_read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                      struct ochre_error *error)
{
    struct valley_state *s = valley(state);
    struct reading r = {.setup = setup, .t = valley_tables(setup), .s = s, .error = error};
    enum valley_phase phase;
    valley_start(setup, state);
    if (check_names(&r, position) < 0)
        return -1;
    if (json_there(json_get(position, "record")))
        return read_record(&r, json_get(position, "record"), state);
    if (read_phase(&r, position, &phase) < 0)
        return -1;
    if (phase == PHASE_DEAL) {
        for (struct json member = json_first(position); json_there(member); member = json_next(member))
            if (!is_known(member, (const char *const[]){"players", "phase", "turn", NULL}))
                return refuse(&r, "6.1", member, "in phase DEAL nothing has been drawn: only players is given", "");
        return 0;
    }
    int first = s->first;
    uint8_t dropped[VALLEY_TILES];
    uint8_t dropped_count;
    s->dealt = 0;
    if (json_there(json_get(position, "first")) && !seat_value(setup, json_get(position, "first"), &first))
        return refuse(&r, "9.1", json_get(position, "first"), "must be a seat", "");
    s->first = (uint8_t)first;
    for (int seat = 0; seat < setup->seats; seat++)
        if (read_seat(&r, position, seat) < 0)
            return -1;
    if (read_tiles(&r, json_get(position, "common"), r.t->common, s->common, &s->common_count) < 0 ||
        read_tiles(&r, json_get(position, "dropped"), r.t->tiles, dropped, &dropped_count) < 0)
        return -1;
    for (int i = 0; i < dropped_count; i++)
        s->dropped |= BIT(dropped[i]);
    if (read_fights(&r, json_get(position, "fight_on")) < 0 || read_stack(&r, position) < 0 ||
        read_flag(&r, position, "final", &s->is_final) < 0)
        return -1;
    return read_turn(&r, position, phase);
}

/* ---- cases ---- */

/* The list that answers the draws, and where in it the first draw after the position stands. */
static struct json script_of(const struct ochre_setup *setup, struct json given, uint32_t *at)
{
    const struct valley_tables *t = valley_tables(setup);
    struct json record = json_get(given, "record");
    *at = 0;
    if (!json_there(record))
        return json_get(given, "stack");
    *at = (uint32_t)(t->removed + t->common + VALLEY_POOL * setup->seats);
    return json_get(record, "tiles");
}

static ochre_action foretell(const struct ochre_setup *setup, struct json given, const struct ochre_state *state,
                             const ochre_action *drawn, int drawn_count)
{
    (void)drawn;
    uint32_t at;
    struct json script = script_of(setup, given, &at);
    char id[8];
    const char *text = id;
    if (valley_of(state)->phase != PHASE_REVEAL || json_kind(script) != JSON_ARRAY ||
        !json_string(json_at(script, at + (uint32_t)drawn_count), id, sizeof id))
        return OCHRE_NO_ACTION;
    int tile = read_tile(valley_tables(setup), &text);
    return tile < 0 ? OCHRE_NO_ACTION : (ochre_action)(DRAW_TILE + tile);
}

static bool fact(const struct ochre_setup *setup, const struct ochre_state *state, struct json given,
                 const ochre_action *drawn, int drawn_count, const char *path, struct ochre_text *json)
{
    (void)drawn;
    struct json_writer writer = json_write_to(json);
    const char *tile_text;
    if (text_starts(path, "fight_on.", &tile_text)) {
        int tile = read_tile(valley_tables(setup), &tile_text);
        if (tile < 0 || *tile_text)
            return false;
        json_open(&writer, '[');
        for (int seat = 0; seat < setup->seats; seat++)
            for (int i = 0; i < fights_of(valley_of(state), tile, seat); i++)
                json_put_int(&writer, seat + 1);
        json_close(&writer, ']');
        return true;
    }
    uint32_t at;
    struct json script = script_of(setup, given, &at);
    if (!text_same(path, "stack") || json_kind(script) != JSON_ARRAY)
        return false;
    json_open(&writer, '[');
    for (uint32_t i = at + (uint32_t)drawn_count; i < json_count(script); i++) {
        char id[8];
        if (json_string(json_at(script, i), id, sizeof id))
            json_put_string(&writer, id);
    }
    json_close(&writer, ']');
    return true;
}

const struct ochre_case_words valley_case_words = {.foretell = foretell, .fact = fact};
