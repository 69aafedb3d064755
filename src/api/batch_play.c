/* batch_play.c: the plays of a batch, one after the other: chance and the players inside act, what has ended begins
 * anew, and what whoever is asked needs to know is written. */
#include "api/batch_inner.h"

#include "base/bits.h"
#include "base/hash.h"
#include "rules/show.h"

enum { UNASKED_MAX = 100 }; /* plays in a row in which nobody outside was asked, before we give up */

/* What is the same for all plays, for local variables: whatever else there is a call into the rules could have changed,
 * as far as the compiler knows, and it would be read anew after each. */
struct same {
    const struct ochre_setup *setup;
    const struct ochre_rules *rules;
    int32_t *seat;  /* of the arrays */
    bool has_lists; /* of what is legal, for the arrays */
    bool is_seen;   /* there is more to write of a question than whose it is */
};

/* A play while it is stepped. `at` is its place in the arrays: its number, in the first row of them. */
struct stepped {
    struct batch_play *play;
    ochre_state *state;
    size_t at;
};

static inline struct same same_of(const struct ochre_batch *batch)
{
    const ochre_batch_arrays *arrays = &batch->arrays;
    bool has_lists = arrays->mask || arrays->legal || arrays->legal_count;
    return (struct same){.setup = batch->setup,
                         .rules = &shared_of(batch->setup)->rules,
                         .seat = arrays->seat,
                         .has_lists = has_lists,
                         .is_seen = has_lists || arrays->observation};
}

static inline struct stepped stepped_of(const struct ochre_batch *batch, uint32_t number)
{
    return (struct stepped){&batch->play[number], batch_state_of(batch, number), number};
}

static inline ochre_action move_by_lot(const struct same *same, const ochre_state *state, int seat,
                                       struct ochre_rng *rng, ochre_action *list)
{
    return same->rules->lot ? same->rules->lot(same->setup, state, seat, rng)
                            : move_by_list(same->setup, state, seat, rng, list);
}

/* ---- on to the next question ---- */

/* Chance and the players inside act until somebody outside is asked; the seat, or OCHRE_OVER. */
static int run_to_question(struct batch_hand *hand, struct batch_play *play, ochre_state *state)
{
    const struct same same = same_of(hand->batch);
    for (ochre_seats pending; (pending = same.rules->pending(same.setup, state)); play->moves++) {
        int seat = seats_first(pending);
        ochre_action action;
        if (seat == OCHRE_CHANCE) {
            action = move_by_lot(&same, state, seat, &play->rng, hand->list);
        } else if (hand->bot[seat]) {
            struct ochre_view view;
            state_look(same.setup, state, seat, &view);
            action = bot_think(hand->bot[seat], same.setup, &view, seat, &play->rng, NULL);
        } else {
            return seat;
        }
        same.rules->apply(same.setup, state, seat, action, NULL);
    }
    return OCHRE_OVER;
}

/* Nobody has ended yet, in the places from `from` to before `to`. */
static void clear_ends(const struct ochre_batch *batch, size_t from, size_t to)
{
    const ochre_batch_arrays *arrays = &batch->arrays;
    size_t seats = (size_t)batch->setup->seats;
    size_t count = to - from;
    if (arrays->reward)
        memset(arrays->reward + from * seats, 0, count * seats * sizeof *arrays->reward);
    if (arrays->rank)
        memset(arrays->rank + from * seats, 0, count * seats * sizeof *arrays->rank);
    if (arrays->score)
        memset(arrays->score + from * seats, 0, count * seats * sizeof *arrays->score);
    if (arrays->moves)
        memset(arrays->moves + from, 0, count * sizeof *arrays->moves);
    if (arrays->done)
        memset(arrays->done + from, 0, count);
}

static void write_end(const struct ochre_batch *batch, const struct stepped *one)
{
    const ochre_batch_arrays *arrays = &batch->arrays;
    const struct ochre_setup *setup = batch->setup;
    struct ochre_outcome outcome;
    setup->game->rules->outcome(setup, one->state, &outcome);
    for (int seat = 0; seat < setup->seats; seat++) {
        size_t at = one->at * (size_t)setup->seats + (size_t)seat;
        if (arrays->reward)
            arrays->reward[at] = outcome.payoff[seat];
        if (arrays->rank)
            arrays->rank[at] = outcome.rank[seat];
        if (arrays->score)
            arrays->score[at] = outcome.score[seat];
    }
    if (arrays->moves)
        arrays->moves[one->at] = one->play->moves;
    if (arrays->done)
        arrays->done[one->at] = 1;
}

