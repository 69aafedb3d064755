/* help.h: short ways for the tests of the store: a folder that goes again, a loop that waits, tables made of nothing.
 */
#ifndef SERVER_TEST_HELP_H
#define SERVER_TEST_HELP_H

#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700 /* nftw */
#endif

#include "../unit.h"

#include <ftw.h>
#include <pthread.h>
#include <unistd.h>

#include "server/store.h"

#include "engine.h"

/* ---- folders ---- */

static inline int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about;
    (void)kind;
    (void)where;
    return remove(path);
}

static inline void remove_folder(const char *folder)
{
    (void)nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* A new empty folder, below TMPDIR or /tmp. */
static inline char *new_folder(void)
{
    const char *below = getenv("TMPDIR");
    char *folder = malloc(256);
    if (!folder)
        abort();
    (void)snprintf(folder, 256, "%s/ochre-store-XXXXXX", below ? below : "/tmp");
    assert_non_null(mkdtemp(folder));
    make_database(folder);
    return folder;
}

static inline void drop_folder(char *folder)
{
    drop_database(folder);
    remove_folder(folder);
    free(folder);
}

static inline char *file_in(const char *folder, const char *name)
{
    char *path = malloc(512);
    (void)snprintf(path, 512, "%s/%s", folder, name);
    return path;
}

/* ---- a loop: a bell that another thread rings ---- */

struct bell {
    pthread_mutex_t mutex;
    pthread_cond_t rung;
    int rings;
};

#define BELL                                                                                                           \
    {                                                                                                                  \
        PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0                                                         \
    }

static inline void ring(void *who)
{
    struct bell *bell = who;
    (void)pthread_mutex_lock(&bell->mutex);
    bell->rings++;
    (void)pthread_cond_signal(&bell->rung);
    (void)pthread_mutex_unlock(&bell->mutex);
}

static inline void wait_for_ring(struct bell *bell)
{
    (void)pthread_mutex_lock(&bell->mutex);
    while (bell->rings == 0)
        (void)pthread_cond_wait(&bell->rung, &bell->mutex);
    bell->rings = 0;
    (void)pthread_mutex_unlock(&bell->mutex);
}

static inline struct store *open_store(const char *folder, struct bell *bell)
{
    struct ochre_error error = {0};
    struct store *store = store_open(
        &(struct store_config){.place = place_of(folder), .folder = folder, .wake = bell ? ring : NULL, .waker = bell},
        &error);
    if (!store)
        fail_msg("%s", error.words);
    return store;
}

/* ---- batches and what becomes of them ---- */

struct fate {
    bool is_over;
    enum store_result result;
    char why[160];
};

static inline void note_fate(void *who, enum store_result result, const char *why)
{
    struct fate *fate = who;
    fate->is_over = true;
    fate->result = result;
    (void)snprintf(fate->why, sizeof fate->why, "%s", why);
}

/* Submits and waits. */
static inline enum store_result keep(struct store *store, struct bell *bell, struct store_batch *batch)
{
    struct fate fate = {0};
    store_submit(store, batch, note_fate, &fate);
    while (!fate.is_over) {
        wait_for_ring(bell);
        (void)store_deliver(store);
    }
    return fate.result;
}

/* A table of two seats at pebble. The texts are constants. */
static inline struct stored_table simple_table(struct store *store)
{
    struct stored_table table = {.number = store_next_number(store),
                                 .status = STORED_RUNNING,
                                 .game = "pebble",
                                 .rules = 1,
                                 .seat_count = 2,
                                 .options = "",
                                 .notes = "{\"undo\":\"allow\"}",
                                 .made = 1731715200000,
                                 .fair_version = FAIR_VERSION};
    int small =
        (int)(table.number & 0xFFFF) + 1000 * (int)(table.number >> 30); /* of PostgreSQL: the run, and the rest */
    (void)snprintf(table.id, sizeof table.id, "table%d", small);
    memset(table.seed, small, sizeof table.seed);
    for (int seat = 0; seat < 2; seat++) {
        table.seat[seat].kind = STORED_PERSON;
        table.seat[seat].has_key = true;
        memset(table.seat[seat].key, 16 * seat + small, STORE_KEY_SIZE);
        (void)snprintf(table.seat[seat].name, STORE_NAME_SIZE, "Ama %d", seat);
    }
    return table;
}

/* What move n of a made-up play is. */
static inline struct stored_move simple_move(int64_t number, int n, char text[OCHRE_MOVE_SIZE])
{
    (void)snprintf(text, OCHRE_MOVE_SIZE, "m%d.%d", (int)number, n);
    return (struct stored_move){.seat = n % 2, .text = text, .at = 1731715200000 + n};
}

static inline void add_simple_moves(struct store_batch *batch, int64_t number, int first, int count)
{
    for (int n = first; n < first + count; n++) {
        char text[OCHRE_MOVE_SIZE];
        struct stored_move move = simple_move(number, n, text);
        store_add_moves(batch, number, n, &move, 1);
    }
}

/* Is the table there, with exactly `count` made-up moves? */
static inline void expect_moves(struct store *store, int64_t number, int count)
{
    struct stored_play play;
    struct ochre_error error = {0};
    if (store_load(store, number, &play, &error) != 1)
        fail_msg("%s", error.words);
    assert_int_equal(play.move_count, count);
    for (int n = 1; n <= count; n++) {
        char text[OCHRE_MOVE_SIZE];
        struct stored_move move = simple_move(number, n, text);
        assert_int_equal(play.moves[n - 1].seat, move.seat);
        assert_int_equal(play.moves[n - 1].at, move.at);
        assert_string_equal(play.moves[n - 1].text, text);
    }
    store_play_free(&play);
}

#endif
