/* test_damage.c: whatever is damaged in a stored table, a server treats it as a check does: the table is set aside, or
 * it is all there. Every column of every kind of row is changed, and rows are taken away, before a server starts and
 * while its tables sleep. */
#include "help.h"

#include <sqlite3.h>

#include "party.h"
#include "server/restore.h"
#include "server/room_inner.h"
#include "server/room_list.h"
#include "table/file.h"

enum { TABLES = 4, LOG_MAX = 1 << 16 };

static struct bell bell = BELL;
static struct store *store;
static char *folder, *beside;
static int asides_said;

static void settle(struct hall *hall)
{
    while (!hall_is_settled(hall)) {
        wait_for_ring(&bell);
        (void)store_deliver(store);
        hall_end_beat(hall);
    }
}

static void hear(void *who, const char *line, size_t length)
{
    (void)who;
    (void)length;
    asides_said += strstr(line, "table-aside") != NULL;
}

static struct diary *diary;

static struct hall *open_hall(void)
{
    struct ochre_error error = {0};
    store = store_open(&(struct store_config){.folder = folder, .is_fast = true, .wake = ring, .waker = &bell}, &error);
    if (!store)
        return NULL;
    struct hall *hall = party_hall(store, NULL);
    assert_non_null(hall);
    diary = diary_new(&(struct diary_config){.level = DIARY_ERROR, .now = hall->config.now, .write = hear});
    hall->config.diary = diary;
    party_settle = settle;
    return hall;
}

static void close_hall(struct hall *hall)
{
    hall_end_beat(hall);
    settle(hall);
    party_settle = NULL;
    store_close(store);
    hall_delete(hall);
    diary_delete(diary);
}

/* ---- what is there when nothing is damaged ---- */

struct whole {
    char id[STORE_ID_SIZE], key[KEY_SIZE], status[16];
    int chat;
    char *log;
};

static struct whole whole[TABLES];

static void ask(struct hall *hall, const char *method, const char *id, const char *what, const char *key,
                const char *body, int *status, const char **answer)
{
    char path[512];
    (void)snprintf(path, sizeof path, "/api/tables%s%s%s", id ? "/" : "", id ? id : "", what);
    *status = party_ask(hall, method, path, key, body, answer);
}

static void make_table(struct hall *hall, struct whole *one, const char *body)
{
    int status;
    const char *answer;
    ask(hall, "POST", NULL, "", NULL, body, &status, &answer);
    assert_int_equal(status, 201);
    assert_true(member_text(answer, "table", one->id, sizeof one->id));
    assert_true(member_text(answer, "key", one->key, sizeof one->key));
}

static void say(struct guest *guest, struct hall *hall, const struct whole *one, const char *kind, const char *rest)
{
    char text[1024];
    (void)snprintf(text, sizeof text, "{\"t\":\"%s\",\"table\":\"%s\"%s}", kind, one->id, rest);
    guest_say(guest, hall, text);
}

static void sit(struct guest *guest, struct hall *hall, const struct whole *one)
{
    char rest[64];
    guest_come(guest, hall, "one");
    (void)snprintf(rest, sizeof rest, ",\"key\":\"%s\"", one->key);
    say(guest, hall, one, "sit", rest);
}

/* The first move that is offered, some times; the computer answers on the spot. */
static void play_on(struct guest *guest, struct hall *hall, const struct whole *one, int times)
{
    for (int i = 0; i < times; i++) {
        char move[64];
        char rest[128];
        const char *step = guest_heard(guest, "step");
        const char *moves = strstr(step, "\"moves\"");
        assert_non_null(moves);
        assert_true(member_text(moves, "m", move, sizeof move));
        (void)snprintf(rest, sizeof rest, ",\"ask\":%ld,\"move\":\"%s\"", member_number(step, "ask"), move);
        say(guest, hall, one, "move", rest);
    }
}

