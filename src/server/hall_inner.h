/* hall_inner.h: what a hall, a room and a peer are made of. Only the hall's own files include it. */
#ifndef OCHRE_SERVER_HALL_INNER_H
#define OCHRE_SERVER_HALL_INNER_H

#include "ai/bot.h"
#include "server/bans.h"
#include "server/diary.h"
#include "server/hall.h"
#include "server/keys.h"
#include "server/packs.h"
#include "server/rate.h"
#include "server/restore.h"
#include "server/step.h"
#include "server/store.h"
#include "server/thinkers.h"

enum {
    SITS_MAX = 32,          /* tables that one peer may hear */
    POSTS_MAX = 64,         /* small messages that wait for one peer */
    CHAT_CHARACTERS = 500,  /* of one line */
    NAME_CHARACTERS = 40,   /* of a person */
    MESSAGE_ID_SIZE = 48,   /* JSON of a message's id */
    MESSAGE_SIZE = 4096,    /* bytes of a message */
    MESSAGE_SHORT = 256,    /* one that is read even when it is one too many */
    READ_DEPTH_MAX = 12,    /* of what clients send, bodies too: objects in objects, … */
    READ_MEMBERS_MAX = 128, /* … and members of one object */
    REQUEST_BYTES = 2048,   /* of a body: as many more count as one more request */
    MESSAGE_NODES = 64,     /* values in a message, its keys included */
    LISTED_MAX = 100,       /* tables in a list */
    QUICK_MOVES_MAX = 64,   /* moves that computers make on the spot before others have their turn */
    ABANDONED_MS = 24 * 3600 * 1000,
    LISTED_MS = 24 * 3600 * 1000, /* public tables stay in the list for so long after the end */
    WAITING_DAYS = 7,             /* a table that nobody comes to is closed */
    TAKE_BACK_MS = 30 * 1000,     /* what is on an empty clock when a person takes the seat back */
    MESSAGES_BURST_SECONDS = 3,
    STEPS_PLAYED = 400, /* steps to be played again count as one more message, … */
    STEPS_TOLD = 200,   /* … so do steps to be told */
    WORK_PEERS = 10,    /* connections of one address that may ask for much at the same time */
    REQUESTS_BURST_SECONDS = 4,
    STRIKES_MAX = 60,    /* messages beyond the rate before the peer is closed */
    REST_FACTOR = 4,     /* a table that nobody watches rests so many times as long as it has thought … */
    REST_LEAST_MS = 100, /* … unless that is less than this */
};
#define STAND_IN "level:3"
#define SIMPLE_BOT "greedy" /* asked when another's answer was refused */

/* ---- clocks ---- */

enum clock_kind { CLOCK_NONE, CLOCK_MOVE, CLOCK_GAME, CLOCK_DAYS };

struct clock_terms {
    enum clock_kind kind;
    int seconds, increment, days;
};

/* One seat's clock, in milliseconds. */
struct clock {
    int64_t left;  /* when it last stopped, or began to run */
    int64_t since; /* when it began to run; 0: it stands */
    uint32_t ask;  /* the question it runs for */
};

/* What a seat has at the start of the play, or of a question. */
int64_t clock_full(const struct clock_terms *terms);
int64_t clock_left(const struct clock *clock, int64_t now);
void clock_start(struct clock *clock, const struct clock_terms *terms, uint32_t ask, int64_t now);
bool clock_read(struct json value, struct clock_terms *clock);
void clock_write(const struct clock_terms *clock, struct json_writer *writer);
void clock_stop(struct clock *clock, const struct clock_terms *terms, bool has_moved, int64_t now);

/* ---- rooms: a table with its seats and its listeners ---- */

struct room_seat {
    struct stored_seat kept; /* kind, name, bot (or stand-in), key, part in chance */
    struct clock clock;
    uint64_t job; /* a computer thinks; 0: none */
    uint32_t job_ask;
    int astray;          /* answers of computers to the question below that were refused */
    uint32_t astray_ask; /* … */
    int here;            /* listeners who sit here */
};

/* Somebody would like to take back. */
struct wish {
    int number; /* 1, 2, … */
    int seat, moves;
    ochre_seats agreed;
    bool is_open;
};

struct room_chat {
    int number, seat;
    int64_t at; /* seconds */
    char *name, *text;
};

