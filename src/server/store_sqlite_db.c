/* store_sqlite_db.c: opening the database, its form and its statements. */
#include <stdio.h>
#include <string.h>

#include "server/store_sqlite.h"

enum { APPLICATION_ID = 0x4F636872, BUSY_MS = 5000, LOG_PAGES_IDLE = 500, LOG_PAGES_MAX = 8000 };

/* ---- the form ---- */

/* A table's moves stand together in `moves`, so that loading one is reading a few pages. New ones wait in `fresh`, in
 * the order in which they were made, so that a commit for a hundred tables writes two pages and not a hundred; every
 * few thousand are put in their places (fold_moves). Numbers rather than ids are the keys, because they are short.
 * `sum` is a checksum of the row: SQLite notices a damaged tree, but not a damaged letter. What nobody would miss is
 * counted in the table's row: so many moves have been put in their places (`kept`), so many lines were said (`said`);
 * `tally` is the checksum of these counts, which change without the row. */
#define FRESH                                                                                                          \
    " fresh(id INTEGER PRIMARY KEY, number INTEGER NOT NULL, n INTEGER NOT NULL, seat INTEGER NOT NULL,"               \
    " at INTEGER NOT NULL, text TEXT NOT NULL, sum INTEGER NOT NULL) STRICT;"

/* Whatever belongs to no table: the hall gives it a name and a text. */
#define MEMOS " memos(name TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL, sum INTEGER NOT NULL) STRICT, WITHOUT ROWID;"

static const char form[] =
    "CREATE TABLE tables(number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, status INTEGER NOT NULL,"
    " why TEXT NOT NULL, game TEXT NOT NULL, rules INTEGER NOT NULL, seat_count INTEGER NOT NULL,"
    " options TEXT NOT NULL, pack_id TEXT NOT NULL, pack_hash TEXT NOT NULL, has_pack INTEGER NOT NULL, position TEXT,"
    " seed BLOB NOT NULL, notes TEXT NOT NULL, made INTEGER NOT NULL, ended INTEGER NOT NULL,"
    " lost_asks INTEGER NOT NULL DEFAULT 0, sum INTEGER NOT NULL, kept INTEGER NOT NULL DEFAULT 0,"
    " said INTEGER NOT NULL DEFAULT 0, tally INTEGER NOT NULL DEFAULT 0, fair INTEGER NOT NULL DEFAULT 1) STRICT;"
    "CREATE INDEX tables_ended ON tables(ended) WHERE ended > 0;"
    "CREATE TABLE seats(number INTEGER NOT NULL, seat INTEGER NOT NULL, kind INTEGER NOT NULL, name TEXT NOT NULL,"
    " bot TEXT NOT NULL, key BLOB, share BLOB, pledge BLOB, PRIMARY KEY(number, seat)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE moves(number INTEGER NOT NULL, n INTEGER NOT NULL, seat INTEGER NOT NULL, at INTEGER NOT NULL,"
    " text TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY(number, n)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE" FRESH
    "CREATE TABLE chat(number INTEGER NOT NULL, n INTEGER NOT NULL, seat INTEGER NOT NULL, at INTEGER NOT NULL,"
    " name TEXT NOT NULL, text TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY(number, n)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE packs(hash TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE archive(id TEXT NOT NULL PRIMARY KEY, path TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE probe(n INTEGER PRIMARY KEY, filling BLOB NOT NULL) STRICT;"
    "CREATE TABLE" MEMOS;

/* What older forms lack: the first had no `fresh`, the second no `memos`, the third did not count, the fourth had no
 * pledges, and chance of the first version alone (fair.h). */
static const char *const growth[STORE_VERSION] = {
    [1] = "CREATE TABLE IF NOT EXISTS" FRESH,
    [2] = "CREATE TABLE IF NOT EXISTS" MEMOS,
    [3] = "ALTER TABLE tables ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;"
          "ALTER TABLE tables ADD COLUMN said INTEGER NOT NULL DEFAULT 0;"
          "ALTER TABLE tables ADD COLUMN tally INTEGER NOT NULL DEFAULT 0;"
          "UPDATE tables SET kept = (SELECT coalesce(max(n), 0) FROM moves WHERE moves.number = tables.number),"
          " said = (SELECT coalesce(max(n), 0) FROM chat WHERE chat.number = tables.number);"
          "UPDATE tables SET tally = ochre_tally(number, lost_asks, kept, said);",
    [4] = "ALTER TABLE tables ADD COLUMN fair INTEGER NOT NULL DEFAULT 1;"
          "ALTER TABLE seats ADD COLUMN pledge BLOB;",
};

