/* dice_json.c: the board as JSON, with the squares that every unit reaches and what it grows to by taking: whoever
 * draws it needs to know no rule. */
#include "games/dice/dice_board.h"

enum { REACH_SIZE = 4 * DICE_FACES_MAX * 4 + 1 }; /* squares are at most "j10 " */

static void letter_field(struct json_writer *writer, const char *key, int colour)
{
    json_field_string(writer, key, (char[2]){dice_colour_letters[colour], '\0'});
}

/* Adds a square to a list of squares. */
static void list_square(const struct dice_tables *t, int square, struct ochre_text *list)
{
    if (list->used)
        text_char(list, ' ');
    dice_say_square(t->n, square, list);
}

/* The squares a unit reaches now, whoever is to move (3.2): the empty ones, and those of enemies. */
static void write_reach(const struct dice_tables *t, const dice_unit units[], int from, struct json_writer *writer)
{
    dice_unit unit = units[from];
    char bytes[2][REACH_SIZE];
    struct ochre_text reach = text_on(bytes[0], REACH_SIZE);
    struct ochre_text takes = text_on(bytes[1], REACH_SIZE);
    for (int direction = 0; direction < 4; direction++)
        for (int steps = 1; steps <= dice_value(unit); steps++) {
            int square = dice_square_towards(t, from, dice_is_diagonal(unit), direction, steps);
            if (square < 0)
                break;
            if (!units[square]) {
                list_square(t, square, &reach);
                continue;
            }
            if (dice_owner(units[square]) != dice_owner(unit))
                list_square(t, square, &takes);
            break;
        }
    assert(!reach.cut && !takes.cut);
    json_field_string(writer, "reach", bytes[0]);
    json_field_string(writer, "takes", bytes[1]);
}

static void write_units(const struct dice_tables *t, const struct dice_core *core, struct json_writer *writer)
{
    dice_unit units[DICE_SQUARES_MAX];
    for (int square = 0; square < t->squares; square++)
        units[square] = dice_unit_at(t, core, square);
    json_name(writer, "units");
    json_open(writer, '[');
    for (int square = 0; square < t->squares; square++) {
        dice_unit unit = units[square];
        if (!unit)
            continue;
        json_open(writer, '{');
        json_field_string(writer, "square", DICE_SQUARE(t->n, square));
        letter_field(writer, "owner", dice_owner(unit));
        json_field_int(writer, "value", dice_value(unit));
        json_field_int(writer, "grown", dice_grown(t, dice_value(unit), false));
        json_field_bool(writer, "diagonal", dice_is_diagonal(unit));
        json_field_bool(writer, "ally", dice_is_ally(unit));
        write_reach(t, units, square, writer);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_sums(const struct dice_tables *t, const struct dice_core *core, struct json_writer *writer)
{
    json_name(writer, "colours");
    json_open(writer, '[');
    for (int colour = 0; colour < t->colours; colour++) {
        int units;
        int sum = dice_sum(t, core, colour, &units);
        json_open(writer, '{');
        letter_field(writer, "colour", colour);
        json_field_int(writer, "units", units);
        json_field_int(writer, "sum", sum);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

/* What a position needs besides what is to be seen: the positions since the last progress, for repetition, and who is
 * named in the end. */
static void write_past(const struct dice_state *s, struct json_writer *writer)
{
    static const char digits[] = "0123456789abcdef";
    char bytes[DICE_COLOURS + 1];
    struct ochre_text named = text_on(bytes, sizeof bytes);
    dice_write_letters(s->core.named, &named);
    json_field_string(writer, "named", bytes);
    json_name(writer, "seen");
    json_open(writer, '[');
    for (int i = 0; i < s->core.seen; i++) {
        char key[17] = "";
        for (int place = 0; place < 16; place++)
            key[place] = digits[(s->keys[i] >> (60 - 4 * place)) & 15];
        json_put_string(writer, key);
    }
    json_close(writer, ']');
}

void dice_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                     struct json_writer *writer)
{
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = dice_seen(view);
    char bytes[DICE_FEN_SIZE];
    json_field_string(writer, "phase", core->end ? "OVER" : dice_is_lot(core) ? "LOTS" : "PLAY");
    struct ochre_text fen = text_on(bytes, sizeof bytes);
    dice_fen_write(setup, core, &fen);
    assert(!fen.cut);
    json_field_string(writer, "fen", bytes);
    struct ochre_text status = text_on(bytes, sizeof bytes);
    dice_status_write(core, &status);
    json_field_string(writer, "status", bytes);
    json_field_int(writer, "turn_number", core->turn);
    letter_field(writer, "side", core->side);
    json_field_int(writer, "clock", core->clock);
    json_field_int(writer, "limit", core->limit);
    write_sums(t, core, writer);
    write_units(t, core, writer);
    if (viewer == OCHRE_EVERYBODY)
        write_past((const struct dice_state *)view->bytes, writer);
}
