/* Do intervals, ratings and the sequential test say what statistics says, and do the arena's plays stay apart? */
#include "../unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/arena.h"
#include "lab/rating.h"
#include "lab/stats.h"
#include "lab/tally.h"
#include "rules/registry.h"

static void assert_near(double value, double expected, double reach)
{
    if (fabs(value - expected) > reach) {
        fprintf(stderr, "%.9g is not near %.9g\n", value, expected);
        fail();
    }
}

/* Values of Wilson's interval from the formula worked by hand. */
static void wilson_known_values(void **unused)
{
    (void)unused;
    struct interval half = wilson(50, 100);
    assert_near(half.low, 0.4038315, 1e-6);
    assert_near(half.high, 0.5961685, 1e-6);
    struct interval none = wilson(0, 10);
    assert_near(none.low, 0, 0);
    assert_near(none.high, 0.2775328, 1e-6);
    struct interval all = wilson(10, 10);
    assert_near(all.low, 1 - 0.2775328, 1e-6);
    assert_near(all.high, 1, 0);
    struct interval nothing = wilson(0, 0);
    assert_near(nothing.high - nothing.low, 1, 0);
}

static void mean_known_values(void **unused)
{
    (void)unused;
    struct sum sum = {0};
    for (int i = 1; i <= 5; i++)
        sum_add(&sum, i);
    assert_near(sum_mean(&sum), 3, 1e-12);
    assert_near(sum_deviation(&sum), sqrt(2.5), 1e-12);
    assert_near(sum_interval(&sum).low, 3 - 1.959963985 * sqrt(0.5), 1e-8);
    struct sum one = {0};
    sum_add(&one, 7);
    assert_near(sum_interval(&one).low, 7, 0);
    assert_near(sum_interval(&one).high, 7, 0);
    double values[] = {1, 2, 3, 4};
    assert_near(quantile(values, 4, 0.5), 2.5, 1e-12);
    assert_near(quantile(values, 4, 0), 1, 0);
    assert_near(quantile(values, 4, 1), 4, 0);
}

static void planted_strengths_come_back(void **unused)
{
    (void)unused;
    static const double planted[] = {-180, -60, 0, 40, 200};
    struct rating_table table = {.players = 5};
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++)
            if (a != b) {
                table.games[a][b] = 4000;
                table.score[a][b] = 4000 * rating_expected(planted[a] - planted[b]);
            }
    double rating[5];
    struct interval interval[5];
    rating_solve(&table, rating, interval);
    for (int a = 0; a < 5; a++) {
        assert_near(rating[a], planted[a], 0.5);
        assert_true(interval[a].low < planted[a] && planted[a] < interval[a].high);
        assert_true(interval[a].high - interval[a].low < 20);
    }
}

/* Random results: the interval holds the planted difference about 19 times of 20. */
static void intervals_cover(void **unused)
{
    (void)unused;
    struct ochre_rng rng;
    rng_seed(&rng, 11);
    int held = 0;
    for (int run = 0; run < 400; run++) {
        struct rating_table table = {.players = 2};
        for (int game = 0; game < 200; game++) {
            bool has_won = rng_below(&rng, 1000000) < (uint32_t)(1000000 * rating_expected(100));
            table.score[0][1] += has_won;
            table.score[1][0] += !has_won;
            table.games[0][1] = table.games[1][0] = game + 1;
        }
        double rating[2];
        struct interval interval[2];
        rating_solve(&table, rating, interval);
        held += interval[0].low <= 50 && 50 <= interval[0].high;
    }
    assert_in_range(held, 365, 395);
}

static void losing_everything_is_still_a_rating(void **unused)
{
    (void)unused;
    struct rating_table table = {.players = 2};
    table.games[0][1] = table.games[1][0] = 100;
    table.score[0][1] = 100;
    double rating[2];
    struct interval interval[2];
    rating_solve(&table, rating, interval);
    assert_near(rating[0] - rating[1], rating_difference(100.5 / 101), 0.01);
    assert_near(rating[0] + rating[1], 0, 1e-6);
}

static void expected_scores(void **unused)
{
    (void)unused;
    assert_near(rating_expected(0), 0.5, 1e-12);
    assert_near(rating_expected(100), 0.640065, 1e-6);
    assert_near(rating_expected(200), 0.759747, 1e-6);
    assert_near(rating_difference(0.640065), 100, 0.001);
}

static enum sprt_verdict run_sprt(double elo0, double elo1, double won, double drawn, int games, int *used)
{
    struct sprt sprt = {.elo0 = elo0, .elo1 = elo1};
    struct ochre_rng rng;
    rng_seed(&rng, 5);
    for (*used = 0; *used < games && sprt_verdict(&sprt) == SPRT_GOES_ON; (*used)++) {
        double roll = rng_below(&rng, 1000000) / 1e6;
        sum_add(&sprt.score, roll < won ? 1 : roll < won + drawn ? 0.5 : 0);
    }
    return sprt_verdict(&sprt);
}

