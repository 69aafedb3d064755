/* level.c: the ladder. Low levels play a move by lot now and then, high ones think longer. Where two sides see
 * everything the upper half looks ahead with alpha-beta, elsewhere with tree search. docs/levels.md has the measured
 * distances. */
#include "ai/bot_kinds.h"

enum { LEVELS = 8 };

struct rung {
    int lots; /* of 100 moves, so many by lot */
    ochre_action (*think)(BOT_THINK);
    struct bot_budget budget;
};

/* Where judge is asked behind guided moves (game->foresight): few iterations, each of them worth much. */
static const struct rung ladder[LEVELS] = {
    {75, greedy_think, {0}},
    {40, greedy_think, {0}},
    {15, greedy_think, {0}},
    {0, ismcts_think, {.iterations = 5}},
    {0, ismcts_think, {.iterations = 30}},
    {0, ismcts_think, {.iterations = 200}},
    {0, ismcts_think, {.iterations = 1500}},
    {0, ismcts_think, {.seconds = 2}},
};

/* Much is hidden in spears, so that the first few iterations say little. */
static const struct rung spears_ladder[LEVELS] = {
    {75, greedy_think, {0}},
    {40, greedy_think, {0}},
    {15, greedy_think, {0}},
    {0, ismcts_think, {.iterations = 200}},
    {0, ismcts_think, {.iterations = 1200}},
    {0, ismcts_think, {.iterations = 6000}},
    {0, ismcts_think, {.iterations = 25000}},
    {0, ismcts_think, {.seconds = 2}},
};

/* Where judge is asked at once. */
static const struct rung quick_ladder[LEVELS] = {
    {75, greedy_think, {0}},
    {40, greedy_think, {0}},
    {15, greedy_think, {0}},
    {0, ismcts_think, {.iterations = 150}},
    {0, ismcts_think, {.iterations = 1000}},
    {0, ismcts_think, {.iterations = 5000}},
    {0, ismcts_think, {.iterations = 25000}},
    {0, ismcts_think, {.seconds = 2}},
};

/* Where two sides see everything. */
static const struct rung duel_ladder[LEVELS] = {
    {75, greedy_think, {0}},     {40, greedy_think, {0}},       {15, greedy_think, {0}},
    {0, ab_think, {.depth = 1}}, {0, ab_think, {.depth = 2}},   {0, ab_think, {.depth = 4}},
    {0, ab_think, {.depth = 6}}, {0, ab_think, {.seconds = 2}},
};

static const struct rung *ladder_for(const struct ochre_setup *setup)
{
    struct ochre_error unheard;
    if (ab_suits(setup, &unheard) == 0)
        return duel_ladder;
    if (text_same(setup->game->id, "spears"))
        return spears_ladder;
    return setup->game->foresight ? ladder : quick_ladder;
}

int level_read(struct bot *bot, const char *budget, struct ochre_error *error)
{
    const char *at = budget ? budget : "4";
    if (at[0] >= '1' && at[0] <= '0' + LEVELS && at[1] == '\0') {
        bot->level = at[0] - '0';
        return 0;
    }
    return error_set(error, "", "'{0}' is no level: expected level:1 to level:{1}", at, NUM(LEVELS));
}

ochre_action level_think(BOT_THINK)
{
    const struct rung *rung = &ladder_for(setup)[bot->level - 1];
    if (rung->lots && (int)rng_below(rng, 100) < rung->lots)
        return random_think(bot, setup, view, seat, rng, thoughts);
    bot->budget = rung->budget;
    return rung->think(bot, setup, view, seat, rng, thoughts);
}
