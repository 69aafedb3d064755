/* cmd_moves.c: `ochre moves`, what may be done in a position. */
#include "cli/position.h"
#include "cli/terms.h"

static int run(const struct call *call)
{
    const struct ochre_game *game = call_game(call, call->operand[0]);
    if (!game)
        return EXIT_MISUSED;
    int code;
    struct table *table = terms_table(call, game, 0, &code);
    if (!table)
        return code;
    const struct ochre_setup *setup = table_setup(table);
    if (call_has(call, "json")) {
        struct ochre_text json = position_text();
        struct json_writer writer = json_write_to(&json);
        json_open(&writer, '{');
        position_write_moves(setup, table_state(table), OCHRE_EVERYBODY, &writer);
        json_close(&writer, '}');
        puts(json.at);
        position_text_free(&json);
    } else {
        position_print_moves(setup, table_state(table));
    }
    table_delete(table);
    return EXIT_FINE;
}

const struct command cmd_moves = {
    .name = "moves",
    .operands = "GAME",
    .operands_min = 1,
    .operands_max = 1,
    .summary = N_("list the legal moves of a position"),
    .about = N_("Prints the moves, one a line. When several seats choose at once, or chance is to act, each move is "
                "written with its seat, as 'ochre apply' reads it: p2>play:4, *>deal:1."),
    .options = (const struct command_option[]){OPTION_SEATS,
                                               OPTION_OPTION,
                                               OPTION_PACK,
                                               OPTION_POSITION,
                                               OPTION_LOG,
                                               {.name = "json", .about = N_("as one JSON document")},
                                               {0}},
    .example = "  ochre moves dice\n  ochre moves dice --position 'W17/8/8/8/8/8/8/7B1 w 2 - 0 1' --json\n",
    .run = run,
};
