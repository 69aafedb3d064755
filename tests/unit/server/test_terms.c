/* test_terms.c: the terms of a table as people meet them: help that is allowed or not, moves that are missed, play that
 * rests while nobody is here, who is ready, and who has gone. Time is the test's own. */
#include "help.h"

#include <stdarg.h>

#include "party.h"
#include "server/room_inner.h"
#include "server/room_list.h"
#include "server/room_terms.h"

enum { SECOND = 1000, DAY = 24 * 3600 * SECOND };

struct evening {
    struct hall *hall;
    struct guest p1, p2;
    char table[24], key1[32], key2[32];
};

#define TABLE(seats, more) "{\"game\":\"dice\",\"seats\":[{\"kind\":\"me\",\"name\":\"Ama\"}," seats "]" more "}"
#define TWO(more) TABLE("{\"kind\":\"reserved\",\"name\":\"Bo\"}", more)
#define ALONE(more) TABLE("{\"kind\":\"bot\",\"bot\":\"random\"}", more)
#define MOVE_CLOCK ",\"clock\":{\"kind\":\"move\",\"seconds\":10}"

static void say(struct evening *evening, struct guest *guest, const char *format, ...)
{
    char message[512];
    char text[600];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    (void)snprintf(text, sizeof text, "{\"table\":\"%s\",%s}", evening->table, message);
    guest_say(guest, evening->hall, text);
    guest_listen(&evening->p1);
    guest_listen(&evening->p2);
}

static void open_table(struct evening *evening, const char *body)
{
    const char *answer;
    *evening = (struct evening){.hall = party_hall(NULL, NULL)};
    if (party_ask(evening->hall, "POST", "/api/tables", NULL, body, &answer) != 201)
        fail_msg("%s", answer);
    assert_true(member_text(answer, "table", evening->table, sizeof evening->table));
    assert_true(member_text(answer, "key", evening->key1, sizeof evening->key1));
    const char *second = strstr(answer, "\"p2\"");
    if (second)
        assert_true(member_text(second, "key", evening->key2, sizeof evening->key2));
    guest_come(&evening->p1, evening->hall, "one");
    guest_come(&evening->p2, evening->hall, "two");
}

static void sit_down(struct evening *evening, struct guest *guest)
{
    say(evening, guest, "\"t\":\"sit\",\"key\":\"%s\"", guest == &evening->p1 ? evening->key1 : evening->key2);
}

static void open_two(struct evening *evening, const char *body)
{
    open_table(evening, body);
    sit_down(evening, &evening->p1);
    sit_down(evening, &evening->p2);
}

static void close_table(struct evening *evening)
{
    guest_go(&evening->p1);
    guest_go(&evening->p2);
    hall_delete(evening->hall);
}

static void pass(struct evening *evening, int64_t time)
{
    party_time += time;
    hall_tick(evening->hall);
    guest_say(&evening->p1, evening->hall, NULL);
    guest_listen(&evening->p2);
}

static const char *told(const struct evening *evening)
{
    return guest_heard(&evening->p1, "table");
}

static bool tells(const struct evening *evening, const char *part)
{
    return strstr(told(evening), part) != NULL;
}

static long step(const struct evening *evening)
{
    return member_number(guest_heard(&evening->p1, "step"), "step");
}

/* The code of the refusal that this message gets, "" when it is not refused. */
static const char *refused(struct evening *evening, struct guest *guest, const char *message)
{
    static char code[16];
    int before = guest_count(guest, "no");
    code[0] = '\0';
    say(evening, guest, "%s", message);
    if (guest_count(guest, "no") > before)
        member_text(guest_heard(guest, "no"), "code", code, sizeof code);
    return code;
}

static void move(struct evening *evening, struct guest *guest, const char *move)
{
    char text[128];
    (void)snprintf(text, sizeof text, "\"t\":\"move\",\"ask\":%ld,\"move\":\"%s\"",
                   member_number(guest_heard(guest, "step"), "ask"), move);
    assert_string_equal(refused(evening, guest, text), "");
}

