/* spears_fight.c: the Fight for a prey card (4.8). */
#include <assert.h>

#include "games/spears/spears_play.h"

void spears_begin_fight(struct spears_state *s, int attacked, struct ochre_journal *journal)
{
    assert(attacked != s->actor && s->pile[attacked]); /* R26: there is something to fight for */
    spears_begin_sides(s, SPEARS_FIGHTING);
    s->side[1] = (uint8_t)attacked;
    s->phase = SPEARS_FIGHT_UNITS;
    journal_tell(journal, SPEARS_TOLD_FIGHTS, s->actor, attacked);
}

/* 4.8.3: a unit of the attacked player, active or not; skipped when there is none. */
void spears_after_fight_units(struct spears_state *s)
{
    s->phase = spears_units_played(s, s->side[1]) ? SPEARS_PICK : SPEARS_LOOT;
}

struct spears_moves spears_ask_fight(const struct spears_state *s)
{
    struct spears_moves moves = {0, 0};
    if (s->phase == SPEARS_PICK)
        moves.low = (uint64_t)spears_units_played(s, s->side[1]) << SPEARS_UNIT;
    else
        moves.high = (uint64_t)s->pile[s->side[1]] << (SPEARS_LOOT_PREY - 64);
    return moves;
}

void spears_answer_fight(struct spears_state *s, int action, struct ochre_journal *journal)
{
    int attacked = s->side[1];
    if (s->phase == SPEARS_PICK) {
        s->picked = s->units[attacked] = spears_unit_bit(action - SPEARS_UNIT);
        s->phase = SPEARS_LOOT;
        journal_tell(journal, SPEARS_TOLD_PICKED, s->actor, attacked, action - SPEARS_UNIT);
        return;
    }
    assert(s->phase == SPEARS_LOOT);
    s->prey = (uint8_t)(action - SPEARS_LOOT_PREY + 1);
    journal_tell(journal, SPEARS_TOLD_NAMED, s->actor, s->prey - 1);
    s->phase = SPEARS_DEFENDER_UNITS; /* R02: the attacked player adds units */
    s->actor = (uint8_t)attacked;
}

/* 4.8.9: nobody stands for the attacked player. */
bool spears_is_undefended(const struct spears_state *s)
{
    return !s->units[s->side[1]] && s->supporter[1] == OCHRE_NOBODY;
}

void spears_resolve_fight(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    int value[2];
    for (int side = 0; side < 2; side++)
        value[side] = spears_units_power(t, s, s->side[side], s->units[s->side[side]]) + s->bonus[side] +
                      spears_support(t, s, side) + (side == 0 ? s->cards : 0);
    spears_compare(s, SPEARS_VALUE_FIGHT, value[0], value[1], journal);
    if (value[0] > value[1]) {
        spears_win_fight(t, s, journal);
    } else if (value[0] < value[1]) {
        s->hunter = 1;
        int level = t->prey[s->prey - 1].level;
        spears_begin_sacrifice(t, s, s->side[0], level, SPEARS_THEN_SUPPORTER, journal);
    } else {
        spears_end_fight(t, s, journal);
    }
}

/* 4.8.11: first the prey (R28), then attacker and attacked pay (R09). */
void spears_win_fight(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    uint32_t prey = 1u << (s->prey - 1);
    assert(s->pile[s->side[1]] & prey);
    s->hunter = 0;
    s->has_prey = 1;
    s->pile[s->side[1]] &= ~prey;
    s->pile[s->side[0]] |= prey;
    journal_tell(journal, SPEARS_TOLD_STOLE, s->side[0], s->side[1], s->prey - 1);
    int level = t->prey[s->prey - 1].level;
    spears_begin_sacrifice(t, s, s->side[0], level, SPEARS_THEN_ATTACKED_PAYS, journal);
}

void spears_attacked_pays(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    int level = t->prey[s->prey - 1].level;
    spears_begin_sacrifice(t, s, s->side[1], level, SPEARS_THEN_SUPPORTER, journal);
}

/* 4.8.12; R25: a stolen icon gives nothing. */
void spears_end_fight(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    spears_tire(s);
    spears_end_action(t, s, journal);
}
