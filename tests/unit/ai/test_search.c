/* test_search.c: do the players that search keep to their budgets, their views and the rules, and see what is plain? */
#include "ai/ismcts.h"
#include "ai/tree.h"
#include "base/hash.h"
#include "rules/rules.h"
#include "think.h"

static void budgets_are_read_or_refused(void **unused)
{
    (void)unused;
    static const char *const good[] = {"mcts",    "mcts:1",     "mcts:800",  "mcts:100000000", "mcts:0.5s",
                                       "mcts:2s", "ab:1",       "ab:60",     "ab:0.001s",      "ab:3600s",
                                       "level:1", "level:8",    "random",    "greedy",         "level",
                                       "ab",      "mcts:800@2", "mcts:2s@16"};
    static const char *const bad[] = {"mcts:0",
                                      "mcts:100000001",
                                      "mcts:1000000000000000000",
                                      "mcts:99999999999999999999",
                                      "mcts:",
                                      "mcts:-1",
                                      "mcts:1.5",
                                      "mcts:0s",
                                      "mcts:0.0001s",
                                      "mcts:3601s",
                                      "mcts:.5s",
                                      "mcts:5.s",
                                      "mcts:1e3",
                                      "mcts:800 ",
                                      "mcts:800@0",
                                      "mcts:800@17",
                                      "mcts:800@",
                                      "mcts:@2",
                                      "mcts:800@2@2",
                                      "ab:4@2",
                                      "mcts:0.5sec",
                                      "mcts:0.5s:",
                                      "ab:0",
                                      "ab:61",
                                      "ab:6.5",
                                      "ab:x",
                                      "level:0",
                                      "level:9",
                                      "level:44",
                                      "random:1",
                                      "greedy:",
                                      "mctss",
                                      "",
                                      "mcts:1000000000000000000s",
                                      "level:1s",
                                      "ab:+3"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct ochre_error error;
        struct bot *bot = bot_new(good[i], &error);
        assert_non_null(bot);
        assert_string_equal(bot_name(bot), good[i]);
        bot_delete(bot);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct ochre_error error = {.words = ""};
        assert_null(bot_new(bad[i], &error));
        assert_non_null(strstr(error.words, "expected"));
        assert_null(bot_new(bad[i], NULL));
    }
}

/* A bot may only use what its seat knows: any state with the same view gets the same answer. */
static void equal_views_get_equal_choices(void **unused)
{
    (void)unused;
    static const char *const games[] = {"pebble", "spears", "valley", "tribes"};
    int differing = 0;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct opening *opening = open_game(games[g], 0, NULL, NULL);
        const struct ochre_setup *setup = &opening->setup;
        for (uint64_t seed = 1; seed <= 6; seed++) {
            struct ochre_state state = opening->start;
            struct ochre_state other;
            struct ochre_view view;
            struct ochre_rng rng;
            rng_seed(&rng, seed);
            if (!wander(setup, &state, (int)seed * 5, &rng))
                continue;
            int seat = seats_first(setup->game->rules->pending(setup, &state));
            state_look(setup, &state, seat, &view);
            assert_true(view_imagine(setup, &view, seat, &rng, &other));
            differing += !state_equal(setup, &state, &other);
            assert_int_equal(choice_of("mcts:60", setup, &state, seed, NULL),
                             choice_of("mcts:60", setup, &other, seed, NULL));
        }
        opening_delete(opening);
    }
    assert_true(differing > 5); /* else nothing was tested */
}

/* What a bot thought about before does not matter, nor how often it was asked. */
static void choices_repeat_from_the_seed(void **unused)
{
    (void)unused;
    static const char *const names[] = {"mcts:100", "ab:3", "level:2", "level:5"};
    struct opening *opening = open_game("dice", 2, NULL, NULL);
    const struct ochre_setup *setup = &opening->setup;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct bot *bot = bot_new(names[i], NULL);
        for (uint64_t seed = 0; seed < 12; seed++) {
            struct ochre_state state = opening->start;
            struct ochre_view view;
            struct ochre_rng rng;
            rng_seed(&rng, seed);
            if (!wander(setup, &state, (int)seed * 7, &rng))
                continue;
            int seat = seats_first(setup->game->rules->pending(setup, &state));
            state_look(setup, &state, seat, &view);
            rng_seed(&rng, seed);
            assert_int_equal(bot_think(bot, setup, &view, seat, &rng, NULL),
                             choice_of(names[i], setup, &state, seed, NULL));
        }
        bot_delete(bot);
    }
    opening_delete(opening);
}

