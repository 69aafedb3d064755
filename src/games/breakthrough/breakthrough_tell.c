/* breakthrough_tell.c: the story. */
#include "games/breakthrough/breakthrough.h"

void breakthrough_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                       struct ochre_text *text)
{
    const char *who = text_word(text, breakthrough_words.seat_name(setup, view, event->args[0]));
    switch (event->kind) {
    case BREAKTHROUGH_MOVED:
        text_say(text, "{0} goes from {1} to {2}.", who, BREAKTHROUGH_NAME(event->args[1]),
                 BREAKTHROUGH_NAME(event->args[2]));
        break;
    case BREAKTHROUGH_CAPTURED:
        text_say(text, "{0} captures the pawn on {1}.", who, BREAKTHROUGH_NAME(event->args[1]));
        break;
    case BREAKTHROUGH_WON: text_say(text, "{0} has broken through.", who); break;
    default: break;
    }
}
