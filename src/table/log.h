/* log.h: a play as text (docs/log.md), readable, comparable line by line, replayable for ever. Reading is strict: an
 * error names the line, the move and the rule. */
#ifndef OCHRE_TABLE_LOG_H
#define OCHRE_TABLE_LOG_H

#include "table/table.h"

enum { LOG_SIZE_MAX = 4 * 1024 * 1024, LOG_MOVES_MAX = 100000 };

/* ---- writing ---- */

/* The log of the play so far, in new memory; the secret seed is written when play is over or `reveal` is asked for
 * (a play that its only owner saves and wants to go on with). NULL without memory. */
char *log_text(const struct table *table, bool reveal, size_t *length);

/* The moves of a play as the lines of its log, written as they are made: a log that is kept after every move plays
 * nothing again. log_hear takes one step more (a table_told: news for a keeper, or a whole play retold). */
struct log_lines {
    char *text; /* NULL: no line yet, or no memory */
    size_t used, max;
    bool is_short; /* of memory: lines are missing */
};
void log_hear(void *lines, const struct table *table, const struct table_step *step);
void log_lines_free(struct log_lines *lines);
char *log_text_of(const struct table *table, const struct log_lines *lines, bool reveal, size_t *length);

/* The play so far as a viewer may read it: what it did not witness is "?", nothing is revealed, and there is no end
 * line. */
char *log_view(const struct table *table, int viewer, size_t *length);

/* The same into a file, all or nothing. */
int log_save(const struct table *table, const char *path, bool reveal, struct ochre_error *error);

/* ---- reading ---- */

struct log_move {
    int line;         /* in the file, from 1 */
    int seat;         /* OCHRE_CHANCE for "*" */
    const char *text; /* the move, or "resign" */
};

/* A log taken apart but not yet played. */
struct log {
    char *text; /* own copy, cut into words */
    const struct ochre_game *game;
    int seats;
    const char *options[OCHRE_OPTIONS_MAX + 1]; /* "name=value" */
    int option_count;
    char option_words[OCHRE_OPTIONS_MAX][96];
    const char *pack_id, *pack_hash; /* NULL: none */
    const char *pack_text;           /* JSON, when the log carries its pack; NULL: it does not */
    const char *position;            /* JSON, NULL: none */
    bool has_commitment, has_seed, has_result, has_end;
    unsigned char commitment[FAIR_SIZE];
    unsigned char seed[FAIR_SIZE];
    int fair_version; /* how keys were made; 0: no commitment */
    struct fair_part part[OCHRE_SEATS_MAX];
    ochre_seats withheld; /* pledged and not opened */
    ochre_seats winners;
    int result_line;
    int end_count, end_line; /* how many moves the end line counts, and where it stands */
    struct log_move *moves;
    int count;
    char agreed[16]; /* of a record: what the players agreed on where no rule has ended the play, or "" */
};

int log_parse(struct log *log, const char *text, size_t length, struct ochre_error *error);

/* A file: a log, or a record of its game (record.h), which is played with that pack while it is read. */
int log_load(struct log *log, const char *path, const char *pack, struct ochre_error *error);
void log_free(struct log *log);

/* The table as the log leaves it: every move legal, the result right. Chance goes on from the log's own seed when it
 * has one, else from a new one (then *is_new_seed, when given, says so: the log's promise cannot be kept). `pack`: the
 * file of a pack, or NULL: the one that the log carries, else the built-in one. Moves are told to `told` (may be NULL)
 * as they are replayed. */
struct table *log_play(const struct log *log, ochre_seats humans, const char *pack, table_told *told, void *who,
                       bool *is_new_seed, struct ochre_error *error);

/* The play of a log or record, all of it. */
struct table *log_play_text(const char *text, size_t length, const char *pack, struct ochre_error *error);

/* The same as far as it is sound: up to the first line that is wrong, which `wrong` names (its words
 * are empty when all is well). NULL: not even the beginning can be played. */
struct table *log_play_sound(const char *text, size_t length, const char *pack, struct ochre_error *wrong);

/* How many bytes stand before the line that the error names; 0 where it names none. */
size_t log_sound_bytes(const char *text, size_t length, const struct ochre_error *error);

/* ---- proof ---- */

struct log_proof {
    int moves, draws;                   /* all moves; those of chance */
    bool is_over;                       /* the play came to its end */
    bool has_promise;                   /* there was a commitment, and every draw follows from the revealed seed */
    int fair_version;                   /* how keys were made; 0: no promise */
    ochre_seats seats, pledged, opened; /* all; those that pledged; those whose share is in the key */
    char seal[FAIR_HEX_SIZE];           /* what every seat must have been told before it opened; "" in version 1 */
    bool has_position;                  /* the play began from a position that somebody set up */
    bool has_end;                       /* the last line is there */
    char winners[16];                   /* "p1 p3", "none", or "-" before the end */
};

/* Commitment, every draw, every move, the result. -1 and what is wrong. */
int log_verify(const struct log *log, const char *pack, struct log_proof *proof, struct ochre_error *error);

#endif
