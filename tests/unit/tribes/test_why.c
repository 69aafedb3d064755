/* test_why.c: every prohibition (4.12), and which comes first when several apply. */
#include "rules/rules.h"
#include "unit/tribes/tribes_bench.h"

#define refused(rule, move) assert_string_equal(why(move), rule)

static void test_N1_N12_taking(void **state)
{
    (void)state;
    given("{'A': {'shells': 2}, 'row': 'winter P M E M+ E+ P+'}");
    refused("", "T1");
    refused("", "T3");
    refused("N1", "T4");
    refused("N12", "T8"); /* no such tile, so its price does not matter */
    refused("N12", "T31");
    refused("N12", "T0");
    refused("", "T2=P");
    refused("N12", "T2=M");
    refused("N12", "T2=mammoth");
    refused("N1", "T5=E+"); /* too far and another one: the lower number */
    refused("", "T1=winter");
    refused("notation", "T");
    refused("notation", "T2=");
    refused("notation", "T2 ");
    refused("notation", "t2");
}

static void test_N2_to_N7_N13_achieving(void **state)
{
    (void)state;
    const char *position = "{'players': 3, 'A': {'land': 'd4:O1 e4:W1 d5:G'}, 'row': 'P+ E M M+ E+ P', "
                           "'stones': {'1.2': 'A', '1.3': 'B', '1.4': 'A', '2.2': 'A', '2.3': 'B'}}";
    given(position);
    play("T1");
    expect_moves("A C1.1 C1.3 C2.3<2 C2.3<4 C2.4");
    refused("N3", "C1.2");
    refused("N4", "C2.1");
    refused("N4", "C2.1<2"); /* face down before the arrow is looked at */
    refused("N4", "C3.1");
    refused("N5", "C2.3");
    refused("N5", "C3.3"); /* weaving needs goats too, but N5 is lower */
    refused("N6", "C3.3<2");
    refused("N7", "C3.2");    /* one genuine of three, but two tiles only */
    refused("N13", "C1.1<2"); /* epoch 1 is open */
    refused("N13", "C2.4<3");
    refused("N13", "C2.3<1"); /* no neighbouring column */
    refused("N13", "C2.3<3");
    refused("notation", "C4.1");
    refused("notation", "C1.5");
    refused("notation", "C1.1<5");
    refused("notation", "C1");
    play("C2.3<2");
    given("{'A': {'land': 'd4:O1 e4:O1 d5:G', 'arrow': false}, 'row': 'P+ E M M+ E+ P', 'stones': {'1.2': 'A', '1.3': "
          "'B'}}");
    play("T1");
    refused("N13", "C2.3<2"); /* used */
    refused("N5", "C2.3");
    given("{'A': {'land': 'd4:O1 e4:O1 d5:G'}, 'row': 'P+ E M M+ E+ P', 'stones': {'1.2': 'A', '1.3': 'B'}}");
    play("T1");
    refused("N13", "C2.3<4"); /* no stone on the source */
    /* N7 for epoch 1: not one fresh tile. */
    given("{'A': {'land': 'd4:O!1 e4:O d5:G'}, 'row': 'P+ E M M+ E+ P'}");
    play("T1");
    refused("N7", "C1.1");
}

static void test_N2_while_a_tile_is_in_use(void **state)
{
    (void)state;
    given("{'row': 'M winter P+ E P E+ M+'}");
    refused("N18", "C1.1"); /* no tile taken yet */
    refused("N18", "A");
    play("T1");
    refused("N2", "C1.1");
    refused("N2", "C2.1"); /* N4 too: the lower */
    play(". T1");
    refused("N2", "C1.1"); /* an event has no hand either */
    play("xe4 xe4 T1 A");
    refused("N18", "C1.1"); /* it would be possible, but the action is chosen */
    refused("N4", "C2.1");
    refused("N18", "A");
}

