/* breakthrough_ask.c: what a seat is asked, and what it may choose, in words to whoever chooses. */
#include "games/breakthrough/breakthrough.h"

void breakthrough_say_ask(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                          struct ochre_text *text)
{
    (void)setup;
    (void)view;
    (void)seat;
    text_say(text, "Move a pawn one row ahead.");
}

void breakthrough_say_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                           ochre_action action, struct ochre_text *text)
{
    struct act_said said;
    (void)acts_find(&breakthrough_acts, &(struct act_place){setup, view, seat}, action, &said);
    int to = said.thing[0] % BREAKTHROUGH_SQUARES;
    const char *from = BREAKTHROUGH_NAME(said.thing[0] / BREAKTHROUGH_SQUARES);
    if (bits_has(breakthrough_seen(view)->pawns[!seat], to))
        text_say(text, "From {0}, capture on {1}", from, BREAKTHROUGH_NAME(to));
    else
        text_say(text, "Go from {0} to {1}", from, BREAKTHROUGH_NAME(to));
}
