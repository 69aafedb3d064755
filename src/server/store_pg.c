/* store_pg.c: a PostgreSQL database that several servers share, as an engine of the store. */
#include <stdlib.h>
#include <unistd.h>

#include "server/store_pg.h"

struct pg_store *pg_inner(const struct store *store)
{
    return store->inner;
}

/* ---- opening ---- */

static int open_to_read(struct pg_store *pg, struct ochre_error *error)
{
    return pg_link_open(&pg->reader, &pg->store->config, PG_READER, true, error);
}

/* In this order: the schema is made, this run gets its number, it hears what others do, and then reads. */
static int open_to_write(struct pg_store *pg, struct ochre_error *error)
{
    const struct store_config *config = &pg->store->config;
    int64_t entry;
    if (config->folder && (pg->lock = folder_take(config->folder, error)) < 0)
        return -1;
    if (pg_begin_session(pg, true, &entry, error) < 0 || pg_begin_watch(pg, error) < 0)
        return -1;
    pg->last_number = pg->store->server << PG_NUMBERS_BITS;
    return pg_link_open(&pg->reader, config, PG_READER, false, error);
}

static int open_all(struct store *store, struct ochre_error *error)
{
    struct pg_store *pg = must_alloc(sizeof *pg);
    *pg = (struct pg_store){.store = store, .lock = -1, .wake = {-1, -1}};
    store->inner = pg;
    return store->config.is_reading_only ? open_to_read(pg, error) : open_to_write(pg, error);
}

static void close_all(struct store *store)
{
    struct pg_store *pg = pg_inner(store);
    (void)pthread_mutex_lock(&store->mutex);
    store->is_closing = true; /* of one that could not be opened: its watcher may be there already */
    (void)pthread_mutex_unlock(&store->mutex);
    pg_end_watch(pg);
    pg_link_close(&pg->writer);
    pg_link_close(&pg->reader);
    pg_link_close(&pg->spare);
    if (pg->lock >= 0)
        (void)close(pg->lock);
    free(pg);
}

/* ---- as an engine ---- */

static void tidy(struct store *store, bool is_busy)
{
    (void)store;
    (void)is_busy;
}

/* The thread that listens says when the database is away; how full its disk is nobody knows. */
static bool is_suspect(struct store *store)
{
    return !pg_link_is_up(&pg_inner(store)->writer);
}

static void ended(struct store *store)
{
    (void)store;
}

static int64_t next_number(struct store *store)
{
    return ++pg_inner(store)->last_number;
}

const struct store_engine store_pg = {
    .open = open_all,
    .close = close_all,
    .write = pg_write,
    .tidy = tidy,
    .probe = pg_probe,
    .is_suspect = is_suspect,
    .ended = ended,
    .next_number = next_number,
    .time = pg_time,
    .each = pg_each,
    .look = pg_look,
    .each_of = pg_each_of,
    .each_memo = pg_each_memo,
    .load = pg_load,
    .is_archived = pg_is_archived,
    .archived = pg_archived,
    .finished = pg_finished,
    .space = pg_space,
    .each_archived = pg_each_archived,
    .verify = pg_verify,
    .is_shared = true,
    .begin_move = pg_begin_move,
    .end_move = pg_end_move,
};
