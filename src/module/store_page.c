/* store_page.c: see store_page.h. */
#include "module/store_page.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "module/kept.h"
#include "server/step.h"

const double store_bucket[STORE_BUCKETS] = {0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, INFINITY};

struct memo {
    struct memo *next;
    char *name, *text;
};

struct queue {
    struct store_batch *first, *last;
};

struct store {
    store_page_keep *keep;
    void *keeper;
    struct kept *tables; /* by number, ascending */
    struct memo *memos;
    int damaged_memos;
    int64_t last_number;
    struct queue waiting, ended;
    struct store_batch *under_way; /* handed to the browser */
    struct kept *changed;          /* … its tables, as they will be */
    uint32_t ticket;
    enum store_result health;
    struct paper paper;
    struct store_metrics metrics;
};

static void push(struct queue *queue, struct store_batch *batch)
{
    batch->next = NULL;
    if (queue->last)
        queue->last->next = batch;
    else
        queue->first = batch;
    queue->last = batch;
}

static struct store_batch *take(struct queue *queue)
{
    struct store_batch *batch = queue->first;
    if (batch)
        queue->first = batch->next;
    if (!queue->first)
        queue->last = NULL;
    return batch;
}

/* ---- opening and closing ---- */

struct store *store_open(const struct store_config *config, struct ochre_error *error)
{
    (void)config;
    (void)error;
    return new_memory(sizeof(struct store));
}

bool store_is_shared(const struct store *store)
{
    (void)store;
    return false;
}

int64_t store_server(const struct store *store)
{
    (void)store;
    return 0;
}

int64_t store_time(const struct store *store)
{
    (void)store;
    return 0;
}

void store_page_use(struct store *store, store_page_keep *keep, void *who)
{
    store->keep = keep;
    store->keeper = who;
}

/* Where the table with this number stands, or would stand. */
static struct kept **place_of(struct kept **list, int64_t number)
{
    while (*list && (*list)->number < number)
        list = &(*list)->next;
    return list;
}

static struct kept *find(struct kept *list, int64_t number)
{
    struct kept *kept = *place_of(&list, number);
    return kept && kept->number == number ? kept : NULL;
}

static void insert(struct kept **list, struct kept *kept)
{
    struct kept **place = place_of(list, kept->number);
    kept->next = *place;
    *place = kept;
}

static struct kept *find_or_make(struct store *store, int64_t number)
{
    struct kept *kept = find(store->tables, number);
    if (!kept) {
        kept = kept_new(number);
        insert(&store->tables, kept);
    }
    return kept;
}

static void set_memo(struct store *store, const char *name, const char *text)
{
    struct memo **at = &store->memos;
    while (*at && strcmp((*at)->name, name) < 0)
        at = &(*at)->next;
    struct memo *memo = *at && strcmp((*at)->name, name) == 0 ? *at : NULL;
    if (memo)
        *at = memo->next;
    if (memo) {
        free(memo->name);
        free(memo->text);
        free(memo);
    }
    if (!text)
        return;
    memo = new_memory(sizeof *memo);
    memo->name = copy_text(name);
    memo->text = copy_text(text);
    memo->next = *at;
    *at = memo;
}

/* "12/k5wq…": the number, and what follows it; false: it is none of ours. */
static bool read_number(const char *key, int64_t *number, const char **rest)
{
    char *end;
    *number = strtoll(key, &end, 10);
    *rest = end;
    return end != key && *number > 0 && *number <= (int64_t)1 << 52 && (*end == '\0' || *end == '/');
}

void store_page_fill(struct store *store, const char *key, const char *value)
{
    int64_t number;
    const char *rest;
    if (key[0] == 'o' && key[1] == '/') {
        const char *text = kept_checked(key, value);
        if (text)
            set_memo(store, key + 2, text);
        store->damaged_memos += text == NULL;
    } else if (key[0] && key[1] == '/' && strchr("tnmc", key[0]) && read_number(key + 2, &number, &rest)) {
        kept_read(find_or_make(store, number), key, rest, value);
        store->last_number = number > store->last_number ? number : store->last_number;
    }
}

/* What has no id was never a table of which somebody could speak. */
void store_page_ready(struct store *store)
{
    for (struct kept **at = &store->tables; *at;) {
        struct kept *kept = *at;
        kept_look_over(kept);
        if (kept->row.id[0]) {
            at = &kept->next;
        } else {
            *at = kept->next;
            kept_delete(kept);
        }
    }
}

static void delete_all(struct kept *kept)
{
    while (kept) {
        struct kept *next = kept->next;
        kept_delete(kept);
        kept = next;
    }
}

