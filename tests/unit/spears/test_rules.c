/* test_rules.c: set-up and chance, numbers of moves, options, the end, and what holds in every random play. The rules
 * of hunts, fights and defence have cases of their own (tests/cases/spears). */
#include "rules/rules.h"
#include "rules/words.h"
#include "unit_spears.h"

/* ---- set-up (2.1, 2.2, 6.4) ---- */

static void test_2_2_order_of_draws(void **context)
{
    (void)context;
    agree(4, "");
    assert_string_equal(move_texts(OCHRE_CHANCE), "tribe:N tribe:E tribe:S tribe:W");
    play("*>tribe:W");
    assert_string_equal(move_texts(OCHRE_CHANCE), "tribe:N tribe:E tribe:S");
    play("*>tribe:N *>tribe:E *>tribe:S");
    assert_string_equal(move_texts(OCHRE_CHANCE), "first:W first:N first:E first:S");
    play("*>first:E");
    assert_string_equal(move_texts(OCHRE_CHANCE), "team:W:Survivor team:W:Amasser team:W:Dominator");
    play("*>team:W:Survivor *>team:N:Survivor");
    assert_string_equal(move_texts(OCHRE_CHANCE), "team:E:Amasser team:E:Dominator");
    play("*>team:E:Dominator *>team:S:Amasser *>goal:W:meat *>goal:N:meat");
    assert_string_equal(move_texts(OCHRE_CHANCE), "goal:E:bone goal:E:trophy");
    play("*>goal:E:bone *>goal:S:trophy *>prey:p24 *>prey:p01 *>prey:p02 *>prey:p03 *>prey:p04");
    assert_int_equal(now()->phase, SPEARS_TIME);
    assert_int_equal(now()->actor, 2);    /* East holds token 1 … */
    assert_int_equal(now()->token[1], 3); /* … and the next ones go clockwise */
    assert_int_equal(now()->berries[0], 15);
    assert_int_equal(now()->vigor, 12);
    assert_int_equal(now()->row[0], 24);
    play("E>night");
    assert_int_equal(now()->is_night, 1);
    assert_int_equal(now()->phase, SPEARS_PLAY);
}

static void test_2_2_odds(void **context)
{
    (void)context;
    agree(4, "tribes=NESW first=p1");
    assert_int_equal(spears_rules.weight(&setup, &state, SPEARS_TEAM_DEALT), 2);
    assert_int_equal(spears_rules.weight(&setup, &state, SPEARS_TEAM_DEALT + 1), 1);
    play("*>team:N:Survivor");
    assert_int_equal(spears_rules.weight(&setup, &state, SPEARS_TEAM_DEALT), 1);
    play("*>team:E:Survivor *>team:S:Amasser *>team:W:Dominator *>goal:N:bone");
    assert_int_equal(spears_rules.weight(&setup, &state, SPEARS_GOAL_DEALT), 2);
    assert_int_equal(spears_rules.weight(&setup, &state, SPEARS_GOAL_DEALT + 1), 1);
    play("*>goal:E:bone *>goal:S:meat *>goal:W:meat");
    ochre_action list[SPEARS_ACTIONS];
    assert_int_equal(spears_rules.legal(&setup, &state, OCHRE_CHANCE, list), 24);
    assert_int_equal(spears_rules.weight(&setup, &state, 5), 1);
    play("*>prey:p06");
    assert_int_equal(spears_rules.weight(&setup, &state, 5), 0);
}

static void test_2_1_options(void **context)
{
    (void)context;
    agree(4, "tribes=WSEN tokens=2413 first=p3");
    assert_int_equal(now()->tribe[0], 3);
    assert_int_equal(now()->token[0], 1); /* first means nothing then */
    assert_int_equal(now()->token[1], 3);
    assert_int_equal(now()->token[3], 2);
    assert_int_equal(now()->phase, SPEARS_DRAW_TEAM);
    agree(4, "tribes=NESW tokens=shuffled");
    play("*>token:S");
    assert_string_equal(move_texts(OCHRE_CHANCE), "token:N token:E token:W");
    agree(3, "tribes=SNW first=p2");
    assert_int_equal(now()->token[2], 0);
    static const char *const wrong[] = {"tribes=NES", "tribes=NESS", "tribes=NESWN", "tribes=nesw",
                                        "tokens=12",  "tokens=1123", "tokens=12345", "tokens=0123"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(agree_pack(4, wrong[i], NULL), -1);
        assert_string_equal(trouble.rule, "2.1");
    }
    assert_int_equal(agree_pack(3, "first=p4", NULL), -1);
    assert_int_equal(agree_pack(3, "tribes=NESW", NULL), -1);
    assert_int_equal(agree_pack(3, "tokens=124", NULL), -1);
    assert_int_equal(agree_pack(4, "no_repeat=never", NULL), -1);
}

