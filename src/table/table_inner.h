/* table_inner.h: what a table is made of. Only src/table includes it. */
#ifndef OCHRE_TABLE_TABLE_INNER_H
#define OCHRE_TABLE_TABLE_INNER_H

#include "table/recent.h"
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
struct moment {
    struct ochre_state state;
    int count;        /* moves made */
    uint64_t draws;   /* those of chance among them */
    ochre_seats left; /* seats that have resigned */
    bool is_ended;    /* by a resignation, in a game that does not go on without the seat */
};

/* What a call has changed: moves after number `from` are new. */
struct news {
    int from;
    bool is_undone; /* before them, `undone_by` took back the moves that once stood there */
    int undone_by;
};

struct table {
    struct moment now;
    struct opening *opening;
    const struct ochre_setup *setup;
    struct fair fair;
    ochre_seats humans;
    bool has_begun;
    bool has_no_promise; /* it goes on from a log whose seed is not known: nothing is promised about chance */
    uint32_t asks[OCHRE_SEATS_MAX]; /* questions put to each seat so far */
    uint32_t edition;               /* of the story: table_edition */
    ochre_seats asked;              /* seats with an open question */
    ochre_seats fresh;              /* while a log is followed: seats whose next question is a new one */
    struct table_move *moves;
    int moves_max;
    struct recent recent;      /* the newest of them as they were played */
    const struct news *unkept; /* while the keeper is asked: what it is asked about */
    struct news untold;        /* what the keeper has taken but not kept yet (has_untold) */
    bool has_untold;
    ochre_action *list; /* scratch for legal moves, setup->legal_max long */
    struct watcher watchers[TABLE_WATCHERS_MAX];
    int watcher_count;
    table_keep *keep;
    void *keeper;
};

/* A refusal by `rule`; say the reason on the text that comes back. `no` may be NULL. */
struct ochre_text table_refusal(struct table_no *no, const struct ochre_tongue *tongue, const char *rule);

/* Where the play stood after its first `count` moves. */
void table_moment(const struct table *table, int count, struct moment *at);
void moment_copy(const struct ochre_setup *setup, struct moment *to, const struct moment *from);

/* Everything as it stood there: what came since is neither made nor told. */
void table_withdraw(struct table *table, const struct moment *old);

/* Plays one remembered move; keeps the counts. */
void moment_apply(const struct ochre_setup *setup, struct moment *at, const struct table_move *move,
                  struct ochre_journal *journal);

/* Who owes a choice there. */
ochre_seats moment_pending(const struct ochre_setup *setup, const struct moment *at);

/* Persist, then tell: lets the keeper store what is new; on failure everything is as in `old` again. What came of it
 * goes to table_spread, once the questions are put. */
int table_store(struct table *table, const struct moment *old, const struct news *news,
                const struct ochre_tongue *tongue, struct table_no *no);
void table_spread(struct table *table, const struct news *news, int stored);

/* New questions for the seats that owe a choice; `fresh` seats get a new number even if they were asked before. */
void table_put_questions(struct table *table, ochre_seats fresh);

/* Tells the news to one listener, or to all watchers (told NULL). */
void table_tell_news(const struct table *table, const struct news *news, table_told *told, void *who);

#endif
