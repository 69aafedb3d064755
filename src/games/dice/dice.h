/* dice.h: state, rules and numbers of dice (docs/rules/dice.md). Only this folder and the tests include it.
 *
 * A square is a number, rank by rank from a1 = 0. A unit is one byte. Boards up to 8x8 are sets of bits
 * (dice_board.c), larger ones one byte a square (dice_wide.c); everything else asks through the functions below and
 * does not know which. */
#ifndef OCHRE_GAMES_DICE_H
#define OCHRE_GAMES_DICE_H

#include "base/hash.h"
#include "rules/game.h"

enum {
    DICE_SIZE_MIN = 6,
    DICE_SIZE_MAX = 10,
    DICE_BITS_SIZE = 8, /* boards up to this size are sets of bits */
    DICE_SQUARES_MAX = DICE_SIZE_MAX * DICE_SIZE_MAX,
    DICE_COLOURS = 4,
    DICE_FACES_MAX = 9,
    DICE_DUEL_LIMIT = 30, /* 3.8.6 */
    DICE_FEN_SIZE = 512,
};

/* Options, in the order of the option table. */
enum { DICE_MODE, DICE_SIZE, DICE_SETUP, DICE_FACES, DICE_ALLY, DICE_CHAIN, DICE_MARTYR, DICE_NP, DICE_ADJ };

/* Choices of the options, in the order of their words. */
enum { MODE_TWO, MODE_TEAMS, MODE_ALONE };
enum { SETUP_CLASSIC, SETUP_RANKS };
enum { ALLY_ON, ALLY_OFF };
enum { CHAIN_OFF, CHAIN_ON };
enum { MARTYR_REMOVE, MARTYR_SWAP, MARTYR_OFF };
enum { ADJ_DRAW, ADJ_SUM };

/* How a play ended (3.8, words of 4.4). */
enum dice_end { END_NONE, END_ELIMINATION, END_SUM, END_REPETITION, END_NO_PROGRESS, END_EXTINCTION };

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
};

/* A unit: value (0 = empty square), orientation, alliance mark, owner. */
typedef uint8_t dice_unit;
enum { UNIT_VALUE = 0x0F, UNIT_DIAGONAL = 0x10, UNIT_ALLY = 0x20, UNIT_OWNER_SHIFT = 6 };

static inline int unit_value(dice_unit unit)
{
    return unit & UNIT_VALUE;
}

static inline int unit_owner(dice_unit unit)
{
    return unit >> UNIT_OWNER_SHIFT;
}

static inline bool unit_is_diagonal(dice_unit unit)
{
    return (unit & UNIT_DIAGONAL) != 0;
}

static inline bool unit_is_ally(dice_unit unit)
{
    return (unit & UNIT_ALLY) != 0;
}

