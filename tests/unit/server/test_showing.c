/* test_showing.c: pledges, the showing in which shares are opened, and what is left of them (docs/fair.md), in a hall
 * with a store and a time of its own. Every attack of the document is tried here or in tests/wire/test_fair.py. */
#include "help.h"

#include "party.h"
#include "server/restore.h"
#include "server/room_inner.h"
#include "server/room_list.h"
#include "server/room_play.h"
#include "table/log.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

static struct bell bell = BELL;
static struct store *store;
static char *folder;

static void settle(struct hall *hall)
{
    while (!hall_is_settled(hall)) {
        wait_for_ring(&bell);
        (void)store_deliver(store);
        hall_end_beat(hall);
    }
}

static struct hall *open_hall(void)
{
    store = open_store(folder, &bell);
    return party_hall(store, NULL);
}

/* Nothing is said and nothing more is stored: as after kill -9. */
static struct hall *kill_and_open(struct hall *hall)
{
    store_close(store);
    hall_delete(hall);
    return open_hall();
}

static int set_up(void **state)
{
    (void)state;
    folder = new_folder();
    party_settle = settle;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    party_settle = NULL;
    drop_folder(folder);
    return 0;
}

static void pass(struct hall *hall, int64_t milliseconds)
{
    party_time += milliseconds;
    hall_tick(hall);
    hall_end_beat(hall);
    settle(hall);
    (void)hall_work(hall);
    hall_end_beat(hall);
    settle(hall);
}

/* ---- shares and pledges as text ---- */

struct secret {
    char share[FAIR_HEX_SIZE], pledge[FAIR_HEX_SIZE];
};

static struct secret secret_of(int number)
{
    struct secret secret = {0};
    unsigned char share[FAIR_SIZE];
    unsigned char pledge[FAIR_SIZE];
    fair_seed_from_number((uint64_t)number, share);
    fair_pledge_of(share, pledge);
    fair_to_hex(share, FAIR_SIZE, secret.share);
    fair_to_hex(pledge, FAIR_SIZE, secret.pledge);
    return secret;
}

/* ---- a table of spears with some people: it draws from the first moment on ---- */

struct company {
    struct hall *hall;
    char id[STORE_ID_SIZE], key[3][KEY_SIZE];
    struct secret secret[3];
    struct guest guest[3], watcher;
};

/* p1 makes the table with a pledge (""): none), the others may join. */
static void make_table(struct company *c, const char *seats, const char *pledge, const char *more)
{
    char body[512];
    const char *answer;
    for (int i = 0; i < 3; i++)
        c->secret[i] = secret_of(10 + i);
    (void)snprintf(body, sizeof body, "{\"game\":\"spears\",\"seats\":[%s]%s%s%s%s}", seats,
                   pledge[0] ? ",\"pledge\":\"" : "", pledge, pledge[0] ? "\"" : "", more);
    if (party_ask(c->hall, "POST", "/api/tables", NULL, body, &answer) != 201)
        fail_msg("%s", answer);
    assert_true(member_text(answer, "table", c->id, sizeof c->id));
    assert_true(member_text(answer, "key", c->key[0], sizeof c->key[0]));
    assert_non_null(strstr(answer, "\"commitment\":\""));
}

static int join(struct company *c, int who, const char *pledge)
{
    char path[64];
    char body[160];
    const char *answer;
    (void)snprintf(path, sizeof path, "/api/tables/%s/join", c->id);
    (void)snprintf(body, sizeof body, pledge ? "{\"pledge\":\"%s\"}" : "{}", pledge);
    int status = party_ask(c->hall, "POST", path, NULL, body, &answer);
    (void)member_text(answer, "key", c->key[who], sizeof c->key[who]);
    return status;
}

static void leave(struct company *c, int who)
{
    char path[64];
    const char *answer;
    (void)snprintf(path, sizeof path, "/api/tables/%s/leave", c->id);
    assert_int_equal(party_ask(c->hall, "POST", path, c->key[who], "{}", &answer), 200);
}

