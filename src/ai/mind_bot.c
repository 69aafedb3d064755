/* mind_bot.c: the player `mind`: a tree search with what was learned for its game. */
#include <assert.h>
#include <pthread.h>

#include "ai/bot_kinds.h"
#include "ai/ismcts.h"
#include "ai/mind.h"

/* Measured: docs/learning.md. A mind sees further than the game's own estimate, so that the search need not play on as
 * long before it believes it. */
static const float TRUST = 0.5F;
enum { FORESIGHT_PART = 4 };

/* What was offered, the newest first. Offered before anybody plays, and never taken back. */
struct offer {
    const struct mind *mind;
    struct offer *next;
};
static struct offer *offers;

void mind_offer(const struct mind *mind)
{
    struct offer *offer = bot_room(NULL, 1, sizeof *offer);
    *offer = (struct offer){.mind = mind, .next = offers};
    offers = offer;
}

/* What is built in, read when first needed. */
enum { BUILT_IN_MAX = 16 };
static const struct mind *built_in[BUILT_IN_MAX + 1];
static pthread_once_t is_built_in_read = PTHREAD_ONCE_INIT;

static void read_built_in(void)
{
    struct ochre_error error = {0};
    for (int i = 0; i < BUILT_IN_MAX && built_in_minds[i].bytes; i++) {
        built_in[i] = mind_read(built_in_minds[i].bytes, built_in_minds[i].length, &error);
        assert(built_in[i]);
    }
}

const struct mind *mind_for(const struct ochre_setup *setup)
{
    struct ochre_error unheard;
    for (const struct offer *offer = offers; offer; offer = offer->next)
        if (mind_suits(offer->mind, setup, &unheard) == 0)
            return offer->mind;
    pthread_once(&is_built_in_read, read_built_in);
    for (int i = 0; built_in[i]; i++)
        if (mind_suits(built_in[i], setup, &unheard) == 0)
            return built_in[i];
    return NULL;
}

int mind_bot_suits(const struct ochre_setup *setup, struct ochre_error *error)
{
    if (mind_for(setup))
        return 0;
    return error_set(error, "", "nothing was learned for {0} with {1} seats; --mind FILE reads what ochre learn made",
                     setup->game->id, NUM(setup->seats));
}

struct ismcts_options mind_usual(const struct mind *mind, const struct ochre_setup *setup,
                                 const struct bot_budget *budget)
{
    struct ismcts_options options = ismcts_usual(setup, budget);
    if (!mind)
        return options;
    options.mind = mind;
    options.trust = TRUST;
    options.rollout /= FORESIGHT_PART;
    return options;
}

ochre_action mind_think(BOT_THINK)
{
    if (!bot->ismcts)
        bot->ismcts = ismcts_new();
    struct ismcts_options options = mind_usual(mind_for(setup), setup, &bot->budget);
    options.memory_limit = bot->memory_limit;
    options.threads = bot->budget.threads;
    options.keeps_tree = bot->budget.seconds > 0;
    return ismcts_search(bot->ismcts, &options, setup, view, seat, rng, thoughts);
}
