/* why.c: see why.h. */
#include "rules/why.h"

#include <assert.h>

const char *why_say(struct ochre_text *words, const char *rule, const char *const said[])
{
    if (words)
        text_say_list(words, said);
    return rule;
}

const char *why_say_count(struct ochre_text *words, const char *rule, int64_t count, const char *const said[])
{
    if (words)
        text_say_count_list(words, count, said);
    return rule;
}

const char *why_word(const struct ochre_text *words, const char *english)
{
    return words ? text_word(words, english) : english;
}

static bool can_come(const struct ochre_setup *setup, const struct ochre_view *view, ochre_action outcome)
{
    ochre_action list[WHY_OUTCOMES_MAX];
    assert(setup->chance_actions <= WHY_OUTCOMES_MAX);
    return legal_has(list, view_moves(setup, view, OCHRE_CHANCE, list), outcome);
}

bool why_begins(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                const char *rule, struct ochre_text *words, const char **answer)
{
    if (seat == OCHRE_CHANCE) {
        *answer = can_come(setup, view, action) ? NULL : why_refuse(words, rule, N_("Chance cannot do that now."));
        return true;
    }
    if (seat >= setup->seats || action >= setup->actions) {
        *answer = why_refuse(words, rule, N_("There is no such move."));
        return true;
    }
    return false;
}
