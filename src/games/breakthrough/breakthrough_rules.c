/* breakthrough_rules.c: what may happen (docs/rules/breakthrough.md). Knows no words and no pictures. Sets of squares
 * are 64-bit numbers, so all pawns step at once. */
#include <assert.h>

#include "games/breakthrough/breakthrough.h"

/* A pawn of the first row steps six times before it wins, one of the second five: 88 steps a side, and the winning
 * one. */
enum { STEPS_A_SIDE = 8 * 6 + 8 * 5 };

static int compile(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    (void)terms;
    (void)error;
    setup->actions = BREAKTHROUGH_ACTIONS;
    setup->chance_actions = 0;
    setup->legal_max = BREAKTHROUGH_STEPS * BREAKTHROUGH_PAWNS + BREAKTHROUGH_AT_ONCE;
    setup->state_size = sizeof(struct breakthrough_state);
    setup->observe_size = BREAKTHROUGH_PLANES;
    setup->moves_max = 2 * STEPS_A_SIDE + 1;
    return 0;
}

static void start(const struct ochre_setup *setup, struct ochre_state *state)
{
    memset(state->bytes, 0, setup->state_size);
    breakthrough(state)->pawns[0] = BREAKTHROUGH_HOME_0; /* B1.2 */
    breakthrough(state)->pawns[1] = BREAKTHROUGH_HOME_1;
}

static ochre_seats pending(const struct ochre_setup *setup, const struct ochre_state *state)
{
    (void)setup;
    const struct breakthrough_state *s = breakthrough_of(state);
    assert(s->turn < 2 && s->winner <= 2);
    return (ochre_seats)(s->winner ? 0 : SEAT_BIT(s->turn));
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
SMALL_ON_PAGES static int legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                                ochre_action *out)
{
    (void)setup;
    const struct breakthrough_state *s = breakthrough_of(state);
    if (s->winner || s->turn != seat)
        return 0;
    uint64_t from[BREAKTHROUGH_STEPS];
    breakthrough_steps(s->pawns, seat, from);
    int count = 0;
    for (ochre_action step = 0; step < BREAKTHROUGH_STEPS; step++) {
        ochre_action *at = out + count;
        ochre_action base = BREAKTHROUGH_SQUARES * step;
        for (uint64_t rest = from[step]; rest; at += BREAKTHROUGH_AT_ONCE)
            for (int i = 0; i < BREAKTHROUGH_AT_ONCE; i++)
                at[i] = base + take_square(&rest);
        count += bits_count(from[step]);
    }
    assert(count <= BREAKTHROUGH_STEPS * BREAKTHROUGH_PAWNS);
    return count;
}

#ifndef __wasm__ /* a page has no use for it, and would have to fetch it */
/* The step, then the square: counted, not listed. */
static ochre_action lot(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                        struct ochre_rng *rng)
{
    (void)setup;
    uint64_t from[BREAKTHROUGH_STEPS];
    breakthrough_steps(breakthrough_of(state)->pawns, seat, from);
    uint32_t left = (uint32_t)bits_count(from[BREAKTHROUGH_LEFT]);
    uint32_t ahead = left + (uint32_t)bits_count(from[BREAKTHROUGH_AHEAD]);
    uint32_t number = rng_choice(rng, ahead + (uint32_t)bits_count(from[BREAKTHROUGH_RIGHT]));
    uint32_t step = (uint32_t)(number >= left) + (uint32_t)(number >= ahead);
    uint32_t before = number - (const uint32_t[]){0, left, ahead}[step];
    return BREAKTHROUGH_SQUARES * step + (ochre_action)bits_nth(from[step], before);
}
#endif

static void apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                  struct ochre_journal *journal)
{
    (void)setup;
    struct breakthrough_state *s = breakthrough(state);
    assert(!s->winner && s->turn == seat && action < BREAKTHROUGH_ACTIONS);
    int from = (int)(action % BREAKTHROUGH_SQUARES);
    int to = breakthrough_target(seat, (int)(action / BREAKTHROUGH_SQUARES), from);
    assert(to >= 0 && to < BREAKTHROUGH_SQUARES && bits_has(s->pawns[seat], from) && !bits_has(s->pawns[seat], to));
    if (journal) {
        journal_tell(journal, BREAKTHROUGH_MOVED, seat, from, to);
        if (s->pawns[!seat] >> to & 1)
            journal_tell(journal, BREAKTHROUGH_CAPTURED, seat, to);
    }
    s->turn = (uint8_t)!seat; /* B1.3 */
    if (breakthrough_step(s->pawns, seat, from, to)) {
        s->winner = (uint8_t)(seat + 1);
        journal_tell(journal, BREAKTHROUGH_WON, seat);
    }
}

const struct ochre_rules breakthrough_rules = {
    .compile = compile,
    .start = start,
    .pending = pending,
    .legal = legal,
#ifndef __wasm__
    .lot = lot,
#endif
    .apply = apply,
    .standing = breakthrough_standing,
    .outcome = breakthrough_outcome,
    .check = breakthrough_check,
};
