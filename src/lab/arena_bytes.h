/* arena_bytes.h: what remains of a play as bytes, for files and other machines, and back. Every figure comes back bit
 * for bit, on machines of either byte order. Reading is a door: bytes may be anything. */
#ifndef OCHRE_LAB_ARENA_BYTES_H
#define OCHRE_LAB_ARENA_BYTES_H

#include "lab/arena.h"

/* Words that records point at (reasons, names of parts), each once. They live as long as the store. */
struct arena_words {
    char **word;
    int count, max;
};

void arena_words_free(struct arena_words *words);

/* The record as bytes in new memory; NULL when there is none. */
unsigned char *arena_bytes_write(const struct arena_record *record, int seats, size_t *length);

/* A new record from bytes; NULL when they are none of a play at so many seats, or memory runs out. */
struct arena_record *arena_bytes_read(const unsigned char *bytes, size_t length, int seats, struct arena_words *words);

#endif
