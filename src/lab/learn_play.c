/* learn_play.c: one play against oneself, one of a match, and going through a play again.
 *
 * A play as bytes is its moves in order, each a number (seven bits a byte, the least first): the action, doubled, and 1
 * more when a search's findings follow: for every seat what it expected in 65535ths, then how often each legal move was
 * tried. Whose move it is follows from the rules. */
#include <assert.h>
#include <stdlib.h>

#include "base/hash.h"
#include "lab/learn_inner.h"
#include "rules/rules.h"
#include "rules/think.h"

enum {
    FULL_ONE_IN = 4,  /* one search in so many is whole, and kept; the others only get the play on … */
    QUICK_PART = 5,   /* … with a part of the iterations */
    WILD_ONE_IN = 12, /* one move in so many is drawn by how often it was tried … */
    WILD_FIRST = 12,  /* … and so are the first decisions of a play */
    PART_ONE = 200    /* of a match that was won */
};

static const float EXPECTED_ONE = 65535.0F;

static void *room(void *old, size_t count, size_t size)
{
    void *memory = realloc(old, count * size);
    if (!memory)
        abort();
    return memory;
}

void learn_hand_init(struct learn_hand *hand, const struct learn_plan *plan)
{
    const struct ochre_setup *setup = &plan->opening->setup;
    *hand = (struct learn_hand){.setup = setup,
                                .start = &plan->opening->start,
                                .iterations = plan->iterations,
                                .stop = plan->stop,
                                .search = ismcts_new(),
                                .list = room(NULL, setup->legal_max, sizeof *hand->list),
                                .visits = room(NULL, setup->legal_max, sizeof *hand->visits)};
}

void learn_hand_free(struct learn_hand *hand)
{
    ismcts_delete(hand->search);
    free(hand->list);
    free(hand->visits);
    free(hand->bytes.at);
}

static bool is_stopped(const struct learn_hand *hand)
{
    return hand->stop && atomic_load_explicit(hand->stop, memory_order_relaxed);
}

static void put(struct learn_bytes *bytes, uint64_t number)
{
    do {
        if (bytes->used == bytes->size) {
            bytes->size = bytes->size ? 2 * bytes->size : 4096;
            bytes->at = room(bytes->at, bytes->size, 1);
        }
        bytes->at[bytes->used++] = (unsigned char)((number & 127) | (number > 127 ? 128 : 0));
        number >>= 7;
    } while (number);
}

/* Who moves: chance before all others, then the lowest seat. */
static int mover_of(const struct ochre_setup *setup, const struct ochre_state *state)
{
    ochre_seats pending = setup->game->rules->pending(setup, state);
    if (!pending)
        return OCHRE_NOBODY;
    return seats_has(pending, OCHRE_CHANCE) ? OCHRE_CHANCE : seats_first(pending);
}

static ochre_action think(struct learn_hand *hand, const struct ochre_state *state, int seat, const struct mind *mind,
                          int iterations, struct ochre_rng *rng, struct bot_thoughts *thoughts)
{
    struct ochre_view view;
    struct bot_budget budget = {.iterations = (uint64_t)(iterations < 1 ? 1 : iterations)};
    struct ismcts_options options = mind_usual(mind, hand->setup, &budget);
    *thoughts = (struct bot_thoughts){.stop = hand->stop};
    state_look(hand->setup, state, seat, &view);
    return ismcts_search(hand->search, &options, hand->setup, &view, seat, rng, thoughts);
}

/* ---- against oneself ---- */

/* A move by how often each was tried. */
static ochre_action draw(const struct learn_hand *hand, int count, struct ochre_rng *rng)
{
    uint32_t total = 0;
    for (int i = 0; i < count; i++)
        total += hand->visits[i];
    uint32_t drawn = rng_below(rng, total);
    int at = 0;
    while (drawn >= hand->visits[at])
        drawn -= hand->visits[at++];
    return hand->list[at];
}

static void put_finds(struct learn_hand *hand, int seats, int count, const struct bot_thoughts *thoughts)
{
    for (int s = 0; s < seats; s++)
        put(&hand->bytes, (uint64_t)(thoughts->payoff[s] * EXPECTED_ONE + 0.5F));
    for (int i = 0; i < count; i++)
        put(&hand->bytes, hand->visits[i]);
}

static ochre_action decide(struct learn_hand *hand, const struct ochre_state *state, int seat, int legal,
                           const struct mind *mind, int decision, struct ochre_rng *rng)
{
    struct bot_thoughts thoughts;
    bool is_full = rng_below(rng, FULL_ONE_IN) == 0;
    bool is_wild = decision < WILD_FIRST || rng_below(rng, WILD_ONE_IN) == 0;
    int iterations = is_full ? hand->iterations : hand->iterations / QUICK_PART;
    ochre_action best = think(hand, state, seat, mind, iterations, rng, &thoughts);
    int count = thoughts.iterations ? ismcts_visits(hand->search, seat, hand->list, hand->visits) : 0;
    bool is_whole = count == legal && thoughts.iterations > 0;
    ochre_action action = is_wild && is_whole ? draw(hand, count, rng) : best;
    is_full = is_full && is_whole;
    put(&hand->bytes, (uint64_t)action << 1 | is_full);
    if (is_full)
        put_finds(hand, hand->setup->seats, count, &thoughts);
    return action;
}

