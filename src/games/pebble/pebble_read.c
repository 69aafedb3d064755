/* pebble_read.c: a position typed in, fully checked. */
#include "games/pebble/pebble.h"
#include "rules/reader.h"

enum { PEBBLES_MAX = 60 };

/* A hand, "1 4": every card comes out of the deck. */
static int read_hand(const struct reader *r, struct pebble_state *s, struct json given, int seat)
{
    struct json hand = json_get(given, "hand");
    char line[32] = "";
    if (reader_text(r, given, "hand", line, sizeof line) < 0)
        return -1;
    for (const char *at = line; *at;) {
        int value;
        if (!text_read_number(&at, 1, &value) || value < 1 || value > PEBBLE_VALUES || (*at != '\0' && *at != ' '))
            return reader_refuse(r, "P1.1", hand, "a card is a value from 1 to 6");
        at += *at == ' ';
        if (s->deck[value - 1] == 0)
            return reader_refuse(r, "P1.1", hand, "there are only two cards of value {0}", NUM(value));
        s->deck[value - 1]--;
        s->hand[seat][value - 1]++;
        s->hand_size[seat]++;
    }
    return 0;
}

/* One seat of a position: {"hand":"1 4", "pebbles":2}. */
static int read_seat(const struct reader *r, const struct ochre_setup *setup, struct pebble_state *s, struct json given,
                     int seat)
{
    if (read_hand(r, s, given, seat) < 0)
        return -1;
    if (s->hand_size[seat] > setup->option[PEBBLE_CARDS].number)
        return reader_refuse(r, "P1.2", json_get(given, "hand"), "has too many cards");
    return reader_byte(&(struct reader){r->error, "P5.1"}, given, "pebbles", 0, PEBBLES_MAX, &s->pebbles[seat]);
}

static int read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                      struct ochre_error *error)
{
    const struct reader r = {error, "P1.2"};
    struct pebble_state *s = pebble(state);
    memset(state->bytes, 0, setup->state_size);
    memset(s->deck, PEBBLE_COPIES, PEBBLE_VALUES);
    if (reader_byte(&(struct reader){error, "P2.1"}, position, "on_table", 0, PEBBLES_MAX, &s->on_table) < 0)
        return -1;
    for (int seat = 0; seat < setup->seats; seat++)
        if (read_seat(&r, setup, s, json_get(position, seat_code(seat)), seat) < 0)
            return -1;
    for (int seat = 1; seat < setup->seats; seat++)
        if (s->hand_size[seat] != s->hand_size[0])
            return reader_refuse(&r, "P1.2", position, "the hands must be of the same size");
    s->phase = s->hand_size[0] == 0 ? PEBBLE_OVER : s->on_table ? PEBBLE_CHOOSE : PEBBLE_STAKE;
    return 0;
}

const struct ochre_read pebble_read = {
    .read_state = read_state,
};
