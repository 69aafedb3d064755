/* breakthrough_score.c: who has won (B3). */
#include <assert.h>

#include "games/breakthrough/breakthrough.h"
#include "rules/ranks.h"

/* Pawns are no points. */
void breakthrough_standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    (void)setup;
    (void)state;
    *out = (struct ochre_outcome){0};
}

void breakthrough_outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    const struct breakthrough_state *s = breakthrough_of(state);
    assert(s->winner);
    int winner = s->winner - 1;
    breakthrough_standing(setup, state, out);
    ranks_of_winners(out, setup->seats, SEAT_BIT(winner));
    out->reason = s->pawns[!winner] ? N_("a pawn has reached the last row") : N_("the last pawn was captured");
}
