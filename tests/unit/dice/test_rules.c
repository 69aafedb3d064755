/* test_rules.c: every rule of docs/rules/dice.md that can be broken, by its number. */
#include <stdio.h>

#include "dice_bench.h"
#include "rules/rules.h"
#include "rules/words.h"

/* ---- 1: components and set-up ---- */

static void r1_3_two_armies(void **context)
{
    (void)context;
    bench_start(0, "");
    assert_fen(START_FEN);
    bench_start(2, "setup=ranks");
    assert_fen("B2B3B4B5B5B4B3B2/B1B1B1B1B1B1B1B1/8/8/8/8/W1W1W1W1W1W1W1W1/W2W3W4W5W5W4W3W2 w 2 - 0 1");
    bench_start(2, "setup=ranks size=9 faces=5");
    assert_fen("B2B3B4B5B5B5B4B3B2/B1B1B1B1B1B1B1B1B1/9/9/9/9/9/W1W1W1W1W1W1W1W1W1/W2W3W4W5W5W5W4W3W2 w 2 faces=5 0 1");
    bench_start(2, "size=6");
    assert_fen("B2B2B2B2B2B2/B1B1B1B1B1B1/6/6/W1W1W1W1W1W1/W2W2W2W2W2W2 w 2 - 0 1");
}

static void r1_4_four_corners(void **context)
{
    (void)context;
    bench_start(4, "mode=4i");
    assert_fen("B2B2B12R1R2R2/B2B2B12R1R2R2/B1B14R1R1/8/8/W1W14G1G1/W2W2W12G1G2G2/W2W2W12G1G2G2 w 4i - 0 1");
    bench_start(4, "");
    assert_fen("B2B2B12W1W2W2/B2B2B12W1W2W2/B1B14W1W1/8/8/W1W14B1B1/W2W2W12B1B2B2/W2W2W12B1B2B2 w 4t - 0 1");
    bench_start(4, "mode=4i size=7");
    assert_fen("B2B2B11R1R2R2/B2B2B11R1R2R2/B1B13R1R1/7/W1W13G1G1/W2W2W11G1G2G2/W2W2W11G1G2G2 w 4i - 0 1");
}

/* ---- 2: options ---- */

static void r2_mode_and_seats_follow_each_other(void **context)
{
    (void)context;
    bench_start(0, "mode=4i");
    assert_int_equal(bench.setup.seats, 4);
    bench_start(4, "");
    assert_string_equal(bench.setup.option[DICE_MODE].word, "4t");
    assert_int_equal(bench_try_start(2, "mode=4i"), -1);
    assert_int_equal(bench_try_start(4, "mode=2"), -1);
    assert_int_equal(bench_try_start(3, ""), -1);
    assert_int_equal(bench_try_start(4, "size=6"), -1);
    assert_int_equal(bench_try_start(4, "mode=4i setup=ranks"), -1);
    assert_int_equal(bench_try_start(2, "size=5"), -1);
    assert_int_equal(bench_try_start(2, "size=11"), -1);
    assert_int_equal(bench_try_start(2, "faces=1"), -1);
    assert_int_equal(bench_try_start(2, "faces=10"), -1);
    assert_int_equal(bench_try_start(2, "np=0"), -1);
    assert_int_equal(bench_try_start(2, "np=401"), -1);
    assert_int_equal(bench_try_start(2, "martyr=maybe"), -1);
}

static void r2_np_is_200_for_four_alone(void **context)
{
    (void)context;
    bench_start(0, "mode=4i");
    assert_int_equal(bench.setup.option[DICE_NP].number, 200);
    bench_start(0, "mode=4i np=100");
    assert_fen("B2B2B12R1R2R2/B2B2B12R1R2R2/B1B14R1R1/8/8/W1W14G1G1/W2W2W12G1G2G2/W2W2W12G1G2G2 w 4i np=100 0 1");
    bench_start(2, "np=400");
    assert_true(bench.setup.state_size <= OCHRE_STATE_MAX);
    assert_int_equal(bench.setup.search_size, 128);
}

static void r2_a_position_sets_every_option(void **context)
{
    (void)context;
    bench_fen("6/6/W25/6/6/5B3 b 2 faces=4,ally=off,chain=on,martyr=swap,np=7,adj=sum 3 9");
    assert_fen("6/6/W25/6/6/5B3 b 2 faces=4,ally=off,chain=on,martyr=swap,np=7,adj=sum 3 9");
    assert_int_equal(bench.setup.option[DICE_SIZE].number, 6);
    assert_int_equal(bench.setup.option[DICE_FACES].number, 4);
    bench_fen("W15/6/6/6/6/R12G12 w 4i"); /* size 6 is fine for four when the position says so */
    assert_int_equal(bench.setup.seats, 4);
}

