/* reviews.c: see reviews.h. Reviews stand in a list, the one that was begun last first. */
#include "server/reviews.h"

#include <assert.h>
#include <stdlib.h>

#include "server/memory.h"
#include "server/thinkers.h"
#include "table/log.h"

struct kept_review {
    struct kept_review *next;
    char id[KEY_SIZE];
    char address[ADDRESS_NAME_SIZE];
    struct reviewing *play;
    uint64_t job;     /* of the thinkers, until it is over */
    int64_t asked_at; /* when somebody last asked for it */
    bool has_begun;   /* the thinkers' own: they have looked at the beginning */
    bool is_over;
    bool is_forgotten; /* not in the list: goes when it is over */
    atomic_bool stop;
};

struct reviews {
    struct thinkers *thinkers;
    struct kept_review *first;
    int most;
    int64_t made; /* grows, to name them */
};

static void review_delete(struct kept_review *kept)
{
    reviewing_delete(kept->play);
    free(kept);
}

/* ---- in the threads ---- */

/* An errand's slice: the beginning, then step after step. */
static bool look_on(void *what)
{
    struct kept_review *kept = what;
    if (kept->has_begun)
        return reviewing_on(kept->play);
    kept->has_begun = true;
    reviewing_begin(kept->play);
    return true;
}

/* ---- beginning and end ---- */

/* No thread knows it any more. */
static void note_end(void *what)
{
    struct kept_review *kept = what;
    kept->is_over = true;
    kept->job = 0;
    if (kept->is_forgotten)
        review_delete(kept);
}

struct reviews *reviews_new(struct thinkers *thinkers, int most)
{
    assert(most >= 0);
    struct reviews *reviews = new_memory(sizeof *reviews);
    *reviews = (struct reviews){.thinkers = thinkers, .most = most};
    return reviews;
}

void reviews_delete(struct reviews *reviews)
{
    if (!reviews)
        return;
    for (struct kept_review *kept = reviews->first, *next; kept; kept = next) {
        next = kept->next;
        assert(kept->is_over);
        review_delete(kept);
    }
    free(reviews);
}

int reviews_most(const struct reviews *reviews)
{
    return reviews->most;
}

void reviews_stop(struct reviews *reviews, struct kept_review *kept)
{
    if (!kept->is_over)
        thinkers_cancel(reviews->thinkers, kept->job);
}

void reviews_forget(struct reviews *reviews, struct kept_review *kept)
{
    struct kept_review **at = &reviews->first;
    while (*at != kept)
        at = &(*at)->next;
    *at = kept->next;
    kept->is_forgotten = true;
    if (kept->is_over)
        review_delete(kept);
    else
        thinkers_cancel(reviews->thinkers, kept->job);
}

void reviews_tick(struct reviews *reviews, int64_t now)
{
    for (struct kept_review *kept = reviews->first, *next; kept; kept = next) {
        next = kept->next;
        if (now - kept->asked_at > (kept->is_over ? REVIEWS_DONE_MS : REVIEWS_AWAY_MS))
            reviews_forget(reviews, kept);
    }
}

/* ---- is there room? ---- */

struct load {
    int kept, steps;      /* all */
    int working, of_this; /* under way: all, and of one address */
};

static struct load load_of(const struct reviews *reviews, const char *address)
{
    struct load load = {0};
    for (const struct kept_review *kept = reviews->first; kept; kept = kept->next) {
        load.kept++;
        load.steps += reviewing_total(kept->play);
        load.working += !kept->is_over;
        load.of_this += !kept->is_over && text_same(kept->address, address);
    }
    return load;
}

/* The one that nobody has asked for longest, of those that are over; NULL: there is none. */
static struct kept_review *stalest(const struct reviews *reviews)
{
    struct kept_review *found = NULL;
    for (struct kept_review *kept = reviews->first; kept; kept = kept->next)
        if (kept->is_over && (!found || kept->asked_at <= found->asked_at))
            found = kept;
    return found;
}

static int check_load(const struct reviews *reviews, const char *address, struct ochre_error *error)
{
    struct load load = load_of(reviews, address);
    if (load.of_this >= (reviews->most + 1) / 2)
        return error_set(error, "busy",
                         N_("Plays from your address are being reviewed already; wait, or stop one of them."));
    if (load.working >= reviews->most)
        return error_set(error, "busy", N_("Many plays are being reviewed here just now; try again in a moment."));
    return 0;
}

/* Room for so many steps more, at the cost of what is done. */
static int make_room(struct reviews *reviews, int steps, struct ochre_error *error)
{
    for (;;) {
        struct load load = load_of(reviews, "");
        if (load.kept < REVIEWS_KEPT && load.steps + steps <= REVIEWS_STEPS_MAX)
            return 0;
        struct kept_review *old = stalest(reviews);
        if (!old)
            return error_set(error, "busy", N_("Many plays are being reviewed here just now; try again in a moment."));
        reviews_forget(reviews, old);
    }
}

/* ---- a new one ---- */

static struct kept_review *review_new(const struct reviews_wish *wish, struct ochre_error *error)
{
    struct table *table = log_play_sound(wish->log, wish->length, NULL, error);
    if (!table)
        return NULL;
    struct kept_review *kept = new_memory(sizeof *kept);
    struct reviewing_wish how = wish->how;
    atomic_init(&kept->stop, false);
    how.stop = &kept->stop;
    kept->asked_at = wish->now;
    key_make(kept->id);
    struct ochre_text text = text_on(kept->address, sizeof kept->address);
    text_add(&text, wish->address);
    kept->play = reviewing_new(table, &how, error);
    if (kept->play) {
        reviewing_call(kept->play, wish->you, wish->names);
        return kept;
    }
    free(kept);
    return NULL;
}

static int hand_over(struct reviews *reviews, const struct reviews_wish *wish, struct kept_review *kept,
                     struct ochre_error *error)
{
    kept->job = thinkers_run(reviews->thinkers,
                             &(struct errand){.person = wish->person,
                                              .number = ++reviews->made,
                                              .slice = look_on,
                                              .ended = note_end,
                                              .stop = &kept->stop,
                                              .what = kept},
                             error);
    return kept->job ? 0 : -1;
}

struct kept_review *reviews_begin(struct reviews *reviews, const struct reviews_wish *wish, struct ochre_error *error)
{
    assert(reviews->most > 0);
    reviews_tick(reviews, wish->now);
    if (check_load(reviews, wish->address, error) < 0)
        return NULL;
    struct kept_review *kept = review_new(wish, error);
    if (!kept)
        return NULL;
    if (make_room(reviews, reviewing_total(kept->play), error) < 0 || hand_over(reviews, wish, kept, error) < 0) {
        review_delete(kept);
        return NULL;
    }
    kept->next = reviews->first;
    reviews->first = kept;
    return kept;
}

/* ---- looking at it ---- */

struct kept_review *reviews_find(struct reviews *reviews, const char *id, int64_t now)
{
    reviews_tick(reviews, now);
    struct kept_review *kept = reviews->first;
    while (kept && !text_same(kept->id, id))
        kept = kept->next;
    if (kept)
        kept->asked_at = now;
    return kept;
}

const char *kept_review_id(const struct kept_review *kept)
{
    return kept->id;
}

struct reviewing *kept_review_play(const struct kept_review *kept)
{
    return kept->play;
}

bool kept_review_is_over(const struct kept_review *kept)
{
    return kept->is_over;
}
