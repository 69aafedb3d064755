/* hint.h: what a computer thought, as members of a hint (docs/wire.md); the object is the caller's. */
#ifndef OCHRE_SERVER_HINT_H
#define OCHRE_SERVER_HINT_H

#include "server/thinkers.h"

void hint_write(const struct thought *thought, struct json_writer *writer);

#endif
