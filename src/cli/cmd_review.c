/* cmd_review.c: `ochre review`, a play looked back upon: luck and decisions. */
#include <stdlib.h>

#include "cli/lab.h"
#include "cli/review_show.h"
#include "table/file.h"
#include "table/log.h"

static void show_progress(void *who, int done, int total)
{
    (void)total;
    lab_progress_show(who, done);
}

/* The document grows with the play. */
static int print_json(const struct call *call, const struct review *review)
{
    size_t size = 64 * 1024 + (size_t)review->count * 4096;
    char *json = malloc(size);
    if (!json)
        return call_failure(call, _("out of memory"));
    struct ochre_text text = text_on(json, size);
    struct json_writer writer = json_write_to(&text);
    review_write(review, &writer);
    puts(json);
    free(json);
    return EXIT_FINE;
}

static int save_page(const struct call *call, const struct review *review)
{
    char command[1024];
    struct ochre_text text = text_on(command, sizeof command);
    lab_command_line(call, &text);
    size_t length;
    char *page = review_page(review, tongue_used(), command, tongue_code(), &length);
    int code = lab_save(call, "html", page, length);
    free(page);
    return code;
}

static int show(const struct call *call, const struct review *review)
{
    int code = EXIT_FINE;
    if (call_has(call, "html"))
        code = save_page(call, review);
    if (call_has(call, "json"))
        code = code == EXIT_FINE ? print_json(call, review) : code;
    else if (!call_has(call, "html"))
        review_show(review);
    return code;
}

static enum weigh_depth depth_of(const struct call *call)
{
    int depth = WEIGH_USUAL;
    for (int i = 0; weigh_depths[i]; i++)
        if (call_has(call, "depth") && text_same(call_value(call, "depth"), weigh_depths[i]))
            depth = i;
    return (enum weigh_depth)depth;
}

static int run_with(const struct call *call, const struct table *table, uint64_t seed)
{
    struct review review;
    struct lab_progress progress;
    struct review_plan plan = {.depth = depth_of(call),
                               .seed = seed,
                               .stop = lab_stop(),
                               .progress = show_progress,
                               .who = &progress,
                               .tongue = tongue_used()};
    lab_progress_begin(&progress, table_step_count(table));
    review_play(&review, table, &plan);
    lab_progress_end(&progress);
    int code = show(call, &review);
    if (!review.is_whole && code == EXIT_FINE)
        code = call_failure(call, _("stopped after {0} of {1} moves"), NUM(review.count), NUM(table_step_count(table)));
    review_free(&review);
    return code;
}

/* The play of a file, as far as it is sound; what is wrong behind it is said. */
static struct table *play_of(const struct call *call, const char *path, struct ochre_error *wrong)
{
    size_t length;
    char *text = file_read(path, LOG_SIZE_MAX, &length, wrong);
    struct table *table = text ? log_play_sound(text, length, call_value(call, "pack"), wrong) : NULL;
    free(text);
    if (wrong->words[0])
        (void)call_refused(call, EXIT_FAILED, path, wrong);
    return table;
}

static int run(const struct call *call)
{
    const char *path = call->operand[0];
    struct ochre_error wrong = {0};
    int64_t seed = 1;
    if (!call_number(call, "seed", 0, INT64_C(999999999999999999), &seed))
        return EXIT_MISUSED;
    if (!lab_can_save(call, "html"))
        return EXIT_FAILED;
    struct table *table = play_of(call, path, &wrong);
    int code = EXIT_FAILED;
    if (table && table_step_count(table) > 0)
        code = run_with(call, table, (uint64_t)seed);
    else if (table && !wrong.words[0])
        (void)call_failure(call, _("{0}: nobody has moved yet, there is nothing to look back upon"), path);
    table_delete(table);
    return wrong.words[0] && code == EXIT_FINE ? EXIT_FAILED : code;
}

const struct command cmd_review = {
    .name = "review",
    .operands = "LOG",
    .operands_min = 1,
    .operands_max = 1,
    .summary = N_("look back on a play: luck, mistakes, the better moves"),
    .about =
        N_("Weighs every decision of a play from what its seat could know at the time, and every roll and draw "
           "against what could have come. For every seat start, luck, its own decisions, those of others and a "
           "rest add up to the result. The same log, depth and seed give the same review everywhere. "
           "docs/review.md says what the figures mean and how far they can be trusted.\n\n"
           "A play that has not ended is reviewed as far as it goes; so is one whose log is damaged, and what is wrong "
           "with it is said."),
    .example = "  ochre review play.log\n  ochre review play.log --depth deep --html review.html\n",
    .options =
        (const struct command_option[]){
            {.name = "depth",
             .value = "DEPTH",
             .about = N_("how deeply to think: quick, usual or deep"),
             .choices = weigh_depths},
            {.name = "html", .value = "FILE", .about = N_("write the review with its curve as one HTML file")},
            OPTION_JSON,
            OPTION_SEED,
            {.name = "pack", .value = "FILE", .about = N_("the component pack, when it is not the built-in one")},
            {0},
        },
    .is_for_people = true,
    .run = run,
};