static void note_whole(struct hall *hall, struct whole *one)
{
    int status;
    const char *answer;
    ask(hall, "GET", one->id, "", NULL, NULL, &status, &answer);
    assert_true(member_text(answer, "status", one->status, sizeof one->status));
    one->chat = rooms_find(hall, one->id)->chat_count;
    ask(hall, "GET", one->id, "/log", one->key, NULL, &status, &answer);
    assert_int_equal(status, 200);
    one->log = strdup(answer);
}

/* One that runs, with chat and a move taken back; one that draws; one that waits; one that is over. */
static void make_tables(struct hall *hall)
{
    struct guest guest;
    static const char with_computer[] = "{\"game\":\"%s\",\"seats\":[{\"kind\":\"me\",\"name\":\"Ama\",\"share\":"
                                        "\"00ff\"},{\"kind\":\"bot\",\"bot\":\"random\"}]}";
    static const char *const games[] = {"dice", "tribes", NULL, "dice"};
    for (int i = 0; i < TABLES; i++) {
        char body[256];
        (void)snprintf(body, sizeof body, with_computer, games[i] ? games[i] : "");
        make_table(hall, &whole[i],
                   games[i] ? body : "{\"game\":\"valley\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}");
        sit(&guest, hall, &whole[i]);
        say(&guest, hall, &whole[i], "chat", ",\"text\":\"Good morning!\"");
        if (games[i])
            play_on(&guest, hall, &whole[i], 5);
        if (i == 0) {
            say(&guest, hall, &whole[i], "chat", ",\"text\":\"Is it?\"");
            say(&guest, hall, &whole[i], "undo", "");
            play_on(&guest, hall, &whole[i], 2);
        }
        if (i == 3)
            say(&guest, hall, &whole[i], "resign", "");
        guest_go(&guest);
    }
}

/* Two images of the same tables: all moves in their places, and the last ones still waiting for that. */
static int make_images(char *bytes[2], size_t length[2])
{
    struct ochre_error error = {0};
    char *path = file_in(folder, "ochre.db");
    char *copy = file_in(beside, "ochre.db");
    struct hall *hall = open_hall();
    make_tables(hall);
    for (int i = 0; i < TABLES; i++)
        note_whole(hall, &whole[i]);
    assert_int_equal(store_backup(folder, copy, &error), 0);
    close_hall(hall);
    bytes[0] = file_read(path, FILE_SIZE_MAX, &length[0], &error);
    bytes[1] = file_read(copy, FILE_SIZE_MAX, &length[1], &error);
    free(path);
    free(copy);
    return bytes[0] && bytes[1] ? 0 : -1;
}

/* ---- damage ---- */

enum harm { ONE_MORE, FAR_MORE, ROW_GONE, HARMS };

struct case_of {
    char table[16], column[16];
    char where[64]; /* the row */
    int number;     /* of the table that it belongs to */
    enum harm harm;
    int image;
    bool is_asleep; /* the server runs when it happens */
};

static sqlite3 *open_file(void)
{
    char *path = file_in(folder, "ochre.db");
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    (void)sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    free(path);
    return db;
}

