/* notify.c: what a commit costs PostgreSQL, and what it costs to tell others of it. Knows no table of Ochre: rows of
 * the size of a move, in transactions like those of a server. bench/scale starts a database for it; by hand:
 *
 *     notify 'host=/run/postgresql dbname=scratch' notify 4 16 8 3
 *
 * four writers, each with one transaction of 8 rows after the other, 16 listeners, 3 seconds. Modes: `plain` (nobody is
 * told), `notify` (one NOTIFY a transaction), `read` (no transaction: what follows a move is fetched, as a server does
 * that was told). Prints one line of JSON. */
#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WRITERS_MAX = 64, LISTENERS_MAX = 512, TIMES_MAX = 1 << 20 };

enum mode { PLAIN, NOTIFY, READ, AGAIN };

struct times {
    float *at;
    int count;
};

static struct {
    const char *place;
    enum mode mode;
    int writers, listeners, rows;
    double seconds;
    atomic_bool is_listening, is_over;
    atomic_long heard;
} call;

struct writer {
    pthread_t thread;
    int number;
    long commits;
    struct times took; /* seconds of each transaction */
};

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

static void times_add(struct times *times, double seconds)
{
    if (!times->at && !(times->at = calloc(TIMES_MAX, sizeof *times->at)))
        exit(1);
    if (times->count < TIMES_MAX)
        times->at[times->count++] = (float)seconds;
}

static int by_time(const void *a, const void *b)
{
    float left = *(const float *)a, right = *(const float *)b;
    return (left > right) - (left < right);
}

/* Milliseconds below which this share lies. */
static double times_at(struct times *times, double share)
{
    if (times->count == 0)
        return 0;
    qsort(times->at, (size_t)times->count, sizeof *times->at, by_time);
    return 1000.0 * (double)times->at[(int)(share * (times->count - 1))];
}

static void fail(PGconn *link)
{
    fprintf(stderr, "notify: %s", PQerrorMessage(link));
    exit(1);
}

static PGconn *connect_to(const char *place)
{
    PGconn *link = PQconnectdb(place);
    if (PQstatus(link) != CONNECTION_OK)
        fail(link);
    return link;
}

static void run_text(PGconn *link, const char *text)
{
    PGresult *result = PQexec(link, text);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail(link);
    PQclear(result);
}

/* One transaction in one message, as long as it is: how many rows, and who is told. */
static void write_text(char *text, size_t size, const struct writer *writer, long from)
{
    int length =
        snprintf(text, size,
                 "BEGIN; INSERT INTO moves SELECT %d, n, 'p1 a2a3', repeat('x', 24) FROM generate_series(%ld, %ld) n;",
                 writer->number, from, from + call.rows - 1);
    if (call.mode == NOTIFY)
        length += snprintf(text + length, size - (size_t)length, "NOTIFY moves, '%.6f %d';", now(), writer->number);
    snprintf(text + length, size - (size_t)length, "COMMIT");
}

/* What came after a move of some table, by a statement that the database has prepared. */
static void fetch(PGconn *link, const struct writer *writer, long from)
{
    char number[16], after[16], most[16];
    const char *const values[] = {number, after, most};
    snprintf(number, sizeof number, "%d", writer->number);
    snprintf(after, sizeof after, "%ld", from % 1000);
    snprintf(most, sizeof most, "%d", call.rows);
    PGresult *result = PQexecPrepared(link, "fetch", 3, values, NULL, NULL, 0);
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        fail(link);
    PQclear(result);
}

static void *write_on(void *who)
{
    struct writer *writer = who;
    PGconn *link = connect_to(call.place);
    char text[512];
    if (call.mode >= READ)
        PQclear(PQprepare(link, "fetch",
                          "SELECT n, move, proof FROM moves WHERE number = $1 AND n > $2 ORDER BY n LIMIT $3", 0,
                          NULL));
    for (long from = 1; !call.is_over; from += call.rows) {
        double began = now();
        if (call.mode >= READ) {
            fetch(link, writer, from);
        } else {
            write_text(text, sizeof text, writer, from);
            run_text(link, text);
        }
        times_add(&writer->took, now() - began);
        writer->commits++;
    }
    PQfinish(link);
    return NULL;
}

