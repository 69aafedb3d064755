/* fair.h: chance that can be checked afterwards (docs/fair.md). The table commits to a secret seed before the first
 * draw; the seats may add shares of their own; every draw then follows from seed, shares and its number. */
#ifndef OCHRE_TABLE_FAIR_H
#define OCHRE_TABLE_FAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/game.h"

enum { FAIR_SIZE = 32, FAIR_HEX_SIZE = 2 * FAIR_SIZE + 1 };

struct fair {
    unsigned char seed[FAIR_SIZE];       /* secret until the end */
    unsigned char commitment[FAIR_SIZE]; /* BLAKE2b-256 of the seed, public from the start */
    unsigned char key[FAIR_SIZE];        /* of the stream; from seed and shares */
    unsigned char share[OCHRE_SEATS_MAX][FAIR_SIZE];
    uint8_t share_size[OCHRE_SEATS_MAX]; /* bytes; 0: the seat contributed nothing */
};

/* With this seed, or (NULL) with one from the system. -1 when the library cannot be set up. */
int fair_init(struct fair *fair, const unsigned char seed[FAIR_SIZE]);

/* A seed from a number, for plays that somebody wants to repeat (--seed 7). Not secret. */
void fair_seed_from_number(uint64_t number, unsigned char seed[FAIR_SIZE]);

/* What a seat contributes, 1 … FAIR_SIZE bytes; only before the first draw. -1 when it is too long. */
int fair_share(struct fair *fair, int seat, const unsigned char *bytes, size_t count);

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
