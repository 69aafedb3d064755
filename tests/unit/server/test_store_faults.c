/* test_store_faults.c: group commits, disks that are full, read-only or broken, damaged files, servers that are
 * killed. */
#include "help.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "disk.h"
#include "table/file.h"

static bool is_short(void)
{
    return getenv("OCHRE_SHORT") != NULL;
}

static void nap(void)
{
    (void)nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
}

/* ---- group commit ---- */

static void what_queues_up_shares_one_commit(void **unused)
{
    (void)unused;
    enum { MANY = 100 };
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct stored_table table[MANY];
    struct store_batch *batch = store_batch_new();
    for (int i = 0; i < MANY; i++) {
        table[i] = simple_table(store);
        store_put_table(batch, &table[i]);
    }
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    struct store_metrics before;
    struct store_metrics after;
    store_measure(store, &before);
    int syncs = disk_syncs();
    struct fate fate[MANY] = {{0}};
    disk_hold();
    for (int i = 0; i < MANY; i++) {
        batch = store_batch_new();
        add_simple_moves(batch, table[i].number, 1, 1);
        store_submit(store, batch, note_fate, &fate[i]);
        if (i == 0)
            disk_wait_for_writer(); /* the first is being committed, the others pile up */
    }
    (void)store_deliver(store);
    assert_false(fate[0].is_over); /* nothing is told before it is durable */
    disk_release();
    while (!fate[MANY - 1].is_over) {
        wait_for_ring(&bell);
        (void)store_deliver(store);
    }
    store_measure(store, &after);
    assert_int_equal(after.batches - before.batches, MANY);
    assert_int_equal(after.commits - before.commits, 2);
    assert_int_equal(disk_syncs() - syncs, 2);
    assert_int_equal(after.queued, 0);
    uint64_t measured = 0;
    for (int i = 0; i < STORE_BUCKETS; i++)
        measured += after.took[i];
    assert_int_equal(measured, after.commits);
    for (int i = 0; i < MANY; i++)
        expect_moves(store, table[i].number, 1);
    store_close(store);
    drop_folder(folder);
}

/* ---- disks that fail ---- */

/* Two tables in one batch, at `count` moves each. */
struct pair {
    struct store *store;
    struct bell *bell;
    int64_t number[2];
    int count;
};

static void begin_pair(struct pair *pair, struct store *store, struct bell *bell)
{
    struct store_batch *batch = store_batch_new();
    *pair = (struct pair){.store = store, .bell = bell};
    for (int i = 0; i < 2; i++) {
        struct stored_table table = simple_table(store);
        pair->number[i] = table.number;
        store_put_table(batch, &table);
    }
    assert_int_equal(keep(store, bell, batch), STORE_DURABLE);
}

static enum store_result advance(struct pair *pair, int moves)
{
    struct store_batch *batch = store_batch_new();
    for (int i = 0; i < 2; i++)
        add_simple_moves(batch, pair->number[i], pair->count + 1, moves);
    enum store_result result = keep(pair->store, pair->bell, batch);
    if (result == STORE_DURABLE)
        pair->count += moves;
    return result;
}

static void expect_pair(const struct pair *pair)
{
    for (int i = 0; i < 2; i++)
        expect_moves(pair->store, pair->number[i], pair->count);
}

static void expect_recovery(struct store *store)
{
    while (store_health(store, NULL, 0) != STORE_DURABLE)
        nap(); /* it tries by itself; a test that hangs here has found something */
}

