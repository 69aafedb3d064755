/* test_log.c: writing, reading and proving logs. */
#include "help.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rules/registry.h"
#include "table/file.h"

static char *text_of(const struct table *table, bool reveal)
{
    size_t length;
    char *text = log_text(table, reveal, &length);
    assert_non_null(text);
    assert_int_equal(strlen(text), length);
    return text;
}

static struct table *finished(const char *game, int seats)
{
    struct table *table = new_table(game_by_id(game), seats, 3, false);
    const unsigned char share[FAIR_SIZE] = "hello";
    unsigned char pledge[FAIR_SIZE];
    fair_pledge_of(share, pledge);
    assert_int_equal(table_pledge(table, 0, share), 0); /* of something else: it is withheld */
    assert_int_equal(table_pledge(table, 1, pledge), 0);
    assert_int_equal(table_open(table, 1, share), 0);
    assert_int_equal(table_begin(table, NULL, NULL), 0);
    play_on(table, 100000);
    return table;
}

/* Reads and proves; the words of the error come back ("" when all is well). */
static const char *proved(const char *text, struct log_proof *proof)
{
    static struct ochre_error error;
    struct log log;
    error = (struct ochre_error){0};
    if (log_parse(&log, text, strlen(text), &error) < 0)
        return error.words;
    int result = log_verify(&log, NULL, proof, &error);
    log_free(&log);
    return result < 0 ? error.words : "";
}

/* The text with the first `from` replaced by `to`. */
static char *changed(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    assert_non_null(at);
    size_t size = strlen(text) + strlen(to) + 1;
    char *copy = malloc(size);
    struct ochre_text out = text_on(copy, size);
    text_add_bytes(&out, text, (size_t)(at - text));
    text_add(&out, to);
    text_add(&out, at + strlen(from));
    return copy;
}

static void expect_refused(const char *text, const char *from, const char *to, const char *words)
{
    struct log_proof proof = {0};
    char *bad = changed(text, from, to);
    const char *said = proved(bad, &proof);
    if (!strstr(said, words))
        print_error("'%s' for '%s': expected '%s', found '%s'\n", to, from, words, said);
    assert_non_null(strstr(said, words));
    free(bad);
}

static void a_log_replays_to_equal_bytes(void **unused)
{
    (void)unused;
    static const struct {
        const char *game;
        int seats;
    } plays[] = {{"pebble", 2}, {"pebble", 3}, {"pebble", 4}, {"dice", 2}};
    for (size_t i = 0; i < sizeof plays / sizeof plays[0]; i++) {
        struct ochre_error error;
        struct log log;
        struct table *table = finished(plays[i].game, plays[i].seats);
        char *text = text_of(table, false);
        assert_int_equal(log_parse(&log, text, strlen(text), &error), 0);
        struct table *again = log_play(&log, 3, NULL, NULL, NULL, NULL, &error);
        assert_non_null(again);
        assert_true(state_equal(table_setup(table), table_state(table), table_state(again)));
        char *copy = text_of(again, false);
        assert_string_equal(text, copy);
        free(copy);
        free(text);
        log_free(&log);
        table_delete(again);
        table_delete(table);
    }
}

static void a_saved_play_goes_on_as_it_would_have(void **unused)
{
    (void)unused;
    struct ochre_error error;
    struct log log;
    struct log_proof proof = {0};
    struct table *table = new_table(game_by_id("pebble"), 3, 7, true);
    play_on(table, 12);
    char *text = text_of(table, true);
    assert_non_null(strstr(text, "\nreveal "));
    assert_null(strstr(text, "\nresult "));
    assert_int_equal(log_parse(&log, text, strlen(text), &error), 0);
    bool is_new_seed = true;
    struct table *again = log_play(&log, 7, NULL, NULL, NULL, &is_new_seed, &error);
    assert_non_null(again);
    assert_false(is_new_seed);
    assert_int_equal(table_begin(again, NULL, NULL), 0);
    play_on(table, 1000);
    play_on(again, 1000);
    char *one = text_of(table, false);
    char *two = text_of(again, false);
    assert_string_equal(one, two);
    assert_string_equal(proved(one, &proof), "");
    assert_true(proof.is_over && proof.has_promise && proof.has_end);
    free(one);
    free(two);
    free(text);
    log_free(&log);
    table_delete(again);
    table_delete(table);
}

