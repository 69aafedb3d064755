/* valley_show.c: the boards as text, two beside each other, the viewer's first, in 80 columns. Letters and signs carry
 * every meaning; ink only repeats it. */
#include <assert.h>

#include "games/valley/valley.h"

enum {
    BOARD_WIDTH = 41,  /* from one board to the next */
    BOARD_HEIGHT = 13, /* rows of one board, with one to spare */
    CELL = 4,
    LEFT_MARGIN = 5, /* cave and row number */
    TOP_CAVES = 2,
    FIRST_ROW = 3,
    BOTTOM_CAVES = 8,
    CAVE_LIST = 9,
    POOL_LINE = 11,
    TOKEN_LINE = 12,
    TABLE_HEIGHT = 5, /* common pool, supplies, two rows of legend, and one to spare */
};

static enum canvas_ink scene_ink(int scene)
{
    static const enum canvas_ink inks[VALLEY_SCENES] = {
        [SCENE_FEAST] = INK_WHITE, [SCENE_PICKING] = INK_GREEN, [SCENE_RITUAL] = INK_GREY, [SCENE_FIGHT] = INK_RED,
        [SCENE_WATER] = INK_BLUE,  [SCENE_CAMP] = INK_MAGENTA,  [SCENE_HUNT] = INK_BROWN,  [SCENE_FIRE] = INK_YELLOW};
    return inks[scene];
}

static void plain(struct canvas *canvas)
{
    canvas_brush(canvas, INK_PLAIN, PAPER_PLAIN, 0);
}

/* Puts a letter at a place and returns the next column. */
static int put_letter(struct canvas *canvas, int x, int y, char letter)
{
    return canvas_put(canvas, x, y, (const char[]){letter, '\0'});
}

static int put_scene(struct canvas *canvas, int x, int y, int scene)
{
    canvas_brush(canvas, scene_ink(scene), PAPER_PLAIN, CANVAS_BOLD);
    x = canvas_put(canvas, x, y, valley_codes[scene]);
    plain(canvas);
    return x;
}

/* Which way the other half of the tile on this square lies: > < v ^, or * at a cave. */
static char other_half(const struct valley_seat *v, int square)
{
    int wanted = v->square[square] ^ SECOND_HALF;
    int other = 0;
    while (v->square[other] != wanted) {
        other++;
        assert(other < VALLEY_SQUARES); /* a tile has two halves */
    }
    if (square >= VALLEY_FIELDS || other >= VALLEY_FIELDS)
        return '*';
    return other == square + 1 ? '>' : other == square - 1 ? '<' : other == square + 8 ? 'v' : '^';
}

/* A covered square: the scene's letter (small when the tribe is abandoned) and where the tile goes on. */
static void draw_half(const struct valley_tables *t, const struct valley_seat *v, int square, struct canvas *canvas,
                      int x, int y)
{
    int scene = valley_scene_on(t, v, square);
    bool is_active = v->active & BIT(square);
    char letter = valley_codes[scene][0];
    canvas_brush(canvas, is_active ? scene_ink(scene) : INK_DIM, is_active ? PAPER_LIGHT : PAPER_DARK,
                 is_active ? CANVAS_BOLD : 0);
    x = put_letter(canvas, x, y, is_active ? letter : (char)(letter - 'A' + 'a'));
    put_letter(canvas, x, y, other_half(v, square));
    plain(canvas);
}

static void draw_bear(struct canvas *canvas, int x, int y)
{
    canvas_brush(canvas, INK_RED, PAPER_MARK, CANVAS_BOLD);
    canvas_put(canvas, x, y, "@@");
    plain(canvas);
}

static void draw_field(const struct valley_tables *t, const struct valley_seat *v, int square, struct canvas *canvas,
                       int x, int y)
{
    if (v->square[square]) {
        draw_half(t, v, square, canvas, x, y);
        return;
    }
    if (v->bears & BIT(square)) {
        draw_bear(canvas, x, y);
        return;
    }
    bool is_plain = v->plain & BIT(square);
    canvas_brush(canvas, is_plain ? INK_DIM : INK_GREEN, PAPER_PLAIN, 0);
    canvas_put(canvas, x, y, is_plain ? "\u00b7" : "\u2663");
    plain(canvas);
    put_letter(canvas, x + 1, y, (char)('0' + valley_food_on(t, v, square)));
}