bool learn_play_self(struct learn_hand *hand, const struct mind *mind, uint64_t seed)
{
    const struct ochre_setup *setup = hand->setup;
    const struct ochre_rules *rules = setup->game->rules;
    struct ochre_rng rng;
    struct ochre_state state;
    int seat;
    rng_seed(&rng, seed);
    state_copy(setup, &state, hand->start);
    hand->bytes.used = 0;
    for (int decision = 0; (seat = mover_of(setup, &state)) != OCHRE_NOBODY;) {
        if (is_stopped(hand))
            return false;
        int count = rules->legal(setup, &state, seat, hand->list);
        ochre_action action = hand->list[0];
        if (seat != OCHRE_CHANCE && count > 1) {
            action = decide(hand, &state, seat, count, mind, decision++, &rng);
        } else {
            if (seat == OCHRE_CHANCE)
                action = chance_sample(setup, &state, hand->list, count, &rng);
            put(&hand->bytes, (uint64_t)action << 1);
        }
        rules->apply(setup, &state, seat, action, NULL);
    }
    return !is_stopped(hand);
}

/* ---- a match ---- */

bool learn_play_match(struct learn_hand *hand, const struct mind *const mind[2], uint64_t seed, int number)
{
    const struct ochre_setup *setup = hand->setup;
    const struct ochre_rules *rules = setup->game->rules;
    struct ochre_rng chance;
    struct ochre_rng rng;
    struct ochre_state state;
    struct bot_thoughts thoughts;
    int seat;
    rng_seed(&chance, hash_mix(seed ^ (uint64_t)(number / 2)));
    rng_seed(&rng, hash_mix(seed ^ (uint64_t)number ^ UINT64_C(1) << 40));
    state_copy(setup, &state, hand->start);
    while ((seat = mover_of(setup, &state)) != OCHRE_NOBODY) {
        if (is_stopped(hand))
            return false;
        int count = rules->legal(setup, &state, seat, hand->list);
        ochre_action action = hand->list[0];
        if (seat == OCHRE_CHANCE)
            action = chance_sample(setup, &state, hand->list, count, &chance);
        else if (count > 1)
            action = think(hand, &state, seat, mind[(seat + number) % 2], hand->iterations, &rng, &thoughts);
        rules->apply(setup, &state, seat, action, NULL);
    }
    struct ochre_outcome outcome;
    double all = 0;
    double first = 0;
    rules->outcome(setup, &state, &outcome);
    for (int s = 0; s < setup->seats; s++) {
        all += (double)outcome.payoff[s];
        first += (s + number) % 2 == 0 ? (double)outcome.payoff[s] : 0;
    }
    hand->bytes.used = 0;
    put(&hand->bytes, all > 0 ? (uint64_t)(first / all * PART_ONE + 0.5) : PART_ONE / 2);
    return !is_stopped(hand);
}

/* ---- again ---- */

struct reading {
    const unsigned char *at, *end;
    bool is_bad;
};

static uint64_t get(struct reading *reading)
{
    uint64_t number = 0;
    for (int shift = 0; shift < 42; shift += 7) {
        if (reading->at == reading->end)
            break;
        unsigned char byte = *reading->at++;
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return number;
    }
    reading->is_bad = true;
    return 0;
}

double learn_match_score(const unsigned char *bytes)
{
    struct reading reading = {.at = bytes, .end = bytes + 2};
    double part = (double)get(&reading) / PART_ONE;
    return part > 1 ? 1 : part;
}

static void take_find(struct learn_hand *hand, struct reading *reading, const struct ochre_state *state, int seat,
                      int count, void (*take)(void *who, const struct learn_find *find), void *who)
{
    struct learn_find find = {.state = state, .seat = seat, .count = count, .list = hand->list, .visits = hand->visits};
    for (int s = 0; s < hand->setup->seats; s++)
        find.payoff[s] = (float)get(reading) / EXPECTED_ONE;
    for (int i = 0; i < count; i++)
        hand->visits[i] = (uint32_t)get(reading);
    if (!reading->is_bad)
        take(who, &find);
}

bool learn_replay(struct learn_hand *hand, const unsigned char *bytes, size_t length,
                  void (*take)(void *who, const struct learn_find *find), void *who, float payoff[OCHRE_SEATS_MAX])
{
    const struct ochre_setup *setup = hand->setup;
    const struct ochre_rules *rules = setup->game->rules;
    struct reading reading = {.at = bytes, .end = bytes + length};
    struct ochre_state state;
    int seat;
    state_copy(setup, &state, hand->start);
    while ((seat = mover_of(setup, &state)) != OCHRE_NOBODY) {
        uint64_t move = get(&reading);
        int count = rules->legal(setup, &state, seat, hand->list);
        if (reading.is_bad || move >> 1 >= OCHRE_NO_ACTION ||
            !legal_has(hand->list, count, (ochre_action)(move >> 1)) || (move & 1 && seat == OCHRE_CHANCE))
            return false;
        if (move & 1)
            take_find(hand, &reading, &state, seat, count, take, who);
        rules->apply(setup, &state, seat, (ochre_action)(move >> 1), NULL);
    }
    setup->game->think->judge(setup, &state, payoff);
    return !reading.is_bad && reading.at == reading.end;
}
