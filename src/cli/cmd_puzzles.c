/* cmd_puzzles.c: `ochre puzzles`, positions with one clearly best choice: found, listed, checked. */
#include <assert.h>
#include <stdlib.h>

#include "cli/lab.h"
#include "cli/puzzles_show.h"
#include "cli/terms.h"
#include "table/file.h"

enum { USUAL_GAMES = 10 };

/* The books that are part of the program (src/cli/meson.build). */
extern const char puzzles_dice[], puzzles_valley[], puzzles_tribes[], puzzles_spears[];
static const struct {
    const char *game, *text;
} shipped[] = {
    {"dice", puzzles_dice},
    {"valley", puzzles_valley},
    {"tribes", puzzles_tribes},
    {"spears", puzzles_spears},
};

/* ---- books ---- */

static int read_file(const struct call *call, const char *path, struct puzzle_book *book)
{
    struct ochre_error error = {0};
    size_t length;
    char *text = file_read(path, PUZZLE_BOOK_MAX, &length, &error);
    int status = text ? puzzle_book_read(book, text, length, &error) : -1;
    free(text);
    return status < 0 ? call_refused(call, EXIT_FAILED, path, &error) : EXIT_FINE;
}

static int read_shipped(const struct call *call, const struct ochre_game *game, struct puzzle_book *book)
{
    struct ochre_error error = {0};
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++)
        if (text_same(shipped[i].game, game->id))
            return puzzle_book_read(book, shipped[i].text, strlen(shipped[i].text), &error) < 0
                       ? call_refused(call, EXIT_FAILED, game->id, &error)
                       : EXIT_FINE;
    return call_failure(call, _("there are no puzzles of {0} yet; --games N looks for some"), game->id);
}

/* The book that is named, else the program's own. */
static int read_book(const struct call *call, const struct ochre_game *game, struct puzzle_book *book)
{
    const char *path = call->operand_count > 1 ? call->operand[1] : NULL;
    int code = path ? read_file(call, path, book) : read_shipped(call, game, book);
    if (code != EXIT_FINE)
        return code;
    assert(book->game);
    if (book->game == game)
        return EXIT_FINE;
    code = call_failure(call, _("{0}: these are puzzles of {1}, not of {2}"), path, book->game->id, game->id);
    puzzle_book_free(book);
    return code;
}

/* ---- looking for them ---- */

struct finding {
    const struct call *call;
    struct lab_progress progress;
    int code;
};

static int save_book(const struct call *call, const struct puzzle_book *book)
{
    size_t length;
    struct ochre_error error = {0};
    const char *path = call_value(call, "out");
    char *text = puzzle_book_text(book, &length);
    if (!text)
        return call_failure(call, _("out of memory"));
    int code = EXIT_FINE;
    if (!path)
        fwrite(text, 1, length, stdout);
    else if (file_save(path, text, length, &error) < 0)
        code = call_refused(call, EXIT_FAILED, path, &error);
    free(text);
    return code;
}

/* After every play the file is as good as it will be: whoever stops loses one play. */
static bool take_play(void *who, int done, const struct puzzle_book *book)
{
    struct finding *finding = who;
    lab_progress_show(&finding->progress, done);
    if (call_has(finding->call, "out"))
        finding->code = save_book(finding->call, book);
    return finding->code == EXIT_FINE;
}

/* What was found is added to a file that is there; it must have been begun in the same way. */
static int begin_book(const struct call *call, const struct ochre_setup *setup, const char *players, int64_t seed,
                      struct puzzle_book *book)
{
    const char *path = call_value(call, "out");
    FILE *old = path ? fopen(path, "r") : NULL;
    if (!old) {
        *book = (struct puzzle_book){.game = setup->game, .seats = setup->seats, .seed = (uint64_t)seed};
        struct ochre_text text = text_on(book->players, sizeof book->players);
        text_add(&text, players);
        return EXIT_FINE;
    }
    fclose(old);
    int code = read_file(call, path, book);
    if (code != EXIT_FINE)
        return code;
    assert(book->game);
    if (book->game == setup->game && book->seats == setup->seats && text_same(book->players, players) &&
        (!call_has(call, "seed") || book->seed == (uint64_t)seed))
        return EXIT_FINE;
    code = call_failure(call, _("{0} was begun otherwise: {1} with {2} seats, players {3}, seed {4}"), path,
                        book->game->id, NUM(book->seats), book->players, NUM((int64_t)book->seed));
    puzzle_book_free(book);
    return code;
}

