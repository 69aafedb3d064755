/* dice_fen.c: positions as text (docs/rules/dice.md, section 4). Reads into a scratch position, checks it whole, then
 * makes a state of it. */
#include "games/dice/dice.h"

const char dice_colour_letters[] = "wbrg";

static const char *const mode_words[] = {"2", "4t", "4i"};
static const char *const martyr_words[] = {"remove", "swap", "off"};

static int usual_np(int mode)
{
    return mode == MODE_ALONE ? 200 : 100;
}

static int colours_of(int mode)
{
    return mode == MODE_ALONE ? 4 : 2;
}

/* ---- reading ---- */

/* Where the reader is, for error messages: "row 3 (rank 6)". */
static const char *row_text(char *buffer, size_t size, int row, int rank)
{
    struct ochre_text text = text_on(buffer, size);
    text_fill(&text, "placement, row {0} (rank {1})", (const char *const[]){NUM(row), NUM(rank), NULL});
    return buffer;
}
enum { ROW_TEXT = 48 };
#define ROW(row, rank) row_text((char[ROW_TEXT]){0}, ROW_TEXT, (row), (rank))

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
static int read_unit(const char **at, dice_unit *unit, const char *where, int column, struct ochre_error *error)
{
    int colour = colour_of(**at);
    bool is_diagonal = **at >= 'a';
    if (colour < 0)
        return error_set(error, "4.2",
                         "{0}, column {1}: expected a unit (W2, b6+) or a number of empty squares, found {2}", where,
                         NUM(column), QUOTE(*at));
    int value = (*at)[1] - '0';
    if (value < 1 || value > 9)
        return error_set(error, "4.2", "{0}, column {1}: expected a value from 1 to 9 after the colour, found {2}",
                         where, NUM(column), QUOTE(*at + 1));
    *at += 2;
    bool is_ally = **at == '+';
    *at += is_ally;
    if (is_ally && value == 1)
        return error_set(error, "4.2", "{0}, column {1}: an alliance has a value of at least 2", where, NUM(column));
    *unit = unit_make(colour, value, is_diagonal, is_ally);
    return 0;
}

