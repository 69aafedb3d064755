/* valley_appraise.h: see valley_appraise.c. Only the estimate, its weights and what fits them include it. */
#ifndef OCHRE_GAMES_VALLEY_APPRAISE_H
#define OCHRE_GAMES_VALLEY_APPRAISE_H

#include "games/valley/valley.h"
#include "rules/net.h"

enum {
    VALLEY_SEAT_TRAITS = 17,                    /* of one seat */
    VALLEY_TRAITS = 5 + 2 * VALLEY_SEAT_TRAITS, /* of a position, for one seat */
    VALLEY_NETS = 3,                            /* with two, three and four seats */
};

/* Has every seat its valley? Before that there is nothing to appraise. */
bool valley_is_dealt(const struct ochre_setup *setup, const struct valley_state *s);
/* What counts for each seat, in the order of the weights. */
void valley_find_traits(const struct ochre_setup *setup, const struct valley_state *s,
                        float traits[OCHRE_SEATS_MAX][VALLEY_TRAITS]);

/* valley_net.c: fitted by bench/appraise_tune. */
extern const float valley_net[VALLEY_NETS][NET_SIZE(VALLEY_TRAITS)];

#endif
