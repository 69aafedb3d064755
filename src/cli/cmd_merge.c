/* cmd_merge.c: `ochre merge`, what the shards of a run add up to: what the run would have said in one process. */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/call.h"
#include "cli/many.h"

enum { LIST_SIZE = 512, WORDS_MAX = SHARD_WORDS_MAX + 4 };

/* One use of the command. */
struct merge {
    const struct call *call;
    struct shard **shard;
    int count, max;
};

/* ---- finding the shards ---- */

static int add_file(struct merge *merge, const char *path)
{
    struct ochre_error error = {0};
    if (merge->count == merge->max) {
        int max = merge->max ? 2 * merge->max : 64;
        struct shard **more = realloc(merge->shard, (size_t)max * sizeof(void *));
        if (!more)
            return call_failure(merge->call, _("out of memory"));
        merge->shard = more;
        merge->max = max;
    }
    struct shard *shard = shard_read(path, &error);
    if (!shard)
        return call_refused(merge->call, EXIT_FAILED, path, &error);
    merge->shard[merge->count++] = shard;
    return EXIT_FINE;
}

static int is_shard_name(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > strlen(".shard") && text_same(entry->d_name + length - strlen(".shard"), ".shard");
}

static int add_folder(struct merge *merge, const char *folder)
{
    struct dirent **entry = NULL;
    int count = scandir(folder, &entry, is_shard_name, alphasort);
    int code = EXIT_FINE;
    if (count < 0)
        return call_failure(merge->call, "{0}: {1}", folder, strerror(errno));
    if (count == 0)
        code = call_failure(merge->call, _("{0}: there are no shards in this folder"), folder);
    for (int i = 0; i < count; i++) {
        char path[4096];
        struct ochre_text text = text_on(path, sizeof path);
        text_add(&text, folder);
        text_char(&text, '/');
        text_add(&text, entry[i]->d_name);
        if (code == EXIT_FINE)
            code = add_file(merge, path);
        free(entry[i]);
    }
    free(entry);
    return code;
}

static int open_all(struct merge *merge)
{
    int code = EXIT_FINE;
    for (int i = 0; i < merge->call->operand_count && code == EXIT_FINE; i++) {
        struct stat about;
        const char *path = merge->call->operand[i];
        code = stat(path, &about) == 0 && S_ISDIR(about.st_mode) ? add_folder(merge, path) : add_file(merge, path);
    }
    return code;
}

/* ---- do they belong together? ---- */

/* The command line of a run, as one would type it. */
static void write_line(const struct shard_terms *terms, char line[LIST_SIZE])
{
    struct ochre_text text = text_on(line, LIST_SIZE);
    text_add(&text, "ochre");
    for (int i = 0; i < terms->word_count; i++) {
        text_char(&text, ' ');
        text_add(&text, terms->word[i]);
    }
}

static bool is_same_run(const struct shard_terms *a, const struct shard_terms *b)
{
    return text_same(a->run, b->run) && text_same(a->program, b->program) && a->plays == b->plays &&
           a->rules == b->rules && text_same(a->language, b->language);
}

static int check_runs(const struct merge *merge)
{
    assert(merge->count > 0 && merge->shard);
    const struct shard *first = merge->shard[0];
    const struct shard_terms *terms = shard_terms(first);
    if (!text_same(terms->program, OCHRE_VERSION))
        return call_failure(merge->call, _("{0} was made by Ochre {1}; this is {2}"), shard_path(first), terms->program,
                            OCHRE_VERSION);
    for (int i = 1; i < merge->count; i++) {
        const struct shard_terms *other = shard_terms(merge->shard[i]);
        char line[2][LIST_SIZE];
        if (is_same_run(terms, other) && terms->shards == other->shards)
            continue;
        write_line(terms, line[0]);
        write_line(other, line[1]);
        if (is_same_run(terms, other))
            return call_failure(merge->call, _("{0} is one of {1} shards, but {2} one of {3}"), shard_path(first),
                                NUM(terms->shards), shard_path(merge->shard[i]), NUM(other->shards));
        if (text_same(line[0], line[1]))
            return call_failure(merge->call,
                                _("{0} and {1} are of two runs: their rules, packs, positions or languages differ"),
                                shard_path(first), shard_path(merge->shard[i]));
        return call_failure(merge->call, _("{0} and {1} are of two runs: '{2}' and '{3}'"), shard_path(first),
                            shard_path(merge->shard[i]), line[0], line[1]);
    }
    return EXIT_FINE;
}

/* Plays in a shard. */
static int count_plays(const struct shard *shard)
{
    const unsigned char *bytes;
    size_t length;
    int number;
    int count = 0;
    for (size_t at = 0; shard_next(shard, &at, &number, &bytes, &length);)
        count++;
    return count;
}

/* A test that stops as soon as it knows needs no more than it asks for. */
static bool stops_early(const struct shard_terms *terms)
{
    for (int i = 0; i < terms->word_count; i++)
        if (text_starts(terms->word[i], "--sprt=", NULL))
            return true;
    return false;
}

