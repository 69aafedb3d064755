/* cmd_compare.c: `ochre compare`, two packs or sets of house rules, measured against each other. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/lab.h"
#include "cli/many.h"
#include "lab/compare.h"

enum { USUAL_GAMES = 200, SIDE_SIZE = 512 };

/* One side: a pack, or options. */
struct side {
    char words[SIDE_SIZE]; /* the options, cut apart */
    const char *options[OCHRE_OPTIONS_MAX * 2 + 1];
    struct opening_request request;
};

static void show_progress(void *who, int done)
{
    lab_progress_show(who, done);
}

/* "default", "name=value,name=value", or a file; house rules of both sides come first. */
static struct opening *open_side(const struct call *call, const char *option, struct side *side, int *code)
{
    const char *value = call_value(call, option);
    int count = 0;
    *code = EXIT_MISUSED;
    if (!value || !*value) {
        call_misuse(call, _("--{0} is missing: a pack file, house rules such as name=value,name=value, or default"),
                    option);
        return NULL;
    }
    for (; count < OCHRE_OPTIONS_MAX && call_value_at(call, "option", count); count++)
        side->options[count] = call_value_at(call, "option", count);
    if (strchr(value, '=')) {
        struct ochre_text words = text_on(side->words, sizeof side->words);
        text_add(&words, value);
        for (char *at = side->words; *at && count < OCHRE_OPTIONS_MAX * 2;) {
            side->options[count++] = at;
            at += strcspn(at, ",");
            if (*at)
                *at++ = '\0';
        }
    } else if (!text_same(value, "default")) {
        side->request.pack = value;
        *code = EXIT_FAILED;
    }
    side->request.options = side->options;
    struct ochre_error error = {0};
    struct opening *opening = opening_new(&side->request, &error);
    if (!opening) {
        char why[sizeof error.words * 2];
        struct ochre_text text = text_in(why, sizeof why, tongue_used());
        error_say(&error, &text);
        call_complain(call, *code, (const char *const[]){"--{0} {1}: {2}", option, value, why, NULL});
    }
    return opening;
}

static void print_table(const struct compare *compare, double seconds)
{
    char number[6][LAB_NUMBER_SIZE];
    print_say(stdout, _("{0}: {1} games of each, seed {2}, {3} s\nA: {4}\nB: {5}\n\n"),
              compare->plan[0].opening->setup.game->id, NUM(compare->games), NUM((int64_t)compare->plan[0].seed),
              lab_number(number[0], seconds, 1), compare->name[0], compare->name[1]);
    lab_column("", 26);
    lab_column("A", -8);
    lab_column("B", -8);
    lab_column("B − A", -8);
    puts(_("95 % interval"));
    for (int i = 0; i < compare->measures; i++) {
        const struct compare_measure *measured = &compare->measure[i];
        struct interval interval = sum_interval(&measured->difference);
        double times = measured->is_rate ? 100 : 1;
        char range[2 * LAB_NUMBER_SIZE + 8];
        (void)snprintf(range, sizeof range, "%s … %s%s", lab_number(number[0], times * interval.low, 2),
                       lab_number(number[1], times * interval.high, 2), compare_is_clear(measured) ? "  *" : "");
        lab_column(measured->name, 26);
        lab_column(measured->is_rate ? lab_percent(number[2], sum_mean(&measured->a))
                                     : lab_number(number[2], sum_mean(&measured->a), 2),
                   -8);
        lab_column(measured->is_rate ? lab_percent(number[3], sum_mean(&measured->b))
                                     : lab_number(number[3], sum_mean(&measured->b), 2),
                   -8);
        lab_column(lab_number(number[4], times * sum_mean(&measured->difference), 2), -8);
        puts(range);
    }
    puts(_("\n* clearly different; of 20 intervals about one misses by luck alone"));
}

static int save_report(const struct call *call, const struct compare *compare)
{
    char line[LAB_LIST_SIZE * 4];
    struct ochre_text text = text_on(line, sizeof line);
    lab_command_line(call, &text);
    size_t length;
    char *page = compare_page(compare, line, tongue_code(), &length);
    int code = lab_save(call, "report", page, length);
    free(page);
    return code;
}

static int show(const struct call *call, const struct compare *compare, double seconds, int status,
                const struct ochre_error *error)
{
    int code = EXIT_FINE;
    const char *id = compare->plan[0].opening->setup.game->id;
    if (compare->games == 0)
        return status < 0 ? call_refused(call, EXIT_FAILED, id, error)
                          : call_failure(call, _("stopped before the first game was over"));
    if (call_has(call, "json")) {
        char *json = compare_json(compare, seconds);
        puts(json ? json : "{}");
        free(json);
    } else {
        print_table(compare, seconds);
    }
    if (call_has(call, "report") && save_report(call, compare) != EXIT_FINE)
        code = EXIT_FAILED;
    if (status < 0)
        code = call_refused(call, EXIT_FAILED, id, error);
    if (compare->games < compare->plan[0].games)
        call_complain(call, 0,
                      (const char *const[]){_("stopped: these are the first {0} of {1} games"), NUM(compare->games),
                                            NUM(compare->plan[0].games), NULL});
    return code;
}

