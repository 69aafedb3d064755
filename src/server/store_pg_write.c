/* store_pg_write.c: batches become rows, all that have queued up in one transaction, sent at once.
 *
 * A commit whose answer is lost with the connection is neither durable nor failed until the database has been asked:
 * every transaction leaves its number (its entry) in the row of this server in `ledger`, if the connection is the last
 * one that this server has made (its session). A new connection first raises the session, which waits for a transaction
 * of the old one that has come so far, and refuses one that has not. After that the entry that stands there is the
 * truth. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store_pg.h"

enum { TRIES_MAX = 20 };

/* What became of a try: kept; a batch was found not to fit, once more without it; once more as it is; all of it has
 * failed; nobody knows. */
enum outcome { KEPT, WITHOUT_ONE, AGAIN, FAILED, LOST };

/* ---- one try ---- */

static enum store_result meaning(const char *state)
{
    if (text_same(state, "53100") || text_same(state, "53000"))
        return STORE_FULL;
    return text_same(state, "25006") || text_same(state, "42501") ? STORE_READONLY : STORE_BROKEN;
}

static const char *words_of(enum store_result result)
{
    static const char *const words[] = {
        [STORE_DURABLE] = "",
        [STORE_FULL] = N_("there is no room left on the disk of the server's database"),
        [STORE_READONLY] = N_("the server's database cannot be written to"),
        [STORE_BROKEN] = N_("the server's database reports errors"),
        [STORE_STALE] = N_("the table has changed meanwhile"),
    };
    return words[result];
}

static const char away[] = N_("the server's database cannot be reached");

static void fail(struct store_batch *batch, enum store_result result, const char *why)
{
    struct ochre_text text = text_on(batch->why, sizeof batch->why);
    batch->result = result;
    text_add(&text, why);
}

static void fail_all(struct store_batch *group, enum store_result result, const char *why)
{
    for (; group; group = group->next)
        if (group->result == STORE_DURABLE)
            fail(group, result, why);
}

/* What the first failure means. A change that does not fit, or a value that PostgreSQL does not take, is its batch's
 * own trouble. */
static enum outcome judge(const PGresult *result, struct store_batch *owner, enum store_result *reason)
{
    const char *state = result_state(result);
    *reason = meaning(state);
    if (text_starts(state, "40", NULL) || text_same(state, "55P03"))
        return AGAIN;
    if (text_same(state, "OC002"))
        return LOST;
    bool is_its_own = text_same(state, "OC001") || text_starts(state, "22", NULL) || text_starts(state, "23", NULL);
    if (!owner || !is_its_own)
        return FAILED;
    fail(owner, STORE_STALE, words_of(STORE_STALE));
    return WITHOUT_ONE;
}

static enum outcome collect(struct pg_sending *sending, enum store_result *reason)
{
    enum outcome outcome = KEPT;
    for (int i = 0; i < sending->count; i++) {
        PGresult *result = pg_link_result(sending->link, 0);
        if (!result)
            return LOST;
        if (outcome == KEPT && !result_is_fine(result))
            outcome = judge(result, sending->owner[i], reason);
        PQclear(result);
    }
    return pg_link_synced(sending->link, 0) ? outcome : LOST;
}

static bool has_only_words(struct store_batch **batches, int count)
{
    for (int i = 0; i < count; i++)
        for (const struct change *change = batches[i]->first; change; change = change->next)
            if (change->kind != ADD_WORD)
                return false;
    return true;
}

static enum outcome send_group(struct pg_sending *sending, struct store_batch **batches, int count,
                               enum store_result *reason)
{
    const struct pg_store *pg = sending->pg;
    pg_send(sending, PG_BEGIN, NULL);
    if (has_only_words(batches, count)) /* nothing that a disk has to wait for */
        pg_send(sending, PG_LAX, NULL);
    else
        pg_send_numbers(sending, PG_ENTER, pg->store->server, pg->session, pg->entry);
    for (int i = 0; i < count; i++)
        if (batches[i]->result == STORE_DURABLE)
            pg_send_batch(sending, batches[i]);
    pg_send_news_of(sending, batches, count);
    pg_send(sending, PG_COMMIT, NULL);
    if (sending->is_lost || !pg_link_sync(sending->link)) {
        pg_link_close(sending->link);
        return LOST;
    }
    return collect(sending, reason);
}

static enum outcome try_group(struct pg_store *pg, struct store_batch **batches, int count, enum store_result *reason)
{
    struct pg_sending sending = {.pg = pg, .link = &pg->writer};
    pg->entry++;
    enum outcome outcome = send_group(&sending, batches, count, reason);
    free(sending.owner);
    if (outcome != KEPT && outcome != LOST) {
        PGresult *result = pg_link_ask(&pg->writer, "ROLLBACK", NULL, 0);
        PQclear(result); /* a connection that is lost with it has changed nothing */
    }
    if (outcome == LOST)
        pg_link_close(&pg->writer);
    return outcome;
}

/* ---- connections ---- */

