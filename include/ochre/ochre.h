/* ochre.h: the public C interface of Ochre, version 1. docs/c.md is the guide.
 *
 *     ochre_why why;
 *     ochre_setup *setup = ochre_setup_new("tribes seats=3", NULL, NULL, &why);
 *     ochre_about about;
 *     ochre_setup_about(setup, &about, sizeof about);
 *     ochre_state *state = aligned_alloc(OCHRE_ALIGN, about.state_size);
 *     int32_t *list = malloc(about.legal_max * sizeof *list);
 *     ochre_lot lot;
 *     ochre_lot_seed(&lot, 7);
 *     ochre_state_start(setup, state);
 *     for (int seat; (seat = ochre_state_turn(setup, state)) >= 0;)
 *         if (seat == OCHRE_SEAT_CHANCE)
 *             ochre_state_roll(setup, state, &lot, list);
 *         else {
 *             int count = ochre_state_legal(setup, state, seat, list);
 *             ochre_state_apply_legal(setup, state, seat, list[ochre_lot_below(&lot, (uint32_t)count)]);
 *         }
 *
 * What holds for all of it:
 *
 *   - A *setup* is what was agreed before play. It never changes, is shared and counted, and may be used by any number
 *     of threads at once.
 *   - *States* and *views* are memory of the caller's: about.state_size bytes at a multiple of OCHRE_ALIGN. They hold
 *     no pointers, so they may be copied and moved as bytes. One thread at a time may change one; any number may read
 * it.
 *   - A state is the whole truth. A view is what one seat may know, and another type; it knows whose it is. Whatever is
 *     asked of a view cannot say more than that seat knows.
 *   - Functions that may refuse return 0 or OCHRE_REFUSED (a count or OCHRE_REFUSED, where they count) and say why,
 *     where `why` is not NULL. What was refused has changed nothing. States and views of another setup are refused.
 *   - Nothing is allocated but by functions whose names end in _new, and where a comment says so. There is no state
 *     outside of what is passed in.
 *   - Equal seeds give equal results, on every machine and with any number of threads.
 *   - Text is UTF-8. Functions that write text return its length without the NUL at its end. When that is not less than
 *     `size`, the text was cut, and a buffer larger than the number returned is worth another try.
 *
 * Symbols carry the version OCHRE_1, or the later one in which they came. Later versions add functions, and members at
 * the end of structs whose size is passed along; nothing else of this file changes before a version 2. */
#ifndef OCHRE_OCHRE_H
#define OCHRE_OCHRE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(__clang__)
#define OCHRE_API __attribute__((visibility("default"), noplt)) /* calls go there at once, not by way of a table */
#elif defined(__GNUC__)
#define OCHRE_API __attribute__((visibility("default")))
#else
#define OCHRE_API
#endif

#define OCHRE_ABI 1
#define OCHRE_ALIGN 64       /* of states and views, bytes */
#define OCHRE_TEXT_SIZE 64   /* room that is always enough for a move as text */
#define OCHRE_SEATS 4        /* seats are 0 to about.seats - 1 */
#define OCHRE_SEAT_CHANCE 4  /* rolls and draws */
#define OCHRE_SEAT_WATCHER 5 /* sees what is public */
#define OCHRE_SEAT_ALL 6     /* sees everything */
#define OCHRE_OVER (-1)      /* nobody's turn */
#define OCHRE_REFUSED (-1)

typedef struct ochre_setup ochre_setup;   /* shared, counted */
typedef struct ochre_state ochre_state;   /* memory of the caller's */
typedef struct ochre_view ochre_view;     /* memory of the caller's */
typedef struct ochre_player ochre_player; /* one thread at a time */
typedef struct ochre_batch ochre_batch;   /* one thread at a time */

/* Why something was refused. */
typedef struct ochre_why {
    char rule[16];   /* number of the rule ("3.6"); "notation", "turn"; or "" */
    char words[496]; /* for a person, in English: which input, where, what was expected */
} ochre_why;

/* The version of the library that is running: OCHRE_ABI, and its name ("1.2.3"). Any thread. */
OCHRE_API int ochre_abi(void);
OCHRE_API const char *ochre_version(void);

/* ---- games: any thread ---- */

/* The games offered to players, numbered from 0. NULL beyond the last. */
OCHRE_API int ochre_game_count(void);
OCHRE_API const char *ochre_game_id(int number);       /* "dice" */
OCHRE_API const char *ochre_game_name(int number);     /* "Sapiens (dice)" */
OCHRE_API const char *ochre_game_designer(int number); /* to be credited; "" when the rulebook names nobody */

