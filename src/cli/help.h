/* help.h: what the entries of the commands say, as help for people. */
#ifndef OCHRE_CLI_HELP_H
#define OCHRE_CLI_HELP_H

#include "cli/command.h"

/* The list of commands. */
void help_all(FILE *out);

/* One command: usage, what it does, its options, an example. */
void help_command(FILE *out, const struct command *command);

#endif
