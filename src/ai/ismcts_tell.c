/* ismcts_tell.c: what a tree search thought: the best move, other ideas, the course it expects. */
#include "ai/ismcts_inner.h"
#include "rules/rules.h"

static bool is_better(const struct tree_move *a, const struct tree_move *b)
{
    return a->visits != b->visits ? a->visits > b->visits : ismcts_worth(a) > ismcts_worth(b);
}

const struct tree_move *ismcts_best(const struct tree *tree, uint32_t node)
{
    const struct tree_node *at = &tree->nodes[node];
    const struct tree_move *best = tree->moves + at->first;
    for (uint32_t i = 1; i < at->count; i++)
        if (is_better(&tree->moves[at->first + i], best))
            best = &tree->moves[at->first + i];
    return best;
}

/* The move tried most, or one tried nearly as often that seems better because somebody leans towards it. */
static const struct tree_move *leant(const struct ismcts *search, uint32_t root)
{
    enum { NEARLY = 2 };
    const struct lean *lean = &search->options.lean;
    const struct tree_node *at = &search->tree.nodes[root];
    const struct tree_move *moves = search->tree.moves + at->first;
    const struct tree_move *best = ismcts_best(&search->tree, root);
    uint32_t least = best->visits / NEARLY;
    for (uint32_t i = 0; i < at->count; i++) {
        float more = lean_of(lean, moves[i].action) - lean_of(lean, best->action);
        if (moves[i].visits >= least && more > 0 && ismcts_worth(&moves[i]) + more > ismcts_worth(best))
            best = &moves[i];
    }
    return best;
}

const struct tree_move *ismcts_choice(const struct ismcts *search, uint32_t root)
{
    const struct tree_node *at = &search->tree.nodes[root];
    const struct tree_move *moves = search->tree.moves + at->first;
    const struct tree_move *focus = NULL;
    const struct tree_move *other = NULL;
    if (search->options.lean.count)
        return leant(search, root);
    if (!search->options.has_focus)
        return ismcts_best(&search->tree, root);
    for (uint32_t i = 0; i < at->count; i++)
        if (moves[i].action == search->options.focus)
            focus = &moves[i];
        else if (!other || is_better(&moves[i], other))
            other = &moves[i];
    if (!focus || !other)
        return focus ? focus : other;
    return ismcts_worth(other) > ismcts_worth(focus) ? other : focus;
}

/* The best moves in front, the best first. */
void ismcts_tell_ideas(const struct ismcts *search, uint32_t root, struct bot_thoughts *thoughts)
{
    const struct tree_node *at = &search->tree.nodes[root];
    thoughts->idea_count = 0;
    for (uint32_t i = 0; i < at->count; i++) {
        const struct tree_move *move = &search->tree.moves[at->first + i];
        struct bot_idea idea = {.action = move->action, .visits = move->visits, .worth = ismcts_worth(move)};
        int place = thoughts->idea_count;
        while (place > 0 &&
               (idea.visits > thoughts->idea[place - 1].visits ||
                (idea.visits == thoughts->idea[place - 1].visits && idea.worth > thoughts->idea[place - 1].worth)))
            place--;
        if (place == BOT_IDEAS_MAX)
            continue;
        int kept = thoughts->idea_count < BOT_IDEAS_MAX ? thoughts->idea_count : BOT_IDEAS_MAX - 1;
        memmove(&thoughts->idea[place + 1], &thoughts->idea[place], sizeof idea * (size_t)(kept - place));
        thoughts->idea[place] = idea;
        thoughts->idea_count = kept + 1;
    }
}

/* The moves tried most, until chance decides or the tree ends. */
void ismcts_tell_course(struct ismcts *search, const struct ochre_view *view, int seat, struct bot_thoughts *thoughts)
{
    const struct ochre_setup *setup = search->setup;
    struct ochre_rng rng;
    rng_seed(&rng, 0); /* the bot's own luck is not used up by telling */
    thoughts->course_count = 0;
    if (!view_imagine(setup, view, seat, &rng, &search->state))
        return;
    ismcts_begin(search);
    int next = seat;
    while (thoughts->course_count < BOT_COURSE_MAX) {
        int t = tree_of(search, next);
        uint32_t node = search->seen[t] ? tree_find(&search->tree, search->at[t], search->seen[t]) : search->at[t];
        search->at[t] = node;
        search->seen[t] = 0;
        if (node == TREE_NONE || search->tree.nodes[node].count == 0)
            return;
        const struct tree_move *move =
            thoughts->course_count == 0 ? ismcts_choice(search, node) : ismcts_best(&search->tree, node);
        int count = setup->game->rules->legal(setup, &search->state, next, search->list);
        if (move->visits == 0 || !legal_has(search->list, count, move->action))
            return;
        thoughts->course[thoughts->course_count++] = (struct bot_step){.seat = next, .action = move->action};
        ismcts_play(search, next, move->action);
        ochre_seats pending = setup->game->rules->pending(setup, &search->state);
        if (!pending || seats_has(pending, OCHRE_CHANCE))
            return;
        next = seats_first(pending);
    }
}
