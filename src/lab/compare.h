/* compare.h: the same players with the same seeds under two sets of rules or components, and what changes. */
#ifndef OCHRE_LAB_COMPARE_H
#define OCHRE_LAB_COMPARE_H

#include "lab/tally.h"

enum { COMPARE_MEASURES_MAX = 3 * OCHRE_SEATS_MAX + 8, COMPARE_NAME_SIZE = 96 };

/* One thing that was measured on both sides; the difference is taken game by game. */
struct compare_measure {
    char name[COMPARE_NAME_SIZE]; /* in the reader's language */
    char id[32];                  /* for programs: "seat_1_win_rate" */
    bool is_rate;                 /* a share of the games */
    struct sum a, b, difference;
};

struct compare {
    struct arena_plan plan[2]; /* a and b: alike but for the opening */
    struct tally tally[2];
    const char *name[2]; /* as the user wrote them */
    void (*progress)(void *who, int done);
    void *who;

    /* Filled by compare_run. */
    int games; /* pairs */
    int measures;
    struct compare_measure measure[COMPARE_MEASURES_MAX];
};

/* 0, or -1 and why; the pairs that were played count in any case. */
int compare_run(struct compare *compare, struct ochre_error *error);
void compare_free(struct compare *compare);

/* Is the difference surely not none? */
bool compare_is_clear(const struct compare_measure *measure);

char *compare_json(const struct compare *compare, double seconds);
char *compare_page(const struct compare *compare, const char *command, const char *language, size_t *length);

#endif
