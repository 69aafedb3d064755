/* store_pg.h: what the engine of PostgreSQL is made of. Only store_pg*.c includes it.
 *
 *     store_pg_link.c   a connection: its address, its statements, results that are waited for
 *     store_pg_form.c   the schema, and whether it is one for us
 *     store_pg_sql.c    the statements
 *     store_pg_list.c   lists as PostgreSQL writes them
 *     store_pg_change.c the changes of a batch as statements
 *     store_pg_news.c   what the others are told of a commit
 *     store_pg_write.c  batches become rows, in one transaction
 *     store_pg_read.c   rows become tables again
 *     store_pg_watch.c  the sign of life, and the news of other servers, on a thread of its own
 *     store_pg_care.c   verify, what is old
 *     store_pg.c        all of it as an engine
 *
 * Three connections: the loop reads over one, the writing thread writes over another, the third listens. */
#ifndef OCHRE_SERVER_STORE_PG_H
#define OCHRE_SERVER_STORE_PG_H

#include <libpq-fe.h>

#include "server/store_engine.h"

/* ---- statements (store_pg_sql.c) ---- */

enum pg_statement {
    PG_BEGIN, /* of the writer */
    PG_COMMIT,
    PG_LAX,
    PG_ENTER,
    PG_PUT_HEAD,
    PG_NEW_HEAD,
    PG_NEED,
    PG_PUT_TABLE,
    PG_PUT_SEATS,
    PG_PUT_PACK,
    PG_ADD_MOVES,
    PG_SET_COUNTS,
    PG_CUT_HEAD,
    PG_CUT_MOVES,
    PG_ADD_CHAT,
    PG_CUT_CHAT,
    PG_DROP_HEAD,
    PG_DROP_TABLE,
    PG_DROP_SEATS,
    PG_DROP_MOVES,
    PG_DROP_CHAT,
    PG_NOTE_ARCHIVED,
    PG_PUT_MEMO,
    PG_DROP_MEMO,
    PG_TAKE_LEASE,
    PG_DROP_LEASE,
    PG_NOTIFY,
    PG_PROBE,
    PG_PROBED,
    PG_READ_BEGIN, /* of the reader */
    PG_READ_END,
    PG_EACH,
    PG_ONE_BY_NUMBER,
    PG_ONE_BY_ID,
    PG_EACH_OF,
    PG_ONE_PACK,
    PG_ONE_MOVES,
    PG_ONE_CHAT,
    PG_EACH_MEMO,
    PG_IS_ARCHIVED,
    PG_ARCHIVED,
    PG_EACH_ARCHIVED,
    PG_FINISHED,
    PG_SIZE,
    PG_LIVE, /* of the watcher */
    PG_ALIVE,
    PG_BURY,
    PG_COUNT
};

struct pg_words {
    const char *sql;
    int arguments;
};
extern const struct pg_words pg_words[PG_COUNT];

/* ---- a connection (store_pg_link.c) ---- */

struct pg_link {
    PGconn *conn; /* NULL: away */
};

/* Who uses it decides which statements it knows. */
enum pg_role { PG_WRITER, PG_READER, PG_WATCHER };

/* Connects and makes ready. `is_first`: the schema is looked at too, and made or grown where we write. -1 and a
 * sentence in one line. */
int pg_link_open(struct pg_link *link, const struct store_config *config, enum pg_role role, bool is_first,
                 struct ochre_error *error);
void pg_link_close(struct pg_link *link);
bool pg_link_is_up(const struct pg_link *link);

/* The values of a statement, as text. */
enum { PG_ARGUMENTS_MAX = 20, PG_NUMBER_SIZE = 24 };
struct pg_arguments {
    int count;
    const char *value[PG_ARGUMENTS_MAX];
    char number[PG_ARGUMENTS_MAX][PG_NUMBER_SIZE];
};
void pg_add_number(struct pg_arguments *arguments, int64_t number);
void pg_add_text(struct pg_arguments *arguments, const char *text); /* NULL: NULL; it must stay until it is sent */

/* Sends without waiting; pg_link_sync ends what is sent together. false: the connection is lost. */
bool pg_link_send(struct pg_link *link, enum pg_statement which, const struct pg_arguments *arguments);
bool pg_link_sync(struct pg_link *link);

/* The result of the next statement that was sent, PQclear when done; NULL when the connection is lost or nothing came
 * for `seconds` (0: as long as it takes), after which it is closed. */
PGresult *pg_link_result(struct pg_link *link, double seconds);

/* After the last result: what pg_link_sync sent. */
bool pg_link_synced(struct pg_link *link, double seconds);

/* A statement by itself, with no arguments prepared: for what is done once. NULL as above. */
PGresult *pg_link_ask(struct pg_link *link, const char *sql, const struct pg_arguments *arguments, double seconds);

/* "OC001" and the like; "" when it did not fail. The sentence in one line. */
const char *result_state(const PGresult *result);
void result_words(const struct pg_link *link, const PGresult *result, struct ochre_error *error);
bool result_is_fine(const PGresult *result);