/* The same over the end of this play, where it comes first. */
APART static int run_over_end(struct batch_hand *hand, const struct stepped *one)
{
    const struct ochre_setup *setup = hand->batch->setup;
    int seat = run_to_question(hand, one->play, one->state);
    for (int ends = 0; seat == OCHRE_OVER && ends < UNASKED_MAX; ends++) {
        if (ends == 0)
            write_end(hand->batch, one);
        state_copy(setup, one->state, &shared_of(setup)->start);
        one->play->moves = 0;
        seat = run_to_question(hand, one->play, one->state);
    }
    return seat;
}

/* Who is asked next. Mostly it is somebody outside, at once. */
static inline int settle(struct batch_hand *hand, const struct same *same, const struct stepped *one)
{
    unsigned pending = same->rules->pending(same->setup, one->state);
    unsigned first = pending & (0 - pending);
    return (first & hand->outside) ? seats_first((ochre_seats)first) : run_over_end(hand, one);
}

/* ---- what is legal, and what is written ---- */

/* Lists stand one behind the other, as they come: what a step touches stays in the cache. */
static void list_moves(struct batch_hand *hand, const struct stepped *one)
{
    const struct ochre_setup *setup = hand->batch->setup;
    struct batch_play *play = one->play;
    play->list = hand->filled;
    play->count = 0;
    if (play->seat != OCHRE_OVER)
        play->count = shared_of(setup)->rules.legal(setup, one->state, play->seat, hand->batch->lists + play->list);
    hand->filled += (size_t)play->count;
}

static void write_legal(const struct ochre_batch *batch, const struct stepped *one)
{
    const ochre_batch_arrays *arrays = &batch->arrays;
    const ochre_action *list = batch->lists + one->play->list;
    size_t count = (size_t)one->play->count;
    if (arrays->mask) {
        uint8_t *mask = arrays->mask + one->at * batch->setup->actions;
        memset(mask, 0, batch->setup->actions);
        for (size_t i = 0; i < count; i++)
            mask[list[i]] = 1;
    }
    if (arrays->legal)
        memcpy(arrays->legal + one->at * batch->setup->legal_max, list, count * sizeof *list);
    if (arrays->legal_count)
        arrays->legal_count[one->at] = one->play->count;
}

static void write_observation(const struct ochre_batch *batch, const struct stepped *one)
{
    const struct ochre_setup *setup = batch->setup;
    float *numbers = batch->arrays.observation + one->at * setup->observe_size;
    int seat = one->play->seat;
    if (seat == OCHRE_OVER) {
        memset(numbers, 0, setup->observe_size * sizeof *numbers);
    } else if (!setup->game->rules->redact) { /* without secrets the state is everybody's view */
        setup->game->show->observe(setup, (const struct ochre_view *)one->state, seat, numbers);
    } else {
        struct ochre_view view;
        state_look(setup, one->state, seat, &view);
        setup->game->show->observe(setup, &view, seat, numbers);
    }
}

/* What the arrays want of a question beside whose it is. */
APART static void write_seen(struct batch_hand *hand, bool has_lists, const struct stepped *one)
{
    if (has_lists) {
        list_moves(hand, one);
        write_legal(hand->batch, one);
    }
    if (hand->batch->arrays.observation)
        write_observation(hand->batch, one);
}

/* ---- a step ---- */

/* A legal action of whoever is asked, from the list where there is one: without one it is the same. */
static inline int32_t draw(struct batch_hand *hand, const struct same *same, const struct stepped *one)
{
    struct batch_play *play = one->play;
    if (play->seat == OCHRE_OVER)
        return BATCH_UNDRAWN;
    if (play->count != BATCH_UNLISTED)
        return (int32_t)hand->batch->lists[play->list + rng_choice(&play->rng, (uint32_t)play->count)];
    return (int32_t)move_by_lot(same, one->state, play->seat, &play->rng, hand->list);
}

static inline void act(const struct same *same, const struct stepped *one, int32_t action)
{
    same->rules->apply(same->setup, one->state, one->play->seat, (ochre_action)action, NULL);
    one->play->moves++;
}

/* On to the next question, which is written. */
static inline void ask(struct batch_hand *hand, const struct same *same, const struct stepped *one)
{
    int seat = settle(hand, same, one);
    one->play->seat = seat;
    one->play->count = BATCH_UNLISTED;
    if (same->seat)
        same->seat[one->at] = seat;
    if (same->is_seen)
        write_seen(hand, same->has_lists, one);
}