/* ---- help ---- */

static void expect_help(const char *body, const char *hints, const char *standins, const char *takeback)
{
    struct evening evening;
    char part[128];
    open_two(&evening, body);
    (void)snprintf(part, sizeof part, "\"hints\":\"%s\",\"standins\":\"%s\",\"takeback\":\"%s\"", hints, standins,
                   takeback);
    if (!tells(&evening, part))
        fail_msg("no %s in %s", part, told(&evening));
    bool is_off = strcmp(refused(&evening, &evening.p1, "\"t\":\"hint\",\"ask\":1"), "off") == 0;
    assert_int_equal(is_off, strcmp(hints, "never") == 0);
    is_off = strcmp(refused(&evening, &evening.p1, "\"t\":\"undo\""), "off") == 0;
    assert_int_equal(is_off, strcmp(takeback, "never") == 0);
    is_off = strcmp(refused(&evening, &evening.p1, "\"t\":\"standin\",\"bot\":\"random\""), "off") == 0;
    assert_int_equal(is_off, strcmp(standins, "never") == 0);
    close_table(&evening);
}

static void test_help_is_what_was_agreed(void **state)
{
    (void)state;
    expect_help(ALONE(""), "allow", "allow", "allow");
    expect_help(ALONE(MOVE_CLOCK), "allow", "allow", "allow");
    expect_help(ALONE(",\"hints\":\"never\",\"standins\":\"never\",\"takeback\":\"never\""), "never", "never", "never");
    expect_help(TWO(""), "never", "never", "allow");
    expect_help(TWO(",\"hints\":\"allow\",\"standins\":\"allow\""), "allow", "allow", "allow");
    expect_help(TWO(MOVE_CLOCK), "never", "never", "never");
    expect_help(TWO(MOVE_CLOCK ",\"hints\":\"allow\",\"standins\":\"allow\",\"takeback\":\"allow\""), "never", "allow",
                "never");
}

static void test_terms_are_words(void **state)
{
    (void)state;
    const char *answer;
    struct hall *hall = party_hall(NULL, NULL);
    assert_int_equal(party_ask(hall, "POST", "/api/tables", NULL, ALONE(",\"hints\":true"), &answer), 400);
    assert_int_equal(party_ask(hall, "POST", "/api/tables", NULL, ALONE(",\"standins\":\"maybe\""), &answer), 400);
    assert_int_equal(party_ask(hall, "POST", "/api/tables", NULL, ALONE(",\"ready\":1"), &answer), 400);
    hall_delete(hall);
}

/* Whoever is left alone with computers has what people have who play alone. */
static void test_who_is_left_alone_has_help(void **state)
{
    (void)state;
    struct evening evening;
    char path[64];
    open_two(&evening, TWO(""));
    assert_true(tells(&evening, "\"hints\":\"never\""));
    (void)snprintf(path, sizeof path, "/api/tables/%s/leave", evening.table);
    assert_int_equal(party_ask(evening.hall, "POST", path, evening.key2, "{}", NULL), 200);
    guest_listen(&evening.p1);
    assert_true(tells(&evening, "\"hints\":\"allow\""));
    assert_true(tells(&evening, "\"left\":[{\"seat\":\"p2\",\"name\":\"Bo\",\"how\":\"left\"}]"));
    close_table(&evening);
}

/* ---- moves that are missed ---- */

static void test_a_missed_move_is_one_move(void **state)
{
    (void)state;
    struct evening evening;
    open_two(&evening, TWO(MOVE_CLOCK));
    pass(&evening, 9 * SECOND);
    assert_int_equal(step(&evening), 0);
    pass(&evening, 2 * SECOND);
    assert_int_equal(step(&evening), 1);
    assert_true(tells(&evening, "\"missed\":1"));
    assert_false(tells(&evening, "\"standin\""));
    move(&evening, &evening.p2, "h7h6");
    assert_int_equal(step(&evening), 2);
    assert_true(tells(&evening, "\"clocks\":{\"p1\":{\"left\":10,\"running\":true}"));
    pass(&evening, 9 * SECOND);
    assert_int_equal(step(&evening), 2);
    /* In time, so it counts from the beginning again. The stand-in moved one of the two, who knows which. */
    bool is_free = strstr(guest_heard(&evening.p1, "step"), "\"h2h3\"") != NULL;
    move(&evening, &evening.p1, is_free ? "h2h3" : "a2a3");
    assert_false(tells(&evening, "missed"));
    close_table(&evening);
}