static void test_2_3_three_players(void **context)
{
    (void)context;
    agree(3, "tribes=NSE first=p1");
    assert_string_equal(move_texts(OCHRE_CHANCE), "team:N:Survivor team:N:Dominator");
    play("*>team:N:Survivor *>team:S:Dominator *>team:E:Survivor");
    play("*>goal:N:meat *>goal:N:bone *>goal:S:meat *>goal:S:bone *>goal:E:trophy");
    assert_string_equal(move_texts(OCHRE_CHANCE), "goal:E:trophy"); /* made even if only one is left */
    play("*>goal:E:trophy *>prey:p01 *>prey:p02 *>prey:p03 *>prey:p04 *>prey:p05 N>day");
    assert_int_equal(now()->hand[0][0] + now()->hand[0][1] + now()->hand[0][2], 5);
    play("N>done S>done");
    assert_string_equal(refusal(2, "ban:N"), "4.4");
    assert_string_equal(refusal(2, "chase:p01"), "4.4");
}

/* ---- numbers (11.2, 6.4) ---- */

static void number_is(int seat, const char *text, uint32_t number)
{
    ochre_action action = OCHRE_NO_ACTION;
    assert_null(setup.game->words->parse_move(&setup, (const struct ochre_view *)&state, seat, text, &action, NULL));
    if (action != number)
        fail_msg("%s is %u, expected %u", text, action, number);
}

static void test_11_2_numbers(void **context)
{
    (void)context;
    agree(4, "");
    assert_int_equal(place("{'seats':'N E S W','vigor':5,'berries':{'N':15},'units':{'N':'h1 w1','E':'h1'},"
                           "'own':{'E':'p14 p24'},'row':'p01 p02 p03 p04 p05','begin':'play N'}"),
                     0);
    number_is(0, "done", 0);
    number_is(0, "flip", 1);
    number_is(0, "gather", 2);
    number_is(0, "skip", 3);
    number_is(0, "block", 4);
    number_is(0, "vigor:yes", 5);
    number_is(0, "day", 6);
    number_is(0, "night", 7);
    number_is(0, "buy:h1", 26);
    number_is(0, "buy a1", 34);
    number_is(0, "fight:W", 38);
    number_is(0, "ban:N", 39);
    number_is(0, "support:S", 45);
    number_is(0, "accept:E", 48);
    number_is(0, "oblige:W", 54);
    number_is(0, "for:N", 55);
    number_is(0, "hunt:p05", 63);
    number_is(0, "chase:p01", 64);
    number_is(0, "loot:p01", 69);
    number_is(0, "loot:p24", 92);
    number_is(0, "card:-1", 93);
    number_is(0, "card 0", 94);
    number_is(0, "card:+1", 95);
    number_is(0, "card:1", 95);
    play("N>done");
    while (now()->phase == SPEARS_PLAY)
        play(now()->actor == 1 ? "E>done" : now()->actor == 2 ? "S>done" : "W>done");
    play("N>fight:E");
    number_is(0, "+h1", 8);
    number_is(0, "+w1!", 23);
    play("N>+w1!");
    number_is(0, "loot:p14", 82);
    agree(4, "");
    number_is(OCHRE_CHANCE, "prey:p01", 0);
    number_is(OCHRE_CHANCE, "prey p24", 23);
    number_is(OCHRE_CHANCE, "enemy:e1", 24);
    number_is(OCHRE_CHANCE, "enemy:e4", 27);
    number_is(OCHRE_CHANCE, "tribe:N", 38);
    number_is(OCHRE_CHANCE, "tribe:W", 41);
    number_is(OCHRE_CHANCE, "first:p4", 37);
    assert_int_equal(setup.actions, 99);
    assert_int_equal(setup.chance_actions, 42);
    assert_true(setup.state_size <= 1024);
}

