/* test_fields.c: are fields written and read back as they were, and is everything else refused with its place? */
#include "../unit.h"

#include "rules/fields.h"

struct sample {
    uint8_t left, nobody, asked, first;
    uint16_t units[OCHRE_SEATS_MAX];
    int16_t values[2];
};

static const struct field fields[] = {
    FIELD_NUMBER("left", struct sample, left, 0, 15),
    FIELD_SEAT("payer", struct sample, nobody, OCHRE_NOBODY),
    FIELD_ASKED("asked", struct sample, asked),
    FIELD_SEAT("first", struct sample, first, 0xFF),
    FIELD_NUMBERS("units", struct sample, units, FIELD_EACH, 0, 511),
    FIELD_NUMBERS("values", struct sample, values, 2, -9, 9),
    {0},
};
static const char whole[] =
    "{\"left\":3,\"payer\":null,\"asked\":\"*\",\"first\":\"p2\",\"units\":[511,0,7],\"values\":[-1,9]}";

static struct sample out;
static struct ochre_error error;

static int read_text(const char *json)
{
    static char text[512];
    static struct json_doc doc;
    static struct json_node nodes[256];
    const struct reader r = {&error, "9.1"};
    struct ochre_text copy = text_on(text, sizeof text);
    text_add(&copy, json);
    memset(&out, 0, sizeof out);
    assert_int_equal(json_parse(&doc, text, copy.used, nodes, 256, &error), 0);
    return fields_read(&r, fields, 3, json_root(&doc), &out);
}

static void written_and_read_back(void **unused)
{
    (void)unused;
    const struct sample in = {3, OCHRE_NOBODY, OCHRE_CHANCE, 1, {511, 0, 7}, {-1, 9}};
    char text[512];
    struct ochre_text to = text_on(text, sizeof text);
    struct json_writer writer = json_write_to(&to);
    fields_write(fields, 3, &in, &writer);
    assert_string_equal(text, whole);
    assert_int_equal(read_text(text), 0);
    assert_memory_equal(&in, &out, sizeof in);
}

static void refused(const char *json, const char *words)
{
    assert_int_equal(read_text(json), -1);
    if (!strstr(error.words, words))
        fail_msg("'%s' does not say '%s'", error.words, words);
}

static void refusals_name_the_place(void **unused)
{
    (void)unused;
    refused("[]", "expected an object");
    refused("{}", "/left: is missing");
    refused("{\"left\":16,\"payer\":null,\"asked\":\"*\",\"first\":null,\"units\":[0,0,0],\"values\":[0,0]}",
            "/left: expected a whole number from 0 to 15");
    refused("{\"left\":null,\"payer\":null,\"asked\":\"*\",\"first\":null,\"units\":[0,0,0],\"values\":[0,0]}",
            "/left");
    refused("{\"left\":1,\"payer\":\"*\",\"asked\":\"*\",\"first\":null,\"units\":[0,0,0],\"values\":[0,0]}", "/payer");
    refused("{\"left\":1,\"payer\":\"p4\",\"asked\":\"*\",\"first\":null,\"units\":[0,0,0],\"values\":[0,0]}",
            "/payer: expected a seat, p1 to p3");
    refused("{\"left\":1,\"payer\":null,\"asked\":\"*\",\"first\":null,\"units\":[0,0,0,0],\"values\":[0,0]}",
            "/units: expected a list of 3");
    refused("{\"left\":1,\"payer\":null,\"asked\":\"*\",\"first\":null,\"units\":[0,512,0],\"values\":[0,0]}",
            "/units/1");
    refused("{\"left\":1,\"payer\":null,\"asked\":\"*\",\"first\":null,\"units\":[0,0,0],\"values\":[0,0],\"more\":1}",
            "/more");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(written_and_read_back),
                                       cmocka_unit_test(refusals_name_the_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
