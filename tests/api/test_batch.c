/* test_batch.c: players and batches of the public C interface. */
#include "../unit/unit.h"

#include <pthread.h>

#include "desk.h"

static ochre_why why;

/* ---- players ---- */

static void test_players_choose_legal_moves(void **unused)
{
    (void)unused;
    const char *const names[] = {"random", "greedy", "mcts:20", "level:2"};
    for (int i = 0; desk_terms[i]; i++)
        for (int k = 0; k < 4; k++) {
            struct desk desk = desk_new(desk_terms[i], 2);
            ochre_player *player = ochre_player_new(names[k], &why);
            assert_non_null(player);
            assert_int_equal(ochre_player_suits(player, desk.setup, &why), 0);
            for (int moves = 0; moves < 4; moves++) {
                ochre_thoughts thoughts;
                ochre_state_roll(desk.setup, desk.state, &desk.lot, desk.list);
                int seat = ochre_state_turn(desk.setup, desk.state);
                ochre_state_look(desk.setup, desk.state, seat, desk.view, &why);
                int32_t action = ochre_player_think(player, desk.setup, desk.view, 7, &thoughts, sizeof thoughts, &why);
                assert_int_equal(ochre_player_think(player, desk.setup, desk.view, 7, NULL, 0, &why), action);
                assert_true(thoughts.idea_count >= 0 && thoughts.idea_count <= 8);
                if (k == 2)
                    assert_true(thoughts.iterations > 0 || thoughts.considered <= 1);
                assert_int_equal(ochre_state_apply(desk.setup, desk.state, seat, action, desk.list, &why), 0);
            }
            ochre_player_delete(player);
            desk_free(&desk);
        }
}

static void test_players_refuse_what_they_cannot(void **unused)
{
    (void)unused;
    struct desk desk = desk_new("pebble seats=3", 2);
    assert_null(ochre_player_new("deep thought", &why));
    assert_non_null(strstr(why.words, "there is no computer player 'deep thought'"));
    assert_null(ochre_player_new(NULL, &why));
    assert_null(ochre_player_new("mcts:-1", NULL));
    ochre_player *player = ochre_player_new("greedy", &why);
    ochre_player_limit(player, 1 << 20);
    ochre_state_look(desk.setup, desk.state, 0, desk.view, &why);
    assert_int_equal(ochre_player_think(player, desk.setup, desk.view, 1, NULL, 0, &why), OCHRE_REFUSED);
    assert_string_equal(why.words, "this seat is not asked");
    ochre_state_look(desk.setup, desk.state, OCHRE_SEAT_ALL, desk.view, &why);
    assert_int_equal(ochre_player_think(player, desk.setup, desk.view, 1, NULL, 0, &why), OCHRE_REFUSED);
    assert_string_equal(why.words, "a player thinks for a seat");
    ochre_player *duellist = ochre_player_new("ab:2", &why);
    assert_int_equal(ochre_player_suits(duellist, desk.setup, &why), OCHRE_REFUSED);
    assert_true(why.words[0]);
    ochre_player_delete(duellist);
    ochre_player_delete(player);
    ochre_player_delete(NULL);
    desk_free(&desk);
}

static void *stop_it(void *player)
{
    ochre_player_stop(player);
    return NULL;
}

/* A thought of an hour ends when somebody says so, be it before it has begun. */
static void test_a_thought_is_stopped_from_another_thread(void **unused)
{
    (void)unused;
    struct desk desk = desk_new("breakthrough", 2);
    ochre_player *player = ochre_player_new("mcts:3600s", &why);
    assert_non_null(player);
    ochre_state_look(desk.setup, desk.state, 0, desk.view, &why);
    for (int i = 0; i < 3; i++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, stop_it, player), 0);
        assert_true(ochre_player_think(player, desk.setup, desk.view, 1, NULL, 0, &why) >= 0);
        pthread_join(thread, NULL);
    }
    ochre_player_delete(player);
    desk_free(&desk);
}

