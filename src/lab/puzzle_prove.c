/* puzzle_prove.c: is one choice clearly the best? See puzzle.h. Where two sides see everything both are looked ahead
 * to, the best and the best of the others; elsewhere a tree search compares the choice with each of its rivals, which
 * get their share of the tries. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "ai/ab.h"
#include "ai/bot_kinds.h"
#include "ai/ismcts.h"
#include "base/hash.h"
#include "lab/puzzle.h"
#include "rules/rules.h"
#include "rules/think.h"

enum {
    FIRST_PLIES = 4, /* what seems unclear so far ahead is not looked at further */
    HINT_PLIES = 6,
    DEEP_PLIES = 8,
    EXACT_PLIES = 5,   /* so far ahead everything is looked at */
    FIRST_TRIES = 120, /* the same where a tree is searched */
    HINT_TRIES = 600,
    HINT_TIMES_PLAIN = 8, /* an iteration without foresight is quicker, and worth less */
    RIVALS_MAX = 3,
    LOTS = 3, /* levels that overlook something, by lot … */
    LOT_TRIES = 60,
    TRIES = 5, /* … and those that do not */
};

/* Differences below so many standard errors are none. */
static const float DOUBTS = 2;

/* Where two sides see everything nothing is tried by lot: there less is clear. */
static const float CLEAR_IN_DUELS = 2.0F / 3;

struct prover {
    atomic_bool *stop;
    struct ab *ab;
    struct ismcts *tree;
    struct weigher *weigher;
    struct bot *level[PUZZLE_LEVELS];
    struct bot *greedy;
};

struct prover *prover_new(atomic_bool *stop)
{
    struct prover *prover = bot_room(NULL, 1, sizeof *prover);
    *prover =
        (struct prover){.stop = stop, .ab = ab_new(), .tree = ismcts_new(), .weigher = weigher_new(WEIGH_DEEP, stop)};
    prover->greedy = bot_new("greedy", NULL);
    for (int level = 1; level < PUZZLE_LEVELS; level++) {
        char name[BOT_NAME_SIZE];
        struct ochre_text text = text_on(name, sizeof name);
        text_add(&text, "level:");
        text_int(&text, level);
        prover->level[level] = bot_new(name, NULL);
        assert(prover->level[level]);
    }
    return prover;
}

void prover_delete(struct prover *prover)
{
    if (!prover)
        return;
    ab_delete(prover->ab);
    ismcts_delete(prover->tree);
    weigher_delete(prover->weigher);
    for (int level = 1; level < PUZZLE_LEVELS; level++)
        bot_delete(prover->level[level]);
    bot_delete(prover->greedy);
    free(prover);
}

static bool is_stopped(const struct prover *prover)
{
    return prover->stop && atomic_load(prover->stop);
}

static bool is_duel(const struct ochre_setup *setup)
{
    struct ochre_error unheard;
    return ab_suits(setup, &unheard) == 0;
}

static float clearness(const struct ochre_setup *setup, float times)
{
    return times * setup->game->think->mistake * (is_duel(setup) ? CLEAR_IN_DUELS : 1);
}

/* Clearer than `times` mistakes, beyond doubt? */
static bool is_clear(const struct ochre_setup *setup, const struct proof *proof, float times)
{
    float gap = proof->worth - proof->rival_worth;
    float wanted = clearness(setup, times);
    return gap >= wanted && gap - DOUBTS * proof->doubt >= wanted / 2;
}

/* ---- where two sides see everything ---- */

static ochre_action look_ahead(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view,
                               int seat, const struct ab_options *options, uint64_t seed, struct bot_thoughts *thoughts)
{
    struct ochre_rng rng;
    rng_seed(&rng, seed);
    *thoughts = (struct bot_thoughts){.stop = prover->stop};
    return ab_search(prover->ab, options, setup, view, seat, &rng, thoughts);
}

