/* roster.h: all plays of a run, numbered through, wherever they are played: by threads here, on other machines, or
 * earlier, in a shard. A command of the laboratory is gone through twice: first the arena only lists what it would
 * play, then it takes the plays in their order, as if it had just played them. So the figures are the same, bit for
 * bit, whoever played what and when.
 *
 * What is not known here is how other machines are reached: whoever does it (src/fleet) draws numbers from the roster
 * and puts plays into it, in the thread that takes. */
#ifndef OCHRE_LAB_ROSTER_H
#define OCHRE_LAB_ROSTER_H

#include "lab/arena.h"
#include "lab/shard.h"

struct roster;

struct roster_wish {
    int threads;       /* that play here; 0: nobody does */
    int shard, shards; /* only the plays n with n % shards == shard - 1 are played */
    bool is_only_kept; /* none is taken: somebody else adds up */
    atomic_bool *stop;
    /* (optional) Called now and then in the thread that takes or waits: time to look what others have sent. */
    void (*pump)(void *who, struct roster *roster);
    void *who;
};

/* NULL when memory runs out. */
struct roster *roster_new(const struct roster_wish *wish);
void roster_delete(struct roster *roster);

/* ---- listing ---- */

/* For arena_run: lists the plan, or takes its plays. */
int roster_run(struct roster *roster, const struct arena_plan *plan, int *done, struct ochre_error *error);

/* The list is whole. -1 and why when memory has run out. */
int roster_listed(struct roster *roster, struct ochre_error *error);

int roster_plays(const struct roster *roster); /* in the whole run */
int roster_mine(const struct roster *roster);  /* of them in the shard */
int roster_there(struct roster *roster);       /* of these played by now */

/* A hash of all that decides what the plays are: rules, options, packs, positions, players, seeds. */
void roster_digest(const struct roster *roster, const char *program, char digest[17]);

/* Is the number a play of this shard? */
bool roster_is_mine(const struct roster *roster, int number);

/* ---- plays from elsewhere ---- */

/* The plays of a shard that was read, which must stay open: false when one is there already, and *number is which. */
bool roster_add_shard(struct roster *roster, const struct shard *shard, int *number);

/* From now on every new play is appended there. */
void roster_keep(struct roster *roster, struct shard *shard);

/* Numbers of plays for somebody else to play; how many, 0 for none now. */
int roster_draw(struct roster *roster, int number[], int max);

/* Plays left that nobody has drawn. */
int roster_left(struct roster *roster);

/* A play that somebody else has played. The bytes are copied. */
void roster_put(struct roster *roster, int number, const unsigned char *bytes, size_t length);

/* Something went wrong: the run ends with this. */
void roster_fail(struct roster *roster, const struct ochre_error *error);

/* ---- playing ---- */

/* Threads begin to play. -1 and why when none could be started. */
int roster_begin(struct roster *roster, struct ochre_error *error);

/* Waits until all plays of the shard are there, or it was stopped. -1 and why when something failed. */
int roster_wait(struct roster *roster, void (*progress)(void *who, int done), void *who, struct ochre_error *error);

/* Nobody wants more: threads give up what they play, and end. */
void roster_end(struct roster *roster);

/* Seconds that players thought about the plays that came out of shards. */
double roster_seconds_before(const struct roster *roster);

/* ---- for somebody who plays for another machine's roster ---- */

/* Instead of drawing from the list, threads play what they are given. */
void roster_help(struct roster *roster);
void roster_give(struct roster *roster, const int number[], int count);
int roster_threads(const struct roster *roster);
int roster_given(struct roster *roster);                              /* and not begun */
unsigned char *roster_collect(struct roster *roster, size_t *length); /* what is new: see roster_put_all; free it */
bool roster_has_failed(struct roster *roster, struct ochre_error *error);

/* What roster_collect of another machine gave. False when the bytes make no sense. */
bool roster_put_all(struct roster *roster, const unsigned char *bytes, size_t length);

#endif
