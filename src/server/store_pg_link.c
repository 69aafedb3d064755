/* store_pg_link.c: a connection to PostgreSQL: its address, its statements, and results that are waited for. */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/store_pg.h"

double pg_now(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- words ---- */

/* In one line, without what PostgreSQL calls its severity. */
static void one_line(const char *words, struct ochre_error *error)
{
    char line[256] = "";
    struct ochre_text text = text_on(line, sizeof line);
    static const char *const severities[] = {"ERROR:  ", "FATAL:  ", "PANIC:  "};
    for (bool is_gap = false; *words; words++) {
        for (size_t i = 0; i < sizeof severities / sizeof *severities; i++)
            (void)text_starts(words, severities[i], &words);
        if (*words == '\n' || *words == '\t' || *words == ' ') {
            is_gap = true;
            continue;
        }
        if (!*words)
            break;
        if (is_gap && line[0])
            text_char(&text, ' ');
        is_gap = false;
        text_char(&text, *words);
    }
    error_set(error, "", "{0}", line);
}

const char *result_state(const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return state ? state : "";
}

void result_words(const struct pg_link *link, const PGresult *result, struct ochre_error *error)
{
    const char *words = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (!words)
        words = link->conn ? PQerrorMessage(link->conn) : "";
    one_line(*words ? words : "the connection was lost", error);
}

bool result_is_fine(const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result); /* of NULL: an error */
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* ---- the address ---- */

/* What an address that does not say otherwise gets: a connection that notices when nobody answers any more. */
struct usual {
    const char *name, *value;
};

static const struct usual usually[] = {
    {"fallback_application_name", "ochre"},
    {"connect_timeout", "3"},
    {"keepalives_idle", "5"},
    {"keepalives_interval", "1"},
    {"keepalives_count", "3"},
    {"tcp_user_timeout", "6000"},
    {"client_encoding", "UTF8"},
};

static const char *said(const PQconninfoOption *options, const char *name)
{
    for (; options->keyword; options++)
        if (text_same(options->keyword, name))
            return options->val;
    return NULL;
}

static const char *said_or(const PQconninfoOption *options, const char *name, const char *variable)
{
    const char *value = said(options, name);
    const char *around = getenv(variable);
    return value ? value : around ? around : "";
}

void store_place_name(const char *place, char *name, size_t size)
{
    struct ochre_text text = text_on(name, size);
    PQconninfoOption *options = store_is_address(place) ? PQconninfoParse(place, NULL) : NULL;
    if (!options) {
        text_add(&text, store_is_address(place) ? "postgres://…" : place);
        return;
    }
    const char *user = said_or(options, "user", "PGUSER");
    const char *port = said_or(options, "port", "PGPORT");
    text_add(&text, "postgres://");
    text_add(&text, user);
    text_add(&text, *user ? "@" : "");
    text_add(&text, said_or(options, "host", "PGHOST"));
    text_add(&text, *port ? ":" : "");
    text_add(&text, port);
    text_add(&text, "/");
    text_add(&text, said_or(options, "dbname", "PGDATABASE"));
    PQconninfoFree(options);
}

static void write_over(char *from, const char *end)
{
    while (*from && from < end)
        *from++ = 'x';
}

/* Between the ':' behind the user and the '@', and behind "password=". */
void store_hide_password(char *place)
{
    char *at = strstr(place, "://");
    if (!store_is_address(place) || !at)
        return;
    char *user = at + 3;
    char *host = strchr(user, '@');
    char *colon = strchr(user, ':');
    if (host && colon && colon < host && strcspn(user, "/?") > (size_t)(colon - user))
        write_over(colon + 1, host);
    char *word = strstr(place, "password=");
    if (word)
        write_over(word + strlen("password="), word + strcspn(word, "&"));
}

enum { OPTIONS_MAX = 16 };

struct address {
    const char *name[OPTIONS_MAX], *value[OPTIONS_MAX];
    int count;
};

static void add_option(struct address *address, const char *name, const char *value)
{
    assert(address->count < OPTIONS_MAX - 1);
    address->name[address->count] = name;
    address->value[address->count++] = value;
}

static int connect_to(struct pg_link *link, const struct store_config *config, struct ochre_error *error)
{
    char *words = NULL;
    PQconninfoOption *options = PQconninfoParse(config->place, &words);
    if (!options) {
        one_line(words ? words : "not enough memory", error);
        PQfreemem(words);
        return -1;
    }
    struct address address = {0};
    add_option(&address, "dbname", config->place);
    for (size_t i = 0; i < sizeof usually / sizeof *usually; i++)
        if (!said(options, usually[i].name))
            add_option(&address, usually[i].name, usually[i].value);
    /* Among several hosts, the one that can be written to. */
    const char *host = said(options, "host");
    if (host && strchr(host, ',') && !said(options, "target_session_attrs") && !config->is_reading_only)
        add_option(&address, "target_session_attrs", "read-write");
    link->conn = PQconnectdbParams(address.name, address.value, 1);
    PQconninfoFree(options);
    if (PQstatus(link->conn) == CONNECTION_OK)
        return 0;
    one_line(link->conn ? PQerrorMessage(link->conn) : "not enough memory", error);
    return -1;
}

/* ---- statements ---- */

static void statement_name(enum pg_statement which, char name[PG_NUMBER_SIZE])
{
    (void)snprintf(name, PG_NUMBER_SIZE, "ochre%d", (int)which);
}

void pg_add_text(struct pg_arguments *arguments, const char *text)
{
    assert(arguments->count < PG_ARGUMENTS_MAX);
    arguments->value[arguments->count++] = text;
}

void pg_add_number(struct pg_arguments *arguments, int64_t number)
{
    char *place = arguments->number[arguments->count];
    (void)snprintf(place, PG_NUMBER_SIZE, "%lld", (long long)number);
    pg_add_text(arguments, place);
}

bool pg_link_send(struct pg_link *link, enum pg_statement which, const struct pg_arguments *arguments)
{
    char name[PG_NUMBER_SIZE];
    statement_name(which, name);
    int count = arguments ? arguments->count : 0;
    assert(count == pg_words[which].arguments);
    return link->conn &&
           PQsendQueryPrepared(link->conn, name, count, arguments ? arguments->value : NULL, NULL, NULL, 0);
}

/* ---- waiting ---- */

/* For something to read, and for room to write when something is left to be sent; false: not in time. */
static bool wait_on(PGconn *conn, bool has_more, double until)
{
    struct pollfd about = {.fd = PQsocket(conn), .events = (short)(POLLIN | (has_more ? POLLOUT : 0))};
    for (;;) {
        double left = until - pg_now();
        int code = poll(&about, 1, until <= 0 ? -1 : left <= 0 ? 0 : (int)(left * 1000) + 1);
        if (code != 0 && !(code < 0 && errno == EINTR))
            return code > 0;
        if (code == 0)
            return false;
    }
}

static double deadline(double seconds)
{
    return seconds > 0 ? pg_now() + seconds : 0;
}

/* Both at once, because the other side stops reading when nobody reads its answers. */
bool pg_link_sync(struct pg_link *link)
{
    if (!link->conn || !PQpipelineSync(link->conn))
        return false;
    int left;
    while ((left = PQflush(link->conn)) > 0)
        if (!wait_on(link->conn, true, 0) || !PQconsumeInput(link->conn))
            return false;
    return left == 0;
}

/* As long as something comes, it is not lost, however much it is. */
static PGresult *next_result(struct pg_link *link, double seconds)
{
    while (PQisBusy(link->conn))
        if (!wait_on(link->conn, false, deadline(seconds)) || !PQconsumeInput(link->conn))
            return NULL;
    return PQgetResult(link->conn);
}

/* Did it stay connected? Otherwise it is closed, so that everybody sees it. */
static bool is_connected(struct pg_link *link)
{
    if (link->conn && PQstatus(link->conn) == CONNECTION_OK)
        return true;
    pg_link_close(link);
    return false;
}

/* A FATAL answer is the last one. */
static bool is_last(const PGresult *result)
{
    const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    return severity && (text_same(severity, "FATAL") || text_same(severity, "PANIC"));
}

PGresult *pg_link_result(struct pg_link *link, double seconds)
{
    if (!link->conn)
        return NULL;
    PGresult *result = next_result(link, seconds);
    if (!result || is_last(result) || !is_connected(link)) {
        PQclear(result);
        pg_link_close(link);
        return NULL;
    }
    if (PQresultStatus(result) != PGRES_PIPELINE_SYNC && PQresultStatus(result) != PGRES_SINGLE_TUPLE) {
        PGresult *end = next_result(link, seconds); /* NULL ends a statement */
        PQclear(end);
    }
    return result;
}

bool pg_link_synced(struct pg_link *link, double seconds)
{
    PGresult *result = pg_link_result(link, seconds);
    bool is_synced = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
    PQclear(result);
    if (!is_synced)
        pg_link_close(link);
    return is_synced;
}

/* Before the connection is one of pipelines: several statements may stand in `sql`, and the first that fails counts. */
static PGresult *ask_plainly(struct pg_link *link, const char *sql, const struct pg_arguments *arguments)
{
    int sent = arguments ? PQsendQueryParams(link->conn, sql, arguments->count, NULL, arguments->value, NULL, NULL, 0)
                         : PQsendQuery(link->conn, sql);
    int left = sent ? 1 : -1;
    while (left > 0 && (left = PQflush(link->conn)) > 0)
        if (!wait_on(link->conn, true, 0) || !PQconsumeInput(link->conn))
            left = -1;
    PGresult *last = NULL;
    PGresult *result = NULL;
    while (left == 0 && (result = next_result(link, 0))) {
        bool had_failed = last && !result_is_fine(last);
        PQclear(had_failed ? result : last);
        last = had_failed ? last : result;
    }
    return last;
}

PGresult *pg_link_ask(struct pg_link *link, const char *sql, const struct pg_arguments *arguments, double seconds)
{
    if (!link->conn)
        return NULL;
    if (PQpipelineStatus(link->conn) == PQ_PIPELINE_OFF)
        return ask_plainly(link, sql, arguments);
    int count = arguments ? arguments->count : 0;
    if (!PQsendQueryParams(link->conn, sql, count, NULL, arguments ? arguments->value : NULL, NULL, NULL, 0) ||
        !pg_link_sync(link)) {
        pg_link_close(link);
        return NULL;
    }
    PGresult *result = pg_link_result(link, seconds);
    if (result && pg_link_synced(link, seconds))
        return result;
    PQclear(result);
    return NULL;
}

/* ---- opening ---- */

struct range {
    enum pg_statement first, end;
};

static bool prepare(struct pg_link *link, enum pg_role role)
{
    static const struct range of_role[] = {[PG_WRITER] = {PG_BEGIN, PG_READ_BEGIN},
                                           [PG_READER] = {PG_READ_BEGIN, PG_LIVE},
                                           [PG_WATCHER] = {PG_LIVE, PG_COUNT}};
    const struct range *range = &of_role[role];
    for (int i = (int)range->first; i < (int)range->end; i++) {
        char name[PG_NUMBER_SIZE];
        statement_name((enum pg_statement)i, name);
        if (!PQsendPrepare(link->conn, name, pg_words[i].sql, 0, NULL))
            return false;
    }
    return pg_link_sync(link);
}

static int prepare_all(struct pg_link *link, enum pg_role role, struct ochre_error *error)
{
    if (!PQenterPipelineMode(link->conn) || !prepare(link, role)) {
        one_line(PQerrorMessage(link->conn), error);
        return -1;
    }
    int code = 0;
    for (;;) {
        PGresult *result = pg_link_result(link, 0);
        bool is_end = !result || PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        if (code == 0 && ((!result && !link->conn) || (!is_end && !result_is_fine(result)))) {
            result_words(link, result, error);
            code = -1;
        }
        PQclear(result);
        if (is_end)
            return code;
    }
}

#define FOR_ALL "SET search_path = ochre, pg_temp; SET plan_cache_mode = force_generic_plan; SET jit = off"

static const char *settings(const struct store_config *config, enum pg_role role)
{
    /* Durability off: a commit does not wait for the disk. A sign of life need not, either. */
    if (role == PG_WATCHER || (role == PG_WRITER && config->is_fast))
        return FOR_ALL "; SET synchronous_commit = off";
    if (role == PG_WRITER) /* what is left of us when we are cut off must not hold the others up */
        return FOR_ALL "; SET idle_in_transaction_session_timeout = '10s'; SET tcp_keepalives_idle = 5; "
                       "SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3";
    return FOR_ALL "; SET enable_sort = off"; /* what is read comes in the order of an index, from the first row on */
}

static int make_ready(struct pg_link *link, const struct store_config *config, enum pg_role role, bool is_first,
                      struct ochre_error *error)
{
    if (PQsetnonblocking(link->conn, 1) < 0) {
        one_line(PQerrorMessage(link->conn), error);
        return -1;
    }
    if (is_first && pg_form_look(link, config, error) < 0)
        return -1;
    PGresult *result = pg_link_ask(link, settings(config, role), NULL, 0);
    bool is_set = result_is_fine(result);
    if (!is_set)
        result_words(link, result, error);
    PQclear(result);
    return is_set ? prepare_all(link, role, error) : -1;
}

static void ignore(void *who, const PGresult *notice)
{
    (void)who;
    (void)notice;
}

int pg_link_open(struct pg_link *link, const struct store_config *config, enum pg_role role, bool is_first,
                 struct ochre_error *error)
{
    pg_link_close(link);
    int code = connect_to(link, config, error);
    if (code == 0) {
        (void)PQsetNoticeReceiver(link->conn, ignore, NULL);
        code = make_ready(link, config, role, is_first, error);
    }
    if (code < 0)
        pg_link_close(link);
    return code;
}

void pg_link_close(struct pg_link *link)
{
    PQfinish(link->conn);
    link->conn = NULL;
}

bool pg_link_is_up(const struct pg_link *link)
{
    return link->conn != NULL;
}
