/* rules.c: the helpers of rules.h, the same for every game. */
#include "rules/rules.h"

#include <assert.h>

void state_look(const struct ochre_setup *setup, const struct ochre_state *state, int viewer, struct ochre_view *view)
{
    assert(viewer >= 0 && viewer <= OCHRE_EVERYBODY && viewer != OCHRE_CHANCE);
    memcpy(view->bytes, state->bytes, setup->state_size);
    if (setup->game->rules->redact && viewer != OCHRE_EVERYBODY)
        setup->game->rules->redact(setup, (struct ochre_state *)view, viewer);
}

bool view_imagine(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_rng *rng,
                  struct ochre_state *state)
{
    memcpy(state->bytes, view->bytes, setup->state_size);
    return !setup->game->rules->determinize ||
           setup->game->rules->determinize(setup, (struct ochre_view *)state, seat, rng);
}

int view_moves(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action *out)
{
    return setup->game->rules->legal(setup, (const struct ochre_state *)view, seat, out);
}

ochre_seats view_pending(const struct ochre_setup *setup, const struct ochre_view *view)
{
    return setup->game->rules->pending(setup, (const struct ochre_state *)view);
}

ochre_seats move_witnesses(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                           ochre_action action)
{
    return setup->game->rules->witnesses ? setup->game->rules->witnesses(setup, state, seat, action) : OCHRE_ALL_SEATS;
}

/* Need the odds of the outcomes not be asked for? */
static bool are_even(const struct ochre_setup *setup, const struct ochre_state *state)
{
    const struct ochre_rules *rules = setup->game->rules;
    return !rules->weight || (rules->is_even && rules->is_even(setup, state));
}

ochre_action chance_pick(const struct ochre_setup *setup, const struct ochre_state *state, const ochre_action *outcomes,
                         int count, uint32_t (*roll)(void *from, uint32_t total), void *from)
{
    enum { KEPT = 64 }; /* odds that need not be asked for twice */
    assert(count > 0);
    const struct ochre_rules *rules = setup->game->rules;
    if (are_even(setup, state))
        return outcomes[roll(from, (uint32_t)count)];
    uint32_t odds[KEPT];
    uint32_t total = 0;
    for (int i = 0; i < count; i++) {
        uint32_t weight = rules->weight(setup, state, outcomes[i]);
        total += weight;
        if (i < KEPT)
            odds[i] = weight;
    }
    assert(total > 0);
    uint32_t number = roll(from, total);
    for (int i = 0; i + 1 < count; i++) {
        uint32_t weight = i < KEPT ? odds[i] : rules->weight(setup, state, outcomes[i]);
        if (number < weight)
            return outcomes[i];
        number -= weight;
    }
    return outcomes[count - 1];
}

static uint32_t roll_small(void *from, uint32_t total)
{
    return rng_below(from, total);
}

ochre_action chance_sample(const struct ochre_setup *setup, const struct ochre_state *state,
                           const ochre_action *outcomes, int count, struct ochre_rng *rng)
{
    if (are_even(setup, state))
        return outcomes[rng_below(rng, (uint32_t)count)];
    return chance_pick(setup, state, outcomes, count, roll_small, rng);
}

ochre_action move_by_list(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                          struct ochre_rng *rng, ochre_action *list)
{
    int count = setup->game->rules->legal(setup, state, seat, list);
    assert(count > 0);
    if (seat == OCHRE_CHANCE)
        return chance_sample(setup, state, list, count, rng);
    return list[rng_choice(rng, (uint32_t)count)];
}

bool legal_has(const ochre_action *list, int count, ochre_action action)
{
    int low = 0;
    int high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (list[middle] < action)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && list[low] == action;
}
