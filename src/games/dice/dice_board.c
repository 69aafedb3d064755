/* dice_board.c: what the side may do on boards up to 8x8: counts and threats, from sets of squares; the list itself
 * stands in dice_list.c. Knows no clocks, ends or words. */
#include "games/dice/dice_bits.h"

/* ---- counting and threats, all units of a set at once ---- */

/* What a set of units of one orientation reaches in one direction: how many moves onto open squares, and where. */
struct sweep {
    int moves;
    uint64_t reached;
};

static inline struct sweep sweep(const uint64_t units[8], uint64_t empty, uint64_t open, int by)
{
    struct sweep found = {0, 0};
    uint64_t front = units[1];
    for (int k = 1; front; k++) {
        front = step(front, by);
        uint64_t landed = front & open;
        found.moves += bits_count(landed);
        found.reached |= landed;
        if (k == 7)
            break;
        front &= empty & carry(units[k + 1], by * k);
    }
    return found;
}

/* All units of a set, in the four directions of each orientation. */
static inline struct sweep sweep_all(const struct dice_tables *t, const struct dice_bits *b, uint64_t units,
                                     uint64_t own)
{
    uint64_t empty = t->board & ~all_units(b);
    uint64_t open = t->board & ~own;
    struct sweep total = {0, 0};
    for (int is_diagonal = 0; is_diagonal < 2; is_diagonal++) {
        uint64_t set = units & (is_diagonal ? b->diagonal : ~b->diagonal);
        if (!set)
            continue;
        uint64_t strong[8];
        for (int value = 1; value < 8; value++)
            strong[value] = set & at_least(b, value);
#pragma GCC unroll 4
        for (int direction = 0; direction < 4; direction++) {
            struct sweep one = sweep(strong, empty, open, steps[is_diagonal][direction]);
            total.moves += one.moves;
            total.reached |= one.reached;
        }
    }
    return total;
}

/* Each pair may stand on either square. */
static inline int count_alliances(const struct dice_tables *t, const struct dice_core *core)
{
    const struct alliances a = alliances(t, core);
    if (!(a.north | a.east | a.rising | a.falling))
        return 0;
    return 2 * (bits_count(a.north) + bits_count(a.east) + bits_count(a.rising) + bits_count(a.falling));
}

/* Captures of the units that have the martyr's right. */
APART static int right_captures(const struct dice_tables *t, const struct dice_bits *b, uint64_t martyrs, uint64_t own)
{
    uint64_t enemies = all_units(b) ^ own;
    int captures = 0;
    for (; martyrs; martyrs &= martyrs - 1)
        captures += bits_count(sweep_all(t, b, martyrs & (0 - martyrs), own).reached & enemies);
    return captures;
}

int dice_board_count(const struct dice_tables *t, const struct dice_core *core)
{
    const struct dice_bits *b = &core->bits;
    uint64_t own = b->own[core->side];
    int count = bits_count(own) + count_alliances(t, core) + sweep_all(t, b, own, own).moves;
    uint64_t martyrs = martyrs_of(t, b, own);
    if (martyrs) {
        int enemies = bits_count(all_units(b) ^ own);
        if (enemies > 1)
            count += right_captures(t, b, martyrs, own) * (enemies - 1);
    }
    return count;
}

int dice_board_prey(const struct dice_tables *t, const struct dice_core *core)
{
    const struct dice_bits *b = &core->bits;
    uint64_t own = b->own[core->side];
    uint64_t enemies = all_units(b) ^ own;
    uint64_t prey = sweep_all(t, b, own, own).reached & enemies;
    if (!prey)
        return 0;
    int best = t->faces;
    while (!(prey & with_value(b, best)))
        best--;
    assert(best > 0);
    uint64_t martyrs = martyrs_of(t, b, own);
    return best + (martyrs && right_captures(t, b, martyrs, own) ? best : 0);
}

int dice_board_freedom(const struct dice_tables *t, const struct dice_core *core, int colour)
{
    uint64_t own = core->bits.own[colour];
    return bits_count(sweep_all(t, &core->bits, own, own).reached);
}

/* ---- what a search asks ---- */

/* The exchanges of one capture that may be worth it: for two enemy units of the largest value. */
static struct ochre_duel_move *put_good_exchanges(const struct dice_tables *t, const struct dice_bits *b,
                                                  struct ochre_duel_move *out, struct ochre_duel_move capture,
                                                  uint64_t others)
{
    for (int value = t->faces; value > 0; value--) {
        uint64_t targets = others & with_value(b, value);
        if (!targets)
            continue;
        for (int n = 0; targets && n < 2; n++, targets &= targets - 1) {
            ochre_action base = t->stage * (1 + (ochre_action)t->square_of[bits_first(targets)]);
            int gain = capture.gain + DICE_GAIN_VALUE * (value - t->faces);
            *out++ = (struct ochre_duel_move){base + capture.action, gain > 0 ? gain : 1};
        }
        break;
    }
    return out;
}

