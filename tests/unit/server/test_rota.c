/* test_rota.c: whose question is thought about next. Durations are made up, so that everything here is exact. */
#include "../unit.h"

#include "base/rng.h"
#include "server/rota.h"

enum { JOBS = 512 };

struct question {
    struct rota_job place; /* first: a place is a question */
    uint64_t person;
    int64_t table;
};

struct office {
    struct rota rota;
    struct question question[JOBS];
    int count;
};

static struct question *ask(struct office *office, uint64_t person, int64_t table)
{
    assert_true(office->count < JOBS);
    struct question *question = &office->question[office->count++];
    *question = (struct question){.person = person, .table = table};
    rota_add(&office->rota, person, table, &question->place);
    return question;
}

static struct question *take(struct office *office)
{
    return (struct question *)rota_take(&office->rota);
}

/* The next, thought about for so long by one who does nothing else. */
static struct question *serve(struct office *office, double seconds)
{
    struct question *question = take(office);
    if (question)
        rota_end(&office->rota, &question->place, seconds);
    return question;
}

enum { ATTACKER = 1, NEIGHBOUR = 2, THIRD = 3 };

/* Thirty tables with four of the slowest players each. */
static void flood(struct office *office)
{
    for (int64_t table = 1; table <= 30; table++)
        for (int seat = 0; seat < 4; seat++)
            (void)ask(office, ATTACKER, table);
}

static void a_flood_does_not_hold_up_the_neighbour(void **unused)
{
    (void)unused;
    for (int before = 0; before < 60; before++) {
        struct office office = {.rota = {.per_table = 2}};
        flood(&office);
        for (int i = 0; i < before; i++)
            assert_int_equal(serve(&office, 2.0)->person, ATTACKER);
        struct question *begun = take(&office); /* the only thread is busy with this one … */
        (void)ask(&office, NEIGHBOUR, 99);
        rota_end(&office.rota, &begun->place, 2.0);
        int foreign = 0;
        while (serve(&office, 2.0)->person != NEIGHBOUR)
            foreign++;
        assert_true(foreign <= 1); /* … and at most one more comes first */
        rota_free(&office.rota);
    }
}

/* Who asks one thing after the other gets half of the time, not one turn in a hundred and twenty. */
static void a_flood_gets_no_more_than_half(void **unused)
{
    (void)unused;
    struct office office = {.rota = {.per_table = 2}};
    flood(&office);
    double used[3] = {0};
    (void)ask(&office, NEIGHBOUR, 99);
    for (int i = 0; i < 100; i++) {
        struct question *question = take(&office);
        double seconds = question->person == ATTACKER ? 2.0 : 0.5;
        used[question->person] += seconds;
        rota_end(&office.rota, &question->place, seconds);
        if (question->person == NEIGHBOUR)
            (void)ask(&office, NEIGHBOUR, 99);
    }
    double distance = used[ATTACKER] - used[NEIGHBOUR];
    assert_true(distance <= 2.5 && distance >= -2.5);
    rota_free(&office.rota);
}

/* Asking for one thing at a time and going away in between does not make young again. */
static void a_debt_is_not_lost_by_going_away(void **unused)
{
    (void)unused;
    struct office office = {.rota = {.per_table = 2}};
    for (int i = 0; i < 40; i++)
        (void)ask(&office, NEIGHBOUR, 99);
    int turns[3] = {0};
    (void)ask(&office, ATTACKER, 1);
    for (int i = 0; i < 60; i++) {
        struct question *question = take(&office);
        turns[question->person]++;
        rota_end(&office.rota, &question->place, question->person == ATTACKER ? 10.0 : 1.0);
        if (question->person == ATTACKER)
            (void)ask(&office, ATTACKER, 100 + i);
        if (turns[NEIGHBOUR] == 40)
            break;
    }
    assert_int_equal(turns[NEIGHBOUR], 40);
    assert_in_range(turns[ATTACKER], 3, 5);
    rota_free(&office.rota);
}

/* Time is not saved up: whoever was away begins where the others are. */
static void nobody_saves_time_up(void **unused)
{
    (void)unused;
    struct office office = {.rota = {.per_table = 8}};
    for (int i = 0; i < 120; i++)
        (void)ask(&office, ATTACKER, i);
    for (int i = 0; i < 50; i++)
        (void)serve(&office, 2.0);
    for (int i = 0; i < 20; i++)
        (void)ask(&office, NEIGHBOUR, 1000 + i);
    int turns[3] = {0};
    for (int i = 0; i < 20; i++)
        turns[serve(&office, 2.0)->person]++;
    assert_in_range(turns[ATTACKER], 9, 11);
    rota_free(&office.rota);
}

