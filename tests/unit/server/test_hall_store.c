/* test_hall_store.c: a hall with a store: what is left of an evening when the server is started again, which rooms go
 * to sleep, and that nothing is told before it is stored. Time is the test's own. */
#include "help.h"

#include <errno.h>
#include <sqlite3.h>

#include "disk.h"
#include "party.h"
#include "server/room_inner.h"
#include "server/room_list.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, DAY = 24 * 60 * MINUTE };

static struct bell bell = BELL;
static struct store *store;
static char *folder;
static char last_said[1024];
static struct diary *diary;

static void settle(struct hall *hall)
{
    while (!hall_is_settled(hall)) {
        wait_for_ring(&bell);
        (void)store_deliver(store);
        hall_end_beat(hall);
    }
}

static void hear(void *who, const char *line, size_t length)
{
    (void)who;
    (void)snprintf(last_said, sizeof last_said, "%.*s", (int)length, line);
}

static struct hall *open_hall(void)
{
    store = open_store(folder, &bell);
    struct hall *hall = party_hall(store, NULL);
    diary = diary_new(&(struct diary_config){.level = DIARY_INFO, .now = hall->config.now, .write = hear});
    hall->config.diary = diary;
    return hall;
}

/* As a server that is asked to stop. */
static void close_hall(struct hall *hall)
{
    hall_close(hall, 2);
    hall_end_beat(hall);
    settle(hall);
    store_close(store);
    hall_delete(hall);
    diary_delete(diary);
}

static int set_up(void **state)
{
    (void)state;
    folder = new_folder();
    party_settle = settle;
    last_said[0] = '\0';
    disk_release();
    disk_mend();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    party_settle = NULL;
    drop_folder(folder);
    return 0;
}

/* A table of dice with this clock and two people who have sat down. */
struct table_of_two {
    char id[STORE_ID_SIZE], key1[KEY_SIZE], key2[KEY_SIZE];
    struct guest p1, p2;
};

static void come_back(struct table_of_two *two, struct hall *hall)
{
    char text[256];
    guest_come(&two->p1, hall, "one");
    guest_come(&two->p2, hall, "two");
    (void)snprintf(text, sizeof text, "{\"t\":\"sit\",\"table\":\"%s\",\"key\":\"%s\"}", two->id, two->key1);
    guest_say(&two->p1, hall, text);
    (void)snprintf(text, sizeof text, "{\"t\":\"sit\",\"table\":\"%s\",\"key\":\"%s\"}", two->id, two->key2);
    guest_say(&two->p2, hall, text);
    guest_listen(&two->p1);
}

static void sit_two(struct table_of_two *two, struct hall *hall, const char *clock)
{
    char body[256];
    const char *answer;
    (void)snprintf(
        body, sizeof body,
        "{\"game\":\"dice\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"reserved\"}],\"public\":true,\"clock\":%s}",
        clock);
    assert_int_equal(party_ask(hall, "POST", "/api/tables", NULL, body, &answer), 201);
    assert_true(member_text(answer, "table", two->id, sizeof two->id));
    assert_true(member_text(answer, "key", two->key1, sizeof two->key1));
    assert_true(member_text(strstr(answer, "\"p2\""), "key", two->key2, sizeof two->key2));
    come_back(two, hall);
}

static void go(struct table_of_two *two)
{
    guest_go(&two->p1);
    guest_go(&two->p2);
}

static void play(struct table_of_two *two, struct guest *guest, struct hall *hall, int ask, const char *move)
{
    char text[256];
    (void)snprintf(text, sizeof text, "{\"t\":\"move\",\"table\":\"%s\",\"ask\":%d,\"move\":\"%s\"}", two->id, ask,
                   move);
    guest_say(guest, hall, text);
    guest_listen(&two->p1);
    guest_listen(&two->p2);
}

/* p1 gives up, and play is over. */
static void resign(struct table_of_two *two, struct hall *hall)
{
    char text[128];
    (void)snprintf(text, sizeof text, "{\"t\":\"resign\",\"table\":\"%s\"}", two->id);
    guest_say(&two->p1, hall, text);
}

