/* table_inner.h: what a table is made of. Only src/table includes it. */
#ifndef OCHRE_TABLE_TABLE_INNER_H
#define OCHRE_TABLE_TABLE_INNER_H

#include "table/table.h"

/* A play longer than this is a mistake, of a game or of a log. */
enum { TABLE_MOVES_MAX = 100000 };

/* A move as the table remembers it; its text is made again from the state when the log is written. */
struct table_move {
    uint8_t seat;
    uint8_t kind; /* TABLE_MOVED or TABLE_LEFT */
    ochre_action action;
};

struct watcher {
    table_told *told;
    void *who;
};

/* All that a move changes, so that it can be withdrawn. */
struct standing {
    struct ochre_state state;
    int count;        /* moves made */
    uint64_t draws;   /* those of chance among them */
    ochre_seats left; /* seats that have resigned */
    bool is_ended;    /* by a resignation, in a game that does not go on without the seat */
};

struct table {
    struct standing now;
    struct opening *opening;
    const struct ochre_setup *setup;
    struct fair fair;
    ochre_seats humans;
    bool has_begun;
    bool has_no_promise; /* it goes on from a log whose seed is not known: nothing is promised about chance */
    uint32_t asks[OCHRE_SEATS_MAX]; /* questions put to each seat so far */
    ochre_seats asked;              /* seats with an open question */
    ochre_seats fresh;              /* while a log is followed: seats whose next question is a new one */
    struct standing mark;           /* where telling may begin without playing from the start (table_mark) */
    struct table_move *moves;
    int moves_max;
    ochre_action *list; /* scratch for legal moves, setup->legal_max long */
    struct watcher watchers[TABLE_WATCHERS_MAX];
    int watcher_count;
    table_keep *keep;
    void *keeper;
};

/* A refusal by `rule`; say the reason on the text that comes back. `no` may be NULL. */
struct ochre_text table_refusal(struct table_no *no, const struct ochre_tongue *tongue, const char *rule);

/* Where the play stood after its first `count` moves. */
void table_stand(const struct table *table, int count, struct standing *at);

/* Plays one remembered move; keeps the counts. */
void standing_apply(const struct ochre_setup *setup, struct standing *at, const struct table_move *move,
                    struct ochre_journal *journal);

/* Who owes a choice there. */
ochre_seats standing_pending(const struct ochre_setup *setup, const struct standing *at);

/* Lets the keeper store what stands now; on failure everything is as in `old` again. */
int table_store(struct table *table, const struct standing *old, const struct ochre_tongue *tongue,
                struct table_no *no);

/* New questions for the seats that owe a choice; `fresh` seats get a new number even if they were asked before. */
void table_put_questions(struct table *table, ochre_seats fresh);

void table_tell_step(const struct table *table, const struct table_step *step);

#endif
