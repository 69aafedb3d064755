/* link.c: the sockets of the load client. */
#include "link.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { OPCODE_CONTINUATION = 0, OPCODE_TEXT = 1, OPCODE_CLOSE = 8, OPCODE_PING = 9, OPCODE_PONG = 10 };
enum { HEAD_MAX = 4096, READ_SIZE = 65536, ADDRESSES = 8 };

double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

void links_raise_limits(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static void *grown(void *block, size_t size)
{
    void *larger = realloc(block, size);
    if (!larger) {
        fprintf(stderr, "load: out of memory\n");
        exit(1);
    }
    return larger;
}

/* Connections come from 127.0.0.1 … 127.0.0.8, so that neither ports nor waiting rooms run out. */
static int dial(int port, int number)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0)
        return -1;
    struct sockaddr_in from = {.sin_family = AF_INET,
                               .sin_addr.s_addr = htonl(0x7F000001u + (unsigned)number % ADDRESSES)};
    struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &(int){1}, sizeof(int));
    if (bind(fd, (struct sockaddr *)&from, sizeof from) < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) < 0) {
        close(fd);
        return -1;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    return fd;
}

static bool send_all(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t sent = send(fd, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

/* Asks for the WebSocket and reads exactly the head of the answer. */
static bool upgrade(int fd, int port, char *head)
{
    char request[512];
    int size = snprintf(request, sizeof request,
                        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Key: b2NocmUgb2NocmUgb2Nocg==\r\nSec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Protocol: ochre.1\r\n\r\n",
                        port);
    if (!send_all(fd, request, (size_t)size))
        return false;
    size_t got = 0;
    while (got < HEAD_MAX - 1) {
        if (recv(fd, head + got, 1, 0) != 1)
            return false;
        head[++got] = '\0';
        if (got >= 4 && memcmp(head + got - 4, "\r\n\r\n", 4) == 0)
            return strncmp(head, "HTTP/1.1 101", 12) == 0;
    }
    return false;
}

bool links_open(struct links *links, int port, int count, link_heard *heard)
{
    return links_open_over(links, &port, 1, count, heard);
}

bool links_open_over(struct links *links, const int *ports, int servers, int count, link_heard *heard)
{
    *links = (struct links){.epoll = epoll_create1(0), .count = count, .heard = heard};
    links->all = calloc((size_t)count, sizeof *links->all);
    for (int number = 0; number < count; number++) {
        struct link *link = &links->all[number];
        char head[HEAD_MAX] = "no answer";
        int port = ports[number % servers];
        link->links = links;
        link->number = number;
        link->fd = dial(port, number);
        if (link->fd < 0 || !upgrade(link->fd, port, head)) {
            fprintf(stderr, "load: connection %d was refused: %s: %.60s\n", number + 1, strerror(errno), head);
            links->count = number;
            return false;
        }
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = link};
        epoll_ctl(links->epoll, EPOLL_CTL_ADD, link->fd, &event);
    }
    return true;
}

void links_close(struct links *links)
{
    for (int number = 0; number < links->count; number++) {
        close(links->all[number].fd);
        free(links->all[number].in);
        free(links->all[number].out);
    }
    free(links->all);
    close(links->epoll);
}

/* ---- sending ---- */

static void watch(struct link *link)
{
    struct epoll_event event = {.events = link->out_size ? EPOLLIN | EPOLLOUT : EPOLLIN, .data.ptr = link};
    epoll_ctl(link->links->epoll, EPOLL_CTL_MOD, link->fd, &event);
}

static void flush(struct link *link)
{
    size_t done = 0;
    while (done < link->out_size) {
        ssize_t sent = send(link->fd, link->out + done, link->out_size - done, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent <= 0)
            break;
        done += (size_t)sent;
    }
    memmove(link->out, link->out + done, link->out_size - done);
    link->out_size -= done;
    watch(link);
}

static void send_frame(struct link *link, int opcode, const char *bytes, size_t size)
{
    char frame[HEAD_MAX];
    size_t head = 2;
    if (link->is_closed || size > sizeof frame - 8)
        return;
    frame[0] = (char)(0x80 | opcode);
    if (size < 126) {
        frame[1] = (char)(0x80 | size);
    } else {
        frame[1] = (char)(0x80 | 126);
        frame[2] = (char)(size >> 8);
        frame[3] = (char)(size & 0xFF);
        head = 4;
    }
    static const unsigned char mask[4] = {0x6F, 0x63, 0x68, 0x72};
    memcpy(frame + head, mask, 4);
    head += 4;
    for (size_t at = 0; at < size; at++)
        frame[head + at] = (char)(bytes[at] ^ mask[at % 4]);
    size_t whole = head + size;
    ssize_t sent = link->out_size ? 0 : send(link->fd, frame, whole, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0)
        sent = 0;
    if ((size_t)sent == whole)
        return;
    size_t left = whole - (size_t)sent;
    if (link->out_size + left > link->out_room) {
        link->out_room = link->out_size + left + HEAD_MAX;
        link->out = grown(link->out, link->out_room);
    }
    memcpy(link->out + link->out_size, frame + sent, left);
    link->out_size += left;
    watch(link);
}

void link_send(struct link *link, const char *text, size_t size)
{
    send_frame(link, OPCODE_TEXT, text, size);
}

/* ---- receiving ---- */

static void hang_up(struct links *links, struct link *link)
{
    if (!link->is_closed) {
        link->is_closed = true;
        links->closed++;
        epoll_ctl(links->epoll, EPOLL_CTL_DEL, link->fd, NULL);
    }
}

/* The head of a frame at `at`: its length, 0 when it is not all there. */
static size_t read_head(const unsigned char *at, size_t size, uint64_t *payload)
{
    if (size < 2)
        return 0;
    size_t head = at[1] == 126 ? 4 : at[1] == 127 ? 10 : 2;
    if (size < head)
        return 0;
    *payload = at[1];
    if (head > 2)
        *payload = 0;
    for (size_t i = 2; i < head; i++)
        *payload = *payload << 8 | at[i];
    return head;
}

/* Takes whole frames from the buffer. Messages in several fragments are put together at its front. */
static void take_frames(struct links *links, struct link *link)
{
    size_t at = link->message_size, message = 0, length = link->message_size;
    while (!link->is_closed) {
        uint64_t payload = 0;
        size_t head = read_head((unsigned char *)link->in + at, link->in_size - at, &payload);
        if (head == 0 || link->in_size - at - head < payload)
            break;
        int first = (unsigned char)link->in[at], opcode = first & 0x0F;
        char *body = link->in + at + head;
        at += head + payload;
        if (opcode == OPCODE_CLOSE) {
            hang_up(links, link);
        } else if (opcode == OPCODE_PING) {
            send_frame(link, OPCODE_PONG, body, payload);
        } else if (opcode == OPCODE_TEXT || opcode == OPCODE_CONTINUATION) {
            if (length == 0)
                message = (size_t)(body - link->in);
            else
                memmove(link->in + message + length, body, payload);
            length += payload;
            if (first & 0x80) {
                links->heard(link, link->in + message, length);
                length = 0;
            }
        }
    }
    if (length > 0)
        memmove(link->in, link->in + message, length);
    memmove(link->in + length, link->in + at, link->in_size - at);
    link->in_size = length + link->in_size - at;
    link->message_size = length;
}

static void receive(struct links *links, struct link *link)
{
    for (;;) {
        if (link->in_room - link->in_size < READ_SIZE / 8) {
            link->in_room = link->in_room ? link->in_room * 2 : READ_SIZE / 4;
            link->in = grown(link->in, link->in_room);
        }
        size_t room = link->in_room - link->in_size;
        ssize_t got = recv(link->fd, link->in + link->in_size, room, MSG_DONTWAIT);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
            hang_up(links, link);
            return;
        }
        if (got < 0)
            return;
        link->in_size += (size_t)got;
        take_frames(links, link);
        if (link->is_closed || (size_t)got < room)
            return;
    }
}