void store_close(struct store *store)
{
    if (!store)
        return;
    (void)store_deliver(store);
    for (struct store_batch *batch; (batch = take(&store->waiting));)
        store_batch_delete(batch);
    store_batch_delete(store->under_way);
    delete_all(store->tables);
    delete_all(store->changed);
    while (store->memos)
        set_memo(store, store->memos->name, NULL);
    paper_free(&store->paper);
    free(store);
}

int64_t store_next_number(struct store *store)
{
    return ++store->last_number;
}

/* ---- writing ---- */

static const char *words_of(enum store_result result)
{
    static const char *const words[] = {
        [STORE_DURABLE] = "",
        [STORE_FULL] = N_("there is no room left in this browser's storage"),
        [STORE_READONLY] = N_("this browser's storage cannot be written to"),
        [STORE_BROKEN] = N_("this browser's storage reports errors"),
        [STORE_STALE] = N_("the table has changed meanwhile"),
    };
    return words[result];
}

/* The tables of the batch as they will be, in store->changed; false: something does not fit. */
static bool carry_out(struct store *store, const struct store_batch *batch)
{
    for (const struct change *change = batch->first; change; change = change->next) {
        if (change->kind >= PUT_MEMO) /* belongs to no table, or is for others who could write here */
            continue;
        struct kept *copy = find(store->changed, change->number);
        if (!copy) {
            const struct kept *kept = find(store->tables, change->number);
            copy = kept ? kept_copy(kept) : kept_new(change->number);
            insert(&store->changed, copy);
        }
        if (!kept_change(copy, change))
            return false;
    }
    return true;
}

static void write_batch(void *what, struct ochre_text *out)
{
    const struct store *store = what;
    struct json_writer writer = json_write_to(out);
    json_open(&writer, '[');
    for (const struct kept *kept = store->changed; kept; kept = kept->next)
        kept_write(kept, &writer);
    for (const struct change *change = store->under_way->first; change; change = change->next)
        if (change->kind == PUT_MEMO)
            kept_write_memo(change->name, change->text, &writer);
    json_close(&writer, ']');
}

static void end_batch(struct store *store, struct store_batch *batch, enum store_result result)
{
    struct ochre_text why = text_on(batch->why, sizeof batch->why);
    text_add(&why, words_of(result));
    batch->result = result;
    store->metrics.batches++;
    store->metrics.failed += result != STORE_DURABLE;
    push(&store->ended, batch);
}

static void forget_changes(struct store *store)
{
    delete_all(store->changed);
    store->changed = NULL;
}

/* Hands the next batch to the browser. */
static void begin_next(struct store *store)
{
    while (!store->under_way && store->waiting.first) {
        struct store_batch *batch = take(&store->waiting);
        if (!carry_out(store, batch)) {
            forget_changes(store);
            end_batch(store, batch, STORE_STALE);
            continue;
        }
        size_t length;
        store->under_way = batch;
        const char *text = paper_fill(&store->paper, write_batch, store, &length);
        if (!text)
            abort(); /* no memory */
        store->keep(store->keeper, ++store->ticket, text, length);
    }
}

void store_submit(struct store *store, struct store_batch *batch, store_done *done, void *who)
{
    assert(!batch->next);
    batch->done = done;
    batch->who = who;
    store->metrics.queued++;
    push(&store->waiting, batch);
    begin_next(store);
}

/* What has changed takes the place of what was there. */
static void take_over(struct store *store)
{
    while (store->changed) {
        struct kept *kept = store->changed;
        store->changed = kept->next;
        struct kept **place = place_of(&store->tables, kept->number);
        if (*place && (*place)->number == kept->number) {
            struct kept *old = *place;
            *place = old->next;
            kept_delete(old);
        }
        if (kept->is_gone) {
            kept_delete(kept);
            continue;
        }
        kept->is_row_new = kept->is_chat_new = false;
        kept->next = *place;
        *place = kept;
    }
    for (const struct change *change = store->under_way->first; change; change = change->next)
        if (change->kind == PUT_MEMO)
            set_memo(store, change->name, change->text);
}

void store_page_kept(struct store *store, uint32_t ticket, enum store_result result)
{
    struct store_batch *batch = store->under_way;
    if (!batch || ticket != store->ticket)
        return;
    if (result == STORE_DURABLE)
        take_over(store);
    forget_changes(store);
    store->health = result;
    store->metrics.commits += result == STORE_DURABLE;
    store->under_way = NULL;
    end_batch(store, batch, result);
    begin_next(store);
}

bool store_page_has_news(const struct store *store)
{
    return store->ended.first != NULL;
}

