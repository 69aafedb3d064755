/* json_write.c: the writer of json.h. Commas come by themselves; strings are escaped. */
#include "base/json.h"

#include <string.h>

struct json_writer json_write_to(struct ochre_text *text)
{
    return (struct json_writer){.text = text, .first = {true}};
}

/* Is there a value before this one, in the same array or object? Whatever is asked about comes next. */
static inline bool is_next(struct json_writer *writer)
{
    bool is_next = writer->depth > 0 && !writer->first[writer->depth];
    writer->first[writer->depth] = false;
    return is_next;
}

/* What stands between this value and the one before. */
static inline void separate(struct json_writer *writer)
{
    if (writer->after_key)
        writer->after_key = false;
    else if (is_next(writer))
        text_char(writer->text, ',');
}

void json_open(struct json_writer *writer, char bracket)
{
    separate(writer);
    text_char(writer->text, bracket);
    if (writer->depth + 1 < JSON_DEPTH_MAX)
        writer->depth++;
    writer->first[writer->depth] = true;
}

void json_close(struct json_writer *writer, char bracket)
{
    text_char(writer->text, bracket);
    if (writer->depth > 0)
        writer->depth--;
}

/* Characters that do not stand for themselves in a string, and the end of the string. */
static const bool special[256] = {
    [0x00] = true, [0x01] = true, [0x02] = true, [0x03] = true, [0x04] = true, [0x05] = true, [0x06] = true,
    [0x07] = true, [0x08] = true, [0x09] = true, [0x0A] = true, [0x0B] = true, [0x0C] = true, [0x0D] = true,
    [0x0E] = true, [0x0F] = true, [0x10] = true, [0x11] = true, [0x12] = true, [0x13] = true, [0x14] = true,
    [0x15] = true, [0x16] = true, [0x17] = true, [0x18] = true, [0x19] = true, [0x1A] = true, [0x1B] = true,
    [0x1C] = true, [0x1D] = true, [0x1E] = true, [0x1F] = true, ['"'] = true,  ['\\'] = true};

static inline bool is_special(char c)
{
    return special[(unsigned char)c];
}

/* How many characters from here stand for themselves. */
static size_t plain_length(const char *string)
{
    size_t length = 0;
    while (!is_special(string[length]))
        length++;
    return length;
}

static void put_escaped(struct ochre_text *text, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    if (c == '"' || c == '\\') {
        text_char(text, '\\');
        text_char(text, (char)c);
    } else {
        text_add(text, "\\u00");
        text_char(text, hex[c >> 4]);
        text_char(text, hex[c & 15]);
    }
}

static void put_escaped_string(struct ochre_text *text, const char *string)
{
    text_char(text, '"');
    for (const char *at = string; *at;) {
        size_t length = plain_length(at);
        text_add_bytes(text, at, length);
        at += length;
        if (*at)
            put_escaped(text, (unsigned char)*at++);
    }
    text_char(text, '"');
}

/* Nearly all strings have nothing to escape and fit: one look at each character while it is copied. */
static void put_quoted(struct ochre_text *text, const char *string)
{
    if (text->used + 3 <= text->size) {
        char *to = text->at + text->used;
        const char *last = text->at + text->size - 2;
        const char *from = string;
        *to++ = '"';
        while (!is_special(*from) && to < last)
            *to++ = *from++;
        if (!*from) {
            to[0] = '"';
            to[1] = '\0';
            text->used = (size_t)(to + 1 - text->at);
            return;
        }
    }
    put_escaped_string(text, string);
}

void json_name_any(struct json_writer *writer, const char *key)
{
    separate(writer);
    put_quoted(writer->text, key);
    text_char(writer->text, ':');
    writer->after_key = true;
}

char *json_key_place(struct json_writer *writer, size_t size)
{
    struct ochre_text *text = writer->text;
    if (text->used + size + 2 > text->size) /* a comma, the end */
        return NULL;
    char *place = text->at + text->used;
    if (is_next(writer))
        *place++ = ',';
    writer->after_key = true;
    place[size] = '\0';
    text->used = (size_t)(place + size - text->at);
    return place;
}

void json_put_raw(struct json_writer *writer, const char *json)
{
    separate(writer);
    text_add(writer->text, json);
}

void json_put_int(struct json_writer *writer, int64_t number)
{
    separate(writer);
    text_int(writer->text, number);
}

void json_put_unsigned(struct json_writer *writer, uint64_t number)
{
    char digits[TEXT_NUMBER_SIZE];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    separate(writer);
    text_add_bytes(writer->text, digits + at, sizeof digits - at);
}

/* A double has 53 bits: more digits than these would say nothing. */
static const double digits_end = 1e15;

/* The decimals of a number of `scale`-ths, from the first to the last that is not 0. */
static void put_fraction(struct ochre_text *text, int64_t fraction, int64_t scale)
{
    if (fraction)
        text_char(text, '.');
    for (int64_t unit = scale / 10; unit > 0 && fraction > 0; unit /= 10) {
        text_char(text, (char)('0' + fraction / unit));
        fraction %= unit;
    }
}

void json_put_double(struct json_writer *writer, double number, int decimals)
{
    if (!(number - number == 0.0)) { /* nan or an infinity */
        json_put_null(writer);
        return;
    }
    double size = number < 0 ? -number : number;
    int exponent = 0;
    for (; size >= digits_end; exponent++)
        size /= 10;
    int64_t scale = 1;
    for (; decimals > 0 && exponent == 0 && size * (double)scale * 10 < digits_end; decimals--)
        scale *= 10;
    int64_t whole = (int64_t)(size * (double)scale + 0.5);
    for (; exponent > 0 && whole % 10 == 0; exponent++)
        whole /= 10;
    separate(writer);
    if (number < 0 && whole > 0)
        text_char(writer->text, '-');
    text_int(writer->text, whole / scale);
    put_fraction(writer->text, whole % scale, scale);
    if (exponent > 0) {
        text_char(writer->text, 'e');
        text_int(writer->text, exponent);
    }
}

void json_put_bool(struct json_writer *writer, bool truth)
{
    separate(writer);
    if (truth)
        text_add(writer->text, "true");
    else
        text_add(writer->text, "false");
}

void json_put_null(struct json_writer *writer)
{
    json_put_raw(writer, "null");
}

void json_put_string(struct json_writer *writer, const char *string)
{
    separate(writer);
    put_quoted(writer->text, string);
}
