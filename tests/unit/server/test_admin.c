/* test_admin.c: the host's desk, with a store and a clock of our own: what is ordered is stored first, then it happens,
 * then it is confirmed. */
#include "help.h"

#include <errno.h>

#include "disk.h"
#include "party.h"
#include "server/room_inner.h"
#include "server/room_list.h"
#include "server/room_play.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

static struct bell bell = BELL;
static struct store *store;
static char *folder;
static struct hall *hall;

static void settle(struct hall *which)
{
    while (!hall_is_settled(which)) {
        wait_for_ring(&bell);
        (void)store_deliver(store);
        hall_end_beat(which);
    }
}

static void open_hall(void)
{
    store = open_store(folder, &bell);
    hall = party_hall(store, NULL);
    assert_non_null(hall);
}

static void close_hall(void)
{
    hall_close(hall, 2);
    hall_end_beat(hall);
    settle(hall);
    store_close(store);
    hall_delete(hall);
}

static void restart(void)
{
    close_hall();
    open_hall();
}

static int set_up(void **state)
{
    (void)state;
    folder = new_folder();
    party_settle = settle;
    party_address = "192.0.2.1";
    disk_mend();
    open_hall();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    close_hall();
    party_settle = NULL;
    party_address = "test";
    drop_folder(folder);
    return 0;
}

/* ---- short ways ---- */

/* An order with the status it must have; "'" stands for a quote. */
static const char *order(int status, const char *format, ...)
{
    char text[4096];
    const char *answer;
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (char *at = text; *at; at++)
        *at = (char)(*at == '\'' ? '"' : *at);
    int found = party_order(hall, text, &answer);
    if (found != status)
        fail_msg("%s: %d %s", text, found, answer);
    return answer;
}

/* Two people at a table. */
struct pair {
    char id[STORE_ID_SIZE], key1[KEY_SIZE], key2[KEY_SIZE];
    struct guest p1, p2;
};

static void sit(struct guest *guest, const char *id, const char *address, const char *key)
{
    char text[256];
    guest_come(guest, hall, address);
    (void)snprintf(text, sizeof text, "{\"t\":\"sit\",\"table\":\"%s\",\"key\":\"%s\"}", id, key);
    guest_say(guest, hall, text);
}

static void sit_both(struct pair *pair)
{
    sit(&pair->p1, pair->id, "192.0.2.1", pair->key1);
    sit(&pair->p2, pair->id, "198.51.100.2", pair->key2);
    guest_listen(&pair->p1);
}

static void come(struct pair *pair, const char *game, const char *clock)
{
    char body[256];
    const char *answer;
    (void)snprintf(body, sizeof body,
                   "{\"game\":\"%s\",\"name\":\"Ama\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"reserved\"}],"
                   "\"clock\":{\"kind\":\"%s\",\"days\":3}}",
                   game, clock);
    assert_int_equal(party_ask(hall, "POST", "/api/tables", NULL, body, &answer), 201);
    assert_true(member_text(answer, "table", pair->id, sizeof pair->id));
    assert_true(member_text(answer, "key", pair->key1, sizeof pair->key1));
    assert_true(member_text(strstr(answer, "\"p2\""), "key", pair->key2, sizeof pair->key2));
    sit_both(pair);
}

static void go(struct pair *pair)
{
    guest_go(&pair->p1);
    guest_go(&pair->p2);
}

static void say(struct pair *pair, struct guest *guest, const char *words)
{
    char text[256];
    (void)snprintf(text, sizeof text, "{\"table\":\"%s\",%s}", pair->id, words);
    guest_say(guest, hall, text);
    guest_listen(&pair->p1);
    guest_listen(&pair->p2);
}

static const char *status_of(const char *id)
{
    static char status[16];
    char path[64];
    const char *answer;
    (void)snprintf(path, sizeof path, "/api/tables/%s", id);
    if (party_ask(hall, "GET", path, NULL, NULL, &answer) != 200)
        return "gone";
    assert_true(member_text(answer, "status", status, sizeof status));
    return status;
}

static void expect(const char *answer, const char *part)
{
    char wanted[512];
    (void)snprintf(wanted, sizeof wanted, "%s", part);
    for (char *at = wanted; *at; at++)
        *at = (char)(*at == '\'' ? '"' : *at);
    if (!strstr(answer, wanted))
        fail_msg("no %s in %s", wanted, answer);
}

