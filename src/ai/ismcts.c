/* ismcts.c: see ismcts.h. */
#include "ai/ismcts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "ai/bot_kinds.h"
#include "ai/ismcts_inner.h"
#include "base/hash.h"
#include "rules/rules.h"
#include "rules/think.h"

enum { SINGLE_WEIGHT = 1 }; /* what judge says of a move counts as so many visits */

struct ismcts_options ismcts_usual(const struct ochre_setup *setup, const struct bot_budget *budget)
{
    const struct ochre_game *game = setup->game;
    return (struct ismcts_options){.budget = *budget,
                                   .memory_limit = ISMCTS_MEMORY,
                                   .rollout = game->think->foresight,
                                   .guides = game->think->foresight_moves ? game->think->foresight_moves
                                                                          : (int)setup->legal_max,
                                   .curiosity = 1.0F};
}

struct ismcts *ismcts_new(void)
{
    struct ismcts *search = bot_room(NULL, 1, sizeof *search);
    memset(search, 0, sizeof *search);
    tree_init(&search->tree);
    return search;
}

void ismcts_delete(struct ismcts *search)
{
    if (!search)
        return;
    ismcts_crew_dismiss(search);
    tree_free(&search->tree);
    free(search->last_view);
    free(search->list);
    free(search->place);
    free(search->tally);
#ifndef OCHRE_LEAN
    free(search->liking);
#endif
    free(search);
}

/* ---- what is seen ---- */

/* A move added to what was seen. Never 0, which is "nothing was seen": seats are counted from 1 here. */
static uint64_t seen_after(uint64_t seen, int seat, uint64_t heard)
{
    uint64_t mixed = hash_mix(seen ^ (heard << 3 | (uint64_t)(seat + 1)));
    return mixed ? mixed : 1;
}

void ismcts_note(struct ismcts *search, int seat, ochre_action action)
{
    if (search->trees == 1) {
        search->seen[0] = seen_after(search->seen[0], seat, action);
        return;
    }
    ochre_seats witnesses = move_witnesses(search->setup, &search->state, seat, action);
    for (int t = 0; t < search->trees; t++) {
        uint64_t heard = seats_has(witnesses, t) || seat == t ? action : OCHRE_NO_ACTION;
        search->seen[t] = seen_after(search->seen[t], seat, heard);
    }
}

void ismcts_play(struct ismcts *search, int seat, ochre_action action)
{
    ismcts_note(search, seat, action);
    search->setup->game->rules->apply(search->setup, &search->state, seat, action, NULL);
}

/* Chance moves until a seat is asked; returns who is. Many outcomes would split the tree into one visit each: then the
 * nodes behind them are shared, and availability tells which moves there are. */
static ochre_seats settle(struct ismcts *search)
{
    const struct ochre_game *game = search->setup->game;
    for (;;) {
        ochre_seats pending = game->rules->pending(search->setup, &search->state);
        if (!seats_has(pending, OCHRE_CHANCE))
            return pending;
        int count = game->rules->legal(search->setup, &search->state, OCHRE_CHANCE, search->list);
        ochre_action drawn = chance_sample(search->setup, &search->state, search->list, count, search->rng);
        if (count <= ISMCTS_OUTCOMES_SEEN)
            ismcts_note(search, OCHRE_CHANCE, drawn);
        game->rules->apply(search->setup, &search->state, OCHRE_CHANCE, drawn, NULL);
    }
}

/* ---- worth ---- */

static void widen(struct ismcts *search, int seat, float worth)
{
    if (worth < search->low[seat])
        search->low[seat] = worth;
    if (worth > search->high[seat])
        search->high[seat] = worth;
}

float ismcts_worth(const struct tree_move *move)
{
    return (move->total + move->prior * SINGLE_WEIGHT) / (float)(move->visits + SINGLE_WEIGHT);
}

/* What the state of this iteration promises every seat. */
static void appraise(const struct ismcts *search, float payoff[OCHRE_SEATS_MAX])
{
    const struct ochre_game *game = search->setup->game;
    if (ismcts_mind(search) && ismcts_mind_values(search, payoff))
        return;
    (game->think->appraise ? game->think->appraise : game->think->judge)(search->setup, &search->state, payoff);
}

/* How much more the better estimate gives the seat than judge, which compares its moves. */
static float offset_of_judge(struct ismcts *search, int seat)
{
    float judged[OCHRE_SEATS_MAX];
    float appraised[OCHRE_SEATS_MAX];
    bool has_better = search->setup->game->think->appraise || ismcts_mind(search);
    if (!has_better || search->options.is_plain)
        return 0;
    search->setup->game->think->judge(search->setup, &search->state, judged);
    if (ismcts_mind(search))
        return ismcts_mind_look(search, seat) - judged[seat];
    appraise(search, appraised);
    return appraised[seat] - judged[seat];
}