static inline dice_unit unit_make(int owner, int value, bool is_diagonal, bool is_ally)
{
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
    uint32_t turn;  /* number of the turn about to be played, from 1 */
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
struct dice_rules {
    uint8_t n, squares; /* board n x n */
    uint8_t mode, colours, faces, martyr, setup;
    bool ally, chain, sum; /* sum: adj=sum */
    uint16_t np;

    /* Action numbers: t * stage + from * planes + plane (docs/rules/dice.md, section 6). */
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
};
_Static_assert(sizeof(struct dice_rules) <= OCHRE_TABLES_MAX, "the tables fit into the setup");

static inline const struct dice_rules *dice_rules_of(const struct ochre_setup *setup)
{
    return (const struct dice_rules *)setup->tables;
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

/* How many colours or seats a set has. */
static inline int dice_set_count(unsigned set)
{
    return (int)((set & 1) + (set >> 1 & 1) + (set >> 2 & 1) + (set >> 3 & 1));
}

/* What an action number says, from the board it is played on. */
struct dice_move {
    int from, to; /* squares; to is -1 off the board, and from when rotating */
    int steps;    /* how far; 0 when rotating */
    int target;   /* square of the exchanged unit, -1 = none */
    bool is_rotation;
};

/* dice_board.c: boards up to 8x8 */
int dice_board_list(const struct dice_rules *rules, const struct dice_core *core, ochre_action *out);
int dice_board_count(const struct dice_rules *rules, const struct dice_core *core);
bool dice_board_play(const struct dice_rules *rules, struct dice_core *core, ochre_action action);
dice_unit dice_board_unit(const struct dice_rules *rules, const struct dice_core *core, int square);
void dice_board_put(const struct dice_rules *rules, struct dice_core *core, int square, dice_unit unit);
int dice_board_total(const struct dice_core *core);
int dice_board_prey(const struct dice_rules *rules, const struct dice_core *core);
int dice_board_sum(const struct dice_core *core, int colour, int *units);
/* Squares that the colour could slide to if it were its turn, and its units beyond the middle. */
int dice_board_freedom(const struct dice_rules *rules, const struct dice_core *core, int colour);
int dice_board_beyond(const struct dice_rules *rules, const struct dice_core *core, int colour);
int dice_board_captures(const struct dice_rules *rules, const struct dice_core *core, struct ochre_duel_move *out);
int dice_board_gain(const struct dice_rules *rules, const struct dice_core *core, ochre_action action);
void dice_board_tables(struct dice_rules *rules);

/* dice_wide.c: 9x9 and 10x10 */
int dice_wide_list(const struct dice_rules *rules, const struct dice_core *core, ochre_action *out);
int dice_wide_count(const struct dice_rules *rules, const struct dice_core *core);
bool dice_wide_play(const struct dice_rules *rules, struct dice_core *core, ochre_action action);
dice_unit dice_wide_unit(const struct dice_core *core, int square);
void dice_wide_put(struct dice_core *core, int square, dice_unit unit);
int dice_wide_total(const struct dice_rules *rules, const struct dice_core *core);
int dice_wide_prey(const struct dice_rules *rules, const struct dice_core *core);

static inline bool dice_is_wide(const struct dice_rules *rules)
{
    return rules->n > DICE_BITS_SIZE;
}

/* The side's turns, ascending; over or not is not asked. */
static inline int dice_list(const struct dice_rules *rules, const struct dice_core *core, ochre_action *out)
{
    return dice_is_wide(rules) ? dice_wide_list(rules, core, out) : dice_board_list(rules, core, out);
}

/* How many they are. */
static inline int dice_count(const struct dice_rules *rules, const struct dice_core *core)
{
    return dice_is_wide(rules) ? dice_wide_count(rules, core) : dice_board_count(rules, core);
}

/* Changes the board, its key and who is alive, not the side; true when the turn was progress (3.8.1). */
static inline bool dice_play(const struct dice_rules *rules, struct dice_core *core, ochre_action action)
{
    return dice_is_wide(rules) ? dice_wide_play(rules, core, action) : dice_board_play(rules, core, action);
}

static inline dice_unit dice_unit_at(const struct dice_rules *rules, const struct dice_core *core, int square)
{
    return dice_is_wide(rules) ? dice_wide_unit(core, square) : dice_board_unit(rules, core, square);
}

/* Puts a unit on a square in place of what stood there (0: takes it away), key included. */
static inline void dice_put(const struct dice_rules *rules, struct dice_core *core, int square, dice_unit unit)
{
    if (dice_is_wide(rules))
        dice_wide_put(core, square, unit);
    else
        dice_board_put(rules, core, square, unit);
}

/* Units of all colours. */
static inline int dice_total(const struct dice_rules *rules, const struct dice_core *core)
{
    return dice_is_wide(rules) ? dice_wide_total(rules, core) : dice_board_total(core);
}

/* The largest value the side to move can capture at once, twice counted when the martyr's right comes with it. */
static inline int dice_prey(const struct dice_rules *rules, const struct dice_core *core)
{
    return dice_is_wide(rules) ? dice_wide_prey(rules, core) : dice_board_prey(rules, core);
}

/* dice_rules.c */
void dice_start(const struct ochre_setup *setup, struct ochre_state *state);
ochre_seats dice_pending(const struct ochre_setup *setup, const struct ochre_state *state);
int dice_legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out);
void dice_apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                struct ochre_journal *journal);
void dice_leave(const struct ochre_setup *setup, struct ochre_state *state, int seat, struct ochre_journal *journal);
void dice_standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out);
void dice_outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out);
/* Fills what follows from the board, side and clock (who is alive, the limit, points 3, 4 and 6 of 3.8) and begins the
 * history: for a position that is set up. */
