/* dice_judge.c: a quick estimate of who will win. Knows material, how freely the units stand, and what the side to move
 * can take at once. */
#include "games/dice/dice.h"

/* A unit is worth a little for being there and more for its reach. */
enum { WORTH_UNIT = 4, WORTH_VALUE = 3 };

/* What a square that can be reached, and a unit beyond the middle, add to it. */
static const float WORTH_REACH = 0.4F;
static const float WORTH_BEYOND = 0.7F;

static int worth(int units, int sum)
{
    return units * WORTH_UNIT + sum * WORTH_VALUE;
}

void dice_judge(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX])
{
    const struct dice_rules *rules = dice_rules_of(setup);
    const struct dice_core *core = &dice_of(state)->core;
    if (core->end) {
        struct ochre_outcome outcome;
        dice_outcome(setup, state, &outcome);
        for (int seat = 0; seat < setup->seats; seat++)
            payoff[seat] = outcome.payoff[seat];
        return;
    }
    float strength[DICE_COLOURS] = {0};
    int prey = dice_prey(rules, core);
    float total = 0.0F;
    float others = 0.0F; /* what the colours that wait have */
    for (int colour = 0; colour < rules->colours; colour++) {
        int units;
        int sum = dice_sum(rules, core, colour, &units);
        strength[colour] = (float)worth(units, sum);
        if (!dice_is_wide(rules) && units)
            strength[colour] += WORTH_REACH * (float)dice_board_freedom(rules, core, colour) +
                                WORTH_BEYOND * (float)dice_board_beyond(rules, core, colour);
        total += strength[colour];
        others += colour == core->side ? 0.0F : strength[colour];
    }
    /* What hangs is as good as lost: the waiting colours lose it in proportion, the mover grows by one. */
    if (prey) {
        float loss = (float)(WORTH_UNIT + prey * WORTH_VALUE) * 0.8F;
        for (int colour = 0; colour < rules->colours; colour++)
            if (colour != core->side && others > 0.0F)
                strength[colour] -= loss * strength[colour] / others;
        strength[core->side] += WORTH_VALUE;
        total += WORTH_VALUE - loss;
    }
    /* Squares sharpen the share: twice the material wins nearly always. */
    float weight[DICE_COLOURS] = {0};
    float sum = 0.0F;
    for (int colour = 0; colour < rules->colours; colour++) {
        float share = total > 0.0F && strength[colour] > 0.0F ? strength[colour] / total : 0.0F;
        weight[colour] = share * share;
        sum += weight[colour];
    }
    for (int seat = 0; seat < setup->seats; seat++)
        payoff[seat] = sum > 0.0F ? weight[dice_colour_of_seat(rules, seat)] / sum : 0.0F;
}
