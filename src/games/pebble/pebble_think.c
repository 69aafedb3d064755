/* pebble_think.c: what a state seems to be worth. */
#include "games/pebble/pebble.h"

/* The share of the pebbles taken so far, counted from an even start; at the end only the winners have one. */
static void judge(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX])
{
    const struct pebble_state *s = pebble_of(state);
    if (s->phase == PEBBLE_OVER) {
        struct ochre_outcome out;
        pebble_outcome(setup, state, &out);
        memcpy(payoff, out.payoff, sizeof out.payoff);
        return;
    }
    int total = setup->seats;
    for (int seat = 0; seat < setup->seats; seat++)
        total += s->pebbles[seat];
    for (int seat = 0; seat < setup->seats; seat++)
        payoff[seat] = (float)(1 + s->pebbles[seat]) / (float)total;
}

const struct ochre_think pebble_think = {
    .mistake = 0.10F,
    .judge = judge,
};
