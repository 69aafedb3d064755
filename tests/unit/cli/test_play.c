/* test_play.c: a play in the terminal keeps its log after every move, and applies every move once (counted.h). */
#include "../table/help.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "../table/counted.h"
#include "cli/play.h"
#include "table/file.h"

/* What is told on the way is not for whoever reads about tests. */
static enum play_end run_silently(struct play *play)
{
    (void)fflush(stdout);
    int screen = dup(STDOUT_FILENO);
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    assert_true(screen >= 0 && nowhere >= 0);
    (void)dup2(nowhere, STDOUT_FILENO);
    enum play_end end = play_run(play);
    (void)fflush(stdout);
    (void)dup2(screen, STDOUT_FILENO);
    (void)close(screen);
    (void)close(nowhere);
    return end;
}

/* The file holds what the table says, all of it, and no move was played again for it. */
static void check_game(const struct ochre_game *game)
{
    char path[] = "test_play.XXXXXX";
    char players[OCHRE_SEATS_MAX][PLAYER_SIZE] = {"random", "random", "random", "random"};
    struct call call = {0};
    struct play play;
    struct ochre_error error = {0};
    int file = mkstemp(path);
    assert_true(file >= 0);
    (void)close(file);
    applies = 0;
    struct table *table = new_table(game, game->seats_usual, 0, true);
    assert_int_equal(play_open(&play, &call, table, players, 3), EXIT_FINE);
    struct ochre_text log = text_on(play.log, sizeof play.log);
    text_add(&log, path);
    assert_int_equal(run_silently(&play), PLAY_OVER);
    assert_int_equal(applies, table_step_count(table));

    size_t length;
    size_t kept_length;
    char *whole = log_text(table, true, &length);
    char *kept = file_read(path, LOG_SIZE_MAX, &kept_length, &error);
    assert_non_null(whole);
    assert_non_null(kept);
    const char *moves = strstr(whole, "\n\n");
    const char *kept_moves = strstr(kept, "\n\n");
    assert_string_equal(moves, kept_moves);
    free(whole);
    free(kept);
    play_close(&play);
    (void)unlink(path);
}

static void a_move_is_applied_once(void **unused)
{
    (void)unused;
    check_game(game_by_id("pebble"));
    check_game(game_by_id("valley"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_move_is_applied_once)};
    count_applies();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