static int check_whole(const struct merge *merge)
{
    for (int i = 0; i < merge->count; i++) {
        const struct shard_terms *terms = shard_terms(merge->shard[i]);
        int all = (int)(((int64_t)terms->plays - terms->shard + terms->shards) / terms->shards);
        int there = count_plays(merge->shard[i]);
        if (shard_waste(merge->shard[i]) > 0)
            return call_failure(merge->call, _("{0} is broken after {1} of its {2} games: run its command again"),
                                shard_path(merge->shard[i]), NUM(there), NUM(all));
        if (there < all && !(terms->shards == 1 && stops_early(terms)))
            return call_failure(merge->call, _("{0} has only {1} of its {2} games: run its command again"),
                                shard_path(merge->shard[i]), NUM(there), NUM(all));
    }
    return EXIT_FINE;
}

/* Is every shard there once? */
static int check_numbers(const struct merge *merge)
{
    int shards = shard_terms(merge->shard[0])->shards;
    int *found = calloc((size_t)shards + 1, sizeof *found); /* which of them it is, from 1 */
    if (!found)
        return call_failure(merge->call, _("out of memory"));
    int code = EXIT_FINE;
    for (int i = 0; i < merge->count && code == EXIT_FINE; i++) {
        int *place = &found[shard_terms(merge->shard[i])->shard];
        if (*place)
            code = call_failure(merge->call, _("shard {0} of {1} is there twice: {2} and {3}"),
                                NUM(shard_terms(merge->shard[i])->shard), NUM(shards),
                                shard_path(merge->shard[*place - 1]), shard_path(merge->shard[i]));
        *place = i + 1;
    }
    char list[LIST_SIZE];
    struct ochre_text text = text_on(list, sizeof list);
    int missing = 0;
    for (int shard = 1; shard <= shards; shard++) {
        if (found[shard])
            continue;
        if (missing++ < 20) {
            text_add(&text, text.used ? ", " : "");
            text_fill(&text, "--shard {0}/{1}", (const char *const[]){NUM(shard), NUM(shards), NULL});
        } else if (missing == 21) {
            text_add(&text, ", …");
        }
    }
    free(found);
    if (code == EXIT_FINE && missing > 0)
        code = call_failure(merge->call, _("these shards are missing: {0}"), list);
    return code;
}

/* ---- adding up ---- */

/* A file may say anything; only what the laboratory plays is run, and nothing that would write somewhere. */
static bool is_honest(const struct shard_terms *terms)
{
    const char *name = terms->word[0];
    for (int i = 1; i < terms->word_count; i++)
        if (many_is_beside(terms->word[i]))
            return false;
    return (text_same(name, "sim") || text_same(name, "tournament") || text_same(name, "compare")) &&
           tongue_for(terms->language);
}

/* Runs the command that asked for the run, with the plays of the shards. */
static int run_again(struct merge *merge)
{
    const struct shard_terms *terms = shard_terms(merge->shard[0]);
    const char *report = call_value(merge->call, "report");
    char program[] = "ochre";
    char json[] = "--json";
    char report_name[] = "--report";
    char *words[WORDS_MAX + 1] = {program};
    int count = 1;
    for (int i = 0; i < terms->word_count; i++)
        words[count++] = terms->word[i];
    if (call_has(merge->call, "json"))
        words[count++] = json;
    char *path = report ? strdup(report) : NULL;
    if (path) {
        words[count++] = report_name;
        words[count++] = path;
    }
    struct call again;
    tongue_use(tongue_for(terms->language));
    int code = call_read(&again, count, words);
    if (code == EXIT_FINE)
        code = call_check_operands(&again);
    if (code == EXIT_FINE) {
        many_merge(merge->shard, merge->count);
        code = again.command->run(&again);
        many_merge(NULL, 0);
    }
    free(path);
    return code;
}

static int run(const struct call *call)
{
    struct merge merge = {.call = call};
    int code = open_all(&merge);
    if (code == EXIT_FINE)
        code = check_runs(&merge);
    if (code == EXIT_FINE)
        code = check_numbers(&merge);
    if (code == EXIT_FINE)
        code = check_whole(&merge);
    const char *language = call_value(call, "lang");
    if (code == EXIT_FINE && language && !text_same(language, shard_terms(merge.shard[0])->language))
        code = call_misuse(call, _("these games were told in another language: --lang {0}"),
                           shard_terms(merge.shard[0])->language);
    if (code == EXIT_FINE && !is_honest(shard_terms(merge.shard[0])))
        code = call_failure(call, _("{0}: the first line of the shard is damaged"), shard_path(merge.shard[0]));
    if (code == EXIT_FINE)
        code = run_again(&merge);
    for (int i = 0; i < merge.count; i++)
        (void)shard_close(merge.shard[i], NULL);
    free(merge.shard);
    return code;
}

const struct command cmd_merge = {
    .name = "merge",
    .operands = "FILE|DIR…",
    .operands_min = 1,
    .operands_max = SHARD_COUNT_MAX,
    .summary = N_("add up the shards of a run that was played on many machines"),
    .about = N_("sim, tournament and compare play a part of their games with --shard K/N and keep it in a folder. When "
                "all N shards are there, this prints what the whole run would have printed, bit for bit. Shards of "
                "different runs, missing ones and broken ones are refused."),
    .options =
        (const struct command_option[]){
            OPTION_JSON,
            OPTION_REPORT,
            {0},
        },
    .example = "  ochre sim dice --seats greedy,random --games 1000 --shard 1/2 --keep run\n"
               "  ochre sim dice --seats greedy,random --games 1000 --shard 2/2 --keep run\n"
               "  ochre merge run --report dice.html\n",
    .run = run,
};
