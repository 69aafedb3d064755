/* test_state.c: states and views of the public C interface. */
#include "../unit/unit.h"

#include <math.h>

#include "desk.h"

static ochre_why why;

/* Bytes behind the last of a state must stay as they are. */
static void test_random_plays_keep_all_promises(void **unused)
{
    (void)unused;
    for (int i = 0; desk_terms[i]; i++) {
        struct desk desk = desk_new(desk_terms[i], 3);
        unsigned char *packed = malloc(desk.about.packed_size);
        uint32_t moves = 0;
        for (int seat; (seat = ochre_state_turn(desk.setup, desk.state)) != OCHRE_OVER; moves++) {
            assert_true((ochre_state_pending(desk.setup, desk.state) >> seat) & 1);
            int count = ochre_state_legal(desk.setup, desk.state, seat, desk.list);
            assert_true(count > 0 && (uint32_t)count <= desk.about.legal_max);
            assert_int_equal(ochre_state_mask(desk.setup, desk.state, seat, desk.mask, desk.more), count);
            for (int n = 0; n < count; n++)
                assert_int_equal(desk.mask[desk.list[n]], 1);
            if (seat == OCHRE_SEAT_CHANCE) {
                double sum = 0;
                assert_int_equal(ochre_state_chances(desk.setup, desk.state, desk.more, desk.chances), count);
                for (int n = 0; n < count; n++)
                    sum += desk.chances[n];
                assert_true(fabs(sum - 1) < 1e-9);
            } else {
                assert_int_equal(ochre_state_chances(desk.setup, desk.state, desk.more, desk.chances), 0);
            }
            /* Packed and back is the same state; so is a copy, until it moves. */
            assert_int_equal(ochre_state_pack(desk.setup, desk.state, packed, desk.about.packed_size, &why), 0);
            assert_int_equal(ochre_state_unpack(desk.setup, desk.other, packed, desk.about.packed_size, &why), 0);
            assert_true(ochre_state_equal(desk.setup, desk.state, desk.other));
            assert_memory_equal(desk.state, desk.other, desk.about.state_size);
            assert_true(ochre_state_hash(desk.setup, desk.state) == ochre_state_hash(desk.setup, desk.other));
            int32_t action = desk.list[ochre_lot_below(&desk.lot, (uint32_t)count)];
            ochre_state_apply_legal(desk.setup, desk.state, seat, action);
            assert_int_equal(ochre_state_apply(desk.setup, desk.other, seat, action, desk.more, &why), 0);
            assert_true(ochre_state_equal(desk.setup, desk.state, desk.other));
        }
        assert_true(moves > 0 && moves <= desk.about.moves_max);
        free(packed);
        desk_free(&desk);
    }
}

static void test_results_come_at_the_end(void **unused)
{
    (void)unused;
    for (int i = 0; desk_terms[i]; i++) {
        struct desk desk = desk_new(desk_terms[i], 5);
        ochre_result result;
        double reward[OCHRE_SEATS];
        int32_t score[OCHRE_SEATS];
        assert_int_equal(ochre_state_result(desk.setup, desk.state, &result, &why), OCHRE_REFUSED);
        assert_string_equal(why.words, "play goes on");
        ochre_state_rewards(desk.setup, desk.state, reward);
        assert_true(reward[0] == 0);
        assert_int_equal(ochre_state_scores(desk.setup, desk.state, score), 0);
        while (ochre_state_random(desk.setup, desk.state, &desk.lot, desk.list) != OCHRE_OVER)
            ;
        assert_int_equal(ochre_state_pending(desk.setup, desk.state), 0);
        assert_int_equal(ochre_state_result(desk.setup, desk.state, &result, &why), 0);
        ochre_state_rewards(desk.setup, desk.state, reward);
        double sum = 0;
        for (uint32_t seat = 0; seat < desk.about.seats; seat++) {
            assert_true(reward[seat] == result.payoff[seat]);
            assert_true(result.rank[seat] >= 1 && result.rank[seat] <= (int32_t)desk.about.seats);
            sum += result.payoff[seat];
        }
        assert_true(sum <= desk.about.seats + 0.001);
        assert_true(result.reason[0]);
        assert_int_equal(ochre_state_apply(desk.setup, desk.state, 0, 0, desk.list, &why), OCHRE_REFUSED);
        assert_string_equal(why.words, "play is over");
        desk_free(&desk);
    }
}

