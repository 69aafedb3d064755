/* dice_tune.c: weights for the evaluation of dice (dice_duel.c), from games instead of taste.
 *
 *     dice_tune fit [GAMES [DEPTH]]                  plays GAMES games against itself and fits the weights to their
 * results dice_tune match U,V,R,B,L [GAMES [DEPTH]]      do these weights beat those in use? A sequential test (0
 * against 20 Elo)
 *
 * Matches count a drawn end by the sum of the values (adj=sum), as the matches of docs/levels.md do. Every game begins
 * with some random moves and is played twice, with the colours changed. One thread; the same numbers on every machine.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ai/ab.h"
#include "games/dice/dice_board.h"
#include "lab/rating.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/think.h"
#include "table/opening.h"

enum { OPENING_MOVES = 8, SAMPLES_MAX = 400000, WEIGHTS = 5, ROUNDS = 3000, MEMORY = 64 << 20 };

/* ---- a game with weights of our own ---- */

static struct dice_weights tried; /* what the second evaluation uses; one thread */

static int worth_tried(const struct ochre_setup *setup, const void *node)
{
    const struct dice_core *core = node;
    int white = dice_worth(dice_tables(setup), core, &tried);
    return core->side == 0 ? white : -white;
}

static struct opening *open_dice(void)
{
    struct ochre_error error = {.words = ""};
    struct opening *opening = opening_new(&(struct opening_request){.game = game_by_id("dice"),
                                                                    .seats = 2,
                                                                    .options = (const char *const[]){"adj=sum", NULL}},
                                          &error);
    if (!opening) {
        (void)fprintf(stderr, "dice_tune: %s\n", error.words);
        exit(1);
    }
    return opening;
}

static void play_random(const struct ochre_setup *setup, struct ochre_state *state, int moves, struct ochre_rng *rng)
{
    ochre_action *list = calloc(setup->legal_max, sizeof *list);
    if (!list)
        abort();
    for (int i = 0; i < moves && setup->game->rules->pending(setup, state); i++) {
        int seat = seats_first(setup->game->rules->pending(setup, state));
        int count = setup->game->rules->legal(setup, state, seat, list);
        setup->game->rules->apply(setup, state, seat, list[rng_below(rng, (uint32_t)count)], NULL);
    }
    free(list);
}

/* ---- fitting ---- */

/* A position of a game: white's lead in what is counted, and how the game ended for white. */
struct sample {
    float lead[WEIGHTS];
    float result;
};

struct samples {
    struct sample *list;
    int count;
};

static void note(struct samples *samples, const struct dice_tables *rules, const struct dice_core *core)
{
    if (samples->count == SAMPLES_MAX)
        return;
    struct dice_leads leads = dice_leads_of(rules, core);
    int spent = (int)(core->clock * 64 / (core->limit + 1u)); /* as dice_worth has it */
    float sign = (float)((leads.sum > 0) - (leads.sum < 0));
    samples->list[samples->count++] = (struct sample){.lead = {(float)leads.units, (float)leads.sum, (float)leads.reach,
                                                               (float)leads.beyond, sign * (float)(16 + spent) / 16}};
}

/* One game of the evaluation in use against itself; its quiet positions become samples. */
static void play_sampled(const struct opening *opening, struct ab *ab, int depth, uint64_t seed,
                         struct samples *samples)
{
    const struct ochre_setup *setup = &opening->setup;
    const struct dice_tables *rules = dice_tables(setup);
    struct ab_options options = {.budget = {.depth = depth}, .memory_limit = MEMORY};
    struct ochre_state state = opening->start;
    struct ochre_rng rng;
    int first = samples->count;
    rng_seed(&rng, seed);
    play_random(setup, &state, OPENING_MOVES, &rng);
    while (setup->game->rules->pending(setup, &state)) {
        struct ochre_view view;
        struct bot_thoughts thoughts = {0};
        int seat = seats_first(setup->game->rules->pending(setup, &state));
        state_look(setup, &state, seat, &view);
        ochre_action action = ab_search(ab, &options, setup, &view, seat, &rng, &thoughts);
        struct ochre_duel_move loud[1024];
        const struct dice_core *core = &dice_of(&state)->core;
        if (dice_board_captures(rules, core, loud) == 0) /* what hangs is the search's to see */
            note(samples, rules, core);
        setup->game->rules->apply(setup, &state, seat, action, NULL);
    }
    struct ochre_outcome outcome;
    setup->game->rules->outcome(setup, &state, &outcome);
    for (int i = first; i < samples->count; i++)
        samples->list[i].result = outcome.payoff[0];
}

static double expected(const struct sample *sample, const double weight[WEIGHTS])
{
    double sum = 0;
    for (int i = 0; i < WEIGHTS; i++)
        sum += weight[i] * (double)sample->lead[i];
    return 1 / (1 + exp(-sum));
}

