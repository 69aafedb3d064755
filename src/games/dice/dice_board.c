/* dice_board.c: what the side may do on boards up to 8x8: lists, counts and threats, from sets of squares. Knows no
 * clocks, ends or words. */
#include "games/dice/dice_bits.h"

/* ---- alliances (3.6) ---- */

/* Units that may join or be joined, before their neighbours are looked at. */
static inline uint64_t joinable(const struct dice_tables *t, const struct dice_core *core)
{
    const struct dice_bits *b = &core->bits;
    if (!t->ally) /* 3.6.1 */
        return 0;
    uint64_t units = b->own[core->side] & t->far[core->side]; /* 3.6.5 */
    if (!t->chain)
        units &= ~b->ally;                   /* 3.6.2 */
    return units & ~with_value(b, t->faces); /* 3.6.3 */
}

/* Joinable units whose neighbour one step behind is joinable too, and like them (3.6.3, 3.6.4). */
static inline uint64_t pairs(const struct dice_bits *b, uint64_t units, int by)
{
    uint64_t differ = (b->value[0] ^ carry(b->value[0], by)) | (b->value[1] ^ carry(b->value[1], by)) |
                      (b->value[2] ^ carry(b->value[2], by)) | (b->value[3] ^ carry(b->value[3], by)) |
                      (b->diagonal ^ carry(b->diagonal, by));
    return units & step(units, by) & ~differ;
}

/* How many alliances there are; each pair may stand on either square. *joiners: the units that have a partner. */
static inline int alliances(const struct dice_tables *t, const struct dice_core *core, uint64_t *joiners)
{
    const struct dice_bits *b = &core->bits;
    uint64_t units = joinable(t, core);
    *joiners = 0;
    if ((units & (units - 1)) == 0)
        return 0;
    uint64_t straight = units & ~b->diagonal;
    uint64_t diagonal = units & b->diagonal;
    uint64_t north = pairs(b, straight, 8);
    uint64_t east = pairs(b, straight, 1);
    uint64_t rising = pairs(b, diagonal, 9);
    uint64_t falling = pairs(b, diagonal, -7);
    *joiners = north | north >> 8 | east | east >> 1 | rising | rising >> 9 | falling | falling << 7;
    if (*joiners == 0)
        return 0;
    return 2 * (bits_count(north) + bits_count(east) + bits_count(rising) + bits_count(falling));
}

/* The partners of one joiner. */
static uint64_t partners(const struct dice_tables *t, const struct dice_core *core, int bit)
{
    const struct dice_bits *b = &core->bits;
    uint64_t self = BIT(bit);
    bool is_diagonal = b->diagonal >> bit & 1;
    uint64_t like = joinable(t, core) & with_value(b, value_at(b, bit)) & (is_diagonal ? b->diagonal : ~b->diagonal);
    uint64_t beside = 0;
    for (int direction = 0; direction < 4; direction++)
        beside |= step(self, steps[is_diagonal][direction]);
    return beside & like;
}

/* ---- the list ---- */

/* Units whose captures give the martyr's right (3.5). */
static inline uint64_t martyrs_of(const struct dice_tables *t, const struct dice_bits *b, uint64_t own)
{
    return t->martyr == MARTYR_OFF ? 0 : own & ~b->ally & with_value(b, t->faces - 1);
}

/* A capture that gives the martyr's right (3.5). */
struct right {
    ochre_action action;
    int to;
};

/* Four numbers at once (gcc and clang, on every machine). */
typedef uint32_t quad __attribute__((vector_size(16), aligned(4), may_alias));

/* The numbers of a direction, nearest first. */
struct run {
    quad near, far;
};

/* Writes the first `count` of them; always eight, so that nothing is asked. Then goes on to the next direction. */
static inline ochre_action *put_run(ochre_action *out, struct run *run, quad reach, int count)
{
    ((quad *)out)[0] = run->near;
    ((quad *)out)[1] = run->far;
    run->near += reach;
    run->far += reach;
    return out + count;
}

/* How far the unit gets on one of its lines: steps up | steps down << 4. */
static inline int line_runs(const struct dice_tables *t, const struct dice_line *line, int place, int value,
                            uint64_t occupied, uint64_t closed)
{
    unsigned on_line = (unsigned)(((occupied & line->mask) * line->gather) >> 56);
    unsigned shut = (unsigned)(((closed & line->mask) * line->gather) >> 56);
    unsigned reached = t->open[place][on_line] & t->range[value][place] & (unsigned)line->there & ~shut;
    return t->runs[place][reached];
}

/* Adds the captures of a unit with the martyr's right; runs are in the order of the directions. */
static int add_rights(const struct dice_tables *t, struct right *rights, int count, int bit, bool is_diagonal,
                      const int runs[4], uint64_t enemies)
{
    for (int direction = 0; direction < 4; direction++) {
        int to = bit + steps[is_diagonal][direction] * runs[direction];
        if (runs[direction] && bits_has(enemies, to)) {
            unsigned plane = (unsigned)(direction * t->reach + runs[direction] - 1);
            rights[count++] = (struct right){t->first_id[bit] + plane, to};
        }
    }
    return count;
}

