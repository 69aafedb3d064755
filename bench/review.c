/* review.c: how far a review can be trusted (docs/review.md).
 *
 *     bench_review cost GAME PLAYS [DEPTH]       what decisions of a strong player seem to cost it
 *     bench_review blunders GAME PLAYS [DEPTH]   blunders planted in plays of level:5: how many does a review find?
 *     bench_review luck GAME PLAYS [DEPTH]       the mean luck of every seat, which must be 0
 *
 * Everything is seeded: the same command gives the same figures; they are printed anew as plays are added. A blunder is
 * planted at one decision in six where two deep looks find that a move, one of five by lot, gives away at least twice
 * the game's mistake; it is found when the look of a review, from another seed, calls it a mistake. DEPTH is quick,
 * usual or deep. Luck is 0 in the mean at any depth: without one it is looked at only for a moment (WEIGH_GLANCE),
 * which allows many plays. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lab/review.h"
#include "lab/stats.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/think.h"

enum { PLANT_EVERY = 6, CANDIDATES = 5, STEPS_MAX = 4096, PRINT_EVERY = 20 };

static struct table *new_table(const struct ochre_game *game, uint64_t number)
{
    struct ochre_error error = {0};
    struct table_no no;
    unsigned char seed[FAIR_SIZE] = {0};
    memcpy(seed, &number, sizeof number);
    struct opening *opening = opening_new(&(struct opening_request){.game = game}, &error);
    struct table *table = opening ? table_new(opening, 0, seed, &error) : NULL;
    if (!table || table_begin(table, NULL, &no) < 0) {
        (void)fprintf(stderr, "bench_review: %s\n", error.words);
        exit(1);
    }
    return table;
}

/* What is done before a decision of a play, by whoever looks on. */
typedef void onlooker(void *who, const struct ochre_setup *setup, const struct ochre_view *view, int seat);

static void play(struct table *table, const char *name, uint64_t seed, onlooker *look, void *who)
{
    struct bot *bot = bot_new(name, NULL);
    struct ochre_rng rng;
    struct ochre_view view;
    struct table_no no;
    rng_seed(&rng, seed);
    while (!table_is_over(table) && table_step_count(table) < STEPS_MAX) {
        int seat = seats_first(table_pending(table));
        table_view(table, seat, &view);
        if (look)
            look(who, table_setup(table), &view, seat);
        ochre_action action = bot_think(bot, table_setup(table), &view, seat, &rng, NULL);
        if (table_play_action(table, seat, table_ask(table, seat), action, NULL, &no) < 0)
            abort();
    }
    bot_delete(bot);
}

