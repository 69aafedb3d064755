/* breakthrough_perft.c: leaves of the move tree, counted on the two sets of pawns alone. */
#include <assert.h>

#include "games/breakthrough/breakthrough.h"

/* Leaves below a position that is not over. */
static uint64_t count_leaves(const uint64_t pawns[2], int seat, int depth, bool bulk)
{
    assert(depth > 0 && (pawns[0] & pawns[1]) == 0);
    uint64_t from[BREAKTHROUGH_STEPS];
    breakthrough_steps(pawns, seat, from);
    if (depth == 1 && bulk)
        return (uint64_t)bits_count(from[0]) + (uint64_t)bits_count(from[1]) + (uint64_t)bits_count(from[2]);
    uint64_t leaves = 0;
    for (int step = 0; step < BREAKTHROUGH_STEPS; step++)
        for (uint64_t rest = from[step]; rest; rest &= rest - 1) {
            int square = bits_first(rest);
            uint64_t after[2] = {pawns[0], pawns[1]};
            bool is_won = breakthrough_step(after, seat, square, breakthrough_target(seat, step, square));
            if (depth == 1)
                leaves++;
            else if (!is_won)
                leaves += count_leaves(after, !seat, depth - 1, bulk);
        }
    return leaves;
}

uint64_t breakthrough_perft(const struct ochre_setup *setup, const struct ochre_state *state, int depth, bool bulk,
                            struct ochre_divide *divide)
{
    const struct breakthrough_state *s = breakthrough_of(state);
    if (divide)
        divide->count = 0;
    if (depth == 0)
        return 1;
    if (s->winner)
        return 0;
    if (!divide)
        return count_leaves(s->pawns, s->turn, depth, bulk);
    divide->count = (uint32_t)breakthrough_rules.legal(setup, state, s->turn, divide->action);
    uint64_t leaves = 0;
    for (uint32_t i = 0; i < divide->count; i++) {
        uint64_t after[2] = {s->pawns[0], s->pawns[1]};
        int from = (int)(divide->action[i] % BREAKTHROUGH_SQUARES);
        int step = (int)(divide->action[i] / BREAKTHROUGH_SQUARES);
        bool is_won = breakthrough_step(after, s->turn, from, breakthrough_target(s->turn, step, from));
        divide->nodes[i] = depth == 1 ? 1 : is_won ? 0 : count_leaves(after, !s->turn, depth - 1, bulk);
        leaves += divide->nodes[i];
    }
    return leaves;
}
