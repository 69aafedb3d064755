/* tribes_why.c: why a move is refused (4.12). Moves of the wrong kind come first (N17, N18), then cells that there are
 * not (N11); then every kind of move tries its prohibitions from the lowest number on. */
#include <assert.h>

#include "games/tribes/tribes.h"
#include "rules/why.h"

/* Everything a refusal may look at. */
struct question {
    const struct tribes_tables *t;
    const struct tribes_state *s;
    const struct tribes_seat *p; /* of the seat that moves */
    int seat;
    const int *thing; /* of the move, in the order of its form (tribes_acts.c) */
    struct ochre_text *words;
};

/* The decision in words (8.2). */
static const char *due(const struct question *q)
{
    static const char *const prompts[TRIBES_DECISIONS] = {
        [TRIBES_AT_SETUP] = N_("the set-up is not finished"),
        [TRIBES_AT_DRAW] = N_("land is being drawn"),
        [TRIBES_AT_REVEAL] = N_("something is being turned up"),
        [TRIBES_AT_ARRANGE] = N_("choose how your three first land tiles lie"),
        [TRIBES_AT_FOUND] = N_("put your first member on one of your land tiles"),
        [TRIBES_AT_TAKE] = N_("take a tile from the row"),
        [TRIBES_AT_MODE] = N_("do the action, or complete a deed"),
        [TRIBES_AT_BIRTH] = N_("add a member where one of yours lives"),
        [TRIBES_AT_LIFT] = N_("send a member to other land with members, or stop"),
        [TRIBES_AT_DROP] = N_("send the member to other land with members"),
        [TRIBES_AT_LAY] = N_("lay a land tile"),
        [TRIBES_AT_RENEW] = N_("renew an empty exhausted land tile, or stop"),
        [TRIBES_AT_STEP] = N_("walk with a member, or stop"),
        [TRIBES_AT_WILD] = N_("choose a land tile with members to exhaust as wild land"),
        [TRIBES_AT_LOSE] = N_("choose where you lose a member"),
        [TRIBES_AT_WITHER] = N_("choose an empty land tile that is exhausted"),
        [TRIBES_AT_PICK] = N_("choose one of the effects of the event"),
        [TRIBES_AT_OVER] = N_("the game is over"),
    };
    return why_word(q->words, prompts[q->s->decision]);
}

static const char *refuse_kind(const struct question *q)
{
    return why_refuse(q->words, "N18", N_("Not now: {0}."), due(q));
}

/* A sentence about a cell. */
static const char *refuse_cell(const struct question *q, const char *rule, const char *sentence, int cell)
{
    return why_refuse(q->words, rule, sentence, tribes_cell_name(cell));
}

static const char *resource_name(const struct question *q, int resource)
{
    return tribes_resource_name(q->t, resource, q->words);
}

static const char *refuse_stop(const struct question *q)
{
    switch (q->s->decision) {
    case TRIBES_AT_LIFT:
    case TRIBES_AT_RENEW:
    case TRIBES_AT_STEP: return NULL;
    default: return why_refuse(q->words, "N17", N_("You cannot stop here: {0}."), due(q));
    }
}

/* With the check of T3=E+, or without (is_checked). */
static const char *refuse_take(const struct question *q, bool is_checked)
{
    int index = q->thing[0];
    if (index < 0 || index >= q->s->row_count)
        return why_refuse(q->words, "N12", N_("The row has only {0} tiles."), NUM(q->s->row_count));
    if (index > q->p->shells)
        return why_refuse_count(q->words, "N1", index, "That tile costs one shell; you have {1}.",
                                "That tile costs {0} shells; you have {1}.", NUM(index), NUM(q->p->shells));
    if (is_checked && q->thing[1] != q->s->row[index])
        return why_refuse(q->words, "N12", N_("Tile {0} of the row is {1}."), NUM(index + 1),
                          q->words ? tribes_tile_name(q->t, q->s->row[index], q->words) : "");
    return NULL;
}

