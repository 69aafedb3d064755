/* dice_read.c: positions from outside, {"fen": …}. */
#include "games/dice/dice_board.h"
#include "rules/reader.h"

static int read_position(struct json position, struct dice_position *p, struct ochre_error *error)
{
    const struct reader r = {error, "4.2"};
    char fen[DICE_FEN_SIZE] = "";
    if (reader_members(&r, position, (const char *const[]){"fen", NULL}) < 0 ||
        reader_text(&r, position, "fen", fen, sizeof fen) < 0)
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
    assert(!dice_check(setup, state));
    return 0;
}

const struct ochre_read dice_read = {
    .cases = &dice_cases,
    .record = &dice_record,
    .terms_of = terms_of,
    .read_state = read_state,
};