void store_page_probe(struct store *store)
{
    if (store->health == STORE_DURABLE || store->under_way || store->waiting.first)
        return;
    struct store_batch *batch = store_batch_new();
    store_put_memo(batch, "probe", "1");
    store_submit(store, batch, NULL, NULL);
}

int store_deliver(struct store *store)
{
    int count = 0;
    for (struct store_batch *batch; (batch = take(&store->ended)); count++) {
        store->metrics.queued--;
        if (batch->done)
            batch->done(batch->who, batch->result, batch->why);
        store_batch_delete(batch);
    }
    return count;
}

enum store_result store_health(struct store *store, char *why, size_t size)
{
    struct ochre_text text = text_on(why, size);
    if (why)
        text_add(&text, words_of(store->health));
    return store->health;
}

/* ---- reading ---- */

static void show_row(const struct kept *kept, store_found *found, void *who, bool *goes_on)
{
    struct stored_table row = kept->row;
    row.pack = NULL;
    if (!kept->has_row) {
        row.status = STORED_ASIDE;
        row.why = kept->damage;
        row.game = row.options = row.pack_id = row.pack_hash = "";
        row.notes = "{}";
    }
    *goes_on = found(who, &row);
}

int store_each(struct store *store, store_found *found, void *who, struct ochre_error *error)
{
    bool goes_on = true;
    (void)error;
    for (const struct kept *kept = store->tables; kept && goes_on; kept = kept->next)
        show_row(kept, found, who, &goes_on);
    return 0;
}

static const struct kept *find_by_id(const struct store *store, const char *id)
{
    const struct kept *kept = store->tables;
    while (kept && strcmp(kept->row.id, id) != 0)
        kept = kept->next;
    return kept;
}

int store_look(struct store *store, const char *id, store_found *found, void *who, struct ochre_error *error)
{
    bool goes_on;
    const struct kept *kept = find_by_id(store, id);
    (void)error;
    if (kept)
        show_row(kept, found, who, &goes_on);
    return kept != NULL;
}

int store_each_memo(struct store *store, store_memo *found, void *who, struct ochre_error *error)
{
    (void)error;
    for (const struct memo *memo = store->memos; memo; memo = memo->next)
        found(who, memo->name, memo->text);
    return store->damaged_memos;
}

static int load(const struct kept *kept, struct stored_play *play, struct ochre_error *error)
{
    if (!kept)
        return 0;
    if (kept->damage[0]) {
        (void)error_set(error, "", "{0}", kept->damage);
        return STORE_DAMAGED;
    }
    *play = (struct stored_play){.move_count = kept->move_count, .chat_count = kept->chat_count};
    copy_table(&play->memory, &kept->row, &play->table);
    play->moves = pool_get(&play->memory, (size_t)(kept->move_count + 1) * sizeof *play->moves);
    for (int i = 0; i < kept->move_count; i++) {
        play->moves[i] = kept->moves[i];
        play->moves[i].text = pool_text(&play->memory, kept->moves[i].text);
    }
    for (int i = 0; i < kept->chat_count; i++) {
        play->chat[i] = kept->chat[i];
        play->chat[i].name = pool_text(&play->memory, kept->chat[i].name);
        play->chat[i].text = pool_text(&play->memory, kept->chat[i].text);
    }
    return 1;
}

int store_load(struct store *store, int64_t number, struct stored_play *play, struct ochre_error *error)
{
    return load(find(store->tables, number), play, error);
}

int store_find(struct store *store, const char *id, struct stored_play *play, struct ochre_error *error)
{
    return load(find_by_id(store, id), play, error);
}

void store_play_free(struct stored_play *play)
{
    pool_free(&play->memory);
}

/* Nobody else makes tables here. */
int store_each_of(struct store *store, const int64_t *numbers, int count, store_found *found, void *who,
                  struct ochre_error *error)
{
    (void)store, (void)numbers, (void)count, (void)found, (void)who, (void)error;
    return 0;
}

int store_load_since(struct store *store, int64_t number, int moves, int lost_asks, struct stored_play *play,
                     struct ochre_error *error)
{
    (void)moves;
    (void)lost_asks;
    return store_load(store, number, play, error);
}

/* Nothing is archived: a page has no files. */
bool store_is_archived(struct store *store, const char *id)
{
    (void)store;
    (void)id;
    return false;
}

char *store_archived(struct store *store, const char *id, size_t *length)
{
    (void)store;
    (void)id;
    *length = 0;
    return NULL;
}

void store_measure(struct store *store, struct store_metrics *metrics)
{
    *metrics = store->metrics;
}

void store_space(const struct store *store, int64_t *free_bytes, int64_t *used_bytes)
{
    (void)store;
    *free_bytes = *used_bytes = -1;
}
