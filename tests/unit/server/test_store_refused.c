/* test_store_refused.c: databases that a server does not start with: each says in one line what is wrong, names itself
 * without its password, and stays as it was. With PostgreSQL alone (OCHRE_STORE=postgres). */
#include "help.h"

#include <sys/socket.h>
#include <sys/un.h>

/* ---- a server of long ago ---- */

/* Says what a PostgreSQL 12 says when somebody comes in, and nothing else. */
struct elder {
    pthread_t thread;
    int door;
    char folder[64];
};

static size_t add_message(char *to, char kind, const char *body, size_t size)
{
    to[0] = kind;
    uint32_t length = (uint32_t)size + 4;
    for (int i = 0; i < 4; i++)
        to[1 + i] = (char)(length >> (24 - 8 * i));
    memcpy(to + 5, body, size);
    return size + 5;
}

static void *greet(void *who)
{
    const struct elder *elder = who;
    static const char version[] = "server_version\0"
                                  "12.9";
    static const char encoding[] = "server_encoding\0"
                                   "UTF8";
    char hello[256];
    size_t length = add_message(hello, 'R', "\0\0\0\0", 4);
    length += add_message(hello + length, 'S', version, sizeof version);
    length += add_message(hello + length, 'S', encoding, sizeof encoding);
    length += add_message(hello + length, 'Z', "I", 1);
    int guest = accept(elder->door, NULL, NULL);
    char asked[1024];
    if (guest >= 0 && recv(guest, asked, sizeof asked, 0) > 0)
        (void)send(guest, hello, length, MSG_NOSIGNAL);
    while (guest >= 0 && recv(guest, asked, sizeof asked, 0) > 0)
        ;
    (void)close(guest);
    return NULL;
}

static void begin_elder(struct elder *elder, const char *folder)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)snprintf(elder->folder, sizeof elder->folder, "%s/elder", folder);
    (void)snprintf(address.sun_path, sizeof address.sun_path, "%.64s/.s.PGSQL.5432", elder->folder);
    assert_int_equal(mkdir(elder->folder, 0700), 0);
    elder->door = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(elder->door, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(elder->door, 1), 0);
    assert_int_equal(pthread_create(&elder->thread, NULL, greet, elder), 0);
}

/* ---- what is refused ---- */

static void expect_refusal(const char *place, const char *words)
{
    struct ochre_error error = {0};
    struct store *store = store_open(&(struct store_config){.place = place}, &error);
    if (store)
        fail_msg("%s was opened", place);
    if (!strstr(error.words, words))
        fail_msg("%s: '%s' does not say '%s'", place, error.words, words);
    if (strchr(error.words, '\n') || !strstr(error.words, "postgres://") || strstr(error.words, "secret"))
        fail_msg("'%s' is not one line that names the place without its password", error.words);
}

/* %s in a place is the name of a new database, %h the folder of PostgreSQL's socket, %f the test's own. */
static void fill_in(const char *form, const char *folder, char *out, size_t size)
{
    struct ochre_text text = text_on(out, size);
    for (; *form; form++) {
        if (*form != '%') {
            text_char(&text, *form);
            continue;
        }
        form++;
        text_add(&text, *form == 's' ? database_name(folder) : *form == 'h' ? getenv("PGHOST") : folder);
    }
}

struct refusal {
    const char *title;
    const char *before; /* SQL in the new database, NULL: none; %s as above */
    const char *place, *words;
    const char *after; /* SQL that mends it: then it is opened */
};

