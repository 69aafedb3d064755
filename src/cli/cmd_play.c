/* cmd_play.c: `ochre play`: who plays what against whom, from the command line or from a small menu. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/bits.h"
#include "cli/kept.h"
#include "cli/lab.h"
#include "cli/play.h"
#include "cli/prompt.h"
#include "cli/review_show.h"
#include "cli/screen.h"
#include "cli/terms.h"
#include "rules/registry.h"
#include "table/file.h"

/* Who sits where, and how the play begins. */
struct wish {
    const struct ochre_game *game;
    int seats; /* 0: not said */
    char player[OCHRE_SEATS_MAX][PLAYER_SIZE];
    char resume[PATH_SIZE]; /* a log to go on with, or "" */
    uint64_t seed;
    bool has_seed;
    bool is_rematch; /* keeps its log elsewhere: --log holds the first play */
};

/* ---- seats ---- */

static bool is_player(const char *name, struct ochre_error *error)
{
    if (text_same(name, "human"))
        return true;
    struct bot *bot = bot_new(name, error);
    bot_delete(bot);
    return bot != NULL;
}

static void seat_player(struct wish *wish, int seat, const char *name)
{
    struct ochre_text text = text_on(wish->player[seat], PLAYER_SIZE);
    text_add(&text, name);
}

static void seat_usual(struct wish *wish, int from)
{
    for (int seat = from; seat < OCHRE_SEATS_MAX; seat++)
        seat_player(wish, seat, seat == 0 ? "human" : "greedy");
}

/* "human,greedy", or a number of seats. */
static int read_seats(const struct call *call, const char *list, struct wish *wish)
{
    seat_usual(wish, 0);
    if (strlen(list) == 1 && isdigit((unsigned char)*list)) {
        wish->seats = *list - '0';
        return EXIT_FINE;
    }
    int seat = 0;
    for (const char *at = list;; seat++) {
        size_t length = strcspn(at, ",");
        if (seat == OCHRE_SEATS_MAX)
            return call_misuse(call, _("--seats: '{0}' names more than {1} players"), list, NUM(OCHRE_SEATS_MAX));
        char name[PLAYER_SIZE];
        struct ochre_text text = text_on(name, sizeof name);
        text_add_bytes(&text, at, length);
        struct ochre_error error;
        bool is_known = !text.cut && is_player(name, &error);
        if (!is_known && !text.cut && strchr(name, ':')) /* a budget: the player itself knows best what it takes */
            return call_refused(call, EXIT_MISUSED, "--seats", &error);
        if (!is_known) {
            char names[200] = "human";
            struct ochre_text all = {.at = names, .size = sizeof names, .used = strlen(names)};
            for (int i = 0; bot_kinds[i].name; i++) {
                text_add(&all, ", ");
                text_add(&all, bot_kinds[i].usage);
            }
            return call_misuse(call, _("--seats: there is no player '{0}' (expected {1}, separated by commas)"), name,
                               names);
        }
        seat_player(wish, seat, name);
        if (at[length] == '\0')
            break;
        at += length + 1;
    }
    wish->seats = seat + 1;
    return EXIT_FINE;
}

/* Who sat where in a log that `ochre play` has written. */
static void read_players_of(const struct call *call, const char *log, struct wish *wish)
{
    const char *line = strstr(log, "\n# players ");
    if (!line)
        return;
    line += strlen("\n# players ");
    char list[OCHRE_SEATS_MAX * PLAYER_SIZE];
    struct ochre_text text = text_on(list, sizeof list);
    text_add_bytes(&text, line, strcspn(line, "\r\n"));
    struct wish read = *wish;
    if (!text.cut && read_seats(call, list, &read) == EXIT_FINE)
        *wish = read;
}

/* ---- the menu ---- */

/* What may be typed: numbers from 1 on, or those whose bits are set. */
#define UP_TO(count) (BIT((count) + 1) - BIT(1))

/* The numbers as somebody reads them: "1 to 8", or "2 or 4" where there are two, or a gap. */
static void say_numbers(struct ochre_text *text, uint64_t numbers)
{
    int count = bits_count(numbers);
    int first = bits_first(numbers);
    if (count > 2 && numbers >> first == BIT(count) - 1) {
        text_say(text, "{0} to {1}", NUM(first), NUM(first + count - 1));
        return;
    }
    for (uint64_t left = numbers; left;) {
        int number = bits_take(&left);
        text_add(text, number == first ? "" : left ? ", " : text_word(text, " or "));
        text_int(text, number);
    }
}

