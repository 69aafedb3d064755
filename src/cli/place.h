/* place.h: the place of a store as it stands on the command line. */
#ifndef OCHRE_CLI_PLACE_H
#define OCHRE_CLI_PLACE_H

/* A copy of the argument, which holds until the program ends; in the argument itself, which everybody on this machine
 * can read (ps), a password is written over. NULL stays NULL. */
const char *place_taken(const char *argument);

#endif
