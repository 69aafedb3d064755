/* test_store_shared.c: several servers around one database: who is first has made it, the others hear of it, leases
 * are one server's at a time. With PostgreSQL alone (OCHRE_STORE=postgres). */
#include "help.h"

#include <time.h>

enum { HEARD_MAX = 1024 }; /* more than all the news of a test: they may come at once, when a thread gets to run */

/* A server, as far as the store knows one. */
struct server {
    struct store *store;
    struct bell bell;
    struct store_news heard[HEARD_MAX]; /* what it was told; texts are copies */
    char text[HEARD_MAX][64];
    int count;
    int64_t marks;
};

static void hear(void *who, const struct store_news *news)
{
    struct server *server = who;
    assert_true(server->count < HEARD_MAX);
    struct store_news *heard = &server->heard[server->count];
    *heard = *news;
    if (news->text) {
        (void)snprintf(server->text[server->count], 64, "%s", news->text);
        heard->text = server->text[server->count];
    }
    server->count++;
}

static void begin(struct server *server, const char *folder)
{
    struct ochre_error error = {0};
    *server = (struct server){.bell = BELL};
    server->store = store_open(
        &(struct store_config){
            .place = place_of(folder), .wake = ring, .waker = &server->bell, .hear = hear, .hearer = server},
        &error);
    if (!server->store)
        fail_msg("%s", error.words);
}

/* A mark that nobody has used. */
static int64_t new_mark(struct server *server)
{
    return store_server(server->store) << 32 | ++server->marks;
}

/* Waits until it has heard `count` news in all. */
static void wait_for_news(struct server *server, int count)
{
    while (server->count < count) {
        wait_for_ring(&server->bell);
        (void)store_deliver(server->store);
    }
}

static enum store_result keep_at(struct server *server, struct store_batch *batch)
{
    return keep(server->store, &server->bell, batch);
}

/* A new table with `moves` moves, at that server; its version is `mark`. */
static struct stored_table new_table(struct server *server, int moves, int64_t *mark)
{
    struct stored_table table = simple_table(server->store);
    struct store_batch *batch = store_batch_new();
    *mark = new_mark(server);
    store_build_on(batch, table.number, 0, *mark);
    store_put_table(batch, &table);
    if (moves > 0)
        add_simple_moves(batch, table.number, 1, moves);
    assert_int_equal(keep_at(server, batch), STORE_DURABLE);
    return table;
}

static struct stored_table row_of(struct server *server, int64_t number)
{
    struct stored_play play;
    struct ochre_error error;
    assert_int_equal(store_load(server->store, number, &play, &error), 1);
    struct stored_table row = play.table;
    store_play_free(&play);
    return row;
}

/* ---- tests ---- */

static void servers_have_numbers_of_their_own(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct server a;
    struct server b;
    begin(&a, folder);
    begin(&b, folder);
    assert_true(store_is_shared(a.store));
    assert_true(store_server(a.store) > 0);
    assert_true(store_server(b.store) != store_server(a.store));
    assert_true(store_next_number(a.store) != store_next_number(b.store));
    int64_t before = store_server(b.store);
    store_close(b.store);
    begin(&b, folder);
    assert_true(store_server(b.store) > before); /* never used again */
    store_close(a.store);
    store_close(b.store);
    drop_folder(folder);
}

static void whoever_commits_first_has_made_the_move(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct server a;
    struct server b;
    begin(&a, folder);
    begin(&b, folder);
    int64_t mark;
    struct stored_table table = new_table(&a, 0, &mark);
    int won = 0;
    for (int n = 1; n <= 200; n++) { /* both at once, upon the same */
        struct server *const both[] = {&a, &b};
        struct fate fate[2] = {{0}};
        int64_t after[2];
        for (int i = 0; i < 2; i++) {
            struct store_batch *batch = store_batch_new();
            after[i] = new_mark(both[i]);
            store_build_on(batch, table.number, mark, after[i]);
            add_simple_moves(batch, table.number, n, 1);
            store_submit(both[i]->store, batch, note_fate, &fate[i]);
        }
        for (int i = 0; i < 2; i++)
            while (!fate[i].is_over) {
                wait_for_ring(&both[i]->bell);
                (void)store_deliver(both[i]->store);
            }
        a.count = b.count = 0;
        assert_int_equal((fate[0].result == STORE_DURABLE) + (fate[1].result == STORE_DURABLE), 1);
        int winner = fate[1].result == STORE_DURABLE;
        assert_int_equal(fate[!winner].result, STORE_STALE);
        won += winner;
        mark = after[winner];
        assert_int_equal(row_of(both[!winner], table.number).version, mark);
    }
    print_message("the second server was first %d times of 200\n", won);
    expect_moves(a.store, table.number, 200);
    expect_moves(b.store, table.number, 200);
    struct store_metrics metrics;
    store_measure(b.store, &metrics);
    assert_int_equal(metrics.stale, 200 - won);
    assert_int_equal(metrics.servers, 2);
    store_close(a.store);
    store_close(b.store);
    drop_folder(folder);
}

