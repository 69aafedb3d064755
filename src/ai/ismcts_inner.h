/* ismcts_inner.h: what the files of the tree search share. */
#ifndef OCHRE_AI_ISMCTS_INNER_H
#define OCHRE_AI_ISMCTS_INNER_H

#include "ai/ismcts.h"
#include "ai/mind.h"
#include "ai/stopwatch.h"
#include "ai/tree.h"

enum {
    PATH_MAX_LENGTH = 512,     /* decisions of one iteration that are remembered */
    ISMCTS_OUTCOMES_SEEN = 12, /* chance with more outcomes than this does not split the tree */
    ISMCTS_FOCUS_SHARE = 4,    /* one try in so many is the focus's */
    ISMCTS_LOOKS = 8,          /* is it settled? asked after every eighth of the iterations */
    ISMCTS_TRIES_MIN = 8,      /* what was tried less often says nothing */
};

/* A decision on the way down. */
struct trace {
    uint32_t node;
    uint32_t move; /* its place among the moves of the node */
    int seat;
};

struct ismcts {
    struct tree tree;
    ochre_action *list; /* legal moves, room for legal_max */
    uint32_t *place;    /* of each legal move among the moves of a node */
    uint32_t list_max;
    double (*tally)[OCHRE_SEATS_MAX + 1]; /* with a focus: what came of each move of the root, for every seat; and the
                                             squares of what came of it for the mover */

#ifndef OCHRE_LEAN
    float *liking; /* with a mind: of each legal move */
    struct mind_sight sight;
#endif

    struct ismcts *crew[ISMCTS_THREADS_MAX - 1]; /* the other workers, made when first needed */

    /* One thought. */
    struct ismcts_options options;
    const struct ochre_setup *setup;
    struct ochre_rng *rng;
    uint64_t done;                 /* iterations */
    double total[OCHRE_SEATS_MAX]; /* of the payoffs they ended with */
    int trees;                     /* one, or one per seat */
    uint32_t root[OCHRE_SEATS_MAX];
    float low[OCHRE_SEATS_MAX], high[OCHRE_SEATS_MAX]; /* of the worths met so far: the scale for curiosity */

    /* One iteration. */
    struct ochre_state state;
    uint32_t at[OCHRE_SEATS_MAX];   /* the last node on the way, by tree */
    uint64_t seen[OCHRE_SEATS_MAX]; /* what was witnessed since, by tree */
    struct trace path[PATH_MAX_LENGTH];
    int path_count;

    /* From one thought to the next. */
    struct ochre_view *last_view; /* what was thought about; NULL: never kept anything */
    uint64_t last_setup;          /* hash of its setup; 0: nothing is kept */
    int last_seat;
    ochre_action last_choice;
};

/* The tree that holds a seat's decisions. */
static inline int tree_of(const struct ismcts *search, int seat)
{
    return search->trees == 1 ? 0 : seat;
}

/* What a move is believed to be worth. */
float ismcts_worth(const struct tree_move *move);
/* The move tried most. */
const struct tree_move *ismcts_best(const struct tree *tree, uint32_t node);
/* What the search chooses at the root. A focus is tried often whatever it promises, so that its tries say nothing: it
 * is chosen when the most tried of the others promises no more. */
const struct tree_move *ismcts_choice(const struct ismcts *search, uint32_t root);

/* ---- ismcts.c ---- */

/* Every tree takes note of a move, as far as its seat witnesses it. */
void ismcts_note(struct ismcts *search, int seat, ochre_action action);
/* Makes the move, of which the trees take note. */
void ismcts_play(struct ismcts *search, int seat, ochre_action action);
/* Stands at the roots again. */
void ismcts_begin(struct ismcts *search);
/* The root of a seat's tree. */
static inline uint32_t root_of(const struct ismcts *search, int seat)
{
    return search->root[tree_of(search, seat)];
}
/* One worker's share of a thought, in its own trees: makes the roots and iterates until the stopwatch says stop. */
void ismcts_work(struct ismcts *search, const struct ochre_view *view, int seat, struct bot_thoughts *thoughts);

/* ---- ismcts_mind.c ---- */

/* What was learned, or NULL; always in the page's module, which has no room for it. */
static inline const struct mind *ismcts_mind(const struct ismcts *search)
{
#ifdef OCHRE_LEAN
    (void)search;
    return NULL;
#else
    return search->options.mind;
#endif
}
/* What the mind makes of the state of this iteration, for every seat; false when that is over. */
bool ismcts_mind_values(const struct ismcts *search, float payoff[OCHRE_SEATS_MAX]);
/* Has a say in the attention at a node, which judge has shared out: `known` of its moves are legal now, and their
 * places are known. */
void ismcts_mind_shares(struct ismcts *search, uint32_t node, int known);
/* Looks at the state of this iteration through a seat's eyes, for the shares too; what it may expect. */
float ismcts_mind_look(struct ismcts *search, int seat);

/* ---- ismcts_crew.c ---- */

/* Lets the whole crew work and gathers what it found out in the first worker's root. */
void ismcts_crew_work(struct ismcts *search, const struct ochre_view *view, int seat, struct bot_thoughts *thoughts);
void ismcts_crew_dismiss(struct ismcts *search);

/* ---- ismcts_keep.c ---- */

/* The root of this view among the nodes of the last thought, which becomes the only root; false when it is not there.
 */
bool ismcts_resume(struct ismcts *search, const struct ochre_view *view, int seat);
/* Remembers what the next thought may follow. */
void ismcts_keep(struct ismcts *search, const struct ochre_view *view, int seat, ochre_action choice);

/* ---- ismcts_tell.c ---- */

void ismcts_tell_ideas(const struct ismcts *search, uint32_t root, struct bot_thoughts *thoughts);
void ismcts_tell_course(struct ismcts *search, const struct ochre_view *view, int seat, struct bot_thoughts *thoughts);

#endif
