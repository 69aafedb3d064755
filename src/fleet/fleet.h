/* fleet.h: the processes of one run that MPI has started. Rank 0 runs the command, hands out numbers of plays and takes
 * plays in; the others play. Every message is awaited by looking now and then, never by spinning, so that ranks that
 * wait take nothing from those that play. */
#ifndef OCHRE_FLEET_FLEET_H
#define OCHRE_FLEET_FLEET_H

#include "cli/many.h"

/* Once MPI is there: the ranks for `many_fleet`. */
const struct many_fleet *fleet_begin(void);

/* Before MPI goes. */
void fleet_end(void);

/* A process whose command has ended: those that wait to agree are told that this one will not play. */
void fleet_leave(const char *why);

#endif
