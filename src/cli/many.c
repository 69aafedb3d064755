/* many.c: see many.h. */
#include "cli/many.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const struct many_fleet *many_fleet;

/* What `ochre merge` was given. */
static struct {
    struct shard *const *shard;
    int count;
} merging;

void many_merge(struct shard *const shards[], int count)
{
    merging.shard = shards;
    merging.count = count;
}

static bool is_helper(void)
{
    return many_fleet && many_fleet->rank > 0;
}

/* ---- what was asked for ---- */

/* "3/64" */
static bool read_shard(struct many *many)
{
    const char *value = call_value(many->call, "shard");
    const char *at = value;
    many->shard = many->shards = 1;
    if (!value)
        return true;
    if (text_read_number(&at, 6, &many->shard) && *at++ == '/' && text_read_number(&at, 6, &many->shards) &&
        *at == '\0' && many->shard >= 1 && many->shard <= many->shards && many->shards <= SHARD_COUNT_MAX)
        return true;
    call_misuse(many->call, _("--shard cannot be '{0}' (expected which one of how many, such as 3/64)"), value);
    return false;
}

static bool makes_sense(const struct many *many)
{
    static const char *const later[] = {"json", "report", NULL};
    const char *position = call_value(many->call, "position");
    for (int i = 0; later[i] && call_has(many->call, "shard"); i++)
        if (call_has(many->call, later[i])) {
            call_misuse(many->call, _("a shard has no figures of its own: give --{0} to ochre merge"), later[i]);
            return false;
        }
    if (call_has(many->call, "shard") && !call_has(many->call, "keep")) {
        call_misuse(many->call, _("--shard wants --keep too: the folder for its games"));
        return false;
    }
    if (position && text_same(position, "-")) {
        call_misuse(many->call, _("--position - can be read only once: write it into a file and name it with @FILE"));
        return false;
    }
    return true;
}

static bool make_folder(const struct many *many)
{
    const char *folder = call_value(many->call, "keep");
    struct stat about;
    int reason = 0;
    if (!*folder)
        reason = ENOENT;
    else if (mkdir(folder, 0777) < 0)
        reason = errno == EEXIST && stat(folder, &about) == 0 && S_ISDIR(about.st_mode) ? 0
                 : errno == EEXIST                                                      ? ENOTDIR
                                                                                        : errno;
    if (reason)
        call_failure(many->call, _("the games cannot be kept: {0}: {1}"), folder, strerror(reason));
    return reason == 0;
}

/* FOLDER/sim-3-of-64.shard */
static bool name_file(struct many *many)
{
    struct ochre_text text = text_on(many->path, sizeof many->path);
    text_fill(&text, "{0}/{1}-{2}-of-{3}.shard",
              (const char *const[]){call_value(many->call, "keep"), many->call->command->name, NUM(many->shard),
                                    NUM(many->shards), NULL});
    if (text.cut)
        call_failure(many->call, _("the games cannot be kept: {0}: {1}"), call_value(many->call, "keep"),
                     strerror(ENAMETOOLONG));
    return !text.cut;
}

bool many_prepare(struct many *many, const struct call *call, const struct arena_plan *plan, int *code)
{
    *many = (struct many){.call = call, .shard = 1, .shards = 1};
    bool has_keep = call_has(call, "keep");
    if (!has_keep && !call_has(call, "shard") && !many_fleet && !merging.count)
        return true;
    *code = EXIT_MISUSED;
    if (!read_shard(many) || !makes_sense(many))
        return false;
    *code = EXIT_FAILED;
    if (has_keep && !is_helper() && (!make_folder(many) || !name_file(many)))
        return false;
    many->roster = roster_new(&(struct roster_wish){.threads = merging.count ? 0 : plan->threads,
                                                    .shard = many->shard,
                                                    .shards = many->shards,
                                                    .is_only_kept = call_has(call, "shard"),
                                                    .stop = plan->stop,
                                                    .pump = many_fleet && !is_helper() ? many_fleet->pump : NULL});
    if (!many->roster)
        *code = call_failure(call, _("out of memory"));
    return many->roster;
}

/* ---- the terms of a run ---- */

