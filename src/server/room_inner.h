/* room_inner.h: what a room is made of. Only room*.c includes it. */
#ifndef OCHRE_SERVER_ROOM_INNER_H
#define OCHRE_SERVER_ROOM_INNER_H

#include "server/clock.h"
#include "server/house.h"
#include "server/room.h"
#include "server/room_beat.h"

struct room_seat {
    struct stored_seat kept; /* kind, name, bot (or stand-in), key, part in chance */
    struct clock clock;
    uint64_t job; /* a computer thinks; 0: none */
    uint32_t job_ask;
    int astray;          /* answers of computers to the question below that were refused */
    uint32_t astray_ask; /* … */
    int here;            /* listeners who sit here */
    int there;           /* … and at other servers */
    bool is_ready;       /* before play: has said so */
    int missed;          /* questions in a row whose time ran out */
    bool is_covered;     /* … and a computer answers the question below, and no other */
    uint32_t covered_ask;
    bool is_away;              /* has missed too many: a computer stands in until the person comes back */
    bool has_left;             /* a person sat here and has left for good */
    char was[STORE_NAME_SIZE]; /* … of this name */
};

/* Who listens to a room at another server (room_elsewhere.c). */
struct elsewhere {
    struct elsewhere *next;
    int64_t server;
    int watchers, here[OCHRE_SEATS_MAX];
};

/* Whose business the computers and the clocks of a room are (room_lease.c). */
enum lease { LEASE_NONE, LEASE_ASKED, LEASE_HELD };

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

struct room {
    struct hall *hall;
    struct room *next;          /* in the chain of its id */
    struct room *next_number;   /* in the chain of its number */
    struct room *newer, *older; /* in the order they were made */
    struct room *next_busy;     /* in the hall's list of rooms with something to do at once */
    struct room *tick;          /* next in the list of rooms whose time runs */
    bool is_busy, is_ticking;

    int64_t number;
    char id[STORE_ID_SIZE];
    enum stored_status status;
    char *why; /* set aside, ended by the host, or taken along; NULL: none of these */

    /* Agreed before play. */
    char *game_id;
    const struct ochre_game *game; /* NULL: this program does not know it */
    int rules, seat_count;
    char *options, *pack_id, *pack_hash, *position; /* as in store.h; NULL: none */
    char *pack;                                     /* as in store.h, until it is stored; then the store alone has it */
    unsigned char seed[FAIR_SIZE];
    int fair_version;

    struct room_seat seat[OCHRE_SEATS_MAX];
    bool is_public, may_watch;
    bool is_brought; /* play was begun elsewhere (room_log.c) */
    bool has_chance; /* lots, dice or cards take part with these terms */
    enum room_term hints, standins, takeback;
    bool is_showing;       /* it waits, all seats are taken, and pledged shares are being opened (room_chance.c) */
    int64_t showing_until; /* then play begins without those that are missing */
    bool has_persons;      /* somebody sits or sat here: without anybody left play ends */
    uint64_t person; /* whose thinking time it uses: the address of who made it, or was the last to do something from a
                        seat; 0: not known since the server started */
    int64_t rests;   /* nobody watches: computers think no more before this time */
    struct clock_terms clock;
    int opener; /* who opened the table, or has taken that over: a seat, -1: none */
    bool has_opener_key;
    unsigned char opener_key[KEY_HASH_SIZE];
    char rematch[STORE_ID_SIZE];
    int rematch_by;                /* the seat that asked for it; -1: not known */
    char maker[ADDRESS_NAME_SIZE]; /* who made it, since the server started; never stored */
    int64_t made, ended;           /* dates */
    int64_t since;                 /* hall_now when it was made */
    int64_t moved;                 /* hall_now of the last move, since the server started; 0: none */
    int64_t abandoned;             /* when the last person left; 0: somebody is there */

    struct table *table; /* NULL: asleep */
    int steps;           /* durable ones */
    int undurable;       /* beats that must be stored before anybody is told more */
    int beats;           /* beats under way that know the room */
    uint32_t epoch;      /* grows when the room is made anew from the store */
    int64_t used;        /* when it was last needed */
    bool is_touched;     /* in this beat */
    bool is_changed;     /* its row has to be put */
    bool is_dead;        /* never stored, archived or deleted: goes when nothing is under way */
    bool is_going;       /* the host deletes it: its row goes with this beat */
    bool is_stale;       /* knows more than is stored: to be made anew when the store can be read again */
    int64_t again;       /* the store could not be read: not to be tried before; 0: it could */

