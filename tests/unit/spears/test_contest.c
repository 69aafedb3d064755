/* test_contest.c: does the view tell the contest as the rules reckon it: each part, the sum, and how it ended? */
#include "unit_spears.h"

#include "rules/rules.h"

enum { NODES = 8192, TEXT = 32 * 1024 };

static char text_of_view[TEXT];
static struct json_node nodes[NODES];
static struct json_doc doc;

/* The contest as this viewer reads it. */
static struct json contest(int viewer)
{
    struct ochre_text text = text_on(text_of_view, sizeof text_of_view);
    struct json_writer writer = json_write_to(&text);
    struct ochre_view view;
    state_look(&setup, &state, viewer, &view);
    json_open(&writer, '{');
    spears_write_view(&setup, &view, viewer, &writer);
    json_close(&writer, '}');
    assert_false(text.cut);
    assert_int_equal(json_parse(&doc, text_of_view, text.used, nodes, NODES, &trouble), 0);
    return json_get(json_root(&doc), "contest");
}

static int number(struct json value)
{
    int64_t found = -999;
    assert_true(json_int(value, &found));
    return (int)found;
}

static int total(int side)
{
    return number(json_get(json_at(json_get(contest(OCHRE_NOBODY), "sides"), (uint32_t)side), "total"));
}

/* What the parts of this kind add to a side. */
static int added(int side, const char *why)
{
    struct json parts = json_get(json_at(json_get(contest(OCHRE_NOBODY), "sides"), (uint32_t)side), "parts");
    int sum = 0;
    for (struct json part = json_first(parts); json_there(part); part = json_next(part))
        if (json_is(json_at(part, 3), why))
            sum += number(json_at(part, 2));
    return sum;
}

static bool ended(const char *kind, const char *outcome)
{
    struct json found = contest(OCHRE_NOBODY);
    return json_is(json_get(found, "kind"), kind) && json_is(json_get(json_get(found, "result"), "outcome"), outcome);
}

/* What a unit would add if it were sent, paid for or not. */
static int would_add(const char *code, bool is_paid)
{
    struct json adds = json_get(json_get(contest(OCHRE_NOBODY), "chain"), "adds");
    return number(json_at(json_get(adds, code), is_paid));
}

static void begin(const char *units, const char *more)
{
    char position[1024];
    agree(4, "");
    snprintf(position, sizeof position,
             "{'seats':'N E S W','time':'day','units':{%s},'row':'p10 p03 p05 p08 p12','deck':'p01',%s}", units, more);
    assert_int_equal(place(position), 0);
}

static void cards(const char *n, const char *e, const char *s, const char *w)
{
    char moves[80];
    snprintf(moves, sizeof moves, "N>card:%s E>card:%s S>card:%s W>card:%s", n, e, s, w);
    play(moves);
}

/* 4.6: a Warrior counts one more in a block, an Ambusher in support; before it is sent, too. */
static void test_4_6_parts(void **context)
{
    (void)context;
    begin("'N':'h1 h3','E':'w1 h1','S':'a1 h1'", "'begin':'action N'");
    play("N>hunt:p10 N>+h3 E>block");
    assert_int_equal(would_add("w1", false), 3);
    assert_int_equal(would_add("h1", false), 1);
    play("E>+w1");
    assert_int_equal(total(0), 2);
    assert_int_equal(total(1), 3); /* as things stand East blocks */
    assert_int_equal(added(1, "warrior"), 1);
    play("S>support:N");
    assert_int_equal(would_add("a1", false), 2);
    assert_int_equal(number(json_get(json_get(contest(OCHRE_NOBODY), "chain"), "most")), 2);
    play("S>+h1");
    assert_int_equal(number(json_get(json_get(contest(OCHRE_NOBODY), "chain"), "most")), 1);
    play("S>+a1 N>accept:S");
    assert_int_equal(total(0), 5);
    assert_int_equal(added(0, "ambusher"), 1);
}

/* 4.6.7: a block that is won, tied or lost is told as that, whatever the last hunt was. */
static void test_4_6_blocks(void **context)
{
    (void)context;
    static const char *const card[] = {"-1", "0", "+1"};
    for (int i = 0; i < 3; i++) {
        begin("'N':'h3','E':'h3 h1'", "'begin':'action N'");
        play("N>hunt:p10 E>block E>+h3");
        cards("0", "0", "0", card[i]);
        if (i == 1) {
            assert_true(ended("block", "tied"));
            assert_int_equal(now()->kind, SPEARS_IDLE);
        } else { /* the stronger side hunted, and 1 or 3 is less than the reindeer's 4 */
            assert_true(ended("hunt", "lost"));
            assert_true(json_is(json_at(json_get(json_at(json_get(contest(OCHRE_NOBODY), "sides"), 0), "seats"), 0),
                                i == 0 ? "N" : "E"));
        }
    }
}

/* 4.6.8 */
static void test_4_6_hunts(void **context)
{
    (void)context;
    static const char *const card[] = {"-1", "0", "+1"};
    static const char *const outcome[] = {"lost", "tied", "won"};
    for (int i = 0; i < 3; i++) {
        begin("'N':'h1 h4'", "'begin':'action N'");
        play("N>hunt:p10 N>+h1 N>+h4");
        assert_int_equal(total(0), 4);
        cards("0", "0", "0", card[i]);
        assert_true(ended("hunt", outcome[i]));
    }
}