/* ---- batches ---- */

struct arrays {
    ochre_batch_arrays to;
    size_t bytes[10];
};

static void *row(size_t plays, size_t each, size_t *bytes)
{
    *bytes = plays * each;
    void *memory = calloc(plays, each);
    assert_non_null(memory);
    return memory;
}

static struct arrays arrays_new(const struct desk *desk, size_t plays)
{
    struct arrays all;
    size_t seats = desk->about.seats;
    all.to = (ochre_batch_arrays){
        .seat = row(plays, 4, &all.bytes[0]),
        .observation = row(plays, desk->about.observation_size * sizeof(float), &all.bytes[1]),
        .mask = row(plays, desk->about.actions, &all.bytes[2]),
        .legal = row(plays, desk->about.legal_max * sizeof(int32_t), &all.bytes[3]),
        .legal_count = row(plays, 4, &all.bytes[4]),
        .reward = row(plays, seats * sizeof(float), &all.bytes[5]),
        .done = row(plays, 1, &all.bytes[6]),
        .rank = row(plays, seats * sizeof(int32_t), &all.bytes[7]),
        .score = row(plays, seats * sizeof(int32_t), &all.bytes[8]),
        .moves = row(plays, 4, &all.bytes[9]),
    };
    return all;
}

static void arrays_free(struct arrays *all)
{
    void **at = (void **)&all->to;
    for (int i = 0; i < 10; i++)
        free(at[i]);
}

static void arrays_same(const struct arrays *a, const struct arrays *b)
{
    void *const *one = (void *const *)&a->to;
    void *const *two = (void *const *)&b->to;
    for (int i = 0; i < 10; i++)
        if (i != 3) /* behind the end of a list nothing is written */
            assert_memory_equal(one[i], two[i], a->bytes[i]);
}

/* Each play of a batch is what states give with the same actions. */
static void follow(struct desk *desk, const ochre_batch *batch, const struct arrays *all, uint32_t play)
{
    const ochre_state *state = ochre_batch_state(batch, play);
    int seat = ochre_state_turn(desk->setup, state);
    assert_int_equal(all->to.seat[play], seat);
    int count = ochre_state_mask(desk->setup, state, seat, desk->mask, desk->list);
    assert_int_equal(all->to.legal_count[play], count);
    assert_memory_equal(all->to.mask + (size_t)play * desk->about.actions, desk->mask, desk->about.actions);
    assert_memory_equal(all->to.legal + (size_t)play * desk->about.legal_max, desk->list, (size_t)count * 4);
    ochre_state_look(desk->setup, state, seat, desk->view, &why);
    ochre_view_observe(desk->setup, desk->view, desk->numbers, &why);
    assert_memory_equal(all->to.observation + (size_t)play * desk->about.observation_size, desk->numbers,
                        desk->about.observation_size * sizeof(float));
}

static void ends_are_told(const struct desk *desk, const struct arrays *all, uint32_t plays, uint32_t *ends)
{
    for (uint32_t play = 0; play < plays; play++) {
        float sum = 0;
        int ranks = 0;
        for (uint32_t seat = 0; seat < desk->about.seats; seat++) {
            sum += all->to.reward[play * desk->about.seats + seat];
            ranks += all->to.rank[play * desk->about.seats + seat];
        }
        if (all->to.done[play])
            assert_true(ranks > 0 && all->to.moves[play] > 0);
        else
            assert_true(sum == 0 && ranks == 0 && all->to.moves[play] == 0);
        *ends += all->to.done[play];
    }
}