static void a_win_is_taken(void **unused)
{
    (void)unused;
    static const char *const names[] = {"mcts:100", "ab:1", "ab:4", "level:7"};
    /* The white 5 reaches d3; the other white units are only there to confuse. */
    struct opening *dice = open_game("dice", 2, "W2W2W25/8/8/8/8/3B14/8/W1W11W54 w 2 - 0 9", NULL);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            char text[OCHRE_MOVE_SIZE];
            struct bot_thoughts thoughts = {0};
            ochre_action action = choice_of(names[i], &dice->setup, &dice->start, seed, &thoughts);
            assert_string_equal(move_text(&dice->setup, &dice->start, action, text), "d1d3");
            assert_true(thoughts.worth > 0.9F);
            assert_int_equal(thoughts.idea[0].action, action);
            assert_int_equal(thoughts.course[0].action, action);
        }
    opening_delete(dice);
}

/* Rotating leaves the last white unit where it is taken; any step saves it. */
static void a_loss_is_avoided(void **unused)
{
    (void)unused;
    static const char *const names[] = {"mcts:100", "ab:2", "ab:3", "level:6"};
    struct opening *dice = open_game("dice", 2, "8/8/3B54/8/8/8/8/3w14 w 2 - 0 9", NULL);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            char text[OCHRE_MOVE_SIZE];
            ochre_action action = choice_of(names[i], &dice->setup, &dice->start, seed, NULL);
            assert_string_not_equal(move_text(&dice->setup, &dice->start, action, text), "d1r");
        }
    opening_delete(dice);
}

/* How many moves of the seat that is asked end the play at once. */
static int winning_moves(const struct ochre_setup *setup, const struct ochre_state *state)
{
    ochre_action list[256];
    int seat = seats_first(setup->game->rules->pending(setup, state));
    int count = setup->game->rules->legal(setup, state, seat, list);
    int winning = 0;
    for (int i = 0; i < count; i++) {
        struct ochre_state after = *state;
        setup->game->rules->apply(setup, &after, seat, list[i], NULL);
        winning += setup->game->rules->pending(setup, &after) == 0;
    }
    return winning;
}

/* Can the seat that is asked keep the other from winning with its next move? */
static bool can_be_stopped(const struct ochre_setup *setup, const struct ochre_state *state)
{
    ochre_action list[256];
    int seat = seats_first(setup->game->rules->pending(setup, state));
    int count = setup->game->rules->legal(setup, state, seat, list);
    int bad = 0;
    for (int i = 0; i < count; i++) {
        struct ochre_state after = *state;
        setup->game->rules->apply(setup, &after, seat, list[i], NULL);
        bad += winning_moves(setup, &after) > 0;
    }
    return bad > 0 && bad < count;
}

/* Who is one step from the far row wins at once; who faces such a one stops it if that is possible. */
static void breakthroughs_are_made_and_stopped(void **unused)
{
    (void)unused;
    struct opening *opening = open_game("breakthrough", 2, NULL, NULL);
    const struct ochre_setup *setup = &opening->setup;
    int wins = 0;
    int stops = 0;
    assert_true(setup->legal_max <= 256);
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct ochre_state state = opening->start;
        struct ochre_rng rng;
        rng_seed(&rng, seed);
        if (!wander(setup, &state, 20 + (int)(seed % 20), &rng))
            continue;
        bool can_win = winning_moves(setup, &state) > 0;
        if (!can_win && !can_be_stopped(setup, &state))
            continue;
        int seat = seats_first(setup->game->rules->pending(setup, &state));
        setup->game->rules->apply(setup, &state, seat, choice_of("mcts:300", setup, &state, seed, NULL), NULL);
        if (can_win)
            assert_int_equal(setup->game->rules->pending(setup, &state), 0);
        else
            assert_int_equal(winning_moves(setup, &state), 0);
        wins += can_win;
        stops += !can_win;
    }
    assert_true(wins > 5 && stops > 5);
    opening_delete(opening);
}

