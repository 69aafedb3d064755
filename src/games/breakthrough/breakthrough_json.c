/* breakthrough_json.c: the view as JSON. */
#include "games/breakthrough/breakthrough.h"

/* The board row by row from the eighth, digits for empty squares, then whose turn it is. */
static void say_board(const struct breakthrough_state *s, struct ochre_text *text)
{
    for (int row = 7; row >= 0; row--) {
        int empty = 0;
        for (int square = 8 * row; square <= 8 * row + 8; square++) {
            bool is_end = square == 8 * row + 8;
            bool is_pawn = !is_end && (bits_has(s->pawns[0], square) || bits_has(s->pawns[1], square));
            if ((is_end || is_pawn) && empty > 0) {
                text_int(text, empty);
                empty = 0;
            }
            if (is_pawn)
                text_char(text, bits_has(s->pawns[0], square) ? 'w' : 'b');
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
        json_field_int(writer, "pawns", bits_count(s->pawns[seat]));
        json_close(writer, '}');
    }
}
