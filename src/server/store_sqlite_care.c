/* store_sqlite_care.c: looking through a database, copying it, and finding what is old. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "server/store_sqlite.h"
#include "table/file.h"

enum { ARCHIVED_SIZE_MAX = 4 * 1024 * 1024 };

/* ---- verify ---- */

struct listening {
    store_trouble *trouble;
    void *who;
    int count;
};

static void tell(struct listening *listening, const char *words)
{
    listening->trouble(listening->who, words);
    listening->count++;
}

static void tell_failure(struct listening *listening, struct db *db, int code)
{
    struct ochre_error error;
    (void)db_error(db, code, &error);
    tell(listening, error.words);
}

/* Everything that a question gives rows for is wrong, and the first column says what; "ok" alone is fine. */
static void ask_for_trouble(struct listening *listening, struct db *db, const char *question)
{
    sqlite3_stmt *row = NULL;
    int code = sqlite3_prepare_v2(db->sqlite, question, -1, &row, NULL);
    while (code == SQLITE_OK && (code = sqlite3_step(row)) == SQLITE_ROW) {
        const char *words = (const char *)sqlite3_column_text(row, 0);
        if (words && strcmp(words, "ok") != 0)
            tell(listening, words);
        code = SQLITE_OK;
    }
    if (code != SQLITE_DONE)
        tell_failure(listening, db, code);
    (void)sqlite3_finalize(row);
}

static void skip_memo(void *who, const char *name, const char *text)
{
    (void)who;
    (void)name;
    (void)text;
}

static void check_memos(struct listening *listening, struct db *db)
{
    struct ochre_error error;
    int lost = read_memos(db, skip_memo, NULL, &error);
    if (lost < 0)
        tell(listening, error.words);
    else if (lost > 0)
        tell(listening, "some notes of the host (who is shut out, what is announced) are damaged");
}

int care_verify(struct store *store, store_trouble *trouble, void *who)
{
    struct db *db = store_reader(store);
    struct listening listening = {.trouble = trouble, .who = who};
    ask_for_trouble(&listening, db, "PRAGMA integrity_check(20)");
    ask_for_trouble(&listening, db,
                    "SELECT 'there are moves, seats or chat of table number ' || number || ', which is not there' "
                    "FROM (SELECT number FROM moves UNION ALL SELECT number FROM fresh UNION ALL "
                    "SELECT number FROM seats UNION ALL SELECT number FROM chat) "
                    "WHERE number NOT IN (SELECT number FROM tables) GROUP BY number LIMIT 20");
    check_memos(&listening, db);
    return listening.count;
}

/* ---- room on the disk ---- */

void care_space(const struct store *store, int64_t *free_bytes, int64_t *used_bytes)
{
    struct statvfs disk;
    struct stat about;
    char *path = db_path(store_folder(store));
    *free_bytes = statvfs(store_folder(store), &disk) == 0 ? (int64_t)disk.f_bavail * (int64_t)disk.f_frsize : -1;
    *used_bytes = stat(path, &about) == 0 ? (int64_t)about.st_size : -1;
    free(path);
}

/* ---- backup ---- */

static int copy_into(struct db *db, const char *file, struct ochre_error *error)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db->sqlite, "VACUUM INTO ?1", -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_bind_text(statement, 1, file, -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    int result = code == SQLITE_DONE ? 0 : db_error(db, code, error);
    (void)sqlite3_finalize(statement);
    return result;
}

/* A copy that nobody has looked at is no backup. */
static int check_copy(const char *file, struct ochre_error *error)
{
    struct db copy;
    if (db_open_reading(&copy, file, error) < 0)
        return -1;
    int result = db_check(&copy, error);
    db_close(&copy);
    return result;
}

static int sync_path(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return -1;
    int result = fsync(file);
    (void)close(file);
    return result;
}

static int sync_folder_of(const char *path)
{
    char *folder = strdup(path);
    if (!folder)
        return -1;
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    int result = sync_path(slash ? folder : ".");
    free(folder);
    return result;
}

static int back_up(const char *source, const char *scratch, const char *file, struct ochre_error *error)
{
    struct db db;
    if (db_open_reading(&db, source, error) < 0)
        return -1;
    int result = copy_into(&db, scratch, error);
    db_close(&db);
    if (result < 0 || check_copy(scratch, error) < 0)
        return -1;
    if (sync_path(scratch) < 0 || rename(scratch, file) < 0 || sync_folder_of(file) < 0)
        return error_set(error, "", "{0}: {1}", file, strerror(errno));
    return 0;
}

/* Would the copy take the place of something that a server works with? Its names belong to the folder, whether there is
 * such a file at the moment or not. */
static bool is_of_the_server(const char *folder, const char *file)
{
    struct stat its;
    struct stat ours;
    char *copy = strdup(file);
    if (!copy)
        return true;
    char *slash = strrchr(copy, '/');
    const char *name = slash ? slash + 1 : copy;
    bool is_name = text_starts(name, "ochre.", NULL);
    if (slash)
        slash[slash == copy] = '\0';
    bool is_there = stat(slash ? copy : ".", &its) == 0 && stat(folder, &ours) == 0 && its.st_dev == ours.st_dev &&
                    its.st_ino == ours.st_ino;
    free(copy);
    return is_name && is_there;
}

