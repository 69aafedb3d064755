/* bot.c: makes bots from names. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "ai/ab.h"
#include "ai/bot_kinds.h"
#include "ai/budget.h"
#include "ai/ismcts.h"
#include "rules/rules.h"

static int read_iterations(struct bot *bot, const char *budget, struct ochre_error *error)
{
    return budget_read_iterations(budget ? budget : "1s", &bot->budget, error);
}

static int read_depth(struct bot *bot, const char *budget, struct ochre_error *error)
{
    return budget_read_depth(budget ? budget : "1s", &bot->budget, error);
}

const struct bot_kind bot_kinds[] = {
    {"random", "random", N_("plays any legal move"), NULL, NULL, random_think},
    {"greedy", "greedy", N_("takes what looks best one move ahead"), NULL, NULL, greedy_think},
    {"level", "level:1 to level:8", N_("from a beginner's opponent to the best it can"), level_read, NULL, level_think},
    {"mcts", "mcts:800, mcts:800@2 or mcts:0.5s", N_("tries out many plays and remembers what came of them"),
     read_iterations, NULL, ismcts_think},
    {"ab", "ab:6 or ab:0.5s", N_("looks at every answer to every move; for two sides that see everything"), read_depth,
     ab_suits, ab_think},
#ifndef OCHRE_LEAN
    {"mind", "mind:800, mind:800@2 or mind:0.5s", N_("tries out many plays, led by what ochre learn has learned"),
     read_iterations, mind_bot_suits, mind_think},
#endif
    {0},
};

void *bot_room(void *old, size_t count, size_t size)
{
    void *memory = realloc(old, count * size);
    if (!memory) {
        fputs("ochre: out of memory\n", stderr);
        abort();
    }
    return memory;
}

/* The kind before the colon; *budget is what follows it, or NULL. */
static const struct bot_kind *kind_of(const char *name, const char **budget)
{
    for (const struct bot_kind *kind = bot_kinds; kind->name; kind++) {
        const char *rest;
        if (!text_starts(name, kind->name, &rest) || (*rest && (*rest != ':' || !kind->read)))
            continue;
        *budget = *rest ? rest + 1 : NULL;
        return kind;
    }
    return NULL;
}

static void refuse(const char *name, struct ochre_error *error)
{
    char usages[240];
    struct ochre_text list = text_on(usages, sizeof usages);
    for (const struct bot_kind *kind = bot_kinds; kind->name; kind++) {
        text_add(&list, list.used ? ", " : "");
        text_add(&list, kind->usage);
    }
    if (error)
        error_set(error, "", "there is no computer player '{0}' (expected {1})", name, usages);
}

struct bot *bot_new(const char *name, struct ochre_error *error)
{
    const char *budget;
    struct ochre_error unheard = {0};
    error = error ? error : &unheard;
    const struct bot_kind *kind = kind_of(name, &budget);
    if (!kind) {
        refuse(name, error);
        return NULL;
    }
    struct bot *bot = bot_room(NULL, 1, sizeof *bot);
    *bot = (struct bot){.kind = kind, .memory_limit = ISMCTS_MEMORY};
    struct ochre_text text = text_on(bot->name, sizeof bot->name);
    text_add(&text, name);
    if (kind->read && kind->read(bot, budget, error) < 0) {
        struct ochre_error why = *error;
        error_set(error, "", "{0}: {1}", kind->name, why.words);
        bot_delete(bot);
        return NULL;
    }
    if (text.cut) {
        refuse(name, error);
        bot_delete(bot);
        return NULL;
    }
    return bot;
}

void bot_forget(struct bot *bot)
{
    ismcts_delete(bot->ismcts);
    ab_delete(bot->ab);
    bot->ismcts = NULL;
    bot->ab = NULL;
}

void bot_delete(struct bot *bot)
{
    if (!bot)
        return;
    bot_forget(bot);
    free(bot->list);
    free(bot->replies);
    free(bot->worth);
    free(bot->by);
    free(bot);
}

const char *bot_name(const struct bot *bot)
{
    return bot->name;
}

int bot_suits(const struct bot *bot, const struct ochre_setup *setup, struct ochre_error *error)
{
    return bot->kind->suits ? bot->kind->suits(setup, error) : 0;
}

bool bot_is_light(const struct bot *bot)
{
    return bot->kind->think == level_think ? level_is_light(bot) : !bot->kind->read;
}

double bot_pace(const struct bot *bot)
{
    if (bot_is_light(bot))
        return LIGHT_PACE;
    if (bot->kind->think == level_think)
        return level_pace(bot);
    return bot->budget.seconds > 0 ? bot->budget.seconds * PACE_OF_BUDGET : DEEP_PACE;
}

void bot_limit_memory(struct bot *bot, size_t bytes)
{
    bot->memory_limit = bytes;
}

void bot_make_room(struct bot *bot, const struct ochre_setup *setup)
{
    if (bot->list_max >= setup->legal_max)
        return;
    bot->list_max = setup->legal_max;
    bot->list = bot_room(bot->list, bot->list_max, sizeof *bot->list);
    bot->replies = bot_room(bot->replies, bot->list_max, sizeof *bot->replies);
    bot->worth = bot_room(bot->worth, bot->list_max, sizeof *bot->worth);
    bot->by = bot_room(bot->by, bot->list_max, sizeof *bot->by);
}

/* Ideas that no move of the view stands for are not told. */
static void keep_legal_ideas(const struct bot *bot, struct bot_thoughts *thoughts)
{
    int kept = 0;
    for (int i = 0; i < thoughts->idea_count; i++)
        if (legal_has(bot->list, bot->count, thoughts->idea[i].action))
            thoughts->idea[kept++] = thoughts->idea[i];
    thoughts->idea_count = kept;
}

ochre_action bot_think(struct bot *bot, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                       struct ochre_rng *rng, struct bot_thoughts *thoughts)
{
    struct bot_thoughts unheard = {0};
    thoughts = thoughts ? thoughts : &unheard;
    struct bot_thoughts fresh = {
        .progress = thoughts->progress, .news = thoughts->news, .who = thoughts->who, .stop = thoughts->stop};
    *thoughts = fresh;
    thoughts->worth = -1.0F;
    bot_make_room(bot, setup);
    bot->count = view_moves(setup, view, seat, bot->list);
    assert(bot->count > 0);
    struct ochre_error why;
    bool is_suited = bot_suits(bot, setup, &why) == 0;
    ochre_action action = (is_suited ? bot->kind->think : greedy_think)(bot, setup, view, seat, rng, thoughts);
    keep_legal_ideas(bot, thoughts);
    if (legal_has(bot->list, bot->count, action))
        return action;
    thoughts->is_astray = true;
    thoughts->course_count = 0;
    return bot->list[rng_below(rng, (uint32_t)bot->count)];
}
