/* test_properties.c: what holds in every position of random play, on every size, mode and option: the fast generators
 * and a plain one agree, refusals agree with the list, symmetries, FEN identity. --long plays more. */
#include "dice_bench.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/think.h"
#include "rules/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int plays = 1;

/* Sizes, modes and rules that are played. */
static const struct {
    int seats;
    const char *options;
} variants[] = {
    {2, ""},
    {2, "setup=ranks"},
    {2, "size=6 faces=3"},
    {2, "size=7 chain=on martyr=swap"},
    {2, "size=9 setup=ranks chain=on"},
    {2, "size=10 faces=9 setup=ranks"},
    {2, "faces=9 setup=ranks chain=on np=400"},
    {2, "faces=2"},
    {2, "ally=off martyr=off adj=sum np=20"},
    {2, "setup=ranks martyr=swap faces=5"},
    {4, "mode=4t"},
    {4, "mode=4t size=7 faces=3"},
    {4, "mode=4t size=9 martyr=swap faces=4"},
    {4, "mode=4i"},
    {4, "mode=4i size=7 chain=on faces=3"},
    {4, "mode=4i size=10 martyr=swap faces=3"},
    {4, "mode=4i size=9 faces=4 adj=sum"},
};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

static const struct dice_tables *rules(void)
{
    return dice_tables(&bench.setup);
}

static const struct dice_core *core(void)
{
    return &dice_of(&bench.state)->core;
}

/* Plays at random from the start of every variant; `look` sees every position before its move. */
static void roam(void (*look)(struct ochre_rng *rng, int turn))
{
    for (int v = 0; v < VARIANTS; v++)
        for (int play = 0; play < plays; play++) {
            struct ochre_rng rng;
            rng_seed(&rng, (uint64_t)v * 1000 + (uint64_t)play);
            bench_start(variants[v].seats, variants[v].options);
            for (int turn = 0; bench_seat() >= 0; turn++) {
                bench_count();
                ochre_action action = bench.list[rng_below(&rng, (uint32_t)bench.count)];
                look(&rng, turn);
                ochre_dice.rules->apply(&bench.setup, &bench.state, bench_seat(), action, NULL);
                const char *wrong = ochre_dice.rules->check(&bench.setup, &bench.state);
                if (wrong)
                    fail_msg("%s: %s", bench_fen_now(), wrong);
            }
        }
}

/* ---- the two generators ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void agrees_with_plain(struct ochre_rng *rng, int turn)
{
    (void)rng;
    (void)turn;
    static char fast[12 * 1024][16];
    static char slow[12 * 1024][16];
    static struct ochre_view view;
    struct plain plain;
    plain_of(&plain, rules(), core());
    int expected = plain_moves(&plain, slow, 12 * 1024);
    bench_count();
    if (expected != bench.count)
        fail_msg("%s: %d moves, expected %d", bench_fen_now(), bench.count, expected);
    assert_int_equal(dice_count(rules(), core()), expected);
    assert_true((uint32_t)expected <= bench.setup.legal_max);
    state_look(&bench.setup, &bench.state, OCHRE_EVERYBODY, &view);
    int own = 0;
    dice_sum(rules(), core(), core()->side, &own);
    assert_true(expected >= own); /* every unit can at least rotate */
    for (int i = 0; i < bench.count; i++) {
        struct ochre_text text = text_on(fast[i], sizeof fast[i]);
        ochre_dice.words->format_move(&bench.setup, &view, bench_seat(), bench.list[i], &text);
        assert_true(i == 0 || bench.list[i - 1] < bench.list[i]);
    }
    qsort(fast, (size_t)expected, sizeof fast[0], by_text);
    qsort(slow, (size_t)expected, sizeof slow[0], by_text);
    for (int i = 0; i < expected; i++)
        if (strcmp(fast[i], slow[i]) != 0)
            fail_msg("%s: %s, expected %s", bench_fen_now(), fast[i], slow[i]);
}

