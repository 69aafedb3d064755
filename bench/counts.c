/* counts.c: the same random plays of a game on every machine, for bench/counts to count their instructions.
 *
 *     bench_counts GAME            what is played: plays, decisions, moves that were put into words
 *
 * Instructions of the counted_ functions alone are counted; everything else only leads up to them. */
#include <stdio.h>
#include <stdlib.h>

#include "lab/playout.h"
#include "rules/registry.h"
#include "rules/show.h"
#include "table/opening.h"

enum { PLAYS = 32, PLAYS_SPOKEN = 4, SEED = 100 };

#define COUNTED __attribute__((noinline))

/* One random play from the start. */
COUNTED static uint64_t counted_play(const struct ochre_setup *setup, struct ochre_state *state, struct ochre_rng *rng,
                                     ochre_action *list)
{
    return playout(setup, state, rng, list);
}

/* What the server writes of a move: its notation, and what one points at to mean it. */
COUNTED static size_t counted_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                                   ochre_action action)
{
    struct ochre_touch touch;
    setup->game->show->touch(setup, view, seat, action, &touch);
    return (size_t)touch.count;
}

/* All moves of whoever is asked first, chance left out. */
static uint64_t speak(const struct ochre_setup *setup, const struct ochre_state *state, ochre_action *list)
{
    int seat = seats_first(setup->game->rules->pending(setup, state));
    if (seat == OCHRE_CHANCE)
        return 0;
    struct ochre_view view;
    state_look(setup, state, seat, &view);
    int count = setup->game->rules->legal(setup, state, seat, list);
    for (int i = 0; i < count; i++)
        if (counted_move(setup, &view, seat, list[i]) == 0)
            abort();
    return (uint64_t)count;
}

static int play_all(const struct opening *opening, ochre_action *list)
{
    const struct ochre_setup *setup = &opening->setup;
    uint64_t decisions = 0;
    uint64_t moves = 0;
    struct ochre_state state;
    struct ochre_rng rng;
    for (uint64_t play = 0; play < PLAYS; play++) {
        rng_seed(&rng, SEED + play);
        state_copy(setup, &state, &opening->start);
        decisions += counted_play(setup, &state, &rng, list);
    }
    for (uint64_t play = 0; play < PLAYS_SPOKEN; play++) {
        rng_seed(&rng, SEED + play);
        state_copy(setup, &state, &opening->start);
        do {
            if (setup->game->rules->pending(setup, &state))
                moves += speak(setup, &state, list);
        } while (playout_move(setup, &state, &rng, list));
    }
    printf("%d %llu %llu\n", PLAYS, (unsigned long long)decisions, (unsigned long long)moves);
    return 0;
}

int main(int argc, char **argv)
{
    const struct ochre_game *game = argc == 2 ? game_by_id(argv[1]) : NULL;
    struct ochre_error error;
    if (!game) {
        fprintf(stderr, "usage: bench_counts GAME\n");
        return 2;
    }
    struct opening *opening = opening_new(&(struct opening_request){.game = game}, &error);
    ochre_action *list = opening ? calloc(opening->setup.legal_max, sizeof *list) : NULL;
    int status = list ? play_all(opening, list) : 1;
    free(list);
    opening_delete(opening);
    return status;
}
