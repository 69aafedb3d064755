/* mind_match.c: a search with a mind against one without, by processor time.
 *
 *     mind_match tribes 2 100 1 best.mind 80 60
 *
 * plays a hundred pairs of games (the same chance, seats changed) from seed 1: with the mind 80 iterations a move,
 * without it 60, and says what each side's decisions took, in processor time: whoever compares looks for numbers that
 * take as long. "-" for the mind: the one that is built in. Two more numbers, for trying out: the foresight of the
 * side with the mind, and its trust in per cent; with a trust of -1 that side has no mind either. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "ai/ismcts.h"
#include "ai/mind.h"
#include "base/hash.h"
#include "lab/rating.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "table/file.h"
#include "table/opening.h"

enum { MIND_SIZE_MAX = 64 * 1024 * 1024 };

struct side {
    struct ismcts_options options;
    struct ismcts *search;
    double seconds;
    long decisions;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void stop_with(const char *why, const struct ochre_error *error)
{
    (void)fprintf(stderr, "mind_match: %s%s\n", why, error ? error->words : "");
    exit(1);
}

static const struct mind *mind_from(const char *path, const struct ochre_setup *setup)
{
    struct ochre_error error = {.words = ""};
    const struct mind *mind = mind_for(setup);
    if (!text_same(path, "-")) {
        size_t length = 0;
        char *bytes = file_read(path, MIND_SIZE_MAX, &length, &error);
        mind = bytes ? mind_read((const unsigned char *)bytes, length, &error) : NULL;
        free(bytes);
    }
    if (!mind || mind_suits(mind, setup, &error) < 0)
        stop_with("no mind: ", &error);
    return mind;
}

static ochre_action decide(struct side *side, const struct ochre_setup *setup, const struct ochre_state *state,
                           int seat, struct ochre_rng *rng)
{
    struct ochre_view view;
    struct bot_thoughts thoughts = {0};
    state_look(setup, state, seat, &view);
    double start = now();
    ochre_action action = ismcts_search(side->search, &side->options, setup, &view, seat, rng, &thoughts);
    side->seconds += now() - start;
    side->decisions++;
    return action;
}

/* What the first side gets of the play. */
static double play(struct side side[2], const struct opening *opening, uint64_t seed, int number, ochre_action *list)
{
    const struct ochre_setup *setup = &opening->setup;
    const struct ochre_rules *rules = setup->game->rules;
    struct ochre_rng chance;
    struct ochre_rng rng;
    struct ochre_state state;
    struct ochre_outcome outcome;
    ochre_seats pending;
    double first = 0;
    double all = 0;
    rng_seed(&chance, hash_mix(seed << 20 | (uint64_t)(number / 2)));
    rng_seed(&rng, hash_mix(seed << 20 | (uint64_t)number) + 1);
    state_copy(setup, &state, &opening->start);
    while ((pending = rules->pending(setup, &state)) != 0) {
        int seat = seats_has(pending, OCHRE_CHANCE) ? OCHRE_CHANCE : seats_first(pending);
        int count = rules->legal(setup, &state, seat, list);
        ochre_action action = list[0];
        if (seat == OCHRE_CHANCE)
            action = chance_sample(setup, &state, list, count, &chance);
        else if (count > 1)
            action = decide(&side[(seat + number) % 2], setup, &state, seat, &rng);
        rules->apply(setup, &state, seat, action, NULL);
    }
    rules->outcome(setup, &state, &outcome);
    for (int seat = 0; seat < setup->seats; seat++) {
        all += (double)outcome.payoff[seat];
        first += (seat + number) % 2 == 0 ? (double)outcome.payoff[seat] : 0;
    }
    return all > 0 ? first / all : 0.5;
}

int main(int argc, char **argv)
{
    struct ochre_error error = {.words = ""};
    if (argc < 8 || !game_by_id(argv[1])) {
        (void)fputs("mind_match GAME SEATS PAIRS SEED MIND|- ITERATIONS ITERATIONS-WITHOUT [FORESIGHT [TRUST]]\n",
                    stderr);
        return 2;
    }
    struct opening *opening =
        opening_new(&(struct opening_request){.game = game_by_id(argv[1]), .seats = atoi(argv[2])}, &error);
    if (!opening)
        stop_with("", &error);
    const struct ochre_setup *setup = &opening->setup;
    struct bot_budget budget[2] = {{.iterations = (uint64_t)atoll(argv[6])}, {.iterations = (uint64_t)atoll(argv[7])}};
    int trust = argc > 9 ? atoi(argv[9]) : 50;
    const struct mind *mind = trust < 0 ? NULL : mind_from(argv[5], setup);
    struct side side[2] = {{.options = mind_usual(mind, setup, &budget[0]), .search = ismcts_new()},
                           {.options = ismcts_usual(setup, &budget[1]), .search = ismcts_new()}};
    if (argc > 8)
        side[0].options.rollout = atoi(argv[8]);
    side[0].options.trust = (float)trust / 100.0F;
    ochre_action *list = calloc(setup->legal_max, sizeof *list);
    struct sum score = {0};
    if (!list)
        abort();
    for (int number = 0; number < 2 * atoi(argv[3]); number++)
        sum_add(&score, play(side, opening, (uint64_t)atoll(argv[4]), number, list));
    struct interval interval = sum_interval(&score);
    printf("%s: %.1f of %.0f games, %.3f (%.3f … %.3f); a decision %.0f against %.0f µs of processor time\n", argv[1],
           score.total, score.count, sum_mean(&score), fmax(interval.low, 0), fmin(interval.high, 1),
           1e6 * side[0].seconds / (double)side[0].decisions, 1e6 * side[1].seconds / (double)side[1].decisions);
    ismcts_delete(side[0].search);
    ismcts_delete(side[1].search);
    free(list);
    opening_delete(opening);
    return 0;
}