static void listen_all(struct company *c)
{
    for (int i = 0; i < 3; i++)
        if (c->guest[i].peer)
            guest_listen(&c->guest[i]);
    guest_listen(&c->watcher);
}

static void say(struct company *c, int who, const char *members)
{
    char text[512];
    (void)snprintf(text, sizeof text, "{\"table\":\"%s\",%s}", c->id, members);
    guest_say(&c->guest[who], c->hall, text);
    listen_all(c);
}

static void sit(struct company *c, int who)
{
    char text[256];
    if (!c->watcher.peer) {
        guest_come(&c->watcher, c->hall, "watcher");
        (void)snprintf(text, sizeof text, "{\"t\":\"sit\",\"table\":\"%s\"}", c->id);
        guest_say(&c->watcher, c->hall, text);
    }
    guest_come(&c->guest[who], c->hall, "somebody");
    (void)snprintf(text, sizeof text, "\"t\":\"sit\",\"key\":\"%s\"", c->key[who]);
    say(c, who, text);
}

static void open_share(struct company *c, int who, const char *share)
{
    char text[256];
    (void)snprintf(text, sizeof text, "\"t\":\"open\",\"share\":\"%s\"", share);
    say(c, who, text);
}

static void go(struct company *c)
{
    for (int i = 0; i < 3; i++) {
        if (c->guest[i].peer)
            guest_go(&c->guest[i]);
        c->guest[i] = (struct guest){0};
    }
    if (c->watcher.peer)
        guest_go(&c->watcher);
    c->watcher = (struct guest){0};
}

static void end_evening(struct company *c)
{
    go(c);
    store_close(store);
    hall_delete(c->hall);
}

static const char *told(const struct company *c)
{
    return guest_heard(&c->watcher, "table");
}

static void expect(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no %s in %s", part, text);
}

static void expect_not(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("%s in %s", part, text);
}

/* Everything that anybody has heard last: shares must not stand there before play begins. */
static void expect_closed(const struct company *c, const char *share)
{
    char path[80];
    const char *answer;
    for (int i = 0; i < 3; i++)
        if (c->guest[i].peer)
            expect_not(guest_heard(&c->guest[i], "table"), share);
    expect_not(told(c), share);
    (void)snprintf(path, sizeof path, "/api/tables/%s", c->id);
    assert_int_equal(party_ask(c->hall, "GET", path, NULL, "", &answer), 200);
    expect_not(answer, share);
    (void)snprintf(path, sizeof path, "/api/tables/%s/log", c->id);
    assert_int_equal(party_ask(c->hall, "GET", path, c->key[0], "", &answer), 200);
    expect_not(answer, share);
}

/* p1 gives up, the others too: the log of the whole play proves itself, and the folder is sound. */
static void expect_proof(struct company *c, ochre_seats pledged, ochre_seats opened)
{
    char path[64];
    const char *answer;
    struct log log;
    struct log_proof proof;
    struct ochre_error error = {0};
    struct room *room = rooms_find(c->hall, c->id);
    assert_non_null(room_table(room));
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct table_no no;
        (void)room_resign(room, seat, NULL, &no);
        hall_end_beat(c->hall);
        settle(c->hall);
    }
    (void)snprintf(path, sizeof path, "/api/tables/%s/log", c->id);
    assert_int_equal(party_ask(c->hall, "GET", path, NULL, "", &answer), 200);
    assert_int_equal(log_parse(&log, answer, strlen(answer), &error), 0);
    if (log_verify(&log, NULL, &proof, &error) < 0)
        fail_msg("%s in %s", error.words, answer);
    log_free(&log);
    assert_true(proof.draws > 0);
    assert_int_equal(proof.pledged, pledged);
    assert_int_equal(proof.opened, opened);
}

static void no_trouble(void *who, const char *words)
{
    (void)who;
    fail_msg("%s", words);
}

static void expect_sound_folder(void)
{
    struct restore_counts counts;
    struct ochre_error error = {0};
    assert_int_equal(restore_check(folder, &counts, no_trouble, NULL, &error), 0);
}

