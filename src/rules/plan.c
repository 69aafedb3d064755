/* plan.c: see plan.h. */
#include "rules/plan.h"

#include <assert.h>

void plan_add(struct ochre_plan *plan, const char *name, int seat, int rank, const uint32_t shape[])
{
    assert(plan->count < PLAN_MAX && rank >= 1 && rank <= PLAN_RANK);
    struct plan_part *part = &plan->part[plan->count++];
    *part = (struct plan_part){.name = name, .seat = seat, .rank = rank, .offset = plan->size, .size = 1};
    for (int i = 0; i < rank; i++) {
        assert(shape[i] > 0);
        part->shape[i] = shape[i];
        part->size *= shape[i];
    }
    plan->size += part->size;
}
