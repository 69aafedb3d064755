/* test_fen.c: positions as text: identity, what may be left out, and every refusal with its place (4.2). */
#include "dice_bench.h"
#include "rules/read.h"
#include "rules/rules.h"
#include "rules/words.h"

static void round_trips(void **context)
{
    (void)context;
    const char *const fens[] = {
        START_FEN,
        "B26b4+/8/3B14/8/3W54/8/8/W17 b 2 martyr=swap 3 9",
        "10/10/10/10/4w9+5/10/10/10/10/B19 w 2 faces=9,np=200 3 999999999",
        "6/6/W25/6/6/5B3 b 2 faces=4,ally=off,chain=on,martyr=off,np=7,adj=sum 3 9",
        "B2B2B12R1R2R2/B2B23R1R2R2/B11B11W31R1R1/3w3W33/2B2b13G1/W13G13/W2W2W1g13G2/W2W2W12G1G2G2 w 4i - 1 17",
        "7/7/W16/7/7/7/6B1 w 4t - 0 1",
        "8/8/8/8/8/8/8/8 g 4i np=100 999999999 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        bench_fen(fens[i]);
        assert_fen(fens[i]);
    }
}

static void trailing_fields_may_be_missing(void **context)
{
    (void)context;
    bench_fen("W17/8/8/8/8/8/8/7B1 b");
    assert_fen("W17/8/8/8/8/8/8/7B1 b 2 - 0 1");
    bench_fen("W17/8/8/8/8/8/8/7B1 w 4i");
    assert_fen("W17/8/8/8/8/8/8/7B1 w 4i - 0 1");
    bench_fen("W17/8/8/8/8/8/8/7B1 w 2 np=9");
    assert_fen("W17/8/8/8/8/8/8/7B1 w 2 np=9 0 1");
    bench_fen("W17/8/8/8/8/8/8/7B1 w 2 np=9 4");
    assert_fen("W17/8/8/8/8/8/8/7B1 w 2 np=9 4 1");
    bench_fen("W17/8/8/8/8/8/8/7B1 w 2 adj=draw,faces=6 0 1"); /* defaults are not written, order is free */
    assert_fen("W17/8/8/8/8/8/8/7B1 w 2 - 0 1");
}

/* The FEN is refused, and the words name the place and what was expected. */
static void refuses(const char *fen, const char *place)
{
    if (bench_try_fen(fen) == 0)
        fail_msg("%s is not refused", fen);
    if (!strstr(bench.error.words, place))
        fail_msg("%s: expected '%s' in: %s", fen, place, bench.error.words);
}

static void refusals_name_the_place(void **context)
{
    (void)context;
    refuses("", "found nothing");
    refuses("8/8/8/8/8/8/8/8", "field 2");
    refuses("8/8 w", "6 to 10 rows");
    refuses("8/8/8/8/8/8/8/8/8/8/8 w", "6 to 10 rows");
    refuses("W17/8/8/8/8/8/8/7B1/ w", "row 1 (rank 9)");
    refuses("W17/8/8/9/8/8/8/7B1 w", "row 4 (rank 5)");
    refuses("W17/8/8/7/8/8/8/7B1 w", "expected 8 squares");
    refuses("W17/8/8/8/8/8/8/7B1W1 w", "row 8 (rank 1)");
    refuses("W17/8/8/8/8/8/8/99999999999999999999 w", "empty squares");
    refuses("W17/8/8/8/8/8/8/0B18 w", "empty squares");
    refuses("W17/8/8/8/8/8/8/08 w", "empty squares");
    refuses("W17/8/8/3x4/8/8/8/7B1 w", "row 4 (rank 5), column 4");
    refuses("W17/8/8/3W/8/8/8/7B1 w", "column 4: expected a value");
    refuses("W07/8/8/8/8/8/8/7B1 w", "column 1: expected a value");
    refuses("W1+7/8/8/8/8/8/8/7B1 w", "alliance");
    refuses("W77/8/8/8/8/8/8/7B1 w 2 - 0 1", "a8: value 7 is above the number of faces, 6");
    refuses("W57/8/8/8/8/8/8/7B1 w 2 faces=4 0 1", "a8: value 5");
    refuses("R17/8/8/8/8/8/8/7B1 w 2 - 0 1", "a8: mode 2 has no such colour");
    refuses("W17/8/8/8/8/8/8/7G1 w 4t - 0 1", "h1: mode 4t");
    refuses("W17/8/8/8/8/8/8/7B1 x", "field 2");
    refuses("W17/8/8/8/8/8/8/7B1 W", "field 2");
    refuses("W17/8/8/8/8/8/8/7B1 r 2 - 0 1", "field 2");
    refuses("W17/8/8/8/8/8/8/7B1 r 4i - 0 1", "two or more other colours");
    refuses("W17/8/8/8/8/8/8/7B1 w 3", "field 3");
    refuses("W17/8/8/8/8/8/8/7B1 w 2 x", "field 4");
    refuses("W17/8/8/8/8/8/8/7B1 w 2 faces=1", "field 4 (rules), faces: expected 2 to 9; found '1'");
    refuses("W17/8/8/8/8/8/8/7B1 w 2 faces=10", "field 4");
    refuses("W17/8/8/8/8/8/8/7B1 w 2 ally=yes", "ally: expected on, off; found 'yes'");
    refuses("W17/8/8/8/8/8/8/7B1 w 2 chain=", "chain: expected off, on; found the end");
    refuses("W17/8/8/8/8/8/8/7B1 w 2 martyr=x", "martyr: expected remove, swap, off");
    refuses("W17/8/8/8/8/8/8/7B1 w 2 np=0", "np: expected 1 to 400");
    refuses("W17/8/8/8/8/8/8/7B1 w 2 np=401", "np: expected 1 to 400");
    refuses("W17/8/8/8/8/8/8/7B1 w 2 adj=x", "adj: expected draw, sum");
    refuses("W17/8/8/8/8/8/8/7B1 w 2 np=5,np=6", "twice");
    refuses("W17/8/8/8/8/8/8/7B1 w 2 np=5,", "field 4");
    refuses("W17/8/8/8/8/8/8/7B1 w 2 setup=ranks", "field 4");
    refuses("W17/8/8/8/8/8/8/7B1 w 2 - x", "field 5");
    refuses("W17/8/8/8/8/8/8/7B1 w 2 - -1", "field 5");
    refuses("W17/8/8/8/8/8/8/7B1 w 2 - 9999999999", "field 5");
    refuses("W17/8/8/8/8/8/8/7B1 w 2 - 0 0", "field 6");
    refuses("W17/8/8/8/8/8/8/7B1 w 2 - 0 1 1", "after field 6");
}