/* Plays a random turn on both and compares the boards; the bench stays as it was. */
static void plays_like_plain(struct ochre_rng *rng)
{
    static struct ochre_view view;
    static struct ochre_state before;
    struct plain plain;
    struct plain after;
    char move[16];
    plain_of(&plain, rules(), core());
    state_look(&bench.setup, &bench.state, OCHRE_EVERYBODY, &view);
    state_copy(&bench.setup, &before, &bench.state);
    ochre_action action = bench.list[rng_below(rng, (uint32_t)bench.count)];
    struct ochre_text text = text_on(move, sizeof move);
    ochre_dice.words->format_move(&bench.setup, &view, bench_seat(), action, &text);
    ochre_dice.rules->apply(&bench.setup, &bench.state, bench_seat(), action, NULL);
    assert_true(plain_play(&plain, move));
    plain_of(&after, rules(), core());
    if (!plain_equal(&plain, &after))
        fail_msg("%s after %s: another board was expected", bench_fen_now(), move);
    state_copy(&bench.setup, &bench.state, &before);
}

static void moves_and_boards_agree(struct ochre_rng *rng, int turn)
{
    agrees_with_plain(rng, turn);
    plays_like_plain(rng);
}

static void the_generators_agree(void **context)
{
    (void)context;
    roam(moves_and_boards_agree);
}

/* Boards nobody would play to: full of units of all kinds. */
static void the_generators_agree_on_wild_boards(void **context)
{
    (void)context;
    struct ochre_rng rng;
    rng_seed(&rng, 4711);
    for (int board = 0; board < 1500 * plays; board++) {
        int v = (int)rng_below(&rng, VARIANTS);
        bench_start(variants[v].seats, variants[v].options);
        struct dice_state *s = dice(&bench.state);
        uint32_t crowd = 1 + rng_below(&rng, 9);
        uint32_t top = 1 + rng_below(&rng, rules()->faces);
        memset(bench.state.bytes, 0, bench.setup.state_size);
        for (int square = 0; square < rules()->squares; square++)
            if (rng_below(&rng, 10) < crowd) {
                int value = rules()->faces - (int)rng_below(&rng, top);
                bool is_ally = value > 1 && rng_below(&rng, 4) == 0;
                dice_put(rules(), &s->core, square,
                         dice_make_unit((int)rng_below(&rng, rules()->colours), value, rng_below(&rng, 2), is_ally));
            }
        s->core.turn = 1;
        s->core.side = (uint8_t)rng_below(&rng, rules()->colours);
        if (!(s->core.alive >> s->core.side & 1))
            continue;
        dice_settle(rules(), s);
        if (bench_seat() < 0)
            continue;
        agrees_with_plain(&rng, 0);
        for (int i = 0; i < 8; i++)
            plays_like_plain(&rng);
        if (board % 10 == 0) {
            struct plain plain;
            plain_of(&plain, rules(), core());
            if (bench.count < 120)
                assert_int_equal(dice_perft(&bench.setup, &bench.state, 2, true, NULL), plain_perft(&plain, 2));
        }
    }
}

/* ---- refusals ---- */

static void refusals_agree(struct ochre_rng *rng, int turn)
{
    static struct ochre_view view;
    (void)turn;
    bench_count();
    state_look(&bench.setup, &bench.state, bench_seat(), &view);
    for (int i = 0; i < 20; i++) {
        ochre_action action = i % 2 ? rng_below(rng, rules()->stage) : rng_below(rng, bench.setup.actions);
        bool is_legal = legal_has(bench.list, bench.count, action);
        const char *rule = ochre_dice.words->why_not(&bench.setup, &view, bench_seat(), action, NULL);
        if (is_legal != (rule == NULL))
            fail_msg("%s: action %u: %s", bench_fen_now(), action, rule ? rule : "not refused");
    }
}

static void refusals_agree_with_the_list(void **context)
{
    (void)context;
    roam(refusals_agree);
}

/* ---- FEN identity ---- */

static void fen_is_identity(struct ochre_rng *rng, int turn)
{
    (void)rng;
    if (turn % 7)
        return;
    static struct bench before;
    char fen[DICE_FEN_SIZE];
    before = bench;
    snprintf(fen, sizeof fen, "%s", bench_fen_now());
    bench_fen(fen);
    assert_fen(fen);
    assert_memory_equal(core()->cell, dice_of(&before.state)->core.cell, sizeof core()->cell);
    assert_int_equal(core()->key, dice_of(&before.state)->core.key);
    bench = before;
}

