/* test_rules.c: is each rule and ruling right? Named by their numbers in docs/rules/tribes.md. */
#include "rules/rules.h"
#include "unit/tribes/tribes_bench.h"

#define ROW(row) "'row': '" row "'"

/* ---- set-up ---- */

static void test_1_3_region(void **state)
{
    (void)state;
    int cells = 0;
    for (int row = -1; row < 9; row++)
        for (int column = -1; column < 9; column++)
            cells += tribes_cell_at(column, row) >= 0;
    assert_int_equal(cells, 48);
    assert_int_equal(tribes_cell_at(3, 3), TRIBES_D4);
    assert_int_equal(tribes_cell_at(4, 3), TRIBES_E4);
    assert_int_equal(tribes_cell_at(3, 4), TRIBES_D5);
    assert_string_equal(tribes_cell_name(0), "d1");
    assert_string_equal(tribes_cell_name(47), "d8");
    given("{}");
    const struct tribes_tables *t = tribes_tables(&bench.setup);
    static const char *const around_d4[] = {"e4", "e3", "d3", "c4", "c5", "d5"};
    for (int d = 0; d < 6; d++)
        assert_string_equal(tribes_cell_name(t->neighbour[TRIBES_D4][d]), around_d4[d]);
    int pairs = 0;
    for (int a = 0; a < 48; a++)
        for (int d = 0; d < 6; d++) {
            int b = t->neighbour[a][d];
            if (b == TRIBES_NO_CELL)
                continue;
            pairs++;
            assert_int_equal(t->neighbour[b][(d + 3) % 6], a);
        }
    assert_int_equal(pairs, 2 * 3 * 40); /* the region looks the same along its three axes */
}

static void test_2_2_order_of_chance(void **state)
{
    (void)state;
    given("{'phase': 'SETUP'}");
    expect_due("SETUP *");
    expect_moves("~G ~H ~W ~O ~I");
    play("~I ~I ~G ~I ~O");             /* A3: duplicates return at once */
    expect("A.land", "d4:G e4:O d5:I"); /* A2: in resource order */
    expect("bag", "G9 H10 W10 O9 I9");
    play("~W ~H ~G");
    expect("B.land", "d4:G e4:H d5:W");
    expect_moves("=P =E =M =P+ =E+ =M+");
    play("=M+ =E");
    expect_moves("=P =M =P+ =E+");
    play("=P =M =P+");
    expect_moves("=E+"); /* a single outcome is a move too */
    play("=E+");
    expect("row", "M+ E P M P+ E+");
    expect_moves("?1.1=leather ?1.1=hunting ?1.1=cooking ?1.1=jewellery ?1.1=shamanism");
    play("?1.1=cooking ?1.2=leather ?1.3=shamanism");
    expect_moves("?1.4=hunting ?1.4=jewellery");
    play("?1.4=jewellery");
    expect_due("FOUND A"); /* A4 */
    expect_moves("+d4 +e4 +d5");
}

/* A1, A49, A44: who is named begins, draws, founds and closes the rounds before the others; points go by that order. */
static void test_A1_a_seat_begins(void **state)
{
    (void)state;
    given_with("first=p3", "{'players': 3, 'phase': 'SETUP'}");
    expect("first", "C");
    expect("B.points", "1");
    expect("A.points", "0");
    play("~G ~H ~W");
    expect("C.land", "d4:G e4:H d5:W");
    play("~G ~H ~W ~G ~H ~W =P =E =M =P+ =E+ =M+ ?1.1=cooking ?1.2=leather ?1.3=shamanism ?1.4=jewellery");
    expect_due("FOUND C");
    play("+d4 +d4");
    expect_due("FOUND B");
    play("+d4");
    expect_due("TAKE C");
    given_with("first=p3", "{'players': 3, 'turn': 'A', 'row': 'M E P M+ E+ P+'}");
    play("T1 . T1");
    expect("round", "1");
    given("{'players': 3, 'first': 'C', 'turn': 'B', 'row': 'M E P M+ E+ P+'}");
    play("T1 .");
    expect("round", "2");
    expect_due("TAKE C");
    assert_string_equal(refused_position("{'first': 'C'}"), "7.1.1");
}

