/* kept.h: where the plays of `ochre play` are kept when nobody says where, and which of them are not over. */
#ifndef OCHRE_CLI_KEPT_H
#define OCHRE_CLI_KEPT_H

#include "cli/play.h"

enum { KEPT_MOST = 5 };

struct kept {
    char path[PATH_SIZE];
    const struct ochre_game *game;
    int moves;
    char left_on[32];
    long long when; /* for the order */
};

/* A new name for a play of this game, in the person's own folder for such things, which is made; "" when there is none.
 */
void kept_name(const struct ochre_game *game, char path[PATH_SIZE]);

/* The plays that can be gone on with, the last one first. */
int kept_find(struct kept kept[KEPT_MOST]);

#endif
