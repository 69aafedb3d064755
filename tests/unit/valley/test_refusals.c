/* test_refusals.c: is every wrong move refused by its number (4.14), in words, and in the order of the numbers? And do
 * refusals and legal moves, found in two different ways, always agree? */
#include "rules/rules.h"
#include "valley_bench.h"

#define COMMON "'common':['XC1','BR1','WF2','CH2','PF2']"
#define MAIN                                                                                                           \
    "{'players':3,'p1':{'sp':7,'held':['C','F'],'pool':['WF1','CH1','WC2','PW1'],'old':[['BX1@a5k2']],"                \
    "'laid':['WH1@a3k3','WC1@b3c3','CF2@c4d4'],'bears':['d3'],'tokens':{'k1':'R'}}," COMMON ",'stack':9}"

static void p1_to_p9_connected(void **unused)
{
    (void)unused;
    bench_given("", MAIN);
    bench_refuse("lay:XC1@d5d4", "P1");
    bench_refuse("lay:XC1@a1h5", "P1"); /* before P2 */
    bench_refuse("lay:WF1@b2d2", "P2");
    bench_refuse("lay:WF1@k4k5", "P2");
    bench_refuse("lay:WF1@h1a2", "P2");
    bench_refuse("lay:WF1@a3a4", "P3");
    bench_refuse("lay:WF1@c3d3", "P3"); /* before P4 */
    bench_refuse("lay:CH1@d3e3", "P4");
    bench_refuse("lay:PW1@c2b2", "P5"); /* before P6 */
    bench_refuse("lay:WF1@a4b4", "P6"); /* before P9 */
    bench_refuse("lay:CH1@e1f1", "P7");
    bench_refuse("lay:CH1@c5k1", "P8");
    bench_refuse("lay:CH1@c5b5", "P9");
}

static void p8_p10_p11_first_tiles(void **unused)
{
    (void)unused;
    bench_given("", MAIN);
    bench_refuse("new:WF1@f2g2", "P10");
    bench_refuse("new:WF1@f1k4", "P11");
    bench_given("", "{'players':3,'phase':'START','p1':{'pool':['HF1'],'tokens':{'k3':'H','k1':'C'}}," COMMON
                    ",'stack':9}");
    bench_refuse("lay:HF1@e1e2", "P10");
    bench_refuse("lay:HF1@k1c5", "P8");
    bench_refuse("lay:HF1@k2a5", "P8"); /* no token there */
    bench_refuse("new:HF1@k1c5", "P11");
    bench_refuse("stop", "P20");
}

static void p12_p13_p14_tokens(void **unused)
{
    (void)unused;
    bench_given("", MAIN);
    bench_refuse("use:H", "P14");
    bench_play("use:C");
    bench_refuse("use:F=-d3", "P12");
    bench_play("lay:WF1@a2a1");
    bench_refuse("use:F=-d3", "P12"); /* before P13 */
    bench_given("", MAIN);
    bench_play("lay:WF1@a2a1");
    bench_refuse("use:F=-d3", "P13");
    bench_refuse("use:H", "P13"); /* before P14 */
    bench_play("done use:C");
    bench_refuse("use:F=-d3", "P12");
    bench_given("", "{'players':3,'phase':'START','p1':{'held':['C'],'pool':['HF1'],'tokens':{'k3':'H'}}," COMMON
                    ",'stack':9}");
    bench_refuse("use:C", "P13");
}

static void p15_bonuses(void **unused)
{
    (void)unused;
    bench_given("", MAIN);
    bench_play("lay:WF1@a2a1");
    bench_refuse("bon:C", "P15");
    bench_refuse("bon:F=-d3", "P15");
    bench_refuse("bon:B=CH1@a1a2", "P15"); /* before P3 */
}

static void p16_p17_effects(void **unused)
{
    (void)unused;
    bench_given("recall=needed", "{'players':3,'p1':{'pool':['XC1','RH1','WF1','BX1'],'laid':['XH1@a3k3']},"
                                 "'fight_on':{'BX1':[1,1,1]},'common':['PF2'],'stack':9}");
    bench_play("lay:XC1@b3c3");
    bench_refuse("bon:X=PF2", "P16");
    bench_play("recall:BX1");
    bench_refuse("bon:X=XC1", "P17"); /* it lies on the board */
    bench_refuse("bon:X=HF2", "P17");
}