/* 4.8: with the bonus that is paid for, and without anybody to fight. */
static void test_4_8_fights(void **context)
{
    (void)context;
    begin("'N':'h1 w1','E':'h3'", "'vigor':5,'berries':{'N':2},'own':{'E':'p09'},'begin':'action N'");
    play("N>fight:E");
    assert_int_equal(would_add("w1", false), 2);
    assert_int_equal(would_add("w1", true), 3);
    play("N>+w1!");
    assert_int_equal(total(0), 3);
    assert_int_equal(added(0, "paid"), 1);
    assert_int_equal(total(1), 2);
    cards("0", "0", "0", "-1");
    assert_true(ended("fight", "tied"));
    begin("'N':'h1 w1'", "'vigor':5,'own':{'E':'p09'},'begin':'action N'");
    play("N>fight:E N>+h1 N>done");
    assert_true(ended("fight", "unfought"));
}

/* 4.11: Ambushers of those who support; a tie is lost. */
static void test_4_11_defence(void **context)
{
    (void)context;
    begin("'N':'h1 a1','E':'a1 h1'", "'vigor':6,'begin':'defence'");
    play("*>enemy:e3");
    assert_int_equal(would_add("a1", false), 1); /* the first player supports nobody */
    play("N>+h1 N>+a1");
    assert_int_equal(would_add("a1", false), 2);
    play("E>+a1");
    assert_int_equal(total(0), 4);
    assert_int_equal(added(0, "ambusher"), 1);
    assert_int_equal(total(1), 4);
    assert_true(ended("defence", "lost"));
}

/* What the cards may do: mine as far as I know them, all others whatever they may be. */
static void test_4_9_open(void **context)
{
    (void)context;
    begin("'N':'h1 h4'", "'hand':{'N':'0 +1','E':'0 +1','S':'0 +1','W':'0 +1'},'begin':'action N'");
    play("N>hunt:p10 N>+h1 N>+h4");
    struct json open = json_get(contest(0), "open");
    assert_int_equal(number(json_at(json_get(open, "own"), 0)), 0);
    assert_int_equal(number(json_at(json_get(open, "own"), 1)), 1);
    assert_int_equal(number(json_at(json_get(open, "others"), 0)), -3);
    open = json_get(contest(OCHRE_NOBODY), "open");
    assert_int_equal(number(json_at(json_get(open, "others"), 1)), 4);
}

/* Whatever the play: the sums before the cards, and the cards, are what was compared; the result is what was told. */
static void follow(uint64_t seed)
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
        ochre_action action = seat == OCHRE_CHANCE ? chance_sample(&setup, &state, list, count, &rng)
                                                   : list[rng_below(&rng, (uint32_t)count)];
        bool is_placing = now()->phase == SPEARS_CARDS;
        int before[2] = {is_placing ? total(0) : 0, is_placing ? total(1) : 0};
        bool helps_first = is_placing && !json_is(json_get(contest(OCHRE_NOBODY), "kind"), "block");
        journal.count = 0;
        setup.game->rules->apply(&setup, &state, seat, action, &journal);
        const struct ochre_event *last = NULL;
        for (int i = 0; i < journal.count; i++) {
            const struct ochre_event *event = &journal.events[i];
            if (event->kind != SPEARS_TOLD_COMPARED)
                continue;
            if (!last && is_placing) {
                assert_int_equal(event->args[1], before[0] + (helps_first ? now()->cards : 0));
                assert_int_equal(event->args[2], before[1] + (helps_first ? 0 : now()->cards));
            }
            last = event;
        }
        if (!last || now()->phase == SPEARS_OVER)
            continue;
        static const char *const kinds[] = {"hunt", "block", "fight", "defence"};
        struct json told = contest(OCHRE_NOBODY);
        assert_true(json_is(json_get(told, "kind"), kinds[last->args[0]]));
        assert_int_equal(number(json_get(json_get(told, "result"), "first")), last->args[1]);
        assert_int_equal(number(json_get(json_get(told, "result"), "second")), last->args[2]);
        int card_sum = last->args[0] == SPEARS_VALUE_DEFENCE ? 0 : now()->cards;
        assert_int_equal(last->args[1], total(0) + (last->args[0] == SPEARS_VALUE_BLOCK ? 0 : card_sum));
        assert_int_equal(last->args[2], total(1) + (last->args[0] == SPEARS_VALUE_BLOCK ? card_sum : 0));
    }
}

static void test_every_contest(void **context)
{
    (void)context;
    for (int seats = 3; seats <= 4; seats++)
        for (uint64_t seed = 1; seed <= 12; seed++) {
            agree(seats, "");
            follow(seed);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_4_6_parts),     cmocka_unit_test(test_4_6_blocks),   cmocka_unit_test(test_4_6_hunts),
        cmocka_unit_test(test_4_8_fights),    cmocka_unit_test(test_4_11_defence), cmocka_unit_test(test_4_9_open),
        cmocka_unit_test(test_every_contest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
