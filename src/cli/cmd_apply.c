/* cmd_apply.c: `ochre apply`, a position after some moves. Chance does what the words say, or what a seed draws. */
#include <stdlib.h>
#include <string.h>

#include "cli/course.h"
#include "cli/position.h"
#include "cli/terms.h"
#include "rules/show.h"

/* The play so far. */
struct progress {
    const struct call *call;
    struct course course;
    int applied;
};

static void print_json(struct progress *play)
{
    struct ochre_text json = position_text();
    struct json_writer writer = json_write_to(&json);
    json_open(&writer, '{');
    json_field_int(&writer, "applied", play->applied);
    position_write_moves(play->course.setup, &play->course.state, play->course.viewer, &writer);
    show_printed(play->course.setup, &writer);
    position_write_view(play->course.setup, &play->course.state, play->course.viewer, &writer);
    json_close(&writer, '}');
    puts(json.at);
    position_text_free(&json);
}

static void print_plain(struct progress *play)
{
    fputs(play->course.story->at, stdout);
    if (play->course.story->used)
        putchar('\n');
    position_print_board(play->course.setup, &play->course.state, play->course.viewer);
    position_print_asked(play->course.setup, &play->course.state, play->course.viewer);
}

/* Programs want the rule too. */
static int refuse(const struct progress *play, const char *word, const char *why, const char *rule)
{
    const char *number = NUM(play->applied + 1);
    if (call_is_for_programs(play->call))
        return call_failure(play->call, _("--moves: move {0}, '{1}': {2} [{3}]"), number, word, why, rule);
    return call_failure(play->call, _("--moves: move {0}, '{1}': {2}"), number, word, why);
}

/* Every word of the list, in order. */
static int apply_all(struct progress *play, const char *moves)
{
    char *copy = strdup(moves);
    if (!copy)
        abort();
    int code = EXIT_FINE;
    char *rest = NULL;
    for (char *word = strtok_r(copy, " \t\r\n,", &rest); word && !code; word = strtok_r(NULL, " \t\r\n,", &rest)) {
        char why[TABLE_WHY_SIZE] = "";
        struct ochre_text words = text_in(why, sizeof why, tongue_used());
        const char *rule = course_move(&play->course, word, &words);
        if (rule)
            code = refuse(play, word, words.used ? why : _("this is no legal move here"), rule);
        play->applied++;
    }
    free(copy);
    if (!code)
        course_draw(&play->course);
    return code;
}

/* The viewer named by --view: a seat, '-' for somebody watching, 'all'. */
static bool read_viewer(const struct call *call, int seats, int *viewer)
{
    const char *name = call_value(call, "view");
    *viewer = OCHRE_EVERYBODY;
    if (!name || text_same(name, "all"))
        return true;
    *viewer = text_same(name, "-") ? OCHRE_NOBODY : seat_from_code(name);
    if (*viewer == OCHRE_NOBODY || (*viewer >= 0 && *viewer < seats))
        return true;
    call_misuse(call, _("--view cannot be '{0}' (expected p1 to {1}, '-' for a watcher, or 'all')"), name,
                seat_code(seats - 1));
    return false;
}

static int run(const struct call *call)
{
    const struct ochre_game *game = call_game(call, call->operand[0]);
    int64_t seed = 0;
    int code = EXIT_MISUSED;
    if (!game || !call_number(call, "seed", 0, INT64_MAX, &seed))
        return EXIT_MISUSED;
    struct table *table = terms_table(call, game, 0, &code);
    if (!table)
        return code;
    struct ochre_text story = position_text();
    struct progress play = {.call = call};
    course_init(&play.course, table_setup(table), table_state(table));
    play.course.story = &story;
    play.course.has_luck = call_has(call, "seed");
    rng_seed(&play.course.luck, (uint64_t)seed);
    code = EXIT_MISUSED;
    if (read_viewer(call, play.course.setup->seats, &play.course.viewer))
        code = apply_all(&play, call_value(call, "moves") ? call_value(call, "moves") : "");
    if (code == EXIT_FINE) {
        if (call_has(call, "json"))
            print_json(&play);
        else
            print_plain(&play);
    }
    course_free(&play.course);
    position_text_free(&story);
    table_delete(table);
    return code;
}

const struct command cmd_apply = {
    .name = "apply",
    .operands = "GAME",
    .operands_min = 1,
    .operands_max = 1,
    .summary = N_("make moves in a position and show what becomes of it"),
    .about = N_("The moves are separated by blanks. Each is made by the seat that is asked; another seat is written in "
                "front, as in p3>recall:CH1, and chance as in *>draw:HF1. With --seed chance draws by itself.\n\n"
                "An illegal move stops everything: the answer names the move, its place in the list and the rule."),
    .options =
        (const struct command_option[]){
            OPTION_SEATS,
            OPTION_OPTION,
            OPTION_PACK,
            OPTION_POSITION,
            OPTION_LOG,
            {.name = "moves", .value = "MOVES", .about = N_("the moves to make")},
            {.name = "seed", .value = "N", .about = N_("let chance draw, from this seed")},
            {.name = "view", .value = "SEAT", .about = N_("as this seat sees it (p1 to p4, - or all)")},
            {.name = "json", .about = N_("as one JSON document")},
            {0}},
    .example = "  ochre apply dice --moves 'a2a3 h7h6'\n  ochre apply pebble --seed 1 --moves 'p1>play:4' --view p2\n",
    .run = run,
};
