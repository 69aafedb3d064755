/* measure.c: how well `judge` plays. One greedy seat among random ones, in every team, against random seats in the same
 * team; prints how often the team's condition is met, and fails when greedy is not clearly better in every team.
 * Usage: measure [GAMES]. */
#include <stdio.h>
#include <stdlib.h>

#include "ai/bot.h"
#include "games/spears/spears.h"
#include "rules/registry.h"
#include "rules/setup.h"
#include "table/packfile.h"

static struct packfile pack;
static struct ochre_setup setup;

static void settle_chance(struct ochre_state *state, struct ochre_rng *rng)
{
    ochre_action list[SPEARS_ACTIONS];
    while (setup.game->pending(&setup, state) == SEAT_BIT(OCHRE_CHANCE)) {
        int count = setup.game->legal(&setup, state, OCHRE_CHANCE, list);
        setup.game->apply(&setup, state, OCHRE_CHANCE, chance_sample(&setup, state, list, count, rng), NULL);
    }
}

/* One game; `clever` plays greedy (OCHRE_NOBODY: none does). Games and wins are counted by team of the clever seat, or
 * of every seat when there is none. */
static void play(struct bot *const bots[2], int clever, uint64_t seed, int games[SPEARS_TEAMS], int wins[SPEARS_TEAMS])
{
    struct ochre_state state;
    struct ochre_rng rng;
    rng_seed(&rng, seed);
    setup.game->start(&setup, &state);
    settle_chance(&state, &rng);
    while (setup.game->pending(&setup, &state)) {
        int seat = seats_first(setup.game->pending(&setup, &state));
        struct ochre_view view;
        state_look(&setup, &state, seat, &view);
        ochre_action action = bot_think(bots[seat == clever], &setup, &view, seat, &rng, NULL);
        setup.game->apply(&setup, &state, seat, action, NULL);
        settle_chance(&state, &rng);
    }
    struct ochre_outcome out;
    setup.game->outcome(&setup, &state, &out);
    for (int seat = 0; seat < setup.seats; seat++) {
        if (clever != OCHRE_NOBODY && seat != clever)
            continue;
        games[spears_of(&state)->team[seat]]++;
        wins[spears_of(&state)->team[seat]] += seats_has(out.winners, seat);
    }
}

static void make(int seats)
{
    struct ochre_terms terms;
    struct ochre_error error;
    terms_init(&terms, game_by_id("spears"));
    terms.seats = seats;
    terms.pack = &pack.pack;
    if (setup_make(&setup, &terms, &error) < 0) {
        (void)fprintf(stderr, "measure: %s\n", error.words);
        exit(1);
    }
}

static double rate(const int games[SPEARS_TEAMS], const int wins[SPEARS_TEAMS], int team)
{
    return games[team] ? 100.0 * wins[team] / games[team] : 0.0;
}

int main(int argc, char **argv)
{
    int plays = argc > 1 ? atoi(argv[1]) : 100;
    struct ochre_error error;
    if (packfile_load(&pack, game_by_id("spears"), NULL, &error) < 0)
        return 1;
    struct bot *const bots[2] = {bot_new("random", &error), bot_new("greedy", &error)};
    bool is_better = true;
    for (int seats = 4; seats >= 3; seats--) {
        int games[2][SPEARS_TEAMS] = {0};
        int wins[2][SPEARS_TEAMS] = {0};
        make(seats);
        for (int i = 0; i < plays; i++) {
            play(bots, OCHRE_NOBODY, (uint64_t)i, games[0], wins[0]);
            play(bots, i % seats, (uint64_t)i, games[1], wins[1]);
        }
        for (int team = SPEARS_SURVIVOR; team < SPEARS_TEAMS; team++) {
            if (!games[1][team])
                continue;
            double plain = rate(games[0], wins[0], team);
            double clever = rate(games[1], wins[1], team);
            printf("%d seats, %s: random %.1f %% of %d, one greedy among random %.1f %% of %d\n", seats,
                   spears_team_names[team], plain, games[0][team], clever, games[1][team]);
            is_better = is_better && clever > plain + 5.0;
        }
    }
    bot_delete(bots[0]);
    bot_delete(bots[1]);
    packfile_free(&pack);
    return is_better ? 0 : 1;
}
