/* spears_think.c: a quick estimate of every seat's payoff, to compare moves by: how near each team is to its goal, what
 * the tribes can still do, and what the running action is likely to bring. */
#include <assert.h>

#include "games/spears/spears_outlook.h"

/* How much the parts count; found by trial plays against random seats. */
static const float PROGRESS_WEIGHT = 0.80F;
static const float BERRY_WORTH = 0.0045F; /* of a berry, or of a berry's worth of units, with the whole game ahead */
static const float VIGOR_WORTH = 0.012F;
static const float ACTION_WEIGHT = 0.6F; /* of a hunt that could be declared */

/* The part of the game that is still to come, 0 … 1. */
static float time_left(const struct spears_state *s)
{
    return (float)s->vigor / SPEARS_VIGOR_MAX;
}

/* How much of its goal a seat's team has. */
static float share_of_goal(const struct spears_outlook *outlook, int team)
{
    return 1.0F - outlook->lack[team].all / outlook->lack[team].need;
}

static float progress(const struct spears_state *s, const struct spears_outlook *outlook, int seat)
{
    float own = share_of_goal(outlook, s->team[seat]);
    if (s->team[seat] != SPEARS_DOMINATOR)
        return own;
    float rivals = share_of_goal(outlook, SPEARS_SURVIVOR); /* the Dominator loses when they win */
    return own * (1.0F - 0.5F * rivals * rivals);
}

/* What a tribe can still buy and send, in berries. */
static float wealth(const struct spears_tables *t, const struct spears_state *s, int seat)
{
    float turns = (float)s->vigor / 1.6F;
    int berries = s->berries[seat];
    /* Near the cap the next Gathering is partly lost. */
    float sum = berries <= 9 ? (float)berries : 9.0F + 0.4F * (float)(berries - 9);
    for (unsigned left = spears_units_played(s, seat); left; left &= left - 1) {
        const struct spears_unit *unit = &t->unit[s->tribe[seat]][__builtin_ctz(left)];
        float worth = 1.35F * (float)unit->cost;
        if (unit->type == SPEARS_GATHERER)
            worth = 0.9F * (float)unit->berry * turns + 1.0F;
        sum += worth;
    }
    uint16_t turned = s->turned[seat];
    sum -= 0.15F * (float)bits_count(turned) + 0.8F * (float)t->yield[s->tribe[seat]][turned];
    for (uint32_t pile = s->pile[seat]; pile; pile &= pile - 1)
        sum += (float)t->prey[__builtin_ctz(pile)].berry * turns * 0.5F;
    return sum;
}

/* What the seat that is about to act could hunt now, in its payoff: prey of this time of day only, with every unit that
 * is ready. Without it neither time nor a full row would be worth anything until the hunt is declared. */
static float foresee_action(const struct spears_tables *t, const struct spears_state *s,
                            const struct spears_outlook *outlook)
{
    int seat = s->actor;
    const struct spears_lack *lack = &outlook->lack[s->team[seat]];
    uint16_t ready = s->active[seat];
    float best = 0.0F;
    for (int spot = 0; spot < SPEARS_SPOTS && ready; spot++) {
        int prey = s->row[spot] - 1;
        if (prey < 0 || t->prey[prey].is_night != (bool)s->is_night)
            continue;
        float odds = spears_odds(spears_units_power(t, s, seat, ready) - t->prey[prey].power);
        float value = odds * PROGRESS_WEIGHT * spears_help_of(t, lack, prey) / lack->need -
                      BERRY_WORTH * spears_toll(t, s, seat, ready, t->prey[prey].level);
        best = value > best ? value : best;
    }
    return ACTION_WEIGHT * best;
}

static void judge(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX])
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_of(state);
    if (spears_is_told(t, s, payoff))
        return;
    struct spears_outlook outlook;
    spears_look_out(t, s, &outlook);
    assert(s->vigor > 0);
    for (int seat = 0; seat < t->seats; seat++) {
        float reached = progress(s, &outlook, seat);
        float riches = wealth(t, s, seat) - outlook.lost[seat];
        float open = 1.0F - reached;
        float value = PROGRESS_WEIGHT * reached + BERRY_WORTH * riches * (0.3F + 0.7F * time_left(s)) * (0.2F + open) +
                      VIGOR_WORTH * outlook.vigor * (open - 0.1F);
        if (s->phase == SPEARS_ACTION && seat == s->actor)
            value += foresee_action(t, s, &outlook);
        payoff[seat] = value < 0.0F ? 0.0F : value > 1.0F ? 1.0F : value;
    }
}

/* Bold: sends out who can go. Hoarding: keeps berries. Patient: has many Gatherers, and units that rest. */
static void charms(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                   float charm[OCHRE_TEMPERS])
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_of(state);
    charm[OCHRE_BOLD] = (float)(bits_count(s->units[seat]) + bits_count(s->turned[seat]));
    charm[OCHRE_HOARDING] = 0.1F * (float)s->berries[seat];
    charm[OCHRE_PATIENT] = 0.5F * (float)bits_count(s->active[seat]);
    if (s->tribe[seat] != OCHRE_UNKNOWN)
        charm[OCHRE_PATIENT] += (float)t->yield[s->tribe[seat]][spears_units_played(s, seat)];
}

const struct ochre_think spears_think = {
    .mistake = 0.05F,
    .judge = judge,
    .charms = charms,
    .foresight = 16,
    .foresight_moves = 4,
    .appraise = spears_appraise,
};
