/* spears_appraise.c: every seat's chance that its team wins, when all go on as well as judge lets them: traits of the
 * position, weighed by a small network that was fitted to the ends of such plays. */
#include <assert.h>

#include "games/spears/spears_outlook.h"

/* ---- traits ---- */

/* Action steps a seat still has in this turn, the one under way counted while nothing was chosen in it. */
static int steps_left(const struct spears_tables *t, const struct spears_state *s, int seat)
{
    int place = 0;
    while (place < t->seats - 1 && s->token[place] != seat)
        place++;
    bool is_acting = s->phase == SPEARS_ACTION || s->phase == SPEARS_AFTER || s->kind == SPEARS_HUNTING ||
                     s->kind == SPEARS_FIGHTING;
    if (s->kind == SPEARS_DEFENDING || s->phase == SPEARS_DRAW_ENEMY)
        return 0;
    if (!is_acting)
        return place == 0 ? 2 : 1;
    if (place != s->at)
        return place > s->at;
    int second = place == 0 && !s->is_second && s->phase != SPEARS_AFTER;
    return second + (s->phase == SPEARS_ACTION);
}

/* How much of the turn is over. */
static float turn_spent(const struct spears_tables *t, const struct spears_state *s)
{
    if (s->kind == SPEARS_DEFENDING || s->phase == SPEARS_DRAW_ENEMY)
        return 0.9F;
    float part = (float)s->at / (float)t->seats;
    return s->phase == SPEARS_PLAY || s->phase == SPEARS_TIME ? 0.25F * part : 0.25F + 0.6F * part;
}

/* The most that one hunt could bring now, by its odds: by day and by night. */
static void find_hunts(const struct spears_tables *t, const struct spears_state *s, const struct spears_lack *lack,
                       int power, float best[2])
{
    best[0] = best[1] = 0.0F;
    for (int spot = 0; spot < SPEARS_SPOTS; spot++) {
        int prey = s->row[spot] - 1;
        if (prey < 0)
            continue;
        float value = spears_odds(power - t->prey[prey].power) * spears_help_of(t, lack, prey);
        int time = t->prey[prey].is_night;
        best[time] = value > best[time] ? value : best[time];
    }
}

static void find_tribe_traits(const struct spears_tables *t, const struct spears_state *s,
                              const struct spears_outlook *outlook, int seat, float trait[SPEARS_TRIBE_TRAITS])
{
    const struct spears_unit *unit = t->unit[s->tribe[seat]];
    uint16_t ready = (uint16_t)(s->active[seat] & ~outlook->sent[seat] & ~outlook->gone[seat]);
    uint16_t turned = (uint16_t)((s->turned[seat] | (s->active[seat] & outlook->sent[seat])) & ~outlook->gone[seat]);
    int cost = 0;
    for (unsigned left = ready | turned; left; left &= left - 1)
        cost += unit[__builtin_ctz(left)].cost;
    float income = SPEARS_BASE_BERRIES + (float)t->yield[s->tribe[seat]][ready] + outlook->income[seat];
    for (uint32_t pile = s->pile[seat]; pile; pile &= pile - 1)
        income += (float)t->prey[__builtin_ctz(pile)].berry;
    int steps = steps_left(t, s, seat);
    float hunts[2] = {0.0F, 0.0F};
    if (steps)
        find_hunts(t, s, &outlook->lack[s->team[seat]], spears_units_power(t, s, seat, ready), hunts);
    trait[0] = (float)s->berries[seat] / 15.0F;
    trait[1] = income / 8.0F;
    trait[2] = (float)spears_units_power(t, s, seat, ready) / 8.0F;
    trait[3] = (float)spears_units_power(t, s, seat, turned) / 8.0F;
    trait[4] = (float)cost / 20.0F;
    trait[5] = outlook->lost[seat] / 8.0F;
    trait[6] = (float)steps / 2.0F;
    trait[7] = hunts[s->is_night] / 5.0F;
    trait[8] = hunts[!s->is_night] / 5.0F;
}

