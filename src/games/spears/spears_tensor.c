/* spears_tensor.c: a view as numbers for learning. Seats are counted from the one that looks; holes are 0. */
#include <assert.h>

#include "games/spears/spears_play.h"

static void put(float **at, float number)
{
    *(*at)++ = number;
}

static void put_set(float **at, unsigned set, int size)
{
    for (int i = 0; i < size; i++)
        put(at, (float)((set >> i) & 1));
}

static void put_prey(float **at, const struct spears_tables *t, int card)
{
    const struct spears_prey *prey = card ? &t->prey[card - 1] : NULL;
    put(at, prey ? 1.0F : 0.0F);
    put(at, prey ? (float)prey->is_night : 0.0F);
    put(at, prey ? (float)prey->power / 8.0F : 0.0F);
    put(at, prey ? (float)prey->level / 4.0F : 0.0F);
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
        put(at, prey ? (float)prey->resource[resource] / 5.0F : 0.0F);
    put(at, prey ? (float)prey->berry / 2.0F : 0.0F);
    put(at, prey ? (float)prey->has_vigor : 0.0F);
}

static void put_rounds(float **at, const struct spears_tables *t, const struct spears_state *s, int seat)
{
    for (int round = 0; round < SPEARS_ROUNDS_MAX; round++)
        for (int rank = 1; rank <= SPEARS_VALUES_MAX; rank++) {
            int count = 0;
            for (int i = 0; round < s->rounds && i < t->seats; i++)
                count += s->reveal[round][i] == rank;
            put(at, (float)count / 4.0F);
        }
    for (int round = 0; round < SPEARS_ROUNDS_MAX; round++) {
        bool is_known = round < s->rounds && s->round[round][seat] != OCHRE_UNKNOWN;
        put(at, is_known ? (float)s->round[round][seat] / 6.0F : 0.0F);
    }
}

static void put_action(float **at, const struct spears_tables *t, const struct spears_state *s)
{
    const struct spears_prey *prey = s->kind != SPEARS_IDLE && s->prey ? &t->prey[s->prey - 1] : NULL;
    const struct spears_enemy *enemy = s->enemy ? &t->enemy[s->enemy - 1] : NULL;
    for (int kind = SPEARS_HUNTING; kind <= SPEARS_DEFENDING; kind++)
        put(at, s->kind == kind ? 1.0F : 0.0F);
    put(at, prey ? (float)prey->power / 8.0F : 0.0F);
    put(at, prey ? (float)prey->level / 4.0F : 0.0F);
    put(at, s->kind != SPEARS_IDLE ? (float)s->cards / 4.0F : 0.0F);
    put(at, enemy ? (float)enemy->power / 5.0F : 0.0F);
    put(at, enemy ? (float)enemy->level / 3.0F : 0.0F);
}

static void put_seat(float **at, const struct spears_tables *t, const struct spears_state *s, int seat,
                     ochre_seats pending)
{
    int token = 0;
    while (token < t->seats - 1 && s->token[token] != seat)
        token++;
    put(at, (float)s->berries[seat] / 15.0F);
    put(at, (float)token / 3.0F);
    put(at, s->banned == seat ? 1.0F : 0.0F);
    put(at, s->obliged == seat ? 1.0F : 0.0F);
    for (int team = SPEARS_SURVIVOR; team < SPEARS_TEAMS; team++)
        put(at, s->team[seat] == team ? 1.0F : 0.0F);
    for (int resource = 1; resource <= SPEARS_RESOURCES; resource++)
        put(at, (float)((s->goal[seat][0] == resource) + (s->goal[seat][1] == resource)));
    put(at, seats_has(pending, seat) ? 1.0F : 0.0F);
    put_set(at, s->active[seat], SPEARS_UNITS);
    put_set(at, s->turned[seat], SPEARS_UNITS);
    put(at, s->placed[seat] ? 1.0F : 0.0F);
    put_set(at, s->pile[seat], SPEARS_PREY);
    for (int rank = 0; rank < SPEARS_VALUES_MAX; rank++)
        put(at, s->hand[seat][rank] == OCHRE_UNKNOWN ? 0.0F : (float)s->hand[seat][rank]);
    put_set(at, s->kind == SPEARS_IDLE ? 0u : s->units[seat], SPEARS_UNITS);
    bool is_in = s->kind != SPEARS_IDLE;
    put(at, is_in && s->side[0] == seat ? 1.0F : 0.0F);
    put(at, is_in && s->side[1] == seat ? 1.0F : 0.0F);
    put(at, is_in && s->supporter[0] == seat ? 1.0F : 0.0F);
    put(at, is_in && s->supporter[1] == seat ? 1.0F : 0.0F);
    put(at, seats_has(s->blocked, seat) ? 1.0F : 0.0F);
    put(at, s->banned_before == seat ? 1.0F : 0.0F);
}

