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

struct spears_needs spears_needs_of_team(int seats, int team)
{
    if (team == SPEARS_SURVIVOR && seats == 4)
        return (struct spears_needs){{SURVIVOR_GOAL, 0}, false};
    if (team == SPEARS_SURVIVOR)
        return (struct spears_needs){{TRIO_FIRST_GOAL, TRIO_SECOND_GOAL}, false};
    if (team == SPEARS_AMASSER)
        return (struct spears_needs){{AMASSER_TOTAL, 0}, true};
    return seats == 4 ? (struct spears_needs){{DOMINATOR_GOAL, 0}, false}
                      : (struct spears_needs){{TRIO_DOMINATOR_TOTAL, 0}, true};
}

/* How much is lacking. */
static int lack(const struct spears_count *count)
{
    int sum = 0;
    for (int what = 0; what <= SPEARS_RESOURCES; what++)
        sum += count->had[what] < count->need[what] ? count->need[what] - count->had[what] : 0;
    return sum;
}

static bool has_all(const struct spears_count *count)
{
    return lack(count) == 0;
}

/* Four players: both goals in the common pool, 20 when they are the same (R36). */
static void need_of_quartet(const struct spears_state *s, const int survivor[2], struct spears_count *count)
{
    assert(s->goal[survivor[0]][0] && s->goal[survivor[1]][0]);
    int first = s->goal[survivor[0]][0] - 1;
    int second = s->goal[survivor[1]][0] - 1;
    count->need[first] = first == second ? SURVIVOR_SAME_GOAL : SURVIVOR_GOAL;
    count->need[second] = count->need[first];
}

/* Three players: 10 of one card and 8 of the other, the pair chooses which; the demands add up (R35). */
static void need_of_trio(const struct spears_state *s, const int survivor[2], struct spears_count *count)
{
    struct spears_count best = *count;
    for (int choice = 0; choice < 4; choice++) {
        struct spears_count tried = *count;
        for (int i = 0; i < 2; i++) {
            const uint8_t *goal = s->goal[survivor[i]];
            assert(goal[0] && goal[1]);
            int larger = (choice >> i) & 1;
            tried.need[goal[larger] - 1] += TRIO_FIRST_GOAL;
            tried.need[goal[!larger] - 1] += TRIO_SECOND_GOAL;
        }
        if (choice == 0 || lack(&tried) < lack(&best))
            best = tried;
    }
    *count = best;
}

struct spears_count spears_count_team(const struct spears_tables *t, const struct spears_state *s, int team)
{
    struct spears_count count = {.seats = 0};
    int member[2] = {0, 0};
    int members = 0;
    assert(s->phase == SPEARS_OVER); /* before the deal there are no teams and no goals */
    for (int seat = 0; seat < t->seats; seat++) {
        if (s->team[seat] != team || members == 2)
            continue;
        member[members++] = seat;
        count.seats |= SEAT_BIT(seat);
        for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
            count.had[resource] += spears_resource(t, s, seat, resource);
        count.had[SPEARS_RESOURCES] += spears_total(t, s, seat);
    }
    if (!members)
        return count;
    if (team == SPEARS_SURVIVOR) {
        assert(members == 2);
        if (t->seats == 4)
            need_of_quartet(s, member, &count);
        else
            need_of_trio(s, member, &count);
    } else {
        struct spears_needs needs = spears_needs_of_team(t->seats, team);
        count.need[needs.is_any ? SPEARS_RESOURCES : s->goal[member[0]][0] - 1] = needs.each[0];
    }
    return count;
}

unsigned spears_winners(const struct spears_tables *t, const struct spears_state *s)
{
    unsigned teams = 0;
    for (int team = SPEARS_SURVIVOR; team < SPEARS_TEAMS; team++) {
        struct spears_count count = spears_count_team(t, s, team);
        bool is_foiled = team == SPEARS_DOMINATOR && (teams & 1u << SPEARS_SURVIVOR);
        if (count.seats && has_all(&count) && !is_foiled)
            teams |= 1u << team;
    }
    return teams;
}

/* What each team needed, and had; and who placed which of the cards that nobody could know the owner of. */
static void tell_counts(const struct spears_tables *t, const struct spears_state *s, struct ochre_journal *journal)
{
    for (int round = 0; round < s->rounds; round++) {
        int args[1 + OCHRE_SEATS_MAX] = {round + 1};
        for (int seat = 0; seat < t->seats; seat++)
            args[1 + seat] = t->value[s->round[round][seat] - 1];
        journal_add(journal, SPEARS_TOLD_SHOWED_CARDS, 1 + t->seats, args);
    }
    for (int team = SPEARS_SURVIVOR; team < SPEARS_TEAMS; team++) {
        struct spears_count count = spears_count_team(t, s, team);
        for (int what = 0; what <= SPEARS_RESOURCES; what++)
            if (count.need[what])
                journal_tell(journal, SPEARS_TOLD_COUNTED, team, what, count.had[what], count.need[what]);
    }
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
    tell_counts(t, s, journal);
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
