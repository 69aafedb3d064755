/* fair.h: chance that can be checked afterwards (docs/fair.md). The table commits to a secret seed before anybody sits
 * down; a seat may pledge a share, unseen, and opens it when everybody sits; every draw then follows from the seed, the
 * pledges, the shares and its number. */
#ifndef OCHRE_TABLE_FAIR_H
#define OCHRE_TABLE_FAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/game.h"

enum {
    FAIR_SIZE = 32,
    FAIR_HEX_SIZE = 2 * FAIR_SIZE + 1,
    FAIR_VERSION = 2, /* how new tables make their key; 1: shares were given openly, without a pledge */
};

/* What a seat gives to chance. */
struct fair_part {
    bool has_pledge;
    unsigned char pledge[FAIR_SIZE];
    uint8_t share_size; /* FAIR_SIZE when it has been opened, else 0; in version 1: 1 … FAIR_SIZE, without a pledge */
    unsigned char share[FAIR_SIZE];
};

struct fair {
    int version;
    unsigned char seed[FAIR_SIZE];       /* secret until the end */
    unsigned char commitment[FAIR_SIZE]; /* BLAKE2b-256 of the seed, public from the start */
    unsigned char seal[FAIR_SIZE];       /* of commitment and pledges: what everybody must have been told alike */
    unsigned char key[FAIR_SIZE];        /* of the stream; from seed, seal and shares */
    struct fair_part part[OCHRE_SEATS_MAX];
};

/* With this seed, or (NULL) with one from the system. -1 when the library cannot be set up. */
int fair_init(struct fair *fair, const unsigned char seed[FAIR_SIZE]);

/* A seed from a number, for plays that somebody wants to repeat (--seed 7). Not secret. */
void fair_seed_from_number(uint64_t number, unsigned char seed[FAIR_SIZE]);

/* The pledge that stands for a share without showing it. */
void fair_pledge_of(const unsigned char share[FAIR_SIZE], unsigned char pledge[FAIR_SIZE]);

/* A seat pledges, instead of what it pledged before; NULL: it takes its pledge back. Only before the first draw. */
void fair_pledge(struct fair *fair, int seat, const unsigned char pledge[FAIR_SIZE]);

/* A seat opens its share. -1: it does not fit the pledge. Only before the first draw. */
int fair_open(struct fair *fair, int seat, const unsigned char share[FAIR_SIZE]);

/* Seats that have pledged, and those that have not opened what they pledged (once play has begun: withheld). */
ochre_seats fair_pledged(const struct fair *fair);
ochre_seats fair_unopened(const struct fair *fair);

/* All parts at once, of a play that was made before, with its version. The first seat whose part cannot be used (a
 * share without a pledge, or one that does not fit), or -1: all is well. */
int fair_restore(struct fair *fair, int version, const struct fair_part part[OCHRE_SEATS_MAX]);

/* The number below `total` (at least 1) that draw `draw` (0, 1, …) gives. */
uint32_t fair_below(const struct fair *fair, uint64_t draw, uint32_t total);

/* The outcome that draw `draw` gives among ascending outcomes with their odds. */
ochre_action fair_pick(const struct fair *fair, uint64_t draw, const struct ochre_setup *setup,
                       const struct ochre_state *state, const ochre_action *outcomes, int count);

/* Bytes as lower-case hexadecimal digits and back. fair_from_hex returns the number of bytes, -1 when malformed or
 * longer than FAIR_SIZE. */
void fair_to_hex(const unsigned char *bytes, size_t count, char hex[FAIR_HEX_SIZE]);
int fair_from_hex(const char *hex, unsigned char bytes[FAIR_SIZE]);

/* Does the commitment fit the seed? */
bool fair_commits(const unsigned char commitment[FAIR_SIZE], const unsigned char seed[FAIR_SIZE]);

#endif
