/* store_pg_read.c: rows become tables again, over the connection of the loop's thread. Whoever asks is answered within
 * READ_SECONDS or told that it cannot be read: a loop that waits for a database serves nobody. */
#include <stdlib.h>
#include <string.h>

#include "server/store_pg.h"

enum { READ_SECONDS = 1, EACH_SECONDS = 60 };

/* ---- the connection ---- */

/* Takes the watcher's, or asks for one. */
static bool take_spare(struct pg_store *pg)
{
    struct store *store = pg->store;
    (void)pthread_mutex_lock(&store->mutex);
    pg->reader = pg->spare;
    pg->spare = (struct pg_link){0};
    pg->wants_reader = !pg_link_is_up(&pg->reader);
    (void)pthread_mutex_unlock(&store->mutex);
    if (!pg_link_is_up(&pg->reader))
        pg_wake_watch(pg);
    return pg_link_is_up(&pg->reader);
}

bool pg_can_read(struct pg_store *pg, struct ochre_error *error)
{
    if (pg_link_is_up(&pg->reader) || take_spare(pg))
        return true;
    (void)error_set(error, "", "the database cannot be reached");
    return false;
}

int pg_unread(struct pg_store *pg, const PGresult *result, struct ochre_error *error)
{
    const char *state = result_state(result);
    bool is_damage = text_starts(state, "XX00", NULL) && (state[4] == '1' || state[4] == '2');
    struct ochre_error inner = {0};
    if (result)
        result_words(&pg->reader, result, &inner);
    (void)error_set(error, "", is_damage ? "the database is damaged: {0}" : "the database cannot be read: {0}",
                    result ? inner.words : "the connection was lost");
    return is_damage ? STORE_DAMAGED : STORE_UNREADABLE;
}

PGresult *pg_ask(struct pg_store *pg, enum pg_statement which, const struct pg_arguments *arguments,
                 struct ochre_error *error)
{
    if (!pg_can_read(pg, error))
        return NULL;
    PGresult *result = NULL;
    if (pg_link_send(&pg->reader, which, arguments) && pg_link_sync(&pg->reader))
        result = pg_link_result(&pg->reader, READ_SECONDS);
    if (!result)
        pg_link_close(&pg->reader);
    bool is_fine = result_is_fine(result) && pg_link_synced(&pg->reader, READ_SECONDS);
    if (is_fine)
        return result;
    (void)pg_unread(pg, result, error);
    if (result && pg_link_is_up(&pg->reader))
        (void)pg_link_synced(&pg->reader, READ_SECONDS);
    PQclear(result);
    return NULL;
}

/* ---- columns ---- */

static int64_t number_at(const PGresult *result, int row, int column)
{
    return strtoll(PQgetvalue(result, row, column), NULL, 10);
}

