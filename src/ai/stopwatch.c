/* stopwatch.c: see stopwatch.h. */
#include "ai/stopwatch.h"

#include <time.h>

static const double TELL_EVERY = 0.05; /* seconds */
enum { LOOK_EVERY = 64 };              /* iterations between two looks at the clock when time is no limit */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

struct stopwatch stopwatch_start(const struct bot_budget *budget, struct bot_thoughts *thoughts)
{
    struct stopwatch watch = {.budget = *budget, .thoughts = thoughts};
    watch.start = watch.told = now();
    return watch;
}

double stopwatch_spent(const struct stopwatch *watch)
{
    return now() - watch->start;
}

bool stopwatch_is_stopped(const struct stopwatch *watch)
{
    atomic_bool *stop = watch->thoughts->stop;
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

static void tell(struct stopwatch *watch, double time, uint64_t done)
{
    struct bot_thoughts *thoughts = watch->thoughts;
    if (!thoughts->progress || time - watch->told < TELL_EVERY)
        return;
    watch->told = time;
    double part = watch->budget.iterations    ? (double)done / (double)watch->budget.iterations
                  : watch->budget.seconds > 0 ? (time - watch->start) / watch->budget.seconds
                                              : 0;
    thoughts->progress(thoughts->who, (int)((part < 1 ? part : 1) * 1000), 1000);
}

bool stopwatch_is_over(struct stopwatch *watch, uint64_t done)
{
    if (stopwatch_is_stopped(watch) || (watch->budget.iterations && done >= watch->budget.iterations))
        return true;
    if (watch->budget.seconds <= 0 && (done % LOOK_EVERY || !watch->thoughts->progress))
        return false;
    double time = now();
    tell(watch, time, done);
    return watch->budget.seconds > 0 && time - watch->start >= watch->budget.seconds;
}
