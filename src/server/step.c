/* step.c: see step.h. */
#include "server/step.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/words.h"

#include <stdlib.h>
#include <string.h>

/* Sentences of one move. */
enum { SENTENCES_SIZE = 16 * 1024 };

int step_viewer(const struct table *table, int viewer)
{
    return table_is_over(table) ? OCHRE_EVERYBODY : viewer;
}

/* Names and texts of a pack are in the listener's language. */
static void write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       const struct step_listener *listener, struct json_writer *writer)
{
    const struct ochre_tongue *before = writer->text->tongue;
    writer->text->tongue = listener->tongue;
    json_name(writer, "view");
    json_open(writer, '{');
    if (listener->printed == STEP_PRINTED_IN_VIEW)
        show_whole(setup, view, viewer, writer);
    else
        setup->game->show->write_view(setup, view, viewer, writer);
    writer->text->tongue = before;
    json_close(writer, '}');
}

static void write_printed(const struct ochre_setup *setup, const struct step_listener *listener,
                          struct json_writer *writer)
{
    const struct ochre_tongue *before = writer->text->tongue;
    writer->text->tongue = listener->tongue;
    show_printed(setup, writer);
    writer->text->tongue = before;
}

/* ---- the story ---- */

struct story {
    int viewer;
    const struct step_listener *listener;
    struct json_writer *writer;
    char *sentences; /* SENTENCES_SIZE */
};

/* One event with named arguments; what the listener may not hear is left out. */
static void write_event(const struct ochre_game *game, const struct ochre_event *heard, struct json_writer *writer)
{
    const struct ochre_event_kind *kind = &game->events[heard->kind];
    const char *name = kind->args;
    json_open(writer, '{');
    json_field_string(writer, "kind", kind->id);
    for (int i = 0; i < heard->count && *name; i++) {
        char word[32];
        size_t length = strcspn(name, " ");
        struct ochre_text key = text_on(word, sizeof word);
        text_add_bytes(&key, name, length);
        name += length + strspn(name + length, " ");
        if (heard->args[i] != OCHRE_UNHEARD)
            json_field_int(writer, word, heard->args[i]);
    }
    json_close(writer, '}');
}

static void write_events(const struct story *story, const struct ochre_game *game, const struct table_step *step)
{
    json_name(story->writer, "events");
    json_open(story->writer, '[');
    for (int i = 0; i < step->journal->count; i++) {
        struct ochre_event heard = journal_heard(&step->journal->events[i], story->viewer);
        write_event(game, &heard, story->writer);
    }
    json_close(story->writer, ']');
}

static void write_sentences(const struct story *story, const struct table *table, const struct table_step *step)
{
    struct ochre_text text = text_in(story->sentences, SENTENCES_SIZE, story->listener->tongue);
    text.voice = story->listener->voice;
    table_step_story(table, step, story->viewer, &text);
    json_name(story->writer, "sentences");
    json_open(story->writer, '[');
    for (char *sentence = story->sentences; *sentence;) {
        char *end = strchr(sentence, '\n');
        if (end)
            *end = '\0';
        json_put_string(story->writer, sentence);
        sentence = end ? end + 1 : sentence + strlen(sentence);
    }
    json_close(story->writer, ']');
}

/* One entry of the story (a table_told). */
static void tell_entry(void *who, const struct table *table, const struct table_step *step)
{
    const struct story *story = who;
    char move[OCHRE_MOVE_SIZE];
    struct ochre_text text = text_on(move, sizeof move);
    table_step_text(table, step, story->viewer, &text);
    json_open(story->writer, '{');
    json_field_int(story->writer, "step", step->number);
    json_field_string(story->writer, "seat", seat_code(step->seat));
    json_field_string(story->writer, "move", move);
    text = text_on(move, sizeof move);
    table_step_note(table, step, story->viewer, &text);
    if (text.used)
        json_field_string(story->writer, "note", move);
    write_sentences(story, table, step);
    write_events(story, table_game(table), step);
    json_close(story->writer, '}');
}

