/* test_rules.c: is this rule right? One test per rule or ruling, named by its number. Board of every seat: L1A+R2A.
 *
 *     w1                     k4
 *            a  b  c  d   e  f  g  h
 *       1    F3 F2 P1 P2  F2 F1 F3 P2
 *       2    F1 F3 P1 P4  P1 P2 F2 P4
 *     k3 3   F1 F2 P3 P2  F2 F2 P1 P3
 *       4    P1 F2 P2 F2  F1 F3 F1 P2  k5
 *       5    P2 P3 F1 F1  P3 P1 F1 P2
 *            k2    k1           k6      w2 */
#include "valley_bench.h"

#define COMMON "'common':['XC1','BR2','WF2','CH2','PF2']"

/* ---- set-up ---- */

static void r2_set_up_in_its_order(void **unused)
{
    (void)unused;
    struct ochre_rng rng;
    rng_seed(&rng, 1);
    for (int seats = 2; seats <= 4; seats++) {
        static const int stacks[] = {38, 28, 36};
        bench_start(seats, "");
        ochre_action list[VALLEY_OUTCOMES];
        assert_int_equal(valley_rules.legal(&bench.setup, &bench.state, OCHRE_CHANCE, list), seats);
        bench_step(&rng);
        for (int i = 0; i < 5; i++) {
            assert_int_equal(valley_rules.legal(&bench.setup, &bench.state, OCHRE_CHANCE, list), 63 - i);
            bench_step(&rng);
        }
        for (int side = 0; side < 2; side++)
            for (int seat = 0; seat < seats; seat++) {
                assert_int_equal(valley_rules.legal(&bench.setup, &bench.state, OCHRE_CHANCE, list), 2 * (4 - seat));
                bench_step(&rng);
            }
        for (int seat = 0; seat < seats; seat++)
            for (int spot = 0; spot < VALLEY_SPOTS; spot++) {
                assert_int_equal(valley_rules.legal(&bench.setup, &bench.state, OCHRE_CHANCE, list), 8 - spot);
                bench_step(&rng);
                assert_int_not_equal(S->seat[seat].token[spot], 0);
            }
        for (int i = 0; i < seats; i++)
            for (int tile = 1; tile <= 4; tile++) {
                bench_step(&rng);
                assert_int_equal(S->seat[(S->first + i) % seats].pool_count, tile);
            }
        assert_int_equal(S->phase, PHASE_START);
        assert_int_equal(S->turn, S->first);
        assert_int_equal(S->stack_size, stacks[seats - 2]);
        assert_int_equal(S->steak_supply, 18);
        assert_int_equal(S->bear_supply, 18);
    }
}

/* R02: sides; 6.1: the odds of a half do not hang on its faces. */
static void r02_sides_and_odds(void **unused)
{
    (void)unused;
    struct ochre_rng rng;
    rng_seed(&rng, 2);
    ochre_action list[VALLEY_OUTCOMES];
    bench_start(2, "first=1 sides=A");
    for (int i = 0; i < 5; i++)
        bench_step(&rng);
    int count = valley_rules.legal(&bench.setup, &bench.state, OCHRE_CHANCE, list);
    assert_int_equal(count, 4);
    for (int i = 0; i < count; i++) {
        assert_int_equal((list[i] - DRAW_FACE) & 1, 0);
        assert_int_equal(valley_rules.weight(&bench.setup, &bench.state, list[i]), 2);
    }
    bench_start(2, "first=1");
    assert_int_equal(valley_rules.weight(&bench.setup, &bench.state, DRAW_FACE), 1);
    assert_int_equal(valley_rules.weight(&bench.setup, &bench.state, DRAW_TILE + 5), 1);
    /* A half with one face weighs as much as one with two. */
    assert_int_equal(bench_pack(2, "first=1", "},\n    \"B\":{\"rows\":[\"F2 F2 P2 P2\"",
                                "}},\"x\":{\"B\":{\"rows\":[\"F2 F2 P2 P2\""),
                     0);
    assert_int_equal(valley_rules.weight(&bench.setup, &bench.state, DRAW_FACE), 2);
    assert_int_equal(valley_rules.weight(&bench.setup, &bench.state, DRAW_FACE + 2), 1);
}

static void r03_first_player(void **unused)
{
    (void)unused;
    bench_start(3, "first=2");
    assert_int_equal(S->first, 1);
    assert_int_equal(valley_next_deal(&bench.setup, S).kind, DEAL_COMMON);
    assert_int_equal(bench_pack(3, "first=4", "", ""), -1);
    assert_string_equal(bench.error.rule, "R03");
}

/* ---- placements ---- */

static void r4_2_connected_placements(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'p1':{'pool':['WF1','CH1','WC2','PW1'],'laid':['WH1@a3k3','WC1@b3c3']}," COMMON "}");
    assert_true(bench_has("lay:WC2@b4c4"));  /* both connected */
    assert_true(bench_has("lay:CH1@d3e3"));  /* one connected */
    assert_false(bench_has("lay:WF1@b4c4")); /* F would touch C on c3 */
    assert_false(bench_has("lay:CH1@d4d5")); /* corner to corner only */
    assert_false(bench_has("lay:PW1@b5b4")); /* Picking on a plain */
}

