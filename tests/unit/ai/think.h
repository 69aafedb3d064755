/* think.h: positions to think about, for the tests of the computer players. */
#ifndef OCHRE_TESTS_AI_THINK_H
#define OCHRE_TESTS_AI_THINK_H

#include "ai/bot.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/words.h"
#include "table/opening.h"
#include "unit/unit.h"

/* Under the sanitizers and while one works: the same questions, fewer times. */
static inline bool is_short(void)
{
    return getenv("OCHRE_SHORT") != NULL;
}

static inline struct opening *open_game(const char *id, int seats, const char *position, const char *const *options)
{
    struct ochre_error error = {.words = ""};
    struct opening *opening = opening_new(
        &(struct opening_request){.game = game_by_id(id), .seats = seats, .position = position, .options = options},
        &error);
    if (!opening)
        fail_msg("%s: %s", id, error.words);
    return opening;
}

/* Random moves of everybody; false when the play ended before that. */
static inline bool wander(const struct ochre_setup *setup, struct ochre_state *state, int moves, struct ochre_rng *rng)
{
    ochre_action *list = calloc(setup->legal_max, sizeof *list);
    assert_non_null(list);
    ochre_seats pending = setup->game->rules->pending(setup, state);
    for (int i = 0; pending && (i < moves || seats_has(pending, OCHRE_CHANCE)); i++) {
        int seat = seats_has(pending, OCHRE_CHANCE) ? OCHRE_CHANCE : seats_first(pending);
        int count = setup->game->rules->legal(setup, state, seat, list);
        ochre_action action = seat == OCHRE_CHANCE ? chance_sample(setup, state, list, count, rng)
                                                   : list[rng_below(rng, (uint32_t)count)];
        setup->game->rules->apply(setup, state, seat, action, NULL);
        pending = setup->game->rules->pending(setup, state);
    }
    free(list);
    return pending != 0;
}

/* What a bot with this name does for the first seat that is asked. */
static inline ochre_action choice_of(const char *name, const struct ochre_setup *setup, const struct ochre_state *state,
                                     uint64_t seed, struct bot_thoughts *thoughts)
{
    struct ochre_error error = {.words = ""};
    struct bot *bot = bot_new(name, &error);
    if (!bot)
        fail_msg("%s: %s", name, error.words);
    struct ochre_view view;
    struct ochre_rng rng;
    int seat = seats_first(setup->game->rules->pending(setup, state));
    rng_seed(&rng, seed);
    state_look(setup, state, seat, &view);
    ochre_action action = bot_think(bot, setup, &view, seat, &rng, thoughts);
    bot_delete(bot);
    return action;
}

static inline bool is_legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                            ochre_action action)
{
    ochre_action *list = calloc(setup->legal_max, sizeof *list);
    assert_non_null(list);
    bool has = legal_has(list, setup->game->rules->legal(setup, state, seat, list), action);
    free(list);
    return has;
}

/* The move as text, in a buffer of the test's. */
static inline const char *move_text(const struct ochre_setup *setup, const struct ochre_state *state,
                                    ochre_action action, char text[OCHRE_MOVE_SIZE])
{
    struct ochre_view view;
    int seat = seats_first(setup->game->rules->pending(setup, state));
    struct ochre_text out = text_on(text, OCHRE_MOVE_SIZE);
    state_look(setup, state, seat, &view);
    setup->game->words->format_move(setup, &view, seat, action, &out);
    return text;
}

#endif
