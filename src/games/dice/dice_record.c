/* dice_record.c: the game record (4.6): tags, an empty line, moves, the result.
 *
 *     [FEN "8/8/3w44/2w45/8/8/8/W16B1 w 2 - 0 30"]
 *     [Result "*"]
 *
 *     15... c5+d6 h1r
 *     *
 *
 * A resignation that ends the play is not written: the result says it. Four alone play on, so there it is a word among
 * the moves, "p3>resign". */
#include "games/dice/dice_board.h"

enum { WORD_SIZE = 64 };

/* ---- tags ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_blanks(const char **at)
{
    while (is_blank(**at))
        ++*at;
}

static bool is_name_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* "value" up to its quotation mark; \" and \\ stand for what follows the stroke. */
static int read_value(struct ochre_record_place *place, struct ochre_text *value, struct ochre_error *error)
{
    if (*place->at != '"')
        return error_set(error, "4.6", "expected a value in quotation marks");
    for (place->at++; *place->at != '"'; place->at++) {
        if (*place->at == '\\' && (place->at[1] == '"' || place->at[1] == '\\'))
            place->at++;
        if ((unsigned char)*place->at < ' ')
            return error_set(error, "4.6", "the value has no closing quotation mark on its line");
        text_char(value, *place->at);
    }
    place->at++;
    return 0;
}

/* One line [Name "value"]; FEN and Result are kept, the others are for people. */
static int read_tag(struct ochre_record_place *place, struct ochre_record_head *head, struct ochre_error *error)
{
    char name[WORD_SIZE];
    char value[OCHRE_RECORD_TEXT];
    struct ochre_text name_text = text_on(name, sizeof name);
    struct ochre_text value_text = text_on(value, sizeof value);
    place->from = place->at++;
    skip_blanks(&place->at);
    while (is_name_letter(*place->at))
        text_char(&name_text, *place->at++);
    if (!name_text.used)
        return error_set(error, "4.6", "expected a tag, [Name \"value\"]");
    skip_blanks(&place->at);
    const char *value_at = place->at;
    if (read_value(place, &value_text, error) < 0)
        return -1;
    skip_blanks(&place->at);
    if (*place->at != ']')
        return error_set(error, "4.6", "expected ']' after the value of {0}", name);
    place->at++;
    bool is_fen = text_same(name, "FEN");
    if (!is_fen && !text_same(name, "Result"))
        return 0;
    if (is_fen ? head->position_at != NULL : head->result_at != NULL)
        return error_set(error, "4.6", "the tag {0} stands twice", name);
    char *kept = is_fen ? head->position : head->result;
    struct ochre_text text = text_on(kept, is_fen ? sizeof head->position : sizeof head->result);
    text_add(&text, value);
    if (value_text.cut || text.cut || !value_text.used)
        return error_set(error, "4.6", "{0}: expected a shorter value, but not none", name);
    *(is_fen ? &head->position_at : &head->result_at) = value_at;
    return 0;
}

static int end_line(struct ochre_record_place *place, struct ochre_error *error)
{
    skip_blanks(&place->at);
    place->from = place->at;
    if (*place->at != '\n')
        return error_set(error, "4.6", "expected the end of the line after the tag");
    place->at++;
    return 0;
}

static int read_head(struct ochre_record_place *place, struct ochre_record_head *head, struct ochre_error *error)
{
    while (is_blank(*place->at) || *place->at == '\n')
        place->at++;
    while (*place->at == '[') {
        if (read_tag(place, head, error) < 0 || end_line(place, error) < 0)
            return -1;
        skip_blanks(&place->at);
    }
    place->from = place->at;
    if (*place->at != '\n')
        return error_set(error, "4.6", "expected a tag, or an empty line before the moves");
    if (!head->position_at || !head->result_at)
        return error_set(error, "4.6", "there must be a tag {0}", head->position_at ? "Result" : "FEN");
    if (head->position[0] == '@' || text_same(head->position, "-") || head->position[0] == '{')
        return error_set(error, "4.2", "FEN: expected a position as text");
    return 0;
}

/* ---- results ---- */

/* Results of two colours, by the colours that win or share. */
static const char *const of_two[] = {"*", "1-0", "0-1", "1/2-1/2"};

/* The colours of a result that names some: those that win or share. 0: none (the play goes on), -1: no result of this
 * mode. */
static int colours_of_result(const struct dice_tables *t, const char *word)
{
    if (t->colours == 2) {
        for (int colours = 0; colours < 4; colours++)
            if (text_same(word, of_two[colours]))
                return colours;
        return -1;
    }
    if (text_same(word, "*"))
        return 0;
    int colours = 0;
    for (const char *at = word + (*word == '='); *at; at++) {
        const char *letter = strchr(dice_colour_letters, *at);
        if (!letter || colours >> (letter - dice_colour_letters))
            return -1; /* no colour, or not in the order of turns */
        colours |= 1 << (letter - dice_colour_letters);
    }
    return (*word == '=') == (bits_count((unsigned)colours) > 1) ? colours : -1;
}

static void write_result(const struct ochre_setup *setup, const struct ochre_view *view, struct ochre_text *text)
{
    const struct dice_core *core = dice_seen(view);
    if (dice_tables(setup)->colours == 2 || !core->end) {
        text_add(text, of_two[core->end ? core->named & 3 : 0]);
        return;
    }
    text_add(text, bits_count(core->named) > 1 ? "=" : "");
    dice_write_letters(core->named, text);
}

/* Draws may be agreed (3.8), among all who still play. */
static bool may_agree(const struct ochre_setup *setup, const struct ochre_view *view, const char *result)
{
    int colours = colours_of_result(dice_tables(setup), result);
    return colours > 0 && (unsigned)colours == dice_seen(view)->alive;
}