static void r4_2_all_placements_by_hand(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'p1':{'pool':['BC1'],'laid':['BH1@a3k3']}," COMMON "}");
    /* B must touch a3: on a2, a4 or b3; C beside it on any free square that touches nothing. */
    assert_string_equal(bench_legal(0), "lay:BC1@a2b2 lay:BC1@b3c3 lay:BC1@a4b4 lay:BC1@a2a1 lay:BC1@b3b2 "
                                        "lay:BC1@b3b4 lay:BC1@a4a5");
}

static void r4_3_start_takes_token_and_high_value(void **unused)
{
    (void)unused;
    bench_given("recall=needed",
                "{'players':3,'phase':'START','p1':{'pool':['HF1','BW1','RC1','PX1'],"
                "'tokens':{'k1':'C','k2':'F','k3':'H','k4':'W','k5':'R','k6':'X','w1':'B','w2':'P'}}," COMMON
                ",'stack':['RH1']}");
    bench_play("lay:HF1@k3a3");
    assert_int_equal(SEAT(1)->sp, 7);
    assert_int_equal(SEAT(1)->fp, 0);
    assert_int_equal(SEAT(1)->held, SCENE_BIT(SCENE_HUNT));
    assert_int_equal(S->phase, PHASE_REFILL);
    bench_play("take:XC1");
    assert_int_equal(S->phase, PHASE_REVEAL);
    bench_draw("RH1");
    assert_int_equal(S->phase, PHASE_START);
    assert_int_equal(S->turn, 1);
}

/* The start round ends with MAIN of the first player. */
static void r4_3_start_round_ends(void **unused)
{
    (void)unused;
    bench_given("", "{'players':2,'first':2,'turn':1,'phase':'START','p1':{'pool':['HF1'],'tokens':{'k3':'H'}},"
                    "'p2':{'pool':['WF1'],'laid':['WH1@a3k3']},'common':['XC1','BR2'],'stack':0}");
    bench_play("lay:HF1@k3a3 take:XC1 take:BR2");
    /* The common pool is empty, so the round is the last: it is over when it reaches the first player. */
    assert_int_equal(S->phase, PHASE_OVER);
    bench_given(
        "",
        "{'players':2,'first':2,'turn':1,'phase':'START','p1':{'pool':['HF1','BW1','BW2','RX1'],'tokens':{'k3':'H'}},"
        "'p2':{'pool':['WF1'],'laid':['WH1@a3k3']},'common':['XC1','BR2'],'stack':0}");
    bench_play("lay:HF1@k3a3 take:XC1");
    assert_int_equal(S->phase, PHASE_MAIN);
    assert_int_equal(S->turn, 1);
    assert_int_equal(S->is_starting, 0);
}

static void r13_start_without_match(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'phase':'START','p1':{'pool':['HF1'],'tokens':{'k1':'C','k2':'B'}}," COMMON
                    ",'stack':9}");
    bench_refuse("lay:HF1@k1c5", "P8");
    bench_play("new:HF1@k2a5");
    assert_int_equal(SEAT(1)->sp, 6);
    assert_int_equal(SEAT(1)->gone, SCENE_BIT(SCENE_FEAST));
    assert_int_equal(SEAT(1)->tribe, 1);
    assert_int_equal(S->phase, PHASE_REFILL);
}

/* R25, R26: food once for each connected scene, before the bonuses. */
static void r25_food_once(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'p1':{'pool':['WC2','BF1'],'laid':['WH1@b3a3','WF1@c4d4']}," COMMON ",'stack':9}");
    bench_play("lay:WC2@b4b5"); /* W touches b3 and c4; b4 is worth 2; C touches nothing */
    assert_int_equal(SEAT(1)->fp, 2);
    assert_int_equal(S->bonuses, SCENE_BIT(SCENE_WATER));
}

static void r26_all_food_first(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'p1':{'pool':['WC2'],'laid':['WH1@a3k3','WC1@b3c3']}," COMMON ",'stack':9}");
    bench_play("lay:WC2@b4c4");
    assert_int_equal(SEAT(1)->fp, 4);
    assert_int_equal(S->bonuses, SCENE_BIT(SCENE_WATER) | SCENE_BIT(SCENE_CAMP));
    bench_play("bon:C");
    assert_int_equal(SEAT(1)->sp, 3);
}