static void an_open_play_keeps_its_seed_secret(void **unused)
{
    (void)unused;
    struct ochre_error error;
    struct log log;
    struct log_proof proof = {0};
    struct table *table = new_table(game_by_id("pebble"), 2, 3, true);
    char *text = text_of(table, false);
    assert_null(strstr(text, "reveal"));
    assert_non_null(strstr(proved(text, &proof), "not been revealed"));
    assert_int_equal(log_parse(&log, text, strlen(text), &error), 0);
    bool is_new_seed = false;
    struct table *again = log_play(&log, 3, NULL, NULL, NULL, &is_new_seed, &error);
    assert_true(is_new_seed);
    assert_int_equal(table_begin(again, NULL, NULL), 0);
    /* It cannot keep a promise it does not know, so it makes none. */
    char *other = text_of(again, true);
    assert_null(strstr(other, "fair"));
    assert_null(strstr(other, "reveal"));
    free(other);
    free(text);
    log_free(&log);
    table_delete(again);
    table_delete(table);
}

static void a_resignation_and_an_undo_replay(void **unused)
{
    (void)unused;
    struct log_proof proof = {0};
    struct table *table = new_table(game_by_id("dice"), 2, SEAT_BIT(0), true);
    play_on(table, 3);
    assert_int_equal(table_undo(table, 0, NULL, NULL), 0);
    assert_int_equal(table_resign(table, 1, NULL, NULL), 0);
    char *text = text_of(table, false);
    assert_non_null(strstr(text, "p2 resign\n"));
    assert_non_null(strstr(text, "\nresult p1\n"));
    assert_non_null(strstr(text, "\nend 3\n"));
    assert_string_equal(proved(text, &proof), "");
    expect_refused(text, "p2 resign", "p2 resign\np2 resign", "over");
    free(text);
    table_delete(table);
    table = new_table(game_by_id("pebble"), 3, 7, true);
    assert_int_equal(table_resign(table, 2, NULL, NULL), 0);
    text = text_of(table, false);
    assert_non_null(strstr(text, "\nresult p1 p2\n"));
    assert_string_equal(proved(text, &proof), "");
    assert_string_equal(proof.winners, "p1 p2");
    free(text);
    table_delete(table);
}

static void a_position_stands_in_the_log(void **unused)
{
    (void)unused;
    struct ochre_error error;
    struct log_proof proof = {0};
    struct opening *opening =
        opening_new(&(struct opening_request){.game = game_by_id("dice"),
                                              .position = "7B1/8/3B54/8/3W24/8/8/W17 w 2 martyr=swap 7 20\n"},
                    &error);
    assert_non_null(opening);
    struct table *table = table_new(opening, 3, NULL, &error);
    assert_int_equal(table_begin(table, NULL, NULL), 0);
    assert_int_equal(play(table, 0, "d4d6", NULL), 0);
    char *text = text_of(table, true);
    assert_non_null(strstr(text, "\nposition {\"fen\":\"7B1/8/3B54/8/3W24/8/8/W17 w 2 martyr=swap 7 20\"}\n"));
    assert_string_equal(proved(text, &proof), "");
    assert_int_equal(proof.moves, 1);
    free(text);
    table_delete(table);
}

/* A pack that others may not have stands in the log; the built-in one is only named. */
static void a_pack_of_its_own_goes_along(void **unused)
{
    (void)unused;
    const struct ochre_game *game = game_by_id("valley");
    struct ochre_error error = {0};
    struct log_proof proof = {0};
    size_t size = strlen(game->default_pack) + 32;
    char *pack = malloc(size);
    (void)snprintf(pack, size, "{\"note\":\n\"ours\x7f\",%s", strchr(game->default_pack, '{') + 1);
    struct opening *opening = opening_new(&(struct opening_request){.game = game, .pack_text = pack}, &error);
    assert_non_null(opening);
    struct table *table = table_new(opening, 0, NULL, &error);
    assert_non_null(table);
    assert_int_equal(table_begin(table, NULL, NULL), 0);
    play_on(table, 100000);
    char *text = text_of(table, false);
    char *line = strstr(text, "\npack ");
    assert_string_equal(proved(text, &proof), "");
    assert_true(proof.is_over);
    expect_refused(text, "\"ours", "\"yours", "which is not the one in the log");
    expect_refused(text, " {\"", " [\"", "expected: pack ID HASH {");
    expect_refused(text, " {\"", " {\"\"", "line 1"); /* of the pack */
    size_t length;
    char *view = log_view(table, 0, &length);
    assert_null(strstr(view, " {\""));
    free(view);
    char *json = strstr(line, " {\"");
    char *end = strchr(json, '\n');
    memmove(json, end, strlen(end) + 1);
    assert_non_null(strstr(proved(text, &proof), "which is not built in"));
    free(text);
    table_delete(table);
    free(pack);
    table = finished("valley", 2);
    text = text_of(table, false);
    assert_non_null(strstr(text, "\npack "));
    assert_null(strstr(text, " {\""));
    assert_string_equal(proved(text, &proof), "");
    free(text);
    table_delete(table);
}

