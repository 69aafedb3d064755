/* dice_board.c: boards up to 8x8 as sets of squares. Smaller boards lie in the south-west corner of the 8x8 sets; the
 * squares outside count as closed. Knows no clocks, ends or words. */
#include "games/dice/dice.h"

static const uint64_t FILE_A = 0x0101010101010101u;
static const uint64_t FILE_H = 0x8080808080808080u;

/* Steps between bits: N E S W, then NE SE SW NW. */
static const int8_t steps[2][4] = {{8, 1, -8, -1}, {9, -7, -9, 7}};

static inline int lowest(uint64_t set)
{
    return __builtin_ctzll(set);
}

/* Counted by hand: the plain x86-64 has no instruction for it. */
static inline int count_bits(uint64_t set)
{
    set -= (set >> 1) & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + ((set >> 2) & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)((set * FILE_A) >> 56);
}

/* Every unit of a set one step on; what leaves the board is gone. */
static inline uint64_t step(uint64_t set, int by)
{
    uint64_t moved = by > 0 ? set << by : set >> -by;
    if (by == 1 || by == 9 || by == -7)
        return moved & ~FILE_A;
    if (by == -1 || by == -9 || by == 7)
        return moved & ~FILE_H;
    return moved;
}

/* The set moved by `by`, edges not heeded: for sets that are cut with a heeded one. */
static inline uint64_t carry(uint64_t set, int by)
{
    return by > 0 ? set << by : set >> -by;
}

static inline uint64_t all_units(const struct dice_bits *b)
{
    return b->own[0] | b->own[1] | b->own[2] | b->own[3];
}

static inline int value_at(const struct dice_bits *b, int bit)
{
    return (int)((b->value[0] >> bit & 1) | (b->value[1] >> bit & 1) << 1 | (b->value[2] >> bit & 1) << 2 |
                 (b->value[3] >> bit & 1) << 3);
}

static inline uint64_t with_value(const struct dice_bits *b, int value)
{
    uint64_t set = ~UINT64_C(0);
    for (int digit = 0; digit < 4; digit++)
        set &= value >> digit & 1 ? b->value[digit] : ~b->value[digit];
    return set;
}

static inline dice_unit unit_at(const struct dice_bits *b, int owner, int bit)
{
    return (dice_unit)(value_at(b, bit) | (int)(b->diagonal >> bit & 1) << 4 | (int)(b->ally >> bit & 1) << 5 |
                       owner << UNIT_OWNER_SHIFT);
}

static inline int owner_at(const struct dice_bits *b, int bit)
{
    return (int)(b->own[1] >> bit & 1) | (int)(b->own[2] >> bit & 1) << 1 | (int)(b->own[3] >> bit & 1) * 3;
}

/* ---- alliances (3.6) ---- */

