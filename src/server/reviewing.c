/* reviewing.c: see reviewing.h. */
#include "server/reviewing.h"

#include <assert.h>
#include <stdlib.h>

#include "rules/rules.h"
#include "rules/show.h"
#include "rules/words.h"
#include "server/memory.h"
#include "server/step.h"

struct reviewing {
    struct table *table;
    struct review review;
    struct review_plan plan;
    struct looking *looking;  /* NULL: not begun */
    atomic_int count;         /* steps that were looked at and may be told; grows when one is complete */
    struct ochre_error wrong; /* with the log, behind what is reviewed */
    struct ochre_voice voice;
    char *name[OCHRE_SEATS_MAX]; /* those of the voice */
};

/* ---- beginning and end ---- */

struct reviewing *reviewing_new(struct table *table, const struct reviewing_wish *wish, struct ochre_error *error)
{
    assert(wish->depth >= 0 && wish->depth < WEIGH_DEPTHS);
    if (table_step_count(table) == 0) {
        if (!error->words[0])
            error_set(error, "", N_("nobody has moved yet, there is nothing to look back upon"));
        table_delete(table);
        return NULL;
    }
    struct reviewing *reviewing = new_memory(sizeof *reviewing);
    reviewing->table = table;
    reviewing->wrong = *error;
    reviewing->voice.you = -1;
    reviewing->plan =
        (struct review_plan){.depth = wish->depth, .seed = wish->seed, .tongue = wish->tongue, .stop = wish->stop};
    atomic_init(&reviewing->count, 0);
    return reviewing;
}

static void forget_names(struct reviewing *reviewing)
{
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++) {
        free(reviewing->name[seat]);
        reviewing->name[seat] = NULL;
    }
}

void reviewing_delete(struct reviewing *reviewing)
{
    if (!reviewing)
        return;
    if (reviewing->looking) {
        looking_delete(reviewing->looking);
        review_free(&reviewing->review);
    }
    table_delete(reviewing->table);
    forget_names(reviewing);
    free(reviewing);
}

void reviewing_call(struct reviewing *reviewing, int you, const char *const names[OCHRE_SEATS_MAX])
{
    assert(you >= -1 && you < OCHRE_SEATS_MAX);
    forget_names(reviewing);
    reviewing->voice = (struct ochre_voice){.you = you};
    for (int seat = 0; seat < table_setup(reviewing->table)->seats; seat++)
        reviewing->voice.name[seat] = reviewing->name[seat] = copy_text(names[seat]);
}

/* ---- looking on ---- */

void reviewing_begin(struct reviewing *reviewing)
{
    assert(!reviewing->looking);
    reviewing->looking = looking_new(&reviewing->review, reviewing->table, &reviewing->plan);
}

bool reviewing_on(struct reviewing *reviewing)
{
    assert(reviewing->looking);
    bool is_more = looking_on(reviewing->looking);
    atomic_store(&reviewing->count, reviewing->review.count);
    return is_more;
}

int reviewing_total(const struct reviewing *reviewing)
{
    return table_step_count(reviewing->table);
}

int reviewing_count(const struct reviewing *reviewing)
{
    return atomic_load(&reviewing->count);
}

/* ---- the play ---- */

static void write_wrong(const struct reviewing *reviewing, const struct ochre_tongue *tongue,
                        struct json_writer *writer)
{
    if (!reviewing->wrong.words[0])
        return;
    char why[sizeof reviewing->wrong.words * 2];
    struct ochre_text text = text_in(why, sizeof why, tongue);
    error_say(&reviewing->wrong, &text);
    json_field_string(writer, "wrong", why);
}

void reviewing_write_about(const struct reviewing *reviewing, const struct ochre_tongue *tongue, struct ochre_text *out)
{
    const struct table *table = reviewing->table;
    struct step_listener listener = {.viewer = OCHRE_EVERYBODY,
                                     .tongue = tongue,
                                     .voice = &reviewing->voice,
                                     .has_words = true,
                                     .printed = STEP_PRINTED_IN_VIEW};
    struct json_writer writer = json_write_to(out);
    json_open(&writer, '{');
    json_field_string(&writer, "game", table_game(table)->id);
    json_field_int(&writer, "seats", table_setup(table)->seats);
    write_wrong(reviewing, tongue, &writer);
    json_name(&writer, "play");
    json_put_raw(&writer, "");
    step_write(table, NULL, &listener, out);
    json_close(&writer, '}');
}

/* ---- the review ---- */

void reviewing_write_step(const struct reviewing *reviewing, int number, struct json_writer *writer)
{
    assert(number > 0 && number <= reviewing_count(reviewing));
    review_write_step(&reviewing->review, number - 1, writer);
}

void reviewing_write(struct reviewing *reviewing, struct ochre_text *out)
{
    struct json_writer writer = json_write_to(out);
    if (!reviewing->looking)
        reviewing_begin(reviewing); /* stopped before */
    looking_sum(reviewing->looking);
    review_write(&reviewing->review, &writer);
}

/* ---- a moment ---- */

/* A moment being written. */
struct moment {
    const struct reviewing *reviewing;
    const struct ochre_tongue *tongue;
    struct json_writer *writer;
};

static void write_view(const struct moment *moment, const struct ochre_state *state, int viewer)
{
    const struct ochre_setup *setup = table_setup(moment->reviewing->table);
    struct ochre_text *text = moment->writer->text;
    const struct ochre_tongue *before = text->tongue;
    struct ochre_view view;
    state_look(setup, state, viewer, &view);
    text->tongue = moment->tongue;
    json_name(moment->writer, "view");
    json_open(moment->writer, '{');
    show_whole(setup, &view, viewer, moment->writer);
    text->tongue = before;
    json_close(moment->writer, '}');
}

