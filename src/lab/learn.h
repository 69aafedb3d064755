/* learn.h: a game learned from plays against oneself (docs/learning.md). In rounds: the best player there is plays
 * against itself, now and then not its best move; a mind (mind.h) is fitted to what its searches found and how the
 * plays ended; the mind plays against the best, and takes its place when a sequential test proves it stronger.
 *
 * Everything is kept in a folder and comes from one seed: whoever is stopped or killed goes on from there, and the same
 * plan gives the same minds, whatever the number of threads. */
#ifndef OCHRE_LAB_LEARN_H
#define OCHRE_LAB_LEARN_H

#include <stdatomic.h>

#include "ai/mind.h"
#include "lab/rating.h"
#include "table/opening.h"

enum { LEARN_ROUNDS_MAX = 100, LEARN_PLAYS_MAX = 1000000, LEARN_THREADS_MAX = 64, LEARN_PATH_SIZE = 4096 };

/* What is under way. */
enum learn_stage { LEARN_PLAYS, LEARN_FIT, LEARN_MATCH };

struct learn_plan {
    const struct opening *opening;
    const char *folder;
    int rounds;
    int plays;      /* of a round */
    int games;      /* of a match, at most */
    int iterations; /* of a search whose findings are kept, and in matches */
    int threads;
    uint64_t seed;
    double elo0, elo1; /* what the test asks */
    atomic_bool *stop; /* may be NULL */
    const struct ochre_tongue *tongue;
    /* (optional) In the caller's thread: how far a stage of a round is. */
    void (*progress)(void *who, int round, enum learn_stage stage, int done, int total);
    /* (optional) A round is over. */
    void (*tell)(void *who, int round);
    void *who;
};

/* How well plays were foretold that were not learned from, in nats more than by somebody who knows: what a position is
 * worth, and how often a search tries a move. */
struct learn_losses {
    double value, estimate,
        average;               /* the mind; the game's own estimate (0 where something is hidden); always the same */
    double prior, judge, even; /* the mind; what judge promises; all moves alike */
};

struct learn_round {
    int positions; /* fitted and foretold */
    struct learn_losses losses;
    int games;        /* of the match */
    struct sum score; /* of the new mind */
    enum sprt_verdict verdict;
    double rating; /* of the best after this round; that before the first is 0 */
    bool is_done;
};

struct learn {
    struct learn_plan plan;
    struct learn_round round[LEARN_ROUNDS_MAX];
    int done; /* rounds that are over */
    int best; /* the round whose mind is the best, from 1; 0: none yet */
};

/* 0 when all rounds are over or it was stopped; -1 and why. The best mind is then in FOLDER/best.mind. */
int learn_run(struct learn *learn, struct ochre_error *error);

/* FOLDER/round-001.plays */
const char *learn_path(const struct learn_plan *plan, int round, const char *suffix, char path[LEARN_PATH_SIZE]);

/* A page with the curve of strength, or one JSON document; to be freed. */
char *learn_page(const struct learn *learn, const char *command, const char *language, size_t *length);
char *learn_json(const struct learn *learn);

#endif
