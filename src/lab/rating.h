/* rating.h: strengths from results between pairs, and the sequential test. Knows no game. */
#ifndef OCHRE_LAB_RATING_H
#define OCHRE_LAB_RATING_H

#include "lab/stats.h"

enum { RATING_PLAYERS_MAX = 24 };

/* What the players of a round robin scored against each other: score[a][b] is a's part of the games[a][b] games. */
struct rating_table {
    int players;
    double games[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX];
    double score[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX];
};

/* Bradley-Terry ratings on the scale of Elo, their average 0, with 95 % intervals. Each pair that has played counts one
 * drawn game more than it has, so that a player who lost every game still has a rating. */
void rating_solve(const struct rating_table *table, double rating[], struct interval interval[]);

/* The score a player expects against one who is rated so much lower, and back. */
double rating_expected(double difference);
double rating_difference(double score);

/* A sequential test: is the first player stronger by elo1 rather than by elo0? Both errors 5 %. */
struct sprt {
    double elo0, elo1;
    struct sum score; /* of the first player: 1 won, 0 lost, between for draws */
};

enum sprt_verdict { SPRT_GOES_ON, SPRT_NO, SPRT_YES };

/* The logarithm of how much likelier the results are under elo1 than under elo0 (normal approximation, with half a win,
 * half a draw and half a loss added to the spread so that it is never none). */
double sprt_evidence(const struct sprt *sprt);

/* The bound the evidence has to reach, upwards or downwards. */
double sprt_bound(void);
enum sprt_verdict sprt_verdict(const struct sprt *sprt);

#endif
