/* fit.h: are imagined states spread as they should be? For the tests of games with hidden information, which know what
 * odds to expect: sort many imagined states into a few boxes and compare (chi-square). Seeds are fixed, so a test
 * either fits always or never. */
#ifndef OCHRE_TESTS_FIT_H
#define OCHRE_TESTS_FIT_H

#include "rules/game.h"

/* Imagines `samples` states from the view and counts into boxes; `box` says which one a state belongs to (0 … boxes-1).
 * False when a state cannot be imagined or belongs nowhere. */
bool fit_imagine(const struct ochre_setup *setup, const struct ochre_view *view, int seat, uint64_t seed, int samples,
                 int (*box)(const struct ochre_setup *setup, const struct ochre_state *state, const void *with),
                 const void *with, uint32_t *seen, int boxes);

/* Do the counts fit the odds (any positive numbers, 0: never)? False when chance alone would do worse once in a million
 * times, or when something impossible was seen. Expect at least five in each box. */
bool fit_odds(const uint32_t *seen, const double *odds, int boxes);

#endif