/* N13: the own arrow, from the column that was named. */
static const char *refuse_arrow(const struct question *q, int slot, int from)
{
    struct tribes_access access = tribes_accesses(q->s, q->seat);
    int column = slot % TRIBES_COLUMNS + 1;
    if (bits_has(access.open, slot))
        return why_refuse(q->words, "N13", N_("You reach that deed without your arrow."));
    if (!q->p->arrow)
        return why_refuse(q->words, "N13", N_("You have used your arrow already."));
    if ((from != column - 1 && from != column + 1) || from < 1 || from > TRIBES_COLUMNS)
        return why_refuse(q->words, "N13",
                          N_("An arrow comes from a deed of the epoch below, one column to the left or to the right."));
    if (!bits_has(from < column ? access.left : access.right, slot))
        return why_refuse(q->words, "N13", N_("You have no stone on the deed where the arrow would start."));
    return NULL;
}

/* N6 and N7: what the board needs. */
static const char *refuse_resources(const struct question *q, const struct tribes_board_data *board)
{
    uint64_t occupied = tribes_occupied(q->p);
    if (board->need > 1 && !(occupied & q->p->land[board->resource]))
        return why_refuse(q->words, "N6", N_("No member of yours stands on fresh land of the kind it needs ({0})."),
                          resource_name(q, board->resource));
    if (bits_count(occupied) < board->need)
        return why_refuse_count(q->words, "N7", board->need,
                                "This deed needs a member on a fresh land tile; you have none.",
                                "This deed needs members on {0} fresh land tiles; yours stand on {1}.",
                                NUM(board->need), NUM(bits_count(occupied)));
    return NULL;
}

/* Tested from N2 to N13 as long as a tile is in use, also where MODE was skipped. */
static const char *refuse_achievement(const struct question *q)
{
    const struct tribes_state *s = q->s;
    int slot = q->thing[0];
    int from = q->thing[1];
    if (s->tile == TRIBES_NONE)
        return refuse_kind(q);
    if (s->tile < 3 || tribes_is_event(s->tile))
        return why_refuse(q->words, "N2", N_("There is no hand on this tile, so it completes no deed."));
    if (bits_has(q->p->stones, slot))
        return why_refuse(q->words, "N3", N_("Your stone lies there already; every deed is completed once."));
    if (!bits_has(s->up, slot))
        return why_refuse(
            q->words, "N4",
            N_("That deed is still face down; it is turned up when the deed below gets its first stone."));
    struct tribes_access access = tribes_accesses(s, q->seat);
    if (from < 0 && !bits_has(access.open, slot)) {
        if (bits_has(access.left | access.right, slot))
            return why_refuse(
                q->words, "N5",
                N_("You have no stone on the deed below. Your arrow could lead there from the deed beside that one."));
        return why_refuse(q->words, "N5",
                          N_("You have no stone on the deed below, and no arrow leads there from a stone of yours."));
    }
    const char *rule = refuse_resources(q, &q->t->board[s->board[slot]]);
    if (!rule && from >= 0)
        rule = refuse_arrow(q, slot, from);
    if (!rule && s->decision != TRIBES_AT_MODE)
        return refuse_kind(q);
    return rule;
}

static const char *refuse_put(const struct question *q, int cell)
{
    if (q->s->decision == TRIBES_AT_FOUND)
        return bits_has(q->p->ground, cell) ? NULL : refuse_cell(q, "N14", N_("You have no land on {0}."), cell);
    if (!bits_has(q->p->inhabited, cell))
        return refuse_cell(q, "N8", N_("Members join only where one of yours stands; there is none on {0}."), cell);
    if (q->s->decision == TRIBES_AT_DROP && cell == q->s->lifted)
        return refuse_cell(q, "N18", N_("The member came from {0}; it goes to other land with members."), cell);
    return NULL;
}

static const char *refuse_lift(const struct question *q, int cell)
{
    if (!bits_has(q->p->inhabited, cell))
        return refuse_cell(q, "N8", N_("No member of yours stands on {0}."), cell);
    return NULL;
}

