/* test_breakthrough.c: is each rule of docs/rules/breakthrough.md right? Positions are drawn as text. The moves are
 * counted once more by a slow generator that shares nothing with the game: letters on a board. */
#include "../unit.h"

#include "rules/read.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/setup.h"
#include "rules/show.h"
#include "rules/think.h"
#include "rules/words.h"

static struct ochre_setup setup;
static struct ochre_state state;
static struct json_node nodes[16];

static const struct ochre_view *view(void)
{
    return (const struct ochre_view *)&state;
}

static int read_board(const char *board, struct ochre_error *error)
{
    char text[160];
    struct json_doc doc;
    snprintf(text, sizeof text, "{\"board\":\"%s\"}", board);
    assert_int_equal(json_parse(&doc, text, strlen(text), nodes, 16, error), 0);
    return setup.game->read->read_state(&setup, json_root(&doc), &state, error);
}

static void given(const char *board)
{
    struct ochre_error error;
    assert_int_equal(read_board(board, &error), 0);
    assert_null(setup.game->rules->check(&setup, &state));
}

static int turn(void)
{
    return seats_first(setup.game->rules->pending(&setup, &state));
}

/* The moves of the seat to move, as texts in one line. */
static void expect_moves(const char *expected)
{
    ochre_action list[64];
    char line[512];
    struct ochre_text text = text_on(line, sizeof line);
    int seat = turn();
    int count = setup.game->rules->legal(&setup, &state, seat, list);
    for (int i = 0; i < count; i++) {
        text_add(&text, i ? " " : "");
        setup.game->words->format_move(&setup, view(), seat, list[i], &text);
    }
    assert_string_equal(line, expected);
}

static void move(const char *text)
{
    ochre_action action;
    assert_null(setup.game->words->parse_move(&setup, view(), turn(), text, &action, NULL));
    assert_null(setup.game->words->why_not(&setup, view(), turn(), action, NULL));
    setup.game->rules->apply(&setup, &state, turn(), action, NULL);
}

static void expect_refused(const char *text, const char *rule)
{
    ochre_action action;
    const char *found = setup.game->words->parse_move(&setup, view(), turn(), text, &action, NULL);
    if (!found)
        found = setup.game->words->why_not(&setup, view(), turn(), action, NULL);
    assert_string_equal(found ? found : "allowed", rule);
}

static void expect_board(const char *board)
{
    char json[256];
    char expected[160];
    struct ochre_text text = text_on(json, sizeof json);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    setup.game->show->write_view(&setup, view(), OCHRE_EVERYBODY, &writer);
    json_close(&writer, '}');
    snprintf(expected, sizeof expected, "\"board\":\"%s\"", board);
    if (!strstr(json, expected))
        fail_msg("expected %s in %s", expected, json);
}

static void expect_winner(int seat)
{
    struct ochre_outcome out;
    assert_int_equal(setup.game->rules->pending(&setup, &state), 0);
    setup.game->rules->outcome(&setup, &state, &out);
    assert_int_equal(out.winners, SEAT_BIT(seat));
    assert_true(out.payoff[seat] == 1.0F && out.payoff[!seat] == 0.0F);
}

static void b1_2_pawns_fill_two_rows(void **unused)
{
    (void)unused;
    setup.game->rules->start(&setup, &state);
    expect_board("bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w");
}

static void b1_3_white_begins_and_seats_take_turns(void **unused)
{
    (void)unused;
    setup.game->rules->start(&setup, &state);
    assert_int_equal(turn(), 0);
    move("a2a3");
    assert_int_equal(turn(), 1);
    move("h7g6");
    assert_int_equal(turn(), 0);
    expect_board("bbbbbbbb/bbbbbbb1/6b1/8/8/w7/1wwwwwww/wwwwwwww w");
    assert_string_equal(setup.game->words->why_not(&setup, view(), 1, 0, NULL), "B1.3");
}