static void every_tampering_is_noticed(void **unused)
{
    (void)unused;
    struct log_proof proof = {0};
    struct table *table = finished("pebble", 2);
    char *text = text_of(table, false);
    assert_string_equal(proved(text, &proof), "");
    assert_int_equal(proof.draws, 9);
    char *draw = strstr(text, "* stake:");
    char own[16] = {0};
    char other[16] = {0};
    memcpy(own, draw, 9);
    memcpy(other, draw, 9);
    other[8] = other[8] == '1' ? '2' : '1';
    expect_refused(text, own, other, "but the seed gives stake:");
    assert_int_equal(proof.pledged, SEAT_BIT(0) | SEAT_BIT(1));
    assert_int_equal(proof.opened, SEAT_BIT(1));
    expect_refused(text, "\nfair 2 ", "\nfair 2 0", "64 hexadecimal");
    expect_refused(text, "\nfair 2 ", "\nfair 3 ", "does not know that way");
    expect_refused(text, "\nfair 2 ", "\nfair ", "does not go with this fair line");
    expect_refused(text, "\nshare p2 68656c6c6f", "\nshare p2 68656c6c6e", "is not the one it pledged");
    expect_refused(text, "\nshare p2 68656c6c6f", "\n# 68656c6c6f", "neither the share nor that it was withheld");
    expect_refused(text, "\nshare p2 68656c6c6f", "\nwithheld p2\n# ", "the seed gives");
    expect_refused(text, "\nshare p2 68656c6c6f", "\nshare p2 zz", "hexadecimal");
    expect_refused(text, "\nshare p2", "\nshare p3 00\nshare p2", "no seat");
    expect_refused(text, "\nwithheld p1", "", "neither the share nor that it was withheld");
    expect_refused(text, "\nwithheld p1", "\nwithheld p2", "withheld it");
    expect_refused(text, "\npledge p1 68", "\npledge p1 69", "the seed gives");
    expect_refused(text, "\npledge p1", "\npledge p2 00\n# ", "64 hexadecimal");
    expect_refused(text, "p2 play:", "p2 play:9\np2 play:", "p2 play:9: ");
    expect_refused(text, "seats 2", "seats 3", "line ");
    expect_refused(text, "option carry on", "option carry maybe", "option carry cannot be 'maybe'");
    expect_refused(text, "\nreveal ", "\nreveal f", "64 hexadecimal");
    struct ochre_outcome outcome;
    table_outcome(table, &outcome);
    expect_refused(text, "\nresult ", outcome.winners == SEAT_BIT(0) ? "\nresult p2\n# " : "\nresult none\n# ",
                   "the result is wrong");
    char *reveal = strstr(text, "\nreveal ") + 8;
    *reveal = *reveal == '0' ? '1' : '0';
    assert_non_null(strstr(proved(text, &proof), "not the one that was promised"));
    free(text);
    table_delete(table);
}