/* A request that waits until the room has nothing undurable any more. */
struct deferred {
    struct deferred *next;
    struct hall_request request; /* texts are its own */
    hall_answer *answer;
};

struct room {
    struct hall *hall;
    struct room *next;          /* in the chain of its id */
    struct room *newer, *older; /* in the order they were made */
    struct room *next_busy;     /* in the hall's list of rooms with something to do at once */
    struct room *tick;          /* next in the list of rooms whose time runs */
    bool is_busy, is_ticking;

    int64_t number;
    char id[STORE_ID_SIZE];
    enum stored_status status;
    char *why; /* set aside, or ended by the host; NULL: neither */

    /* Agreed before play. */
    char *game_id;
    const struct ochre_game *game; /* NULL: this program does not know it */
    int rules, seat_count;
    char *options, *pack_id, *pack_hash, *position; /* as in store.h; NULL: none */
    char *pack;                                     /* as in store.h, until it is stored; then the store alone has it */
    unsigned char seed[FAIR_SIZE];
    int fair_version;

    struct room_seat seat[OCHRE_SEATS_MAX];
    bool is_public, may_watch, may_undo;
    bool is_opening;       /* it waits, all seats are taken, and pledged shares are being opened (room_chance.c) */
    int64_t opening_until; /* then play begins without those that are missing */
    bool has_persons;      /* somebody sits or sat here: without anybody left play ends */
    uint64_t person; /* whose thinking time it uses: the address of who made it, or was the last to do something from a
                        seat; 0: not known since the server started */
    int64_t rests;   /* nobody watches: computers think no more before this time */
    struct clock_terms clock;
    int host; /* seat, -1: none */
    bool has_host_key;
    unsigned char host_key[KEY_HASH_SIZE];
    char rematch[STORE_ID_SIZE];
    char maker[ADDRESS_NAME_SIZE]; /* who made it, since the server started; never stored */
    int64_t made, ended;           /* dates */
    int64_t since;                 /* hall_now when it was made */
    int64_t moved;                 /* hall_now of the last move, since the server started; 0: none */
    int64_t abandoned;             /* when the last person left; 0: somebody is there */

    struct table *table; /* NULL: asleep */
    int steps;           /* durable ones */
    int undurable;       /* turns that must be stored before anybody is told more */
    int turns;           /* turns under way that know the room */
    uint32_t epoch;      /* grows when the room is made anew from the store */
    int64_t used;        /* when it was last needed */
    bool is_touched;     /* in this turn */
    bool is_changed;     /* its row has to be put */
    bool is_dead;        /* never stored, archived or deleted: goes when nothing is under way */
    bool is_going;       /* the host deletes it: its row goes with this turn */
    bool is_stale;       /* knows more than is stored: to be made anew when the store can be read again */
    int64_t again;       /* the store could not be read: not to be tried before; 0: it could */

    struct sit *sits;
    int watchers;
    struct bucket crowd, comings;          /* how often it is told that watchers, or people with seats, came or went */
    bool crowd_due;                        /* somebody came or went, and the others are told later */
    struct room_chat chat[STORE_CHAT_MAX]; /* a ring, number n at n % STORE_CHAT_MAX */
    int chat_count;
    struct wish wish;
    struct deferred *deferred;
};

/* A peer that hears a room. */
struct sit {
    struct peer *peer;
    struct room *room;
    struct sit *next_of_peer, *next_of_room;
    int seat; /* OCHRE_NOBODY: a watcher */
    bool is_host;
    bool table_due, step_due, is_undone;
    int told;      /* the last step it was told of */
    int chat_told; /* the last line of chat */
    struct bucket chat;
    struct hint *hint; /* being thought out; NULL: none */
    uint64_t hint_job;
    char answers[MESSAGE_ID_SIZE]; /* id of the message that the next step answers; "": none */
    const char *answers_of;        /* its kind */
    char key[KEY_SIZE];            /* what it showed; "" for watchers */
};

/* A small message that waits. */
struct post {
    struct post *next;
    size_t length;
    char bytes[]; /* HALL_FRONT bytes, then the text */
};

struct peer {
    struct hall *hall;
    struct peer *older, *newer;
    const struct peer_line *how;
    void *line;
    struct address *address;
    const struct ochre_tongue *tongue;
    struct sit *sits;
    struct post *first, *last, *said;
    struct bucket messages;
    int16_t sit_count, post_count, strikes;
    bool has_words, is_closing, is_gone, notice_due;
    int holders; /* turns that may have to tell it something */
};

