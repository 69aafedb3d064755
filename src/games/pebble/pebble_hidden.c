/* pebble_hidden.c: who knows what, and what a seat cannot rule out. */
#include <assert.h>

#include "games/pebble/pebble.h"

void pebble_redact(const struct ochre_setup *setup, struct ochre_state *state, int viewer)
{
    struct pebble_state *s = pebble(state);
    for (int seat = 0; seat < setup->seats; seat++) {
        if (seat == viewer || s->phase == PEBBLE_OVER)
            continue;
        memset(s->hand[seat], OCHRE_UNKNOWN, PEBBLE_VALUES);
        if (s->choice[seat])
            s->choice[seat] = OCHRE_UNKNOWN; /* P3.2: that it has chosen, not what */
    }
    /* What was not dealt would tell what was: with the own hand it gives the sum of the others'. */
    if (s->phase != PEBBLE_OVER)
        memset(s->deck, OCHRE_UNKNOWN, PEBBLE_VALUES);
}

/* Draws one card from a pool of counts. */
static int draw_from(uint8_t pool[PEBBLE_VALUES], struct ochre_rng *rng)
{
    uint32_t total = 0;
    for (int value = 0; value < PEBBLE_VALUES; value++)
        total += pool[value];
    assert(total > 0);
    uint32_t number = rng_below(rng, total);
    int value = 0;
    while (number >= pool[value])
        number -= pool[value++];
    pool[value]--;
    return value;
}

bool pebble_determinize(const struct ochre_setup *setup, struct ochre_view *view, int seat, struct ochre_rng *rng)
{
    struct pebble_state *s = (struct pebble_state *)view->bytes;
    if (s->phase == PEBBLE_OVER)
        return true;
    uint8_t pool[PEBBLE_VALUES];
    int cards = 0;
    for (int value = 0; value < PEBBLE_VALUES; value++) {
        int known = s->played[value] + (seat < setup->seats ? s->hand[seat][value] : 0);
        if (known > PEBBLE_COPIES)
            return false;
        pool[value] = (uint8_t)(PEBBLE_COPIES - known);
        cards += pool[value];
    }
    for (int other = 0; other < setup->seats; other++)
        cards -= other == seat ? 0 : s->hand_size[other];
    if (cards < 0)
        return false;
    for (int other = 0; other < setup->seats; other++) {
        if (other == seat)
            continue;
        memset(s->hand[other], 0, PEBBLE_VALUES);
        for (int card = 0; card < s->hand_size[other]; card++)
            s->hand[other][draw_from(pool, rng)]++;
        if (s->choice[other]) { /* a choice not shown is hidden information too */
            uint8_t hand[PEBBLE_VALUES];
            memcpy(hand, s->hand[other], PEBBLE_VALUES);
            s->choice[other] = (uint8_t)(draw_from(hand, rng) + 1);
        }
    }
    memcpy(s->deck, pool, PEBBLE_VALUES);
    return true;
}

ochre_seats pebble_witnesses(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                             ochre_action action)
{
    (void)setup;
    const struct pebble_state *s = pebble_of(state);
    if (s->phase == PEBBLE_CHOOSE)
        return SEAT_BIT(seat);
    if (s->phase == PEBBLE_STAKE || action >= PEBBLE_STAKE_BASE)
        return OCHRE_ALL_SEATS;
    int dealt = 0;
    for (int other = 1; other < setup->seats; other++)
        if (s->hand_size[other] < s->hand_size[dealt])
            dealt = other;
    return SEAT_BIT(dealt);
}