static void r08_cave_is_claimed_last(void **unused)
{
    (void)unused;
    bench_given("recall=needed", "{'players':3,'p1':{'pool':['RC1','BW1'],'laid':['WF1@k4f1','XF1@h1g1','RX1@h3h2'],"
                                 "'tokens':{'k1':'H','k5':'C'}}," COMMON ",'stack':9}");
    bench_play("lay:RC1@h4k5");
    assert_string_equal(bench_legal(0), "bon:R=k1 done");
    assert_int_equal(SEAT(1)->token[4], 0);
    assert_int_equal(SEAT(1)->sp, 0);
    bench_refuse("bon:R=k5", "P17");
    bench_play("bon:R=k1");
    assert_int_equal(SEAT(1)->sp, 7);
    assert_int_equal(SEAT(1)->held, SCENE_BIT(SCENE_CAMP) | SCENE_BIT(SCENE_HUNT));
    assert_int_equal(S->phase, PHASE_POST); /* even a token claimed this turn */
    bench_play("use:C");
    assert_int_equal(SEAT(1)->sp, 10);
}

/* R38: without a token the low value of this cave. */
static void r38_low_value(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'p1':{'pool':['RC1'],'laid':['RX1@g5g4']}," COMMON ",'stack':9}");
    assert_false(bench_has("lay:RC1@k6g5"));
    bench_given("", "{'players':3,'p1':{'pool':['RC1'],'laid':['RX1@g4g3']}," COMMON ",'stack':9}");
    bench_play("lay:RC1@g5k6"); /* no token anywhere: the Ritual is skipped */
    assert_int_equal(SEAT(1)->sp, 6);
    assert_int_equal(SEAT(1)->held, 0);
}

/* 1.4: a cave whose gate is covered can no longer be entered; R35: a tile covers two squares. */
static void r1_4_gates(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'p1':{'pool':['RC1'],'laid':['RX1@c5c4']}," COMMON ",'stack':9}");
    assert_null(strstr(bench_legal(0), "k1"));
    assert_int_equal(valley_edge_between(SEAT(1), 40, 34), 2 * 67);
    assert_int_equal(valley_edge_between(SEAT(1), 34, 40), 2 * 67 + 1);
    assert_int_equal(valley_edge_between(SEAT(1), 40, 41), -1);
    assert_int_equal(valley_edge_between(SEAT(1), 7, 8), -1); /* h1 and a2 */
}

/* ---- abandoning, stopping ---- */

static void r4_4_new_only_without_connection(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'p1':{'sp':7,'pool':['RC1'],'laid':['BH1@a3k3'],'tokens':{'k5':'P'}}," COMMON
                    ",'stack':9}");
    bench_play("new:RC1@h4k5");
    assert_int_equal(SEAT(1)->sp, 12);
    assert_int_equal(SEAT(1)->tribe, 2);
    assert_int_equal(SEAT(1)->gone, SCENE_BIT(SCENE_PICKING));
    assert_int_equal(SEAT(1)->used, 0);
    assert_int_equal(SEAT(1)->active, BIT(31) | BIT(44));
}

static void r12_new_gate_touches_nothing(void **unused)
{
    (void)unused;
    /* b5 touches both gates a5 and c5. */
    bench_given("", "{'players':3,'p1':{'pool':['RC1'],'laid':['BH1@b5b4']}," COMMON ",'stack':9}");
    assert_null(strstr(bench_legal(0), "k1"));
    assert_null(strstr(bench_legal(0), "k2"));
    assert_non_null(strstr(bench_legal(0), "k3"));
    bench_refuse("new:RC1@a5k2", "P9");
    bench_given("abandoned=ignored", "{'players':3,'p1':{'pool':['RC1'],'laid':['BH1@b5b4']}," COMMON ",'stack':9}");
    bench_play("new:RC1@a5k2");
}

static void r11_contact_with_abandoned(void **unused)
{
    (void)unused;
    const char *position =
        "{'players':3,'p1':{'pool':['BR1'],'old':[['BH1@a4a3']],'laid':['BC1@c5k1']}," COMMON ",'stack':9}";
    bench_given("", position);
    assert_true(bench_has("lay:BR1@c4c3"));
    bench_refuse("lay:BR1@b5a5", "P9");
    bench_refuse("lay:BR1@c4b4", "P9");
    bench_given("abandoned=ignored", position);
    bench_play("lay:BR1@b5a5");
    assert_int_equal(SEAT(1)->fp, 3); /* b5 by c5; a5 touches only the abandoned tribe */
}

static void r30_feast_never_abandons(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'p1':{'pool':['BC2','HF1'],'laid':['BW1@a3k3']}," COMMON ",'stack':9}");
    bench_play("lay:BC2@a2a1");
    assert_int_equal(S->phase, PHASE_REFILL);
    assert_int_equal(SEAT(1)->tribe, 1);
}

static void r32_stop_is_for_good(void **unused)
{
    (void)unused;
    bench_given("", "{'players':2,'p1':{'pool':['RC1'],'laid':['BH1@a3k3'],'bears':['c5','a5','f1','h4','g5']},"
                    "'p2':{'pool':['BR1','BX1'],'laid':['BH2@a3k3']}," COMMON ",'stack':9}");
    assert_string_equal(bench_legal(0), "stop");
    bench_play("stop");
    assert_int_equal(S->phase, PHASE_MAIN);
    assert_int_equal(S->turn, 1);
    assert_int_equal(S->common_count, 5);
    bench_play("lay:BR1@b3b4 done take:XC1 take:BR2 take:WF2 drop:CH2");
    bench_draw("RH1 RH2 BF1 BF2");
    assert_int_equal(S->turn, 1); /* p1 is passed over */
}

