/* Do plays survive being bytes, and is a run the same whoever plays it: threads, a helper, a file that was cut off
 * anywhere? */
#include "../unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lab/arena_bytes.h"
#include "lab/arena_play.h"
#include "lab/roster.h"
#include "rules/registry.h"

enum { GAMES = 40 };

/* All that was taken, as bytes in order: the time players took left out. */
struct gathered {
    unsigned char *bytes;
    size_t used;
    int games, most;
};

static bool gather(void *who, const struct arena_record *record)
{
    struct gathered *gathered = who;
    struct arena_record timeless = *record;
    memset(timeless.seconds, 0, sizeof timeless.seconds);
    size_t length;
    unsigned char *bytes = arena_bytes_write(&timeless, 2, &length);
    assert_non_null(bytes);
    gathered->bytes = realloc(gathered->bytes, gathered->used + length);
    assert_non_null(gathered->bytes);
    memcpy(gathered->bytes + gathered->used, bytes, length);
    gathered->used += length;
    free(bytes);
    return ++gathered->games != gathered->most;
}

static void assert_same(const struct gathered *a, const struct gathered *b)
{
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->used, b->used);
    assert_memory_equal(a->bytes, b->bytes, a->used);
}

static struct opening *opening_of(const char *id, int seats)
{
    struct ochre_error error;
    struct opening *opening = opening_new(&(struct opening_request){.game = game_by_id(id), .seats = seats}, &error);
    assert_non_null(opening);
    return opening;
}

/* ---- bytes ---- */

static bool there_and_back(void *who, const struct arena_record *record)
{
    const struct arena_plan *plan = who;
    int seats = plan->opening->setup.seats;
    struct arena_words words = {0};
    size_t length;
    size_t again_length;
    unsigned char *bytes = arena_bytes_write(record, seats, &length);
    struct arena_record *back = arena_bytes_read(bytes, length, seats, &words);
    assert_non_null(back);
    unsigned char *again = arena_bytes_write(back, seats, &again_length);
    assert_int_equal(length, again_length);
    assert_memory_equal(bytes, again, length);
    assert_int_equal(back->game, record->game);
    assert_memory_equal(back->seconds, record->seconds, sizeof back->seconds);
    assert_memory_equal(back->choices, record->choices, sizeof back->choices);
    assert_memory_equal(back->leaders, record->leaders, sizeof back->leaders);
    assert_memory_equal(back->opening, record->opening, sizeof back->opening);
    assert_memory_equal(back->player, record->player, (size_t)seats);
    assert_true(back->choices_sum == record->choices_sum && back->choices_max == record->choices_max);
    assert_true(back->moves == record->moves && back->decisions == record->decisions);
    assert_int_equal(back->lead_changes, record->lead_changes);
    for (int seat = 0; seat < seats; seat++) {
        assert_true(back->outcome.payoff[seat] == record->outcome.payoff[seat]);
        assert_int_equal(back->outcome.rank[seat], record->outcome.rank[seat]);
        assert_int_equal(back->outcome.score[seat], record->outcome.score[seat]);
        for (int part = 0; part < OCHRE_PARTS_MAX && record->outcome.part_name[part]; part++) {
            assert_int_equal(back->outcome.part[seat][part], record->outcome.part[seat][part]);
            assert_string_equal(back->outcome.part_name[part], record->outcome.part_name[part]);
        }
    }
    assert_string_equal(back->outcome.reason, record->outcome.reason);
    assert_int_equal(back->outcome.winners, record->outcome.winners);
    assert_true(back->outcome.is_draw == record->outcome.is_draw);
    assert_true(back->outcome.has_no_points == record->outcome.has_no_points);
    assert_memory_equal(back->thought, record->thought, sizeof back->thought);
    assert_int_equal(back->use_count, record->use_count);
    assert_memory_equal(back->uses, record->uses, (size_t)record->use_count * sizeof *record->uses);
    assert_int_equal(back->saying_count, record->saying_count);
    for (int i = 0; i < record->saying_count; i++)
        assert_string_equal(back->sayings[i].words, record->sayings[i].words);
    /* Whatever is missing, it is no play. */
    for (size_t cut = 0; cut < length; cut += 1 + length / 200)
        assert_null(arena_bytes_read(bytes, cut, seats, &words));
    arena_record_delete(back);
    arena_words_free(&words);
    free(again);
    free(bytes);
    return true;
}

