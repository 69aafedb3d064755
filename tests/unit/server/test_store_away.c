/* test_store_away.c: a database that is killed, cut off, full or not to be written to: nothing that was acknowledged is
 * missing, nothing that was refused is there, and it goes on by itself. With PostgreSQL alone (OCHRE_STORE=postgres).
 */
#include "help.h"

#include <sys/mount.h>
#include <time.h>

#include "proxy.h"

static void control(const char *what)
{
    char command[512];
    (void)snprintf(command, sizeof command, "%s %s", getenv("OCHRE_PG_CONTROL"), what);
    assert_int_equal(system(command), 0);
}

static bool is_short(void)
{
    return getenv("OCHRE_SHORT") != NULL;
}

/* ---- a table that moves as soon as it may ---- */

enum { TABLES = 8 };

struct mover {
    struct store *store;
    int64_t number;
    int count;  /* moves that were acknowledged */
    int failed; /* batches that were not */
    bool is_under_way, is_unsure;
};

static void moved(void *who, enum store_result result, const char *why)
{
    struct mover *mover = who;
    mover->is_under_way = false;
    if (result == STORE_DURABLE)
        mover->count++;
    else
        mover->failed++;
    assert_true(result != STORE_STALE); /* nobody else moves here */
    assert_int_equal(why[0] == '\0', result == STORE_DURABLE);
}

static void move_on(struct mover *mover)
{
    struct store_batch *batch = store_batch_new();
    add_simple_moves(batch, mover->number, mover->count + 1, 1);
    mover->is_under_way = true;
    store_submit(mover->store, batch, moved, mover);
}

static struct mover new_mover(struct store *store, struct bell *bell)
{
    struct stored_table table = simple_table(store);
    struct store_batch *batch = store_batch_new();
    store_put_table(batch, &table);
    assert_int_equal(keep(store, bell, batch), STORE_DURABLE);
    return (struct mover){.store = store, .number = table.number};
}

static int acknowledged(const struct mover *movers)
{
    int sum = 0;
    for (int i = 0; i < TABLES; i++)
        sum += movers[i].count;
    return sum;
}

/* All tables move until `sum` moves are acknowledged. A refused one is tried again. */
static void move_until(struct mover *movers, struct bell *bell, int sum)
{
    while (acknowledged(movers) < sum) {
        for (int i = 0; i < TABLES; i++)
            if (!movers[i].is_under_way)
                move_on(&movers[i]);
        wait_for_ring(bell);
        (void)store_deliver(movers[0].store);
    }
    for (int i = 0; i < TABLES; i++)
        while (movers[i].is_under_way) {
            wait_for_ring(bell);
            (void)store_deliver(movers[0].store);
        }
}

/* ---- kill -9 of the database ---- */

struct killer {
    pthread_t thread;
    int milliseconds;
};

static void *kill_and_start(void *who)
{
    const struct killer *killer = who;
    (void)usleep((unsigned)killer->milliseconds * 1000);
    control("kill");
    control("start");
    return NULL;
}

static void nothing_acknowledged_is_lost_when_the_database_is_killed(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct mover movers[TABLES];
    for (int i = 0; i < TABLES; i++)
        movers[i] = new_mover(store, &bell);
    for (int round = 0; round < (is_short() ? 2 : 10); round++) {
        struct killer killer = {.milliseconds = 20 + 37 * round};
        assert_int_equal(pthread_create(&killer.thread, NULL, kill_and_start, &killer), 0);
        move_until(movers, &bell, acknowledged(movers) + 200);
        assert_int_equal(pthread_join(killer.thread, NULL), 0);
        move_until(movers, &bell, acknowledged(movers) + 50);
    }
    assert_int_equal(store_health(store, NULL, 0), STORE_DURABLE);
    store_close(store);
    store = open_store(folder, &bell);
    for (int i = 0; i < TABLES; i++) /* exactly: what was refused is not there */
        expect_moves(store, movers[i].number, movers[i].count);
    store_close(store);
    drop_folder(folder);
}

/* ---- commits in doubt ---- */

struct doubt {
    struct store *store;
    struct bell bell;
    struct proxy *proxy;
    int64_t number;
    char *folder;
    struct fate fate;
    int all; /* how often it was said that anything may have changed */
};

static void hear_all(void *who, const struct store_news *news)
{
    ((struct doubt *)who)->all += news->kind == STORE_NEWS_ALL;
}

