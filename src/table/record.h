/* record.h: a play in the form that people of its game write down (docs/notation.md): the tags and moves of dice, the
 * spoken lines of spears. A record is played while it is read, and becomes a log; whoever takes logs takes records. */
#ifndef OCHRE_TABLE_RECORD_H
#define OCHRE_TABLE_RECORD_H

#include "table/log.h"

/* The game whose records begin like this text, or NULL: it is no record. */
const struct ochre_game *record_game(const char *text);

/* Reads and plays a record; every move must be legal and the result right. The log says the same, with the lines of the
 * record. An error names line and column, the word and the rule. `pack`: the file of a pack that is not the built-in
 * one, or NULL. */
int record_parse(struct log *log, const char *text, size_t length, const char *pack, struct ochre_error *error);

/* The record of the play so far, in new memory. `agreed`: what the players agreed on where no rule has ended the play,
 * or NULL. NULL and an error when the game knows no records, or this play cannot be one. */
char *record_text(const struct table *table, const char *agreed, size_t *length, struct ochre_error *error);

#endif
