/* test_store.c: what is stored comes back; what does not fit is refused; bad starts say why. */
#include "help.h"

#include <sys/stat.h>

#include "table/file.h"

/* ---- round trips ---- */

static struct stored_table full_table(struct store *store)
{
    struct stored_table table = simple_table(store);
    table.seat_count = 3;
    table.status = STORED_WAITING;
    table.options = "size=12\nlast=wins\n";
    table.pack_id = "plain";
    table.pack_hash = "5f3a";
    table.pack = "{\"format\":\"pebble-pack/1\"}";
    table.position = "{\"pile\":3}";
    table.notes = "{\"host\":\"p1\",\"who\":\"\xc3\x89l\xc3\xa9\"}";
    table.seat[0].chance =
        (struct fair_part){.has_pledge = true, .pledge = "pledge", .share_size = FAIR_SIZE, .share = "share"};
    table.seat[1] = (struct stored_seat){.kind = STORED_BOT, .bot = "level:3", .name = "Ochre"};
    table.seat[2] = (struct stored_seat){.kind = STORED_OPEN};
    return table;
}

static void expect_same(const struct stored_table *a, const struct stored_table *b)
{
    assert_int_equal(a->number, b->number);
    assert_string_equal(a->id, b->id);
    assert_int_equal(a->status, b->status);
    assert_string_equal(a->game, b->game);
    assert_int_equal(a->rules, b->rules);
    assert_int_equal(a->seat_count, b->seat_count);
    assert_string_equal(a->options, b->options);
    assert_string_equal(a->pack_id, b->pack_id);
    assert_string_equal(a->pack_hash, b->pack_hash);
    assert_string_equal(a->position, b->position);
    assert_string_equal(a->notes, b->notes);
    assert_int_equal(a->made, b->made);
    assert_int_equal(a->ended, b->ended);
    assert_memory_equal(a->seed, b->seed, FAIR_SIZE);
    assert_int_equal(a->fair_version, b->fair_version);
    for (int seat = 0; seat < a->seat_count; seat++) {
        assert_int_equal(a->seat[seat].kind, b->seat[seat].kind);
        assert_string_equal(a->seat[seat].name, b->seat[seat].name);
        assert_string_equal(a->seat[seat].bot, b->seat[seat].bot);
        assert_int_equal(a->seat[seat].has_key, b->seat[seat].has_key);
        assert_memory_equal(a->seat[seat].key, b->seat[seat].key, STORE_KEY_SIZE);
        assert_int_equal(a->seat[seat].chance.has_pledge, b->seat[seat].chance.has_pledge);
        assert_memory_equal(a->seat[seat].chance.pledge, b->seat[seat].chance.pledge, FAIR_SIZE);
        assert_int_equal(a->seat[seat].chance.share_size, b->seat[seat].chance.share_size);
        assert_memory_equal(a->seat[seat].chance.share, b->seat[seat].chance.share, FAIR_SIZE);
    }
}

struct expecting {
    const struct stored_table *table;
    int count;
};

static bool expect_found(void *who, const struct stored_table *table)
{
    struct expecting *expecting = who;
    expect_same(table, expecting->table);
    expecting->count++;
    return true;
}

static void what_is_put_comes_back_after_a_restart(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct ochre_error error;
    struct store *store = open_store(folder, &bell);
    struct stored_table table = full_table(store);
    struct store_batch *batch = store_batch_new();
    assert_true(store_batch_is_empty(batch));
    store_put_table(batch, &table);
    assert_false(store_batch_is_empty(batch));
    add_simple_moves(batch, table.number, 1, 100);
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    store_close(store);

    store = open_store(folder, &bell);
    struct expecting expecting = {.table = &table};
    assert_int_equal(store_each(store, expect_found, &expecting, &error), 0);
    assert_int_equal(expecting.count, 1);
    struct stored_play play;
    assert_int_equal(store_find(store, table.id, &play, &error), 1);
    expect_same(&play.table, &table);
    assert_string_equal(play.table.pack, table.pack);
    assert_int_equal(play.table.lost_asks, 0);
    store_play_free(&play);
    expect_moves(store, table.number, 100);
    assert_true(store_next_number(store) > table.number);
    assert_int_equal(store_find(store, "nowhere", &play, &error), 0);
    assert_int_equal(store_load(store, 99, &play, &error), 0);
    store_close(store);
    drop_folder(folder);
}

