/* laws.h: what every game promises, asked of random plays. A law that does not hold gives a fault that names the law
 * and says what was seen. Knows the interface (rules/game.h) and no game. */
#ifndef OCHRE_TESTS_LAWS_H
#define OCHRE_TESTS_LAWS_H

#include "rules/registry.h"
#include "rules/setup.h"

struct laws_fault {
    char law[24]; /* "twins-view"; "" when all is well */
    char words[800];
    int step; /* moves made before */
};

/* One way to agree on a play. */
struct laws_case {
    struct ochre_terms terms;
    char options[256]; /* what differs from the defaults: "cards=2 carry=off" */
    int option, value; /* the one option being tried and its value's number; -1: several or none */
};

enum { LAWS_CASES_MAX = 1024 };

/* The defaults, every option value one by one, and `mixed` random mixtures, for every seat count. Returns how many. */
int laws_cases(const struct ochre_game *game, int mixed, struct laws_case *cases);

/* The built-in pack of the game, or NULL when it has none. Lives until the program ends. */
const struct ochre_pack *laws_pack(const struct ochre_game *game);

/* In how many plays a hidden byte had a value, and how often that was imagined. Positions of one play resemble each
 * other, so a play counts once. */
struct laws_coverage {
    uint32_t plays;
    uint32_t truth[OCHRE_STATE_MAX][256];
    uint32_t last_play[OCHRE_STATE_MAX][256]; /* the play that counted in truth last */
    uint32_t imagined[OCHRE_STATE_MAX][256];
};

/* One random play under all laws but twins. Every `stride`-th position (in the mean) is looked at from all sides.
 * `coverage` may be NULL. Returns the moves made, or -1 and the fault. */
int laws_play(const struct ochre_setup *setup, uint64_t seed, int stride, struct laws_coverage *coverage,
              struct laws_fault *fault);

/* Two plays in lockstep whose hidden moves differ: whoever has been told the same must get equal bytes. */
int laws_twins(const struct ochre_setup *setup, uint64_t seed, int stride, struct laws_fault *fault);

/* Is everything that is large and never changes told once? One random play, every view of it. */
bool laws_told_once(const struct ochre_setup *setup, uint64_t seed, struct laws_fault *fault);

/* Is there a hidden value that was often true and never imagined? */
bool laws_covered(const struct ochre_setup *setup, const struct laws_coverage *coverage, struct laws_fault *fault);

/* All of the above on one setup: `seeds` plays and as many twins from `seed` on. Returns the moves made or -1. */
int laws_keep(const struct ochre_setup *setup, uint64_t seed, int seeds, int stride, struct laws_coverage *coverage,
              struct laws_fault *fault, uint64_t *broken_seed);

#endif
