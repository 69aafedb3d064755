/* ismcts.h: Monte-Carlo tree search for any number of seats, chance and hidden information, on the game interface
 * alone.
 *
 * Every iteration imagines one state that the seat cannot rule out and plays through it. Where something is hidden
 * every seat has a tree of its own, whose nodes are told apart by what that seat witnesses: nobody chooses with
 * knowledge it does not have, and seats that choose at once do not see each other. Where nothing is hidden one tree
 * serves all. */
#ifndef OCHRE_AI_ISMCTS_H
#define OCHRE_AI_ISMCTS_H

#include "ai/bot.h"
#include "ai/lean.h"
#include "rules/think.h"

struct ismcts;
struct mind;

#define ISMCTS_MEMORY ((size_t)256 << 20)
enum { ISMCTS_TO_THE_END = -1, ISMCTS_THREADS_MAX = 16 };

struct ismcts_options {
    struct bot_budget budget;
    size_t memory_limit;
    int rollout;             /* decisions behind the tree before an estimate is asked; ISMCTS_TO_THE_END: none is */
    int guides;              /* moves that judge compares for each of these decisions; 0: one by lot is played */
    bool is_plain;           /* judge is not asked about the moves of a node either */
    const struct mind *mind; /* asked about what is behind the tree and which moves to try; NULL: the game's estimates
                                are. Not in the page's module */
    float trust;             /* 0 … 1: how much of the attention is shared out as the mind likes, not as judge does */
    float curiosity;         /* weight of what has been tried little */
    int threads;             /* each grows trees of its own with its share of iterations and memory; 0 is 1 */
    struct lean lean;        /* at the root, among what was tried nearly as often as the best */
    bool keeps_tree; /* goes on from the last thought where this one follows from it; then choices depend on it */
    bool has_focus;  /* `focus` is a move somebody wants to know about: it gets its share of tries, whatever it promises
                      */
    ochre_action focus;
    float settles; /* with a focus: ends early when something promises so much more beyond doubt, or nothing promises
                      more than a small part of it; 0: never */
    float least;   /* with a focus: ends early, too, when nothing will promise so much more than it; 0: never */
};

/* What the bots use: as the game advises (game->think->foresight). */
struct ismcts_options ismcts_usual(const struct ochre_setup *setup, const struct bot_budget *budget);

struct ismcts *ismcts_new(void);
void ismcts_delete(struct ismcts *search);
ochre_action ismcts_search(struct ismcts *search, const struct ismcts_options *options, const struct ochre_setup *setup,
                           const struct ochre_view *view, int seat, struct ochre_rng *rng,
                           struct bot_thoughts *thoughts);

/* ---- for whoever looks back (weigh.h) ---- */

/* What every seat may expect behind a move. */
struct ismcts_prospect {
    ochre_action action;
    uint64_t visits;
    float payoff[OCHRE_SEATS_MAX];
    float error; /* standard error of the mover's payoff */
};

/* After a search of one thread with a focus: its choice, and the focus. */
void ismcts_compare(const struct ismcts *search, int seat, struct ismcts_prospect *best, struct ismcts_prospect *focus);

/* After a search: how often each move of the root was tried, ascending by action; how many moves. 0 when there was
 * nothing to decide. `list` and `visits` have room for setup->legal_max. */
int ismcts_visits(const struct ismcts *search, int seat, ochre_action *list, uint32_t *visits);

/* What the seat expects for everybody when it need not be asked itself: others may be, or chance, or nobody. */
void ismcts_expect(struct ismcts *search, const struct ismcts_options *options, const struct ochre_setup *setup,
                   const struct ochre_view *view, int seat, struct ochre_rng *rng, float payoff[OCHRE_SEATS_MAX]);

#endif
