/* test_events.c: every effect, condition and tie of the event vocabulary (1.7), also those the built-in pack does not
 * use. The event herds is replaced by the clauses of each test. */
#include "unit/tribes/tribes_bench.h"

#define PLAIN_ROW "'row': 'herds P E M P+ E+ M+'"

/* Three seats; the clauses, then what else the position says. A takes herds. */
static void herds(const char *clauses, const char *more)
{
    char position[2048];
    snprintf(position, sizeof position,
             "{'players': 3, " PLAIN_ROW ", 'pack_events': [{'id': 'herds', 'epoch': 1, 'name': {'en': 'Test'}, "
             "'text': {'en': 'Test.'}, 'clauses': [%s]}]%s}",
             clauses, more);
    given(position);
    play("T1");
}

#define A_(fields) ", 'A': {" fields "}"
#define B_(fields) ", 'B': {" fields "}"
#define C_(fields) ", 'C': {" fields "}"
#define TWO_MEMBERS "d4:G1 e4:W1 d5:O"

static void test_points(void **state)
{
    (void)state;
    herds("{'who':'all','do':'gain_points','n':15}", A_("'points':1"));
    expect("A.points", "16");
    expect("C.points", "15");
    herds("{'who':'others','do':'lose_points','n':3}", A_("'points':5") B_("'points':5") C_("'points':2"));
    expect("A.points", "5");
    expect("B.points", "2");
    expect("C.points", "0"); /* A35 */
}

static void test_gain_members(void **state)
{
    (void)state;
    herds("{'who':'self','do':'gain_members','n':2}", A_("'land':'d4:G9 e4:W5 d5:O'"));
    expect_moves("+d4 +e4");
    play("+e4"); /* the reserve is empty: no relocation (A43) */
    expect_due("TAKE B");
    expect("A.reserve", "0");
}

static void test_lose_members(void **state)
{
    (void)state;
    herds("{'who':'all','do':'lose_members','n':2}", A_("'land':'" TWO_MEMBERS "'") B_("'land':'d4:G3 e4:W d5:O'"));
    expect_moves("-d4 -e4");
    play("-d4"); /* A42 */
    expect_due("LOSE B");
    play("-d4 -d4");
    expect("B.land", "d4:G1 e4:W d5:O");
    expect("B.reserve", "14");
    expect_due("TAKE B"); /* C has one member */
}

static void test_draw_land(void **state)
{
    (void)state;
    herds("{'who':'self','do':'draw_land','n':3}",
          ", 'bag': 'G1 H0 W0 O0 I0'" A_("'land':'d4:G1 e4:W! d5:O!','levels':'0/4/0/0'"));
    play("~G G@c4"); /* value 3, not the own level: two are missing */
    expect_due("RENEW A");
    play("re4 rd5");
    expect_due("TAKE B");
}

static void test_wither(void **state)
{
    (void)state;
    herds("{'who':'all','do':'wither','n':2}", A_("'land':'d4:G1 e4:W d5:O!'"));
    expect_moves("xe4");
    play("xe4"); /* A41: only one was left */
    expect_due("WITHER B");
    assert_string_equal(why("."), "N17");
    play("xe4 xd5");
    expect_due("WITHER C");
}

static void test_renew_and_steps(void **state)
{
    (void)state;
    herds("{'who':'self','do':'renew','n':2},{'who':'self','do':'steps','n':2}", A_("'land':'d4:G1 e4:W! d5:O!'"));
    expect_moves(". re4 rd5");
    play("re4 .");
    expect_due("STEP A");
    play("d4-e4 e4-d4");
    expect_due("TAKE B");
    expect("A.land", "d4:G1 e4:W d5:O!");
}

static void test_shells(void **state)
{
    (void)state;
    herds("{'who':'self','do':'take_shells','n':2}", A_("'shells':0") B_("'shells':1") C_("'shells':5"));
    expect("A.shells", "3");
    expect("B.shells", "0");
    expect("C.shells", "3");
    expect("box", "14");
    /* All take in turn: A 2 from each, then B from C and A, then C from A and B. */
    herds("{'who':'all','do':'take_shells','n':2}", A_("'shells':3") B_("'shells':3") C_("'shells':3"));
    expect("A.shells", "3");
    expect("B.shells", "2");
    expect("C.shells", "4");
    herds("{'who':'all','do':'gain_shells','n':4}", "");
    expect("A.shells", "9"); /* the box held 5 */
    expect("B.shells", "6");
    expect("C.shells", "5");
    expect("box", "0");
    herds("{'who':'self','do':'lose_shells','n':7}", "");
    expect("A.shells", "0");
    expect("box", "10");
}

