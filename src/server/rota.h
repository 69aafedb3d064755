/* rota.h: whose question is thought about next. Persons take turns by the thinking time already used for them, then the
 * tables of a person, then the questions of a table in the order in which they came. Whoever asks thirty times as much
 * waits; everybody else waits for about one foreign thought.
 *
 * Knows no bot, no thread and no clock: how long something took is handed in, so that tests make up durations.
 *
 * The time of a person is counted as in a fair queue: who comes (back) begins where the one stands who has used least.
 * So nobody saves time up, and nobody loses a debt by asking for one thing at a time: a person is remembered until the
 * others have used as much. */
#ifndef OCHRE_SERVER_ROTA_H
#define OCHRE_SERVER_ROTA_H

#include <stdbool.h>
#include <stdint.h>

struct rota_person;
struct rota_table;

/* A question's place; part of whatever asks. */
struct rota_job {
    struct rota_table *table;
    struct rota_job *next; /* behind it at its table */
};

/* All zeros but per_table is an empty one. */
struct rota {
    int per_table; /* questions of one table that may be thought about at once */
    int waiting, working, person_count;
    double clock; /* what those with a question had used at least when one was last begun; never goes back */
    struct rota_person *first, *last;
};

/* Forgets everybody; jobs are the caller's. */
void rota_free(struct rota *rota);

void rota_add(struct rota *rota, uint64_t person, int64_t table, struct rota_job *job);

/* The next question, which is thought about from now on; NULL: none may be begun. */
struct rota_job *rota_take(struct rota *rota);
bool rota_is_ready(const struct rota *rota);

/* It was thought about for so long. */
void rota_end(struct rota *rota, struct rota_job *job, double seconds);

/* It waits no longer. */
void rota_drop(struct rota *rota, struct rota_job *job);

/* How many questions of this person wait. */
int rota_waiting_of(const struct rota *rota, uint64_t person);

#endif
