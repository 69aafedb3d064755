/* valley_pack.c: components from a pack (1.6), with the validity rules PV1 … PV12. */
#include "games/valley/valley.h"

/* A refusal: where in the pack, and what was expected there. */
static int refuse(struct ochre_error *error, const char *rule, struct json value, const char *expected)
{
    char path[96];
    struct ochre_text where = text_on(path, sizeof path);
    json_where(value, &where);
    return error_set(error, rule, "{0}: {1}", where.used ? path : "/", expected);
}

/* The same about a member that may be missing. */
static int refuse_member(struct ochre_error *error, const char *rule, struct json object, const char *key,
                         const char *expected)
{
    char path[96];
    struct ochre_text where = text_on(path, sizeof path);
    json_where(object, &where);
    return error_set(error, rule, "{0}/{1}: {2}", text_same(path, "/") ? "" : path, key, expected);
}

/* A whole number; PV11 when it is none or negative, PV12 when it is outside what the program is made for. */
static int read_int(struct json object, const char *key, int low, int high, uint8_t *out, struct ochre_error *error)
{
    int64_t number;
    if (!json_int(json_get(object, key), &number) || number < 0)
        return refuse_member(error, "PV11", object, key, "must be a whole number, not negative");
    if (number < low || number > high) {
        char range[64];
        struct ochre_text words = text_on(range, sizeof range);
        text_fill(&words, low == high ? "must be {0}" : "must be from {0} to {1}",
                  (const char *const[]){NUM(low), NUM(high), NULL});
        return refuse_member(error, "PV12", object, key, range);
    }
    *out = (uint8_t)number;
    return 0;
}

/* ---- faces ---- */

static int read_cell(struct json row, const char *cell, int square, struct valley_face *face, struct ochre_error *error)
{
    if (cell[0] != 'F' && cell[0] != 'P')
        return refuse(error, "PV3", row, "a cell is F or P and a digit, like F3");
    if (cell[1] < '0' || cell[1] > '9')
        return refuse(error, cell[1] == '-' ? "PV11" : "PV3", row, "the food of a cell is one digit, 0 to 9");
    face->food[square] = (uint8_t)(cell[1] - '0');
    if (cell[0] == 'P')
        face->plain |= BIT(square);
    for (int food = 0; food < 5 && food <= face->food[square]; food++)
        face->rich[food] |= BIT(square);
    return 0;
}

static int read_rows(struct json json, bool is_right, struct valley_face *face, struct ochre_error *error)
{
    struct json rows = json_get(json, "rows");
    if (json_kind(rows) != JSON_ARRAY || json_count(rows) != VALLEY_ROWS)
        return refuse_member(error, "PV3", json, "rows", "must be 5 rows");
    for (int r = 0; r < VALLEY_ROWS; r++) {
        struct json row = json_at(rows, (uint32_t)r);
        char cells[24];
        if (!json_string(row, cells, sizeof cells))
            return refuse(error, "PV3", row, "a row is 4 cells separated by blanks, like \"F3 P1 P2 F1\"");
        const char *at = cells;
        for (int c = 0; c < 4; c++, at += 3) {
            if (read_cell(row, at, r * 8 + c + (is_right ? 4 : 0), face, error) < 0)
                return -1;
            if (at[2] >= '0' && at[2] <= '9')
                return refuse(error, "PV11", row, "the food of a cell is one digit, 0 to 9");
            if (at[2] != (c < 3 ? ' ' : '\0'))
                return refuse(error, "PV3", row, "a row is 4 cells separated by one blank");
        }
    }
    return 0;
}

/* "Bc" as a gate: below c5. False when the place is not on this half's edge (PV5). */
static bool read_gate(const char *at, bool is_right, uint8_t *gate)
{
    int low = is_right ? 'e' : 'a';
    if (at[0] == 'T' || at[0] == 'B') {
        if (at[1] < low || at[1] > low + 3)
            return false;
        *gate = (uint8_t)(at[1] - 'a' + (at[0] == 'B' ? 32 : 0));
        return true;
    }
    if (at[0] != (is_right ? 'R' : 'L') || at[1] < '1' || at[1] > '5')
        return false;
    *gate = (uint8_t)((at[1] - '1') * 8 + (is_right ? 7 : 0));
    return true;
}