/* ---- turns ---- */

struct turn_room {
    struct room *room;
    uint32_t epoch;
    bool is_going; /* its row goes with this turn */
};

/* Somebody to be told how it went. */
struct waiter {
    struct waiter *next;
    /* A message that was accepted: refused after all when it cannot be stored. */
    struct peer *peer;
    bool says_ok; /* nothing else answers it: `ok` does */
    char table[STORE_ID_SIZE];
    const char *of;
    uint32_t ask;
    char id[MESSAGE_ID_SIZE];
    /* A request: its answer when all is well. */
    hall_answer *answer;
    void *who;
    int status;
    char *body;
};

struct turn {
    struct hall *hall;
    struct store_batch *batch;
    struct turn_room *rooms;
    int room_count, room_max;
    struct waiter *waiters;
    int64_t began;
};

/* ---- measures ---- */

enum no_code {
    NO_RULE,
    NO_ASK,
    NO_TURN,
    NO_OVER,
    NO_SEAT,
    NO_KEY,
    NO_TABLE,
    NO_WAITING,
    NO_UNDO,
    NO_HUSH,
    NO_RATE,
    NO_SIZE,
    NO_FORM,
    NO_KEEP,
    NO_BUSY,
    NO_OFF,
    NO_CODES,
};
extern const char *const no_codes[NO_CODES];

enum { LATENCY_BUCKETS = 12 };
extern const double latency_bucket[LATENCY_BUCKETS];

struct measures {
    uint64_t moves, bot_moves, bot_astray, undone, messages, requests, chats, tables_made, restored, set_aside;
    uint64_t refused[NO_CODES];
    uint64_t latency[LATENCY_BUCKETS]; /* from the move to its being told, in seconds */
    double latency_sum;
};

/* ---- what the host has ordered (admin.h) ---- */

struct announced {
    char *text; /* NULL: nothing */
    int64_t at;
};

/* No new tables: the server is about to be stopped. */
struct drain {
    bool is_on, has_stop;
    int64_t since;
    int64_t quiet;   /* stop when no live play was moved for so long */
    int64_t leaving; /* since when everybody is quiet, and computers are not asked any more; 0: not yet */
};

/* ---- the hall ---- */

struct hall {
    struct hall_config config;
    struct openings *openings;
    struct packs *packs;
    struct room **chain; /* by id */
    size_t chains, room_count;
    struct room *newest;
    struct peer *peers;
    int peer_count;
    struct addresses *addresses;
    struct turn *turn;    /* what happens now; NULL: nothing yet */
    int turns;            /* handed to the store and not come back */
    struct room *busy;    /* rooms with something to do at once */
    struct room *ticking; /* rooms whose time runs, or that have to try again */
    struct paper paper;   /* what is being written */
    struct bot *quick;    /* random */
    struct ochre_rng rng;
    char boot[KEY_SIZE];
    bool is_closing;
    int64_t swept;  /* when rooms were last put to sleep */
    char why[256];  /* nothing can be stored now */
    bool is_unwell; /* … and the host has been told */
    bool is_blind;  /* hall_find could not read the store: nobody knows whether there is such a table */
    struct measures measures;
    int64_t began;
    struct bans bans;
    struct announced announced;
    struct drain drain;
};

int64_t hall_now(const struct hall *hall);
int64_t hall_date(const struct hall *hall); /* hall_now is for what lasts, this for what people read */
int64_t hall_date_of(const struct hall *hall, int64_t moment); /* the date of a hall_now */
void hall_say_aside(const struct room *room);                  /* tells the host that the table is set aside, and why */
struct room *hall_find(struct hall *hall, const char *id);     /* in memory or in the store; NULL: no such table */
bool hall_has(struct hall *hall, const char *id);              /* in memory, whatever becomes of it */
void hall_add(struct hall *hall, struct room *room);
void hall_remove(struct hall *hall, struct room *room);
void hall_work_later(struct room *room);
void hall_tick_later(struct room *room);

/* Can moves be stored now? */
bool hall_keeps(struct hall *hall, const char **why);

/* What the host tells everybody: is there something, and its members. */
bool hall_has_notice(const struct hall *hall);
void hall_write_notice(const struct hall *hall, struct json_writer *writer);

