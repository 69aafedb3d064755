/* dice_score.c: points, and who has won (docs/rules/dice.md, 3.8.8). */
#include "games/dice/dice_board.h"
#include "rules/ranks.h"

static const char *const reasons[] = {
    [END_ELIMINATION] = N_("no other stone is left"),
    [END_SUM] = N_("the largest sum of values wins"),
    [END_REPETITION] = N_("the same position came for the third time"),
    [END_NO_PROGRESS] = N_("nothing was taken or joined for too long"),
    [END_EXTINCTION] = N_("no stone is left on the board"),
    [END_RESIGNED] = N_("by resignation"),
};

void dice_standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    const struct dice_tables *t = dice_tables(setup);
    *out = (struct ochre_outcome){.part_name = {N_("sum of values")}};
    for (int seat = 0; seat < setup->seats; seat++) {
        int units;
        out->score[seat] = out->part[seat][0] =
            dice_sum(t, &dice_of(state)->core, dice_colour_of_seat(t, seat), &units);
    }
}

void dice_outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = &dice_of(state)->core;
    assert(core->end && core->named != 0); /* 3.8.8: somebody has the point */
    dice_standing(setup, state, out);
    out->reason = reasons[core->end];
    out->is_draw = !dice_is_won(core) && bits_count(core->named) > 1;
    ochre_seats winners = 0;
    for (int seat = 0; seat < setup->seats; seat++)
        if (core->named >> dice_colour_of_seat(t, seat) & 1)
            winners |= SEAT_BIT(seat);
    ranks_of_winners(out, setup->seats, winners);
    for (int seat = 0; seat < setup->seats; seat++) /* 3.8.8: colours share the point, and partners have the same */
        out->payoff[seat] = seats_has(winners, seat) ? 1.0F / (float)bits_count(core->named) : 0.0F;
}
