/* tribes_script.c: what a position says about things to come: the standard grid and stacks of the acceptance cases
 * (7.1), the next outcome its script names, and turns written on one line (5.1). */
#include "games/tribes/tribes.h"

/* The standard grid and stacks of the acceptance cases (7.1); what a pack does not know is skipped. */
static const char *const standard_grid[TRIBES_SLOTS] = {"hunting",  "cooking", "leather",  "shamanism",
                                                        "riding",   "cheese",  "smelting", "farming",
                                                        "chariots", "brewing", "weaving",  "payment"};
static const char *const standard_stack[TRIBES_EVENTS] = {
    "rhino",    "rivals",   "sabretooth", "winter",   "fever",   "herds",  "wildfire", "trek",
    "feast",    "invaders", "epidemic",   "drought",  "tribute", "flood",  "harvest",  "pastures",
    "conquest", "siege",    "pestilence", "eruption", "plunder", "famine", "fallow",   "caravans"};

/* Copies the next word of a line separated by blanks; false at its end. A word too long is cut and so unknown. */
bool tribes_next_word(const char **at, char *word, size_t size)
{
    while (**at == ' ')
        ++*at;
    struct ochre_text text = text_on(word, size);
    while (**at && **at != ' ')
        text_char(&text, *(*at)++);
    return text.used > 0;
}

bool tribes_read_slot(const char **at, int *slot)
{
    const char *name = *at;
    if (name[0] < '1' || name[0] > '3' || name[1] != '.' || name[2] < '1' || name[2] > '4')
        return false;
    *slot = (name[0] - '1') * TRIBES_COLUMNS + name[2] - '1';
    *at += 3;
    return true;
}

bool tribes_read_slot_key(struct json member, int *slot)
{
    char key[8];
    const char *at = key;
    return json_key(member, key, sizeof key) && tribes_read_slot(&at, slot) && *at == '\0';
}

static int board_by_id(const struct tribes_tables *t, const char *id)
{
    for (int board = 0; board < TRIBES_BOARDS; board++)
        if (text_same(t->board[board].id, id))
            return board;
    return -1;
}

/* What lies at every slot, face up or not: the boards named, then the standard ones, then any left. */
int tribes_lay_out_grid(const struct tribes_tables *t, struct json grid, uint8_t board[TRIBES_SLOTS], char wrong[40])
{
    uint32_t used = 0;
    struct ochre_text what = text_on(wrong, 40);
    memset(board, TRIBES_NONE, TRIBES_SLOTS);
    for (struct json member = json_first(grid); json_there(member); member = json_next(member)) {
        int slot;
        char id[32] = "";
        json_string(member, id, sizeof id);
        int index = board_by_id(t, id);
        text_add(&what, id);
        if (!tribes_read_slot_key(member, &slot) || index < 0 || t->board[index].epoch != slot / TRIBES_COLUMNS + 1 ||
            (used >> index) & 1)
            return -1;
        what.used = 0;
        board[slot] = (uint8_t)index;
        used |= 1u << index;
    }
    for (int slot = 0; slot < TRIBES_SLOTS; slot++) {
        int index = board_by_id(t, standard_grid[slot]);
        if (board[slot] == TRIBES_NONE && index >= 0 && !((used >> index) & 1) &&
            t->board[index].epoch == slot / TRIBES_COLUMNS + 1) {
            board[slot] = (uint8_t)index;
            used |= 1u << index;
        }
    }
    for (int slot = 0; slot < TRIBES_SLOTS; slot++) {
        uint32_t left = t->boards_of[slot / TRIBES_COLUMNS] & ~used;
        if (board[slot] == TRIBES_NONE) {
            board[slot] = (uint8_t)__builtin_ctz(left);
            used |= 1u << board[slot];
        }
    }
    return 0;
}

/* The stack of an epoch in the order chance will draw it; returns its size, -1 when the list is wrong. */
int tribes_stack_of(const struct tribes_tables *t, struct json position, int epoch, uint8_t stack[TRIBES_EVENTS])
{
    const char key[2] = {(char)('1' + epoch), '\0'};
    struct json list = json_get(json_get(position, "events"), key);
    int count = 0;
    uint32_t used = 0;
    for (struct json value = json_first(list); json_there(value); value = json_next(value)) {
        char id[32] = "";
        json_string(value, id, sizeof id);
        int event = tribes_tile_by_id(t, id) - TRIBES_ACTION_TILES;
        if (event < 0 || !((t->events_of[epoch] >> event) & 1) || (used >> event) & 1)
            return -1;
        used |= 1u << event;
        stack[count++] = (uint8_t)event;
    }
    if (json_there(list))
        return json_kind(list) == JSON_ARRAY ? count : -1;
    for (int i = 0; i < TRIBES_EVENTS; i++) {
        int event = tribes_tile_by_id(t, standard_stack[i]) - TRIBES_ACTION_TILES;
        if (event >= 0 && (t->events_of[epoch] >> event) & 1) {
            used |= 1u << event;
            stack[count++] = (uint8_t)event;
        }
    }
    for (int event = 0; event < TRIBES_EVENTS; event++)
        if ((t->events_of[epoch] >> event) & 1 && !((used >> event) & 1))
            stack[count++] = (uint8_t)event;
    return count;
}

/* ---- what the script says about chance ---- */