/* The same number means another word in every decision, and only the right word is taken. */
static void test_6_2_words_fit_decisions(void **context)
{
    (void)context;
    agree(4, "");
    assert_int_equal(place("{'seats':'N E S W','units':{'N':'h1 h2 h3','E':'h1'},'row':'p10 p02 p03 p04 p05',"
                           "'deck':'p06','begin':'action N'}"),
                     0);
    assert_string_equal(refusal(0, "hunt:p99"), "notation");
    assert_string_equal(refusal(0, "hunt::p10"), "notation");
    assert_string_equal(refusal(0, ""), "notation");
    play("N>hunt:p10");
    assert_string_equal(refusal(0, "-h1"), "4.6");
    assert_string_equal(refusal(0, "pick:h1"), "4.6");
    assert_string_equal(refusal(0, "heal:m1:h1"), "4.6");
    assert_string_equal(refusal(0, "vigor:no"), "4.6");
    assert_string_equal(refusal(0, "+x9"), "notation");
    play("N>+h1 N>+h2 N>+h3");
    assert_string_equal(refusal(1, "done"), "4.6"); /* here it is called pass */
    play("E>pass N>card:0");
    assert_string_equal(move_texts(1), "card:-1 card:0 card:+1");
}

/* ---- the end (7) ---- */

static void test_7_outcome(void **context)
{
    (void)context;
    struct ochre_outcome out;
    agree(4, "show_unused_goals=true");
    assert_int_equal(place("{'seats':'N E S W','team':{'N':'Survivor','S':'Survivor','E':'Amasser','W':'Dominator'},"
                           "'goal':{'N':'meat','S':'bone','E':'trophy','W':'trophy'},"
                           "'own':{'N':'p05 p19 p23','S':'p01 p09 p21 p22','E':'p02 p08 p12 p13 p14 p20'}}"),
                     0);
    setup.game->rules->outcome(&setup, &state, &out);
    assert_int_equal(out.winners, SEAT_BIT(0) | SEAT_BIT(1) | SEAT_BIT(2));
    assert_int_equal(out.rank[3], 4);
    assert_int_equal(out.score[0], out.part[0][0] + out.part[0][1] + out.part[0][2]);
    assert_string_equal(refusal(0, "gather"), "7");
    /* R37: the goals that were not dealt are shown with the option. */
    static char json[16 * 1024];
    struct ochre_text text = text_on(json, sizeof json);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    spears_write_view(&setup, (const struct ochre_view *)&state, OCHRE_NOBODY, &writer);
    json_close(&writer, '}');
    assert_non_null(strstr(json, "\"unused_goals\":\"meat bone\""));
}

/* ---- what a page draws from (3.1) ---- */

static const char *view_text(void)
{
    static char json[16 * 1024];
    struct ochre_text text = text_on(json, sizeof json);
    struct json_writer writer = json_write_to(&text);
    struct ochre_view view;
    state_look(&setup, &state, OCHRE_NOBODY, &view);
    json_open(&writer, '{');
    show_whole(&setup, &view, OCHRE_NOBODY, &writer);
    json_close(&writer, '}');
    assert_false(text.cut);
    return json;
}