static void miss(struct evening *evening, int times)
{
    static const char *const moves[] = {"h7h6", "h6h5", "g7g6", "g6g5"};
    for (int i = 0; i < times; i++) {
        pass(evening, 11 * SECOND);
        if (i + 1 < times)
            move(evening, &evening->p2, moves[i]);
    }
}

static void test_who_misses_three_is_away_until_they_sit_down(void **state)
{
    (void)state;
    struct evening evening;
    open_two(&evening, TWO(MOVE_CLOCK));
    miss(&evening, 2);
    assert_true(tells(&evening, "\"missed\":2"));
    assert_false(tells(&evening, "away"));
    move(&evening, &evening.p2, "g7g6");
    pass(&evening, 11 * SECOND);
    assert_true(tells(&evening, "\"standin\":\"level:3\",\"away\":true"));
    move(&evening, &evening.p2, "g6g5");
    long steps = step(&evening);
    assert_true(steps % 2 == 1); /* the computer goes on at once */
    assert_string_equal(refused(&evening, &evening.p1, "\"t\":\"move\",\"ask\":4,\"move\":\"h2h3\""), "seat");
    sit_down(&evening, &evening.p1);
    assert_false(tells(&evening, "\"standin\""));
    assert_false(tells(&evening, "missed"));
    pass(&evening, 0);
    assert_int_equal(step(&evening), steps);
    close_table(&evening);
}

/* One message does it too, for somebody who never rose. */
static void test_who_is_away_may_say_to_be_back(void **state)
{
    (void)state;
    struct evening evening;
    open_two(&evening, TWO(MOVE_CLOCK));
    miss(&evening, 3);
    assert_true(tells(&evening, "\"away\":true"));
    assert_string_equal(refused(&evening, &evening.p1, "\"t\":\"standin\",\"bot\":null"), "");
    assert_false(tells(&evening, "away"));
    close_table(&evening);
}

static void test_the_time_of_a_whole_play_leaves_a_little(void **state)
{
    (void)state;
    struct evening evening;
    open_two(&evening, TWO(",\"clock\":{\"kind\":\"game\",\"seconds\":60}"));
    pass(&evening, 61 * SECOND);
    assert_int_equal(step(&evening), 1);
    assert_true(tells(&evening, "\"missed\":1"));
    move(&evening, &evening.p2, "h7h6");
    assert_true(tells(&evening, "\"p1\":{\"left\":30,\"running\":true}"));
    pass(&evening, 29 * SECOND);
    assert_int_equal(step(&evening), 2);
    pass(&evening, 2 * SECOND);
    assert_int_equal(step(&evening), 3);
    close_table(&evening);
}

/* ---- rest ---- */

static void test_play_rests_while_nobody_is_here(void **state)
{
    (void)state;
    struct evening evening;
    struct guest watcher;
    open_two(&evening, TWO(MOVE_CLOCK));
    pass(&evening, 4 * SECOND);
    struct room *room = rooms_find(evening.hall, evening.table);
    say(&evening, &evening.p1, "\"t\":\"rise\"");
    assert_false(room_is_paused(room)); /* p2 waits */
    say(&evening, &evening.p2, "\"t\":\"rise\"");
    assert_true(room_is_paused(room));
    guest_come(&watcher, evening.hall, "three");
    say(&evening, &watcher, "\"t\":\"sit\"");
    guest_listen(&watcher);
    assert_non_null(strstr(guest_heard(&watcher, "table"), "\"paused\":true"));
    party_time += 3600 * SECOND;
    hall_tick(evening.hall);
    guest_say(&watcher, evening.hall, NULL);
    assert_int_equal(member_number(guest_heard(&watcher, "step"), "step"), 0);
    sit_down(&evening, &evening.p2);
    sit_down(&evening, &evening.p1);
    assert_true(tells(&evening, "\"clocks\":{\"p1\":{\"left\":6,\"running\":true}"));
    assert_false(tells(&evening, "paused"));
    guest_go(&watcher);
    close_table(&evening);
}

