/* ab.c: see ab.h. The moves at the root, depth by depth; ab_search.c looks at each. */
#include "ai/ab.h"

#include <assert.h>
#include <stdlib.h>

#include "ai/ab_inner.h"
#include "ai/bot_kinds.h"
#include "ai/budget.h"
#include "rules/rules.h"

enum {
    TABLE_BYTES = 32 << 20,
    LEAN_SCORE = 800, /* hundredths to a whole payoff, where both sides are even (payoff_of) */
};

struct ab *ab_new(void)
{
    struct ab *ab = aligned_alloc(64, (sizeof *ab + 63) / 64 * 64);
    if (!ab)
        abort();
    memset(ab, 0, sizeof *ab);
    return ab;
}

void ab_delete(struct ab *ab)
{
    if (!ab)
        return;
    ab_table_free(&ab->table);
    free(ab->moves);
    free(ab->roots);
    free(ab);
}

int ab_suits(const struct ochre_setup *setup, struct ochre_error *error)
{
    const struct ochre_duel *duel = setup->game->think->duel;
    if (duel && duel->suits(setup) && setup->search_size <= NODE_SIZE_MAX)
        return 0;
    return error_set(error, "", "ab plays only where two sides see everything, not {0} with {1} seats; try mcts:0.5s",
                     setup->game->id, NUM(setup->seats));
}

/* ---- the root ---- */

/* The moves in an order by lot, then those that take something first: equal moves are not always played alike. */
static void list_roots(struct ab *ab, struct ochre_rng *rng)
{
    int listed;
    int count = 0;
    const struct ochre_duel_move *moves = ab_list_moves(ab, 0, false, &listed);
    for (int i = 0; i < listed; i++) {
        if (ab->options->has_barred && moves[i].action == ab->options->barred)
            continue;
        int at = (int)rng_below(rng, (uint32_t)count + 1);
        ab->roots[count] = ab->roots[at];
        ab->roots[at] = (struct root_move){.action = moves[i].action,
                                           .gain = moves[i].gain > 0 ? moves[i].gain : 0,
                                           .lean = (int)(lean_of(&ab->options->lean, moves[i].action) * LEAN_SCORE)};
        count++;
    }
    assert(count > 0);
    ab->root_count = count;
    for (int i = 1; i < count; i++) {
        struct root_move move = ab->roots[i];
        int at = i;
        for (; at > 0 && ab->roots[at - 1].gain < move.gain; at--)
            ab->roots[at] = ab->roots[at - 1];
        ab->roots[at] = move;
    }
}

static void bring_forward(struct ab *ab, int i)
{
    struct root_move best = ab->roots[i];
    memmove(&ab->roots[1], &ab->roots[0], sizeof best * (size_t)i);
    ab->roots[0] = best;
}

/* One depth; true when a move was found, which then stands first. */
static bool deepen(struct ab *ab, int depth, int *best)
{
    int alpha = -INFINITE;
    bool is_found = false;
    for (int i = 0; i < ab->root_count; i++) {
        uint64_t before = ab->nodes;
        ab_enter(ab, 0, ab->roots[i].action);
        int lean = ab->roots[i].lean;
        int score = lean + ab_try_move(ab, 0, depth, alpha - lean, INFINITE, i, ab->roots[i].gain == 0);
        if (ab->is_stopped)
            break;
        ab->roots[i].nodes += ab->nodes - before;
        ab->roots[i].score = score - lean;
        if (score <= alpha)
            continue;
        alpha = score;
        *best = score - lean;
        is_found = true;
        ab_remember_course(ab, 0, ab->roots[i].action);
        bring_forward(ab, i);
    }
    return is_found;
}

static float payoff_of(int score)
{
    if (score > SURE || score < -SURE)
        return score > 0 ? 1 : 0;
    float size = (float)(score < 0 ? -score : score);
    return 0.5F + 0.5F * (float)score / (size + 400.0F);
}