static const char *refuse_wild(const struct question *q, int cell)
{
    int resource = q->t->board[q->s->board[q->s->slot]].resource;
    if (!bits_has(q->p->inhabited, cell))
        return refuse_cell(q, "N8", N_("Wild land needs a member on it; there is none on {0}."), cell);
    if (bits_has(q->p->exhausted, cell))
        return refuse_cell(q, "N15", N_("The land on {0} is exhausted already."), cell);
    if (bits_has(q->p->land[resource], cell))
        return refuse_cell(q, "N16", N_("The land on {0} is of the kind that the deed needs and counts as itself."),
                           cell);
    return NULL;
}

static const char *refuse_exhaust(const struct question *q, int cell)
{
    if (q->s->decision == TRIBES_AT_WILD)
        return refuse_wild(q, cell);
    if (bits_has(q->p->inhabited, cell))
        return refuse_cell(q, "N10", N_("Members stand on {0}; only empty land can be exhausted by an event."), cell);
    if (!bits_has(q->p->ground, cell))
        return refuse_cell(q, "N14", N_("You have no land on {0}."), cell);
    if (bits_has(q->p->exhausted, cell))
        return refuse_cell(q, "N15", N_("The land on {0} is exhausted already."), cell);
    return NULL;
}

static const char *refuse_renew(const struct question *q, int cell)
{
    if (bits_has(q->p->inhabited, cell))
        return refuse_cell(q, "N10", N_("Members stand on {0}; only empty land can be renewed."), cell);
    if (!bits_has(q->p->ground, cell))
        return refuse_cell(q, "N14", N_("You have no land on {0}."), cell);
    if (!bits_has(q->p->exhausted, cell))
        return refuse_cell(q, "N15", N_("The land on {0} is fresh."), cell);
    return NULL;
}

static const char *refuse_lay(const struct question *q, int resource, int cell)
{
    if (!q->s->hand[resource])
        return why_refuse(q->words, "N6", N_("You have not drawn such land ({0})."), resource_name(q, resource));
    if (!bits_has(q->p->ground | q->p->border, cell))
        return refuse_cell(q, "N9", N_("{0} touches no land of yours."), cell);
    if (bits_has(q->p->ground, cell))
        return refuse_cell(q, "N14", N_("There is land on {0} already."), cell);
    return NULL;
}

static const char *refuse_walk(const struct question *q, int from, int to)
{
    if (!bits_has(q->p->inhabited, from))
        return refuse_cell(q, "N8", N_("No member of yours stands on {0}."), from);
    if (!bits_has(q->t->around[from], to))
        return why_refuse(q->words, "N9", N_("{0} and {1} are no neighbours."), tribes_cell_name(from),
                          tribes_cell_name(to));
    if (!bits_has(q->p->ground, to))
        return refuse_cell(q, "N14", N_("You have no land on {0}."), to);
    return NULL;
}

static const char *refuse_pick(const struct question *q, int option)
{
    int options = q->t->event[q->s->tile - TRIBES_ACTION_TILES].clause[q->s->clause].pick_count;
    if (option < 0 || option >= options)
        return why_refuse(q->words, "N18", N_("There are only {0} choices."), NUM(options));
    return NULL;
}

static const char *refuse_layout(const struct question *q, int rank)
{
    return rank >= 0 ? NULL : why_refuse(q->words, "N18", N_("Name your own three kinds of land, each once."));
}

