/* changed.h: a copy of a game whose entries a test may change, facet by facet:
 *
 *     struct changed_game mutant;
 *     const struct ochre_game *game = change_game(&mutant, &ochre_pebble);
 *     mutant.rules.apply = apply_wrongly;
 *
 * The copy points at its own facets, so it stays where it is. */
#ifndef OCHRE_TESTS_CHANGED_H
#define OCHRE_TESTS_CHANGED_H

#include "rules/read.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/think.h"
#include "rules/words.h"

struct changed_game {
    struct ochre_game game;
    struct ochre_rules rules;
    struct ochre_words words;
    struct ochre_show show;
    struct ochre_think think;
    struct ochre_read read;
};

static inline const struct ochre_game *change_game(struct changed_game *copy, const struct ochre_game *game)
{
    *copy = (struct changed_game){*game, *game->rules, *game->words, *game->show, *game->think, *game->read};
    copy->game.rules = &copy->rules;
    copy->game.words = &copy->words;
    copy->game.show = &copy->show;
    copy->game.think = &copy->think;
    copy->game.read = &copy->read;
    return &copy->game;
}

#endif
