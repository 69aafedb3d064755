/* Does a review add up, is luck 0 on the whole, and is what it calls better really better? */
#include "../unit.h"

#include <math.h>

#include "ai/bot.h"
#include "lab/review.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/think.h"
#include "table/log.h"

static struct table *set_table(const struct opening_request *request, uint64_t number)
{
    struct ochre_error error = {0};
    unsigned char seed[FAIR_SIZE] = {0};
    struct table_no no;
    memcpy(seed, &number, sizeof number);
    struct opening *opening = opening_new(request, &error);
    assert_non_null(opening);
    struct table *table = table_new(opening, 0, seed, &error);
    assert_non_null(table);
    assert_int_equal(table_begin(table, NULL, &no), 0);
    return table;
}

/* Lets a bot play all seats, at most so many moves. */
static void play_on(struct table *table, const char *name, int most, uint64_t seed)
{
    struct bot *bot = bot_new(name, NULL);
    struct ochre_rng rng;
    struct ochre_view view;
    struct table_no no;
    rng_seed(&rng, seed);
    for (int i = 0; i < most && !table_is_over(table); i++) {
        int seat = seats_first(table_pending(table));
        table_view(table, seat, &view);
        ochre_action action = bot_think(bot, table_setup(table), &view, seat, &rng, NULL);
        assert_int_equal(table_play_action(table, seat, table_ask(table, seat), action, NULL, &no), 0);
    }
    bot_delete(bot);
}

static struct table *played(const char *game, const char *bot, int most, uint64_t seed)
{
    struct table *table = set_table(&(struct opening_request){.game = game_by_id(game)}, seed);
    play_on(table, bot, most, seed);
    return table;
}

static char *as_json(const struct review *review)
{
    enum { SIZE = 8 * 1024 * 1024 };
    char *json = malloc(SIZE);
    struct ochre_text text = text_on(json, SIZE);
    struct json_writer writer = json_write_to(&text);
    review_write(review, &writer);
    assert_false(text.cut);
    return json;
}

static void check_step(const struct review *review, const struct review_step *step)
{
    const struct ochre_setup *setup = table_setup(review->table);
    float mistake = setup->game->think->mistake;
    assert_true(mistake > 0);
    assert_true(step->lost >= 0);
    for (int s = 0; s < setup->seats; s++) {
        assert_true(isfinite(step->before[s]) && isfinite(step->after[s]) && isfinite(step->luck[s]));
        assert_true(step->after[s] >= 0 && step->after[s] <= 1);
        assert_true(step->seat == OCHRE_CHANCE || step->luck[s] == 0);
    }
    assert_true(step->is_decision == (step->grade != GRADE_NONE));
    assert_true((step->grade >= GRADE_MISTAKE) == (step->is_decision && step->lost >= mistake));
    assert_true((step->best_words[0] != '\0') == (step->is_decision && step->lost > 0));
    if (step->is_decision && step->lost == 0)
        assert_string_equal(step->best, step->move);
}

static void check_sums(const struct review *review)
{
    for (int seat = 0; seat < table_setup(review->table)->seats; seat++) {
        const struct review_seat *sum = &review->seat[seat];
        assert_true(fabs(sum->start + sum->luck - sum->lost + sum->gained + sum->rest - sum->result) < 1e-9);
        assert_true(sum->accuracy >= 0 && sum->accuracy <= 100);
        int graded = 0;
        for (int grade = GRADE_BEST; grade < GRADES; grade++)
            graded += sum->grade[grade];
        assert_int_equal(graded, sum->decisions);
    }
}

/* Every game, from the first steps on: it adds up, and again it is the same to the last byte. */
static void adds_up_and_repeats(void **unused)
{
    (void)unused;
    for (int i = 0; ochre_games[i]; i++) {
        struct table *table = played(ochre_games[i]->id, "random", 12, 7);
        struct review review[2];
        char *json[2];
        for (int k = 0; k < 2; k++) {
            review_play(&review[k], table, &(struct review_plan){.depth = WEIGH_QUICK, .seed = 5});
            json[k] = as_json(&review[k]);
        }
        assert_true(review[0].is_whole);
        assert_int_equal(review[0].count, table_step_count(table));
        for (int n = 0; n < review[0].count; n++)
            check_step(&review[0], &review[0].step[n]);
        check_sums(&review[0]);
        assert_string_equal(json[0], json[1]);
        for (int k = 0; k < 2; k++) {
            review_free(&review[k]);
            free(json[k]);
        }
        table_delete(table);
    }
}

