/* test_record.c: plays as people of a game write them down (dice 4.6): round trips, and every kind of mistake. */
#include "help.h"

#include "rules/registry.h"
#include "table/record.h"
#include "table/table_inner.h"

static struct table *dice_table(const char *option, const char *position)
{
    struct ochre_error error = {0};
    const char *options[] = {option, NULL};
    struct opening_request request = {
        .game = game_by_id("dice"), .options = option ? options : NULL, .position = position};
    struct opening *opening = opening_new(&request, &error);
    assert_non_null(opening);
    struct table *table = table_new(opening, 0, NULL, &error);
    assert_non_null(table);
    assert_int_equal(table_begin(table, NULL, NULL), 0);
    return table;
}

/* Random moves until `steps` of them are made or the play is over. */
static void play_some(struct table *table, uint64_t seed, int steps)
{
    struct ochre_rng rng;
    rng_seed(&rng, seed);
    ochre_action *list = calloc(table_setup(table)->legal_max, sizeof *list);
    for (int i = 0; i < steps && !table_is_over(table); i++) {
        int seat = seats_first(table_pending(table));
        int count = table_moves(table, seat, list);
        assert_int_equal(
            table_play_action(table, seat, table_ask(table, seat), list[rng_below(&rng, (uint32_t)count)], NULL, NULL),
            0);
    }
    free(list);
}

static char *written(const struct table *table)
{
    struct ochre_error error = {0};
    size_t length;
    char *text = record_text(table, NULL, &length, &error);
    assert_non_null(text);
    assert_int_equal(strlen(text), length);
    return text;
}

/* Reads the record; the table it leads to. */
static struct table *played(const char *text, struct log *log)
{
    struct ochre_error error = {0};
    if (record_parse(log, text, strlen(text), NULL, &error) < 0)
        fail_msg("%s\n%s", error.words, text);
    struct table *table = log_play(log, 0, NULL, NULL, NULL, NULL, &error);
    if (!table) {
        fail_msg("%s", error.words);
        abort(); /* for readers of the code: fail_msg does not return */
    }
    return table;
}

/* Writes, reads, writes: the same play, the same text. Returns the text. */
static char *round_trip(const struct table *table)
{
    struct log log;
    char *text = written(table);
    struct table *again = played(text, &log);
    assert_true(state_equal(table->setup, &table->now.state, &again->now.state));
    assert_int_equal(table->now.count, again->now.count);
    assert_int_equal(table_is_over(table), table_is_over(again));
    char *second = written(again);
    assert_string_equal(text, second);
    free(second);
    log_free(&log);
    table_delete(again);
    return text;
}

static void expect_end(const char *text, const char *end)
{
    size_t length = strlen(text);
    assert_true(length > strlen(end));
    assert_string_equal(text + length - strlen(end), end);
}

static void whole_plays_come_back(void **unused)
{
    (void)unused;
    static const char *const modes[] = {"mode=2", "mode=4t", "mode=4i"};
    for (int mode = 0; mode < 3; mode++)
        for (uint64_t seed = 0; seed < 12; seed++) {
            struct table *table = dice_table(modes[mode], NULL);
            play_some(table, seed, 100000);
            assert_true(table_is_over(table));
            free(round_trip(table));
            table_delete(table);
        }
}

static void unfinished_plays_come_back_with_a_star(void **unused)
{
    (void)unused;
    static const char *const modes[] = {"mode=2", "mode=4t", "mode=4i"};
    for (int mode = 0; mode < 3; mode++)
        for (int steps = 0; steps < 40; steps += 3) {
            struct table *table = dice_table(modes[mode], NULL);
            play_some(table, 5, steps);
            assert_false(table_is_over(table));
            char *text = round_trip(table);
            expect_end(text, "\n*\n");
            assert_non_null(strstr(text, "[Result \"*\"]"));
            free(text);
            table_delete(table);
        }
}