/* The computer players that ochre_player_new knows, numbered from 0, as they are written ("mcts:800, mcts:800@2 or
 * mcts:0.5s"), and one line about each. NULL beyond the last. */
OCHRE_API const char *ochre_player_usage(int number);
OCHRE_API const char *ochre_player_about(int number);

/* ---- numbers by lot: a generator that belongs to one thread at a time ---- */

/* Where a generator is; memory of the caller's. Equal seeds give equal numbers. */
typedef struct ochre_lot {
    uint64_t word[4];
} ochre_lot;

OCHRE_API void ochre_lot_seed(ochre_lot *lot, uint64_t seed);
OCHRE_API uint32_t ochre_lot_below(ochre_lot *lot, uint32_t bound); /* 0 to bound - 1, all alike; 0 when bound is 0 */

/* ---- setup: any thread ---- */

/* `terms` is the game's id, then words separated by blanks: seats=N, OPTION=VALUE as `ochre games` lists them, and
 * last, if at all, position=TEXT up to the end. `pack` is a component pack: its JSON, or the name of a file; NULL for
 * the game's own. `position` is where play begins: JSON or the game's own text; NULL for the start of the rules. NULL
 * when refused. The caller owns a share. */
OCHRE_API ochre_setup *ochre_setup_new(const char *terms, const char *pack, const char *position, ochre_why *why);
OCHRE_API ochre_setup *ochre_setup_share(ochre_setup *setup); /* one more owner; returns the setup */
OCHRE_API void ochre_setup_drop(ochre_setup *setup);          /* an owner goes; the last one takes it along */

/* What a setup is, in numbers. */
typedef struct ochre_about {
    uint64_t fingerprint;      /* equal for equal terms, pack, position and version of the rules */
    uint32_t seats;            /* … */
    uint32_t actions;          /* a seat's actions are 0 to actions - 1 */
    uint32_t chance_actions;   /* those of chance are 0 to chance_actions - 1; 0: a game without chance */
    uint32_t legal_max;        /* a list this long is always enough, for chance too */
    uint32_t moves_max;        /* a play is over after at most so many moves, chance included */
    uint32_t state_size;       /* bytes of a state, and of a view: a multiple of OCHRE_ALIGN */
    uint32_t packed_size;      /* bytes of a state that was packed */
    uint32_t observation_size; /* numbers of an observation */
    uint32_t plane_count;      /* its named parts */
    uint32_t has_chance;       /* 1: chance may be asked */
    uint32_t has_secrets;      /* 1: seats do not know the same */
    uint32_t rules_version;    /* grows when an old log would no longer replay */
    char game[32];             /* its id */
} ochre_about;

/* Writes as much of it as the caller's struct has room for: `about_size` is its size. */
OCHRE_API void ochre_setup_about(const ochre_setup *setup, ochre_about *about, size_t about_size);

/* A named part of an observation. Parts stand one behind the other. */
typedef struct ochre_plane {
    char name[48];         /* "land", or "seat 1 land": the seat after the one that looks */
    uint32_t offset, size; /* in numbers */
    uint32_t rank;         /* dimensions, 1 to 4 */
    uint32_t shape[4];     /* the first `rank` count */
    int32_t seat;          /* counted from the one that looks; -1: of the table */
} ochre_plane;

OCHRE_API int ochre_setup_plane(const ochre_setup *setup, int number,
                                ochre_plane *plane); /* OCHRE_REFUSED: none such */

/* All of it as a JSON object: game, seats, options with their values, numbers, planes. */
OCHRE_API size_t ochre_setup_json(const ochre_setup *setup, char *json, size_t size);

/* What never changes during a play, as a JSON object: what is printed on cards, boards and tiles, numbers of the rules,
 * what was agreed. Views do not repeat it. {} in games that have no such things. */
OCHRE_API size_t ochre_setup_printed(const ochre_setup *setup, char *json, size_t size);

/* ---- states: one thread at a time changes one, any number read it ---- */

/* The start of play; a copy; whether two are the same; a number that is equal for equal states. */
OCHRE_API void ochre_state_start(const ochre_setup *setup, ochre_state *state);
OCHRE_API void ochre_state_copy(const ochre_setup *setup, ochre_state *to, const ochre_state *from);
OCHRE_API int ochre_state_equal(const ochre_setup *setup, const ochre_state *a, const ochre_state *b);
OCHRE_API uint64_t ochre_state_hash(const ochre_setup *setup, const ochre_state *state);

