/* batch.c: many plays of one setup, stepped together: making, the doors, ending. */
#include "api/batch_inner.h"

#include <stdlib.h>

enum {
    THREADS_MAX = 256,
    PLAYS_MAX = 1 << 24,
    NEAR = 512 << 10, /* bytes that stay in a cache from one step to the next */
};

/* ---- making and ending ---- */

static void *take(size_t count, size_t size)
{
    return aligned_alloc(64, (count * size + 63) / 64 * 64);
}

static void hand_free(struct batch_hand *hand)
{
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++)
        bot_delete(hand->bot[seat]);
    free(hand->list);
}

void ochre_batch_delete(ochre_batch *batch)
{
    if (!batch)
        return;
    batch_crew_end(batch);
    for (uint32_t i = 0; batch->hand && i < batch->threads; i++)
        hand_free(&batch->hand[i]);
    free(batch->hand);
    free(batch->states);
    free(batch->lists);
    free(batch->play);
    free(batch->drawn);
    ochre_setup_drop(batch->setup);
    free(batch);
}

static int make_hand(struct ochre_batch *batch, struct batch_hand *hand, const ochre_batch_terms *terms, ochre_why *why)
{
    hand->batch = batch;
    hand->list = take(batch->setup->legal_max, sizeof *hand->list);
    if (!hand->list)
        return refuse(why, "", "not enough memory");
    for (int seat = 0; seat < batch->setup->seats; seat++) {
        struct ochre_error error = {0};
        if (!terms->player[seat]) {
            hand->outside |= SEAT_BIT(seat);
            continue;
        }
        hand->bot[seat] = bot_new(terms->player[seat], &error);
        if (!hand->bot[seat] || bot_suits(hand->bot[seat], batch->setup, &error) < 0)
            return refuse_error(why, &error);
    }
    return 0;
}

static int make_room(struct ochre_batch *batch, const ochre_batch_terms *terms, ochre_why *why)
{
    const struct shared_setup *shared = shared_of(batch->setup);
    batch->states = take((size_t)batch->plays + BATCH_AHEAD, shared->size);
    batch->is_far = (size_t)batch->plays * shared->size > NEAR;
    batch->spare = (size_t)batch->plays * batch->setup->legal_max;
    batch->lists = take(batch->plays + 1, batch->setup->legal_max * sizeof *batch->lists);
    batch->play = take(batch->plays, sizeof *batch->play);
    batch->drawn = take(batch->plays, sizeof *batch->drawn);
    batch->hand = calloc(batch->threads, sizeof *batch->hand);
    if (!batch->states || !batch->lists || !batch->play || !batch->drawn || !batch->hand)
        return refuse(why, "", "not enough memory");
    memset(batch->play, 0, batch->plays * sizeof *batch->play);
    for (uint32_t i = 0; i < batch->threads; i++)
        if (make_hand(batch, &batch->hand[i], terms, why) < 0)
            return OCHRE_REFUSED;
    return batch_crew_start(batch) < 0 ? refuse(why, "", "the threads cannot be started") : 0;
}

static int check_terms(const ochre_setup *setup, const ochre_batch_terms *terms, ochre_why *why)
{
    if (terms->plays < 1 || terms->plays > PLAYS_MAX)
        return refuse_with(why, "", "plays cannot be {0} (expected 1 to {1})", NUM(terms->plays), NUM(PLAYS_MAX));
    if (terms->threads < 1 || terms->threads > THREADS_MAX)
        return refuse_with(why, "", "threads cannot be {0} (expected 1 to {1})", NUM(terms->threads), NUM(THREADS_MAX));
    if (setup->game->rules->pending(setup, &shared_of(setup)->start) == 0)
        return refuse(why, "", "the setup begins where play is over");
    for (int seat = 0; seat < setup->seats; seat++)
        if (!terms->player[seat])
            return 0;
    return refuse(why, "", "all seats are played inside: nobody is left to be asked");
}

ochre_batch *ochre_batch_new(ochre_setup *setup, const ochre_batch_terms *terms, size_t terms_size, ochre_why *why)
{
    ochre_batch_terms all = {0};
    memcpy(&all, terms, terms_size < sizeof all ? terms_size : sizeof all);
    if (check_terms(setup, &all, why) < 0)
        return NULL;
    ochre_batch *batch = calloc(1, sizeof *batch);
    if (!batch) {
        refuse(why, "", "not enough memory");
        return NULL;
    }
    batch->setup = ochre_setup_share(setup);
    batch->plays = all.plays;
    batch->threads = all.threads;
    batch_crew_init(batch);
    if (make_room(batch, &all, why) < 0) {
        ochre_batch_delete(batch);
        return NULL;
    }
    ochre_batch_reset(batch, all.seed, NULL, 0);
    return batch;
}

/* ---- playing ---- */

static void use_arrays(ochre_batch *batch, const ochre_batch_arrays *arrays, size_t size)
{
    memset(&batch->arrays, 0, sizeof batch->arrays);
    if (arrays)
        memcpy(&batch->arrays, arrays, size < sizeof batch->arrays ? size : sizeof batch->arrays);
}

