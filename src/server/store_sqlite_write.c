/* store_sqlite_write.c: batches become rows, in one transaction. */
#include <limits.h>
#include <string.h>

#include "server/store_sqlite.h"

/* Beside the codes of SQLite: a change does not fit what is stored; a group must be tried without one of its batches.
 */
enum { DOES_NOT_FIT = SQLITE_CONSTRAINT, TRY_AGAIN = -1 };

static void bind_text(sqlite3_stmt *statement, int place, const char *text)
{
    (void)sqlite3_bind_text(statement, place, text, -1, SQLITE_STATIC);
}

static void bind_bytes(sqlite3_stmt *statement, int place, const void *bytes, int count)
{
    if (count > 0)
        (void)sqlite3_bind_blob(statement, place, bytes, count, SQLITE_STATIC);
}

/* Binds numbers, as many as the statement has places for, and runs. */
static int run_three(struct db *db, enum statement which, int64_t a, int64_t b, int64_t c)
{
    const int64_t numbers[] = {a, b, c};
    sqlite3_stmt *statement = db_statement(db, which);
    if (!statement)
        return sqlite3_extended_errcode(db->sqlite);
    for (int i = 0; i < 3 && i < sqlite3_bind_parameter_count(statement); i++)
        (void)sqlite3_bind_int64(statement, i + 1, numbers[i]);
    return db_run(statement);
}

static int run_numbers(struct db *db, enum statement which, int64_t a, int64_t b)
{
    return run_three(db, which, a, b, 0);
}

static int run_texts(struct db *db, enum statement which, const char *a, const char *b)
{
    sqlite3_stmt *statement = db_statement(db, which);
    if (!statement)
        return sqlite3_extended_errcode(db->sqlite);
    bind_text(statement, 1, a);
    bind_text(statement, 2, b);
    return db_run(statement);
}

