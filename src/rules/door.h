/* door.h: the door that every move from outside comes through, whoever brings it: it is read, looked for among the
 * legal ones, and where it is none of them, the game says which rule forbids it. */
#ifndef OCHRE_RULES_DOOR_H
#define OCHRE_RULES_DOOR_H

#include "rules/rules.h"

/* The legal move of this seat that the text means. NULL, or the number of the rule that forbids it ("notation": it is
 * no move at all; "turn": only not now) and the reason in `words` (may be NULL). `view` is the seat's own, for chance
 * the all-seeing one; `list` is scratch, setup->legal_max long. */
const char *door_find(const struct ochre_setup *setup, const struct ochre_view *view, int seat, const char *text,
                      ochre_action *list, ochre_action *action, struct ochre_text *words);

/* The same for the number of an action, whatever it is. */
const char *door_check(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                       ochre_action *list, struct ochre_text *words);

#endif
