/* test_words.c: numbers and texts of moves (5, 9.2), event texts (8.3), prompts (8.2), the story, and what one points
 * at. */
#include "rules/show.h"
#include "unit/tribes/tribes_bench.h"

static const struct ochre_view *view(void)
{
    return (const struct ochre_view *)&bench.state;
}

static ochre_action number(int seat, const char *text)
{
    ochre_action action = OCHRE_NO_ACTION;
    assert_null(tribes_words.parse_move(&bench.setup, view(), seat, text, &action, NULL));
    return action;
}

static void test_9_2_numbers(void **state)
{
    (void)state;
    given("{}");
    assert_int_equal(number(0, "."), 0);
    assert_int_equal(number(0, "T1"), 1);
    assert_int_equal(number(0, "T30"), 30);
    assert_int_equal(number(0, "A"), 31);
    assert_int_equal(number(0, "C1.1"), 32);
    assert_int_equal(number(0, "C3.3<2"), 63);
    assert_int_equal(number(0, "C3.4"), 65);
    assert_int_equal(number(0, "C2.3<4"), 32 + 3 * 6 + 2);
    assert_int_equal(number(0, "+d4"), 89);
    assert_int_equal(number(0, "-d1"), 116);
    assert_int_equal(number(0, "xd8"), 211);
    assert_int_equal(number(0, "rd1"), 212);
    assert_int_equal(number(0, "O@f4"), 427);
    assert_int_equal(number(0, "G@d1"), 260);
    assert_int_equal(number(0, "d4-e4"), 626);
    assert_int_equal(number(0, "d4-d5"), 631);
    assert_int_equal(number(0, "#1"), 788);
    assert_int_equal(number(0, "#4"), 791);
    assert_int_equal(number(OCHRE_CHANCE, "~G"), 798);
    assert_int_equal(number(OCHRE_CHANCE, "~I"), 802);
    assert_int_equal(number(OCHRE_CHANCE, "=P"), 803);
    assert_int_equal(number(OCHRE_CHANCE, "=M+"), 808);
    assert_int_equal(number(OCHRE_CHANCE, "!sabretooth"), 824);
    assert_int_equal(number(OCHRE_CHANCE, "!caravans"), 847);
    given("{'phase': 'SETUP'}");
    assert_int_equal(number(OCHRE_CHANCE, "?1.1=leather"), 809);
    assert_int_equal(number(OCHRE_CHANCE, "?1.1=pilgrimage"), 823);
    given("{'phase': 'ARRANGE', 'start': {'A': 'GHW', 'B': 'WOI'}}");
    assert_int_equal(number(0, "S:GHW"), 792);
    assert_int_equal(number(0, "S:HWG"), 795);
    assert_int_equal(number(0, "S:WHG"), 797);
    assert_int_equal(bench.setup.actions, 798);
    assert_int_equal(bench.setup.chance_actions, 852);
}

/* Every number has a text that reads back to it; steps out of the region have none. */
static void test_5_round_trip(void **state)
{
    (void)state;
    given("{'phase': 'ARRANGE', 'start': {'A': 'GHW', 'B': 'WOI'}}");
    int steps = 0;
    for (ochre_action action = 0; action < TRIBES_ACTIONS; action++) {
        char text[OCHRE_MOVE_SIZE];
        struct ochre_text move = text_on(text, sizeof text);
        ochre_action back;
        struct act_said said;
        int verb = acts_find(tribes_acts(0), &(struct act_place){&bench.setup, view(), 0}, action, &said)->verb;
        bool is_out = verb == TRIBES_SAYS_WALK && said.thing[1] < 0;
        bool is_edge = verb == TRIBES_SAYS_ACHIEVE && (said.thing[1] == 0 || said.thing[1] == 5);
        steps += verb == TRIBES_SAYS_WALK && !is_out;
        if (is_out || is_edge)
            continue;
        tribes_words.format_move(&bench.setup, view(), 0, action, &move);
        assert_null(tribes_words.parse_move(&bench.setup, view(), 0, text, &back, NULL));
        assert_int_equal(back, action);
    }
    assert_int_equal(steps, 240);
}