/* Computers do not play on alone, and go on when somebody is back; before anybody has come they wait, too. */
static void test_computers_wait_for_people(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, "{\"game\":\"dice\",\"seats\":[{\"kind\":\"bot\",\"bot\":\"random\"},{\"kind\":\"me\"}]}");
    pass(&evening, SECOND);
    assert_int_equal(table_step_count(rooms_find(evening.hall, evening.table)->table), 0);
    sit_down(&evening, &evening.p1);
    assert_int_equal(step(&evening), 1);
    assert_string_equal(refused(&evening, &evening.p1, "\"t\":\"standin\",\"bot\":\"random\""), "");
    long steps = table_step_count(rooms_find(evening.hall, evening.table)->table);
    assert_true(steps > 1);
    close_table(&evening);
    open_table(&evening, ALONE(""));
    sit_down(&evening, &evening.p1);
    struct room *room = rooms_find(evening.hall, evening.table);
    room->seat[0].is_away = true; /* as after three missed moves */
    say(&evening, &evening.p1, "\"t\":\"rise\"");
    pass(&evening, DAY);
    assert_int_equal(room->status, STORED_RUNNING);
    assert_int_equal(table_step_count(room->table), 0);
    close_table(&evening);
}

/* Who has days need not be here; who has missed three of them is away, and without anybody else play rests. */
static void test_days_run_without_anybody(void **state)
{
    (void)state;
    struct evening evening;
    open_two(&evening, TWO(",\"clock\":{\"kind\":\"days\",\"days\":1}"));
    struct room *room = rooms_find(evening.hall, evening.table);
    say(&evening, &evening.p1, "\"t\":\"rise\"");
    say(&evening, &evening.p2, "\"t\":\"rise\"");
    for (int day = 1; day <= 6; day++) {
        assert_false(room_is_paused(room));
        assert_int_equal(table_step_count(room->table), day - 1);
        pass(&evening, DAY + SECOND);
    }
    assert_true(room_is_paused(room));
    int steps = table_step_count(room->table);
    pass(&evening, 30 * (int64_t)DAY);
    assert_int_equal(table_step_count(room->table), steps);
    assert_int_equal(room->status, STORED_RUNNING);
    sit_down(&evening, &evening.p1);
    assert_false(room_is_paused(room));
    close_table(&evening);
}

/* ---- what is stored ---- */

/* A room as its row tells it, with these notes. */
static struct room *stored_room(struct hall *hall, const char *notes)
{
    return room_from_store(hall, &(struct stored_table){.number = 7,
                                                        .id = "k5wq3tgmd7ra",
                                                        .status = STORED_RUNNING,
                                                        .game = "dice",
                                                        .rules = 1,
                                                        .seat_count = 2,
                                                        .seat = {{.kind = STORED_PERSON}, {.kind = STORED_PERSON}},
                                                        .notes = notes});
}

/* Tables that are older than these terms go on as they were, with a clock and without. */
static void test_old_tables_go_on_as_they_were(void **state)
{
    (void)state;
    struct hall *hall = party_hall(NULL, NULL);
    struct room *room = stored_room(hall, "{\"undo\":true,\"clock\":{\"kind\":\"move\",\"seconds\":10}}");
    assert_true(room_may_hint(room) && room_may_stand_in(room) && room_may_undo(room));
    room_free(room);
    room = stored_room(hall, "{\"undo\":false}");
    assert_true(room_may_hint(room) && room_may_stand_in(room));
    assert_false(room_may_undo(room));
    room_free(room);
    room = stored_room(hall, "{\"undo\":true,\"hints\":\"never\",\"standins\":\"allow\",\"takeback\":\"usual\","
                             "\"seats\":[{\"missed\":2},{\"away\":true,\"left\":\"Bo\"}],\"rematch_by\":1}");
    assert_false(room_may_hint(room));
    assert_true(room_may_stand_in(room) && room_may_undo(room));
    assert_true(room->seat[0].missed == 2 && !room->seat[0].is_away && !room->seat[0].has_left);
    assert_true(room->seat[1].is_away && room->seat[1].has_left && room->rematch_by == 1);
    assert_string_equal(room->seat[1].was, "Bo");
    room_free(room);
    hall_delete(hall);
}

