/* json.h: reading and writing JSON without allocating. The reader is strict (RFC 8259, valid UTF-8, no duplicate
 * keys, bounded depth) and keeps one node per value in memory of the caller's; values point into the text, which
 * must outlive them. Reading costs as much as the text is long, whatever it says (keys: times the logarithm of their
 * number), because anybody may send us one. The rules cannot use a library that allocates; a test compares us with
 * jansson. */
#ifndef OCHRE_BASE_JSON_H
#define OCHRE_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"

enum json_kind { JSON_NONE, JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

enum { JSON_DEPTH_MAX = 32, JSON_MEMBERS_MAX = 4096 };

struct json_node {
    uint32_t start, length; /* in the text; of a string: without the quotes */
    uint32_t parent;        /* node of the array or object it stands in */
    uint32_t next;          /* next sibling, 0 = last; of a key: the next one as texts go */
    uint32_t count;         /* elements or members */
    uint32_t key;           /* node of the member's key, 0 = none */
    uint8_t kind;
    bool has_escape; /* of a string: a backslash occurs */
};

struct json_doc {
    const char *text;
    struct json_node *nodes; /* node 0 is unused, node 1 the root */
    uint32_t nodes_max, nodes_count;
};

/* A value in a document; copy freely. {0} is "nothing there". */
struct json {
    const struct json_doc *doc;
    uint32_t node;
};

/* Nodes that are always enough for a text of this length. */
size_t json_nodes_for(size_t length);

/* Parses the whole text; `nodes` is memory for `nodes_max` nodes. Returns 0, or -1 and the line and column. */
int json_parse(struct json_doc *doc, const char *text, size_t length, struct json_node *nodes, size_t nodes_max,
               struct ochre_error *error);

/* The same for what strangers send: an object has at most so many members, and nothing stands deeper than that. */
struct json_bounds {
    int depth_max;
    uint32_t members_max;
};
int json_parse_within(struct json_doc *doc, const char *text, size_t length, struct json_node *nodes, size_t nodes_max,
                      const struct json_bounds *bounds, struct ochre_error *error);

struct json json_root(const struct json_doc *doc);
enum json_kind json_kind(struct json value); /* JSON_NONE for "nothing there" */
bool json_there(struct json value);

/* Members and elements. json_first and json_next walk both; json_count counts them. */
struct json json_get(struct json object, const char *key);
struct json json_at(struct json array, uint32_t index);
struct json json_first(struct json value);
struct json json_next(struct json value);
uint32_t json_count(struct json value);

/* Of a member: is its key this? its key as text. */
bool json_key_is(struct json member, const char *key);
bool json_key(struct json member, char *buffer, size_t size);

/* False when the value is something else or does not fit. */
bool json_int(struct json value, int64_t *number);
bool json_int_in(struct json value, int64_t low, int64_t high, int *number);
bool json_bool(struct json value, bool *truth);
bool json_string(struct json value, char *buffer, size_t size); /* decoded; no NUL inside */
bool json_is(struct json value, const char *string);

/* The raw text of a value (for a string: without its quotes). */
const char *json_raw(struct json value, size_t *length);

/* Where the value stands, as a path: /halves/0/faces/A. */
void json_where(struct json value, struct ochre_text *path);

/* Are the two equal as JSON (order of members does not matter, 1 is not 1.0)? */
bool json_equal(struct json a, struct json b);

/* Writing: to a text, commas kept by the writer. */
struct json_writer {
    struct ochre_text *text;
    uint32_t depth;
    bool first[JSON_DEPTH_MAX]; /* nothing written at this depth yet */
    bool after_key;
};

struct json_writer json_write_to(struct ochre_text *text);
void json_open(struct json_writer *writer, char bracket);  /* '{' or '[' */
void json_close(struct json_writer *writer, char bracket); /* '}' or ']' */

/* The key of the next value. Keys in the source are known to the compiler and have nothing to escape: where they fit,
 * they are only copied to the place that json_key_place gives them (`size` bytes; NULL: they do not fit). */
void json_name_any(struct json_writer *writer, const char *key);
char *json_key_place(struct json_writer *writer, size_t size);

static inline void json_name(struct json_writer *writer, const char *key)
{
    char *to = __builtin_constant_p(strlen(key)) ? json_key_place(writer, strlen(key) + 3) : NULL;
    if (!to) {
        json_name_any(writer, key);
        return;
    }
    *to++ = '"';
    memcpy(to, key, strlen(key));
    memcpy(to + strlen(key), "\":", 2);
}

void json_put_int(struct json_writer *writer, int64_t number);
void json_put_unsigned(struct json_writer *writer, uint64_t number);

/* A number with at most so many decimals (0 … 15), none that says nothing: 0.5, -3, 0.333, 1e300. What is no number
 * (nan, infinity) is null. Never depends on a locale. */
void json_put_double(struct json_writer *writer, double number, int decimals);

void json_put_bool(struct json_writer *writer, bool truth);
void json_put_null(struct json_writer *writer);
void json_put_string(struct json_writer *writer, const char *string);
void json_put_raw(struct json_writer *writer, const char *json); /* JSON text as it is */

/* Shorthands: a key and its value. */
static inline void json_field_int(struct json_writer *writer, const char *key, int64_t number)
{
    json_name(writer, key);
    json_put_int(writer, number);
}

static inline void json_field_double(struct json_writer *writer, const char *key, double number, int decimals)
{
    json_name(writer, key);
    json_put_double(writer, number, decimals);
}

static inline void json_field_bool(struct json_writer *writer, const char *key, bool truth)
{
    json_name(writer, key);
    json_put_bool(writer, truth);
}

static inline void json_field_string(struct json_writer *writer, const char *key, const char *string)
{
    json_name(writer, key);
    json_put_string(writer, string);
}

static inline void json_field_null(struct json_writer *writer, const char *key)
{
    json_name(writer, key);
    json_put_null(writer);
}

#endif
