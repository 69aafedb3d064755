/* dice.h: state, rules and numbers of dice (docs/rules/dice.md). Only this folder and the tests include it.
 *
 * A square is a number, rank by rank from a1 = 0. A unit is one byte. Boards up to 8x8 are sets of bits
 * (dice_board.c), larger ones one byte a square (dice_wide.c); everything else asks through dice_board.h and does not
 * know which. */
#ifndef OCHRE_GAMES_DICE_H
#define OCHRE_GAMES_DICE_H

#include <assert.h>

#include "base/bits.h"
#include "base/hash.h"
#include "rules/facets.h"

enum {
    DICE_SIZE_MIN = 6,
    DICE_SIZE_MAX = 10,
    DICE_BITS_SIZE = 8, /* boards up to this size are sets of bits */
    DICE_SQUARES_MAX = DICE_SIZE_MAX * DICE_SIZE_MAX,
    DICE_COLOURS = 4,
    DICE_FACES_MAX = 9,
    DICE_DUEL_LIMIT = 30, /* 3.8.6 */
    DICE_FEN_SIZE = 512,
    DICE_LIST_MAX = 12 * 1024, /* no list of turns is longer: setup->legal_max */
};

/* Options, in the order of the option table; a position says all but the setup and who begins (dice_is_of_position),
 * those from faces on in its rules field. */
enum {
    DICE_MODE,
    DICE_SIZE,
    DICE_SETUP,
    DICE_FIRST,
    DICE_FACES,
    DICE_ALLY,
    DICE_CHAIN,
    DICE_MARTYR,
    DICE_NP,
    DICE_ADJ,
    DICE_OPTIONS
};

/* Choices of the options, in the order of their words. */
enum { MODE_TWO, MODE_TEAMS, MODE_ALONE };
enum { SETUP_CLASSIC, SETUP_RANKS };
enum { FIRST_RANDOM = OCHRE_SEATS_MAX }; /* before it: the seats */
enum { ALLY_ON, ALLY_OFF };
enum { CHAIN_OFF, CHAIN_ON };
enum { MARTYR_REMOVE, MARTYR_SWAP, MARTYR_OFF };
enum { ADJ_DRAW, ADJ_SUM };

/* How a play ended (3.8, words of 4.4). */
enum dice_end {
    END_NONE,
    END_ELIMINATION,
    END_SUM,
    END_REPETITION,
    END_NO_PROGRESS,
    END_EXTINCTION,
    END_RESIGNED,
};

/* Events, in the order of the event table. */
enum {
    DICE_SLID,
    DICE_ROTATED,
    DICE_CAPTURED,
    DICE_RENOUNCED,
    DICE_MARTYRED,
    DICE_SWAPPED,
    DICE_ALLIED,
    DICE_LEFT,
    DICE_BEATEN,
    DICE_ENDED,
    DICE_DRAWN,
};

/* A unit: value (0 = empty square), orientation, alliance mark, owner. */
typedef uint8_t dice_unit;
enum { UNIT_VALUE = 0x0F, UNIT_DIAGONAL = 0x10, UNIT_ALLY = 0x20, UNIT_OWNER_SHIFT = 6 };

static inline int dice_value(dice_unit unit)
{
    return unit & UNIT_VALUE;
}

static inline int dice_owner(dice_unit unit)
{
    return unit >> UNIT_OWNER_SHIFT;
}

static inline bool dice_is_diagonal(dice_unit unit)
{
    return (unit & UNIT_DIAGONAL) != 0;
}

static inline bool dice_is_ally(dice_unit unit)
{
    return (unit & UNIT_ALLY) != 0;
}

static inline dice_unit dice_make_unit(int owner, int value, bool is_diagonal, bool is_ally)
{
    assert(owner >= 0 && owner < DICE_COLOURS && value >= 1 && value <= DICE_FACES_MAX);
    return (dice_unit)(value | (is_diagonal ? UNIT_DIAGONAL : 0) | (is_ally ? UNIT_ALLY : 0) |
                       owner << UNIT_OWNER_SHIFT);
}

/* The board as sets of squares; bit = rank * 8 + file. */
struct dice_bits {
    uint64_t own[DICE_COLOURS];
    uint64_t diagonal, ally;
    uint64_t value[4]; /* binary digits of the values, lowest first */
};