static void with_several_threads_nobody_gets_all(void **unused)
{
    (void)unused;
    struct office office = {.rota = {.per_table = 2}};
    flood(&office);
    for (int i = 0; i < 4; i++)
        assert_int_equal(take(&office)->person, ATTACKER);
    (void)ask(&office, NEIGHBOUR, 98);
    (void)ask(&office, NEIGHBOUR, 99);
    (void)ask(&office, THIRD, 77);
    /* Nothing has ended, so nobody has used anything yet: who has nothing at work comes first. */
    assert_int_equal(take(&office)->person, NEIGHBOUR);
    assert_int_equal(take(&office)->person, THIRD);
    assert_int_equal(take(&office)->person, NEIGHBOUR);
    assert_int_equal(take(&office)->person, ATTACKER);
    rota_free(&office.rota);
}

static void tables_of_a_person_take_turns(void **unused)
{
    (void)unused;
    struct office office = {.rota = {.per_table = 1}};
    for (int i = 0; i < 20; i++)
        (void)ask(&office, ATTACKER, 1);
    (void)ask(&office, ATTACKER, 2);
    (void)ask(&office, ATTACKER, 3);
    static const int64_t due[] = {1, 2, 3, 1, 1};
    for (int i = 0; i < 5; i++)
        assert_int_equal(serve(&office, 1.0)->table, due[i]);
    rota_free(&office.rota);
}

static void a_table_has_so_many_at_work(void **unused)
{
    (void)unused;
    struct office office = {.rota = {.per_table = 2}};
    for (int i = 0; i < 4; i++)
        (void)ask(&office, ATTACKER, 1);
    struct question *first = take(&office);
    assert_non_null(take(&office));
    assert_null(take(&office));
    assert_false(rota_is_ready(&office.rota));
    rota_end(&office.rota, &first->place, 1.0);
    assert_true(rota_is_ready(&office.rota));
    assert_ptr_equal(take(&office), &office.question[2]);
    rota_free(&office.rota);
}

static void what_is_dropped_is_never_served(void **unused)
{
    (void)unused;
    struct office office = {.rota = {.per_table = 2}};
    struct question *gone = ask(&office, ATTACKER, 1);
    struct question *stays = ask(&office, ATTACKER, 1);
    struct question *alone = ask(&office, NEIGHBOUR, 2);
    assert_int_equal(rota_waiting_of(&office.rota, ATTACKER), 2);
    rota_drop(&office.rota, &gone->place);
    rota_drop(&office.rota, &alone->place);
    assert_int_equal(rota_waiting_of(&office.rota, ATTACKER), 1);
    assert_int_equal(rota_waiting_of(&office.rota, NEIGHBOUR), 0);
    assert_ptr_equal(serve(&office, 1.0), stays);
    assert_null(take(&office));
    assert_int_equal(office.rota.person_count, 0); /* nobody asks, nobody is remembered */
    rota_free(&office.rota);
}

/* Much coming and going: nothing is lost, nothing is served twice, no table has more at work than it may. */
static void nothing_is_lost_in_a_crowd(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct office office = {.rota = {.per_table = 2}};
        struct question *working[4] = {0};
        struct ochre_rng rng;
        int ended = 0;
        int dropped = 0;
        rng_seed(&rng, seed);
        while (office.count < JOBS) {
            uint32_t choice = rng_below(&rng, 8);
            uint32_t thread = rng_below(&rng, 4);
            if (choice < 4) {
                (void)ask(&office, rng_below(&rng, 5), rng_below(&rng, 12));
                if (choice == 0) {
                    rota_drop(&office.rota, &office.question[office.count - 1].place);
                    dropped++;
                }
            } else if (working[thread]) {
                rota_end(&office.rota, &working[thread]->place, rng_below(&rng, 100) * 0.01);
                working[thread] = NULL;
                ended++;
            } else {
                working[thread] = take(&office);
            }
        }
        for (int i = 0; i < 4; i++)
            if (working[i]) {
                rota_end(&office.rota, &working[i]->place, 1.0);
                ended++;
            }
        while (serve(&office, 0.1))
            ended++;
        assert_int_equal(ended + dropped, JOBS);
        assert_int_equal(office.rota.waiting + office.rota.working + office.rota.person_count, 0);
        rota_free(&office.rota);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flood_does_not_hold_up_the_neighbour),
        cmocka_unit_test(a_flood_gets_no_more_than_half),
        cmocka_unit_test(a_debt_is_not_lost_by_going_away),
        cmocka_unit_test(nobody_saves_time_up),
        cmocka_unit_test(with_several_threads_nobody_gets_all),
        cmocka_unit_test(tables_of_a_person_take_turns),
        cmocka_unit_test(a_table_has_so_many_at_work),
        cmocka_unit_test(what_is_dropped_is_never_served),
        cmocka_unit_test(nothing_is_lost_in_a_crowd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