/* A1: the lot is a move of chance, before everything else, with the same odds for all; and it is told. */
static void test_A1_the_lot_decides(void **state)
{
    (void)state;
    given_with("first=random", "{'phase': 'SETUP'}");
    expect_moves("~G ~H ~W ~O ~I"); /* a position has no lots */
    tribes_rules.start(&bench.setup, &bench.state);
    expect_due("SETUP *");
    expect_moves("first:p1 first:p2");
    assert_int_equal(tribes_rules.weight(&bench.setup, &bench.state, TRIBES_LOT), 1);
    assert_int_equal(tribes_rules.weight(&bench.setup, &bench.state, TRIBES_LOT + 1), 1);
    play("first:p2");
    assert_string_equal(bench.told, "The lot decides: B begins.\n");
    expect("first", "B");
    expect("A.points", "1");
    expect("B.points", "0");
    expect_moves("~G ~H ~W ~O ~I");
}

static void test_2_2_odds(void **state)
{
    (void)state;
    given("{'phase': 'SETUP'}");
    play("~G ~G");
    assert_int_equal(tribes_rules.weight(&bench.setup, &bench.state, TRIBES_DRAWN + 0), 8);
    assert_int_equal(tribes_rules.weight(&bench.setup, &bench.state, TRIBES_DRAWN + 1), 10);
    play("~H ~W ~G ~H ~W");
    assert_int_equal(tribes_rules.weight(&bench.setup, &bench.state, TRIBES_LINED), 1);
}

static void test_2_3_start(void **state)
{
    (void)state;
    static const char *const points[3] = {"01", "001", "0011"}; /* A49 */
    for (int players = 2; players <= 4; players++) {
        char position[64];
        snprintf(position, sizeof position, "{'players': %d, 'phase': 'SETUP'}", players);
        given(position);
        const struct tribes_state *s = tribes_of(&bench.state);
        for (int seat = 0; seat < players; seat++) {
            assert_int_equal(s->seat[seat].points, points[players - 2][seat] - '0');
            assert_int_equal(s->seat[seat].shells, 5);
            assert_int_equal(s->seat[seat].reserve, 15);
            assert_true(s->seat[seat].arrow);
        }
        assert_int_equal(s->box, 20 - 5 * players);
        assert_int_equal(s->bag_count, 50);
        assert_int_equal(s->round, 1);
    }
}

static void test_4_2_arrange_and_found(void **state)
{
    (void)state;
    given_with("start_arrangement=choose", "{'players': 3, 'phase': 'SETUP'}");
    play("~G ~H ~W ~G ~H ~W ~W ~O ~I =P =E =M =P+ =E+ =M+ ?1.1=leather ?1.2=cooking ?1.3=hunting ?1.4=shamanism");
    expect_due("ARRANGE A");
    expect_moves("S:GHW S:GWH S:HGW S:HWG S:WGH S:WHG");
    play("S:WHG");
    expect("A.land", "d4:W e4:H d5:G");
    play("S:GHW");
    expect_moves("S:WOI S:WIO S:OWI S:OIW S:IWO S:IOW");
    play("S:IWO");
    expect("C.land", "d4:I e4:W d5:O");
    expect_due("FOUND A");
    play("+d5 +d4 +e4");
    expect("A.land", "d4:W e4:H d5:G1");
    expect("B.land", "d4:G1 e4:H d5:W");
    expect("C.reserve", "14");
    expect_due("TAKE A"); /* A1 */
}

/* ---- taking ---- */

static void test_4_3_pay_then_receive(void **state)
{
    (void)state;
    /* A5: the three shells on E do not help to reach it. */
    given("{'A': {'shells': 1}, " ROW("P M E(3) P+ E+ M+") "}");
    expect_moves("T1 T2");
    assert_string_equal(why("T3"), "N1");
    /* A6, A7: all shells are received, events cost too. */
    given("{'A': {'shells': 2}, " ROW("winter M E(3) P P+ E+ M+") ", 'draw': 'G'}");
    play("T3");
    expect("A.shells", "3");
    expect("row", "winter(1) M(1) P P+ E+ M+");
    play("G@c4");
    expect("row", "winter(1) M(1) P P+ E+ M+ E");
}

static void test_4_3_no_passing(void **state)
{
    (void)state;
    given("{'A': {'shells': 0}, " ROW("P M E P+ E+ M+") "}");
    expect_moves("T1");
    given("{'A': {'shells': 9}, 'B': {'shells': 0}, " ROW("P M E P+ E+ M+") "}");
    expect_moves("T1 T2 T3 T4 T5 T6");
}

