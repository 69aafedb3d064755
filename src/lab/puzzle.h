/* puzzle.h: positions of plays in which one choice is clearly the best from what its seat knows. Found in plays of
 * strong players (puzzle_find.c), proved by a deep search from the seat's view (puzzle_prove.c), kept in books
 * (puzzle_book.c; docs/puzzles.md). Nothing here knows the truth behind a view. */
#ifndef OCHRE_LAB_PUZZLE_H
#define OCHRE_LAB_PUZZLE_H

#include "ai/weigh.h"
#include "table/table.h"

/* ---- a proof ---- */

struct prover;

struct prover *prover_new(atomic_bool *stop);
void prover_delete(struct prover *prover);

/* A choice beside the best of the others. */
struct proof {
    ochre_action best, rival;
    float worth, rival_worth; /* what each promises the seat, 0 … 1 */
    float doubt;              /* standard error of the difference; 0 where nothing is tried by lot */
    bool is_exact;            /* a win by force, by looking at everything */
    int course_count;
    struct bot_step course[BOT_COURSE_MAX]; /* how it may go on, the best move first */
};

/* A quick look: may there be a choice that is clearly the best? */
bool prove_hint(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                uint64_t seed, struct proof *out);

/* The deep search. True when one choice is better than every other by `times` what the game calls a mistake, beyond
 * doubt. `hint` says what to compare. */
bool prove_clear(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                 const struct proof *hint, uint64_t seed, float times, struct proof *out);

/* How much clearer a choice must be when it is found than when it is looked at again, in mistakes; and from which seed
 * it is looked at again. */
#define PUZZLE_FOUND_CLEAR 1.5F
#define PUZZLE_STILL_CLEAR 1.0F
enum { PUZZLE_CHECK_SEED = 2 };

/* The lowest level from which on all up to 7 find the move in more than half of their tries; 8 when even 7 does not. */
enum { PUZZLE_LEVELS = 8, PUZZLE_EASY = 3, PUZZLE_GREEDY = 2 };
int prove_level(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                ochre_action best, uint64_t seed);
/* Does `greedy` find it? Then it is mostly of level PUZZLE_GREEDY. */
bool prove_greedy(struct prover *prover, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                  ochre_action best);

/* ---- themes ---- */

enum { PUZZLE_THEME_SIZE = 32 };

/* What it is about, from the proof and the move: "win", "rescue", or the kind of the move ("lay-a-tile"). */
void puzzle_theme(const struct ochre_setup *setup, const struct ochre_view *view, int seat, const struct proof *proof,
                  struct ochre_text *theme);
/* Is there such a theme in the game? And in words, in the tongue of the text. */
bool puzzle_theme_known(const struct ochre_game *game, const char *theme);
void puzzle_theme_say(const struct ochre_game *game, const char *theme, struct ochre_text *text);

/* ---- books ---- */

enum {
    PUZZLE_LINE_SIZE = 128,
    PUZZLE_PLAYERS_SIZE = OCHRE_SEATS_MAX * BOT_NAME_SIZE,
    PUZZLE_MILLE = 1000,    /* what is worth 1 stands as 1000 in a book */
    PUZZLE_CHOICES_MIN = 3, /* less is no choice */
    PUZZLE_APART = 10,      /* moves between two of one play */
};

/* A play: its moves as words, each with its seat in front ("1a2a3 2b7b6 *deal:4"), up to its last puzzle. */
struct puzzle_play {
    int number; /* which play of the seed it was */
    char *moves;
};

struct puzzle {
    int play; /* its place in the book */
    int at;   /* moves before it */
    int seat;
    char best[OCHRE_MOVE_SIZE], rival[OCHRE_MOVE_SIZE];
    int worth, rival_worth; /* of PUZZLE_MILLE */
    int level;
    bool is_exact;
    char theme[PUZZLE_THEME_SIZE];
    char line[PUZZLE_LINE_SIZE]; /* how it may go on, in the same words */
};

struct puzzle_book {
    const struct ochre_game *game;
    int seats;
    char players[PUZZLE_PLAYERS_SIZE]; /* who played, separated by commas; they change seats from play to play */
    uint64_t seed;
    int looked; /* plays looked through */
    struct puzzle_play *play;
    int play_count;
    struct puzzle *puzzle;
    int count;
};

enum { PUZZLE_BOOK_MAX = 4 * 1024 * 1024, PUZZLE_COUNT_MAX = 10000, PUZZLE_LETTERS = 700 };

/* Reads a book as far as its form goes; puzzle_check looks at what it says. 0, or -1 and what is wrong. */
int puzzle_book_read(struct puzzle_book *book, const char *text, size_t length, struct ochre_error *error);
/* As text in new memory, one play or puzzle a line. NULL without memory. */
char *puzzle_book_text(const struct puzzle_book *book, size_t *length);
void puzzle_book_free(struct puzzle_book *book);

struct puzzle *puzzle_book_add(struct puzzle_book *book);
struct puzzle_play *puzzle_book_add_play(struct puzzle_book *book);

/* The table where the puzzle begins: the moves before it are legal, its seat is asked, its moves are there. NULL and
 * what is wrong. */
struct table *puzzle_set(const struct puzzle_book *book, const struct puzzle *puzzle, struct ochre_error *error);

/* The log of the moves before it, in new memory. */
char *puzzle_log(const struct puzzle_book *book, const struct puzzle *puzzle, size_t *length);

/* What makes two puzzles the same: the view of the seat. */
uint64_t puzzle_key(const struct ochre_setup *setup, const struct ochre_view *view, int seat);

/* Is it as the book says: set, its theme, the best by the deep search (where asked)? 0, or -1 and what is wrong. */
int puzzle_check(const struct puzzle_book *book, const struct puzzle *puzzle, struct prover *prover, bool is_deep,
                 uint64_t *key, struct ochre_error *error);

/* ---- finding ---- */

/* What came of all decisions that were looked at. */
enum puzzle_fate {
    FATE_FORCED,   /* nothing to choose, or too little */
    FATE_AT_ONCE,  /* others choose at the same time, unseen */
    FATE_UNCLEAR,  /* at first sight no choice is clearly the best */
    FATE_DECIDED,  /* won or lost anyway */
    FATE_ALIKE,    /* the best two read the same */
    FATE_NEAR,     /* too near to another of the same play */
    FATE_UNPROVED, /* the deep search does not confirm it */
    FATE_DOUBLE,   /* found before */
    FATE_PLENTY,   /* enough of this level, or of this theme */
    FATE_SPARSE,   /* in a play with too few for its length */
    FATE_KEPT,
    FATES
};
extern const char *const puzzle_fates[FATES];

struct puzzle_plan {
    const struct opening *opening;
    int games;
    int letters; /* a play may cost so many letters of moves for each of its puzzles */
    atomic_bool *stop;
    /* After every play. False: it ends here. */
    bool (*progress)(void *who, int done, const struct puzzle_book *book);
    void *who;
    uint64_t fate[FATES]; /* counted */
};

/* Looks through so many more plays, and adds what it finds. 0, or -1 and why; what was found by then is there. */
int puzzle_find(struct puzzle_book *book, struct puzzle_plan *plan, struct ochre_error *error);

#endif