static void a_position_and_its_rules_come_back(void **unused)
{
    (void)unused;
    const char *fen = "8/8/3w44/2w45/8/8/8/W16B1 b 2 martyr=swap,adj=sum 3 30";
    struct table *table = dice_table(NULL, fen);
    struct table_no no;
    assert_int_equal(play(table, 1, "h1r", &no), 0);
    assert_int_equal(play(table, 0, "c5+d6", &no), 0);
    char *text = round_trip(table);
    assert_string_equal(text, "[FEN \"8/8/3w44/2w45/8/8/8/W16B1 b 2 martyr=swap,adj=sum 3 30\"]\n"
                              "[Result \"*\"]\n\n15... h1r\n16. c5+d6\n*\n");
    free(text);
    table_delete(table);
    /* Over before the first move (3.8.3). */
    table = dice_table(NULL, "8/8/8/8/8/8/8/W17 b 2 - 0 9");
    text = round_trip(table);
    expect_end(text, "\n\n1-0\n");
    free(text);
    table_delete(table);
}

/* The lot is no turn: the position says who begins, and the record reads back without chance (dice 1.5, 4.6). */
static void the_lot_is_in_the_position(void **unused)
{
    (void)unused;
    for (int steps = 0; steps < 20; steps += 19) {
        struct log log;
        struct table *table = dice_table("first=random", NULL);
        int first = seats_first(table_pending(table));
        play_some(table, 3, steps);
        char *text = written(table);
        assert_null(strstr(text, "first"));
        assert_non_null(strstr(text, first ? " b 2 - 0 2\"]" : " w 2 - 0 1\"]"));
        struct table *again = played(text, &log);
        assert_int_equal(table->now.count, again->now.count + 1);
        assert_true(state_equal(table->setup, &table->now.state, &again->now.state));
        char *second = written(again);
        assert_string_equal(text, second);
        free(second);
        free(text);
        log_free(&log);
        table_delete(again);
        table_delete(table);
    }
}

static void who_gives_up_has_lost(void **unused)
{
    (void)unused;
    struct table *table = dice_table("mode=2", NULL);
    play_some(table, 1, 5);
    assert_int_equal(table_resign(table, 1, NULL, NULL), 0);
    char *text = round_trip(table);
    assert_null(strstr(text, "resign"));
    expect_end(text, "\n1-0\n");
    free(text);
    table_delete(table);

    table = dice_table("mode=4t", NULL);
    play_some(table, 1, 6);
    assert_int_equal(table_resign(table, 2, NULL, NULL), 0);
    text = round_trip(table);
    expect_end(text, "\n0-1\n");
    free(text);
    table_delete(table);
}

static void four_alone_play_on_when_one_gives_up(void **unused)
{
    (void)unused;
    struct table *table = dice_table("mode=4i", NULL);
    play_some(table, 1, 6);
    assert_int_equal(table_resign(table, 3, NULL, NULL), 0);
    play_some(table, 2, 4);
    assert_int_equal(table_resign(table, 0, NULL, NULL), 0);
    char *text = round_trip(table);
    assert_non_null(strstr(text, " p4>resign"));
    assert_non_null(strstr(text, " p1>resign"));
    expect_end(text, "\n*\n");
    free(text);
    assert_int_equal(table_resign(table, 2, NULL, NULL), 0);
    text = round_trip(table);
    assert_null(strstr(text, "p3>resign"));
    expect_end(text, "\nb\n");
    free(text);
    table_delete(table);
}

/* ---- as others write them ---- */

static void other_hands_write_differently(void **unused)
{
    (void)unused;
    struct log log;
    struct table *table = played("\n[Event \"A \\\"friendly\\\" game\"]\r\n[ FEN  \"8/8/3w44/2w45/8/8/8/W16B1 w\" ]\r\n"
                                 "[Result \"1-0\"]\r\n\r\n30. c5+d6 ... h1r\t31. \r\n 1-0",
                                 &log);
    assert_true(table_is_over(table));
    assert_int_equal(log.count, 3);
    assert_int_equal(log.moves[0].line, 6);
    assert_string_equal(log.moves[2].text, "resign"); /* Black was not beaten by any rule */
    assert_int_equal(log.moves[2].seat, 1);
    table_delete(table);
    log_free(&log);
    /* Everybody but Red gives up. */
    table = played("[FEN \"7R1/8/8/8/8/8/B17/W16G1 w 4i - 0 30\"]\n[Result \"r\"]\n\na1r r\n", &log);
    assert_int_equal(log.count, 4);
    assert_true(table_is_over(table));
    table_delete(table);
    log_free(&log);
}

