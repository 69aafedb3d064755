/* breakthrough_why.c: why a move is refused, with the number of the rule. */
#include "rules/why.h"

#include "games/breakthrough/breakthrough.h"

/* A pawn that is there, and whose turn it is. */
static const char *refuse_step(const struct breakthrough_state *s, int seat, int step, int from,
                               struct ochre_text *words)
{
    int file = breakthrough_target_file(step, from);
    if (file < 0 || file > 7)
        return why_refuse(words, "B2.1", N_("That step leaves the board."));
    int to = breakthrough_target(seat, step, from);
    if (step == BREAKTHROUGH_AHEAD && bits_has(s->pawns[0] | s->pawns[1], to))
        return why_refuse(words, "B2.2", N_("Straight ahead a pawn only goes to an empty square, and {0} is taken."),
                          BREAKTHROUGH_NAME(to));
    if (bits_has(s->pawns[seat], to))
        return why_refuse(words, "B2.3", N_("Your own pawn stands on {0}."), BREAKTHROUGH_NAME(to));
    return NULL;
}

const char *breakthrough_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                                 ochre_action action, struct ochre_text *words)
{
    const struct breakthrough_state *s = breakthrough_seen(view);
    const char *answer;
    if (s->winner)
        return why_refuse(words, "B3.1", N_("The race is over."));
    if (s->turn != seat)
        return why_refuse(words, "B1.3", N_("It is not your turn."));
    if (why_begins(setup, view, seat, action, "B2.1", words, &answer))
        return answer;
    int from = (int)(action % BREAKTHROUGH_SQUARES);
    if (!bits_has(s->pawns[seat], from))
        return why_refuse(words, "B2.1", N_("No pawn of yours stands on {0}."), BREAKTHROUGH_NAME(from));
    return refuse_step(s, seat, (int)(action / BREAKTHROUGH_SQUARES), from, words);
}
