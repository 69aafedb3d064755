/* dice_fen.c: positions as text (docs/packs/dice.md, section 4). Reads into a scratch position and checks it whole;
 * dice_read.c makes a state of it. */
#include "games/dice/dice_board.h"
#include "rules/setup.h"

/* What is not said, and not written. */
static int usual(int option, int mode)
{
    if (option == DICE_NP)
        return mode == MODE_ALONE ? 200 : 100;
    return option == DICE_FACES ? 6 : 0;
}

/* ---- reading ---- */

/* Where the reader is, for refusals: "placement, row 3 (rank 6)". */
struct fen_row {
    int row, rank;
};

/* A short quotation of what was found. */
static const char *quote(char *buffer, size_t size, const char *at)
{
    struct ochre_text text = text_on(buffer, size);
    if (!*at)
        text_add(&text, "the end");
    else {
        text_char(&text, '\'');
        for (int i = 0; at[i] && at[i] != ' ' && i < 16; i++)
            text_char(&text, at[i] < ' ' || at[i] > '~' ? '?' : at[i]);
        text_char(&text, '\'');
    }
    return buffer;
}
#define QUOTE(at) quote((char[24]){0}, 24, (at))

/* The colour of a letter in either case, -1 = none. */
static int colour_of(char letter)
{
    for (int colour = 0; colour < DICE_COLOURS; colour++)
        if (letter == dice_colour_letters[colour] || letter == dice_colour_letters[colour] - 'a' + 'A')
            return colour;
    return -1;
}

/* One unit, "W2" or "b6+". */
static int read_unit(const char **at, dice_unit *unit, struct fen_row at_row, int column, struct ochre_error *error)
{
    int colour = colour_of(**at);
    bool is_diagonal = **at >= 'a';
    if (colour < 0)
        return error_set(error, "4.2",
                         "placement, row {0} (rank {1}), column {2}: expected a unit (W2, b6+) or a number of empty "
                         "squares, found {3}",
                         NUM(at_row.row), NUM(at_row.rank), NUM(column), QUOTE(*at));
    int value = (*at)[1] - '0';
    if (value < 1 || value > 9)
        return error_set(
            error, "4.2",
            "placement, row {0} (rank {1}), column {2}: expected a value from 1 to 9 after the colour, found {3}",
            NUM(at_row.row), NUM(at_row.rank), NUM(column), QUOTE(*at + 1));
    *at += 2;
    bool is_ally = **at == '+';
    *at += is_ally;
    if (is_ally && value == 1)
        return error_set(error, "4.2",
                         "placement, row {0} (rank {1}), column {2}: an alliance has a value of at least 2",
                         NUM(at_row.row), NUM(at_row.rank), NUM(column));
    *unit = dice_make_unit(colour, value, is_diagonal, is_ally);
    return 0;
}

/* One row into `cells`; *width becomes the number of its squares. */
static int read_row(const char **at, dice_unit cells[DICE_SIZE_MAX], int *width, struct fen_row at_row,
                    struct ochre_error *error)
{
    *width = 0;
    while (**at && **at != '/' && **at != ' ') {
        int empties = 1;
        dice_unit unit = 0;
        if (**at >= '0' && **at <= '9') {
            const char *start = *at;
            if (!text_read_number(at, 3, &empties) || empties < 1 || *start == '0')
                return error_set(error, "4.2",
                                 "placement, row {0} (rank {1}), column {2}: expected a number of empty squares from 1 "
                                 "to 10, found {3}",
                                 NUM(at_row.row), NUM(at_row.rank), NUM(*width + 1), QUOTE(start));
        } else if (read_unit(at, &unit, at_row, *width + 1, error) < 0) {
            return -1;
        }
        if (*width + empties > DICE_SIZE_MAX)
            return error_set(error, "4.2", "placement, row {0} (rank {1}): more than 10 squares", NUM(at_row.row),
                             NUM(at_row.rank));
        for (int i = 0; i < empties; i++)
            cells[(*width)++] = unit;
    }
    return 0;
}

/* The rank of a row (counted from 1 at the top) is only known once all are counted. */
static int count_rows(const char *fen)
{
    int rows = 1;
    for (; *fen && *fen != ' '; fen++)
        rows += *fen == '/';
    return rows;
}

