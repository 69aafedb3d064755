/* bot.c: makes bots from names. */
#include "ai/bot_kinds.h"

#include <stdio.h>
#include <stdlib.h>

const struct bot_kind bot_kinds[] = {
    {"random", N_("plays any legal move"), random_think},
    {"greedy", N_("takes what looks best one move ahead"), greedy_think},
    {0},
};

static void *room(void *old, size_t count, size_t size)
{
    void *memory = realloc(old, count * size);
    if (!memory) {
        fputs("ochre: out of memory\n", stderr);
        abort();
    }
    return memory;
}

struct bot *bot_new(const char *name, struct ochre_error *error)
{
    char names[160];
    struct ochre_text list = text_on(names, sizeof names);
    for (const struct bot_kind *kind = bot_kinds; kind->name; kind++) {
        if (text_same(kind->name, name)) {
            struct bot *bot = room(NULL, 1, sizeof *bot);
            *bot = (struct bot){.kind = kind};
            return bot;
        }
        text_add(&list, list.used ? ", " : "");
        text_add(&list, kind->name);
    }
    error_set(error, "", "there is no computer player '{0}' (expected {1})", name, names);
    return NULL;
}

void bot_delete(struct bot *bot)
{
    if (!bot)
        return;
    free(bot->list);
    free(bot->replies);
    free(bot->worth);
    free(bot);
}

const char *bot_name(const struct bot *bot)
{
    return bot->kind->name;
}

void bot_make_room(struct bot *bot, const struct ochre_setup *setup)
{
    if (bot->list_max >= setup->legal_max)
        return;
    bot->list_max = setup->legal_max;
    bot->list = room(bot->list, bot->list_max, sizeof *bot->list);
    bot->replies = room(bot->replies, bot->list_max, sizeof *bot->replies);
    bot->worth = room(bot->worth, bot->list_max, sizeof *bot->worth);
}

ochre_action bot_think(struct bot *bot, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                       struct ochre_rng *rng, struct bot_thoughts *thoughts)
{
    struct bot_thoughts unheard = {0};
    thoughts = thoughts ? thoughts : &unheard;
    thoughts->considered = 0;
    thoughts->expected = -1.0F;
    bot_make_room(bot, setup);
    return bot->kind->think(bot, setup, view, seat, rng, thoughts);
}
