/* test_levels.c: do levels overlook what is small and never what is glaring, are tempers fond of what they say, and has
 * everybody an opinion? */
#include "base/hash.h"
#include "rules/rules.h"
#include "rules/think.h"
#include "think.h"

static const char *const games[] = {"dice", "valley", "tribes", "spears"};
enum { GAMES = sizeof games / sizeof *games };

static void a_level_may_have_a_temper(void **unused)
{
    (void)unused;
    static const char *const good[] = {"level:1/bold", "level:3/hoarding", "level:8/patient", "level:5"};
    static const char *const bad[] = {"level:3/",     "level:3/brave", "level:3bold", "level:/bold",
                                      "level:9/bold", "level:3/bold/", "greedy/bold", "mcts:800/bold"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct bot *bot = bot_new(good[i], NULL);
        assert_non_null(bot);
        assert_string_equal(bot_name(bot), good[i]);
        bot_delete(bot);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct ochre_error error = {.words = ""};
        assert_null(bot_new(bad[i], &error));
        assert_true(error.words[0] != '\0');
    }
}

/* How often of a thousand times each level lays the worse of two cards. */
static void count_slips(const char *position, int slips[3])
{
    static const char *const names[] = {"level:1", "level:2", "level:3"};
    struct opening *opening = open_game("pebble", 2, position, NULL);
    for (int i = 0; i < 3; i++) {
        slips[i] = 0;
        for (uint64_t seed = 0; seed < 1000; seed++)
            slips[i] += choice_of(names[i], &opening->setup, &opening->start, seed, NULL) != 5;
    }
    opening_delete(opening);
}

/* With the last two cards a six wins three pebbles against anything: nobody overlooks that. Early on it wins but a few
 * of many: the lower the level, the more often that is overlooked. */
static void what_is_glaring_is_never_overlooked(void **unused)
{
    (void)unused;
    int slips[3];
    count_slips("{\"on_table\":3,\"p1\":{\"hand\":\"1 6\"},\"p2\":{\"hand\":\"2 3\"}}", slips);
    for (int i = 0; i < 3; i++)
        assert_int_equal(slips[i], 0);
    count_slips("{\"on_table\":1,\"p1\":{\"hand\":\"5 6\",\"pebbles\":2},\"p2\":{\"hand\":\"5 6\",\"pebbles\":3}}",
                slips);
    assert_true(slips[0] > slips[1] && slips[1] >= slips[2]);
    assert_in_range(slips[0], 1, 499);
}

/* What there is of a charm for the seat when it has done what this player does; what that is. */
static ochre_action add_charm(const struct ochre_setup *setup, const struct ochre_state *state, const char *name,
                              uint64_t seed, int temper, double *sum)
{
    float charm[OCHRE_TEMPERS];
    struct ochre_state after = *state;
    int seat = seats_first(setup->game->rules->pending(setup, state));
    ochre_action choice = choice_of(name, setup, state, seed, NULL);
    setup->game->rules->apply(setup, &after, seat, choice, NULL);
    setup->game->think->charms(setup, &after, seat, charm);
    *sum += (double)charm[temper];
    return choice;
}

/* In every decision of a few plays, and from the same luck, a temper has more of what it is fond of than who has
 * none. */
static void a_temper_has_what_it_is_fond_of(const char *game, const char *name, int temper)
{
    struct opening *opening = open_game(game, 0, NULL, NULL);
    const struct ochre_setup *setup = &opening->setup;
    double plain = 0;
    double fond = 0;
    int decisions = 0;
    for (uint64_t seed = 1; decisions < 600; seed++) {
        struct ochre_state state = opening->start;
        struct ochre_rng rng;
        rng_seed(&rng, seed);
        while (decisions < 600 && wander(setup, &state, 0, &rng)) { /* chance alone */
            uint64_t luck = rng_next(&rng);
            int seat = seats_first(setup->game->rules->pending(setup, &state));
            (void)add_charm(setup, &state, name, luck, temper, &fond);
            ochre_action choice = add_charm(setup, &state, "level:3", luck, temper, &plain);
            setup->game->rules->apply(setup, &state, seat, choice, NULL);
            decisions++;
        }
    }
    if (fond <= plain)
        fail_msg("%s: %s has %g, who has no temper %g", game, name, fond, plain);
    opening_delete(opening);
}

static void tempers_have_what_they_are_fond_of(void **unused)
{
    (void)unused;
    static const char *const names[OCHRE_TEMPERS] = {"level:3/bold", "level:3/hoarding", "level:3/patient"};
    for (int game = 0; game < GAMES; game++)
        for (int temper = 0; temper < OCHRE_TEMPERS; temper++)
            a_temper_has_what_it_is_fond_of(games[game], names[temper], temper);
}

static void every_level_says_how_sure_it_is(void **unused)
{
    (void)unused;
    for (int game = 0; game < GAMES; game++) {
        struct opening *opening = open_game(games[game], 0, NULL, NULL);
        for (uint64_t seed = 1; seed <= (is_short() ? 7 : 35); seed++) {
            char name[] = "level:1";
            struct ochre_state state = opening->start;
            struct ochre_rng rng;
            struct bot_thoughts thoughts = {0};
            name[6] = (char)('1' + seed % 7);
            rng_seed(&rng, seed);
            if (!wander(&opening->setup, &state, (int)(seed * 3), &rng))
                continue;
            (void)choice_of(name, &opening->setup, &state, seed, &thoughts);
            if (!(thoughts.worth >= 0 && thoughts.worth <= 1))
                fail_msg("%s, %s: %g", games[game], name, (double)thoughts.worth);
        }
        opening_delete(opening);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_may_have_a_temper),
        cmocka_unit_test(what_is_glaring_is_never_overlooked),
        cmocka_unit_test(tempers_have_what_they_are_fond_of),
        cmocka_unit_test(every_level_says_how_sure_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
