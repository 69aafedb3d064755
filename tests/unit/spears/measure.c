/* measure.c: how well `judge` plays. One greedy seat among random ones, in every team, against random seats in the same
 * team; prints how often the team's condition is met, and fails when greedy is not clearly better in every team.
 * Usage: measure [GAMES]. */
#include "../measure.h"
#include "games/spears/spears_text.h"
#include "rules/rules.h"

/* One game; `clever` plays greedy (OCHRE_NOBODY: none does). Games and wins are counted by team of the clever seat, or
 * of every seat when there is none. */
static void play(int clever, uint64_t seed, int games[SPEARS_TEAMS], int wins[SPEARS_TEAMS])
{
    const struct ochre_setup *setup = &measure.setup;
    struct ochre_state state;
    measure_play((ochre_seats)(clever == OCHRE_NOBODY ? 0 : SEAT_BIT(clever)), seed, &state);
    struct ochre_outcome out;
    setup->game->rules->outcome(setup, &state, &out);
    for (int seat = 0; seat < setup->seats; seat++) {
        if (clever != OCHRE_NOBODY && seat != clever)
            continue;
        games[spears_of(&state)->team[seat]]++;
        wins[spears_of(&state)->team[seat]] += seats_has(out.winners, seat);
    }
}

static double rate(const int games[SPEARS_TEAMS], const int wins[SPEARS_TEAMS], int team)
{
    return games[team] ? 100.0 * wins[team] / games[team] : 0.0;
}

int main(int argc, char **argv)
{
    int plays = argc > 1 ? atoi(argv[1]) : 100;
    measure_open("spears");
    bool is_better = true;
    for (int seats = 4; seats >= 3; seats--) {
        int games[2][SPEARS_TEAMS] = {0};
        int wins[2][SPEARS_TEAMS] = {0};
        measure_seats(game_by_id("spears"), seats, NULL, NULL);
        for (int i = 0; i < plays; i++) {
            play(OCHRE_NOBODY, (uint64_t)i, games[0], wins[0]);
            play(i % seats, (uint64_t)i, games[1], wins[1]);
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
    measure_close();
    return is_better ? 0 : 1;
}
