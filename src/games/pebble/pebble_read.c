/* pebble_read.c: a position typed in, fully checked. */
#include "games/pebble/pebble.h"
#include "rules/reader.h"

enum { PEBBLES_MAX = 60 };

/* Cards, "1 4": every one comes out of the deck. Adds them, and their number to *count. */
static int read_cards(const struct reader *r, struct pebble_state *s, struct json given, const char *key,
                      uint8_t cards[PEBBLE_VALUES], uint8_t *count)
{
    struct json hand = json_get(given, key);
    char line[32] = "";
    if (reader_text(r, given, key, line, sizeof line) < 0)
        return -1;
    for (const char *at = line; *at;) {
        int value;
        if (!text_read_number(&at, 1, &value) || value < 1 || value > PEBBLE_VALUES || (*at != '\0' && *at != ' '))
            return reader_refuse(r, "P1.1", hand, "a card is a value from 1 to 6");
        at += *at == ' ';
        if (s->deck[value - 1] == 0)
            return reader_refuse(r, "P1.1", hand, "there are only two cards of value {0}", NUM(value));
        s->deck[value - 1]--;
        cards[value - 1]++;
        ++*count;
    }
    return 0;
}

/* One seat of a position: {"hand":"1 4", "choice":4, "shown":2, "pebbles":2}. */
static int read_seat(const struct reader *r, const struct ochre_setup *setup, struct pebble_state *s, struct json given,
                     int seat)
{
    if (read_cards(r, s, given, "hand", s->hand[seat], &s->hand_size[seat]) < 0 ||
        reader_byte(r, given, "choice", 0, PEBBLE_VALUES, &s->choice[seat]) < 0 ||
        reader_byte(r, given, "shown", 0, PEBBLE_VALUES, &s->shown[seat]) < 0)
        return -1;
    if (s->choice[seat] && !s->hand[seat][s->choice[seat] - 1])
        return reader_refuse(r, "P3.1", json_get(given, "choice"), "the card is not in the hand");
    if (s->hand_size[seat] > setup->option[PEBBLE_CARDS].number)
        return reader_refuse(r, "P1.2", json_get(given, "hand"), "has too many cards");
    return reader_byte(&(struct reader){r->error, "P5.1"}, given, "pebbles", 0, PEBBLES_MAX, &s->pebbles[seat]);
}

/* P1.2: cards are dealt in turn, one by one. */
static int check_deal(const struct reader *r, const struct ochre_setup *setup, const struct pebble_state *s,
                      struct json position)
{
    int last = setup->seats - 1;
    for (int seat = 1; seat <= last; seat++)
        if (s->hand_size[seat] > s->hand_size[seat - 1] || s->hand_size[seat] + 1 < s->hand_size[0])
            return reader_refuse(r, "P1.2", position, "cards are dealt in turn, from the first seat on");
    if (s->hand_size[last] == setup->option[PEBBLE_CARDS].number)
        return reader_refuse(r, "P1.2", position, "all cards have been dealt");
    for (int seat = 0; seat <= last; seat++)
        if (s->choice[seat] || s->shown[seat])
            return reader_refuse(r, "P3.1", position, "nobody chooses before all cards are dealt");
    return 0;
}

/* All hands are of one size, and whoever is to choose has not. */
static int check_round(const struct reader *r, const struct ochre_setup *setup, const struct pebble_state *s,
                       struct json position)
{
    int chosen = 0;
    for (int seat = 0; seat < setup->seats; seat++) {
        if (s->hand_size[seat] != s->hand_size[0])
            return reader_refuse(r, "P1.2", position, "the hands must be of the same size");
        chosen += s->choice[seat] > 0;
    }
    if ((s->phase == PEBBLE_OVER) != (s->hand_size[0] == 0))
        return reader_refuse(r, "P5.1", position, "play is over when the hands are empty, and not before");
    if (chosen && s->phase != PEBBLE_CHOOSE)
        return reader_refuse(r, "P3.1", position, "cards are chosen in phase CHOOSE");
    if (chosen == setup->seats)
        return reader_refuse(r, "P4.1", position, "when all have chosen, the cards are shown");
    if (s->phase == PEBBLE_CHOOSE && !s->on_table)
        return reader_refuse(r, "P2.1", position, "a round begins with pebbles on the table");
    return 0;
}

/* Where nothing is said: the cards are dealt, and there are pebbles on the table or not. */
static int read_phase(const struct reader *r, struct pebble_state *s, struct json position)
{
    int phase = s->hand_size[0] == 0 ? PEBBLE_OVER : s->on_table ? PEBBLE_CHOOSE : PEBBLE_STAKE;
    if (json_there(json_get(position, "phase")) && reader_word(r, position, "phase", pebble_phases, &phase) < 0)
        return -1;
    s->phase = (uint8_t)phase;
    return 0;
}

static int read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                      struct ochre_error *error)
{
    const struct reader r = {error, "P1.2"};
    struct pebble_state *s = pebble(state);
    memset(state->bytes, 0, setup->state_size);
    memset(s->deck, PEBBLE_COPIES, PEBBLE_VALUES);
    uint8_t played = 0;
    if (reader_byte(&(struct reader){error, "P2.1"}, position, "on_table", 0, PEBBLES_MAX, &s->on_table) < 0 ||
        read_cards(&r, s, position, "played", s->played, &played) < 0)
        return -1;
    for (int seat = 0; seat < setup->seats; seat++)
        if (read_seat(&r, setup, s, json_get(position, seat_code(seat)), seat) < 0)
            return -1;
    if (read_phase(&r, s, position) < 0)
        return -1;
    if (s->phase != PEBBLE_DEAL)
        return check_round(&r, setup, s, position);
    if (played || s->on_table)
        return reader_refuse(&r, "P1.2", position, "nothing is played before all cards are dealt");
    return check_deal(&r, setup, s, position);
}

const struct ochre_read pebble_read = {
    .read_state = read_state,
};