static const struct refusal refusals[] = {
    {"no such folder", NULL, "postgres:///%s?host=/nowhere", "No such file or directory", NULL},
    {"nobody listens", NULL, "postgres://127.0.0.1:1/%s", "Connection refused", NULL},
    {"no address", NULL, "postgres://[/%s", "postgres://", NULL},
    {"an option that is none", NULL, "postgres:///%s?colour=red", "colour", NULL},
    {"no such database", NULL, "postgres:///no-%s", "does not exist", NULL},
    {"a wrong password", "DROP ROLE IF EXISTS locked; CREATE ROLE locked LOGIN PASSWORD 'right'",
     "postgres://locked:secret@/%s?host=%h", "password authentication failed", "DROP ROLE locked"},
    {"an older server", NULL, "postgres:///%s?host=%f/elder", "PostgreSQL 12.9 is too old: 13 or newer is needed",
     NULL},
    {"a newer form",
     "CREATE SCHEMA ochre; CREATE TABLE ochre.form(form integer, oldest integer, is_whole boolean); "
     "INSERT INTO ochre.form VALUES(99, 99, true)",
     "postgres:///%s", "newer version of ochre (form 99", "DROP SCHEMA ochre CASCADE"},
    {"a form that does not say which",
     "CREATE SCHEMA ochre; CREATE TABLE ochre.form(form integer, oldest integer, is_whole boolean)", "postgres:///%s",
     "does not say which form", "DROP SCHEMA ochre CASCADE"},
    {"no right to make a schema", "DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN", "postgres://guest@/%s?host=%h",
     "permission denied", "DROP ROLE guest"},
    {"read-only by default", "ALTER DATABASE \"%s\" SET default_transaction_read_only = on", "postgres:///%s",
     "can only be read", "SET transaction_read_only = off; ALTER DATABASE \"%s\" RESET default_transaction_read_only"},
};

static void refuse_one(const struct refusal *refusal)
{
    char *folder = new_folder();
    char text[1024];
    struct elder elder = {0};
    begin_elder(&elder, folder);
    if (refusal->before) {
        fill_in(refusal->before, folder, text, sizeof text);
        order_postgres(database_name(folder), text);
    }
    fill_in(refusal->place, folder, text, sizeof text);
    print_message("%s\n", refusal->title);
    expect_refusal(text, refusal->words);
    (void)shutdown(elder.door, SHUT_RDWR);
    (void)close(elder.door);
    assert_int_equal(pthread_join(elder.thread, NULL), 0);
    if (refusal->after) {
        fill_in(refusal->after, folder, text, sizeof text);
        order_postgres(database_name(folder), text);
    }
    store_close(open_store(folder, NULL)); /* nothing is in the way afterwards */
    drop_folder(folder);
}

static void what_is_wrong_is_said_in_one_line(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        refuse_one(&refusals[i]);
}

static void another_encoding_is_refused(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    char sql[256];
    drop_database(folder);
    (void)snprintf(sql, sizeof sql, "CREATE DATABASE \"%s\" TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'",
                   database_name(folder));
    order_postgres("postgres", sql);
    expect_refusal(place_of(folder), "the database is in LATIN1, but names need UTF8");
    drop_folder(folder);
}

/* A newer form that says that programs of ours can work with it: servers of both versions, for a while. */
static void a_newer_form_that_fits_is_taken(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    store_close(open_store(folder, NULL));
    alter(folder, "UPDATE form SET form = 2, oldest = 1; ALTER TABLE tables ADD COLUMN newer integer");
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct stored_table table = simple_table(store);
    struct store_batch *batch = store_batch_new();
    store_put_table(batch, &table);
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    expect_moves(store, table.number, 0);
    store_close(store);
    drop_folder(folder);
}

static void control(const char *what)
{
    char command[512];
    (void)snprintf(command, sizeof command, "%s %s", getenv("OCHRE_PG_CONTROL"), what);
    assert_int_equal(system(command), 0);
}

/* A server that only follows another one: it can be looked at, and no more. */
static void a_replica_is_only_read(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    char signal[300];
    struct ochre_error error = {0};
    store_close(open_store(folder, NULL));
    (void)snprintf(signal, sizeof signal, "%s/data/standby.signal", getenv("OCHRE_PG_FOLDER"));
    control("stop");
    FILE *file = fopen(signal, "w");
    assert_non_null(file);
    (void)fclose(file);
    control("start");
    expect_refusal(place_of(folder), "a replica that can only be read");
    struct store *store =
        store_open(&(struct store_config){.place = place_of(folder), .is_reading_only = true}, &error);
    assert_non_null(store);
    store_close(store);
    control("stop");
    assert_int_equal(remove(signal), 0);
    control("start");
    store_close(open_store(folder, NULL));
    drop_folder(folder);
}

int main(void)
{
    if (!on_postgres())
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_is_said_in_one_line),
        cmocka_unit_test(another_encoding_is_refused),
        cmocka_unit_test(a_newer_form_that_fits_is_taken),
        cmocka_unit_test(a_replica_is_only_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
