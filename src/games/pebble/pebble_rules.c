/* pebble_rules.c: what may happen (docs/rules/pebble.md). Knows no words and no pictures. */
#include <assert.h>

#include "games/pebble/pebble.h"

static int compile(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    (void)terms;
    (void)error;
    int cards = setup->option[PEBBLE_CARDS].number;
    setup->actions = PEBBLE_VALUES;
    setup->chance_actions = PEBBLE_OUTCOMES;
    setup->legal_max = PEBBLE_VALUES;
    setup->state_size = sizeof(struct pebble_state);
    setup->observe_size = (uint32_t)(PEBBLE_PLANES_TABLE + setup->seats * PEBBLE_PLANES_SEAT);
    setup->moves_max = (uint32_t)(setup->seats * cards * 2 + cards);
    return 0;
}

static void start(const struct ochre_setup *setup, struct ochre_state *state)
{
    memset(state->bytes, 0, setup->state_size);
    memset(pebble(state)->deck, PEBBLE_COPIES, PEBBLE_VALUES); /* P1.1 */
}

/* The seat whose card is dealt next (P1.2): the first with the fewest cards. */
static int next_dealt(const struct ochre_setup *setup, const struct pebble_state *s)
{
    int next = 0;
    for (int seat = 1; seat < setup->seats; seat++)
        if (s->hand_size[seat] < s->hand_size[next])
            next = seat;
    return next;
}

static ochre_seats pending(const struct ochre_setup *setup, const struct ochre_state *state)
{
    const struct pebble_state *s = pebble_of(state);
    if (s->phase == PEBBLE_OVER)
        return 0;
    if (s->phase != PEBBLE_CHOOSE)
        return SEAT_BIT(OCHRE_CHANCE);
    ochre_seats seats = 0;
    for (int seat = 0; seat < setup->seats; seat++)
        if (s->choice[seat] == 0)
            seats |= SEAT_BIT(seat);
    return seats;
}

static int legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out)
{
    const struct pebble_state *s = pebble_of(state);
    if (!seats_has(pending(setup, state), seat))
        return 0;
    int count = 0;
    if (s->phase == PEBBLE_STAKE) {
        while (count < PEBBLE_STAKES) { /* P2.1 */
            out[count] = (ochre_action)(PEBBLE_STAKE_BASE + count);
            count++;
        }
        return count;
    }
    const uint8_t *cards = s->phase == PEBBLE_DEAL ? s->deck : s->hand[seat]; /* P1.2, P3.1 */
    for (int value = 0; value < PEBBLE_VALUES; value++)
        if (cards[value])
            out[count++] = (ochre_action)value;
    return count;
}

static uint32_t weight(const struct ochre_setup *setup, const struct ochre_state *state, ochre_action outcome)
{
    (void)setup;
    assert(outcome < PEBBLE_OUTCOMES);
    if (outcome >= PEBBLE_STAKE_BASE)
        return PEBBLE_STAKES - (outcome - PEBBLE_STAKE_BASE); /* P2.1: 3 : 2 : 1 */
    return pebble_of(state)->deck[outcome];
}

static void deal(const struct ochre_setup *setup, struct pebble_state *s, int value, struct ochre_journal *journal)
{
    int seat = next_dealt(setup, s);
    assert(s->deck[value] > 0 && s->hand_size[seat] < setup->option[PEBBLE_CARDS].number); /* P1.2 */
    s->deck[value]--;
    s->hand[seat][value]++;
    s->hand_size[seat]++;
    struct ochre_event *event = journal_tell(journal, PEBBLE_DEALT, seat, value + 1);
    if (event) {
        event->open = 1; /* only the seat sees its card */
        event->seen_by = SEAT_BIT(seat);
    }
    if (s->hand_size[setup->seats - 1] == setup->option[PEBBLE_CARDS].number)
        s->phase = PEBBLE_STAKE;
}

/* P4.1: the highest value shown once, or nobody. */
static int highest_alone(const struct ochre_setup *setup, const struct pebble_state *s)
{
    int taker = OCHRE_NOBODY;
    int best = 0;
    for (int seat = 0; seat < setup->seats; seat++) {
        int same = 0;
        for (int other = 0; other < setup->seats; other++)
            same += s->shown[other] == s->shown[seat];
        if (same == 1 && s->shown[seat] > best) {
            best = s->shown[seat];
            taker = seat;
        }
    }
    return taker;
}

static void show_cards(const struct ochre_setup *setup, struct pebble_state *s, struct ochre_journal *journal)
{
    for (int seat = 0; seat < setup->seats; seat++) { /* P4.3 */
        int value = s->choice[seat];
        assert(value >= 1 && value <= PEBBLE_VALUES && s->hand[seat][value - 1] > 0);
        s->choice[seat] = 0;
        s->shown[seat] = (uint8_t)value;
        s->hand[seat][value - 1]--;
        s->hand_size[seat]--;
        s->played[value - 1]++;
        journal_tell(journal, PEBBLE_SHOWED, seat, value);
    }
    int taker = highest_alone(setup, s);
    if (taker != OCHRE_NOBODY) {
        journal_tell(journal, PEBBLE_TOOK, taker, s->on_table);
        s->pebbles[taker] = (uint8_t)(s->pebbles[taker] + s->on_table);
        s->on_table = 0;
    } else if (setup->option[PEBBLE_CARRY].number == 0) { /* P4.2 */
        journal_tell(journal, PEBBLE_STAYED, s->on_table);
    } else {
        journal_tell(journal, PEBBLE_LOST, s->on_table);
        s->on_table = 0;
    }
    s->phase = s->hand_size[0] ? PEBBLE_STAKE : PEBBLE_OVER; /* P5.1 */
}

static void choose(const struct ochre_setup *setup, struct ochre_state *state, int seat, int value,
                   struct ochre_journal *journal)
{
    struct pebble_state *s = pebble(state);
    assert(s->phase == PEBBLE_CHOOSE && s->hand[seat][value] > 0); /* P3.1 */
    s->choice[seat] = (uint8_t)(value + 1);
    struct ochre_event *event = journal_tell(journal, PEBBLE_CHOSE, seat, value + 1);
    if (event) {
        event->open = 1; /* P3.2 */
        event->seen_by = SEAT_BIT(seat);
    }
    if (pending(setup, state) == 0)
        show_cards(setup, s, journal);
}

static void apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                  struct ochre_journal *journal)
{
    struct pebble_state *s = pebble(state);
    assert(seats_has(pending(setup, state), seat));
    assert(action < (seat == OCHRE_CHANCE ? setup->chance_actions : setup->actions));
    if (s->phase == PEBBLE_DEAL) {
        deal(setup, s, (int)action, journal);
    } else if (s->phase == PEBBLE_STAKE) {
        int stake = (int)action - PEBBLE_STAKE_BASE + 1;
        s->on_table = (uint8_t)(s->on_table + stake);
        s->phase = PEBBLE_CHOOSE;
        journal_tell(journal, PEBBLE_STAKED, stake);
    } else {
        choose(setup, state, seat, (int)action, journal);
    }
}

const struct ochre_rules pebble_rules = {
    .compile = compile,
    .start = start,
    .pending = pending,
    .legal = legal,
    .weight = weight,
    .apply = apply,
    .standing = pebble_standing,
    .outcome = pebble_outcome,
    .redact = pebble_redact,
    .determinize = pebble_determinize,
    .witnesses = pebble_witnesses,
    .check = pebble_check,
};
