/* breakthrough.c: what breakthrough is: its name, its events, and where its facets are. */
#include "games/breakthrough/breakthrough.h"

static const struct ochre_option options[] = {{0}};

static const struct ochre_event_kind events[] = {
    [BREAKTHROUGH_MOVED] = {"moved", "seat from to"},
    [BREAKTHROUGH_CAPTURED] = {"captured", "seat square"},
    [BREAKTHROUGH_WON] = {"won", "seat"},
    {0},
};

const struct ochre_game ochre_breakthrough = {
    .id = "breakthrough",
    .name = "Breakthrough",
    .designer = "Dan Troyka",
    .about = N_("a race of pawns; here to measure speed"),
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = 2,
    .seats_usual = 2,
    .seat_counts = 1 << 2,
    .is_internal = true,
    .position_key = "board",
    .options = options,
    .events = events,
    .rules = &breakthrough_rules,
    .words = &breakthrough_words,
    .show = &breakthrough_show,
    .think = &breakthrough_think,
    .read = &breakthrough_read,
};