static void begin_doubt(struct doubt *doubt)
{
    struct ochre_error error = {0};
    *doubt = (struct doubt){.bell = BELL, .folder = new_folder()};
    doubt->proxy = proxy_new(doubt->folder);
    char place[400];
    (void)snprintf(place, sizeof place, "postgres:///%s?host=%s/proxy", database_name(doubt->folder), doubt->folder);
    doubt->store = store_open(
        &(struct store_config){.place = place, .wake = ring, .waker = &doubt->bell, .hear = hear_all, .hearer = doubt},
        &error);
    if (!doubt->store)
        fail_msg("%s", error.words);
    doubt->number = new_mover(doubt->store, &doubt->bell).number;
}

static void submit_move(struct doubt *doubt, int n)
{
    struct store_batch *batch = store_batch_new();
    add_simple_moves(batch, doubt->number, n, 1);
    doubt->fate = (struct fate){0};
    store_submit(doubt->store, batch, note_fate, &doubt->fate);
}

static void wait_for_fate(struct doubt *doubt)
{
    while (!doubt->fate.is_over) {
        wait_for_ring(&doubt->bell);
        (void)store_deliver(doubt->store);
    }
}

static void end_doubt(struct doubt *doubt)
{
    store_close(doubt->store);
    proxy_delete(doubt->proxy);
    drop_folder(doubt->folder);
}

/* How many moves the database has, asked behind the store's back. */
static int moves_stored(const struct doubt *doubt)
{
    char place[256];
    (void)snprintf(place, sizeof place, "postgres:///%s", database_name(doubt->folder));
    PGconn *conn = PQconnectdb(place);
    PGresult *result = PQexec(conn, "SELECT count(*) FROM ochre.moves");
    assert_int_equal(PQresultStatus(result), PGRES_TUPLES_OK);
    int count = atoi(PQgetvalue(result, 0, 0));
    PQclear(result);
    PQfinish(conn);
    return count;
}

static void a_commit_whose_answer_was_lost_is_durable(void **unused)
{
    (void)unused;
    struct doubt doubt;
    begin_doubt(&doubt);
    proxy_set(doubt.proxy, PROXY_DEAF);
    submit_move(&doubt, 1);
    while (moves_stored(&doubt) == 0)
        (void)usleep(1000);
    assert_false(doubt.fate.is_over); /* nobody is told either way before it is known */
    proxy_set(doubt.proxy, PROXY_CLOSED);
    proxy_cut(doubt.proxy);
    char why[160] = "";
    while (store_health(doubt.store, why, sizeof why) == STORE_DURABLE)
        (void)usleep(1000);
    assert_non_null(strstr(why, "cannot be reached"));
    (void)store_deliver(doubt.store);
    assert_false(doubt.fate.is_over);
    struct stored_play play;
    struct ochre_error error;
    assert_int_equal(store_load(doubt.store, doubt.number, &play, &error), STORE_UNREADABLE);
    proxy_set(doubt.proxy, PROXY_PASS);
    wait_for_fate(&doubt);
    assert_int_equal(doubt.fate.result, STORE_DURABLE);
    assert_int_equal(moves_stored(&doubt), 1);
    assert_int_equal(store_health(doubt.store, NULL, 0), STORE_DURABLE);
    while (doubt.all == 0) {
        wait_for_ring(&doubt.bell);
        (void)store_deliver(doubt.store);
    }
    submit_move(&doubt, 2);
    wait_for_fate(&doubt);
    assert_int_equal(doubt.fate.result, STORE_DURABLE);
    end_doubt(&doubt);
}

/* What an old connection still says, after a new one has taken its place, changes nothing. */
static void a_transaction_that_arrives_late_is_fenced(void **unused)
{
    (void)unused;
    struct doubt doubt;
    begin_doubt(&doubt);
    proxy_set(doubt.proxy, PROXY_MUTE);
    submit_move(&doubt, 1);
    proxy_wait_kept(doubt.proxy);
    proxy_cut(doubt.proxy);
    wait_for_fate(&doubt); /* over a new connection */
    assert_int_equal(doubt.fate.result, STORE_DURABLE);
    struct store_batch *batch = store_batch_new();
    store_cut_moves(batch, doubt.number, 0); /* so that the late one would fit */
    assert_int_equal(keep(doubt.store, &doubt.bell, batch), STORE_DURABLE);
    proxy_release(doubt.proxy);
    assert_int_equal(moves_stored(&doubt), 0);
    submit_move(&doubt, 1);
    wait_for_fate(&doubt);
    assert_int_equal(doubt.fate.result, STORE_DURABLE);
    end_doubt(&doubt);
}

/* ---- a database that refuses ---- */

static void expect_fate(struct doubt *doubt, int n, enum store_result result, const char *words)
{
    submit_move(doubt, n);
    wait_for_fate(doubt);
    assert_int_equal(doubt->fate.result, result);
    assert_non_null(strstr(doubt->fate.why, words));
    char why[160] = "";
    assert_int_equal(store_health(doubt->store, why, sizeof why), result);
    assert_string_equal(why, doubt->fate.why);
}

