/* same_json.c: our side, and the comparison. */
#include "same_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"

void trace_add(struct trace *trace, const char *bytes, size_t count)
{
    if (trace->used + count > trace->size) {
        trace->size = 2 * (trace->used + count) + 64;
        trace->at = realloc(trace->at, trace->size);
        if (!trace->at)
            abort();
    }
    if (count > 0)
        memcpy(trace->at + trace->used, bytes, count);
    trace->used += count;
}

static void trace_string(struct trace *trace, struct json value, bool is_key)
{
    size_t size;
    json_raw(value, &size);
    size = is_key ? 64 * 1024 : size + 1;
    char *decoded = malloc(size);
    if (!decoded)
        abort();
    bool fine = is_key ? json_key(value, decoded, size) : json_string(value, decoded, size);
    if (fine)
        trace_add(trace, decoded, strlen(decoded) + 1);
    else
        trace_add(trace, "?", 1);
    free(decoded);
}

/* Integers as their digits, and json_int must read the same; reals only as such. */
static void trace_number(struct trace *trace, struct json value)
{
    size_t length;
    const char *raw = json_raw(value, &length);
    int64_t number;
    bool is_integer = json_int(value, &number);
    if (memchr(raw, '.', length) || memchr(raw, 'e', length) || memchr(raw, 'E', length)) {
        trace_add(trace, is_integer ? "wrong" : "r", is_integer ? 5 : 1);
        return;
    }
    if (is_integer) {
        const char *digits = NUM(number);
        trace_add(trace, digits, strlen(digits));
    } else {
        trace_add(trace, raw, length);
    }
}

static void trace_value(struct trace *trace, struct json value)
{
    static const char kinds[] = "?nftNS[{";
    enum json_kind kind = json_kind(value);
    trace_add(trace, &kinds[kind], 1);
    if (kind == JSON_NUMBER)
        trace_number(trace, value);
    else if (kind == JSON_STRING)
        trace_string(trace, value, false);
    if (kind != JSON_ARRAY && kind != JSON_OBJECT)
        return;
    for (struct json child = json_first(value); json_there(child); child = json_next(child)) {
        if (kind == JSON_OBJECT)
            trace_string(trace, child, true);
        trace_value(trace, child);
    }
    trace_add(trace, "]", 1);
}

void trace_ours(struct trace *trace, const char *text, size_t length)
{
    struct json_doc doc;
    struct ochre_error error = {0};
    struct json_node *nodes = malloc(json_nodes_for(length) * sizeof *nodes);
    if (!nodes)
        abort();
    if (json_parse(&doc, text, length, nodes, json_nodes_for(length), &error) < 0) {
        trace->is_refused = 1;
        trace->is_excused = strstr(error.words, "nested too deeply") || strstr(error.words, "or too many");
    } else {
        trace_value(trace, json_root(&doc));
    }
    free(nodes);
}

static const char *compare(const struct trace *ours, const struct trace *theirs, const char *text, size_t length)
{
    if (ours->is_refused != theirs->is_refused) {
        if (ours->is_excused || theirs->is_excused)
            return NULL;
        if (length > 255 && memchr(text, '\\', length) && theirs->is_refused)
            return NULL; /* perhaps a long duplicate key with escapes */
        if (ours->is_refused && memchr(text, '\0', length))
            return NULL; /* jansson overlooks a zero byte that it has put back, as after a number */
        return ours->is_refused ? "only we refuse it" : "only jansson refuses it";
    }
    if (ours->is_refused)
        return NULL;
    bool is_same = ours->used == theirs->used && (ours->used == 0 || memcmp(ours->at, theirs->at, ours->used) == 0);
    return is_same ? NULL : "both accept it and read it differently";
}

const char *same_json(const char *text, size_t length)
{
    struct trace ours = {0};
    struct trace theirs = {0};
    trace_ours(&ours, text, length);
    trace_theirs(&theirs, text, length);
    const char *differs = compare(&ours, &theirs, text, length);
    free(ours.at);
    free(theirs.at);
    return differs;
}