#define ME "{\"kind\":\"me\"}"
#define OPEN "{\"kind\":\"open\"}"
#define BOT "{\"kind\":\"bot\",\"bot\":\"random\"}"

/* ---- the showing ---- */

static void test_play_begins_when_all_shares_are_open(void **state)
{
    (void)state;
    struct company c = {.hall = open_hall()};
    make_table(&c, ME "," OPEN "," BOT, secret_of(10).pledge, "");
    sit(&c, 0);
    expect(told(&c), "\"status\":\"waiting\"");
    expect_not(told(&c), "\"unopened\"");
    open_share(&c, 0, c.secret[0].share); /* too early */
    expect(guest_heard(&c.guest[0], "no"), "\"code\":\"waiting\"");
    assert_int_equal(join(&c, 1, c.secret[1].pledge), 200);
    sit(&c, 1);
    expect(told(&c), "\"status\":\"waiting\"");
    expect(told(&c), "\"unopened\":[\"p1\",\"p2\"],\"left\":120}");
    expect(told(&c), "\"seal\":\"");
    open_share(&c, 0, c.secret[1].share); /* somebody else's */
    expect(guest_heard(&c.guest[0], "no"), "\"code\":\"form\"");
    open_share(&c, 0, c.secret[0].share);
    expect(told(&c), "\"unopened\":[\"p2\"]");
    expect_closed(&c, c.secret[0].share);
    assert_int_equal(guest_count(&c.guest[0], "step"), 0);
    open_share(&c, 1, c.secret[1].share);
    expect(told(&c), "\"status\":\"running\"");
    expect(told(&c), c.secret[0].share);
    expect(told(&c), c.secret[1].share);
    expect(told(&c), "\"withheld\":[]");
    assert_true(guest_count(&c.guest[0], "step") > 0);
    open_share(&c, 0, c.secret[0].share); /* too late */
    expect(guest_heard(&c.guest[0], "no"), "\"code\":\"off\"");
    expect_proof(&c, SEAT_BIT(0) | SEAT_BIT(1), SEAT_BIT(0) | SEAT_BIT(1));
    end_evening(&c);
    expect_sound_folder();
}

static void test_the_showing_survives_being_killed(void **state)
{
    (void)state;
    struct company c = {.hall = open_hall()};
    char seal[FAIR_HEX_SIZE];
    char again[FAIR_HEX_SIZE];
    make_table(&c, ME "," OPEN "," BOT, secret_of(10).pledge, "");
    sit(&c, 0);
    assert_int_equal(join(&c, 1, c.secret[1].pledge), 200);
    open_share(&c, 0, c.secret[0].share);
    listen_all(&c);
    assert_true(member_text(told(&c), "seal", seal, sizeof seal));
    go(&c);
    c.hall = kill_and_open(c.hall);
    sit(&c, 1);
    assert_true(member_text(told(&c), "seal", again, sizeof again));
    assert_string_equal(seal, again);
    expect(told(&c), "\"unopened\":[\"p2\"]");
    expect_closed(&c, c.secret[0].share);
    open_share(&c, 1, c.secret[1].share);
    expect(told(&c), "\"status\":\"running\"");
    go(&c);
    c.hall = kill_and_open(c.hall);
    expect_proof(&c, SEAT_BIT(0) | SEAT_BIT(1), SEAT_BIT(0) | SEAT_BIT(1));
    end_evening(&c);
    expect_sound_folder();
}

static void test_what_is_not_opened_in_time_is_withheld(void **state)
{
    (void)state;
    struct company c = {.hall = open_hall()};
    make_table(&c, ME "," OPEN "," BOT, secret_of(10).pledge, "");
    sit(&c, 0);
    assert_int_equal(join(&c, 1, c.secret[1].pledge), 200);
    open_share(&c, 0, c.secret[0].share);
    pass(c.hall, 2 * MINUTE - SECOND);
    listen_all(&c);
    expect(told(&c), "\"status\":\"waiting\"");
    pass(c.hall, SECOND);
    listen_all(&c);
    expect(told(&c), "\"status\":\"running\"");
    expect(told(&c), "\"withheld\":[\"p2\"]");
    sit(&c, 1);
    open_share(&c, 1, c.secret[1].share);
    expect(guest_heard(&c.guest[1], "no"), "\"code\":\"off\"");
    expect_proof(&c, SEAT_BIT(0) | SEAT_BIT(1), SEAT_BIT(0));
    end_evening(&c);
    expect_sound_folder();
}

