/* pebble_json.c: the view as JSON. */
#include <assert.h>

#include "games/pebble/pebble.h"

const char *const pebble_phases[] = {"DEAL", "STAKE", "CHOOSE", "OVER", NULL};

void pebble_say_cards(const uint8_t cards[PEBBLE_VALUES], struct ochre_text *text)
{
    for (int value = 0; value < PEBBLE_VALUES; value++)
        for (int copy = 0; copy < cards[value]; copy++) {
            text_add(text, text->used ? " " : "");
            text_int(text, value + 1);
        }
}

void pebble_say_hand(const struct pebble_state *s, int seat, struct ochre_text *text)
{
    bool is_hidden = s->hand[seat][0] == OCHRE_UNKNOWN;
    for (int card = 0; is_hidden && card < s->hand_size[seat]; card++)
        text_add(text, card ? " ?" : "?");
    if (!is_hidden)
        pebble_say_cards(s->hand[seat], text);
}

void pebble_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       struct json_writer *writer)
{
    (void)viewer;
    const struct pebble_state *s = pebble_seen(view);
    assert(s->phase <= PEBBLE_OVER);
    json_field_string(writer, "phase", pebble_phases[s->phase]);
    json_field_int(writer, "on_table", s->on_table);
    char played[PEBBLE_VALUES * PEBBLE_COPIES * 2 + 1];
    struct ochre_text cards = text_on(played, sizeof played);
    pebble_say_cards(s->played, &cards);
    json_field_string(writer, "played", played);
    for (int seat = 0; seat < setup->seats; seat++) {
        char line[32];
        struct ochre_text hand = text_on(line, sizeof line);
        pebble_say_hand(s, seat, &hand);
        json_name(writer, seat_code(seat));
        json_open(writer, '{');
        json_field_string(writer, "hand", line);
        if (s->choice[seat] == OCHRE_UNKNOWN)
            json_field_string(writer, "choice", "?");
        else
            json_field_int(writer, "choice", s->choice[seat]);
        json_field_int(writer, "shown", s->shown[seat]);
        json_field_int(writer, "pebbles", s->pebbles[seat]);
        json_close(writer, '}');
    }
}
