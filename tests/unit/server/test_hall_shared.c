/* test_hall_shared.c: halls around one database: what is done in the name of a lease that is somebody else's by now is
 * refused, though nothing else at the table has changed; and whoever comes back hears a story that goes on from what
 * they know. With PostgreSQL alone (OCHRE_STORE=postgres). Time is the test's own, and news comes when the test hears.
 */
#include "help.h"

#include "party.h"
#include "server/room_inner.h"
#include "server/room_list.h"

enum { SECOND = 1000, HOUR = 3600 * SECOND, SERVERS = 3 };

/* A server without sockets. */
struct server {
    struct store *store;
    struct hall *hall;
    struct bell bell;
    int words, questions; /* that others have said about tables, and about none */
};

static char *folder;
static struct server servers[SERVERS];
static struct server *const a = &servers[0];
static struct server *const b = &servers[1];
static struct server *const third = &servers[2];
static struct bell other_bell = BELL;
static struct store *other; /* of somebody who is alive and does nothing */

static void hear(void *who, const struct store_news *news)
{
    struct server *server = who;
    server->words += news->kind == STORE_NEWS_WORD && news->number > 0;
    server->questions += news->kind == STORE_NEWS_WORD && news->number == 0;
    hall_hear(server->hall, news);
}

static void open_server(struct server *server)
{
    struct ochre_error error = {0};
    *server = (struct server){.bell = BELL};
    server->store = store_open(
        &(struct store_config){
            .place = place_of(folder), .wake = ring, .waker = &server->bell, .hear = hear, .hearer = server},
        &error);
    if (!server->store)
        fail_msg("%s", error.words);
    server->hall = party_hall(server->store, NULL);
}

static void settle(struct hall *hall)
{
    struct server *server = servers;
    while (server->hall != hall)
        server++;
    while (!hall_is_settled(hall)) {
        wait_for_ring(&server->bell);
        (void)store_deliver(server->store);
        hall_end_beat(hall);
    }
}

static void close_server(struct server *server)
{
    if (!server->hall)
        return;
    hall_close(server->hall, 2);
    hall_end_beat(server->hall);
    settle(server->hall);
    store_close(server->store);
    hall_delete(server->hall);
    server->hall = NULL;
}

static int tear_down(void **state)
{
    (void)state;
    for (int i = 0; i < SERVERS; i++)
        close_server(&servers[i]);
    store_close(other);
    party_settle = NULL;
    drop_folder(folder);
    return 0;
}

/* One turn of the loop, with what has come in from the store. */
static void turn(const struct server *server)
{
    (void)store_deliver(server->store);
    hall_end_beat(server->hall);
    settle(server->hall);
    while (hall_work(server->hall))
        hall_end_beat(server->hall);
    hall_end_beat(server->hall);
    settle(server->hall);
}

static void pass(const struct server *server, int64_t milliseconds)
{
    party_time += milliseconds;
    hall_tick(server->hall);
    turn(server);
}

/* Who begins asks all others who listens there; here that is over before there is a table. */
static void meet(void)
{
    for (int i = 0; i < SERVERS; i++)
        pass(&servers[i], 0);
    for (int i = 0; i < SERVERS; i++)
        while (servers[i].questions < SERVERS - 1) {
            wait_for_ring(&servers[i].bell);
            turn(&servers[i]);
        }
}

static int set_up(void **state)
{
    (void)state;
    folder = new_folder();
    party_settle = settle;
    for (int i = 0; i < SERVERS; i++)
        open_server(&servers[i]);
    other = open_store(folder, &other_bell);
    meet();
    return 0;
}

/* ---- a table and who sits there ---- */

struct company {
    char id[STORE_ID_SIZE], key[2][KEY_SIZE];
    struct guest guest[3]; /* p1, p2 and somebody who watches */
    int64_t number;
};

enum { WATCHER = 2 };

static const char two_people[] = "{\"kind\":\"me\"},{\"kind\":\"reserved\"}";

static void make_table(struct company *c, const struct server *server, const char *seats, const char *more)
{
    char body[512];
    const char *answer;
    *c = (struct company){0};
    (void)snprintf(body, sizeof body, "{\"game\":\"dice\",\"seats\":[%s]%s}", seats, more);
    if (party_ask(server->hall, "POST", "/api/tables", NULL, body, &answer) != 201)
        fail_msg("%s", answer);
    assert_true(member_text(answer, "table", c->id, sizeof c->id));
    (void)member_text(answer, "key", c->key[0], sizeof c->key[0]);
    const char *second = strstr(answer, "\"p2\"");
    if (second)
        (void)member_text(second, "key", c->key[1], sizeof c->key[1]);
    c->number = rooms_find(server->hall, c->id)->number;
}

