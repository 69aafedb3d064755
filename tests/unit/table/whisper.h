/* whisper.h: a tiny game for the tests of the table: two seats, a secret each, chains of small moves, an interrupt.
 *   hum    nothing happens          show   everybody sees the mover's secret
 *   boast  only with a secret of 2 or 3, so that it tells something
 *   murmur everybody hears whether the mover's secret is odd
 *   end    the other seat's turn    cough  also possible when it is not one's turn
 * The play is over after six turns; the higher secret wins. */
#ifndef WHISPER_H
#define WHISPER_H

#include "rules/game.h"

enum { WHISPER_HUM, WHISPER_SHOW, WHISPER_BOAST, WHISPER_END, WHISPER_COUGH, WHISPER_MURMUR, WHISPER_ACTIONS };

extern const struct ochre_game whisper_noting; /* notes behind moves that everybody sees */
extern const struct ochre_game whisper;
extern const struct ochre_game whisper_secret;  /* the same, but only the mover sees what it does */
extern const struct ochre_game whisper_leaving; /* the same, but play goes on when a seat leaves */

#endif
