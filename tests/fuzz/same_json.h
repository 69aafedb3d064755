/* same_json.h: our JSON reader and jansson must agree. Shared by the unit test and the fuzz target. Both readers write
 * what they read as a trace; each has a file of its own, because the two headers use the same names. */
#ifndef OCHRE_TESTS_SAME_JSON_H
#define OCHRE_TESTS_SAME_JSON_H

#include <stddef.h>

/* NULL when both accept the text and read the same, or both refuse it; else how they differ. Differences that are
 * meant do not count: we refuse nesting beyond JSON_DEPTH_MAX and objects beyond JSON_MEMBERS_MAX; jansson refuses
 * numbers that do not fit a long or a double; we do not compare keys with escapes beyond 255 bytes; jansson overlooks
 * some zero bytes. */
const char *same_json(const char *text, size_t length);

/* What a reader made of the text, in new memory. */
struct trace {
    char *at;
    size_t used, size;
    int is_refused; /* not JSON */
    int is_excused; /* refused for a reason that the other reader need not share */
};

void trace_add(struct trace *trace, const char *bytes, size_t count);
void trace_ours(struct trace *trace, const char *text, size_t length);
void trace_theirs(struct trace *trace, const char *text, size_t length);

#endif
