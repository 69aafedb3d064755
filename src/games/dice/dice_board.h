/* dice_board.h: what one may ask of a board and do with it, whichever of the two it is: lists, counts, turns, ends. */
#ifndef OCHRE_GAMES_DICE_BOARD_H
#define OCHRE_GAMES_DICE_BOARD_H

#include "games/dice/dice.h"

/* A turn by its squares: what an action number says on the board it is played on, or what somebody asks for. */
enum dice_move_kind { MOVE_SLIDE, MOVE_ROTATE, MOVE_ALLY };
struct dice_move {
    int from, to; /* to is -1 off the board, and from when rotating */
    int target;   /* square of the unit asked for in exchange, -1 = none */
    enum dice_move_kind kind;
};

/* A turn in notation (4). */
void dice_say_turn(int n, const struct dice_move *move, struct ochre_text *text);

/* dice_list.c, dice_board.c, dice_play.c, dice_lines.c: boards up to 8x8 */
int dice_board_list(const struct dice_tables *t, const struct dice_core *core, ochre_action *out);
int dice_board_count(const struct dice_tables *t, const struct dice_core *core);
bool dice_board_play(const struct dice_tables *t, struct dice_core *core, ochre_action action);
dice_unit dice_board_unit(const struct dice_tables *t, const struct dice_core *core, int square);
void dice_board_put(const struct dice_tables *t, struct dice_core *core, int square, dice_unit unit);
int dice_board_total(const struct dice_core *core);
int dice_board_prey(const struct dice_tables *t, const struct dice_core *core);
int dice_board_sum(const struct dice_core *core, int colour, int *units);
/* Squares that the colour could slide to if it were its turn, and its units beyond the middle. */
int dice_board_freedom(const struct dice_tables *t, const struct dice_core *core, int colour);
int dice_board_beyond(const struct dice_tables *t, const struct dice_core *core, int colour);
enum { DICE_CAPTURES_MAX = 64 * 4 * 3 }; /* four of every unit, each with two exchanges at most */
int dice_board_captures(const struct dice_tables *t, const struct dice_core *core, struct ochre_duel_move *out);
int dice_board_gain(const struct dice_tables *t, const struct dice_core *core, ochre_action action);
void dice_board_tables(struct dice_tables *t);

/* dice_wide.c: 9x9 and 10x10 */
int dice_wide_list(const struct dice_tables *t, const struct dice_core *core, ochre_action *out);
int dice_wide_count(const struct dice_tables *t, const struct dice_core *core);
bool dice_wide_play(const struct dice_tables *t, struct dice_core *core, ochre_action action);
dice_unit dice_wide_unit(const struct dice_core *core, int square);
void dice_wide_put(struct dice_core *core, int square, dice_unit unit);
int dice_wide_total(const struct dice_tables *t, const struct dice_core *core);
int dice_wide_prey(const struct dice_tables *t, const struct dice_core *core);

static inline bool dice_is_wide(const struct dice_tables *t)
{
    return t->n > DICE_BITS_SIZE;
}

/* The side's turns, ascending; over or not is not asked. */
static inline int dice_list(const struct dice_tables *t, const struct dice_core *core, ochre_action *out)
{
    assert(core->side < t->colours);
    return dice_is_wide(t) ? dice_wide_list(t, core, out) : dice_board_list(t, core, out);
}

/* How many they are. */
static inline int dice_count(const struct dice_tables *t, const struct dice_core *core)
{
    return dice_is_wide(t) ? dice_wide_count(t, core) : dice_board_count(t, core);
}

/* Changes the board, its key and who is alive, not the side; true when the turn was progress (3.8.1). */
static inline bool dice_play(const struct dice_tables *t, struct dice_core *core, ochre_action action)
{
    return dice_is_wide(t) ? dice_wide_play(t, core, action) : dice_board_play(t, core, action);
}

static inline dice_unit dice_unit_at(const struct dice_tables *t, const struct dice_core *core, int square)
{
    assert(square >= 0 && square < t->squares);
    return dice_is_wide(t) ? dice_wide_unit(core, square) : dice_board_unit(t, core, square);
}

/* Puts a unit on a square in place of what stood there (0: takes it away), key included. */
static inline void dice_put(const struct dice_tables *t, struct dice_core *core, int square, dice_unit unit)
{
    assert(square >= 0 && square < t->squares);
    assert(unit == 0 || (dice_value(unit) >= 1 && dice_value(unit) <= t->faces && dice_owner(unit) < t->colours));
    if (dice_is_wide(t))
        dice_wide_put(core, square, unit);
    else
        dice_board_put(t, core, square, unit);
}

