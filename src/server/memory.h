/* memory.h: memory, in single pieces and in pools. Out of memory ends the program: a server cannot go on without. */
#ifndef OCHRE_SERVER_MEMORY_H
#define OCHRE_SERVER_MEMORY_H

#include <stddef.h>

/* malloc that does not return without memory. */
void *must_alloc(size_t size);
void *new_memory(size_t size);     /* the same, cleared */
char *copy_text(const char *text); /* NULL stays NULL */

struct pool_chunk;

/* Memory that is given out in pieces and taken back all at once. {0} is an empty one. */
struct pool {
    struct pool_chunk *chunk;
};

void *pool_get(struct pool *pool, size_t size);                       /* zeroed, fit for any type */
char *pool_bytes(struct pool *pool, const void *bytes, size_t count); /* a copy, a NUL behind it */
char *pool_text(struct pool *pool, const char *text);                 /* a copy; NULL stays NULL */
void pool_free(struct pool *pool);

#endif
