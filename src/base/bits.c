/* bits.c: see bits.h. */
#include "base/bits.h"

static const uint64_t ones = 0x0101010101010101u;

/* How many bytes of `sums`, each below 128 and none below the last, are not above the number. */
static int bytes_passed(uint64_t sums, uint32_t number)
{
    uint64_t passed = (((number * ones) | ones << 7) - sums) & ones << 7;
    return (int)((passed >> 7) * ones >> 56);
}

/* The byte, then the bit in it, both by sums from the lowest on: how many there are before it decides no branch. */
int bits_nth(uint64_t set, uint32_t before)
{
    uint64_t bytes = set - ((set >> 1) & 0x5555555555555555u);
    bytes = (bytes & 0x3333333333333333u) + ((bytes >> 2) & 0x3333333333333333u);
    uint64_t sums = ((bytes + (bytes >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * ones; /* byte n: members up to its end */
    assert(before < sums >> 56);
    int place = bytes_passed(sums, before) * 8;
    before -= (uint32_t)((sums << 8) >> place & 0xFF);
    uint64_t bits = ((set >> place & 0xFF) * ones) & 0x8040201008040201u; /* byte n: bit n, if it is there */
    uint64_t there = ((bits + 0x7F7F7F7F7F7F7F7Fu) >> 7) & ones;
    return place + bytes_passed(there * ones, before);
}
