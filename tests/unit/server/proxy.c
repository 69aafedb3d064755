/* proxy.c: see proxy.h. One thread; every connection is a pair of sockets. */
#include "proxy.h"

#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { PAIRS_MAX = 64, KEPT_MAX = 1 << 16 };

struct pair {
    int client, server; /* -1: closed */
    enum proxy_mode mode;
    bool is_cut;
    char kept[KEPT_MAX];
    size_t length;
};

struct proxy {
    char folder[64], socket[100], target[100];
    int door, wake[2];
    pthread_t thread;
    pthread_mutex_t mutex;
    bool is_closed, is_ending;
    struct pair pair[PAIRS_MAX];
    int count;
};

static void pass_all(int to, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(to, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        bytes += sent;
        length -= (size_t)sent;
    }
}

static void close_end(int *end)
{
    if (*end >= 0)
        (void)close(*end);
    *end = -1;
}

static void come_in(struct proxy *proxy)
{
    int client = accept(proxy->door, NULL, NULL);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)snprintf(address.sun_path, sizeof address.sun_path, "%s", proxy->target);
    int server = socket(AF_UNIX, SOCK_STREAM, 0);
    if (proxy->is_closed || proxy->count == PAIRS_MAX ||
        connect(server, (struct sockaddr *)&address, sizeof address) < 0) {
        close_end(&client);
        close_end(&server);
        return;
    }
    struct pair *pair = &proxy->pair[proxy->count++];
    *pair = (struct pair){.client = client, .server = server};
}

static void from_client(struct pair *pair)
{
    char bytes[8192];
    ssize_t count = recv(pair->client, bytes, sizeof bytes, 0);
    if (count <= 0) {
        close_end(&pair->client);
        if (!pair->is_cut && pair->mode != PROXY_MUTE)
            close_end(&pair->server);
    } else if (pair->mode == PROXY_MUTE) {
        if (pair->length + (size_t)count <= KEPT_MAX) {
            memcpy(pair->kept + pair->length, bytes, (size_t)count);
            pair->length += (size_t)count;
        }
    } else {
        pass_all(pair->server, bytes, (size_t)count);
    }
}

static void from_server(struct pair *pair)
{
    char bytes[8192];
    ssize_t count = recv(pair->server, bytes, sizeof bytes, 0);
    if (count <= 0) {
        close_end(&pair->server);
        if (pair->mode == PROXY_PASS)
            close_end(&pair->client);
    } else if (pair->mode == PROXY_PASS && pair->client >= 0) {
        pass_all(pair->client, bytes, (size_t)count);
    }
}

static void *work(void *who)
{
    struct proxy *proxy = who;
    for (;;) {
        struct pollfd about[2 + 2 * PAIRS_MAX];
        (void)pthread_mutex_lock(&proxy->mutex);
        int count = proxy->count;
        about[0] = (struct pollfd){.fd = proxy->door, .events = POLLIN};
        about[1] = (struct pollfd){.fd = proxy->wake[0], .events = POLLIN};
        for (int i = 0; i < count; i++) {
            about[2 + 2 * i] = (struct pollfd){.fd = proxy->pair[i].client, .events = POLLIN};
            about[3 + 2 * i] = (struct pollfd){.fd = proxy->pair[i].server, .events = POLLIN};
        }
        (void)pthread_mutex_unlock(&proxy->mutex);
        (void)poll(about, 2 + 2 * (nfds_t)count, -1);
        (void)pthread_mutex_lock(&proxy->mutex);
        char some[16];
        if (about[1].revents && read(proxy->wake[0], some, sizeof some) < 0)
            abort();
        for (int i = 0; i < count; i++) {
            struct pair *pair = &proxy->pair[i];
            if (about[2 + 2 * i].revents && pair->client == about[2 + 2 * i].fd && pair->client >= 0)
                from_client(pair);
            if (about[3 + 2 * i].revents && pair->server == about[3 + 2 * i].fd && pair->server >= 0)
                from_server(pair);
        }
        if (about[0].revents)
            come_in(proxy);
        bool is_ending = proxy->is_ending;
        (void)pthread_mutex_unlock(&proxy->mutex);
        if (is_ending)
            return NULL;
    }
}