/* R33: the round is complete when the search passes over a finished first player. */
static void r33_finished_first_player(void **unused)
{
    (void)unused;
    bench_given("", "{'players':2,'first':1,'turn':2,'final':true,'p1':{'finished':true,'fp':3,'sp':3},"
                    "'p2':{'pool':['BR1'],'laid':['BH2@a3k3']}}");
    bench_play("lay:BR1@b3b4");
    assert_int_equal(S->phase, PHASE_OVER);
}

static void r7_all_finished_ends_at_once(void **unused)
{
    (void)unused;
    bench_given("", "{'players':2,'turn':2,'p1':{'finished':true},'p2':{'pool':['RC1'],'laid':['BH1@a3k3'],"
                    "'bears':['c5','a5','f1','h4','g5']}," COMMON ",'stack':9}");
    bench_play("stop");
    assert_int_equal(S->phase, PHASE_OVER);
    struct ochre_outcome out;
    valley_outcome(&bench.setup, &bench.state, &out);
    assert_string_equal(out.reason, "nobody can lay a tile any more");
}

/* ---- Fight ---- */

static void r17_r18_fight_tokens_go_home(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'p1':{'fp':1,'pool':['BR1'],'laid':['BH1@a3k3']},'fight_on':{'BR1':[1,1,2]}," COMMON
                    ",'stack':9}");
    assert_int_equal(SEAT(1)->fights, 1);
    bench_play("lay:BR1@b3c3");
    assert_int_equal(SEAT(1)->fights, 3); /* own ones cost nothing */
    assert_int_equal(SEAT(2)->fights, 3);
    assert_int_equal(SEAT(1)->fp, 0 + 2);
    assert_int_equal(SEAT(2)->fp, 1);
}

static void r19_order_of_fights(void **unused)
{
    (void)unused;
    const char *position =
        "{'players':4,'p1':{'fp':2,'pool':['BR1'],'laid':['BH1@a3k3']},'fight_on':{'BR1':[2,2,3,4]}," COMMON
        ",'stack':9}";
    bench_given("", position);
    bench_play("lay:BR1@b3c3");
    assert_int_equal(S->phase, PHASE_FIGHT);
    assert_string_equal(bench_legal(0), "hit:p2 hit:p3 hit:p4");
    assert_string_equal(bench_legal(2), ""); /* 5: no recall here */
    bench_play("hit:p2");
    assert_int_equal(S->phase, PHASE_FIGHT);
    bench_play("hit:p2"); /* no food is left: the rest is automatic */
    assert_int_equal(SEAT(2)->fp, 2);
    assert_int_equal(SEAT(3)->fp, 0);
    assert_int_equal(SEAT(4)->fights, 3);
    assert_int_equal(SEAT(1)->fp, 2);
    /* Food enough, or none, or one owner: nothing to decide (R21). */
    bench_given("", "{'players':4,'p1':{'fp':4,'pool':['BR1'],'laid':['BH1@a3k3']},'fight_on':{'BR1':[2,2,3,4]}," COMMON
                    ",'stack':9}");
    bench_play("lay:BR1@b3c3");
    assert_int_equal(SEAT(4)->fp, 1);
    bench_given("", "{'players':4,'p1':{'fp':1,'pool':['BR1'],'laid':['BH1@a3k3']},'fight_on':{'BR1':[2,2]}," COMMON
                    ",'stack':9}");
    bench_play("lay:BR1@b3c3");
    assert_int_equal(SEAT(2)->fp, 1);
}

/* A choice of order in the middle of a Feast, of either kind. */
static void r14_fights_of_the_extra_tile(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'p1':{'fp':1,'held':['B'],'pool':['BR1','BX1'],'laid':['BH1@a3k3']},"
                    "'fight_on':{'BX1':[2,3]}," COMMON ",'stack':9}");
    bench_play("use:B=BX1@b3b4");
    assert_int_equal(S->phase, PHASE_FIGHT);
    assert_int_equal(SEAT(1)->used, SCENE_BIT(SCENE_FEAST));
    bench_play("hit:p3");
    assert_int_equal(S->phase, PHASE_MAIN);
    assert_int_equal(SEAT(3)->fp, 1);
    assert_int_equal(SEAT(1)->fp, 0);
    bench_given("", "{'players':3,'p1':{'fp':0,'held':['B'],'pool':['BR1','BX1'],'laid':['BH1@a3k3']},"
                    "'fight_on':{'BX1':[2,3,2]}," COMMON ",'stack':9}");
    bench_play("lay:BR1@b3c3 bon:B=BX1@a2a1"); /* b3 has paid 2 */
    assert_int_equal(S->phase, PHASE_FIGHT);
    assert_int_equal(S->bonuses, SCENE_BIT(SCENE_FEAST));
    bench_play("hit:p2 hit:p2");
    assert_int_equal(S->bonuses, 0);
    assert_int_equal(SEAT(2)->fp, 2);
    bench_given("", "{'players':3,'p1':{'fp':0,'held':['B'],'pool':['BR1','BX1'],'laid':['BH1@a3k3']},"
                    "'fight_on':{'BX1':[2,3,2]}," COMMON ",'stack':9}");
    bench_play("lay:BR1@b3c3 done use:B=BX1@a2a1 hit:p3"); /* one owner is left */
    assert_int_equal(S->phase, PHASE_REFILL);
    assert_int_equal(SEAT(3)->fp, 1);
}

