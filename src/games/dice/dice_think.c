/* dice_think.c: a quick estimate of who will win. Knows material, how freely the units stand, and what the side to move
 * can take at once. */
#include "games/dice/dice_board.h"

/* A unit is worth a little for being there and more for its reach. */
enum { WORTH_UNIT = 4, WORTH_VALUE = 3 };

/* What a square that can be reached, and a unit beyond the middle, add to it. */
static const float WORTH_REACH = 0.4F;
static const float WORTH_BEYOND = 0.7F;

static int worth(int units, int sum)
{
    return units * WORTH_UNIT + sum * WORTH_VALUE;
}

/* What the colours have on the board; returns their sum. */
static float weigh(const struct dice_tables *t, const struct dice_core *core, float strength[DICE_COLOURS])
{
    float total = 0.0F;
    for (int colour = 0; colour < t->colours; colour++) {
        int units;
        int sum = dice_sum(t, core, colour, &units);
        strength[colour] = (float)worth(units, sum);
        if (!dice_is_wide(t) && units)
            strength[colour] += WORTH_REACH * (float)dice_board_freedom(t, core, colour) +
                                WORTH_BEYOND * (float)dice_board_beyond(t, core, colour);
        total += strength[colour];
    }
    return total;
}

/* What hangs is as good as lost: the waiting colours lose it in proportion, the mover grows by one. Returns by how much
 * the sum grows. */
static float take_prey(const struct dice_tables *t, const struct dice_core *core, float strength[DICE_COLOURS])
{
    int prey = dice_prey(t, core);
    if (!prey)
        return 0.0F;
    float loss = (float)(WORTH_UNIT + prey * WORTH_VALUE) * 0.8F;
    float others = 0.0F;
    for (int colour = 0; colour < t->colours; colour++)
        others += colour == core->side ? 0.0F : strength[colour];
    for (int colour = 0; colour < t->colours; colour++)
        if (colour != core->side && others > 0.0F)
            strength[colour] -= loss * strength[colour] / others;
    strength[core->side] += WORTH_VALUE;
    return WORTH_VALUE - loss;
}

static void judge(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX])
{
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = &dice_of(state)->core;
    if (core->end) {
        struct ochre_outcome outcome;
        dice_outcome(setup, state, &outcome);
        memcpy(payoff, outcome.payoff, sizeof outcome.payoff);
        return;
    }
    assert(!dice_is_decided(core)); /* the play goes on */
    float strength[DICE_COLOURS] = {0};
    float total = weigh(t, core, strength);
    total += take_prey(t, core, strength);
    /* Squares sharpen the share: twice the material wins nearly always. */
    float weight[DICE_COLOURS] = {0};
    float sum = 0.0F;
    for (int colour = 0; colour < t->colours; colour++) {
        float share = total > 0.0F && strength[colour] > 0.0F ? strength[colour] / total : 0.0F;
        weight[colour] = share * share;
        sum += weight[colour];
    }
    for (int seat = 0; seat < setup->seats; seat++)
        payoff[seat] = sum > 0.0F ? weight[dice_colour_of_seat(t, seat)] / sum : 0.0F;
}

/* Bold: takes, and goes beyond the middle. Hoarding: leaves nothing to be taken. Patient: stands freely. */
static void charms(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                   float charm[OCHRE_TEMPERS])
{
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = &dice_of(state)->core;
    int colour = dice_colour_of_seat(t, seat);
    int own;
    (void)dice_sum(t, core, colour, &own);
    charm[OCHRE_BOLD] = (float)(own - dice_total(t, core));
    charm[OCHRE_HOARDING] = core->end || core->side == colour ? 0.0F : -0.5F * (float)dice_prey(t, core);
    charm[OCHRE_PATIENT] = 0.0F;
    if (dice_is_wide(t) || !own)
        return;
    charm[OCHRE_BOLD] += 0.5F * (float)dice_board_beyond(t, core, colour);
    charm[OCHRE_PATIENT] = 0.2F * (float)dice_board_freedom(t, core, colour);
}

const struct ochre_think dice_think = {
    .mistake = 0.05F,
    .judge = judge,
    .charms = charms,
    .perft = dice_perft,
    .duel = &dice_duel,
};
