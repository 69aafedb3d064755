/* test_reviews.c: plays looked back upon on a server: the same review as elsewhere, room for some, none for too many,
 * and nothing that is left behind. */
#include "help.h"

#include <time.h>

#include "rules/registry.h"
#include "server/reviews.h"
#include "server/thinkers.h"
#include "table/log.h"
#include "table/table.h"

static const char head[] = "ochre 1\ngame dice\nrules 1\nseats 2\n\n";
static const char short_log[] = "ochre 1\ngame dice\nrules 1\nseats 2\n\np1 g2g3\np2 g7g6\np1 a2r\np2 g6g5\n";

/* ---- short ways ---- */

struct desk {
    struct bell bell;
    struct thinkers *thinkers;
    struct reviews *reviews;
    struct opening *opening; /* of the question that keeps the thinker busy */
    uint64_t busy;
};

static void open_desk(struct desk *desk, int most)
{
    struct ochre_error error;
    *desk = (struct desk){.bell = BELL};
    desk->thinkers = thinkers_new(&(struct thinkers_config){.threads = 1, .wake = ring, .waker = &desk->bell}, &error);
    assert_non_null(desk->thinkers);
    desk->reviews = reviews_new(desk->thinkers, most);
    desk->opening = opening_new(&(struct opening_request){.game = game_by_id("dice")}, &error);
    assert_non_null(desk->opening);
}

static void close_desk(struct desk *desk)
{
    thinkers_delete(desk->thinkers);
    reviews_delete(desk->reviews);
    opening_delete(desk->opening);
}

