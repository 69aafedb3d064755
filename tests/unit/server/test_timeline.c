/* test_timeline.c: a server's own time, while the clock on the wall is set forth and back, and across starts. */
#include "../unit.h"

#include "base/rng.h"
#include "server/timeline.h"

enum { SECOND = 1000, HOUR = 3600 * SECOND };
static const int64_t day = 24 * (int64_t)HOUR;
static const int64_t today = 1800000000000;

/* The machine: a wall that anybody may set, and a clock that counts from its last start. */
struct machine {
    int64_t wall, steady;
    char memo[TIMELINE_MEMO_SIZE];
    struct timeline line;
};

static void start(struct machine *machine)
{
    machine->steady = 77;
    timeline_begin(&machine->line, machine->memo, machine->wall, machine->steady);
}

static int64_t now(const struct machine *machine)
{
    return timeline_now(&machine->line, machine->steady);
}

static void note(struct machine *machine)
{
    timeline_note(&machine->line, machine->wall, machine->steady, machine->memo);
}

/* As a server does it: it looks several times a second. */
static void look(struct machine *machine)
{
    if (timeline_is_due(&machine->line, machine->wall, machine->steady))
        note(machine);
}

static void run(struct machine *machine, int64_t time)
{
    machine->wall += time;
    machine->steady += time;
    look(machine);
}

static void set_wall(struct machine *machine, int64_t wall)
{
    machine->wall = wall;
    look(machine);
}

static void the_first_server_begins_with_the_wall(void **unused)
{
    (void)unused;
    struct machine machine = {.wall = today};
    start(&machine);
    assert_int_equal(now(&machine), today);
    run(&machine, HOUR);
    assert_int_equal(now(&machine), today + HOUR);
}

static void time_goes_on_while_a_server_is_down(void **unused)
{
    (void)unused;
    for (int is_killed = 0; is_killed < 2; is_killed++) {
        struct machine machine = {.wall = today};
        start(&machine);
        run(&machine, 20 * SECOND);
        run(&machine, 2 * day);
        if (!is_killed)
            note(&machine);
        machine.wall += 3 * day;
        start(&machine);
        assert_int_equal(now(&machine), today + 20 * SECOND + 5 * day);
    }
}

static void a_wall_that_is_set_changes_nothing(void **unused)
{
    (void)unused;
    static const int64_t jumps[] = {-20000, -10, -1, 1, 10, 20000};
    for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++) {
        struct machine machine = {.wall = today};
        start(&machine);
        run(&machine, HOUR);
        set_wall(&machine, machine.wall + jumps[i] * day);
        assert_int_equal(now(&machine), today + HOUR);
        run(&machine, HOUR);
        machine.wall += HOUR; /* killed and started again an hour later, by the same wall */
        start(&machine);
        assert_int_equal(now(&machine), today + 3 * HOUR);
    }
}

static void a_wall_that_was_set_back_while_nobody_looked_costs_no_time(void **unused)
{
    (void)unused;
    struct machine machine = {.wall = today};
    start(&machine);
    run(&machine, HOUR);
    note(&machine);
    machine.wall = today - 4000 * day;
    start(&machine);
    assert_int_equal(now(&machine), today + HOUR);
    run(&machine, HOUR);
    assert_int_equal(now(&machine), today + 2 * HOUR); /* and it does not stand still */
}

static void a_clock_without_battery_begins_in_1970(void **unused)
{
    (void)unused;
    struct machine machine = {.wall = 5 * SECOND};
    start(&machine);
    run(&machine, HOUR);
    int64_t then = now(&machine);
    set_wall(&machine, today); /* the network knows better */
    assert_int_equal(now(&machine), then);
    machine.wall += HOUR;
    start(&machine);
    assert_int_equal(now(&machine), then + HOUR); /* and not fifty years later */
}

static void nonsense_is_no_memo(void **unused)
{
    (void)unused;
    static const char *const memos[] = {
        "", "1", "x y", "-5 7", "99999999999999999999 1", "36028797018963969 1", "1 -99999999999999999"};
    for (size_t i = 0; i < sizeof memos / sizeof *memos; i++) {
        struct machine machine = {.wall = today};
        (void)snprintf(machine.memo, sizeof machine.memo, "%s", memos[i]);
        start(&machine);
        assert_int_equal(now(&machine), today);
    }
}

/* Whatever is done: time never goes back, runs as fast as the steady clock while a server runs, and a stop counts for
 * what the wall says or for nothing. */
static void laws_of_time(void **unused)
{
    (void)unused;
    struct ochre_rng rng;
    rng_seed(&rng, 17);
    for (int round = 0; round < 300; round++) {
        struct machine machine = {.wall = (int64_t)rng_below(&rng, 3000) * day + 1};
        start(&machine);
        for (int i = 0; i < 60; i++) {
            int64_t before = now(&machine);
            int64_t span = (int64_t)rng_below(&rng, 100000) * 100 + 1;
            int64_t jump = ((int64_t)rng_below(&rng, 2001) - 1000) * day;
            switch (rng_below(&rng, 4)) {
            case 0:
                run(&machine, span);
                assert_int_equal(now(&machine), before + span);
                break;
            case 1:
                set_wall(&machine, machine.wall + jump);
                assert_int_equal(now(&machine), before);
                break;
            case 2: /* stopped, and the wall is right */
                note(&machine);
                machine.wall += span;
                start(&machine);
                look(&machine);
                assert_int_equal(now(&machine), before + span);
                break;
            default: /* stopped, and the wall is set back meanwhile */
                note(&machine);
                machine.wall -= span;
                start(&machine);
                look(&machine);
                assert_int_equal(now(&machine), before);
                break;
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_server_begins_with_the_wall),
        cmocka_unit_test(time_goes_on_while_a_server_is_down),
        cmocka_unit_test(a_wall_that_is_set_changes_nothing),
        cmocka_unit_test(a_wall_that_was_set_back_while_nobody_looked_costs_no_time),
        cmocka_unit_test(a_clock_without_battery_begins_in_1970),
        cmocka_unit_test(nonsense_is_no_memo),
        cmocka_unit_test(laws_of_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
