/* test_show.c: do picture, story, numbers and checks say what is so? */
#include "rules/rules.h"
#include "valley_bench.h"

#include <stdlib.h>

#define COMMON "'common':['XC1','BR2','WF2','CH2','PF2']"

/* Is this text somewhere on the canvas? */
static bool shows(const struct canvas *canvas, const char *wanted)
{
    for (int y = 0; y < canvas->height; y++) {
        char line[1024];
        struct ochre_text text = text_on(line, sizeof line);
        canvas_row(canvas, y, &text);
        if (strstr(line, wanted))
            return true;
    }
    return false;
}

static void the_board_shows_everything(void **unused)
{
    (void)unused;
    static struct canvas canvas;
    struct ochre_view view;
    bench_given("", "{'players':4,'p1':{'fp':12,'sp':7,'steaks':2,'held':['C'],'used':['F'],'pool':['WF1','CH1'],'old':"
                    "[['BX1@a5k2']],"
                    "'laid':['WH1@a3k3','WC1@b3c3'],'bears':['d3'],'tokens':{'k1':'R','w2':'P'}},"
                    "'fight_on':{'CH1':[2,3]}," COMMON ",'stack':9}");
    state_look(&bench.setup, &bench.state, 0, &view);
    canvas_clear(&canvas, NULL);
    valley_show.draw(&bench.setup, &view, 0, &canvas);
    assert_true(canvas.height <= 33);
    assert_true(shows(&canvas, "FP 12  SP 7"));
    assert_true(shows(&canvas, "WF1  CH1!23"));
    assert_true(shows(&canvas, "H* 3 W*  W>  C<  @@  \u26632"));
    assert_true(shows(&canvas, "   5 b*  \u00b73"));
    assert_true(shows(&canvas, "k1R 6/4  k2= 8/6"));
    assert_true(shows(&canvas, "w2P"));
    assert_true(shows(&canvas, "held C used F steaks 2 X3"));
    assert_true(shows(&canvas, "XC1  BR2  WF2  CH2  PF2  stack 9"));
    assert_true(shows(&canvas, "steaks 16  bears 17"));
    assert_true(shows(&canvas, "Player 4"));
}

/* 1.5: whoever draws the view needs no pack: squares, caves, waterfalls and the worth of steaks are printed, and the
 * view says which halves lie before a seat. */
static void the_view_has_the_printed_valley(void **unused)
{
    (void)unused;
    static char json[32 * 1024];
    struct ochre_text text = text_on(json, sizeof json);
    struct json_writer writer = json_write_to(&text);
    struct ochre_view view;
    bench_given("", "{'players':2,'p1':{'board':'L3B+R4A'}," COMMON ",'stack':9}");
    state_look(&bench.setup, &bench.state, 1, &view);
    json_open(&writer, '{');
    show_whole(&bench.setup, &view, 1, &writer);
    json_close(&writer, '}');
    assert_non_null(strstr(json, "\"L3B\":{\"rows\":[\"P1 F3 F1 F2\",\"P2 P2 F1 P4\",\"F3 F2 P2 P3\",\"F1 F2 P2 P1\","
                                 "\"F2 F1 P1 P3\"],\"caves\":[\"Bc 7/5\",\"Ta 7/5\",\"Tc 7/5\"],\"falls\":[\"SW\"]}"));
    assert_non_null(strstr(json, "\"R4A\":{\"rows\":[\"F2 F3 F1 F2\",\"P2 P4 P1 F1\",\"P3 P2 P3 P2\",\"F1 F2 P1 P1\","
                                 "\"F3 F1 F2 P2\"],\"caves\":[\"R1 8/6\",\"R4 7/5\",\"Bf 6/4\"],\"falls\":[\"SE\"]}"));
    assert_non_null(strstr(json, "\"steak_food\":[1,3,5,7,10]"));
    assert_non_null(strstr(json, "\"board\":\"L3B+R4A\""));
    bench_start(2, "");
    text = text_on(json, sizeof json);
    writer = json_write_to(&text);
    state_look(&bench.setup, &bench.state, 0, &view);
    json_open(&writer, '{');
    valley_write_view(&bench.setup, &view, 0, &writer);
    json_close(&writer, '}');
    assert_non_null(strstr(json, "\"board\":\"+\"")); /* nothing is dealt yet */
}

