/* valley_json.c: the view as JSON. What the view writes, a position may be typed in
 * with (valley_read.c). */
#include <assert.h>

#include "games/valley/valley.h"

static void put_code(struct json_writer *writer, int scene)
{
    json_put_string(writer, valley_codes[scene]);
}

/* A set of tokens, sorted by letter. */
static void write_codes(struct json_writer *writer, const char *key, unsigned scenes)
{
    json_name(writer, key);
    json_open(writer, '[');
    for (char code = 'A'; code <= 'Z'; code++)
        for (int scene = 0; scene < VALLEY_SCENES; scene++)
            if (valley_codes[scene][0] == code && (scenes >> scene) & 1)
                put_code(writer, scene);
    json_close(writer, ']');
}

static void write_tiles(const struct valley_tables *t, struct json_writer *writer, const char *key,
                        const uint8_t *tiles, int count)
{
    json_name(writer, key);
    json_open(writer, '[');
    for (int i = 0; i < count; i++)
        json_put_string(writer, t->tile[tiles[i]].id);
    json_close(writer, ']');
}

static void write_tile_set(const struct valley_tables *t, struct json_writer *writer, const char *key, uint64_t set)
{
    json_name(writer, key);
    json_open(writer, '[');
    for (; set; set &= set - 1)
        json_put_string(writer, t->tile[__builtin_ctzll(set)].id);
    json_close(writer, ']');
}

/* The tiles of one tribe as placements, in the order of their first squares. */
static void write_tribe(const struct ochre_setup *setup, const struct valley_state *s, const struct valley_seat *v,
                        int tribe, struct json_writer *writer)
{
    json_open(writer, '[');
    for (int first = 0; first < VALLEY_SQUARES; first++) {
        int byte = v->square[first];
        if (!byte || byte & SECOND_HALF || s->tribe_of[byte - 1] != tribe)
            continue;
        int second = 0;
        while (v->square[second] != (byte | SECOND_HALF)) {
            second++;
            assert(second < VALLEY_SQUARES); /* a tile has two halves */
        }
        char put[16];
        struct ochre_text text = text_on(put, sizeof put);
        valley_say_put(setup, byte - 1, first, second, &text);
        json_put_string(writer, put);
    }
    json_close(writer, ']');
}

static void write_tribes(const struct ochre_setup *setup, const struct valley_state *s, const struct valley_seat *v,
                         struct json_writer *writer)
{
    json_name(writer, "laid");
    write_tribe(setup, s, v, v->tribe, writer);
    json_name(writer, "old");
    json_open(writer, '[');
    for (int tribe = 1; tribe < v->tribe; tribe++)
        write_tribe(setup, s, v, tribe, writer);
    json_close(writer, ']');
}

static void write_squares(const struct valley_tables *t, const struct valley_seat *v, struct json_writer *writer)
{
    json_name(writer, "bears");
    json_open(writer, '[');
    for (uint64_t bears = v->bears; bears; bears &= bears - 1)
        json_put_string(writer, valley_square_name(__builtin_ctzll(bears)));
    json_close(writer, ']');
    json_name(writer, "token");
    json_open(writer, '{');
    for (int spot = 0; spot < VALLEY_SPOTS; spot++) {
        json_name(writer, valley_spot_name(spot));
        if (v->token[spot])
            put_code(writer, v->token[spot] - 1);
        else
            json_put_null(writer);
    }
    json_close(writer, '}');
    json_name(writer, "sq");
    json_open(writer, '{');
    for (int square = 0; square < VALLEY_SQUARES; square++) {
        json_name(writer, valley_square_name(square));
        if (v->square[square])
            put_code(writer, valley_scene_on(t, v, square));
        else
            json_put_string(writer, v->bears & BIT(square) ? "bear" : "-");
    }
    json_close(writer, '}');
}

/* ---- what could be done now, and what it pays ---- */

