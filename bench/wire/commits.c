/* commits.c: how many one-row transactions a second does SQLite make durable in this folder? What group commit is
 * measured against: the settings are those of the store (WAL, synchronous=FULL), each transaction holds one move.
 *
 *     commits FOLDER SECONDS */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

static int insert_until(sqlite3 *db, double end, long *count)
{
    sqlite3_stmt *insert = NULL;
    int code = sqlite3_prepare_v2(db, "INSERT INTO moves VALUES (1, ?, 0, 'a2a3')", -1, &insert, NULL);
    while (code == SQLITE_OK && now() < end) {
        sqlite3_bind_int64(insert, 1, ++*count);
        code = sqlite3_step(insert) == SQLITE_DONE ? sqlite3_reset(insert) : SQLITE_ERROR;
    }
    sqlite3_finalize(insert);
    return code;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: commits FOLDER SECONDS\n");
        return 2;
    }
    char path[4096];
    snprintf(path, sizeof path, "%s/commits.sqlite", argv[1]);
    unlink(path);
    sqlite3 *db = NULL;
    long count = 0;
    double from = 0;
    int code = sqlite3_open(path, &db);
    if (code == SQLITE_OK)
        code = sqlite3_exec(
            db,
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
            "CREATE TABLE moves (t INTEGER, n INTEGER, seat INTEGER, move TEXT, PRIMARY KEY (t, n)) WITHOUT ROWID",
            NULL, NULL, NULL);
    if (code == SQLITE_OK) {
        from = now();
        code = insert_until(db, from + atof(argv[2]), &count);
    }
    if (code == SQLITE_OK)
        printf("{\"commits_per_s\":%.0f}\n", (double)count / (now() - from));
    else
        fprintf(stderr, "commits: %s\n", sqlite3_errmsg(db));
    sqlite3_close(db);
    for (const char *const *tail = (const char *const[]){"", "-wal", "-shm", NULL}; *tail; tail++) {
        snprintf(path, sizeof path, "%s/commits.sqlite%s", argv[1], *tail);
        unlink(path);
    }
    return code == SQLITE_OK ? 0 : 1;
}
