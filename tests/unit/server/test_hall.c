/* test_hall.c: does the hall say what docs/wire.md says? Without sockets and with a clock of our own. */
#include "../unit.h"

#include <math.h>
#include <sched.h>

#include "party.h"
#include "rules/registry.h"
#include "server/hint.h"
#include "server/peer.h"
#include "server/room_inner.h"
#include "server/room_list.h"
#include "server/sit.h"
#include "server/thinkers.h"

/* A table of dice and the people at it. */
struct evening {
    struct hall *hall;
    struct guest p1, p2;
    char table[24], key1[32], key2[32];
};

static const char *const two =
    "{\"game\":\"dice\",\"seats\":[{\"kind\":\"me\",\"name\":\"Ama\"},{\"kind\":\"reserved\"}]}";

static const char *const two_with_hints = "{\"game\":\"dice\",\"seats\":[{\"kind\":\"me\",\"name\":\"Ama\"},"
                                          "{\"kind\":\"reserved\"}],\"hints\":\"allow\"}";

static void say(struct evening *evening, struct guest *guest, const char *format, ...)
{
    char message[1024];
    char text[1200];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    (void)snprintf(text, sizeof text, message[0] == '{' ? "%s" : "{\"table\":\"%s\",%s}",
                   message[0] == '{' ? message : evening->table, message);
    guest_say(guest, evening->hall, text);
}

static void open_table(struct evening *evening, const char *body)
{
    const char *answer;
    *evening = (struct evening){.hall = party_hall(NULL, NULL)};
    assert_int_equal(party_ask(evening->hall, "POST", "/api/tables", NULL, body, &answer), 201);
    assert_true(member_text(answer, "table", evening->table, sizeof evening->table));
    const char *seats = strstr(answer, "\"seats\"");
    assert_true(member_text(seats, "key", evening->key1, sizeof evening->key1));
    const char *second = strstr(seats, "\"p2\"");
    if (second)
        assert_true(member_text(second, "key", evening->key2, sizeof evening->key2));
    guest_come(&evening->p1, evening->hall, "one");
    guest_come(&evening->p2, evening->hall, "two");
}

static void sit_down(struct evening *evening)
{
    say(evening, &evening->p1, "\"t\":\"sit\",\"key\":\"%s\"", evening->key1);
    say(evening, &evening->p2, "\"t\":\"sit\",\"key\":\"%s\"", evening->key2);
    guest_listen(&evening->p1);
}

static void close_table(struct evening *evening)
{
    guest_go(&evening->p1);
    guest_go(&evening->p2);
    hall_delete(evening->hall);
}

static void check_no(const struct guest *guest, const char *code)
{
    char found[16] = "";
    member_text(guest_heard(guest, "no"), "code", found, sizeof found);
    assert_string_equal(found, code);
}

/* ---- playing ---- */

static void test_a_play_begins_when_all_seats_are_taken(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, two);
    say(&evening, &evening.p1, "\"t\":\"sit\",\"key\":\"%s\"", evening.key1);
    assert_non_null(strstr(guest_heard(&evening.p1, "table"), "\"status\":\"waiting\""));
    assert_int_equal(guest_count(&evening.p1, "step"), 0);
    say(&evening, &evening.p1, "\"t\":\"move\",\"ask\":1,\"move\":\"a2a3\"");
    check_no(&evening.p1, "waiting");
    say(&evening, &evening.p2, "\"t\":\"sit\",\"key\":\"%s\",\"name\":\"Bo\"", evening.key2);
    guest_listen(&evening.p1);
    assert_non_null(strstr(guest_heard(&evening.p1, "table"), "\"status\":\"running\""));
    assert_int_equal(guest_count(&evening.p1, "step"), 1);
    assert_int_equal(member_number(guest_heard(&evening.p1, "step"), "ask"), 1);
    assert_int_equal(member_number(guest_heard(&evening.p2, "step"), "ask"), 0);
    close_table(&evening);
}

static void test_moves_and_refusals(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, two);
    sit_down(&evening);
    say(&evening, &evening.p2, "\"t\":\"move\",\"ask\":0,\"move\":\"a7a6\"");
    check_no(&evening.p2, "turn");
    say(&evening, &evening.p1, "\"t\":\"move\",\"ask\":1,\"move\":\"a2a5\"");
    check_no(&evening.p1, "rule");
    say(&evening, &evening.p1, "\"t\":\"move\",\"ask\":9,\"move\":\"a2a3\"");
    check_no(&evening.p1, "ask");
    say(&evening, &evening.p1, "\"t\":\"move\",\"id\":\"m1\",\"ask\":1,\"move\":\"a2a3\"");
    assert_int_equal(member_number(guest_heard(&evening.p1, "step"), "step"), 1);
    assert_non_null(strstr(guest_heard(&evening.p1, "step"), "\"id\":\"m1\""));
    guest_listen(&evening.p2);
    assert_int_equal(member_number(guest_heard(&evening.p2, "step"), "step"), 1);
    assert_int_equal(member_number(guest_heard(&evening.p2, "step"), "since"), 0);
    say(&evening, &evening.p1, "\"t\":\"move\",\"ask\":1,\"move\":\"a3a4\"");
    check_no(&evening.p1, "ask");
    close_table(&evening);
}

