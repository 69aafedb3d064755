/* pebble_why.c: why a move is refused, with the number of the rule. */
#include "rules/why.h"

#include "games/pebble/pebble.h"

const char *pebble_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                           ochre_action action, struct ochre_text *words)
{
    const struct pebble_state *s = pebble_seen(view);
    const char *answer;
    if (why_begins(setup, view, seat, action, s->phase == PEBBLE_STAKE ? "P2.1" : "P1.2", words, &answer))
        return answer;
    if (s->phase != PEBBLE_CHOOSE)
        return why_refuse(words, "P2.1", N_("Cards are chosen once the pebbles lie on the table."));
    if (s->choice[seat])
        return why_refuse(words, "P3.2", N_("You have chosen already; a choice is final."));
    if (!s->hand[seat][action])
        return why_refuse(words, "P3.1", N_("You have no such card."));
    return NULL;
}
