/* store.h: what a server remembers: in one SQLite file below its data folder, or in a PostgreSQL database that several
 * servers share. Knows tables as rows and moves as text; knows no game, no room, no socket and no loop. No SQL stands
 * outside store*.c.
 *
 * Writing is for one thread, the loop. It gathers what a turn of the loop has changed in a batch and hands it over;
 * another thread commits it, together with every other batch that has queued up meanwhile (one transaction, one sync).
 * When it is durable, or has failed, `wake` is called from that thread (uv_async_send), and the loop calls
 * store_deliver, which calls each batch's `done` in the order in which they were handed over. Persist, then tell.
 *
 *     struct store *store = store_open(&(struct store_config){.folder = dir, .wake = wake, .waker = loop}, &error);
 *     int64_t number = store_next_number(store);
 *     struct store_batch *batch = store_batch_new();
 *     store_put_table(batch, &stored);                             a new table, or a known one that has changed
 *     store_add_moves(batch, number, 1, moves, count);             moves 1 … count
 *     store_submit(store, batch, done, room);                      takes the batch over; done comes later
 *     …
 *     store_close(store);                                          commits what is queued, calls the last `done`s
 *
 * A batch is kept whole or not at all. When it has failed nothing of it is stored: the room forgets what it has in
 * memory and restores the table from here (store_find, store_load, restore.h), which brings the open question back
 * under its old number. The next batch is simply tried again, so a full disk mends itself; while nothing is submitted
 * the store tries by itself every second. A batch that builds on one that has failed fails too (STORE_STALE), so a
 * room may, but need not, wait for one batch before it submits the next.
 *
 * Several servers around one database: each may write to every table. Moves follow each other without a gap, so whoever
 * commits the next one first has made it; the other's batch is STORE_STALE. What else a batch builds on, it says
 * (store_build_on). What the others have committed comes as news with store_deliver. A SQLite folder, and a page, have
 * one server alone: nothing ever comes, and every lease is granted. */
#ifndef OCHRE_SERVER_STORE_H
#define OCHRE_SERVER_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/game.h"
#include "server/memory.h"
#include "table/fair.h"

struct store;
struct store_batch;

/* ---- what is stored ---- */

enum {
    STORE_ID_SIZE = 24,    /* of a table's id, NUL included */
    STORE_NAME_SIZE = 168, /* 40 characters in UTF-8 */
    STORE_BOT_SIZE = 24,
    STORE_KEY_SIZE = 32, /* BLAKE2b-256 of a seat's key; the key itself is nowhere */
    STORE_CHAT_MAX = 50, /* lines kept per table; older ones go */
};

enum stored_status {
    STORED_WAITING, /* not every seat is taken; there are no moves */
    STORED_RUNNING,
    STORED_OVER,  /* the play came to its end, or was abandoned */
    STORED_ASIDE, /* it could not be restored; `why` says why; kept for a person to look at */
};

enum stored_kind { STORED_OPEN, STORED_RESERVED, STORED_PERSON, STORED_BOT };

struct stored_seat {
    enum stored_kind kind;
    char name[STORE_NAME_SIZE];
    char bot[STORE_BOT_SIZE]; /* the computer player of the seat, or the one that stands in; "": none */
    bool has_key;
    unsigned char key[STORE_KEY_SIZE];
    struct fair_part chance; /* what the seat gives to chance; stays with the seat once the showing has begun */
};

/* A table as it is stored, without its moves. Texts belong to whoever filled it: the room when it is put, the store
 * when it is read (they hold during the call that hands them out). */
struct stored_table {
    int64_t number; /* store_next_number; never used again */
    char id[STORE_ID_SIZE];
    enum stored_status status;
    const char *why; /* STORED_ASIDE, or STORED_OVER by the host's order: the reason; else NULL or "" */

    /* What was agreed before play. Never changes after the first put, and is pinned: another version of the rules or
     * of the pack does not replay it. */
    const char *game;      /* id */
    int rules;             /* game->rules_version */
    int seat_count;        /* 2 … OCHRE_SEATS_MAX */
    const char *options;   /* "name=value" lines, each ended by '\n'; all options, so that defaults may change */
    const char *pack_id;   /* NULL or "": a game without packs */
    const char *pack_hash; /* of the canonical JSON, 64 hexadecimal digits */
    const char *pack;      /* its text when it is not the built-in one, else NULL; equal texts are stored once, and
                            * a later put without it keeps what the first one had. Not filled by store_each: it is
                            * read with the moves */
    const char *position;  /* JSON on one line, NULL: the game's own start */
    unsigned char seed[FAIR_SIZE]; /* the secret; leaves only through the log of a finished play */
    int fair_version;              /* how its key is made (fair.h), pinned too */