/* Shelter by cave, and if it `is_fed` food by square, for half a tile that is laid there (4.4). */
static void write_laid_pays(const struct valley_tables *t, const struct valley_seat *v, bool is_fed, bool is_new,
                            struct json_writer *writer)
{
    json_open(writer, '{');
    for (uint64_t set = is_fed ? valley_touched(v) & ~v->covered : 0; set; set &= set - 1) {
        int square = __builtin_ctzll(set);
        json_field_int(writer, valley_square_name(square), valley_food_on(t, v, square));
    }
    for (int cave = 0; cave < VALLEY_CAVES; cave++)
        if (!v->square[VALLEY_FIELDS + cave])
            json_field_int(writer, valley_spot_name(cave),
                           v->token[cave] && !is_new ? valley_cave_high(t, v, cave) : valley_cave_low(t, v, cave));
    json_close(writer, '}');
}

/* {"lay:":{"h3":3,"k1":7},"bon:B=":{"k1":7}}: by how a move begins that lays a tile now, what each half of it pays. */
static void write_pays(const struct ochre_setup *setup, const struct valley_state *s, struct json_writer *writer)
{
    const struct valley_tables *t = valley_tables(setup);
    const struct valley_seat *v = &s->seat[s->turn];
    bool is_free = (s->phase == PHASE_MAIN || s->phase == PHASE_POST) && !s->token_used;
    json_name(writer, "pays");
    json_open(writer, '{');
    if (s->phase == PHASE_START || s->phase == PHASE_MAIN) {
        bool is_new = valley_is_new(setup, s);
        json_name(writer, is_new ? "new:" : "lay:");
        write_laid_pays(t, v, s->phase == PHASE_MAIN && !is_new, is_new, writer);
    }
    if (s->phase == PHASE_BONUS && s->bonuses & SCENE_BIT(SCENE_FEAST)) {
        json_name(writer, "bon:B=");
        write_laid_pays(t, v, false, false, writer);
    }
    if (is_free && v->held & SCENE_BIT(SCENE_FEAST)) {
        json_name(writer, "use:B=");
        write_laid_pays(t, v, false, false, writer);
    }
    json_close(writer, '}');
}

/* What a bear on each square pays, while somebody might put one (R22, R23). */
static void write_bears_pay(const struct valley_state *s, const struct valley_seat *v, struct json_writer *writer)
{
    unsigned scenes = s->phase == PHASE_BONUS ? s->bonuses : s->seat[s->turn].held;
    bool is_asked = s->phase == PHASE_MAIN || s->phase == PHASE_BONUS || s->phase == PHASE_POST;
    json_name(writer, "bears_pay");
    json_open(writer, '{');
    for (uint64_t set = is_asked && scenes & SCENE_BIT(SCENE_FIRE) ? valley_bear_targets(v) : 0; set; set &= set - 1) {
        int square = __builtin_ctzll(set);
        json_field_int(writer, valley_square_name(square), valley_bear_points(v, square));
    }
    json_close(writer, '}');
}

static void write_seat(const struct ochre_setup *setup, const struct valley_state *s, int seat,
                       struct json_writer *writer)
{
    const struct valley_tables *t = valley_tables(setup);
    const struct valley_seat *v = &s->seat[seat];
    char board[16];
    struct ochre_text text = text_on(board, sizeof board);
    valley_say_board(t, v, &text);
    json_name(writer, seat_code(seat));
    json_open(writer, '{');
    json_field_int(writer, "fp", v->fp);
    json_field_int(writer, "sp", v->sp);
    if (s->phase == PHASE_OVER)
        json_field_int(writer, "score", v->fp < v->sp ? v->fp : v->sp);
    else
        json_field_null(writer, "score");
    json_field_int(writer, "steaks", v->steaks);
    json_field_int(writer, "fights", v->fights);
    json_field_int(writer, "tribe", v->tribe);
    json_field_bool(writer, "finished", v->is_finished);
    json_field_string(writer, "board", board);
    write_tiles(t, writer, "pool", v->pool, v->pool_count);
    write_codes(writer, "held", v->held);
    write_codes(writer, "used", v->used);
    write_codes(writer, "gone", v->gone);
    write_tribes(setup, s, v, writer);
    write_squares(t, v, writer);
    write_bears_pay(s, v, writer);
    json_close(writer, '}');
}

