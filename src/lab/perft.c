/* perft.c: see perft.h. */
#include "lab/perft.h"
#include "rules/rules.h"
#include "rules/think.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Leaves below a state, with legal and apply. `lists` has room for one list per remaining move. */
static uint64_t count_plainly(const struct ochre_setup *setup, const struct ochre_state *state, int depth, bool bulk,
                              ochre_action *lists)
{
    const struct ochre_game *game = setup->game;
    ochre_seats pending = game->rules->pending(setup, state);
    if (depth == 0)
        return 1;
    if (!pending)
        return 0;
    int seat = seats_first(pending);
    int count = game->rules->legal(setup, state, seat, lists);
    if (depth == 1 && bulk)
        return (uint64_t)count;
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        struct ochre_state next;
        state_copy(setup, &next, state);
        game->rules->apply(setup, &next, seat, lists[i], NULL);
        leaves += count_plainly(setup, &next, depth - 1, bulk, lists + setup->legal_max);
    }
    return leaves;
}

/* What the threads share: root moves are taken one by one. */
struct work {
    struct perft *perft;
    const struct ochre_setup *setup;
    const struct ochre_state *state;
    int seat;
    _Atomic uint32_t next;
    _Atomic bool is_out_of_memory;
};

static void *count_roots(void *from)
{
    struct work *work = from;
    struct perft *perft = work->perft;
    const struct ochre_setup *setup = work->setup;
    ochre_action *lists = calloc((size_t)perft->depth * setup->legal_max, sizeof *lists);
    if (!lists) {
        work->is_out_of_memory = true;
        return NULL;
    }
    for (uint32_t i = work->next++; i < perft->roots; i = work->next++) {
        struct ochre_state next;
        state_copy(setup, &next, work->state);
        setup->game->rules->apply(setup, &next, work->seat, perft->action[i], NULL);
        perft->leaves[i] = setup->game->think->perft
                               ? setup->game->think->perft(setup, &next, perft->depth - 1, perft->bulk, NULL)
                               : count_plainly(setup, &next, perft->depth - 1, perft->bulk, lists);
    }
    free(lists);
    return NULL;
}

static int share_out(struct work *work)
{
    pthread_t thread[PERFT_THREADS_MAX];
    int wanted = work->perft->threads - 1; /* this thread works too */
    int started = 0;
    while (started < wanted && pthread_create(&thread[started], NULL, count_roots, work) == 0)
        started++;
    count_roots(work);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    return work->is_out_of_memory ? -1 : 0;
}

/* A game's own count may look past an end that apply sees (a repetition). Then its root moves cannot be handed out. */
static bool can_share(const struct work *work)
{
    const struct perft *perft = work->perft;
    if (!work->setup->game->think->perft)
        return true;
    if (perft->threads == 1)
        return false;
    for (uint32_t i = 0; i < perft->roots; i++) {
        struct ochre_state next;
        state_copy(work->setup, &next, work->state);
        work->setup->game->rules->apply(work->setup, &next, work->seat, perft->action[i], NULL);
        if (!work->setup->game->rules->pending(work->setup, &next))
            return false;
    }
    return true;
}

int perft_count(struct perft *perft, const struct ochre_setup *setup, const struct ochre_state *state)
{
    const struct ochre_game *game = setup->game;
    ochre_seats pending = game->rules->pending(setup, state);
    perft->roots = 0;
    perft->action = calloc(setup->legal_max, sizeof *perft->action);
    perft->leaves = calloc(setup->legal_max, sizeof *perft->leaves);
    if (!perft->action || !perft->leaves)
        return -1;
    perft->nodes = perft->depth == 0;
    if (perft->depth == 0)
        return 0;
    struct work work = {.perft = perft, .setup = setup, .state = state, .seat = pending ? seats_first(pending) : 0};
    if (pending)
        perft->roots = (uint32_t)game->rules->legal(setup, state, work.seat, perft->action);
    if (pending && can_share(&work)) {
        if (share_out(&work) < 0)
            return -1;
    } else if (game->think->perft) {
        struct ochre_divide divide = {.action = perft->action, .nodes = perft->leaves};
        game->think->perft(setup, state, perft->depth, perft->bulk, &divide);
        perft->roots = divide.count;
    }
    for (uint32_t i = 0; i < perft->roots; i++)
        perft->nodes += perft->leaves[i];
    return 0;
}

void perft_free(struct perft *perft)
{
    free(perft->action);
    free(perft->leaves);
}
