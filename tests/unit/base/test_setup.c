/* test_setup.c: terms, options and setups, with pebble as the subject; and the helpers of game.h. */
#include "../unit.h"

#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/setup.h"

static struct ochre_terms terms;
static struct ochre_setup setup;
static struct ochre_error error;

static int fresh(void **unused)
{
    (void)unused;
    terms_init(&terms, game_by_id("pebble"));
    memset(&error, 0, sizeof error);
    return 0;
}

static struct json read_text(const char *text)
{
    static struct json_node nodes[100];
    static struct json_doc doc;
    assert_int_equal(json_parse(&doc, text, strlen(text), nodes, 100, &error), 0);
    return json_root(&doc);
}

static void test_registry(void **unused)
{
    (void)unused;
    assert_null(game_by_id("no such game"));
    assert_string_equal(game_by_id("pebble")->id, "pebble");
    for (int i = 0; ochre_games[i]; i++)
        assert_ptr_equal(game_by_id(ochre_games[i]->id), ochre_games[i]);
}

static void test_defaults(void **unused)
{
    (void)unused;
    assert_int_equal(setup_make(&setup, &terms, &error), 0);
    assert_int_equal(setup.seats, 2);
    assert_int_equal(setup.option[0].number, 3);
    assert_string_equal(setup.option[1].word, "on");
    assert_int_equal(setup.search_size, setup.state_size);
}

static void test_options(void **unused)
{
    (void)unused;
    assert_int_equal(terms_set(&terms, "cards", "2", &error), 0);
    assert_int_equal(terms_set(&terms, "carry", "off", &error), 0);
    assert_int_equal(setup_make(&setup, &terms, &error), 0);
    assert_int_equal(setup.option[0].number, 2);
    assert_int_equal(setup.option[1].number, 1);
    assert_true(terms.given[0] && terms.given[1]);
}

static void assert_option_refused(const char *name, const char *value, const char *words)
{
    assert_int_equal(terms_set(&terms, name, value, &error), -1);
    assert_string_equal(error.words, words);
}

static void test_option_refusals(void **unused)
{
    (void)unused;
    assert_option_refused("size", "9", "pebble has no option 'size' (it has: cards, carry)");
    assert_option_refused("cards", "4", "option cards cannot be '4' (expected 2 to 3)");
    assert_option_refused("cards", "", "option cards cannot be '' (expected 2 to 3)");
    assert_option_refused("cards", "2x", "option cards cannot be '2x' (expected 2 to 3)");
    assert_option_refused("cards", "99999999999", "option cards cannot be '99999999999' (expected 2 to 3)");
    assert_option_refused("carry", "maybe", "option carry cannot be 'maybe' (expected on, off)");
    assert_int_equal(terms_set(&terms, "carry", "a word that is much too long for an option", &error), -1);
}