/* ---- actions ---- */

static void test_4_5_births(void **state)
{
    (void)state;
    /* A10, A11: as many as the level says, also on exhausted land. */
    given("{'A': {'land': 'd4:G!1 e4:W d5:O', 'levels': '2/0/0/0'}, " ROW("P M E P+ E+ M+") "}");
    play("T1");
    expect_moves("+d4");
    assert_string_equal(why("."), "N17");
    play("+d4 +d4 +d4");
    expect("A.land", "d4:G!4 e4:W d5:O");
    expect_due("TAKE B");
}

static void test_A12_A13_relocation(void **state)
{
    (void)state;
    /* Two in reserve, three births: the third is a relocation, over any distance. */
    given("{'A': {'land': 'd4:G5 e4:W f4:H d5:O8', 'levels': '2/0/0/0'}, " ROW("P M E P+ E+ M+") "}");
    expect("A.reserve", "2");
    play("T1 +d5 +d5");
    expect_due("LIFT A");
    expect_moves(". -d4 -d5");
    play("-d4 +d5");
    expect("A.land", "d4:G4 e4:W f4:H d5:O11");
    expect_due("TAKE B");
    /* One inhabited tile: nothing to relocate, the action is over (A9). */
    given("{'A': {'land': 'd4:G15 e4:W d5:O', 'levels': '2/0/0/0'}, " ROW("P M E P+ E+ M+") "}");
    play("T1");
    expect_due("TAKE B");
    expect("row", "M E P+ E+ M+ P");
}

static void test_4_5_lifting_the_last_of_a_tile(void **state)
{
    (void)state;
    given("{'A': {'land': 'd4:G14 e4:W1 d5:O', 'levels': '4/0/0/0'}, " ROW("P M E P+ E+ M+") "}");
    play("T1 -e4 +d4"); /* now one tile holds them all: LIFT is dropped */
    expect_due("TAKE B");
    expect("A.land", "d4:G15 e4:W d5:O");
}

static void test_4_5_exploring(void **state)
{
    (void)state;
    /* A14, A15: every tile is laid, also on one laid just before; all are drawn first. */
    given("{'A': {'levels': '0/2/0/0'}, " ROW("E M P P+ E+ M+") ", 'draw': 'GHI'}");
    play("T1");
    expect("bag", "G7 H9 W8 O8 I9");
    expect("hand", "G1 H1 W0 O0 I1");
    assert_string_equal(why("."), "N17");
    play("H@f4 I@g4 G@h4");
    expect("A.land", "d4:G1 e4:W f4:H g4:I h4:G d5:O");
    expect_due("TAKE B");
    expect("hand", "G0 H0 W0 O0 I0");
}

static void test_A17_A18_empty_bag(void **state)
{
    (void)state;
    given("{'A': {'land': 'd4:G1 e4:W! c5:I! d5:O!1', 'levels': '0/4/0/0'}, 'bag': 'G2 H0 W0 O0 I0', " ROW(
        "E M P P+ E+ M+") "}");
    play("T1 ~G ~G G@c4 G@f4");
    expect_due("RENEW A");
    expect_moves(". re4 rc5"); /* not d5, where a member stands */
    play("rc5");
    expect("A.land", "c4:G d4:G1 e4:W! f4:G c5:I d5:O!1");
    play("re4"); /* three were missing, but nothing is left to renew */
    expect_due("TAKE B");
    /* Nothing to renew and nothing to draw: nothing happens. */
    given("{'bag': 'G0 H0 W0 O0 I0', " ROW("E M P P+ E+ M+") "}");
    play("T1");
    expect_due("TAKE B");
}

static void test_A16_full_territory(void **state)
{
    (void)state;
    given("{'bag': 'G15 H15 W15 O15 I15', 'A': {'levels': '0/4/0/0', 'land': '"
          "d1:G e1:G f1:G g1:G h1:G c2:G d2:G e2:G f2:G g2:G h2:G b3:H c3:H d3:H e3:H f3:H g3:H h3:H "
          "a4:I b4:I c4:I d4:G1 e4:W f4:I g4:I h4:I a5:W b5:W c5:W d5:O e5:W f5:W g5:W a6:O b6:O c6:O d6:O e6:O f6:O "
          "a7:O b7:O c7:O d7:O e7:O a8:H b8:H'}, " ROW("E M P P+ E+ M+") "}");
    play("T1");
    expect_due("DRAW *");
    play("~G ~G"); /* two cells are free, so two are drawn */
    expect_moves("G@c8 G@d8");
    play("G@c8 G@d8");
    expect_due("TAKE B");
}