static void apply_refused(struct desk *desk, int seat, int32_t action, const char *expected)
{
    ochre_state_copy(desk->setup, desk->other, desk->state);
    assert_int_equal(ochre_state_apply(desk->setup, desk->state, seat, action, desk->list, &why), OCHRE_REFUSED);
    if (!strstr(why.words, expected) || !why.rule[0])
        fail_msg("%s: '%s' does not say '%s'", why.rule, why.words, expected);
    assert_memory_equal(desk->state, desk->other, desk->about.state_size);
}

static void test_wrong_actions_are_refused_with_the_rule(void **unused)
{
    (void)unused;
    struct desk desk = desk_new("pebble seats=3", 3);
    apply_refused(&desk, OCHRE_SEAT_CHANCE, 100, "expected a number from 0 to 8");
    apply_refused(&desk, 0, 0, "");
    ochre_state_roll(desk.setup, desk.state, &desk.lot, desk.list);
    apply_refused(&desk, 3, 0, "there is no seat 3");
    apply_refused(&desk, -1, 0, "there is no seat -1");
    apply_refused(&desk, OCHRE_SEAT_ALL, 0, "there is no seat 6");
    apply_refused(&desk, 0, -5, "action -5: expected a number from 0 to 5");
    apply_refused(&desk, 0, 6, "action 6");
    apply_refused(&desk, 0, INT32_MAX, "action");
    apply_refused(&desk, OCHRE_SEAT_CHANCE, 0, "chance cannot do 0 now");
    desk_free(&desk);
}

static void test_memory_of_another_setup_is_refused(void **unused)
{
    (void)unused;
    struct desk desk = desk_new("tribes seats=2", 3);
    struct desk stranger = desk_new("tribes seats=3", 3);
    unsigned char *packed = malloc(desk.about.packed_size);
    assert_int_equal(desk.about.state_size, stranger.about.state_size);
    assert_int_equal(ochre_state_turn(stranger.setup, desk.state), OCHRE_OVER);
    assert_int_equal(ochre_state_legal(stranger.setup, desk.state, 0, stranger.list), 0);
    assert_int_equal(ochre_state_apply(stranger.setup, desk.state, 0, 0, stranger.list, &why), OCHRE_REFUSED);
    assert_string_equal(why.words, "this is no state of this setup");
    assert_int_equal(ochre_state_look(stranger.setup, desk.state, 0, stranger.view, &why), OCHRE_REFUSED);
    assert_int_equal(ochre_state_pack(stranger.setup, desk.state, packed, desk.about.packed_size, &why), OCHRE_REFUSED);
    assert_int_equal(ochre_state_look(desk.setup, desk.state, 0, desk.view, &why), 0);
    assert_int_equal(ochre_view_viewer(stranger.setup, desk.view), OCHRE_REFUSED);
    assert_int_equal(ochre_view_imagine(stranger.setup, desk.view, 1, stranger.state, &why), OCHRE_REFUSED);
    assert_int_equal(ochre_view_json(stranger.setup, desk.view, desk.text, DESK_TEXT), 0);
    /* A view is no state: what a seat does not know cannot be played with. */
    assert_int_equal(ochre_state_turn(desk.setup, (ochre_state *)desk.view), OCHRE_OVER);
    assert_int_equal(ochre_state_look(desk.setup, (ochre_state *)desk.view, OCHRE_SEAT_ALL, stranger.view, &why),
                     OCHRE_REFUSED);
    assert_int_equal(ochre_view_viewer(desk.setup, (ochre_view *)desk.state), OCHRE_REFUSED);
    free(packed);
    desk_free(&stranger);
    desk_free(&desk);
}

static void test_damaged_bytes_are_refused(void **unused)
{
    (void)unused;
    struct desk desk = desk_new("valley", 3);
    size_t size = desk.about.packed_size;
    unsigned char *packed = malloc(size);
    for (int i = 0; i < 40; i++)
        ochre_state_random(desk.setup, desk.state, &desk.lot, desk.list);
    assert_int_equal(ochre_state_pack(desk.setup, desk.state, packed, size - 1, &why), OCHRE_REFUSED);
    assert_int_equal(ochre_state_pack(desk.setup, desk.state, packed, size, &why), 0);
    assert_int_equal(ochre_state_unpack(desk.setup, desk.other, packed, size - 1, &why), OCHRE_REFUSED);
    for (size_t i = 0; i < size; i++) {
        packed[i] ^= 0x10;
        assert_int_equal(ochre_state_unpack(desk.setup, desk.other, packed, size, &why), OCHRE_REFUSED);
        assert_true(why.words[0]);
        packed[i] ^= 0x10;
    }
    assert_int_equal(ochre_state_unpack(desk.setup, desk.other, packed, size, &why), 0);
    free(packed);
    desk_free(&desk);
}