int store_backup(const char *folder, const char *file, struct ochre_error *error)
{
    struct stat about;
    if (!file[0])
        return error_set(error, "", "the copy has no name");
    if (stat(file, &about) == 0 && !S_ISREG(about.st_mode))
        return error_set(error, "", "{0}: this is not a file", file);
    if (is_of_the_server(folder, file))
        return error_set(error, "", "{0}: a copy in the place of the database itself would be none", file);
    size_t size = strlen(file) + sizeof ".XXXXXX";
    char *scratch = must_alloc(size);
    struct ochre_text name = text_on(scratch, size);
    text_add(&name, file);
    text_add(&name, ".XXXXXX");
    int made = mkstemp(scratch); /* for its owner alone: there are secrets in it */
    int result;
    if (made < 0) {
        result = error_set(error, "", "{0}: {1}", file, strerror(errno));
    } else {
        (void)close(made);
        char *source = db_path(folder);
        struct ochre_error inner = {0};
        result = back_up(source, scratch, file, &inner);
        if (result < 0) {
            (void)unlink(scratch);
            error_set(error, "", "{0}: {1}", folder, inner.words);
        }
        free(source);
    }
    free(scratch);
    return result;
}

/* ---- what is old ---- */

int care_finished(struct store *store, int64_t before, struct store_place *place, int64_t *numbers, int most,
                  struct ochre_error *error)
{
    struct db *db = store_reader(store);
    sqlite3_stmt *row = db_statement(db, SQL_FINISHED);
    if (!row)
        return db_error(db, sqlite3_extended_errcode(db->sqlite), error);
    (void)sqlite3_bind_int64(row, 1, before);
    (void)sqlite3_bind_int(row, 2, most);
    (void)sqlite3_bind_int64(row, 3, place->ended);
    (void)sqlite3_bind_int64(row, 4, place->number);
    int count = 0;
    int code;
    while ((code = sqlite3_step(row)) == SQLITE_ROW && count < most) {
        *place = (struct store_place){sqlite3_column_int64(row, 1), sqlite3_column_int64(row, 0)};
        numbers[count++] = place->number;
    }
    int result = code == SQLITE_DONE ? count : db_error(db, code, error);
    db_done(row);
    return result;
}

/* "2026-11/ID.log" and nothing else: a damaged row must not lead anywhere. */
static bool is_archive_name(const char *name, const char *id)
{
    static const size_t month = sizeof "2026-11" - 1;
    return strcspn(name, "/.") == month && name[month] == '/' && text_starts(name + month + 1, id, &name) &&
           text_same(name, ".log");
}

/* Where the log lies, in new memory; NULL: it was never archived. */
static char *archive_path(struct store *store, const char *id)
{
    struct db *db = store_reader(store);
    sqlite3_stmt *row = db_statement(db, SQL_ARCHIVED);
    if (!row)
        return NULL;
    (void)sqlite3_bind_text(row, 1, id, -1, SQLITE_STATIC);
    char *path = NULL;
    const char *found = sqlite3_step(row) == SQLITE_ROW ? (const char *)sqlite3_column_text(row, 0) : NULL;
    if (found && is_archive_name(found, id)) {
        const char *folder = store_folder(store);
        size_t size = strlen(folder) + strlen("/archive/") + strlen(found) + 1;
        path = must_alloc(size);
        struct ochre_text text = text_on(path, size);
        text_add(&text, folder);
        text_add(&text, "/archive/");
        text_add(&text, found);
    }
    db_done(row);
    return path;
}

bool care_is_archived(struct store *store, const char *id)
{
    char *path = archive_path(store, id);
    free(path);
    return path != NULL;
}

char *care_archived(struct store *store, const char *id, size_t *length)
{
    struct ochre_error error;
    char *path = archive_path(store, id);
    char *text = path ? file_read(path, ARCHIVED_SIZE_MAX, length, &error) : NULL;
    free(path);
    return text;
}

int care_each_archived(struct store *store, store_noted *found, void *who, struct ochre_error *error)
{
    struct db *db = store_reader(store);
    sqlite3_stmt *row = db_statement(db, SQL_EACH_ARCHIVED);
    int code = row ? SQLITE_ROW : sqlite3_extended_errcode(db->sqlite);
    bool is_wanted = true;
    while (row && is_wanted && (code = sqlite3_step(row)) == SQLITE_ROW) {
        const char *id = (const char *)sqlite3_column_text(row, 0);
        const char *path = (const char *)sqlite3_column_text(row, 1);
        if (id && path && is_archive_name(path, id))
            is_wanted = found(who, id, path);
    }
    int result = code == SQLITE_DONE || !is_wanted ? 0 : db_error(db, code, error);
    db_done(row);
    return result;
}
