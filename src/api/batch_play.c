/* batch_play.c: one play of a batch: chance and the players inside act, what has ended begins anew, and what whoever is
 * asked needs to know is written. */
#include "api/batch_inner.h"

#include "base/hash.h"
#include "rules/show.h"

enum { UNASKED_MAX = 100 }; /* plays in a row in which nobody outside was asked, before we give up */

/* Plays until somebody outside is asked; the seat, or OCHRE_OVER. */
static int run_to_question(struct batch_hand *hand, struct batch_play *play, ochre_state *state)
{
    const struct ochre_setup *setup = hand->batch->setup;
    const struct ochre_rules *rules = &shared_of(setup)->rules;
    for (ochre_seats pending; (pending = rules->pending(setup, state)); play->moves++) {
        int seat = seats_first(pending);
        ochre_action action;
        if (seat == OCHRE_CHANCE) {
            action = chance_sample(setup, state, hand->list, rules->legal(setup, state, seat, hand->list), &play->rng);
        } else if (hand->bot[seat]) {
            struct ochre_view view;
            state_look(setup, state, seat, &view);
            action = bot_think(hand->bot[seat], setup, &view, seat, &play->rng, NULL);
        } else {
            return seat;
        }
        rules->apply(setup, state, seat, action, NULL);
    }
    return OCHRE_OVER;
}

/* Nobody has ended yet, of the plays from `from` to before `to`. */
static void clear_ends(const struct ochre_batch *batch, uint32_t from, uint32_t to)
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

static void write_end(const struct ochre_batch *batch, uint32_t number, const ochre_state *state)
{
    const ochre_batch_arrays *arrays = &batch->arrays;
    const struct ochre_setup *setup = batch->setup;
    struct ochre_outcome outcome;
    setup->game->rules->outcome(setup, state, &outcome);
    for (int seat = 0; seat < setup->seats; seat++) {
        size_t at = (size_t)number * (size_t)setup->seats + (size_t)seat;
        if (arrays->reward)
            arrays->reward[at] = outcome.payoff[seat];
        if (arrays->rank)
            arrays->rank[at] = outcome.rank[seat];
        if (arrays->score)
            arrays->score[at] = outcome.score[seat];
    }
    if (arrays->moves)
        arrays->moves[number] = batch->play[number].moves;
    if (arrays->done)
        arrays->done[number] = 1;
}

/* Plays on to the next question, over the end of this play where it comes first. */
static void settle(struct batch_hand *hand, uint32_t number)
{
    struct ochre_batch *batch = hand->batch;
    struct batch_play *play = &batch->play[number];
    ochre_state *state = batch_state_of(batch, number);
    play->seat = run_to_question(hand, play, state);
    for (int ends = 0; play->seat == OCHRE_OVER && ends < UNASKED_MAX; ends++) {
        if (ends == 0)
            write_end(batch, number, state);
        state_copy(batch->setup, state, &shared_of(batch->setup)->start);
        play->moves = 0;
        play->seat = run_to_question(hand, play, state);
    }
}

/* Lists stand one behind the other, as they come: what a step touches stays in the cache. */
static void list_moves(struct batch_hand *hand, struct batch_play *play, const ochre_state *state)
{
    const struct ochre_setup *setup = hand->batch->setup;
    play->list = hand->filled;
    play->count = play->seat == OCHRE_OVER
                      ? 0
                      : shared_of(setup)->rules.legal(setup, state, play->seat, hand->batch->lists + play->list);
    hand->filled += (size_t)play->count;
}

/* A legal action of whoever is asked, from the list where there is one: without one it is the same. */
static int32_t draw(struct batch_hand *hand, uint32_t number, const ochre_state *state)
{
    const struct ochre_setup *setup = hand->batch->setup;
    const struct ochre_rules *rules = &shared_of(setup)->rules;
    struct batch_play *play = &hand->batch->play[number];
    if (play->seat == OCHRE_OVER || play->count == 0)
        return BATCH_UNDRAWN;
    if (play->count != BATCH_UNLISTED)
        return (int32_t)batch_list_of(hand->batch, number)[rng_choice(&play->rng, (uint32_t)play->count)];
    return (int32_t)(rules->lot ? rules->lot(setup, state, play->seat, &play->rng)
                                : move_by_list(setup, state, play->seat, &play->rng, hand->list));
}

