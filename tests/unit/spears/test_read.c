/* test_read.c: positions that cannot be are refused, with the rule and the place, and nothing is changed. */
#include "unit_spears.h"

static void refused(const char *position, const char *rule, const char *words)
{
    struct ochre_state before = state;
    if (place(position) == 0)
        fail_msg("taken: %s", position);
    assert_string_equal(trouble.rule, rule);
    if (!strstr(trouble.words, words))
        fail_msg("'%s' does not say '%s'", trouble.words, words);
    assert_memory_equal(before.bytes, state.bytes, setup.state_size);
}

static void test_9_1_refusals(void **context)
{
    (void)context;
    agree(4, "");
    refused("[]", "9.1", "object");
    refused("{'seats':'N E S'}", "9.1", "seats");
    refused("{'seats':'N E S S'}", "9.1", "seats");
    refused("{'seats':'N E S X'}", "9.1", "seats");
    refused("{'seats':5}", "9.1", "seats");
    refused("{'order':'N E S'}", "9.1", "order");
    refused("{'order':'N E S N'}", "9.1", "order");
    refused("{'time':'noon'}", "9.1", "time");
    refused("{'vigor':13,'begin':'defence'}", "9.1", "vigor");
    refused("{'vigor':0,'begin':'defence'}", "9.1", "vigor");
    refused("{'turn_number':0}", "9.1", "turn_number");
    refused("{'berries':{'N':16}}", "K6", "berries");
    refused("{'berries':{'X':1}}", "9.1", "berries");
    refused("{'berries':7}", "9.1", "berries");
    refused("{'units':{'N':'h1 h1'}}", "3.4", "h1");
    refused("{'units':{'N':'h1 (h1)'}}", "3.4", "h1");
    refused("{'units':{'N':'h9'}}", "9.1", "h9");
    refused("{'units':{'N':3}}", "9.1", "units");
    refused("{'own':{'N':'p01','E':'p01'}}", "3.4", "p01");
    refused("{'own':{'N':'p25'}}", "9.1", "p25");
    refused("{'row':'p01 p02 p03'}", "9.1", "row");
    refused("{'row':'p01 p02 p03 p04 p05 p06'}", "9.1", "row");
    refused("{'row':'p01 p01 p03 p04 p05'}", "3.4", "p01");
    refused("{'row':'p01 p02 p03 p04 p05','deck':'p05'}", "3.4", "deck");
    refused("{'row':'p01 p02 p03 p04 p05','deck':'p06 | p06'}", "3.4", "deck");
    refused("{'row':'p01 p02 p03 p04 p05','chased':3}", "4.4", "chased");
    refused("{'chased':6}", "9.1", "chased");
    refused("{'enemy':'e5'}", "9.1", "e5");
    refused("{'banned':'X'}", "9.1", "banned");
    refused("{'banned':'N','banned_last_turn':'N'}", "R13", "banned");
    refused("{'obliged':'N','obliged_last_turn':'N'}", "R13", "obliged");
    refused("{'blocked':'N Q'}", "9.1", "blocked");
    refused("{'hand':{'N':'0 0 0'}}", "3.4", "hand");
    refused("{'hand':{'N':'+2'}}", "3.4", "hand");
    refused("{'hand':{'N':'0'}}", "3.4", "equal size");
    refused("{'rounds':['N -1 E 0 S 0']}", "4.9", "rounds");
    refused("{'rounds':['N -1 E 0 S 0 N 0']}", "4.9", "rounds");
    refused("{'rounds':'N -1'}", "4.9", "rounds");
    refused("{'rounds':['N -1 E 0 S 0 W 0','N -1 E 0 S 0 W 0','N -1 E +1 S +1 W +1']}", "3.4", "rounds");
    refused("{'rounds':['N -1 E 0 S 0 W 0'],'hand':{'N':'-1 -1 0 0 +1'}}", "3.4", "full set");
    refused("{'team':{'N':'Amasser','E':'Amasser'}}", "2.2", "team");
    refused("{'team':{'N':'Hero'}}", "2.2", "team");
    refused("{'goal':{'N':'meat','E':'meat','S':'meat'}}", "2.2", "goal");
    refused("{'goal':{'N':'meat bone'}}", "2.2", "goal");
    refused("{'goal':{'N':'fur'}}", "2.2", "goal");
    refused("{}", "9.1", "/begin");
    refused("{'phase':'PLAY'}", "9.1", "/phase");
    refused("{'begin':'setup','weather':'fine'}", "9.1", "/weather");
    refused("{'under_way':{}}", "9.1", "/phase: is missing");
    refused("{'begin':'sleep'}", "9.1", "begin");
    refused("{'begin':'play'}", "9.1", "begin");
    refused("{'begin':'play X'}", "9.1", "begin");
    refused("{'begin':'action E 2'}", "9.1", "begin");
}

