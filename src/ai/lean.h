/* lean.h: how moves seem to somebody who does not see everything and would rather do some things than others. A player
 * adds it to what a move of its own is worth, at the root and nowhere else. */
#ifndef OCHRE_AI_LEAN_H
#define OCHRE_AI_LEAN_H

#include "rules/game.h"

/* By how much each move seems better (or worse) than it is, in payoff; the moves ascending. */
struct lean {
    const ochre_action *move;
    const float *by;
    int count; /* 0: all seem what they are */
};

float lean_of(const struct lean *lean, ochre_action action);

#endif
