/* pebble_tell.c: the story. */
#include "games/pebble/pebble.h"

void pebble_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                 struct ochre_text *text)
{
    int seat = event->count > 1 ? event->args[0] : -1;
    const char *who = seat >= 0 ? seat_called(setup, view, seat, text) : "";
    int last = event->args[event->count - 1];
    const char *number = last == OCHRE_UNHEARD ? "" : NUM(last);
    switch (event->kind) {
    case PEBBLE_DEALT:
        if (last == OCHRE_UNHEARD)
            text_tell(text, seat, "You are dealt a card.", "{0} is dealt a card.", who);
        else
            text_tell(text, seat, "You are dealt a {1}.", "{0} is dealt a {1}.", who, number);
        break;
    case PEBBLE_STAKED:
        text_say_count(text, last, "One pebble is laid down.", "{0} pebbles are laid down.", number);
        break;
    case PEBBLE_CHOSE:
        if (last == OCHRE_UNHEARD)
            text_tell(text, seat, "You have chosen.", "{0} has chosen.", who);
        else
            text_tell(text, seat, "You choose the {1}.", "{0} chooses the {1}.", who, number);
        break;
    case PEBBLE_SHOWED: text_tell(text, seat, "You show a {1}.", "{0} shows a {1}.", who, number); break;
    case PEBBLE_TOOK:
        text_tell_count(text, seat, last, "You take one pebble.", "You take {1} pebbles.", "{0} takes one pebble.",
                        "{0} takes {1} pebbles.", who, number);
        break;
    case PEBBLE_STAYED: text_say(text, "Nobody takes the pebbles; they stay."); break;
    case PEBBLE_LOST: text_say(text, "Nobody takes the pebbles; they are gone."); break;
    default: break;
    }
}
