/* rng.h: a small, fast generator (xoshiro256**) for search, random play and tests. Not for chance at a table: that
 * comes from the fair stream (table/fair.h). The same seed gives the same numbers on every machine. */
#ifndef OCHRE_BASE_RNG_H
#define OCHRE_BASE_RNG_H

#include <stdint.h>

struct ochre_rng {
    uint64_t word[4];
};

/* Seeds; two different seeds give unrelated streams. */
void rng_seed(struct ochre_rng *rng, uint64_t seed);

static inline uint64_t rng_next(struct ochre_rng *rng)
{
    uint64_t *w = rng->word;
    uint64_t spread = w[1] * 5;
    uint64_t result = ((spread << 7) | (spread >> 57)) * 9;
    uint64_t shifted = w[1] << 17;
    w[2] ^= w[0];
    w[3] ^= w[1];
    w[1] ^= w[2];
    w[0] ^= w[3];
    w[2] ^= shifted;
    w[3] = (w[3] << 45) | (w[3] >> 19);
    return result;
}

/* A number in 0 … bound-1, each equally likely (Lemire's method with rejection); bound at least 1. */
static inline uint32_t rng_below(struct ochre_rng *rng, uint32_t bound)
{
    uint64_t product = (rng_next(rng) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = (uint32_t)(0 - bound) % bound;
        while ((uint32_t)product < threshold)
            product = (rng_next(rng) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

/* The same, but what is certain takes no number from the stream. */
static inline uint32_t rng_choice(struct ochre_rng *rng, uint32_t bound)
{
    return bound == 1 ? 0 : rng_below(rng, bound);
}

#endif
