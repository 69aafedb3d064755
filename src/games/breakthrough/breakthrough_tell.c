/* breakthrough_tell.c: the story. */
#include "games/breakthrough/breakthrough.h"

void breakthrough_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                       struct ochre_text *text)
{
    int seat = event->args[0];
    const char *who = seat_called(setup, view, seat, text);
    switch (event->kind) {
    case BREAKTHROUGH_MOVED:
        text_tell(text, seat, "You go from {1} to {2}.", "{0} goes from {1} to {2}.", who,
                  BREAKTHROUGH_NAME(event->args[1]), BREAKTHROUGH_NAME(event->args[2]));
        break;
    case BREAKTHROUGH_CAPTURED:
        text_tell(text, seat, "You capture the pawn on {1}.", "{0} captures the pawn on {1}.", who,
                  BREAKTHROUGH_NAME(event->args[1]));
        break;
    case BREAKTHROUGH_WON: text_tell(text, seat, "You have broken through.", "{0} has broken through.", who); break;
    default: break;
    }
}
