/* test_bits.c: small sets as the bits of a number. */
#include "../unit.h"

#include "base/bits.h"
#include "base/rng.h"

/* The members of all kinds of sets, one after the other. */
static void test_nth_counts_members(void **unused)
{
    (void)unused;
    struct ochre_rng rng;
    rng_seed(&rng, 1);
    for (int i = 0; i < 2000; i++) {
        uint64_t set = rng_next(&rng);
        for (int thinner = i % 7; thinner > 0; thinner--)
            set &= rng_next(&rng);
        set = i % 50 == 0 ? ~UINT64_C(0) >> i / 50 : set;
        uint32_t before = 0;
        for (uint64_t rest = set; rest; before++)
            assert_int_equal(bits_nth(set, before), bits_take(&rest));
        assert_int_equal(bits_count(set), before);
    }
}

static void test_eight_are_put_with_their_base(void **unused)
{
    (void)unused;
    static const uint32_t numbers[8] = {0, 5, 6, 7, 11, 12, 24, 0};
    uint32_t out[10] = {99, [9] = 99};
    put_eight(out + 1, numbers, 100);
    for (int i = 0; i < 8; i++) /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): the analyzer sees no vectors */
        assert_int_equal(out[1 + i], 100 + numbers[i]);
    assert_int_equal(out[0], 99);
    assert_int_equal(out[9], 99);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nth_counts_members),
        cmocka_unit_test(test_eight_are_put_with_their_base),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
