/* valley_bench.h: what the tests of valley share: a position typed in, moves made and refused, facts asked. */
#ifndef OCHRE_TESTS_VALLEY_BENCH_H
#define OCHRE_TESTS_VALLEY_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/valley/valley.h"
#include "rules/registry.h"
#include "rules/setup.h"

struct bench {
    struct ochre_setup setup;
    struct ochre_state state;
    struct ochre_error error;
};

extern struct bench bench;
#define S valley_of(&bench.state)
#define SEAT(number) (&S->seat[(number)-1])

/* The built-in pack; a changed one: the first `from` in its text becomes `to`. Options are "convert=any sides=A". */
int bench_pack(int seats, const char *options, const char *from, const char *to);

/* A position in JSON with ' for ". Fails the test when it is refused; bench_try returns -1 instead. */
void bench_given(const char *options, const char *position);
int bench_try(const char *options, const char *position);
void bench_start(int seats, const char *options);

/* Moves, by the acting seat or with "p2>"; `bench_play` takes several, separated by blanks. */
void bench_play(const char *moves);
void bench_refuse(const char *move, const char *rule);
/* Chance draws the tile. */
void bench_draw(const char *tiles);

/* All legal moves of a seat (0: the acting one) in order, separated by blanks. */
const char *bench_legal(int seat);
bool bench_has(const char *move);
int bench_tile(const char *id);
const char *bench_pool(int seat); /* 0: the common pool */

/* Random chance and moves until the phase comes (or the play is over). False when it is over. */
bool bench_until(enum valley_phase phase, struct ochre_rng *rng);
void bench_step(struct ochre_rng *rng);

#endif
