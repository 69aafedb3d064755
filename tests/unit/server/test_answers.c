/* test_answers.c: is every message answered, whatever it is, whoever sends it and however the table stands? With an id
 * there is exactly one answer that carries it: the step or the table that docs/wire.md names, `no`, `ok`, or what was
 * asked for. */
#include "help.h"

#include "party.h"
#include "server/room_inner.h"
#include "server/room_list.h"

static struct bell bell = BELL;
static struct store *store;

static void settle(struct hall *hall)
{
    while (store && !hall_is_settled(hall)) {
        wait_for_ring(&bell);
        (void)store_deliver(store);
        hall_end_beat(hall);
    }
}

/* ---- who asks, of which table ---- */

enum status { WAITING, RUNNING, MOVED, WISHED, OVER, ASIDE, ASLEEP, ASLEEP_OVER, STATUSES };
static const char *const status_names[] = {"waiting", "running", "moved",  "wished",
                                           "over",    "aside",   "asleep", "asleep and over"};
enum role { OPENER, SEAT, WATCHER, STRANGER, ROLES };
static const char *const role_names[] = {"the opener", "a seat", "a watcher", "a stranger"};

struct evening {
    struct hall *hall;
    struct guest guest[ROLES];
    char table[24], key[2][32];
};

/* %T is the table, %K the own key. */
static void say(struct evening *evening, int role, const char *message)
{
    char text[1024];
    struct ochre_text out = text_on(text, sizeof text);
    for (; *message; message++) {
        if (*message != '%')
            text_char(&out, *message);
        else if (*++message == 'T')
            text_add(&out, evening->table);
        else
            text_add(&out, role < 2 ? evening->key[role] : "nobody");
    }
    guest_say(&evening->guest[role], evening->hall, text);
}

static void hear_all(struct evening *evening)
{
    for (int role = 0; role < ROLES; role++)
        if (evening->guest[role].peer)
            guest_listen(&evening->guest[role]);
}

static void sit_all(struct evening *evening)
{
    say(evening, OPENER, "{\"t\":\"sit\",\"table\":\"%T\",\"key\":\"%K\"}");
    say(evening, SEAT, "{\"t\":\"sit\",\"table\":\"%T\",\"key\":\"%K\"}");
    say(evening, WATCHER, "{\"t\":\"sit\",\"table\":\"%T\"}");
}

static void bring_to(struct evening *evening, enum status status)
{
    struct room *room = rooms_find(evening->hall, evening->table);
    if (status == WAITING) {
        say(evening, OPENER, "{\"t\":\"sit\",\"table\":\"%T\",\"key\":\"%K\"}");
        say(evening, WATCHER, "{\"t\":\"sit\",\"table\":\"%T\"}");
        return;
    }
    sit_all(evening);
    if (status >= MOVED)
        say(evening, OPENER, "{\"t\":\"move\",\"table\":\"%T\",\"ask\":1,\"move\":\"a2a3\"}");
    if (status == WISHED) {
        say(evening, SEAT, "{\"t\":\"move\",\"table\":\"%T\",\"ask\":1,\"move\":\"a7a6\"}");
        say(evening, OPENER, "{\"t\":\"undo\",\"table\":\"%T\"}");
        assert_true(room->wish.is_open);
    }
    if (status == OVER || status == ASLEEP_OVER)
        say(evening, SEAT, "{\"t\":\"resign\",\"table\":\"%T\"}");
    if (status == ASIDE) {
        table_delete(room->table);
        room->table = NULL;
        room->status = STORED_ASIDE;
        room->why = strdup("a test says so");
    }
    if (status == ASLEEP || status == ASLEEP_OVER) {
        for (int role = 0; role < ROLES; role++)
            say(evening, role, "{\"t\":\"rise\",\"table\":\"%T\"}");
        room->is_ticking = room->is_busy = false;
        rooms_remove(evening->hall, room);
        room_free(room);
        if (status == ASLEEP) /* as after a restart */
            assert_non_null(rooms_find(evening->hall, evening->table));
    }
}

static void open_table(struct evening *evening, struct hall *hall, enum status status)
{
    static const char *const from[] = {"one", "two", "three", "four"};
    const char *answer;
    *evening = (struct evening){.hall = hall};
    party_time += 100000;
    assert_int_equal(party_ask(hall, "POST", "/api/tables", NULL,
                               "{\"game\":\"dice\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"reserved\"}]}", &answer),
                     201);
    assert_true(member_text(answer, "table", evening->table, sizeof evening->table));
    assert_true(member_text(strstr(answer, "\"p1\""), "key", evening->key[0], sizeof evening->key[0]));
    assert_true(member_text(strstr(answer, "\"p2\""), "key", evening->key[1], sizeof evening->key[1]));
    for (int role = 0; role < ROLES; role++)
        guest_come(&evening->guest[role], hall, from[role]);
    bring_to(evening, status);
    hear_all(evening);
}

static void close_table(struct evening *evening)
{
    for (int role = 0; role < ROLES; role++)
        guest_go(&evening->guest[role]);
}

/* ---- what is asked ---- */