/* The same for whoever only reads, and leaves the file as it is. */
static const char *const pretence[STORE_VERSION] = {
    [1] = "CREATE TEMP TABLE" FRESH,
    [2] = "CREATE TEMP TABLE" MEMOS,
    [3] = "CREATE TEMP VIEW tables AS SELECT *, ochre_tally(number, lost_asks, kept, said) AS tally, 1 AS fair FROM "
          "(SELECT *,"
          " 0 AS kept, (SELECT coalesce(max(n), 0) FROM chat WHERE chat.number = main.tables.number) AS said"
          " FROM main.tables);",
    [4] = "CREATE TEMP VIEW IF NOT EXISTS tables AS SELECT *, 1 AS fair FROM main.tables;"
          "CREATE TEMP VIEW seats AS SELECT *, NULL AS pledge FROM main.seats;",
};

#define TABLE_COLUMNS                                                                                                  \
    "number, id, status, why, game, rules, seat_count, options, pack_id, pack_hash, has_pack, position, seed, notes, " \
    "made, ended, sum, lost_asks, kept, said, tally, fair"

/* New counts, and a checksum that says so if the old one was right. */
#define COUNTS(lost, kept_now, said_now)                                                                               \
    "lost_asks = " lost ", kept = " kept_now ", said = " said_now                                                      \
    ", tally = CASE tally WHEN ochre_tally(tables.number, lost_asks, kept, said) "                                     \
    "THEN ochre_tally(tables.number, " lost ", " kept_now ", " said_now ") ELSE tally END"

#define IS_WHOLE_MOVE "ochre_move_sum(number, n, seat, at, text) = sum"

#define SEAT_COLUMNS "number, seat, kind, name, bot, key, share, pledge"

