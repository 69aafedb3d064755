/* test_check.c: does `check` see what is wrong with a state (3)? Each test breaks one thing. */
#include "unit/tribes/tribes_bench.h"

static struct tribes_state *s;

static void fresh(void)
{
    given("{'stones': {'1.1': 'AB', '2.1': 'A'}, 'row': 'P(1) rhino E M P+ E+ M+', 'A': {'land': 'd4:G2 e4:W! d5:O "
          "c5:H'}}");
    s = tribes_in(&bench.state);
}

/* The rule that `check` names for the state as it is now. */
static void expect_wrong(const char *rule)
{
    const char *wrong = tribes_check(&bench.setup, &bench.state);
    if (!wrong || strncmp(wrong, rule, strlen(rule)) != 0)
        fail_msg("expected %s, found %s", rule, wrong ? wrong : "nothing wrong");
    fresh();
}

static void test_shells(void **state)
{
    (void)state;
    fresh();
    s->box--;
    expect_wrong("3: shells");
    s->row_shells[3]++;
    expect_wrong("3: shells");
    s->seat[1].shells++;
    expect_wrong("3: shells");
}

static void test_members(void **state)
{
    (void)state;
    fresh();
    s->seat[0].reserve--;
    expect_wrong("3: members");
    s->seat[0].members[TRIBES_D4]--;
    expect_wrong("3: members");
    s->seat[0].members[TRIBES_E4]++;
    expect_wrong("3: inhabited");
    s->seat[0].inhabited = 0;
    s->seat[0].members[TRIBES_D4] = 0;
    s->seat[0].reserve = 15;
    expect_wrong("3: a tribe has died out");
}

static void test_land(void **state)
{
    (void)state;
    fresh();
    s->bag[2]--;
    s->bag_count--;
    expect_wrong("3: land");
    s->bag_count--;
    expect_wrong("3: bag");
    s->hand_count++;
    expect_wrong("3: bag or hand");
    s->seat[0].land[0] |= BIT(TRIBES_E4);
    s->bag[0]--;
    s->bag_count--;
    expect_wrong("3: two tiles");
    s->seat[0].ground |= 1;
    expect_wrong("3: the ground");
    s->seat[0].border ^= BIT(0);
    expect_wrong("3: the border");
    s->seat[0].exhausted |= BIT(0);
    expect_wrong("3: something stands");
    s->seat[0].land[0] |= BIT(0);
    s->seat[0].ground |= BIT(0);
    s->bag[0]--;
    s->bag_count--;
    expect_wrong("3: the territory");
}

static void test_row(void **state)
{
    (void)state;
    fresh();
    s->row[1] = s->row[2];
    expect_wrong("3: a tile stands in the row twice");
    s->row_count--;
    expect_wrong("3: an action tile");
    s->tile = s->row[0];
    expect_wrong("3: the tile in use");
    s->unseen_events |= 2; /* rhino */
    expect_wrong("3: an event in the row");
    s->display |= 1;
    expect_wrong("4.7");
}

static void test_boards(void **state)
{
    (void)state;
    fresh();
    s->up = 0x00F;
    expect_wrong("3: a face-up slot");
    s->board[1] = s->board[0];
    expect_wrong("3: a board lies twice");
    s->unseen_boards = 0x7FFF;
    expect_wrong("3: a board lies twice");
    s->stone_count[7] = 1;
    expect_wrong("3: stones lie");
    s->stone_count[2] = 1;
    s->stone[2][0] = 0;
    expect_wrong("3: a board is face up");
    s->seat[0].stones = 0;
    expect_wrong("4.6");
    s->stone[0][1] = 0;
    expect_wrong("4.6");
}

static void test_the_rest(void **state)
{
    (void)state;
    fresh();
    s->decision = TRIBES_DECISIONS;
    expect_wrong("4.1");
    s->actor = 2;
    expect_wrong("4.1");
    s->seat[0].points = -1;
    expect_wrong("A35");
    s->seat[1].level[3] = 5;
    expect_wrong("1.4");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shells), cmocka_unit_test(test_members), cmocka_unit_test(test_land),
        cmocka_unit_test(test_row),    cmocka_unit_test(test_boards),  cmocka_unit_test(test_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