/* ---- 3.1: seats ---- */

static void r3_1_partners_take_turns(void **context)
{
    (void)context;
    bench_start(4, "mode=4t");
    const char *moves[] = {"a3a4", "a6a5", "c2d2", "c7d7", "a4r"};
    const int seats[] = {0, 1, 2, 3, 0};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(bench_seat(), seats[i]);
        bench_play(moves[i]);
    }
}

static void r3_1_not_your_turn(void **context)
{
    (void)context;
    static struct ochre_view view;
    bench_start(2, "");
    state_look(&bench.setup, &bench.state, 1, &view);
    char bytes[128];
    struct ochre_text words = text_on(bytes, sizeof bytes);
    assert_int_equal(ochre_dice.rules->legal(&bench.setup, &bench.state, 1, bench.list), 0);
    assert_string_equal(ochre_dice.words->why_not(&bench.setup, &view, 1, 0, &words), "3.1");
}

/* ---- 3.2, 3.3: reach and turns ---- */

static void r3_2_value_is_a_limit_in_four_directions(void **context)
{
    (void)context;
    bench_fen("B16B1/8/8/8/3W34/8/8/8 w 2 - 0 1");
    assert_int_equal(bench_count(), 13);
    assert_true(bench_has("d4d5") && bench_has("d4d7") && bench_has("d4a4") && bench_has("d4g4") && bench_has("d4d1"));
    assert_refused("d4d8", "3.2");
    assert_refused("d4h4", "3.2");
    assert_refused("d4e5", "3.2");
    assert_non_null(strstr(bench.words, "straight"));
}

static void r3_2_diagonal_units_move_on_diagonals(void **context)
{
    (void)context;
    bench_fen("B16B1/8/8/8/3w24/8/8/8 w 2 - 0 1");
    assert_int_equal(bench_count(), 9);
    assert_true(bench_has("d4f6") && bench_has("d4b2") && bench_has("d4b6") && bench_has("d4f2"));
    assert_refused("d4d5", "3.2");
    assert_refused("d4g7", "3.2");
}

static void q1_nothing_is_jumped_over(void **context)
{
    (void)context;
    bench_fen("7B1/8/3B14/3B14/3W34/8/8/8 w 2 - 0 1");
    assert_true(bench_has("d4d5"));
    assert_refused("d4d6", "3.2");
    assert_non_null(strstr(bench.words, "d5"));
    bench_fen("8/6B11/8/4w13/3w44/8/8/8 w 2 - 0 1");
    assert_refused("d4f6", "3.2");
}

static void r3_3_whose_unit(void **context)
{
    (void)context;
    bench_start(2, "");
    assert_refused("d4d5", "3.3");
    assert_refused("a7a6", "3.3");
    assert_refused("a1a2", "3.3"); /* an own unit is not landed on */
    assert_refused("a2a2", "3.3");
    assert_refused("e5r", "3.3");
    assert_refused("a1+b3", "3.6"); /* nobody there */
}

static void q4_a_rotation_is_a_whole_turn(void **context)
{
    (void)context;
    bench_start(2, "");
    bench_play("a2r");
    assert_int_equal(bench_seat(), 1);
    bench_play("h7r");
    assert_true(bench_has("a2b3"));
    assert_refused("a2a3", "3.2");
    bench_play("a2r h7r");
    assert_true(bench_has("a2a3")); /* without limit */
}

static void q5_no_compulsion_and_no_passing(void **context)
{
    (void)context;
    bench_fen("8/8/8/3B14/3W14/8/8/8 w 2 - 0 1");
    assert_true(bench_has("d4d5") && bench_has("d4c4") && bench_has("d4r"));
    bench_fen("8/8/8/8/8/8/W1W16/W1W15B1 w 2 - 0 1");
    for (int i = 0; i < bench_count(); i++)
        assert_true(bench.list[i] < bench.setup.actions);
    assert_refused("", "notation");
    assert_refused("pass", "notation");
}

