/* test_api.c: the public C interface, through the shared library alone. */
#include "../unit/unit.h"

#include <ochre/ochre.h>

static char why[OCHRE_WHY_SIZE];

static void test_games_are_listed(void **unused)
{
    (void)unused;
    assert_true(ochre_game_count() > 0);
    assert_null(ochre_game_id(-1));
    assert_null(ochre_game_name(ochre_game_count()));
    assert_null(ochre_game_designer(1000));
    for (int game = 0; game < ochre_game_count(); game++) {
        assert_non_null(ochre_game_name(game));
        assert_non_null(ochre_game_designer(game));
    }
}

static void test_every_game_plays_to_its_end(void **unused)
{
    (void)unused;
    for (int game = 0; game < ochre_game_count(); game++) {
        ochre_play *play = ochre_play_new(ochre_game_id(game), 3, why, sizeof why);
        assert_non_null(play);
        assert_int_equal(ochre_play_is_over(play), 0);
        assert_true(ochre_play_random(play) > 0);
        assert_int_equal(ochre_play_is_over(play), 1);
        assert_int_equal(ochre_play_first_pending(play), -1);
        double sum = 0;
        for (int seat = 0; seat < ochre_play_seats(play); seat++) {
            assert_int_equal(ochre_play_legal_count(play, seat), 0);
            sum += ochre_play_payoff(play, seat);
        }
        assert_true(sum >= 0 && sum < (double)ochre_play_seats(play) + 0.001);
        assert_int_equal(ochre_play_move(play, 0, "anything", why, sizeof why), -1);
        ochre_play_delete(play);
    }
}

/* Moves as text, one by one, from a copy: the same moves give the same views. */
static void test_moves_are_text(void **unused)
{
    (void)unused;
    static char one[256 * 1024];
    static char two[256 * 1024];
    ochre_play *play = ochre_play_new("pebble seats=3 cards=2", 11, why, sizeof why);
    assert_non_null(play);
    assert_int_equal(ochre_play_seats(play), 3);
    ochre_play *copy = ochre_play_copy(play);
    assert_non_null(copy);
    assert_int_equal(ochre_play_pending(play), 7); /* all three choose at once */
    while (!ochre_play_is_over(play)) {
        int seat = ochre_play_first_pending(play);
        char move[OCHRE_TEXT_SIZE];
        int count = ochre_play_legal_count(play, seat);
        assert_true(count > 0);
        assert_int_equal(ochre_play_legal_text(play, seat, count, move, sizeof move), 0);
        assert_true(ochre_play_legal_text(play, seat, count - 1, move, sizeof move) > 0);
        assert_int_equal(ochre_play_move(play, seat, move, why, sizeof why), 0);
        assert_int_equal(ochre_play_move(copy, seat, move, why, sizeof why), 0);
        for (int viewer = 0; viewer <= OCHRE_SEAT_ALL; viewer++) {
            size_t length = ochre_play_view(play, viewer, one, sizeof one);
            assert_int_equal(ochre_play_view(copy, viewer, two, sizeof two), length);
            assert_string_equal(one, two);
            assert_true(length == 0 || one[0] == '{');
        }
    }
    ochre_play_delete(copy);
    ochre_play_delete(play);
}

static void test_a_view_hides_what_the_seat_may_not_know(void **unused)
{
    (void)unused;
    char view[1000];
    ochre_play *play = ochre_play_new(
        "pebble position={\"on_table\":2,\"p1\":{\"hand\":\"1 4\"},\"p2\":{\"hand\":\"4 6\"}}", 1, why, sizeof why);
    assert_non_null(play);
    ochre_play_view(play, 0, view, sizeof view);
    assert_non_null(strstr(view, "\"hand\":\"1 4\""));
    assert_null(strstr(view, "\"hand\":\"4 6\""));
    ochre_play_view(play, OCHRE_SEAT_ALL, view, sizeof view);
    assert_non_null(strstr(view, "\"hand\":\"4 6\""));
    assert_int_equal(ochre_play_view(play, OCHRE_SEAT_CHANCE, view, sizeof view), 0);
    ochre_play_delete(play);
}

static void test_moves_are_refused_with_a_rule(void **unused)
{
    (void)unused;
    ochre_play *play = ochre_play_new(
        "pebble position={\"on_table\":2,\"p1\":{\"hand\":\"1 4\"},\"p2\":{\"hand\":\"4 6\"}}", 1, why, sizeof why);
    assert_non_null(play);
    assert_int_equal(ochre_play_move(play, 0, "play:6", why, sizeof why), -1);
    assert_string_equal(why, "P3.1: You have no such card.");
    assert_int_equal(ochre_play_move(play, 0, "sing", why, sizeof why), -1);
    assert_int_equal(strncmp(why, "notation: ", 10), 0);
    assert_int_equal(ochre_play_move(play, 2, "play:1", why, sizeof why), -1);
    assert_int_equal(ochre_play_move(play, -1, "play:1", NULL, 0), -1);
    ochre_play_delete(play);
}

static void assert_refused(const char *terms, const char *words)
{
    assert_null(ochre_play_new(terms, 1, why, sizeof why));
    if (!strstr(why, words))
        fail_msg("%s: \"%s\" does not say \"%s\"", terms, why, words);
}

static void test_terms_are_refused_with_a_reason(void **unused)
{
    (void)unused;
    assert_refused("", "there is no game ''");
    assert_refused("chess", "there is no game 'chess'");
    assert_refused("pebble cards", "expected seats=N");
    assert_refused("pebble cards=9", "option cards cannot be '9'");
    assert_refused("pebble seats=1000", "seats cannot be '1000'");
    assert_refused("pebble seats=0", "seats cannot be '0'");
    assert_refused("pebble seats=7", "pebble is not for 7 seats");
    assert_refused("pebble position={", "position: line 1");
    assert_refused("pebble position={\"on_table\":99}", "P2.1: /on_table");
    assert_null(ochre_play_new("chess", 1, NULL, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_are_listed),
        cmocka_unit_test(test_every_game_plays_to_its_end),
        cmocka_unit_test(test_moves_are_text),
        cmocka_unit_test(test_a_view_hides_what_the_seat_may_not_know),
        cmocka_unit_test(test_moves_are_refused_with_a_rule),
        cmocka_unit_test(test_terms_are_refused_with_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