/* One of `numbers`; `fallback` on an empty line, 0 when somebody goes away. */
static int choose(const char *question, uint64_t numbers, int fallback)
{
    char range[64];
    struct ochre_text said = text_in(range, sizeof range, tongue_used());
    say_numbers(&said, numbers);
    for (;;) {
        const char *line;
        char full[160];
        struct ochre_text text = text_in(full, sizeof full, tongue_used());
        text_say(&text, "{0} ({1}, Enter for {2}) ", question, range, NUM(fallback));
        if (prompt_ask(full, NULL, &line) != PROMPT_LINE || text_same(line, "quit") || text_same(line, "q"))
            return 0;
        if (*line == '\0')
            return fallback;
        const char *at = line;
        int number;
        if (text_read_number(&at, 2, &number) && *at == '\0' && number < 64 && bits_has(numbers, number))
            return number;
        print_say(stdout, _("Please type a number: {0}.\n"), range);
    }
}

static int offered(const struct ochre_game *list[], int most)
{
    int count = 0;
    for (int i = 0; ochre_games[i] && count < most; i++)
        if (!ochre_games[i]->is_internal)
            list[count++] = ochre_games[i];
    return count;
}

static void list_games(const struct ochre_game *const *list, int count)
{
    for (int i = 0; i < count; i++) {
        char left[64];
        struct ochre_text text = text_on(left, sizeof left);
        text_int(&text, i + 1);
        text_add(&text, "  ");
        text_add(&text, list[i]->id);
        char right[256];
        text = text_in(right, sizeof right, tongue_used());
        if (list[i]->designer[0])
            text_say(&text, "{0}, by {1}: {2}", list[i]->name, list[i]->designer, _(list[i]->about));
        else
            text_say(&text, "{0}: {1}", list[i]->name, _(list[i]->about));
        screen_entry(stdout, left, right, 2, 12);
    }
}

/* Plays that were left, with the numbers behind those of the games. */
static void list_kept(const struct kept *kept, int count, int before)
{
    if (count == 0)
        return;
    puts(_("These plays are not over yet; their numbers go on with them:"));
    putchar('\n');
    for (int i = 0; i < count; i++) {
        char left[64];
        char right[256];
        struct ochre_text text = text_on(left, sizeof left);
        text_int(&text, before + i + 1);
        text_add(&text, "  ");
        text_add(&text, kept[i].game->id);
        text = text_in(right, sizeof right, tongue_used());
        text_say_count(&text, kept[i].moves, "left on {1}, after one move", "left on {1}, after {0} moves",
                       NUM(kept[i].moves), kept[i].left_on);
        screen_entry(stdout, left, right, 2, 12);
    }
    putchar('\n');
}

/* How many sit at the table. */
static int choose_seats(const struct ochre_game *game)
{
    if (bits_count(game->seat_counts) == 1)
        return game->seats_usual;
    putchar('\n');
    return choose(_("How many at the table?"), game->seat_counts, game->seats_usual);
}

/* Against whom: the computer, as strong as one likes, or each other at this screen. */
static bool choose_players(struct wish *wish)
{
    enum { COMPUTER = 1, PEOPLE, LEVELS = 8, LEVEL_USUAL = 3 };
    char name[PLAYER_SIZE] = "human";
    putchar('\n');
    puts(_("Against whom?"));
    printf("  %d  %s\n", COMPUTER, _("the computer"));
    printf("  %d  %s\n", PEOPLE, _("people at this screen"));
    int choice = choose(_("Against whom?"), UP_TO(PEOPLE), COMPUTER);
    if (choice == COMPUTER) {
        putchar('\n');
        screen_fill(stdout, _("How strong is the computer? Level 1 is for a first game, level 8 is the best it can."),
                    0);
        int level = choose(_("Which level?"), UP_TO(LEVELS), LEVEL_USUAL);
        if (level == 0)
            return false;
        struct ochre_text text = text_on(name, sizeof name);
        text_add(&text, "level:");
        text_int(&text, level);
    }
    for (int seat = 1; seat < wish->seats; seat++)
        seat_player(wish, seat, name);
    return choice != 0;
}

