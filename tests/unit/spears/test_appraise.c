/* test_appraise.c: the better estimate and what it looks at. */
#include "unit_spears.h"

#include "games/spears/spears_outlook.h"

/* ---- the network ---- */

static void test_squash(void **context)
{
    (void)context;
    assert_true(net_squash(0.0F) == 0.5F);
    assert_true(net_squash(1.0F) > 0.72F && net_squash(1.0F) < 0.74F);
    assert_true(net_squash(-40.0F) >= 0.0F && net_squash(-40.0F) < 0.001F);
    assert_true(net_squash(40.0F) <= 1.0F && net_squash(40.0F) > 0.999F);
    assert_true(net_squash(-1e9F) > 0.0F && net_squash(1e9F) <= 1.0F);
}

/* Shares add up to 1 even where nobody seems to have a chance. */
static void test_shares(void **context)
{
    (void)context;
    float weights[NET_SIZE(1)] = {0};
    const float traits[2] = {1.0F, 1.0F};
    float share[2];
    weights[2 * NET_HIDDEN] = -1e9F;
    net_shares(weights, 1, traits, 2, share);
    assert_true(share[0] == 0.5F && share[1] == 0.5F);
}

static void test_layers(void **context)
{
    (void)context;
    float weights[NET_SIZE(2)] = {0};
    const float traits[2] = {2.0F, -1.0F};
    weights[0] = 0.5F;                   /* bias of the first hidden cell */
    weights[NET_HIDDEN + 0] = 1.0F;      /* first trait to first cell: 0.5 + 2 … */
    weights[2 * NET_HIDDEN + 0] = 1.5F;  /* … - 1.5 = 1 */
    weights[2 * NET_HIDDEN + 1] = 5.0F;  /* the second cell would be -5: cut off */
    weights[3 * NET_HIDDEN] = -1.0F;     /* bias of the output */
    weights[3 * NET_HIDDEN + 1] = 1.0F;  /* from the first cell */
    weights[3 * NET_HIDDEN + 2] = 99.0F; /* from the second */
    assert_true(net_chance(weights, 2, traits) == 0.5F);
}

/* ---- what is lacking ---- */

static void look_out(struct spears_outlook *outlook)
{
    spears_look_out(spears_tables(&setup), now(), outlook);
}

/* N and E survive with meat and bone, S amasses, W dominates with trophies. */
static const char quartet[] =
    "{'seats':'N E S W','team':{'N':'Survivor','E':'Survivor','S':'Amasser','W':'Dominator'},"
    "'goal':{'N':'meat','E':'bone','S':'meat','W':'trophy'},'vigor':6,'time':'day',%s'begin':'action N'}";

static void place_quartet(const char *more)
{
    char position[1024];
    snprintf(position, sizeof position, quartet, more);
    agree(4, "");
    if (place(position) < 0)
        fail_msg("%s", trouble.words);
}

static void test_1_3_lacks(void **context)
{
    (void)context;
    struct spears_outlook outlook;
    place_quartet("'own':{'N':'p07','E':'p13 p01','S':'p24','W':'p09'},");
    look_out(&outlook);
    const struct spears_lack *survivors = &outlook.lack[SPEARS_SURVIVOR];
    assert_true(survivors->of[SPEARS_MEAT] == 2.0F && survivors->of[SPEARS_BONE] == 8.0F);
    assert_true(survivors->all == 10.0F && survivors->need == 20.0F);
    assert_true(outlook.lack[SPEARS_AMASSER].all == 15.0F);
    assert_true(outlook.lack[SPEARS_DOMINATOR].all == 7.0F);
    assert_true(spears_help_of(spears_tables(&setup), survivors, 21) == 6.0F); /* p22: 1, 5 and a trophy */
    assert_true(spears_help_of(spears_tables(&setup), survivors, 20) == 3.0F); /* p21: 5 meat, 2 are needed */
    assert_true(spears_help_of(spears_tables(&setup), &outlook.lack[SPEARS_DOMINATOR], 22) == 5.0F); /* p23 */
}

/* A hunt that will surely succeed is as good as done, whoever hunts. */
static void test_running_hunt(void **context)
{
    (void)context;
    struct spears_outlook outlook;
    place_quartet("'row':'p01 p03 p08 p13 p15','units':{'N':'h1 h3 h4','E':'-','S':'-','W':'-'},");
    play("N>hunt:p01");
    look_out(&outlook);
    assert_int_equal(outlook.prey, 0);
    assert_int_equal(outlook.taker, 0);
    assert_true(outlook.gain > 0.6F);
    assert_true(outlook.lack[SPEARS_SURVIVOR].all < 20.0F - 1.2F);
}

/* ---- the estimate ---- */

static float chance_of(int seat)
{
    float payoff[OCHRE_SEATS_MAX];
    spears_appraise(&setup, &state, payoff);
    return payoff[seat];
}

#define TRIBES                                                                                                         \
    "'units':{'N':'h1 h4 g1','E':'h3 h4','S':'h1 h4 w1','W':'h3 h4 g2'},'berries':{'N':6,'E':6,'S':6,'W':6},"          \
    "'row':'p05 p06 p07 p08 p10',"

/* Who is nearer to the goal has a better chance, in every team and by a wide margin. */
static void test_nearer_is_better(void **context)
{
    (void)context;
    place_quartet(TRIBES "'own':{'N':'p01','E':'p02','S':'p03','W':'p04'},");
    float before[OCHRE_SEATS_MAX];
    spears_appraise(&setup, &state, before);
    place_quartet(TRIBES "'own':{'N':'p01 p21 p13','E':'p02 p22','S':'p03','W':'p04'},");
    assert_true(chance_of(0) > before[0] + 0.2F && chance_of(1) > before[1] + 0.2F);
    place_quartet(TRIBES "'own':{'N':'p01','E':'p02','S':'p03 p24 p19 p20','W':'p04'},");
    assert_true(chance_of(2) > before[2] + 0.2F);
    place_quartet(TRIBES "'own':{'N':'p01','E':'p02','S':'p03','W':'p04 p23 p15'},");
    assert_true(chance_of(3) > before[3] + 0.2F);
}

/* 7: every winner has won, however many there are; nothing is an estimate any more. */
static void test_7_the_end(void **context)
{
    (void)context;
    place_quartet("'own':{'N':'p21 p13 p01','E':'p22 p14 p08','S':'p24 p19 p20 p16','W':'p09'},");
    spears(&state)->phase = SPEARS_OVER;
    void (*const estimates[])(const struct ochre_setup *, const struct ochre_state *, float *) = {spears_think.judge,
                                                                                                  spears_appraise};
    for (int i = 0; i < 2; i++) {
        float payoff[OCHRE_SEATS_MAX];
        estimates[i](&setup, &state, payoff);
        assert_true(payoff[0] == 1.0F && payoff[1] == 1.0F && payoff[2] == 1.0F && payoff[3] == 0.0F);
    }
}

/* Before the teams are dealt nobody has a better chance. */
static void test_before_the_deal(void **context)
{
    (void)context;
    agree(3, "");
    assert_true(chance_of(0) == chance_of(1) && chance_of(1) == chance_of(2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_squash),       cmocka_unit_test(test_shares),
        cmocka_unit_test(test_layers),       cmocka_unit_test(test_1_3_lacks),
        cmocka_unit_test(test_running_hunt), cmocka_unit_test(test_nearer_is_better),
        cmocka_unit_test(test_7_the_end),    cmocka_unit_test(test_before_the_deal),
    };
    return cmocka_run_group_tests_name("spears estimate", tests, NULL, NULL);
}