/* Seconds that a seat has left, as p1 was last told. */
static long left(const struct table_of_two *two, const char *seat)
{
    const char *clocks = strstr(guest_heard(&two->p1, "table"), "\"clocks\"");
    assert_non_null(clocks);
    const char *own = strstr(clocks, seat);
    assert_non_null(own);
    return member_number(own, "left");
}

static void test_clocks_of_a_game_stand_while_the_server_is_down(void **state)
{
    (void)state;
    struct table_of_two two;
    struct hall *hall = open_hall();
    sit_two(&two, hall, "{\"kind\":\"game\",\"seconds\":600,\"increment\":5}");
    party_time += 100 * SECOND;
    play(&two, &two.p1, hall, 1, "a2a3");
    party_time += 50 * SECOND;
    go(&two);
    close_hall(hall);
    party_time += 3 * DAY;
    hall = open_hall();
    come_back(&two, hall);
    assert_int_equal(left(&two, "p1"), 505);
    assert_int_equal(left(&two, "p2"), 550);
    party_time += 549 * SECOND;
    hall_tick(hall);
    guest_say(&two.p1, hall, NULL);
    assert_int_equal(member_number(guest_heard(&two.p1, "step"), "step"), 1);
    party_time += 2 * SECOND;
    hall_tick(hall);
    guest_say(&two.p1, hall, NULL);
    assert_non_null(strstr(guest_heard(&two.p1, "table"), "\"missed\":1"));
    assert_int_equal(member_number(guest_heard(&two.p1, "step"), "step"), 2);
    go(&two);
    close_hall(hall);
}

/* Terms, moves that were missed and who has left are what they were when the server is started again. */
static void test_terms_survive(void **state)
{
    (void)state;
    struct table_of_two two;
    struct hall *hall = open_hall();
    sit_two(&two, hall, "{\"kind\":\"move\",\"seconds\":10},\"standins\":\"allow\"");
    party_time += 11 * SECOND;
    hall_tick(hall);
    guest_say(&two.p1, hall, NULL);
    assert_non_null(strstr(guest_heard(&two.p1, "table"), "\"missed\":1"));
    play(&two, &two.p2, hall, 1, "h7h6");
    go(&two);
    close_hall(hall);
    hall = open_hall();
    come_back(&two, hall);
    const char *about = guest_heard(&two.p1, "table");
    assert_non_null(strstr(about, "\"missed\":1"));
    assert_non_null(strstr(about, "\"hints\":\"never\",\"standins\":\"allow\",\"takeback\":\"never\""));
    assert_int_equal(left(&two, "p1"), 10);
    go(&two);
    close_hall(hall);
}

/* A server dies when the miss is stored, and the answer of the computer is not: it is the same miss. */
static void test_a_miss_is_counted_once_across_a_kill(void **state)
{
    (void)state;
    struct table_of_two two;
    struct hall *hall = open_hall();
    sit_two(&two, hall, "{\"kind\":\"move\",\"seconds\":10}");
    long ask = member_number(guest_heard(&two.p1, "step"), "ask");
    party_time += 11 * SECOND;
    hall_tick(hall);
    hall_end_beat(hall);
    settle(hall);
    assert_int_equal(rooms_find(hall, two.id)->seat[0].missed, 1);
    assert_int_equal(table_step_count(rooms_find(hall, two.id)->table), 0);
    go(&two);
    store_close(store); /* without a goodbye */
    hall_delete(hall);
    diary_delete(diary);
    hall = open_hall();
    come_back(&two, hall);
    struct room *room = rooms_find(hall, two.id);
    assert_int_equal(room->seat[0].missed, 1);
    assert_true(table_step_count(room->table) == 1 || table_ask(room->table, 0) == (uint32_t)ask);
    hall_tick(hall);
    guest_say(&two.p1, hall, NULL);
    while (hall_work(hall))
        guest_say(&two.p1, hall, NULL);
    guest_say(&two.p1, hall, NULL);
    assert_int_equal(room->seat[0].missed, 1);
    assert_int_equal(member_number(guest_heard(&two.p1, "step"), "step"), 1); /* and it is answered */
    go(&two);
    close_hall(hall);
}

