/* breakthrough_rules.c: what may happen (docs/rules/breakthrough.md). Knows no words and no pictures. Sets of squares
 * are 64-bit numbers, so all pawns step at once. */
#include <assert.h>

#include "games/breakthrough/breakthrough.h"

void breakthrough_start(const struct ochre_setup *setup, struct ochre_state *state)
{
    memset(state->bytes, 0, setup->state_size);
    breakthrough(state)->pawns[0] = BREAKTHROUGH_HOME_0; /* B1.2 */
    breakthrough(state)->pawns[1] = BREAKTHROUGH_HOME_1;
}

ochre_seats breakthrough_pending(const struct ochre_setup *setup, const struct ochre_state *state)
{
    (void)setup;
    const struct breakthrough_state *s = breakthrough_of(state);
    return (ochre_seats)(s->winner ? 0 : SEAT_BIT(s->turn));
}

/* The squares from which each step may be made (B2.2, B2.3). */
static inline void steps_from(const uint64_t pawns[2], int seat, uint64_t from[BREAKTHROUGH_STEPS])
{
    uint64_t own = pawns[seat];
    uint64_t all = own | pawns[!seat];
    if (seat == 0) {
        from[BREAKTHROUGH_LEFT] = own & ~BREAKTHROUGH_FILE_A & ~(own >> 7);
        from[BREAKTHROUGH_AHEAD] = own & ~(all >> 8);
        from[BREAKTHROUGH_RIGHT] = own & ~BREAKTHROUGH_FILE_H & ~(own >> 9);
    } else {
        from[BREAKTHROUGH_LEFT] = own & ~BREAKTHROUGH_FILE_A & ~(own << 9);
        from[BREAKTHROUGH_AHEAD] = own & ~(all << 8);
        from[BREAKTHROUGH_RIGHT] = own & ~BREAKTHROUGH_FILE_H & ~(own << 7);
    }
}

/* Takes the lowest square out of a set; any number once it is empty. */
static inline ochre_action take_square(uint64_t *set)
{
    ochre_action square = (ochre_action)__builtin_ctzll(*set | BREAKTHROUGH_LAST);
    *set &= *set - 1;
    return square;
}

/* Four squares at a time, so that the loop nearly always turns as often as the time before; what is written behind the
 * last square is written over or not counted. */
int breakthrough_legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out)
{
    (void)setup;
    const struct breakthrough_state *s = breakthrough_of(state);
    if (s->winner || s->turn != seat)
        return 0;
    uint64_t from[BREAKTHROUGH_STEPS];
    steps_from(s->pawns, seat, from);
    int count = 0;
    for (ochre_action step = 0; step < BREAKTHROUGH_STEPS; step++) {
        ochre_action *at = out + count;
        ochre_action base = BREAKTHROUGH_SQUARES * step;
        for (uint64_t rest = from[step]; rest; at += BREAKTHROUGH_AT_ONCE)
            for (int i = 0; i < BREAKTHROUGH_AT_ONCE; i++)
                at[i] = base + take_square(&rest);
        count += breakthrough_count(from[step]);
    }
    return count;
}

/* Moves a pawn and passes the turn. True when that wins (B3.1, B3.2). */
static inline bool make_step(uint64_t pawns[2], int seat, int from, int to)
{
    pawns[seat] ^= UINT64_C(1) << from | UINT64_C(1) << to;
    pawns[!seat] &= ~(UINT64_C(1) << to);
    return to / 8 == (seat == 0 ? 7 : 0) || pawns[!seat] == 0;
}

void breakthrough_apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                        struct ochre_journal *journal)
{
    (void)setup;
    struct breakthrough_state *s = breakthrough(state);
    assert(!s->winner && s->turn == seat && action < BREAKTHROUGH_ACTIONS);
    int from = (int)(action % BREAKTHROUGH_SQUARES);
    int to = breakthrough_target(seat, (int)(action / BREAKTHROUGH_SQUARES), from);
    if (journal) {
        journal_tell(journal, BREAKTHROUGH_MOVED, seat, from, to);
        if (s->pawns[!seat] >> to & 1)
            journal_tell(journal, BREAKTHROUGH_CAPTURED, seat, to);
    }
    s->turn = (uint8_t)!seat; /* B1.3 */
    if (make_step(s->pawns, seat, from, to)) {
        s->winner = (uint8_t)(seat + 1);
        journal_tell(journal, BREAKTHROUGH_WON, seat);
    }
}

/* Pawns are no points. */
void breakthrough_standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    (void)setup;
    (void)state;
    *out = (struct ochre_outcome){0};
}

void breakthrough_outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    (void)setup;
    const struct breakthrough_state *s = breakthrough_of(state);
    assert(s->winner);
    int winner = s->winner - 1;
    *out = (struct ochre_outcome){.rank = {1, 1}};
    out->winners = SEAT_BIT(winner);
    out->payoff[winner] = 1.0F;
    out->rank[!winner] = 2;
    out->reason = s->pawns[!winner] ? N_("a pawn has reached the last row") : N_("the last pawn was captured");
}

/* How far the pawns of a seat have come, all together, and how many they are. */
static int strength(uint64_t pawns, int seat)
{
    int sum = 0;
    for (uint64_t rest = pawns; rest; rest &= rest - 1) {
        int row = __builtin_ctzll(rest) / 8;
        sum += 16 + (seat == 0 ? row : 7 - row);
    }
    return sum;
}

void breakthrough_judge(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX])
{
    (void)setup;
    const struct breakthrough_state *s = breakthrough_of(state);
    int white = strength(s->pawns[0], 0);
    int black = strength(s->pawns[1], 1);
    payoff[0] = s->winner ? (float)(s->winner == 1) : (float)white / (float)(white + black);
    payoff[1] = 1.0F - payoff[0];
}

/* Leaves below a position that is not over. */
static uint64_t count_leaves(const uint64_t pawns[2], int seat, int depth, bool bulk)
{
    uint64_t from[BREAKTHROUGH_STEPS];
    steps_from(pawns, seat, from);
    if (depth == 1 && bulk)
        return (uint64_t)breakthrough_count(from[0]) + (uint64_t)breakthrough_count(from[1]) +
               (uint64_t)breakthrough_count(from[2]);
    uint64_t leaves = 0;
    for (int step = 0; step < BREAKTHROUGH_STEPS; step++)
        for (uint64_t rest = from[step]; rest; rest &= rest - 1) {
            int square = __builtin_ctzll(rest);
            uint64_t after[2] = {pawns[0], pawns[1]};
            bool is_won = make_step(after, seat, square, breakthrough_target(seat, step, square));
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
    divide->count = (uint32_t)breakthrough_legal(setup, state, s->turn, divide->action);
    uint64_t leaves = 0;
    for (uint32_t i = 0; i < divide->count; i++) {
        uint64_t after[2] = {s->pawns[0], s->pawns[1]};
        int from = (int)(divide->action[i] % BREAKTHROUGH_SQUARES);
        int step = (int)(divide->action[i] / BREAKTHROUGH_SQUARES);
        bool is_won = make_step(after, s->turn, from, breakthrough_target(s->turn, step, from));
        divide->nodes[i] = depth == 1 ? 1 : is_won ? 0 : count_leaves(after, !s->turn, depth - 1, bulk);
        leaves += divide->nodes[i];
    }
    return leaves;
}