static void choices_are_legal_in_every_game(void **unused)
{
    (void)unused;
    static const char *const names[] = {"mcts:12", "ab:2", "level:1", "level:3", "level:4"};
    for (const struct ochre_game *const *game = ochre_games; *game; game++)
        for (int seats = (*game)->seats_min; seats <= (*game)->seats_max; seats++) {
            if (!((*game)->seat_counts >> seats & 1))
                continue;
            struct opening *opening = open_game((*game)->id, seats, NULL, NULL);
            const struct ochre_setup *setup = &opening->setup;
            for (uint64_t seed = 0; seed < 30; seed++) {
                struct ochre_state state = opening->start;
                struct ochre_rng rng;
                rng_seed(&rng, seed * 97 + (uint64_t)seats);
                if (!wander(setup, &state, (int)rng_below(&rng, 200), &rng))
                    continue;
                int seat = seats_first(setup->game->rules->pending(setup, &state));
                const char *name = names[seed % (sizeof names / sizeof *names)];
                assert_true(is_legal(setup, &state, seat, choice_of(name, setup, &state, seed, NULL)));
            }
            opening_delete(opening);
        }
}

/* One play by searches of one name; every choice must be legal where it is made. */
static void play_whole(const struct opening *opening, const char *name, uint64_t seed)
{
    const struct ochre_setup *setup = &opening->setup;
    struct bot *bot = bot_new(name, NULL);
    struct ochre_state state = opening->start;
    struct ochre_rng rng;
    rng_seed(&rng, seed);
    while (wander(setup, &state, 0, &rng)) {
        struct ochre_view view;
        int seat = seats_first(setup->game->rules->pending(setup, &state));
        state_look(setup, &state, seat, &view);
        ochre_action action = bot_think(bot, setup, &view, seat, &rng, NULL);
        if (!is_legal(setup, &state, seat, action))
            fail_msg("%s: seat %d chose %u", setup->game->id, seat, action);
        setup->game->rules->apply(setup, &state, seat, action, NULL);
    }
    bot_delete(bot);
}

/* A level is what docs/levels.md says it is: from equal luck it does what the player of that name does. */
static void levels_think_as_told(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *level, *same;
    } told[] = {
        {"dice", "level:6", "ab:3"},       {"valley", "level:4", "mcts:4"},  {"valley", "level:6", "mcts:100"},
        {"pebble", "level:3", "greedy"},   {"tribes", "level:5", "mcts:2"},  {"tribes", "level:7", "mcts:60"},
        {"spears", "level:4", "mcts:10"},  {"spears", "level:5", "mcts:60"}, {"spears", "level:6", "mcts:250"},
        {"pebble", "level:4", "mcts:150"},
    };
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        struct opening *opening = open_game(told[i].game, 0, NULL, NULL);
        for (uint64_t seed = 1; seed <= 3; seed++) {
            struct ochre_state state = opening->start;
            struct ochre_rng rng;
            struct bot_thoughts level = {0};
            struct bot_thoughts same = {0};
            rng_seed(&rng, seed);
            if (!wander(&opening->setup, &state, 4 + (int)seed, &rng))
                continue;
            assert_int_equal(choice_of(told[i].level, &opening->setup, &state, seed, &level),
                             choice_of(told[i].same, &opening->setup, &state, seed, &same));
            assert_int_equal(level.iterations, same.iterations);
            assert_int_equal(level.depth, same.depth);
        }
        opening_delete(opening);
    }
}

/* Action 0 of seat 0 is a move like any other: a tree that does not see it takes the next question for the same one. */
static void searches_play_whole_games(void **unused)
{
    (void)unused;
    static const char *const games[] = {"pebble", "spears", "valley", "tribes"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct opening *opening = open_game(games[g], 0, NULL, NULL);
        for (uint64_t seed = 1; seed <= (is_short() ? 1 : 4); seed++)
            play_whole(opening, "mcts:60", seed);
        opening_delete(opening);
    }
}