static void test_options_as_json(void **unused)
{
    (void)unused;
    assert_int_equal(terms_set_json(&terms, (struct json){0}, &error), 0);
    assert_int_equal(terms_set_json(&terms, read_text("{\"cards\":2,\"carry\":\"off\"}"), &error), 0);
    assert_int_equal(terms.option[0].number, 2);
    assert_int_equal(terms_set_json(&terms, read_text("[1]"), &error), -1);
    assert_int_equal(terms_set_json(&terms, read_text("{\"cards\":[2]}"), &error), -1);
    assert_int_equal(terms_set_json(&terms, read_text("{\"cards\":7}"), &error), -1);
    assert_int_equal(terms_set_json(&terms, read_text("{\"cards\":true}"), &error), -1);
    char long_key[120];
    snprintf(long_key, sizeof long_key, "{\"%s%s\":1}", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
             "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    assert_int_equal(terms_set_json(&terms, read_text(long_key), &error), -1);
    assert_string_equal(error.words, "an option's name is too long");
}

static void test_seat_counts(void **unused)
{
    (void)unused;
    for (int seats = -1; seats <= 6; seats++) {
        terms.seats = seats;
        int expected = seats == 0 || (seats >= 2 && seats <= 4) ? 0 : -1;
        assert_int_equal(setup_make(&setup, &terms, &error), expected);
    }
    terms.seats = 9;
    setup_make(&setup, &terms, &error);
    assert_string_equal(error.words, "pebble is not for 9 seats (expected 2, 3, 4)");
}

static void test_positions_are_remembered(void **unused)
{
    (void)unused;
    struct json position = read_text("{\"on_table\":2}");
    assert_int_equal(terms_set_position(&terms, position, &error), 0);
    assert_true(terms.position.doc == position.doc && terms.position.node == position.node);
}

static void test_seat_codes(void **unused)
{
    (void)unused;
    assert_int_equal(seat_from_code("p1"), 0);
    assert_int_equal(seat_from_code("*"), OCHRE_CHANCE);
    assert_int_equal(seat_from_code("p5"), -1);
    assert_int_equal(seat_from_code(""), -1);
    for (int seat = 0; seat <= OCHRE_CHANCE; seat++)
        assert_int_equal(seat_from_code(seat_code(seat)), seat);
}

static void test_legal_has(void **unused)
{
    (void)unused;
    static const ochre_action list[] = {2, 3, 7, 900};
    assert_true(legal_has(list, 4, 2) && legal_has(list, 4, 3) && legal_has(list, 4, 900));
    assert_false(legal_has(list, 4, 0) || legal_has(list, 4, 4) || legal_has(list, 4, 901));
    assert_false(legal_has(list, 3, 900));
    assert_false(legal_has(list, 0, 2));
}

static void test_journal(void **unused)
{
    (void)unused;
    static struct ochre_journal book;
    struct ochre_journal *journal = &book;
    journal->count = 0;
    assert_null(journal_tell(NULL, 1, 2));
    struct ochre_event *event = journal_tell(journal, 3, 1, 2);
    assert_non_null(event);
    if (!event)
        return;
    event->open = 1;
    event->seen_by = SEAT_BIT(1);
    assert_int_equal(journal_heard(event, 1).args[1], 2);
    assert_int_equal(journal_heard(event, 0).args[1], OCHRE_UNHEARD);
    assert_int_equal(journal_heard(event, 0).args[0], 1);
    assert_int_equal(journal_heard(event, OCHRE_EVERYBODY).args[1], 2);
    while (journal->count < OCHRE_JOURNAL_MAX)
        journal_tell(journal, 1, 1);
    assert_null(journal_tell(journal, 1, 1));
}

static uint32_t always(void *from, uint32_t total)
{
    uint32_t number = *(const uint32_t *)from;
    return number < total ? number : total - 1;
}

static void test_chance_follows_the_odds(void **unused)
{
    (void)unused;
    struct ochre_state state;
    ochre_action list[16];
    assert_int_equal(setup_make(&setup, &terms, &error), 0);
    setup.game->rules->start(&setup, &state);
    int count = setup.game->rules->legal(&setup, &state, OCHRE_CHANCE, list);
    assert_int_equal(count, 6); /* two cards of each value */
    for (uint32_t number = 0; number < 12; number++)
        assert_int_equal(chance_pick(&setup, &state, list, count, always, &number), number / 2);
    struct ochre_rng rng;
    rng_seed(&rng, 5);
    for (int i = 0; i < 50; i++)
        assert_true(legal_has(list, count, chance_sample(&setup, &state, list, count, &rng)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registry),
        cmocka_unit_test_setup(test_defaults, fresh),
        cmocka_unit_test_setup(test_options, fresh),
        cmocka_unit_test_setup(test_option_refusals, fresh),
        cmocka_unit_test_setup(test_options_as_json, fresh),
        cmocka_unit_test_setup(test_seat_counts, fresh),
        cmocka_unit_test_setup(test_positions_are_remembered, fresh),
        cmocka_unit_test(test_seat_codes),
        cmocka_unit_test(test_legal_has),
        cmocka_unit_test(test_journal),
        cmocka_unit_test_setup(test_chance_follows_the_odds, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