static const char *view_json(int viewer)
{
    static char json[32 * 1024];
    struct ochre_text text = text_on(json, sizeof json);
    struct json_writer writer = json_write_to(&text);
    struct ochre_view view;
    state_look(&bench.setup, &bench.state, viewer, &view);
    json_open(&writer, '{');
    valley_write_view(&bench.setup, &view, viewer, &writer);
    json_close(&writer, '}');
    return json;
}

/* 4.4, 4.8: what a half of a tile and a bear pay is in the view, so that nobody who draws it has to know the rules. */
static void the_view_says_what_places_pay(void **unused)
{
    (void)unused;
    bench_given("", "{'players':2,'p1':{'board':'L3B+R4A','held':['B','F'],'pool':['WF1','CH1'],"
                    "'laid':['WH1@c4c5'],'tokens':{'k2':'R'}}," COMMON ",'stack':9}");
    const char *json = view_json(0);
    /* Around c4 and c5 food as printed; k2 with its token 7, k3 without one 5; the extra tile of a Feast pays no food.
     */
    assert_non_null(strstr(json, "\"pays\":{\"lay:\":{\"c3\":2,\"b4\":2,\"d4\":1,\"b5\":1,\"d5\":3,"
                                 "\"k1\":5,\"k2\":7,\"k3\":5,\"k4\":6,\"k5\":5,\"k6\":4},"
                                 "\"use:B=\":{\"k1\":5,\"k2\":7,\"k3\":5,\"k4\":6,\"k5\":5,\"k6\":4}}"));
    assert_non_null(strstr(json, "\"bears_pay\":{\"c3\":1,\"b4\":1,\"d4\":1,\"b5\":1,\"d5\":1,\"k1\":1}"));
    assert_non_null(strstr(json, "\"bears_pay\":{}")); /* nothing lies in the other valley */
    /* The token is used: neither is offered any more. */
    bench_given("", "{'players':2,'phase':'POST','token_used':true,'p1':{'board':'L3B+R4A','held':['B'],"
                    "'laid':['WH1@c4c5']}," COMMON ",'stack':9}");
    assert_non_null(strstr(view_json(0), "\"pays\":{}"));
}

/* Plays one move and gathers its story, told to somebody (-1: to nobody). */
static const char *story_to(int you, const char *move)
{
    static char story[2048];
    static struct ochre_journal journal;
    const struct ochre_voice voice = {.you = you, .name = {"Noor", "Iris"}};
    struct ochre_view view;
    ochre_action action;
    struct ochre_text text = text_on(story, sizeof story);
    text.voice = you >= 0 ? &voice : NULL;
    state_look(&bench.setup, &bench.state, OCHRE_EVERYBODY, &view);
    assert_null(valley_words.parse_move(&bench.setup, &view, S->turn, move, &action, NULL));
    journal.count = 0;
    valley_rules.apply(&bench.setup, &bench.state, S->turn, action, &journal);
    state_look(&bench.setup, &bench.state, OCHRE_EVERYBODY, &view);
    for (int i = 0; i < journal.count; i++) {
        text_add(&text, i ? " " : "");
        valley_tell(&bench.setup, &view, &journal.events[i], &text);
    }
    return story;
}

static const char *story_of(const char *move)
{
    return story_to(-1, move);
}

#define FIGHTING                                                                                                       \
    "{'players':3,'p1':{'fp':1,'steaks':1,'pool':['BR1','HF1','RC1'],'laid':['BH1@a3k3'],'held':['C']},"               \
    "'fight_on':{'BR1':[2]}," COMMON ",'stack':9}"

