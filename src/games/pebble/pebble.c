/* pebble.c: the table of pebble, its options, and what a sane state is. */
#include "games/pebble/pebble.h"

static const struct ochre_option options[] = {
    [PEBBLE_CARDS] = {.name = "cards", .min = 2, .max = 3, .fallback = "3", .about = N_("cards dealt to each seat")},
    [PEBBLE_CARRY] = {.name = "carry",
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

static int compile(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    (void)terms;
    (void)error;
    int cards = setup->option[PEBBLE_CARDS].number;
    setup->actions = PEBBLE_VALUES;
    setup->chance_actions = PEBBLE_OUTCOMES;
    setup->legal_max = PEBBLE_VALUES;
    setup->state_size = sizeof(struct pebble_state);
    setup->observe_size = PEBBLE_PLANES;
    setup->moves_max = (uint32_t)(setup->seats * cards * 2 + cards);
    return 0;
}

/* All twelve cards are somewhere, and nothing is counted twice. */
static const char *check(const struct ochre_setup *setup, const struct ochre_state *state)
{
    const struct pebble_state *s = pebble_of(state);
    for (int value = 0; value < PEBBLE_VALUES; value++) {
        int cards = s->deck[value] + s->played[value];
        for (int seat = 0; seat < setup->seats; seat++)
            cards += s->hand[seat][value];
        if (cards != PEBBLE_COPIES)
            return "P1.1: a card is missing or counted twice";
    }
    for (int seat = 0; seat < setup->seats; seat++) {
        int cards = 0;
        for (int value = 0; value < PEBBLE_VALUES; value++)
            cards += s->hand[seat][value];
        if (cards != s->hand_size[seat])
            return "P1.2: a hand does not have its size";
        if (s->choice[seat] && (s->choice[seat] > PEBBLE_VALUES || !s->hand[seat][s->choice[seat] - 1]))
            return "P3.1: a chosen card is not in the hand";
    }
    return s->phase > PEBBLE_OVER ? "unknown phase" : NULL;
}

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
    .compile = compile,
    .start = pebble_start,
    .pending = pebble_pending,
    .legal = pebble_legal,
    .weight = pebble_weight,
    .apply = pebble_apply,
    .standing = pebble_standing,
    .outcome = pebble_outcome,
    .redact = pebble_redact,
    .determinize = pebble_determinize,
    .witnesses = pebble_witnesses,
    .seat_name = pebble_seat_name,
    .format_move = pebble_format_move,
    .parse_move = pebble_parse_move,
    .why_not = pebble_why_not,
    .tell = pebble_tell,
    .draw = pebble_draw,
    .write_view = pebble_write_view,
    .touch = pebble_touch,
    .observe = pebble_observe,
    .read_state = pebble_read_state,
    .judge = pebble_judge,
    .check = check,
};
