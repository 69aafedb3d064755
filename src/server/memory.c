/* memory.c: see memory.h. */
#include "server/memory.h"

#include <assert.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_SIZE = 4096 };

struct pool_chunk {
    struct pool_chunk *next;
    size_t size, used;
    alignas(max_align_t) unsigned char bytes[];
};

void *must_alloc(size_t size)
{
    void *memory = malloc(size ? size : 1);
    if (!memory) {
        (void)fputs("ochre: not enough memory\n", stderr);
        abort();
    }
    return memory;
}

void *new_memory(size_t size)
{
    void *memory = must_alloc(size);
    memset(memory, 0, size);
    return memory;
}

char *copy_text(const char *text)
{
    if (!text)
        return NULL;
    size_t size = strlen(text) + 1;
    return memcpy(must_alloc(size), text, size);
}

void *pool_get(struct pool *pool, size_t size)
{
    size_t rounded = (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    struct pool_chunk *chunk = pool->chunk;
    if (!chunk || chunk->size - chunk->used < rounded) {
        size_t room = CHUNK_SIZE - sizeof *chunk;
        if (rounded > room)
            room = rounded;
        chunk = must_alloc(sizeof *chunk + room);
        chunk->next = pool->chunk;
        chunk->size = room;
        chunk->used = 0;
        pool->chunk = chunk;
    }
    void *piece = chunk->bytes + chunk->used;
    chunk->used += rounded;
    assert(chunk->used <= chunk->size);
    memset(piece, 0, rounded);
    return piece;
}

char *pool_bytes(struct pool *pool, const void *bytes, size_t count)
{
    char *copy = pool_get(pool, count + 1);
    if (count > 0)
        memcpy(copy, bytes, count);
    return copy;
}

char *pool_text(struct pool *pool, const char *text)
{
    return text ? pool_bytes(pool, text, strlen(text)) : NULL;
}

void pool_free(struct pool *pool)
{
    while (pool->chunk) {
        struct pool_chunk *next = pool->chunk->next;
        free(pool->chunk);
        pool->chunk = next;
    }
}
