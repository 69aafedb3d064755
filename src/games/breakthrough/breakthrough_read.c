/* breakthrough_read.c: a position typed in, fully checked. */
#include "games/breakthrough/breakthrough.h"
#include "rules/reader.h"

/* One row of a board; the cursor ends behind it. */
static int read_row(struct breakthrough_state *s, const char **at, int row, struct ochre_error *error)
{
    int file = 0;
    for (; **at && **at != '/' && **at != ' '; (*at)++) {
        char letter = **at;
        if (letter == 'w' || letter == 'b') {
            if (file < 8)
                s->pawns[letter == 'b'] |= UINT64_C(1) << (8 * row + file);
            file++;
        } else if (letter >= '1' && letter <= '8') {
            file += letter - '0';
        } else {
            return error_set(error, "B1.1", "board: row {0} has a '{1}' (expected w, b or a digit from 1 to 8)",
                             NUM(row + 1), ((char[2]){letter > ' ' && letter <= '~' ? letter : '?', '\0'}));
        }
        if (file > 8)
            break;
    }
    if (file != 8)
        return error_set(error, "B1.1", "board: row {0} must have 8 squares", NUM(row + 1));
    return 0;
}

static int read_board(struct breakthrough_state *s, const char *at, struct ochre_error *error)
{
    for (int row = 7; row >= 0; row--) {
        if (read_row(s, &at, row, error) < 0)
            return -1;
        if (row > 0 && *at++ != '/')
            return error_set(error, "B1.1", "board: 8 rows separated by '/' expected");
    }
    if (!text_same(at, " w") && !text_same(at, " b"))
        return error_set(error, "B1.3", "board: after the rows a blank and w or b say whose turn it is");
    s->turn = at[1] == 'b';
    return 0;
}

static int read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                      struct ochre_error *error)
{
    const struct reader r = {error, "B1.1"};
    struct breakthrough_state *s = breakthrough(state);
    char line[96];
    if (!json_there(json_get(position, "board"))) {
        breakthrough_rules.start(setup, state);
        return 0;
    }
    if (reader_text(&r, position, "board", line, sizeof line) < 0)
        return -1;
    memset(state->bytes, 0, setup->state_size);
    if (read_board(s, line, error) < 0)
        return -1;
    for (int seat = 0; seat < 2; seat++)
        if (bits_count(s->pawns[seat]) > BREAKTHROUGH_PAWNS)
            return error_set(error, "B1.2", "board: a seat has at most 16 pawns");
    bool is_white = (s->pawns[0] & BREAKTHROUGH_ROW_8) || !s->pawns[1];
    bool is_black = (s->pawns[1] & BREAKTHROUGH_ROW_1) || !s->pawns[0];
    if (is_white && is_black)
        return error_set(error, "B3.1", "board: both seats have won");
    s->winner = is_white ? 1 : is_black ? 2 : 0;
    return 0;
}

const struct ochre_read breakthrough_read = {
    .read_state = read_state,
};
