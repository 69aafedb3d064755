/* spears_reading.h: a position being read (9.1), member by member and word by word. */
#ifndef OCHRE_GAMES_SPEARS_READING_H
#define OCHRE_GAMES_SPEARS_READING_H

#include "games/spears/spears_text.h"
#include "rules/reader.h"

enum { SPEARS_LINE_SIZE = 256, SPEARS_WORD_SIZE = 16 };

struct spears_reading {
    struct reader reader;
    const struct spears_tables *t;
    struct spears_state *s;
    struct json given;
    struct json text; /* the text being read, word by word */
    char line[SPEARS_LINE_SIZE];
    const char *rest;
    char word[SPEARS_WORD_SIZE];
    uint32_t seen; /* prey that has its place */
};

/* Refuses the text being read. */
#define spears_refuse_text(r, rule, ...) reader_refuse(&(r)->reader, (rule), (r)->text, __VA_ARGS__)

/* Begins a text; one that is left out has no words. */
static inline int spears_begin_text(struct spears_reading *r, struct json object, const char *key)
{
    r->line[0] = '\0';
    r->rest = r->line;
    r->text = json_get(object, key);
    return reader_text(&r->reader, object, key, r->line, sizeof r->line);
}

/* The next word, or false at the end. Words that do not fit are cut, and then are no known word. */
static inline bool spears_next_word(struct spears_reading *r)
{
    return text_next_word(&r->rest, r->word, sizeof r->word);
}

/* The same where "-" stands for nothing. */
static inline bool spears_next_thing(struct spears_reading *r)
{
    while (spears_next_word(r))
        if (!text_same(r->word, "-"))
            return true;
    return false;
}

static inline int spears_seat_of_letter(const struct spears_reading *r, const char *word)
{
    for (int seat = 0; seat < r->t->seats; seat++)
        if (text_same(word, spears_keys[r->s->tribe[seat]]))
            return seat;
    return -1;
}

/* Begins the text of a seat in a map by tribe letter. */
static inline int spears_begin_of(struct spears_reading *r, const char *map, int seat)
{
    return spears_begin_text(r, json_get(r->given, map), spears_keys[r->s->tribe[seat]]);
}

/* spears_read_cards.c */
int spears_read_cards(struct spears_reading *r);
int spears_read_secrets(struct spears_reading *r);

#endif
