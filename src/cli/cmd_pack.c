/* cmd_pack.c: `ochre pack check`, is this component pack fit for play? */
#include "cli/command.h"
#include "rules/read.h"
#include "table/opening.h"

/* A pack must do for every number of seats. */
static int check_seats(const struct call *call, const struct ochre_game *game, const char *path, int seats)
{
    struct ochre_error error = {0};
    struct opening_request request = {.game = game, .seats = seats, .pack = path};
    struct opening *opening = opening_new(&request, &error);
    if (!opening && text_starts(error.words, path, NULL)) { /* the file itself is named already */
        char why[sizeof error.words * 2];
        struct ochre_text text = text_in(why, sizeof why, tongue_used());
        error_say(&error, &text);
        return call_failure(call, "{0}", why);
    }
    if (!opening)
        return call_refused(call, EXIT_FAILED, path, &error);
    if (seats == game->seats_usual) {
        char id[PACK_ID_SIZE];
        char lines[4096];
        struct ochre_text warnings = text_on(lines, sizeof lines);
        packfile_id(&opening->pack, id);
        print_say(stdout, _("{0}: a pack for {1}, id {2}\nhash {3}\n"), path, game->id, id, opening->pack.pack.hash);
        if (game->read->pack_warnings)
            game->read->pack_warnings(&opening->setup, &warnings);
        if (warnings.used)
            print_say(stdout, _("Odd, but allowed:\n{0}"), lines);
    }
    opening_delete(opening);
    return EXIT_FINE;
}

static int run(const struct call *call)
{
    struct ochre_error error = {0};
    const char *path = call->operand[1];
    if (!text_same(call->operand[0], "check"))
        return call_misuse(call, _("'{0}' is nothing to do with a pack (expected check)"), call->operand[0]);
    const char *id = call_value(call, "game");
    const struct ochre_game *game = id ? call_game(call, id) : packfile_game(path, &error);
    if (!game)
        return id ? EXIT_MISUSED : call_refused(call, EXIT_FAILED, path, &error);
    for (int seats = game->seats_min; seats <= game->seats_max; seats++)
        if ((game->seat_counts >> seats) & 1) {
            int code = check_seats(call, game, path, seats);
            if (code != EXIT_FINE)
                return code;
        }
    return EXIT_FINE;
}

const struct command cmd_pack = {
    .name = "pack",
    .operands = "check FILE",
    .operands_min = 2,
    .operands_max = 2,
    .summary = N_("check a component pack"),
    .about = N_("Reads a pack of components, checks it against the rules for packs of its game and prints its id, its "
                "hash and what is odd about it."),
    .example = "  ochre pack check my-valley.json\n",
    .options =
        (const struct command_option[]){
            {.name = "game", .value = "GAME", .about = N_("the game, when the file does not say it")},
            {0},
        },
    .run = run,
};