/* Asks judge about the moves of a node that are new, then shares out attention anew: the better the more. */
static void weigh_moves(struct ismcts *search, uint32_t node, int seat, int count)
{
    struct tree_node *at = &search->tree.nodes[node];
    struct tree_move *moves = search->tree.moves + at->first;
    float offset = offset_of_judge(search, seat);
    for (int i = 0; i < count; i++) {
        struct tree_move *move = &moves[search->place[i]];
        if (move->share > 0)
            continue;
        move->share = 1;
        move->prior = 0.5F;
        if (search->options.is_plain)
            continue;
        struct ochre_state after;
        float payoff[OCHRE_SEATS_MAX];
        state_copy(search->setup, &after, &search->state);
        search->setup->game->rules->apply(search->setup, &after, seat, move->action, NULL);
        search->setup->game->think->judge(search->setup, &after, payoff);
        move->prior = payoff[seat] + offset;
        widen(search, seat, move->prior);
    }
    float best = moves[0].prior;
    float worst = moves[0].prior;
    for (uint32_t i = 0; i < at->count; i++) {
        best = moves[i].prior > best ? moves[i].prior : best;
        worst = moves[i].prior < worst ? moves[i].prior : worst;
    }
    float sum = 0;
    for (uint32_t i = 0; i < at->count; i++) {
        float good = best > worst ? (moves[i].prior - worst) / (best - worst) : 1;
        moves[i].share = 0.05F + good * good * good * good; /* plain arithmetic: the same on every machine */
        sum += moves[i].share;
    }
    for (uint32_t i = 0; i < at->count; i++)
        moves[i].share /= sum;
    if (ismcts_mind(search) && !search->options.is_plain)
        ismcts_mind_shares(search, node, count);
}

/* ---- going down ---- */

/* Where the legal moves stand among the moves of the node, which learns what it did not know; how many it knows. */
static int match(struct ismcts *search, uint32_t node, int seat, int count)
{
    struct tree_node *at = &search->tree.nodes[node];
    uint32_t before = at->count;
    bool is_known = tree_learn(&search->tree, node, search->list, (uint32_t)count);
    at = &search->tree.nodes[node];
    const struct tree_move *moves = search->tree.moves + at->first;
    int known = 0;
    uint32_t k = 0;
    for (int i = 0; i < count; i++) {
        while (k < at->count && moves[k].action < search->list[i])
            k++;
        if (k < at->count && moves[k].action == search->list[i])
            search->place[known++] = k;
    }
    if (is_known && at->count != before)
        weigh_moves(search, node, seat, known);
    return known;
}

/* The move that promises most, or has been tried little for what it promises. */
static uint32_t choose(struct ismcts *search, uint32_t node, int seat, int known)
{
    struct tree_move *moves = search->tree.moves + search->tree.nodes[node].first;
    float low = search->low[seat];
    float scale = search->high[seat] > low ? 1 / (search->high[seat] - low) : 0;
    float curiosity = search->options.curiosity;
    float best_score = -1;
    uint32_t best = search->place[0];
    for (int i = 0; i < known; i++) {
        struct tree_move *move = &moves[search->place[i]];
        move->available++;
        float score = (ismcts_worth(move) - low) * scale +
                      curiosity * move->share * sqrtf((float)move->available) / (float)(1 + move->visits);
        if (score > best_score) {
            best_score = score;
            best = search->place[i];
        }
    }
    return best;
}

/* At the root, when the focus has had less than its share: its place; else what was chosen. */
static uint32_t mind_focus(const struct ismcts *search, uint32_t node, int known, uint32_t chosen)
{
    const struct tree_move *moves = search->tree.moves + search->tree.nodes[node].first;
    for (int i = 0; i < known; i++) {
        const struct tree_move *move = &moves[search->place[i]];
        if (move->action == search->options.focus)
            return (uint64_t)move->visits * ISMCTS_FOCUS_SHARE < search->done ? search->place[i] : chosen;
    }
    return chosen;
}