static void malformed_logs_name_the_line(void **unused)
{
    (void)unused;
    static const char good[] = "ochre 1\ngame dice\nrules 1\nseats 2\n\n# a remark\np1 a2a3 # said aloud\np2 h7h6\n";
    struct log_proof proof = {0};
    assert_string_equal(proved(good, &proof), "");
    assert_int_equal(proof.moves, 2);
    assert_false(proof.has_end);
    expect_refused(good, "ochre 1", "ochre 2", "line 1: this is no log");
    expect_refused(good, "game dice", "game chess", "line 2: there is no game 'chess'");
    expect_refused(good, "rules 1", "rules 99", "line 3: these are not the rules");
    expect_refused(good, "rules 1", "rules x", "line 3: expected a number");
    expect_refused(good, "seats 2", "seats 2147483648", "line 4: expected a number");
    expect_refused(good, "seats 2", "seats 0", "line 4: expected 1 to 4");
    expect_refused(good, "seats 2", "seats 3", "dice is not for 3 seats");
    expect_refused(good, "seats 2", "seats 2\nweather fine", "line 5: unknown header 'weather'");
    expect_refused(good, "seats 2", "seats 2\nseats 2", "line 5: this header stands twice");
    expect_refused(good, "seats 2", "seats 2\noption faces", "cannot be ''");
    expect_refused(good, "seats 2", "seats 2\noption nonsense 3", "no option 'nonsense'");
    expect_refused(good, "seats 2", "seats 2\npack x 12", "line 5: expected: pack");
    expect_refused(good, "seats 2", "seats 2\nposition 4", "line 5: expected: position");
    expect_refused(good, "seats 2", "seats 2\nposition {\"fen\":", "position: line 1");
    expect_refused(good, "seats 2\n", "", "must name game, rules and seats");
    expect_refused(good, "p2 h7h6", "p2 h7h3", "line 8: p2 h7h3: ");
    expect_refused(good, "p2 h7h6", "p2", "line 8: expected a move");
    expect_refused(good, "p2 h7h6", "p3 h7h6", "line 8: 'p3' is no seat");
    expect_refused(good, "p2 h7h6", "* draw", "line 8: * draw: chance is not asked");
    expect_refused(good, "p2 h7h6", "p2 h7h6\nend 3", "line 9: the end counts 3 moves, but there are 2");
    expect_refused(good, "p2 h7h6", "p2 h7h6\nend 2\np1 a3a4", "line 10: something follows");
    expect_refused(good, "p2 h7h6", "p2 h7h6\nresult p1", "line 9: a result, but the play is not over");
    expect_refused(good, "p2 h7h6", "p2 h7h6\nresult p1 p7", "line 9: expected: result");
    expect_refused(good, "p2 h7h6\n", "p2 h7h6", "line 8: the log is cut short: its last line has no end");
    expect_refused(good, "p2 h7h6", "p2 h7h6\r", "line 8: a control character");
    char longer[256] = "p2 ";
    memset(longer + 3, 'x', 200);
    expect_refused(good, "p2 h7h6", longer, "line 8: expected a move");
}

/* Cut anywhere, a log is refused or lacks its end line; never mistaken for the whole. */
static void a_cut_log_is_recognised_at_every_length(void **unused)
{
    (void)unused;
    struct table *table = finished("pebble", 2);
    char *text = text_of(table, false);
    size_t length = strlen(text);
    for (size_t cut = 0; cut < length; cut++) {
        struct log log;
        struct log_proof proof = {0};
        struct ochre_error error = {0};
        if (log_parse(&log, text, cut, &error) < 0) {
            assert_true(error.words[0] != '\0');
            assert_true(strstr(error.words, "cut short") || strstr(error.words, "no log"));
            continue;
        }
        assert_false(log.has_end);
        assert_int_equal(log_verify(&log, NULL, &proof, &error), -1);
        assert_non_null(strstr(error.words, "cut short"));
        log_free(&log);
    }
    free(text);
    table_delete(table);
}

static void absurd_sizes_are_refused(void **unused)
{
    (void)unused;
    struct log log;
    struct ochre_error error;
    char *large = malloc(LOG_SIZE_MAX + 2);
    memset(large, 'x', LOG_SIZE_MAX + 1);
    assert_int_equal(log_parse(&log, large, LOG_SIZE_MAX + 1, &error), -1);
    assert_non_null(strstr(error.words, "longer than"));
    large[3] = '\0';
    assert_int_equal(log_parse(&log, large, 10, &error), -1);
    assert_non_null(strstr(error.words, "NUL"));
    struct ochre_text text = text_on(large, LOG_SIZE_MAX);
    text_add(&text, "ochre 1\ngame dice\nrules 1\nseats 2\n\n");
    for (int i = 0; i < LOG_MOVES_MAX + 60000; i++)
        text_add(&text, "p1 a\n");
    assert_int_equal(log_parse(&log, large, text.used, &error), -1);
    assert_non_null(strstr(error.words, "too long"));
    free(large);
}