static void test_4_5_steps(void **state)
{
    (void)state;
    /* A19: any number may share a tile, exhausted or not; `.` ends it, also at once. */
    given("{'A': {'land': 'd4:G1 e4:W!9 d5:O', 'levels': '0/0/1/0'}, " ROW("M E P P+ E+ M+") "}");
    play("T1");
    expect_moves(". d4-e4 d4-d5 e4-d4 e4-d5");
    play("d4-e4");
    expect("A.land", "d4:G e4:W!10 d5:O");
    play(".");
    expect_due("TAKE B");
    given("{" ROW("M E P P+ E+ M+") "}");
    play("T1 .");
    expect("A.land", "d4:G1 e4:W d5:O");
    expect_due("TAKE B");
}

/* ---- achievements ---- */

static void test_A8_hand_without_achievement(void **state)
{
    (void)state;
    given("{'A': {'land': 'd4:G!1 e4:W d5:O'}, " ROW("P+ E M P E+ M+") "}");
    play("T1");
    expect_due("BIRTH A");
    play("+d4");
    expect("row", "E M P E+ M+ P+");
}

static void test_4_4_plain_tile_has_no_choice(void **state)
{
    (void)state;
    given("{" ROW("P E M P+ E+ M+") "}");
    play("T1");
    expect_due("BIRTH A");
    given("{" ROW("P+ E M P E+ M+") "}");
    play("T1");
    expect_due("MODE A");
    play("A");
    expect_due("BIRTH A");
}

static void test_A23_epoch_1_takes_any_land(void **state)
{
    (void)state;
    given("{'A': {'land': 'd4:I1 e4:W d5:O'}, " ROW("P+ E M P E+ M+") "}");
    play("T1");
    expect_moves("A C1.1 C1.2 C1.3 C1.4");
    play("C1.1"); /* hunting needs a horse */
    expect_moves("xd4");
    play("xd4");
    expect("A.land", "d4:I!1 e4:W d5:O");
    expect("A.points", "2");
}

static void test_A20_exhausted_land_is_no_resource(void **state)
{
    (void)state;
    /* Two goats, one of them exhausted, and wheat: the wheat is wild, the exhausted goat is nothing. */
    given("{'A': {'land': 'f3:G!1 d4:G1 e4:W1 d5:O'}, 'stones': {'1.2': 'A'}, " ROW("P+ E M P E+ M+") "}");
    play("T1 C2.2");
    expect_moves("xe4");
    given("{'A': {'land': 'f3:G!1 d4:G!1 e4:W1 d5:O1'}, 'stones': {'1.2': 'A'}, " ROW("P+ E M P E+ M+") "}");
    play("T1");
    assert_string_equal(why("C2.2"), "N6"); /* at least one genuine */
}

static void test_A21_A22_exactly_the_shortage(void **state)
{
    (void)state;
    given("{'A': {'land': 'f3:G1 d4:G1 e4:W1 d5:O1'}, 'stones': {'1.3': 'A', '2.3': 'A'}, " ROW("P+ E M P E+ M+") "}");
    play("T1 C3.3"); /* weaving: three goats, two held: one wild tile, then the stone at once */
    expect_due("WILD A");
    expect_moves("xe4 xd5");
    play("xd5");
    expect_due("TAKE B");
    expect("A.land", "f3:G1 d4:G1 e4:W1 d5:O!1");
}

