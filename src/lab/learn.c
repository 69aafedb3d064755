/* learn.c: the rounds. See learn.h. What was done is seen in the folder: plays, a mind and a match for every round. */
#include "lab/learn.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "lab/learn_inner.h"
#include "table/file.h"

enum {
    REMEMBERED = 4, /* rounds whose plays are learned from */
    TEST_EVERY = 10 /* one play of so many is not learned from but foretold */
};

const char *learn_path(const struct learn_plan *plan, int round, const char *suffix, char path[LEARN_PATH_SIZE])
{
    struct ochre_text text = text_on(path, LEARN_PATH_SIZE);
    text_add(&text, plan->folder);
    text_add(&text, round ? "/round-" : "/best");
    if (round) {
        text_add(&text, round < 10 ? "00" : round < 100 ? "0" : "");
        text_add(&text, NUM(round));
    }
    text_add(&text, suffix);
    return path;
}

/* ---- a run ---- */

struct run {
    struct learn *learn;
    struct mind *best; /* NULL: the search without a mind */
    uint64_t opening;  /* a hash of what is played */
    int round;
    struct sprt sprt;
    int games; /* of the match, as far as they count */
};

static uint64_t hash_word(uint64_t hash, const char *word)
{
    return hash_bytes(hash, word, strlen(word) + 1);
}

static uint64_t hash_number(uint64_t hash, int64_t number)
{
    return hash_mix(hash ^ hash_mix((uint64_t)number + 1));
}

static uint64_t hash_opening(const struct opening *opening)
{
    const struct ochre_setup *setup = &opening->setup;
    uint64_t hash = hash_word(0, setup->game->id);
    hash = hash_number(hash, setup->game->rules_version);
    hash = hash_number(hash, setup->seats);
    for (int i = 0; i < OCHRE_OPTIONS_MAX; i++)
        hash = hash_word(hash, setup->option[i].word);
    hash = hash_word(hash, setup->pack ? setup->pack->hash : "");
    return hash_bytes(hash, opening->start.bytes, setup->state_size);
}

static uint64_t hash_mind(const struct mind *mind)
{
    size_t length;
    unsigned char *bytes = mind ? mind_write(mind, &length) : NULL;
    uint64_t hash = bytes ? hash_bytes(1, bytes, length) : 0;
    free(bytes);
    return hash;
}

/* Names what is played, so that a folder of something else is refused. */
static void name_run(const struct run *run, const struct mind *fresh, char name[17])
{
    const struct learn_plan *plan = &run->learn->plan;
    uint64_t hash = hash_number(run->opening, run->round);
    hash = hash_number(hash, plan->iterations);
    hash = hash_number(hash, (int64_t)plan->seed);
    hash = hash_number(hash, (int64_t)hash_mind(run->best));
    hash = hash_number(hash, (int64_t)hash_mind(fresh));
    for (int i = 15; i >= 0; i--, hash >>= 4)
        name[i] = "0123456789abcdef"[hash & 15];
    name[16] = '\0';
}

static bool is_stopped(const struct run *run)
{
    return run->learn->plan.stop && atomic_load(run->learn->plan.stop);
}

static uint64_t seed_of(const struct run *run, int what)
{
    return hash_mix(run->learn->plan.seed ^ hash_mix((uint64_t)run->round << 8 | (uint64_t)what));
}

static void tell_progress(const struct run *run, enum learn_stage stage, int done, int total)
{
    const struct learn_plan *plan = &run->learn->plan;
    if (plan->progress)
        plan->progress(plan->who, run->round, stage, done, total);
}

/* ---- plays ---- */

static void plays_progress(void *who, int done)
{
    const struct run *run = who;
    tell_progress(run, LEARN_PLAYS, done, run->learn->plan.plays);
}

static int make_plays(struct run *run, struct ochre_error *error)
{
    char path[LEARN_PATH_SIZE];
    const struct learn_plan *plan = &run->learn->plan;
    struct learn_job job = {.plan = plan,
                            .path = learn_path(plan, run->round, ".plays", path),
                            .plays = plan->plays,
                            .seed = seed_of(run, 1),
                            .mind = {run->best},
                            .progress = plays_progress,
                            .who = run};
    name_run(run, NULL, job.run);
    return learn_crew_run(&job, error);
}

/* ---- a mind ---- */

static void fit_progress(void *who, int done, int total)
{
    tell_progress(who, LEARN_FIT, done, total);
}

static int read_round(const struct run *run, int round, struct learn_hand *hand, struct learn_data *data,
                      struct ochre_error *error)
{
    char path[LEARN_PATH_SIZE];
    struct learn_book book;
    int plays = run->learn->plan.plays;
    int status = learn_book_open(&book, learn_path(&run->learn->plan, round, ".plays", path), plays, error);
    for (int i = 0; status == 0 && i < book.count; i++)
        if (!learn_data_add(data, hand, book.bytes[i], book.length[i], i % TEST_EVERY == TEST_EVERY - 1))
            status = error_set(error, "", "{0}: play {1} is no play of this game", path, NUM(i + 1));
    learn_book_close(&book);
    return status;
}

static int save_mind(const struct mind *mind, const char *path, struct ochre_error *error)
{
    size_t length;
    struct ochre_error why = {0};
    unsigned char *bytes = mind_write(mind, &length);
    int status = bytes ? file_save(path, (const char *)bytes, length, &why) : error_set(&why, "", "out of memory");
    free(bytes);
    return status < 0 ? error_pass(error, &why, path) : 0;
}

