/* dice_ask.c: what a seat is asked. What a move does its story says. */
#include "games/dice/dice.h"

void dice_say_ask(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_text *text)
{
    (void)setup;
    (void)view;
    (void)seat;
    text_say(text, "Move a unit, or turn one where it stands.");
}
