/* test_json.c: the JSON reader and writer of src/base. What jansson accepts we accept, and the other way round. */
#include "../unit.h"

#include <math.h>

#include "base/json.h"
#include "base/rng.h"
#include "same_json.h"

static struct json_node nodes[20000];

static struct json read_text(struct json_doc *doc, const char *text)
{
    struct ochre_error error;
    assert_int_equal(json_parse(doc, text, strlen(text), nodes, 20000, &error), 0);
    return json_root(doc);
}

static void assert_refused(const char *text, const char *expected)
{
    struct json_doc doc;
    struct ochre_error error;
    assert_int_equal(json_parse(&doc, text, strlen(text), nodes, 20000, &error), -1);
    if (!strstr(error.words, expected))
        fail_msg("%s: \"%s\" does not say \"%s\"", text, error.words, expected);
}

static void test_values(void **unused)
{
    (void)unused;
    struct json_doc doc;
    struct json root =
        read_text(&doc, " {\"a\": [1, -2, 30], \"b\": {\"c\": \"d\\u00e9\\n\"}, \"t\": true, \"n\": null} ");
    int64_t number = 0;
    int small = 0;
    bool truth = false;
    char text[16];
    assert_int_equal(json_kind(root), JSON_OBJECT);
    assert_int_equal(json_count(root), 4);
    assert_true(json_int(json_at(json_get(root, "a"), 1), &number));
    assert_int_equal(number, -2);
    assert_true(json_int_in(json_at(json_get(root, "a"), 2), 0, 30, &small));
    assert_int_equal(small, 30);
    assert_false(json_int_in(json_at(json_get(root, "a"), 2), 0, 29, &small));
    assert_true(json_string(json_get(json_get(root, "b"), "c"), text, sizeof text));
    assert_string_equal(text, "d\xC3\xA9\n");
    assert_true(json_bool(json_get(root, "t"), &truth));
    assert_true(truth);
    assert_false(json_bool(json_get(root, "n"), &truth));
    assert_int_equal(json_kind(json_get(root, "n")), JSON_NULL);
    assert_true(json_is(json_get(json_get(root, "b"), "c"), "d\xC3\xA9\n"));
}

static void test_nothing_there(void **unused)
{
    (void)unused;
    struct json_doc doc;
    struct json root = read_text(&doc, "[1]");
    struct json nothing = json_get(root, "x");
    int64_t number;
    char text[4];
    size_t length;
    assert_false(json_there(nothing));
    assert_false(json_there(json_at(root, 1)));
    assert_false(json_there(json_at(nothing, 0)));
    assert_false(json_there(json_first(nothing)));
    assert_false(json_int(nothing, &number));
    assert_false(json_string(nothing, text, sizeof text));
    assert_false(json_is(nothing, ""));
    assert_string_equal(json_raw(nothing, &length), "");
    assert_int_equal(length, 0);
    assert_false(json_key_is(nothing, "x"));
}

static void test_numbers(void **unused)
{
    (void)unused;
    struct json_doc doc;
    struct json root =
        read_text(&doc, "[0, -0, 1.0, 1e2, 9223372036854775807, 99999999999999999999, 123456789012345678]");
    int64_t number = 0;
    static const bool is_integer[] = {true, true, false, false, false, false, true};
    for (uint32_t i = 0; i < json_count(root); i++)
        assert_int_equal(json_int(json_at(root, i), &number), is_integer[i]);
    assert_int_equal(number, 123456789012345678);
}

static void test_strings_that_do_not_fit(void **unused)
{
    (void)unused;
    struct json_doc doc;
    struct json root = read_text(&doc, "\"abcd\"");
    char small[4];
    char enough[5];
    assert_false(json_string(root, small, sizeof small));
    assert_true(json_string(root, enough, sizeof enough));
}

