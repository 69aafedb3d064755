/* store_batch.c: what the loop wants changed, copied so that another thread can have it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/store_batch.h"

struct store_batch *store_batch_new(void)
{
    struct store_batch *batch = must_alloc(sizeof *batch);
    *batch = (struct store_batch){0};
    return batch;
}

void store_batch_delete(struct store_batch *batch)
{
    if (!batch)
        return;
    pool_free(&batch->pool);
    free(batch);
}

bool store_batch_is_empty(const struct store_batch *batch)
{
    return !batch->first;
}

static struct change *add(struct store_batch *batch, enum change_kind kind, int64_t number)
{
    struct change *change = pool_get(&batch->pool, sizeof *change);
    change->kind = kind;
    change->number = number;
    if (batch->last)
        batch->last->next = change;
    else
        batch->first = change;
    batch->last = change;
    return change;
}

/* A copy of a text that has one in every row. */
static const char *text_or(struct pool *pool, const char *text, const char *otherwise)
{
    return text ? pool_text(pool, text) : otherwise;
}

void copy_table(struct pool *pool, const struct stored_table *table, struct stored_table *copy)
{
    *copy = *table;
    copy->why = text_or(pool, table->why, "");
    copy->game = text_or(pool, table->game, "");
    copy->options = text_or(pool, table->options, "");
    copy->pack_id = text_or(pool, table->pack_id, "");
    copy->pack_hash = text_or(pool, table->pack_hash, "");
    copy->pack = pool_text(pool, table->pack);
    copy->position = pool_text(pool, table->position);
    copy->notes = text_or(pool, table->notes, "{}");
}

void store_put_table(struct store_batch *batch, const struct stored_table *table)
{
    assert(table->number > 0 && table->id[0] && table->seat_count <= OCHRE_SEATS_MAX);
    struct stored_table *copy = pool_get(&batch->pool, sizeof *copy);
    copy_table(&batch->pool, table, copy);
    add(batch, PUT_TABLE, table->number)->table = copy;
}

void store_add_moves(struct store_batch *batch, int64_t number, int first, const struct stored_move *moves, int count)
{
    if (count <= 0)
        return;
    assert(first > 0);
    struct stored_move *copy = pool_get(&batch->pool, (size_t)count * sizeof *copy);
    for (int i = 0; i < count; i++) {
        copy[i] = moves[i];
        copy[i].text = text_or(&batch->pool, moves[i].text, "");
    }
    struct change *change = add(batch, ADD_MOVES, number);
    change->first = first;
    change->count = count;
    change->moves = copy;
}

void store_cut_moves(struct store_batch *batch, int64_t number, int count)
{
    assert(count >= 0);
    add(batch, CUT_MOVES, number)->count = count;
}

void store_add_chat(struct store_batch *batch, int64_t number, const struct stored_chat *chat)
{
    assert(chat->number > 0);
    struct stored_chat *copy = pool_get(&batch->pool, sizeof *copy);
    *copy = *chat;
    copy->name = text_or(&batch->pool, chat->name, "");
    copy->text = text_or(&batch->pool, chat->text, "");
    add(batch, ADD_CHAT, number)->chat = copy;
}

void store_drop_table(struct store_batch *batch, int64_t number)
{
    (void)add(batch, DROP_TABLE, number);
}

void store_put_memo(struct store_batch *batch, const char *name, const char *text)
{
    struct change *change = add(batch, PUT_MEMO, 0);
    change->name = pool_text(&batch->pool, name);
    change->text = pool_text(&batch->pool, text);
}

void store_set_counts(struct store_batch *batch, int64_t number, int lost_asks, int said)
{
    struct change *change = add(batch, SET_COUNTS, number);
    change->first = lost_asks;
    change->count = said;
}

void store_build_on(struct store_batch *batch, int64_t number, int64_t before, int64_t after)
{
    struct change *change = add(batch, BUILD_ON, number);
    change->before = before;
    change->after = after;
}

void store_add_word(struct store_batch *batch, int64_t number, const char *text)
{
    assert(strlen(text) < STORE_WORD_SIZE);
    add(batch, ADD_WORD, number)->text = pool_text(&batch->pool, text);
}

void store_take_lease(struct store_batch *batch, int64_t number)
{
    (void)add(batch, TAKE_LEASE, number);
}

void store_drop_lease(struct store_batch *batch, int64_t number)
{
    (void)add(batch, DROP_LEASE, number);
}

void store_need_lease(struct store_batch *batch, int64_t number)
{
    (void)add(batch, NEED_LEASE, number);
}

void store_note_archived(struct store_batch *batch, int64_t number, const char *id, const char *path, const char *log)
{
    struct change *change = add(batch, NOTE_ARCHIVED, number);
    change->text = pool_text(&batch->pool, log);
    change->id = pool_text(&batch->pool, id);
    change->path = pool_text(&batch->pool, path);
}
