/* tribes_acts.c: the moves as tables: their numbers, how they are written, and what one points at (5, 9.2). What has no
 * number (a cell outside the region, a place beyond the row) can be said too, so that why_not tells what is wrong. */
#include "games/tribes/tribes.h"

static const struct tribes_state *state_of(const struct act_place *place)
{
    return tribes_seen(place->view);
}

/* ---- places of the row ---- */

/* The check of T3=E+: there is a number only if that tile stands there. -1: no tile is called so. */
static bool read_tile(const struct act_place *place, struct act_said *said, int n, const char **at)
{
    size_t length = strlen(*at);
    said->thing[n] = tribes_tile_by_id(tribes_tables(place->setup), *at);
    *at += length;
    return length > 0;
}

static int digit_of_tile(const struct act_place *place, const struct act_said *said, int n)
{
    const struct tribes_state *s = state_of(place);
    int index = said->thing[0];
    return index >= 0 && index < s->row_count && s->row[index] == said->thing[n] ? 0 : -1;
}

/* ---- cells: -1 is outside the region (N11) ---- */

static void say_cell(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)place;
    text_add(text, said->thing[n] < 0 ? "?" : tribes_cell_name(said->thing[n]));
}

static bool read_cell(const struct act_place *place, struct act_said *said, int n, const char **at)
{
    (void)place;
    return tribes_read_cell_name(at, &said->thing[n]);
}

/* Where a step leads, numbered by its direction. */
static int digit_of_step(const struct act_place *place, const struct act_said *said, int n)
{
    int from = said->thing[0];
    for (int direction = 0; from >= 0 && direction < TRIBES_DIRECTIONS; direction++)
        if (tribes_tables(place->setup)->neighbour[from][direction] == said->thing[n])
            return direction;
    return -1;
}

static int cell_of_step(const struct act_place *place, const struct act_said *said, int n, int direction)
{
    (void)n;
    int to = tribes_tables(place->setup)->neighbour[said->thing[0]][direction];
    return to == TRIBES_NO_CELL ? -1 : to;
}

/* Whose cell it is that one points at. */
static void say_mover(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)said;
    (void)n;
    text_char(text, *tribes_seat_letter(place->seat));
}

/* ---- boards, and the column an arrow comes from: -1 without arrow ---- */

static void say_board(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)place;
    tribes_say_slot(said->thing[n], text);
}

static bool read_board(const struct act_place *place, struct act_said *said, int n, const char **at)
{
    (void)place;
    return tribes_read_slot(at, &said->thing[n]);
}

static void say_arrow(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)place;
    if (said->thing[n] < 0)
        return;
    text_char(text, '<');
    text_int(text, said->thing[n]);
}

static bool read_arrow(const struct act_place *place, struct act_said *said, int n, const char **at)
{
    (void)place;
    said->thing[n] = -1;
    if (**at != '<')
        return true;
    ++*at;
    return text_read_number(at, 1, &said->thing[n]) && said->thing[n] >= 1 && said->thing[n] <= TRIBES_COLUMNS;
}

static int digit_of_arrow(const struct act_place *place, const struct act_said *said, int n)
{
    (void)place;
    int column = said->thing[0] % TRIBES_COLUMNS + 1;
    if (said->thing[n] < 0)
        return TRIBES_NO_ARROW;
    if (said->thing[n] == column - 1)
        return TRIBES_FROM_LEFT;
    return said->thing[n] == column + 1 ? TRIBES_FROM_RIGHT : -1;
}

static int column_of_arrow(const struct act_place *place, const struct act_said *said, int n, int way)
{
    (void)place;
    (void)n;
    int column = said->thing[0] % TRIBES_COLUMNS + 1;
    return way == TRIBES_NO_ARROW ? -1 : way == TRIBES_FROM_LEFT ? column - 1 : column + 1;
}

/* The board it starts from is pointed at too. */
static void say_arrow_board(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)place;
    (void)n;
    int below = said->thing[0] / TRIBES_COLUMNS - 1;
    if (said->thing[1] < 0 || below < 0)
        return;
    text_add(text, "board:");
    tribes_say_slot(below * TRIBES_COLUMNS + said->thing[1] - 1, text);
}

/* ---- layouts of the start land (4.2): -1 is none of the six ---- */

static void say_layout(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    uint8_t layout[6][3];
    tribes_layouts(&state_of(place)->seat[place->seat], layout);
    for (int i = 0; i < 3; i++)
        text_char(text, tribes_letters[layout[said->thing[n]][i]]);
}

static bool read_layout(const struct act_place *place, struct act_said *said, int n, const char **at)
{
    uint8_t layout[6][3];
    int resource[3];
    for (int i = 0; i < 3; i++)
        if ((resource[i] = **at ? tribes_resource_by_letter(*(*at)++) : -1) < 0)
            return false;
    tribes_layouts(&state_of(place)->seat[place->seat], layout);
    said->thing[n] = -1;
    for (int rank = 0; rank < 6; rank++)
        if (layout[rank][0] == resource[0] && layout[rank][1] == resource[1] && layout[rank][2] == resource[2])
            said->thing[n] = rank;
    return true;
}

static void say_rank(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)n;
    act_say_number(place, said, 0, text);
}

/* ---- what chance names ---- */

static const char *resource_name(const struct act_place *place, int resource)
{
    (void)place;
    static const char *const names[TRIBES_RESOURCES + 1] = {"G", "H", "W", "O", "I", NULL};
    return names[resource];
}