static int read_cave(struct json json, bool is_right, struct valley_face *face, struct ochre_error *error)
{
    char text[24];
    int cave = face->caves;
    if (!json_string(json, text, sizeof text))
        return refuse(error, "PV5", json, "a cave is written like \"L3 7/5\"");
    if (!read_gate(text, is_right, &face->gate[cave]))
        return refuse(error, "PV5", json,
                      is_right ? "a cave of a right half lies at Te-Th, Be-Bh or R1-R5"
                               : "a cave of a left half lies at Ta-Td, Ba-Bd or L1-L5");
    const char *at = text + 2;
    int high;
    int low;
    if (*at++ != ' ' || !text_read_number(&at, 6, &high) || *at++ != '/' || !text_read_number(&at, 6, &low) || *at)
        return refuse(error, "PV11", json, "the values of a cave are two whole numbers, like 7/5");
    if (high < low)
        return refuse(error, "PV7", json, "the value with a token must not be lower than the one without");
    if (high > 99)
        return refuse(error, "PV12", json, "a cave is worth at most 99");
    for (int other = 0; other < cave; other++)
        if (face->gate[other] == face->gate[cave])
            return refuse(error, "PV6", json, "two caves of a face have the same gate");
    face->edge[cave] = text[0];
    face->high[cave] = (uint8_t)high;
    face->low[cave] = (uint8_t)low;
    face->caves++;
    return 0;
}

static int read_waterfalls(struct json json, bool is_right, struct valley_face *face, struct ochre_error *error)
{
    struct json list = json_get(json, "waterfalls");
    if (json_kind(list) != JSON_ARRAY || json_count(list) > 2)
        return refuse_member(error, "PV4", json, "waterfalls", "must be a list of at most 2 corners");
    for (struct json corner = json_first(list); json_there(corner); corner = json_next(corner)) {
        char *name = face->waterfall[face->waterfalls];
        bool is_read = json_string(corner, name, 3);
        if (!is_read || (name[0] != 'N' && name[0] != 'S') || name[1] != (is_right ? 'E' : 'W') || name[2])
            return refuse(error, "PV5", corner,
                          is_right ? "a waterfall of a right half lies NE or SE"
                                   : "a waterfall of a left half lies NW or SW");
        face->waterfalls++;
    }
    return 0;
}

static int read_face_of(struct json json, bool is_right, struct valley_face *face, struct ochre_error *error)
{
    if (read_rows(json, is_right, face, error) < 0)
        return -1;
    struct json caves = json_get(json, "caves");
    if (json_kind(caves) != JSON_ARRAY || json_count(caves) > VALLEY_CAVES)
        return refuse_member(error, "PV4", json, "caves", "must be a list of at most 6 caves");
    for (struct json cave = json_first(caves); json_there(cave); cave = json_next(cave))
        if (read_cave(cave, is_right, face, error) < 0)
            return -1;
    return read_waterfalls(json, is_right, face, error);
}

/* ---- halves ---- */

static bool is_half_id(const char *id, bool is_right)
{
    if (id[0] != (is_right ? 'R' : 'L') || id[1] < '1' || id[1] > '9')
        return false;
    return id[2] == '\0' || (id[2] >= '0' && id[2] <= '9' && id[3] == '\0');
}

static int read_half(struct json json, struct valley_tables *t, struct ochre_error *error)
{
    struct valley_half *half = &t->half[t->halves];
    half->is_right = json_is(json_get(json, "side"), "right");
    if (!half->is_right && !json_is(json_get(json, "side"), "left"))
        return refuse_member(error, "PV5", json, "side", "must be \"left\" or \"right\"");
    if (!json_string(json_get(json, "id"), half->id, sizeof half->id) || !is_half_id(half->id, half->is_right))
        return refuse_member(error, "PV10", json, "id",
                             half->is_right ? "a right half is called R1, R2, …" : "a left half is called L1, L2, …");
    for (int other = 0; other < t->halves; other++)
        if (text_same(t->half[other].id, half->id))
            return refuse_member(error, "PV10", json, "id", "this id is taken");
    struct json faces = json_get(json, "faces");
    if (!json_there(json_get(faces, "A")))
        return refuse_member(error, "PV3", json, "faces", "must have a face A");
    for (struct json face = json_first(faces); json_there(face); face = json_next(face)) {
        if (!json_key_is(face, "A") && !json_key_is(face, "B"))
            return refuse(error, "PV3", face, "a half has a face A and perhaps a face B");
        if (read_face_of(face, half->is_right, &half->face[json_key_is(face, "B")], error) < 0)
            return -1;
    }
    half->faces = (uint8_t)json_count(faces);
    t->halves++;
    return 0;
}

