/* test_cases.c: the case runner, on pebble and on `talk`: pebble with letters for seats, named draws, spoken lines and
 * keys with dots. The registry of the rules is replaced by one that knows only these. */
#include "changed.h"
#include "help.h"

#include <stdio.h>

#include "rules/read.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "table/cases.h"

extern const struct ochre_game ochre_pebble;

static const char *talk_seat_key(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    (void)setup;
    (void)view;
    static const char *const keys[] = {"A", "B", "C", "D"};
    return keys[seat];
}

static void talk_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                            struct json_writer *writer)
{
    ochre_pebble.show->write_view(setup, view, viewer, writer);
    json_name(writer, "stones");
    json_open(writer, '{');
    json_field_string(writer, "1.2", "BC");
    json_field_int(writer, "1", 7);
    json_close(writer, '}');
    json_field_int(writer, "first", 2);
    json_name(writer, "list");
    json_open(writer, '[');
    json_put_int(writer, 4);
    json_put_int(writer, 5);
    json_close(writer, ']');
}

/* "stakes": [2, 3] in a position names the stakes to come. */
static ochre_action talk_foretell(const struct ochre_setup *setup, struct json given, const struct ochre_state *state,
                                  const ochre_action *drawn, int drawn_count)
{
    (void)setup;
    (void)state;
    (void)drawn;
    int stake;
    struct json next = json_at(json_get(given, "stakes"), (uint32_t)drawn_count);
    return json_int_in(next, 1, 9, &stake) ? (ochre_action)(5 + stake) : OCHRE_NO_ACTION;
}

/* "A: 4" plays the 4 of A; "A: 4 B: 3" makes two moves. */
static bool talk_speak(const struct ochre_setup *setup, const struct ochre_view *view, const char *line, int *at,
                       int *seat, struct ochre_text *move)
{
    (void)setup;
    (void)view;
    if (line[*at] < 'A' || line[*at] > 'D' || line[*at + 1] != ':')
        return false;
    *seat = line[*at] - 'A';
    text_add(move, "play:");
    text_char(move, line[*at + 3]);
    *at += line[*at + 4] ? 5 : 4;
    return true;
}

static bool talk_fact(const struct ochre_setup *setup, const struct ochre_state *state, struct json given,
                      const ochre_action *drawn, int drawn_count, const char *path, struct ochre_text *json)
{
    (void)setup;
    (void)state;
    (void)given;
    (void)drawn;
    if (!text_same(path, "draws"))
        return false;
    text_int(json, drawn_count);
    return true;
}

static const struct ochre_case_words talk_words = {talk_foretell, talk_speak, talk_fact};

const struct ochre_game *const ochre_games[] = {&ochre_pebble, NULL};

const struct ochre_game *game_by_id(const char *id)
{
    static struct changed_game talk;
    change_game(&talk, &ochre_pebble);
    talk.words.seat_key = talk_seat_key;
    talk.show.write_view = talk_write_view;
    talk.read.cases = &talk_words;
    return text_same(id, "talk") ? &talk.game : text_same(id, "pebble") ? &ochre_pebble : NULL;
}

static char *said; /* what the last run printed */

static struct case_tally run_named(const char *name, const char *text)
{
    size_t length;
    free(said);
    struct case_tally tally = {.out = open_memstream(&said, &length)};
    cases_run_text(name, text, strlen(text), &tally);
    (void)fclose(tally.out);
    return tally;
}

#define GIVEN "\"given\":{\"on_table\":2,\"p1\":{\"hand\":\"1 4\"},\"p2\":{\"hand\":\"3 6\"}}"

/* One case of `talk` with these steps. */
static struct case_tally run_steps(const char *steps)
{
    char text[2048];
    (void)snprintf(text, sizeof text, "{\"id\":\"T1\",\"game\":\"talk\"," GIVEN ",\"steps\":[%s]}", steps);
    return run_named("dir/T1.json", text);
}

static void passes(const char *steps)
{
    struct case_tally tally = run_steps(steps);
    if (tally.passed != 1)
        print_error("%s: %s\n", steps, said);
    assert_int_equal(tally.passed, 1);
    assert_int_equal(cases_exit_code(&tally), 0);
}