/* A cave where it lies: a tile, a bear, or its name. */
static void draw_cave(const struct valley_tables *t, const struct valley_seat *v, int cave, struct canvas *canvas,
                      int left, int top)
{
    const struct valley_face *face = valley_face_at(t, cave < t->left_caves ? v->left : v->right);
    char edge = face->edge[cave < t->left_caves ? cave : cave - t->left_caves];
    int gate = v->gate[cave];
    int x = left + LEFT_MARGIN + CELL * (gate % 8);
    int y = top + FIRST_ROW + gate / 8;
    if (edge == 'T' || edge == 'B')
        y = top + (edge == 'T' ? TOP_CAVES : BOTTOM_CAVES);
    else
        x = edge == 'L' ? left : left + LEFT_MARGIN + CELL * 8 - 1;
    int square = VALLEY_FIELDS + cave;
    if (v->square[square]) {
        draw_half(t, v, square, canvas, x, y);
    } else if (v->bears & BIT(square)) {
        draw_bear(canvas, x, y);
    } else {
        x = canvas_put(canvas, x, y, valley_spot_name(cave));
        if (v->token[cave])
            put_scene(canvas, x, y, v->token[cave] - 1);
    }
}

/* The values of the caves and what lies on them, three to a line; then the waterfalls. */
static void draw_cave_list(const struct valley_tables *t, const struct valley_seat *v, struct canvas *canvas, int left,
                           int y)
{
    for (int cave = 0; cave < VALLEY_CAVES; cave++) {
        int x = left + 9 * (cave % 3);
        int row = y + cave / 3;
        bool is_covered = v->square[VALLEY_FIELDS + cave];
        canvas_brush(canvas, is_covered ? INK_DIM : INK_PLAIN, PAPER_PLAIN, 0);
        x = canvas_put(canvas, x, row, valley_spot_name(cave));
        canvas_put(canvas, x++, row, is_covered ? "=" : v->token[cave] ? valley_codes[v->token[cave] - 1] : "-");
        x = canvas_put(canvas, x + 1, row, NUM(valley_cave_high(t, v, cave)));
        x = put_letter(canvas, x, row, '/');
        canvas_put(canvas, x, row, NUM(valley_cave_low(t, v, cave)));
        plain(canvas);
    }
    for (int fall = 0; fall < 2; fall++) {
        int x = canvas_put(canvas, left + 28, y + fall, valley_spot_name(VALLEY_CAVES + fall));
        if (v->token[VALLEY_CAVES + fall])
            put_scene(canvas, x, y + fall, v->token[VALLEY_CAVES + fall] - 1);
        else
            put_letter(canvas, x, y + fall, '-');
    }
}

/* A tile with the seats whose Fight tokens lie on it: "HF1!23". */
static int draw_tile(const struct ochre_setup *setup, const struct valley_state *s, int tile, struct canvas *canvas,
                     int x, int y)
{
    const struct valley_tile *made = &valley_tables(setup)->tile[tile];
    for (int half = 0; half < 2; half++)
        x = put_scene(canvas, x, y, made->scene[half]);
    x = put_letter(canvas, x, y, made->id[2]);
    if (!s->fights_on[tile])
        return x + 1;
    x = put_letter(canvas, x, y, '!');
    for (int seat = 0; seat < setup->seats; seat++)
        for (int i = 0; i < valley_fights_of(s, tile, seat); i++) {
            canvas_brush(canvas, (enum canvas_ink)(INK_SEAT_1 + seat), PAPER_PLAIN, CANVAS_BOLD);
            x = put_letter(canvas, x, y, (char)('1' + seat));
        }
    plain(canvas);
    return x + 1;
}

static int draw_codes(struct canvas *canvas, int x, int y, unsigned scenes)
{
    if (!scenes)
        return put_letter(canvas, x, y, '-');
    for (; scenes; scenes &= scenes - 1)
        x = put_scene(canvas, x, y, __builtin_ctz(scenes));
    return x;
}

