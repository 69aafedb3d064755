/* test_store_fresh.c: new moves wait in `fresh` until they are put in their places. Whoever reads notices nothing of
 * it, whatever is taken back, dropped, refused, full or killed meanwhile. */
#include "help.h"

#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "disk.h"

/* The writer puts moves in their places when so many wait; a batch that follows finds it done. */
enum { FRESH_MAX = 4096 };

/* ---- what stands in the file ---- */

static sqlite3 *open_file(const char *folder)
{
    char *path = file_in(folder, "ochre.db");
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    free(path);
    return db;
}

static int number_from(sqlite3 *db, const char *question)
{
    sqlite3_stmt *row;
    assert_int_equal(sqlite3_prepare_v2(db, question, -1, &row, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    int number = sqlite3_column_int(row, 0);
    assert_int_equal(sqlite3_finalize(row), SQLITE_OK);
    return number;
}

static int number_in(const char *folder, const char *question)
{
    sqlite3 *db = open_file(folder);
    int number = number_from(db, question);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return number;
}

static void expect_places(const char *folder, int fresh, int moves)
{
    assert_int_equal(number_in(folder, "SELECT count(*) FROM fresh"), fresh);
    assert_int_equal(number_in(folder, "SELECT count(*) FROM moves"), moves);
}

static void no_trouble(void *who, const char *words)
{
    (void)who;
    fail_msg("%s", words);
}

/* ---- a store with some tables ---- */

struct desk {
    char *folder;
    struct bell bell;
    struct store *store;
};

static void sit_down(struct desk *desk)
{
    disk_release(); /* what a test that failed may have left */
    disk_mend();
    *desk = (struct desk){.folder = new_folder(), .bell = BELL};
    desk->store = open_store(desk->folder, &desk->bell);
}

static void sit_down_again(struct desk *desk)
{
    store_close(desk->store);
    desk->store = open_store(desk->folder, &desk->bell);
}

static void get_up(struct desk *desk)
{
    assert_int_equal(store_verify(desk->store, no_trouble, NULL), 0);
    store_close(desk->store);
    drop_folder(desk->folder);
}

static int64_t new_table_of(struct desk *desk, int fair_version)
{
    struct stored_table table = simple_table(desk->store);
    table.fair_version = fair_version;
    struct store_batch *batch = store_batch_new();
    store_put_table(batch, &table);
    assert_int_equal(keep(desk->store, &desk->bell, batch), STORE_DURABLE);
    return table.number;
}

static int64_t new_table(struct desk *desk)
{
    return new_table_of(desk, FAIR_VERSION);
}

static enum store_result add(struct desk *desk, int64_t number, int first, int count)
{
    struct store_batch *batch = store_batch_new();
    add_simple_moves(batch, number, first, count);
    return keep(desk->store, &desk->bell, batch);
}

static enum store_result cut(struct desk *desk, int64_t number, int count)
{
    struct store_batch *batch = store_batch_new();
    store_cut_moves(batch, number, count);
    return keep(desk->store, &desk->bell, batch);
}

/* Comes back when the writer has done all that follows a commit. */
static void settle(struct desk *desk)
{
    assert_int_equal(keep(desk->store, &desk->bell, store_batch_new()), STORE_DURABLE);
}

/* A table with `folded` moves in their places and `fresh` that wait. */
static int64_t half_folded_table(struct desk *desk, int folded, int fresh)
{
    int64_t number = new_table(desk);
    assert_int_equal(add(desk, number, 1, folded), STORE_DURABLE);
    sit_down_again(desk);
    assert_int_equal(add(desk, number, folded + 1, fresh), STORE_DURABLE);
    return number;
}

/* Nothing but the next move fits a table with `count` of them; it is tried first, because a refusal makes the writer
 * forget what it remembers. */
static void expect_only_the_next(struct desk *desk, int64_t number, int count)
{
    assert_int_equal(add(desk, number, count + 1, 1), STORE_DURABLE);
    assert_int_equal(add(desk, number, count + 3, 1), STORE_STALE);
    assert_int_equal(add(desk, number, count + 1, 1), STORE_STALE);
    assert_int_equal(cut(desk, number, count + 2), STORE_STALE);
    expect_moves(desk->store, number, count + 1);
}

/* ---- folding ---- */

static void moves_wait_and_are_put_in_their_places(void **unused)
{
    (void)unused;
    struct desk desk;
    sit_down(&desk);
    int64_t number = new_table(&desk);
    int64_t other = new_table(&desk);
    assert_int_equal(add(&desk, number, 1, 100), STORE_DURABLE);
    assert_int_equal(add(&desk, other, 1, 1), STORE_DURABLE);
    assert_int_equal(add(&desk, number, 101, FRESH_MAX - 102), STORE_DURABLE);
    settle(&desk);
    expect_places(desk.folder, FRESH_MAX - 1, 0); /* one is missing */
    expect_moves(desk.store, number, FRESH_MAX - 2);
    assert_int_equal(add(&desk, other, 2, 1), STORE_DURABLE);
    settle(&desk);
    expect_places(desk.folder, 0, FRESH_MAX);
    expect_moves(desk.store, number, FRESH_MAX - 2);
    expect_moves(desk.store, other, 2);
    assert_int_equal(add(&desk, other, 3, 5), STORE_DURABLE);
    settle(&desk);
    expect_places(desk.folder, 5, FRESH_MAX); /* and so on from the beginning */
    expect_moves(desk.store, other, 7);
    sit_down_again(&desk);
    expect_places(desk.folder, 0, FRESH_MAX + 5);
    expect_moves(desk.store, number, FRESH_MAX - 2);
    expect_moves(desk.store, other, 7);
    get_up(&desk);
}

static void closing_puts_all_in_their_places(void **unused)
{
    (void)unused;
    struct desk desk;
    sit_down(&desk);
    int64_t number = new_table(&desk);
    assert_int_equal(add(&desk, number, 1, 30), STORE_DURABLE);
    store_close(desk.store);
    expect_places(desk.folder, 0, 30);
    desk.store = open_store(desk.folder, &desk.bell);
    get_up(&desk);
}

/* ---- taking back and dropping ---- */

static void moves_are_taken_back_wherever_they_are(void **unused)
{
    (void)unused;
    static const struct {
        int remain, fresh, folded;
    } cases[] = {
        {24, 4, 20},              /* some that wait */
        {20, 0, 20},              /* all that wait */
        {13, 0, 13},              /* some that have their places too */
        {0, 0, 0},   {27, 7, 20}, /* nothing */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct desk desk;
        struct stored_play play;
        struct ochre_error error;
        sit_down(&desk);
        int64_t number = half_folded_table(&desk, 20, 7);
        expect_places(desk.folder, 7, 20);
        assert_int_equal(cut(&desk, number, cases[i].remain), STORE_DURABLE);
        expect_places(desk.folder, cases[i].fresh, cases[i].folded);
        assert_int_equal(store_load(desk.store, number, &play, &error), 1);
        assert_int_equal(play.table.lost_asks, 27 - cases[i].remain + 1);
        store_play_free(&play);
        expect_only_the_next(&desk, number, cases[i].remain);
        sit_down_again(&desk);
        expect_only_the_next(&desk, number, cases[i].remain + 1);
        get_up(&desk);
    }
}

static void a_dropped_table_leaves_no_moves_anywhere(void **unused)
{
    (void)unused;
    for (int is_archived = 0; is_archived < 2; is_archived++) {
        struct desk desk;
        sit_down(&desk);
        int64_t number = half_folded_table(&desk, 20, 7);
        int64_t other = new_table(&desk);
        assert_int_equal(add(&desk, other, 1, 3), STORE_DURABLE);
        struct store_batch *batch = store_batch_new();
        if (is_archived)
            store_note_archived(batch, number, "table1", "2026-11/table1.log", NULL);
        else
            store_drop_table(batch, number);
        assert_int_equal(keep(desk.store, &desk.bell, batch), STORE_DURABLE);
        expect_places(desk.folder, 3, 0);
        assert_int_equal(add(&desk, number, 28, 1), STORE_STALE); /* it has no next move, */
        assert_int_equal(add(&desk, number, 1, 1), STORE_STALE);  /* and no first one */
        expect_only_the_next(&desk, other, 3);
        sit_down_again(&desk);
        expect_places(desk.folder, 0, 4);
        get_up(&desk);
    }
}

/* ---- which move is the last ---- */

/* The writer remembers the last move of a table. Whatever makes it forget, or should, only the next move fits. */
static void only_the_next_move_fits_whatever_happened(void **unused)
{
    (void)unused;
    struct desk desk;
    sit_down(&desk);
    int64_t number = new_table(&desk);
    int count = 0;
    assert_int_equal(add(&desk, number, 2, 1), STORE_STALE); /* a new table */
    assert_int_equal(add(&desk, number, 1, 5), STORE_DURABLE);
    expect_only_the_next(&desk, number, count += 5); /* a known one */
    sit_down_again(&desk);
    expect_only_the_next(&desk, number, ++count); /* folded, unknown */
    struct stored_table again = simple_table(desk.store);
    again.number = number;
    (void)snprintf(again.id, sizeof again.id, "table%d", (int)number);
    struct store_batch *batch = store_batch_new();
    store_put_table(batch, &again);
    assert_int_equal(keep(desk.store, &desk.bell, batch), STORE_DURABLE);
    expect_only_the_next(&desk, number, ++count); /* put again */
    batch = store_batch_new();
    add_simple_moves(batch, number, ++count + 1, 3);
    store_add_chat(batch, number + 100, &(struct stored_chat){.number = 1, .name = "Ama", .text = "To nobody"});
    assert_int_equal(keep(desk.store, &desk.bell, batch), STORE_STALE);
    expect_only_the_next(&desk, number, count); /* three more that were taken out again */
    batch = store_batch_new();
    add_simple_moves(batch, number, ++count + 1, 3);
    store_cut_moves(batch, number, count + 2);
    add_simple_moves(batch, number, count + 3, 1);
    store_cut_moves(batch, number, count + 1);
    assert_int_equal(keep(desk.store, &desk.bell, batch), STORE_DURABLE);
    expect_only_the_next(&desk, number, ++count); /* to and fro in one batch */
    disk_fail_after(0, ENOSPC);
    assert_int_equal(add(&desk, number, ++count + 1, 1), STORE_FULL);
    disk_mend();
    expect_only_the_next(&desk, number, count); /* a commit that failed */
    get_up(&desk);
}

static int64_t new_table_at(struct desk *desk, int64_t number)
{
    int64_t last;
    do
        last = store_next_number(desk->store);
    while (last < number - 1);
    int64_t made = new_table(desk);
    assert_int_equal(made, number);
    return made;
}

/* What the writer remembers has 1024 places: these share one, and turn each other out. */
static void tables_that_share_a_place_are_not_mixed_up(void **unused)
{
    (void)unused;
    enum { TABLES = 4, PLACES = 1024 };
    struct desk desk;
    sit_down(&desk);
    int64_t number[TABLES] = {0};
    for (int i = 0; i < TABLES; i++) {
        number[i] = i == 0 ? new_table(&desk) : new_table_at(&desk, number[0] + (int64_t)i * PLACES);
        assert_int_equal(add(&desk, number[i], 1, 10 * (i + 1)), STORE_DURABLE);
    }
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < TABLES; i++)
            expect_only_the_next(&desk, number[i], 10 * (i + 1) + round);
    struct store_batch *batch = store_batch_new(); /* in one batch too */
    for (int n = 4; n < 7; n++)
        for (int i = 0; i < TABLES; i++)
            add_simple_moves(batch, number[i], 10 * (i + 1) + n, 1);
    assert_int_equal(keep(desk.store, &desk.bell, batch), STORE_DURABLE);
    batch = store_batch_new();
    store_drop_table(batch, number[1]); /* while the last one has the place */
    assert_int_equal(keep(desk.store, &desk.bell, batch), STORE_DURABLE);
    assert_int_equal(add(&desk, number[1], 27, 1), STORE_STALE);
    assert_int_equal(add(&desk, number[1], 1, 1), STORE_STALE);
    expect_only_the_next(&desk, number[0], 16);
    expect_only_the_next(&desk, number[2], 36);
    expect_only_the_next(&desk, number[3], 46);
    get_up(&desk);
}

/* ---- groups ---- */

/* All of the batches in one transaction: they queue up behind one that is being written. */
static void submit_together(struct desk *desk, int64_t door, struct store_batch **batch, struct fate *fate, int count)
{
    struct fate first = {0};
    struct store_batch *before = store_batch_new();
    store_add_chat(before, door, &(struct stored_chat){.number = 1, .name = "Ama", .text = "Hold the door"});
    disk_hold();
    store_submit(desk->store, before, note_fate, &first);
    disk_wait_for_writer();
    for (int i = 0; i < count; i++)
        store_submit(desk->store, batch[i], note_fate, &fate[i]);
    disk_release();
    while (!first.is_over || !fate[count - 1].is_over) {
        wait_for_ring(&desk->bell);
        (void)store_deliver(desk->store);
    }
}

static void a_batch_refused_in_a_group_takes_nothing_with_it(void **unused)
{
    (void)unused;
    enum { BATCHES = 6 };
    static const enum store_result due[BATCHES] = {STORE_DURABLE, STORE_STALE,   STORE_DURABLE,
                                                   STORE_STALE,   STORE_DURABLE, STORE_DURABLE};
    struct desk desk;
    sit_down(&desk);
    int64_t door = new_table(&desk);
    int64_t number = half_folded_table(&desk, 20, 7);
    struct stored_table late = simple_table(desk.store);
    struct store_batch *batch[BATCHES];
    struct fate fate[BATCHES] = {{0}};
    for (int i = 0; i < BATCHES; i++)
        batch[i] = store_batch_new();
    add_simple_moves(batch[0], number, 28, 3);
    add_simple_moves(batch[1], number, 31, 2); /* fits, */
    add_simple_moves(batch[1], number, 34, 1); /* and does not */
    add_simple_moves(batch[2], number, 31, 1); /* so this is the next one */
    store_put_table(batch[2], &late);
    add_simple_moves(batch[2], late.number, 1, 2);
    store_cut_moves(batch[3], number, 10);
    store_drop_table(batch[3], late.number);
    add_simple_moves(batch[3], late.number, 3, 1); /* there is no such table any more */
    add_simple_moves(batch[4], number, 32, 1);
    add_simple_moves(batch[5], late.number, 3, 1);
    struct store_metrics before;
    struct store_metrics after;
    store_measure(desk.store, &before);
    submit_together(&desk, door, batch, fate, BATCHES);
    store_measure(desk.store, &after);
    assert_int_equal(after.commits - before.commits, 2); /* it was one group */
    for (int i = 0; i < BATCHES; i++)
        assert_int_equal(fate[i].result, due[i]);
    expect_only_the_next(&desk, number, 32);
    expect_only_the_next(&desk, late.number, 3);
    get_up(&desk);
}

/* ---- disks and deaths, between the commit and the fold ---- */

/* The writer's bell rings after the commit and before the fold, on the writer's thread: here things go wrong. */
struct hitch {
    struct bell *bell;
    void (*happen)(void);
    int after; /* so many rings */
};

static void ring_with_a_hitch(void *who)
{
    struct hitch *hitch = who;
    if (hitch->after-- == 0)
        hitch->happen();
    ring(hitch->bell);
}

static struct store *open_with_hitch(const char *folder, struct hitch *hitch)
{
    struct ochre_error error;
    struct store *store =
        store_open(&(struct store_config){.folder = folder, .wake = ring_with_a_hitch, .waker = hitch}, &error);
    assert_non_null(store);
    return store;
}

static int hitch_writes; /* so many writes of the fold still work */

static void fill_disk(void)
{
    disk_fail_after(hitch_writes, ENOSPC);
}

/* Everything but the last move that leads to a fold. */
static int64_t nearly_full_table(struct desk *desk, struct hitch *hitch)
{
    store_close(desk->store);
    desk->store = open_with_hitch(desk->folder, hitch);
    int64_t number = new_table(desk);
    assert_int_equal(add(desk, number, 1, FRESH_MAX - 1), STORE_DURABLE);
    return number;
}

static void a_fold_that_fails_loses_nothing(void **unused)
{
    (void)unused;
    for (hitch_writes = 0; hitch_writes < 40; hitch_writes += 13) {
        struct desk desk;
        sit_down(&desk);
        struct hitch hitch = {.bell = &desk.bell, .happen = fill_disk, .after = 2};
        int64_t number = nearly_full_table(&desk, &hitch);
        assert_int_equal(add(&desk, number, FRESH_MAX, 1), STORE_DURABLE); /* told so, and so it is */
        expect_moves(desk.store, number, FRESH_MAX);
        assert_int_equal(add(&desk, number, FRESH_MAX + 1, 1), STORE_FULL); /* behind the fold */
        expect_moves(desk.store, number, FRESH_MAX);
        disk_mend();
        expect_places(desk.folder, FRESH_MAX, 0);
        expect_only_the_next(&desk, number, FRESH_MAX);
        expect_only_the_next(&desk, number, FRESH_MAX + 1);
        sit_down_again(&desk);
        expect_places(desk.folder, 0, FRESH_MAX + 2);
        expect_only_the_next(&desk, number, FRESH_MAX + 2);
        get_up(&desk);
    }
}

static void a_full_disk_at_the_end_and_at_the_start_loses_nothing(void **unused)
{
    (void)unused;
    struct desk desk;
    sit_down(&desk);
    int64_t number = half_folded_table(&desk, 20, 7);
    disk_fail_after(0, ENOSPC);
    store_close(desk.store);
    struct ochre_error error;
    for (int writes = 0; writes < 12; writes++) { /* the start, or the fold that belongs to it */
        disk_fail_after(writes, ENOSPC);
        struct store *store = store_open(&(struct store_config){.folder = desk.folder}, &error);
        if (store)
            expect_moves(store, number, 27);
        store_close(store);
    }
    disk_mend();
    desk.store = open_store(desk.folder, &desk.bell);
    expect_places(desk.folder, 0, 27);
    expect_only_the_next(&desk, number, 27);
    get_up(&desk);
}

static void die(void)
{
    (void)raise(SIGKILL);
}

/* In a process of its own, which does not come back. */
static void be_killed_before_the_fold(struct desk *desk)
{
    struct hitch hitch = {.bell = &desk->bell, .happen = die, .after = 2};
    (void)add(desk, nearly_full_table(desk, &hitch), FRESH_MAX, 1);
    _exit(1);
}

static void expect_killed(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/* A folder whose server was killed between the commit and the fold; its one table has the number 1. */
static char *folder_of_the_dead(void)
{
    disk_release();
    disk_mend();
    char *folder = new_folder();
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct desk desk = {.folder = folder, .bell = BELL};
        desk.store = open_store(folder, &desk.bell);
        be_killed_before_the_fold(&desk);
    }
    expect_killed(child);
    return folder;
}

static void killed_before_the_fold(void **unused)
{
    (void)unused;
    struct desk desk = {.folder = folder_of_the_dead(), .bell = BELL};
    expect_places(desk.folder, FRESH_MAX, 0);
    desk.store = open_store(desk.folder, &desk.bell);
    expect_places(desk.folder, 0, FRESH_MAX);
    expect_only_the_next(&desk, 1, FRESH_MAX);
    get_up(&desk);
}

/* ---- readers beside the writer ---- */

static void hold_disk(void)
{
    disk_hold_after(hitch_writes);
}

/* The fold stands still in the middle of its writing: readers, old and new, see what they saw before. */
static void readers_do_not_notice_a_fold(void **unused)
{
    (void)unused;
    for (hitch_writes = 0; hitch_writes < 40; hitch_writes += 13) {
        struct desk desk;
        sit_down(&desk);
        struct hitch hitch = {.bell = &desk.bell, .happen = hold_disk, .after = 2};
        int64_t number = nearly_full_table(&desk, &hitch);
        assert_int_equal(add(&desk, number, FRESH_MAX, 1), STORE_DURABLE);
        disk_wait_for_writer();
        sqlite3 *old = open_file(desk.folder); /* a reader that stays where it is */
        assert_int_equal(sqlite3_exec(old, "BEGIN", NULL, NULL, NULL), SQLITE_OK);
        assert_int_equal(number_from(old, "SELECT count(*) FROM fresh"), FRESH_MAX);
        struct ochre_error error;
        struct store *beside =
            store_open(&(struct store_config){.folder = desk.folder, .is_reading_only = true}, &error);
        assert_non_null(beside);
        expect_places(desk.folder, FRESH_MAX, 0);
        expect_moves(desk.store, number, FRESH_MAX);
        expect_moves(beside, number, FRESH_MAX);
        disk_release();
        settle(&desk);
        expect_places(desk.folder, 0, FRESH_MAX);
        expect_moves(desk.store, number, FRESH_MAX);
        expect_moves(beside, number, FRESH_MAX);
        assert_int_equal(store_verify(beside, no_trouble, NULL), 0);
        assert_int_equal(number_from(old, "SELECT count(*) FROM fresh"), FRESH_MAX);
        assert_int_equal(number_from(old, "SELECT count(*) FROM moves"), 0);
        assert_int_equal(sqlite3_close(old), SQLITE_OK);
        store_close(beside);
        get_up(&desk);
    }
}

/* ---- checks and backups ---- */

static void note_words(void *who, const char *words)
{
    (void)snprintf(who, 160, "%s", words);
}

static void a_check_looks_at_moves_that_wait(void **unused)
{
    (void)unused;
    struct desk desk = {.folder = folder_of_the_dead(), .bell = BELL};
    struct store_config reading = {.folder = desk.folder, .is_reading_only = true};
    struct ochre_error error = {0};
    struct store *store = store_open(&reading, &error);
    assert_non_null(store);
    assert_int_equal(store_verify(store, no_trouble, NULL), 0);
    expect_moves(store, 1, FRESH_MAX);
    store_close(store);
    expect_places(desk.folder, FRESH_MAX, 0); /* nothing is changed */

    alter(desk.folder, "UPDATE fresh SET text = 'mx' WHERE n = 77; "
                       "INSERT INTO fresh(number, n, seat, at, text, sum) VALUES(9, 1, 0, 0, 'm9.1', 0)");
    store = store_open(&reading, &error);
    assert_non_null(store);
    char words[160] = "";
    assert_int_equal(store_verify(store, note_words, words), 1);
    assert_string_equal(words, "there are moves, seats or chat of table number 9, which is not there");
    struct stored_play play;
    assert_int_equal(store_load(store, 1, &play, &error), -1);
    assert_string_equal(error.words, "move 77 is damaged in the database");
    store_close(store);
    drop_folder(desk.folder);
}

static void a_backup_has_the_moves_that_wait(void **unused)
{
    (void)unused;
    struct desk desk;
    sit_down(&desk);
    int64_t number = half_folded_table(&desk, 20, 7);
    char *below = new_folder();
    char *file = file_in(below, "ochre.db");
    struct ochre_error error = {0};
    assert_int_equal(store_backup(desk.folder, file, &error), 0);
    expect_places(below, 7, 20);
    struct desk copy = {.folder = below, .bell = BELL};
    copy.store = open_store(below, &copy.bell);
    expect_places(below, 0, 27);
    expect_only_the_next(&copy, number, 27);
    expect_only_the_next(&desk, number, 27); /* and the running server goes on */
    free(file);
    get_up(&copy);
    get_up(&desk);
}

/* ---- damage and older forms ---- */

/* A row that cannot go to its place stays, for its table to be set aside; it does not hold up the others. */
static void damaged_rows_do_not_hold_up_the_others(void **unused)
{
    (void)unused;
    static const char *const damage[] = {
        "UPDATE fresh SET n = 5 WHERE number = 2 AND n = 22", /* its place is taken */
        "UPDATE fresh SET n = 22 WHERE number = 2 AND n = 23",
        /* a text that is none */
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, ' STRICT', '') WHERE name = 'fresh'; "
        "PRAGMA writable_schema = RESET; UPDATE fresh SET text = x'00ff' WHERE number = 2 AND n = 22; "
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name = 'fresh'",
    };
    for (size_t i = 0; i < sizeof damage / sizeof damage[0]; i++) {
        struct desk desk = {.folder = folder_of_the_dead(), .bell = BELL};
        desk.store = open_store(desk.folder, &desk.bell);
        int64_t number = half_folded_table(&desk, 20, 7);
        int64_t other = new_table(&desk);
        assert_int_equal(number, 2);
        assert_int_equal(add(&desk, other, 1, 9), STORE_DURABLE);
        char *copy = new_folder();
        char *file = file_in(copy, "ochre.db");
        struct ochre_error error = {0};
        assert_int_equal(store_backup(desk.folder, file, &error), 0);
        get_up(&desk);

        desk = (struct desk){.folder = copy, .bell = BELL};
        alter(copy, damage[i]);
        desk.store = open_store(copy, &desk.bell);
        expect_places(copy, 1, FRESH_MAX + 20 + 6 + 9);
        expect_moves(desk.store, 1, FRESH_MAX);
        expect_only_the_next(&desk, other, 9);
        struct stored_play play;
        assert_int_equal(store_load(desk.store, number, &play, &error), -1);
        store_close(desk.store);
        expect_places(copy, 1, FRESH_MAX + 20 + 6 + 10);
        free(file);
        drop_folder(copy);
    }
}

