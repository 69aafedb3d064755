/* store_read.c: rows become tables again. Nothing that is read is trusted: sizes, ranges and checksums are looked at,
 * and what is wrong with one table stays with that table. */
#include <string.h>

#include "server/store_inner.h"

enum { MOVES_MAX = 200000, LOST_ASKS_MAX = 100 * 1000 * 1000 };

static const char damaged[] = "its row in the database is damaged";

/* ---- columns ---- */

static const char *column_text(sqlite3_stmt *row, int column)
{
    const unsigned char *text = sqlite3_column_text(row, column);
    return text ? (const char *)text : "";
}

/* A text into a buffer; one that does not fit is no text of ours, and the checksum will say so. */
static void column_into(sqlite3_stmt *row, int column, char *buffer, size_t size)
{
    struct ochre_text text = text_on(buffer, size);
    text_add(&text, column_text(row, column));
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

/* ---- tables and seats ---- */

/* The order is that of TABLE_COLUMNS. Texts are those of the statement. */
static void read_row(sqlite3_stmt *row, struct stored_table *table, int64_t *sum, bool *has_pack)
{
    *table = (struct stored_table){.number = sqlite3_column_int64(row, 0)};
    column_into(row, 1, table->id, sizeof table->id);
    table->status = (enum stored_status)sqlite3_column_int(row, 2);
    table->why = column_text(row, 3);
    table->game = column_text(row, 4);
    table->rules = sqlite3_column_int(row, 5);
    table->seat_count = sqlite3_column_int(row, 6);
    table->options = column_text(row, 7);
    table->pack_id = column_text(row, 8);
    table->pack_hash = column_text(row, 9);
    *has_pack = sqlite3_column_int(row, 10) != 0;
    table->position = sqlite3_column_type(row, 11) == SQLITE_NULL ? NULL : column_text(row, 11);
    (void)column_bytes(row, 12, table->seed, sizeof table->seed);
    table->notes = column_text(row, 13);
    table->made = sqlite3_column_int64(row, 14);
    table->ended = sqlite3_column_int64(row, 15);
    *sum = sqlite3_column_int64(row, 16);
    int64_t lost = sqlite3_column_int64(row, 17);
    table->lost_asks = lost >= 0 && lost <= LOST_ASKS_MAX ? (int)lost : LOST_ASKS_MAX;
}

static void read_seat(sqlite3_stmt *row, struct stored_table *table)
{
    int place = sqlite3_column_int(row, 1);
    if (place < 0 || place >= OCHRE_SEATS_MAX)
        return;
    struct stored_seat *seat = &table->seat[place];
    seat->kind = (enum stored_kind)sqlite3_column_int(row, 2);
    column_into(row, 3, seat->name, sizeof seat->name);
    column_into(row, 4, seat->bot, sizeof seat->bot);
    seat->has_key = column_bytes(row, 5, seat->key, sizeof seat->key) == sizeof seat->key;
    seat->share_size = column_bytes(row, 6, seat->share, sizeof seat->share);
}

static bool is_whole(const struct stored_table *table, int64_t sum)
{
    if ((int)table->status < STORED_WAITING || table->status > STORED_ASIDE || table->seat_count < 1 ||
        table->seat_count > OCHRE_SEATS_MAX)
        return false;
    for (int seat = 0; seat < table->seat_count; seat++)
        if ((int)table->seat[seat].kind < STORED_OPEN || table->seat[seat].kind > STORED_BOT)
            return false;
    return sum_of_table(table) == sum;
}

/* Keeps what can be shown of a damaged row safe to look at. */
static void set_aside(struct stored_table *table)
{
    table->status = STORED_ASIDE;
    table->why = damaged;
    if (table->seat_count < 0 || table->seat_count > OCHRE_SEATS_MAX)
        table->seat_count = 0;
    for (int seat = 0; seat < table->seat_count; seat++)
        if ((int)table->seat[seat].kind < STORED_OPEN || table->seat[seat].kind > STORED_BOT)
            table->seat[seat].kind = STORED_OPEN;
}

/* Two rows of statements side by side, both in the order of the numbers. */
static int merge(sqlite3_stmt *tables, sqlite3_stmt *seats, store_found *found, void *who)
{
    int seat_code = sqlite3_step(seats);
    int code;
    bool is_wanted = true;
    while (is_wanted && (code = sqlite3_step(tables)) == SQLITE_ROW) {
        struct stored_table table;
        int64_t sum;
        bool has_pack;
        read_row(tables, &table, &sum, &has_pack);
        while (seat_code == SQLITE_ROW && sqlite3_column_int64(seats, 0) <= table.number) {
            if (sqlite3_column_int64(seats, 0) == table.number)
                read_seat(seats, &table);
            seat_code = sqlite3_step(seats);
        }
        if (seat_code != SQLITE_ROW && seat_code != SQLITE_DONE)
            return seat_code;
        if (!is_whole(&table, sum))
            set_aside(&table);
        is_wanted = found(who, &table);
    }
    return is_wanted && code != SQLITE_DONE ? code : SQLITE_OK;
}

int read_each(struct db *db, store_found *found, void *who, struct ochre_error *error)
{
    /* One transaction for both, so that they see the same moment. */
    int code = sqlite3_exec(db->sqlite, "BEGIN", NULL, NULL, NULL);
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
    static const char question[] = "SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'tables'), 0),"
                                   " coalesce((SELECT max(number) FROM tables), 0))";
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db->sqlite, question, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *number = sqlite3_column_int64(statement, 0);
    int result = code == SQLITE_ROW ? 0 : db_error(db, code, error);
    (void)sqlite3_finalize(statement);
    return result;
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
        play->table.pack = arena_text(&play->memory, column_text(row, 0));
    db_done(row);
    return code == SQLITE_ROW ? SQLITE_DONE : code;
}

/* What is wrong with this move, or NULL. */
static const char *move_trouble(const struct stored_play *play, sqlite3_stmt *row, const struct stored_move *move)
{
    int n = sqlite3_column_int(row, 0);
    if (n != play->move_count + 1)
        return "is missing";
    if (move->seat < 0 || move->seat > OCHRE_CHANCE ||
        sum_of_move(play->table.number, n, move) != sqlite3_column_int64(row, 4))
        return "is damaged";
    return n > MOVES_MAX ? "is one too many" : NULL;
}

static void keep_move(struct stored_play *play, struct stored_move move, int *room)
{
    if (play->move_count == *room) {
        *room = *room ? 2 * *room : 64;
        struct stored_move *larger = arena_get(&play->memory, (size_t)*room * sizeof *larger);
        if (play->move_count > 0)
            memcpy(larger, play->moves, (size_t)play->move_count * sizeof *larger);
        play->moves = larger;
    }
    move.text = arena_text(&play->memory, move.text);
    play->moves[play->move_count++] = move;
}

static int read_moves(struct db *db, struct stored_play *play, struct ochre_error *error)
{
    sqlite3_stmt *row = ask_number(db, SQL_ONE_MOVES, play->table.number);
    int room = 0;
    int code;
    int result = 0;
    while (result == 0 && (code = next(row)) == SQLITE_ROW) {
        struct stored_move move = {sqlite3_column_int(row, 1), column_text(row, 3), sqlite3_column_int64(row, 2)};
        const char *trouble = move_trouble(play, row, &move);
        if (trouble)
            result = error_set(error, "", "move {0} {1} in the database", NUM(play->move_count + 1), trouble);
        else
            keep_move(play, move, &room);
    }
    if (result == 0 && code != SQLITE_DONE)
        result = db_error(db, code, error);
    db_done(row);
    return result;
}

/* A damaged line is left out: nothing depends on what people said. */
static int read_chat(struct db *db, struct stored_play *play)
{
    sqlite3_stmt *row = ask_number(db, SQL_ONE_CHAT, play->table.number);
    int code;
    while ((code = next(row)) == SQLITE_ROW) {
        struct stored_chat line = {.number = sqlite3_column_int(row, 0),
                                   .seat = sqlite3_column_int(row, 1),
                                   .at = sqlite3_column_int64(row, 2),
                                   .name = column_text(row, 3),
                                   .text = column_text(row, 4)};
        if (sum_of_chat(play->table.number, &line) != sqlite3_column_int64(row, 5))
            continue;
        if (play->chat_count == STORE_CHAT_MAX)
            memmove(play->chat, play->chat + 1, sizeof play->chat - sizeof play->chat[0]);
        else
            play->chat_count++;
        line.name = arena_text(&play->memory, line.name);
        line.text = arena_text(&play->memory, line.text);
        play->chat[play->chat_count - 1] = line;
    }
    db_done(row);
    return code;
}

/* The row of the table, its seats and its pack. 1, 0 or -1 as store_load. */
static int read_table(struct db *db, sqlite3_stmt *row, struct stored_play *play, struct ochre_error *error)
{
    int code = next(row);
    if (code == SQLITE_DONE)
        return 0;
    if (code != SQLITE_ROW)
        return db_error(db, code, error);
    struct stored_table table;
    int64_t sum;
    bool has_pack;
    read_row(row, &table, &sum, &has_pack);
    code = read_seats(db, &table);
    if (code != SQLITE_DONE)
        return db_error(db, code, error);
    if (!is_whole(&table, sum))
        return error_set(error, "", damaged);
    copy_table(&play->memory, &table, &play->table);
    code = has_pack ? read_pack(db, play) : SQLITE_DONE;
    return code == SQLITE_DONE ? 1 : db_error(db, code, error);
}

int read_row_of(struct db *db, const char *id, store_found *found, void *who, struct ochre_error *error)
{
    int code = sqlite3_exec(db->sqlite, "BEGIN", NULL, NULL, NULL);
    if (code != SQLITE_OK)
        return db_error(db, code, error);
    sqlite3_stmt *row = ask_text(db, SQL_ONE_TABLE_BY_ID, id);
    int result = 0;
    code = next(row);
    if (code == SQLITE_ROW) {
        struct stored_table table;
        int64_t sum;
        bool has_pack;
        read_row(row, &table, &sum, &has_pack);
        code = read_seats(db, &table);
        if (!is_whole(&table, sum))
            set_aside(&table);
        result = code == SQLITE_DONE;
        if (result)
            (void)found(who, &table);
    }
    if (code != SQLITE_DONE)
        result = db_error(db, code, error);
    db_done(row);
    (void)sqlite3_exec(db->sqlite, "COMMIT", NULL, NULL, NULL);
    return result;
}

int read_play(struct db *db, int64_t number, const char *id, struct stored_play *play, struct ochre_error *error)
{
    *play = (struct stored_play){0};
    int code = sqlite3_exec(db->sqlite, "BEGIN", NULL, NULL, NULL);
    if (code != SQLITE_OK)
        return db_error(db, code, error);
    sqlite3_stmt *row = id ? ask_text(db, SQL_ONE_TABLE_BY_ID, id) : ask_number(db, SQL_ONE_TABLE, number);
    int result = read_table(db, row, play, error);
    db_done(row);
    if (result == 1 && read_moves(db, play, error) < 0)
        result = -1;
    if (result == 1 && (code = read_chat(db, play)) != SQLITE_DONE)
        result = db_error(db, code, error);
    if (result != 1)
        arena_free(&play->memory);
    (void)sqlite3_exec(db->sqlite, "COMMIT", NULL, NULL, NULL);
    return result;
}

void store_play_free(struct stored_play *play)
{
    arena_free(&play->memory);
    *play = (struct stored_play){0};
}
