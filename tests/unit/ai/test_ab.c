/* test_ab.c: does alpha-beta with its table, windows and order find what plain minimax finds? */
#include "ai/ab.h"
#include "rules/rules.h"
#include "rules/think.h"
#include "think.h"

/* By the game's own rules: whole states, repetition and clocks as apply has them. */
static int minimax(const struct ochre_setup *setup, const struct ochre_state *state, int ply, int depth)
{
    const struct ochre_duel *duel = setup->game->think->duel;
    int result;
    if (duel->is_over(setup, state->bytes, &result))
        return result * (AB_WIN - ply);
    if (depth == 0)
        return duel->worth(setup, state->bytes);
    ochre_action *list = calloc(setup->legal_max, sizeof *list);
    assert_non_null(list);
    int seat = seats_first(setup->game->rules->pending(setup, state));
    int count = setup->game->rules->legal(setup, state, seat, list);
    int best = -AB_WIN - 1;
    for (int i = 0; i < count; i++) {
        struct ochre_state after;
        state_copy(setup, &after, state);
        setup->game->rules->apply(setup, &after, seat, list[i], NULL);
        int score = -minimax(setup, &after, ply + 1, depth - 1);
        best = score > best ? score : best;
    }
    free(list);
    return best;
}

static void compare(const char *const *options, int seats, int depth, int positions)
{
    struct opening *opening = open_game("dice", seats, NULL, options);
    const struct ochre_setup *setup = &opening->setup;
    struct ab *ab = ab_new();
    for (uint64_t seed = 1; seed <= (uint64_t)positions; seed++) {
        struct ochre_state state = opening->start;
        struct ochre_view view;
        struct ochre_rng rng;
        rng_seed(&rng, seed);
        if (!wander(setup, &state, 8 * (int)seed, &rng))
            continue;
        int seat = seats_first(setup->game->rules->pending(setup, &state));
        state_look(setup, &state, seat, &view);
        struct ab_options plain = {.budget = {.depth = depth}, .memory_limit = 1 << 20, .is_plain = true};
        struct bot_thoughts thoughts = {0};
        ab_search(ab, &plain, setup, &view, seat, &rng, &thoughts);
        assert_int_equal(thoughts.depth, depth);
        assert_int_equal(thoughts.score, minimax(setup, &state, 0, depth));
    }
    ab_delete(ab);
    opening_delete(opening);
}

static void ab_finds_what_minimax_finds(void **unused)
{
    (void)unused;
    compare((const char *const[]){"mode=2", NULL}, 2, 1, 40);
    compare((const char *const[]){"mode=2", NULL}, 2, 2, 40);
    compare((const char *const[]){"mode=2", "adj=sum", NULL}, 2, 3, 8);
    compare((const char *const[]){"mode=2", "size=6", "adj=sum", "martyr=swap", NULL}, 2, 3, 10);
    compare((const char *const[]){"mode=2", "size=6", "faces=3", "np=12", "adj=sum", NULL}, 2, 3, 12);
    compare((const char *const[]){"mode=2", "size=9", NULL}, 2, 2, 6);
    compare((const char *const[]){"mode=4t", NULL}, 4, 2, 8);
}

/* The node that search plays on is the state without its history. */
static void nodes_follow_the_rules(void **unused)
{
    (void)unused;
    struct opening *opening = open_game("dice", 2, NULL, (const char *const[]){"np=20", NULL});
    const struct ochre_setup *setup = &opening->setup;
    const struct ochre_duel *duel = setup->game->think->duel;
    ochre_action *list = calloc(setup->legal_max, sizeof *list);
    struct ochre_duel_move *moves = calloc(2 * (size_t)setup->legal_max, sizeof *moves);
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct ochre_state state = opening->start;
        struct ochre_rng rng;
        rng_seed(&rng, seed);
        if (!wander(setup, &state, 3 * (int)seed, &rng))
            continue;
        int seat = seats_first(setup->game->rules->pending(setup, &state));
        int count = setup->game->rules->legal(setup, &state, seat, list);
        assert_int_equal(duel->moves(setup, state.bytes, false, moves), count);
        for (int i = 0; i < count; i++) {
            struct ochre_state after = state;
            struct ochre_state node = state;
            assert_int_equal(moves[i].action, list[i]);
            setup->game->rules->apply(setup, &after, seat, list[i], NULL);
            duel->play(setup, node.bytes, list[i]);
            assert_int_equal(duel->key(setup, node.bytes), duel->key(setup, after.bytes));
            assert_int_equal(duel->clock(setup, node.bytes), duel->clock(setup, after.bytes));
            if (moves[i].gain > 0)
                assert_int_equal(duel->clock(setup, node.bytes), 0);
        }
        /* The moves that take something are among all moves, with the same gain. */
        int loud = duel->moves(setup, state.bytes, true, moves + count);
        for (int i = 0; i < loud; i++) {
            int at = 0;
            while (at < count && moves[at].action != moves[count + i].action)
                at++;
            assert_true(at < count);
            assert_int_equal(moves[at].gain, moves[count + i].gain);
        }
    }
    free(list);
    free(moves);
    opening_delete(opening);
}

