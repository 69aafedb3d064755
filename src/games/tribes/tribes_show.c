/* tribes_show.c: what one points at, and the view as a picture at 80 columns: row, boards, tracks, and a hex map for
 * every tribe, the viewer's first. One line of a map is one row of its hexes: d4G3 are three members on goat land at
 * d4, ! is exhausted. */
#include "games/tribes/tribes.h"

enum { BOARD_WIDTH = 20, MAP_X = 3, CELL_WIDTH = 6, ROW_SHIFT = 3, LINE = 160, EVENTS_END = 12 };

static struct ochre_text line_in(char buffer[LINE], const struct canvas *canvas)
{
    return text_in(buffer, LINE, canvas->tongue);
}

static void brush_plain(struct canvas *canvas)
{
    canvas_brush(canvas, INK_PLAIN, PAPER_PLAIN, 0);
}

static void brush_seat(struct canvas *canvas, int seat, int flags)
{
    canvas_brush(canvas, (enum canvas_ink)(INK_SEAT_1 + seat), PAPER_PLAIN, flags);
}

static void brush_resource(struct canvas *canvas, int resource)
{
    static const enum canvas_ink inks[TRIBES_RESOURCES] = {INK_GREY, INK_BROWN, INK_GREEN, INK_YELLOW, INK_MAGENTA};
    canvas_brush(canvas, inks[resource], PAPER_PLAIN, 0);
}

/* Writes words from column x on, as many lines as they take. Returns the line after the last. */
static int put_wrapped(struct canvas *canvas, int x, int y, const char *words)
{
    int margin = x;
    while (*words) {
        char word[LINE];
        struct ochre_text text = text_on(word, sizeof word);
        while (*words && *words != ' ')
            text_char(&text, *words++);
        while (*words == ' ')
            words++;
        if (x > margin && x + canvas_columns(word) > CANVAS_WIDTH) {
            x = margin + 2;
            y++;
        }
        x = canvas_put(canvas, x, y, word) + 1;
    }
    return y + 1;
}

/* Round, events that end the game, bag and box. */
static int draw_head(const struct ochre_setup *setup, const struct tribes_state *s, struct canvas *canvas, int y)
{
    const struct tribes_tables *t = tribes_tables(setup);
    char buffer[LINE];
    struct ochre_text text = line_in(buffer, canvas);
    text_say(&text, "Round {0}", NUM(s->round));
    if (s->is_final) {
        text_add(&text, ", ");
        text_say(&text, "the last one");
    }
    text_add(&text, " | ");
    text_say(&text, "Bronze Age events {0} of {1}", NUM(s->executed3), NUM(t->end_events[setup->seats]));
    text_add(&text, " | ");
    text_say(&text, "Bag");
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++) {
        text_char(&text, ' ');
        text_char(&text, tribes_letters[resource]);
        text_int(&text, s->bag[resource]);
    }
    text_add(&text, " | ");
    text_say(&text, "Box {0}", NUM(s->box));
    return put_wrapped(canvas, 0, y, buffer);
}

/* The row: place, tile, one small o for each shell (a number from five on). */
static int draw_row(const struct tribes_tables *t, const struct tribes_state *s, struct canvas *canvas, int y)
{
    char buffer[LINE];
    int x = canvas_say(canvas, 0, y, "Row") + 1;
    int margin = x;
    for (int i = 0; i < s->row_count; i++) {
        bool is_event = tribes_is_event(s->row[i]);
        struct ochre_text text = line_in(buffer, canvas);
        text_int(&text, i + 1);
        text_char(&text, ' ');
        if (is_event)
            text_add(&text, tribes_said(t, t->event[s->row[i] - TRIBES_ACTION_TILES].name, canvas->tongue));
        else
            text_add(&text, tribes_tile_id(t, s->row[i]));
        if (s->row_shells[i]) {
            text_add(&text, " (");
            text_int(&text, s->row_shells[i]);
            text_add(&text, "o)");
        }
        int width = canvas_columns(buffer);
        if (x + width > CANVAS_WIDTH) {
            x = margin;
            y++;
        }
        canvas_brush(canvas, is_event ? INK_RED : INK_PLAIN, PAPER_PLAIN, is_event ? 0 : CANVAS_BOLD);
        x = canvas_put(canvas, x, y, buffer) + 3;
    }
    brush_plain(canvas);
    if (s->tile != TRIBES_NONE) {
        struct ochre_text text = line_in(buffer, canvas);
        text_say(&text, "In use: {0}",
                 tribes_is_event(s->tile) ? tribes_said(t, t->event[s->tile - TRIBES_ACTION_TILES].name, canvas->tongue)
                                          : tribes_tile_id(t, s->tile));
        canvas_put(canvas, margin, ++y, buffer);
    }
    return y + 1;
}