static void b2_1_one_row_ahead_on_the_board(void **unused)
{
    (void)unused;
    given("7b/8/8/8/w6w/8/8/8 w");
    expect_moves("h4g5 a4a5 h4h5 a4b5");
    expect_refused("a4a6", "B2.1");
    expect_refused("a4a3", "B2.1");
    expect_refused("a4b4", "B2.1");
    expect_refused("a4c5", "B2.1");
    expect_refused("b4b5", "B2.1");
    expect_refused("a4i5", "notation");
    expect_refused("a4a5x", "notation");
    given("8/8/8/8/b6b/8/8/w7 b");
    expect_moves("h4g3 a4a3 h4h3 a4b3");
}

static void b2_2_straight_only_to_an_empty_square(void **unused)
{
    (void)unused;
    given("8/8/8/3b4/3w4/8/8/8 w");
    expect_moves("d4c5 d4e5");
    expect_refused("d4d5", "B2.2");
    given("7b/8/8/3w4/3w4/8/8/8 w");
    expect_refused("d4d5", "B2.2");
}

static void b2_3_diagonally_to_an_empty_square_or_an_opposing_pawn(void **unused)
{
    (void)unused;
    given("8/8/8/2b1w3/3w4/8/8/8 w");
    expect_refused("d4e5", "B2.3");
    move("d4c5");
    expect_winner(0); /* it was the last one */
    given("b7/8/8/2b5/3w4/8/8/8 w");
    move("d4c5");
    expect_board("b7/8/8/2w5/8/8/8/8 b");
}

static void b3_1_the_last_row_wins(void **unused)
{
    (void)unused;
    given("b7/6w1/8/8/8/8/1b6/8 w");
    move("g7h8");
    expect_winner(0);
    assert_string_equal(setup.game->words->why_not(&setup, view(), 1, 0, NULL), "B3.1");
    given("8/6w1/8/8/8/8/1b6/8 b");
    move("b2b1");
    expect_winner(1);
}

static void b3_2_capturing_the_last_pawn_wins(void **unused)
{
    (void)unused;
    given("8/8/8/2b5/3w4/8/8/8 b");
    move("c5d4");
    expect_winner(1);
}

static void b3_3_the_foremost_pawn_always_has_a_step(void **unused)
{
    (void)unused;
    given("8/8/b7/w7/b7/w7/8/8 w");
    expect_moves("a3b4 a5b6");
}

static void positions_that_make_no_sense_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *board, *rule;
    } bad[] = {
        {"", "B1.1"},
        {"8/8/8/8/8/8/8/8 w", "B3.1"},
        {"bbbbbbbb/bbbbbbbb/b7/8/8/8/8/w7 w", "B1.2"},
        {"w7/8/8/8/8/8/8/b7 w", "B3.1"},
        {"9/8/8/8/8/8/8/w7 w", "B1.1"},
        {"bbbbbbbbb/8/8/8/8/8/8/w7 w", "B1.1"},
        {"b7/8/8/8/8/8/w7 w", "B1.1"},
        {"b7/8/8/8/8/8/8/w7", "B1.3"},
        {"b7/8/8/8/8/8/8/w7 x", "B1.3"},
        {"b7/8/8/8/8/8/8/w6 w", "B1.1"},
        {"b7/8/x7/8/8/8/8/w7 w", "B1.1"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct ochre_error error;
        assert_int_equal(read_board(bad[i].board, &error), -1);
        assert_string_equal(error.rule, bad[i].rule);
        assert_true(error.words[0] != '\0');
    }
}

/* ---- counting twice ---- */

