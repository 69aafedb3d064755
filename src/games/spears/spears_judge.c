/* spears_judge.c: a quick estimate of every seat's payoff, for search on imagined states: how near each team is to its
 * goal, what the tribes can still do, and what the running action is likely to bring. */
#include "games/spears/spears.h"

/* How much the parts count; found by trial plays against random seats. */
#define PROGRESS_WEIGHT 0.80F
#define BERRY_WORTH 0.0045F /* of a berry, or of a berry's worth of units, with the whole game ahead */
#define VIGOR_WORTH 0.012F
#define ACTION_WEIGHT 0.6F /* of a hunt that could be declared */

/* The part of the game that is still to come, 0 … 1. */
static float time_left(const struct spears_state *s)
{
    return (float)s->vigor / SPEARS_VIGOR_MAX;
}

static float capped(int have, int need)
{
    return have >= need ? 1.0F : (float)have / (float)need;
}

/* Resources of the pile, a prey more or less: the piles the estimate imagines. */
struct piles {
    int have[OCHRE_SEATS_MAX][SPEARS_RESOURCES];
};

static void count_piles(const struct spears_tables *t, const struct spears_state *s, struct piles *piles)
{
    for (int seat = 0; seat < t->seats; seat++)
        for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
            piles->have[seat][resource] = spears_resource(t, s, seat, resource);
}

static void move_prey(const struct spears_tables *t, struct piles *piles, int seat, int prey, int sign)
{
    if (seat >= t->seats)
        return;
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
        piles->have[seat][resource] += sign * t->prey[prey].resource[resource];
}

static int total(const int have[SPEARS_RESOURCES])
{
    return have[0] + have[1] + have[2];
}

/* How far the Survivors are, from their common pool. */
static float survivors_progress(const struct spears_tables *t, const struct spears_state *s, const struct piles *piles)
{
    int pool[SPEARS_RESOURCES] = {0};
    int need[SPEARS_RESOURCES] = {0};
    for (int seat = 0; seat < t->seats; seat++) {
        if (s->team[seat] != SPEARS_SURVIVOR)
            continue;
        for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
            pool[resource] += piles->have[seat][resource];
        for (int card = 0; card < t->goals_each; card++)
            if (s->goal[seat][card])
                need[s->goal[seat][card] - 1] += t->seats == 4 ? 10 : 9;
    }
    int met = 0;
    int all = 0;
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++) {
        met += pool[resource] < need[resource] ? pool[resource] : need[resource];
        all += need[resource];
    }
    return all ? (float)met / (float)all : 0.0F;
}

static float progress(const struct spears_tables *t, const struct spears_state *s, const struct piles *piles, int seat)
{
    const int *have = piles->have[seat];
    switch (s->team[seat]) {
    case SPEARS_SURVIVOR: return survivors_progress(t, s, piles);
    case SPEARS_AMASSER: return capped(total(have), 25);
    case SPEARS_DOMINATOR: {
        float own = t->seats == 3      ? capped(total(have), 25)
                    : s->goal[seat][0] ? capped(have[s->goal[seat][0] - 1], 10)
                                       : 0.0F;
        float rivals = survivors_progress(t, s, piles); /* the Dominator loses when they win */
        return own * (1.0F - 0.5F * rivals * rivals);
    }
    default: return 0.0F;
    }
}

/* What a tribe can still buy and send, in berries. */
static float wealth(const struct spears_tables *t, const struct spears_state *s, int seat)
{
    if (s->tribe[seat] >= SPEARS_TRIBES)
        return 0.0F;
    float turns = (float)s->vigor / 1.6F;
    int berries = s->berries[seat];
    /* Near the cap the next Gathering is partly lost. */
    float sum = berries <= 9 ? (float)berries : 9.0F + 0.4F * (float)(berries - 9);
    for (unsigned left = units_played(s, seat); left; left &= left - 1) {
        const struct spears_unit *unit = &t->unit[s->tribe[seat]][__builtin_ctz(left)];
        float worth = 1.35F * (float)unit->cost;
        if (unit->type == SPEARS_GATHERER)
            worth = 0.9F * (float)unit->berry * turns + 1.0F;
        sum += worth;
    }
    uint16_t turned = s->turned[seat];
    sum -= 0.15F * (float)count_bits(turned) + 0.8F * (float)t->yield[s->tribe[seat]][turned];
    for (uint32_t pile = s->pile[seat]; pile; pile &= pile - 1)
        sum += (float)t->prey[__builtin_ctz(pile)].berry * turns * 0.5F;
    return sum;
}

/* Odds that a sum of the others' cards beats -margin: more than it, or at least equal to it. The own card is good. */
static float odds_above(int margin)
{
    static const float table[] = {0.0F, 0.04F, 0.15F, 0.37F, 0.63F, 0.85F, 0.96F, 1.0F};
    int index = margin + 3;
    return table[index < 0 ? 0 : index > 7 ? 7 : index];
}

