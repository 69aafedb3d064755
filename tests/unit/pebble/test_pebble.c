/* test_pebble.c: is each rule of docs/rules/pebble.md right? Also shows how a game with secrets tests its imagined
 * states (fit.h). */
#include "../unit.h"

#include "fit.h"
#include "games/pebble/pebble.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/setup.h"
#include "rules/words.h"

static struct ochre_setup setup;
static struct ochre_state state;
static struct ochre_journal journal;

static void agree(int seats, const char *cards, const char *carry)
{
    struct ochre_terms terms;
    struct ochre_error error;
    terms_init(&terms, game_by_id("pebble"));
    terms.seats = seats;
    assert_int_equal(terms_set(&terms, "cards", cards, &error), 0);
    assert_int_equal(terms_set(&terms, "carry", carry, &error), 0);
    assert_int_equal(setup_make(&setup, &terms, &error), 0);
    setup.game->rules->start(&setup, &state);
}

/* Moves with their seats: "*>deal:1 p1>play:3". */
static void play(const char *log)
{
    char line[1024];
    snprintf(line, sizeof line, "%s", log);
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        char *text = strchr(word, '>');
        assert_non_null(text);
        *text++ = '\0';
        int seat = seat_from_code(word);
        ochre_action action;
        ochre_action list[PEBBLE_VALUES];
        assert_null(
            setup.game->words->parse_move(&setup, (const struct ochre_view *)&state, seat, text, &action, NULL));
        assert_true(legal_has(list, setup.game->rules->legal(&setup, &state, seat, list), action));
        journal.count = 0;
        setup.game->rules->apply(&setup, &state, seat, action, &journal);
        assert_null(setup.game->rules->check(&setup, &state));
    }
}

static const struct pebble_state *now(void)
{
    return pebble_of(&state);
}

static const char *refusal(int seat, const char *text)
{
    struct ochre_view view;
    ochre_action action;
    state_look(&setup, &state, seat, &view);
    const char *rule = setup.game->words->parse_move(&setup, &view, seat, text, &action, NULL);
    return rule ? rule : setup.game->words->why_not(&setup, &view, seat, action, NULL);
}

#define TWO_DEALT "*>deal:1 *>deal:5 *>deal:3 *>deal:3 "

static void p1_1_two_cards_of_each_value(void **unused)
{
    (void)unused;
    agree(2, "3", "on");
    play("*>deal:4 *>deal:4");
    ochre_action list[PEBBLE_VALUES];
    int count = setup.game->rules->legal(&setup, &state, OCHRE_CHANCE, list);
    assert_int_equal(count, 5);
    assert_false(legal_has(list, count, 3));
}

static void p1_2_cards_are_dealt_in_turn_and_only_the_seat_sees_them(void **unused)
{
    (void)unused;
    agree(2, "2", "on");
    play("*>deal:1");
    assert_int_equal(journal_heard(&journal.events[0], 0).args[1], 1);
    assert_int_equal(journal_heard(&journal.events[0], 1).args[1], OCHRE_UNHEARD);
    assert_int_equal(now()->hand_size[0], 1);
    play("*>deal:5");
    assert_int_equal(now()->hand_size[1], 1);
    play("*>deal:3 *>deal:3");
    assert_int_equal(now()->phase, PEBBLE_STAKE);
    struct ochre_view view;
    state_look(&setup, &state, 0, &view);
    assert_int_equal(pebble_seen(&view)->hand[0][0], 1);
    assert_int_equal(pebble_seen(&view)->hand[1][0], OCHRE_UNKNOWN);
    assert_int_equal(pebble_seen(&view)->deck[0], OCHRE_UNKNOWN);
}

static void p2_1_stakes_come_with_odds_3_2_1(void **unused)
{
    (void)unused;
    agree(2, "2", "on");
    play(TWO_DEALT);
    assert_int_equal(chance_weight(&setup, &state, PEBBLE_STAKE_BASE), 3);
    assert_int_equal(chance_weight(&setup, &state, PEBBLE_STAKE_BASE + 1), 2);
    assert_int_equal(chance_weight(&setup, &state, PEBBLE_STAKE_BASE + 2), 1);
    assert_string_equal(refusal(0, "play:1"), "P2.1");
    play("*>stake:2");
    assert_int_equal(now()->on_table, 2);
}

static void p3_1_a_card_of_the_hand_all_at_once(void **unused)
{
    (void)unused;
    agree(2, "2", "on");
    play(TWO_DEALT "*>stake:1");
    assert_int_equal(setup.game->rules->pending(&setup, &state), 3);
    assert_string_equal(refusal(0, "play:5"), "P3.1");
    assert_null(refusal(0, "play:3"));
    assert_string_equal(refusal(0, "play:7"), "notation");
}

