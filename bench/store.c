/* store.c: how much does sharing commits bring? One-move-per-commit against group commit, in turns, in the same folder
 * on the same disk, so that the ratio says something about the store and not about the machine's mood. Then how long a
 * server takes to see 10,000 stored tables, and to restore them.
 *
 *     build/bench/bench_store [--folder DIR] [--tables N] [--seconds S] [--rounds N] [--stored N]
 *     build/bench/bench_store --fill DATA [--stored N]      only makes a data folder with N plays of each game */
#define _XOPEN_SOURCE 700 /* nftw */
#include <ftw.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "rules/registry.h"
#include "server/restore.h"

struct wishes {
    const char *folder, *fill;
    int tables, rounds, stored;
    double seconds;
};

static double now_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void die(const char *words)
{
    (void)fprintf(stderr, "bench_store: %s\n", words);
    exit(1);
}

/* ---- a loop ---- */

struct bell {
    pthread_mutex_t mutex;
    pthread_cond_t rung;
    int rings;
};

static void ring(void *who)
{
    struct bell *bell = who;
    (void)pthread_mutex_lock(&bell->mutex);
    bell->rings++;
    (void)pthread_cond_signal(&bell->rung);
    (void)pthread_mutex_unlock(&bell->mutex);
}

static void wait_for_ring(struct bell *bell)
{
    (void)pthread_mutex_lock(&bell->mutex);
    while (bell->rings == 0)
        (void)pthread_cond_wait(&bell->rung, &bell->mutex);
    bell->rings = 0;
    (void)pthread_mutex_unlock(&bell->mutex);
}

/* ---- tables that move as soon as their last move is durable ---- */

struct player {
    int64_t number;
    int count; /* moves that are durable */
    bool is_ready;
};

static void moved(void *who, enum store_result result, const char *why)
{
    struct player *player = who;
    if (result != STORE_DURABLE)
        die(why);
    player->count++;
    player->is_ready = true;
}

static struct player *begin_tables(struct store *store, int count)
{
    struct player *players = calloc((size_t)count, sizeof *players);
    struct store_batch *batch = store_batch_new();
    if (!players)
        die("not enough memory");
    for (int i = 0; i < count; i++) {
        struct stored_table table = {.number = store_next_number(store),
                                     .status = STORED_RUNNING,
                                     .game = "breakthrough",
                                     .rules = 1,
                                     .seat_count = 2};
        (void)snprintf(table.id, sizeof table.id, "bench%lld", (long long)table.number);
        store_put_table(batch, &table);
        players[i] = (struct player){.number = table.number, .is_ready = true};
    }
    store_submit(store, batch, NULL, NULL);
    return players;
}

static void move(struct store *store, struct player *player)
{
    struct store_batch *batch = store_batch_new();
    struct stored_move made = {.seat = player->count % 2, .text = "a2a3", .at = 1731715200000};
    store_add_moves(batch, player->number, player->count + 1, &made, 1);
    player->is_ready = false;
    store_submit(store, batch, moved, player);
}

/* Moves per second when at most `at_once` tables have a move under way. */
static double measure(struct store *store, struct bell *bell, struct player *players, int count, int at_once,
                      double seconds)
{
    double began = now_seconds();
    int made = 0;
    int under_way = 0;
    int turn = 0;
    while (now_seconds() - began < seconds || under_way > 0) {
        for (int tried = 0; tried < count && under_way < at_once && now_seconds() - began < seconds; tried++) {
            struct player *player = &players[turn++ % count];
            if (!player->is_ready)
                continue;
            move(store, player);
            under_way++;
        }
        wait_for_ring(bell);
        int done = store_deliver(store);
        under_way -= done;
        made += done;
    }
    return made / (now_seconds() - began);
}

