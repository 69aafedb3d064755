/* scan.c: finds members by counting brackets. Knows nothing of the wire. */
#include "scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Behind the closing quote of a string that begins at `at`. */
static const char *after_string(const char *at, const char *end)
{
    const char *from = at + 1;
    for (const char *quote = from; (quote = memchr(quote, '"', (size_t)(end - quote))); quote++) {
        const char *slash = quote;
        while (slash > from && slash[-1] == '\\')
            slash--;
        if ((quote - slash) % 2 == 0)
            return quote + 1;
    }
    return end;
}

static const char *after_value(const char *at, const char *end)
{
    int depth = 0;
    while (at < end) {
        if (*at == '"') {
            at = after_string(at, end);
            if (depth == 0)
                return at;
            continue;
        }
        if (*at == '{' || *at == '[')
            depth++;
        else if (*at == '}' || *at == ']') {
            if (depth == 0)
                return at;
            if (--depth == 0)
                return at + 1;
        } else if (*at == ',' && depth == 0) {
            return at;
        }
        at++;
    }
    return end;
}

void scan_object(const char *text, size_t size, scan_found *found, void *who)
{
    const char *at = text + 1, *end = text + size;
    while (at < end && *at == '"') {
        const char *name = at;
        at = after_string(at, end);
        struct piece key = {name, (size_t)(at - name)};
        const char *value = at + 1; /* behind the colon */
        at = after_value(value, end);
        found(who, key, (struct piece){value, (size_t)(at - value)});
        at++; /* behind the comma */
    }
}

bool piece_is(struct piece piece, const char *text)
{
    size_t size = strlen(text);
    if (piece.size >= 2 && *piece.at == '"')
        return piece.size == size + 2 && memcmp(piece.at + 1, text, size) == 0;
    return piece.size == size && memcmp(piece.at, text, size) == 0;
}

long piece_number(struct piece piece)
{
    return piece.at ? strtol(piece.at, NULL, 10) : 0;
}

void piece_copy(struct piece piece, char *out, size_t size)
{
    size_t length = piece.size >= 2 ? piece.size - 2 : 0;
    if (length >= size)
        length = size - 1;
    if (length > 0)
        memcpy(out, piece.at + 1, length);
    out[length] = '\0';
}

/* Where "name": begins from `at` on, and the value behind it. */
static const char *find_member(const char *at, const char *end, const char *quoted, struct piece *value)
{
    const char *found = memmem(at, (size_t)(end - at), quoted, strlen(quoted));
    if (!found)
        return NULL;
    const char *from = found + strlen(quoted);
    const char *to = after_value(from, end);
    *value = (struct piece){from, (size_t)(to - from)};
    return to;
}

struct piece scan_first(const char *text, size_t size, const char *name)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\":", name);
    struct piece value = {NULL, 0};
    find_member(text, text + size, quoted, &value);
    return value;
}

struct piece scan_pick(struct piece list, const char *name, unsigned lot)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "{\"%s\":", name);
    const char *end = list.at + list.size;
    struct piece value = {NULL, 0};
    if (list.size > 0 && !find_member(list.at + lot % list.size, end, quoted, &value))
        find_member(list.at, end, quoted, &value);
    return value;
}
