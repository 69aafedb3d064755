/* net_link.c: one connection: reading, writing, patience (net_inner.h). Knows neither requests nor frames. */
#include <assert.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/net_inner.h"

enum {
    HEAD_MS = 10 * 1000,  /* for the whole head of the first request */
    LEAVE_MS = 2 * 1000,  /* for the last words to arrive */
    CHECK_MS = 2 * 1000,  /* between two looks at the same WebSocket */
    ANSWER_MS = 30 * 1000 /* for somebody who takes nothing of an answer */
};

/* What waits for room in a socket. */
struct sending {
    uv_write_t write;
    char bytes[];
};

/* ---- lists ---- */

static void list_add(struct links *links, struct link *link)
{
    link->among = links;
    link->since = uv_now(link->net->loop);
    link->newer = NULL;
    link->older = links->newest;
    if (links->newest)
        links->newest->newer = link;
    else
        links->oldest = link;
    links->newest = link;
    links->count++;
}

static void list_remove(struct link *link)
{
    struct links *links = link->among;
    assert(links && links->count > 0);
    if (link->older)
        link->older->newer = link->newer;
    else
        links->oldest = link->newer;
    if (link->newer)
        link->newer->older = link->older;
    else
        links->newest = link->older;
    links->count--;
    link->among = NULL;
}

/* A WebSocket takes up none of its address's share of waiting connections: the hall counts those. */
static void give_place_back(struct link *link)
{
    assert(!link->from || link->from->peers > 0);
    if (link->from)
        link->from->peers--;
    link->from = NULL;
}

void link_become(struct link *link, enum link_stage stage, uint64_t patience_ms)
{
    if (link->stage == LINK_CLOSED)
        return;
    struct net *net = link->net;
    bool is_settled = stage == LINK_LINE && patience_ms == 0;
    link->stage = stage;
    link->deadline = patience_ms ? uv_now(net->loop) + patience_ms : UINT64_MAX;
    list_remove(link);
    list_add(is_settled ? &net->settled : &net->waiting, link);
    if (stage == LINK_LINE)
        give_place_back(link);
}

/* ---- reading ---- */

static void lend_buffer(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer)
{
    (void)wanted;
    struct link *link = handle->data;
    *buffer = uv_buf_init(link->net->input, sizeof link->net->input);
}

static void heard(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    struct link *link = stream->data;
    if (length < 0)
        link_close(link);
    else if (length > 0 && link->stage == LINK_LINE)
        line_heard(link, buffer->base, (size_t)length);
    else if (length > 0 && link->stage < LINK_LINE)
        http_heard(link, buffer->base, (size_t)length);
}

void link_read(struct link *link, bool is_reading)
{
    if (link->is_reading == is_reading || link->stage == LINK_CLOSED)
        return;
    link->is_reading = is_reading;
    if (!is_reading)
        uv_read_stop((uv_stream_t *)&link->socket);
    else if (uv_read_start((uv_stream_t *)&link->socket, lend_buffer, heard) < 0)
        link_close(link);
}

/* ---- writing ---- */

static void sent(uv_write_t *write, int status)
{
    struct link *link = write->data;
    assert(link->sending);
    free(link->sending);
    link->sending = NULL;
    if (link->stage == LINK_CLOSED)
        return;
    if (status < 0)
        link_close(link);
    else if (link->stage == LINK_LINE)
        line_sent(link);
    else if (link->stage < LINK_LINE)
        http_sent(link);
}

static bool send_later(struct link *link, uv_buf_t pieces[2], bool is_static)
{
    size_t copied = pieces[0].len + (is_static ? 0 : pieces[1].len);
    struct sending *sending = malloc(sizeof *sending + copied);
    if (!sending)
        return false;
    if (pieces[0].len)
        memcpy(sending->bytes, pieces[0].base, pieces[0].len);
    pieces[0].base = sending->bytes;
    if (!is_static) {
        if (pieces[1].len)
            memcpy(sending->bytes + pieces[0].len, pieces[1].base, pieces[1].len);
        pieces[1].base = sending->bytes + pieces[0].len;
    }
    sending->write.data = link;
    link->sending = sending;
    link->unsent = SIZE_MAX;
    return uv_write(&sending->write, (uv_stream_t *)&link->socket, pieces, 2, sent) == 0;
}

