/* dice_list.c: the turns of the side on boards up to 8x8, listed. Nine units of ten have a value of 1 or 2: what these
 * can do is found for all of them at once, and a unit's part of it is a number of eight bits, whose list is in a table.
 * The others are followed along their lines. */
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "games/dice/dice_bits.h"

/* ---- alliances (3.6) ---- */

/* The partners of one unit: behind it where it is a pair's second, before it where it is the first. */
static inline uint64_t partners(const struct alliances *a, int bit)
{
    uint64_t self = BIT(bit);
    uint64_t behind =
        (a->north & self) >> 8 | (a->east & self) >> 1 | (a->rising & self) >> 9 | (a->falling & self) << 7;
    uint64_t before =
        (self << 8 & a->north) | (self << 1 & a->east) | (self << 9 & a->rising) | (self >> 7 & a->falling);
    return behind | before;
}

/* ---- one step and two, all units at once ---- */

/* The units that can make one step, and two, by direction: [2 * direction] and [2 * direction + 1]. */
struct near {
    uint64_t can[8];
};

static inline struct near find_near(const struct dice_tables *t, const struct dice_bits *b, uint64_t own,
                                    const struct alliances *pacts)
{
    uint64_t open = t->board & ~own;
    uint64_t empty = t->board & ~all_units(b);
    uint64_t straight = own & ~b->diagonal;
    uint64_t diagonal = own & b->diagonal;
    uint64_t strong = at_least(b, 2);
    struct near near;
#pragma GCC unroll 4
    for (int direction = 0; direction < 4; direction++) {
        int by = -steps[0][direction]; /* back from where it leads */
        int aslant = -steps[1][direction];
        uint64_t one = step(open, by);
        uint64_t one_aslant = step(open, aslant);
        uint64_t two = step(one, by) & step(empty, by);
        uint64_t two_aslant = step(one_aslant, aslant) & step(empty, aslant);
        near.can[2 * direction] = (straight & one) | (diagonal & one_aslant);
        near.can[2 * direction + 1] = strong & ((straight & two) | (diagonal & two_aslant));
    }
    /* An alliance is a step onto the partner. */
    near.can[0] |= pacts->north >> 8 | pacts->rising >> 9;
    near.can[2] |= pacts->east >> 1 | pacts->falling << 7;
    near.can[4] |= pacts->north | pacts->rising;
    near.can[6] |= pacts->east | pacts->falling;
    return near;
}

/* The bytes of eight words turned: byte i of rank[r] is byte r of word[i]. */
#ifdef __SSE2__
static inline void turn_bytes(const uint64_t word[8], uint64_t rank[8])
{
    __m128i twos[4];
    for (int i = 0; i < 4; i++)
        twos[i] =
            _mm_unpacklo_epi8(_mm_cvtsi64_si128((long long)word[2 * i]), _mm_cvtsi64_si128((long long)word[2 * i + 1]));
    __m128i low[2] = {_mm_unpacklo_epi16(twos[0], twos[1]), _mm_unpackhi_epi16(twos[0], twos[1])};
    __m128i high[2] = {_mm_unpacklo_epi16(twos[2], twos[3]), _mm_unpackhi_epi16(twos[2], twos[3])};
    for (int i = 0; i < 2; i++) {
        _mm_storeu_si128((__m128i *)(rank + 4 * i), _mm_unpacklo_epi32(low[i], high[i]));
        _mm_storeu_si128((__m128i *)(rank + 4 * i + 2), _mm_unpackhi_epi32(low[i], high[i]));
    }
}
#else
static inline void turn_bytes(const uint64_t word[8], uint64_t rank[8])
{
    static const uint64_t keep[3] = {0x00FF00FF00FF00FFu, 0x0000FFFF0000FFFFu, 0x00000000FFFFFFFFu};
    for (int i = 0; i < 8; i++)
        rank[i] = word[i];
    for (int size = 0; size < 3; size++) /* blocks of one, two and four bytes change places across the diagonal */
        for (int i = 0; i < 8; i++) {
            int j = i | 1 << size;
            if (i == j)
                continue;
            uint64_t swap = (rank[i] >> (8 << size) ^ rank[j]) & keep[size];
            rank[j] ^= swap;
            rank[i] ^= swap << (8 << size);
        }
}
#endif