static void a_failing_disk_refuses_and_recovers(void **unused)
{
    (void)unused;
    static const struct {
        int reason;
        enum store_result result;
        const char *words;
    } cases[] = {
        {ENOSPC, STORE_FULL, "no room"},
        {EDQUOT, STORE_FULL, "no room"},
        {EROFS, STORE_READONLY, "cannot be written"},
        {EIO, STORE_BROKEN, "errors"},
    };
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct pair pair;
    begin_pair(&pair, store, &bell);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char why[160];
        assert_int_equal(advance(&pair, 3), STORE_DURABLE);
        disk_fail_after(0, cases[i].reason);
        for (int again = 0; again < 3; again++) {
            assert_int_equal(advance(&pair, 200), cases[i].result);
            expect_pair(&pair); /* reading goes on, and nothing is half */
        }
        assert_int_equal(store_health(store, why, sizeof why), cases[i].result);
        assert_non_null(strstr(why, cases[i].words));
        disk_mend();
        if (i % 2)
            expect_recovery(store);                         /* by itself */
        assert_int_equal(advance(&pair, 3), STORE_DURABLE); /* or by the next move */
        assert_int_equal(store_health(store, NULL, 0), STORE_DURABLE);
    }
    disk_fail_syncs(EIO);
    assert_int_equal(advance(&pair, 1), STORE_BROKEN);
    disk_mend();
    expect_pair(&pair);
    assert_int_equal(advance(&pair, 1), STORE_DURABLE);
    store_close(store);
    drop_folder(folder);
}

/* Whatever write it is that fails, what was told is what is there, now and after a restart. */
static void no_write_that_fails_leaves_a_half(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct pair pair;
    begin_pair(&pair, store, &bell);
    int failures = 0;
    for (int writes = 0; writes < 40; writes++) {
        disk_fail_after(writes, ENOSPC);
        failures += advance(&pair, 150) != STORE_DURABLE;
        disk_mend();
        expect_pair(&pair);
        if (writes % 10 == 9) {
            store_close(store);
            store = open_store(folder, &bell);
            pair.store = store;
            expect_pair(&pair);
        }
    }
    assert_true(failures > 0 && failures < 40); /* early writes fail it, late ones are never reached */
    store_close(store);
    drop_folder(folder);
}

static void what_builds_on_a_failure_fails_too(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct pair pair;
    begin_pair(&pair, store, &bell);
    struct fate fate[2] = {{0}};
    disk_hold();
    disk_fail_after(0, ENOSPC);
    struct store_batch *batch = store_batch_new();
    add_simple_moves(batch, pair.number[0], 1, 1);
    store_submit(store, batch, note_fate, &fate[0]);
    disk_wait_for_writer();
    batch = store_batch_new();
    add_simple_moves(batch, pair.number[0], 2, 1);
    store_submit(store, batch, note_fate, &fate[1]);
    disk_release();
    while (!fate[0].is_over) {
        wait_for_ring(&bell);
        (void)store_deliver(store);
    }
    disk_mend();
    while (!fate[1].is_over) {
        wait_for_ring(&bell);
        (void)store_deliver(store);
    }
    assert_int_equal(fate[0].result, STORE_FULL);
    assert_true(fate[1].result == STORE_STALE || fate[1].result == STORE_FULL); /* never durable */
    expect_pair(&pair);
    store_close(store);
    drop_folder(folder);
}

static void a_full_disk_does_not_start_a_server(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct ochre_error error = {0};
    for (int writes = 0; writes < 6; writes++) {
        disk_fail_after(writes, ENOSPC);
        struct store *store = store_open(&(struct store_config){.folder = folder}, &error);
        disk_mend();
        if (!store)
            assert_non_null(strstr(error.words, folder));
        store_close(store);
    }
    store_close(open_store(folder, NULL));
    drop_folder(folder);
}

/* ---- damaged files ---- */

struct dump {
    char *text;
    size_t size;
    FILE *out;
};

static bool note_number(void *who, const struct stored_table *table)
{
    int64_t *numbers = who;
    if (numbers[0] < 60)
        numbers[++numbers[0]] = table->number;
    return true;
}