    /* Where several servers share a store; alone, all of it stays empty. */
    int64_t version;             /* what it builds on: as it is stored, or will be with what is under way */
    int lost_asks;               /* as in store.h, as they were read */
    bool is_built;               /* this beat's batch says what it builds on */
    bool is_fenced;              /* … and does something in the name of the lease */
    bool is_behind;              /* another server has changed it */
    int64_t expects_again;       /* room_expect: not to be looked for before */
    bool has_cut;                /* moves were taken back: made anew when that is durable, so that all count alike */
    bool is_checking;            /* keys have changed: whoever sits here without a right to is to rise */
    enum lease lease;            /* ours? */
    int64_t holder;              /* who had it, as it was read; -1: somebody; 0: nobody */
    int64_t lease_again;         /* not to be asked for before */
    struct elsewhere *elsewhere; /* who listens there */
    int watchers_there;
    bool is_present;        /* its listeners are to be counted for the other servers … */
    bool is_wondering;      /* … and theirs asked for */
    struct room *next_told; /* in the list of those */

    struct sit *sits;
    int watchers;
    struct bucket crowd, comings;          /* how often it is told that watchers, or people with seats, came or went */
    bool crowd_due;                        /* somebody came or went, and the others are told later */
    struct room_chat chat[STORE_CHAT_MAX]; /* a ring, number n at n % STORE_CHAT_MAX */
    int chat_count;
    struct wish wish;
    struct wish wish_told;     /* … as the listeners were told of it, and … */
    const char *wish_how;      /* … how the last one ended; both where several servers share a store */
    struct deferred *deferred; /* requests that wait until it is quiet (request.h) */
};

extern const char *const room_seat_kinds[]; /* names of enum stored_kind */
extern const char *const room_term_words[]; /* names of enum room_term in the store (room_terms.c) */

/* All rooms of a hall (room_list.c, room_care.c). */
struct rooms {
    struct room **chain;  /* by id */
    struct room **number; /* by number; as many chains */
    size_t chains, count;
    struct room *newest;
    struct room *busy;    /* with something to do at once */
    struct room *ticking; /* whose time runs, or that have to try again */
    int64_t swept;        /* when they were last put to sleep */
    bool is_blind;        /* rooms_find could not read the store */

    /* Where several servers share a store (room_news.c). */
    struct room *told; /* whose listeners are to be counted for the others */
    int64_t *strange;  /* numbers of tables that others have made or changed, and that are not here */
    int strange_count, strange_max;
    bool is_lost;             /* anything may have changed: all headers are to be read again */
    bool is_wondering;        /* the others are to be asked who listens there */
    uint64_t tags;            /* versions that were given */
    int leases, leases_asked; /* held; asked for */
};

void rooms_add(struct hall *hall, struct room *room);
void rooms_add_stored(struct hall *hall, const struct stored_table *stored); /* its header, if it is still needed */
void rooms_remove(struct hall *hall, struct room *room);
void room_work_later(struct room *room);                /* before the loop waits */
void room_tick_later(struct room *room);                /* with the next tick */
bool room_may_go(const struct room *room, int64_t now); /* out of memory: it is over, and rooms_find brings it back */

struct room *rooms_numbered(const struct hall *hall, int64_t number); /* in memory; NULL: none */

/* ---- several servers ---- */

/* The batch of this beat changes the room: says what that builds on (room_beat.c). */
void room_build(struct room *room);

/* What others did is fetched and told, when nothing of ours is under way (room_news.c). room_renew: all of it. */
void room_catch_up(struct room *room);
void room_renew(struct room *room);

/* May this server let computers think and clocks run out here? If nobody does, it asks for that (room_lease.c).
 * room_fence: what this beat changes holds only if that is so at the commit. */
