/* unit_spears.h: what the tests of spears share: setups from options and packs, positions, moves by text. */
#ifndef OCHRE_TESTS_UNIT_SPEARS_H
#define OCHRE_TESTS_UNIT_SPEARS_H

#include "../unit.h"

#include "games/spears/spears_text.h"
#include "rules/registry.h"
#include "rules/setup.h"

extern const char spears_default_pack[];

extern struct ochre_setup setup;
extern struct ochre_state state;
extern struct ochre_error trouble;

/* A setup with this many seats and options "a=b c=d"; the pack is the built-in one, or `pack` as text. 0 or -1. */
int agree_pack(int seats, const char *options, const char *pack);
void agree(int seats, const char *options);

/* A position as JSON; single quotes stand for double ones. 0 or -1. */
int place(const char *position);

/* Moves with their seats, "N>hunt:p01 E>pass *>prey:p07"; each must be legal. */
void play(const char *moves);

/* Why the seat may not make the move (NULL: it may). */
const char *refusal(int seat, const char *text);

/* The seat's moves as texts, with blanks between. */
const char *move_texts(int seat);

/* Lets chance draw at random until somebody is asked. */
void settle(struct ochre_rng *rng);

static inline const struct spears_state *now(void)
{
    return spears_of(&state);
}

#endif
