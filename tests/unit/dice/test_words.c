/* test_words.c: the story, the picture, the view and the estimate. */
#include "dice_bench.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/think.h"
#include "rules/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct ochre_view view;
static struct canvas canvas;

static ochre_action action_of(const char *move)
{
    ochre_action action;
    state_look(&bench.setup, &bench.state, bench_seat(), &view);
    assert_null(ochre_dice.words->parse_move(&bench.setup, &view, bench_seat(), move, &action, NULL));
    return action;
}

/* Plays a move and returns everything told about it, one sentence after the other, to somebody (-1: to nobody). */
static const char *story_to(int you, const char *move)
{
    static char bytes[1024];
    static struct ochre_journal journal;
    const struct ochre_voice voice = {.you = you, .name = {"Noor", "Iris"}};
    struct ochre_text text = text_on(bytes, sizeof bytes);
    ochre_action action = action_of(move);
    text.voice = you >= 0 ? &voice : NULL;
    journal.count = 0;
    ochre_dice.rules->apply(&bench.setup, &bench.state, bench_seat(), action, &journal);
    state_look(&bench.setup, &bench.state, OCHRE_EVERYBODY, &view);
    for (int i = 0; i < journal.count; i++) {
        text_add(&text, i ? " " : "");
        ochre_dice.words->tell(&bench.setup, &view, &journal.events[i], &text);
    }
    return bytes;
}

static const char *story_of(const char *move)
{
    return story_to(-1, move);
}

/* What a move is called by whoever may choose it. */
static const char *offer_of(const char *move)
{
    static char bytes[256];
    struct ochre_text text = text_on(bytes, sizeof bytes);
    ochre_dice.words->say_move(&bench.setup, &view, bench_seat(), action_of(move), &text);
    assert_false(text.cut);
    return bytes;
}

#define MARTYR "B26b4+/8/3B14/8/3W54/8/8/W17 w 2 - 3 9"

static void every_turn_is_told(void **context)
{
    (void)context;
    bench_start(2, "");
    assert_string_equal(story_of("a2a3"), "White slides the 1 from a2 to a3.");
    assert_string_equal(story_of("h7r"), "Black turns the 1 on h7 to diagonal.");
    bench_fen(MARTYR);
    assert_string_equal(story_of("d4d6"), "White takes the 1 on d6 and grows to 6. White keeps the 6 on d6.");
    assert_string_equal(story_of("h8g7"), "Black slides the alliance of 4 from h8 to g7.");
    bench_fen(MARTYR);
    assert_string_equal(story_of("d4d6=h8"), "White takes the 1 on d6 and grows to 6. White gives the 6 on d6 for the "
                                             "alliance of 4 on h8: both leave the board.");
    bench_fen("B26b4+/8/3B14/8/3W54/8/8/W17 w 2 martyr=swap 3 9");
    assert_string_equal(story_of("d4d6=h8"), "White takes the 1 on d6 and grows to 6. White exchanges the 6 on d6 for "
                                             "the alliance of 4 on h8: both stay there and change sides.");
    bench_fen("7B1/8/3w24/2w25/8/8/8/W17 w 2 - 9 30");
    assert_string_equal(story_of("c5+d6"), "White joins c5 to d6: an alliance of 4.");
    assert_string_equal(story_of("h8r"), "Black turns the 1 on h8 to diagonal.");
    assert_string_equal(story_of("d6r"), "White turns the alliance of 4 on d6 to straight.");
    bench_fen("7B1/8/8/3B24/3W64/8/8/W17 w 2 - 9 30");
    assert_string_equal(story_of("d4d5"), "White takes the 2 on d5 and stays a 6.");
}