/* What one unit can do: bit i is that of can[i]. */
static inline unsigned near_of(const uint64_t rank[8], int bit)
{
    uint64_t bits = rank[bit >> 3] >> (bit & 7) & FILE_A; /* one in every byte */
    return (unsigned)(bits * UINT64_C(0x0102040810204080) >> 56);
}

static inline ochre_action *put_near(const struct dice_tables *t, ochre_action *out, unsigned near, ochre_action id)
{
    put_eight(out, t->near_id[near], id);
    out += t->near_count[near];
    *out++ = id + t->planes - 1;
    return out;
}

/* ---- units that go further, or have the martyr's right ---- */

/* A capture that gives the martyr's right (3.5). */
struct right {
    ochre_action action;
    int to;
};

struct far {
    uint64_t enemies, closed, occupied;
    uint64_t martyrs;
    struct alliances pacts;
    struct right right[4 * 64];
    int rights;
};

/* The captures of a unit with the martyr's right; runs are in the order of the directions. */
static void add_rights(const struct dice_tables *t, struct far *far, int bit, bool is_diagonal, const int runs[4])
{
    for (int direction = 0; direction < 4; direction++) {
        int to = bit + steps[is_diagonal][direction] * runs[direction];
        if (runs[direction] && bits_has(far->enemies, to)) {
            unsigned plane = (unsigned)(direction * t->reach + runs[direction] - 1);
            far->right[far->rights++] = (struct right){t->first_id[bit] + plane, to};
        }
    }
}

/* Not inlined: what is rare would take the registers of what is not. */
static __attribute__((noinline)) ochre_action *put_far(const struct dice_tables *t, const struct dice_bits *b,
                                                       struct far *far, int bit, ochre_action *out)
{
    int is_diagonal = (int)(b->diagonal >> bit & 1);
    int value = value_at(b, bit);
    const struct dice_line *line = t->line[is_diagonal][bit];
    uint64_t shut = far->closed & ~partners(&far->pacts, bit); /* a partner is the first on its line: a run of one */
    int up = line_runs(t, &line[0], t->place[is_diagonal][bit], value, far->occupied, shut);
    int across = line_runs(t, &line[1], bit & 7, value, far->occupied, shut);
    const int runs[4] = {up & 15, across & 15, up >> 4, across >> 4};
    ochre_action id = t->first_id[bit];
    for (int direction = 0; direction < 4; direction++) {
        static const ochre_action nearest[8] = {0, 1, 2, 3, 4, 5, 6, 7};
        put_eight(out, nearest, id + (ochre_action)direction * t->reach);
        out += runs[direction];
    }
    *out++ = id + t->planes - 1;
    if (bits_has(far->martyrs, bit))
        add_rights(t, far, bit, is_diagonal, runs);
    return out;
}

/* The exchanges: for every enemy unit, every capture of another one that gives the right. */
static ochre_action *put_exchanges(const struct dice_tables *t, ochre_action *out, const struct far *far)
{
    for (uint64_t enemies = far->enemies; enemies; enemies &= enemies - 1) {
        int target = bits_first(enemies);
        ochre_action base = t->stage * (1 + (ochre_action)t->square_of[target]);
        for (int i = 0; i < far->rights; i++)
            if (far->right[i].to != target)
                *out++ = base + far->right[i].action;
    }
    return out;
}

/* ---- the list ---- */

int dice_board_list(const struct dice_tables *t, const struct dice_core *core, ochre_action *out)
{
    const struct dice_bits *b = &core->bits;
    ochre_action *first = out;
    uint64_t own = b->own[core->side];
    struct far far;
    far.enemies = all_units(b) ^ own;
    far.closed = own | ~t->board;
    far.occupied = far.closed | far.enemies;
    far.martyrs = martyrs_of(t, b, own);
    far.pacts = alliances(t, core);
    far.rights = 0;
    uint64_t further = at_least(b, 3) | far.martyrs;
    struct near near = find_near(t, b, own, &far.pacts);
    uint64_t rank[8];
    turn_bytes(near.can, rank);
    while (own) {
        int bit = bits_take(&own);
        if (bits_has(further, bit))
            out = put_far(t, b, &far, bit, out);
        else
            out = put_near(t, out, near_of(rank, bit), t->first_id[bit]);
    }
    if (far.rights)
        out = put_exchanges(t, out, &far);
    assert(out - first <= DICE_LIST_MAX);
    return (int)(out - first);
}
