/* cmd_learn.c: `ochre learn`, a game learned from plays against oneself. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/lab.h"
#include "cli/terms.h"
#include "lab/learn.h"

enum { USUAL_ROUNDS = 4, USUAL_PLAYS = 300, USUAL_GAMES = 400, USUAL_ITERATIONS = 150, ITERATIONS_MAX = 1000000 };

static const double ELO0 = 0;
static const double ELO1 = 30;

struct learning {
    struct learn learn;
    struct lab_progress progress;
    int round; /* whose progress is shown */
    enum learn_stage stage;
    bool is_json;
};

/* ---- what is under way ---- */

static void show_progress(void *who, int round, enum learn_stage stage, int done, int total)
{
    struct learning *learning = who;
    static const char *const words[] = {
        [LEARN_PLAYS] = N_("round {0}: plays against oneself"),
        [LEARN_FIT] = N_("round {0}: fitting"),
        [LEARN_MATCH] = N_("round {0}: match against the best"),
    };
    if (learning->round != round || learning->stage != stage) {
        lab_progress_end(&learning->progress);
        lab_progress_begin(&learning->progress, total);
        learning->round = round;
        learning->stage = stage;
        if (learning->progress.is_terminal) {
            print_say(stderr, _(words[stage]), NUM(round));
            fputc('\n', stderr);
        }
    }
    lab_progress_show(&learning->progress, done);
}

static void print_head(void)
{
    lab_column(_("round"), -5);
    lab_column(_("positions"), -9);
    lab_column(_("value"), -16);
    lab_column(_("moves"), -16);
    lab_column(_("games"), -5);
    lab_column(_("score"), -7);
    lab_column(_("95 % interval"), -15);
    lab_column(_("rating"), -6);
    puts("");
}

static void print_round(void *who, int number)
{
    const struct learning *learning = who;
    const struct learn_round *round = &learning->learn.round[number - 1];
    char figure[6][LAB_NUMBER_SIZE];
    char pair[3][2 * LAB_NUMBER_SIZE + 8];
    if (learning->is_json)
        return;
    const struct learn_losses *losses = &round->losses;
    struct interval interval = sum_interval(&round->score);
    double own = losses->estimate > 0 ? losses->estimate : losses->average;
    (void)snprintf(pair[0], sizeof pair[0], "%s (%s)", lab_number(figure[0], losses->value, 4),
                   lab_number(figure[1], own, 4));
    (void)snprintf(pair[1], sizeof pair[1], "%s (%s)", lab_number(figure[2], losses->prior, 4),
                   lab_number(figure[3], losses->judge, 4));
    if (number == 1)
        print_head();
    lab_column(NUM(number), -5);
    lab_column(NUM(round->positions), -9);
    lab_column(pair[0], -16);
    lab_column(pair[1], -16);
    lab_column(NUM(round->games), -5);
    lab_column(lab_percent(figure[4], sum_mean(&round->score)), -7);
    lab_column(lab_percents(pair[2], fmax(interval.low, 0), fmin(interval.high, 1)), -15);
    lab_column(lab_number(figure[5], round->rating, 0), -6);
    puts(round->verdict == SPRT_YES ? _("promoted") : round->verdict == SPRT_NO ? _("no better") : _("undecided"));
    (void)fflush(stdout);
}

/* ---- what came of it ---- */

static int save_report(const struct call *call, const struct learn *learn)
{
    char line[LAB_LIST_SIZE * 4];
    struct ochre_text text = text_on(line, sizeof line);
    lab_command_line(call, &text);
    size_t length;
    char *page = learn_page(learn, line, tongue_code(), &length);
    int code = lab_save(call, "report", page, length);
    free(page);
    return code;
}

static int show(const struct call *call, const struct learning *learning)
{
    const struct learn *learn = &learning->learn;
    char path[LEARN_PATH_SIZE];
    int code = EXIT_FINE;
    if (learning->is_json) {
        char *json = learn_json(learn);
        puts(json ? json : "{}");
        free(json);
    } else if (learn->best) {
        print_say(stdout, _("The best is that of round {0}: {1}\n"), NUM(learn->best),
                  learn_path(&learn->plan, 0, ".mind", path));
    } else if (learn->done) {
        puts(_("Nothing was proven better than the search without a mind."));
    }
    if (call_has(call, "report"))
        code = save_report(call, learn);
    if (lab_is_stopped())
        call_complain(call, 0,
                      (const char *const[]){_("stopped in round {0}; the same command goes on from there"),
                                            NUM(learn->done + 1), NULL});
    return code;
}