/* Resources that help the team: in the row, unseen, and with the other teams. */
static void find_supplies(const struct spears_tables *t, const struct spears_state *s, const struct spears_lack *lack,
                          int team, float trait[3])
{
    uint32_t row = 0;
    uint32_t others = 0;
    for (int spot = 0; spot < SPEARS_SPOTS; spot++)
        row |= s->row[spot] ? 1u << (s->row[spot] - 1) : 0;
    for (int seat = 0; seat < t->seats; seat++)
        others |= s->team[seat] == team ? 0 : s->pile[seat];
    const uint32_t where[3] = {row, s->unseen, others};
    static const float usual[3] = {10.0F, 40.0F, 20.0F};
    for (int i = 0; i < 3; i++) {
        float sum = 0.0F;
        for (uint32_t left = where[i]; left; left &= left - 1)
            sum += spears_help_of(t, lack, __builtin_ctz(left));
        trait[i] = sum / usual[i];
    }
}

static void add_tribe(float trait[SPEARS_TRIBE_TRAITS], const float tribe[SPEARS_TRIBE_TRAITS], float share)
{
    for (int i = 0; i < SPEARS_TRIBE_TRAITS; i++)
        trait[i] += share * tribe[i];
}

/* Whose tribe stands where among the traits: the own first, then the Survivors beside it, then the others. */
static void gather_tribes(const struct spears_tables *t, const struct spears_state *s, int seat,
                          float tribe[OCHRE_SEATS_MAX][SPEARS_TRIBE_TRAITS], float *trait)
{
    memset(trait, 0, 3 * SPEARS_TRIBE_TRAITS * sizeof *trait);
    for (int other = 0; other < t->seats; other++) {
        bool survives = s->team[other] == SPEARS_SURVIVOR;
        int place = other == seat ? 0 : survives ? 1 : 2;
        bool is_shared = other != seat && survives != (s->team[seat] == SPEARS_SURVIVOR); /* two of them */
        add_tribe(trait + (ptrdiff_t)place * SPEARS_TRIBE_TRAITS, tribe[other],
                  is_shared && (survives || t->seats == 4) ? 0.5F : 1.0F);
    }
}

void spears_find_traits(const struct spears_tables *t, const struct spears_state *s,
                        float traits[OCHRE_SEATS_MAX][SPEARS_TRAITS])
{
    struct spears_outlook outlook;
    float tribe[OCHRE_SEATS_MAX][SPEARS_TRIBE_TRAITS];
    spears_look_out(t, s, &outlook);
    for (int seat = 0; seat < t->seats; seat++)
        find_tribe_traits(t, s, &outlook, seat, tribe[seat]);
    float spent = turn_spent(t, s);
    for (int seat = 0; seat < t->seats; seat++) {
        const struct spears_lack *lack = &outlook.lack[s->team[seat]];
        float largest = 0.0F;
        for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
            largest = lack->of[resource] > largest ? lack->of[resource] : largest;
        int cards = 0;
        for (int rank = 0; rank < t->values; rank++)
            cards += s->hand[seat][rank] * t->value[rank];
        float pace = lack->all / (outlook.vigor + 1.0F - spent); /* below 0: this turn is likely the last */
        float *trait = traits[seat];
        *trait++ = outlook.vigor / SPEARS_VIGOR_MAX;
        *trait++ = spent;
        *trait++ = lack->all / 12.0F;
        *trait++ = largest / 10.0F;
        *trait++ = pace < 6.0F ? pace / 3.0F : 2.0F;
        find_supplies(t, s, lack, s->team[seat], trait);
        trait += 3;
        gather_tribes(t, s, seat, tribe, trait);
        trait += 3 * SPEARS_TRIBE_TRAITS;
        for (int team = SPEARS_SURVIVOR; team < SPEARS_TEAMS; team++)
            *trait++ = team == s->team[seat] ? 0.0F : outlook.lack[team].all / 12.0F;
        *trait++ = (float)cards / 2.0F;
        *trait++ = s->banned == seat;
        assert(trait == traits[seat] + SPEARS_TRAITS);
    }
}

/* ---- the estimate ---- */

int spears_net_of(const struct spears_tables *t, const struct spears_state *s, int seat)
{
    assert(s->team[seat] > SPEARS_NO_TEAM && s->team[seat] < SPEARS_TEAMS);
    if (t->seats == 4)
        return s->team[seat] - SPEARS_SURVIVOR;
    return s->team[seat] == SPEARS_SURVIVOR ? 3 : 4;
}

void spears_appraise(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX])
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_of(state);
    if (spears_is_told(t, s, payoff))
        return;
    float traits[OCHRE_SEATS_MAX][SPEARS_TRAITS];
    spears_find_traits(t, s, traits);
    for (int seat = 0; seat < t->seats; seat++)
        payoff[seat] = net_chance(spears_net[spears_net_of(t, s, seat)], SPEARS_TRAITS, traits[seat]);
}
