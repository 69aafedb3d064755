/* scan.h: finds the members of one JSON object without building anything. For messages of a server we trust to be well
 * formed; a bench must not be slower than what it measures. */
#ifndef BENCH_WIRE_SCAN_H
#define BENCH_WIRE_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* A piece of a message: a value with its quotes or brackets. */
struct piece {
    const char *at;
    size_t size;
};

/* Calls found(who, name, value) for every member of the object, from the first to the last. */
typedef void scan_found(void *who, struct piece name, struct piece value);
void scan_object(const char *text, size_t size, scan_found *found, void *who);

/* Is this value (or name) exactly the text? Strings are compared without their quotes. */
bool piece_is(struct piece piece, const char *text);
long piece_number(struct piece piece);

/* A string without its quotes into `out`, cut at its size. */
void piece_copy(struct piece piece, char *out, size_t size);

/* The value of "name" anywhere in the text: for short answers in which a name stands once. */
struct piece scan_first(const char *text, size_t size, const char *name);

/* Of all {"name":"…" in the piece one by lot: the next from a place in it on, or the first. Nothing: at is NULL. */
struct piece scan_pick(struct piece list, const char *name, unsigned lot);

#endif
