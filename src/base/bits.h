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

/* For what is worth its bytes to programs, but not to a page that has to fetch them: there it is kept small. */
#ifdef __wasm__
#define SMALL_ON_PAGES __attribute__((minsize, noinline))
#else
#define SMALL_ON_PAGES
#endif

static inline bool bits_has(uint64_t set, int n)
{
    assert(n >= 0 && n < 64);
    return (set >> n) & 1;
}

/* Eight numbers, each with `base` added, however many of them are wanted: nothing is asked (gcc and clang, on every
 * machine). */
typedef uint32_t quad __attribute__((vector_size(16), aligned(4), may_alias));

static inline void put_eight(uint32_t *out, const uint32_t numbers[8], uint32_t base)
{
    quad near = ((const quad *)numbers)[0] + base;
    quad far = ((const quad *)numbers)[1] + base;
    ((quad *)out)[0] = near;
    ((quad *)out)[1] = far;
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
int bits_nth(uint64_t set, uint32_t before);

#endif
