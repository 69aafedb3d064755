/* dice_printed.c: what does not change while one plays: the board and the stones that were agreed on. */
#include "games/dice/dice_board.h"

void dice_write_printed(const struct ochre_setup *setup, struct json_writer *writer)
{
    const struct dice_tables *t = dice_tables(setup);
    json_field_int(writer, "size", t->n);
    json_field_string(writer, "mode", setup->option[DICE_MODE].word);
    json_field_int(writer, "faces", t->faces);
    json_field_string(writer, "martyr", setup->option[DICE_MARTYR].word);
    json_field_bool(writer, "ally", t->ally);
}