static const char *const messages[] = {
    "\"t\":\"hello\",\"lang\":\"fr\",\"words\":true",
    "\"t\":\"ping\"",
    "\"t\":\"sit\",\"table\":\"%T\"",
    "\"t\":\"sit\",\"table\":\"%T\",\"key\":\"%K\"",
    "\"t\":\"sit\",\"table\":\"%T\",\"key\":\"%K\",\"since\":1,\"name\":\"Ama\"",
    "\"t\":\"sit\",\"table\":\"%T\",\"key\":\"%K\",\"name\":7",
    "\"t\":\"sit\",\"table\":\"%T\",\"since\":\"x\"",
    "\"t\":\"sit\",\"table\":\"%T\",\"since\":1,\"edition\":1",
    "\"t\":\"sit\",\"table\":\"%T\",\"since\":1,\"edition\":null",
    "\"t\":\"sit\",\"table\":\"%T\",\"key\":[]",
    "\"t\":\"sit\",\"table\":\"nowhere\"",
    "\"t\":\"sit\"",
    "\"t\":\"sit\",\"table\":\"%T\",\"key\":\"%K\",\"pledge\":\"x\"",
    "\"t\":\"open\",\"table\":\"%T\"",
    "\"t\":\"open\",\"table\":\"%T\",\"share\":\"00\"",
    "\"t\":\"rise\",\"table\":\"%T\"",
    "\"t\":\"move\",\"table\":\"%T\",\"ask\":1,\"move\":\"a2a3\"",
    "\"t\":\"move\",\"table\":\"%T\",\"ask\":1,\"move\":\"a7a6\"",
    "\"t\":\"move\",\"table\":\"%T\",\"ask\":2,\"move\":\"b2b3\"",
    "\"t\":\"move\",\"table\":\"%T\",\"ask\":0,\"move\":\"b2b3\"",
    "\"t\":\"move\",\"table\":\"%T\",\"move\":\"b2b3\"",
    "\"t\":\"move\",\"table\":\"%T\",\"ask\":1,\"move\":7",
    "\"t\":\"why\",\"table\":\"%T\",\"move\":\"a2a5\"",
    "\"t\":\"why\",\"table\":\"%T\"",
    "\"t\":\"undo\",\"table\":\"%T\"",
    "\"t\":\"consent\",\"table\":\"%T\",\"wish\":1,\"yes\":true",
    "\"t\":\"consent\",\"table\":\"%T\",\"wish\":1,\"yes\":false",
    "\"t\":\"consent\",\"table\":\"%T\"",
    "\"t\":\"hint\",\"table\":\"%T\",\"ask\":1",
    "\"t\":\"hint\",\"table\":\"%T\",\"ask\":2",
    "\"t\":\"hint\",\"table\":\"%T\"",
    "\"t\":\"chat\",\"table\":\"%T\",\"text\":\"hello\"",
    "\"t\":\"chat\",\"table\":\"%T\",\"text\":\" \"",
    "\"t\":\"chat\",\"table\":\"%T\"",
    "\"t\":\"resign\",\"table\":\"%T\"",
    "\"t\":\"standin\",\"table\":\"%T\",\"bot\":\"random\"",
    "\"t\":\"standin\",\"table\":\"%T\",\"bot\":null",
    "\"t\":\"standin\",\"table\":\"%T\",\"bot\":\"x\"",
    "\"t\":\"standin\",\"table\":\"%T\"",
    "\"t\":\"begin\",\"table\":\"%T\"",
    "\"t\":\"begin\",\"table\":\"%T\",\"bot\":\"greedy\"",
    "\"t\":\"begin\",\"table\":\"%T\",\"bot\":\"x\"",
    "\"t\":\"computer\",\"table\":\"%T\",\"seat\":\"p2\"",
    "\"t\":\"computer\",\"table\":\"%T\",\"seat\":\"p2\",\"bot\":\"x\"",
    "\"t\":\"computer\",\"table\":\"%T\",\"seat\":\"p9\"",
    "\"t\":\"computer\",\"table\":\"%T\"",
    "\"t\":\"rematch\",\"table\":\"%T\"",
    "\"t\":\"ready\",\"table\":\"%T\"",
    "\"t\":\"ready\",\"table\":\"%T\",\"ready\":false",
    "\"t\":\"ready\",\"table\":\"%T\",\"ready\":7",
    "\"t\":\"name\",\"table\":\"%T\",\"name\":\"Bo\"",
    "\"t\":\"name\",\"table\":\"%T\",\"name\":7",
    "\"t\":\"name\",\"table\":\"%T\"",
    "\"t\":\"look\",\"table\":\"%T\",\"step\":0",
    "\"t\":\"look\",\"table\":\"%T\",\"step\":1",
    "\"t\":\"look\",\"table\":\"%T\",\"step\":99",
    "\"t\":\"look\",\"table\":\"%T\"",
    "\"t\":\"nothing\",\"table\":\"%T\"",
    "\"table\":\"%T\"",
};
enum { MESSAGES = sizeof messages / sizeof *messages };

/* ---- what is heard ---- */

