/* serve.c: see serve.h. */
#include "server/serve.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <uv.h>

#include "server/admin_socket.h"
#include "server/assets.h"
#include "server/hall.h"
#include "server/net.h"
#include "server/request.h"
#include "server/restore.h"
#include "server/reviews.h"
#include "server/store.h"
#include "server/thinkers.h"
#include "server/timeline.h"

enum {
    BROWSER_CONNECTIONS = 32,
    TICK_MS = 100,
    GOODBYE_MS = 3000,
    AGAIN_SECONDS = 2,
    ARCHIVE_MS = 60 * 1000,
    ARCHIVE_AT_ONCE = 20
};

struct server {
    struct serve_config config;
    uv_loop_t loop;
    uv_async_t stored, thought;
    uv_prepare_t before;
    uv_check_t after;
    uv_idle_t busy; /* there is more to do: do not wait */
    uv_timer_t tick, goodbye, archive;
    uv_signal_t interrupt, terminate;
    struct diary *diary;
    struct store *store;
    struct thinkers *thinkers;
    struct reviews *reviews;
    struct hall *hall;
    struct net *net;
    struct admin_socket *desk;          /* of the host; NULL: it could not be made */
    struct openings *openings;          /* for archiving */
    struct store_place archived_so_far; /* finished tables that were looked at */
    int64_t began;
    bool is_stopping;
};

/* ---- time ---- */

