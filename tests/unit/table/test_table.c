/* test_table.c: the door, the questions, who is told what, resigning and taking back. */
#include "help.h"

#include <stdio.h>

#include "rules/registry.h"
#include "whisper.h"

static const ochre_seats both = 3;

/* ---- questions ---- */

static void a_stale_answer_is_refused(void **unused)
{
    (void)unused;
    struct table_no no = {0};
    struct table *table = new_table(&whisper, 2, both, true);
    uint32_t ask = table_ask(table, 0);
    assert_int_equal(ask, 1);
    assert_int_equal(table_play(table, 0, ask, "hum", NULL, &no), 0);
    assert_int_equal(table_ask(table, 0), 2);
    assert_int_equal(table_play(table, 0, ask, "hum", NULL, &no), -1);
    assert_string_equal(no.rule, "ask");
    assert_int_equal(table_play(table, 0, 0, "hum", NULL, &no), -1);
    assert_string_equal(no.rule, "ask");
    assert_int_equal(table_step_count(table), 1);
    table_delete(table);
}

static void a_seat_not_asked_is_told_whom_play_waits_for(void **unused)
{
    (void)unused;
    struct table_no no = {0};
    struct table *table = new_table(game_by_id("dice"), 2, both, true);
    assert_int_equal(table_play(table, 1, 0, "h7h6", NULL, &no), -1);
    assert_string_equal(no.rule, "turn");
    assert_non_null(strstr(no.why, "White"));
    assert_int_equal(table_play(table, 7, 0, "h7h6", NULL, &no), -1);
    assert_string_equal(no.rule, "seat");
    assert_int_equal(table_play(table, -1, 0, "h7h6", NULL, &no), -1);
    assert_int_equal(table_play(table, OCHRE_CHANCE, 0, "h7h6", NULL, &no), -1);
    table_delete(table);
}

static void an_interrupt_leaves_the_open_question(void **unused)
{
    (void)unused;
    struct table_no no = {0};
    struct table *table = new_table(&whisper, 2, both, true);
    uint32_t ask = table_ask(table, 0);
    assert_int_equal(table_ask(table, 1), 0);
    assert_int_equal(table_play(table, 1, 0, "cough", NULL, &no), 0);
    assert_int_equal(table_ask(table, 0), ask);
    assert_int_equal(table_play(table, 1, 0, "hum", NULL, &no), -1);
    assert_string_equal(no.rule, "W1");
    assert_int_equal(table_play(table, 1, 1, "cough", NULL, &no), -1);
    assert_string_equal(no.rule, "ask");
    assert_int_equal(table_play(table, 0, ask, "hum", NULL, &no), 0);
    table_delete(table);
}

static void choices_at_once_keep_the_others_question(void **unused)
{
    (void)unused;
    struct table *table = new_table(game_by_id("pebble"), 2, both, true);
    uint32_t ask = table_ask(table, 1);
    ochre_action list[8];
    assert_true(table_moves(table, 0, list) > 0);
    assert_int_equal(table_play_action(table, 0, table_ask(table, 0), list[0], NULL, NULL), 0);
    assert_int_equal(table_ask(table, 1), ask);
    assert_int_equal(table_ask(table, 0), 0);
    table_delete(table);
}

static void refusals_come_with_rule_and_words(void **unused)
{
    (void)unused;
    struct table_no no = {0};
    struct table *table = new_table(&whisper, 2, both, true);
    assert_int_equal(play(table, 0, "sing", &no), -1);
    assert_string_equal(no.rule, "notation");
    assert_string_equal(no.why, "no such move");
    assert_int_equal(play(table, 0, "end", &no), 0);
    assert_int_equal(play(table, 1, "boast", &no), -1);
    assert_string_equal(no.rule, "W2");
    assert_string_equal(no.why, "nothing to boast of");
    assert_int_equal(table_play_action(table, 1, table_ask(table, 1), WHISPER_BOAST, NULL, &no), -1);
    assert_int_equal(table_play_action(table, 1, table_ask(table, 1), 4000, NULL, NULL), -1);
    for (int turn = 1; turn < 6; turn++)
        assert_int_equal(play(table, turn % 2, "end", &no), 0);
    assert_true(table_is_over(table));
    assert_int_equal(play(table, 0, "hum", &no), -1);
    assert_string_equal(no.rule, "over");
    assert_int_equal(table_resign(table, 0, NULL, &no), -1);
    table_delete(table);
}