static void test_a_slow_reader_gets_the_newest_step_only(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, two);
    sit_down(&evening);
    int before = guest_count(&evening.p2, "step");
    /* p2 answers without having listened: numbers of its questions are no secret */
    for (int i = 0; i < 3; i++) {
        static const char *const white[] = {"a2a3", "b2b3", "c2c3"};
        static const char *const black[] = {"a7a6", "b7b6", "c7c6"};
        say(&evening, &evening.p1, "\"t\":\"move\",\"ask\":%d,\"move\":\"%s\"", i + 1, white[i]);
        char message[256];
        (void)snprintf(message, sizeof message, "{\"t\":\"move\",\"table\":\"%s\",\"ask\":%d,\"move\":\"%s\"}",
                       evening.table, i + 1, black[i]);
        peer_heard(evening.p2.peer, message, strlen(message));
        guest_say(&evening.p1, evening.hall, NULL);
    }
    guest_listen(&evening.p2);
    assert_int_equal(guest_count(&evening.p2, "step"), before + 1);
    assert_int_equal(member_number(guest_heard(&evening.p2, "step"), "step"), 6);
    assert_int_equal(member_number(guest_heard(&evening.p2, "step"), "since"), 0);
    close_table(&evening);
}

static void test_computers_answer(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, "{\"game\":\"dice\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\",\"bot\":\"random\"}]}");
    say(&evening, &evening.p1, "\"t\":\"sit\",\"key\":\"%s\"", evening.key1);
    say(&evening, &evening.p1, "\"t\":\"move\",\"ask\":1,\"move\":\"a2a3\"");
    assert_int_equal(member_number(guest_heard(&evening.p1, "step"), "step"), 2);
    assert_int_equal(member_number(guest_heard(&evening.p1, "step"), "ask"), 2);
    close_table(&evening);
}

/* ---- taking back ---- */

static void test_taking_back_needs_consent_where_others_acted(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, two);
    sit_down(&evening);
    say(&evening, &evening.p1, "\"t\":\"move\",\"ask\":1,\"move\":\"a2a3\"");
    say(&evening, &evening.p2, "\"t\":\"move\",\"ask\":1,\"move\":\"a7a6\"");
    say(&evening, &evening.p1, "\"t\":\"undo\"");
    guest_listen(&evening.p2);
    long wish = member_number(guest_heard(&evening.p2, "wish"), "wish");
    assert_int_equal(wish, 1);
    say(&evening, &evening.p2, "\"t\":\"consent\",\"wish\":%ld,\"yes\":false", wish);
    assert_non_null(strstr(guest_heard(&evening.p2, "wish"), "\"ended\":\"refused\""));
    assert_int_equal(member_number(guest_heard(&evening.p1, "step"), "step"), 2);
    say(&evening, &evening.p1, "\"t\":\"undo\"");
    guest_listen(&evening.p2);
    say(&evening, &evening.p2, "\"t\":\"consent\",\"wish\":2,\"yes\":true");
    guest_listen(&evening.p1);
    assert_int_equal(member_number(guest_heard(&evening.p1, "step"), "step"), 0);
    assert_non_null(strstr(guest_heard(&evening.p1, "step"), "\"undone\":true"));
    /* the old question is gone for good */
    say(&evening, &evening.p1, "\"t\":\"move\",\"ask\":1,\"move\":\"a2a3\"");
    check_no(&evening.p1, "ask");
    close_table(&evening);
}

/* ---- clocks ---- */

static void test_clocks(void **state)
{
    (void)state;
    struct clock_terms game = {.kind = CLOCK_GAME, .seconds = 60, .increment = 5};
    struct clock clock = {.left = clock_full(&game)};
    clock_start(&clock, &game, 1, 1000);
    assert_int_equal(clock_left(&clock, 11000), 50000);
    clock_start(&clock, &game, 1, 20000); /* the same question goes on */
    assert_int_equal(clock_left(&clock, 21000), 40000);
    clock_stop(&clock, &game, true, 21000);
    assert_int_equal(clock_left(&clock, 99000), 45000);
    struct clock_terms move = {.kind = CLOCK_MOVE, .seconds = 10};
    clock = (struct clock){.left = clock_full(&move)};
    clock_start(&clock, &move, 1, 1000);
    clock_stop(&clock, &move, true, 9000);
    clock_start(&clock, &move, 2, 9000);
    assert_int_equal(clock_left(&clock, 9000), 10000);
    assert_int_equal(clock_left(&clock, 30000), 0);
}

