/* record_read.c: a record is played while it is read, and becomes a log (record.h). What stands where in a record its
 * game knows; here are the table, line and column. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rules/read.h"
#include "rules/registry.h"
#include "table/record.h"
#include "table/table_inner.h"

const struct ochre_game *record_game(const char *text)
{
    char first = text[strspn(text, " \t\r\n")];
    for (int i = 0; ochre_games[i]; i++)
        if (first && ochre_games[i]->read->record && ochre_games[i]->read->record->mark == first)
            return ochre_games[i];
    return NULL;
}

/* A record being read. */
struct reading {
    const struct ochre_game *game;
    const struct ochre_record_form *form;
    const char *text;
    const char *counted, *line_at; /* up to here lines have been counted; where the last of them begins */
    int line;
    struct ochre_record_head head;
    struct ochre_record_place place;
    struct table *table;
    int *lines; /* of the moves */
    int lines_max;
    bool is_agreed; /* the players ended the play, not a rule */
    struct ochre_error *error;
};

/* The line of a place. Places mostly come in ascending order, so that nothing is counted twice. */
static int line_of(struct reading *r, const char *at, int *column)
{
    assert(at >= r->text);
    if (!r->counted || at < r->counted) {
        r->counted = r->line_at = r->text;
        r->line = 1;
    }
    for (; r->counted < at; r->counted++)
        if (*r->counted == '\n') {
            r->line++;
            r->line_at = r->counted + 1;
        }
    *column = (int)(at - r->line_at) + 1;
    return r->line;
}

static int complain(struct reading *r, const char *at, const char *rule, const char *words)
{
    int column;
    int line = line_of(r, at ? at : r->place.from, &column);
    return error_set(r->error, rule, "line {0}, column {1}: {2}", NUM(line), NUM(column), words);
}

static int open_table(struct reading *r, const char *pack)
{
    const struct ochre_record_head *head = &r->head;
    const char *options[OCHRE_OPTIONS_MAX + 1] = {NULL};
    for (int i = 0; i < head->option_count; i++)
        options[i] = head->option[i];
    struct opening_request request = {.game = r->game, .seats = head->seats, .options = options, .pack = pack};
    if (head->position[0])
        request.position = head->position;
    struct ochre_error inner = {0};
    struct opening *opening = opening_new(&request, &inner);
    if (!opening)
        return complain(r, head->position_at, inner.rule, inner.words);
    if (head->pack_hash[0] && !text_same(head->pack_hash, opening->pack.pack.hash)) {
        opening_delete(opening);
        return error_set(r->error, "", "played with pack {0} ({1}), which is not there", head->pack, head->pack_hash);
    }
    r->table = table_new(opening, 0, NULL, r->error);
    if (!r->table)
        opening_delete(opening);
    return r->table ? 0 : -1;
}

/* The next move has been made: where did it stand? */
static int note_line(struct reading *r)
{
    int count = r->table->now.count;
    assert(count > 0 && count <= r->lines_max + 1);
    if (count > r->lines_max) {
        int larger_max = r->lines_max ? 2 * r->lines_max : 64;
        int *larger = realloc(r->lines, (size_t)larger_max * sizeof *larger);
        if (!larger)
            return error_set(r->error, "", "not enough memory");
        r->lines = larger;
        r->lines_max = larger_max;
    }
    int column;
    r->lines[count - 1] = line_of(r, r->place.from, &column);
    return 0;
}

/* 1: a move was made; 0: that was the last. */
static int follow_next(struct reading *r)
{
    struct ochre_error inner = {0};
    struct ochre_view view;
    char move[OCHRE_MOVE_SIZE];
    struct ochre_text text = text_on(move, sizeof move);
    int seat = OCHRE_NOBODY;
    table_view(r->table, OCHRE_EVERYBODY, &view);
    int found = r->form->next(r->table->setup, &r->head, &view, &r->place, &seat, &text, &inner);
    if (found < 0)
        return complain(r, NULL, inner.rule, inner.words);
    if (found == 0)
        return 0;
    if (table_follow(r->table, seat, move, &inner) < 0) {
        char words[sizeof inner.words];
        struct ochre_text said = text_on(words, sizeof words);
        text_fill(&said, "{0}: {1}", (const char *const[]){move, inner.words, NULL});
        return complain(r, NULL, inner.rule, words);
    }
    return note_line(r) < 0 ? -1 : 1;
}

/* The record says how the play ended: is it so? */
static int check_result(struct reading *r)
{
    struct ochre_view view;
    char found[OCHRE_RECORD_WORD];
    struct ochre_text text = text_on(found, sizeof found);
    table_view(r->table, OCHRE_EVERYBODY, &view);
    r->form->result(r->table->setup, &view, &text);
    if (text_same(found, r->head.result))
        return 0;
    if (!table_is_over(r->table) && r->form->may_agree && r->form->may_agree(r->table->setup, &view, r->head.result)) {
        r->is_agreed = true;
        return 0;
    }
    char words[256];
    text = text_on(words, sizeof words);
    text_fill(&text,
              table_is_over(r->table) ? "the result {0} is wrong, the play ends with: {1}"
                                      : "the result is {0}, but the play is not over ({1})",
              (const char *const[]){r->head.result[0] ? r->head.result : "missing", found[0] ? found : "none", NULL});
    return complain(r, r->head.result_at, "", words);
}

static int read_all(struct reading *r, const char *pack)
{
    struct ochre_error inner = {0};
    if (r->form->read_head(&r->place, &r->head, &inner) < 0)
        return complain(r, NULL, inner.rule, inner.words);
    if (open_table(r, pack) < 0)
        return -1;
    int found;
    while ((found = follow_next(r)) > 0)
        ;
    return found < 0 ? -1 : check_result(r);
}

/* The log of the table, with the lines of the record. */
static int make_log(struct log *log, const struct reading *r)
{
    size_t length;
    r->table->has_no_promise = true; /* a record promises nothing about chance */
    char *text = log_text(r->table, false, &length);
    if (!text)
        return error_set(r->error, "", "not enough memory");
    int result = log_parse(log, text, length, r->error);
    free(text);
    if (result < 0)
        return -1;
    assert(log->count == r->table->now.count);
    for (int i = 0; i < log->count; i++)
        log->moves[i].line = r->lines[i];
    struct ochre_text agreed = text_on(log->agreed, sizeof log->agreed);
    text_add(&agreed, r->is_agreed ? r->head.result : "");
    return 0;
}

int record_parse(struct log *log, const char *text, size_t length, const char *pack, struct ochre_error *error)
{
    *log = (struct log){0};
    if (length > LOG_SIZE_MAX)
        return error_set(error, "", "longer than {0} bytes", NUM(LOG_SIZE_MAX));
    char *copy = malloc(length + 1);
    if (!copy)
        return error_set(error, "", "not enough memory");
    memcpy(copy, text, length);
    copy[length] = '\0';
    struct reading r = {.text = copy, .place = {.at = copy, .from = copy}, .error = error, .game = record_game(copy)};
    int result = -1;
    if (strlen(copy) != length)
        error_set(error, "", "this is no record: it contains a NUL");
    else if (!r.game)
        error_set(error, "", "this is no record of any game");
    else {
        r.form = r.game->read->record;
        result = read_all(&r, pack);
    }
    if (result == 0)
        result = make_log(log, &r);
    table_delete(r.table);
    free(r.lines);
    free(copy);
    return result;
}