/* Events of the row and in use, with what they do. */
static int draw_events(const struct tribes_tables *t, const struct tribes_state *s, struct canvas *canvas, int y)
{
    char buffer[2 * LINE];
    for (int i = 0; i <= s->row_count; i++) {
        int tile = i < s->row_count ? s->row[i] : s->tile;
        if (tile == TRIBES_NONE || !tribes_is_event(tile) || y >= EVENTS_END)
            continue;
        struct ochre_text text = text_in(buffer, sizeof buffer, canvas->tongue);
        text_add(&text, tribes_said(t, t->event[tile - TRIBES_ACTION_TILES].name, canvas->tongue));
        text_add(&text, ": ");
        tribes_event_text(t, tile - TRIBES_ACTION_TILES, NULL, &text);
        canvas_brush(canvas, INK_DIM, PAPER_PLAIN, 0);
        y = put_wrapped(canvas, 4, y, buffer);
    }
    brush_plain(canvas);
    return y;
}

/* Three lines: name; what it needs and raises; stones and the points still to be had (* turns up an event). */
static void draw_board(const struct tribes_tables *t, const struct tribes_state *s, int slot, struct canvas *canvas,
                       int x, int y)
{
    static const char *const raises[TRIBES_TRACKS] = {N_("procr."), N_("expl."), N_("mov."), N_("str.")};
    char buffer[LINE];
    struct ochre_text text = line_in(buffer, canvas);
    tribes_say_slot(slot, &text);
    text_char(&text, ' ');
    if (!bits_has(s->up, slot)) {
        canvas_brush(canvas, INK_DIM, PAPER_PLAIN, 0);
        text_say(&text, "face down");
        canvas_put(canvas, x, y, buffer);
        return;
    }
    const struct tribes_board_data *board = &t->board[s->board[slot]];
    text_add(&text, tribes_said(t, board->name, canvas->tongue));
    canvas_brush(canvas, INK_PLAIN, PAPER_PLAIN, CANVAS_BOLD);
    canvas_put(canvas, x, y, buffer);
    if (canvas_columns(buffer) >= BOARD_WIDTH) { /* a long name would run into its neighbour */
        brush_plain(canvas);
        canvas_put(canvas, x + BOARD_WIDTH - 2, y, ". ");
    }
    int at = x + 4;
    for (int i = 0; i < board->need; i++) {
        char letter[2] = {tribes_letters[board->resource], '\0'};
        brush_resource(canvas, board->resource);
        at = canvas_put(canvas, at, y + 1, letter);
    }
    brush_plain(canvas);
    at = canvas_put(canvas, at, y + 1, " +");
    canvas_say(canvas, at, y + 1, raises[board->track]);
    at = x + 4;
    for (int space = 0; space < TRIBES_SPACES; space++) {
        if (space < s->stone_count[slot]) {
            int seat = s->stone[slot][space];
            char letter[2] = {(char)('A' + seat), '\0'};
            brush_seat(canvas, seat, CANVAS_BOLD);
            canvas_put(canvas, at, y + 2, letter);
        } else {
            brush_plain(canvas);
            int end = canvas_put(canvas, at, y + 2, NUM(board->points[space]));
            canvas_put(canvas, end, y + 2, board->symbol[space] ? "*" : "");
        }
        at += 3 + (board->points[0] > 9);
    }
    brush_plain(canvas);
}

/* Between two epochs: arrows stand where they lead. */
static void draw_links(const struct tribes_state *s, int epoch, struct canvas *canvas, int y)
{
    for (int column = 0; column < TRIBES_COLUMNS; column++) {
        int slot = epoch * TRIBES_COLUMNS + column;
        canvas_brush(canvas, INK_YELLOW, PAPER_PLAIN, CANVAS_BOLD);
        if (bits_has(s->links_left, slot))
            canvas_put(canvas, column * BOARD_WIDTH - 3, y, "_/^");
        if (bits_has(s->links_right, slot))
            canvas_put(canvas, (column + 1) * BOARD_WIDTH - 4, y, "^\\_");
    }
    brush_plain(canvas);
}