static void nothing_is_played_before_the_beginning(void **unused)
{
    (void)unused;
    struct table_no no = {0};
    struct table *table = new_table(&whisper, 2, both, false);
    assert_int_equal(play(table, 0, "hum", &no), -1);
    assert_string_equal(no.rule, "turn");
    assert_int_equal(table_resign(table, 0, NULL, &no), -1);
    assert_int_equal(table_undo(table, 0, NULL, &no), -1);
    const unsigned char share[FAIR_SIZE] = {1, 2, 3};
    unsigned char pledge[FAIR_SIZE];
    fair_pledge_of(share, pledge);
    assert_int_equal(table_open(table, 0, share), -1);
    assert_int_equal(table_pledge(table, 0, pledge), 0);
    assert_int_equal(table_pledge(table, 2, pledge), -1);
    assert_int_equal(table_open(table, 0, pledge), -1);
    assert_int_equal(table_open(table, 0, share), 0);
    assert_int_equal(table_pledge(table, 1, pledge), 0);
    assert_int_equal(table_begin(table, NULL, &no), 0);
    assert_int_equal(table_open(table, 1, share), -1);
    assert_int_equal(table_pledge(table, 0, NULL), -1);
    assert_int_equal(fair_unopened(table_fair(table)), SEAT_BIT(1));
    struct ochre_error error;
    assert_int_equal(table_follow(table, 0, "hum", &error), -1);
    table_delete(table);
}

/* ---- who is told what ---- */

struct heard {
    char moves[3][4096]; /* as read by the first seat, the second, a watcher */
    int steps, lasts;
};

static void hear(void *who, const struct table *table, const struct table_step *step)
{
    static const int viewers[] = {0, 1, OCHRE_NOBODY};
    struct heard *heard = who;
    heard->steps++;
    heard->lasts += step->is_last;
    for (int i = 0; i < 3; i++) {
        size_t used = strlen(heard->moves[i]);
        struct ochre_text text = text_on(heard->moves[i] + used, sizeof heard->moves[i] - used);
        text_add(&text, seat_code(step->seat));
        text_char(&text, ' ');
        table_step_text(table, step, viewers[i], &text);
        text_char(&text, '\n');
        table_step_story(table, step, viewers[i], &text);
    }
}

static void read_lines(void *who, const struct table *table, const struct table_step *step)
{
    struct ochre_text *text = who;
    static const int viewers[] = {0, 1, OCHRE_NOBODY, OCHRE_EVERYBODY};
    for (int i = 0; i < 4; i++) {
        table_step_line(table, step, viewers[i], text);
        text_char(text, '\n');
    }
}

/* A note is for who sees the move, and made from what the reader may know. */
static void notes_stand_behind_moves(void **unused)
{
    (void)unused;
    char lines[256];
    struct ochre_text text = text_on(lines, sizeof lines);
    struct table *table = new_table(&whisper_secret, 2, both, true);
    assert_int_equal(table_watch(table, read_lines, &text), 0);
    assert_int_equal(play(table, 0, "hum", NULL), 0);
    char note = lines[strlen("hum # ")];
    assert_true(note >= '0' && note <= '3');
    char wanted[64];
    (void)snprintf(wanted, sizeof wanted, "hum # %c\n?\n?\nhum # %c\n", note, note);
    assert_string_equal(lines, wanted);
    table_delete(table);

    text = text_on(lines, sizeof lines);
    table = new_table(&whisper_noting, 2, both, true);
    assert_int_equal(table_watch(table, read_lines, &text), 0);
    assert_int_equal(play(table, 0, "hum", NULL), 0);
    note = lines[strlen("hum # ")];
    (void)snprintf(wanted, sizeof wanted, "hum # %c\nhum # x\nhum # x\nhum # %c\n", note, note);
    assert_string_equal(lines, wanted);
    table_delete(table);
}

