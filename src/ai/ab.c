/* ab.c: see ab.h. */
#include "ai/ab.h"

#include <assert.h>
#include <stdlib.h>

#include "ai/ab_table.h"
#include "ai/bot_kinds.h"
#include "ai/budget.h"
#include "base/hash.h"
#include "rules/rules.h"
#include "rules/think.h"

enum {
    NODE_SIZE_MAX = 512,
    PAST_MAX = 1024,
    TABLE_BYTES = 32 << 20,
    HISTORY_SIZE = 4096,
    LOOK_EVERY = 1024, /* nodes between two looks at the clock */
    INFINITE = AB_WIN + 1000,
    SURE = AB_WIN - AB_PLIES_MAX, /* beyond it a score is a win with its distance */

    /* Order of the moves: what the table says, what takes something, what was good elsewhere. */
    ORDER_FIRST = 1 << 30,
    ORDER_LOUD = 1 << 28,
    ORDER_KILLER = 1 << 27,
    HISTORY_MAX = 1 << 26,

    MARGIN = 160,      /* a quiet move does not bring more than this */
    CAPTURES_MAX = 10, /* plies of captures behind the horizon … */
    LEAN_SCORE = 800,  /* hundredths to a whole payoff, where both sides are even (payoff_of) */
    CAPTURES_ALL = 3,  /* … the first of them with every capture, the later with the best two */
};

/* A move at the root, with what came of it. */
struct root_move {
    ochre_action action;
    int gain;
    int lean;  /* how much better it seems than it is */
    int score; /* of the last depth that was finished */
    uint64_t nodes;
};

struct ab {
    struct ab_table table;
    struct ochre_duel_move *moves; /* a stack of lists */
    size_t moves_max, moves_used;
    struct root_move *roots;
    uint32_t roots_max;
    int root_count;

