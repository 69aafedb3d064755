/* store_move.c: see store_move.h. Copies by batches, as a server would write them; compares by reading both. */
#include "server/store_move.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "server/restore.h"
#include "server/store_engine.h"
#include "table/file.h"

enum { AT_ONCE = 100 };

struct moving {
    struct store *from, *to;
    const char *folder; /* where it is made, of a copy in a folder; NULL: in a database */
    int64_t *numbers;
    int count, room;
    int under_way;
    char failed[160]; /* the first reason; "": none */
    struct store_moved *moved;
    store_progress *progress;
    void *who;
    struct openings *openings;
    struct store_batch *batch; /* of what is gathered by a reader */
    struct ochre_error *error;
};

/* ---- batches ---- */

static void note_done(void *who, enum store_result result, const char *why)
{
    struct moving *moving = who;
    moving->under_way--;
    if (result != STORE_DURABLE && !moving->failed[0])
        (void)snprintf(moving->failed, sizeof moving->failed, "%s", why);
}

static void submit(struct moving *moving, struct store_batch *batch)
{
    moving->under_way++;
    store_submit(moving->to, batch, note_done, moving);
}

/* Until at most `most` are under way. */
static int wait_until(struct moving *moving, int most)
{
    while (moving->under_way > most)
        if (store_deliver(moving->to) == 0)
            (void)nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    return moving->failed[0] ? error_set(moving->error, "", "it cannot be written: {0}", moving->failed) : 0;
}

static void tell(struct moving *moving)
{
    if (moving->progress)
        moving->progress(moving->who, moving->moved);
}

/* ---- tables ---- */

static bool note_number(void *who, const struct stored_table *table)
{
    struct moving *moving = who;
    if (moving->count == moving->room) {
        moving->room = moving->room ? 2 * moving->room : 1024;
        int64_t *larger = realloc(moving->numbers, (size_t)moving->room * sizeof *larger);
        if (!larger)
            abort(); /* no memory */
        moving->numbers = larger;
    }
    moving->numbers[moving->count++] = table->number;
    return true;
}

static int load(struct store *store, int64_t number, struct stored_play *play, struct ochre_error *error)
{
    struct ochre_error inner = {0};
    int found = store_load(store, number, play, &inner);
    if (found == 1)
        return 0;
    return error_set(error, "", "table number {0}: {1}", NUM(number), found == 0 ? "it is gone" : inner.words);
}

static int copy_play(struct moving *moving, int64_t number)
{
    struct stored_play play;
    if (load(moving->from, number, &play, moving->error) < 0)
        return -1;
    struct store_batch *batch = store_batch_new();
    store_put_table(batch, &play.table);
    store_add_moves(batch, number, 1, play.moves, play.move_count);
    store_set_counts(batch, number, play.table.lost_asks, play.chat_count > 0 ? play.chat[0].number - 1 : 0);
    for (int i = 0; i < play.chat_count; i++)
        store_add_chat(batch, number, &play.chat[i]);
    submit(moving, batch);
    moving->moved->moves += play.move_count;
    store_play_free(&play);
    return wait_until(moving, AT_ONCE);
}

static int copy_tables(struct moving *moving)
{
    moving->moved->total = moving->count;
    for (int i = 0; i < moving->count; i++) {
        if (copy_play(moving, moving->numbers[i]) < 0)
            return -1;
        moving->moved->tables++;
        tell(moving);
    }
    return wait_until(moving, 0);
}

/* ---- memos and what was archived ---- */

static void copy_memo(void *who, const char *name, const char *text)
{
    struct moving *moving = who;
    store_put_memo(moving->batch, name, text);
    moving->moved->memos++;
}

static int copy_memos(struct moving *moving)
{
    moving->batch = store_batch_new();
    int lost = store_each_memo(moving->from, copy_memo, moving, moving->error);
    if (lost > 0)
        (void)error_set(moving->error, "", "some notes of the host (who is shut out, what is announced) are damaged");
    if (lost != 0) {
        store_batch_delete(moving->batch);
        return -1;
    }
    submit(moving, moving->batch);
    return wait_until(moving, 0);
}