static void test_surrogates(void **unused)
{
    (void)unused;
    struct json_doc doc;
    char text[8];
    assert_true(json_string(read_text(&doc, "\"\\ud83d\\ude00\""), text, sizeof text));
    assert_string_equal(text, "\xF0\x9F\x98\x80");
    assert_true(json_string(read_text(&doc, "\"\\u20ac\\/\\\"\\b\\f\\r\\t\""), text, sizeof text) == false);
    char longer[16];
    assert_true(json_string(read_text(&doc, "\"\\u20ac\\/\\\"\\b\\f\\r\\t\""), longer, sizeof longer));
    assert_string_equal(longer, "\xE2\x82\xAC/\"\b\f\r\t");
}

static void test_refusals_name_the_place(void **unused)
{
    (void)unused;
    assert_refused("", "line 1, column 1: expected a value");
    assert_refused("{\n  \"a\": tru\n}", "line 2, column 8: expected a value");
    assert_refused("[1 2]", "expected ',' or ']'");
    assert_refused("{\"a\" 1}", "expected ':'");
    assert_refused("{\"a\":1 \"b\"}", "expected ',' or '}'");
    assert_refused("{1:2}", "expected a string");
    assert_refused("[1,]", "expected a value");
    assert_refused("1 2", "something follows");
    assert_refused("01", "something follows");
    assert_refused("1.", "malformed number");
    assert_refused("-", "malformed number");
    assert_refused("1e+", "malformed number");
    assert_refused("\"abc", "ends inside a string");
    assert_refused("\"a\nb\"", "control character");
    assert_refused("\"\\x\"", "unknown escape");
    assert_refused("\"\\u12g4\"", "malformed \\u escape");
    assert_refused("\"\\u0000\"", "malformed \\u escape");
    assert_refused("\"\\ud83d\"", "half a surrogate pair");
    assert_refused("\"\\ude00\"", "malformed \\u escape");
    assert_refused("\"\xC0\xAF\"", "malformed UTF-8");
    assert_refused("\"\xED\xA0\x80\"", "malformed UTF-8");
    assert_refused("\"\xF4\x90\x80\x80\"", "malformed UTF-8");
    assert_refused("\"\xE2\x82\"", "malformed UTF-8");
    assert_refused("{\"a\":1,\"a\":2}", "duplicate key");
    assert_refused("{\"a\":1,\"\\u0061\":2}", "duplicate key");
}

static void test_bounds(void **unused)
{
    (void)unused;
    struct json_doc doc;
    struct ochre_error error;
    char deep[2 * JSON_DEPTH_MAX + 3];
    memset(deep, '[', JSON_DEPTH_MAX + 1);
    memset(deep + JSON_DEPTH_MAX + 1, ']', JSON_DEPTH_MAX + 1);
    deep[2 * JSON_DEPTH_MAX + 2] = '\0';
    assert_refused(deep, "nested too deeply");
    deep[2 * JSON_DEPTH_MAX + 1] = '\0';
    assert_int_equal(json_parse(&doc, deep + 1, strlen(deep + 1), nodes, 20000, &error), 0);
    assert_int_equal(json_parse(&doc, "[1,2,3]", 7, nodes, 4, &error), -1);
    assert_non_null(strstr(error.words, "too many values"));
    assert_int_equal(json_parse(&doc, "1", 1, nodes, 1, &error), -1);
    assert_int_equal(json_parse(&doc, "[[],{}]", 7, nodes, json_nodes_for(7), NULL), 0);
    assert_int_equal(json_parse(&doc, "[", 1, nodes, json_nodes_for(1), NULL), -1);
}

static void test_where(void **unused)
{
    (void)unused;
    struct json_doc doc;
    char path[32];
    struct json root = read_text(&doc, "{\"halves\":[{\"faces\":{\"A\":7}}]}");
    struct ochre_text text = text_on(path, sizeof path);
    json_where(json_get(json_get(json_at(json_get(root, "halves"), 0), "faces"), "A"), &text);
    assert_string_equal(path, "/halves/0/faces/A");
    text = text_on(path, sizeof path);
    json_where(root, &text);
    assert_string_equal(path, "/");
}