static void p17_targets(void **unused)
{
    (void)unused;
    bench_given(
        "recall=needed",
        "{'players':3,'p1':{'pool':['WF1','PX1'],'laid':['WH1@a3k3'],'used':['C'],'gone':['B'],'tokens':{'w1':'F'},"
        "'held':['R','W','H','P'],'steaks':2},'p2':{'pool':['BX1'],'laid':['WH2@a3k3']}," COMMON ",'stack':9}");
    bench_refuse("use:R=k1", "P17");
    bench_refuse("use:R=uC", "P17"); /* one still lies on the board */
    bench_refuse("use:W=BX1/PF2", "P17");
    bench_refuse("use:W=WF1/PX1", "P17");
    bench_refuse("use:W=WF1/HF2", "P17");
    bench_refuse("use:H=3", "P17");
    bench_play("lay:WF1@b3b4 done");
    bench_refuse("use:P", "P17"); /* in POST */
    bench_play("use:R=w1");
    bench_given(
        "recall=needed",
        "{'players':3,'p1':{'pool':['CF1'],'laid':['XF1@b4b3'],'held':['R'],'used':['C'],'gone':['B'],'bears':['h1']},"
        "'p2':{'laid':['WH1@a3k3'],'bears':['b3']}," COMMON ",'stack':9}");
    bench_refuse("use:R=uB", "P17");
    bench_refuse("use:R=uF", "P17");
    bench_play("lay:CF1@d3c3");
    bench_refuse("bon:F=p1.c4", "P17");
    bench_refuse("bon:F=p4.c4", "P17");
    bench_refuse("bon:F=p2.a3", "P17");
    bench_refuse("bon:F=p2.b3", "P17");
    bench_refuse("bon:F=p2.h5", "P17");
    bench_refuse("bon:F=-h2", "P17");
}

/* A refusal says what is in the way. */
static void sentences_name_things(void **unused)
{
    (void)unused;
    char sentence[256];
    struct ochre_text words = text_on(sentence, sizeof sentence);
    struct ochre_view view;
    ochre_action action;
    bench_given("", "{'players':3,'p1':{'pool':['RC1','BW1'],'laid':['RX1@h3h2'],'tokens':{'k1':'H','k5':'C'}}," COMMON
                    "}");
    bench_play("lay:RC1@h4k5");
    state_look(&bench.setup, &bench.state, 0, &view);
    assert_string_equal(valley_words.parse_move(&bench.setup, &view, 0, "bon:R=k5", &action, &words), "P17");
    assert_string_equal(sentence, "That token is set aside: you get it for entering the cave.");
    bench_given("", MAIN);
    words = text_on(sentence, sizeof sentence);
    state_look(&bench.setup, &bench.state, 0, &view);
    assert_string_equal(valley_words.parse_move(&bench.setup, &view, 0, "lay:WF1@a4b4", &action, &words), "P6");
    assert_string_equal(sentence, "Fire on b4 would touch Water on b3: only like scenes may touch.");
}

static void p17_hunt(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'p1':{'steaks':2,'pool':['CH1'],'laid':['XH1@b4b3']}," COMMON ",'stack':9}");
    bench_play("lay:CH1@d3c3");
    bench_refuse("bon:H=2", "P17");
    bench_refuse("bon:H=0", "P17");
    bench_refuse("bon:H=99", "P17");
    bench_given("convert=any",
                "{'players':3,'p1':{'steaks':2,'pool':['CH1'],'laid':['XH1@b4b3']}," COMMON ",'stack':9}");
    bench_play("lay:CH1@d3c3");
    bench_refuse("bon:H=4", "P17");
}