/* ---- effects ---- */

static void r4_8_feast_claims_the_cave(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'p1':{'pool':['BR1','RX1'],'laid':['BF1@h1g1'],'tokens':{'k5':'X'}}," COMMON
                    ",'stack':9}");
    bench_play("lay:BR1@h2h3 bon:B=RX1@h4k5");
    assert_int_equal(SEAT(1)->fp, 4); /* h2; nothing for h4 */
    assert_int_equal(SEAT(1)->sp, 7);
    assert_int_equal(SEAT(1)->held, SCENE_BIT(SCENE_FIGHT));
}

static void r27_picking_bonus_and_plains(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'p1':{'pool':['PW1','PC1'],'laid':['PH1@a3k3']}," COMMON ",'stack':9}");
    assert_false(bench_has("lay:PW1@a4a5")); /* a4 is a plain */
    bench_play("lay:PW1@b3c3");
    assert_string_equal(bench_legal(0), "bon:P done");
    bench_play("bon:P");
    assert_int_equal(SEAT(1)->fp, 3);
    bench_given("", "{'players':3,'p1':{'pool':['PW1'],'laid':['WH1@h3h2']}," COMMON ",'stack':9}");
    assert_true(bench_has("lay:PW1@k5h4")); /* on the cave itself always */
}

static void r28_picking_token(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'p1':{'fp':2,'held':['P'],'pool':['PW1','PC1'],'laid':['PH1@a3k3']}," COMMON
                    ",'stack':9}");
    bench_play("use:P");
    assert_int_equal(SEAT(1)->fp, 2);
    assert_int_equal(S->phase, PHASE_MAIN);
    bench_play("lay:PW1@a4a5 done take:XC1 take:BR2 take:WF2");
    assert_int_equal(SEAT(1)->fp, 3);
    bench_draw("RH1 RH2 BF1");
    assert_int_equal(S->permit, 0); /* the turn is over */
    /* For a new tribe too. */
    bench_given("", "{'players':3,'p1':{'held':['P'],'pool':['PW1'],'laid':['BH1@a3k3']}," COMMON ",'stack':9}");
    bench_refuse("new:PW1@h4k5", "P5");
    bench_play("use:P new:PW1@h4k5");
}

static void r09_ritual(void **unused)
{
    (void)unused;
    bench_given(
        "recall=needed",
        "{'players':3,'p1':{'held':['R'],'used':['C','F'],'gone':['W'],'pool':['RX1'],'laid':['RH1@a3k3']}," COMMON
        ",'stack':9}");
    assert_true(bench_has("use:R=uC"));
    assert_false(bench_has("use:R=uR"));
    assert_false(bench_has("use:R=uW"));
    bench_play("use:R=uC");
    assert_int_equal(SEAT(1)->held, SCENE_BIT(SCENE_CAMP));
    assert_int_equal(SEAT(1)->used, SCENE_BIT(SCENE_FIRE) | SCENE_BIT(SCENE_RITUAL));
}

/* R10: caves that can no longer be reached make no difference; R23: nor does a bear on them. */
static void r10_ritual_anywhere(void **unused)
{
    (void)unused;
    bench_given(
        "recall=needed",
        "{'players':3,'p1':{'pool':['RX1'],'laid':['RH1@c5c4'],'tokens':{'k1':'C','w2':'F'},'bears':['k1']}," COMMON
        ",'stack':9}");
    bench_play("lay:RX1@b5a5");
    assert_string_equal(bench_legal(0), "bon:R=k1 bon:R=w2 done");
}

static void r18_fight_anywhere(void **unused)
{
    (void)unused;
    bench_given("recall=needed", "{'players':3,'p1':{'pool':['XF1','RC1'],'laid':['XH1@a3k3']},'p2':{'pool':['BX1']},"
                                 "'p3':{'pool':['BX2'],'finished':true}," COMMON ",'stack':9}");
    bench_play("lay:XF1@b3b4");
    assert_string_equal(bench_legal(0),
                        "bon:X=RC1 bon:X=XC1 bon:X=BR2 bon:X=WF2 bon:X=CH2 bon:X=PF2 bon:X=BX1 bon:X=BX2 done");
    bench_play("bon:X=RC1");
    assert_int_equal(valley_fights_of(S, bench_tile("RC1"), 0), 1);
    assert_int_equal(SEAT(1)->fights, 2);
}

