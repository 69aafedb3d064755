/* watch.h: has a bot thought enough? Time, iterations, and somebody who wants the answer now. */
#ifndef OCHRE_AI_WATCH_H
#define OCHRE_AI_WATCH_H

#include "ai/bot.h"

struct watch {
    struct bot_budget budget;
    struct bot_thoughts *thoughts;
    double start; /* seconds, of a clock that only goes forward */
    double told;  /* when progress was last told */
};

struct watch watch_start(const struct bot_budget *budget, struct bot_thoughts *thoughts);

/* Seconds since the start. */
double watch_spent(const struct watch *watch);

/* Is it time to stop after `done` iterations? Tells progress now and then. */
bool watch_is_over(struct watch *watch, uint64_t done);

/* Does somebody want the answer now? */
bool watch_is_stopped(const struct watch *watch);

#endif
