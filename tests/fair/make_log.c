/* make_log.c: plays a game with random moves and prints its log, for the independent verifier. */
#include <stdio.h>
#include <stdlib.h>

#include "rules/registry.h"
#include "table/log.h"

int main(int argc, char **argv)
{
    struct ochre_error error = {0};
    struct ochre_rng rng;
    const struct ochre_game *game = argc == 4 ? game_by_id(argv[1]) : NULL;
    if (!game)
        return 2;
    rng_seed(&rng, strtoull(argv[3], NULL, 10));
    unsigned char seed[FAIR_SIZE];
    fair_seed_from_number(strtoull(argv[3], NULL, 10), seed);
    struct opening *opening = opening_new(&(struct opening_request){.game = game, .seats = atoi(argv[2])}, &error);
    struct table *table = opening ? table_new(opening, 0, seed, &error) : NULL;
    ochre_action *list = table ? calloc(table_setup(table)->legal_max, sizeof *list) : NULL;
    if (!list)
        return 1;
    (void)table_share(table, 0, (const unsigned char *)argv[3], strlen(argv[3]));
    (void)table_begin(table, NULL, NULL);
    while (!table_is_over(table)) {
        int seat = seats_first(table_pending(table));
        int count = table_moves(table, seat, list);
        ochre_action action = list[rng_below(&rng, (uint32_t)count)];
        if (table_play_action(table, seat, table_ask(table, seat), action, NULL, NULL) < 0)
            return 1;
    }
    size_t length;
    char *text = log_text(table, true, &length);
    (void)fputs(text ? text : "", stdout);
    free(text);
    free(list);
    table_delete(table);
    return 0;
}
