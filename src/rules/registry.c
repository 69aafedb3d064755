/* registry.c: the list of games. A new game adds a declaration and a line. */
#include "rules/registry.h"

extern const struct ochre_game ochre_breakthrough;
extern const struct ochre_game ochre_dice;
extern const struct ochre_game ochre_pebble;
extern const struct ochre_game ochre_spears;
extern const struct ochre_game ochre_tribes;
extern const struct ochre_game ochre_valley;

const struct ochre_game *const ochre_games[] = {&ochre_breakthrough, &ochre_dice,   &ochre_pebble, &ochre_spears,
                                                &ochre_tribes,       &ochre_valley, NULL};

const struct ochre_game *game_by_id(const char *id)
{
    for (const struct ochre_game *const *game = ochre_games; *game; game++)
        if (text_same((*game)->id, id))
            return *game;
    return NULL;
}
