/* breakthrough.c: the table of breakthrough, and what a sane state is. */
#include "games/breakthrough/breakthrough.h"

static const struct ochre_option options[] = {{0}};

static const struct ochre_event_kind events[] = {
    [BREAKTHROUGH_MOVED] = {"moved", "seat from to"},
    [BREAKTHROUGH_CAPTURED] = {"captured", "seat square"},
    [BREAKTHROUGH_WON] = {"won", "seat"},
    {0},
};

/* A pawn of the first row steps six times before it wins, one of the second five: 88 steps a side, and the winning
 * one. */
enum { STEPS_A_SIDE = 8 * 6 + 8 * 5 };

static int compile(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    (void)terms;
    (void)error;
    setup->actions = BREAKTHROUGH_ACTIONS;
    setup->chance_actions = 0;
    setup->legal_max = BREAKTHROUGH_STEPS * BREAKTHROUGH_PAWNS + BREAKTHROUGH_AT_ONCE;
    setup->state_size = sizeof(struct breakthrough_state);
    setup->observe_size = BREAKTHROUGH_PLANES;
    setup->moves_max = 2 * STEPS_A_SIDE + 1;
    return 0;
}

static const char *check(const struct ochre_setup *setup, const struct ochre_state *state)
{
    (void)setup;
    const struct breakthrough_state *s = breakthrough_of(state);
    if (s->pawns[0] & s->pawns[1])
        return "B1.1: two pawns on one square";
    for (int seat = 0; seat < 2; seat++)
        if (breakthrough_count(s->pawns[seat]) > BREAKTHROUGH_PAWNS)
            return "B1.2: a seat has too many pawns";
    if (s->turn > 1 || s->winner > 2)
        return "B1.3: there is no such seat";
    bool has_won[2] = {(s->pawns[0] & BREAKTHROUGH_ROW_8) || !s->pawns[1],
                       (s->pawns[1] & BREAKTHROUGH_ROW_1) || !s->pawns[0]};
    if (has_won[0] && has_won[1])
        return "B3.1: both seats have won";
    if (has_won[0] != (s->winner == 1) || has_won[1] != (s->winner == 2))
        return "B3.1: the board says another winner";
    return NULL;
}

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
    .compile = compile,
    .start = breakthrough_start,
    .pending = breakthrough_pending,
    .legal = breakthrough_legal,
    .apply = breakthrough_apply,
    .standing = breakthrough_standing,
    .outcome = breakthrough_outcome,
    .seat_name = breakthrough_seat_name,
    .format_move = breakthrough_format_move,
    .parse_move = breakthrough_parse_move,
    .why_not = breakthrough_why_not,
    .tell = breakthrough_tell,
    .draw = breakthrough_draw,
    .write_view = breakthrough_write_view,
    .touch = breakthrough_touch,
    .observe = breakthrough_observe,
    .read_state = breakthrough_read_state,
    .judge = breakthrough_judge,
    .check = check,
    .perft = breakthrough_perft,
};