static void test_N8_N18_births(void **state)
{
    (void)state;
    given("{'A': {'land': 'd4:G10 e4:W4 d5:O', 'levels': '1/0/0/0'}, 'row': 'P E M M+ E+ P+'}");
    play("T1");
    refused("N8", "+d5");
    refused("N8", "+c4"); /* no land there, but that is not asked */
    refused("N11", "+a1");
    refused("N18", "-d4");
    refused("N17", ".");
    play("+d4");
    refused("N8", "-d5");
    refused("N11", "-b2");
    refused("N18", "+d4");
    refused("", ".");
    play("-e4");
    refused("N8", "+d5");
    refused("N18", "+e4"); /* others of e4 stay there: no such choice */
    refused("N17", ".");
    given("{'A': {'land': 'd4:G14 e4:W1 d5:O'}, 'row': 'P E M M+ E+ P+'}");
    play("T1 -e4");
    refused("N8", "+e4"); /* it was the last one there */
}

static void test_N9_N14_walking(void **state)
{
    (void)state;
    given("{'A': {'land': 'd4:G1 e4:W f4:H d5:O'}, 'row': 'M E P M+ E+ P+'}");
    play("T1");
    refused("", "d4-e4");
    refused("N8", "e4-d4");
    refused("N8", "f4-d4"); /* and no neighbours: the lower */
    refused("N9", "d4-f4");
    refused("N9", "d4-d4");
    refused("N9", "d4-h4"); /* and no land: the lower */
    refused("N14", "d4-c4");
    refused("N11", "d4-a1");
    refused("N11", "a3-d4");
    refused("notation", "d4-i9");
    refused("notation", "d4");
    refused("N18", "+d4");
    refused("N18", "T1");
}

static void test_N6_N9_N14_laying(void **state)
{
    (void)state;
    given("{'row': 'E P M M+ E+ P+', 'draw': 'W'}");
    play("T1");
    refused("N6", "G@c4");
    refused("N6", "G@a4"); /* and far away: the lower */
    refused("N9", "W@a4");
    refused("N14", "W@d4");
    refused("N11", "W@a1");
    refused("N11", "G@a1"); /* N11 comes first */
    refused("N17", ".");
    refused("notation", "X@d4");
    refused("notation", "W@");
}

static void test_N10_N14_N15_withering(void **state)
{
    (void)state;
    given("{'A': {'land': 'd4:G1 e4:W! f4:H!1 d5:O'}, 'row': 'winter E P M M+ E+ P+'}");
    play("T1");
    refused("", "xd5");
    refused("N10", "xd4");
    refused("N10", "xf4"); /* exhausted too: the lower */
    refused("N14", "xc4");
    refused("N15", "xe4");
    refused("N11", "xa1");
    refused("N17", ".");
    refused("N18", "re4");
}

static void test_N10_N14_N15_renewing(void **state)
{
    (void)state;
    given("{'A': {'land': 'd4:G!1 e4:W! d5:O'}, 'row': 'fallow E P M M+ E+ P+'}");
    play("T1");
    refused("", "re4");
    refused("", ".");
    refused("N10", "rd4");
    refused("N14", "rc4");
    refused("N15", "rd5");
    refused("N11", "ra1");
    refused("N18", "xd5");
}

static void test_N8_N15_N16_wild(void **state)
{
    (void)state;
    given("{'A': {'land': 'c4:H!1 d4:G1 e4:W1 f4:I1 d5:O'}, 'stones': {'1.3': 'A', '2.3': 'A'}, 'row': 'P+ E P M M+ "
          "E+'}");
    play("T1 C3.3");
    refused("", "xe4");
    refused("N8", "xd5");
    refused("N8", "xb4"); /* no land either: the lower */
    refused("N15", "xc4");
    refused("N16", "xd4");
    refused("N11", "xa1");
    refused("N17", ".");
    refused("N18", "A");
}

static void test_N14_founding(void **state)
{
    (void)state;
    given("{'phase': 'FOUND', 'start': {'A': 'GHW', 'B': 'WOI'}, 'row': 'P M+ E P+ M E+'}");
    refused("", "+d5");
    refused("N14", "+c4");
    refused("N11", "+a1");
    refused("N17", ".");
    refused("N18", "-d4");
    refused("N18", "S:GHW");
}