static void a_viewer_reads_only_what_it_witnessed(void **unused)
{
    (void)unused;
    struct heard heard = {0};
    struct table *table = new_table(game_by_id("pebble"), 2, both, false);
    assert_int_equal(table_watch(table, hear, &heard), 0);
    assert_int_equal(table_begin(table, NULL, NULL), 0);
    assert_int_equal(heard.steps, 7); /* six cards and a stake */
    assert_int_equal(heard.lasts, 1);
    ochre_action list[8];
    (void)table_moves(table, 0, list);
    char move[OCHRE_MOVE_SIZE];
    struct ochre_text text = text_on(move, sizeof move);
    table_move_text(table, 0, list[0], &text);
    memset(heard.moves, 0, sizeof heard.moves);
    assert_int_equal(play(table, 0, move, NULL), 0);
    assert_non_null(strstr(heard.moves[0], move));
    assert_non_null(strstr(heard.moves[1], "p1 play:?\nFirst has chosen."));
    assert_non_null(strstr(heard.moves[2], "p1 play:?\nFirst has chosen."));
    assert_null(strstr(heard.moves[1], move));
    table_delete(table);
}

static void dealt_cards_are_read_by_their_owner_alone(void **unused)
{
    (void)unused;
    struct heard heard = {0};
    struct table *table = new_table(game_by_id("pebble"), 2, both, true);
    assert_int_equal(table_retell(table, hear, &heard), 7);
    assert_int_equal(strncmp(heard.moves[1], "* deal:?\nFirst is dealt a card.\n", 32), 0);
    assert_int_not_equal(strncmp(heard.moves[0], "* deal:?\n", 9), 0);
    assert_non_null(strstr(heard.moves[2], "* stake:"));
    int hidden = 0;
    for (const char *at = heard.moves[2]; (at = strstr(at, "deal:?")); at++)
        hidden++;
    assert_int_equal(hidden, 6);
    table_delete(table);
}

static int refuse_to_keep(void *who, const struct table *table, struct ochre_error *error)
{
    (void)table;
    return *(bool *)who ? error_set(error, "", "disk full") : 0;
}

/* A move in words says what it does, from what the mover knows: the last choice of pebble would show all cards. */
static void a_move_in_words_uses_no_secret(void **unused)
{
    (void)unused;
    struct table_no no = {0};
    char words[TABLE_WHY_SIZE];
    ochre_action list[64];
    struct table *table = new_table(game_by_id("dice"), 2, both, true);
    struct ochre_text text = text_on(words, sizeof words);
    assert_true(table_moves(table, 0, list) > 0);
    table_move_words(table, 0, list[0], &text);
    assert_string_equal(words, "Turn the 2 on a1 to diagonal");
    assert_int_equal(table_step_count(table), 0);
    table_delete(table);

    table = new_table(game_by_id("pebble"), 2, both, true);
    assert_true(table_moves(table, 0, list) > 0);
    assert_int_equal(table_play_action(table, 0, table_ask(table, 0), list[0], NULL, &no), 0);
    assert_true(table_moves(table, 1, list) > 0);
    text = text_on(words, sizeof words);
    table_move_words(table, 1, list[0], &text);
    assert_string_equal(words, "Play the 1");
    table_delete(table);
}