/* The example of C05: what each side brings while the sides gather, and how it ended afterwards. */
static void test_3_1_action_in_the_view(void **context)
{
    (void)context;
    agree(4, "");
    assert_int_equal(place("{'seats':'E N W S','time':'day','units':{'E':'h1','N':'h1 h2 h3','W':'h1 h3',"
                           "'S':'h1 h2 h3 g1'},'row':'p03 p10 p05 p08 p12','deck':'p01','begin':'action W'}"),
                     0);
    assert_non_null(strstr(view_text(), "\"action\":{\"kind\":\"none\"},\"contest\":null,\"sacrifice\":null"));
    assert_non_null(strstr(view_text(), "[\"day\",2,1,2,0,0,1,0,{\"en\":\"Bustard\",\"fr\":\"Outarde\""));
    assert_non_null(strstr(view_text(), "\"E\":[[\"h1\",2,1,1,0],"));
    assert_non_null(strstr(view_text(), "\"values\":[-1,-1,0,0,1,1]"));
    play("W>hunt:p03 W>+h1 W>+h3");
    assert_non_null(strstr(view_text(), "\"contest\":{\"kind\":\"hunt\",\"prey\":\"p03\",\"sides\":[{\"seats\":[\"W\"],"
                                        "\"parts\":[[\"W\",\"h1\",1,\"power\"],[\"W\",\"h3\",2,\"power\"]],\"total\":3,"
                                        "\"cards\":true},{\"prey\":\"p03\",\"total\":2,\"cards\":false}]"));
    play("E>support:W N>block N>+h1 N>+h2 N>+h3");
    assert_non_null(strstr(view_text(), "\"reaction\":{\"E\":\"support W\",\"N\":\"block\",\"W\":\"-\",\"S\":\"-\"}"));
    play("S>block S>+h1 S>+h2 S>+h3 S>+g1");
    play("W>accept:E");
    assert_non_null(
        strstr(view_text(), "\"contest\":{\"kind\":\"block\",\"prey\":\"p03\",\"sides\":[{\"seats\":[\"W\",\"E\"]"));
    assert_non_null(strstr(view_text(), "\"total\":4,\"cards\":false},{\"seats\":[\"S\"]"));
    assert_non_null(strstr(view_text(), "\"total\":5,\"cards\":true}],\"chain\":null"));
    play("S>card:0 E>card:-1 W>card:0 N>card:-1");
    assert_non_null(strstr(view_text(), "\"hunter\":\"W\",\"taken\":false"));
    assert_non_null(strstr(view_text(), "\"result\":{\"outcome\":\"won\",\"first\":4,\"second\":3,\"cards\":-2}"));
    assert_non_null(strstr(view_text(),
                           "\"sacrifice\":{\"payer\":\"S\",\"level\":1,\"from\":\"h1 h2 h3 g1\",\"chosen\":\"-\","
                           "\"healer\":\"-\",\"healed\":{}}"));
}

/* ---- what holds in every play (3.4) ---- */

static void random_play(uint64_t seed)
{
    struct ochre_rng rng;
    ochre_action list[SPEARS_ACTIONS];
    ochre_seats blockers = 0;
    int turn = 1;
    uint8_t banned = OCHRE_NOBODY;
    rng_seed(&rng, seed);
    setup.game->rules->start(&setup, &state);
    for (uint32_t moves = 0;; moves++) {
        assert_true(moves < setup.moves_max);
        settle(&rng);
        const char *wrong = setup.game->rules->check(&setup, &state);
        if (wrong)
            fail_msg("%s after %u moves of seed %u", wrong, moves, (unsigned)seed);
        const struct spears_state *s = now();
        int count = bits_count(s->unseen) + s->queue_count;
        for (int seat = 0; seat < setup.seats; seat++)
            count += bits_count(s->pile[seat]);
        for (int spot = 0; spot < SPEARS_SPOTS; spot++)
            count += s->row[spot] != 0;
        assert_int_equal(count, SPEARS_PREY);
        assert_true(s->turn <= SPEARS_VIGOR_MAX + spears_tables(&setup)->icons);
        assert_true(s->rounds <= setup.seats + 1);
        if (s->turn != turn) { /* R13 by default; a player is the blocker at most once per turn */
            assert_true(banned == OCHRE_NOBODY || s->banned_before == banned);
            blockers = 0;
            turn = s->turn;
        }
        banned = s->banned;
        assert_int_equal(blockers & ~s->blocked, 0);
        blockers = s->blocked;
        ochre_seats pending = setup.game->rules->pending(&setup, &state);
        if (!pending)
            break;
        assert_true(s->vigor >= 1);
        int seat = seats_first(pending);
        count = setup.game->rules->legal(&setup, &state, seat, list);
        assert_true(count <= 24);
        setup.game->rules->apply(&setup, &state, seat, list[rng_below(&rng, (uint32_t)count)], NULL);
    }
    assert_int_equal(now()->vigor, 0);
}

static void test_3_4_invariants(void **context)
{
    (void)context;
    for (int seats = 3; seats <= 4; seats++) {
        agree(seats, "");
        for (uint64_t seed = 0; seed < 150; seed++)
            random_play(seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_2_2_order_of_draws), cmocka_unit_test(test_2_2_odds),
        cmocka_unit_test(test_2_1_options),        cmocka_unit_test(test_2_3_three_players),
        cmocka_unit_test(test_11_2_numbers),       cmocka_unit_test(test_6_2_words_fit_decisions),
        cmocka_unit_test(test_7_outcome),          cmocka_unit_test(test_3_1_action_in_the_view),
        cmocka_unit_test(test_3_4_invariants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
