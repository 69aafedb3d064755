/* tribes_why.c: why a move is refused (4.12). One function for every kind of move; each tries the prohibitions in the
 * order of the priority rule: N17, N18 and N11 first, then the lowest number. */
#include "games/tribes/tribes.h"

/* A refusal: its number, and the sentence for who asked for one. */
#define REFUSE(rule, ...)                                                                                              \
    do {                                                                                                               \
        if (words)                                                                                                     \
            text_say(words, __VA_ARGS__);                                                                              \
        return (rule);                                                                                                 \
    } while (0)

/* What is asked of this question: everything a refusal may look at. */
struct question {
    const struct tribes_tables *t;
    const struct tribes_state *s;
    const struct tribes_seat *p; /* of the seat that moves */
    int seat;
};

/* The decision in words (8.2). */
static const char *due(const struct tribes_state *s)
{
    static const char *const prompts[TRIBES_DECISIONS] = {
        [TRIBES_AT_SETUP] = N_("the set-up is not finished"),
        [TRIBES_AT_DRAW] = N_("land is being drawn"),
        [TRIBES_AT_REVEAL] = N_("something is being turned up"),
        [TRIBES_AT_ARRANGE] = N_("arrange your three land tiles"),
        [TRIBES_AT_FOUND] = N_("place your first tribe member"),
        [TRIBES_AT_TAKE] = N_("take a tile from the row"),
        [TRIBES_AT_MODE] = N_("choose action or achievement"),
        [TRIBES_AT_BIRTH] = N_("place a new member"),
        [TRIBES_AT_LIFT] = N_("relocate a member, or stop"),
        [TRIBES_AT_DROP] = N_("say where the lifted member goes"),
        [TRIBES_AT_LAY] = N_("lay a land tile"),
        [TRIBES_AT_RENEW] = N_("renew an exhausted land, or stop"),
        [TRIBES_AT_STEP] = N_("move a member, or stop"),
        [TRIBES_AT_WILD] = N_("choose a land to exhaust as a wild tile"),
        [TRIBES_AT_LOSE] = N_("choose a member to lose"),
        [TRIBES_AT_WITHER] = N_("choose an empty land to exhaust"),
        [TRIBES_AT_PICK] = N_("choose one of the options"),
        [TRIBES_AT_OVER] = N_("the game is over"),
    };
    return prompts[s->decision];
}

static const char *refuse_kind(const struct question *q, struct ochre_text *words)
{
    REFUSE("N18", N_("Not now: {0}."), text_word(words, due(q->s)));
}

static const char *refuse_outside(struct ochre_text *words)
{
    REFUSE("N11", N_("That cell is outside the 48 cells of a territory."));
}

static bool has(uint64_t cells, int cell)
{
    return (cells >> cell) & 1;
}

static const char *refuse_stop(const struct question *q, struct ochre_text *words)
{
    switch (q->s->decision) {
    case TRIBES_AT_LIFT:
    case TRIBES_AT_RENEW:
    case TRIBES_AT_STEP: return NULL;
    default: REFUSE("N17", N_("You cannot stop here: {0}."), text_word(words, due(q->s)));
    }
}

static const char *refuse_take(const struct question *q, const struct tribes_token *token, struct ochre_text *words)
{
    if (q->s->decision != TRIBES_AT_TAKE)
        return refuse_kind(q, words);
    bool is_there = token->place >= 1 && token->place <= q->s->row_count;
    if (is_there && token->place - 1 > q->p->shells) {
        if (words)
            text_say_count(words, token->place - 1, "That tile costs one shell; you have {1}.",
                           "That tile costs {0} shells; you have {1}.", NUM(token->place - 1), NUM(q->p->shells));
        return "N1";
    }
    if (!is_there) {
        if (words)
            text_say(words, "The row has only {0} tiles.", NUM(q->s->row_count));
        return "N12";
    }
    if (token->tile != TRIBES_NONE && token->tile != q->s->row[token->place - 1]) {
        if (words)
            text_say(words, "Tile {0} of the row is {1}.", NUM(token->place),
                     tribes_tile_id(q->t, q->s->row[token->place - 1]));
        return "N12";
    }
    return NULL;
}

