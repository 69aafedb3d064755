/* valley_read_seat.c: one seat of a position typed in (9.1). */
#include "games/valley/valley_reading.h"

/* ---- tiles and tokens ---- */

/* The tile is met here, and nowhere else. */
static int meet_tile(struct valley_reading *r, struct json value, int tile)
{
    if (bits_has(r->named, tile))
        return reader_refuse(&r->door, "9.5.1", value, "the tile {0} is in two places", r->t->tile[tile].id);
    r->named |= BIT(tile);
    return 0;
}

int valley_read_tiles(struct valley_reading *r, struct json object, const char *key, int most, uint8_t *tiles,
                      uint8_t *count)
{
    const struct reader pool = {r->door.error, "3.4"};
    struct json list;
    *count = 0;
    if (reader_list(&pool, object, key, 0, most, &list) < 0)
        return -1;
    for (struct json item = json_first(list); json_there(item); item = json_next(item)) {
        char id[8];
        const char *at = id;
        int tile = json_string(item, id, sizeof id) ? valley_read_tile(r->t, &at) : -1;
        if (tile < 0 || *at)
            return reader_refuse(&r->door, "1.3", item, "there is no such tile");
        if (meet_tile(r, item, tile) < 0)
            return -1;
        tiles[(*count)++] = (uint8_t)tile;
    }
    return 0;
}

int valley_read_token(struct valley_reading *r, struct valley_seat *v, struct json value, int *scene)
{
    char code[4];
    const char *at = code;
    *scene = json_string(value, code, sizeof code) ? valley_read_scene(&at) : -1;
    if (*scene < 0 || *at)
        return reader_refuse(&r->door, "1.2", value, "must be one of the scenes B P R X W C H F");
    if (!bits_has(v->lacking, *scene))
        return reader_refuse(&r->door, "9.5.4", value, "this Mountain token is in two places");
    v->lacking &= (uint8_t)~SCENE_BIT(*scene);
    return 0;
}

/* Tokens in a hand, or out of it. */
static int read_set(struct valley_reading *r, struct valley_seat *v, struct json given, const char *key, uint8_t *set)
{
    const struct reader tokens = {r->door.error, "3.2"};
    struct json list;
    if (reader_list(&tokens, given, key, 0, VALLEY_SCENES, &list) < 0)
        return -1;
    for (struct json item = json_first(list); json_there(item); item = json_next(item)) {
        int scene;
        if (valley_read_token(r, v, item, &scene) < 0)
            return -1;
        *set |= SCENE_BIT(scene);
    }
    return 0;
}

/* Tokens that lie on the board. */
static int read_spots(struct valley_reading *r, struct valley_seat *v, struct json tokens)
{
    if (json_there(tokens) && json_kind(tokens) != JSON_OBJECT)
        return reader_refuse(&r->door, "3.2", tokens, "must name spots and their tokens, like {\"k3\":\"H\"}");
    for (struct json member = json_first(tokens); json_there(member); member = json_next(member)) {
        char key[4];
        const char *at = key;
        int spot = json_key(member, key, sizeof key) ? valley_read_spot(&at) : -1;
        int scene;
        if (spot < 0 || *at)
            return reader_refuse(&r->door, "1.4", member, "tokens lie on k1 to k6, w1 and w2");
        if (json_kind(member) == JSON_NULL)
            continue;
        if (valley_read_token(r, v, member, &scene) < 0)
            return -1;
        v->token[spot] = (uint8_t)(scene + 1);
    }
    return 0;
}

/* ---- the board ---- */

int valley_read_board(struct valley_reading *r, struct valley_seat *v, struct json given, struct json at_fault)
{
    char text[16] = "L1A+R2A";
    if (json_there(given) && !json_string(given, text, sizeof text))
        return reader_refuse(&r->door, "9.1", given, "a board is written like L3B+R4A");
    const char *at = text;
    int left = valley_read_face(r->t, &at, false);
    int right = left >= 0 && *at++ == '+' ? valley_read_face(r->t, &at, true) : -1;
    if (right < 0 || *at)
        return reader_refuse(&r->door, "9.1", json_there(given) ? given : at_fault,
                             "{0} is no board of this pack (like L3B+R4A)", text);
    v->left = (uint8_t)left;
    v->right = (uint8_t)right;
    valley_set_faces(r->t, v);
    return 0;
}

/* May this half of a tile lie here, beside the tiles read so far? */
static int check_half(struct valley_reading *r, const struct valley_seat *v, struct json value, int scene, int square)
{
    const char *name = valley_square_name(square);
    if (bits_has(v->covered, square))
        return reader_refuse(&r->door, "P3", value, "two tiles lie on {0}", name);
    if (square >= VALLEY_FIELDS)
        return 0;
    for (int other = 0; other < VALLEY_SCENES; other++)
        if (other != scene && bits_has(v->near[other], square))
            return reader_refuse(&r->door, "P6", value, "{0} touches another scene of the tribe", name);
    if (r->setup->option[VALLEY_ABANDONED].number == ABANDONED_FORBIDDEN &&
        bits_has(valley_around(v->covered & ~v->active), square))
        return reader_refuse(&r->door, "P9", value, "{0} touches an abandoned tribe", name);
    return 0;
}