/* 5: step texts and logs add the id of the tile that is taken; no other move needs a note. */
static void test_5_the_tile_behind_its_number(void **state)
{
    (void)state;
    given("{'row': 'P M+ rhino E P+ E+ M'}");
    static const char *const ids[] = {"", "P", "M+", "rhino", "E", "P+", "E+", "M"};
    for (ochre_action action = 0; action < TRIBES_ACTIONS; action++) {
        char text[OCHRE_MOVE_SIZE];
        struct ochre_text note = text_on(text, sizeof text);
        tribes_words.note_move(&bench.setup, view(), 0, action, &note);
        assert_string_equal(text, action <= 7 ? ids[action] : "");
    }
}

static const char *event_text_of(const char *id, const char *taker)
{
    static char text[512];
    struct ochre_text out = text_on(text, sizeof text);
    const struct tribes_tables *t = tribes_tables(&bench.setup);
    tribes_event_text(t, tribes_tile_by_id(t, id) - TRIBES_ACTION_TILES, taker, &out);
    return text;
}

static const char *event_text(const char *id)
{
    return event_text_of(id, NULL);
}

static void test_8_3_event_texts(void **state)
{
    (void)state;
    given("{'pack_events': [{'id': 'trek', 'epoch': 1, 'name': {'en': 'T'}, 'clauses': []}, "
          "{'id': 'winter', 'epoch': 1, 'name': {'en': 'W'}, 'text': {'en': 'Cold.'}, 'clauses': []}]}");
    assert_string_equal(event_text("sabretooth"), "If you are the weakest, you lose 1 member, never the last.");
    assert_string_equal(event_text("rhino"), "If you are the strongest, you gain 2 points.");
    assert_string_equal(event_text("drought"), "Every tribe exhausts 1 empty land tile.");
    assert_string_equal(event_text("fever"), "Every tribe except the strongest loses 1 member, never the last.");
    assert_string_equal(event_text("herds"), "You add 1 member.");
    assert_string_equal(event_text("plunder"), "If you are the strongest, every other tribe loses 2 points.");
    assert_string_equal(event_text("pastures"), "If you are the strongest, you draw and lay 2 land tiles.");
    assert_string_equal(event_text("fallow"), "Every tribe may renew 1 empty exhausted land tile.");
    assert_string_equal(event_text("caravans"),
                        "If you are the strongest, you gain 2 points and you take 1 shell from every other tribe.");
    assert_string_equal(event_text("trek"), "Nothing happens.");
    assert_string_equal(event_text("winter"), "Cold.");
    assert_string_equal(event_text_of("sabretooth", "Noor"),
                        "If Noor is the weakest, Noor loses 1 member, never the last.");
    assert_string_equal(event_text_of("herds", "noor"), "noor adds 1 member."); /* a name stays as it is */
    assert_string_equal(event_text_of("plunder", "Noor"),
                        "If Noor is the strongest, every other tribe loses 2 points.");
    assert_string_equal(event_text_of("caravans", "Noor"),
                        "If Noor is the strongest, Noor gains 2 points and takes 1 shell from every other tribe.");
}

/* A tongue that speaks French enough for the test. */
static const char *say(const char *english)
{
    if (strcmp(english, "en (code of this language)") == 0)
        return "fr";
    if (strcmp(english, "you exhaust {0}") == 0)
        return "épuisez {0}";
    return english;
}

static const char *say_count(const char *one, const char *many, unsigned long count)
{
    return count == 1 ? one : many;
}

static void test_8_names_in_the_readers_language(void **state)
{
    (void)state;
    static const struct ochre_tongue french = {say, say_count};
    given("{'pack_events': [{'id': 'trek', 'epoch': 1, 'name': {'en': 'Trek'}, "
          "'clauses': [{'who': 'self', 'do': 'wither', 'n': 1}]}]}");
    const struct tribes_tables *t = tribes_tables(&bench.setup);
    assert_string_equal(tribes_said(t, t->resource[0].name, NULL), "Goat");
    assert_string_equal(tribes_said(t, t->resource[0].name, &french), "Chèvre");
    int trek = tribes_tile_by_id(t, "trek") - TRIBES_ACTION_TILES;
    assert_string_equal(tribes_said(t, t->event[trek].name, &french), "Trek"); /* no French given */
    char text[64];
    struct ochre_text out = text_in(text, sizeof text, &french);
    tribes_event_text(t, trek, NULL, &out);
    assert_string_equal(text, "Épuisez 1 empty land tile."); /* a capital, accent and all */
}

