/* plan.h: what the numbers of an observation are: named parts with their shapes, one behind the other. A game says it
 * with `planes` (show.h), in the order in which `observe` writes. */
#ifndef OCHRE_RULES_PLAN_H
#define OCHRE_RULES_PLAN_H

#include <stdint.h>

enum { PLAN_MAX = 96, PLAN_RANK = 4, PLAN_TABLE = -1 };

struct plan_part {
    const char *name; /* "land", lives as long as the program */
    int seat;         /* counted from the seat that looks; PLAN_TABLE: of nobody */
    int rank;         /* dimensions, at least 1 */
    uint32_t shape[PLAN_RANK];
    uint32_t offset, size; /* in numbers */
};

struct ochre_plan {
    int count;
    uint32_t size; /* of all parts so far */
    struct plan_part part[PLAN_MAX];
};

/* The next part: plan_put(plan, "pawns", PLAN_TABLE, 2, 8, 8) is two boards of eight times eight. */
void plan_add(struct ochre_plan *plan, const char *name, int seat, int rank, const uint32_t shape[]);
#define plan_put(plan, name, seat, ...)                                                                                \
    plan_add((plan), (name), (seat), (int)(sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)),                      \
             (const uint32_t[]){__VA_ARGS__})

#endif