/* Which decisions a kind of move answers; to stop and to complete a board have reasons of their own. */
static bool answers(int verb, int decision)
{
    static const uint32_t decisions[TRIBES_VERBS] = {
        [TRIBES_SAYS_TAKE] = BIT(TRIBES_AT_TAKE),
        [TRIBES_SAYS_TAKE_TILE] = BIT(TRIBES_AT_TAKE),
        [TRIBES_SAYS_ACT] = BIT(TRIBES_AT_MODE),
        [TRIBES_SAYS_PUT] = BIT(TRIBES_AT_FOUND) | BIT(TRIBES_AT_BIRTH) | BIT(TRIBES_AT_DROP),
        [TRIBES_SAYS_LIFT] = BIT(TRIBES_AT_LIFT) | BIT(TRIBES_AT_LOSE),
        [TRIBES_SAYS_EXHAUST] = BIT(TRIBES_AT_WILD) | BIT(TRIBES_AT_WITHER),
        [TRIBES_SAYS_RENEW] = BIT(TRIBES_AT_RENEW),
        [TRIBES_SAYS_LAY] = BIT(TRIBES_AT_LAY),
        [TRIBES_SAYS_WALK] = BIT(TRIBES_AT_STEP),
        [TRIBES_SAYS_PICK] = BIT(TRIBES_AT_PICK),
        [TRIBES_SAYS_ARRANGE] = BIT(TRIBES_AT_ARRANGE),
    };
    return verb == TRIBES_SAYS_STOP || verb == TRIBES_SAYS_ACHIEVE || bits_has(decisions[verb], decision);
}

static bool is_outside(int verb, const int *thing)
{
    bool has_cell = verb >= TRIBES_SAYS_PUT && verb <= TRIBES_SAYS_WALK;
    return has_cell && (thing[0] < 0 || thing[1] < 0); /* the second of a single cell is 0 */
}

static const char *refuse_answer(const struct question *q, int verb)
{
    const int *thing = q->thing;
    switch (verb) {
    case TRIBES_SAYS_STOP: return refuse_stop(q);
    case TRIBES_SAYS_TAKE: return refuse_take(q, false);
    case TRIBES_SAYS_TAKE_TILE: return refuse_take(q, true);
    case TRIBES_SAYS_ACT: return NULL;
    case TRIBES_SAYS_ACHIEVE: return refuse_achievement(q);
    case TRIBES_SAYS_PUT: return refuse_put(q, thing[0]);
    case TRIBES_SAYS_LIFT: return refuse_lift(q, thing[0]);
    case TRIBES_SAYS_EXHAUST: return refuse_exhaust(q, thing[0]);
    case TRIBES_SAYS_RENEW: return refuse_renew(q, thing[0]);
    case TRIBES_SAYS_LAY: return refuse_lay(q, thing[0], thing[1]);
    case TRIBES_SAYS_WALK: return refuse_walk(q, thing[0], thing[1]);
    case TRIBES_SAYS_PICK: return refuse_pick(q, thing[0]);
    default: assert(verb == TRIBES_SAYS_ARRANGE); return refuse_layout(q, thing[0]);
    }
}

const char *tribes_refusal(const struct act_place *place, const struct act_said *said, struct ochre_text *words)
{
    const struct tribes_state *s = tribes_seen(place->view);
    assert(place->seat < place->setup->seats && s->decision < TRIBES_DECISIONS);
    struct question q = {tribes_tables(place->setup), s, &s->seat[place->seat], place->seat, said->thing, words};
    int verb = said->act->verb;
    if (s->decision <= TRIBES_AT_REVEAL || s->decision == TRIBES_AT_OVER)
        return refuse_kind(&q);
    if (place->seat != s->actor)
        return why_refuse(words, "N18", N_("It is for {0} to decide now."),
                          words ? seat_called(place->setup, place->view, s->actor, words) : "");
    if (!answers(verb, s->decision))
        return refuse_kind(&q);
    if (is_outside(verb, said->thing))
        return why_refuse(words, "N11", N_("That place is too far from your first land."));
    return refuse_answer(&q, verb);
}

const char *tribes_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                           ochre_action action, struct ochre_text *words)
{
    struct act_place place = {setup, view, seat};
    struct act_said said;
    const char *answer;
    if (why_begins(setup, view, seat, action, "N18", words, &answer))
        return answer;
    acts_find(tribes_acts(seat), &place, action, &said);
    return tribes_refusal(&place, &said, words);
}