/* N13: the own arrow, from the column the token names. */
static const char *refuse_arrow(const struct question *q, const struct tribes_token *token, struct ochre_text *words)
{
    struct tribes_access access = tribes_accesses(q->s, q->seat);
    int column = token->slot % TRIBES_COLUMNS + 1;
    if ((access.open >> token->slot) & 1)
        REFUSE("N13", N_("You reach that board without your arrow."));
    if (!q->p->arrow)
        REFUSE("N13", N_("You have used your arrow already."));
    if (token->from != column - 1 && token->from != column + 1)
        REFUSE("N13", N_("An arrow comes from the column to the left or to the right."));
    unsigned reached = token->from < column ? access.left : access.right;
    if (!((reached >> token->slot) & 1))
        REFUSE("N13", N_("You have no stone on the board the arrow would start from."));
    return NULL;
}

/* N6 and N7: what the board needs. */
static const char *refuse_resources(const struct question *q, const struct tribes_board_data *board,
                                    struct ochre_text *words)
{
    uint64_t occupied = tribes_occupied(q->p);
    const char *resource = tribes_said(q->t, q->t->resource[board->resource].name, words ? words->tongue : NULL);
    if (board->need > 1 && !(occupied & q->p->land[board->resource]))
        REFUSE("N6", N_("No member of yours stands on fresh land of the needed kind ({0})."), resource);
    if (tribes_count(occupied) < board->need) {
        if (words)
            text_say_count(words, board->need, "This board needs a member on a fresh land tile; you have none.",
                           "This board needs members on {0} fresh land tiles; you have {1}.", NUM(board->need),
                           NUM(tribes_count(occupied)));
        return "N7";
    }
    return NULL;
}

/* Tested from N2 to N13 as long as a tile is in use, also where MODE was skipped. */
static const char *refuse_achievement(const struct question *q, const struct tribes_token *token,
                                      struct ochre_text *words)
{
    const struct tribes_state *s = q->s;
    if (s->tile == TRIBES_NONE || s->decision == TRIBES_AT_OVER)
        return refuse_kind(q, words);
    if (s->tile < 3 || tribes_is_event(s->tile))
        REFUSE("N2", N_("There is no hand on this tile, so it completes no achievement."));
    if ((q->p->stones >> token->slot) & 1)
        REFUSE("N3", N_("Your stone lies there already; every achievement is completed once."));
    if (!((s->up >> token->slot) & 1))
        REFUSE("N4", N_("That board is still face down; it is turned up when the board below gets its first stone."));
    struct tribes_access access = tribes_accesses(s, q->seat);
    if (token->from == 0 && !((access.open >> token->slot) & 1)) {
        if (((access.left | access.right) >> token->slot) & 1)
            REFUSE("N5", N_("You have no stone on the board below. Your arrow could reach it (C…<column)."));
        REFUSE("N5", N_("You have no stone on the board below, and no arrow leads there from a stone of yours."));
    }
    const char *rule = refuse_resources(q, &q->t->board[s->board[token->slot]], words);
    if (!rule && token->from != 0)
        rule = refuse_arrow(q, token, words);
    if (!rule && s->decision != TRIBES_AT_MODE)
        return refuse_kind(q, words);
    return rule;
}

static const char *refuse_put(const struct question *q, int cell, struct ochre_text *words)
{
    int decision = q->s->decision;
    if (decision != TRIBES_AT_FOUND && decision != TRIBES_AT_BIRTH && decision != TRIBES_AT_DROP)
        return refuse_kind(q, words);
    if (cell < 0)
        return refuse_outside(words);
    if (decision == TRIBES_AT_FOUND) {
        if (!has(q->p->ground, cell))
            REFUSE("N14", N_("You have no land on {0}."), CELL(cell));
        return NULL;
    }
    if (!has(q->p->inhabited, cell))
        REFUSE("N8", N_("Members join only where one of yours stands; there is none on {0}."), CELL(cell));
    if (decision == TRIBES_AT_DROP && cell == q->s->lifted)
        REFUSE("N18", N_("The member came from {0}; it goes to another inhabited land."), CELL(cell));
    return NULL;
}

static const char *refuse_lift(const struct question *q, int cell, struct ochre_text *words)
{
    if (q->s->decision != TRIBES_AT_LIFT && q->s->decision != TRIBES_AT_LOSE)
        return refuse_kind(q, words);
    if (cell < 0)
        return refuse_outside(words);
    if (!has(q->p->inhabited, cell))
        REFUSE("N8", N_("No member of yours stands on {0}."), CELL(cell));
    return NULL;
}

static const char *refuse_wild(const struct question *q, int cell, struct ochre_text *words)
{
    int resource = q->t->board[q->s->board[q->s->slot]].resource;
    if (!has(q->p->inhabited, cell))
        REFUSE("N8", N_("A wild tile needs a member on it; there is none on {0}."), CELL(cell));
    if (has(q->p->exhausted, cell))
        REFUSE("N15", N_("The land on {0} is exhausted already."), CELL(cell));
    if (has(q->p->land[resource], cell))
        REFUSE("N16", N_("The land on {0} shows the needed resource and counts as itself."), CELL(cell));
    return NULL;
}

