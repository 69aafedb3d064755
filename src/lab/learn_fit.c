/* learn_fit.c: a mind fitted to positions. Whole numbers are what a mind is made of; here they are fractions, moved by
 * small steps (Adam) against the loss: cross entropy of what every seat may expect, and of which moves were tried. One
 * thread, plain arithmetic in a fixed order, no function of a library but the square root: the same data give the same
 * mind on every machine. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "lab/learn_inner.h"
#include "rules/net.h"

enum {
    BATCH = 128,
    ROUNDS = 8,       /* times every position is seen … */
    ROUNDS_MAX = 60,  /* … or more often, where there are few, for … */
    STEPS_MIN = 3000, /* … so many steps */
    SEEN_MIN = 10,    /* what is seen less often is not looked at */
    TRIED_MIN = 10,   /* a move that could be made less often has no output */
};

static const float FIRST_STEP = 0.002F;
static const float LAST_STEP = 0.00015F;
static const float DECAY = 0.001F;       /* of weights that nothing needs */
static const float FIRST_PROMISE = 3.0F; /* what the tree search makes of judge without a mind */

/* Where the weights stand in one array. */
struct places {
    size_t bias, weight;                   /* of the hidden layer */
    size_t value, value_hunch, value_bias; /* of the seats */
    size_t promise, prior, prior_bias;     /* of the moves */
    size_t all;
};

struct fit {
    struct learn_data *data;
    int seats, hunches, inputs;
    uint32_t moves;
    struct places at;
    float *weight, *slope, *mean, *square;
    float *best; /* the weights that foretold best so far */
    double best_miss;
    float mean_left, square_left; /* what is left of the first guess of means and squares */
    uint16_t *number;             /* of the view, by input */
    float *scale;
    ochre_action *move;
    float *liking; /* of the moves of a position */
};

static void *room(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    if (!memory)
        abort();
    return memory;
}

/* ---- what there is to learn ---- */

/* Which numbers are looked at, and how large they get; inputs take the place of numbers. */
static void find_inputs(struct fit *fit)
{
    struct learn_data *data = fit->data;
    size_t count = data->setup->observe_size + (size_t)fit->hunches;
    uint32_t *seen = room(count, sizeof *seen);
    float *most = room(count, sizeof *most);
    uint16_t *place = room(count, sizeof *place);
    for (size_t i = 0; i < data->inputs; i++) {
        const struct learn_input *input = &data->input[i];
        seen[input->number]++;
        most[input->number] = fmaxf(most[input->number], fabsf(input->raw));
    }
    fit->number = room(count, sizeof *fit->number);
    fit->scale = room(count, sizeof *fit->scale);
    for (size_t n = 0; n < count; n++) {
        if (seen[n] < SEEN_MIN || fit->inputs == MIND_INPUTS_MAX)
            continue;
        float scale = (float)MIND_ONE / (most[n] > 1 ? most[n] : 1);
        fit->number[fit->inputs] = (uint16_t)n;
        fit->scale[fit->inputs] = floorf(scale * 1048576.0F) / 1048576.0F;
        place[n] = (uint16_t)++fit->inputs;
    }
    for (size_t i = 0; i < data->inputs; i++) {
        struct learn_input *input = &data->input[i];
        uint16_t to = place[input->number];
        input->input = to ? mind_input(input->raw, fit->scale[to - 1]) : 0;
        input->number = to ? (uint16_t)(to - 1) : 0;
        input->raw = (float)input->input / (float)MIND_ONE;
    }
    free(seen);
    free(most);
    free(place);
}

static void find_moves(struct fit *fit)
{
    struct learn_data *data = fit->data;
    uint32_t actions = data->setup->actions;
    uint32_t *seen = room(actions, sizeof *seen);
    int most = 1;
    for (size_t i = 0; i < data->choices; i++)
        seen[data->choice[i].action]++;
    fit->move = room(actions, sizeof *fit->move);
    for (uint32_t a = 0; a < actions; a++) {
        bool is_met = seen[a] >= TRIED_MIN && fit->moves < MIND_MOVES_MAX;
        seen[a] = is_met ? fit->moves + 1 : 0;
        if (is_met)
            fit->move[fit->moves++] = a;
    }
    for (size_t i = 0; i < data->choices; i++)
        data->choice[i].action = seen[data->choice[i].action];
    for (size_t i = 0; i < data->samples; i++)
        most = data->sample[i].choices > most ? data->sample[i].choices : most;
    fit->liking = room((size_t)most, sizeof *fit->liking);
    free(seen);
}

