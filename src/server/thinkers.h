/* thinkers.h: a bounded pool of threads in which computer players think, for moves and for hints. Knows no table, no
 * room and no loop: a job has a setup, a view and the name of a bot, and nothing else, so that a bot cannot know more
 * than the seat it plays for, and no thread touches a table.
 *
 * All functions are for one thread, the loop. When a job is thought through `wake` is called from a thread of the pool
 * (uv_async_send), and the loop calls thinkers_deliver, which calls `done`.
 *
 * Fair between people: a job belongs to a person (an address), persons take turns by the time already thought for them,
 * then their tables, and a table has at most `per_table` thinkers at work at once (rota.h). Somebody who opens forty
 * tables waits forty turns; everybody else waits for one.
 *
 * Three lanes. Light thoughts (bot_is_light) have threads that do nothing else, so that they never wait behind deep
 * ones. Deep thoughts share the others. Tables that nobody watches come last: one of their thoughts is put off, and
 * begun anew later, when somebody else waits for a thread.
 *
 * Behind all of them, in a fourth lane, are errands: work for no table that comes in slices (a play looked back upon).
 * The threads for deep thoughts do a slice when there is nothing else to do, and then look again; so a question waits
 * for one slice at most.
 *
 * The time of a thought tells nothing. Where something is hidden, or seats choose at once, a forced or indifferent
 * choice would be quick and a hard one slow, and everybody could hear that. So in games with secrets every thought
 * takes its bot's pace (bot_pace), or a multiple of it when it was longer, and its thread does nothing else meanwhile:
 * neither the answer nor what waits behind it comes earlier or later for what is hidden.
 *
 * Who keeps the setup alive: thinkers_ask takes a share of the opening (opening_share) and gives it back on the loop's
 * thread, in thinkers_deliver or thinkers_delete. The table may be deleted meanwhile. */
#ifndef OCHRE_SERVER_THINKERS_H
#define OCHRE_SERVER_THINKERS_H

#include <stdbool.h>
#include <stdint.h>

#include "ai/bot.h"
#include "table/opening.h"

struct thinkers;

/* For tests: answers in place of the bot, in a thread of the pool, and says how long it would have thought. */
typedef ochre_action thinkers_pretend(void *pretender, const char *bot, const struct ochre_setup *setup,
                                      const struct ochre_view *view, int seat, double *seconds);

struct thinkers_config {
    int threads;               /* for deep thoughts; 0: one less than there are processors, at least 1 */
    int queue_max;             /* jobs that wait; 0: 4096 */
    int per_table;             /* thinkers at work for one table; 0: 2 */
    int per_person;            /* jobs of one person that wait; 0: an eighth of the queue, at least 64 */
    size_t memory;             /* bytes per bot; 0: 64 MiB */
    void (*wake)(void *waker); /* from a thread of the pool: thinkers_deliver has something to do */
    void *waker;
    thinkers_pretend *pretend; /* NULL: the bots think themselves */
    void *pretender;
};

struct thinkers *thinkers_new(const struct thinkers_config *config, struct ochre_error *error);

/* Tells all bots to make up their minds, waits for the threads, forgets every job: no `done` is called any more. */
void thinkers_delete(struct thinkers *thinkers);

/* What came of a job. Holds during the call. */
struct thought {
    uint64_t job;
    int64_t table;
    int seat;
    ochre_action action;                 /* what it would do: for table_play_action */
    const struct bot_thoughts *thoughts; /* worth, ideas, course: for hints */
    const struct ochre_view *view;       /* what it was thought from: for move texts */
    const struct ochre_setup *setup;
    double seconds; /* time it thought, waiting not counted */
};

typedef void thought_done(void *who, const struct thought *thought);

struct thinking {
    uint64_t person;               /* whose time it uses: any number that names the address; 0: nobody's */
    int64_t table;                 /* whose turn it uses: any number that names the table */
    const char *bot;               /* "level:3" */
    struct opening *opening;       /* of the table; shared, not taken */
    const struct ochre_view *view; /* what the seat may know; copied */
    int seat;                      /* must have a move */
    uint64_t seed;                 /* of the bot's own chance; not the table's */
    bool is_hint;                  /* only for the measures */
    bool is_unwatched;             /* nobody is there to see what comes of it */
    thought_done *done;
    void *who;
};

/* Hands a job over: its number, never 0. 0 and an error when there is no such bot, or the queue is full ("busy"). */
uint64_t thinkers_ask(struct thinkers *thinkers, const struct thinking *thinking, struct ochre_error *error);

/* Work that can wait. */
struct errand {
    uint64_t person;           /* whose time it uses */
    int64_t number;            /* names it among those of the person */
    bool (*slice)(void *what); /* in a thread of the pool, never two at once; false: that was the last */
    void (*ended)(void *what); /* on the loop's thread, once, however it ended: no thread knows `what` any more. Must
                                  not call thinkers */
    atomic_bool *stop;         /* set when the slice under way is to end soon */
    void *what;
};

/* Hands an errand over, as thinkers_ask does a question. When it is cancelled `ended` is called all the same: at once,
 * or by thinkers_deliver when a slice is under way; and thinkers_delete calls it too. */
uint64_t thinkers_run(struct thinkers *thinkers, const struct errand *errand, struct ochre_error *error);

/* Somebody watches now: the job waits with the others, if it still waits. */
void thinkers_hurry(struct thinkers *thinkers, uint64_t job);

/* Whatever was asked is no longer wanted (a move, an undo, the table closed). `done` will not be called. A bot that is
 * thinking is told to stop. Unknown jobs and those that are done are let pass. */
void thinkers_cancel(struct thinkers *thinkers, uint64_t job);
void thinkers_cancel_table(struct thinkers *thinkers, int64_t table);

/* Calls `done` of everything thought through; returns how many. `done` may ask and cancel. */
int thinkers_deliver(struct thinkers *thinkers);

/* Is this a bot that answers in microseconds, so that asking it on the loop's thread costs less than waking another
 * (random)? */
bool thinkers_is_quick(const char *bot);

enum thinkers_lane { THINKERS_LIGHT, THINKERS_DEEP, THINKERS_UNWATCHED, THINKERS_ERRAND, THINKERS_LANES };
extern const char *const thinkers_lanes[THINKERS_LANES]; /* their names */

struct thinkers_metrics {
    int threads, waiting, thinking; /* now */
    uint64_t done, cancelled, refused, hints;
    uint64_t put_off; /* thoughts that made way */
    double seconds;   /* of thinking, all together */
    struct {
        int waiting, persons; /* now; persons with a question, or who owe time */
        double seconds;
    } lane[THINKERS_LANES];
};
void thinkers_measure(struct thinkers *thinkers, struct thinkers_metrics *metrics);

#endif