static void test_clocks_of_days_go_on(void **state)
{
    (void)state;
    struct table_of_two two;
    struct hall *hall = open_hall();
    sit_two(&two, hall, "{\"kind\":\"days\",\"days\":3}");
    play(&two, &two.p1, hall, 1, "a2a3");
    go(&two);
    close_hall(hall);
    party_time += 2 * (int64_t)DAY;
    hall = open_hall();
    come_back(&two, hall);
    assert_int_equal(left(&two, "p2"), 24 * 3600);
    go(&two);
    close_hall(hall);
}

static void pass(struct hall *hall, int64_t time)
{
    party_time += time;
    hall_tick(hall);
    hall_end_beat(hall);
    settle(hall);
}

/* A clock that was wrong has written the future, and is right again: nobody has more time than there is, and it runs.
 */
static void test_clocks_of_days_do_not_stand_when_time_was_set_back(void **state)
{
    (void)state;
    struct table_of_two two;
    struct hall *hall = open_hall();
    sit_two(&two, hall, "{\"kind\":\"days\",\"days\":3}");
    play(&two, &two.p1, hall, 1, "a2a3");
    party_time += DAY;
    go(&two);
    close_hall(hall);
    party_time -= 400 * (int64_t)DAY;
    hall = open_hall();
    come_back(&two, hall);
    assert_int_equal(left(&two, "p2"), 2 * 24 * 3600);
    party_time += 2 * (int64_t)DAY - SECOND;
    hall_tick(hall);
    guest_say(&two.p1, hall, NULL);
    assert_null(strstr(guest_heard(&two.p1, "table"), "\"missed\""));
    party_time += 2 * SECOND;
    hall_tick(hall);
    guest_say(&two.p1, hall, NULL);
    assert_non_null(strstr(guest_heard(&two.p1, "table"), "\"missed\":1"));
    go(&two);
    close_hall(hall);
    party_time += 400 * (int64_t)DAY;
}

static int64_t wall_ahead;

static int64_t wall(void)
{
    return party_time + wall_ahead;
}

/* The wall may say what it likes: what waits for players is closed after seven days, not before and not much later. */
static void test_what_waits_is_closed_in_time_whatever_the_wall_says(void **state)
{
    (void)state;
    static const int64_t walls[] = {-4000 * (int64_t)DAY, 0, 4000 * (int64_t)DAY};
    for (size_t i = 0; i < 3; i++) {
        const char *answer;
        char id[STORE_ID_SIZE];
        struct hall *hall = open_hall();
        hall->config.date = wall;
        wall_ahead = 0;
        assert_int_equal(
            party_ask(hall, "POST", "/api/tables", NULL,
                      "{\"game\":\"dice\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}],\"public\":true}", &answer),
            201);
        assert_true(member_text(answer, "table", id, sizeof id));
        wall_ahead = walls[i];
        for (int days = 0; days < 8; days++) {
            assert_int_equal(rooms_find(hall, id)->status, STORED_WAITING);
            if (days == 3) {
                close_hall(hall);
                hall = open_hall();
                hall->config.date = wall;
            }
            pass(hall, DAY - (days == 0));
        }
        pass(hall, 2 * MINUTE);
        assert_int_equal(rooms_find(hall, id)->status, STORED_OVER);
        assert_true(rooms_find(hall, id)->ended <= wall() && rooms_find(hall, id)->ended > wall() - DAY);
        close_hall(hall);
    }
}

