/* terms.h: the options by which commands are told what to set up (--seats, --option, --pack, --position, --log), and
 * what they make. */
#ifndef OCHRE_CLI_TERMS_H
#define OCHRE_CLI_TERMS_H

#include "cli/command.h"
#include "table/log.h"

/* Entries for the option table of a command. */
#define OPTION_SEATS                                                                                                   \
    {                                                                                                                  \
        .name = "seats", .value = "N", .about = N_("number of seats")                                                  \
    }
#define OPTION_OPTION                                                                                                  \
    {                                                                                                                  \
        .name = "option", .value = "NAME=VALUE", .about = N_("a house rule of the game"), .repeats = true              \
    }
#define OPTION_PACK                                                                                                    \
    {                                                                                                                  \
        .name = "pack", .value = "FILE", .about = N_("components from this file")                                      \
    }
#define OPTION_POSITION                                                                                                \
    {                                                                                                                  \
        .name = "position", .value = "TEXT|@FILE|-", .about = N_("begin from this position instead of the start")      \
    }
#define OPTION_LOG                                                                                                     \
    {                                                                                                                  \
        .name = "log", .value = "FILE", .about = N_("begin where this log ends")                                       \
    }

/* The opening asked for, with `seats` seats (0: usual); NULL after complaining, and the exit code in *code. */
struct opening *terms_opening(const struct call *call, const struct ochre_game *game, int seats, int *code);

/* The same for people: without --position, what --option does not name is as the game offers it (lots are drawn). */
struct opening *terms_offered(const struct call *call, const struct ochre_game *game, int seats, int *code);

/* The log or record in a file, with the pack of --pack; false after complaining. log_free it. */
bool terms_log(const struct call *call, const char *path, struct log *log);

/* The table that --seats, --option, --pack, --position or --log ask for, nobody having moved since; NULL after
 * complaining. */
struct table *terms_table(const struct call *call, const struct ochre_game *game, ochre_seats humans, int *code);

#endif
