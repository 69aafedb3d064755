/* dice_show.c: the board as text, and as things to point at. Orientation shows without colour: [W2] is straight, <w2>
 * is diagonal; + marks an alliance. */
#include "games/dice/dice_board.h"

enum { CELL_WIDTH = 6, BOARD_X = 4, BOARD_Y = 1 };

static void draw_files(const struct dice_tables *t, int y, struct canvas *canvas)
{
    canvas_brush(canvas, INK_DIM, PAPER_PLAIN, 0);
    for (int file = 0; file < t->n; file++)
        canvas_put(canvas, BOARD_X + file * CELL_WIDTH + 2, y, (char[2]){(char)('a' + file), '\0'});
}

/* " [W2] ", " <w4+>" or "  .   ". */
static void draw_square(const struct dice_tables *t, dice_unit unit, int square, int y, struct canvas *canvas)
{
    int file = square % t->n;
    bool is_dark = (file + square / t->n) % 2 == 0; /* 1.1: a1 is dark */
    enum canvas_paper paper = is_dark ? PAPER_DARK : PAPER_LIGHT;
    char cell[CELL_WIDTH + 1] = "  .   ";
    enum canvas_ink ink = INK_DIM;
    if (unit) {
        bool is_diagonal = dice_is_diagonal(unit);
        cell[1] = is_diagonal ? '<' : '[';
        cell[2] = dice_unit_letter(unit);
        cell[3] = (char)('0' + dice_value(unit));
        cell[4] = is_diagonal ? '>' : ']';
        if (dice_is_ally(unit)) {
            cell[5] = cell[4];
            cell[4] = '+';
        }
        ink = (enum canvas_ink)(INK_SEAT_1 + dice_owner(unit));
    }
    canvas_brush(canvas, ink, paper, unit ? CANVAS_BOLD : 0);
    canvas_put(canvas, BOARD_X + file * CELL_WIDTH, y, cell);
}

/* A line below the board, in the reader's language. */
static void draw_line(struct canvas *canvas, int y, const char *line)
{
    canvas_put(canvas, 1, y, line);
}

static void draw_colours(const struct dice_tables *t, const struct dice_core *core, int y, struct canvas *canvas)
{
    for (int colour = 0; colour < t->colours; colour++) {
        char bytes[96];
        struct ochre_text line = text_in(bytes, sizeof bytes, canvas->tongue);
        int units;
        int sum = dice_sum(t, core, colour, &units);
        const char *name = text_word(&line, dice_colour_name(colour));
        text_say_count(&line, units, "{0}: {1} stone, sum of values {2}", "{0}: {1} stones, sum of values {2}", name,
                       NUM(units), NUM(sum));
        canvas_brush(canvas, (enum canvas_ink)(INK_SEAT_1 + colour), PAPER_PLAIN, 0);
        draw_line(canvas, y + colour, bytes);
    }
}

static void draw(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas)
{
    (void)viewer;
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = dice_seen(view);
    canvas_band(canvas, 0, BAND_ASKED);
    draw_files(t, 0, canvas);
    for (int rank = t->n - 1; rank >= 0; rank--) {
        int y = BOARD_Y + t->n - 1 - rank;
        canvas_brush(canvas, INK_DIM, PAPER_PLAIN, 0);
        canvas_put(canvas, rank + 1 < 10 ? 2 : 1, y, NUM(rank + 1));
        canvas_put(canvas, BOARD_X + t->n * CELL_WIDTH + 1, y, NUM(rank + 1));
        for (int file = 0; file < t->n; file++) {
            int square = rank * t->n + file;
            draw_square(t, dice_unit_at(t, core, square), square, y, canvas);
        }
    }
    int y = BOARD_Y + t->n;
    draw_files(t, y, canvas);
    canvas_band(canvas, y + 1, BAND_OWN);
    draw_colours(t, core, y + 1, canvas);
    char bytes[128];
    struct ochre_text line = text_in(bytes, sizeof bytes, canvas->tongue);
    int seat = dice_seat_to_move(t, core);
    const char *side = seat == OCHRE_CHANCE ? "" : text_word(&line, dice_words.seat_name(setup, view, seat));
    if (seat == OCHRE_CHANCE)
        text_say(&line, "The lot decides who begins");
    else if (core->end)
        text_say(&line, "Turn {0}, the play is over, quiet turns {1} of {2}", NUM(core->turn), NUM(core->clock),
                 NUM(core->limit));
    else
        text_say(&line, "Turn {0}, to move: {1}, quiet turns {2} of {3}", NUM(core->turn), side, NUM(core->clock),
                 NUM(core->limit));
    canvas_brush(canvas, INK_PLAIN, PAPER_PLAIN, CANVAS_BOLD);
    draw_line(canvas, y + 1 + t->colours, bytes);
    canvas_band(canvas, y + 2 + t->colours, BAND_OTHERS);
    canvas_brush(canvas, INK_DIM, PAPER_PLAIN, 0);
    canvas_say(canvas, 1, y + 2 + t->colours, "[W2] moves straight, <w2> diagonally, [W2+] is an alliance");
}

/* ---- pointing ---- */

static void add(struct ochre_touch *touch, const char *name)
{
    assert(touch->count < OCHRE_TOUCH_MAX);
    struct ochre_text id = text_on(touch->id[touch->count++], OCHRE_TOUCH_SIZE);
    text_add(&id, name);
}

static void add_square(struct ochre_touch *touch, int n, int square)
{
    struct ochre_text id = text_on(touch->id[touch->count++], OCHRE_TOUCH_SIZE);
    dice_say_square(n, square, &id);
}

/* The unit, then where it goes, then (if there is a choice) whom it is exchanged for; a rotation is a button. */
static void touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                  struct ochre_touch *out)
{
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = dice_seen(view);
    struct ochre_text text = text_on(out->move, sizeof out->move);
    out->count = 0;
    if (seat == OCHRE_CHANCE) {
        dice_words.format_move(setup, view, seat, action, &text);
        return;
    }
    assert(action < setup->actions);
    struct dice_move move = dice_move_of(t, core, action);
    dice_say_turn(t->n, &move, &text);
    add_square(out, t->n, move.from);
    if (move.kind == MOVE_ROTATE || move.to < 0) {
        add(out, "rotate");
        return;
    }
    add_square(out, t->n, move.to);
    dice_unit there = dice_unit_at(t, core, move.to);
    if (move.target >= 0)
        add_square(out, t->n, move.target);
    else if (there && dice_owner(there) != core->side && dice_has_right(t, dice_unit_at(t, core, move.from)) &&
             dice_has_choice(t, core))
        add(out, "keep");
}

const struct ochre_show dice_show = {
    .draw = draw,
    .write_printed = dice_write_printed,
    .write_view = dice_write_view,
    .touch = touch,
    .observe = dice_observe,
    .planes = dice_planes,
};