bool room_holds(struct room *room);
bool room_is_held(const struct room *room); /* without asking */
void room_fence(struct room *room);
void room_take_lease(struct room *room); /* of a new table, with this beat */
bool room_needs_holder(const struct room *room);
void room_lose_lease(struct room *room); /* somebody else has it, or nobody knows */
void room_drop_lease(struct room *room); /* if it is ours: whoever wants it may have it */

/* Who listens elsewhere (room_elsewhere.c). */
bool room_is_here(const struct room *room, int seat); /* somebody sits there, at whatever server */
bool room_is_elsewhere(const struct room *room);
void room_count_later(struct room *room);  /* our own listeners are counted for the others */
void room_wonder_later(struct room *room); /* … and theirs asked for */
void room_hear_word(struct room *room, int64_t server, const char *text);
bool room_forget_server(struct room *room, int64_t server); /* it has gone; true: somebody was there */
void room_free_elsewhere(struct room *room);

/* ---- its row (room_row.c) ---- */

void room_put(struct room *room, struct store_batch *batch);
void room_read_row(struct room *room, const struct stored_table *stored); /* fills it; texts it had are freed */
void room_free_texts(struct room *room);

/* ---- waking and sleeping (room_wake.c) ---- */

void room_set_aside(struct room *room, const char *why);
void room_say_aside(const struct room *room); /* tells the host of the server */
void room_sleep(struct room *room);
void room_read_later(struct room *room, const char *why); /* the store cannot be read */
bool room_is_needed(const struct room *room);             /* somebody is here, or something is under way */
bool room_is_recent(const struct room *room);             /* it has ended lately: the list shows it */
void room_settled(struct room *room);                     /* everything is durable: tell, and go on (room_beat.c) */
void room_end(struct room *room);                         /* play ends without a result (room.c) */
void room_forget(struct room *room);                      /* it is no longer here: whoever listens is told (room.c) */

/* ---- seats and chance ---- */

ochre_seats room_people(const struct room *room); /* seats of people that no computer stands in for */
void room_begin_if_full(struct room *room);       /* when all shares are open, too */
void room_begin(struct room *room);               /* without those that are not */
bool room_may_pledge(const struct room *room, int seat, const unsigned char *pledge); /* something new, and in time */
void room_pledge(struct room *room, int seat, const unsigned char *pledge);           /* NULL: takes it back */
bool room_waits_for_shares(struct room *room); /* all seats are taken: is play to wait? Then the showing is on */
void room_run_showing(struct room *room);      /* its time runs from now */
void room_check_showing(struct room *room);    /* is its time up? */

/* ---- play ---- */

void room_watch_table(struct room *room);  /* stores and tells what happens there */
void room_play_settled(struct room *room); /* its moves are durable */
void room_after_change(struct room *room); /* of the play */
void room_end_wish(struct room *room, const char *how);
enum { CLOCK_AGAIN_MS = 30 * 1000 /* what somebody has whose time for the whole play is used up */ };
void room_run_clocks(struct room *room);
bool room_check_clocks(struct room *room); /* true: one of them runs */
void room_free_chat(struct room *room);
void room_read_chat(struct room *room, const struct stored_play *play);

/* ---- computers (room_computers.c) ---- */

#define SIMPLE_BOT "greedy" /* asked when another's answer was refused */

void room_ask_computers(struct room *room);
void room_forget_computers(struct room *room); /* those whose question has gone */
void room_cancel_computers(struct room *room);
void room_be_watched(struct room *room); /* the first listener has come */
bool room_rests(const struct room *room);
bool room_is_thinking_there(const struct room *room, int seat); /* a computer that is another server's business */
bool room_is_covered(const struct room *room, int seat); /* a computer answers the open question, and only that */

/* ---- telling (room_tell.c) ---- */

void room_tell_step(struct room *room);
int room_told(const struct room *room);  /* the last step that everybody who listens has been told of */
void room_tell_crowd(struct room *room); /* what is due of comings and goings */
void room_tell_wish(struct room *room, const char *ended);
void wish_write(const struct wish *wish, struct json_writer *writer);
void room_tell_wishes(struct room *room);                /* what has become of them since they were told of */
void room_tell_coming(struct room *room, bool has_seat); /* somebody has come or gone */
void room_check_sits(struct room *room);                 /* who has no right to the seat any more rises */
void room_write_thinking(const struct room *room, struct json_writer *writer);

#endif
