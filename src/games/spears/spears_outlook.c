/* spears_outlook.c: what is likely to come of a position: what each team still lacks, what the running action may
 * bring and cost. Both estimates (spears_think.c, spears_appraise.c) look at positions through this. */
#include <assert.h>

#include "games/spears/spears_outlook.h"

/* What the goal and the units are worth, in berries. */
static const float GOAL_WORTH = 178.0F; /* of a whole goal */
static const float LEVEL_WORTH = 2.3F;

/* ---- what is lacking ---- */

static float lack_of(int have, int need)
{
    return have < need ? (float)(need - have) : 0.0F;
}

/* Pool and needs of the Survivors. With three players 10 of one card and 8 of the other: 9 each, near enough. */
static void find_survivors_lack(const struct spears_tables *t, const struct spears_state *s, struct spears_lack *lack)
{
    int need[SPEARS_RESOURCES] = {0};
    for (int seat = 0; seat < t->seats; seat++)
        for (int card = 0; card < t->goals_each; card++)
            if (s->team[seat] == SPEARS_SURVIVOR && s->goal[seat][card])
                need[s->goal[seat][card] - 1] += t->seats == 4 ? 10 : 9;
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++) {
        int pool = 0;
        for (int seat = 0; seat < t->seats; seat++)
            if (s->team[seat] == SPEARS_SURVIVOR)
                pool += spears_resource(t, s, seat, resource);
        lack->of[resource] = lack_of(pool, need[resource]);
        lack->all += lack->of[resource];
        lack->need += (float)need[resource];
    }
}

/* The Amasser, and the Dominator among three, want 25 of whatever there is; among four, 10 of one resource. */
static void find_single_lack(const struct spears_tables *t, const struct spears_state *s, int seat,
                             struct spears_lack *lack)
{
    lack->is_any = s->team[seat] == SPEARS_AMASSER || t->seats == 3;
    if (lack->is_any) {
        lack->need = 25.0F;
        lack->all = lack_of(spears_total(t, s, seat), 25);
        return;
    }
    int resource = s->goal[seat][0] - 1;
    lack->need = 10.0F;
    lack->of[resource] = lack->all = lack_of(spears_resource(t, s, seat, resource), 10);
}

static void find_lacks(const struct spears_tables *t, const struct spears_state *s,
                       struct spears_lack lacks[SPEARS_TEAMS])
{
    find_survivors_lack(t, s, &lacks[SPEARS_SURVIVOR]);
    assert(lacks[SPEARS_SURVIVOR].need > 0.0F); /* teams and goals are dealt, and imagined where they are secret */
    for (int seat = 0; seat < t->seats; seat++)
        if (s->team[seat] > SPEARS_SURVIVOR && s->team[seat] < SPEARS_TEAMS)
            find_single_lack(t, s, seat, &lacks[s->team[seat]]);
}

float spears_help_of(const struct spears_tables *t, const struct spears_lack *lack, int prey)
{
    float sum = 0.0F;
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++) {
        float brings = t->prey[prey].resource[resource];
        sum += lack->is_any || brings < lack->of[resource] ? brings : lack->of[resource];
    }
    return sum < lack->all ? sum : lack->all;
}

/* What a team misses when the prey is taken from it: nearly all it brings, since a surplus is rare. */
static float harm_of(const struct spears_tables *t, const struct spears_lack *lack, int prey)
{
    float sum = 0.0F;
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
        if (lack->is_any || lack->of[resource] > 0.0F)
            sum += t->prey[prey].resource[resource];
    return sum;
}

/* ---- the running action ---- */

/* Odds that a sum of the others' cards beats -margin: more than it, or at least equal to it. The own card is good. */
float spears_odds(int margin)
{
    static const float table[] = {0.0F, 0.04F, 0.15F, 0.37F, 0.63F, 0.85F, 0.96F, 1.0F};
    int index = margin + 3;
    return table[index < 0 ? 0 : index > 7 ? 7 : index];
}

float spears_toll(const struct spears_tables *t, const struct spears_state *s, int seat, uint16_t units, int level)
{
    assert(level >= 0);
    if (!units)
        return 0.0F;
    int have = t->level[s->tribe[seat]][units];
    return LEVEL_WORTH * (float)(level < have ? level : have) + (have < level ? 0.5F : 0.0F);
}

