/* fit.c: see fit.h. */
#include "fit.h"
#include "rules/rules.h"

#include <math.h>

bool fit_imagine(const struct ochre_setup *setup, const struct ochre_view *view, int seat, uint64_t seed, int samples,
                 int (*box)(const struct ochre_setup *setup, const struct ochre_state *state, const void *with),
                 const void *with, uint32_t *seen, int boxes)
{
    struct ochre_rng rng;
    rng_seed(&rng, seed);
    memset(seen, 0, (size_t)boxes * sizeof *seen);
    for (int i = 0; i < samples; i++) {
        struct ochre_state state;
        if (!view_imagine(setup, view, seat, &rng, &state))
            return false;
        int where = box(setup, &state, with);
        if (where < 0 || where >= boxes)
            return false;
        seen[where]++;
    }
    return true;
}

bool fit_odds(const uint32_t *seen, const double *odds, int boxes)
{
    const double one_in_a_million = 4.753; /* of a normal distribution, one side */
    double total = 0;
    double samples = 0;
    double distance = 0;
    int freedom = -1;
    for (int i = 0; i < boxes; i++) {
        total += odds[i];
        samples += seen[i];
    }
    for (int i = 0; i < boxes; i++) {
        double expected = samples * odds[i] / total;
        if (odds[i] <= 0 && seen[i] > 0)
            return false;
        if (odds[i] <= 0)
            continue;
        distance += (seen[i] - expected) * (seen[i] - expected) / expected;
        freedom++;
    }
    if (freedom < 1)
        return true;
    /* Wilson and Hilferty: the cube root of chi-square is nearly normal. */
    double spread = 2.0 / (9.0 * freedom);
    return (cbrt(distance / freedom) - (1.0 - spread)) / sqrt(spread) < one_in_a_million;
}