/* 3.8: agreement is a matter of the players. The play stands as it is, and the record keeps its word. */
static void draws_may_be_agreed(void **unused)
{
    (void)unused;
    static const char *const records[] = {
        "[FEN \"8/8/8/8/8/8/8/W16B1 w 2 - 0 1\"]\n[Result \"1/2-1/2\"]\n\n1. a1r\n1/2-1/2\n",
        "[FEN \"7R1/8/8/8/8/8/8/W17 w 4i - 0 30\"]\n[Result \"=wr\"]\n\n30. a1r\n=wr\n",
    };
    for (int i = 0; i < 2; i++) {
        struct log log;
        struct ochre_error error = {0};
        size_t length;
        struct table *table = played(records[i], &log);
        assert_false(table_is_over(table));
        char *text = record_text(table, log.agreed, &length, &error);
        assert_string_equal(text, records[i]);
        free(text);
        table_delete(table);
        log_free(&log);
    }
}

/* ---- spears (6.3) ---- */

static struct table *spears_table(int seats, const char *const *options, uint64_t seed)
{
    struct ochre_error error = {0};
    unsigned char secret[FAIR_SIZE];
    struct opening_request request = {.game = game_by_id("spears"), .seats = seats, .options = options};
    struct opening *opening = opening_new(&request, &error);
    assert_non_null(opening);
    fair_seed_from_number(seed, secret);
    struct table *table = table_new(opening, 0, secret, &error);
    assert_non_null(table);
    assert_int_equal(table_begin(table, NULL, NULL), 0);
    return table;
}

static void spoken_plays_come_back(void **unused)
{
    (void)unused;
    static const char *const options[][4] = {{NULL},
                                             {"tribes=WNES", "first=p2", NULL},
                                             {"tokens=shuffled", "free_overpay=true", "no_repeat=last_use", NULL}};
    for (uint64_t seed = 0; seed < 24; seed++) {
        struct table *table = spears_table(3 + (int)seed % 2, options[seed % 4 == 1 ? 1 : seed % 3 ? 0 : 2], seed);
        play_some(table, seed, 100000);
        assert_true(table_is_over(table));
        char *text = round_trip(table);
        assert_non_null(strstr(text, "\n@result "));
        assert_null(strstr(text, "..."));
        free(text);
        table_delete(table);
    }
}

/* Wherever somebody leaves the table, also in the middle of a sentence. */
static void spoken_plays_can_be_left_anywhere(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < 3; seed++) {
        struct table *table = spears_table(4, NULL, seed);
        for (int moves = 0; moves < 250 && !table_is_over(table); moves++) {
            char *text = round_trip(table);
            assert_null(strstr(text, "@result"));
            free(text);
            play_some(table, seed * 1000 + (uint64_t)moves, 1);
        }
        table_delete(table);
    }
}

static void spoken_plays_may_be_given_up(void **unused)
{
    (void)unused;
    struct table *table = spears_table(4, (const char *const[]){"tribes=NESW", NULL}, 1);
    play_some(table, 3, 20);
    assert_int_equal(table_resign(table, 1, NULL, NULL), 0);
    char *text = round_trip(table);
    expect_end(text, "\nE: resign\n");
    free(text);
    table_delete(table);
}

static void a_record_of_spears_cannot_say_positions(void **unused)
{
    (void)unused;
    struct ochre_error error = {0};
    size_t length;
    struct opening_request request = {.game = game_by_id("spears"),
                                      .position = "{\"seats\":\"N E S W\",\"begin\":\"gathering\"}"};
    struct opening *opening = opening_new(&request, &error);
    assert_non_null(opening);
    struct table *table = table_new(opening, 0, NULL, &error);
    assert_non_null(table);
    assert_null(record_text(table, NULL, &length, &error));
    assert_non_null(strstr(error.words, "begins from a position"));
    table_delete(table);
}

