/* admin_socket.h: the host's desk as a socket in the data folder: orders come in as lines of JSON, answers go out as
 * lines, one after the other (docs/hosting.md, "Admin"). Knows the loop; what an order means is the hall's. */
#ifndef OCHRE_SERVER_ADMIN_SOCKET_H
#define OCHRE_SERVER_ADMIN_SOCKET_H

#include "base/error.h"
#include "server/hall.h"

struct admin_socket;

/* The folder must be ours (its lock held): a socket that a killed server left is taken away. NULL and a sentence. */
struct admin_socket *admin_socket_new(void *loop, const char *folder, struct hall *hall, struct ochre_error *error);

/* Closes everything and takes the socket away. Run the loop until it is empty, let the hall answer what is under way,
 * and only then delete. NULL is let pass. */
void admin_socket_close(struct admin_socket *desk);
void admin_socket_delete(struct admin_socket *desk);

#endif