/* Who owes a choice: bit n is seat n, chance included; several choose at once, unseen; 0: play is over. And the lowest
 * of them; OCHRE_OVER when there is none. A state of another setup is OCHRE_OVER too. */
OCHRE_API uint32_t ochre_state_pending(const ochre_setup *setup, const ochre_state *state);
OCHRE_API int ochre_state_turn(const ochre_setup *setup, const ochre_state *state);

/* The moves a seat (or chance) may make, ascending; `list` has room for about.legal_max. For a seat that is not pending
 * these are moves it may make without being asked, if any. */
OCHRE_API int ochre_state_legal(const ochre_setup *setup, const ochre_state *state, int seat, int32_t *list);
/* The same as about.actions (chance: about.chance_actions) bytes, 1 or 0; `list` is scratch. Returns their number. */
OCHRE_API int ochre_state_mask(const ochre_setup *setup, const ochre_state *state, int seat, uint8_t *mask,
                               int32_t *list);
/* What chance may do now and how probable each is; both with room for about.legal_max. 0 when chance is not asked. */
OCHRE_API int ochre_state_chances(const ochre_setup *setup, const ochre_state *state, int32_t *list,
                                  double *probability);

/* Plays an action of a seat or of chance. Refused with the rule that forbids it; `list` is scratch. */
OCHRE_API int ochre_state_apply(const ochre_setup *setup, ochre_state *state, int seat, int32_t action, int32_t *list,
                                ochre_why *why);
/* The same without a look at the rules: for actions that ochre_state_legal has listed for this seat of this state. With
 * any other the state is worth nothing afterwards. */
OCHRE_API void ochre_state_apply_legal(const ochre_setup *setup, ochre_state *state, int seat, int32_t action);
/* Chance acts as long as nobody else is asked; returns how often. `list` is scratch. */
OCHRE_API int ochre_state_roll(const ochre_setup *setup, ochre_state *state, ochre_lot *lot, int32_t *list);
/* One move, at random, of the lowest that is asked; returns who moved, OCHRE_OVER when nobody can. */
OCHRE_API int ochre_state_random(const ochre_setup *setup, ochre_state *state, ochre_lot *lot, int32_t *list);

/* How a play ended. */
typedef struct ochre_result {
    double payoff[OCHRE_SEATS]; /* what a seat plays for, 0 to 1: mostly 1, shared among the winners */
    int32_t rank[OCHRE_SEATS];  /* 1 is first; equal places share a rank */
    int32_t score[OCHRE_SEATS]; /* points, where the game has some */
    uint32_t winners;           /* bit n: seat n; may be 0 */
    uint32_t has_points;        /* 0: the score says nothing */
    uint32_t is_draw;           /* the winners share a draw, not a victory */
    char reason[100];           /* how it ended, in English */
} ochre_result;

OCHRE_API int ochre_state_result(const ochre_setup *setup, const ochre_state *state, ochre_result *result,
                                 ochre_why *why); /* refused while play goes on */
/* What the last move brought each seat: its payoff when play is over, else 0. `reward` has room for about.seats. */
OCHRE_API void ochre_state_rewards(const ochre_setup *setup, const ochre_state *state, double *reward);
/* Points as they are, before the end too: part of the truth, and no seat's to know where there are secrets. */
OCHRE_API int ochre_state_scores(const ochre_setup *setup, const ochre_state *state, int32_t *score);

/* A state as about.packed_size bytes for a file, and back. What is no state of this setup is refused; against somebody
 * who forges one on purpose only positions (ochre_setup_new) are safe. */
OCHRE_API int ochre_state_pack(const ochre_setup *setup, const ochre_state *state, void *bytes, size_t size,
                               ochre_why *why);
OCHRE_API int ochre_state_unpack(const ochre_setup *setup, ochre_state *state, const void *bytes, size_t size,
                                 ochre_why *why);

/* ---- views: one thread at a time changes one, any number read it ---- */

/* What `viewer` (a seat, OCHRE_SEAT_WATCHER or OCHRE_SEAT_ALL) may know of the state. */
OCHRE_API int ochre_state_look(const ochre_setup *setup, const ochre_state *state, int viewer, ochre_view *view,
                               ochre_why *why);

