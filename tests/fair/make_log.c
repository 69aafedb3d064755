/* make_log.c: plays a game with random moves and prints its log, for the independent verifier:
 *
 *     make_log GAME SEATS SEED PARTS
 *
 * A letter of PARTS for each seat: o pledges and opens, w pledges and withholds, - does neither; "1" alone is a log of
 * the first form, with an open share of the first seat. */
#include <stdio.h>
#include <stdlib.h>

#include "rules/registry.h"
#include "table/log.h"

static int give_chance(struct table *table, const char *parts, struct ochre_error *error)
{
    if (text_same(parts, "1")) {
        const struct fair_part open[OCHRE_SEATS_MAX] = {{.share_size = 3, .share = "old"}};
        return table_restore_chance(table, 1, open, error);
    }
    for (int seat = 0; parts[seat]; seat++) {
        unsigned char share[FAIR_SIZE];
        unsigned char pledge[FAIR_SIZE];
        fair_seed_from_number(100 + (uint64_t)seat, share);
        fair_pledge_of(share, pledge);
        if ((parts[seat] != '-' && table_pledge(table, seat, pledge) < 0) ||
            (parts[seat] == 'o' && table_open(table, seat, share) < 0))
            return -1;
    }
    return 0;
}

static bool play_out(struct table *table, ochre_action *list, struct ochre_rng *rng)
{
    (void)table_begin(table, NULL, NULL);
    while (!table_is_over(table)) {
        int seat = seats_first(table_pending(table));
        int count = table_moves(table, seat, list);
        ochre_action action = list[rng_below(rng, (uint32_t)count)];
        if (table_play_action(table, seat, table_ask(table, seat), action, NULL, NULL) < 0)
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    struct ochre_error error = {0};
    struct ochre_rng rng;
    const struct ochre_game *game = argc == 5 ? game_by_id(argv[1]) : NULL;
    if (!game)
        return 2;
    rng_seed(&rng, strtoull(argv[3], NULL, 10));
    unsigned char seed[FAIR_SIZE];
    fair_seed_from_number(strtoull(argv[3], NULL, 10), seed);
    struct opening *opening = opening_new(&(struct opening_request){.game = game, .seats = atoi(argv[2])}, &error);
    struct table *table = opening ? table_new(opening, 0, seed, &error) : NULL;
    ochre_action *list = table ? calloc(table_setup(table)->legal_max, sizeof *list) : NULL;
    bool is_well = list && give_chance(table, argv[4], &error) == 0 && play_out(table, list, &rng);
    size_t length;
    char *text = is_well ? log_text(table, true, &length) : NULL;
    (void)fputs(text ? text : "", stdout);
    free(text);
    free(list);
    table_delete(table);
    return is_well ? 0 : 1;
}