/* Of all that could have come in this state, weighed by the odds, luck is 0 for everybody. */
static void check_odds(struct weigher *weigher, const struct ochre_setup *setup, const struct ochre_state *state,
                       const ochre_action *outcomes, int count)
{
    double sum[OCHRE_SEATS_MAX] = {0};
    double weights = 0;
    for (int i = 0; i < count; i++) {
        struct weighed_luck luck;
        double weight = chance_weight(setup, state, outcomes[i]);
        weigh_luck(weigher, setup, state, outcomes[i], 11, &luck);
        weights += weight;
        for (int s = 0; s < setup->seats; s++)
            sum[s] += weight * (double)(luck.came[s] - luck.mean[s]);
    }
    for (int s = 0; s < setup->seats; s++)
        assert_true(fabs(sum[s]) < 1e-5 * weights);
}

static int check_luck(const struct ochre_setup *setup, const struct ochre_state *start)
{
    enum { MOVES = 300, DRAWS = 3, OUTCOMES = 6 };
    const struct ochre_rules *rules = setup->game->rules;
    struct weigher *weigher = weigher_new(WEIGH_QUICK, NULL);
    ochre_action *list = calloc(setup->legal_max, sizeof *list);
    struct ochre_state state;
    struct ochre_rng rng;
    ochre_seats pending;
    int draws = 0;
    rng_seed(&rng, 3);
    state_copy(setup, &state, start);
    for (int n = 0; n < MOVES && draws < DRAWS && (pending = rules->pending(setup, &state)) != 0; n++) {
        int seat = seats_has(pending, OCHRE_CHANCE) ? OCHRE_CHANCE : seats_first(pending);
        int count = rules->legal(setup, &state, seat, list);
        if (seat == OCHRE_CHANCE && count > 1 && count <= OUTCOMES) {
            check_odds(weigher, setup, &state, list, count);
            draws++;
        }
        ochre_action action = seat == OCHRE_CHANCE ? chance_sample(setup, &state, list, count, &rng)
                                                   : list[rng_below(&rng, (uint32_t)count)];
        rules->apply(setup, &state, seat, action, NULL);
    }
    free(list);
    weigher_delete(weigher);
    return draws;
}

static void luck_is_even(void **unused)
{
    (void)unused;
    int draws = 0;
    for (int i = 0; ochre_games[i]; i++) {
        struct ochre_error error;
        struct opening *opening = opening_new(&(struct opening_request){.game = ochre_games[i]}, &error);
        assert_non_null(opening);
        draws += check_luck(&opening->setup, &opening->start);
        opening_delete(opening);
    }
    assert_true(draws >= 4);
}

/* A seat that cannot tell outcomes apart has no luck from them, and nothing about them is in what it expects. */
static void what_is_unseen_is_no_luck(void **unused)
{
    (void)unused;
    struct table *table = played("spears", "random", 40, 9);
    struct review review;
    review_play(&review, table, &(struct review_plan){.depth = WEIGH_QUICK, .seed = 5});
    int unseen = 0;
    for (int i = 0; i < review.count; i++) {
        const struct review_step *step = &review.step[i];
        int lucky = 0;
        for (int s = 0; s < table_setup(table)->seats; s++)
            lucky += step->luck[s] != 0;
        unseen += step->seat == OCHRE_CHANCE && strstr(step->move, "team:") && lucky == 1;
        assert_false(step->seat == OCHRE_CHANCE && strstr(step->move, "team:") && lucky > 1);
    }
    assert_true(unseen > 0);
    review_free(&review);
    table_delete(table);
}