static void sprt_known_cases(void **unused)
{
    (void)unused;
    int used;
    assert_int_equal(run_sprt(0, 50, 0.9, 0, 10000, &used), SPRT_YES);
    assert_true(used < 100);
    assert_int_equal(run_sprt(0, 50, 0.4, 0.1, 10000, &used), SPRT_NO);
    assert_int_equal(run_sprt(0, 20, 0, 1, 10000, &used), SPRT_NO);
    assert_int_equal(run_sprt(0, 5, 0.5, 0, 20, &used), SPRT_GOES_ON);
    assert_int_equal(used, 20);
    assert_near(sprt_bound(), 2.944439, 1e-6);
    /* 60 of 100 between elo 0 and 50: 100 · (s1 - s0) · (2·0.6 - s0 - s1) / (2 · variance). */
    struct sprt sprt = {.elo0 = 0, .elo1 = 50, .score = {.count = 100, .total = 60, .squares = 60}};
    double s1 = 1 / (1 + pow(10, -0.125));
    double mean = 60.75 / 101.5;
    double variance = (60 + 0.625) / 101.5 - mean * mean;
    assert_near(sprt_evidence(&sprt), 100 * (s1 - 0.5) * (1.2 - 0.5 - s1) / (2 * variance), 1e-9);
    struct sprt nothing = {.elo0 = 0, .elo1 = 5};
    assert_near(sprt_evidence(&nothing), 0, 0);
}

/* ---- the arena ---- */

struct gathered {
    uint64_t hash;
    int games, most;
};

static bool gather(void *who, const struct arena_record *record)
{
    struct gathered *gathered = who;
    assert_int_equal(record->game, gathered->games);
    gathered->games++;
    gathered->hash = gathered->hash * 1000003u + record->moves + 17 * (uint64_t)record->outcome.winners;
    return gathered->games < gathered->most;
}

static struct gathered play(const struct opening *opening, int threads, int games, int most)
{
    struct gathered gathered = {.most = most};
    struct arena_plan plan = {.opening = opening,
                              .player = {"random", "greedy"},
                              .rotates = true,
                              .seed = 4,
                              .games = games,
                              .threads = threads,
                              .take = gather,
                              .who = &gathered};
    struct ochre_error error;
    int done;
    assert_int_equal(arena_run(&plan, &done, &error), 0);
    assert_int_equal(done, gathered.games);
    return gathered;
}

static void arena_is_the_same_with_any_threads(void **unused)
{
    (void)unused;
    struct ochre_error error;
    struct opening *opening = opening_new(&(struct opening_request){.game = game_by_id("pebble"), .seats = 2}, &error);
    assert_non_null(opening);
    struct gathered one = play(opening, 1, 700, 1000);
    struct gathered four = play(opening, 4, 700, 1000);
    assert_int_equal(one.games, 700);
    assert_true(one.hash == four.hash);
    /* Whoever has enough gets no more. */
    struct gathered some = play(opening, 3, 700, 40);
    assert_int_equal(some.games, 40);
    opening_delete(opening);
}

static void unknown_player_fails(void **unused)
{
    (void)unused;
    struct ochre_error error;
    struct opening *opening = opening_new(&(struct opening_request){.game = game_by_id("pebble"), .seats = 2}, &error);
    struct gathered gathered = {.most = 10};
    struct arena_plan plan = {.opening = opening,
                              .player = {"random", "nobody"},
                              .games = 10,
                              .threads = 2,
                              .take = gather,
                              .who = &gathered};
    int done;
    assert_int_equal(arena_run(&plan, &done, &error), -1);
    assert_int_equal(done, 0);
    assert_non_null(strstr(error.words, "nobody"));
    opening_delete(opening);
}

/* ---- parts ---- */

/* Seat 1 uses a part in every game and wins four of five of them; seat 2 never does. Seats alone explain it. */
static void what_the_seat_explains_is_no_effect(void **unused)
{
    (void)unused;
    struct ochre_error error;
    struct opening *opening = opening_new(&(struct opening_request){.game = game_by_id("pebble"), .seats = 2}, &error);
    struct arena_plan plan = {.opening = opening, .player = {"random", "random"}};
    struct tally tally;
    tally_init(&tally, &plan);
    for (int game = 0; game < 100; game++) {
        bool has_first_won = game % 5 != 0;
        bool is_used = game % 2 == 0 ? has_first_won : !has_first_won; /* by the winner, in half of the games */
        struct arena_use uses[2] = {{.key = ARENA_KEY(0), .count = {1, 0}},
                                    {.key = ARENA_KEY(1), .count = {is_used, !is_used}}};
        struct arena_saying saying = {.key = ARENA_KEY(0), .words = "White takes 3 pebbles"};
        struct arena_record record = {
            .game = game, .player = {0, 1}, .uses = uses, .use_count = 2, .sayings = &saying, .saying_count = 1};
        if (game > 50)
            strcpy(saying.words, "Black takes 5 pebbles");
        record.outcome.payoff[0] = has_first_won;
        record.outcome.payoff[1] = !has_first_won;
        record.outcome.winners = has_first_won ? SEAT_BIT(0) : SEAT_BIT(1);
        tally_take(&tally, &record);
    }
    struct interval interval;
    assert_near(tally_effect(&tally, &tally.part[0], &interval), 0, 1e-9);
    assert_near(sum_mean(&tally.part[0].more), 0.6, 1e-9);
    assert_true(interval.low < 0 && interval.high > 0);
    assert_string_equal(tally.part[0].label, "… takes … pebbles");
    assert_near(tally.seat[0].share, 80, 1e-9);
    assert_near(tally.part[1].more.count, 100, 0);
    tally_free(&tally);
    opening_delete(opening);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_known_values),
        cmocka_unit_test(mean_known_values),
        cmocka_unit_test(planted_strengths_come_back),
        cmocka_unit_test(intervals_cover),
        cmocka_unit_test(losing_everything_is_still_a_rating),
        cmocka_unit_test(expected_scores),
        cmocka_unit_test(sprt_known_cases),
        cmocka_unit_test(arena_is_the_same_with_any_threads),
        cmocka_unit_test(unknown_player_fails),
        cmocka_unit_test(what_the_seat_explains_is_no_effect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