/* All listeners in one thread: what they cost the database is asked, not what they cost us. */
static void *listen_on(void *who)
{
    struct times *late = who;
    static PGconn *links[LISTENERS_MAX];
    static struct pollfd polled[LISTENERS_MAX];
    for (int i = 0; i < call.listeners; i++) {
        links[i] = connect_to(call.place);
        run_text(links[i], "LISTEN moves");
        polled[i] = (struct pollfd){.fd = PQsocket(links[i]), .events = POLLIN};
    }
    call.is_listening = true;
    while (!call.is_over) {
        if (poll(polled, (nfds_t)call.listeners, 50) <= 0)
            continue;
        for (int i = 0; i < call.listeners; i++) {
            if (!polled[i].revents || !PQconsumeInput(links[i]))
                continue;
            for (PGnotify *told; (told = PQnotifies(links[i])); PQfreemem(told)) {
                times_add(late, now() - strtod(told->extra, NULL));
                atomic_fetch_add(&call.heard, 1);
            }
        }
    }
    for (int i = 0; i < call.listeners; i++)
        PQfinish(links[i]);
    return NULL;
}

static bool read_call(int argc, char **argv)
{
    static const char *const modes[] = {"plain", "notify", "read", "again"};
    if (argc != 7)
        return false;
    call.place = argv[1];
    for (call.mode = PLAIN; call.mode <= AGAIN && strcmp(argv[2], modes[call.mode]) != 0;)
        call.mode++;
    call.writers = atoi(argv[3]);
    call.listeners = atoi(argv[4]);
    call.rows = atoi(argv[5]);
    call.seconds = atof(argv[6]);
    return call.mode <= AGAIN && call.writers >= 1 && call.writers <= WRITERS_MAX && call.listeners >= 0 &&
           call.listeners <= LISTENERS_MAX && call.rows >= 1 && call.seconds > 0;
}

static void make_table(void)
{
    PGconn *link = connect_to(call.place);
    run_text(link, "SET client_min_messages = warning; DROP TABLE IF EXISTS moves;"
                   "CREATE TABLE moves (number bigint, n bigint, move text, proof text, PRIMARY KEY (number, n))");
    if (call.mode == READ)
        run_text(link, "INSERT INTO moves SELECT t, n, 'p1 a2a3', repeat('x', 24)"
                       "FROM generate_series(0, 63) t, generate_series(1, 1010) n");
    PQfinish(link);
}

int main(int argc, char **argv)
{
    static struct writer writers[WRITERS_MAX];
    struct times all = {0}, late = {0};
    pthread_t listener;
    if (!read_call(argc, argv)) {
        fprintf(stderr, "usage: notify PLACE plain|notify|read|again WRITERS LISTENERS ROWS SECONDS\n");
        return 2;
    }
    if (call.mode != AGAIN)
        make_table();
    pthread_create(&listener, NULL, listen_on, &late);
    for (struct timespec pause = {.tv_nsec = 10000000}; !call.is_listening;)
        nanosleep(&pause, NULL);
    double began = now();
    for (int i = 0; i < call.writers; i++) {
        writers[i].number = i;
        pthread_create(&writers[i].thread, NULL, write_on, &writers[i]);
    }
    struct timespec length = {.tv_sec = (time_t)call.seconds,
                              .tv_nsec = (long)((call.seconds - (double)(time_t)call.seconds) * 1e9)};
    nanosleep(&length, NULL);
    double took = now() - began;
    call.is_over = true;
    pthread_join(listener, NULL);
    long commits = 0;
    for (int i = 0; i < call.writers; i++) {
        pthread_join(writers[i].thread, NULL);
        commits += writers[i].commits;
        for (int n = 0; n < writers[i].took.count; n++)
            times_add(&all, (double)writers[i].took.at[n]);
        free(writers[i].took.at);
    }
    printf("{\"commits_per_s\":%.0f,\"p10_ms\":%.3f,\"p50_ms\":%.3f,\"p99_ms\":%.3f,\"heard\":%ld,\"heard_p50_ms\":%."
           "3f,\"heard_p99_"
           "ms\":%.3f}\n",
           (double)commits / took, times_at(&all, 0.1), times_at(&all, 0.5), times_at(&all, 0.99),
           atomic_load(&call.heard), times_at(&late, 0.5), times_at(&late, 0.99));
    free(all.at);
    free(late.at);
    return 0;
}