static int64_t milliseconds(clockid_t clock)
{
    struct timespec at;
    clock_gettime(clock, &at);
    return (int64_t)at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

static struct timeline timeline; /* one server, one time */

static struct store *time_keeper; /* the database, where several servers share one; NULL: nobody but us */

static int64_t now(void)
{
    return time_keeper ? store_time(time_keeper) : timeline_now(&timeline, milliseconds(CLOCK_MONOTONIC));
}

static int64_t date(void)
{
    return milliseconds(CLOCK_REALTIME);
}

static const char time_memo[] = "time";

static void note_memo(void *who, const char *name, const char *text)
{
    char *memo = who;
    if (strcmp(name, time_memo) == 0)
        (void)snprintf(memo, TIMELINE_MEMO_SIZE, "%s", text);
}

/* Goes on where the last server stopped. What cannot be read is no reason not to start. */
static void go_on_in_time(struct store *store)
{
    char memo[TIMELINE_MEMO_SIZE] = "";
    struct ochre_error error;
    if (store_is_shared(store)) {
        time_keeper = store;
        return;
    }
    (void)store_each_memo(store, note_memo, memo, &error);
    timeline_begin(&timeline, memo, date(), milliseconds(CLOCK_MONOTONIC));
}

static void note_time(struct store *store)
{
    if (time_keeper)
        return;
    char memo[TIMELINE_MEMO_SIZE];
    timeline_note(&timeline, date(), milliseconds(CLOCK_MONOTONIC), memo);
    struct store_batch *batch = store_batch_new();
    store_put_memo(batch, time_memo, memo);
    store_submit(store, batch, NULL, NULL);
}

static void note_time_if_due(struct store *store)
{
    if (!time_keeper && timeline_is_due(&timeline, date(), milliseconds(CLOCK_MONOTONIC)))
        note_time(store);
}

/* ---- sockets to hall ---- */

static void answer_asset(struct net_request *request)
{
    const struct asset *asset = asset_at(request->path);
    if (!asset) {
        static const char nothing[] = "There is nothing here.\n";
        net_answer(request, &(struct net_answer){.status = 404,
                                                 .type = "text/plain; charset=utf-8",
                                                 .body = nothing,
                                                 .length = sizeof nothing - 1});
        return;
    }
    bool is_known = strstr(request->etag, asset->etag) != NULL;
    bool is_small = request->takes_gzip && asset->small_size > 0;
    net_answer(request,
               &(struct net_answer){.status = is_known ? 304 : 200,
                                    .type = asset->type,
                                    .body = is_small ? asset->small : asset->plain,
                                    .length = is_known   ? 0
                                              : is_small ? asset->small_size
                                                         : asset->plain_size,
                                    .is_static = true,
                                    .is_gzip = is_small && !is_known,
                                    .etag = asset->etag,
                                    .cache = asset->is_lasting ? "public, max-age=31536000, immutable" : "no-cache"});
}

static void answered(void *who, const struct hall_reply *reply)
{
    net_answer(who, &(struct net_answer){.status = reply->status,
                                         .type = reply->type,
                                         .body = reply->body,
                                         .length = reply->length,
                                         .again = reply->again});
}

static enum hall_method method_of(const struct net_request *request)
{
    switch (request->method) {
    case NET_GET:
    case NET_HEAD: return HALL_GET;
    case NET_POST: return HALL_POST;
    case NET_DELETE: return HALL_DELETE;
    case NET_OTHER: break;
    }
    return HALL_OTHER;
}

static void requested(void *who, struct net_request *request)
{
    struct server *server = who;
    struct hall_request asked = {
        .method = method_of(request),
        .path = request->path,
        .query = request->query,
        .key = request->key,
        .address = request->address,
        .origin = request->origin,
        .is_foreign = request->is_foreign,
        .is_too_long = request->is_too_long,
        .body = request->body,
        .body_length = request->body_length,
        .who = request,
    };
    if (hall_request(server->hall, &asked, answered))
        return;
    if (asked.method == HALL_GET) {
        answer_asset(request);
        return;
    }
    net_answer(request, &(struct net_answer){.status = 405, .type = "text/plain", .body = "", .length = 0});
}

static void wake_line(void *line)
{
    net_wake(line);
}

static void close_line(void *line, int code)
{
    net_close(line, code);
}

static void *opened(void *who, struct net_line *line, const char *address)
{
    static const struct peer_line how = {wake_line, close_line};
    struct server *server = who;
    return peer_new(server->hall, &how, line, address);
}

static void said(void *peer, const char *text, size_t length)
{
    peer_heard(peer, text, length);
}

static char *next_message(void *peer, size_t *length)
{
    return peer_next(peer, length);
}

static void closed(void *peer)
{
    peer_gone(peer);
}

/* ---- the loop ---- */

static void wake_async(void *async)
{
    uv_async_send(async);
}

static void deliver_stored(uv_async_t *async)
{
    struct server *server = async->data;
    store_deliver(server->store);
}

/* Another server has done something (a store_hear). Who stops tells nobody any more. */
static void hear(void *who, const struct store_news *news)
{
    struct server *server = who;
    if (server->hall && !server->is_stopping)
        hall_hear(server->hall, news);
}

static void deliver_thought(uv_async_t *async)
{
    struct server *server = async->data;
    thinkers_deliver(server->thinkers);
}

static void do_nothing(uv_idle_t *idle)
{
    (void)idle;
}

static void end_turn(struct server *server)
{
    hall_end_beat(server->hall);
    bool has_more = hall_work(server->hall);
    hall_end_beat(server->hall);
    net_flush(server->net);
    if (has_more)
        uv_idle_start(&server->busy, do_nothing);
    else
        uv_idle_stop(&server->busy);
}

static void before_waiting(uv_prepare_t *prepare)
{
    end_turn(prepare->data);
}

static void after_waiting(uv_check_t *check)
{
    struct server *server = check->data;
    hall_end_beat(server->hall);
    net_flush(server->net);
}

static void give_up(uv_timer_t *timer)
{
    struct server *server = timer->data;
    uv_stop(&server->loop);
}

static void begin_stop(struct server *server, const char *why)
{
    server->is_stopping = true;
    diary_say(server->diary, DIARY_INFO, "stopping", NULL, "why", why);
    hall_close(server->hall, AGAIN_SECONDS);
    uv_timer_start(&server->goodbye, give_up, GOODBYE_MS, 0);
}

static void tick(uv_timer_t *timer)
{
    struct server *server = timer->data;
    hall_tick(server->hall);
    reviews_tick(server->reviews, now());
    note_time_if_due(server->store);
    diary_tick(server->diary);
    if (!server->is_stopping && hall_wants_stop(server->hall))
        begin_stop(server, "drained");
    if (server->is_stopping && net_lines(server->net) == 0 && hall_is_settled(server->hall))
        uv_stop(&server->loop);
}

static void archived(void *who, const struct stored_table *table)
{
    struct server *server = who;
    hall_forget(server->hall, table->id);
}

static void archive(uv_timer_t *timer)
{
    struct server *server = timer->data;
    struct ochre_error error;
    int64_t before = date() - (int64_t)server->config.archive_days * 24 * 3600 * 1000;
    /* What cannot be written stays where it is and is tried again. */
    if (restore_archive(server->store, server->openings, server->config.folder, before, &server->archived_so_far,
                        ARCHIVE_AT_ONCE, archived, server, &error) < 0)
        diary_say(server->diary, DIARY_ERROR, "archive-failing", NULL, "why", error.words);
}

static void stop(uv_signal_t *handle, int number)
{
    struct server *server = handle->data;
    if (server->is_stopping)
        uv_stop(&server->loop);
    else
        begin_stop(server, number == SIGINT ? "SIGINT" : "SIGTERM");
}

static void set_up_handles(struct server *server)
{
    uv_loop_t *loop = &server->loop;
    uv_prepare_init(loop, &server->before);
    uv_check_init(loop, &server->after);
    uv_idle_init(loop, &server->busy);
    uv_timer_init(loop, &server->tick);
    uv_timer_init(loop, &server->goodbye);
    uv_timer_init(loop, &server->archive);
    uv_signal_init(loop, &server->interrupt);
    uv_signal_init(loop, &server->terminate);
    server->stored.data = server->thought.data = server;
    uv_handle_t *handles[] = {
        (uv_handle_t *)&server->before,    (uv_handle_t *)&server->after,     (uv_handle_t *)&server->busy,
        (uv_handle_t *)&server->tick,      (uv_handle_t *)&server->goodbye,   (uv_handle_t *)&server->archive,
        (uv_handle_t *)&server->interrupt, (uv_handle_t *)&server->terminate, NULL};
    for (int i = 0; handles[i]; i++)
        handles[i]->data = server;
}

static int set_up_loop(struct server *server, struct ochre_error *error)
{
    uv_loop_t *loop = &server->loop;
    int code = uv_loop_init(loop);
    if (code < 0)
        return error_set(error, "", "the loop cannot be set up: {0}", uv_strerror(code));
    code = uv_async_init(loop, &server->stored, deliver_stored);
    if (code == 0)
        code = uv_async_init(loop, &server->thought, deliver_thought);
    if (code == 0) {
        set_up_handles(server);
        return 0;
    }
    error_set(error, "", "the loop cannot be set up: {0}", uv_strerror(code));
    return -1;
}

static void start_loop(struct server *server)
{
    uv_prepare_start(&server->before, before_waiting);
    uv_check_start(&server->after, after_waiting);
    uv_timer_start(&server->tick, tick, TICK_MS, TICK_MS);
    if (server->config.archive_days > 0)
        uv_timer_start(&server->archive, archive, ARCHIVE_MS, ARCHIVE_MS);
    uv_signal_start(&server->interrupt, stop, SIGINT);
    uv_signal_start(&server->terminate, stop, SIGTERM);
}

static void close_handle(uv_handle_t *handle, void *unused)
{
    (void)unused;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

/* Sockets first, so that nobody asks any more; then what is under way is stored. */
static void tear_down(struct server *server)
{
    net_close_all(server->net);
    admin_socket_close(server->desk);
    for (int i = 0; i < 100 && uv_run(&server->loop, UV_RUN_NOWAIT); i++)
        if (i == 1)
            uv_walk(&server->loop, close_handle, NULL);
    net_delete(server->net);
    if (server->hall) {
        hall_end_beat(server->hall);
        note_time(server->store);
    }
    if (server->store) {
        timeline_begin(&timeline, NULL, now(),
                       milliseconds(CLOCK_MONOTONIC)); /* the database's is not asked any more */
        time_keeper = NULL;
        store_close(server->store);
    }
    admin_socket_delete(server->desk);
    hall_delete(server->hall); /* takes its questions back from the thinkers */
    thinkers_delete(server->thinkers);
    reviews_delete(server->reviews);
    openings_delete(server->openings);
    uv_loop_close(&server->loop);
}

/* Every connection is a file: as many as the system lets us have. */
static int allow_connections(struct ochre_error *error)
{
    struct rlimit limit;
    (void)signal(SIGPIPE, SIG_IGN);
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
        return 0;
    rlim_t wanted = 100000;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur >= NET_FILES_MIN)
        return 0;
    return error_set(error, "", "only {0} files may be open at once (ulimit -n); a server needs {1} at least",
                     NUM((int64_t)limit.rlim_cur), NUM(NET_FILES_MIN));
}

/* A server without a desk still serves; the host is told. */
static void open_desk(struct server *server)
{
    struct ochre_error error = {0};
    server->desk = admin_socket_new(&server->loop, server->config.folder, server->hall, &error);
    if (!server->desk)
        diary_say(server->diary, DIARY_ERROR, "admin-closed", NULL, "why", error.words);
}

/* Connections that are no WebSockets, of one address: however few of those are allowed, a browser needs some. */
static int share_of_requests(const struct serve_config *config)
{
    int given = config->peers_per_address;
    return given > 0 && given < BROWSER_CONNECTIONS ? BROWSER_CONNECTIONS : given;
}

static int open_all(struct server *server, struct ochre_error *error)
{
    const struct serve_config *config = &server->config;
    server->store = store_open(&(struct store_config){.place = config->store,
                                                      .folder = config->folder,
                                                      .is_fast = config->is_fast,
                                                      .wake = wake_async,
                                                      .waker = &server->stored,
                                                      .hear = hear,
                                                      .hearer = server},
                               error);
    if (!server->store)
        return -1;
    go_on_in_time(server->store);
    server->thinkers = thinkers_new(
        &(struct thinkers_config){.threads = config->threads, .wake = wake_async, .waker = &server->thought}, error);
    if (!server->thinkers)
        return -1;
    server->reviews = reviews_new(server->thinkers, config->reviews);
    server->openings = openings_new();
    server->hall = hall_new(&(struct hall_config){.store = server->store,
                                                  .thinkers = server->thinkers,
                                                  .more = &request_reviews,
                                                  .reviews = server->reviews,
                                                  .tongue = config->tongue,
                                                  .rules = config->rules,
                                                  .version = config->version,
                                                  .name = config->name,
                                                  .tables_per_hour = config->tables_per_hour,
                                                  .peers_per_address = config->peers_per_address,
                                                  .messages_per_second = config->messages_per_second,
                                                  .requests_per_second = config->requests_per_second,
                                                  .packs = config->packs,
                                                  .has_all_games = config->has_all_games,
                                                  .diary = server->diary,
                                                  .now = now,
                                                  .date = date},
                            error);
    if (!server->hall)
        return -1;
    server->net = net_new(&(struct net_config){.loop = &server->loop,
                                               .listen = config->listen,
                                               .port = config->port,
                                               .trusts_proxy = config->trusts_proxy,
                                               .diary = server->diary,
                                               .peers_per_address = share_of_requests(config),
                                               .host_names = config->host_names,
                                               .handlers = {.who = server,
                                                            .request = requested,
                                                            .opened = opened,
                                                            .message = said,
                                                            .next = next_message,
                                                            .closed = closed}},
                          error);
    if (!server->net)
        return -1;
    open_desk(server);
    return 0;
}

int serve(const struct serve_config *config, struct ochre_error *error)
{
    if (allow_connections(error) < 0)
        return -1;
    struct server *server = calloc(1, sizeof *server);
    if (!server)
        return error_set(error, "", "not enough memory");
    server->config = *config;
    if (set_up_loop(server, error) < 0) {
        free(server);
        return -1;
    }
    timeline_begin(&timeline, NULL, date(), milliseconds(CLOCK_MONOTONIC)); /* until the store is open */
    server->diary = diary_new(&(struct diary_config){.level = config->diary_level,
                                                     .has_priorities = diary_is_journal(),
                                                     .now = now,
                                                     .date = date,
                                                     .write = diary_to_stderr});
    int result = open_all(server, error);
    if (result == 0) {
        server->began = now();
        start_loop(server);
        char place[STORE_PLACE_SIZE];
        store_place_name(config->store ? config->store : config->folder, place, sizeof place);
        diary_say(server->diary, DIARY_INFO, "start", NULL, "version", config->version, "data", config->folder, "store",
                  place, "server", NUM(store_server(server->store)), "listen", config->listen, "port",
                  NUM(config->port));
        if (config->ready)
            config->ready(config->who, config->port);
        uv_run(&server->loop, UV_RUN_DEFAULT);
    }
    tear_down(server);
    if (result == 0)
        diary_say(server->diary, DIARY_INFO, "stop", NULL, "seconds", NUM((now() - server->began) / 1000));
    diary_delete(server->diary);
    free(server);
    return result;
}
