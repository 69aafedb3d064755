/* dice_show.c: the board as text, as JSON, and as things to point at. Orientation shows without colour: [W2] is
 * straight, <w2> is diagonal; + marks an alliance. */
#include "games/dice/dice.h"

enum { CELL_WIDTH = 6, BOARD_X = 4, BOARD_Y = 1 };
enum { REACH_SIZE = 4 * DICE_FACES_MAX * 4 + 1 }; /* squares are at most "j10 " */

static void draw_files(const struct dice_rules *rules, int y, struct canvas *canvas)
{
    canvas_brush(canvas, INK_DIM, PAPER_PLAIN, 0);
    for (int file = 0; file < rules->n; file++)
        canvas_put(canvas, BOARD_X + file * CELL_WIDTH + 2, y, (char[2]){(char)('a' + file), '\0'});
}

/* " [W2] ", " <w4+>" or "  .   ". */
static void draw_square(const struct dice_rules *rules, dice_unit unit, int square, int y, struct canvas *canvas)
{
    int file = square % rules->n;
    bool is_dark = (file + square / rules->n) % 2 == 0; /* 1.1: a1 is dark */
    enum canvas_paper paper = is_dark ? PAPER_DARK : PAPER_LIGHT;
    char cell[CELL_WIDTH + 1] = "  .   ";
    enum canvas_ink ink = INK_DIM;
    if (unit) {
        bool is_diagonal = unit_is_diagonal(unit);
        char letter = dice_colour_letters[unit_owner(unit)];
        cell[1] = is_diagonal ? '<' : '[';
        cell[2] = is_diagonal ? letter : (char)(letter - 'a' + 'A');
        cell[3] = (char)('0' + unit_value(unit));
        cell[4] = is_diagonal ? '>' : ']';
        if (unit_is_ally(unit)) {
            cell[5] = cell[4];
            cell[4] = '+';
        }
        ink = (enum canvas_ink)(INK_SEAT_1 + unit_owner(unit));
    }
    canvas_brush(canvas, ink, paper, unit ? CANVAS_BOLD : 0);
    canvas_put(canvas, BOARD_X + file * CELL_WIDTH, y, cell);
}

/* A line below the board, in the reader's language. */
static void draw_line(struct canvas *canvas, int y, const char *line)
{
    canvas_put(canvas, 1, y, line);
}

static void draw_colours(const struct dice_rules *rules, const struct dice_core *core, int y, struct canvas *canvas)
{
    for (int colour = 0; colour < rules->colours; colour++) {
        char bytes[96];
        struct ochre_text line = text_in(bytes, sizeof bytes, canvas->tongue);
        int units;
        int sum = dice_sum(rules, core, colour, &units);
        const char *name = text_word(&line, dice_colour_name(colour));
        text_say_count(&line, units, "{0}: one unit, sum of values {2}", "{0}: {1} units, sum of values {2}", name,
                       NUM(units), NUM(sum));
        canvas_brush(canvas, (enum canvas_ink)(INK_SEAT_1 + colour), PAPER_PLAIN, 0);
        draw_line(canvas, y + colour, bytes);
    }
}

void dice_draw(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas)
{
    (void)viewer;
    const struct dice_rules *rules = dice_rules_of(setup);
    const struct dice_core *core = dice_seen(view);
    canvas_band(canvas, 0, BAND_ASKED);
    draw_files(rules, 0, canvas);
    for (int rank = rules->n - 1; rank >= 0; rank--) {
        int y = BOARD_Y + rules->n - 1 - rank;
        canvas_brush(canvas, INK_DIM, PAPER_PLAIN, 0);
        canvas_put(canvas, rank + 1 < 10 ? 2 : 1, y, NUM(rank + 1));
        canvas_put(canvas, BOARD_X + rules->n * CELL_WIDTH + 1, y, NUM(rank + 1));
        for (int file = 0; file < rules->n; file++) {
            int square = rank * rules->n + file;
            draw_square(rules, dice_unit_at(rules, core, square), square, y, canvas);
        }
    }
    int y = BOARD_Y + rules->n;
    draw_files(rules, y, canvas);
    canvas_band(canvas, y + 1, BAND_OWN);
    draw_colours(rules, core, y + 1, canvas);
    char bytes[128];
    struct ochre_text line = text_in(bytes, sizeof bytes, canvas->tongue);
    const char *side = text_word(&line, dice_seat_name(setup, view, dice_seat_to_move(rules, core)));
    if (core->end)
        text_say(&line, "Turn {0}, the play is over, clock {1}/{2}", NUM(core->turn), NUM(core->clock),
                 NUM(core->limit));
    else
        text_say(&line, "Turn {0}, to move: {1}, clock {2}/{3}", NUM(core->turn), side, NUM(core->clock),
                 NUM(core->limit));
    canvas_brush(canvas, INK_PLAIN, PAPER_PLAIN, CANVAS_BOLD);
    draw_line(canvas, y + 1 + rules->colours, bytes);
    canvas_band(canvas, y + 2 + rules->colours, BAND_OTHERS);
    canvas_brush(canvas, INK_DIM, PAPER_PLAIN, 0);
    canvas_say(canvas, 1, y + 2 + rules->colours, "[W2] moves straight, <w2> diagonally, [W2+] is an alliance");
}

/* ---- JSON ---- */

static void letter_field(struct json_writer *writer, const char *key, int colour)
{
    json_field_string(writer, key, (char[2]){dice_colour_letters[colour], '\0'});
}

