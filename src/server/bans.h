/* bans.h: addresses that a host has shut out: one, or all that begin alike (192.0.2.0/24). Knows no socket and no
 * store; the time is handed in (milliseconds). */
#ifndef OCHRE_SERVER_BANS_H
#define OCHRE_SERVER_BANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Addresses that begin with the same bits. IPv4 is the part of IPv6 that stands for it (::ffff:192.0.2.7), so that both
 * ways of writing one are the same. */
struct prefix {
    unsigned char bytes[16]; /* zero behind `bits` */
    int bits;
};

enum { PREFIX_TEXT_SIZE = 56 };

/* "192.0.2.7" (that one), "192.0.2.0/24", "2001:db8::1" (its /64, which is what one home has: narrower ones are taken
 * for it). False: none of these. */
bool prefix_read(const char *text, struct prefix *prefix);

/* Always the same for the same addresses; prefix_read understands it. */
void prefix_write(const struct prefix *prefix, char text[PREFIX_TEXT_SIZE]);

bool prefix_same(const struct prefix *a, const struct prefix *b);
bool prefix_covers(const struct prefix *wide, const struct prefix *narrow);

/* So wide that most of the world is in it. */
bool prefix_is_too_wide(const struct prefix *prefix);

enum { BAN_WHY_SIZE = 808 /* 200 characters in UTF-8 */ };

struct ban {
    struct prefix prefix;
    int64_t at;    /* a date */
    int64_t until; /* 0: for good */
    char *why;     /* "": nothing is said */
};

struct bans {
    struct ban *list;
    int count, max;
};

bool ban_holds(const struct ban *ban, int64_t now);

void bans_free(struct bans *bans);

/* In the place of an older one for the same prefix. */
void bans_put(struct bans *bans, const struct prefix *prefix, int64_t at, int64_t until, const char *why);
void bans_drop(struct bans *bans, const struct prefix *prefix);
const struct ban *bans_get(const struct bans *bans, const struct prefix *prefix);

/* How many hold now. */
int bans_count(const struct bans *bans, int64_t now);

/* The one that shuts this address out now; NULL: it may come in. What is no address is never shut out. */
const struct ban *bans_find(const struct bans *bans, const char *address, int64_t now);

#endif