static void write_legal(const struct ochre_batch *batch, uint32_t number)
{
    const ochre_batch_arrays *arrays = &batch->arrays;
    const struct batch_play *play = &batch->play[number];
    const ochre_action *list = batch_list_of(batch, number);
    size_t count = (size_t)play->count;
    if (arrays->mask) {
        uint8_t *mask = arrays->mask + (size_t)number * batch->setup->actions;
        memset(mask, 0, batch->setup->actions);
        for (size_t i = 0; i < count; i++)
            mask[list[i]] = 1;
    }
    if (arrays->legal)
        memcpy(arrays->legal + (size_t)number * batch->setup->legal_max, list, count * sizeof *list);
    if (arrays->legal_count)
        arrays->legal_count[number] = play->count;
}

static void write_numbers(const struct ochre_setup *setup, const ochre_state *state, int seat, float *numbers)
{
    if (!setup->game->rules->redact) { /* without secrets the state is everybody's view */
        setup->game->show->observe(setup, (const struct ochre_view *)state, seat, numbers);
    } else {
        struct ochre_view view;
        state_look(setup, state, seat, &view);
        setup->game->show->observe(setup, &view, seat, numbers);
    }
}

static void write_question(const struct ochre_batch *batch, uint32_t number, const ochre_state *state)
{
    const ochre_batch_arrays *arrays = &batch->arrays;
    const struct batch_play *play = &batch->play[number];
    if (arrays->seat)
        arrays->seat[number] = play->seat;
    if (play->count != BATCH_UNLISTED)
        write_legal(batch, number);
    if (!arrays->observation)
        return;
    float *numbers = arrays->observation + (size_t)number * batch->setup->observe_size;
    if (play->seat == OCHRE_OVER)
        memset(numbers, 0, batch->setup->observe_size * sizeof *numbers);
    else
        write_numbers(batch->setup, state, play->seat, numbers);
}

/* ---- the tasks, each for the plays from `from` to before `to` ---- */

static void draw_actions(struct batch_hand *hand, uint32_t from, uint32_t to)
{
    for (uint32_t number = from; number < to; number++)
        hand->batch->drawn[number] = draw(hand, number, batch_state_of(hand->batch, number));
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

/* The state after the next one is fetched while this one plays; which of its lines will be needed nobody knows. */
static inline void fetch_ahead(const struct ochre_batch *batch, uint32_t number)
{
    enum { LINE = 64 };
    const unsigned char *state = (const unsigned char *)batch_state_of(batch, number + BATCH_AHEAD);
    for (uint32_t at = 0; at < shared_of(batch->setup)->size; at += LINE)
        __builtin_prefetch(state + at, 1);
}

/* An action each, if there are any; then on to the next question. */
static void step_plays(struct batch_hand *hand, uint32_t from, uint32_t to)
{
    struct ochre_batch *batch = hand->batch;
    const struct ochre_setup *setup = batch->setup;
    const struct ochre_rules *rules = &shared_of(setup)->rules;
    const int32_t *actions = batch->task == TASK_STEP ? batch->actions : NULL;
    bool is_list_wanted = batch->arrays.mask || batch->arrays.legal || batch->arrays.legal_count;
    for (uint32_t number = from; number < to; number++) {
        struct batch_play *play = &batch->play[number];
        ochre_state *state = batch_state_of(batch, number);
        fetch_ahead(batch, number);
        if (actions) {
            rules->apply(setup, state, play->seat, (ochre_action)actions[number], NULL);
            play->moves++;
        }
        settle(hand, number);
        if (is_list_wanted)
            list_moves(hand, play, state);
        else
            play->count = BATCH_UNLISTED;
        write_question(batch, number, state);
        batch->drawn[number] = batch->draws_ahead ? draw(hand, number, state) : BATCH_UNDRAWN;
    }
}

static void list_again(struct batch_hand *hand, uint32_t from, uint32_t to)
{
    for (uint32_t number = from; number < to; number++)
        list_moves(hand, &hand->batch->play[number], batch_state_of(hand->batch, number));
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
    case TASK_RESET: reset_plays(batch, from, to); break;
    case TASK_STEP: break;
    }
    clear_ends(batch, from, to);
    step_plays(hand, from, to);
}