/* One tile of a tribe: "HF1@k3a3". */
static int read_laid(struct valley_reading *r, int seat, struct json value)
{
    struct valley_seat *v = &r->s->seat[seat];
    char text[16];
    const char *at = text;
    struct valley_put put;
    if (!json_string(value, text, sizeof text) || !valley_read_put(r->t, &at, &put) || *at)
        return reader_refuse(&r->door, "6", value, "a tile that lies is written like HF1@k3a3");
    if (meet_tile(r, value, put.tile) < 0)
        return -1;
    if (valley_edge_between(v, put.at[0], put.at[1]) < 0)
        return reader_refuse(&r->door, "P2", value, "these squares are not next to each other");
    for (int half = 0; half < 2; half++) {
        int scene = r->t->tile[put.tile].scene[half];
        if (check_half(r, v, value, scene, put.at[half]) < 0)
            return -1;
        if (scene == SCENE_PICKING && bits_has(v->plain, put.at[half]))
            r->s->permitted |= BIT(put.tile); /* laid with the permission, then */
    }
    valley_cover(r->t, r->s, seat, put.tile, put.at);
    return 0;
}

static int read_tribe(struct valley_reading *r, int seat, struct json list)
{
    if (json_there(list) && json_kind(list) != JSON_ARRAY)
        return reader_refuse(&r->door, "9.1", list, "must be a list of tiles that lie, like [\"HF1@k3a3\"]");
    if (json_count(list) == 0)
        return 0;
    valley_abandon(&r->s->seat[seat]);
    for (struct json item = json_first(list); json_there(item); item = json_next(item))
        if (read_laid(r, seat, item) < 0)
            return -1;
    return 0;
}

static int read_tribes(struct valley_reading *r, int seat, struct json given)
{
    struct json old;
    if (reader_list(&r->door, given, "old", 0, VALLEY_CAVES, &old) < 0)
        return -1;
    for (struct json tribe = json_first(old); json_there(tribe); tribe = json_next(tribe))
        if (read_tribe(r, seat, tribe) < 0)
            return -1;
    if (json_count(old) > 0 && json_count(json_get(given, "laid")) == 0)
        return reader_refuse(&r->door, "4.4", old,
                             "a tribe is abandoned only for a new one, and there is none in laid");
    return read_tribe(r, seat, json_get(given, "laid"));
}

static int read_bears(struct valley_reading *r, struct valley_seat *v, struct json given)
{
    struct json list;
    if (reader_list(&r->door, given, "bears", 0, VALLEY_SQUARES, &list) < 0)
        return -1;
    for (struct json item = json_first(list); json_there(item); item = json_next(item)) {
        char name[4];
        const char *at = name;
        int square = json_string(item, name, sizeof name) ? valley_read_square(&at) : -1;
        if (square < 0 || *at)
            return reader_refuse(&r->door, "1.4", item, "a bear sits on a1 to h5 or k1 to k6");
        if (bits_has(v->covered | v->bears, square))
            return reader_refuse(&r->door, "9.5.8", item, "this square is taken");
        if (r->s->bear_supply == 0)
            return reader_refuse(&r->door, "R24", item, "there are only {0} bears", NUM(r->t->bears));
        v->bears |= BIT(square);
        r->s->bear_supply--;
    }
    return 0;
}

/* ---- the seat ---- */

static int read_points(struct valley_reading *r, struct valley_seat *v, struct json given)
{
    int fp = 0;
    int sp = 0;
    if (reader_number(&r->door, given, "fp", 0, 9999, &fp) < 0 ||
        reader_number(&r->door, given, "sp", 0, 9999, &sp) < 0 ||
        reader_byte(&r->door, given, "steaks", 0, r->t->steaks, &v->steaks) < 0)
        return -1;
    if (v->steaks > r->s->steak_supply)
        return reader_refuse(&r->door, "R24", json_get(given, "steaks"), "there are only {0} steaks",
                             NUM(r->t->steaks));
    r->s->steak_supply = (uint8_t)(r->s->steak_supply - v->steaks);
    v->fp = (uint16_t)fp;
    v->sp = (uint16_t)sp;
    return 0;
}

int valley_read_seat(struct valley_reading *r, struct json position, int seat)
{
    static const char *const names[] = {"?",      "fp",     "sp",    "steaks", "pool",  "held",  "used",      "gone",
                                        "tokens", "token",  "laid",  "old",    "sq",    "bears", "finished",  "board",
                                        "score",  "fights", "tribe", "rows",   "caves", "falls", "bears_pay", NULL};
    struct valley_seat *v = &r->s->seat[seat];
    struct json given = json_get(position, seat_code(seat));
    v->lacking = 0xFF;
    v->fights = r->t->fights;
    if (reader_members(&r->door, given, names) < 0 || read_points(r, v, given) < 0 ||
        reader_flag(&r->door, given, "finished", &v->is_finished) < 0 ||
        valley_read_board(r, v, json_get(given, "board"), json_there(given) ? given : position) < 0 ||
        read_tribes(r, seat, given) < 0 || read_bears(r, v, given) < 0 ||
        valley_read_tiles(r, given, "pool", VALLEY_POOL, v->pool, &v->pool_count) < 0 ||
        read_spots(r, v, json_get(given, "tokens")) < 0 || read_spots(r, v, json_get(given, "token")) < 0 ||
        read_set(r, v, given, "held", &v->held) < 0 || read_set(r, v, given, "used", &v->used) < 0)
        return -1;
    return read_set(r, v, given, "gone", &v->gone);
}
