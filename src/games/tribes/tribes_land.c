/* tribes_land.c: the region of 48 cells (1.3), their names, and what lies and stands on them. */
#include <assert.h>

#include "games/tribes/tribes.h"

/* 1.3: the region row by row; its rows begin at these columns and indices. */
static const uint8_t row_column[8] = {3, 2, 1, 0, 0, 0, 0, 0};
static const uint8_t row_index[9] = {0, 5, 11, 18, 26, 33, 39, 44, 48};

int tribes_cell_at(int column, int row)
{
    if (row < 0 || row > 7)
        return -1;
    int place = column - row_column[row];
    return place >= 0 && place < row_index[row + 1] - row_index[row] ? row_index[row] + place : -1;
}

const char *tribes_cell_name(int cell)
{
    /* clang-format off */
    static const char names[TRIBES_CELLS][3] = {
        "d1", "e1", "f1", "g1", "h1",
        "c2", "d2", "e2", "f2", "g2", "h2",
        "b3", "c3", "d3", "e3", "f3", "g3", "h3",
        "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4",
        "a5", "b5", "c5", "d5", "e5", "f5", "g5",
        "a6", "b6", "c6", "d6", "e6", "f6",
        "a7", "b7", "c7", "d7", "e7",
        "a8", "b8", "c8", "d8",
    };
    /* clang-format on */
    assert(cell >= 0 && cell < TRIBES_CELLS);
    return names[cell];
}

bool tribes_read_cell_name(const char **at, int *cell)
{
    const char *name = *at;
    if (name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8')
        return false;
    *cell = tribes_cell_at(name[0] - 'a', name[1] - '1');
    *at += 2;
    return true;
}

/* The tables of tribes_ways; the neighbours are known. */
static void compile_ways(struct tribes_tables *t)
{
    static const uint8_t bit[TRIBES_DIRECTIONS] = {4, 1, 0, 2, 5, 6};
    enum { NE = 1, NW = 2, SW = 4, SE = 5 };
    for (int cell = 0; cell < TRIBES_CELLS; cell++) {
        const uint8_t *to = t->neighbour[cell];
        for (int d = 0; d < TRIBES_DIRECTIONS; d++)
            if (to[d] != TRIBES_NO_CELL)
                t->ways[cell] |= (uint8_t)(1 << bit[d]);
        if (to[NE] != TRIBES_NO_CELL || to[NW] != TRIBES_NO_CELL)
            t->above[cell] = to[NE] != TRIBES_NO_CELL ? to[NE] : (uint8_t)(to[NW] + 1);
        if (to[SE] != TRIBES_NO_CELL || to[SW] != TRIBES_NO_CELL)
            t->below[cell] = to[SE] != TRIBES_NO_CELL ? to[SE] : (uint8_t)(to[SW] + 1);
    }
    for (unsigned ways = 0; ways < 128; ways++)
        for (unsigned d = 0; d < TRIBES_DIRECTIONS; d++)
            if (ways >> bit[d] & 1)
                t->way_id[ways][t->way_count[ways]++] = d;
}

/* 1.3: E, NE, NW, W, SW, SE. */
void tribes_compile_land(struct tribes_tables *t)
{
    static const int8_t direction[TRIBES_DIRECTIONS][2] = {{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}};
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) {
            int cell = tribes_cell_at(column, row);
            for (int d = 0; cell >= 0 && d < TRIBES_DIRECTIONS; d++) {
                int to = tribes_cell_at(column + direction[d][0], row + direction[d][1]);
                t->neighbour[cell][d] = (uint8_t)(to < 0 ? TRIBES_NO_CELL : to);
                if (to >= 0)
                    t->around[cell] |= BIT(to);
            }
        }
    compile_ways(t);
}

uint64_t tribes_around(const struct tribes_tables *t, uint64_t cells)
{
    uint64_t around = 0;
    while (cells)
        around |= t->around[bits_take(&cells)];
    return around;
}

uint64_t tribes_connected(const struct tribes_tables *t, uint64_t ground)
{
    uint64_t reached = ground & BIT(TRIBES_D4);
    for (uint64_t fresh = reached; fresh; reached |= fresh)
        fresh = tribes_around(t, fresh) & ground & ~reached;
    return reached;
}

void tribes_put_land(const struct tribes_tables *t, struct tribes_seat *p, int resource, int cell)
{
    assert(!bits_has(p->ground, cell));
    p->land[resource] |= BIT(cell);
    p->ground |= BIT(cell);
    p->border = (p->border | t->around[cell]) & ~p->ground;
}

int tribes_resource_on(const struct tribes_seat *p, int cell)
{
    int resource = 0;
    assert(bits_has(p->ground, cell));
    while (!bits_has(p->land[resource], cell))
        resource++;
    return resource;
}

void tribes_put_member(struct tribes_seat *p, int cell)
{
    assert(bits_has(p->ground, cell));
    p->members[cell]++;
    p->inhabited |= BIT(cell);
}

void tribes_remove_member(struct tribes_seat *p, int cell)
{
    assert(p->members[cell] > 0);
    if (--p->members[cell] == 0)
        p->inhabited &= ~BIT(cell);
}

/* 4.2: the six layouts, in lexicographic order. */
void tribes_layouts(const struct tribes_seat *p, uint8_t layout[6][3])
{
    uint8_t kind[3] = {0};
    int kinds = 0;
    for (int resource = 0; resource < TRIBES_RESOURCES && kinds < 3; resource++)
        if (p->land[resource])
            kind[kinds++] = (uint8_t)resource;
    for (int rank = 0; rank < 6; rank++) {
        int first = rank / 2;
        int second = first == 0 ? 1 : 0;
        int third = first == 2 ? 1 : 2;
        layout[rank][0] = kind[first];
        layout[rank][1] = kind[rank % 2 ? third : second];
        layout[rank][2] = kind[rank % 2 ? second : third];
    }
}