static void write_play(FILE *out, const struct stored_play *play)
{
    const struct stored_table *table = &play->table;
    (void)fprintf(out, "%s %d %s %s %s", table->id, (int)table->status, table->game, table->options, table->notes);
    for (int seat = 0; seat < table->seat_count; seat++)
        (void)fprintf(out, " %s:%d:%02x", table->seat[seat].name, table->seat[seat].has_key, table->seat[seat].key[9]);
    (void)fprintf(out, " %02x\n", table->seed[7]);
    for (int i = 0; i < play->move_count; i++)
        (void)fprintf(out, "%d %s %ld\n", play->moves[i].seat, play->moves[i].text, (long)play->moves[i].at);
    for (int i = 0; i < play->chat_count; i++)
        (void)fprintf(out, "%d %s: %s\n", play->chat[i].seat, play->chat[i].name, play->chat[i].text);
}

static void count_trouble(void *who, const char *words)
{
    assert_true(words[0] != '\0');
    ++*(int *)who;
}

/* Everything that the store says, as text; *troubles counts what it complains of. */
static char *dump(const char *folder, int *troubles)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    struct ochre_error error;
    struct store *store = store_open(&(struct store_config){.folder = folder}, &error);
    *troubles = 0;
    if (!store) {
        *troubles = 1;
    } else {
        int64_t numbers[64] = {0};
        (void)store_verify(store, count_trouble, troubles);
        *troubles += store_each(store, note_number, numbers, &error) < 0;
        for (int64_t i = 1; i <= numbers[0]; i++) {
            struct stored_play play;
            int found = store_load(store, numbers[i], &play, &error);
            *troubles += found < 0;
            if (found > 0) {
                write_play(out, &play);
                store_play_free(&play);
            }
        }
        store_close(store);
    }
    (void)fclose(out);
    return text;
}

static void fill(const char *folder)
{
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct store_batch *batch = store_batch_new();
    for (int i = 0; i < 30; i++) {
        struct stored_table table = simple_table(store);
        store_put_table(batch, &table);
        add_simple_moves(batch, table.number, 1, 60);
        store_add_chat(batch, table.number,
                       &(struct stored_chat){.number = 1, .name = "Ama", .text = "Good morning!", .at = 1731715200});
    }
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    store_close(store);
}

static void put_file(const char *folder, const char *bytes, size_t length)
{
    char *path = file_in(folder, "ochre.db");
    char *log = file_in(folder, "ochre.db-wal");
    char *shared = file_in(folder, "ochre.db-shm");
    (void)unlink(log);
    (void)unlink(shared);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(write(file, bytes, length), (ssize_t)length);
    (void)close(file);
    free(path);
    free(log);
    free(shared);
}

/* Scratches the file somewhere: other bytes, no bytes, or an end too soon. */
static size_t scratch(char *bytes, size_t length, struct ochre_rng *rng)
{
    uint32_t kind = rng_below(rng, 8);
    if (kind == 0)
        return rng_below(rng, (uint32_t)length);
    size_t count = kind < 5 ? 1 + rng_below(rng, 4) : 1 + rng_below(rng, 5000);
    size_t at = rng_below(rng, (uint32_t)length);
    for (size_t i = at; i < at + count && i < length; i++)
        bytes[i] = kind == 7 ? 0 : (char)rng_next(rng);
    return length;
}

static void a_damaged_file_is_reported_or_harmless(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    fill(folder);
    struct ochre_error error;
    size_t length;
    char *path = file_in(folder, "ochre.db");
    char *whole = file_read(path, FILE_SIZE_MAX, &length, &error);
    assert_non_null(whole);
    int troubles;
    char *due = dump(folder, &troubles);
    assert_int_equal(troubles, 0);
    char *damaged = malloc(length);
    struct ochre_rng rng;
    rng_seed(&rng, 21);
    int reported = 0;
    int rounds = is_short() ? 60 : 600;
    for (int i = 0; i < rounds; i++) {
        memcpy(damaged, whole, length);
        put_file(folder, damaged, scratch(damaged, length, &rng));
        char *found = dump(folder, &troubles);
        reported += troubles > 0;
        if (troubles == 0)
            assert_string_equal(found, due);
        free(found);
    }
    assert_true(reported > rounds / 4);
    free(damaged);
    free(due);
    free(whole);
    free(path);
    drop_folder(folder);
}

/* ---- servers that are killed ---- */