static void test_a_table_that_nobody_comes_to_is_closed(void **state)
{
    (void)state;
    struct evening evening;
    char path[64];
    const char *answer;
    open_table(&evening, two);
    (void)snprintf(path, sizeof path, "/api/tables/%s", evening.table);
    party_time += (int64_t)6 * 24 * 3600 * 1000;
    hall_tick(evening.hall);
    assert_int_equal(party_ask(evening.hall, "GET", path, NULL, NULL, &answer), 200);
    assert_non_null(strstr(answer, "\"status\":\"waiting\""));
    party_time += (int64_t)25 * 3600 * 1000;
    hall_tick(evening.hall);
    assert_int_equal(party_ask(evening.hall, "GET", path, NULL, NULL, &answer), 200);
    assert_non_null(strstr(answer, "\"status\":\"over\""));
    close_table(&evening);
}

/* ---- chat and rates ---- */

static void test_one_connection_hears_so_many_tables(void **state)
{
    (void)state;
    struct evening evening;
    const char *answer;
    char first[24];
    open_table(&evening, two);
    memcpy(first, evening.table, sizeof first);
    say(&evening, &evening.p1, "\"t\":\"sit\"");
    for (int i = 1; i <= SITS_MAX; i++) {
        assert_int_equal(guest_count(&evening.p1, "no"), 0);
        party_time += 1000;
        assert_int_equal(party_ask(evening.hall, "POST", "/api/tables", NULL, two, &answer), 201);
        assert_true(member_text(answer, "table", evening.table, sizeof evening.table));
        say(&evening, &evening.p1, "\"t\":\"sit\"");
    }
    check_no(&evening.p1, "busy");
    say(&evening, &evening.p1, "{\"t\":\"rise\",\"table\":\"%s\"}", first);
    say(&evening, &evening.p1, "\"t\":\"sit\"");
    assert_int_equal(guest_count(&evening.p1, "no"), 1);
    close_table(&evening);
}

/* Nobody delivers what is thought, so the first hint stays under way. */
static void test_one_hint_at_a_time(void **state)
{
    (void)state;
    struct evening evening;
    struct ochre_error error;
    struct thinkers *thinkers = thinkers_new(&(struct thinkers_config){.threads = 1}, &error);
    assert_non_null(thinkers);
    open_table(&evening, two_with_hints);
    evening.hall->config.thinkers = thinkers;
    sit_down(&evening);
    say(&evening, &evening.p1, "\"t\":\"hint\",\"ask\":1");
    assert_int_equal(guest_count(&evening.p1, "no"), 0);
    say(&evening, &evening.p1, "\"t\":\"hint\",\"ask\":1");
    check_no(&evening.p1, "busy");
    close_table(&evening);
    thinkers_delete(thinkers);
}

/* A computer's opinion may be below nothing, or none at all. */
static void test_a_hint_is_json_whatever_it_is_worth(void **state)
{
    (void)state;
    static const float worths[] = {-0.004F, -0.3F, -12.0F, 0.0F, 0.615F, 1.0F, 1e30F, NAN, -INFINITY};
    struct evening evening;
    struct ochre_view view;
    const ochre_action *list;
    open_table(&evening, two);
    sit_down(&evening);
    const struct table *table = rooms_find(evening.hall, evening.table)->table;
    table_view(table, 0, &view);
    assert_true(table_list_moves(table, &view, 0, &list) > 0);
    for (size_t i = 0; i < sizeof worths / sizeof *worths; i++) {
        struct bot_thoughts thoughts = {.worth = worths[i], .idea_count = 2};
        thoughts.idea[0] = (struct bot_idea){list[0], UINT64_MAX, worths[i]};
        thoughts.idea[1] = (struct bot_idea){list[0], 0, -worths[i]};
        char text[2048];
        struct ochre_text out = text_on(text, sizeof text);
        struct json_writer writer = json_write_to(&out);
        json_open(&writer, '{');
        hint_write(
            &(struct thought){.action = list[0], .thoughts = &thoughts, .view = &view, .setup = table_setup(table)},
            &writer);
        json_close(&writer, '}');
        struct json_doc doc;
        struct json_node nodes[100];
        struct ochre_error error;
        if (json_parse(&doc, text, out.used, nodes, 100, &error) < 0)
            fail_msg("%s: %s", error.words, text);
        size_t length;
        const char *worth = json_raw(json_get(json_first(json_get(json_root(&doc), "ideas")), "worth"), &length);
        if (isfinite(worths[i]) ? fabs(strtod(worth, NULL) - (double)worths[i]) > 0.006 + fabs((double)worths[i]) * 1e-6
                                : strncmp(worth, "null", 4) != 0)
            fail_msg("%g is told as %.*s", (double)worths[i], (int)length, worth);
    }
    close_table(&evening);
}

