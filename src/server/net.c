/* net.c: see net.h. */
#include "server/net.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "server/diary.h"

enum {
    RX_SIZE = 1024,          /* pieces in which messages arrive: part of what an idle connection costs */
    TX_SIZE = 1024 * 1024,   /* pieces in which they leave; unset it would be RX_SIZE, and a step five packets */
    SKIPPED_MAX = 64 * 1024, /* who goes on with a message this long is closed */
    HEADER_SIZE = 4096,
    BODY_SECONDS = 15,
    GOODBYE_SECONDS = 2,
    WRITE_CLOSE = 4, /* the library's own number; lws_close_reason would hang up at once */
    WRITES_PER_TURN = 8,
};

_Static_assert((int)NET_ROOM >= (int)LWS_PRE, "the library writes its head in front of what is sent");

struct net {
    struct net_config config;
    struct lws_context *context;
    struct net_line *woken; /* lines that have something to say */
    int lines, sessions;
    char address[NET_ADDRESS_SIZE];
};

/* One WebSocket. Lives as long as its lws session; kept small, an idle one costs little more than the library's. */
struct net_line {
    struct net *net;
    struct lws *wsi;
    void *carried;
    struct net_line *next_woken;
    char *parts; /* pieces of a message that is not whole yet */
    uint16_t parts_length;
    uint32_t skipped; /* bytes of a message that is too long */
    bool is_counted;  /* among net->lines */
    bool is_woken;    /* in net->woken */
    bool has_closed;  /* the last frame has been sent */
    uint16_t closing; /* close with this code when everything has been said */
};

/* A request and what becomes of it. */
struct exchange {
    struct net_request request; /* first: the handler holds a pointer to it */
    struct lws *wsi;            /* NULL when the other side has gone */
    bool is_dispatched, is_answered, has_head_only;
    size_t body_max;
    int status;
    char *out; /* LWS_PRE + body, or NULL for a static one */
    const char *fixed;
    size_t out_length, sent;
};

/* What a connection is: HTTP, or after the upgrade a line. */
struct session {
    struct exchange *exchange;
    struct net_line line;
};

/* ---- requests ---- */

static char *copy_header(struct lws *wsi, enum lws_token_indexes token)
{
    int length = lws_hdr_total_length(wsi, token);
    if (length <= 0 || length > HEADER_SIZE)
        return strdup("");
    char *text = malloc((size_t)length + 1);
    if (!text || lws_hdr_copy(wsi, text, length + 1, token) < 0) {
        free(text);
        return strdup("");
    }
    return text;
}

/* The query as one text again: the library keeps its parts. */
static char *copy_query(struct lws *wsi)
{
    char *query = calloc(1, HEADER_SIZE);
    char part[HEADER_SIZE];
    size_t used = 0;
    for (int i = 0; query && lws_hdr_copy_fragment(wsi, part, sizeof part, WSI_TOKEN_HTTP_URI_ARGS, i) > 0; i++) {
        size_t length = strlen(part);
        if (used + length + 2 > HEADER_SIZE)
            break;
        if (used)
            query[used++] = '&';
        memcpy(query + used, part, length);
        used += length;
    }
    return query;
}

static void find_address(const struct net *net, struct lws *wsi, char address[NET_ADDRESS_SIZE])
{
    if (net->config.trusts_proxy) {
        char *list = copy_header(wsi, WSI_TOKEN_X_FORWARDED_FOR);
        if (list && *list) {
            const char *last = strrchr(list, ',');
            last = last ? last + 1 : list;
            last += strspn(last, " ");
            struct ochre_text text = text_on(address, NET_ADDRESS_SIZE);
            text_add(&text, last);
            free(list);
            return;
        }
        free(list);
    }
    lws_get_peer_simple(wsi, address, NET_ADDRESS_SIZE);
}

/* Is the page that sent this one of ours? No Origin: no page at all. */
static bool is_foreign(const char *origin, const char *host)
{
    if (!*origin)
        return false;
    const char *rest;
    if (!text_starts(origin, "http://", &rest) && !text_starts(origin, "https://", &rest))
        return true;
    return strcmp(rest, host) != 0;
}