void spears_observe(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    ochre_seats pending = view_pending(setup, view);
    float *at = planes;
    assert(seat >= 0 && seat < t->seats && s->phase < SPEARS_PHASES);
    for (int phase = 0; phase < SPEARS_PHASES; phase++)
        put(&at, s->phase == phase ? 1.0F : 0.0F);
    put(&at, (float)s->turn / 12.0F);
    put(&at, (float)s->vigor / 12.0F);
    put(&at, (float)s->is_night);
    put(&at, (float)s->is_second);
    for (int spot = 0; spot < SPEARS_SPOTS; spot++)
        put_prey(&at, t, s->row[spot]);
    put_set(&at, s->unseen, SPEARS_PREY);
    for (int i = 0; i < SPEARS_PREY; i++)
        put(&at, (float)s->queue[i] / 24.0F);
    put_rounds(&at, t, s, seat);
    put_action(&at, t, s);
    for (int step = 0; step < t->seats; step++)
        put_seat(&at, t, s, (seat + step) % t->seats, pending);
    assert(at == planes + setup->observe_size);
}

static void plan_seat(struct ochre_plan *plan, int seat)
{
    plan_put(plan, "berries", seat, 1);
    plan_put(plan, "token", seat, 1);
    plan_put(plan, "banned", seat, 1);
    plan_put(plan, "obliged", seat, 1);
    plan_put(plan, "team", seat, SPEARS_TEAMS - SPEARS_SURVIVOR);
    plan_put(plan, "goals", seat, SPEARS_RESOURCES);
    plan_put(plan, "pending", seat, 1);
    plan_put(plan, "active", seat, SPEARS_UNITS);
    plan_put(plan, "turned", seat, SPEARS_UNITS);
    plan_put(plan, "placed", seat, 1);
    plan_put(plan, "pile", seat, SPEARS_PREY);
    plan_put(plan, "hand", seat, SPEARS_VALUES_MAX);
    plan_put(plan, "units", seat, SPEARS_UNITS);
    plan_put(plan, "side", seat, 2);
    plan_put(plan, "supports", seat, 2);
    plan_put(plan, "blocked", seat, 1);
    plan_put(plan, "banned before", seat, 1);
}

void spears_planes(const struct ochre_setup *setup, struct ochre_plan *plan)
{
    plan_put(plan, "phase", PLAN_TABLE, SPEARS_PHASES);
    plan_put(plan, "turn", PLAN_TABLE, 1);
    plan_put(plan, "vigor", PLAN_TABLE, 1);
    plan_put(plan, "night", PLAN_TABLE, 1);
    plan_put(plan, "second", PLAN_TABLE, 1);
    plan_put(plan, "row", PLAN_TABLE, SPEARS_SPOTS, 6 + SPEARS_RESOURCES);
    plan_put(plan, "unseen", PLAN_TABLE, SPEARS_PREY);
    plan_put(plan, "queue", PLAN_TABLE, SPEARS_PREY);
    plan_put(plan, "shown", PLAN_TABLE, SPEARS_ROUNDS_MAX, SPEARS_VALUES_MAX);
    plan_put(plan, "own cards", PLAN_TABLE, SPEARS_ROUNDS_MAX);
    plan_put(plan, "action", PLAN_TABLE, SPEARS_DEFENDING - SPEARS_HUNTING + 1);
    plan_put(plan, "prey", PLAN_TABLE, 2);
    plan_put(plan, "bet", PLAN_TABLE, 1);
    plan_put(plan, "enemy", PLAN_TABLE, 2);
    for (int seat = 0; seat < setup->seats; seat++)
        plan_seat(plan, seat);
}