static void plays_survive_being_bytes(void **unused)
{
    (void)unused;
    for (int i = 0; ochre_games[i]; i++) {
        struct opening *opening = opening_of(ochre_games[i]->id, 0);
        struct arena_plan plan = {.opening = opening, .seed = 3, .games = 4, .threads = 1, .take = there_and_back};
        for (int seat = 0; seat < opening->setup.seats; seat++)
            memcpy(plan.player[seat], "random", sizeof "random");
        plan.who = &plan;
        struct ochre_error error;
        int done;
        assert_int_equal(arena_run(&plan, &done, &error), 0);
        assert_int_equal(done, 4);
        opening_delete(opening);
    }
}

/* What plays of today do not have: every bit in use, the largest and smallest numbers. */
static void every_bit_survives(void **unused)
{
    (void)unused;
    struct opening *opening = opening_of("pebble", 2);
    struct arena_plan plan = {.opening = opening};
    struct arena_use use[2] = {{.key = 0, .count = {UINT16_MAX, 0}}, {.key = UINT32_MAX, .count = {0, 1}}};
    struct arena_saying saying = {.key = UINT32_MAX, .words = "« à »"};
    struct arena_record record = {.game = ARENA_GAMES_MAX,
                                  .player = {1, 0},
                                  .moves = UINT32_MAX,
                                  .decisions = 1,
                                  .choices_max = UINT32_MAX,
                                  .choices_sum = UINT64_MAX,
                                  .lead_changes = UINT32_MAX,
                                  .choices = {UINT16_MAX, 0, 1},
                                  .leaders = {3, 2, 1},
                                  .thought = {UINT32_MAX, 127},
                                  .seconds = {0.1, 1.0 / 3},
                                  .opening = {"a2a3", ""},
                                  .use_count = 2,
                                  .uses = use,
                                  .saying_count = 1,
                                  .sayings = &saying};
    record.outcome = (struct ochre_outcome){.payoff = {1.0F / 3, 0.1F},
                                            .rank = {INT32_MAX, 1},
                                            .score = {INT32_MIN, -1},
                                            .part = {{INT32_MIN, 128}, {-64, 63}},
                                            .part_name = {"one", "other"},
                                            .has_no_points = true,
                                            .winners = 2,
                                            .is_draw = true,
                                            .reason = "nobody knows"};
    there_and_back(&plan, &record);
    opening_delete(opening);
}

/* ---- a run of two plans ---- */

struct run {
    struct arena_plan plan[2];
    struct gathered gathered;
};

static void begin_run(struct run *run, const struct opening *opening, struct roster *roster, int most)
{
    *run = (struct run){.gathered = {.most = most}};
    for (int i = 0; i < 2; i++)
        run->plan[i] = (struct arena_plan){.opening = opening,
                                           .player = {"random", "greedy"},
                                           .rotates = true,
                                           .seed = (uint64_t)(8 + i),
                                           .games = GAMES + i,
                                           .first = 5 * i,
                                           .threads = 2,
                                           .roster = roster,
                                           .take = gather,
                                           .who = &run->gathered};
}

static int go_through(struct run *run, struct ochre_error *error)
{
    int done = 0;
    int status = arena_run(&run->plan[0], &done, error);
    if (status == 0 && done == run->plan[0].games && (!run->gathered.most || run->gathered.games < run->gathered.most))
        status = arena_run(&run->plan[1], &done, error);
    return status;
}

static struct gathered play_plainly(const struct opening *opening, int most)
{
    struct run run;
    struct ochre_error error;
    begin_run(&run, opening, NULL, most);
    assert_int_equal(go_through(&run, &error), 0);
    return run.gathered;
}

static struct roster *list(struct run *run, const struct opening *opening, const struct roster_wish *wish, int most)
{
    struct ochre_error error;
    struct roster *roster = roster_new(wish);
    begin_run(run, opening, roster, most);
    run->gathered.most = 0;
    assert_int_equal(go_through(run, &error), 0);
    run->gathered.most = most;
    assert_int_equal(roster_listed(roster, &error), 0);
    assert_int_equal(run->gathered.games, 0);
    assert_int_equal(roster_plays(roster), 2 * GAMES + 1);
    return roster;
}

