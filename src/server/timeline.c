/* timeline.c: see timeline.h. */
#include "server/timeline.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

/* The wall drifts a little beside the steady clock; an hour that is forgotten is no harm. */
enum { SET_MS = 2000, NOTE_MS = 3600 * 1000 };

/* Years that no clock of ours has seen: a sum of them does not overflow. */
static const int64_t time_max = (int64_t)1 << 55;

static bool read_memo(const char *memo, int64_t *then, int64_t *wall)
{
    return memo && sscanf(memo, "%" SCNd64 " %" SCNd64, then, wall) == 2 && *then > 0 &&
           *then<time_max && * wall> - time_max && *wall < time_max;
}

void timeline_begin(struct timeline *timeline, const char *memo, int64_t wall, int64_t steady)
{
    int64_t then;
    int64_t wall_then;
    *timeline = (struct timeline){.start = wall > 0 ? wall : 1, .steady = steady};
    if (read_memo(memo, &then, &wall_then))
        timeline->start = then + (wall > wall_then ? wall - wall_then : 0);
    timeline->ahead = wall - timeline->start;
    timeline->noted = timeline->start - NOTE_MS; /* at once */
}

int64_t timeline_now(const struct timeline *timeline, int64_t steady)
{
    assert(steady >= timeline->steady);
    return timeline->start + (steady - timeline->steady);
}

bool timeline_is_due(const struct timeline *timeline, int64_t wall, int64_t steady)
{
    int64_t now = timeline_now(timeline, steady);
    int64_t set = wall - now - timeline->ahead;
    return set > SET_MS || set < -SET_MS || now - timeline->noted >= NOTE_MS;
}

void timeline_note(struct timeline *timeline, int64_t wall, int64_t steady, char memo[TIMELINE_MEMO_SIZE])
{
    timeline->noted = timeline_now(timeline, steady);
    timeline->ahead = wall - timeline->noted;
    (void)snprintf(memo, TIMELINE_MEMO_SIZE, "%" PRId64 " %" PRId64, timeline->noted, wall);
}
