/* test_hidden.c: who knows what (3.2), and are imagined states those that a seat cannot rule out, spread evenly (11.3)?
 */
#include "unit_spears.h"

#include "fit.h"
#include "rules/rules.h"

static const char base[] = "{'seats':'N E S W','units':{'N':'h1'},'row':'p01 p02 p03 p04 p05','deck':'p06 p07',%s"
                           "'begin':'action N'}";

static void placed(const char *more)
{
    char text[1024];
    snprintf(text, sizeof text, base, more);
    assert_int_equal(place(text), 0);
}

static const struct spears_state *look(int viewer, struct ochre_view *view)
{
    state_look(&setup, &state, viewer, view);
    return spears_seen(view);
}

/* ---- views ---- */

static void test_3_2_views(void **context)
{
    (void)context;
    struct ochre_view view;
    agree(4, "");
    placed("'rounds':['N -1 E 0 S 0 W +1'],");
    play("N>hunt:p01 E>card:-1 N>card:0");
    const struct spears_state *s = look(1, &view);
    assert_int_equal(s->team[1], now()->team[1]);
    assert_int_equal(s->goal[1][0], now()->goal[1][0]);
    assert_memory_equal(s->hand[1], now()->hand[1], SPEARS_VALUES_MAX);
    assert_int_equal(s->placed[1], 1);
    assert_int_equal(s->round[0][1], 2);
    for (int other = 0; other < 4; other++) {
        if (other == 1)
            continue;
        assert_int_equal(s->team[other], OCHRE_UNKNOWN);
        assert_int_equal(s->goal[other][0], OCHRE_UNKNOWN);
        assert_int_equal(s->hand[other][0], OCHRE_UNKNOWN);
        assert_int_equal(s->round[0][other], OCHRE_UNKNOWN);
    }
    assert_int_equal(s->placed[0], OCHRE_UNKNOWN); /* that North has placed */
    assert_int_equal(s->placed[2], 0);             /* and South has not */
    assert_int_equal(s->reveal[0][0], 1);          /* shown sorted to all */
    s = look(OCHRE_NOBODY, &view);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(s->team[seat], OCHRE_UNKNOWN);
    /* The picture and the JSON of another seat do not name the team either. */
    static struct canvas canvas;
    char row[512];
    look(1, &view);
    canvas_clear(&canvas, NULL);
    spears_show.draw(&setup, &view, 1, &canvas);
    for (int y = 0; y < canvas.height; y++) {
        struct ochre_text text = text_on(row, sizeof row);
        canvas_row(&canvas, y, &text);
        assert_null(strstr(row, "Amasser"));
        assert_null(strstr(row, "Dominator"));
    }
}

static void test_3_2_open_when_over(void **context)
{
    (void)context;
    struct ochre_view view;
    agree(4, "");
    assert_int_equal(place("{'seats':'N E S W','vigor':1,'rounds':['N -1 E 0 S 0 W +1'],'begin':'defence'}"), 0);
    assert_int_equal(now()->phase, SPEARS_OVER);
    look(OCHRE_NOBODY, &view);
    assert_memory_equal(view.bytes, state.bytes, setup.state_size);
}

static void test_6_4_witnesses(void **context)
{
    (void)context;
    agree(4, "tribes=NESW first=p1");
    assert_int_equal(move_witnesses(&setup, &state, OCHRE_CHANCE, SPEARS_TEAM_DEALT), SEAT_BIT(0));
    play("*>team:N:Survivor");
    assert_int_equal(move_witnesses(&setup, &state, OCHRE_CHANCE, SPEARS_TEAM_DEALT), SEAT_BIT(1));
    play("*>team:E:Survivor *>team:S:Amasser *>team:W:Dominator *>goal:N:meat *>goal:E:meat");
    assert_int_equal(move_witnesses(&setup, &state, OCHRE_CHANCE, SPEARS_GOAL_DEALT), SEAT_BIT(2));
    placed("");
    assert_int_equal(move_witnesses(&setup, &state, 0, SPEARS_GATHER), OCHRE_ALL_SEATS);
    assert_false(spears_rules.is_hushed(&setup, &state));
    play("N>hunt:p01");
    assert_int_equal(move_witnesses(&setup, &state, 3, SPEARS_CARD), SEAT_BIT(3));
    assert_true(spears_rules.is_hushed(&setup, &state)); /* 5: talk is locked while cards are placed */
    play("N>card:0 E>card:0 S>card:0");
    assert_true(spears_rules.is_hushed(&setup, &state));
    play("W>card:0");
    assert_false(spears_rules.is_hushed(&setup, &state));
    /* What others read. */
    char text[64];
    struct ochre_text words = text_on(text, sizeof text);
    placed("");
    play("N>hunt:p01");
    spears_words.format_move(&setup, (const struct ochre_view *)&state, 1, OCHRE_NO_ACTION, &words);
    assert_string_equal(text, "card:?");
}

