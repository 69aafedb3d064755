/* restore.h: a stored table becomes a running one by replaying its moves. Knows store and table, no room. */
#ifndef OCHRE_SERVER_RESTORE_H
#define OCHRE_SERVER_RESTORE_H

#include "server/store.h"
#include "table/table.h"

/* Openings that tables share: equal games, seats, options and packs are compiled once (an opening holds 70 kB). */
struct openings;
struct openings *openings_new(void);
void openings_delete(struct openings *openings);

/* The opening for these terms, shared with whoever else has the same; opening_delete when done. NULL and an error.
 * Positions are not shared. The request's texts are copied. */
struct opening *openings_get(struct openings *openings, const struct opening_request *request,
                             struct ochre_error *error);

/* The table as it was: rules version and pack as they were pinned, shares, seed, every move legal, every draw proved,
 * seats and status in order. A check (restore_check) and a server judge by this one function. People's seats (persons
 * that no computer stands in for, reserved and open ones) are its humans. It has not begun: the room watches it and
 * calls table_begin, as with a new one. table_begin draws nothing when the play had begun, because the draws were
 * stored with the move that caused them. NULL and a reason: set it aside (STORED_ASIDE) and go on with the next.
 */
struct table *restore_table(struct openings *openings, const struct stored_play *play, struct ochre_error *error);

/* The same table goes on: moves that another server has made since (store_load_since), every draw proved. Whoever
 * watches the table is told of them. -1 and why not: the table is then to be restored anew. */
int restore_follow(struct table *table, const struct stored_play *play, struct ochre_error *error);

/* The options of a setup as store_put_table wants them ("name=value\n" …), in new memory. */
char *restore_options(const struct ochre_setup *setup);

/* ---- looking after a data folder ---- */

/* Restores every table; each trouble is told with the table's id. `counts` as they were found. Returns how many
 * troubles, -1 and an error when the place (a folder, or the address of a database) cannot be opened. */
struct restore_counts {
    int waiting, running, over, aside; /* tables */
    int64_t moves;
};
int restore_check(const char *place, struct restore_counts *counts, store_trouble *trouble, void *who,
                  struct ochre_error *error);

/* Finished tables that ended before `before` (milliseconds since 1970): each becomes a log file
 * FOLDER/archive/YYYY-MM/ID.log, and when that is durable its row goes (a batch is submitted); `gone` (may be NULL) is
 * told of each, so that rooms let go of it. How many; -1 and an error when one could not be written (it stays). To be
 * called now and then from a timer of the loop: at most `most` are looked at, those behind `place` ({0} at first),
 * and when there are no more the next call begins anew. Damaged ones are left where they are. */
typedef void restore_gone(void *who, const struct stored_table *table);
int restore_archive(struct store *store, struct openings *openings, const char *folder, int64_t before,
                    struct store_place *place, int most, restore_gone *gone, void *who, struct ochre_error *error);

#endif