static int look_for(const struct call *call, const struct opening *opening, int games, int letters,
                    struct puzzle_book *book)
{
    struct finding finding = {.call = call};
    struct ochre_error error = {0};
    struct puzzle_plan plan = {.opening = opening,
                               .games = games,
                               .letters = letters,
                               .stop = lab_stop(),
                               .progress = take_play,
                               .who = &finding};
    int before = book->looked;
    lab_progress_begin(&finding.progress, games);
    int status = puzzle_find(book, &plan, &error);
    lab_progress_end(&finding.progress);
    int code = status < 0 ? call_refused(call, EXIT_FAILED, book->game->id, &error) : finding.code;
    if (code == EXIT_FINE && !call_has(call, "out"))
        code = save_book(call, book);
    puzzles_show_fates(stderr, &plan, book->looked - before, book->count);
    if (code == EXIT_FINE && book->looked - before < games)
        code = call_failure(call, _("stopped after {0} of {1} plays"), NUM(book->looked - before), NUM(games));
    return code;
}

static int run_find(const struct call *call, const struct ochre_game *game)
{
    char players[OCHRE_SEATS_MAX][ARENA_NAME_SIZE] = {"level:6"};
    int count = 1;
    int64_t games = USUAL_GAMES;
    int64_t seed = 1;
    int64_t seats = 0;
    int64_t letters = PUZZLE_LETTERS;
    int code = EXIT_FINE;
    if (!call_number(call, "games", 1, ARENA_GAMES_MAX, &games) ||
        !call_number(call, "seed", 0, INT64_C(999999999999999999), &seed) ||
        !call_number(call, "letters", 1, PUZZLE_BOOK_MAX, &letters) ||
        !call_number(call, "seats", game->seats_min, game->seats_max, &seats) ||
        (call_has(call, "players") && (count = lab_players(call, "players", players, game->seats_max)) == 0))
        return EXIT_MISUSED;
    if (!lab_can_save(call, "out"))
        return EXIT_FAILED;
    struct opening *opening = terms_opening(call, game, (int)seats, &code);
    if (!opening)
        return code;
    struct puzzle_book book = {0};
    code = lab_suits(call, &opening->setup, players, count) ? EXIT_FINE : EXIT_MISUSED;
    if (code == EXIT_FINE)
        code = begin_book(call, &opening->setup, call_has(call, "players") ? call_value(call, "players") : players[0],
                          seed, &book);
    if (code == EXIT_FINE) {
        code = look_for(call, opening, (int)games, (int)letters, &book);
        puzzle_book_free(&book);
    }
    opening_delete(opening);
    return code;
}

/* ---- checking ---- */

static bool is_sampled(int place, int count, int64_t sample)
{
    return (place + 1) * sample / count > place * sample / count;
}

/* One puzzle; what is wrong is said. */
static bool is_fine(const struct call *call, const struct puzzle_book *book, int place, struct prover *prover,
                    bool is_deep, uint64_t *keys)
{
    struct ochre_error error = {0};
    int status = puzzle_check(book, &book->puzzle[place], prover, is_deep, &keys[place], &error);
    for (int i = 0; i < place && status == 0; i++)
        if (keys[i] == keys[place])
            status = error_set(&error, "", "the same position as puzzle {0}", NUM(i + 1));
    if (lab_is_stopped() || status == 0)
        return true;
    char where[64];
    struct ochre_text text = text_in(where, sizeof where, tongue_used());
    text_say(&text, N_("puzzle {0}"), NUM(place + 1));
    (void)call_refused(call, EXIT_FAILED, where, &error);
    return false;
}

