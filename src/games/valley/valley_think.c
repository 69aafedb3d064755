/* valley_think.c: a quick estimate of who wins, for search on imagined states. */
#include <assert.h>

#include "games/valley/valley.h"

/* e to the x, near enough, without a library. */
static float power(float x)
{
    float base = 1.0F + x / 64.0F;
    base = base < 0.01F ? 0.01F : base;
    for (int i = 0; i < 6; i++)
        base *= base;
    return base;
}

static void judge(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX])
{
    const struct valley_state *s = valley_of(state);
    if (s->phase == PHASE_OVER) {
        struct ochre_outcome out;
        valley_outcome(setup, state, &out);
        memcpy(payoff, out.payoff, sizeof out.payoff);
        return;
    }
    float left = valley_time_left(setup, s);
    float worth[OCHRE_SEATS_MAX];
    float best = -1000.0F;
    for (int seat = 0; seat < setup->seats; seat++) {
        struct valley_outlook unused;
        worth[seat] = valley_worth(setup, s, seat, left, &unused);
        best = worth[seat] > best ? worth[seat] : best;
    }
    float sum = 0.0F;
    for (int seat = 0; seat < setup->seats; seat++) {
        payoff[seat] = power((worth[seat] - best) / (2.5F + 5.0F * left));
        sum += payoff[seat];
    }
    assert(sum > 0.0F);
    for (int seat = 0; seat < setup->seats; seat++)
        payoff[seat] /= sum;
}

/* Bold: threatens others with Fight tokens. Hoarding: holds tokens and steaks. Patient: builds shelter. */
static void charms(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                   float charm[OCHRE_TEMPERS])
{
    (void)setup;
    const struct valley_seat *v = &valley_of(state)->seat[seat];
    charm[OCHRE_BOLD] = -(float)v->fights;
    charm[OCHRE_HOARDING] = (float)(bits_count(v->held) + v->steaks);
    charm[OCHRE_PATIENT] = 0.3F * (float)v->sp;
}

const struct ochre_think valley_think = {
    .mistake = 0.05F,
    .judge = judge,
    .charms = charms,
    .appraise = valley_appraise,
    .foresight = 16,
    .foresight_moves = 4,
};
