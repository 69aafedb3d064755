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

/* A number that is too large for us is none of ours. */
static int column_int(sqlite3_stmt *row, int column)
{
    return small_number(sqlite3_column_int64(row, column));
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

/* What is read until the end of the transaction is of one moment. */
static int begin(struct db *db)
{
    db_forget_reasons(db);
    return sqlite3_exec(db->sqlite, "BEGIN", NULL, NULL, NULL);
}

/* ---- tables and seats ---- */

/* A table with what only the store knows of it. */
struct row {
    struct stored_table table;
    bool has_pack;
    int64_t sum;        /* of the row and its seats */
    int64_t kept, said; /* the last move that was put in its place, the last line of chat */
    bool has_counts;    /* and they are as they were written */
};

/* The order is that of TABLE_COLUMNS. Texts are those of the statement. */
static void read_row(sqlite3_stmt *row, struct row *out)
{
    struct stored_table *table = &out->table;
    *out = (struct row){.table.number = sqlite3_column_int64(row, 0)};
    column_into(row, 1, table->id, sizeof table->id);
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
    table->lost_asks = lost >= 0 && lost <= LOST_ASKS_MAX ? (int)lost : LOST_ASKS_MAX;
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
    column_into(row, 3, seat->name, sizeof seat->name);
    column_into(row, 4, seat->bot, sizeof seat->bot);
    seat->has_key = column_bytes(row, 5, seat->key, sizeof seat->key) == sizeof seat->key;
    struct fair_part *chance = &seat->chance;
    chance->share_size = (uint8_t)column_bytes(row, 6, chance->share, sizeof chance->share);
    chance->has_pledge = column_bytes(row, 7, chance->pledge, sizeof chance->pledge) == sizeof chance->pledge;
}

static bool is_whole(const struct row *row)
{
    const struct stored_table *table = &row->table;
    if ((int)table->status < STORED_WAITING || table->status > STORED_ASIDE || table->seat_count < 1 ||
        table->seat_count > OCHRE_SEATS_MAX)
        return false;
    for (int seat = 0; seat < table->seat_count; seat++)
        if ((int)table->seat[seat].kind < STORED_OPEN || table->seat[seat].kind > STORED_BOT)
            return false;
    return sum_of_table(table) == row->sum && row->has_counts;
}

/* A table that still waits begins by the present way. Shares that were given openly would prove nothing: they go, and
 * whoever comes back pledges. */
static void bring_up_to_date(struct stored_table *table)
{
    if (table->status != STORED_WAITING || table->fair_version == FAIR_VERSION)
        return;
    table->fair_version = FAIR_VERSION;
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++)
        table->seat[seat].chance = (struct fair_part){0};
}

/* What was read is what was written? Then it is brought up to date. */
static bool accept(struct row *row)
{
    bool is_fine = is_whole(row);
    if (is_fine)
        bring_up_to_date(&row->table);
    return is_fine;
}

/* Bytes that are no text go nowhere. */
static const char *text_or_nothing(const char *text)
{
    return text && !text_is_utf8(text, strlen(text)) ? "" : text;
}

static void set_seat_aside(struct stored_seat *seat)
{
    if ((int)seat->kind < STORED_OPEN || seat->kind > STORED_BOT)
        seat->kind = STORED_OPEN;
    if (!text_is_utf8(seat->name, strlen(seat->name)))
        seat->name[0] = '\0';
    if (!text_is_utf8(seat->bot, strlen(seat->bot)))
        seat->bot[0] = '\0';
}

/* Keeps what can be shown of a damaged row safe to look at. */
static void set_aside(struct stored_table *table)
{
    const char **const texts[] = {&table->game,      &table->options,  &table->pack_id,
                                  &table->pack_hash, &table->position, &table->notes};
    table->status = STORED_ASIDE;
    table->why = damaged;
    if (table->seat_count < 0 || table->seat_count > OCHRE_SEATS_MAX)
        table->seat_count = 0;
    for (int seat = 0; seat < table->seat_count; seat++)
        set_seat_aside(&table->seat[seat]);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = text_or_nothing(*texts[i]);
    for (char *at = table->id; *at; at++)
        *at = (char)(*at > ' ' && *at < 0x7F ? *at : '?');
}