/* Units that may be able to take something: those of value 1 and 2 can, of the others it is not asked here. */
static inline uint64_t capturers(const struct dice_tables *t, const struct dice_bits *b, uint64_t own, uint64_t enemies)
{
    uint64_t empty = t->board & ~(own | enemies);
    uint64_t strong = at_least(b, 2);
    uint64_t straight = 0;
    uint64_t diagonal = 0;
#pragma GCC unroll 4
    for (int direction = 0; direction < 4; direction++) {
        int by = -steps[0][direction]; /* back from where it leads */
        int aslant = -steps[1][direction];
        uint64_t one = step(enemies, by);
        uint64_t one_aslant = step(enemies, aslant);
        straight |= one | (strong & step(one, by) & step(empty, by));
        diagonal |= one_aslant | (strong & step(one_aslant, aslant) & step(empty, aslant));
    }
    return own & ((straight & ~b->diagonal) | (diagonal & b->diagonal) | at_least(b, 3));
}

/* The units that stand first on the lines through a square and reach it: of the side, and the least of the others
 * (0: none). */
struct reachers {
    bool is_covered;
    int least;
};

static struct reachers reachers_of(const struct dice_tables *t, const struct dice_bits *b, uint64_t own,
                                   uint64_t occupied, int at)
{
    struct reachers found = {false, 0};
    for (int is_diagonal = 0; is_diagonal < 2; is_diagonal++) {
        const struct dice_line *line = t->line[is_diagonal][at];
        uint64_t alike = occupied & (is_diagonal ? b->diagonal : ~b->diagonal);
        if (!((line[0].mask | line[1].mask) & alike))
            continue;
        int up = line_runs(t, &line[0], t->place[is_diagonal][at], DICE_FACES_MAX, occupied, 0);
        int across = line_runs(t, &line[1], at & 7, DICE_FACES_MAX, occupied, 0);
        const int runs[4] = {up & 15, across & 15, up >> 4, across >> 4};
        for (int direction = 0; direction < 4; direction++) {
            int from = at + steps[is_diagonal][direction] * runs[direction];
            int value = value_at(b, from); /* 0 where nobody stands */
            if (!runs[direction] || !bits_has(alike, from) || value < runs[direction])
                continue;
            if (bits_has(own, from))
                found.is_covered = true;
            else if (!found.least || value < found.least)
                found.least = value;
        }
    }
    return found;
}

/* What a unit that takes on a square and grows may lose there: it is taken, and that is perhaps avenged. `occupied` is
 * the board without the place it came from. */
static int risk_at(const struct dice_tables *t, const struct dice_bits *b, uint64_t own, uint64_t occupied, int at,
                   int grown)
{
    struct reachers reachers = reachers_of(t, b, own, occupied, at);
    if (!reachers.least)
        return 0;
    int risk = dice_gain(reachers.least, grown);
    if (reachers.is_covered)
        risk -= dice_gain(grown, dice_grown(t, reachers.least, false));
    return risk > 0 ? risk : 0;
}

/* Gains of a capture that stays on its square: 0 is for those that take nothing. */
static int gain_less(int gain, int risk)
{
    return gain == risk ? -1 : gain - risk;
}

int dice_board_captures(const struct dice_tables *t, const struct dice_core *core, struct ochre_duel_move *out)
{
    const struct dice_bits *b = &core->bits;
    struct ochre_duel_move *first = out;
    uint64_t own = b->own[core->side];
    uint64_t enemies = all_units(b) ^ own;
    uint64_t closed = own | ~t->board;
    uint64_t occupied = closed | enemies;
    uint64_t martyrs = martyrs_of(t, b, own);
    for (uint64_t units = capturers(t, b, own, enemies); units; units &= units - 1) {
        int bit = bits_first(units);
        int is_diagonal = (int)(b->diagonal >> bit & 1);
        int value = value_at(b, bit);
        const struct dice_line *line = t->line[is_diagonal][bit];
        if (!((line[0].mask | line[1].mask) & enemies))
            continue;
        int up = line_runs(t, &line[0], t->place[is_diagonal][bit], value, occupied, closed);
        int across = line_runs(t, &line[1], bit & 7, value, occupied, closed);
        const int runs[4] = {up & 15, across & 15, up >> 4, across >> 4};
        for (int direction = 0; direction < 4; direction++) {
            int to = bit + steps[is_diagonal][direction] * runs[direction];
            if (!runs[direction] || !bits_has(enemies, to))
                continue;
            unsigned plane = (unsigned)(direction * t->reach + runs[direction] - 1);
            struct ochre_duel_move capture = {t->first_id[bit] + plane, dice_gain(value, value_at(b, to))};
            int risk = risk_at(t, b, own, occupied & ~BIT(bit), to, dice_grown(t, value, false));
            *out++ = (struct ochre_duel_move){capture.action, gain_less(capture.gain, risk)};
            if (bits_has(martyrs, bit))
                out = put_good_exchanges(t, b, out, capture, enemies & ~BIT(to));
        }
    }
    return (int)(out - first);
}
