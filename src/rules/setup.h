/* setup.h: from what somebody asks for to what is agreed. Knows options and packs, no game. */
#ifndef OCHRE_RULES_SETUP_H
#define OCHRE_RULES_SETUP_H

#include "rules/game.h"

/* Terms with every option at its default. */
/* What the game offers to new tables, in the place of defaults; before anything else is set. */
void terms_offer(struct ochre_terms *terms);
void terms_init(struct ochre_terms *terms, const struct ochre_game *game);

/* Sets one option from text; the error names the option and what it may be. `players` sets the number of seats. */
int terms_set(struct ochre_terms *terms, const char *name, const char *value, struct ochre_error *error);

/* Sets the options of a JSON object ({"recall":"needed"}). */
int terms_set_json(struct ochre_terms *terms, struct json options, struct ochre_error *error);

/* Lets a position say what it implies (seats, options), then remembers it. */
int terms_set_position(struct ochre_terms *terms, struct json position, struct ochre_error *error);

/* Checks the terms and compiles them. */
int setup_make(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error);

/* Index of an option by name, -1 when there is none. */
int option_index(const struct ochre_game *game, const char *name);

/* Reads a value of the option; false when it is none of what the option may be, which option_say says. */
bool option_read(const struct ochre_option *option, const char *value, struct ochre_option_value *out);
void option_say(const struct ochre_option *option, struct ochre_text *text);

#endif
