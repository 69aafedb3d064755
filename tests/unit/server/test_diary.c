/* test_diary.c: one line per thing that happened, whatever was in it; a flood is counted, not written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "server/diary.h"

static char page[1 << 20];
static size_t used;
static int lines;
static int64_t clock_ms;

static int64_t stopped_clock(void)
{
    return clock_ms;
}

static void keep(void *who, const char *line, size_t length)
{
    (void)who;
    assert_true(length > 0 && length <= DIARY_LINE_SIZE);
    assert_int_equal(line[length - 1], '\n');
    assert_ptr_equal(memchr(line, '\n', length), line + length - 1);
    assert_true(used + length < sizeof page);
    memcpy(page + used, line, length);
    used += length;
    page[used] = '\0';
    lines++;
}

static struct diary *open_diary(enum diary_level level, bool has_priorities)
{
    used = 0;
    lines = 0;
    page[0] = '\0';
    clock_ms = 1794881045000; /* 2026-11-17T02:04:05Z */
    return diary_new(
        &(struct diary_config){.level = level, .has_priorities = has_priorities, .now = stopped_clock, .write = keep});
}

static void test_a_line_has_time_level_event_and_fields(void **state)
{
    (void)state;
    struct diary *diary = open_diary(DIARY_INFO, false);
    diary_say(diary, DIARY_WARNING, "limit", "192.0.2.7", "what", "requests", "most", NUM(50));
    assert_string_equal(page, "2026-11-17T02:04:05Z warning limit from=192.0.2.7 what=requests most=50\n");
    diary_say(diary, DIARY_DEBUG, "detail", NULL);
    assert_int_equal(lines, 1);
    diary_delete(diary);
    diary = open_diary(DIARY_DEBUG, true);
    diary_say(diary, DIARY_ERROR, "a", NULL);
    diary_say(diary, DIARY_WARNING, "b", NULL);
    diary_say(diary, DIARY_INFO, "c", NULL);
    diary_say(diary, DIARY_DEBUG, "d", "", "empty", "");
    assert_string_equal(page, "<3>error a\n<4>warning b\n<6>info c\n<7>debug d empty=\"\"\n");
    diary_delete(diary);
    diary_say(NULL, DIARY_ERROR, "nobody", NULL);
    diary_tick(NULL);
    diary_delete(NULL);
}

static void test_what_comes_from_outside_stays_on_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *given, *written;
    } cases[] = {
        {"http://evil.example\nerror start-refused", "\"http://evil.example\\x0aerror start-refused\""},
        {"a\r\n\tb", "\"a\\x0d\\x0a\\x09b\""},
        {"\x1b[2J\x07", "\"\\x1b[2J\\x07\""},
        {"say \"hi\" \\ all", "\"say \\\"hi\\\" \\\\ all\""},
        {"a=b", "\"a=b\""},
        {"déjà vu", "\"déjà vu\""},
        {"石器", "\"石器\""},
        {"\xff\xfe\xc3", "\"\\xff\\xfe\\xc3\""},
        {"\xc0\x8a", "\"\\xc0\\x8a\""},            /* a line feed in too many bytes */
        {"\xe0\x80\x8a", "\"\\xe0\\x80\\x8a\""},   /* and in three */
        {"\xc2\x85x", "\"\\xc2\\x85x\""},          /* next line */
        {"\xe2\x80\xa8x", "\"\\xe2\\x80\\xa8x\""}, /* line separator */
        {"a\xe2\x80\xae"
         "b",
         "\"a\\xe2\\x80\\xaeb\""},               /* right to left */
        {"\xed\xa0\x80", "\"\\xed\\xa0\\x80\""}, /* half of a pair */
        {"\xf5\x80\x80\x80", "\"\\xf5\\x80\\x80\\x80\""},
        {"\x7f", "\"\\x7f\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char expected[256];
        struct diary *diary = open_diary(DIARY_INFO, true);
        diary_say(diary, DIARY_INFO, "event", NULL, "text", cases[i].given);
        (void)snprintf(expected, sizeof expected, "<6>info event text=%s\n", cases[i].written);
        assert_string_equal(page, expected);
        diary_delete(diary);
    }
}