/* A file below the new folder's archive/. */
static int save_log(struct moving *moving, const char *name, const char *log, size_t length)
{
    char *path = folder_path(moving->folder, "archive");
    (void)mkdir(path, 0700);
    char *below = folder_path(path, name);
    char *slash = strrchr(below, '/');
    *slash = '\0';
    (void)mkdir(below, 0700);
    *slash = '/';
    int result = file_save(below, log, length, moving->error);
    free(below);
    free(path);
    return result;
}

static bool copy_archived(void *who, const char *id, const char *path)
{
    struct moving *moving = who;
    size_t length = 0;
    char *log = store_archived(moving->from, id, &length);
    if (log && moving->folder && save_log(moving, path, log, length) < 0) {
        (void)snprintf(moving->failed, sizeof moving->failed, "%.150s", moving->error->words);
        free(log);
        return false;
    }
    struct store_batch *batch = store_batch_new();
    store_note_archived(batch, 0, id, path, log);
    submit(moving, batch);
    free(log);
    moving->moved->archived++;
    return wait_until(moving, AT_ONCE) == 0;
}

/* ---- is everything there? ---- */

static bool is_same_chat(const struct stored_chat *a, const struct stored_chat *b)
{
    return sum_of_chat(0, a) == sum_of_chat(0, b);
}

static bool is_same(const struct stored_play *a, const struct stored_play *b)
{
    const char *pack[] = {a->table.pack ? a->table.pack : "", b->table.pack ? b->table.pack : ""};
    if (sum_of_table(&a->table) != sum_of_table(&b->table) || strcmp(pack[0], pack[1]) != 0 ||
        a->table.lost_asks != b->table.lost_asks || a->move_count != b->move_count || a->chat_count != b->chat_count)
        return false;
    for (int i = 0; i < a->move_count; i++)
        if (a->moves[i].seat != b->moves[i].seat || a->moves[i].at != b->moves[i].at ||
            strcmp(a->moves[i].text, b->moves[i].text) != 0)
            return false;
    for (int i = 0; i < a->chat_count; i++)
        if (!is_same_chat(&a->chat[i], &b->chat[i]))
            return false;
    return true;
}

static bool can_be_replayed(struct moving *moving, const struct stored_play *play)
{
    struct ochre_error why = {0};
    struct table *table = restore_table(moving->openings, play, &why);
    table_delete(table);
    return table != NULL;
}

/* What could not be replayed before (it was set aside, or will be) is moved as it is, and counted. */
static int replay(struct moving *moving, const struct stored_play *before, const struct stored_play *after)
{
    if (after->table.status != STORED_ASIDE && can_be_replayed(moving, after))
        return 0;
    if (before->table.status != STORED_ASIDE && can_be_replayed(moving, before))
        return error_set(moving->error, "", "table {0} cannot be replayed in the copy", before->table.id);
    moving->moved->aside++;
    return 0;
}

static int check_play(struct moving *moving, int64_t number)
{
    struct stored_play before;
    struct stored_play after;
    if (load(moving->from, number, &before, moving->error) < 0)
        return -1;
    int result = load(moving->to, number, &after, moving->error);
    if (result == 0) {
        if (!is_same(&before, &after))
            result = error_set(moving->error, "", "table {0} is not the same in the copy", before.table.id);
        else
            result = replay(moving, &before, &after);
        store_play_free(&after);
    }
    store_play_free(&before);
    return result;
}

static bool count_row(void *who, const struct stored_table *table)
{
    (void)table;
    ++*(int *)who;
    return true;
}

static int check(struct moving *moving)
{
    int found = 0;
    moving->moved->is_checking = true;
    moving->moved->tables = 0;
    if (store_each(moving->to, count_row, &found, moving->error) < 0)
        return -1;
    if (found != moving->count)
        return error_set(moving->error, "", "the copy has {0} tables and not {1}", NUM(found), NUM(moving->count));
    for (int i = 0; i < moving->count; i++) {
        if (check_play(moving, moving->numbers[i]) < 0)
            return -1;
        moving->moved->tables++;
        tell(moving);
    }
    return 0;
}

