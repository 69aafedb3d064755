/* spears_tell_end.c: how it ended: who was who, who placed which card, what each team needed and had, and who wins. */
#include <assert.h>

#include "games/spears/spears_text.h"

static const char *who(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                       const struct ochre_text *text)
{
    return seat_called(setup, view, seat, text);
}

static void tell_cards(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                       struct ochre_text *text)
{
    char buffer[256];
    struct ochre_text list = text_in(buffer, sizeof buffer, text->tongue);
    for (int seat = 0; seat < setup->seats; seat++) {
        char card[16];
        struct ochre_text value = text_on(card, sizeof card);
        spears_call_value(event->args[1 + seat], &value);
        text_add(&list, seat ? ", " : "");
        text_add(&list, text_is_you(text, seat) ? text_word(text, N_("you")) : who(setup, view, seat, text));
        text_char(&list, ' ');
        text_add(&list, card);
    }
    text_say(text, "The cards of the last turn, round {0}: {1}.", NUM(event->args[0]), buffer);
}

static void tell_count(const struct ochre_event *event, struct ochre_text *text)
{
    const char *what = spears_call_resource(text, event->args[1]);
    const char *had = NUM(event->args[2]);
    const char *need = NUM(event->args[3]);
    switch (event->args[0]) {
    case SPEARS_SURVIVOR: text_say(text, "The Survivors needed {0} {1} and had {2}.", need, what, had); break;
    case SPEARS_AMASSER: text_say(text, "The Amasser needed {0} {1} and had {2}.", need, what, had); break;
    default: text_say(text, "The Dominator needed {0} {1} and had {2}.", need, what, had); break;
    }
}

/* "You win with Noor: you were the Survivors." */
static void tell_survivors(const struct ochre_setup *setup, const struct ochre_view *view, struct ochre_text *text)
{
    int first = -1;
    int second = -1;
    for (int seat = 0; seat < setup->seats; seat++)
        if (spears_seen(view)->team[seat] == SPEARS_SURVIVOR) {
            second = first < 0 ? -1 : seat;
            first = first < 0 ? seat : first;
        }
    assert(first >= 0 && second >= 0);
    if (text_is_you(text, first) || text_is_you(text, second))
        text_say(text, "You win with {0}, as Survivors.",
                 who(setup, view, text_is_you(text, first) ? second : first, text));
    else
        text_say(text, "{0} and {1} win, as Survivors.", who(setup, view, first, text), who(setup, view, second, text));
}

static void tell_winner(const struct ochre_setup *setup, const struct ochre_view *view, int team,
                        struct ochre_text *text)
{
    int winner = 0;
    while (winner + 1 < setup->seats && spears_seen(view)->team[winner] != team)
        winner++;
    const char *name = who(setup, view, winner, text);
    if (team == SPEARS_SURVIVOR)
        tell_survivors(setup, view, text);
    else if (team == SPEARS_AMASSER)
        text_tell(text, winner, "You win, as Amasser.", "{0} wins, as Amasser.", name);
    else if (team == SPEARS_DOMINATOR)
        text_tell(text, winner, "You win, as Dominator.", "{0} wins, as Dominator.", name);
    else
        text_say(text, "Nobody wins.");
}

bool spears_tell_end(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                     struct ochre_text *text)
{
    int seat = event->args[0];
    switch (event->kind) {
    case SPEARS_TOLD_SHOWED_TEAM:
        text_tell(text, seat, "You were {1}.", "{0} was {1}.", who(setup, view, seat, text),
                  spears_call_team(text, event->args[1]));
        return true;
    case SPEARS_TOLD_SHOWED_GOAL:
        text_tell(text, seat, "Your goal was {1}.", "The goal of {0} was {1}.", who(setup, view, seat, text),
                  spears_call_resource(text, event->args[1]));
        return true;
    case SPEARS_TOLD_SHOWED_CARDS: tell_cards(setup, view, event, text); return true;
    case SPEARS_TOLD_COUNTED: tell_count(event, text); return true;
    case SPEARS_TOLD_WON: tell_winner(setup, view, event->args[0], text); return true;
    default: return false;
    }
}