void ochre_batch_reset(ochre_batch *batch, uint64_t seed, const ochre_batch_arrays *arrays, size_t arrays_size)
{
    use_arrays(batch, arrays, arrays_size);
    batch->seed = seed;
    batch->draws_ahead = batch->is_drawn_ahead = false;
    batch->task = TASK_RESET;
    batch_run(batch);
}

/* Says which play, and which rule. */
static int refuse_action(ochre_batch *batch, uint32_t number, int32_t action, ochre_why *why)
{
    struct ochre_state copy;
    ochre_why inner = {.rule = "turn", .words = "nobody outside is ever asked"};
    const struct batch_play *play = &batch->play[number];
    if (play->seat != OCHRE_OVER) {
        ochre_state_copy(batch->setup, &copy, batch_state_of(batch, number));
        ochre_state_apply(batch->setup, &copy, play->seat, action, (int32_t *)batch->hand[0].list, &inner);
    }
    return refuse_with(why, inner.rule, "play {0}: action {1}: {2}", NUM(number), NUM(action), inner.words);
}

/* Is the action in the list? Without branches that depend on it: nobody can foresee them. */
static bool has_action(const ochre_action *list, int32_t count, ochre_action action)
{
    if (count <= 0)
        return false;
    uint32_t rest = (uint32_t)count;
    while (rest > 1) {
        uint32_t half = rest / 2;
        list += list[half] <= action ? half : 0;
        rest -= half;
    }
    return *list == action;
}

/* Are these the actions that we have drawn ourselves? Then nothing need be looked up. */
static bool are_drawn(const struct ochre_batch *batch, const int32_t *actions)
{
    int32_t others = 0;
    for (uint32_t number = 0; number < batch->plays; number++)
        others |= (actions[number] ^ batch->drawn[number]) | (actions[number] < 0);
    return others == 0;
}

/* May every play go on with its action? What nobody has wanted to know yet is listed now. */
static int check_actions(ochre_batch *batch, const int32_t *actions, ochre_why *why)
{
    for (uint32_t number = 0; number < batch->plays; number++) {
        const struct batch_play *play = &batch->play[number];
        int32_t action = actions[number];
        if (action >= 0 && action == batch->drawn[number])
            continue;
        if (play->count == BATCH_UNLISTED) {
            batch->task = TASK_LIST;
            batch_run(batch);
        }
        if (!has_action(batch_list_of(batch, number), play->count, (ochre_action)action))
            return refuse_action(batch, number, action, why);
    }
    return 0;
}

int ochre_batch_step(ochre_batch *batch, const int32_t *actions, const ochre_batch_arrays *arrays, size_t arrays_size,
                     ochre_why *why)
{
    batch->draws_ahead = are_drawn(batch, actions);
    if (!batch->draws_ahead && check_actions(batch, actions, why) < 0)
        return OCHRE_REFUSED;
    use_arrays(batch, arrays, arrays_size);
    batch->actions = actions;
    batch->task = TASK_STEP;
    batch_run(batch);
    batch->is_drawn_ahead = batch->draws_ahead;
    return 0;
}

void ochre_batch_random(ochre_batch *batch, int32_t *actions)
{
    if (!batch->is_drawn_ahead) {
        batch->task = TASK_RANDOM;
        batch_run(batch);
    }
    batch->is_drawn_ahead = false;
    memcpy(actions, batch->drawn, batch->plays * sizeof *actions);
}

void ochre_batch_rollout(ochre_batch *batch, uint32_t steps, int32_t *actions, const ochre_batch_arrays *arrays,
                         size_t arrays_size)
{
    use_arrays(batch, arrays, arrays_size);
    batch->steps = steps;
    batch->rolled = actions;
    batch->task = TASK_ROLL;
    batch_run(batch);
    batch->is_drawn_ahead = true;
}

const ochre_state *ochre_batch_state(const ochre_batch *batch, uint32_t play)
{
    return play < batch->plays ? batch_state_of(batch, play) : NULL;
}

int ochre_batch_set(ochre_batch *batch, uint32_t play, const ochre_state *state, const ochre_batch_arrays *arrays,
                    size_t arrays_size, ochre_why *why)
{
    if (play >= batch->plays)
        return refuse_with(why, "", "there is no play {0}", NUM(play));
    if (!is_state(batch->setup, state))
        return refuse(why, "", "this is no state of this setup");
    if (batch->setup->game->rules->pending(batch->setup, state) == 0)
        return refuse(why, "turn", "play is over");
    use_arrays(batch, arrays, arrays_size);
    ochre_state_copy(batch->setup, batch_state_of(batch, play), state);
    batch->play[play].moves = 0;
    batch->actions = NULL;
    batch->draws_ahead = batch->is_drawn_ahead = false;
    batch->task = TASK_STEP;
    /* Its list may be longer than the place it had: it is made behind all others, then they are made anew. */
    batch_one_task(&batch->hand[0], play);
    if (batch->play[play].count != BATCH_UNLISTED) {
        batch->task = TASK_LIST;
        batch_run(batch);
    }
    return 0;
}