static char *joined(const char *name, const char *value)
{
    size_t size = strlen(name) + strlen(value) + 4;
    char *word = malloc(size);
    if (!word)
        return NULL;
    struct ochre_text text = text_on(word, size);
    text_add(&text, "--");
    text_add(&text, name);
    text_add(&text, *value ? "=" : "");
    text_add(&text, value);
    return word;
}

static void add_word(struct shard_terms *terms, char *word)
{
    if (word && terms->word_count < SHARD_WORDS_MAX)
        terms->word[terms->word_count++] = word;
    else
        free(word);
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the terms keep the word; whoever has them frees it */
}

static bool is_beside(const char *name, size_t length)
{
    static const char *const beside[] = {"threads", "json", "report", "logs", "shard", "keep", "color", NULL};
    for (int i = 0; beside[i]; i++)
        if (strlen(beside[i]) == length && strncmp(beside[i], name, length) == 0)
            return true;
    return false;
}

bool many_is_beside(const char *word)
{
    const char *name;
    return text_starts(word, "--", &name) && is_beside(name, strcspn(name, "="));
}

/* The command line that asks for the run, in the order of the command's options. */
static void write_line(const struct call *call, struct shard_terms *terms)
{
    const struct command_option *option = call->command->options;
    add_word(terms, strdup(call->command->name));
    for (int i = 0; i < call->operand_count; i++)
        add_word(terms, strdup(call->operand[i]));
    for (; option->name; option++)
        for (int n = 0; !is_beside(option->name, strlen(option->name)) && call_value_at(call, option->name, n); n++)
            add_word(terms, joined(option->name, call_value_at(call, option->name, n)));
    if (call_has(call, "lang"))
        add_word(terms, joined("lang", call_value(call, "lang")));
}

static void fill_terms(const struct many *many, const char *digest, struct shard_terms *terms)
{
    const struct ochre_game *game = call_game(many->call, many->call->operand[0]);
    *terms = (struct shard_terms){.rules = game->rules_version,
                                  .plays = roster_plays(many->roster),
                                  .shard = many->shard,
                                  .shards = many->shards};
    struct ochre_text text = text_on(terms->program, sizeof terms->program);
    text_add(&text, OCHRE_VERSION);
    text = text_on(terms->run, sizeof terms->run);
    text_add(&text, digest);
    text = text_on(terms->language, sizeof terms->language);
    text_add(&text, tongue_code());
    write_line(many->call, terms);
}

/* ---- playing ---- */

/* Opens what is kept, and takes what is in it. */
static int open_keep(struct many *many, const char *digest, struct ochre_error *error)
{
    if (!*many->path)
        return 0;
    struct shard_terms terms;
    fill_terms(many, digest, &terms);
    many->keep = shard_open(many->path, &terms, error);
    for (int i = 0; i < terms.word_count; i++)
        free(terms.word[i]);
    int number = 0;
    if (!many->keep)
        return -1;
    if (!roster_add_shard(many->roster, many->keep, &number))
        return error_set(error, "", "game {0} of the run is there twice", NUM(number));
    if (shard_waste(many->keep) > 0)
        call_complain(many->call, 0,
                      (const char *const[]){_("{0}: the last {1} bytes were broken; those games are played again"),
                                            many->path, NUM((int64_t)shard_waste(many->keep)), NULL});
    roster_keep(many->roster, many->keep);
    many->before = roster_there(many->roster);
    return 0;
}

/* The plays of the shards that are merged. */
static int add_shards(const struct many *many, const char *digest, struct ochre_error *error)
{
    const struct shard_terms *terms = shard_terms(merging.shard[0]);
    int number = 0;
    if (!text_same(terms->run, digest) || terms->plays != roster_plays(many->roster))
        return error_set(error, "", "it was played with other rules, packs or positions than there are here");
    for (int i = 0; i < merging.count; i++)
        if (!roster_add_shard(many->roster, merging.shard[i], &number))
            return error_set(error, "", "game {0} of the run is there twice", NUM(number));
    return 0;
}

static void show_progress(void *who, int done)
{
    lab_progress_show(who, done);
}

