/* thinkers_page.c: see thinkers_page.h. */
#include "module/thinkers_page.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "module/thinking.h"
#include "rules/rules.h"
#include "server/memory.h"

const char *const thinkers_lanes[THINKERS_LANES] = {"light", "deep", "unwatched", "errand"};

enum { QUEUE_MAX = 256, MEMORY_MAX = 64 << 20 };

enum job_state { JOB_WAITING, JOB_OUTSIDE, JOB_ENDED };

struct job {
    struct job *next;
    struct ochre_view view;
    uint64_t number;
    enum job_state state;
    bool is_hint;
    int64_t table;
    struct opening *opening;
    struct bot *bot;
    int seat;
    uint64_t seed;
    thought_done *done;
    void *who;
    double began, due;
    struct thinking_answer answer;
};

struct thinkers {
    struct thinkers_page outside;
    struct job *first; /* in the order of asking */
    struct job *out;   /* the one that the other worker has */
    uint32_t ticket;
    uint64_t asked;
    int count;
    struct thinkers_metrics metrics;
};

static double now_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct thinkers *thinkers_new(const struct thinkers_config *config, struct ochre_error *error)
{
    (void)config;
    (void)error;
    return new_memory(sizeof(struct thinkers));
}

void thinkers_page_use(struct thinkers *thinkers, const struct thinkers_page *outside)
{
    thinkers->outside = *outside;
}

static void forget(struct thinkers *thinkers, struct job *job)
{
    struct job **at = &thinkers->first;
    while (*at != job)
        at = &(*at)->next;
    *at = job->next;
    thinkers->count--;
    opening_delete(job->opening);
    bot_delete(job->bot);
    free(job);
}

void thinkers_delete(struct thinkers *thinkers)
{
    while (thinkers && thinkers->first)
        forget(thinkers, thinkers->first);
    free(thinkers);
}

/* ---- asking ---- */

static struct job *job_new(const struct thinking *thinking, struct bot *bot)
{
    struct job *job = aligned_alloc(64, (sizeof *job + 63) / 64 * 64);
    if (!job)
        abort();
    memset(job, 0, sizeof *job);
    memcpy(&job->view, thinking->view, thinking->opening->setup.state_size);
    job->table = thinking->table;
    job->opening = opening_share(thinking->opening);
    job->bot = bot;
    job->seat = thinking->seat;
    job->seed = thinking->seed;
    job->is_hint = thinking->is_hint;
    job->done = thinking->done;
    job->who = thinking->who;
    return job;
}

uint64_t thinkers_ask(struct thinkers *thinkers, const struct thinking *thinking, struct ochre_error *error)
{
    struct bot *bot = bot_new(thinking->bot, error);
    if (!bot)
        return 0;
    if (thinkers->count == QUEUE_MAX) {
        bot_delete(bot);
        thinkers->metrics.refused++;
        (void)error_set(error, "busy", "too many computer players are thinking; try again in a moment");
        return 0;
    }
    bot_limit_memory(bot, MEMORY_MAX);
    struct job *job = job_new(thinking, bot);
    struct job **at = &thinkers->first;
    while (*at && ((*at)->state != JOB_WAITING || !job->is_hint || (*at)->is_hint))
        at = &(*at)->next;
    job->next = *at;
    *at = job;
    thinkers->count++;
    thinkers->metrics.hints += job->is_hint;
    return job->number = ++thinkers->asked;
}

/* Nobody else waits here. */
void thinkers_hurry(struct thinkers *thinkers, uint64_t job)
{
    (void)thinkers;
    (void)job;
}

static void cancel(struct thinkers *thinkers, struct job *job)
{
    thinkers->metrics.cancelled++;
    if (thinkers->out == job) {
        thinkers->out = NULL;
        thinkers->outside.stop(thinkers->outside.who, thinkers->ticket);
    }
    forget(thinkers, job);
}

void thinkers_cancel(struct thinkers *thinkers, uint64_t number)
{
    for (struct job *job = thinkers->first; job; job = job->next)
        if (job->number == number) {
            cancel(thinkers, job);
            return;
        }
}

void thinkers_cancel_table(struct thinkers *thinkers, int64_t table)
{
    for (struct job *job = thinkers->first, *next; job; job = next) {
        next = job->next;
        if (job->table == table)
            cancel(thinkers, job);
    }
}

/* ---- thinking ---- */