/* Answers that carry the id, in order: their kinds. */
static void hear_answers(struct guest *guest, const char *id, char *kinds, size_t size)
{
    char pattern[32];
    size_t length;
    struct ochre_text out = text_on(kinds, size);
    (void)snprintf(pattern, sizeof pattern, "\"id\":\"%s\"", id);
    for (const char *text; (text = peer_next(guest->peer, &length));) {
        char *copy = strndup(text, length);
        char kind[16] = "";
        if (strstr(copy, pattern) && member_text(copy, "t", kind, sizeof kind)) {
            text_add(&out, out.used ? " " : "");
            text_add(&out, kind);
        }
        free(copy);
    }
}

static void ask(struct evening *evening, int role, const char *id, const char *message)
{
    char text[512];
    char filled[700];
    (void)snprintf(text, sizeof text, "{\"id\":\"%s\",%s}", id, message);
    struct ochre_text out = text_on(filled, sizeof filled);
    for (const char *at = text; *at; at++) {
        if (*at != '%')
            text_char(&out, *at);
        else
            text_add(&out, *++at == 'T' ? evening->table : role < 2 ? evening->key[role] : "nobody");
    }
    peer_heard(evening->guest[role].peer, filled, out.used);
}

static void end_turn(struct hall *hall)
{
    hall_end_beat(hall);
    settle(hall);
    while (hall_work(hall))
        hall_end_beat(hall);
    hall_end_beat(hall);
    settle(hall);
}

static bool is_one_of(const char *kinds, const char *list)
{
    size_t length = strlen(kinds);
    for (const char *at = strstr(list, kinds); at && length; at = strstr(at + 1, kinds))
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static void check(int status, int role, const char *message, const char *kinds)
{
    if (!is_one_of(kinds, "no ok step table past why hint hello pong"))
        fail_msg("%s at a table that is %s: {%s} was answered with \"%s\"", role_names[role], status_names[status],
                 message, kinds);
}

static void ask_everything(struct hall *hall, enum status status, int role)
{
    for (int m = 0; m < MESSAGES; m++) {
        struct evening evening;
        char kinds[128];
        open_table(&evening, hall, status);
        ask(&evening, role, "q1", messages[m]);
        end_turn(hall);
        hear_answers(&evening.guest[role], "q1", kinds, sizeof kinds);
        check(status, role, messages[m], kinds);
        close_table(&evening);
    }
}

static void test_every_message_is_answered_once(void **state)
{
    (void)state;
    struct hall *hall = party_hall(NULL, NULL);
    for (int status = 0; status < ASLEEP; status++)
        for (int role = 0; role < ROLES; role++)
            ask_everything(hall, (enum status)status, role);
    hall_delete(hall);
}

/* Nobody has sat down there yet, so that there are people with keys and people without. */
static void test_every_message_to_a_sleeping_table_is_answered_once(void **state)
{
    (void)state;
    char *folder = new_folder();
    store = open_store(folder, &bell);
    party_settle = settle;
    struct hall *hall = party_hall(store, NULL);
    for (int status = ASLEEP; status < STATUSES; status++) {
        ask_everything(hall, (enum status)status, OPENER);
        ask_everything(hall, (enum status)status, STRANGER);
    }
    settle(hall);
    store_close(store);
    hall_delete(hall);
    store = NULL;
    party_settle = NULL;
    drop_folder(folder);
}

/* The same twice at once, and after each other: nothing is lost because something else was on its way. */
static void test_messages_do_not_swallow_each_other(void **state)
{
    (void)state;
    struct hall *hall = party_hall(NULL, NULL);
    for (int first = 0; first < MESSAGES; first++)
        for (int second = 0; second < MESSAGES; second++) {
            static const enum status usual[] = {RUNNING, MOVED, WISHED, OVER};
            enum status status = usual[(first + second) % 4];
            struct evening evening;
            char kinds[128];
            open_table(&evening, hall, status);
            ask(&evening, OPENER, "q1", messages[first]);
            ask(&evening, OPENER, "q2", messages[second]);
            end_turn(hall);
            struct guest *guest = &evening.guest[OPENER];
            char both[2][128];
            struct ochre_text heard[2] = {text_on(both[0], sizeof both[0]), text_on(both[1], sizeof both[1])};
            size_t length;
            for (const char *text; (text = peer_next(guest->peer, &length));)
                for (int i = 0; i < 2; i++) {
                    char *copy = strndup(text, length);
                    if (strstr(copy, i ? "\"id\":\"q2\"" : "\"id\":\"q1\"") &&
                        member_text(copy, "t", kinds, sizeof kinds)) {
                        text_add(&heard[i], both[i][0] ? " " : "");
                        text_add(&heard[i], kinds);
                    }
                    free(copy);
                }
            for (int i = 0; i < 2; i++)
                check(status, OPENER, i ? messages[second] : messages[first], both[i]);
            close_table(&evening);
        }
    hall_delete(hall);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_message_is_answered_once),
        cmocka_unit_test(test_every_message_to_a_sleeping_table_is_answered_once),
        cmocka_unit_test(test_messages_do_not_swallow_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
