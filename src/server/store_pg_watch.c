/* store_pg_watch.c: a thread of its own that gives this server's sign of life every second, sees who else is alive, and
 * hears what the others have committed. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/store_pg.h"

enum { BEAT_SECONDS = 1, BURY_BEATS = 60, WATCH_SECONDS = 10 };

/* ---- news ---- */

/* What a line of a payload says (store_pg_write.c writes it). */
static void hear_line(struct pg_store *pg, int64_t server, char *line)
{
    struct store_news news = {.kind = STORE_NEWS_TABLE, .server = server};
    char *rest = line + 1;
    if (*line == 't' || *line == 'w')
        news.number = strtoll(rest, &rest, 10);
    if (*line == 'w') {
        news.kind = STORE_NEWS_WORD;
        news.text = *rest == ' ' ? ++rest : rest;
        char *to = rest;
        for (const char *from = rest; *from; from++)
            *to++ = *from != '\\' ? *from : *++from == 'n' ? '\n' : *from;
        *to = '\0';
    } else if (*line == 'm') {
        news.kind = STORE_NEWS_MEMO;
    } else if (*line == 'g') {
        news.kind = STORE_NEWS_GONE;
        for (int i = 0; i < pg->known_count; i++)
            if (pg->known[i] == server)
                pg->known[i--] = pg->known[--pg->known_count];
    } else if (*line != 't') {
        return; /* of a newer version */
    }
    store_tell(pg->store, &news);
}

static void hear_payload(struct pg_store *pg, char *payload)
{
    char *rest = NULL;
    int64_t server = strtoll(payload, &rest, 10);
    if (server == pg->store->server)
        return;
    char *line = strchr(rest, '\n');
    while (line) {
        char *end = strchr(++line, '\n');
        if (end)
            *end = '\0';
        hear_line(pg, server, line);
        line = end;
    }
}

static void hear_all(struct pg_store *pg)
{
    PGnotify *notify;
    while (pg_link_is_up(&pg->watcher) && (notify = PQnotifies(pg->watcher.conn))) {
        hear_payload(pg, notify->extra);
        PQfreemem(notify);
    }
}

static void tell_kind(struct pg_store *pg, enum store_news_kind kind, int64_t server)
{
    store_tell(pg->store, &(struct store_news){.kind = kind, .server = server});
}

/* ---- the sign of life ---- */

static bool is_in(const PGresult *alive, int64_t server)
{
    for (int i = 0; i < PQntuples(alive); i++)
        if (strtoll(PQgetvalue(alive, i, 0), NULL, 10) == server)
            return true;
    return false;
}

/* Who was alive and is not any more? */
static void compare(struct pg_store *pg, const PGresult *alive)
{
    for (int i = 0; i < pg->known_count; i++)
        if (!is_in(alive, pg->known[i]))
            tell_kind(pg, STORE_NEWS_GONE, pg->known[i]);
    pg->known_count = 0;
    for (int i = 0; i < PQntuples(alive) && pg->known_count < PG_KNOWN_MAX; i++) {
        int64_t server = strtoll(PQgetvalue(alive, i, 0), NULL, 10);
        if (server != pg->store->server)
            pg->known[pg->known_count++] = server;
    }
    store_note_servers(pg->store, pg->known_count + 1);
}

static int64_t milliseconds(double seconds)
{
    return (int64_t)(1000 * seconds);
}

/* What the database's clock said between two moments of ours. The old guess stays while it agrees with that. */
static void set_clock(struct pg_store *pg, int64_t said, double before, double after)
{
    int64_t earliest = said - milliseconds(after);
    int64_t latest = said + 1 - milliseconds(before);
    int64_t offset = atomic_load(&pg->offset);
    if (offset < earliest || offset > latest)
        atomic_store(&pg->offset, earliest + (latest - earliest) / 2);
}

int64_t pg_time(const struct store *store)
{
    struct pg_store *pg = pg_inner(store);
    int64_t now = atomic_load(&pg->offset) + milliseconds(pg_now());
    if (now > pg->last_time)
        pg->last_time = now;
    return pg->last_time;
}

static bool beat(struct pg_store *pg, bool buries)
{
    struct pg_link *link = &pg->watcher;
    struct pg_arguments arguments = {0};
    pg_add_number(&arguments, pg->store->server);
    pg_add_number(&arguments, STORE_LIFE_SECONDS);
    double before = pg_now();
    if (!pg_link_send(link, PG_LIVE, &arguments) || !pg_link_send(link, PG_ALIVE, NULL) ||
        (buries && !pg_link_send(link, PG_BURY, NULL)) || !pg_link_sync(link)) {
        pg_link_close(link);
        return false;
    }
    PGresult *live = pg_link_result(link, WATCH_SECONDS);
    double after = pg_now();
    PGresult *alive = pg_link_result(link, WATCH_SECONDS);
    PGresult *buried = buries ? pg_link_result(link, WATCH_SECONDS) : NULL;
    bool is_fine = result_is_fine(live) && result_is_fine(alive);
    if (is_fine) {
        set_clock(pg, strtoll(PQgetvalue(live, 0, 0), NULL, 10), before, after);
        compare(pg, alive);
    }
    PQclear(live);
    PQclear(alive);
    PQclear(buried);
    if (!pg_link_synced(link, WATCH_SECONDS) || !is_fine)
        pg_link_close(link);
    return pg_link_is_up(link);
}