static int check_all(const struct call *call, const struct puzzle_book *book, int64_t sample)
{
    uint64_t *keys = calloc((size_t)book->count + 1, sizeof *keys);
    struct lab_progress progress;
    int bad = 0;
    int done = 0;
    int deep = 0;
    if (!keys)
        return call_failure(call, _("out of memory"));
    struct prover *prover = prover_new(lab_stop());
    lab_progress_begin(&progress, book->count);
    for (; done < book->count && !lab_is_stopped(); done++) {
        bool is_deep = is_sampled(done, book->count, sample);
        bad += !is_fine(call, book, done, prover, is_deep, keys);
        deep += is_deep;
        lab_progress_show(&progress, done + 1);
    }
    lab_progress_end(&progress);
    prover_delete(prover);
    free(keys);
    if (lab_is_stopped())
        return call_failure(call, _("stopped after {0} of {1} puzzles"), NUM(done - 1), NUM(book->count));
    print_say(stdout, _("{0} puzzles of {1}, {2} searched deeply: {3} wrong\n"), NUM(book->count), book->game->id,
              NUM(deep), NUM(bad));
    return bad ? EXIT_FAILED : EXIT_FINE;
}

static int run_check(const struct call *call, const struct ochre_game *game)
{
    struct puzzle_book book = {0};
    int64_t sample = PUZZLE_COUNT_MAX;
    if (!call_number(call, "sample", 0, PUZZLE_COUNT_MAX, &sample))
        return EXIT_MISUSED;
    int code = read_book(call, game, &book);
    if (code != EXIT_FINE)
        return code;
    code = check_all(call, &book, sample < book.count ? sample : book.count);
    puzzle_book_free(&book);
    return code;
}

static int run_list(const struct call *call, const struct ochre_game *game)
{
    struct puzzle_book book = {0};
    int code = read_book(call, game, &book);
    if (code != EXIT_FINE)
        return code;
    if (call_has(call, "json"))
        code = puzzles_print_json(&book) < 0 ? call_failure(call, _("out of memory")) : EXIT_FINE;
    else
        puzzles_show(&book);
    puzzle_book_free(&book);
    return code;
}

static int run(const struct call *call)
{
    const struct ochre_game *game = call_game(call, call->operand[0]);
    bool is_list = call_has(call, "list");
    bool is_check = call_has(call, "check");
    if (!game)
        return EXIT_MISUSED;
    if (is_list && is_check)
        return call_misuse(call, _("--list and --check do not go together"));
    if (is_check)
        return run_check(call, game);
    if (is_list || (!call_has(call, "games") && call->operand_count == 1 && !call_has(call, "out")))
        return run_list(call, game);
    if (call->operand_count > 1)
        return call_misuse(call, _("a file is read with --list or --check; --out FILE is what is written"));
    return run_find(call, game);
}

const struct command cmd_puzzles = {
    .name = "puzzles",
    .operands = "GAME [FILE]",
    .operands_min = 1,
    .operands_max = 2,
    .summary = N_("positions with one best choice: list, find, check"),
    .about =
        N_("Lists the puzzles of a game that are part of the program, or those of a file. With --games it looks for "
           "new ones: in so many plays of a strong player, positions in which one choice is clearly the best from "
           "what its seat knows. A deep search proves each; its level is the lowest from which on every level of "
           "the computer finds it. With --check every puzzle is played and searched again.\n\n"
           "With --out the file is kept up to date after every play, and what is found is added to a file that is "
           "there. Ctrl-C stops. docs/puzzles.md has the form of the file."),
    .example = "  ochre puzzles dice --list\n  ochre puzzles valley --games 50 --seed 7 --out valley.json\n"
               "  ochre puzzles valley --check valley.json\n",
    .options =
        (const struct command_option[]){
            {.name = "list", .about = N_("list the puzzles (what happens when nothing else is asked for)")},
            OPTION_JSON,
            {.name = "check", .about = N_("play and search every puzzle again")},
            {.name = "sample", .value = "N", .about = N_("with --check: search only so many, spread over all")},
            OPTION_GAMES(N_("look for new puzzles in so many plays")),
            OPTION_SEED,
            {.name = "out", .value = "FILE", .about = N_("write what is found here, added to what is there")},
            {.name = "players",
             .value = "NAMES",
             .about = N_("who plays, separated by commas; they change seats (usually level:6)")},
            {.name = "letters",
             .value = "N",
             .about = N_("leave out the last puzzles of a play while its moves take more letters than this for each of "
                         "them (usually 700)")},
            OPTION_SEATS,
            {0},
        },
    .is_for_people = true,
    .run = run,
};
