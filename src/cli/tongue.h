/* tongue.h: English and French. Translations are built into the program (po/ compiled to one catalogue), so that they
 * work from the build tree and on machines that have no French locale. */
#ifndef OCHRE_CLI_TONGUE_H
#define OCHRE_CLI_TONGUE_H

#include "base/text.h"

/* The language with this code ("fr", "fr_FR.UTF-8" …), or NULL when there is none. */
const struct ochre_tongue *tongue_for(const char *code);

/* What the environment asks for (LANGUAGE, LC_ALL, LC_MESSAGES, LANG), English when it asks for nothing known. */
const struct ochre_tongue *tongue_of_environment(void);

/* The language this program speaks, and its code ("en"). */
void tongue_use(const struct ochre_tongue *tongue);
const struct ochre_tongue *tongue_used(void);
const char *tongue_code(void);

/* The codes of all languages, NULL after the last. */
extern const char *const tongue_codes[];

/* A string in the language of the program. */
#define _(english) tongue_used()->say(english)

#endif