/* ---- threads, and thoughts that follow each other ---- */

/* The same iterations on the same number of threads are the same choice, however the threads run. */
static void threads_agree(void **unused)
{
    (void)unused;
    static const char *const games[] = {"spears", "valley", "dice"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct opening *opening = open_game(games[g], 0, NULL, NULL);
        struct ochre_state state = opening->start;
        struct ochre_rng rng;
        rng_seed(&rng, 5);
        assert_true(wander(&opening->setup, &state, 6, &rng));
        struct bot_thoughts one = {0};
        struct bot_thoughts again = {0};
        assert_int_equal(choice_of("mcts:200@3", &opening->setup, &state, 1, &one),
                         choice_of("mcts:200@3", &opening->setup, &state, 1, &again));
        assert_int_equal(one.iterations, 200);
        assert_int_equal(one.idea_count, again.idea_count);
        for (int i = 0; i < one.idea_count; i++)
            assert_int_equal(one.idea[i].visits, again.idea[i].visits);
        uint64_t visits = 0;
        for (int i = 0; i < one.idea_count; i++)
            visits += one.idea[i].visits;
        assert_true(one.considered > BOT_IDEAS_MAX || visits == 200); /* nobody's work is lost */
        opening_delete(opening);
    }
}

/* Visits of all ideas that are told: at most the iterations, unless some were made in the thought before. */
static uint64_t visits_of(struct ismcts *search, const struct ismcts_options *options, const struct opening *opening,
                          const struct ochre_state *state, ochre_action *choice)
{
    struct ochre_view view;
    struct ochre_rng rng;
    struct bot_thoughts thoughts = {0};
    int seat = seats_first(opening->setup.game->rules->pending(&opening->setup, state));
    rng_seed(&rng, 1);
    state_look(&opening->setup, state, seat, &view);
    *choice = ismcts_search(search, options, &opening->setup, &view, seat, &rng, &thoughts);
    uint64_t visits = 0;
    for (int i = 0; i < thoughts.idea_count; i++)
        visits += thoughts.idea[i].visits;
    assert_true(is_legal(&opening->setup, state, seat, *choice));
    return visits;
}

/* A thought about what follows from the last one begins with what that one found out; about anything else, with
 * nothing. */
static void the_tree_is_kept_where_it_holds(void **unused)
{
    (void)unused;
    static const char *const games[] = {"spears", "valley", "tribes"}; /* a turn is several decisions of one seat */
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct opening *opening = open_game(games[g], 0, NULL, NULL);
        struct ismcts_options options = ismcts_usual(&opening->setup, &(struct bot_budget){.iterations = 400});
        struct ismcts *search = ismcts_new();
        options.keeps_tree = true;
        int kept = 0;
        for (uint64_t seed = 1; seed <= 8; seed++) {
            struct ochre_state state = opening->start;
            struct ochre_rng rng;
            ochre_action choice;
            rng_seed(&rng, seed);
            assert_true(wander(&opening->setup, &state, 10 * (int)seed, &rng));
            int seat = seats_first(opening->setup.game->rules->pending(&opening->setup, &state));
            assert_true(visits_of(search, &options, opening, &state, &choice) <= 400);
            opening->setup.game->rules->apply(&opening->setup, &state, seat, choice, NULL);
            if (wander(&opening->setup, &state, 0, &rng) &&
                seats_first(opening->setup.game->rules->pending(&opening->setup, &state)) == seat)
                kept += visits_of(search, &options, opening, &state, &choice) > 400;
        }
        if (kept == 0)
            fail_msg("%s: nothing was kept", games[g]);
        ismcts_delete(search);
        opening_delete(opening);
    }
}

