/* store_sqlite.c: one SQLite file below the folder of one server, as an engine of the store. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/store_sqlite.h"

/* Larger databases are not looked through at every start after a crash; --check does that. */
enum { ROOM_SUSPECT = 1024 * 1024, CHECK_SIZE_MAX = 256 * 1024 * 1024, HEADER_SIZE = 100 };

struct sqlite_store {
    int lock;         /* the file that says that we are here; -1: only reading */
    struct db reader; /* of the loop's thread */
    struct db writer; /* of the other one */
    int64_t last_number;
};

static struct sqlite_store *inner(const struct store *store)
{
    return store->inner;
}

struct db *store_reader(const struct store *store)
{
    return &inner(store)->reader;
}

const char *store_folder(const struct store *store)
{
    return store->config.folder;
}

/* ---- opening ---- */

static bool is_shorter(const char *path, off_t size)
{
    struct stat about;
    return stat(path, &about) < 0 || about.st_size < size;
}

/* A server that finds no database makes one, but not where one has been: that would hide the loss, and SQLite throws a
 * log of changes away that belongs to nothing. */
static bool is_gone(const struct store *store, const char *path)
{
    char *log = folder_path(store->config.folder, "ochre.db-wal");
    bool has_log = !is_shorter(log, 1);
    free(log);
    return (has_log || folder_had_database(inner(store)->lock)) && is_shorter(path, HEADER_SIZE);
}

/* Was the last server killed? Then its log of changes still lies there. */
static bool is_unclean(const struct store *store, const char *path)
{
    struct stat about;
    char *log = folder_path(store->config.folder, "ochre.db-wal");
    bool has_log = !is_shorter(log, 1);
    free(log);
    return has_log && stat(path, &about) == 0 && about.st_size <= CHECK_SIZE_MAX;
}

static int open_writing(struct store *store, const char *path, struct ochre_error *error)
{
    if (is_gone(store, path))
        return error_set(error, "", "the database is gone: ochre.db is missing or empty, but there was one");
    bool was_killed = is_unclean(store, path);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600); /* SQLite would let others read it */
    if (file < 0)
        return error_set(error, "", "the database cannot be opened: {0}", strerror(errno));
    (void)close(file);
    if (db_open_writing(&inner(store)->writer, path, store->config.is_fast, error) < 0)
        return -1;
    if (was_killed && db_check(&inner(store)->writer, error) < 0)
        return -1;
    if (folder_sign(inner(store)->lock, true, error) < 0)
        return -1;
    fold_moves(&inner(store)->writer);
    return 0;
}

static int open_files(struct store *store, const char *path, struct ochre_error *error)
{
    struct sqlite_store *sqlite = inner(store);
    bool is_reading_only = store->config.is_reading_only;
    int result = is_reading_only ? 0 : open_writing(store, path, error);
    if (result == 0)
        result = db_open_reading(&sqlite->reader, path, error);
    if (result == 0)
        result = db_pretend(&sqlite->reader, error);
    if (result == 0)
        result = db_is_whole(is_reading_only ? &sqlite->reader : &sqlite->writer, !is_reading_only, error);
    if (result == 0)
        result = read_last_number(&sqlite->reader, &sqlite->last_number, error);
    return result;
}

static int open_all(struct store *store, struct ochre_error *error)
{
    struct sqlite_store *sqlite = must_alloc(sizeof *sqlite);
    *sqlite = (struct sqlite_store){.lock = -1};
    store->inner = sqlite;
    if (!store->config.is_reading_only && (sqlite->lock = folder_take(store->config.folder, error)) < 0)
        return -1;
    char *path = db_path(store->config.folder);
    int result = open_files(store, path, error);
    free(path);
    return result < 0 ? -1 : 0;
}

static void close_all(struct store *store)
{
    struct sqlite_store *sqlite = inner(store);
    db_close(&sqlite->reader);
    db_close(&sqlite->writer);
    if (sqlite->lock >= 0)
        (void)close(sqlite->lock);
    free(sqlite);
}

/* ---- as an engine ---- */

static void write_some(struct store *store, struct store_batch *group)
{
    write_group(&inner(store)->writer, group);
}

static void tidy(struct store *store, bool is_busy)
{
    fold_some(&inner(store)->writer);
    db_tidy(&inner(store)->writer, is_busy);
}

static enum store_result probe(struct store *store, char *why, size_t size)
{
    return write_probe(&inner(store)->writer, why, size);
}

/* Is there so little room that the next move may not find any? */
static bool is_suspect(struct store *store)
{
    int64_t room;
    int64_t used;
    care_space(store, &room, &used);
    return room >= 0 && room < ROOM_SUSPECT;
}

static void ended(struct store *store)
{
    fold_moves(&inner(store)->writer);
}

static int64_t next_number(struct store *store)
{
    return ++inner(store)->last_number;
}

static int each(struct store *store, store_found *found, void *who, struct ochre_error *error)
{
    return read_each(&inner(store)->reader, found, who, error);
}

static int look(struct store *store, const char *id, store_found *found, void *who, struct ochre_error *error)
{
    return read_row_of(&inner(store)->reader, id, found, who, error);
}

static int each_memo(struct store *store, store_memo *found, void *who, struct ochre_error *error)
{
    return read_memos(&inner(store)->reader, found, who, error);
}

/* All of it: nobody else writes here, so nobody has a part. */
static int load(struct store *store, const struct store_wanted *wanted, struct stored_play *play,
                struct ochre_error *error)
{
    return read_play(&inner(store)->reader, wanted->number, wanted->id, play, error);
}

const struct store_engine store_sqlite = {
    .open = open_all,
    .close = close_all,
    .write = write_some,
    .tidy = tidy,
    .probe = probe,
    .is_suspect = is_suspect,
    .ended = ended,
    .next_number = next_number,
    .each = each,
    .look = look,
    .each_memo = each_memo,
    .load = load,
    .is_archived = care_is_archived,
    .archived = care_archived,
    .finished = care_finished,
    .space = care_space,
    .each_archived = care_each_archived,
    .verify = care_verify,
};