/* False: nothing is to be played. */
static bool choose_play(struct wish *wish)
{
    const struct ochre_game *list[16];
    struct kept kept[KEPT_MOST];
    int count = offered(list, 16);
    puts(_("Welcome to Ochre. These games are on the table:"));
    putchar('\n');
    list_games(list, count);
    putchar('\n');
    if (!prompt_is_terminal() || count == 0) {
        puts(_("To play one, type: ochre play GAME"));
        return false;
    }
    int plays = kept_find(kept);
    list_kept(kept, plays, count);
    int choice = choose(_("Which game?"), UP_TO(count + plays), 1);
    if (choice == 0)
        return false;
    if (choice > count) {
        struct ochre_text text = text_on(wish->resume, sizeof wish->resume);
        text_add(&text, kept[choice - count - 1].path);
        return true;
    }
    wish->game = list[choice - 1];
    wish->seats = choose_seats(wish->game);
    return wish->seats && choose_players(wish);
}

/* ---- beginning ---- */

static ochre_seats humans_of(const struct wish *wish, int seats)
{
    ochre_seats humans = 0;
    for (int seat = 0; seat < seats; seat++)
        if (text_same(wish->player[seat], "human"))
            humans |= SEAT_BIT(seat);
    return humans;
}

static struct table *new_table(const struct call *call, const struct wish *wish, int *code)
{
    struct opening *opening = terms_offered(call, wish->game, wish->seats, code);
    if (!opening)
        return NULL;
    unsigned char seed[FAIR_SIZE];
    struct ochre_error error;
    fair_seed_from_number(wish->seed, seed);
    struct table *table =
        table_new(opening, humans_of(wish, opening->setup.seats), wish->has_seed ? seed : NULL, &error);
    if (!table) {
        *code = call_refused(call, EXIT_FAILED, wish->game->id, &error);
        opening_delete(opening);
    }
    return table;
}

/* The table as the log left it. */
static struct table *old_table(const struct call *call, struct wish *wish, int *code)
{
    struct ochre_error error = {0};
    struct log log;
    size_t length;
    *code = EXIT_FAILED;
    char *text = file_read(wish->resume, LOG_SIZE_MAX, &length, &error);
    if (!text || log_parse(&log, text, length, &error) < 0) {
        free(text);
        call_refused(call, EXIT_FAILED, wish->resume, &error);
        return NULL;
    }
    if (!call_has(call, "seats"))
        read_players_of(call, text, wish);
    free(text);
    struct table *table =
        log_play(&log, humans_of(wish, log.seats), call_value(call, "pack"), NULL, NULL, NULL, &error);
    if (!table)
        call_refused(call, EXIT_FAILED, wish->resume, &error);
    log_free(&log);
    return table;
}

/* How to go on with a play that was left. */
static void say_farewell(const struct play *play)
{
    if (*play->log)
        print_say(stdout, _("Kept. To go on: ochre play --resume {0}\n"), play->log);
    else
        puts(_("Goodbye."));
}

static bool choose_log(const struct call *call, const struct wish *wish, struct play *play)
{
    const char *log = wish->is_rematch ? NULL : call_value(call, "log");
    struct ochre_text text = text_on(play->log, sizeof play->log);
    if (log || *wish->resume)
        text_add(&text, log ? log : wish->resume);
    else if (play->is_terminal && play->humans)
        kept_name(play->setup->game, play->log);
    return !text.cut;
}

static void show_progress(void *who, int done, int total)
{
    (void)total;
    lab_progress_show(who, done);
}

static void look_back(const struct play *play)
{
    struct review review;
    struct lab_progress progress;
    struct review_plan plan = {.depth = WEIGH_USUAL,
                               .seed = 1,
                               .stop = lab_stop(),
                               .progress = show_progress,
                               .who = &progress,
                               .tongue = tongue_used()};
    lab_progress_begin(&progress, table_step_count(play->table));
    review_play(&review, play->table, &plan);
    lab_progress_end(&progress);
    review_show(&review);
    review_free(&review);
}

/* At the end: look back as often as somebody likes, then another one or not. */
static bool wants_another(const struct play *play)
{
    const char *line;
    print_say(stdout, _("Type review to look back on it.\n"));
    while (prompt_ask(_("\nAnother one? (y/n) "), NULL, &line) == PROMPT_LINE) {
        if (!text_starts(line, "review", NULL) && !text_starts(line, _("review"), NULL))
            return play_is_yes(line);
        look_back(play);
    }
    return false;
}