static void find_places(struct fit *fit)
{
    size_t at = 0;
    fit->at.bias = at;
    fit->at.weight = at += MIND_HIDDEN;
    fit->at.value = at += (size_t)fit->inputs * MIND_HIDDEN;
    fit->at.value_hunch = at += (size_t)fit->seats * MIND_HIDDEN;
    fit->at.value_bias = at += (size_t)fit->seats * (size_t)fit->hunches;
    fit->at.promise = at += (size_t)fit->seats;
    fit->at.prior = at += 1;
    fit->at.prior_bias = at += (size_t)fit->moves * MIND_HIDDEN;
    fit->at.all = at + fit->moves;
}

/* Begins as wise as the game's own estimates: the better one is believed, moves are liked as judge likes them, and what
 * is learned comes on top. */
static void set_out(struct fit *fit, uint64_t seed)
{
    struct ochre_rng rng;
    size_t samples = fit->data->samples ? fit->data->samples : 1;
    float seen = (float)fit->data->inputs / (float)samples;
    float size = 1.0F / sqrtf(seen > 1 ? seen : 1);
    fit->weight = room(fit->at.all, sizeof(float));
    fit->slope = room(fit->at.all, sizeof(float));
    fit->mean = room(fit->at.all, sizeof(float));
    fit->square = room(fit->at.all, sizeof(float));
    fit->mean_left = fit->square_left = 1;
    rng_seed(&rng, seed);
    for (size_t i = fit->at.weight; i < fit->at.value; i++)
        fit->weight[i] = ((float)rng_below(&rng, 2001) / 1000.0F - 1.0F) * size;
    for (int seat = 0; seat < fit->seats && fit->hunches; seat++)
        fit->weight[fit->at.value_hunch + (size_t)(seat * fit->hunches + fit->hunches - fit->seats + seat)] = 1;
    fit->weight[fit->at.promise] = fit->hunches ? FIRST_PROMISE : 0;
}

/* ---- forwards ---- */

static void look(const struct fit *fit, const struct learn_sample *sample, float unit[MIND_HIDDEN])
{
    const struct learn_input *input = fit->data->input + sample->first_input;
    memcpy(unit, fit->weight + fit->at.bias, MIND_HIDDEN * sizeof *unit);
    for (size_t i = 0; i < sample->inputs; i++) {
        const float *row = fit->weight + fit->at.weight + (size_t)input[i].number * MIND_HIDDEN;
        float raw = input[i].raw;
        for (int h = 0; h < MIND_HIDDEN; h++)
            unit[h] += raw * row[h];
    }
    for (int h = 0; h < MIND_HIDDEN; h++)
        unit[h] = unit[h] < 0 ? 0 : unit[h] > 15.99F ? 15.99F : unit[h];
}

static float dot(const float *a, const float *b)
{
    float sum = 0;
    for (int h = 0; h < MIND_HIDDEN; h++)
        sum += a[h] * b[h];
    return sum;
}

static float value_of(const struct fit *fit, const struct learn_sample *sample, const float *unit, int seat)
{
    float sum = fit->weight[fit->at.value_bias + (size_t)seat] +
                dot(unit, fit->weight + fit->at.value + (size_t)seat * MIND_HIDDEN);
    for (int i = 0; i < fit->hunches; i++)
        sum += sample->hunch[i] * fit->weight[fit->at.value_hunch + (size_t)(seat * fit->hunches + i)];
    return net_squash(sum);
}

static void like_moves(const struct fit *fit, const struct learn_sample *sample, const float *unit)
{
    const struct learn_choice *choice = fit->data->choice + sample->first_choice;
    for (int i = 0; i < sample->choices; i++) {
        fit->liking[i] = choice[i].promise * fit->weight[fit->at.promise];
        if (choice[i].action == 0)
            continue;
        size_t move = choice[i].action - 1;
        fit->liking[i] +=
            fit->weight[fit->at.prior_bias + move] + dot(unit, fit->weight + fit->at.prior + move * MIND_HIDDEN);
    }
    mind_share(fit->liking, sample->choices);
}

/* ---- backwards ---- */

/* Adds to the slopes of an output, and to what they mean for the hidden layer. */
static void push(struct fit *fit, size_t row, float miss, const float *unit, float *back)
{
    const float *weight = fit->weight + row;
    float *slope = fit->slope + row;
    for (int h = 0; h < MIND_HIDDEN; h++) {
        slope[h] += miss * unit[h];
        back[h] += miss * weight[h];
    }
}

