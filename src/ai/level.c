/* level.c: the ladder. A rung is a player that looks so far, and how much it overlooks. Where two sides see everything
 * it looks ahead move by move, elsewhere it looks at its own move or searches a tree. docs/levels.md has the measured
 * distances. */
#include "ai/bot_kinds.h"
#include "rules/rules.h"
#include "rules/think.h"

enum { LEVELS = 8 };

enum { MOVE, AHEAD, TREE }; /* only at its own move; so many moves ahead; so many times through a tree */

struct rung {
    uint8_t how;
    uint16_t far;    /* moves or iterations */
    uint16_t misses; /* ten thousandths of a payoff: what is worth so much more than the rest is seen for certain */
};

/* Levels 1 to 7; NULL: all other games. */
static const struct ladder {
    const char *game;
    struct rung rung[LEVELS - 1];
} ladders[] = {
    {"valley",
     {{MOVE, 0, 3300}, {MOVE, 0, 1350}, {MOVE, 0, 500}, {TREE, 4, 0}, {TREE, 20, 0}, {TREE, 100, 0}, {TREE, 600, 0}}},
    {"tribes",
     {{MOVE, 0, 1100}, {MOVE, 0, 450}, {MOVE, 0, 100}, {TREE, 2, 450}, {TREE, 2, 0}, {TREE, 10, 0}, {TREE, 60, 0}}},
    {"spears",
     {{MOVE, 0, 1000}, {MOVE, 0, 500}, {MOVE, 0, 200}, {TREE, 10, 0}, {TREE, 60, 0}, {TREE, 250, 0}, {TREE, 1000, 0}}},
    {"dice",
     {{MOVE, 0, 3000}, {MOVE, 0, 0}, {TREE, 7, 0}, {TREE, 10, 0}, {TREE, 16, 0}, {TREE, 40, 0}, {TREE, 400, 0}}},
    {NULL,
     {{MOVE, 0, 1600},
      {MOVE, 0, 600},
      {MOVE, 0, 0},
      {TREE, 150, 0},
      {TREE, 1000, 0},
      {TREE, 5000, 0},
      {TREE, 25000, 0}}},
};
/* Where two sides see everything. */
static const struct rung duels[LEVELS - 1] = {{AHEAD, 2, 10000}, {AHEAD, 2, 6400}, {AHEAD, 2, 4200}, {AHEAD, 2, 2300},
                                              {AHEAD, 2, 200},   {AHEAD, 3, 0},    {AHEAD, 6, 600}};

static const double top_seconds = 2; /* level 8 */

static const struct rung *rung_of(const struct ochre_setup *setup, int level, bool is_duel)
{
    const struct ladder *ladder = ladders;
    while (ladder->game && !text_same(ladder->game, setup->game->id))
        ladder++;
    return (is_duel ? duels : ladder->rung) + level - 1;
}

/* Of two moves that promise the same a temper prefers what it is fond of; one thing more is worth so much to it. */
static const float fondness = 0.006F;

/* In the order of enum ochre_temper. */
static const char *const tempers[OCHRE_TEMPERS] = {"bold", "hoarding", "patient"};

int level_read(struct bot *bot, const char *budget, struct ochre_error *error)
{
    const char *at = budget ? budget : "4";
    const char *temper = at[0] && at[1] == '/' ? at + 2 : "";
    bot->level = at[0] - '0';
    for (bot->temper = 0; bot->temper < OCHRE_TEMPERS && !text_same(temper, tempers[bot->temper]);)
        bot->temper++;
    if (bot->level >= 1 && bot->level <= LEVELS && (at[1] == '\0' || bot->temper < OCHRE_TEMPERS))
        return 0;
    return error_set(error, "",
                     "'{0}' is no level: expected level:1 to level:{1}, bold, hoarding or patient as in level:3/bold",
                     at, NUM(LEVELS));
}

/* Of levels 1 to 8. */
static const double paces[LEVELS] = {LIGHT_PACE, LIGHT_PACE, LIGHT_PACE, 0.1,
                                     0.1,        0.2,        DEEP_PACE,  top_seconds *PACE_OF_BUDGET};

double level_pace(const struct bot *bot)
{
    return paces[bot->level - 1];
}

bool level_is_light(const struct bot *bot)
{
    return level_pace(bot) <= LIGHT_PACE;
}

/* Overlooks: every move seems less than it is, by lot, but by no more than that. So nothing that is worth so much more
 * than the rest is ever overlooked, and nothing that gives away so much is ever chosen. */
static void overlook(float *by, int count, float misses, struct ochre_rng *rng)
{
    enum { STEPS = 1 << 16 };
    for (int i = 0; i < count; i++)
        by[i] -= misses * (float)rng_below(rng, STEPS) / STEPS;
}

/* Has a liking for what its temper is fond of, in one state that the seat cannot rule out. */
static void like(const struct bot *bot, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                 struct ochre_rng *rng)
{
    struct ochre_state imagined;
    if (!setup->game->think->charms || !view_imagine(setup, view, seat, rng, &imagined))
        return;
    for (int i = 0; i < bot->count; i++) {
        struct ochre_state after;
        float charm[OCHRE_TEMPERS];
        state_copy(setup, &after, &imagined);
        setup->game->rules->apply(setup, &after, seat, bot->list[i], NULL);
        setup->game->think->charms(setup, &after, seat, charm);
        bot->by[i] += fondness * charm[bot->temper];
    }
}

/* Where there is nothing to choose, what the state seems to be worth. */
static void glance(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_rng *rng,
                   struct bot_thoughts *thoughts)
{
    struct ochre_state imagined;
    if (!view_imagine(setup, view, seat, rng, &imagined))
        return;
    setup->game->think->judge(setup, &imagined, thoughts->payoff);
    thoughts->worth = thoughts->payoff[seat];
}

ochre_action level_think(BOT_THINK)
{
    struct ochre_error unheard;
    bool is_duel = ab_suits(setup, &unheard) == 0;
    struct rung rung = {.how = is_duel ? AHEAD : TREE};
    bot->budget = (struct bot_budget){.seconds = top_seconds};
    if (bot->level < LEVELS) {
        rung = *rung_of(setup, bot->level, is_duel);
        bot->budget = (struct bot_budget){0};
        if (rung.how == AHEAD)
            bot->budget.depth = rung.far;
        else
            bot->budget.iterations = rung.far;
    }
    if (rung.misses || bot->temper < OCHRE_TEMPERS) {
        memset(bot->by, 0, sizeof *bot->by * (size_t)bot->count);
        overlook(bot->by, bot->count, (float)rung.misses / 10000, rng);
        if (bot->temper < OCHRE_TEMPERS)
            like(bot, setup, view, seat, rng);
        bot->lean = (struct lean){.move = bot->list, .by = bot->by, .count = bot->count};
    }
    ochre_action choice = (rung.how == AHEAD  ? ab_think
                           : rung.how == TREE ? ismcts_think
                                              : greedy_think)(bot, setup, view, seat, rng, thoughts);
    bot->lean.count = 0;
    if (thoughts->worth < 0)
        glance(setup, view, seat, rng, thoughts);
    return choice;
}
