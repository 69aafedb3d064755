/* pebble_tensor.c: a view as numbers for learning. Seats are counted from the one that looks. */
#include "games/pebble/pebble.h"

void pebble_observe(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes)
{
    const struct pebble_state *s = pebble_seen(view);
    for (int value = 0; value < PEBBLE_VALUES; value++) {
        planes[value] = seat < setup->seats ? (float)s->hand[seat][value] : 0.0F;
        planes[PEBBLE_VALUES + value] = (float)s->played[value];
    }
    float *each = planes + 2 * PEBBLE_VALUES;
    for (int step = 0; step < setup->seats; step++, each += PEBBLE_PLANES_SEAT) {
        int other = (seat + step) % setup->seats;
        each[0] = (float)s->hand_size[other];
        each[1] = (float)s->pebbles[other];
        each[2] = s->choice[other] ? 1.0F : 0.0F;
    }
    each[0] = (float)s->on_table;
}

void pebble_planes(const struct ochre_setup *setup, struct ochre_plan *plan)
{
    plan_put(plan, "hand", PLAN_TABLE, PEBBLE_VALUES);
    plan_put(plan, "played", PLAN_TABLE, PEBBLE_VALUES);
    for (int seat = 0; seat < setup->seats; seat++) {
        plan_put(plan, "cards", seat, 1);
        plan_put(plan, "pebbles", seat, 1);
        plan_put(plan, "chosen", seat, 1);
    }
    plan_put(plan, "stake", PLAN_TABLE, 1);
}