/* ---- ready ---- */

static void test_play_begins_when_everybody_is_ready(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, TWO(",\"ready\":false"));
    say(&evening, &evening.p1, "\"t\":\"sit\",\"key\":\"%s\",\"ready\":false", evening.key1);
    say(&evening, &evening.p2, "\"t\":\"sit\",\"key\":\"%s\",\"ready\":false", evening.key2);
    assert_true(tells(&evening, "\"status\":\"waiting\""));
    assert_true(tells(&evening, "\"name\":\"Ama\",\"here\":true,\"ready\":false"));
    assert_true(tells(&evening, "\"name\":\"Bo\",\"here\":true,\"ready\":false"));
    assert_string_equal(refused(&evening, &evening.p2, "\"t\":\"name\",\"name\":\"Bobo\""), "");
    assert_true(tells(&evening, "\"name\":\"Bobo\""));
    assert_string_equal(refused(&evening, &evening.p2, "\"t\":\"name\",\"name\":\"\""), "form");
    assert_string_equal(refused(&evening, &evening.p2, "\"t\":\"ready\",\"ready\":\"yes\""), "form");
    assert_string_equal(refused(&evening, &evening.p2, "\"t\":\"ready\""), "");
    assert_true(tells(&evening, "\"name\":\"Bobo\",\"here\":true,\"ready\":true"));
    assert_string_equal(refused(&evening, &evening.p2, "\"t\":\"ready\",\"ready\":false"), "");
    assert_string_equal(refused(&evening, &evening.p1, "\"t\":\"ready\""), "");
    assert_true(tells(&evening, "\"status\":\"waiting\""));
    assert_string_equal(refused(&evening, &evening.p2, "\"t\":\"ready\""), "");
    assert_true(tells(&evening, "\"status\":\"running\""));
    assert_false(tells(&evening, "\"ready\""));
    assert_string_equal(refused(&evening, &evening.p1, "\"t\":\"ready\""), "off");
    assert_string_equal(refused(&evening, &evening.p1, "\"t\":\"name\",\"name\":\"Ada\""), "off");
    close_table(&evening);
}

/* Where time would run, who has gone is no longer ready. */
static void test_who_has_gone_is_not_ready_for_a_clock(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, TWO(MOVE_CLOCK));
    sit_down(&evening, &evening.p1);
    say(&evening, &evening.p1, "\"t\":\"rise\"");
    sit_down(&evening, &evening.p2);
    assert_non_null(strstr(guest_heard(&evening.p2, "table"), "\"status\":\"waiting\""));
    sit_down(&evening, &evening.p1);
    assert_true(tells(&evening, "\"status\":\"running\""));
    close_table(&evening);
}

static void test_the_opener_may_begin_without_who_is_not_ready(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, TWO(",\"ready\":false"));
    say(&evening, &evening.p1, "\"t\":\"sit\",\"key\":\"%s\",\"ready\":false", evening.key1);
    say(&evening, &evening.p2, "\"t\":\"sit\",\"key\":\"%s\",\"ready\":false", evening.key2);
    assert_string_equal(refused(&evening, &evening.p1, "\"t\":\"begin\""), "");
    assert_true(tells(&evening, "\"status\":\"waiting\"")); /* Bo has not said it */
    assert_string_equal(refused(&evening, &evening.p1, "\"t\":\"begin\",\"without\":true"), "");
    assert_true(tells(&evening, "\"status\":\"running\""));
    close_table(&evening);
    open_table(&evening, ALONE(",\"ready\":false")); /* who is alone is not asked */
    sit_down(&evening, &evening.p1);
    assert_true(tells(&evening, "\"status\":\"running\""));
    close_table(&evening);
}