static void compare_ahead(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view,
                          int seat, int plies, uint64_t seed, struct proof *out)
{
    struct ab_options options = {.budget = {.depth = plies}, .memory_limit = ISMCTS_MEMORY};
    struct bot_thoughts thoughts;
    out->best = look_ahead(prover, setup, view, seat, &options, seed, &thoughts);
    out->worth = thoughts.payoff[seat];
    out->course_count = thoughts.course_count;
    memcpy(out->course, thoughts.course, sizeof out->course);
    options.has_barred = true;
    options.barred = out->best;
    out->rival = look_ahead(prover, setup, view, seat, &options, seed, &thoughts);
    out->rival_worth = thoughts.payoff[seat];
}

static bool hint_ahead(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                       uint64_t seed, struct proof *out)
{
    compare_ahead(prover, setup, view, seat, FIRST_PLIES, seed, out);
    if (!is_clear(setup, out, PUZZLE_STILL_CLEAR / 2))
        return false;
    compare_ahead(prover, setup, view, seat, HINT_PLIES, seed, out);
    return true;
}

/* A win that looking at every course finds, and none without the move. */
static bool is_exact(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                     const struct proof *proof)
{
    struct bot_thoughts thoughts;
    for (int plies = 1; plies <= EXACT_PLIES; plies += 2) {
        struct ab_options options = {.budget = {.depth = plies}, .memory_limit = ISMCTS_MEMORY, .is_plain = true};
        ochre_action best = look_ahead(prover, setup, view, seat, &options, 0, &thoughts);
        if (thoughts.score < AB_WIN - AB_PLIES_MAX)
            continue;
        if (best != proof->best)
            return false;
        options.has_barred = true;
        options.barred = best;
        look_ahead(prover, setup, view, seat, &options, 0, &thoughts);
        return thoughts.score < AB_WIN - AB_PLIES_MAX;
    }
    return false;
}

static bool prove_ahead(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                        uint64_t seed, float times, struct proof *out)
{
    compare_ahead(prover, setup, view, seat, DEEP_PLIES, seed, out);
    if (is_stopped(prover) || !is_clear(setup, out, times))
        return false;
    out->is_exact = out->worth >= 1 && is_exact(prover, setup, view, seat, out);
    return !is_stopped(prover);
}

/* ---- elsewhere ---- */

static void hint_in_tree(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view,
                         int seat, int tries, uint64_t seed, struct bot_thoughts *thoughts)
{
    struct ochre_rng rng;
    int times = setup->game->think->foresight ? 1 : HINT_TIMES_PLAIN;
    struct bot_budget budget = {.iterations = (uint64_t)(tries * times)};
    struct ismcts_options options = ismcts_usual(setup, &budget);
    rng_seed(&rng, seed);
    *thoughts = (struct bot_thoughts){.stop = prover->stop};
    ismcts_search(prover->tree, &options, setup, view, seat, &rng, thoughts);
}

/* The idea that promises most besides the first. */
static int best_rival(const struct bot_thoughts *thoughts)
{
    int rival = 1;
    for (int i = 2; i < thoughts->idea_count; i++)
        if (thoughts->idea[i].worth > thoughts->idea[rival].worth)
            rival = i;
    return rival;
}

static bool compare_in_tree(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view,
                            int seat, int tries, uint64_t seed, struct proof *out)
{
    struct bot_thoughts thoughts;
    hint_in_tree(prover, setup, view, seat, tries, seed, &thoughts);
    if (thoughts.idea_count < 2)
        return false;
    int rival = best_rival(&thoughts);
    out->best = thoughts.idea[0].action;
    out->worth = thoughts.idea[0].worth;
    out->rival = thoughts.idea[rival].action;
    out->rival_worth = thoughts.idea[rival].worth;
    return true;
}

static bool hint_compared(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view,
                          int seat, uint64_t seed, struct proof *out)
{
    return compare_in_tree(prover, setup, view, seat, FIRST_TRIES, seed, out) &&
           is_clear(setup, out, PUZZLE_STILL_CLEAR / 2) &&
           compare_in_tree(prover, setup, view, seat, HINT_TRIES, seed, out);
}