static struct store *open_store(const char *folder, bool is_fast, struct bell *bell)
{
    struct ochre_error error = {0};
    struct store *store =
        store_open(&(struct store_config){.folder = folder, .is_fast = is_fast, .wake = ring, .waker = bell}, &error);
    if (!store)
        die(error.words);
    return store;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void compare(const struct wishes *wishes, const char *folder)
{
    struct bell bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    struct store *store = open_store(folder, false, &bell);
    struct player *players = begin_tables(store, wishes->tables);
    double *ratio = calloc((size_t)wishes->rounds, sizeof *ratio);
    if (!ratio)
        die("not enough memory");
    while (store_deliver(store) == 0)
        wait_for_ring(&bell);
    for (int round = 0; round < wishes->rounds; round++) {
        double alone = measure(store, &bell, players, wishes->tables, 1, wishes->seconds);
        double grouped = measure(store, &bell, players, wishes->tables, wishes->tables, wishes->seconds);
        ratio[round] = grouped / alone;
        (void)printf("one move a commit %8.0f moves/s   %d tables in groups %8.0f moves/s   ratio %5.1f\n", alone,
                     wishes->tables, grouped, ratio[round]);
        (void)fflush(stdout);
    }
    qsort(ratio, (size_t)wishes->rounds, sizeof *ratio, by_size);
    struct store_metrics metrics;
    store_measure(store, &metrics);
    (void)printf("middle ratio %.1f; %.1f batches a commit\n", ratio[wishes->rounds / 2],
                 (double)metrics.batches / (double)metrics.commits);
    store_close(store);
    store = open_store(folder, true, &bell);
    (void)printf("durability off, %d tables: %.0f moves/s\n", wishes->tables,
                 measure(store, &bell, players, wishes->tables, wishes->tables, wishes->seconds));
    store_close(store);
    free(ratio);
    free(players);
}

/* ---- starting with many tables ---- */

enum { STORED_MOVES = 40 };

/* The moves of one random play, as texts. */
struct script {
    int count;
    struct stored_move moves[STORED_MOVES];
    char text[STORED_MOVES][OCHRE_MOVE_SIZE];
};

static void note_step(void *who, const struct table *table, const struct table_step *step)
{
    struct script *script = who;
    if (script->count == STORED_MOVES)
        return;
    struct ochre_text text = text_on(script->text[script->count], OCHRE_MOVE_SIZE);
    table_step_text(table, step, OCHRE_EVERYBODY, &text);
    script->moves[script->count] = (struct stored_move){.seat = step->seat, .text = script->text[script->count]};
    script->count++;
}

/* Fills the table's row and the script from a play of this game. */
static void play_script(const struct ochre_game *game, struct openings *openings, struct stored_table *stored,
                        struct script *script)
{
    struct ochre_error error = {0};
    struct ochre_rng rng;
    rng_seed(&rng, 1);
    struct opening *opening = openings_get(openings, &(struct opening_request){.game = game}, &error);
    struct table *table = opening ? table_new(opening, 1, NULL, &error) : NULL;
    if (!table)
        die(error.words);
    (void)table_watch(table, note_step, script);
    (void)table_begin(table, NULL, NULL);
    ochre_action *list = calloc(opening->setup.legal_max + 1, sizeof *list);
    while (list && script->count < STORED_MOVES && !table_is_over(table)) {
        int seat = seats_first(table_pending(table));
        int count = table_moves(table, seat, list);
        (void)table_play_action(table, seat, table_ask(table, seat), list[rng_below(&rng, (uint32_t)count)], NULL,
                                NULL);
    }
    free(list);
    stored->game = game->id;
    stored->rules = game->rules_version;
    stored->seat_count = opening->setup.seats;
    stored->options = restore_options(&opening->setup);
    stored->pack_id = "built-in";
    stored->pack_hash = strdup(opening->pack.pack.hash);
    memcpy(stored->seed, table_fair(table)->seed, FAIR_SIZE);
    table_delete(table);
}

struct found {
    int count;
    int64_t *numbers;
};

static bool note_number(void *who, const struct stored_table *table)
{
    struct found *found = who;
    found->numbers[found->count++] = table->number;
    return true;
}

static void fill_folder(const struct ochre_game *game, const char *folder, int count)
{
    struct bell bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    struct store *store = open_store(folder, true, &bell);
    struct openings *openings = openings_new();
    struct script script = {0};
    struct stored_table table = {.status = STORED_RUNNING, .fair_version = FAIR_VERSION};
    play_script(game, openings, &table, &script);
    struct store_batch *batch = store_batch_new();
    for (int i = 0; i < count; i++) {
        table.number = store_next_number(store);
        (void)snprintf(table.id, sizeof table.id, "%.12s%d", game->id, i);
        for (int seat = 0; seat < table.seat_count; seat++) {
            table.seat[seat] = (struct stored_seat){.kind = STORED_PERSON, .has_key = true, .name = "Ama"};
            memcpy(table.seat[seat].key, &table.number, sizeof table.number);
            table.seat[seat].key[STORE_KEY_SIZE - 1] = (unsigned char)seat;
        }
        store_put_table(batch, &table);
        store_add_moves(batch, table.number, 1, script.moves, script.count);
    }
    store_submit(store, batch, NULL, NULL);
    openings_delete(openings);
    free((char *)table.options);
    free((char *)table.pack_hash);
    store_close(store);
}

static void start_with(const struct ochre_game *game, const char *folder, int count)
{
    fill_folder(game, folder, count);
    struct bell bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    struct ochre_error error = {0};
    struct found found = {.numbers = calloc((size_t)count, sizeof *found.numbers)};
    if (!found.numbers)
        die("not enough memory");
    double began = now_seconds();
    struct store *store = open_store(folder, false, &bell);
    if (store_each(store, note_number, &found, &error) < 0)
        die(error.words);
    double listed = now_seconds();
    struct openings *openings = openings_new();
    int restored = 0;
    for (int i = 0; i < found.count; i++) {
        struct stored_play play;
        if (store_load(store, found.numbers[i], &play, &error) <= 0)
            die(error.words);
        struct table *table = restore_table(openings, &play, &error);
        restored += table != NULL;
        table_delete(table);
        store_play_free(&play);
    }
    (void)printf("%-13s %d tables of %d moves: seen in %.2f s, all replayed in %.2f s more\n", game->id, restored,
                 STORED_MOVES, listed - began, now_seconds() - listed);
    (void)fflush(stdout);
    openings_delete(openings);
    store_close(store);
    free(found.numbers);
}

/* ---- folders and arguments ---- */

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about;
    (void)kind;
    (void)where;
    return remove(path);
}