/* A second batch that builds on one which is refused must not fit what another server has made instead. */
static void what_builds_on_a_lost_race_is_lost_too(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct server a;
    struct server b;
    begin(&a, folder);
    begin(&b, folder);
    int64_t mark;
    struct stored_table table = new_table(&a, 6, &mark);
    struct store_batch *batch = store_batch_new();
    store_build_on(batch, table.number, mark, new_mark(&b));
    add_simple_moves(batch, table.number, 7, 1);
    assert_int_equal(keep_at(&b, batch), STORE_DURABLE);
    struct fate fate[2] = {{0}};
    int64_t ours = new_mark(&a);
    batch = store_batch_new();
    store_build_on(batch, table.number, mark, ours);
    add_simple_moves(batch, table.number, 7, 1);
    store_submit(a.store, batch, note_fate, &fate[0]);
    batch = store_batch_new();
    store_build_on(batch, table.number, ours, new_mark(&a));
    add_simple_moves(batch, table.number, 8, 1); /* which would follow upon b's seventh, too */
    store_submit(a.store, batch, note_fate, &fate[1]);
    while (!fate[1].is_over) {
        wait_for_ring(&a.bell);
        (void)store_deliver(a.store);
    }
    assert_int_equal(fate[0].result, STORE_STALE);
    assert_int_equal(fate[1].result, STORE_STALE);
    expect_moves(a.store, table.number, 7);
    store_close(a.store);
    store_close(b.store);
    drop_folder(folder);
}

static void a_stale_row_overwrites_nothing(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct server a;
    struct server b;
    begin(&a, folder);
    begin(&b, folder);
    int64_t mark;
    struct stored_table table = new_table(&a, 2, &mark);
    struct stored_table theirs = table;
    theirs.status = STORED_OVER;
    theirs.ended = 7000;
    struct store_batch *batch = store_batch_new();
    store_build_on(batch, table.number, mark, new_mark(&b));
    store_put_table(batch, &theirs);
    assert_int_equal(keep_at(&b, batch), STORE_DURABLE);
    batch = store_batch_new();
    store_build_on(batch, table.number, mark, new_mark(&a));
    store_put_table(batch, &table);
    assert_int_equal(keep_at(&a, batch), STORE_STALE);
    batch = store_batch_new();
    store_build_on(batch, table.number, mark, new_mark(&a));
    store_cut_moves(batch, table.number, 0);
    assert_int_equal(keep_at(&a, batch), STORE_STALE);
    batch = store_batch_new();
    store_build_on(batch, table.number, 0, new_mark(&a)); /* it is not new */
    store_put_table(batch, &table);
    assert_int_equal(keep_at(&a, batch), STORE_STALE);
    assert_int_equal(row_of(&a, table.number).status, STORED_OVER);
    assert_int_equal(row_of(&a, table.number).steps, 2);
    /* What has gone does not come back by a put. */
    batch = store_batch_new();
    store_drop_table(batch, table.number);
    assert_int_equal(keep_at(&b, batch), STORE_DURABLE);
    batch = store_batch_new();
    store_build_on(batch, table.number, mark, new_mark(&a));
    store_put_table(batch, &table);
    assert_int_equal(keep_at(&a, batch), STORE_STALE);
    store_close(a.store);
    store_close(b.store);
    drop_folder(folder);
}