static bool method_of(struct lws *wsi, struct net_request *request, size_t *size)
{
    static const struct {
        enum lws_token_indexes token;
        enum net_method method;
    } methods[] = {{WSI_TOKEN_GET_URI, NET_GET},       {WSI_TOKEN_POST_URI, NET_POST}, {WSI_TOKEN_HEAD_URI, NET_HEAD},
                   {WSI_TOKEN_OPTIONS_URI, NET_OTHER}, {WSI_TOKEN_PUT_URI, NET_OTHER}, {WSI_TOKEN_PATCH_URI, NET_OTHER},
                   {WSI_TOKEN_DELETE_URI, NET_OTHER}};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (lws_hdr_total_length(wsi, methods[i].token) > 0) {
            request->method = methods[i].method;
            char *length = copy_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH);
            *size = length && *length ? (size_t)strtoull(length, NULL, 10) : 0;
            free(length);
            return true;
        }
    return false;
}

static void exchange_free(struct exchange *exchange)
{
    struct net_request *request = &exchange->request;
    free(request->path);
    free(request->query);
    free(request->key);
    free(request->origin);
    free(request->host);
    free(request->etag);
    free(request->body);
    free(exchange->out);
    free(exchange);
}

static struct exchange *exchange_new(const struct net *net, struct lws *wsi, const char *path)
{
    struct exchange *exchange = calloc(1, sizeof *exchange);
    if (!exchange)
        return NULL;
    struct net_request *request = &exchange->request;
    exchange->wsi = wsi;
    if (!method_of(wsi, request, &exchange->body_max)) {
        free(exchange);
        return NULL;
    }
    exchange->has_head_only = request->method == NET_HEAD;
    request->path = strdup(path);
    request->query = copy_query(wsi);
    request->origin = copy_header(wsi, WSI_TOKEN_ORIGIN);
    request->host = copy_header(wsi, WSI_TOKEN_HOST);
    request->etag = copy_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    char *encodings = copy_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING);
    char *authorization = copy_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION);
    const char *key = "";
    if (authorization)
        text_starts(authorization, "Bearer ", &key);
    request->key = strdup(key ? key : "");
    request->takes_gzip = encodings && strstr(encodings, "gzip");
    free(encodings);
    free(authorization);
    if (!request->path || !request->query || !request->key || !request->origin || !request->host || !request->etag) {
        exchange_free(exchange);
        return NULL;
    }
    request->is_foreign = is_foreign(request->origin, request->host);
    find_address(net, wsi, request->address);
    return exchange;
}

static void dispatch(const struct net *net, struct exchange *exchange)
{
    exchange->is_dispatched = true;
    net->config.handlers.request(net->config.handlers.who, &exchange->request);
}

/* The head of a request has been read. */
static int begin_request(struct net *net, struct session *session, struct lws *wsi, const char *path)
{
    if (session->exchange) { /* cannot be: the one before is not answered yet */
        return -1;
    }
    struct exchange *exchange = exchange_new(net, wsi, path);
    if (!exchange)
        return -1;
    session->exchange = exchange;
    bool is_chunked = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0;
    if (exchange->body_max > NET_BODY_MAX || is_chunked) {
        exchange->request.is_too_long = true;
        exchange->body_max = 0;
        dispatch(net, exchange);
        return 0;
    }
    if (exchange->body_max == 0) {
        dispatch(net, exchange);
        return 0;
    }
    exchange->request.body = malloc(exchange->body_max + 1);
    if (!exchange->request.body)
        return -1;
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, BODY_SECONDS);
    return 0;
}

static int take_body(struct exchange *exchange, const char *bytes, size_t length)
{
    struct net_request *request = &exchange->request;
    if (exchange->is_dispatched)
        return 0; /* too long, and answered so: let it pass */
    if (request->body_length + length > exchange->body_max)
        return -1;
    memcpy(request->body + request->body_length, bytes, length);
    request->body_length += length;
    request->body[request->body_length] = '\0';
    return 0;
}

/* ---- answers ---- */

static const char policy[] = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                             "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
                             "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* Headers that every answer has. */
static const struct {
    const char *name, *value;
} safe_headers[] = {
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "no-referrer"},
    {"cross-origin-opener-policy:", "same-origin"},
    {"cross-origin-resource-policy:", "same-origin"},
    {"permissions-policy:", "camera=(), geolocation=(), microphone=()"},
    {"content-security-policy:", policy},
};

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), at, end) == 0;
}

