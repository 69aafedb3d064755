/* test_perft.c: leaves of the move tree (section 7), in bulk and played, and as the plain generator counts them.
 * --long adds depths that take seconds. */
#include "dice_bench.h"
#include "rules/think.h"

#include <stdlib.h>
#include <string.h>

static bool is_long;

#define P1 "1b21B42B21/W2W22b52B1/2w33B61/w32w3W52b3/1B13b22/2w51B2+2W1/W12W62b11/1W23w4+1W2 w 2 "
#define P2 "B2B25B4/3B12b3+1/8/w54B12/3W5B12b1/6W31/2W25/W22W34 w 2 "
#define P3 "B2B2B12R1R2R2/B2B23R1R2R2/B11B11W31R1R1/3w3W33/2B2b13G1/W13G13/W2W2W1g13G2/W2W2W12G1G2G2 w 4i "

static const struct {
    const char *fen;
    uint64_t leaves[6]; /* by depth, from 1; 0 = not known */
    int depth_long;     /* depths above this one are for --long */
} tables[] = {
    {START_FEN, {24, 576, 15024, 391876, 10931212}, 4},
    {P1 "- 3 41", {117, 7361, 752718}, 3},
    {P1 "ally=off 3 41", {113}, 3},
    {P1 "martyr=off 3 41", {77}, 3},
    {P1 "ally=off,martyr=off 3 41", {73}, 3},
    {P2 "- 0 30", {63, 2380, 134335}, 3},
    {P3 "- 1 17", {35, 1034, 14446, 340590}, 4},
};

static uint64_t perft(int depth, bool bulk)
{
    return ochre_dice.think->perft(&bench.setup, &bench.state, depth, bulk, NULL);
}

static void counts_are_those_of_the_tables(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        bench_fen(tables[i].fen);
        assert_int_equal(perft(0, true), 1);
        for (int depth = 1; depth <= 6 && tables[i].leaves[depth - 1]; depth++) {
            if (depth > tables[i].depth_long && !is_long)
                continue;
            assert_int_equal(perft(depth, true), tables[i].leaves[depth - 1]);
            assert_int_equal(perft(depth, false), tables[i].leaves[depth - 1]);
        }
    }
}

/* Starts and positions of our own, counted by both generators. */
static const struct {
    int seats;
    const char *options;
    int depth, depth_long;
} starts[] = {
    {2, "", 3, 4},        {2, "setup=ranks", 3, 4}, {2, "size=6", 3, 4},
    {2, "size=7", 3, 4},  {2, "size=9", 3, 4},      {2, "size=10 faces=9 setup=ranks", 2, 3},
    {4, "mode=4t", 3, 4}, {4, "mode=4i", 3, 4},     {4, "mode=4i size=9", 3, 4},
};

static void both_generators_count_the_same(void **context)
{
    (void)context;
    struct plain plain;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        bench_start(starts[i].seats, starts[i].options);
        int depth = is_long ? starts[i].depth_long : starts[i].depth;
        plain_of(&plain, dice_tables(&bench.setup), &dice_of(&bench.state)->core);
        assert_int_equal(perft(depth, true), plain_perft(&plain, depth));
        assert_int_equal(perft(depth, false), plain_perft(&plain, depth));
    }
    const char *const fens[] = {
        P1 "chain=on,martyr=swap 0 1",
        P2 "martyr=swap 0 1",
        P3 "martyr=swap,faces=4 0 1",
        "10/10/3W5B5W54/3W5w5+5/4b5B54/10/2B5B46/W19/10/9B1 w 2 - 0 1",
        "9/2W4w45/3W5B44/9/4B14/9/R18/9/8G4 w 4i - 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        bench_fen(fens[i]);
        int depth = is_long ? 3 : 2;
        plain_of(&plain, dice_tables(&bench.setup), &dice_of(&bench.state)->core);
        assert_int_equal(perft(depth, true), plain_perft(&plain, depth));
    }
}

static void divide_adds_up(void **context)
{
    (void)context;
    static ochre_action actions[8192];
    static uint64_t nodes[8192];
    struct ochre_divide divide = {.action = actions, .nodes = nodes};
    bench_fen(P2 "- 0 30");
    assert_int_equal(ochre_dice.think->perft(&bench.setup, &bench.state, 3, true, &divide), 134335);
    assert_int_equal(divide.count, 63);
    uint64_t total = 0;
    for (uint32_t i = 0; i < divide.count; i++)
        total += nodes[i];
    assert_int_equal(total, 134335);
}

static void repetition_and_clock_do_not_matter(void **context)
{
    (void)context;
    bench_fen("6B2B2/8/8/8/8/8/8/W2W26 w 2 - 99 1");
    uint64_t nodes = perft(3, true);
    bench_fen("6B2B2/8/8/8/8/8/8/W2W26 w 2 - 0 1");
    assert_int_equal(perft(3, true), nodes);
    bench_fen("6B2B2/8/8/8/8/8/8/W2W26 w 2 - 100 1"); /* over for players, not for counting */
    assert_int_equal(perft(3, true), nodes);
    bench_fen("8/8/8/8/8/8/8/W2W26 w 2 - 0 1"); /* decided: no moves */
    assert_int_equal(perft(1, true), 0);
    assert_int_equal(perft(1, false), 0);
    assert_int_equal(perft(0, true), 1);
}

int main(int argc, char **argv)
{
    is_long = argc > 1 && strcmp(argv[1], "--long") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_those_of_the_tables),
        cmocka_unit_test(both_generators_count_the_same),
        cmocka_unit_test(divide_adds_up),
        cmocka_unit_test(repetition_and_clock_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