static void printing_and_reading_is_the_identity(void **context)
{
    (void)context;
    roam(fen_is_identity);
}

/* ---- symmetries ---- */

/* A picture of the board: squares mapped, colours shifted. */
struct mirror {
    int mode;
    int kind; /* 0 files, 1 ranks, 2 rising diagonal, 3 falling diagonal, 4 quarter turn clockwise */
    int shift;
};

static const struct mirror mirrors[] = {
    {MODE_TWO, 0, 0}, {MODE_TWO, 1, 1}, {MODE_TEAMS, 2, 0}, {MODE_TEAMS, 3, 0}, {MODE_TEAMS, 0, 1}, {MODE_ALONE, 4, 1},
};

static int mapped(int n, int square, int kind)
{
    int x = square % n;
    int y = square / n;
    switch (kind) {
    case 0: return y * n + (n - 1 - x);
    case 1: return (n - 1 - y) * n + x;
    case 2: return x * n + y;
    case 3: return (n - 1 - x) * n + (n - 1 - y);
    default: return (n - 1 - x) * n + y;
    }
}

static void mirror_into(struct ochre_state *to, const struct mirror *mirror)
{
    struct dice_state *s = dice(to);
    memset(to->bytes, 0, bench.setup.state_size);
    for (int square = 0; square < rules()->squares; square++) {
        dice_unit unit = dice_unit_at(rules(), core(), square);
        if (unit)
            dice_put(rules(), &s->core, mapped(rules()->n, square, mirror->kind),
                     dice_make_unit((dice_owner(unit) + mirror->shift) % rules()->colours, dice_value(unit),
                                    dice_is_diagonal(unit), dice_is_ally(unit)));
    }
    s->core.side = (uint8_t)((core()->side + mirror->shift) % rules()->colours);
    s->core.clock = core()->clock;
    s->core.turn = core()->turn;
    dice_settle(rules(), s);
}

static void symmetries_hold(struct ochre_rng *rng, int turn)
{
    (void)rng;
    if (turn % 11)
        return;
    static struct ochre_state other;
    int depth = turn % 33 == 0 && bench.count < 40 ? 2 : 1;
    uint64_t nodes = dice_perft(&bench.setup, &bench.state, depth, true, NULL);
    assert_int_equal(nodes, dice_perft(&bench.setup, &bench.state, depth, false, NULL));
    for (size_t i = 0; i < sizeof mirrors / sizeof mirrors[0]; i++) {
        if (mirrors[i].mode != rules()->mode)
            continue;
        mirror_into(&other, &mirrors[i]);
        assert_null(ochre_dice.rules->check(&bench.setup, &other));
        assert_int_equal(dice_of(&other)->core.end, core()->end);
        if (dice_perft(&bench.setup, &other, depth, true, NULL) != nodes)
            fail_msg("%s: another count in mirror %zu", bench_fen_now(), i);
        float here[OCHRE_SEATS_MAX];
        float there[OCHRE_SEATS_MAX];
        ochre_dice.think->judge(&bench.setup, &bench.state, here);
        ochre_dice.think->judge(&bench.setup, &other, there);
        for (int seat = 0; seat < bench.setup.seats; seat++) {
            float apart = here[seat] - there[(seat + mirrors[i].shift) % bench.setup.seats];
            assert_true(apart < 1e-5F && apart > -1e-5F);
        }
    }
}

static void counts_do_not_change_in_mirrors(void **context)
{
    (void)context;
    roam(symmetries_hold);
}

/* ---- the tensor ---- */

