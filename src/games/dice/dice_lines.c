/* dice_lines.c: the tables of lines that boards up to 8x8 are read with, computed once from the terms. */
#include "games/dice/dice_bits.h"

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
        for (uint64_t at = BIT(bit); at; at = step(at, way * by))
            line.mask |= at;
    if (by == 8)
        line.gather = UINT64_C(0x0102040810204080) >> (bit & 7);
    else if (by == 1)
        line.gather = BIT(56 - (bit & 56));
    else
        line.gather = FILE_A;
    line.there = (uint8_t)((line.mask * line.gather) >> 56);
    return line;
}

/* Bits 2 * direction and 2 * direction + 1: one step, and two. */
static void list_steps(struct dice_tables *t, unsigned can)
{
    for (unsigned i = 0; i < 8; i++)
        if (can >> i & 1)
            t->near_id[can][t->near_count[can]++] = i / 2 * t->reach + i % 2;
}

void dice_board_tables(struct dice_tables *t)
{
    for (int square = 0; square < t->squares; square++) {
        int bit = square / t->n * 8 + square % t->n;
        t->bit_of[square] = (uint8_t)bit;
        t->square_of[bit] = (uint8_t)square;
        t->first_id[bit] = (uint32_t)square * t->planes;
        t->board |= BIT(bit);
        for (int colour = 0; colour < t->colours; colour++)
            t->far[colour] |= (uint64_t)(t->crossed[square] >> colour & 1) << bit;
    }
    for (int bit = 0; bit < 64; bit++) {
        t->line[0][bit][0] = line_through(bit, 8);
        t->line[0][bit][1] = line_through(bit, 1);
        t->line[1][bit][0] = line_through(bit, 9);
        t->line[1][bit][1] = line_through(bit, -7);
        t->place[0][bit] = (uint8_t)(bit >> 3);
        t->place[1][bit] = (uint8_t)(bit & 7);
    }
    for (unsigned can = 0; can < 256; can++)
        list_steps(t, can);
    for (int place = 0; place < 8; place++) {
        for (int set = 0; set < 256; set++) {
            t->open[place][set] = open_squares(place, set);
            t->runs[place][set] = run_lengths(place, set);
        }
        for (int value = 0; value <= DICE_FACES_MAX; value++)
            for (int at = 0; at < 8; at++)
                if (at != place && at - place <= value && place - at <= value)
                    t->range[value][place] |= (uint8_t)(1 << at);
    }
}
