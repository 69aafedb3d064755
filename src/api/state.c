/* state.c: states in memory of the caller's: start, copy, moves, results. */
#include "api/api_inner.h"

#include "base/hash.h"
#include "rules/door.h"

void ochre_state_start(const ochre_setup *setup, ochre_state *state)
{
    ochre_state_copy(setup, state, &shared_of(setup)->start);
}

void ochre_state_copy(const ochre_setup *setup, ochre_state *to, const ochre_state *from)
{
    memcpy(to, from, shared_of(setup)->size);
}

int ochre_state_equal(const ochre_setup *setup, const ochre_state *a, const ochre_state *b)
{
    return is_state(setup, a) && is_state(setup, b) && state_equal(setup, a, b);
}

uint64_t ochre_state_hash(const ochre_setup *setup, const ochre_state *state)
{
    uint64_t key[2] = {shared_of(setup)->fingerprint, 0};
    key_add(key, state->bytes, setup->state_size);
    return key[0];
}

/* ---- moves ---- */

uint32_t ochre_state_pending(const ochre_setup *setup, const ochre_state *state)
{
    return is_state(setup, state) ? shared_of(setup)->rules.pending(setup, state) : 0;
}

int ochre_state_turn(const ochre_setup *setup, const ochre_state *state)
{
    uint32_t pending = ochre_state_pending(setup, state);
    return pending ? seats_first((ochre_seats)pending) : OCHRE_OVER;
}

int ochre_state_legal(const ochre_setup *setup, const ochre_state *state, int seat, int32_t *list)
{
    if (!is_state(setup, state) || (!is_seat(setup, seat) && seat != OCHRE_CHANCE))
        return 0;
    return shared_of(setup)->rules.legal(setup, state, seat, (ochre_action *)list);
}

int ochre_state_mask(const ochre_setup *setup, const ochre_state *state, int seat, uint8_t *mask, int32_t *list)
{
    int count = ochre_state_legal(setup, state, seat, list);
    memset(mask, 0, seat == OCHRE_CHANCE ? setup->chance_actions : setup->actions);
    for (int i = 0; i < count; i++)
        mask[list[i]] = 1;
    return count;
}

int ochre_state_chances(const ochre_setup *setup, const ochre_state *state, int32_t *list, double *probability)
{
    int count = ochre_state_legal(setup, state, OCHRE_CHANCE, list);
    double total = 0;
    for (int i = 0; i < count; i++) {
        probability[i] = chance_weight(setup, state, (ochre_action)list[i]);
        total += probability[i];
    }
    for (int i = 0; i < count; i++)
        probability[i] /= total;
    return count;
}

/* Which rule forbids it, from what the seat may know. */
static int refuse_move(const ochre_setup *setup, const ochre_state *state, int seat, int32_t action, int32_t *list,
                       ochre_why *why)
{
    if (setup->game->rules->pending(setup, state) == 0)
        return refuse(why, "turn", "play is over");
    uint32_t bound = seat == OCHRE_CHANCE ? setup->chance_actions : setup->actions;
    if (action < 0 || (uint32_t)action >= bound)
        return refuse_with(why, "notation", "action {0}: expected a number from 0 to {1}", NUM(action),
                           NUM((int64_t)bound - 1));
    if (seat == OCHRE_CHANCE)
        return refuse_with(why, "turn", "chance cannot do {0} now", NUM(action));
    struct ochre_view view;
    char said[sizeof why->words];
    struct ochre_text words = text_on(said, sizeof said);
    state_look(setup, state, seat, &view);
    const char *rule = door_check(setup, &view, seat, (ochre_action)action, (ochre_action *)list, &words);
    return refuse(why, rule ? rule : "turn", said);
}

int ochre_state_apply(const ochre_setup *setup, ochre_state *state, int seat, int32_t action, int32_t *list,
                      ochre_why *why)
{
    if (!is_state(setup, state))
        return refuse(why, "", "this is no state of this setup");
    if (!is_seat(setup, seat) && seat != OCHRE_CHANCE)
        return refuse_with(why, "turn", "there is no seat {0}", NUM(seat));
    int count = shared_of(setup)->rules.legal(setup, state, seat, (ochre_action *)list);
    if (!legal_has((ochre_action *)list, count, (ochre_action)action))
        return refuse_move(setup, state, seat, action, list, why);
    shared_of(setup)->rules.apply(setup, state, seat, (ochre_action)action, NULL);
    return 0;
}

void ochre_state_apply_legal(const ochre_setup *setup, ochre_state *state, int seat, int32_t action)
{
    shared_of(setup)->rules.apply(setup, state, seat, (ochre_action)action, NULL);
}

static int move_by_lot(const ochre_setup *setup, ochre_state *state, int seat, ochre_lot *lot, int32_t *list)
{
    const struct ochre_rules *rules = &shared_of(setup)->rules;
    struct ochre_rng *rng = (struct ochre_rng *)lot;
    ochre_action action =
        rules->lot ? rules->lot(setup, state, seat, rng) : move_by_list(setup, state, seat, rng, (ochre_action *)list);
    rules->apply(setup, state, seat, action, NULL);
    return seat;
}

int ochre_state_roll(const ochre_setup *setup, ochre_state *state, ochre_lot *lot, int32_t *list)
{
    int moves = 0;
    for (; ochre_state_pending(setup, state) == SEAT_BIT(OCHRE_CHANCE); moves++)
        move_by_lot(setup, state, OCHRE_CHANCE, lot, list);
    return moves;
}

int ochre_state_random(const ochre_setup *setup, ochre_state *state, ochre_lot *lot, int32_t *list)
{
    int seat = ochre_state_turn(setup, state);
    return seat == OCHRE_OVER ? OCHRE_OVER : move_by_lot(setup, state, seat, lot, list);
}
