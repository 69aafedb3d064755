/* test_mind.c: what a mind says is within its bounds, comes from what its seat may know, and is the same however it is
 * computed; what is read is whole or refused; a search with a mind keeps to the rules. */
#include "ai/mind.h"

#include <math.h>

#include "ai/ismcts.h"
#include "minds.h"
#include "rules/show.h"
#include "rules/think.h"
#include "think.h"

/* Every game, with every number of seats: a mind by lot, and positions of random plays. */
static void everywhere(bool is_extreme, void (*look)(const struct mind *mind, const struct ochre_setup *setup,
                                                     const struct ochre_state *state, struct ochre_rng *rng))
{
    for (int g = 0; ochre_games[g]; g++)
        for (int seats = 2; seats <= OCHRE_SEATS_MAX; seats++) {
            if (!(ochre_games[g]->seat_counts >> seats & 1))
                continue;
            struct opening *opening = open_game(ochre_games[g]->id, seats, NULL, NULL);
            struct ochre_rng rng;
            rng_seed(&rng, (uint64_t)seats);
            struct mind mind = mind_by_lot(&opening->setup, &rng, is_extreme);
            for (int n = 0; n < (is_short() ? 4 : 20); n++) {
                struct ochre_state state;
                state_copy(&opening->setup, &state, &opening->start);
                if (wander(&opening->setup, &state, (int)rng_below(&rng, 80), &rng))
                    look(&mind, &opening->setup, &state, &rng);
            }
            mind_by_lot_free(&mind);
            opening_delete(opening);
        }
}

/* ---- laws ---- */

static int asked_seat(const struct ochre_setup *setup, const struct ochre_state *state)
{
    return seats_first(setup->game->rules->pending(setup, state));
}

static void look_at_values(const struct mind *mind, const struct ochre_setup *setup, const struct ochre_state *state,
                           struct ochre_rng *rng)
{
    (void)rng;
    float payoff[OCHRE_SEATS_MAX] = {0};
    float sum = 0;
    mind_values(mind, setup, state, payoff);
    for (int seat = 0; seat < setup->seats; seat++) {
        assert_true(isfinite(payoff[seat]) && payoff[seat] >= 0 && payoff[seat] <= 1);
        sum += payoff[seat];
    }
    if (!setup->game->rules->redact)
        assert_true(fabsf(sum - 1) < 1e-5F);
}

static void values_are_payoffs(void **unused)
{
    (void)unused;
    everywhere(false, look_at_values);
    everywhere(true, look_at_values);
}

static void look_at_priors(const struct mind *mind, const struct ochre_setup *setup, const struct ochre_state *state,
                           struct ochre_rng *rng)
{
    int seat = asked_seat(setup, state);
    ochre_action *list = calloc(setup->legal_max, sizeof *list);
    float *share = calloc(setup->legal_max, sizeof *share);
    struct mind_sight sight;
    float sum = 0;
    assert_true(list && share);
    int count = setup->game->rules->legal(setup, state, seat, list);
    mind_look(mind, setup, state, seat, &sight);
    for (int i = 0; i < count; i++)
        share[i] = mind_liking(mind, &sight, list[i], (float)rng_below(rng, 101) / 100.0F);
    mind_share(share, count);
    for (int i = 0; i < count; i++) {
        assert_true(isfinite(share[i]) && share[i] > 0 && share[i] <= 1);
        sum += share[i];
    }
    assert_true(fabsf(sum - 1) < 1e-4F);
    free(list);
    free(share);
}

static void priors_add_up_to_one(void **unused)
{
    (void)unused;
    everywhere(false, look_at_priors);
    everywhere(true, look_at_priors);
}

/* Twins: whatever the seat cannot rule out looks the same to it. */
static void look_at_twins(const struct mind *mind, const struct ochre_setup *setup, const struct ochre_state *state,
                          struct ochre_rng *rng)
{
    for (int seat = 0; seat < setup->seats; seat++) {
        struct mind_sight truth = {0};
        struct mind_sight twin = {0};
        struct ochre_view view;
        struct ochre_state imagined;
        state_look(setup, state, seat, &view);
        assert_true(view_imagine(setup, &view, seat, rng, &imagined));
        mind_look(mind, setup, state, seat, &truth);
        mind_look(mind, setup, &imagined, seat, &twin);
        assert_memory_equal(&truth, &twin, sizeof truth);
    }
}

static void a_seat_looks_with_its_own_eyes(void **unused)
{
    (void)unused;
    everywhere(false, look_at_twins);
}

/* ---- arithmetic ---- */

