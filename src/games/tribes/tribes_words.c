/* tribes_words.c: names of seats, and moves in notation (5), written and read, from views. */
#include "games/tribes/tribes.h"
#include "rules/why.h"

static const char *seat_key(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    (void)setup;
    (void)view;
    return tribes_seat_letter(seat);
}

static void format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_text *text)
{
    if (action == OCHRE_NO_ACTION)
        text_char(text, '-'); /* nothing is hidden here, so nobody reads this */
    else
        acts_format(tribes_acts(seat), &(struct act_place){setup, view, seat}, action, text);
}

/* 5: behind `T3`, the tile that it takes. */
static void note_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                      struct ochre_text *note)
{
    (void)seat;
    const struct tribes_state *s = tribes_seen(view);
    int place = (int)action - TRIBES_DO_TAKE;
    if (action < TRIBES_DO_ACT && place >= 1 && place <= s->row_count)
        text_add(note, tribes_tile_id(tribes_tables(setup), s->row[place - 1]));
}

static const char *parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const char *text, ochre_action *action, struct ochre_text *words)
{
    struct act_place place = {setup, view, seat};
    struct act_said said;
    bool is_elsewhere;
    bool has_seat = seat < setup->seats || seat == OCHRE_CHANCE;
    if (has_seat && acts_read(tribes_acts(seat), &place, text, &said, &is_elsewhere)) {
        *action = acts_number(&place, &said);
        return *action == OCHRE_NO_ACTION ? tribes_refusal(&place, &said, words) : NULL;
    }
    if (seat == OCHRE_CHANCE)
        return why_refuse(words, "notation", N_("Chance moves are written first:p2, ~G, =P+, ?2.1=riding or !rhino."));
    return why_refuse(words, "notation",
                      N_("That is no move. Moves are written T3, A, C2.3, C2.3<4, +d4, -d4, xd4, rd4, W@f4, d4-e4, #2, "
                         "S:GWO, or . to stop."));
}

const struct ochre_words tribes_words = {
    .seat_name = seat_key,
    .seat_key = seat_key,
    .format_move = format_move,
    .note_move = note_move,
    .parse_move = parse_move,
    .say_ask = tribes_say_ask,
    .say_move = tribes_say_move,
    .groups = tribes_groups,
    .group_of = tribes_group_of,
    .why_not = tribes_why_not,
    .tell = tribes_tell,
};
