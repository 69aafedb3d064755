/* canvas.c: see canvas.h. */
#include "base/canvas.h"

#include <string.h>

void canvas_clear(struct canvas *canvas, const struct ochre_tongue *tongue)
{
    memset(canvas, 0, sizeof *canvas);
    canvas->tongue = tongue;
}

void canvas_brush(struct canvas *canvas, enum canvas_ink ink, enum canvas_paper paper, int flags)
{
    canvas->ink = (uint8_t)ink;
    canvas->paper = (uint8_t)paper;
    canvas->flags = (uint8_t)flags;
}

/* Is this the first byte of a combining mark (U+0300 … U+036F) or of the variation selector U+FE0F? */
static bool is_mark(const char *at)
{
    const unsigned char *byte = (const unsigned char *)at;
    if (byte[0] == 0xCC)
        return true;
    if (byte[0] == 0xCD)
        return byte[1] < 0xB0;
    return byte[0] == 0xEF && byte[1] == 0xB8 && byte[2] == 0x8F;
}

/* Bytes of the first character and the marks that belong to it. */
static size_t glyph_length(const char *at)
{
    size_t length = 0;
    do {
        length++;
        while (((unsigned char)at[length] & 0xC0) == 0x80)
            length++;
    } while (is_mark(at + length));
    return length;
}

int canvas_put(struct canvas *canvas, int x, int y, const char *string)
{
    if (y < 0 || y >= CANVAS_HEIGHT)
        return x;
    while (*string) {
        size_t length = glyph_length(string);
        if (x >= 0 && x < CANVAS_WIDTH && length < sizeof canvas->cell[0][0].glyph) {
            struct canvas_cell *cell = &canvas->cell[y][x];
            memset(cell->glyph, 0, sizeof cell->glyph);
            memcpy(cell->glyph, string, length);
            cell->ink = canvas->ink;
            cell->paper = canvas->paper;
            cell->flags = canvas->flags;
        }
        string += length;
        x++;
    }
    if (y >= canvas->height)
        canvas->height = y + 1;
    return x;
}

void canvas_band(struct canvas *canvas, int y, enum canvas_rank rank)
{
    int count = canvas->band_count;
    if (count > 0 && canvas->band[count - 1].top == y)
        count--;
    if (count == CANVAS_BANDS)
        return;
    canvas->band[count] = (struct canvas_band){y, rank};
    canvas->band_count = count + 1;
}

static bool is_blank_row(const struct canvas *canvas, int y)
{
    for (int x = 0; x < CANVAS_WIDTH; x++)
        if (canvas->cell[y][x].glyph[0] && !text_same(canvas->cell[y][x].glyph, " "))
            return false;
    return true;
}

bool canvas_band_rows(const struct canvas *canvas, int band, int *first, int *count)
{
    int top = canvas->band_count ? canvas->band[band].top : 0;
    int end = band + 1 < canvas->band_count ? canvas->band[band + 1].top : canvas->height;
    while (top < end && is_blank_row(canvas, top))
        top++;
    while (end > top && is_blank_row(canvas, end - 1))
        end--;
    *first = top;
    *count = end - top;
    return end > top;
}

int canvas_say(struct canvas *canvas, int x, int y, const char *english)
{
    return canvas_put(canvas, x, y, canvas->tongue ? canvas->tongue->say(english) : english);
}

int canvas_columns(const char *string)
{
    int columns = 0;
    for (; *string; string += glyph_length(string))
        columns++;
    return columns;
}

void canvas_row(const struct canvas *canvas, int y, struct ochre_text *text)
{
    int end = CANVAS_WIDTH;
    while (end > 0 && (canvas->cell[y][end - 1].glyph[0] == '\0' || text_same(canvas->cell[y][end - 1].glyph, " ")))
        end--;
    for (int x = 0; x < end; x++)
        text_add(text, canvas->cell[y][x].glyph[0] ? canvas->cell[y][x].glyph : " ");
}
