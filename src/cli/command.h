/* command.h: what a command of `ochre` is. Each stands in a file of its own (cmd_NAME.c) with one constant entry, and
 * commands.c lists them. Help, shell completion, manual pages and the reading of arguments all come from the entry, so
 * that they cannot disagree. */
#ifndef OCHRE_CLI_COMMAND_H
#define OCHRE_CLI_COMMAND_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/tongue.h"
#include "rules/game.h"

/* Exit codes. */
enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_MISUSED = 2 };

/* An option, written --name or --name VALUE or --name=VALUE. Names of values mean something to completion: GAME,
 * FILE, DIR, COMMAND, SEATS (computer players), LANGUAGE; any other word is completed with nothing. */
struct command_option {
    const char *name;           /* "seats"; NULL after the last */
    const char *value;          /* "N": how the help calls its value; NULL: a switch */
    const char *about;          /* one line, N_("…") */
    const char *const *choices; /* the only values it may have, NULL after the last; or NULL */
    bool repeats;               /* may be given several times */
};

enum { COMMAND_OPTIONS_MAX = 16 };

struct call;

struct command {
    const char *name;
    const char *operands; /* for the usage line: "GAME", "FILE|DIR…", "[GAME]"; "" when it takes none */
    int operands_min, operands_max;
    const char *const *operand_choices; /* what completion offers for them, NULL after the last; or NULL */
    const char *summary;                /* one line, N_("…"), no capital, no full stop */
    const char *about;   /* paragraphs separated by empty lines, N_("…"); lines are filled anew; may be NULL */
    const char *example; /* lines to type, or NULL */
    const struct command_option *options;
    bool is_hidden;     /* works, but is not listed */
    bool is_for_people; /* prints sentences and boards: in plain letters where the terminal has no others */
    int (*run)(const struct call *call);
};

/* All commands in the order of the help, NULL after the last (commands.c). */
extern const struct command *const commands[];
const struct command *command_by_name(const char *name);

/* Options that every command takes. */
extern const struct command_option common_options[];

/* One use of a command, read from the command line and checked against its entry: options exist, have a value exactly
 * when they want one, only choices that exist, and the number of operands is right. */
enum { CALL_GIVEN_MAX = 64 };

struct call {
    const struct command *command;
    int given_count;
    struct {
        const char *name, *value;
    } given[CALL_GIVEN_MAX]; /* in the order of the command line */
    int operand_count;
    char *const *operand; /* of argv, rearranged */
};

/* Was the option given? Its (last) value, or NULL. Its n-th value, or NULL: for options that repeat. */
bool call_has(const struct call *call, const char *option);
const char *call_value(const struct call *call, const char *option);
const char *call_value_at(const struct call *call, const char *option, int n);
/* Does a program read the answer (--json)? It is told codes too; people read sentences. */
bool call_is_for_programs(const struct call *call);

/* A number in a range; *number keeps its value when the option was not given. False after complaining. */
bool call_number(const struct call *call, const char *option, int64_t low, int64_t high, int64_t *number);

/* The game named by an operand or option value; NULL after complaining, with a suggestion. */
const struct ochre_game *call_game(const struct call *call, const char *id);

/* One line on standard error, "ochre NAME: …", from a translated template with {0} … {9}. Both return the exit code to
 * return: misuse 2 (what was typed is wrong), failure 1 (what was asked for failed).
 *     return call_misuse(call, _("--depth wants a number, not '{0}'"), text); */
int call_complain(const struct call *call, int code, const char *const said[]);
#define call_misuse(call, ...) call_complain((call), EXIT_MISUSED, (const char *const[]){__VA_ARGS__, NULL})
#define call_failure(call, ...) call_complain((call), EXIT_FAILED, (const char *const[]){__VA_ARGS__, NULL})

/* The same from what a door said, with the name of the input in front: "ochre moves: --position: row 3 has …". */
int call_refused(const struct call *call, int code, const char *input, const struct ochre_error *error);

/* A filled template on a stream: print_say(stdout, _("{0} games\n"), NUM(n)). */
void print_say_list(FILE *out, const char *const said[]);
#define print_say(out, ...) print_say_list((out), (const char *const[]){__VA_ARGS__, NULL})

/* The word among `words` (NULL after the last) that is nearest to a misspelt one, or NULL when none is near. */
const char *nearest_word(const char *misspelt, const char *const *words);

#endif