static void test_9_1_defaults(void **context)
{
    (void)context;
    agree(4, "");
    assert_int_equal(place("{'seats':'W N S E','begin':'setup'}"), 0);
    assert_int_equal(now()->phase, SPEARS_TIME);
    assert_int_equal(now()->tribe[0], 3);
    assert_int_equal(now()->vigor, 12);
    assert_int_equal(now()->berries[0], 0);
    assert_int_equal(now()->unseen, 0);
    assert_int_equal(now()->team[2], SPEARS_AMASSER);
    assert_int_equal(now()->goal[1][0], SPEARS_MEAT + 1);
    assert_int_equal(now()->goal[3][0], SPEARS_BONE + 1);
    /* What is given is taken out first, the rest is dealt in seat order. */
    assert_int_equal(place("{'team':{'N':'Dominator'},'goal':{'E':'meat','S':'meat'},'begin':'setup'}"), 0);
    assert_int_equal(now()->team[0], SPEARS_DOMINATOR);
    assert_int_equal(now()->team[3], SPEARS_AMASSER);
    assert_int_equal(now()->goal[0][0], SPEARS_BONE + 1);
    /* Missing cards count as placed in ascending order. */
    assert_int_equal(place("{'hand':{'N':'0 0 +1 +1','E':'-1 -1 0 0','S':'-1 0 0 +1','W':'-1 -1 +1 +1'},"
                           "'begin':'setup'}"),
                     0);
    assert_int_equal(now()->rounds, 2);
    assert_int_equal(now()->round[0][0], 1); /* North: -1, -1 */
    assert_int_equal(now()->round[1][0], 1);
    assert_int_equal(now()->round[0][1], 3); /* East: +1, +1 */
    assert_int_equal(now()->reveal[0][0], 1);
    assert_int_equal(now()->reveal[0][3], 3);
    /* A position without a beginning is over, if it says so. */
    assert_int_equal(place("{'team':{'N':'Survivor'}}"), 0);
    assert_int_equal(now()->phase, SPEARS_OVER);
    assert_int_equal(place("{'phase':'OVER'}"), 0);
    assert_int_equal(now()->phase, SPEARS_OVER);
}

/* R42: without cards nothing is placed and the sum is 0. */
static void test_R42_no_cards_left(void **context)
{
    (void)context;
    agree(4, "");
    assert_int_equal(place("{'seats':'N E S W','units':{'N':'h1 h3'},'hand':{'N':'-','E':'-','S':'-','W':'-'},"
                           "'row':'p01 p02 p03 p04 p05','deck':'p06','begin':'action N'}"),
                     0);
    play("N>hunt:p03 N>+h1 N>+h3");
    assert_int_equal(now()->value[SPEARS_VALUE_HUNT][0], 3);
    assert_int_equal(now()->pile[0], 1u << 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_9_1_refusals),
        cmocka_unit_test(test_9_1_defaults),
        cmocka_unit_test(test_R42_no_cards_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
