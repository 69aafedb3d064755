/* help.h: short ways for the tests of the table. */
#ifndef TABLE_TEST_HELP_H
#define TABLE_TEST_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table/log.h"

/* A table with a seed that is always the same. */
static inline struct table *new_table(const struct ochre_game *game, int seats, ochre_seats humans, bool begin)
{
    struct ochre_error error = {0};
    unsigned char seed[FAIR_SIZE];
    fair_seed_from_number(7, seed);
    struct opening *opening = opening_new(&(struct opening_request){.game = game, .seats = seats}, &error);
    assert_non_null(opening);
    struct table *table = table_new(opening, humans, seed, &error);
    assert_non_null(table);
    if (begin)
        assert_int_equal(table_begin(table, NULL, NULL), 0);
    return table;
}

/* The seat answers its open question (or interrupts, when it has none). */
static inline int play(struct table *table, int seat, const char *text, struct table_no *no)
{
    return table_play(table, seat, table_ask(table, seat), text, NULL, no);
}

/* Plays first legal moves until `steps` moves stand, or to the end. */
static inline void play_on(struct table *table, int steps)
{
    ochre_action *list = calloc(table_setup(table)->legal_max, sizeof *list);
    while (!table_is_over(table) && table_step_count(table) < steps) {
        int seat = seats_first(table_pending(table));
        assert_true(table_moves(table, seat, list) > 0);
        assert_int_equal(table_play_action(table, seat, table_ask(table, seat), list[0], NULL, NULL), 0);
    }
    free(list);
}

#endif