/* In games with secrets a thought takes its bot's pace, or a multiple, as on a server (thinkers.h). */
static void end_job(struct thinkers *thinkers, struct job *job)
{
    enum thinkers_lane lane = bot_is_light(job->bot) ? THINKERS_LIGHT : THINKERS_DEEP;
    if (job->opening->setup.game->rules->redact && !job->is_hint) {
        double pace = bot_pace(job->bot);
        job->answer.seconds = pace * ceil(job->answer.seconds > 0 ? job->answer.seconds / pace : 1);
    }
    job->due = job->began + (job->opening->setup.game->rules->redact && !job->is_hint ? job->answer.seconds : 0);
    job->state = JOB_ENDED;
    thinkers->metrics.seconds += job->answer.seconds;
    thinkers->metrics.lane[lane].seconds += job->answer.seconds;
}

static void think_here(struct thinkers *thinkers, struct job *job)
{
    thinking_think(job->bot, &job->opening->setup, &job->view, job->seat, job->seed, &job->answer);
    bot_forget(job->bot);
    end_job(thinkers, job);
}

static void send_out(struct thinkers *thinkers, struct job *job)
{
    size_t length;
    char *question = thinking_write(job->opening, &job->view, job->seat, bot_name(job->bot), job->seed, &length);
    job->state = JOB_OUTSIDE;
    thinkers->out = job;
    thinkers->outside.think(thinkers->outside.who, ++thinkers->ticket, question, length);
    free(question);
}

void thinkers_page_work(struct thinkers *thinkers)
{
    for (struct job *job = thinkers->first; job; job = job->next) {
        if (job->state != JOB_WAITING)
            continue;
        bool is_light = bot_is_light(job->bot);
        if (!is_light && thinkers->out)
            continue;
        job->began = now_seconds();
        if (is_light)
            think_here(thinkers, job);
        else
            send_out(thinkers, job);
    }
}

void thinkers_page_thought(struct thinkers *thinkers, uint32_t ticket, const char *answer, size_t length)
{
    struct job *job = thinkers->out;
    if (!job || ticket != thinkers->ticket)
        return;
    assert(job->state == JOB_OUTSIDE);
    thinkers->out = NULL;
    if (length == sizeof job->answer) {
        memcpy(&job->answer, answer, sizeof job->answer);
        end_job(thinkers, job);
    } else {
        think_here(thinkers, job);
    }
}

/* ---- telling ---- */

int thinkers_page_wait(const struct thinkers *thinkers)
{
    double soonest = -1;
    for (const struct job *job = thinkers->first; job; job = job->next)
        if (job->state == JOB_ENDED && (soonest < 0 || job->due < soonest))
            soonest = job->due;
    double left = soonest - now_seconds();
    return soonest < 0 ? -1 : left > 0 ? (int)ceil(1000 * left) : 0;
}

static struct job *take_due(struct thinkers *thinkers)
{
    double now = now_seconds();
    for (struct job *job = thinkers->first; job; job = job->next)
        if (job->state == JOB_ENDED && job->due <= now)
            return job;
    return NULL;
}

int thinkers_deliver(struct thinkers *thinkers)
{
    int count = 0;
    for (struct job *job; (job = take_due(thinkers)); count++) {
        struct thinking_answer answer = job->answer;
        struct ochre_view view = job->view;
        struct opening *opening = opening_share(job->opening);
        struct thought thought = {.job = job->number,
                                  .table = job->table,
                                  .seat = job->seat,
                                  .action = answer.action,
                                  .thoughts = &answer.thoughts,
                                  .view = &view,
                                  .setup = &opening->setup,
                                  .seconds = answer.seconds};
        thought_done *done = job->done;
        void *who = job->who;
        thinkers->metrics.done++;
        forget(thinkers, job); /* first: what is told may ask and cancel */
        done(who, &thought);
        opening_delete(opening);
    }
    return count;
}

bool thinkers_is_quick(const char *bot)
{
    return text_same(bot, "random");
}

void thinkers_measure(struct thinkers *thinkers, struct thinkers_metrics *metrics)
{
    *metrics = thinkers->metrics;
    metrics->threads = 1;
    for (const struct job *job = thinkers->first; job; job = job->next) {
        enum thinkers_lane lane = bot_is_light(job->bot) ? THINKERS_LIGHT : THINKERS_DEEP;
        metrics->waiting += job->state == JOB_WAITING;
        metrics->lane[lane].waiting += job->state == JOB_WAITING;
        metrics->thinking += job->state == JOB_OUTSIDE;
    }
}