/* ---- moves ---- */

static const char *results_expected(const struct dice_tables *t)
{
    return t->colours == 2 ? "1-0, 0-1, 1/2-1/2 or *" : "the winner's colour, = and the drawing colours, or *";
}

/* The next word that is no number; "" at the end of the text. */
static int read_word(struct ochre_record_place *place, char word[WORD_SIZE], struct ochre_error *error)
{
    struct ochre_text text;
    do {
        while (is_blank(*place->at) || *place->at == '\n')
            place->at++;
        place->from = place->at;
        text = text_on(word, WORD_SIZE);
        while (*place->at && !is_blank(*place->at) && *place->at != '\n') {
            if (*place->at < '!' || *place->at > '~')
                return error_set(error, "4.6", "expected words of plain letters");
            text_char(&text, *place->at++);
        }
        if (text.cut)
            return error_set(error, "4.6", "no move is as long as this");
    } while (text.used && word[text.used - 1] == '.');
    return 0;
}

/* The result says that somebody lost whom no rule has beaten: the first of them in the order of turns gives up. */
static bool read_loser(const struct dice_core *core, int colours, int *seat)
{
    unsigned losers = core->alive & ~(unsigned)colours;
    if (core->end || colours == 0 || losers == 0)
        return false;
    *seat = __builtin_ctz(losers); /* p1 to p4 begin with w to g; partners lose together */
    return true;
}

/* The last word: it is the Result of the tags, and nothing follows. */
static int read_end(const struct ochre_record_head *head, struct ochre_record_place *place, const char *word,
                    struct ochre_error *error)
{
    char more[WORD_SIZE];
    if (!text_same(word, head->result))
        return error_set(error, "4.6", "the last word is {0}, but the tag Result says {1}", word, head->result);
    if (read_word(place, more, error) < 0)
        return -1;
    return more[0] ? error_set(error, "4.6", "something follows the result") : 0;
}

static int next(const struct ochre_setup *setup, const struct ochre_record_head *head, const struct ochre_view *view,
                struct ochre_record_place *place, int *seat, struct ochre_text *move, struct ochre_error *error)
{
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = dice_seen(view);
    char word[WORD_SIZE];
    if (read_word(place, word, error) < 0)
        return -1;
    if (!word[0])
        return error_set(error, "4.6", "expected a move or the result ({0})", results_expected(t));
    int colours = colours_of_result(t, word);
    if (colours >= 0 && read_loser(core, colours, seat)) {
        place->at = place->from; /* the result is read again, when it is true */
        text_add(move, "resign");
        return 1;
    }
    if (colours >= 0)
        return read_end(head, place, word, error);
    *seat = dice_seat_to_move(t, core);
    const char *text = word;
    if (word[0] == 'p' && word[1] >= '1' && word[1] < '1' + setup->seats && word[2] == '>') {
        *seat = word[1] - '1';
        text = word + 3;
    }
    text_add(move, text);
    return 1;
}

/* ---- writing ---- */

static void write_tag(struct ochre_text *text, const char *name, const char *value)
{
    text_char(text, '[');
    text_add(text, name);
    text_add(text, " \"");
    text_add(text, value);
    text_add(text, "\"]\n");
}

static void write_head(const struct ochre_setup *setup, const struct ochre_view *start,
                       const struct ochre_record_head *head, struct ochre_text *text)
{
    char fen[DICE_FEN_SIZE];
    struct ochre_text position = text_on(fen, sizeof fen);
    dice_fen_write(setup, dice_seen(start), &position);
    write_tag(text, "FEN", fen);
    write_tag(text, "Result", head->result);
    text_char(text, '\n');
}

/* A line for each round. With two colours it is numbered like the moves of chess, with four by its first turn. */
static void write_number(const struct dice_tables *t, const struct dice_core *core, const struct ochre_record_pen *pen,
                         struct ochre_text *text)
{
    bool is_first_colour = (core->alive & ((1u << core->side) - 1)) == 0;
    if (pen->is_open && !is_first_colour) {
        text_char(text, ' ');
        return;
    }
    text_add(text, pen->is_open ? "\n" : "");
    text_int(text, t->colours == 2 ? (core->turn + 1) / 2 : core->turn);
    text_add(text, t->colours == 2 && !is_first_colour ? "... " : ". ");
}

static void write_step(const struct ochre_setup *setup, struct ochre_record_pen *pen,
                       const struct ochre_record_head *head, const struct ochre_record_step *step,
                       struct ochre_text *text)
{
    (void)head;
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = dice_seen(step->before);
    if (step->seat == OCHRE_CHANCE)
        return; /* the position says who begins */
    if (step->action == OCHRE_NO_ACTION) {
        if (step->is_end)
            return; /* the result says it */
        text_add(text, pen->is_open ? " p" : "p");
        text_int(text, step->seat + 1);
        text_add(text, ">resign");
    } else {
        write_number(t, core, pen, text);
        dice_words.format_move(setup, step->before, step->seat, step->action, text);
    }
    pen->is_open = true;
}

static void write_end(const struct ochre_setup *setup, struct ochre_record_pen *pen,
                      const struct ochre_record_head *head, struct ochre_text *text)
{
    (void)setup;
    text_add(text, pen->is_open ? "\n" : "");
    text_add(text, head->result);
    text_char(text, '\n');
}

const struct ochre_record_form dice_record = {
    .mark = '[',
    .suffix = "pgn",
    .begins_after_chance = true,
    .read_head = read_head,
    .next = next,
    .may_agree = may_agree,
    .result = write_result,
    .write_head = write_head,
    .write_step = write_step,
    .write_end = write_end,
};