/* ---- imagined states ---- */

/* Which team arrangement of East, South, West: 6 × first + second, some never. */
static int team_box(const struct ochre_setup *with, const struct ochre_state *imagined, const void *nothing)
{
    (void)with;
    (void)nothing;
    const struct spears_state *s = spears_of(imagined);
    return (s->team[1] - 1) * 3 + s->team[2] - 1;
}

static void test_11_3_teams(void **context)
{
    (void)context;
    struct ochre_view view;
    uint32_t seen[9] = {0};
    /* North is a Survivor; S, A, D are left for three seats: six arrangements. */
    static const double odds[9] = {0, 1, 1, 1, 0, 1, 1, 1, 0};
    agree(4, "");
    placed("");
    look(0, &view);
    assert_true(fit_imagine(&setup, &view, 0, 7, 6000, team_box, NULL, seen, 9));
    assert_true(fit_odds(seen, odds, 9));
}

static int goal_box(const struct ochre_setup *with, const struct ochre_state *imagined, const void *nothing)
{
    (void)with;
    (void)nothing;
    const struct spears_state *s = spears_of(imagined);
    return (s->goal[1][0] - 1) * 3 + s->goal[2][0] - 1;
}

static void test_11_3_goals(void **context)
{
    (void)context;
    struct ochre_view view;
    uint32_t seen[9] = {0};
    /* One meat, two bone, two trophy are left: pairs for East and South, ordered draws. */
    static const double odds[9] = {0, 2, 2, 2, 2, 4, 2, 4, 2};
    agree(4, "");
    placed("");
    look(0, &view);
    assert_true(fit_imagine(&setup, &view, 0, 8, 8000, goal_box, NULL, seen, 9));
    assert_true(fit_odds(seen, odds, 9));
}

/* What the others placed in up to three finished rounds, as one number; -1 when a hand does not fit it. */
static int history_box(const struct ochre_setup *with, const struct ochre_state *imagined, const void *boxes)
{
    const struct spears_state *s = spears_of(imagined);
    if (spears_check(with, imagined))
        return -1;
    int box = 0;
    for (int round = 0; round < s->rounds; round++)
        for (int seat = 1; seat < 4; seat++)
            box = box * 3 + s->round[round][seat] - 1;
    return box % *(const int *)boxes;
}

static void test_11_3_one_round(void **context)
{
    (void)context;
    struct ochre_view view;
    static uint32_t seen[27];
    double odds[27] = {0};
    int boxes = 27;
    agree(4, "");
    placed("'rounds':['N -1 E 0 S 0 W +1'],");
    look(0, &view);
    /* Two 0 and one +1 among three: three histories, equally likely. */
    odds[1 * 9 + 1 * 3 + 2] = odds[1 * 9 + 2 * 3 + 1] = odds[2 * 9 + 1 * 3 + 1] = 1;
    assert_true(fit_imagine(&setup, &view, 0, 9, 3000, history_box, &boxes, seen, 27));
    assert_true(fit_odds(seen, odds, 27));
}

/* Three rounds of -1, -1, 0 among three: each placed exactly -1, -1, 0. One possible set of hands. */
static void test_11_3_forced_hands(void **context)
{
    (void)context;
    struct ochre_view view;
    struct ochre_state imagined;
    struct ochre_rng rng;
    agree(4, "");
    placed("'rounds':['N 0 E -1 S -1 W 0','N 0 E -1 S 0 W -1','N +1 E 0 S -1 W -1'],");
    look(0, &view);
    rng_seed(&rng, 1);
    for (int i = 0; i < 500; i++) {
        assert_true(view_imagine(&setup, &view, 0, &rng, &imagined));
        for (int seat = 1; seat < 4; seat++) {
            assert_int_equal(spears_of(&imagined)->hand[seat][0], 0);
            assert_int_equal(spears_of(&imagined)->hand[seat][1], 1);
            assert_int_equal(spears_of(&imagined)->hand[seat][2], 2);
        }
    }
}

