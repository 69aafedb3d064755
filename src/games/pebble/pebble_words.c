/* pebble_words.c: names and notation, from views. */
#include "rules/why.h"

#include <assert.h>

#include "games/pebble/pebble.h"

static const char *seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    (void)setup;
    (void)view;
    static const char *const names[] = {N_("First"), N_("Second"), N_("Third"), N_("Fourth")};
    assert(seat >= 0 && seat < OCHRE_SEATS_MAX);
    return names[seat];
}

static void format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_text *text)
{
    if (action != OCHRE_NO_ACTION)
        acts_format(pebble_acts(seat), &(struct act_place){setup, view, seat}, action, text);
    else if (seat != OCHRE_CHANCE)
        text_add(text, "play:?");
    else
        text_add(text, pebble_seen(view)->phase == PEBBLE_STAKE ? "stake:?" : "deal:?");
}

static const char *parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const char *text, ochre_action *action, struct ochre_text *words)
{
    if (acts_parse(pebble_acts(seat), &(struct act_place){setup, view, seat}, text, action))
        return NULL;
    return why_refuse(words, "notation", N_("A move is written play:4, with a value from 1 to 6."));
}

const struct ochre_words pebble_words = {
    .seat_name = seat_name,
    .format_move = format_move,
    .parse_move = parse_move,
    .say_ask = pebble_say_ask,
    .say_move = pebble_say_move,
    .why_not = pebble_why_not,
    .tell = pebble_tell,
};