static void p3_2_a_choice_is_final_and_unseen(void **unused)
{
    (void)unused;
    agree(2, "2", "on");
    play(TWO_DEALT "*>stake:1 p1>play:3");
    assert_string_equal(refusal(0, "play:1"), "P3.2");
    assert_int_equal(setup.game->rules->pending(&setup, &state), 2);
    struct ochre_view view;
    state_look(&setup, &state, 1, &view);
    assert_int_equal(pebble_seen(&view)->choice[0], OCHRE_UNKNOWN);
}

static void p4_1_the_highest_alone_takes(void **unused)
{
    (void)unused;
    agree(2, "2", "on");
    play(TWO_DEALT "*>stake:3 p2>play:5 p1>play:3");
    assert_int_equal(now()->pebbles[1], 3);
    assert_int_equal(now()->on_table, 0);
    agree(3, "2", "on");
    play("*>deal:6 *>deal:6 *>deal:2 *>deal:1 *>deal:1 *>deal:2 *>stake:2 p1>play:6 p2>play:6 p3>play:2");
    assert_int_equal(now()->pebbles[2], 2); /* the sixes meet, the two is alone */
}

static void p4_2_otherwise_they_stay_or_go(void **unused)
{
    (void)unused;
    agree(2, "2", "on");
    play(TWO_DEALT "*>stake:3 p2>play:3 p1>play:3");
    assert_int_equal(now()->on_table, 3);
    play("*>stake:1 p2>play:5 p1>play:1");
    assert_int_equal(now()->pebbles[1], 4);
    agree(2, "2", "off");
    play(TWO_DEALT "*>stake:3 p2>play:3 p1>play:3");
    assert_int_equal(now()->on_table, 0);
}

static void p4_3_shown_cards_leave_and_are_remembered(void **unused)
{
    (void)unused;
    agree(2, "2", "on");
    play(TWO_DEALT "*>stake:3 p2>play:5 p1>play:3");
    struct ochre_view view;
    state_look(&setup, &state, OCHRE_NOBODY, &view);
    assert_int_equal(pebble_seen(&view)->played[4], 1);
    assert_int_equal(pebble_seen(&view)->shown[0], 3);
    assert_int_equal(now()->hand_size[0], 1);
}

static void p5_1_most_pebbles_win_and_equals_share(void **unused)
{
    (void)unused;
    struct ochre_outcome out;
    agree(2, "2", "on");
    play(TWO_DEALT "*>stake:3 p2>play:5 p1>play:3 *>stake:1 p1>play:1 p2>play:3");
    assert_int_equal(setup.game->rules->pending(&setup, &state), 0);
    setup.game->rules->outcome(&setup, &state, &out);
    assert_int_equal(out.winners, SEAT_BIT(1));
    agree(2, "2", "off");
    play("*>deal:1 *>deal:1 *>deal:3 *>deal:3 *>stake:3 p2>play:3 p1>play:3 *>stake:1 p1>play:1 p2>play:1");
    setup.game->rules->outcome(&setup, &state, &out);
    assert_int_equal(out.winners, 3);
    assert_true(out.payoff[0] == 0.5F && out.payoff[1] == 0.5F);
}

/* The box of a state: how many sixes the second seat holds. */
static int sixes(const struct ochre_setup *agreed, const struct ochre_state *imagined, const void *with)
{
    (void)agreed;
    (void)with;
    return pebble_of(imagined)->hand[1][5];
}

/* The first seat holds 1, 3 and 6: three of the nine others are the second seat's, and one of them is a six. */
static void imagined_hands_have_their_odds(void **unused)
{
    (void)unused;
    agree(2, "3", "on");
    play("*>deal:1 *>deal:2 *>deal:3 *>deal:2 *>deal:6 *>deal:4");
    struct ochre_view view;
    uint32_t seen[3];
    state_look(&setup, &state, 0, &view);
    assert_true(fit_imagine(&setup, &view, 0, 1, 20000, sixes, NULL, seen, 3));
    assert_true(fit_odds(seen, (const double[]){6, 3, 0}, 3));
    assert_false(fit_odds(seen, (const double[]){5, 4, 0}, 3)); /* it would notice */
    assert_false(fit_odds(seen, (const double[]){0, 3, 6}, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p1_1_two_cards_of_each_value),
        cmocka_unit_test(p1_2_cards_are_dealt_in_turn_and_only_the_seat_sees_them),
        cmocka_unit_test(p2_1_stakes_come_with_odds_3_2_1),
        cmocka_unit_test(p3_1_a_card_of_the_hand_all_at_once),
        cmocka_unit_test(p3_2_a_choice_is_final_and_unseen),
        cmocka_unit_test(p4_1_the_highest_alone_takes),
        cmocka_unit_test(p4_2_otherwise_they_stay_or_go),
        cmocka_unit_test(p4_3_shown_cards_leave_and_are_remembered),
        cmocka_unit_test(p5_1_most_pebbles_win_and_equals_share),
        cmocka_unit_test(imagined_hands_have_their_odds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