static void r37_water_swaps(void **unused)
{
    (void)unused;
    bench_given("recall=needed",
                "{'players':3,'p1':{'pool':['WF1','RC1'],'laid':['WH1@a3k3']},'p2':{'pool':['BX1','BF1']},"
                "'fight_on':{'RC1':[3]}," COMMON ",'stack':9}");
    bench_play("lay:WF1@b3b4 bon:W=RC1/BF1");
    assert_string_equal(bench_pool(1), "BF1");
    assert_string_equal(bench_pool(2), "BX1 RC1");
    assert_int_equal(valley_fights_of(S, bench_tile("RC1"), 2), 1);
}

static void r01_convert(void **unused)
{
    (void)unused;
    const char *position = "{'players':3,'p1':{'steaks':5,'pool':['CH1'],'laid':['XH1@b4b3']}," COMMON ",'stack':9}";
    bench_given("", position);
    bench_play("lay:CH1@d3c3");
    assert_string_equal(bench_legal(0), "bon:H bon:H=6 done");
    bench_play("bon:H=6");
    assert_int_equal(SEAT(1)->fp, 3 + 10);
    assert_int_equal(S->steak_supply, 18);
    bench_given("convert=any", position);
    bench_play("lay:CH1@d3c3 bon:H=2");
    assert_int_equal(SEAT(1)->fp, 3 + 3);
    assert_int_equal(SEAT(1)->steaks, 4);
}

static void r24_supplies_end(void **unused)
{
    (void)unused;
    bench_given("recall=needed",
                "{'players':2,'p1':{'steaks':18,'pool':['CH1'],'laid':['XH1@b4b3']}," COMMON ",'stack':9}");
    bench_play("lay:CH1@d3c3");
    assert_string_equal(bench_legal(0), "bon:H=18 done");
    bench_given(
        "recall=needed",
        "{'players':2,'p1':{'pool':['CF1'],'laid':['XF1@b4b3'],'bears':['g1']},'p2':{'laid':['WH1@a3k3'],"
        "'bears':['a1','b1','c1','d1','e1','f1','g1','h1','a2','c2','d2','e2','f2','g2','h2','c3','d3']}," COMMON
        ",'stack':9}");
    assert_int_equal(S->bear_supply, 0);
    bench_play("lay:CF1@d3c3");
    assert_string_equal(bench_legal(0), "bon:F=-g1 done");
    bench_refuse("bon:F=p2.b3", "P16");
    bench_play("bon:F=-g1");
    assert_int_equal(S->bear_supply, 1); /* R04: back to the supply */
}

static void r22_r23_bears(void **unused)
{
    (void)unused;
    bench_given("recall=needed",
                "{'players':2,'p1':{'pool':['CF1'],'laid':['XF1@b4b3']},'p2':{'old':[['BH1@c5c4']],'laid':['WH1@f1f2'],"
                "'tokens':{'k1':'R'}}," COMMON ",'stack':9}");
    bench_play("lay:CF1@d3c3");
    assert_true(bench_has("bon:F=p2.k1")); /* its gate is covered; the token stays */
    assert_true(bench_has("bon:F=p2.k4"));
    assert_false(bench_has("bon:F=p2.k2"));
    bench_refuse("bon:F=p2.w1", "notation");
    bench_play("bon:F=p2.k1");
    assert_int_equal(SEAT(1)->sp, 1);
    assert_int_equal(SEAT(2)->token[0], SCENE_RITUAL + 1);
    bench_given("recall=needed", "{'players':2,'p1':{'pool':['CF1'],'laid':['XF1@b4b3']},"
                                 "'p2':{'laid':['WH1@c2c1','WC1@d3e3','XW1@a3b3','WF1@c4c5']}," COMMON ",'stack':9}");
    bench_play("lay:CF1@d3c3 bon:F=p2.c3");
    assert_int_equal(SEAT(1)->sp, 4);
}

/* ---- Mountain tokens ---- */

static void r05_two_windows(void **unused)
{
    (void)unused;
    const char *position =
        "{'players':3,'p1':{'held':['C','F'],'pool':['WF1','WC1'],'laid':['WH1@a3k3']}," COMMON ",'stack':9}";
    bench_given("recall=needed", position);
    bench_play("use:C");
    bench_refuse("use:F=p2.a1", "P12");
    bench_play("lay:WF1@b3b4 done");
    assert_int_equal(S->phase, PHASE_REFILL); /* no second token */
    bench_given("recall=needed", position);
    bench_play("lay:WF1@b3b4");
    bench_refuse("use:C", "P13");
    bench_play("done");
    assert_int_equal(S->phase, PHASE_POST);
    bench_play("use:C");
    assert_int_equal(SEAT(1)->sp, 3);
    assert_int_equal(SEAT(1)->used, SCENE_BIT(SCENE_CAMP));
    assert_int_equal(S->phase, PHASE_REFILL);
}