/* One decision in the tree; false when the tree ends here. */
static bool descend(struct ismcts *search, ochre_seats pending)
{
    int seat = seats_first(pending);
    int t = tree_of(search, seat);
    if (search->at[t] == TREE_NONE || search->path_count == PATH_MAX_LENGTH)
        return false;
    uint32_t node = search->seen[t] ? tree_follow(&search->tree, search->at[t], search->seen[t]) : search->at[t];
    search->at[t] = node;
    search->seen[t] = 0;
    if (node == TREE_NONE)
        return false;
    bool is_new = search->tree.nodes[node].visits++ == 0;
    if (is_new && search->path_count > 0)
        return false;
    int count = search->setup->game->rules->legal(search->setup, &search->state, seat, search->list);
    int known = match(search, node, seat, count);
    if (known == 0)
        return false;
    uint32_t move = choose(search, node, seat, known);
    if (search->options.has_focus && search->path_count == 0)
        move = mind_focus(search, node, known, move);
    search->path[search->path_count++] = (struct trace){.node = node, .move = move, .seat = seat};
    ismcts_play(search, seat, search->tree.moves[search->tree.nodes[node].first + move].action);
    return true;
}

/* The best of some moves, taken by lot, for the seat that makes it; the list is shuffled in doing so. */
static ochre_action pick_guided(struct ismcts *search, int seat, int count)
{
    const struct ochre_setup *setup = search->setup;
    ochre_action *list = search->list;
    float best = -1;
    ochre_action choice = list[0];
    for (int i = 0; i < count && i < search->options.guides; i++) {
        int at = i + (int)rng_below(search->rng, (uint32_t)(count - i));
        ochre_action action = list[at];
        list[at] = list[i];
        list[i] = action;
        struct ochre_state after;
        float payoff[OCHRE_SEATS_MAX];
        state_copy(setup, &after, &search->state);
        setup->game->rules->apply(setup, &after, seat, action, NULL);
        setup->game->think->judge(setup, &after, payoff);
        if (payoff[seat] > best) {
            best = payoff[seat];
            choice = action;
        }
    }
    return choice;
}

static ochre_action pick(struct ismcts *search, int seat)
{
    const struct ochre_rules *rules = search->setup->game->rules;
    bool is_blind = seat == OCHRE_CHANCE || !search->options.guides;
    if (is_blind && rules->lot)
        return rules->lot(search->setup, &search->state, seat, search->rng);
    int count = rules->legal(search->setup, &search->state, seat, search->list);
    if (seat == OCHRE_CHANCE)
        return chance_sample(search->setup, &search->state, search->list, count, search->rng);
    if (count > 1 && !is_blind)
        return pick_guided(search, seat, count);
    return search->list[rng_choice(search->rng, (uint32_t)count)];
}

/* Decisions behind the tree. */
static void roll_out(struct ismcts *search)
{
    const struct ochre_setup *setup = search->setup;
    const struct ochre_game *game = setup->game;
    int left = search->options.rollout;
    ochre_seats pending;
    while (left != 0 && (pending = game->rules->pending(setup, &search->state)) != 0) {
        int seat = seats_has(pending, OCHRE_CHANCE) ? OCHRE_CHANCE : seats_first(pending);
        game->rules->apply(setup, &search->state, seat, pick(search, seat), NULL);
        left -= seat != OCHRE_CHANCE && left > 0;
    }
}

static void climb(struct ismcts *search, const float payoff[OCHRE_SEATS_MAX])
{
    for (int i = 0; i < search->path_count; i++) {
        const struct trace *trace = &search->path[i];
        struct tree_move *move = &search->tree.moves[search->tree.nodes[trace->node].first + trace->move];
        move->visits++;
        move->total += payoff[trace->seat];
        widen(search, trace->seat, ismcts_worth(move));
    }
}

static void take_tally(struct ismcts *search, const float payoff[OCHRE_SEATS_MAX])
{
    if (search->path_count == 0)
        return;
    double *tally = search->tally[search->path[0].move];
    double own = (double)payoff[search->path[0].seat];
    for (int s = 0; s < search->setup->seats; s++)
        tally[s] += (double)payoff[s];
    tally[OCHRE_SEATS_MAX] += own * own;
}

void ismcts_begin(struct ismcts *search)
{
    search->path_count = 0;
    for (int t = 0; t < search->trees; t++) {
        search->at[t] = search->root[t];
        search->seen[t] = 0;
    }
}

static bool iterate(struct ismcts *search, const struct ochre_view *view, int seat, float payoff[OCHRE_SEATS_MAX])
{
    if (!view_imagine(search->setup, view, seat, search->rng, &search->state))
        return false;
    ismcts_begin(search);
    /* Others may be choosing at the same time; ours is the question we think about. */
    ochre_seats pending = search->setup->game->rules->pending(search->setup, &search->state);
    pending = seats_has(pending, seat) ? (ochre_seats)SEAT_BIT(seat) : settle(search);
    while (pending && descend(search, pending))
        pending = settle(search);
    if (pending)
        roll_out(search);
    appraise(search, payoff);
    climb(search, payoff);
    if (search->options.has_focus)
        take_tally(search, payoff);
    return true;
}