    /* What changes. */
    struct stored_seat seat[OCHRE_SEATS_MAX];
    const char *notes; /* whatever else the room wants back after a restart (opener, clocks, policies, rematch): a JSON
                        * object; NULL: {} */
    int64_t made;      /* milliseconds since 1970 */
    int64_t ended;     /* the same, 0 while it is not STORED_OVER; archiving goes by it */

    /* Filled by reading only. */
    int lost_asks;   /* questions whose numbers are spent on moves that were taken back: table_skip_asks. Grows by
                      * (moves that go + 1) whenever moves are cut, and never otherwise */
    int64_t version; /* store_build_on; 0 where a server is alone */
    int64_t holder;  /* the server that holds its lease and is alive; 0: nobody, or a server is alone */
    int steps;       /* how many moves are stored; counted only where servers share a database */
};

struct stored_move {
    int seat;         /* OCHRE_CHANCE for chance */
    const char *text; /* in notation, as in a log; "resign" */
    int64_t at;       /* milliseconds since 1970, when the server accepted it (for clocks) */
};

struct stored_chat {
    int number; /* 1, 2, … per table */
    int seat;   /* OCHRE_NOBODY for a watcher */
    int64_t at; /* seconds since 1970 */
    const char *name, *text;
};

/* ---- opening and closing ---- */

/* What other servers have committed or said. */
enum store_news_kind {
    STORE_NEWS_TABLE, /* the row, the moves, the chat or the lease of table `number` has changed, or it has gone */
    STORE_NEWS_MEMO,  /* a memo has changed */
    STORE_NEWS_WORD,  /* `text` was said about table `number` (0: about none); it is stored nowhere */
    STORE_NEWS_GONE,  /* server `server` is no longer alive: its leases are free */
    STORE_NEWS_ALL,   /* the database was away: anything may have changed, words may have been missed, our own leases
                       * may be somebody else's */
};

struct store_news {
    enum store_news_kind kind;
    int64_t number; /* of a table */
    int64_t server; /* who committed or said it; GONE: who has gone */
    const char *text;
};

/* On the loop's thread, from store_deliver, in the order of the commits; never what we did ourselves. */
typedef void store_hear(void *who, const struct store_news *news);

struct store_config {
    const char *place;    /* "postgres://…" or "postgresql://…": what libpq takes; NULL: the folder */
    const char *folder;   /* of this server alone; made when it is not there (its parent must be) */
    bool is_fast;         /* durability off: after a crash of the machine (not of the program) the last seconds may be
                           * missing, never more, and never half of a batch */
    bool is_moving;       /* for store_move: a database whose copy was not finished may be opened */
    bool is_reading_only; /* for --check, beside a running server: no lock, nothing is changed, no writing */
    void (*wake)(void *waker); /* called from the writing thread: store_deliver has something to do */
    void *waker;
    store_hear *hear; /* may be NULL */
    void *hearer;
};

/* Is this the address of a database, and not a folder? And how it is called where others can read it: without its
 * password. */
enum { STORE_PLACE_SIZE = 512 };
bool store_is_address(const char *place);
void store_place_name(const char *place, char *name, size_t size);

/* Writes over the password of an address, where others could read it (a command line). */
void store_hide_password(char *place);

/* NULL and one clear sentence (which names the folder, or the database without its password): not writable, locked by
 * another server, not a database, made by a newer version, damaged. Nothing is changed then. */
struct store *store_open(const struct store_config *config, struct ochre_error *error);

/* Commits what is queued, delivers everything, ends the thread, frees the lock. Batches that cannot be committed any
 * more fail with the reason. */
void store_close(struct store *store);

/* May other servers write here too? */
bool store_is_shared(const struct store *store);

/* The number of this run of a server: from the database, never used again. 0: alone. */
int64_t store_server(const struct store *store);

/* Milliseconds since 1970 by the database's clock, which never go back: the time that servers who share it count with.
 * No question is asked for it. 0: alone. */
int64_t store_time(const struct store *store);

/* A number for a new table. */
int64_t store_next_number(struct store *store);

/* ---- writing ---- */