/* Two rows of statements side by side, both in the order of the numbers. */
static int merge(sqlite3_stmt *tables, sqlite3_stmt *seats, store_found *found, void *who)
{
    int seat_code = sqlite3_step(seats);
    int code;
    bool is_wanted = true;
    while (is_wanted && (code = sqlite3_step(tables)) == SQLITE_ROW) {
        struct row row;
        read_row(tables, &row);
        while (seat_code == SQLITE_ROW && sqlite3_column_int64(seats, 0) <= row.table.number) {
            if (sqlite3_column_int64(seats, 0) == row.table.number)
                read_seat(seats, &row.table);
            seat_code = sqlite3_step(seats);
        }
        if (seat_code != SQLITE_ROW && seat_code != SQLITE_DONE)
            return seat_code;
        if (!accept(&row))
            set_aside(&row.table);
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

/* What is wrong with this move, or NULL. */
static const char *move_trouble(const struct stored_play *play, sqlite3_stmt *row, const struct stored_move *move)
{
    int n = column_int(row, 0);
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
        struct stored_move *larger = pool_get(&play->memory, (size_t)*room * sizeof *larger);
        if (play->move_count > 0)
            memcpy(larger, play->moves, (size_t)play->move_count * sizeof *larger);
        play->moves = larger;
    }
    move.text = pool_text(&play->memory, move.text);
    play->moves[play->move_count++] = move;
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

static int missing(const char *what, int number, struct ochre_error *error)
{
    return error_set(error, "", "{0} {1} is missing in the database", what, NUM(number));
}

/* Nobody notices a last move that is not there, unless it was counted. */
static int check_end(struct db *db, const struct stored_play *play, int64_t kept, struct ochre_error *error)
{
    if (play->move_count < kept)
        return missing("move", play->move_count + 1, error);
    int code = find_stray(db, play);
    if (code == SQLITE_ROW)
        return missing("move", play->move_count + 1, error);
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

/* The last lines, which follow each other. */
static int keep_line(struct stored_play *play, struct stored_chat line, int64_t sum, struct ochre_error *error)
{
    int count = play->chat_count;
    if (count > 0 && line.number != play->chat[count - 1].number + 1)
        return missing("line of chat", play->chat[count - 1].number + 1, error);
    if (sum_of_chat(play->table.number, &line) != sum || count == STORE_CHAT_MAX || line.seat < 0 ||
        line.seat > OCHRE_NOBODY)
        return error_set(error, "", "line {0} of its chat is damaged in the database", NUM(line.number));
    line.name = pool_text(&play->memory, line.name);
    line.text = pool_text(&play->memory, line.text);
    play->chat[play->chat_count++] = line;
    return 0;
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
        result = keep_line(play, line, sqlite3_column_int64(row, 5), error);
    }
    if (result == 0 && code != SQLITE_DONE)
        result = db_error(db, code, error);
    db_done(row);
    int first = play->chat_count > 0 ? play->chat[0].number : 1;
    int64_t first_due = said > STORE_CHAT_MAX ? said - STORE_CHAT_MAX + 1 : 1;
    if (result == 0 && (first != first_due || first + play->chat_count - 1 != said))
        result = error_set(error, "", "lines of its chat are missing in the database");
    return result;
}

/* The row of the table, its seats and its pack. 1, 0 or negative as store_load. */
static int read_table(struct db *db, sqlite3_stmt *statement, struct row *row, struct stored_play *play,
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
    if (!accept(row))
        return error_set(error, "", damaged);
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
        struct row one;
        read_row(row, &one);
        code = read_seats(db, &one.table);
        if (!accept(&one))
            set_aside(&one.table);
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
    struct row row;
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

void store_play_free(struct stored_play *play)
{
    pool_free(&play->memory);
    *play = (struct stored_play){0};
}