static int write_head(struct exchange *exchange, const struct net_answer *answer)
{
    unsigned char buffer[LWS_PRE + 2048];
    unsigned char *at = buffer + LWS_PRE;
    unsigned char *start = at;
    unsigned char *end = buffer + sizeof buffer;
    struct lws *wsi = exchange->wsi;
    bool is_fine = lws_add_http_common_headers(wsi, (unsigned int)answer->status, answer->type, exchange->out_length,
                                               &at, end) == 0;
    for (size_t i = 0; is_fine && i < sizeof safe_headers / sizeof *safe_headers; i++)
        is_fine = add_header(wsi, safe_headers[i].name, safe_headers[i].value, &at, end);
    is_fine = is_fine && add_header(wsi, "cache-control:", answer->cache ? answer->cache : "no-store", &at, end);
    if (answer->etag)
        is_fine = is_fine && add_header(wsi, "etag:", answer->etag, &at, end);
    if (answer->is_gzip)
        is_fine = is_fine && add_header(wsi, "content-encoding:", "gzip", &at, end);
    if (answer->is_static)
        is_fine = is_fine && add_header(wsi, "vary:", "accept-encoding", &at, end);
    if (answer->again)
        is_fine = is_fine && add_header(wsi, "retry-after:", NUM(answer->again), &at, end);
    return is_fine ? lws_finalize_write_http_header(wsi, start, &at, end) : -1;
}

