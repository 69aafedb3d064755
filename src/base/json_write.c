/* json_write.c: the writer of json.h. Commas come by themselves; strings are escaped. */
#include "base/json.h"

#include <string.h>

struct json_writer json_write_to(struct ochre_text *text)
{
    return (struct json_writer){.text = text, .first = {true}};
}

/* What stands between this value and the one before. */
static void separate(struct json_writer *writer)
{
    if (writer->after_key)
        writer->after_key = false;
    else if (writer->depth > 0 && !writer->first[writer->depth])
        text_char(writer->text, ',');
    writer->first[writer->depth] = false;
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
static bool is_special(unsigned char c)
{
    return c < 0x20 || c == '"' || c == '\\';
}

/* How many characters from here stand for themselves. */
static size_t plain_length(const char *string)
{
    size_t length = 0;
    while (!is_special((unsigned char)string[length]))
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

/* Nearly all strings have nothing to escape and fit: they are copied whole. */
static void put_quoted(struct ochre_text *text, const char *string)
{
    size_t length = plain_length(string);
    if (string[length] || text->used + length + 3 > text->size) {
        put_escaped_string(text, string);
        return;
    }
    char *to = text->at + text->used;
    to[0] = '"';
    memcpy(to + 1, string, length);
    to[1 + length] = '"';
    to[2 + length] = '\0';
    text->used += length + 2;
}

void json_name(struct json_writer *writer, const char *key)
{
    separate(writer);
    put_quoted(writer->text, key);
    text_char(writer->text, ':');
    writer->after_key = true;
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
    text_add_bytes(writer->text, truth ? "true" : "false", truth ? 4 : 5);
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

void json_field_int(struct json_writer *writer, const char *key, int64_t number)
{
    json_name(writer, key);
    json_put_int(writer, number);
}

void json_field_double(struct json_writer *writer, const char *key, double number, int decimals)
{
    json_name(writer, key);
    json_put_double(writer, number, decimals);
}

void json_field_bool(struct json_writer *writer, const char *key, bool truth)
{
    json_name(writer, key);
    json_put_bool(writer, truth);
}

void json_field_string(struct json_writer *writer, const char *key, const char *string)
{
    json_name(writer, key);
    json_put_string(writer, string);
}

void json_field_null(struct json_writer *writer, const char *key)
{
    json_name(writer, key);
    json_put_null(writer);
}