static void break_disk(void)
{
    disk_fail_after(0, ENOSPC);
}

/* Waits until the store has noticed that there is room again. */
static void mend_disk(void)
{
    disk_mend();
    for (int i = 0; i < 100 && store_health(store, (char[160]){0}, 160) != STORE_DURABLE; i++)
        (void)usleep(100 * 1000);
}

/* ---- looking ---- */

static void test_status_counts(void **state)
{
    (void)state;
    struct pair pair;
    come(&pair, "dice", "none");
    party_time += 90 * SECOND;
    const char *answer = order(200, "{'do':'status'}");
    expect(answer, "'version':'test'");
    expect(answer, "'seconds':90");
    expect(answer, "'connections':2");
    expect(answer, "'tables':{'waiting':0,'running':1,'over':0,'aside':0,'awake':1}");
    expect(answer, "'disk':{'ok':true");
    expect(answer, "'announcement':null,'drain':null");
    assert_true(member_number(answer, "free") > 0);
    go(&pair);
}

static int listed(const char *filter)
{
    const char *answer = order(200, "{'do':'list'%s}", filter);
    int count = 0;
    for (const char *at = answer; (at = strstr(at, "\"table\":")); at++)
        count++;
    return count;
}

static void test_list_and_its_filters(void **state)
{
    (void)state;
    struct pair live;
    struct pair slow;
    const char *answer;
    come(&slow, "dice", "days");
    go(&slow);
    party_time += 30 * (int64_t)HOUR;
    party_address = "2001:db8:1:2::9";
    come(&live, "valley", "none");
    assert_int_equal(party_ask(hall, "POST", "/api/tables", NULL,
                               "{\"game\":\"dice\",\"seats\":[{\"kind\":\"open\"},{\"kind\":\"open\"}]}", &answer),
                     201);
    assert_int_equal(listed(""), 3);
    assert_int_equal(listed(",'status':'running'"), 2);
    assert_int_equal(listed(",'status':'waiting'"), 1);
    assert_int_equal(listed(",'status':'over'"), 0);
    assert_int_equal(listed(",'older':24"), 1);
    assert_int_equal(listed(",'newer':24"), 2);
    assert_int_equal(listed(",'most':1"), 1);
    expect(order(200, "{'do':'list','most':1}"), "'found':3");
    assert_int_equal(listed(",'address':'2001:db8:1:2::1'"), 2);
    assert_int_equal(listed(",'address':'2001:db8:1::/48'"), 2);
    assert_int_equal(listed(",'address':'2001:db8:9::1'"), 0);
    assert_int_equal(listed(",'address':'198.51.100.2'"), 1); /* p2 is there now */
    assert_int_equal(listed(",'address':'192.0.2.0/24'"), 2); /* made one, is at the other */
    order(200, "{'do':'end','table':'%s'}", live.id);
    go(&live);
    party_time += 10 * (int64_t)MINUTE;
    hall_tick(hall);
    hall_tick(hall);
    party_time += 10 * (int64_t)MINUTE;
    hall_tick(hall);
    assert_int_equal(listed(",'status':'over'"), 0); /* out of memory */
    assert_int_equal(listed(",'status':'over','all':true"), 1);
    assert_int_equal(listed(",'all':true"), 3);
    order(400, "{'do':'list','status':'gone'}");
    order(400, "{'do':'list','address':'here'}");
    order(400, "{'do':'list','most':-1}");
    order(400, "{'do':'list','older':'x'}");
}

