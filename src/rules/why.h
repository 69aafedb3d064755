/* why.h: refusing a move: the number of the rule comes back, and the sentence is said to whoever wants one.
 *
 *     if (s->phase != PEBBLE_CHOOSE)
 *         return why_refuse(words, "P2.1", N_("Cards are chosen once the pebbles lie on the table.")); */
#ifndef OCHRE_RULES_WHY_H
#define OCHRE_RULES_WHY_H

#include "rules/rules.h"

/* Says the sentence (English to be translated, then its arguments) unless `words` is NULL; returns the rule. */
#define why_refuse(words, rule, ...) why_say((words), (rule), (const char *const[]){__VA_ARGS__, NULL})
const char *why_say(struct ochre_text *words, const char *rule, const char *const said[]);

/* The same with two forms, for one and for many: bare, without N_, so that the catalogue knows them as a pair. */
#define why_refuse_count(words, rule, count, ...)                                                                      \
    why_say_count((words), (rule), (count), (const char *const[]){__VA_ARGS__, NULL})
const char *why_say_count(struct ochre_text *words, const char *rule, int64_t count, const char *const said[]);

/* A word in the language of the sentence that it goes into. */
const char *why_word(const struct ochre_text *words, const char *english);

/* Outcomes that chance may have at most. */
enum { WHY_OUTCOMES_MAX = 1024 };

/* How every why_not begins: chance may do what it can, and there is no move beyond the last number, nor of somebody
 * without a seat. True: that is the whole answer, *answer (NULL: nothing is against it). */
bool why_begins(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                const char *rule, struct ochre_text *words, const char **answer);

#endif