/* Everything that can be asked of a view, at every step, for everybody. */
static void ask_view(struct desk *desk, int viewer)
{
    uint64_t key[2];
    uint64_t again[2];
    assert_int_equal(ochre_state_look(desk->setup, desk->state, viewer, desk->view, &why), 0);
    assert_int_equal(ochre_view_viewer(desk->setup, desk->view), viewer);
    assert_int_equal(ochre_view_pending(desk->setup, desk->view), ochre_state_pending(desk->setup, desk->state));
    assert_int_equal(ochre_view_key(desk->setup, desk->view, key), 0);
    size_t length = ochre_view_json(desk->setup, desk->view, desk->text, DESK_TEXT);
    assert_true(length > 2 && length < DESK_TEXT && desk->text[0] == '{' && desk->text[length - 1] == '}');
    assert_true(ochre_view_text(desk->setup, desk->view, desk->text, DESK_TEXT) > 80);
    bool is_seat = viewer < (int)desk->about.seats;
    assert_int_equal(ochre_view_observe(desk->setup, desk->view, desk->numbers, &why), is_seat ? 0 : OCHRE_REFUSED);
    /* Imagined: the seat sees the same, and may do the same. */
    assert_int_equal(ochre_view_imagine(desk->setup, desk->view, 9, desk->other, &why), 0);
    assert_int_equal(ochre_view_legal(desk->setup, desk->view, desk->list),
                     is_seat ? ochre_state_legal(desk->setup, desk->other, viewer, desk->more) : 0);
    assert_int_equal(ochre_state_look(desk->setup, desk->other, viewer, desk->view, &why), 0);
    assert_int_equal(ochre_view_key(desk->setup, desk->view, again), 0);
    assert_memory_equal(key, again, sizeof key);
}

static void ask_moves(struct desk *desk, int seat)
{
    int viewer = seat == OCHRE_SEAT_CHANCE ? OCHRE_SEAT_ALL : seat;
    assert_int_equal(ochre_state_look(desk->setup, desk->state, viewer, desk->view, &why), 0);
    int count = ochre_state_legal(desk->setup, desk->state, seat, desk->list);
    int32_t action = desk->list[ochre_lot_below(&desk->lot, (uint32_t)count)];
    int32_t found = -1;
    char move[OCHRE_TEXT_SIZE];
    size_t length = ochre_view_move_text(desk->setup, desk->view, seat, action, desk->more, move, sizeof move);
    assert_true(length > 0 && length < sizeof move);
    assert_int_equal(ochre_view_read_move(desk->setup, desk->view, seat, move, desk->more, &found, &why), 0);
    assert_int_equal(found, action);
    assert_true(ochre_view_move_words(desk->setup, desk->view, seat, action, desk->more, desk->text, DESK_TEXT) > 0);
    assert_int_equal(ochre_view_read_move(desk->setup, desk->view, seat, "sing a song", desk->more, &found, &why),
                     OCHRE_REFUSED);
    assert_true(why.rule[0] && why.words[0]);
    ochre_view_ask(desk->setup, desk->view, desk->text, DESK_TEXT);
    ochre_state_apply_legal(desk->setup, desk->state, seat, action);
}

static void test_views_answer_for_their_seat(void **unused)
{
    (void)unused;
    for (int i = 0; desk_terms[i]; i++) {
        struct desk desk = desk_new(desk_terms[i], 8);
        int seat;
        for (int moves = 0; moves < 120 && (seat = ochre_state_turn(desk.setup, desk.state)) != OCHRE_OVER; moves++) {
            if (moves % 4 == 0) {
                for (int viewer = 0; viewer < (int)desk.about.seats; viewer++)
                    ask_view(&desk, viewer);
                ask_view(&desk, OCHRE_SEAT_WATCHER);
                ask_view(&desk, OCHRE_SEAT_ALL);
            }
            ask_moves(&desk, seat);
        }
        assert_int_equal(ochre_state_look(desk.setup, desk.state, OCHRE_SEAT_CHANCE, desk.view, &why), OCHRE_REFUSED);
        assert_int_equal(ochre_state_look(desk.setup, desk.state, -1, desk.view, &why), OCHRE_REFUSED);
        assert_int_equal(ochre_state_look(desk.setup, desk.state, 7, desk.view, &why), OCHRE_REFUSED);
        desk_free(&desk);
    }
}

