/* store_sqlite_sums.c: checksums of rows as functions of SQL. */
#include "server/store_sqlite.h"

static void sql_tally(sqlite3_context *context, int count, sqlite3_value **value)
{
    (void)count;
    sqlite3_result_int64(context, sum_of_tally(sqlite3_value_int64(value[0]), sqlite3_value_int64(value[1]),
                                               sqlite3_value_int64(value[2]), sqlite3_value_int64(value[3])));
}

static void sql_move_sum(sqlite3_context *context, int count, sqlite3_value **value)
{
    (void)count;
    const char *text = (const char *)sqlite3_value_text(value[4]);
    struct stored_move move = {.seat = small_number(sqlite3_value_int64(value[2])),
                               .text = text ? text : "",
                               .at = sqlite3_value_int64(value[3])};
    sqlite3_result_int64(
        context, sum_of_move(sqlite3_value_int64(value[0]), small_number(sqlite3_value_int64(value[1])), &move));
}

int db_know_sums(struct db *db)
{
    const int kind = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    int code = sqlite3_create_function_v2(db->sqlite, "ochre_tally", 4, kind, NULL, sql_tally, NULL, NULL, NULL);
    if (code != SQLITE_OK)
        return code;
    return sqlite3_create_function_v2(db->sqlite, "ochre_move_sum", 5, kind, NULL, sql_move_sum, NULL, NULL, NULL);
}
