/* ab_search.c: alpha-beta from a node on: order, windows, what is looked at less deep, and quiet at last. */
#include "ai/ab_inner.h"

enum {
    LOOK_EVERY = 1024, /* nodes between two looks at the clock */

    /* Order of the moves: what the table says, what takes something, what was good elsewhere, what takes something and
     * loses more. */
    ORDER_FIRST = 1 << 30,
    ORDER_LOUD = 1 << 28,
    ORDER_KILLER = 1 << 27,
    HISTORY_MAX = 1 << 26,

    FAMILIAR = 4, /* from this depth on a position that the table does not know is looked at one less deep */

    MARGIN = 160,      /* a quiet move does not bring more than this */
    CAPTURES_MAX = 10, /* plies of captures behind the horizon … */
    CAPTURES_ALL = 3,  /* … the first of them with every capture, the later with the best two */
};

/* ---- time ---- */

static bool is_enough(struct ab *ab)
{
    if (ab->nodes % LOOK_EVERY == 0 && !ab->is_stopped)
        ab->is_stopped = stopwatch_is_over(&ab->watch, ab->nodes);
    return ab->is_stopped;
}

/* ---- nodes ---- */

void ab_enter(struct ab *ab, int ply, ochre_action action)
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

struct ochre_duel_move *ab_list_moves(struct ab *ab, int ply, bool only_loud, int *count)
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
        else if (moves[i].gain == 0)
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

void ab_remember_course(struct ab *ab, int ply, ochre_action action)
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
    struct ochre_duel_move *moves = ab_list_moves(ab, ply, true, &count);
    ab->moves_used += (size_t)count;
    int most = left > CAPTURES_MAX - CAPTURES_ALL || count < 2 ? count : 2;
    for (int i = 0; i < most; i++) {
        struct ochre_duel_move move = pick(moves, count, i);
        if (worth + move.gain + MARGIN <= alpha && i > 0)
            break; /* this and all that follow win too little */
        ab_enter(ab, ply, move.action);
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

static int logarithm(int number)
{
    int doublings = 0;
    for (; number > 1; number /= 2)
        doublings++;
    return doublings;
}

/* How much less deep a late quiet move is looked at first: more the deeper and the later. */
static int reduction(int depth, int tried, bool is_quiet)
{
    if (!is_quiet || depth < 3 || tried < 2)
        return 0;
    int less = (1 + logarithm(depth) * logarithm(tried)) / 2;
    return less < depth - 2 ? less : depth - 2;
}

int ab_try_move(struct ab *ab, int ply, int depth, int alpha, int beta, int tried, bool is_quiet)
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
    struct ochre_duel_move *moves = ab_list_moves(ab, ply, false, &count);
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
        ab_enter(ab, ply, move.action);
        int score = ab_try_move(ab, ply, depth, alpha, beta, i, is_quiet);
        if (ab->is_stopped)
            break;
        if (score <= best)
            continue;
        best = score;
        if (score <= alpha)
            continue;
        alpha = score;
        choice = move.action;
        ab_remember_course(ab, ply, move.action);
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
    if (first == OCHRE_NO_ACTION && depth >= FAMILIAR)
        depth--;
    if (may_pass && !is_wide && depth >= 3 && worth >= beta && beta < SURE && beta > -SURE &&
        pass_is_enough(ab, ply, depth, beta))
        return beta;
    if (ab->is_stopped)
        return 0;
    return try_all(ab, ply, depth, alpha, beta, first, worth);
}
