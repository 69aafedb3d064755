/* test_rate.c: who counts as one address, and how often somebody may. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/rate.h"

static void assert_name(const char *given, const char *wanted)
{
    char name[ADDRESS_NAME_SIZE];
    address_name(given, name);
    assert_string_equal(name, wanted);
}

static void older_addresses_count_alone(void **state)
{
    (void)state;
    assert_name("192.0.2.1", "192.0.2.1");
    assert_name("::ffff:192.0.2.1", "192.0.2.1");
    assert_name("::FFFF:c000:201", "192.0.2.1");
    assert_name("192.0.2.1:4711", "192.0.2.1");
}

static void newer_ones_count_with_their_network(void **state)
{
    (void)state;
    assert_name("2001:db8:0:1::1", "2001:db8:0:1::/64");
    assert_name("2001:0DB8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64");
    assert_name("2001:db8:0:2::1", "2001:db8:0:2::/64");
    assert_name("fe80::1%eth0", "fe80::/64");
    assert_name("::1", "::/64");
    assert_name("[2001:db8:0:1::1]:4711", "2001:db8:0:1::/64");
    assert_name("[fe80::1%eth0]:80", "fe80::/64");
}

static void what_is_no_address_stays_as_it_is(void **state)
{
    (void)state;
    assert_name("", "");
    assert_name("unknown", "unknown");
    assert_name("2001:db8::zz", "2001:db8::zz");
    char long_one[200];
    char name[ADDRESS_NAME_SIZE];
    memset(long_one, 'a', sizeof long_one - 1);
    long_one[sizeof long_one - 1] = '\0';
    address_name(long_one, name);
    assert_int_equal(strlen(name), ADDRESS_NAME_SIZE - 1);
}

static void one_entry_for_one_network(void **state)
{
    (void)state;
    struct addresses *addresses = addresses_new();
    struct address *first = addresses_find(addresses, "2001:db8:0:1::1", 0);
    first->peers++;
    assert_ptr_equal(addresses_find(addresses, "2001:db8:0:1:9:9:9:9", 0), first);
    assert_ptr_not_equal(addresses_find(addresses, "2001:db8:0:2::1", 0), first);
    assert_ptr_not_equal(addresses_find(addresses, "192.0.2.1", 0), first);
    first->peers--;
    addresses_delete(addresses);
}

static void a_bucket_fills_by_itself(void **state)
{
    (void)state;
    struct bucket bucket = {0};
    for (int i = 0; i < 3; i++)
        assert_true(bucket_take(&bucket, 1.0, 3.0, 1000));
    assert_false(bucket_take(&bucket, 1.0, 3.0, 1000));
    assert_false(bucket_take(&bucket, 1.0, 3.0, 1900));
    assert_true(bucket_take(&bucket, 1.0, 3.0, 3000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(older_addresses_count_alone),       cmocka_unit_test(newer_ones_count_with_their_network),
        cmocka_unit_test(what_is_no_address_stays_as_it_is), cmocka_unit_test(one_entry_for_one_network),
        cmocka_unit_test(a_bucket_fills_by_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
