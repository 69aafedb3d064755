/* pebble_acts.c: the moves as a table: play:4, and of chance deal:4 and stake:2. */
#include "games/pebble/pebble.h"

/* Values and stakes are counted from 1. */
static const struct act_kind kinds[ACT_LETTERS] = {
    ['v'] = {PEBBLE_VALUES, .say = act_say_number, .read = act_read_number},
    ['s'] = {PEBBLE_STAKES, .say = act_say_number, .read = act_read_number},
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