int pg_begin_session(struct pg_store *pg, bool is_first, int64_t *entry, struct ochre_error *error)
{
    if (pg_link_open(&pg->writer, &pg->store->config, PG_WRITER, is_first, error) < 0)
        return -1;
    struct pg_arguments arguments = {0};
    pg_add_number(&arguments, pg->store->server);
    PGresult *result =
        pg->store->server == 0
            ? pg_link_ask(&pg->writer,
                          "INSERT INTO ledger(server, session, entry) VALUES(nextval('runs'), 1, 0) "
                          "RETURNING session, entry, server",
                          NULL, 0)
            : pg_link_ask(&pg->writer,
                          "INSERT INTO ledger(server, session, entry) VALUES($1, 1, 0) ON CONFLICT(server) "
                          "DO UPDATE SET session = ledger.session + 1 RETURNING session, entry, server",
                          &arguments, 0);
    bool is_fine = result_is_fine(result) && PQntuples(result) == 1;
    if (is_fine) {
        pg->session = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
        *entry = strtoll(PQgetvalue(result, 0, 1), NULL, 10);
        if (pg->store->server == 0) /* else it is the same, and other threads read it */
            pg->store->server = strtoll(PQgetvalue(result, 0, 2), NULL, 10);
    } else {
        result_words(&pg->writer, result, error);
        pg_link_close(&pg->writer);
    }
    PQclear(result);
    return is_fine ? 0 : -1;
}

/* Is the last entry kept? Asks until somebody answers; LOST when we are to stop before that. */
static enum outcome decide(struct pg_store *pg)
{
    struct ochre_error error;
    int64_t kept;
    while (pg_begin_session(pg, false, &kept, &error) < 0) {
        store_note_health(pg->store, STORE_BROKEN, away);
        if (store_is_closing(pg->store))
            return LOST;
        store_rest(pg->store, 1);
    }
    assert(kept <= pg->entry);
    return kept == pg->entry ? KEPT : AGAIN;
}

/* ---- a group ---- */

static int64_t number_of(const struct store_batch *batch)
{
    for (const struct change *change = batch->first; change; change = change->next)
        if (change->number > 0)
            return change->number;
    return 0;
}

struct place {
    struct store_batch *batch;
    int64_t number;
    int at;
};

static int by_number(const void *a, const void *b)
{
    const struct place *one = a;
    const struct place *other = b;
    if (one->number != other->number)
        return one->number < other->number ? -1 : 1;
    return one->at - other->at;
}

/* By tables, so that two servers that change the same ones wait for each other in one order; those of one table as they
 * came. */
static struct store_batch **sorted(struct store_batch *group, int *count)
{
    int total = 0;
    for (const struct store_batch *batch = group; batch; batch = batch->next)
        total++;
    struct place *places = must_alloc((size_t)total * sizeof *places);
    struct store_batch **batches = must_alloc((size_t)total * sizeof(struct store_batch *));
    for (int i = 0; i < total; i++, group = group->next)
        places[i] = (struct place){group, number_of(group), i};
    qsort(places, (size_t)total, sizeof *places, by_number);
    for (int i = 0; i < total; i++)
        batches[i] = places[i].batch;
    free(places);
    *count = total;
    return batches;
}

void pg_write(struct store *store, struct store_batch *group)
{
    struct pg_store *pg = pg_inner(store);
    struct ochre_error error;
    int64_t entry;
    if (!pg_link_is_up(&pg->writer) && pg_begin_session(pg, false, &entry, &error) < 0) {
        fail_all(group, STORE_BROKEN, away);
        return;
    }
    int count;
    struct store_batch **batches = sorted(group, &count);
    enum outcome outcome = AGAIN;
    enum store_result reason = STORE_BROKEN;
    int tries = 0;
    while (outcome == AGAIN || outcome == WITHOUT_ONE) {
        if (outcome == AGAIN && ++tries > TRIES_MAX) {
            outcome = FAILED;
            break;
        }
        outcome = try_group(pg, batches, count, &reason);
        if (outcome == LOST)
            outcome = decide(pg);
    }
    if (outcome != KEPT)
        fail_all(group, reason, outcome == LOST ? away : words_of(reason));
    free(batches);
}

/* ---- could something be written now? ---- */

static enum outcome send_probe(struct pg_sending *sending, enum store_result *reason)
{
    int64_t server = sending->pg->store->server;
    pg_send_numbers(sending, PG_PROBE, server, 0, 0);
    if (sending->is_lost || !pg_link_sync(sending->link)) {
        pg_link_close(sending->link);
        return LOST;
    }
    return collect(sending, reason);
}

static enum outcome probe_once(struct pg_store *pg, enum store_result *reason)
{
    struct pg_sending sending = {.pg = pg, .link = &pg->writer};
    enum outcome outcome = send_probe(&sending, reason);
    if (outcome == KEPT) {
        sending.count = 0;
        pg_send_numbers(&sending, PG_PROBED, pg->store->server, 0, 0);
        if (sending.is_lost || !pg_link_sync(sending.link) || collect(&sending, reason) == LOST)
            pg_link_close(sending.link);
    }
    free(sending.owner);
    return outcome;
}

enum store_result pg_probe(struct store *store, char *why, size_t size)
{
    struct pg_store *pg = pg_inner(store);
    struct ochre_text text = text_on(why, size);
    struct ochre_error error;
    int64_t entry;
    enum store_result reason = STORE_BROKEN;
    if (!pg_link_is_up(&pg->writer) && pg_begin_session(pg, false, &entry, &error) < 0) {
        text_add(&text, away);
        return STORE_BROKEN;
    }
    enum outcome outcome = probe_once(pg, &reason);
    if (outcome == KEPT)
        return STORE_DURABLE;
    text_add(&text, outcome == LOST ? away : words_of(reason));
    return reason;
}