/* What one says at the table, by hand: comments, blanks, small moves. */
static void other_hands_speak_differently(void **unused)
{
    (void)unused;
    struct log log;
    struct table *table = played("@options players=3 tribes=NES first=p1\r\n# three at the table\n\n"
                                 "*: team N Survivor\n*: team E Survivor # a comment\n  *: team S Dominator\n"
                                 "*: goal N meat\n*: goal N bone\n*: goal E meat\n*: goal E bone\n*: goal S trophy\n"
                                 "*: goal S trophy\n*: prey p01\n*: prey p02\n*: prey p03\n*: prey p04\n*: prey p05\n"
                                 "N:  day\nN: buy:h3\n",
                                 &log);
    assert_int_equal(log.count, 16);
    assert_int_equal(log.moves[0].line, 4);
    assert_int_equal(log.moves[15].line, 19);
    assert_string_equal(log.moves[15].text, "buy:h3");
    table_delete(table);
    log_free(&log);
}

/* ---- mistakes ---- */

#define TALK "@options players=4 tribes=NESW first=p1\n"

#define HEAD "[FEN \"8/8/3w44/2w45/8/8/8/W16B1 w 2 - 0 30\"]\n[Result \"*\"]\n\n"

static const struct {
    const char *text, *rule, *words;
} mistakes[] = {
    {HEAD "1. a1a3 *", "3.2", "line 4, column 4: a1a3: "},
    {HEAD "1. c5+d6 h1r\n2. c5r *", "3.3", "line 5, column 4: c5r: "},
    {HEAD "1. zz *", "notation", "line 4, column 4: zz: "},
    {HEAD "1. p2>h1r *", "3.1", "line 4, column 4: h1r: "},
    {HEAD "1. c5+d6 h1r", "4.6", "line 4, column 13: expected a move or the result (1-0, 0-1, 1/2-1/2 or *)"},
    {HEAD "", "4.6", "line 4, column 1: expected a move or the result"},
    {HEAD "1. c5+d6 * h1r", "4.6", "line 4, column 12: something follows the result"},
    {HEAD "1. c5+d6 1-0", "4.6", "line 4, column 10: the last word is 1-0, but the tag Result says *"},
    {HEAD "1. c5\x01 *", "4.6", "line 4, column 4: expected words of plain letters"},
    {"[FEN \"8/8/8/3B6+4/3W14/8/8/8 w 2 - 4 30\"]\n[Result \"*\"]\n\nd4d5 *", "",
     "line 2, column 9: the result * is wrong, the play ends with: 1-0"},
    {"[FEN \"8/8/8/3B6+4/3W14/8/8/8 w 2 - 4 30\"]\n[Result \"0-1\"]\n\nd4d5 0-1", "",
     "line 2, column 9: the result 0-1 is wrong, the play ends with: 1-0"},
    {"[FEN \"8/8/8/3B6+4/3W14/8/8/8 w 2 - 4 30\"]\n[Result \"1-0\"]\n\nd4d5 d5d6 1-0", "over",
     "line 4, column 6: d5d6: the play is over"},
    {"[FEN \"7R1/8/8/8/8/8/B17/W16G1 w 4i - 0 30\"]\n[Result \"1-0\"]\n\na1r 1-0", "notation",
     "line 4, column 5: 1-0: "},
    {"[FEN \"7R1/8/8/8/8/8/B17/W16G1 w 4i - 0 30\"]\n[Result \"=rw\"]\n\na1r =rw", "notation",
     "line 4, column 5: =rw: "},
    {"[FEN \"8/8/8/8/8/8/8/8/8 w\"]\n[Result \"*\"]\n\n*", "4.2", "line 1, column 6: "},
    {"[FEN \"@/etc/passwd\"]\n[Result \"*\"]\n\n*", "4.2", "line 3, column 1: FEN: expected a position"},
    {TALK "*: team N Nobody\n", "notation", "line 2, column 1: team:N:Nobody: "},
    {TALK "*: team N Survivor\nN: day\n", "K1", "line 3, column 1: day: "},
    {TALK "hello\n", "6.3", "line 2, column 1: expected what somebody says"},
    {TALK "@result S N E\n", "", "line 2, column 1: the result is S N E, but the play is not over"},
    {TALK "@result\n", "7", "line 2, column 1: expected: @result"},
    {TALK "@result none\n@result none\n", "6.3", "line 3, column 1: @result stands twice"},
    {TALK TALK, "6.3", "line 2, column 1: @options stands twice"},
    {"@options players=x\n", "6.3", "line 1, column 1: @options: expected players=3"},
    {"@options colour=red\n", "", "line 1, column 1: "},
    {"@pack one\n", "6.3", "line 1, column 1: expected: @pack ID HASH"},
    {"@pack other 1234\n", "", "played with pack other (1234), which is not there"},
    {"@what\n", "6.3", "line 1, column 1: unknown header @what"},
    {"[Result \"*\"]\n\n*", "4.6", "line 2, column 1: there must be a tag FEN"},
    {"[FEN \"8/8/8/8/8/8/8/W16B1 w\"]\n\n*", "4.6", "line 2, column 1: there must be a tag Result"},
    {"[FEN \"8/8/8/8/8/8/8/W16B1 w\"]\n[FEN \"8/8/8/8/8/8/8/W16B1 w\"]\n", "4.6", "line 2, column 1: the tag FEN"},
    {"[FEN \"8/8/8/8/8/8/8/W16B1 w]\n", "4.6", "line 1, column 1: the value has no closing"},
    {"[FEN \"8/8/8/8/8/8/8/W16B1 w\"\n", "4.6", "line 1, column 1: expected ']' after the value of FEN"},
    {"[FEN 8/8\"]\n", "4.6", "line 1, column 1: expected a value in quotation marks"},
    {"[FEN \"\"]\n", "4.6", "line 1, column 1: FEN: "},
    {"[=]\n", "4.6", "line 1, column 1: expected a tag"},
    {"[FEN \"8/8/8/8/8/8/8/W16B1 w\"] x\n", "4.6", "line 1, column 31: expected the end of the line"},
    {"[FEN \"8/8/8/8/8/8/8/W16B1 w\"]\n[Result \"*\"]\na1r *", "4.6", "line 3, column 1: expected a tag, or an empty"},
};