bool link_send(struct link *link, const char *head, size_t head_length, const char *body, size_t body_length,
               bool is_static)
{
    assert(!link->sending);
    if (link->stage == LINK_CLOSED)
        return false;
    uv_buf_t pieces[2] = {{.base = (char *)head, .len = head_length}, {.base = (char *)body, .len = body_length}};
    int taken = uv_try_write((uv_stream_t *)&link->socket, pieces, body_length ? 2 : 1);
    if (taken < 0 && taken != UV_EAGAIN) {
        link_close(link);
        return false;
    }
    size_t left = taken < 0 ? 0 : (size_t)taken;
    for (int i = 0; i < 2; i++) {
        size_t here = left < pieces[i].len ? left : pieces[i].len;
        if (here)
            pieces[i].base += here;
        pieces[i].len -= here;
        left -= here;
    }
    if (pieces[0].len + pieces[1].len == 0)
        return true;
    if (send_later(link, pieces, is_static))
        return true;
    free(link->sending);
    link->sending = NULL;
    link_close(link);
    return false;
}

/* ---- its life ---- */

static void find_address(struct link *link)
{
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
        struct sockaddr_storage room;
    } peer;
    int length = sizeof peer;
    if (uv_tcp_getpeername(&link->socket, &peer.any, &length) == 0)
        (void)uv_ip_name(&peer.any, link->address, sizeof link->address);
    const char *four;
    if (text_starts(link->address, "::ffff:", &four) && strchr(four, '.'))
        memmove(link->address, four, strlen(four) + 1);
}

struct link *link_new(struct net *net, int socket)
{
    struct link *link = calloc(1, sizeof *link);
    if (!link) {
        close(socket);
        return NULL;
    }
    uv_tcp_init(net->loop, &link->socket);
    link->socket.data = link;
    link->net = net;
    list_add(&net->waiting, link);
    int code = uv_tcp_open(&link->socket, socket);
    if (code < 0)
        close(socket);
    else
        uv_tcp_nodelay(&link->socket, 1);
    find_address(link);
    link->from = addresses_find(net->places, link->address, (int64_t)uv_now(net->loop));
    link->from->peers++;
    link_become(link, LINK_HEAD, HEAD_MS);
    if (code < 0)
        link_close(link);
    else
        link_read(link, true);
    return link;
}

static void let_go(uv_handle_t *handle)
{
    free(handle->data);
}

void link_close(struct link *link)
{
    if (link->stage == LINK_CLOSED)
        return;
    link->stage = LINK_CLOSED;
    list_remove(link);
    give_place_back(link);
    if (link->exchange)
        http_dropped(link);
    if (link->line)
        line_dropped(link);
    free(link->kept);
    link->kept = NULL;
    uv_close((uv_handle_t *)&link->socket, let_go);
}

void link_leave(struct link *link)
{
    uv_os_fd_t socket;
    link_become(link, LINK_LEAVING, LEAVE_MS);
    link_read(link, true);
    if (link->stage == LINK_LEAVING && uv_fileno((uv_handle_t *)&link->socket, &socket) == 0)
        (void)shutdown(socket, SHUT_WR);
}

/* ---- patience ---- */

/* Who takes an answer slowly is given time as long as it takes something. */
static bool is_progressing(struct link *link)
{
    if (link->stage != LINK_ANSWERING)
        return false;
    size_t unsent = uv_stream_get_write_queue_size((uv_stream_t *)&link->socket);
    bool is_moving = unsent < link->unsent;
    link->unsent = unsent;
    return is_moving;
}

static void lose_patience(struct link *link)
{
    if (is_progressing(link))
        link_become(link, LINK_ANSWERING, ANSWER_MS);
    else if (link->stage == LINK_HEAD || link->stage == LINK_BODY)
        http_timed_out(link);
    else
        link_close(link);
}

void links_sweep(struct net *net)
{
    uint64_t now = uv_now(net->loop);
    for (struct link *link = net->waiting.oldest, *next; link; link = next) {
        next = link->newer;
        if (link->deadline <= now)
            lose_patience(link);
    }
    while (net->settled.oldest && net->settled.oldest->since + CHECK_MS <= now) {
        struct link *link = net->settled.oldest;
        link_become(link, LINK_LINE, 0); /* to the end of the list */
        line_check(link);
    }
}

static bool can_be_spared(const struct link *link, bool is_in_need)
{
    return link->stage != LINK_ASKED && (is_in_need || link->stage != LINK_ANSWERING);
}

bool links_spare(struct net *net, const struct address *from)
{
    for (int is_in_need = 0; is_in_need < 2; is_in_need++)
        for (struct link *link = net->waiting.oldest; link; link = link->newer)
            if ((!from || link->from == from) && can_be_spared(link, is_in_need)) {
                link_close(link);
                return true;
            }
    return false;
}
