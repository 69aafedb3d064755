/* net_http.c: requests and answers (net_inner.h). One request at a time: what follows waits until it is answered. The
 * parser is llhttp, strict; what it or we refuse is answered once, in words, and the connection ends. */
#include <assert.h>
#include <llhttp.h>
#include <stdlib.h>

#include "server/diary.h"
#include "server/net_inner.h"

enum {
    HEAD_MS = 10 * 1000, /* for the whole head, from its first byte */
    BODY_MS = 15 * 1000,
    QUIET_MS = 30 * 1000, /* between requests */
    ANSWER_MS = 30 * 1000,
    ANSWER_HEAD_SIZE = 2048,
};

/* Why a request is not even handed on. */
struct refusal {
    int status;
    const char *code, *why;
};

static const struct refusal is_broken = {400, "form", "This is not an HTTP request as it should be."};
static const struct refusal is_long_head = {431, "size", "The head of the request is too long: 8 kB at most."};
static const struct refusal is_long_url = {414, "size", "The address is too long: 4 kB at most."};
static const struct refusal is_late = {408, "form", "The request did not arrive in time."};
static const struct refusal is_elsewhere = {
    421, "host",
    "This server does not answer to that name. Whoever runs it can add the name with --host-name (docs/hosting.md)."};
static const struct refusal is_other_page = {403, "origin", "Pages from elsewhere may not do this."};
static const struct refusal is_old_version = {426, "form", "WebSockets are version 13 here."};

/* A request and what becomes of it. */
struct exchange {
    struct net_request request; /* first: the handler holds a pointer to it */
    struct link *link;          /* NULL when the other side has gone */
    llhttp_t parser;
    struct head head;
    size_t head_length; /* bytes of it so far */
    size_t body_size;   /* as announced */
    const struct refusal *refusal;
    char last_byte; /* of the head so far */
    bool has_head, is_upgrade;
    bool is_asked, is_answered; /* the handler has it; has done with it */
    bool is_last;               /* the connection ends with the answer */
    bool is_old;                /* HTTP/1.0 */
};

static void exchange_free(struct exchange *exchange)
{
    free(exchange->request.body);
    head_free(&exchange->head);
    free(exchange);
}

/* ---- the head of a request ---- */

static int refuse(struct exchange *exchange, const struct refusal *refusal)
{
    if (!exchange->refusal)
        exchange->refusal = refusal;
    return -1;
}

static enum net_method method_of(const llhttp_t *parser)
{
    switch (parser->method) {
    case HTTP_GET: return NET_GET;
    case HTTP_HEAD: return NET_HEAD;
    case HTTP_POST: return NET_POST;
    case HTTP_DELETE: return NET_DELETE;
    default: return NET_OTHER;
    }
}

