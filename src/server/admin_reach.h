/* admin_reach.h: how the host's desk of a running server is reached from another program: a socket in the data folder.
 * Whoever may write to the folder may use it. Knows no order and no loop. */
#ifndef OCHRE_SERVER_ADMIN_REACH_H
#define OCHRE_SERVER_ADMIN_REACH_H

#include <stddef.h>

#include "base/error.h"

#define ADMIN_SOCKET "ochre.admin"

enum { ADMIN_PLACE_SIZE = 108 /* all that a socket's name may have */ };

/* The name under which the socket of a folder is reached. A folder whose name is too long is opened, and reached by its
 * number: `*held` is then a file to be closed when the place is not needed any more, else -1. -1 and an error. */
int admin_place(const char *folder, char place[ADMIN_PLACE_SIZE], int *held, struct ochre_error *error);

/* Sends an order (JSON, one line) and waits for its answer, in new memory. NULL and a sentence when nobody answers. */
char *admin_reach(const char *folder, const char *order, size_t *length, struct ochre_error *error);

#endif
