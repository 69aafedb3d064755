/* store_pg_care.c: looking through the database, what is old, and what was archived. */
#include <stdlib.h>
#include <string.h>

#include "server/store_pg.h"

/* ---- verify ---- */

static void skip_memo(void *who, const char *name, const char *text)
{
    (void)who;
    (void)name;
    (void)text;
}

/* Everything that this gives rows for is wrong, and the first column says what. Rows, moves and chat themselves are
 * looked at by whoever loads the plays. */
static const char strays[] =
    "SELECT 'there are moves, seats or chat of table number ' || number || ', which is not there' FROM "
    "(SELECT number FROM moves UNION ALL SELECT number FROM seats UNION ALL SELECT number FROM chat UNION ALL "
    "SELECT number FROM heads) AS parts WHERE NOT EXISTS (SELECT 1 FROM tables WHERE tables.number = parts.number) "
    "GROUP BY number LIMIT 20";

int pg_verify(struct store *store, store_trouble *trouble, void *who)
{
    struct pg_store *pg = pg_inner(store);
    struct ochre_error error = {0};
    if (!pg_can_read(pg, &error)) {
        trouble(who, error.words);
        return 1;
    }
    PGresult *rows = pg_link_ask(&pg->reader, strays, NULL, 0);
    int count = result_is_fine(rows) ? PQntuples(rows) : 0;
    for (int i = 0; i < count; i++)
        trouble(who, PQgetvalue(rows, i, 0));
    if (!result_is_fine(rows)) {
        (void)pg_unread(pg, rows, &error);
        trouble(who, error.words);
        count++;
    }
    PQclear(rows);
    int lost = pg_each_memo(store, skip_memo, NULL, &error);
    if (lost != 0)
        trouble(who,
                lost < 0 ? error.words : "some notes of the host (who is shut out, what is announced) are damaged");
    return count + (lost != 0);
}

/* ---- room on the disk ---- */

void pg_space(const struct store *store, int64_t *free_bytes, int64_t *used_bytes)
{
    struct ochre_error error;
    *free_bytes = -1; /* its disk is not ours */
    PGresult *size = pg_ask(pg_inner(store), PG_SIZE, NULL, &error);
    *used_bytes = size ? strtoll(PQgetvalue(size, 0, 0), NULL, 10) : -1;
    PQclear(size);
}

/* ---- what is old ---- */

int pg_finished(struct store *store, int64_t before, struct store_place *place, int64_t *numbers, int most,
                struct ochre_error *error)
{
    struct pg_arguments arguments = {0};
    pg_add_number(&arguments, before);
    pg_add_number(&arguments, most);
    pg_add_number(&arguments, place->ended);
    pg_add_number(&arguments, place->number);
    PGresult *rows = pg_ask(pg_inner(store), PG_FINISHED, &arguments, error);
    if (!rows)
        return STORE_UNREADABLE;
    int count = PQntuples(rows);
    for (int i = 0; i < count; i++) {
        numbers[i] = strtoll(PQgetvalue(rows, i, 0), NULL, 10);
        *place = (struct store_place){strtoll(PQgetvalue(rows, i, 1), NULL, 10), numbers[i]};
    }
    PQclear(rows);
    return count;
}

static PGresult *ask_archive(struct store *store, enum pg_statement which, const char *id)
{
    struct ochre_error error;
    struct pg_arguments arguments = {0};
    pg_add_text(&arguments, id);
    return pg_ask(pg_inner(store), which, &arguments, &error);
}

bool pg_is_archived(struct store *store, const char *id)
{
    PGresult *row = ask_archive(store, PG_IS_ARCHIVED, id);
    bool is_archived = row && PQntuples(row) > 0;
    PQclear(row);
    return is_archived;
}

char *pg_archived(struct store *store, const char *id, size_t *length)
{
    PGresult *row = ask_archive(store, PG_ARCHIVED, id);
    char *log = NULL;
    if (row && PQntuples(row) > 0 && !PQgetisnull(row, 0, 0)) {
        *length = (size_t)PQgetlength(row, 0, 0);
        log = must_alloc(*length + 1);
        memcpy(log, PQgetvalue(row, 0, 0), *length + 1);
    }
    PQclear(row);
    return log;
}

int pg_each_archived(struct store *store, store_noted *found, void *who, struct ochre_error *error)
{
    PGresult *rows = pg_ask(pg_inner(store), PG_EACH_ARCHIVED, NULL, error);
    if (!rows)
        return STORE_UNREADABLE;
    bool is_wanted = true;
    for (int i = 0; i < PQntuples(rows) && is_wanted; i++)
        is_wanted = found(who, PQgetvalue(rows, i, 0), PQgetvalue(rows, i, 1));
    PQclear(rows);
    return 0;
}

/* ---- a whole copy ---- */

/* Over the reader's connection, which only we use: the writer's is the other thread's. */
static int order(struct pg_store *pg, const char *sql, struct ochre_error *error)
{
    if (!pg_can_read(pg, error))
        return -1;
    PGresult *result = pg_link_ask(&pg->reader, sql, NULL, 0);
    int count = result_is_fine(result) ? PQntuples(result) : -1;
    if (count < 0)
        result_words(&pg->reader, result, error);
    PQclear(result);
    return count;
}

#define EMPTY "TRUNCATE tables, heads, seats, moves, chat, packs, archive, memos"

int pg_begin_move(struct store *store, struct ochre_error *error)
{
    struct pg_store *pg = pg_inner(store);
    int found = order(pg,
                      "SELECT 1 FROM form WHERE is_whole AND (EXISTS (SELECT 1 FROM tables) OR EXISTS (SELECT 1 FROM "
                      "archive) OR EXISTS (SELECT 1 FROM memos))",
                      error);
    if (found != 0)
        return found < 0 ? -1 : error_set(error, "", "there are tables already; name an empty database");
    return order(pg, "UPDATE form SET is_whole = false", error) < 0 || order(pg, EMPTY, error) < 0 ? -1 : 0;
}

/* Numbers that were given elsewhere are not given again. */
int pg_end_move(struct store *store, bool is_whole, struct ochre_error *error)
{
    struct pg_store *pg = pg_inner(store);
    struct ochre_error unused = {0};
    struct ochre_error *why = error ? error : &unused;
    const char *first = is_whole
                            ? "SELECT setval('runs', greatest(nextval('runs'), (SELECT coalesce(max(number), 0) >> "
                              "30 FROM tables) + 1))"
                            : EMPTY;
    return order(pg, first, why) < 0 || order(pg, "UPDATE form SET is_whole = true", why) < 0 ? -1 : 0;
}
