/* pebble_check.c: what a sane state is. */
#include "games/pebble/pebble.h"

/* All twelve cards are somewhere, and nothing is counted twice. */
const char *pebble_check(const struct ochre_setup *setup, const struct ochre_state *state)
{
    const struct pebble_state *s = pebble_of(state);
    for (int value = 0; value < PEBBLE_VALUES; value++) {
        int cards = s->deck[value] + s->played[value];
        for (int seat = 0; seat < setup->seats; seat++)
            cards += s->hand[seat][value];
        if (cards != PEBBLE_COPIES)
            return "P1.1: a card is missing or counted twice";
    }
    for (int seat = 0; seat < setup->seats; seat++) {
        int cards = 0;
        for (int value = 0; value < PEBBLE_VALUES; value++)
            cards += s->hand[seat][value];
        if (cards != s->hand_size[seat])
            return "P1.2: a hand does not have its size";
        if (s->choice[seat] && (s->choice[seat] > PEBBLE_VALUES || !s->hand[seat][s->choice[seat] - 1]))
            return "P3.1: a chosen card is not in the hand";
    }
    return s->phase > PEBBLE_OVER ? "unknown phase" : NULL;
}
