/* test_computers.c: computer players at the tables of a hall. They pretend to think, so that time is made up and their
 * answers are whatever a test wants. */
#include "help.h"

#include <stdatomic.h>

#include "party.h"
#include "server/hall_inner.h"

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
    return hall_find(club.hall, club.table);
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
    assert_int_equal(room()->person, other.peer->address->number);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_that_nobody_watches_thinks_slowly),
        cmocka_unit_test(quick_players_need_no_rest),
        cmocka_unit_test(thinking_is_charged_to_whoever_causes_it),
        cmocka_unit_test(a_refused_answer_does_not_stop_the_play),
        cmocka_unit_test(a_play_of_fools_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