/* What is shown is what somebody who watches is told, and nothing that opens or foretells anything. */
static void test_show_tells_what_a_watcher_knows(void **state)
{
    (void)state;
    static const char *const games[] = {"tribes", "valley", "dice"};
    for (int i = 0; i < 3; i++) {
        struct pair pair;
        struct guest watcher;
        char text[128];
        come(&pair, games[i], "none");
        struct room *room = rooms_find(hall, pair.id);
        for (int n = 0; n < 12; n++)
            for (int seat = 0; seat < 2; seat++)
                if (room_is_asked(room, seat)) {
                    struct guest *guest = seat ? &pair.p2 : &pair.p1;
                    char move[64];
                    const char *moves = strstr(guest_heard(guest, "step"), "\"moves\":");
                    assert_non_null(moves);
                    assert_true(member_text(moves, "m", move, sizeof move));
                    (void)snprintf(text, sizeof text, "\"t\":\"move\",\"ask\":%ld,\"move\":\"%s\"",
                                   member_number(guest_heard(guest, "step"), "ask"), move);
                    say(&pair, guest, text);
                }
        guest_come(&watcher, hall, "203.0.113.3");
        (void)snprintf(text, sizeof text, "{\"t\":\"sit\",\"table\":\"%s\"}", pair.id);
        guest_say(&watcher, hall, text);
        const char *answer = order(200, "{'do':'show','table':'%s'}", pair.id);
        char hex[FAIR_HEX_SIZE];
        fair_to_hex(room->seed, FAIR_SIZE, hex);
        assert_null(strstr(answer, hex));
        assert_null(strstr(answer, pair.key1));
        assert_null(strstr(answer, pair.key2));
        expect(answer, "'address':'203.0.113.3'");
        const char *view = strstr(answer, "\"view\":");
        const char *told = strstr(guest_heard(&watcher, "step"), "\"view\":");
        assert_non_null(view);
        assert_non_null(told);
        size_t length = (size_t)(strstr(told, "\"story\":") - told);
        assert_memory_equal(view, told, length);
        guest_go(&watcher);
        go(&pair);
    }
    order(404, "{'do':'show','table':'nowhere'}");
    order(400, "{'do':'show'}");
    order(400, "{'do':'show','table':7}");
}

static const char *view_in(const char *text, size_t *length)
{
    const char *view = strstr(text, "\"view\":");
    assert_non_null(view);
    *length = (size_t)(strstr(view, "\"story\":") - view);
    return view;
}

/* Where hands are hidden the host sees no more than a watcher, who sees less than a player. */
static void test_show_tells_no_hand(void **state)
{
    (void)state;
    struct pair pair;
    struct guest watcher;
    const char *answer;
    char text[128];
    assert_int_equal(
        party_ask(hall, "POST", "/api/tables", NULL,
                  "{\"game\":\"spears\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\",\"bot\":\"random\"},"
                  "{\"kind\":\"bot\",\"bot\":\"random\"}]}",
                  &answer),
        201);
    assert_true(member_text(answer, "table", pair.id, sizeof pair.id));
    assert_true(member_text(answer, "key", pair.key1, sizeof pair.key1));
    sit(&pair.p1, pair.id, "192.0.2.1", pair.key1);
    guest_come(&watcher, hall, "203.0.113.3");
    (void)snprintf(text, sizeof text, "{\"t\":\"sit\",\"table\":\"%s\"}", pair.id);
    guest_say(&watcher, hall, text);
    guest_listen(&pair.p1);
    answer = order(200, "{'do':'show','table':'%s'}", pair.id);
    size_t shown;
    size_t watched;
    size_t own;
    const char *shown_view = view_in(answer, &shown);
    const char *watched_view = view_in(guest_heard(&watcher, "step"), &watched);
    const char *own_view = view_in(guest_heard(&pair.p1, "step"), &own);
    assert_int_equal(shown, watched);
    assert_memory_equal(shown_view, watched_view, watched);
    assert_true(own != watched || memcmp(own_view, watched_view, own) != 0);
    guest_go(&watcher);
    guest_go(&pair.p1);
}

/* ---- ending and deleting ---- */

