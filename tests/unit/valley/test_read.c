/* test_read.c: are positions typed in read rightly, checked whole, and refused with path and rule? And can every view
 * be read back? */
#include "rules/rules.h"
#include "valley_bench.h"

#include <stdlib.h>

static void refused(const char *rule, const char *where, const char *position)
{
    if (bench_try("", position) == 0)
        fail_msg("%s is accepted, expected %s", position, rule);
    if (strcmp(bench.error.rule, rule) != 0 || !strstr(bench.error.words, where))
        fail_msg("%s: %s %s, expected %s at %s", position, bench.error.rule, bench.error.words, rule, where);
}

static void impossible_positions(void **unused)
{
    (void)unused;
    refused("9.1", "players", "{'players':5}");
    refused("9.1", "/turn", "{'players':2,'turn':3}");
    refused("9.1", "/first", "{'players':2,'first':0}");
    refused("9.1", "/p3", "{'players':2,'p3':{}}");
    refused("9.1", "/pol", "{'players':2,'pol':1}");
    refused("9.1", "/p1/pol", "{'players':2,'p1':{'pol':[]}}");
    refused("9.1", "/p1", "{'players':2,'p1':[]}");
    refused("4.1", "/phase", "{'players':2,'phase':'NIGHT'}");
    refused("6.1", "/common", "{'players':2,'phase':'DEAL','common':[]}");
    refused("9.1", "/final", "{'players':2,'final':1}");
}

static void impossible_seats(void **unused)
{
    (void)unused;
    refused("9.1", "/p1/fp", "{'players':2,'p1':{'fp':-1}}");
    refused("9.1", "/p1/sp", "{'players':2,'p1':{'sp':'3'}}");
    refused("9.1", "/p1/finished", "{'players':2,'p1':{'finished':1}}");
    refused("9.1", "/p1/steaks", "{'players':2,'p1':{'steaks':19}}");
    refused("R24", "/p2/steaks", "{'players':2,'p1':{'steaks':10},'p2':{'steaks':9}}");
    refused("9.1", "/p1/board", "{'players':2,'p1':{'board':'L9A+R1A'}}");
    refused("9.1", "/p1/board", "{'players':2,'p1':{'board':'R1A+L1A'}}");
    refused("1.3", "/p1/pool/0", "{'players':2,'p1':{'pool':['XX1']}}");
    refused("9.5.1", "/p1/pool/1", "{'players':2,'p1':{'pool':['XC1','XC1']}}");
    refused("3.4", "/p1/pool", "{'players':2,'p1':{'pool':['XC1','XC2','BX1','BX2','RX1']}}");
    refused("R32", "/turn", "{'players':2,'turn':1,'p1':{'finished':true}}");
    refused("4.3", "/turn", "{'players':2,'turn':1,'phase':'START','p1':{'laid':['BH1@a3k3']}}");
}

static void impossible_boards(void **unused)
{
    (void)unused;
    refused("6", "/p1/laid/0", "{'players':2,'p1':{'laid':['BH1']}}");
    refused("P2", "/p1/laid/0", "{'players':2,'p1':{'laid':['BH1@a1a3']}}");
    refused("P3", "/p1/laid/1", "{'players':2,'p1':{'laid':['BH1@a3k3','BH2@a3a2']}}");
    refused("9.5.1", "/p1/laid/1", "{'players':2,'p1':{'laid':['BH1@a3k3','BH1@b1b2']}}");
    refused("9.5.1", "/p2/pool/0", "{'players':2,'p1':{'laid':['BH1@a3k3']},'p2':{'pool':['BH1']}}");
    refused("P6", "/p1/laid/1", "{'players':2,'p1':{'laid':['BH1@a3k3','WH1@b3b4']}}");
    refused("P9", "/p1/laid/0", "{'players':2,'p1':{'old':[['BH1@a3k3']],'laid':['BW1@b3b4']}}");
    refused("4.4", "/p1/old", "{'players':2,'p1':{'old':[['BH1@a3k3']]}}");
    refused("9.5.8", "/p1/bears/0", "{'players':2,'p1':{'laid':['BH1@a3k3'],'bears':['a3']}}");
    refused("9.5.8", "/p1/bears/1", "{'players':2,'p1':{'bears':['a3','a3']}}");
    refused("1.4", "/p1/bears/0", "{'players':2,'p1':{'bears':['w1']}}");
    refused("R24", "/p2/bears/0",
            "{'players':2,'p1':{'bears':['a1','b1','c1','d1','e1','f1','g1','h1','a2','b2','c2','d2','e2','f2','g2','"
            "h2','a3','b3']},"
            "'p2':{'bears':['a1']}}");
}

