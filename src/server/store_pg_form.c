/* store_pg_form.c: the schema `ochre`, made and grown by whoever comes first, and whether it is one for us. */
#include <stdlib.h>
#include <string.h>

#include "server/store_pg.h"

enum { OLDEST_SERVER = 130000, FORM_LOCK = 0x6F636872 };

/* What changes with every move stands in `heads`, narrow rows with room beside them, so that changing one touches no
 * index. `sum` is a checksum of the row (store_sums.c). `ledger` says what each run of a server has committed,
 * `servers` until when it is alive. Numbers of tables come from `runs`: nobody else has the same first digits. */
static const char form[] =
    "CREATE TABLE form(one boolean PRIMARY KEY DEFAULT true CHECK (one), form integer NOT NULL, "
    "oldest integer NOT NULL, is_whole boolean NOT NULL DEFAULT true);"
    "CREATE SEQUENCE runs MAXVALUE 4194303;"
    "CREATE TABLE servers(server bigint PRIMARY KEY, until timestamptz NOT NULL) WITH (fillfactor = 50);"
    "CREATE TABLE ledger(server bigint PRIMARY KEY, session bigint NOT NULL, entry bigint NOT NULL) "
    "WITH (fillfactor = 50);"
    "CREATE TABLE tables(number bigint PRIMARY KEY, made bigint NOT NULL, ended bigint NOT NULL, sum bigint NOT NULL, "
    "status integer NOT NULL, rules integer NOT NULL, seat_count integer NOT NULL, fair integer NOT NULL, "
    "has_pack boolean NOT NULL, id text NOT NULL UNIQUE, why text NOT NULL, game text NOT NULL, "
    "options text NOT NULL, pack_id text NOT NULL, pack_hash text NOT NULL, position text, seed bytea NOT NULL, "
    "notes text NOT NULL) WITH (fillfactor = 70);"
    "CREATE INDEX tables_ended ON tables(ended, number) WHERE ended > 0;"
    "CREATE TABLE heads(number bigint PRIMARY KEY, version bigint NOT NULL, holder bigint NOT NULL DEFAULT 0, "
    "fence bigint NOT NULL DEFAULT 0, moves integer NOT NULL DEFAULT 0, lost_asks integer NOT NULL DEFAULT 0, "
    "said integer NOT NULL DEFAULT 0) WITH (fillfactor = 50);"
    "CREATE TABLE seats(number bigint, seat integer, kind integer NOT NULL, name text NOT NULL, bot text NOT NULL, "
    "key bytea, share bytea, pledge bytea, PRIMARY KEY(number, seat)) WITH (fillfactor = 70);"
    "CREATE TABLE moves(number bigint, at bigint NOT NULL, sum bigint NOT NULL, n integer, seat integer NOT NULL, "
    "text text NOT NULL, PRIMARY KEY(number, n));"
    "CREATE TABLE chat(number bigint, at bigint NOT NULL, sum bigint NOT NULL, n integer, seat integer NOT NULL, "
    "name text NOT NULL, text text NOT NULL, PRIMARY KEY(number, n));"
    "CREATE TABLE packs(hash text PRIMARY KEY, text text NOT NULL);"
    "CREATE TABLE archive(id text PRIMARY KEY, path text NOT NULL, log text);"
    "CREATE TABLE memos(name text PRIMARY KEY, text text NOT NULL, sum bigint NOT NULL);"
    "CREATE TABLE probe(server bigint PRIMARY KEY, filling text NOT NULL);"
    "ALTER TABLE probe ALTER filling SET STORAGE EXTERNAL;"
    "CREATE FUNCTION stale() RETURNS bigint LANGUAGE plpgsql AS "
    "$$BEGIN RAISE EXCEPTION 'the table has changed meanwhile' USING ERRCODE = 'OC001'; END$$;"
    "CREATE FUNCTION fenced() RETURNS bigint LANGUAGE plpgsql AS "
    "$$BEGIN RAISE EXCEPTION 'a later connection of this server writes' USING ERRCODE = 'OC002'; END$$;";

/* What older forms lack, for each of them; the first has no older one. */
static const char *const growth[PG_FORM] = {NULL};

/* ---- questions ---- */

static int order(struct pg_link *link, const char *sql, struct ochre_error *error)
{
    PGresult *result = pg_link_ask(link, sql, NULL, 0);
    int code = result_is_fine(result) ? 0 : -1;
    if (code < 0)
        result_words(link, result, error);
    PQclear(result);
    return code;
}

