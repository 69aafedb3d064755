/* weigh.c: see weigh.h. */
#include "ai/weigh.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "ai/ab.h"
#include "ai/bot_kinds.h"
#include "ai/ismcts.h"
#include "base/hash.h"
#include "rules/rules.h"

const char *const weigh_depths[WEIGH_DEPTHS + 1] = {N_("quick"), N_("usual"), N_("deep"), NULL};

/* Iterations of a tree search with foresight, and moves ahead where two sides see everything. An iteration without
 * foresight is quicker, and worth less. */
static const struct {
    int iterations, plies;
} efforts[WEIGH_DEPTHS + 1] = {{200, 4}, {800, 6}, {4000, 8}, [WEIGH_GLANCE] = {50, 1}};

enum {
    PLAIN_TIMES = 8,      /* so many more iterations without foresight */
    PROSPECT_SHARE = 10,  /* a look at what may come is a tenth of a decision */
    OUTCOMES_MAX = 16,    /* all outcomes are looked at when there are no more */
    OUTCOMES_SAMPLED = 10 /* else so many */
};

/* The best of many seems better than it is: a difference below so many standard errors is none. */
static const float DOUBTS = 2;

struct weigher {
    enum weigh_depth depth;
    atomic_bool *stop;
    float least; /* to be told apart */
    struct ismcts *tree;
    struct ab *ab;
    ochre_action *list; /* legal moves, or outcomes; setup->legal_max long */
    uint32_t list_max;
};

struct weigher *weigher_new(enum weigh_depth depth, atomic_bool *stop)
{
    struct weigher *weigher = bot_room(NULL, 1, sizeof *weigher);
    *weigher = (struct weigher){.depth = depth, .stop = stop, .tree = ismcts_new(), .ab = ab_new()};
    return weigher;
}

void weigher_delete(struct weigher *weigher)
{
    if (!weigher)
        return;
    ismcts_delete(weigher->tree);
    ab_delete(weigher->ab);
    free(weigher->list);
    free(weigher);
}

void weigher_want(struct weigher *weigher, float least)
{
    weigher->least = least;
}

static ochre_action *list_for(struct weigher *weigher, const struct ochre_setup *setup)
{
    if (weigher->list_max < setup->legal_max) {
        weigher->list_max = setup->legal_max;
        weigher->list = bot_room(weigher->list, weigher->list_max, sizeof *weigher->list);
    }
    return weigher->list;
}

static bool is_duel(const struct ochre_setup *setup)
{
    struct ochre_error unheard;
    return ab_suits(setup, &unheard) == 0;
}

/* ---- where two sides see everything ---- */

static ochre_action look_ahead(struct weigher *weigher, const struct ochre_setup *setup, const struct ochre_view *view,
                               int plies, uint64_t seed, struct bot_thoughts *thoughts)
{
    struct ochre_rng rng;
    struct ab_options options = {.budget = {.depth = plies}, .memory_limit = ISMCTS_MEMORY};
    rng_seed(&rng, seed);
    *thoughts = (struct bot_thoughts){.stop = weigher->stop};
    return ab_search(weigher->ab, &options, setup, view, seats_first(view_pending(setup, view)), &rng, thoughts);
}

static void duel_prospects(struct weigher *weigher, const struct ochre_setup *setup, const struct ochre_view *view,
                           int plies, uint64_t seed, float payoff[OCHRE_SEATS_MAX])
{
    struct bot_thoughts thoughts;
    look_ahead(weigher, setup, view, plies, seed, &thoughts);
    memcpy(payoff, thoughts.payoff, sizeof thoughts.payoff);
}

