/* opening.h: what a play begins with (setup, pack, position, first state), made in one call from what somebody asks
 * for on a command line, in a log or in a case. */
#ifndef OCHRE_TABLE_OPENING_H
#define OCHRE_TABLE_OPENING_H

#include "rules/setup.h"
#include "table/packfile.h"

enum { POSITION_SIZE_MAX = 64 * 1024 };

/* What is asked for; {.game = …} alone is a game with its usual seats, options and pack from the start. */
struct opening_request {
    const struct ochre_game *game;
    int seats;                  /* 0: what the position says, else the usual number */
    const char *const *options; /* "name=value", NULL after the last; may be NULL */
    const char *pack;           /* a file; NULL: the built-in pack */
    const char *position;       /* JSON, or text under the game's position_key; "@file"; "-": standard input; or NULL */

    /* From a program rather than from a person: */
    const char *pack_text;     /* a pack itself, instead of a file */
    bool is_offered;           /* options that are not named are what the game offers, not its defaults */
    struct json options_json;  /* an object, set after `options` */
    struct json pack_changes;  /* an object: members that replace those of the built-in pack */
    struct json position_json; /* instead of `position` */
};

struct opening {
    struct ochre_setup setup;
    struct ochre_state start; /* the state play begins from */
    struct packfile pack;     /* empty for a game without packs */
    char *position;           /* JSON on one line, NULL: the game's own start */
    struct json given;        /* the same, parsed; {0} without a position */
    struct json_doc position_doc;
    struct json_node *position_nodes;
    int shares; /* owners besides the first */
};

/* NULL and an error when the request is refused; the error names the option, the pack's place or the position's. */
struct opening *opening_new(const struct opening_request *request, struct ochre_error *error);

/* One more owner: nothing in an opening ever changes, so equal tables may stand on one. Owners come and go in one
 * thread; others may read the setup meanwhile. Returns the opening. */
struct opening *opening_share(struct opening *opening);

/* An owner goes; the last one takes the opening with it. */
void opening_delete(struct opening *opening);

#endif