static void p18_p19_p20_p21(void **unused)
{
    (void)unused;
    bench_given("", "{'players':2,'p1':{'fp':1,'pool':['BR1','WF1','RC1','RX1'],'laid':['BH1@a3k3']},'fight_on':{'BR1':"
                    "[2,1]},'common':['XC1','BR2'],'stack':9}");
    bench_refuse("hit:p2", "P21");
    bench_refuse("take:XC1", "P21");
    bench_refuse("drop:XC1", "P21");
    bench_refuse("bon:C", "P21");
    bench_refuse("done", "P20");
    bench_refuse("stop", "P20");
    bench_refuse("p2>lay:BR1@b3c3", "P21");
    bench_play("lay:BR1@b3c3 done");
    bench_refuse("take:BR1", "P18");
    bench_refuse("done", "P20");
    bench_refuse("drop:XC1", "P21");
    bench_play("take:XC1");
    bench_refuse("drop:XC1", "P18");
    bench_refuse("lay:WF1@b4b5", "P21");
    bench_play("drop:BR2");
    bench_refuse("p1>lay:WF1@b4b5", "P21"); /* chance draws */
    bench_given("", "{'players':4,'p1':{'fp':1,'pool':['BR1'],'laid':['BH1@a3k3']},'fight_on':{'BR1':[2,3]},'common':['"
                    "XC1'],'stack':9}");
    bench_play("lay:BR1@b3c3");
    bench_refuse("hit:p4", "P19");
    bench_refuse("hit:p1", "P19");
    bench_refuse("use:C", "P13");
    bench_refuse("p2>recall:BR1", "R20");
    bench_given("", "{'players':2,'phase':'OVER'}");
    bench_refuse("p1>lay:WF1@b4b5", "P21");
    bench_refuse("p1>recall:WF1", "R20");
}

static void notation(void **unused)
{
    (void)unused;
    static const char *const wrong[] = {"",
                                        "lay",
                                        "lay:",
                                        "lay:WF1",
                                        "lay:WF1@a3",
                                        "lay:WF1@a3a6",
                                        "lay:FW1@a1a2",
                                        "lay:WF3@a1a2",
                                        "lay:WF1@a1a2x",
                                        "lay:WF1a1a2",
                                        "use:",
                                        "use:Z",
                                        "bon:R",
                                        "bon:R=",
                                        "bon:R=u",
                                        "bon:R=a1",
                                        "bon:X",
                                        "bon:W=WF1",
                                        "bon:F=c4",
                                        "bon:F=p5.c4",
                                        "bon:F=-w1",
                                        "bon:H=",
                                        "take:",
                                        "take:XX1",
                                        "hit:p0",
                                        "hit:",
                                        "done:",
                                        "stop ",
                                        "recall:",
                                        "draw:WF1",
                                        "bon:Cx",
                                        "bon:H=1234",
                                        "bon:H=03",
                                        "lay:WF1@w1a1"};
    bench_given("", MAIN);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char move[64];
        (void)snprintf(move, sizeof move, "p1>%s", wrong[i]);
        bench_refuse(move, "notation");
    }
    bench_play("LAY:wf1@A2a1");
    assert_int_equal(S->phase, PHASE_BONUS);
    bench_play("BON:w=ch1/xc1");
}

/* 6.1, 11.3: the numbers themselves. */
static ochre_action number(const char *move)
{
    struct ochre_view view;
    ochre_action action = OCHRE_NO_ACTION;
    state_look(&bench.setup, &bench.state, OCHRE_EVERYBODY, &view);
    int seat = S->phase == PHASE_REVEAL || S->phase == PHASE_DEAL ? OCHRE_CHANCE : S->turn;
    const char *rule = valley_words.parse_move(&bench.setup, &view, seat, move, &action, NULL);
    if (rule)
        fail_msg("%s is refused by %s", move, rule);
    return action;
}

