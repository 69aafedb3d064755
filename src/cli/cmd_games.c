/* cmd_games.c: `ochre games`, what can be played. */
#include "cli/command.h"
#include "cli/screen.h"
#include "rules/registry.h"

/* The numbers of seats, "2, 4". */
static void say_seats(const struct ochre_game *game, struct ochre_text *text)
{
    for (int n = game->seats_min; n <= game->seats_max; n++)
        if ((game->seat_counts >> n) & 1) {
            text_add(text, text->used ? ", " : "");
            text_int(text, n);
        }
}

/* What an option may be: "on = units may join, off = …", "2 to 9", or a word. */
static void say_values(const struct ochre_option *option, struct ochre_text *text)
{
    if (option->choices) {
        for (int i = 0; option->choices[i]; i++) {
            text_add(text, i ? ", " : "");
            text_add(text, option->choices[i]);
            text_add(text, " = ");
            text_add(text, _(option->phrases[i]));
        }
    } else if (option->min <= option->max) {
        text_say(text, "{0} to {1}", NUM(option->min), NUM(option->max));
    } else {
        text_add(text, text_word(text, "a word"));
    }
}

static void print_game(const struct ochre_game *game)
{
    char seats[32];
    struct ochre_text list = text_on(seats, sizeof seats);
    say_seats(game, &list);
    printf("%-12s  %s\n", game->id, game->name);
    screen_entry(stdout, "", _(game->about), 2, 10);
    char line[640];
    struct ochre_text text = text_in(line, sizeof line, tongue_used());
    if (game->designer[0])
        text_say(&text, "by {0}; seats: {1}", game->designer, seats);
    else
        text_say(&text, "designer not known; seats: {0}", seats);
    screen_entry(stdout, "", line, 2, 10);
    for (int i = 0; game->options && game->options[i].name; i++) {
        const struct ochre_option *option = &game->options[i];
        text = text_in(line, sizeof line, tongue_used());
        char values[400];
        struct ochre_text list_of = text_in(values, sizeof values, tongue_used());
        say_values(option, &list_of);
        if (option->choices)
            text_say(&text, "{0}: {1} (usually {2})", _(option->title), values, option->fallback);
        else
            text_say(&text, "{0} ({1}; usually {2})", _(option->about), values, option->fallback);
        screen_entry(stdout, option->name, line, 6, 10);
    }
}

static void write_game(const struct ochre_game *game, struct json_writer *writer)
{
    const struct ochre_text words = {.tongue = tongue_used()};
    json_open(writer, '{');
    game_write_about(game, &words, writer);
    json_field_bool(writer, "internal", game->is_internal);
    json_close(writer, '}');
}

static int run(const struct call *call)
{
    bool all = call_has(call, "all");
    if (call_has(call, "json")) {
        static char json[64 * 1024];
        struct ochre_text text = text_on(json, sizeof json);
        struct json_writer writer = json_write_to(&text);
        json_open(&writer, '{');
        json_name(&writer, "games");
        json_open(&writer, '[');
        for (int i = 0; ochre_games[i]; i++)
            if (all || !ochre_games[i]->is_internal)
                write_game(ochre_games[i], &writer);
        json_close(&writer, ']');
        json_close(&writer, '}');
        puts(json);
        return EXIT_FINE;
    }
    int count = 0;
    for (int i = 0; ochre_games[i]; i++)
        if (all || !ochre_games[i]->is_internal) {
            if (count++)
                putchar('\n');
            print_game(ochre_games[i]);
        }
    if (count == 0)
        puts(_("No game is offered to players yet; --all shows the others."));
    return EXIT_FINE;
}

const struct command cmd_games = {
    .name = "games",
    .is_for_people = true,
    .operands = "",
    .summary = N_("list the games, their seats and options"),
    .options =
        (const struct command_option[]){
            {.name = "all", .about = N_("also the games that only serve tests and comparisons")},
            {.name = "json", .about = N_("as one JSON document")},
            {0},
        },
    .example = "  ochre games\n  ochre games --all --json\n",
    .run = run,
};
