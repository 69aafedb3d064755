/* words.c: see words.h. */
#include "rules/words.h"

#include <assert.h>

const char *seat_called(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                        const struct ochre_text *text)
{
    assert(seat >= 0 && seat < setup->seats);
    return text_name(text, seat, setup->game->words->seat_name(setup, view, seat));
}
