/* tribes_words.c: names and notation (5), from views. Refusals are in tribes_why.c, the story in tribes_story.c. */
#include "games/tribes/tribes.h"

const char tribes_letters[TRIBES_RESOURCES + 1] = "GHWOI";

const char *const tribes_phases[TRIBES_DECISIONS] = {"SETUP", "DRAW",  "REVEAL", "ARRANGE", "FOUND", "TAKE",
                                                     "MODE",  "BIRTH", "LIFT",   "DROP",    "LAY",   "RENEW",
                                                     "STEP",  "WILD",  "LOSE",   "WITHER",  "PICK",  "OVER"};

static const char *const action_ids[TRIBES_ACTION_TILES] = {"P", "E", "M", "P+", "E+", "M+"};

/* ---- names ---- */

/* 1.3: the region row by row; its rows begin at these columns and indices. */
static const uint8_t row_column[8] = {3, 2, 1, 0, 0, 0, 0, 0};
static const uint8_t row_index[9] = {0, 5, 11, 18, 26, 33, 39, 44, 48};

int tribes_cell_at(int column, int row)
{
    if (row < 0 || row > 7)
        return -1;
    int place = column - row_column[row];
    return place >= 0 && place < row_index[row + 1] - row_index[row] ? row_index[row] + place : -1;
}

const char *tribes_cell_name(int cell, char name[TRIBES_NAME_SIZE])
{
    int row = 0;
    while (cell >= row_index[row + 1])
        row++;
    name[0] = (char)('a' + row_column[row] + cell - row_index[row]);
    name[1] = (char)('1' + row);
    name[2] = '\0';
    return name;
}

bool tribes_read_cell_name(const char **at, int *cell)
{
    const char *name = *at;
    if (name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8')
        return false;
    *cell = tribes_cell_at(name[0] - 'a', name[1] - '1');
    *at += 2;
    return true;
}

const char *tribes_tile_id(const struct tribes_tables *t, int tile)
{
    return tribes_is_event(tile) ? t->event[tile - TRIBES_ACTION_TILES].id : action_ids[tile];
}

/* Without tables only action tiles are known. */
int tribes_tile_by_id(const struct tribes_tables *t, const char *id)
{
    for (int tile = 0; tile < TRIBES_ACTION_TILES; tile++)
        if (text_same(action_ids[tile], id))
            return tile;
    for (int event = 0; t && event < TRIBES_EVENTS; event++)
        if (text_same(t->event[event].id, id))
            return TRIBES_ACTION_TILES + event;
    return -1;
}

int tribes_resource_by_letter(char letter)
{
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++)
        if (tribes_letters[resource] == letter)
            return resource;
    return -1;
}

/* A text of the pack in the reader's language, or in English. The catalogue says which language it speaks. */
const char *tribes_said(const struct tribes_tables *t, struct tribes_words words, const struct ochre_tongue *tongue)
{
    struct ochre_text probe = {.tongue = tongue};
    bool is_french = text_same(text_word(&probe, N_("en (code of this language)")), "fr");
    int place = is_french ? words.in[TRIBES_FRENCH] : 0;
    return t->heap + (place ? place : words.in[TRIBES_ENGLISH]);
}

const char *tribes_seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    return tribes_seat_key(setup, view, seat);
}

const char *tribes_seat_key(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    (void)setup;
    (void)view;
    static const char *const keys[OCHRE_SEATS_MAX] = {"A", "B", "C", "D"};
    return keys[seat];
}

/* ---- writing ---- */

static void format_achievement(int code, struct ochre_text *text)
{
    int slot = code / 3;
    int column = slot % TRIBES_COLUMNS + 1;
    text_char(text, 'C');
    text_int(text, slot / TRIBES_COLUMNS + 1);
    text_char(text, '.');
    text_int(text, column);
    if (code % 3 == TRIBES_NO_ARROW)
        return;
    text_char(text, '<');
    text_int(text, code % 3 == TRIBES_FROM_LEFT ? column - 1 : column + 1);
}

static void format_layout(const struct tribes_state *s, int seat, int rank, struct ochre_text *text)
{
    uint8_t layout[6][3];
    tribes_layouts(&s->seat[seat], layout);
    text_add(text, "S:");
    for (int i = 0; i < 3; i++)
        text_char(text, tribes_letters[layout[rank][i]]);
}