static void expect_prompt(const char *expected)
{
    char text[256];
    struct ochre_text out = text_on(text, sizeof text);
    tribes_say_ask(&bench.setup, (const struct ochre_view *)&bench.state, 0, &out);
    assert_string_equal(text, expected);
}

static void expect_offer(const char *move, const char *expected)
{
    char text[256];
    struct ochre_text out = text_on(text, sizeof text);
    tribes_say_move(&bench.setup, view(), 0, number(0, move), &out);
    assert_string_equal(text, expected);
}

static void test_8_2_prompts(void **state)
{
    (void)state;
    given("{'A': {'levels': '1/0/0/0'}, 'row': 'P E M P+ E+ M+'}");
    expect_prompt("Take a tile from the row.");
    play("T1");
    expect_prompt("Add 2 members, one after the other, where members of yours live.");
    given("{'A': {'levels': '0/0/1/0'}, 'row': 'M P E P+ E+ M+'}");
    play("T1");
    expect_prompt("Walk up to 2 steps with your members, or stop.");
    play("d4-e4");
    expect_prompt("Walk one step with a member, or stop.");
    given(
        "{'row': 'herds P E M M+ E+ P+', 'pack_events': [{'id': 'herds', 'epoch': 1, 'name': {'en': 'T'}, 'text': "
        "{'en': 'T'}, "
        "'clauses': [{'who': 'self', 'do': 'pick', 'options': [{'do': 'gain_points', 'n': 1}, {'do': 'raise', 'track': "
        "'strength', 'n': 2}, {'do': 'perform', 'action': 'move'}]}]}]}");
    play("T1");
    expect_prompt("T: choose one.");
    expect_offer("#1", "Gain 1 point");
    expect_offer("#2", "Raise strength by 2");
    expect_offer("#3", "Move once");
}

/* More births than members in reserve: only those are births (A12). */
static void test_births_as_far_as_the_reserve_goes(void **state)
{
    (void)state;
    given("{'A': {'land': 'd4:G12 e4:O2 d5:O', 'levels': '2/0/0/0'}, 'row': 'P E M P+ E+ M+'}");
    play("T1");
    expect_prompt("Add a member where one of yours lives.");
    expect_offer("+e4", "Add a member on e4 (Gold)");
    play("+d4");
    expect_prompt("Your reserve is empty: send up to 2 members to other land with members, or stop.");
    expect_offer("-e4", "Call a member away from e4 (Gold)");
    expect_offer(".", "Send nobody more");
    play("-e4");
    expect_prompt("Send the member to other land with members.");
    expect_offer("+d4", "Send the member to d4 (Goat)");
}

/* Land is renewed for two reasons, and the right one is told: an event, though the bag is full; an empty bag. */
static void test_why_land_is_renewed(void **state)
{
    (void)state;
    given("{'A': {'land': 'd4:G1 e4:W! d5:O!'}, 'row': 'fallow P E M P+ E+ M+'}");
    play("T1");
    expect_prompt("Fallow season lets you renew an empty exhausted land tile, or stop.");
    expect_offer("re4", "Renew e4 (Wheat)");
    expect_offer(".", "Renew nothing more");
    given("{'A': {'land': 'd4:G1 e4:W! d5:O!', 'levels': '0/2/0/0'}, 'row': 'E P M P+ E+ M+', "
          "'bag': 'G0 H0 W0 O0 I0'}");
    play("T1");
    expect_prompt("There is no more land to draw: renew up to 2 empty exhausted land tiles, or stop.");
    given("{'A': {'land': 'd4:G1 e4:W! d5:O!', 'levels': '0/0/0/1'}, 'row': 'pastures P E M P+ E+ M+', "
          "'bag': 'G0 H0 W0 O0 I0'}");
    play("T1"); /* the event lets one draw; that there is nothing to draw is the bag's */
    expect_prompt("There is no more land to draw: renew up to 2 empty exhausted land tiles, or stop.");
}