static const char *strong(const struct ochre_game *game)
{
    return game->think->duel ? "ab:6" : game->think->foresight ? "mcts:600" : "mcts:6000";
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_cost(const struct ochre_game *game, int plays, double *lost, size_t count, int mistakes)
{
    qsort(lost, count, sizeof *lost, compare);
    (void)printf("%s, %d plays: %zu decisions of %s; cost at 50 %% %.4f, 80 %% %.4f, 90 %% %.4f, 95 %% %.4f, 99 %% "
                 "%.4f; called mistakes %.1f %% (mistake %.3f)\n",
                 game->id, plays, count, strong(game), quantile(lost, count, 0.5), quantile(lost, count, 0.8),
                 quantile(lost, count, 0.9), quantile(lost, count, 0.95), quantile(lost, count, 0.99),
                 100.0 * mistakes / (double)(count ? count : 1), (double)game->think->mistake);
    (void)fflush(stdout);
}

static void bench_cost(const struct ochre_game *game, int plays, enum weigh_depth depth)
{
    double *lost = calloc((size_t)plays * STEPS_MAX, sizeof *lost);
    size_t count = 0;
    int mistakes = 0;
    for (int i = 0; i < plays; i++) {
        struct table *table = new_table(game, (uint64_t)i + 1);
        struct review review;
        play(table, strong(game), (uint64_t)i + 1, NULL, NULL);
        review_play(&review, table, &(struct review_plan){.depth = depth, .seed = (uint64_t)i + 77});
        for (int n = 0; n < review.count; n++)
            if (review.step[n].is_decision) {
                lost[count++] = (double)review.step[n].lost;
                mistakes += review.step[n].grade >= GRADE_MISTAKE;
            }
        review_free(&review);
        table_delete(table);
        print_cost(game, i + 1, lost, count, mistakes);
    }
    free(lost);
}

/* ---- blunders ---- */

struct planter {
    struct weigher *deep, *usual;
    struct ochre_rng rng;
    int planted, found, best;
};

/* The worst of some seems worse than it is: another deep look must say the same. */
static bool is_blunder(struct planter *planter, const struct ochre_setup *setup, const struct ochre_view *view,
                       int seat, ochre_action action)
{
    struct weighed weighed;
    weigher_want(planter->deep, 0);
    weigh_decision(planter->deep, setup, view, seat, action, rng_next(&planter->rng), &weighed);
    return weighed.lost >= 2 * setup->game->think->mistake;
}

/* The move that gives away most among some, if that is a blunder to a deep look. */
static bool find_blunder(struct planter *planter, const struct ochre_setup *setup, const struct ochre_view *view,
                         int seat, ochre_action *blunder)
{
    ochre_action *list = calloc(setup->legal_max, sizeof *list);
    int count = view_moves(setup, view, seat, list);
    float most = 2 * setup->game->think->mistake;
    bool is_found = false;
    for (int i = 0; i < CANDIDATES && count > 3; i++) {
        struct weighed weighed;
        ochre_action action = list[rng_below(&planter->rng, (uint32_t)count)];
        weigher_want(planter->deep, most); /* what gives away less is none, and is left sooner */
        weigh_decision(planter->deep, setup, view, seat, action, rng_next(&planter->rng), &weighed);
        if (weighed.lost < most)
            continue;
        most = weighed.lost;
        *blunder = action;
        is_found = true;
    }
    free(list);
    return is_found && is_blunder(planter, setup, view, seat, *blunder);
}

/* What would a review say if it were played? It looks from a seed of its own. */
static void plant(void *who, const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    struct planter *planter = who;
    ochre_action blunder;
    struct weighed weighed;
    if (rng_below(&planter->rng, PLANT_EVERY) != 0 || !find_blunder(planter, setup, view, seat, &blunder))
        return;
    weigh_decision(planter->usual, setup, view, seat, blunder, rng_next(&planter->rng), &weighed);
    planter->planted++;
    planter->found += weighed.lost >= setup->game->think->mistake;
    planter->best += weighed.lost == 0;
}

static void bench_blunders(const struct ochre_game *game, int plays, enum weigh_depth depth)
{
    struct planter planter = {.deep = weigher_new(WEIGH_DEEP, NULL), .usual = weigher_new(depth, NULL)};
    rng_seed(&planter.rng, 501);
    for (int i = 0; i < plays; i++) {
        struct table *table = new_table(game, (uint64_t)i + 501);
        play(table, "level:5", (uint64_t)i + 501, plant, &planter);
        table_delete(table);
        (void)printf("%s, %d plays: %d blunders planted, %d found (%.1f %%), %d taken for the best choice\n", game->id,
                     i + 1, planter.planted, planter.found,
                     100.0 * planter.found / (planter.planted ? planter.planted : 1), planter.best);
        (void)fflush(stdout);
    }
    weigher_delete(planter.usual);
    weigher_delete(planter.deep);
}

/* ---- luck ---- */

static void print_luck(const struct ochre_game *game, int plays, const struct sum luck[OCHRE_SEATS_MAX])
{
    int seats = game->seats_usual;
    for (int s = 0; s < seats; s++) {
        double error = sum_deviation(&luck[s]) / sqrt(plays);
        (void)printf("%s, %d plays, %s: mean luck %+.4f, standard error %.4f (%+.1f of them)\n", game->id, plays,
                     seat_code(s), sum_mean(&luck[s]), error, error > 0 ? sum_mean(&luck[s]) / error : 0);
    }
    (void)fflush(stdout);
}

static void bench_luck(const struct ochre_game *game, int plays, enum weigh_depth depth)
{
    struct sum luck[OCHRE_SEATS_MAX] = {0};
    int seats = game->seats_usual;
    for (int i = 0; i < plays; i++) {
        struct table *table = new_table(game, (uint64_t)i + 9001);
        struct review review;
        play(table, "greedy", (uint64_t)i + 9001, NULL, NULL);
        review_play(&review, table,
                    &(struct review_plan){.depth = depth, .seed = (uint64_t)i + 77, .is_luck_only = true});
        for (int s = 0; s < seats; s++)
            sum_add(&luck[s], review.seat[s].luck);
        review_free(&review);
        table_delete(table);
        if ((i + 1) % PRINT_EVERY == 0 || i + 1 == plays)
            print_luck(game, i + 1, luck);
    }
}

typedef void bench(const struct ochre_game *game, int plays, enum weigh_depth depth);

static const struct {
    const char *name;
    bench *run;
    enum weigh_depth depth; /* unless one is named */
} benches[] = {
    {"cost", bench_cost, WEIGH_USUAL}, {"blunders", bench_blunders, WEIGH_USUAL}, {"luck", bench_luck, WEIGH_GLANCE}};

int main(int count, char **word)
{
    const struct ochre_game *game = count == 4 || count == 5 ? game_by_id(word[2]) : NULL;
    int plays = game ? atoi(word[3]) : 0;
    int depth = -1;
    for (int i = 0; count == 5 && i < WEIGH_DEPTHS; i++)
        depth = text_same(word[4], weigh_depths[i]) ? i : depth;
    for (size_t i = 0; plays > 0 && (count == 4 || depth >= 0) && i < sizeof benches / sizeof *benches; i++)
        if (text_same(word[1], benches[i].name)) {
            benches[i].run(game, plays, count == 5 ? (enum weigh_depth)depth : benches[i].depth);
            return 0;
        }
    (void)fputs("usage: bench_review cost|blunders|luck GAME PLAYS [quick|usual|deep]\n", stderr);
    return 2;
}
