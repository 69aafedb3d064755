/* test_reader.c: does the reader take what it should, and say of everything else where it stands and what was
 * expected? */
#include "../unit.h"

#include "rules/reader.h"

static char text[512];
static struct json_doc doc;
static struct json_node nodes[256];
static struct ochre_error error;
static const struct reader r = {&error, "9.1"};

static struct json parse(const char *json)
{
    struct ochre_text copy = text_on(text, sizeof text);
    text_add(&copy, json);
    assert_false(copy.cut);
    assert_int_equal(json_parse(&doc, text, copy.used, nodes, 256, &error), 0);
    error = (struct ochre_error){0};
    return json_root(&doc);
}

static void expect_refusal(int result, const char *rule, const char *words)
{
    assert_int_equal(result, -1);
    assert_string_equal(error.rule, rule);
    assert_string_equal(error.words, words);
}

static void numbers(void **unused)
{
    (void)unused;
    int number = 7;
    uint8_t byte = 3;
    struct json given = parse("{\"a\":12,\"b\":-1,\"c\":\"x\",\"d\":1.5,\"e\":256}");
    assert_int_equal(reader_number(&r, given, "a", 0, 12, &number), 0);
    assert_int_equal(number, 12);
    assert_int_equal(reader_number(&r, given, "none", 0, 5, &number), 0);
    assert_int_equal(number, 12); /* what is left out stays as it is */
    expect_refusal(reader_number(&r, given, "a", 0, 11, &number), "9.1", "/a: expected a whole number from 0 to 11");
    expect_refusal(reader_number(&r, given, "b", 0, 11, &number), "9.1", "/b: expected a whole number from 0 to 11");
    expect_refusal(reader_number(&r, given, "c", 4, 4, &number), "9.1", "/c: must be 4");
    expect_refusal(reader_number(&r, given, "d", 0, 9, &number), "9.1", "/d: expected a whole number from 0 to 9");
    expect_refusal(reader_byte(&r, given, "e", 0, 255, &byte), "9.1", "/e: expected a whole number from 0 to 255");
    assert_int_equal(byte, 3);
    assert_int_equal(reader_byte(&r, given, "a", 0, 255, &byte), 0);
    assert_int_equal(byte, 12);
}

static void flags_and_texts(void **unused)
{
    (void)unused;
    bool flag = true;
    char out[4] = "old";
    struct json given = parse("{\"p1\":{\"yes\":false,\"no\":0,\"s\":\"abc\",\"long\":\"abcd\",\"n\":null}}");
    struct json seat = json_get(given, "p1");
    assert_int_equal(reader_flag(&r, seat, "none", &flag), 0);
    assert_true(flag);
    assert_int_equal(reader_flag(&r, seat, "yes", &flag), 0);
    assert_false(flag);
    expect_refusal(reader_flag(&r, seat, "no", &flag), "9.1", "/p1/no: must be true or false");
    assert_int_equal(reader_text(&r, seat, "none", out, sizeof out), 0);
    assert_string_equal(out, "old");
    assert_int_equal(reader_text(&r, seat, "s", out, sizeof out), 0);
    assert_string_equal(out, "abc");
    expect_refusal(reader_text(&r, seat, "long", out, sizeof out), "9.1", "/p1/long: expected at most 3 characters");
    expect_refusal(reader_text(&r, seat, "n", out, sizeof out), "9.1", "/p1/n: expected a text");
    static const char *const words[] = {"tie", "abc", NULL};
    int word = 7;
    assert_int_equal(reader_word(&r, seat, "s", words, &word), 0);
    assert_int_equal(word, 1);
    expect_refusal(reader_word(&r, seat, "none", words, &word), "9.1", "/p1/none: expected one of tie abc");
    expect_refusal(reader_word(&r, seat, "n", words, &word), "9.1", "/p1/n: expected one of tie abc");
}

