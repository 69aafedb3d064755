/* game.c: the helpers of game.h, the same for every game. */
#include "rules/game.h"

#include "rules/rules.h"

#include <assert.h>

struct ochre_event *journal_add(struct ochre_journal *journal, int kind, int count, const int args[])
{
    assert(count >= 0 && count <= OCHRE_EVENT_ARGS);
    if (!journal || journal->count >= OCHRE_JOURNAL_MAX)
        return NULL;
    struct ochre_event *event = &journal->events[journal->count++];
    *event = (struct ochre_event){
        .kind = (uint8_t)kind, .count = (uint8_t)count, .open = (uint8_t)count, .seen_by = OCHRE_ALL_SEATS};
    for (int i = 0; i < count; i++)
        event->args[i] = (int16_t)args[i];
    return event;
}

struct ochre_event journal_heard(const struct ochre_event *event, int viewer)
{
    struct ochre_event heard = *event;
    if (viewer != OCHRE_EVERYBODY && !seats_has(event->seen_by, viewer))
        for (int i = event->open; i < event->count; i++)
            heard.args[i] = OCHRE_UNHEARD;
    return heard;
}

/* For every choice the numbers of seats that it can be with. */
static void write_choice_seats(const struct ochre_game *game, const struct ochre_option *option,
                               struct json_writer *writer)
{
    json_name(writer, "choice_seats");
    json_open(writer, '[');
    for (int i = 0; option->choices[i]; i++) {
        json_open(writer, '[');
        for (int n = game->seats_min; n <= game->seats_max; n++)
            if (game->seat_counts >> n & 1 && option->for_seats[i] >> n & 1)
                json_put_int(writer, n);
        json_close(writer, ']');
    }
    json_close(writer, ']');
}

static void write_option(const struct ochre_game *game, const struct ochre_option *option,
                         const struct ochre_text *words, struct json_writer *writer)
{
    json_open(writer, '{');
    json_field_string(writer, "name", option->name);
    json_field_string(writer, "title", text_word(words, option->title));
    json_field_string(writer, "about", text_word(words, option->about));
    json_field_string(writer, "default", option->fallback);
    if (option->offer)
        json_field_string(writer, "offer", option->offer);
    if (option->choices) {
        json_name(writer, "choices");
        json_open(writer, '[');
        for (int i = 0; option->choices[i]; i++)
            json_put_string(writer, option->choices[i]);
        json_close(writer, ']');
        json_name(writer, "phrases");
        json_open(writer, '[');
        for (int i = 0; option->choices[i]; i++)
            json_put_string(writer, text_word(words, option->phrases[i]));
        json_close(writer, ']');
        if (option->for_seats)
            write_choice_seats(game, option, writer);
    } else if (option->min <= option->max) {
        json_field_int(writer, "min", option->min);
        json_field_int(writer, "max", option->max);
    }
    json_close(writer, '}');
}

void game_write_about(const struct ochre_game *game, const struct ochre_text *words, struct json_writer *writer)
{
    json_field_string(writer, "id", game->id);
    json_field_string(writer, "name", game->name);
    json_field_string(writer, "designer", game->designer);
    json_field_string(writer, "about", text_word(words, game->about));
    json_field_int(writer, "rules", game->rules_version);
    json_name(writer, "seats");
    json_open(writer, '[');
    for (int n = game->seats_min; n <= game->seats_max; n++)
        if ((game->seat_counts >> n) & 1)
            json_put_int(writer, n);
    json_close(writer, ']');
    json_field_int(writer, "seats_usual", game->seats_usual);
    json_field_bool(writer, "secrets", game->rules->redact != NULL);
    json_name(writer, "options");
    json_open(writer, '[');
    for (int i = 0; game->options && game->options[i].name; i++)
        write_option(game, &game->options[i], words, writer);
    json_close(writer, ']');
}

const char *seat_code(int seat)
{
    static const char *const codes[] = {"p1", "p2", "p3", "p4", "*", "-", "all"};
    assert(seat >= 0 && seat <= OCHRE_EVERYBODY);
    return codes[seat];
}

void seats_write(ochre_seats seats, struct json_writer *writer)
{
    json_open(writer, '[');
    for (int seat = 0; seat <= OCHRE_CHANCE; seat++)
        if (seats_has(seats, seat))
            json_put_string(writer, seat_code(seat));
    json_close(writer, ']');
}

int seat_from_code(const char *code)
{
    for (int seat = 0; seat <= OCHRE_CHANCE; seat++)
        if (text_same(code, seat_code(seat)))
            return seat;
    return -1;
}