static void stories_are_told_to_you(void **context)
{
    (void)context;
    bench_fen(MARTYR);
    assert_string_equal(story_to(0, "d4d6=h8"), "You take the 1 on d6 and grow to 6. You give the 6 on d6 for the "
                                                "alliance of 4 on h8: both leave the board.");
    bench_fen(MARTYR);
    assert_string_equal(story_to(1, "d4d6=h8"), "Noor takes your 1 on d6 and grows to 6. Noor gives the 6 on d6 for "
                                                "your alliance of 4 on h8: both leave the board.");
    bench_fen("8/8/8/3B64/3W54/8/8/W17 w 2 - 4 30");
    assert_string_equal(story_to(1, "d4d5"), "Noor takes your 6 on d5 and grows to 6. You have no stone left. Noor "
                                             "wins. No other stone is left.");
    bench_fen("7B3/8/8/8/8/8/8/W27 w 2 - 29 200");
    assert_string_equal(story_to(1, "a1a2"), "Noor slides the 2 from a1 to a2. A draw between Noor and you. Nothing "
                                             "was taken or joined for 30 turns.");
    bench_fen("8/8/8/3B64/3W54/8/8/R17 w 4i - 4 30"); /* four alone: whose stone it was is said */
    assert_string_equal(
        story_to(2, "d4d5"),
        "Noor takes the 6 on d5 from Iris and grows to 6. Noor keeps the 6 on d5. Iris has no stone left.");
    bench_fen("8/8/8/3B64/3W54/8/8/R17 w 4i - 4 30");
    assert_string_equal(story_to(1, "d4d5"),
                        "Noor takes your 6 on d5 and grows to 6. Noor keeps the 6 on d5. You have no stone left.");
}

/* 3.1: in teams the partner who moved is named, and both partners win. */
static void partners_are_told_apart(void **context)
{
    (void)context;
    bench_start(4, "mode=4t");
    assert_string_equal(story_to(0, "a3a4"), "You slide the 1 from a3 to a4.");
    assert_string_equal(story_to(0, "a6a5"), "Iris slides the 1 from a6 to a5.");
    assert_string_equal(story_to(0, "h6h5"), "White in the north-east slides the 1 from h6 to h5.");
    assert_string_equal(story_to(3, "h3h4"), "You slide the 1 from h3 to h4.");
    bench_fen("8/8/8/3B64/3W54/8/8/W17 w 4t - 4 31");
    assert_string_equal(
        story_to(3, "d4d5"),
        "White in the north-east takes your 6 on d5 and grows to 6. You have no stone left. White wins. No "
        "other stone is left.");
}

static void every_end_is_told(void **context)
{
    (void)context;
    bench_fen("8/8/8/3B64/3W54/8/8/W17 w 2 - 4 30"); /* nobody else to ask for: nothing is renounced */
    assert_string_equal(story_of("d4d5"), "White takes the 6 on d5 and grows to 6. Black has no stone left. White "
                                          "wins. No other stone is left.");
    bench_fen("7B3/8/3B14/8/3W54/8/8/8 w 2 - 4 30");
    assert_non_null(strstr(story_of("d4d6=h8"), "A draw. No stone is left on the board."));
    bench_fen("7B3/8/8/8/8/8/8/W27 w 2 adj=sum 29 200");
    assert_non_null(strstr(story_of("a1a2"), "Black wins. The stones of that side have the largest sum of values."));
    bench_fen(START_FEN);
    bench_play("a2r h7r a2r h7r a2r h7r a2r");
    assert_non_null(
        strstr(story_of("h7r"), "A draw between White and Black. The same position has come for the third time."));
    bench_start(4, "mode=4i");
    static struct ochre_journal journal;
    const struct ochre_voice voice = {.you = 2};
    char bytes[128];
    struct ochre_text text = text_on(bytes, sizeof bytes);
    journal.count = 0;
    ochre_dice.rules->leave(&bench.setup, &bench.state, 2, &journal);
    assert_int_equal(journal.count, 1);
    ochre_dice.words->tell(&bench.setup, &view, &journal.events[0], &text);
    assert_string_equal(bytes, "The red stones leave the board.");
    text = text_on(bytes, sizeof bytes);
    text.voice = &voice;
    ochre_dice.words->tell(&bench.setup, &view, &journal.events[0], &text);
    assert_string_equal(bytes, "Your stones leave the board.");
}

