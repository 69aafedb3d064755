/* Learning: is what was learned the same whatever the threads and however often it was stopped, is it worth something,
 * and is nothing read that makes no sense? */
#include "../unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "lab/learn.h"
#include "lab/learn_inner.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "table/file.h"

enum { PLAYS = 60, ITERATIONS = 40, GAMES = 60 };

static struct opening *opening_of(const char *id, int seats)
{
    struct ochre_error error;
    struct opening *opening = opening_new(&(struct opening_request){.game = game_by_id(id), .seats = seats}, &error);
    assert_non_null(opening);
    return opening;
}

static struct learn_plan plan_for(const struct opening *opening, const char *folder)
{
    return (struct learn_plan){.opening = opening,
                               .folder = folder,
                               .rounds = 2,
                               .plays = PLAYS,
                               .games = GAMES,
                               .iterations = ITERATIONS,
                               .threads = 1,
                               .seed = 5,
                               .elo0 = 0,
                               .elo1 = 30};
}

static void make_folder(char folder[64])
{
    (void)snprintf(folder, 64, "/tmp/ochre-learn-XXXXXX");
    assert_non_null(mkdtemp(folder));
}

static void remove_folder(const struct learn_plan *plan)
{
    static const char *const suffixes[] = {".plays", ".mind", ".match"};
    char path[LEARN_PATH_SIZE];
    for (int round = 0; round <= plan->rounds; round++)
        for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
            (void)unlink(learn_path(plan, round, suffixes[i], path));
    (void)rmdir(plan->folder);
}

static struct mind *mind_of(const struct learn_plan *plan, int round)
{
    char path[LEARN_PATH_SIZE];
    struct ochre_error error = {.words = ""};
    size_t length = 0;
    char *bytes = file_read(learn_path(plan, round, ".mind", path), FILE_SIZE_MAX, &length, &error);
    assert_non_null(bytes);
    struct mind *mind = mind_read((const unsigned char *)bytes, length, &error);
    assert_non_null(mind);
    free(bytes);
    return mind;
}

static void assert_same_minds(const struct learn_plan *a, const struct learn_plan *b)
{
    for (int round = 1; round <= a->rounds; round++) {
        size_t length[2];
        struct mind *mind[2] = {mind_of(a, round), mind_of(b, round)};
        unsigned char *bytes[2] = {mind_write(mind[0], &length[0]), mind_write(mind[1], &length[1])};
        assert_int_equal(length[0], length[1]);
        assert_memory_equal(bytes[0], bytes[1], length[0]);
        for (int i = 0; i < 2; i++) {
            free(bytes[i]);
            mind_delete(mind[i]);
        }
    }
}

static void run_whole(struct learn *learn)
{
    struct ochre_error error = {.words = ""};
    if (learn_run(learn, &error) < 0)
        fail_msg("%s", error.words);
    assert_int_equal(learn->done, learn->plan.rounds);
}

/* ---- the same ---- */

static void threads_change_nothing(void **unused)
{
    (void)unused;
    struct opening *opening = opening_of("pebble", 3);
    struct learn *learn = calloc(2, sizeof *learn);
    char folder[2][64];
    assert_non_null(learn);
    for (int i = 0; i < 2; i++) {
        make_folder(folder[i]);
        learn[i].plan = plan_for(opening, folder[i]);
        learn[i].plan.threads = 1 + 3 * i;
        run_whole(&learn[i]);
    }
    assert_same_minds(&learn[0].plan, &learn[1].plan);
    for (int r = 0; r < 2; r++) {
        assert_memory_equal(&learn[0].round[r].losses, &learn[1].round[r].losses, sizeof learn->round[r].losses);
        assert_int_equal(learn[0].round[r].games, learn[1].round[r].games);
        assert_true(learn[0].round[r].score.total == learn[1].round[r].score.total);
    }
    for (int i = 0; i < 2; i++)
        remove_folder(&learn[i].plan);
    free(learn);
    opening_delete(opening);
}

struct patience {
    atomic_bool stop;
    int left; /* reports of progress before it is stopped */
};

static void lose_patience(void *who, int round, enum learn_stage stage, int done, int total)
{
    (void)round;
    (void)stage;
    (void)done;
    (void)total;
    struct patience *patience = who;
    if (--patience->left <= 0)
        atomic_store(&patience->stop, true);
}