static const char *refuse_exhaust(const struct question *q, int cell, struct ochre_text *words)
{
    if (q->s->decision != TRIBES_AT_WILD && q->s->decision != TRIBES_AT_WITHER)
        return refuse_kind(q, words);
    if (cell < 0)
        return refuse_outside(words);
    if (q->s->decision == TRIBES_AT_WILD)
        return refuse_wild(q, cell, words);
    if (has(q->p->inhabited, cell))
        REFUSE("N10", N_("Members stand on {0}; only empty land can be exhausted by an event."), CELL(cell));
    if (!has(q->p->ground, cell))
        REFUSE("N14", N_("You have no land on {0}."), CELL(cell));
    if (has(q->p->exhausted, cell))
        REFUSE("N15", N_("The land on {0} is exhausted already."), CELL(cell));
    return NULL;
}

static const char *refuse_renew(const struct question *q, int cell, struct ochre_text *words)
{
    if (q->s->decision != TRIBES_AT_RENEW)
        return refuse_kind(q, words);
    if (cell < 0)
        return refuse_outside(words);
    if (has(q->p->inhabited, cell))
        REFUSE("N10", N_("Members stand on {0}; only empty land can be renewed."), CELL(cell));
    if (!has(q->p->ground, cell))
        REFUSE("N14", N_("You have no land on {0}."), CELL(cell));
    if (!has(q->p->exhausted, cell))
        REFUSE("N15", N_("The land on {0} is fresh."), CELL(cell));
    return NULL;
}

static const char *refuse_lay(const struct question *q, const struct tribes_token *token, struct ochre_text *words)
{
    if (q->s->decision != TRIBES_AT_LAY)
        return refuse_kind(q, words);
    if (token->cell < 0)
        return refuse_outside(words);
    if (!q->s->hand[token->resource])
        REFUSE("N6", N_("You have not drawn such a tile ({0})."),
               tribes_said(q->t, q->t->resource[token->resource].name, words ? words->tongue : NULL));
    if (!has(q->p->ground | q->p->border, token->cell))
        REFUSE("N9", N_("{0} touches no land of yours."), CELL(token->cell));
    if (has(q->p->ground, token->cell))
        REFUSE("N14", N_("There is land on {0} already."), CELL(token->cell));
    return NULL;
}

static const char *refuse_walk(const struct question *q, const struct tribes_token *token, struct ochre_text *words)
{
    if (q->s->decision != TRIBES_AT_STEP)
        return refuse_kind(q, words);
    if (token->cell < 0 || token->to < 0)
        return refuse_outside(words);
    if (!has(q->p->inhabited, token->cell))
        REFUSE("N8", N_("No member of yours stands on {0}."), CELL(token->cell));
    if (!has(q->t->around[token->cell], token->to))
        REFUSE("N9", N_("{0} and {1} are no neighbours."), CELL(token->cell), CELL(token->to));
    if (!has(q->p->ground, token->to))
        REFUSE("N14", N_("You have no land on {0}."), CELL(token->to));
    return NULL;
}

static const char *refuse_choice(const struct question *q, const struct tribes_token *token, struct ochre_text *words)
{
    if (token->kind == TRIBES_SAYS_ARRANGE) {
        if (q->s->decision != TRIBES_AT_ARRANGE)
            return refuse_kind(q, words);
        if (token->rank < 0)
            REFUSE("N18", N_("Name your own three resources, each once."));
        return NULL;
    }
    if (q->s->decision != TRIBES_AT_PICK)
        return refuse_kind(q, words);
    int options = q->t->event[q->s->tile - TRIBES_ACTION_TILES].clause[q->s->clause].pick_count;
    if (token->place < 1 || token->place > options)
        REFUSE("N18", N_("There are only {0} options."), NUM(options));
    return NULL;
}