static void what_is_not_stored_is_neither_made_nor_told(void **unused)
{
    (void)unused;
    bool is_full = false;
    struct heard heard = {0};
    struct table_no no = {0};
    struct table *table = new_table(&whisper, 2, both, true);
    table_keeper(table, refuse_to_keep, &is_full);
    assert_int_equal(table_watch(table, hear, &heard), 0);
    assert_int_equal(play(table, 0, "hum", &no), 0);
    is_full = true;
    struct ochre_state before = *table_state(table);
    uint32_t ask = table_ask(table, 0);
    assert_int_equal(play(table, 0, "show", &no), -1);
    assert_string_equal(no.rule, "keep");
    assert_non_null(strstr(no.why, "disk full"));
    assert_int_equal(table_undo(table, 0, NULL, &no), -1);
    assert_int_equal(table_resign(table, 0, NULL, &no), -1);
    assert_true(state_equal(table_setup(table), &before, table_state(table)));
    assert_int_equal(table_step_count(table), 1);
    assert_int_equal(heard.steps, 1);
    assert_int_equal(table_ask(table, 0), ask);
    table_delete(table);
}

static void draws_are_withdrawn_with_the_move(void **unused)
{
    (void)unused;
    bool is_full = true;
    struct table *table = new_table(game_by_id("pebble"), 2, both, false);
    struct table *other = new_table(game_by_id("pebble"), 2, both, true);
    table_keeper(table, refuse_to_keep, &is_full);
    assert_int_equal(table_begin(table, NULL, NULL), -1);
    assert_int_equal(table_step_count(table), 0);
    is_full = false;
    assert_int_equal(table_begin(table, NULL, NULL), 0);
    assert_true(state_equal(table_setup(table), table_state(other), table_state(table)));
    table_delete(table);
    table_delete(other);
}

static void watchers_come_and_go(void **unused)
{
    (void)unused;
    struct heard heard[TABLE_WATCHERS_MAX + 1];
    memset(heard, 0, sizeof heard);
    struct table *table = new_table(&whisper, 2, both, true);
    for (int i = 0; i < TABLE_WATCHERS_MAX; i++)
        assert_int_equal(table_watch(table, hear, &heard[i]), 0);
    assert_int_equal(table_watch(table, hear, &heard[TABLE_WATCHERS_MAX]), -1);
    table_unwatch(table, &heard[3]);
    assert_int_equal(play(table, 0, "hum", NULL), 0);
    assert_int_equal(heard[3].steps, 0);
    assert_int_equal(heard[4].steps, 1);
    table_delete(table);
}

/* ---- resigning ---- */

static void resigning_ends_a_game_that_cannot_go_on(void **unused)
{
    (void)unused;
    struct table_no no = {0};
    struct ochre_outcome outcome;
    struct table *table = new_table(game_by_id("pebble"), 3, both, true);
    assert_int_equal(table_resign(table, 1, NULL, &no), 0);
    assert_true(table_is_over(table));
    table_outcome(table, &outcome);
    assert_int_equal(outcome.winners, SEAT_BIT(0) | SEAT_BIT(2));
    assert_true(outcome.payoff[0] > 0.49F && outcome.payoff[0] < 0.51F && outcome.payoff[1] < 0.01F);
    assert_int_equal(outcome.rank[1], 3);
    assert_int_equal(table_left(table), SEAT_BIT(1));
    assert_int_equal(table_resign(table, 0, NULL, &no), -1);
    table_delete(table);
}

static void the_others_go_on_where_the_game_lets_them(void **unused)
{
    (void)unused;
    struct table_no no = {0};
    struct table *table = new_table(&whisper_leaving, 2, both, true);
    assert_int_equal(table_resign(table, 0, NULL, &no), 0);
    assert_false(table_is_over(table));
    assert_int_equal(table_pending(table), SEAT_BIT(1));
    assert_int_equal(play(table, 0, "cough", &no), -1);
    assert_string_equal(no.rule, "seat");
    assert_int_equal(table_resign(table, 0, NULL, &no), -1);
    assert_string_equal(no.rule, "seat");
    assert_int_equal(play(table, 1, "hum", &no), 0);
    table_delete(table);
}

/* ---- taking back ---- */

