/* test_truth.c: what is said is true, with every value of every option: a number or a right that a sentence states is
 * what the board shows after the move. No two moves of a position are called the same. */
#include "dice_bench.h"
#include "rules/rules.h"
#include "rules/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 12 * 1024, OFFER_SIZE = 128 };
static char offers[MOVES_MAX][OFFER_SIZE];
static int seen_martyrs, seen_swaps, seen_kept, seen_alliances, seen_grown;

static const struct dice_tables *rules(void)
{
    return dice_tables(&bench.setup);
}

static const struct dice_core *board(const struct ochre_state *state)
{
    return &dice_of(state)->core;
}

/* The number behind a word of the sentence; -1: it is not there. */
static int number_behind(const char *said, const char *word)
{
    const char *at = strstr(said, word);
    return at ? atoi(at + strlen(word)) : -1;
}

static dice_unit unit_on(const struct ochre_state *state, int square)
{
    return dice_unit_at(rules(), board(state), square);
}

/* A capture: what the taker grows to, and what an exchange does to both stones. */
static void check_capture(const char *said, const struct dice_move *move, const struct ochre_state *after)
{
    dice_unit taker = unit_on(after, move->to);
    int side = board(&bench.state)->side;
    bool leaves = strstr(said, "both leave the board") != NULL;
    bool swaps = strstr(said, "both change sides") != NULL;
    assert_int_equal(move->target >= 0, leaves || swaps);
    if (leaves) {
        assert_true(!taker && !unit_on(after, move->target));
        assert_int_equal(number_behind(said, "give your "), rules()->faces);
    } else if (swaps) {
        assert_true(dice_owner(taker) != side && dice_owner(unit_on(after, move->target)) == side);
        assert_int_equal(number_behind(said, "exchange your "), dice_value(taker));
    } else {
        int grown = number_behind(said, "grow to ");
        assert_int_equal(grown >= 0 ? grown : number_behind(said, "stay a "), dice_value(taker));
        seen_grown += grown >= 0;
    }
    seen_martyrs += leaves;
    seen_swaps += swaps;
    seen_kept += strstr(said, "keep it") != NULL;
}

static void check_offer(const char *said, ochre_action action)
{
    static struct ochre_state after;
    struct dice_move move = dice_move_of(rules(), board(&bench.state), action);
    dice_unit there = unit_on(&bench.state, move.to);
    state_copy(&bench.setup, &after, &bench.state);
    ochre_dice.rules->apply(&bench.setup, &after, bench_seat(), action, NULL);
    if (move.kind == MOVE_ROTATE) {
        assert_int_equal(strstr(said, "to diagonal") != NULL, dice_is_diagonal(unit_on(&after, move.to)));
    } else if (move.kind == MOVE_ALLY) {
        assert_int_equal(number_behind(said, "an alliance of "), dice_value(unit_on(&after, move.to)));
        seen_alliances++;
    } else if (there) {
        check_capture(said, &move, &after);
    }
}

static int by_words(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void check_offers(void)
{
    static struct ochre_view view;
    int count = bench_count();
    state_look(&bench.setup, &bench.state, bench_seat(), &view);
    for (int i = 0; i < count; i++) {
        struct ochre_text text = text_on(offers[i], OFFER_SIZE);
        ochre_dice.words->say_move(&bench.setup, &view, bench_seat(), bench.list[i], &text);
        assert_true(text.used > 0 && !text.cut);
        check_offer(offers[i], bench.list[i]);
    }
    qsort(offers, (size_t)count, OFFER_SIZE, by_words);
    for (int i = 1; i < count; i++)
        if (strcmp(offers[i - 1], offers[i]) == 0)
            fail_msg("two moves are called: %s", offers[i]);
}

/* One play at random that takes what it can, so that stones grow. */
static void roam(int seats, const char *options)
{
    struct ochre_rng rng;
    rng_seed(&rng, 7);
    bench_start(seats, options);
    if (bench_seat() == OCHRE_CHANCE) { /* the lot */
        int count = bench_count();
        ochre_dice.rules->apply(&bench.setup, &bench.state, OCHRE_CHANCE, bench.list[rng_below(&rng, (uint32_t)count)],
                                NULL);
    }
    for (int turn = 0; turn < 200 && bench_seat() >= 0; turn++) {
        check_offers();
        int count = bench_count();
        ochre_action action = bench.list[rng_below(&rng, (uint32_t)count)];
        for (int tries = 0; tries < 8; tries++) {
            struct dice_move move = dice_move_of(rules(), board(&bench.state), action);
            if (move.kind != MOVE_ROTATE && unit_on(&bench.state, move.to))
                break;
            action = bench.list[rng_below(&rng, (uint32_t)count)];
        }
        ochre_dice.rules->apply(&bench.setup, &bench.state, bench_seat(), action, NULL);
    }
}

/* With what shows an option: the values of small numbers, the ends of large ranges, and every word. */
static void try_option(const struct ochre_option *option)
{
    char options[128];
    for (int i = 0; option->choices && option->choices[i]; i++) {
        const char *choice = option->choices[i];
        bool is_four = choice[0] == '4' || text_same(choice, "p3") || text_same(choice, "p4");
        snprintf(options, sizeof options, "faces=4 %s=%s", option->name, option->choices[i]);
        roam(is_four ? 4 : 2, options);
    }
    for (int value = option->min; !option->choices && value <= option->max; value++) {
        if (option->max > 20 && value != option->min && value != option->max)
            continue;
        snprintf(options, sizeof options, "setup=ranks %s=%d", option->name, value);
        roam(2, options);
    }
}

static void words_are_true_with_every_option(void **context)
{
    (void)context;
    for (const struct ochre_option *option = ochre_dice.options; option->name; option++)
        try_option(option);
    assert_true(seen_martyrs && seen_swaps && seen_kept && seen_alliances && seen_grown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_true_with_every_option),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
