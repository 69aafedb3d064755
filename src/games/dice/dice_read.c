/* dice_read.c: positions from outside: {"fen": …}, and besides it what a view has. The fen decides about everything
 * that it says; `phase`, `status`, `named` and `seen` say what it cannot: that lots are to be drawn, how a play ended,
 * which positions may come again. */
#include "games/dice/dice_board.h"
#include "rules/reader.h"

static int read_position(struct json position, struct dice_position *p, struct ochre_error *error)
{
    const struct reader r = {error, "4.2"};
    char fen[DICE_FEN_SIZE] = "";
    static const char *const known[] = {"fen",   "?",       "phase", "status", "turn_number", "side",
                                        "clock", "limit",   "size",  "mode",   "faces",       "martyr",
                                        "ally",  "colours", "units", "named",  "seen",        NULL};
    if (reader_members(&r, position, known) < 0 || reader_text(&r, position, "fen", fen, sizeof fen) < 0)
        return -1;
    return dice_fen_read(fen, p, error);
}

/* The value of an option as a word, in a buffer of the caller's. */
static const char *option_word(char buffer[TEXT_NUMBER_SIZE], int option, int number)
{
    const struct ochre_option *of = &ochre_dice.options[option];
    assert(of->choices || (number >= of->min && number <= of->max));
    return of->choices ? of->choices[number] : number_text(buffer, number);
}
#define WORD(option, number) option_word((char[TEXT_NUMBER_SIZE]){0}, (option), (number))

/* Sets an option that is known to be right. */
static void set_option(struct ochre_terms *terms, int option, int number)
{
    struct ochre_option_value *value = &terms->option[option];
    struct ochre_text word = text_on(value->word, sizeof value->word);
    text_add(&word, WORD(option, number));
    value->number = number;
    terms->given[option] = true;
}

static int terms_of(struct json position, struct ochre_terms *terms, struct ochre_error *error)
{
    struct dice_position p;
    if (read_position(position, &p, error) < 0)
        return -1;
    int seats = p.option[DICE_MODE] == MODE_TWO ? 2 : 4;
    if (terms->seats && terms->seats != seats)
        return error_set(error, "3.1", "the position is for {0} seats (mode {1}), not for {2}", NUM(seats),
                         WORD(DICE_MODE, p.option[DICE_MODE]), NUM(terms->seats));
    terms->seats = seats;
    for (int option = 0; option < DICE_OPTIONS; option++)
        if (dice_is_of_position(option))
            set_option(terms, option, p.option[option]);
    return 0;
}

/* ---- what the fen does not say ---- */

/* A key of a position, 16 digits. */
static bool read_key(struct json value, uint64_t *key)
{
    char digits[17];
    if (!json_string(value, digits, sizeof digits) || strlen(digits) != 16)
        return false;
    *key = 0;
    for (int i = 0; i < 16; i++) {
        int digit = digits[i] >= '0' && digits[i] <= '9'   ? digits[i] - '0'
                    : digits[i] >= 'a' && digits[i] <= 'f' ? digits[i] - 'a' + 10
                                                           : -1;
        if (digit < 0)
            return false;
        *key = *key << 4 | (uint64_t)digit;
    }
    return true;
}

/* The positions since the last progress, this one the last while play goes on. */
static int read_seen(const struct reader *r, const struct dice_tables *t, struct dice_state *s, struct json position)
{
    struct json list;
    struct dice_core *core = &s->core;
    if (!json_there(json_get(position, "seen")))
        return 0;
    if (reader_list(r, position, "seen", core->end ? 0 : 1, t->np, &list) < 0)
        return -1;
    memset(s->keys, 0, core->seen * sizeof s->keys[0]);
    core->seen = 0;
    for (struct json item = json_first(list); json_there(item); item = json_next(item))
        if (!read_key(item, &s->keys[core->seen++]))
            return reader_refuse(r, "3.8.5", item, "expected a key of 16 digits, as a view has it");
    if (!core->end && s->keys[core->seen - 1] != dice_position_key(core))
        return reader_refuse_member(r, "3.8.5", position, "seen", "the last one must be this position");
    return 0;
}