static void the_story_in_words(void **unused)
{
    (void)unused;
    bench_given("recall=needed", FIGHTING);
    assert_string_equal(story_of("use:C"), "Player 1 uses the Camp token. Camp gives 3 shelter to Player 1.");
    assert_string_equal(story_of("lay:BR1@b3c3"),
                        "Player 1 gives 1 food to Player 2, whose Fight token lay on Feast–Ritual. Player 1 lays Feast "
                        "on b3 and Ritual on c3. Player 1 gets 2 food.");
    assert_string_equal(story_of("bon:B=RC1@d3d4"), "Player 1 lays another tile: Ritual on d3 and Camp on d4.");
    assert_string_equal(story_of("take:XC1"), "Player 1 takes Fight–Camp from the Common Pool.");
    bench_given("", "{'players':2,'p1':{'pool':['RC1'],'laid':['BH1@a3k3'],'tokens':{'k5':'P'}}," COMMON ",'stack':9}");
    assert_string_equal(story_of("new:RC1@h4k5"),
                        "Player 1 abandons the tribe. Player 1 begins a new tribe: Camp in the cave and Ritual on h4. "
                        "Player 1 loses the Picking token. Player 1 gets 5 shelter in the cave at h4.");
}

static void the_story_is_told_to_you(void **unused)
{
    (void)unused;
    bench_given("recall=needed", FIGHTING);
    assert_string_equal(story_to(0, "use:C"), "You use the Camp token. Camp gives you 3 shelter.");
    assert_string_equal(story_to(0, "lay:BR1@b3c3"),
                        "You give 1 food to Iris, whose Fight token lay on Feast–Ritual. You lay Feast on b3 and "
                        "Ritual on c3. You get 2 food.");
    bench_given("recall=needed", FIGHTING);
    assert_string_equal(story_to(1, "lay:BR1@b3c3"),
                        "Noor gives 1 food to you: your Fight token lay on Feast–Ritual. Noor lays Feast on b3 and "
                        "Ritual on c3. Noor gets 2 food.");
}

/* What a move is called, for the seat to move. */
static const char *offer_of(const char *move)
{
    static char bytes[256];
    struct ochre_view view;
    ochre_action action;
    struct ochre_text text = text_on(bytes, sizeof bytes);
    state_look(&bench.setup, &bench.state, S->turn, &view);
    assert_null(valley_words.parse_move(&bench.setup, &view, S->turn, move, &action, NULL));
    valley_say_move(&bench.setup, &view, S->turn, action, &text);
    return bytes;
}

static void moves_say_what_they_bring(void **unused)
{
    (void)unused;
    bench_given("recall=needed", FIGHTING);
    assert_string_equal(offer_of("use:C"), "Camp token: 3 shelter");
    assert_string_equal(offer_of("lay:BR1@b3c3"),
                        "Lay Feast on b3 and Ritual on c3: 2 food, but 1 food for Fight tokens");
    bench_play("lay:BR1@b3c3");
    assert_string_equal(offer_of("bon:B=RC1@d3d4"), "Feast: lay Ritual on d3 and Camp on d4");
    assert_string_equal(offer_of("done"), "Leave this bonus out");
    bench_given("", "{'players':2,'p1':{'pool':['RC1'],'laid':['BH1@a3k3'],'tokens':{'k5':'P'}}," COMMON ",'stack':9}");
    assert_string_equal(offer_of("new:RC1@h4k5"), "Begin a new tribe: Camp in the cave and Ritual on h4: 5 shelter");
    bench_given("", "{'players':3,'p1':{'steaks':4,'pool':['CH1'],'laid':['XH1@b4b3']}," COMMON ",'stack':9}");
    bench_play("lay:CH1@d3c3");
    assert_string_equal(offer_of("bon:H"), "Hunt: take a steak and keep it");
    assert_string_equal(offer_of("bon:H=5"), "Hunt: turn 5 steaks into 10 food");
}

