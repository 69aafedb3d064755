/* random_play.c: lists the games, then plays one at random and prints how it ended.
 *
 *     cc random_play.c $(pkg-config --cflags --libs ochre) -o random_play
 *     ./random_play dice 7 */
#include <ochre/ochre.h>
#include <stdio.h>
#include <stdlib.h>

static void play(const char *terms, const ochre_setup *setup, const ochre_about *about, ochre_state *state,
                 int32_t *list, uint64_t seed)
{
    ochre_lot lot;
    ochre_result result;
    int moves = 0;
    ochre_lot_seed(&lot, seed);
    ochre_state_start(setup, state);
    while (ochre_state_random(setup, state, &lot, list) != OCHRE_OVER)
        moves++;
    ochre_state_result(setup, state, &result, NULL);
    printf("%s: over after %d moves;", terms, moves);
    for (uint32_t seat = 0; seat < about->seats; seat++)
        printf(" p%u %.2f", (unsigned)seat + 1, result.payoff[seat]);
    printf("\n");
}

int main(int argc, char **argv)
{
    for (int game = 0; game < ochre_game_count(); game++)
        printf("%s: %s%s%s\n", ochre_game_id(game), ochre_game_name(game), ochre_game_designer(game)[0] ? ", by " : "",
               ochre_game_designer(game));

    ochre_why why;
    const char *terms = argc > 1 ? argv[1] : ochre_game_id(0);
    ochre_setup *setup = ochre_setup_new(terms, NULL, NULL, &why);
    if (!setup) {
        fprintf(stderr, "%s: %s\n", terms, why.words);
        return 2;
    }
    ochre_about about;
    ochre_setup_about(setup, &about, sizeof about);
    ochre_state *state = aligned_alloc(OCHRE_ALIGN, about.state_size);
    int32_t *list = malloc(about.legal_max * sizeof *list);
    if (state && list)
        play(terms, setup, &about, state, list, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    free(list);
    free(state);
    ochre_setup_drop(setup);
    return 0;
}
