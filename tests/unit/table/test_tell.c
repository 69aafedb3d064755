/* test_tell.c: persist, then tell; and a move is applied once. The games of this program count (counted.h). */
#include "help.h"

#include "counted.h"
#include "table/table_inner.h"
#include "whisper.h"

enum { BOTH = 3, LISTENERS_MAX = TABLE_WATCHERS_MAX };

/* What somebody heard, in short: "1:take 2:roll undo:1 …". */
struct ear {
    char text[4096];
    int lasts;
};

static void hear(void *who, const struct table *table, const struct table_step *step)
{
    struct ear *ear = who;
    size_t used = strlen(ear->text);
    struct ochre_text text = text_on(ear->text + used, sizeof ear->text - used);
    text_say(&text, "{0}:", NUM(step->number));
    table_step_text(table, step, OCHRE_EVERYBODY, &text);
    text_char(&text, ' ');
    ear->lasts += step->is_last;
}

/* A keeper that writes down what it is asked about, and answers as it was told to. */
struct keeper {
    struct ear ear;
    int answer;
};

static int keep(void *who, const struct table *table, struct ochre_error *error)
{
    struct keeper *keeper = who;
    memset(&keeper->ear, 0, sizeof keeper->ear);
    table_news(table, hear, &keeper->ear);
    return keeper->answer < 0 ? error_set(error, "", "disk full") : keeper->answer;
}

/* ---- one apply per move ---- */

/* A log as the terminal keeps it: everything is handed to the keeper before it is told. */
static void check_game(const struct ochre_game *game, int listeners)
{
    struct ear ear[LISTENERS_MAX];
    struct keeper keeper = {.answer = 0};
    memset(ear, 0, sizeof ear);
    applies = 0;
    struct table *table = new_table(game, game->seats_usual, 0, false);
    table_keeper(table, keep, &keeper);
    for (int i = 0; i < listeners; i++)
        assert_int_equal(table_watch(table, hear, &ear[i]), 0);
    assert_int_equal(table_begin(table, NULL, NULL), 0);
    play_on(table, 200);
    assert_true(table_step_count(table) >= 8);
    assert_int_equal(applies, table_step_count(table));
    for (int i = 1; i < listeners; i++)
        assert_string_equal(ear[i].text, ear[0].text);
    table_delete(table);
}

static void a_move_is_applied_once(void **unused)
{
    (void)unused;
    static const int listeners[] = {0, 1, 5, LISTENERS_MAX};
    for (const struct ochre_game *const *game = ochre_games; *game; game++)
        for (size_t i = 0; i < sizeof listeners / sizeof *listeners; i++)
            if (!(*game)->is_internal)
                check_game(*game, listeners[i]);
}

/* A step told: the bytes before and behind it, and its events. */
struct told {
    struct {
        struct ochre_state before, after;
        struct ochre_journal journal;
    } step[300];
    int count;
};

static void note_down(void *who, const struct table *table, const struct table_step *step)
{
    struct told *told = who;
    assert_true(told->count < 300);
    state_copy(table_setup(table), &told->step[told->count].before, step->before);
    state_copy(table_setup(table), &told->step[told->count].after, step->after);
    told->step[told->count].journal.count = step->journal->count;
    for (int i = 0; i < step->journal->count; i++)
        told->step[told->count].journal.events[i] = step->journal->events[i];
    told->count++;
}

static void assert_same(const struct ochre_setup *setup, const struct told *a, const struct told *b)
{
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        assert_true(state_equal(setup, &a->step[i].before, &b->step[i].before));
        assert_true(state_equal(setup, &a->step[i].after, &b->step[i].after));
        assert_int_equal(a->step[i].journal.count, b->step[i].journal.count);
        assert_memory_equal(a->step[i].journal.events, b->step[i].journal.events,
                            (size_t)a->step[i].journal.count * sizeof *a->step[i].journal.events);
    }
}

/* Whether a step is remembered or played again, the same is told: from anywhere to anywhere. */
static void what_is_remembered_is_what_was_played(void **unused)
{
    (void)unused;
    struct told *remembered = calloc(1, sizeof *remembered);
    struct told *replayed = calloc(1, sizeof *replayed);
    for (const struct ochre_game *const *game = ochre_games; *game; game++) {
        struct table *table = new_table(*game, (*game)->seats_usual, 0, true);
        struct table *other = new_table(*game, (*game)->seats_usual, 0, true);
        play_on(table, 150);
        play_on(other, 150);
        int count = table_step_count(table);
        table_forget_steps(other, count);
        for (int from = 0; from < count; from += 7) {
            remembered->count = replayed->count = 0;
            table_retell_part(table, from, from + 40, note_down, remembered);
            table_retell_part(other, from, from + 40, note_down, replayed);
            assert_same(table_setup(table), remembered, replayed);
        }
        applies = 0;
        table_retell_part(table, count > RECENT_STEPS ? count - RECENT_STEPS : 0, count, note_down, remembered);
        assert_int_equal(applies, 0);
        table_delete(table);
        table_delete(other);
    }
    free(remembered);
    free(replayed);
}

