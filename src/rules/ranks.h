/* ranks.h: from who is ahead of whom to ranks, winners and payoffs. Fills rank, winners and payoff of an outcome and
 * leaves the rest alone. */
#ifndef OCHRE_RULES_RANKS_H
#define OCHRE_RULES_RANKS_H

#include "rules/game.h"

/* Negative: seat `a` is ahead of seat `b`; 0: they share a place. */
typedef int ranks_compare(const void *with, int a, int b);

/* By a comparison; the first win and share 1. */
void ranks_by(struct ochre_outcome *out, int seats, ranks_compare *compare, const void *with);

/* By points alone. */
void ranks_by_score(struct ochre_outcome *out, int seats);

/* These have won, the others have not; nobody may have. */
void ranks_of_winners(struct ochre_outcome *out, int seats, ochre_seats winners);

#endif
