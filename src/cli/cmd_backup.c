/* cmd_backup.c: `ochre backup`, a copy of a server's data while it runs. */
#include <sys/stat.h>

#include "cli/command.h"
#include "server/store.h"

static int run(const struct call *call)
{
    const char *folder = call_value(call, "data") ? call_value(call, "data") : "ochre-data";
    const char *file = call_value(call, "to");
    if (store_is_address(folder))
        return call_failure(call, "{0}",
                            _("a database is copied by its own tools: pg_dump --format=custom --file=FILE ADDRESS"));
    if (!file)
        return call_misuse(call, _("say where the copy goes: --to FILE"));
    struct ochre_error error = {0};
    if (store_backup(folder, file, &error) < 0)
        return call_failure(call, "{0}", error.words);
    struct stat about;
    int64_t size = stat(file, &about) == 0 ? (int64_t)about.st_size : 0;
    print_say(stdout, _("{0}: {1} kB, checked\n"), file, NUM((size + 1023) / 1024));
    return EXIT_FINE;
}

const struct command cmd_backup = {
    .name = "backup",
    .operands = "",
    .summary = N_("copy the data of a server, while it runs"),
    .about =
        N_("Writes one file with all tables as they are at one moment, looks it through and only then gives it its "
           "name: whoever finds the file has a whole backup. To go back to it, stop the server and put the file "
           "into an empty data folder as ochre.db. Archived plays are files already; copy DIR/archive as well. The "
           "copy holds the secrets of plays that go on: keep it as safe as the server."),
    .example = "  ochre backup --data /var/lib/ochre --to /backup/ochre-monday.db\n",
    .options =
        (const struct command_option[]){
            {.name = "data", .value = "DIR", .about = N_("the data folder of the server (ochre-data)")},
            {.name = "to", .value = "FILE", .about = N_("where the copy goes; a file that is there is replaced")},
            {0},
        },
    .run = run,
};