/* Paths that differ in what was seen, or in where it was seen, lead to different nodes. */
static void every_path_has_its_node(void **unused)
{
    (void)unused;
    enum { ROOTS = 4, SIGHTS = 200 };
    struct tree tree;
    tree_init(&tree);
    tree_clear(&tree, (size_t)64 << 20);
    uint32_t root[ROOTS];
    for (uint64_t r = 0; r < ROOTS; r++)
        root[r] = tree_add_root(&tree, r);
    for (uint64_t sight = 1; sight <= SIGHTS; sight++)
        for (uint64_t r = 0; r < ROOTS; r++) {
            uint32_t before = tree.node_count;
            assert_int_equal(tree_find(&tree, root[r], hash_mix(sight)), TREE_NONE);
            uint32_t child = tree_follow(&tree, root[r], hash_mix(sight));
            assert_int_equal(child, before);
            for (uint64_t next = 1; next <= 20; next++)
                tree_follow(&tree, child, hash_mix(next));
            assert_int_equal(tree.node_count, before + 21);
            assert_int_equal(tree_find(&tree, root[r], hash_mix(sight)), child);
        }
    struct tree branch;
    uint32_t kept;
    tree_init(&branch);
    tree_clear(&branch, (size_t)64 << 20);
    uint32_t child = tree_find(&tree, root[1], hash_mix(7));
    assert_true(tree_learn(&tree, child, (const uint32_t[]){3, 5}, 2));
    assert_true(tree_copy_branch(&branch, &tree, child, &kept));
    assert_int_equal(branch.node_count, 21); /* itself and its children */
    assert_int_equal(branch.nodes[kept].count, 2);
    assert_int_equal(branch.moves[branch.nodes[kept].first + 1].action, 5);
    for (uint64_t next = 1; next <= 20; next++)
        assert_int_not_equal(tree_find(&branch, kept, hash_mix(next)), TREE_NONE);
    tree_free(&branch);
    tree_free(&tree);
}

/* ---- stopping, time, memory ---- */

static void stop_soon(void *who, int done, int total)
{
    (void)done;
    (void)total;
    atomic_store((atomic_bool *)who, true);
}

static void thinking_can_be_stopped(void **unused)
{
    (void)unused;
    static const char *const names[] = {"mcts:100000000", "mcts:3600s", "mcts:3600s@3", "ab:60", "ab:3600s"};
    struct opening *opening = open_game("dice", 2, NULL, NULL);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        atomic_bool stop = true; /* before it begins */
        struct bot_thoughts thoughts = {.stop = &stop};
        assert_true(is_legal(&opening->setup, &opening->start, 0,
                             choice_of(names[i], &opening->setup, &opening->start, 1, &thoughts)));
        atomic_store(&stop, false); /* while it thinks */
        thoughts.progress = stop_soon;
        thoughts.who = &stop;
        assert_true(is_legal(&opening->setup, &opening->start, 0,
                             choice_of(names[i], &opening->setup, &opening->start, 1, &thoughts)));
        assert_true(atomic_load(&stop));
        assert_true(thoughts.iterations + thoughts.nodes > 0);
    }
    opening_delete(opening);
}

static void a_full_memory_is_no_end(void **unused)
{
    (void)unused;
    static const char *const games[] = {"dice", "spears", "tribes"};
    static const size_t limits[] = {0, 10000, 100000, 600000, (size_t)2 << 20};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct opening *opening = open_game(games[g], 0, NULL, NULL);
        const struct ochre_setup *setup = &opening->setup;
        struct ochre_state state = opening->start;
        struct ochre_rng rng;
        rng_seed(&rng, 3);
        assert_true(wander(setup, &state, 9, &rng));
        int seat = seats_first(setup->game->rules->pending(setup, &state));
        struct ochre_view view;
        state_look(setup, &state, seat, &view);
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
            struct bot *bot = bot_new(is_short() ? "mcts:4000" : "mcts:20000", NULL);
            struct bot_thoughts thoughts = {0};
            bot_limit_memory(bot, limits[i]);
            ochre_action action = bot_think(bot, setup, &view, seat, &rng, &thoughts);
            assert_true(is_legal(setup, &state, seat, action));
            assert_true(thoughts.memory <= limits[i]);
            assert_true(thoughts.iterations == 0 || thoughts.is_memory_full || thoughts.memory < limits[i]);
            bot_delete(bot);
        }
        opening_delete(opening);
    }
}

/* A move that somebody wants to know about is tried often. That alone does not make it the best of many that are about
 * equally good: every move of an opening would be. */