/* Rows of letters: the rules as one would explain them, and nothing of the game's code. */
static uint64_t count_slowly(char board[8][9], char side, int depth)
{
    char enemy = side == 'w' ? 'b' : 'w';
    int ahead = side == 'w' ? 1 : -1;
    uint64_t leaves = 0;
    if (depth == 0)
        return 1;
    int enemies = 0;
    for (int file = 0; file < 8; file++) {
        if (board[7][file] == 'w' || board[0][file] == 'b')
            return 0; /* over */
        for (int row = 0; row < 8; row++)
            enemies += board[row][file] == enemy;
    }
    for (int row = 0; row < 8; row++)
        for (int file = 0; file < 8; file++)
            for (int to = file - 1; to <= file + 1; to++) {
                if (board[row][file] != side || to < 0 || to > 7)
                    continue;
                char met = board[row + ahead][to];
                if (met == side || (to == file && met != '.'))
                    continue;
                if (met == enemy && enemies == 1) {
                    leaves += depth == 1;
                    continue;
                }
                board[row + ahead][to] = side;
                board[row][file] = '.';
                leaves += count_slowly(board, enemy, depth - 1);
                board[row][file] = side;
                board[row + ahead][to] = met;
            }
    return leaves;
}

static void perft_agrees_with_slow_counting(void **unused)
{
    (void)unused;
    char start[8][9] = {"wwwwwwww", "wwwwwwww", "........", "........", "........", "........", "bbbbbbbb", "bbbbbbbb"};
    char middle[8][9] = {"..ww..ww", "...wb..w", "..b..w..", ".w....b.",
                         "..w..b..", ".b...w..", "b.b...b.", "..bb..b."};
    setup.game->rules->start(&setup, &state);
    for (int depth = 0; depth <= 4; depth++) {
        uint64_t slow = count_slowly(start, 'w', depth);
        assert_int_equal(setup.game->think->perft(&setup, &state, depth, true, NULL), slow);
        assert_int_equal(setup.game->think->perft(&setup, &state, depth, false, NULL), slow);
    }
    for (int side = 0; side < 2; side++) {
        given(side ? "2bb2b1/b1b3b1/1b3w2/2w2b2/1w4b1/2b2w2/3wb2w/2ww2ww b"
                   : "2bb2b1/b1b3b1/1b3w2/2w2b2/1w4b1/2b2w2/3wb2w/2ww2ww w");
        for (int depth = 0; depth <= 4; depth++)
            assert_int_equal(setup.game->think->perft(&setup, &state, depth, true, NULL),
                             count_slowly(middle, side ? 'b' : 'w', depth));
    }
}

static void perft_divides(void **unused)
{
    (void)unused;
    ochre_action action[64];
    uint64_t leaves[64] = {0};
    struct ochre_divide divide = {.action = action, .nodes = leaves};
    setup.game->rules->start(&setup, &state);
    uint64_t total = setup.game->think->perft(&setup, &state, 3, true, &divide);
    uint64_t sum = 0;
    assert_int_equal(divide.count, 22);
    for (uint32_t i = 0; i < divide.count; i++)
        sum += leaves[i];
    assert_int_equal(sum, total);
}

int main(void)
{
    struct ochre_terms terms;
    struct ochre_error error;
    terms_init(&terms, game_by_id("breakthrough"));
    if (setup_make(&setup, &terms, &error) < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(b1_2_pawns_fill_two_rows),
        cmocka_unit_test(b1_3_white_begins_and_seats_take_turns),
        cmocka_unit_test(b2_1_one_row_ahead_on_the_board),
        cmocka_unit_test(b2_2_straight_only_to_an_empty_square),
        cmocka_unit_test(b2_3_diagonally_to_an_empty_square_or_an_opposing_pawn),
        cmocka_unit_test(b3_1_the_last_row_wins),
        cmocka_unit_test(b3_2_capturing_the_last_pawn_wins),
        cmocka_unit_test(b3_3_the_foremost_pawn_always_has_a_step),
        cmocka_unit_test(positions_that_make_no_sense_are_refused),
        cmocka_unit_test(perft_agrees_with_slow_counting),
        cmocka_unit_test(perft_divides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