static void r06_r07_tokens_and_abandoning(void **unused)
{
    (void)unused;
    /* R07: the Water token could help, but need not be used. */
    bench_given("recall=needed",
                "{'players':3,'p1':{'held':['W'],'pool':['RC1'],'laid':['BH1@a3k3']}," COMMON ",'stack':9}");
    assert_true(bench_has("new:RC1@h4k5"));
    assert_true(bench_has("use:W=RC1/BR2"));
    bench_play("use:W=RC1/BR2");
    assert_false(bench_has("new:BR2@h4k5"));
    bench_given("recall=needed",
                "{'players':3,'p1':{'held':['C'],'pool':['RC1'],'laid':['BH1@a3k3']}," COMMON ",'stack':9}");
    bench_play("new:RC1@h4k5"); /* R06 */
    assert_string_equal(bench_legal(0), "use:C done");
}

static void r29_a_token_must_take_effect(void **unused)
{
    (void)unused;
    bench_given("recall=needed",
                "{'players':2,'p1':{'held':['F','R'],'pool':['WF1'],'laid':['WH1@a3k3']},'p2':{}," COMMON
                ",'stack':9}");
    assert_null(strstr(bench_legal(0), "use:")); /* nothing to take, no tile of another, no bear */
    bench_play("lay:WF1@b3b4");
    assert_int_equal(S->phase, PHASE_REFILL); /* neither the Water nor a token can do anything: no own tile is left */
}

static void r4_9_hunt_token(void **unused)
{
    (void)unused;
    bench_given("recall=needed",
                "{'players':3,'p1':{'held':['H'],'steaks':4,'pool':['WF1','RC1'],'laid':['WH1@a3k3']}," COMMON
                ",'stack':9}");
    bench_refuse("use:H=5", "P17");
    bench_play("use:H");
    assert_int_equal(SEAT(1)->steaks, 5);
    assert_int_equal(SEAT(1)->fp, 0);
}

/* ---- refill, drop, end ---- */

static void r31_refill_what_is_there(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'p1':{'pool':['WF1'],'laid':['WH1@a3k3']},'p2':{'pool':['RX1']},'common':['XC1','BR2'"
                    "],'stack':0}");
    bench_play("lay:WF1@b3b4");
    assert_int_equal(S->phase, PHASE_REFILL); /* no own tile to swap: Water is skipped */
    bench_play("take:BR2 take:XC1");
    assert_string_equal(bench_pool(1), "BR2 XC1");
    assert_int_equal(S->is_final, 1);
    assert_int_equal(S->turn, 1);
}

static void r15_r16_two_players_drop(void **unused)
{
    (void)unused;
    const char *position =
        "{'players':2,'p1':{'pool':['WF1','RC1','RC2','RX1'],'laid':['WH1@a3k3']},'fight_on':{'BR2':[2]}," COMMON
        ",'stack':2}";
    bench_given("", position);
    bench_play("lay:WF1@b3b4 done take:XC1");
    assert_int_equal(S->phase, PHASE_DROP);
    assert_string_equal(bench_legal(0), "drop:BR2 drop:WF2 drop:CH2 drop:PF2");
    bench_play("drop:BR2"); /* R16: before new ones come */
    assert_int_equal(SEAT(2)->fights, 3);
    assert_int_equal(S->dropped, BIT(bench_tile("BR2")));
    assert_int_equal(S->phase, PHASE_REVEAL);
    bench_draw("RH1 RH2");
    assert_string_equal(bench_pool(0), "WF2 CH2 PF2 RH1 RH2");
    assert_int_equal(S->stack_size, 0);
    const char *start =
        "{'players':2,'phase':'START','p1':{'pool':['HF1','RC1','RC2','RX1'],'tokens':{'k3':'H'}}," COMMON
        ",'stack':2}";
    bench_given("", start);
    bench_play("lay:HF1@k3a3 take:XC1");
    assert_int_equal(S->phase, PHASE_REVEAL);
    bench_given("start_drop=yes", start);
    bench_play("lay:HF1@k3a3 take:XC1");
    assert_int_equal(S->phase, PHASE_DROP);
}

static void r7_end_and_sharing(void **unused)
{
    (void)unused;
    bench_given("", "{'players':4,'phase':'OVER','p1':{'fp':30,'sp':25},'p2':{'fp':25,'sp':40},'p3':{'fp':20,'sp':25},'"
                    "p4':{'fp':24,'sp':60}}");
    struct ochre_outcome out;
    valley_outcome(&bench.setup, &bench.state, &out);
    assert_int_equal(out.winners, SEAT_BIT(0) | SEAT_BIT(1));
    assert_int_equal(out.rank[3], 3);
    assert_int_equal(out.rank[2], 4);
    assert_int_equal(out.score[2], 20);
    assert_true(out.payoff[0] > 0.49F && out.payoff[0] < 0.51F);
    assert_int_equal(valley_rules.pending(&bench.setup, &bench.state), 0);
}