/* Any bytes at all, in an address and in values: one line that holds nothing but plain characters. */
static void test_any_bytes(void **state)
{
    (void)state;
    uint32_t random = 7;
    for (int round = 0; round < 2000; round++) {
        char text[3][600];
        for (int i = 0; i < 3; i++) {
            size_t length = (random >> 8) % sizeof text[i];
            for (size_t j = 0; j < length; j++) {
                random = random * 1664525 + 1013904223;
                text[i][j] = (char)(random >> 24 ? random >> 24 : 1);
            }
            text[i][length] = '\0';
        }
        struct diary *diary = open_diary(DIARY_INFO, true);
        diary_say(diary, DIARY_INFO, "event", text[0], "a", text[1], "b", text[2]);
        assert_int_equal(lines, 1);
        for (size_t i = 0; i + 1 < used; i++)
            assert_true((unsigned char)page[i] >= 0x20 && page[i] != 0x7F);
        diary_delete(diary);
    }
}

static void test_a_long_value_is_cut(void **state)
{
    (void)state;
    char text[100000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    struct diary *diary = open_diary(DIARY_INFO, true);
    diary_say(diary, DIARY_INFO, "event", text, "a", text, "b", text, "c", text, "d", text, "e", text);
    assert_int_equal(lines, 1);
    assert_non_null(strstr(page, "…"));
    diary_delete(diary);
}

static void test_a_flood_from_one_address_is_counted(void **state)
{
    (void)state;
    struct diary *diary = open_diary(DIARY_INFO, true);
    for (int i = 0; i < 100000; i++)
        diary_say(diary, DIARY_WARNING, "limit", "192.0.2.7", "what", "requests");
    assert_int_equal(lines, DIARY_LINES_FROM);
    diary_say(diary, DIARY_WARNING, "limit", "192.0.2.8", "what", "requests"); /* others are heard */
    diary_say(diary, DIARY_WARNING, "other", "192.0.2.7");
    assert_int_equal(lines, DIARY_LINES_FROM + 2);
    clock_ms += 59 * 1000;
    diary_tick(diary);
    assert_int_equal(lines, DIARY_LINES_FROM + 2);
    clock_ms += 1000;
    diary_tick(diary);
    assert_int_equal(lines, DIARY_LINES_FROM + 3);
    assert_non_null(strstr(page, "<4>warning limit from=192.0.2.7 more=99995\n"));
    diary_say(diary, DIARY_WARNING, "limit", "192.0.2.7", "what", "requests");
    assert_int_equal(lines, DIARY_LINES_FROM + 4);
    diary_delete(diary);
}

/* Every line is written or counted, and there are few of them, however many addresses somebody has. */
static void test_a_flood_from_everywhere_is_bounded(void **state)
{
    (void)state;
    enum { ADDRESSES = 20000, MINUTES = 3 };
    struct diary *diary = open_diary(DIARY_INFO, true);
    for (int minute = 0; minute < MINUTES; minute++) {
        for (int i = 0; i < ADDRESSES; i++) {
            char from[32];
            (void)snprintf(from, sizeof from, "10.%d.%d.%d", i >> 16, i >> 8 & 255, i & 255);
            for (int j = 0; j < 8; j++)
                diary_say(diary, DIARY_WARNING, "limit", from, "what", "requests");
        }
        clock_ms += 60 * 1000;
        diary_tick(diary);
    }
    diary_delete(diary);
    assert_true(lines <= MINUTES * (DIARY_LINES_EVENT + 64 + 1));
    long counted = 0;
    for (const char *at = page; *at; at = strchr(at, '\n') + 1) {
        const char *more = strstr(at, " more=");
        bool is_here = more && more < strchr(at, '\n');
        counted += is_here ? strtol(more + 6, NULL, 10) : 1;
    }
    assert_int_equal(counted, 8L * ADDRESSES * MINUTES);
}

static void test_what_was_left_out_is_told_at_the_end(void **state)
{
    (void)state;
    struct diary *diary = open_diary(DIARY_INFO, true);
    for (int i = 0; i < DIARY_LINES_EVENT + 12; i++)
        diary_say(diary, DIARY_ERROR, "archive-failing", NULL, "why", "no room");
    assert_int_equal(lines, DIARY_LINES_EVENT);
    diary_delete(diary);
    assert_non_null(strstr(page, "<3>error archive-failing more=12\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_line_has_time_level_event_and_fields),
        cmocka_unit_test(test_what_comes_from_outside_stays_on_its_line),
        cmocka_unit_test(test_any_bytes),
        cmocka_unit_test(test_a_long_value_is_cut),
        cmocka_unit_test(test_a_flood_from_one_address_is_counted),
        cmocka_unit_test(test_a_flood_from_everywhere_is_bounded),
        cmocka_unit_test(test_what_was_left_out_is_told_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
