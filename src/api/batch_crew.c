/* batch_crew.c: the threads of a batch. Which thread plays which play says nothing: every play has its own numbers. */
#include "api/batch_inner.h"

#include <unistd.h>

enum { SHARES = 8 }; /* pieces per thread, so that a slow one holds nobody up */

uint32_t batch_piece(const struct ochre_batch *batch)
{
    return batch->threads == 1 ? batch->plays : batch->plays / (batch->threads * SHARES) + 1;
}

static void work(struct batch_hand *hand)
{
    struct ochre_batch *batch = hand->batch;
    uint32_t piece = batch_piece(batch);
    for (;;) {
        uint32_t from = atomic_fetch_add(&batch->next, piece);
        if (from >= batch->plays)
            return;
        uint32_t to = piece < batch->plays - from ? from + piece : batch->plays;
        batch_piece_task(hand, from, to);
    }
}

static void *serve(void *given)
{
    struct batch_hand *hand = given;
    struct ochre_batch *batch = hand->batch;
    uint64_t seen = hand->seen;
    for (;;) {
        pthread_mutex_lock(&batch->lock);
        while (batch->round == seen && !batch->is_over)
            pthread_cond_wait(&batch->begin, &batch->lock);
        bool is_over = batch->is_over;
        seen = batch->round;
        pthread_mutex_unlock(&batch->lock);
        if (is_over)
            return NULL;
        work(hand);
        pthread_mutex_lock(&batch->lock);
        if (--batch->busy == 0)
            pthread_cond_signal(&batch->end);
        pthread_mutex_unlock(&batch->lock);
    }
}

/* After a fork the crew has stayed in the other process, and what it waits at is of no use here. */
static void adopt(struct ochre_batch *batch)
{
    if (batch->process == getpid())
        return;
    batch_crew_init(batch);
}

void batch_run(struct ochre_batch *batch)
{
    atomic_store(&batch->next, 0);
    if (batch->threads > 1) {
        adopt(batch);
        if (batch->hands_ready < batch->threads)
            batch_crew_start(batch); /* with fewer it takes longer, and comes out the same */
        pthread_mutex_lock(&batch->lock);
        batch->busy = batch->hands_ready - 1;
        batch->round++;
        pthread_cond_broadcast(&batch->begin);
        pthread_mutex_unlock(&batch->lock);
    }
    work(&batch->hand[0]);
    if (batch->threads > 1) {
        pthread_mutex_lock(&batch->lock);
        while (batch->busy > 0)
            pthread_cond_wait(&batch->end, &batch->lock);
        pthread_mutex_unlock(&batch->lock);
    }
}

void batch_crew_init(struct ochre_batch *batch)
{
    batch->process = getpid();
    batch->hands_ready = 1;
    pthread_mutex_init(&batch->lock, NULL);
    pthread_cond_init(&batch->begin, NULL);
    pthread_cond_init(&batch->end, NULL);
}

int batch_crew_start(struct ochre_batch *batch)
{
    for (; batch->hands_ready < batch->threads; batch->hands_ready++) {
        struct batch_hand *hand = &batch->hand[batch->hands_ready];
        hand->seen = batch->round;
        if (pthread_create(&hand->thread, NULL, serve, hand) != 0)
            return -1;
    }
    return 0;
}

void batch_crew_end(struct ochre_batch *batch)
{
    adopt(batch);
    pthread_mutex_lock(&batch->lock);
    batch->is_over = true;
    pthread_cond_broadcast(&batch->begin);
    pthread_mutex_unlock(&batch->lock);
    for (uint32_t i = 1; i < batch->hands_ready; i++)
        pthread_join(batch->hand[i].thread, NULL);
    pthread_cond_destroy(&batch->begin);
    pthread_cond_destroy(&batch->end);
    pthread_mutex_destroy(&batch->lock);
}