/* R36: one stack; the draw is from all that is unseen. */
static void r36_draws(void **unused)
{
    (void)unused;
    bench_given("",
                "{'players':3,'phase':'REVEAL','p1':{'pool':['RC1'],'laid':['BH1@a3k3']},'common':['XC1'],'stack':3}");
    ochre_action list[VALLEY_OUTCOMES];
    assert_int_equal(valley_rules.legal(&bench.setup, &bench.state, OCHRE_CHANCE, list), 63 - 3);
    assert_int_equal(list[0], DRAW_TILE + bench_tile("BP1"));
    bench_draw("BP1 BP2 BP3");
    assert_int_equal(S->phase, PHASE_MAIN);
    assert_int_equal(S->turn, 1);
}

/* ---- 5: taking Fight tokens back ---- */

static void r20_recall(void **unused)
{
    (void)unused;
    const char *position = "{'players':3,'p1':{'pool':['RX1','BC2'],'laid':['XH1@a3k3']},'p2':{'pool':['BX1']},"
                           "'fight_on':{'BX1':[1,1],'XC1':[1],'WF2':[2]}," COMMON ",'stack':9}";
    bench_given("recall=any", position);
    assert_true(bench_has("recall:BX1"));
    assert_string_equal(bench_legal(2), "recall:WF2");
    assert_string_equal(bench_legal(3), "");
    bench_play("p2>recall:WF2");
    assert_int_equal(SEAT(2)->fights, 3);
    assert_int_equal(S->turn, 0);
    bench_play("lay:RX1@b4b3 recall:BX1 recall:BX1");
    bench_refuse("recall:BX1", "R20");
    assert_int_equal(SEAT(1)->fights, 2);
    assert_int_equal(S->phase, PHASE_BONUS);
    bench_given("recall=needed", position);
    bench_refuse("recall:BX1", "R20");
    bench_refuse("p2>recall:WF2", "R20");
    bench_play("lay:RX1@b4b3");
    assert_string_equal(bench_legal(0), "recall:XC1 recall:BX1 done");
    bench_play("recall:XC1");
    assert_null(strstr(bench_legal(0), "recall"));
    bench_given(
        "recall=needed",
        "{'players':3,'p1':{'held':['X'],'pool':['RX1','BC2'],'laid':['XH1@a3k3']},'fight_on':{'XC1':[1,1,1]}," COMMON
        "}");
    assert_true(bench_has("recall:XC1")); /* a held Fight token */
    bench_given("recall=needed", "{'players':3,'token_used':true,'p1':{'held':['X'],'pool':['RX1','BC2'],"
                                 "'laid':['XH1@a3k3']},'fight_on':{'XC1':[1,1,1]}," COMMON "}");
    assert_false(bench_has("recall:XC1")); /* no token may be used any more */
    bench_given("recall=any",
                "{'players':3,'phase':'START','p1':{'pool':['RX1'],'tokens':{'k1':'R'}},'fight_on':{'XC1':[2]}," COMMON
                "}");
    assert_string_equal(bench_legal(2), "");
}

/* 3.4: pools are lists. */
static void r3_4_order_of_pools(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'p1':{'pool':['RX1','XF1','BC2','CF1'],'laid':['XH1@a3k3']}," COMMON ",'stack':9}");
    bench_play("lay:XF1@b3b4 done");
    assert_string_equal(bench_pool(1), "RX1 BC2 CF1");
    bench_play("take:BR2");
    assert_string_equal(bench_pool(1), "RX1 BC2 CF1 BR2");
    assert_string_equal(bench_pool(0), "XC1 WF2 CH2 PF2");
}

#define T(name) cmocka_unit_test(name)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(r2_set_up_in_its_order),
        T(r02_sides_and_odds),
        T(r03_first_player),
        T(r4_2_connected_placements),
        T(r4_2_all_placements_by_hand),
        T(r4_3_start_takes_token_and_high_value),
        T(r4_3_start_round_ends),
        T(r13_start_without_match),
        T(r25_food_once),
        T(r26_all_food_first),
        T(r08_cave_is_claimed_last),
        T(r38_low_value),
        T(r1_4_gates),
        T(r4_4_new_only_without_connection),
        T(r12_new_gate_touches_nothing),
        T(r11_contact_with_abandoned),
        T(r30_feast_never_abandons),
        T(r32_stop_is_for_good),
        T(r33_finished_first_player),
        T(r7_all_finished_ends_at_once),
        T(r17_r18_fight_tokens_go_home),
        T(r19_order_of_fights),
        T(r14_fights_of_the_extra_tile),
        T(r4_8_feast_claims_the_cave),
        T(r27_picking_bonus_and_plains),
        T(r28_picking_token),
        T(r09_ritual),
        T(r10_ritual_anywhere),
        T(r18_fight_anywhere),
        T(r37_water_swaps),
        T(r01_convert),
        T(r24_supplies_end),
        T(r22_r23_bears),
        T(r05_two_windows),
        T(r06_r07_tokens_and_abandoning),
        T(r29_a_token_must_take_effect),
        T(r4_9_hunt_token),
        T(r31_refill_what_is_there),
        T(r15_r16_two_players_drop),
        T(r7_end_and_sharing),
        T(r36_draws),
        T(r20_recall),
        T(r3_4_order_of_pools),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
