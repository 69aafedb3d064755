/* rng.c: see rng.h. */
#include "base/rng.h"

#include "base/hash.h"

void rng_seed(struct ochre_rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        seed += 0x9E3779B97F4A7C15u;
        rng->word[i] = hash_mix(seed);
    }
}