/* The first number of the first row; 0 when there is none. */
static int ask(struct db *db, enum statement which, int64_t number, int64_t *answer)
{
    sqlite3_stmt *statement = db_statement(db, which);
    *answer = 0;
    if (!statement)
        return sqlite3_extended_errcode(db->sqlite);
    (void)sqlite3_bind_int64(statement, 1, number);
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *answer = sqlite3_column_int64(statement, 0);
    db_done(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

static int needs_table(struct db *db, int64_t number)
{
    int64_t is_there;
    int code = ask(db, SQL_HAS_TABLE, number, &is_there);
    return code == SQLITE_OK && !is_there ? DOES_NOT_FIT : code;
}

/* ---- the last move of a table ---- */

static struct last_move *last_move_place(struct db *db, int64_t number)
{
    return &db->last_move[(uint64_t)number % LAST_MOVES];
}

static void know_last_move(struct db *db, int64_t number, int64_t n)
{
    *last_move_place(db, number) = (struct last_move){number, n};
}

static void forget_last_move(struct db *db, int64_t number)
{
    struct last_move *place = last_move_place(db, number);
    if (place->number == number)
        *place = (struct last_move){0};
}

static int find_last_move(struct db *db, int64_t number, int64_t *n)
{
    const struct last_move *place = last_move_place(db, number);
    if (place->number != number)
        return ask(db, SQL_LAST_MOVE, number, n);
    *n = place->n;
    return SQLITE_OK;
}

/* ---- changes ---- */

static int put_seat(struct db *db, int64_t number, int place, const struct stored_seat *seat)
{
    sqlite3_stmt *statement = db_statement(db, SQL_PUT_SEAT);
    if (!statement)
        return sqlite3_extended_errcode(db->sqlite);
    (void)sqlite3_bind_int64(statement, 1, number);
    (void)sqlite3_bind_int(statement, 2, place);
    (void)sqlite3_bind_int(statement, 3, (int)seat->kind);
    bind_text(statement, 4, seat->name);
    bind_text(statement, 5, seat->bot);
    bind_bytes(statement, 6, seat->key, seat->has_key ? STORE_KEY_SIZE : 0);
    bind_bytes(statement, 7, seat->chance.share, seat->chance.share_size);
    bind_bytes(statement, 8, seat->chance.pledge, seat->chance.has_pledge ? FAIR_SIZE : 0);
    return db_run(statement);
}

static int put_row(struct db *db, const struct stored_table *table)
{
    sqlite3_stmt *statement = db_statement(db, SQL_PUT_TABLE);
    if (!statement)
        return sqlite3_extended_errcode(db->sqlite);
    (void)sqlite3_bind_int64(statement, 1, table->number);
    bind_text(statement, 2, table->id);
    (void)sqlite3_bind_int(statement, 3, (int)table->status);
    bind_text(statement, 4, table->why);
    bind_text(statement, 5, table->game);
    (void)sqlite3_bind_int(statement, 6, table->rules);
    (void)sqlite3_bind_int(statement, 7, table->seat_count);
    bind_text(statement, 8, table->options);
    bind_text(statement, 9, table->pack_id);
    bind_text(statement, 10, table->pack_hash);
    (void)sqlite3_bind_int(statement, 11, table->pack != NULL);
    bind_text(statement, 12, table->position);
    bind_bytes(statement, 13, table->seed, sizeof table->seed);
    bind_text(statement, 14, table->notes);
    (void)sqlite3_bind_int64(statement, 15, table->made);
    (void)sqlite3_bind_int64(statement, 16, table->ended);
    (void)sqlite3_bind_int64(statement, 17, sum_of_table(table));
    (void)sqlite3_bind_int(statement, 18, table->fair_version);
    return db_run(statement);
}

/* A table that was not there has no moves yet. */
static int note_new_table(struct db *db, int64_t number)
{
    int64_t is_there;
    int code = ask(db, SQL_HAS_TABLE, number, &is_there);
    if (code == SQLITE_OK && !is_there)
        know_last_move(db, number, 0);
    return code;
}

static int put_table(struct db *db, const struct stored_table *table)
{
    int code = note_new_table(db, table->number);
    if (code == SQLITE_OK)
        code = put_row(db, table);
    for (int seat = 0; seat < table->seat_count && seat < OCHRE_SEATS_MAX && code == SQLITE_OK; seat++)
        code = put_seat(db, table->number, seat, &table->seat[seat]);
    if (code == SQLITE_OK && table->pack)
        code = run_texts(db, SQL_PUT_PACK, table->pack_hash, table->pack);
    return code;
}

static int add_move(struct db *db, int64_t number, int n, const struct stored_move *move)
{
    sqlite3_stmt *statement = db_statement(db, SQL_ADD_MOVE);
    if (!statement)
        return sqlite3_extended_errcode(db->sqlite);
    (void)sqlite3_bind_int64(statement, 1, number);
    (void)sqlite3_bind_int(statement, 2, n);
    (void)sqlite3_bind_int(statement, 3, move->seat);
    (void)sqlite3_bind_int64(statement, 4, move->at);
    bind_text(statement, 5, move->text);
    (void)sqlite3_bind_int64(statement, 6, sum_of_move(number, n, move));
    int code = db_run(statement);
    db->fresh += code == SQLITE_OK;
    return code;
}

/* Moves follow each other without a gap, and the first one a table. */
static int add_moves(struct db *db, const struct change *change)
{
    int64_t last;
    int code = find_last_move(db, change->number, &last);
    if (code == SQLITE_OK && last != change->first - 1)
        return DOES_NOT_FIT;
    if (code == SQLITE_OK && last == 0)
        code = needs_table(db, change->number);
    for (int i = 0; i < change->count && code == SQLITE_OK; i++)
        code = add_move(db, change->number, change->first + i, &change->moves[i]);
    if (code == SQLITE_OK)
        know_last_move(db, change->number, change->first + change->count - 1);
    return code;
}

/* Every move that goes may have used up a question of every seat, and taking back asks once more. */
static int cut_moves(struct db *db, const struct change *change)
{
    int64_t last;
    int code = find_last_move(db, change->number, &last);
    forget_last_move(db, change->number);
    if (code == SQLITE_OK && last < change->count)
        return DOES_NOT_FIT;
    if (code == SQLITE_OK)
        code = run_numbers(db, SQL_CUT_MOVES, change->number, change->count);
    if (code == SQLITE_OK)
        code = run_numbers(db, SQL_CUT_FRESH, change->number, change->count);
    if (code == SQLITE_OK)
        code = run_three(db, SQL_LOSE_ASKS, change->number, last - change->count + 1, change->count);
    return code;
}

/* Lines follow each other without a gap, as moves do. */
static int add_chat(struct db *db, int64_t number, const struct stored_chat *chat)
{
    int64_t last = 0;
    int code = needs_table(db, number);
    if (code == SQLITE_OK)
        code = ask(db, SQL_LAST_CHAT, number, &last);
    if (code == SQLITE_OK && last != chat->number - 1)
        return DOES_NOT_FIT;
    sqlite3_stmt *statement = db_statement(db, SQL_ADD_CHAT);
    if (code != SQLITE_OK || !statement)
        return code != SQLITE_OK ? code : sqlite3_extended_errcode(db->sqlite);
    (void)sqlite3_bind_int64(statement, 1, number);
    (void)sqlite3_bind_int(statement, 2, chat->number);
    (void)sqlite3_bind_int(statement, 3, chat->seat);
    (void)sqlite3_bind_int64(statement, 4, chat->at);
    bind_text(statement, 5, chat->name);
    bind_text(statement, 6, chat->text);
    (void)sqlite3_bind_int64(statement, 7, sum_of_chat(number, chat));
    code = db_run(statement);
    if (code == SQLITE_OK)
        code = run_numbers(db, SQL_KEEP_CHAT, number, chat->number);
    return code == SQLITE_OK ? run_numbers(db, SQL_CUT_CHAT, number, chat->number - STORE_CHAT_MAX) : code;
}

static int drop_table(struct db *db, int64_t number)
{
    static const enum statement parts[] = {SQL_DROP_TABLE, SQL_DROP_SEATS, SQL_DROP_MOVES, SQL_DROP_FRESH,
                                           SQL_DROP_CHAT};
    int code = SQLITE_OK;
    forget_last_move(db, number);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && code == SQLITE_OK; i++)
        code = run_numbers(db, parts[i], number, 0);
    return code;
}

static int put_memo(struct db *db, const char *name, const char *text)
{
    sqlite3_stmt *statement = db_statement(db, text ? SQL_PUT_MEMO : SQL_DROP_MEMO);
    if (!statement)
        return sqlite3_extended_errcode(db->sqlite);
    bind_text(statement, 1, name);
    if (text) {
        bind_text(statement, 2, text);
        (void)sqlite3_bind_int64(statement, 3, sum_of_memo(name, text));
    }
    return db_run(statement);
}

static int write_change(struct db *db, const struct change *change)
{
    int code;
    switch (change->kind) {
    case PUT_TABLE: return put_table(db, change->table);
    case ADD_MOVES: return add_moves(db, change);
    case CUT_MOVES: return cut_moves(db, change);
    case ADD_CHAT: return add_chat(db, change->number, change->chat);
    case DROP_TABLE: return drop_table(db, change->number);
    case PUT_MEMO: return put_memo(db, change->name, change->text);
    case NOTE_ARCHIVED:
        code = drop_table(db, change->number);
        return code == SQLITE_OK ? run_texts(db, SQL_NOTE_ARCHIVED, change->id, change->path) : code;
    case SET_COUNTS:
        code = run_three(db, SQL_LOSE_ASKS, change->number, change->first, INT_MAX);
        return code == SQLITE_OK ? run_numbers(db, SQL_KEEP_CHAT, change->number, change->count) : code;
    case BUILD_ON: /* nobody else writes here */
    case ADD_WORD:
    case TAKE_LEASE:
    case DROP_LEASE:
    case NEED_LEASE: return SQLITE_OK;
    }
    return SQLITE_MISUSE;
}

static int write_batch(struct db *db, const struct store_batch *batch)
{
    int code = SQLITE_OK;
    for (const struct change *change = batch->first; change && code == SQLITE_OK; change = change->next)
        code = write_change(db, change);
    return code;
}

/* Writes what has not failed yet. A batch that does not fit is marked, and TRY_AGAIN asks for another try without it,
 * because a part of it may be written. */
static int try_group(struct db *db, struct store_batch *group)
{
    int code = db_run(db_statement(db, SQL_BEGIN));
    for (struct store_batch *batch = group; batch && code == SQLITE_OK; batch = batch->next) {
        if (batch->result != STORE_DURABLE)
            continue;
        code = write_batch(db, batch);
        if ((code & 0xFF) == DOES_NOT_FIT) {
            batch->result = db_failure(db, code, batch->why, sizeof batch->why);
            return TRY_AGAIN;
        }
    }
    return code == SQLITE_OK ? db_run(db_statement(db, SQL_COMMIT)) : code;
}

static void roll_back(struct db *db)
{
    memset(db->last_move, 0, sizeof db->last_move); /* what was known may not have happened */
    if (!sqlite3_get_autocommit(db->sqlite))
        (void)db_run(db_statement(db, SQL_ROLLBACK));
}

void write_group(struct db *db, struct store_batch *group)
{
    int code;
    do {
        code = try_group(db, group);
        if (code != SQLITE_OK && code != TRY_AGAIN)
            for (struct store_batch *batch = group; batch; batch = batch->next)
                if (batch->result == STORE_DURABLE)
                    batch->result = db_failure(db, code, batch->why, sizeof batch->why);
        if (code != SQLITE_OK)
            roll_back(db);
    } while (code == TRY_AGAIN);
}

/* ---- putting moves in their places ---- */

enum { FRESH_MAX = 4096 };

static int fold(struct db *db, enum statement put, enum statement clear)
{
    const enum statement parts[] = {SQL_BEGIN, put, SQL_KEEP_FRESH, clear, SQL_COMMIT};
    int code = SQLITE_OK;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && code == SQLITE_OK; i++)
        code = db_run(db_statement(db, parts[i]));
    if (code != SQLITE_OK)
        roll_back(db);
    return code;
}

