/* store_batch.h: what a batch is made of, for whoever carries it out: the engines of the store (store_engine.h) and the
 * one of a page (src/module). */
#ifndef OCHRE_SERVER_STORE_BATCH_H
#define OCHRE_SERVER_STORE_BATCH_H

#include "server/memory.h"
#include "server/store.h"

enum change_kind {
    PUT_TABLE,
    ADD_MOVES,
    CUT_MOVES,
    ADD_CHAT,
    DROP_TABLE,
    NOTE_ARCHIVED,
    PUT_MEMO,
    SET_COUNTS,
    BUILD_ON, /* from here on for engines that servers share */
    ADD_WORD,
    TAKE_LEASE,
    DROP_LEASE,
    NEED_LEASE
};

struct change {
    struct change *next;
    enum change_kind kind;
    int64_t number;
    int first, count; /* ADD_MOVES: both; CUT_MOVES: count; SET_COUNTS: lost questions, lines of chat */
    const struct stored_table *table;
    const struct stored_move *moves;
    const struct stored_chat *chat;
    const char *id, *path;
    const char *name, *text; /* PUT_MEMO; text NULL: it goes. ADD_WORD: text. NOTE_ARCHIVED: the log */
    int64_t before, after;   /* BUILD_ON */
};

struct store_batch {
    struct pool pool;
    struct change *first, *last;
    struct store_batch *next; /* in the queue */
    store_done *done;
    void *who;
    enum store_result result;
    char why[160];
};

/* For a copy of a table that is new here: what it has lost, and how many lines were said before the first that follows
 * (store_move). */
void store_set_counts(struct store_batch *batch, int64_t number, int lost_asks, int said);

/* With its texts in the pool; texts that every row has are never NULL in the copy. */
void copy_table(struct pool *pool, const struct stored_table *table, struct stored_table *copy);

#endif