static void test_4_6_order_of_effects(void **state)
{
    (void)state;
    given("{" ROW("P+ E M P E+ M+") ", 'A': {'land': 'd4:H1 e4:W d5:O'}, 'events': {'1': ['fever', 'trek']}}");
    play("T1 C1.1");
    expect("row", "E M P E+ M+ fever P+"); /* A24 */
    expect("up", "2.1");
    expect("stones.1.1", "\"A\"");
    /* Second stone: event, but no further board. Third: neither. */
    given(
        "{'players': 3, " ROW("P+ E+ M P E M+") ", 'A': {'land': 'd4:H1 e4:W d5:O'}, 'B': {'land': 'd4:H1 e4:W d5:O'}, "
                                                "'stones': {'1.1': 'C'}}");
    play("T1 C1.1");
    expect("row", "E+ M P E M+ rhino P+");
    expect("A.points", "2");
    play("T1 C1.1");
    expect("row", "M P E M+ rhino P+ E+");
    expect("B.points", "1");
    expect("stones.1.1", "\"CAB\"");
}

static void test_5_1_board_before_event(void **state)
{
    (void)state;
    given("{'phase': 'SETUP'}");
    play(
        "~G ~H ~W ~G ~H ~W =P+ =E =M =P =E+ =M+ ?1.1=leather ?1.2=cooking ?1.3=hunting ?1.4=shamanism +d4 +d4 T1 C1.1");
    expect_due("REVEAL *");
    expect_moves("?2.1=cheese ?2.1=riding ?2.1=farming ?2.1=smelting ?2.1=starlore");
    play("?2.1=farming");
    expect_moves("!sabretooth !rhino !rivals !winter !fever !herds !wildfire !trek");
    play("!herds");
    expect_due("TAKE B");
    expect("row", "E M P E+ M+ herds P+");
}

static void test_A25_empty_stack(void **state)
{
    (void)state;
    given("{" ROW("P+ E M P E+ M+") ", 'events': {'1': []}}");
    play("T1 C1.3");
    expect("row", "E M P E+ M+ P+");
    expect("up", "2.3");
}

static void test_A26_top_of_a_track(void **state)
{
    (void)state;
    given("{" ROW("P+ E M P E+ M+") ", 'A': {'levels': '0/0/4/0'}}");
    play("T1 C1.3"); /* leather raises movement */
    expect("A.levels", "0/0/4/0");
    expect("A.points", "2");
}

static void test_A27_to_A30_arrows(void **state)
{
    (void)state;
    const char *position = "{'players': 3, 'turn': '%s', " ROW(
        "P+ E M P E+ M+") ", 'A': {'land': 'd4:O1 e4:O1 d5:G1'}, "
                          "'B': {'land': 'd4:O1 e4:O1 d5:G1'}, 'stones': {'1.2': 'A', '1.3': 'C', '1.4': 'AB'}}";
    char text[512];
    snprintf(text, sizeof text, position, "A");
    given(text);
    play("T1");
    expect_moves("A C1.1 C1.3 C2.2 C2.3<2 C2.3<4"); /* both sides; not where access exists (A28) */
    assert_string_equal(why("C2.2<4"), "N13");
    play("C2.3<4");
    expect("links", "[\"1.4>2.3\"]");
    expect("A.arrow", "false");
    expect("B.arrow", "true");
    /* A30: B has a stone at its lower end and pays nothing; smelting by then has its second space. */
    play("T1 ~G");
    play("G@c4 T1 . T1 +d4 T1");
    expect_due("MODE B");
    play("C2.3");
    expect("B.arrow", "true");
    expect("B.points", "3");
    expect("stones.2.3", "\"AB\"");
}

static void test_A30_link_needs_a_stone_below(void **state)
{
    (void)state;
    given("{'players': 3, " ROW(
        "P+ E M P E+ M+") ", 'A': {'land': 'd4:O1 e4:O1 d5:G1', 'arrow': false}, "
                          "'stones': {'1.2': 'C', '1.3': 'B', '2.3': 'C'}, 'links': ['1.2>2.3']}");
    play("T1");
    expect_moves("A C1.1 C1.2 C1.3 C1.4");
    assert_string_equal(why("C2.3"), "N5");
    assert_string_equal(why("C2.3<2"), "N13");
}

