/* ismcts_crew.c: several threads think about one question. Each worker grows trees of its own, from its own luck, with
 * its share of the iterations and of the memory; in the end they add up what they found out about the moves. So the
 * answer to a number of iterations depends on the number of threads, but never on how fast they are. */
#include <pthread.h>

#include "ai/bot_kinds.h"
#include "ai/ismcts_inner.h"

struct job {
    struct ismcts *worker;
    const struct ochre_view *view;
    int seat;
    struct ochre_rng rng;
    struct bot_thoughts thoughts;
    pthread_t thread;
    bool is_elsewhere; /* in a thread of its own */
};

static void *do_job(void *argument)
{
    struct job *job = argument;
    ismcts_work(job->worker, job->view, job->seat, &job->thoughts);
    return NULL;
}

static int crew_size(const struct ismcts *search)
{
    int threads = search->options.threads;
    return threads < 1 ? 1 : threads > ISMCTS_THREADS_MAX ? ISMCTS_THREADS_MAX : threads;
}

/* This worker's part of the budget; every worker does at least one iteration. */
static struct ismcts_options share(const struct ismcts_options *whole, int worker, int workers)
{
    struct ismcts_options part = *whole;
    uint64_t count = (uint64_t)workers;
    part.memory_limit /= count;
    if (whole->budget.iterations)
        part.budget.iterations =
            whole->budget.iterations / count + ((uint64_t)worker < whole->budget.iterations % count);
    if (whole->budget.iterations && part.budget.iterations == 0)
        part.budget.iterations = 1;
    return part;
}

static void hire(struct ismcts *search, int number, const struct ismcts_options *part)
{
    if (!search->crew[number])
        search->crew[number] = ismcts_new();
    struct ismcts *worker = search->crew[number];
    worker->options = *part;
    worker->setup = search->setup;
}

void ismcts_crew_dismiss(struct ismcts *search)
{
    for (int i = 0; i < ISMCTS_THREADS_MAX - 1; i++)
        ismcts_delete(search->crew[i]);
}

/* Adds what a worker knows about the moves of its root. */
static void gather(struct ismcts *search, const struct ismcts *worker, int seat)
{
    search->done += worker->done;
    for (int s = 0; s < search->setup->seats; s++)
        search->total[s] += worker->total[s];
    if (search->done == 0 || worker->done == 0)
        return;
    const struct tree_node *mine = &search->tree.nodes[search->root[tree_of(search, seat)]];
    const struct tree_node *other = &worker->tree.nodes[worker->root[tree_of(worker, seat)]];
    const struct tree_move *found = worker->tree.moves + other->first;
    for (uint32_t i = 0, k = 0; i < mine->count && k < other->count; i++) {
        struct tree_move *move = &search->tree.moves[mine->first + i];
        while (k < other->count && found[k].action < move->action)
            k++;
        if (k < other->count && found[k].action == move->action) {
            move->visits += found[k].visits;
            move->total += found[k].total;
        }
    }
}

static void work_together(struct ismcts *search, const struct ochre_view *view, int seat, int workers,
                          struct bot_thoughts *thoughts)
{
    struct job job[ISMCTS_THREADS_MAX - 1];
    struct ismcts_options whole = search->options;
    for (int i = 0; i < workers - 1; i++) {
        struct ismcts_options part = share(&whole, i + 1, workers);
        hire(search, i, &part);
        job[i] =
            (struct job){.worker = search->crew[i], .view = view, .seat = seat, .thoughts = {.stop = thoughts->stop}};
        rng_seed(&job[i].rng, rng_next(search->rng));
        job[i].worker->rng = &job[i].rng;
    }
    for (int i = 0; i < workers - 1; i++)
        job[i].is_elsewhere = pthread_create(&job[i].thread, NULL, do_job, &job[i]) == 0;
    search->options = share(&whole, 0, workers);
    ismcts_work(search, view, seat, thoughts);
    search->options = whole;
    for (int i = 0; i < workers - 1; i++) {
        if (job[i].is_elsewhere)
            pthread_join(job[i].thread, NULL);
        else if (whole.budget.iterations) /* no thread to be had: the same answer, later */
            do_job(&job[i]);
        else
            job[i].worker->done = 0;
        gather(search, job[i].worker, seat);
    }
}

void ismcts_crew_work(struct ismcts *search, const struct ochre_view *view, int seat, struct bot_thoughts *thoughts)
{
    int workers = crew_size(search);
    if (workers == 1)
        ismcts_work(search, view, seat, thoughts);
    else
        work_together(search, view, seat, workers, thoughts);
    thoughts->iterations = search->done;
    thoughts->memory = tree_bytes(&search->tree);
    thoughts->is_memory_full = search->tree.is_full;
    for (int i = 0; i < workers - 1; i++) {
        thoughts->memory += tree_bytes(&search->crew[i]->tree);
        thoughts->is_memory_full = thoughts->is_memory_full || search->crew[i]->tree.is_full;
    }
}