/* The question went while the computer thought: whoever waits for the hint hears so. */
static void test_a_hint_that_comes_to_nothing_says_so(void **state)
{
    (void)state;
    struct evening evening;
    struct ochre_error error;
    struct thinkers *thinkers = thinkers_new(&(struct thinkers_config){.threads = 1}, &error);
    open_table(&evening, two_with_hints);
    sit_down(&evening);
    evening.hall->config.thinkers = thinkers;
    say(&evening, &evening.p1, "\"t\":\"hint\",\"id\":7,\"ask\":1");
    say(&evening, &evening.p1, "\"t\":\"move\",\"ask\":1,\"move\":\"a2a3\"");
    while (thinkers_deliver(thinkers) == 0)
        sched_yield();
    guest_listen(&evening.p1);
    assert_int_equal(guest_count(&evening.p1, "hint"), 0);
    check_no(&evening.p1, "ask");
    assert_non_null(strstr(guest_heard(&evening.p1, "no"), "\"id\":7"));
    assert_non_null(strstr(guest_heard(&evening.p1, "no"), "\"of\":\"hint\""));
    close_table(&evening);
    thinkers_delete(thinkers);
}

/* One too many is not read, unless it is short: then its id comes back. */
static void test_the_rate_comes_before_the_reading(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, two);
    for (int i = 0; i < 60; i++)
        say(&evening, &evening.p1, "{\"t\":\"ping\"}");
    assert_int_equal(guest_count(&evening.p1, "no"), 0);
    say(&evening, &evening.p1, "{\"t\":\"ping\",\"id\":\"x\"}");
    check_no(&evening.p1, "rate");
    assert_non_null(strstr(guest_heard(&evening.p1, "no"), "\"id\":\"x\""));
    char text[1000];
    memset(text, '{', sizeof text); /* nothing that could be understood */
    text[sizeof text - 1] = '\0';
    guest_say(&evening.p1, evening.hall, text);
    assert_int_equal(guest_count(&evening.p1, "no"), 2);
    check_no(&evening.p1, "rate");
    party_time += 1000;
    guest_say(&evening.p1, evening.hall, text);
    check_no(&evening.p1, "form");
    close_table(&evening);
}

/* Refused just now: a millisecond before the time it was told the same message is refused again, then it is not. */
static void check_again(struct evening *evening, struct guest *guest, const char *message)
{
    int refused = guest_count(guest, "no");
    check_no(guest, "rate");
    const char *again = strstr(guest_heard(guest, "no"), "\"again\":");
    assert_non_null(again);
    long wait = strtol(again + strlen("\"again\":"), NULL, 10);
    assert_in_range(wait, 2, 3600 * 1000);
    party_time += wait - 1;
    say(evening, guest, "%s", message);
    assert_int_equal(guest_count(guest, "no"), refused + 1);
    check_no(guest, "rate");
    party_time += 1;
    say(evening, guest, "%s", message);
    assert_int_equal(guest_count(guest, "no"), refused + 1);
}

static void test_whoever_is_too_quick_is_told_when(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, two);
    sit_down(&evening);
    party_time += 10 * 1000;
    for (int i = 0; i < 61; i++)
        say(&evening, &evening.p1, "{\"t\":\"ping\"}");
    check_again(&evening, &evening.p1, "{\"t\":\"ping\"}");
    party_time += 10 * 1000;
    for (int i = 0; i < 6; i++)
        say(&evening, &evening.p2, "\"t\":\"chat\",\"text\":\"line %d\"", i);
    check_again(&evening, &evening.p2, "\"t\":\"chat\",\"text\":\"again\"");
    /* What is no matter of rates has no such time. */
    say(&evening, &evening.p2, "\"t\":\"chat\"");
    check_no(&evening.p2, "form");
    assert_null(strstr(guest_heard(&evening.p2, "no"), "again"));
    close_table(&evening);
}

static void test_a_message_has_a_few_members(void **state)
{
    (void)state;
    struct evening evening;
    char text[6000];
    struct ochre_text out = text_on(text, sizeof text);
    open_table(&evening, two);
    text_add(&out, "{\"t\":\"ping\"");
    for (int i = 0; i < 30; i++)
        text_fill(&out, ",\"a{0}\":1", (const char *const[]){NUM(i), NULL});
    text_add(&out, "}");
    guest_say(&evening.p1, evening.hall, text);
    assert_int_equal(guest_count(&evening.p1, "pong"), 1);
    out.used--;
    text_add(&out, ",\"b\":1}");
    guest_say(&evening.p1, evening.hall, text);
    check_no(&evening.p1, "form");
    memset(text, ' ', sizeof text);
    memcpy(text, "{\"t\":\"ping\"}", 12);
    text[4097] = '\0';
    guest_say(&evening.p1, evening.hall, text);
    check_no(&evening.p1, "size");
    text[4096] = '\0';
    text[11] = ' ';
    text[4095] = '}';
    guest_say(&evening.p1, evening.hall, text);
    assert_int_equal(guest_count(&evening.p1, "pong"), 2);
    close_table(&evening);
}

