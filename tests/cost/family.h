/* family.h: messages that are alike but for their length, and how one family becomes another.
 *
 * A family is one line (what, a blank, the message or the path and the body), of which one part, the unit, is said
 * again and again to fill as many bytes as one likes. '#' in a unit is the number of the repetition, so that keys
 * differ:
 * {"t":"ping","k#":1,"id":7} with the unit "k#":1, is a message of many members. */
#ifndef OCHRE_TESTS_FAMILY_H
#define OCHRE_TESTS_FAMILY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rng.h"
#include "base/text.h"

enum { FAMILY_SIZE = 4 * 1024, FAMILY_GAMES = 4 };

struct family {
    char text[FAMILY_SIZE];
    size_t length;
    size_t from, to; /* the unit; it may be empty */
    int game;        /* at which of the tables it is said */
};

/* False when the line is too long. */
bool family_read(struct family *family, const char *line);

/* The line with its unit repeated over so many bytes, or not at all when they are 0. */
void family_write(const struct family *family, size_t bytes, struct ochre_text *out);

/* One change, by chance; some take a part of another family. */
void family_change(struct family *family, const struct family *other, struct ochre_rng *rng);

/* Whatever it was, the unit is now a piece of the message. */
void family_choose_unit(struct family *family, struct ochre_rng *rng);

#endif
