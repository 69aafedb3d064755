/* review.h: a play looked back upon: which decisions cost what, and what was luck. Every decision is judged from what
 * its seat could know (weigh.h), never from the truth. For every seat
 *
 *     start + luck - lost + gained + rest = result
 *
 * where lost is what its own decisions gave away, gained what those of others brought it (or took), and rest what none
 * of this explains: the search's own uncertainty, and what was hidden and came to light. Everything is counted in what
 * a seat plays for, 0 … 1. The same log, depth and seed give the same review everywhere. */
#ifndef OCHRE_LAB_REVIEW_H
#define OCHRE_LAB_REVIEW_H

#include "ai/weigh.h"
#include "table/table.h"

enum review_grade { GRADE_NONE, GRADE_BEST, GRADE_FINE, GRADE_INACCURACY, GRADE_MISTAKE, GRADE_BLUNDER, GRADES };
extern const char *const review_grades[GRADES]; /* "", "best", "fine", …: also words to be translated */

enum { REVIEW_WORDS_SIZE = 256 };

struct review_step {
    int number;       /* of the step, from 1 */
    int seat;         /* OCHRE_CHANCE for chance */
    bool is_decision; /* there was a choice, and it was weighed */
    bool is_leaving;  /* the seat resigned */
    enum review_grade grade;
    int choices;
    float before[OCHRE_SEATS_MAX], after[OCHRE_SEATS_MAX]; /* what every seat could expect */
    float luck[OCHRE_SEATS_MAX];                           /* of chance */
    float lost;                                            /* of a decision */
    char move[OCHRE_MOVE_SIZE], best[OCHRE_MOVE_SIZE];     /* in notation; best "" unless it is a decision */
    char words[REVIEW_WORDS_SIZE];                         /* the move in words, as its seat would have read it */
    char best_words[REVIEW_WORDS_SIZE];                    /* the better one; "" when there was none */
    ochre_action best_action;                              /* of a decision */
    int course_count;                                      /* how it might have gone on, the better move first */
    char course[BOT_COURSE_MAX][OCHRE_MOVE_SIZE];
    int course_seat[BOT_COURSE_MAX];
    ochre_action course_action[BOT_COURSE_MAX];
};

struct review_seat {
    double start, luck, lost, gained, rest, result;
    int decisions, grade[GRADES];
    double accuracy; /* 0 … 100; 100 without decisions */
};

struct review {
    const struct table *table;
    enum weigh_depth depth;
    uint64_t seed;
    bool is_over;  /* the play came to its end; else the result is what was to be expected last */
    bool is_whole; /* not stopped before */
    int count;
    struct review_step *step;
    struct review_seat seat[OCHRE_SEATS_MAX];
    int turning; /* the step that decided most: its place among the steps, -1: none */
};

struct review_plan {
    enum weigh_depth depth;
    uint64_t seed;
    bool is_luck_only; /* decisions are not weighed: what was luck is known much sooner */
    atomic_bool *stop; /* may be NULL; what was reviewed by then stands */
    void (*progress)(void *who, int done, int total); /* in steps; may be NULL */
    void *who;
    const struct ochre_tongue *tongue;
};

/* Reviews the play so far; `table` must outlive the review. review_free in any case. */
void review_play(struct review *review, const struct table *table, const struct review_plan *plan);
void review_free(struct review *review);

/* The same step by step, for whoever has something else to do in between (a page). The review, the table and what the
 * plan points at must outlive it. looking_on looks at one step more; false: there is none, or it was stopped.
 * looking_sum adds up what was looked at so far. */
struct looking;
struct looking *looking_new(struct review *review, const struct table *table, const struct review_plan *plan);
bool looking_on(struct looking *looking);
void looking_sum(struct looking *looking);
void looking_delete(struct looking *looking);

/* The worst decisions of a seat that were at least inaccuracies, the worst first: their places; how many, at most
 * `most`. */
int review_worst(const struct review *review, int seat, int *places, int most);

/* The step that decided most, in one sentence; nothing when there is none. */
void review_say_turning(const struct review *review, struct ochre_text *text);

/* As a JSON document (docs/review.md); and one of its steps, by its place. */
void review_write(const struct review *review, struct json_writer *writer);
void review_write_step(const struct review *review, int place, struct json_writer *writer);

/* As a page (page.h) in new memory. */
char *review_page(const struct review *review, const struct ochre_tongue *tongue, const char *command,
                  const char *language, size_t *length);

#endif