static const char *const sql[SQL_COUNT] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_PUT_TABLE] =
        "INSERT INTO tables(" TABLE_COLUMNS ") VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, "
        "?13, ?14, ?15, ?16, ?17, 0, 0, 0, ochre_tally(?1, 0, 0, 0), ?18) ON CONFLICT(number) DO UPDATE SET id = ?2, "
        "status "
        "= ?3, why = ?4, "
        "game = ?5, rules = ?6, seat_count = ?7, options = ?8, pack_id = ?9, pack_hash = ?10, "
        "has_pack = max(has_pack, ?11), position = ?12, seed = ?13, notes = ?14, made = ?15, ended = ?16, "
        "sum = ?17, fair = ?18",
    [SQL_PUT_SEAT] = "INSERT OR REPLACE INTO seats(number, seat, kind, name, bot, key, share, pledge) "
                     "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [SQL_PUT_PACK] = "INSERT OR IGNORE INTO packs(hash, text) VALUES(?1, ?2)",
    [SQL_HAS_TABLE] = "SELECT 1 FROM tables WHERE number = ?1",
    [SQL_LAST_MOVE] = "SELECT max((SELECT coalesce(max(n), 0) FROM moves WHERE number = ?1), "
                      "(SELECT coalesce(max(n), 0) FROM fresh WHERE number = ?1))",
    [SQL_ADD_MOVE] = "INSERT INTO fresh(number, n, seat, at, text, sum) VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [SQL_CUT_MOVES] = "DELETE FROM moves WHERE number = ?1 AND n > ?2",
    [SQL_CUT_FRESH] = "DELETE FROM fresh WHERE number = ?1 AND n > ?2",
    [SQL_COUNT_FRESH] = "SELECT count(*) FROM fresh",
    [SQL_FOLD_FRESH] = "INSERT INTO moves(number, n, seat, at, text, sum) "
                       "SELECT number, n, seat, at, text, sum FROM fresh ORDER BY number, n",
    [SQL_FOLDED] = "DELETE FROM fresh",
    [SQL_HAS_DAMAGED] = "SELECT EXISTS (SELECT 1 FROM fresh WHERE NOT " IS_WHOLE_MOVE ")",
    [SQL_KEEP_FRESH] = "UPDATE tables SET " COUNTS(
        "lost_asks", "max(kept, last.n)", "said") " FROM (SELECT number, max(n) AS n FROM fresh WHERE " IS_WHOLE_MOVE
                                                  " GROUP BY number) AS last WHERE last.number = tables.number",
    [SQL_FOLD_UNDAMAGED] = "INSERT OR IGNORE INTO moves(number, n, seat, at, text, sum) "
                           "SELECT number, n, seat, at, text, sum FROM fresh WHERE typeof(number) = 'integer' AND "
                           "typeof(n) = 'integer' AND typeof(seat) = 'integer' AND typeof(at) = 'integer' AND "
                           "typeof(text) = 'text' AND typeof(sum) = 'integer' AND " IS_WHOLE_MOVE " ORDER BY number, n",
    [SQL_FOLDED_UNDAMAGED] = "DELETE FROM fresh WHERE EXISTS (SELECT 1 FROM moves WHERE moves.number = fresh.number "
                             "AND moves.n = fresh.n AND moves.sum = fresh.sum)",
    [SQL_LOSE_ASKS] = "UPDATE tables SET " COUNTS("lost_asks + ?2", "min(kept, ?3)", "said") " WHERE number = ?1",
    [SQL_LAST_CHAT] = "SELECT said FROM tables WHERE number = ?1",
    [SQL_KEEP_CHAT] = "UPDATE tables SET " COUNTS("lost_asks", "kept", "?2") " WHERE number = ?1",
    [SQL_ADD_CHAT] = "INSERT OR REPLACE INTO chat(number, n, seat, at, name, text, sum) "
                     "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [SQL_CUT_CHAT] = "DELETE FROM chat WHERE number = ?1 AND n <= ?2",
    [SQL_DROP_TABLE] = "DELETE FROM tables WHERE number = ?1",
    [SQL_DROP_SEATS] = "DELETE FROM seats WHERE number = ?1",
    [SQL_DROP_MOVES] = "DELETE FROM moves WHERE number = ?1",
    [SQL_DROP_FRESH] = "DELETE FROM fresh WHERE number = ?1",
    [SQL_DROP_CHAT] = "DELETE FROM chat WHERE number = ?1",
    [SQL_NOTE_ARCHIVED] = "INSERT OR REPLACE INTO archive(id, path) VALUES(?1, ?2)",
    /* As large as a busy group of batches, so that a success means something. */
    [SQL_PROBE] = "INSERT OR REPLACE INTO probe(n, filling) VALUES(1, zeroblob(65536))",
    [SQL_PROBED] = "DELETE FROM probe",
    [SQL_EACH_TABLE] = "SELECT " TABLE_COLUMNS " FROM tables ORDER BY number",
    [SQL_EACH_SEAT] = "SELECT " SEAT_COLUMNS " FROM seats ORDER BY number, seat",
    [SQL_ONE_TABLE] = "SELECT " TABLE_COLUMNS " FROM tables WHERE number = ?1",
    [SQL_ONE_TABLE_BY_ID] = "SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?1",
    [SQL_ONE_SEATS] = "SELECT " SEAT_COLUMNS " FROM seats WHERE number = ?1 ORDER BY seat",
    [SQL_ONE_PACK] = "SELECT text FROM packs WHERE hash = ?1",
    [SQL_ONE_MOVES] = "SELECT n, seat, at, text, sum FROM moves WHERE number = ?1 UNION ALL "
                      "SELECT n, seat, at, text, sum FROM fresh WHERE number = ?1 ORDER BY n",
    /* A damaged row that would be this table's next move. */
    [SQL_STRAY] = "SELECT 1 FROM fresh WHERE n = ?2 AND number <> ?1 AND NOT " IS_WHOLE_MOVE
                  " AND ochre_move_sum(?1, n, seat, at, text) = sum",
    [SQL_ONE_CHAT] = "SELECT n, seat, at, name, text, sum FROM chat WHERE number = ?1 ORDER BY n",
    [SQL_PUT_MEMO] = "INSERT OR REPLACE INTO memos(name, text, sum) VALUES(?1, ?2, ?3)",
    [SQL_DROP_MEMO] = "DELETE FROM memos WHERE name = ?1",
    [SQL_EACH_MEMO] = "SELECT name, text, sum FROM memos ORDER BY name",
    [SQL_ARCHIVED] = "SELECT path FROM archive WHERE id = ?1",
    [SQL_EACH_ARCHIVED] = "SELECT id, path FROM archive ORDER BY id",
    [SQL_FINISHED] = "SELECT number, ended FROM tables WHERE ended > 0 AND ended < ?1 AND (ended, number) > (?3, ?4) "
                     "ORDER BY ended, number LIMIT ?2",
};