void valley_write_owners(const struct ochre_setup *setup, const struct valley_state *s, int tile,
                         struct json_writer *writer)
{
    json_open(writer, '[');
    for (int seat = 0; seat < setup->seats; seat++)
        for (int i = 0; i < valley_fights_of(s, tile, seat); i++)
            json_put_int(writer, seat + 1);
    json_close(writer, ']');
}

static void write_fights(const struct ochre_setup *setup, const struct valley_state *s, struct json_writer *writer)
{
    const struct valley_tables *t = valley_tables(setup);
    json_name(writer, "fight_on");
    json_open(writer, '{');
    for (int tile = 0; tile < t->tiles; tile++) {
        if (!s->fights_on[tile])
            continue;
        json_name(writer, t->tile[tile].id);
        valley_write_owners(setup, s, tile, writer);
    }
    json_close(writer, '}');
}

/* This turn (3.3). */
static void write_turn(const struct ochre_setup *setup, const struct valley_state *s, struct json_writer *writer)
{
    char bonuses[VALLEY_SCENES + 1];
    struct ochre_text codes = text_on(bonuses, sizeof bonuses);
    for (int scene = 0; scene < VALLEY_SCENES; scene++)
        if ((s->bonuses >> scene) & 1)
            text_add(&codes, valley_codes[scene]);
    json_field_string(writer, "bonuses", bonuses);
    json_field_bool(writer, "token_used", s->token_used);
    json_field_bool(writer, "permit", s->permit);
    json_field_bool(writer, "starting", s->is_starting);
    json_name(writer, "entering");
    if (s->cave) {
        json_open(writer, '{');
        json_field_string(writer, "cave", valley_spot_name(s->cave - 1));
        json_name(writer, "token");
        if (s->cave_token)
            put_code(writer, s->cave_token - 1);
        else
            json_put_null(writer);
        json_close(writer, '}');
    } else {
        json_put_null(writer);
    }
    json_name(writer, "laying");
    if (s->laying) {
        char move[32];
        struct ochre_text text = text_on(move, sizeof move);
        text_add(&text, valley_laying_words[s->laying]);
        valley_say_put(setup, s->seat[s->turn].pool[s->laying_slot], s->laying_at[0], s->laying_at[1], &text);
        json_put_string(writer, move);
        json_field_bool(writer, "laying_after", s->laying == LAYING_AFTER);
    } else {
        json_put_null(writer);
    }
}

void valley_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       struct json_writer *writer)
{
    const struct valley_tables *t = valley_tables(setup);
    const struct valley_state *s = valley_seen(view);
    json_field_string(writer, "phase", valley_phase_words[s->phase]);
    json_field_int(writer, "players", setup->seats);
    json_field_int(writer, "first", s->first + 1);
    json_field_int(writer, "seat", s->turn + 1);
    json_field_bool(writer, "final", s->is_final);
    json_field_int(writer, "stack_size", s->stack_size);
    json_field_int(writer, "steak_supply", s->steak_supply);
    json_field_int(writer, "bear_supply", s->bear_supply);
    write_tiles(t, writer, "common", s->common, s->common_count);
    write_fights(setup, s, writer);
    write_turn(setup, s, writer);
    write_pays(setup, s, writer);
    for (int seat = 0; seat < setup->seats; seat++)
        write_seat(setup, s, seat, writer);
    write_tile_set(t, writer, "unseen", s->unseen);
    write_tile_set(t, writer, "dropped", s->dropped);
    if (viewer == OCHRE_EVERYBODY) { /* nothing to look at, but a position needs it */
        write_tile_set(t, writer, "permitted", s->permitted);
        if (s->phase == PHASE_DEAL)
            json_field_int(writer, "dealt", s->dealt);
    }
}