static void a_position_must_fit_what_was_agreed(void **context)
{
    (void)context;
    struct ochre_state state;
    struct json_doc doc;
    struct json_node nodes[8];
    const char *const other[] = {
        "{\"fen\":\"W15/6/6/6/6/5B1 w\"}",
        "{\"fen\":\"W17/8/8/8/8/8/8/7B1 w 4t\"}",
        "{\"fen\":\"W17/8/8/8/8/8/8/7B1 w 2 np=9\"}",
        "{\"fen\":1}",
        "{}",
        "{\"fen\":\"W17/8/8/8/8/8/8/7B1 w\",\"x\":1}",
    };
    bench_start(2, "");
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        assert_int_equal(json_parse(&doc, other[i], strlen(other[i]), nodes, 8, &bench.error), 0);
        assert_int_equal(ochre_dice.read->read_state(&bench.setup, json_root(&doc), &state, &bench.error), -1);
    }
    struct ochre_terms terms;
    terms_init(&terms, &ochre_dice);
    terms.seats = 4; /* asked for four, but the position is for two */
    assert_int_equal(json_parse(&doc, other[0], strlen(other[0]), nodes, 8, &bench.error), 0);
    assert_int_equal(terms_set_position(&terms, json_root(&doc), &bench.error), -1);
}

/* 4.3: texts and numbers, on every size. */
static void numbers_are_those_of_the_rules(void **context)
{
    (void)context;
    static struct ochre_view view;
    bench_fen("B26b4+/8/3B14/8/3W54/8/8/W17 w 2 - 3 9");
    assert_int_equal(bench.setup.actions, 1600 * 65);
    state_look(&bench.setup, &bench.state, 0, &view);
    const struct {
        const char *text;
        ochre_action number;
    } moves[] = {
        {"d4r", 27 * 25 + 24},
        {"d4d5", 27 * 25},
        {"d4d6", 27 * 25 + 1},
        {"d4e4", 27 * 25 + 6},
        {"d4d1", 27 * 25 + 12 + 2},
        {"d4a4", 27 * 25 + 18 + 2},
        {"d4d6=a8", 27 * 25 + 1 + 1600 * (1 + 56)},
        {"d4d6=h8", 27 * 25 + 1 + 1600 * (1 + 63)},
    };
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        ochre_action action;
        assert_null(ochre_dice.words->parse_move(&bench.setup, &view, 0, moves[i].text, &action, NULL));
        assert_int_equal(action, moves[i].number);
        assert_true(legal_has(bench.list, bench_count(), action));
    }
    bench_fen("10/10/10/10/4w9+5/10/10/10/10/B19 w 2 faces=9 3 9");
    assert_int_equal(bench.setup.actions, 100 * 37 * 101);
    assert_true(bench_has("e6i10"));
    bench_fen("6/6/W25/6/6/5B3 w 2 - 3 9");
    assert_int_equal(bench.setup.actions, 36 * 21 * 37);
}

/* The notation on a large board. */
static void ranks_of_two_digits(void **context)
{
    (void)context;
    bench_start(2, "size=10 faces=9");
    bench_play("a2a3 a9r");
    assert_true(bench_has("a1a2"));
    assert_refused("a1a3", "3.3"); /* our own unit stands there */
    assert_refused("a10b10", "3.3");
    assert_refused("a1a11", "notation");
    bench_play("j2r");
    assert_true(bench_has("j10r"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),
        cmocka_unit_test(trailing_fields_may_be_missing),
        cmocka_unit_test(refusals_name_the_place),
        cmocka_unit_test(a_position_must_fit_what_was_agreed),
        cmocka_unit_test(numbers_are_those_of_the_rules),
        cmocka_unit_test(ranks_of_two_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