/* ---- what everybody hears ---- */

static void test_everybody_hears_who_gives_up_and_who_asks_again(void **state)
{
    (void)state;
    struct evening evening;
    open_two(&evening, TWO(""));
    assert_true(tells(&evening, "\"left\":[]"));
    assert_string_equal(refused(&evening, &evening.p2, "\"t\":\"resign\""), "");
    assert_true(tells(&evening, "\"left\":[{\"seat\":\"p2\",\"name\":\"Bo\",\"how\":\"resigned\"}]"));
    assert_non_null(strstr(guest_heard(&evening.p1, "step"), "\"reason\":\"by resignation\""));
    assert_non_null(strstr(guest_heard(&evening.p1, "step"), "\"draw\":false"));
    assert_string_equal(refused(&evening, &evening.p2, "\"t\":\"rematch\""), "");
    assert_true(tells(&evening, "\"rematch_by\":\"p2\""));
    close_table(&evening);
}

static void test_the_list_shows_free_seats_first(void **state)
{
    (void)state;
    struct evening evening;
    const char *answer;
    open_table(&evening, TABLE("{\"kind\":\"open\"}", ",\"public\":true"));
    party_time += SECOND;
    assert_int_equal(party_ask(evening.hall, "POST", "/api/tables", NULL, ALONE(",\"public\":true"), &answer), 201);
    assert_int_equal(party_ask(evening.hall, "GET", "/api/tables", NULL, NULL, &answer), 200);
    const char *waiting = strstr(answer, "\"status\":\"waiting\"");
    const char *running = strstr(answer, "\"status\":\"running\"");
    assert_true(waiting && running && waiting < running);
    assert_non_null(strstr(answer, "\"opener_seat\":\"p1\""));
    assert_non_null(strstr(answer, "\"chance\":false"));
    close_table(&evening);
    static const char *const drawn[] = {ALONE(",\"options\":{\"first\":\"random\"}"), ALONE(",\"offered\":true")};
    for (int i = 0; i < 2; i++) { /* lots are chance, whoever asks for them */
        open_table(&evening, drawn[i]);
        sit_down(&evening, &evening.p1);
        assert_true(tells(&evening, "\"chance\":true"));
        assert_true(tells(&evening, "\"first\":\"random\""));
        assert_non_null(strstr(guest_heard(&evening.p1, "step"), "The lot decides"));
        close_table(&evening);
    }
    open_table(&evening, ALONE(",\"offered\":true,\"options\":{\"first\":\"p1\"}"));
    sit_down(&evening, &evening.p1);
    assert_true(tells(&evening, "\"chance\":false"));
    close_table(&evening);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_help_is_what_was_agreed),
        cmocka_unit_test(test_terms_are_words),
        cmocka_unit_test(test_who_is_left_alone_has_help),
        cmocka_unit_test(test_a_missed_move_is_one_move),
        cmocka_unit_test(test_who_misses_three_is_away_until_they_sit_down),
        cmocka_unit_test(test_who_is_away_may_say_to_be_back),
        cmocka_unit_test(test_the_time_of_a_whole_play_leaves_a_little),
        cmocka_unit_test(test_play_rests_while_nobody_is_here),
        cmocka_unit_test(test_computers_wait_for_people),
        cmocka_unit_test(test_days_run_without_anybody),
        cmocka_unit_test(test_old_tables_go_on_as_they_were),
        cmocka_unit_test(test_play_begins_when_everybody_is_ready),
        cmocka_unit_test(test_who_has_gone_is_not_ready_for_a_clock),
        cmocka_unit_test(test_the_opener_may_begin_without_who_is_not_ready),
        cmocka_unit_test(test_everybody_hears_who_gives_up_and_who_asks_again),
        cmocka_unit_test(test_the_list_shows_free_seats_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