/* From a position in which only the others' cards differ, a seat is told the same; the all-seeing view is not. */
static void test_secrets_stay_secret(void **unused)
{
    (void)unused;
    struct desk desk = desk_new("pebble seats=3", 4);
    ochre_state_roll(desk.setup, desk.state, &desk.lot, desk.list);
    ochre_state_look(desk.setup, desk.state, 0, desk.view, &why);
    char *truth = malloc(DESK_TEXT);
    int differ = 0;
    ochre_state_look(desk.setup, desk.state, OCHRE_SEAT_ALL, desk.view, &why);
    ochre_view_json(desk.setup, desk.view, truth, DESK_TEXT);
    for (uint64_t seed = 0; seed < 20; seed++) {
        ochre_state_look(desk.setup, desk.state, 0, desk.view, &why);
        assert_int_equal(ochre_view_imagine(desk.setup, desk.view, seed, desk.other, &why), 0);
        ochre_state_look(desk.setup, desk.other, OCHRE_SEAT_ALL, desk.view, &why);
        ochre_view_json(desk.setup, desk.view, desk.text, DESK_TEXT);
        differ += strcmp(truth, desk.text) != 0;
    }
    assert_true(differ > 10);
    int32_t action;
    ochre_state_look(desk.setup, desk.state, 0, desk.view, &why);
    assert_int_equal(ochre_view_read_move(desk.setup, desk.view, 1, "play:1", desk.list, &action, &why), OCHRE_REFUSED);
    assert_non_null(strstr(why.words, "does not speak for seat 1"));
    assert_int_equal(ochre_view_move_text(desk.setup, desk.view, 1, 0, desk.list, desk.text, DESK_TEXT), 0);
    free(truth);
    desk_free(&desk);
}

/* What a seat is told, written down in full: who moved, what it saw of it, and its view after it. */
struct record {
    char *text;
    size_t used;
};

enum { RECORD_SIZE = 1 << 20 };

static void tell_in_full(struct desk *desk, int mover, int32_t seen, int seat, struct record *record)
{
    ochre_state_look(desk->setup, desk->state, seat, desk->view, &why);
    record->used += (size_t)snprintf(record->text + record->used, RECORD_SIZE - record->used, "%d %d ", mover, seen);
    assert_true(record->used + desk->about.state_size < RECORD_SIZE);
    memcpy(record->text + record->used, desk->view, desk->about.state_size);
    record->used += desk->about.state_size;
}

/* Two plays of pebble from many pairs of seeds: keys are equal exactly when the records are. In pebble a seat sees its
 * own cards and choices, and everything else but the others'. */
static void play_told(uint64_t seed, ochre_told *told, struct record *record)
{
    struct desk desk = desk_new("pebble seats=2 cards=2", seed);
    record->used = 0;
    ochre_told_start(desk.setup, desk.state, told);
    tell_in_full(&desk, -1, -1, 0, record);
    for (int seat; (seat = ochre_state_turn(desk.setup, desk.state)) != OCHRE_OVER;) {
        int count = ochre_state_legal(desk.setup, desk.state, seat, desk.list);
        int32_t action = desk.list[ochre_lot_below(&desk.lot, (uint32_t)count)];
        ochre_told_apply_legal(desk.setup, desk.state, seat, action, told);
        tell_in_full(&desk, seat, seat == 0 ? action : -1, 0, record);
        if (ochre_lot_below(&desk.lot, 2) == 0)
            break;
    }
    desk_free(&desk);
}

static void test_keys_are_equal_exactly_when_told_the_same(void **unused)
{
    (void)unused;
    enum { PLAYS = 150 };
    ochre_told told[PLAYS];
    struct record record[PLAYS];
    int same = 0;
    int other = 0;
    for (int i = 0; i < PLAYS; i++) {
        record[i].text = malloc(RECORD_SIZE);
        play_told((uint64_t)i, &told[i], &record[i]);
        for (int k = 0; k < i; k++) {
            bool is_same =
                record[i].used == record[k].used && memcmp(record[i].text, record[k].text, record[i].used) == 0;
            assert_int_equal(is_same, memcmp(told[i].key[0], told[k].key[0], sizeof told[i].key[0]) == 0);
            same += is_same;
            other += !is_same;
        }
    }
    assert_true(same > 10 && other > 10);
    for (int i = 0; i < PLAYS; i++)
        free(record[i].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_plays_keep_all_promises),
        cmocka_unit_test(test_results_come_at_the_end),
        cmocka_unit_test(test_wrong_actions_are_refused_with_the_rule),
        cmocka_unit_test(test_memory_of_another_setup_is_refused),
        cmocka_unit_test(test_damaged_bytes_are_refused),
        cmocka_unit_test(test_views_answer_for_their_seat),
        cmocka_unit_test(test_secrets_stay_secret),
        cmocka_unit_test(test_keys_are_equal_exactly_when_told_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
