/* games.c: which games there are, and which version this is. */
#include "api/api_inner.h"

#include "ai/bot.h"
#include "rules/registry.h"

int ochre_abi(void)
{
    return OCHRE_ABI;
}

const char *ochre_version(void)
{
    return OCHRE_VERSION;
}

static const struct ochre_game *offered(int number)
{
    for (const struct ochre_game *const *game = ochre_games; *game && number >= 0; game++)
        if (!(*game)->is_internal && number-- == 0)
            return *game;
    return NULL;
}

int ochre_game_count(void)
{
    int count = 0;
    while (offered(count))
        count++;
    return count;
}

const char *ochre_game_id(int number)
{
    const struct ochre_game *game = offered(number);
    return game ? game->id : NULL;
}

const char *ochre_game_name(int number)
{
    const struct ochre_game *game = offered(number);
    return game ? game->name : NULL;
}

const char *ochre_game_designer(int number)
{
    const struct ochre_game *game = offered(number);
    return game ? game->designer : NULL;
}

static const struct bot_kind *kind_at(int number)
{
    for (const struct bot_kind *kind = bot_kinds; kind->name && number >= 0; kind++)
        if (number-- == 0)
            return kind;
    return NULL;
}

const char *ochre_player_usage(int number)
{
    const struct bot_kind *kind = kind_at(number);
    return kind ? kind->usage : NULL;
}

const char *ochre_player_about(int number)
{
    const struct bot_kind *kind = kind_at(number);
    return kind ? kind->about : NULL;
}

void ochre_lot_seed(ochre_lot *lot, uint64_t seed)
{
    rng_seed((struct ochre_rng *)lot, seed);
}

uint32_t ochre_lot_below(ochre_lot *lot, uint32_t bound)
{
    if (__builtin_expect(bound == 0, false))
        return 0;
    return rng_below((struct ochre_rng *)lot, bound);
}