static void test_chat_is_heard_and_limited(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, two);
    sit_down(&evening);
    for (int i = 0; i < 6; i++)
        say(&evening, &evening.p1, "\"t\":\"chat\",\"text\":\"line %d\"", i);
    check_no(&evening.p1, "rate");
    guest_listen(&evening.p2);
    assert_int_equal(guest_count(&evening.p2, "chat"), 5);
    party_time += 1000;
    say(&evening, &evening.p1, "\"t\":\"chat\",\"text\":\"again\"");
    guest_listen(&evening.p2);
    assert_int_equal(guest_count(&evening.p2, "chat"), 6);
    close_table(&evening);
}

static void test_buckets(void **state)
{
    (void)state;
    struct bucket bucket = {0};
    for (int i = 0; i < 60; i++)
        assert_true(bucket_take(&bucket, 20, 60, 1000));
    assert_false(bucket_take(&bucket, 20, 60, 1000));
    assert_true(bucket_take(&bucket, 20, 60, 1050));
    assert_false(bucket_take(&bucket, 20, 60, 1050));
    assert_true(bucket_take(&bucket, 20, 60, 100000));
}

static void test_floods_end(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, two);
    for (int i = 0; i < 200 && !evening.p1.closed; i++)
        say(&evening, &evening.p1, "{\"t\":\"ping\"}");
    assert_int_equal(guest_count(&evening.p1, "pong"), 60);
    assert_int_equal(evening.p1.closed, 1008);
    close_table(&evening);
}

static void test_who_does_not_read_is_closed(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, two);
    for (int i = 0; i < 70; i++) {
        peer_heard(evening.p1.peer, "{\"t\":\"ping\"}", 12);
        party_time += 100;
    }
    assert_int_equal(evening.p1.closed, 1008);
    guest_listen(&evening.p1);
    assert_int_equal(guest_count(&evening.p1, "pong"), POSTS_MAX);
    close_table(&evening);
}

/* ---- keys ---- */

enum { CROWD = 300 };

/* Whoever is at the table hears how many watch: once a second, and the right number in the end. */
static void test_watchers_are_told_of_once_a_second(void **state)
{
    (void)state;
    static struct guest crowd[CROWD];
    struct evening evening;
    char address[16];
    open_table(&evening, two);
    sit_down(&evening);
    party_time += 10000;
    int before = guest_count(&evening.p1, "table");
    for (int i = 0; i < CROWD; i++) {
        (void)snprintf(address, sizeof address, "w%d", i);
        guest_come(&crowd[i], evening.hall, address);
        say(&evening, &crowd[i], "\"t\":\"sit\"");
        assert_int_equal(member_number(guest_heard(&crowd[i], "table"), "watchers"), i + 1);
        hall_tick(evening.hall);
        guest_listen(&evening.p1);
        party_time += 10; /* three seconds for all of them */
    }
    int told = guest_count(&evening.p1, "table") - before;
    assert_in_range(told, 2, 4);
    for (int i = 0; i < CROWD; i += 2)
        say(&evening, &crowd[i], "\"t\":\"rise\"");
    for (int i = 1; i < CROWD; i += 2)
        guest_go(&crowd[i]);
    for (int i = 0; i < 20; i++, party_time += 100) {
        hall_tick(evening.hall);
        guest_listen(&evening.p1);
    }
    assert_in_range(guest_count(&evening.p1, "table") - before, told + 1, told + 3);
    assert_int_equal(member_number(guest_heard(&evening.p1, "table"), "watchers"), 0);
    int settled = guest_count(&evening.p1, "table");
    party_time += 5000;
    hall_tick(evening.hall);
    guest_listen(&evening.p1);
    assert_int_equal(guest_count(&evening.p1, "table"), settled);
    for (int i = 0; i < CROWD; i += 2)
        guest_go(&crowd[i]);
    close_table(&evening);
}

static void test_who_comes_and_goes_is_told_of_a_few_times(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, two);
    sit_down(&evening);
    int before = guest_count(&evening.p1, "table");
    for (int i = 0; i < 25; i++) {
        say(&evening, &evening.p2, "\"t\":\"rise\"");
        say(&evening, &evening.p2, "\"t\":\"sit\",\"key\":\"%s\"", evening.key2);
        guest_listen(&evening.p1);
    }
    say(&evening, &evening.p2, "\"t\":\"rise\"");
    guest_listen(&evening.p1);
    assert_in_range(guest_count(&evening.p1, "table") - before, 1, 9);
    party_time += 1000;
    hall_tick(evening.hall);
    guest_listen(&evening.p1);
    assert_non_null(strstr(guest_heard(&evening.p1, "table"), "\"here\":false"));
    close_table(&evening);
}