static void test_end_tells_players_why(void **state)
{
    (void)state;
    struct pair pair;
    come(&pair, "dice", "none");
    say(&pair, &pair.p1, "\"t\":\"move\",\"ask\":1,\"move\":\"a2a3\"");
    expect(order(200, "{'do':'end','table':'%s','why':'Bed time'}", pair.id), "'was':'running'");
    guest_listen(&pair.p2);
    expect(guest_heard(&pair.p2, "table"), "'status':'over','why':'Bed time'");
    expect(guest_heard(&pair.p2, "step"), "'asked':[],'ask':0,'question':null,'moves':[]");
    say(&pair, &pair.p2, "\"t\":\"move\",\"ask\":1,\"move\":\"h7h6\"");
    expect(guest_heard(&pair.p2, "no"), "'code':'over'");
    order(409, "{'do':'end','table':'%s'}", pair.id);
    go(&pair);
    restart();
    assert_string_equal(status_of(pair.id), "over");
    sit_both(&pair);
    expect(guest_heard(&pair.p1, "table"), "'why':'Bed time'");
    assert_int_equal(member_number(guest_heard(&pair.p1, "step"), "step"), 1); /* the moves are kept */
    go(&pair);
    come(&pair, "dice", "none");
    order(200, "{'do':'end','table':'%s'}", pair.id);
    guest_listen(&pair.p1);
    expect(guest_heard(&pair.p1, "table"), "'why':'The host of this server has ended the play.'");
    go(&pair);
    order(404, "{'do':'end','table':'nowhere'}");
    char long_why[300];
    memset(long_why, 'x', sizeof long_why - 1);
    long_why[sizeof long_why - 1] = '\0';
    come(&pair, "dice", "none");
    order(400, "{'do':'end','table':'%s','why':'%s'}", pair.id, long_why);
    order(400, "{'do':'end','table':'%s','why':'two\\nlines'}", pair.id);
    assert_string_equal(status_of(pair.id), "running");
    go(&pair);
}

static void test_delete_is_for_good(void **state)
{
    (void)state;
    struct pair pair;
    come(&pair, "dice", "none");
    say(&pair, &pair.p1, "\"t\":\"move\",\"ask\":1,\"move\":\"a2a3\"");
    order(409, "{'do':'delete','table':'%s'}", pair.id);
    assert_string_equal(status_of(pair.id), "running");
    order(200, "{'do':'delete','table':'%s','force':true}", pair.id);
    guest_listen(&pair.p1);
    guest_listen(&pair.p2);
    expect(guest_heard(&pair.p1, "gone"), "deleted this table");
    expect(guest_heard(&pair.p2, "gone"), "deleted this table");
    assert_string_equal(status_of(pair.id), "gone");
    say(&pair, &pair.p2, "\"t\":\"move\",\"ask\":1,\"move\":\"h7h6\"");
    expect(guest_heard(&pair.p2, "no"), "'code':'table'");
    order(404, "{'do':'delete','table':'%s'}", pair.id);
    go(&pair);
    restart();
    assert_string_equal(status_of(pair.id), "gone");
    assert_int_equal(listed(",'all':true"), 0);
}

static void note_status(void *who, const struct hall_reply *reply)
{
    *(int *)who = reply->status;
}

/* Whatever is under way at the table when it goes takes nothing else with it. */
static void test_a_move_that_crosses_a_delete(void **state)
{
    (void)state;
    struct pair gone;
    struct pair other;
    char text[256];
    come(&gone, "dice", "none");
    come(&other, "dice", "none");
    /* One turn: a move there, the order, another move there, a move elsewhere. */
    (void)snprintf(text, sizeof text, "{\"t\":\"move\",\"table\":\"%s\",\"ask\":1,\"move\":\"a2a3\"}", gone.id);
    peer_heard(gone.p1.peer, text, strlen(text));
    (void)snprintf(text, sizeof text, "{\"do\":\"delete\",\"table\":\"%s\",\"force\":true}", gone.id);
    int status = 0;
    hall_admin(hall, text, strlen(text), note_status, &status);
    assert_int_equal(status, 0); /* not before it is stored */
    (void)snprintf(text, sizeof text, "{\"t\":\"move\",\"table\":\"%s\",\"ask\":1,\"move\":\"h7h6\"}", gone.id);
    peer_heard(gone.p2.peer, text, strlen(text));
    say(&other, &other.p1, "\"t\":\"move\",\"ask\":1,\"move\":\"a2a3\"");
    assert_int_equal(status, 200);
    assert_int_equal(member_number(guest_heard(&other.p2, "step"), "step"), 1);
    assert_string_equal(status_of(gone.id), "gone");
    assert_string_equal(status_of(other.id), "running");
    go(&gone);
    go(&other);
    restart();
    assert_string_equal(status_of(gone.id), "gone");
    assert_string_equal(status_of(other.id), "running");
}