/* The number before a word; 0 when it is not said. */
static int number_before(const char *said, const char *word)
{
    const char *at = strstr(said, word);
    while (at && at > said && at[-1] >= '0' && at[-1] <= '9')
        at--;
    return at ? atoi(at) : 0;
}

/* Food and shelter that a move states are what it brings at once, its Fight tokens paid; every move has words. */
static void check_offer(const char *said, ochre_action action)
{
    static struct ochre_state after;
    static struct ochre_journal journal;
    int seat = S->turn;
    int before[2] = {S->seat[seat].fp, S->seat[seat].sp};
    state_copy(&bench.setup, &after, &bench.state);
    journal.count = 0;
    valley_rules.apply(&bench.setup, &after, seat, action, &journal);
    bool is_asked = valley_of(&after)->phase == PHASE_FIGHT;             /* nothing is paid yet */
    bool is_entering = !is_asked && valley_of(&after)->cave && !S->cave; /* shelter comes after the bonuses */
    bool is_leaving = S->cave && !valley_of(&after)->cave;               /* and here it comes */
    const char *but = strstr(said, ", but ");
    int cost = but ? number_before(but, " food for Fight tokens") : 0;
    int food = but && strstr(said, " food") > but ? 0 : number_before(said, " food");
    if (!is_asked && !strstr(said, "Give 1 food"))
        assert_int_equal(valley_of(&after)->seat[seat].fp - before[0], food - cost);
    if (!is_asked && !is_entering && !is_leaving)
        assert_int_equal(valley_of(&after)->seat[seat].sp - before[1], number_before(said, " shelter"));
}

/* With every value of every option. */
static void words_are_true_with_every_option(void **unused)
{
    (void)unused;
    static ochre_action list[VALLEY_ACTIONS];
    for (const struct ochre_option *option = ochre_valley.options; option->name; option++)
        for (int choice = 0; option->choices[choice]; choice++) {
            char options[64];
            struct ochre_rng rng;
            int seats = option->choices[choice][0] == '4' ? 4 : option->choices[choice][0] == '3' ? 3 : 2 + choice % 2;
            snprintf(options, sizeof options, "%s=%s", option->name, option->choices[choice]);
            rng_seed(&rng, 11);
            bench_start(seats, options);
            for (int step = 0; step < 400 && S->phase != PHASE_OVER; step++) {
                struct ochre_view view;
                state_look(&bench.setup, &bench.state, S->turn, &view);
                bool is_chance = S->phase == PHASE_DEAL || S->phase == PHASE_REVEAL;
                int count = is_chance ? 0 : view_moves(&bench.setup, &view, S->turn, list);
                for (int i = 0; i < count; i++) {
                    char bytes[256];
                    struct ochre_text text = text_on(bytes, sizeof bytes);
                    valley_say_move(&bench.setup, &view, S->turn, list[i], &text);
                    assert_true(text.used > 0 && !text.cut && bytes[text.used - 1] != '.');
                    check_offer(bytes, list[i]);
                }
                bench_step(&rng);
            }
        }
}

/* 9.5: the check sees what is wrong. */
static void the_check_sees(void **unused)
{
    (void)unused;
    const char *position =
        "{'players':2,'p1':{'pool':['RC1'],'laid':['BH1@a3k3'],'bears':['b3'],'tokens':{'k5':'P'}}," COMMON
        ",'stack':9}";
    struct valley_state *s = valley(&bench.state);
#define SPOILT(number, damage)                                                                                         \
    bench_given("", position);                                                                                         \
    damage;                                                                                                            \
    assert_non_null(valley_check(&bench.setup, &bench.state));                                                         \
    assert_memory_equal(valley_check(&bench.setup, &bench.state), number, strlen(number))
    SPOILT("9.5.1", s->seat[1].pool[s->seat[1].pool_count++] = s->common[0]);
    SPOILT("9.5.1", s->unseen &= s->unseen - 1);
    SPOILT("9.5.1", s->stack_size = 63);
    SPOILT("9.5.2", s->seat[0].fights--);
    SPOILT("9.5.3", s->steak_supply--);
    SPOILT("9.5.3", s->bear_supply--);
    SPOILT("9.5.4", s->seat[0].held |= SCENE_BIT(SCENE_PICKING));
    SPOILT("9.5.4", s->seat[0].lacking = 0);
    SPOILT("9.5.8", (s->seat[0].bears |= BIT(16), s->bear_supply--));
    SPOILT("9.5.8", s->seat[0].covered |= BIT(0));
    SPOILT("the fields", s->seat[0].near[0] = 0);
    SPOILT("3.1", s->common_count = 6);
#undef SPOILT
    bench_given("", "{'players':2,'p1':{'laid':['BP1@b4a4']}," COMMON "}");
    s->permitted = 0;
    assert_memory_equal(valley_check(&bench.setup, &bench.state), "9.5.7", 5);
}