/* A win in one move that is left alone is a blunder, and the better move is that one. */
static void a_missed_win_is_found(void **unused)
{
    (void)unused;
    struct table *table = set_table(&(struct opening_request){.game = game_by_id("breakthrough"),
                                                              .position = "{\"board\":\"8/w7/8/8/8/8/3w3b/8 w\"}"},
                                    1);
    struct table_no no;
    assert_int_equal(table_play(table, 0, table_ask(table, 0), "d2d3", NULL, &no), 0);
    struct review review;
    review_play(&review, table, &(struct review_plan){.depth = WEIGH_USUAL, .seed = 1});
    assert_int_equal(review.count, 1);
    assert_int_equal(review.step[0].grade, GRADE_BLUNDER);
    assert_string_equal(review.step[0].best, "a7a8");
    assert_false(review.is_over);
    check_sums(&review);
    review_free(&review);
    table_delete(table);
}

/* Who resigns loses what was to be hoped for, and it adds up all the same. */
static void a_resignation_adds_up(void **unused)
{
    (void)unused;
    struct table *table = played("breakthrough", "greedy", 6, 2);
    struct table_no no;
    assert_int_equal(table_resign(table, seats_first(table_pending(table)), NULL, &no), 0);
    struct review review;
    review_play(&review, table, &(struct review_plan){.depth = WEIGH_QUICK, .seed = 1});
    const struct review_step *last = &review.step[review.count - 1];
    assert_true(last->is_leaving && review.is_over);
    assert_true(last->lost == last->before[last->seat] && last->after[last->seat] == 0);
    assert_true(review.seat[last->seat].result == 0);
    check_sums(&review);
    review_free(&review);
    table_delete(table);
}

static void stop_after(void *who, int done, int total)
{
    (void)total;
    if (done == 5)
        atomic_store((atomic_bool *)who, true);
}

/* Stopped: what was reviewed by then stands, as it would in the whole. */
static void stopping_keeps_what_is_done(void **unused)
{
    (void)unused;
    struct table *table = played("valley", "random", 12, 4);
    atomic_bool stop = false;
    struct review whole;
    struct review part;
    struct review_plan plan = {.depth = WEIGH_QUICK, .seed = 5};
    review_play(&whole, table, &plan);
    plan.stop = &stop;
    plan.progress = stop_after;
    plan.who = &stop;
    review_play(&part, table, &plan);
    assert_false(part.is_whole);
    assert_int_equal(part.count, 5);
    for (int i = 0; i < part.count; i++)
        assert_memory_equal(part.step[i].after, whole.step[i].after, sizeof part.step[i].after);
    check_sums(&part);
    review_free(&whole);
    review_free(&part);
    table_delete(table);
}

/* The worst decisions come worst first, and none that cost nothing. */
static void the_worst_come_first(void **unused)
{
    (void)unused;
    struct table *table = played("valley", "random", 30, 6);
    struct review review;
    int places[3];
    review_play(&review, table, &(struct review_plan){.depth = WEIGH_QUICK, .seed = 5});
    for (int seat = 0; seat < table_setup(table)->seats; seat++) {
        int count = review_worst(&review, seat, places, 3);
        for (int i = 0; i < count; i++) {
            assert_int_equal(review.step[places[i]].seat, seat);
            assert_true(review.step[places[i]].grade >= GRADE_INACCURACY);
            assert_true(i == 0 || review.step[places[i]].lost <= review.step[places[i - 1]].lost);
        }
        for (int n = 0; n < review.count && count == 3; n++)
            assert_true(review.step[n].seat != seat || review.step[n].lost <= review.step[places[0]].lost);
    }
    review_free(&review);
    table_delete(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adds_up_and_repeats),       cmocka_unit_test(luck_is_even),
        cmocka_unit_test(what_is_unseen_is_no_luck), cmocka_unit_test(a_missed_win_is_found),
        cmocka_unit_test(a_resignation_adds_up),     cmocka_unit_test(stopping_keeps_what_is_done),
        cmocka_unit_test(the_worst_come_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
