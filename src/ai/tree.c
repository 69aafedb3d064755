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

uint32_t tree_add_node(struct tree *tree)
{
    if (tree->node_count == tree->node_max) {
        void *grown =
            grow(tree, tree->nodes, &tree->node_max, FIRST_NODES, (uint64_t)tree->node_count + 1, sizeof *tree->nodes);
        if (!grown)
            return TREE_NONE;
        tree->nodes = grown;
    }
    tree->nodes[tree->node_count] = (struct tree_node){0};
    return tree->node_count++;
}

/* ---- ways ---- */

static uint64_t way_key(uint32_t from, uint64_t seen)
{
    uint64_t key = hash_mix(seen ^ hash_mix((uint64_t)from + 1));
    return key ? key : 1;
}

static struct tree_way *way_at(const struct tree *tree, uint64_t key)
{
    uint32_t at = (uint32_t)key & (tree->way_max - 1);
    while (tree->ways[at].key && tree->ways[at].key != key)
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
    struct tree_way *old = tree->ways;
    uint32_t old_max = tree->way_max;
    struct tree_way *ways = calloc(more, sizeof *ways);
    if (!ways) {
        tree->is_full = true;
        return false;
    }
    tree->ways = ways;
    tree->way_max = more;
    for (uint32_t i = 0; i < old_max; i++)
        if (old[i].key)
            *way_at(tree, old[i].key) = old[i];
    free(old);
    return true;
}

uint32_t tree_find(const struct tree *tree, uint32_t from, uint64_t seen)
{
    if (!tree->way_max)
        return TREE_NONE;
    const struct tree_way *way = way_at(tree, way_key(from, seen));
    return way->key ? way->node : TREE_NONE;
}

uint32_t tree_follow(struct tree *tree, uint32_t from, uint64_t seen)
{
    uint32_t known = tree_find(tree, from, seen);
    if (known != TREE_NONE || tree->is_full || !make_ways(tree))
        return known;
    uint32_t node = tree_add_node(tree);
    if (node == TREE_NONE)
        return TREE_NONE;
    uint64_t key = way_key(from, seen);
    *way_at(tree, key) = (struct tree_way){.key = key, .node = node};
    tree->way_count++;
    return node;
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

bool tree_learn(struct tree *tree, uint32_t node, const uint32_t *actions, uint32_t count)
{
    struct tree_node *at = &tree->nodes[node];
    uint32_t missing = unknown(tree, at, actions, count);
    if (missing == 0)
        return true;
    uint32_t total = at->count + missing;
    if ((uint64_t)tree->move_count + total > tree->move_max) {
        void *grown = grow(tree, tree->moves, &tree->move_max, FIRST_MOVES, (uint64_t)tree->move_count + total,
                           sizeof *tree->moves);
        if (!grown)
            return false;
        tree->moves = grown;
    }
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