static const char *tile_name(const struct act_place *place, int tile)
{
    return tile < TRIBES_TILES ? tribes_tile_id(tribes_tables(place->setup), tile) : NULL;
}

static const char *action_name(const struct act_place *place, int tile)
{
    return tile < TRIBES_ACTION_TILES ? tile_name(place, tile) : NULL;
}

static const char *event_name(const struct act_place *place, int event)
{
    return tile_name(place, TRIBES_ACTION_TILES + event);
}

static const char *board_name(const struct act_place *place, int board)
{
    return board < TRIBES_BOARDS ? tribes_tables(place->setup)->board[board].id : NULL;
}

static const char *lot_name(const struct act_place *place, int seat)
{
    return seat < place->setup->seats ? seat_code(seat) : NULL;
}

/* The slot that is turned up is written, but chance has no choice of it. */
static int slot_turned_up(const struct act_place *place)
{
    const struct tribes_state *s = state_of(place);
    if (s->decision == TRIBES_AT_SETUP)
        return bits_count(s->up);
    return s->slot == TRIBES_NONE ? 0 : s->slot + TRIBES_COLUMNS;
}

static void say_slot(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)said;
    (void)n;
    tribes_say_slot(slot_turned_up(place), text);
}

static bool read_slot(const struct act_place *place, struct act_said *said, int n, const char **at)
{
    int slot;
    said->thing[n] = 0;
    return tribes_read_slot(at, &slot) && slot == slot_turned_up(place);
}

/* ---- the tables ---- */

static const struct act_kind kinds[ACT_LETTERS] = {
    ['k'] = {TRIBES_TILES, .say = act_say_number, .read = act_read_number},
    ['o'] = {TRIBES_PICKS_MAX, .say = act_say_number, .read = act_read_number},
    ['t'] = {1, .name = tile_name, .read = read_tile, .digit = digit_of_tile},
    ['c'] = {TRIBES_CELLS, .say = say_cell, .read = read_cell},
    ['d'] = {TRIBES_DIRECTIONS, .say = say_cell, .read = read_cell, .digit = digit_of_step, .thing = cell_of_step},
    ['b'] = {TRIBES_SLOTS, .say = say_board, .read = read_board},
    ['w'] = {3, .say = say_arrow, .read = read_arrow, .digit = digit_of_arrow, .thing = column_of_arrow},
    ['l'] = {6, .say = say_layout, .read = read_layout},
    ['r'] = {TRIBES_RESOURCES, .name = resource_name},
    ['a'] = {TRIBES_ACTION_TILES, .name = action_name},
    ['e'] = {TRIBES_EVENTS, .name = event_name},
    ['i'] = {TRIBES_BOARDS, .name = board_name},
    ['s'] = {1, .say = say_slot, .read = read_slot},
    ['p'] = {OCHRE_SEATS_MAX, .name = lot_name},
    /* only pointed at */
    ['M'] = {.say = say_mover},
    ['W'] = {.say = say_arrow_board},
    ['L'] = {.say = say_rank},
};

static const struct act moves[] = {
    {TRIBES_SAYS_STOP, ".", .first = TRIBES_DO_STOP, .touch = "stop"},
    {TRIBES_SAYS_TAKE, "T%k", .first = TRIBES_DO_TAKE + 1, .touch = "row:%k"},
    {TRIBES_SAYS_TAKE_TILE, "T%k=%t", .first = TRIBES_DO_TAKE + 1},
    {TRIBES_SAYS_ACT, "A", .first = TRIBES_DO_ACT, .touch = "act"},
    {TRIBES_SAYS_ACHIEVE, "C%b%w", .first = TRIBES_DO_ACHIEVE, .touch = "board:%b %W"},
    {TRIBES_SAYS_PUT, "+%c", .first = TRIBES_DO_PUT, .touch = "cell:%M%c"},
    {TRIBES_SAYS_LIFT, "-%c", .first = TRIBES_DO_LIFT, .touch = "cell:%M%c"},
    {TRIBES_SAYS_EXHAUST, "x%c", .first = TRIBES_DO_EXHAUST, .touch = "cell:%M%c"},
    {TRIBES_SAYS_RENEW, "r%c", .first = TRIBES_DO_RENEW, .touch = "cell:%M%c"},
    {TRIBES_SAYS_LAY, "%r@%c", .first = TRIBES_DO_LAY, .touch = "land:%r cell:%M%c"},
    {TRIBES_SAYS_WALK, "%c-%d", .first = TRIBES_DO_WALK, .touch = "cell:%M%c cell:%M%d"},
    {TRIBES_SAYS_PICK, "#%o", .first = TRIBES_DO_PICK, .touch = "option:%o"},
    {TRIBES_SAYS_ARRANGE, "S:%l", .first = TRIBES_DO_ARRANGE, .touch = "layout:%L"},
};

static const struct act outcomes[] = {
    {TRIBES_SAYS_DRAWN, "~%r", .first = TRIBES_DRAWN},    {TRIBES_SAYS_LINED, "=%a", .first = TRIBES_LINED},
    {TRIBES_SAYS_BOARD, "?%s=%i", .first = TRIBES_BOARD}, {TRIBES_SAYS_EVENT, "!%e", .first = TRIBES_EVENT},
    {TRIBES_SAYS_LOT, "first:%p", .first = TRIBES_LOT},
};

static const struct acts move_acts = {ACTS_OF(moves), .kinds = kinds};
static const struct acts chance_acts = {ACTS_OF(outcomes), .kinds = kinds};

const struct acts *tribes_acts(int seat)
{
    return seat == OCHRE_CHANCE ? &chance_acts : &move_acts;
}