static void compare_threads(const char *terms, const char *opponent, uint32_t plays, int steps)
{
    struct desk desk = desk_new(terms, 1);
    struct arrays one = arrays_new(&desk, plays);
    struct arrays three = arrays_new(&desk, plays);
    int32_t *actions = malloc(plays * sizeof *actions);
    int32_t *same = malloc(plays * sizeof *same);
    ochre_batch_terms wanted = {.plays = plays, .threads = 1, .seed = 11};
    if (opponent)
        wanted.player[1] = opponent;
    ochre_batch *alone = ochre_batch_new(desk.setup, &wanted, sizeof wanted, &why);
    wanted.threads = 3;
    ochre_batch *crew = ochre_batch_new(desk.setup, &wanted, sizeof wanted, &why);
    assert_true(alone && crew);
    ochre_batch_reset(alone, 5, &one.to, sizeof one.to);
    ochre_batch_reset(crew, 5, &three.to, sizeof three.to);
    arrays_same(&one, &three);
    uint32_t ends = 0;
    for (int step = 0; step < steps; step++) {
        ochre_batch_random(alone, actions);
        ochre_batch_random(crew, same);
        assert_memory_equal(actions, same, plays * sizeof *actions);
        assert_int_equal(ochre_batch_step(alone, actions, &one.to, sizeof one.to, &why), 0);
        assert_int_equal(ochre_batch_step(crew, actions, &three.to, sizeof three.to, &why), 0);
        arrays_same(&one, &three);
        follow(&desk, crew, &three, (uint32_t)step % plays);
        ends_are_told(&desk, &one, plays, &ends);
        if (opponent)
            for (uint32_t play = 0; play < plays; play++)
                assert_int_not_equal(one.to.seat[play], 1);
    }
    if (steps >= 200 && ends == 0)
        fail_msg("%s: no play came to its end", terms);
    ochre_batch_delete(alone);
    ochre_batch_delete(crew);
    free(actions);
    free(same);
    arrays_free(&one);
    arrays_free(&three);
    desk_free(&desk);
}

static void test_any_number_of_threads_gives_the_same(void **unused)
{
    (void)unused;
    compare_threads("breakthrough", NULL, 37, 200);
    compare_threads("pebble seats=3", NULL, 37, 200);
    compare_threads("pebble seats=2", "greedy", 9, 200);
    compare_threads("pebble seats=2", "mcts:20", 5, 20);
    compare_threads("tribes seats=3", NULL, 9, 100);
    compare_threads("tribes seats=2", "random", 9, 500);
    compare_threads("spears seats=4", NULL, 7, 100);
    compare_threads("valley", NULL, 5, 500);
    compare_threads("dice size=6", "greedy", 3, 30);
}

/* What is written, and so what was listed before, changes nothing: neither what is drawn nor what happens then. */
static void test_what_is_written_changes_nothing(void **unused)
{
    (void)unused;
    enum { PLAYS = 23 };
    for (int i = 0; desk_terms[i]; i++) {
        struct desk desk = desk_new(desk_terms[i], 1);
        struct arrays all = arrays_new(&desk, PLAYS);
        int32_t actions[PLAYS];
        int32_t same[PLAYS];
        ochre_batch_terms terms = {.plays = PLAYS, .threads = 1, .seed = 3};
        ochre_batch *told = ochre_batch_new(desk.setup, &terms, sizeof terms, &why);
        ochre_batch *quiet = ochre_batch_new(desk.setup, &terms, sizeof terms, &why);
        for (int step = 0; step < 60; step++) {
            ochre_batch_random(told, actions);
            ochre_batch_random(quiet, same);
            assert_memory_equal(actions, same, sizeof actions);
            if (step % 3 == 2) { /* not what was drawn, in one of them */
                ochre_state_legal(desk.setup, ochre_batch_state(told, 5),
                                  ochre_state_turn(desk.setup, ochre_batch_state(told, 5)), desk.list);
                actions[5] = desk.list[0];
            }
            assert_int_equal(ochre_batch_step(told, actions, &all.to, sizeof all.to, &why), 0);
            assert_int_equal(ochre_batch_step(quiet, actions, NULL, 0, &why), 0);
            for (uint32_t play = 0; play < PLAYS; play++)
                assert_true(
                    ochre_state_equal(desk.setup, ochre_batch_state(told, play), ochre_batch_state(quiet, play)));
        }
        ochre_batch_delete(told);
        ochre_batch_delete(quiet);
        arrays_free(&all);
        desk_free(&desk);
    }
}

