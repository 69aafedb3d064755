/* net.c: the listener (net.h): who is let in, and who has to go so that others can be. */
#include "server/net.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/diary.h"
#include "server/net_inner.h"

enum {
    BACKLOG = 1024,
    ACCEPTED_PER_TURN = 64,
    FILES_MAX = 1000000,
    FILES_KEPT = 40,     /* for everything that is no connection: the store, the loop, files being written */
    WAITING_MAX = 4096,  /* connections that are no WebSockets */
    WAITING_SHARE = 200, /* of one address, unless the configuration says more */
    TICK_MS = 500,
    AGAIN_MS = 200,
    COMPLAIN_MS = 60 * 1000,
};

/* ---- letting in ---- */

/* Once a minute at most: whatever is the matter, more lines do not mend it. */
static void complain(struct net *net, const char *words)
{
    uint64_t now = uv_now(net->loop);
    if (net->complained && now - net->complained < COMPLAIN_MS)
        return;
    net->complained = now ? now : 1;
    diary_say(net->config.diary, DIARY_WARNING, "files", NULL, "why", words);
}

static void let_in(uv_poll_t *poll, int status, int events);

static void listen_again(uv_timer_t *timer)
{
    struct net *net = timer->data;
    uv_poll_start(&net->listener, UV_READABLE, let_in);
}

/* No file is left for another connection. Whoever knocks waits in the system's queue; we look again in a moment. */
static void pause_listening(struct net *net)
{
    links_spare(net, NULL);
    uv_poll_stop(&net->listener);
    uv_timer_start(&net->again, listen_again, AGAIN_MS, 0);
    complain(net, "no file is left for another connection (ulimit -n); some have to wait");
}

static int share_of_an_address(const struct net *net)
{
    int given = net->config.peers_per_address;
    return given ? given : WAITING_SHARE;
}

/* Room for one more: those go first that have been waiting longest, and from the same address if it has many. Behind a
 * trusted proxy all connections have its address. */
static bool make_room(struct net *net)
{
    if (net->waiting.count + net->settled.count >= net->links_max)
        return links_spare(net, NULL);
    if (net->waiting.count >= net->waiting_max)
        return links_spare(net, NULL);
    return true;
}

static void welcome(struct net *net, int socket)
{
    if (!make_room(net)) {
        close(socket);
        complain(net, "as many connections are open as there can be (ulimit -n); others are turned away");
        return;
    }
    struct link *link = link_new(net, socket);
    if (link && link->from && !net->config.trusts_proxy && link->from->peers > share_of_an_address(net))
        links_spare(net, link->from);
}

static void let_in(uv_poll_t *poll, int status, int events)
{
    (void)events;
    struct net *net = poll->data;
    for (int i = 0; status == 0 && i < ACCEPTED_PER_TURN; i++) {
        int socket = accept(net->socket, NULL, NULL);
        if (socket >= 0) {
            welcome(net, socket);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            pause_listening(net);
            return;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return;
        }
    }
}

static void tick(uv_timer_t *timer)
{
    links_sweep(timer->data);
}

/* ---- the address ---- */

union socket_address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
};

/* Exactly the address that was given. `localhost` is 127.0.0.1, nothing at all means everywhere. */
static int read_address(const struct net_config *config, union socket_address *address, struct ochre_error *error)
{
    const char *listen = config->listen && *config->listen ? config->listen : "0.0.0.0";
    if (text_same(listen, "localhost"))
        listen = "127.0.0.1";
    if (uv_ip4_addr(listen, config->port, &address->four) == 0 || uv_ip6_addr(listen, config->port, &address->six) == 0)
        return 0;
    return error_set(error, "", "'{0}' is no address to listen at; it takes numbers (127.0.0.1, ::1) or localhost",
                     listen);
}

static int open_socket(const union socket_address *address)
{
    bool is_six = address->any.sa_family == AF_INET6;
    int fd = socket(address->any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    int yes = 1;
    int no = 0;
    (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (is_six) /* :: is everywhere, the older addresses included */
        (void)setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
    socklen_t size = is_six ? sizeof address->six : sizeof address->four;
    if (bind(fd, &address->any, size) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    int code = errno;
    close(fd);
    errno = code;
    return -1;
}

static int listen_at(struct net *net, struct ochre_error *error)
{
    union socket_address address = {0};
    const struct net_config *config = &net->config;
    if (read_address(config, &address, error) < 0)
        return -1;
    net->socket = open_socket(&address);
    if (net->socket >= 0)
        return 0;
    if (errno == EADDRINUSE)
        return error_set(error, "", "port {0} is taken by another program; choose one with --port", NUM(config->port));
    if (errno == EADDRNOTAVAIL)
        return error_set(error, "", "this machine does not have the address '{0}'", config->listen);
    return error_set(error, "", "port {0} cannot be opened: {1}", NUM(config->port), strerror(errno));
}

/* ---- its life ---- */

/* As many connections as files can be open, without those that everything else needs. */
static void count_places(struct net *net)
{
    struct rlimit limit = {.rlim_cur = 1024};
    (void)getrlimit(RLIMIT_NOFILE, &limit);
    int files = limit.rlim_cur < FILES_MAX ? (int)limit.rlim_cur : FILES_MAX;
    net->links_max = files > NET_FILES_MIN ? files - FILES_KEPT : NET_FILES_MIN - FILES_KEPT;
    net->waiting_max = net->links_max / 2 < WAITING_MAX ? net->links_max / 2 : WAITING_MAX;
}

static void start(struct net *net)
{
    uv_poll_init(net->loop, &net->listener, net->socket);
    uv_timer_init(net->loop, &net->tick);
    uv_timer_init(net->loop, &net->again);
    net->listener.data = net->tick.data = net->again.data = net;
    uv_poll_start(&net->listener, UV_READABLE, let_in);
    uv_timer_start(&net->tick, tick, TICK_MS, TICK_MS);
}

struct net *net_new(const struct net_config *config, struct ochre_error *error)
{
    struct net *net = calloc(1, sizeof *net);
    if (!net) {
        error_set(error, "", "not enough memory");
        return NULL;
    }
    net->config = *config;
    net->loop = config->loop;
    if (listen_at(net, error) < 0) {
        free(net);
        return NULL;
    }
    count_places(net);
    net->places = addresses_new();
    host_names_find(net);
    start(net);
    return net;
}

static void socket_closed(uv_handle_t *handle)
{
    struct net *net = handle->data;
    close(net->socket);
    net->socket = -1;
}

void net_close_all(struct net *net)
{
    if (!net || net->is_closing)
        return;
    net->is_closing = true;
    uv_close((uv_handle_t *)&net->listener, socket_closed);
    uv_close((uv_handle_t *)&net->tick, NULL);
    uv_close((uv_handle_t *)&net->again, NULL);
    while (net->waiting.oldest)
        link_close(net->waiting.oldest);
    while (net->settled.oldest)
        link_close(net->settled.oldest);
}

void net_delete(struct net *net)
{
    if (!net)
        return;
    tray_delete(net->tray);
    addresses_delete(net->places);
    free(net);
}

int net_lines(const struct net *net)
{
    return net->lines;
}
