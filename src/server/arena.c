/* arena.c: see arena.h. */
#include "server/arena.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_SIZE = 4096 };

struct arena_chunk {
    struct arena_chunk *next;
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

void *arena_get(struct arena *arena, size_t size)
{
    size_t rounded = (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    struct arena_chunk *chunk = arena->chunk;
    if (!chunk || chunk->size - chunk->used < rounded) {
        size_t room = CHUNK_SIZE - sizeof *chunk;
        if (rounded > room)
            room = rounded;
        chunk = must_alloc(sizeof *chunk + room);
        chunk->next = arena->chunk;
        chunk->size = room;
        chunk->used = 0;
        arena->chunk = chunk;
    }
    void *piece = chunk->bytes + chunk->used;
    chunk->used += rounded;
    memset(piece, 0, rounded);
    return piece;
}

char *arena_bytes(struct arena *arena, const void *bytes, size_t count)
{
    char *copy = arena_get(arena, count + 1);
    if (count > 0)
        memcpy(copy, bytes, count);
    return copy;
}

char *arena_text(struct arena *arena, const char *text)
{
    return text ? arena_bytes(arena, text, strlen(text)) : NULL;
}

void arena_free(struct arena *arena)
{
    while (arena->chunk) {
        struct arena_chunk *next = arena->chunk->next;
        free(arena->chunk);
        arena->chunk = next;
    }
}
