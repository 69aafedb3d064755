/* tribes_ask.c: what a seat is asked, and what it may choose, in words to whoever chooses. */
#include <assert.h>

#include "games/tribes/tribes.h"

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

/* The clause that is being carried out; NULL within an action. */
static const struct tribes_clause *clause_of(const struct tribes_tables *t, const struct tribes_state *s)
{
    return tribes_is_event(s->tile) ? &t->event[s->tile - TRIBES_ACTION_TILES].clause[s->clause] : NULL;
}

/* Land is renewed because an event says so, or instead of land that could not be drawn (A16, A17). Where a choice of an
 * event has led here it may be either. */
static void ask_renew(const struct tribes_tables *t, const struct tribes_state *s, struct ochre_text *text)
{
    const struct tribes_clause *clause = clause_of(t, s);
    int n = lesser(s->left, bits_count(tribes_fallow(&s->seat[s->actor])));
    const char *number = NUM(n);
    if (clause && clause->effect.kind == TRIBES_RENEW)
        text_say_count(text, n, "{1} lets you renew an empty exhausted land tile, or stop.",
                       "{1} lets you renew up to {0} empty exhausted land tiles, or stop.", number,
                       tribes_tile_name(t, s->tile, text));
    else if (clause && clause->effect.kind == TRIBES_PICK)
        text_say_count(text, n, "Renew an empty exhausted land tile, or stop.",
                       "Renew up to {0} empty exhausted land tiles, or stop.", number);
    else
        text_say_count(text, n, "There is no more land to draw: renew an empty exhausted land tile, or stop.",
                       "There is no more land to draw: renew up to {0} empty exhausted land tiles, or stop.", number);
}

/* What an event takes away. */
static void ask_loss(const struct tribes_tables *t, const struct tribes_state *s, struct ochre_text *text)
{
    const char *event = tribes_tile_name(t, s->tile, text);
    int empty = bits_count(tribes_barren(&s->seat[s->actor]));
    int n = s->decision == TRIBES_AT_WITHER ? lesser(s->left, empty) : s->left;
    if (s->decision == TRIBES_AT_WITHER)
        text_say_count(text, n, "{1}: choose an empty land tile that is exhausted.",
                       "{1}: choose {0} empty land tiles that are exhausted.", NUM(n), event);
    else
        text_say_count(text, n, "{1}: choose where you lose a member.",
                       "{1}: choose where you lose {0} members, one after the other.", NUM(n), event);
}

static void ask_members(const struct tribes_state *s, struct ochre_text *text)
{
    int n = s->decision == TRIBES_AT_BIRTH ? lesser(s->left, s->seat[s->actor].reserve) : s->left;
    const char *number = NUM(n);
    switch (s->decision) {
    case TRIBES_AT_BIRTH:
        text_say_count(text, n, "Add a member where one of yours lives.",
                       "Add {0} members, one after the other, where members of yours live.", number);
        break;
    case TRIBES_AT_LIFT:
        text_say_count(text, n, "Your reserve is empty: send a member to other land with members, or stop.",
                       "Your reserve is empty: send up to {0} members to other land with members, or stop.", number);
        break;
    default:
        assert(s->decision == TRIBES_AT_STEP);
        text_say_count(text, n, "Walk one step with a member, or stop.",
                       "Walk up to {0} steps with your members, or stop.", number);
        break;
    }
}

void tribes_say_ask(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_text *text)
{
    (void)seat;
    const struct tribes_tables *t = tribes_tables(setup);
    const struct tribes_state *s = tribes_seen(view);
    const char *left = NUM(s->left);
    switch (s->decision) {
    case TRIBES_AT_ARRANGE: text_say(text, "Choose how your three first land tiles lie."); break;
    case TRIBES_AT_FOUND: text_say(text, "Put your first member on one of your land tiles."); break;
    case TRIBES_AT_TAKE: text_say(text, "Take a tile from the row."); break;
    case TRIBES_AT_MODE: text_say(text, "Do the action, or complete a deed."); break;
    case TRIBES_AT_BIRTH:
    case TRIBES_AT_LIFT:
    case TRIBES_AT_STEP: ask_members(s, text); break;
    case TRIBES_AT_DROP: text_say(text, "Send the member to other land with members."); break;
    case TRIBES_AT_LAY:
        text_say_count(text, s->left, "Lay your new land tile beside your land.",
                       "Lay your {0} new land tiles, one after the other, beside your land.", left);
        break;
    case TRIBES_AT_RENEW: ask_renew(t, s, text); break;
    case TRIBES_AT_WILD:
        text_say_count(text, s->left, "Choose a land tile with members to exhaust as wild land.",
                       "Choose {0} land tiles with members to exhaust as wild land.", left);
        break;
    case TRIBES_AT_LOSE:
    case TRIBES_AT_WITHER: ask_loss(t, s, text); break;
    case TRIBES_AT_PICK: text_say(text, "{0}: choose one.", tribes_tile_name(t, s->tile, text)); break;
    default: break;
    }
}