/* The address of whoever asks: behind a proxy the last one that it wrote down. */
static void find_address(const struct exchange *exchange, char address[NET_ADDRESS_SIZE])
{
    const struct link *link = exchange->link;
    const char *from = link->address;
    const char *list = head_value(&exchange->head, "x-forwarded-for");
    if (link->net->config.trusts_proxy && *list) {
        const char *comma = strrchr(list, ',');
        from = comma ? comma + 1 : list;
        from += strspn(from, " \t");
    }
    struct ochre_text text = text_on(address, NET_ADDRESS_SIZE);
    text_add(&text, from);
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

/* "/path?query": split and decoded where it stands. */
static int read_target(struct exchange *exchange)
{
    struct net_request *request = &exchange->request;
    char *target = exchange->head.text;
    if (*target != '/')
        return refuse(exchange, &is_broken);
    char *mark = strchr(target, '?');
    if (mark)
        *mark = '\0';
    request->path = target;
    request->query = mark ? mark + 1 : target + strlen(target);
    return url_decode(request->path) ? 0 : refuse(exchange, &is_broken);
}

static void read_headers(struct exchange *exchange)
{
    struct net_request *request = &exchange->request;
    const struct head *head = &exchange->head;
    request->origin = head_value(head, "origin");
    request->host = head_value(head, "host");
    request->etag = head_value(head, "if-none-match");
    request->takes_gzip = strstr(head_value(head, "accept-encoding"), "gzip") != NULL;
    request->is_foreign = is_foreign(request->origin, request->host);
    const char *key = NULL;
    char *authorization = head_value(head, "authorization");
    request->key = text_starts(authorization, "Bearer ", &key) ? authorization + (key - authorization)
                                                               : authorization + strlen(authorization);
    find_address(exchange, request->address);
}

/* Headers of which two would mean two things. */
static bool has_twins(const struct head *head)
{
    static const char *const single[] = {
        "host", "origin", "authorization", "content-length", "sec-websocket-key", "sec-websocket-version"};
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        if (head_count(head, single[i]) > 1)
            return true;
    return false;
}

/* Only a WebSocket at its place is an upgrade; every other wish to talk differently is passed over. */
static bool wants_line(const struct exchange *exchange)
{
    return exchange->request.method == NET_GET && !exchange->is_old && text_same(exchange->request.path, "/ws") &&
           list_has(head_value(&exchange->head, "upgrade"), "websocket") &&
           list_has(head_value(&exchange->head, "connection"), "upgrade");
}

/* Something that no honest client does: the host is told. */
static int report(struct exchange *exchange, const struct refusal *refusal, const char *event, const char *name,
                  const char *value)
{
    diary_say(exchange->link->net->config.diary, DIARY_WARNING, event, exchange->request.address, name, value);
    return refuse(exchange, refusal);
}

static int check_upgrade(struct exchange *exchange)
{
    const struct head *head = &exchange->head;
    if (exchange->body_size > 0 || head_count(head, "transfer-encoding") > 0)
        return refuse(exchange, &is_broken);
    if (!text_same(head_value(head, "sec-websocket-version"), "13"))
        return refuse(exchange, &is_old_version);
    if (exchange->request.is_foreign)
        return report(exchange, &is_other_page, "foreign-origin", "origin", exchange->request.origin);
    exchange->is_upgrade = true;
    return 0;
}

/* Is there room for the body? One that is too long, or of unknown length, is not waited for. */
static int expect_body(struct exchange *exchange)
{
    struct net_request *request = &exchange->request;
    bool has_coding = head_count(&exchange->head, "transfer-encoding") > 0;
    if (has_coding && head_count(&exchange->head, "content-length") > 0)
        return refuse(exchange, &is_broken);
    if (exchange->body_size > NET_BODY_MAX || has_coding) {
        request->is_too_long = true;
        exchange->is_last = true;
        exchange->body_size = 0;
    }
    if (exchange->body_size == 0)
        return 0;
    request->body = malloc(exchange->body_size + 1);
    if (!request->body)
        return refuse(exchange, &is_broken);
    link_become(exchange->link, LINK_BODY, BODY_MS);
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    if (list_has(head_value(&exchange->head, "expect"), "100-continue"))
        link_send(exchange->link, go_on, sizeof go_on - 1, NULL, 0, true);
    return 0;
}

/* The head is there: what does it ask for? */
static int take_head(struct exchange *exchange)
{
    const llhttp_t *parser = &exchange->parser;
    const struct head *head = &exchange->head;
    exchange->is_old = parser->http_minor == 0;
    exchange->is_last = llhttp_should_keep_alive(parser) == 0;
    exchange->body_size = parser->content_length;
    exchange->request.method = method_of(parser);
    bool has_version = parser->http_major == 1 && parser->http_minor <= 1;
    if (!head->has_url || !has_version || has_twins(head) || read_target(exchange) < 0)
        return refuse(exchange, &is_broken);
    read_headers(exchange);
    if (!*exchange->request.host && !exchange->is_old)
        return refuse(exchange, &is_broken);
    if (!host_is_ours(exchange->link->net, exchange->request.host))
        return report(exchange, &is_elsewhere, "foreign-host", "host", exchange->request.host);
    if (wants_line(exchange))
        return check_upgrade(exchange);
    return expect_body(exchange);
}

/* ---- what the parser tells ---- */

static int heard_url(llhttp_t *parser, const char *bytes, size_t length)
{
    struct exchange *exchange = parser->data;
    head_add(&exchange->head, bytes, length);
    return exchange->head.used > NET_URL_MAX ? refuse(exchange, &is_long_url) : 0;
}

static int heard_url_end(llhttp_t *parser)
{
    struct exchange *exchange = parser->data;
    head_end_url(&exchange->head);
    return 0;
}

static int heard_text(llhttp_t *parser, const char *bytes, size_t length)
{
    struct exchange *exchange = parser->data;
    head_add(&exchange->head, bytes, length);
    return 0;
}

static int heard_name_end(llhttp_t *parser)
{
    struct exchange *exchange = parser->data;
    head_end_name(&exchange->head);
    return 0;
}

static int heard_value_end(llhttp_t *parser)
{
    struct exchange *exchange = parser->data;
    head_end_value(&exchange->head);
    return 0;
}

static int heard_head_end(llhttp_t *parser)
{
    struct exchange *exchange = parser->data;
    exchange->has_head = true;
    return HPE_PAUSED;
}

static const llhttp_settings_t ears = {
    .on_url = heard_url,
    .on_url_complete = heard_url_end,
    .on_header_field = heard_text,
    .on_header_field_complete = heard_name_end,
    .on_header_value = heard_text,
    .on_header_value_complete = heard_value_end,
    .on_headers_complete = heard_head_end,
};

/* ---- taking requests ---- */

static struct exchange *begin(struct link *link)
{
    assert(!link->exchange && link->stage <= LINK_HEAD);
    struct exchange *exchange = calloc(1, sizeof *exchange);
    if (!exchange)
        return NULL;
    exchange->link = link;
    llhttp_init(&exchange->parser, HTTP_REQUEST, &ears);
    exchange->parser.data = exchange;
    if (link->stage == LINK_QUIET)
        link_become(link, LINK_HEAD, HEAD_MS);
    return exchange;
}

static void answer_refusal(struct link *link, const struct refusal *refusal)
{
    char body[512];
    struct ochre_text text = text_on(body, sizeof body);
    text_fill(&text, "{{\"error\":{{\"code\":\"{0}\",\"why\":\"{1}\"}}",
              (const char *const[]){refusal->code, refusal->why, NULL});
    link->exchange->is_last = true;
    link->exchange->is_asked = true;
    net_answer(
        &link->exchange->request,
        &(struct net_answer){.status = refusal->status, .type = "application/json", .body = body, .length = text.used});
}

static void ask(struct link *link)
{
    const struct net_handlers *handlers = &link->net->config.handlers;
    struct exchange *exchange = link->exchange;
    assert(link->stage <= LINK_BODY && !exchange->is_asked);
    if (exchange->request.body)
        exchange->request.body[exchange->request.body_length] = '\0';
    exchange->is_asked = true;
    link_become(link, LINK_ASKED, 0);
    handlers->request(handlers->who, &exchange->request);
}

static void upgrade(struct link *link)
{
    struct exchange *exchange = link->exchange;
    const struct head *head = &exchange->head;
    const char *wrong = line_open(link, &(struct handshake){.key = head_value(head, "sec-websocket-key"),
                                                            .version = head_value(head, "sec-websocket-version"),
                                                            .protocols = head_value(head, "sec-websocket-protocol"),
                                                            .address = exchange->request.address});
    if (wrong) {
        answer_refusal(link, &(struct refusal){400, "form", wrong});
        return;
    }
    if (!link->exchange)
        return; /* it broke meanwhile */
    link->exchange = NULL;
    exchange_free(exchange);
}

/* A line that begins with a blank would go on the one before. Nobody honest writes such any more, and not everybody
 * reads them alike. */
static bool is_folded(struct exchange *exchange, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if ((bytes[i] == ' ' || bytes[i] == '\t') && exchange->last_byte == '\n')
            return true;
        exchange->last_byte = bytes[i];
    }
    return false;
}

