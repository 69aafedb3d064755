/* test_rng.c: the small generator is the published one, and its numbers are even. */
#include "../unit.h"

#include "base/hash.h"
#include "base/rng.h"

static void test_is_xoshiro256starstar(void **unused)
{
    (void)unused;
    struct ochre_rng rng = {{1, 2, 3, 4}};
    static const uint64_t published[] = {11520u, 0u, 1509978240u, 1215971899390074240u};
    for (int i = 0; i < 4; i++)
        assert_true(rng_next(&rng) == published[i]);
}

static void test_seed_is_splitmix64(void **unused)
{
    (void)unused;
    struct ochre_rng rng;
    rng_seed(&rng, 1234567);
    assert_true(rng.word[0] == 6457827717110365317u);
    assert_true(rng.word[1] == 3203168211198807973u);
    assert_true(rng.word[2] == 9817491932198370423u);
}

/* Chi-square over small bounds: 99.9 % of even generators stay below these values, and the seed is fixed. */
static void test_below_is_even(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t bound;
        double most;
    } cases[] = {{2, 10.83}, {3, 13.82}, {6, 20.52}, {7, 22.46}, {10, 27.88}, {52, 87.97}};
    struct ochre_rng rng;
    rng_seed(&rng, 2026);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t bound = cases[i].bound;
        int counts[52] = {0};
        int draws = 20000 * (int)bound;
        for (int draw = 0; draw < draws; draw++) {
            uint32_t number = rng_below(&rng, bound);
            assert_true(number < bound);
            counts[number]++;
        }
        double chi = 0;
        for (uint32_t n = 0; n < bound; n++)
            chi += (counts[n] - 20000.0) * (counts[n] - 20000.0) / 20000.0;
        assert_true(chi < cases[i].most);
    }
}

static void test_below_extremes(void **unused)
{
    (void)unused;
    struct ochre_rng rng;
    rng_seed(&rng, 0);
    bool high = false;
    bool low = false;
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(rng_below(&rng, 1), 0);
        uint32_t number = rng_below(&rng, 0xC0000000u); /* a quarter of all draws is rejected */
        assert_true(number < 0xC0000000u);
        high |= number > 0x90000000u;
        low |= number < 0x30000000u;
    }
    assert_true(high && low);
}

static void test_hash(void **unused)
{
    (void)unused;
    assert_true(hash_mix(0) == 0);
    assert_true(hash_bytes(0, "a", 1) != hash_bytes(0, "b", 1));
    assert_true(hash_bytes(0, "a\0", 2) != hash_bytes(0, "a", 1));
    assert_true(hash_bytes(hash_bytes(0, "a", 1), "b", 1) != hash_bytes(hash_bytes(0, "b", 1), "a", 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_is_xoshiro256starstar),
        cmocka_unit_test(test_seed_is_splitmix64),
        cmocka_unit_test(test_below_is_even),
        cmocka_unit_test(test_below_extremes),
        cmocka_unit_test(test_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