static void write_standing(const struct moment *moment, const struct ochre_state *state)
{
    const struct table *table = moment->reviewing->table;
    struct ochre_outcome outcome = {0};
    table_setup(table)->game->rules->standing(table_setup(table), state, &outcome);
    json_name(moment->writer, "scores");
    if (outcome.part_name[0])
        step_write_scores(table, &outcome, moment->tongue, moment->writer);
    else
        json_put_null(moment->writer);
}

/* "words": the move as its seat reads it; chance's is told by the first sentence of its story. */
static void write_words(const struct moment *moment, const struct table_step *step)
{
    const struct table *table = moment->reviewing->table;
    const struct ochre_setup *setup = table_setup(table);
    char words[4096];
    struct ochre_text text = text_in(words, sizeof words, moment->tongue);
    text.voice = &moment->reviewing->voice;
    if (step->seat == OCHRE_CHANCE) {
        table_step_story(table, step, OCHRE_EVERYBODY, &text);
        words[strcspn(words, "\n")] = '\0';
    } else if (setup->game->words->say_move) {
        struct ochre_view view;
        state_look(setup, step->before, step->seat, &view);
        setup->game->words->say_move(setup, &view, step->seat, step->action, &text);
    }
    json_field_string(moment->writer, "words", words);
}

/* A move with what one touches to make it. */
static void write_move(const struct moment *moment, const struct table_step *step, ochre_action action,
                       const char *name)
{
    const struct ochre_setup *setup = table_setup(moment->reviewing->table);
    struct table_step other = *step;
    struct ochre_touch touch;
    struct ochre_view view;
    other.action = action;
    state_look(setup, step->before, step->seat, &view);
    setup->game->show->touch(setup, &view, step->seat, action, &touch);
    json_name(moment->writer, name);
    json_open(moment->writer, '{');
    json_field_string(moment->writer, "m", touch.move);
    json_name(moment->writer, "touch");
    json_open(moment->writer, '[');
    for (int i = 0; i < touch.count; i++)
        json_put_string(moment->writer, touch.id[i]);
    json_close(moment->writer, ']');
    write_words(moment, &other);
    json_close(moment->writer, '}');
}

/* The course, played in the state that its notation was written from (review.c). */
static void write_line(const struct moment *moment, const struct table_step *step, const struct review_step *found)
{
    const struct ochre_setup *setup = table_setup(moment->reviewing->table);
    struct ochre_rng rng;
    struct ochre_view view;
    struct ochre_state state;
    struct ochre_journal journal;
    rng_seed(&rng, 0);
    state_look(setup, step->before, step->seat, &view);
    if (!view_imagine(setup, &view, step->seat, &rng, &state))
        return;
    for (int i = 0; i < found->course_count; i++) {
        struct ochre_state before;
        struct table_step next = {.kind = TABLE_MOVED,
                                  .number = step->number + i,
                                  .seat = found->course_seat[i],
                                  .action = found->course_action[i],
                                  .before = &before,
                                  .after = &state,
                                  .journal = &journal};
        journal.count = 0;
        state_copy(setup, &before, &state);
        setup->game->rules->apply(setup, &state, next.seat, next.action, &journal);
        json_open(moment->writer, '{');
        json_field_string(moment->writer, "seat", seat_code(next.seat));
        json_field_string(moment->writer, "m", found->course[i]);
        write_words(moment, &next);
        write_view(moment, &state, step->seat);
        json_close(moment->writer, '}');
    }
}

/* The step that was asked for (a table_told). */
static void write_moment(void *who, const struct table *table, const struct table_step *step)
{
    const struct moment *moment = who;
    const struct review *review = &moment->reviewing->review;
    bool is_known = step->number <= reviewing_count(moment->reviewing);
    const struct review_step *found = is_known ? &review->step[step->number - 1] : NULL;
    bool is_seats = step->seat != OCHRE_CHANCE && step->kind == TABLE_MOVED;
    const struct ochre_state *shown = is_seats ? step->before : step->after;
    (void)table;
    json_field_int(moment->writer, "step", is_seats ? step->number - 1 : step->number);
    write_view(moment, shown, is_seats ? step->seat : OCHRE_EVERYBODY);
    write_standing(moment, shown);
    if (!is_seats)
        return;
    write_move(moment, step, step->action, "made");
    if (!found || !found->best_words[0])
        return;
    write_move(moment, step, found->best_action, "best");
    json_name(moment->writer, "line");
    json_open(moment->writer, '[');
    write_line(moment, step, found);
    json_close(moment->writer, ']');
}

void reviewing_write_moment(const struct reviewing *reviewing, int number, const struct ochre_tongue *tongue,
                            struct ochre_text *out)
{
    const struct table *table = reviewing->table;
    struct json_writer writer = json_write_to(out);
    struct moment moment = {.reviewing = reviewing, .tongue = tongue, .writer = &writer};
    assert(number > 0 && number <= table_step_count(table) + 1);
    json_open(&writer, '{');
    json_field_int(&writer, "n", number);
    if (number <= table_step_count(table)) {
        table_retell_part(table, number - 1, number, write_moment, &moment);
    } else {
        json_field_int(&writer, "step", table_step_count(table));
        write_view(&moment, table_state(table), OCHRE_EVERYBODY);
        write_standing(&moment, table_state(table));
    }
    json_close(&writer, '}');
}