/* What else might be as good: what promised most, what was tried most, what promised next. */
static int list_rivals(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                       const struct proof *hint, uint64_t seed, ochre_action rivals[RIVALS_MAX])
{
    struct bot_thoughts thoughts;
    int count = 0;
    hint_in_tree(prover, setup, view, seat, HINT_TRIES, seed, &thoughts);
    if (hint->rival != hint->best)
        rivals[count++] = hint->rival;
    for (int i = 0; i < thoughts.idea_count && count < RIVALS_MAX; i++) {
        bool is_new = thoughts.idea[i].action != hint->best;
        for (int k = 0; k < count; k++)
            is_new = is_new && rivals[k] != thoughts.idea[i].action;
        if (is_new)
            rivals[count++] = thoughts.idea[i].action;
    }
    return count;
}

static bool prove_in_tree(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view,
                          int seat, const struct proof *hint, uint64_t seed, float times, struct proof *out)
{
    ochre_action rivals[RIVALS_MAX];
    int count = list_rivals(prover, setup, view, seat, hint, hash_mix(seed), rivals);
    float least = 2;
    weigher_want(prover->weigher, clearness(setup, times)); /* a proof that fails ends early */
    for (int i = 0; i < count; i++) {
        struct weighed weighed;
        weigh_decision(prover->weigher, setup, view, seat, rivals[i], seed, &weighed);
        struct proof proof = {.best = weighed.best,
                              .rival = rivals[i],
                              .worth = weighed.best_payoff[seat],
                              .rival_worth = weighed.made_payoff[seat],
                              .doubt = weighed.doubt,
                              .course_count = weighed.course_count};
        memcpy(proof.course, weighed.course, sizeof proof.course);
        if (is_stopped(prover) || weighed.best != hint->best || !is_clear(setup, &proof, times))
            return false;
        if (proof.worth - proof.rival_worth < least) {
            least = proof.worth - proof.rival_worth;
            *out = proof;
        }
    }
    return count > 0;
}

/* ---- the doors ---- */

bool prove_hint(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                uint64_t seed, struct proof *out)
{
    *out = (struct proof){0};
    if (!(is_duel(setup) ? hint_ahead : hint_compared)(prover, setup, view, seat, seed, out))
        return false;
    return !is_stopped(prover) && is_clear(setup, out, PUZZLE_STILL_CLEAR);
}

bool prove_clear(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                 const struct proof *hint, uint64_t seed, float times, struct proof *out)
{
    *out = (struct proof){0};
    if (is_duel(setup))
        return prove_ahead(prover, setup, view, seat, seed, times, out);
    return prove_in_tree(prover, setup, view, seat, hint, seed, times, out);
}

/* Does the level find it in more than half of its tries? */
static bool finds(struct prover *prover, int level, const struct ochre_setup *setup, const struct ochre_view *view,
                  int seat, ochre_action best, uint64_t seed)
{
    int tries = level <= LOTS ? LOT_TRIES : TRIES;
    int found = 0;
    for (int i = 0; i < tries && !is_stopped(prover); i++) {
        struct ochre_rng rng;
        rng_seed(&rng, hash_mix(seed + (uint64_t)(i * PUZZLE_LEVELS + level)));
        struct bot_thoughts thoughts = {.stop = prover->stop};
        found += bot_think(prover->level[level], setup, view, seat, &rng, &thoughts) == best;
    }
    return 2 * found > tries;
}

int prove_level(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                ochre_action best, uint64_t seed)
{
    int level = PUZZLE_LEVELS;
    while (level > 1 && finds(prover, level - 1, setup, view, seat, best, seed))
        level--;
    return level;
}

bool prove_greedy(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                  ochre_action best)
{
    struct ochre_rng rng;
    struct bot_thoughts thoughts = {.stop = prover->stop};
    rng_seed(&rng, 0);
    return bot_think(prover->greedy, setup, view, seat, &rng, &thoughts) == best;
}
