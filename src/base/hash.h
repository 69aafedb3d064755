/* hash.h: 64-bit hashing for signatures, keys and tables. Not for secrets. */
#ifndef OCHRE_BASE_HASH_H
#define OCHRE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* A bijection that scatters nearby numbers (the finalizer of SplitMix64). */
static inline uint64_t hash_mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/* Continues a hash over some bytes; begin with 0. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * 0x100000001B3u;
    return hash_mix(hash + count);
}

#endif
