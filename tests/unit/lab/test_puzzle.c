/* Books of puzzles: written as they were read, refused when anything is missing; and the search that leaves a move
 * out. */
#include "../unit.h"

#include "ai/ab.h"
#include "ai/ismcts.h"
#include "lab/puzzle.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "table/log.h"

static const char book_text[] =
    "{\"format\":\"ochre puzzles 1\",\"game\":\"dice\",\"rules\":1,\"seats\":2,\"players\":\"level:6,level:5\","
    "\"seed\":7,\"looked\":3,\"plays\":[{\"number\":2,\"moves\":\"1b2b3 2g7g6 1b3b4\"}]\n"
    ",\"puzzles\":[{\"play\":0,\"at\":2,\"seat\":\"p1\",\"best\":\"b3b4\",\"next\":\"a2a3\",\"worth\":[600,480],"
    "\"level\":5,\"theme\":\"slide\",\"proof\":\"deep\",\"line\":\"1b3b4 2g6g5\"}]}\n";

static void a_book_is_written_as_it_was_read(void **unused)
{
    (void)unused;
    struct ochre_error error = {0};
    struct puzzle_book book;
    size_t length;
    assert_int_equal(puzzle_book_read(&book, book_text, strlen(book_text), &error), 0);
    assert_int_equal(book.count, 1);
    assert_int_equal(book.puzzle[0].seat, 0);
    char *again = puzzle_book_text(&book, &length);
    assert_int_equal(length, strlen(book_text));
    assert_string_equal(again, book_text);
    free(again);
    puzzle_book_free(&book);
}

/* Letters that JSON writes as six find room as well. */
static void a_book_of_odd_letters_is_written_whole(void **unused)
{
    (void)unused;
    struct ochre_error error = {0};
    struct puzzle_book book;
    struct puzzle_book again;
    size_t length;
    assert_int_equal(puzzle_book_read(&book, book_text, strlen(book_text), &error), 0);
    free(book.play[0].moves);
    book.play[0].moves = calloc(5000, 1);
    for (int i = 0; i < 4900; i++)
        book.play[0].moves[i] = i % 50 == 0 ? '1' : i % 50 == 49 ? ' ' : '\1';
    book.play[0].moves[4899] = '\1';
    memset(book.puzzle[0].best, '\1', sizeof book.puzzle[0].best - 1);
    memset(book.puzzle[0].rival, '\2', sizeof book.puzzle[0].rival - 1);
    memset(book.puzzle[0].line, '\3', 60);
    book.puzzle[0].line[0] = '1';
    char *text = puzzle_book_text(&book, &length);
    assert_int_equal(strlen(text), length);
    assert_int_equal(puzzle_book_read(&again, text, length, &error), 0);
    assert_string_equal(again.puzzle[0].rival, book.puzzle[0].rival);
    assert_string_equal(again.play[0].moves, book.play[0].moves);
    free(text);
    puzzle_book_free(&again);
    puzzle_book_free(&book);
}

/* Whatever is cut off, it is refused with words, and nothing is left behind. */
static void a_part_of_a_book_is_refused(void **unused)
{
    (void)unused;
    for (size_t length = 0; length + 2 < strlen(book_text); length++) {
        struct ochre_error error = {0};
        struct puzzle_book book;
        assert_int_equal(puzzle_book_read(&book, book_text, length, &error), -1);
        assert_true(error.words[0] != '\0');
        assert_null(book.puzzle);
    }
}

static void a_puzzle_is_set(void **unused)
{
    (void)unused;
    struct ochre_error error = {0};
    struct puzzle_book book;
    uint64_t key;
    assert_int_equal(puzzle_book_read(&book, book_text, strlen(book_text), &error), 0);
    struct table *table = puzzle_set(&book, &book.puzzle[0], &error);
    assert_non_null(table);
    assert_int_equal(table_step_count(table), 2);
    assert_int_equal(table_pending(table), SEAT_BIT(0));
    table_delete(table);
    assert_int_equal(puzzle_check(&book, &book.puzzle[0], NULL, false, &key, &error), 0);
    struct prover *prover = prover_new(NULL);
    assert_int_equal(puzzle_check(&book, &book.puzzle[0], prover, true, &key, &error), -1); /* a quiet beginning */
    prover_delete(prover);
    book.puzzle[0].at = 3;
    assert_null(puzzle_set(&book, &book.puzzle[0], &error));
    puzzle_book_free(&book);
}

static void a_barred_move_is_not_looked_at(void **unused)
{
    (void)unused;
    struct ochre_error error = {0};
    struct opening *opening = opening_new(&(struct opening_request){.game = game_by_id("dice")}, &error);
    struct ab_options options = {.budget = {.depth = 2}, .memory_limit = ISMCTS_MEMORY, .has_barred = true};
    struct bot_thoughts thoughts = {0};
    struct ochre_view view;
    struct ochre_rng rng;
    struct ab *ab = ab_new();
    state_look(&opening->setup, &opening->start, 0, &view);
    ochre_action *list = calloc(opening->setup.legal_max, sizeof *list);
    int count = view_moves(&opening->setup, &view, 0, list);
    for (int i = 0; i < count; i++) {
        rng_seed(&rng, 1);
        options.barred = list[i];
        assert_int_not_equal(ab_search(ab, &options, &opening->setup, &view, 0, &rng, &thoughts), list[i]);
        assert_int_equal(thoughts.considered, count - 1);
    }
    free(list);
    ab_delete(ab);
    opening_delete(opening);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_book_is_written_as_it_was_read), cmocka_unit_test(a_book_of_odd_letters_is_written_whole),
        cmocka_unit_test(a_part_of_a_book_is_refused),      cmocka_unit_test(a_puzzle_is_set),
        cmocka_unit_test(a_barred_move_is_not_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
