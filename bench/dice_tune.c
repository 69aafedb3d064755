/* dice_tune.c: weights for the evaluation of dice (dice_duel.c), from games instead of taste.
 *
 *     dice_tune fit [GAMES [DEPTH]]               plays against itself and fits the weights to the results
 *     dice_tune match WEIGHTS [GAMES [DEPTH]]     do these beat those in use? A sequential test (0 against 20 Elo)
 *
 * WEIGHTS are those of few, some and many units, each as unit,value,reach,beyond,lead,late in tenths: "…/…/…". Matches
 * count a drawn end by the sum of the values (adj=sum), as the matches of docs/levels.md do. Every game begins with
 * some random moves; a match plays it twice, with the colours changed. One thread; the same numbers on every machine.
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

enum {
    OPENING_MOVES = 8,
    SAMPLES_MAX = 400000,
    CLOCK_MAX = 16, /* who waits long shows the same position again and again */
    COUNTED = 6,    /* what is counted … */
    WEIGHTS = COUNTED * DICE_PHASES,
    ROUNDS = 20,
    LOGIT = 800, /* tenths of a hundredth that multiply the odds of winning by e */
    MEMORY = 64 << 20
};
static const double RIDGE = 1e-3;

/* ---- a game with weights of our own ---- */

static struct dice_judgement tried; /* what the second evaluation uses; one thread */

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

/* A position of a game: white's lead in what is counted, in the phases between which it lies, and how the game ended
 * for white. */
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
    if (samples->count == SAMPLES_MAX || core->clock >= CLOCK_MAX)
        return;
    struct sample *sample = &samples->list[samples->count++];
    *sample = (struct sample){.result = 0};
    /* What a weight of 1 in each place makes of the position. */
    for (int i = 0; i < WEIGHTS; i++) {
        struct dice_judgement one = {{{.unit = 0}}};
        struct dice_weights *phase = &one.phase[i / COUNTED];
        int16_t *const place[COUNTED] = {&phase->unit,   &phase->value, &phase->reach,
                                         &phase->beyond, &phase->lead,  &phase->late};
        *place[i % COUNTED] = LOGIT * DICE_TENTH;
        sample->lead[i] = (float)dice_worth(rules, core, &one) / LOGIT;
    }
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

/* Solves slope = curve * step by elimination; `curve` is symmetric and positive. */
static void solve(double curve[WEIGHTS][WEIGHTS], double slope[WEIGHTS])
{
    for (int i = 0; i < WEIGHTS; i++)
        for (int k = i + 1; k < WEIGHTS; k++) {
            double part = curve[k][i] / curve[i][i];
            for (int n = i; n < WEIGHTS; n++)
                curve[k][n] -= part * curve[i][n];
            slope[k] -= part * slope[i];
        }
    for (int i = WEIGHTS - 1; i >= 0; i--) {
        for (int n = i + 1; n < WEIGHTS; n++)
            slope[i] -= curve[i][n] * slope[n];
        slope[i] /= curve[i][i];
    }
}

/* Logistic regression by Newton's steps. */
static void fit(const struct samples *samples, double weight[WEIGHTS])
{
    memset(weight, 0, sizeof *weight * WEIGHTS);
    for (int round = 0; round < ROUNDS; round++) {
        double slope[WEIGHTS];
        double curve[WEIGHTS][WEIGHTS] = {{0}};
        for (int i = 0; i < WEIGHTS; i++) {
            slope[i] = -RIDGE * samples->count * weight[i];
            curve[i][i] = RIDGE * samples->count;
        }
        for (int n = 0; n < samples->count; n++) {
            const struct sample *sample = &samples->list[n];
            double chance = expected(sample, weight);
            for (int i = 0; i < WEIGHTS; i++) {
                slope[i] += ((double)sample->result - chance) * (double)sample->lead[i];
                for (int k = 0; k < WEIGHTS; k++)
                    curve[i][k] += chance * (1 - chance) * (double)sample->lead[i] * (double)sample->lead[k];
            }
        }
        solve(curve, slope);
        for (int i = 0; i < WEIGHTS; i++)
            weight[i] += slope[i];
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
    printf("%d positions of %d games\n", samples.count, games);
    for (int i = 0; i < WEIGHTS; i++)
        printf("%.0f%s", LOGIT * weight[i], i % COUNTED < COUNTED - 1 ? "," : i < WEIGHTS - 1 ? "/" : "\n");
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

static bool read_weights(const char *text)
{
    for (int phase = 0; phase < DICE_PHASES; phase++) {
        struct dice_weights *weights = &tried.phase[phase];
        int length = 0;
        if (sscanf(text, "%hd,%hd,%hd,%hd,%hd,%hd%n", &weights->unit, &weights->value, &weights->reach,
                   &weights->beyond, &weights->lead, &weights->late, &length) != COUNTED)
            return false;
        text += length;
        if (*text++ != (phase < DICE_PHASES - 1 ? '/' : '\0'))
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    if (argc >= 2 && text_same(argv[1], "fit"))
        return run_fit(number(argv, argc, 2, 400), number(argv, argc, 3, 3));
    if (argc >= 3 && text_same(argv[1], "match") && read_weights(argv[2]))
        return run_match(number(argv, argc, 3, 4000), number(argv, argc, 4, 3));
    (void)fputs("dice_tune fit [GAMES [DEPTH]] | dice_tune match WEIGHTS [GAMES [DEPTH]]\n", stderr);
    return 2;
}
