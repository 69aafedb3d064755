/* rate.c: see rate.h. */
#include "server/rate.h"

#include <arpa/inet.h>
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"

/* What is lost in arithmetic refuses nobody who came when it was told. */
static const double DUST = 1e-6;

enum { CHAINS = 1024, FORGET_MS = 3600 * 1000, SWEEP_EVERY = 4096 };

struct addresses {
    struct address *chain[CHAINS];
    unsigned int asked;
    uint64_t last_number;
};

/* More than ever fits is let pass when the bucket is full. */
bool bucket_take_some(struct bucket *bucket, double amount, double per_second, double burst, int64_t now)
{
    assert(amount >= 0 && per_second > 0 && burst > 0);
    double drained = (double)(now - bucket->at) / 1000.0 * per_second;
    double used = bucket->used > drained ? bucket->used - drained : 0.0;
    if (bucket->at == 0)
        used = 0.0;
    bucket->at = now;
    amount = amount < burst ? amount : burst;
    bool may = used + amount <= burst + DUST;
    bucket->used = may ? used + amount : used;
    assert(bucket->used >= 0);
    return may;
}

bool bucket_take(struct bucket *bucket, double per_second, double burst, int64_t now)
{
    return bucket_take_some(bucket, 1.0, per_second, burst, now);
}

int64_t bucket_wait(const struct bucket *bucket, double amount, double per_second, double burst)
{
    assert(amount >= 0 && per_second > 0 && burst > 0);
    double over = bucket->used + (amount < burst ? amount : burst) - burst - DUST;
    return over > 0 ? (int64_t)ceil(over / per_second * 1000.0) : 0;
}

struct addresses *addresses_new(void)
{
    struct addresses *addresses = calloc(1, sizeof *addresses);
    if (!addresses)
        abort();
    return addresses;
}

static int64_t last_use(const struct address *address)
{
    return address->tables.at > address->requests.at ? address->tables.at : address->requests.at;
}

/* Forgets those that nobody uses and that have been quiet for an hour. */
static void sweep(struct addresses *addresses, int64_t now, bool is_all)
{
    for (int i = 0; i < CHAINS; i++)
        for (struct address **at = &addresses->chain[i]; *at;) {
            struct address *address = *at;
            if (is_all || (address->peers == 0 && now - last_use(address) > FORGET_MS)) {
                *at = address->next;
                free(address);
            } else {
                at = &address->next;
            }
        }
}

void addresses_delete(struct addresses *addresses)
{
    if (!addresses)
        return;
    sweep(addresses, 0, true);
    free(addresses);
}

/* "2001:db8:1:2::/64" and the like: whoever has one of these addresses usually has all of them. */
static void write_network(const struct in6_addr *six, struct ochre_text *text)
{
    struct in6_addr network = *six;
    char name[INET6_ADDRSTRLEN];
    memset(network.s6_addr + 8, 0, 8);
    text_add(text, inet_ntop(AF_INET6, &network, name, sizeof name));
    text_add(text, "/64");
}

/* The address alone: some proxies write the port too ("192.0.2.1:80", "[::1]:80"), and the interface of a local address
 * ("fe80::1%eth0") is no part of it either. */
static void strip(const char *given, char bare[INET6_ADDRSTRLEN])
{
    struct ochre_text text = text_on(bare, INET6_ADDRSTRLEN);
    bool has_brackets = *given == '[';
    const char *colon = strchr(given, ':');
    const char *end = has_brackets ? "]%" : colon && strchr(given, '.') && !strchr(colon + 1, ':') ? ":" : "%";
    text_add_bytes(&text, given + has_brackets, strcspn(given + has_brackets, end));
}

void address_name(const char *given, char name[ADDRESS_NAME_SIZE])
{
    struct ochre_text text = text_on(name, ADDRESS_NAME_SIZE);
    char bare[INET6_ADDRSTRLEN] = "";
    strip(given, bare);
    struct in6_addr six;
    struct in_addr four;
    if (inet_pton(AF_INET, bare, &four) == 1) {
        text_add(&text, bare);
    } else if (inet_pton(AF_INET6, bare, &six) != 1) {
        text_add(&text, given);
    } else if (IN6_IS_ADDR_V4MAPPED(&six)) {
        memcpy(&four, six.s6_addr + 12, sizeof four);
        text_add(&text, inet_ntop(AF_INET, &four, bare, sizeof bare));
    } else {
        write_network(&six, &text);
    }
}

struct address *addresses_find(struct addresses *addresses, const char *given, int64_t now)
{
    char name[ADDRESS_NAME_SIZE] = "";
    address_name(given, name);
    struct address **chain = &addresses->chain[hash_bytes(0, name, strlen(name)) % CHAINS];
    for (struct address *address = *chain; address; address = address->next)
        if (strncmp(address->name, name, sizeof address->name - 1) == 0)
            return address;
    if (++addresses->asked % SWEEP_EVERY == 0)
        sweep(addresses, now, false);
    struct address *address = calloc(1, sizeof *address);
    if (!address)
        abort();
    struct ochre_text text = text_on(address->name, sizeof address->name);
    text_add(&text, name);
    address->number = ++addresses->last_number;
    address->next = *chain;
    *chain = address;
    return address;
}
