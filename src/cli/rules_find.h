/* rules_find.h: the documents of the rules, built into the program. */
#ifndef OCHRE_CLI_RULES_FIND_H
#define OCHRE_CLI_RULES_FIND_H

/* The Markdown of a game's rules in the language of this code, in English where there is no other; NULL: none. */
const char *rules_find(const char *game, const char *code);

#endif
