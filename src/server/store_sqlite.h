/* store_sqlite.h: what the engine of SQLite is made of. Only store_sqlite*.c includes it.
 *
 *     store_sqlite_db.c      opening the database, its form and its statements
 *     store_sqlite_failure.c why something failed
 *     store_sqlite_sums.c    checksums as functions of SQL
 *     store_sqlite_write.c   a batch becomes rows
 *     store_sqlite_read.c    rows become tables again
 *     store_sqlite_care.c    verify, backup, what is old
 *     store_sqlite.c         all of it as an engine */
#ifndef OCHRE_SERVER_STORE_SQLITE_H
#define OCHRE_SERVER_STORE_SQLITE_H

#include <sqlite3.h>

#include "server/store_engine.h"

/* ---- the database ---- */

enum { STORE_VERSION = 5 };

enum statement {
    SQL_BEGIN,
    SQL_COMMIT,
    SQL_ROLLBACK,
    SQL_PUT_TABLE,
    SQL_PUT_SEAT,
    SQL_PUT_PACK,
    SQL_HAS_TABLE,
    SQL_LAST_MOVE,
    SQL_ADD_MOVE,
    SQL_CUT_MOVES,
    SQL_CUT_FRESH,
    SQL_COUNT_FRESH,
    SQL_FOLD_FRESH,
    SQL_FOLDED,
    SQL_HAS_DAMAGED,
    SQL_KEEP_FRESH,
    SQL_FOLD_UNDAMAGED,
    SQL_FOLDED_UNDAMAGED,
    SQL_LOSE_ASKS,
    SQL_LAST_CHAT,
    SQL_KEEP_CHAT,
    SQL_ADD_CHAT,
    SQL_CUT_CHAT,
    SQL_DROP_TABLE,
    SQL_DROP_SEATS,
    SQL_DROP_MOVES,
    SQL_DROP_FRESH,
    SQL_DROP_CHAT,
    SQL_NOTE_ARCHIVED,
    SQL_PROBE,
    SQL_PROBED,
    SQL_EACH_TABLE, /* from here on for readers too */
    SQL_EACH_SEAT,
    SQL_ONE_TABLE,
    SQL_ONE_TABLE_BY_ID,
    SQL_ONE_SEATS,
    SQL_ONE_PACK,
    SQL_ONE_MOVES,
    SQL_STRAY,
    SQL_ONE_CHAT,
    SQL_PUT_MEMO,
    SQL_DROP_MEMO,
    SQL_EACH_MEMO,
    SQL_ARCHIVED,
    SQL_EACH_ARCHIVED,
    SQL_FINISHED,
    SQL_COUNT
};

/* The last move of tables that were written to lately, so that a busy table is not asked for it at every move. */
enum { LAST_MOVES = 1024 };

struct last_move {
    int64_t number; /* of the table; 0: nothing known */
    int64_t n;
};

/* One connection; used by one thread. Statements are prepared when they are first needed. */
struct db {
    sqlite3 *sqlite;
    sqlite3_stmt *statement[SQL_COUNT];
    int log_pages;                          /* pages of changes that are not in the main file yet */
    int fresh;                              /* moves written since the last were put in their places; of the writer */
    struct last_move last_move[LAST_MOVES]; /* by number modulo LAST_MOVES; of the writer */
};

/* Where the database of a folder is, in new memory. */
char *db_path(const char *folder);

/* Opens the file; for writing it is made, with its form, when it is not there. -1 and a sentence without the path. */
int db_open_writing(struct db *db, const char *path, bool is_fast, struct ochre_error *error);
int db_open_reading(struct db *db, const char *path, struct ochre_error *error);
void db_close(struct db *db);

/* Whoever only reads a database of an older form sees it as if it had the newest; the file stays as it is. */
int db_pretend(struct db *db, struct ochre_error *error);

/* Has it every table and column that we ask for? Otherwise -1 and what is missing. */
int db_is_whole(struct db *db, bool is_writing, struct ochre_error *error);

/* Copies the log of changes into the main file, which takes as long as many commits: when nobody waits, or (busy) when
 * the log has become very long. After every commit. */
void db_tidy(struct db *db, bool is_busy);

/* Puts the moves that wait in `fresh` in their places; fold_some: when there are many. A failure changes nothing: they
 * can be read where they are. */
void fold_moves(struct db *db);
void fold_some(struct db *db);

/* The first trouble that PRAGMA quick_check finds. 0 when there is none. */
int db_check(struct db *db, struct ochre_error *error);

/* A statement ready to be bound; NULL when it could not be prepared. db_done after use. */
sqlite3_stmt *db_statement(struct db *db, enum statement which);
void db_done(sqlite3_stmt *statement);

/* Runs a statement that gives no rows, and makes it ready again. SQLITE_OK, or the reason. */
int db_run(sqlite3_stmt *statement);

/* The one number that a PRAGMA or a SELECT gives. */
int db_ask_number(struct db *db, const char *question, int64_t *number, struct ochre_error *error);

/* What the last failure of this connection means, and its sentence. */
enum store_result db_failure(struct db *db, int code, char *why, size_t size);

/* Before reading: what went wrong earlier is no reason for what goes wrong now. */
void db_forget_reasons(struct db *db);

/* The same as an error of a reader: STORE_DAMAGED or STORE_UNREADABLE. */
int db_error(struct db *db, int code, struct ochre_error *error);

/* Lets SQL make the sums of counts and moves too. */
int db_know_sums(struct db *db);

/* ---- writing ---- */

/* All batches of the list in one transaction; each gets its result. */
void write_group(struct db *db, struct store_batch *group);

/* Could something be written now? Fills the reason. */
enum store_result write_probe(struct db *db, char *why, size_t size);

/* ---- reading ---- */

int read_each(struct db *db, store_found *found, void *who, struct ochre_error *error);
int read_row_of(struct db *db, const char *id, store_found *found, void *who, struct ochre_error *error);
int read_play(struct db *db, int64_t number, const char *id, struct stored_play *play, struct ochre_error *error);
int read_memos(struct db *db, store_memo *found, void *who, struct ochre_error *error);
int read_last_number(struct db *db, int64_t *number, struct ochre_error *error);

/* ---- looking after it ---- */

int care_finished(struct store *store, int64_t before, struct store_place *place, int64_t *numbers, int most,
                  struct ochre_error *error);
bool care_is_archived(struct store *store, const char *id);
char *care_archived(struct store *store, const char *id, size_t *length);
int care_each_archived(struct store *store, store_noted *found, void *who, struct ochre_error *error);
void care_space(const struct store *store, int64_t *free_bytes, int64_t *used_bytes);
int care_verify(struct store *store, store_trouble *trouble, void *who);

struct db *store_reader(const struct store *store);
const char *store_folder(const struct store *store);

#endif