static void weigh_duel(struct weigher *weigher, const struct ochre_setup *setup, const struct ochre_view *view,
                       int seat, ochre_action made, uint64_t seed, struct weighed *out)
{
    int plies = efforts[weigher->depth].plies;
    struct bot_thoughts thoughts;
    struct ochre_state after;
    struct ochre_view then;
    out->best = look_ahead(weigher, setup, view, plies, seed, &thoughts);
    memcpy(out->best_payoff, thoughts.payoff, sizeof out->best_payoff);
    memcpy(out->course, thoughts.course, sizeof out->course);
    out->course_count = thoughts.course_count;
    memcpy(out->made_payoff, out->best_payoff, sizeof out->made_payoff);
    if (made == out->best)
        return;
    memcpy(after.bytes, view->bytes, setup->state_size); /* nothing is hidden: the view is the state */
    setup->game->rules->apply(setup, &after, seat, made, NULL);
    state_look(setup, &after, seat, &then);
    if (setup->game->rules->pending(setup, &after))
        duel_prospects(weigher, setup, &then, plies - 1, seed, out->made_payoff);
    else
        setup->game->think->judge(setup, &after, out->made_payoff);
}

/* ---- elsewhere ---- */

static struct ismcts_options tree_options(const struct weigher *weigher, const struct ochre_setup *setup, int share)
{
    int times = setup->game->think->foresight ? 1 : PLAIN_TIMES;
    struct bot_budget budget = {.iterations = (uint64_t)(efforts[weigher->depth].iterations * times / share)};
    struct ismcts_options options = ismcts_usual(setup, &budget);
    if (weigher->depth == WEIGH_GLANCE) {
        options.is_plain = true;
        options.rollout = 0;
    }
    return options;
}

static void weigh_in_tree(struct weigher *weigher, const struct ochre_setup *setup, const struct ochre_view *view,
                          int seat, ochre_action made, uint64_t seed, struct weighed *out)
{
    struct ochre_rng rng;
    struct bot_thoughts thoughts = {.stop = weigher->stop};
    struct ismcts_options options = tree_options(weigher, setup, 1);
    struct ismcts_prospect best;
    struct ismcts_prospect focus;
    options.has_focus = true;
    options.focus = made;
    options.settles = 2 * setup->game->think->mistake;
    options.least = weigher->least;
    rng_seed(&rng, seed);
    out->best = ismcts_search(weigher->tree, &options, setup, view, seat, &rng, &thoughts);
    ismcts_compare(weigher->tree, seat, &best, &focus);
    memcpy(out->best_payoff, best.payoff, sizeof best.payoff);
    memcpy(out->made_payoff, focus.visits ? focus.payoff : best.payoff, sizeof focus.payoff);
    out->doubt = sqrtf(best.error * best.error + focus.error * focus.error);
    memcpy(out->course, thoughts.course, sizeof out->course);
    out->course_count = thoughts.course_count;
}

/* ---- the doors ---- */

void weigh_decision(struct weigher *weigher, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                    ochre_action made, uint64_t seed, struct weighed *out)
{
    assert(seats_has(view_pending(setup, view), seat));
    *out = (struct weighed){.best = made};
    out->choices = view_moves(setup, view, seat, list_for(weigher, setup));
    assert(legal_has(weigher->list, out->choices, made));
    if (out->choices == 1)
        return;
    (is_duel(setup) ? weigh_duel : weigh_in_tree)(weigher, setup, view, seat, made, seed, out);
    out->lost = out->best_payoff[seat] - out->made_payoff[seat];
    if (out->lost > DOUBTS * out->doubt)
        return;
    out->lost = 0;
    memcpy(out->best_payoff, out->made_payoff, sizeof out->best_payoff);
    if (out->best != made)
        out->course_count = 0;
    out->best = made;
}

void weigh_prospects(struct weigher *weigher, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                     uint64_t seed, float payoff[OCHRE_SEATS_MAX])
{
    ochre_seats pending = view_pending(setup, view);
    struct ochre_rng rng;
    assert(pending);
    memset(payoff, 0, sizeof(float) * OCHRE_SEATS_MAX);
    if (is_duel(setup) && !seats_has(pending, OCHRE_CHANCE)) {
        duel_prospects(weigher, setup, view, efforts[weigher->depth].plies, seed, payoff);
        return;
    }
    struct ismcts_options options = tree_options(weigher, setup, PROSPECT_SHARE);
    rng_seed(&rng, seed);
    ismcts_expect(weigher->tree, &options, setup, view, seat, &rng, payoff);
}

/* ---- luck ---- */

