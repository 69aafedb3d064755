/* test_keep.c: does a tree search that goes on from its last thought still answer the question it was asked? With
 * iterations as budget, so that it repeats. And the door behind it: whatever a bot says, a legal move comes out. */
#include "ai/bot_kinds.h"
#include "ai/ismcts.h"
#include "ai/tree.h"
#include "rules/rules.h"
#include "think.h"

/* One play: every seat thinks with a tree of its own that it keeps. Counts decisions; `kept` those that went on. */
struct evening {
    const struct ochre_setup *setup;
    struct ochre_state state;
    struct ismcts *search[OCHRE_SEATS_MAX];
    ochre_action *list;
    uint64_t iterations;
    int threads;
    int decisions, kept;
};

static void check_thought(struct evening *evening, int seat, ochre_action choice, const struct bot_thoughts *thoughts)
{
    const struct ochre_setup *setup = evening->setup;
    int count = setup->game->rules->legal(setup, &evening->state, seat, evening->list);
    if (!legal_has(evening->list, count, choice))
        fail_msg("%s: the choice %u is not legal", setup->game->id, choice);
    for (int i = 0; i < thoughts->idea_count; i++)
        if (!legal_has(evening->list, count, thoughts->idea[i].action))
            fail_msg("%s: the idea %u is not legal", setup->game->id, thoughts->idea[i].action);
}

static ochre_action think(struct evening *evening, int seat, struct ochre_rng *rng)
{
    const struct ochre_setup *setup = evening->setup;
    /* Now and then a hasty thought after a long one: then what was kept decides. */
    uint64_t iterations = rng_below(rng, 2) ? 2 : 2 * evening->iterations;
    struct ismcts_options options = ismcts_usual(setup, &(struct bot_budget){.iterations = iterations});
    struct bot_thoughts thoughts = {0};
    struct ochre_view view;
    options.keeps_tree = true;
    options.threads = evening->threads;
    state_look(setup, &evening->state, seat, &view);
    ochre_action choice = ismcts_search(evening->search[seat], &options, setup, &view, seat, rng, &thoughts);
    uint64_t visits = 0;
    for (int i = 0; i < thoughts.idea_count; i++)
        visits += thoughts.idea[i].visits;
    evening->kept += visits > thoughts.iterations;
    evening->decisions++;
    check_thought(evening, seat, choice, &thoughts);
    return choice;
}

static void play(struct evening *evening, uint64_t seed, int decisions)
{
    const struct ochre_setup *setup = evening->setup;
    const struct ochre_game *game = setup->game;
    struct ochre_rng rng;
    rng_seed(&rng, seed);
    ochre_seats pending;
    while ((pending = game->rules->pending(setup, &evening->state)) != 0 && evening->decisions < decisions) {
        int seat = seats_has(pending, OCHRE_CHANCE) ? OCHRE_CHANCE : seats_first(pending);
        int count = game->rules->legal(setup, &evening->state, seat, evening->list);
        ochre_action action = seat == OCHRE_CHANCE ? chance_sample(setup, &evening->state, evening->list, count, &rng)
                                                   : think(evening, seat, &rng);
        game->rules->apply(setup, &evening->state, seat, action, NULL);
    }
}

/* Plays until so many decisions were made. */
static int many_decisions(const char *game, int seats, uint64_t iterations, int threads, int decisions)
{
    struct opening *opening = open_game(game, seats, NULL, NULL);
    struct evening evening = {.setup = &opening->setup, .iterations = iterations, .threads = threads};
    evening.list = calloc(opening->setup.legal_max, sizeof *evening.list);
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++)
        evening.search[seat] = ismcts_new();
    for (uint64_t seed = 1; evening.decisions < decisions; seed++) {
        evening.state = opening->start;
        play(&evening, seed, decisions);
    }
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++)
        ismcts_delete(evening.search[seat]);
    free(evening.list);
    opening_delete(opening);
    return evening.kept;
}

