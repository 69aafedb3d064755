/* valley_score.c: points, and how a play ended (7). */
#include <assert.h>

#include "games/valley/valley.h"
#include "rules/ranks.h"

/* 7: the lower of food and shelter counts. */
void valley_standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    *out = (struct ochre_outcome){.part_name = {N_("food"), N_("shelter"), N_("without the stronger")}};
    for (int seat = 0; seat < setup->seats; seat++) {
        const struct valley_seat *v = &valley_of(state)->seat[seat];
        out->score[seat] = v->fp < v->sp ? v->fp : v->sp;
        out->part[seat][0] = v->fp;
        out->part[seat][1] = v->sp;
        out->part[seat][2] = v->fp > v->sp ? -v->fp : -v->sp; /* parts add up to the score */
    }
}

/* 7: ties share. */
void valley_outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    const struct valley_state *s = valley_of(state);
    assert(s->phase == PHASE_OVER);
    valley_standing(setup, state, out);
    bool is_all_finished = true;
    for (int seat = 0; seat < setup->seats; seat++)
        is_all_finished = is_all_finished && s->seat[seat].is_finished;
    out->reason =
        is_all_finished ? N_("nobody can lay a tile any more") : N_("all tiles are drawn and the round is complete");
    ranks_by_score(out, setup->seats);
}
