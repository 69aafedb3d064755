/* test_computers.c: computer players at the tables of a hall. They pretend to think, so that time is made up and their
 * answers are whatever a test wants. */
#include "help.h"

#include <semaphore.h>
#include <stdatomic.h>

#include "party.h"
#include "rules/rules.h"
#include "server/peer.h"
#include "server/room_inner.h"
#include "server/room_list.h"
#include "server/thinkers.h"

/* ---- a hall with computers that pretend ---- */

static struct {
    struct bell bell;
    struct thinkers *thinkers;
    struct hall *hall;
    struct guest guest;
    char table[STORE_ID_SIZE];
    _Atomic int thoughts;
    _Atomic int milliseconds; /* that a thought takes */
} club;

static ochre_action first_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    ochre_action *list = calloc(setup->legal_max, sizeof *list);
    assert_true(view_moves(setup, view, seat, list) > 0);
    ochre_action action = list[0];
    free(list);
    return action;
}

static ochre_action pretend(void *unused, const char *bot, const struct ochre_setup *setup,
                            const struct ochre_view *view, int seat, double *seconds)
{
    (void)unused;
    (void)bot;
    club.thoughts++;
    *seconds = club.milliseconds / 1000.0;
    return first_move(setup, view, seat);
}

static void open_club(thinkers_pretend *how)
{
    struct ochre_error error;
    club.bell = (struct bell)BELL;
    club.thoughts = 0;
    club.milliseconds = 2000;
    club.thinkers = thinkers_new(
        &(struct thinkers_config){.threads = 1, .wake = ring, .waker = &club.bell, .pretend = how}, &error);
    assert_non_null(club.thinkers);
    club.hall = party_hall(NULL, club.thinkers);
    guest_come(&club.guest, club.hall, "somebody");
}

static void close_club(void)
{
    guest_go(&club.guest);
    hall_delete(club.hall);
    thinkers_delete(club.thinkers);
}

/* Ends the turn, and what follows from it. */
static void go_on(void)
{
    guest_say(&club.guest, club.hall, NULL);
}

static void new_table(const char *terms)
{
    const char *answer;
    assert_int_equal(party_ask(club.hall, "POST", "/api/tables", NULL, terms, &answer), 201);
    assert_true(member_text(answer, "table", club.table, sizeof club.table));
}

static void say(const char *kind)
{
    char text[160];
    (void)snprintf(text, sizeof text, "{\"t\":\"%s\",\"table\":\"%s\"}", kind, club.table);
    guest_say(&club.guest, club.hall, text);
}

static struct room *room(void)
{
    return rooms_find(club.hall, club.table);
}

static int steps(void)
{
    return table_step_count(room()->table);
}

/* One more answer has been given and made. */
static void wait_for_answer(void)
{
    while (thinkers_deliver(club.thinkers) == 0)
        wait_for_ring(&club.bell);
    go_on();
}

static int waiting(void)
{
    struct thinkers_metrics metrics;
    thinkers_measure(club.thinkers, &metrics);
    return metrics.waiting + metrics.thinking;
}

static const char bots[] =
    "{\"game\":\"dice\",\"seats\":[{\"kind\":\"bot\",\"bot\":\"level:8\"},{\"kind\":\"bot\",\"bot\":\"level:8\"}]}";

/* ---- tests ---- */

/* Nobody watches: two seconds of thought, eight of rest. Somebody comes: at once. */
static void a_table_that_nobody_watches_thinks_slowly(void **unused)
{
    (void)unused;
    open_club(pretend);
    new_table(bots);
    wait_for_answer();
    int made = steps();
    assert_true(room_rests(room()));
    for (int i = 0; i < 79; i++) {
        party_time += 100;
        hall_tick(club.hall);
        go_on();
    }
    assert_int_equal(steps(), made);
    assert_int_equal(waiting(), 0);
    party_time += 100;
    hall_tick(club.hall);
    go_on();
    wait_for_answer();
    assert_int_equal(steps(), made + 1);
    assert_int_equal(waiting(), 0);
    say("sit"); /* and the clock stands */
    wait_for_answer();
    wait_for_answer();
    assert_int_equal(steps(), made + 3);
    say("rise");
    wait_for_answer(); /* what was asked already */
    assert_int_equal(waiting(), 0);
    assert_true(room_rests(room()));
    close_club();
}