static void a_public_move_of_an_unfinished_turn_is_taken_back(void **unused)
{
    (void)unused;
    struct heard heard = {0};
    struct table_no no = {0};
    struct table *table = new_table(&whisper, 2, both, true);
    struct ochre_state before = *table_state(table);
    assert_int_equal(table_undoable(table, 0, NULL, &no), 0);
    assert_int_equal(play(table, 0, "hum", &no), 0);
    uint32_t ask = table_ask(table, 0);
    assert_int_equal(table_undoable(table, 0, NULL, &no), 1);
    assert_int_equal(table_watch(table, hear, &heard), 0);
    assert_int_equal(table_undo(table, 0, NULL, &no), 0);
    assert_int_equal(heard.steps, 1);
    assert_non_null(strstr(heard.moves[1], "p1 undo"));
    assert_true(state_equal(table_setup(table), &before, table_state(table)));
    assert_int_equal(table_step_count(table), 0);
    assert_true(table_ask(table, 0) > ask); /* an answer in flight is stale */
    assert_int_equal(table_undo(table, 0, NULL, &no), -1);
    table_delete(table);
}

static void a_shown_secret_is_final(void **unused)
{
    (void)unused;
    struct table_no no = {0};
    struct table *table = new_table(&whisper, 2, both, true);
    assert_int_equal(play(table, 0, "show", &no), 0);
    assert_int_equal(table_undo(table, 0, NULL, &no), -1);
    assert_string_equal(no.rule, "undo");
    assert_non_null(strstr(no.why, "learnt"));
    /* Now that it is known, showing it again tells nobody anything. */
    assert_int_equal(play(table, 0, "show", &no), 0);
    assert_int_equal(table_undo(table, 0, NULL, &no), 0);
    table_delete(table);
}

static void a_move_that_only_some_could_make_is_final(void **unused)
{
    (void)unused;
    struct table_no no = {0};
    struct table *table = new_table(&whisper, 2, both, true);
    assert_int_equal(play(table, 0, "boast", &no), 0);
    assert_int_equal(table_undo(table, 0, NULL, &no), -1);
    assert_non_null(strstr(no.why, "learnt"));
    table_delete(table);
}

static void what_was_only_said_is_final_too(void **unused)
{
    (void)unused;
    struct table_no no = {0};
    struct table *table = new_table(&whisper, 2, both, true);
    assert_int_equal(play(table, 0, "murmur", &no), 0);
    assert_int_equal(table_undo(table, 0, NULL, &no), -1);
    assert_non_null(strstr(no.why, "learnt"));
    table_delete(table);
}

static void a_move_that_not_everybody_saw_is_final(void **unused)
{
    (void)unused;
    struct table_no no = {0};
    struct table *table = new_table(&whisper_secret, 2, both, true);
    assert_int_equal(play(table, 0, "hum", &no), 0);
    assert_int_equal(table_undo(table, 0, NULL, &no), -1);
    assert_non_null(strstr(no.why, "learnt"));
    table_delete(table);
}

static void a_hidden_choice_is_final(void **unused)
{
    (void)unused;
    struct table_no no = {0};
    struct table *table = new_table(game_by_id("pebble"), 2, SEAT_BIT(0), true);
    play_on(table, 8);
    assert_int_equal(table_undo(table, 0, NULL, &no), -1);
    assert_non_null(strstr(no.why, "learnt"));
    table_delete(table);
}

static void draws_of_chance_are_final(void **unused)
{
    (void)unused;
    struct table_no no = {0};
    struct table *table = new_table(game_by_id("pebble"), 2, SEAT_BIT(0), true);
    play_on(table, 9); /* both choose, the next stake is drawn */
    assert_int_equal(table_undo(table, 0, NULL, &no), -1);
    assert_non_null(strstr(no.why, "Chance"));
    table_delete(table);
}