static void threads_play_the_same(void **unused)
{
    (void)unused;
    struct opening *opening = opening_of("pebble", 2);
    for (int most = 0; most <= GAMES + 7; most += GAMES + 7) {
        struct gathered plain = play_plainly(opening, most);
        struct run run;
        struct ochre_error error;
        struct roster *roster = list(&run, opening, &(struct roster_wish){.threads = 3, .shard = 1, .shards = 1}, most);
        assert_int_equal(roster_begin(roster, &error), 0);
        assert_int_equal(go_through(&run, &error), 0);
        roster_end(roster);
        assert_same(&plain, &run.gathered);
        roster_delete(roster);
        free(plain.bytes);
        free(run.gathered.bytes);
    }
    opening_delete(opening);
}

/* A rank, in the same process: what the fleet does without messages. */
static void pump(void *who, struct roster *roster)
{
    struct roster *helper = *(struct roster **)who;
    int number[7];
    size_t length;
    unsigned char *bytes = roster_collect(helper, &length);
    assert_true(roster_put_all(roster, bytes, length));
    free(bytes);
    if (roster_given(helper) < 3)
        roster_give(helper, number, roster_draw(roster, number, 7));
}

static void helpers_play_the_same(void **unused)
{
    (void)unused;
    struct opening *opening = opening_of("pebble", 2);
    struct gathered plain = play_plainly(opening, 0);
    for (int threads = 0; threads <= 1; threads++) {
        struct ochre_error error;
        struct roster *helper = NULL;
        struct run run;
        struct run other;
        struct roster *roster =
            list(&run, opening,
                 &(struct roster_wish){.threads = threads, .shard = 1, .shards = 1, .pump = pump, .who = &helper}, 0);
        helper = list(&other, opening, &(struct roster_wish){.threads = 2, .shard = 1, .shards = 1}, 0);
        char digest[2][17];
        roster_digest(roster, "1", digest[0]);
        roster_digest(helper, "1", digest[1]);
        assert_string_equal(digest[0], digest[1]);
        roster_help(helper);
        assert_int_equal(roster_begin(helper, &error), 0);
        assert_int_equal(roster_begin(roster, &error), 0);
        assert_int_equal(go_through(&run, &error), 0);
        assert_same(&plain, &run.gathered);
        assert_int_equal(roster_left(roster), 0);
        roster_delete(roster);
        roster_delete(helper);
        free(run.gathered.bytes);
    }
    free(plain.bytes);
    opening_delete(opening);
}

static void nonsense_is_refused(void **unused)
{
    (void)unused;
    struct opening *opening = opening_of("pebble", 2);
    struct run run;
    struct ochre_error error;
    struct roster *roster = list(&run, opening, &(struct roster_wish){.shard = 1, .shards = 1}, 0);
    unsigned char far[9] = {0xFF, 0xFF, 0, 0, 1};
    unsigned char empty[8] = {0};
    unsigned char longer[9] = {0, 0, 0, 0, 9};
    assert_false(roster_put_all(roster, far, sizeof far));
    assert_false(roster_put_all(roster, empty, sizeof empty));
    assert_false(roster_put_all(roster, longer, sizeof longer));
    assert_false(roster_put_all(roster, longer, 3));
    assert_int_equal(go_through(&run, &error), -1);
    assert_string_equal(error.words, "game 0 of the run is missing");
    roster_delete(roster);
    roster = list(&run, opening, &(struct roster_wish){.shard = 1, .shards = 1}, 0);
    unsigned char damaged[9] = {0, 0, 0, 0, 1, 0, 0, 0, 0xFF};
    assert_true(roster_put_all(roster, damaged, sizeof damaged));
    assert_int_equal(go_through(&run, &error), -1);
    assert_string_equal(error.words, "game 0 of the run is damaged");
    roster_delete(roster);
    opening_delete(opening);
}

static void digest_knows_what_is_played(void **unused)
{
    (void)unused;
    struct opening *opening[2] = {opening_of("pebble", 2), opening_of("breakthrough", 2)};
    char digest[6][17];
    for (int i = 0; i < 6; i++) {
        struct roster *roster = roster_new(&(struct roster_wish){.shard = 1, .shards = 1});
        struct arena_plan plan = {.opening = opening[i == 1],
                                  .player = {"random", "random"},
                                  .rotates = i == 2,
                                  .seed = i == 3,
                                  .games = 5 + (i == 4),
                                  .roster = roster};
        plan.player[1][0] = i == 5 ? 'g' : 'r';
        int done;
        assert_int_equal(arena_run(&plan, &done, NULL), 0);
        roster_digest(roster, "1", digest[i]);
        roster_delete(roster);
        for (int other = 0; other < i; other++)
            assert_string_not_equal(digest[i], digest[other]);
    }
    opening_delete(opening[0]);
    opening_delete(opening[1]);
}