static void kept_trees_choose_legal_moves(void **unused)
{
    (void)unused;
    static const struct {
        const char *game;
        int seats, iterations, threads, decisions;
    } runs[] = {
        {"spears", 4, 40, 1, 1000}, {"spears", 3, 40, 1, 500}, {"spears", 4, 40, 2, 200}, {"valley", 2, 20, 1, 300},
        {"valley", 4, 20, 1, 200},  {"tribes", 2, 10, 1, 300}, {"tribes", 4, 10, 1, 200}, {"dice", 2, 60, 1, 300},
        {"dice", 4, 60, 1, 200},    {"pebble", 2, 60, 1, 300},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        int kept = many_decisions(runs[i].game, runs[i].seats, (uint64_t)runs[i].iterations, runs[i].threads,
                                  is_short() ? runs[i].decisions / 5 : runs[i].decisions);
        if (kept == 0)
            fail_msg("%s: nothing was kept, so nothing was tested", runs[i].game);
    }
}

/* A node knows exactly its moves, no more and no fewer. */
static void a_node_knows_what_it_knows(void **unused)
{
    (void)unused;
    struct tree tree;
    tree_init(&tree);
    tree_clear(&tree, (size_t)1 << 20);
    uint32_t root = tree_add_root(&tree, 0);
    assert_true(tree_knows_exactly(&tree, root, NULL, 0));
    assert_true(tree_learn(&tree, root, (const uint32_t[]){3, 5, 9}, 3));
    assert_true(tree_knows_exactly(&tree, root, (const uint32_t[]){3, 5, 9}, 3));
    assert_false(tree_knows_exactly(&tree, root, (const uint32_t[]){3, 5}, 2));
    assert_false(tree_knows_exactly(&tree, root, (const uint32_t[]){3, 5, 8}, 3));
    assert_false(tree_knows_exactly(&tree, root, (const uint32_t[]){3, 5, 9, 11}, 4));
    tree_free(&tree);
}

/* ---- the door ---- */

/* Says whatever comes to its mind. */
static ochre_action go_astray(BOT_THINK)
{
    (void)view;
    (void)seat;
    thoughts->idea_count = 3;
    thoughts->idea[0].action = OCHRE_NO_ACTION;
    thoughts->idea[1].action = bot->list[0];
    thoughts->idea[2].action = setup->actions + rng_below(rng, 5);
    thoughts->course_count = 1;
    return setup->actions + rng_below(rng, 5);
}

static void no_illegal_answer_leaves_the_door(void **unused)
{
    (void)unused;
    static const struct bot_kind bad = {.name = "bad", .think = go_astray};
    static const char *const games[] = {"spears", "valley", "tribes", "dice", "pebble", "breakthrough"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct opening *opening = open_game(games[g], 0, NULL, NULL);
        struct bot *bot = bot_new("random", NULL);
        struct ochre_state state = opening->start;
        struct ochre_rng rng;
        rng_seed(&rng, g);
        bot->kind = &bad;
        for (int i = 0; i < 200 && wander(&opening->setup, &state, 0, &rng); i++) {
            struct ochre_view view;
            struct bot_thoughts thoughts = {0};
            int seat = seats_first(opening->setup.game->rules->pending(&opening->setup, &state));
            state_look(&opening->setup, &state, seat, &view);
            ochre_action action = bot_think(bot, &opening->setup, &view, seat, &rng, &thoughts);
            assert_true(is_legal(&opening->setup, &state, seat, action));
            assert_true(thoughts.is_astray);
            assert_int_equal(thoughts.idea_count, 1); /* the legal one */
            assert_int_equal(thoughts.course_count, 0);
            opening->setup.game->rules->apply(&opening->setup, &state, seat, action, NULL);
        }
        bot_delete(bot);
        opening_delete(opening);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_trees_choose_legal_moves),
        cmocka_unit_test(a_node_knows_what_it_knows),
        cmocka_unit_test(no_illegal_answer_leaves_the_door),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