static void between_people_a_finished_turn_is_final(void **unused)
{
    (void)unused;
    struct table_no no = {0};
    struct table *table = new_table(&whisper, 2, both, true);
    assert_int_equal(play(table, 0, "end", &no), 0);
    assert_int_equal(table_undo(table, 0, NULL, &no), -1);
    assert_non_null(strstr(no.why, "turn is over"));
    assert_int_equal(play(table, 1, "hum", &no), 0);
    assert_int_equal(table_undo(table, 0, NULL, &no), -1);
    assert_non_null(strstr(no.why, "Others"));
    assert_int_equal(table_undo(table, 1, NULL, &no), 0);
    table_delete(table);
}

static void a_person_alone_takes_back_the_replies_too(void **unused)
{
    (void)unused;
    struct table_no no = {0};
    struct table *table = new_table(&whisper, 2, SEAT_BIT(0), true);
    assert_int_equal(play(table, 0, "hum", &no), 0);
    assert_int_equal(play(table, 0, "end", &no), 0);
    assert_int_equal(play(table, 1, "hum", &no), 0);
    assert_int_equal(play(table, 1, "end", &no), 0);
    assert_int_equal(table_undo(table, 1, NULL, &no), -1);
    assert_non_null(strstr(no.why, "people"));
    assert_int_equal(table_undoable(table, 0, NULL, &no), 3);
    assert_int_equal(table_undo(table, 0, NULL, &no), 0);
    assert_int_equal(table_step_count(table), 1);
    assert_int_equal(table_undo(table, 0, NULL, &no), 0);
    assert_int_equal(table_step_count(table), 0);
    /* A computer that showed its secret has told something. */
    assert_int_equal(play(table, 0, "end", &no), 0);
    assert_int_equal(play(table, 1, "show", &no), 0);
    assert_int_equal(table_undo(table, 0, NULL, &no), -1);
    table_delete(table);
}

static void in_dice_there_is_nothing_to_learn(void **unused)
{
    (void)unused;
    struct table_no no = {0};
    struct table *table = new_table(game_by_id("dice"), 2, SEAT_BIT(0), true);
    play_on(table, 4);
    assert_int_equal(table_undo(table, 0, NULL, &no), 0);
    assert_int_equal(table_step_count(table), 2);
    assert_int_equal(table_resign(table, 1, NULL, &no), 0);
    assert_int_equal(table_undo(table, 0, NULL, &no), -1);
    assert_non_null(strstr(no.why, "given up"));
    table_delete(table);
}

/* ---- following a play that has been played ---- */

static void follow_step(void *who, const struct table *table, const struct table_step *step)
{
    char text[OCHRE_MOVE_SIZE];
    struct ochre_text move = text_on(text, sizeof text);
    struct ochre_error error;
    table_step_text(table, step, OCHRE_EVERYBODY, &move);
    assert_int_equal(table_follow(who, step->seat, text, &error), 0);
}

static void questions_keep_their_numbers_when_a_play_is_followed(void **unused)
{
    (void)unused;
    for (int i = 0; ochre_games[i]; i++)
        for (int moves = 0; moves < 40; moves += 13) {
            struct table *table = new_table(ochre_games[i], ochre_games[i]->seats_max, both, true);
            play_on(table, moves);
            struct table *again = new_table(ochre_games[i], ochre_games[i]->seats_max, both, false);
            table_retell(table, follow_step, again);
            assert_int_equal(table_begin(again, NULL, NULL), 0);
            for (int seat = 0; seat < ochre_games[i]->seats_max; seat++)
                assert_int_equal(table_ask(again, seat), table_ask(table, seat));
            table_delete(again);
            table_delete(table);
        }
}

/* Another server's table goes along, move by move (a table_told). */
static void follow_on_step(void *who, const struct table *table, const struct table_step *step)
{
    char text[OCHRE_MOVE_SIZE];
    struct ochre_text move = text_on(text, sizeof text);
    struct ochre_error error;
    table_step_text(table, step, OCHRE_EVERYBODY, &move);
    assert_int_equal(table_follow_on(who, step->seat, text, &error), 0);
}

