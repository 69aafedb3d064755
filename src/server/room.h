/* room.h: a table with its seats and its listeners: how it is made and found awake, and what may be asked of it. What
 * it is made of is its own affair (room_inner.h). */
#ifndef OCHRE_SERVER_ROOM_H
#define OCHRE_SERVER_ROOM_H

#include "server/clock.h"
#include "server/store.h"
#include "table/table.h"

struct hall;
struct room;

/* Help that may be agreed on: as it is usual for the people who play, or as somebody has said; of a table that is older
 * than these terms: as it was, always. */
enum room_term { TERM_USUAL, TERM_ALLOW, TERM_NEVER, TERM_KEPT };

/* What somebody asks for. */
struct room_request {
    const struct ochre_game *game;
    int seat_count;
    struct stored_seat seat[OCHRE_SEATS_MAX];
    struct json options, position;
    struct json log;  /* of a play that goes on here (room_log.h); nothing there: a new one */
    bool is_offered;  /* options that are not named are what the game offers */
    const char *pack; /* its text; NULL: the built-in one */
    bool is_public, may_watch;
    enum room_term hints, standins, takeback;
    struct clock_terms clock;
    int opener;    /* a seat; -1: whoever has this key */
    bool is_ready; /* the opener, at once */
    const unsigned char *opener_key;
    uint64_t person;     /* number of the address that asks */
    const char *address; /* … and the address */
};

struct room *room_new(struct hall *hall, const struct room_request *request, struct ochre_error *error);
struct room *room_again(struct room *old, int asker, const unsigned char *pledge); /* a rematch; NULL: set aside */
struct room *room_from_store(struct hall *hall, const struct stored_table *stored);
void room_free(struct room *room);

/* The table itself, restored when it was asleep. NULL when it cannot be: it is then set aside, or the store cannot be
 * read at the moment. room_is_there: not the latter. room_awake: the table when it is not asleep, else NULL. */
struct table *room_table(struct room *room);
struct table *room_awake(const struct room *room);
bool room_is_there(struct room *room);
extern const char room_is_unread[]; /* words for it */

struct hall *room_hall(const struct room *room);
const char *room_id(const struct room *room);
int64_t room_number(const struct room *room); /* in the store */
enum stored_status room_status(const struct room *room);
extern const char *const room_statuses[]; /* their names */
int room_seat_count(const struct room *room);
int room_steps(const struct room *room);    /* durable ones */
int64_t room_made(const struct room *room); /* a date */
bool room_may_watch(const struct room *room);
bool room_is_gone(const struct room *room);   /* archived, deleted or being deleted */
bool room_is_listed(const struct room *room); /* public tables, those that are over for a while */

/* Whose thinking time it uses: of the person (the number of an address) who was the last to do something from a seat.
 */
void room_count_for(struct room *room, uint64_t person);

/* The table that plays on after this one, while it is there; NULL: none. */
struct room *room_rematch(const struct room *room);

/* Play ends here without a result, and why: the host of the server ends it, or it was taken along. */
void room_end_because(struct room *room, const char *why);
void room_drop(struct room *room); /* deleted: gone when this beat is durable */

#endif
