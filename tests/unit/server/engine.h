/* engine.h: the same tests on both engines of the store. With OCHRE_STORE=postgres in the environment (and a PostgreSQL
 * around it: scripts/with-postgres) the place of a test's folder is a database of the same name. */
#ifndef SERVER_TEST_ENGINE_H
#define SERVER_TEST_ENGINE_H

#include <libpq-fe.h>
#include <sqlite3.h>

static inline bool on_postgres(void)
{
    const char *engine = getenv("OCHRE_STORE");
    return engine && strcmp(engine, "postgres") == 0;
}

static inline const char *database_name(const char *folder)
{
    const char *slash = strrchr(folder, '/');
    return slash ? slash + 1 : folder;
}

/* What store_open is to open; NULL: the folder. It holds until the next call. */
static inline const char *place_of(const char *folder)
{
    static char place[256];
    (void)snprintf(place, sizeof place, "postgres:///%s", database_name(folder));
    return on_postgres() ? place : NULL;
}

/* Runs SQL, each statement for itself, in a database of PostgreSQL. */
static inline void order_postgres(const char *database, const char *sql)
{
    char place[256];
    (void)snprintf(place, sizeof place, "postgres:///%s", database);
    PGconn *conn = PQconnectdb(place);
    PGresult *result = PQexec(conn, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(conn));
    PQclear(result);
    PQfinish(conn);
}

static inline void make_database(const char *folder)
{
    char sql[256];
    (void)snprintf(sql, sizeof sql, "CREATE DATABASE \"%s\"", database_name(folder));
    if (on_postgres())
        order_postgres("postgres", sql);
}

static inline void drop_database(const char *folder)
{
    char sql[256];
    (void)snprintf(sql, sizeof sql, "DROP DATABASE IF EXISTS \"%s\" WITH (FORCE)", database_name(folder));
    if (on_postgres())
        order_postgres("postgres", sql);
}

/* Changes what is stored behind the store's back. */
static inline void alter(const char *folder, const char *sql)
{
    if (on_postgres()) {
        char both[1024];
        (void)snprintf(both, sizeof both, "SET search_path = ochre; %s", sql);
        order_postgres(database_name(folder), both);
        return;
    }
    char path[512];
    sqlite3 *db;
    (void)snprintf(path, sizeof path, "%s/ochre.db", folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

#endif
