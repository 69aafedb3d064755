/* test_lab.c: counting and signing. */
#include "../unit.h"
#include "changed.h"

#include "lab/perft.h"
#include "lab/signature.h"
#include "rules/registry.h"
#include "table/opening.h"

static struct opening *open_game(const char *id, const char *position)
{
    struct ochre_error error;
    struct opening *opening =
        opening_new(&(struct opening_request){.game = game_by_id(id), .position = position}, &error);
    assert_non_null(opening);
    return opening;
}

static uint64_t count(const struct opening *opening, int depth, bool bulk, int threads)
{
    struct perft perft = {.depth = depth, .bulk = bulk, .threads = threads};
    assert_int_equal(perft_count(&perft, &opening->setup, &opening->start), 0);
    uint64_t sum = depth == 0;
    for (uint32_t i = 0; i < perft.roots; i++)
        sum += perft.leaves[i];
    assert_int_equal(sum, perft.nodes);
    perft_free(&perft);
    return perft.nodes;
}

/* The game's own count, the plain one, in bulk or not, with any number of threads: all the same. */
static void every_way_of_counting_agrees(void **unused)
{
    (void)unused;
    static const uint64_t known[] = {1, 22, 484, 11132, 256036};
    struct opening *opening = open_game("breakthrough", NULL);
    struct changed_game plain;
    change_game(&plain, opening->setup.game);
    plain.think.perft = NULL;
    for (int depth = 0; depth <= 4; depth++) {
        opening->setup.game = game_by_id("breakthrough");
        assert_int_equal(count(opening, depth, true, 1), known[depth]);
        assert_int_equal(count(opening, depth, false, 1), known[depth]);
        assert_int_equal(count(opening, depth, true, 3), known[depth]);
        opening->setup.game = &plain.game;
        assert_int_equal(count(opening, depth, true, 1), known[depth]);
        assert_int_equal(count(opening, depth, false, 2), known[depth]);
    }
    opening_delete(opening);
}

/* Chance counts like a seat: six values are dealt to the first seat, six to the second. */
static void chance_counts_every_outcome_once(void **unused)
{
    (void)unused;
    struct opening *opening = open_game("pebble", NULL);
    assert_int_equal(count(opening, 1, true, 1), 6);
    assert_int_equal(count(opening, 2, true, 2), 36);
    assert_int_equal(count(opening, 3, true, 2), 6 * 6 * 6 - 6); /* no third copy */
    opening_delete(opening);
}

static void nothing_comes_after_the_end(void **unused)
{
    (void)unused;
    struct opening *opening = open_game("breakthrough", "w7/8/8/8/7b/8/8/8 b"); /* B3.1: White has won */
    assert_int_equal(count(opening, 0, true, 1), 1);
    assert_int_equal(count(opening, 1, true, 1), 0);
    assert_int_equal(count(opening, 2, true, 2), 0);
    opening_delete(opening);
}

static void signatures_tell_games_apart_and_stay(void **unused)
{
    (void)unused;
    uint64_t first;
    uint64_t again;
    uint64_t other;
    assert_true(signature_of(game_by_id("pebble"), &first));
    assert_true(signature_of(game_by_id("pebble"), &again));
    assert_true(signature_of(game_by_id("breakthrough"), &other));
    assert_int_equal(first, again);
    assert_int_not_equal(first, other);
    char text[17];
    signature_text(0x0123456789abcdefu, text);
    assert_string_equal(text, "0123456789abcdef");
}

/* A small change of behaviour shows: the first seat gets a point more. */
static void favour_the_first(const struct ochre_setup *setup, const struct ochre_state *state,
                             struct ochre_outcome *out)
{
    game_by_id("pebble")->rules->outcome(setup, state, out);
    out->score[0]++;
}

static void signatures_change_with_behaviour(void **unused)
{
    (void)unused;
    uint64_t first;
    uint64_t changed;
    struct changed_game changed_game;
    change_game(&changed_game, game_by_id("pebble"));
    changed_game.rules.outcome = favour_the_first;
    assert_true(signature_of(game_by_id("pebble"), &first));
    assert_true(signature_of(&changed_game.game, &changed));
    assert_int_not_equal(first, changed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_of_counting_agrees),     cmocka_unit_test(chance_counts_every_outcome_once),
        cmocka_unit_test(nothing_comes_after_the_end),      cmocka_unit_test(signatures_tell_games_apart_and_stay),
        cmocka_unit_test(signatures_change_with_behaviour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
