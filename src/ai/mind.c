/* mind.c: what a mind makes of a position. See mind.h; mind_bytes.c reads and writes minds. */
#include "ai/mind.h"

#include <assert.h>
#include <math.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "rules/net.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/think.h"

int mind_suits(const struct mind *mind, const struct ochre_setup *setup, struct ochre_error *error)
{
    if (!text_same(mind->game, setup->game->id))
        return error_set(error, "", "what was learned is for {0}", mind->game);
    if (mind->seats != setup->seats)
        return error_set(error, "", "what was learned is for {0} seats", NUM(mind->seats));
    if (mind->rules != setup->game->rules_version || mind->observe != setup->observe_size ||
        mind->actions != setup->actions || mind->hunches != mind_hunches(setup))
        return error_set(error, "", "what was learned is for other rules");
    return 0;
}

/* ---- what there is to see ---- */

int mind_hunches(const struct ochre_setup *setup)
{
    if (setup->game->rules->redact)
        return 0;
    return setup->game->think->appraise ? 2 * setup->seats : setup->seats;
}

/* The x of which net_squash makes this chance. */
static float unsquash(float chance)
{
    chance = chance < 0.0001F ? 0.0001F : chance > 0.9999F ? 0.9999F : chance;
    float base = (1.0F - chance) / chance;
    for (int i = 0; i < 6; i++)
        base = sqrtf(base);
    return 64.0F * (1.0F - base);
}

/* The hunches of one estimate, the seat that looks first. */
static void hunches_of(const struct ochre_setup *setup, const float payoff[OCHRE_SEATS_MAX], int seat, float *hunch)
{
    for (int step = 0; step < setup->seats; step++)
        hunch[step] = unsquash(payoff[(seat + step) % setup->seats]);
}

void mind_numbers(const struct ochre_setup *setup, const struct ochre_state *state, int seat, float *numbers)
{
    struct ochre_view view;
    state_look(setup, state, seat, &view);
    setup->game->show->observe(setup, &view, seat, numbers);
    int hunches = mind_hunches(setup);
    if (!hunches)
        return;
    float payoff[OCHRE_SEATS_MAX];
    setup->game->think->judge(setup, state, payoff);
    hunches_of(setup, payoff, seat, numbers + setup->observe_size);
    if (hunches == setup->seats)
        return;
    setup->game->think->appraise(setup, state, payoff);
    hunches_of(setup, payoff, seat, numbers + setup->observe_size + setup->seats);
}

/* The nearest whole number that is no further from 0 than `max`. */
static int16_t whole(float number, int max)
{
    float bound = (float)max;
    number = number > bound ? bound : number < -bound ? -bound : number;
    return (int16_t)(number < 0 ? number - 0.5F : number + 0.5F);
}

int16_t mind_input(float number, float scale)
{
    return whole(number * scale, MIND_INPUT_MAX);
}

int16_t mind_hunch(float number)
{
    return whole(number * (float)MIND_ONE, MIND_HUNCH_INPUT_MAX);
}

/* ---- looking ---- */

/* Two inputs at a time: adds what they bring to the sums of the hidden layer. Where the machine multiplies many numbers
 * at once (every x86-64 does) it does the same sums. */
#ifdef __SSE2__
static void add_two(int32_t sum[MIND_HIDDEN], const int16_t *one, int16_t input, const int16_t *two, int16_t other)
{
    __m128i pair = _mm_set1_epi32((int)((uint32_t)(uint16_t)other << 16 | (uint16_t)input));
    __m128i *to = (__m128i *)sum;
    for (int h = 0; h < MIND_HIDDEN; h += 8, to += 2) {
        __m128i a = _mm_loadu_si128((const __m128i *)(one + h));
        __m128i b = _mm_loadu_si128((const __m128i *)(two + h));
        to[0] = _mm_add_epi32(to[0], _mm_madd_epi16(_mm_unpacklo_epi16(a, b), pair));
        to[1] = _mm_add_epi32(to[1], _mm_madd_epi16(_mm_unpackhi_epi16(a, b), pair));
    }
}
#else
static void add_two(int32_t sum[MIND_HIDDEN], const int16_t *one, int16_t input, const int16_t *two, int16_t other)
{
    for (int h = 0; h < MIND_HIDDEN; h++)
        sum[h] += (int32_t)one[h] * input + (int32_t)two[h] * other;
}
#endif

/* The numbers that are not 0, ascending; most are. */
static int find_numbers(const float *numbers, int count, uint16_t *some)
{
    int found = 0;
    int i = 0;
#ifdef __SSE2__
    for (; i + 4 <= count; i += 4) {
        __m128 four = _mm_loadu_ps(numbers + i);
        for (unsigned left = (unsigned)_mm_movemask_ps(_mm_cmpneq_ps(four, _mm_setzero_ps())); left; left &= left - 1)
            some[found++] = (uint16_t)(i + __builtin_ctz(left));
    }
#endif
    for (; i < count; i++)
        if (numbers[i] != 0.0F)
            some[found++] = (uint16_t)i;
    return found;
}

