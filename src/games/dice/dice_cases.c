/* dice_cases.c: what acceptance cases may ask of dice besides its view: perft.N. */
#include "games/dice/dice.h"

/* perft.N; `fen` and `status` are members of the view. */
static bool fact(const struct ochre_setup *setup, const struct ochre_state *state, struct json given,
                 const ochre_action *drawn, int drawn_count, const char *path, struct ochre_text *json)
{
    (void)given;
    (void)drawn;
    (void)drawn_count;
    const char *at;
    int depth;
    if (!text_starts(path, "perft.", &at) || !text_read_number(&at, 2, &depth) || *at)
        return false;
    text_int(json, (int64_t)dice_perft(setup, state, depth, true, NULL));
    return true;
}

const struct ochre_case_words dice_cases = {.fact = fact};
