/* tree.c: see tree.h. */
#include "ai/tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { FIRST_NODES = 1024, FIRST_MOVES = 16 * 1024, FIRST_WAYS = 4096 };

void tree_init(struct tree *tree)
{
    memset(tree, 0, sizeof *tree);
}

void tree_free(struct tree *tree)
{
    free(tree->nodes);
    free(tree->moves);
    free(tree->ways);
    tree_init(tree);
}

size_t tree_bytes(const struct tree *tree)
{
    return tree->node_max * sizeof *tree->nodes + tree->move_max * sizeof *tree->moves +
           tree->way_max * sizeof *tree->ways;
}

void tree_clear(struct tree *tree, size_t limit)
{
    if (tree_bytes(tree) > limit)
        tree_free(tree);
    if (tree->ways)
        memset(tree->ways, 0, tree->way_max * sizeof *tree->ways);
    tree->node_count = tree->move_count = tree->way_count = 0;
    tree->limit = limit;
    tree->is_full = false;
}

/* May the arrays together grow by so many bytes? */
static bool may_grow(struct tree *tree, size_t bytes)
{
    if (tree->limit >= tree_bytes(tree) && bytes <= tree->limit - tree_bytes(tree))
        return true;
    tree->is_full = true;
    return false;
}

/* An array with room for `wanted`; *max grows with it. NULL when there is no room, and the array is as it was. */
static void *grow(struct tree *tree, void *array, uint32_t *max, uint32_t first, uint64_t wanted, size_t size)
{
    uint64_t more = *max ? *max : first;
    while (more < wanted)
        more *= 2;
    if (more >= TREE_NONE || !may_grow(tree, (size_t)(more - *max) * size)) {
        tree->is_full = true;
        return NULL;
    }
    void *grown = realloc(array, (size_t)more * size);
    if (!grown) {
        tree->is_full = true;
        return NULL;
    }
    *max = (uint32_t)more;
    return grown;
}

static uint32_t add_node(struct tree *tree, uint64_t path, uint32_t parent)
{
    if (tree->node_count == tree->node_max) {
        void *grown =
            grow(tree, tree->nodes, &tree->node_max, FIRST_NODES, (uint64_t)tree->node_count + 1, sizeof *tree->nodes);
        if (!grown)
            return TREE_NONE;
        tree->nodes = grown;
    }
    tree->nodes[tree->node_count] = (struct tree_node){.path = path, .parent = parent};
    return tree->node_count++;
}

uint32_t tree_add_root(struct tree *tree, uint64_t name)
{
    return add_node(tree, hash_mix(name + 1), TREE_NONE);
}

/* ---- ways ---- */

static uint64_t path_after(const struct tree *tree, uint32_t from, uint64_t seen)
{
    return hash_mix(seen ^ hash_mix(tree->nodes[from].path));
}

/* Where the node with this path stands among the ways, or would stand. */
static uint32_t *way_at(const struct tree *tree, uint64_t path)
{
    uint32_t at = (uint32_t)path & (tree->way_max - 1);
    while (tree->ways[at] && tree->nodes[tree->ways[at] - 1].path != path)
        at = (at + 1) & (tree->way_max - 1);
    return &tree->ways[at];
}

/* A larger table with the same ways; at most half of it is used. */
static bool make_ways(struct tree *tree)
{
    if (tree->way_max && tree->way_count < tree->way_max / 2)
        return true;
    uint32_t more = tree->way_max ? tree->way_max * 2 : FIRST_WAYS;
    if (more == 0 || !may_grow(tree, (more - tree->way_max) * sizeof *tree->ways))
        return false;
    uint32_t *old = tree->ways;
    uint32_t old_max = tree->way_max;
    uint32_t *ways = calloc(more, sizeof *ways);
    if (!ways) {
        tree->is_full = true;
        return false;
    }
    tree->ways = ways;
    tree->way_max = more;
    for (uint32_t i = 0; i < old_max; i++)
        if (old[i])
            *way_at(tree, tree->nodes[old[i] - 1].path) = old[i];
    free(old);
    return true;
}

uint32_t tree_find(const struct tree *tree, uint32_t from, uint64_t seen)
{
    if (!tree->way_max)
        return TREE_NONE;
    uint32_t way = *way_at(tree, path_after(tree, from, seen));
    return way ? way - 1 : TREE_NONE;
}