/* Logistic regression: steps along the gradient, each weight by the spread of what it counts. */
static void fit(const struct samples *samples, double weight[WEIGHTS])
{
    double spread[WEIGHTS];
    for (int i = 0; i < WEIGHTS; i++) {
        spread[i] = 1e-6;
        weight[i] = 0;
        for (int n = 0; n < samples->count; n++)
            spread[i] += (double)(samples->list[n].lead[i] * samples->list[n].lead[i]) / samples->count;
    }
    for (int round = 0; round < ROUNDS; round++) {
        double slope[WEIGHTS] = {0};
        for (int n = 0; n < samples->count; n++) {
            double miss = (double)samples->list[n].result - expected(&samples->list[n], weight);
            for (int i = 0; i < WEIGHTS; i++)
                slope[i] += miss * (double)samples->list[n].lead[i];
        }
        for (int i = 0; i < WEIGHTS; i++)
            weight[i] += slope[i] / samples->count / spread[i];
    }
}

static int run_fit(int games, int depth)
{
    struct opening *opening = open_dice();
    struct ab *ab = ab_new();
    struct samples samples = {.list = calloc(SAMPLES_MAX, sizeof *samples.list)};
    if (!samples.list)
        abort();
    for (int game = 0; game < games; game++)
        play_sampled(opening, ab, depth, (uint64_t)game + 1, &samples);
    double weight[WEIGHTS];
    fit(&samples, weight);
    double scale = dice_weights_of(dice_tables(&opening->setup))->value / weight[1]; /* only their proportions matter */
    printf("%d positions of %d games: unit %.0f, value %.0f, reach %.1f, beyond %.1f, lead %.0f\n", samples.count,
           games, weight[0] * scale, weight[1] * scale, weight[2] * scale, weight[3] * scale, weight[4] * scale);
    free(samples.list);
    ab_delete(ab);
    opening_delete(opening);
    return 0;
}

/* ---- matches ---- */

/* The payoff of the tried weights when they have this colour. */
static float play_match(const struct opening *opening, const struct ochre_setup *tried_setup, struct ab *ab[2],
                        int depth, uint64_t seed, int colour)
{
    const struct ochre_setup *setup = &opening->setup;
    struct ab_options options = {.budget = {.depth = depth}, .memory_limit = MEMORY};
    struct ochre_state state = opening->start;
    struct ochre_rng rng;
    rng_seed(&rng, seed);
    play_random(setup, &state, OPENING_MOVES, &rng);
    while (setup->game->rules->pending(setup, &state)) {
        struct ochre_view view;
        struct bot_thoughts thoughts = {0};
        int seat = seats_first(setup->game->rules->pending(setup, &state));
        bool is_tried = seat == colour;
        state_look(setup, &state, seat, &view);
        ochre_action action =
            ab_search(ab[is_tried], &options, is_tried ? tried_setup : setup, &view, seat, &rng, &thoughts);
        setup->game->rules->apply(setup, &state, seat, action, NULL);
    }
    struct ochre_outcome outcome;
    setup->game->rules->outcome(setup, &state, &outcome);
    return outcome.payoff[colour];
}

static int run_match(int games, int depth)
{
    struct opening *opening = open_dice();
    struct ochre_game game = *opening->setup.game;
    struct ochre_think think = *game.think;
    struct ochre_duel duel = *think.duel;
    struct ochre_setup *tried_setup = malloc(sizeof *tried_setup);
    struct ab *ab[2] = {ab_new(), ab_new()};
    if (!tried_setup)
        abort();
    duel.worth = worth_tried;
    think.duel = &duel;
    game.think = &think;
    *tried_setup = opening->setup;
    tried_setup->game = &game;
    struct sprt sprt = {.elo0 = 0, .elo1 = 20};
    int won = 0;
    int lost = 0;
    int played = 0;
    for (; played < games && sprt_verdict(&sprt) == SPRT_GOES_ON; played++) {
        float payoff = play_match(opening, tried_setup, ab, depth, (uint64_t)(played / 2) + 1, played % 2);
        sum_add(&sprt.score, (double)payoff);
        won += payoff > 0.5F;
        lost += payoff < 0.5F;
    }
    static const char *const words[] = {[SPRT_GOES_ON] = "undecided", [SPRT_NO] = "no", [SPRT_YES] = "yes"};
    printf("%d games: %d won, %d lost, %d equal; evidence %.2f of %.2f: %s\n", played, won, lost, played - won - lost,
           sprt_evidence(&sprt), sprt_bound(), words[sprt_verdict(&sprt)]);
    ab_delete(ab[0]);
    ab_delete(ab[1]);
    free(tried_setup);
    opening_delete(opening);
    return 0;
}

static int number(char **argv, int argc, int at, int usual)
{
    return argc > at ? atoi(argv[at]) : usual;
}

int main(int argc, char **argv)
{
    if (argc >= 2 && text_same(argv[1], "fit"))
        return run_fit(number(argv, argc, 2, 400), number(argv, argc, 3, 3));
    if (argc >= 3 && text_same(argv[1], "match") &&
        sscanf(argv[2], "%d,%d,%d,%d,%d", &tried.unit, &tried.value, &tried.reach, &tried.beyond, &tried.lead) ==
            WEIGHTS)
        return run_match(number(argv, argc, 3, 4000), number(argv, argc, 4, 3));
    (void)fputs("dice_tune fit [GAMES [DEPTH]] | dice_tune match UNIT,VALUE,REACH,BEYOND,LEAD [GAMES [DEPTH]]\n",
                stderr);
    return 2;
}