/* Out of memory ends the program: a server cannot go on without. */
struct store_batch *store_batch_new(void);
void store_batch_delete(struct store_batch *batch); /* one that was not submitted */
bool store_batch_is_empty(const struct store_batch *batch);

/* Everything is copied. A table that is put again is replaced; its moves and its chat stay. */
void store_put_table(struct store_batch *batch, const struct stored_table *table);

/* Appends moves `first` … `first + count - 1` (the first move of a play is 1). */
void store_add_moves(struct store_batch *batch, int64_t number, int first, const struct stored_move *moves, int count);

/* Takes moves back, so that `count` remain. */
void store_cut_moves(struct store_batch *batch, int64_t number, int count);

/* What the batch builds on: STORE_STALE unless the table's version is `before`; it is `after` from then on. `before` is
 * what was read last, or the `after` of our own last batch, which may still be under way; `after` was never used
 * before, by anybody (store_server, and a counter): so what builds on a batch that was refused fits nothing that is
 * ever stored. 0: the table is new, and put in this batch. Said once in a batch for every table that it puts, cuts,
 * drops or adds moves to, before that; a line of chat alone needs none. */
void store_build_on(struct store_batch *batch, int64_t number, int64_t before, int64_t after);

/* Goes to the other servers with the commit of this batch and is stored nowhere (who is present, who watches, wishes).
 * number 0: about no table. Shorter than STORE_WORD_SIZE. A batch of nothing but words may be submitted too. */
enum { STORE_WORD_SIZE = 3900 };
void store_add_word(struct store_batch *batch, int64_t number, const char *text);

/* Leases: whose business the computers and the clocks of a table are. Taken when nobody who is alive holds it
 * (STORE_STALE otherwise); each taking adds one to the table's fence. A server is alive for STORE_LIFE_SECONDS after
 * its last sign of life, which it gives every second by itself; when it stops it drops everything. The table must be
 * stored, or put in the same batch. A holder learns that another has taken over from STORE_NEWS_TABLE, STORE_NEWS_ALL,
 * or from the STORE_STALE of a batch that needs the lease. */
enum { STORE_LIFE_SECONDS = 4 };
void store_take_lease(struct store_batch *batch, int64_t number);
void store_drop_lease(struct store_batch *batch, int64_t number); /* nothing when it is not ours */

/* Fencing: the batch is STORE_STALE unless this server holds the lease at the moment of the commit. */
void store_need_lease(struct store_batch *batch, int64_t number);

void store_add_chat(struct store_batch *batch, int64_t number, const struct stored_chat *chat);

/* The table and all that belongs to it goes. */
void store_drop_table(struct store_batch *batch, int64_t number);

/* What belongs to no table (who is shut out, what is announced): a text under a name, in the place of an older one;
 * NULL: it goes. The store does not know what it means. */
void store_put_memo(struct store_batch *batch, const char *name, const char *text);

enum store_result {
    STORE_DURABLE,
    STORE_FULL,     /* no room on the disk, or a quota */
    STORE_READONLY, /* the disk does not let itself be written to */
    STORE_BROKEN,   /* the disk reports errors, the file is damaged, or the database cannot be reached */
    STORE_STALE, /* does not fit what is stored: it builds on a batch that has failed, or another server was first (or
                  * it is a mistake) */
};

/* On the loop's thread, in store_deliver or store_close. `why` is a sentence for people and logs (English, N_), ""
 * when durable. */
typedef void store_done(void *who, enum store_result result, const char *why);

/* Hands the batch over; it is gone for the caller. `done` may be NULL. */
void store_submit(struct store *store, struct store_batch *batch, store_done *done, void *who);

/* Calls the `done` of everything that has come to an end, and tells the news; returns how many `done`s there were.
 * `done` may submit. */
int store_deliver(struct store *store);

/* Can moves be stored at this moment? STORE_DURABLE, or why not, with a sentence (`why` may be NULL). */
enum store_result store_health(struct store *store, char *why, size_t size);

/* ---- reading, on the loop's thread ---- */

/* Why something was not read. Damage stays; everything else (a disk that stutters, a lock, no memory) may pass, and
 * says nothing about what is stored. */
enum { STORE_DAMAGED = -1, STORE_UNREADABLE = -2 };

/* Calls `found` with every table that has not been archived, by number (oldest first, where a server is alone): 10,000
 * in about 0.1 s. It returns false to stop. A row that is damaged comes as STORED_ASIDE. Negative and an error when the
 * file cannot be read. */