static int read_placement(const char **at, struct dice_position *p, struct ochre_error *error)
{
    int n = count_rows(*at);
    if (n < DICE_SIZE_MIN || n > DICE_SIZE_MAX)
        return error_set(error, "4.2", "placement: expected 6 to 10 rows separated by '/', found {0}", NUM(n));
    p->option[DICE_SIZE] = n;
    for (int row = 1; row <= n; row++) {
        dice_unit cells[DICE_SIZE_MAX] = {0};
        int width;
        if (read_row(at, cells, &width, (struct fen_row){row, n + 1 - row}, error) < 0)
            return -1;
        if (width != n)
            return error_set(error, "4.2",
                             "placement, row {0} (rank {1}): expected {2} squares (there are {2} rows), found {3}",
                             NUM(row), NUM(n + 1 - row), NUM(n), NUM(width));
        memcpy(p->unit + (n - row) * n, cells, (size_t)n);
        *at += row < n;
    }
    return 0;
}

/* Goes to the next field; false when there is none. */
static bool next_field(const char **at)
{
    while (**at == ' ')
        ++*at;
    return **at != '\0';
}

/* Copies the field at *at; false when it is too long. */
static bool take_field(const char **at, char *field, size_t size)
{
    struct ochre_text text = text_on(field, size);
    while (**at && **at != ' ')
        text_char(&text, *(*at)++);
    return !text.cut;
}

static bool read_number(const char *word, int low, int *number)
{
    return text_read_number(&word, 9, number) && *word == '\0' && *number >= low;
}

static bool read_option(struct dice_position *p, int option, const char *word)
{
    struct ochre_option_value value;
    if (!option_read(&ochre_dice.options[option], word, &value))
        return false;
    p->option[option] = value.number;
    return true;
}

/* One item of the rules field, "faces=6". */
static int read_item(struct dice_position *p, const char *item, unsigned *given, struct ochre_error *error)
{
    char name[OCHRE_WORD_SIZE];
    struct ochre_text text = text_on(name, sizeof name);
    const char *at = item;
    while (*at && *at != '=')
        text_char(&text, *at++);
    int option = *at ? option_index(&ochre_dice, name) : -1;
    if (option < DICE_FACES)
        return error_set(error, "4.2",
                         "field 4 (rules): expected '-' or faces=, ally=, chain=, martyr=, np=, adj= separated by "
                         "commas, found {0}",
                         QUOTE(item));
    if (*given >> option & 1)
        return error_set(error, "4.2", "field 4 (rules): {0}= stands there twice", name);
    *given |= 1u << option;
    if (read_option(p, option, at + 1))
        return 0;
    char choices[64];
    struct ochre_text expected = text_on(choices, sizeof choices);
    option_say(&ochre_dice.options[option], &expected);
    return error_set(error, "4.2", "field 4 (rules), {0}: expected {1}; found {2}", name, choices, QUOTE(at + 1));
}

static int read_rules(struct dice_position *p, const char *field, struct ochre_error *error)
{
    unsigned given = 0;
    if (text_same(field, "-"))
        return 0;
    for (;;) {
        char word[32];
        struct ochre_text text = text_on(word, sizeof word);
        while (*field && *field != ',')
            text_char(&text, *field++);
        if (read_item(p, word, &given, error) < 0)
            return -1;
        if (!*field)
            return 0;
        field++;
    }
}

/* The fields behind the placement. */
static int read_fields(const char *at, struct dice_position *p, struct ochre_error *error)
{
    char field[128] = "";
    if (!next_field(&at))
        return error_set(error, "4.2", "field 2 (side to move): expected w, b, r or g, found the end");
    if (!take_field(&at, field, sizeof field) || field[1] || !strchr(dice_colour_letters, field[0]))
        return error_set(error, "4.2", "field 2 (side to move): expected w, b, r or g, found {0}", QUOTE(field));
    p->side = colour_of(field[0]);
    if (next_field(&at)) {
        if (!take_field(&at, field, sizeof field) || !read_option(p, DICE_MODE, field))
            return error_set(error, "4.2", "field 3 (mode): expected 2, 4t or 4i, found {0}", QUOTE(field));
    }
    p->option[DICE_NP] = usual(DICE_NP, p->option[DICE_MODE]);
    if (next_field(&at)) {
        if (!take_field(&at, field, sizeof field))
            return error_set(error, "4.2", "field 4 (rules): too long");
        if (read_rules(p, field, error) < 0)
            return -1;
    }
    if (next_field(&at) && (!take_field(&at, field, sizeof field) || !read_number(field, 0, &p->clock)))
        return error_set(error, "4.2", "field 5 (clock): expected a number from 0, found {0}", QUOTE(field));
    if (next_field(&at) && (!take_field(&at, field, sizeof field) || !read_number(field, 1, &p->turn)))
        return error_set(error, "4.2", "field 6 (turn): expected a number from 1, found {0}", QUOTE(field));
    if (next_field(&at))
        return error_set(error, "4.2", "expected the end after field 6 (turn), found {0}", QUOTE(at));
    return 0;
}

