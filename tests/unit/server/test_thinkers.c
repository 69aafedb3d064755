/* test_thinkers.c: computer players in threads: right answers, fair turns, nothing after a cancel, a quick end. */
#include "help.h"

#include <time.h>

#include "rules/registry.h"
#include "rules/rules.h"
#include "server/thinkers.h"
#include "table/table.h"

/* Long enough that it does not end by itself while a test runs. */
static const char endless[] = "mcts:3600s";
/* Deep by its kind, but over at once. */
static const char short_thought[] = "mcts:1";

/* ---- short ways ---- */

struct club {
    struct bell bell;
    struct thinkers *thinkers;
    struct opening *opening;
    struct ochre_view view; /* of the seat that is asked first */
    int seat;
    int64_t order[256]; /* tables, in the order in which they were answered */
    int count;
    ochre_action last;
    size_t memory;
};

/* Chance deals, then the first seat that is asked looks. */
static void look_at_the_start(struct club *club)
{
    const struct ochre_setup *setup = &club->opening->setup;
    struct ochre_state state = club->opening->start;
    struct ochre_rng rng;
    rng_seed(&rng, 1);
    ochre_action *list = calloc(setup->legal_max, sizeof *list);
    assert_non_null(list);
    while (seats_has(setup->game->rules->pending(setup, &state), OCHRE_CHANCE)) {
        int count = setup->game->rules->legal(setup, &state, OCHRE_CHANCE, list);
        setup->game->rules->apply(setup, &state, OCHRE_CHANCE, chance_sample(setup, &state, list, count, &rng), NULL);
    }
    free(list);
    club->seat = seats_first(setup->game->rules->pending(setup, &state));
    state_look(setup, &state, club->seat, &club->view);
}

static void open_club(struct club *club, const char *game, struct thinkers_config config)
{
    struct ochre_error error;
    *club = (struct club){.bell = BELL};
    config.wake = ring;
    config.waker = &club->bell;
    club->thinkers = thinkers_new(&config, &error);
    club->opening = opening_new(&(struct opening_request){.game = game_by_id(game)}, &error);
    assert_non_null(club->thinkers);
    assert_non_null(club->opening);
    look_at_the_start(club);
}

static void close_club(struct club *club)
{
    thinkers_delete(club->thinkers);
    opening_delete(club->opening);
}

static void note(void *who, const struct thought *thought)
{
    struct club *club = who;
    assert_true(club->count < 256);
    club->order[club->count++] = thought->table;
    club->last = thought->action;
    club->memory = thought->thoughts->memory;
}

static uint64_t ask_for(struct club *club, uint64_t person, int64_t table, const char *bot, bool is_unwatched)
{
    struct ochre_error error = {0};
    struct thinking thinking = {.person = person,
                                .table = table,
                                .is_unwatched = is_unwatched,
                                .bot = bot,
                                .opening = club->opening,
                                .seat = club->seat,
                                .view = &club->view,
                                .seed = 7,
                                .done = note,
                                .who = club};
    uint64_t job = thinkers_ask(club->thinkers, &thinking, &error);
    if (!job)
        assert_string_equal(error.rule, "busy");
    return job;
}

static uint64_t ask(struct club *club, int64_t table, const char *bot)
{
    return ask_for(club, 1, table, bot, false);
}

static void wait_for_answers(struct club *club, int count)
{
    while (club->count < count) {
        wait_for_ring(&club->bell);
        (void)thinkers_deliver(club->thinkers);
    }
}

static struct thinkers_metrics measure(struct club *club)
{
    struct thinkers_metrics metrics;
    thinkers_measure(club->thinkers, &metrics);
    return metrics;
}