/* ---- what may be chosen ---- */

struct offer {
    const struct tribes_tables *t;
    const struct tribes_state *s;
    const struct tribes_seat *p; /* of whoever chooses */
    const int *thing;            /* of the move */
    struct ochre_text *text;
};

static int value_of(const struct offer *offer, int deed)
{
    return offer->t->track[deed].value[offer->p->level[deed]];
}

static const char *yield_of(const struct offer *offer, int deed, char buffer[TRIBES_AMOUNT_SIZE])
{
    static const enum tribes_amount of[] = {TRIBES_MEMBERS, TRIBES_LAND, TRIBES_PACES};
    return tribes_amount(of[deed], value_of(offer, deed), offer->text, buffer);
}

/* What it costs, what it brings. */
static void offer_tile(const struct offer *offer)
{
    struct ochre_text *text = offer->text;
    int price = offer->thing[0];
    assert(price < offer->s->row_count);
    int tile = offer->s->row[price];
    int shells = offer->s->row_shells[price];
    char yield[TRIBES_AMOUNT_SIZE];
    text_say(text, "Take {0}", tribes_tile_name(offer->t, tile, text));
    if (!tribes_is_event(tile)) {
        text_add(text, ", ");
        text_add(text, yield_of(offer, tile % 3, yield));
    }
    if (price)
        text_say(text, ": costs {0}", TRIBES_AMOUNT(TRIBES_SOME_SHELLS, price, text));
    else
        text_say(text, ": free");
    if (shells)
        text_say(text, ", brings {0}", TRIBES_AMOUNT(TRIBES_SOME_SHELLS, shells, text));
}

static void offer_action(const struct offer *offer)
{
    static const char *const actions[] = {N_("Procreate: add {0}"), N_("Explore: draw and lay {0}"),
                                          N_("Move: walk up to {0}")};
    char yield[TRIBES_AMOUNT_SIZE];
    int deed = offer->s->tile % 3;
    text_say(offer->text, actions[deed], yield_of(offer, deed, yield));
}

/* "Complete Riding for 3 points, movement rises, 1 land tile is exhausted, an event joins the row, with your arrow from
 * Cooking". */
static void offer_deed(const struct offer *offer)
{
    static const char *const rises[TRIBES_TRACKS] = {N_(", procreation rises"), N_(", exploration rises"),
                                                     N_(", movement rises"), N_(", strength rises")};
    const struct tribes_state *s = offer->s;
    struct ochre_text *text = offer->text;
    int slot = offer->thing[0];
    int below = slot - TRIBES_COLUMNS - slot % TRIBES_COLUMNS;
    const struct tribes_board_data *board = &offer->t->board[s->board[slot]];
    int space = s->stone_count[slot];
    int missing = tribes_missing(offer->p, board);
    assert(bits_has(s->up, slot) && space < TRIBES_SPACES);
    text_say(text, "Complete {0} for {1}", tribes_board_name(offer->t, s->board[slot], text),
             TRIBES_AMOUNT(TRIBES_POINTS, board->points[space], text));
    if (offer->p->level[board->track] < offer->t->top)
        text_say(text, rises[board->track]);
    if (missing)
        text_say_count(text, missing, ", {0} other land tile is exhausted", ", {0} other land tiles are exhausted",
                       NUM(missing));
    if (board->symbol[space] && (s->unseen_events & offer->t->events_of[slot / TRIBES_COLUMNS]))
        text_say(text, ", an event joins the row");
    if (offer->thing[1] >= 0)
        text_say(text, ", with your arrow from {0}",
                 tribes_board_name(offer->t, s->board[below + offer->thing[1] - 1], text));
}

static const char *kind_on(const struct offer *offer, int cell)
{
    return tribes_resource_name(offer->t, tribes_resource_on(offer->p, cell), offer->text);
}