static bool equal(const char *a, const char *b)
{
    static struct json_node other[200];
    struct json_doc doc_a;
    struct json_doc doc_b;
    struct json root_a = read_text(&doc_a, a);
    assert_int_equal(json_parse(&doc_b, b, strlen(b), other, 200, NULL), 0);
    return json_equal(root_a, json_root(&doc_b));
}

static void test_equal(void **unused)
{
    (void)unused;
    assert_true(equal("{\"a\":1,\"b\":[true,null]}", "{ \"b\" : [ true, null ], \"a\" : 1 }"));
    assert_true(equal("\"\\u0041b\"", "\"Ab\""));
    assert_false(equal("{\"a\":1}", "{\"a\":1.0}"));
    assert_false(equal("{\"a\":1}", "{\"b\":1}"));
    assert_false(equal("[1,2]", "[2,1]"));
    assert_false(equal("[1]", "[1,1]"));
    assert_false(equal("1", "\"1\""));
}

static void test_writer(void **unused)
{
    (void)unused;
    char line[200];
    struct ochre_text text = text_on(line, sizeof line);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    json_field_int(&writer, "i", INT64_MIN);
    json_field_bool(&writer, "t", true);
    json_field_null(&writer, "n");
    json_field_string(&writer, "s", "a\"\\\x01\xC3\xA9");
    json_name(&writer, "l");
    json_open(&writer, '[');
    json_put_int(&writer, 1);
    json_put_bool(&writer, false);
    json_put_null(&writer);
    json_put_string(&writer, "");
    json_put_raw(&writer, "[2]");
    json_open(&writer, '{');
    json_close(&writer, '}');
    json_close(&writer, ']');
    json_close(&writer, '}');
    assert_string_equal(line, "{\"i\":-9223372036854775808,\"t\":true,\"n\":null,\"s\":\"a\\\"\\\\\\u0001\xC3\xA9\","
                              "\"l\":[1,false,null,\"\",[2],{}]}");
    assert_null(same_json(line, strlen(line)));
}

static void test_writer_does_not_overrun_its_depth(void **unused)
{
    (void)unused;
    char line[200];
    struct ochre_text text = text_on(line, sizeof line);
    struct json_writer writer = json_write_to(&text);
    for (int i = 0; i < 3 * JSON_DEPTH_MAX; i++)
        json_open(&writer, '[');
    for (int i = 0; i < 4 * JSON_DEPTH_MAX; i++)
        json_close(&writer, ']');
    assert_int_equal(writer.depth, 0);
}

static const char *written(double number, int decimals)
{
    static char line[64];
    struct ochre_text text = text_on(line, sizeof line);
    struct json_writer writer = json_write_to(&text);
    json_put_double(&writer, number, decimals);
    return line;
}

static void test_numbers_are_written_short(void **unused)
{
    (void)unused;
    assert_string_equal(written(0.61, 2), "0.61");
    assert_string_equal(written(-0.61, 2), "-0.61");
    assert_string_equal(written(-1.5, 2), "-1.5");
    assert_string_equal(written(-0.004, 2), "0");
    assert_string_equal(written(-0.0, 2), "0");
    assert_string_equal(written(0.995, 2), "1");
    assert_string_equal(written(512.34, 1), "512.3");
    assert_string_equal(written(1.0 / 3, 3), "0.333");
    assert_string_equal(written(20, 1), "20");
    assert_string_equal(written(1e15, 2), "1e15");
    assert_string_equal(written(-1e300, 2), "-1e300");
    assert_string_equal(written(NAN, 2), "null");
    assert_string_equal(written(-INFINITY, 2), "null");
    char line[64];
    struct ochre_text text = text_on(line, sizeof line);
    struct json_writer writer = json_write_to(&text);
    json_put_unsigned(&writer, UINT64_MAX);
    assert_string_equal(line, "18446744073709551615");
}