/* Which of the lines of a state will be needed nobody knows. */
static inline void fetch(const unsigned char *state, size_t size)
{
    enum { LINE = 64 };
    for (const unsigned char *end = state + size; state < end; state += LINE)
        __builtin_prefetch(state, 1);
}

/* ---- the tasks, each for the plays from `from` to before `to` ---- */

static void draw_actions(struct batch_hand *hand, uint32_t from, uint32_t to)
{
    const struct same same = same_of(hand->batch);
    for (uint32_t number = from; number < to; number++) {
        struct stepped one = stepped_of(hand->batch, number);
        hand->batch->drawn[number] = draw(hand, &same, &one);
    }
}

static void reset_plays(struct ochre_batch *batch, uint32_t from, uint32_t to)
{
    for (uint32_t number = from; number < to; number++) {
        struct batch_play *play = &batch->play[number];
        rng_seed(&play->rng, hash_mix(batch->seed) ^ number);
        play->moves = 0;
        ochre_state_start(batch->setup, batch_state_of(batch, number));
    }
}

/* An action each, if there are any; then on to the next question. The state after the next one is fetched while this
 * one plays. */
static void step_plays(struct batch_hand *hand, uint32_t from, uint32_t to)
{
    struct ochre_batch *const batch = hand->batch;
    const struct same same = same_of(batch);
    const int32_t *const actions = batch->task == TASK_STEP ? batch->actions : NULL;
    const bool draws_ahead = batch->draws_ahead;
    const bool is_far = batch->is_far;
    const size_t size = shared_of(same.setup)->size;
    struct batch_play *play = &batch->play[from];
    unsigned char *state = (unsigned char *)batch_state_of(batch, from);
    for (uint32_t number = from; number < to; number++, play++, state += size) {
        const struct stepped one = {play, (ochre_state *)state, number};
        if (is_far)
            fetch(state + BATCH_AHEAD * size, size);
        if (actions)
            act(&same, &one, actions[number]);
        ask(hand, &same, &one);
        batch->drawn[number] = draws_ahead ? draw(hand, &same, &one) : BATCH_UNDRAWN;
    }
}

/* Many steps of one play by lot, each in a row of the arrays of its own. A play in which nobody is asked stands still.
 */
static void roll_play(struct batch_hand *hand, const struct same *same, uint32_t number)
{
    struct ochre_batch *const batch = hand->batch;
    const size_t filled = hand->filled;
    int32_t *const actions = batch->rolled;
    struct stepped one = stepped_of(batch, number);
    int32_t action = batch->drawn[number];
    for (uint32_t left = batch->steps; left > 0; left--, one.at += batch->plays) {
        hand->filled = filled;
        if (actions)
            actions[one.at] = action;
        if (action != BATCH_UNDRAWN)
            act(same, &one, action);
        ask(hand, same, &one);
        action = draw(hand, same, &one);
    }
    batch->drawn[number] = action;
}

static void roll_plays(struct batch_hand *hand, uint32_t from, uint32_t to)
{
    const struct same same = same_of(hand->batch);
    if (!hand->batch->is_drawn_ahead) /* of all, before new lists are written where theirs stand */
        draw_actions(hand, from, to);
    for (size_t row = 0; row < hand->batch->steps; row++)
        clear_ends(hand->batch, row * hand->batch->plays + from, row * hand->batch->plays + to);
    for (uint32_t number = from; number < to; number++)
        roll_play(hand, &same, number);
}

static void list_again(struct batch_hand *hand, uint32_t from, uint32_t to)
{
    for (uint32_t number = from; number < to; number++) {
        struct stepped one = stepped_of(hand->batch, number);
        list_moves(hand, &one);
    }
}

void batch_one_task(struct batch_hand *hand, uint32_t number)
{
    clear_ends(hand->batch, number, number + 1);
    hand->filled = hand->batch->spare;
    step_plays(hand, number, number + 1);
}

void batch_piece_task(struct batch_hand *hand, uint32_t from, uint32_t to)
{
    struct ochre_batch *batch = hand->batch;
    hand->filled = (size_t)from * batch->setup->legal_max;
    switch (batch->task) {
    case TASK_RANDOM: draw_actions(hand, from, to); return;
    case TASK_LIST: list_again(hand, from, to); return;
    case TASK_ROLL: roll_plays(hand, from, to); return;
    case TASK_RESET: reset_plays(batch, from, to); break;
    case TASK_STEP: break;
    }
    clear_ends(batch, from, to);
    step_plays(hand, from, to);
}