static void mistakes_are_named_with_line_and_column(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        struct log log;
        struct ochre_error error = {0};
        if (record_parse(&log, mistakes[i].text, strlen(mistakes[i].text), NULL, &error) == 0)
            fail_msg("accepted: %s", mistakes[i].text);
        if (strncmp(error.words, mistakes[i].words, strlen(mistakes[i].words)) != 0 ||
            strcmp(error.rule, mistakes[i].rule) != 0)
            fail_msg("%s\nsaid     %s [%s]\nexpected %s [%s]", mistakes[i].text, error.words, error.rule,
                     mistakes[i].words, mistakes[i].rule);
    }
    struct log log;
    struct ochre_error error = {0};
    assert_int_equal(record_parse(&log, "[\0]", 3, NULL, &error), -1);
    assert_int_equal(record_parse(&log, "ochre 1\n", 8, NULL, &error), -1);
}

static void not_every_game_has_records(void **unused)
{
    (void)unused;
    struct ochre_error error = {0};
    size_t length;
    struct table *table = new_table(game_by_id("pebble"), 2, 0, true);
    assert_null(record_text(table, NULL, &length, &error));
    assert_non_null(strstr(error.words, "pebble has no form of records"));
    table_delete(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_plays_come_back),
        cmocka_unit_test(unfinished_plays_come_back_with_a_star),
        cmocka_unit_test(a_position_and_its_rules_come_back),
        cmocka_unit_test(the_lot_is_in_the_position),
        cmocka_unit_test(who_gives_up_has_lost),
        cmocka_unit_test(four_alone_play_on_when_one_gives_up),
        cmocka_unit_test(other_hands_write_differently),
        cmocka_unit_test(draws_may_be_agreed),
        cmocka_unit_test(spoken_plays_come_back),
        cmocka_unit_test(spoken_plays_can_be_left_anywhere),
        cmocka_unit_test(spoken_plays_may_be_given_up),
        cmocka_unit_test(a_record_of_spears_cannot_say_positions),
        cmocka_unit_test(other_hands_speak_differently),
        cmocka_unit_test(mistakes_are_named_with_line_and_column),
        cmocka_unit_test(not_every_game_has_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
