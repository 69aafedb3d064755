/* pebble.c: what pebble is: its name, its options, its events, and where its facets are. */
#include "games/pebble/pebble.h"

static const struct ochre_option options[] = {
    [PEBBLE_CARDS] = {.name = "cards",
                      .title = N_("Cards for each seat"),
                      .min = 2,
                      .max = 3,
                      .fallback = "3",
                      .about = N_("cards dealt to each seat")},
    [PEBBLE_CARRY] = {.name = "carry",
                      .title = N_("Pebbles that nobody takes"),
                      .phrases = (const char *const[]){N_("stay on the table"), N_("are gone"), NULL},
                      .choices = (const char *const[]){"on", "off", NULL},
                      .fallback = "on",
                      .about = N_("pebbles nobody takes stay on the table")},
    {0},
};

static const struct ochre_event_kind events[] = {
    [PEBBLE_DEALT] = {"dealt", "seat value"}, [PEBBLE_STAKED] = {"staked", "pebbles"},
    [PEBBLE_CHOSE] = {"chose", "seat value"}, [PEBBLE_SHOWED] = {"showed", "seat value"},
    [PEBBLE_TOOK] = {"took", "seat pebbles"}, [PEBBLE_STAYED] = {"stayed", "pebbles"},
    [PEBBLE_LOST] = {"lost", "pebbles"},      {0},
};

const struct ochre_game ochre_pebble = {
    .id = "pebble",
    .name = "Pebble",
    .designer = "Ochre",
    .about = N_("the smallest complete game: a template and test subject"),
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = 4,
    .seats_usual = 2,
    .seat_counts = 1 << 2 | 1 << 3 | 1 << 4,
    .is_internal = true,
    .options = options,
    .events = events,
    .rules = &pebble_rules,
    .words = &pebble_words,
    .show = &pebble_show,
    .think = &pebble_think,
    .read = &pebble_read,
};
