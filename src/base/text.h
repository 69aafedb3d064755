/* text.h: bounded text. A text is a buffer of the caller's that never overflows and always ends in NUL; what does
 * not fit is cut and remembered in `cut`. Knows no game and no language: a tongue, when there is one, turns the
 * English of the source into the reader's words. */
#ifndef OCHRE_BASE_TEXT_H
#define OCHRE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Translations, handed in from outside so that the rules do no I/O. */
struct ochre_tongue {
    const char *(*say)(const char *english);
    const char *(*say_count)(const char *one, const char *many, unsigned long count);
};

/* Who is spoken to, and what people are called, by number. Handed in from outside like a tongue. */
enum { VOICE_PERSONS = 4 };

struct ochre_voice {
    int you;                         /* is "you" in sentences; -1: nobody */
    const char *name[VOICE_PERSONS]; /* what people are called; NULL: whatever the sentence has for them */
};

struct ochre_text {
    char *at;                          /* the buffer, always NUL-terminated */
    size_t size;                       /* bytes in the buffer */
    size_t used;                       /* bytes written, without the NUL */
    bool cut;                          /* something did not fit */
    const struct ochre_tongue *tongue; /* NULL: English */
    const struct ochre_voice *voice;   /* NULL: nobody is spoken to, and nobody has a name of his own */
};

/* Marks a string for translation where it is data rather than an argument of text_say. */
#define N_(english) english

/* Room for any 64-bit number as text. */
enum { TEXT_NUMBER_SIZE = 24 };

/* An empty text on the given buffer. */
static inline struct ochre_text text_in(char *buffer, size_t size, const struct ochre_tongue *tongue)
{
    if (size > 0)
        buffer[0] = '\0';
    return (struct ochre_text){.at = buffer, .size = size, .tongue = tongue};
}

static inline struct ochre_text text_on(char *buffer, size_t size)
{
    return text_in(buffer, size, NULL);
}

void text_add_bytes(struct ochre_text *text, const char *bytes, size_t count);

/* The same for a string that ends itself, quickly when it is short. */
void text_add_word(struct ochre_text *text, const char *string);

/* These two are here because JSON is written mark by mark, and most words are known to the compiler. */
static inline void text_add(struct ochre_text *text, const char *string)
{
    if (!string)
        return;
    if (!__builtin_constant_p(strlen(string)))
        text_add_word(text, string);
    else if (text->used + strlen(string) >= text->size)
        text_add_bytes(text, string, strlen(string));
    else {
        memcpy(text->at + text->used, string, strlen(string) + 1);
        text->used += strlen(string);
    }
}

static inline void text_char(struct ochre_text *text, char c)
{
    if (text->used + 1 >= text->size) {
        text_add_bytes(text, &c, 1);
        return;
    }
    text->at[text->used++] = c;
    text->at[text->used] = '\0';
}

void text_int(struct ochre_text *text, int64_t number);

/* Copies the template, replacing {0} … {9} by the arguments (a NULL-terminated list). "{{" is a brace. */
void text_fill(struct ochre_text *text, const char *template, const char *const args[]);

/* The word in the reader's language. */
const char *text_word(const struct ochre_text *text, const char *english);
const char *text_word_count(const struct ochre_text *text, const char *one, const char *many, int64_t count);

/* A number as text, in a buffer of the caller's: NUM(12) makes one for the enclosing expression. */
const char *number_text(char buffer[TEXT_NUMBER_SIZE], int64_t number);
#define NUM(number) number_text((char[TEXT_NUMBER_SIZE]){0}, (number))

/* text_say(text, "{0} takes {1}", a, b): a sentence in the reader's language; the order of the arguments is the
 * translator's to choose. text_say_count(text, n, "{0} turn", "{0} turns", NUM(n)) picks the form that suits n.
 * `said` holds the template, or its two forms, then the arguments, then NULL. */
void text_say_list(struct ochre_text *text, const char *const said[]);
void text_say_count_list(struct ochre_text *text, int64_t count, const char *const said[]);
#define text_say(text, ...) text_say_list((text), (const char *const[]){__VA_ARGS__, NULL})
#define text_say_count(text, count, ...) text_say_count_list((text), (count), (const char *const[]){__VA_ARGS__, NULL})

/* Is this person spoken to? And what the person is called: by the name of the voice, else by this word. */
bool text_is_you(const struct ochre_text *text, int person);
const char *text_name(const struct ochre_text *text, int person, const char *english);

/* text_tell(text, person, "You take {1}.", "{0} takes {1}.", name, b): the first form to the person itself, the second
 * to everybody else. text_tell_count(text, person, n, "You take one.", "You take {1}.", "{0} takes one.",
 * "{0} takes {1}.", name, NUM(n)) likewise. `said` holds the forms, then the arguments, then NULL. */
void text_tell_list(struct ochre_text *text, int person, const char *const said[]);
void text_tell_count_list(struct ochre_text *text, int person, int64_t count, const char *const said[]);
#define text_tell(text, person, ...) text_tell_list((text), (person), (const char *const[]){__VA_ARGS__, NULL})
#define text_tell_count(text, person, count, ...)                                                                      \
    text_tell_count_list((text), (person), (count), (const char *const[]){__VA_ARGS__, NULL})

/* Does `string` begin with `start`? If so *rest (may be NULL) is what follows. */
bool text_starts(const char *string, const char *start, const char **rest);
bool text_same(const char *a, const char *b);

/* Length of the UTF-8 character at the beginning of some bytes (at least one), 0 when it is malformed (overlong,
 * surrogate, beyond U+10FFFF). Are all of them well-formed? */
size_t text_utf8_length(const char *bytes, size_t count);
bool text_is_utf8(const char *bytes, size_t count);

/* The next word of a line, up to a blank; false at the end. A word that does not fit is cut. */
bool text_next_word(const char **at, char *word, size_t size);

/* Reads decimal digits, at most `digits_max` of them; false when there is none or too many. */
bool text_read_number(const char **at, int digits_max, int *number);

#endif
