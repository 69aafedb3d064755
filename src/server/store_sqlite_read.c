/* store_sqlite_read.c: rows become tables again. */
#include <string.h>

#include "server/store_sqlite.h"

/* ---- columns ---- */

static const char *column_text(sqlite3_stmt *row, int column)
{
    const unsigned char *text = sqlite3_column_text(row, column);
    return text ? (const char *)text : "";
}

/* A number that is too large for us is none of ours. */
static int column_int(sqlite3_stmt *row, int column)
{
    return small_number(sqlite3_column_int64(row, column));
}

/* At most `most` bytes; how many. */
static int column_bytes(sqlite3_stmt *row, int column, unsigned char *bytes, int most)
{
    const void *blob = sqlite3_column_blob(row, column);
    int count = sqlite3_column_bytes(row, column);
    if (!blob || count > most)
        return 0;
    memcpy(bytes, blob, (size_t)count);
    return count;
}

/* What is read until the end of the transaction is of one moment. */
static int begin(struct db *db)
{
    db_forget_reasons(db);
    return sqlite3_exec(db->sqlite, "BEGIN", NULL, NULL, NULL);
}

/* ---- tables and seats ---- */

/* The order is that of TABLE_COLUMNS. Texts are those of the statement. */
static void read_row(sqlite3_stmt *row, struct stored_row *out)
{
    struct stored_table *table = &out->table;
    *out = (struct stored_row){.table.number = sqlite3_column_int64(row, 0)};
    row_text(column_text(row, 1), table->id, sizeof table->id);
    table->status = (enum stored_status)column_int(row, 2);
    table->why = column_text(row, 3);
    table->game = column_text(row, 4);
    table->rules = column_int(row, 5);
    table->seat_count = column_int(row, 6);
    table->options = column_text(row, 7);
    table->pack_id = column_text(row, 8);
    table->pack_hash = column_text(row, 9);
    out->has_pack = column_int(row, 10) != 0;
    table->position = sqlite3_column_type(row, 11) == SQLITE_NULL ? NULL : column_text(row, 11);
    (void)column_bytes(row, 12, table->seed, sizeof table->seed);
    table->notes = column_text(row, 13);
    table->made = sqlite3_column_int64(row, 14);
    table->ended = sqlite3_column_int64(row, 15);
    out->sum = sqlite3_column_int64(row, 16);
    int64_t lost = sqlite3_column_int64(row, 17);
    table->lost_asks = row_lost_asks(lost);
    out->kept = sqlite3_column_int64(row, 18);
    out->said = sqlite3_column_int64(row, 19);
    out->has_counts = sum_of_tally(table->number, lost, out->kept, out->said) == sqlite3_column_int64(row, 20);
    table->fair_version = column_int(row, 21);
}

static void read_seat(sqlite3_stmt *row, struct stored_table *table)
{
    int place = column_int(row, 1);
    if (place < 0 || place >= OCHRE_SEATS_MAX)
        return;
    struct stored_seat *seat = &table->seat[place];
    seat->kind = (enum stored_kind)column_int(row, 2);
    row_text(column_text(row, 3), seat->name, sizeof seat->name);
    row_text(column_text(row, 4), seat->bot, sizeof seat->bot);
    seat->has_key = column_bytes(row, 5, seat->key, sizeof seat->key) == sizeof seat->key;
    struct fair_part *chance = &seat->chance;
    chance->share_size = (uint8_t)column_bytes(row, 6, chance->share, sizeof chance->share);
    chance->has_pledge = column_bytes(row, 7, chance->pledge, sizeof chance->pledge) == sizeof chance->pledge;
}

/* Two rows of statements side by side, both in the order of the numbers. */
static int merge(sqlite3_stmt *tables, sqlite3_stmt *seats, store_found *found, void *who)
{
    int seat_code = sqlite3_step(seats);
    int code;
    bool is_wanted = true;
    while (is_wanted && (code = sqlite3_step(tables)) == SQLITE_ROW) {
        struct stored_row row;
        read_row(tables, &row);
        while (seat_code == SQLITE_ROW && sqlite3_column_int64(seats, 0) <= row.table.number) {
            if (sqlite3_column_int64(seats, 0) == row.table.number)
                read_seat(seats, &row.table);
            seat_code = sqlite3_step(seats);
        }
        if (seat_code != SQLITE_ROW && seat_code != SQLITE_DONE)
            return seat_code;
        if (!row_accept(&row))
            row_set_aside(&row.table);
        is_wanted = found(who, &row.table);
    }
    return is_wanted && code != SQLITE_DONE ? code : SQLITE_OK;
}