static int int_at(const PGresult *result, int row, int column)
{
    return small_number(number_at(result, row, column));
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* "\x0aff": at most `most` bytes; how many. */
static int bytes_at(const PGresult *result, int row, int column, unsigned char *bytes, int most)
{
    const char *hex = PQgetvalue(result, row, column);
    int count = (PQgetlength(result, row, column) - 2) / 2;
    if (PQgetisnull(result, row, column) || !text_starts(hex, "\\x", &hex) || count > most)
        return 0;
    for (int i = 0; i < count; i++)
        bytes[i] = (unsigned char)(16 * digit(hex[2 * i]) + digit(hex[2 * i + 1]));
    return count;
}

/* ---- tables and seats ---- */

/* The order is that of ROW_COLUMNS (store_pg_sql.c). Texts are those of the result. */
enum { COLUMN_SEAT = 23 };

static void read_table(const PGresult *from, int at, struct stored_row *out)
{
    struct stored_table *table = &out->table;
    *out = (struct stored_row){.table.number = number_at(from, at, 0)};
    row_text(PQgetvalue(from, at, 1), table->id, sizeof table->id);
    table->status = (enum stored_status)int_at(from, at, 2);
    table->why = PQgetvalue(from, at, 3);
    table->game = PQgetvalue(from, at, 4);
    table->rules = int_at(from, at, 5);
    table->seat_count = int_at(from, at, 6);
    table->options = PQgetvalue(from, at, 7);
    table->pack_id = PQgetvalue(from, at, 8);
    table->pack_hash = PQgetvalue(from, at, 9);
    out->has_pack = PQgetvalue(from, at, 10)[0] == 't';
    table->position = PQgetisnull(from, at, 11) ? NULL : PQgetvalue(from, at, 11);
    (void)bytes_at(from, at, 12, table->seed, sizeof table->seed);
    table->notes = PQgetvalue(from, at, 13);
    table->made = number_at(from, at, 14);
    table->ended = number_at(from, at, 15);
    table->fair_version = int_at(from, at, 16);
    out->sum = number_at(from, at, 17);
    table->version = number_at(from, at, 18);
    out->kept = number_at(from, at, 19);
    table->lost_asks = row_lost_asks(number_at(from, at, 20));
    out->said = number_at(from, at, 21);
    table->holder = number_at(from, at, 22);
    table->steps = small_number(out->kept);
    out->has_counts = !PQgetisnull(from, at, 18); /* the moves themselves are counted when they are read */
}

static void read_seat(const PGresult *from, int at, struct stored_table *table)
{
    int place = int_at(from, at, COLUMN_SEAT);
    if (PQgetisnull(from, at, COLUMN_SEAT) || place < 0 || place >= OCHRE_SEATS_MAX)
        return;
    struct stored_seat *seat = &table->seat[place];
    seat->kind = (enum stored_kind)int_at(from, at, COLUMN_SEAT + 1);
    row_text(PQgetvalue(from, at, COLUMN_SEAT + 2), seat->name, sizeof seat->name);
    row_text(PQgetvalue(from, at, COLUMN_SEAT + 3), seat->bot, sizeof seat->bot);
    seat->has_key = bytes_at(from, at, COLUMN_SEAT + 4, seat->key, sizeof seat->key) == sizeof seat->key;
    struct fair_part *chance = &seat->chance;
    chance->share_size = (uint8_t)bytes_at(from, at, COLUMN_SEAT + 5, chance->share, sizeof chance->share);
    chance->has_pledge =
        bytes_at(from, at, COLUMN_SEAT + 6, chance->pledge, sizeof chance->pledge) == sizeof chance->pledge;
}

/* ---- all tables ---- */

/* Rows come one at a time: a database may be larger than our memory. A table is told when the next one begins. */
struct merging {
    store_found *found;
    void *who;
    PGresult *first; /* of the table's rows: its texts stand there */
    struct stored_row row;
    bool is_wanted;
};

static void tell_table(struct merging *merging)
{
    if (!merging->first)
        return;
    if (!row_accept(&merging->row))
        row_set_aside(&merging->row.table);
    if (merging->is_wanted)
        merging->is_wanted = merging->found(merging->who, &merging->row.table);
    PQclear(merging->first);
    merging->first = NULL;
}

static void merge(struct merging *merging, PGresult *row)
{
    if (merging->first && number_at(row, 0, 0) == merging->row.table.number) {
        read_seat(row, 0, &merging->row.table);
        PQclear(row);
        return;
    }
    tell_table(merging);
    merging->first = row;
    read_table(row, 0, &merging->row);
    read_seat(row, 0, &merging->row.table);
}

/* Who wants no more gets no more, but the connection is read to the end. */
static int read_rows(struct pg_store *pg, struct merging *merging, struct ochre_error *error)
{
    for (;;) {
        PGresult *row = pg_link_result(&pg->reader, EACH_SECONDS);
        ExecStatusType status = PQresultStatus(row);
        if (status == PGRES_SINGLE_TUPLE) {
            merge(merging, row);
            continue;
        }
        int result = status == PGRES_TUPLES_OK ? 0 : pg_unread(pg, row, error);
        PQclear(row);
        if (result == 0)
            tell_table(merging);
        if (pg_link_is_up(&pg->reader))
            (void)pg_link_synced(&pg->reader, READ_SECONDS);
        return result;
    }
}

int pg_each(struct store *store, store_found *found, void *who, struct ochre_error *error)
{
    struct pg_store *pg = pg_inner(store);
    if (!pg_can_read(pg, error))
        return STORE_UNREADABLE;
    if (!pg_link_send(&pg->reader, PG_EACH, NULL) || !pg_link_sync(&pg->reader) ||
        !PQsetSingleRowMode(pg->reader.conn)) {
        pg_link_close(&pg->reader);
        return pg_unread(pg, NULL, error);
    }
    struct merging merging = {.found = found, .who = who, .is_wanted = true};
    int result = read_rows(pg, &merging, error);
    PQclear(merging.first);
    return result;
}

int pg_each_of(struct store *store, const int64_t *numbers, int count, store_found *found, void *who,
               struct ochre_error *error)
{
    struct pg_arguments arguments = {0};
    struct pg_list list = {0};
    for (int i = 0; i < count; i++)
        pg_list_number(&list, numbers[i]);
    pg_lists_close(&arguments, &list, 1);
    PGresult *rows = pg_ask(pg_inner(store), PG_EACH_OF, &arguments, error);
    pg_lists_free(&list, 1);
    if (!rows)
        return STORE_UNREADABLE;
    bool is_wanted = true;
    for (int i = 0; i < PQntuples(rows) && is_wanted;) {
        struct stored_row row;
        read_table(rows, i, &row);
        for (; i < PQntuples(rows) && number_at(rows, i, 0) == row.table.number; i++)
            read_seat(rows, i, &row.table);
        if (!row_accept(&row))
            row_set_aside(&row.table);
        is_wanted = found(who, &row.table);
    }
    PQclear(rows);
    return 0;
}

int pg_look(struct store *store, const char *id, store_found *found, void *who, struct ochre_error *error)
{
    struct pg_arguments arguments = {0};
    pg_add_text(&arguments, id);
    PGresult *rows = pg_ask(pg_inner(store), PG_ONE_BY_ID, &arguments, error);
    if (!rows)
        return STORE_UNREADABLE;
    int count = PQntuples(rows);
    if (count > 0) {
        struct stored_row row;
        read_table(rows, 0, &row);
        for (int i = 0; i < count; i++)
            read_seat(rows, i, &row.table);
        if (!row_accept(&row))
            row_set_aside(&row.table);
        (void)found(who, &row.table);
    }
    PQclear(rows);
    return count > 0;
}

int pg_each_memo(struct store *store, store_memo *found, void *who, struct ochre_error *error)
{
    PGresult *rows = pg_ask(pg_inner(store), PG_EACH_MEMO, NULL, error);
    if (!rows)
        return -1;
    int lost = 0;
    for (int i = 0; i < PQntuples(rows); i++) {
        const char *name = PQgetvalue(rows, i, 0);
        const char *text = PQgetvalue(rows, i, 1);
        if (sum_of_memo(name, text) == number_at(rows, i, 2))
            found(who, name, text);
        else
            lost++;
    }
    PQclear(rows);
    return lost;
}

/* ---- one play ---- */

/* What is asked for at once, in one transaction. */
struct parts {
    PGresult *begun, *rows, *moves, *chat, *ended;
};

static void free_parts(struct parts *parts)
{
    PQclear(parts->begun);
    PQclear(parts->rows);
    PQclear(parts->moves);
    PQclear(parts->chat);
    PQclear(parts->ended);
}

static bool send_questions(struct pg_link *link, const struct store_wanted *wanted)
{
    struct pg_arguments which = {0};
    struct pg_arguments moves = {0};
    struct pg_arguments chat = {0};
    if (wanted->id)
        pg_add_text(&which, wanted->id);
    else
        pg_add_number(&which, wanted->number);
    struct pg_arguments *const parts[] = {&moves, &chat};
    for (int i = 0; i < 2; i++) {
        if (wanted->id)
            pg_add_text(parts[i], NULL);
        else
            pg_add_number(parts[i], wanted->number);
        pg_add_text(parts[i], wanted->id);
    }
    pg_add_number(&moves, wanted->moves);
    pg_add_number(&moves, wanted->lost_asks);
    return pg_link_send(link, PG_READ_BEGIN, NULL) &&
           pg_link_send(link, wanted->id ? PG_ONE_BY_ID : PG_ONE_BY_NUMBER, &which) &&
           pg_link_send(link, PG_ONE_MOVES, &moves) && pg_link_send(link, PG_ONE_CHAT, &chat) &&
           pg_link_send(link, PG_READ_END, NULL) && pg_link_sync(link);
}

static int ask_parts(struct pg_store *pg, const struct store_wanted *wanted, struct parts *parts,
                     struct ochre_error *error)
{
    PGresult **const all[] = {&parts->begun, &parts->rows, &parts->moves, &parts->chat, &parts->ended};
    if (!pg_can_read(pg, error))
        return STORE_UNREADABLE;
    if (!send_questions(&pg->reader, wanted)) {
        pg_link_close(&pg->reader);
        return pg_unread(pg, NULL, error);
    }
    int result = 0;
    for (int i = 0; i < 5 && pg_link_is_up(&pg->reader); i++) {
        *all[i] = pg_link_result(&pg->reader, READ_SECONDS);
        if (result == 0 && !result_is_fine(*all[i]))
            result = pg_unread(pg, *all[i], error);
    }
    if (!pg_link_is_up(&pg->reader) || !pg_link_synced(&pg->reader, READ_SECONDS))
        return result < 0 ? result : pg_unread(pg, NULL, error);
    if (result < 0)
        pg_link_close(&pg->reader); /* its transaction is still open */
    return result;
}

static int read_pack(struct pg_store *pg, struct stored_play *play, struct ochre_error *error)
{
    struct pg_arguments arguments = {0};
    pg_add_text(&arguments, play->table.pack_hash);
    PGresult *row = pg_ask(pg, PG_ONE_PACK, &arguments, error);
    if (!row)
        return STORE_UNREADABLE;
    if (PQntuples(row) > 0)
        play->table.pack = pool_text(&play->memory, PQgetvalue(row, 0, 0));
    PQclear(row);
    return 0;
}

static int keep_moves(struct stored_play *play, const PGresult *rows, int64_t kept, struct ochre_error *error)
{
    int room = 0;
    for (int i = 0; i < PQntuples(rows); i++) {
        struct stored_move move = {int_at(rows, i, 1), PQgetvalue(rows, i, 3), number_at(rows, i, 2)};
        if (row_keep_move(play, int_at(rows, i, 0), move, number_at(rows, i, 4), &room, error) < 0)
            return STORE_DAMAGED;
    }
    int last = play->skipped + play->move_count;
    if (last > kept)
        return error_set(error, "", "move {0} is one too many in the database", NUM(last));
    return last == kept ? 0 : row_missing_move(last + 1, error);
}

static int keep_chat(struct stored_play *play, const PGresult *rows, int64_t said, struct ochre_error *error)
{
    for (int i = 0; i < PQntuples(rows); i++) {
        struct stored_chat line = {.number = int_at(rows, i, 0),
                                   .seat = int_at(rows, i, 1),
                                   .at = number_at(rows, i, 2),
                                   .name = PQgetvalue(rows, i, 3),
                                   .text = PQgetvalue(rows, i, 4)};
        if (row_keep_line(play, line, number_at(rows, i, 5), error) < 0)
            return STORE_DAMAGED;
    }
    return row_check_chat(play, said, error);
}

static int read_parts(struct pg_store *pg, const struct parts *parts, const struct store_wanted *wanted,
                      struct stored_play *play, struct ochre_error *error)
{
    struct stored_row row;
    if (PQntuples(parts->rows) == 0)
        return 0;
    read_table(parts->rows, 0, &row);
    for (int i = 0; i < PQntuples(parts->rows); i++)
        read_seat(parts->rows, i, &row.table);
    if (!row_accept(&row))
        return error_set(error, "", row_damaged);
    copy_table(&play->memory, &row.table, &play->table);
    play->skipped = row.table.lost_asks == wanted->lost_asks && !wanted->id ? wanted->moves : 0;
    int result = row.has_pack ? read_pack(pg, play, error) : 0;
    if (result == 0)
        result = keep_moves(play, parts->moves, row.kept, error);
    if (result == 0)
        result = keep_chat(play, parts->chat, row.said, error);
    return result == 0 ? 1 : result;
}

int pg_load(struct store *store, const struct store_wanted *wanted, struct stored_play *play, struct ochre_error *error)
{
    struct pg_store *pg = pg_inner(store);
    struct parts parts = {0};
    *play = (struct stored_play){0};
    int result = ask_parts(pg, wanted, &parts, error);
    if (result == 0)
        result = read_parts(pg, &parts, wanted, play, error);
    free_parts(&parts);
    if (result != 1)
        pool_free(&play->memory);
    return result;
}