static void every_move_is_offered(void **context)
{
    (void)context;
    bench_fen(MARTYR);
    assert_string_equal(offer_of("d4d5"), "Slide the 5 from d4 to d5");
    assert_string_equal(offer_of("d4r"), "Turn the 5 on d4 to diagonal");
    assert_string_equal(offer_of("d4d6"), "Take the 1 on d6, grow to 6 and keep it");
    assert_string_equal(offer_of("d4d6=h8"),
                        "Take the 1 on d6, then give your 6 for the alliance of 4 on h8: both leave the board");
    bench_fen("B26b4+/8/3B14/8/3W54/8/8/W17 w 2 martyr=swap 3 9");
    assert_string_equal(offer_of("d4d6=h8"),
                        "Take the 1 on d6, then exchange your 6 for the alliance of 4 on h8: both change sides");
    bench_fen("7B1/8/3w24/2w25/8/8/8/W17 w 2 - 9 30");
    assert_string_equal(offer_of("c5+d6"), "Join the 2 on c5 to the 2 on d6: an alliance of 4");
    bench_fen("7B1/8/3B14/8/3W24/3W24/8/W17 w 2 - 9 30"); /* one stands behind the other */
    assert_string_equal(offer_of("d4d6"), "Take the 1 on d6 and grow to 3");
    bench_fen("7B1/8/3B11W22/8/3W24/8/8/W17 w 2 - 9 30"); /* two could take it */
    assert_string_equal(offer_of("d4d6"), "Take the 1 on d6 from d4 and grow to 3");
    bench_fen("7B1/8/8/3B24/3W64/8/8/W17 w 2 - 9 30");
    assert_string_equal(offer_of("d4d5"), "Take the 2 on d5 and stay a 6");
}

static void seats_have_names(void **context)
{
    (void)context;
    bench_start(4, "mode=4t");
    assert_string_equal(ochre_dice.words->seat_name(&bench.setup, &view, 2), "White in the north-east");
    bench_start(4, "mode=4i");
    assert_string_equal(ochre_dice.words->seat_name(&bench.setup, &view, 3), "Green");
    bench_start(2, "");
    assert_string_equal(ochre_dice.words->seat_name(&bench.setup, &view, 1), "Black");
}

/* The row that shows a rank. */
static const char *drawn_row(int y)
{
    static char bytes[256];
    struct ochre_text text = text_on(bytes, sizeof bytes);
    canvas_row(&canvas, y, &text);
    return bytes;
}

static void the_board_reads_without_colour(void **context)
{
    (void)context;
    bench_fen("B26b4+/8/3B14/8/3w54/8/8/W2+7 w 2 - 3 9");
    state_look(&bench.setup, &bench.state, 0, &view);
    canvas_clear(&canvas, NULL);
    ochre_dice.show->draw(&bench.setup, &view, 0, &canvas);
    assert_string_equal(drawn_row(0), "      a     b     c     d     e     f     g     h");
    assert_string_equal(drawn_row(1), "  8  [B2]   .     .     .     .     .     .    <b4+> 8");
    assert_string_equal(drawn_row(5), "  4   .     .     .    <w5>   .     .     .     .    4");
    assert_string_equal(drawn_row(8), "  1  [W2+]  .     .     .     .     .     .     .    1");
    assert_string_equal(drawn_row(canvas.height - 2), " Turn 9, to move: White, quiet turns 3 of 100");
    bench_start(4, "mode=4i size=10");
    state_look(&bench.setup, &bench.state, 0, &view);
    canvas_clear(&canvas, NULL);
    ochre_dice.show->draw(&bench.setup, &view, 0, &canvas);
    for (int y = 0; y < canvas.height; y++)
        assert_true(canvas_columns(drawn_row(y)) <= 80);
    assert_string_equal(drawn_row(1), " 10  [B2]  [B2]  [B1]   .     .     .     .    [R1]  [R2]  [R2]  10");
    assert_true(canvas.cell[1][5].paper != canvas.cell[1][11].paper); /* squares alternate */
    assert_int_equal(canvas.cell[10][5].paper, PAPER_DARK);           /* 1.1: a1 is dark */
}