static void test_offers(void **state)
{
    (void)state;
    given("{'A': {'land': 'd4:G1 e4:O1 d5:O', 'levels': '0/1/0/0'}, 'row': 'M E+(2) winter P E M+ P+', "
          "'stones': {'1.2': 'A', '1.3': 'B'}}");
    expect_offer("T1", "Take Move, 1 step: free");
    expect_offer("T2", "Take Explore with a hand, 2 land tiles: costs 1 shell, brings 2 shells");
    expect_offer("T3", "Take Hard winter: costs 2 shells");
    play("T2");
    expect_prompt("Do the action, or complete a deed.");
    expect_offer("A", "Explore: draw and lay 2 land tiles");
    expect_offer("C2.3<2", "Complete Smelting for 4 points, strength rises, 1 other land tile is exhausted, an event "
                           "joins the row, with your arrow from Cooking");
    play("C2.3<2");
    expect_prompt("Choose a land tile with members to exhaust as wild land.");
    expect_offer("xd4", "Exhaust d4 (Goat) as wild land");
    given("{'row': 'M P E P+ E+ M+'}");
    play("T1");
    expect_offer("d4-e4", "Walk from d4 (Goat) to e4 (Wheat)");
    expect_offer(".", "Stop walking");
    given("{'phase': 'ARRANGE', 'start': {'A': 'GHW', 'B': 'WOI'}}");
    expect_prompt("Choose how your three first land tiles lie.");
    expect_offer("S:HWG", "Lay Horse on d4, Wheat on e4, Goat on d5");
    given("{'phase': 'FOUND', 'start': {'A': 'GHW', 'B': 'WOI'}}");
    expect_prompt("Put your first member on one of your land tiles.");
    expect_offer("+e4", "Settle on e4 (Horse)");
}

static void test_offers_of_events(void **state)
{
    (void)state;
    given("{'A': {'land': 'd4:G2 e4:W d5:O'}, 'row': 'winter sabretooth P E M P+ E+ M+', 'turn': 'A'}");
    play("T1");
    expect_prompt("Hard winter: choose an empty land tile that is exhausted.");
    expect_offer("xe4", "Exhaust e4 (Wheat)");
    given("{'A': {'land': 'd4:G2 e4:W d5:O'}, 'row': 'pestilence P E M P+ E+ M+'}");
    play("T1");
    expect_prompt("Pestilence: choose where you lose a member."); /* one of two always stays */
    expect_offer("-d4", "Lose a member on d4 (Goat)");
    given("{'A': {'land': 'd4:G2 e4:W d5:O'}, 'row': 'E P M P+ E+ M+', 'draw': 'W'}");
    play("T1");
    expect_prompt("Lay your new land tile beside your land.");
    expect_offer("W@f4", "Lay Wheat on f4");
}

static void test_story(void **state)
{
    (void)state;
    given("{'A': {'land': 'd4:G1 e4:O1 d5:O'}, 'row': 'M P+(2) E P E+ M+', 'stones': {'1.2': 'A', '1.3': 'B'}}");
    play("T2");
    assert_string_equal(bench.told, "A pays one shell and takes Procreate with a hand. A gets the 2 shells on it.\n");
    ochre_action action = number(0, "C2.3<2");
    static struct ochre_journal journal;
    char text[512];
    struct ochre_text story = text_on(text, sizeof text);
    tribes_rules.apply(&bench.setup, &bench.state, 0, action, &journal);
    for (int i = 0; i < journal.count; i++) {
        tribes_tell(&bench.setup, view(), &journal.events[i], &story);
        text_char(&story, '\n');
    }
    assert_string_equal(text, "A lays an arrow from Cooking to Smelting.\n");
    play("xd4");
    assert_string_equal(bench.told, "A new event joins the row: Victory feast.\n");
    expect("A.arrow", "false");
}