static void a_table_put_again_keeps_its_moves(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct ochre_error error;
    struct store *store = open_store(folder, &bell);
    struct stored_table table = simple_table(store);
    struct store_batch *batch = store_batch_new();
    store_put_table(batch, &table);
    add_simple_moves(batch, table.number, 1, 3);
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    table.status = STORED_OVER;
    table.ended = 1731719999000;
    table.seat[1].has_key = false;
    (void)snprintf(table.seat[1].bot, STORE_BOT_SIZE, "level:2");
    batch = store_batch_new();
    store_put_table(batch, &table);
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    struct stored_play play;
    assert_int_equal(store_load(store, table.number, &play, &error), 1);
    assert_int_equal(play.table.status, STORED_OVER);
    assert_false(play.table.seat[1].has_key);
    assert_string_equal(play.table.seat[1].bot, "level:2");
    assert_int_equal(play.move_count, 3);
    store_play_free(&play);
    store_close(store);
    drop_folder(folder);
}

static void moves_taken_back_are_gone_and_their_questions_spent(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct ochre_error error;
    struct store *store = open_store(folder, &bell);
    struct stored_table table = simple_table(store);
    struct store_batch *batch = store_batch_new();
    store_put_table(batch, &table);
    add_simple_moves(batch, table.number, 1, 10);
    store_cut_moves(batch, table.number, 7);
    add_simple_moves(batch, table.number, 8, 1);
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    expect_moves(store, table.number, 8);
    batch = store_batch_new();
    store_cut_moves(batch, table.number, 0);
    store_put_table(batch, &table); /* which does not know of lost questions */
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    struct stored_play play;
    assert_int_equal(store_load(store, table.number, &play, &error), 1);
    assert_int_equal(play.move_count, 0);
    assert_int_equal(play.table.lost_asks, 3 + 1 + 8 + 1);
    store_play_free(&play);
    store_close(store);
    drop_folder(folder);
}

static void the_last_lines_of_chat_are_kept(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct ochre_error error;
    struct store *store = open_store(folder, &bell);
    struct stored_table table = simple_table(store);
    struct store_batch *batch = store_batch_new();
    store_put_table(batch, &table);
    for (int line = 1; line <= STORE_CHAT_MAX + 20; line++) {
        char text[32];
        (void)snprintf(text, sizeof text, "line %d", line);
        store_add_chat(batch, table.number,
                       &(struct stored_chat){.number = line, .seat = 1, .at = 1731715200, .name = "Bo", .text = text});
    }
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    struct stored_play play;
    assert_int_equal(store_load(store, table.number, &play, &error), 1);
    assert_int_equal(play.chat_count, STORE_CHAT_MAX);
    assert_int_equal(play.chat[0].number, 21);
    assert_string_equal(play.chat[0].text, "line 21");
    assert_string_equal(play.chat[STORE_CHAT_MAX - 1].text, "line 70");
    assert_string_equal(play.chat[0].name, "Bo");
    assert_int_equal(play.chat[0].seat, 1);
    store_play_free(&play);
    store_close(store);
    drop_folder(folder);
}

static void what_is_dropped_leaves_nothing(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct ochre_error error;
    struct store *store = open_store(folder, &bell);
    struct stored_table table = simple_table(store);
    struct store_batch *batch = store_batch_new();
    store_put_table(batch, &table);
    add_simple_moves(batch, table.number, 1, 4);
    store_drop_table(batch, table.number);
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    struct stored_play play;
    assert_int_equal(store_load(store, table.number, &play, &error), 0);
    store_close(store);
    store = open_store(folder, &bell);
    assert_true(store_next_number(store) > table.number); /* numbers are not used twice */
    store_close(store);
    drop_folder(folder);
}