static void the_view_says_it_all(void **context)
{
    (void)context;
    static char bytes[8192];
    bench_fen("7B1/8/3w4+4/8/8/8/8/W17 b 2 np=50 7 30");
    state_look(&bench.setup, &bench.state, 0, &view);
    struct ochre_text text = text_on(bytes, sizeof bytes);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    show_whole(&bench.setup, &view, 0, &writer);
    json_close(&writer, '}');
    assert_string_equal(
        bytes,
        "{\"size\":8,\"mode\":\"2\",\"faces\":6,\"martyr\":\"remove\",\"ally\":true,"
        "\"phase\":\"PLAY\",\"fen\":\"7B1/8/3w4+4/8/8/8/8/W17 b 2 np=50 7 30\",\"status\":\"ongoing\","
        "\"turn_number\":30,\"side\":\"b\",\"clock\":7,\"limit\":50,"
        "\"colours\":[{\"colour\":\"w\",\"units\":2,\"sum\":5},{\"colour\":\"b\",\"units\":1,\"sum\":1}],"
        "\"units\":[{\"square\":\"a1\",\"owner\":\"w\",\"value\":1,\"grown\":2,\"diagonal\":false,\"ally\":false,"
        "\"reach\":\"a2 b1\",\"takes\":\"\"},"
        "{\"square\":\"d6\",\"owner\":\"w\",\"value\":4,\"grown\":5,\"diagonal\":true,\"ally\":true,"
        "\"reach\":\"e7 f8 e5 f4 g3 h2 c5 b4 a3 c7 b8\",\"takes\":\"\"},"
        "{\"square\":\"h8\",\"owner\":\"b\",\"value\":1,\"grown\":2,\"diagonal\":false,\"ally\":false,"
        "\"reach\":\"h7 g8\",\"takes\":\"\"}]}");
}

/* The things one points at, separated by blanks. */
static const char *touched(const char *move)
{
    static char bytes[128];
    struct ochre_touch touch;
    struct ochre_text text = text_on(bytes, sizeof bytes);
    ochre_dice.show->touch(&bench.setup, &view, bench_seat(), action_of(move), &touch);
    for (int i = 0; i < touch.count; i++) {
        text_add(&text, i ? " " : "");
        text_add(&text, touch.id[i]);
    }
    return bytes;
}

static void turns_can_be_pointed_at(void **context)
{
    (void)context;
    bench_fen("B26b4+/8/3B14/8/3W54/8/8/W17 w 2 - 3 9");
    assert_string_equal(touched("d4d5"), "d4 d5");
    assert_string_equal(touched("d4r"), "d4 rotate");
    assert_string_equal(touched("d4d6"), "d4 d6 keep");
    assert_string_equal(touched("d4d6=h8"), "d4 d6 h8");
    bench_fen("8/8/8/3B64/3W54/8/8/W17 w 2 - 4 30"); /* nothing to choose */
    assert_string_equal(touched("d4d5"), "d4 d5");
}

/* One step by judge against random play: of the decided plays nearly all are won. */
static void judge_beats_chance(void **context)
{
    (void)context;
    static struct ochre_state next;
    struct ochre_rng rng;
    int won = 0;
    int lost = 0;
    rng_seed(&rng, 7);
    for (int play = 0; play < 24; play++) {
        bench_start(2, play % 3 ? "" : "setup=ranks");
        while (bench_seat() >= 0) {
            int count = bench_count();
            int first = (int)rng_below(&rng, (uint32_t)count); /* equal estimates: whichever comes first from here */
            ochre_action best = bench.list[first];
            float most = -1.0F;
            for (int k = 0; bench_seat() == play % 2 && k < count; k++) {
                int i = (first + k) % count;
                float payoff[OCHRE_SEATS_MAX];
                state_copy(&bench.setup, &next, &bench.state);
                ochre_dice.rules->apply(&bench.setup, &next, bench_seat(), bench.list[i], NULL);
                ochre_dice.think->judge(&bench.setup, &next, payoff);
                assert_true(payoff[0] >= 0.0F && payoff[0] <= 1.0F && payoff[1] >= 0.0F && payoff[1] <= 1.0F);
                if (payoff[play % 2] > most) {
                    most = payoff[play % 2];
                    best = bench.list[i];
                }
            }
            ochre_dice.rules->apply(&bench.setup, &bench.state, bench_seat(), best, NULL);
        }
        struct ochre_outcome outcome;
        ochre_dice.rules->outcome(&bench.setup, &bench.state, &outcome);
        won += outcome.payoff[play % 2] > 0.9F;
        lost += outcome.payoff[play % 2] < 0.1F;
    }
    assert_true(won >= 20);
    assert_true(lost <= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_turn_is_told),
        cmocka_unit_test(stories_are_told_to_you),
        cmocka_unit_test(partners_are_told_apart),
        cmocka_unit_test(every_end_is_told),
        cmocka_unit_test(every_move_is_offered),
        cmocka_unit_test(seats_have_names),
        cmocka_unit_test(the_board_reads_without_colour),
        cmocka_unit_test(the_view_says_it_all),
        cmocka_unit_test(turns_can_be_pointed_at),
        cmocka_unit_test(judge_beats_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
