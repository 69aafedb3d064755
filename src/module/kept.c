/* kept.c: see kept.h. */
#include "module/kept.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 200000 };

struct kept *kept_new(int64_t number)
{
    struct kept *kept = new_memory(sizeof *kept);
    kept->number = number;
    kept->first_new = INT_MAX;
    return kept;
}

void kept_delete(struct kept *kept)
{
    if (!kept)
        return;
    pool_free(&kept->pool);
    free(kept);
}

void kept_make_room(struct kept *kept, int count)
{
    if (count <= kept->move_max)
        return;
    int room = kept->move_max ? kept->move_max : 64;
    while (room < count)
        room *= 2;
    struct stored_move *larger = pool_get(&kept->pool, (size_t)room * sizeof *larger);
    if (kept->move_count > 0)
        memcpy(larger, kept->moves, (size_t)kept->move_count * sizeof *larger);
    kept->moves = larger;
    kept->move_max = room;
}

static void copy_chat(struct kept *kept, struct stored_chat *to, const struct stored_chat *line)
{
    *to = *line;
    to->name = pool_text(&kept->pool, line->name);
    to->text = pool_text(&kept->pool, line->text);
}

struct kept *kept_copy(const struct kept *kept)
{
    struct kept *copy = kept_new(kept->number);
    copy->has_row = kept->has_row;
    memcpy(copy->damage, kept->damage, sizeof copy->damage);
    copy_table(&copy->pool, &kept->row, &copy->row);
    kept_make_room(copy, kept->move_count);
    for (int i = 0; i < kept->move_count; i++) {
        copy->moves[i] = kept->moves[i];
        copy->moves[i].text = pool_text(&copy->pool, kept->moves[i].text);
    }
    copy->move_count = copy->count_then = kept->move_count;
    for (int i = 0; i < kept->chat_count; i++)
        copy_chat(copy, &copy->chat[i], &kept->chat[i]);
    copy->chat_count = kept->chat_count;
    copy->said = kept->said;
    return copy;
}

/* ---- changes ---- */

/* The text of a pack that the first put had stays; so do the questions that are lost. */
static bool put_row(struct kept *kept, const struct stored_table *table)
{
    const char *pack = kept->has_row ? kept->row.pack : NULL;
    int lost = kept->has_row ? kept->row.lost_asks : 0;
    copy_table(&kept->pool, table, &kept->row);
    if (!kept->row.pack)
        kept->row.pack = pack;
    kept->row.lost_asks = lost;
    kept->has_row = kept->is_row_new = true;
    return true;
}

static void note_new_moves(struct kept *kept, int first)
{
    if (first < kept->first_new)
        kept->first_new = first;
}

static bool add_moves(struct kept *kept, const struct change *change)
{
    if (!kept->has_row || kept->move_count != change->first - 1 || change->count > MOVES_MAX - kept->move_count)
        return false;
    kept_make_room(kept, kept->move_count + change->count);
    note_new_moves(kept, kept->move_count);
    for (int i = 0; i < change->count; i++) {
        struct stored_move *move = &kept->moves[kept->move_count++];
        *move = change->moves[i];
        move->text = pool_text(&kept->pool, change->moves[i].text);
    }
    return true;
}

/* Every move that goes may have used up a question of every seat, and taking back asks once more. */
static bool cut_moves(struct kept *kept, int count)
{
    if (!kept->has_row || kept->move_count < count)
        return false;
    kept->row.lost_asks += kept->move_count - count + 1;
    kept->move_count = count;
    note_new_moves(kept, count);
    return true;
}

static bool add_chat(struct kept *kept, const struct stored_chat *line)
{
    if (!kept->has_row || line->number != kept->said + 1)
        return false;
    if (kept->chat_count == STORE_CHAT_MAX) {
        kept->chat_count--;
        memmove(kept->chat, kept->chat + 1, (size_t)kept->chat_count * sizeof *kept->chat);
    }
    copy_chat(kept, &kept->chat[kept->chat_count++], line);
    kept->said = line->number;
    kept->is_chat_new = true;
    return true;
}

bool kept_change(struct kept *kept, const struct change *change)
{
    assert(kept->number == change->number);
    switch (change->kind) {
    case PUT_TABLE: return put_row(kept, change->table);
    case ADD_MOVES: return add_moves(kept, change);
    case CUT_MOVES: return cut_moves(kept, change->count);
    case ADD_CHAT: return add_chat(kept, change->chat);
    case DROP_TABLE:
    case NOTE_ARCHIVED: kept->is_gone = true; return true;
    case SET_COUNTS: /* nothing is moved here */
    case BUILD_ON:   /* nobody else writes here */
    case ADD_WORD:
    case TAKE_LEASE:
    case DROP_LEASE:
    case NEED_LEASE: return true;
    case PUT_MEMO: break;
    }
    return false;
}