/* ---- files ---- */

static int entries(const char *directory)
{
    int count = 0;
    DIR *folder = opendir(directory);
    while (folder && readdir(folder))
        count++;
    if (folder)
        (void)closedir(folder);
    return count - 2;
}

static void saving_is_all_or_nothing(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/ochre-log-XXXXXX";
    char path[64];
    struct ochre_error error = {0};
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/play.log", folder);
    struct table *table = new_table(game_by_id("pebble"), 2, 3, true);
    assert_int_equal(log_save(table, path, true, &error), 0);
    assert_int_equal(entries(folder), 1);
    play_on(table, 1000);
    /* Somebody who has the old file open keeps reading the old play: the name moved, the file did not change. */
    FILE *old = fopen(path, "r");
    assert_int_equal(log_save(table, path, true, &error), 0);
    struct stat before;
    struct stat after;
    assert_int_equal(fstat(fileno(old), &before), 0);
    assert_int_equal(stat(path, &after), 0);
    assert_int_not_equal(before.st_ino, after.st_ino);
    (void)fclose(old);
    assert_int_equal(entries(folder), 1);
    struct log log;
    assert_int_equal(log_load(&log, path, NULL, &error), 0);
    assert_true(log.has_end && log.has_result);
    log_free(&log);
    assert_int_equal(log_load(&log, folder, NULL, &error), -1);
    assert_int_equal(log_save(table, folder, true, &error), -1);
    assert_int_equal(log_save(table, "/nowhere/at/all/play.log", true, &error), -1);
    assert_string_equal(error.words, "No such file or directory");
    table_delete(table);
    (void)unlink(path);
    (void)rmdir(folder);
}

static void a_full_disk_is_reported(void **unused)
{
    (void)unused;
    struct ochre_error error = {0};
    struct table *table = new_table(game_by_id("pebble"), 2, 3, true);
    assert_int_equal(log_save(table, "/dev/full", true, &error), -1);
    assert_string_equal(error.words, "No space left on device");
    assert_int_equal(log_save(table, "/dev/null", true, &error), 0);
    /* A disk that fills up half-way leaves the old file alone. */
    char folder[] = "/tmp/ochre-full-XXXXXX";
    char path[64];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/play.log", folder);
    assert_int_equal(file_save(path, "old", 3, &error), 0);
    struct rlimit usual;
    struct rlimit tight = {.rlim_cur = 20};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
    tight.rlim_max = usual.rlim_max;
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
    int result = log_save(table, path, true, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
    assert_int_equal(result, -1);
    assert_string_equal(error.words, "File too large");
    size_t length;
    char *old = file_read(path, 100, &length, &error);
    assert_string_equal(old, "old");
    assert_int_equal(entries(folder), 1);
    free(old);
    (void)unlink(path);
    (void)rmdir(folder);
    table_delete(table);
}

static void files_are_read_within_bounds(void **unused)
{
    (void)unused;
    size_t length;
    struct ochre_error error = {0};
    assert_null(file_read("/dev/zero", 100000, &length, &error));
    assert_string_equal(error.words, "longer than 100000 bytes");
    assert_null(file_read("/nowhere", 10, &length, &error));
    char *empty = file_read("/dev/null", 10, &length, &error);
    assert_non_null(empty);
    assert_int_equal(length, 0);
    free(empty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_log_replays_to_equal_bytes),
        cmocka_unit_test(a_saved_play_goes_on_as_it_would_have),
        cmocka_unit_test(an_open_play_keeps_its_seed_secret),
        cmocka_unit_test(a_resignation_and_an_undo_replay),
        cmocka_unit_test(a_position_stands_in_the_log),
        cmocka_unit_test(a_pack_of_its_own_goes_along),
        cmocka_unit_test(every_tampering_is_noticed),
        cmocka_unit_test(malformed_logs_name_the_line),
        cmocka_unit_test(a_cut_log_is_recognised_at_every_length),
        cmocka_unit_test(absurd_sizes_are_refused),
        cmocka_unit_test(saving_is_all_or_nothing),
        cmocka_unit_test(a_full_disk_is_reported),
        cmocka_unit_test(files_are_read_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