void dice_settle(const struct dice_rules *rules, struct dice_state *s);
/* 3.8.6: the clock at which the play ends. */
uint16_t dice_clock_limit(const struct dice_rules *rules, const struct dice_core *core);
/* A drawn end: shared by the living, or with adj=sum won by the largest sum. */
void dice_end_drawn(const struct dice_rules *rules, struct dice_core *core, enum dice_end how);
/* 3.8.3, 3.8.4: fewer than two colours have units. `before` are those that had some. */
void dice_end_decided(struct dice_core *core, uint8_t before);
/* What the action says, told from the board before it. */
struct dice_move dice_move_of(const struct dice_rules *rules, const struct dice_core *core, ochre_action action);
int dice_seat_to_move(const struct dice_rules *rules, const struct dice_core *core);
int dice_colour_of_seat(const struct dice_rules *rules, int seat);
/* The sum of the values of a colour, and how many units it has. */
int dice_sum(const struct dice_rules *rules, const struct dice_core *core, int colour, int *units);
/* Does a capture by this unit give the martyr's right (3.5)? */
bool dice_has_right(const struct dice_rules *rules, dice_unit unit);
/* The colour whose turn it is next: the next in order that has units (3.8.2). */
static inline uint8_t dice_next_side(const struct dice_rules *rules, const struct dice_core *core)
{
    int side = core->side + 1;
    if (rules->colours == 2)
        return (uint8_t)(side & 1);
    if ((core->alive & (core->alive - 1)) == 0)
        return (uint8_t)(side & 3);
    while (!((core->alive >> (side & 3)) & 1))
        side++;
    return (uint8_t)(side & 3);
}
/* Where one gets to by `steps` in a direction (0 … 3) of an orientation; -1 off the board. */
int dice_square_towards(const struct dice_rules *rules, int square, bool is_diagonal, int direction, int steps);

/* dice_judge.c */
void dice_judge(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX]);

/* dice_duel.c */
extern const struct ochre_duel dice_duel;
/* What taking a unit wins at once, in hundredths of a unit of value 1: the unit, and the growth of the taker. */
enum { DICE_GAIN_UNIT = 100, DICE_GAIN_VALUE = 45 };
static inline int dice_gain(int attacker, int prey)
{
    return DICE_GAIN_UNIT + DICE_GAIN_VALUE * prey - attacker;
}

/* dice_perft.c */
uint64_t dice_perft(const struct ochre_setup *setup, const struct ochre_state *state, int depth, bool bulk,
                    struct ochre_divide *divide);

/* dice_fen.c */
/* A position as text, read and checked but not yet a state. */
struct dice_position {
    int n, mode, faces, martyr, np;
    bool ally, chain, sum;
    int side;
    int clock, turn;
    dice_unit unit[DICE_SQUARES_MAX];
};
int dice_fen_read(const char *fen, struct dice_position *position, struct ochre_error *error);
void dice_fen_write(const struct dice_rules *rules, const struct dice_core *core, struct ochre_text *text);
int dice_terms_of(struct json position, struct ochre_terms *terms, struct ochre_error *error);
int dice_read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                    struct ochre_error *error);
void dice_status_write(const struct dice_core *core, struct ochre_text *text);
void dice_square_write(const struct dice_rules *rules, int square, struct ochre_text *text);
extern const char dice_colour_letters[];

/* dice_record.c: whole plays as people write them down (4.6) */
extern const struct ochre_record_form dice_record;

/* dice_words.c: notation and the story */
const char *dice_seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat);
const char *dice_colour_name(int colour);
void dice_format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                      struct ochre_text *text);
const char *dice_parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, const char *text,
                            ochre_action *action, struct ochre_text *words);
void dice_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
               struct ochre_text *text);

/* dice_refuse.c: why a turn is not allowed */
enum dice_try_kind { TRY_SLIDE, TRY_ROTATE, TRY_ALLY };
/* A turn somebody asks for, by its squares. */
struct dice_try {
    int from, to; /* to is -1 off the board */
    int target;   /* of the exchange, -1 = none */
    enum dice_try_kind kind;
};
const char *dice_refuse(const struct dice_rules *rules, const struct dice_core *core, int seat,
                        const struct dice_try *try, struct ochre_text *words);
const char *dice_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                         struct ochre_text *words);

/* dice_show.c */
void dice_draw(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas);
void dice_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                     struct json_writer *writer);
void dice_touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                struct ochre_touch *touch);

/* dice_tensor.c */
uint32_t dice_observe_size(const struct dice_rules *rules);
void dice_observe(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes);

/* dice_duel.c: what a search that looks ahead counts, white's lead in each; and the worth of a position for white, in
 * hundredths of a unit of value 1. bench/dice_tune fits the weights. */
struct dice_weights {
    int unit, value; /* a unit, and each point of its value */
    int reach;       /* a square that a unit can slide to */
    int beyond;      /* a unit beyond the middle */
    int lead;        /* adj=sum: the larger sum wins if nothing happens; more as the clock runs */
};
struct dice_leads {
    int units, sum, reach, beyond;
};
const struct dice_weights *dice_weights_of(const struct dice_rules *rules);
struct dice_leads dice_leads_of(const struct dice_rules *rules, const struct dice_core *core);
int dice_worth(const struct dice_rules *rules, const struct dice_core *core, const struct dice_weights *weights);

/* dice_ask.c: what is asked, and moves as somebody says them who chooses */
void dice_say_ask(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_text *text);

#endif
