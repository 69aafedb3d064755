/* shard.h: a file of plays. A run is plays numbered from 0; a shard holds some of them, in any order, and in front the
 * terms of the run, so that shards of different runs are never added up. Plays are only ever appended, each with a
 * checksum: whoever is killed while writing leaves a file that can be read up to there, and goes on from there. */
#ifndef OCHRE_LAB_SHARD_H
#define OCHRE_LAB_SHARD_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { SHARD_FORMAT = 1, SHARD_COUNT_MAX = 100000, SHARD_WORDS_MAX = 80, SHARD_HEAD_MAX = 512 * 1024 };

struct shard_terms {
    char program[16];  /* version of the program */
    char run[17];      /* a hash of all that decides what is played */
    int rules;         /* version of the game's rules */
    char language[8];  /* of the sentences in the plays */
    int plays;         /* of the whole run */
    int shard, shards; /* this one, from 1; how many there are. It has the plays n with n % shards == shard - 1 */
    int word_count;    /* the command line that asked for the run, without the program */
    char *word[SHARD_WORDS_MAX];
};

struct shard;

/* Opens a shard to go on with it, or begins it. What is broken at its end is cut off. NULL and why: it is something
 * else, of another run, or somebody else is writing it. */
struct shard *shard_open(const char *path, const struct shard_terms *terms, struct ochre_error *error);

/* Opens a shard to read it. NULL and why. */
struct shard *shard_read(const char *path, struct ochre_error *error);

/* One more play. What could not be written whole is taken back. */
int shard_append(struct shard *shard, int number, const unsigned char *bytes, size_t length, struct ochre_error *error);

/* To the disk, and away. -1 and why when something could not be stored; shard may be NULL. */
int shard_close(struct shard *shard, struct ochre_error *error);

const char *shard_path(const struct shard *shard);
const struct shard_terms *shard_terms(const struct shard *shard);

/* The plays that were in the file when it was opened: begin with *at = 0; false after the last one. The bytes stay
 * until the shard is closed. */
bool shard_next(const struct shard *shard, size_t *at, int *number, const unsigned char **bytes, size_t *length);

/* Bytes behind the last whole play that are no play; 0 when the file is sound. */
size_t shard_waste(const struct shard *shard);

#endif
