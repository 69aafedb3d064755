/* reviews.h: a play looked back upon (lab/review.h) for a page, step by step, so that there is progress and it can be
 * left at any time; and what the page shows of each step. Texts that are handed out hold until the next call; why
 * something was refused is told by play_trouble (plays.h). The page's end is web/src/hall/reviewer.ts. */
#ifndef OCHRE_MODULE_REVIEWS_H
#define OCHRE_MODULE_REVIEWS_H

#include "module/module.h"

struct reviewing;

/* Begins to look back on the play of a log, at a depth of enum weigh_depth; its moves are told in this language. NULL:
 * refused. */
DOOR("review_load")
struct reviewing *review_load(const char *log, size_t length, int depth, uint32_t seed_high, uint32_t seed_low,
                              const char *lang);
DOOR("review_close") void review_close(struct reviewing *reviewing);

/* Who reads it (a seat, or -1) and what people are called, a line each: for everything but the review itself. */
DOOR("review_call") void review_call(struct reviewing *reviewing, int you, const char *names);

/* The play: {"game":…,"seats":…,"play":…}, where play is the message `step` of docs/wire.md with the whole story. */
DOOR("review_about") const char *review_about(struct reviewing *reviewing, const char *lang);

/* Looks at one step more; false: there is none. */
DOOR("review_on") bool review_on(struct reviewing *reviewing);

/* One step that was looked at, by its number, and all of them with their sums, as `ochre review --json` writes it. */
DOOR("review_step") const char *review_step(struct reviewing *reviewing, int number);
DOOR("review_text") const char *review_text(struct reviewing *reviewing);

/* The table before a move, as its seat saw it, or behind it when it is chance's; the number after the last: the end.
 *
 *     {"n":37,"step":36,"view":{…},"scores":…,"made":{"m":…,"touch":[…],"words":…},"best":…,
 *      "line":[{"seat":"p1","m":…,"words":…,"view":{…}}, …]}
 *
 * The line is how it might have gone on from the better move, in one of the plays that the seat could not rule out. */
DOOR("review_moment") const char *review_moment(struct reviewing *reviewing, int number, const char *lang);

#endif
