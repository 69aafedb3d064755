/* replay_steps.h: a log as the server would have told it to one viewer (docs/wire.md), one `step` a line. */
#ifndef OCHRE_CLI_REPLAY_STEPS_H
#define OCHRE_CLI_REPLAY_STEPS_H

#include "cli/command.h"
#include "table/log.h"

/* "p1" … "p4", "nobody", "everybody"; NULL after the last. */
extern const char *const replay_viewers[];

/* The exit code. */
int replay_steps(const struct call *call, const char *path, const struct log *log);

#endif