static void fails(const char *steps, const char *words)
{
    struct case_tally tally = run_steps(steps);
    if (tally.failed != 1 || !strstr(said, words))
        print_error("%s: expected '%s', found '%s'\n", steps, words, said);
    assert_int_equal(tally.failed, 1);
    assert_int_equal(cases_exit_code(&tally), 1);
    assert_non_null(strstr(said, words));
}

static void is_unreadable(const char *text, const char *words)
{
    struct case_tally tally = run_named("x.json", text);
    if (!strstr(said, words))
        print_error("%s: expected '%s', found '%s'\n", text, words, said);
    assert_int_equal(cases_exit_code(&tally), 2);
    assert_int_equal(tally.failed, 1);
    assert_non_null(strstr(said, words));
}

static void legal_moves_are_compared_as_sets(void **unused)
{
    (void)unused;
    passes("{\"expect\":{\"legal.A\":[\"play:4\",\"play:1\"],\"legal.p2\":[\"play:3\",\"play:6\"],\"legal.2\":[\"B>"
           "play:3\","
           "\"p2>play:6\"]}}");
    fails("{\"expect\":{\"legal.A\":[\"play:4\"]}}", "legal.A: legal, but not expected: play:1");
    fails("{\"expect\":{\"legal.A\":[\"play:4\",\"play:1\",\"play:2\"]}}", "not legal: \"play:2\"");
    fails("{\"expect\":{\"legal.A\":[\"play:4\",\"play:1\",\"sing\"]}}", "not legal: \"sing\"");
    passes("{\"expect\":{\"legal_has.A\":[\"play:4\"],\"legal_not.A\":[\"play:2\",\"sing\"],\"legal_count.A\":2}}");
    fails("{\"expect\":{\"legal_has.A\":[\"play:2\"]}}", "legal_has.A: expected \"play:2\"");
    fails("{\"expect\":{\"legal_not.A\":[\"play:1\"]}}", "legal_not.A: expected \"play:1\" not to be legal");
    fails("{\"expect\":{\"legal_count.A\":3}}", "legal_count.A: expected 3, found 2");
    fails("{\"expect\":{\"legal_count.E\":3}}", "no such seat");
    fails("{\"expect\":{\"legal_count\":2}}", "several seats are pending");
    passes("{\"move\":\"A>play:4\",\"expect\":{\"legal\":[\"play:3\",\"play:6\"],\"legal_count\":2,\"legal.A\":[]}}");
}

static void facts_are_paths_into_the_view(void **unused)
{
    (void)unused;
    passes(
        "{\"expect\":{\"phase\":\"CHOOSE\",\"p1.hand\":\"1 4\",\"A.hand\":\"1 4\",\"on_table\":2}},{\"note\":\"x\"}");
    passes("{\"expect\":{\"stones.1.2\":\"BC\",\"stones.1\":7,\"list\":[4,5],\"list.1\":5,\"stones.9\":null,\"stones."
           "8\":[]}}");
    fails("{\"expect\":{\"list\":[5,4]}}", "list: expected [5,4], found [4,5]");
    fails("{\"expect\":{\"stones.1.2\":\"CB\"}}", "stones.1.2: expected \"CB\", found \"BC\"");
    fails("{\"expect\":{\"stones.1\":\"7\"}}", "stones.1: expected \"7\", found 7");
    fails("{\"expect\":{\"stones.9\":3}}", "found nothing there");
    fails("{\"expect\":{\"stonse\":null}}", "stonse: expected null, found no such fact");
    passes("{\"expect\":{\"first\":2,\"draws\":0}},{\"expect\":{\"first\":\"p2\"}},{\"expect\":{\"first\":\"B\"}}");
    fails("{\"expect\":{\"first\":\"A\"}}", "first: expected \"A\", found 2");
    fails("{\"expect\":{\"draws\":1}}", "draws: expected 1, found 0");
    fails("{\"expect\":{\"phase\":\"OVER\",\"on_table\":3}}", "on_table: expected 3, found 2");
}