static void harm(const struct case_of *one)
{
    char sql[768];
    char text[128] = "CAST(x'41ff0a22c0afe2' AS TEXT)"; /* bytes that are no text */
    if (one->harm == ONE_MORE)
        (void)snprintf(text, sizeof text, "CASE %s WHEN '' THEN 'x' ELSE char(unicode(%s) + 1) || substr(%s, 2) END",
                       one->column, one->column, one->column);
    if (one->harm == ROW_GONE)
        (void)snprintf(sql, sizeof sql, "DELETE FROM %s WHERE %s", one->table, one->where);
    else
        (void)snprintf(sql, sizeof sql,
                       "UPDATE OR IGNORE %s SET %s = CASE typeof(%s) WHEN 'integer' THEN %s + %s "
                       "WHEN 'text' THEN %s "
                       "WHEN 'blob' THEN CAST(substr(%s, 2) || x'17' AS BLOB) "
                       "ELSE (SELECT CASE type WHEN 'BLOB' THEN x'1717' ELSE '{}' END FROM pragma_table_info('%s') "
                       "WHERE name = '%s') END WHERE %s",
                       one->table, one->column, one->column, one->column, one->harm == ONE_MORE ? "1" : "4294967296",
                       text, one->column, one->table, one->column, one->where);
    sqlite3 *db = open_file();
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* ---- how a check and a server take it ---- */

struct verdict {
    int troubles;
    bool names[TABLES];
};

static void note_trouble(void *who, const char *words)
{
    struct verdict *verdict = who;
    verdict->troubles++;
    for (int i = 0; i < TABLES; i++)
        verdict->names[i] = verdict->names[i] || strstr(words, whole[i].id);
}

static const char *describe(const struct case_of *one)
{
    static char text[512];
    (void)snprintf(text, sizeof text, "%s of %s where %s, harm %d, image %d, %s", one->column, one->table, one->where,
                   one->harm, one->image, one->is_asleep ? "asleep" : "at the start");
    return text;
}

/* All there, as it was? */
static bool is_as_it_was(struct hall *hall, const struct whole *one, const char *status)
{
    int code;
    const char *answer;
    if (strcmp(status, one->status) != 0 || rooms_find(hall, one->id)->chat_count != one->chat)
        return false;
    ask(hall, "GET", one->id, "/log", one->key, NULL, &code, &answer);
    return code == 200 && strcmp(answer, one->log) == 0;
}

static void compare(struct hall *hall, const struct case_of *one, const struct verdict *verdict)
{
    int asides = 0;
    for (int i = 0; i < TABLES; i++) {
        int code;
        const char *answer;
        char status[16] = "gone";
        ask(hall, "GET", whole[i].id, "", NULL, NULL, &code, &answer);
        if (!text_is_utf8(answer, strlen(answer)))
            fail_msg("%s: bytes that are no text are told", describe(one));
        if (code == 200)
            assert_true(member_text(answer, "status", status, sizeof status));
        bool is_aside = strcmp(status, "aside") == 0;
        bool is_gone = code == 404 && strcmp(one->table, "tables") == 0;
        asides += is_aside;
        if (is_gone ? verdict->troubles == 0 : is_aside != verdict->names[i])
            fail_msg("%s: the server says %s, the check %s", describe(one), status,
                     verdict->names[i] ? "names it" : "does not");
        if (!is_aside && !is_gone && !is_as_it_was(hall, &whole[i], status))
            fail_msg("%s: table %d is neither set aside nor as it was", describe(one), i);
    }
    if (one->is_asleep && asides_said != asides) /* the others were told of while the hall was being opened */
        fail_msg("%s: %d set aside, and %d lines about it", describe(one), asides, asides_said);
}

static void put_image(const char *bytes, size_t length)
{
    char *path = file_in(folder, "ochre.db");
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, length, out), length);
    assert_int_equal(fclose(out), 0);
    free(path);
}

static int try_case(const struct case_of *one, char *const bytes[2], const size_t length[2])
{
    struct verdict verdict = {0};
    struct restore_counts counts;
    struct ochre_error error = {0};
    asides_said = 0;
    put_image(bytes[one->image], length[one->image]);
    struct hall *hall = one->is_asleep ? open_hall() : NULL;
    harm(one);
    assert_true(restore_check(folder, &counts, note_trouble, &verdict, &error) >= 0);
    if (!hall)
        hall = open_hall();
    assert_non_null(hall);
    if (one->is_asleep && strcmp(one->table, "tables") == 0 && verdict.troubles > 0)
        verdict.names[one->number - 1] = true; /* by a name that it no longer has */
    compare(hall, one, &verdict);
    close_hall(hall);
    return verdict.troubles > 0;
}

/* ---- all of it ---- */

struct trial {
    struct case_of *cases;
    int count, room;
};

static void add_case(struct trial *trial, struct case_of one)
{
    if (trial->count == trial->room) {
        trial->room = trial->room ? 2 * trial->room : 256;
        trial->cases = realloc(trial->cases, (size_t)trial->room * sizeof *trial->cases);
        assert_non_null(trial->cases);
    }
    trial->cases[trial->count++] = one;
}

