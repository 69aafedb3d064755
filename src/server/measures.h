/* measures.h: what the hall counts. */
#ifndef OCHRE_SERVER_MEASURES_H
#define OCHRE_SERVER_MEASURES_H

#include <stddef.h>
#include <stdint.h>

#include "server/slip.h"

struct hall;

enum { LATENCY_BUCKETS = 12 };

struct measures {
    uint64_t moves, bot_moves, bot_astray, undone, messages, requests, chats, tables_made, restored, set_aside, reviews;
    uint64_t refused[NO_CODES];
    uint64_t latency[LATENCY_BUCKETS]; /* from the move to its being told, in seconds */
    double latency_sum;
};

void measure_latency(struct measures *measures, double seconds);

/* All of it as Prometheus reads it, in new memory. */
char *measures_text(struct hall *hall, size_t *length);

#endif