static void tell(struct ab *ab, int seat, int depth, int score, struct bot_thoughts *thoughts)
{
    thoughts->depth = depth;
    thoughts->nodes = ab->nodes;
    thoughts->score = score;
    thoughts->worth = payoff_of(score);
    thoughts->memory = ab_table_bytes(&ab->table) + sizeof *ab;
    int side = ab->duel->side_of(ab->setup, seat);
    for (int s = 0; s < ab->setup->seats; s++)
        thoughts->payoff[s] = ab->duel->side_of(ab->setup, s) == side ? thoughts->worth : 1 - thoughts->worth;
    /* Behind the best the scores only say "not better than it". */
    thoughts->idea_count = ab->root_count < BOT_IDEAS_MAX ? ab->root_count : BOT_IDEAS_MAX;
    for (int i = 0; i < thoughts->idea_count; i++)
        thoughts->idea[i] = (struct bot_idea){
            .action = ab->roots[i].action, .visits = ab->roots[i].nodes, .worth = payoff_of(ab->roots[i].score)};
    struct ochre_state state;
    memcpy(state.bytes, ab->node[0], ab->setup->search_size);
    thoughts->course_count = 0;
    for (int i = 0; i < ab->course_count[0] && i < BOT_COURSE_MAX; i++) {
        int mover = seats_first(ab->setup->game->rules->pending(ab->setup, &state));
        thoughts->course[thoughts->course_count++] = (struct bot_step){.seat = mover, .action = ab->course[0][i]};
        ab->duel->play(ab->setup, state.bytes, ab->course[0][i]);
    }
    if (thoughts->news)
        thoughts->news(thoughts->who, thoughts);
}

static void prepare(struct ab *ab, const struct ochre_view *view)
{
    const struct ochre_setup *setup = ab->setup;
    size_t limit = ab->options->memory_limit < TABLE_BYTES ? ab->options->memory_limit : TABLE_BYTES;
    ab_table_begin(&ab->table, limit);
    size_t most = (size_t)setup->legal_max * (AB_PLIES_MAX + 1);
    if (ab->moves_max < most) {
        ab->moves = bot_room(ab->moves, most, sizeof *ab->moves);
        ab->moves_max = most;
    }
    if (ab->roots_max < setup->legal_max) {
        ab->roots = bot_room(ab->roots, setup->legal_max, sizeof *ab->roots);
        ab->roots_max = setup->legal_max;
    }
    memset(ab->history, 0, sizeof ab->history);
    memset(ab->killer, 0xFF, sizeof ab->killer);
    ab->nodes = 0;
    ab->moves_used = 0;
    ab->is_stopped = false;
    const uint64_t *keys;
    /* Nothing is hidden: the view is the state. */
    const struct ochre_state *state = (const struct ochre_state *)view;
    int count = ab->duel->past(setup, state, &keys);
    int kept = count < PAST_MAX ? count : PAST_MAX;
    memcpy(ab->past, keys + (count - kept), sizeof *keys * (size_t)kept);
    ab->past_count = kept;
    memcpy(ab->node[0], state->bytes, setup->search_size);
}

ochre_action ab_search(struct ab *ab, const struct ab_options *options, const struct ochre_setup *setup,
                       const struct ochre_view *view, int seat, struct ochre_rng *rng, struct bot_thoughts *thoughts)
{
    ab->options = options;
    ab->setup = setup;
    ab->duel = setup->game->think->duel;
    prepare(ab, view);
    list_roots(ab, rng);
    thoughts->considered = ab->root_count;
    ab->watch = stopwatch_start(&options->budget, thoughts);
    int depth_max = options->budget.depth ? options->budget.depth : BUDGET_DEPTH_MAX;
    int score = 0;
    for (int depth = 1; depth <= depth_max; depth++) {
        bool is_found = deepen(ab, depth, &score);
        if (is_found)
            tell(ab, seat, ab->is_stopped ? depth - 1 : depth, score, thoughts);
        if (ab->is_stopped)
            break;
        bool is_sure = score > SURE || score < -SURE;
        if (is_sure && !options->is_plain && AB_WIN - abs(score) <= depth)
            break; /* looking further finds nothing new */
        if (options->budget.seconds > 0 &&
            (ab->root_count == 1 || stopwatch_spent(&ab->watch) > 0.6 * options->budget.seconds))
            break; /* the next depth would not be finished */
    }
    return ab->roots[0].action;
}

ochre_action ab_think(BOT_THINK)
{
    if (!bot->ab)
        bot->ab = ab_new();
    struct ab_options options = {.budget = bot->budget, .memory_limit = bot->memory_limit, .lean = bot->lean};
    return ab_search(bot->ab, &options, setup, view, seat, rng, thoughts);
}