int read_each(struct db *db, store_found *found, void *who, struct ochre_error *error)
{
    int code = begin(db);
    sqlite3_stmt *tables = db_statement(db, SQL_EACH_TABLE);
    sqlite3_stmt *seats = db_statement(db, SQL_EACH_SEAT);
    if (!tables || !seats)
        code = sqlite3_extended_errcode(db->sqlite);
    if (code == SQLITE_OK)
        code = merge(tables, seats, found, who);
    int result = code == SQLITE_OK ? 0 : db_error(db, code, error);
    db_done(tables);
    db_done(seats);
    (void)sqlite3_exec(db->sqlite, "COMMIT", NULL, NULL, NULL);
    return result;
}

int read_memos(struct db *db, store_memo *found, void *who, struct ochre_error *error)
{
    sqlite3_stmt *row = db_statement(db, SQL_EACH_MEMO);
    int code = row ? SQLITE_ROW : sqlite3_extended_errcode(db->sqlite);
    int lost = 0;
    while (row && (code = sqlite3_step(row)) == SQLITE_ROW) {
        const char *name = column_text(row, 0);
        const char *text = column_text(row, 1);
        if (sum_of_memo(name, text) == sqlite3_column_int64(row, 2))
            found(who, name, text);
        else
            lost++;
    }
    int result = code == SQLITE_DONE ? lost : db_error(db, code, error);
    db_done(row);
    return result;
}

int read_last_number(struct db *db, int64_t *number, struct ochre_error *error)
{
    /* A damaged number must not use up all the others. */
    static const char question[] =
        "SELECT coalesce(max(n), 0) FROM (SELECT seq AS n FROM sqlite_sequence WHERE name = 'tables' UNION ALL "
        "SELECT number FROM tables) WHERE n BETWEEN 1 AND 1 << 52";
    return db_ask_number(db, question, number, error);
}

/* ---- one play ---- */

static sqlite3_stmt *ask_number(struct db *db, enum statement which, int64_t number)
{
    sqlite3_stmt *statement = db_statement(db, which);
    if (statement)
        (void)sqlite3_bind_int64(statement, 1, number);
    return statement;
}

static sqlite3_stmt *ask_text(struct db *db, enum statement which, const char *text)
{
    sqlite3_stmt *statement = db_statement(db, which);
    if (statement)
        (void)sqlite3_bind_text(statement, 1, text, -1, SQLITE_STATIC);
    return statement;
}

/* The next row? SQLITE_ROW, SQLITE_DONE, or a trouble. */
static int next(sqlite3_stmt *statement)
{
    return statement ? sqlite3_step(statement) : SQLITE_ERROR;
}

static int read_seats(struct db *db, struct stored_table *table)
{
    sqlite3_stmt *row = ask_number(db, SQL_ONE_SEATS, table->number);
    int code;
    while ((code = next(row)) == SQLITE_ROW)
        read_seat(row, table);
    db_done(row);
    return code;
}

static int read_pack(struct db *db, struct stored_play *play)
{
    sqlite3_stmt *row = ask_text(db, SQL_ONE_PACK, play->table.pack_hash);
    int code = next(row);
    if (code == SQLITE_ROW)
        play->table.pack = pool_text(&play->memory, column_text(row, 0));
    db_done(row);
    return code == SQLITE_ROW ? SQLITE_DONE : code;
}

/* Is the next move there after all, under a number that is not this table's? */
static int find_stray(struct db *db, const struct stored_play *play)
{
    sqlite3_stmt *row = ask_number(db, SQL_STRAY, play->table.number);
    if (row)
        (void)sqlite3_bind_int(row, 2, play->move_count + 1);
    int code = next(row);
    db_done(row);
    return code;
}

/* Nobody notices a last move that is not there, unless it was counted. */
static int check_end(struct db *db, const struct stored_play *play, int64_t kept, struct ochre_error *error)
{
    if (play->move_count < kept)
        return row_missing_move(play->move_count + 1, error);
    int code = find_stray(db, play);
    if (code == SQLITE_ROW)
        return row_missing_move(play->move_count + 1, error);
    return code == SQLITE_DONE ? 0 : db_error(db, code, error);
}

