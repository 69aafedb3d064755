/* test_cli.c: reading a command line, and a catalogue that may be damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/call.h"
#include "cli/catalogue.h"
#include "cli/screen.h"

extern const char catalogue_fr[];
extern const unsigned long catalogue_fr_size;

static void options_and_operands_in_any_order(void **unused)
{
    (void)unused;
    char *argv[] = {"ochre", "--lang", "en", "moves", "--option", "size=8", "dice", "--option=faces=6", "--json", NULL};
    struct call call;
    assert_int_equal(call_read(&call, 9, argv), EXIT_FINE);
    assert_string_equal(call.command->name, "moves");
    assert_int_equal(call.operand_count, 1);
    assert_string_equal(call.operand[0], "dice");
    assert_string_equal(call_value_at(&call, "option", 0), "size=8");
    assert_string_equal(call_value_at(&call, "option", 1), "faces=6");
    assert_null(call_value_at(&call, "option", 2));
    assert_true(call_has(&call, "json"));
    assert_false(call_has(&call, "pack"));
}

static void two_dashes_end_the_options(void **unused)
{
    (void)unused;
    char *argv[] = {"ochre", "moves", "--", "--json", NULL};
    struct call call;
    assert_int_equal(call_read(&call, 4, argv), EXIT_FINE);
    assert_string_equal(call.operand[0], "--json");
    assert_false(call_has(&call, "json"));
}

static void numbers_are_checked(void **unused)
{
    (void)unused;
    static const char *const good[] = {"1", "4", NULL};
    static const char *const bad[] = {"", "0", "5", "-1", "+2", "2x", " 2", "0x2", "99999999999999999999", NULL};
    for (int i = 0; good[i]; i++) {
        struct call call = {.given_count = 1, .given = {{"seats", good[i]}}};
        int64_t number = 0;
        assert_true(call_number(&call, "seats", 1, 4, &number));
        assert_int_equal(number, good[i][0] - '0');
    }
    for (int i = 0; bad[i]; i++) {
        struct call call = {.given_count = 1, .given = {{"seats", bad[i]}}};
        int64_t number = 7;
        assert_false(call_number(&call, "seats", 1, 4, &number));
        assert_int_equal(number, 7);
    }
}

static void the_nearest_word_is_suggested(void **unused)
{
    (void)unused;
    static const char *const words[] = {"play", "games", "replay", NULL};
    assert_string_equal(nearest_word("paly", words), "play");
    assert_string_equal(nearest_word("game", words), "games");
    assert_string_equal(nearest_word("repaly", words), "replay");
    assert_null(nearest_word("xyzzy", words));
    assert_null(nearest_word("", words));
}

static void french_is_found(void **unused)
{
    (void)unused;
    const unsigned char *mo = (const unsigned char *)catalogue_fr;
    assert_string_equal(catalogue_find(mo, catalogue_fr_size, "Goodbye.", 0), "Au revoir.");
    assert_string_equal(catalogue_find(mo, catalogue_fr_size, "{0} point", 1), "{0} points");
    assert_null(catalogue_find(mo, catalogue_fr_size, "no such string", 0));
    const struct ochre_tongue *french = tongue_for("fr_CA.UTF-8");
    assert_string_equal(french->say_count("{0} point", "{0} points", 0), "{0} point");
    assert_string_equal(french->say("no such string"), "no such string");
    assert_null(tongue_for("de"));
}

/* Whatever a catalogue holds, reading stays inside it: each byte in turn is spoilt, and each length cut off. */
static void a_damaged_catalogue_does_no_harm(void **unused)
{
    (void)unused;
    size_t size = catalogue_fr_size;
    for (size_t cut = 1; cut < size; cut += 1 + cut / 16) {
        unsigned char *part = malloc(cut);
        memcpy(part, catalogue_fr, cut);
        catalogue_find(part, cut, "Goodbye.", 1);
        free(part);
    }
    unsigned char *spoilt = malloc(size);
    for (size_t at = 0; at < 4096 && at < size; at++) {
        memcpy(spoilt, catalogue_fr, size);
        spoilt[at] = 0xFF;
        catalogue_find(spoilt, size, "Goodbye.", 1);
    }
    free(spoilt);
}

static void colour_codes_take_no_room(void **unused)
{
    (void)unused;
    assert_int_equal(screen_width("abc"), 3);
    assert_int_equal(screen_width("\033[1mété\033[22m"), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_and_operands_in_any_order),
        cmocka_unit_test(two_dashes_end_the_options),
        cmocka_unit_test(numbers_are_checked),
        cmocka_unit_test(the_nearest_word_is_suggested),
        cmocka_unit_test(french_is_found),
        cmocka_unit_test(a_damaged_catalogue_does_no_harm),
        cmocka_unit_test(colour_codes_take_no_room),
    };
    return cmocka_run_group_tests_name("cli", tests, NULL, NULL);
}