static int play_all(void *compare, struct ochre_error *error)
{
    return compare_run(compare, error);
}

static int play(const struct call *call, struct compare *compare, struct lab_progress *progress)
{
    struct many many;
    int code = EXIT_FINE;
    int status = 0;
    if (!many_prepare(&many, call, &compare->plan[0], &code))
        return code;
    compare->plan[0].roster = compare->plan[1].roster = many.roster;
    compare->progress = show_progress;
    compare->who = progress;
    lab_progress_begin(progress, 2 * compare->plan[0].games);
    struct ochre_error error = {0};
    double start = lab_now();
    bool is_shown = many_play(&many, play_all, compare, &status, &error, &code);
    double seconds = many_seconds(&many, lab_now() - start);
    lab_progress_end(progress);
    if (is_shown)
        code = many_done(&many, show(call, compare, seconds, status, &error));
    compare_free(compare);
    many_free(&many);
    return code;
}

static int run(const struct call *call)
{
    struct lab_progress progress;
    struct compare *compare = calloc(1, sizeof *compare);
    struct side *side = calloc(2, sizeof *side);
    struct opening *opening[2] = {NULL, NULL};
    int code = EXIT_MISUSED;
    if (!compare || !side) {
        code = call_failure(call, _("out of memory"));
        goto out;
    }
    const struct ochre_game *game = call_game(call, call->operand[0]);
    struct arena_plan plan = {.tongue = tongue_used(), .rotates = call_has(call, "rotate")};
    if (!game || !lab_numbers(call, USUAL_GAMES, &plan))
        goto out;
    int seats = call_has(call, "seats") ? lab_players(call, "seats", plan.player, OCHRE_SEATS_MAX) : game->seats_usual;
    if (seats == 0)
        goto out;
    for (int seat = 0; seat < seats && !call_has(call, "seats"); seat++) {
        struct ochre_text name = text_on(plan.player[seat], ARENA_NAME_SIZE);
        text_add(&name, "greedy");
    }
    for (int i = 0; i < 2; i++) {
        side[i].request = (struct opening_request){.game = game, .seats = seats};
        if (!(opening[i] = open_side(call, i ? "b" : "a", &side[i], &code)))
            goto out;
        code = EXIT_MISUSED;
        if (!lab_suits(call, &opening[i]->setup, plan.player, seats))
            goto out;
    }
    code = EXIT_FAILED;
    if (!lab_can_save(call, "report"))
        goto out;
    plan.stop = lab_stop();
    for (int i = 0; i < 2; i++) {
        plan.opening = opening[i];
        compare->plan[i] = plan;
        compare->name[i] = call_value(call, i ? "b" : "a");
    }
    code = play(call, compare, &progress);
out:
    opening_delete(opening[0]);
    opening_delete(opening[1]);
    free(side);
    free(compare);
    return code;
}

const struct command cmd_compare = {
    .name = "compare",
    .operands = "GAME",
    .operands_min = 1,
    .operands_max = 1,
    .summary = N_("measure two packs or house rules against each other"),
    .about =
        N_("A and B are each a pack file, house rules written name=value,name=value, or the word default. Both are "
           "played with the same seeds, and what differs is counted game by game: who wins, scores, length, draws."),
    .options =
        (const struct command_option[]){
            {.name = "a", .value = "FILE|NAME=VALUE", .about = N_("the first: a pack file, house rules, or default")},
            {.name = "b", .value = "FILE|NAME=VALUE", .about = N_("the second, likewise")},
            {.name = "seats",
             .value = "SEATS",
             .about = N_("a computer player for each seat (usually greedy everywhere)")},
            OPTION_GAMES(N_("how many games of each (usually 200)")),
            OPTION_THREADS,
            OPTION_SEED,
            {.name = "rotate", .about = N_("change seats from game to game")},
            OPTION_JSON,
            OPTION_REPORT,
            OPTION_SHARD,
            OPTION_KEEP,
            {.name = "option", .value = "NAME=VALUE", .about = N_("a house rule of both"), .repeats = true},
            {0},
        },
    .example = "  ochre compare dice --a default --b martyr=off --option adj=sum\n"
               "  ochre compare valley --a default --b my-pack.json --games 1000\n",
    .run = run,
};