static void test_a_full_disk_refuses_and_changes_nothing(void **state)
{
    (void)state;
    struct pair pair;
    const char *answer;
    come(&pair, "dice", "none");
    static const char *const orders[] = {
        "{'do':'end','table':'%s'}",
        "{'do':'delete','table':'%s','force':true}",
        "{'do':'ban','address':'192.0.2.1'}",
        "{'do':'announce','text':'Hello'}",
    };
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        break_disk();
        order(503, orders[i], pair.id); /* the store finds out */
        order(503, orders[i], pair.id); /* it knows */
        guest_listen(&pair.p1);
        assert_int_equal(guest_count(&pair.p1, "gone") + guest_count(&pair.p1, "bye") + guest_count(&pair.p1, "notice"),
                         0);
        assert_int_equal(pair.p1.closed, 0);
        assert_string_equal(status_of(pair.id), "running");
        mend_disk();
    }
    say(&pair, &pair.p1, "\"t\":\"move\",\"ask\":1,\"move\":\"a2a3\"");
    assert_int_equal(member_number(guest_heard(&pair.p2, "step"), "step"), 1);
    answer = order(200, "{'do':'status'}");
    expect(answer, "'bans':0,'announcement':null");
    go(&pair);
    restart();
    assert_string_equal(status_of(pair.id), "running");
    expect(order(200, "{'do':'bans'}"), "'bans':[]");
}

/* ---- addresses ---- */

static void test_a_ban_closes_and_refuses_until_it_ends(void **state)
{
    (void)state;
    struct pair pair;
    struct guest stranger;
    come(&pair, "dice", "none");
    expect(order(200, "{'do':'ban','address':'198.51.100.0/24','hours':2,'why':'Enough'}"), "'closed':1");
    guest_listen(&pair.p2);
    assert_int_equal(pair.p2.closed, 1008);
    assert_int_equal(pair.p1.closed, 0);
    expect(guest_heard(&pair.p2, "bye"), "'code':'banned','why':'Enough'");
    guest_go(&pair.p2);
    guest_come(&stranger, hall, "::ffff:198.51.100.77");
    assert_non_null(stranger.peer);
    guest_listen(&stranger);
    assert_int_equal(stranger.closed, 1008);
    expect(guest_heard(&stranger, "bye"), "'code':'banned'");
    guest_say(&stranger, hall, "{\"t\":\"hello\"}");
    assert_int_equal(guest_count(&stranger, "hello"), 0);
    guest_go(&stranger);
    const char *answer;
    party_address = "198.51.100.2";
    assert_int_equal(party_ask(hall, "GET", "/api/games", NULL, NULL, &answer), 403);
    expect(answer, "'code':'banned','why':'Enough'");
    assert_int_equal(party_ask(hall, "GET", "/health", NULL, NULL, &answer), 200);
    party_address = "198.51.101.2";
    assert_int_equal(party_ask(hall, "GET", "/api/games", NULL, NULL, &answer), 200);
    party_address = "198.51.100.2";
    guest_go(&pair.p1);
    restart();
    assert_int_equal(party_ask(hall, "GET", "/api/games", NULL, NULL, &answer), 403);
    expect(order(200, "{'do':'bans'}"), "'address':'198.51.100.0/24'");
    order(404, "{'do':'unban','address':'198.51.100.2'}"); /* it is one of many */
    party_time += 2 * (int64_t)HOUR;
    assert_int_equal(party_ask(hall, "GET", "/api/games", NULL, NULL, &answer), 200);
    expect(order(200, "{'do':'bans'}"), "'bans':[]");
    hall_tick(hall);
    hall_end_beat(hall);
    settle(hall);
    party_time -= 2 * (int64_t)HOUR; /* nothing of it is left in the store */
    restart();
    expect(order(200, "{'do':'bans'}"), "'bans':[]");
}