static void format_walk(const struct tribes_tables *t, int code, struct ochre_text *text)
{
    int from = code / TRIBES_DIRECTIONS;
    int to = t->neighbour[from][code % TRIBES_DIRECTIONS];
    text_add(text, CELL(from));
    text_char(text, '-');
    if (to != TRIBES_NO_CELL) {
        text_add(text, CELL(to));
        return;
    }
    /* A step out of the region: the name of no cell, so that the number still has a text. */
    static const char *const directions[TRIBES_DIRECTIONS] = {"E", "NE", "NW", "W", "SW", "SE"};
    text_add(text, directions[code % TRIBES_DIRECTIONS]);
}

static void format_chance(const struct tribes_tables *t, const struct tribes_state *s, int outcome,
                          struct ochre_text *text)
{
    if (outcome < TRIBES_LINED) {
        text_char(text, '~');
        text_char(text, tribes_letters[outcome - TRIBES_DRAWN]);
    } else if (outcome < TRIBES_BOARD) {
        text_char(text, '=');
        text_add(text, action_ids[outcome - TRIBES_LINED]);
    } else if (outcome < TRIBES_EVENT) {
        bool is_setup = s->decision == TRIBES_AT_SETUP;
        int slot = is_setup ? tribes_count(s->up) : s->slot + TRIBES_COLUMNS;
        if (s->slot == TRIBES_NONE && !is_setup)
            slot = 0;
        text_char(text, '?');
        text_int(text, slot / TRIBES_COLUMNS + 1);
        text_char(text, '.');
        text_int(text, slot % TRIBES_COLUMNS + 1);
        text_char(text, '=');
        text_add(text, t->board[outcome - TRIBES_BOARD].id);
    } else {
        text_char(text, '!');
        text_add(text, t->event[outcome - TRIBES_EVENT].id);
    }
}

static void format_cell(char sign, int cell, struct ochre_text *text)
{
    text_char(text, sign);
    text_add(text, CELL(cell));
}

/* 5: behind `T3`, the tile that it takes. */
void tribes_note_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                      struct ochre_text *note)
{
    (void)seat;
    const struct tribes_state *s = tribes_seen(view);
    int place = (int)action - TRIBES_DO_TAKE;
    if (action < TRIBES_DO_ACT && place >= 1 && place <= s->row_count)
        text_add(note, tribes_tile_id(tribes_tables(setup), s->row[place - 1]));
}

void tribes_format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_text *text)
{
    const struct tribes_tables *t = tribes_tables(setup);
    const struct tribes_state *s = tribes_seen(view);
    int code = (int)action;
    if (action == OCHRE_NO_ACTION || action >= TRIBES_OUTCOMES) {
        text_char(text, '-'); /* nothing is hidden here, so nobody reads this */
    } else if (action >= TRIBES_DRAWN) {
        format_chance(t, s, code, text);
    } else if (code == TRIBES_DO_STOP) {
        text_char(text, '.');
    } else if (code < TRIBES_DO_ACT) {
        text_char(text, 'T');
        text_int(text, code);
    } else if (code == TRIBES_DO_ACT) {
        text_char(text, 'A');
    } else if (code < TRIBES_DO_PUT) {
        format_achievement(code - TRIBES_DO_ACHIEVE, text);
    } else if (code < TRIBES_DO_LAY) {
        static const char signs[4] = {'+', '-', 'x', 'r'};
        int index = code - TRIBES_DO_PUT;
        format_cell(signs[index / TRIBES_CELLS], index % TRIBES_CELLS, text);
    } else if (code < TRIBES_DO_WALK) {
        int index = code - TRIBES_DO_LAY;
        text_char(text, tribes_letters[index / TRIBES_CELLS]);
        format_cell('@', index % TRIBES_CELLS, text);
    } else if (code < TRIBES_DO_PICK) {
        format_walk(t, code - TRIBES_DO_WALK, text);
    } else if (code < TRIBES_DO_ARRANGE) {
        text_char(text, '#');
        text_int(text, code - TRIBES_DO_PICK + 1);
    } else {
        format_layout(s, seat < setup->seats ? seat : 0, code - TRIBES_DO_ARRANGE, text);
    }
}

/* ---- reading ---- */

static bool read_digit(const char **at, int low, int high, int *digit)
{
    if (**at < '0' + low || **at > '0' + high)
        return false;
    *digit = *(*at)++ - '0';
    return true;
}

