/* tribes_bench.h: a bench for the tests of tribes: positions as text, moves as text, facts by their path. */
#ifndef OCHRE_TESTS_TRIBES_BENCH_H
#define OCHRE_TESTS_TRIBES_BENCH_H

#include "games/tribes/tribes.h"
#include "rules/registry.h"
#include "rules/setup.h"
#include "unit/unit.h"

struct bench {
    struct ochre_setup setup;
    struct ochre_state state;
    char pack_text[64 * 1024];
    struct ochre_pack pack;
    struct json_doc given_doc;
    struct json given;
    ochre_action drawn[256];
    int drawn_count;
    struct ochre_error error;
    char told[4096]; /* the story of the last move, a sentence a line */
};

extern struct bench bench;

/* The position, written with ' for ". Fails when it is refused. Options: "round_limit=12 …" or "". */
void given_with(const char *options, const char *position);
void given(const char *position);

/* The rule that refuses the position, "" when it is accepted. */
const char *refused_position(const char *position);

/* The rule that refuses the built-in pack once `from` is replaced by `to` (both with ' for "), "" when accepted. */
const char *refused_pack(const char *from, const char *to);

const char *refused_pack_twice(const char *from, const char *to, const char *also_from, const char *also_to);

/* Moves separated by blanks, each legal; chance moves begin with ~ = ? ! f. What a position foretells is drawn by
 * itself.
 */
void play(const char *moves);

/* The rule that refuses this move of the seat that is asked. */
const char *why(const char *move);
const char *why_of(int seat, const char *move);

/* The legal moves in one line; the phase and its owner, "BIRTH A". */
const char *legal_line(void);
void expect_moves(const char *expected);
void expect_due(const char *expected);

/* A fact of the view, as JSON text: fact("A.land"), fact("row"). */
const char *fact(const char *path);
#define expect(path, json) assert_string_equal(fact(path), (json))

#endif
