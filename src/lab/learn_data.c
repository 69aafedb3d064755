/* learn_data.c: the positions of plays as numbers that a mind can be fitted to. */
#include <stdlib.h>

#include "lab/learn_inner.h"
#include "rules/rules.h"
#include "rules/think.h"

/* What a position is worth is what the search expected there, and so much of what came of the play. */
static const float CAME = 0.3F;

/* A play that is read. */
struct reading {
    struct learn_data *data;
    size_t first; /* sample of the play */
    bool is_test;
};

/* Room for one more. */
static void *room(void *list, size_t count, size_t *max, size_t more, size_t size)
{
    if (count + more <= *max)
        return list;
    while (*max < count + more)
        *max = *max ? 2 * *max : 4096;
    list = realloc(list, *max * size);
    if (!list)
        abort();
    return list;
}

static void add_inputs(struct learn_data *data, const float *numbers)
{
    const struct ochre_setup *setup = data->setup;
    uint32_t count = setup->observe_size + (uint32_t)mind_hunches(setup);
    data->input = room(data->input, data->inputs, &data->inputs_max, count, sizeof *data->input);
    for (uint32_t i = 0; i < count; i++)
        if (numbers[i] != 0.0F)
            data->input[data->inputs++] = (struct learn_input){.number = (uint16_t)i, .raw = numbers[i]};
}

/* How much judge likes every move: from 0 for the worst to 1 for the best, to the fourth. */
static void add_promises(struct learn_data *data, const struct learn_find *find, struct learn_choice *choice)
{
    const struct ochre_setup *setup = data->setup;
    float best = 0;
    float worst = 1;
    if (setup->game->rules->redact)
        return;
    for (int i = 0; i < find->count; i++) {
        struct ochre_state after;
        float payoff[OCHRE_SEATS_MAX];
        state_copy(setup, &after, find->state);
        setup->game->rules->apply(setup, &after, find->seat, find->list[i], NULL);
        setup->game->think->judge(setup, &after, payoff);
        choice[i].promise = payoff[find->seat];
        best = choice[i].promise > best ? choice[i].promise : best;
        worst = choice[i].promise < worst ? choice[i].promise : worst;
    }
    for (int i = 0; i < find->count; i++) {
        float good = best > worst ? (choice[i].promise - worst) / (best - worst) : 1;
        choice[i].promise = good * good * good * good;
    }
}

static void add_choices(struct learn_data *data, const struct learn_find *find, struct learn_sample *sample)
{
    float total = 0;
    data->choice = room(data->choice, data->choices, &data->choices_max, (size_t)find->count, sizeof *data->choice);
    struct learn_choice *choice = data->choice + data->choices;
    for (int i = 0; i < find->count; i++)
        total += (float)find->visits[i];
    for (int i = 0; i < find->count; i++)
        choice[i] =
            (struct learn_choice){.action = find->list[i], .share = total > 0 ? (float)find->visits[i] / total : 0};
    add_promises(data, find, choice);
    sample->first_choice = data->choices;
    sample->choices = total > 0 ? find->count : 0;
    data->choices += (size_t)find->count;
}

/* The position as one seat sees it. Targets are what the search expects until the play is over. */
static void add_sample(struct reading *reading, const struct learn_find *find, int seat)
{
    struct learn_data *data = reading->data;
    const struct ochre_setup *setup = data->setup;
    float numbers[MIND_INPUTS_MAX + MIND_HUNCHES_MAX];
    mind_numbers(setup, find->state, seat, numbers);
    data->sample = room(data->sample, data->samples, &data->samples_max, 1, sizeof *data->sample);
    struct learn_sample *sample = &data->sample[data->samples++];
    *sample = (struct learn_sample){.looker = seat,
                                    .first_input = data->inputs,
                                    .values = setup->game->rules->redact ? 1 : setup->seats,
                                    .is_test = reading->is_test};
    add_inputs(data, numbers);
    sample->inputs = data->inputs - sample->first_input;
    for (int step = 0; step < setup->seats; step++)
        sample->target[step] = find->payoff[(seat + step) % setup->seats];
    for (int i = 0; i < mind_hunches(setup); i++)
        sample->hunch[i] = (float)mind_hunch(numbers[setup->observe_size + (uint32_t)i]) / MIND_ONE;
    if (seat == find->seat)
        add_choices(data, find, sample);
}

static void take(void *who, const struct learn_find *find)
{
    struct reading *reading = who;
    const struct ochre_setup *setup = reading->data->setup;
    add_sample(reading, find, find->seat);
    for (int seat = 0; seat < setup->seats && setup->game->rules->redact; seat++)
        if (seat != find->seat)
            add_sample(reading, find, seat);
}

bool learn_data_add(struct learn_data *data, struct learn_hand *hand, const unsigned char *bytes, size_t length,
                    bool is_test)
{
    struct reading reading = {.data = data, .first = data->samples, .is_test = is_test};
    float payoff[OCHRE_SEATS_MAX];
    if (!learn_replay(hand, bytes, length, take, &reading, payoff))
        return false;
    for (size_t i = reading.first; i < data->samples; i++)
        for (int step = 0; step < data->setup->seats; step++) {
            struct learn_sample *sample = &data->sample[i];
            float came = payoff[(sample->looker + step) % data->setup->seats];
            sample->target[step] += CAME * (came - sample->target[step]);
        }
    return true;
}

void learn_data_free(struct learn_data *data)
{
    free(data->sample);
    free(data->input);
    free(data->choice);
    *data = (struct learn_data){0};
}