/* Ce.c or Ce.c<d, behind the C. */
static bool read_achievement(const char *at, struct tribes_token *token)
{
    int epoch;
    int column;
    if (!read_digit(&at, 1, TRIBES_EPOCHS, &epoch) || *at++ != '.' || !read_digit(&at, 1, TRIBES_COLUMNS, &column))
        return false;
    token->kind = TRIBES_SAYS_ACHIEVE;
    token->slot = (epoch - 1) * TRIBES_COLUMNS + column - 1;
    if (*at == '<' && (at++, !read_digit(&at, 1, TRIBES_COLUMNS, &token->from)))
        return false;
    return *at == '\0';
}

/* Tk or Tk=X, behind the T. */
static bool read_take(const struct tribes_tables *t, const char *at, struct tribes_token *token)
{
    token->kind = TRIBES_SAYS_TAKE;
    if (!text_read_number(&at, 3, &token->place))
        return false;
    if (*at == '=' && at[1]) {
        token->tile = tribes_tile_by_id(t, at + 1);
        return true;
    }
    return *at == '\0';
}

/* S:GWO, behind the colon. */
static bool read_layout(const struct tribes_state *s, int seat, const char *at, struct tribes_token *token)
{
    uint8_t layout[6][3];
    int resource[3];
    for (int i = 0; i < 3; i++)
        if ((resource[i] = *at ? tribes_resource_by_letter(*at++) : -1) < 0)
            return false;
    tribes_layouts(&s->seat[seat], layout);
    token->kind = TRIBES_SAYS_ARRANGE;
    token->rank = -1;
    for (int rank = 0; rank < 6; rank++)
        if (layout[rank][0] == resource[0] && layout[rank][1] == resource[1] && layout[rank][2] == resource[2])
            token->rank = rank;
    return *at == '\0';
}

/* A sign and a cell: +d4 -d4 xd4 rd4. */
static bool read_signed_cell(const char *at, struct tribes_token *token)
{
    switch (*at++) {
    case '+': token->kind = TRIBES_SAYS_PUT; break;
    case '-': token->kind = TRIBES_SAYS_LIFT; break;
    case 'x': token->kind = TRIBES_SAYS_EXHAUST; break;
    case 'r': token->kind = TRIBES_SAYS_RENEW; break;
    default: return false;
    }
    return tribes_read_cell_name(&at, &token->cell) && *at == '\0';
}

static bool read_token(const struct tribes_tables *t, const struct tribes_state *s, int seat, const char *text,
                       struct tribes_token *token)
{
    const char *at = text;
    const char *rest;
    *token = (struct tribes_token){.kind = TRIBES_SAYS_STOP, .tile = TRIBES_NONE};
    if (text_same(text, "."))
        return true;
    if (text_same(text, "A")) {
        token->kind = TRIBES_SAYS_ACT;
        return true;
    }
    if (text[0] == 'T')
        return read_take(t, text + 1, token);
    if (text[0] == 'C')
        return read_achievement(text + 1, token);
    if (text_starts(text, "S:", &rest))
        return read_layout(s, seat, rest, token);
    if (text[0] == '#') {
        token->kind = TRIBES_SAYS_PICK;
        at++;
        return text_read_number(&at, 2, &token->place) && *at == '\0';
    }
    token->resource = tribes_resource_by_letter(text[0]);
    if (token->resource >= 0 && text[1] == '@') {
        token->kind = TRIBES_SAYS_LAY;
        at += 2;
        return tribes_read_cell_name(&at, &token->cell) && *at == '\0';
    }
    if (tribes_read_cell_name(&at, &token->cell) && *at++ == '-') {
        token->kind = TRIBES_SAYS_WALK;
        return tribes_read_cell_name(&at, &token->to) && *at == '\0';
    }
    return read_signed_cell(text, token);
}

/* The number of the step from cell to cell, or OCHRE_NO_ACTION when they are no neighbours. */
static ochre_action number_of_walk(const struct tribes_tables *t, int from, int to)
{
    for (int direction = 0; from >= 0 && to >= 0 && direction < TRIBES_DIRECTIONS; direction++)
        if (t->neighbour[from][direction] == to)
            return (ochre_action)(TRIBES_DO_WALK + TRIBES_DIRECTIONS * from + direction);
    return OCHRE_NO_ACTION;
}

static ochre_action number_of_achievement(const struct tribes_token *token)
{
    int column = token->slot % TRIBES_COLUMNS + 1;
    ochre_action base = (ochre_action)(TRIBES_DO_ACHIEVE + 3 * token->slot);
    if (token->from == 0)
        return base;
    if (token->from == column - 1)
        return base + TRIBES_FROM_LEFT;
    return token->from == column + 1 ? base + TRIBES_FROM_RIGHT : OCHRE_NO_ACTION;
}

