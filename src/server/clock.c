/* clock.c: the clocks of the seats. A clock runs while its seat is asked; what happens when it has run out is the
 * room's. The time is handed in. */
#include "server/hall_inner.h"

int64_t clock_full(const struct clock_terms *terms)
{
    if (terms->kind == CLOCK_DAYS)
        return (int64_t)terms->days * 24 * 3600 * 1000;
    return (int64_t)terms->seconds * 1000;
}

int64_t clock_left(const struct clock *clock, int64_t now)
{
    int64_t left = clock->since ? clock->left - (now - clock->since) : clock->left;
    return left > 0 ? left : 0;
}

/* A new question: with a clock per move (or days) the seat has its full time again. */
void clock_start(struct clock *clock, const struct clock_terms *terms, uint32_t ask, int64_t now)
{
    if (clock->since && clock->ask == ask)
        return;
    if (clock->ask != ask && terms->kind != CLOCK_GAME)
        clock->left = clock_full(terms);
    clock->ask = ask;
    clock->since = now;
}

void clock_stop(struct clock *clock, const struct clock_terms *terms, bool has_moved, int64_t now)
{
    if (!clock->since)
        return;
    clock->left = clock_left(clock, now);
    clock->since = 0;
    if (has_moved && terms->kind == CLOCK_GAME)
        clock->left += (int64_t)terms->increment * 1000;
}
