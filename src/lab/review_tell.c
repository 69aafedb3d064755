/* review_tell.c: a review in words and as JSON (review.h). */
#include <math.h>

#include "base/json.h"
#include "lab/review.h"
#include "rules/think.h"

static const char *in_tongue(const struct ochre_text *text, const char *english)
{
    return text->tongue ? text->tongue->say(english) : english;
}

static void say_luck(const struct review *review, const struct review_step *step, struct ochre_text *text)
{
    int seat = 0;
    for (int s = 1; s < table_setup(review->table)->seats; s++)
        if (fabsf(step->luck[s]) > fabsf(step->luck[seat]))
            seat = s;
    const char *name = in_tongue(text, table_seat_name(review->table, seat));
    const char *size = NUM((int64_t)(100 * fabsf(step->luck[seat]) + 0.5F));
    if (step->luck[seat] > 0)
        text_say(text, "The turning point is move {0}: chance brought {1} {2} of 100. {3}.", NUM(step->number), name,
                 size, step->words);
    else
        text_say(text, "The turning point is move {0}: chance cost {1} {2} of 100. {3}.", NUM(step->number), name, size,
                 step->words);
}

void review_say_turning(const struct review *review, struct ochre_text *text)
{
    if (review->turning < 0)
        return;
    const struct review_step *step = &review->step[review->turning];
    if (step->seat == OCHRE_CHANCE)
        say_luck(review, step, text);
    else
        text_say(text, "The turning point is move {0}: {1} gave away {2} of 100. Played: {3}. Better: {4}.",
                 NUM(step->number), in_tongue(text, table_seat_name(review->table, step->seat)),
                 NUM((int64_t)(100 * step->lost + 0.5F)), step->words, step->best_words);
}

enum { DECIMALS = 4 };

static void write_payoffs(const char *name, const float payoff[OCHRE_SEATS_MAX], int seats, struct json_writer *writer)
{
    json_name(writer, name);
    json_open(writer, '[');
    for (int s = 0; s < seats; s++)
        json_put_double(writer, (double)payoff[s], DECIMALS);
    json_close(writer, ']');
}

static void write_seat(const struct review *review, int seat, struct json_writer *writer)
{
    const struct review_seat *sum = &review->seat[seat];
    json_open(writer, '{');
    json_field_string(writer, "seat", seat_code(seat));
    json_field_string(writer, "name", table_seat_name(review->table, seat));
    json_field_double(writer, "start", sum->start, DECIMALS);
    json_field_double(writer, "luck", sum->luck, DECIMALS);
    json_field_double(writer, "lost", sum->lost, DECIMALS);
    json_field_double(writer, "gained", sum->gained, DECIMALS);
    json_field_double(writer, "rest", sum->rest, DECIMALS);
    json_field_double(writer, "result", sum->result, DECIMALS);
    json_field_double(writer, "accuracy", sum->accuracy, 1);
    json_field_int(writer, "decisions", sum->decisions);
    for (int grade = GRADE_BEST; grade < GRADES; grade++)
        json_field_int(writer, review_grades[grade], sum->grade[grade]);
    json_close(writer, '}');
}

static void write_course(const struct review_step *step, struct json_writer *writer)
{
    json_name(writer, "course");
    json_open(writer, '[');
    for (int i = 0; i < step->course_count; i++) {
        json_open(writer, '{');
        json_field_string(writer, "seat", seat_code(step->course_seat[i]));
        json_field_string(writer, "move", step->course[i]);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

void review_write_step(const struct review *review, int place, struct json_writer *writer)
{
    const struct review_step *step = &review->step[place];
    int seats = table_setup(review->table)->seats;
    json_open(writer, '{');
    json_field_int(writer, "n", step->number);
    json_field_string(writer, "seat", seat_code(step->seat));
    json_field_string(writer, "move", step->move);
    json_field_string(writer, "words", step->words);
    write_payoffs("before", step->before, seats, writer);
    write_payoffs("after", step->after, seats, writer);
    if (step->is_decision) {
        json_field_string(writer, "best", step->best);
        json_field_string(writer, "better", step->best_words);
        write_course(step, writer);
    } else {
        json_field_null(writer, "best");
    }
    json_field_double(writer, "lost", (double)step->lost, DECIMALS);
    if (step->grade)
        json_field_string(writer, "grade", review_grades[step->grade]);
    else
        json_field_null(writer, "grade");
    write_payoffs("luck", step->luck, seats, writer);
    json_close(writer, '}');
}

void review_write(const struct review *review, struct json_writer *writer)
{
    const struct ochre_setup *setup = table_setup(review->table);
    json_open(writer, '{');
    json_field_string(writer, "game", setup->game->id);
    json_field_string(writer, "depth", weigh_depths[review->depth]);
    json_field_int(writer, "seed", (int64_t)review->seed);
    json_field_bool(writer, "over", review->is_over);
    json_field_bool(writer, "whole", review->is_whole);
    json_field_double(writer, "mistake", (double)setup->game->think->mistake, DECIMALS);
    if (review->turning < 0)
        json_field_null(writer, "turning");
    else
        json_field_int(writer, "turning", review->step[review->turning].number);
    json_name(writer, "seats");
    json_open(writer, '[');
    for (int seat = 0; seat < setup->seats; seat++)
        write_seat(review, seat, writer);
    json_close(writer, ']');
    json_name(writer, "steps");
    json_open(writer, '[');
    for (int i = 0; i < review->count; i++)
        review_write_step(review, i, writer);
    json_close(writer, ']');
    json_close(writer, '}');
}
