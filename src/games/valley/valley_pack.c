/* valley_pack.c: components from a pack (1.6), with the validity rules PV1 … PV12. */
#include <limits.h>

#include "games/valley/valley.h"
#include "rules/reader.h"

/* A whole number; PV11 when it is none or negative, PV12 when it is outside what the program is made for. */
static int read_number(const struct reader *r, struct json object, const char *key, int low, int high, uint8_t *out)
{
    const struct reader range = {r->error, "PV12"};
    int number;
    if (reader_need(r, object, key) < 0 || reader_number(r, object, key, 0, INT_MAX, &number) < 0)
        return -1;
    return reader_byte(&range, object, key, low, high, out);
}

/* ---- faces ---- */

static int read_cell(const struct reader *r, struct json row, const char *cell, int square, struct valley_face *face)
{
    if (cell[0] != 'F' && cell[0] != 'P')
        return reader_refuse(r, "PV3", row, "a cell is F or P and a digit, like F3");
    if (cell[1] < '0' || cell[1] > '9')
        return reader_refuse(r, cell[1] == '-' ? "PV11" : "PV3", row, "the food of a cell is one digit, 0 to 9");
    face->food[square] = (uint8_t)(cell[1] - '0');
    if (cell[0] == 'P')
        face->plain |= BIT(square);
    for (int food = 0; food < 5 && food <= face->food[square]; food++)
        face->rich[food] |= BIT(square);
    return 0;
}