/* Adds a square to a list of squares. */
static void list_square(const struct dice_rules *rules, int square, struct ochre_text *list)
{
    if (list->used)
        text_char(list, ' ');
    dice_square_write(rules, square, list);
}

/* The squares a unit reaches now, whoever is to move (3.2): the empty ones, and those of enemies. */
static void write_reach(const struct dice_rules *rules, const dice_unit units[], int from, struct json_writer *writer)
{
    dice_unit unit = units[from];
    char bytes[2][REACH_SIZE];
    struct ochre_text reach = text_on(bytes[0], REACH_SIZE);
    struct ochre_text takes = text_on(bytes[1], REACH_SIZE);
    for (int direction = 0; direction < 4; direction++)
        for (int steps = 1; steps <= unit_value(unit); steps++) {
            int square = dice_square_towards(rules, from, unit_is_diagonal(unit), direction, steps);
            if (square < 0)
                break;
            if (!units[square]) {
                list_square(rules, square, &reach);
                continue;
            }
            if (unit_owner(units[square]) != unit_owner(unit))
                list_square(rules, square, &takes);
            break;
        }
    json_field_string(writer, "reach", bytes[0]);
    json_field_string(writer, "takes", bytes[1]);
}

static void write_units(const struct dice_rules *rules, const struct dice_core *core, struct json_writer *writer)
{
    dice_unit units[DICE_SQUARES_MAX];
    for (int square = 0; square < rules->squares; square++)
        units[square] = dice_unit_at(rules, core, square);
    json_name(writer, "units");
    json_open(writer, '[');
    for (int square = 0; square < rules->squares; square++) {
        dice_unit unit = units[square];
        if (!unit)
            continue;
        char bytes[8];
        struct ochre_text name = text_on(bytes, sizeof bytes);
        dice_square_write(rules, square, &name);
        json_open(writer, '{');
        json_field_string(writer, "square", bytes);
        letter_field(writer, "owner", unit_owner(unit));
        json_field_int(writer, "value", unit_value(unit));
        json_field_bool(writer, "diagonal", unit_is_diagonal(unit));
        json_field_bool(writer, "ally", unit_is_ally(unit));
        write_reach(rules, units, square, writer);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_sums(const struct dice_rules *rules, const struct dice_core *core, struct json_writer *writer)
{
    json_name(writer, "colours");
    json_open(writer, '[');
    for (int colour = 0; colour < rules->colours; colour++) {
        int units;
        int sum = dice_sum(rules, core, colour, &units);
        json_open(writer, '{');
        letter_field(writer, "colour", colour);
        json_field_int(writer, "units", units);
        json_field_int(writer, "sum", sum);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

void dice_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                     struct json_writer *writer)
{
    (void)viewer;
    const struct dice_rules *rules = dice_rules_of(setup);
    const struct dice_core *core = dice_seen(view);
    char bytes[DICE_FEN_SIZE];
    json_field_string(writer, "phase", core->end ? "OVER" : "PLAY");
    struct ochre_text fen = text_on(bytes, sizeof bytes);
    dice_fen_write(rules, core, &fen);
    json_field_string(writer, "fen", bytes);
    struct ochre_text status = text_on(bytes, sizeof bytes);
    dice_status_write(core, &status);
    json_field_string(writer, "status", bytes);
    json_field_int(writer, "turn_number", core->turn);
    letter_field(writer, "side", core->side);
    json_field_int(writer, "clock", core->clock);
    json_field_int(writer, "limit", core->limit);
    json_field_int(writer, "size", rules->n);
    json_field_string(writer, "mode", setup->option[DICE_MODE].word);
    json_field_int(writer, "faces", rules->faces);
    write_sums(rules, core, writer);
    write_units(rules, core, writer);
}

/* ---- pointing ---- */

static void add_touch(const struct dice_rules *rules, struct ochre_touch *touch, int square)
{
    struct ochre_text id = text_on(touch->id[touch->count++], OCHRE_TOUCH_SIZE);
    dice_square_write(rules, square, &id);
}

static void add_button(struct ochre_touch *touch, const char *name)
{
    struct ochre_text id = text_on(touch->id[touch->count++], OCHRE_TOUCH_SIZE);
    text_add(&id, name);
}

/* Has the side an enemy unit to ask for besides the one on `but`? */
static bool has_target(const struct dice_rules *rules, const struct dice_core *core, int but)
{
    for (int square = 0; square < rules->squares; square++) {
        dice_unit unit = dice_unit_at(rules, core, square);
        if (unit && unit_owner(unit) != core->side && square != but)
            return true;
    }
    return false;
}

/* The unit, then where it goes, then (if there is a choice) whom it is exchanged for; a rotation is a button. */
void dice_touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                struct ochre_touch *touch)
{
    (void)seat;
    const struct dice_rules *rules = dice_rules_of(setup);
    const struct dice_core *core = dice_seen(view);
    struct dice_move move = dice_move_of(rules, core, action);
    touch->count = 0;
    add_touch(rules, touch, move.from);
    if (move.is_rotation || move.to < 0) {
        add_button(touch, "rotate");
        return;
    }
    add_touch(rules, touch, move.to);
    dice_unit there = dice_unit_at(rules, core, move.to);
    if (move.target >= 0)
        add_touch(rules, touch, move.target);
    else if (there && unit_owner(there) != core->side && dice_has_right(rules, dice_unit_at(rules, core, move.from)) &&
             has_target(rules, core, move.to))
        add_button(touch, "keep");
}
