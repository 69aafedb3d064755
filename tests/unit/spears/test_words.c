/* test_words.c: is everything told in sentences for people: every move before it is chosen, every step after it? */
#include "unit_spears.h"

#include "rules/rules.h"
#include "rules/words.h"

/* A code of a card ("h3", "p07", "e2") or a word of the engine. */
static bool has_code(const char *words)
{
    for (const char *at = words; *at; at++) {
        bool begins = at == words || !((at[-1] >= 'a' && at[-1] <= 'z') || (at[-1] >= 'A' && at[-1] <= 'Z'));
        if (begins && strchr("hgwmape", *at) && at[1] >= '0' && at[1] <= '9')
            return true;
    }
    return strchr(words, ':') && strchr(words, ':')[1] != ' ';
}

static void check_moves(int seat)
{
    ochre_action list[SPEARS_ACTIONS];
    struct ochre_view view;
    const struct ochre_voice voice = {.you = seat};
    state_look(&setup, &state, seat, &view);
    int count = setup.game->rules->legal(&setup, &state, seat, list);
    char words[512];
    struct ochre_text ask = text_on(words, sizeof words);
    ask.voice = &voice;
    spears_say_ask(&setup, &view, seat, &ask);
    assert_true(ask.used > 0 && !ask.cut);
    for (int i = 0; i < count; i++) {
        struct ochre_text text = text_on(words, sizeof words);
        text.voice = &voice;
        spears_say_move(&setup, &view, seat, list[i], &text);
        assert_true(text.used > 0 && !text.cut);
        assert_true(words[text.used - 1] != '.');
        assert_true(words[0] >= 'A' && words[0] <= 'Z');
        if (has_code(words))
            fail_msg("a code is told: %s", words);
        for (int other = 0; other < i; other++) { /* two moves that read the same cannot be told apart */
            char twin[512];
            struct ochre_text again = text_on(twin, sizeof twin);
            again.voice = &voice;
            spears_say_move(&setup, &view, seat, list[other], &again);
            bool are_units = list[i] >= SPEARS_UNIT && list[i] < SPEARS_FIGHT; /* h1 and h2 are alike */
            if (!are_units && strcmp(words, twin) == 0)
                fail_msg("two moves are both called: %s", words);
        }
    }
}

/* Everybody is told something of every move, in a sentence. */
static void check_story(const struct ochre_journal *journal)
{
    for (int viewer = 0; viewer < setup.seats; viewer++) {
        struct ochre_view view;
        const struct ochre_voice voice = {.you = viewer};
        int told = 0;
        state_look(&setup, &state, viewer, &view);
        for (int i = 0; i < journal->count; i++) {
            char words[1024];
            struct ochre_text text = text_on(words, sizeof words);
            struct ochre_event heard = journal_heard(&journal->events[i], viewer);
            text.voice = &voice;
            spears_tell(&setup, &view, &heard, &text);
            assert_true(text.used > 0 && !text.cut);
            assert_int_equal(words[text.used - 1], '.');
            if (has_code(words))
                fail_msg("a code is told: %s", words);
            told++;
        }
        assert_true(told > 0);
    }
}

static void live(uint64_t seed)
{
    static struct ochre_journal journal;
    struct ochre_rng rng;
    ochre_action list[SPEARS_ACTIONS];
    rng_seed(&rng, seed);
    setup.game->rules->start(&setup, &state);
    for (;;) {
        ochre_seats pending = setup.game->rules->pending(&setup, &state);
        if (!pending)
            return;
        int seat = seats_first(pending);
        int count = setup.game->rules->legal(&setup, &state, seat, list);
        ochre_action action;
        if (seat == OCHRE_CHANCE) {
            action = chance_sample(&setup, &state, list, count, &rng);
        } else {
            check_moves(seat);
            action = list[rng_below(&rng, (uint32_t)count)];
        }
        journal.count = 0;
        setup.game->rules->apply(&setup, &state, seat, action, &journal);
        check_story(&journal);
    }
}

static void test_everything_is_said(void **context)
{
    (void)context;
    for (int seats = 3; seats <= 4; seats++)
        for (uint64_t seed = 1; seed <= 12; seed++) {
            agree(seats, "");
            live(seed);
        }
}

/* What an event sounds like to this seat. */
static const char *told(const struct ochre_event *event, int viewer, const char *const names[4])
{
    static char words[512];
    struct ochre_view view;
    struct ochre_voice voice = {.you = viewer};
    struct ochre_text text = text_on(words, sizeof words);
    for (int seat = 0; names && seat < 4; seat++)
        voice.name[seat] = names[seat];
    text.voice = &voice;
    state_look(&setup, &state, OCHRE_NOBODY, &view);
    spears_tell(&setup, &view, event, &text);
    return words;
}

/* "You" is you wherever it stands, and the others have their names. */
static void test_you_and_names(void **context)
{
    (void)context;
    static const char *const names[4] = {"Mira", "Noor", "Iris", "Flint"};
    struct ochre_event stole = {.kind = SPEARS_TOLD_STOLE, .count = 3, .open = 3, .args = {0, 1, 9}};
    agree(4, "");
    assert_int_equal(place("{'seats':'N E S W','units':{'N':'h1'},'row':'p01 p02 p03 p04 p05','begin':'action N'}"), 0);
    assert_string_equal(told(&stole, 0, names), "You take the reindeer from Noor.");
    assert_string_equal(told(&stole, 1, names), "Mira takes the reindeer from you.");
    assert_string_equal(told(&stole, 2, names), "Mira takes the reindeer from Noor.");
    assert_string_equal(told(&stole, 2, NULL), "North takes the reindeer from East.");
    struct ochre_event tied = {.kind = SPEARS_TOLD_COMPARED, .count = 3, .open = 3, .args = {SPEARS_VALUE_BLOCK, 4, 4}};
    assert_string_equal(told(&tied, 0, names), "The block stops the hunt: 4 against 4. Nobody hunts.");
}

/* 4.6.7, 4.8: the cards help the blocker, the attacker, or the hunter; whoever places one is told so. */
static const char *ask_of(int seat)
{
    static char words[256];
    struct ochre_view view;
    struct ochre_text text = text_on(words, sizeof words);
    state_look(&setup, &state, seat, &view);
    spears_say_ask(&setup, &view, seat, &text);
    return words;
}

static void test_whom_cards_help(void **context)
{
    (void)context;
    static const char position[] = "{'seats':'N E S W','time':'day','vigor':5,'units':{'N':'h3','E':'h3'},"
                                   "'row':'p10 p03 p05 p08 p12','deck':'p01','own':{'E':'p09'},'begin':'action N'}";
    agree(4, "");
    assert_int_equal(place(position), 0);
    play("N>hunt:p10 E>pass");
    assert_int_equal(now()->phase, SPEARS_CARDS);
    assert_string_equal(ask_of(2), "Place a card in secret: plus helps the hunter.");
    assert_int_equal(place(position), 0);
    play("N>hunt:p10 E>block");
    assert_string_equal(ask_of(2), "Place a card in secret: plus helps the blocker, then whoever hunts.");
    assert_int_equal(place(position), 0);
    play("N>fight:E");
    assert_string_equal(ask_of(2), "Place a card in secret: plus helps the attacker.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everything_is_said),
        cmocka_unit_test(test_you_and_names),
        cmocka_unit_test(test_whom_cards_help),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