/* Whatever the number: it is JSON for both readers, as near as the decimals allow, and without a digit too many. */
static void test_numbers_are_read_back(void **unused)
{
    (void)unused;
    struct ochre_rng rng;
    rng_seed(&rng, 3);
    for (int round = 0; round < 60000; round++) {
        uint64_t bits = (uint64_t)rng_below(&rng, UINT32_MAX) << 32 | rng_below(&rng, UINT32_MAX);
        double number;
        memcpy(&number, &bits, sizeof number);
        if (round % 2)
            number = ((double)rng_below(&rng, 2000001) - 1000000) / (double)(1 + rng_below(&rng, 100000));
        int decimals = (int)rng_below(&rng, 16);
        const char *text = written(number, decimals);
        char list[80];
        (void)snprintf(list, sizeof list, "[%s]", text);
        assert_null(same_json(list, strlen(list)));
        if (!isfinite(number)) {
            assert_string_equal(text, "null");
            continue;
        }
        double back = strtod(text, NULL);
        double unit = 1.0;
        for (int i = 0; i < decimals; i++)
            unit /= 10;
        if (fabs(back - number) > 0.500001 * unit + fabs(number) * 1e-13)
            fail_msg("%.17g with %d decimals is written as %s", number, decimals, text);
        size_t length = strlen(text);
        const char *dot = strchr(text, '.');
        if (text_same(text, "-0") || (dot && (text[length - 1] == '0' || dot == text + length - 1)))
            fail_msg("%.17g: %s has digits too many", number, text);
    }
}

/* Objects of some keys, spelled with and without escapes: refused exactly when a key occurs twice. */
static void test_keys_that_occur_twice(void **unused)
{
    (void)unused;
    static const char *const spelled[][3] = {{"a", "\\u0061", "\\u0061"},
                                             {"b", "\\u0062", "b"},
                                             {"/", "\\/", "\\u002f"},
                                             {"\xE2\x82\xAC", "\\u20ac", "\\u20AC"},
                                             {"\xF0\x9F\x98\x80", "\\ud83d\\ude00", "\\uD83D\\uDE00"}};
    struct ochre_rng rng;
    rng_seed(&rng, 5);
    int twice = 0;
    for (int round = 0; round < 20000; round++) {
        char text[4096];
        struct ochre_text out = text_on(text, sizeof text);
        text_add(&out, "{");
        int seen[64];
        int count = 1 + (int)rng_below(&rng, 12);
        bool is_twice = false;
        for (int i = 0; i < count; i++) {
            char key[64];
            struct ochre_text spelling = text_on(key, sizeof key);
            seen[i] = 0;
            for (uint32_t letters = rng_below(&rng, 5); letters > 0; letters--) {
                uint32_t letter = rng_below(&rng, 5);
                seen[i] = seen[i] * 6 + (int)letter + 1;
                text_add(&spelling, spelled[letter][rng_below(&rng, 3)]);
            }
            for (int j = 0; j < i; j++)
                is_twice = is_twice || seen[i] == seen[j];
            text_fill(&out, "{0}\"{1}\":{{\"{1}\":[]}", (const char *const[]){i ? "," : "", key, NULL});
        }
        text_add(&out, "}");
        struct json_doc doc;
        struct ochre_error error;
        int result = json_parse(&doc, text, strlen(text), nodes, 20000, &error);
        if ((result < 0) != is_twice || (result < 0 && !strstr(error.words, "duplicate key")))
            fail_msg("%s: %s", text, result < 0 ? error.words : "taken");
        assert_null(same_json(text, strlen(text)));
        twice += is_twice;
    }
    assert_in_range(twice, 2000, 18000);
    /* However long, and however it is spelled; the place is that of the second. */
    char text[2000];
    char key[401];
    struct ochre_text out = text_on(text, sizeof text);
    memset(key, 'x', 400);
    key[400] = '\0';
    text_fill(&out, "{{\"{0}\\n\":1,\n\"{0}\\u000a\":2}", (const char *const[]){key, NULL});
    assert_refused(text, "line 2, column 2: duplicate key");
}

