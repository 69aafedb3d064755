/* spears_outlook.h: see spears_outlook.c. Only the estimates and what fits them include it. */
#ifndef OCHRE_GAMES_SPEARS_OUTLOOK_H
#define OCHRE_GAMES_SPEARS_OUTLOOK_H

#include "games/spears/spears_play.h"
#include "rules/net.h"

/* What a team still needs to win. */
struct spears_lack {
    float of[SPEARS_RESOURCES];
    float all;   /* what the running action may bring is counted here by its odds */
    float need;  /* what it needed when it had nothing */
    bool is_any; /* whatever it is made of */
};

/* A position and what may come of its running action. */
struct spears_outlook {
    struct spears_lack lack[SPEARS_TEAMS];
    float vigor;                    /* expected */
    float gain;                     /* odds that the prey changes hands */
    int taker, from;                /* to whom, from whom (OCHRE_NOBODY: the row) */
    int prey;                       /* -1: none */
    float lost[OCHRE_SEATS_MAX];    /* berries' worth of units each seat is expected to lose */
    float income[OCHRE_SEATS_MAX];  /* berries per turn each seat may win or lose */
    uint16_t sent[OCHRE_SEATS_MAX]; /* units that will be turned */
    uint16_t gone[OCHRE_SEATS_MAX]; /* units that will be given */
};

/* Needs no estimate: over, where every winner has won (7), or not dealt yet, where nobody has a better chance. Then the
 * payoffs are told. */
bool spears_is_told(const struct spears_tables *t, const struct spears_state *s, float payoff[OCHRE_SEATS_MAX]);
/* How much of what is lacking a prey brings. */
float spears_help_of(const struct spears_tables *t, const struct spears_lack *lack, int prey);
/* Odds of an action by the margin of its powers. */
float spears_odds(int margin);
/* Levels that a set of units would have to give, in berries. */
float spears_toll(const struct spears_tables *t, const struct spears_state *s, int seat, uint16_t units, int level);
void spears_look_out(const struct spears_tables *t, const struct spears_state *s, struct spears_outlook *outlook);

/* ---- spears_appraise.c ---- */

enum {
    SPEARS_TRIBE_TRAITS = 9,                             /* what one tribe has and can do */
    SPEARS_TRAITS = 8 + 3 * SPEARS_TRIBE_TRAITS + 3 + 2, /* of a position for one seat */
    SPEARS_NETS = 5,
};

/* What counts for each seat, in the order of the weights. */
void spears_find_traits(const struct spears_tables *t, const struct spears_state *s,
                        float traits[OCHRE_SEATS_MAX][SPEARS_TRAITS]);
/* Which network tells a seat's chance: by players and team. */
int spears_net_of(const struct spears_tables *t, const struct spears_state *s, int seat);

/* spears_net.c: fitted by bench/appraise_tune. */
extern const float spears_net[SPEARS_NETS][NET_SIZE(SPEARS_TRAITS)];

#endif
