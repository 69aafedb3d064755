/* test_door.c: the door says yes to every legal move and to no other, and never refuses without a rule and a word. */
#include "../unit.h"

#include "rules/door.h"
#include "rules/registry.h"
#include "rules/setup.h"
#include "rules/words.h"

enum { LIST_SIZE = 1 << 16 };

/* A play, as far as chance takes it. */
struct play {
    struct ochre_setup setup;
    struct ochre_state state;
    struct ochre_view view; /* of the first seat */
    ochre_action list[LIST_SIZE];
};

static void begin(struct play *play, const char *game)
{
    struct ochre_terms terms;
    struct ochre_error error;
    struct ochre_rng rng;
    rng_seed(&rng, 3);
    terms_init(&terms, game_by_id(game));
    assert_int_equal(setup_make(&play->setup, &terms, &error), 0);
    assert_true(play->setup.legal_max <= LIST_SIZE);
    const struct ochre_rules *rules = play->setup.game->rules;
    rules->start(&play->setup, &play->state);
    while (rules->pending(&play->setup, &play->state) == SEAT_BIT(OCHRE_CHANCE)) {
        int count = rules->legal(&play->setup, &play->state, OCHRE_CHANCE, play->list);
        ochre_action outcome = chance_sample(&play->setup, &play->state, play->list, count, &rng);
        rules->apply(&play->setup, &play->state, OCHRE_CHANCE, outcome, NULL);
    }
    state_look(&play->setup, &play->state, 0, &play->view);
}

static void every_legal_move_is_let_in(void **unused)
{
    (void)unused;
    static struct play play;
    static const char *const games[] = {"breakthrough", "dice", "pebble"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        begin(&play, games[i]);
        static ochre_action moves[LIST_SIZE];
        int count = view_moves(&play.setup, &play.view, 0, moves);
        assert_true(count > 0);
        for (int k = 0; k < count; k++) {
            char text[OCHRE_MOVE_SIZE];
            struct ochre_text written = text_on(text, sizeof text);
            ochre_action found = OCHRE_NO_ACTION;
            play.setup.game->words->format_move(&play.setup, &play.view, 0, moves[k], &written);
            assert_null(door_find(&play.setup, &play.view, 0, text, play.list, &found, NULL));
            assert_int_equal(found, moves[k]);
        }
    }
}

static void nothing_else_is(void **unused)
{
    (void)unused;
    static struct play play;
    begin(&play, "pebble");
    int legal = view_moves(&play.setup, &play.view, 0, play.list);
    int let_in = 0;
    for (ochre_action action = 0; action < play.setup.actions + 3; action++) {
        char why[256];
        struct ochre_text words = text_on(why, sizeof why);
        const char *rule = door_check(&play.setup, &play.view, 0, action, play.list, &words);
        let_in += rule == NULL;
        assert_true(rule ? rule[0] && words.used : words.used == 0);
    }
    assert_int_equal(let_in, legal);
}

static void what_is_no_move_is_refused_with_words(void **unused)
{
    (void)unused;
    static struct play play;
    ochre_action action;
    begin(&play, "dice");
    char why[256];
    struct ochre_text words = text_on(why, sizeof why);
    assert_string_equal(door_find(&play.setup, &play.view, 0, "a castle in Spain", play.list, &action, &words),
                        "notation");
    assert_true(words.used > 0);
    assert_non_null(door_find(&play.setup, &play.view, 0, "", play.list, &action, NULL));
}

/* A game that has a rule against everything and no word for it, or not even a rule. */
static const char *rule_of_mute;

static const char *say_nothing(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                               ochre_action action, struct ochre_text *words)
{
    (void)setup, (void)view, (void)seat, (void)action, (void)words;
    return rule_of_mute;
}

static void a_game_without_words_is_helped_out(void **unused)
{
    (void)unused;
    static struct play play;
    begin(&play, "pebble");
    static struct ochre_words mute;
    static struct ochre_game game;
    mute = *play.setup.game->words;
    game = *play.setup.game;
    mute.why_not = say_nothing;
    game.words = &mute;
    play.setup.game = &game;
    char why[256];
    struct ochre_text words = text_on(why, sizeof why);
    ochre_action none = play.setup.actions;
    rule_of_mute = "P7";
    assert_string_equal(door_check(&play.setup, &play.view, 0, none, play.list, &words), "P7");
    assert_string_equal(why, "That move is not possible now.");
    words = text_on(why, sizeof why);
    rule_of_mute = NULL;
    assert_string_equal(door_check(&play.setup, &play.view, 0, none, play.list, &words), "turn");
    assert_string_equal(why, "That move is not possible now.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_legal_move_is_let_in),
        cmocka_unit_test(nothing_else_is),
        cmocka_unit_test(what_is_no_move_is_refused_with_words),
        cmocka_unit_test(a_game_without_words_is_helped_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