static ochre_action number_of(const struct tribes_tables *t, const struct tribes_token *token)
{
    ochre_action cell = (ochre_action)token->cell;
    if (token->cell < 0)
        return OCHRE_NO_ACTION;
    switch (token->kind) {
    case TRIBES_SAYS_STOP: return TRIBES_DO_STOP;
    case TRIBES_SAYS_TAKE:
        return token->place >= 1 && token->place <= TRIBES_TILES ? (ochre_action)(TRIBES_DO_TAKE + token->place)
                                                                 : OCHRE_NO_ACTION;
    case TRIBES_SAYS_ACT: return TRIBES_DO_ACT;
    case TRIBES_SAYS_ACHIEVE: return number_of_achievement(token);
    case TRIBES_SAYS_PUT: return TRIBES_DO_PUT + cell;
    case TRIBES_SAYS_LIFT: return TRIBES_DO_LIFT + cell;
    case TRIBES_SAYS_EXHAUST: return TRIBES_DO_EXHAUST + cell;
    case TRIBES_SAYS_RENEW: return TRIBES_DO_RENEW + cell;
    case TRIBES_SAYS_LAY: return (ochre_action)(TRIBES_DO_LAY + TRIBES_CELLS * token->resource) + cell;
    case TRIBES_SAYS_WALK: return number_of_walk(t, token->cell, token->to);
    case TRIBES_SAYS_PICK:
        return token->place >= 1 && token->place <= TRIBES_PICKS_MAX ? (ochre_action)(TRIBES_DO_PICK + token->place - 1)
                                                                     : OCHRE_NO_ACTION;
    default: return token->rank >= 0 ? (ochre_action)(TRIBES_DO_ARRANGE + token->rank) : OCHRE_NO_ACTION;
    }
}

/* ~G =P+ ?2.1=riding !rhino; what cannot come now is left to why_not. */
static bool read_outcome(const struct tribes_tables *t, const struct tribes_state *s, const char *text,
                         ochre_action *action)
{
    const char *at = text + 1;
    if (text[0] == '~' && *at && !at[1] && tribes_resource_by_letter(*at) >= 0) {
        *action = (ochre_action)(TRIBES_DRAWN + tribes_resource_by_letter(*at));
        return true;
    }
    if (text[0] == '=' && tribes_tile_by_id(NULL, at) >= 0) {
        *action = (ochre_action)(TRIBES_LINED + tribes_tile_by_id(NULL, at));
        return true;
    }
    int tile = text[0] == '!' ? tribes_tile_by_id(t, at) : -1;
    if (tile >= TRIBES_ACTION_TILES) {
        *action = (ochre_action)(TRIBES_EVENT + tile - TRIBES_ACTION_TILES);
        return true;
    }
    for (int board = 0; text[0] == '?' && board < TRIBES_BOARDS; board++) { /* the slot is part of the text */
        char whole[OCHRE_MOVE_SIZE];
        struct ochre_text written = text_on(whole, sizeof whole);
        format_chance(t, s, TRIBES_BOARD + board, &written);
        if (text_same(whole, text)) {
            *action = (ochre_action)(TRIBES_BOARD + board);
            return true;
        }
    }
    return false;
}

static const char *refuse_notation(struct ochre_text *words, bool is_chance)
{
    if (words && is_chance)
        text_say(words, "Chance moves are written ~G, =P+, ?2.1=riding or !rhino.");
    else if (words)
        text_say(words, "That is no move. Moves are written T3, A, C2.3, C2.3<4, +d4, -d4, xd4, rd4, W@f4, d4-e4, #2, "
                        "S:GWO, or . to stop.");
    return "notation";
}

const char *tribes_parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const char *text, ochre_action *action, struct ochre_text *words)
{
    const struct tribes_tables *t = tribes_tables(setup);
    const struct tribes_state *s = tribes_seen(view);
    struct tribes_token token;
    if (seat == OCHRE_CHANCE)
        return read_outcome(t, s, text, action) ? NULL : refuse_notation(words, true);
    if (seat >= setup->seats || !read_token(t, s, seat, text, &token))
        return refuse_notation(words, false);
    *action = number_of(t, &token);
    bool is_checked = token.kind == TRIBES_SAYS_TAKE && token.tile != TRIBES_NONE;
    if (*action != OCHRE_NO_ACTION && !is_checked)
        return NULL;
    return tribes_refusal(setup, s, seat, &token, words); /* no number, or a check that may fail */
}