static void the_others_hear_what_was_committed_and_said(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct server a;
    struct server b;
    begin(&a, folder);
    begin(&b, folder);
    int64_t mark;
    struct stored_table table = new_table(&a, 3, &mark);
    wait_for_news(&b, 1);
    assert_int_equal(b.heard[0].kind, STORE_NEWS_TABLE);
    assert_int_equal(b.heard[0].number, table.number);
    assert_int_equal(b.heard[0].server, store_server(a.store));
    expect_moves(b.store, table.number, 3); /* what is heard of is there */
    struct store_batch *batch = store_batch_new();
    store_put_memo(batch, "bans", "[]");
    store_add_word(batch, table.number, "one\ntwo \\ \xc3\xa9");
    store_add_chat(batch, table.number, &(struct stored_chat){.number = 1, .name = "Bo", .text = "hello"});
    assert_int_equal(keep_at(&a, batch), STORE_DURABLE);
    batch = store_batch_new();
    store_add_word(batch, 0, "alone");
    assert_int_equal(keep_at(&a, batch), STORE_DURABLE);
    wait_for_news(&b, 5);
    assert_int_equal(b.heard[1].kind, STORE_NEWS_MEMO);
    assert_int_equal(b.heard[2].kind, STORE_NEWS_WORD);
    assert_int_equal(b.heard[2].number, table.number);
    assert_string_equal(b.heard[2].text, "one\ntwo \\ \xc3\xa9");
    assert_int_equal(b.heard[3].kind, STORE_NEWS_TABLE);
    assert_int_equal(b.heard[4].kind, STORE_NEWS_WORD);
    assert_int_equal(b.heard[4].number, 0);
    assert_string_equal(b.heard[4].text, "alone");
    /* What was refused is not told, and nobody hears himself. */
    batch = store_batch_new();
    add_simple_moves(batch, table.number, 9, 1);
    store_add_word(batch, table.number, "refused");
    assert_int_equal(keep_at(&b, batch), STORE_STALE);
    batch = store_batch_new();
    store_add_word(batch, table.number, "last");
    assert_int_equal(keep_at(&b, batch), STORE_DURABLE);
    wait_for_news(&a, 1);
    assert_string_equal(a.heard[0].text, "last");
    assert_int_equal(b.count, 5);
    store_close(a.store);
    store_close(b.store);
    drop_folder(folder);
}