/* Odds of the hunt with these units of the active player, support counted as it is offered now. */
static float hunt_odds(const struct spears_tables *t, const struct spears_state *s, uint16_t units)
{
    int seat = s->side[0];
    int power = spears_units_power(t, s, seat, units);
    if (s->supporter[0] != OCHRE_NOBODY) {
        power += spears_support(t, s, 0);
    } else {
        int best = 0; /* the best offer will be accepted */
        for (int other = 0; other < t->seats; other++)
            if (s->reaction[other] == SPEARS_OFFERS && s->offered_to[other] == seat) {
                int offer = spears_units_power_with(t, s, other, s->units[other], SPEARS_AMBUSHER);
                best = offer > best ? offer : best;
            }
        power += best;
    }
    return spears_odds(power - t->prey[s->prey - 1].power);
}

/* The best the active player can still make of a chain of units: odds weighed against what is lost. */
static uint16_t likely_units(const struct spears_tables *t, const struct spears_state *s,
                             const struct spears_lack *lack)
{
    int seat = s->side[0];
    uint16_t chosen = s->units[seat];
    if (s->phase != SPEARS_HUNT_UNITS)
        return chosen;
    const struct spears_prey *prey = &t->prey[s->prey - 1];
    float worth = GOAL_WORTH * spears_help_of(t, lack, s->prey - 1) / lack->need;
    uint16_t free = s->active[seat] & spears_units_above(chosen);
    uint16_t best = chosen ? chosen : free;
    float best_value = -1e9F;
    for (unsigned set = free;; set = (set - 1) & free) {
        uint16_t units = (uint16_t)(chosen | set);
        if (units) {
            float value = hunt_odds(t, s, units) * worth - spears_toll(t, s, seat, units, prey->level) -
                          0.3F * (float)bits_count(units) - (float)t->yield[s->tribe[seat]][units];
            if (value > best_value) {
                best_value = value;
                best = units;
            }
        }
        if (set == 0)
            break;
    }
    return best;
}

/* The seat that blocks, as it stands now. */
static int likely_blocker(const struct spears_tables *t, const struct spears_state *s)
{
    int blocker = s->side[1];
    int strongest = -1;
    for (int seat = 0; seat < t->seats && s->side[1] == OCHRE_NOBODY; seat++)
        if (s->reaction[seat] == SPEARS_BLOCKS && spears_block_value(t, s, seat) > strongest) {
            strongest = spears_block_value(t, s, seat);
            blocker = seat;
        }
    return blocker;
}

static void foresee_hunt(const struct spears_tables *t, const struct spears_state *s, struct spears_outlook *outlook)
{
    assert(s->prey && s->side[0] < t->seats);
    const struct spears_prey *prey = &t->prey[s->prey - 1];
    int active = s->side[0];
    uint16_t units = likely_units(t, s, &outlook->lack[s->team[active]]);
    int blocker = likely_blocker(t, s);
    outlook->prey = s->prey - 1;
    outlook->taker = active;
    outlook->gain = hunt_odds(t, s, units);
    outlook->sent[active] = units;
    outlook->lost[active] = spears_toll(t, s, active, units, prey->level);
    if (blocker == OCHRE_NOBODY)
        return;
    int own = spears_units_power_with(t, s, active, units, SPEARS_WARRIOR) + spears_support(t, s, 0);
    int other = spears_block_value(t, s, blocker) + (s->side[1] == blocker ? spears_support(t, s, 1) : 0);
    float blocked = spears_odds(other - own - 1);
    float hunts = spears_odds(spears_units_power(t, s, blocker, s->units[blocker]) - prey->power);
    if (blocked > 0.5F) {
        outlook->taker = blocker;
        outlook->gain = blocked * hunts;
    } else {
        outlook->gain *= 1.0F - blocked;
    }
    outlook->lost[blocker] = spears_toll(t, s, blocker, s->units[blocker], prey->level);
}

/* The prey an attacker will name, or has named; -1: none. */
static int likely_loot(const struct spears_tables *t, const struct spears_state *s, const struct spears_lack *lack)
{
    int prey = s->prey - 1;
    float best = -1.0F;
    for (uint32_t pile = s->prey ? 0 : s->pile[s->side[1]]; pile; pile &= pile - 1) {
        int wanted = __builtin_ctz(pile);
        float value = spears_help_of(t, lack, wanted) - 0.25F * t->prey[wanted].level;
        if (value > best) {
            best = value;
            prey = wanted;
        }
    }
    return prey;
}