OCHRE_API int ochre_view_viewer(const ochre_setup *setup, const ochre_view *view); /* OCHRE_REFUSED: no such view */
OCHRE_API uint32_t ochre_view_pending(const ochre_setup *setup, const ochre_view *view);
/* The viewer's own moves, as above; 0 for a watcher. */
OCHRE_API int ochre_view_legal(const ochre_setup *setup, const ochre_view *view, int32_t *list);
OCHRE_API int ochre_view_mask(const ochre_setup *setup, const ochre_view *view, uint8_t *mask, int32_t *list);

/* about.observation_size numbers, from the seat's side. Refused to watchers. */
OCHRE_API int ochre_view_observe(const ochre_setup *setup, const ochre_view *view, float *numbers, ochre_why *why);

/* A number of 128 bits for what the viewer knows now: equal for equal views. See ochre_told for the way there. */
OCHRE_API int ochre_view_key(const ochre_setup *setup, const ochre_view *view, uint64_t key[2]);

/* A state that the viewer cannot rule out; which, the seed decides. */
OCHRE_API int ochre_view_imagine(const ochre_setup *setup, const ochre_view *view, uint64_t seed, ochre_state *state,
                                 ochre_why *why);

/* The view as a JSON object, without what ochre_setup_printed has; of OCHRE_SEAT_ALL it is a position. And as a picture
 * of 80 columns, which takes 90 kB of stack. */
OCHRE_API size_t ochre_view_json(const ochre_setup *setup, const ochre_view *view, char *json, size_t size);
OCHRE_API size_t ochre_view_text(const ochre_setup *setup, const ochre_view *view, char *text, size_t size);

/* An action of the viewer as notation, in English words; chance's from OCHRE_SEAT_ALL. 0 when it is no legal one.
 * `list` is scratch. And back: refused with the rule that forbids it. */
OCHRE_API size_t ochre_view_move_text(const ochre_setup *setup, const ochre_view *view, int seat, int32_t action,
                                      int32_t *list, char *text, size_t size);
OCHRE_API size_t ochre_view_move_words(const ochre_setup *setup, const ochre_view *view, int seat, int32_t action,
                                       int32_t *list, char *text, size_t size);
OCHRE_API int ochre_view_read_move(const ochre_setup *setup, const ochre_view *view, int seat, const char *text,
                                   int32_t *list, int32_t *action, ochre_why *why);
/* What the viewer is asked, in one sentence; "" when nothing. */
OCHRE_API size_t ochre_view_ask(const ochre_setup *setup, const ochre_view *view, char *text, size_t size);

/* ---- what each seat has been told since the start ---- */

/* Information states with perfect recall: told.key[seat] of two plays are equal exactly when the seat has been told the
 * same in both: who moved, what, as far as it saw it, and all that it knew after each move (but for two numbers of 128
 * bits that are equal by chance). Memory of the caller's. */
typedef struct ochre_told {
    uint64_t key[OCHRE_SEATS][2];
} ochre_told;

/* From here on; nobody has been told anything yet. */
OCHRE_API void ochre_told_start(const ochre_setup *setup, const ochre_state *state, ochre_told *told);
/* Plays a legal action as ochre_state_apply_legal does, and tells everybody. Takes 4 kB of stack. */
OCHRE_API void ochre_told_apply_legal(const ochre_setup *setup, ochre_state *state, int seat, int32_t action,
                                      ochre_told *told);

/* ---- computer players: one thread at a time, but for ochre_player_stop ---- */

/* The player with this name ("greedy", "mcts:800", "level:4"); NULL when refused. Players allocate while they think,
 * and end the program when there is no memory at all. */
OCHRE_API ochre_player *ochre_player_new(const char *name, ochre_why *why);
OCHRE_API void ochre_player_delete(ochre_player *player);
/* Can it play this? 0, or refused with the reason. */
OCHRE_API int ochre_player_suits(const ochre_player *player, const ochre_setup *setup, ochre_why *why);
/* The most memory that its search may use, in bytes, instead of 256 MiB. */
OCHRE_API void ochre_player_limit(ochre_player *player, uint64_t bytes);

typedef struct ochre_idea {
    uint64_t visits; /* times it was tried, or positions looked at behind it */
    double worth;    /* the payoff it promises the seat, 0 to 1 */
    int32_t action;
    int32_t unused;
} ochre_idea;

typedef struct ochre_thoughts {
    double payoff[OCHRE_SEATS]; /* what it expects for every seat, 0 to 1 */
    double worth;               /* and for its own; -1: it has no opinion */
    uint64_t iterations, nodes; /* of a tree search, of alpha-beta */
    int32_t depth;              /* of alpha-beta */
    int32_t considered;         /* moves it looked at */
    int32_t idea_count;         /* the best moves, best first */
    int32_t course_count;       /* how it may go on, its own move first */
    ochre_idea idea[8];
    int32_t course_seat[16], course_action[16];
} ochre_thoughts;

