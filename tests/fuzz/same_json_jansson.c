/* same_json_jansson.c: the other side of same_json.h. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "same_json.h"

static void trace_value(struct trace *trace, json_t *value)
{
    static const char kinds[] = {[JSON_OBJECT] = '{', [JSON_ARRAY] = '[', [JSON_STRING] = 'S', [JSON_INTEGER] = 'N',
                                 [JSON_REAL] = 'N',   [JSON_TRUE] = 't',  [JSON_FALSE] = 'f',  [JSON_NULL] = 'n'};
    trace_add(trace, &kinds[json_typeof(value)], 1);
    switch (json_typeof(value)) {
    case JSON_STRING: trace_add(trace, json_string_value(value), json_string_length(value) + 1); break;
    case JSON_REAL: trace_add(trace, "r", 1); break;
    case JSON_INTEGER: {
        char digits[32];
        int length = snprintf(digits, sizeof digits, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        trace_add(trace, digits, (size_t)length);
        break;
    }
    case JSON_ARRAY:
        for (size_t i = 0; i < json_array_size(value); i++)
            trace_value(trace, json_array_get(value, i));
        trace_add(trace, "]", 1);
        break;
    case JSON_OBJECT:
        for (void *at = json_object_iter(value); at; at = json_object_iter_next(value, at)) {
            const char *key = json_object_iter_key(at);
            trace_add(trace, key, strlen(key) + 1);
            trace_value(trace, json_object_iter_value(at));
        }
        trace_add(trace, "]", 1);
        break;
    default: break;
    }
}

void trace_theirs(struct trace *trace, const char *text, size_t length)
{
    json_error_t error;
    json_t *value = json_loadb(text, length, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
    if (!value) {
        trace->is_refused = 1;
        trace->is_excused = json_error_code(&error) == json_error_numeric_overflow ||
                            json_error_code(&error) == json_error_stack_overflow;
        return;
    }
    trace_value(trace, value);
    json_decref(value);
}
