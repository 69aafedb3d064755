/* reviews.c: see reviews.h. */
#include "module/reviews.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tongue.h"
#include "module/plays.h"
#include "server/memory.h"
#include "server/reviewing.h"
#include "server/step.h"
#include "table/log.h"

static struct paper paper;

/* ---- beginning and end ---- */

static struct table *play_of(const char *text, size_t length, struct ochre_error *error)
{
    struct log log;
    if (log_parse(&log, text, length, error) < 0)
        return NULL;
    struct table *table = log_play(&log, 0, NULL, NULL, NULL, NULL, error);
    log_free(&log);
    return table;
}

struct reviewing *review_load(const char *log, size_t length, int depth, uint32_t seed_high, uint32_t seed_low,
                              const char *lang)
{
    struct ochre_error error = {0};
    if (depth < 0 || depth >= WEIGH_DEPTHS) {
        plays_refuse("", "there is no such depth");
        return NULL;
    }
    struct reviewing_wish wish = {
        .depth = (enum weigh_depth)depth, .seed = (uint64_t)seed_high << 32 | seed_low, .tongue = tongue_for(lang)};
    struct table *table = play_of(log, length, &error);
    size_t sound = table ? 0 : log_sound_bytes(log, length, &error);
    if (sound)
        table = play_of(log, sound, &(struct ochre_error){0});
    struct reviewing *reviewing = table ? reviewing_new(table, &wish, &error) : NULL;
    if (reviewing)
        reviewing_begin(reviewing);
    else
        plays_refuse(error.rule, error.words);
    return reviewing;
}

void review_close(struct reviewing *reviewing)
{
    reviewing_delete(reviewing);
}

void review_call(struct reviewing *reviewing, int you, const char *names)
{
    const char *name[OCHRE_SEATS_MAX] = {NULL};
    char *rest = NULL;
    char *lines = copy_text(names);
    char *line = strtok_r(lines, "\n", &rest);
    for (int seat = 0; line && seat < OCHRE_SEATS_MAX; seat++, line = strtok_r(NULL, "\n", &rest))
        name[seat] = line;
    reviewing_call(reviewing, you, name);
    free(lines);
}

bool review_on(struct reviewing *reviewing)
{
    return reviewing_on(reviewing);
}

/* ---- what there is to tell ---- */

struct asked {
    struct reviewing *reviewing;
    const struct ochre_tongue *tongue;
    int number;
};

static const char *fill(void (*write)(void *what, struct ochre_text *out), struct asked asked)
{
    size_t length;
    return paper_fill(&paper, write, &asked, &length);
}

static void write_about(void *what, struct ochre_text *out)
{
    const struct asked *asked = what;
    reviewing_write_about(asked->reviewing, asked->tongue, out);
}

const char *review_about(struct reviewing *reviewing, const char *lang)
{
    return fill(write_about, (struct asked){.reviewing = reviewing, .tongue = tongue_for(lang)});
}

static void write_step(void *what, struct ochre_text *out)
{
    const struct asked *asked = what;
    struct json_writer writer = json_write_to(out);
    reviewing_write_step(asked->reviewing, asked->number, &writer);
}

const char *review_step(struct reviewing *reviewing, int number)
{
    return fill(write_step, (struct asked){.reviewing = reviewing, .number = number});
}

static void write_all(void *what, struct ochre_text *out)
{
    const struct asked *asked = what;
    reviewing_write(asked->reviewing, out);
}

const char *review_text(struct reviewing *reviewing)
{
    return fill(write_all, (struct asked){.reviewing = reviewing});
}

static void write_moment(void *what, struct ochre_text *out)
{
    const struct asked *asked = what;
    reviewing_write_moment(asked->reviewing, asked->number, asked->tongue, out);
}

const char *review_moment(struct reviewing *reviewing, int number, const char *lang)
{
    return fill(write_moment, (struct asked){.reviewing = reviewing, .tongue = tongue_for(lang), .number = number});
}