/* Who has days for a move has a day for the share; and the time runs after a restart even when nobody comes. */
static void test_the_time_of_a_showing(void **state)
{
    (void)state;
    struct company c = {.hall = open_hall()};
    make_table(&c, ME "," BOT "," BOT, secret_of(10).pledge, ",\"clock\":{\"kind\":\"days\",\"days\":3}");
    sit(&c, 0);
    expect(told(&c), "\"left\":86400}");
    pass(c.hall, 23 * HOUR);
    listen_all(&c);
    expect(told(&c), "\"status\":\"waiting\"");
    go(&c);
    c.hall = kill_and_open(c.hall);
    (void)hall_work(c.hall);
    hall_end_beat(c.hall);
    pass(c.hall, 24 * HOUR);
    assert_int_equal(rooms_find(c.hall, c.id)->status, STORED_RUNNING);
    expect_proof(&c, SEAT_BIT(0), 0);
    end_evening(&c);
}

static void test_the_opener_need_not_wait(void **state)
{
    (void)state;
    struct company c = {.hall = open_hall()};
    make_table(&c, ME "," OPEN "," OPEN, secret_of(10).pledge, "");
    assert_int_equal(join(&c, 1, c.secret[1].pledge), 200);
    sit(&c, 0);
    sit(&c, 1);
    say(&c, 0, "\"t\":\"begin\",\"bot\":\"random\"");
    expect(told(&c), "\"unopened\":[\"p1\",\"p2\"]");
    say(&c, 0, "\"t\":\"begin\"");
    expect(guest_heard(&c.guest[0], "no"), "\"code\":\"waiting\"");
    say(&c, 1, "\"t\":\"begin\",\"without\":true");
    expect(guest_heard(&c.guest[1], "no"), "\"code\":\"off\"");
    open_share(&c, 0, c.secret[0].share);
    say(&c, 0, "\"t\":\"begin\",\"without\":true");
    expect(told(&c), "\"status\":\"running\"");
    expect(told(&c), "\"withheld\":[\"p2\"]");
    expect_proof(&c, SEAT_BIT(0) | SEAT_BIT(1), SEAT_BIT(0));
    end_evening(&c);
}

/* ---- leaving, changing, coming late ---- */

static void test_a_pledge_goes_with_whoever_leaves(void **state)
{
    (void)state;
    struct company c = {.hall = open_hall()};
    make_table(&c, ME "," OPEN "," OPEN, "", "");
    assert_int_equal(join(&c, 1, c.secret[1].pledge), 200);
    leave(&c, 1);
    assert_int_equal(join(&c, 1, NULL), 200);
    sit(&c, 0);
    expect(told(&c), "\"pledges\":{}");
    assert_int_equal(join(&c, 2, NULL), 200);
    listen_all(&c);
    expect(told(&c), "\"status\":\"running\""); /* nobody has pledged: at once */
    go(&c);
    c.hall = kill_and_open(c.hall);
    expect_proof(&c, 0, 0);
    end_evening(&c);
    expect_sound_folder();
}

static void test_leaving_later_leaves_the_part_in_chance(void **state)
{
    (void)state;
    struct company c = {.hall = open_hall()};
    make_table(&c, ME "," OPEN "," OPEN, secret_of(10).pledge, "");
    assert_int_equal(join(&c, 1, c.secret[1].pledge), 200);
    assert_int_equal(join(&c, 2, c.secret[2].pledge), 200);
    sit(&c, 0);
    sit(&c, 1);
    open_share(&c, 1, c.secret[1].share);
    leave(&c, 1); /* has opened */
    leave(&c, 2); /* has not */
    listen_all(&c);
    expect(told(&c), "\"unopened\":[\"p1\"]");
    open_share(&c, 0, c.secret[0].share);
    expect(told(&c), "\"status\":\"running\"");
    expect(told(&c), "\"withheld\":[\"p3\"]");
    leave(&c, 0); /* while play runs */
    go(&c);
    c.hall = kill_and_open(c.hall);
    expect_proof(&c, SEAT_BIT(0) | SEAT_BIT(1) | SEAT_BIT(2), SEAT_BIT(0) | SEAT_BIT(1));
    end_evening(&c);
    expect_sound_folder();
}