/* What only the whole can tell: colours of the mode, values of the dice, a side that can move. */
static int check_position(const struct dice_position *p, struct ochre_error *error)
{
    int n = p->option[DICE_SIZE];
    int colours = p->option[DICE_MODE] == MODE_ALONE ? 4 : 2;
    const char *mode = ochre_dice.options[DICE_MODE].choices[p->option[DICE_MODE]];
    unsigned alive = 0;
    for (int square = 0; square < n * n; square++) {
        dice_unit unit = p->unit[square];
        if (!unit)
            continue;
        if (dice_owner(unit) >= colours)
            return error_set(error, "1.2", "placement, {0}: mode {1} has no such colour (expected W or B)",
                             DICE_SQUARE(n, square), mode);
        if (dice_value(unit) > p->option[DICE_FACES])
            return error_set(error, "1.2", "placement, {0}: value {1} is above the number of faces, {2}",
                             DICE_SQUARE(n, square), NUM(dice_value(unit)), NUM(p->option[DICE_FACES]));
        alive |= 1u << dice_owner(unit);
    }
    char side[2] = {dice_colour_letters[p->side], '\0'};
    if (p->side >= colours)
        return error_set(error, "4.2", "field 2 (side to move): mode {0} has no {1} (expected w or b)", mode, side);
    if (!(alive >> p->side & 1) && (alive & (alive - 1)) != 0)
        return error_set(error, "4.2", "field 2 (side to move): {0} has no unit while two or more other colours have",
                         side);
    return 0;
}

int dice_fen_read(const char *fen, struct dice_position *position, struct ochre_error *error)
{
    *position = (struct dice_position){.turn = 1};
    for (int option = 0; option < DICE_OPTIONS; option++)
        position->option[option] = usual(option, MODE_TWO);
    while (*fen == ' ')
        fen++;
    if (!*fen)
        return error_set(error, "4.2",
                         "expected a position (placement, side, mode, rules, clock, turn), found nothing");
    if (read_placement(&fen, position, error) < 0 || read_fields(fen, position, error) < 0)
        return -1;
    return check_position(position, error);
}

/* ---- writing ---- */

static void write_row(const struct dice_tables *t, const struct dice_core *core, int rank, struct ochre_text *text)
{
    int empties = 0;
    for (int file = 0; file < t->n; file++) {
        dice_unit unit = dice_unit_at(t, core, rank * t->n + file);
        if (!unit) {
            empties++;
            continue;
        }
        if (empties)
            text_int(text, empties);
        empties = 0;
        text_char(text, dice_unit_letter(unit));
        text_int(text, dice_value(unit));
        text_add(text, dice_is_ally(unit) ? "+" : "");
    }
    if (empties)
        text_int(text, empties);
}

/* The rules that are not the usual ones, "faces=9,chain=on". */
static void write_rules(const struct ochre_setup *setup, struct ochre_text *text)
{
    size_t start = text->used;
    for (int option = DICE_FACES; option < DICE_OPTIONS; option++) {
        int number = setup->option[option].number;
        if (number == usual(option, setup->option[DICE_MODE].number))
            continue;
        const char *const *choices = ochre_dice.options[option].choices;
        text_add(text, text->used > start ? "," : "");
        text_add(text, ochre_dice.options[option].name);
        text_char(text, '=');
        text_add(text, choices ? choices[number] : NUM(number));
    }
    if (text->used == start)
        text_char(text, '-');
}

void dice_fen_write(const struct ochre_setup *setup, const struct dice_core *core, struct ochre_text *text)
{
    const struct dice_tables *t = dice_tables(setup);
    for (int rank = t->n - 1; rank >= 0; rank--) {
        write_row(t, core, rank, text);
        text_char(text, rank ? '/' : ' ');
    }
    text_char(text, dice_colour_letters[core->side]);
    text_char(text, ' ');
    text_add(text, setup->option[DICE_MODE].word);
    text_char(text, ' ');
    write_rules(setup, text);
    text_char(text, ' ');
    text_int(text, core->clock);
    text_char(text, ' ');
    text_int(text, dice_is_lot(core) ? 1 : core->turn); /* a position has no lots: the first seat would begin */
}

void dice_status_write(const struct dice_core *core, struct ochre_text *text)
{
    static const char *const words[] = {"ongoing",     "elimination", "sum",        "repetition",
                                        "no-progress", "extinction",  "resignation"};
    if (core->end == END_NONE) {
        text_add(text, words[0]);
        return;
    }
    text_add(text, dice_is_won(core) ? "win " : "draw ");
    if (core->end == END_EXTINCTION)
        text_char(text, '-');
    else
        dice_write_letters(core->named, text);
    text_char(text, ' ');
    text_add(text, words[core->end]);
}