/* Always fitted anew: that takes seconds, and the same plays give the same mind. */
static struct mind *make_mind(struct run *run, struct ochre_error *error)
{
    char path[LEARN_PATH_SIZE];
    const struct learn_plan *plan = &run->learn->plan;
    struct learn_round *round = &run->learn->round[run->round - 1];
    struct learn_data data = {.setup = &plan->opening->setup};
    struct learn_hand hand;
    struct mind *mind = NULL;
    int status = 0;
    learn_hand_init(&hand, plan);
    for (int r = run->round > REMEMBERED ? run->round - REMEMBERED + 1 : 1; r <= run->round && status == 0; r++)
        status = read_round(run, r, &hand, &data, error);
    round->positions = (int)data.samples;
    if (status == 0)
        mind = learn_fit(&data, seed_of(run, 2), &round->losses, plan->stop, fit_progress, run);
    if (mind && save_mind(mind, learn_path(plan, run->round, ".mind", path), error) < 0) {
        mind_delete(mind);
        mind = NULL;
    } else if (!mind && status == 0 && !is_stopped(run)) {
        error_set(error, "", "out of memory");
    }
    learn_hand_free(&hand);
    learn_data_free(&data);
    return mind;
}

/* ---- a match ---- */

static bool count_game(void *who, int number, const unsigned char *bytes)
{
    struct run *run = who;
    run->games = number + 1;
    sum_add(&run->sprt.score, learn_match_score(bytes));
    return number % 2 == 1 && sprt_verdict(&run->sprt) != SPRT_GOES_ON;
}

static void match_progress(void *who, int done)
{
    const struct run *run = who;
    tell_progress(run, LEARN_MATCH, done, run->learn->plan.games);
}

static int play_match(struct run *run, const struct mind *fresh, struct ochre_error *error)
{
    char path[LEARN_PATH_SIZE];
    const struct learn_plan *plan = &run->learn->plan;
    struct learn_job job = {.plan = plan,
                            .path = learn_path(plan, run->round, ".match", path),
                            .plays = plan->games,
                            .seed = seed_of(run, 3),
                            .mind = {fresh, run->best},
                            .is_match = true,
                            .is_enough = count_game,
                            .progress = match_progress,
                            .who = run};
    name_run(run, fresh, job.run);
    run->games = 0;
    run->sprt = (struct sprt){.elo0 = plan->elo0, .elo1 = plan->elo1};
    return learn_crew_run(&job, error);
}

/* The match is over: the round says how it went, and the new mind may be the best now. */
static int end_round(struct run *run, struct mind **fresh, struct ochre_error *error)
{
    char path[LEARN_PATH_SIZE];
    struct learn *learn = run->learn;
    struct learn_round *round = &learn->round[run->round - 1];
    round->games = run->games;
    round->score = run->sprt.score;
    round->verdict = sprt_verdict(&run->sprt);
    round->rating = run->round > 1 ? learn->round[run->round - 2].rating : 0;
    round->is_done = true;
    learn->done = run->round;
    if (round->verdict != SPRT_YES)
        return 0;
    round->rating += rating_difference((round->score.total + 0.5) / (round->score.count + 1));
    learn->best = run->round;
    mind_delete(run->best);
    run->best = *fresh;
    *fresh = NULL;
    return save_mind(run->best, learn_path(&learn->plan, 0, ".mind", path), error);
}

static int play_round(struct run *run, struct ochre_error *error)
{
    struct learn *learn = run->learn;
    if (make_plays(run, error) < 0)
        return -1;
    if (is_stopped(run))
        return 0;
    struct mind *fresh = make_mind(run, error);
    if (!fresh)
        return is_stopped(run) ? 0 : -1;
    int status = play_match(run, fresh, error);
    bool is_whole = run->games == learn->plan.games || sprt_verdict(&run->sprt) != SPRT_GOES_ON;
    if (status == 0 && is_whole) {
        status = end_round(run, &fresh, error);
        if (learn->plan.tell)
            learn->plan.tell(learn->plan.who, run->round);
    }
    mind_delete(fresh);
    return status;
}

int learn_run(struct learn *learn, struct ochre_error *error)
{
    struct run run = {.learn = learn, .opening = hash_opening(learn->plan.opening)};
    const struct ochre_setup *setup = &learn->plan.opening->setup;
    int status = 0;
    learn->done = learn->best = 0;
    if (setup->observe_size > MIND_INPUTS_MAX || setup->actions > MIND_ACTIONS_MAX)
        return error_set(error, "",
                         "too large to be learned: {0} numbers in a view (at most {1}), {2} actions (at most {3})",
                         NUM((int64_t)setup->observe_size), NUM(MIND_INPUTS_MAX), NUM((int64_t)setup->actions),
                         NUM(MIND_ACTIONS_MAX));
    if (mkdir(learn->plan.folder, 0777) < 0 && errno != EEXIST)
        return error_set(error, "", "{0}: {1}", learn->plan.folder, strerror(errno));
    for (run.round = 1; run.round <= learn->plan.rounds && status == 0 && !is_stopped(&run); run.round++) {
        status = play_round(&run, error);
        if (learn->done < run.round)
            break;
    }
    mind_delete(run.best);
    return status;
}
