/* tree.h: the memory of a tree search: nodes, the moves known at each of them, and the way from a node to the next by
 * what was seen in between. All of it in three arrays that grow up to a limit; when it is reached the tree stays as it
 * is. Knows no game. */
#ifndef OCHRE_AI_TREE_H
#define OCHRE_AI_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TREE_NONE UINT32_MAX

/* A move of the seat that decides at a node. */
struct tree_move {
    uint32_t action;
    uint32_t visits;    /* times chosen */
    uint32_t available; /* times it could have been chosen */
    float total;        /* of the payoffs it brought its seat */
    float prior;        /* what judge promises */
    float share;        /* of the attention, from the priors; the shares of a node add up to about 1 */
};

/* A decision of one seat. Its moves stand in a row, ascending by action. */
struct tree_node {
    uint64_t path; /* the parent's path and what was seen since, mixed: names the node whatever its number is */
    uint32_t parent;
    uint32_t first, count;
    uint32_t visits;
};

struct tree {
    struct tree_node *nodes;
    struct tree_move *moves;
    uint32_t *ways; /* nodes by their path: number plus 1, 0 is free */
    uint32_t node_count, node_max;
    uint32_t move_count, move_max;
    uint32_t way_count, way_max; /* way_max is a power of two */
    size_t limit;                /* bytes all three may use */
    bool is_full;
};

void tree_init(struct tree *tree);
void tree_free(struct tree *tree);

/* Forgets everything; the memory is kept for the next thought. */
void tree_clear(struct tree *tree, size_t limit);
size_t tree_bytes(const struct tree *tree);

/* A new node without moves that nothing leads to, or TREE_NONE when there is no room. Roots of one tree have different
 * names. */
uint32_t tree_add_root(struct tree *tree, uint64_t name);

/* The node one gets to; made when there is none. TREE_NONE when there is no room. */
uint32_t tree_follow(struct tree *tree, uint32_t from, uint64_t seen);
/* The same, but never made. */
uint32_t tree_find(const struct tree *tree, uint32_t from, uint64_t seen);

/* Lets the node know all these actions (ascending); moves it knew keep their numbers, new ones are cleared. False when
 * there is no room: then it knows what it knew. */
bool tree_learn(struct tree *tree, uint32_t node, const uint32_t *actions, uint32_t count);

/* Does the node know exactly these actions (ascending)? */
bool tree_knows_exactly(const struct tree *tree, uint32_t node, const uint32_t *actions, uint32_t count);

/* Copies a node and what is below it into another tree, where it becomes a root. False when there is no room. */
bool tree_copy_branch(struct tree *tree, const struct tree *from, uint32_t node, uint32_t *root);

#endif