/* ---- what was asked for ---- */

static bool read_plan(const struct call *call, struct learn_plan *plan)
{
    struct arena_plan numbers = {0};
    int64_t rounds = USUAL_ROUNDS;
    int64_t plays = USUAL_PLAYS;
    int64_t iterations = USUAL_ITERATIONS;
    if (!lab_numbers(call, USUAL_GAMES, &numbers) || !call_number(call, "rounds", 1, LEARN_ROUNDS_MAX, &rounds) ||
        !call_number(call, "plays", 1, LEARN_PLAYS_MAX, &plays) ||
        !call_number(call, "iterations", 2, ITERATIONS_MAX, &iterations))
        return false;
    plan->folder = call_value(call, "folder");
    if (!plan->folder || !*plan->folder) {
        call_misuse(call, _("--folder is missing: a folder for plays and what is learned from them"));
        return false;
    }
    plan->games = numbers.games;
    plan->threads = numbers.threads;
    plan->seed = numbers.seed;
    plan->rounds = (int)rounds;
    plan->plays = (int)plays;
    plan->iterations = (int)iterations;
    plan->elo0 = ELO0;
    plan->elo1 = ELO1;
    return true;
}

static int run(const struct call *call)
{
    struct learning *learning = calloc(1, sizeof *learning);
    struct opening *opening = NULL;
    int code = EXIT_MISUSED;
    if (!learning)
        return call_failure(call, _("out of memory"));
    struct learn_plan *plan = &learning->learn.plan;
    const struct ochre_game *game = call_game(call, call->operand[0]);
    int64_t seats = game && game->seat_counts & 1u << 2 ? 2 : 0;
    if (game && read_plan(call, plan) && call_number(call, "seats", 2, OCHRE_SEATS_MAX, &seats))
        opening = terms_opening(call, game, (int)seats, &code);
    if (opening && lab_can_save(call, "report")) {
        struct ochre_error error = {0};
        plan->opening = opening;
        plan->tongue = tongue_used();
        plan->stop = lab_stop();
        plan->progress = show_progress;
        plan->tell = print_round;
        plan->who = learning;
        learning->is_json = call_has(call, "json");
        lab_progress_begin(&learning->progress, 1);
        int status = learn_run(&learning->learn, &error);
        lab_progress_end(&learning->progress);
        code = show(call, learning);
        if (status < 0)
            code = call_refused(call, EXIT_FAILED, game->id, &error);
    } else if (opening) {
        code = EXIT_FAILED;
    }
    opening_delete(opening);
    free(learning);
    return code;
}

const struct command cmd_learn = {
    .name = "learn",
    .operands = "GAME",
    .operands_min = 1,
    .operands_max = 1,
    .summary = N_("learn a game from plays against oneself"),
    .about =
        N_("In every round the best player there is plays against itself; a mind is fitted to what its searches found; "
           "and the mind takes its place when a match against it proves that it is stronger (a sequential test). The "
           "best is kept in the folder as best.mind, for the player mind:800 (--mind FILE).\n\n"
           "Everything is kept: started again, the same command goes on where it was stopped or killed, and the same "
           "seed gives the same minds, whatever the number of threads. The columns value and moves say how far off "
           "plays were foretold that were not learned from; in brackets, by the game's own estimates."),
    .options =
        (const struct command_option[]){
            {.name = "folder", .value = "DIR", .about = N_("the folder for plays and what is learned from them")},
            {.name = "rounds", .value = "N", .about = N_("how many rounds (usually 4)")},
            {.name = "plays", .value = "N", .about = N_("plays against oneself in a round (usually 300)")},
            {.name = "iterations", .value = "N", .about = N_("iterations of a search (usually 150)")},
            OPTION_GAMES(N_("games of a match, at most (usually 400)")),
            OPTION_SEATS,
            OPTION_THREADS,
            OPTION_SEED,
            OPTION_JSON,
            OPTION_REPORT,
            OPTION_OPTION,
            OPTION_PACK,
            {0},
        },
    .example = "  ochre learn pebble --folder lessons-of-pebble --plays 200 --iterations 30\n"
               "  ochre learn tribes --folder tribes-2 --rounds 8 --report tribes.html\n",
    .run = run,
};