static void test_A29_direction_and_reach(void **state)
{
    (void)state;
    /* A stone on 1.1 reaches 2.2 by arrow, not 2.3; a stone on 1.4 reaches 2.3, not 2.1 around the edge. */
    given("{'players': 3, " ROW("P+ E M P E+ M+") ", 'A': {'land': 'd4:O1 e4:G1 d5:H1'}, "
                                                  "'stones': {'1.1': 'A', '1.2': 'B', '1.3': 'B', '1.4': 'B'}}");
    play("T1");
    expect_moves("A C1.2 C1.3 C1.4 C2.1 C2.2<1");
    given("{'players': 3, " ROW("P+ E M P E+ M+") ", 'A': {'land': 'd4:O1 e4:W1 d5:H1'}, "
                                                  "'stones': {'1.1': 'B', '1.2': 'B', '1.3': 'B', '1.4': 'A'}}");
    play("T1");
    expect_moves("A C1.1 C1.2 C1.3 C2.3<4 C2.4");
}

/* Arrows do not go around the edge of the board: from column 4 nothing leads to column 1, nor back. */
static void test_A29_edges(void **state)
{
    (void)state;
    given("{'A': {'land': 'd4:H1 e4:H1 f4:H1 d5:W1'}, " ROW(
        "P+ E M P E+ M+") ", "
                          "'stones': {'1.1': 'B', '2.1': 'B', '1.4': 'A'}}");
    play("T1");
    expect_moves("A C1.1 C1.2 C1.3 C2.4");
    given("{'A': {'land': 'd4:H1 e4:W1 f4:W1 d5:G1'}, " ROW(
        "P+ E M P E+ M+") ", "
                          "'stones': {'1.1': 'A', '2.1': 'A', '1.4': 'B'}}");
    play("T1");
    expect_moves("A C1.2 C1.3 C1.4 C3.1");
}

/* A30: a link from the left, and one from the right; neither asks for an arrow of one's own. */
static void test_A30_links_from_both_sides(void **state)
{
    (void)state;
    const char *position = "{'players': 3, 'A': {'land': 'd4:O1 e4:O1 d5:G1', 'arrow': false}, " ROW(
        "P+ E M P E+ M+") ", "
                          "'stones': {'1.%d': 'A', '1.3': 'B', '2.3': 'C'}, 'links': ['1.%d>2.3']}";
    for (int from = 2; from <= 4; from += 2) {
        char text[512];
        snprintf(text, sizeof text, position, from, from);
        given(text);
        play("T1");
        assert_string_equal(why("C2.3"), "");
        snprintf(text, sizeof text, position, from, 6 - from); /* the link starts where A has no stone */
        given(text);
        play("T1");
        assert_string_equal(why("C2.3"), "N5");
        assert_string_equal(why("C2.3<2"), "N13");
        assert_string_equal(why("C2.3<4"), "N13");
        assert_null(strstr(legal_line(), "C2.3"));
    }
}

static void test_A48_four_spaces(void **state)
{
    (void)state;
    given("{'players': 4, " ROW("P+ E M P E+ M+") ", 'A': {'land': 'd4:H1 e4:W d5:O'}, 'stones': {'1.1': 'BCD'}}");
    play("T1 C1.1");
    expect("stones.1.1", "\"BCDA\"");
    expect("A.points", "1");
}

/* ---- end ---- */

static void test_4_8_A44_end_of_the_round(void **state)
{
    (void)state;
    given("{'players': 3, 'executed3': 2, 'round': 9, " ROW("conquest siege P E M P+ E+ M+") "}");
    play("T1"); /* A executes the third */
    expect("final", "true");
    expect_due("TAKE B");
    play("T1"); /* a fourth changes nothing */
    expect("executed3", "4");
    expect_due("TAKE C");
    play("T1 +d4");
    expect_due("OVER A");
    expect("round", "9");
}

static void test_4_8_last_seat_ends_at_once(void **state)
{
    (void)state;
    given("{'turn': 'B', 'executed3': 1, " ROW("conquest P E M P+ E+ M+") "}");
    play("T1");
    expect_due("OVER A");
    assert_int_equal(tribes_rules.pending(&bench.setup, &bench.state), 0);
}

static void test_4_8_not_yet(void **state)
{
    (void)state;
    given("{'players': 3, 'turn': 'C', 'executed3': 1, 'round': 4, " ROW("conquest P E M P+ E+ M+") "}");
    play("T1"); /* two of three */
    expect("final", "false");
    expect("round", "5");
    expect_due("TAKE A");
}

