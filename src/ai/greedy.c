/* greedy.c: one move ahead by the game's own judgement. Where something is hidden or left to chance, the move is tried
 * in several states that the seat cannot rule out, the same ones for every move. */
#include "ai/bot_kinds.h"
#include "rules/rules.h"
#include "rules/think.h"

#include <math.h>

enum {
    TRIES_MAX = 24,    /* imagined states per choice … */
    TRIALS_MAX = 4096, /* … fewer when there are many moves */
    TRIES_MIN = 4,
    AFTERMATH_MAX = 64, /* chance moves and simultaneous choices followed after the move */
};

static int tries_for(const struct ochre_setup *setup, int moves)
{
    if (!setup->game->rules->determinize && setup->chance_actions == 0)
        return 1;
    int tries = TRIALS_MAX / moves;
    return tries > TRIES_MAX ? TRIES_MAX : tries < TRIES_MIN ? TRIES_MIN : tries;
}

/* Lets happen what the move has set going: chance, and the seats that were choosing at the same time. */
static void let_settle(struct bot *bot, const struct ochre_setup *setup, struct ochre_state *state,
                       ochre_seats choosing, struct ochre_rng *rng)
{
    const struct ochre_game *game = setup->game;
    for (int step = 0; step < AFTERMATH_MAX; step++) {
        ochre_seats pending = game->rules->pending(setup, state);
        choosing &= pending; /* who is asked again later is asked a new question */
        int seat = pending == SEAT_BIT(OCHRE_CHANCE) ? OCHRE_CHANCE : choosing ? seats_first(choosing) : OCHRE_NOBODY;
        if (seat == OCHRE_NOBODY)
            return;
        int count = game->rules->legal(setup, state, seat, bot->replies);
        ochre_action action = seat == OCHRE_CHANCE ? chance_sample(setup, state, bot->replies, count, rng)
                                                   : bot->replies[rng_below(rng, (uint32_t)count)];
        game->rules->apply(setup, state, seat, action, NULL);
        choosing &= (ochre_seats)~SEAT_BIT(seat);
    }
}

/* Adds what every move is worth in one imagined state. */
static void try_all(struct bot *bot, const struct ochre_setup *setup, const struct ochre_state *imagined, int seat,
                    int count, uint64_t luck)
{
    ochre_seats choosing = setup->game->rules->pending(setup, imagined) & (ochre_seats)~SEAT_BIT(seat);
    for (int i = 0; i < count; i++) {
        struct ochre_state after;
        struct ochre_rng rng;
        rng_seed(&rng, luck); /* the same luck for every move */
        state_copy(setup, &after, imagined);
        setup->game->rules->apply(setup, &after, seat, bot->list[i], NULL);
        let_settle(bot, setup, &after, choosing, &rng);
        float payoff[OCHRE_SEATS_MAX];
        setup->game->think->judge(setup, &after, payoff);
        bot->worth[i] += payoff[seat];
    }
}

ochre_action greedy_think(struct bot *bot, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                          struct ochre_rng *rng, struct bot_thoughts *thoughts)
{
    int count = bot->count;
    thoughts->considered = count;
    if (count == 1)
        return bot->list[0];
    for (int i = 0; i < count; i++)
        bot->worth[i] = 0.0F;
    int tries = tries_for(setup, count);
    int tried = 0;
    for (int n = 0; n < tries; n++) {
        struct ochre_state imagined;
        uint64_t luck = rng_next(rng);
        if (!view_imagine(setup, view, seat, rng, &imagined))
            break;
        try_all(bot, setup, &imagined, seat, count, luck);
        tried++;
        if (thoughts->progress)
            thoughts->progress(thoughts->who, n + 1, tries);
    }
    /* The best; among equals, one by lot. */
    for (int i = 0; i < bot->lean.count; i++)
        bot->worth[i] += bot->lean.by[i] * (float)tried;
    int best = 0;
    uint32_t equals = 0;
    for (int i = 0; i < count; i++) {
        float gain = bot->worth[i] - bot->worth[best];
        if (gain > 1e-5F) {
            best = i;
            equals = 1;
        } else if (fabsf(gain) <= 1e-5F && rng_below(rng, ++equals) == 0) {
            best = i;
        }
    }
    if (tried)
        thoughts->worth = bot->worth[best] / (float)tried - lean_of(&bot->lean, bot->list[best]);
    return bot->list[best];
}
