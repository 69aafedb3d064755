/* record_write.c: a play in the form that people of its game write down (record.h). */
#include <stdio.h>
#include <stdlib.h>

#include "rules/read.h"
#include "rules/rules.h"
#include "table/record.h"
#include "table/table_inner.h"

/* A record being written. */
struct writing {
    FILE *out;
    const struct ochre_record_head *head;
    struct ochre_record_pen pen;
};

static void write_step(void *who, const struct table *table, const struct table_step *step)
{
    struct writing *w = who;
    const struct ochre_setup *setup = table->setup;
    char words[OCHRE_RECORD_STEP];
    struct ochre_text text = text_on(words, sizeof words);
    struct ochre_view before;
    state_look(setup, step->before, OCHRE_EVERYBODY, &before);
    struct ochre_record_step written = {
        .before = &before, .seat = step->seat, .action = step->action, .is_end = step->is_last && table_is_over(table)};
    setup->game->read->record->write_step(setup, &w->pen, w->head, &written, &text);
    w->pen.steps++;
    (void)fputs(words, w->out);
}

static void fill_head(const struct table *table, const char *agreed, struct ochre_record_head *head)
{
    const struct ochre_setup *setup = table->setup;
    head->seats = setup->seats;
    for (int i = 0; setup->game->options && setup->game->options[i].name; i++) {
        struct ochre_text text = text_on(head->option[head->option_count++], sizeof head->option[0]);
        text_add(&text, setup->game->options[i].name);
        text_char(&text, '=');
        text_add(&text, setup->option[i].word);
    }
    if (table->opening->pack.text) {
        packfile_id(&table->opening->pack, head->pack);
        struct ochre_text hash = text_on(head->pack_hash, sizeof head->pack_hash);
        text_add(&hash, table->opening->pack.pack.hash);
    }
    struct ochre_text result = text_on(head->result, sizeof head->result);
    struct ochre_view view;
    table_view(table, OCHRE_EVERYBODY, &view);
    if (agreed && agreed[0])
        text_add(&result, agreed);
    else
        setup->game->read->record->result(setup, &view, &result);
}

/* Where the record begins: the start, or what chance has made of it before the first turn. */
struct beginning {
    struct ochre_view view;
    bool is_found;
};

static void find_turn(void *who, const struct table *table, const struct table_step *step)
{
    struct beginning *beginning = who;
    if (beginning->is_found)
        return;
    beginning->is_found = step->seat != OCHRE_CHANCE;
    state_look(table->setup, beginning->is_found ? step->before : step->after, OCHRE_EVERYBODY, &beginning->view);
}

static void find_beginning(const struct table *table, struct beginning *beginning)
{
    state_look(table->setup, &table->opening->start, OCHRE_EVERYBODY, &beginning->view);
    if (table->setup->game->read->record->begins_after_chance)
        table_retell(table, find_turn, beginning);
}

static void write_all(const struct table *table, const struct ochre_record_head *head, FILE *out)
{
    const struct ochre_setup *setup = table->setup;
    const struct ochre_record_form *form = setup->game->read->record;
    struct writing w = {.out = out, .head = head};
    struct beginning start = {.is_found = false};
    char words[4 * OCHRE_RECORD_TEXT];
    struct ochre_text text = text_on(words, sizeof words);
    find_beginning(table, &start);
    form->write_head(setup, &start.view, head, &text);
    (void)fputs(words, out);
    table_retell(table, write_step, &w);
    text = text_on(words, sizeof words);
    form->write_end(setup, &w.pen, head, &text);
    (void)fputs(words, out);
}

char *record_text(const struct table *table, const char *agreed, size_t *length, struct ochre_error *error)
{
    if (!table->setup->game->read->record) {
        error_set(error, "", "{0} has no form of records; its plays are kept as logs", table->setup->game->id);
        return NULL;
    }
    if (table->opening->position && table->setup->game->read->record->has_no_positions) {
        error_set(error, "", "this play begins from a position, which a record of {0} cannot say",
                  table->setup->game->id);
        return NULL;
    }
    struct ochre_record_head head = {0};
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (!out) {
        error_set(error, "", "not enough memory");
        return NULL;
    }
    fill_head(table, agreed, &head);
    write_all(table, &head, out);
    bool is_whole = !ferror(out);
    if (fclose(out) != 0 || !is_whole) {
        free(text);
        error_set(error, "", "not enough memory");
        return NULL;
    }
    return text;
}
