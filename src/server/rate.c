/* rate.c: see rate.h. */
#include "server/rate.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"

enum { CHAINS = 1024, FORGET_MS = 3600 * 1000, SWEEP_EVERY = 4096 };

struct addresses {
    struct address *chain[CHAINS];
    unsigned int asked;
    uint64_t last_number;
};

bool bucket_take(struct bucket *bucket, double per_second, double burst, int64_t now)
{
    double drained = (double)(now - bucket->at) / 1000.0 * per_second;
    double used = bucket->used > drained ? bucket->used - drained : 0.0;
    if (bucket->at == 0)
        used = 0.0;
    bucket->at = now;
    bool may = used + 1.0 <= burst;
    bucket->used = (float)(may ? used + 1.0 : used);
    return may;
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

struct address *addresses_find(struct addresses *addresses, const char *name, int64_t now)
{
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
