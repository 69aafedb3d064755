/* text.c: see text.h. */
#include "base/text.h"

#include <string.h>

void text_add_bytes(struct ochre_text *text, const char *bytes, size_t count)
{
    if (text->size == 0) {
        text->cut = text->cut || count > 0;
        return;
    }
    size_t room = text->size - 1 - text->used;
    if (count > room) {
        text->cut = true;
        count = room;
        /* Cut between characters, never inside one. */
        while (count > 0 && ((unsigned char)bytes[count] & 0xC0) == 0x80)
            count--;
    }
    if (count > 0)
        memcpy(text->at + text->used, bytes, count);
    text->used += count;
    text->at[text->used] = '\0';
}

/* The names of squares and cards, which a game has only just put together, and which fill every view. */
void text_add_word(struct ochre_text *text, const char *string)
{
    enum { SHORT = 16 };
    size_t room = text->size > text->used ? text->size - 1 - text->used : 0;
    size_t count = 0;
    for (; count < room && count < SHORT && string[count]; count++)
        text->at[text->used + count] = string[count];
    if (room == 0 || string[count]) {
        text_add_bytes(text, string, strlen(string));
        return;
    }
    text->used += count;
    text->at[text->used] = '\0';
}

const char *number_text(char buffer[TEXT_NUMBER_SIZE], int64_t number)
{
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    char *at = buffer + TEXT_NUMBER_SIZE - 1;
    *at = '\0';
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        *--at = '-';
    return at;
}

void text_int(struct ochre_text *text, int64_t number)
{
    if (number >= 0 && number <= 9) {
        text_char(text, (char)('0' + number));
        return;
    }
    char buffer[TEXT_NUMBER_SIZE];
    const char *digits = number_text(buffer, number);
    text_add_bytes(text, digits, (size_t)(buffer + TEXT_NUMBER_SIZE - 1 - digits));
}

void text_fill(struct ochre_text *text, const char *template, const char *const args[])
{
    int count = 0;
    while (args[count])
        count++;
    const char *plain = template;
    for (const char *at = template; *at; at++) {
        if (*at != '{')
            continue;
        if (at[1] == '{') {
            text_add_bytes(text, plain, (size_t)(at + 1 - plain));
            plain = ++at + 1;
        } else if (at[1] >= '0' && at[1] <= '9' && at[2] == '}') {
            text_add_bytes(text, plain, (size_t)(at - plain));
            int index = at[1] - '0';
            if (index < count)
                text_add(text, args[index]);
            at += 2;
            plain = at + 1;
        }
    }
    text_add(text, plain);
}

const char *text_word(const struct ochre_text *text, const char *english)
{
    return text->tongue && english[0] ? text->tongue->say(english) : english;
}

const char *text_word_count(const struct ochre_text *text, const char *one, const char *many, int64_t count)
{
    uint64_t n = count < 0 ? 0 - (uint64_t)count : (uint64_t)count;
    if (text->tongue)
        return text->tongue->say_count(one, many, (unsigned long)n);
    return n == 1 ? one : many;
}

void text_say_list(struct ochre_text *text, const char *const said[])
{
    text_fill(text, text_word(text, said[0]), said + 1);
}

void text_say_count_list(struct ochre_text *text, int64_t count, const char *const said[])
{
    text_fill(text, text_word_count(text, said[0], said[1], count), said + 2);
}

bool text_is_you(const struct ochre_text *text, int person)
{
    return text->voice && text->voice->you == person;
}

const char *text_name(const struct ochre_text *text, int person, const char *english)
{
    const char *name = text->voice && person >= 0 && person < VOICE_PERSONS ? text->voice->name[person] : NULL;
    return name ? name : text_word(text, english);
}

void text_tell_list(struct ochre_text *text, int person, const char *const said[])
{
    text_fill(text, text_word(text, said[text_is_you(text, person) ? 0 : 1]), said + 2);
}

void text_tell_count_list(struct ochre_text *text, int person, int64_t count, const char *const said[])
{
    const char *const *form = said + (text_is_you(text, person) ? 0 : 2);
    text_fill(text, text_word_count(text, form[0], form[1], count), said + 4);
}

bool text_starts(const char *string, const char *start, const char **rest)
{
    size_t length = strlen(start);
    if (strncmp(string, start, length) != 0)
        return false;
    if (rest)
        *rest = string + length;
    return true;
}

bool text_same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

size_t text_utf8_length(const char *bytes, size_t count)
{
    const unsigned char *s = (const unsigned char *)bytes;
    if (s[0] < 0x80)
        return 1;
    size_t length = s[0] >= 0xC2 && s[0] <= 0xDF ? 2 : (s[0] & 0xF0) == 0xE0 ? 3 : s[0] >= 0xF0 && s[0] <= 0xF4 ? 4 : 0;
    if (length == 0 || length > count)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    if ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) || (s[0] == 0xF0 && s[1] < 0x90) ||
        (s[0] == 0xF4 && s[1] > 0x8F))
        return 0;
    return length;
}

bool text_is_utf8(const char *bytes, size_t count)
{
    size_t at = 0;
    while (at < count) {
        size_t length = text_utf8_length(bytes + at, count - at);
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

bool text_next_word(const char **at, char *word, size_t size)
{
    *at += strspn(*at, " ");
    size_t length = strcspn(*at, " ");
    struct ochre_text text = text_on(word, size);
    text_add_bytes(&text, *at, length);
    *at += length;
    return length > 0;
}

bool text_read_number(const char **at, int digits_max, int *number)
{
    const char *digit = *at;
    int value = 0;
    while (*digit >= '0' && *digit <= '9') {
        if (digit - *at >= digits_max)
            return false;
        value = value * 10 + (*digit++ - '0');
    }
    if (digit == *at)
        return false;
    *at = digit;
    *number = value;
    return true;
}
