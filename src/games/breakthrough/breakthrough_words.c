/* breakthrough_words.c: names and notation, from views. */
#include "games/breakthrough/breakthrough.h"
#include "rules/why.h"

static const char *seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    (void)setup;
    (void)view;
    return seat == 0 ? N_("White") : N_("Black");
}

static void format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_text *text)
{
    acts_format(&breakthrough_acts, &(struct act_place){setup, view, seat}, action, text);
}

static const char *parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const char *text, ochre_action *action, struct ochre_text *words)
{
    const struct act_place place = {setup, view, seat};
    struct act_said said;
    bool is_elsewhere;
    if (!acts_read(&breakthrough_acts, &place, text, &said, &is_elsewhere))
        return why_refuse(words, "notation",
                          N_("A move is written a2a3: the square of the pawn and the square it goes to."));
    *action = acts_number(&place, &said);
    if (*action != OCHRE_NO_ACTION)
        return NULL;
    return why_refuse(words, "B2.1",
                      N_("A pawn goes one row ahead, straight or diagonally; {0} is no such step from {1}."),
                      BREAKTHROUGH_NAME(said.thing[0] % BREAKTHROUGH_SQUARES),
                      BREAKTHROUGH_NAME(said.thing[0] / BREAKTHROUGH_SQUARES));
}

const struct ochre_words breakthrough_words = {
    .seat_name = seat_name,
    .format_move = format_move,
    .parse_move = parse_move,
    .say_ask = breakthrough_say_ask,
    .say_move = breakthrough_say_move,
    .why_not = breakthrough_why_not,
    .tell = breakthrough_tell,
};