/* A rematch is a new table of whoever asks for it. */
static void test_rematches_count_as_tables(void **state)
{
    (void)state;
    struct evening evening;
    char next[24] = "";
    open_table(&evening, two);
    evening.hall->config.tables_per_hour = 3;
    sit_down(&evening);
    for (int round = 0; round < 4; round++) {
        say(&evening, &evening.p1, "\"t\":\"resign\"");
        say(&evening, &evening.p1, "\"t\":\"rematch\",\"id\":%d", round);
        if (round == 3)
            break;
        assert_int_equal(guest_count(&evening.p1, "no"), 0);
        /* asked for again it is the same one, and costs nothing */
        say(&evening, &evening.p1, "\"t\":\"rematch\",\"id\":%d", round);
        assert_int_equal(guest_count(&evening.p1, "ok"), 2 * round + 2);
        assert_true(member_text(guest_heard(&evening.p1, "table"), "rematch", next, sizeof next));
        memcpy(evening.table, next, sizeof next);
        sit_down(&evening);
        party_time += 10000;
    }
    check_no(&evening.p1, "rate");
    assert_non_null(strstr(guest_heard(&evening.p1, "no"), "\"of\":\"rematch\",\"code\":\"rate\""));
    size_t rooms = evening.hall->rooms->count;
    check_again(&evening, &evening.p1, "\"t\":\"rematch\"");
    assert_int_equal(evening.hall->rooms->count, rooms + 1);
    close_table(&evening);
}

static void test_asking_twice_to_take_back(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, two);
    sit_down(&evening);
    say(&evening, &evening.p1, "\"t\":\"move\",\"ask\":1,\"move\":\"a2a3\"");
    say(&evening, &evening.p2, "\"t\":\"move\",\"ask\":1,\"move\":\"a7a6\"");
    say(&evening, &evening.p1, "\"t\":\"undo\",\"id\":1");
    assert_non_null(strstr(guest_heard(&evening.p1, "ok"), "\"id\":1"));
    say(&evening, &evening.p1, "\"t\":\"undo\",\"id\":2");
    check_no(&evening.p1, "busy");
    assert_non_null(strstr(guest_heard(&evening.p1, "no"), "\"id\":2"));
    guest_listen(&evening.p2);
    assert_int_equal(guest_count(&evening.p2, "wish"), 1);
    close_table(&evening);
}

/* All open tables again for a few bytes: that counts as a message for each of them, also from many connections. */
static void test_hello_again_counts_the_tables(void **state)
{
    (void)state;
    enum { TABLES = 20, PEERS = 30 };
    static struct guest crowd[PEERS];
    struct evening evening;
    open_table(&evening, two);
    char ids[TABLES][24];
    for (int i = 0; i < TABLES; i++) {
        const char *answer;
        assert_int_equal(party_ask(evening.hall, "POST", "/api/tables", NULL, two, &answer), 201);
        assert_true(member_text(answer, "table", ids[i], sizeof ids[i]));
    }
    for (int p = 0; p < PEERS; p++) {
        guest_come(&crowd[p], evening.hall, "crowd");
        for (int i = 0; i < TABLES; i++)
            say(&evening, &crowd[p], "{\"t\":\"sit\",\"table\":\"%s\"}", ids[i]);
    }
    party_time += 10000;
    int told = 0;
    for (int p = 0; p < PEERS; p++) {
        guest_listen(&crowd[p]);
        int before = guest_count(&crowd[p], "table");
        for (int i = 0; i < 50; i++)
            say(&evening, &crowd[p], "{\"t\":\"hello\"}");
        told += guest_count(&crowd[p], "table") - before;
        assert_in_range(guest_count(&crowd[p], "table") - before, 0, 60);
        check_no(&crowd[p], "rate");
    }
    assert_in_range(told, 60, 600);
    party_time += 10000;
    say(&evening, &crowd[0], "{\"t\":\"hello\",\"id\":\"late\"}");
    assert_non_null(strstr(guest_heard(&crowd[0], "hello"), "late"));
    for (int p = 0; p < PEERS; p++)
        guest_go(&crowd[p]);
    close_table(&evening);
}

