/* ismcts_keep.c: going on from the last thought. The view that is asked about is looked for among the positions that
 * may follow from the last one: the own move, then what the tree knows of the others, and chance. Found, its node and
 * all below it stay; everything else is forgotten. Where something is hidden only the own tree goes on: what the others
 * have seen since is not known.
 *
 * A node below the root is reached from several information sets: chance with many outcomes does not split the tree,
 * and a secret move that is shown later was heard as nothing. So it may know moves that are not legal in the view that
 * is asked about, from other outcomes. A root knows the moves of its view and no others. */
#include <stdlib.h>

#include "ai/bot_kinds.h"
#include "ai/ismcts_inner.h"
#include "base/hash.h"
#include "rules/rules.h"

enum {
    STEPS_MAX = 4000, /* moves tried while looking; each is far quicker than an iteration */
    DEPTH_MAX = 24,
};

struct hunt {
    struct ismcts *search;
    const struct ochre_view *view;
    int seat;
    int left; /* steps */
};

/* Where a hunt stands, to come back to. */
struct stand {
    struct ochre_state state;
    uint32_t at;
    uint64_t seen[OCHRE_SEATS_MAX];
};

static uint32_t look_on(struct hunt *hunt, int depth);

static void save(const struct hunt *hunt, struct stand *stand)
{
    const struct ismcts *search = hunt->search;
    state_copy(search->setup, &stand->state, &search->state);
    stand->at = search->at[tree_of(search, hunt->seat)];
    memcpy(stand->seen, search->seen, sizeof stand->seen);
}

static void restore(struct hunt *hunt, const struct stand *stand)
{
    struct ismcts *search = hunt->search;
    state_copy(search->setup, &search->state, &stand->state);
    search->at[tree_of(search, hunt->seat)] = stand->at;
    memcpy(search->seen, stand->seen, sizeof stand->seen);
}

static bool is_the_view(const struct hunt *hunt)
{
    const struct ochre_setup *setup = hunt->search->setup;
    struct ochre_view seen;
    state_look(setup, &hunt->search->state, hunt->seat, &seen);
    return memcmp(seen.bytes, hunt->view->bytes, setup->search_size) == 0;
}

/* Tries the answers of one seat, or of chance, one after the other. */
static uint32_t try_moves(struct hunt *hunt, int seat, const ochre_action *moves, int count, int depth)
{
    struct ismcts *search = hunt->search;
    struct stand here;
    save(hunt, &here);
    uint32_t found = TREE_NONE;
    for (int i = 0; i < count && found == TREE_NONE && hunt->left > 0; i++) {
        hunt->left--;
        if (seat != OCHRE_CHANCE || count <= ISMCTS_OUTCOMES_SEEN)
            ismcts_note(search, seat, moves[i]);
        search->setup->game->rules->apply(search->setup, &search->state, seat, moves[i], NULL);
        found = look_on(hunt, depth + 1);
        if (found == TREE_NONE)
            restore(hunt, &here);
    }
    return found;
}

/* With one tree for all, the next seat's node: what it never tried leads nowhere. */
static bool step_into(struct hunt *hunt)
{
    struct ismcts *search = hunt->search;
    if (search->trees > 1)
        return true;
    search->at[0] = search->seen[0] ? tree_find(&search->tree, search->at[0], search->seen[0]) : search->at[0];
    search->seen[0] = 0;
    return search->at[0] != TREE_NONE;
}

/* From here on: the node of the view, or TREE_NONE. */
static uint32_t look_on(struct hunt *hunt, int depth)
{
    struct ismcts *search = hunt->search;
    const struct ochre_game *game = search->setup->game;
    ochre_seats pending = game->rules->pending(search->setup, &search->state);
    if (!pending || depth == DEPTH_MAX)
        return TREE_NONE;
    int t = tree_of(search, hunt->seat);
    if (seats_has(pending, hunt->seat) && is_the_view(hunt))
        return tree_find(&search->tree, search->at[t], search->seen[t]);
    int seat = seats_has(pending, OCHRE_CHANCE) ? OCHRE_CHANCE : seats_first(pending);
    ochre_action *moves = bot_room(NULL, search->setup->legal_max, sizeof *moves);
    int count = game->rules->legal(search->setup, &search->state, seat, moves);
    bool was_asked = seat == hunt->seat && count > 1; /* then we would have thought about it */
    uint32_t found = TREE_NONE;
    if (!was_asked && (seat == OCHRE_CHANCE || step_into(hunt)))
        found = try_moves(hunt, seat, moves, count, depth);
    free(moves);
    return found;
}

