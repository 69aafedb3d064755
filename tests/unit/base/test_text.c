/* test_text.c: bounded text, templates, plurals, errors and the canvas. */
#include "../unit.h"

#include "base/canvas.h"
#include "base/error.h"
#include "base/text.h"

static void test_fits(void **unused)
{
    (void)unused;
    char line[16];
    struct ochre_text text = text_on(line, sizeof line);
    text_add(&text, "ab");
    text_char(&text, '-');
    text_int(&text, -120);
    text_add(&text, NULL);
    assert_string_equal(line, "ab--120");
    assert_int_equal(text.used, 7);
    assert_false(text.cut);
}

static void test_cut_between_characters(void **unused)
{
    (void)unused;
    static const char word[] = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z"; /* a é € 😀 z */
    static const size_t whole[] = {0, 0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11};
    for (size_t size = 1; size < sizeof whole / sizeof whole[0]; size++) {
        char line[16];
        memset(line, 'x', sizeof line);
        struct ochre_text text = text_on(line, size);
        text_add(&text, word);
        assert_int_equal(text.used, whole[size]);
        assert_int_equal(strlen(line), whole[size]);
        assert_int_equal(text.cut, whole[size] < sizeof word - 1);
        assert_int_equal(line[size], 'x');
    }
}

static void test_once_cut_always_marked(void **unused)
{
    (void)unused;
    char line[4];
    struct ochre_text text = text_on(line, sizeof line);
    text_add(&text, "abcdef");
    text_add(&text, "");
    assert_true(text.cut);
    assert_string_equal(line, "abc");
    struct ochre_text nowhere = text_on(line, 0);
    text_add(&nowhere, "");
    assert_false(nowhere.cut);
    text_char(&nowhere, 'a');
    assert_true(nowhere.cut);
}

static void test_numbers(void **unused)
{
    (void)unused;
    assert_string_equal(NUM(0), "0");
    assert_string_equal(NUM(INT64_MAX), "9223372036854775807");
    assert_string_equal(NUM(INT64_MIN), "-9223372036854775808");
}

static void test_templates(void **unused)
{
    (void)unused;
    char line[64];
    struct ochre_text text = text_on(line, sizeof line);
    text_say(&text, "{1} gives {0} to {1}; {{0} {5} {x", "bone", "Ana");
    assert_string_equal(line, "Ana gives bone to Ana; {0}  {x");
}

static const char *say_loudly(const char *english)
{
    return strcmp(english, "{0} takes {1}") == 0 ? "{1} IS TAKEN BY {0}" : english;
}

static const char *say_many(const char *one, const char *many, unsigned long count)
{
    return count < 2 ? one : many; /* as French counts: zero is one */
}

static void test_tongues(void **unused)
{
    (void)unused;
    static const struct ochre_tongue tongue = {say_loudly, say_many};
    char line[64];
    struct ochre_text text = text_in(line, sizeof line, &tongue);
    text_say(&text, "{0} takes {1}", "a", "b");
    assert_string_equal(line, "b IS TAKEN BY a");
    text = text_in(line, sizeof line, &tongue);
    text_say_count(&text, 0, "{0} stone", "{0} stones", NUM(0));
    assert_string_equal(line, "0 stone");
    text = text_on(line, sizeof line);
    text_say_count(&text, 0, "{0} stone,", "{0} stones,", NUM(0));
    text_say_count(&text, -1, " {0} stone", " {0} stones", NUM(-1));
    assert_string_equal(line, "0 stones, -1 stone");
    assert_string_equal(text_word(&text, ""), "");
}

/* Whoever is spoken to hears the first form; the others are called by their names. */
static void test_voices(void **unused)
{
    (void)unused;
    char buffer[128];
    struct ochre_text text = text_on(buffer, sizeof buffer);
    text_tell(&text, 1, "You take {1}.", "{0} takes {1}.", text_name(&text, 1, "Black"), "it");
    assert_string_equal(buffer, "Black takes it.");
    const struct ochre_voice voice = {.you = 1, .name = {"Mira", "Noor"}};
    text = text_on(buffer, sizeof buffer);
    text.voice = &voice;
    text_tell(&text, 1, "You take {1}.", "{0} takes {1}.", text_name(&text, 1, "Black"), "it");
    assert_string_equal(buffer, "You take it.");
    text = text_on(buffer, sizeof buffer);
    text.voice = &voice;
    text_tell_count(&text, 0, 2, "You take one.", "You take {1}.", "{0} takes one.", "{0} takes {1}.",
                    text_name(&text, 0, "White"), NUM(2));
    text_tell_count(&text, 1, 1, " You take one.", " You take {1}.", " {0} takes one.", " {0} takes {1}.", "", NUM(1));
    assert_string_equal(buffer, "Mira takes 2. You take one.");
    assert_string_equal(text_name(&text, 2, "Red"), "Red");
    assert_string_equal(text_name(&text, -1, "Nobody"), "Nobody");
    assert_false(text_is_you(&text, 0));
}

static void test_reading(void **unused)
{
    (void)unused;
    const char *rest = NULL;
    int number = 0;
    assert_true(text_starts("lay:HF1", "lay:", &rest));
    assert_string_equal(rest, "HF1");
    assert_false(text_starts("la", "lay:", NULL));
    assert_true(text_starts("x", "", NULL));
    const char *at = "120x";
    assert_true(text_read_number(&at, 3, &number));
    assert_int_equal(number, 120);
    assert_string_equal(at, "x");
    at = "1200";
    assert_false(text_read_number(&at, 3, &number));
    assert_string_equal(at, "1200");
    at = "-1";
    assert_false(text_read_number(&at, 3, &number));
    at = "";
    assert_false(text_read_number(&at, 3, &number));
}

