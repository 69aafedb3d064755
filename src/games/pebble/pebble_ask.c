/* pebble_ask.c: what a seat is asked, and what it may choose, in words to whoever chooses. */
#include "games/pebble/pebble.h"

void pebble_say_ask(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_text *text)
{
    (void)setup;
    (void)seat;
    int stake = pebble_seen(view)->on_table;
    text_say_count(text, stake, "Choose a card for one pebble.", "Choose a card for {0} pebbles.", NUM(stake));
}

void pebble_say_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                     struct ochre_text *text)
{
    struct act_said said;
    (void)acts_find(pebble_acts(seat), &(struct act_place){setup, view, seat}, action, &said);
    text_say(text, "Play the {0}", NUM(said.thing[0] + 1));
}