/* 3.8.5: white is ahead and may shuffle; black to move would lose by the third time with adj=sum, so it is no draw. */
static void repetition_is_worth_what_the_rules_say(void **unused)
{
    (void)unused;
    struct opening *sum = open_game("dice", 2, "b67/8/8/8/8/8/8/W66W3 w 2 adj=sum 0 9", NULL);
    struct opening *draw = open_game("dice", 2, "b67/8/8/8/8/8/8/W66W3 w 2 - 0 9", NULL);
    const struct ochre_duel *duel = sum->setup.game->think->duel;
    assert_int_equal(duel->repeated(&sum->setup, sum->start.bytes), 1);
    assert_int_equal(duel->repeated(&draw->setup, draw->start.bytes), 0);
    struct ochre_state passed = sum->start;
    duel->pass(&sum->setup, passed.bytes);
    assert_int_equal(duel->repeated(&sum->setup, passed.bytes), -1);
    opening_delete(sum);
    opening_delete(draw);
}

/* The least that the side to move gains by taking something, as all hear it or as a search that looks for quiet does;
 * 0: it takes nothing. */
static int least_gain(const char *fen, bool only_loud)
{
    struct opening *opening = open_game("dice", 2, fen, NULL);
    const struct ochre_setup *setup = &opening->setup;
    struct ochre_duel_move *moves = calloc(setup->legal_max, sizeof *moves);
    int count = setup->game->think->duel->moves(setup, opening->start.bytes, only_loud, moves);
    int least = 0;
    for (int i = 0; i < count; i++)
        if (moves[i].gain && (!least || moves[i].gain < least))
            least = moves[i].gain;
    free(moves);
    opening_delete(opening);
    return least;
}

/* d4 takes d6, which is alone; covered by d8; covered, and avenged by b6; covered from too far; by one that looks
 * elsewhere; by one that looks there. */
static void a_capture_that_loses_more_is_no_gain(void **unused)
{
    (void)unused;
    assert_int_equal(least_gain("7B2/8/3B14/8/3W34/8/8/8 w 2 - 0 1", false), 142);
    assert_true(least_gain("3B24/8/3B14/8/3W34/8/8/8 w 2 - 0 1", false) < 0);
    assert_int_equal(least_gain("3B24/8/3B14/8/3W34/8/8/8 w 2 - 0 1", true), 0);
    int avenged = least_gain("3B24/8/1W21B14/8/3W34/8/8/8 w 2 - 0 1", true);
    assert_true(avenged > 0 && avenged < 142);
    assert_int_equal(least_gain("3B14/8/3B14/8/3W34/8/8/8 w 2 - 0 1", true), 142);
    assert_int_equal(least_gain("3b24/8/3B14/8/3W34/8/8/8 w 2 - 0 1", true), 142);
    assert_true(least_gain("1b26/8/3B14/8/3W34/8/8/8 w 2 - 0 1", false) < 0);
}

static int worth_of(const char *fen)
{
    struct opening *opening = open_game("dice", 2, fen, NULL);
    int worth = opening->setup.game->think->duel->worth(&opening->setup, opening->start.bytes);
    opening_delete(opening);
    return worth;
}

/* Where the sum decides, a point is worth more the fewer stones are left and the later it is; and what is good for one
 * is bad for the other. */
static void a_lead_grows_as_the_board_empties(void **unused)
{
    (void)unused;
    int many =
        worth_of("B2B2B2B2B2B2B2B2/B1B1B1B1B1B1B11/7B1/8/7W2/8/W1W1W1W1W1W1W11/W2W2W2W2W2W2W2W2 w 2 adj=sum 0 9");
    int some = worth_of("B2B2B2B24/7B1/8/8/8/8/7W2/W2W2W2W24 w 2 adj=sum 0 9");
    int few = worth_of("7B1/8/8/8/8/8/8/7W2 w 2 adj=sum 0 9");
    int late = worth_of("B2B2B2B24/7B1/8/8/8/8/7W2/W2W2W2W24 w 2 adj=sum 80 99");
    assert_true(0 < many && many < some && some < few && some < late);
    assert_int_equal(worth_of("7B1/8/8/8/8/8/8/7W2 b 2 adj=sum 0 9"), -few);
    assert_int_equal(worth_of("7B2/8/8/8/8/8/8/7W1 w 2 adj=sum 0 9"), -few);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ab_finds_what_minimax_finds),
        cmocka_unit_test(nodes_follow_the_rules),
        cmocka_unit_test(repetition_is_worth_what_the_rules_say),
        cmocka_unit_test(a_capture_that_loses_more_is_no_gain),
        cmocka_unit_test(a_lead_grows_as_the_board_empties),
    };
    return cmocka_run_group_tests_name("alpha-beta", tests, NULL, NULL);
}