/* The first value of the first row, in `value`; 1, 0 when there is no row, -1 and an error. */
static int ask(struct pg_link *link, const char *sql, char *value, size_t size, struct ochre_error *error)
{
    PGresult *result = pg_link_ask(link, sql, NULL, 0);
    struct ochre_text text = text_on(value, size);
    if (!result_is_fine(result)) {
        result_words(link, result, error);
        PQclear(result);
        return -1;
    }
    int found = PQntuples(result) > 0 && !PQgetisnull(result, 0, 0);
    text_add(&text, found ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
    return found;
}

/* ---- is it a database for us? ---- */

static int check_server(struct pg_link *link, struct ochre_error *error)
{
    int version = PQserverVersion(link->conn);
    if (version < OLDEST_SERVER) {
        const char *name = PQparameterStatus(link->conn, "server_version");
        return error_set(error, "", "PostgreSQL {0} is too old: 13 or newer is needed", name ? name : "");
    }
    const char *encoding = PQparameterStatus(link->conn, "server_encoding");
    if (!encoding || !text_same(encoding, "UTF8"))
        return error_set(error, "", "the database is in {0}, but names need UTF8 (createdb --encoding=UTF8)",
                         encoding ? encoding : "an unknown encoding");
    return 0;
}

static int check_writable(struct pg_link *link, struct ochre_error *error)
{
    char value[16];
    if (ask(link, "SELECT pg_is_in_recovery()", value, sizeof value, error) < 0)
        return -1;
    if (text_same(value, "t"))
        return error_set(error, "", "the database is a replica that can only be read: name the primary");
    if (ask(link, "SHOW transaction_read_only", value, sizeof value, error) < 0)
        return -1;
    return text_same(value, "on")
               ? error_set(error, "", "the database can only be read (default_transaction_read_only)")
               : 0;
}

static int newer(const char *form_found, struct ochre_error *error)
{
    return error_set(error, "",
                     "the database was made by a newer version of ochre (form {0}; this one knows {1} and older)",
                     form_found, NUM(PG_FORM));
}

/* 0 and the form that is there (0: none), or -1. A newer form may still be one that programs of ours can work with: who
 * made it says so. */
static int find_form(struct pg_link *link, int *found, struct ochre_error *error)
{
    char value[32] = "";
    char oldest[32] = "";
    *found = 0;
    /* The rows of the catalogue: what looks names up may remember that there was none a moment ago. */
    int is_there = ask(link,
                       "SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
                       "WHERE n.nspname = 'ochre' AND c.relname = 'form'",
                       value, sizeof value, error);
    if (is_there <= 0)
        return is_there;
    is_there = ask(link, "SELECT form FROM ochre.form", value, sizeof value, error);
    if (is_there > 0)
        is_there = ask(link, "SELECT oldest FROM ochre.form", oldest, sizeof oldest, error);
    if (is_there <= 0)
        return is_there < 0 ? -1 : error_set(error, "", "the database is damaged: it does not say which form it has");
    *found = (int)strtol(value, NULL, 10);
    if (*found < 1)
        return error_set(error, "", "the database is damaged: it does not say which form it has");
    return strtol(oldest, NULL, 10) > PG_FORM ? newer(value, error) : 0;
}

static int check_whole(struct pg_link *link, struct ochre_error *error)
{
    char value[16];
    if (ask(link, "SELECT is_whole FROM ochre.form", value, sizeof value, error) < 0)
        return -1;
    return text_same(value, "t") ? 0
                                 : error_set(error, "",
                                             "tables are being moved here, or that was not finished: "
                                             "run `ochre store move` again");
}

/* ---- making and growing it ---- */

static int note_form(struct pg_link *link, struct ochre_error *error)
{
    struct pg_arguments arguments = {0};
    pg_add_number(&arguments, PG_FORM);
    pg_add_number(&arguments, PG_FORM_OLDEST);
    PGresult *result = pg_link_ask(link,
                                   "INSERT INTO ochre.form(form, oldest) VALUES($1, $2) "
                                   "ON CONFLICT(one) DO UPDATE SET form = $1, oldest = $2",
                                   &arguments, 0);
    int code = result_is_fine(result) ? 0 : -1;
    if (code < 0)
        result_words(link, result, error);
    PQclear(result);
    return code;
}

/* The schema may be there already: whoever made it for us need not let us make others. */
static int make_schema(struct pg_link *link, struct ochre_error *error)
{
    char value[8];
    int is_there = ask(link, "SELECT 1 FROM pg_namespace WHERE nspname = 'ochre'", value, sizeof value, error);
    if (is_there != 0)
        return is_there < 0 ? -1 : 0;
    return order(link, "CREATE SCHEMA ochre", error);
}

static int grow(struct pg_link *link, int found, struct ochre_error *error)
{
    if (found == 0)
        return make_schema(link, error) < 0 || order(link, "SET LOCAL search_path = ochre", error) < 0 ||
                       order(link, form, error) < 0
                   ? -1
                   : 0;
    for (; found < PG_FORM; found++)
        if (order(link, growth[found], error) < 0)
            return -1;
    return 0;
}

/* Several servers may start at once: the first makes it, the others find it made. */
static int make_form(struct pg_link *link, struct ochre_error *error)
{
    struct pg_arguments lock = {0};
    pg_add_number(&lock, FORM_LOCK);
    int found = 0;
    if (order(link, "BEGIN", error) < 0)
        return -1;
    PGresult *result = pg_link_ask(link, "SELECT pg_advisory_xact_lock($1)", &lock, 0);
    int code = result_is_fine(result) ? 0 : -1;
    if (code < 0)
        result_words(link, result, error);
    PQclear(result);
    if (code == 0)
        code = find_form(link, &found, error);
    if (code == 0 && found < PG_FORM)
        code = grow(link, found, error) < 0 ? -1 : note_form(link, error);
    if (code == 0)
        return order(link, "COMMIT", error);
    struct ochre_error unused;
    (void)order(link, "ROLLBACK", &unused);
    return -1;
}

int pg_form_look(struct pg_link *link, const struct store_config *config, struct ochre_error *error)
{
    int found = 0;
    bool is_writing = !config->is_reading_only;
    if (check_server(link, error) < 0 || (is_writing && check_writable(link, error) < 0) ||
        find_form(link, &found, error) < 0)
        return -1;
    if (found < PG_FORM && !is_writing)
        return found == 0 ? error_set(error, "", "there are no tables of ochre in this database")
                          : error_set(error, "", "the tables are of an older form: start a server first");
    if (found < PG_FORM && make_form(link, error) < 0)
        return -1;
    return config->is_moving ? 0 : check_whole(link, error);
}
