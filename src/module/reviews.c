/* reviews.c: see reviews.h. */
#include "module/reviews.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tongue.h"
#include "lab/review.h"
#include "module/plays.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/words.h"
#include "server/memory.h"
#include "server/step.h"
#include "table/log.h"

struct reviewing {
    struct table *table;
    struct review review;
    struct looking *looking;
    struct ochre_voice voice;
    char *names; /* those of the voice */
};

static struct paper paper;

static const char *fill(void (*write)(void *what, struct ochre_text *out), void *what)
{
    size_t length;
    return paper_fill(&paper, write, what, &length);
}

/* ---- beginning and end ---- */

static struct table *play_of(const char *text, size_t length)
{
    struct log log;
    struct ochre_error error = {0};
    if (log_parse(&log, text, length, &error) < 0) {
        plays_refuse(error.rule, error.words);
        return NULL;
    }
    struct table *table = log_play(&log, 0, NULL, NULL, NULL, NULL, &error);
    log_free(&log);
    if (!table)
        plays_refuse(error.rule, error.words);
    return table;
}

struct reviewing *review_load(const char *log, size_t length, int depth, uint32_t seed_high, uint32_t seed_low,
                              const char *lang)
{
    struct table *table = play_of(log, length);
    if (!table)
        return NULL;
    if (table_step_count(table) == 0 || depth < 0 || depth >= WEIGH_DEPTHS) {
        plays_refuse("", table_step_count(table) ? "there is no such depth"
                                                 : "nobody has moved yet, there is nothing to look back upon");
        table_delete(table);
        return NULL;
    }
    struct reviewing *reviewing = new_memory(sizeof *reviewing);
    reviewing->table = table;
    reviewing->voice.you = -1;
    struct review_plan plan = {
        .depth = (enum weigh_depth)depth, .seed = (uint64_t)seed_high << 32 | seed_low, .tongue = tongue_for(lang)};
    reviewing->looking = looking_new(&reviewing->review, table, &plan);
    return reviewing;
}

void review_close(struct reviewing *reviewing)
{
    looking_delete(reviewing->looking);
    review_free(&reviewing->review);
    table_delete(reviewing->table);
    free(reviewing->names);
    free(reviewing);
}

void review_call(struct reviewing *reviewing, int you, const char *names)
{
    char *rest = NULL;
    free(reviewing->names);
    reviewing->names = copy_text(names);
    reviewing->voice = (struct ochre_voice){.you = you};
    char *name = strtok_r(reviewing->names, "\n", &rest);
    for (int seat = 0; name && seat < table_setup(reviewing->table)->seats; seat++, name = strtok_r(NULL, "\n", &rest))
        reviewing->voice.name[seat] = name;
}

bool review_on(struct reviewing *reviewing)
{
    return looking_on(reviewing->looking);
}

/* ---- the play ---- */

struct asked {
    const struct reviewing *reviewing;
    const struct ochre_tongue *tongue;
    int number;
};

static void write_about(void *what, struct ochre_text *out)
{
    const struct asked *asked = what;
    const struct table *table = asked->reviewing->table;
    struct step_listener listener = {.viewer = OCHRE_EVERYBODY,
                                     .tongue = asked->tongue,
                                     .voice = &asked->reviewing->voice,
                                     .has_words = true,
                                     .printed = STEP_PRINTED_IN_VIEW};
    struct json_writer writer = json_write_to(out);
    json_open(&writer, '{');
    json_field_string(&writer, "game", table_game(table)->id);
    json_field_int(&writer, "seats", table_setup(table)->seats);
    json_name(&writer, "play");
    json_put_raw(&writer, "");
    step_write(table, NULL, &listener, out);
    json_close(&writer, '}');
}

const char *review_about(const struct reviewing *reviewing, const char *lang)
{
    return fill(write_about, &(struct asked){.reviewing = reviewing, .tongue = tongue_for(lang)});
}

/* ---- the review ---- */

static void write_step(void *what, struct ochre_text *out)
{
    const struct asked *asked = what;
    struct json_writer writer = json_write_to(out);
    review_write_step(&asked->reviewing->review, asked->number - 1, &writer);
}

const char *review_step(const struct reviewing *reviewing, int number)
{
    assert(number > 0 && number <= reviewing->review.count);
    return fill(write_step, &(struct asked){.reviewing = reviewing, .number = number});
}

static void write_all(void *what, struct ochre_text *out)
{
    struct json_writer writer = json_write_to(out);
    review_write(what, &writer);
}

const char *review_text(struct reviewing *reviewing)
{
    looking_sum(reviewing->looking);
    return fill(write_all, &reviewing->review);
}

/* ---- a moment ---- */

/* A moment being written. */
struct moment {
    const struct asked *asked;
    struct json_writer *writer;
};

static void write_view(const struct moment *moment, const struct ochre_state *state, int viewer)
{
    const struct ochre_setup *setup = table_setup(moment->asked->reviewing->table);
    struct ochre_text *text = moment->writer->text;
    const struct ochre_tongue *before = text->tongue;
    struct ochre_view view;
    state_look(setup, state, viewer, &view);
    text->tongue = moment->asked->tongue;
    json_name(moment->writer, "view");
    json_open(moment->writer, '{');
    show_whole(setup, &view, viewer, moment->writer);
    text->tongue = before;
    json_close(moment->writer, '}');
}

static void write_standing(const struct moment *moment, const struct ochre_state *state)
{
    const struct table *table = moment->asked->reviewing->table;
    struct ochre_outcome outcome = {0};
    table_setup(table)->game->rules->standing(table_setup(table), state, &outcome);
    json_name(moment->writer, "scores");
    if (outcome.part_name[0])
        step_write_scores(table, &outcome, moment->asked->tongue, moment->writer);
    else
        json_put_null(moment->writer);
}

/* "words": the move as its seat reads it; chance's is told by the first sentence of its story. */
static void write_words(const struct moment *moment, const struct table_step *step)
{
    const struct table *table = moment->asked->reviewing->table;
    const struct ochre_setup *setup = table_setup(table);
    char words[4096];
    struct ochre_text text = text_in(words, sizeof words, moment->asked->tongue);
    text.voice = &moment->asked->reviewing->voice;
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
    const struct ochre_setup *setup = table_setup(moment->asked->reviewing->table);
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
    const struct ochre_setup *setup = table_setup(moment->asked->reviewing->table);
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
    const struct review *review = &moment->asked->reviewing->review;
    const struct review_step *found = step->number <= review->count ? &review->step[step->number - 1] : NULL;
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

static void write_asked(void *what, struct ochre_text *out)
{
    const struct asked *asked = what;
    const struct table *table = asked->reviewing->table;
    struct json_writer writer = json_write_to(out);
    struct moment moment = {.asked = asked, .writer = &writer};
    json_open(&writer, '{');
    json_field_int(&writer, "n", asked->number);
    if (asked->number <= table_step_count(table)) {
        table_retell_part(table, asked->number - 1, asked->number, write_moment, &moment);
    } else {
        json_field_int(&writer, "step", table_step_count(table));
        write_view(&moment, table_state(table), OCHRE_EVERYBODY);
        write_standing(&moment, table_state(table));
    }
    json_close(&writer, '}');
}

const char *review_moment(const struct reviewing *reviewing, int number, const char *lang)
{
    assert(number > 0 && number <= table_step_count(reviewing->table) + 1);
    return fill(write_asked, &(struct asked){.reviewing = reviewing, .tongue = tongue_for(lang), .number = number});
}