static void a_focus_is_not_the_best_for_its_tries(void **unused)
{
    (void)unused;
    struct opening *opening = open_game("dice", 2, NULL, NULL);
    const struct ochre_setup *setup = &opening->setup;
    struct ismcts *search = ismcts_new();
    struct ismcts_options options = ismcts_usual(setup, &(struct bot_budget){.iterations = 200});
    struct ochre_view view;
    state_look(setup, &opening->start, 0, &view);
    ochre_action *list = calloc(setup->legal_max, sizeof *list);
    int count = view_moves(setup, &view, 0, list);
    int chosen = 0;
    options.has_focus = true;
    for (int i = 0; i < count; i++) {
        struct ochre_rng rng;
        struct bot_thoughts thoughts = {0};
        struct ismcts_prospect best;
        struct ismcts_prospect focus;
        rng_seed(&rng, 1);
        options.focus = list[i];
        ochre_action choice = ismcts_search(search, &options, setup, &view, 0, &rng, &thoughts);
        ismcts_compare(search, 0, &best, &focus);
        assert_int_equal(choice, best.action);
        assert_true(focus.visits >= best.visits || choice != list[i]);
        assert_true(thoughts.course_count > 0 && thoughts.course[0].action == choice);
        chosen += choice == list[i];
    }
    assert_true(chosen < count / 2);
    free(list);
    ismcts_delete(search);
    opening_delete(opening);
}

static void ab_says_what_it_cannot_play(void **unused)
{
    (void)unused;
    struct bot *bot = bot_new("ab:2", NULL);
    struct ochre_error error = {.words = ""};
    struct opening *two = open_game("dice", 2, NULL, NULL);
    struct opening *teams = open_game("dice", 4, NULL, (const char *const[]){"mode=4t", NULL});
    struct opening *alone = open_game("dice", 4, NULL, (const char *const[]){"mode=4i", NULL});
    struct opening *valley = open_game("valley", 2, NULL, NULL);
    assert_int_equal(bot_suits(bot, &two->setup, &error), 0);
    assert_int_equal(bot_suits(bot, &teams->setup, &error), 0);
    assert_int_equal(bot_suits(bot, &alone->setup, &error), -1);
    assert_int_equal(bot_suits(bot, &valley->setup, &error), -1);
    assert_non_null(strstr(error.words, "valley"));
    /* Teams: both partners are on the same side. */
    struct bot_thoughts thoughts = {0};
    assert_true(
        is_legal(&teams->setup, &teams->start, 0, choice_of("ab:3", &teams->setup, &teams->start, 1, &thoughts)));
    assert_true(thoughts.payoff[0] == thoughts.payoff[2] && thoughts.payoff[1] == thoughts.payoff[3]);
    assert_true(thoughts.course_count >= 3 && thoughts.course[1].seat == 1 && thoughts.course[2].seat == 2);
    bot_delete(bot);
    opening_delete(two);
    opening_delete(teams);
    opening_delete(alone);
    opening_delete(valley);
}

/* With an argument only what runs on several threads: the thread sanitizer has nothing to say about the rest. */
int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest crews[] = {
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(thinking_can_be_stopped),
    };
    if (argc > 1)
        return cmocka_run_group_tests_name("search on threads", crews, NULL, NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(budgets_are_read_or_refused),
        cmocka_unit_test(equal_views_get_equal_choices),
        cmocka_unit_test(choices_repeat_from_the_seed),
        cmocka_unit_test(a_win_is_taken),
        cmocka_unit_test(a_loss_is_avoided),
        cmocka_unit_test(breakthroughs_are_made_and_stopped),
        cmocka_unit_test(choices_are_legal_in_every_game),
        cmocka_unit_test(levels_think_as_told),
        cmocka_unit_test(searches_play_whole_games),
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(the_tree_is_kept_where_it_holds),
        cmocka_unit_test(every_path_has_its_node),
        cmocka_unit_test(thinking_can_be_stopped),
        cmocka_unit_test(a_full_memory_is_no_end),
        cmocka_unit_test(a_focus_is_not_the_best_for_its_tries),
        cmocka_unit_test(ab_says_what_it_cannot_play),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