static int draw_boards(const struct tribes_tables *t, const struct tribes_state *s, struct canvas *canvas, int y)
{
    for (int epoch = TRIBES_EPOCHS - 1; epoch >= 0; epoch--) {
        bool is_open = false;
        for (int column = 0; column < TRIBES_COLUMNS; column++) {
            int slot = epoch * TRIBES_COLUMNS + column;
            is_open = is_open || bits_has(s->up, slot);
            draw_board(t, s, slot, canvas, column * BOARD_WIDTH, y);
        }
        y += is_open ? 3 : 1;
        if (epoch > 0 && ((s->links_left | s->links_right) >> (epoch * TRIBES_COLUMNS)) & 15)
            draw_links(s, epoch, canvas, y++);
    }
    brush_plain(canvas);
    return y;
}

/* One track a line: at every level its value (its end points) and the tribes that stand there. */
static int draw_tracks(const struct ochre_setup *setup, const struct tribes_state *s, struct canvas *canvas, int y)
{
    const struct tribes_tables *t = tribes_tables(setup);
    int width = 66 / (t->top + 1);
    width = width > 12 ? 12 : width;
    for (int track = 0; track < TRIBES_TRACKS; track++) {
        canvas_say(canvas, 0, y + track, tribes_track_names[track]);
        for (int level = 0; level <= t->top; level++) {
            int x = 13 + level * width;
            canvas_brush(canvas, INK_DIM, PAPER_PLAIN, 0);
            x = canvas_put(canvas, x, y + track, NUM(t->track[track].value[level]));
            x = canvas_put(canvas, x, y + track, ":");
            for (int seat = 0; seat < setup->seats; seat++) {
                char letter[2] = {(char)('A' + seat), '\0'};
                if (s->seat[seat].level[track] != level)
                    continue;
                brush_seat(canvas, seat, CANVAS_BOLD);
                x = canvas_put(canvas, x, y + track, letter);
            }
        }
        brush_plain(canvas);
    }
    return y + TRIBES_TRACKS;
}

/* "d4" and what is there: G3, G!, or a point for a place where land may come. */
static void draw_tile(const struct tribes_seat *p, int seat, int cell, struct canvas *canvas, int x, int y)
{
    char buffer[16];
    struct ochre_text text = text_on(buffer, sizeof buffer);
    canvas_brush(canvas, INK_DIM, PAPER_PLAIN, 0);
    x = canvas_put(canvas, x, y, tribes_cell_name(cell));
    if (!bits_has(p->ground, cell)) {
        canvas_put(canvas, x, y, ".");
        return;
    }
    int resource = tribes_resource_on(p, cell);
    bool is_exhausted = bits_has(p->exhausted, cell);
    bool is_tight = is_exhausted && p->members[cell] > 9; /* no room for the mark: a small letter says the same */
    text_char(&text, is_tight ? (char)(tribes_letters[resource] - 'A' + 'a') : tribes_letters[resource]);
    text_add(&text, is_exhausted && !is_tight ? "!" : "");
    if (!is_exhausted)
        brush_resource(canvas, resource);
    x = canvas_put(canvas, x, y, buffer);
    if (p->members[cell]) {
        brush_seat(canvas, seat, CANVAS_BOLD);
        canvas_put(canvas, x, y, NUM(p->members[cell]));
    }
}

static bool is_on_map(const struct tribes_seat *p, int cell)
{
    return cell >= 0 && bits_has(p->ground | p->border, cell);
}

/* Where the hexes stand, before the map is moved to the margin. */
static int tile_x(int column, int row)
{
    return CELL_WIDTH * column + ROW_SHIFT * row;
}

static int draw_map(const struct tribes_seat *p, int seat, struct canvas *canvas, int y)
{
    int left = tile_x(8, 8);
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            if (is_on_map(p, tribes_cell_at(column, row)) && tile_x(column, row) < left)
                left = tile_x(column, row);
    for (int row = 0; row < 8; row++) {
        bool has_tile = false;
        for (int column = 0; column < 8; column++) {
            int cell = tribes_cell_at(column, row);
            if (!is_on_map(p, cell))
                continue;
            draw_tile(p, seat, cell, canvas, MAP_X + tile_x(column, row) - left, y);
            has_tile = true;
        }
        y += has_tile;
    }
    brush_plain(canvas);
    return y;
}

