/* measure.h: what the programs have in common that measure how well a game's `judge` plays: greedy seats among random
 * ones, play after play. Each includes it once. */
#ifndef OCHRE_TESTS_MEASURE_H
#define OCHRE_TESTS_MEASURE_H

#include <stdio.h>
#include <stdlib.h>

#include "ai/bot.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/setup.h"
#include "table/packfile.h"

static struct measure {
    struct packfile pack;
    struct ochre_setup setup;
    ochre_action *list; /* of chance */
    struct bot *random, *greedy;
} measure;

static inline void measure_die(const char *why)
{
    (void)fprintf(stderr, "measure: %s\n", why);
    exit(1);
}

static inline void measure_open(const char *game)
{
    struct ochre_error error = {0};
    if (packfile_load(&measure.pack, game_by_id(game), NULL, &error) < 0)
        measure_die(error.words);
    measure.random = bot_new("random", &error);
    measure.greedy = bot_new("greedy", &error);
}

static inline void measure_close(void)
{
    bot_delete(measure.random);
    bot_delete(measure.greedy);
    packfile_free(&measure.pack);
    free(measure.list);
}

/* The play to come: so many seats, and one option set (NULL: none). */
static inline void measure_seats(const struct ochre_game *game, int seats, const char *option, const char *value)
{
    struct ochre_terms terms;
    struct ochre_error error = {0};
    terms_init(&terms, game);
    terms.seats = seats;
    terms.pack = &measure.pack.pack;
    if ((option && terms_set(&terms, option, value, &error) < 0) || setup_make(&measure.setup, &terms, &error) < 0)
        measure_die(error.words);
    free(measure.list);
    measure.list = calloc(measure.setup.legal_max, sizeof *measure.list);
    if (!measure.list)
        measure_die("not enough memory");
}

static inline void measure_chance(struct ochre_state *state, struct ochre_rng *rng)
{
    const struct ochre_setup *setup = &measure.setup;
    while (setup->game->rules->pending(setup, state) == SEAT_BIT(OCHRE_CHANCE)) {
        int count = setup->game->rules->legal(setup, state, OCHRE_CHANCE, measure.list);
        setup->game->rules->apply(setup, state, OCHRE_CHANCE, chance_sample(setup, state, measure.list, count, rng),
                                  NULL);
    }
}

/* One whole play into `state`; the seats in `clever` play greedy, the others at random. How many decisions there were.
 */
static inline int measure_play(ochre_seats clever, uint64_t seed, struct ochre_state *state)
{
    const struct ochre_setup *setup = &measure.setup;
    struct ochre_rng rng;
    int decisions = 0;
    rng_seed(&rng, seed);
    setup->game->rules->start(setup, state);
    measure_chance(state, &rng);
    for (ochre_seats pending; (pending = setup->game->rules->pending(setup, state)) != 0; decisions++) {
        int seat = seats_first(pending);
        struct ochre_view view;
        state_look(setup, state, seat, &view);
        struct bot *bot = seats_has(clever, seat) ? measure.greedy : measure.random;
        setup->game->rules->apply(setup, state, seat, bot_think(bot, setup, &view, seat, &rng, NULL), NULL);
        measure_chance(state, &rng);
    }
    return decisions;
}

#endif
