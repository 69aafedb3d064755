/* step.h: what a listener is told about a play, as JSON (docs/wire.md: step, past). The only place where a view turns
 * into bytes for the wire. Knows tables; no sockets, no rooms. */
#ifndef OCHRE_SERVER_STEP_H
#define OCHRE_SERVER_STEP_H

#include "table/table.h"

/* Where a step tells what is printed (show.h): nowhere, as a member of its own, or among the members of the view. */
enum step_printed { STEP_PRINTED_KNOWN, STEP_PRINTED_APART, STEP_PRINTED_IN_VIEW };

/* Who listens, and what it knows already. */
struct step_listener {
    int viewer;                        /* a seat, OCHRE_NOBODY, or OCHRE_EVERYBODY; after the end everybody sees all */
    const struct ochre_tongue *tongue; /* NULL: English */
    const struct ochre_voice *voice;   /* who is "you", and what people are called; NULL: as the game calls them */
    bool has_words;                    /* moves come with words */
    int from;                          /* the last step it was told of; the story begins after it */
    enum step_printed printed;         /* a past never tells it apart: a step came before */
    bool is_undone;                    /* moves were taken back since: the story begins anew */
    bool is_ended;                     /* play ended without a result: nobody is asked any more */
    bool may_undo;                     /* the terms of the table allow taking back */
    bool may_undo_agreed;              /* … also what others did since, when they agree */
    const char *answers;               /* JSON of the id of the message that this answers; NULL: none */
};

/* A `step` message: the whole picture as the table stands now. `table_id` may be NULL (a play without a room). */
void step_write(const struct table *table, const char *table_id, const struct step_listener *listener,
                struct ochre_text *out);

/* The members of a `past` message after its number and id: how the table stood after move `number` (0 … the last). The
 * object stays open, so that the caller may put its own members in front and close it. */
void step_write_past(const struct table *table, int number, const struct step_listener *listener,
                     struct json_writer *writer);

/* The viewer that counts: once the play is over everybody sees everything. */
int step_viewer(const struct table *table, int viewer);

/* The standing, one object per seat, or null where the game shows none to this viewer. */
void step_write_scores(const struct table *table, const struct ochre_outcome *outcome,
                       const struct ochre_tongue *tongue, struct json_writer *writer);

/* Everything that the story of a play could say fits here; larger steps are written again on a larger paper. */
struct paper {
    char *bytes;
    size_t size;
    size_t front; /* bytes kept free in front of the text; set it before the first use */
};

enum { PAPER_SIZE = 64 * 1024, PAPER_SIZE_MAX = 64 * 1024 * 1024 };

/* Lets `write` fill the paper, making it larger until everything fits. The text, or NULL without memory. */
char *paper_fill(struct paper *paper, void (*write)(void *what, struct ochre_text *out), void *what, size_t *length);
void paper_free(struct paper *paper);

#endif