/* The row of a rollout's arrays in which step number `step` stands. */
static ochre_batch_arrays row_of(const struct arrays *all, size_t steps, size_t step)
{
    ochre_batch_arrays to = all->to;
    char **at = (char **)&to;
    for (int i = 0; i < 10; i++)
        at[i] += all->bytes[i] / steps * step;
    return to;
}

/* A rollout writes, row by row, what as many steps by lot would: on any number of threads, with and without lists, and
 * what is done before and after it is the same too. */
static void roll_and_step(const char *terms, const char *opponent, uint32_t threads, bool is_told)
{
    enum { PLAYS = 19, STEPS = 40 };
    struct desk desk = desk_new(terms, 1);
    struct arrays rolled = arrays_new(&desk, (size_t)PLAYS * STEPS);
    struct arrays stepped = arrays_new(&desk, (size_t)PLAYS * STEPS);
    int32_t actions[STEPS][PLAYS];
    int32_t drawn[PLAYS];
    ochre_batch_terms wanted = {.plays = PLAYS, .threads = threads, .seed = 8, .player = {NULL, opponent}};
    ochre_batch *roller = ochre_batch_new(desk.setup, &wanted, sizeof wanted, &why);
    wanted.threads = 1;
    ochre_batch *stepper = ochre_batch_new(desk.setup, &wanted, sizeof wanted, &why);
    assert_true(roller && stepper);
    uint32_t ends = 0;
    if (is_told) { /* and so there are lists, where the rollout writes its own */
        ochre_batch_reset(roller, 8, &rolled.to, sizeof rolled.to);
        ochre_batch_reset(stepper, 8, &stepped.to, sizeof stepped.to);
    }
    for (int round = 0; round < 6; round++) {
        ochre_batch_rollout(roller, STEPS, actions[0], is_told ? &rolled.to : NULL, is_told ? sizeof rolled.to : 0);
        for (size_t step = 0; step < STEPS; step++) {
            ochre_batch_arrays to = row_of(&stepped, STEPS, step);
            ochre_batch_random(stepper, drawn);
            assert_memory_equal(drawn, actions[step], sizeof drawn);
            assert_int_equal(ochre_batch_step(stepper, drawn, &to, sizeof to, &why), 0);
        }
        if (is_told)
            arrays_same(&rolled, &stepped);
        ends_are_told(&desk, &stepped, PLAYS * STEPS, &ends);
        for (uint32_t play = 0; play < PLAYS; play++)
            assert_true(
                ochre_state_equal(desk.setup, ochre_batch_state(roller, play), ochre_batch_state(stepper, play)));
        ochre_batch_rollout(roller, 0, NULL, NULL, 0);
        for (int step = 0; step < 2; step++) { /* the first is what the rollout has drawn, then one that a step has */
            ochre_batch_random(roller, actions[0]);
            ochre_batch_random(stepper, drawn);
            assert_memory_equal(drawn, actions[0], sizeof drawn);
            assert_int_equal(ochre_batch_step(roller, drawn, NULL, 0, &why), 0);
            assert_int_equal(ochre_batch_step(stepper, drawn, NULL, 0, &why), 0);
        }
    }
    if (strchr("bp", *terms) && ends == 0) /* the short ones */
        fail_msg("%s: no play came to its end", terms);
    ochre_batch_delete(roller);
    ochre_batch_delete(stepper);
    arrays_free(&rolled);
    arrays_free(&stepped);
    desk_free(&desk);
}

