/* tribes_check_agenda.c: is what is under way possible (4.1)? Every decision has what it is about, and an answer. */
#include "games/tribes/tribes.h"

static bool is_choice_before_play(int decision)
{
    return decision == TRIBES_AT_ARRANGE || decision == TRIBES_AT_FOUND;
}

/* Is a tile being carried out? */
static bool has_tile(int decision)
{
    return decision == TRIBES_AT_DRAW || decision == TRIBES_AT_REVEAL ||
           (decision >= TRIBES_AT_MODE && decision <= TRIBES_AT_PICK);
}

/* ---- set-up (2.2) ---- */

/* Land is drawn seat by seat, then the row, then the boards of the first epoch. */
static const char *check_setup(const struct ochre_setup *setup, const struct tribes_state *s)
{
    const struct tribes_tables *t = tribes_tables(setup);
    bool has_land = s->turn >= setup->seats;
    if (s->turn > setup->seats || s->left != 1 || (s->first == TRIBES_NONE && s->turn))
        return "2.2: more was drawn than seats can hold";
    for (int order = 0; order < setup->seats; order++) {
        int seat = s->first == TRIBES_NONE ? order : tribes_seat_in_order(setup, s, order);
        const struct tribes_seat *p = &s->seat[seat];
        if (p->ground != (order < s->turn ? TRIBES_START : 0) || p->inhabited || p->exhausted || p->stones)
            return "2.2: in set-up seats hold their three start tiles, one after the other";
    }
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++)
        if (s->hand[resource] > 1 || s->tiles[resource] != t->resource[resource].count ||
            (s->aside[resource] && !s->hand[resource]))
            return "A3: what is drawn twice is put aside, and nothing is lost";
    if (s->hand_count > 2 || (s->hand_count && (has_land || s->first == TRIBES_NONE)))
        return "2.2: three kinds are laid at once";
    if (s->row_count > TRIBES_ACTION_TILES || (s->row_count && !has_land) ||
        (s->up && s->row_count < TRIBES_ACTION_TILES) || (s->up & (s->up + 1u)) || bits_count(s->up) >= TRIBES_COLUMNS)
        return "2.2: land, row and boards come in this order";
    for (int i = 0; i < s->row_count; i++)
        if (s->row[i] >= TRIBES_ACTION_TILES)
            return "2.2: the row begins with action tiles";
    return NULL;
}

/* ARRANGE and FOUND: one seat after the other, from the first. */
static const char *check_founding(const struct ochre_setup *setup, const struct tribes_state *s)
{
    int asked = tribes_order_of_seat(setup, s, s->actor);
    bool is_founding = s->decision == TRIBES_AT_FOUND;
    for (int order = 0; order < setup->seats; order++) {
        const struct tribes_seat *p = &s->seat[tribes_seat_in_order(setup, s, order)];
        if (p->ground != TRIBES_START || (p->inhabited != 0) != (is_founding && order < asked))
            return "4.2: seats choose one after the other, on three tiles";
    }
    return s->left != 1 ? "4.2: everybody chooses once" : NULL;
}

/* ---- a tile being carried out ---- */

/* The decisions of the three actions. */
static bool is_of_deed(int deed, int decision)
{
    switch (decision) {
    case TRIBES_AT_BIRTH:
    case TRIBES_AT_LIFT:
    case TRIBES_AT_DROP: return deed == TRIBES_PROCREATE;
    case TRIBES_AT_DRAW:
    case TRIBES_AT_LAY:
    case TRIBES_AT_RENEW: return deed == TRIBES_EXPLORE;
    case TRIBES_AT_STEP: return deed == TRIBES_MOVE;
    default: return false;
    }
}

static bool is_completing(int decision)
{
    return decision == TRIBES_AT_WILD || decision == TRIBES_AT_REVEAL;
}

static const char *check_tile(const struct ochre_setup *setup, const struct tribes_state *s)
{
    const struct tribes_tables *t = tribes_tables(setup);
    if (!has_tile(s->decision))
        return s->tile != TRIBES_NONE || s->clause || s->targets ? "4.1: a tile is in use, and nobody uses it" : NULL;
    if (s->tile >= TRIBES_TILES)
        return "4.1: no tile is in use";
    if (tribes_is_event(s->tile)) {
        const struct tribes_event_data *event = &t->event[s->tile - TRIBES_ACTION_TILES];
        if (s->clause >= event->clause_count || s->targets >> setup->seats)
            return "4.7: the event has no such clause, or concerns nobody at the table";
        if (s->decision == TRIBES_AT_MODE || is_completing(s->decision))
            return "4.7: an event completes nothing";
        if (s->decision == TRIBES_AT_PICK && !event->clause[s->clause].pick_count)
            return "4.7: the clause leaves no choice";
        return NULL;
    }
    bool is_hand = s->tile >= TRIBES_ACTION_TILES / 2;
    if (s->clause || s->targets || s->actor != s->turn)
        return "4.4: an action concerns its taker alone";
    if (s->decision == TRIBES_AT_MODE || is_completing(s->decision))
        return is_hand ? NULL : "A8: without a hand nothing is completed";
    return is_of_deed(s->tile % 3, s->decision) ? NULL : "4.5: the tile does not ask for that";
}