static void cut_in_half(const char *path)
{
    struct stat about;
    if (stat(path, &about) == 0)
        assert_int_equal(truncate(path, about.st_size * 2 / 3), 0);
}

/* Stopped again and again, its files cut off as by a crash: in the end the same. */
static void a_stopped_run_goes_on(void **unused)
{
    (void)unused;
    struct opening *opening = opening_of("pebble", 2);
    struct learn *learn = calloc(2, sizeof *learn);
    struct patience patience;
    char folder[2][64];
    char path[LEARN_PATH_SIZE];
    assert_non_null(learn);
    for (int i = 0; i < 2; i++) {
        make_folder(folder[i]);
        learn[i].plan = plan_for(opening, folder[i]);
    }
    run_whole(&learn[0]);
    learn[1].plan.progress = lose_patience;
    learn[1].plan.who = &patience;
    learn[1].plan.stop = &patience.stop;
    for (int tries = 1; tries < 12; tries++) {
        struct ochre_error error = {.words = ""};
        patience.left = 12 * tries;
        atomic_store(&patience.stop, false);
        assert_int_equal(learn_run(&learn[1], &error), 0);
        if (tries % 2) {
            cut_in_half(learn_path(&learn[1].plan, learn[1].done + 1, ".plays", path));
            cut_in_half(learn_path(&learn[1].plan, learn[1].done + 1, ".match", path));
        }
    }
    learn[1].plan.stop = NULL;
    learn[1].plan.progress = NULL;
    run_whole(&learn[1]);
    assert_same_minds(&learn[0].plan, &learn[1].plan);
    assert_int_equal(learn[0].best, learn[1].best);
    for (int i = 0; i < 2; i++)
        remove_folder(&learn[i].plan);
    free(learn);
    opening_delete(opening);
}

static void a_folder_of_something_else_is_refused(void **unused)
{
    (void)unused;
    struct opening *opening = opening_of("pebble", 2);
    struct learn *learn = calloc(1, sizeof *learn);
    struct ochre_error error = {.words = ""};
    char folder[64];
    assert_non_null(learn);
    make_folder(folder);
    learn->plan = plan_for(opening, folder);
    learn->plan.plays = 30;
    run_whole(learn);
    learn->plan.seed++;
    assert_int_equal(learn_run(learn, &error), -1);
    assert_non_null(strstr(error.words, "it holds another run"));
    opening->setup.observe_size = MIND_INPUTS_MAX + 1;
    assert_int_equal(learn_run(learn, &error), -1);
    assert_non_null(strstr(error.words, "too large to be learned"));
    remove_folder(&learn->plan);
    free(learn);
    opening_delete(opening);
}

/* ---- worth something ---- */

/* Plays the move that is liked best, without any search, against lots. Its share of the payoffs. */
static double alone_against_lots(const struct mind *mind, const struct opening *opening, int games)
{
    const struct ochre_setup *setup = &opening->setup;
    const struct ochre_rules *rules = setup->game->rules;
    ochre_action *list = calloc(setup->legal_max, sizeof *list);
    double won = 0;
    assert_non_null(list);
    for (int game = 0; game < games; game++) {
        struct ochre_state state;
        struct ochre_rng rng;
        ochre_seats pending;
        int own = game % setup->seats;
        rng_seed(&rng, (uint64_t)game);
        state_copy(setup, &state, &opening->start);
        while ((pending = rules->pending(setup, &state)) != 0) {
            int seat = seats_has(pending, OCHRE_CHANCE) ? OCHRE_CHANCE : seats_first(pending);
            int count = rules->legal(setup, &state, seat, list);
            ochre_action action = seat == OCHRE_CHANCE ? chance_sample(setup, &state, list, count, &rng)
                                                       : list[rng_below(&rng, (uint32_t)count)];
            if (seat == own) {
                struct mind_sight sight;
                float best = 0;
                mind_look(mind, setup, &state, seat, &sight);
                for (int i = 0; i < count; i++) {
                    float liking = mind_liking(mind, &sight, list[i], 0);
                    if (i == 0 || liking > best) {
                        best = liking;
                        action = list[i];
                    }
                }
            }
            rules->apply(setup, &state, seat, action, NULL);
        }
        struct ochre_outcome outcome;
        rules->outcome(setup, &state, &outcome);
        won += (double)outcome.payoff[own];
    }
    free(list);
    return won / games;
}

