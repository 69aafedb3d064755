/* store_move.h: all that a store keeps goes into another one, whatever their engines: `ochre store move`. */
#ifndef OCHRE_SERVER_STORE_MOVE_H
#define OCHRE_SERVER_STORE_MOVE_H

#include "server/store.h"

struct store_moved {
    int tables, total; /* so far; of how many */
    int64_t moves;
    int memos, archived;
    int aside;        /* tables that could not be replayed before, and cannot be now */
    bool is_checking; /* everything is there and is being compared and replayed */
};
typedef void store_progress(void *who, const struct store_moved *moved);

/* Copies everything from one place (a folder, or the address of a database) to another, which must have no tables yet.
 * Every play is compared and replayed before the copy may be used; until then no server starts there. All or nothing:
 * -1 and one clear sentence, and the copy is gone, or (when we are killed) refused by whoever opens it, and begun anew
 * by the next move. The first place stays as it is; no server may be using either. */
int store_move(const char *from, const char *to, struct store_moved *moved, store_progress *progress, void *who,
               struct ochre_error *error);

#endif