void net_answer(struct net_request *request, const struct net_answer *answer)
{
    struct exchange *exchange = (struct exchange *)request;
    exchange->is_answered = true;
    if (!exchange->wsi) {
        exchange_free(exchange);
        return;
    }
    exchange->status = answer->status;
    exchange->out_length = answer->length;
    if (answer->is_static) {
        exchange->fixed = answer->body;
    } else {
        exchange->out = malloc(LWS_PRE + answer->length + 1);
        if (!exchange->out) {
            lws_set_timeout(exchange->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
            return;
        }
        if (answer->length)
            memcpy(exchange->out + LWS_PRE, answer->body, answer->length);
    }
    if (write_head(exchange, answer) != 0) {
        lws_set_timeout(exchange->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
        return;
    }
    lws_callback_on_writable(exchange->wsi);
}

/* One piece of the body. Static bodies are copied piece by piece: the library writes in front of what it sends. */
static int write_body(struct session *session, struct lws *wsi)
{
    enum { PIECE = 16 * 1024 };
    struct exchange *exchange = session->exchange;
    if (!exchange || !exchange->is_answered)
        return 0;
    size_t left = exchange->has_head_only ? 0 : exchange->out_length - exchange->sent;
    size_t length = left < PIECE ? left : PIECE;
    enum lws_write_protocol kind = length == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP;
    if (length > 0) {
        unsigned char piece[LWS_PRE + PIECE];
        const char *from = exchange->fixed ? exchange->fixed : exchange->out + LWS_PRE;
        memcpy(piece + LWS_PRE, from + exchange->sent, length);
        if (lws_write(wsi, piece + LWS_PRE, length, kind) < (int)length)
            return -1;
        exchange->sent += length;
    }
    if (length < left) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    bool must_close = exchange->request.is_too_long;
    session->exchange = NULL;
    exchange_free(exchange);
    return must_close || lws_http_transaction_completed(wsi) ? -1 : 0;
}

static void drop_exchange(struct session *session)
{
    struct exchange *exchange = session->exchange;
    session->exchange = NULL;
    if (!exchange)
        return;
    exchange->wsi = NULL;
    if (exchange->is_answered || !exchange->is_dispatched)
        exchange_free(exchange); /* else whoever answers frees it */
}

/* ---- lines ---- */

void net_wake(struct net_line *line)
{
    if (!line->wsi || line->is_woken)
        return;
    line->is_woken = true;
    line->next_woken = line->net->woken;
    line->net->woken = line;
}

void net_close(struct net_line *line, int code)
{
    line->closing = (uint16_t)code;
    net_wake(line);
}

/* May this WebSocket be? Asked before it is opened, while its headers are there. */
static int check_line(const struct net *net, struct lws *wsi)
{
    char path[64] = "";
    lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI);
    char *origin = copy_header(wsi, WSI_TOKEN_ORIGIN);
    char *host = copy_header(wsi, WSI_TOKEN_HOST);
    bool is_ours = origin && host && !is_foreign(origin, host);
    bool is_fine = is_ours && strcmp(path, "/ws") == 0;
    if (!is_ours) {
        char address[NET_ADDRESS_SIZE] = "";
        find_address(net, wsi, address);
        diary_say(net->config.diary, DIARY_WARNING, "foreign-origin", address, "origin", origin ? origin : "");
    }
    free(origin);
    free(host);
    return is_fine ? 0 : -1;
}

static int open_line(struct net *net, struct net_line *line, struct lws *wsi)
{
    char address[NET_ADDRESS_SIZE] = "";
    *line = (struct net_line){.net = net, .wsi = wsi};
    find_address(net, wsi, address);
    line->carried = net->config.handlers.opened(net->config.handlers.who, line, address);
    if (!line->carried) { /* it is told so, politely */
        line->closing = LWS_CLOSE_STATUS_POLICY_VIOLATION;
        lws_callback_on_writable(wsi);
        return 0;
    }
    line->is_counted = true;
    net->lines++;
    return 0;
}

static void forget_woken(struct net_line *line)
{
    struct net_line **at = &line->net->woken;
    while (line->is_woken && *at != line)
        at = &(*at)->next_woken;
    if (line->is_woken)
        *at = line->next_woken;
    line->is_woken = false;
}

static void close_line(struct net_line *line)
{
    if (!line->is_counted)
        return;
    forget_woken(line);
    line->is_counted = false;
    line->net->lines--;
    line->wsi = NULL;
    free(line->parts);
    line->parts = NULL;
    line->net->config.handlers.closed(line->carried);
    line->carried = NULL;
}

static void say_message(struct net_line *line, const char *text, size_t length)
{
    line->net->config.handlers.message(line->carried, text, length);
}

/* One piece of a message. Whole ones, the usual case, are handed on without a copy. */
static int take_piece(struct net_line *line, struct lws *wsi, const char *bytes, size_t length)
{
    if (line->has_closed || !line->carried)
        return 0;
    bool is_first = lws_is_first_fragment(wsi) && line->parts_length == 0 && line->skipped == 0;
    bool is_last = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
    if (is_first && is_last && !lws_frame_is_binary(wsi)) {
        say_message(line, bytes, length);
        return 0;
    }
    bool is_too_long = line->skipped > 0 || lws_frame_is_binary(wsi) || line->parts_length + length > NET_MESSAGE_MAX;
    if (is_too_long) {
        line->skipped += (uint32_t)length + line->parts_length + 1;
        line->parts_length = 0;
    } else {
        if (!line->parts)
            line->parts = malloc(NET_MESSAGE_MAX);
        if (!line->parts)
            return -1;
        memcpy(line->parts + line->parts_length, bytes, length);
        line->parts_length = (uint16_t)(line->parts_length + length);
    }
    if (line->skipped > SKIPPED_MAX) {
        line->skipped = SKIPPED_MAX;
        net_close(line, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
        return 0;
    }
    if (!is_last)
        return 0;
    char *parts = line->parts;
    size_t parts_length = line->parts_length;
    bool is_skipped = line->skipped > 0;
    line->parts = NULL;
    line->parts_length = 0;
    line->skipped = 0;
    say_message(line, is_skipped ? NULL : parts, is_skipped ? 0 : parts_length);
    free(parts);
    return 0;
}

/* The last frame. Then the other side has a moment to answer it: who hangs up on somebody that is still sending takes
 * the last words away too. */
static int say_goodbye(struct net_line *line, struct lws *wsi)
{
    unsigned char frame[LWS_PRE + 2];
    frame[LWS_PRE] = (unsigned char)(line->closing >> 8);
    frame[LWS_PRE + 1] = (unsigned char)line->closing;
    line->has_closed = true;
    if (lws_write(wsi, frame + LWS_PRE, 2, (enum lws_write_protocol)WRITE_CLOSE) < 2)
        return -1;
    lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_ACK, GOODBYE_SECONDS);
    return 0;
}

/* Says what there is to say, as long as the other side takes it. What does not fit into the socket the library keeps,
 * one message at most, and tells us when it has gone. */
static int write_line(struct net_line *line, struct lws *wsi)
{
    for (int i = 0; i < WRITES_PER_TURN && !line->has_closed; i++) {
        size_t length;
        char *text = line->carried ? line->net->config.handlers.next(line->carried, &length) : NULL;
        if (!text)
            return line->closing ? say_goodbye(line, wsi) : 0;
        if (lws_write(wsi, (unsigned char *)text, length, LWS_WRITE_TEXT) < (int)length)
            return -1;
        if (lws_partial_buffered(wsi))
            break;
    }
    if (!line->has_closed)
        lws_callback_on_writable(wsi);
    return 0;
}

/* Without waiting for the loop to find out that the sockets can be written to: most of them can. */
void net_flush(struct net *net)
{
    while (net->woken) {
        struct net_line *line = net->woken;
        net->woken = line->next_woken;
        line->is_woken = false;
        if (lws_partial_buffered(line->wsi))
            lws_callback_on_writable(line->wsi);
        else if (write_line(line, line->wsi) < 0)
            lws_set_timeout(line->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
    }
}

/* ---- the library's side ---- */

static int heard(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct session *session = user;
    struct net *net = lws_context_user(lws_get_context(wsi));
    switch ((int)reason) {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: net->sessions++; return 0;
    case LWS_CALLBACK_WSI_DESTROY: net->sessions--; return 0;
    case LWS_CALLBACK_HTTP: return begin_request(net, session, wsi, in);
    case LWS_CALLBACK_HTTP_BODY: return session->exchange ? take_body(session->exchange, in, length) : -1;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        if (session->exchange && !session->exchange->is_dispatched)
            dispatch(net, session->exchange);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE: return write_body(session, wsi);
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        if (session)
            drop_exchange(session);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return check_line(net, wsi);
    case LWS_CALLBACK_ESTABLISHED: return open_line(net, &session->line, wsi);
    case LWS_CALLBACK_RECEIVE: return take_piece(&session->line, wsi, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE: return write_line(&session->line, wsi);
    case LWS_CALLBACK_CLOSED: close_line(&session->line); return 0;
    default: return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "http",
     .callback = heard,
     .per_session_data_size = sizeof(struct session),
     .rx_buffer_size = RX_SIZE,
     .tx_packet_size = TX_SIZE},
    {.name = "ochre.1",
     .callback = heard,
     .per_session_data_size = sizeof(struct session),
     .rx_buffer_size = RX_SIZE,
     .tx_packet_size = TX_SIZE},
    {.name = NULL},
};

/* Can the port be had? The library only says that something failed. */
static int try_port(const struct net_config *config, struct ochre_error *error)
{
    uv_loop_t loop;
    uv_tcp_t socket;
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } address;
    const char *listen = config->listen && *config->listen ? config->listen : "0.0.0.0";
    if (uv_ip4_addr(listen, config->port, &address.four) < 0 && uv_ip6_addr(listen, config->port, &address.six) < 0)
        return error_set(error, "", "'{0}' is no address to listen at", listen);
    uv_loop_init(&loop);
    uv_tcp_init(&loop, &socket);
    int code = uv_tcp_bind(&socket, &address.any, 0);
    if (code == 0)
        code = uv_listen((uv_stream_t *)&socket, 1, NULL);
    uv_close((uv_handle_t *)&socket, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    if (code == UV_EADDRINUSE)
        return error_set(error, "", "port {0} is taken by another program; choose one with --port", NUM(config->port));
    if (code < 0)
        return error_set(error, "", "port {0} cannot be opened: {1}", NUM(config->port), uv_strerror(code));
    return 0;
}

struct net *net_new(const struct net_config *config, struct ochre_error *error)
{
    if (try_port(config, error) < 0)
        return NULL;
    struct net *net = calloc(1, sizeof *net);
    if (!net) {
        error_set(error, "", "not enough memory");
        return NULL;
    }
    net->config = *config;
    int idle = config->idle_seconds ? config->idle_seconds : 60;
    static lws_retry_bo_t patience;
    patience.secs_since_valid_ping = (uint16_t)idle;
    patience.secs_since_valid_hangup = (uint16_t)(idle + 30);
    lws_set_log_level(LLL_ERR, NULL);
    struct lws_context_creation_info info = {
        .port = config->port,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS,
        .foreign_loops = (void *[]){config->loop},
        .user = net,
        .gid = -1,
        .uid = -1,
        .server_string = "ochre",
        .keepalive_timeout = 30,
        .timeout_secs = 15,
        .max_http_header_data = 8192,
        .max_http_header_pool = 1024,
        .retry_and_idle_policy = &patience,
    };
    if (config->listen && *config->listen) {
        struct ochre_text text = text_on(net->address, sizeof net->address);
        text_add(&text, config->listen);
        info.iface = net->address;
    }
    net->context = lws_create_context(&info);
    if (!net->context) {
        error_set(error, "", "port {0} cannot be opened", NUM(config->port));
        free(net);
        return NULL;
    }
    return net;
}

void net_close_all(struct net *net)
{
    if (net)
        lws_context_destroy(net->context);
}

void net_delete(struct net *net)
{
    if (!net)
        return;
    lws_context_destroy(net->context); /* on a loop of ours the library needs a second call, after its farewells */
    free(net);
}

int net_lines(const struct net *net)
{
    return net->lines;
}

int net_sessions(const struct net *net)
{
    return net->sessions;
}
