/* game.c: the helpers of game.h, the same for every game. */
#include "rules/game.h"

struct ochre_event *journal_add(struct ochre_journal *journal, int kind, int count, const int args[])
{
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

void state_look(const struct ochre_setup *setup, const struct ochre_state *state, int viewer, struct ochre_view *view)
{
    memcpy(view->bytes, state->bytes, setup->state_size);
    if (setup->game->redact && viewer != OCHRE_EVERYBODY)
        setup->game->redact(setup, (struct ochre_state *)view, viewer);
}

bool view_imagine(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_rng *rng,
                  struct ochre_state *state)
{
    memcpy(state->bytes, view->bytes, setup->state_size);
    return !setup->game->determinize || setup->game->determinize(setup, (struct ochre_view *)state, seat, rng);
}

int view_moves(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action *out)
{
    return setup->game->legal(setup, (const struct ochre_state *)view, seat, out);
}

ochre_seats view_pending(const struct ochre_setup *setup, const struct ochre_view *view)
{
    return setup->game->pending(setup, (const struct ochre_state *)view);
}

ochre_seats move_witnesses(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                           ochre_action action)
{
    return setup->game->witnesses ? setup->game->witnesses(setup, state, seat, action) : OCHRE_ALL_SEATS;
}

ochre_action chance_pick(const struct ochre_setup *setup, const struct ochre_state *state, const ochre_action *outcomes,
                         int count, uint32_t (*roll)(void *from, uint32_t total), void *from)
{
    uint32_t total = 0;
    for (int i = 0; i < count; i++)
        total += chance_weight(setup, state, outcomes[i]);
    uint32_t number = roll(from, total);
    for (int i = 0; i < count - 1; i++) {
        uint32_t weight = chance_weight(setup, state, outcomes[i]);
        if (number < weight)
            return outcomes[i];
        number -= weight;
    }
    return outcomes[count - 1];
}

static uint32_t roll_small(void *from, uint32_t total)
{
    return rng_below(from, total);
}

ochre_action chance_sample(const struct ochre_setup *setup, const struct ochre_state *state,
                           const ochre_action *outcomes, int count, struct ochre_rng *rng)
{
    if (!setup->game->weight)
        return outcomes[rng_below(rng, (uint32_t)count)];
    return chance_pick(setup, state, outcomes, count, roll_small, rng);
}

bool legal_has(const ochre_action *list, int count, ochre_action action)
{
    int low = 0;
    int high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (list[middle] < action)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && list[low] == action;
}

static void write_option(const struct ochre_option *option, const struct ochre_text *words, struct json_writer *writer)
{
    json_open(writer, '{');
    json_field_string(writer, "name", option->name);
    json_field_string(writer, "about", text_word(words, option->about));
    json_field_string(writer, "default", option->fallback);
    if (option->choices) {
        json_name(writer, "choices");
        json_open(writer, '[');
        for (int i = 0; option->choices[i]; i++)
            json_put_string(writer, option->choices[i]);
        json_close(writer, ']');
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
    json_name(writer, "options");
    json_open(writer, '[');
    for (int i = 0; game->options && game->options[i].name; i++)
        write_option(&game->options[i], words, writer);
    json_close(writer, ']');
}

const char *seat_code(int seat)
{
    static const char *const codes[] = {"p1", "p2", "p3", "p4", "*", "-", "all"};
    return codes[seat];
}

int seat_from_code(const char *code)
{
    for (int seat = 0; seat <= OCHRE_CHANCE; seat++)
        if (text_same(code, seat_code(seat)))
            return seat;
    return -1;
}
