/* test_applies.c: is a move applied once, however many listen? The games of this program count (counted.h). */
#include "../unit.h"

#include "../table/counted.h"
#include "party.h"
#include "rules/rules.h"
#include "server/room_inner.h"
#include "server/room_list.h"

enum { LISTENERS_MAX = 50, MOVES = 24 };

/* A table, whoever moves there, and others who watch. */
struct evening {
    struct hall *hall;
    char table[24], key[32];
    struct guest mover;
    struct guest watcher[LISTENERS_MAX];
    int watchers;
};

static void say(struct evening *evening, struct guest *guest, const char *format, ...)
{
    char members[512];
    char text[600];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(members, sizeof members, format, args);
    va_end(args);
    (void)snprintf(text, sizeof text, "{\"table\":\"%s\",%s}", evening->table, members);
    guest_say(guest, evening->hall, text);
}

/* One person, and computers that move by lot at the other seats. Where something is hidden, whether a move may be taken
 * back is found out by imagining other plays: not what is counted here. */
static void begin(struct evening *evening, const char *game, int listeners)
{
    char body[512];
    const char *answer;
    const struct ochre_game *played = game_by_id(game);
    *evening = (struct evening){.hall = party_hall(NULL, NULL)};
    int length = snprintf(body, sizeof body,
                          "{\"game\":\"%s\",\"takeback\":\"%s\",\"seats\":[{\"kind\":\"me\",\"name\":\"Ama\"}", game,
                          played->rules->redact ? "never" : "allow");
    for (int seat = 1; seat < played->seats_usual; seat++)
        length += snprintf(body + length, sizeof body - (size_t)length, ",{\"kind\":\"bot\",\"bot\":\"random\"}");
    (void)snprintf(body + length, sizeof body - (size_t)length, "]}");
    applies = 0;
    assert_int_equal(party_ask(evening->hall, "POST", "/api/tables", NULL, body, &answer), 201);
    assert_true(member_text(answer, "table", evening->table, sizeof evening->table));
    assert_true(member_text(strstr(answer, "\"seats\""), "key", evening->key, sizeof evening->key));
    guest_come(&evening->mover, evening->hall, "one");
    say(evening, &evening->mover, "\"t\":\"sit\",\"key\":\"%s\"", evening->key);
    for (evening->watchers = 0; evening->watchers < listeners - 1; evening->watchers++) {
        guest_come(&evening->watcher[evening->watchers], evening->hall, "others");
        say(evening, &evening->watcher[evening->watchers], "\"t\":\"sit\"");
    }
}

static void end(struct evening *evening)
{
    guest_go(&evening->mover);
    for (int i = 0; i < evening->watchers; i++)
        guest_go(&evening->watcher[i]);
    hall_delete(evening->hall);
}

static const struct table *table_of(const struct evening *evening)
{
    return rooms_find(evening->hall, evening->table)->table;
}

/* The mover takes the first move that its last step offers; those who listen hear of it. False: play is over. */
static bool move(struct evening *evening, bool has_listeners)
{
    char text[OCHRE_MOVE_SIZE];
    const char *step = guest_heard(&evening->mover, "step");
    const char *question = strstr(step, "\"asked\":["); /* behind the view, which may have such members too */
    long ask = question ? member_number(question, "ask") : 0;
    const char *moves = question ? strstr(question, "\"moves\":[") : NULL;
    if (ask <= 0 || !moves || !member_text(moves, "m", text, sizeof text))
        return false;
    party_time += 1000;
    say(evening, &evening->mover, "\"t\":\"move\",\"ask\":%ld,\"move\":\"%s\"", ask, text);
    for (int i = 0; i < evening->watchers && has_listeners; i++)
        guest_listen(&evening->watcher[i]);
    return true;
}

