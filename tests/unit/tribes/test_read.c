/* test_read.c: positions typed in (7.1.1): defaults, refusals, and what they foretell. */
#include "unit/tribes/tribes_bench.h"

#define refuses(rule, position) assert_string_equal(refused_position(position), rule)

static void test_defaults(void **state)
{
    (void)state;
    given("{}");
    expect_due("TAKE A");
    expect("A.land", "d4:G1 e4:W d5:O");
    expect("A.reserve", "14");
    expect("A.shells", "5");
    expect("B.points", "0");
    expect("A.levels", "0/0/0/0");
    expect("A.arrow", "true");
    expect("row", "P E M P+ E+ M+");
    expect("box", "10");
    expect("bag", "G8 H10 W8 O8 I10");
    expect("round", "1");
    expect("executed3", "0");
    expect("up", "");
    expect("links", "[]");
    expect("total.A", "null");
    expect("stones.1.1", "\"\"");
    expect("players", "2");
}

static void test_numbers_of_players(void **state)
{
    (void)state;
    given("{'players': 4, 'turn': 'D'}");
    expect_due("TAKE D");
    refuses("2.1", "{'players': 5}");
    refuses("2.1", "{'players': 2, 'C': {}}");
    refuses("7.1.1", "{'turn': 'C'}");
    refuses("7.1.1", "{'turn': 1}");
}

static void test_unknown_fields(void **state)
{
    (void)state;
    refuses("7.1.1", "{'rows': 'P'}");
    refuses("7.1.1", "{'A': {'lands': ''}}");
    refuses("7.1.1", "{'phase': 'LAY'}");
    refuses("7.1.1", "{'phase': 'SETUP', 'A': {}}");
    refuses("7.1.1", "{'under_way': {}}");
    refuses("7.1.1", "{'start': {'A': 'GHW'}}");
    refuses("7.1.1", "[]");
}

static void test_land(void **state)
{
    (void)state;
    given("{'A': {'land': 'd4:G2 e4:W! d5:O!1'}}");
    expect("A.land", "d4:G2 e4:W! d5:O!1");
    expect("A.reserve", "12");
    refuses("7.1", "{'A': {'land': 'd4:X1 e4:W d5:O'}}");
    refuses("7.1", "{'A': {'land': 'd4 e4:W d5:O'}}");
    refuses("7.1", "{'A': {'land': 'd4:G1x e4:W d5:O'}}");
    refuses("1.3", "{'A': {'land': 'a1:G d4:G1 e4:W d5:O'}}");
    refuses("3", "{'A': {'land': 'd4:G1 d4:W e4:W d5:O'}}");
    refuses("3", "{'A': {'land': 'd4:G1 e4:W'}}");
    refuses("3", "{'A': {'land': 'd4:G1 e4:W d5:O h4:G'}}"); /* not connected */
    refuses("3", "{'A': {'land': 'd4:G e4:W d5:O'}}");       /* nobody lives there */
    refuses("1.1", "{'A': {'land': 'd4:G9 e4:W7 d5:O'}}");   /* 16 members */
    refuses("7.1.1", "{'A': {'land': 7}}");
}

static void test_seats(void **state)
{
    (void)state;
    refuses("1.1", "{'A': {'shells': 21}}");
    refuses("3", "{'A': {'shells': 12}, 'B': {'shells': 9}}");
    refuses("3", "{'A': {'points': -1}}");
    refuses("1.4", "{'A': {'levels': '0/0/0'}}");
    refuses("1.4", "{'A': {'levels': '0/0/0/5'}}");
    refuses("3", "{'A': {'arrow': 1}}");
    refuses("7.1.1", "{'A': 1}");
}

static void test_row(void **state)
{
    (void)state;
    given("{'row': 'P(3) rhino E(1) M P+ E+ M+'}");
    expect("row", "P(3) rhino E(1) M P+ E+ M+");
    expect("box", "6");
    refuses("7.1", "{'row': 'P E M P+ E+ M+ mammoth'}");
    refuses("7.1", "{'row': 'P(x) E M P+ E+ M+'}");
    refuses("3", "{'row': 'P E M P+ E+'}");
    refuses("3", "{'row': 'P P E M P+ E+ M+'}");
    refuses("3", "{'row': 'P(20) E M P+ E+ M+'}"); /* too many shells in all */
    refuses("1.1", "{'row': 'P(21) E M P+ E+ M+'}");
}

static void test_boards(void **state)
{
    (void)state;
    given("{'stones': {'1.2': 'BA', '2.2': 'B'}, 'links': ['1.2>2.3', '2.4>3.3']}");
    expect("stones.1.2", "\"BA\"");
    expect("up", "2.2 3.2");
    expect("links", "[\"1.2>2.3\",\"2.4>3.3\"]");
    refuses("7.1", "{'stones': {'4.1': 'A'}}");
    refuses("7.1", "{'stones': {'1.1': 'C'}}");
    refuses("4.6", "{'stones': {'1.1': 'AA'}}");
    refuses("3", "{'stones': {'2.1': 'A'}}"); /* face down */
    refuses("A29", "{'links': ['1.2>2.2']}");
    refuses("A29", "{'links': ['1.2>3.3']}");
    refuses("A29", "{'links': ['1.1>2.4']}");
    refuses("7.1.1", "{'links': ['1.2-2.3']}");
    refuses("7.1", "{'grid': {'1.1': 'riding'}}");
    refuses("7.1", "{'grid': {'1.1': 'cooking', '1.2': 'cooking'}}");
    refuses("7.1", "{'grid': {'1.1': 'mammoth'}}");
    /* A board named elsewhere makes room: the slot it leaves gets one that is left. */
    given("{'grid': {'1.1': 'cooking'}}");
    const struct tribes_state *s = tribes_of(&bench.state);
    const struct tribes_tables *t = tribes_tables(&bench.setup);
    assert_string_equal(t->board[s->board[0]].id, "cooking");
    assert_string_equal(t->board[s->board[1]].id, "hunting");
    assert_string_equal(t->board[s->board[2]].id, "leather");
}

