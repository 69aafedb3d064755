/* door.c: see door.h. */
#include "rules/door.h"

#include "rules/words.h"

/* A refusal always has words, where the game has none: these. */
static const char *refuse(const char *rule, size_t said, struct ochre_text *words)
{
    if (words && words->used == said)
        text_say(words, "That move is not possible now.");
    return rule;
}

const char *door_check(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                       ochre_action *list, struct ochre_text *words)
{
    size_t said = words ? words->used : 0;
    if (legal_has(list, view_moves(setup, view, seat, list), action))
        return NULL;
    const char *rule = setup->game->words->why_not(setup, view, seat, action, words);
    return refuse(rule ? rule : "turn", said, words);
}

const char *door_find(const struct ochre_setup *setup, const struct ochre_view *view, int seat, const char *text,
                      ochre_action *list, ochre_action *action, struct ochre_text *words)
{
    size_t said = words ? words->used : 0;
    const char *rule = setup->game->words->parse_move(setup, view, seat, text, action, words);
    return rule ? refuse(rule, said, words) : door_check(setup, view, seat, *action, list, words);
}
