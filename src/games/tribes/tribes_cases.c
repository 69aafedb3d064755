/* tribes_cases.c: what acceptance cases say about tribes: the outcome a script names next, turns written on one line
 * (5.1), and facts beside the view (7.1.1). */
#include "games/tribes/tribes.h"

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
        if (!text_next_word(&at, word, sizeof word))
            return OCHRE_NO_ACTION;
    int tile = tribes_tile_by_id(t, word);
    return tile >= 0 && tile < TRIBES_ACTION_TILES ? (ochre_action)(TRIBES_LINED + tile) : OCHRE_NO_ACTION;
}

static ochre_action foretell_board(const struct tribes_tables *t, struct json given, int slot, bool is_scripted)
{
    uint8_t board[TRIBES_SLOTS];
    struct json wrong;
    char name[4] = {(char)('1' + slot / TRIBES_COLUMNS), '.', (char)('1' + slot % TRIBES_COLUMNS), '\0'};
    struct json grid = json_get(given, "grid");
    if ((is_scripted && !json_there(json_get(grid, name))) || tribes_lay_out_grid(t, grid, board, &wrong) < 0)
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
        if (bits_has(s->unseen_events, stack[i]))
            return (ochre_action)(TRIBES_EVENT + stack[i]);
    return OCHRE_NO_ACTION;
}

/* After SETUP only what the position itself names is foretold; elsewhere the standard grid and stacks stand in. */
static ochre_action foretell(const struct ochre_setup *setup, struct json given, const struct ochre_state *state,
                             const ochre_action *drawn, int drawn_count)
{
    const struct tribes_tables *t = tribes_tables(setup);
    const struct tribes_state *s = tribes_of(state);
    bool is_scripted = json_is(json_get(given, "phase"), "SETUP");
    ochre_action told = OCHRE_NO_ACTION;
    ochre_action list[TRIBES_LEGAL_MAX];
    if (s->first == TRIBES_NONE)
        return OCHRE_NO_ACTION;
    if (s->decision == TRIBES_AT_DRAW || (s->decision == TRIBES_AT_SETUP && s->turn < setup->seats))
        told = foretell_land(given, s, drawn, drawn_count);
    else if (s->decision == TRIBES_AT_SETUP && s->row_count < TRIBES_ACTION_TILES)
        told = foretell_row(t, given, s);
    else if (s->decision == TRIBES_AT_SETUP)
        told = foretell_board(t, given, bits_count(s->up), is_scripted);
    else if (s->decision == TRIBES_AT_REVEAL && (s->reveals & TRIBES_BOARD_DUE))
        told = foretell_board(t, given, s->slot + TRIBES_COLUMNS, is_scripted);
    else if (s->decision == TRIBES_AT_REVEAL)
        told = foretell_event(t, given, s, s->slot / TRIBES_COLUMNS, is_scripted);
    int count = tribes_rules.legal(setup, state, OCHRE_CHANCE, list);
    return legal_has(list, count, told) ? told : OCHRE_NO_ACTION;
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
static bool speak(const struct ochre_setup *setup, const struct ochre_view *view, const char *line, int *at, int *seat,
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

/* ---- facts ---- */

/* Only what is no path into the view: a board's name has a dot in it, and an empty board has no stones. */
static bool fact(const struct ochre_setup *setup, const struct ochre_state *state, struct json given,
                 const ochre_action *drawn, int drawn_count, const char *path, struct ochre_text *json)
{
    (void)setup;
    (void)given;
    (void)drawn;
    (void)drawn_count;
    const char *name;
    int slot;
    if (!text_starts(path, "stones.", &name) || !tribes_read_slot(&name, &slot) || *name)
        return false;
    text_char(json, '"');
    tribes_say_stones(tribes_of(state), slot, json);
    text_char(json, '"');
    return true;
}

const struct ochre_case_words tribes_cases = {.foretell = foretell, .speak = speak, .fact = fact};
