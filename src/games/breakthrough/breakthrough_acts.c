/* breakthrough_acts.c: the moves as a table of one row: a2a3, from square to square. */
#include <assert.h>

#include "games/breakthrough/breakthrough.h"

/* A thing is both squares; its digit is a step and the square it begins on. */
static int squares(int from, int to)
{
    return BREAKTHROUGH_SQUARES * from + to;
}

const char *breakthrough_name(char buffer[3], int square)
{
    assert(square >= 0 && square < BREAKTHROUGH_SQUARES);
    buffer[0] = (char)('a' + square % 8);
    buffer[1] = (char)('1' + square / 8);
    buffer[2] = '\0';
    return buffer;
}

static void say_from(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)place;
    (void)n;
    text_add(text, BREAKTHROUGH_NAME(said->thing[0] / BREAKTHROUGH_SQUARES));
}

static void say_to(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)place;
    (void)n;
    text_add(text, BREAKTHROUGH_NAME(said->thing[0] % BREAKTHROUGH_SQUARES));
}

static void say_step(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    say_from(place, said, n, text);
    say_to(place, said, n, text);
}

/* "a1" … "h8" at the cursor, -1 when it is none. */
static int read_square(const char **at)
{
    if ((*at)[0] < 'a' || (*at)[0] > 'h' || (*at)[1] < '1' || (*at)[1] > '8')
        return -1;
    *at += 2;
    return ((*at)[-1] - '1') * 8 + (*at)[-2] - 'a';
}

static bool read_step(const struct act_place *place, struct act_said *said, int n, const char **at)
{
    (void)place;
    int from = read_square(at);
    int to = from < 0 ? -1 : read_square(at);
    said->thing[n] = squares(from, to);
    return to >= 0;
}

static int digit_of(const struct act_place *place, const struct act_said *said, int n)
{
    int from = said->thing[n] / BREAKTHROUGH_SQUARES;
    int to = said->thing[n] % BREAKTHROUGH_SQUARES;
    int step = to % 8 - from % 8 + 1;
    if (to / 8 - from / 8 != (place->seat == 0 ? 1 : -1) || step < 0 || step >= BREAKTHROUGH_STEPS)
        return -1;
    return BREAKTHROUGH_SQUARES * step + from;
}

/* A step beside the board has a number too, and leads to the square where the next row begins or the last one ends. */
static int thing_of(const struct act_place *place, const struct act_said *said, int n, int digit)
{
    (void)said;
    (void)n;
    int from = digit % BREAKTHROUGH_SQUARES;
    int to = breakthrough_target(place->seat, digit / BREAKTHROUGH_SQUARES, from);
    return squares(from, to & (BREAKTHROUGH_SQUARES - 1));
}

static const struct act_kind kinds[ACT_LETTERS] = {
    ['m'] = {BREAKTHROUGH_ACTIONS, .say = say_step, .read = read_step, .digit = digit_of, .thing = thing_of},
    ['f'] = {1, .say = say_from},
    ['t'] = {1, .say = say_to},
};
static const struct act list[] = {
    {0, "%m", .first = 0, .touch = "%f %t"},
};
const struct acts breakthrough_acts = {ACTS_OF(list), .kinds = kinds};
