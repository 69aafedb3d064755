/* tribes_appraise.h: see tribes_appraise.c. Only the estimate, its weights and what fits them include it. */
#ifndef OCHRE_GAMES_TRIBES_APPRAISE_H
#define OCHRE_GAMES_TRIBES_APPRAISE_H

#include "games/tribes/tribes.h"
#include "rules/net.h"

enum {
    TRIBES_SEAT_TRAITS = 20,                    /* of one seat */
    TRIBES_TRAITS = 7 + 2 * TRIBES_SEAT_TRAITS, /* of a position, for one seat */
    TRIBES_NETS = 3,                            /* with two, three and four seats */
};

/* What counts for each seat, in the order of the weights. */
void tribes_find_traits(const struct ochre_setup *setup, const struct tribes_state *s,
                        float traits[OCHRE_SEATS_MAX][TRIBES_TRAITS]);

/* tribes_net.c: fitted by bench/appraise_tune. */
extern const float tribes_net[TRIBES_NETS][NET_SIZE(TRIBES_TRAITS)];

#endif