static void test_errors(void **unused)
{
    (void)unused;
    struct ochre_error error;
    assert_int_equal(error_set(&error, "PV3", "row {0} has {1} cells", NUM(2), "no"), -1);
    assert_string_equal(error.rule, "PV3");
    assert_string_equal(error.words, "row 2 has no cells");
    assert_int_equal(error_set(NULL, "", "nobody listens"), -1);
    char huge[400];
    memset(huge, 'a', sizeof huge);
    huge[399] = '\0';
    error_set(&error, "a rule number that is too long", "{0}", huge);
    assert_int_equal(strlen(error.words), sizeof error.words - 1);
    assert_int_equal(strlen(error.rule), sizeof error.rule - 1);
}

static void test_canvas(void **unused)
{
    (void)unused;
    static struct canvas canvas;
    char line[400];
    canvas_clear(&canvas, NULL);
    canvas_brush(&canvas, INK_RED, PAPER_DARK, CANVAS_BOLD);
    assert_int_equal(canvas_put(&canvas, 2, 1, "h\xC3\xA9!"), 5);
    assert_int_equal(canvas_say(&canvas, 76, 3, "cut off here"), 88);
    assert_int_equal(canvas.height, 4);
    assert_int_equal(canvas.cell[1][3].ink, INK_RED);
    assert_int_equal(canvas.cell[1][3].paper, PAPER_DARK);
    assert_int_equal(canvas.cell[1][3].flags, CANVAS_BOLD);
    struct ochre_text text = text_on(line, sizeof line);
    canvas_row(&canvas, 1, &text);
    assert_string_equal(line, "  h\xC3\xA9!");
    text = text_on(line, sizeof line);
    canvas_row(&canvas, 0, &text);
    assert_string_equal(line, "");
    text = text_on(line, sizeof line);
    canvas_row(&canvas, 3, &text);
    assert_string_equal(line + 76, "cut");
}

static void test_canvas_edges(void **unused)
{
    (void)unused;
    static struct canvas canvas;
    canvas_clear(&canvas, NULL);
    assert_int_equal(canvas_put(&canvas, 5, -1, "above"), 5);
    assert_int_equal(canvas_put(&canvas, 5, CANVAS_HEIGHT, "below"), 5);
    assert_int_equal(canvas.height, 0);
    assert_int_equal(canvas_put(&canvas, -2, 0, "abc"), 1);
    assert_string_equal(canvas.cell[0][0].glyph, "c");
    /* More combining marks than a cell holds: the glyph is left out, the column is kept. */
    assert_int_equal(canvas_put(&canvas, 3, 0, "e\xCC\x81\xCC\x81\xCC\x81\xCC\x81x"), 5);
    assert_string_equal(canvas.cell[0][3].glyph, "");
    assert_string_equal(canvas.cell[0][4].glyph, "x");
}

static void test_columns(void **unused)
{
    (void)unused;
    assert_int_equal(canvas_columns(""), 0);
    assert_int_equal(canvas_columns("abc"), 3);
    assert_int_equal(canvas_columns("e\xCC\x81"), 1);                /* a combining acute */
    assert_int_equal(canvas_columns("\xE2\x98\x80\xEF\xB8\x8F"), 1); /* a variation selector */
    assert_int_equal(canvas_columns("o\xCD\xA1"), 1);                /* the last block of marks */
    assert_int_equal(canvas_columns("\xCD\xB0"), 1);                 /* a letter just behind it */
}

static const char *upside_down(const char *english)
{
    if (strcmp(english, "row {0} has {1} cells") == 0)
        return "{1} cells are in row {0}";
    return strcmp(english, "no") == 0 ? "zero" : english;
}

/* A refusal can be told again in another language: the template, and those of its arguments that are words. */
static void test_a_refusal_in_another_tongue(void **state)
{
    (void)state;
    char told[64];
    struct ochre_error error;
    const struct ochre_tongue tongue = {.say = upside_down};
    error_set(&error, "PV3", "row {0} has {1} cells", NUM(2), "no");
    error_put_before(&error, "/board");
    assert_string_equal(error.words, "/board: row 2 has no cells");
    struct ochre_text text = text_in(told, sizeof told, &tongue);
    error_say(&error, &text);
    assert_string_equal(told, "/board: zero cells are in row 2");
    text = text_on(told, sizeof told);
    error_say(&error, &text);
    assert_string_equal(told, error.words);
    error = (struct ochre_error){.words = "only words"};
    text = text_in(told, sizeof told, &tongue);
    error_say(&error, &text);
    assert_string_equal(told, "only words");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_refusal_in_another_tongue),
        cmocka_unit_test(test_fits),
        cmocka_unit_test(test_cut_between_characters),
        cmocka_unit_test(test_once_cut_always_marked),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_templates),
        cmocka_unit_test(test_tongues),
        cmocka_unit_test(test_voices),
        cmocka_unit_test(test_reading),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_canvas),
        cmocka_unit_test(test_canvas_edges),
        cmocka_unit_test(test_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