/* Steps that are told or played again count: nobody has the whole of a long play more than a few times. */
static void test_the_whole_story_counts_its_steps(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, "{\"game\":\"dice\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\",\"bot\":\"random\"}]}");
    say(&evening, &evening.p1, "\"t\":\"sit\",\"key\":\"%s\"", evening.key1);
    say(&evening, &evening.p1, "\"t\":\"resign\"");
    struct room *room = rooms_find(evening.hall, evening.table);
    int real = room->steps;
    room->steps = 4000; /* as if it had been a long one */
    struct guest *guest = &evening.p2;
    for (int i = 0; i < 20; i++)
        say(&evening, guest, "\"t\":\"sit\"");
    assert_in_range(guest_count(guest, "step"), 2, 3);
    check_no(guest, "rate");
    party_time += 3000;
    for (int i = 0; i < 20; i++)
        say(&evening, guest, "\"t\":\"sit\",\"since\":3999");
    assert_in_range(guest_count(guest, "step"), 22, 23);
    int refused = guest_count(guest, "no");
    party_time += 3000;
    for (int i = 0; i < 20; i++)
        say(&evening, guest, "\"t\":\"look\",\"step\":4000");
    int beyond = 0; /* there is no such step in truth, which is said to those that were let pass */
    beyond = guest_count(guest, "no") - refused;
    assert_int_equal(beyond, 20);
    check_no(guest, "rate");
    room->steps = real;
    party_time += 3000;
    for (int i = 0; i < 20; i++)
        say(&evening, guest, "\"t\":\"look\",\"step\":0");
    assert_int_equal(guest_count(guest, "past"), 20);
    close_table(&evening);
}

static void test_keys(void **state)
{
    (void)state;
    char key[KEY_SIZE];
    char other[KEY_SIZE];
    unsigned char a[KEY_HASH_SIZE];
    unsigned char b[KEY_HASH_SIZE];
    key_make(key);
    key_make(other);
    assert_int_equal(strlen(key), 26);
    assert_int_equal(strspn(key, "abcdefghijklmnopqrstuvwxyz234567"), 26);
    assert_string_not_equal(key, other);
    assert_true(key_hash(key, a) && key_hash(other, b));
    assert_false(key_hash_same(a, b));
    assert_true(key_hash_same(a, a));
    assert_false(key_hash("short", a));
    assert_false(key_hash("ABCDEFGHIJKLMNOPQRSTUVWXYZ", a));
}

static void test_a_key_opens_its_own_seat_only(void **state)
{
    (void)state;
    struct evening evening;
    struct guest stranger;
    open_table(&evening, two);
    guest_come(&stranger, evening.hall, "three");
    say(&evening, &stranger, "\"t\":\"sit\",\"key\":\"aaaaaaaaaaaaaaaaaaaaaaaaaa\"");
    check_no(&stranger, "key");
    say(&evening, &stranger, "\"t\":\"sit\"");
    assert_non_null(strstr(guest_heard(&stranger, "table"), "\"me\":null"));
    say(&evening, &stranger, "\"t\":\"chat\",\"text\":\"psst\"");
    check_no(&stranger, "seat");
    say(&evening, &stranger, "\"t\":\"resign\"");
    check_no(&stranger, "seat");
    guest_go(&stranger);
    close_table(&evening);
}

static void test_a_new_key_dismisses_the_old_one(void **state)
{
    (void)state;
    struct evening evening;
    char path[64];
    const char *answer;
    char key[32];
    open_table(&evening, two);
    sit_down(&evening);
    (void)snprintf(path, sizeof path, "/api/tables/%s/key", evening.table);
    assert_int_equal(party_ask(evening.hall, "POST", path, NULL, NULL, NULL), 401);
    assert_int_equal(party_ask(evening.hall, "POST", path, evening.key1, NULL, &answer), 200);
    assert_true(member_text(answer, "key", key, sizeof key));
    guest_listen(&evening.p1);
    assert_int_equal(guest_count(&evening.p1, "gone"), 1);
    say(&evening, &evening.p1, "\"t\":\"sit\",\"key\":\"%s\"", evening.key1);
    check_no(&evening.p1, "key");
    say(&evening, &evening.p1, "\"t\":\"sit\",\"key\":\"%s\"", key);
    assert_non_null(strstr(guest_heard(&evening.p1, "table"), "\"me\":\"p1\""));
    close_table(&evening);
}

/* ---- the end ---- */

static void test_a_rematch_moves_everybody_on(void **state)
{
    (void)state;
    struct evening evening;
    open_table(&evening, two);
    sit_down(&evening);
    say(&evening, &evening.p1, "\"t\":\"rematch\"");
    check_no(&evening.p1, "off");
    say(&evening, &evening.p1, "\"t\":\"resign\"");
    assert_non_null(strstr(guest_heard(&evening.p1, "step"), "\"winners\":[\"p2\"]"));
    say(&evening, &evening.p1, "\"t\":\"rematch\"");
    guest_listen(&evening.p2);
    char next[24];
    char key[32];
    assert_true(member_text(guest_heard(&evening.p2, "table"), "rematch", next, sizeof next));
    assert_true(member_text(guest_heard(&evening.p2, "table"), "key", key, sizeof key));
    assert_string_equal(key, evening.key2);
    memcpy(evening.table, next, sizeof next);
    say(&evening, &evening.p2, "\"t\":\"sit\",\"key\":\"%s\"", key);
    assert_non_null(strstr(guest_heard(&evening.p2, "table"), "\"me\":\"p1\""));
    assert_int_equal(member_number(guest_heard(&evening.p2, "step"), "ask"), 1);
    close_table(&evening);
}

