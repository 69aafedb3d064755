/* test_acts.c: a table of verbs: numbers, notation and touch belong together, whatever the table. */
#include "../unit.h"

#include "rules/acts.h"

enum { GO, SWAP, WAIT, REST, LIFT, TURN };
enum { SQUARES = 5, POOL = 3 };

/* The place of these tests: whether resting is asked for, and what lies in the pool. */
static bool is_resting;
static const int pool[POOL] = {7, 9, 4};

static bool may_rest(const struct act_place *place)
{
    (void)place;
    return is_resting;
}

static void say_square(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)place;
    text_char(text, (char)('a' + said->thing[n]));
}

static bool read_square(const struct act_place *place, struct act_said *said, int n, const char **at)
{
    (void)place;
    if (**at < 'a' || **at >= 'z')
        return false;
    said->thing[n] = *(*at)++ - 'a';
    return true;
}

/* Things of the pool are called by their worth and numbered by their slot. */
static void say_worth(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)place;
    text_int(text, said->thing[n]);
}

static bool read_worth(const struct act_place *place, struct act_said *said, int n, const char **at)
{
    (void)place;
    return text_read_number(at, 2, &said->thing[n]);
}

static int slot_of(const struct act_place *place, const struct act_said *said, int n)
{
    (void)place;
    for (int slot = 0; slot < POOL; slot++)
        if (pool[slot] == said->thing[n])
            return slot;
    return -1;
}

static int worth_at(const struct act_place *place, const struct act_said *said, int n, int digit)
{
    (void)place;
    (void)said;
    (void)n;
    return pool[digit];
}

static void say_seat(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)said;
    assert_int_equal(n, -1); /* no form has it */
    text_add(text, seat_code(place->seat));
}

/* N is the beginning of NE: the longest name is meant. */
static const char *direction(const struct act_place *at, int thing)
{
    (void)at;
    static const char *const names[] = {"N", "NE", "S", NULL};
    return names[thing];
}

/* Only towards the east there is something more to point at. */
static void say_east(const struct act_place *at, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)at;
    (void)n;
    text_add(text, said->thing[0] == 1 ? "sun" : "");
}

static const struct act_kind kinds[ACT_LETTERS] = {
    ['s'] = {SQUARES, .say = say_square, .read = read_square},
    ['w'] = {POOL, .say = say_worth, .read = read_worth, .digit = slot_of, .thing = worth_at},
    ['m'] = {1, .say = say_seat},
    ['d'] = {3, .name = direction},
    ['e'] = {.say = say_east},
};
static const struct act list[] = {
    {GO, "%s-%s", .first = 0, .touch = "%s"},
    {SWAP, "swap:%w/%s", .first = 25, .touch = "pool:%w %m.%s button:swap"},
    {REST, "rest", .first = 40, .fits = may_rest},
    {WAIT, "wait", .first = 40},
    {LIFT, "up:%w", .first = 41, .fits = may_rest},
    {TURN, "%d!", .first = 44, .touch = "to:%d %e"},
};
static const struct acts acts = {ACTS_OF(list), .kinds = kinds};
static const struct act_place place = {.seat = 1};

/* The law: what is written reads back to the same number, for every number that means something. */
static void every_number_comes_back(void **unused)
{
    (void)unused;
    for (int round = 0; round < 2; round++) {
        is_resting = round == 1;
        for (ochre_action action = 0; action < 47; action++) {
            if (action >= 41 && action < 44 && !is_resting)
                continue; /* nothing fits */
            char line[OCHRE_MOVE_SIZE];
            struct ochre_text text = text_on(line, sizeof line);
            ochre_action again;
            acts_format(&acts, &place, action, &text);
            assert_true(acts_parse(&acts, &place, line, &again));
            assert_int_equal(again, action);
        }
    }
}

static void expect_text(ochre_action action, const char *expected)
{
    char line[OCHRE_MOVE_SIZE];
    struct ochre_text text = text_on(line, sizeof line);
    acts_format(&acts, &place, action, &text);
    assert_string_equal(line, expected);
}

static void texts(void **unused)
{
    (void)unused;
    is_resting = false;
    expect_text(0, "a-a");
    expect_text(13, "c-d");
    expect_text(25 + 5 + 2, "swap:9/c");
    expect_text(40, "wait");
    expect_text(41, "?"); /* nothing fits */
    expect_text(45, "NE!");
    expect_text(999, "?");
    is_resting = true;
    expect_text(40, "rest"); /* the first that fits */
    expect_text(43, "up:4");
}

static void what_has_no_number_can_be_said(void **unused)
{
    (void)unused;
    struct act_said said;
    bool is_elsewhere;
    is_resting = false;
    assert_ptr_equal(acts_read(&acts, &place, "swap:8/b", &said, &is_elsewhere), &list[1]);
    assert_int_equal(said.thing[0], 8);
    assert_int_equal(said.thing[1], 1);
    assert_int_equal(acts_number(&place, &said), OCHRE_NO_ACTION); /* nothing worth 8 lies there */
    assert_non_null(acts_read(&acts, &place, "a-f", &said, &is_elsewhere));
    assert_int_equal(acts_number(&place, &said), OCHRE_NO_ACTION); /* beyond the last square */
    assert_ptr_equal(acts_read(&acts, &place, "up:7", &said, &is_elsewhere), &list[4]);
    assert_true(is_elsewhere);
    static const char *const rubbish[] = {
        "", "a", "a-", "a-b ", "a-bc", "swap:", "swap:7", "swap:7/", "WAIT", "wait:", "E!", "NEE!"};
    for (size_t i = 0; i < sizeof rubbish / sizeof rubbish[0]; i++) {
        assert_null(acts_read(&acts, &place, rubbish[i], &said, &is_elsewhere));
        assert_false(is_elsewhere);
    }
}

static void typed_as_people_do(void **unused)
{
    (void)unused;
    struct acts kind = acts;
    ochre_action action;
    kind.is_any_case = true;
    assert_true(acts_parse(&kind, &place, "SWAP:9/c", &action));
    assert_int_equal(action, 32);
    assert_false(acts_parse(&kind, &place, "swap 9/c", &action));
    kind.is_spaced = true;
    assert_true(acts_parse(&kind, &place, "Swap 9/c", &action));
    assert_int_equal(action, 32);
}

static void what_one_points_at(void **unused)
{
    (void)unused;
    struct ochre_touch touch;
    is_resting = false;
    acts_touch(&acts, &place, 32, &touch);
    assert_int_equal(touch.count, 3);
    assert_string_equal(touch.id[0], "pool:9");
    assert_string_equal(touch.id[1], "p2.c");
    assert_string_equal(touch.id[2], "button:swap");
    acts_touch(&acts, &place, 40, &touch); /* without one of its own: the notation */
    assert_int_equal(touch.count, 1);
    assert_string_equal(touch.id[0], "wait");
    assert_string_equal(touch.move, "wait");
    acts_touch(&acts, &place, 45, &touch);
    assert_int_equal(touch.count, 2);
    assert_string_equal(touch.id[1], "sun");
    acts_touch(&acts, &place, 46, &touch); /* what comes out empty is left out */
    assert_int_equal(touch.count, 1);
    assert_string_equal(touch.id[0], "to:S");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_comes_back),
        cmocka_unit_test(texts),
        cmocka_unit_test(what_has_no_number_can_be_said),
        cmocka_unit_test(typed_as_people_do),
        cmocka_unit_test(what_one_points_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
