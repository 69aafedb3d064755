/* cmd_tournament.c: `ochre tournament`, everybody against everybody, and how strong that shows them to be. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/lab.h"
#include "cli/many.h"
#include "cli/terms.h"
#include "lab/tourney.h"

enum { USUAL_GAMES = 100, SPRT_GAMES = 10000 };

static void show_progress(void *who, int done)
{
    lab_progress_show(who, done);
}

/* "0,20" */
static bool read_sprt(const struct call *call, struct sprt *sprt)
{
    const char *value = call_value(call, "sprt");
    char *end;
    sprt->elo0 = strtod(value, &end);
    bool is_fine = end != value && *end == ',';
    if (is_fine) {
        const char *second = end + 1;
        sprt->elo1 = strtod(second, &end);
        is_fine = end != second && *end == '\0';
    }
    is_fine = is_fine && isfinite(sprt->elo0) && isfinite(sprt->elo1) && fabs(sprt->elo0) <= 2000 &&
              fabs(sprt->elo1) <= 2000 && sprt->elo1 - sprt->elo0 >= 0.1;
    if (!is_fine)
        call_misuse(call, _("--sprt cannot be '{0}' (expected two ratings, the smaller one first, such as 0,20)"),
                    value);
    return is_fine;
}

static void print_ratings(const struct tourney *tourney, const int order[])
{
    char number[4][LAB_NUMBER_SIZE];
    lab_column("", 14);
    lab_column(_("rating"), -7);
    lab_column(_("95 % interval"), -16);
    lab_column(_("games"), -7);
    lab_column(_("score"), -7);
    for (int i = 0; i < tourney->players; i++)
        lab_column(NUM(i + 1), -5);
    putchar('\n');
    for (int i = 0; i < tourney->players; i++) {
        int player = order[i];
        double games;
        double score = tourney_score(tourney, player, &games);
        char name[ARENA_NAME_SIZE + 8];
        char interval[2 * LAB_NUMBER_SIZE];
        (void)snprintf(name, sizeof name, "%d %s", i + 1, tourney->name[player]);
        (void)snprintf(interval, sizeof interval, "%.0f … %.0f", tourney->interval[player].low,
                       tourney->interval[player].high);
        lab_column(name, 14);
        lab_column(lab_number(number[0], tourney->rating[player], 0), -7);
        lab_column(interval, -16);
        lab_column(lab_number(number[1], games, 0), -7);
        lab_column(lab_percent(number[2], score), -7);
        for (int j = 0; j < tourney->players; j++) {
            double played = tourney->table.games[player][order[j]];
            lab_column(
                played > 0 ? lab_number(number[3], 100 * tourney->table.score[player][order[j]] / played, 0) : "·", -5);
        }
        putchar('\n');
    }
}

static void print_verdict(const struct tourney *tourney)
{
    const struct sprt *sprt = tourney->sprt;
    char number[4][LAB_NUMBER_SIZE];
    static const char *const words[] = {
        [SPRT_GOES_ON] = N_("\nUndecided after {0} games: is {1} stronger by {3} points rather than by {2}?\n"),
        [SPRT_NO] = N_("\nNo, after {0} games: {1} is stronger by {2} points at most, not by {3}.\n"),
        [SPRT_YES] = N_("\nYes, after {0} games: {1} is stronger by {3} points rather than by {2}.\n"),
    };
    print_say(stdout, _(words[sprt_verdict(sprt)]), NUM(tourney->games), tourney->name[0],
              lab_number(number[0], sprt->elo0, 1), lab_number(number[1], sprt->elo1, 1));
    print_say(stdout, _("Evidence {0}, where ±{1} decides (errors of 5 %).\n"),
              lab_number(number[2], sprt_evidence(sprt), 2), lab_number(number[3], sprt_bound(), 2));
}

static int save_report(const struct call *call, const struct tourney *tourney)
{
    char line[LAB_LIST_SIZE * 4];
    struct ochre_text text = text_on(line, sizeof line);
    lab_command_line(call, &text);
    size_t length;
    char *page = tourney_page(tourney, line, tongue_code(), &length);
    int code = lab_save(call, "report", page, length);
    free(page);
    return code;
}

static int show(const struct call *call, const struct tourney *tourney, double seconds, int status,
                const struct ochre_error *error)
{
    const struct ochre_game *game = tourney->plan.opening->setup.game;
    int code = EXIT_FINE;
    if (tourney->games == 0)
        return status < 0 ? call_refused(call, EXIT_FAILED, game->id, error)
                          : call_failure(call, _("stopped before the first game was over"));
    if (call_has(call, "json")) {
        char *json = tourney_json(tourney, seconds);
        puts(json ? json : "{}");
        free(json);
    } else {
        int order[RATING_PLAYERS_MAX];
        char number[LAB_NUMBER_SIZE];
        tourney_order(tourney, order);
        print_say(stdout, _("{0}: {1} games at {2} seats, seed {3}, {4} s\n\n"), game->id, NUM(tourney->games),
                  NUM(tourney->plan.opening->setup.seats), NUM((int64_t)tourney->plan.seed),
                  lab_number(number, seconds, 1));
        print_ratings(tourney, order);
        if (tourney->sprt)
            print_verdict(tourney);
    }
    if (call_has(call, "report") && save_report(call, tourney) != EXIT_FINE)
        code = EXIT_FAILED;
    if (status < 0)
        code = call_refused(call, EXIT_FAILED, game->id, error);
    if (lab_is_stopped())
        call_complain(call, 0,
                      (const char *const[]){_("stopped: these are the first {0} of {1} games"), NUM(tourney->games),
                                            NUM(tourney->asked), NULL});
    return code;
}

