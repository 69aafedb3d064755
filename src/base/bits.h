/* bits.h: small sets as the bits of a number. */
#ifndef OCHRE_BASE_BITS_H
#define OCHRE_BASE_BITS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#define BIT(n) (UINT64_C(1) << (n))

/* For what is rare, or long, in a function that mostly only finds out what to call: it need not keep registers for it.
 */
#define APART __attribute__((noinline))

static inline bool bits_has(uint64_t set, int n)
{
    assert(n >= 0 && n < 64);
    return (set >> n) & 1;
}

/* How many there are. Not the compiler's builtin, which calls into its library where the machine cannot count. */
static inline int bits_count(uint64_t set)
{
    set -= (set >> 1) & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + ((set >> 2) & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)((set * 0x0101010101010101u) >> 56);
}

/* The lowest of a set that is not empty; and the same, taken out. */
static inline int bits_first(uint64_t set)
{
    assert(set != 0);
    return __builtin_ctzll(set);
}

static inline int bits_take(uint64_t *set)
{
    int first = bits_first(*set);
    *set &= *set - 1;
    return first;
}

/* The member of the set that has so many before it. */
static inline int bits_nth(uint64_t set, uint32_t before)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t bytes = set - ((set >> 1) & 0x5555555555555555u);
    bytes = (bytes & 0x3333333333333333u) + ((bytes >> 2) & 0x3333333333333333u);
    uint64_t sums = ((bytes + (bytes >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * ones; /* byte n: members up to its end */
    assert(before < sums >> 56);
    uint64_t passed = (((before * ones) | ones << 7) - sums) & ones << 7; /* bytes that end before it */
    int place = (int)((passed >> 7) * ones >> 56) * 8;
    before -= (uint32_t)((sums << 8) >> place & 0xFF);
    set >>= place;
    while (before--)
        set &= set - 1;
    return place + bits_first(set);
}

#endif