static void test_4_9_A45_round_limit(void **state)
{
    (void)state;
    given_with("round_limit=3", "{'turn': 'B', 'round': 2, " ROW("M P E P+ E+ M+") "}");
    play("T1 .");
    expect_due("TAKE A");
    play("T1 +d4 T1 ~G G@c4");
    expect_due("OVER A");
    given_with("round_limit=0", "{'turn': 'B', 'round': 1000, " ROW("M P E P+ E+ M+") "}");
    play("T1 .");
    expect_due("TAKE A");
    given("{'turn': 'B', 'round': 100, " ROW("M P E P+ E+ M+") "}"); /* the default */
    play("T1 .");
    expect_due("OVER A");
}

static void outcome(struct ochre_outcome *out)
{
    tribes_outcome(&bench.setup, &bench.state, out);
}

static void test_4_10_scoring(void **state)
{
    (void)state;
    struct ochre_outcome out;
    given("{'players': 3, 'phase': 'OVER', 'A': {'points': 5, 'levels': '4/3/2/4', 'land': 'd4:G3 e4:W d5:O!'}, "
          "'B': {'points': 9, 'land': 'd4:G3 e4:W! d5:O!'}, 'C': {'points': 1, 'land': 'd4:G1 e4:W d5:O'}}");
    outcome(&out);
    assert_int_equal(out.score[0], 5 + 6 + 3 + 1 + 2); /* strength scores nothing; A46: tied members */
    assert_int_equal(out.score[1], 9 + 2);
    assert_int_equal(out.score[2], 1 + 2); /* most fresh land */
    assert_int_equal(out.part[0][0], 5);
    assert_int_equal(out.part[0][4], 2);
    assert_int_equal(out.part[0][5], 0);
    assert_int_equal(out.rank[0], 1);
    assert_int_equal(out.rank[2], 3);
    assert_int_equal(out.winners, SEAT_BIT(0));
}

static void test_4_10_A47_tie_breaks(void **state)
{
    (void)state;
    struct ochre_outcome out;
    given("{'phase': 'OVER', 'A': {'shells': 4}, 'B': {'shells': 6}}");
    outcome(&out);
    assert_int_equal(out.winners, SEAT_BIT(1));
    given("{'phase': 'OVER', 'A': {'land': 'd4:G1 e4:W d5:O c5:H!'}}");
    outcome(&out);
    assert_int_equal(out.winners, SEAT_BIT(1));
    assert_int_equal(out.rank[0], 2);
    given("{'phase': 'OVER'}");
    outcome(&out);
    assert_int_equal(out.winners, SEAT_BIT(0) | SEAT_BIT(1));
    assert_true(out.payoff[0] == 0.5F && out.payoff[1] == 0.5F);
}

/* ---- what is shown ---- */

static void test_A37_open_scores(void **state)
{
    (void)state;
    given("{'B': {'points': 7}}");
    const struct tribes_state *s = tribes_of(&bench.state);
    assert_true(tribes_shows_points(&bench.setup, s, 1, 0));
    given_with("open_scores=false", "{'B': {'points': 7}}");
    assert_false(tribes_shows_points(&bench.setup, s, 1, 0));
    assert_true(tribes_shows_points(&bench.setup, s, 1, 1));
    assert_false(tribes_shows_points(&bench.setup, s, 1, OCHRE_NOBODY));
    assert_true(tribes_shows_points(&bench.setup, s, 1, OCHRE_EVERYBODY));
    char text[4096];
    struct ochre_text out = text_on(text, sizeof text);
    struct json_writer writer = json_write_to(&out);
    json_open(&writer, '{');
    tribes_write_view(&bench.setup, (const struct ochre_view *)&bench.state, 0, &writer);
    json_close(&writer, '}');
    assert_non_null(strstr(text, "\"points\":null"));
    static struct canvas canvas;
    canvas_clear(&canvas, NULL);
    tribes_show.draw(&bench.setup, (const struct ochre_view *)&bench.state, 0, &canvas);
    bool is_hidden = false;
    for (int y = 0; y < canvas.height; y++) {
        struct ochre_text row = text_on(text, sizeof text);
        canvas_row(&canvas, y, &row);
        is_hidden = is_hidden || strstr(text, "? points");
        assert_null(strstr(text, "7 points"));
    }
    assert_true(is_hidden);
    given_with("open_scores=false", "{'phase': 'OVER'}");
    assert_true(tribes_shows_points(&bench.setup, s, 1, 0));
}