static void check_game(const char *game, int listeners)
{
    struct evening evening;
    begin(&evening, game, listeners);
    /* Who comes later is told the story so far, by playing it again. */
    applies = 0;
    int before = table_step_count(table_of(&evening));
    for (int i = 0; i < MOVES && move(&evening, true); i++)
        assert_int_equal(applies, table_step_count(table_of(&evening)) - before);
    assert_true(applies > MOVES / 2);
    for (int i = 0; i < evening.watchers; i++)
        assert_int_equal(member_number(guest_heard(&evening.watcher[i], "step"), "step"), before + applies);
    end(&evening);
}

static void a_move_is_applied_once(void **unused)
{
    (void)unused;
    static const int listeners[] = {1, 5, LISTENERS_MAX};
    for (const struct ochre_game *const *game = ochre_games; *game; game++)
        for (size_t i = 0; i < sizeof listeners / sizeof *listeners && !(*game)->is_internal; i++)
            check_game((*game)->id, listeners[i]);
}

/* Computers among themselves. */
static void nobody_has_to_listen(void **unused)
{
    (void)unused;
    const char *answer;
    struct evening evening = {.hall = party_hall(NULL, NULL)};
    applies = 0;
    const char *body = "{\"game\":\"valley\",\"seats\":[{\"kind\":\"bot\",\"bot\":\"random\"},"
                       "{\"kind\":\"bot\",\"bot\":\"random\"}]}";
    assert_int_equal(party_ask(evening.hall, "POST", "/api/tables", NULL, body, &answer), 201);
    assert_true(member_text(answer, "table", evening.table, sizeof evening.table));
    assert_true(table_is_over(table_of(&evening)));
    assert_int_equal(applies, table_step_count(table_of(&evening)));
    hall_delete(evening.hall);
}

static void who_reads_slowly_costs_no_replay(void **unused)
{
    (void)unused;
    struct evening evening;
    begin(&evening, "valley", 3);
    applies = 0;
    int before = table_step_count(table_of(&evening));
    for (int i = 0; i < 4; i++)
        assert_true(move(&evening, false));
    for (int i = 0; i < evening.watchers; i++) {
        guest_listen(&evening.watcher[i]);
        assert_int_equal(member_number(guest_heard(&evening.watcher[i], "step"), "since"), before);
    }
    assert_int_equal(applies, table_step_count(table_of(&evening)) - before);
    end(&evening);
}

static void what_is_taken_back_is_forgotten(void **unused)
{
    (void)unused;
    struct evening evening;
    begin(&evening, "dice", 2);
    assert_true(move(&evening, true));
    applies = 0;
    int count = table_step_count(table_of(&evening));
    say(&evening, &evening.mover, "\"t\":\"undo\"");
    guest_listen(&evening.watcher[0]);
    assert_true(table_step_count(table_of(&evening)) < count);
    assert_true(applies <= count); /* the whole story anew, once for all who listen … */
    applies = 0;
    count = table_step_count(table_of(&evening));
    assert_true(move(&evening, true));
    assert_int_equal(applies, table_step_count(table_of(&evening)) - count); /* … and on from there */
    assert_int_equal(member_number(guest_heard(&evening.watcher[0], "step"), "step"),
                     table_step_count(table_of(&evening)));
    end(&evening);
}

static void looking_back_plays_once(void **unused)
{
    (void)unused;
    struct evening evening;
    begin(&evening, "dice", 1);
    for (int i = 0; i < MOVES; i++)
        assert_true(move(&evening, true));
    applies = 0;
    say(&evening, &evening.mover, "\"t\":\"look\",\"step\":9");
    assert_int_equal(member_number(guest_heard(&evening.mover, "past"), "step"), 9);
    assert_int_equal(applies, 9);
    say(&evening, &evening.mover, "\"t\":\"look\",\"step\":%d", table_step_count(table_of(&evening)));
    assert_int_equal(applies, 9); /* the last one is remembered */
    end(&evening);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_applied_once),           cmocka_unit_test(nobody_has_to_listen),
        cmocka_unit_test(who_reads_slowly_costs_no_replay), cmocka_unit_test(what_is_taken_back_is_forgotten),
        cmocka_unit_test(looking_back_plays_once),
    };
    count_applies();
    party_seed(7);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