/* What a search copies: 128 bytes. */
struct dice_core {
    union {
        struct dice_bits bits; /* up to 8x8 */
        uint8_t cell[104];     /* 9x9 and 10x10: the units, by square */
    };
    uint64_t key;   /* of the board, without the side to move */
    uint32_t turn;  /* number of the turn about to be played, from 1; 0: lots are to be drawn (1.5) */
    uint32_t clock; /* turns since the last progress */
    uint8_t side;   /* colour to move */
    uint8_t end;    /* enum dice_end */
    uint8_t named;  /* colours that win or share the point, when over */
    uint8_t alive;  /* colours that have units */
    uint16_t seen;  /* keys in use */
    uint16_t limit; /* clock at which the play ends: np, or the duel's (3.8.6) */
};

/* The whole: the core, then the keys of the positions since the last progress (this one included), for repetition.
 * There are setup->option[DICE_NP] of them: the play ends when that many turns brought no progress. */
struct dice_state {
    struct dice_core core;
    uint64_t keys[];
};

enum { DICE_NP_MAX = 400 };
_Static_assert(sizeof(struct dice_core) == 128, "a search copies 128 bytes");
_Static_assert(sizeof(struct dice_state) + DICE_NP_MAX * sizeof(uint64_t) <= OCHRE_STATE_MAX,
               "np is bound by the state");

/* A straight or diagonal line of the bit board: how to gather the bits of one square's line into a byte. */
struct dice_line {
    uint64_t mask, gather;
    uint64_t there; /* places of the byte that the line has; diagonals are shorter */
};

/* The options as the rules use them, and tables computed from them; laid over setup->tables. */
struct dice_tables {
    uint8_t n, squares; /* board n x n */
    uint8_t mode, colours, faces, martyr, setup;
    bool ally, chain, sum; /* sum: adj=sum */
    uint16_t np;

    /* Action numbers: t * stage + from * planes + plane (docs/packs/dice.md, section 6). */
    uint8_t reach;                /* longest slide a number can say: min(faces, n - 1) */
    uint32_t planes, stage;       /* 4 * reach + 1; squares * planes */
    uint32_t by_planes, by_reach; /* reciprocals: x * by_planes >> 32 is x / planes */

    uint8_t crossed[DICE_SQUARES_MAX]; /* colours for which the square lies beyond the middle (3.7) */

    /* Bit boards only. */
    uint64_t board, far[DICE_COLOURS];               /* squares there are; beyond the middle, by colour */
    uint8_t bit_of[DICE_SQUARES_MAX], square_of[64]; /* square number <-> bit */
    uint32_t first_id[64];                           /* number of the first action from a bit */
    struct dice_line line[2][64][2];                 /* orientation, bit, which of the two lines */
    uint8_t place[2][64];                            /* orientation, bit: place of the bit on its first line */
    uint8_t open[8][256];                            /* place, occupied: what a unit without limit reaches */
    uint8_t runs[8][256];                            /* place, reached: steps up | steps down << 4 */
    uint8_t range[DICE_FACES_MAX + 1][8];            /* value, place: squares within the value */
    uint32_t near_id[256][8]; /* steps a unit can make (dice_list.c): their numbers, less its own */
    uint8_t near_count[256];  /* and how many they are */
};
_Static_assert(sizeof(struct dice_tables) <= OCHRE_TABLES_MAX, "the tables fit into the setup");

static inline const struct dice_tables *dice_tables(const struct ochre_setup *setup)
{
    return (const struct dice_tables *)setup->tables;
}

static inline struct dice_state *dice(struct ochre_state *state)
{
    return (struct dice_state *)state->bytes;
}

static inline const struct dice_state *dice_of(const struct ochre_state *state)
{
    return (const struct dice_state *)state->bytes;
}

static inline const struct dice_core *dice_seen(const struct ochre_view *view)
{
    return &((const struct dice_state *)view->bytes)->core;
}

/* The key of a unit on a square; the key of a board is their sum by xor. */
static inline uint64_t dice_unit_key(int square, dice_unit unit)
{
    return hash_mix((uint64_t)(square << 8 | unit) * 0x9E3779B97F4A7C15u);
}

