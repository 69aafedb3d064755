/* registry.c: the list of games, from games.def. */
#include "rules/registry.h"

#define GAME(id) extern const struct ochre_game ochre_##id;
#include "rules/games.def"
#undef GAME

#define GAME(id) &ochre_##id,
const struct ochre_game *const ochre_games[] = {
#include "rules/games.def"
    NULL};
#undef GAME

const struct ochre_game *game_by_id(const char *id)
{
    for (const struct ochre_game *const *game = ochre_games; *game; game++)
        if (text_same((*game)->id, id))
            return *game;
    return NULL;
}
