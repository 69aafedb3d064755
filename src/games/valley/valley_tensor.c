/* valley_tensor.c: a view as numbers for learning. Seats are counted from the one that looks. */
#include <assert.h>

#include "games/valley/valley.h"

enum { PAIRS = 28, TILE_PLANES = 2 * VALLEY_SCENES + OCHRE_SEATS_MAX };

/* A tile: its two scenes, and whose Fight tokens lie on it. */
static float *put_tile(const struct ochre_setup *setup, const struct valley_state *s, int seat, int tile, float *at)
{
    if (tile != VALLEY_NONE) {
        const struct valley_tile *made = &valley_tables(setup)->tile[tile];
        at[made->scene[0]] = 1.0F;
        at[VALLEY_SCENES + made->scene[1]] = 1.0F;
        for (int step = 0; step < setup->seats; step++)
            at[2 * VALLEY_SCENES + step] = (float)valley_fights_of(s, tile, valley_seat_from(setup, seat, step)) / 3.0F;
    }
    return at + TILE_PLANES;
}

static float *put_set(unsigned scenes, float *at)
{
    for (int scene = 0; scene < VALLEY_SCENES; scene++)
        at[scene] = (float)((scenes >> scene) & 1);
    return at + VALLEY_SCENES;
}

/* 24 planes of 46 squares: scenes of the active tribe, scenes of abandoned ones, then the ground. */
static float *put_board(const struct valley_tables *t, const struct valley_seat *v, float *at)
{
    uint64_t touched = valley_touched(v);
    for (int square = 0; square < VALLEY_SQUARES; square++) {
        float *each = at + square;
        if (v->square[square])
            each[VALLEY_SQUARES * (valley_scene_on(t, v, square) + (v->active & BIT(square) ? 0 : VALLEY_SCENES))] =
                1.0F;
        each += VALLEY_SQUARES * 2 * VALLEY_SCENES;
        each[0] = (float)((v->bears >> square) & 1);
        each[VALLEY_SQUARES] = (float)((v->plain >> square) & 1);
        each[2 * VALLEY_SQUARES] = (float)((touched >> square) & 1);
        each[3 * VALLEY_SQUARES] = (float)(((v->covered | v->bears) >> square) & 1);
        if (v->left == VALLEY_NONE || v->right == VALLEY_NONE)
            continue;
        if (square < VALLEY_FIELDS) {
            each[4 * VALLEY_SQUARES] = (float)valley_food_on(t, v, square) / 4.0F;
            continue;
        }
        int cave = square - VALLEY_FIELDS;
        each[5 * VALLEY_SQUARES] = (float)valley_cave_high(t, v, cave) / 8.0F;
        each[6 * VALLEY_SQUARES] = (float)valley_cave_low(t, v, cave) / 8.0F;
        at[VALLEY_SQUARES * (2 * VALLEY_SCENES + 7) + v->gate[cave]] = 1.0F;
    }
    return at + 24 * VALLEY_SQUARES;
}

static float *put_seat(const struct ochre_setup *setup, const struct valley_state *s, int viewer, int seat, float *at)
{
    const struct valley_seat *v = &s->seat[seat];
    at = put_board(valley_tables(setup), v, at);
    at = put_set(v->held, at);
    at = put_set(v->used, at);
    at = put_set(v->gone, at);
    for (int spot = 0; spot < VALLEY_SPOTS; spot++)
        at = put_set(v->token[spot] ? 1u << (v->token[spot] - 1) : 0, at);
    for (int slot = 0; slot < VALLEY_POOL; slot++)
        at = put_tile(setup, s, viewer, slot < v->pool_count ? v->pool[slot] : VALLEY_NONE, at);
    const float scalars[8] = {(float)v->fp / 40.0F,      (float)v->sp / 40.0F,    (float)v->steaks / 5.0F,
                              (float)v->fights / 3.0F,   (float)v->tribe / 3.0F,  (float)v->is_finished,
                              (float)(seat == s->first), (float)(seat == s->turn)};
    memcpy(at, scalars, sizeof scalars);
    return at + 8;
}

/* How many tiles of each pair of scenes are unseen. */
static float *put_unseen(const struct valley_tables *t, uint64_t unseen, float *at)
{
    int pair = -1;
    for (int tile = 0; tile < t->tiles; tile++) {
        pair += tile == 0 || memcmp(t->tile[tile].scene, t->tile[tile - 1].scene, 2) != 0;
        at[pair] += (float)((unseen >> tile) & 1) / 3.0F;
    }
    assert(pair < PAIRS);
    return at + PAIRS;
}

void valley_observe(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes)
{
    const struct valley_state *s = valley_seen(view);
    int viewer = seat < setup->seats ? seat : 0;
    memset(planes, 0, setup->observe_size * sizeof *planes);
    for (int step = 0; step < setup->seats; step++)
        put_seat(setup, s, viewer, valley_seat_from(setup, viewer, step), planes + (ptrdiff_t)step * SEAT_PLANES);
    float *at = planes + (ptrdiff_t)setup->seats * SEAT_PLANES;
    for (int slot = 0; slot < VALLEY_COMMON; slot++)
        at = put_tile(setup, s, viewer, slot < s->common_count ? s->common[slot] : VALLEY_NONE, at);
    at[s->phase] = 1.0F;
    at = put_set(s->bonuses, at + PHASE_COUNT);
    at = put_unseen(valley_tables(setup), s->unseen, at);
    const float scalars[10] = {(float)s->stack_size / 40.0F,  (float)s->steak_supply / 18.0F,
                               (float)s->bear_supply / 18.0F, (float)s->is_final,
                               (float)s->token_used,          (float)s->permit,
                               (float)s->is_starting,         (float)s->cave / 6.0F,
                               (float)(s->cave_token > 0),    (float)bits_count(s->dropped) / 12.0F};
    assert(at + 10 == planes + setup->observe_size);
    memcpy(at, scalars, sizeof scalars);
}

static void plan_seat(struct ochre_plan *plan, int seat)
{
    plan_put(plan, "active", seat, VALLEY_SCENES, VALLEY_SQUARES);
    plan_put(plan, "abandoned", seat, VALLEY_SCENES, VALLEY_SQUARES);
    plan_put(plan, "ground", seat, 24 - 2 * VALLEY_SCENES, VALLEY_SQUARES);
    plan_put(plan, "held", seat, VALLEY_SCENES);
    plan_put(plan, "used", seat, VALLEY_SCENES);
    plan_put(plan, "gone", seat, VALLEY_SCENES);
    plan_put(plan, "tokens", seat, VALLEY_SPOTS, VALLEY_SCENES);
    plan_put(plan, "pool", seat, VALLEY_POOL, TILE_PLANES);
    plan_put(plan, "counts", seat, 8);
}

void valley_planes(const struct ochre_setup *setup, struct ochre_plan *plan)
{
    for (int seat = 0; seat < setup->seats; seat++)
        plan_seat(plan, seat);
    plan_put(plan, "common", PLAN_TABLE, VALLEY_COMMON, TILE_PLANES);
    plan_put(plan, "phase", PLAN_TABLE, PHASE_COUNT);
    plan_put(plan, "bonuses", PLAN_TABLE, VALLEY_SCENES);
    plan_put(plan, "unseen", PLAN_TABLE, PAIRS);
    plan_put(plan, "counts", PLAN_TABLE, 10);
}
