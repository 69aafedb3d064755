/* level.c: the ladder. Low levels play a move by lot now and then, high ones think longer. Where two sides see
 * everything the upper half looks ahead with alpha-beta, elsewhere with tree search. docs/levels.md has the measured
 * distances. */
#include "ai/bot_kinds.h"
#include "rules/think.h"

enum { LEVELS = 8, LOTS = 3 }; /* the lowest play by lot now and then */

/* Of 100 moves of the lowest levels, so many are made by lot; the others like greedy. */
static const int lots[LOTS] = {75, 40, 15};

/* How long the tree search of levels 4 to 7 thinks, in iterations (0: not at all, like greedy). Where judge is asked
 * behind guided moves (game->think->foresight) each is worth much. */
struct rungs {
    const char *game; /* NULL: all others */
    int iterations[LEVELS - 1 - LOTS];
};
static const struct rungs trees[] = {
    {"valley", {4, 20, 100, 600}},
    {"tribes", {0, 2, 10, 60}},
    {"spears", {10, 40, 150, 600}},
    {NULL, {150, 1000, 5000, 25000}},
};

/* Where two sides see everything, so many moves ahead with alpha-beta instead. */
static const int depths[LEVELS - 1 - LOTS] = {1, 2, 4, 6};

static const double top_seconds = 2; /* level 8 */

static int iterations_of(const struct ochre_game *game, int level)
{
    const struct rungs *rungs = trees;
    while (rungs->game && !text_same(rungs->game, game->id))
        rungs++;
    return rungs->iterations[level - 1 - LOTS];
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

bool level_is_light(const struct bot *bot)
{
    return bot->level <= LOTS;
}

double level_pace(const struct bot *bot)
{
    static const double paces[LEVELS - 1 - LOTS] = {0.1, 0.1, 0.2, DEEP_PACE};
    return bot->level == LEVELS ? top_seconds * PACE_OF_BUDGET : paces[bot->level - 1 - LOTS];
}

ochre_action level_think(BOT_THINK)
{
    struct ochre_error unheard;
    int level = bot->level;
    if (level <= LOTS && (int)rng_below(rng, 100) < lots[level - 1])
        return random_think(bot, setup, view, seat, rng, thoughts);
    if (level <= LOTS)
        return greedy_think(bot, setup, view, seat, rng, thoughts);
    bool is_duel = ab_suits(setup, &unheard) == 0;
    bot->budget = (struct bot_budget){0};
    if (level == LEVELS)
        bot->budget.seconds = top_seconds;
    else if (is_duel)
        bot->budget.depth = depths[level - 1 - LOTS];
    else if ((bot->budget.iterations = (uint64_t)iterations_of(setup->game, level)) == 0)
        return greedy_think(bot, setup, view, seat, rng, thoughts);
    return (is_duel ? ab_think : ismcts_think)(bot, setup, view, seat, rng, thoughts);
}