/* Units that may join or be joined, before their neighbours are looked at. */
static inline uint64_t joinable(const struct dice_rules *rules, const struct dice_core *core)
{
    const struct dice_bits *b = &core->bits;
    if (!rules->ally) /* 3.6.1 */
        return 0;
    uint64_t units = b->own[core->side] & rules->far[core->side]; /* 3.6.5 */
    if (!rules->chain)
        units &= ~b->ally;                       /* 3.6.2 */
    return units & ~with_value(b, rules->faces); /* 3.6.3 */
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
static inline int alliances(const struct dice_rules *rules, const struct dice_core *core, uint64_t *joiners)
{
    const struct dice_bits *b = &core->bits;
    uint64_t units = joinable(rules, core);
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
    return 2 * (count_bits(north) + count_bits(east) + count_bits(rising) + count_bits(falling));
}

/* The partners of one joiner. */
static uint64_t partners(const struct dice_rules *rules, const struct dice_core *core, int bit)
{
    const struct dice_bits *b = &core->bits;
    uint64_t self = UINT64_C(1) << bit;
    bool is_diagonal = b->diagonal >> bit & 1;
    uint64_t like =
        joinable(rules, core) & with_value(b, value_at(b, bit)) & (is_diagonal ? b->diagonal : ~b->diagonal);
    uint64_t beside = 0;
    for (int direction = 0; direction < 4; direction++)
        beside |= step(self, steps[is_diagonal][direction]);
    return beside & like;
}

/* ---- the list ---- */

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
static inline int line_runs(const struct dice_rules *rules, const struct dice_line *line, int place, int value,
                            uint64_t occupied, uint64_t closed)
{
    unsigned on_line = (unsigned)(((occupied & line->mask) * line->gather) >> 56);
    unsigned shut = (unsigned)(((closed & line->mask) * line->gather) >> 56);
    unsigned reached = rules->open[place][on_line] & rules->range[value][place] & (unsigned)line->there & ~shut;
    return rules->runs[place][reached];
}

/* Adds the captures of a unit with the martyr's right; runs are in the order of the directions. */
static int add_rights(const struct dice_rules *rules, struct right *rights, int count, int bit, bool is_diagonal,
                      const int runs[4], uint64_t enemies)
{
    for (int direction = 0; direction < 4; direction++) {
        int to = bit + steps[is_diagonal][direction] * runs[direction];
        if (runs[direction] && (enemies >> to & 1)) {
            unsigned plane = (unsigned)(direction * rules->reach + runs[direction] - 1);
            rights[count++] = (struct right){rules->first_id[bit] + plane, to};
        }
    }
    return count;
}

/* The exchanges: for every enemy unit, every capture of another one that gives the right. */
static ochre_action *put_exchanges(const struct dice_rules *rules, ochre_action *out, const struct right *rights,
                                   int count, uint64_t enemies)
{
    for (; enemies; enemies &= enemies - 1) {
        int target = lowest(enemies);
        ochre_action base = rules->stage * (1 + (ochre_action)rules->square_of[target]);
        for (int i = 0; i < count; i++)
            if (rights[i].to != target)
                *out++ = base + rights[i].action;
    }
    return out;
}

int dice_board_list(const struct dice_rules *rules, const struct dice_core *core, ochre_action *out)
{
    const struct dice_bits copy = core->bits; /* what is written to the list cannot change it */
    const struct dice_bits *b = &copy;
    ochre_action *first = out;
    uint64_t own = b->own[core->side];
    uint64_t enemies = all_units(b) ^ own;
    uint64_t closed = own | ~rules->board;
    uint64_t occupied = closed | enemies;
    uint64_t joiners;
    alliances(rules, core, &joiners);
    uint64_t martyrs = rules->martyr == MARTYR_OFF ? 0 : own & ~b->ally & with_value(b, rules->faces - 1);
    struct right rights[4 * 64];
    int rights_count = 0;
    quad reach = (quad){0} + rules->reach;

    for (uint64_t units = own; units; units &= units - 1) {
        int bit = lowest(units);
        int is_diagonal = (int)(b->diagonal >> bit & 1);
        int value = value_at(b, bit);
        const struct dice_line *line = rules->line[is_diagonal][bit];
        uint64_t shut = closed;
        if (joiners >> bit & 1)
            shut &= ~partners(rules, core, bit); /* a partner is the first unit on its line: a run of one */
        int up = line_runs(rules, &line[0], rules->place[is_diagonal][bit], value, occupied, shut);
        int across = line_runs(rules, &line[1], bit & 7, value, occupied, shut);
        ochre_action id = rules->first_id[bit];
        struct run run = {(quad){0, 1, 2, 3} + id, (quad){4, 5, 6, 7} + id};
        out = put_run(out, &run, reach, up & 15);
        out = put_run(out, &run, reach, across & 15);
        out = put_run(out, &run, reach, up >> 4);
        out = put_run(out, &run, reach, across >> 4);
        *out++ = id + rules->planes - 1;
        if (martyrs >> bit & 1)
            rights_count = add_rights(rules, rights, rights_count, bit, is_diagonal,
                                      (const int[4]){up & 15, across & 15, up >> 4, across >> 4}, enemies);
    }
    if (rights_count)
        out = put_exchanges(rules, out, rights, rights_count, enemies);
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
        found.moves += count_bits(landed);
        found.reached |= landed;
        if (k == 7)
            break;
        front &= empty & carry(units[k + 1], by * k);
    }
    return found;
}