static const char *check_completing(const struct tribes_tables *t, const struct tribes_state *s)
{
    const struct tribes_seat *p = &s->seat[s->turn];
    if (!is_completing(s->decision))
        return s->slot != TRIBES_NONE || s->reveals ? "4.6: a board is completed, and nobody completes it" : NULL;
    if (s->slot >= TRIBES_SLOTS || !bits_has(s->up, s->slot))
        return "4.6: the board to complete does not lie there";
    if (s->decision == TRIBES_AT_WILD) {
        const struct tribes_board_data *board = &t->board[s->board[s->slot]];
        bool can_pay = s->left <= tribes_missing(p, board) && s->left <= bits_count(tribes_wild(p, board->resource));
        return can_pay && !bits_has(p->stones, s->slot) && !s->reveals ? NULL : "4.6: the board cannot be paid for";
    }
    int epoch = s->slot / TRIBES_COLUMNS;
    bool has_board = epoch + 1 < TRIBES_EPOCHS && !bits_has(s->up, s->slot + TRIBES_COLUMNS) &&
                     (s->unseen_boards & t->boards_of[epoch + 1]);
    bool has_event = (s->unseen_events & t->events_of[epoch]) != 0;
    if (!bits_has(p->stones, s->slot) || !s->reveals || s->left != 1 ||
        ((s->reveals & TRIBES_BOARD_DUE) && !has_board) || ((s->reveals & TRIBES_EVENT_DUE) && !has_event))
        return "4.6: nothing is to be turned up";
    return NULL;
}

/* Has the decision an answer, and as much of it as it says? */
static bool has_answer(const struct tribes_tables *t, const struct tribes_state *s)
{
    const struct tribes_seat *p = &s->seat[s->actor];
    int room = TRIBES_CELLS - bits_count(p->ground);
    bool has_two = (p->inhabited & (p->inhabited - 1)) != 0;
    switch (s->decision) {
    case TRIBES_AT_DRAW: return s->left && s->left <= s->bag_count && s->left + s->hand_count <= room;
    case TRIBES_AT_LAY: return s->hand_count && s->left == s->hand_count && s->hand_count <= room;
    case TRIBES_AT_TAKE: return s->left == 0 && s->actor == s->turn;
    case TRIBES_AT_MODE:
    case TRIBES_AT_PICK: return s->left == 1;
    case TRIBES_AT_BIRTH: return s->left && p->reserve;
    case TRIBES_AT_LIFT: return s->left && has_two && s->relocates;
    case TRIBES_AT_DROP: return s->left && (p->inhabited & ~BIT(s->lifted)) && s->relocates;
    case TRIBES_AT_RENEW: return s->left && tribes_fallow(p);
    case TRIBES_AT_STEP: return s->left > 0;
    case TRIBES_AT_WILD: return s->left > 0;
    case TRIBES_AT_LOSE: return s->left && s->left < tribes_people(t, p);
    case TRIBES_AT_WITHER: return s->left && tribes_barren(p);
    default: return true;
    }
}

static const char *check_leftovers(const struct tribes_state *s)
{
    bool is_dropping = s->decision == TRIBES_AT_DROP;
    bool is_birth = s->decision == TRIBES_AT_BIRTH || s->decision == TRIBES_AT_LIFT || is_dropping;
    bool is_exploring = s->decision == TRIBES_AT_DRAW || s->decision == TRIBES_AT_LAY;
    bool is_setup = s->decision == TRIBES_AT_SETUP;
    if ((s->lifted != TRIBES_NONE) != is_dropping || (is_dropping && !bits_has(s->seat[s->actor].ground, s->lifted)))
        return "4.5: a member is in hand without being sent";
    if ((s->hand_count && !is_exploring && !is_setup) || (s->renews && !is_exploring))
        return "4.5: land is in hand without being laid";
    if (s->relocates && !is_birth)
        return "4.5: nobody is sent";
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++)
        if (s->aside[resource] && !is_setup)
            return "A3: land is aside after set-up";
    return NULL;
}

const char *tribes_check_agenda(const struct ochre_setup *setup, const struct tribes_state *s)
{
    const struct tribes_tables *t = tribes_tables(setup);
    const char *wrong = check_leftovers(s);
    if (!wrong && s->decision != TRIBES_AT_SETUP && s->turn >= setup->seats)
        wrong = "4.1: nobody is on turn";
    if (!wrong && s->decision == TRIBES_AT_SETUP)
        wrong = check_setup(setup, s);
    if (!wrong && is_choice_before_play(s->decision))
        wrong = check_founding(setup, s);
    if (!wrong)
        wrong = check_tile(setup, s);
    if (!wrong && s->decision != TRIBES_AT_SETUP)
        wrong = check_completing(t, s);
    return wrong || has_answer(t, s) ? wrong : "4.1: the decision has no answer";
}
