/* many.h: a run of the laboratory on many machines: --shard and --keep, shards that `ochre merge` adds up, and the
 * ranks of `ochre-mpi`. A command prepares its plan, then plays through here; an ordinary run passes untouched. */
#ifndef OCHRE_CLI_MANY_H
#define OCHRE_CLI_MANY_H

#include "cli/command.h"
#include "cli/lab.h"
#include "lab/roster.h"

/* Entries for the option table of a command. */
#define OPTION_SHARD                                                                                                   \
    {                                                                                                                  \
        .name = "shard", .value = "K/N", .about = N_("play only every N-th game, from the K-th on, for ochre merge")   \
    }
#define OPTION_KEEP                                                                                                    \
    {                                                                                                                  \
        .name = "keep", .value = "DIR",                                                                                \
        .about = N_("keep every game in this folder; the same command goes on from there")                             \
    }

/* One run. */
struct many {
    const struct call *call;
    struct roster *roster; /* for arena_plan.roster; NULL: an ordinary run */
    struct shard *keep;
    char path[4096]; /* of what is kept; "" for nothing */
    int shard, shards;
    int before; /* games that were there already */
};

/* Reads --shard and --keep; plan has threads and stop. False after complaining, and the exit code in *code. */
bool many_prepare(struct many *many, const struct call *call, const struct arena_plan *plan, int *code);

/* Plays all that `run` wants, which goes to arena_run with many->roster. True when there are figures to show, with the
 * status and error of `run`; false when there are none, and the exit code in *code. */
bool many_play(struct many *many, int (*run)(void *who, struct ochre_error *error), void *who, int *status,
               struct ochre_error *error, int *code);

/* The seconds of a run that took so long here: what was thought about games that were played earlier is added. */
double many_seconds(const struct many *many, double seconds);

/* After showing: says what is kept when the run was not finished. Returns the exit code. */
int many_done(const struct many *many, int code);
void many_free(struct many *many);

/* ---- merging ---- */

/* The shards whose plays the next run takes, instead of playing. */
void many_merge(struct shard *const shards[], int count);

/* Is this word of a command line an option that does not say what is played ("--threads=2")? */
bool many_is_beside(const char *word);

/* ---- ranks ---- */

/* How other processes of the same run are reached (src/fleet); all functions are called in the main thread. */
struct many_fleet {
    int rank, count;
    /* By all ranks, once: are all ready for the run of this digest? `why` when this one is not. False where it is not
     * to be; rank 0 then has the reason in `why`. */
    bool (*agree)(const char *digest, struct ochre_error *why);
    void (*pump)(void *who, struct roster *roster); /* rank 0: hands plays out, takes them in */
    void (*help)(struct roster *roster);            /* the others: play until there is nothing more to do */
    void (*part)(void);                             /* rank 0: the others may go */
};

extern const struct many_fleet *many_fleet; /* NULL: a process by itself */

#endif