/* What the running action may bring. */
struct prospect {
    float gain;                  /* odds that the prey changes hands */
    int taker, from;             /* to whom, from whom (OCHRE_NOBODY: the row) */
    int prey;                    /* -1: none */
    float lost[OCHRE_SEATS_MAX]; /* berries' worth of units each seat is expected to lose */
};

/* Levels that a set of units would have to give, in berries. */
static float toll(const struct spears_tables *t, const struct spears_state *s, int seat, uint16_t units, int level)
{
    if (!units)
        return 0.0F;
    int have = t->level[s->tribe[seat]][units];
    return 2.3F * (float)(level < have ? level : have) + (have < level ? 0.5F : 0.0F);
}

/* Odds of the hunt with these units of the active player, support counted as it is offered now. */
static float hunt_odds(const struct spears_tables *t, const struct spears_state *s, int side, uint16_t units)
{
    int seat = s->side[side];
    int power = units_power(t, s, seat, units);
    if (s->supporter[side] != OCHRE_NOBODY) {
        power += spears_support(t, s, side);
    } else {
        int best = 0; /* the best offer will be accepted */
        for (int other = 0; other < t->seats; other++)
            if (s->reaction[other] == SPEARS_OFFERS && s->offered_to[other] == seat) {
                int offer = units_power_with(t, s, other, s->units[other], SPEARS_AMBUSHER);
                best = offer > best ? offer : best;
            }
        power += best;
    }
    return odds_above(power - t->prey[s->prey - 1].power);
}