/* Units of all colours. */
static inline int dice_total(const struct dice_tables *t, const struct dice_core *core)
{
    return dice_is_wide(t) ? dice_wide_total(t, core) : dice_board_total(core);
}

/* The largest value the side to move can capture at once, twice counted when the martyr's right comes with it. */
static inline int dice_prey(const struct dice_tables *t, const struct dice_core *core)
{
    return dice_is_wide(t) ? dice_wide_prey(t, core) : dice_board_prey(t, core);
}

/* What taking a unit wins at once, in hundredths of a unit of value 1: the unit, and the growth of the taker. */
enum { DICE_GAIN_UNIT = 100, DICE_GAIN_VALUE = 45 };
static inline int dice_gain(int attacker, int prey)
{
    return DICE_GAIN_UNIT + DICE_GAIN_VALUE * prey - attacker;
}

/* 3.4 and 3.6: what a value grows to by taking, or by joining. */
static inline int dice_grown(const struct dice_tables *t, int value, bool is_alliance)
{
    assert(value >= 1 && value <= t->faces);
    int more = is_alliance ? 2 * value : value + 1;
    return more < t->faces ? more : t->faces;
}

/* dice_turn.c */
/* Where one gets to by `steps` in a direction (0 … 3) of an orientation; -1 off the board. */
int dice_square_towards(const struct dice_tables *t, int square, bool is_diagonal, int direction, int steps);
/* What the action says, told from the board before it; and the number of a turn, false when no number says it. The
 * number of an alliance is that of the step onto the partner. */
struct dice_move dice_move_of(const struct dice_tables *t, const struct dice_core *core, ochre_action action);
bool dice_number_of(const struct dice_tables *t, const struct dice_core *core, const struct dice_move *move,
                    ochre_action *action);
/* Does a capture by this unit give the martyr's right (3.5)? */
bool dice_has_right(const struct dice_tables *t, dice_unit unit);
/* Has the side, when it has taken one enemy unit, another one to ask for (3.5)? */
bool dice_has_choice(const struct dice_tables *t, const struct dice_core *core);
/* 3.1 */
static inline int dice_seat_to_move(const struct dice_tables *t, const struct dice_core *core)
{
    if (dice_is_lot(core))
        return OCHRE_CHANCE;
    if (t->mode != MODE_TEAMS)
        return core->side;
    uint32_t round = (core->turn + 1) / 2; /* partners take turns */
    return core->side + (round % 2 ? 0 : 2);
}

int dice_colour_of_seat(const struct dice_tables *t, int seat);
/* The sum of the values of a colour, and how many units it has. */
int dice_sum(const struct dice_tables *t, const struct dice_core *core, int colour, int *units);
/* The colour whose turn it is next: the next in order that has units (3.8.2). */
static inline uint8_t dice_next_side(const struct dice_tables *t, const struct dice_core *core)
{
    int side = core->side + 1;
    if (t->colours == 2)
        return (uint8_t)(side & 1);
    if (dice_is_decided(core))
        return (uint8_t)(side & 3);
    while (!((core->alive >> (side & 3)) & 1))
        side++;
    return (uint8_t)(side & 3);
}

/* dice_why.c: the rule that forbids the turn, NULL when none does. */
const char *dice_refuse(const struct dice_tables *t, const struct dice_core *core, int seat,
                        const struct dice_move *move, struct ochre_text *words);

/* dice_end.c */
/* 3.8.6: the clock at which the play ends. */
uint16_t dice_clock_limit(const struct dice_tables *t, const struct dice_core *core);
/* A drawn end: shared by the living, or with adj=sum won by the largest sum. */
void dice_end_drawn(const struct dice_tables *t, struct dice_core *core, enum dice_end how);
/* 3.8.3, 3.8.4: fewer than two colours have units. `before` are those that had some. */
void dice_end_decided(struct dice_core *core, uint8_t before);
/* What follows a turn on the board: clock, side, history and perhaps the end. */
void dice_end_quiet_turn(const struct dice_tables *t, struct dice_state *s);
void dice_end_progress_turn(const struct dice_tables *t, struct dice_state *s, uint8_t before);
/* Fills what follows from the board, side and clock (who is alive, the limit, points 3, 4 and 6 of 3.8) and begins a
 * new history: for a position that is set up, or that somebody left. */
void dice_settle(const struct dice_tables *t, struct dice_state *s);

#endif