/* Parses until the head is whole, wrong, or not here yet; how many bytes that took. */
static size_t parse_head(struct exchange *exchange, const char *bytes, size_t length)
{
    llhttp_errno_t code = llhttp_execute(&exchange->parser, bytes, length);
    size_t used = code == HPE_OK ? length : (size_t)(llhttp_get_error_pos(&exchange->parser) - bytes);
    exchange->head_length += used;
    if (exchange->head_length > NET_HEAD_MAX || exchange->head.is_full)
        refuse(exchange, &is_long_head);
    else if ((code != HPE_OK && !exchange->has_head) || is_folded(exchange, bytes, used))
        refuse(exchange, &is_broken);
    else if (exchange->has_head)
        take_head(exchange);
    return used;
}

static size_t take_body(struct exchange *exchange, const char *bytes, size_t length)
{
    struct net_request *request = &exchange->request;
    size_t wanted = exchange->body_size - request->body_length;
    size_t used = length < wanted ? length : wanted;
    memcpy(request->body + request->body_length, bytes, used);
    request->body_length += used;
    return used;
}

/* Takes some bytes of a request, and does what it asks for when it is whole; how many bytes that took. */
static size_t take_some(struct link *link, const char *bytes, size_t length)
{
    struct exchange *exchange = link->exchange;
    size_t used = exchange->has_head ? take_body(exchange, bytes, length) : parse_head(exchange, bytes, length);
    if (link->stage == LINK_CLOSED)
        return length;
    if (exchange->refusal)
        answer_refusal(link, exchange->refusal);
    else if (exchange->is_upgrade)
        upgrade(link);
    else if (exchange->has_head && exchange->request.body_length == exchange->body_size)
        ask(link);
    return used;
}

