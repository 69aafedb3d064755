/* ochre.h: the public C interface of Ochre. Plays are opaque; everything crosses as text, in the notation of
 * docs/notation.md, so that a program needs to know no game.
 *
 *     char why[OCHRE_WHY_SIZE];
 *     ochre_play *play = ochre_play_new("dice size=6", 7, why, sizeof why);
 *     while (!ochre_play_is_over(play)) {
 *         int seat = ochre_play_first_pending(play);
 *         char move[OCHRE_TEXT_SIZE];
 *         ochre_play_legal_text(play, seat, 0, move, sizeof move);
 *         ochre_play_move(play, seat, move, why, sizeof why);
 *     }
 *     ochre_play_delete(play);
 *
 * Functions that may refuse return 0 or -1 and write a line for a person into `why`. Functions that write text return
 * its length; a buffer that is too small gets the beginning, always ended by NUL. A play may be used by one thread at a
 * time; different plays by different threads. */
#ifndef OCHRE_OCHRE_H
#define OCHRE_OCHRE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OCHRE_API __attribute__((visibility("default")))

/* Room that is always enough for a move, and for the reason of a refusal. */
#define OCHRE_TEXT_SIZE 64
#define OCHRE_WHY_SIZE 512

/* Seats are 0 … seats-1. Beside them: */
#define OCHRE_SEAT_CHANCE 4  /* rolls and draws */
#define OCHRE_SEAT_WATCHER 5 /* sees what is public */
#define OCHRE_SEAT_ALL 6     /* sees everything */

typedef struct ochre_play ochre_play;

/* ---- games ---- */

/* The games offered to players, numbered from 0. NULL beyond the last. */
OCHRE_API int ochre_game_count(void);
OCHRE_API const char *ochre_game_id(int number);       /* "dice" */
OCHRE_API const char *ochre_game_name(int number);     /* "Sapiens (dice)" */
OCHRE_API const char *ochre_game_designer(int number); /* to be credited; "" when the rulebook names nobody */

/* ---- a play ---- */

/* A new play. `terms` is the game's id, then words separated by blanks: seats=N, OPTION=VALUE as `ochre games` lists
 * them, and last, if at all, position=TEXT up to the end (JSON, or the game's own text). `seed` feeds chance and random
 * moves. NULL and a reason when the terms are refused. */
OCHRE_API ochre_play *ochre_play_new(const char *terms, uint64_t seed, char *why, size_t why_size);
OCHRE_API ochre_play *ochre_play_copy(const ochre_play *play); /* NULL without memory */
OCHRE_API void ochre_play_delete(ochre_play *play);

OCHRE_API int ochre_play_seats(const ochre_play *play);

/* Who owes a choice: bit n is seat n; several bits choose at once, unseen; none: play is over. Chance is played at once
 * by ochre_play_new and ochre_play_move, so it is never among them. */
OCHRE_API unsigned ochre_play_pending(const ochre_play *play);
OCHRE_API int ochre_play_first_pending(const ochre_play *play); /* -1: over */
OCHRE_API int ochre_play_is_over(const ochre_play *play);

/* The moves a seat may make, and each as text. */
OCHRE_API int ochre_play_legal_count(const ochre_play *play, int seat);
OCHRE_API size_t ochre_play_legal_text(const ochre_play *play, int seat, int number, char *text, size_t size);

/* Plays a move given as text. Refusals begin with the number of the rule ("3.6: …"). */
OCHRE_API int ochre_play_move(ochre_play *play, int seat, const char *text, char *why, size_t why_size);

/* Plays random moves to the end; returns how many, chance included. */
OCHRE_API int ochre_play_random(ochre_play *play);

/* What a seat (or OCHRE_SEAT_WATCHER, OCHRE_SEAT_ALL) may know, as a JSON object. */
OCHRE_API size_t ochre_play_view(const ochre_play *play, int viewer, char *json, size_t size);

/* What the seat has won when play is over: 1, a share of 1, or 0. While it goes on: an estimate. */
OCHRE_API double ochre_play_payoff(const ochre_play *play, int seat);

#ifdef __cplusplus
}
#endif

#endif
