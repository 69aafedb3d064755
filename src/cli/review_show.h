/* review_show.h: a review on the terminal. */
#ifndef OCHRE_CLI_REVIEW_SHOW_H
#define OCHRE_CLI_REVIEW_SHOW_H

#include "lab/review.h"

/* The curve of every seat, the sums, the worst decisions and the turning point, on standard output. */
void review_show(const struct review *review);

#endif