/* Listens first, is alive then: whoever commits after that tells us. */
static int connect_watcher(struct pg_store *pg, struct ochre_error *error)
{
    struct pg_link *link = &pg->watcher;
    if (pg_link_open(link, &pg->store->config, PG_WATCHER, false, error) < 0)
        return -1;
    PGresult *result = pg_link_ask(link, "LISTEN ochre", NULL, WATCH_SECONDS);
    bool is_fine = result_is_fine(result);
    if (!is_fine)
        result_words(link, result, error);
    PQclear(result);
    if (is_fine && !beat(pg, false)) {
        is_fine = false;
        (void)error_set(error, "", "this server cannot say that it is alive");
    }
    if (!is_fine)
        pg_link_close(link);
    return is_fine ? 0 : -1;
}

/* ---- a connection for the reader ---- */

static void offer_reader(struct pg_store *pg)
{
    struct store *store = pg->store;
    struct pg_link link = {0};
    struct ochre_error error;
    (void)pthread_mutex_lock(&store->mutex);
    bool is_wanted = pg->wants_reader && !pg_link_is_up(&pg->spare);
    (void)pthread_mutex_unlock(&store->mutex);
    if (!is_wanted || pg_link_open(&link, &store->config, PG_READER, false, &error) < 0)
        return;
    (void)pthread_mutex_lock(&store->mutex);
    pg->spare = link;
    pg->wants_reader = false;
    (void)pthread_mutex_unlock(&store->mutex);
}

void pg_wake_watch(struct pg_store *pg)
{
    ssize_t written = pg->wake[1] >= 0 ? write(pg->wake[1], "x", 1) : 0;
    (void)written; /* one that is full wakes, too */
}

static void calm_down(struct pg_store *pg)
{
    char some[64];
    ssize_t count = read(pg->wake[0], some, sizeof some);
    (void)count; /* it is there to be thrown away */
}

/* ---- the thread ---- */

/* For news, until the next beat, or until we are to stop. */
static void listen_until(struct pg_store *pg, double until)
{
    while (pg_link_is_up(&pg->watcher) && !store_is_closing(pg->store)) {
        hear_all(pg);
        double left = until - pg_now();
        if (left <= 0)
            return;
        struct pollfd about[] = {{.fd = PQsocket(pg->watcher.conn), .events = POLLIN},
                                 {.fd = pg->wake[0], .events = POLLIN}};
        int ready = poll(about, 2, (int)(left * 1000) + 1);
        if (ready > 0 && about[0].revents && !PQconsumeInput(pg->watcher.conn))
            pg_link_close(&pg->watcher);
        if (ready > 0 && about[1].revents)
            calm_down(pg);
        offer_reader(pg);
    }
}

/* Connects again, and everybody hears that something may have been missed. */
static bool come_back(struct pg_store *pg)
{
    struct ochre_error error;
    if (connect_watcher(pg, &error) == 0) {
        tell_kind(pg, STORE_NEWS_ALL, 0);
        return true;
    }
    store_note_health(pg->store, STORE_BROKEN, N_("the server's database cannot be reached"));
    store_rest(pg->store, 1);
    return false;
}

static void *watch(void *who)
{
    struct pg_store *pg = who;
    double last = pg_now();
    for (unsigned beats = 1; !store_is_closing(pg->store);) {
        bool is_up = pg_link_is_up(&pg->watcher);
        if (!is_up && !come_back(pg))
            continue;
        if (is_up && !beat(pg, ++beats % BURY_BEATS == 0))
            continue;
        if (is_up && pg_now() - last > STORE_LIFE_SECONDS) /* we were held for dead */
            tell_kind(pg, STORE_NEWS_ALL, 0);
        last = pg_now();
        listen_until(pg, last + BEAT_SECONDS);
    }
    return NULL;
}

int pg_begin_watch(struct pg_store *pg, struct ochre_error *error)
{
    if (pipe(pg->wake) < 0 || fcntl(pg->wake[0], F_SETFD, FD_CLOEXEC) < 0 ||
        fcntl(pg->wake[1], F_SETFD, FD_CLOEXEC) < 0)
        return error_set(error, "", "{0}", strerror(errno));
    if (connect_watcher(pg, error) < 0)
        return -1;
    int reason = pthread_create(&pg->watching, NULL, watch, pg);
    if (reason)
        return error_set(error, "", "no thread could be started: {0}", strerror(reason));
    pg->has_watching = true;
    return 0;
}

/* Whoever stops says so: the others need not wait until its life is over. */
static void say_goodbye(struct pg_store *pg)
{
    struct pg_arguments arguments = {0};
    pg_add_number(&arguments, pg->store->server);
    PGresult *result =
        pg_link_ask(&pg->watcher,
                    "WITH gone AS (DELETE FROM servers WHERE server = $1), "
                    "done AS (DELETE FROM ledger WHERE server = $1) SELECT pg_notify('ochre', $1 || E' 0 0\\ng')",
                    &arguments, WATCH_SECONDS);
    PQclear(result);
}

void pg_end_watch(struct pg_store *pg)
{
    if (pg->has_watching) {
        pg_wake_watch(pg);
        (void)pthread_join(pg->watching, NULL);
        say_goodbye(pg);
    }
    pg_link_close(&pg->watcher);
    for (int i = 0; i < 2; i++)
        if (pg->wake[i] >= 0)
            (void)close(pg->wake[i]);
}