static void learn_from(struct fit *fit, const struct learn_sample *sample)
{
    float unit[MIND_HIDDEN];
    float back[MIND_HIDDEN] = {0};
    look(fit, sample, unit);
    for (int seat = 0; seat < sample->values; seat++) {
        float miss = value_of(fit, sample, unit, seat) - sample->target[seat];
        push(fit, fit->at.value + (size_t)seat * MIND_HIDDEN, miss, unit, back);
        fit->slope[fit->at.value_bias + (size_t)seat] += miss;
        for (int i = 0; i < fit->hunches; i++)
            fit->slope[fit->at.value_hunch + (size_t)(seat * fit->hunches + i)] += miss * sample->hunch[i];
    }
    if (sample->choices)
        like_moves(fit, sample, unit);
    const struct learn_choice *choice = fit->data->choice + sample->first_choice;
    for (int i = 0; i < sample->choices; i++) {
        float miss = fit->liking[i] - choice[i].share;
        fit->slope[fit->at.promise] += miss * choice[i].promise;
        if (choice[i].action == 0)
            continue;
        size_t move = choice[i].action - 1;
        push(fit, fit->at.prior + move * MIND_HIDDEN, miss, unit, back);
        fit->slope[fit->at.prior_bias + move] += miss;
    }
    for (int h = 0; h < MIND_HIDDEN; h++) {
        back[h] = unit[h] <= 0 || unit[h] > 15.9F ? 0 : back[h];
        fit->slope[fit->at.bias + (size_t)h] += back[h];
    }
    const struct learn_input *input = fit->data->input + sample->first_input;
    for (size_t i = 0; i < sample->inputs; i++) {
        float *slope = fit->slope + fit->at.weight + (size_t)input[i].number * MIND_HIDDEN;
        float raw = input[i].raw;
        for (int h = 0; h < MIND_HIDDEN; h++)
            slope[h] += back[h] * raw;
    }
}

static void step_in(struct fit *fit, size_t from, size_t to, float pace, float most, float decay)
{
    float mean_scale = 1 / (1 - fit->mean_left);
    float square_scale = 1 / (1 - fit->square_left);
    for (size_t i = from; i < to; i++) {
        float slope = fit->slope[i] / BATCH + decay * fit->weight[i];
        fit->mean[i] = 0.9F * fit->mean[i] + 0.1F * slope;
        fit->square[i] = 0.999F * fit->square[i] + 0.001F * slope * slope;
        float weight =
            fit->weight[i] - pace * fit->mean[i] * mean_scale / (sqrtf(fit->square[i] * square_scale) + 1e-8F);
        fit->weight[i] = weight > most ? most : weight < -most ? -most : weight;
        fit->slope[i] = 0;
    }
}

/* One step of Adam, within the bounds of a mind. */
static void step(struct fit *fit, float pace)
{
    const struct places *at = &fit->at;
    fit->mean_left *= 0.9F;
    fit->square_left *= 0.999F;
    step_in(fit, at->bias, at->weight, pace, 7.9F, 0);
    step_in(fit, at->weight, at->value, pace, 1.99F, DECAY);
    step_in(fit, at->value, at->value_hunch, pace, 7.9F, DECAY);
    step_in(fit, at->value_hunch, at->value_bias, pace, 3.9F, 0);
    step_in(fit, at->value_bias, at->prior, pace, 30.0F, 0);
    step_in(fit, at->prior, at->prior_bias, pace, 7.9F, DECAY / 4);
    step_in(fit, at->prior_bias, at->all, pace, 30.0F, 0);
}

/* ---- how well ---- */

/* For telling alone: nothing is learned from it. */
static double surprise(double chance)
{
    return -log(chance < 1e-6 ? 1e-6 : chance);
}

/* How much more surprised somebody is who says `chance` than who knows. */
static double excess(double target, double chance)
{
    return target * (surprise(chance) - surprise(target)) +
           (1 - target) * (surprise(1 - chance) - surprise(1 - target));
}

static double moves_loss(struct fit *fit, const struct learn_sample *sample)
{
    double loss = 0;
    for (int i = 0; i < sample->choices; i++) {
        double share = (double)fit->data->choice[sample->first_choice + (size_t)i].share;
        loss += share * (surprise((double)fit->liking[i]) - surprise(share));
    }
    return loss;
}

