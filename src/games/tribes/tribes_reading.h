/* tribes_reading.h: a position being read (7.1.1), member by member. */
#ifndef OCHRE_GAMES_TRIBES_READING_H
#define OCHRE_GAMES_TRIBES_READING_H

#include "games/tribes/tribes.h"
#include "rules/fields.h"

struct tribes_reading {
    struct reader form; /* 7.1.1; values are refused by rules of their own */
    const struct ochre_setup *setup;
    const struct tribes_tables *t;
    struct tribes_state *s;
    struct json position;
};

static inline struct reader tribes_by(const struct tribes_reading *r, const char *rule)
{
    return (struct reader){r->form.error, rule};
}

/* Refuses a member of the position. */
#define tribes_refuse(r, rule, key, ...) reader_refuse_member(&(r)->form, (rule), (r)->position, (key), __VA_ARGS__)

/* tribes_read_parts.c: what both kinds of positions say alike */
int tribes_read_land(const struct tribes_reading *r, struct tribes_seat *p, struct json at_seat, const char *line);
int tribes_read_levels(const struct tribes_reading *r, struct tribes_seat *p, struct json at_seat);
int tribes_read_row(const struct tribes_reading *r, const char *line);
int tribes_read_stones(const struct tribes_reading *r);
int tribes_read_links(const struct tribes_reading *r);
int tribes_read_counts(const struct tribes_reading *r, const char *key, int counts[TRIBES_RESOURCES]);

/* tribes_read_whole.c: a position that the view of everything has written, under_way included */
extern const struct field tribes_under_way[];
int tribes_read_whole(const struct tribes_reading *r);

#endif