/* Who, points, and whose turn. */
static void draw_head(const struct valley_state *s, int seat, int viewer, struct canvas *canvas, int left, int y)
{
    const struct valley_seat *v = &s->seat[seat];
    bool is_acting = s->phase != PHASE_OVER && s->phase != PHASE_DEAL && seat == s->turn;
    canvas_brush(canvas, (enum canvas_ink)(INK_SEAT_1 + seat), PAPER_PLAIN, seat == viewer ? CANVAS_BOLD : 0);
    put_letter(canvas, left, y, is_acting ? '>' : ' ');
    int x = canvas_say(canvas, left + 1, y, valley_player_name(seat));
    if (seat == s->first)
        x = put_letter(canvas, x, y, '*');
    if (v->is_finished)
        canvas_say(canvas, x + 1, y, "(finished)");
    x = canvas_say(canvas, left + 22, y, "FP");
    x = canvas_put(canvas, x + 1, y, NUM(v->fp));
    x = canvas_say(canvas, x + 2, y, "SP");
    canvas_put(canvas, x + 1, y, NUM(v->sp));
    plain(canvas);
}

/* Tokens held and used, steaks, Fight tokens. */
static void draw_belongings(const struct valley_seat *v, struct canvas *canvas, int left, int y)
{
    int x = canvas_say(canvas, left, y, "held");
    x = draw_codes(canvas, x + 1, y, v->held);
    x = canvas_say(canvas, x + 1, y, "used");
    x = draw_codes(canvas, x + 1, y, v->used);
    x = canvas_say(canvas, x + 1, y, "steaks");
    x = canvas_put(canvas, x + 1, y, NUM(v->steaks));
    canvas_put(canvas, x + 1, y, "X");
    canvas_put(canvas, x + 2, y, NUM(v->fights));
}

static void draw_seat(const struct ochre_setup *setup, const struct valley_state *s, int seat, int viewer,
                      struct canvas *canvas, int left, int top)
{
    const struct valley_tables *t = valley_tables(setup);
    const struct valley_seat *v = &s->seat[seat];
    draw_head(s, seat, viewer, canvas, left, top);
    int x = canvas_say(canvas, left, top + POOL_LINE, "pool");
    for (int slot = 0; slot < v->pool_count; slot++)
        x = draw_tile(setup, s, v->pool[slot], canvas, x + 1, top + POOL_LINE);
    draw_belongings(v, canvas, left, top + TOKEN_LINE);
    if (v->left == VALLEY_NONE || v->right == VALLEY_NONE)
        return;
    for (int column = 0; column < 8; column++)
        put_letter(canvas, left + LEFT_MARGIN + CELL * column, top + 1, (char)('a' + column));
    for (int row = 0; row < VALLEY_ROWS; row++) {
        put_letter(canvas, left + LEFT_MARGIN - 2, top + FIRST_ROW + row, (char)('1' + row));
        for (int column = 0; column < 8; column++)
            draw_field(t, v, row * 8 + column, canvas, left + LEFT_MARGIN + CELL * column, top + FIRST_ROW + row);
    }
    for (int cave = 0; cave < VALLEY_CAVES; cave++)
        draw_cave(t, v, cave, canvas, left, top);
    draw_cave_list(t, v, canvas, left, top + CAVE_LIST);
}