static void seats_go_by_any_of_their_names(void **unused)
{
    (void)unused;
    passes("{\"expect\":{\"turn\":null,\"pending\":[1,2],\"result\":null}},{\"expect\":{\"pending\":\"B A\"}},"
           "{\"move\":\"p1>play:4\",\"expect\":{\"turn\":2,\"pending\":\"p2\"}},{\"expect\":{\"turn\":\"B\"}},"
           "{\"expect\":{\"turn\":\"p2\"}},{\"move\":\"B>play:6\",\"expect\":{\"turn\":\"*\",\"pending\":\"*\"}},"
           "{\"expect\":{\"pending\":[]}},{\"chance\":\"stake:1\"},{\"move\":\"A>play:1\"},"
           "{\"move\":\"play:3\",\"expect\":{\"turn\":null,\"pending\":\"none\",\"result\":[\"B\"]}},"
           "{\"expect\":{\"result\":[2]}},{\"expect\":{\"result\":\"p2\"}},{\"move\":\"play:1\",\"refused\":true}");
    fails("{\"expect\":{\"pending\":[1]}}", "pending: expected [1], found [\"p1\", \"p2\"]");
    fails("{\"expect\":{\"result\":[]}}", "result: expected [], found null");
    fails("{\"move\":\"A: 4 B: 3\"},{\"chance\":\"stake:1\"},{\"move\":\"A: 1 B: 6\"},{\"expect\":{\"result\":null}}",
          "result: expected null, found [\"p1\"]");
    fails("{\"expect\":{\"turn\":1}}", "turn: expected 1, found null");
    fails("{\"expect\":{\"turn\":\"E\"}}", "turn: expected \"E\"");
}

static void refusals_name_the_rule(void **unused)
{
    (void)unused;
    passes("{\"move\":\"A>play:2\",\"refused\":\"P3.1\"},{\"move\":\"A>play:2\",\"refused\":true},"
           "{\"move\":\"A>play:2\",\"refused\":[\"P9\",\"P3.1\"]},{\"move\":\"play:4\",\"refused\":\"turn\"},"
           "{\"move\":\"A>play:4\",\"refused\":false},{\"chance\":\"stake:1\",\"refused\":true}");
    fails("{\"move\":\"A>play:2\",\"refused\":\"P3.2\"}", "refused: expected P3.2, found P3.1: You have no such card.");
    fails("{\"move\":\"A>play:4\",\"refused\":\"P3.1\"}", "expected the move to be refused (P3.1), found it is legal");
    fails("{\"move\":\"A>play:2\"}", "the move was refused by P3.1");
    fails("{\"move\":\"play:4\"}", "the move needs its seat");
    fails("{\"chance\":\"stake:1\"}", "chance is not asked");
}

static void chance_draws_what_the_position_names(void **unused)
{
    (void)unused;
    struct case_tally tally = run_named(
        "T.json", "{\"game\":\"talk\",\"given\":{\"stakes\":[3,1],\"p1\":{\"hand\":\"1 4\"},\"p2\":{\"hand\":\"3 6\"}},"
                  "\"steps\":[{\"expect\":{\"on_table\":3,\"draws\":1}},{\"move\":\"A>play:1\"},{\"move\":\"play:6\","
                  "\"expect\":{\"B.pebbles\":3,\"on_table\":1,\"draws\":2}}]}");
    assert_int_equal(tally.passed, 1);
    tally = run_named("T.json",
                      "{\"game\":\"talk\",\"given\":{\"stakes\":[7],\"p1\":{\"hand\":\"1\"},\"p2\":{\"hand\":\"3\"}},"
                      "\"steps\":[]}");
    assert_int_equal(tally.failed, 1);
    assert_non_null(strstr(said, "names a draw that cannot come"));
    /* A spoken line that fails after a draw takes the draw back. */
    tally = run_named(
        "T.json",
        "{\"game\":\"talk\",\"given\":{\"stakes\":[3,1],\"p1\":{\"hand\":\"1 4\"},\"p2\":{\"hand\":\"3 6\"}},"
        "\"steps\":[{\"move\":\"A: 1 B: 6 A: 5\",\"refused\":\"P3.1\",\"expect\":{\"draws\":1,\"on_table\":3}}]}");
    assert_int_equal(tally.passed, 1);
}

static void spoken_lines_are_many_moves_or_none(void **unused)
{
    (void)unused;
    passes("{\"move\":\"A: 4\",\"expect\":{\"A.choice\":4}}");
    passes("{\"move\":\"A: 4 B: 3\",\"expect\":{\"phase\":\"STAKE\",\"A.pebbles\":2}}");
    passes("{\"move\":\"A: 4 B: 5\",\"refused\":\"P3.1\",\"expect\":{\"A.choice\":0}}");
    passes("{\"move\":\"E: 4\",\"refused\":true}");
    fails("{\"move\":\"A: 4 B: 5\"}", "refused by P3.1");
}