static void lists(void **unused)
{
    (void)unused;
    struct json list;
    struct json given = parse("{\"three\":[1,2,3],\"text\":\"no\",\"none\":[]}");
    assert_int_equal(reader_list(&r, given, "three", 0, 3, &list), 0);
    assert_int_equal(json_count(list), 3);
    assert_int_equal(reader_list(&r, given, "absent", 0, 3, &list), 0);
    assert_int_equal(json_count(list), 0);
    expect_refusal(reader_list(&r, given, "absent", 1, 3, &list), "9.1", "/absent: expected a list of 1 to 3");
    expect_refusal(reader_list(&r, given, "three", 2, 2, &list), "9.1", "/three: expected a list of 2");
    expect_refusal(reader_list(&r, given, "text", 0, 3, &list), "9.1", "/text: expected a list of 0 to 3");
}

static void members(void **unused)
{
    (void)unused;
    static const char *const names[] = {"must", "?", "may", NULL};
    assert_int_equal(reader_members(&r, parse("{\"may\":1,\"must\":2}"), names), 0);
    assert_int_equal(reader_members(&r, parse("{\"must\":2}"), names), 0);
    expect_refusal(reader_members(&r, parse("{\"may\":1}"), names), "9.1", "/must: is missing");
    expect_refusal(reader_members(&r, parse("{\"must\":1,\"else\":1}"), names), "9.1",
                   "/else: there is no such field; known are must may");
    expect_refusal(reader_members(&r, parse("{\"must\":1,\"?\":1}"), names), "9.1",
                   "/?: there is no such field; known are must may");
    expect_refusal(reader_members(&r, parse("[1]"), names), "9.1", "/: expected an object");
    static const char *const many[] = {"?",
                                       "a_long_name_of_a_field_0",
                                       "a_long_name_of_a_field_1",
                                       "a_long_name_of_a_field_2",
                                       "a_long_name_of_a_field_3",
                                       "a_long_name_of_a_field_4",
                                       "a_long_name_of_a_field_5",
                                       NULL};
    expect_refusal(reader_members(&r, parse("{\"else\":1}"), many), "9.1",
                   "/else: there is no such field; known are a_long_name_of_a_field_0 a_long_name_of_a_field_1"
                   " a_long_name_of_a_field_2 a_long_name_of_a_field_3 \u2026");
    static const char *const all_may[] = {"?", "may", NULL};
    assert_int_equal(reader_members(&r, (struct json){0}, all_may), 0);
}

static void seats(void **unused)
{
    (void)unused;
    int seat = -1;
    struct json given = parse("[2,\"p1\",\"p3\",0,\"*\",3]");
    assert_int_equal(reader_seat(&r, json_at(given, 0), 2, &seat), 0);
    assert_int_equal(seat, 1);
    assert_int_equal(reader_seat(&r, json_at(given, 1), 2, &seat), 0);
    assert_int_equal(seat, 0);
    for (uint32_t i = 2; i < 6; i++)
        assert_int_equal(reader_seat(&r, json_at(given, i), 2, &seat), -1);
    expect_refusal(reader_seat(&r, json_at(given, 4), 2, &seat), "9.1", "/4: expected a seat, p1 to p2");
}

static void refusals_say_where(void **unused)
{
    (void)unused;
    struct json given = parse("{\"a\":{\"b\":[{},{\"c\":1}]}}");
    struct json deep = json_at(json_get(json_get(given, "a"), "b"), 1);
    expect_refusal(reader_refuse(&r, "R1", json_get(deep, "c"), "there are {0} of {1}", "two", "three"), "R1",
                   "/a/b/1/c: there are two of three");
    expect_refusal(reader_refuse_member(&r, "R2", deep, "d", "is missing"), "R2", "/a/b/1/d: is missing");
    expect_refusal(reader_refuse(&r, "R3", given, "no"), "R3", "/: no");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers), cmocka_unit_test(flags_and_texts), cmocka_unit_test(lists),
        cmocka_unit_test(members), cmocka_unit_test(seats),           cmocka_unit_test(refusals_say_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