    /* One thought. */
    const struct ab_options *options;
    const struct ochre_setup *setup;
    const struct ochre_duel *duel;
    struct stopwatch watch;
    uint64_t nodes;
    bool is_stopped;
    ochre_action killer[AB_PLIES_MAX + 1][2];
    int history[2][HISTORY_SIZE];
    uint64_t past[PAST_MAX + AB_PLIES_MAX + 1]; /* keys of the play, then of the course we are in */
    int past_count;                             /* keys of the play; the root is the last of them */
    ochre_action course[AB_PLIES_MAX + 1][AB_PLIES_MAX + 1];
    int course_count[AB_PLIES_MAX + 1];
    _Alignas(64) unsigned char node[AB_PLIES_MAX + 2][NODE_SIZE_MAX];
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

/* ---- time ---- */

static bool is_enough(struct ab *ab)
{
    if (ab->nodes % LOOK_EVERY == 0 && !ab->is_stopped)
        ab->is_stopped = stopwatch_is_over(&ab->watch, ab->nodes);
    return ab->is_stopped;
}

/* ---- nodes ---- */

static void enter(struct ab *ab, int ply, ochre_action action)
{
    memcpy(ab->node[ply + 1], ab->node[ply], ab->setup->search_size);
    ab->duel->play(ab->setup, ab->node[ply + 1], action);
    ab->past[ab->past_count + ply] = ab->duel->past_key(ab->setup, ab->node[ply + 1]);
}

/* Has the position been there once in the course we are in, or twice before that? */
static bool is_repeated(const struct ab *ab, int ply)
{
    int here = ab->past_count - 1 + ply;
    int clock = (int)ab->duel->clock(ab->setup, ab->node[ply]);
    int first = here - clock > 0 ? here - clock : 0;
    int times = 0;
    for (int i = here - 4; i >= first; i -= 2)
        if (ab->past[i] == ab->past[here]) {
            if (i > ab->past_count - 1)
                return true;
            if (++times == 2)
                return true;
        }
    return false;
}

/* Over, or as good as over; then *score. */
static bool is_end(struct ab *ab, int ply, int *score)
{
    int result;
    if (!ab->duel->is_over(ab->setup, ab->node[ply], &result)) {
        if (ply == 0 || !is_repeated(ab, ply))
            return false;
        result = ab->duel->repeated(ab->setup, ab->node[ply]);
    }
    *score = result * (AB_WIN - ply);
    return true;
}

/* Wins in the table are counted from the position, not from the root. */
static int to_table(int score, int ply)
{
    return score > SURE ? score + ply : score < -SURE ? score - ply : score;
}

static int from_table(int score, int ply)
{
    return score > SURE ? score - ply : score < -SURE ? score + ply : score;
}

/* ---- the order of the moves ---- */

static struct ochre_duel_move *list_moves(struct ab *ab, int ply, bool only_loud, int *count)
{
    struct ochre_duel_move *moves = ab->moves + ab->moves_used;
    *count = ab->duel->moves(ab->setup, ab->node[ply], only_loud, moves);
    return moves;
}

static int *history_of(struct ab *ab, int ply, ochre_action action)
{
    return &ab->history[ply & 1][action % HISTORY_SIZE];
}

static void order_moves(struct ab *ab, int ply, struct ochre_duel_move *moves, int count, ochre_action first)
{
    for (int i = 0; i < count; i++) {
        ochre_action action = moves[i].action;
        if (action == first)
            moves[i].gain = ORDER_FIRST;
        else if (moves[i].gain > 0)
            moves[i].gain += ORDER_LOUD;
        else if (action == ab->killer[ply][0])
            moves[i].gain = ORDER_KILLER + 1;
        else if (action == ab->killer[ply][1])
            moves[i].gain = ORDER_KILLER;
        else
            moves[i].gain = *history_of(ab, ply, action);
    }
}

/* Brings the best of the rest to place i. */
static struct ochre_duel_move pick(struct ochre_duel_move *moves, int count, int i)
{
    int best = i;
    for (int k = i + 1; k < count; k++)
        if (moves[k].gain > moves[best].gain)
            best = k;
    struct ochre_duel_move picked = moves[best];
    moves[best] = moves[i];
    moves[i] = picked;
    return picked;
}

static void remember_good(struct ab *ab, int ply, int depth, ochre_action action)
{
    if (ab->killer[ply][0] != action) {
        ab->killer[ply][1] = ab->killer[ply][0];
        ab->killer[ply][0] = action;
    }
    int *history = history_of(ab, ply, action);
    *history += depth * depth;
    if (*history >= HISTORY_MAX)
        for (int i = 0; i < HISTORY_SIZE; i++)
            ab->history[ply & 1][i] /= 2;
}

static void remember_course(struct ab *ab, int ply, ochre_action action)
{
    ab->course[ply][0] = action;
    memcpy(&ab->course[ply][1], ab->course[ply + 1], sizeof action * (size_t)ab->course_count[ply + 1]);
    ab->course_count[ply] = ab->course_count[ply + 1] + 1;
}

/* ---- quiet at last ---- */

/* Captures and martyrs' exchanges until there is none that helps; one need not take anything. */
static int quiesce(struct ab *ab, int ply, int left, int alpha, int beta)
{
    ab->course_count[ply] = 0;
    ab->nodes++;
    int best;
    if (is_enough(ab))
        return 0;
    if (is_end(ab, ply, &best))
        return best;
    best = ab->duel->worth(ab->setup, ab->node[ply]);
    if (best >= beta || left == 0 || ply >= AB_PLIES_MAX - 1)
        return best;
    int worth = best;
    alpha = best > alpha ? best : alpha;
    int count;
    struct ochre_duel_move *moves = list_moves(ab, ply, true, &count);
    ab->moves_used += (size_t)count;
    int most = left > CAPTURES_MAX - CAPTURES_ALL || count < 2 ? count : 2;
    for (int i = 0; i < most; i++) {
        struct ochre_duel_move move = pick(moves, count, i);
        if (worth + move.gain + MARGIN <= alpha && i > 0)
            break; /* this and all that follow win too little */
        enter(ab, ply, move.action);
        int score = -quiesce(ab, ply + 1, left - 1, -beta, -alpha);
        if (ab->is_stopped)
            break;
        best = score > best ? score : best;
        alpha = score > alpha ? score : alpha;
        if (alpha >= beta)
            break;
    }
    ab->moves_used -= (size_t)count;
    return best;
}

static int horizon(struct ab *ab, int ply, int alpha, int beta)
{
    if (!ab->options->is_plain)
        return quiesce(ab, ply, CAPTURES_MAX, alpha, beta);
    int score;
    ab->nodes++;
    ab->course_count[ply] = 0;
    return is_end(ab, ply, &score) ? score : ab->duel->worth(ab->setup, ab->node[ply]);
}

/* ---- the search ---- */

static int search(struct ab *ab, int ply, int depth, int alpha, int beta, bool may_pass);

/* Would even doing nothing be too good? Then a move surely is. */
static bool pass_is_enough(struct ab *ab, int ply, int depth, int beta)
{
    memcpy(ab->node[ply + 1], ab->node[ply], ab->setup->search_size);
    ab->duel->pass(ab->setup, ab->node[ply + 1]);
    ab->past[ab->past_count + ply] = ab->duel->past_key(ab->setup, ab->node[ply + 1]);
    return -search(ab, ply + 1, depth - 3 - depth / 4, -beta, -beta + 1, false) >= beta;
}

/* How much less deep a late quiet move is looked at first. */
static int reduction(int depth, int tried, bool is_quiet)
{
    if (!is_quiet || depth < 3 || tried < 4)
        return 0;
    return 1 + (tried >= 12) + (tried >= 30 && depth >= 6);
}

/* One move: the first with the full window, the others first asked whether they are better at all. */
static int try_move(struct ab *ab, int ply, int depth, int alpha, int beta, int tried, bool is_quiet)
{
    if (tried == 0)
        return -search(ab, ply + 1, depth - 1, -beta, -alpha, true);
    int less = ab->options->is_plain ? 0 : reduction(depth, tried, is_quiet);
    int score = -search(ab, ply + 1, depth - 1 - less, -alpha - 1, -alpha, true);
    if (less && score > alpha)
        score = -search(ab, ply + 1, depth - 1, -alpha - 1, -alpha, true);
    if (score > alpha && score < beta)
        score = -search(ab, ply + 1, depth - 1, -beta, -alpha, true);
    return score;
}

static int try_all(struct ab *ab, int ply, int depth, int alpha, int beta, ochre_action first, int worth)
{
    int count;
    struct ochre_duel_move *moves = list_moves(ab, ply, false, &count);
    ab->moves_used += (size_t)count;
    order_moves(ab, ply, moves, count, first);
    bool is_hopeless = !ab->options->is_plain && depth <= 2 && worth + MARGIN * depth <= alpha && alpha > -SURE;
    int best = -INFINITE;
    int start = alpha;
    ochre_action choice = OCHRE_NO_ACTION;
    for (int i = 0; i < count; i++) {
        struct ochre_duel_move move = pick(moves, count, i);
        bool is_quiet = move.gain < ORDER_KILLER;
        if (is_quiet && is_hopeless && i > 0) { /* all that follow are quiet too */
            best = worth + MARGIN * depth > best ? worth + MARGIN * depth : best;
            break;
        }
        enter(ab, ply, move.action);
        int score = try_move(ab, ply, depth, alpha, beta, i, is_quiet);
        if (ab->is_stopped)
            break;
        if (score <= best)
            continue;
        best = score;
        if (score <= alpha)
            continue;
        alpha = score;
        choice = move.action;
        remember_course(ab, ply, move.action);
        if (score >= beta) {
            if (move.gain < ORDER_LOUD)
                remember_good(ab, ply, depth, move.action);
            break;
        }
    }
    ab->moves_used -= (size_t)count;
    if (!ab->is_stopped)
        ab_table_keep(&ab->table, ab->duel->key(ab->setup, ab->node[ply]), choice, to_table(best, ply), depth,
                      best >= beta   ? AB_AT_LEAST
                      : best > start ? AB_EXACT
                                     : AB_AT_MOST);
    return best;
}

static int search(struct ab *ab, int ply, int depth, int alpha, int beta, bool may_pass)
{
    if (depth <= 0 || ply >= AB_PLIES_MAX - 1)
        return horizon(ab, ply, alpha, beta);
    ab->course_count[ply] = 0;
    ab->nodes++;
    int score;
    if (is_enough(ab))
        return 0;
    if (is_end(ab, ply, &score))
        return score;
    const struct ab_entry *entry = ab_table_find(&ab->table, ab->duel->key(ab->setup, ab->node[ply]));
    ochre_action first = entry ? entry->action : OCHRE_NO_ACTION;
    bool is_wide = beta - alpha > 1;
    if (entry && !is_wide && entry->depth >= depth) {
        score = from_table(entry->score, ply);
        int bound = entry->about & 3;
        if (bound == AB_EXACT || (bound == AB_AT_LEAST && score >= beta) || (bound == AB_AT_MOST && score <= alpha))
            return score;
    }
    if (ab->options->is_plain)
        return try_all(ab, ply, depth, alpha, beta, first, 0);
    int worth = ab->duel->worth(ab->setup, ab->node[ply]);
    if (may_pass && !is_wide && depth >= 3 && worth >= beta && beta < SURE && beta > -SURE &&
        pass_is_enough(ab, ply, depth, beta))
        return beta;
    if (ab->is_stopped)
        return 0;
    return try_all(ab, ply, depth, alpha, beta, first, worth);
}

/* ---- the root ---- */

/* The moves in an order by lot, then those that take something first: equal moves are not always played alike. */
static void list_roots(struct ab *ab, struct ochre_rng *rng)
{
    int listed;
    int count = 0;
    const struct ochre_duel_move *moves = list_moves(ab, 0, false, &listed);
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
        enter(ab, 0, ab->roots[i].action);
        int lean = ab->roots[i].lean;
        int score = lean + try_move(ab, 0, depth, alpha - lean, INFINITE, i, ab->roots[i].gain == 0);
        if (ab->is_stopped)
            break;
        ab->roots[i].nodes += ab->nodes - before;
        ab->roots[i].score = score - lean;
        if (score <= alpha)
            continue;
        alpha = score;
        *best = score - lean;
        is_found = true;
        remember_course(ab, 0, ab->roots[i].action);
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