/* What this table remembers is what happened. */
static void check_memory(struct table *table)
{
    struct told *remembered = calloc(1, sizeof *remembered);
    struct told *replayed = calloc(1, sizeof *replayed);
    applies = 0;
    (void)table_retell(table, note_down, remembered);
    assert_int_equal(applies, 0);
    table_forget_steps(table, table_step_count(table));
    (void)table_retell(table, note_down, replayed);
    assert_same(table_setup(table), remembered, replayed);
    free(remembered);
    free(replayed);
}

/* A play that is followed, move by move (a table_told). */
static void follow(void *who, const struct table *table, const struct table_step *step)
{
    char text[OCHRE_MOVE_SIZE];
    struct ochre_error error;
    struct ochre_text move = text_on(text, sizeof text);
    table_step_text(table, step, OCHRE_EVERYBODY, &move);
    assert_int_equal(table_follow(who, step->seat, text, &error), 0);
}

/* However long a play is, the table remembers only its newest steps; and none when nobody asks for them. */
static void memory_has_a_bound(void **unused)
{
    (void)unused;
    struct table *table = new_table(game_by_id("valley"), 2, 0, true);
    struct table *again = new_table(game_by_id("valley"), 2, 0, false);
    play_on(table, 2000);
    assert_true(table_step_count(table) > 4 * RECENT_STEPS);
    assert_in_range(table->recent.count, RECENT_STEPS, 3 * RECENT_STEPS);
    applies = 0;
    (void)table_retell(table, follow, again);
    assert_in_range(again->recent.count, RECENT_STEPS, 2 * RECENT_STEPS);
    table_forget_steps(table, table_step_count(table));
    assert_null(table->recent.states);
    table_delete(table);
    table_delete(again);
}

/* ---- later ---- */

static void nobody_hears_of_it_before_it_is_kept(void **unused)
{
    (void)unused;
    struct ear ear = {0};
    struct keeper keeper = {.answer = TABLE_LATER};
    struct table *table = new_table(&whisper, 2, BOTH, true);
    table_keeper(table, keep, &keeper);
    assert_int_equal(table_watch(table, hear, &ear), 0);
    int count = table_step_count(table);
    assert_int_equal(play(table, 0, "hum", NULL), 0);
    assert_int_equal(play(table, 0, "end", NULL), 0); /* play goes on meanwhile */
    assert_int_equal(table_step_count(table), count + 2);
    assert_string_equal(ear.text, "");
    table_kept(table);
    assert_string_equal(ear.text, "1:hum 2:end ");
    assert_int_equal(ear.lasts, 1);
    table_kept(table);
    assert_string_equal(ear.text, "1:hum 2:end ");
    table_delete(table);
}

static void the_keeper_hears_everything_once(void **unused)
{
    (void)unused;
    struct keeper keeper = {.answer = TABLE_LATER};
    struct table *table = new_table(&whisper, 2, BOTH, true);
    table_keeper(table, keep, &keeper);
    assert_int_equal(play(table, 0, "hum", NULL), 0);
    assert_string_equal(keeper.ear.text, "1:hum ");
    assert_int_equal(play(table, 0, "hum", NULL), 0);
    assert_string_equal(keeper.ear.text, "2:hum ");
    assert_int_equal(table_undo(table, 0, NULL, NULL), 0);
    assert_string_equal(keeper.ear.text, "1:undo ");
    assert_int_equal(play(table, 0, "end", NULL), 0);
    assert_string_equal(keeper.ear.text, "2:end ");
    table_delete(table);
}

static void what_is_taken_back_meanwhile_is_not_told(void **unused)
{
    (void)unused;
    struct ear ear = {0};
    struct keeper keeper = {.answer = 0};
    struct table *table = new_table(&whisper, 2, BOTH, true);
    table_keeper(table, keep, &keeper);
    assert_int_equal(table_watch(table, hear, &ear), 0);
    assert_int_equal(play(table, 0, "hum", NULL), 0);
    keeper.answer = TABLE_LATER;
    assert_int_equal(play(table, 0, "hum", NULL), 0);
    assert_int_equal(table_undo(table, 0, NULL, NULL), 0);
    assert_int_equal(table_undo(table, 0, NULL, NULL), 0); /* this one was told */
    assert_int_equal(play(table, 0, "end", NULL), 0);
    assert_string_equal(ear.text, "1:hum ");
    table_kept(table);
    assert_string_equal(ear.text, "1:hum 0:undo 1:end ");
    assert_int_equal(ear.lasts, 2);
    table_delete(table);
}