static void test_tracks(void **state)
{
    (void)state;
    herds("{'who':'self','do':'raise','track':'exploration','n':3},{'who':'others','do':'lower','track':'strength','n':"
          "2}",
          A_("'levels':'0/2/0/3'") B_("'levels':'0/0/0/3'") C_("'levels':'0/0/0/1'"));
    expect("A.levels", "0/4/0/3");
    expect("B.levels", "0/0/0/1");
    expect("C.levels", "0/0/0/0");
}

static void test_perform(void **state)
{
    (void)state;
    herds("{'who':'self','do':'perform','action':'procreate'}", A_("'land':'d4:G8 e4:W6 d5:O','levels':'1/0/0/0'"));
    play("+d4");
    expect_due("LIFT A"); /* unlike gain_members */
    play("-d4 +e4");
    expect_due("TAKE B");
    herds("{'who':'others','do':'perform','action':'move'}", C_("'levels':'0/0/1/0'"));
    expect_due("STEP B");
    play(". d4-e4 e4-d5");
    expect_due("TAKE B");
    expect("C.land", "d4:G e4:W d5:O1");
}

static void test_pick(void **state)
{
    (void)state;
    herds("{'who':'all','do':'pick','options':[{'do':'gain_points','n':1},{'do':'draw_land','n':1},"
          "{'do':'perform','action':'move'},{'do':'raise','track':'strength','n':1}]}",
          "");
    expect_moves("#1 #2 #3 #4");
    play("#2 ~G G@c4");
    expect_due("PICK B");
    play("#3 .");
    play("#4");
    expect("C.levels", "0/0/0/1");
    expect_due("TAKE B");
}

static void test_no_clauses(void **state)
{
    (void)state;
    herds("", "");
    expect_due("TAKE B");
    expect("row", "P E M P+ E+ M+");
}

/* ---- conditions ---- */

/* Which seats gain a point from this clause. */
static void expect_targets(const char *clause, const char *more, const char *expected)
{
    char clauses[512];
    char found[8];
    int count = 0;
    snprintf(clauses, sizeof clauses, "{%s,'do':'raise','track':'procreation','n':1}", clause);
    herds(clauses, more);
    for (int seat = 0; seat < 3; seat++)
        if (tribes_of(&bench.state)->seat[seat].level[0] == 1)
            found[count++] = (char)('A' + seat);
    found[count] = '\0';
    assert_string_equal(found, expected);
}

#define STRENGTHS(a, b, c) A_("'levels':'0/0/0/" a "'") B_("'levels':'0/0/0/" b "'") C_("'levels':'0/0/0/" c "'")

static void test_relations(void **state)
{
    (void)state;
    expect_targets("'who':'all','if':'strongest','tie':'each'", STRENGTHS("2", "1", "2"), "AC");
    expect_targets("'who':'all','if':'weakest'", STRENGTHS("2", "1", "2"), "B");
    expect_targets("'who':'all','if':'not_strongest'", STRENGTHS("2", "1", "0"), "BC");
    expect_targets("'who':'all','if':'not_weakest'", STRENGTHS("2", "1", "0"), "AB");
    expect_targets("'who':'all','if':{'of':'strength','is':'ge','k':1}", STRENGTHS("2", "1", "0"), "AB");
    expect_targets("'who':'all','if':{'of':'strength','is':'le','k':1}", STRENGTHS("2", "1", "0"), "BC");
    /* Everybody is both when all are equal. */
    expect_targets("'who':'all','if':'strongest','tie':'each'", "", "ABC");
    expect_targets("'who':'all','if':'weakest','tie':'each'", "", "ABC");
    expect_targets("'who':'all','if':'not_weakest'", "", "");
}

static void test_A31_A33_who(void **state)
{
    (void)state;
    expect_targets("'who':'self','if':'strongest'", STRENGTHS("1", "2", "0"), "");
    expect_targets("'who':'self','if':'strongest'", STRENGTHS("2", "2", "0"), "A");
    expect_targets("'who':'others'", "", "BC");
    expect_targets("'who':'all','if':'not_strongest'", STRENGTHS("2", "1", "1"), "BC"); /* A33 */
    expect_targets("'given':'strongest','who':'others'", STRENGTHS("2", "1", "1"), "BC");
    expect_targets("'given':'strongest','who':'others'", STRENGTHS("0", "1", "1"), "");
    expect_targets("'given':'weakest','who':'all','if':'strongest','tie':'each'", STRENGTHS("0", "1", "1"), "BC");
}

