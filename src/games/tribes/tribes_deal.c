/* tribes_deal.c: the set-up (2, 4.2): start land from the bag, the row, the first boards, and what seats choose before
 * the first turn. */
#include <assert.h>

#include "games/tribes/tribes.h"

void tribes_set_first(const struct ochre_setup *setup, struct tribes_state *s, int seat)
{
    const struct tribes_tables *t = tribes_tables(setup);
    assert(seat >= 0 && seat < setup->seats);
    s->first = (uint8_t)seat;
    for (int order = 0; order < setup->seats; order++) /* A49 */
        s->seat[tribes_seat_in_order(setup, s, order)].points = t->bonus[setup->seats][order];
}

/* Seats arrange (4.2) or place their first member one after the other; then the starting player takes the first turn.
 */
void tribes_ask_next(const struct ochre_setup *setup, struct tribes_state *s, int seat)
{
    int next = (seat + 1) % setup->seats;
    if (next != s->first) {
        s->actor = (uint8_t)next;
    } else if (s->decision == TRIBES_AT_ARRANGE) {
        tribes_begin(s, TRIBES_AT_FOUND, s->first, 1);
    } else {
        s->turn = s->first;
        tribes_begin(s, TRIBES_AT_TAKE, s->first, 0);
    }
}

/* 2.2: single tiles until three kinds are held; duplicates return as soon as they are (A3). */
static void draw_start_land(const struct ochre_setup *setup, struct tribes_state *s, int resource,
                            struct ochre_journal *journal)
{
    const struct tribes_tables *t = tribes_tables(setup);
    static const uint8_t start[3] = {TRIBES_D4, TRIBES_E4, TRIBES_D5};
    int seat = tribes_seat_in_order(setup, s, s->turn);
    assert(s->turn < setup->seats && s->bag[resource] > 0);
    s->bag[resource]--;
    s->bag_count--;
    TRIBES_TELL(journal, TRIBES_NEWS_DREW, seat, resource);
    if (s->hand[resource]) {
        s->aside[resource]++;
        return;
    }
    s->hand[resource] = 1;
    if (++s->hand_count < 3)
        return;
    int laid = 0;
    int returned = 0;
    for (int kind = 0; kind < TRIBES_RESOURCES; kind++) {
        if (s->hand[kind])
            tribes_put_land(t, &s->seat[seat], kind, start[laid++]); /* A2: in resource order */
        s->bag[kind] = (uint8_t)(s->bag[kind] + s->aside[kind]);
        returned += s->aside[kind];
        s->hand[kind] = s->aside[kind] = 0;
    }
    s->bag_count = (uint8_t)(s->bag_count + returned);
    s->hand_count = 0;
    s->turn++;
    if (returned)
        TRIBES_TELL(journal, TRIBES_NEWS_RETURNED, seat, returned);
}

void tribes_set_up(const struct ochre_setup *setup, struct tribes_state *s, ochre_action outcome,
                   struct ochre_journal *journal)
{
    if (outcome >= TRIBES_LOT) {
        assert(s->first == TRIBES_NONE);
        tribes_set_first(setup, s, (int)outcome - TRIBES_LOT);
        TRIBES_TELL(journal, TRIBES_NEWS_FIRST, s->first);
    } else if (outcome < TRIBES_LINED) {
        draw_start_land(setup, s, (int)outcome - TRIBES_DRAWN, journal);
    } else if (outcome < TRIBES_BOARD) {
        assert(s->row_count < TRIBES_ACTION_TILES);
        s->row[s->row_count++] = (uint8_t)(outcome - TRIBES_LINED);
        TRIBES_TELL(journal, TRIBES_NEWS_LINED, s->row_count, (int)outcome - TRIBES_LINED);
    } else {
        tribes_turn_up(s, outcome, journal);
        if (bits_count(s->up) == TRIBES_COLUMNS) { /* A4: everything is known when the first member is placed */
            bool is_chosen = setup->option[TRIBES_START_ARRANGEMENT].number == TRIBES_ARRANGED_CHOOSE;
            s->turn = s->first;
            tribes_begin(s, is_chosen ? TRIBES_AT_ARRANGE : TRIBES_AT_FOUND, s->first, 1);
        }
    }
}

void tribes_arrange(struct tribes_seat *p, int rank)
{
    uint8_t layout[6][3];
    assert(rank >= 0 && rank < 6 && bits_count(p->ground) == 3 && !p->inhabited);
    tribes_layouts(p, layout);
    memset(p->land, 0, sizeof p->land);
    p->land[layout[rank][0]] = BIT(TRIBES_D4);
    p->land[layout[rank][1]] = BIT(TRIBES_E4);
    p->land[layout[rank][2]] = BIT(TRIBES_D5);
}
