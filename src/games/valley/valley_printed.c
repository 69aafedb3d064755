/* valley_printed.c: what does not change while one plays: the printed half boards, as a pack writes them (1.5), numbers
 * of the pack, and what was agreed on. Which halves a seat has, a view says. */
#include <assert.h>

#include "games/valley/valley.h"

/* "F3 F2 P1 P2", from the top: the four columns of this half. */
static void write_rows(const struct valley_face *face, int column, struct json_writer *writer)
{
    json_name(writer, "rows");
    json_open(writer, '[');
    for (int row = 0; row < VALLEY_FIELDS / 8; row++) {
        char line[3 * 4 + 1];
        struct ochre_text text = text_on(line, sizeof line);
        for (int square = 8 * row + column; square < 8 * row + column + 4; square++) {
            text_add(&text, text.used ? " " : "");
            text_char(&text, face->plain & BIT(square) ? 'P' : 'F');
            text_int(&text, face->food[square]);
        }
        assert(!text.cut);
        json_put_string(writer, line);
    }
    json_close(writer, ']');
}

/* "Bc 6/4": below column c, 6 with its token and 4 without. */
static void write_caves(const struct valley_face *face, struct json_writer *writer)
{
    json_name(writer, "caves");
    json_open(writer, '[');
    for (int cave = 0; cave < face->caves; cave++) {
        char line[16];
        struct ochre_text text = text_on(line, sizeof line);
        bool is_column = face->edge[cave] == 'T' || face->edge[cave] == 'B';
        text_char(&text, face->edge[cave]);
        text_char(&text, valley_square_name(face->gate[cave])[is_column ? 0 : 1]);
        text_char(&text, ' ');
        text_int(&text, face->high[cave]);
        text_char(&text, '/');
        text_int(&text, face->low[cave]);
        json_put_string(writer, line);
    }
    json_close(writer, ']');
}

/* By the name that a seat's `board` calls it: {"L1A":{"rows":[…],"caves":[…],"falls":[…]}}. */
static void write_halves(const struct valley_tables *t, struct json_writer *writer)
{
    json_name(writer, "halves");
    json_open(writer, '{');
    for (int side = 0; side < 2 * t->halves; side++) {
        const struct valley_half *half = &t->half[side >> 1];
        const struct valley_face *face = &half->face[side & 1];
        char name[8];
        struct ochre_text text = text_on(name, sizeof name);
        if ((side & 1) >= half->faces)
            continue;
        valley_say_face(t, side, &text);
        json_name(writer, name);
        json_open(writer, '{');
        write_rows(face, half->is_right ? 4 : 0, writer);
        write_caves(face, writer);
        json_name(writer, "falls");
        json_open(writer, '[');
        for (int fall = 0; fall < face->waterfalls; fall++)
            json_put_string(writer, face->waterfall[fall]);
        json_close(writer, ']');
        json_close(writer, '}');
    }
    json_close(writer, '}');
}

/* What converting 1, 2, 3 … steaks pays; the last number holds for more. */
static void write_steak_food(const struct valley_tables *t, struct json_writer *writer)
{
    json_name(writer, "steak_food");
    json_open(writer, '[');
    for (int steaks = 1; steaks <= t->steak_rows; steaks++)
        json_put_int(writer, t->steak_fp[steaks]);
    json_close(writer, ']');
}

/* Numbers of the pack, and what was agreed on. */
static void write_house_rules(const struct ochre_setup *setup, struct json_writer *writer)
{
    const struct valley_tables *t = valley_tables(setup);
    json_field_int(writer, "camp_shelter", t->camp_sp);
    json_field_int(writer, "fight_tokens", t->fights);
    json_field_int(writer, "pool_size", VALLEY_POOL);
    json_field_string(writer, "convert", setup->option[VALLEY_CONVERT].word);
    json_field_string(writer, "abandoned", setup->option[VALLEY_ABANDONED].word);
}

void valley_write_printed(const struct ochre_setup *setup, struct json_writer *writer)
{
    const struct valley_tables *t = valley_tables(setup);
    write_steak_food(t, writer);
    write_house_rules(setup, writer);
    write_halves(t, writer);
}