/* What judge's liking alone foretells. */
static double judge_loss(struct fit *fit, const struct learn_sample *sample)
{
    for (int i = 0; i < sample->choices; i++)
        fit->liking[i] = fit->hunches ? FIRST_PROMISE * fit->data->choice[sample->first_choice + (size_t)i].promise : 0;
    mind_share(fit->liking, sample->choices);
    return moves_loss(fit, sample);
}

static double even_loss(struct fit *fit, const struct learn_sample *sample)
{
    for (int i = 0; i < sample->choices; i++)
        fit->liking[i] = 1.0F / (float)sample->choices;
    return moves_loss(fit, sample);
}

/* How far off plays are foretold that are not learned from: the mean of squares, for values and for moves. Plain
 * arithmetic, since it decides which weights are taken. */
static double miss_of(struct fit *fit)
{
    double miss[2] = {0, 0};
    double count[2] = {1e-9, 1e-9};
    for (size_t n = 0; n < fit->data->samples; n++) {
        const struct learn_sample *sample = &fit->data->sample[n];
        float unit[MIND_HIDDEN];
        if (!sample->is_test)
            continue;
        look(fit, sample, unit);
        for (int seat = 0; seat < sample->values; seat++, count[0]++) {
            double off = (double)(value_of(fit, sample, unit, seat) - sample->target[seat]);
            miss[0] += off * off;
        }
        if (sample->choices)
            like_moves(fit, sample, unit);
        for (int i = 0; i < sample->choices; i++) {
            double off = (double)(fit->liking[i] - fit->data->choice[sample->first_choice + (size_t)i].share);
            miss[1] += off * off;
        }
        count[1] += sample->choices > 0;
    }
    return miss[0] / count[0] + miss[1] / count[1];
}

/* Who goes on learning from few plays learns them by heart: the weights are those of the round that foretold best. */
static void keep_best(struct fit *fit)
{
    double miss = miss_of(fit);
    if (fit->best && miss >= fit->best_miss)
        return;
    if (!fit->best)
        fit->best = room(fit->at.all, sizeof(float));
    fit->best_miss = miss;
    memcpy(fit->best, fit->weight, fit->at.all * sizeof(float));
}

static void measure(struct fit *fit, struct learn_losses *losses)
{
    double values = 0;
    double decisions = 0;
    *losses = (struct learn_losses){0};
    for (size_t n = 0; n < fit->data->samples; n++) {
        const struct learn_sample *sample = &fit->data->sample[n];
        float unit[MIND_HIDDEN];
        if (!sample->is_test)
            continue;
        look(fit, sample, unit);
        for (int seat = 0; seat < sample->values; seat++) {
            double target = (double)sample->target[seat];
            float hunch = fit->hunches ? sample->hunch[fit->hunches - fit->seats + seat] : 0;
            losses->value += excess(target, (double)value_of(fit, sample, unit, seat));
            losses->estimate += fit->hunches ? excess(target, (double)net_squash(hunch)) : 0;
            losses->average += excess(target, 1.0 / fit->seats);
            values++;
        }
        if (sample->choices == 0)
            continue;
        like_moves(fit, sample, unit);
        losses->prior += moves_loss(fit, sample);
        losses->judge += judge_loss(fit, sample);
        losses->even += even_loss(fit, sample);
        decisions++;
    }
    values = values > 0 ? values : 1;
    decisions = decisions > 0 ? decisions : 1;
    losses->value /= values;
    losses->estimate /= values;
    losses->average /= values;
    losses->prior /= decisions;
    losses->judge /= decisions;
    losses->even /= decisions;
}

/* ---- the mind ---- */

static int32_t whole(float number, float one)
{
    float scaled = number * one;
    return (int32_t)(scaled < 0 ? scaled - 0.5F : scaled + 0.5F);
}

static void fill_row(int16_t *to, const float *from, int count, float one)
{
    for (int i = 0; i < count; i++)
        to[i] = (int16_t)whole(from[i], one);
}