/* PV4: the same numbers on all faces of a side, six caves and two waterfalls together. */
static int check_sides(struct json halves, const struct valley_tables *t, struct ochre_error *error)
{
    int caves[2] = {-1, -1};
    int falls[2] = {-1, -1};
    for (int h = 0; h < t->halves; h++)
        for (int f = 0; f < t->half[h].faces; f++) {
            int side = t->half[h].is_right;
            const struct valley_face *face = &t->half[h].face[f];
            if ((caves[side] >= 0 && face->caves != caves[side]) ||
                (falls[side] >= 0 && face->waterfalls != falls[side]))
                return refuse(error, "PV4", json_at(halves, (uint32_t)h),
                              "all faces of a side need the same numbers of caves and waterfalls");
            caves[side] = face->caves;
            falls[side] = face->waterfalls;
        }
    if (caves[0] + caves[1] != VALLEY_CAVES || falls[0] + falls[1] != 2)
        return refuse(error, "PV4", halves, "a left and a right half together need 6 caves and 2 waterfalls");
    return 0;
}

static int read_halves(struct json root, struct valley_tables *t, struct ochre_error *error)
{
    struct json halves = json_get(root, "halves");
    if (json_kind(halves) != JSON_ARRAY)
        return refuse_member(error, "PV2", root, "halves", "must be a list of half boards");
    if (json_count(halves) > VALLEY_HALVES)
        return refuse(error, "PV12", halves, "at most 16 halves");
    int count[2] = {0, 0};
    for (struct json half = json_first(halves); json_there(half); half = json_next(half)) {
        if (read_half(half, t, error) < 0)
            return -1;
        count[t->half[t->halves - 1].is_right]++;
    }
    if (count[0] < OCHRE_SEATS_MAX || count[1] < OCHRE_SEATS_MAX)
        return refuse(error, "PV2", halves, "at least 4 left and 4 right halves are needed");
    if (check_sides(halves, t, error) < 0)
        return -1;
    for (int h = 0; h < t->halves; h++)
        if (!t->half[h].is_right)
            t->left_caves = t->half[h].face[0].caves;
    return 0;
}

/* ---- tiles and numbers ---- */

/* 1.3: every pair of two different scenes, in canonical order. */
static int make_tiles(struct json root, struct valley_tables *t, struct ochre_error *error)
{
    struct json tiles = json_get(root, "tiles");
    uint8_t copies;
    uint8_t picking;
    if (read_int(tiles, "copies", 1, 9, &copies, error) < 0 ||
        read_int(tiles, "picking_copies", 1, 9, &picking, error) < 0)
        return -1;
    if (21 * copies + 7 * picking > VALLEY_TILES)
        return refuse(error, "PV12", tiles, "21 times copies and 7 times picking_copies make more than 63 tiles");
    for (int a = 0; a < VALLEY_SCENES - 1; a++)
        for (int b = a + 1; b < VALLEY_SCENES; b++)
            for (int copy = 1; copy <= (a == SCENE_PICKING || b == SCENE_PICKING ? picking : copies); copy++)
                t->tile[t->tiles++] = (struct valley_tile){
                    .scene = {(uint8_t)a, (uint8_t)b}, .id = {valley_codes[a], valley_codes[b], (char)('0' + copy)}};
    return 0;
}

/* PV9, for every number of seats; the one of this setup is kept. */
static int read_removed(const struct ochre_setup *setup, struct json root, struct valley_tables *t,
                        struct ochre_error *error)
{
    struct json removed = json_get(root, "removed");
    for (int n = 2; n <= OCHRE_SEATS_MAX; n++) {
        char key[2] = {(char)('0' + n), '\0'};
        uint8_t count;
        if (read_int(removed, key, 0, VALLEY_TILES, &count, error) < 0)
            return -1;
        if (count + t->common + VALLEY_POOL * n > t->tiles)
            return refuse_member(error, "PV9", removed, key, "there are not tiles enough for the pools");
        if (n == setup->seats)
            t->removed = count;
    }
    return 0;
}

static int read_steaks(struct json root, struct valley_tables *t, struct ochre_error *error)
{
    struct json steaks = json_get(root, "steaks");
    if (json_kind(steaks) != JSON_ARRAY || json_count(steaks) == 0)
        return refuse_member(error, "PV8", root, "steaks", "must list the food points of 1, 2, 3 … steaks");
    int rows = (int)json_count(steaks);
    int last = 0;
    for (int n = 1; n <= (rows > VALLEY_STEAKS ? rows : VALLEY_STEAKS); n++) {
        if (n <= rows) {
            struct json entry = json_at(steaks, (uint32_t)(n - 1));
            int64_t fp;
            if (!json_int(entry, &fp) || fp < 0)
                return refuse(error, "PV11", entry, "must be a whole number, not negative");
            if (fp > 999)
                return refuse(error, "PV12", entry, "a conversion pays at most 999");
            if (fp == 0 || fp < last)
                return refuse(error, "PV8", entry, "the points start above 0 and never decrease");
            last = (int)fp;
        }
        if (n <= VALLEY_STEAKS)
            t->steak_fp[n] = (uint16_t)last;
    }
    t->steak_rows = (uint8_t)(rows > VALLEY_STEAKS ? VALLEY_STEAKS : rows);
    return 0;
}