static void test_A32_ties(void **state)
{
    (void)state;
    expect_targets("'who':'all','if':'strongest'", STRENGTHS("1", "1", "0"), "A");
    expect_targets("'who':'all','if':'strongest'", STRENGTHS("0", "1", "1"), "");  /* the taker is not among them */
    expect_targets("'who':'all','if':'strongest'", STRENGTHS("0", "1", "0"), "B"); /* no tie */
    expect_targets("'who':'others','if':'weakest'", STRENGTHS("0", "0", "0"), "");
    expect_targets("'who':'others','if':'weakest'", STRENGTHS("0", "1", "0"),
                   "C"); /* one candidate: no tie among them */
    expect_targets("'who':'others','if':'weakest','tie':'each'", STRENGTHS("0", "0", "0"), "BC");
    expect_targets("'who':'all','if':{'of':'land','is':'min'}", "", "A");
    expect_targets("'who':'all','if':'not_strongest'", STRENGTHS("3", "1", "1"), "BC"); /* not_max singles out nobody */
}

static void test_measures(void **state)
{
    (void)state;
#define MOST(measure) "'who':'all','if':{'of':'" measure "','is':'max'}"
    expect_targets(MOST("exploration"), B_("'levels':'0/1/0/0'"), "B");
    expect_targets(MOST("movement"), C_("'levels':'0/0/1/0'"), "C");
    expect_targets(MOST("members"), B_("'land':'d4:G2 e4:W1 d5:O'") C_("'land':'d4:G2 e4:W d5:O'"), "B");
    expect_targets(MOST("land"), C_("'land':'c5:H d4:G1 e4:W d5:O'") B_("'land':'c5:H! d4:G1 e4:W d5:O'"), "C");
    expect_targets(MOST("exhausted"), B_("'land':'d4:G1 e4:W! d5:O'"), "B");
    expect_targets(MOST("shells"), C_("'shells':6"), "C");
    expect_targets(MOST("points"), B_("'points':6"), "B");
    expect_targets(MOST("stones"), ", 'stones': {'1.1': 'C'}", "C");
}

/* Conditions are looked at when the clause starts, for all targets together; the next clause looks again. */
static void test_conditions_at_the_start(void **state)
{
    (void)state;
    herds("{'who':'all','if':{'of':'points','is':'min'},'tie':'each','do':'gain_points','n':3}",
          A_("'points':0") C_("'points':1"));
    expect("A.points", "3");
    expect("B.points", "3");
    expect("C.points", "1");
    herds("{'who':'self','do':'gain_points','n':2},{'who':'self','if':{'of':'points','is':'max'},'do':'gain_points','n'"
          ":1}",
          B_("'points':2"));
    expect("A.points", "3");
}

/* A40: the activator first, then clockwise; each finishes before the next. */
static void test_A40_order(void **state)
{
    (void)state;
    given("{'players': 3, 'turn': 'B', 'row': 'trek P E M P+ E+ M+'}");
    play("T1");
    expect_due("STEP B");
    play(".");
    expect_due("STEP C");
    play(".");
    expect_due("STEP A");
    play(".");
    expect_due("TAKE C");
}

/* 4.7, A34: epoch 3 counts, with or without effect; earlier epochs do not. */
static void test_A34_retiring(void **state)
{
    (void)state;
    given("{'A': {'levels': '0/0/0/1'}, 'row': 'pestilence feast P E M P+ E+ M+'}");
    play("T1"); /* A is not weakest */
    expect("executed3", "1");
    expect("display", "[\"pestilence\"]");
    play("T1");
    expect("executed3", "1");
    expect("row", "P E M P+ E+ M+");
}

/* A32 has no meaning for one's own events; A36: the owner chooses. */
static void test_A36_owner_chooses(void **state)
{
    (void)state;
    given("{'A': {'levels': '0/0/0/1'}, 'B': {'land': 'd4:G1 e4:W1 d5:O1'}, 'row': 'fever P E M P+ E+ M+'}");
    play("T1");
    expect_due("LOSE B");
    assert_string_equal(why_of(0, "-d4"), "N18");
    play("-d5");
    expect_due("TAKE B");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_gain_members),
        cmocka_unit_test(test_lose_members),
        cmocka_unit_test(test_draw_land),
        cmocka_unit_test(test_wither),
        cmocka_unit_test(test_renew_and_steps),
        cmocka_unit_test(test_shells),
        cmocka_unit_test(test_tracks),
        cmocka_unit_test(test_perform),
        cmocka_unit_test(test_pick),
        cmocka_unit_test(test_no_clauses),
        cmocka_unit_test(test_relations),
        cmocka_unit_test(test_A31_A33_who),
        cmocka_unit_test(test_A32_ties),
        cmocka_unit_test(test_measures),
        cmocka_unit_test(test_conditions_at_the_start),
        cmocka_unit_test(test_A40_order),
        cmocka_unit_test(test_A34_retiring),
        cmocka_unit_test(test_A36_owner_chooses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