static void test_N18_choices(void **state)
{
    (void)state;
    given_with("start_arrangement=choose",
               "{'phase': 'ARRANGE', 'start': {'A': 'GHW', 'B': 'WOI'}, 'row': 'P M+ E P+ M E+'}");
    refused("", "S:WHG");
    refused("N18", "S:WOI");
    refused("N18", "S:GGH");
    refused("notation", "S:GH");
    refused("notation", "S:GHWO");
    refused("N17", ".");
    refused("N18", "#1");
    given("{'row': 'herds P E M M+ E+ P+', 'pack_events': [{'id': 'herds', 'epoch': 1, 'name': {'en': 'T'}, 'text': "
          "{'en': 'T'}, "
          "'clauses': [{'who': 'self', 'do': 'pick', 'options': [{'do': 'gain_points', 'n': 1}, {'do': 'gain_points', "
          "'n': 2}]}]}]}");
    play("T1");
    refused("", "#2");
    refused("N18", "#3");
    refused("N18", "#0");
    refused("N18", "#9");
    refused("N17", ".");
    refused("N18", "+d4");
}

static void test_N18_who_is_asked(void **state)
{
    (void)state;
    given("{'row': 'P E M M+ E+ P+'}");
    assert_string_equal(why_of(1, "T1"), "N18");
    assert_string_equal(why_of(1, "."), "N18");
    assert_string_equal(why_of(OCHRE_CHANCE, "~G"), "N18");
    given("{'phase': 'OVER'}");
    assert_string_equal(why_of(0, "T1"), "N18");
    assert_string_equal(why_of(0, "C1.1"), "N18");
    given("{'phase': 'SETUP'}");
    assert_string_equal(why_of(0, "T1"), "N18");
    assert_string_equal(why("=P"), "N18"); /* chance: land first */
    assert_string_equal(why("?1.1=cooking"), "N18");
    assert_string_equal(why("!rhino"), "N18");
    assert_string_equal(why("~X"), "notation");
    assert_string_equal(why("?1.1=cook"), "notation");
}

/* Every number is answered without harm, and legal exactly if nothing forbids it. */
static void test_every_number(void **state)
{
    (void)state;
    static const char *const positions[] = {
        "{}", "{'phase': 'SETUP'}", "{'phase': 'OVER'}", "{'phase': 'FOUND'}",
        "{'players': 4, 'stones': {'1.1': 'AB', '1.2': 'A', '2.1': 'B'}, 'A': {'land': 'd4:H2 e4:G1 d5:O'}}"};
    struct ochre_rng rng;
    rng_seed(&rng, 5);
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        given(positions[i]);
        for (int step = 0; step < 150; step++) {
            ochre_action list[TRIBES_LEGAL_MAX];
            ochre_seats pending = tribes_rules.pending(&bench.setup, &bench.state);
            for (int seat = 0; seat < bench.setup.seats; seat++) {
                int count = tribes_rules.legal(&bench.setup, &bench.state, seat, list);
                for (ochre_action action = 0; action < TRIBES_ACTIONS + 3; action++) {
                    char words[256];
                    struct ochre_text text = text_on(words, sizeof words);
                    const char *rule =
                        tribes_why_not(&bench.setup, (const struct ochre_view *)&bench.state, seat, action, &text);
                    assert_true((rule == NULL) == legal_has(list, count, action));
                    assert_true((rule == NULL) == (words[0] == '\0'));
                }
            }
            if (!pending)
                break;
            int seat = seats_first(pending);
            int count = tribes_rules.legal(&bench.setup, &bench.state, seat, list);
            ochre_action action = seat == OCHRE_CHANCE ? chance_sample(&bench.setup, &bench.state, list, count, &rng)
                                                       : list[rng_below(&rng, (uint32_t)count)];
            tribes_rules.apply(&bench.setup, &bench.state, seat, action, NULL);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_N1_N12_taking),
        cmocka_unit_test(test_N2_to_N7_N13_achieving),
        cmocka_unit_test(test_N2_while_a_tile_is_in_use),
        cmocka_unit_test(test_N8_N18_births),
        cmocka_unit_test(test_N9_N14_walking),
        cmocka_unit_test(test_N6_N9_N14_laying),
        cmocka_unit_test(test_N10_N14_N15_withering),
        cmocka_unit_test(test_N10_N14_N15_renewing),
        cmocka_unit_test(test_N8_N15_N16_wild),
        cmocka_unit_test(test_N14_founding),
        cmocka_unit_test(test_N18_choices),
        cmocka_unit_test(test_N18_who_is_asked),
        cmocka_unit_test(test_every_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