static void whole_cases_may_be_refused(void **unused)
{
    (void)unused;
    struct case_tally tally =
        run_named("T.json", "[{\"game\":\"pebble\",\"refused\":true,\"given\":{\"p1\":{\"hand\":\"9\"}}},"
                            "{\"game\":\"pebble\",\"refused\":\"P1.1\",\"given\":{\"p1\":{\"hand\":\"9\"}}},"
                            "{\"game\":\"pebble\",\"refused\":\"P7\",\"given\":{\"p1\":{\"hand\":\"9\"}}},"
                            "{\"game\":\"pebble\",\"refused\":true,\"options\":{\"cards\":9}},"
                            "{\"game\":\"pebble\",\"refused\":true,\"given\":{}},"
                            "{\"game\":\"pebble\",\"given\":{\"p1\":{\"hand\":\"9\"}}}]");
    assert_int_equal(tally.passed, 3);
    assert_int_equal(tally.failed, 3);
    assert_int_equal(tally.unreadable, 0);
    assert_non_null(strstr(said, "refused: expected P7, found P1.1"));
    assert_non_null(strstr(said, "found it is accepted"));
    assert_non_null(strstr(said, "the position was refused: P1.1"));
}

static void the_folder_names_the_game(void **unused)
{
    (void)unused;
    static const char text[] =
        "{\"seats\":3,\"steps\":[{\"expect\":{\"phase\":\"DEAL\",\"turn\":\"*\",\"p3.pebbles\":0}}]}";
    assert_int_equal(run_named("cases/pebble/a.json", text).passed, 1);
    assert_int_equal(run_named("pebble/a.json", text).passed, 1);
    is_unreadable(text, "names no game");
}

static void what_is_no_case_is_unreadable(void **unused)
{
    (void)unused;
    is_unreadable("{", "x.json: line 1");
    is_unreadable("3", "a case must be an object");
    is_unreadable("{\"game\":\"chess\"}", "no such game");
    is_unreadable("{\"game\":\"pebble\",\"steps\":{}}", "steps must be a list");
    is_unreadable("{\"game\":\"pebble\",\"steps\":[3]}", "a step must be an object");
    is_unreadable("{\"game\":\"pebble\",\"steps\":[{\"expects\":{}}]}", "a step has no \"expects\"");
    is_unreadable("{\"game\":\"pebble\",\"steps\":[{\"expect\":3}]}", "expect is an object");
    is_unreadable("{\"game\":\"pebble\",\"steps\":[{\"move\":3}]}", "a move must be a text");
    is_unreadable("{\"game\":\"pebble\",\"steps\":[{\"refused\":true}]}", "a step has a move or a chance");
    is_unreadable("{\"game\":\"pebble\",\"steps\":[{\"move\":\"a\",\"chance\":\"b\"}]}",
                  "a step has a move or a chance");
    is_unreadable("{\"game\":\"pebble\",\"steps\":[{\"move\":\"a\",\"refused\":3}]}", "refused is true or a rule");
    struct case_tally tally = {0};
    cases_run("/nowhere/at/all", &tally);
    assert_int_equal(cases_exit_code(&tally), 2);
    cases_run_text("-", "{\"game\":\"pebble\",\"given\":\"-\"}", 31, &tally);
    assert_int_equal(tally.failed, 2);
}

static int drop_said(void **unused)
{
    (void)unused;
    free(said);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_moves_are_compared_as_sets),     cmocka_unit_test(facts_are_paths_into_the_view),
        cmocka_unit_test(seats_go_by_any_of_their_names),       cmocka_unit_test(refusals_name_the_rule),
        cmocka_unit_test(chance_draws_what_the_position_names), cmocka_unit_test(spoken_lines_are_many_moves_or_none),
        cmocka_unit_test(whole_cases_may_be_refused),           cmocka_unit_test(the_folder_names_the_game),
        cmocka_unit_test(what_is_no_case_is_unreadable),
    };
    return cmocka_run_group_tests(tests, NULL, drop_said);
}
