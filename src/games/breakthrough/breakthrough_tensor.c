/* breakthrough_tensor.c: a view as numbers for learning, seen from the seat that looks: its pawns go up. */
#include "games/breakthrough/breakthrough.h"

void breakthrough_observe(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes)
{
    (void)setup;
    const struct breakthrough_state *s = breakthrough_seen(view);
    int turned = seat == 1 ? BREAKTHROUGH_SQUARES - 1 : 0;
    for (int square = 0; square < BREAKTHROUGH_SQUARES; square++) {
        planes[square ^ turned] = (float)(s->pawns[seat == 1] >> square & 1);
        planes[BREAKTHROUGH_SQUARES + (square ^ turned)] = (float)(s->pawns[seat != 1] >> square & 1);
    }
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
