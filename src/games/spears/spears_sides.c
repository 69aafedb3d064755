/* spears_sides.c: what hunts and fights share: units chosen one by one, reactions, accepted and obliged support, action
 * cards, payment and tiring (4.1, 4.6, 4.7, 4.9). */
#include <assert.h>

#include "games/spears/spears_play.h"

/* Parts stand in the order of the rules; each goes on with one below it. */
static void next_reaction(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
static void next_accept(const struct spears_tables *t, struct spears_state *s, int side, struct ochre_journal *journal);

void spears_begin_sides(struct spears_state *s, int kind)
{
    assert(kind != SPEARS_IDLE && s->actor < OCHRE_SEATS_MAX);
    s->kind = (uint8_t)kind;
    s->side[0] = s->actor;
    s->side[1] = s->supporter[0] = s->supporter[1] = OCHRE_NOBODY;
    memset(s->reaction, 0, sizeof s->reaction);
    memset(s->offered_to, 0, sizeof s->offered_to);
    memset(s->units, 0, sizeof s->units);
    memset(s->healed, 0, sizeof s->healed);
    memset(s->bonus, 0, sizeof s->bonus);
    s->prey = 0;
    s->picked = 0;
    s->hunter = 0;
    s->has_prey = 0;
    s->cards = 0;
    s->settled = SPEARS_UNSETTLED;
    s->react_at = 0;
}

/* ---- chains of units (K4, K5) ---- */

/* May this chain buy Warrior bonuses? */
static bool may_pay(const struct spears_state *s)
{
    return s->phase == SPEARS_FIGHT_UNITS || s->phase == SPEARS_DEFENDER_UNITS ||
           (s->phase == SPEARS_DEFEND_UNITS && s->at == 0); /* R23 */
}

struct spears_moves spears_ask_units(const struct spears_tables *t, const struct spears_state *s)
{
    int seat = s->actor;
    uint16_t picked = s->phase == SPEARS_DEFENDER_UNITS ? s->picked : 0; /* R22: picked by somebody else */
    uint16_t chosen = s->units[seat] & (uint16_t)~picked;
    uint16_t free = s->active[seat] & (uint16_t)~picked & spears_units_above(chosen);
    if (s->phase == SPEARS_SUPPORT_UNITS && bits_count(chosen) >= SPEARS_SUPPORT_UNITS_MAX)
        free = 0;
    struct spears_moves moves = {.low = (uint64_t)free << SPEARS_UNIT};
    if (may_pay(s) && s->berries[seat])
        moves.low |= (uint64_t)(free & spears_units_of_type(t, s, seat, SPEARS_WARRIOR)) << SPEARS_PAID;
    if (chosen || s->phase == SPEARS_DEFENDER_UNITS || s->phase == SPEARS_DEFEND_UNITS)
        moves.low |= (uint64_t)1 << SPEARS_DONE;
    return moves;
}

static void end_units(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    switch (s->phase) {
    case SPEARS_FIGHT_UNITS: spears_after_fight_units(s); break;
    case SPEARS_DEFEND_UNITS: spears_next_defender(t, s, journal); break;
    default: next_reaction(t, s, journal); break;
    }
}

void spears_answer_units(const struct spears_tables *t, struct spears_state *s, int action,
                         struct ochre_journal *journal)
{
    int seat = s->actor;
    if (action == SPEARS_DONE) {
        end_units(t, s, journal);
        return;
    }
    bool is_paid = action >= SPEARS_PAID;
    int slot = (action - SPEARS_UNIT) % SPEARS_UNITS;
    assert(s->active[seat] & spears_unit_bit(slot));
    assert(!is_paid || s->berries[seat] > 0);
    s->units[seat] |= spears_unit_bit(slot);
    if (is_paid) { /* K5: paid at once, never refunded (R48) */
        s->berries[seat]--;
        s->bonus[seat == s->side[0] ? 0 : 1]++;
    }
    journal_tell(journal, SPEARS_TOLD_SENDS, seat, slot, is_paid);
}

/* ---- reactions (4.6.2, 4.8.6) ---- */

/* Asks the next seat in order that can react (R44: from token 1); players without active units pass by K2. */
static void next_reaction(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    while (s->react_at < t->seats) {
        int seat = s->token[s->react_at++];
        if (seat == s->side[0] || seat == s->side[1] || !s->active[seat])
            continue;
        s->actor = (uint8_t)seat;
        s->phase = s->kind == SPEARS_HUNTING ? SPEARS_REACT : SPEARS_FIGHT_REACT;
        return;
    }
    if (s->kind == SPEARS_HUNTING)
        spears_choose_blocker(t, s, journal);
    next_accept(t, s, 0, journal);
}

struct spears_moves spears_ask_react(const struct spears_tables *t, const struct spears_state *s)
{
    int seat = s->actor;
    struct spears_moves moves = {.low = (uint64_t)1 << SPEARS_DONE};
    spears_moves_put(&moves, SPEARS_SUPPORT + s->side[0]);
    if (s->phase == SPEARS_FIGHT_REACT) {
        spears_moves_put(&moves, SPEARS_SUPPORT + s->side[1]);
        return moves;
    }
    if (s->banned != seat && !seats_has(s->blocked, seat)) /* R16, R18 */
        spears_moves_put(&moves, SPEARS_BLOCK);
    for (int other = 0; other < t->seats; other++) /* R17: blocks declared so far */
        if (s->reaction[other] == SPEARS_BLOCKS)
            spears_moves_put(&moves, SPEARS_SUPPORT + other);
    return moves;
}

void spears_answer_react(const struct spears_tables *t, struct spears_state *s, int action,
                         struct ochre_journal *journal)
{
    int seat = s->actor;
    if (action == SPEARS_DONE) {
        s->reaction[seat] = SPEARS_PASSED;
        journal_tell(journal, SPEARS_TOLD_PASSES, seat);
        next_reaction(t, s, journal);
    } else if (action == SPEARS_BLOCK) {
        s->reaction[seat] = SPEARS_BLOCKS;
        s->phase = SPEARS_BLOCK_UNITS;
        journal_tell(journal, SPEARS_TOLD_BLOCKS, seat);
    } else {
        s->reaction[seat] = SPEARS_OFFERS;
        s->offered_to[seat] = (uint8_t)(action - SPEARS_SUPPORT);
        s->phase = SPEARS_SUPPORT_UNITS;
        journal_tell(journal, SPEARS_TOLD_OFFERS, seat, s->offered_to[seat]);
    }
}

/* ---- accepting (4.6.4, 4.8.7) ---- */

static ochre_seats offers_to(const struct spears_tables *t, const struct spears_state *s, int seat)
{
    ochre_seats seats = 0;
    for (int other = 0; other < t->seats; other++)
        if (s->reaction[other] == SPEARS_OFFERS && s->offered_to[other] == seat)
            seats |= SEAT_BIT(other);
    return seats;
}

/* 4.7: those the Shaman may oblige. R19: refused supporters and void blockers are among them. */
static ochre_seats candidates(const struct spears_tables *t, const struct spears_state *s)
{
    ochre_seats seats = 0;
    for (int seat = 0; seat < t->seats; seat++)
        if (seat != s->token[1] && seat != s->side[0] && seat != s->side[1] && seat != s->supporter[0] &&
            seat != s->supporter[1] && seat != s->obliged_before && s->active[seat])
            seats |= SEAT_BIT(seat);
    return seats;
}

static bool has_lone_side(const struct spears_state *s)
{
    return s->supporter[0] == OCHRE_NOBODY || (s->side[1] != OCHRE_NOBODY && s->supporter[1] == OCHRE_NOBODY);
}

static void settle(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    if (s->kind == SPEARS_HUNTING)
        spears_resolve_hunt(t, s, journal);
    else
        spears_resolve_fight(t, s, journal);
}

static void begin_cards(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    if (s->kind == SPEARS_FIGHTING && spears_is_undefended(s)) { /* 4.8.9, R21, R27 */
        s->settled = SPEARS_UNFOUGHT;
        journal_tell(journal, SPEARS_TOLD_UNFOUGHT, s->side[1]);
        spears_win_fight(t, s, journal);
        return;
    }
    /* R42: there are always cards in play. A typed-in position may lack them; then nothing is placed. */
    int cards = 0;
    for (int rank = 0; rank < t->values; rank++)
        cards += s->hand[0][rank];
    if (!cards) {
        settle(t, s, journal);
        return;
    }
    s->phase = SPEARS_CARDS;
    s->actor = OCHRE_NOBODY;
}

/* 4.7: the Shaman is asked after the last answer and before the cards (R21). */
static void begin_oblige(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    if (s->obliged == OCHRE_NOBODY && has_lone_side(s) && candidates(t, s)) {
        s->phase = SPEARS_OBLIGE;
        s->actor = s->token[1];
    } else {
        begin_cards(t, s, journal);
    }
}

static void next_accept(const struct spears_tables *t, struct spears_state *s, int side, struct ochre_journal *journal)
{
    for (; side < 2; side++)
        if (s->side[side] != OCHRE_NOBODY && offers_to(t, s, s->side[side])) {
            s->phase = SPEARS_ACCEPT;
            s->actor = s->side[side];
            return;
        }
    begin_oblige(t, s, journal);
}

struct spears_moves spears_ask_accept(const struct spears_tables *t, const struct spears_state *s)
{
    uint64_t offers = offers_to(t, s, s->actor);
    return (struct spears_moves){.low = (uint64_t)1 << SPEARS_DONE | offers << SPEARS_ACCEPT_SEAT};
}

void spears_answer_accept(const struct spears_tables *t, struct spears_state *s, int action,
                          struct ochre_journal *journal)
{
    int seat = s->actor;
    int side = seat == s->side[0] ? 0 : 1;
    int accepted = action == SPEARS_DONE ? OCHRE_NOBODY : action - SPEARS_ACCEPT_SEAT;
    ochre_seats offers = offers_to(t, s, seat);
    for (int other = 0; other < t->seats; other++)
        if (seats_has(offers, other) && other != accepted) { /* refused units take no part and stay active */
            s->reaction[other] = SPEARS_PASSED;
            s->units[other] = 0;
        }
    assert(accepted == OCHRE_NOBODY || seats_has(offers, accepted));
    s->supporter[side] = (uint8_t)accepted;
    if (accepted == OCHRE_NOBODY)
        journal_tell(journal, SPEARS_TOLD_REFUSED, seat);
    else
        journal_tell(journal, SPEARS_TOLD_ACCEPTED, seat, accepted);
    next_accept(t, s, side + 1, journal);
}

/* ---- the Shaman (4.7) ---- */

struct spears_moves spears_ask_oblige(const struct spears_tables *t, const struct spears_state *s)
{
    struct spears_moves moves = {0, 0};
    if (s->phase == SPEARS_OBLIGE) {
        moves.low = (uint64_t)1 << SPEARS_DONE | (uint64_t)candidates(t, s) << SPEARS_OBLIGE_SEAT;
    } else if (s->phase == SPEARS_OBLIGE_UNIT) {
        moves.low = (uint64_t)s->active[s->obliged] << SPEARS_UNIT;
    } else {
        for (int side = 0; side < 2; side++)
            if (s->side[side] != OCHRE_NOBODY && s->supporter[side] == OCHRE_NOBODY)
                spears_moves_put(&moves, SPEARS_FOR + s->side[side]);
    }
    return moves;
}

void spears_answer_oblige(const struct spears_tables *t, struct spears_state *s, int action,
                          struct ochre_journal *journal)
{
    if (action == SPEARS_DONE) {
        begin_cards(t, s, journal);
    } else if (s->phase == SPEARS_OBLIGE) {
        assert(s->obliged == OCHRE_NOBODY); /* once a turn */
        s->obliged = (uint8_t)(action - SPEARS_OBLIGE_SEAT);
        s->reaction[s->obliged] = SPEARS_PASSED;
        s->units[s->obliged] = 0;
        s->phase = SPEARS_OBLIGE_UNIT;
        journal_tell(journal, SPEARS_TOLD_CALLED, s->actor, s->obliged);
    } else if (s->phase == SPEARS_OBLIGE_UNIT) {
        s->units[s->obliged] = spears_unit_bit(action - SPEARS_UNIT);
        s->phase = SPEARS_OBLIGE_SIDE;
        journal_tell(journal, SPEARS_TOLD_OBLIGED, s->actor, s->obliged, action - SPEARS_UNIT);
    } else { /* R20: it counts as support in every respect */
        int side = action - SPEARS_FOR == s->side[0] ? 0 : 1;
        assert(s->supporter[side] == OCHRE_NOBODY);
        s->supporter[side] = s->obliged;
        s->reaction[s->obliged] = SPEARS_OFFERS;
        s->offered_to[s->obliged] = s->side[side];
        journal_tell(journal, SPEARS_TOLD_OBLIGED_FOR, s->obliged, s->side[side]);
        begin_cards(t, s, journal);
    }
}

/* ---- action cards (4.9) ---- */

/* Publishes the cards sorted: who placed which stays unknown. */
static void reveal(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    assert(s->rounds < SPEARS_ROUNDS_MAX);
    uint8_t *shown = s->reveal[s->rounds];
    int args[OCHRE_SEATS_MAX] = {0};
    int count = 0;
    for (int rank = 0; rank < t->values; rank++)
        for (int seat = 0; seat < t->seats; seat++)
            if (s->placed[seat] == rank + 1) {
                args[count] = t->value[rank];
                s->cards = (int16_t)(s->cards + t->value[rank]);
                shown[count++] = (uint8_t)(rank + 1);
            }
    for (int seat = 0; seat < t->seats; seat++) {
        assert(s->hand[seat][s->placed[seat] - 1] > 0);
        s->round[s->rounds][seat] = s->placed[seat];
        s->hand[seat][s->placed[seat] - 1]--;
        s->placed[seat] = 0;
    }
    s->rounds++;
    journal_add(journal, SPEARS_TOLD_REVEALED, t->seats, args);
}

void spears_place_card(const struct spears_tables *t, struct spears_state *s, int seat, int rank,
                       struct ochre_journal *journal)
{
    assert(!s->placed[seat] && rank >= 0 && rank < t->values && s->hand[seat][rank] > 0);
    s->placed[seat] = (uint8_t)(rank + 1);
    struct ochre_event *event = journal_tell(journal, SPEARS_TOLD_PLACED, seat, t->value[rank]);
    if (event) {
        event->open = 1; /* that a card was placed, not which */
        event->seen_by = SEAT_BIT(seat);
    }
    for (int other = 0; other < t->seats; other++)
        if (!s->placed[other])
            return;
    reveal(t, s, journal);
    settle(t, s, journal);
}

/* ---- values, payment, tiring ---- */

int spears_support(const struct spears_tables *t, const struct spears_state *s, int side)
{
    int seat = s->supporter[side];
    return seat == OCHRE_NOBODY ? 0 : spears_units_power_with(t, s, seat, s->units[seat], SPEARS_AMBUSHER); /* R24 */
}

void spears_compare(struct spears_state *s, int which, int first, int second, struct ochre_journal *journal)
{
    assert(which >= 0 && which < SPEARS_VALUES);
    s->has_value[which] = 1;
    s->settled = (uint8_t)(1 + which);
    s->value[which][0] = (int16_t)first;
    s->value[which][1] = (int16_t)second;
    journal_tell(journal, SPEARS_TOLD_COMPARED, which, first, second);
}

/* The berry value of the prey goes to the supporter of the winning side (4.6.9, 4.8.11, R29). */
void spears_pay_supporter(const struct spears_tables *t, struct spears_state *s, int side,
                          struct ochre_journal *journal)
{
    int seat = s->supporter[side];
    int berries = t->prey[s->prey - 1].berry;
    if (seat == OCHRE_NOBODY || !berries)
        return;
    spears_gain_berries(s, seat, berries);
    journal_tell(journal, SPEARS_TOLD_PAID, seat, berries, s->berries[seat]);
}

static void tire_seat(struct spears_state *s, int seat)
{
    if (seat == OCHRE_NOBODY)
        return;
    uint16_t tired = s->units[seat] & s->active[seat];
    s->active[seat] &= (uint16_t)~tired;
    s->turned[seat] |= tired;
}

/* 4.6.10, 4.8.12: all partaking units still on the table become inactive. */
void spears_tire(struct spears_state *s)
{
    for (int side = 0; side < 2; side++) {
        tire_seat(s, s->side[side]);
        tire_seat(s, s->supporter[side]);
    }
}