static void notation_is_refused_as_such(void **context)
{
    (void)context;
    bench_start(2, "");
    const char *const wrong[] = {"a2",   "a2a",  "a2a9", "i1i2",  "a0a1",     "a2a3=", "a2a3x",
                                 "a2r1", "A2A3", "a2+",  "a02a3", "a2+b2=a8", "a2-a3"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_refused(wrong[i], "notation");
}

/* ---- 3.4: capture ---- */

static void r3_4_a_capture_adds_one(void **context)
{
    (void)context;
    bench_fen("7B1/8/3B54/8/3W24/8/8/W17 w 2 - 7 20");
    bench_play("d4d6");
    assert_fen("7B1/8/3W34/8/8/8/8/W17 b 2 - 0 21");
}

static void q6_an_alliance_is_taken_as_one(void **context)
{
    (void)context;
    bench_fen("7B1/8/8/3B6+4/3W14/8/8/8 w 2 - 4 30");
    bench_play("d4d5");
    assert_fen("7B1/8/8/3W24/8/8/8/8 b 2 - 0 31");
}

static void r3_4_never_above_the_faces(void **context)
{
    (void)context;
    bench_fen("3B33B1/8/8/8/3W64/8/8/W17 w 2 - 0 9");
    bench_play("d4d8");
    assert_fen("3W63B1/8/8/8/8/8/8/W17 b 2 - 0 10");
    bench_fen("3B33B1/8/8/3W44/8/8/8/W17 w 2 faces=4 0 9");
    bench_play("d5d8");
    assert_fen("3W43B1/8/8/8/8/8/8/W17 b 2 faces=4 0 10");
}

/* ---- 3.5: the martyr's right ---- */

#define MARTYR_BOARD "B26b4+/8/3B14/8/3W54/8/8/W17 w 2 "

static void r3_5_any_other_enemy(void **context)
{
    (void)context;
    bench_fen(MARTYR_BOARD "- 3 9");
    assert_true(bench_has("d4d6") && bench_has("d4d6=a8") && bench_has("d4d6=h8"));
    assert_refused("d4d6=d6", "3.5");
    assert_refused("d4d6=a1", "3.5");
    assert_refused("d4d6=c3", "3.5");
    assert_refused("d4d5=a8", "3.5");
    assert_refused("a1a2=a8", "3.5");
    bench_play("d4d6=h8");
    assert_fen("B27/8/8/8/8/8/8/W17 b 2 - 0 10");
}

static void r3_5_renounced_for_ever(void **context)
{
    (void)context;
    bench_fen("B22b13B1/8/3B14/8/3W54/8/8/W17 w 2 - 0 9");
    bench_play("d4d6 a8r");
    assert_true(bench_has("d6d8"));
    assert_refused("d6d8=h8", "3.5");
}

static void q7_swap_changes_owners(void **context)
{
    (void)context;
    bench_fen(MARTYR_BOARD "martyr=swap 3 9");
    bench_play("d4d6=h8");
    assert_fen("B26w4+/8/3B64/8/8/8/8/W17 b 2 martyr=swap 0 10");
}

static void q7_off_gives_no_right(void **context)
{
    (void)context;
    bench_fen(MARTYR_BOARD "martyr=off 3 9");
    assert_true(bench_has("d4d6"));
    assert_refused("d4d6=h8", "3.5");
}

static void q11_the_right_comes_below_the_last_face(void **context)
{
    (void)context;
    bench_fen("B26b4/8/3B14/8/3W34/8/8/W17 w 2 faces=4 3 9");
    assert_true(bench_has("d4d6=h8"));
    bench_fen("B26b4/8/3B14/8/3W54/8/8/W17 w 2 faces=9 3 9");
    assert_refused("d4d6=h8", "3.5");
}

static void q12_a_five_of_the_later_edition(void **context)
{
    (void)context;
    bench_fen("B26B2/8/8/8/3B14/8/8/3W54 w 2 - 0 1");
    assert_true(bench_has("d1d4=a8"));
}

static void q13_the_last_own_unit_may_be_given(void **context)
{
    (void)context;
    bench_fen("6B1B3/8/3B14/8/3W54/8/8/8 w 2 - 4 30");
    bench_play("d4d6=h8");
    assert_status("win b elimination");
    assert_int_equal(bench_count(), 0);
    bench_fen("7B3/8/3B14/8/3W54/8/8/8 w 2 - 4 30");
    bench_play("d4d6=h8");
    assert_status("draw - extinction");
}

static void q20_an_alliance_has_no_right(void **context)
{
    (void)context;
    bench_fen("B16B1/8/3B14/8/3W5+4/8/8/8 w 2 - 0 30");
    assert_refused("d4d6=h8", "3.5");
    bench_play("d4d6");
    assert_fen("B16B1/8/3W6+4/8/8/8/8/8 b 2 - 0 31");
}

static void q32_any_opponent_of_four(void **context)
{
    (void)context;
    bench_fen("B16R1/8/3B14/8/3W54/8/8/W16G1 w 4i martyr=swap 3 9");
    assert_true(bench_has("d4d6=a8") && bench_has("d4d6=h8") && bench_has("d4d6=h1"));
    bench_play("d4d6=h8"); /* Q14: the martyr goes to the owner of the chosen unit */
    assert_fen("B16W1/8/3R64/8/8/8/8/W16G1 b 4i martyr=swap 0 10");
}

/* ---- 3.6, 3.7: alliances ---- */

static void r3_6_either_square(void **context)
{
    (void)context;
    bench_fen("7B1/8/3w24/2w25/8/8/8/W17 w 2 - 9 30");
    assert_true(bench_has("d6+c5"));
    bench_play("c5+d6");
    assert_fen("7B1/8/3w4+4/8/8/8/8/W17 b 2 - 0 31");
}

static void r3_6_1_off(void **context)
{
    (void)context;
    bench_fen("7B1/8/3w24/2w25/8/8/8/W17 w 2 ally=off 9 30");
    assert_refused("c5+d6", "3.6.1");
}

static void r3_6_2_q18_singles_only(void **context)
{
    (void)context;
    bench_fen("8/8/8/2W2+W24/8/8/8/7B1 w 2 - 0 30");
    assert_refused("c5+d5", "3.6.2");
    assert_refused("d5+c5", "3.6.2");
    bench_fen("8/8/8/2W2+W24/8/8/8/7B1 w 2 chain=on 0 30");
    bench_play("c5+d5");
    assert_fen("8/8/8/3W4+4/8/8/8/7B1 b 2 chain=on 0 31");
}

static void r3_6_3_equal_values_below_the_faces(void **context)
{
    (void)context;
    bench_fen("1W14W61/W15W61/4W23/4W33/8/8/8/B17 w 2 - 0 30");
    assert_refused("e5+e6", "3.6.3");
    assert_refused("g7+g8", "3.6.3"); /* Q17 */
    bench_fen("8/8/2W44w5/2W43w51/8/8/8/7B1 w 2 - 0 30");
    bench_play("c5+c6 h1r g5+h6");
    assert_fen("8/8/2W6+4w6+/8/8/8/8/7b1 b 2 - 0 33");
}

static void r3_6_4_q15_q16_neighbours_of_one_orientation(void **context)
{
    (void)context;
    bench_fen("1W14W61/W15W61/4W23/2W21W31W1w1/2W25/8/8/B17 w 2 - 0 30");
    assert_refused("g5+h5", "3.6.4");
    assert_refused("h5+g5", "3.6.4");
    assert_refused("a7+b8", "3.6.4");
    bench_fen("8/8/2W31W33/8/8/8/8/B17 w 2 - 0 30");
    assert_refused("c6+e6", "3.6.4");
    assert_refused("c6e6", "3.3");
}

static void r3_6_5_both_beyond_the_middle(void **context)
{
    (void)context;
    bench_fen("8/8/8/2W25/2W25/8/8/B17 w 2 - 0 30");
    assert_refused("c4+c5", "3.6.5");
    assert_refused("c5+c4", "3.6.5"); /* Q22 */
    bench_fen("W17/8/8/5B2B21/2B2B24/8/8/8 b 2 - 0 30");
    assert_true(bench_has("c4+d4") && bench_has("d4+c4"));
    assert_refused("f5+g5", "3.6.5");
}

static void q23_the_middle_row_is_nobodys(void **context)
{
    (void)context;
    bench_fen("7/7/7/W1W14B1/7/7/7 w 2 - 0 1");
    assert_refused("a4+b4", "3.6.5");
    bench_fen("7/7/W1W14B1/7/7/7/7 w 2 - 0 1");
    assert_true(bench_has("a5+b5"));
    bench_fen("9/9/9/9/B1B17/9/9/9/W18 b 2 - 0 1");
    assert_refused("a5+b5", "3.6.5");
    bench_fen("9/9/9/9/9/B1B17/9/9/W18 b 2 - 0 1");
    assert_true(bench_has("a4+b4"));
}

static void q24_teams_cross_into_the_enemy_quadrants(void **context)
{
    (void)context;
    bench_fen("3B13W2/1W25W2/1W26/8/8/8/W25w11/W26w1 w 4t - 0 30");
    assert_true(bench_has("b6+b7") && bench_has("g2+h1"));
    assert_refused("a1+a2", "3.6.5");
    assert_refused("h7+h8", "3.6.5");
    bench_fen("W16B1/7B1/8/8/8/8/B17/B16b1 b 4t - 0 30");
    assert_true(bench_has("a1+a2") && bench_has("h7+h8"));
}

static void q25_alone_outside_the_own_quadrant(void **context)
{
    (void)context;
    bench_fen("B16R1/8/W27/W27/3W14/3W14/8/4W3W31G1 w 4i - 0 30");
    assert_true(bench_has("a5+a6") && bench_has("e1+f1"));
    assert_refused("d3+d4", "3.6.5");
    bench_fen("B1B1R15/8/8/8/8/8/B1B16/W16G1 b 4i - 0 30");
    assert_refused("a8+b8", "3.6.5");
    assert_true(bench_has("a2+b2"));
    bench_fen("W1R1R15/8/8/8/8/8/5R1R11/B16G1 r 4i - 0 30");
    assert_true(bench_has("b8+c8") && bench_has("f2+g2"));
    bench_fen("W14R1R11/8/8/8/8/8/8/B14G1G11 g 4i - 0 30");
    assert_refused("f1+g1", "3.6.5");
    bench_fen("W14G1G11/8/8/8/8/8/8/B1G1G14R1 g 4i - 0 30");
    assert_true(bench_has("b1+c1") && bench_has("f8+g8"));
}

static void r3_6_an_alliance_moves_like_any_unit(void **context)
{
    (void)context;
    bench_fen("8/8/3w44/2w45/8/8/8/W16B1 w 2 - 0 30");
    bench_play("c5+d6 h1r d6e7");
    assert_fen("8/4w6+3/8/8/8/8/8/W16b1 b 2 - 2 33");
    bench_fen("8/8/8/3W4+4/8/8/8/7B1 w 2 - 0 30");
    assert_true(bench_has("d5d1") && bench_has("d5r")); /* back over the middle; it never splits (Q19) */
    assert_int_equal(bench_count(), 4 + 4 + 3 + 3 + 1);
}

/* ---- 3.8: ends ---- */

static void r3_8_1_what_sets_the_clock_back(void **context)
{
    (void)context;
    bench_fen("6B2B2/8/8/8/8/8/B17/W2W26 w 2 - 99 200");
    bench_play("a1a2");
    assert_fen("6B2B2/8/8/8/8/8/W37/1W26 b 2 - 0 201");
    bench_fen("7B1/8/3w24/2w25/8/8/8/W17 w 2 - 9 30");
    bench_play("a1r"); /* Q27: a rotation is no progress */
    assert_fen("7B1/8/3w24/2w25/8/8/8/w17 b 2 - 10 31");
}

static void r3_8_2_q31_beaten_colours_are_skipped(void **context)
{
    (void)context;
    bench_fen("7R1/8/8/8/8/8/B17/W16G1 w 4i - 0 30");
    bench_play("a1a2");
    assert_fen("7R1/8/8/8/8/8/W27/7G1 r 4i - 0 31");
    bench_play("h8r h1r");
    assert_int_equal(bench_seat(), 0);
    bench_play("a2r");
    assert_int_equal(bench_seat(), 2);
}

static void r3_8_3_the_last_colour_wins(void **context)
{
    (void)context;
    bench_fen("8/8/8/3B6+4/3W14/8/8/8 w 2 - 4 30");
    bench_play("d4d5");
    assert_status("win w elimination");
    assert_fen("8/8/8/3W24/8/8/8/8 b 2 - 0 31");
    assert_int_equal(bench_count(), 0);
    assert_refused("d5d6", "3.8");
    bench_fen("8/8/8/8/8/8/G17/W17 w 4i - 0 90");
    bench_play("a1a2");
    assert_status("win w elimination");
}

static void payoffs(float a, float b, float c, float d)
{
    struct ochre_outcome outcome;
    ochre_dice.rules->outcome(&bench.setup, &bench.state, &outcome);
    const float expected[] = {a, b, c, d};
    for (int seat = 0; seat < bench.setup.seats; seat++) {
        float apart = outcome.payoff[seat] - expected[seat];
        assert_true(apart < 1e-6F && apart > -1e-6F);
    }
}

static void r3_8_4_extinction_is_shared_by_those_before(void **context)
{
    (void)context;
    bench_fen("7B3/8/3B14/8/3W54/8/8/8 w 2 - 4 30");
    bench_play("d4d6=h8");
    assert_status("draw - extinction");
    payoffs(0.5F, 0.5F, 0, 0);
    bench_fen("7B3/8/3G14/8/3W54/8/8/8 w 4i - 4 30");
    bench_play("d4d6=h8");
    assert_status("draw - extinction");
    payoffs(1 / 3.0F, 1 / 3.0F, 0, 1 / 3.0F); /* Red had nothing before the turn */
    bench_fen("8/8/8/8/8/8/8/8 w 4i - 4 30");
    assert_status("draw - extinction");
    payoffs(0.25F, 0.25F, 0.25F, 0.25F);
}

static void r3_8_5_the_third_time(void **context)
{
    (void)context;
    bench_fen(START_FEN);
    bench_play("a2r h7r a2r h7r");
    assert_status("ongoing");
    bench_play("a2r h7r a2r");
    assert_status("ongoing");
    bench_play("h7r");
    assert_status("draw wb repetition");
    assert_int_equal(bench_count(), 0);
    payoffs(0.5F, 0.5F, 0, 0);
}

static void r3_8_5_another_side_is_another_position(void **context)
{
    (void)context;
    /* White loses a tempo with a triangle, so the same boards come with the other side to move. */
    bench_fen("7B1/8/8/8/8/8/8/W26W1 w 2 - 0 1");
    bench_play("a1a3 h8r a3a2 h8r a2a1 h8r");
    bench_play("a1a3 h8r a3a2 h8r a2a1");
    assert_status("ongoing");
}

static void r3_8_5_four_alone(void **context)
{
    (void)context;
    bench_start(4, "mode=4i");
    bench_play("a1r a8r h8r h1r a1r a8r h8r h1r a1r a8r h8r h1r a1r a8r h8r");
    assert_status("ongoing");
    bench_play("h1r");
    assert_status("draw wbrg repetition");
    payoffs(0.25F, 0.25F, 0.25F, 0.25F);
}

static void r3_8_6_no_progress_and_duel(void **context)
{
    (void)context;
    bench_fen("6B2B2/8/8/8/8/8/8/W2W26 w 2 - 98 200");
    bench_play("a1a2");
    assert_status("ongoing");
    bench_play("h8r");
    assert_status("draw wb no-progress");
    bench_fen("7B3/8/8/8/8/8/8/W27 w 2 - 29 200");
    bench_play("a1a2");
    assert_status("draw wb no-progress");
    bench_fen("7B3/8/8/8/8/8/8/W27 w 2 np=5 4 200"); /* a smaller limit stays */
    bench_play("a1a2");
    assert_status("draw wb no-progress");
    bench_fen("7W3/8/8/8/8/8/8/W26B1 w 2 - 29 200"); /* three units are no duel */
    bench_play("a1a2");
    assert_status("ongoing");
    bench_fen("7G3/8/8/8/8/8/8/W27 w 4i - 29 200");
    bench_play("a1a2");
    assert_status("draw wg no-progress");
    payoffs(0.5F, 0, 0, 0.5F);
}

static void r3_8_6_a_duel_begins_with_the_capture(void **context)
{
    (void)context;
    bench_fen("7B3/8/8/8/8/8/B17/W27 w 2 - 50 200");
    bench_play("a1a2");
    assert_status("ongoing");
    assert_int_equal(dice_of(&bench.state)->core.limit, 30);
}

static void r3_8_set_up_and_over(void **context)
{
    (void)context;
    bench_fen("8/8/8/3W24/8/8/8/8 b 2 - 0 31");
    assert_status("win w elimination");
    bench_fen("8/8/8/3W24/8/8/8/8 w 2 - 0 31");
    assert_status("win w elimination");
    bench_fen("8/8/8/8/8/8/8/8 w 2 - 0 31");
    assert_status("draw - extinction");
    bench_fen("6B2B2/8/8/8/8/8/8/W2W26 w 2 - 100 200");
    assert_status("draw wb no-progress");
    bench_fen("7B2/8/8/8/8/8/8/W27 w 2 - 30 200");
    assert_status("draw wb no-progress");
    bench_fen("7B2/8/8/8/8/8/8/W17 w 2 adj=sum 30 200");
    assert_status("win b sum");
    assert_int_equal(bench_count(), 0);
}

static void r3_8_adj_sum(void **context)
{
    (void)context;
    bench_fen("7B3/8/8/8/8/8/8/W27 w 2 adj=sum 29 200");
    bench_play("a1a2");
    assert_status("win b sum");
    payoffs(0, 1, 0, 0);
    bench_fen("7B3/8/8/8/8/8/8/W37 w 2 adj=sum 29 200");
    bench_play("a1a2");
    assert_status("draw wb no-progress");
    bench_fen("7R3/8/8/8/8/8/8/W36B1 w 4i adj=sum 199 200");
    bench_play("a1a2");
    assert_status("draw wr no-progress");
    payoffs(0.5F, 0, 0.5F, 0);
    bench_fen("7b4+/8/8/8/8/8/8/W37 w 2 adj=sum 29 200"); /* an alliance counts its value once */
    bench_play("a1a2");
    assert_status("win b sum");
}

static void r3_8_both_partners_get_the_points(void **context)
{
    (void)context;
    bench_fen("8/8/8/3B64/3W14/8/8/8 w 4t - 4 30");
    bench_play("d4d5");
    payoffs(1, 0, 1, 0);
    bench_fen("7B3/8/8/8/8/8/8/W27 w 4t - 29 200");
    bench_play("a1a2");
    payoffs(0.5F, 0.5F, 0.5F, 0.5F);
}

static void r3_8_leaving_takes_the_units_away(void **context)
{
    (void)context;
    bench_fen("B17/8/8/8/8/8/8/W16G1 w 4i - 7 30");
    ochre_dice.rules->leave(&bench.setup, &bench.state, 0, NULL);
    assert_null(ochre_dice.rules->check(&bench.setup, &bench.state));
    assert_fen("B17/8/8/8/8/8/8/7G1 b 4i - 0 30");
    assert_int_equal(bench_seat(), 1);
    ochre_dice.rules->leave(&bench.setup, &bench.state, 3, NULL);
    assert_status("win b resignation");
    assert_fen("B17/8/8/8/8/8/8/8 b 4i - 0 30");
}

/* Nobody wants to see an empty board at the end: with two colours it stays as it is, and the reason is the true one. */
static void r3_8_leaving_with_two_colours_loses_on_a_full_board(void **context)
{
    (void)context;
    struct ochre_outcome outcome;
    bench_start(2, "");
    ochre_dice.rules->leave(&bench.setup, &bench.state, 1, NULL);
    assert_null(ochre_dice.rules->check(&bench.setup, &bench.state));
    assert_fen("B2B2B2B2B2B2B2B2/B1B1B1B1B1B1B1B1/8/8/8/8/W1W1W1W1W1W1W1W1/W2W2W2W2W2W2W2W2 w 2 - 0 1");
    assert_status("win w resignation");
    payoffs(1, 0, 0, 0);
    ochre_dice.rules->outcome(&bench.setup, &bench.state, &outcome);
    assert_string_equal(outcome.reason, "by resignation");
    bench_start(4, "mode=4t");
    ochre_dice.rules->leave(&bench.setup, &bench.state, 2, NULL);
    assert_status("win b resignation");
    payoffs(0, 1, 0, 1);
}

/* 1.5: a seat that is named begins, and the others follow clockwise; partners too. */
static void r1_5_a_seat_begins(void **context)
{
    (void)context;
    bench_start(2, "first=p2");
    assert_int_equal(bench_seat(), 1);
    assert_fen("B2B2B2B2B2B2B2B2/B1B1B1B1B1B1B1B1/8/8/8/8/W1W1W1W1W1W1W1W1/W2W2W2W2W2W2W2W2 b 2 - 0 2");
    bench_play("a7a6");
    assert_int_equal(bench_seat(), 0);
    for (int first = 0; first < 4; first++)
        for (int alone = 0; alone < 2; alone++) {
            char options[32];
            snprintf(options, sizeof options, "mode=%s first=p%d", alone ? "4i" : "4t", first + 1);
            bench_start(4, options);
            for (int turn = 0; turn < 6; turn++) {
                ochre_action list[DICE_LIST_MAX];
                assert_int_equal(bench_seat(), (first + turn) % 4);
                ochre_dice.rules->legal(&bench.setup, &bench.state, bench_seat(), list);
                ochre_dice.rules->apply(&bench.setup, &bench.state, bench_seat(), list[0], NULL);
            }
        }
    assert_int_equal(bench_try_start(2, "first=p3"), -1);
}

/* 1.5: the lot is a move of chance with the same odds for every seat, told, and nobody moves before it. */
static void r1_5_the_lot_decides(void **context)
{
    (void)context;
    ochre_action list[DICE_LIST_MAX];
    struct ochre_journal journal = {.count = 0};
    for (int seats = 2; seats <= 4; seats += 2)
        for (int first = 0; first < seats; first++) {
            bench_start(seats, "first=random");
            assert_int_equal(ochre_dice.rules->pending(&bench.setup, &bench.state), SEAT_BIT(OCHRE_CHANCE));
            assert_int_equal(ochre_dice.rules->legal(&bench.setup, &bench.state, OCHRE_CHANCE, list), seats);
            for (int seat = 0; seat < seats; seat++)
                assert_int_equal(ochre_dice.rules->legal(&bench.setup, &bench.state, seat, list), 0);
            journal.count = 0;
            ochre_dice.rules->apply(&bench.setup, &bench.state, OCHRE_CHANCE, (ochre_action)first, &journal);
            assert_int_equal(bench_seat(), first);
            assert_null(ochre_dice.rules->check(&bench.setup, &bench.state));
            assert_int_equal(journal.count, 1);
            assert_int_equal(journal.events[0].kind, DICE_DRAWN);
            assert_int_equal(journal.events[0].args[0], first);
        }
}

/* 7: the lot counts as a move of chance. */
static void r1_5_leaves_behind_the_lot(void **context)
{
    (void)context;
    bench_start(2, "first=random");
    assert_int_equal(dice_perft(&bench.setup, &bench.state, 0, true, NULL), 1);
    assert_int_equal(dice_perft(&bench.setup, &bench.state, 1, true, NULL), 2);
    assert_int_equal(dice_perft(&bench.setup, &bench.state, 3, true, NULL), 2 * 576);
}

static void r3_8_leaving_begins_a_new_history(void **context)
{
    (void)context;
    bench_fen("B17/8/8/8/8/8/8/W16G1 w 4i - 0 1");
    bench_play("a1r a8r h1r a1r a8r h1r");
    ochre_dice.rules->leave(&bench.setup, &bench.state, 1, NULL);
    assert_int_equal(dice_of(&bench.state)->core.seen, 1);
    bench_play("a1r h1r a1r h1r a1r h1r a1r");
    assert_status("ongoing");
    bench_play("h1r");
    assert_status("draw wg repetition");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r1_3_two_armies),
        cmocka_unit_test(r1_4_four_corners),
        cmocka_unit_test(r2_mode_and_seats_follow_each_other),
        cmocka_unit_test(r2_np_is_200_for_four_alone),
        cmocka_unit_test(r2_a_position_sets_every_option),
        cmocka_unit_test(r3_1_partners_take_turns),
        cmocka_unit_test(r3_1_not_your_turn),
        cmocka_unit_test(r3_2_value_is_a_limit_in_four_directions),
        cmocka_unit_test(r3_2_diagonal_units_move_on_diagonals),
        cmocka_unit_test(q1_nothing_is_jumped_over),
        cmocka_unit_test(r3_3_whose_unit),
        cmocka_unit_test(q4_a_rotation_is_a_whole_turn),
        cmocka_unit_test(q5_no_compulsion_and_no_passing),
        cmocka_unit_test(notation_is_refused_as_such),
        cmocka_unit_test(r3_4_a_capture_adds_one),
        cmocka_unit_test(q6_an_alliance_is_taken_as_one),
        cmocka_unit_test(r3_4_never_above_the_faces),
        cmocka_unit_test(r3_5_any_other_enemy),
        cmocka_unit_test(r3_5_renounced_for_ever),
        cmocka_unit_test(q7_swap_changes_owners),
        cmocka_unit_test(q7_off_gives_no_right),
        cmocka_unit_test(q11_the_right_comes_below_the_last_face),
        cmocka_unit_test(q12_a_five_of_the_later_edition),
        cmocka_unit_test(q13_the_last_own_unit_may_be_given),
        cmocka_unit_test(q20_an_alliance_has_no_right),
        cmocka_unit_test(q32_any_opponent_of_four),
        cmocka_unit_test(r3_6_either_square),
        cmocka_unit_test(r3_6_1_off),
        cmocka_unit_test(r3_6_2_q18_singles_only),
        cmocka_unit_test(r3_6_3_equal_values_below_the_faces),
        cmocka_unit_test(r3_6_4_q15_q16_neighbours_of_one_orientation),
        cmocka_unit_test(r3_6_5_both_beyond_the_middle),
        cmocka_unit_test(q23_the_middle_row_is_nobodys),
        cmocka_unit_test(q24_teams_cross_into_the_enemy_quadrants),
        cmocka_unit_test(q25_alone_outside_the_own_quadrant),
        cmocka_unit_test(r3_6_an_alliance_moves_like_any_unit),
        cmocka_unit_test(r3_8_1_what_sets_the_clock_back),
        cmocka_unit_test(r3_8_2_q31_beaten_colours_are_skipped),
        cmocka_unit_test(r3_8_3_the_last_colour_wins),
        cmocka_unit_test(r3_8_4_extinction_is_shared_by_those_before),
        cmocka_unit_test(r3_8_5_the_third_time),
        cmocka_unit_test(r3_8_5_another_side_is_another_position),
        cmocka_unit_test(r3_8_5_four_alone),
        cmocka_unit_test(r3_8_6_no_progress_and_duel),
        cmocka_unit_test(r3_8_6_a_duel_begins_with_the_capture),
        cmocka_unit_test(r3_8_set_up_and_over),
        cmocka_unit_test(r3_8_adj_sum),
        cmocka_unit_test(r3_8_both_partners_get_the_points),
        cmocka_unit_test(r3_8_leaving_takes_the_units_away),
        cmocka_unit_test(r3_8_leaving_with_two_colours_loses_on_a_full_board),
        cmocka_unit_test(r1_5_a_seat_begins),
        cmocka_unit_test(r1_5_the_lot_decides),
        cmocka_unit_test(r1_5_leaves_behind_the_lot),
        cmocka_unit_test(r3_8_leaving_begins_a_new_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