static void count_step(void *who, const struct table *table, const struct table_step *step)
{
    (void)table;
    int *count = who;
    assert_int_equal(step->number, ++*count);
}

/* After every move of the one, whoever only hears of it stands where it stands, asks the same under the same numbers,
 * has told every step once, and could play on itself. */
static void a_running_play_is_followed(void **unused)
{
    (void)unused;
    for (int i = 0; ochre_games[i]; i++) {
        const struct ochre_game *game = ochre_games[i];
        struct table *table = new_table(game, game->seats_max, both, true);
        struct table *along = new_table(game, game->seats_max, both, true);
        int told = table_step_count(along);
        assert_int_equal(table_watch(along, count_step, &told), 0);
        for (int moves = 1; moves < 120 && !table_is_over(table); moves++) {
            int known = table_step_count(table);
            play_on(table, known + 1);
            table_retell_part(table, known, table_step_count(table), follow_on_step, along);
            assert_int_equal(told, table_step_count(table));
            assert_int_equal(table_draw_count(along), table_draw_count(table));
            assert_memory_equal(table_state(along)->bytes, table_state(table)->bytes, table_setup(table)->state_size);
            for (int seat = 0; seat < game->seats_max; seat++)
                assert_int_equal(table_ask(along, seat), table_ask(table, seat));
        }
        int known = table_step_count(along);
        play_on(along, known + 1);
        play_on(table, known + 1);
        assert_memory_equal(table_state(along)->bytes, table_state(table)->bytes, table_setup(table)->state_size);
        table_delete(along);
        table_delete(table);
    }
}

static void skipped_questions_are_not_asked_again(void **unused)
{
    (void)unused;
    struct table *table = new_table(&whisper, 2, both, false);
    table_skip_asks(table, 6);
    assert_int_equal(table_begin(table, NULL, NULL), 0);
    assert_int_equal(table_ask(table, 0), 7);
    table_delete(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stale_answer_is_refused),
        cmocka_unit_test(a_seat_not_asked_is_told_whom_play_waits_for),
        cmocka_unit_test(an_interrupt_leaves_the_open_question),
        cmocka_unit_test(choices_at_once_keep_the_others_question),
        cmocka_unit_test(refusals_come_with_rule_and_words),
        cmocka_unit_test(nothing_is_played_before_the_beginning),
        cmocka_unit_test(notes_stand_behind_moves),
        cmocka_unit_test(a_viewer_reads_only_what_it_witnessed),
        cmocka_unit_test(dealt_cards_are_read_by_their_owner_alone),
        cmocka_unit_test(a_move_in_words_uses_no_secret),
        cmocka_unit_test(what_is_not_stored_is_neither_made_nor_told),
        cmocka_unit_test(draws_are_withdrawn_with_the_move),
        cmocka_unit_test(watchers_come_and_go),
        cmocka_unit_test(resigning_ends_a_game_that_cannot_go_on),
        cmocka_unit_test(the_others_go_on_where_the_game_lets_them),
        cmocka_unit_test(a_public_move_of_an_unfinished_turn_is_taken_back),
        cmocka_unit_test(a_shown_secret_is_final),
        cmocka_unit_test(a_move_that_only_some_could_make_is_final),
        cmocka_unit_test(what_was_only_said_is_final_too),
        cmocka_unit_test(a_move_that_not_everybody_saw_is_final),
        cmocka_unit_test(a_hidden_choice_is_final),
        cmocka_unit_test(draws_of_chance_are_final),
        cmocka_unit_test(between_people_a_finished_turn_is_final),
        cmocka_unit_test(a_person_alone_takes_back_the_replies_too),
        cmocka_unit_test(in_dice_there_is_nothing_to_learn),
        cmocka_unit_test(questions_keep_their_numbers_when_a_play_is_followed),
        cmocka_unit_test(a_running_play_is_followed),
        cmocka_unit_test(skipped_questions_are_not_asked_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
