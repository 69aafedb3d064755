/* reviews.h: the plays that are being looked back upon on a server, and for some minutes those that were (reviewing.h).
 * The thinkers look on, slice by slice, when no table wants them. A review belongs to nobody: whoever knows its id,
 * which cannot be guessed, may look at it and end it. It knows of a play what the log says that somebody sent, and
 * nothing else. Knows no request and no hall. All functions are for one thread, the loop. */
#ifndef OCHRE_SERVER_REVIEWS_H
#define OCHRE_SERVER_REVIEWS_H

#include "server/keys.h"
#include "server/rate.h"
#include "server/reviewing.h"

struct thinkers;
struct reviews;
struct kept_review;

enum {
    REVIEWS_USUAL = 4,            /* under way at once */
    REVIEWS_KEPT = 32,            /* with those that are done */
    REVIEWS_STEPS_MAX = 20000,    /* of all that are kept: each is 2 kB of memory */
    REVIEWS_AWAY_MS = 120 * 1000, /* nobody asks for it: it is stopped and forgotten */
    REVIEWS_DONE_MS = 600 * 1000, /* the same when it is done */
};

/* `most`: under way at once, half of them for one address; 0: none at all. The thinkers are deleted first. */
struct reviews *reviews_new(struct thinkers *thinkers, int most);
void reviews_delete(struct reviews *reviews);
int reviews_most(const struct reviews *reviews);

struct reviews_wish {
    const char *address; /* who asks, as address_name has it */
    uint64_t person;     /* the same for the thinkers */
    int64_t now;         /* milliseconds */
    int you;             /* as reviewing_call */
    const char *names[OCHRE_SEATS_MAX];
    const char *log; /* or a record: all that is known of the play */
    size_t length;
    struct reviewing_wish how; /* `stop` is ours */
};

/* A new one. NULL and why: with "busy" there is no room now, else the log is at fault. */
struct kept_review *reviews_begin(struct reviews *reviews, const struct reviews_wish *wish, struct ochre_error *error);

/* NULL: there is none of that id (any more). */
struct kept_review *reviews_find(struct reviews *reviews, const char *id, int64_t now);

const char *kept_review_id(const struct kept_review *kept);
struct reviewing *kept_review_play(const struct kept_review *kept);

/* Nobody looks on any more: it is done, or was stopped. */
bool kept_review_is_over(const struct kept_review *kept);

/* No step more; what there is stands. It is over now or a moment later. */
void reviews_stop(struct reviews *reviews, struct kept_review *kept);
void reviews_forget(struct reviews *reviews, struct kept_review *kept);

/* From time to time: those that nobody asks for are forgotten. */
void reviews_tick(struct reviews *reviews, int64_t now);

#endif