/* The same sums, one number after the other, where nothing can overflow. */
static void look_slowly(const struct mind *mind, const struct ochre_setup *setup, const struct ochre_state *state,
                        int seat, struct mind_sight *sight)
{
    float *numbers = calloc(MIND_INPUTS_MAX + MIND_HUNCHES_MAX, sizeof *numbers);
    assert_non_null(numbers);
    mind_numbers(setup, state, seat, numbers);
    for (int h = 0; h < MIND_HIDDEN; h++) {
        int64_t sum = mind->bias[h];
        for (int i = 0; i < mind->inputs; i++)
            sum += (int64_t)mind_input(numbers[mind->input[i]], mind->scale[i]) * mind->weight[i][h];
        assert_in_range(sum + INT32_MAX, 0, 2 * (int64_t)INT32_MAX);
        sum = sum < 0 ? 0 : sum / (MIND_SUM_ONE / MIND_UNIT_ONE);
        sight->unit[h] = (int16_t)(sum > MIND_UNIT_MAX ? MIND_UNIT_MAX : sum);
    }
    for (int i = 0; i < mind->hunches; i++)
        sight->hunch[i] = mind_hunch(numbers[mind->observe + (uint32_t)i]);
    free(numbers);
}

static void look_twice(const struct mind *mind, const struct ochre_setup *setup, const struct ochre_state *state,
                       struct ochre_rng *rng)
{
    (void)rng;
    struct mind_sight quick = {0};
    struct mind_sight slow = {0};
    int seat = asked_seat(setup, state);
    mind_look(mind, setup, state, seat, &quick);
    look_slowly(mind, setup, state, seat, &slow);
    assert_memory_equal(&quick, &slow, sizeof quick);
}

static void quick_sums_are_slow_sums(void **unused)
{
    (void)unused;
    everywhere(false, look_twice);
    everywhere(true, look_twice);
}

/* The largest of everything: bounds that hold for the worst mind hold for all. */
static void nothing_can_overflow(void **unused)
{
    (void)unused;
    int64_t hidden = (int64_t)MIND_INPUTS_MAX * MIND_INPUT_MAX * MIND_WEIGHT_MAX + MIND_BIAS_MAX;
    int64_t out = (int64_t)MIND_HIDDEN * MIND_UNIT_MAX * MIND_OUT_MAX +
                  (int64_t)MIND_HUNCHES_MAX * MIND_HUNCH_INPUT_MAX * MIND_HUNCH_MAX + MIND_OUT_BIAS_MAX;
    assert_true(hidden <= INT32_MAX);
    assert_true(out <= INT32_MAX);
}

/* ---- reading ---- */

static void what_is_written_is_read(void **unused)
{
    (void)unused;
    struct opening *opening = open_game("pebble", 3, NULL, NULL);
    struct ochre_rng rng;
    struct ochre_error error = {.words = ""};
    size_t length = 0;
    size_t again = 0;
    rng_seed(&rng, 1);
    struct mind mind = mind_by_lot(&opening->setup, &rng, false);
    unsigned char *bytes = mind_write(&mind, &length);
    struct mind *read = mind_read(bytes, length, &error);
    assert_non_null(read);
    unsigned char *copy = mind_write(read, &again);
    assert_int_equal(length, again);
    assert_memory_equal(bytes, copy, length);
    assert_int_equal(mind_suits(read, &opening->setup, &error), 0);
    for (size_t cut = 0; cut < length; cut += 1 + length / 200)
        assert_null(mind_read(bytes, cut, &error));
    for (size_t at = 0; at < length; at += 1 + length / 400) {
        bytes[at] ^= 4;
        assert_null(mind_read(bytes, length, &error));
        bytes[at] ^= 4;
    }
    struct opening *other = open_game("pebble", 2, NULL, NULL);
    assert_int_equal(mind_suits(read, &other->setup, &error), -1);
    assert_string_equal(error.words, "what was learned is for 3 seats");
    mind_delete(read);
    free(bytes);
    free(copy);
    mind_by_lot_free(&mind);
    opening_delete(other);
    opening_delete(opening);
}

/* Numbers out of bounds are refused, though the checksum is right: nothing that is read can overflow. */
static void too_large_a_weight_is_refused(void **unused)
{
    (void)unused;
    struct opening *opening = open_game("pebble", 2, NULL, NULL);
    struct ochre_rng rng;
    struct ochre_error error = {.words = ""};
    rng_seed(&rng, 1);
    struct mind mind = mind_by_lot(&opening->setup, &rng, false);
    int16_t *const numbers[] = {&mind.weight[3][5], &mind.value[1][MIND_HIDDEN - 1], &mind.prior[2][0]};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        int16_t kept = *numbers[i];
        size_t length = 0;
        *numbers[i] = INT16_MAX;
        unsigned char *bytes = mind_write(&mind, &length);
        assert_null(mind_read(bytes, length, &error));
        assert_string_equal(error.words, "what was learned is damaged");
        free(bytes);
        *numbers[i] = kept;
    }
    mind.input[4] = mind.input[3];
    size_t length = 0;
    unsigned char *bytes = mind_write(&mind, &length);
    assert_null(mind_read(bytes, length, &error));
    free(bytes);
    mind_by_lot_free(&mind);
    opening_delete(opening);
}

