/* net_host.c: the names this server answers to (net_inner.h).
 *
 * A page from elsewhere can have its own name point at this machine (DNS rebinding); the browser then takes us for that
 * page's server, and only the Host header tells. So a name has to be known: one of this machine by itself (loopback,
 * the address we listen at), or one that was given to us. Behind a proxy that is trusted, and when no name was given,
 * the proxy decides. */
#include <arpa/inet.h>
#include <strings.h>

#include "server/net_inner.h"

static bool is_everywhere(const char *listen)
{
    return !listen || !*listen || text_same(listen, "0.0.0.0") || text_same(listen, "::");
}

static bool is_loopback(const char *name)
{
    struct in_addr four;
    if (inet_pton(AF_INET, name, &four) == 1)
        return ntohl(four.s_addr) >> 24 == 127;
    return strcasecmp(name, "localhost") == 0 || text_same(name, "::1");
}

/* No page can have a number for its name unless it is served from there. */
static bool is_number(const char *name)
{
    struct in6_addr any;
    return inet_pton(AF_INET, name, &any) == 1 || inet_pton(AF_INET6, name, &any) == 1;
}

static bool is_same_number(const char *a, const char *b)
{
    struct in6_addr one, other;
    if (inet_pton(AF_INET6, a, &one) == 1 && inet_pton(AF_INET6, b, &other) == 1)
        return memcmp(&one, &other, sizeof one) == 0;
    return text_same(a, b);
}

void host_names_find(struct net *net)
{
    const char *listen = net->config.listen;
    if (listen && is_loopback(listen))
        return;
    size_t size = NET_NAME_SIZE - sizeof ".local";
    if (uv_os_gethostname(net->names[0], &size) < 0 || strchr(net->names[0], '.'))
        return;
    struct ochre_text text = text_on(net->names[1], NET_NAME_SIZE);
    text_add(&text, net->names[0]);
    text_add(&text, ".local");
}

/* "name:port", "[::1]:port": the name alone. False when it is none. */
static bool read_name(const char *host, char name[NET_NAME_SIZE])
{
    bool has_brackets = *host == '[';
    host += has_brackets;
    size_t length = strcspn(host, has_brackets ? "]" : ":");
    const char *rest = host + length + (has_brackets && host[length] == ']');
    if (length == 0 || length >= NET_NAME_SIZE || (has_brackets && host[length] != ']'))
        return false;
    if (*rest == ':')
        rest += 1 + strspn(rest + 1, "0123456789");
    memcpy(name, host, length);
    name[length] = '\0';
    if (length > 1 && name[length - 1] == '.') /* the root of all names may be written out */
        name[length - 1] = '\0';
    return *rest == '\0';
}

static bool is_given(const char *const *names, const char *name)
{
    for (; names && *names; names++)
        if (strcasecmp(*names, name) == 0)
            return true;
    return false;
}

bool host_is_ours(const struct net *net, const char *host)
{
    char name[NET_NAME_SIZE];
    const struct net_config *config = &net->config;
    bool has_names = config->host_names && *config->host_names;
    if (config->trusts_proxy && !has_names)
        return true;
    if (!*host)
        return true; /* HTTP/1.0: no browser */
    if (!read_name(host, name))
        return false;
    if (is_loopback(name) || is_given(config->host_names, name))
        return true;
    if (is_everywhere(config->listen) ? is_number(name) : is_same_number(name, config->listen))
        return true;
    for (size_t i = 0; i < sizeof net->names / sizeof *net->names; i++)
        if (*net->names[i] && strcasecmp(net->names[i], name) == 0)
            return true;
    return false;
}