static void write_story(const struct table *table, const struct step_listener *listener, int viewer, int from, int to,
                        struct json_writer *writer)
{
    char sentences[SENTENCES_SIZE];
    struct story story = {.viewer = viewer, .listener = listener, .writer = writer, .sentences = sentences};
    json_name(writer, "story");
    json_open(writer, '[');
    table_retell_part(table, from, to, tell_entry, &story);
    json_close(writer, ']');
}

/* ---- results ---- */

static void write_parts(const struct ochre_outcome *outcome, int seat, const struct ochre_text *words,
                        struct json_writer *writer)
{
    json_name(writer, "parts");
    json_open(writer, '[');
    for (int part = 0; part < OCHRE_PARTS_MAX && outcome->part_name[part]; part++) {
        json_open(writer, '{');
        json_field_string(writer, "name", text_word(words, outcome->part_name[part]));
        json_field_int(writer, "points", outcome->part[seat][part]);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

void step_write_scores(const struct table *table, const struct ochre_outcome *outcome,
                       const struct ochre_tongue *tongue, struct json_writer *writer)
{
    const struct ochre_text words = {.tongue = tongue};
    json_open(writer, '[');
    for (int seat = 0; seat < table_setup(table)->seats; seat++) {
        json_open(writer, '{');
        json_field_string(writer, "seat", seat_code(seat));
        json_field_string(writer, "name", text_word(&words, table_seat_name(table, seat)));
        if (outcome->has_no_points || !outcome->part_name[0])
            json_field_null(writer, "score");
        else
            json_field_int(writer, "score", outcome->score[seat]);
        write_parts(outcome, seat, &words, writer);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

/* The standing is told where it is everybody's knowledge: in games without secrets, and at the end. */
static bool is_standing_open(const struct table *table, int viewer)
{
    return !table_game(table)->rules->redact || viewer == OCHRE_EVERYBODY;
}

static void write_standing(const struct table *table, const struct ochre_outcome *outcome, int viewer,
                           const struct step_listener *listener, struct json_writer *writer)
{
    json_name(writer, "scores");
    if (!is_standing_open(table, viewer) || !outcome->part_name[0])
        json_put_null(writer);
    else
        step_write_scores(table, outcome, listener->tongue, writer);
}

static void write_over(const struct table *table, const struct ochre_outcome *outcome,
                       const struct step_listener *listener, struct json_writer *writer)
{
    json_name(writer, "over");
    if (!table_is_over(table)) {
        json_put_null(writer);
        return;
    }
    const struct ochre_text words = {.tongue = listener->tongue};
    int seats = table_setup(table)->seats;
    json_open(writer, '{');
    json_name(writer, "winners");
    seats_write(outcome->winners, writer);
    json_field_bool(writer, "draw", outcome->is_draw);
    json_field_string(writer, "reason", outcome->reason ? text_word(&words, outcome->reason) : "");
    json_name(writer, "ranks");
    json_open(writer, '[');
    for (int seat = 0; seat < seats; seat++)
        json_put_int(writer, outcome->rank[seat]);
    json_close(writer, ']');
    json_name(writer, "payoffs");
    json_open(writer, '[');
    for (int seat = 0; seat < seats; seat++)
        json_put_double(writer, (double)outcome->payoff[seat], 3); /* a share of 1: three decimals say all of it */
    json_close(writer, ']');
    json_name(writer, "scores");
    step_write_scores(table, outcome, listener->tongue, writer);
    json_close(writer, '}');
}

/* ---- the question ---- */

/* What one may point at, and what it is called. */
static void write_touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct json_writer *writer)
{
    struct ochre_touch touch;
    setup->game->show->touch(setup, view, seat, action, &touch);
    json_field_string(writer, "m", touch.move);
    json_name(writer, "touch");
    json_open(writer, '[');
    for (int i = 0; i < touch.count; i++)
        json_put_string(writer, touch.id[i]);
    json_close(writer, ']');
}

static void write_move(const struct table *table, const struct ochre_view *view, const struct step_listener *listener,
                       ochre_action action, struct json_writer *writer)
{
    json_open(writer, '{');
    write_touch(table_setup(table), view, listener->viewer, action, writer);
    if (listener->has_words) {
        const struct ochre_setup *setup = table_setup(table);
        char text[TABLE_WHY_SIZE];
        if (setup->game->words->group_of)
            json_field_int(writer, "group", setup->game->words->group_of(setup, view, listener->viewer, action));
        struct ochre_text words = text_in(text, sizeof text, listener->tongue);
        words.voice = listener->voice;
        table_move_words(table, listener->viewer, action, &words);
        json_field_string(writer, "words", text);
    }
    json_close(writer, '}');
}

/* What lists of moves have as headings. */
static void write_groups(const struct ochre_words *words, const struct ochre_tongue *tongue, struct json_writer *writer)
{
    const struct ochre_text text = {.tongue = tongue};
    json_name(writer, "groups");
    json_open(writer, '[');
    for (const char *const *group = words->groups; *group; group++)
        json_put_string(writer, text_word(&text, *group));
    json_close(writer, ']');
}

static void write_danger(const struct ochre_danger *danger, const char *words, struct json_writer *writer)
{
    json_open(writer, '{');
    json_field_string(writer, "by", danger->by);
    json_name(writer, "at");
    json_open(writer, '[');
    for (int i = 0; i < danger->count; i++)
        json_put_string(writer, danger->at[i]);
    json_close(writer, ']');
    json_field_string(writer, "words", words);
    json_close(writer, '}');
}

/* What others could take next. */
static void write_dangers(const struct ochre_setup *setup, const struct ochre_view *view,
                          const struct step_listener *listener, struct json_writer *writer)
{
    struct ochre_danger danger;
    char bytes[TABLE_WHY_SIZE];
    int from = 0;
    json_name(writer, "dangers");
    json_open(writer, '[');
    for (;;) {
        struct ochre_text text = text_in(bytes, sizeof bytes, listener->tongue);
        text.voice = listener->voice;
        from = setup->game->words->find_danger(setup, view, listener->viewer, from, &danger, &text);
        if (from == 0)
            break;
        write_danger(&danger, bytes, writer);
    }
    json_close(writer, ']');
}

/* What the seat is asked, in its language. */
static void write_asked(const struct table *table, const struct step_listener *listener, struct json_writer *writer)
{
    char bytes[TABLE_WHY_SIZE];
    struct ochre_text text = text_in(bytes, sizeof bytes, listener->tongue);
    text.voice = listener->voice;
    table_question(table, listener->viewer, &text);
    json_name(writer, "question");
    if (text.used)
        json_put_string(writer, bytes);
    else
        json_put_null(writer);
}

/* The listener's open question and its moves; a seat that has left, and whoever only watches, has none. */
static void write_question(const struct table *table, const struct ochre_view *view,
                           const struct step_listener *listener, struct json_writer *writer)
{
    bool is_ended = table_is_over(table) || listener->is_ended;
    ochre_seats asked = is_ended ? 0 : (ochre_seats)(table_pending(table) & ~SEAT_BIT(OCHRE_CHANCE));
    json_name(writer, "asked");
    seats_write(asked, writer);
    bool has_words = false;
    bool has_seat =
        listener->viewer < table_setup(table)->seats && !is_ended && !seats_has(table_left(table), listener->viewer);
    json_field_int(writer, "ask", has_seat ? table_ask(table, listener->viewer) : 0);
    if (has_seat)
        write_asked(table, listener, writer);
    else
        json_field_null(writer, "question");
    json_name(writer, "moves");
    json_open(writer, '[');
    if (has_seat) {
        const ochre_action *list;
        int count = table_list_moves(table, view, listener->viewer, &list);
        for (int i = 0; i < count; i++)
            write_move(table, view, listener, list[i], writer);
        has_words = count > 0 && listener->has_words;
    }
    json_close(writer, ']');
    if (has_words && table_game(table)->words->groups)
        write_groups(table_game(table)->words, listener->tongue, writer);
    if (has_words && table_game(table)->words->find_danger)
        write_dangers(table_setup(table), view, listener, writer);
}

static int undo_count(const struct table *table, const struct step_listener *listener)
{
    if (!listener->may_undo || listener->viewer >= table_setup(table)->seats || table_is_over(table) ||
        seats_has(table_left(table), listener->viewer))
        return 0;
    return listener->may_undo_agreed ? table_undoable_agreed(table, listener->viewer, NULL, NULL)
                                     : table_undoable(table, listener->viewer, NULL, NULL);
}

/* ---- the messages ---- */

void step_write(const struct table *table, const char *table_id, const struct step_listener *listener,
                struct ochre_text *out)
{
    struct json_writer writer = json_write_to(out);
    const struct ochre_setup *setup = table_setup(table);
    int count = table_step_count(table);
    int viewer = step_viewer(table, listener->viewer);
    int from = listener->is_undone || listener->from > count || listener->from < 0 ? 0 : listener->from;
    struct ochre_view view;
    struct ochre_outcome outcome = {0};
    table_view(table, viewer, &view);
    if (table_is_over(table))
        table_outcome(table, &outcome);
    else if (is_standing_open(table, viewer))
        table_standing(table, &outcome);
    json_open(&writer, '{');
    json_field_string(&writer, "t", "step");
    if (table_id)
        json_field_string(&writer, "table", table_id);
    if (listener->answers) {
        json_name(&writer, "id");
        json_put_raw(&writer, listener->answers);
    }
    json_field_int(&writer, "step", count);
    json_field_int(&writer, "since", from);
    if (table_edition(table))
        json_field_int(&writer, "edition", table_edition(table));
    if (listener->is_undone)
        json_field_bool(&writer, "undone", true);
    if (listener->printed == STEP_PRINTED_APART)
        write_printed(setup, listener, &writer);
    write_view(setup, &view, viewer, listener, &writer);
    write_story(table, listener, viewer, from, count, &writer);
    write_question(table, &view, listener, &writer);
    json_field_int(&writer, "undoable", undo_count(table, listener));
    json_field_bool(&writer, "hush",
                    setup->game->rules->is_hushed && setup->game->rules->is_hushed(setup, table_state(table)));
    write_standing(table, &outcome, viewer, listener, &writer);
    write_over(table, &outcome, listener, &writer);
    json_close(&writer, '}');
}

/* A moment of the past, being written. */
struct past {
    const struct step_listener *listener;
    struct json_writer *writer;
};

/* How the table stood in this state, and the step that led there (NULL: the start). */
static void write_moment(const struct past *past, const struct table *table, const struct ochre_state *state,
                         const struct table_step *step)
{
    const struct ochre_setup *setup = table_setup(table);
    struct json_writer *writer = past->writer;
    int viewer = step_viewer(table, past->listener->viewer);
    struct ochre_view view;
    struct ochre_outcome outcome = {0};
    state_look(setup, state, viewer, &view);
    if (is_standing_open(table, viewer))
        setup->game->rules->standing(setup, state, &outcome);
    json_field_int(writer, "step", step ? step->number : 0);
    json_field_int(writer, "steps", table_step_count(table));
    write_view(setup, &view, viewer, past->listener, writer);
    char sentences[SENTENCES_SIZE];
    struct story story = {.viewer = viewer, .listener = past->listener, .writer = writer, .sentences = sentences};
    json_name(writer, "story");
    json_open(writer, '[');
    if (step)
        tell_entry(&story, table, step);
    json_close(writer, ']');
    write_standing(table, &outcome, viewer, past->listener, writer);
}

/* The step that was asked for (a table_told). */
static void tell_moment(void *who, const struct table *table, const struct table_step *step)
{
    write_moment(who, table, step->after, step);
}

void step_write_past(const struct table *table, int number, const struct step_listener *listener,
                     struct json_writer *writer)
{
    struct past past = {.listener = listener, .writer = writer};
    if (number > 0)
        table_retell_part(table, number - 1, number, tell_moment, &past);
    else
        write_moment(&past, table, &table_opening(table)->start, NULL);
}