static void test_unban_and_wrong_addresses(void **state)
{
    (void)state;
    const char *answer;
    order(200, "{'do':'ban','address':'2001:db8::77'}");
    party_address = "2001:db8::1";
    assert_int_equal(party_ask(hall, "GET", "/api/games", NULL, NULL, &answer), 403);
    expect(answer, "This server does not serve your address.");
    order(200, "{'do':'unban','address':'2001:db8::1234'}"); /* the same /64 */
    assert_int_equal(party_ask(hall, "GET", "/api/games", NULL, NULL, &answer), 200);
    order(404, "{'do':'unban','address':'2001:db8::1234'}");
    order(400, "{'do':'ban','address':'0.0.0.0/0'}");
    order(400, "{'do':'ban','address':'::/0'}");
    order(400, "{'do':'ban','address':'somebody'}");
    order(400, "{'do':'ban'}");
    order(400, "{'do':'ban','address':7}");
    order(400, "{'do':'ban','address':'192.0.2.7','hours':0}");
    order(400, "{'do':'ban','address':'192.0.2.7','why':'a\\u0007b'}");
    expect(order(200, "{'do':'bans'}"), "'bans':[]");
    restart();
    expect(order(200, "{'do':'bans'}"), "'bans':[]");
}

/* ---- what everybody is told ---- */

static void test_an_announcement_reaches_everybody_until_it_is_withdrawn(void **state)
{
    (void)state;
    struct pair pair;
    struct guest late;
    const char *answer;
    come(&pair, "dice", "none");
    expect(order(200, "{'do':'announce','text':'Short break at eight, caf\\u00e9 at nine'}"), "'told':2");
    guest_listen(&pair.p1);
    guest_listen(&pair.p2);
    expect(guest_heard(&pair.p1, "notice"), "'text':'Short break at eight, café at nine'");
    assert_int_equal(guest_count(&pair.p2, "notice"), 1);
    go(&pair);
    restart();
    guest_come(&late, hall, "203.0.113.9");
    guest_say(&late, hall, "{\"t\":\"hello\"}");
    expect(guest_heard(&late, "notice"), "'text':'Short break at eight, café at nine'");
    assert_int_equal(party_ask(hall, "GET", "/api/tables", NULL, NULL, &answer), 200);
    expect(answer, "'notice':{'text':'Short break");
    order(200, "{'do':'announce','text':null}");
    guest_listen(&late);
    expect(guest_heard(&late, "notice"), "'text':null,'drain':false");
    assert_int_equal(party_ask(hall, "GET", "/api/tables", NULL, NULL, &answer), 200);
    assert_null(strstr(answer, "notice"));
    guest_go(&late);
    restart();
    guest_come(&late, hall, "203.0.113.9");
    guest_say(&late, hall, "{\"t\":\"hello\"}");
    assert_int_equal(guest_count(&late, "notice"), 0);
    order(400, "{'do':'announce','text':'two\\nlines'}");
    order(400, "{'do':'announce','text':5}");
    guest_go(&late);
}

/* A reader that does not read is owed the newest alone. */
static void test_a_hundred_announcements_cost_a_slow_reader_one(void **state)
{
    (void)state;
    struct guest slow;
    guest_come(&slow, hall, "203.0.113.9");
    guest_say(&slow, hall, "{\"t\":\"hello\"}");
    for (int i = 0; i < 100; i++)
        order(200, "{'do':'announce','text':'number %d'}", i);
    assert_int_equal(slow.closed, 0);
    guest_listen(&slow);
    assert_int_equal(guest_count(&slow, "notice"), 1);
    expect(guest_heard(&slow, "notice"), "'text':'number 99'");
    guest_go(&slow);
}

/* ---- before an upgrade ---- */

static bool wants_stop(void)
{
    hall_end_beat(hall);
    settle(hall);
    return hall_wants_stop(hall);
}