/* ---- lists (store_pg_list.c) ---- */

struct pg_list {
    char *text; /* NULL: nothing yet */
    size_t length, room;
};
void pg_list_put(struct pg_list *list, const char *bytes, size_t count);
void pg_list_text(struct pg_list *list, const char *text); /* NULL: NULL */
void pg_list_number(struct pg_list *list, int64_t number);
void pg_list_bytes(struct pg_list *list, const unsigned char *bytes, size_t count); /* none: NULL */

/* Ends them and makes them arguments; frees them. */
void pg_lists_close(struct pg_arguments *arguments, struct pg_list *lists, int count);
void pg_lists_free(struct pg_list *lists, int count);

enum { PG_HEX_SIZE = 2 * 64 + 1 };
void pg_hex(const unsigned char *bytes, size_t count, char *hex);

/* ---- the schema (store_pg_form.c) ---- */

enum { PG_FORM = 1, PG_FORM_OLDEST = 1 };

int pg_form_look(struct pg_link *link, const struct store_config *config, struct ochre_error *error);

/* ---- the engine ---- */

enum { PG_KNOWN_MAX = 256, PG_NUMBERS_BITS = 30 };

struct pg_store {
    struct store *store;
    int lock; /* of the folder; -1: none */
    int64_t last_number;

    struct pg_link reader; /* of the loop's thread */
    struct pg_link spare;  /* for it, from the watcher; guarded by the store's mutex, with the wish for it */
    bool wants_reader;
    int64_t last_time; /* that was told */

    struct pg_link writer;  /* of the writing thread */
    int64_t session, entry; /* of its connection; of its last transaction */

    struct pg_link watcher; /* of the listening thread */
    pthread_t watching;
    bool has_watching;
    int wake[2]; /* a pipe that ends its waiting */
    int64_t known[PG_KNOWN_MAX];
    int known_count;
    _Atomic int64_t offset; /* of the database's clock to ours, in milliseconds */
};

struct pg_store *pg_inner(const struct store *store);
double pg_now(void);

/* What a batch needs of a table before it changes it: sent with the first change that can carry it. */
struct pg_needs {
    int64_t number;        /* 0: nothing */
    int64_t before, after; /* when is_marked */
    bool is_marked, needs_lease;
};

/* What was sent, and for whom. */
struct pg_sending {
    struct pg_store *pg;
    struct pg_link *link;
    struct store_batch **owner; /* of each statement; NULL: of all */
    int count, room;
    struct store_batch *now; /* whose statements are being sent */
    struct pg_needs needs;   /* of its table, not sent yet */
    bool is_lost;
};
void pg_send(struct pg_sending *sending, enum pg_statement which, const struct pg_arguments *arguments);
void pg_send_numbers(struct pg_sending *sending, enum pg_statement which, int64_t a, int64_t b, int64_t c);
void pg_send_batch(struct pg_sending *sending, struct store_batch *batch);
void pg_send_news_of(struct pg_sending *sending, struct store_batch **batches, int count);

void pg_write(struct store *store, struct store_batch *group);
enum store_result pg_probe(struct store *store, char *why, size_t size);

/* A new connection of the writer: takes its session, and says which entry was the last to be committed. */
int pg_begin_session(struct pg_store *pg, bool is_first, int64_t *entry, struct ochre_error *error);

int pg_each(struct store *store, store_found *found, void *who, struct ochre_error *error);
int pg_look(struct store *store, const char *id, store_found *found, void *who, struct ochre_error *error);
int pg_each_of(struct store *store, const int64_t *numbers, int count, store_found *found, void *who,
               struct ochre_error *error);
int pg_each_memo(struct store *store, store_memo *found, void *who, struct ochre_error *error);
int pg_load(struct store *store, const struct store_wanted *wanted, struct stored_play *play,
            struct ochre_error *error);

/* Is the reader's connection there? The watcher makes a new one when it is not: nobody waits for that. */
bool pg_can_read(struct pg_store *pg, struct ochre_error *error);
int pg_unread(struct pg_store *pg, const PGresult *result, struct ochre_error *error);
PGresult *pg_ask(struct pg_store *pg, enum pg_statement which, const struct pg_arguments *arguments,
                 struct ochre_error *error);

bool pg_is_archived(struct store *store, const char *id);
char *pg_archived(struct store *store, const char *id, size_t *length);
int pg_finished(struct store *store, int64_t before, struct store_place *place, int64_t *numbers, int most,
                struct ochre_error *error);
int pg_each_archived(struct store *store, store_noted *found, void *who, struct ochre_error *error);
int pg_begin_move(struct store *store, struct ochre_error *error);
int pg_end_move(struct store *store, bool is_whole, struct ochre_error *error);
void pg_space(const struct store *store, int64_t *free_bytes, int64_t *used_bytes);
int pg_verify(struct store *store, store_trouble *trouble, void *who);

int pg_begin_watch(struct pg_store *pg, struct ochre_error *error);
void pg_end_watch(struct pg_store *pg);
void pg_wake_watch(struct pg_store *pg);
int64_t pg_time(const struct store *store);

#endif
