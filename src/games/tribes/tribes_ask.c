/* tribes_ask.c: what a seat is asked, and what those moves mean that tell no story of their own. */
#include "games/tribes/tribes.h"

void tribes_say_ask(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_text *text)
{
    (void)seat;
    size_t before = text->used;
    tribes_prompt(tribes_tables(setup), tribes_seen(view), text);
    if (text->used > before && text->at[text->used - 1] != '?' && text->at[text->used - 1] != '.')
        text_char(text, '.');
}

/* "completes Jewellery (1.3) for 2 points", with the arrow where it needs one. */
static void say_achievement(const struct tribes_tables *t, const struct tribes_state *s, int code,
                            struct ochre_text *text)
{
    char place[8];
    struct ochre_text slot_text = text_on(place, sizeof place);
    int slot = code / 3;
    int column = slot % TRIBES_COLUMNS + 1;
    const struct tribes_board_data *board = &t->board[s->board[slot]];
    int space = s->stone_count[slot] < TRIBES_SPACES ? s->stone_count[slot] : TRIBES_SPACES - 1;
    int points = board->points[space];
    text_int(&slot_text, slot / TRIBES_COLUMNS + 1);
    text_char(&slot_text, '.');
    text_int(&slot_text, column);
    text_say_count(text, points, "completes {0} ({1}) for one point", "completes {0} ({1}) for {2} points",
                   tribes_said(t, board->name, text->tongue), place, NUM(points));
    if (code % 3 != TRIBES_NO_ARROW) {
        text_add(text, ", ");
        text_say(text, "with the own arrow from column {0}",
                 NUM(code % 3 == TRIBES_FROM_LEFT ? column - 1 : column + 1));
    }
}

void tribes_say_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                     struct ochre_text *text)
{
    const struct tribes_tables *t = tribes_tables(setup);
    const struct tribes_state *s = tribes_seen(view);
    int code = (int)action;
    (void)seat;
    if (code == TRIBES_DO_STOP)
        text_say(text, "stops here");
    else if (code == TRIBES_DO_ACT)
        text_say(text, "does the action of the tile");
    else if (code > TRIBES_DO_ACT && code < TRIBES_DO_PUT && (s->up >> ((code - TRIBES_DO_ACHIEVE) / 3)) & 1)
        say_achievement(t, s, code - TRIBES_DO_ACHIEVE, text);
    else if (code >= TRIBES_DO_PICK && code < TRIBES_DO_ARRANGE)
        text_say(text, "takes choice {0} of the event", NUM(code - TRIBES_DO_PICK + 1));
}