/* `more` may end in what the listener knows. */
static void sit(struct company *c, int seat, const struct server *server, const char *more)
{
    char text[512];
    const char *key = seat == WATCHER ? "" : c->key[seat];
    guest_go(&c->guest[seat]);
    guest_come(&c->guest[seat], server->hall, "somewhere");
    (void)snprintf(text, sizeof text, "{\"t\":\"sit\",\"table\":\"%s\"%s%s%s%s}", c->id, *key ? ",\"key\":\"" : "", key,
                   *key ? "\"" : "", more);
    guest_say(&c->guest[seat], server->hall, text);
}

static void say(struct company *c, int seat, const struct server *server, const char *members)
{
    char text[256];
    (void)snprintf(text, sizeof text, "{\"table\":\"%s\",%s}", c->id, members);
    guest_say(&c->guest[seat], server->hall, text);
}

static const char *step_of(const struct company *c, int seat)
{
    return guest_heard(&c->guest[seat], "step");
}

static void move(struct company *c, int seat, const struct server *server, const char *move)
{
    char text[128];
    (void)snprintf(text, sizeof text, "\"t\":\"move\",\"ask\":%ld,\"move\":\"%s\"",
                   member_number(step_of(c, seat), "ask"), move);
    say(c, seat, server, text);
}