/* A38, A39, A51: shells and the bag are in every view; a face-down board is nowhere in the state. */
static void test_A38_A39_A51_what_is_public(void **state)
{
    (void)state;
    given("{'stones': {'1.1': 'A'}}");
    expect("bag", "G8 H10 W8 O8 I10");
    expect("B.shells", "5");
    const struct tribes_state *s = tribes_of(&bench.state);
    assert_int_equal(s->board[4 + 1], TRIBES_NONE);
    assert_int_equal(s->board[4], 6); /* riding */
    assert_null(bench.setup.game->rules->redact);
}

/* A50, A53: there is no further turn after an event, and no move that gives anything away. */
static void test_A50_event_is_the_turn(void **state)
{
    (void)state;
    given("{" ROW("rhino P E M P+ E+ M+") "}");
    play("T1");
    expect_due("TAKE B");
}

/* Both estimates see who is ahead and are exact at the end. */
static void test_estimates(void **state)
{
    (void)state;
    void (*const estimates[])(const struct ochre_setup *, const struct ochre_state *,
                              float *) = {tribes_think.judge, tribes_think.appraise};
    for (int i = 0; i < 2; i++) {
        float payoff[OCHRE_SEATS_MAX];
        given("{'A': {'points': 9}}");
        estimates[i](&bench.setup, &bench.state, payoff);
        assert_true(payoff[0] > 0.6F && payoff[1] < 0.4F);
        given("{'B': {'points': 9}}");
        estimates[i](&bench.setup, &bench.state, payoff);
        assert_true(payoff[0] < 0.4F && payoff[1] > 0.6F);
        given("{'phase': 'OVER', 'B': {'points': 1}}");
        estimates[i](&bench.setup, &bench.state, payoff);
        assert_true(payoff[0] == 0.0F && payoff[1] == 1.0F);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_1_3_region),
        cmocka_unit_test(test_2_2_order_of_chance),
        cmocka_unit_test(test_A1_a_seat_begins),
        cmocka_unit_test(test_A1_the_lot_decides),
        cmocka_unit_test(test_2_2_odds),
        cmocka_unit_test(test_2_3_start),
        cmocka_unit_test(test_4_2_arrange_and_found),
        cmocka_unit_test(test_4_3_pay_then_receive),
        cmocka_unit_test(test_4_3_no_passing),
        cmocka_unit_test(test_4_5_births),
        cmocka_unit_test(test_A12_A13_relocation),
        cmocka_unit_test(test_4_5_lifting_the_last_of_a_tile),
        cmocka_unit_test(test_4_5_exploring),
        cmocka_unit_test(test_A17_A18_empty_bag),
        cmocka_unit_test(test_A16_full_territory),
        cmocka_unit_test(test_4_5_steps),
        cmocka_unit_test(test_A8_hand_without_achievement),
        cmocka_unit_test(test_4_4_plain_tile_has_no_choice),
        cmocka_unit_test(test_A23_epoch_1_takes_any_land),
        cmocka_unit_test(test_A20_exhausted_land_is_no_resource),
        cmocka_unit_test(test_A21_A22_exactly_the_shortage),
        cmocka_unit_test(test_4_6_order_of_effects),
        cmocka_unit_test(test_5_1_board_before_event),
        cmocka_unit_test(test_A25_empty_stack),
        cmocka_unit_test(test_A26_top_of_a_track),
        cmocka_unit_test(test_A27_to_A30_arrows),
        cmocka_unit_test(test_A30_link_needs_a_stone_below),
        cmocka_unit_test(test_A29_direction_and_reach),
        cmocka_unit_test(test_A29_edges),
        cmocka_unit_test(test_A30_links_from_both_sides),
        cmocka_unit_test(test_A48_four_spaces),
        cmocka_unit_test(test_4_8_A44_end_of_the_round),
        cmocka_unit_test(test_4_8_last_seat_ends_at_once),
        cmocka_unit_test(test_4_8_not_yet),
        cmocka_unit_test(test_4_9_A45_round_limit),
        cmocka_unit_test(test_4_10_scoring),
        cmocka_unit_test(test_4_10_A47_tie_breaks),
        cmocka_unit_test(test_A37_open_scores),
        cmocka_unit_test(test_A38_A39_A51_what_is_public),
        cmocka_unit_test(test_A50_event_is_the_turn),
        cmocka_unit_test(test_estimates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
