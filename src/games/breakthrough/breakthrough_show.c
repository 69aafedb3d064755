/* breakthrough_show.c: the board as a picture, and what one points at. */
#include "games/breakthrough/breakthrough.h"

static void draw(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas)
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
            int seat = bits_has(s->pawns[1], square);
            bool is_empty = !bits_has(s->pawns[0], square) && !bits_has(s->pawns[1], square);
            canvas_brush(canvas, is_empty ? INK_DIM : (enum canvas_ink)(INK_SEAT_1 + seat),
                         (row + file) % 2 ? PAPER_LIGHT : PAPER_DARK, is_empty ? 0 : CANVAS_BOLD);
            canvas_put(canvas, 2 + 2 * column, line, is_empty ? ". " : seat ? "b " : "w ");
        }
    }
    canvas_brush(canvas, INK_GREY, PAPER_PLAIN, 0);
    for (int column = 0; column < 8; column++)
        canvas_put(canvas, 2 + 2 * column, 8, (char[2]){(char)('a' + (is_turned ? 7 - column : column)), '\0'});
    canvas_brush(canvas, INK_PLAIN, PAPER_PLAIN, 0);
    const char *name = breakthrough_words.seat_name(setup, view, s->winner ? s->winner - 1 : s->turn);
    int x = canvas_say(canvas, 0, 9, s->winner ? "Winner:" : "To move:");
    canvas_say(canvas, x + 1, 9, name);
}

static void touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                  struct ochre_touch *out)
{
    acts_touch(&breakthrough_acts, &(struct act_place){setup, view, seat}, action, out);
}

const struct ochre_show breakthrough_show = {
    .draw = draw,
    .write_view = breakthrough_write_view,
    .touch = touch,
    .observe = breakthrough_observe,
    .planes = breakthrough_planes,
};