static bool is_pack_id(const char *id)
{
    for (const char *at = id; *at; at++)
        if (!((*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9') || *at == '-'))
            return false;
    return id[0] != '\0';
}

static int read_names(struct json root, struct valley_tables *t, struct ochre_error *error)
{
    char id[33];
    if (!json_string(json_get(root, "id"), id, sizeof id) || !is_pack_id(id))
        return refuse_member(error, "PV10", root, "id", "must be 1 to 32 of a-z, 0-9 and -");
    struct json name = json_get(root, "name");
    bool is_plain = json_string(name, t->name[0], sizeof t->name[0]);
    if (is_plain)
        memcpy(t->name[1], t->name[0], sizeof t->name[1]);
    else if (!json_string(json_get(name, "en"), t->name[0], sizeof t->name[0]) ||
             !json_string(json_get(name, "fr"), t->name[1], sizeof t->name[1]))
        return refuse_member(error, "PV10", root, "name", "must be a text, or one for \"en\" and one for \"fr\"");
    char origin[256];
    if (!json_string(json_get(root, "origin"), origin, sizeof origin))
        return refuse_member(error, "PV10", root, "origin", "must say where the data come from");
    return 0;
}

int valley_read_pack(const struct ochre_setup *setup, struct valley_tables *t, struct ochre_error *error)
{
    struct json root = json_root(&setup->pack->doc);
    if (!json_is(json_get(root, "format"), "valley-pack/1"))
        return refuse_member(error, "PV1", root, "format", "must be \"valley-pack/1\"");
    uint8_t personal;
    int64_t camp;
    struct json supply = json_get(root, "supply");
    struct json pool = json_get(root, "pool");
    if (read_names(root, t, error) < 0 || read_steaks(root, t, error) < 0 ||
        read_int(supply, "steaks", 0, VALLEY_STEAKS, &t->steaks, error) < 0 ||
        read_int(supply, "bears", 0, 18, &t->bears, error) < 0 ||
        read_int(supply, "fights", 0, 3, &t->fights, error) < 0 ||
        read_int(pool, "personal", VALLEY_POOL, VALLEY_POOL, &personal, error) < 0 ||
        read_int(pool, "common", 3, VALLEY_COMMON, &t->common, error) < 0 || make_tiles(root, t, error) < 0 ||
        read_removed(setup, root, t, error) < 0)
        return -1;
    if (!json_int(json_get(root, "camp_sp"), &camp) || camp < 0)
        return refuse_member(error, "PV11", root, "camp_sp", "must be a whole number, not negative");
    if (camp > 99)
        return refuse_member(error, "PV12", root, "camp_sp", "must be at most 99");
    t->camp_sp = (uint16_t)camp;
    return read_halves(root, t, error);
}

/* What is odd but allowed: boards that are much richer than others, caves next to each other. */
void valley_pack_warnings(const struct ochre_setup *setup, struct ochre_text *lines)
{
    const struct valley_tables *t = valley_tables(setup);
    int least = 999;
    int most = 0;
    for (int h = 0; h < t->halves; h++)
        for (int f = 0; f < t->half[h].faces; f++) {
            const struct valley_face *face = &t->half[h].face[f];
            int food = 0;
            for (int square = 0; square < VALLEY_FIELDS; square++)
                food += face->food[square];
            least = food < least ? food : least;
            most = food > most ? food : most;
            uint64_t gates = 0;
            for (int cave = 0; cave < face->caves; cave++)
                gates |= BIT(face->gate[cave]);
            if (gates & fields_around(gates))
                text_fill(lines, "half {0}, face {1}: two gates touch each other\n",
                          (const char *const[]){t->half[h].id, f ? "B" : "A", NULL});
        }
    if (most - least > 4)
        text_fill(lines, "the food of the faces differs by {0} points ({1} to {2})\n",
                  (const char *const[]){NUM(most - least), NUM(least), NUM(most), NULL});
}