static void make_room(struct ismcts *search, const struct ochre_setup *setup)
{
    if (search->list_max >= setup->legal_max)
        return;
    search->list_max = setup->legal_max;
    search->list = bot_room(search->list, search->list_max, sizeof *search->list);
    search->place = bot_room(search->place, search->list_max, sizeof *search->place);
    search->tally = bot_room(search->tally, search->list_max, sizeof *search->tally);
#ifndef OCHRE_LEAN
    search->liking = bot_room(search->liking, search->list_max, sizeof *search->liking);
#endif
}

/* Empty trees; false when not even their roots find room. */
static bool plant(struct ismcts *search)
{
    tree_clear(&search->tree, search->options.memory_limit);
    search->trees = search->setup->game->rules->redact ? search->setup->seats : 1;
    for (int t = 0; t < search->trees; t++)
        if ((search->root[t] = tree_add_root(&search->tree, (uint64_t)t)) == TREE_NONE)
            return false;
    for (int s = 0; s < OCHRE_SEATS_MAX; s++) {
        search->low[s] = 1;
        search->high[s] = 0;
    }
    return true;
}

/* The trees of this thought: those of the last one, as far as they still hold, or new ones. */
static bool take_root(struct ismcts *search, const struct ochre_view *view, int seat)
{
    return (search->options.keeps_tree && ismcts_resume(search, view, seat)) || plant(search);
}

static void fill_prospect(const struct ismcts *search, int seat, const struct tree_move *move,
                          struct ismcts_prospect *out)
{
    size_t place = (size_t)(move - (search->tree.moves + search->tree.nodes[root_of(search, seat)].first));
    const double *tally = search->tally[place];
    double visits = (double)move->visits;
    *out = (struct ismcts_prospect){.action = move->action, .visits = move->visits};
    if (move->visits == 0)
        return;
    for (int s = 0; s < search->setup->seats; s++)
        out->payoff[s] = (float)(tally[s] / visits);
    double mean = tally[seat] / visits;
    double spread = tally[OCHRE_SEATS_MAX] / visits - mean * mean;
    out->error = spread > 0 ? (float)sqrt(spread / visits) : 0;
}

/* What the other moves promise, at most, as far as they were tried; 1 when none was. */
static float most_of_others(const struct ismcts *search, int seat)
{
    const struct tree_node *at = &search->tree.nodes[root_of(search, seat)];
    const struct tree_move *moves = search->tree.moves + at->first;
    float most = -1;
    for (uint32_t i = 0; i < at->count; i++) {
        struct ismcts_prospect one;
        fill_prospect(search, seat, &moves[i], &one);
        float promise = one.payoff[seat] + one.error;
        if (one.action != search->options.focus && one.visits >= ISMCTS_TRIES_MIN && promise > most)
            most = promise;
    }
    return most < 0 ? 1 : most;
}

/* More tries would not change what is said about the focus. */
static bool is_settled(const struct ismcts *search, int seat)
{
    enum { DOUBTS = 3, DOUBTS_OF_LESS = 2 };
    uint64_t part = search->options.budget.iterations / ISMCTS_LOOKS;
    if (search->options.settles <= 0 || part == 0 || search->done < part || search->done % part != 0)
        return false;
    struct ismcts_prospect best;
    struct ismcts_prospect focus;
    ismcts_compare(search, seat, &best, &focus);
    if (focus.visits < ISMCTS_TRIES_MIN)
        return false;
    float gap = best.payoff[seat] - focus.payoff[seat];
    float doubt = sqrtf(best.error * best.error + focus.error * focus.error);
    if (gap + DOUBTS_OF_LESS * doubt < search->options.least)
        return true;
    if (best.action == focus.action)
        return most_of_others(search, seat) <= focus.payoff[seat] + search->options.settles / 8;
    if (search->done >= ISMCTS_LOOKS / 2 * part && gap + doubt < search->options.settles / 4)
        return true; /* too little to speak of */
    return gap - DOUBTS * doubt >= search->options.settles;
}