static void test_who_is_not_needed_goes_to_sleep(void **state)
{
    (void)state;
    struct table_of_two two;
    const char *answer;
    struct hall *hall = open_hall();
    sit_two(&two, hall, "{\"kind\":\"none\"}");
    play(&two, &two.p1, hall, 1, "a2a3");
    resign(&two, hall);
    party_time += 10 * (int64_t)MINUTE;
    hall_tick(hall);
    assert_non_null(rooms_find(hall, two.id)->table); /* they still look at it */
    go(&two);
    party_time += MINUTE;
    hall_tick(hall);
    assert_null(rooms_find(hall, two.id)->table);
    assert_int_equal(party_ask(hall, "GET", "/api/tables", NULL, NULL, &answer), 200);
    assert_non_null(strstr(answer, two.id));
    assert_int_equal(member_number(answer, "steps"), 2);
    assert_null(rooms_find(hall, two.id)->table); /* being listed wakes nobody */
    come_back(&two, hall);
    assert_non_null(strstr(guest_heard(&two.p1, "step"), "\"winners\":[\"p2\"]"));
    go(&two);
    close_hall(hall);
}

static void test_what_is_over_leaves_the_memory_and_comes_back(void **state)
{
    (void)state;
    struct table_of_two two;
    struct table_of_two running;
    char text[128];
    const char *answer;
    struct hall *hall = open_hall();
    sit_two(&running, hall, "{\"kind\":\"none\"}");
    play(&running, &running.p1, hall, 1, "a2a3");
    sit_two(&two, hall, "{\"kind\":\"none\"}");
    resign(&two, hall);
    go(&running);
    pass(hall, 2 * (int64_t)DAY);
    pass(hall, 2 * MINUTE);
    assert_int_equal(hall->rooms->count, 2); /* they still look at it, and play goes on at the other */
    go(&two);
    pass(hall, 2 * MINUTE); /* falls asleep */
    pass(hall, 2 * MINUTE);
    assert_int_equal(hall->rooms->count, 1);
    assert_int_equal(party_ask(hall, "GET", "/api/tables", NULL, NULL, &answer), 200);
    assert_null(strstr(answer, two.id));
    come_back(&two, hall);
    assert_int_equal(hall->rooms->count, 2);
    assert_non_null(strstr(guest_heard(&two.p1, "step"), "\"winners\":[\"p2\"]"));
    go(&two);
    pass(hall, 2 * MINUTE);
    pass(hall, 2 * MINUTE);
    assert_int_equal(hall->rooms->count, 1);
    rooms_find(hall, two.id)->beats++; /* something of it is being stored */
    pass(hall, 2 * MINUTE);
    assert_int_equal(hall->rooms->count, 2);
    rooms_find(hall, two.id)->beats--;
    pass(hall, 2 * MINUTE);
    assert_int_equal(hall->rooms->count, 1);
    (void)snprintf(text, sizeof text, "/api/tables/%s/log", two.id);
    assert_int_equal(party_ask(hall, "GET", text, NULL, NULL, &answer), 200);
    assert_non_null(strstr(answer, "result p2"));
    assert_int_equal(party_ask(hall, "GET", "/api/tables/nowherenowhere/log", NULL, NULL, &answer), 404);
    close_hall(hall);
    hall = open_hall();
    assert_int_equal(hall->rooms->count, 1); /* not read again at the start */
    come_back(&two, hall);
    assert_non_null(strstr(guest_heard(&two.p1, "step"), "\"winners\":[\"p2\"]"));
    go(&two);
    close_hall(hall);
}

/* A public table that has just ended is in the list, whoever looks at it, and after a new start too. */
static void test_what_is_lately_over_stays_in_the_list(void **state)
{
    (void)state;
    struct table_of_two two;
    const char *answer;
    struct hall *hall = open_hall();
    sit_two(&two, hall, "{\"kind\":\"none\"}");
    resign(&two, hall);
    go(&two);
    for (int round = 0; round < 2; round++) {
        pass(hall, 60 * (int64_t)MINUTE);
        pass(hall, 60 * (int64_t)MINUTE);
        assert_int_equal(party_ask(hall, "GET", "/api/tables", NULL, NULL, &answer), 200);
        assert_non_null(strstr(answer, two.id));
        close_hall(hall);
        hall = open_hall();
    }
    close_hall(hall);
}