/* ---- searching ---- */

static void a_search_with_a_mind_is_repeatable_and_legal(void **unused)
{
    (void)unused;
    static const char *const ids[] = {"pebble", "tribes", "spears", "breakthrough"};
    for (size_t g = 0; g < sizeof ids / sizeof *ids; g++) {
        struct opening *opening = open_game(ids[g], text_same(ids[g], "spears") ? 4 : 2, NULL, NULL);
        const struct ochre_setup *setup = &opening->setup;
        struct ochre_rng rng;
        rng_seed(&rng, 3);
        struct mind mind = mind_by_lot(setup, &rng, false);
        struct bot_budget budget = {.iterations = 60};
        struct ismcts_options options = mind_usual(&mind, setup, &budget);
        struct ismcts *search = ismcts_new();
        for (int n = 0; n < (is_short() ? 3 : 10); n++) {
            struct ochre_state state;
            struct ochre_view view;
            ochre_action choice[2];
            state_copy(setup, &state, &opening->start);
            if (!wander(setup, &state, 5 * n, &rng))
                continue;
            int seat = asked_seat(setup, &state);
            state_look(setup, &state, seat, &view);
            for (int k = 0; k < 2; k++) {
                struct bot_thoughts thoughts = {0};
                struct ochre_rng luck;
                rng_seed(&luck, (uint64_t)n);
                choice[k] = ismcts_search(search, &options, setup, &view, seat, &luck, &thoughts);
            }
            assert_int_equal(choice[0], choice[1]);
            assert_true(is_legal(setup, &state, seat, choice[0]));
        }
        ismcts_delete(search);
        mind_by_lot_free(&mind);
        opening_delete(opening);
    }
}

static void the_player_needs_something_learned(void **unused)
{
    (void)unused;
    struct opening *opening = open_game("breakthrough", 2, NULL, NULL);
    struct ochre_error error = {.words = ""};
    struct bot *bot = bot_new("mind:50", &error);
    assert_non_null(bot);
    assert_int_equal(bot_suits(bot, &opening->setup, &error), -1);
    assert_string_equal(error.words, "nothing was learned for breakthrough with 2 seats; --mind FILE reads what ochre "
                                     "learn made");
    static struct mind mind; /* offered for as long as the program runs */
    struct ochre_rng rng;
    rng_seed(&rng, 1);
    mind = mind_by_lot(&opening->setup, &rng, false);
    mind_offer(&mind);
    assert_int_equal(bot_suits(bot, &opening->setup, &error), 0);
    assert_ptr_equal(mind_for(&opening->setup), &mind);
    struct bot_thoughts thoughts = {0};
    ochre_action action = choice_of("mind:50", &opening->setup, &opening->start, 1, &thoughts);
    assert_int_equal(thoughts.iterations, 50);
    assert_true(is_legal(&opening->setup, &opening->start, 0, action));
    bot_delete(bot);
    opening_delete(opening);
}

static void what_is_built_in_is_found_where_it_suits(void **unused)
{
    (void)unused;
    struct opening *home = open_game("tribes", 2, NULL, NULL);
    struct opening *three = open_game("tribes", 3, NULL, NULL);
    struct opening *valley = open_game("valley", 2, NULL, NULL);
    const struct mind *mind = mind_for(&home->setup);
    assert_non_null(mind);
    assert_string_equal(mind->game, "tribes");
    assert_ptr_equal(mind_for(&home->setup), mind);
    assert_null(mind_for(&three->setup));
    assert_null(mind_for(&valley->setup));
    opening_delete(valley);
    opening_delete(three);
    opening_delete(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_payoffs),
        cmocka_unit_test(priors_add_up_to_one),
        cmocka_unit_test(a_seat_looks_with_its_own_eyes),
        cmocka_unit_test(quick_sums_are_slow_sums),
        cmocka_unit_test(nothing_can_overflow),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(too_large_a_weight_is_refused),
        cmocka_unit_test(a_search_with_a_mind_is_repeatable_and_legal),
        cmocka_unit_test(the_player_needs_something_learned),
        cmocka_unit_test(what_is_built_in_is_found_where_it_suits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