/* All histories of two rounds that overdraw no set, counted by brute force, come equally often. */
static void test_11_3_all_histories(void **context)
{
    (void)context;
    struct ochre_view view;
    enum { BOXES = 729 };
    static uint32_t seen[BOXES];
    static double odds[BOXES];
    int boxes = BOXES;
    agree(4, "");
    placed("'rounds':['N 0 E -1 S -1 W +1','N 0 E -1 S 0 W +1','N -1 E 0 S -1 W -1'],");
    look(0, &view);
    /* The third round decides who may have used both -1 before; boxes are the last two rounds. */
    static const int pools[3][3] = {{0, 0, 2}, {0, 1, 2}, {0, 0, 1}};
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static unsigned char met[27][27][27];
    memset(met, 0, sizeof met);
    memset(odds, 0, sizeof odds);
    for (int code = 0; code < 216; code++) {
        int used[3][3] = {{0}};
        int deal[3] = {0};
        bool is_possible = true;
        for (int round = 0, rest = code; round < 3; round++, rest /= 6)
            for (int seat = 0; seat < 3; seat++) {
                int value = pools[round][orders[rest % 6][seat]];
                is_possible = is_possible && ++used[seat][value] <= 2;
                deal[round] = deal[round] * 3 + value;
            }
        if (is_possible && !met[deal[0]][deal[1]][deal[2]]) {
            met[deal[0]][deal[1]][deal[2]] = 1;
            odds[(deal[1] * 27 + deal[2]) % BOXES] += 1;
        }
    }
    memset(seen, 0, sizeof seen);
    assert_true(fit_imagine(&setup, &view, 0, 11, 20000, history_box, &boxes, seen, BOXES));
    assert_true(fit_odds(seen, odds, BOXES));
}

static int placed_box(const struct ochre_setup *with, const struct ochre_state *imagined, const void *nothing)
{
    (void)nothing;
    return spears_check(with, imagined) ? -1 : spears_of(imagined)->placed[1] - 1;
}

/* A placed card is one of the distinct values of the hand. */
static void test_11_3_placed(void **context)
{
    (void)context;
    struct ochre_view view;
    uint32_t seen[3] = {0};
    static const double odds[3] = {1, 1, 1};
    agree(4, "");
    /* Everybody else holds -1, 0, +1, +1: three values, not four cards. */
    placed("'rounds':['N 0 E -1 S -1 W -1','N +1 E 0 S 0 W 0'],");
    play("N>hunt:p01 E>card:0");
    look(0, &view);
    assert_true(fit_imagine(&setup, &view, 0, 12, 3000, placed_box, NULL, seen, 3));
    assert_true(fit_odds(seen, odds, 3));
}

/* With six different cards independent deals hardly ever fit; the exact count takes over. */
static void test_11_3_strange_pack(void **context)
{
    (void)context;
    static char text[16384];
    const char *cards = strstr(spears_default_pack, "[-1,-1,0,0,1,1], \"3\": [-1,-1,0,1,1]");
    assert_non_null(cards);
    snprintf(text, sizeof text, "%.*s[-3,-2,-1,1,2,3], \"3\": [-3,-2,-1,1,2]%s", (int)(cards - spears_default_pack),
             spears_default_pack, cards + strlen("[-1,-1,0,0,1,1], \"3\": [-1,-1,0,1,1]"));
    assert_int_equal(agree_pack(4, "", text), 0);
    placed("'rounds':['N -3 E -2 S -1 W +1','N -2 E +1 S -2 W -1','N -1 E -1 S +1 W -2','N +1 E +2 S +3 W -3',"
           "'N +2 E -3 S +2 W +3'],");
    struct ochre_view view;
    struct ochre_state imagined;
    struct ochre_rng rng;
    bool has_differed = false;
    rng_seed(&rng, 3);
    for (int viewer = 0; viewer <= OCHRE_NOBODY; viewer++) {
        if (viewer == OCHRE_CHANCE)
            continue;
        look(viewer, &view);
        for (int i = 0; i < 40; i++) {
            assert_true(view_imagine(&setup, &view, viewer, &rng, &imagined));
            assert_null(spears_check(&setup, &imagined));
            has_differed = has_differed || !state_equal(&setup, &imagined, &state);
        }
    }
    assert_true(has_differed);
}

/* A view that contradicts itself is told apart. */
static void test_11_3_impossible(void **context)
{
    (void)context;
    struct ochre_view view;
    struct ochre_state imagined;
    struct ochre_rng rng;
    rng_seed(&rng, 1);
    agree(4, "");
    placed("'rounds':['N -1 E 0 S 0 W +1'],");
    look(0, &view);
    ((struct spears_state *)view.bytes)->round[0][0] = 2;
    ((struct spears_state *)view.bytes)->reveal[0][1] = 1;
    ((struct spears_state *)view.bytes)->reveal[0][2] = 1;
    assert_false(view_imagine(&setup, &view, 0, &rng, &imagined));
    look(0, &view);
    memset(((struct spears_state *)view.bytes)->team, SPEARS_DOMINATOR, 2);
    assert_false(view_imagine(&setup, &view, 0, &rng, &imagined));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_3_2_views),         cmocka_unit_test(test_3_2_open_when_over),
        cmocka_unit_test(test_6_4_witnesses),     cmocka_unit_test(test_11_3_teams),
        cmocka_unit_test(test_11_3_goals),        cmocka_unit_test(test_11_3_one_round),
        cmocka_unit_test(test_11_3_forced_hands), cmocka_unit_test(test_11_3_all_histories),
        cmocka_unit_test(test_11_3_placed),       cmocka_unit_test(test_11_3_strange_pack),
        cmocka_unit_test(test_11_3_impossible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