static void what_was_learned_of_pebble_beats_lots(void **unused)
{
    (void)unused;
    enum { MATCH = 4000 };
    struct opening *opening = opening_of("pebble", 2);
    struct learn *learn = calloc(1, sizeof *learn);
    char folder[64];
    assert_non_null(learn);
    make_folder(folder);
    learn->plan = plan_for(opening, folder);
    learn->plan.plays = getenv("OCHRE_SHORT") ? 1000 : 2000;
    learn->plan.iterations = 300;
    run_whole(learn);
    struct mind *mind = mind_of(&learn->plan, 2);
    double score = alone_against_lots(mind, opening, MATCH);
    struct interval interval = wilson(score * MATCH, MATCH);
    print_message("the mind alone against lots: %.3f (%.3f … %.3f)\n", score, interval.low, interval.high);
    assert_true(interval.low > 0.5);
    /* Plays that were not learned from are foretold better than without having learned. */
    assert_true(learn->round[1].losses.value < learn->round[1].losses.average);
    assert_true(learn->round[1].losses.prior < learn->round[1].losses.even);
    mind_delete(mind);
    remove_folder(&learn->plan);
    free(learn);
    opening_delete(opening);
}

/* ---- plays as bytes ---- */

struct counted {
    const struct ochre_setup *setup;
    int finds;
    uint64_t visits;
};

static void count(void *who, const struct learn_find *find)
{
    struct counted *counted = who;
    float sum = 0;
    counted->finds++;
    for (int i = 0; i < find->count; i++)
        counted->visits += find->visits[i];
    for (int s = 0; s < counted->setup->seats; s++)
        sum += find->payoff[s];
    assert_true(sum > 0.99F && sum < 1.01F);
    assert_true(seats_has(counted->setup->game->rules->pending(counted->setup, find->state), find->seat));
}

static void plays_are_played_again(void **unused)
{
    (void)unused;
    struct opening *opening = opening_of("breakthrough", 2);
    struct learn_plan plan = plan_for(opening, "");
    struct learn_hand hand;
    struct counted counted = {.setup = &opening->setup};
    float payoff[OCHRE_SEATS_MAX];
    plan.iterations = 20;
    learn_hand_init(&hand, &plan);
    assert_true(learn_play_self(&hand, NULL, 7));
    size_t length = hand.bytes.used;
    unsigned char *bytes = malloc(length);
    assert_non_null(bytes);
    memcpy(bytes, hand.bytes.at, length);
    assert_true(learn_replay(&hand, bytes, length, count, &counted, payoff));
    assert_true(counted.finds > 3);
    assert_int_equal(counted.visits, 20 * (uint64_t)counted.finds);
    assert_true(payoff[0] + payoff[1] > 0.99F);
    for (size_t cut = 0; cut < length; cut += 7)
        assert_false(learn_replay(&hand, bytes, cut, count, &counted, payoff));
    bytes[0] = 127;
    assert_false(learn_replay(&hand, bytes, length, count, &counted, payoff));
    free(bytes);
    learn_hand_free(&hand);
    opening_delete(opening);
}

/* Two plays in a row have the same chance and other seats: between equals they are one play seen from both sides. */
static void a_match_between_equals_is_even(void **unused)
{
    (void)unused;
    struct opening *opening = opening_of("pebble", 4);
    struct learn_plan plan = plan_for(opening, "");
    const struct mind *none[2] = {NULL, NULL};
    struct learn_hand hand;
    double sum = 0;
    plan.iterations = 10;
    learn_hand_init(&hand, &plan);
    for (int number = 0; number < 200; number++) {
        assert_true(learn_play_match(&hand, none, 3, number));
        double score = learn_match_score(hand.bytes.at);
        assert_true(score >= 0 && score <= 1);
        sum += score;
    }
    assert_true(sum > 80 && sum < 120);
    learn_hand_free(&hand);
    opening_delete(opening);
}

/* "threads": only what has some, for the thread sanitizer. */
int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest threads[] = {cmocka_unit_test(threads_change_nothing)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stopped_run_goes_on),
        cmocka_unit_test(a_folder_of_something_else_is_refused),
        cmocka_unit_test(what_was_learned_of_pebble_beats_lots),
        cmocka_unit_test(plays_are_played_again),
        cmocka_unit_test(a_match_between_equals_is_even),
    };
    return argc > 1 ? cmocka_run_group_tests(threads, NULL, NULL) : cmocka_run_group_tests(tests, NULL, NULL);
}