/* The land drawn next: `draw` from its beginning, one letter for every tile drawn since. */
static ochre_action foretell_land(struct json given, const struct tribes_state *s, const ochre_action *drawn,
                                  int drawn_count)
{
    char line[64] = "";
    int past = 0;
    json_string(json_get(given, "draw"), line, sizeof line);
    for (int i = 0; i < drawn_count; i++)
        past += drawn[i] < TRIBES_LINED;
    if (past >= (int)strlen(line))
        return OCHRE_NO_ACTION;
    int resource = tribes_resource_by_letter(line[past]);
    return resource >= 0 && s->bag[resource] ? (ochre_action)(TRIBES_DRAWN + resource) : OCHRE_NO_ACTION;
}

static ochre_action foretell_row(const struct tribes_tables *t, struct json given, const struct tribes_state *s)
{
    char line[1024] = "";
    char word[40] = "";
    const char *at = line;
    json_string(json_get(given, "row"), line, sizeof line);
    for (int i = 0; i <= s->row_count; i++)
        if (!tribes_next_word(&at, word, sizeof word))
            return OCHRE_NO_ACTION;
    int tile = tribes_tile_by_id(t, word);
    return tile >= 0 && tile < TRIBES_ACTION_TILES ? (ochre_action)(TRIBES_LINED + tile) : OCHRE_NO_ACTION;
}

static ochre_action foretell_board(const struct tribes_tables *t, struct json given, int slot, bool is_scripted)
{
    uint8_t board[TRIBES_SLOTS];
    char wrong[40];
    char name[4] = {(char)('1' + slot / TRIBES_COLUMNS), '.', (char)('1' + slot % TRIBES_COLUMNS), '\0'};
    struct json grid = json_get(given, "grid");
    if ((is_scripted && !json_there(json_get(grid, name))) || tribes_lay_out_grid(t, grid, board, wrong) < 0)
        return OCHRE_NO_ACTION;
    return (ochre_action)(TRIBES_BOARD + board[slot]);
}

static ochre_action foretell_event(const struct tribes_tables *t, struct json given, const struct tribes_state *s,
                                   int epoch, bool is_scripted)
{
    uint8_t stack[TRIBES_EVENTS];
    const char key[2] = {(char)('1' + epoch), '\0'};
    if (is_scripted && !json_there(json_get(json_get(given, "events"), key)))
        return OCHRE_NO_ACTION;
    int count = tribes_stack_of(t, given, epoch, stack);
    for (int i = 0; i < count; i++)
        if ((s->unseen_events >> stack[i]) & 1)
            return (ochre_action)(TRIBES_EVENT + stack[i]);
    return OCHRE_NO_ACTION;
}

/* After SETUP only what the position itself names is foretold; elsewhere the standard grid and stacks stand in. */
ochre_action tribes_foretell(const struct ochre_setup *setup, struct json given, const struct ochre_state *state,
                             const ochre_action *drawn, int drawn_count)
{
    const struct tribes_tables *t = tribes_tables(setup);
    const struct tribes_state *s = tribes_of(state);
    bool is_scripted = json_is(json_get(given, "phase"), "SETUP");
    ochre_action told = OCHRE_NO_ACTION;
    ochre_action list[TRIBES_LEGAL_MAX];
    if (s->decision == TRIBES_AT_DRAW || (s->decision == TRIBES_AT_SETUP && s->turn < setup->seats))
        told = foretell_land(given, s, drawn, drawn_count);
    else if (s->decision == TRIBES_AT_SETUP && s->row_count < TRIBES_ACTION_TILES)
        told = foretell_row(t, given, s);
    else if (s->decision == TRIBES_AT_SETUP)
        told = foretell_board(t, given, tribes_count(s->up), is_scripted);
    else if (s->decision == TRIBES_AT_REVEAL && (s->reveals & TRIBES_BOARD_DUE))
        told = foretell_board(t, given, s->slot + TRIBES_COLUMNS, is_scripted);
    else if (s->decision == TRIBES_AT_REVEAL)
        told = foretell_event(t, given, s, s->slot / TRIBES_COLUMNS, is_scripted);
    int count = tribes_legal(setup, state, OCHRE_CHANCE, list);
    for (int i = 0; i < count; i++)
        if (list[i] == told)
            return told;
    return OCHRE_NO_ACTION;
}

/* ---- lines of a record ---- */

/* Blanks and {comments} between the moves of a line. */
static const char *skip_comments(const char *at)
{
    while (*at == ' ' || *at == '{') {
        const char *end = *at == '{' ? strchr(at, '}') : at;
        at = end ? end + 1 : at + strlen(at);
    }
    return at;
}

/* 5.1: a turn on one line, "T3 ~WO O@f4 W@g4": ~WO is short for ~W ~O, so behind ~W the cursor stands on a letter. */
bool tribes_speak(const struct ochre_setup *setup, const struct ochre_view *view, const char *line, int *at, int *seat,
                  struct ochre_text *move)
{
    const char *from = line + *at;
    bool is_draw = *at > 1 && *from && *from != ' ' && *from != '{';
    if (!is_draw)
        from = skip_comments(from);
    if (!*from)
        return false;
    ochre_seats pending = view_pending(setup, view);
    *seat = pending ? seats_first(pending) : 0;
    if (is_draw || *from == '~') {
        from += !is_draw;
        text_char(move, '~');
        if (*from && *from != ' ')
            text_char(move, *from++);
    } else {
        while (*from && *from != ' ' && *from != '{')
            text_char(move, *from++);
    }
    *at = (int)(from - line);
    return true;
}