static int draw_territory(const struct ochre_setup *setup, const struct tribes_state *s, int seat, int viewer,
                          struct canvas *canvas, int y)
{
    const struct tribes_seat *p = &s->seat[seat];
    char buffer[LINE];
    struct ochre_text text = line_in(buffer, canvas);
    text_add(&text, tribes_seat_letter(seat));
    text_add(&text, s->decision > TRIBES_AT_REVEAL && s->decision < TRIBES_AT_OVER && s->actor == seat ? "> " : "  ");
    if (tribes_shows_points(setup, s, seat, viewer))
        text_say_count(&text, p->points, "{0} point", "{0} points", NUM(p->points));
    else
        text_say(&text, "? points");
    text_add(&text, ", ");
    text_say_count(&text, p->shells, "{0} shell", "{0} shells", NUM(p->shells));
    text_add(&text, ", ");
    text_say(&text, "{0} in reserve", NUM(p->reserve));
    text_add(&text, ", ");
    text_say(&text, p->arrow ? N_("arrow unused") : N_("arrow used"));
    brush_seat(canvas, seat, seat == viewer ? CANVAS_BOLD : 0);
    canvas_put(canvas, 0, y, buffer);
    return draw_map(p, seat, canvas, y + 1);
}

/* Land drawn and not yet laid. */
static int draw_hand(const struct tribes_state *s, struct canvas *canvas, int y)
{
    char buffer[LINE];
    struct ochre_text text = line_in(buffer, canvas);
    if (!s->hand_count)
        return y;
    text_say(&text, "Drawn:");
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++)
        for (int i = 0; i < s->hand[resource]; i++) {
            text_char(&text, ' ');
            text_char(&text, tribes_letters[resource]);
        }
    canvas_put(canvas, 0, y, buffer);
    return y + 1;
}

/* What the letters and signs mean. */
static int draw_legend(const struct tribes_tables *t, struct canvas *canvas, int y)
{
    char buffer[2 * LINE];
    struct ochre_text text = text_in(buffer, sizeof buffer, canvas->tongue);
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++) {
        text_char(&text, tribes_letters[resource]);
        text_char(&text, ' ');
        text_add(&text, tribes_said(t, t->resource[resource].name, canvas->tongue));
        text_add(&text, ", ");
    }
    text_say(&text, "! exhausted; 2* is two points and an event");
    canvas_brush(canvas, INK_DIM, PAPER_PLAIN, 0);
    y = put_wrapped(canvas, 0, y, buffer);
    brush_plain(canvas);
    return y;
}

/* What is chosen from now, by whom is asked. */
enum part { PART_ROW, PART_EVENTS, PART_BOARDS, PART_HAND, PART_OWN };

static enum canvas_rank rank_of(const struct tribes_state *s, enum part part)
{
    switch (s->decision) {
    case TRIBES_AT_TAKE: return part == PART_ROW || part == PART_OWN ? BAND_ASKED : BAND_OWN;
    case TRIBES_AT_MODE: return part == PART_ROW || part == PART_BOARDS ? BAND_ASKED : BAND_OWN;
    case TRIBES_AT_PICK: return part == PART_EVENTS || part == PART_OWN ? BAND_ASKED : BAND_OWN;
    default: return part == PART_OWN || part == PART_HAND ? BAND_ASKED : part == PART_BOARDS ? BAND_OWN : BAND_TABLE;
    }
}

static void draw(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas)
{
    const struct tribes_tables *t = tribes_tables(setup);
    const struct tribes_state *s = tribes_seen(view);
    int first = viewer < setup->seats ? viewer : 0;
    brush_plain(canvas);
    canvas_band(canvas, 0, BAND_TABLE);
    int y = draw_head(setup, s, canvas, 0);
    canvas_band(canvas, y, rank_of(s, PART_ROW));
    y = draw_row(t, s, canvas, y);
    canvas_band(canvas, y, rank_of(s, PART_EVENTS));
    y = draw_events(t, s, canvas, y);
    canvas_band(canvas, y, rank_of(s, PART_BOARDS));
    y = draw_boards(t, s, canvas, y + 1);
    canvas_band(canvas, y, BAND_TABLE);
    y = draw_tracks(setup, s, canvas, y + 1);
    canvas_band(canvas, y, rank_of(s, PART_HAND));
    y = draw_hand(s, canvas, y);
    for (int i = 0; i < setup->seats; i++) {
        int seat = (first + i) % setup->seats;
        canvas_band(canvas, y, seat == viewer ? rank_of(s, PART_OWN) : BAND_OTHERS);
        y = draw_territory(setup, s, seat, viewer, canvas, y + 1);
    }
    canvas_band(canvas, y, BAND_OTHERS);
    draw_legend(t, canvas, y + 1);
}

static void touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                  struct ochre_touch *out)
{
    acts_touch(tribes_acts(seat), &(struct act_place){setup, view, seat}, action, out);
}

const struct ochre_show tribes_show = {
    .draw = draw,
    .write_printed = tribes_write_printed,
    .write_view = tribes_write_view,
    .touch = touch,
    .observe = tribes_observe,
    .planes = tribes_planes,
};
