/* reviewing.h: a play being looked back upon (lab/review.h), step by step, and what a page shows of each step. The same
 * for the module of a page (module/reviews.h), where all is one thread, and for a server (reviews.h), where a thinker
 * looks on while the loop tells what there is. Knows no thread and no request. */
#ifndef OCHRE_SERVER_REVIEWING_H
#define OCHRE_SERVER_REVIEWING_H

#include "lab/review.h"

struct reviewing;

struct reviewing_wish {
    enum weigh_depth depth;
    uint64_t seed;
    const struct ochre_tongue *tongue; /* of the moves in the review; outlives it */
    atomic_bool *stop;                 /* outlives it; may be NULL */
};

/* Of the play of a log (log.h), which is taken, and deleted when it is refused; does not think yet. What `error` says
 * before is what is wrong behind the sound part of the log, and will be told. NULL: nobody has moved; it says why. */
struct reviewing *reviewing_new(struct table *table, const struct reviewing_wish *wish, struct ochre_error *error);
void reviewing_delete(struct reviewing *reviewing);

/* Who reads it (a seat, or -1) and what people are called: for everything but the review itself. The names are copied;
 * NULL: as the game calls them. Before anything is written. */
void reviewing_call(struct reviewing *reviewing, int you, const char *const names[OCHRE_SEATS_MAX]);

/* What was to be expected before the first move; then one step more: false when there is none, or it was stopped. These
 * think, in whatever thread; all else is for one. */
void reviewing_begin(struct reviewing *reviewing);
bool reviewing_on(struct reviewing *reviewing);

/* Its steps: all of them, and those that were looked at. */
int reviewing_total(const struct reviewing *reviewing);
int reviewing_count(const struct reviewing *reviewing);

/* ---- what there is to tell, at any time ---- */

/* The play: {"game":…,"seats":…,"wrong":…,"play":…}, where play is the message `step` of docs/wire.md with the whole
 * story, and wrong, where there is something, which line of the log is. */
void reviewing_write_about(const struct reviewing *reviewing, const struct ochre_tongue *tongue,
                           struct ochre_text *out);

/* One step that was looked at, by its number. */
void reviewing_write_step(const struct reviewing *reviewing, int number, struct json_writer *writer);

/* The table before a move, as its seat saw it, or behind it when it is chance's; the number after the last: the end.
 *
 *     {"n":37,"step":36,"view":{…},"scores":…,"made":{"m":…,"touch":[…],"words":…},"best":…,
 *      "line":[{"seat":"p1","m":…,"words":…,"view":{…}}, …]}
 *
 * The line is how it might have gone on from the better move, in one of the plays that the seat could not rule out. */
void reviewing_write_moment(const struct reviewing *reviewing, int number, const struct ochre_tongue *tongue,
                            struct ochre_text *out);

/* ---- when nobody looks on ---- */

/* All that was looked at with its sums, as `ochre review --json` writes it. */
void reviewing_write(struct reviewing *reviewing, struct ochre_text *out);

#endif
