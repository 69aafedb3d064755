/* log_write.c: a play becomes text (log.h, docs/log.md). */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/rules.h"
#include "table/file.h"
#include "table/log.h"
#include "table/table_inner.h"

/* A pack that other machines may not have goes along, on one line. */
static void write_pack(FILE *out, const struct packfile *pack)
{
    size_t length;
    char *text = json_canonical(json_root(&pack->pack.doc), &length);
    if (text)
        (void)fputc(' ', out);
    for (size_t i = 0; text && i < length; i++)
        if (text[i] == 0x7F) /* is no text in a log */
            (void)fputs("\\u007f", out);
        else
            (void)fputc(text[i], out);
    free(text);
}

/* For whoever replays it (`is_whole`), or to be read: a position may hold what not everybody knows. */
static void write_header(FILE *out, const struct table *table, bool is_whole)
{
    const struct ochre_setup *setup = table->setup;
    const struct ochre_game *game = setup->game;
    (void)fprintf(out, "ochre 1\ngame %s\nrules %d\nseats %d\n", game->id, game->rules_version, setup->seats);
    for (int i = 0; game->options && game->options[i].name; i++)
        (void)fprintf(out, "option %s %s\n", game->options[i].name, setup->option[i].word);
    if (table->opening->pack.text) {
        char id[PACK_ID_SIZE];
        packfile_id(&table->opening->pack, id);
        (void)fprintf(out, "pack %s %s", id, table->opening->pack.pack.hash);
        if (is_whole && !text_same(table->opening->pack.text, game->default_pack))
            write_pack(out, &table->opening->pack);
        (void)fputc('\n', out);
    }
    if (table->opening->position) /* that there is one everybody may know */
        (void)fprintf(out, "position %s\n", is_whole || !game->rules->redact ? table->opening->position : "?");
}

static void write_hex(FILE *out, const char *key, int seat, const unsigned char *bytes, size_t count)
{
    char hex[FAIR_HEX_SIZE];
    fair_to_hex(bytes, count, hex);
    (void)fprintf(out, "%s %s %s\n", key, seat_code(seat), hex);
}

/* Shares stay closed until play has begun: then all of them are open, or withheld. */
static void write_promise(FILE *out, const struct table *table)
{
    const struct fair *fair = &table->fair;
    bool has_begun = table_has_begun(table);
    char hex[FAIR_HEX_SIZE];
    if (table->has_no_promise)
        return;
    fair_to_hex(fair->commitment, FAIR_SIZE, hex);
    (void)fprintf(out, fair->version == 1 ? "fair %s\n" : "fair 2 %s\n", hex);
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++) {
        const struct fair_part *part = &fair->part[seat];
        if (part->has_pledge)
            write_hex(out, "pledge", seat, part->pledge, FAIR_SIZE);
        if (has_begun && part->share_size)
            write_hex(out, "share", seat, part->share, part->share_size);
        else if (has_begun && part->has_pledge)
            (void)fprintf(out, "withheld %s\n", seat_code(seat));
    }
}

/* A move on its line, as the viewer may read it. */
static void say_line(const struct table *table, const struct table_step *step, int viewer, struct ochre_text *text)
{
    text_add(text, seat_code(step->seat));
    text_char(text, ' ');
    table_step_line(table, step, viewer, text);
    text_char(text, '\n');
}

enum { LINE_SIZE = TABLE_LINE_SIZE + 8 };

/* Where moves are written, and as who reads them. */
struct telling {
    FILE *out;
    int viewer;
};

static void write_step(void *who, const struct table *table, const struct table_step *step)
{
    const struct telling *telling = who;
    char line[LINE_SIZE];
    struct ochre_text text = text_on(line, sizeof line);
    say_line(table, step, telling->viewer, &text);
    (void)fputs(line, telling->out);
}

/* ---- lines as they are made ---- */

void log_lines_free(struct log_lines *lines)
{
    free(lines->text);
    *lines = (struct log_lines){0};
}

/* Only the first `count` lines stay. */
static void cut_lines(struct log_lines *lines, int count)
{
    size_t at = 0;
    while (count > 0 && at < lines->used)
        count -= lines->text[at++] == '\n';
    assert(count == 0 || lines->is_short);
    lines->used = at;
}

static bool make_room(struct log_lines *lines, size_t more)
{
    if (lines->used + more <= lines->max)
        return true;
    size_t max = 2 * lines->max + more;
    char *text = realloc(lines->text, max);
    if (!text)
        return false;
    lines->text = text;
    lines->max = max;
    return true;
}

void log_hear(void *who, const struct table *table, const struct table_step *step)
{
    struct log_lines *lines = who;
    if (step->kind == TABLE_UNDONE) {
        cut_lines(lines, step->number);
        return;
    }
    char line[LINE_SIZE];
    struct ochre_text text = text_on(line, sizeof line);
    say_line(table, step, OCHRE_EVERYBODY, &text);
    if (!make_room(lines, text.used)) {
        lines->is_short = true;
        return;
    }
    memcpy(lines->text + lines->used, line, text.used);
    lines->used += text.used;
}

static void write_result(FILE *out, const struct table *table)
{
    struct ochre_outcome outcome;
    table_outcome(table, &outcome);
    (void)fputs("result", out);
    for (int seat = 0; seat < table->setup->seats; seat++)
        if (seats_has(outcome.winners, seat))
            (void)fprintf(out, " %s", seat_code(seat));
    (void)fputs(outcome.winners ? "\n" : " none\n", out);
}

char *log_text(const struct table *table, bool reveal, size_t *length)
{
    struct log_lines lines = {0};
    table_retell(table, log_hear, &lines);
    char *text = log_text_of(table, &lines, reveal, length);
    log_lines_free(&lines);
    return text;
}

char *log_text_of(const struct table *table, const struct log_lines *lines, bool reveal, size_t *length)
{
    char *text = NULL;
    FILE *out = lines->is_short ? NULL : open_memstream(&text, length);
    if (!out)
        return NULL;
    bool is_over = table_is_over(table);
    write_header(out, table, true);
    write_promise(out, table);
    (void)fputc('\n', out);
    if (lines->used)
        (void)fwrite(lines->text, 1, lines->used, out);
    (void)fputc('\n', out);
    if (!table->has_no_promise && (is_over || reveal)) {
        char hex[FAIR_HEX_SIZE];
        fair_to_hex(table->fair.seed, FAIR_SIZE, hex);
        (void)fprintf(out, "reveal %s\n", hex);
    }
    if (is_over)
        write_result(out, table);
    (void)fprintf(out, "end %d\n", table->now.count);
    bool is_whole = !ferror(out);
    if (fclose(out) != 0 || !is_whole) {
        free(text);
        return NULL;
    }
    return text;
}

char *log_view(const struct table *table, int viewer, size_t *length)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (!out)
        return NULL;
    write_header(out, table, false);
    write_promise(out, table);
    (void)fprintf(out, "# as %s sees it\n\n", viewer == OCHRE_NOBODY ? "a watcher" : seat_code(viewer));
    struct telling telling = {out, viewer};
    table_retell(table, write_step, &telling);
    bool is_whole = !ferror(out);
    if (fclose(out) != 0 || !is_whole) {
        free(text);
        return NULL;
    }
    return text;
}

int log_save(const struct table *table, const char *path, bool reveal, struct ochre_error *error)
{
    size_t length;
    char *text = log_text(table, reveal, &length);
    if (!text)
        return error_set(error, "", "not enough memory");
    int result = file_save(path, text, length, error);
    free(text);
    return result;
}
