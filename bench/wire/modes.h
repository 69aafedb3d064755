/* modes.h: the four things the load client can do. Each prints one JSON object on one line. */
#ifndef BENCH_WIRE_MODES_H
#define BENCH_WIRE_MODES_H

enum { SERVERS_MAX = 16 };

struct call {
    int port;               /* of the first server */
    int ports[SERVERS_MAX]; /* of all of them */
    int servers;
    int watching; /* listeners at one table */
    int connections;
    double seconds;
    double rate;      /* messages a second, all connections together */
    int tables;       /* how many tables are to be made */
    int moves;        /* own moves at each of them */
    const char *game; /* and who sits opposite */
    const char *bot;
};

/* Every connection plays at a table of its own as fast as it is asked; rematch after the end. */
int run_closed(const struct call *call);
/* Makes tables with a few moves each and leaves them running. */
int run_tables(const struct call *call);
/* Many connections that are mostly silent, and messages spread over them at a steady rate. Waits for an empty line on
 * standard input when all are open, so that whoever started it can look at the server. */
int run_idle(const struct call *call);
/* A table that many watch, spread over all servers; moves at a steady rate. */
int run_crowd(const struct call *call);

/* Times, to be asked for quantiles afterwards. */
struct times {
    float *at;
    long count, room;
};
void times_add(struct times *times, double seconds);
/* Sorts; then the time below which this share lies, in milliseconds. */
void times_sort(struct times *times);
double times_at(const struct times *times, double share);

#endif
