/* cmd_rules.c: `ochre rules`, the rules of a game to read. */
#include "cli/command.h"
#include "cli/rules_text.h"

static int run(const struct call *call)
{
    const struct ochre_game *game = call_game(call, call->operand[0]);
    if (!game)
        return EXIT_MISUSED;
    if (!rules_text_show(game->id))
        return call_failure(call, _("{0} has no written rules yet"), game->id);
    return EXIT_FINE;
}

const struct command cmd_rules = {
    .name = "rules",
    .is_for_people = true,
    .operands = "GAME",
    .operands_min = 1,
    .operands_max = 1,
    .summary = N_("show the rules of a game"),
    .about = N_("The rules are numbered; refusals during play name these numbers. On a terminal they are shown through "
                "$PAGER."),
    .options = (const struct command_option[]){{0}},
    .example = "  ochre rules dice\n  ochre rules dice --lang fr\n",
    .run = run,
};