/* The colours that a finished play names, "wb"; those that the board tells where nothing is said. */
static int read_named(const struct reader *r, const struct dice_tables *t, struct dice_core *core, struct json position)
{
    char letters[DICE_COLOURS + 1] = "";
    unsigned named = 0;
    if (!json_there(json_get(position, "named")))
        return 0;
    if (reader_text(r, position, "named", letters, sizeof letters) < 0)
        return -1;
    for (const char *at = letters; *at; at++) {
        const char *letter = strchr(dice_colour_letters, *at);
        int colour = letter ? (int)(letter - dice_colour_letters) : DICE_COLOURS;
        if (colour >= t->colours)
            return reader_refuse_member(r, "4.4", position, "named", "expected letters of the colours in play");
        named |= 1u << colour;
    }
    if (core->end == END_EXTINCTION && named)
        core->named = (uint8_t)named;
    if (core->end == END_RESIGNED) {
        if (named == 0 || (named & (named - 1)) || (named & ~core->alive))
            return reader_refuse_member(r, "3.8.7", position, "named", "expected the one colour that is left");
        core->named = (uint8_t)named;
    }
    return named == core->named ? 0 : reader_refuse_member(r, "4.4", position, "named", "the position says otherwise");
}

/* How it ended: what the board does not tell is repetition, and that somebody left. */
static int read_status(const struct reader *r, const struct dice_tables *t, struct dice_core *core,
                       struct json position)
{
    char given[32] = "";
    char own[32];
    if (!json_there(json_get(position, "status")))
        return 0;
    if (reader_text(r, position, "status", given, sizeof given) < 0)
        return -1;
    const char *how = strrchr(given, ' ') ? strrchr(given, ' ') + 1 : given;
    if (!core->end && (text_same(how, "repetition") || text_same(how, "sum")))
        dice_end_drawn(t, core, END_REPETITION);
    if (!core->end && text_same(how, "resignation"))
        core->end = END_RESIGNED;
    if (read_named(r, t, core, position) < 0)
        return -1;
    if (core->end == END_RESIGNED && !core->named)
        return reader_refuse_member(r, "3.8.7", position, "named", "who is left when somebody has left?");
    struct ochre_text words = text_on(own, sizeof own);
    dice_status_write(core, &words);
    return text_same(own, given) ? 0
                                 : reader_refuse_member(r, "4.4", position, "status", "this position is '{0}'", own);
}

/* 1.5: lots that are still to be drawn. */
static int read_lots(const struct reader *r, const struct ochre_setup *setup, struct dice_core *core,
                     struct json position)
{
    static const char *const phases[] = {"PLAY", "LOTS", "OVER", NULL};
    int phase = 0;
    if (!json_there(json_get(position, "phase")))
        return 0;
    if (reader_word(r, position, "phase", phases, &phase) < 0)
        return -1;
    if (phase != 1)
        return 0;
    if (setup->chance_actions == 0 || core->end || core->turn != 1)
        return reader_refuse_member(r, "1.5", position, "phase", "there are no lots to be drawn");
    core->turn = 0;
    return 0;
}

static int read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                      struct ochre_error *error)
{
    const struct dice_tables *t = dice_tables(setup);
    struct dice_position p;
    if (read_position(position, &p, error) < 0)
        return -1;
    for (int option = 0; option < DICE_OPTIONS; option++)
        if (dice_is_of_position(option) && p.option[option] != setup->option[option].number)
            return error_set(error, "2", "the position is for {0}={1}; {0}={2} was agreed",
                             ochre_dice.options[option].name, WORD(option, p.option[option]),
                             setup->option[option].word);
    struct dice_state *s = dice(state);
    memset(state->bytes, 0, setup->state_size);
    for (int square = 0; square < t->squares; square++)
        if (p.unit[square])
            dice_put(t, &s->core, square, p.unit[square]);
    s->core.side = (uint8_t)p.side;
    s->core.clock = (uint32_t)p.clock;
    s->core.turn = (uint32_t)p.turn;
    dice_settle(t, s);
    const struct reader r = {error, "4.2"};
    if (read_status(&r, t, &s->core, position) < 0 || read_seen(&r, t, s, position) < 0 ||
        read_lots(&r, setup, &s->core, position) < 0)
        return -1;
    assert(!dice_check(setup, state));
    return 0;
}

const struct ochre_read dice_read = {
    .cases = &dice_cases,
    .record = &dice_record,
    .terms_of = terms_of,
    .read_state = read_state,
};
