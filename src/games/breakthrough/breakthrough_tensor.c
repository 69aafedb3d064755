/* breakthrough_tensor.c: a view as numbers for learning, seen from the seat that looks: its pawns go up. */
#include <string.h>

#include "games/breakthrough/breakthrough.h"

/* A set as 1 and 0, half a row at a time: for the second seat the board is turned round. */
SMALL_ON_PAGES static void put_set(uint64_t set, bool is_turned, float *plane)
{
    static const uint32_t files[2][8] = {{1, 2, 4, 8, 16, 32, 64, 128}, {128, 64, 32, 16, 8, 4, 2, 1}};
    const uint32_t one = 0x3F800000u; /* 1.0F */
    quad half[2];
    memcpy(half, files[is_turned], sizeof half);
    for (int i = 0; i < 16; i++) {
        int row = is_turned ? 7 - i / 2 : i / 2;
        quad four = (quad)((half[i % 2] & (uint32_t)(set >> 8 * row)) == half[i % 2]) & one;
        memcpy(plane + 4L * i, &four, sizeof four);
    }
}

void breakthrough_observe(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes)
{
    (void)setup;
    const struct breakthrough_state *s = breakthrough_seen(view);
    put_set(s->pawns[seat == 1], seat == 1, planes);
    put_set(s->pawns[seat != 1], seat == 1, planes + BREAKTHROUGH_SQUARES);
    planes[BREAKTHROUGH_PLANES - 1] = s->turn == seat ? 1.0F : 0.0F;
}

void breakthrough_planes(const struct ochre_setup *setup, struct ochre_plan *plan)
{
    enum { SIDE = 8 };
    _Static_assert(SIDE * SIDE == BREAKTHROUGH_SQUARES, "a square board");
    (void)setup;
    plan_put(plan, "pawns", 0, SIDE, SIDE);
    plan_put(plan, "pawns", 1, SIDE, SIDE);
    plan_put(plan, "turn", PLAN_TABLE, 1);
}