/* What every seat expects, from its own view, when this outcome comes. */
static void look_after(struct weigher *weigher, const struct ochre_setup *setup, const struct ochre_state *state,
                       ochre_action outcome, ochre_seats seats, uint64_t seed, float payoff[OCHRE_SEATS_MAX])
{
    struct ochre_state after;
    state_copy(setup, &after, state);
    setup->game->rules->apply(setup, &after, OCHRE_CHANCE, outcome, NULL);
    if (!setup->game->rules->pending(setup, &after)) {
        setup->game->think->judge(setup, &after, payoff);
        return;
    }
    for (int seat = 0; seat < setup->seats; seat++) {
        float expected[OCHRE_SEATS_MAX];
        struct ochre_view view;
        if (!seats_has(seats, seat))
            continue;
        state_look(setup, &after, seat, &view);
        weigh_prospects(weigher, setup, &view, seat, seed, expected);
        if (!setup->game->rules->redact) {
            memcpy(payoff, expected, sizeof expected); /* everybody sees the same */
            return;
        }
        payoff[seat] = expected[seat];
    }
}

/* The seats that can tell outcomes apart. */
static ochre_seats who_sees(const struct ochre_setup *setup, const struct ochre_state *state,
                            const ochre_action *outcomes, int count)
{
    ochre_seats seeing = 0;
    for (int seat = 0; seat < setup->seats; seat++) {
        struct ochre_view first;
        for (int i = 0; i < count && !seats_has(seeing, seat); i++) {
            struct ochre_state after;
            struct ochre_view view;
            state_copy(setup, &after, state);
            setup->game->rules->apply(setup, &after, OCHRE_CHANCE, outcomes[i], NULL);
            state_look(setup, &after, seat, i ? &view : &first);
            if (i && !view_equal(setup, &view, &first))
                seeing |= SEAT_BIT(seat);
        }
    }
    return seeing;
}

/* The mean over all outcomes, or over some drawn by their odds. */
static void mean_over(struct weigher *weigher, const struct ochre_setup *setup, const struct ochre_state *state,
                      int count, ochre_seats seats, uint64_t seed, float mean[OCHRE_SEATS_MAX])
{
    struct ochre_rng rng;
    double sum[OCHRE_SEATS_MAX] = {0};
    double total = 0;
    int looks = count <= OUTCOMES_MAX ? count : OUTCOMES_SAMPLED;
    rng_seed(&rng, hash_mix(seed ^ 1));
    for (int i = 0; i < looks; i++) {
        ochre_action *list = list_for(weigher, setup);
        float payoff[OCHRE_SEATS_MAX] = {0};
        setup->game->rules->legal(setup, state, OCHRE_CHANCE, list);
        ochre_action outcome = looks == count ? list[i] : chance_sample(setup, state, list, count, &rng);
        double weight = looks == count ? (double)chance_weight(setup, state, outcome) : 1;
        look_after(weigher, setup, state, outcome, seats, seed, payoff);
        for (int s = 0; s < setup->seats; s++)
            sum[s] += weight * (double)payoff[s];
        total += weight;
    }
    for (int s = 0; s < setup->seats; s++)
        mean[s] = (float)(sum[s] / total);
}

void weigh_luck(struct weigher *weigher, const struct ochre_setup *setup, const struct ochre_state *state,
                ochre_action came, uint64_t seed, struct weighed_luck *out)
{
    *out = (struct weighed_luck){0};
    ochre_action *list = list_for(weigher, setup);
    int count = setup->game->rules->legal(setup, state, OCHRE_CHANCE, list);
    assert(legal_has(list, count, came));
    ochre_seats seeing = who_sees(setup, state, list, count);
    ochre_seats all = (ochre_seats)((1U << setup->seats) - 1);
    look_after(weigher, setup, state, came, all, seed, out->came);
    memcpy(out->mean, out->came, sizeof out->mean);
    if (!seeing)
        return;
    float mean[OCHRE_SEATS_MAX] = {0};
    mean_over(weigher, setup, state, count, seeing, seed, mean);
    for (int s = 0; s < setup->seats; s++)
        if (seats_has(seeing, s) || !setup->game->rules->redact)
            out->mean[s] = mean[s];
}