static void test_a_rollout_is_as_many_steps_by_lot(void **unused)
{
    (void)unused;
    const char *const terms[] = {"breakthrough",   "pebble seats=3", "tribes seats=3",
                                 "spears seats=4", "valley",         "dice size=6"};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        for (int is_told = 0; is_told < 2; is_told++)
            roll_and_step(terms[i], NULL, is_told ? 1 : 3, is_told);
    roll_and_step("pebble seats=2", "greedy", 3, true);
}

/* What a rollout has drawn allows no other action. */
static void test_a_wrong_action_after_a_rollout_is_refused(void **unused)
{
    (void)unused;
    enum { PLAYS = 5 };
    struct desk desk = desk_new("breakthrough", 1);
    int32_t actions[PLAYS];
    ochre_batch *batch = ochre_batch_new(desk.setup, &(ochre_batch_terms){.plays = PLAYS, .threads = 2, .seed = 1},
                                         sizeof(ochre_batch_terms), &why);
    ochre_batch_rollout(batch, 7, NULL, NULL, 0);
    ochre_batch_random(batch, actions);
    actions[3] = 191;
    assert_int_equal(ochre_batch_step(batch, actions, NULL, 0, &why), OCHRE_REFUSED);
    assert_non_null(strstr(why.words, "play 3: action 191"));
    ochre_batch_delete(batch);
    desk_free(&desk);
}

/* Where nothing was listed and nothing drawn, an action from outside is looked at all the same. */
static void test_actions_are_checked_without_lists(void **unused)
{
    (void)unused;
    enum { PLAYS = 9 };
    for (int i = 0; desk_terms[i]; i++) {
        struct desk desk = desk_new(desk_terms[i], 1);
        int32_t actions[PLAYS];
        ochre_batch_terms terms = {.plays = PLAYS, .threads = 2, .seed = 4};
        ochre_batch *batch = ochre_batch_new(desk.setup, &terms, sizeof terms, &why);
        for (int step = 0; step < 20; step++) {
            for (uint32_t play = 0; play < PLAYS; play++)
                actions[play] = -1;
            assert_int_equal(ochre_batch_step(batch, actions, NULL, 0, &why), OCHRE_REFUSED);
            for (uint32_t play = 0; play < PLAYS; play++) {
                const ochre_state *state = ochre_batch_state(batch, play);
                int count = ochre_state_legal(desk.setup, state, ochre_state_turn(desk.setup, state), desk.list);
                actions[play] = desk.list[(int)play % count];
            }
            int32_t right = actions[PLAYS - 1];
            actions[PLAYS - 1] = (int32_t)desk.about.actions;
            assert_int_equal(ochre_batch_step(batch, actions, NULL, 0, &why), OCHRE_REFUSED);
            assert_non_null(strstr(why.words, "play 8: action "));
            actions[PLAYS - 1] = right;
            assert_int_equal(ochre_batch_step(batch, actions, NULL, 0, &why), 0);
        }
        ochre_batch_delete(batch);
        desk_free(&desk);
    }
}

/* One wrong action refuses them all, and nothing has moved. */
static void test_a_wrong_action_moves_nothing(void **unused)
{
    (void)unused;
    struct desk desk = desk_new("breakthrough", 1);
    struct arrays all = arrays_new(&desk, 4);
    int32_t actions[4];
    ochre_batch *batch = ochre_batch_new(desk.setup, &(ochre_batch_terms){.plays = 4, .threads = 2, .seed = 1},
                                         sizeof(ochre_batch_terms), &why);
    ochre_batch_random(batch, actions);
    int32_t right = actions[2];
    for (int i = 0; i < 3; i++) {
        ochre_state_copy(desk.setup, desk.state, ochre_batch_state(batch, 0));
        actions[2] = (int32_t[]){-1, 191, INT32_MAX}[i];
        assert_int_equal(ochre_batch_step(batch, actions, &all.to, sizeof all.to, &why), OCHRE_REFUSED);
        if (!strstr(why.words, "play 2: action ") || !why.rule[0])
            fail_msg("%s: %s", why.rule, why.words);
        assert_true(ochre_state_equal(desk.setup, desk.state, ochre_batch_state(batch, 0)));
    }
    actions[2] = right;
    assert_int_equal(ochre_batch_step(batch, actions, &all.to, sizeof all.to, &why), 0);
    /* What was drawn before a step says nothing about the next one. */
    assert_int_equal(ochre_batch_step(batch, actions, &all.to, sizeof all.to, &why), OCHRE_REFUSED);
    assert_null(ochre_batch_state(batch, 4));
    ochre_batch_delete(batch);
    arrays_free(&all);
    desk_free(&desk);
}