static bool takes_requests(const struct link *link)
{
    return link->stage <= LINK_BODY && !link->sending;
}

static void keep(struct link *link, const char *bytes, size_t length)
{
    char *kept = malloc(length);
    if (!kept) {
        link_close(link);
        return;
    }
    memcpy(kept, bytes, length);
    free(link->kept);
    link->kept = kept;
    link->kept_length = length;
}

/* Requests one after the other, as long as each is answered at once. The rest is kept, and nothing more is read: what
 * is kept never grows. */
static void take(struct link *link, const char *bytes, size_t length)
{
    link->is_taking = true;
    while (length > 0 && takes_requests(link)) {
        if (!link->exchange)
            link->exchange = begin(link);
        if (!link->exchange) {
            link_close(link);
            break;
        }
        size_t used = take_some(link, bytes, length);
        bytes += used;
        length -= used;
    }
    link->is_taking = false;
    if (link->stage == LINK_LINE && length > 0)
        line_heard(link, bytes, length);
    else if (link->stage < LINK_LINE && length > 0)
        keep(link, bytes, length);
    link_read(link, link->stage >= LINK_LINE || takes_requests(link));
}

void http_heard(struct link *link, const char *bytes, size_t length)
{
    take(link, bytes, length);
}

/* ---- answering ---- */

/* On with what was kept. */
static void resume(struct link *link)
{
    if (link->is_taking)
        return;
    char *kept = link->kept;
    link->kept = NULL;
    take(link, kept, kept ? link->kept_length : 0);
    free(kept);
}

/* The answer has left. */
static void finish(struct link *link)
{
    struct exchange *exchange = link->exchange;
    assert(exchange->is_answered && !link->sending);
    bool is_last = exchange->is_last;
    link->exchange = NULL;
    exchange_free(exchange);
    if (is_last) {
        free(link->kept);
        link->kept = NULL;
        link_leave(link);
        return;
    }
    link_become(link, LINK_QUIET, QUIET_MS);
    resume(link);
}

void http_sent(struct link *link)
{
    if (link->exchange && link->exchange->is_answered)
        finish(link);
    else
        resume(link);
}

void net_answer(struct net_request *request, const struct net_answer *answer)
{
    struct exchange *exchange = (struct exchange *)request;
    assert(!exchange->is_answered && exchange->is_asked);
    struct link *link = exchange->link;
    exchange->is_answered = true;
    if (!link) {
        exchange_free(exchange);
        return;
    }
    char head[ANSWER_HEAD_SIZE];
    struct ochre_text text = text_on(head, sizeof head);
    head_write(&text, &(struct answer_head){.answer = answer,
                                            .is_last = exchange->is_last,
                                            .is_old_kept = exchange->is_old && !exchange->is_last});
    size_t length = request->method == NET_HEAD ? 0 : answer->length;
    link_become(link, LINK_ANSWERING, ANSWER_MS);
    if (link_send(link, text.at, text.used, answer->body, length, answer->is_static) && !link->sending)
        finish(link);
}

void http_dropped(struct link *link)
{
    struct exchange *exchange = link->exchange;
    link->exchange = NULL;
    exchange->link = NULL;
    if (exchange->is_answered || !exchange->is_asked)
        exchange_free(exchange); /* else whoever answers frees it */
}

void http_timed_out(struct link *link)
{
    if (link->exchange && !link->sending)
        answer_refusal(link, &is_late);
    else
        link_close(link);
}