/* A zero byte is no white space, wherever it stands; jansson overlooks one after a number or a word. */
static void test_zero_bytes_are_refused(void **unused)
{
    (void)unused;
    static const char *const values[] = {"1", "-2.5", "true", "null", "\"a\"", "[]", "{}"};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        char text[16] = {0};
        size_t length = strlen(values[i]);
        memcpy(text, values[i], length);
        assert_null(same_json(text, length));
        assert_null(same_json(text, length + 1));
        struct json_doc doc;
        struct ochre_error error;
        assert_int_equal(json_parse(&doc, text, length, nodes, 8, &error), 0);
        assert_int_equal(json_parse(&doc, text, length + 1, nodes, 8, &error), -1);
        memmove(text + 1, values[i], length);
        text[0] = '\0';
        assert_int_equal(json_parse(&doc, text, length + 1, nodes, 8, &error), -1);
    }
}

/* Texts that are nearly JSON: pieces of grammar at random, and true JSON with a byte changed. */
static void test_same_as_jansson(void **unused)
{
    (void)unused;
    static const char *const pieces[] = {
        "{",     "}",        "[",       "]",    ",",   ":",       "\"a\"",
        "\"b\"", "1",        "-0",      "0.5",  "1e3", "01",      "true",
        "false", "null",     " ",       "\n",   "\"",  "\\u0041", "\\ud83d",
        "\\",    "\xC3\xA9", "\xC3",    "\"\"", "nul", "1e999",   "99999999999999999999",
        "\t",    "\x01",     "\"\\n\"", "-"};
    struct ochre_rng rng;
    rng_seed(&rng, 1);
    for (int round = 0; round < 60000; round++) {
        char text[256];
        size_t length = 0;
        int count = 1 + (int)rng_below(&rng, 12);
        for (int i = 0; i < count; i++) {
            const char *piece = pieces[rng_below(&rng, sizeof pieces / sizeof pieces[0])];
            memcpy(text + length, piece, strlen(piece));
            length += strlen(piece);
        }
        const char *differs = same_json(text, length);
        if (differs)
            fail_msg("%s: %.*s", differs, (int)length, text);
    }
    static const char whole[] =
        "{\"a\":[1,-2.5e3,\"x\\u00e9\\ud83d\\ude00\",{\"b\":null,\"c\":[true,false,{}]}],\"d\":\"\xE2\x82\xAC\"}";
    assert_null(same_json(whole, sizeof whole - 1));
    for (int round = 0; round < 60000; round++) {
        char text[sizeof whole];
        memcpy(text, whole, sizeof whole);
        for (uint32_t i = 0; i <= rng_below(&rng, 3); i++)
            text[rng_below(&rng, sizeof whole - 1)] = (char)rng_below(&rng, 256);
        const char *differs = same_json(text, sizeof whole - 1);
        if (differs)
            fail_msg("%s: %s", differs, text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_nothing_there),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_strings_that_do_not_fit),
        cmocka_unit_test(test_surrogates),
        cmocka_unit_test(test_refusals_name_the_place),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_where),
        cmocka_unit_test(test_equal),
        cmocka_unit_test(test_writer),
        cmocka_unit_test(test_writer_does_not_overrun_its_depth),
        cmocka_unit_test(test_numbers_are_written_short),
        cmocka_unit_test(test_numbers_are_read_back),
        cmocka_unit_test(test_keys_that_occur_twice),
        cmocka_unit_test(test_zero_bytes_are_refused),
        cmocka_unit_test(test_same_as_jansson),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
