/* spears_defence.c: the shared Defence step (4.11). */
#include <assert.h>

#include "games/spears/spears_play.h"

void spears_begin_defence(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    assert(s->vigor > 0);
    if (s->vigor == 1) { /* 4.11.1 */
        s->vigor = 0;
        journal_tell(journal, SPEARS_TOLD_VIGOR, -1, 0);
        spears_end_game(t, s, journal);
        return;
    }
    s->phase = SPEARS_DRAW_ENEMY;
    s->actor = OCHRE_CHANCE;
}

static void ask_defender(struct spears_state *s, int at)
{
    s->at = (uint8_t)at;
    s->actor = s->token[at];
    s->phase = SPEARS_DEFEND_UNITS;
}

void spears_meet_enemy(struct spears_state *s, int enemy, struct ochre_journal *journal)
{
    assert(enemy >= 0 && enemy < SPEARS_ENEMIES);
    s->actor = s->token[0];
    spears_begin_sides(s, SPEARS_DEFENDING);
    s->enemy = s->met = (uint8_t)(enemy + 1);
    journal_tell(journal, SPEARS_TOLD_ENEMY, enemy);
    ask_defender(s, 0);
}

/* 4.11.4: units that took part, with the first player's bonuses and the others' Ambushers. */
int spears_defence_value(const struct spears_tables *t, const struct spears_state *s)
{
    int first = s->token[0];
    int sum = spears_units_power(t, s, first, s->units[first]) + s->bonus[0];
    for (int k = 1; k < t->seats; k++)
        sum += spears_units_power_with(t, s, s->token[k], s->units[s->token[k]], SPEARS_AMBUSHER);
    return sum;
}

static void fight_enemy(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    int sum = spears_defence_value(t, s);
    int power = t->enemy[s->enemy - 1].power;
    spears_compare(s, SPEARS_VALUE_DEFENCE, sum, power, journal);
    int lost = sum > power ? 1 : 2;
    assert(s->vigor > 1); /* 4.11.1: the last one ends the game without an enemy */
    s->vigor = (uint8_t)(s->vigor > lost ? s->vigor - lost : 0);
    journal_tell(journal, SPEARS_TOLD_VIGOR, -lost, s->vigor);
    if (s->vigor == 0) { /* R31: at once, nobody sacrifices */
        spears_end_game(t, s, journal);
        return;
    }
    s->react_at = 0;
    spears_next_defence_loss(t, s, journal);
}

void spears_next_defender(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    if (s->at + 1 < t->seats)
        ask_defender(s, s->at + 1);
    else
        fight_enemy(t, s, journal);
}

/* R12: survivors keep their state, unless the option turns them. */
static void end_defence(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    for (int seat = 0; t->exhausts && seat < t->seats; seat++) {
        uint16_t tired = s->units[seat] & s->active[seat];
        s->active[seat] &= (uint16_t)~tired;
        s->turned[seat] |= tired;
    }
    s->kind = SPEARS_IDLE;
    spears_end_turn(t, s, journal);
}

/* 4.11.5: each player in order, won or lost. */
void spears_next_defence_loss(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    while (s->react_at < t->seats) {
        int seat = s->token[s->react_at++];
        if (!s->units[seat])
            continue;
        int level = t->enemy[s->enemy - 1].level;
        spears_begin_sacrifice(t, s, seat, level, SPEARS_THEN_NEXT_DEFENDER, journal);
        return;
    }
    end_defence(t, s, journal);
}
