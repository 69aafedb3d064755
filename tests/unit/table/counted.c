/* counted.c: see counted.h. */
#include "counted.h"

#include "rules/rules.h"

#define GAME(id) extern const struct ochre_game ochre_##id;
#include "rules/games.def"
#undef GAME

#define GAME(id) COUNTED_##id,
enum {
#include "rules/games.def"
    COUNTED
};
#undef GAME

#define GAME(id) &ochre_##id,
static const struct ochre_game *const originals[COUNTED] = {
#include "rules/games.def"
};
#undef GAME

static struct ochre_game copies[COUNTED];
static struct ochre_rules counting[COUNTED];

#define GAME(id) &copies[COUNTED_##id],
const struct ochre_game *const ochre_games[] = {
#include "rules/games.def"
    NULL};
#undef GAME

int applies;

static void apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                  struct ochre_journal *journal)
{
    applies++;
    originals[setup->game - copies]->rules->apply(setup, state, seat, action, journal);
}

void count_applies(void)
{
    for (int i = 0; i < COUNTED; i++) {
        copies[i] = *originals[i];
        counting[i] = *originals[i]->rules;
        counting[i].apply = apply;
        copies[i].rules = &counting[i];
    }
}

const struct ochre_game *game_by_id(const char *id)
{
    for (const struct ochre_game *const *game = ochre_games; *game; game++)
        if (text_same((*game)->id, id))
            return *game;
    return NULL;
}
