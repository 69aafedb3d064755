/* test_kit.c: the small things of the kit: ranks and payoffs, refusals, bits. */
#include "../unit.h"

#include "base/bits.h"
#include "rules/ranks.h"
#include "rules/registry.h"
#include "rules/setup.h"
#include "rules/why.h"

static void ranks_of_points(void **unused)
{
    (void)unused;
    struct ochre_outcome out = {.score = {3, 9, 9, 1}};
    ranks_by_score(&out, 4);
    assert_int_equal(out.rank[0], 3);
    assert_int_equal(out.rank[1], 1);
    assert_int_equal(out.rank[2], 1);
    assert_int_equal(out.rank[3], 4);
    assert_int_equal(out.winners, SEAT_BIT(1) | SEAT_BIT(2));
    assert_true(out.payoff[0] == 0.0F && out.payoff[1] == 0.5F && out.payoff[2] == 0.5F && out.payoff[3] == 0.0F);
    out = (struct ochre_outcome){.score = {-2, -1}};
    ranks_by_score(&out, 2);
    assert_int_equal(out.winners, SEAT_BIT(1));
    assert_true(out.payoff[1] == 1.0F);
}

static void ranks_of_a_set(void **unused)
{
    (void)unused;
    struct ochre_outcome out = {0};
    ranks_of_winners(&out, 3, SEAT_BIT(0) | SEAT_BIT(2));
    assert_int_equal(out.rank[0], 1);
    assert_int_equal(out.rank[1], 3);
    assert_int_equal(out.rank[2], 1);
    assert_true(out.payoff[0] == 0.5F && out.payoff[1] == 0.0F);
    ranks_of_winners(&out, 3, 0); /* nobody has won: all are first of those who have not */
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(out.rank[seat], 1);
        assert_true(out.payoff[seat] == 0.0F);
    }
    assert_int_equal(out.winners, 0);
}

static void refusals(void **unused)
{
    (void)unused;
    char line[64];
    struct ochre_text words = text_on(line, sizeof line);
    assert_string_equal(why_refuse(&words, "P1", "{0} is taken", "a1"), "P1");
    assert_string_equal(line, "a1 is taken");
    assert_string_equal(why_refuse(NULL, "P2", "nobody hears {0}", "it"), "P2");
    words = text_on(line, sizeof line);
    assert_string_equal(why_refuse_count(&words, "P3", 1, "one of {0}", "{1} of {0}", "a", "1"), "P3");
    assert_string_equal(line, "one of a");
    words = text_on(line, sizeof line);
    assert_string_equal(why_refuse_count(&words, "P3", 2, "one of {0}", "{1} of {0}", "a", "2"), "P3");
    assert_string_equal(line, "2 of a");
    assert_string_equal(why_word(NULL, "word"), "word");
}

/* Of every game: chance may do exactly what it can, and nobody may do what has no number. */
static void beginnings(void **unused)
{
    (void)unused;
    struct ochre_setup *setup = malloc(sizeof *setup);
    struct ochre_terms terms;
    struct ochre_error error;
    struct ochre_state state;
    struct ochre_view view;
    ochre_action list[WHY_OUTCOMES_MAX];
    assert_non_null(setup);
    terms_init(&terms, game_by_id("pebble"));
    assert_int_equal(setup_make(setup, &terms, &error), 0);
    setup->game->rules->start(setup, &state);
    state_look(setup, &state, OCHRE_EVERYBODY, &view);
    int count = setup->game->rules->legal(setup, &state, OCHRE_CHANCE, list);
    for (ochre_action outcome = 0; outcome <= setup->chance_actions; outcome++) {
        const char *answer = "";
        assert_true(why_begins(setup, &view, OCHRE_CHANCE, outcome, "R", NULL, &answer));
        assert_int_equal(answer == NULL, legal_has(list, count, outcome));
    }
    const char *answer = NULL;
    assert_true(why_begins(setup, &view, 0, setup->actions, "R", NULL, &answer));
    assert_string_equal(answer, "R");
    assert_true(why_begins(setup, &view, setup->seats, 0, "R", NULL, &answer));
    assert_false(why_begins(setup, &view, 0, 0, "R", NULL, &answer));
    free(setup);
}

static void bits(void **unused)
{
    (void)unused;
    uint64_t set = BIT(0) | BIT(17) | BIT(63);
    assert_int_equal(bits_count(0), 0);
    assert_int_equal(bits_count(UINT64_MAX), 64);
    assert_int_equal(bits_count(set), 3);
    assert_true(bits_has(set, 63));
    assert_false(bits_has(set, 62));
    assert_int_equal(bits_take(&set), 0);
    assert_int_equal(bits_take(&set), 17);
    assert_int_equal(bits_first(set), 63);
    assert_int_equal(bits_take(&set), 63);
    assert_true(set == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_of_points), cmocka_unit_test(ranks_of_a_set), cmocka_unit_test(refusals),
        cmocka_unit_test(beginnings),      cmocka_unit_test(bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