/* The exchanges: for every enemy unit, every capture of another one that gives the right. */
static ochre_action *put_exchanges(const struct dice_tables *t, ochre_action *out, const struct right *rights,
                                   int count, uint64_t enemies)
{
    for (; enemies; enemies &= enemies - 1) {
        int target = bits_first(enemies);
        ochre_action base = t->stage * (1 + (ochre_action)t->square_of[target]);
        for (int i = 0; i < count; i++)
            if (rights[i].to != target)
                *out++ = base + rights[i].action;
    }
    return out;
}

int dice_board_list(const struct dice_tables *t, const struct dice_core *core, ochre_action *out)
{
    const struct dice_bits copy = core->bits; /* what is written to the list cannot change it */
    const struct dice_bits *b = &copy;
    ochre_action *first = out;
    uint64_t own = b->own[core->side];
    uint64_t enemies = all_units(b) ^ own;
    uint64_t closed = own | ~t->board;
    uint64_t occupied = closed | enemies;
    uint64_t joiners;
    alliances(t, core, &joiners);
    uint64_t martyrs = martyrs_of(t, b, own);
    struct right rights[4 * 64];
    int rights_count = 0;
    quad reach = (quad){0} + t->reach;

    for (uint64_t units = own; units; units &= units - 1) {
        int bit = bits_first(units);
        int is_diagonal = (int)(b->diagonal >> bit & 1);
        int value = value_at(b, bit);
        const struct dice_line *line = t->line[is_diagonal][bit];
        uint64_t shut = closed;
        if (bits_has(joiners, bit))
            shut &= ~partners(t, core, bit); /* a partner is the first unit on its line: a run of one */
        int up = line_runs(t, &line[0], t->place[is_diagonal][bit], value, occupied, shut);
        int across = line_runs(t, &line[1], bit & 7, value, occupied, shut);
        ochre_action id = t->first_id[bit];
        struct run run = {(quad){0, 1, 2, 3} + id, (quad){4, 5, 6, 7} + id};
        out = put_run(out, &run, reach, up & 15);
        out = put_run(out, &run, reach, across & 15);
        out = put_run(out, &run, reach, up >> 4);
        out = put_run(out, &run, reach, across >> 4);
        *out++ = id + t->planes - 1;
        if (bits_has(martyrs, bit))
            rights_count = add_rights(t, rights, rights_count, bit, is_diagonal,
                                      (const int[4]){up & 15, across & 15, up >> 4, across >> 4}, enemies);
    }
    if (rights_count)
        out = put_exchanges(t, out, rights, rights_count, enemies);
    assert(out - first <= DICE_LIST_MAX);
    return (int)(out - first);
}

/* ---- counting and threats, all units of a set at once ---- */

/* Units of at least this value, from the binary digits. */
static inline uint64_t at_least(const struct dice_bits *b, int value)
{
    uint64_t v0 = b->value[0];
    uint64_t v1 = b->value[1];
    uint64_t v2 = b->value[2];
    uint64_t v3 = b->value[3];
    switch (value) {
    case 1: return ~UINT64_C(0);
    case 2: return v1 | v2 | v3;
    case 3: return (v1 & v0) | v2 | v3;
    case 4: return v2 | v3;
    case 5: return (v2 & (v1 | v0)) | v3;
    case 6: return (v2 & v1) | v3;
    default: return (v2 & v1 & v0) | v3; /* further than seven steps is off an 8x8 board */
    }
}

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

/* Captures of the units that have the martyr's right. */
static int right_captures(const struct dice_tables *t, const struct dice_bits *b, uint64_t martyrs, uint64_t own)
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
    uint64_t joiners;
    int count = bits_count(own) + alliances(t, core, &joiners) + sweep_all(t, b, own, own).moves;
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

int dice_board_captures(const struct dice_tables *t, const struct dice_core *core, struct ochre_duel_move *out)
{
    const struct dice_bits *b = &core->bits;
    struct ochre_duel_move *first = out;
    uint64_t own = b->own[core->side];
    uint64_t enemies = all_units(b) ^ own;
    uint64_t closed = own | ~t->board;
    uint64_t occupied = closed | enemies;
    uint64_t martyrs = martyrs_of(t, b, own);
    for (uint64_t units = own; units; units &= units - 1) {
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
            *out = (struct ochre_duel_move){t->first_id[bit] + plane, dice_gain(value, value_at(b, to))};
            struct ochre_duel_move capture = *out++;
            if (bits_has(martyrs, bit))
                out = put_good_exchanges(t, b, out, capture, enemies & ~BIT(to));
        }
    }
    return (int)(out - first);
}