/* The inputs among them, and their sizes. */
static int find_inputs(const struct mind *mind, const float *numbers, uint16_t *some, int16_t *input)
{
    int found = find_numbers(numbers, (int)mind->observe + mind->hunches, some);
    int count = 0;
    for (int k = 0; k < found; k++) {
        int row = mind->row[some[k]];
        float number = numbers[some[k]];
        some[count] = (uint16_t)row;
        input[count] = whole(number * mind->scale[row], MIND_INPUT_MAX);
        count += row < mind->inputs;
    }
    return count;
}

void mind_look(const struct mind *mind, const struct ochre_setup *setup, const struct ochre_state *state, int seat,
               struct mind_sight *sight)
{
    static const int16_t nothing[MIND_HIDDEN];
    float numbers[MIND_INPUTS_MAX + MIND_HUNCHES_MAX];
    uint16_t some[MIND_INPUTS_MAX + MIND_HUNCHES_MAX];
    int16_t input[MIND_INPUTS_MAX + MIND_HUNCHES_MAX];
    _Alignas(16) int32_t sum[MIND_HIDDEN];
    assert(setup->observe_size <= MIND_INPUTS_MAX);
    mind_numbers(setup, state, seat, numbers);
    int count = find_inputs(mind, numbers, some, input);
    memcpy(sum, mind->bias, sizeof sum);
    for (int k = 0; k + 1 < count; k += 2)
        add_two(sum, mind->weight[some[k]], input[k], mind->weight[some[k + 1]], input[k + 1]);
    if (count % 2)
        add_two(sum, mind->weight[some[count - 1]], input[count - 1], nothing, 0);
    for (int h = 0; h < MIND_HIDDEN; h++) {
        int32_t unit = sum[h] < 0 ? 0 : sum[h] / (MIND_SUM_ONE / MIND_UNIT_ONE);
        sight->unit[h] = (int16_t)(unit > MIND_UNIT_MAX ? MIND_UNIT_MAX : unit);
    }
    for (int i = 0; i < mind->hunches; i++)
        sight->hunch[i] = mind_hunch(numbers[mind->observe + (uint32_t)i]);
}

static int32_t read_out(const struct mind_sight *sight, const int16_t weight[MIND_HIDDEN], int32_t bias)
{
    int32_t sum = bias;
    for (int h = 0; h < MIND_HIDDEN; h++)
        sum += (int32_t)sight->unit[h] * weight[h];
    return sum;
}

/* What a seat may expect, counted from the one that looks. */
static float value_of(const struct mind *mind, const struct mind_sight *sight, int step)
{
    int32_t sum = read_out(sight, mind->value[step], mind->value_bias[step]);
    for (int i = 0; i < mind->hunches; i++)
        sum += (int32_t)sight->hunch[i] * mind->value_hunch[step][i];
    return net_squash((float)sum / (float)MIND_OUT_ONE);
}

float mind_worth(const struct mind *mind, const struct mind_sight *sight)
{
    float worth = value_of(mind, sight, 0);
    if (!mind->hunches)
        return worth;
    float sum = worth;
    for (int step = 1; step < mind->seats; step++)
        sum += value_of(mind, sight, step);
    return worth / sum;
}

void mind_values(const struct mind *mind, const struct ochre_setup *setup, const struct ochre_state *state,
                 float payoff[OCHRE_SEATS_MAX])
{
    struct mind_sight sight;
    if (setup->game->rules->redact) {
        for (int seat = 0; seat < setup->seats; seat++) {
            mind_look(mind, setup, state, seat, &sight);
            payoff[seat] = value_of(mind, &sight, 0);
        }
        return;
    }
    int seat = seats_first(setup->game->rules->pending(setup, state)) % setup->seats;
    float sum = 0.0F;
    mind_look(mind, setup, state, seat, &sight);
    for (int step = 0; step < setup->seats; step++) {
        int other = (seat + step) % setup->seats;
        payoff[other] = value_of(mind, &sight, step);
        sum += payoff[other];
    }
    for (int s = 0; s < setup->seats; s++)
        payoff[s] /= sum;
}

/* e to the x, near enough; for x up to 0. */
static float power(float x)
{
    float base = 1.0F + x / 64.0F;
    base = base < 0.9F ? 0.9F : base;
    for (int i = 0; i < 6; i++)
        base *= base;
    return base;
}

float mind_liking(const struct mind *mind, const struct mind_sight *sight, ochre_action action, float good)
{
    uint32_t place = mind->place[action];
    int32_t sum = place ? read_out(sight, mind->prior[place - 1], mind->prior_bias[place - 1]) : 0;
    good *= good;
    return ((float)sum + good * good * (float)mind->promise) / (float)MIND_OUT_ONE;
}

void mind_share(float *liking, int count)
{
    float best = liking[0];
    float sum = 0.0F;
    for (int i = 1; i < count; i++)
        best = liking[i] > best ? liking[i] : best;
    for (int i = 0; i < count; i++) {
        liking[i] = power(liking[i] - best);
        sum += liking[i];
    }
    for (int i = 0; i < count; i++)
        liking[i] /= sum;
}
