/* pebble_acts.c: the moves as a table: play:4, and of chance deal:4 and stake:2. */
#include "games/pebble/pebble.h"

/* Values and stakes are counted from 1. */
static void say_number(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)place;
    text_int(text, said->thing[n] + 1);
}

static bool read_number(const struct act_place *place, struct act_said *said, int n, const char **at)
{
    (void)place;
    int number;
    if (!text_read_number(at, 1, &number) || number < 1)
        return false;
    said->thing[n] = number - 1;
    return true;
}

static const struct act_kind kinds[ACT_LETTERS] = {
    ['v'] = {PEBBLE_VALUES, .say = say_number, .read = read_number},
    ['s'] = {PEBBLE_STAKES, .say = say_number, .read = read_number},
};

static const struct act plays[] = {
    {PEBBLE_PLAY, "play:%v", .first = 0, .touch = "card:%v"},
};
static const struct act draws[] = {
    {PEBBLE_DRAW_CARD, "deal:%v", .first = 0},
    {PEBBLE_DRAW_STAKE, "stake:%s", .first = PEBBLE_STAKE_BASE},
};

static const struct acts play_acts = {ACTS_OF(plays), .kinds = kinds};
static const struct acts chance_acts = {ACTS_OF(draws), .kinds = kinds};

const struct acts *pebble_acts(int seat)
{
    return seat == OCHRE_CHANCE ? &chance_acts : &play_acts;
}