/* ---- persist, then tell ---- */

static int steps_heard(struct table_of_two *two)
{
    guest_listen(&two->p1);
    guest_listen(&two->p2);
    return guest_count(&two->p1, "step") + guest_count(&two->p2, "step");
}

/* p1 moves, p2 asks for the log and talks, all while the disk keeps the writer waiting. The answer to the
 * request is 0 as long as there is none. */
static void move_while_held(struct table_of_two *two, struct hall *hall)
{
    char text[256];
    disk_hold();
    (void)snprintf(text, sizeof text, "{\"t\":\"move\",\"table\":\"%s\",\"ask\":1,\"move\":\"a2a3\"}", two->id);
    int before = steps_heard(two);
    peer_heard(two->p1.peer, text, strlen(text));
    assert_int_equal(steps_heard(two), before); /* not even handed over */
    hall_end_beat(hall);
    disk_wait_for_writer();
    assert_int_equal(steps_heard(two), before); /* being written */
    party_settle = NULL;                        /* it would wait for ever */
    (void)snprintf(text, sizeof text, "/api/tables/%s/log", two->id);
    assert_int_equal(party_ask(hall, "GET", text, two->key2, NULL, NULL), 0);
    party_settle = settle;
    (void)snprintf(text, sizeof text, "{\"t\":\"chat\",\"table\":\"%s\",\"text\":\"Well?\"}", two->id);
    peer_heard(two->p2.peer, text, strlen(text));
    assert_int_equal(steps_heard(two), before);
    assert_int_equal(guest_count(&two->p1, "chat"), 0);
}

static void test_nothing_is_told_before_it_is_stored(void **state)
{
    (void)state;
    struct table_of_two two;
    struct hall *hall = open_hall();
    sit_two(&two, hall, "{\"kind\":\"none\"}");
    move_while_held(&two, hall);
    int before = steps_heard(&two);
    disk_release();
    settle(hall);
    assert_int_equal(steps_heard(&two), before + 2);
    assert_int_equal(member_number(guest_heard(&two.p1, "step"), "step"), 1);
    assert_int_equal(member_number(guest_heard(&two.p2, "step"), "step"), 1);
    assert_non_null(strstr(guest_heard(&two.p1, "chat"), "Well?"));
    go(&two);
    close_hall(hall);
}

static void test_what_cannot_be_stored_is_never_told(void **state)
{
    (void)state;
    struct table_of_two two;
    struct hall *hall = open_hall();
    sit_two(&two, hall, "{\"kind\":\"none\"}");
    move_while_held(&two, hall);
    disk_fail_after(0, ENOSPC);
    disk_release();
    settle(hall);
    disk_mend();
    guest_listen(&two.p1);
    guest_listen(&two.p2);
    assert_int_equal(member_number(guest_heard(&two.p1, "step"), "step"), 0);
    assert_int_equal(member_number(guest_heard(&two.p2, "step"), "step"), 0);
    assert_non_null(strstr(guest_heard(&two.p1, "no"), "\"keep\""));
    while (store_health(store, NULL, 0) != STORE_DURABLE)
        (void)usleep(5000);
    play(&two, &two.p1, hall, 1, "a2a3"); /* the same question once more */
    assert_int_equal(member_number(guest_heard(&two.p2, "step"), "step"), 1);
    go(&two);
    close_hall(hall);
}

/* Another program has put a move there that the rules do not know. */
static void spoil(const char *id)
{
    struct stored_play kept;
    struct ochre_error error;
    struct store_batch *batch = store_batch_new();
    store = open_store(folder, &bell);
    assert_int_equal(store_find(store, id, &kept, &error), 1);
    store_add_moves(batch, kept.table.number, 1, &(struct stored_move){.seat = 0, .text = "a2a5"}, 1);
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    store_play_free(&kept);
    store_close(store);
}