/* The node of the view below the last root. */
static uint32_t find_node(struct ismcts *search, const struct ochre_view *view, int seat)
{
    struct ochre_rng rng;
    struct hunt hunt = {.search = search, .view = view, .seat = seat, .left = STEPS_MAX};
    rng_seed(&rng, 0); /* the bot's own luck is not used up by looking */
    if (!view_imagine(search->setup, search->last_view, seat, &rng, &search->state))
        return TREE_NONE;
    ismcts_begin(search);
    ismcts_play(search, seat, search->last_choice);
    return look_on(&hunt, 0);
}

/* Only the branch of this node stays, in a tree of its own. */
static bool keep_branch(struct ismcts *search, uint32_t node, int seat)
{
    size_t limit = search->options.memory_limit;
    if (tree_bytes(&search->tree) > limit / 2) /* both must fit while one is copied from the other */
        return false;
    struct tree branch;
    tree_init(&branch);
    tree_clear(&branch, limit - tree_bytes(&search->tree));
    uint32_t root[OCHRE_SEATS_MAX];
    bool is_kept = tree_copy_branch(&branch, &search->tree, node, &root[tree_of(search, seat)]);
    for (int t = 0; t < search->trees && is_kept; t++)
        if (t != tree_of(search, seat))
            is_kept = (root[t] = tree_add_root(&branch, (uint64_t)t)) != TREE_NONE;
    if (!is_kept) {
        tree_free(&branch);
        return false;
    }
    tree_free(&search->tree);
    search->tree = branch;
    search->tree.limit = limit;
    memcpy(search->root, root, sizeof root);
    return true;
}

static uint64_t hash_of(const struct ochre_setup *setup)
{
    uint64_t hash = hash_bytes(0, setup, sizeof *setup);
    return hash ? hash : 1;
}

/* What the root was told of moves in other information sets is not about this question: it is asked anew. What is below
 * stays. */
static void renew_root(struct ismcts *search, const struct ochre_view *view, int seat)
{
    uint32_t root = search->root[tree_of(search, seat)];
    int count = view_moves(search->setup, view, seat, search->list);
    if (!tree_knows_exactly(&search->tree, root, search->list, (uint32_t)count))
        search->tree.nodes[root].count = 0;
}

bool ismcts_resume(struct ismcts *search, const struct ochre_view *view, int seat)
{
    if (!search->last_setup || search->last_seat != seat || search->last_setup != hash_of(search->setup))
        return false;
    search->last_setup = 0;
    uint32_t node = find_node(search, view, seat);
    if (node == TREE_NONE || !keep_branch(search, node, seat))
        return false;
    renew_root(search, view, seat);
    return true;
}

static void keep(struct ismcts *search, const struct ochre_view *view, int seat, ochre_action choice, uint64_t setup)
{
    if (!search->last_view)
        search->last_view = aligned_alloc(_Alignof(struct ochre_view), sizeof *search->last_view);
    search->last_setup = search->last_view && search->done ? setup : 0;
    if (!search->last_setup)
        return;
    *search->last_view = *view;
    search->last_seat = seat;
    search->last_choice = choice;
}

void ismcts_keep(struct ismcts *search, const struct ochre_view *view, int seat, ochre_action choice)
{
    if (!search->options.keeps_tree)
        return;
    uint64_t setup = hash_of(search->setup);
    keep(search, view, seat, choice, setup);
    for (int i = 0; i < ISMCTS_THREADS_MAX - 1; i++)
        if (search->crew[i])
            keep(search->crew[i], view, seat, choice, setup);
}
