/* breakthrough_think.c: what a position seems to be worth. */
#include "games/breakthrough/breakthrough.h"

/* How far the pawns of a seat have come, all together, and how many they are. */
static int strength(uint64_t pawns, int seat)
{
    int sum = 0;
    for (uint64_t rest = pawns; rest;) {
        int row = bits_take(&rest) / 8;
        sum += 16 + (seat == 0 ? row : 7 - row);
    }
    return sum;
}

static void judge(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX])
{
    (void)setup;
    const struct breakthrough_state *s = breakthrough_of(state);
    int white = strength(s->pawns[0], 0);
    int black = strength(s->pawns[1], 1);
    payoff[0] = s->winner ? (float)(s->winner == 1) : (float)white / (float)(white + black);
    payoff[1] = 1.0F - payoff[0];
}

const struct ochre_think breakthrough_think = {
    .mistake = 0.10F,
    .judge = judge,
    .perft = breakthrough_perft,
};