void fold_moves(struct db *db)
{
    int64_t count;
    int64_t has_damaged;
    db->fresh = 0; /* before a failure too: the next try is a while away */
    if (ask(db, SQL_COUNT_FRESH, 0, &count) != SQLITE_OK || count == 0)
        return;
    /* A damaged row, or one whose place is taken, stays where it is, for its table to be set aside; the others go on.
     */
    if (ask(db, SQL_HAS_DAMAGED, 0, &has_damaged) == SQLITE_OK && !has_damaged &&
        (fold(db, SQL_FOLD_FRESH, SQL_FOLDED) & 0xFF) != SQLITE_CONSTRAINT)
        return;
    (void)fold(db, SQL_FOLD_UNDAMAGED, SQL_FOLDED_UNDAMAGED);
}

void fold_some(struct db *db)
{
    if (db->fresh >= FRESH_MAX)
        fold_moves(db);
}

/* ---- is the disk well? ---- */

enum store_result write_probe(struct db *db, char *why, size_t size)
{
    /* A log that has been copied into the database is written over from its beginning: that needs no new room. */
    (void)sqlite3_wal_checkpoint_v2(db->sqlite, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    int code = db_run(db_statement(db, SQL_BEGIN));
    if (code == SQLITE_OK)
        code = db_run(db_statement(db, SQL_PROBE));
    if (code == SQLITE_OK)
        code = db_run(db_statement(db, SQL_COMMIT));
    if (code != SQLITE_OK) {
        enum store_result result = db_failure(db, code, why, size);
        roll_back(db);
        return result;
    }
    (void)db_run(db_statement(db, SQL_PROBED));
    return STORE_DURABLE;
}
