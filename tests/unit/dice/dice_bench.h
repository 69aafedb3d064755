/* dice_bench.h: what the tests of dice share: positions from FEN, moves as text, and a plain second generator. */
#ifndef OCHRE_TESTS_DICE_BENCH_H
#define OCHRE_TESTS_DICE_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <string.h>

#include <cmocka.h>

#include "games/dice/dice_board.h"
#include "rules/setup.h"

/* One play under test. */
struct bench {
    struct ochre_setup setup;
    struct ochre_state state;
    struct ochre_error error;
    ochre_action list[12 * 1024];
    int count;
    char words[256]; /* of the last refusal */
};

/* The bench all tests use; it is too large for a stack. */
extern struct bench bench;

#define START_FEN "B2B2B2B2B2B2B2B2/B1B1B1B1B1B1B1B1/8/8/8/8/W1W1W1W1W1W1W1W1/W2W2W2W2W2W2W2W2 w 2 - 0 1"

/* Sets the bench up from a FEN; -1 and bench.error when it is refused. */
int bench_try_fen(const char *fen);
void bench_fen(const char *fen);

/* The same from options, "mode=4i size=10"; seats 0 = the usual. */
int bench_try_start(int seats, const char *options);
void bench_start(int seats, const char *options);

/* Plays the moves of a text, one after the other; all must be allowed. */
void bench_play(const char *moves);

/* The rule that refuses a move, NULL when it is allowed; words in bench.words. */
const char *bench_refusal(const char *move);

/* Is the text among the legal moves, written the same way? */
bool bench_has(const char *move);
int bench_count(void);
const char *bench_fen_now(void);
const char *bench_status(void);
int bench_seat(void); /* to move, -1 = over */

#define assert_fen(fen) assert_string_equal(bench_fen_now(), (fen))
#define assert_status(status) assert_string_equal(bench_status(), (status))
/* Refused by this rule, and not in the list either. */
#define assert_refused(move, rule)                                                                                     \
    do {                                                                                                               \
        assert_false(bench_has(move));                                                                                 \
        assert_string_equal(bench_refusal(move), (rule));                                                              \
    } while (0)

/* dice_plain.c: the rules once more, from the FEN alone, as plainly as they can be written. */
struct plain {
    int n, colours, mode, faces, martyr, side;
    bool ally, chain;
    int owner[100], value[100]; /* value 0 = empty */
    bool diagonal[100], is_ally[100];
};
void plain_of(struct plain *plain, const struct dice_tables *rules, const struct dice_core *core);
/* All turns as texts, sorted by nothing in particular. */
int plain_moves(const struct plain *plain, char (*texts)[16], int max);
/* Plays a move given as text; false when there is no such turn. */
bool plain_play(struct plain *plain, const char *move);
bool plain_equal(const struct plain *a, const struct plain *b);
uint64_t plain_perft(const struct plain *plain, int depth);

#endif