typedef bool store_found(void *who, const struct stored_table *table); /* may not read further meanwhile */
int store_each(struct store *store, store_found *found, void *who, struct ochre_error *error);

/* The same for one of them, by id. 1 when there is such a table, 0 when not, negative and an error. */
int store_look(struct store *store, const char *id, store_found *found, void *who, struct ochre_error *error);

/* The same for those with these numbers, as far as they are there, in any order. */
int store_each_of(struct store *store, const int64_t *numbers, int count, store_found *found, void *who,
                  struct ochre_error *error);

/* All memos, by name. How many were damaged and are left out; -1 and an error. */
typedef void store_memo(void *who, const char *name, const char *text);
int store_each_memo(struct store *store, store_memo *found, void *who, struct ochre_error *error);

/* Everything about one table, in memory of its own. */
struct stored_play {
    struct stored_table table;
    int skipped;               /* moves that were left out at the beginning (store_load_since); usually 0 */
    int move_count;            /* of those that are here */
    struct stored_move *moves; /* skipped + 1 … skipped + move_count */
    int chat_count;
    struct stored_chat chat[STORE_CHAT_MAX]; /* oldest first */
    struct pool memory;                      /* all of it */
};

/* By number; by id. 1 when found, 0 when there is no such table (or it has been archived). STORE_DAMAGED and an error
 * when anything of it is damaged or missing, be it a move, a seat or a line of chat: set it aside. STORE_UNREADABLE and
 * an error: try again later. store_play_free in the first case. */
int store_load(struct store *store, int64_t number, struct stored_play *play, struct ochre_error *error);
int store_find(struct store *store, const char *id, struct stored_play *play, struct ochre_error *error);
void store_play_free(struct stored_play *play);

/* The same by number, for whoever has the first `moves` moves already: they are left out when they are still the same
 * (lost_asks is what it was), which `skipped` says; otherwise, or when the engine does not know how, all come. */
int store_load_since(struct store *store, int64_t number, int moves, int lost_asks, struct stored_play *play,
                     struct ochre_error *error);

/* Was this table archived? And its log, in new memory (NUL behind it); NULL when it was not, or cannot be read. */
bool store_is_archived(struct store *store, const char *id);
char *store_archived(struct store *store, const char *id, size_t *length);

/* ---- measures ---- */

enum { STORE_BUCKETS = 12 };
extern const double store_bucket[STORE_BUCKETS]; /* upper ends, in seconds; the last is infinite */

struct store_metrics {
    uint64_t commits, batches, failed; /* transactions; batches in them; batches that failed */
    int queued;                        /* batches handed over and not yet delivered */
    uint64_t took[STORE_BUCKETS];      /* commits by how long they took; not cumulative */
    double seconds;                    /* all of them together */
    int servers;                       /* alive, where several share the database; 0: one is alone */
    uint64_t stale, news;              /* batches refused because another server was first; news that were heard */
};
void store_measure(struct store *store, struct store_metrics *metrics);

/* ---- looking after a data folder ---- */

/* Bytes that are free on the database's disk for us, and bytes of the database; -1: nobody knows. */
void store_space(const struct store *store, int64_t *free_bytes, int64_t *used_bytes);

/* What the engine itself can say of its file, all checksums. Each trouble is told; returns how many there were. */
typedef void store_trouble(void *who, const char *words);
int store_verify(struct store *store, store_trouble *trouble, void *who);

/* A consistent copy of a folder's database into a new file, while a server is running or not. All or nothing; -1 and an
 * error. */
int store_backup(const char *folder, const char *file, struct ochre_error *error);

/* Finished tables whose `ended` lies before `before`, the oldest first: at most `most` of their numbers; how many. They
 * are those behind `place`, which moves on to the last of them: what nobody can archive does not stand in the way of
 * the rest. {0} is the beginning. */
struct store_place {
    int64_t ended, number;
};
int store_finished(struct store *store, int64_t before, struct store_place *place, int64_t *numbers, int most,
                   struct ochre_error *error);

/* The row goes and a note remains where the log lies ("2026-11/k5wq3tgmd7ra.log", below the folder's archive/): the
 * file must be durable by then. Where servers share a database they share no folder: the log itself is kept in it. */
void store_note_archived(struct store_batch *batch, int64_t number, const char *id, const char *path, const char *log);

#endif