/* ---- both places ---- */

/* Opened as a server would, so that none is there beside us. */
static struct store *open_alone(const char *place, bool is_moving, struct ochre_error *error)
{
    struct store *store = store_open(&(struct store_config){.place = place, .is_moving = is_moving}, error);
    if (!store)
        return NULL;
    struct store_metrics metrics;
    store_measure(store, &metrics);
    if (metrics.servers <= 1)
        return store;
    char name[STORE_PLACE_SIZE];
    store_place_name(place, name, sizeof name);
    (void)error_set(error, "", "{0}: {1} other servers are using it; stop them first", name, NUM(metrics.servers - 1));
    store_close(store);
    return NULL;
}

static int copy_all(struct moving *moving)
{
    struct store_engine const *from = moving->from->engine;
    if (store_each(moving->from, note_number, moving, moving->error) < 0 || copy_tables(moving) < 0 ||
        copy_memos(moving) < 0 || from->each_archived(moving->from, copy_archived, moving, moving->error) < 0 ||
        wait_until(moving, 0) < 0)
        return -1;
    return check(moving);
}

static int copy_between(struct moving *moving)
{
    const struct store_engine *to = moving->to->engine;
    moving->openings = openings_new();
    struct ochre_error inner = {0};
    char name[STORE_PLACE_SIZE];
    int result = to->begin_move ? to->begin_move(moving->to, &inner) : 0;
    if (result < 0) {
        store_place_name(moving->to->config.place, name, sizeof name);
        (void)error_set(moving->error, "", "{0}: {1}", name, inner.words);
    } else {
        result = copy_all(moving);
        while (moving->under_way > 0)
            (void)wait_until(moving, 0);
        if (to->end_move && to->end_move(moving->to, result == 0, result == 0 ? moving->error : NULL) < 0)
            result = -1;
    }
    openings_delete(moving->openings);
    free(moving->numbers);
    return result;
}

/* ---- a copy in a folder is made beside its place, and gets its name in the end ---- */

static int is_free(const char *folder, struct ochre_error *error)
{
    struct stat about;
    if (stat(folder, &about) < 0 || rmdir(folder) == 0) /* one that is empty may go */
        return 0;
    return error_set(error, "", "{0}: there is something already; name a new folder", folder);
}

static void remove_folder(const char *folder)
{
    static const char *const files[] = {"ochre.db", "ochre.db-wal", "ochre.db-shm", "ochre.lock"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char *path = folder_path(folder, files[i]);
        (void)unlink(path);
        free(path);
    }
    (void)rmdir(folder); /* logs of archived plays stay, when there are some: nothing reads them there */
}

static int finish_folder(const char *scratch, const char *folder, int result, struct ochre_error *error)
{
    if (result == 0 && rename(scratch, folder) < 0)
        result = error_set(error, "", "{0}: {1}", folder, strerror(errno));
    if (result < 0)
        remove_folder(scratch);
    return result;
}

int store_move(const char *from, const char *to, struct store_moved *moved, store_progress *progress, void *who,
               struct ochre_error *error)
{
    struct moving moving = {.moved = moved, .progress = progress, .who = who, .error = error};
    char scratch[4096];
    bool is_folder = !store_is_address(to);
    *moved = (struct store_moved){0};
    (void)snprintf(scratch, sizeof scratch, "%s.moving", to);
    if (is_folder && is_free(to, error) < 0)
        return -1;
    struct stat about;
    if (!store_is_address(from) && stat(from, &about) < 0)
        return error_set(error, "", "{0}: {1}", from, strerror(errno));
    moving.from = open_alone(from, false, error);
    if (!moving.from)
        return -1;
    if (is_folder)
        remove_folder(scratch); /* of one that was killed */
    moving.folder = is_folder ? scratch : NULL;
    moving.to = open_alone(is_folder ? scratch : to, true, error);
    int result = moving.to ? copy_between(&moving) : -1;
    store_close(moving.to);
    store_close(moving.from);
    return is_folder ? finish_folder(scratch, to, result, error) : result;
}