/* ---- statements ---- */

sqlite3_stmt *db_statement(struct db *db, enum statement which)
{
    sqlite3_stmt **place = &db->statement[which];
    if (!*place && sqlite3_prepare_v3(db->sqlite, sql[which], -1, SQLITE_PREPARE_PERSISTENT, place, NULL) != SQLITE_OK)
        *place = NULL;
    return *place;
}

void db_done(sqlite3_stmt *statement)
{
    if (!statement)
        return;
    (void)sqlite3_reset(statement);
    (void)sqlite3_clear_bindings(statement);
}

int db_run(sqlite3_stmt *statement)
{
    if (!statement)
        return SQLITE_ERROR;
    int code = sqlite3_step(statement);
    db_done(statement);
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

/* ---- opening ---- */

char *db_path(const char *folder)
{
    static const char name[] = "/ochre.db";
    size_t size = strlen(folder) + sizeof name;
    char *path = must_alloc(size);
    struct ochre_text text = text_on(path, size);
    text_add(&text, folder);
    text_add(&text, name);
    return path;
}

int db_ask_number(struct db *db, const char *question, int64_t *number, struct ochre_error *error)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db->sqlite, question, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *number = sqlite3_column_int64(statement, 0);
    int result = code == SQLITE_ROW ? 0 : db_error(db, code, error);
    (void)sqlite3_finalize(statement);
    return result;
}

static int order(struct db *db, const char *words, struct ochre_error *error)
{
    int code = sqlite3_exec(db->sqlite, words, NULL, NULL, NULL);
    return code == SQLITE_OK ? 0 : db_error(db, code, error);
}

/* Is it ours, and of a form we know (0: an empty file)? Nothing is changed before this is clear. */
static int look(struct db *db, int64_t *version, struct ochre_error *error)
{
    int64_t tables = 0;
    int64_t application = 0;
    int64_t strange = 0;
    *version = 0;
    if (db_ask_number(db, "SELECT count(*) FROM sqlite_schema", &tables, error) < 0 ||
        db_ask_number(db, "PRAGMA application_id", &application, error) < 0 ||
        db_ask_number(db, "PRAGMA user_version", version, error) < 0)
        return -1;
    if (db_ask_number(db, "SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')", &strange, error) < 0)
        return -1;
    if (tables == 0 && *version == 0)
        return 0;
    if (application != APPLICATION_ID)
        return error_set(error, "", "the database belongs to another program");
    if (*version > STORE_VERSION)
        return error_set(error, "",
                         "the database was made by a newer version of ochre (form {0}; this one knows {1} and older)",
                         NUM(*version), NUM(STORE_VERSION));
    if (strange > 0) /* whoever made them would run in our writing */
        return error_set(error, "", "the database is damaged: it has triggers or views, which are not ours");
    return *version > 0 ? 0 : error_set(error, "", "the database is damaged: it does not say which form it has");
}

/* ---- the connection ---- */

