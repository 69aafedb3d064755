/* test_bots.c: do the computer players choose legal moves, from views alone, and the same ones from the same luck? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ai/bot.h"
#include "rules/read.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/setup.h"

static struct ochre_setup setup;

static void make_pebble(int seats)
{
    struct ochre_terms terms;
    struct ochre_error error;
    terms_init(&terms, game_by_id("pebble"));
    terms.seats = seats;
    assert_int_equal(setup_make(&setup, &terms, &error), 0);
}

/* Deals, then lays pebbles, by lot. */
static void play_chance(struct ochre_state *state, struct ochre_rng *rng)
{
    ochre_action list[16];
    while (setup.game->rules->pending(&setup, state) == SEAT_BIT(OCHRE_CHANCE)) {
        int count = setup.game->rules->legal(&setup, state, OCHRE_CHANCE, list);
        setup.game->rules->apply(&setup, state, OCHRE_CHANCE, chance_sample(&setup, state, list, count, rng), NULL);
    }
}

static void bots_play_whole_games(void **unused)
{
    (void)unused;
    static const char *const names[] = {"random", "greedy", "mcts:50"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int seats = 2; seats <= 4; seats++) {
            make_pebble(seats);
            struct bot *bot = bot_new(names[i], NULL);
            assert_string_equal(bot_name(bot), names[i]);
            struct ochre_state state;
            struct ochre_rng rng;
            rng_seed(&rng, (uint64_t)seats);
            setup.game->rules->start(&setup, &state);
            play_chance(&state, &rng);
            while (setup.game->rules->pending(&setup, &state)) {
                int seat = seats_first(setup.game->rules->pending(&setup, &state));
                struct ochre_view view;
                ochre_action list[16];
                state_look(&setup, &state, seat, &view);
                ochre_action action = bot_think(bot, &setup, &view, seat, &rng, NULL);
                assert_true(legal_has(list, view_moves(&setup, &view, seat, list), action));
                setup.game->rules->apply(&setup, &state, seat, action, NULL);
                play_chance(&state, &rng);
            }
            bot_delete(bot);
        }
}

static void equal_views_and_luck_give_equal_choices(void **unused)
{
    (void)unused;
    make_pebble(3);
    struct bot *bot = bot_new("greedy", NULL);
    struct bot *twin = bot_new("greedy", NULL);
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct ochre_state state;
        struct ochre_view view;
        struct ochre_rng rng;
        struct ochre_rng twin_rng;
        rng_seed(&rng, seed);
        setup.game->rules->start(&setup, &state);
        play_chance(&state, &rng);
        state_look(&setup, &state, 1, &view);
        rng_seed(&rng, seed);
        rng_seed(&twin_rng, seed);
        assert_int_equal(bot_think(bot, &setup, &view, 1, &rng, NULL),
                         bot_think(twin, &setup, &view, 1, &twin_rng, NULL));
    }
    bot_delete(bot);
    bot_delete(twin);
}

/* With the last two cards on the table there is only one good idea: a six wins three pebbles against anything. */
static void greedy_takes_what_it_can(void **unused)
{
    (void)unused;
    static const char position[] = "{\"on_table\":3,\"p1\":{\"hand\":\"1 6\"},\"p2\":{\"hand\":\"2 3\"}}";
    make_pebble(2);
    struct json_node nodes[64];
    struct json_doc doc;
    struct ochre_error error;
    struct ochre_state state;
    struct ochre_view view;
    struct ochre_rng rng;
    assert_int_equal(json_parse(&doc, position, sizeof position - 1, nodes, 64, &error), 0);
    assert_int_equal(setup.game->read->read_state(&setup, json_root(&doc), &state, &error), 0);
    state_look(&setup, &state, 0, &view);
    struct bot *bot = bot_new("greedy", NULL);
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct bot_thoughts thoughts = {0};
        rng_seed(&rng, seed);
        assert_int_equal(bot_think(bot, &setup, &view, 0, &rng, &thoughts), 5);
        assert_int_equal(thoughts.considered, 2);
        assert_true(thoughts.worth > 0.5F);
    }
    bot_delete(bot);
}

static void an_unknown_name_is_refused_with_the_names(void **unused)
{
    (void)unused;
    struct ochre_error error;
    assert_null(bot_new("gready", &error));
    assert_string_equal(error.words, "there is no computer player 'gready' (expected random, greedy, level:1 to "
                                     "level:8, mcts:800, mcts:800@2 or mcts:0.5s, ab:6 or ab:0.5s, mind:800, "
                                     "mind:800@2 or mind:0.5s)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_play_whole_games),
        cmocka_unit_test(equal_views_and_luck_give_equal_choices),
        cmocka_unit_test(greedy_takes_what_it_can),
        cmocka_unit_test(an_unknown_name_is_refused_with_the_names),
    };
    return cmocka_run_group_tests_name("bots", tests, NULL, NULL);
}