/* A board and its picture for the next colour look the same to the two that sit alike. */
static void tensors_match(struct ochre_rng *rng, int turn)
{
    (void)rng;
    static struct ochre_state other;
    static struct ochre_view view;
    static float here[40000];
    static float there[40000];
    const struct mirror *mirror = rules()->mode == MODE_ALONE ? &mirrors[5] : &(const struct mirror){0, 1, 1};
    if (turn % 50)
        return;
    assert_true(bench.setup.observe_size <= 40000);
    mirror_into(&other, mirror);
    state_look(&bench.setup, &bench.state, 0, &view);
    dice((struct ochre_state *)&view)->core.seen = 1; /* the picture has no history */
    ochre_dice.show->observe(&bench.setup, &view, 0, here);
    state_look(&bench.setup, &other, 1, &view);
    ochre_dice.show->observe(&bench.setup, &view, 1, there);
    for (uint32_t i = 0; i < bench.setup.observe_size; i++)
        assert_true(here[i] >= there[i] && here[i] <= there[i]);
}

static void every_seat_looks_from_the_south_west(void **context)
{
    (void)context;
    roam(tensors_match);
}

/* ---- danger ---- */

static bool is_warned(const struct ochre_view *view, int seat, const char *by, const char *at)
{
    char bytes[128];
    struct ochre_danger danger;
    for (int from = 0;;) {
        struct ochre_text text = text_on(bytes, sizeof bytes);
        from = ochre_dice.words->find_danger(&bench.setup, view, seat, from, &danger, &text);
        if (from == 0)
            return false;
        for (int i = 0; i < danger.count; i++)
            if (strcmp(danger.by, by) == 0 && strcmp(danger.at[i], at) == 0)
                return true;
    }
}

static int count_dangers(const struct ochre_view *view, int seat)
{
    char bytes[128];
    struct ochre_danger danger;
    int count = 0;
    for (int from = 0;;) {
        struct ochre_text text = text_on(bytes, sizeof bytes);
        from = ochre_dice.words->find_danger(&bench.setup, view, seat, from, &danger, &text);
        if (from == 0)
            return count;
        count += danger.count;
    }
}

/* The captures of a colour, if it were its turn, of stones of another: each is a danger. Returns how many there are. */
static int warned_of(int colour, int own, int seat, const struct ochre_view *view)
{
    static ochre_action list[DICE_LIST_MAX];
    struct dice_core turned = *core();
    int n = rules()->n;
    int count = 0;
    turned.side = (uint8_t)colour;
    int turns = dice_list(rules(), &turned, list);
    for (int i = 0; i < turns; i++) {
        struct dice_move move = dice_move_of(rules(), &turned, list[i]);
        dice_unit prey = move.kind == MOVE_SLIDE && move.target < 0 ? dice_unit_at(rules(), &turned, move.to) : 0;
        if (!prey || dice_owner(prey) != own)
            continue;
        count++;
        if (!is_warned(view, seat, DICE_SQUARE(n, move.from), DICE_SQUARE(n, move.to)))
            fail_msg("%s: %s does not hear of %s", bench_fen_now(), seat_code(seat), DICE_SQUARE(n, move.from));
    }
    return count;
}

static void dangers_are_captures(struct ochre_rng *rng, int turn)
{
    static struct ochre_view view;
    (void)rng;
    if (turn % 5)
        return;
    for (int seat = 0; seat < bench.setup.seats; seat++) {
        int own = dice_colour_of_seat(rules(), seat);
        int captures = 0;
        state_look(&bench.setup, &bench.state, seat, &view);
        for (int colour = 0; colour < rules()->colours; colour++)
            captures += colour == own ? 0 : warned_of(colour, own, seat, &view);
        if (count_dangers(&view, seat) != captures)
            fail_msg("%s: %s hears of %d captures, there are %d", bench_fen_now(), seat_code(seat),
                     count_dangers(&view, seat), captures);
    }
}

static void what_others_could_take_is_in_danger(void **context)
{
    (void)context;
    roam(dangers_are_captures);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--long") == 0)
        plays = 20;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_generators_agree),
        cmocka_unit_test(the_generators_agree_on_wild_boards),
        cmocka_unit_test(refusals_agree_with_the_list),
        cmocka_unit_test(printing_and_reading_is_the_identity),
        cmocka_unit_test(counts_do_not_change_in_mirrors),
        cmocka_unit_test(every_seat_looks_from_the_south_west),
        cmocka_unit_test(what_others_could_take_is_in_danger),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