static void finished_tables_are_found_and_noted(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct ochre_error error;
    struct store *store = open_store(folder, &bell);
    struct store_batch *batch = store_batch_new();
    struct stored_table table[5];
    static const int64_t ended[5] = {0, 1000, 2000, 3000, 2000};
    for (int i = 0; i < 5; i++) {
        table[i] = simple_table(store);
        table[i].ended = ended[i];
        table[i].status = i == 0 ? STORED_RUNNING : STORED_OVER;
        store_put_table(batch, &table[i]);
    }
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    int64_t numbers[8];
    assert_int_equal(store_finished(store, 1000, &(struct store_place){0}, numbers, 8, &error), 0);
    assert_int_equal(store_finished(store, 1001, &(struct store_place){0}, numbers, 8, &error), 1);
    assert_int_equal(numbers[0], table[1].number);
    assert_int_equal(store_finished(store, 9000, &(struct store_place){0}, numbers, 8, &error), 4);
    struct store_place place = {0};
    static const int order[] = {1, 2, 4, 3}; /* by the time they ended, those of the same time by number */
    for (int i = 0; i < 4; i++) {
        assert_int_equal(store_finished(store, 9000, &place, numbers, 1, &error), 1);
        assert_int_equal(numbers[0], table[order[i]].number);
    }
    assert_int_equal(store_finished(store, 9000, &place, numbers, 1, &error), 0);
    assert_false(store_is_archived(store, table[1].id));
    batch = store_batch_new();
    store_note_archived(batch, table[1].number, table[1].id, "2026-11/table2.log", "ochre 1\n");
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    assert_true(store_is_archived(store, table[1].id));
    assert_int_equal(store_finished(store, 9000, &(struct store_place){0}, numbers, 8, &error), 3);
    store_close(store);
    drop_folder(folder);
}

static void the_log_of_changes_stays_short(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct ochre_error error;
    struct store *store =
        store_open(&(struct store_config){.folder = folder, .is_fast = true, .wake = ring, .waker = &bell}, &error);
    assert_non_null(store);
    struct stored_table table = simple_table(store);
    struct store_batch *batch = store_batch_new();
    store_put_table(batch, &table);
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    int count = 0;
    for (int round = 0; round < 8; round++) { /* each about 80 pages */
        batch = store_batch_new();
        add_simple_moves(batch, table.number, count + 1, 10000);
        count += 10000;
        assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    }
    /* What is committed is in the main file by and by, whether or not the server is ever stopped. */
    char *path = file_in(folder, "ochre.db");
    struct stat about = {0};
    for (int tried = 0; tried < 2000 && about.st_size < 300 * 4096; tried++) {
        assert_int_equal(stat(path, &about), 0);
        (void)usleep(5000);
    }
    assert_true(about.st_size >= 300 * 4096);
    expect_moves(store, table.number, count);
    free(path);
    store_close(store);
    drop_folder(folder);
}

/* ---- what does not fit ---- */

static void a_batch_that_does_not_fit_fails_alone(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct stored_table table = simple_table(store);
    struct stored_table other = simple_table(store);
    struct fate fate[5] = {{0}};
    struct store_batch *batch[5];
    for (int i = 0; i < 5; i++)
        batch[i] = store_batch_new();
    store_put_table(batch[0], &table);
    add_simple_moves(batch[0], table.number, 1, 2);
    add_simple_moves(batch[1], table.number, 3, 1); /* half of it fits */
    add_simple_moves(batch[1], table.number, 5, 1);
    add_simple_moves(batch[2], other.number, 1, 1); /* there is no such table */
    store_cut_moves(batch[3], table.number, 9);
    add_simple_moves(batch[4], table.number, 3, 1);
    for (int i = 0; i < 5; i++)
        store_submit(store, batch[i], note_fate, &fate[i]);
    while (!fate[4].is_over) {
        wait_for_ring(&bell);
        (void)store_deliver(store);
    }
    static const enum store_result due[] = {STORE_DURABLE, STORE_STALE, STORE_STALE, STORE_STALE, STORE_DURABLE};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(fate[i].result, due[i]);
        assert_int_equal(fate[i].why[0] == '\0', due[i] == STORE_DURABLE);
    }
    assert_int_equal(store_health(store, NULL, 0), STORE_DURABLE); /* the disk is not to blame */
    expect_moves(store, table.number, 3);
    store_close(store);
    drop_folder(folder);
}