/* What the store remembers of the host's orders; what memory holds of them; bans that are over. */
int admin_remember(struct hall *hall, struct ochre_error *error);
void admin_forget(struct hall *hall);
void admin_expire_bans(struct hall *hall);
bool admin_read_ban(struct hall *hall, const char *name, struct json memo);

/* Play ends without a result. */
void room_end(struct room *room);

/* The turn that is under way. */
struct turn *hall_turn(struct hall *hall);

char *copy_text(const char *text); /* NULL stays NULL */
void *new_memory(size_t size);     /* cleared; without memory the program ends */

/* Is it text of at most so many characters, without control characters? */
bool text_fits(const char *text, int characters);

/* ---- rooms (room.c: life; room_play.c: play; room_tell.c: what is told) ---- */

/* What somebody asks for. */
struct room_request {
    const struct ochre_game *game;
    int seat_count;
    struct stored_seat seat[OCHRE_SEATS_MAX];
    struct json options, position;
    const char *pack; /* its text; NULL: the built-in one */
    bool is_public, may_watch, may_undo;
    struct clock_terms clock;
    int host;
    const unsigned char *host_key;
    uint64_t person; /* number of the address that asks */
};

struct room *room_new(struct hall *hall, const struct room_request *request, struct ochre_error *error);
struct room *room_again(struct room *old, int asker, const unsigned char *pledge); /* a rematch */
struct room *room_from_store(struct hall *hall, const struct stored_table *stored);
void room_free(struct room *room);

/* The table itself, restored when it was asleep. NULL when it cannot be: it is then set aside, or the store cannot be
 * read at the moment. room_is_there: not the latter. */
struct table *room_table(struct room *room);
bool room_is_there(struct room *room);
extern const char room_is_unread[]; /* words for it */

/* Out of memory again, when nobody needs it. */
void room_sleep(struct room *room);
bool room_is_recent(const struct room *room); /* it has ended lately: the list shows it */
bool room_is_needed(const struct room *room); /* somebody is here, or something is under way */

/* Part of this turn; its row has to be stored too. */
void room_touch(struct room *room);
void room_change(struct room *room);
void room_put(struct room *room, struct store_batch *batch);

/* Everything is durable: tell, and go on. Nothing of the turn was stored: forget it. */
void room_settled(struct room *room);
void room_rolled_back(struct room *room);

bool room_is_quiet(const struct room *room);
ochre_seats room_people(const struct room *room); /* seats of people that no computer stands in for */
bool room_is_asked(const struct room *room, int seat);

/* Which seat does this key open? -1: none. */
int room_seat_of(const struct room *room, const char *key);
bool room_is_host(const struct room *room, const char *key, int seat);

/* Seats. */
int room_open_seat(const struct room *room);
/* Is there something to take: a seat that waits for somebody, or a name or pledge (NULL: none) for one's own before
 * play?
 */
bool room_may_settle_in(const struct room *room, int seat, const char *name, const unsigned char *pledge);
void room_take(struct room *room, int seat, const char *name, const unsigned char *pledge);
void room_leave(struct room *room, int seat);
void room_stand_in(struct room *room, int seat, const char *bot);
void room_begin_if_full(struct room *room); /* when all shares are open, too */
void room_begin(struct room *room);         /* without those that are not */

/* Chance (room_chance.c). */
ochre_seats room_unopened(const struct room *room); /* seats that have yet to open their share */
bool room_may_pledge(const struct room *room, int seat, const unsigned char *pledge); /* something new, and in time */
void room_pledge(struct room *room, int seat, const unsigned char *pledge);           /* NULL: takes it back */
bool room_waits_for_shares(struct room *room); /* all seats are taken: is play to wait? Then the round is on */
void room_run_round(struct room *room);        /* its time runs from now */
int room_open(struct room *room, int seat, const unsigned char share[FAIR_SIZE]); /* -1: not what was pledged */
void room_check_round(struct room *room);                                         /* is its time up? */
void room_write_fair(const struct room *room, struct json_writer *writer);        /* the room is awake */

/* Play. All but the last in the tongue of whoever asks; -1 and why. */
int room_play(struct room *room, int seat, uint32_t ask, const char *move, const struct ochre_tongue *tongue,
              struct table_no *no);
