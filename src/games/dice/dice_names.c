/* dice_names.c: what squares, colours and stones are called. */
#include "games/dice/dice.h"

const char dice_colour_letters[] = "wbrg";

const char *dice_colour_name(int colour)
{
    static const char *const names[] = {N_("White"), N_("Black"), N_("Red"), N_("Green")};
    assert(colour >= 0 && colour < DICE_COLOURS);
    return names[colour];
}

void dice_say_unit(dice_unit unit, struct ochre_text *text)
{
    assert(dice_value(unit) > 0);
    if (dice_is_ally(unit))
        text_say(text, "the alliance of {0}", NUM(dice_value(unit)));
    else
        text_say(text, "the {0}", NUM(dice_value(unit)));
}

void dice_write_letters(unsigned set, struct ochre_text *text)
{
    for (int colour = 0; colour < DICE_COLOURS; colour++)
        if (set >> colour & 1)
            text_char(text, dice_colour_letters[colour]);
}

char dice_unit_letter(dice_unit unit)
{
    assert(dice_value(unit) > 0);
    char letter = dice_colour_letters[dice_owner(unit)];
    return dice_is_diagonal(unit) ? letter : (char)(letter - 'a' + 'A');
}

void dice_say_square(int n, int square, struct ochre_text *text)
{
    int rank = dice_rank(n, square);
    text_char(text, (char)('a' + square - rank * n));
    if (rank == 9)
        text_char(text, '1');
    text_char(text, (char)(rank == 9 ? '0' : '1' + rank));
}

const char *dice_square_name(char name[DICE_NAME_SIZE], int n, int square)
{
    struct ochre_text text = text_on(name, DICE_NAME_SIZE);
    if (square >= 0)
        dice_say_square(n, square, &text);
    return name;
}
