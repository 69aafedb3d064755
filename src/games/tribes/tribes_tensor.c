/* tribes_tensor.c: a view as numbers for learning. Seats are counted from the one that looks. */
#include <assert.h>

#include "games/tribes/tribes.h"

/* A set of cells as ones and zeros, four at a time. */
static float *observe_cells(uint64_t cells, float *at)
{
    static const float four[16][4] = {
        {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 1, 0}, {0, 1, 1, 0}, {1, 1, 1, 0},
        {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1}, {0, 0, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1}};
    _Static_assert(TRIBES_CELLS % 4 == 0, "cells come in fours");
    for (int cell = 0; cell < TRIBES_CELLS; cell += 4, cells >>= 4, at += 4)
        memcpy(at, four[cells & 15], sizeof four[0]);
    return at;
}

static float *observe_seat(const struct ochre_setup *setup, const struct tribes_state *s, int seat, float *at)
{
    const struct tribes_tables *t = tribes_tables(setup);
    const struct tribes_seat *p = &s->seat[seat];
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++)
        at = observe_cells(p->land[resource], at);
    at = observe_cells(p->exhausted, at);
    for (int cell = 0; cell < TRIBES_CELLS; cell++)
        at[cell] = (float)p->members[cell] * 0.25F;
    at += TRIBES_CELLS;
    for (int track = 0; track < TRIBES_TRACKS; track++)
        *at++ = (float)p->level[track] / (float)t->top;
    *at++ = (float)p->points / 20.0F;
    *at++ = (float)p->shells / 5.0F;
    *at++ = (float)p->reserve / (float)t->start_members;
    *at++ = (float)p->arrow;
    *at++ = s->turn == seat ? 1.0F : 0.0F;
    *at++ = s->actor == seat ? 1.0F : 0.0F;
    *at++ = (float)bits_count(p->ground & ~p->exhausted) / 10.0F;
    *at++ = (float)bits_count(p->exhausted) / 10.0F;
    for (int slot = 0; slot < TRIBES_SLOTS; slot++)
        *at++ = (float)bits_has(p->stones, slot);
    return at;
}

/* Where each tile stands in the row (1 first, 0 not there) and the shells on it. */
static float *observe_row(const struct tribes_state *s, float *at)
{
    for (int i = 0; i < s->row_count; i++) {
        at[s->row[i]] = 1.0F / (float)(i + 1);
        at[TRIBES_TILES + s->row[i]] = (float)s->row_shells[i] / 4.0F;
    }
    return at + 2 * TRIBES_TILES;
}

static float *observe_boards(const struct tribes_state *s, float *at)
{
    for (int slot = 0; slot < TRIBES_SLOTS; slot++) {
        if (s->board[slot] != TRIBES_NONE)
            at[s->board[slot]] = 1.0F;
        at += TRIBES_BOARDS;
        *at++ = (float)s->stone_count[slot] / 4.0F;
        *at++ = (float)bits_has(s->links_left, slot);
        *at++ = (float)bits_has(s->links_right, slot);
    }
    return at;
}

void tribes_observe(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes)
{
    const struct tribes_state *s = tribes_seen(view);
    float *table = planes + setup->seats * TRIBES_PLANES_SEAT; /* before it every number is written */
    memset(table, 0, TRIBES_PLANES_TABLE * sizeof *table);
    int first = seat < setup->seats ? seat : 0;
    for (int step = 0; step < setup->seats; step++)
        observe_seat(setup, s, (first + step) % setup->seats, planes + step * TRIBES_PLANES_SEAT);
    float *at = observe_row(s, table);
    at = observe_boards(s, at);
    at[s->decision] = 1.0F;
    at += TRIBES_DECISIONS;
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++) {
        *at++ = (float)s->bag[resource] / 10.0F;
        *at++ = (float)s->hand[resource];
    }
    for (int event = 0; event < TRIBES_EVENTS; event++)
        *at++ = (float)bits_has(s->unseen_events, event);
    *at++ = (float)s->left / 5.0F;
    *at++ = (float)s->executed3 / 4.0F;
    *at++ = s->is_final ? 1.0F : 0.0F;
    *at++ = (float)s->round / 50.0F;
    *at++ = (float)s->box / 10.0F;
    *at++ = s->tile == TRIBES_NONE ? 0.0F : (float)(s->tile + 1) / (float)TRIBES_TILES;
    assert(at == planes + setup->observe_size);
}

static void plan_seat(struct ochre_plan *plan, int seat)
{
    plan_put(plan, "land", seat, TRIBES_RESOURCES, TRIBES_CELLS);
    plan_put(plan, "exhausted", seat, TRIBES_CELLS);
    plan_put(plan, "members", seat, TRIBES_CELLS);
    plan_put(plan, "levels", seat, TRIBES_TRACKS);
    plan_put(plan, "points", seat, 1);
    plan_put(plan, "shells", seat, 1);
    plan_put(plan, "reserve", seat, 1);
    plan_put(plan, "arrow", seat, 1);
    plan_put(plan, "turn", seat, 1);
    plan_put(plan, "actor", seat, 1);
    plan_put(plan, "ground", seat, 2);
    plan_put(plan, "stones", seat, TRIBES_SLOTS);
}

void tribes_planes(const struct ochre_setup *setup, struct ochre_plan *plan)
{
    for (int seat = 0; seat < setup->seats; seat++)
        plan_seat(plan, seat);
    plan_put(plan, "row", PLAN_TABLE, 2, TRIBES_TILES);
    plan_put(plan, "boards", PLAN_TABLE, TRIBES_SLOTS, TRIBES_BOARDS + 3);
    plan_put(plan, "decision", PLAN_TABLE, TRIBES_DECISIONS);
    plan_put(plan, "bag and hand", PLAN_TABLE, TRIBES_RESOURCES, 2);
    plan_put(plan, "unseen events", PLAN_TABLE, TRIBES_EVENTS);
    plan_put(plan, "left", PLAN_TABLE, 1);
    plan_put(plan, "executed", PLAN_TABLE, 1);
    plan_put(plan, "final", PLAN_TABLE, 1);
    plan_put(plan, "round", PLAN_TABLE, 1);
    plan_put(plan, "box", PLAN_TABLE, 1);
    plan_put(plan, "tile", PLAN_TABLE, 1);
}
