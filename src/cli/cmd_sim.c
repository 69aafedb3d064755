/* cmd_sim.c: `ochre sim`, many games between computer players, added up. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/lab.h"
#include "cli/many.h"
#include "cli/terms.h"
#include "lab/report.h"
#include "lab/sim_json.h"
#include "lab/tally.h"

enum { USUAL_GAMES = 100 };

/* One use of the command. */
struct sim {
    const struct call *call;
    struct opening_request request;
    const char *options[OCHRE_OPTIONS_MAX * 2 + 1];
    struct arena_plan plan;
    struct tally tally;
    struct many many;
    struct lab_progress progress;
    double seconds;
};

static bool take(void *who, const struct arena_record *record)
{
    struct sim *sim = who;
    return tally_take(&sim->tally, record);
}

static void show_progress(void *who, int done)
{
    struct sim *sim = who;
    lab_progress_show(&sim->progress, done);
}

/* ---- the table ---- */

static void print_head(void)
{
    lab_column("", 12);
    lab_column(_("games"), -8);
    lab_column(_("wins"), -7);
    lab_column(_("shared"), -8);
    lab_column(_("win rate"), -9);
    lab_column(_("95 % interval"), -15);
    lab_column(_("payoff"), -7);
    lab_column(_("score"), -7);
    puts(_("µs/decision"));
}

static void print_cell(const struct tally *tally, const char *name, const struct tally_cell *cell)
{
    char number[8][LAB_NUMBER_SIZE];
    struct interval interval = wilson(cell->share, cell->plays);
    lab_column(name, 12);
    lab_column(lab_number(number[0], cell->plays, 0), -8);
    lab_column(lab_number(number[1], cell->wins, 0), -7);
    lab_column(lab_number(number[2], cell->shared, 0), -8);
    lab_column(lab_percent(number[3], tally_rate(cell)), -9);
    lab_column(lab_percents(number[4], interval.low, interval.high), -15);
    lab_column(lab_number(number[5], sum_mean(&cell->payoff), 3), -7);
    lab_column(tally->has_scores ? lab_number(number[6], sum_mean(&cell->score), 1) : "", -7);
    lab_column(lab_number(number[7], cell->thought > 0 ? cell->seconds / cell->thought * 1e6 : 0, 1),
               -(int)strlen(_("µs/decision")) + 1);
    putchar('\n');
}

static void print_summary(const struct sim *sim)
{
    const struct tally *tally = &sim->tally;
    char number[4][LAB_NUMBER_SIZE];
    print_say(stdout, _("\nA game takes {0} decisions ({1} moves with chance) with {2} choices each (at most {3}).\n"),
              lab_number(number[0], sum_mean(&tally->decisions), 1), lab_number(number[1], sum_mean(&tally->moves), 1),
              lab_number(number[2], sum_mean(&tally->choices), 1), NUM(tally->choices_max));
    print_say(stdout, _("The lead changes {0} times a game. Draws: {1}, shared victories: {2}.\n"),
              lab_number(number[0], sum_mean(&tally->lead_changes), 1), NUM(tally->draws), NUM(tally->shared));
    for (int i = 0; i < tally->reasons; i++)
        print_say(stdout, _("{0} ended so: {1}.\n"),
                  lab_percent(number[0], (double)tally->reason[i].count / tally->games), _(tally->reason[i].reason));
    if (tally->part_name[0] && tally->has_scores) {
        putchar('\n');
        lab_column(_("score parts"), 22);
        lab_column(_("winners"), -8);
        puts(_("the others"));
        for (int part = 0; part < OCHRE_PARTS_MAX && tally->part_name[part]; part++) {
            lab_column(_(tally->part_name[part]), 22);
            lab_column(lab_number(number[0], sum_mean(&tally->winners_part[part]), 2), -8);
            puts(lab_number(number[1], sum_mean(&tally->others_part[part]), 2));
        }
    }
}

static void print_table(const struct sim *sim)
{
    const struct tally *tally = &sim->tally;
    char number[2][LAB_NUMBER_SIZE];
    print_say(stdout, _("{0}: {1} games, seed {2}, {3} s ({4} games a second)\n\n"), sim->request.game->id,
              NUM(tally->games), NUM((int64_t)sim->plan.seed), lab_number(number[0], sim->seconds, 1),
              lab_number(number[1], tally->games / (sim->seconds > 0.001 ? sim->seconds : 0.001), 0));
    print_head();
    for (int kind = 0; kind < tally->kinds; kind++)
        print_cell(tally, tally->name[kind], &tally->kind[kind]);
    putchar('\n');
    for (int seat = 0; seat < tally->seats; seat++) {
        char name[64];
        struct ochre_text text = text_in(name, sizeof name, tongue_used());
        text_say(&text, "seat {0}", NUM(seat + 1));
        print_cell(tally, name, &tally->seat[seat]);
    }
    print_summary(sim);
}

/* ---- the command ---- */

static bool make_folder(const struct call *call, const char *path)
{
    struct stat about;
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &about) == 0 && S_ISDIR(about.st_mode)))
        return true;
    call_failure(call, _("the logs cannot be written: {0}: {1}"), path, strerror(errno));
    return false;
}

static int save_report(const struct sim *sim)
{
    char line[LAB_LIST_SIZE * 4];
    struct ochre_text text = text_on(line, sizeof line);
    lab_command_line(sim->call, &text);
    size_t length;
    char *page = report_sim(&sim->tally, line, tongue_code(), &length);
    int code = lab_save(sim->call, "report", page, length);
    free(page);
    return code;
}