struct chain {
    struct store *store;
    int left, last;
};

static void submit_next(void *who, enum store_result result, const char *why)
{
    (void)why;
    struct chain *chain = who;
    chain->last = (int)result;
    if (chain->left-- > 0)
        store_submit(chain->store, store_batch_new(), submit_next, chain);
}

static void what_is_submitted_while_closing_is_told_so(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct chain chain = {.store = open_store(folder, NULL), .left = 3};
    store_submit(chain.store, store_batch_new(), submit_next, &chain);
    store_close(chain.store); /* commits the first, refuses the rest */
    assert_int_equal(chain.left, -1);
    assert_int_equal(chain.last, STORE_READONLY);
    drop_folder(folder);
}

/* ---- bad starts ---- */

static void expect_no_start(const char *folder, const char *words)
{
    struct ochre_error error = {0};
    assert_null(store_open(&(struct store_config){.folder = folder}, &error));
    if (!strstr(error.words, words) || !strstr(error.words, folder))
        fail_msg("'%s' does not say '%s' of '%s'", error.words, words, folder);
}

static void only_one_server_has_a_folder(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct store *store = open_store(folder, NULL);
    char process[64];
    (void)snprintf(process, sizeof process, "another server is using this folder (process %ld)", (long)getpid());
    expect_no_start(folder, process);
    store_close(store);
    store_close(open_store(folder, NULL));
    drop_folder(folder);
}

static void a_folder_that_cannot_be_made_or_written_to_is_named(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    char *file = file_in(folder, "file");
    struct ochre_error error;
    assert_int_equal(file_save(file, "x", 1, &error), 0);
    expect_no_start(file, "this is not a folder");
    char *below = file_in(file, "data");
    expect_no_start(below, "cannot be made");
    if (geteuid() != 0) { /* who may do everything may write everywhere */
        assert_int_equal(chmod(folder, 0500), 0);
        expect_no_start(folder, "cannot be written to");
        assert_int_equal(chmod(folder, 0700), 0);
    }
    free(below);
    free(file);
    drop_folder(folder);
}

struct memos {
    int count;
    char last[64];
};

static void see_memo(void *who, const char *name, const char *text)
{
    struct memos *memos = who;
    memos->count++;
    (void)snprintf(memos->last, sizeof memos->last, "%s: %s", name, text);
}

static void expect_memos(struct store *store, int lost, int count, const char *last)
{
    struct memos memos = {0};
    struct ochre_error error;
    assert_int_equal(store_each_memo(store, see_memo, &memos, &error), lost);
    assert_int_equal(memos.count, count);
    assert_string_equal(memos.last, last);
}

static void hear_trouble(void *who, const char *words)
{
    (void)snprintf(who, 160, "%s", words);
}

static void memos_are_kept_replaced_and_forgotten(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    expect_memos(store, 0, 0, "");
    struct store_batch *batch = store_batch_new();
    store_put_memo(batch, "b", "two");
    store_put_memo(batch, "a", "one");
    store_put_memo(batch, "b", "deux");
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    expect_memos(store, 0, 2, "b: deux");
    store_close(store);
    store = open_store(folder, &bell);
    expect_memos(store, 0, 2, "b: deux");
    batch = store_batch_new();
    store_put_memo(batch, "b", NULL);
    store_put_memo(batch, "never there", NULL);
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    expect_memos(store, 0, 1, "a: one");
    store_close(store);
    alter(folder, "UPDATE memos SET text = 'none'");
    store = open_store(folder, &bell);
    expect_memos(store, 1, 0, "");
    char words[160] = "";
    assert_int_equal(store_verify(store, hear_trouble, words), 1);
    assert_non_null(strstr(words, "notes of the host"));
    store_close(store);
    drop_folder(folder);
}