/* The only thread thinks about something else until it is set free: all errands wait. */
static void keep_busy(struct desk *desk)
{
    struct ochre_error error;
    struct ochre_view view;
    memcpy(view.bytes, desk->opening->start.bytes, desk->opening->setup.state_size); /* nothing is hidden in dice */
    desk->busy = thinkers_ask(
        desk->thinkers,
        &(struct thinking){.table = 1, .bot = "mcts:3600s", .opening = desk->opening, .view = &view, .seat = 0},
        &error);
    assert_true(desk->busy > 0);
    struct thinkers_metrics metrics;
    for (thinkers_measure(desk->thinkers, &metrics); !metrics.thinking; thinkers_measure(desk->thinkers, &metrics))
        (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void set_free(struct desk *desk)
{
    thinkers_cancel(desk->thinkers, desk->busy);
}

static struct reviews_wish wish_of(const char *address, const char *log, int64_t now)
{
    return (struct reviews_wish){.address = address,
                                 .person = (uint64_t)address[0],
                                 .now = now,
                                 .you = -1,
                                 .log = log,
                                 .length = strlen(log),
                                 .how = {.depth = WEIGH_QUICK, .seed = 7}};
}

static struct kept_review *begin(struct desk *desk, const char *address, int64_t now)
{
    struct ochre_error error = {0};
    struct reviews_wish wish = wish_of(address, short_log, now);
    struct kept_review *kept = reviews_begin(desk->reviews, &wish, &error);
    if (!kept)
        assert_string_equal(error.rule, "busy");
    return kept;
}

static void finish(struct desk *desk, const struct kept_review *kept)
{
    while (!kept_review_is_over(kept)) {
        wait_for_ring(&desk->bell);
        (void)thinkers_deliver(desk->thinkers);
    }
}

static void check_refused(struct desk *desk, const char *log, const char *words)
{
    struct ochre_error error = {0};
    struct reviews_wish wish = wish_of("a", log, 0);
    assert_null(reviews_begin(desk->reviews, &wish, &error));
    assert_string_not_equal(error.rule, "busy");
    assert_non_null(strstr(error.words, words));
}

/* ---- tests ---- */

static void the_review_is_that_of_the_command(void **unused)
{
    (void)unused;
    static char due[64 * 1024];
    static char got[64 * 1024];
    struct ochre_error error;
    struct desk desk;
    open_desk(&desk, 4);
    struct kept_review *kept = begin(&desk, "a", 0);
    assert_non_null(kept);
    assert_int_equal(strlen(kept_review_id(kept)), KEY_SIZE - 1);
    finish(&desk, kept);
    assert_int_equal(reviewing_count(kept_review_play(kept)), 4);
    struct ochre_text text = text_on(got, sizeof got);
    reviewing_write(kept_review_play(kept), &text);
    struct table *table = log_play_sound(short_log, strlen(short_log), NULL, &error);
    struct review review;
    review_play(&review, table, &(struct review_plan){.depth = WEIGH_QUICK, .seed = 7});
    text = text_on(due, sizeof due);
    struct json_writer writer = json_write_to(&text);
    review_write(&review, &writer);
    assert_string_equal(got, due);
    review_free(&review);
    table_delete(table);
    close_desk(&desk);
}

static void there_is_room_for_some(void **unused)
{
    (void)unused;
    struct desk desk;
    open_desk(&desk, 4);
    keep_busy(&desk);
    assert_non_null(begin(&desk, "a", 0));
    assert_non_null(begin(&desk, "a", 0));
    assert_null(begin(&desk, "a", 0)); /* half of them for one address */
    assert_non_null(begin(&desk, "b", 0));
    struct kept_review *last = begin(&desk, "b", 0);
    assert_non_null(last);
    assert_null(begin(&desk, "c", 0));
    reviews_stop(desk.reviews, last); /* it waits, so that is all */
    assert_true(kept_review_is_over(last));
    last = begin(&desk, "c", 0);
    assert_non_null(last);
    reviews_forget(desk.reviews, last);
    assert_non_null(begin(&desk, "c", 0));
    set_free(&desk);
    close_desk(&desk);
}

static void one_alone_is_for_anybody(void **unused)
{
    (void)unused;
    struct desk desk;
    open_desk(&desk, 1);
    keep_busy(&desk);
    assert_non_null(begin(&desk, "a", 0));
    assert_null(begin(&desk, "b", 0));
    set_free(&desk);
    close_desk(&desk);
}

static void what_nobody_asks_for_is_forgotten(void **unused)
{
    (void)unused;
    struct desk desk;
    char done[KEY_SIZE];
    char asked[KEY_SIZE];
    char left[KEY_SIZE];
    open_desk(&desk, 4);
    struct kept_review *kept = begin(&desk, "a", 0);
    (void)snprintf(done, sizeof done, "%s", kept_review_id(kept));
    finish(&desk, kept);
    keep_busy(&desk);
    (void)snprintf(asked, sizeof asked, "%s", kept_review_id(begin(&desk, "a", 0)));
    (void)snprintf(left, sizeof left, "%s", kept_review_id(begin(&desk, "a", 0)));
    assert_non_null(reviews_find(desk.reviews, asked, REVIEWS_AWAY_MS));
    reviews_tick(desk.reviews, REVIEWS_AWAY_MS + 1);
    assert_null(reviews_find(desk.reviews, left, REVIEWS_AWAY_MS + 1));
    assert_non_null(reviews_find(desk.reviews, asked, REVIEWS_AWAY_MS + 1));
    assert_non_null(reviews_find(desk.reviews, done, REVIEWS_AWAY_MS + 1));
    assert_null(reviews_find(desk.reviews, done, REVIEWS_AWAY_MS + REVIEWS_DONE_MS + 2));
    assert_null(reviews_find(desk.reviews, "", 0));
    set_free(&desk);
    close_desk(&desk);
}

/* The oldest makes room for the newest, and only what is over does. */
static void no_more_are_kept_than_there_is_room_for(void **unused)
{
    (void)unused;
    struct desk desk;
    char first[KEY_SIZE] = "";
    char second[KEY_SIZE] = "";
    open_desk(&desk, 4);
    for (int i = 0; i <= REVIEWS_KEPT; i++) {
        struct kept_review *kept = begin(&desk, "a", i);
        assert_non_null(kept);
        if (i < 2)
            (void)snprintf(i ? second : first, KEY_SIZE, "%s", kept_review_id(kept));
        reviews_stop(desk.reviews, kept);
        finish(&desk, kept);
    }
    assert_null(reviews_find(desk.reviews, first, REVIEWS_KEPT));
    assert_non_null(reviews_find(desk.reviews, second, REVIEWS_KEPT));
    close_desk(&desk);
}

static void what_is_stopped_is_told_as_far_as_it_went(void **unused)
{
    (void)unused;
    static char got[64 * 1024];
    struct desk desk;
    open_desk(&desk, 4);
    keep_busy(&desk);
    struct kept_review *kept = begin(&desk, "a", 0);
    reviews_stop(desk.reviews, kept);
    reviews_stop(desk.reviews, kept);
    struct ochre_text text = text_on(got, sizeof got);
    reviewing_write(kept_review_play(kept), &text);
    assert_non_null(strstr(got, "\"whole\":false"));
    assert_non_null(strstr(got, "\"steps\":[]"));
    set_free(&desk);
    close_desk(&desk);
}

static void what_cannot_be_played_is_refused_with_its_place(void **unused)
{
    (void)unused;
    struct desk desk;
    open_desk(&desk, 4);
    check_refused(&desk, "", "line 1");
    check_refused(&desk, "ochre 1\ngame chess\nrules 1\nseats 2\n", "line 2");
    check_refused(&desk, "ochre 1\ngame dice\nrules 1\nseats 2\n\np1 z9z9\np2 g7g6\n", "line 6");
    check_refused(&desk, head, "nobody has moved yet");
    close_desk(&desk);
}

/* The moves before the damage are looked at, and the line is told. */
static void of_a_damaged_log_what_is_sound_is_reviewed(void **unused)
{
    (void)unused;
    struct desk desk;
    struct ochre_error error = {0};
    static char said[64 * 1024];
    struct ochre_text text = text_on(said, sizeof said);
    open_desk(&desk, 4);
    struct reviews_wish wish = wish_of("a", "ochre 1\ngame dice\nrules 1\nseats 2\n\np1 g2g3\np2 z9z9\n", 0);
    struct kept_review *kept = reviews_begin(desk.reviews, &wish, &error);
    assert_non_null(kept);
    finish(&desk, kept);
    assert_int_equal(reviewing_count(kept_review_play(kept)), 1);
    reviewing_write_about(kept_review_play(kept), NULL, &text);
    assert_non_null(strstr(said, "\"wrong\":\"line 7: p2 z9z9: "));
    close_desk(&desk);
}

/* In the middle of it, again and again. */
static void it_may_end_at_any_moment(void **unused)
{
    (void)unused;
    for (int i = 0; i < 12; i++) {
        struct desk desk;
        open_desk(&desk, 4);
        struct kept_review *one = begin(&desk, "a", 0);
        struct kept_review *two = begin(&desk, "a", 0);
        while (i % 4 > 0 && reviewing_count(kept_review_play(one)) < i % 4)
            (void)nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
        if (i % 3 == 1)
            reviews_forget(desk.reviews, one);
        if (i % 3 == 2)
            reviews_stop(desk.reviews, two);
        (void)thinkers_deliver(desk.thinkers);
        close_desk(&desk);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_review_is_that_of_the_command),
        cmocka_unit_test(there_is_room_for_some),
        cmocka_unit_test(one_alone_is_for_anybody),
        cmocka_unit_test(what_nobody_asks_for_is_forgotten),
        cmocka_unit_test(no_more_are_kept_than_there_is_room_for),
        cmocka_unit_test(what_is_stopped_is_told_as_far_as_it_went),
        cmocka_unit_test(what_cannot_be_played_is_refused_with_its_place),
        cmocka_unit_test(of_a_damaged_log_what_is_sound_is_reviewed),
        cmocka_unit_test(it_may_end_at_any_moment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
