/* plain.c: see plain.h. Standard output is given a stream of our own that writes to the old one; so whoever prints
 * needs to know nothing about it. */
#define _GNU_SOURCE /* fopencookie */
#include "cli/plain.h"

#include <langinfo.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* Characters from U+00A0 to U+00FF. */
static const char *const latin[96] = {
    " ", "!", "c",  "GBP", "?", "Y", "|", "S",  "\"",  "(c)", "a",   "\"", "-", "-", "(r)", "-", "deg", "+-", "2",  "3",
    "'", "u", "P",  ".",   ",", "1", "o", "\"", "1/4", "1/2", "3/4", "?",  "A", "A", "A",   "A", "A",   "A",  "AE", "C",
    "E", "E", "E",  "E",   "I", "I", "I", "I",  "D",   "N",   "O",   "O",  "O", "O", "O",   "x", "O",   "U",  "U",  "U",
    "U", "Y", "Th", "ss",  "a", "a", "a", "a",  "a",   "a",   "ae",  "c",  "e", "e", "e",   "e", "i",   "i",  "i",  "i",
    "d", "n", "o",  "o",   "o", "o", "o", "/",  "o",   "u",   "u",   "u",  "u", "y", "th",  "y"};

/* Others that we write. */
static const struct {
    uint32_t code;
    const char *plain;
} others[] = {{0x152, "OE"},  {0x153, "oe"}, {0x178, "Y"},    {0x2009, " "},  {0x200B, ""},    {0x2010, "-"},
              {0x2011, "-"},  {0x2013, "-"}, {0x2014, "-"},   {0x2018, "'"},  {0x2019, "'"},   {0x201C, "\""},
              {0x201D, "\""}, {0x2022, "*"}, {0x2026, "..."}, {0x202F, " "},  {0x20AC, "EUR"}, {0x2190, "<-"},
              {0x2192, "->"}, {0x2212, "-"}, {0x2264, "<="},  {0x2265, ">="}, {0x2663, "%"},   {0, NULL}};

static const char *plain_code(uint32_t code)
{
    if (code >= 0xA0 && code <= 0xFF)
        return latin[code - 0xA0];
    for (int i = 0; others[i].plain; i++)
        if (others[i].code == code)
            return others[i].plain;
    return code >= 0x300 && code < 0x370 ? "" : "?"; /* marks that sit on the letter before */
}

/* Bytes of the character that begins so; 1 where none begins. */
static size_t length_of(unsigned char first)
{
    return first >= 0xF0 && first < 0xF8 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
}

const char *plain_letter(const char *text, size_t *length)
{
    static char one[2];
    unsigned char first = (unsigned char)*text;
    *length = 1;
    if (first < 0x80) {
        one[0] = *text;
        return one;
    }
    size_t bytes = length_of(first);
    uint32_t code = first & (0xFFu >> (bytes + 1));
    for (size_t i = 1; i < bytes; i++) {
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            return "?";
        code = code << 6 | ((unsigned char)text[i] & 0x3F);
    }
    *length = bytes;
    return bytes == 1 ? "?" : plain_code(code);
}

static bool has_begun;

int plain_growth(const char *text)
{
    int growth = 0;
    while (has_begun && *text) {
        size_t length;
        bool is_plain = (unsigned char)*text < 0x80;
        int columns = (int)strlen(plain_letter(text, &length));
        growth += is_plain || columns == 0 ? 0 : columns - 1;
        text += length;
    }
    return growth;
}

bool plain_has_begun(void)
{
    return has_begun;
}

/* ---- the stream ---- */

struct filter {
    FILE *to;
    char rest[4]; /* the beginning of a character that was cut by the end of a buffer */
    size_t rest_used;
};

/* Writes what is whole and keeps the rest. */
static bool pass_on(struct filter *filter, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        filter->rest[filter->rest_used++] = bytes[i];
        size_t wanted = length_of((unsigned char)filter->rest[0]);
        if (filter->rest_used < wanted)
            continue;
        char whole[5] = "";
        size_t length;
        memcpy(whole, filter->rest, filter->rest_used);
        filter->rest_used = 0;
        if (whole[0] == '\0' ? putc('\0', filter->to) == EOF : fputs(plain_letter(whole, &length), filter->to) == EOF)
            return false;
    }
    return fflush(filter->to) == 0;
}

static ssize_t filter_write(void *cookie, const char *bytes, size_t size)
{
    return pass_on(cookie, bytes, size) ? (ssize_t)size : 0;
}

static FILE *filtered(struct filter *filter, FILE *to, int mode)
{
    filter->to = to;
    FILE *stream = fopencookie(filter, "w", (cookie_io_functions_t){.write = filter_write});
    if (!stream)
        abort();
    (void)setvbuf(stream, NULL, mode, BUFSIZ);
    return stream;
}

static struct filter out;
static struct filter errors;

FILE *plain_terminal(void)
{
    return has_begun ? out.to : stdout;
}

void plain_text(const char *text, char *to, size_t size)
{
    size_t used = 0;
    while (*text) {
        size_t length = 1;
        const char one[2] = {*text, '\0'};
        const char *letter = has_begun ? plain_letter(text, &length) : one;
        size_t more = strlen(letter);
        if (used + more >= size)
            break;
        memcpy(to + used, letter, more);
        used += more;
        text += length;
    }
    to[used] = '\0';
}

void plain_begin(void)
{
    if (has_begun)
        return;
    has_begun = true;
    stdout = filtered(&out, stdout, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF);
    stderr = filtered(&errors, stderr, _IOLBF);
}

/* The value that decides about characters, as setlocale reads the environment. */
static const char *locale_wish(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return value;
    }
    return "C";
}

bool plain_is_asked_for(void)
{
    const char *wish = locale_wish();
    const char *set = strchr(wish, '.');
    if (set) /* said outright, whether this machine knows the locale or not */
        return strncasecmp(set + 1, "utf-8", 5) != 0 && strncasecmp(set + 1, "utf8", 4) != 0;
    return strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}