/* What takes no time is forgiven: plays of quick players go on by themselves. */
static void quick_players_need_no_rest(void **unused)
{
    (void)unused;
    open_club(pretend);
    club.milliseconds = 10;
    new_table(bots);
    for (int i = 0; i < 6; i++)
        wait_for_answer();
    assert_int_equal(steps(), 6);
    close_club();
}

/* The time is the maker's, then that of whoever does something from a seat; a watcher pays for nothing. */
static void thinking_is_charged_to_whoever_causes_it(void **unused)
{
    (void)unused;
    open_club(pretend);
    new_table("{\"game\":\"dice\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}");
    uint64_t maker = room()->person;
    assert_true(maker > 0);
    say("sit");
    assert_int_equal(room()->person, maker);
    char text[256];
    char key[KEY_SIZE];
    const char *answer;
    (void)snprintf(text, sizeof text, "/api/tables/%s/join", club.table);
    assert_int_equal(party_ask(club.hall, "POST", text, NULL, "{}", &answer), 200);
    assert_true(member_text(answer, "key", key, sizeof key));
    struct guest other;
    guest_come(&other, club.hall, "elsewhere");
    (void)snprintf(text, sizeof text, "{\"t\":\"sit\",\"table\":\"%s\",\"key\":\"%s\"}", club.table, key);
    guest_say(&other, club.hall, text);
    assert_int_equal(room()->person, maker);
    (void)snprintf(text, sizeof text, "{\"t\":\"move\",\"table\":\"%s\",\"ask\":1,\"move\":\"a2a3\"}", club.table);
    guest_say(&other, club.hall, text);
    assert_int_equal(room()->person, peer_address(other.peer)->number);
    assert_int_not_equal(room()->person, maker);
    guest_go(&other);
    close_club();
}

/* ---- answers that are refused ---- */

static _Atomic int astray; /* how many answers are yet to be no moves */
static _Atomic int simple; /* times that the simpler player was asked */

static ochre_action pretend_badly(void *unused, const char *bot, const struct ochre_setup *setup,
                                  const struct ochre_view *view, int seat, double *seconds)
{
    (void)unused;
    *seconds = 0.001;
    club.thoughts++;
    simple += strcmp(bot, SIMPLE_BOT) == 0;
    if (astray > 0) {
        astray--;
        return setup->actions + 7;
    }
    return first_move(setup, view, seat);
}

/* Answers until the table has moved on. */
static void wait_for_step(int made)
{
    for (int i = 0; i < 5 && steps() == made; i++) {
        hall_tick(club.hall);
        go_on();
        wait_for_answer();
    }
    assert_int_equal(steps(), made + 1);
}

static void a_refused_answer_does_not_stop_the_play(void **unused)
{
    (void)unused;
    for (int bad = 0; bad <= 2; bad++) {
        open_club(pretend_badly);
        astray = bad;
        simple = 0;
        new_table(bots);
        wait_for_step(0);
        assert_int_equal(astray, 0);
        assert_int_equal(club.hall->measures.bot_astray, bad);
        assert_int_equal(club.hall->measures.bot_moves, 1);
        assert_int_equal(simple, bad > 0); /* the simpler one was asked once; after that lots were drawn */
        wait_for_step(1);                  /* and the next question is for the seat's own player again */
        assert_int_equal(simple, bad > 0);
        const char *text;
        char line[64];
        (void)snprintf(line, sizeof line, "ochre_bot_astray_total %d\n", bad);
        assert_int_equal(party_ask(club.hall, "GET", "/metrics", NULL, NULL, &text), 200);
        assert_non_null(strstr(text, line));
        close_club();
    }
}

/* Nobody ever gives a good answer: the play comes to its end all the same. */
static void a_play_of_fools_ends(void **unused)
{
    (void)unused;
    open_club(pretend_badly);
    astray = 1000000;
    new_table("{\"game\":\"dice\",\"options\":{\"size\":\"6\",\"np\":\"20\"},"
              "\"seats\":[{\"kind\":\"bot\",\"bot\":\"level:8\"},{\"kind\":\"bot\",\"bot\":\"level:1\"}]}");
    while (room()->status == STORED_RUNNING) {
        hall_tick(club.hall);
        (void)thinkers_deliver(club.thinkers);
        go_on();
    }
    assert_int_equal(room()->status, STORED_OVER);
    assert_int_equal(club.hall->measures.bot_astray, 2 * club.hall->measures.bot_moves);
    close_club();
}

/* ---- time tells nothing ---- */

/* Thinks as a search does: a choice between one thing is quick, any other takes its time. One thought at a time, when
 * the test lets it. */
static sem_t gate;

