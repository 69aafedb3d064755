/* playout.h: random play to the end, the inner loop of measurements and searches. The full list of moves is made at
 * every decision. */
#ifndef OCHRE_LAB_PLAYOUT_H
#define OCHRE_LAB_PLAYOUT_H

#include "rules/game.h"
#include "rules/rules.h"

/* One random move of whoever is asked first; false when the play is over. `list` has room for setup->legal_max. */
static inline bool playout_move(const struct ochre_setup *setup, struct ochre_state *state, struct ochre_rng *rng,
                                ochre_action *list)
{
    const struct ochre_rules *rules = setup->game->rules;
    ochre_seats pending = rules->pending(setup, state);
    if (!pending)
        return false;
    int seat = seats_first(pending);
    int count = rules->legal(setup, state, seat, list);
    ochre_action action =
        seat == OCHRE_CHANCE ? chance_sample(setup, state, list, count, rng) : list[rng_below(rng, (uint32_t)count)];
    rules->apply(setup, state, seat, action, NULL);
    return true;
}

/* Plays to the end; returns the moves made, chance included. */
static inline uint64_t playout(const struct ochre_setup *setup, struct ochre_state *state, struct ochre_rng *rng,
                               ochre_action *list)
{
    uint64_t moves = 0;
    while (playout_move(setup, state, rng, list))
        moves++;
    return moves;
}

#endif
