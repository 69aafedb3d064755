/* json.c: the strict reader (json.h). The writer stands in json_write.c. */
#include "base/json.h"

#include <string.h>

/* A parse under way: the text, where we are, and the nodes made so far. */
struct reader {
    struct json_doc *doc;
    const char *text;
    size_t length, at;
    const struct json_bounds *bounds;
    struct ochre_error *error;
};

size_t json_nodes_for(size_t length)
{
    return length + 2; /* every value takes at least one byte */
}

static int complain(struct reader *r, const char *expected)
{
    size_t line = 1;
    size_t column = 1;
    for (size_t i = 0; i < r->at && i < r->length; i++) {
        column++;
        if (r->text[i] == '\n') {
            line++;
            column = 1;
        }
    }
    return error_set(r->error, "", "line {0}, column {1}: {2}", NUM((int64_t)line), NUM((int64_t)column), expected);
}

static bool more(const struct reader *r)
{
    return r->at < r->length;
}

static char peek(const struct reader *r)
{
    return more(r) ? r->text[r->at] : '\0';
}

static void skip_blanks(struct reader *r)
{
    while (more(r) && (peek(r) == ' ' || peek(r) == '\t' || peek(r) == '\n' || peek(r) == '\r'))
        r->at++;
}

static uint32_t new_node(struct reader *r, enum json_kind kind, uint32_t parent)
{
    struct json_doc *doc = r->doc;
    if (doc->nodes_count >= doc->nodes_max) {
        complain(r, "too many values");
        return 0;
    }
    uint32_t node = doc->nodes_count++;
    doc->nodes[node] = (struct json_node){.kind = (uint8_t)kind, .parent = parent, .start = (uint32_t)r->at};
    return node;
}

