/* call.h: from a command line to a call; for main and the tests. What commands need is in command.h. */
#ifndef OCHRE_CLI_CALL_H
#define OCHRE_CLI_CALL_H

#include "cli/command.h"

/* Reads the command line; the operands are gathered at the front of argv. Returns 0, or the exit code after
 * complaining. The command stays NULL when the line names none. */
int call_read(struct call *call, int argc, char **argv);

/* Is the number of operands right? Returns 0, or the exit code after complaining. */
int call_check_operands(const struct call *call);

#endif
