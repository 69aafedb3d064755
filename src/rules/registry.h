/* registry.h: which games there are. Nobody else names a game's table. */
#ifndef OCHRE_RULES_REGISTRY_H
#define OCHRE_RULES_REGISTRY_H

#include "rules/game.h"

/* All games, NULL after the last. */
extern const struct ochre_game *const ochre_games[];

/* The game with this id, or NULL. */
const struct ochre_game *game_by_id(const char *id);

#endif