static void test_story_of_events(void **state)
{
    (void)state;
    given("{'A': {'points': 1}, 'row': 'rivals rhino P+ E P E+ M M+'}");
    play("T1");
    assert_string_equal(bench.told, "A takes the first tile of the row: Rival clan.\n"
                                    "If A is the weakest, A loses 2 points.\n"
                                    "A loses one point.\n");
    play("T1");
    assert_string_equal(bench.told, "B takes the first tile of the row: Woolly rhinoceros.\n"
                                    "If B is the strongest, B gains 2 points.\n"
                                    "B gains 2 points.\n"
                                    "Round 2 begins.\n");
    given("{'A': {'levels': '0/0/0/1'}, 'turn': 'B', 'executed3': 1, 'row': 'conquest P+ E P E+ M M+'}");
    play("T1");
    assert_string_equal(bench.told, "B takes the first tile of the row: Conquest.\n"
                                    "If B is the strongest, B gains 4 points.\n"
                                    "Everybody is spared.\n"
                                    "2 of the 2 Bronze Age events that end the game have happened.\n"
                                    "This is the last round.\n"
                                    "The game ends after round 1.\n");
}

/* One event, told to somebody, with people's names. */
static const char *told_to(int you, int kind, int a, int b, int c)
{
    static char line[256];
    struct ochre_event event = {.kind = (uint8_t)kind, .count = 3, .args = {(int16_t)a, (int16_t)b, (int16_t)c}};
    const struct ochre_voice voice = {.you = you, .name = {"Mira", "Noor"}};
    struct ochre_text text = text_on(line, sizeof line);
    text.voice = &voice;
    tribes_tell(&bench.setup, view(), &event, &text);
    return line;
}

/* You are the one who does it, or the one it is done to. */
static void test_story_to_you(void **state)
{
    (void)state;
    given("{'A': {'land': 'd4:G1 e4:O1 d5:O'}}");
    assert_string_equal(told_to(0, TRIBES_NEWS_BORN, 0, TRIBES_D4, 0), "You have a new member on d4 (Goat).");
    assert_string_equal(told_to(1, TRIBES_NEWS_BORN, 0, TRIBES_D4, 0), "Mira has a new member on d4 (Goat).");
    assert_string_equal(told_to(0, TRIBES_NEWS_SHELLS, 1, 0, 2), "You take 2 shells from Noor.");
    assert_string_equal(told_to(1, TRIBES_NEWS_SHELLS, 1, 0, 2), "Mira takes 2 shells from you.");
    assert_string_equal(told_to(-1, TRIBES_NEWS_SHELLS, 1, 0, 1), "Mira takes one shell from Noor.");
    assert_string_equal(told_to(1, TRIBES_NEWS_SHELLS, OCHRE_CHANCE, 1, 1), "You take one shell from the box.");
    assert_string_equal(told_to(0, TRIBES_NEWS_SHELLS, 0, OCHRE_CHANCE, 2), "You put 2 shells into the box.");
    assert_string_equal(told_to(0, TRIBES_NEWS_LEVEL, 0, TRIBES_MOVEMENT, 2), "You now walk up to 3 steps at a time.");
    assert_string_equal(told_to(1, TRIBES_NEWS_LEVEL, 0, TRIBES_STRENGTH, 1), "Mira now has strength 1.");
    int rhino = tribes_tile_by_id(tribes_tables(&bench.setup), "rhino");
    assert_string_equal(told_to(0, TRIBES_NEWS_HAPPENS, 0, rhino, 0), "If you are the strongest, you gain 2 points.");
    assert_string_equal(told_to(1, TRIBES_NEWS_HAPPENS, 0, rhino, 0), "If Mira is the strongest, Mira gains 2 points.");
    assert_string_equal(told_to(0, TRIBES_NEWS_EXECUTED, 3, 0, 0), "Another Bronze Age event has happened.");
}

static void test_touch(void **state)
{
    (void)state;
    struct ochre_touch touch;
    given("{}");
    tribes_show.touch(&bench.setup, view(), 1, number(1, "W@f4"), &touch);
    assert_int_equal(touch.count, 2);
    assert_string_equal(touch.id[0], "land:W");
    assert_string_equal(touch.id[1], "cell:Bf4");
    tribes_show.touch(&bench.setup, view(), 0, number(0, "C2.3<4"), &touch);
    assert_string_equal(touch.id[0], "board:2.3");
    assert_string_equal(touch.id[1], "board:1.4");
    tribes_show.touch(&bench.setup, view(), 0, number(0, "T12"), &touch);
    assert_int_equal(touch.count, 1);
    assert_string_equal(touch.id[0], "row:12");
}