/* The table between the boards: common pool, stack, supplies, what is being decided. */
static void draw_table(const struct ochre_setup *setup, const struct valley_state *s, struct canvas *canvas, int y)
{
    int x = canvas_say(canvas, 0, y, "Common Pool");
    for (int slot = 0; slot < s->common_count; slot++)
        x = draw_tile(setup, s, s->common[slot], canvas, x + 1, y);
    x = canvas_say(canvas, x + 1, y, "stack");
    canvas_put(canvas, x + 1, y, NUM(s->stack_size));
    x = canvas_say(canvas, 0, y + 1, "Supply:");
    x = canvas_say(canvas, x + 1, y + 1, "steaks");
    x = canvas_put(canvas, x + 1, y + 1, NUM(s->steak_supply));
    x = canvas_say(canvas, x + 2, y + 1, "bears");
    x = canvas_put(canvas, x + 1, y + 1, NUM(s->bear_supply));
    x = canvas_put(canvas, x + 1, y + 1, " |");
    x = canvas_say(canvas, x + 1, y + 1, valley_phase_name(s->phase));
    if (s->bonuses)
        x = draw_codes(canvas, x + 1, y + 1, s->bonuses);
    if (s->is_final)
        canvas_say(canvas, x + 2, y + 1, "last round");
    canvas_brush(canvas, INK_DIM, PAPER_PLAIN, 0);
    x = canvas_put(canvas, 0, y + 2, "\u2663 ");
    x = canvas_say(canvas, x, y + 2, "forest");
    x = canvas_put(canvas, x + 1, y + 2, "\u00b7 ");
    x = canvas_say(canvas, x, y + 2, "plain");
    x = canvas_put(canvas, x + 1, y + 2, "@@ ");
    x = canvas_say(canvas, x, y + 2, "bear");
    canvas_say(canvas, x + 1, y + 2, "> < ^ v * other half, small letter: abandoned");
    x = 0;
    for (int scene = 0; scene < VALLEY_SCENES; scene++) {
        x = put_scene(canvas, x, y + 3, scene);
        canvas_brush(canvas, INK_DIM, PAPER_PLAIN, 0);
        x = canvas_say(canvas, x + 1, y + 3, valley_scene_name(scene)) + 2;
    }
    plain(canvas);
}

/* Is a bear to be put on somebody's board, and nothing else to be chosen? Then every board is looked at. */
static bool is_bear_time(const struct valley_state *s)
{
    return s->phase == PHASE_BONUS && s->bonuses == 1u << SCENE_FIRE;
}

/* May tiles of every pool be chosen, by Water or by Fight? */
static bool is_about_pools(const struct ochre_setup *setup, const struct valley_state *s, int viewer)
{
    unsigned scenes = 1u << SCENE_WATER | 1u << SCENE_FIGHT;
    bool has_token = viewer < setup->seats && (s->seat[viewer].held & scenes) != 0;
    return (s->phase == PHASE_BONUS && s->bonuses & scenes) ||
           (has_token && (s->phase == PHASE_MAIN || s->phase == PHASE_POST));
}

static void draw(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas)
{
    const struct valley_state *s = valley_seen(view);
    assert(viewer >= 0 && viewer <= OCHRE_EVERYBODY);
    int first = viewer < setup->seats ? viewer : 0;
    bool has_all_boards = is_bear_time(s);
    enum canvas_rank pools = is_about_pools(setup, s, viewer) ? BAND_ASKED : BAND_OTHERS;
    canvas_band(canvas, 0, has_all_boards ? BAND_OWN : BAND_ASKED); /* the common pool */
    canvas_band(canvas, 1, BAND_OWN);
    canvas_band(canvas, 2, BAND_TABLE);
    draw_table(setup, s, canvas, 0);
    for (int i = 0; i < setup->seats; i++) {
        int top = TABLE_HEIGHT + i / 2 * (BOARD_HEIGHT + 1);
        if (i % 2 == 0) {
            canvas_band(canvas, top, i == 0 || has_all_boards ? BAND_ASKED : BAND_OTHERS);
            canvas_band(canvas, top + CAVE_LIST, i > 0 ? pools : has_all_boards ? BAND_OWN : BAND_ASKED);
        }
        draw_seat(setup, s, (first + i) % setup->seats, viewer, canvas, i % 2 * BOARD_WIDTH, top);
    }
}

static void touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                  struct ochre_touch *out)
{
    acts_touch(valley_acts(seat), &(struct act_place){setup, view, seat}, action, out);
}

const struct ochre_show valley_show = {
    .draw = draw,
    .write_printed = valley_write_printed,
    .write_view = valley_write_view,
    .touch = touch,
    .observe = valley_observe,
    .planes = valley_planes,
};