/* Both estimates: payoffs are shares, and points are better than none. */
static void the_estimates_prefer_points(void **unused)
{
    (void)unused;
    void (*const estimates[])(const struct ochre_setup *, const struct ochre_state *, float *) = {valley_think.judge,
                                                                                                  valley_appraise};
    bench_given("", "{'players':3,'p1':{'fp':10,'sp':10,'pool':['RC1'],'laid':['BH1@a3k3']},'p2':{'fp':20,'sp':20},'p3'"
                    ":{'fp':40,'sp':0}," COMMON ",'stack':3}");
    for (int i = 0; i < 2; i++) {
        float payoff[OCHRE_SEATS_MAX];
        estimates[i](&bench.setup, &bench.state, payoff);
        float sum = payoff[0] + payoff[1] + payoff[2];
        assert_true(payoff[1] > payoff[0] && payoff[1] > payoff[2]);
        assert_true(sum > 0.999F && sum < 1.001F);
    }
}

static void the_tensor_is_relative(void **unused)
{
    (void)unused;
    static float mine[2 * SEAT_PLANES + TABLE_PLANES];
    static float theirs[2 * SEAT_PLANES + TABLE_PLANES];
    struct ochre_view view;
    bench_given("",
                "{'players':2,'p1':{'fp':10,'pool':['RC1'],'laid':['BH1@a3k3']},'p2':{'fp':20}," COMMON ",'stack':3}");
    state_look(&bench.setup, &bench.state, OCHRE_EVERYBODY, &view);
    valley_observe(&bench.setup, &view, 0, mine);
    valley_observe(&bench.setup, &view, 1, theirs);
    assert_memory_equal(mine, theirs + SEAT_PLANES, 24 * VALLEY_SQUARES * sizeof(float));
    assert_true(mine[16] > 0.9F); /* Feast of the active tribe on a3 */
}

/* 9.5.10 and 11.1: every game ends, in a bounded number of moves. */
static void every_game_ends(void **unused)
{
    (void)unused;
    struct ochre_rng rng;
    rng_seed(&rng, 4);
    for (int game = 0; game < 60; game++) {
        bench_start(2 + game % 3, game % 2 ? "" : "recall=needed");
        uint32_t moves = 0;
        for (; S->phase != PHASE_OVER; moves++)
            bench_step(&rng);
        assert_true(moves < bench.setup.moves_max);
        assert_null(valley_check(&bench.setup, &bench.state));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_shows_everything),
        cmocka_unit_test(the_view_has_the_printed_valley),
        cmocka_unit_test(the_view_says_what_places_pay),
        cmocka_unit_test(the_story_in_words),
        cmocka_unit_test(the_story_is_told_to_you),
        cmocka_unit_test(moves_say_what_they_bring),
        cmocka_unit_test(words_are_true_with_every_option),
        cmocka_unit_test(the_check_sees),
        cmocka_unit_test(the_estimates_prefer_points),
        cmocka_unit_test(the_tensor_is_relative),
        cmocka_unit_test(every_game_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