static void a_player_that_fails_ends_the_run(void **unused)
{
    (void)unused;
    struct opening *opening = opening_of("pebble", 2);
    struct ochre_error error;
    struct roster *roster = roster_new(&(struct roster_wish){.threads = 2, .shard = 1, .shards = 1});
    struct gathered gathered = {0};
    struct arena_plan plan = {.opening = opening,
                              .player = {"random", "nobody"},
                              .games = 10,
                              .roster = roster,
                              .take = gather,
                              .who = &gathered};
    int done;
    assert_int_equal(arena_run(&plan, &done, &error), 0);
    assert_int_equal(roster_listed(roster, &error), 0);
    assert_int_equal(roster_begin(roster, &error), 0);
    assert_int_equal(arena_run(&plan, &done, &error), -1);
    assert_non_null(strstr(error.words, "nobody"));
    assert_int_equal(gathered.games, 0);
    roster_delete(roster);
    opening_delete(opening);
}

/* ---- shards ---- */

static const unsigned char *play_bytes(int number, size_t *length)
{
    static unsigned char bytes[64];
    *length = (size_t)(5 + number * 7 % 50);
    memset(bytes, 'a' + number, *length);
    return bytes;
}

/* How many plays a shard has; they must be right. */
static int count(const struct shard *shard)
{
    int plays = 0;
    int number;
    const unsigned char *bytes;
    size_t length;
    for (size_t at = 0; shard_next(shard, &at, &number, &bytes, &length); plays++) {
        size_t expected_length;
        const unsigned char *expected = play_bytes(number, &expected_length);
        assert_int_equal(length, expected_length);
        assert_memory_equal(bytes, expected, length);
        assert_int_equal(number, 1 + 2 * plays);
    }
    return plays;
}

static void append_from(struct shard *shard, int first)
{
    struct ochre_error error;
    for (int number = first; number < 10; number += 2) {
        size_t length;
        const unsigned char *bytes = play_bytes(number, &length);
        assert_int_equal(shard_append(shard, number, bytes, length, &error), 0);
    }
}

static void shards_cut_anywhere_go_on(void **unused)
{
    (void)unused;
    char path[] = "/tmp/ochre-shard-XXXXXX";
    (void)close(mkstemp(path));
    char line[3][12] = {"sim", "pebble", "--games=10"};
    struct shard_terms terms = {.program = "1",
                                .run = "0123456789abcdef",
                                .language = "en",
                                .plays = 10,
                                .shard = 2,
                                .shards = 2,
                                .word_count = 3,
                                .word = {line[0], line[1], line[2]}};
    struct ochre_error error;
    struct shard *shard = shard_open(path, &terms, &error);
    assert_non_null(shard);
    append_from(shard, 1);
    assert_null(shard_open(path, &terms, &error)); /* somebody writes it */
    assert_int_equal(shard_close(shard, &error), 0);
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    for (off_t cut = about.st_size; cut >= 0; cut--) {
        assert_int_equal(truncate(path, cut), 0);
        shard = shard_open(path, &terms, &error);
        assert_non_null(shard);
        int there = count(shard);
        append_from(shard, 1 + 2 * there);
        assert_int_equal(shard_close(shard, &error), 0);
        shard = shard_read(path, &error);
        assert_non_null(shard);
        assert_int_equal(count(shard), 5);
        assert_int_equal(shard_waste(shard), 0);
        assert_string_equal(shard_terms(shard)->word[2], "--games=10");
        assert_int_equal(shard_close(shard, &error), 0);
    }
    terms.run[0] = '1';
    assert_null(shard_open(path, &terms, &error));
    assert_int_equal(unlink(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_survive_being_bytes),
        cmocka_unit_test(every_bit_survives),
        cmocka_unit_test(threads_play_the_same),
        cmocka_unit_test(helpers_play_the_same),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(digest_knows_what_is_played),
        cmocka_unit_test(a_player_that_fails_ends_the_run),
        cmocka_unit_test(shards_cut_anywhere_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