static void test_requests(void **state)
{
    (void)state;
    struct evening evening;
    const char *answer;
    open_table(&evening, two);
    assert_int_equal(party_ask(evening.hall, "GET", "/health", NULL, NULL, NULL), 200);
    assert_int_equal(party_ask(evening.hall, "GET", "/api/games", NULL, NULL, &answer), 200);
    assert_non_null(strstr(answer, "\"id\":\"valley\""));
    assert_null(strstr(answer, "\"id\":\"pebble\""));
    assert_int_equal(party_ask(evening.hall, "GET", "/api/tables/none", NULL, NULL, NULL), 404);
    assert_int_equal(party_ask(evening.hall, "DELETE", "/api/tables", NULL, NULL, NULL), 405);
    assert_int_equal(party_ask(evening.hall, "POST", "/api/tables", NULL, "{", NULL), 400);
    assert_int_equal(party_ask(evening.hall, "POST", "/api/tables", NULL,
                               "{\"game\":\"dice\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}],"
                               "\"position\":\"@/etc/passwd\"}",
                               NULL),
                     400);
    assert_int_equal(party_ask(evening.hall, "GET", "/index.html", NULL, NULL, NULL), -1);
    assert_int_equal(party_ask(evening.hall, "GET", "/metrics", NULL, NULL, &answer), 200);
    assert_non_null(strstr(answer, "ochre_tables{status=\"waiting\"} 1"));
    assert_null(strstr(answer, evening.table));
    close_table(&evening);
}

/* Events become objects: "kind" is theirs, and no argument may stand twice. */
static void test_names_of_event_arguments(void **state)
{
    (void)state;
    for (int i = 0; ochre_games[i]; i++)
        for (const struct ochre_event_kind *kind = ochre_games[i]->events; kind && kind->id; kind++) {
            char names[128];
            char *words[OCHRE_EVENT_ARGS + 1] = {"kind"};
            int count = 1;
            (void)snprintf(names, sizeof names, "%s", kind->args);
            for (char *word = strtok(names, " "); word; word = strtok(NULL, " ")) {
                for (int k = 0; k < count; k++)
                    if (strcmp(words[k], word) == 0)
                        fail_msg("%s: the event %s has %s twice", ochre_games[i]->id, kind->id, word);
                assert_true(count <= OCHRE_EVENT_ARGS);
                words[count++] = word;
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_play_begins_when_all_seats_are_taken),
        cmocka_unit_test(test_moves_and_refusals),
        cmocka_unit_test(test_a_slow_reader_gets_the_newest_step_only),
        cmocka_unit_test(test_computers_answer),
        cmocka_unit_test(test_taking_back_needs_consent_where_others_acted),
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_a_table_that_nobody_comes_to_is_closed),
        cmocka_unit_test(test_one_connection_hears_so_many_tables),
        cmocka_unit_test(test_one_hint_at_a_time),
        cmocka_unit_test(test_a_hint_is_json_whatever_it_is_worth),
        cmocka_unit_test(test_a_hint_that_comes_to_nothing_says_so),
        cmocka_unit_test(test_the_rate_comes_before_the_reading),
        cmocka_unit_test(test_whoever_is_too_quick_is_told_when),
        cmocka_unit_test(test_a_message_has_a_few_members),
        cmocka_unit_test(test_chat_is_heard_and_limited),
        cmocka_unit_test(test_buckets),
        cmocka_unit_test(test_floods_end),
        cmocka_unit_test(test_who_does_not_read_is_closed),
        cmocka_unit_test(test_watchers_are_told_of_once_a_second),
        cmocka_unit_test(test_who_comes_and_goes_is_told_of_a_few_times),
        cmocka_unit_test(test_rematches_count_as_tables),
        cmocka_unit_test(test_asking_twice_to_take_back),
        cmocka_unit_test(test_hello_again_counts_the_tables),
        cmocka_unit_test(test_the_whole_story_counts_its_steps),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_a_key_opens_its_own_seat_only),
        cmocka_unit_test(test_a_new_key_dismisses_the_old_one),
        cmocka_unit_test(test_a_rematch_moves_everybody_on),
        cmocka_unit_test(test_requests),
        cmocka_unit_test(test_names_of_event_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
