/* minds.c: what minds by lot make of random plays, as numbers: the same in the program and in WebAssembly
 * (same-minds.py), bit for bit. */
#include <stdio.h>

#include "ai/mind.h"
#include "base/hash.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "table/opening.h"
#include "unit/ai/minds.h"

/* Plays at random; a hash of everything the mind says on the way. */
static uint64_t wander(const struct mind *mind, const struct opening *opening, struct ochre_rng *rng,
                       ochre_action *list)
{
    const struct ochre_setup *setup = &opening->setup;
    const struct ochre_rules *rules = setup->game->rules;
    struct ochre_state state;
    ochre_seats pending;
    uint64_t hash = 0;
    state_copy(setup, &state, &opening->start);
    for (int moves = 0; moves < 400 && (pending = rules->pending(setup, &state)) != 0; moves++) {
        int seat = seats_first(pending);
        int count = rules->legal(setup, &state, seat, list);
        if (seat != OCHRE_CHANCE) {
            struct mind_sight sight = {0};
            float payoff[OCHRE_SEATS_MAX] = {0};
            mind_values(mind, setup, &state, payoff);
            mind_look(mind, setup, &state, seat, &sight);
            float liking[2] = {mind_liking(mind, &sight, list[0], 0.25F),
                               mind_liking(mind, &sight, list[count - 1], 1.0F)};
            mind_share(liking, 2);
            hash = hash_bytes(hash, payoff, sizeof payoff);
            hash = hash_bytes(hash, &sight, sizeof sight);
            hash = hash_bytes(hash, liking, sizeof liking);
        }
        ochre_action action = seat == OCHRE_CHANCE ? chance_sample(setup, &state, list, count, rng)
                                                   : list[rng_below(rng, (uint32_t)count)];
        rules->apply(setup, &state, seat, action, NULL);
    }
    return hash;
}

int main(void)
{
    for (int g = 0; ochre_games[g]; g++) {
        struct ochre_error error = {.words = ""};
        struct opening *opening = opening_new(&(struct opening_request){.game = ochre_games[g]}, &error);
        struct ochre_rng rng;
        if (!opening)
            return 1;
        rng_seed(&rng, (uint64_t)g);
        ochre_action *list = calloc(opening->setup.legal_max, sizeof *list);
        struct mind mind = mind_by_lot(&opening->setup, &rng, false);
        if (!list)
            return 1;
        for (int n = 0; n < 3; n++)
            printf("%s %016llx\n", ochre_games[g]->id, (unsigned long long)wander(&mind, opening, &rng, list));
        mind_by_lot_free(&mind);
        free(list);
        opening_delete(opening);
    }
    return 0;
}