/* The bytes of the database. */
static char *bytes_of(const char *folder, size_t *length)
{
    struct ochre_error error;
    char *path = file_in(folder, "ochre.db");
    char *bytes = file_read(path, FILE_SIZE_MAX, length, &error);
    assert_non_null(bytes);
    free(path);
    return bytes;
}

static void expect_untouched_refusal(const char *folder, const char *words)
{
    size_t before_length;
    size_t after_length;
    char *before = bytes_of(folder, &before_length);
    expect_no_start(folder, words);
    char *after = bytes_of(folder, &after_length);
    assert_int_equal(before_length, after_length);
    assert_memory_equal(before, after, before_length);
    free(before);
    free(after);
}

static void a_newer_or_foreign_database_is_left_alone(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    store_close(open_store(folder, NULL));
    alter(folder, "PRAGMA user_version = 99");
    expect_untouched_refusal(folder, "newer version of ochre (form 99; this one knows 5 and older)");
    alter(folder, "PRAGMA user_version = 5; PRAGMA application_id = 7");
    expect_untouched_refusal(folder, "belongs to another program");
    char *path = file_in(folder, "ochre.db");
    struct ochre_error error;
    char junk[5000];
    memset(junk, 'x', sizeof junk);
    assert_int_equal(file_save(path, junk, sizeof junk, &error), 0);
    expect_untouched_refusal(folder, "damaged");
    free(path);
    drop_folder(folder);
}

static void an_empty_file_becomes_a_database(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    char *path = file_in(folder, "ochre.db");
    struct ochre_error error;
    assert_int_equal(file_save(path, "", 0, &error), 0);
    store_close(open_store(folder, NULL));
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    assert_true(about.st_size > 0);
    free(path);
    drop_folder(folder);
}

static void what_is_made_is_for_its_owner_alone(void **unused)
{
    (void)unused;
    char *below = new_folder();
    char *folder = file_in(below, "data");
    store_close(open_store(folder, NULL));
    struct stat about;
    char *path = file_in(folder, "ochre.db");
    assert_int_equal(stat(folder, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0700);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    free(path);
    free(folder);
    drop_folder(below);
}

static void reading_alone_needs_a_database_and_no_lock(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct ochre_error error;
    struct store_config reading = {.place = place_of(folder), .folder = folder, .is_reading_only = true};
    assert_null(store_open(&reading, &error));
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct stored_table table = simple_table(store);
    struct store_batch *batch = store_batch_new();
    store_put_table(batch, &table);
    add_simple_moves(batch, table.number, 1, 5);
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    struct store *reader = store_open(&reading, &error);
    assert_non_null(reader);
    expect_moves(reader, table.number, 5);
    store_close(reader);
    store_close(store);
    drop_folder(folder);
}

int main(void)
{
    /* Of what is stored, wherever that is. */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_put_comes_back_after_a_restart),
        cmocka_unit_test(memos_are_kept_replaced_and_forgotten),
        cmocka_unit_test(a_table_put_again_keeps_its_moves),
        cmocka_unit_test(moves_taken_back_are_gone_and_their_questions_spent),
        cmocka_unit_test(the_last_lines_of_chat_are_kept),
        cmocka_unit_test(what_is_dropped_leaves_nothing),
        cmocka_unit_test(finished_tables_are_found_and_noted),
        cmocka_unit_test(a_batch_that_does_not_fit_fails_alone),
        cmocka_unit_test(what_is_submitted_while_closing_is_told_so),
        cmocka_unit_test(reading_alone_needs_a_database_and_no_lock),
    };
    /* Of a file and its folder. */
    const struct CMUnitTest of_files[] = {
        cmocka_unit_test(the_log_of_changes_stays_short),
        cmocka_unit_test(only_one_server_has_a_folder),
        cmocka_unit_test(a_folder_that_cannot_be_made_or_written_to_is_named),
        cmocka_unit_test(a_newer_or_foreign_database_is_left_alone),
        cmocka_unit_test(an_empty_file_becomes_a_database),
        cmocka_unit_test(what_is_made_is_for_its_owner_alone),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return on_postgres() ? failed : failed + cmocka_run_group_tests(of_files, NULL, NULL);
}