static void test_a_pledge_is_replaced_before_the_showing_alone(void **state)
{
    (void)state;
    struct company c = {.hall = open_hall()};
    char text[256];
    make_table(&c, ME "," OPEN "," BOT, secret_of(10).pledge, "");
    sit(&c, 0);
    (void)snprintf(text, sizeof text, "\"t\":\"sit\",\"key\":\"%s\",\"pledge\":\"%s\"", c.key[0], c.secret[2].pledge);
    say(&c, 0, text);
    expect(told(&c), c.secret[2].pledge);
    expect_not(told(&c), c.secret[0].pledge);
    assert_int_equal(join(&c, 1, NULL), 200);
    listen_all(&c);
    expect(told(&c), "\"unopened\":[\"p1\"]");
    (void)snprintf(text, sizeof text, "\"t\":\"sit\",\"key\":\"%s\",\"pledge\":\"%s\"", c.key[0], c.secret[0].pledge);
    say(&c, 0, text);
    expect_not(guest_heard(&c.guest[0], "table"), c.secret[0].pledge);
    sit(&c, 1);
    (void)snprintf(text, sizeof text, "\"t\":\"sit\",\"key\":\"%s\",\"pledge\":\"%s\"", c.key[1], c.secret[1].pledge);
    say(&c, 1, text); /* too late for a first one too */
    expect_not(guest_heard(&c.guest[1], "table"), c.secret[1].pledge);
    open_share(&c, 1, c.secret[1].share);
    expect(guest_heard(&c.guest[1], "no"), "\"code\":\"off\"");
    open_share(&c, 0, c.secret[2].share);
    expect(told(&c), "\"status\":\"running\"");
    expect_proof(&c, SEAT_BIT(0), SEAT_BIT(0));
    end_evening(&c);
}

static void test_nothing_else_is_taken(void **state)
{
    (void)state;
    struct company c = {.hall = open_hall()};
    const char *answer;
    static const char *const wrong[] = {"\"pledge\":\"00\"", "\"pledge\":7", "\"pledge\":\"zz\"",
                                        "\"entropy\":\"b2NocmU=\""};
    make_table(&c, ME "," OPEN "," OPEN, "", "");
    sit(&c, 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[256];
        char path[64];
        (void)snprintf(text, sizeof text, "{\"game\":\"spears\",\"seats\":[" ME "," BOT "," BOT "],%s}", wrong[i]);
        assert_int_equal(party_ask(c.hall, "POST", "/api/tables", NULL, text, &answer), 400);
        expect(answer, "pledge");
        (void)snprintf(path, sizeof path, "/api/tables/%s/join", c.id);
        (void)snprintf(text, sizeof text, "{%s}", wrong[i]);
        assert_int_equal(party_ask(c.hall, "POST", path, NULL, text, &answer), 400);
        (void)snprintf(text, sizeof text, "\"t\":\"sit\",\"key\":\"%s\",%s", c.key[0], wrong[i]);
        say(&c, 0, text);
        expect(guest_heard(&c.guest[0], "no"), "\"code\":\"form\"");
    }
    end_evening(&c);
}