static void test_bad_batches_are_refused(void **unused)
{
    (void)unused;
    struct desk desk = desk_new("pebble seats=2", 1);
    const struct {
        ochre_batch_terms terms;
        const char *said;
    } bad[] = {
        {{.plays = 0, .threads = 1}, "plays cannot be 0"},
        {{.plays = UINT32_MAX, .threads = 1}, "plays cannot be"},
        {{.plays = 1, .threads = 0}, "threads cannot be 0"},
        {{.plays = 1, .threads = 257}, "threads cannot be 257"},
        {{.plays = 1, .threads = 1, .player = {"random", "random"}}, "nobody is left"},
        {{.plays = 1, .threads = 2, .player = {NULL, "nobody"}}, "there is no computer player 'nobody'"},
        {{.plays = 1, .threads = 2, .player = {NULL, "ab:3"}}, ""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(ochre_batch_new(desk.setup, &bad[i].terms, sizeof bad[i].terms, &why));
        if (!strstr(why.words, bad[i].said))
            fail_msg("'%s' does not say '%s'", why.words, bad[i].said);
    }
    ochre_batch_delete(NULL);
    desk_free(&desk);
}

static void test_a_play_goes_on_from_another_state(void **unused)
{
    (void)unused;
    struct desk desk = desk_new("tribes seats=2", 6);
    struct arrays all = arrays_new(&desk, 2);
    ochre_batch *batch = ochre_batch_new(desk.setup, &(ochre_batch_terms){.plays = 2, .threads = 1, .seed = 1},
                                         sizeof(ochre_batch_terms), &why);
    for (int i = 0; i < 30 || ochre_state_turn(desk.setup, desk.state) == OCHRE_SEAT_CHANCE; i++)
        ochre_state_random(desk.setup, desk.state, &desk.lot, desk.list);
    assert_int_equal(ochre_batch_set(batch, 1, desk.state, &all.to, sizeof all.to, &why), 0);
    assert_true(ochre_state_equal(desk.setup, desk.state, ochre_batch_state(batch, 1)));
    follow(&desk, batch, &all, 1);
    assert_int_equal(ochre_batch_set(batch, 2, desk.state, NULL, 0, &why), OCHRE_REFUSED);
    while (ochre_state_random(desk.setup, desk.state, &desk.lot, desk.list) != OCHRE_OVER)
        ;
    assert_int_equal(ochre_batch_set(batch, 1, desk.state, NULL, 0, &why), OCHRE_REFUSED);
    assert_string_equal(why.words, "play is over");
    ochre_batch_delete(batch);
    arrays_free(&all);
    desk_free(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_players_choose_legal_moves),
        cmocka_unit_test(test_players_refuse_what_they_cannot),
        cmocka_unit_test(test_a_thought_is_stopped_from_another_thread),
        cmocka_unit_test(test_any_number_of_threads_gives_the_same),
        cmocka_unit_test(test_what_is_written_changes_nothing),
        cmocka_unit_test(test_a_rollout_is_as_many_steps_by_lot),
        cmocka_unit_test(test_a_wrong_action_after_a_rollout_is_refused),
        cmocka_unit_test(test_actions_are_checked_without_lists),
        cmocka_unit_test(test_a_wrong_action_moves_nothing),
        cmocka_unit_test(test_bad_batches_are_refused),
        cmocka_unit_test(test_a_play_goes_on_from_another_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
