/* minds.h: minds made by lot, for tests. */
#ifndef OCHRE_TESTS_AI_MINDS_H
#define OCHRE_TESTS_AI_MINDS_H

#include <stdlib.h>

#include "ai/mind.h"
#include "base/rng.h"

/* A number from -most to most; as large as it gets when `is_extreme`. */
static inline int64_t lot(struct ochre_rng *rng, int64_t most, bool is_extreme)
{
    if (is_extreme)
        return rng_below(rng, 2) ? most : -most;
    return (int64_t)rng_below(rng, (uint32_t)(2 * most + 1)) - most;
}

static inline void lots(struct ochre_rng *rng, int16_t *to, int count, int most, bool is_extreme)
{
    for (int i = 0; i < count; i++)
        to[i] = (int16_t)lot(rng, most, is_extreme);
}

/* Every number of the setup is looked at, every action has an output. Its arrays are its own: see mind_by_lot_free. */
static inline struct mind mind_by_lot(const struct ochre_setup *setup, struct ochre_rng *rng, bool is_extreme)
{
    struct mind mind = {.seats = setup->seats,
                        .rules = setup->game->rules_version,
                        .observe = setup->observe_size,
                        .actions = setup->actions,
                        .hunches = mind_hunches(setup),
                        .inputs = (int)setup->observe_size + mind_hunches(setup),
                        .moves = setup->actions};
    struct ochre_text game = text_on(mind.game, sizeof mind.game);
    int most = is_extreme ? MIND_WEIGHT_MAX : MIND_WEIGHT_ONE / 8;
    int out = is_extreme ? MIND_OUT_MAX : MIND_WEIGHT_ONE / 4;
    size_t inputs = (size_t)mind.inputs;
    text_add(&game, setup->game->id);
    mind.input = calloc(inputs, sizeof *mind.input);
    mind.row = calloc(inputs, sizeof *mind.row);
    mind.scale = calloc(inputs, sizeof *mind.scale);
    mind.weight = calloc(inputs, sizeof *mind.weight);
    mind.move = calloc(mind.moves, sizeof *mind.move);
    mind.prior = calloc(mind.moves, sizeof *mind.prior);
    mind.prior_bias = calloc(mind.moves, sizeof *mind.prior_bias);
    mind.place = calloc(mind.actions, sizeof *mind.place);
    if (!mind.row || !mind.input || !mind.scale || !mind.weight || !mind.move || !mind.prior || !mind.prior_bias ||
        !mind.place)
        abort();
    for (int i = 0; i < mind.inputs; i++) {
        mind.input[i] = mind.row[i] = (uint16_t)i;
        mind.scale[i] = (float)(is_extreme ? MIND_ONE : 1 + rng_below(rng, MIND_ONE));
    }
    for (int h = 0; h < MIND_HIDDEN; h++)
        mind.bias[h] = (int32_t)lot(rng, MIND_BIAS_MAX, is_extreme);
    lots(rng, &mind.weight[0][0], mind.inputs * MIND_HIDDEN, most, is_extreme);
    for (int seat = 0; seat < mind.seats; seat++) {
        lots(rng, mind.value[seat], MIND_HIDDEN, out, is_extreme);
        lots(rng, mind.value_hunch[seat], mind.hunches, MIND_HUNCH_MAX, is_extreme);
        mind.value_bias[seat] = (int32_t)lot(rng, is_extreme ? MIND_OUT_BIAS_MAX : MIND_OUT_ONE, is_extreme);
    }
    mind.promise = (int32_t)lot(rng, MIND_OUT_ONE, is_extreme);
    for (uint32_t i = 0; i < mind.moves; i++) {
        mind.move[i] = i;
        mind.place[i] = i + 1;
        lots(rng, mind.prior[i], MIND_HIDDEN, out, is_extreme);
        mind.prior_bias[i] = (int32_t)lot(rng, is_extreme ? MIND_OUT_BIAS_MAX : MIND_OUT_ONE, is_extreme);
    }
    return mind;
}

static inline void mind_by_lot_free(struct mind *mind)
{
    free(mind->row);
    free(mind->input);
    free(mind->scale);
    free(mind->weight);
    free(mind->move);
    free(mind->prior);
    free(mind->prior_bias);
    free(mind->place);
}

#endif