/* A new folder below the one asked for; it goes in the end. */
static char *new_folder(const char *below)
{
    char *folder = malloc(strlen(below) + sizeof "/bench-XXXXXX");
    if (!folder)
        die("not enough memory");
    (void)sprintf(folder, "%s/bench-XXXXXX", below);
    if (!mkdtemp(folder))
        die("a folder cannot be made there");
    return folder;
}

static void drop_folder(char *folder)
{
    (void)nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    free(folder);
}

static void read_wishes(struct wishes *wishes, int argc, char **argv)
{
    for (int i = 1; i < argc; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(argv[i], "--folder") && value[0])
            wishes->folder = value;
        else if (!strcmp(argv[i], "--fill") && value[0])
            wishes->fill = value;
        else if (!strcmp(argv[i], "--tables") && atoi(value) > 0)
            wishes->tables = atoi(value);
        else if (!strcmp(argv[i], "--rounds") && atoi(value) > 0)
            wishes->rounds = atoi(value);
        else if (!strcmp(argv[i], "--stored") && atoi(value) > 0)
            wishes->stored = atoi(value);
        else if (!strcmp(argv[i], "--seconds") && atof(value) > 0)
            wishes->seconds = atof(value);
        else
            die("see the head of bench/store.c for the options");
    }
}

int main(int argc, char **argv)
{
    struct wishes wishes = {.folder = ".", .tables = 100, .rounds = 5, .stored = 10000, .seconds = 1};
    read_wishes(&wishes, argc, argv);
    if (wishes.fill) {
        for (int i = 0; ochre_games[i]; i++)
            if (!ochre_games[i]->is_internal)
                fill_folder(ochre_games[i], wishes.fill, wishes.stored);
        return 0;
    }
    char *folder = new_folder(wishes.folder);
    compare(&wishes, folder);
    drop_folder(folder);
    for (int i = 0; ochre_games[i]; i++)
        if (!ochre_games[i]->is_internal) {
            folder = new_folder(wishes.folder);
            start_with(ochre_games[i], folder, wishes.stored);
            drop_folder(folder);
        }
    return 0;
}
