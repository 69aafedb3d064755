/* store_sqlite_failure.c: what a failure of the database means: in words, and for what was to be stored or read. */
#include <errno.h>
#include <string.h>

#include "server/store_sqlite.h"

static enum store_result meaning(int code, int reason)
{
    switch (code & 0xFF) {
    case SQLITE_FULL: return STORE_FULL;
    case SQLITE_READONLY:
    case SQLITE_PERM: return STORE_READONLY;
    case SQLITE_CONSTRAINT: return STORE_STALE;
    default: break;
    }
    if (reason == ENOSPC || reason == EDQUOT || reason == EFBIG)
        return STORE_FULL;
    return reason == EROFS || reason == EACCES || reason == EPERM ? STORE_READONLY : STORE_BROKEN;
}

/* What the system last said about a file of SQLite's; 0: nothing. */
static int errno_of(sqlite3_file *file)
{
    int reason = 0;
    if (file && file->pMethods)
        (void)file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &reason);
    return reason;
}

struct files {
    sqlite3_file *log, *main; /* NULL: there is none */
};

static struct files files_of(struct db *db)
{
    struct files files = {0};
    (void)sqlite3_file_control(db->sqlite, "main", SQLITE_FCNTL_JOURNAL_POINTER, &files.log);
    (void)sqlite3_file_control(db->sqlite, "main", SQLITE_FCNTL_FILE_POINTER, &files.main);
    return files;
}

/* The errno behind an I/O error. SQLite remembers it per file; its own sqlite3_system_errno may have been overwritten
 * while it was cleaning up. The log of changes comes first, because commits write nothing else. */
static int reason_of(struct db *db)
{
    struct files files = files_of(db);
    int reason = errno_of(files.log);
    if (!reason)
        reason = errno_of(files.main);
    return reason ? reason : sqlite3_system_errno(db->sqlite);
}

/* SQLite remembers the last errno of a file until it has read beyond its end. */
static void forget_errno(sqlite3_file *file)
{
    char byte;
    if (errno_of(file))
        (void)file->pMethods->xRead(file, &byte, 1, (sqlite3_int64)1 << 50);
}

void db_forget_reasons(struct db *db)
{
    struct files files = files_of(db);
    forget_errno(files.log);
    forget_errno(files.main);
}

/* What SQLite calls damage after the system has refused to read (it takes EIO for a damaged file system) may pass. */
static bool is_unread(struct db *db)
{
    struct files files = files_of(db);
    return errno_of(files.log) != 0 || errno_of(files.main) != 0;
}

enum store_result db_failure(struct db *db, int code, char *why, size_t size)
{
    static const char *const words[] = {
        [STORE_DURABLE] = "",
        [STORE_FULL] = N_("there is no room left on the server's disk"),
        [STORE_READONLY] = N_("the server's disk cannot be written to"),
        [STORE_BROKEN] = N_("the server's disk reports errors"),
        [STORE_STALE] = N_("the table has changed meanwhile"),
    };
    /* The last errno only tells something about failures that came from the system. */
    int kind = code & 0xFF;
    bool is_from_system = kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN || kind == SQLITE_FULL;
    enum store_result result = meaning(code, is_from_system ? reason_of(db) : 0);
    struct ochre_text text = text_on(why, size);
    text_add(&text, words[result]);
    return result;
}

static void describe(struct db *db, int kind, struct ochre_error *error)
{
    int reason = db->sqlite ? reason_of(db) : 0;
    if (kind == SQLITE_BUSY)
        error_set(error, "", "the database is in use by another program");
    else if (kind == SQLITE_FULL || (kind == SQLITE_IOERR && (reason == ENOSPC || reason == EDQUOT)))
        error_set(error, "", "there is no room left on the disk");
    else if (reason && (kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN))
        error_set(error, "", "the database cannot be read: {0} ({1})", sqlite3_errstr(kind), strerror(reason));
    else
        error_set(error, "", "the database cannot be read: {0}",
                  db->sqlite ? sqlite3_errmsg(db->sqlite) : sqlite3_errstr(kind));
}

int db_error(struct db *db, int code, struct ochre_error *error)
{
    int kind = code & 0xFF;
    if (kind == SQLITE_CORRUPT && is_unread(db))
        kind = SQLITE_IOERR;
    if (kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB) {
        error_set(error, "", "the database is damaged: {0}", sqlite3_errmsg(db->sqlite));
        return STORE_DAMAGED;
    }
    describe(db, kind, error);
    return STORE_UNREADABLE;
}
