/* puzzle_theme.c: what a puzzle is about, by rule: see puzzle.h. */
#include <assert.h>
#include <ctype.h>

#include "lab/puzzle.h"
#include "rules/words.h"

static const char *const own_themes[][2] = {{"win", N_("A win by force")}, {"rescue", N_("The only way out")}};
enum { OWN_WIN, OWN_RESCUE, OWN_THEMES };

/* Everything else loses, and this does not. */
static const float LOST = 0.25F;
static const float ALIVE = 0.4F;

/* A heading as a word of a file: "Lay a tile" is lay-a-tile. */
static void add_slug(const char *heading, struct ochre_text *text)
{
    for (const char *at = heading; *at; at++)
        text_char(text, *at == ' ' ? '-' : (char)tolower((unsigned char)*at));
}

void puzzle_theme(const struct ochre_setup *setup, const struct ochre_view *view, int seat, const struct proof *proof,
                  struct ochre_text *theme)
{
    const struct ochre_words *words = setup->game->words;
    if (proof->is_exact)
        text_add(theme, own_themes[OWN_WIN][0]);
    else if (proof->rival_worth <= LOST && proof->worth >= ALIVE)
        text_add(theme, own_themes[OWN_RESCUE][0]);
    else if (words->groups)
        add_slug(words->groups[words->group_of(setup, view, seat, proof->best)], theme);
    else
        text_add(theme, "move");
}

/* The heading of the game that is this theme; NULL: none. */
static const char *heading_of(const struct ochre_game *game, const char *theme)
{
    for (int i = 0; game->words->groups && game->words->groups[i]; i++) {
        char slug[PUZZLE_THEME_SIZE];
        struct ochre_text text = text_on(slug, sizeof slug);
        add_slug(game->words->groups[i], &text);
        assert(!text.cut);
        if (text_same(slug, theme))
            return game->words->groups[i];
    }
    return !game->words->groups && text_same(theme, "move") ? N_("A move") : NULL;
}

static const char *words_of(const struct ochre_game *game, const char *theme)
{
    for (int i = 0; i < OWN_THEMES; i++)
        if (text_same(theme, own_themes[i][0]))
            return own_themes[i][1];
    return heading_of(game, theme);
}

bool puzzle_theme_known(const struct ochre_game *game, const char *theme)
{
    return words_of(game, theme) != NULL;
}

void puzzle_theme_say(const struct ochre_game *game, const char *theme, struct ochre_text *text)
{
    assert(puzzle_theme_known(game, theme));
    text_add(text, text_word(text, words_of(game, theme)));
}