static void test_what_is_set_aside_is_told_to_the_host(void **state)
{
    (void)state;
    struct table_of_two two;
    char path[64];
    const char *answer;
    struct hall *hall = open_hall();
    sit_two(&two, hall, "{\"kind\":\"none\"}");
    go(&two);
    close_hall(hall);
    spoil(two.id);
    (void)snprintf(path, sizeof path, "/api/tables/%s", two.id);
    hall = open_hall();
    assert_string_equal(last_said, "");
    assert_int_equal(party_ask(hall, "GET", path, NULL, NULL, &answer), 200);
    assert_non_null(strstr(answer, "\"status\":\"aside\""));
    assert_non_null(strstr(last_said, two.id));
    assert_non_null(strstr(last_said, "why=\"move 1, p1 a2a5"));
    close_hall(hall);
}

/* Only in the store: over, and out of memory. Then each kind of message is the first one that is heard of it. */
static void test_the_first_message_to_a_table_in_the_store_is_read_right(void **state)
{
    (void)state;
    struct table_of_two two;
    char text[512];
    struct hall *hall = open_hall();
    sit_two(&two, hall, "{\"kind\":\"game\",\"seconds\":600,\"increment\":5}");
    play(&two, &two.p1, hall, 1, "a2a3");
    play(&two, &two.p2, hall, 1, "a7a6");
    resign(&two, hall);
    go(&two);
    close_hall(hall);
    party_time += 2 * DAY;
    static const struct {
        const char *message, *answer, *has;
    } firsts[] = {
        {"\"t\":\"sit\",\"key\":\"%s\",\"name\":\"Ama\",\"since\":2", "step", "\"since\":2"},
        {"\"t\":\"sit\",\"key\":\"%s\"", "table", "\"me\":\"p1\""},
        {"\"since\":1,\"key\":\"%s\",\"t\":\"sit\"", "step", "\"since\":1"},
        {"\"t\":\"sit\",\"since\":3%.0s", "step", "\"since\":3"},
        {"\"t\":\"sit\",\"key\":\"x%s\"", "no", "\"code\":\"key\""},
        {"\"t\":\"look\",\"step\":2%.0s", "past", "\"step\":2"},
        {"\"t\":\"look\",\"step\":9%.0s", "no", "\"code\":\"form\""},
        {"\"t\":\"rematch\"%.0s", "no", "\"code\":\"seat\""},
        {"\"t\":\"move\",\"ask\":2,\"move\":\"b2b3\"%.0s", "no", "\"ask\":2"},
    };
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
        struct guest guest;
        hall = open_hall();
        assert_int_equal(hall->rooms->count, 0);
        guest_come(&guest, hall, "one");
        int used = snprintf(text, sizeof text, "{\"id\":\"q\",\"table\":\"%s\",", two.id);
        used += snprintf(text + used, sizeof text - (size_t)used, firsts[i].message, two.key1);
        (void)snprintf(text + used, sizeof text - (size_t)used, "}");
        guest_say(&guest, hall, text);
        if (!strstr(guest_heard(&guest, firsts[i].answer), firsts[i].has))
            fail_msg("%s was not answered with %s: no %s, step %s", text, firsts[i].has, guest_heard(&guest, "no"),
                     guest_heard(&guest, "step"));
        guest_go(&guest);
        close_hall(hall);
    }
    /* And requests, whose bodies are longer. */
    hall = open_hall();
    char path[64];
    const char *answer;
    (void)snprintf(path, sizeof path, "/api/tables/%s/join", two.id);
    assert_int_equal(party_ask(hall, "POST", path, NULL, "{\"seat\":\"p9\",\"name\":\"Bo\"}", &answer), 404);
    close_hall(hall);
}

/* ---- a disk that cannot be read for a while ---- */

/* Nothing of it may be known from before: SQLite keeps what it has read. */
static void fail_reads(int reason)
{
    struct ochre_error error;
    struct store_batch *batch = store_batch_new();
    store_put_memo(batch, "test", reason == EIO ? "once" : "twice");
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    disk_fail_reads(reason);
    struct stored_play kept;
    assert_int_equal(store_load(store, 1, &kept, &error), STORE_UNREADABLE);
}