static int connect(struct db *db, const char *path, int flags, struct ochre_error *error)
{
    *db = (struct db){0};
    int code = sqlite3_open_v2(path, &db->sqlite, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    if (code == SQLITE_OK)
        code = db_know_sums(db);
    if (code != SQLITE_OK)
        return db_error(db, code, error);
    (void)sqlite3_busy_timeout(db->sqlite, BUSY_MS);
    (void)sqlite3_db_config(db->sqlite, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return order(db, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON", error);
}

/* A new form (version 0), or what an older one lacks: all of it or nothing. */
static int grow(struct db *db, int64_t version, struct ochre_error *error)
{
    if (version == 0)
        return order(db, form, error);
    int result = 0;
    for (; version < STORE_VERSION && result == 0; version++)
        result = order(db, growth[version], error);
    return result;
}

static int make_form(struct db *db, int64_t version, struct ochre_error *error)
{
    char numbers[128];
    (void)snprintf(numbers, sizeof numbers, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION_ID,
                   STORE_VERSION);
    if (order(db, "BEGIN IMMEDIATE", error) < 0)
        return -1;
    if (grow(db, version, error) == 0 && order(db, numbers, error) == 0 && order(db, "COMMIT", error) == 0)
        return 0;
    (void)sqlite3_exec(db->sqlite, "ROLLBACK", NULL, NULL, NULL);
    return -1;
}

static int note_log(void *who, sqlite3 *sqlite, const char *name, int pages)
{
    (void)sqlite;
    (void)name;
    ((struct db *)who)->log_pages = pages;
    return SQLITE_OK;
}

void db_tidy(struct db *db, bool is_busy)
{
    if (db->log_pages < (is_busy ? LOG_PAGES_MAX : LOG_PAGES_IDLE))
        return;
    (void)sqlite3_wal_checkpoint_v2(db->sqlite, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    db->log_pages = 0;
}

static int open_writing(struct db *db, const char *path, bool is_fast, struct ochre_error *error)
{
    int64_t version;
    if (connect(db, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error) < 0 || look(db, &version, error) < 0)
        return -1;
    if (sqlite3_db_readonly(db->sqlite, "main") == 1)
        return error_set(error, "", "the database cannot be written to");
    /* FULL: a commit has reached the disk. NORMAL: it has reached the system, and checkpoints reach the disk, so that
     * a crash of the machine costs the last seconds but never the order of things. */
    if (order(db, "PRAGMA journal_mode = WAL", error) < 0 ||
        order(db, is_fast ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL", error) < 0 ||
        order(db, "PRAGMA journal_size_limit = 67108864", error) < 0)
        return -1;
    (void)sqlite3_wal_hook(db->sqlite, note_log, db); /* instead of SQLite's own: see db_tidy */
    return version == STORE_VERSION ? 0 : make_form(db, version, error);
}

int db_open_writing(struct db *db, const char *path, bool is_fast, struct ochre_error *error)
{
    int result = open_writing(db, path, is_fast, error);
    if (result < 0)
        db_close(db);
    return result;
}

static int open_reading(struct db *db, const char *path, struct ochre_error *error)
{
    int64_t version;
    if (connect(db, path, SQLITE_OPEN_READONLY, error) < 0 || look(db, &version, error) < 0)
        return -1;
    return version > 0 ? 0 : error_set(error, "", "the database is empty");
}

int db_open_reading(struct db *db, const char *path, struct ochre_error *error)
{
    int result = open_reading(db, path, error);
    if (result < 0)
        db_close(db);
    return result;
}

int db_is_whole(struct db *db, bool is_writing, struct ochre_error *error)
{
    for (int i = is_writing ? 0 : SQL_EACH_TABLE; i < SQL_COUNT; i++)
        if (!db_statement(db, (enum statement)i)) {
            int code = sqlite3_extended_errcode(db->sqlite);
            if (code != SQLITE_ERROR)
                return db_error(db, code, error);
            error_set(error, "", "the database is damaged: {0}", sqlite3_errmsg(db->sqlite));
            return STORE_DAMAGED;
        }
    return 0;
}

int db_pretend(struct db *db, struct ochre_error *error)
{
    int64_t version;
    int result = look(db, &version, error);
    for (; result == 0 && version < STORE_VERSION; version++)
        result = order(db, pretence[version], error);
    return result;
}

void db_close(struct db *db)
{
    for (int i = 0; i < SQL_COUNT; i++)
        (void)sqlite3_finalize(db->statement[i]);
    (void)sqlite3_close(db->sqlite);
    *db = (struct db){0};
}

int db_check(struct db *db, struct ochre_error *error)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db->sqlite, "PRAGMA quick_check(1)", -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    const char *words = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    int result = 0;
    if (!words)
        result = db_error(db, code, error);
    else if (strcmp(words, "ok") != 0)
        result = error_set(error, "", "the database is damaged: {0}", words);
    (void)sqlite3_finalize(statement);
    return result;
}
