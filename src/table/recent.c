/* recent.c: see recent.h. */
#include "table/recent.h"

#include <assert.h>
#include <stdlib.h>

/* Memory that a table at rest may keep. */
enum { STEPS_AT_REST = 8 };

void recent_free(struct recent *recent)
{
    free(recent->states);
    free(recent->ends);
    free(recent->events);
    *recent = (struct recent){0};
}

/* Where the events of the step at this index begin. */
static int events_begin(const struct recent *recent, int index)
{
    assert(index >= 0 && index <= recent->count);
    return index > 0 ? recent->ends[index - 1] : 0;
}

static bool make_room_for_steps(struct recent *recent, const struct ochre_setup *setup)
{
    if (recent->count < recent->max)
        return true;
    int max = recent->max ? 2 * recent->max : 4;
    unsigned char *states = realloc(recent->states, ((size_t)max + 1) * setup->state_size);
    if (!states)
        return false;
    recent->states = states;
    int *ends = realloc(recent->ends, (size_t)max * sizeof *ends);
    if (!ends)
        return false;
    recent->ends = ends;
    recent->max = max;
    return true;
}

static bool make_room_for_events(struct recent *recent, int count)
{
    if (count <= recent->events_max)
        return true;
    int max = count < 8 ? 16 : 2 * count;
    struct ochre_event *events = realloc(recent->events, (size_t)max * sizeof *events);
    if (!events)
        return false;
    recent->events = events;
    recent->events_max = max;
    return true;
}

void recent_from(struct recent *recent, const struct ochre_setup *setup, int number, const struct ochre_state *state)
{
    assert(recent->count == 0 || recent->first + recent->count == number);
    if (recent->count > 0)
        return;
    if (!make_room_for_steps(recent, setup)) {
        recent_free(recent);
        return;
    }
    recent->first = number;
    memcpy(recent->states, state->bytes, setup->state_size);
}

void recent_add(struct recent *recent, const struct ochre_setup *setup, const struct ochre_state *after,
                const struct ochre_journal *journal)
{
    assert(journal->count >= 0 && journal->count <= OCHRE_JOURNAL_MAX);
    if (recent->max == 0)
        return; /* there was no memory for what it was played from */
    int begin = events_begin(recent, recent->count);
    int end = begin + journal->count;
    if (!make_room_for_steps(recent, setup) || !make_room_for_events(recent, end)) {
        recent_free(recent);
        return;
    }
    if (journal->count)
        memcpy(recent->events + begin, journal->events, (size_t)journal->count * sizeof *journal->events);
    recent->ends[recent->count++] = end;
    memcpy(recent->states + (size_t)recent->count * setup->state_size, after->bytes, setup->state_size);
}

bool recent_has(const struct recent *recent, int number)
{
    return recent->count > 0 && recent->first <= number;
}

void recent_state(const struct recent *recent, const struct ochre_setup *setup, int number, struct ochre_state *state)
{
    assert(recent_has(recent, number) && number <= recent->first + recent->count);
    size_t index = (size_t)(number - recent->first);
    memcpy(state->bytes, recent->states + index * setup->state_size, setup->state_size);
}

void recent_journal(const struct recent *recent, int number, struct ochre_journal *journal)
{
    assert(recent->first < number && number <= recent->first + recent->count);
    int index = number - recent->first - 1;
    int begin = events_begin(recent, index);
    journal->count = recent->ends[index] - begin;
    if (journal->count)
        memcpy(journal->events, recent->events + begin, (size_t)journal->count * sizeof *journal->events);
}

void recent_forget(struct recent *recent, const struct ochre_setup *setup, int to)
{
    int gone = to - recent->first;
    if (gone <= 0 || recent->count == 0)
        return;
    if (gone >= recent->count) {
        recent->count = 0;
        if (recent->max > STEPS_AT_REST)
            recent_free(recent);
        return;
    }
    int events_gone = recent->ends[gone - 1];
    int events_left = recent->ends[recent->count - 1] - events_gone;
    recent->first += gone;
    recent->count -= gone;
    memmove(recent->states, recent->states + (size_t)gone * setup->state_size,
            ((size_t)recent->count + 1) * setup->state_size);
    for (int i = 0; i < recent->count; i++)
        recent->ends[i] = recent->ends[i + gone] - events_gone;
    if (events_left)
        memmove(recent->events, recent->events + events_gone, (size_t)events_left * sizeof *recent->events);
}

void recent_cut(struct recent *recent, int to)
{
    int left = to - recent->first;
    if (left < recent->count)
        recent->count = left > 0 ? left : 0;
}

void recent_trim(struct recent *recent, const struct ochre_setup *setup)
{
    if (recent->count >= 2 * RECENT_STEPS)
        recent_forget(recent, setup, recent->first + recent->count - RECENT_STEPS);
}
