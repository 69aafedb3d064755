/* spears_score.c: the end of the game and its winners (section 7). */
#include <assert.h>

#include "games/spears/spears_play.h"
#include "rules/ranks.h"

/* What the teams need (1.3). */
enum {
    SURVIVOR_GOAL = 10,
    SURVIVOR_SAME_GOAL = 20,
    AMASSER_TOTAL = 25,
    DOMINATOR_GOAL = 10,
    TRIO_FIRST_GOAL = 10,
    TRIO_SECOND_GOAL = 8,
    TRIO_DOMINATOR_TOTAL = 25
};

int spears_resource(const struct spears_tables *t, const struct spears_state *s, int seat, int resource)
{
    int sum = 0;
    for (uint32_t pile = s->pile[seat]; pile; pile &= pile - 1)
        sum += t->prey[__builtin_ctz(pile)].resource[resource];
    return sum;
}

int spears_total(const struct spears_tables *t, const struct spears_state *s, int seat)
{
    int sum = 0;
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
        sum += spears_resource(t, s, seat, resource);
    return sum;
}

/* Four players: both goals in the common pool, 20 when they are the same (R36). */
static bool quartet_survives(const struct spears_state *s, const int survivor[2], const int pool[SPEARS_RESOURCES])
{
    assert(s->goal[survivor[0]][0] && s->goal[survivor[1]][0]);
    int first = s->goal[survivor[0]][0] - 1;
    int second = s->goal[survivor[1]][0] - 1;
    if (first == second)
        return pool[first] >= SURVIVOR_SAME_GOAL;
    return pool[first] >= SURVIVOR_GOAL && pool[second] >= SURVIVOR_GOAL;
}

/* Three players: 10 of one card and 8 of the other, the pair chooses which; the demands add up (R35). */
static bool trio_survives(const struct spears_state *s, const int survivor[2], const int pool[SPEARS_RESOURCES])
{
    for (int choice = 0; choice < 4; choice++) {
        int need[SPEARS_RESOURCES] = {0};
        for (int i = 0; i < 2; i++) {
            const uint8_t *goal = s->goal[survivor[i]];
            assert(goal[0] && goal[1]);
            int larger = (choice >> i) & 1;
            need[goal[larger] - 1] += TRIO_FIRST_GOAL;
            need[goal[!larger] - 1] += TRIO_SECOND_GOAL;
        }
        bool has_all = true;
        for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
            has_all = has_all && pool[resource] >= need[resource];
        if (has_all)
            return true;
    }
    return false;
}

unsigned spears_winners(const struct spears_tables *t, const struct spears_state *s)
{
    assert(s->phase == SPEARS_OVER); /* before the deal there are no teams and no goals */
    int survivor[2] = {0, 0};
    int survivors = 0;
    int amasser = OCHRE_NOBODY;
    int dominator = 0;
    for (int seat = 0; seat < t->seats; seat++) {
        if (s->team[seat] == SPEARS_SURVIVOR && survivors < 2)
            survivor[survivors++] = seat;
        else if (s->team[seat] == SPEARS_AMASSER)
            amasser = seat;
        else
            dominator = seat;
    }
    int pool[SPEARS_RESOURCES];
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
        pool[resource] = spears_resource(t, s, survivor[0], resource) + spears_resource(t, s, survivor[1], resource);
    assert(survivors == 2);
    unsigned teams = 0;
    if (t->seats == 4 ? quartet_survives(s, survivor, pool) : trio_survives(s, survivor, pool))
        teams |= 1u << SPEARS_SURVIVOR;
    if (amasser != OCHRE_NOBODY && spears_total(t, s, amasser) >= AMASSER_TOTAL)
        teams |= 1u << SPEARS_AMASSER;
    bool dominates = t->seats == 4 ? spears_resource(t, s, dominator, s->goal[dominator][0] - 1) >= DOMINATOR_GOAL
                                   : spears_total(t, s, dominator) >= TRIO_DOMINATOR_TOTAL;
    if (dominates && !(teams & 1u << SPEARS_SURVIVOR))
        teams |= 1u << SPEARS_DOMINATOR;
    return teams;
}

/* Everything is shown (3.2). */
void spears_end_game(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    assert(s->vigor == 0);
    s->phase = SPEARS_OVER;
    s->actor = OCHRE_NOBODY;
    if (!journal)
        return;
    for (int seat = 0; seat < t->seats; seat++) {
        journal_tell(journal, SPEARS_TOLD_SHOWED_TEAM, seat, s->team[seat]);
        for (int card = 0; card < t->goals_each; card++)
            journal_tell(journal, SPEARS_TOLD_SHOWED_GOAL, seat, s->goal[seat][card] - 1);
    }
    unsigned teams = spears_winners(t, s);
    for (int team = SPEARS_SURVIVOR; team < SPEARS_TEAMS; team++)
        if (teams & 1u << team)
            journal_tell(journal, SPEARS_TOLD_WON, team);
    if (!teams)
        journal_tell(journal, SPEARS_TOLD_WON, SPEARS_NO_TEAM);
}

void spears_standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_of(state);
    *out = (struct ochre_outcome){.part_name = {N_("meat"), N_("bone"), N_("trophy")},
                                  .has_no_points = true}; /* 7: no score, no tie-break */
    for (int seat = 0; seat < t->seats; seat++) {
        for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
            out->part[seat][resource] = spears_resource(t, s, seat, resource);
        out->score[seat] = spears_total(t, s, seat);
    }
}

void spears_outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_of(state);
    assert(s->phase == SPEARS_OVER);
    spears_standing(setup, state, out);
    out->reason = N_("the vigor is used up");
    unsigned teams = spears_winners(t, s);
    ochre_seats winners = 0;
    for (int seat = 0; seat < t->seats; seat++)
        if (teams & 1u << s->team[seat])
            winners |= SEAT_BIT(seat);
    ranks_of_winners(out, t->seats, winners);
}