/* Two seats where the game has them, else its usual number. */
static int usual_seats(const struct ochre_game *game)
{
    return game->seat_counts & 1u << 2 ? 2 : game->seats_usual;
}

/* The players, all different, and at least two of them. */
static bool read_players(const struct call *call, struct tourney *tourney)
{
    bool has_sprt = call_has(call, "sprt");
    tourney->players = lab_players(call, "players", tourney->name, RATING_PLAYERS_MAX);
    if (tourney->players == 0)
        return false;
    if (tourney->players < 2 || (has_sprt && tourney->players != 2)) {
        call_misuse(call, has_sprt ? _("--sprt is a test between two players") //
                                   : _("--players wants two players or more"));
        return false;
    }
    for (int a = 0; a < tourney->players; a++)
        for (int b = 0; b < a; b++)
            if (text_same(tourney->name[a], tourney->name[b])) {
                call_misuse(call, _("--players names '{0}' twice"), tourney->name[a]);
                return false;
            }
    return true;
}

/* Everything the command line says; NULL and *code when it says something wrong. */
static struct opening *prepare(const struct call *call, struct tourney *tourney, struct sprt *sprt, int *code)
{
    *code = lab_mind(call);
    if (*code != EXIT_FINE)
        return NULL;
    *code = EXIT_MISUSED;
    const struct ochre_game *game = call_game(call, call->operand[0]);
    bool has_sprt = call_has(call, "sprt");
    int64_t seats = game ? usual_seats(game) : 0;
    if (!game || !lab_numbers(call, has_sprt ? SPRT_GAMES : USUAL_GAMES, &tourney->plan) ||
        !call_number(call, "seats", 2, OCHRE_SEATS_MAX, &seats) || (has_sprt && !read_sprt(call, sprt)) ||
        !read_players(call, tourney))
        return NULL;
    struct opening *opening = terms_opening(call, game, (int)seats, code);
    if (!opening)
        return NULL;
    *code = EXIT_MISUSED;
    bool is_fine = lab_suits(call, &opening->setup, tourney->name, tourney->players);
    if (is_fine) {
        *code = EXIT_FAILED;
        is_fine = lab_can_save(call, "report");
    }
    if (!is_fine) {
        opening_delete(opening);
        return NULL;
    }
    tourney->plan.opening = opening;
    tourney->plan.tongue = tongue_used();
    tourney->plan.stop = lab_stop();
    tourney->sprt = has_sprt ? sprt : NULL;
    return opening;
}

static int play_all(void *tourney, struct ochre_error *error)
{
    return tourney_run(tourney, error);
}

static int play(const struct call *call, struct tourney *tourney)
{
    struct lab_progress progress;
    struct ochre_error error = {0};
    struct many many;
    int code = EXIT_FINE;
    int status = 0;
    if (!many_prepare(&many, call, &tourney->plan, &code))
        return code;
    tourney->plan.roster = many.roster;
    tourney->progress = show_progress;
    tourney->who = &progress; /* cppcheck-suppress autoVariables ; taken back below */
    lab_progress_begin(&progress, tourney->plan.games * tourney->players * (tourney->players - 1) / 2);
    double start = lab_now();
    bool is_shown = many_play(&many, play_all, tourney, &status, &error, &code);
    double seconds = many_seconds(&many, lab_now() - start);
    lab_progress_end(&progress);
    tourney->progress = NULL;
    tourney->who = NULL;
    if (is_shown)
        code = many_done(&many, show(call, tourney, seconds, status, &error));
    many_free(&many);
    return code;
}

static int run(const struct call *call)
{
    struct tourney *tourney = calloc(1, sizeof *tourney);
    struct sprt sprt = {0};
    int code;
    if (!tourney)
        return call_failure(call, _("out of memory"));
    struct opening *opening = prepare(call, tourney, &sprt, &code);
    if (opening)
        code = play(call, tourney);
    opening_delete(opening);
    free(tourney);
    return code;
}

const struct command cmd_tournament = {
    .name = "tournament",
    .operands = "GAME",
    .operands_min = 1,
    .operands_max = 1,
    .summary = N_("rate computer players in a round robin"),
    .about =
        N_("Every pair of players plays --games games, seats changing from game to game, and ratings on the scale of "
           "Elo are made from all results, with 95 % intervals. The numbered columns show the score against "
           "the player with that number, in per cent.\n\n"
           "With --sprt 0,20 two players play only until it is clear whether the first is stronger by 20 points "
           "rather than by 0, at most --games games (usually 10000)."),
    .options =
        (const struct command_option[]){
            {.name = "players", .value = "SEATS", .about = N_("the players, separated by commas")},
            OPTION_GAMES(N_("how many games each pair plays (usually 100)")),
            {.name = "sprt", .value = "ELO0,ELO1", .about = N_("stop as soon as it is clear which of the two it is")},
            OPTION_SEATS,
            OPTION_THREADS,
            OPTION_SEED,
            OPTION_JSON,
            OPTION_REPORT,
            OPTION_SHARD,
            OPTION_KEEP,
            OPTION_MIND,
            OPTION_OPTION,
            OPTION_PACK,
            {0},
        },
    .example = "  ochre tournament dice --players random,greedy --option adj=sum\n"
               "  ochre tournament valley --players greedy,random --sprt 0,50\n",
    .run = run,
};
