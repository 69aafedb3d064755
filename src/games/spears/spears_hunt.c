/* spears_hunt.c: the Hunt: the blocker, the comparison, the prey (4.6). */
#include <assert.h>

#include "games/spears/spears_play.h"

void spears_begin_hunt(struct spears_state *s, int spot, struct ochre_journal *journal)
{
    assert(s->row[spot] && s->active[s->actor]);
    spears_begin_sides(s, SPEARS_HUNTING);
    s->spot = (uint8_t)spot;
    s->prey = s->row[spot];
    s->phase = SPEARS_HUNT_UNITS;
    journal_tell(journal, SPEARS_TOLD_HUNTS, s->actor, s->prey - 1);
}

/* Power with the Warriors: for the choice of the blocker and for the comparison, not for the hunt. */
int spears_block_value(const struct spears_tables *t, const struct spears_state *s, int seat)
{
    return spears_units_power_with(t, s, seat, s->units[seat], SPEARS_WARRIOR);
}

/* 4.6.3: the strongest block counts, on equality the earlier in order. */
int spears_strongest_blocker(const struct spears_tables *t, const struct spears_state *s)
{
    int blocker = OCHRE_NOBODY;
    int best = -1;
    for (int k = 0; k < t->seats; k++) {
        int seat = s->token[k];
        if (s->reaction[seat] == SPEARS_BLOCKS && spears_block_value(t, s, seat) > best) {
            best = spears_block_value(t, s, seat);
            blocker = seat;
        }
    }
    return blocker;
}

/* The other blocks are void. */
void spears_choose_blocker(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    int blocker = spears_strongest_blocker(t, s);
    if (blocker == OCHRE_NOBODY)
        return;
    s->side[1] = (uint8_t)blocker;
    s->blocked |= SEAT_BIT(blocker);
    journal_tell(journal, SPEARS_TOLD_BLOCKER, blocker, spears_block_value(t, s, blocker));
    for (int seat = 0; seat < t->seats; seat++) {
        bool is_void_block = s->reaction[seat] == SPEARS_BLOCKS && seat != blocker; /* R18: the right is kept */
        bool is_void_offer =
            s->reaction[seat] == SPEARS_OFFERS && s->offered_to[seat] != s->side[0] && s->offered_to[seat] != blocker;
        if (is_void_block || is_void_offer) {
            s->reaction[seat] = SPEARS_PASSED;
            s->units[seat] = 0;
        }
    }
}

/* 4.6.7: with a blocker the sides compare first; without one the active player hunts. */
void spears_resolve_hunt(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    assert(s->kind == SPEARS_HUNTING && s->prey == s->row[s->spot]);
    s->hunter = 0;
    if (s->side[1] == OCHRE_NOBODY) {
        spears_hunt_prey(t, s, journal);
        return;
    }
    int first = spears_block_value(t, s, s->side[0]) + spears_support(t, s, 0);
    int second = spears_block_value(t, s, s->side[1]) + spears_support(t, s, 1) + s->cards;
    spears_compare(s, SPEARS_VALUE_BLOCK, first, second, journal);
    if (first == second) {
        spears_end_hunt(t, s, journal);
        return;
    }
    s->hunter = second > first;
    int level = t->prey[s->prey - 1].level;
    spears_begin_sacrifice(t, s, s->side[!s->hunter], level, SPEARS_THEN_HUNT, journal); /* R09: the lower side first */
}

/* 4.6.8, 4.6.9 */
void spears_hunt_prey(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    int hunter = s->side[s->hunter];
    assert(s->units[hunter] && s->prey == s->row[s->spot]);
    const struct spears_prey *prey = &t->prey[s->prey - 1];
    int value = spears_units_power(t, s, hunter, s->units[hunter]) + spears_support(t, s, s->hunter) + s->cards;
    spears_compare(s, SPEARS_VALUE_HUNT, value, prey->power, journal);
    if (value == prey->power) {
        spears_end_hunt(t, s, journal);
    } else if (value < prey->power) {
        spears_begin_sacrifice(t, s, hunter, prey->level, SPEARS_THEN_TIRE, journal);
    } else {
        s->has_prey = 1;
        s->pile[hunter] |= 1u << (s->prey - 1);
        s->row[s->spot] = 0;
        journal_tell(journal, SPEARS_TOLD_TOOK, hunter, s->prey - 1);
        s->then = SPEARS_THEN_HUNTER_PAYS;
        if (!spears_refill(s, s->spot, s->spot, journal)) /* R07: at once */
            spears_hunter_pays(t, s, journal);
    }
}

void spears_hunter_pays(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    int level = t->prey[s->prey - 1].level;
    spears_begin_sacrifice(t, s, s->side[s->hunter], level, SPEARS_THEN_SUPPORTER, journal);
}

/* 4.6.10, 4.6.11 */
void spears_end_hunt(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    spears_tire(s);
    if (s->has_prey && t->prey[s->prey - 1].has_vigor && s->vigor < SPEARS_VIGOR_MAX) {
        s->phase = SPEARS_VIGOR;
        s->actor = s->side[s->hunter]; /* R25 */
    } else {
        spears_end_action(t, s, journal);
    }
}

void spears_answer_vigor(const struct spears_tables *t, struct spears_state *s, int action,
                         struct ochre_journal *journal)
{
    if (action == SPEARS_VIGOR_YES) {
        assert(s->vigor < SPEARS_VIGOR_MAX);
        s->vigor++;
        journal_tell(journal, SPEARS_TOLD_VIGOR, 1, s->vigor);
    }
    spears_end_action(t, s, journal);
}
