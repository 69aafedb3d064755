/* spears_reading.h: a position being read (9.1), member by member and word by word. */
#ifndef OCHRE_GAMES_SPEARS_READING_H
#define OCHRE_GAMES_SPEARS_READING_H

#include "games/spears/spears_text.h"
#include "rules/fields.h"

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

/* What the seat is called: the letter of its tribe, its code while that is not drawn. */
static inline const char *spears_key_of(const struct spears_reading *r, int seat)
{
    int tribe = r->s->tribe[seat];
    return tribe < SPEARS_TRIBES ? spears_keys[tribe] : seat_code(seat);
}

static inline int spears_seat_of_letter(const struct spears_reading *r, const char *word)
{
    for (int seat = 0; seat < r->t->seats; seat++)
        if (text_same(word, spears_key_of(r, seat)))
            return seat;
    return -1;
}

/* Begins the text of a seat in a map by tribe letter. */
static inline int spears_begin_of(struct spears_reading *r, const char *map, int seat)
{
    return spears_begin_text(r, json_get(r->given, map), spears_key_of(r, seat));
}

/* spears_read_parts.c: what both kinds of positions say alike */
int spears_read_memories(struct spears_reading *r);
int spears_read_row(struct spears_reading *r);
int spears_read_things(struct spears_reading *r, int seat);
int spears_read_deck(struct spears_reading *r, const char *key, bool is_queue);

/* spears_read_whole.c: a position that the view of everything has written, under_way included */
extern const struct field spears_under_way[];
int spears_read_whole(struct spears_reading *r);

/* spears_read_cards.c */
void spears_show_round(const struct spears_tables *t, struct spears_state *s, int round);
int spears_read_cards(struct spears_reading *r);
int spears_read_secrets(struct spears_reading *r);

#endif