/* Four hexadecimal digits at `at`, or -1. */
static int32_t hex4(const char *at)
{
    int32_t value = 0;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* The escape at the reader (which stands on the backslash); checks surrogate pairs and forbids \u0000. */
static int read_escape(struct reader *r)
{
    size_t left = r->length - r->at;
    char c = left > 1 ? r->text[r->at + 1] : '\0';
    if (c != 'u') {
        if (c == '\0' || !strchr("\"\\/bfnrt", c))
            return complain(r, "unknown escape in a string");
        r->at += 2;
        return 0;
    }
    int32_t unit = left >= 6 ? hex4(r->text + r->at + 2) : -1;
    if (unit <= 0 || (unit >= 0xDC00 && unit <= 0xDFFF))
        return complain(r, "malformed \\u escape in a string");
    r->at += 6;
    if (unit < 0xD800 || unit > 0xDBFF)
        return 0;
    int32_t low =
        r->length - r->at >= 6 && r->text[r->at] == '\\' && r->text[r->at + 1] == 'u' ? hex4(r->text + r->at + 2) : -1;
    if (low < 0xDC00 || low > 0xDFFF)
        return complain(r, "half a surrogate pair in a string");
    r->at += 6;
    return 0;
}

static uint32_t read_string(struct reader *r, uint32_t parent)
{
    if (peek(r) != '"' || !more(r)) {
        complain(r, "expected a string");
        return 0;
    }
    uint32_t node = new_node(r, JSON_STRING, parent);
    if (!node)
        return 0;
    r->at++;
    r->doc->nodes[node].start = (uint32_t)r->at;
    for (;;) {
        if (!more(r)) {
            complain(r, "the text ends inside a string");
            return 0;
        }
        unsigned char c = (unsigned char)peek(r);
        if (c == '"')
            break;
        if (c < 0x20) {
            complain(r, "control character in a string");
            return 0;
        }
        if (c == '\\') {
            r->doc->nodes[node].has_escape = true;
            if (read_escape(r) < 0)
                return 0;
            continue;
        }
        size_t length = text_utf8_length(r->text + r->at, r->length - r->at);
        if (length == 0) {
            complain(r, "malformed UTF-8");
            return 0;
        }
        r->at += length;
    }
    r->doc->nodes[node].length = (uint32_t)(r->at - r->doc->nodes[node].start);
    r->at++;
    return node;
}

static bool skip_digits(struct reader *r)
{
    size_t start = r->at;
    while (more(r) && peek(r) >= '0' && peek(r) <= '9')
        r->at++;
    return r->at > start;
}

static uint32_t read_number(struct reader *r, uint32_t parent)
{
    uint32_t node = new_node(r, JSON_NUMBER, parent);
    if (!node)
        return 0;
    if (peek(r) == '-')
        r->at++;
    bool fine = true;
    if (peek(r) == '0')
        r->at++;
    else
        fine = skip_digits(r);
    if (fine && peek(r) == '.') {
        r->at++;
        fine = skip_digits(r);
    }
    if (fine && (peek(r) == 'e' || peek(r) == 'E')) {
        r->at++;
        if (peek(r) == '+' || peek(r) == '-')
            r->at++;
        fine = skip_digits(r);
    }
    if (!fine) {
        complain(r, "malformed number");
        return 0;
    }
    r->doc->nodes[node].length = (uint32_t)(r->at - r->doc->nodes[node].start);
    return node;
}

static uint32_t read_word(struct reader *r, uint32_t parent, const char *word, enum json_kind kind)
{
    size_t length = strlen(word);
    if (r->length - r->at < length || memcmp(r->text + r->at, word, length) != 0) {
        complain(r, "expected a value");
        return 0;
    }
    uint32_t node = new_node(r, kind, parent);
    if (!node)
        return 0;
    r->at += length;
    r->doc->nodes[node].length = (uint32_t)length;
    return node;
}

static uint32_t read_value(struct reader *r, uint32_t parent, int depth);
static int compare_texts(struct json a, struct json b);

/* ---- keys that occur twice ----
 *
 * Whoever sends us JSON chooses the keys, so neither looking through all of them at each key nor a table of hashes will
 * do. The keys of an object are sorted when it is closed: a list through their own nodes, merged from ever longer
 * pieces. A comparison costs no more than the shorter key, so the whole costs the bytes of the keys times the logarithm
 * of their number, whatever they are. */

enum { PIECES_MAX = 32 };

static uint32_t merge_keys(const struct json_doc *doc, uint32_t a, uint32_t b)
{
    uint32_t first = 0;
    uint32_t *tail = &first;
    while (a && b) {
        uint32_t *least = compare_texts((struct json){doc, a}, (struct json){doc, b}) <= 0 ? &a : &b;
        *tail = *least;
        tail = &doc->nodes[*least].next;
        *least = *tail;
    }
    *tail = a ? a : b;
    return first;
}

/* The keys of an object in the order of their texts, linked by `next`. */
static uint32_t sort_keys(const struct json_doc *doc, uint32_t object)
{
    uint32_t piece[PIECES_MAX] = {0}; /* piece[i] has 2^i keys, or none */
    struct json member = json_first((struct json){doc, object});
    for (; json_there(member); member = json_next(member)) {
        uint32_t list = doc->nodes[member.node].key;
        int i = 0;
        for (; piece[i]; i++) {
            list = merge_keys(doc, piece[i], list);
            piece[i] = 0;
        }
        piece[i] = list;
    }
    uint32_t list = 0;
    for (int i = 0; i < PIECES_MAX; i++)
        list = merge_keys(doc, piece[i], list);
    return list;
}

/* A key that the object has twice: the later one of them. 0: none. */
static uint32_t find_duplicate(const struct json_doc *doc, uint32_t object)
{
    uint32_t key = doc->nodes[object].count > 1 ? sort_keys(doc, object) : 0;
    for (uint32_t next; key && (next = doc->nodes[key].next); key = next)
        if (compare_texts((struct json){doc, key}, (struct json){doc, next}) == 0)
            return key > next ? key : next;
    return 0;
}

/* An array or object. Members are nodes of their values; the key hangs on the value. */
static uint32_t read_group(struct reader *r, uint32_t parent, int depth)
{
    bool is_object = peek(r) == '{';
    char end = is_object ? '}' : ']';
    if (depth >= r->bounds->depth_max) {
        complain(r, "nested too deeply");
        return 0;
    }
    uint32_t group = new_node(r, is_object ? JSON_OBJECT : JSON_ARRAY, parent);
    if (!group)
        return 0;
    r->at++;
    uint32_t last = 0;
    skip_blanks(r);
    while (peek(r) != end || !more(r)) {
        if (last) {
            if (peek(r) != ',') {
                complain(r, is_object ? N_("expected ',' or '}'") : N_("expected ',' or ']'"));
                return 0;
            }
            r->at++;
            skip_blanks(r);
        }
        uint32_t key = 0;
        if (is_object) {
            key = read_string(r, group);
            if (!key)
                return 0;
            if (r->doc->nodes[group].count >= r->bounds->members_max) {
                complain(r, "too many members");
                return 0;
            }
            skip_blanks(r);
            if (peek(r) != ':') {
                complain(r, "expected ':'");
                return 0;
            }
            r->at++;
            skip_blanks(r);
        }
        uint32_t value = read_value(r, group, depth + 1);
        if (!value)
            return 0;
        r->doc->nodes[value].key = key;
        if (last)
            r->doc->nodes[last].next = value;
        last = value;
        r->doc->nodes[group].count++;
        skip_blanks(r);
    }
    uint32_t twice = is_object ? find_duplicate(r->doc, group) : 0;
    if (twice) {
        r->at = r->doc->nodes[twice].start;
        complain(r, "duplicate key");
        return 0;
    }
    r->at++;
    r->doc->nodes[group].length = (uint32_t)(r->at - r->doc->nodes[group].start);
    return group;
}

static uint32_t read_value(struct reader *r, uint32_t parent, int depth)
{
    switch (peek(r)) {
    case '{':
    case '[': return read_group(r, parent, depth);
    case '"': return read_string(r, parent);
    case 't': return read_word(r, parent, "true", JSON_TRUE);
    case 'f': return read_word(r, parent, "false", JSON_FALSE);
    case 'n': return read_word(r, parent, "null", JSON_NULL);
    default:
        if (peek(r) == '-' || (peek(r) >= '0' && peek(r) <= '9'))
            return read_number(r, parent);
        complain(r, "expected a value");
        return 0;
    }
}

int json_parse(struct json_doc *doc, const char *text, size_t length, struct json_node *nodes, size_t nodes_max,
               struct ochre_error *error)
{
    static const struct json_bounds usual = {JSON_DEPTH_MAX, JSON_MEMBERS_MAX};
    return json_parse_within(doc, text, length, nodes, nodes_max, &usual, error);
}

int json_parse_within(struct json_doc *doc, const char *text, size_t length, struct json_node *nodes, size_t nodes_max,
                      const struct json_bounds *bounds, struct ochre_error *error)
{
    *doc = (struct json_doc){.text = text, .nodes = nodes, .nodes_count = 1};
    doc->nodes_max = nodes_max > UINT32_MAX ? UINT32_MAX : (uint32_t)nodes_max;
    struct reader r = {.doc = doc, .text = text, .length = length, .bounds = bounds, .error = error};
    if (length > UINT32_MAX / 2 || nodes_max < 2)
        return error_set(error, "", "the text is too long");
    memset(&nodes[0], 0, sizeof nodes[0]);
    skip_blanks(&r);
    if (!read_value(&r, 0, 0))
        return -1;
    skip_blanks(&r);
    return more(&r) ? complain(&r, "something follows the value") : 0;
}

static const struct json_node *node_of(struct json value)
{
    static const struct json_node nothing = {.kind = JSON_NONE};
    return value.doc && value.node ? &value.doc->nodes[value.node] : &nothing;
}

struct json json_root(const struct json_doc *doc)
{
    return (struct json){doc, 1};
}

enum json_kind json_kind(struct json value)
{
    return (enum json_kind)node_of(value)->kind;
}

bool json_there(struct json value)
{
    return json_kind(value) != JSON_NONE;
}

/* The first child stands right behind its group, or behind its own key. */
struct json json_first(struct json value)
{
    const struct json_node *node = node_of(value);
    if (node->count == 0)
        return (struct json){0};
    return (struct json){value.doc, value.node + (node->kind == JSON_OBJECT ? 2 : 1)};
}

struct json json_next(struct json value)
{
    uint32_t next = node_of(value)->next;
    return next ? (struct json){value.doc, next} : (struct json){0};
}

uint32_t json_count(struct json value)
{
    return node_of(value)->count;
}

struct json json_get(struct json object, const char *key)
{
    if (json_kind(object) != JSON_OBJECT)
        return (struct json){0};
    struct json member = json_first(object);
    while (json_there(member) && !json_key_is(member, key))
        member = json_next(member);
    return member;
}

struct json json_at(struct json array, uint32_t index)
{
    if (json_kind(array) != JSON_ARRAY)
        return (struct json){0};
    struct json element = json_first(array);
    while (index-- > 0 && json_there(element))
        element = json_next(element);
    return element;
}

static struct json key_of(struct json member)
{
    uint32_t key = node_of(member)->key;
    return key ? (struct json){member.doc, key} : (struct json){0};
}

bool json_key_is(struct json member, const char *key)
{
    return json_is(key_of(member), key);
}

bool json_key(struct json member, char *buffer, size_t size)
{
    return json_string(key_of(member), buffer, size);
}

bool json_int(struct json value, int64_t *number)
{
    const struct json_node *node = node_of(value);
    if (node->kind != JSON_NUMBER)
        return false;
    const char *at = value.doc->text + node->start;
    const char *end = at + node->length;
    bool is_negative = *at == '-';
    uint64_t size = 0;
    for (at += is_negative; at < end; at++) {
        if (*at < '0' || *at > '9' || size > (uint64_t)INT64_MAX / 10 - 1)
            return false;
        size = size * 10 + (uint64_t)(*at - '0');
    }
    *number = is_negative ? -(int64_t)size : (int64_t)size;
    return true;
}

bool json_int_in(struct json value, int64_t low, int64_t high, int *number)
{
    int64_t wide;
    if (!json_int(value, &wide) || wide < low || wide > high)
        return false;
    *number = (int)wide;
    return true;
}

bool json_bool(struct json value, bool *truth)
{
    enum json_kind kind = json_kind(value);
    if (kind != JSON_TRUE && kind != JSON_FALSE)
        return false;
    *truth = kind == JSON_TRUE;
    return true;
}

/* ---- texts ---- */

/* Adds one code point as UTF-8. */
static void add_code_point(struct ochre_text *text, uint32_t code)
{
    char bytes[4];
    size_t count = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = {0, 0x00, 0xC0, 0xE0, 0xF0};
    for (size_t i = count - 1; i > 0; i--) {
        bytes[i] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    bytes[0] = (char)(lead[count] | code);
    text_add_bytes(text, bytes, count);
}

/* The character that the escape at *at stands for; *at goes behind it. The reader has checked that it is one. */
static uint32_t take_escape(const char **at)
{
    static const char names[] = "bfnrt";
    static const char meant[] = "\b\f\n\r\t";
    char letter = (*at)[1];
    if (letter != 'u') {
        const char *name = strchr(names, letter);
        *at += 2;
        return (unsigned char)(name ? meant[name - names] : letter);
    }
    uint32_t code = (uint32_t)hex4(*at + 2);
    *at += 6;
    if (code >= 0xD800 && code <= 0xDBFF) {
        code = 0x10000 + ((code - 0xD800) << 10) + ((uint32_t)hex4(*at + 2) - 0xDC00);
        *at += 6;
    }
    return code;
}

bool json_string(struct json value, char *buffer, size_t size)
{
    const struct json_node *node = node_of(value);
    if (!value.doc || node->kind != JSON_STRING)
        return false;
    struct ochre_text text = text_on(buffer, size);
    const char *at = value.doc->text + node->start;
    const char *end = at + node->length;
    while (at < end && !text.cut) {
        const char *plain = at;
        const char *escape = node->has_escape ? memchr(at, '\\', (size_t)(end - at)) : NULL;
        at = escape ? escape : end;
        text_add_bytes(&text, plain, (size_t)(at - plain));
        if (escape)
            add_code_point(&text, take_escape(&at));
    }
    return !text.cut;
}

/* A text as it is spelled, walked byte by byte of what it means. */
struct spelling {
    const char *at, *end;
    char bytes[5]; /* of the escape that is being walked through, as UTF-8 */
    uint8_t next;
};

static struct spelling spell(struct json value)
{
    size_t length;
    const char *raw = json_raw(value, &length);
    return (struct spelling){.at = raw, .end = raw + length};
}

/* The next byte; -1 at the end. */
static int next_byte(struct spelling *spelling)
{
    if (spelling->bytes[spelling->next])
        return (unsigned char)spelling->bytes[spelling->next++];
    if (spelling->at == spelling->end)
        return -1;
    if (*spelling->at != '\\')
        return (unsigned char)*spelling->at++;
    struct ochre_text text = text_on(spelling->bytes, sizeof spelling->bytes);
    add_code_point(&text, take_escape(&spelling->at));
    spelling->next = 1;
    return (unsigned char)spelling->bytes[0];
}

/* Passes over what both spell in the same way. Behind half a surrogate pair the other halves decide, in the order of
 * what they are halves of. */
static void skip_same(struct spelling *a, struct spelling *b)
{
    while (a->at < a->end && b->at < b->end && *a->at == *b->at) {
        size_t length = *a->at != '\\' ? 1 : a->at[1] == 'u' ? 6 : 2;
        if (length > 1 && memcmp(a->at, b->at, a->at[1] == b->at[1] ? length : 2) != 0)
            return;
        a->at += length;
        b->at += length;
    }
}

static int compare_spellings(struct spelling a, struct spelling b)
{
    skip_same(&a, &b);
    for (;;) {
        int byte_a = next_byte(&a);
        int byte_b = next_byte(&b);
        if (byte_a != byte_b || byte_a < 0)
            return byte_a - byte_b;
    }
}

/* Below, at or above 0 as texts in the order of their bytes; stops at the first difference. */
static int compare_texts(struct json a, struct json b)
{
    if (node_of(a)->has_escape || node_of(b)->has_escape)
        return compare_spellings(spell(a), spell(b));
    size_t length_a;
    size_t length_b;
    const char *raw_a = json_raw(a, &length_a);
    const char *raw_b = json_raw(b, &length_b);
    int order = memcmp(raw_a, raw_b, length_a < length_b ? length_a : length_b);
    return order ? order : (length_a > length_b) - (length_a < length_b);
}

bool json_is(struct json value, const char *string)
{
    const struct json_node *node = node_of(value);
    if (!value.doc || node->kind != JSON_STRING)
        return false;
    size_t length = strlen(string);
    if (!node->has_escape)
        return length == node->length && memcmp(value.doc->text + node->start, string, length) == 0;
    struct spelling spelling = spell(value);
    for (size_t i = 0; i < length; i++)
        if (next_byte(&spelling) != (unsigned char)string[i])
            return false;
    return next_byte(&spelling) < 0;
}

const char *json_raw(struct json value, size_t *length)
{
    const struct json_node *node = node_of(value);
    *length = node->length;
    return value.doc && node->kind != JSON_NONE ? value.doc->text + node->start : "";
}

static uint32_t index_in_array(struct json value)
{
    uint32_t index = 0;
    struct json element = json_first((struct json){value.doc, node_of(value)->parent});
    for (; json_there(element) && element.node != value.node; element = json_next(element))
        index++;
    return index;
}

void json_where(struct json value, struct ochre_text *path)
{
    if (!json_there(value) || node_of(value)->parent == 0) {
        if (path->used == 0)
            text_char(path, '/');
        return;
    }
    struct json parent = {value.doc, node_of(value)->parent};
    if (node_of(parent)->parent != 0)
        json_where(parent, path);
    text_char(path, '/');
    if (json_kind(parent) == JSON_OBJECT) {
        size_t length;
        const char *raw = json_raw(key_of(value), &length);
        text_add_bytes(path, raw, length);
    } else {
        text_int(path, index_in_array(value));
    }
}

bool json_equal(struct json a, struct json b)
{
    enum json_kind kind = json_kind(a);
    if (kind != json_kind(b) || json_count(a) != json_count(b))
        return false;
    if (kind == JSON_OBJECT) {
        for (struct json member = json_first(a); json_there(member); member = json_next(member)) {
            char key[256] = "";
            if (!json_key(member, key, sizeof key) || !json_equal(member, json_get(b, key)))
                return false;
        }
        return true;
    }
    if (kind == JSON_ARRAY) {
        struct json x = json_first(a);
        struct json y = json_first(b);
        for (; json_there(x); x = json_next(x), y = json_next(y))
            if (!json_equal(x, y))
                return false;
        return true;
    }
    return compare_texts(a, b) == 0;
}