/* As bytes, and read again: so it is checked, and its own owner. */
static struct mind *make_mind(struct fit *fit)
{
    const struct ochre_setup *setup = fit->data->setup;
    const float *weight = fit->weight;
    struct mind mind = {.seats = fit->seats,
                        .rules = setup->game->rules_version,
                        .observe = setup->observe_size,
                        .actions = setup->actions,
                        .hunches = fit->hunches,
                        .inputs = fit->inputs,
                        .input = fit->number,
                        .scale = fit->scale,
                        .weight = room((size_t)fit->inputs, sizeof *mind.weight),
                        .moves = fit->moves,
                        .move = fit->move,
                        .prior = room(fit->moves, sizeof *mind.prior),
                        .prior_bias = room(fit->moves, sizeof *mind.prior_bias),
                        .promise = whole(weight[fit->at.promise], MIND_OUT_ONE)};
    struct ochre_text game = text_on(mind.game, sizeof mind.game);
    text_add(&game, setup->game->id);
    for (int h = 0; h < MIND_HIDDEN; h++)
        mind.bias[h] = whole(weight[fit->at.bias + (size_t)h], MIND_SUM_ONE);
    fill_row(&mind.weight[0][0], weight + fit->at.weight, fit->inputs * MIND_HIDDEN, MIND_WEIGHT_ONE);
    for (int seat = 0; seat < fit->seats; seat++) {
        size_t s = (size_t)seat;
        fill_row(mind.value[seat], weight + fit->at.value + s * MIND_HIDDEN, MIND_HIDDEN, MIND_WEIGHT_ONE);
        fill_row(mind.value_hunch[seat], weight + fit->at.value_hunch + s * (size_t)fit->hunches, fit->hunches,
                 MIND_HUNCH_ONE);
        mind.value_bias[seat] = whole(weight[fit->at.value_bias + s], MIND_OUT_ONE);
    }
    for (uint32_t i = 0; i < fit->moves; i++) {
        fill_row(mind.prior[i], weight + fit->at.prior + (size_t)i * MIND_HIDDEN, MIND_HIDDEN, MIND_WEIGHT_ONE);
        mind.prior_bias[i] = whole(weight[fit->at.prior_bias + i], MIND_OUT_ONE);
    }
    size_t length = 0;
    struct ochre_error error = {0};
    unsigned char *bytes = mind_write(&mind, &length);
    struct mind *made = bytes ? mind_read(bytes, length, &error) : NULL;
    assert(!bytes || made);
    free(bytes);
    free(mind.weight);
    free(mind.prior);
    free(mind.prior_bias);
    return made;
}

static void fit_free(struct fit *fit)
{
    free(fit->weight);
    free(fit->best);
    free(fit->slope);
    free(fit->mean);
    free(fit->square);
    free(fit->number);
    free(fit->scale);
    free(fit->move);
    free(fit->liking);
}

/* Positions that are learned from, in a new order each round. */
static size_t *list_samples(const struct learn_data *data, size_t *count)
{
    size_t *list = room(data->samples, sizeof *list);
    *count = 0;
    for (size_t i = 0; i < data->samples; i++)
        if (!data->sample[i].is_test)
            list[(*count)++] = i;
    return list;
}

static void shuffle(size_t *list, size_t count, struct ochre_rng *rng)
{
    for (size_t i = count; i > 1; i--) {
        size_t other = rng_below(rng, (uint32_t)i);
        size_t moved = list[i - 1];
        list[i - 1] = list[other];
        list[other] = moved;
    }
}

struct mind *learn_fit(struct learn_data *data, uint64_t seed, struct learn_losses *losses, atomic_bool *stop,
                       void (*progress)(void *who, int done, int total), void *who)
{
    struct fit fit = {.data = data, .seats = data->setup->seats, .hunches = mind_hunches(data->setup)};
    struct ochre_rng rng;
    size_t count;
    size_t *list = list_samples(data, &count);
    find_inputs(&fit);
    find_moves(&fit);
    find_places(&fit);
    set_out(&fit, seed);
    rng_seed(&rng, seed + 1);
    size_t batches = count / BATCH;
    size_t rounds = batches ? STEPS_MIN / batches : 0;
    size_t total = batches * (rounds < ROUNDS ? ROUNDS : rounds > ROUNDS_MAX ? ROUNDS_MAX : rounds);
    bool is_stopped = false;
    for (size_t n = 0; n < total && !is_stopped; n++) {
        if (n % batches == 0) {
            keep_best(&fit);
            shuffle(list, count, &rng);
        }
        for (size_t k = 0; k < BATCH; k++)
            learn_from(&fit, &data->sample[list[n % batches * BATCH + k]]);
        step(&fit, FIRST_STEP + (LAST_STEP - FIRST_STEP) * (float)n / (float)total);
        is_stopped = stop && atomic_load(stop);
        if (progress && n % 64 == 0)
            progress(who, (int)n, (int)total);
    }
    struct mind *mind = NULL;
    if (!is_stopped) {
        keep_best(&fit);
        memcpy(fit.weight, fit.best, fit.at.all * sizeof(float));
        measure(&fit, losses);
        mind = make_mind(&fit);
    }
    free(list);
    fit_free(&fit);
    return mind;
}
