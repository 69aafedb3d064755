/* fields.h: parts of a state that a view has no better word for, as the members of one object: what is under way. The
 * view that sees everything writes it, a position with it is read back as the same state; one table does both.
 *
 *     static const struct field fields[] = {
 *         FIELD_NUMBER("left", struct flint_state, left, 0, 15),
 *         FIELD_SEAT("payer", struct flint_state, payer, OCHRE_NOBODY),  "p2", or null
 *         {0}};
 *
 * An array is a list; with FIELD_EACH it has as many elements as there are seats. */
#ifndef OCHRE_RULES_FIELDS_H
#define OCHRE_RULES_FIELDS_H

#include <limits.h>
#include <stddef.h>

#include "rules/reader.h"

struct field {
    const char *name; /* NULL: the last one */
    size_t at;        /* in the state */
    uint8_t size;     /* of an element in bytes: 1 and 2 are not negative, 2 is when `low` is */
    uint8_t count;    /* elements; FIELD_EACH: one a seat */
    bool is_seat;
    int low, high; /* what a number may be; a seat: OCHRE_CHANCE where chance is one */
    int none;      /* this number is null; FIELD_NEVER: none is */
};

enum { FIELD_EACH = 0, FIELD_NEVER = INT_MIN };

#define FIELD_MEMBER_SIZE(type, member) ((uint8_t)sizeof(((type *)0)->member))
#define FIELD_ELEMENT_SIZE(type, member) ((uint8_t)sizeof(*((type *)0)->member))
#define FIELD_NUMBER(name, type, member, low, high)                                                                    \
    {                                                                                                                  \
        (name), offsetof(type, member), FIELD_MEMBER_SIZE(type, member), 1, false, (low), (high), FIELD_NEVER          \
    }
#define FIELD_MAYBE(name, type, member, low, high, none)                                                               \
    {                                                                                                                  \
        (name), offsetof(type, member), FIELD_MEMBER_SIZE(type, member), 1, false, (low), (high), (none)               \
    }
#define FIELD_NUMBERS(name, type, member, count, low, high)                                                            \
    {                                                                                                                  \
        (name), offsetof(type, member), FIELD_ELEMENT_SIZE(type, member), (count), false, (low), (high), FIELD_NEVER   \
    }
#define FIELD_SEAT(name, type, member, none)                                                                           \
    {                                                                                                                  \
        (name), offsetof(type, member), 1, 1, true, 0, 0, (none)                                                       \
    }
/* Whoever is asked: chance is "*". */
#define FIELD_ASKED(name, type, member)                                                                                \
    {                                                                                                                  \
        (name), offsetof(type, member), 1, 1, true, 0, OCHRE_CHANCE, OCHRE_NOBODY                                      \
    }
#define FIELD_SEATS(name, type, member, count, none)                                                                   \
    {                                                                                                                  \
        (name), offsetof(type, member), 1, (count), true, 0, 0, (none)                                                 \
    }

/* Writes the object; reads it, all members and no others. */
void fields_write(const struct field *fields, int seats, const void *state, struct json_writer *writer);
int fields_read(const struct reader *r, const struct field *fields, int seats, struct json object, void *state);

#endif