/* One row into `cells`; *width becomes the number of its squares. */
static int read_row(const char **at, dice_unit cells[DICE_SIZE_MAX], int *width, const char *where,
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
                                 "{0}, column {1}: expected a number of empty squares from 1 to 10, found {2}", where,
                                 NUM(*width + 1), QUOTE(start));
        } else if (read_unit(at, &unit, where, *width + 1, error) < 0) {
            return -1;
        }
        if (*width + empties > DICE_SIZE_MAX)
            return error_set(error, "4.2", "{0}: more than 10 squares", where);
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
    p->n = n;
    for (int row = 1; row <= n; row++) {
        dice_unit cells[DICE_SIZE_MAX] = {0};
        int width;
        if (read_row(at, cells, &width, ROW(row, n + 1 - row), error) < 0)
            return -1;
        if (width != n)
            return error_set(error, "4.2", "{0}: expected {1} squares (there are {1} rows), found {2}",
                             ROW(row, n + 1 - row), NUM(n), NUM(width));
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

static int word_index(const char *word, const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (text_same(word, words[i]))
            return i;
    return -1;
}

static bool read_switch(const char *word, bool *is_on)
{
    *is_on = text_same(word, "on");
    return *is_on || text_same(word, "off");
}

static bool read_number_in(const char *word, int low, int high, int *number)
{
    return text_read_number(&word, 9, number) && *word == '\0' && *number >= low && *number <= high;
}

/* The items of the rules field, in the order of the canonical output. */
static const struct {
    const char *name, *expected;
} items[] = {
    {"faces=", "faces=2 to faces=9"},    {"ally=", "ally=on or ally=off"},
    {"chain=", "chain=on or chain=off"}, {"martyr=", "martyr=remove, martyr=swap or martyr=off"},
    {"np=", "np=1 to np=400"},           {"adj=", "adj=draw or adj=sum"},
};
enum { ITEM_FACES, ITEM_ALLY, ITEM_CHAIN, ITEM_MARTYR, ITEM_NP, ITEM_ADJ, ITEM_COUNT };

static bool read_item_value(struct dice_position *p, int item, const char *value)
{
    switch (item) {
    case ITEM_FACES: return read_number_in(value, 2, DICE_FACES_MAX, &p->faces);
    case ITEM_ALLY: return read_switch(value, &p->ally);
    case ITEM_CHAIN: return read_switch(value, &p->chain);
    case ITEM_MARTYR: return (p->martyr = word_index(value, martyr_words, 3)) >= 0;
    case ITEM_NP: return read_number_in(value, 1, DICE_NP_MAX, &p->np);
    default: p->sum = text_same(value, "sum"); return p->sum || text_same(value, "draw");
    }
}

static int read_item(struct dice_position *p, const char *word, unsigned *given, struct ochre_error *error)
{
    for (int item = 0; item < ITEM_COUNT; item++) {
        const char *value;
        if (!text_starts(word, items[item].name, &value))
            continue;
        if (*given >> item & 1)
            return error_set(error, "4.2", "field 4 (rules): {0} stands there twice", items[item].name);
        *given |= 1u << item;
        if (!read_item_value(p, item, value))
            return error_set(error, "4.2", "field 4 (rules): expected {0}, found {1}", items[item].expected,
                             QUOTE(word));
        return 0;
    }
    return error_set(
        error, "4.2",
        "field 4 (rules): expected '-' or faces=, ally=, chain=, martyr=, np=, adj= separated by commas, found {0}",
        QUOTE(word));
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
    char field[128];
    if (!next_field(&at))
        return error_set(error, "4.2", "field 2 (side to move): expected w, b, r or g, found the end");
    if (!take_field(&at, field, sizeof field) || field[1] || !strchr(dice_colour_letters, field[0]))
        return error_set(error, "4.2", "field 2 (side to move): expected w, b, r or g, found {0}", QUOTE(field));
    p->side = colour_of(field[0]);
    if (next_field(&at)) {
        p->mode = take_field(&at, field, sizeof field) ? word_index(field, mode_words, 3) : -1;
        if (p->mode < 0)
            return error_set(error, "4.2", "field 3 (mode): expected 2, 4t or 4i, found {0}", QUOTE(field));
    }
    p->np = usual_np(p->mode);
    if (next_field(&at)) {
        if (!take_field(&at, field, sizeof field))
            return error_set(error, "4.2", "field 4 (rules): too long");
        if (read_rules(p, field, error) < 0)
            return -1;
    }
    if (next_field(&at) && (!take_field(&at, field, sizeof field) || !read_number_in(field, 0, 999999999, &p->clock)))
        return error_set(error, "4.2", "field 5 (clock): expected a number from 0, found {0}", QUOTE(field));
    if (next_field(&at) && (!take_field(&at, field, sizeof field) || !read_number_in(field, 1, 999999999, &p->turn)))
        return error_set(error, "4.2", "field 6 (turn): expected a number from 1, found {0}", QUOTE(field));
    if (next_field(&at))
        return error_set(error, "4.2", "expected the end after field 6 (turn), found {0}", QUOTE(at));
    return 0;
}

/* "d4" in a buffer for the enclosing expression. */
static const char *square_text(char *buffer, size_t size, int n, int square)
{
    struct ochre_text text = text_on(buffer, size);
    text_char(&text, (char)('a' + square % n));
    text_int(&text, square / n + 1);
    return buffer;
}
#define SQUARE(n, square) square_text((char[8]){0}, 8, (n), (square))

/* What only the whole can tell: colours of the mode, values of the dice, a side that can move. */
static int check_position(const struct dice_position *p, struct ochre_error *error)
{
    unsigned alive = 0;
    for (int square = 0; square < p->n * p->n; square++) {
        dice_unit unit = p->unit[square];
        if (!unit)
            continue;
        if (unit_owner(unit) >= colours_of(p->mode))
            return error_set(error, "1.2", "placement, {0}: mode {1} has no such colour (expected W or B)",
                             SQUARE(p->n, square), mode_words[p->mode]);
        if (unit_value(unit) > p->faces)
            return error_set(error, "1.2", "placement, {0}: value {1} is above the number of faces, {2}",
                             SQUARE(p->n, square), NUM(unit_value(unit)), NUM(p->faces));
        alive |= 1u << unit_owner(unit);
    }
    char side[2] = {dice_colour_letters[p->side], '\0'};
    if (p->side >= colours_of(p->mode))
        return error_set(error, "4.2", "field 2 (side to move): mode {0} has no {1} (expected w or b)",
                         mode_words[p->mode], side);
    if (!(alive >> p->side & 1) && (alive & (alive - 1)) != 0)
        return error_set(error, "4.2", "field 2 (side to move): {0} has no unit while two or more other colours have",
                         side);
    return 0;
}

int dice_fen_read(const char *fen, struct dice_position *position, struct ochre_error *error)
{
    *position = (struct dice_position){.mode = MODE_TWO, .faces = 6, .ally = true, .turn = 1};
    while (*fen == ' ')
        fen++;
    if (!*fen)
        return error_set(error, "4.2",
                         "expected a position (placement, side, mode, rules, clock, turn), found nothing");
    if (read_placement(&fen, position, error) < 0 || read_fields(fen, position, error) < 0)
        return -1;
    return check_position(position, error);
}

/* The FEN of {"fen": …}. */
static int fen_of(struct json position, char fen[DICE_FEN_SIZE], struct ochre_error *error)
{
    struct json member = json_get(position, "fen");
    if (!json_there(member))
        return error_set(error, "4.2", "a position of dice is {\"fen\": …}");
    if (json_count(position) != 1)
        return error_set(error, "4.2", "a position of dice has no member but \"fen\"");
    if (json_kind(member) != JSON_STRING)
        return error_set(error, "4.2", "fen: expected a string");
    if (!json_string(member, fen, DICE_FEN_SIZE))
        return error_set(error, "4.2", "fen: expected at most {0} characters", NUM(DICE_FEN_SIZE - 1));
    return 0;
}

static int read_position(struct json position, struct dice_position *p, struct ochre_error *error)
{
    char fen[DICE_FEN_SIZE] = "";
    return fen_of(position, fen, error) < 0 ? -1 : dice_fen_read(fen, p, error);
}

/* Sets an option that is known to be right. */
static void set_option(struct ochre_terms *terms, const char *name, const char *value)
{
    static const char *const names[] = {"mode", "size", "setup", "faces", "ally", "chain", "martyr", "np", "adj"};
    int index = word_index(name, names, 9);
    struct ochre_option_value *option = &terms->option[index];
    struct ochre_text word = text_on(option->word, sizeof option->word);
    text_add(&word, value);
    const char *const *choices = terms->game->options[index].choices;
    const char *at = value;
    option->number = 0;
    for (int i = 0; choices && choices[i]; i++)
        if (text_same(choices[i], value))
            option->number = i;
    if (!choices)
        text_read_number(&at, 6, &option->number);
    terms->given[index] = true;
}

int dice_terms_of(struct json position, struct ochre_terms *terms, struct ochre_error *error)
{
    struct dice_position p;
    if (read_position(position, &p, error) < 0)
        return -1;
    int seats = p.mode == MODE_TWO ? 2 : 4;
    if (terms->seats && terms->seats != seats)
        return error_set(error, "3.1", "the position is for {0} seats (mode {1}), not for {2}", NUM(seats),
                         mode_words[p.mode], NUM(terms->seats));
    terms->seats = seats;
    set_option(terms, "mode", mode_words[p.mode]);
    set_option(terms, "size", NUM(p.n));
    set_option(terms, "faces", NUM(p.faces));
    set_option(terms, "ally", p.ally ? "on" : "off");
    set_option(terms, "chain", p.chain ? "on" : "off");
    set_option(terms, "martyr", martyr_words[p.martyr]);
    set_option(terms, "np", NUM(p.np));
    set_option(terms, "adj", p.sum ? "sum" : "draw");
    return 0;
}

int dice_read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                    struct ochre_error *error)
{
    const struct dice_rules *rules = dice_rules_of(setup);
    struct dice_position p;
    if (read_position(position, &p, error) < 0)
        return -1;
    if (p.n != rules->n || p.mode != rules->mode)
        return error_set(error, "2", "the position is of size {0} and mode {1}; size {2} and mode {3} were agreed",
                         NUM(p.n), mode_words[p.mode], NUM(rules->n), mode_words[rules->mode]);
    if (p.faces != rules->faces || p.ally != rules->ally || p.chain != rules->chain || p.martyr != rules->martyr ||
        p.np != rules->np || p.sum != rules->sum)
        return error_set(error, "2", "field 4 (rules): the position has other rules than were agreed");
    struct dice_state *s = dice(state);
    memset(state->bytes, 0, setup->state_size);
    for (int square = 0; square < rules->squares; square++)
        if (p.unit[square])
            dice_put(rules, &s->core, square, p.unit[square]);
    s->core.side = (uint8_t)p.side;
    s->core.clock = (uint32_t)p.clock;
    s->core.turn = (uint32_t)p.turn;
    dice_settle(rules, s);
    return 0;
}