/* The key of a position: the board with the side to move. */
static inline uint64_t dice_position_key(const struct dice_core *core)
{
    return core->key ^ (core->side * 0xD1B54A32D192ED03u);
}

/* 1.5: is it still to be drawn who begins? */
static inline bool dice_is_lot(const struct dice_core *core)
{
    return core->turn == 0;
}

/* 4.4: somebody has won, or it is a draw. */
static inline bool dice_is_won(const struct dice_core *core)
{
    return core->end == END_ELIMINATION || core->end == END_SUM || core->end == END_RESIGNED;
}

static inline bool dice_is_of_position(int option)
{
    return option != DICE_SETUP && option != DICE_FIRST;
}

/* 3.8.3, 3.8.4: fewer than two colours have units. */
static inline bool dice_is_decided(const struct dice_core *core)
{
    return (core->alive & (core->alive - 1)) == 0;
}

FACETS_OF(dice);

/* ---- what they share ---- */

/* dice_names.c: letters of the colours in texts, and what people call things. */
extern const char dice_colour_letters[];
const char *dice_colour_name(int colour);
/* A unit as a noun: "the 2", "the alliance of 4". People call units stones. */
void dice_say_unit(dice_unit unit, struct ochre_text *text);
/* Colours of a set, in letters. */
void dice_write_letters(unsigned set, struct ochre_text *text);
/* A unit's letter: large when straight, small when diagonal. */
char dice_unit_letter(dice_unit unit);
/* square / n: whoever names squares asks hundreds of times, and dividing takes longest. */
static inline int dice_rank(int n, int square)
{
    static const int by[DICE_SIZE_MAX + 1] = {
        [6] = 1024 / 6 + 1, [7] = 1024 / 7 + 1, [8] = 1024 / 8 + 1, [9] = 1024 / 9 + 1, [10] = 1024 / 10 + 1};
    assert(n >= DICE_SIZE_MIN && n <= DICE_SIZE_MAX && square >= 0 && square < n * n);
    return square * by[n] >> 10;
}
void dice_say_square(int n, int square, struct ochre_text *text);
/* A square's name, "" for -1, in a buffer of the caller's: DICE_SQUARE(t->n, 12) makes one for the enclosing block. */
enum { DICE_NAME_SIZE = 4 };
const char *dice_square_name(char name[DICE_NAME_SIZE], int n, int square);
#define DICE_SQUARE(n, square) dice_square_name((char[DICE_NAME_SIZE]){0}, (n), (square))

/* dice_fen.c: a position as text, read and checked but not yet a state. */
struct dice_position {
    int option[DICE_OPTIONS]; /* a number, or the index of a choice */
    int side, clock, turn;
    dice_unit unit[DICE_SQUARES_MAX];
};
int dice_fen_read(const char *fen, struct dice_position *position, struct ochre_error *error);
void dice_fen_write(const struct ochre_setup *setup, const struct dice_core *core, struct ochre_text *text);
void dice_status_write(const struct dice_core *core, struct ochre_text *text);

/* dice_tensor.c: floats of an observation. */
uint32_t dice_observe_size(const struct dice_tables *t);

/* dice_duel.c: what a search that looks ahead counts, white's lead in each; and the worth of a position for white, in
 * hundredths of a unit of value 1. bench/dice_tune fits the weights. */
struct dice_weights {
    int16_t unit, value; /* a unit, and each point of its value */
    int16_t reach;       /* a square that a unit can slide to */
    int16_t beyond;      /* a unit beyond the middle */
    int16_t lead, late;  /* adj=sum: the larger sum wins if nothing happens; so much more when the clock has run */
};
/* What counts much with three units on the board counts little with thirty: weights for few, some and many units, those
 * between by proportion. */
enum { DICE_PHASES = 3, DICE_FEW = 3, DICE_SOME = 12, DICE_MANY = 32, DICE_TENTH = 10 };
struct dice_judgement {
    struct dice_weights phase[DICE_PHASES]; /* in tenths of what they count */
};
struct dice_leads {
    int units, sum, reach, beyond;
    int total; /* units of both */
};
const struct dice_judgement *dice_judgement_of(const struct dice_tables *t);
struct dice_leads dice_leads_of(const struct dice_tables *t, const struct dice_core *core);
int dice_worth(const struct dice_tables *t, const struct dice_core *core, const struct dice_judgement *judgement);

#endif
