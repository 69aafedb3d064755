/* stopwatch.h: has a bot thought enough? Time, iterations, and somebody who wants the answer now. */
#ifndef OCHRE_AI_STOPWATCH_H
#define OCHRE_AI_STOPWATCH_H

#include "ai/bot.h"

struct stopwatch {
    struct bot_budget budget;
    struct bot_thoughts *thoughts;
    double start; /* seconds, of a clock that only goes forward */
    double told;  /* when progress was last told */
};

struct stopwatch stopwatch_start(const struct bot_budget *budget, struct bot_thoughts *thoughts);

/* Seconds since the start. */
double stopwatch_spent(const struct stopwatch *watch);

/* Is it time to stop after `done` iterations? Tells progress now and then. */
bool stopwatch_is_over(struct stopwatch *watch, uint64_t done);

/* Does somebody want the answer now? */
bool stopwatch_is_stopped(const struct stopwatch *watch);

#endif
