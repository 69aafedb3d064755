/* puzzles_show.c: see puzzles_show.h. */
#include "cli/puzzles_show.h"

#include <stdlib.h>

#include "cli/lab.h"

enum { WORDS_SIZE = 128, ROW_SIZE = 2048 };

static void theme_words(const struct puzzle_book *book, const char *theme, char words[WORDS_SIZE])
{
    struct ochre_text text = text_in(words, WORDS_SIZE, tongue_used());
    puzzle_theme_say(book->game, theme, &text);
}

static void show_row(const struct puzzle_book *book, int place)
{
    const struct puzzle *puzzle = &book->puzzle[place];
    char theme[WORDS_SIZE];
    theme_words(book, puzzle->theme, theme);
    lab_column(NUM(place + 1), -4);
    lab_column(NUM(puzzle->level), -5);
    lab_column(seat_code(puzzle->seat), 4);
    lab_column(theme, 22);
    lab_column(puzzle->best, 20);
    print_say(stdout, "{0} : {1}\n", NUM((puzzle->worth + 5) / 10), NUM((puzzle->rival_worth + 5) / 10));
}

static void show_levels(const struct puzzle_book *book)
{
    for (int level = 1; level <= PUZZLE_LEVELS; level++) {
        int count = 0;
        for (int i = 0; i < book->count; i++)
            count += book->puzzle[i].level == level;
        if (count)
            print_say(stdout, _("level {0}: {1}\n"), NUM(level), NUM(count));
    }
}

void puzzles_show(const struct puzzle_book *book)
{
    lab_column(_("no."), -4);
    lab_column(_("level"), -5);
    lab_column(_("seat"), 4);
    lab_column(_("theme"), 22);
    lab_column(_("best"), 20);
    print_say(stdout, _("worth, and what the next best is worth, of 100\n"));
    for (int i = 0; i < book->count; i++)
        show_row(book, i);
    print_say(stdout, _("\n{0} puzzles in {1} plays\n"), NUM(book->count), NUM(book->play_count));
    show_levels(book);
}

/* ---- JSON ---- */

static void write_row(const struct puzzle_book *book, int place, struct json_writer *writer)
{
    const struct puzzle *puzzle = &book->puzzle[place];
    char theme[WORDS_SIZE];
    theme_words(book, puzzle->theme, theme);
    json_open(writer, '{');
    json_field_int(writer, "number", place + 1);
    json_field_int(writer, "play", book->play[puzzle->play].number);
    json_field_int(writer, "at", puzzle->at);
    json_field_string(writer, "seat", seat_code(puzzle->seat));
    json_field_int(writer, "level", puzzle->level);
    json_field_string(writer, "theme", puzzle->theme);
    json_field_string(writer, "words", theme);
    json_field_string(writer, "best", puzzle->best);
    json_field_string(writer, "next", puzzle->rival);
    json_field_double(writer, "worth", (double)puzzle->worth / PUZZLE_MILLE, 3);
    json_field_double(writer, "next_worth", (double)puzzle->rival_worth / PUZZLE_MILLE, 3);
    json_field_string(writer, "proof", puzzle->is_exact ? "exact" : "deep");
    json_field_string(writer, "line", puzzle->line);
    json_close(writer, '}');
}

int puzzles_print_json(const struct puzzle_book *book)
{
    size_t size = ROW_SIZE + (size_t)book->count * ROW_SIZE;
    char *json = malloc(size);
    if (!json)
        return -1;
    struct ochre_text text = text_on(json, size);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    json_field_string(&writer, "game", book->game->id);
    json_field_int(&writer, "seats", book->seats);
    json_field_string(&writer, "players", book->players);
    json_name(&writer, "puzzles");
    json_open(&writer, '[');
    for (int i = 0; i < book->count; i++)
        write_row(book, i, &writer);
    json_close(&writer, ']');
    json_close(&writer, '}');
    puts(json);
    free(json);
    return 0;
}

/* ---- looking for them ---- */

void puzzles_show_fates(FILE *out, const struct puzzle_plan *plan, int plays, int count)
{
    print_say(out, _("{0} plays looked through; {1} puzzles in all. Decisions:\n"), NUM(plays), NUM(count));
    for (int fate = 0; fate < FATES; fate++)
        if (plan->fate[fate])
            print_say(out, "  {0}  {1}\n", NUM((int64_t)plan->fate[fate]), _(puzzle_fates[fate]));
}