/* ---- writing ---- */

void dice_square_write(const struct dice_rules *rules, int square, struct ochre_text *text)
{
    text_char(text, (char)('a' + square % rules->n));
    text_int(text, square / rules->n + 1);
}

static void write_row(const struct dice_rules *rules, const struct dice_core *core, int rank, struct ochre_text *text)
{
    int empties = 0;
    for (int file = 0; file < rules->n; file++) {
        dice_unit unit = dice_unit_at(rules, core, rank * rules->n + file);
        if (!unit) {
            empties++;
            continue;
        }
        if (empties)
            text_int(text, empties);
        empties = 0;
        char letter = dice_colour_letters[unit_owner(unit)];
        text_char(text, unit_is_diagonal(unit) ? letter : (char)(letter - 'a' + 'A'));
        text_int(text, unit_value(unit));
        text_add(text, unit_is_ally(unit) ? "+" : "");
    }
    if (empties)
        text_int(text, empties);
}

/* Adds "name=value" behind what is there since `start`. */
static void write_item(struct ochre_text *text, size_t start, const char *name, const char *value)
{
    text_add(text, text->used > start ? "," : "");
    text_add(text, name);
    text_add(text, value);
}

static void write_rules(const struct dice_rules *rules, struct ochre_text *text)
{
    size_t start = text->used;
    if (rules->faces != 6)
        write_item(text, start, items[ITEM_FACES].name, NUM(rules->faces));
    if (!rules->ally)
        write_item(text, start, items[ITEM_ALLY].name, "off");
    if (rules->chain)
        write_item(text, start, items[ITEM_CHAIN].name, "on");
    if (rules->martyr != MARTYR_REMOVE)
        write_item(text, start, items[ITEM_MARTYR].name, martyr_words[rules->martyr]);
    if (rules->np != usual_np(rules->mode))
        write_item(text, start, items[ITEM_NP].name, NUM(rules->np));
    if (rules->sum)
        write_item(text, start, items[ITEM_ADJ].name, "sum");
    if (text->used == start)
        text_char(text, '-');
}

