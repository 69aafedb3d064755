/* ranks.c: see ranks.h. */
#include "rules/ranks.h"

#include <assert.h>

#include "base/bits.h"

static void share(struct ochre_outcome *out, int seats)
{
    int winners = bits_count(out->winners);
    for (int seat = 0; seat < seats; seat++)
        out->payoff[seat] = seats_has(out->winners, seat) ? 1.0F / (float)winners : 0.0F;
}

void ranks_by(struct ochre_outcome *out, int seats, ranks_compare *compare, const void *with)
{
    assert(seats > 0 && seats <= OCHRE_SEATS_MAX);
    out->winners = 0;
    for (int seat = 0; seat < seats; seat++) {
        out->rank[seat] = 1;
        for (int other = 0; other < seats; other++)
            out->rank[seat] += compare(with, other, seat) < 0;
        if (out->rank[seat] == 1)
            out->winners |= SEAT_BIT(seat);
    }
    assert(out->winners != 0);
    share(out, seats);
}

static int compare_scores(const void *with, int a, int b)
{
    const int *score = with;
    return (score[b] > score[a]) - (score[b] < score[a]);
}

void ranks_by_score(struct ochre_outcome *out, int seats)
{
    ranks_by(out, seats, compare_scores, out->score);
}

void ranks_of_winners(struct ochre_outcome *out, int seats, ochre_seats winners)
{
    assert(winners >> seats == 0);
    out->winners = winners;
    for (int seat = 0; seat < seats; seat++)
        out->rank[seat] = seats_has(winners, seat) ? 1 : bits_count(winners) + 1;
    share(out, seats);
}