static ochre_action pretend_to_search(void *unused, const char *bot, const struct ochre_setup *setup,
                                      const struct ochre_view *view, int seat, double *seconds)
{
    (void)unused;
    (void)bot;
    while (sem_wait(&gate) < 0)
        ;
    ochre_action *list = calloc(setup->legal_max, sizeof *list);
    int count = view_moves(setup, view, seat, list);
    ochre_action action = list[count - 1];
    free(list);
    *seconds = count == 1 ? 0.003 : 2.0;
    return action;
}

struct heard {
    int64_t at; /* milliseconds since the question */
    char asked[32];
};

/* What somebody who hunts in a position with these hands hears of the others' cards, and when. */
static int listen_to_cards(const char *east, const char *west, struct heard heard[8])
{
    char text[1024];
    char key[KEY_SIZE];
    const char *answer;
    open_club(pretend_to_search);
    (void)snprintf(
        text, sizeof text,
        "{\"game\":\"spears\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\",\"bot\":\"level:8\"},"
        "{\"kind\":\"bot\",\"bot\":\"level:8\"},{\"kind\":\"bot\",\"bot\":\"level:8\"}],\"position\":"
        "{\"seats\":\"N E S W\",\"time\":\"day\",\"vigor\":12,\"units\":{\"N\":\"h1\",\"E\":\"-\",\"S\":\"-\","
        "\"W\":\"-\"},\"row\":\"p01 p02 p03 p04 p05\",\"deck\":\"p06\",\"hand\":{\"N\":\"-1 0\",\"E\":\"%s\","
        "\"S\":\"0 +1\",\"W\":\"%s\"},\"begin\":\"action N\"}}",
        east, west);
    assert_int_equal(party_ask(club.hall, "POST", "/api/tables", NULL, text, &answer), 201);
    assert_true(member_text(answer, "table", club.table, sizeof club.table));
    assert_true(member_text(answer, "key", key, sizeof key));
    (void)snprintf(text, sizeof text, "{\"t\":\"sit\",\"table\":\"%s\",\"key\":\"%s\"}", club.table, key);
    guest_say(&club.guest, club.hall, text);
    (void)snprintf(text, sizeof text, "{\"t\":\"move\",\"table\":\"%s\",\"ask\":1,\"move\":\"hunt:p01\"}", club.table);
    guest_say(&club.guest, club.hall, text);
    int64_t asked = party_time;
    double thought = 0;
    int count = 0;
    for (int seat = 1; seat < 4; seat++) {
        struct thinkers_metrics metrics;
        (void)sem_post(&gate);
        wait_for_ring(&club.bell);
        thinkers_measure(club.thinkers, &metrics);
        party_time += (int64_t)((metrics.seconds - thought) * 1000 + 0.5);
        thought = metrics.seconds;
        assert_int_equal(thinkers_deliver(club.thinkers), 1);
        go_on();
        heard[count].at = party_time - asked;
        const char *who = strstr(guest_heard(&club.guest, "step"), "\"asked\":");
        assert_non_null(who);
        (void)snprintf(heard[count].asked, sizeof heard[count].asked, "%.*s", (int)strcspn(who, "]"), who);
        count++;
    }
    close_club();
    return count;
}

static void time_says_nothing_about_hands(void **unused)
{
    (void)unused;
    static const char *const hands[][2] = {{"-1 -1", "+1 +1"}, {"-1 0", "+1 +1"}, {"-1 0", "0 +1"}, {"0 0", "0 +1"}};
    struct heard first[8];
    struct heard other[8];
    assert_int_equal(sem_init(&gate, 0, 0), 0);
    int count = listen_to_cards(hands[0][0], hands[0][1], first);
    assert_int_equal(count, 3);
    for (size_t i = 1; i < sizeof hands / sizeof *hands; i++) {
        assert_int_equal(listen_to_cards(hands[i][0], hands[i][1], other), count);
        for (int n = 0; n < count; n++) {
            assert_int_equal(other[n].at, first[n].at);
            assert_string_equal(other[n].asked, first[n].asked);
        }
    }
    assert_int_equal(first[0].at, 2250);
    (void)sem_destroy(&gate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_that_nobody_watches_thinks_slowly),
        cmocka_unit_test(quick_players_need_no_rest),
        cmocka_unit_test(thinking_is_charged_to_whoever_causes_it),
        cmocka_unit_test(a_refused_answer_does_not_stop_the_play),
        cmocka_unit_test(a_play_of_fools_ends),
        cmocka_unit_test(time_says_nothing_about_hands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