static void r11_3_numbers(void **unused)
{
    (void)unused;
    bench_given(
        "recall=any",
        "{'players':4,'turn':2,'p1':{'pool':['HF1','HF2'],'laid':['BH2@a3k3']},'p2':{'pool':['BX1','WC1','XF1','RF1'],"
        "'laid':['WH1@a3k3'],'bears':['h1'],'held':['B','R','X','W','F'],'tokens':{'k2':'C','w2':'P'}},"
        "'p3':{'pool':['PX1'],'laid':['BH1@a3k3']},'fight_on':{'HF2':[2]}," COMMON ",'stack':9}");
    assert_int_equal(number("lay:WC1@a2b2"), 146 + 2 * 7);
    assert_int_equal(number("lay:WC1@b3c3"), 146 + 2 * (14 + 1));
    assert_int_equal(number("lay:WC1@a4a5"), 146 + 2 * (35 + 24));
    assert_int_equal(number("lay:WC1@a2a1"), 146 + 2 * 35 + 1);
    assert_int_equal(number("use:B=WC1@a2b2"), 584 + 146 + 14);
    assert_int_equal(number("use:R=k2"), 1169);
    assert_int_equal(number("use:R=w2"), 1175);
    assert_int_equal(number("use:X=BX1"), 1184);
    assert_int_equal(number("use:X=XC1"), 1184 + 4);
    assert_int_equal(number("use:X=PX1"), 1184 + 9);
    assert_int_equal(number("use:X=HF2"), 1184 + 9 + 8 + 1); /* p1 is the third next of p2 */
    assert_int_equal(number("use:W=XF1/PF2"), 1205 + 17 * 2 + 4);
    assert_int_equal(number("use:F=p3.b3"), 1273 + 17);
    assert_int_equal(number("use:F=p1.b3"), 1273 + 2 * 46 + 17);
    assert_int_equal(number("use:F=-h1"), 1411 + 7);
    assert_int_equal(number("recall:HF2"), 1478 + 18);
    bench_given("",
                "{'players':2,'p1':{'held':['C','P','H'],'pool':['CH1','HF1'],'laid':['XH1@b4b3'],'steaks':3}," COMMON
                ",'stack':9}");
    assert_int_equal(number("use:C"), 1457);
    assert_int_equal(number("use:P"), 1458);
    assert_int_equal(number("use:H"), 1459);
    bench_play("lay:CH1@d3c3");
    assert_int_equal(number("bon:H=4"), 1463);
    assert_int_equal(number("done"), 1513);
    bench_play("done done");
    assert_int_equal(number("take:PF2"), 1503);
    bench_play("take:PF2 take:CH2 take:XC1");
    assert_int_equal(number("drop:WF2"), 1505);
    bench_play("drop:WF2");
    assert_int_equal(number("draw:BP1"), 44);
    assert_int_equal(number("draw:HF2"), 106);
    bench_start(2, "");
    assert_int_equal(number("first:p2"), 1);
    bench_given("", "{'players':2,'p1':{'pool':['RC1'],'laid':['BH1@a3k3'],'bears':['c5','a5','f1','h4','g5']}," COMMON
                    "}");
    assert_int_equal(number("stop"), 1514);
    bench_given("", "{'players':4,'turn':2,'p2':{'fp':1,'pool':['BR2'],'laid':['BH1@a3k3']},'fight_on':{'BR2':[1,3]},'"
                    "common':['XC1'],'stack':9}");
    bench_play("lay:BR2@b3c3");
    assert_int_equal(number("hit:p3"), 1510);
    assert_int_equal(number("hit:p1"), 1512);
}

/* why_not is NULL for exactly the legal moves, for every seat, in every phase, with every option. */
static void refusals_and_legal_moves_agree(void **unused)
{
    (void)unused;
    static const char *const options[] = {"", "recall=needed convert=any",
                                          "abandoned=ignored recall=needed start_drop=yes sides=A"};
    struct ochre_rng rng;
    rng_seed(&rng, 11);
    for (int game = 0; game < 9; game++) {
        bench_start(2 + game % 3, options[game / 3]);
        for (int step = 0; S->phase != PHASE_OVER; step++) {
            struct ochre_view view;
            ochre_action list[VALLEY_ACTIONS];
            state_look(&bench.setup, &bench.state, OCHRE_EVERYBODY, &view);
            if (step % 5 == 0)
                for (int seat = 0; seat < bench.setup.seats; seat++) {
                    int count = valley_rules.legal(&bench.setup, &bench.state, seat, list);
                    int allowed = 0;
                    for (ochre_action action = 0; action < VALLEY_ACTIONS; action++) {
                        bool is_legal = allowed < count && list[allowed] == action;
                        allowed += is_legal;
                        if (is_legal != !valley_why_not(&bench.setup, &view, seat, action, NULL))
                            fail_msg("action %u of p%d in %s: masks and prohibitions disagree", action, seat + 1,
                                     valley_phase_words[S->phase]);
                    }
                }
            bench_step(&rng);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p1_to_p9_connected), cmocka_unit_test(p8_p10_p11_first_tiles),
        cmocka_unit_test(p12_p13_p14_tokens), cmocka_unit_test(p15_bonuses),
        cmocka_unit_test(p16_p17_effects),    cmocka_unit_test(p17_targets),
        cmocka_unit_test(p17_hunt),           cmocka_unit_test(sentences_name_things),
        cmocka_unit_test(p18_p19_p20_p21),    cmocka_unit_test(notation),
        cmocka_unit_test(r11_3_numbers),      cmocka_unit_test(refusals_and_legal_moves_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