enum { VICTIM_TABLES = 8 };

struct victim {
    struct pair pair[VICTIM_TABLES / 2];
    int count[VICTIM_TABLES];
    int tell; /* a pipe: what was acknowledged */
    struct store *store;
};

struct promise {
    int32_t table, count;
};

struct step {
    struct victim *victim;
    int table;
};

static void go_on(struct step *step);

static void acknowledge(void *who, enum store_result result, const char *why)
{
    (void)why;
    struct step *step = who;
    struct victim *victim = step->victim;
    if (result != STORE_DURABLE)
        _exit(3);
    struct promise promise = {.table = step->table, .count = ++victim->count[step->table]};
    if (write(victim->tell, &promise, sizeof promise) != sizeof promise)
        _exit(4);
    go_on(step);
}

static void go_on(struct step *step)
{
    struct store_batch *batch = store_batch_new();
    add_simple_moves(batch, step->table + 1, step->victim->count[step->table] + 1, 1);
    store_submit(step->victim->store, batch, acknowledge, step);
}

/* In a process of its own: every table moves as soon as its last move is durable, until somebody kills us. */
static void be_a_victim(const char *folder, const int count[VICTIM_TABLES], int tell)
{
    struct bell bell = BELL;
    struct victim victim = {.tell = tell, .store = open_store(folder, &bell)};
    struct step step[VICTIM_TABLES];
    for (int i = 0; i < VICTIM_TABLES; i++) {
        victim.count[i] = count[i];
        step[i] = (struct step){.victim = &victim, .table = i};
        go_on(&step[i]);
    }
    for (;;) {
        wait_for_ring(&bell);
        (void)store_deliver(victim.store);
    }
}

/* Reads what the victim was told, kills it after `most` of it, and reads the rest. */
static void kill_after(pid_t child, int hear, int most, int count[VICTIM_TABLES])
{
    struct promise promise;
    int heard = 0;
    while (read(hear, &promise, sizeof promise) == sizeof promise) {
        count[promise.table] = promise.count;
        if (++heard == most)
            assert_int_equal(kill(child, SIGKILL), 0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
}

static int stored_count(struct store *store, int64_t number)
{
    struct stored_play play;
    struct ochre_error error;
    assert_int_equal(store_load(store, number, &play, &error), 1);
    int count = play.move_count;
    store_play_free(&play);
    return count;
}

static void nothing_acknowledged_is_lost_when_the_server_is_killed(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct pair pair;
    for (int i = 0; i < VICTIM_TABLES / 2; i++)
        begin_pair(&pair, store, &bell);
    store_close(store);
    int count[VICTIM_TABLES] = {0};
    struct ochre_rng rng;
    rng_seed(&rng, 13);
    int rounds = is_short() ? 5 : 30;
    for (int round = 0; round < rounds; round++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            (void)close(ends[0]);
            be_a_victim(folder, count, ends[1]);
        }
        (void)close(ends[1]);
        kill_after(child, ends[0], 1 + (int)rng_below(&rng, 150), count);
        (void)close(ends[0]);
        store = open_store(folder, &bell);
        for (int i = 0; i < VICTIM_TABLES; i++) {
            int found = stored_count(store, i + 1);
            /* What was being committed may be there; what was acknowledged must be. */
            assert_true(found == count[i] || found == count[i] + 1);
            expect_moves(store, i + 1, found);
            count[i] = found;
        }
        store_close(store);
    }
    drop_folder(folder);
}

int main(void)
{
    disk_install();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_queues_up_shares_one_commit),
        cmocka_unit_test(a_failing_disk_refuses_and_recovers),
        cmocka_unit_test(no_write_that_fails_leaves_a_half),
        cmocka_unit_test(what_builds_on_a_failure_fails_too),
        cmocka_unit_test(a_full_disk_does_not_start_a_server),
        cmocka_unit_test(a_damaged_file_is_reported_or_harmless),
        cmocka_unit_test(nothing_acknowledged_is_lost_when_the_server_is_killed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
