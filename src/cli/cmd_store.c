/* cmd_store.c: `ochre store move`, all tables of a server to another place. */
#include <unistd.h>

#include "cli/command.h"
#include "cli/place.h"
#include "server/store_move.h"

/* A line that is written over, for a person who waits. */
static void say_progress(void *who, const struct store_moved *moved)
{
    (void)who;
    if (!isatty(STDERR_FILENO) || (moved->tables % 100 != 0 && moved->tables != moved->total))
        return;
    print_say(stderr, "\r");
    print_say(stderr, moved->is_checking ? _("{0} of {1} tables compared and replayed") : _("{0} of {1} tables copied"),
              NUM(moved->tables), NUM(moved->total));
    if (moved->is_checking && moved->tables == moved->total)
        print_say(stderr, "\n");
    (void)fflush(stderr);
}

static int run(const struct call *call)
{
    struct store_moved moved;
    struct ochre_error error = {0};
    const char *from = place_taken(call->operand[1]);
    const char *to = place_taken(call->operand[2]);
    if (!text_same(call->operand[0], "move"))
        return call_misuse(call, _("'{0}' is nothing to do with a store (expected move)"), call->operand[0]);
    if (text_same(from, to))
        return call_misuse(call, _("both places are the same"));
    if (store_move(from, to, &moved, say_progress, NULL, &error) < 0)
        return call_failure(call, "{0}", error.words);
    char name[STORE_PLACE_SIZE];
    store_place_name(to, name, sizeof name);
    print_say(stdout, _("{0}: {1} tables, {2} moves, {3} archived plays; compared and replayed\n"), name,
              NUM(moved.total), NUM(moved.moves), NUM(moved.archived));
    if (moved.aside > 0)
        print_say(stdout, _("{0} of them cannot be replayed, as before; ochre serve --check says why\n"),
                  NUM(moved.aside));
    return EXIT_FINE;
}

const struct command cmd_store = {
    .name = "store",
    .operands = "move FROM TO",
    .operands_min = 3,
    .operands_max = 3,
    .summary = N_("copy the tables of a server to another place"),
    .about = N_("Copies everything that a server keeps from one place to another: FROM and TO are data folders or "
                "addresses of PostgreSQL databases (postgres://HOST/NAME). TO must be empty. Every table is compared "
                "and replayed before the copy may be used; FROM stays as it is. Stop the servers first. A password is "
                "better in ~/.pgpass or PGPASSWORD than on the command line."),
    .example = "  ochre store move ochre-data postgres://localhost/ochre\n"
               "  ochre store move postgres://localhost/ochre ochre-data\n",
    .options = (const struct command_option[]){{0}},
    .run = run,
};
