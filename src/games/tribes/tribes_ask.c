/* tribes_ask.c: what a seat is asked, and what those moves mean that tell no story of their own. */
#include <assert.h>

#include "games/tribes/tribes.h"

static void say_options(const struct tribes_clause *clause, struct ochre_text *text)
{
    text_say(text, "Choose one:");
    for (int option = 0; option < clause->pick_count; option++) {
        text_add(text, " #");
        text_int(text, option + 1);
        text_char(text, ' ');
        tribes_say_effect(&clause->pick[option], text);
    }
}

/* 8.2 */
static void prompt(const struct tribes_tables *t, const struct tribes_state *s, struct ochre_text *text)
{
    const char *left = NUM(s->left);
    switch (s->decision) {
    case TRIBES_AT_ARRANGE: text_say(text, "Arrange your three land tiles"); break;
    case TRIBES_AT_FOUND: text_say(text, "Place your first tribe member"); break;
    case TRIBES_AT_TAKE: text_say(text, "Take a tile from the row"); break;
    case TRIBES_AT_MODE: text_say(text, "Action or achievement?"); break;
    case TRIBES_AT_BIRTH: text_say(text, "Place a new member ({0} left)", left); break;
    case TRIBES_AT_LIFT: text_say(text, "Relocate a member?"); break;
    case TRIBES_AT_DROP: text_say(text, "Relocate to where?"); break;
    case TRIBES_AT_LAY: text_say(text, "Lay a land tile ({0} left)", left); break;
    case TRIBES_AT_RENEW: text_say(text, "Renew an exhausted land?"); break;
    case TRIBES_AT_STEP:
        text_say_count(text, s->left, "Move a member ({0} step left)", "Move a member ({0} steps left)", left);
        break;
    case TRIBES_AT_WILD: text_say(text, "Choose a land to exhaust as a wild tile"); break;
    case TRIBES_AT_LOSE: text_say(text, "Choose a member to lose"); break;
    case TRIBES_AT_WITHER: text_say(text, "Choose an empty land to exhaust"); break;
    case TRIBES_AT_PICK: say_options(&t->event[s->tile - TRIBES_ACTION_TILES].clause[s->clause], text); break;
    default: break;
    }
}

void tribes_say_ask(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_text *text)
{
    (void)seat;
    size_t before = text->used;
    prompt(tribes_tables(setup), tribes_seen(view), text);
    if (text->used > before && text->at[text->used - 1] != '?' && text->at[text->used - 1] != '.')
        text_char(text, '.');
}

/* "completes Jewellery (1.3) for 2 points", with the arrow where it needs one. */
static void say_achievement(const struct tribes_tables *t, const struct tribes_state *s, int slot, int from,
                            struct ochre_text *text)
{
    char place[8];
    struct ochre_text slot_text = text_on(place, sizeof place);
    const struct tribes_board_data *board = &t->board[s->board[slot]];
    int space = s->stone_count[slot] < TRIBES_SPACES ? s->stone_count[slot] : TRIBES_SPACES - 1;
    int points = board->points[space];
    tribes_say_slot(slot, &slot_text);
    text_say_count(text, points, "completes {0} ({1}) for one point", "completes {0} ({1}) for {2} points",
                   tribes_said(t, board->name, text->tongue), place, NUM(points));
    if (from >= 0) {
        text_add(text, ", ");
        text_say(text, "with the own arrow from column {0}", NUM(from));
    }
}

void tribes_say_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                     struct ochre_text *text)
{
    const struct tribes_state *s = tribes_seen(view);
    struct act_said said;
    assert(seat < setup->seats && action < setup->actions);
    acts_find(tribes_acts(seat), &(struct act_place){setup, view, seat}, action, &said);
    switch (said.act->verb) {
    case TRIBES_SAYS_STOP: text_say(text, "stops here"); break;
    case TRIBES_SAYS_ACT: text_say(text, "does the action of the tile"); break;
    case TRIBES_SAYS_PICK: text_say(text, "takes choice {0} of the event", NUM(said.thing[0] + 1)); break;
    case TRIBES_SAYS_ACHIEVE:
        if (bits_has(s->up, said.thing[0]))
            say_achievement(tribes_tables(setup), s, said.thing[0], said.thing[1], text);
        break;
    default: break; /* the story says it */
    }
}
