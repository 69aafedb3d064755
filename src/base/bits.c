/* bits.c: see bits.h. */
#include "base/bits.h"

int bits_nth(uint64_t set, uint32_t before)
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
