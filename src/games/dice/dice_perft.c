/* dice_perft.c: leaves of the move tree. Repetition and clocks are ignored; only a board with fewer than two colours
 * has no moves (docs/rules/dice.md, section 7). */
#include "games/dice/dice.h"

enum { LIST_MAX = 12 * 1024 };

static bool is_decided(const struct dice_core *core)
{
    return (core->alive & (core->alive - 1)) == 0;
}

static void step(const struct dice_rules *rules, struct dice_core *core, ochre_action action)
{
    dice_play(rules, core, action);
    core->side = dice_next_side(rules, core);
}

static uint64_t count(const struct dice_rules *rules, const struct dice_core *core, int depth, bool bulk)
{
    if (depth == 0)
        return 1;
    if (is_decided(core))
        return 0;
    if (depth == 1 && bulk)
        return (uint64_t)dice_count(rules, core);
    ochre_action list[LIST_MAX];
    int moves = dice_list(rules, core, list);
    uint64_t nodes = 0;
    for (int i = 0; i < moves; i++) {
        struct dice_core next = *core;
        step(rules, &next, list[i]);
        nodes += count(rules, &next, depth - 1, bulk);
    }
    return nodes;
}

uint64_t dice_perft(const struct ochre_setup *setup, const struct ochre_state *state, int depth, bool bulk,
                    struct ochre_divide *divide)
{
    const struct dice_rules *rules = dice_rules_of(setup);
    const struct dice_core *core = &dice_of(state)->core;
    if (!divide)
        return count(rules, core, depth, bulk);
    divide->count = 0;
    if (depth == 0)
        return 1;
    if (is_decided(core))
        return 0;
    divide->count = (uint32_t)dice_list(rules, core, divide->action);
    uint64_t total = 0;
    for (uint32_t i = 0; i < divide->count; i++) {
        struct dice_core next = *core;
        step(rules, &next, divide->action[i]);
        divide->nodes[i] = count(rules, &next, depth - 1, bulk);
        total += divide->nodes[i];
    }
    return total;
}
