/* valley_words.c: moves written and read, by the tables of valley_acts.c (6). */
#include "games/valley/valley.h"
#include "rules/why.h"

static const char *seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    (void)setup;
    (void)view;
    return valley_player_name(seat);
}

static void format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_text *text)
{
    acts_format(valley_acts(seat), &(struct act_place){setup, view, seat}, action, text);
}

static const char *parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const char *text, ochre_action *action, struct ochre_text *words)
{
    const struct act_place place = {setup, view, seat};
    struct act_said said;
    bool is_elsewhere;
    if (acts_read(valley_acts(seat), &place, text, &said, &is_elsewhere)) {
        /* Numbers are shared (lay and new, use and bon), so the meaning is judged before there is a number. */
        const char *rule = seat == OCHRE_CHANCE ? NULL : valley_forbid(&place, &said, words);
        *action = rule ? OCHRE_NO_ACTION : acts_number(&place, &said);
        if (rule || *action != OCHRE_NO_ACTION)
            return rule;
    }
    return why_refuse(
        words, "notation",
        seat == OCHRE_CHANCE
            ? N_("Chance moves are written like draw:HF1, left:p1=L3B or token:p1.k1=F.")
            : N_("That is no move. Moves are written like lay:HF1@k3a3, bon:C, use:R=w1, take:XC1 or done."));
}

const struct ochre_words valley_words = {
    .seat_name = seat_name,
    .format_move = format_move,
    .parse_move = parse_move,
    .say_ask = valley_say_ask,
    .say_move = valley_say_move,
    .groups = valley_groups,
    .group_of = valley_group_of,
    .why_not = valley_why_not,
    .tell = valley_tell,
};