/* A move with one land: in which words depends on what is asked. */
static void offer_land(const struct offer *offer)
{
    static const char *const offers[TRIBES_DECISIONS] = {
        [TRIBES_AT_FOUND] = N_("Settle on {0} ({1})"),
        [TRIBES_AT_BIRTH] = N_("Add a member on {0} ({1})"),
        [TRIBES_AT_DROP] = N_("Send the member to {0} ({1})"),
        [TRIBES_AT_LIFT] = N_("Call a member away from {0} ({1})"),
        [TRIBES_AT_LOSE] = N_("Lose a member on {0} ({1})"),
        [TRIBES_AT_WILD] = N_("Exhaust {0} ({1}) as wild land"),
        [TRIBES_AT_WITHER] = N_("Exhaust {0} ({1})"),
        [TRIBES_AT_RENEW] = N_("Renew {0} ({1})"),
    };
    int cell = offer->thing[0];
    assert(offers[offer->s->decision]);
    text_say(offer->text, offers[offer->s->decision], tribes_cell_name(cell), kind_on(offer, cell));
}

static void offer_layout(const struct offer *offer)
{
    uint8_t layout[6][3];
    const char *kind[3];
    tribes_layouts(offer->p, layout);
    for (int i = 0; i < 3; i++)
        kind[i] = tribes_resource_name(offer->t, layout[offer->thing[0]][i], offer->text);
    text_say(offer->text, "Lay {0} on d4, {1} on e4, {2} on d5", kind[0], kind[1], kind[2]);
}

static void offer_stop(const struct offer *offer)
{
    switch (offer->s->decision) {
    case TRIBES_AT_STEP: text_say(offer->text, "Stop walking"); break;
    case TRIBES_AT_RENEW: text_say(offer->text, "Renew nothing more"); break;
    default: text_say(offer->text, "Send nobody more"); break;
    }
}

void tribes_say_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                     struct ochre_text *text)
{
    const struct tribes_state *s = tribes_seen(view);
    struct act_said said;
    assert(seat < setup->seats && action < setup->actions);
    acts_find(tribes_acts(seat), &(struct act_place){setup, view, seat}, action, &said);
    const int *thing = said.thing;
    struct offer offer = {tribes_tables(setup), s, &s->seat[seat], thing, text};
    switch (said.act->verb) {
    case TRIBES_SAYS_STOP: offer_stop(&offer); break;
    case TRIBES_SAYS_TAKE:
    case TRIBES_SAYS_TAKE_TILE: offer_tile(&offer); break;
    case TRIBES_SAYS_ACT: offer_action(&offer); break;
    case TRIBES_SAYS_ACHIEVE: offer_deed(&offer); break;
    case TRIBES_SAYS_LAY:
        text_say(text, "Lay {0} on {1}", tribes_resource_name(offer.t, thing[0], text), tribes_cell_name(thing[1]));
        break;
    case TRIBES_SAYS_WALK:
        text_say(text, "Walk from {0} ({1}) to {2} ({3})", tribes_cell_name(thing[0]), kind_on(&offer, thing[0]),
                 tribes_cell_name(thing[1]), kind_on(&offer, thing[1]));
        break;
    case TRIBES_SAYS_PICK: tribes_say_choice(&clause_of(offer.t, s)->pick[thing[0]], text); break;
    case TRIBES_SAYS_ARRANGE: offer_layout(&offer); break;
    default: offer_land(&offer); break;
    }
}

/* ---- groups ---- */

enum tribes_group { GROUP_ACTIONS, GROUP_DEEDS, GROUP_EVENTS, GROUP_LAND, GROUP_CHOICES, GROUP_STOP };

const char *const tribes_groups[] = {[GROUP_ACTIONS] = N_("Actions"),
                                     [GROUP_DEEDS] = N_("Deeds"),
                                     [GROUP_EVENTS] = N_("Events"),
                                     [GROUP_LAND] = N_("Land"),
                                     [GROUP_CHOICES] = N_("Choices"),
                                     [GROUP_STOP] = N_("Stop"),
                                     NULL};

int tribes_group_of(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action)
{
    const struct tribes_state *s = tribes_seen(view);
    (void)setup;
    (void)seat;
    assert(action < setup->actions);
    if (action == TRIBES_DO_STOP)
        return GROUP_STOP;
    if (action < TRIBES_DO_ACT)
        return tribes_is_event(s->row[action - TRIBES_DO_TAKE - 1]) ? GROUP_EVENTS : GROUP_ACTIONS;
    if (action < TRIBES_DO_ACHIEVE)
        return GROUP_ACTIONS;
    if (action < TRIBES_DO_PUT)
        return GROUP_DEEDS;
    return action >= TRIBES_DO_PICK && action < TRIBES_DO_ARRANGE ? GROUP_CHOICES : GROUP_LAND;
}
