/* read.h: the facet of a game that reads what comes from outside besides moves: positions, packs, records of plays and
 * the lines of acceptance cases. Doors: what is wrong is refused with words, never asserted. */
#ifndef OCHRE_RULES_READ_H
#define OCHRE_RULES_READ_H

#include "rules/game.h"

/* ---- acceptance cases: what only this game can say about its positions ---- */

struct ochre_case_words {
    /* The chance outcome that the position's script names next (OCHRE_NO_ACTION: none), given what chance has done
     * since. */
    ochre_action (*foretell)(const struct ochre_setup *setup, struct json given, const struct ochre_state *state,
                             const ochre_action *drawn, int drawn_count);
    /* The next small move of a spoken line ("N: hunt p10 h1 h2"), with its seat; *at is the caller's cursor, 0 at
     * first. False when the line has been said to its end. */
    bool (*speak)(const struct ochre_setup *setup, const struct ochre_view *view, const char *line, int *at, int *seat,
                  struct ochre_text *move);
    /* A fact that is not a path into the all-seeing view, as JSON; false when this is no such fact. */
    bool (*fact)(const struct ochre_setup *setup, const struct ochre_state *state, struct json given,
                 const ochre_action *drawn, int drawn_count, const char *path, struct ochre_text *json);
};

/* ---- records: a whole play in the form that people of this game write down (docs/notation.md) ---- */

enum { OCHRE_RECORD_TEXT = 1024, OCHRE_RECORD_WORD = 96, OCHRE_RECORD_STEP = 512 };

/* What stands around the moves of a record; "" or 0 where a form does not say it. */
struct ochre_record_head {
    int seats;
    int option_count;
    char option[OCHRE_OPTIONS_MAX][OCHRE_RECORD_WORD]; /* "name=value" */
    char pack[OCHRE_RECORD_WORD];                      /* its id */
    char pack_hash[OCHRE_RECORD_WORD];
    char position[OCHRE_RECORD_TEXT]; /* as text under position_key, or as JSON */
    const char *position_at;          /* where it stands, for messages */
    char result[OCHRE_RECORD_WORD];   /* as the record says it */
    const char *result_at;
};

/* Where a reader of a record is. */
struct ochre_record_place {
    const char *at;   /* the next character to read; the text ends in NUL */
    const char *from; /* where the last word or line began, for messages */
    int said;         /* how far the line has been said, where one line is several moves */
};

/* What a writer remembers from one step to the next. All 0 at the beginning. */
struct ochre_record_pen {
    int steps; /* steps written so far */
    int seat, head;
    bool is_open;   /* a line has been begun and not ended */
    bool has_begun; /* somebody but chance has moved */
};

/* A step of a play to be written: the view (OCHRE_EVERYBODY) before it. */
struct ochre_record_step {
    const struct ochre_view *before;
    int seat;
    ochre_action action; /* OCHRE_NO_ACTION: the seat gives up */
    bool is_end;         /* the play is over with it */
};

struct ochre_record_form {
    char mark;                /* a text that begins with it is such a record */
    const char *suffix;       /* what the names of such files usually end in */
    bool begins_after_chance; /* the head's position is the one after what chance does before the first turn */
    bool has_no_positions;    /* only whole plays can be written, from the game's own start */

    /* Reading. head reads up to the moves. next gives the next small move, from the all-seeing view of where the play
     * stands ("resign" where somebody gives up): 1, or 0 at the end, or -1 with an error. */
    int (*read_head)(struct ochre_record_place *place, struct ochre_record_head *head, struct ochre_error *error);
    int (*next)(const struct ochre_setup *setup, const struct ochre_record_head *head, const struct ochre_view *view,
                struct ochre_record_place *place, int *seat, struct ochre_text *move, struct ochre_error *error);
    /* Is it right to end a play that no rule has ended like this (the players agreed)? */
    bool (*may_agree)(const struct ochre_setup *setup, const struct ochre_view *view, const char *result);

    /* Writing. result: how the play ended or that it goes on, from the all-seeing view. */
    void (*result)(const struct ochre_setup *setup, const struct ochre_view *view, struct ochre_text *text);
    void (*write_head)(const struct ochre_setup *setup, const struct ochre_view *start,
                       const struct ochre_record_head *head, struct ochre_text *text);
    void (*write_step)(const struct ochre_setup *setup, struct ochre_record_pen *pen,
                       const struct ochre_record_head *head, const struct ochre_record_step *step,
                       struct ochre_text *text);
    void (*write_end)(const struct ochre_setup *setup, struct ochre_record_pen *pen,
                      const struct ochre_record_head *head, struct ochre_text *text);
};

/* ---- the facet ---- */

struct ochre_read {
    /* (optional) What a position says about seats and options, before there is a setup. */
    int (*terms_of)(struct json position, struct ochre_terms *terms, struct ochre_error *error);
    /* A position typed in, fully checked. */
    int (*read_state)(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                      struct ochre_error *error);
    /* (optional) What is odd but allowed in the setup's pack, one English line each. */
    void (*pack_warnings)(const struct ochre_setup *setup, struct ochre_text *lines);
    const struct ochre_record_form *record; /* (optional) */
    const struct ochre_case_words *cases;   /* (optional) */
};

#endif