static void what_was_taken_before_an_undo_is_told(void **unused)
{
    (void)unused;
    struct ear ear = {0};
    struct keeper keeper = {.answer = TABLE_LATER};
    struct table *table = new_table(&whisper, 2, BOTH, true);
    table_keeper(table, keep, &keeper);
    assert_int_equal(table_watch(table, hear, &ear), 0);
    assert_int_equal(play(table, 0, "cough", NULL), 0);
    assert_int_equal(play(table, 0, "hum", NULL), 0);
    assert_int_equal(table_undo(table, 0, NULL, NULL), 0);
    table_kept(table);
    assert_string_equal(ear.text, "0:undo 1:cough ");
    table_delete(table);
}

/* One refusal withdraws what it is about, and nothing that was taken before. */
static void a_refusal_leaves_what_was_taken(void **unused)
{
    (void)unused;
    struct ear ear = {0};
    struct keeper keeper = {.answer = TABLE_LATER};
    struct table *table = new_table(&whisper, 2, BOTH, true);
    table_keeper(table, keep, &keeper);
    assert_int_equal(table_watch(table, hear, &ear), 0);
    assert_int_equal(play(table, 0, "hum", NULL), 0);
    keeper.answer = -1;
    assert_int_equal(play(table, 0, "show", NULL), -1);
    assert_int_equal(table_undo(table, 0, NULL, NULL), -1);
    keeper.answer = 0;
    assert_int_equal(play(table, 0, "end", NULL), 0);
    assert_string_equal(ear.text, "1:hum 2:end ");
    struct ear again = {0};
    assert_int_equal(table_retell(table, hear, &again), 2);
    assert_string_equal(again.text, ear.text);
    check_memory(table);
    table_delete(table);
}

/* After an undo, too. */
static void memory_follows_the_play(void **unused)
{
    (void)unused;
    struct table *table = new_table(game_by_id("dice"), 2, BOTH, true);
    ochre_action *list = calloc(table_setup(table)->legal_max, sizeof *list);
    for (int i = 0; i < 6; i++) {
        assert_true(table_moves(table, i % 2, list) > i);
        assert_int_equal(table_play_action(table, i % 2, table_ask(table, i % 2), list[i], NULL, NULL), 0);
    }
    assert_int_equal(table_undo_agreed(table, 0, NULL, NULL), 0);
    assert_int_equal(table_step_count(table), 4);
    int count = table_moves(table, 0, list);
    assert_int_equal(table_play_action(table, 0, table_ask(table, 0), list[count - 1], NULL, NULL), 0);
    check_memory(table);
    free(list);
    table_delete(table);
}

static int keep_lines(void *who, const struct table *table, struct ochre_error *error)
{
    (void)error;
    table_news(table, log_hear, who);
    return 0;
}

/* The lines of a log that is kept move by move are those of the log, whatever was taken back. */
static void lines_follow_the_play(void **unused)
{
    (void)unused;
    size_t length;
    struct log_lines lines = {0};
    struct table *table = new_table(&whisper, 2, BOTH, false);
    table_keeper(table, keep_lines, &lines);
    assert_int_equal(table_begin(table, NULL, NULL), 0);
    assert_int_equal(play(table, 0, "hum", NULL), 0);
    assert_int_equal(play(table, 0, "cough", NULL), 0);
    assert_int_equal(table_undo(table, 0, NULL, NULL), 0);
    assert_int_equal(play(table, 0, "end", NULL), 0);
    char *kept = log_text_of(table, &lines, true, &length);
    char *whole = log_text(table, true, &length);
    assert_string_equal(kept, whole);
    assert_non_null(strstr(kept, "\np1 hum\np1 end\n"));
    free(kept);
    free(whole);
    log_lines_free(&lines);
    table_delete(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_applied_once),
        cmocka_unit_test(what_is_remembered_is_what_was_played),
        cmocka_unit_test(memory_has_a_bound),
        cmocka_unit_test(nobody_hears_of_it_before_it_is_kept),
        cmocka_unit_test(the_keeper_hears_everything_once),
        cmocka_unit_test(what_is_taken_back_meanwhile_is_not_told),
        cmocka_unit_test(what_was_taken_before_an_undo_is_told),
        cmocka_unit_test(a_refusal_leaves_what_was_taken),
        cmocka_unit_test(memory_follows_the_play),
        cmocka_unit_test(lines_follow_the_play),
    };
    count_applies();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