/* More than one message of PostgreSQL's holds. */
static void many_tables_and_long_words_are_all_heard(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct server a;
    struct server b;
    begin(&a, folder);
    begin(&b, folder);
    char word[STORE_WORD_SIZE];
    memset(word, '\\', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    struct store_batch *batch = store_batch_new();
    for (int i = 0; i < 5; i++)
        store_add_word(batch, 1, word);
    for (int i = 0; i < 20; i++) {
        struct stored_table table = simple_table(a.store);
        store_put_table(batch, &table);
    }
    assert_int_equal(keep_at(&a, batch), STORE_DURABLE);
    wait_for_news(&b, 25);
    for (int i = 0; i < 25; i++)
        assert_int_equal(b.heard[i].kind, i < 5 ? STORE_NEWS_WORD : STORE_NEWS_TABLE);
    store_close(a.store);
    store_close(b.store);
    drop_folder(folder);
}

static void a_lease_is_one_servers_at_a_time(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct server a;
    struct server b;
    begin(&a, folder);
    begin(&b, folder);
    int64_t mark;
    struct stored_table table = new_table(&a, 0, &mark);
    assert_int_equal(row_of(&b, table.number).holder, 0);
    struct store_batch *batch = store_batch_new();
    store_take_lease(batch, table.number);
    assert_int_equal(keep_at(&a, batch), STORE_DURABLE);
    batch = store_batch_new();
    store_take_lease(batch, table.number); /* once more is no harm */
    assert_int_equal(keep_at(&a, batch), STORE_DURABLE);
    assert_int_equal(row_of(&b, table.number).holder, store_server(a.store));
    batch = store_batch_new();
    store_take_lease(batch, table.number);
    assert_int_equal(keep_at(&b, batch), STORE_STALE);
    batch = store_batch_new();
    store_need_lease(batch, table.number);
    add_simple_moves(batch, table.number, 1, 1);
    assert_int_equal(keep_at(&b, batch), STORE_STALE);
    batch = store_batch_new();
    store_need_lease(batch, table.number);
    store_build_on(batch, table.number, mark, mark + 1000);
    add_simple_moves(batch, table.number, 1, 1);
    assert_int_equal(keep_at(&a, batch), STORE_DURABLE);
    batch = store_batch_new();
    store_drop_lease(batch, table.number); /* not his */
    assert_int_equal(keep_at(&b, batch), STORE_DURABLE);
    batch = store_batch_new();
    store_drop_lease(batch, table.number);
    assert_int_equal(keep_at(&a, batch), STORE_DURABLE);
    batch = store_batch_new();
    store_take_lease(batch, table.number);
    assert_int_equal(keep_at(&b, batch), STORE_DURABLE);
    batch = store_batch_new();
    store_need_lease(batch, table.number); /* alone, too */
    assert_int_equal(keep_at(&a, batch), STORE_STALE);
    store_close(a.store);
    store_close(b.store);
    drop_folder(folder);
}

static void who_stops_leaves_its_leases_at_once(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct server a;
    struct server b;
    begin(&a, folder);
    begin(&b, folder);
    int64_t mark;
    struct stored_table table = new_table(&a, 0, &mark);
    struct store_batch *batch = store_batch_new();
    store_take_lease(batch, table.number);
    assert_int_equal(keep_at(&a, batch), STORE_DURABLE);
    int64_t gone = store_server(a.store);
    store_close(a.store);
    do
        wait_for_news(&b, b.count + 1);
    while (b.heard[b.count - 1].kind != STORE_NEWS_GONE);
    assert_int_equal(b.heard[b.count - 1].server, gone);
    batch = store_batch_new();
    store_take_lease(batch, table.number);
    assert_int_equal(keep_at(&b, batch), STORE_DURABLE);
    store_close(b.store);
    drop_folder(folder);
}

/* A server whose life has run out: its row is made old behind its back, as if it had been stopped for a while. */
static void who_gives_no_sign_of_life_loses_its_leases(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct server a;
    struct server b;
    begin(&a, folder);
    begin(&b, folder);
    int64_t mark;
    struct stored_table table = new_table(&a, 0, &mark);
    struct store_batch *batch = store_batch_new();
    store_take_lease(batch, table.number);
    assert_int_equal(keep_at(&a, batch), STORE_DURABLE);
    enum store_result result = STORE_STALE;
    for (int tried = 0; result == STORE_STALE && tried < 1000; tried++) { /* a renews it meanwhile */
        char sql[160];
        (void)snprintf(sql, sizeof sql,
                       "UPDATE servers SET until = clock_timestamp() - interval '1 s' WHERE server = %lld",
                       (long long)store_server(a.store));
        alter(folder, sql);
        batch = store_batch_new();
        store_take_lease(batch, table.number);
        result = keep_at(&b, batch);
    }
    assert_int_equal(result, STORE_DURABLE);
    batch = store_batch_new(); /* who was only slow can do no harm */
    store_need_lease(batch, table.number);
    add_simple_moves(batch, table.number, 1, 1);
    assert_int_equal(keep_at(&a, batch), STORE_STALE);
    store_close(a.store);
    store_close(b.store);
    drop_folder(folder);
}

static void only_what_is_new_is_loaded(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct server a;
    struct ochre_error error;
    struct stored_play play;
    begin(&a, folder);
    int64_t mark;
    struct stored_table table = new_table(&a, 10, &mark);
    assert_int_equal(store_load_since(a.store, table.number, 7, 0, &play, &error), 1);
    assert_int_equal(play.skipped, 7);
    assert_int_equal(play.move_count, 3);
    assert_int_equal(play.table.steps, 10);
    char text[OCHRE_MOVE_SIZE];
    (void)simple_move(table.number, 8, text);
    assert_string_equal(play.moves[0].text, text);
    store_play_free(&play);
    assert_int_equal(store_load_since(a.store, table.number, 10, 0, &play, &error), 1);
    assert_int_equal(play.skipped, 10);
    assert_int_equal(play.move_count, 0);
    store_play_free(&play);
    struct store_batch *batch = store_batch_new();
    store_cut_moves(batch, table.number, 6);
    add_simple_moves(batch, table.number, 7, 2);
    assert_int_equal(keep_at(&a, batch), STORE_DURABLE);
    assert_int_equal(store_load_since(a.store, table.number, 7, 0, &play, &error), 1);
    assert_int_equal(play.skipped, 0); /* the seventh is another one now */
    assert_int_equal(play.move_count, 8);
    assert_int_equal(play.table.lost_asks, 5);
    store_play_free(&play);
    assert_int_equal(store_load_since(a.store, 99, 7, 0, &play, &error), 0);
    store_close(a.store);
    drop_folder(folder);
}

static bool count_row(void *who, const struct stored_table *table)
{
    (void)table;
    ++*(int *)who;
    return true;
}

static void rows_are_found_by_their_numbers(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct server a;
    struct ochre_error error;
    begin(&a, folder);
    int64_t mark;
    int64_t numbers[4];
    for (int i = 0; i < 3; i++)
        numbers[i] = new_table(&a, 0, &mark).number;
    numbers[3] = 12345; /* which is not there */
    int found = 0;
    assert_int_equal(store_each_of(a.store, numbers, 4, count_row, &found, &error), 0);
    assert_int_equal(found, 3);
    assert_int_equal(store_each_of(a.store, numbers, 0, count_row, &found, &error), 0);
    assert_int_equal(found, 3);
    store_close(a.store);
    drop_folder(folder);
}

static void time_is_the_databases_and_never_goes_back(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct server a;
    begin(&a, folder);
    int64_t last = 0;
    for (int i = 0; i < 1000; i++) {
        int64_t now = store_time(a.store);
        assert_true(now >= last);
        last = now;
    }
    int64_t ours = (int64_t)time(NULL) * 1000; /* the same machine has the same clock */
    assert_true(last > ours - 10000 && last < ours + 10000);
    store_close(a.store);
    drop_folder(folder);
}

/* ---- many at once ---- */

struct starter {
    pthread_t thread;
    const char *folder;
    int64_t server;
    char words[256];
};

static void *start_and_stop(void *who)
{
    struct starter *starter = who;
    struct ochre_error error = {0};
    char place[256];
    (void)snprintf(place, sizeof place, "postgres:///%s", database_name(starter->folder));
    struct store *store = store_open(&(struct store_config){.place = place}, &error);
    (void)snprintf(starter->words, sizeof starter->words, "%s", store ? "" : error.words);
    if (store) {
        starter->server = store_server(store);
        store_close(store);
    }
    return NULL;
}

static void servers_that_start_at_once_make_one_schema(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct starter starter[6] = {{0}};
    for (int i = 0; i < 6; i++) {
        starter[i].folder = folder;
        assert_int_equal(pthread_create(&starter[i].thread, NULL, start_and_stop, &starter[i]), 0);
    }
    for (int i = 0; i < 6; i++)
        assert_int_equal(pthread_join(starter[i].thread, NULL), 0);
    for (int i = 0; i < 6; i++) {
        assert_string_equal(starter[i].words, "");
        for (int j = 0; j < i; j++)
            assert_true(starter[i].server != starter[j].server);
    }
    drop_folder(folder);
}

int main(void)
{
    if (!on_postgres())
        return 77; /* a folder is one server's */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(servers_have_numbers_of_their_own),
        cmocka_unit_test(whoever_commits_first_has_made_the_move),
        cmocka_unit_test(what_builds_on_a_lost_race_is_lost_too),
        cmocka_unit_test(a_stale_row_overwrites_nothing),
        cmocka_unit_test(the_others_hear_what_was_committed_and_said),
        cmocka_unit_test(many_tables_and_long_words_are_all_heard),
        cmocka_unit_test(a_lease_is_one_servers_at_a_time),
        cmocka_unit_test(who_stops_leaves_its_leases_at_once),
        cmocka_unit_test(who_gives_no_sign_of_life_loses_its_leases),
        cmocka_unit_test(only_what_is_new_is_loaded),
        cmocka_unit_test(rows_are_found_by_their_numbers),
        cmocka_unit_test(time_is_the_databases_and_never_goes_back),
        cmocka_unit_test(servers_that_start_at_once_make_one_schema),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
