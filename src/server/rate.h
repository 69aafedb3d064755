/* rate.h: how often somebody may. A bucket fills by itself and is emptied by use; addresses have buckets and counts of
 * their own. Knows no socket; the time is handed in (milliseconds). */
#ifndef OCHRE_SERVER_RATE_H
#define OCHRE_SERVER_RATE_H

#include <stdbool.h>
#include <stdint.h>

/* Starts full when it is all zeros. */
struct bucket {
    double used;
    int64_t at;
};

bool bucket_take(struct bucket *bucket, double per_second, double burst, int64_t now);
bool bucket_take_some(struct bucket *bucket, double amount, double per_second, double burst, int64_t now);

/* Milliseconds until there is room for so much, counted from when something was last asked of it; 0: there is. */
int64_t bucket_wait(const struct bucket *bucket, double amount, double per_second, double burst);

/* Who counts as one: an address of four numbers alone, one of the newer kind with its whole network of 64 bits. */
enum { ADDRESS_NAME_SIZE = 64 };
void address_name(const char *given, char name[ADDRESS_NAME_SIZE]);

struct address {
    struct address *next;
    uint64_t number; /* names it as long as it is known; never 0 */
    int peers;       /* open connections */
    struct bucket tables, requests;
    struct bucket work; /* what its messages ask for beyond the usual */
    char name[ADDRESS_NAME_SIZE];
};

struct addresses;
struct addresses *addresses_new(void);
void addresses_delete(struct addresses *addresses);

/* The entry of this address, a new one when it was not known. Holds while it has peers; without, until the next call.
 */
struct address *addresses_find(struct addresses *addresses, const char *given, int64_t now);

#endif
