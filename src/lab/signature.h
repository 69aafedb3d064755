/* signature.h: does a game still behave as it did? A number made from fixed random plays of every seat count, the same
 * on every machine and in every kind of build; it changes when moves, their order or their effects change. */
#ifndef OCHRE_LAB_SIGNATURE_H
#define OCHRE_LAB_SIGNATURE_H

#include "rules/game.h"

/* False when the game's default setup cannot be made or memory runs out. */
bool signature_of(const struct ochre_game *game, uint64_t *signature);

/* All registered games together; their order does not matter. */
bool signature_of_all(uint64_t *signature);

/* As sixteen hexadecimal digits. */
void signature_text(uint64_t signature, char text[17]);

#endif
