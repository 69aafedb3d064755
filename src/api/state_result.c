/* state_result.c: how a play ended, what it brings, and the points as they are. */
#include "api/api_inner.h"

static bool is_over(const ochre_setup *setup, const ochre_state *state)
{
    return is_state(setup, state) && setup->game->rules->pending(setup, state) == 0;
}

int ochre_state_result(const ochre_setup *setup, const ochre_state *state, ochre_result *result, ochre_why *why)
{
    if (!is_over(setup, state))
        return refuse(why, "", is_state(setup, state) ? "play goes on" : "this is no state of this setup");
    struct ochre_outcome outcome;
    setup->game->rules->outcome(setup, state, &outcome);
    *result =
        (ochre_result){.winners = outcome.winners, .has_points = !outcome.has_no_points, .is_draw = outcome.is_draw};
    for (int seat = 0; seat < setup->seats; seat++) {
        result->payoff[seat] = (double)outcome.payoff[seat];
        result->rank[seat] = outcome.rank[seat];
        result->score[seat] = outcome.score[seat];
    }
    struct ochre_text reason = text_on(result->reason, sizeof result->reason);
    text_add(&reason, outcome.reason);
    return 0;
}

void ochre_state_rewards(const ochre_setup *setup, const ochre_state *state, double *reward)
{
    struct ochre_outcome outcome;
    bool has_ended = is_over(setup, state);
    if (has_ended)
        setup->game->rules->outcome(setup, state, &outcome);
    for (int seat = 0; seat < setup->seats; seat++)
        reward[seat] = has_ended ? (double)outcome.payoff[seat] : 0.0;
}

int ochre_state_scores(const ochre_setup *setup, const ochre_state *state, int32_t *score)
{
    if (!is_state(setup, state))
        return OCHRE_REFUSED;
    struct ochre_outcome outcome = {0};
    setup->game->rules->standing(setup, state, &outcome);
    for (int seat = 0; seat < setup->seats; seat++)
        score[seat] = outcome.score[seat];
    return 0;
}