/* Every column of one row, and the row itself. */
static void add_row(struct trial *trial, sqlite3 *db, struct case_of one)
{
    sqlite3_stmt *columns;
    char sql[64];
    (void)snprintf(sql, sizeof sql, "SELECT name FROM pragma_table_info('%s')", one.table);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &columns, NULL), SQLITE_OK);
    while (sqlite3_step(columns) == SQLITE_ROW) {
        (void)snprintf(one.column, sizeof one.column, "%s", (const char *)sqlite3_column_text(columns, 0));
        for (one.harm = ONE_MORE; one.harm < ROW_GONE; one.harm++)
            add_case(trial, one);
    }
    (void)sqlite3_finalize(columns);
    one.harm = ROW_GONE;
    add_case(trial, one);
}

static void add_rows(struct trial *trial, int image, const char *table, const char *rows)
{
    sqlite3_stmt *row;
    sqlite3 *db = open_file();
    assert_int_equal(sqlite3_prepare_v2(db, rows, -1, &row, NULL), SQLITE_OK);
    int count = 0;
    for (; sqlite3_step(row) == SQLITE_ROW; count++) {
        struct case_of one = {.image = image, .number = sqlite3_column_int(row, 0)};
        (void)snprintf(one.table, sizeof one.table, "%s", table);
        (void)snprintf(one.where, sizeof one.where, "%s", (const char *)sqlite3_column_text(row, 1));
        for (int is_asleep = 0; is_asleep < 2; is_asleep++) {
            one.is_asleep = is_asleep;
            add_row(trial, db, one);
        }
    }
    assert_true(count > 0);
    (void)sqlite3_finalize(row);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* Some of the moves stand for all: the first, one in the middle, the last. */
#define ENDS(table)                                                                                                    \
    " FROM " table " AS m WHERE n IN (1, 3) OR n = (SELECT max(n) FROM " table " WHERE number = m.number)"

static void add_image(struct trial *trial, int image)
{
    if (image == 0) {
        add_rows(trial, image, "tables", "SELECT number, 'number = ' || number FROM tables");
        add_rows(trial, image, "seats", "SELECT number, 'number = ' || number || ' AND seat = ' || seat FROM seats");
        add_rows(trial, image, "chat", "SELECT number, 'number = ' || number || ' AND n = ' || n FROM chat");
        add_rows(trial, image, "moves", "SELECT number, 'number = ' || number || ' AND n = ' || n" ENDS("moves"));
    } else {
        add_rows(trial, image, "fresh", "SELECT number, 'id = ' || id" ENDS("fresh"));
    }
}

/* A last row that is taken out of `fresh` before any server has seen it is nobody's to miss (docs/security.md). */
static bool is_beyond_us(const struct case_of *one)
{
    return one->harm == ROW_GONE && strcmp(one->table, "fresh") == 0;
}

static void a_server_takes_damage_as_a_check_does(void **unused)
{
    (void)unused;
    char *bytes[2];
    size_t length[2];
    struct trial trial = {0};
    folder = new_folder();
    beside = new_folder();
    assert_int_equal(make_images(bytes, length), 0);
    for (int i = 0; i < 2; i++) {
        put_image(bytes[i], length[i]);
        add_image(&trial, i);
    }
    int noticed = 0;
    int stride = getenv("OCHRE_SHORT") ? 7 : 1;
    for (int i = 0; i < trial.count; i += stride)
        noticed += !is_beyond_us(&trial.cases[i]) && try_case(&trial.cases[i], bytes, length);
    print_message("%d kinds of damage, %d noticed\n", trial.count / stride, noticed);
    assert_true(noticed > trial.count / stride / 2);
    for (int i = 0; i < TABLES; i++)
        free(whole[i].log);
    free(trial.cases);
    free(bytes[0]);
    free(bytes[1]);
    drop_folder(folder);
    drop_folder(beside);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_server_takes_damage_as_a_check_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