/* Until so many are thought about. */
static void wait_for_thinking(struct club *club, int count)
{
    while (measure(club).thinking != count)
        (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* ---- tests ---- */

static void the_answer_is_that_of_the_bot(void **unused)
{
    (void)unused;
    struct club club;
    open_club(&club, "dice", (struct thinkers_config){.threads = 2});
    struct ochre_error error;
    struct ochre_rng rng;
    rng_seed(&rng, 7);
    struct bot *bot = bot_new("mcts:60", &error);
    ochre_action due = bot_think(bot, &club.opening->setup, &club.view, 0, &rng, NULL);
    bot_delete(bot);
    for (int i = 0; i < 4; i++) {
        assert_true(ask(&club, i, "mcts:60") > 0);
        wait_for_answers(&club, i + 1);
        assert_int_equal(club.last, due);
    }
    assert_int_equal(measure(&club).done, 4);
    assert_true(measure(&club).seconds > 0);
    close_club(&club);
}

static void tables_take_turns(void **unused)
{
    (void)unused;
    struct club club;
    open_club(&club, "dice", (struct thinkers_config){.threads = 1, .per_table = 1});
    uint64_t holder = ask(&club, 99, endless);
    wait_for_thinking(&club, 1);
    for (int i = 0; i < 20; i++)
        (void)ask(&club, 1, short_thought);
    (void)ask(&club, 2, short_thought);
    (void)ask(&club, 3, short_thought);
    assert_int_equal(measure(&club).waiting, 22);
    thinkers_cancel(club.thinkers, holder);
    wait_for_answers(&club, 22);
    static const int64_t due[] = {1, 2, 3, 1, 1};
    for (int i = 0; i < 5; i++)
        assert_int_equal(club.order[i], due[i]);
    assert_int_equal(measure(&club).cancelled, 1);
    close_club(&club);
}

static void one_table_does_not_get_all_threads(void **unused)
{
    (void)unused;
    struct club club;
    open_club(&club, "dice", (struct thinkers_config){.threads = 3, .per_table = 2});
    for (int i = 0; i < 4; i++)
        (void)ask(&club, 1, endless);
    wait_for_thinking(&club, 2);
    (void)ask(&club, 2, short_thought);
    wait_for_answers(&club, 1);
    assert_int_equal(club.order[0], 2);
    assert_int_equal(measure(&club).thinking, 2);
    assert_int_equal(measure(&club).waiting, 2);
    thinkers_cancel_table(club.thinkers, 1);
    (void)ask(&club, 1, "random");
    wait_for_answers(&club, 2);
    assert_int_equal(club.order[1], 1);
    assert_int_equal(measure(&club).cancelled, 4);
    assert_int_equal(measure(&club).waiting, 0);
    close_club(&club);
}

static void what_is_cancelled_is_never_answered(void **unused)
{
    (void)unused;
    struct club club;
    open_club(&club, "dice", (struct thinkers_config){.threads = 1});
    uint64_t thinking = ask(&club, 1, endless);
    uint64_t waiting = ask(&club, 1, short_thought);
    wait_for_thinking(&club, 1);
    thinkers_cancel(club.thinkers, waiting);
    thinkers_cancel(club.thinkers, waiting); /* and again */
    thinkers_cancel(club.thinkers, 0);
    thinkers_cancel(club.thinkers, 123456789);
    thinkers_cancel(club.thinkers, thinking);
    /* One that has ended but was not fetched. */
    uint64_t ended = ask(&club, 2, "random");
    while (measure(&club).waiting > 0 || measure(&club).thinking > 0)
        (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    thinkers_cancel(club.thinkers, ended);
    (void)thinkers_deliver(club.thinkers);
    assert_int_equal(club.count, 0);
    assert_int_equal(measure(&club).cancelled, 3);
    close_club(&club);
}

static void a_full_queue_says_busy(void **unused)
{
    (void)unused;
    struct club club;
    open_club(&club, "dice", (struct thinkers_config){.threads = 1, .queue_max = 3});
    (void)ask(&club, 1, endless);
    wait_for_thinking(&club, 1);
    for (int i = 0; i < 3; i++)
        assert_true(ask(&club, 2 + i, short_thought) > 0);
    assert_int_equal(ask(&club, 9, short_thought), 0);
    assert_int_equal(measure(&club).refused, 1);
    thinkers_cancel_table(club.thinkers, 2);
    assert_true(ask(&club, 9, short_thought) > 0);
    close_club(&club);
}

static void nobody_gets_the_whole_queue(void **unused)
{
    (void)unused;
    struct club club;
    open_club(&club, "dice", (struct thinkers_config){.threads = 1, .queue_max = 8, .per_person = 3});
    (void)ask_for(&club, 1, 1, endless, false);
    wait_for_thinking(&club, 1);
    for (int i = 0; i < 3; i++)
        assert_true(ask_for(&club, 1, 2 + i, short_thought, i == 2) > 0);
    assert_int_equal(ask_for(&club, 1, 9, short_thought, false), 0);
    assert_int_equal(ask_for(&club, 1, 9, short_thought, true), 0);
    assert_true(ask_for(&club, 2, 9, short_thought, false) > 0);
    close_club(&club);
}

/* The only thread thinks for ever, and many wait for it: the low levels answer all the same. */
static void light_thoughts_wait_for_no_deep_one(void **unused)
{
    (void)unused;
    struct club club;
    static const char *const light[] = {"random", "greedy", "level:1", "level:2", "level:3"};
    open_club(&club, "dice", (struct thinkers_config){.threads = 1});
    for (int i = 0; i < 120; i++)
        (void)ask_for(&club, 1, i / 4, endless, false);
    wait_for_thinking(&club, 1);
    for (int i = 0; i < 5; i++) {
        (void)ask_for(&club, 2, 1000 + i, light[i], false);
        wait_for_answers(&club, i + 1);
        assert_int_equal(club.order[i], 1000 + i);
    }
    assert_int_equal(measure(&club).lane[THINKERS_DEEP].waiting, 119);
    assert_int_equal(measure(&club).lane[THINKERS_LIGHT].waiting, 0);
    close_club(&club);
}

/* Thirty tables of four who think for long, from one address; a neighbour who asks once. */
static void a_flood_does_not_hold_up_the_neighbour(void **unused)
{
    (void)unused;
    struct club club;
    open_club(&club, "dice", (struct thinkers_config){.threads = 1});
    uint64_t holder = ask_for(&club, 1, 0, endless, false);
    wait_for_thinking(&club, 1);
    for (int i = 0; i < 120; i++)
        (void)ask_for(&club, 1, i / 4, "mcts:40", false);
    (void)ask_for(&club, 2, 1000, "mcts:40", false);
    thinkers_cancel(club.thinkers, holder);
    wait_for_answers(&club, 121);
    int foreign = 0;
    while (club.order[foreign] != 1000)
        foreign++;
    assert_true(foreign <= 1);
    close_club(&club);
}

/* A thought for a table that nobody watches makes way, and is thought through later. */
static void unwatched_thoughts_make_way(void **unused)
{
    (void)unused;
    struct club club;
    open_club(&club, "dice", (struct thinkers_config){.threads = 1});
    uint64_t unwatched = ask_for(&club, 1, 1, endless, true);
    wait_for_thinking(&club, 1);
    (void)ask_for(&club, 2, 2, short_thought, false);
    wait_for_answers(&club, 1);
    assert_int_equal(club.order[0], 2);
    wait_for_thinking(&club, 1); /* again */
    assert_int_equal(measure(&club).put_off, 1);
    (void)ask_for(&club, 1, 3, short_thought, true); /* this one waits */
    (void)ask_for(&club, 2, 4, short_thought, false);
    wait_for_answers(&club, 2);
    assert_int_equal(club.order[1], 4);
    thinkers_hurry(club.thinkers, unwatched); /* somebody comes: now it is like any other */
    thinkers_hurry(club.thinkers, 0);
    thinkers_cancel(club.thinkers, unwatched);
    wait_for_answers(&club, 3);
    assert_int_equal(club.order[2], 3);
    assert_int_equal(measure(&club).cancelled, 1);
    close_club(&club);
}

/* Two questions and one free thread: the second does not wait for a thought that nobody watches. */
static void every_question_finds_a_thread(void **unused)
{
    (void)unused;
    for (int i = 0; i < 20; i++) {
        struct club club;
        open_club(&club, "dice", (struct thinkers_config){.threads = 2});
        (void)ask_for(&club, 1, 1, endless, true);
        wait_for_thinking(&club, 1);
        (void)ask_for(&club, 2, 2, endless, false);
        (void)ask_for(&club, 3, 3, endless, false);
        while (measure(&club).lane[THINKERS_DEEP].waiting > 0 || measure(&club).lane[THINKERS_UNWATCHED].waiting == 0)
            (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        /* Twice, where it had gone on at the other thread before that had taken its question. */
        assert_in_range(measure(&club).put_off, 1, 2);
        close_club(&club);
    }
}

/* Somebody sits down where a question waits behind others: it waits with the watched ones from now on. */
static void a_question_may_be_hurried(void **unused)
{
    (void)unused;
    struct club club;
    open_club(&club, "dice", (struct thinkers_config){.threads = 1});
    uint64_t holder = ask_for(&club, 1, 1, endless, false);
    wait_for_thinking(&club, 1);
    (void)ask_for(&club, 2, 2, short_thought, true);
    uint64_t wanted = ask_for(&club, 3, 3, short_thought, true);
    assert_int_equal(measure(&club).lane[THINKERS_UNWATCHED].waiting, 2);
    thinkers_hurry(club.thinkers, wanted);
    assert_int_equal(measure(&club).lane[THINKERS_UNWATCHED].waiting, 1);
    assert_int_equal(measure(&club).lane[THINKERS_DEEP].waiting, 1);
    thinkers_cancel(club.thinkers, holder);
    wait_for_answers(&club, 2);
    assert_int_equal(club.order[0], 3);
    close_club(&club);
}

/* Says that it thought for so many thousandths of a second. */
static _Atomic int pretended;

static ochre_action take_time(void *unused, const char *bot, const struct ochre_setup *setup,
                              const struct ochre_view *view, int seat, double *seconds)
{
    (void)unused;
    (void)bot;
    ochre_action *list = calloc(setup->legal_max, sizeof *list);
    (void)view_moves(setup, view, seat, list);
    ochre_action action = list[0];
    free(list);
    *seconds = pretended / 1000.0;
    return action;
}

/* Where something is hidden a thought takes its bot's pace, or a multiple of it; elsewhere as long as it takes. */
static void thoughts_about_secrets_keep_time(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *bot;
        int thought, told; /* milliseconds */
    } cases[] = {
        {"pebble", "level:8", 0, 2250},    {"pebble", "level:8", 3, 2250},    {"pebble", "level:8", 2000, 2250},
        {"pebble", "level:8", 2250, 2250}, {"pebble", "level:8", 2251, 4500}, {"pebble", "level:1", 0, 10},
        {"pebble", "level:3", 9, 10},      {"pebble", "level:3", 11, 20},     {"pebble", "level:7", 20, 500},
        {"pebble", "mcts:0.8s", 1, 900},   {"pebble", "mcts:90", 1, 500},     {"dice", "level:8", 3, 3},
        {"valley", "level:8", 3, 3},       {"tribes", "level:1", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct club club;
        open_club(&club, cases[i].game, (struct thinkers_config){.threads = 1, .pretend = take_time});
        pretended = cases[i].thought;
        (void)ask(&club, 1, cases[i].bot);
        wait_for_answers(&club, 1);
        assert_int_equal((int)(measure(&club).seconds * 1000 + 0.5), cases[i].told);
        close_club(&club);
    }
}

/* Nobody waits for an answer that nobody wants. */
static void what_is_cancelled_keeps_no_time(void **unused)
{
    (void)unused;
    struct club club;
    open_club(&club, "pebble", (struct thinkers_config){.threads = 1});
    (void)ask(&club, 1, "mcts:3600s"); /* a forced move, or an hour */
    wait_for_thinking(&club, 1);
    thinkers_cancel_table(club.thinkers, 1);
    wait_for_thinking(&club, 0);
    (void)ask(&club, 2, "mcts:3600s");
    wait_for_thinking(&club, 1);
    close_club(&club); /* a test that hangs here has found something */
    assert_int_equal(club.count, 0);
}

static void an_unknown_bot_is_refused(void **unused)
{
    (void)unused;
    struct club club;
    open_club(&club, "breakthrough", (struct thinkers_config){.threads = 1});
    struct ochre_error error = {0};
    struct thinking thinking = {.bot = "genius", .opening = club.opening, .view = &club.view};
    assert_int_equal(thinkers_ask(club.thinkers, &thinking, &error), 0);
    assert_non_null(strstr(error.words, "genius"));
    assert_true(thinkers_is_quick("random"));
    assert_false(thinkers_is_quick("level:1"));
    close_club(&club);
}

static void a_bot_keeps_to_its_memory(void **unused)
{
    (void)unused;
    struct club club;
    open_club(&club, "dice", (struct thinkers_config){.threads = 1, .memory = (size_t)1 << 20});
    (void)ask(&club, 1, "mcts:3000");
    wait_for_answers(&club, 1);
    assert_true(club.memory > 0);
    assert_true(club.memory <= (size_t)1 << 20);
    close_club(&club);
}

static void the_table_may_go_before_the_answer(void **unused)
{
    (void)unused;
    struct club club;
    open_club(&club, "breakthrough", (struct thinkers_config){.threads = 1});
    struct ochre_error error;
    struct table *table = table_new(opening_share(club.opening), 1, NULL, &error);
    (void)ask(&club, 1, "mcts:2000");
    table_delete(table);
    opening_delete(opening_share(club.opening));
    wait_for_answers(&club, 1);
    close_club(&club);
}

static void everything_ends_at_once(void **unused)
{
    (void)unused;
    struct club club;
    open_club(&club, "dice", (struct thinkers_config){.threads = 2});
    for (int i = 0; i < 50; i++)
        (void)ask(&club, i, i % 2 ? endless : "ab:60");
    wait_for_thinking(&club, 2);
    close_club(&club); /* a test that hangs here has found something */
    assert_int_equal(club.count, 0);
}

/* Asks from within an answer, until enough have been given. */
static void ask_again(void *who, const struct thought *thought)
{
    struct club *club = who;
    note(club, thought);
    if (club->count % 3 == 0)
        thinkers_cancel_table(club->thinkers, thought->table + 1);
    (void)ask(club, thought->table, "random");
}

static void answers_may_ask_and_cancel(void **unused)
{
    (void)unused;
    struct club club;
    open_club(&club, "breakthrough", (struct thinkers_config){.threads = 3, .per_table = 1});
    struct ochre_error error;
    for (int table = 0; table < 8; table++) {
        struct thinking thinking = {.table = table,
                                    .bot = table % 2 ? "mcts:20" : "greedy",
                                    .opening = club.opening,
                                    .view = &club.view,
                                    .seed = 7,
                                    .done = ask_again,
                                    .who = &club};
        assert_true(thinkers_ask(club.thinkers, &thinking, &error) > 0);
    }
    wait_for_answers(&club, 9);
    close_club(&club);
}

static void count_one(void *who, const struct thought *thought)
{
    (void)thought;
    ++*(int *)who;
}

/* Much coming and going, for the sanitizers. */
static void nothing_is_lost_in_a_crowd(void **unused)
{
    (void)unused;
    struct club club;
    open_club(&club, "breakthrough", (struct thinkers_config){.threads = 4, .queue_max = 64});
    static const char *const bots[] = {"random", "greedy", "mcts:30"};
    struct ochre_rng rng;
    rng_seed(&rng, 3);
    uint64_t asked[32] = {0};
    int answers = 0;
    int accepted = 0;
    int rounds = getenv("OCHRE_SHORT") ? 2000 : 20000;
    for (int i = 0; i < rounds; i++) {
        uint32_t choice = rng_below(&rng, 10);
        if (choice < 7) {
            struct ochre_error error;
            struct thinking thinking = {.person = rng_below(&rng, 3),
                                        .is_unwatched = rng_below(&rng, 3) == 0,
                                        .table = rng_below(&rng, 12),
                                        .bot = bots[rng_below(&rng, 3)],
                                        .opening = club.opening,
                                        .view = &club.view,
                                        .seed = (uint64_t)i,
                                        .done = count_one,
                                        .who = &answers};
            uint64_t job = thinkers_ask(club.thinkers, &thinking, &error);
            accepted += job != 0;
            asked[i % 32] = job;
        } else if (choice < 8) {
            thinkers_cancel(club.thinkers, asked[rng_below(&rng, 32)]);
        } else if (choice < 9 && rng_below(&rng, 2)) {
            thinkers_hurry(club.thinkers, asked[rng_below(&rng, 32)]);
        } else if (choice < 9) {
            thinkers_cancel_table(club.thinkers, rng_below(&rng, 12));
        } else {
            (void)thinkers_deliver(club.thinkers);
        }
    }
    while (measure(&club).waiting > 0 || measure(&club).thinking > 0)
        (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    (void)thinkers_deliver(club.thinkers);
    struct thinkers_metrics metrics = measure(&club);
    assert_int_equal(metrics.done, answers);
    assert_int_equal(metrics.done + metrics.cancelled, accepted);
    close_club(&club);
}

/* ---- errands ---- */

/* Work in slices that waits at a gate in each of them, and notes, as questions do, when it was its turn. */
struct shop {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool is_open;     /* slices go on */
    int begun;        /* slices */
    int slices;       /* that there are */
    char order[64];   /* 'S' a slice, else the table of a question */
    int count, ended; /* turns noted; errands that ended */
    atomic_bool stop;
};
#define SHOP                                                                                                           \
    {                                                                                                                  \
        .mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER                                        \
    }

static void take_turn(struct shop *shop, char who)
{
    assert_true(shop->count < (int)sizeof shop->order - 1);
    shop->order[shop->count++] = who;
    (void)pthread_cond_broadcast(&shop->changed);
}

static bool work_a_slice(void *what)
{
    struct shop *shop = what;
    (void)pthread_mutex_lock(&shop->mutex);
    take_turn(shop, 'S');
    bool has_more = ++shop->begun < shop->slices;
    while (!shop->is_open && !atomic_load(&shop->stop)) {
        /* Nobody signals when a stop is wished for: the flag is looked at again and again, as a search does. */
        (void)pthread_mutex_unlock(&shop->mutex);
        (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        (void)pthread_mutex_lock(&shop->mutex);
    }
    (void)pthread_mutex_unlock(&shop->mutex);
    return has_more;
}

static void end_errand(void *what)
{
    struct shop *shop = what;
    shop->ended++;
}

static uint64_t run_errand(struct club *club, struct shop *shop)
{
    struct ochre_error error;
    return thinkers_run(
        club->thinkers,
        &(struct errand){
            .person = 1, .number = 5, .slice = work_a_slice, .ended = end_errand, .stop = &shop->stop, .what = shop},
        &error);
}

/* A thinkers_pretend. */
static ochre_action note_turn(void *who, const char *bot, const struct ochre_setup *setup,
                              const struct ochre_view *view, int seat, double *seconds)
{
    struct shop *shop = who;
    (void)setup;
    (void)view;
    (void)seat;
    (void)pthread_mutex_lock(&shop->mutex);
    take_turn(shop, bot[0]);
    (void)pthread_mutex_unlock(&shop->mutex);
    *seconds = 0;
    return 0;
}

static void wait_for_slices(struct shop *shop, int count)
{
    (void)pthread_mutex_lock(&shop->mutex);
    while (shop->begun < count)
        (void)pthread_cond_wait(&shop->changed, &shop->mutex);
    (void)pthread_mutex_unlock(&shop->mutex);
}

static void open_gate(struct shop *shop)
{
    (void)pthread_mutex_lock(&shop->mutex);
    shop->is_open = true;
    (void)pthread_mutex_unlock(&shop->mutex);
}

static void wait_for_end(struct club *club, const struct shop *shop)
{
    while (!shop->ended) {
        wait_for_ring(&club->bell);
        (void)thinkers_deliver(club->thinkers);
    }
}

static void every_question_goes_before_the_next_slice(void **unused)
{
    (void)unused;
    struct shop shop = SHOP;
    struct club club;
    shop.slices = 3;
    open_club(&club, "dice", (struct thinkers_config){.threads = 1, .pretend = note_turn, .pretender = &shop});
    assert_true(run_errand(&club, &shop) > 0);
    wait_for_slices(&shop, 1);
    assert_int_equal(measure(&club).lane[THINKERS_ERRAND].waiting, 0);
    assert_true(ask_for(&club, 2, 20, "mcts:1", true) > 0); /* nobody watches: before an errand all the same */
    assert_true(ask_for(&club, 3, 30, "ab:1", false) > 0);
    assert_true(ask_for(&club, 4, 40, "greedy", false) > 0); /* light: does not wait for the slice either */
    wait_for_answers(&club, 1);
    assert_int_equal(club.order[0], 40);
    open_gate(&shop);
    wait_for_answers(&club, 3);
    wait_for_end(&club, &shop);
    shop.order[shop.count] = '\0';
    assert_string_equal(shop.order, "SgamSS");
    assert_int_equal(shop.ended, 1);
    assert_int_equal(measure(&club).done, 3);
    close_club(&club);
}

static void an_errand_that_is_cancelled_ends_once(void **unused)
{
    (void)unused;
    struct shop working = SHOP;
    struct shop waiting = SHOP;
    struct club club;
    working.slices = waiting.slices = 1000000;
    open_club(&club, "dice", (struct thinkers_config){.threads = 1});
    uint64_t first = run_errand(&club, &working);
    wait_for_slices(&working, 1);
    uint64_t second = run_errand(&club, &waiting);
    thinkers_cancel_table(club.thinkers, 5); /* the same number, but no table */
    assert_int_equal(waiting.ended, 0);
    thinkers_cancel(club.thinkers, second);
    assert_int_equal(waiting.ended, 1);
    thinkers_cancel(club.thinkers, first);
    assert_int_equal(working.ended, 0); /* a thread has it still */
    wait_for_end(&club, &working);
    assert_int_equal(working.begun, 1);
    assert_int_equal(waiting.begun, 0);
    thinkers_cancel(club.thinkers, first);
    close_club(&club);
    assert_int_equal(working.ended + waiting.ended, 2);
}

static void errands_end_with_the_thinkers(void **unused)
{
    (void)unused;
    struct shop shop[3] = {SHOP, SHOP, SHOP};
    struct club club;
    open_club(&club, "dice", (struct thinkers_config){.threads = 2});
    for (int i = 0; i < 3; i++) {
        shop[i].slices = 1000000;
        assert_true(run_errand(&club, &shop[i]) > 0);
    }
    wait_for_thinking(&club, 2);
    close_club(&club);
    for (int i = 0; i < 3; i++)
        assert_int_equal(shop[i].ended, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_answer_is_that_of_the_bot),
        cmocka_unit_test(tables_take_turns),
        cmocka_unit_test(one_table_does_not_get_all_threads),
        cmocka_unit_test(what_is_cancelled_is_never_answered),
        cmocka_unit_test(a_full_queue_says_busy),
        cmocka_unit_test(nobody_gets_the_whole_queue),
        cmocka_unit_test(light_thoughts_wait_for_no_deep_one),
        cmocka_unit_test(a_flood_does_not_hold_up_the_neighbour),
        cmocka_unit_test(unwatched_thoughts_make_way),
        cmocka_unit_test(every_question_finds_a_thread),
        cmocka_unit_test(a_question_may_be_hurried),
        cmocka_unit_test(thoughts_about_secrets_keep_time),
        cmocka_unit_test(what_is_cancelled_keeps_no_time),
        cmocka_unit_test(an_unknown_bot_is_refused),
        cmocka_unit_test(a_bot_keeps_to_its_memory),
        cmocka_unit_test(the_table_may_go_before_the_answer),
        cmocka_unit_test(everything_ends_at_once),
        cmocka_unit_test(answers_may_ask_and_cancel),
        cmocka_unit_test(nothing_is_lost_in_a_crowd),
        cmocka_unit_test(every_question_goes_before_the_next_slice),
        cmocka_unit_test(an_errand_that_is_cancelled_ends_once),
        cmocka_unit_test(errands_end_with_the_thinkers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