void links_serve(struct links *links, double wait)
{
    struct epoll_event events[512];
    struct timespec limit = {.tv_nsec = (long)(wait * 1e9)};
    int count = epoll_pwait2(links->epoll, events, 512, &limit, NULL);
    for (int i = 0; i < count; i++) {
        struct link *link = events[i].data.ptr;
        if (events[i].events & EPOLLOUT)
            flush(link);
        if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR))
            receive(links, link);
    }
}

/* ---- HTTP ---- */

/* Head and body are there. */
static bool is_whole(const char *answer, size_t got)
{
    const char *body = strstr(answer, "\r\n\r\n");
    const char *length = strcasestr(answer, "content-length:");
    return body && length && got >= (size_t)(body + 4 - answer) + strtoul(length + 15, NULL, 10);
}

int http_post(int port, const char *path, const char *body, char *answer, size_t size)
{
    char request[2048];
    int length = snprintf(request, sizeof request,
                          "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
                          "Content-Length: %zu\r\nConnection: close\r\n\r\n%s",
                          path, port, strlen(body), body);
    int fd = dial(port, 0);
    if (fd < 0 || !send_all(fd, request, (size_t)length)) {
        if (fd >= 0)
            close(fd);
        return 0;
    }
    size_t got = 0;
    ssize_t piece;
    answer[0] = '\0';
    while (got < size - 1 && !is_whole(answer, got) && (piece = recv(fd, answer + got, size - 1 - got, 0)) > 0) {
        got += (size_t)piece;
        answer[got] = '\0';
    }
    close(fd);
    return got > 12 ? atoi(answer + 9) : 0;
}
