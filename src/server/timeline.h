/* timeline.h: the time that a server counts with. It never goes back, whatever is done to the clock on the wall, and
 * goes on where it was when the server starts again: what lies between is what the clock on the wall says, and nothing
 * when that was set back meanwhile. Durations that outlive a server (days for a move) are counted in it; dates that
 * people read are the wall's.
 *
 * All times are milliseconds; both clocks are handed in. */
#ifndef OCHRE_SERVER_TIMELINE_H
#define OCHRE_SERVER_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct timeline {
    int64_t start;  /* on the timeline, when this server began */
    int64_t steady; /* what the steady clock said then */
    int64_t ahead;  /* by how much the wall was ahead of the timeline when that was last written down */
    int64_t noted;  /* on the timeline, when that was */
};

/* `memo` is what the last server has written down (timeline_note); NULL or nonsense: there was none. */
void timeline_begin(struct timeline *timeline, const char *memo, int64_t wall, int64_t steady);
int64_t timeline_now(const struct timeline *timeline, int64_t steady);

/* Is there something to be written down? When the wall was set, and now and then. */
bool timeline_is_due(const struct timeline *timeline, int64_t wall, int64_t steady);

/* Writes it down: two numbers. */
enum { TIMELINE_MEMO_SIZE = 48 };
void timeline_note(struct timeline *timeline, int64_t wall, int64_t steady, char memo[TIMELINE_MEMO_SIZE]);

#endif