void ismcts_work(struct ismcts *search, const struct ochre_view *view, int seat, struct bot_thoughts *thoughts)
{
    search->done = 0;
    memset(search->total, 0, sizeof search->total);
    make_room(search, search->setup);
    if (search->options.has_focus)
        memset(search->tally, 0, sizeof *search->tally * search->list_max);
    struct stopwatch watch = stopwatch_start(&search->options.budget, thoughts);
    if (!take_root(search, view, seat))
        return;
    while (search->done == 0 || !stopwatch_is_over(&watch, search->done)) {
        float payoff[OCHRE_SEATS_MAX] = {0};
        if (!iterate(search, view, seat, payoff))
            break;
        search->done++;
        for (int s = 0; s < search->setup->seats; s++)
            search->total[s] += (double)payoff[s];
        if (is_settled(search, seat))
            break;
    }
}

/* Is every move of the root one of the view's? (Where memory is scarce some may be missing.) */
static inline bool knows_legal_moves_alone(struct ismcts *search, uint32_t root, const struct ochre_view *view,
                                           int seat)
{
    const struct tree_node *at = &search->tree.nodes[root];
    int count = view_moves(search->setup, view, seat, search->list);
    for (uint32_t i = 0; i < at->count; i++)
        if (!legal_has(search->list, count, search->tree.moves[at->first + i].action))
            return false;
    return true;
}

ochre_action ismcts_search(struct ismcts *search, const struct ismcts_options *options, const struct ochre_setup *setup,
                           const struct ochre_view *view, int seat, struct ochre_rng *rng,
                           struct bot_thoughts *thoughts)
{
    search->options = *options;
    search->setup = setup;
    search->rng = rng;
    make_room(search, setup);
    int count = view_moves(setup, view, seat, search->list);
    thoughts->considered = count;
    ochre_action only = search->list[0];
    bool is_interrupt = !seats_has(view_pending(setup, view), seat);
    if (count == 1 || is_interrupt)
        return only;
    ismcts_crew_work(search, view, seat, thoughts);
    uint32_t root = root_of(search, seat);
    if (search->done == 0 || search->tree.nodes[root].count == 0) /* nothing could be imagined, or no room for a move */
        return only;
    assert(knows_legal_moves_alone(search, root, view, seat));
    const struct tree_move *best = ismcts_choice(search, root);
    ochre_action choice = best->action;
    thoughts->worth = ismcts_worth(best);
    for (int s = 0; s < setup->seats; s++)
        thoughts->payoff[s] = (float)(search->total[s] / (double)search->done);
    ismcts_tell_ideas(search, root, thoughts);
    ismcts_tell_course(search, view, seat, thoughts);
    ismcts_keep(search, view, seat, choice);
    return choice;
}

void ismcts_compare(const struct ismcts *search, int seat, struct ismcts_prospect *best, struct ismcts_prospect *focus)
{
    assert(search->options.has_focus && search->options.threads <= 1 && !search->options.keeps_tree);
    uint32_t root = root_of(search, seat);
    const struct tree_node *at = &search->tree.nodes[root];
    const struct tree_move *moves = search->tree.moves + at->first;
    fill_prospect(search, seat, ismcts_choice(search, root), best);
    *focus = (struct ismcts_prospect){.action = search->options.focus};
    for (uint32_t i = 0; i < at->count; i++)
        if (moves[i].action == search->options.focus)
            fill_prospect(search, seat, &moves[i], focus);
}

int ismcts_visits(const struct ismcts *search, int seat, ochre_action *list, uint32_t *visits)
{
    const struct tree_node *at = &search->tree.nodes[root_of(search, seat)];
    for (uint32_t i = 0; i < at->count; i++) {
        list[i] = search->tree.moves[at->first + i].action;
        visits[i] = search->tree.moves[at->first + i].visits;
    }
    return (int)at->count;
}

void ismcts_expect(struct ismcts *search, const struct ismcts_options *options, const struct ochre_setup *setup,
                   const struct ochre_view *view, int seat, struct ochre_rng *rng, float payoff[OCHRE_SEATS_MAX])
{
    struct bot_thoughts unheard = {0};
    search->options = *options;
    search->setup = setup;
    search->rng = rng;
    search->last_setup = 0; /* nothing of this is gone on from */
    ismcts_work(search, view, seat, &unheard);
    for (int s = 0; s < setup->seats; s++)
        payoff[s] = search->done ? (float)(search->total[s] / (double)search->done) : 1.0F / (float)setup->seats;
}

ochre_action ismcts_think(BOT_THINK)
{
    if (!bot->ismcts)
        bot->ismcts = ismcts_new();
    struct ismcts_options options = ismcts_usual(setup, &bot->budget);
    options.memory_limit = bot->memory_limit;
    options.threads = bot->budget.threads;
    options.lean = bot->lean;
    options.keeps_tree = bot->budget.seconds > 0; /* with iterations a thought must not depend on the one before */
    return ismcts_search(bot->ismcts, &options, setup, view, seat, rng, thoughts);
}
