/* reader.h: reading JSON at a door: positions and packs. Every value is asked for by object and key, and everything
 * that is wrong is said in one way: where it stands, as a path, and what was expected there.
 *
 *     struct reader r = {error, "9.1"};
 *     int steaks = 0;                                         what is left out stays as it is
 *     if (reader_number(&r, given, "steaks", 0, 12, &steaks) < 0)
 *         return -1;                                          "/p1/steaks: expected a whole number from 0 to 12"
 *     if (steaks > supply)
 *         return reader_refuse(&r, "R24", json_get(given, "steaks"), "there are only {0} steaks", NUM(supply));
 *
 * All functions return 0, or -1 with the error filled. */
#ifndef OCHRE_RULES_READER_H
#define OCHRE_RULES_READER_H

#include "rules/game.h"

struct reader {
    struct ochre_error *error;
    const char *rule; /* cited when a value has not the form it should have */
};

/* Refuses a value; the same for a member that may be missing. Always -1. */
#define reader_refuse(r, rule, at, ...) reader_say((r), (rule), (at), NULL, (const char *const[]){__VA_ARGS__, NULL})
#define reader_refuse_member(r, rule, object, key, ...)                                                                \
    reader_say((r), (rule), (object), (key), (const char *const[]){__VA_ARGS__, NULL})
void reader_fill(const struct reader *r, const char *rule, struct json at, const char *key, const char *const said[]);
static inline int reader_say(const struct reader *r, const char *rule, struct json at, const char *key,
                             const char *const said[])
{
    reader_fill(r, rule, at, key, said);
    return -1;
}

/* An object with no members but these. Those before "?" must be there, those behind it may be left out; an object that
 * is not there has none. */
int reader_members(const struct reader *r, struct json object, const char *const names[]);

/* Members that may be left out: *out then stays as it is. A number up to INT_MAX is one without a bound. */
int reader_number(const struct reader *r, struct json object, const char *key, int low, int high, int *out);
int reader_byte(const struct reader *r, struct json object, const char *key, int low, int high, uint8_t *out);
int reader_flag(const struct reader *r, struct json object, const char *key, bool *out);
int reader_text(const struct reader *r, struct json object, const char *key, char *out, size_t size);

/* A list of `low` to `high` elements; left out, where low is 0, it is an empty one. */
int reader_list(const struct reader *r, struct json object, const char *key, int low, int high, struct json *out);

/* Members that must be there: refused when they are not, else 0. */
int reader_need(const struct reader *r, struct json object, const char *key);

/* One of these words (NULL after the last), which must be there, as its place among them. */
int reader_word(const struct reader *r, struct json object, const char *key, const char *const words[], int *out);

/* Values that are no members: an element of a list. */
int reader_number_at(const struct reader *r, struct json value, int low, int high, int *out);
int reader_text_at(const struct reader *r, struct json value, char *out, size_t size);

/* A seat of the table, as 2 or "p2". */
int reader_seat(const struct reader *r, struct json value, int seats, int *seat);

#endif