/* Form 1 had no `fresh`, form 2 no `memos`, form 3 counted nothing, form 4 had no pledges. A reader leaves them as they
 * are; a server adds what is missing, and counts what is there. */
static void a_database_of_an_older_form_is_read_and_renewed(void **unused)
{
    (void)unused;
    static const char *const without[] = {
        [1] = "DROP TABLE fresh; PRAGMA user_version = 1",
        [2] = "DROP TABLE memos; PRAGMA user_version = 2",
        [3] = "ALTER TABLE tables DROP COLUMN kept; ALTER TABLE tables DROP COLUMN said; "
              "ALTER TABLE tables DROP COLUMN tally; PRAGMA user_version = 3",
        [4] = "ALTER TABLE tables DROP COLUMN fair; ALTER TABLE seats DROP COLUMN pledge; PRAGMA user_version = 4",
    };
    for (int form = 1; form <= 4; form++) {
        struct desk desk;
        sit_down(&desk);
        int64_t number = new_table_of(&desk, 1);
        assert_int_equal(add(&desk, number, 1, 20), STORE_DURABLE);
        struct store_batch *batch = store_batch_new();
        store_add_chat(batch, number, &(struct stored_chat){.number = 1, .name = "Ama", .text = "Good morning!"});
        assert_int_equal(keep(desk.store, &desk.bell, batch), STORE_DURABLE);
        store_close(desk.store);
        for (int older = 4; older >= form; older--)
            alter(desk.folder, without[older]);
        struct ochre_error error = {0};
        struct store *store =
            store_open(&(struct store_config){.folder = desk.folder, .is_reading_only = true}, &error);
        assert_non_null(store);
        assert_int_equal(store_verify(store, no_trouble, NULL), 0);
        expect_moves(store, number, 20);
        store_close(store);
        char *below = new_folder();
        char *file = file_in(below, "ochre.db");
        if (store_backup(desk.folder, file, &error) < 0)
            fail_msg("%s", error.words);
        drop_folder(below);
        free(file);
        assert_int_equal(number_in(desk.folder, "PRAGMA user_version"), form);
        desk.store = open_store(desk.folder, &desk.bell);
        assert_int_equal(number_in(desk.folder, "PRAGMA user_version"), 5);
        assert_int_equal(number_in(desk.folder, "SELECT kept FROM tables"), 20);
        assert_int_equal(number_in(desk.folder, "SELECT said FROM tables"), 1);
        expect_only_the_next(&desk, number, 20);
        get_up(&desk);
    }
}

int main(void)
{
    disk_install();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_wait_and_are_put_in_their_places),
        cmocka_unit_test(closing_puts_all_in_their_places),
        cmocka_unit_test(moves_are_taken_back_wherever_they_are),
        cmocka_unit_test(a_dropped_table_leaves_no_moves_anywhere),
        cmocka_unit_test(only_the_next_move_fits_whatever_happened),
        cmocka_unit_test(tables_that_share_a_place_are_not_mixed_up),
        cmocka_unit_test(a_batch_refused_in_a_group_takes_nothing_with_it),
        cmocka_unit_test(a_fold_that_fails_loses_nothing),
        cmocka_unit_test(a_full_disk_at_the_end_and_at_the_start_loses_nothing),
        cmocka_unit_test(killed_before_the_fold),
        cmocka_unit_test(readers_do_not_notice_a_fold),
        cmocka_unit_test(a_check_looks_at_moves_that_wait),
        cmocka_unit_test(a_backup_has_the_moves_that_wait),
        cmocka_unit_test(damaged_rows_do_not_hold_up_the_others),
        cmocka_unit_test(a_database_of_an_older_form_is_read_and_renewed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