static void impossible_tokens(void **unused)
{
    (void)unused;
    refused("1.4", "/p1/tokens/a3", "{'players':2,'p1':{'tokens':{'a3':'H'}}}");
    refused("1.2", "/p1/tokens/k3", "{'players':2,'p1':{'tokens':{'k3':'Z'}}}");
    refused("9.5.4", "/p1/held/0", "{'players':2,'p1':{'tokens':{'k3':'H'},'held':['H']}}");
    refused("9.5.4", "/p1/gone/0", "{'players':2,'p1':{'used':['H'],'gone':['H']}}");
    refused("3.2", "/p1/held", "{'players':2,'p1':{'held':'H'}}");
    refused("3.1", "/fight_on/BR1", "{'players':2,'fight_on':{'BR1':[1]}}");
    refused("1.3", "/fight_on/ZZ1", "{'players':2,'fight_on':{'ZZ1':[1]}}");
    refused("9.5.2", "/fight_on/BR1/3", "{'players':2,'common':['BR1'],'fight_on':{'BR1':[1,1,1,1]}}");
    refused("9.1", "/fight_on/BR1/0", "{'players':2,'common':['BR1'],'fight_on':{'BR1':[3]}}");
    refused("3.4", "/common", "{'players':2,'common':['BR1','BR2','BX1','BX2','BW1','BW2']}");
    refused("9.5.1", "/stack", "{'players':2,'stack':64}");
    refused("9.5.1", "/stack/0", "{'players':2,'common':['BR1'],'stack':['BR1']}");
    refused("4.5", "", "{'players':2,'phase':'FIGHT'}");
    refused("4.5", "/laying",
            "{'players':2,'phase':'FIGHT','p1':{'pool':['CF1'],'laid':['XH1@a3k3']},'laying':'lay:CF1@c3b3'}");
    refused("3.3", "/entering", "{'players':2,'phase':'BONUS','entering':{'cave':'k1'}}");
    refused("1.2", "/bonuses", "{'players':2,'phase':'BONUS','bonuses':'Q'}");
    refused("3.3", "/bonuses", "{'players':2,'phase':'POST','bonuses':'W'}");
    refused("3.3", "/entering", "{'players':2,'phase':'MAIN','p1':{'laid':['BH1@a3k3']},'entering':{'cave':'k3'}}");
}

static void impossible_records(void **unused)
{
    (void)unused;
    refused("6", "/record", "{'record':{'players':2}}");
    refused("6", "/record/tiles", "{'record':{'players':2,'tiles':['BR1']}}");
    refused("9.5.1", "/record/tiles/1", "{'record':{'players':2,'tiles':['BR1','BR1']}}");
}

/* What a position leaves out, and the stack in its two forms (9.1). */
static void defaults(void **unused)
{
    (void)unused;
    bench_given("", "{'players':3,'common':['BR1'],'stack':['BX1','BX2']}");
    assert_int_equal(S->phase, PHASE_MAIN);
    assert_int_equal(S->turn, 0);
    assert_int_equal(S->stack_size, 2);
    assert_int_equal(bits_count(S->unseen), 2);
    assert_int_equal(bits_count(S->absent), 60);
    assert_int_equal(SEAT(2)->fights, 3);
    bench_given("", "{'players':3,'first':'p2','turn':'p3','common':['BR1'],'stack':7}");
    assert_int_equal(S->first, 1);
    assert_int_equal(S->turn, 2);
    assert_int_equal(bits_count(S->unseen), 62);
    assert_int_equal(S->stack_size, 7);
    bench_given("first=2", "{'players':3}");
    assert_int_equal(S->first, 1);
    /* Automatic steps are made at once: nothing to refill, nothing to drop. */
    bench_given("", "{'players':3,'phase':'REFILL'}");
    assert_int_equal(S->phase, PHASE_MAIN);
    assert_int_equal(S->is_final, 1);
    bench_given("", "{'players':2,'phase':'DEAL'}");
    assert_int_equal(S->phase, PHASE_DEAL);
}

/* The view of any position in play, typed in, gives the same bytes. */
static void views_can_be_read_back(void **unused)
{
    (void)unused;
    enum { SIZE = 64 * 1024 };
    char *json = malloc(SIZE);
    struct json_node *nodes = calloc(SIZE, sizeof *nodes);
    struct ochre_rng rng;
    rng_seed(&rng, 3);
    for (int game = 0; game < 12; game++) {
        bench_start(2 + game % 3, game % 2 ? "abandoned=ignored" : "");
        bench_until(PHASE_START, &rng);
        for (; S->phase != PHASE_OVER; bench_step(&rng)) {
            struct ochre_text text = text_on(json, SIZE);
            struct json_writer writer = json_write_to(&text);
            struct ochre_view view;
            struct ochre_state again;
            struct json_doc doc;
            state_look(&bench.setup, &bench.state, OCHRE_EVERYBODY, &view);
            json_open(&writer, '{');
            valley_write_view(&bench.setup, &view, OCHRE_EVERYBODY, &writer);
            json_close(&writer, '}');
            assert_false(text.cut);
            assert_int_equal(json_parse(&doc, json, text.used, nodes, SIZE, &bench.error), 0);
            if (valley_read.read_state(&bench.setup, json_root(&doc), &again, &bench.error) < 0)
                fail_msg("%s %s: %s", bench.error.rule, bench.error.words, json);
            valley(&again)->permitted = S->permitted; /* what the view does not say: which tiles needed permission */
            if (!state_equal(&bench.setup, &again, &bench.state))
                fail_msg("another state is read back: %s", json);
        }
    }
    free(nodes);
    free(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impossible_positions),   cmocka_unit_test(impossible_seats),
        cmocka_unit_test(impossible_boards),      cmocka_unit_test(impossible_tokens),
        cmocka_unit_test(impossible_records),     cmocka_unit_test(defaults),
        cmocka_unit_test(views_can_be_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
