/* pebble_words.c: notation, refusals and the story, from views. */
#include "games/pebble/pebble.h"

const char *pebble_seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    (void)setup;
    (void)view;
    static const char *const names[] = {N_("First"), N_("Second"), N_("Third"), N_("Fourth")};
    return names[seat];
}

void pebble_format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_text *text)
{
    (void)setup;
    if (seat != OCHRE_CHANCE)
        text_add(text, "play:");
    else
        text_add(text, pebble_seen(view)->phase == PEBBLE_STAKE ? "stake:" : "deal:");
    if (action == OCHRE_NO_ACTION)
        text_char(text, '?');
    else if (seat == OCHRE_CHANCE && action >= PEBBLE_STAKE_BASE)
        text_int(text, (int64_t)action - PEBBLE_STAKE_BASE + 1);
    else
        text_int(text, (int64_t)action + 1);
}

/* One digit from 1 to `most` and nothing behind it. */
static bool read_digit(const char *text, int most, int *digit)
{
    const char *at = text;
    return text_read_number(&at, 1, digit) && *at == '\0' && *digit >= 1 && *digit <= most;
}

const char *pebble_parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const char *text, ochre_action *action, struct ochre_text *words)
{
    (void)setup;
    (void)view;
    const char *rest;
    int digit;
    if (seat == OCHRE_CHANCE && text_starts(text, "stake:", &rest) && read_digit(rest, PEBBLE_STAKES, &digit)) {
        *action = (ochre_action)(PEBBLE_STAKE_BASE + digit - 1);
        return NULL;
    }
    if (text_starts(text, seat == OCHRE_CHANCE ? "deal:" : "play:", &rest) && read_digit(rest, PEBBLE_VALUES, &digit)) {
        *action = (ochre_action)(digit - 1);
        return NULL;
    }
    if (words)
        text_say(words, "A move is written play:4, with a value from 1 to 6.");
    return "notation";
}

const char *pebble_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                           ochre_action action, struct ochre_text *words)
{
    const struct pebble_state *s = pebble_seen(view);
    if (seat == OCHRE_CHANCE) {
        ochre_action list[PEBBLE_VALUES];
        if (legal_has(list, view_moves(setup, view, seat, list), action))
            return NULL;
        if (words)
            text_say(words, "Chance cannot do that now.");
        return s->phase == PEBBLE_STAKE ? "P2.1" : "P1.2";
    }
    if (s->phase != PEBBLE_CHOOSE) {
        if (words)
            text_say(words, "Cards are chosen once the pebbles lie on the table.");
        return "P2.1";
    }
    if (s->choice[seat]) {
        if (words)
            text_say(words, "You have chosen already; a choice is final.");
        return "P3.2";
    }
    if (action >= PEBBLE_VALUES || !s->hand[seat][action]) {
        if (words)
            text_say(words, "You have no such card.");
        return "P3.1";
    }
    return NULL;
}

void pebble_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                 struct ochre_text *text)
{
    const char *who = event->count > 1 ? text_word(text, pebble_seat_name(setup, view, event->args[0])) : "";
    int last = event->args[event->count - 1];
    const char *number = last == OCHRE_UNHEARD ? "" : NUM(last);
    switch (event->kind) {
    case PEBBLE_DEALT:
        if (last == OCHRE_UNHEARD)
            text_say(text, "{0} is dealt a card.", who);
        else
            text_say(text, "{0} is dealt a {1}.", who, number);
        break;
    case PEBBLE_STAKED:
        text_say_count(text, last, "One pebble is laid down.", "{0} pebbles are laid down.", number);
        break;
    case PEBBLE_CHOSE:
        if (last == OCHRE_UNHEARD)
            text_say(text, "{0} has chosen.", who);
        else
            text_say(text, "{0} chooses the {1}.", who, number);
        break;
    case PEBBLE_SHOWED: text_say(text, "{0} shows a {1}.", who, number); break;
    case PEBBLE_TOOK: text_say_count(text, last, "{0} takes one pebble.", "{0} takes {1} pebbles.", who, number); break;
    case PEBBLE_STAYED: text_say(text, "Nobody takes the pebbles; they stay."); break;
    case PEBBLE_LOST: text_say(text, "Nobody takes the pebbles; they are gone."); break;
    default: break;
    }
}
