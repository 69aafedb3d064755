/* breakthrough_show.c: the board as a picture and as JSON, and a position typed in. */
#include "games/breakthrough/breakthrough.h"

static bool has_pawn(const struct breakthrough_state *s, int seat, int square)
{
    return s->pawns[seat] >> square & 1;
}

void breakthrough_draw(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       struct canvas *canvas)
{
    const struct breakthrough_state *s = breakthrough_seen(view);
    bool is_turned = viewer == 1; /* the own pawns come from below */
    for (int line = 0; line < 8; line++) {
        int row = is_turned ? line : 7 - line;
        canvas_brush(canvas, INK_GREY, PAPER_PLAIN, 0);
        canvas_put(canvas, 0, line, NUM(row + 1));
        for (int column = 0; column < 8; column++) {
            int file = is_turned ? 7 - column : column;
            int square = 8 * row + file;
            int seat = has_pawn(s, 1, square);
            bool is_empty = !has_pawn(s, 0, square) && !has_pawn(s, 1, square);
            canvas_brush(canvas, is_empty ? INK_DIM : (enum canvas_ink)(INK_SEAT_1 + seat),
                         (row + file) % 2 ? PAPER_LIGHT : PAPER_DARK, is_empty ? 0 : CANVAS_BOLD);
            canvas_put(canvas, 2 + 2 * column, line, is_empty ? ". " : seat ? "b " : "w ");
        }
    }
    canvas_brush(canvas, INK_GREY, PAPER_PLAIN, 0);
    for (int column = 0; column < 8; column++)
        canvas_put(canvas, 2 + 2 * column, 8, (char[2]){(char)('a' + (is_turned ? 7 - column : column)), '\0'});
    canvas_brush(canvas, INK_PLAIN, PAPER_PLAIN, 0);
    const char *name = breakthrough_seat_name(setup, view, s->winner ? s->winner - 1 : s->turn);
    int x = canvas_say(canvas, 0, 9, s->winner ? "Winner:" : "To move:");
    canvas_say(canvas, x + 1, 9, name);
}

/* The board row by row from the eighth, digits for empty squares, then whose turn it is. */
static void say_board(const struct breakthrough_state *s, struct ochre_text *text)
{
    for (int row = 7; row >= 0; row--) {
        int empty = 0;
        for (int square = 8 * row; square <= 8 * row + 8; square++) {
            bool is_end = square == 8 * row + 8;
            bool is_pawn = !is_end && (has_pawn(s, 0, square) || has_pawn(s, 1, square));
            if ((is_end || is_pawn) && empty > 0) {
                text_int(text, empty);
                empty = 0;
            }
            if (is_pawn)
                text_char(text, has_pawn(s, 0, square) ? 'w' : 'b');
            else
                empty++;
        }
        text_add(text, row ? "/" : s->turn ? " b" : " w");
    }
}

void breakthrough_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                             struct json_writer *writer)
{
    (void)setup;
    (void)viewer;
    const struct breakthrough_state *s = breakthrough_seen(view);
    char line[96];
    struct ochre_text board = text_on(line, sizeof line);
    say_board(s, &board);
    json_field_string(writer, "phase", s->winner ? "OVER" : "MOVE");
    json_field_string(writer, "board", line);
    for (int seat = 0; seat < 2; seat++) {
        json_name(writer, seat_code(seat));
        json_open(writer, '{');
        json_field_int(writer, "pawns", breakthrough_count(s->pawns[seat]));
        json_close(writer, '}');
    }
}

static void name_square(char id[OCHRE_TOUCH_SIZE], int square)
{
    struct ochre_text text = text_on(id, OCHRE_TOUCH_SIZE);
    text_char(&text, (char)('a' + square % 8));
    text_char(&text, (char)('1' + square / 8));
}

void breakthrough_touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_touch *touch)
{
    (void)setup;
    (void)view;
    int from = (int)(action % BREAKTHROUGH_SQUARES);
    touch->count = 2;
    name_square(touch->id[0], from);
    name_square(touch->id[1], breakthrough_target(seat, (int)(action / BREAKTHROUGH_SQUARES), from));
}

/* One row of a board; the cursor ends behind it. */
static int read_row(struct breakthrough_state *s, const char **at, int row, struct ochre_error *error)
{
    int file = 0;
    for (; **at && **at != '/' && **at != ' '; (*at)++) {
        char letter = **at;
        if (letter == 'w' || letter == 'b') {
            if (file < 8)
                s->pawns[letter == 'b'] |= UINT64_C(1) << (8 * row + file);
            file++;
        } else if (letter >= '1' && letter <= '8') {
            file += letter - '0';
        } else {
            return error_set(error, "B1.1", "board: row {0} has a '{1}' (expected w, b or a digit from 1 to 8)",
                             NUM(row + 1), ((char[2]){letter > ' ' && letter <= '~' ? letter : '?', '\0'}));
        }
        if (file > 8)
            break;
    }
    if (file != 8)
        return error_set(error, "B1.1", "board: row {0} must have 8 squares", NUM(row + 1));
    return 0;
}

static int read_board(struct breakthrough_state *s, const char *at, struct ochre_error *error)
{
    for (int row = 7; row >= 0; row--) {
        if (read_row(s, &at, row, error) < 0)
            return -1;
        if (row > 0 && *at++ != '/')
            return error_set(error, "B1.1", "board: 8 rows separated by '/' expected");
    }
    if (!text_same(at, " w") && !text_same(at, " b"))
        return error_set(error, "B1.3", "board: after the rows a blank and w or b say whose turn it is");
    s->turn = at[1] == 'b';
    return 0;
}

int breakthrough_read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                            struct ochre_error *error)
{
    struct breakthrough_state *s = breakthrough(state);
    char line[96];
    if (!json_there(json_get(position, "board"))) {
        breakthrough_start(setup, state);
        return 0;
    }
    if (!json_string(json_get(position, "board"), line, sizeof line))
        return error_set(error, "B1.1", "board must be text like bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w");
    memset(state->bytes, 0, setup->state_size);
    if (read_board(s, line, error) < 0)
        return -1;
    for (int seat = 0; seat < 2; seat++)
        if (breakthrough_count(s->pawns[seat]) > BREAKTHROUGH_PAWNS)
            return error_set(error, "B1.2", "board: a seat has at most 16 pawns");
    bool is_white = (s->pawns[0] & BREAKTHROUGH_ROW_8) || !s->pawns[1];
    bool is_black = (s->pawns[1] & BREAKTHROUGH_ROW_1) || !s->pawns[0];
    if (is_white && is_black)
        return error_set(error, "B3.1", "board: both seats have won");
    s->winner = is_white ? 1 : is_black ? 2 : 0;
    return 0;
}
