/* dice_plain.c: a second reading of the rules for the tests, square by square, sharing no code with the game's
 * generators. */
#include "dice_bench.h"

#include <string.h>

void plain_of(struct plain *plain, const struct dice_tables *rules, const struct dice_core *core)
{
    *plain = (struct plain){.n = rules->n,
                            .colours = rules->colours,
                            .mode = rules->mode,
                            .faces = rules->faces,
                            .martyr = rules->martyr,
                            .side = core->side,
                            .ally = rules->ally,
                            .chain = rules->chain};
    for (int square = 0; square < rules->squares; square++) {
        dice_unit unit = dice_unit_at(rules, core, square);
        plain->owner[square] = unit >> 6;
        plain->value[square] = unit & 15;
        plain->diagonal[square] = unit & 16;
        plain->is_ally[square] = unit & 32;
    }
}

/* Rule 3.7, read from its table. */
static bool is_beyond(const struct plain *p, int owner, int square)
{
    int h = (p->n + 1) / 2;
    int file = square % p->n + 1;
    int rank = square / p->n + 1;
    bool north = rank > h;
    bool south = rank <= p->n - h;
    bool east = file > h;
    bool west = file <= p->n - h;
    if (p->mode == MODE_TWO)
        return owner == 0 ? north : south;
    if (p->mode == MODE_TEAMS)
        return owner == 0 ? (north && west) || (south && east) : (north && east) || (south && west);
    switch (owner) {
    case 0: return north || east;
    case 1: return south || east;
    case 2: return south || west;
    default: return north || west;
    }
}

static bool may_ally(const struct plain *p, int a, int b)
{
    return p->ally && (p->chain || (!p->is_ally[a] && !p->is_ally[b])) && p->value[a] == p->value[b] &&
           p->value[a] < p->faces && p->diagonal[a] == p->diagonal[b] && is_beyond(p, p->owner[a], a) &&
           is_beyond(p, p->owner[b], b);
}

static bool is_over(const struct plain *p)
{
    int first = -1;
    for (int square = 0; square < p->n * p->n; square++)
        if (p->value[square]) {
            if (first >= 0 && p->owner[square] != first)
                return false;
            first = p->owner[square];
        }
    return true;
}

/* One turn by its squares; to = from is a rotation, target -1 no exchange. */
struct turn {
    int from, to, target;
};

static int turns_of(const struct plain *p, struct turn *out, int max)
{
    int count = 0;
    int squares = p->n * p->n;
    if (is_over(p))
        return 0;
#define EMIT(f, t, x)                                                                                                  \
    do {                                                                                                               \
        assert_true(count < max);                                                                                      \
        out[count++] = (struct turn){(f), (t), (x)};                                                                   \
    } while (0)
    for (int a = 0; a < squares; a++) {
        if (!p->value[a] || p->owner[a] != p->side)
            continue;
        EMIT(a, a, -1);
        for (int dx = -1; dx <= 1; dx++)
            for (int dy = -1; dy <= 1; dy++) {
                if ((dx == 0 && dy == 0) || (dx != 0 && dy != 0) != p->diagonal[a])
                    continue;
                for (int k = 1; k <= p->value[a]; k++) {
                    int x = a % p->n + dx * k;
                    int y = a / p->n + dy * k;
                    if (x < 0 || y < 0 || x >= p->n || y >= p->n)
                        break;
                    int b = y * p->n + x;
                    if (!p->value[b]) {
                        EMIT(a, b, -1);
                        continue;
                    }
                    if (p->owner[b] == p->side) {
                        if (k == 1 && may_ally(p, a, b))
                            EMIT(a, b, -1);
                        break;
                    }
                    EMIT(a, b, -1);
                    if (p->martyr != MARTYR_OFF && !p->is_ally[a] && p->value[a] == p->faces - 1)
                        for (int t = 0; t < squares; t++)
                            if (t != b && p->value[t] && p->owner[t] != p->side)
                                EMIT(a, b, t);
                    break;
                }
            }
    }
#undef EMIT
    return count;
}

static void play(struct plain *p, struct turn turn)
{
    int a = turn.from;
    int b = turn.to;
    if (a == b) {
        p->diagonal[a] = !p->diagonal[a];
    } else {
        int value = p->value[a];
        bool is_ally = p->is_ally[a];
        if (p->value[b] && p->owner[b] == p->side) {
            value *= 2;
            is_ally = true;
        } else if (p->value[b]) {
            value++;
        }
        p->value[b] = value < p->faces ? value : p->faces;
        p->owner[b] = p->side;
        p->diagonal[b] = p->diagonal[a];
        p->is_ally[b] = is_ally;
        p->value[a] = 0;
    }
    if (turn.target >= 0 && p->martyr == MARTYR_REMOVE)
        p->value[b] = p->value[turn.target] = 0;
    if (turn.target >= 0 && p->martyr == MARTYR_SWAP) {
        p->owner[b] = p->owner[turn.target];
        p->owner[turn.target] = p->side;
    }
    bool alive[4] = {false};
    int living = 0;
    for (int square = 0; square < p->n * p->n; square++)
        if (p->value[square]) {
            living += !alive[p->owner[square]];
            alive[p->owner[square]] = true;
        }
    do
        p->side = (p->side + 1) % p->colours;
    while (living >= 2 && !alive[p->side]);
}

static int name(const struct plain *p, int square, char *out)
{
    int rank = square / p->n + 1;
    int length = 0;
    out[length++] = (char)('a' + square % p->n);
    if (rank >= 10)
        out[length++] = '1';
    out[length++] = (char)('0' + rank % 10);
    return length;
}

/* The turn in notation. */
static void write_turn(const struct plain *p, struct turn turn, char text[16])
{
    char *at = text;
    at += name(p, turn.from, at);
    if (turn.to == turn.from) {
        *at++ = 'r';
    } else {
        if (p->value[turn.to] && p->owner[turn.to] == p->side)
            *at++ = '+';
        at += name(p, turn.to, at);
    }
    if (turn.target >= 0) {
        *at++ = '=';
        at += name(p, turn.target, at);
    }
    *at = '\0';
}

static struct turn turns[12 * 1024];

int plain_moves(const struct plain *plain, char (*texts)[16], int max)
{
    int count = turns_of(plain, turns, max < 12 * 1024 ? max : 12 * 1024);
    for (int i = 0; i < count; i++)
        write_turn(plain, turns[i], texts[i]);
    return count;
}

bool plain_play(struct plain *plain, const char *move)
{
    int count = turns_of(plain, turns, 12 * 1024);
    for (int i = 0; i < count; i++) {
        char text[16];
        write_turn(plain, turns[i], text);
        if (strcmp(text, move) == 0) {
            play(plain, turns[i]);
            return true;
        }
    }
    return false;
}

bool plain_equal(const struct plain *a, const struct plain *b)
{
    if (a->side != b->side)
        return false;
    for (int square = 0; square < a->n * a->n; square++) {
        if (a->value[square] != b->value[square])
            return false;
        if (a->value[square] && (a->owner[square] != b->owner[square] || a->diagonal[square] != b->diagonal[square] ||
                                 a->is_ally[square] != b->is_ally[square]))
            return false;
    }
    return true;
}

uint64_t plain_perft(const struct plain *plain, int depth)
{
    struct turn list[2048];
    if (depth == 0)
        return 1;
    int count = turns_of(plain, list, 2048);
    uint64_t nodes = 0;
    for (int i = 0; i < count; i++) {
        struct plain next = *plain;
        play(&next, list[i]);
        nodes += plain_perft(&next, depth - 1);
    }
    return nodes;
}
