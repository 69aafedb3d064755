/* pebble_score.c: pebbles taken, and how it ended (P5). */
#include <assert.h>

#include "games/pebble/pebble.h"
#include "rules/ranks.h"

void pebble_standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    *out = (struct ochre_outcome){.part_name = {N_("pebbles")}};
    for (int seat = 0; seat < setup->seats; seat++)
        out->score[seat] = out->part[seat][0] = pebble_of(state)->pebbles[seat];
}

void pebble_outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    assert(pebble_of(state)->phase == PEBBLE_OVER);
    pebble_standing(setup, state, out);
    out->reason = N_("the hands are empty");
    ranks_by_score(out, setup->seats);
}