/* All units of a set, in the four directions of each orientation. */
static inline struct sweep sweep_all(const struct dice_rules *rules, const struct dice_bits *b, uint64_t units,
                                     uint64_t own)
{
    uint64_t empty = rules->board & ~all_units(b);
    uint64_t open = rules->board & ~own;
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
static int right_captures(const struct dice_rules *rules, const struct dice_bits *b, uint64_t martyrs, uint64_t own)
{
    uint64_t enemies = all_units(b) ^ own;
    int captures = 0;
    for (; martyrs; martyrs &= martyrs - 1)
        captures += count_bits(sweep_all(rules, b, martyrs & (0 - martyrs), own).reached & enemies);
    return captures;
}

int dice_board_count(const struct dice_rules *rules, const struct dice_core *core)
{
    const struct dice_bits *b = &core->bits;
    uint64_t own = b->own[core->side];
    uint64_t joiners;
    int count = count_bits(own) + alliances(rules, core, &joiners) + sweep_all(rules, b, own, own).moves;
    uint64_t martyrs = rules->martyr == MARTYR_OFF ? 0 : own & ~b->ally & with_value(b, rules->faces - 1);
    if (martyrs) {
        int enemies = count_bits(all_units(b) ^ own);
        if (enemies > 1)
            count += right_captures(rules, b, martyrs, own) * (enemies - 1);
    }
    return count;
}

int dice_board_prey(const struct dice_rules *rules, const struct dice_core *core)
{
    const struct dice_bits *b = &core->bits;
    uint64_t own = b->own[core->side];
    uint64_t enemies = all_units(b) ^ own;
    uint64_t prey = sweep_all(rules, b, own, own).reached & enemies;
    if (!prey)
        return 0;
    int best = rules->faces;
    while (!(prey & with_value(b, best)))
        best--;
    uint64_t martyrs = rules->martyr == MARTYR_OFF ? 0 : own & ~b->ally & with_value(b, rules->faces - 1);
    return best + (martyrs && right_captures(rules, b, martyrs, own) ? best : 0);
}

/* ---- playing ---- */

/* Takes the squares of a set off every plane but the owners'. */
static inline void clear(struct dice_bits *b, uint64_t squares)
{
    b->diagonal &= ~squares;
    b->ally &= ~squares;
    for (int digit = 0; digit < 4; digit++)
        b->value[digit] &= ~squares;
}

/* Writes a unit on an empty square, owner apart. */
static inline void write(struct dice_bits *b, int bit, dice_unit unit)
{
    for (int digit = 0; digit < 4; digit++)
        b->value[digit] |= (uint64_t)(unit >> digit & 1) << bit;
    b->diagonal |= (uint64_t)(unit >> 4 & 1) << bit;
    b->ally |= (uint64_t)(unit >> 5 & 1) << bit;
}

static uint8_t alive(const struct dice_bits *b)
{
    return (uint8_t)((b->own[0] != 0) | (b->own[1] != 0) << 1 | (b->own[2] != 0) << 2 | (b->own[3] != 0) << 3);
}

/* 3.5: the martyr on `at` for the enemy unit on `target`. */
static void exchange(const struct dice_rules *rules, struct dice_core *core, int at, int target)
{
    struct dice_bits *b = &core->bits;
    int side = core->side;
    int other = owner_at(b, target);
    uint64_t here = UINT64_C(1) << at;
    uint64_t there = UINT64_C(1) << target;
    dice_unit martyr = unit_at(b, side, at);
    dice_unit chosen = unit_at(b, other, target);
    core->key ^= dice_unit_key(at, martyr) ^ dice_unit_key(target, chosen);
    b->own[side] ^= here;
    b->own[other] ^= there;
    if (rules->martyr == MARTYR_REMOVE) {
        clear(b, here | there);
        return;
    }
    b->own[other] |= here;
    b->own[side] |= there;
    core->key ^= dice_unit_key(at, unit_at(b, other, at)) ^ dice_unit_key(target, unit_at(b, side, target));
}

/* 3.4 and 3.6: what the mover becomes on a square that is taken. */
static inline dice_unit grown(const struct dice_rules *rules, dice_unit unit, bool is_alliance)
{
    int value = unit_value(unit);
    int more = is_alliance ? 2 * value : value + 1;
    int capped = more < rules->faces ? more : rules->faces;
    return (dice_unit)((unit & ~UNIT_VALUE) | capped | (is_alliance ? UNIT_ALLY : 0));
}

bool dice_board_play(const struct dice_rules *rules, struct dice_core *core, ochre_action action)
{
    struct dice_bits *b = &core->bits;
    ochre_action t = action < rules->stage ? 0 : action / rules->stage;
    uint32_t s = action - t * rules->stage;
    uint32_t square = (uint32_t)((uint64_t)s * rules->by_planes >> 32);
    uint32_t plane = s - square * rules->planes;
    int from = rules->bit_of[square];
    int side = core->side;
    uint64_t start = UINT64_C(1) << from;
    dice_unit unit = unit_at(b, side, from);
    if (plane == rules->planes - 1) { /* 3.3.2 */
        b->diagonal ^= start;
        core->key ^= dice_unit_key(from, unit) ^ dice_unit_key(from, unit ^ UNIT_DIAGONAL);
        return false;
    }
    uint32_t direction = (uint32_t)((uint64_t)plane * rules->by_reach >> 32);
    int far = (int)(plane - direction * rules->reach) + 1;
    int to = from + steps[unit >> 4 & 1][direction] * far;
    uint64_t goal = UINT64_C(1) << to;
    bool is_taken = (all_units(b) & goal) != 0;
    dice_unit after = unit;
    core->key ^= dice_unit_key(from, unit);
    if (is_taken) {
        int other = owner_at(b, to);
        core->key ^= dice_unit_key(to, unit_at(b, other, to));
        b->own[other] &= ~goal;
        after = grown(rules, unit, other == side);
    }
    core->key ^= dice_unit_key(to, after);
    b->own[side] = (b->own[side] & ~start) | goal;
    clear(b, start | goal);
    write(b, to, after);
    if (is_taken) {
        if (t)
            exchange(rules, core, to, rules->bit_of[t - 1]);
        core->alive = alive(b);
    }
    return is_taken;
}

int dice_board_total(const struct dice_core *core)
{
    return count_bits(all_units(&core->bits));
}

int dice_board_sum(const struct dice_core *core, int colour, int *units)
{
    const struct dice_bits *b = &core->bits;
    uint64_t own = b->own[colour];
    *units = count_bits(own);
    int sum = count_bits(own & b->value[0]) + 2 * count_bits(own & b->value[1]) + 4 * count_bits(own & b->value[2]);
    return b->value[3] ? sum + 8 * count_bits(own & b->value[3]) : sum;
}

int dice_board_freedom(const struct dice_rules *rules, const struct dice_core *core, int colour)
{
    uint64_t own = core->bits.own[colour];
    return count_bits(sweep_all(rules, &core->bits, own, own).reached);
}

int dice_board_beyond(const struct dice_rules *rules, const struct dice_core *core, int colour)
{
    return count_bits(core->bits.own[colour] & rules->far[colour]);
}

/* ---- what a search asks ---- */

/* The exchanges of one capture that may be worth it: for two enemy units of the largest value. */
static struct ochre_duel_move *put_good_exchanges(const struct dice_rules *rules, const struct dice_bits *b,
                                                  struct ochre_duel_move *out, struct ochre_duel_move capture,
                                                  uint64_t others)
{
    for (int value = rules->faces; value > 0; value--) {
        uint64_t targets = others & with_value(b, value);
        if (!targets)
            continue;
        for (int n = 0; targets && n < 2; n++, targets &= targets - 1) {
            ochre_action base = rules->stage * (1 + (ochre_action)rules->square_of[lowest(targets)]);
            int gain = capture.gain + DICE_GAIN_VALUE * (value - rules->faces);
            *out++ = (struct ochre_duel_move){base + capture.action, gain > 0 ? gain : 1};
        }
        break;
    }
    return out;
}

int dice_board_captures(const struct dice_rules *rules, const struct dice_core *core, struct ochre_duel_move *out)
{
    const struct dice_bits *b = &core->bits;
    struct ochre_duel_move *first = out;
    uint64_t own = b->own[core->side];
    uint64_t enemies = all_units(b) ^ own;
    uint64_t closed = own | ~rules->board;
    uint64_t occupied = closed | enemies;
    uint64_t martyrs = rules->martyr == MARTYR_OFF ? 0 : own & ~b->ally & with_value(b, rules->faces - 1);
    for (uint64_t units = own; units; units &= units - 1) {
        int bit = lowest(units);
        int is_diagonal = (int)(b->diagonal >> bit & 1);
        int value = value_at(b, bit);
        const struct dice_line *line = rules->line[is_diagonal][bit];
        if (!((line[0].mask | line[1].mask) & enemies))
            continue;
        int up = line_runs(rules, &line[0], rules->place[is_diagonal][bit], value, occupied, closed);
        int across = line_runs(rules, &line[1], bit & 7, value, occupied, closed);
        const int runs[4] = {up & 15, across & 15, up >> 4, across >> 4};
        for (int direction = 0; direction < 4; direction++) {
            int to = bit + steps[is_diagonal][direction] * runs[direction];
            if (!runs[direction] || !(enemies >> to & 1))
                continue;
            unsigned plane = (unsigned)(direction * rules->reach + runs[direction] - 1);
            *out = (struct ochre_duel_move){rules->first_id[bit] + plane, dice_gain(value, value_at(b, to))};
            struct ochre_duel_move capture = *out++;
            if (martyrs >> bit & 1)
                out = put_good_exchanges(rules, b, out, capture, enemies & ~(UINT64_C(1) << to));
        }
    }
    return (int)(out - first);
}

int dice_board_gain(const struct dice_rules *rules, const struct dice_core *core, ochre_action action)
{
    const struct dice_bits *b = &core->bits;
    ochre_action t = action < rules->stage ? 0 : action / rules->stage;
    uint32_t s = action - t * rules->stage;
    uint32_t square = (uint32_t)((uint64_t)s * rules->by_planes >> 32);
    uint32_t plane = s - square * rules->planes;
    if (plane == rules->planes - 1)
        return 0;
    int from = rules->bit_of[square];
    uint32_t direction = (uint32_t)((uint64_t)plane * rules->by_reach >> 32);
    int far = (int)(plane - direction * rules->reach) + 1;
    int to = from + steps[b->diagonal >> from & 1][direction] * far;
    if (!((all_units(b) ^ b->own[core->side]) >> to & 1))
        return 0;
    int gain = dice_gain(value_at(b, from), value_at(b, to));
    if (t)
        gain += DICE_GAIN_VALUE * (value_at(b, rules->bit_of[t - 1]) - rules->faces);
    return gain > 0 ? gain : 1;
}

/* ---- one square ---- */

dice_unit dice_board_unit(const struct dice_rules *rules, const struct dice_core *core, int square)
{
    int bit = rules->bit_of[square];
    return all_units(&core->bits) >> bit & 1 ? unit_at(&core->bits, owner_at(&core->bits, bit), bit) : 0;
}

void dice_board_put(const struct dice_rules *rules, struct dice_core *core, int square, dice_unit unit)
{
    struct dice_bits *b = &core->bits;
    int bit = rules->bit_of[square];
    dice_unit before = dice_board_unit(rules, core, square);
    if (before) {
        b->own[unit_owner(before)] &= ~(UINT64_C(1) << bit);
        clear(b, UINT64_C(1) << bit);
        core->key ^= dice_unit_key(bit, before);
    }
    if (unit) {
        b->own[unit_owner(unit)] |= UINT64_C(1) << bit;
        write(b, bit, unit);
        core->key ^= dice_unit_key(bit, unit);
    }
    core->alive = alive(b);
}

/* ---- tables ---- */

/* What a unit at `place` reaches on a line with these squares occupied, both first blockers included. */
static uint8_t open_squares(int place, int occupied)
{
    int reached = 0;
    for (int way = -1; way <= 1; way += 2)
        for (int at = place + way; at >= 0 && at < 8; at += way) {
            reached |= 1 << at;
            if (occupied >> at & 1)
                break;
        }
    return (uint8_t)reached;
}

/* Steps up and down from `place` without a gap. */
static uint8_t run_lengths(int place, int reached)
{
    int up = 0;
    int down = 0;
    while (place + up < 7 && (reached >> (place + up + 1) & 1))
        up++;
    while (place - down > 0 && (reached >> (place - down - 1) & 1))
        down++;
    return (uint8_t)(up | down << 4);
}

/* The line through a bit along `by`, gathered by file (or by rank for a column). */
static struct dice_line line_through(int bit, int by)
{
    struct dice_line line = {0};
    for (int way = -1; way <= 1; way += 2)
        for (uint64_t at = UINT64_C(1) << bit; at; at = step(at, way * by))
            line.mask |= at;
    if (by == 8)
        line.gather = UINT64_C(0x0102040810204080) >> (bit & 7);
    else if (by == 1)
        line.gather = UINT64_C(1) << (56 - (bit & 56));
    else
        line.gather = FILE_A;
    line.there = (uint8_t)((line.mask * line.gather) >> 56);
    return line;
}

void dice_board_tables(struct dice_rules *rules)
{
    for (int square = 0; square < rules->squares; square++) {
        int bit = square / rules->n * 8 + square % rules->n;
        rules->bit_of[square] = (uint8_t)bit;
        rules->square_of[bit] = (uint8_t)square;
        rules->first_id[bit] = (uint32_t)square * rules->planes;
        rules->board |= UINT64_C(1) << bit;
        for (int colour = 0; colour < rules->colours; colour++)
            rules->far[colour] |= (uint64_t)(rules->crossed[square] >> colour & 1) << bit;
    }
    for (int bit = 0; bit < 64; bit++) {
        rules->line[0][bit][0] = line_through(bit, 8);
        rules->line[0][bit][1] = line_through(bit, 1);
        rules->line[1][bit][0] = line_through(bit, 9);
        rules->line[1][bit][1] = line_through(bit, -7);
        rules->place[0][bit] = (uint8_t)(bit >> 3);
        rules->place[1][bit] = (uint8_t)(bit & 7);
    }
    for (int place = 0; place < 8; place++) {
        for (int set = 0; set < 256; set++) {
            rules->open[place][set] = open_squares(place, set);
            rules->runs[place][set] = run_lengths(place, set);
        }
        for (int value = 0; value <= DICE_FACES_MAX; value++)
            for (int at = 0; at < 8; at++)
                if (at != place && at - place <= value && place - at <= value)
                    rules->range[value][place] |= (uint8_t)(1 << at);
    }
}