/* The board holds what a player needs, in 80 columns. */
static void test_picture(void **state)
{
    (void)state;
    static struct canvas canvas;
    static const char *const wanted[] = {"Round 3", "2 E (2o)", "Hard winter", "2.1 Riding",   "procreation  1:AB",
                                         "d4G2",    "e4W!",     "f3.",         "14 in reserve"};
    char all[16384] = "";
    given("{'round': 3, 'A': {'land': 'd4:G2 e4:W! d5:O'}, 'row': 'P E(2) M winter P+ E+ M+', 'stones': {'1.1': 'B'}}");
    canvas_clear(&canvas, NULL);
    tribes_show.draw(&bench.setup, view(), 0, &canvas);
    struct ochre_text text = text_on(all, sizeof all);
    for (int y = 0; y < canvas.height; y++) {
        canvas_row(&canvas, y, &text);
        text_char(&text, '\n');
    }
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if (!strstr(all, wanted[i]))
            fail_msg("the picture lacks '%s':\n%s", wanted[i], all);
}

/* 1.8: whoever draws the view needs no pack: what lies face up is described in it, what lies face down is not. */
static void test_printed(void **state)
{
    (void)state;
    static const char *const wanted[] = {
        "\"hunting\":{\"name\":\"Hunting\",\"resource\":\"H\",\"need\":1,\"track\":\"exploration\",\"points\":[2,2,1,1]"
        ","
        "\"event\":[1,1,0,0]}",
        "\"riding\":{\"name\":\"Riding\",\"resource\":\"H\",\"need\":2",
        "\"winter\":{\"name\":\"Hard winter\",\"text\":\"Every tribe exhausts 1 empty land tile.\",\"epoch\":1}",
        "\"movement\":{\"values\":[1,2,3,4,5],\"points\":[0,0,1,3,6]}",
        "\"end_events\":2",
        "\"kinds\":{\"G\":\"Goat\",",
        "\"prices\":[0,1,2,3,4,5,6]",
        "\"border\":\"d3 e3 f3 c4 f4 c5 e5 c6 d6\"",
        "\"needs\":\"1.1:? ",
        "\"strongest\":true,\"weakest\":true",
        "\"player\":\"A\"",
    };
    static char all[16384];
    struct ochre_text text = text_on(all, sizeof all);
    struct json_writer writer = json_write_to(&text);
    given("{'row': 'P E(2) M winter P+ E+ M+', 'stones': {'1.1': 'B'}}");
    json_open(&writer, '{');
    show_whole(&bench.setup, view(), 0, &writer);
    json_close(&writer, '}');
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if (!strstr(all, wanted[i]))
            fail_msg("the view lacks '%s':\n%s", wanted[i], all);
    text = text_on(all, sizeof all);
    writer = json_write_to(&text);
    json_open(&writer, '{');
    tribes_write_view(&bench.setup, view(), 0, &writer);
    json_close(&writer, '}');
    assert_null(strstr(all, "chariots")); /* face down */
    assert_null(strstr(all, "rhino"));    /* in the stack */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_5_the_tile_behind_its_number),
        cmocka_unit_test(test_9_2_numbers),
        cmocka_unit_test(test_5_round_trip),
        cmocka_unit_test(test_8_3_event_texts),
        cmocka_unit_test(test_8_names_in_the_readers_language),
        cmocka_unit_test(test_8_2_prompts),
        cmocka_unit_test(test_story),
        cmocka_unit_test(test_story_of_events),
        cmocka_unit_test(test_touch),
        cmocka_unit_test(test_births_as_far_as_the_reserve_goes),
        cmocka_unit_test(test_why_land_is_renewed),
        cmocka_unit_test(test_offers),
        cmocka_unit_test(test_offers_of_events),
        cmocka_unit_test(test_story_to_you),
        cmocka_unit_test(test_picture),
        cmocka_unit_test(test_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