static void ask_table(struct hall *hall, const char *id, const char *what, int due)
{
    char path[64];
    const char *answer;
    (void)snprintf(path, sizeof path, "/api/tables/%s%s", id, what);
    assert_int_equal(party_ask(hall, "GET", path, NULL, NULL, &answer), due);
    assert_true(due != 503 || strstr(answer, "\"keep\""));
}

/* It sleeps, or has even left the memory: whoever comes is told to try again, and nothing is set aside. */
static void test_what_cannot_be_read_now_is_read_later(void **state)
{
    (void)state;
    static const int reasons[] = {EIO, ENOMEM};
    struct table_of_two two;
    struct table_of_two over;
    struct hall *hall = open_hall();
    sit_two(&two, hall, "{\"kind\":\"days\",\"days\":3}");
    play(&two, &two.p1, hall, 1, "a2a3");
    go(&two);
    sit_two(&over, hall, "{\"kind\":\"none\"}");
    resign(&over, hall);
    go(&over);
    for (size_t i = 0; i < 2; i++) {
        close_hall(hall);
        party_time += 3 * (int64_t)DAY / 4;
        hall = open_hall();
        fail_reads(reasons[i]);
        for (int again = 0; again < 3; again++) {
            come_back(&two, hall);
            assert_non_null(strstr(guest_heard(&two.p1, "no"), "\"keep\""));
            go(&two);
            ask_table(hall, two.id, "", 503);
            ask_table(hall, two.id, "/log", 503);
            ask_table(hall, over.id, "", 503);
            ask_table(hall, over.id, "/log", 503);
            ask_table(hall, "nowherenowhere", "", 503); /* nobody knows */
            pass(hall, 700);
        }
        disk_mend();
        pass(hall, 2 * SECOND);
        come_back(&two, hall);
        assert_int_equal(member_number(guest_heard(&two.p1, "step"), "step"), 1);
        go(&two);
        ask_table(hall, over.id, "/log", 200);
        ask_table(hall, "nowherenowhere", "", 404);
        assert_int_equal(hall->measures.set_aside, 0);
    }
    close_hall(hall);
}

/* What could not be stored is forgotten, even when what is stored cannot be read for a while; until then nobody hears
 * anything. */
static void test_a_turn_that_failed_is_forgotten_when_reading_fails_too(void **state)
{
    (void)state;
    struct table_of_two two;
    struct hall *hall = open_hall();
    sit_two(&two, hall, "{\"kind\":\"none\"}");
    play(&two, &two.p1, hall, 1, "a2a3");
    fail_reads(EIO);
    disk_fail_after(0, ENOSPC);
    int tables = guest_count(&two.p2, "table");
    resign(&two, hall);
    guest_listen(&two.p2);
    assert_non_null(strstr(guest_heard(&two.p1, "no"), "\"keep\""));
    assert_int_equal(guest_count(&two.p2, "table"), tables);
    ask_table(hall, two.id, "", 503);
    ask_table(hall, two.id, "/log", 503);
    disk_mend();
    while (store_health(store, NULL, 0) != STORE_DURABLE)
        (void)usleep(5000);
    pass(hall, 2 * SECOND);
    guest_listen(&two.p2);
    assert_null(strstr(guest_heard(&two.p2, "table"), "\"over\""));
    assert_true(strstr(guest_heard(&two.p2, "step"), "\"over\":null") != NULL);
    play(&two, &two.p2, hall, 1, "h7h6");
    assert_int_equal(member_number(guest_heard(&two.p1, "step"), "step"), 2);
    assert_int_equal(hall->measures.set_aside, 0);
    go(&two);
    close_hall(hall);
}