const char *tribes_refusal(const struct ochre_setup *setup, const struct tribes_state *s, int seat,
                           const struct tribes_token *token, struct ochre_text *words)
{
    struct question q = {tribes_tables(setup), s, &s->seat[seat], seat};
    if (s->decision <= TRIBES_AT_REVEAL || s->decision == TRIBES_AT_OVER)
        return refuse_kind(&q, words);
    if (seat != s->actor)
        REFUSE("N18", N_("It is for {0} to decide now."), tribes_seat_key(setup, NULL, s->actor));
    switch (token->kind) {
    case TRIBES_SAYS_STOP: return refuse_stop(&q, words);
    case TRIBES_SAYS_TAKE: return refuse_take(&q, token, words);
    case TRIBES_SAYS_ACT: return s->decision == TRIBES_AT_MODE ? NULL : refuse_kind(&q, words);
    case TRIBES_SAYS_ACHIEVE: return refuse_achievement(&q, token, words);
    case TRIBES_SAYS_PUT: return refuse_put(&q, token->cell, words);
    case TRIBES_SAYS_LIFT: return refuse_lift(&q, token->cell, words);
    case TRIBES_SAYS_EXHAUST: return refuse_exhaust(&q, token->cell, words);
    case TRIBES_SAYS_RENEW: return refuse_renew(&q, token->cell, words);
    case TRIBES_SAYS_LAY: return refuse_lay(&q, token, words);
    case TRIBES_SAYS_WALK: return refuse_walk(&q, token, words);
    default: return refuse_choice(&q, token, words);
    }
}

/* ---- from numbers ---- */

struct tribes_token tribes_token_of(const struct tribes_tables *t, ochre_action action)
{
    struct tribes_token token = {.tile = TRIBES_NONE};
    int code = (int)action;
    if (code == TRIBES_DO_STOP) {
        token.kind = TRIBES_SAYS_STOP;
    } else if (code < TRIBES_DO_ACT) {
        token.kind = TRIBES_SAYS_TAKE;
        token.place = code - TRIBES_DO_TAKE;
    } else if (code == TRIBES_DO_ACT) {
        token.kind = TRIBES_SAYS_ACT;
    } else if (code < TRIBES_DO_PUT) {
        int way = (code - TRIBES_DO_ACHIEVE) % 3;
        token.kind = TRIBES_SAYS_ACHIEVE;
        token.slot = (code - TRIBES_DO_ACHIEVE) / 3;
        int column = token.slot % TRIBES_COLUMNS + 1;
        /* From column 0 or 5 no arrow comes; any number but a neighbour's says so. */
        token.from = way == TRIBES_NO_ARROW ? 0 : way == TRIBES_FROM_LEFT ? column - 1 : column + 1;
        if (way != TRIBES_NO_ARROW && (token.from == 0 || token.from > TRIBES_COLUMNS))
            token.from = column;
    } else if (code < TRIBES_DO_LAY) {
        static const uint8_t kinds[4] = {TRIBES_SAYS_PUT, TRIBES_SAYS_LIFT, TRIBES_SAYS_EXHAUST, TRIBES_SAYS_RENEW};
        token.kind = kinds[(code - TRIBES_DO_PUT) / TRIBES_CELLS];
        token.cell = (code - TRIBES_DO_PUT) % TRIBES_CELLS;
    } else if (code < TRIBES_DO_WALK) {
        token.kind = TRIBES_SAYS_LAY;
        token.resource = (code - TRIBES_DO_LAY) / TRIBES_CELLS;
        token.cell = (code - TRIBES_DO_LAY) % TRIBES_CELLS;
    } else if (code < TRIBES_DO_PICK) {
        token.kind = TRIBES_SAYS_WALK;
        token.cell = (code - TRIBES_DO_WALK) / TRIBES_DIRECTIONS;
        int to = t->neighbour[token.cell][(code - TRIBES_DO_WALK) % TRIBES_DIRECTIONS];
        token.to = to == TRIBES_NO_CELL ? -1 : to;
    } else if (code < TRIBES_DO_ARRANGE) {
        token.kind = TRIBES_SAYS_PICK;
        token.place = code - TRIBES_DO_PICK + 1;
    } else {
        token.kind = TRIBES_SAYS_ARRANGE;
        token.rank = code - TRIBES_DO_ARRANGE;
    }
    return token;
}

const char *tribes_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                           ochre_action action, struct ochre_text *words)
{
    const struct tribes_state *s = tribes_seen(view);
    if (seat == OCHRE_CHANCE) {
        ochre_action list[TRIBES_LEGAL_MAX];
        if (legal_has(list, view_moves(setup, view, seat, list), action))
            return NULL;
        REFUSE("N18", N_("Chance cannot do that now."));
    }
    if (seat >= setup->seats || action >= TRIBES_ACTIONS)
        REFUSE("N18", N_("There is no such move."));
    struct tribes_token token = tribes_token_of(tribes_tables(setup), action);
    return tribes_refusal(setup, s, seat, &token, words);
}
