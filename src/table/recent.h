/* recent.h: the newest steps of a play as they were played: of each the events and the state behind it, so that telling
 * it, to one listener or to fifty, plays nothing again. Only src/table includes it. */
#ifndef OCHRE_TABLE_RECENT_H
#define OCHRE_TABLE_RECENT_H

#include "rules/game.h"

/* When there are twice as many, the older half goes: who has fallen so far behind is told by playing again. */
enum { RECENT_STEPS = 32 };

struct recent {
    int first;                  /* moves made before the oldest step */
    int count;                  /* steps */
    int max;                    /* … that there is memory for */
    unsigned char *states;      /* count + 1, of setup->state_size bytes: what the oldest step was played from, … */
    int *ends;                  /* where the events of each step end */
    struct ochre_event *events; /* of all steps, in their order */
    int events_max;
};

void recent_free(struct recent *recent);

/* Where play stands before its next move, the one after `number`; then what came of that move. Without memory nothing
 * is remembered. */
void recent_from(struct recent *recent, const struct ochre_setup *setup, int number, const struct ochre_state *state);
void recent_add(struct recent *recent, const struct ochre_setup *setup, const struct ochre_state *after,
                const struct ochre_journal *journal);

/* Is the state behind move `number` known, and all that came after it? */
bool recent_has(const struct recent *recent, int number);
void recent_state(const struct recent *recent, const struct ochre_setup *setup, int number, struct ochre_state *state);
void recent_journal(const struct recent *recent, int number, struct ochre_journal *journal);

/* Forgets the steps up to number `to`; those after it, which were taken back; the older ones, when there are many. */
void recent_forget(struct recent *recent, const struct ochre_setup *setup, int to);
void recent_cut(struct recent *recent, int to);
void recent_trim(struct recent *recent, const struct ochre_setup *setup);

#endif
