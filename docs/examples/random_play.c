/* random_play.c: lists the games, then plays one at random and prints how it ended.
 *
 *     cc random_play.c $(pkg-config --cflags --libs ochre) -o random_play
 *     ./random_play dice 7 */
#include <ochre/ochre.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    for (int game = 0; game < ochre_game_count(); game++)
        printf("%s: %s%s%s\n", ochre_game_id(game), ochre_game_name(game), ochre_game_designer(game)[0] ? ", by " : "",
               ochre_game_designer(game));

    char why[OCHRE_WHY_SIZE];
    const char *terms = argc > 1 ? argv[1] : ochre_game_id(0);
    ochre_play *play = ochre_play_new(terms, argc > 2 ? strtoull(argv[2], NULL, 10) : 1, why, sizeof why);
    if (!play) {
        fprintf(stderr, "%s: %s\n", terms, why);
        return 2;
    }
    int moves = ochre_play_random(play);
    printf("%s: over after %d moves;", terms, moves);
    for (int seat = 0; seat < ochre_play_seats(play); seat++)
        printf(" p%d %.2f", seat + 1, ochre_play_payoff(play, seat));
    printf("\n");
    ochre_play_delete(play);
    return 0;
}