static void test_course(void **state)
{
    (void)state;
    refuses("3", "{'round': 0}");
    refuses("4.9", "{'round': 101}");
    refuses("3", "{'executed3': 9}");
    refuses("7.1.1", "{'phase': 'FOUND', 'turn': 'B'}");
    refuses("2.2", "{'phase': 'FOUND', 'start': {'A': 'GGW'}}");
    refuses("2.2", "{'phase': 'FOUND', 'start': {'A': 'GHWO'}}");
    refuses("7.1.1", "{'phase': 'FOUND', 'A': {'land': 'd4:G1 e4:W d5:O'}}");
    given("{'players': 3, 'phase': 'FOUND'}"); /* set-up is done, so its bonus points are there */
    expect("C.points", "1");
    expect("A.reserve", "15");
}

static void test_bag_and_stacks(void **state)
{
    (void)state;
    given("{'bag': 'G0 H1 W2 O3 I4'}");
    expect("bag", "G0 H1 W2 O3 I4");
    given("{'A': {'land': 'd4:G1 e4:G d5:G c4:G c5:G d3:G e3:G f3:G f4:G e5:G'}, 'draw': 'GG'}");
    expect("bag", "G2 H10 W9 O9 I10"); /* what the script needs is there */
    refuses("7.1.1", "{'bag': 'G0 H1 W2 O3'}");
    refuses("7.1.1", "{'bag': 'G0 H1 W2 O3 I4 I4'}");
    refuses("7.1.1", "{'bag': 'G0 H1 W2 O3 I99'}");
    refuses("7.1.1", "{'bag': 'G0 H0 W0 O0 I0', 'draw': 'G'}");
    refuses("7.1.1", "{'draw': 'GX'}");
    refuses("7.1.1", "{'events': {'4': []}}");
    refuses("7.1.1", "{'events': {'1': ['feast']}}");
    refuses("7.1.1", "{'events': {'1': ['rhino', 'rhino']}}");
    refuses("3", "{'events': {'1': ['rhino']}, 'row': 'rhino P E M P+ E+ M+'}");
    given("{'row': 'rhino P E M P+ E+ M+'}");
    expect("unseen_events", "[7,8,8]");
    given("{'events': {'2': ['feast']}}");
    expect("unseen_events", "[8,1,8]");
}

static void test_foretelling(void **state)
{
    (void)state;
    given("{'row': 'P+ E M P E+ M+', 'events': {'1': ['trek', 'fever']}, 'grid': {'2.3': 'starlore'}}");
    play("T1 C1.3");
    expect("row", "E M P E+ M+ trek P+");
    assert_string_equal(tribes_tables(&bench.setup)->board[tribes_of(&bench.state)->board[6]].id, "starlore");
    /* In SETUP only what is named is foretold. */
    given("{'phase': 'SETUP', 'draw': 'GGHWOIW', 'row': 'M E P P+ E+ M+', 'grid': {'1.1': 'cooking'}}");
    play("");
    expect("A.land", "d4:G e4:H d5:W");
    expect("B.land", "d4:W e4:O d5:I");
    expect("row", "M E P P+ E+ M+");
    expect_due("SETUP *");
    play("?1.2=hunting");
}

/* The standard order of the stacks and the standard grid. */
static void test_standard_stacks(void **state)
{
    (void)state;
    given("{'players': 3, 'row': 'P+ E+ M+ P E M', 'A': {'land': 'd4:H1 e4:W d5:O'}, 'B': {'land': 'd4:H1 e4:W d5:O'}, "
          "'C': {'land': 'd4:W1 e4:H d5:O'}}");
    play("T1 C1.1 T1 C1.1 T1 C1.2");
    expect("row", "P E M rhino P+ rivals E+ sabretooth M+");
}

/* 5.1: a turn on a line. */
static void test_lines_of_a_record(void **state)
{
    (void)state;
    static const char *const wanted[] = {"T3", "~W", "~O", "O@f4", "W@g4"};
    const char *line = "T3 {explore} ~WO {two tiles} O@f4  W@g4 {done}";
    int at = 0;
    int seat;
    given("{}");
    for (int i = 0; i < 5; i++) {
        char text[32];
        struct ochre_text move = text_on(text, sizeof text);
        assert_true(tribes_cases.speak(&bench.setup, (const struct ochre_view *)&bench.state, line, &at, &seat, &move));
        assert_string_equal(text, wanted[i]);
    }
    assert_false(tribes_cases.speak(&bench.setup, (const struct ochre_view *)&bench.state, line, &at, &seat, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),        cmocka_unit_test(test_numbers_of_players),
        cmocka_unit_test(test_unknown_fields),  cmocka_unit_test(test_land),
        cmocka_unit_test(test_seats),           cmocka_unit_test(test_row),
        cmocka_unit_test(test_boards),          cmocka_unit_test(test_course),
        cmocka_unit_test(test_bag_and_stacks),  cmocka_unit_test(test_foretelling),
        cmocka_unit_test(test_standard_stacks), cmocka_unit_test(test_lines_of_a_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
