/* weigh.h: what a decision was worth, for whoever looks back: review and puzzles. A weigher judges from what the seat
 * could know, its view, and never from the truth; the same view, depth and seed give the same figures everywhere. It
 * looks ahead move by move where two sides see everything (ab.h), and searches a tree elsewhere (ismcts.h). */
#ifndef OCHRE_AI_WEIGH_H
#define OCHRE_AI_WEIGH_H

#include "ai/bot.h"

struct weigher;

/* How deeply it thinks. */
enum weigh_depth {
    WEIGH_QUICK,
    WEIGH_USUAL,
    WEIGH_DEEP,
    WEIGH_DEPTHS,
    WEIGH_GLANCE = WEIGH_DEPTHS /* not for people: hardly more than the game's estimate, for many plays of a bench */
};
extern const char *const weigh_depths[WEIGH_DEPTHS + 1]; /* "quick", "usual", "deep", NULL */

/* `stop`, where given, ends a thought early when it becomes true; what came of that is not repeatable. */
struct weigher *weigher_new(enum weigh_depth depth, atomic_bool *stop);
void weigher_delete(struct weigher *weigher);

/* From now on less than this is not worth finding out: a decision that gave away less is looked at for as long as it
 * takes to see that. 0, as at first: everything is. */
void weigher_want(struct weigher *weigher, float least);

/* A decision: the best move and the one that was made, and what every seat might expect behind each. When nothing
 * was found that is better beyond doubt than what was made, that is the best. */
struct weighed {
    int choices; /* 1: there was nothing to decide, and nothing else is filled */
    ochre_action best;
    float best_payoff[OCHRE_SEATS_MAX], made_payoff[OCHRE_SEATS_MAX];
    float lost;  /* what the mover gave away; 0 or more */
    float doubt; /* standard error of that; 0 where nothing is tried by lot */
    int course_count;
    struct bot_step course[BOT_COURSE_MAX]; /* how it might have gone on from the best move, which is the first */
};

/* The view is the seat's, which must be asked; `made` is one of its moves. */
void weigh_decision(struct weigher *weigher, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                    ochre_action made, uint64_t seed, struct weighed *out);

/* What the seat expects for everybody, whoever is to move, chance included. The play goes on. */
void weigh_prospects(struct weigher *weigher, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                     uint64_t seed, float payoff[OCHRE_SEATS_MAX]);

/* Luck: what chance did for every seat when `came` came in this state, which is the difference between what the seat
 * then expects, from what it sees, and the mean over what could have come, by the odds. All outcomes are looked at
 * where there are few, else some that are drawn by the odds, not by what came: over many draws luck is 0. */
struct weighed_luck {
    float mean[OCHRE_SEATS_MAX]; /* what the seat might expect before */
    float came[OCHRE_SEATS_MAX]; /* and after */
};
void weigh_luck(struct weigher *weigher, const struct ochre_setup *setup, const struct ochre_state *state,
                ochre_action came, uint64_t seed, struct weighed_luck *out);

#endif