/* The best the active player can still make of a chain of units: odds weighed against what is lost. */
static uint16_t likely_units(const struct spears_tables *t, const struct spears_state *s, float worth)
{
    int seat = s->side[0];
    uint16_t chosen = s->units[seat];
    if (s->phase != SPEARS_HUNT_UNITS)
        return chosen;
    const struct spears_prey *prey = &t->prey[s->prey - 1];
    uint16_t free = s->active[seat] & units_above(chosen);
    uint16_t best = chosen ? chosen : free;
    float best_value = -1e9F;
    for (unsigned set = free;; set = (set - 1) & free) {
        uint16_t units = (uint16_t)(chosen | set);
        if (units) {
            float odds = hunt_odds(t, s, 0, units);
            float value =
                odds * worth - BERRY_WORTH * (toll(t, s, seat, units, prey->level) + 0.3F * (float)count_bits(units) +
                                              (float)t->yield[s->tribe[seat]][units]);
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

static void foresee_hunt(const struct spears_tables *t, const struct spears_state *s, float worth,
                         struct prospect *prospect)
{
    const struct spears_prey *prey = &t->prey[s->prey - 1];
    uint16_t units = likely_units(t, s, worth);
    int active = s->side[0];
    int blocker = s->side[1];
    int strongest = -1;
    for (int seat = 0; seat < t->seats && blocker == OCHRE_NOBODY; seat++)
        if (s->reaction[seat] == SPEARS_BLOCKS && spears_block_value(t, s, seat) > strongest)
            strongest = spears_block_value(t, s, seat);
    for (int seat = 0; seat < t->seats && blocker == OCHRE_NOBODY; seat++)
        if (s->reaction[seat] == SPEARS_BLOCKS && spears_block_value(t, s, seat) == strongest)
            blocker = seat;
    prospect->prey = s->prey - 1;
    prospect->taker = active;
    prospect->gain = hunt_odds(t, s, 0, units);
    prospect->lost[active] = toll(t, s, active, units, prey->level);
    if (blocker == OCHRE_NOBODY)
        return;
    int own = units_power_with(t, s, active, units, SPEARS_WARRIOR) + spears_support(t, s, 0);
    int other = spears_block_value(t, s, blocker) + (s->side[1] == blocker ? spears_support(t, s, 1) : 0);
    float blocked = odds_above(other - own - 1);
    float hunts = odds_above(units_power(t, s, blocker, s->units[blocker]) - prey->power);
    if (blocked > 0.5F) {
        prospect->taker = blocker;
        prospect->gain = blocked * hunts;
    } else {
        prospect->gain *= 1.0F - blocked;
    }
    prospect->lost[blocker] = toll(t, s, blocker, s->units[blocker], prey->level);
}

static void foresee_fight(const struct spears_tables *t, const struct spears_state *s, const struct piles *piles,
                          struct prospect *prospect)
{
    int active = s->side[0];
    int attacked = s->side[1];
    uint16_t units = s->units[active];
    if (s->phase == SPEARS_FIGHT_UNITS)
        units |= s->active[active] & units_above(units);
    int own = units_power(t, s, active, units) + s->bonus[0] + spears_support(t, s, 0);
    int other = units_power(t, s, attacked, s->units[attacked]) + s->bonus[1] + spears_support(t, s, 1);
    if (s->phase == SPEARS_FIGHT_UNITS || s->phase == SPEARS_PICK || s->phase == SPEARS_LOOT)
        other += 1 + units_power(t, s, attacked, s->active[attacked]) / 2;
    int prey = s->prey - 1;
    float best = -1.0F;
    for (uint32_t pile = s->prey ? 0 : s->pile[attacked]; pile; pile &= pile - 1) {
        struct piles after = *piles;
        move_prey(t, &after, active, __builtin_ctz(pile), 1);
        float value = progress(t, s, &after, active) - 0.01F * t->prey[__builtin_ctz(pile)].level;
        if (value > best) {
            best = value;
            prey = __builtin_ctz(pile);
        }
    }
    prospect->prey = prey;
    prospect->taker = active;
    prospect->from = attacked;
    prospect->gain = odds_above(own - other);
    int level = prey >= 0 ? t->prey[prey].level : 0;
    prospect->lost[active] = toll(t, s, active, units, level);
    prospect->lost[attacked] = prospect->gain * toll(t, s, attacked, s->units[attacked], level);
}

/* What the seat that is about to act could hunt now, in its payoff: prey of this time of day only, with every unit that
 * is ready. Without it neither time nor a full row would be worth anything until the hunt is declared. */
static float foresee_action(const struct spears_tables *t, const struct spears_state *s, const struct piles *piles)
{
    int seat = s->actor;
    uint16_t ready = s->active[seat];
    float now = progress(t, s, piles, seat);
    float best = 0.0F;
    for (int spot = 0; spot < SPEARS_SPOTS && ready; spot++) {
        int prey = s->row[spot] - 1;
        if (prey < 0 || t->prey[prey].is_night != (bool)s->is_night)
            continue;
        struct piles taken = *piles;
        move_prey(t, &taken, seat, prey, 1);
        float odds = odds_above(units_power(t, s, seat, ready) - t->prey[prey].power);
        float value = odds * PROGRESS_WEIGHT * (progress(t, s, &taken, seat) - now) -
                      BERRY_WORTH * toll(t, s, seat, ready, t->prey[prey].level);
        best = value > best ? value : best;
    }
    return ACTION_WEIGHT * best;
}

/* The defence: what is sent is likely lost, and may save a token of vigor. Returns the vigor expected to be lost. */
static float foresee_defence(const struct spears_tables *t, const struct spears_state *s, struct prospect *prospect)
{
    const struct spears_enemy *enemy = &t->enemy[s->enemy - 1];
    int sum = s->bonus[0];
    for (int k = 0; k < t->seats; k++) {
        int seat = s->token[k];
        sum += k == 0 ? units_power(t, s, seat, s->units[seat])
                      : units_power_with(t, s, seat, s->units[seat], SPEARS_AMBUSHER);
        prospect->lost[seat] = toll(t, s, seat, s->units[seat], enemy->level);
        if (k > s->at) /* those not asked yet send about a third */
            sum += units_power(t, s, seat, s->active[seat]) / 3;
    }
    float odds = odds_above(sum - enemy->power);
    return 2.0F - odds;
}

void spears_judge(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX])
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_of(state);
    if (s->phase == SPEARS_OVER) {
        struct ochre_outcome out;
        spears_outcome(setup, state, &out);
        memcpy(payoff, out.payoff, sizeof out.payoff);
        return;
    }
    struct piles now;
    struct prospect prospect = {.prey = -1, .taker = OCHRE_NOBODY, .from = OCHRE_NOBODY};
    float vigor = (float)s->vigor;
    count_piles(t, s, &now);
    struct piles then = now;
    bool is_open = s->phase != SPEARS_HEAL && s->phase != SPEARS_SACRIFICE && s->phase != SPEARS_VIGOR &&
                   s->phase > SPEARS_DRAW_ENEMY;
    if (s->kind == SPEARS_HUNTING && is_open) {
        struct piles taken = now;
        move_prey(t, &taken, s->side[0], s->prey - 1, 1);
        float worth = PROGRESS_WEIGHT * (progress(t, s, &taken, s->side[0]) - progress(t, s, &now, s->side[0]));
        foresee_hunt(t, s, worth, &prospect);
    } else if (s->kind == SPEARS_FIGHTING && is_open) {
        foresee_fight(t, s, &now, &prospect);
    } else if (s->kind == SPEARS_DEFENDING && s->phase == SPEARS_DEFEND_UNITS) {
        vigor -= foresee_defence(t, s, &prospect);
    }
    if (prospect.prey >= 0) {
        move_prey(t, &then, prospect.taker, prospect.prey, 1);
        move_prey(t, &then, prospect.from, prospect.prey, -1);
    }
    for (int seat = 0; seat < t->seats; seat++) {
        float before = progress(t, s, &now, seat);
        float after = prospect.prey >= 0 ? progress(t, s, &then, seat) : before;
        float reached = before + prospect.gain * (after - before);
        float riches = wealth(t, s, seat) - prospect.lost[seat];
        float open = 1.0F - reached;
        float value = PROGRESS_WEIGHT * reached + BERRY_WORTH * riches * (0.3F + 0.7F * time_left(s)) * (0.2F + open) +
                      VIGOR_WORTH * vigor * (open - 0.1F);
        if (s->phase == SPEARS_ACTION && seat == s->actor)
            value += foresee_action(t, s, &now);
        payoff[seat] = value < 0.0F ? 0.0F : value > 1.0F ? 1.0F : value;
    }
}