static void go(struct company *c)
{
    for (int i = 0; i <= WATCHER; i++)
        guest_go(&c->guest[i]);
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

/* ---- leases ---- */

/* As the server knows it, which may know nothing. */
static enum lease lease_of(const struct server *server, const struct company *c)
{
    const struct room *room = rooms_numbered(server->hall, c->number);
    return room ? room->lease : LEASE_NONE;
}

static bool is_held(const struct server *server, const struct company *c)
{
    return lease_of(server, c) == LEASE_HELD;
}

static void wait_for_lease(struct server *server, const struct company *c)
{
    while (!is_held(server, c)) {
        pass(server, 0);
        if (lease_of(server, c) == LEASE_ASKED)
            wait_for_ring(&server->bell);
    }
}

/* Nothing else at the table changes, and nobody hears of it: the mark that its holder builds on still fits. */
static void give_lease(const struct company *c, int64_t server)
{
    char sql[160];
    (void)snprintf(sql, sizeof sql, "UPDATE heads SET holder = %lld, fence = fence + 1 WHERE number = %lld",
                   (long long)server, (long long)c->number);
    alter(folder, sql);
}

static void take_from(const struct company *c)
{
    give_lease(c, store_server(other));
}

/* Whoever has it is no longer alive, which the server hears. */
static void give_back(const struct company *c, struct server *server)
{
    give_lease(c, 0);
    hall_hear(server->hall, &(struct store_news){.kind = STORE_NEWS_GONE, .server = store_server(other)});
    wait_for_lease(server, c);
    pass(server, 0);
}

/* What is stored: the row, how many moves, and whether the notes have this. */
struct kept {
    enum stored_status status;
    int moves;
    bool has_note;
};

static struct kept kept_of(const struct company *c, const char *note)
{
    struct stored_play play;
    struct ochre_error error;
    assert_int_equal(store_load(other, c->number, &play, &error), 1);
    struct kept kept = {play.table.status, play.move_count, strstr(play.table.notes, note) != NULL};
    store_play_free(&play);
    return kept;
}

/* ---- what only the fence refuses ---- */

static void a_clock_does_not_fall_in_the_name_of_a_lost_lease(void **unused)
{
    (void)unused;
    struct company c;
    make_table(&c, a, two_people, ",\"clock\":{\"kind\":\"move\",\"seconds\":10}");
    sit(&c, 0, a, "");
    sit(&c, 1, a, "");
    wait_for_lease(a, &c);
    take_from(&c);
    pass(a, 11 * SECOND);
    assert_false(kept_of(&c, "\"missed\"").has_note);
    guest_listen(&c.guest[0]);
    expect_not(guest_heard(&c.guest[0], "table"), "\"missed\"");
    assert_false(is_held(a, &c));
    /* It falls where the lease is: here, when nobody has it any more. */
    give_back(&c, a);
    assert_true(kept_of(&c, "\"missed\":1").has_note);
    go(&c);
}

static void a_computer_does_not_move_in_the_name_of_a_lost_lease(void **unused)
{
    (void)unused;
    struct company c;
    make_table(&c, a, "{\"kind\":\"me\"},{\"kind\":\"bot\",\"bot\":\"greedy\"}", "");
    sit(&c, 0, a, "");
    wait_for_lease(a, &c);
    take_from(&c);
    move(&c, 0, a, "a2a3"); /* the computer answers in the same beat */
    assert_int_equal(kept_of(&c, "").moves, 1);
    assert_int_equal(member_number(step_of(&c, 0), "step"), 1); /* the person's was heard again */
    assert_false(is_held(a, &c));
    give_back(&c, a);
    assert_int_equal(kept_of(&c, "").moves, 2);
    go(&c);
}

static void a_share_is_not_waived_in_the_name_of_a_lost_lease(void **unused)
{
    (void)unused;
    struct company c;
    char pledge[FAIR_HEX_SIZE];
    char text[256];
    fair_to_hex((const unsigned char[FAIR_SIZE]){1}, FAIR_SIZE, pledge);
    (void)snprintf(text, sizeof text, ",\"options\":{\"first\":\"random\"},\"pledge\":\"%s\"", pledge);
    make_table(&c, a, two_people, text);
    sit(&c, 0, a, "");
    sit(&c, 1, a, "");
    expect(guest_heard(&c.guest[1], "table"), "\"unopened\":[\"p1\"]");
    wait_for_lease(a, &c);
    take_from(&c);
    pass(a, HOUR);
    assert_int_equal(kept_of(&c, "").status, STORED_WAITING);
    assert_false(is_held(a, &c));
    give_back(&c, a);
    assert_int_equal(kept_of(&c, "").status, STORED_RUNNING);
    go(&c);
}

static void a_play_is_not_given_up_in_the_name_of_a_lost_lease(void **unused)
{
    (void)unused;
    struct company c;
    make_table(&c, a, "{\"kind\":\"me\"},{\"kind\":\"bot\",\"bot\":\"greedy\"}", "");
    sit(&c, 0, a, "");
    wait_for_lease(a, &c);
    char path[64];
    (void)snprintf(path, sizeof path, "/api/tables/%s/leave", c.id);
    assert_int_equal(party_ask(a->hall, "POST", path, c.key[0], "{}", NULL), 200);
    take_from(&c);
    pass(a, 25 * HOUR);
    assert_int_equal(kept_of(&c, "").status, STORED_RUNNING);
    go(&c);
}

/* A server dies; one that has no listeners, and knows of none, takes its lease first. It asks who is there, and leaves
 * it to the server where people are, which lets the computer answer. */
static void a_lease_goes_to_where_people_are(void **unused)
{
    (void)unused;
    struct company c;
    make_table(&c, a, "{\"kind\":\"me\"},{\"kind\":\"bot\",\"bot\":\"greedy\"}", "");
    sit(&c, 0, b, "");
    pass(b, SECOND);            /* says who is there */
    while (third->words == 0) { /* … which says nothing to whom the table is unknown */
        wait_for_ring(&third->bell);
        turn(third);
    }
    close_server(a);
    wait_for_lease(third, &c);
    assert_false(is_held(b, &c));
    move(&c, 0, b, "a2a3");
    while (member_number(step_of(&c, 0), "step") < 2) {
        pass(third, 0); /* later it would put the table to sleep, and its lease with it */
        pass(b, 0);
        guest_listen(&c.guest[0]);
    }
    assert_true(is_held(b, &c));
    go(&c);
}

/* Somebody asks about a table between the death of its server and the news of it: its row names no holder, and still it
 * is taken over. */
static void a_table_that_was_read_after_a_death_is_taken_over(void **unused)
{
    (void)unused;
    struct company c;
    make_table(&c, a, "{\"kind\":\"bot\",\"bot\":\"greedy\"},{\"kind\":\"bot\",\"bot\":\"greedy\"}", "");
    close_server(a);
    assert_non_null(rooms_find(third->hall, c.id)); /* which has not listened to the database yet */
    wait_for_lease(third, &c);
}

/* Until the listener has been told so many steps. */
static void wait_for_step(struct company *c, int seat, struct server *server, int count)
{
    while (member_number(step_of(c, seat), "step") != count) {
        wait_for_ring(&server->bell);
        turn(server);
        guest_listen(&c->guest[seat]);
    }
}

/* ---- other versions ---- */

/* A server of a newer version stores a row with a note that this one does not know. */
static void a_row_of_a_newer_version_is_read(void **unused)
{
    (void)unused;
    struct company c;
    struct stored_play play;
    struct ochre_error error;
    char notes[2048];
    make_table(&c, a, two_people, "");
    sit(&c, 0, a, "");
    sit(&c, 1, a, "");
    guest_listen(&c.guest[0]);
    assert_int_equal(store_load(other, c.number, &play, &error), 1);
    (void)snprintf(notes, sizeof notes, "{\"lantern\":{\"lit\":[1,\"two\"]},%s", play.table.notes + 1);
    play.table.notes = notes;
    int64_t mark = store_server(other) << 32 | 1;
    struct store_batch *batch = store_batch_new();
    store_build_on(batch, c.number, play.table.version, mark);
    store_put_table(batch, &play.table);
    assert_int_equal(keep(other, &other_bell, batch), STORE_DURABLE);
    store_play_free(&play);
    while (rooms_numbered(a->hall, c.number)->version != mark) {
        wait_for_ring(&a->bell);
        turn(a);
    }
    sit(&c, 1, b, "");
    move(&c, 0, a, "a2a3");
    wait_for_step(&c, 1, b, 1);
    assert_int_equal(kept_of(&c, "").moves, 1);
    assert_true(kept_of(&c, "\"lantern\"").has_note); /* a move stores no row */
    go(&c);
}

/* ---- stories ---- */

/* p2 agrees to what p1 wishes. */
static void agree(struct company *c, struct server *server)
{
    while (!*guest_heard(&c->guest[1], "wish")) {
        wait_for_ring(&server->bell);
        turn(server);
        guest_listen(&c->guest[1]);
    }
    char text[160];
    (void)snprintf(text, sizeof text, "{\"t\":\"consent\",\"table\":\"%s\",\"wish\":%ld,\"yes\":true}", c->id,
                   member_number(guest_heard(&c->guest[1], "wish"), "wish"));
    peer_heard(c->guest[1].peer, text, strlen(text));
    hall_end_beat(server->hall); /* handed to the store */
}

/* The story that the listener knows until its first step is not the one that is told now, though that has a first step
 * too. Whoever says of which story it speaks is told only what is new … */
static void expect_told_anew(struct company *c, int seat, const struct server *server)
{
    sit(c, seat, server, ",\"since\":1");
    expect(step_of(c, seat), "\"undone\":true");
    expect(step_of(c, seat), "\"move\":\"b2b3\"");
    assert_int_equal(member_number(step_of(c, seat), "since"), 0);
}

/* … at whatever server, though that may not have listened to the database yet. */
static void expect_goes_on(struct company *c, int seat, const struct server *server)
{
    char known[64];
    (void)snprintf(known, sizeof known, ",\"since\":1,\"edition\":%ld", member_number(step_of(c, seat), "edition"));
    sit(c, seat, server, known);
    expect_not(step_of(c, seat), "\"undone\"");
    expect(step_of(c, seat), "\"story\":[]");
    assert_int_equal(member_number(step_of(c, seat), "since"), 1);
}

/* A move that somebody was told of is taken back and another made in its place, while they have no line. */
static void who_comes_back_after_an_undo_hears_the_whole_story(void **unused)
{
    (void)unused;
    struct company c;
    make_table(&c, a, two_people, "");
    sit(&c, 0, a, "");
    sit(&c, 1, a, "");
    guest_listen(&c.guest[0]);
    sit(&c, WATCHER, b, "");
    move(&c, 0, a, "a2a3");
    wait_for_step(&c, WATCHER, b, 1);
    guest_go(&c.guest[WATCHER]);
    say(&c, 0, a, "\"t\":\"undo\"");
    guest_listen(&c.guest[1]);
    agree(&c, a);
    settle(a->hall);
    guest_listen(&c.guest[0]);
    assert_int_equal(member_number(step_of(&c, 0), "step"), 0);
    move(&c, 0, a, "b2b3");
    expect_told_anew(&c, WATCHER, a);
    expect_goes_on(&c, WATCHER, a);
    expect_goes_on(&c, WATCHER, b);
    expect_told_anew(&c, WATCHER, b);
    go(&c);
}

/* p2 was told of a move and agreed to take it back; p2's server died when that was stored, and before it could tell.
 * p1 moves anew at the other, where p2 comes back. Nothing is lost, and p2 is told that moves were taken back. */
static void an_undo_that_was_stored_and_not_told_is_told_elsewhere(void **unused)
{
    (void)unused;
    struct company c;
    make_table(&c, b, two_people, "");
    sit(&c, 0, b, "");
    sit(&c, 1, a, "");
    wait_for_step(&c, 0, b, 0);
    move(&c, 0, b, "a2a3");
    wait_for_step(&c, 1, a, 1);
    say(&c, 0, b, "\"t\":\"undo\"");
    agree(&c, a);
    guest_go(&c.guest[1]); /* nothing comes from there any more */
    wait_for_step(&c, 0, b, 0);
    expect(step_of(&c, 0), "\"undone\":true");
    move(&c, 0, b, "b2b3");
    assert_int_equal(member_number(step_of(&c, 0), "step"), 1);
    expect_told_anew(&c, 1, b);
    expect_goes_on(&c, 1, b);
    settle(a->hall);
    go(&c);
}

/* All that a server has missed, a move, its undo and another move, follows upon what it knows, which is nothing. The
 * story and its questions have the numbers that they have elsewhere. */
static void who_missed_an_undo_asks_the_same_questions(void **unused)
{
    (void)unused;
    struct company c;
    make_table(&c, a, two_people, "");
    sit(&c, 0, a, "");
    sit(&c, 1, a, "");
    guest_listen(&c.guest[0]);
    sit(&c, WATCHER, b, "");
    move(&c, 0, a, "a2a3");
    say(&c, 0, a, "\"t\":\"undo\"");
    guest_listen(&c.guest[1]);
    agree(&c, a);
    settle(a->hall);
    guest_listen(&c.guest[0]);
    move(&c, 0, a, "b2b3");
    wait_for_step(&c, WATCHER, b, 1); /* in which it hears all of it at once */
    guest_listen(&c.guest[1]);
    long ask = member_number(step_of(&c, 1), "ask");
    long edition = member_number(step_of(&c, 1), "edition");
    assert_int_equal(member_number(step_of(&c, WATCHER), "edition"), edition);
    sit(&c, 1, b, "");
    assert_int_equal(member_number(step_of(&c, 1), "ask"), ask);
    assert_int_equal(member_number(step_of(&c, 1), "edition"), edition);
    go(&c);
}

/* Who was told of a step by one server knows it before the news of it has come to the other: it is fetched, and nothing
 * looks as if it had been taken back. */
static void who_knows_more_than_the_server_takes_nothing_back(void **unused)
{
    (void)unused;
    struct company c;
    make_table(&c, a, two_people, "");
    sit(&c, 0, a, "");
    sit(&c, 1, b, "");
    wait_for_step(&c, 1, b, 0);
    wait_for_step(&c, 0, a, 0);
    move(&c, 0, a, "a2a3");
    assert_int_equal(member_number(step_of(&c, 0), "step"), 1);
    sit(&c, 0, b, ",\"since\":1"); /* which has not listened to the database */
    assert_int_equal(member_number(step_of(&c, 0), "step"), 1);
    expect_not(step_of(&c, 0), "\"undone\"");
    expect(step_of(&c, 0), "\"story\":[]");
    go(&c);
}

int main(void)
{
    if (!on_postgres())
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_clock_does_not_fall_in_the_name_of_a_lost_lease, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_computer_does_not_move_in_the_name_of_a_lost_lease, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_share_is_not_waived_in_the_name_of_a_lost_lease, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_play_is_not_given_up_in_the_name_of_a_lost_lease, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_lease_goes_to_where_people_are, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_table_that_was_read_after_a_death_is_taken_over, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_row_of_a_newer_version_is_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_comes_back_after_an_undo_hears_the_whole_story, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_undo_that_was_stored_and_not_told_is_told_elsewhere, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_missed_an_undo_asks_the_same_questions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_knows_more_than_the_server_takes_nothing_back, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