/* Its choice for the seat whose view this is: an action, or OCHRE_REFUSED when that seat has no move. `thoughts` may be
 * NULL. With a budget of iterations or depth equal views and seeds give equal choices. */
OCHRE_API int32_t ochre_player_think(ochre_player *player, const ochre_setup *setup, const ochre_view *view,
                                     uint64_t seed, ochre_thoughts *thoughts, size_t thoughts_size, ochre_why *why);
/* From any thread, while it thinks: it makes up its mind at once. Before it thinks: the next thought is such a one. */
OCHRE_API void ochre_player_stop(ochre_player *player);

/* ---- batches: many plays of one setup, stepped together; one thread at a time calls, the batch has its own ---- */

typedef struct ochre_batch_terms {
    uint64_t seed;                   /* every play has its own numbers, made from it and from the play's place */
    uint32_t plays;                  /* 1 and more */
    uint32_t threads;                /* 1 to 256: whatever it is, the results are the same */
    const char *player[OCHRE_SEATS]; /* who plays a seat inside the batch; NULL: actions come from outside */
} ochre_batch_terms;

/* Where a batch writes, for each play. The arrays are the caller's; NULL: not wanted. Rows stand one behind the other.
 */
typedef struct ochre_batch_arrays {
    int32_t *seat;        /* [plays] whose action is wanted */
    float *observation;   /* [plays][observation_size] of that seat */
    uint8_t *mask;        /* [plays][actions] its legal actions: 1 or 0 */
    int32_t *legal;       /* [plays][legal_max] the same as a list; behind its end nothing is written */
    int32_t *legal_count; /* [plays] … */
    float *reward;        /* [plays][seats] the payoffs, where a play has just ended, else 0 */
    uint8_t *done;        /* [plays] 1: a play has just ended; seat, observation and legal are of the next one */
    int32_t *rank;        /* [plays][seats] of the play that has just ended, else 0 */
    int32_t *score;       /* [plays][seats] the same */
    int32_t *moves;       /* [plays] the same: its moves, chance included */
} ochre_batch_arrays;

/* NULL when refused. Holds a share of the setup. In a process that was forked from this one while nobody used it, it
 * starts its threads anew. */
OCHRE_API ochre_batch *ochre_batch_new(ochre_setup *setup, const ochre_batch_terms *terms, size_t terms_size,
                                       ochre_why *why);
OCHRE_API void ochre_batch_delete(ochre_batch *batch);

/* All plays from the start, with new numbers from the seed. */
OCHRE_API void ochre_batch_reset(ochre_batch *batch, uint64_t seed, const ochre_batch_arrays *arrays,
                                 size_t arrays_size);
/* One action for each play, of the seat that the play waits for. Then chance and the players inside act, plays that
 * have ended begin anew, and the arrays are written. When one action is not legal all are refused and nothing has
 * moved. */
OCHRE_API int ochre_batch_step(ochre_batch *batch, const int32_t *actions, const ochre_batch_arrays *arrays,
                               size_t arrays_size, ochre_why *why);
/* A legal action for each play, at random, from the play's own numbers. A step with all of them draws the next ones as
 * well, while it has the states at hand. */
OCHRE_API void ochre_batch_random(ochre_batch *batch, int32_t *actions);
/* So many steps of every play at once, all of them at random: the same as ochre_batch_random and ochre_batch_step in
 * turns. Everything has a row for each step, one behind the other: actions is [steps][plays], the arrays are
 * [steps][plays]… each, and row n says what step n has led to. actions may be NULL: not wanted. A play in which nobody
 * outside is ever asked stands still; its actions are OCHRE_OVER. */
OCHRE_API void ochre_batch_rollout(ochre_batch *batch, uint32_t steps, int32_t *actions,
                                   const ochre_batch_arrays *arrays, size_t arrays_size);
/* A play as it stands, until the next step; NULL: there is no such play. And a play that goes on from another state. */
OCHRE_API const ochre_state *ochre_batch_state(const ochre_batch *batch, uint32_t play);
OCHRE_API int ochre_batch_set(ochre_batch *batch, uint32_t play, const ochre_state *state,
                              const ochre_batch_arrays *arrays, size_t arrays_size, ochre_why *why);

#ifdef __cplusplus
}
#endif

#endif