int room_resign(struct room *room, int seat, const struct ochre_tongue *tongue, struct table_no *no);
int room_undo(struct room *room, int seat, const struct ochre_tongue *tongue, struct table_no *no);
void room_consent(struct room *room, int seat, bool is_yes);
void room_ask_computers(struct room *room);
void room_cancel_computers(struct room *room);
/* A computer's answer was no legal move: counted, and told to the host. */
void room_note_astray(struct room *room, const char *bot);
void room_be_watched(struct room *room); /* the first listener has come */
bool room_rests(const struct room *room);
void room_run_clocks(struct room *room);
bool room_check_clocks(struct room *room); /* true: one of them runs */
void room_watch_table(struct room *room);
void room_add_chat(struct room *room, int seat, const char *text);

/* Telling. */
void room_write(struct room *room, struct json_writer *writer, const struct ochre_tongue *tongue);
void room_tell_table(struct room *room);
void room_tell_step(struct room *room);
void room_tell_coming(struct room *room, bool has_seat); /* somebody came or went: told at once, or in a while */
void room_tell_crowd(struct room *room);                 /* what is due of that */
void room_tell_wish(struct room *room, const char *ended);
void hint_write(const struct thought *thought, struct json_writer *writer); /* members; the object is the caller's */
char *sit_next(struct sit *sit, size_t *length);                            /* NULL: nothing due */
void room_dismiss(struct room *room, int seat, const char *why);

/* ---- peers ---- */

void peer_wake(struct peer *peer);
void peer_shut_out(struct peer *peer, const struct ban *ban); /* says why, then closes */
void peer_post(struct peer *peer, const char *text, size_t length);
void peer_release(struct peer *peer);
struct sit *peer_sit(struct peer *peer, struct room *room, int seat, const char *key);
void peer_rise(struct sit *sit);
void peer_forget_room(struct room *room);
struct sit *peer_sit_at(const struct peer *peer, const char *table);

/* A small message: peer_say(peer, writer …) is done in three steps, so that callers write the members. */
struct note {
    char text[8192];
    struct ochre_text out;
    struct json_writer writer;
};
void note_begin(struct note *note, const char *kind, const char *id, const char *table);
void note_post(struct note *note, struct peer *peer);

/* A refusal. `why` has been translated. */
struct refusal {
    enum no_code code;
    const char *id, *table, *of;
    int64_t ask; /* -1: none */
    const char *rule;
    const char *why;
};
void peer_refuse(struct peer *peer, const struct refusal *refusal);

/* A message that was accepted. Refused after all when the turn cannot be stored; otherwise a step or the table answers
 * it, or `ok` when nothing else does. */
struct accepted {
    struct peer *peer;
    const struct room *room;
    const char *of, *id; /* id: its JSON, "" for none */
    uint32_t ask;
    bool says_ok;
};
void turn_wait_message(struct hall *hall, const struct accepted *accepted);
/* Answers when the turn is durable. Takes the body. */
void turn_wait_answer(struct hall *hall, hall_answer *answer, void *who, int status, char *body);

/* ---- requests and measures ---- */

bool request_handle(struct hall *hall, const struct hall_request *request, hall_answer *answer);
void request_retry(struct room *room);
char *measures_text(struct hall *hall, size_t *length);
void measure_latency(struct hall *hall, double seconds);

/* Parsing shared by messages and requests. */

/* JSON of a message, a body or notes: is it an object? Its values live in the nodes of whoever asks. */
bool read_object(const char *text, size_t length, struct json_node *nodes, size_t nodes_max, struct json_doc *doc,
                 struct ochre_error *error);

/* Computer players that think for a time of somebody's choosing are not offered: a server's time is everybody's. */
extern const char *const offered_bots[]; /* NULL after the last */

bool read_name(struct json value, char name[STORE_NAME_SIZE]);
/* The member "pledge" of an object: `bytes`, or NULL: there is none. False when it is malformed, or the object has an
 * "entropy", which was how shares were given before there were pledges: who still sends one must hear of it. */
bool read_pledge(struct json from, unsigned char bytes[FAIR_SIZE], const unsigned char **pledge);
bool read_share(struct json value, unsigned char share[FAIR_SIZE]);
bool read_bot(struct json value, char bot[STORE_BOT_SIZE]);
bool read_id(struct json value, char id[STORE_ID_SIZE]);

#endif
