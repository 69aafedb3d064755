/* test_bans.c: addresses that begin alike, however they are written. */
#include "../unit.h"

#include "server/bans.h"

static void expect_read(const char *text, const char *written)
{
    struct prefix prefix;
    char again[PREFIX_TEXT_SIZE];
    assert_true(prefix_read(text, &prefix));
    prefix_write(&prefix, again);
    assert_string_equal(again, written);
    struct prefix same;
    assert_true(prefix_read(again, &same));
    assert_true(prefix_same(&prefix, &same));
}

static void test_ways_to_write_an_address(void **state)
{
    (void)state;
    expect_read("192.0.2.7", "192.0.2.7");
    expect_read("192.0.2.7/32", "192.0.2.7");
    expect_read("::ffff:192.0.2.7", "192.0.2.7");
    expect_read("192.0.2.7/24", "192.0.2.0/24");
    expect_read("192.0.2.255/25", "192.0.2.128/25");
    expect_read("10.0.0.0/8", "10.0.0.0/8");
    expect_read("2001:db8::1", "2001:db8::/64");
    expect_read("2001:DB8:1:2:3:4:5:6", "2001:db8:1:2::/64");
    expect_read("2001:db8::1/128", "2001:db8::/64");
    expect_read("2001:db8::/64", "2001:db8::/64");
    expect_read("2001:db8::/63", "2001:db8::/63");
    expect_read("2001:db8::/32", "2001:db8::/32");
    expect_read("fe80::1%eth0", "fe80::/64");
    static const char *const wrong[] = {"",
                                        "x",
                                        "1.2.3",
                                        "1.2.3.4.5",
                                        "1.2.3.4/",
                                        "1.2.3.4/33",
                                        "1.2.3.4/-1",
                                        "1.2.3.4/8x",
                                        "2001:db8::/129",
                                        "::1/0001",
                                        "one/24",
                                        " 1.2.3.4",
                                        "1.2.3.4 ",
                                        "/8",
                                        "1.2.3.4/8/8",
                                        "999.1.1.1",
                                        "[::1]",
                                        "1.2.3.4:80",
                                        "%eth0",
                                        "1111111111111111111111111111111111111111111111111111111111111111111111"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct prefix prefix;
        if (prefix_read(wrong[i], &prefix))
            fail_msg("'%s' was taken for an address", wrong[i]);
    }
}

static void test_too_wide(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_too_wide;
    } cases[] = {{"0.0.0.0/0", true},        {"10.0.0.0/7", true}, {"10.0.0.0/8", false},   {"::/0", true},
                 {"2000::/3", true},         {"2001::/16", false}, {"::ffff:0:0/96", true}, {"::/80", true},
                 {"::/90", false},           {"::1", false},       {"::/64", true},         {"::ffff:0:0/103", true},
                 {"::ffff:a00:0/104", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct prefix prefix;
        assert_true(prefix_read(cases[i].text, &prefix));
        if (prefix_is_too_wide(&prefix) != cases[i].is_too_wide)
            fail_msg("%s", cases[i].text);
    }
}

static uint32_t next_random(uint32_t *random)
{
    *random = *random * 1664525 + 1013904223;
    return *random >> 8;
}

/* Bit by bit, with everything that may lie between: a ban holds exactly for what begins like it. */
static void test_a_ban_holds_for_what_begins_like_it(void **state)
{
    (void)state;
    uint32_t random = 1;
    for (int round = 0; round < 20000; round++) {
        uint32_t home = next_random(&random) << 8 | (next_random(&random) & 255);
        uint32_t other = next_random(&random) & 1 ? home ^ (1U << next_random(&random) % 32) : home;
        int bits = 8 + (int)(next_random(&random) % 25);
        char text[64];
        char address[64];
        (void)snprintf(text, sizeof text, "%u.%u.%u.%u/%d", home >> 24, home >> 16 & 255, home >> 8 & 255, home & 255,
                       bits);
        (void)snprintf(address, sizeof address, "%s%u.%u.%u.%u", next_random(&random) & 1 ? "::ffff:" : "", other >> 24,
                       other >> 16 & 255, other >> 8 & 255, other & 255);
        struct bans bans = {0};
        struct prefix prefix;
        assert_true(prefix_read(text, &prefix));
        bans_put(&bans, &prefix, 1, 0, "");
        bool is_alike = (home ^ other) >> (32 - bits) == 0;
        if ((bans_find(&bans, address, 5) != NULL) != is_alike)
            fail_msg("%s and %s", text, address);
        bans_free(&bans);
    }
}

static void test_bans_end_are_replaced_and_taken_back(void **state)
{
    (void)state;
    struct bans bans = {0};
    struct prefix one;
    struct prefix all;
    assert_true(prefix_read("192.0.2.7", &one));
    assert_true(prefix_read("192.0.2.0/24", &all));
    bans_put(&bans, &one, 1000, 2000, "first");
    assert_string_equal(bans_find(&bans, "192.0.2.7", 1999)->why, "first");
    assert_null(bans_find(&bans, "192.0.2.7", 2000));
    assert_int_equal(bans_count(&bans, 2000), 0);
    bans_put(&bans, &one, 1500, 0, "second");
    assert_int_equal(bans_count(&bans, 2000), 1);
    assert_string_equal(bans_find(&bans, "192.0.2.7", 1 << 30)->why, "second");
    bans_put(&bans, &all, 1500, 0, "");
    assert_true(prefix_covers(&all, &one));
    assert_false(prefix_covers(&one, &all));
    bans_drop(&bans, &one);
    assert_non_null(bans_find(&bans, "192.0.2.7", 5000));
    bans_drop(&bans, &one);
    bans_drop(&bans, &all);
    assert_null(bans_find(&bans, "192.0.2.7", 5000));
    assert_null(bans_find(&bans, "not an address", 5000));
    for (int i = 0; i < 300; i++) {
        one.bytes[14] = (unsigned char)(i >> 8);
        one.bytes[15] = (unsigned char)i;
        bans_put(&bans, &one, 1, 0, "");
    }
    assert_int_equal(bans.count, 300);
    bans_free(&bans);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways_to_write_an_address),
        cmocka_unit_test(test_too_wide),
        cmocka_unit_test(test_a_ban_holds_for_what_begins_like_it),
        cmocka_unit_test(test_bans_end_are_replaced_and_taken_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
