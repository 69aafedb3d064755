/* dice_perft.c: leaves of the move tree. Repetition and clocks are ignored; only a board with fewer than two colours
 * has no moves (docs/packs/dice.md, section 7). */
#include "games/dice/dice_board.h"

static void step(const struct dice_tables *t, struct dice_core *core, ochre_action action)
{
    dice_play(t, core, action);
    core->side = dice_next_side(t, core);
}

/* 1.5: the lot is a move of chance, one for every seat. */
static uint64_t count_lots(const struct ochre_setup *setup, const struct ochre_state *state, int depth, bool bulk,
                           struct ochre_divide *divide)
{
    ochre_action list[OCHRE_SEATS_MAX];
    int lots = depth > 0 ? dice_rules.legal(setup, state, OCHRE_CHANCE, list) : 0;
    uint64_t total = depth == 0;
    if (divide)
        divide->count = (uint32_t)lots;
    for (int i = 0; i < lots; i++) {
        struct ochre_state next = *state;
        dice_rules.apply(setup, &next, OCHRE_CHANCE, list[i], NULL);
        uint64_t nodes = dice_perft(setup, &next, depth - 1, bulk, NULL);
        total += nodes;
        if (divide) {
            divide->action[i] = list[i];
            divide->nodes[i] = nodes;
        }
    }
    return total;
}

static uint64_t count(const struct dice_tables *t, const struct dice_core *core, int depth, bool bulk)
{
    if (depth == 0)
        return 1;
    if (dice_is_decided(core))
        return 0;
    if (depth == 1 && bulk)
        return (uint64_t)dice_count(t, core);
    ochre_action list[DICE_LIST_MAX];
    int moves = dice_list(t, core, list);
    assert(moves == dice_count(t, core)); /* what a bulk count would have said */
    uint64_t nodes = 0;
    for (int i = 0; i < moves; i++) {
        struct dice_core next = *core;
        step(t, &next, list[i]);
        nodes += count(t, &next, depth - 1, bulk);
    }
    return nodes;
}

uint64_t dice_perft(const struct ochre_setup *setup, const struct ochre_state *state, int depth, bool bulk,
                    struct ochre_divide *divide)
{
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = &dice_of(state)->core;
    assert(depth >= 0);
    if (dice_is_lot(core))
        return count_lots(setup, state, depth, bulk, divide);
    if (!divide)
        return count(t, core, depth, bulk);
    divide->count = 0;
    if (depth == 0)
        return 1;
    if (dice_is_decided(core))
        return 0;
    divide->count = (uint32_t)dice_list(t, core, divide->action);
    uint64_t total = 0;
    for (uint32_t i = 0; i < divide->count; i++) {
        struct dice_core next = *core;
        step(t, &next, divide->action[i]);
        divide->nodes[i] = count(t, &next, depth - 1, bulk);
        total += divide->nodes[i];
    }
    return total;
}
