/* arena.h: memory that is given out in pieces and taken back all at once. Out of memory ends the program: a server
 * cannot go on without. */
#ifndef OCHRE_SERVER_ARENA_H
#define OCHRE_SERVER_ARENA_H

#include <stddef.h>

struct arena_chunk;

/* {0} is an empty one. */
struct arena {
    struct arena_chunk *chunk;
};

void *arena_get(struct arena *arena, size_t size);                       /* zeroed, fit for any type */
char *arena_bytes(struct arena *arena, const void *bytes, size_t count); /* a copy, a NUL behind it */
char *arena_text(struct arena *arena, const char *text);                 /* a copy; NULL stays NULL */
void arena_free(struct arena *arena);

/* malloc that does not return without memory. */
void *must_alloc(size_t size);

#endif
