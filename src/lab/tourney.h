/* tourney.h: a round robin. Every pair of players fills the table between them, seats changing from game to game. */
#ifndef OCHRE_LAB_TOURNEY_H
#define OCHRE_LAB_TOURNEY_H

#include "lab/arena.h"
#include "lab/rating.h"

struct tourney {
    struct arena_plan plan; /* opening, seed, games of a pair, threads, stop, tongue */
    int players;
    char name[RATING_PLAYERS_MAX][ARENA_NAME_SIZE];
    struct sprt *sprt; /* for two players, or NULL: stops as soon as it knows */
    void (*progress)(void *who, int done);
    void *who;

    /* Filled by tourney_run. */
    struct rating_table table;
    double won[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX], drawn[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX];
    double rating[RATING_PLAYERS_MAX];
    struct interval interval[RATING_PLAYERS_MAX];
    int games, asked;
};

/* 0, or -1 and why; what was played counts in any case. */
int tourney_run(struct tourney *tourney, struct ochre_error *error);

/* The players by rating, the best first. */
void tourney_order(const struct tourney *tourney, int order[]);

/* A player's part of all its games. */
double tourney_score(const struct tourney *tourney, int player, double *games);

char *tourney_json(const struct tourney *tourney, double seconds);
char *tourney_page(const struct tourney *tourney, const char *command, const char *language, size_t *length);

#endif