static int read_moves(struct db *db, struct stored_play *play, struct ochre_error *error)
{
    sqlite3_stmt *row = ask_number(db, SQL_ONE_MOVES, play->table.number);
    int room = 0;
    int code;
    int result = 0;
    while (result == 0 && (code = next(row)) == SQLITE_ROW) {
        struct stored_move move = {column_int(row, 1), column_text(row, 3), sqlite3_column_int64(row, 2)};
        result = row_keep_move(play, column_int(row, 0), move, sqlite3_column_int64(row, 4), &room, error);
    }
    if (result == 0 && code != SQLITE_DONE)
        result = db_error(db, code, error);
    db_done(row);
    return result;
}

static int read_chat(struct db *db, struct stored_play *play, int64_t said, struct ochre_error *error)
{
    sqlite3_stmt *row = ask_number(db, SQL_ONE_CHAT, play->table.number);
    int code;
    int result = 0;
    while (result == 0 && (code = next(row)) == SQLITE_ROW) {
        struct stored_chat line = {.number = column_int(row, 0),
                                   .seat = column_int(row, 1),
                                   .at = sqlite3_column_int64(row, 2),
                                   .name = column_text(row, 3),
                                   .text = column_text(row, 4)};
        result = row_keep_line(play, line, sqlite3_column_int64(row, 5), error);
    }
    if (result == 0 && code != SQLITE_DONE)
        result = db_error(db, code, error);
    db_done(row);
    return result == 0 ? row_check_chat(play, said, error) : result;
}

/* The row of the table, its seats and its pack. 1, 0 or negative as store_load. */
static int read_table(struct db *db, sqlite3_stmt *statement, struct stored_row *row, struct stored_play *play,
                      struct ochre_error *error)
{
    int code = next(statement);
    if (code == SQLITE_DONE)
        return 0;
    if (code != SQLITE_ROW)
        return db_error(db, code, error);
    read_row(statement, row);
    code = read_seats(db, &row->table);
    if (code != SQLITE_DONE)
        return db_error(db, code, error);
    if (!row_accept(row))
        return error_set(error, "", row_damaged);
    copy_table(&play->memory, &row->table, &play->table);
    code = row->has_pack ? read_pack(db, play) : SQLITE_DONE;
    return code == SQLITE_DONE ? 1 : db_error(db, code, error);
}

int read_row_of(struct db *db, const char *id, store_found *found, void *who, struct ochre_error *error)
{
    int code = begin(db);
    if (code != SQLITE_OK)
        return db_error(db, code, error);
    sqlite3_stmt *row = ask_text(db, SQL_ONE_TABLE_BY_ID, id);
    int result = 0;
    code = next(row);
    if (code == SQLITE_ROW) {
        struct stored_row one;
        read_row(row, &one);
        code = read_seats(db, &one.table);
        if (!row_accept(&one))
            row_set_aside(&one.table);
        result = code == SQLITE_DONE;
        if (result)
            (void)found(who, &one.table);
    }
    if (code != SQLITE_DONE)
        result = db_error(db, code, error);
    db_done(row);
    (void)sqlite3_exec(db->sqlite, "COMMIT", NULL, NULL, NULL);
    return result;
}

/* Within one transaction, so that all of it is of one moment. */
static int read_all(struct db *db, sqlite3_stmt *statement, struct stored_play *play, struct ochre_error *error)
{
    struct stored_row row;
    int result = read_table(db, statement, &row, play, error);
    if (result <= 0)
        return result;
    result = read_moves(db, play, error);
    if (result == 0)
        result = check_end(db, play, row.kept, error);
    if (result == 0)
        result = read_chat(db, play, row.said, error);
    return result == 0 ? 1 : result;
}

int read_play(struct db *db, int64_t number, const char *id, struct stored_play *play, struct ochre_error *error)
{
    *play = (struct stored_play){0};
    int code = begin(db);
    if (code != SQLITE_OK)
        return db_error(db, code, error);
    sqlite3_stmt *statement = id ? ask_text(db, SQL_ONE_TABLE_BY_ID, id) : ask_number(db, SQL_ONE_TABLE, number);
    int result = read_all(db, statement, play, error);
    db_done(statement);
    if (result != 1)
        pool_free(&play->memory);
    (void)sqlite3_exec(db->sqlite, "COMMIT", NULL, NULL, NULL);
    return result;
}