/* A node that is reached by its path. */
static uint32_t add_child(struct tree *tree, uint64_t path, uint32_t parent)
{
    if (tree->is_full || !make_ways(tree))
        return TREE_NONE;
    uint32_t node = add_node(tree, path, parent);
    if (node == TREE_NONE)
        return TREE_NONE;
    *way_at(tree, path) = node + 1;
    tree->way_count++;
    return node;
}

uint32_t tree_follow(struct tree *tree, uint32_t from, uint64_t seen)
{
    uint32_t known = tree_find(tree, from, seen);
    return known != TREE_NONE ? known : add_child(tree, path_after(tree, from, seen), from);
}

/* ---- moves ---- */

/* How many of the actions the node does not know. */
static uint32_t unknown(const struct tree *tree, const struct tree_node *node, const uint32_t *actions, uint32_t count)
{
    const struct tree_move *known = tree->moves + node->first;
    uint32_t at = 0;
    uint32_t missing = 0;
    for (uint32_t i = 0; i < count; i++) {
        while (at < node->count && known[at].action < actions[i])
            at++;
        missing += at == node->count || known[at].action != actions[i];
    }
    return missing;
}

bool tree_knows_exactly(const struct tree *tree, uint32_t node, const uint32_t *actions, uint32_t count)
{
    const struct tree_node *at = &tree->nodes[node];
    return at->count == count && unknown(tree, at, actions, count) == 0;
}

/* Room for so many moves more. */
static bool make_moves(struct tree *tree, uint32_t count)
{
    uint64_t wanted = (uint64_t)tree->move_count + count;
    if (wanted <= tree->move_max)
        return true;
    void *grown = grow(tree, tree->moves, &tree->move_max, FIRST_MOVES, wanted, sizeof *tree->moves);
    if (!grown)
        return false;
    tree->moves = grown;
    return true;
}

bool tree_learn(struct tree *tree, uint32_t node, const uint32_t *actions, uint32_t count)
{
    struct tree_node *at = &tree->nodes[node];
    uint32_t missing = unknown(tree, at, actions, count);
    if (missing == 0)
        return true;
    uint32_t total = at->count + missing;
    if (!make_moves(tree, total))
        return false;
    /* Both rows are ascending: merge them into a new one. */
    const struct tree_move *known = tree->moves + at->first;
    struct tree_move *out = tree->moves + tree->move_count;
    uint32_t k = 0;
    uint32_t i = 0;
    while (k < at->count || i < count) {
        bool is_new = k == at->count || (i < count && actions[i] < known[k].action);
        if (is_new) {
            *out++ = (struct tree_move){.action = actions[i++]};
            continue;
        }
        i += i < count && actions[i] == known[k].action;
        *out++ = known[k++];
    }
    at->first = tree->move_count;
    at->count = total;
    tree->move_count += total;
    return true;
}

/* ---- branches ---- */

static bool copy_node(struct tree *tree, const struct tree_node *old, const struct tree_move *moves, uint32_t parent,
                      uint32_t *number)
{
    *number = parent == TREE_NONE ? add_node(tree, old->path, TREE_NONE) : add_child(tree, old->path, parent);
    if (*number == TREE_NONE || !make_moves(tree, old->count))
        return false;
    struct tree_node *node = &tree->nodes[*number];
    node->visits = old->visits;
    node->count = old->count;
    node->first = tree->move_count;
    if (old->count)
        memcpy(tree->moves + tree->move_count, moves, old->count * sizeof *moves);
    tree->move_count += old->count;
    return true;
}

bool tree_copy_branch(struct tree *tree, const struct tree *from, uint32_t node, uint32_t *root)
{
    uint32_t *number = malloc((from->node_count - node) * sizeof *number); /* of the copy of each node from here on */
    bool is_copied =
        number && copy_node(tree, &from->nodes[node], from->moves + from->nodes[node].first, TREE_NONE, root);
    if (is_copied)
        number[0] = *root;
    /* A node is made after its parent, so that one pass sees every parent first. */
    for (uint32_t n = node + 1; is_copied && n < from->node_count; n++) {
        const struct tree_node *old = &from->nodes[n];
        uint32_t parent = old->parent == TREE_NONE || old->parent < node ? TREE_NONE : number[old->parent - node];
        number[n - node] = TREE_NONE;
        if (parent != TREE_NONE)
            is_copied = copy_node(tree, old, from->moves + old->first, parent, &number[n - node]);
    }
    free(number);
    return is_copied;
}