/* A shard: its games are kept, and somebody else adds up. */
static int play_shard(struct many *many, struct ochre_error *error)
{
    const struct call *call = many->call;
    struct lab_progress progress;
    lab_progress_begin(&progress, roster_mine(many->roster));
    int status = roster_begin(many->roster, error);
    if (status == 0)
        status = roster_wait(many->roster, show_progress, &progress, error);
    roster_end(many->roster);
    lab_progress_end(&progress);
    roster_keep(many->roster, NULL);
    struct shard *keep = many->keep;
    many->keep = NULL;
    struct ochre_error why = {0};
    if (shard_close(keep, &why) < 0 && status == 0) {
        *error = why;
        status = -1;
    }
    if (status < 0)
        return call_refused(call, EXIT_FAILED, many->path, error);
    int there = roster_there(many->roster);
    if (there < roster_mine(many->roster))
        return call_failure(call, _("stopped: {0} of {1} games are kept in {2}; the same command goes on from there"),
                            NUM(there), NUM(roster_mine(many->roster)), many->path);
    print_say(stdout, _("{0}: shard {1} of {2} is whole: {3} games in {4}\n"), call->operand[0], NUM(many->shard),
              NUM(many->shards), NUM(there), many->path);
    return EXIT_FINE;
}

/* What the other ranks do. */
static int help(struct many *many)
{
    struct ochre_error error = {0};
    roster_help(many->roster);
    if (roster_begin(many->roster, &error) < 0)
        roster_fail(many->roster, &error);
    many_fleet->help(many->roster);
    roster_end(many->roster);
    return EXIT_FINE;
}

/* Lists the plays and fetches those that are there. False after complaining, and the exit code in *code. */
static bool begin(struct many *many, int (*run)(void *who, struct ochre_error *error), void *who, int *code)
{
    const char *input = *many->path ? many->path : many->call->operand[0];
    struct ochre_error error = {0};
    char digest[17] = "";
    int status = run(who, &error);
    if (status == 0)
        status = roster_listed(many->roster, &error);
    if (status == 0) {
        roster_digest(many->roster, OCHRE_VERSION, digest);
        if (merging.count) {
            input = shard_path(merging.shard[0]);
            status = add_shards(many, digest, &error);
        } else {
            status = open_keep(many, digest, &error);
        }
    }
    if (status < 0)
        *digest = '\0';
    if (many_fleet && !many_fleet->agree(digest, &error))
        status = -1;
    if (status < 0)
        *code = call_refused(many->call, EXIT_FAILED, input, &error);
    return status == 0;
}

bool many_play(struct many *many, int (*run)(void *who, struct ochre_error *error), void *who, int *status,
               struct ochre_error *error, int *code)
{
    if (!many->roster) {
        *status = run(who, error);
        return true;
    }
    if (!begin(many, run, who, code))
        return false;
    if (is_helper()) {
        *code = help(many);
        return false;
    }
    if (many_fleet)
        call_complain(many->call, 0,
                      (const char *const[]){_("ranks: {0}, games: {1}, there already: {2}"), NUM(many_fleet->count),
                                            NUM(roster_mine(many->roster)), NUM(roster_there(many->roster)), NULL});
    bool is_shown = !call_has(many->call, "shard");
    if (!is_shown) {
        *code = play_shard(many, error);
    } else {
        *status = roster_begin(many->roster, error);
        if (*status == 0)
            *status = run(who, error);
        roster_end(many->roster);
    }
    if (many_fleet && !lab_is_stopped())
        many_fleet->part();
    if (is_shown && merging.count && *status < 0) {
        *code = call_refused(many->call, EXIT_FAILED, shard_path(merging.shard[0]), error);
        return false;
    }
    return is_shown;
}

double many_seconds(const struct many *many, double seconds)
{
    return many->roster ? seconds + roster_seconds_before(many->roster) : seconds;
}

int many_done(const struct many *many, int code)
{
    if (!many->roster || merging.count || !(lab_is_stopped() || code == EXIT_FAILED))
        return code;
    if (many->keep)
        call_complain(many->call, 0,
                      (const char *const[]){_("{0} of {1} games are kept in {2}; the same command goes on from there"),
                                            NUM(roster_there(many->roster)), NUM(roster_plays(many->roster)),
                                            many->path, NULL});
    return many_fleet ? EXIT_FAILED : code;
}

void many_free(struct many *many)
{
    struct ochre_error error = {0};
    roster_delete(many->roster);
    if (shard_close(many->keep, &error) < 0)
        call_refused(many->call, EXIT_FAILED, many->path, &error);
    *many = (struct many){0};
}