/* One play from its beginning to its end; *again when the people want another. */
static int play_once(const struct call *call, struct wish *wish, bool *again)
{
    int code = EXIT_FAILED;
    struct table *table = *wish->resume ? old_table(call, wish, &code) : new_table(call, wish, &code);
    if (!table)
        return code;
    struct play play;
    struct table_no no = {0};
    *again = false;
    code = play_open(&play, call, table, wish->player, wish->has_seed ? wish->seed : (uint64_t)time(NULL));
    if (code)
        return code;
    if (!choose_log(call, wish, &play)) {
        play_close(&play);
        return call_misuse(call, _("the name of the log is too long"));
    }
    if (table_begin(table, tongue_used(), &no) < 0) {
        play_close(&play);
        return call_failure(call, "{0}", no.why);
    }
    enum play_end end = play_run(&play);
    if (end == PLAY_QUIT) {
        say_farewell(&play);
    } else if (end == PLAY_OVER) {
        play_show_result(&play);
        if (*play.log && play.is_terminal)
            print_say(stdout, _("\nThe whole play is in {0}\n"), play.log);
        *again = play.is_terminal && play.humans && !*wish->resume && wants_another(&play);
    }
    play_close(&play);
    return end == PLAY_FAILED ? EXIT_FAILED : EXIT_FINE;
}

static int read_wish(const struct call *call, struct wish *wish)
{
    int64_t seed = 0;
    *wish = (struct wish){.has_seed = call_has(call, "seed")};
    seat_usual(wish, 0);
    if (!call_number(call, "seed", 0, INT64_MAX, &seed))
        return EXIT_MISUSED;
    wish->seed = (uint64_t)seed;
    if (call_has(call, "seats") && read_seats(call, call_value(call, "seats"), wish))
        return EXIT_MISUSED;
    if (call_has(call, "resume")) {
        static const char *const rivals[] = {"option", "position", "seed", NULL};
        for (int i = 0; rivals[i]; i++)
            if (call_has(call, rivals[i]))
                return call_misuse(call, _("--resume already says what --{0} would say"), rivals[i]);
        if (call->operand_count)
            return call_misuse(call, _("--resume already says which game is played"));
        struct ochre_text text = text_on(wish->resume, sizeof wish->resume);
        text_add(&text, call_value(call, "resume"));
        return text.cut || text.used == 0 ? call_misuse(call, _("--resume wants the name of a log")) : EXIT_FINE;
    }
    if (call->operand_count) {
        wish->game = call_game(call, call->operand[0]);
        return wish->game ? EXIT_FINE : EXIT_MISUSED;
    }
    return EXIT_FINE;
}

static int run(const struct call *call)
{
    struct wish wish;
    int code = read_wish(call, &wish);
    if (code == EXIT_FINE)
        code = lab_mind(call);
    if (code != EXIT_FINE)
        return code;
    prompt_open();
    bool again = wish.game || *wish.resume || choose_play(&wish);
    while (again && code == EXIT_FINE) {
        code = play_once(call, &wish, &again);
        wish.seed++;
        wish.is_rematch = true;
    }
    prompt_close();
    return code;
}

const struct command cmd_play = {
    .name = "play",
    .is_for_people = true,
    .operands = "[GAME]",
    .operands_max = 1,
    .summary = N_("play in the terminal, against the computer or each other"),
    .about = N_(
        "Without a game a small menu asks what to play, or which play to go on with. Moves are typed as they are "
        "listed or by their number; Enter shows the rest of the table; ? shows what else can be typed: undo, hint, "
        "why, save and more. Where people at a table would draw lots for who begins, lots are drawn; --option first=p1 "
        "decides instead.\n\n"
        "The play is written to a log after every move, so that nothing is lost when the terminal is closed; "
        "quit says how to go on. When the input is no terminal, moves are read line by line."),
    .options =
        (const struct command_option[]){
            {.name = "seats",
             .value = "SEATS",
             .about = N_("who plays: human, level:1 to level:8 (also level:3/bold, /hoarding, /patient), greedy or "
                         "random for each seat, or a number of seats")},
            OPTION_OPTION,
            {.name = "seed", .value = "N", .about = N_("make chance and computers repeatable")},
            OPTION_MIND,
            OPTION_PACK,
            OPTION_POSITION,
            {.name = "log", .value = "FILE", .about = N_("keep the play in this file")},
            {.name = "resume", .value = "FILE", .about = N_("go on with the play in this file")},
            {0},
        },
    .example = "  ochre play\n  ochre play dice\n  ochre play dice --seats human,human --option setup=ranks\n",
    .run = run,
};