static void test_a_rematch_has_pledges_of_its_own(void **state)
{
    (void)state;
    struct company c = {.hall = open_hall()};
    char text[256];
    char next[STORE_ID_SIZE];
    make_table(&c, ME "," BOT "," BOT, secret_of(10).pledge, "");
    sit(&c, 0);
    open_share(&c, 0, c.secret[0].share);
    expect_proof(&c, SEAT_BIT(0), SEAT_BIT(0));
    (void)snprintf(text, sizeof text, "\"t\":\"rematch\",\"pledge\":\"%s\"", c.secret[1].pledge);
    say(&c, 0, text);
    assert_true(member_text(guest_heard(&c.guest[0], "table"), "rematch", next, sizeof next));
    guest_go(&c.watcher);
    guest_go(&c.guest[0]);
    c.watcher = (struct guest){0};
    memcpy(c.id, next, sizeof next);
    sit(&c, 0);
    expect(told(&c), "\"unopened\":[\"p2\"]"); /* one seat further */
    open_share(&c, 0, c.secret[1].share);
    expect(told(&c), "\"status\":\"running\"");
    expect_proof(&c, SEAT_BIT(1), SEAT_BIT(1));
    end_evening(&c);
}

/* ---- draws and positions ---- */

static void test_draws_are_told_after_the_end(void **state)
{
    (void)state;
    struct company c = {.hall = open_hall()};
    char path[64];
    const char *answer;
    make_table(&c, ME "," BOT "," BOT, "", "");
    (void)snprintf(path, sizeof path, "/api/tables/%s/draws", c.id);
    assert_int_equal(party_ask(c.hall, "GET", path, c.key[0], "", &answer), 409);
    expect_proof(&c, 0, 0);
    assert_int_equal(party_ask(c.hall, "GET", path, NULL, "", &answer), 200);
    expect(answer, "{\"draws\":[{\"step\":1,\"move\":\"");
    expect(answer, "\"draw\":0,\"outcomes\":[{\"move\":\"");
    expect(answer, "\"weight\":");
    end_evening(&c);
}

static void test_a_set_up_position_is_no_secret(void **state)
{
    (void)state;
    struct company c = {.hall = open_hall()};
    const char *answer;
    char path[64];
    assert_int_equal(party_ask(c.hall, "POST", "/api/tables", NULL,
                               "{\"game\":\"dice\",\"public\":true,\"seats\":[" ME "," OPEN "],\"position\":"
                               "\"8/8/3w44/2w45/8/8/8/W16B1 w 2 - 0 30\"}",
                               &answer),
                     201);
    assert_true(member_text(answer, "table", c.id, sizeof c.id));
    assert_true(member_text(answer, "key", c.key[0], sizeof c.key[0]));
    assert_int_equal(party_ask(c.hall, "GET", "/api/tables", NULL, "", &answer), 200);
    expect(answer, "\"position\":true");
    (void)snprintf(path, sizeof path, "/api/tables/%s", c.id);
    assert_int_equal(party_ask(c.hall, "GET", path, NULL, "", &answer), 200);
    expect(answer, "\"position\":true");
    (void)snprintf(path, sizeof path, "/api/tables/%s/log", c.id);
    assert_int_equal(party_ask(c.hall, "GET", path, NULL, "", &answer), 200);
    expect(answer, "\nposition ");
    sit(&c, 0);
    expect(told(&c), "\"position\":true");
    make_table(&c, ME "," OPEN "," BOT, "", "");
    (void)snprintf(path, sizeof path, "/api/tables/%s", c.id);
    assert_int_equal(party_ask(c.hall, "GET", path, NULL, "", &answer), 200);
    expect_not(answer, "\"position\"");
    end_evening(&c);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_play_begins_when_all_shares_are_open),
        TEST(test_the_showing_survives_being_killed),
        TEST(test_what_is_not_opened_in_time_is_withheld),
        TEST(test_the_time_of_a_showing),
        TEST(test_the_opener_need_not_wait),
        TEST(test_a_pledge_goes_with_whoever_leaves),
        TEST(test_leaving_later_leaves_the_part_in_chance),
        TEST(test_a_pledge_is_replaced_before_the_showing_alone),
        TEST(test_nothing_else_is_taken),
        TEST(test_a_rematch_has_pledges_of_its_own),
        TEST(test_draws_are_told_after_the_end),
        TEST(test_a_set_up_position_is_no_secret),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