static void wait_until_well(struct doubt *doubt)
{
    while (store_health(doubt->store, NULL, 0) != STORE_DURABLE)
        (void)usleep(10000);
}

static void who_may_not_write_is_told_and_goes_on(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct doubt doubt = {.bell = BELL, .folder = folder};
    struct ochre_error error = {0};
    char sql[512];
    const char *name = database_name(folder);
    (void)snprintf(sql, sizeof sql, "CREATE ROLE \"%s\" LOGIN; GRANT CREATE ON DATABASE \"%s\" TO \"%s\"", name, name,
                   name);
    order_postgres(name, sql);
    char place[400];
    (void)snprintf(place, sizeof place, "postgres://%s@/%s?host=%s", name, name, getenv("PGHOST"));
    doubt.store = store_open(&(struct store_config){.place = place, .wake = ring, .waker = &doubt.bell}, &error);
    if (!doubt.store)
        fail_msg("%s", error.words);
    doubt.number = new_mover(doubt.store, &doubt.bell).number;
    (void)snprintf(sql, sizeof sql, "REVOKE INSERT ON moves, probe FROM \"%s\"", name);
    alter(folder, sql);
    expect_fate(&doubt, 1, STORE_READONLY, "cannot be written to");
    (void)snprintf(sql, sizeof sql, "GRANT INSERT ON moves, probe TO \"%s\"", name);
    alter(folder, sql);
    wait_until_well(&doubt);
    expect_fate(&doubt, 1, STORE_DURABLE, "");
    store_close(doubt.store);
    (void)snprintf(sql, sizeof sql, "DROP OWNED BY \"%s\" CASCADE; DROP ROLE \"%s\"", name, name);
    order_postgres(name, sql);
    drop_folder(folder);
}

/* A disk of a few megabytes, for the tables alone; where nobody may mount one there is nothing to try. */
static void a_full_disk_refuses_and_recovers(void **unused)
{
    (void)unused;
    char disk[300];
    char sql[512];
    (void)snprintf(disk, sizeof disk, "%s/disk", getenv("OCHRE_PG_FOLDER"));
    assert_int_equal(mkdir(disk, 0777), 0);
    if (geteuid() != 0 || mount("none", disk, "tmpfs", 0, "size=14m,mode=777") < 0) {
        (void)rmdir(disk);
        skip();
    }
    (void)snprintf(sql, sizeof sql, "chown postgres:postgres %s", disk);
    assert_int_equal(system(sql), 0);
    (void)snprintf(sql, sizeof sql, "CREATE TABLESPACE small LOCATION '%s'", disk);
    order_postgres("postgres", sql);
    char *folder = new_folder();
    (void)snprintf(sql, sizeof sql, "ALTER DATABASE \"%s\" SET TABLESPACE small", database_name(folder));
    order_postgres("postgres", sql);
    struct doubt doubt = {.bell = BELL, .folder = folder, .store = open_store(folder, &doubt.bell)};
    doubt.number = new_mover(doubt.store, &doubt.bell).number;
    int count = 0;
    do {
        struct store_batch *batch = store_batch_new();
        add_simple_moves(batch, doubt.number, count + 1, 2000);
        doubt.fate = (struct fate){0};
        store_submit(doubt.store, batch, note_fate, &doubt.fate);
        wait_for_fate(&doubt);
        count += doubt.fate.result == STORE_DURABLE ? 2000 : 0;
    } while (doubt.fate.result == STORE_DURABLE && count < 400000);
    assert_int_equal(doubt.fate.result, STORE_FULL);
    assert_non_null(strstr(doubt.fate.why, "no room left"));
    expect_moves(doubt.store, doubt.number, count); /* all that was acknowledged, and nothing else */
    assert_int_equal(mount("none", disk, "tmpfs", MS_REMOUNT, "size=60m,mode=777"), 0);
    wait_until_well(&doubt);
    expect_fate(&doubt, count + 1, STORE_DURABLE, "");
    store_close(doubt.store);
    drop_folder(folder);
    order_postgres("postgres", "DROP TABLESPACE small");
    assert_int_equal(umount2(disk, MNT_DETACH), 0);
    (void)rmdir(disk);
}

int main(void)
{
    if (!on_postgres())
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_acknowledged_is_lost_when_the_database_is_killed),
        cmocka_unit_test(a_commit_whose_answer_was_lost_is_durable),
        cmocka_unit_test(a_transaction_that_arrives_late_is_fenced),
        cmocka_unit_test(who_may_not_write_is_told_and_goes_on),
        cmocka_unit_test(a_full_disk_refuses_and_recovers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