static int read_rows(const struct reader *r, struct json json, bool is_right, struct valley_face *face)
{
    struct json rows = json_get(json, "rows");
    if (json_kind(rows) != JSON_ARRAY || json_count(rows) != VALLEY_ROWS)
        return reader_refuse_member(r, "PV3", json, "rows", "must be 5 rows");
    for (int y = 0; y < VALLEY_ROWS; y++) {
        struct json row = json_at(rows, (uint32_t)y);
        char cells[24];
        if (!json_string(row, cells, sizeof cells))
            return reader_refuse(r, "PV3", row, "a row is 4 cells separated by blanks, like \"F3 P1 P2 F1\"");
        const char *at = cells;
        for (int x = 0; x < 4; x++, at += 3) {
            if (read_cell(r, row, at, y * 8 + x + (is_right ? 4 : 0), face) < 0)
                return -1;
            if (at[2] >= '0' && at[2] <= '9')
                return reader_refuse(r, "PV11", row, "the food of a cell is one digit, 0 to 9");
            if (at[2] != (x < 3 ? ' ' : '\0'))
                return reader_refuse(r, "PV3", row, "a row is 4 cells separated by one blank");
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

static int read_cave(const struct reader *r, struct json json, bool is_right, struct valley_face *face)
{
    char text[24];
    int cave = face->caves;
    if (!json_string(json, text, sizeof text))
        return reader_refuse(r, "PV5", json, "a cave is written like \"L3 7/5\"");
    if (!read_gate(text, is_right, &face->gate[cave]))
        return reader_refuse(r, "PV5", json,
                             is_right ? "a cave of a right half lies at Te-Th, Be-Bh or R1-R5"
                                      : N_("a cave of a left half lies at Ta-Td, Ba-Bd or L1-L5"));
    const char *at = text + 2;
    int high;
    int low;
    if (*at++ != ' ' || !text_read_number(&at, 6, &high) || *at++ != '/' || !text_read_number(&at, 6, &low) || *at)
        return reader_refuse(r, "PV11", json, "the values of a cave are two whole numbers, like 7/5");
    if (high < low)
        return reader_refuse(r, "PV7", json, "the value with a token must not be lower than the one without");
    if (high > 99)
        return reader_refuse(r, "PV12", json, "a cave is worth at most 99");
    for (int other = 0; other < cave; other++)
        if (face->gate[other] == face->gate[cave])
            return reader_refuse(r, "PV6", json, "two caves of a face have the same gate");
    face->edge[cave] = text[0];
    face->high[cave] = (uint8_t)high;
    face->low[cave] = (uint8_t)low;
    face->caves++;
    return 0;
}

static int read_waterfalls(const struct reader *r, struct json json, bool is_right, struct valley_face *face)
{
    struct json list = json_get(json, "waterfalls");
    if (json_kind(list) != JSON_ARRAY || json_count(list) > 2)
        return reader_refuse_member(r, "PV4", json, "waterfalls", "must be a list of at most 2 corners");
    for (struct json corner = json_first(list); json_there(corner); corner = json_next(corner)) {
        char *name = face->waterfall[face->waterfalls];
        bool is_read = json_string(corner, name, 3);
        if (!is_read || (name[0] != 'N' && name[0] != 'S') || name[1] != (is_right ? 'E' : 'W') || name[2])
            return reader_refuse(r, "PV5", corner,
                                 is_right ? "a waterfall of a right half lies NE or SE"
                                          : N_("a waterfall of a left half lies NW or SW"));
        face->waterfalls++;
    }
    return 0;
}

static int read_face_of(const struct reader *r, struct json json, bool is_right, struct valley_face *face)
{
    if (read_rows(r, json, is_right, face) < 0)
        return -1;
    struct json caves = json_get(json, "caves");
    if (json_kind(caves) != JSON_ARRAY || json_count(caves) > VALLEY_CAVES)
        return reader_refuse_member(r, "PV4", json, "caves", "must be a list of at most 6 caves");
    for (struct json cave = json_first(caves); json_there(cave); cave = json_next(cave))
        if (read_cave(r, cave, is_right, face) < 0)
            return -1;
    return read_waterfalls(r, json, is_right, face);
}

/* ---- halves ---- */

static bool is_half_id(const char *id, bool is_right)
{
    if (id[0] != (is_right ? 'R' : 'L') || id[1] < '1' || id[1] > '9')
        return false;
    return id[2] == '\0' || (id[2] >= '0' && id[2] <= '9' && id[3] == '\0');
}

static int read_half(const struct reader *r, struct json json, struct valley_tables *t)
{
    struct valley_half *half = &t->half[t->halves];
    const struct reader places = {r->error, "PV5"};
    int side;
    if (reader_word(&places, json, "side", (const char *const[]){"left", "right", NULL}, &side) < 0)
        return -1;
    half->is_right = side == 1;
    if (!json_string(json_get(json, "id"), half->id, sizeof half->id) || !is_half_id(half->id, half->is_right))
        return reader_refuse_member(r, "PV10", json, "id",
                                    half->is_right ? "a right half is called R1, R2, …"
                                                   : N_("a left half is called L1, L2, …"));
    for (int other = 0; other < t->halves; other++)
        if (text_same(t->half[other].id, half->id))
            return reader_refuse_member(r, "PV10", json, "id", "this id is taken");
    struct json faces = json_get(json, "faces");
    if (!json_there(json_get(faces, "A")))
        return reader_refuse_member(r, "PV3", json, "faces", "must have a face A");
    for (struct json face = json_first(faces); json_there(face); face = json_next(face)) {
        if (!json_key_is(face, "A") && !json_key_is(face, "B"))
            return reader_refuse(r, "PV3", face, "a half has a face A and perhaps a face B");
        if (read_face_of(r, face, half->is_right, &half->face[json_key_is(face, "B")]) < 0)
            return -1;
    }
    half->faces = (uint8_t)json_count(faces);
    t->halves++;
    return 0;
}

/* PV4: the same numbers on all faces of a side, six caves and two waterfalls together. */
static int check_sides(const struct reader *r, struct json halves, const struct valley_tables *t)
{
    int caves[2] = {-1, -1};
    int falls[2] = {-1, -1};
    for (int h = 0; h < t->halves; h++)
        for (int f = 0; f < t->half[h].faces; f++) {
            int side = t->half[h].is_right;
            const struct valley_face *face = &t->half[h].face[f];
            if ((caves[side] >= 0 && face->caves != caves[side]) ||
                (falls[side] >= 0 && face->waterfalls != falls[side]))
                return reader_refuse(r, "PV4", json_at(halves, (uint32_t)h),
                                     "all faces of a side need the same numbers of caves and waterfalls");
            caves[side] = face->caves;
            falls[side] = face->waterfalls;
        }
    if (caves[0] + caves[1] != VALLEY_CAVES || falls[0] + falls[1] != 2)
        return reader_refuse(r, "PV4", halves, "a left and a right half together need 6 caves and 2 waterfalls");
    return 0;
}

static int read_halves(const struct reader *r, struct json root, struct valley_tables *t)
{
    struct json halves = json_get(root, "halves");
    if (json_kind(halves) != JSON_ARRAY)
        return reader_refuse_member(r, "PV2", root, "halves", "must be a list of half boards");
    if (json_count(halves) > VALLEY_HALVES)
        return reader_refuse(r, "PV12", halves, "at most 16 halves");
    int count[2] = {0, 0};
    for (struct json half = json_first(halves); json_there(half); half = json_next(half)) {
        if (read_half(r, half, t) < 0)
            return -1;
        count[t->half[t->halves - 1].is_right]++;
    }
    if (count[0] < OCHRE_SEATS_MAX || count[1] < OCHRE_SEATS_MAX)
        return reader_refuse(r, "PV2", halves, "at least 4 left and 4 right halves are needed");
    if (check_sides(r, halves, t) < 0)
        return -1;
    for (int h = 0; h < t->halves; h++)
        if (!t->half[h].is_right)
            t->left_caves = t->half[h].face[0].caves;
    return 0;
}

/* ---- tiles and numbers ---- */

/* 1.3: every pair of two different scenes, in canonical order. */
static int make_tiles(const struct reader *r, struct json root, struct valley_tables *t)
{
    struct json tiles = json_get(root, "tiles");
    uint8_t copies = 0;
    uint8_t picking = 0;
    if (read_number(r, tiles, "copies", 1, 9, &copies) < 0 ||
        read_number(r, tiles, "picking_copies", 1, 9, &picking) < 0)
        return -1;
    if (21 * copies + 7 * picking > VALLEY_TILES)
        return reader_refuse(r, "PV12", tiles, "21 times copies and 7 times picking_copies make more than 63 tiles");
    for (int a = 0; a < VALLEY_SCENES - 1; a++)
        for (int b = a + 1; b < VALLEY_SCENES; b++)
            for (int copy = 1; copy <= (a == SCENE_PICKING || b == SCENE_PICKING ? picking : copies); copy++)
                t->tile[t->tiles++] =
                    (struct valley_tile){.scene = {(uint8_t)a, (uint8_t)b},
                                         .id = {valley_codes[a][0], valley_codes[b][0], (char)('0' + copy)}};
    return 0;
}

/* PV9, for every number of seats; the one of this setup is kept. */
static int read_removed(const struct reader *r, const struct ochre_setup *setup, struct json root,
                        struct valley_tables *t)
{
    struct json removed = json_get(root, "removed");
    for (int n = 2; n <= OCHRE_SEATS_MAX; n++) {
        char key[2] = {(char)('0' + n), '\0'};
        uint8_t count = 0;
        if (read_number(r, removed, key, 0, VALLEY_TILES, &count) < 0)
            return -1;
        if (count + t->common + VALLEY_POOL * n > t->tiles)
            return reader_refuse_member(r, "PV9", removed, key, "there are not tiles enough for the pools");
        if (n == setup->seats)
            t->removed = count;
    }
    return 0;
}

static int read_steaks(const struct reader *r, struct json root, struct valley_tables *t)
{
    struct json steaks = json_get(root, "steaks");
    if (json_kind(steaks) != JSON_ARRAY || json_count(steaks) == 0)
        return reader_refuse_member(r, "PV8", root, "steaks", "must list the food points of 1, 2, 3 … steaks");
    int rows = (int)json_count(steaks);
    int last = 0;
    for (int n = 1; n <= (rows > VALLEY_STEAKS ? rows : VALLEY_STEAKS); n++) {
        if (n <= rows) {
            struct json entry = json_at(steaks, (uint32_t)(n - 1));
            int fp;
            if (reader_number_at(r, entry, 0, INT_MAX, &fp) < 0)
                return -1;
            if (fp > 999)
                return reader_refuse(r, "PV12", entry, "a conversion pays at most 999");
            if (fp == 0 || fp < last)
                return reader_refuse(r, "PV8", entry, "the points start above 0 and never decrease");
            last = fp;
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

static int read_names(const struct reader *r, struct json root, struct valley_tables *t)
{
    char id[33];
    if (!json_string(json_get(root, "id"), id, sizeof id) || !is_pack_id(id))
        return reader_refuse_member(r, "PV10", root, "id", "must be 1 to 32 of a-z, 0-9 and -");
    struct json name = json_get(root, "name");
    bool is_plain = json_string(name, t->name[0], sizeof t->name[0]);
    if (is_plain)
        memcpy(t->name[1], t->name[0], sizeof t->name[1]);
    else if (!json_string(json_get(name, "en"), t->name[0], sizeof t->name[0]) ||
             !json_string(json_get(name, "fr"), t->name[1], sizeof t->name[1]))
        return reader_refuse_member(r, "PV10", root, "name", "must be a text, or one for \"en\" and one for \"fr\"");
    char origin[256];
    if (!json_string(json_get(root, "origin"), origin, sizeof origin))
        return reader_refuse_member(r, "PV10", root, "origin", "must say where the data come from");
    return 0;
}

int valley_read_pack(const struct ochre_setup *setup, struct valley_tables *t, struct ochre_error *error)
{
    const struct reader *r = &(struct reader){error, "PV11"};
    struct json root = json_root(&setup->pack->doc);
    if (!json_is(json_get(root, "format"), "valley-pack/1"))
        return reader_refuse_member(r, "PV1", root, "format", "must be \"valley-pack/1\"");
    uint8_t personal = 0;
    struct json supply = json_get(root, "supply");
    struct json pool = json_get(root, "pool");
    if (read_names(r, root, t) < 0 || read_steaks(r, root, t) < 0 ||
        read_number(r, supply, "steaks", 0, VALLEY_STEAKS, &t->steaks) < 0 ||
        read_number(r, supply, "bears", 0, 18, &t->bears) < 0 ||
        read_number(r, supply, "fights", 0, 3, &t->fights) < 0 ||
        read_number(r, pool, "personal", VALLEY_POOL, VALLEY_POOL, &personal) < 0 ||
        read_number(r, pool, "common", 3, VALLEY_COMMON, &t->common) < 0 || make_tiles(r, root, t) < 0 ||
        read_removed(r, setup, root, t) < 0 || read_number(r, root, "camp_sp", 0, 99, &t->camp_sp) < 0)
        return -1;
    return read_halves(r, root, t);
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
            if (gates & valley_around(gates))
                text_fill(lines, "half {0}, face {1}: two gates touch each other\n",
                          (const char *const[]){t->half[h].id, f ? "B" : "A", NULL});
        }
    if (most - least > 4)
        text_fill(lines, "the food of the faces differs by {0} points ({1} to {2})\n",
                  (const char *const[]){NUM(most - least), NUM(least), NUM(most), NULL});
}
