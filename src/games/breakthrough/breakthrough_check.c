/* breakthrough_check.c: what a sane state is. */
#include "games/breakthrough/breakthrough.h"

const char *breakthrough_check(const struct ochre_setup *setup, const struct ochre_state *state)
{
    (void)setup;
    const struct breakthrough_state *s = breakthrough_of(state);
    if (s->pawns[0] & s->pawns[1])
        return "B1.1: two pawns on one square";
    for (int seat = 0; seat < 2; seat++)
        if (bits_count(s->pawns[seat]) > BREAKTHROUGH_PAWNS)
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
