/* clock.h: the clocks of the seats. A clock runs while its seat is asked; what happens when it has run out is the
 * room's. Milliseconds; the time is handed in. */
#ifndef OCHRE_SERVER_CLOCK_H
#define OCHRE_SERVER_CLOCK_H

#include "base/json.h"

enum clock_kind { CLOCK_NONE, CLOCK_MOVE, CLOCK_GAME, CLOCK_DAYS };

/* What was agreed. */
struct clock_terms {
    enum clock_kind kind;
    int seconds, increment, days;
};

/* One seat's. */
struct clock {
    int64_t left;  /* when it last stopped, or began to run */
    int64_t since; /* when it began to run; 0: it stands */
    uint32_t ask;  /* the question it runs for */
};

/* What a seat has at the start of the play, or of a question. */
int64_t clock_full(const struct clock_terms *terms);
int64_t clock_left(const struct clock *clock, int64_t now);
void clock_start(struct clock *clock, const struct clock_terms *terms, uint32_t ask, int64_t now);
void clock_stop(struct clock *clock, const struct clock_terms *terms, bool has_moved, int64_t now);

/* The terms as JSON (docs/wire.md); false when they are none. */
bool clock_read(struct json value, struct clock_terms *terms);
void clock_write(const struct clock_terms *terms, struct json_writer *writer);

#endif