void dice_fen_write(const struct dice_rules *rules, const struct dice_core *core, struct ochre_text *text)
{
    for (int rank = rules->n - 1; rank >= 0; rank--) {
        write_row(rules, core, rank, text);
        text_char(text, rank ? '/' : ' ');
    }
    text_char(text, dice_colour_letters[core->side]);
    text_char(text, ' ');
    text_add(text, mode_words[rules->mode]);
    text_char(text, ' ');
    write_rules(rules, text);
    text_char(text, ' ');
    text_int(text, core->clock);
    text_char(text, ' ');
    text_int(text, core->turn);
}

void dice_status_write(const struct dice_core *core, struct ochre_text *text)
{
    static const char *const words[] = {"ongoing", "elimination", "sum", "repetition", "no-progress", "extinction"};
    if (core->end == END_NONE) {
        text_add(text, words[0]);
        return;
    }
    text_add(text, core->end == END_ELIMINATION || core->end == END_SUM ? "win " : "draw ");
    for (int colour = 0; colour < DICE_COLOURS && core->end != END_EXTINCTION; colour++)
        if (core->named >> colour & 1)
            text_char(text, dice_colour_letters[colour]);
    text_add(text, core->end == END_EXTINCTION ? "- " : " ");
    text_add(text, words[core->end]);
}