/* A move that somebody takes out of the file while the table sleeps. */
static void test_a_table_that_wakes_up_shorter_is_set_aside(void **state)
{
    (void)state;
    struct table_of_two two;
    struct hall *hall = open_hall();
    sit_two(&two, hall, "{\"kind\":\"none\"}");
    play(&two, &two.p1, hall, 1, "a2a3");
    play(&two, &two.p2, hall, 1, "h7h6");
    go(&two);
    pass(hall, 2 * MINUTE);
    assert_null(rooms_find(hall, two.id)->table);
    char *path = file_in(folder, "ochre.db");
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "DELETE FROM fresh WHERE n = 2", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    free(path);
    come_back(&two, hall);
    assert_int_equal(rooms_find(hall, two.id)->status, STORED_ASIDE);
    assert_non_null(strstr(last_said, "move 2 is missing"));
    go(&two);
    close_hall(hall);
}

/* A table that is set aside while the disk is full stays so, and is told of once. */
static void test_what_is_set_aside_on_a_full_disk_is_told_of_once(void **state)
{
    (void)state;
    struct table_of_two two;
    struct hall *hall = open_hall();
    sit_two(&two, hall, "{\"kind\":\"none\"}");
    go(&two);
    close_hall(hall);
    spoil(two.id);
    hall = open_hall();
    disk_fail_after(0, ENOSPC);
    for (int i = 0; i < 5; i++) {
        ask_table(hall, two.id, "", 200);
        pass(hall, 2 * SECOND);
    }
    disk_mend();
    assert_int_equal(rooms_find(hall, two.id)->status, STORED_ASIDE);
    assert_int_equal(hall->measures.set_aside, 1);
    close_hall(hall);
}

/* Somebody looks at a table between its log being written and its row being gone. */
static void test_what_becomes_a_file_while_it_is_remembered_is_not_set_aside(void **state)
{
    (void)state;
    struct table_of_two two;
    struct hall *hall = open_hall();
    sit_two(&two, hall, "{\"kind\":\"none\"}");
    resign(&two, hall);
    go(&two);
    pass(hall, 2 * MINUTE);
    assert_null(rooms_find(hall, two.id)->table); /* asleep */
    char name[64];
    struct store_batch *batch = store_batch_new();
    (void)snprintf(name, sizeof name, "2026-11/%s.log", two.id);
    store_note_archived(batch, rooms_find(hall, two.id)->number, two.id, name, NULL);
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    ask_table(hall, two.id, "", 404);
    assert_int_equal(hall->measures.set_aside, 0);
    pass(hall, 2 * MINUTE);
    assert_int_equal(hall->rooms->count, 0);
    close_hall(hall);
    hall = open_hall();
    assert_int_equal(hall->rooms->count, 0);
    close_hall(hall);
}

#define RESTART_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    disk_install();
    const struct CMUnitTest tests[] = {
        RESTART_TEST(test_clocks_of_a_game_stand_while_the_server_is_down),
        RESTART_TEST(test_terms_survive),
        RESTART_TEST(test_a_miss_is_counted_once_across_a_kill),
        RESTART_TEST(test_clocks_of_days_go_on),
        RESTART_TEST(test_clocks_of_days_do_not_stand_when_time_was_set_back),
        RESTART_TEST(test_what_waits_is_closed_in_time_whatever_the_wall_says),
        RESTART_TEST(test_who_is_not_needed_goes_to_sleep),
        RESTART_TEST(test_what_is_over_leaves_the_memory_and_comes_back),
        RESTART_TEST(test_what_is_lately_over_stays_in_the_list),
        RESTART_TEST(test_nothing_is_told_before_it_is_stored),
        RESTART_TEST(test_what_cannot_be_stored_is_never_told),
        RESTART_TEST(test_what_is_set_aside_is_told_to_the_host),
        RESTART_TEST(test_what_cannot_be_read_now_is_read_later),
        RESTART_TEST(test_a_turn_that_failed_is_forgotten_when_reading_fails_too),
        RESTART_TEST(test_a_table_that_wakes_up_shorter_is_set_aside),
        RESTART_TEST(test_what_is_set_aside_on_a_full_disk_is_told_of_once),
        RESTART_TEST(test_what_becomes_a_file_while_it_is_remembered_is_not_set_aside),
        RESTART_TEST(test_the_first_message_to_a_table_in_the_store_is_read_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