/* Whatever happened, what was played is shown. */
static int show(struct sim *sim, int status, const struct ochre_error *error)
{
    const struct call *call = sim->call;
    int code = EXIT_FINE;
    if (sim->tally.games == 0) {
        if (status < 0)
            return call_refused(call, EXIT_FAILED, sim->request.game->id, error);
        return call_failure(call, _("stopped before the first game was over"));
    }
    if (call_has(call, "json")) {
        char *json = sim_json(&sim->tally, sim->seconds);
        if (json)
            puts(json);
        else
            code = call_failure(call, _("out of memory"));
        free(json);
    } else {
        print_table(sim);
    }
    if (call_has(call, "report") && save_report(sim) != EXIT_FINE)
        code = EXIT_FAILED;
    if (status < 0)
        code = call_refused(call, EXIT_FAILED, sim->request.game->id, error);
    if (sim->tally.games < sim->plan.games)
        call_complain(call, 0,
                      (const char *const[]){_("stopped: these are the first {0} of {1} games"), NUM(sim->tally.games),
                                            NUM(sim->plan.games), NULL});
    return code;
}

static int play_all(void *who, struct ochre_error *error)
{
    struct sim *sim = who;
    int done = 0;
    return arena_run(&sim->plan, &done, error);
}

static int play(struct sim *sim)
{
    struct ochre_error error = {0};
    int code = EXIT_FINE;
    int status = 0;
    if (!many_prepare(&sim->many, sim->call, &sim->plan, &code))
        return code;
    sim->plan.roster = sim->many.roster;
    tally_init(&sim->tally, &sim->plan);
    lab_progress_begin(&sim->progress, sim->plan.games);
    double start = lab_now();
    bool is_shown = many_play(&sim->many, play_all, sim, &status, &error, &code);
    sim->seconds = many_seconds(&sim->many, lab_now() - start);
    lab_progress_end(&sim->progress);
    if (is_shown)
        code = many_done(&sim->many, show(sim, status, &error));
    tally_free(&sim->tally);
    many_free(&sim->many);
    return code;
}

static int run(const struct call *call)
{
    struct sim *sim = calloc(1, sizeof *sim);
    if (!sim)
        return call_failure(call, _("out of memory"));
    int code = lab_mind(call);
    struct opening *opening = NULL;
    sim->call = call;
    if (code != EXIT_FINE)
        goto out;
    code = EXIT_MISUSED;
    sim->request.game = call_game(call, call->operand[0]);
    if (!sim->request.game || !lab_numbers(call, USUAL_GAMES, &sim->plan))
        goto out;
    sim->request.seats = lab_players(call, "seats", sim->plan.player, OCHRE_SEATS_MAX);
    if (!sim->request.seats || !(opening = terms_opening(call, sim->request.game, sim->request.seats, &code)))
        goto out;
    if (!lab_suits(call, &opening->setup, sim->plan.player, sim->request.seats)) {
        code = EXIT_MISUSED;
        goto out;
    }
    for (int i = 0; i < OCHRE_OPTIONS_MAX * 2 && call_value_at(call, "option", i); i++)
        sim->options[i] = call_value_at(call, "option", i);
    sim->request.options = sim->options;
    sim->request.pack = call_value(call, "pack");
    sim->request.position = call_value(call, "position");
    sim->plan.logs = call_value(call, "logs");
    code = EXIT_FAILED;
    if (!lab_can_save(call, "report") || (sim->plan.logs && !make_folder(call, sim->plan.logs)))
        goto out;
    sim->plan.opening = opening;
    sim->plan.request = &sim->request;
    sim->plan.rotates = call_has(call, "rotate");
    sim->plan.tongue = tongue_used();
    sim->plan.take = take;
    sim->plan.progress = show_progress;
    sim->plan.who = sim;
    sim->plan.stop = lab_stop();
    code = play(sim);
out:
    opening_delete(opening);
    free(sim);
    return code;
}

const struct command cmd_sim = {
    .name = "sim",
    .operands = "GAME",
    .operands_min = 1,
    .operands_max = 1,
    .summary = N_("let computer players play many games, and add up"),
    .about = N_("Plays on all cores. The same seed gives the same games and the same figures, whatever the number of "
                "threads. Ctrl-C stops and shows the games played so far.\n\n"
                "With --rotate the players change seats from game to game, so that everybody sits everywhere equally "
                "often. Shared wins count as fractions; intervals are 95 %."),
    .options =
        (const struct command_option[]){
            {.name = "seats", .value = "SEATS", .about = N_("a computer player for each seat, separated by commas")},
            OPTION_GAMES(N_("how many games (usually 100)")),
            OPTION_THREADS,
            OPTION_SEED,
            {.name = "rotate", .about = N_("change seats from game to game")},
            OPTION_JSON,
            OPTION_REPORT,
            {.name = "logs", .value = "DIR", .about = N_("write a log of every game into this folder")},
            OPTION_SHARD,
            OPTION_KEEP,
            OPTION_MIND,
            OPTION_OPTION,
            OPTION_PACK,
            OPTION_POSITION,
            {0},
        },
    .example = "  ochre sim dice --seats greedy,random --games 1000 --rotate\n"
               "  ochre sim valley --seats greedy,greedy,greedy --games 10000 --json\n",
    .run = run,
};
