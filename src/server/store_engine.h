/* store_engine.h: what stands behind store.h: one table of functions per engine (store_sqlite.c, store_pg.c), and what
 * they share. Only store*.c includes it.
 *
 *     store_batch.c    what the loop wants changed, copied
 *     store.c          the queue, the thread that commits, and what the loop sees of it
 *     store_folder.c   the folder of one server and its lock
 *     store_sums.c     checksums of rows
 *     store_rows.c     is what was read what was written?
 *     store_sqlite*.c  one file, for one server
 *     store_pg*.c      a PostgreSQL database, for several */
#ifndef OCHRE_SERVER_STORE_ENGINE_H
#define OCHRE_SERVER_STORE_ENGINE_H

#include <pthread.h>

#include "server/store_batch.h"

struct store_wanted;

/* The note of an archived table; false: no more. */
typedef bool store_noted(void *who, const char *id, const char *path);

struct store_engine {
    /* Fills store->inner; -1 and a sentence without the place. What was begun is taken down by `close` then, too. */
    int (*open)(struct store *store, struct ochre_error *error);
    void (*close)(struct store *store);

    /* On the writing thread: all batches of the list in one transaction, each gets its result; what is best done when
     * somebody has been answered; could something be written now (fills the reason)? */
    void (*write)(struct store *store, struct store_batch *group);
    void (*tidy)(struct store *store, bool is_busy);
    enum store_result (*probe)(struct store *store, char *why, size_t size);
    bool (*is_suspect)(struct store *store); /* should it be probed though it seems to be well? */
    void (*ended)(struct store *store);      /* the thread has gone */

    /* On the loop's thread: what store.h says. */
    int64_t (*next_number)(struct store *store);
    int64_t (*time)(const struct store *store); /* NULL: it has none of its own */
    int (*each)(struct store *store, store_found *found, void *who, struct ochre_error *error);
    int (*look)(struct store *store, const char *id, store_found *found, void *who, struct ochre_error *error);
    int (*each_of)(struct store *store, const int64_t *numbers, int count, store_found *found, void *who,
                   struct ochre_error *error); /* NULL: nobody else makes tables */
    int (*each_memo)(struct store *store, store_memo *found, void *who, struct ochre_error *error);
    int (*load)(struct store *store, const struct store_wanted *wanted, struct stored_play *play,
                struct ochre_error *error);
    bool (*is_archived)(struct store *store, const char *id);
    char *(*archived)(struct store *store, const char *id, size_t *length);
    int (*finished)(struct store *store, int64_t before, struct store_place *place, int64_t *numbers, int most,
                    struct ochre_error *error);
    void (*space)(const struct store *store, int64_t *free_bytes, int64_t *used_bytes);
    int (*each_archived)(struct store *store, store_noted *found, void *who, struct ochre_error *error);
    int (*verify)(struct store *store, store_trouble *trouble, void *who);
    bool is_shared;

    /* Before and after a whole copy is written here; NULL: nothing has to be done. Until it has ended well nobody else
     * opens it. */
    int (*begin_move)(struct store *store, struct ochre_error *error);
    int (*end_move)(struct store *store, bool is_whole, struct ochre_error *error);
};

extern const struct store_engine store_sqlite, store_pg;

/* Which play, and how much of it. */
struct store_wanted {
    int64_t number;
    const char *id; /* NULL: by number */
    int moves;      /* that somebody has already; 0: all are wanted */
    int lost_asks;  /* … when this is still so */
};

struct store_queue {
    struct store_batch *first, *last;
};

/* What came from other servers and was not told yet. */
struct heard {
    struct heard *next;
    struct store_news news;
    char text[];
};

struct store {
    struct store_config config;
    char *place; /* the config's, for every connection to come */
    const struct store_engine *engine;
    void *inner;    /* the engine's */
    int64_t server; /* 0: alone */

    pthread_t thread;
    bool has_thread;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t changed;
    struct store_queue waiting, ended;
    struct heard *heard, **heard_end;
    bool is_closing;
    enum store_result health;
    char why[160];
    struct store_metrics metrics;
};

/* For engines, from any thread: how we are; what others did; does the loop want to stop? */
void store_note_health(struct store *store, enum store_result result, const char *why);
void store_tell(struct store *store, const struct store_news *news);
void store_note_servers(struct store *store, int servers);
bool store_is_closing(struct store *store);
void store_rest(struct store *store, double seconds); /* until then, or until somebody wants to stop */

/* ---- the folder of one server (store_folder.c) ---- */

char *folder_path(const char *folder, const char *name); /* in new memory */

/* Makes it when it is not there, and takes its lock: an open file, -1 and a sentence without the folder. */
int folder_take(const char *folder, struct ochre_error *error);
bool folder_had_database(int lock);
int folder_sign(int lock, bool has_database, struct ochre_error *error);

/* ---- checksums that notice what the file system does not (store_sums.c) ---- */

int small_number(int64_t number); /* INT_MIN when it is no int */
int64_t sum_of_table(const struct stored_table *table);
int64_t sum_of_tally(int64_t number, int64_t lost_asks, int64_t kept, int64_t said);
int64_t sum_of_move(int64_t number, int n, const struct stored_move *move);
int64_t sum_of_chat(int64_t number, const struct stored_chat *chat);
int64_t sum_of_memo(const char *name, const char *text);

/* ---- is what was read what was written? (store_rows.c) ---- */

/* A table with what only the store knows of it. */
struct stored_row {
    struct stored_table table;
    bool has_pack;
    int64_t sum;        /* of the row and its seats */
    int64_t kept, said; /* the last move that was counted, the last line of chat */
    bool has_counts;    /* and they are as they were written */
};

/* A text into a buffer; one that does not fit is no text of ours, and the checksum will say so. */
void row_text(const char *from, char *buffer, size_t size);
int row_lost_asks(int64_t lost);

/* Whole? Then it is brought up to date. Otherwise set aside: safe to be looked at. */
bool row_accept(struct stored_row *row);
void row_set_aside(struct stored_table *table);
extern const char row_damaged[];

/* Adds the next move, or line of chat, with its checksum; -1 and what is wrong with it. `room` is 0 at first. */
int row_keep_move(struct stored_play *play, int n, struct stored_move move, int64_t sum, int *room,
                  struct ochre_error *error);
int row_keep_line(struct stored_play *play, struct stored_chat line, int64_t sum, struct ochre_error *error);

/* Are the last of them there? */
int row_missing_move(int number, struct ochre_error *error);
int row_check_chat(const struct stored_play *play, int64_t said, struct ochre_error *error);

#endif