static void test_drain_lets_play_go_on_and_nothing_begin(void **state)
{
    (void)state;
    struct pair pair;
    const char *answer;
    come(&pair, "dice", "none");
    order(409, "{'do':'undrain'}");
    order(200, "{'do':'drain'}");
    guest_listen(&pair.p1);
    expect(guest_heard(&pair.p1, "notice"), "'text':null,'drain':true");
    assert_int_equal(party_ask(hall, "POST", "/api/tables", NULL,
                               "{\"game\":\"dice\",\"seats\":[{\"kind\":\"open\"},{\"kind\":\"open\"}]}", &answer),
                     503);
    expect(answer, "'code':'busy'");
    say(&pair, &pair.p1, "\"t\":\"move\",\"ask\":1,\"move\":\"a2a3\"");
    assert_int_equal(member_number(guest_heard(&pair.p2, "step"), "step"), 1);
    say(&pair, &pair.p2, "\"t\":\"resign\"");
    say(&pair, &pair.p2, "\"t\":\"rematch\"");
    expect(guest_heard(&pair.p2, "no"), "'code':'busy'");
    party_time += 100 * (int64_t)HOUR;
    assert_false(wants_stop()); /* nobody ordered that */
    order(200, "{'do':'undrain'}");
    guest_listen(&pair.p1);
    expect(guest_heard(&pair.p1, "notice"), "'drain':false");
    say(&pair, &pair.p2, "\"t\":\"rematch\"");
    expect(guest_heard(&pair.p2, "table"), "'rematch':");
    go(&pair);
    order(400, "{'do':'drain','stop':true,'quiet':-1}");
    order(200, "{'do':'drain'}");
    restart();
    expect(order(200, "{'do':'status'}"), "'drain':null"); /* it was for this restart */
}

static void test_drain_stops_when_live_play_is_quiet(void **state)
{
    (void)state;
    struct pair live;
    struct pair slow;
    come(&live, "dice", "none");
    come(&slow, "dice", "days");
    say(&live, &live.p1, "\"t\":\"move\",\"ask\":1,\"move\":\"a2a3\"");
    order(200, "{'do':'drain','stop':true,'quiet':5}");
    party_time += 4 * MINUTE;
    assert_false(wants_stop());
    say(&live, &live.p2, "\"t\":\"move\",\"ask\":1,\"move\":\"h7h6\"");
    say(&slow, &slow.p1, "\"t\":\"move\",\"ask\":1,\"move\":\"a2a3\"");
    party_time += 4 * MINUTE;
    assert_false(wants_stop());
    say(&slow, &slow.p2, "\"t\":\"move\",\"ask\":1,\"move\":\"h7h6\""); /* by letter: nobody waits for that */
    party_time += MINUTE;
    assert_true(wants_stop());
    go(&live);
    go(&slow);
    restart();
    come(&live, "dice", "none");
    say(&live, &live.p1, "\"t\":\"move\",\"ask\":1,\"move\":\"a2a3\"");
    order(200, "{'do':'drain','stop':true,'quiet':0}");
    assert_true(wants_stop());
    order(200, "{'do':'undrain'}");
    assert_false(wants_stop());
    order(200, "{'do':'drain','stop':true,'quiet':5}");
    go(&live); /* nobody is there any more */
    assert_true(wants_stop());
}

/* ---- nonsense ---- */

static void test_nonsense_is_answered_with_words(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "{",
        "[]",
        "7",
        "{}",
        "{\"do\":7}",
        "{\"do\":\"dance\"}",
        "{\"do\":\"statusstatusstatusstatus\"}",
        "\xff\xfe",
        "{\"do\":\"ban\",\"address\":null}",
        "{\"do\":\"show\",\"table\":\"../../etc/passwd\"}",
        "{\"do\":\"show\",\"table\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *answer;
        int found = party_order(hall, wrong[i], &answer);
        assert_true(found >= 400 && found < 500);
        expect(answer, "{'error':{'code':'");
    }
    order(200, "{'do':'status'}");
}

#define DESK_TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    disk_install();
    const struct CMUnitTest tests[] = {
        DESK_TEST(test_status_counts),
        DESK_TEST(test_list_and_its_filters),
        DESK_TEST(test_show_tells_what_a_watcher_knows),
        DESK_TEST(test_show_tells_no_hand),
        DESK_TEST(test_end_tells_players_why),
        DESK_TEST(test_delete_is_for_good),
        DESK_TEST(test_a_move_that_crosses_a_delete),
        DESK_TEST(test_a_full_disk_refuses_and_changes_nothing),
        DESK_TEST(test_a_ban_closes_and_refuses_until_it_ends),
        DESK_TEST(test_unban_and_wrong_addresses),
        DESK_TEST(test_an_announcement_reaches_everybody_until_it_is_withdrawn),
        DESK_TEST(test_a_hundred_announcements_cost_a_slow_reader_one),
        DESK_TEST(test_drain_lets_play_go_on_and_nothing_begin),
        DESK_TEST(test_drain_stops_when_live_play_is_quiet),
        DESK_TEST(test_nonsense_is_answered_with_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