static void foresee_fight(const struct spears_tables *t, const struct spears_state *s, struct spears_outlook *outlook)
{
    int active = s->side[0];
    int attacked = s->side[1];
    uint16_t units = s->units[active];
    if (s->phase == SPEARS_FIGHT_UNITS)
        units |= s->active[active] & spears_units_above(units);
    int own = spears_units_power(t, s, active, units) + s->bonus[0] + spears_support(t, s, 0);
    int other = spears_units_power(t, s, attacked, s->units[attacked]) + s->bonus[1] + spears_support(t, s, 1);
    if (s->phase == SPEARS_FIGHT_UNITS || s->phase == SPEARS_PICK || s->phase == SPEARS_LOOT)
        other += 1 + spears_units_power(t, s, attacked, s->active[attacked]) / 2;
    outlook->prey = likely_loot(t, s, &outlook->lack[s->team[active]]);
    outlook->taker = active;
    outlook->from = attacked;
    outlook->gain = spears_odds(own - other);
    outlook->sent[active] = units;
    int level = outlook->prey >= 0 ? t->prey[outlook->prey].level : 0;
    outlook->lost[active] = spears_toll(t, s, active, units, level);
    outlook->lost[attacked] = outlook->gain * spears_toll(t, s, attacked, s->units[attacked], level);
}

/* The defence: what is sent is likely lost, and may save a token of vigor. */
static void foresee_defence(const struct spears_tables *t, const struct spears_state *s, struct spears_outlook *outlook)
{
    assert(s->enemy);
    const struct spears_enemy *enemy = &t->enemy[s->enemy - 1];
    int sum = s->bonus[0];
    for (int k = 0; k < t->seats; k++) {
        int seat = s->token[k];
        sum += k == 0 ? spears_units_power(t, s, seat, s->units[seat])
                      : spears_units_power_with(t, s, seat, s->units[seat], SPEARS_AMBUSHER);
        outlook->sent[seat] = 0; /* who survives a defence is not tired by it */
        outlook->lost[seat] = spears_toll(t, s, seat, s->units[seat], enemy->level);
        if (k > s->at) /* those not asked yet send about a third */
            sum += spears_units_power(t, s, seat, s->active[seat]) / 3;
    }
    outlook->vigor -= 2.0F - spears_odds(sum - enemy->power);
}

/* The prey as good as taken, in what the teams lack. */
static void expect_prey(const struct spears_tables *t, const struct spears_state *s, struct spears_outlook *outlook)
{
    assert(outlook->taker < t->seats && outlook->prey < SPEARS_PREY);
    struct spears_lack *taking = &outlook->lack[s->team[outlook->taker]];
    float help = outlook->gain * spears_help_of(t, taking, outlook->prey);
    outlook->income[outlook->taker] += outlook->gain * (float)t->prey[outlook->prey].berry;
    taking->all -= help;
    if (outlook->from == OCHRE_NOBODY)
        return;
    struct spears_lack *losing = &outlook->lack[s->team[outlook->from]];
    outlook->income[outlook->from] -= outlook->gain * (float)t->prey[outlook->prey].berry;
    losing->all += outlook->gain * harm_of(t, losing, outlook->prey);
}

bool spears_is_told(const struct spears_tables *t, const struct spears_state *s, float payoff[OCHRE_SEATS_MAX])
{
    bool is_over = s->phase == SPEARS_OVER;
    bool is_dealt = s->phase >= SPEARS_DRAW_PREY;
    unsigned teams = is_over ? spears_winners(t, s) : 0;
    for (int seat = 0; seat < t->seats && (is_over || !is_dealt); seat++)
        payoff[seat] = is_over ? (float)(teams >> s->team[seat] & 1) : 1.0F / (float)t->seats;
    return is_over || !is_dealt;
}

void spears_look_out(const struct spears_tables *t, const struct spears_state *s, struct spears_outlook *outlook)
{
    *outlook =
        (struct spears_outlook){.prey = -1, .taker = OCHRE_NOBODY, .from = OCHRE_NOBODY, .vigor = (float)s->vigor};
    find_lacks(t, s, outlook->lack);
    bool is_paying = s->phase == SPEARS_HEAL || s->phase == SPEARS_SACRIFICE;
    bool is_running = s->kind != SPEARS_IDLE && s->phase > SPEARS_DRAW_ENEMY && s->phase != SPEARS_VIGOR;
    if (is_running)
        for (int seat = 0; seat < t->seats; seat++)
            outlook->sent[seat] = s->kind == SPEARS_DEFENDING ? 0 : s->units[seat];
    if (is_paying)
        outlook->gone[s->payer] = s->chosen;
    if (!is_running || is_paying)
        return;
    if (s->kind == SPEARS_HUNTING)
        foresee_hunt(t, s, outlook);
    else if (s->kind == SPEARS_FIGHTING)
        foresee_fight(t, s, outlook);
    else if (s->phase == SPEARS_DEFEND_UNITS)
        foresee_defence(t, s, outlook);
    if (outlook->prey >= 0)
        expect_prey(t, s, outlook);
}