static void wake(struct proxy *proxy)
{
    if (write(proxy->wake[1], "x", 1) != 1)
        abort();
}

struct proxy *proxy_new(const char *folder)
{
    struct proxy *proxy = calloc(1, sizeof *proxy);
    if (!proxy)
        abort();
    (void)pthread_mutex_init(&proxy->mutex, NULL);
    (void)snprintf(proxy->target, sizeof proxy->target, "%s/.s.PGSQL.5432", getenv("PGHOST"));
    (void)snprintf(proxy->folder, sizeof proxy->folder, "%s/proxy", folder);
    (void)snprintf(proxy->socket, sizeof proxy->socket, "%s/.s.PGSQL.5432", proxy->folder);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)snprintf(address.sun_path, sizeof address.sun_path, "%s", proxy->socket);
    proxy->door = socket(AF_UNIX, SOCK_STREAM, 0);
    if (mkdir(proxy->folder, 0700) < 0 || bind(proxy->door, (struct sockaddr *)&address, sizeof address) < 0 ||
        listen(proxy->door, 16) < 0 || pipe(proxy->wake) < 0 || pthread_create(&proxy->thread, NULL, work, proxy) != 0)
        abort();
    return proxy;
}

void proxy_delete(struct proxy *proxy)
{
    (void)pthread_mutex_lock(&proxy->mutex);
    proxy->is_ending = true;
    (void)pthread_mutex_unlock(&proxy->mutex);
    wake(proxy);
    (void)pthread_join(proxy->thread, NULL);
    for (int i = 0; i < proxy->count; i++) {
        close_end(&proxy->pair[i].client);
        close_end(&proxy->pair[i].server);
    }
    (void)close(proxy->door);
    (void)close(proxy->wake[0]);
    (void)close(proxy->wake[1]);
    free(proxy);
}

void proxy_set(struct proxy *proxy, enum proxy_mode mode)
{
    (void)pthread_mutex_lock(&proxy->mutex);
    proxy->is_closed = mode == PROXY_CLOSED;
    for (int i = 0; i < proxy->count && mode != PROXY_CLOSED; i++)
        proxy->pair[i].mode = mode;
    (void)pthread_mutex_unlock(&proxy->mutex);
}

void proxy_cut(struct proxy *proxy)
{
    (void)pthread_mutex_lock(&proxy->mutex);
    for (int i = 0; i < proxy->count; i++) {
        proxy->pair[i].is_cut = true;
        close_end(&proxy->pair[i].client);
    }
    (void)pthread_mutex_unlock(&proxy->mutex);
    wake(proxy);
}

void proxy_release(struct proxy *proxy)
{
    (void)pthread_mutex_lock(&proxy->mutex);
    for (int i = 0; i < proxy->count; i++) {
        struct pair *pair = &proxy->pair[i];
        if (!pair->is_cut || pair->server < 0)
            continue;
        pass_all(pair->server, pair->kept, pair->length);
        (void)shutdown(pair->server, SHUT_WR);
    }
    (void)pthread_mutex_unlock(&proxy->mutex);
    for (bool is_open = true; is_open;) {
        (void)usleep(1000);
        is_open = false;
        (void)pthread_mutex_lock(&proxy->mutex);
        for (int i = 0; i < proxy->count; i++)
            is_open |= proxy->pair[i].is_cut && proxy->pair[i].server >= 0;
        (void)pthread_mutex_unlock(&proxy->mutex);
    }
}

/* A list of moves (test moves begin with m). */
static bool has_moves(const struct pair *pair)
{
    static const char mark[] = "{\"m";
    for (size_t i = 0; i + sizeof mark <= pair->length; i++)
        if (memcmp(pair->kept + i, mark, sizeof mark - 1) == 0)
            return true;
    return false;
}

void proxy_wait_kept(struct proxy *proxy)
{
    for (bool has_some = false; !has_some;) {
        (void)usleep(1000);
        (void)pthread_mutex_lock(&proxy->mutex);
        for (int i = 0; i < proxy->count; i++)
            has_some |= has_moves(&proxy->pair[i]);
        (void)pthread_mutex_unlock(&proxy->mutex);
    }
}
