/* screen.c: see screen.h. */
#include "cli/screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/plain.h"

enum { USUAL_COLUMNS = 80, USUAL_ROWS = 24, WIDEST = 100 };

static bool has_colour;

static bool ask_size(struct winsize *size)
{
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, size) == 0 && size->ws_col > 0 && size->ws_row > 0;
}

int screen_columns(void)
{
    struct winsize size;
    return ask_size(&size) ? size.ws_col : USUAL_COLUMNS;
}

int screen_rows(void)
{
    struct winsize size;
    return ask_size(&size) ? size.ws_row : USUAL_ROWS;
}

void screen_choose_colour(const char *wish)
{
    const char *no_colour = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    bool is_able = isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0;
    if (wish && strcmp(wish, "always") == 0)
        has_colour = true;
    else if (wish && strcmp(wish, "never") == 0)
        has_colour = false;
    else
        has_colour = is_able && !(no_colour && *no_colour);
}

bool screen_has_colour(void)
{
    return has_colour;
}

/* Without the colour codes in it. */
int screen_width(const char *text)
{
    int width = canvas_columns(text) + plain_growth(text);
    for (const char *at = strstr(text, "\033["); at; at = strstr(at, "\033[")) {
        const char *end = strchr(at, 'm');
        if (!end)
            break;
        width -= (int)(end - at) + 1;
        at = end;
    }
    return width;
}

static void print_blanks(FILE *out, int count)
{
    for (int i = 0; i < count; i++)
        putc(' ', out);
}

/* Fills words into lines from column `at`; the first line has begun already. */
static void fill_from(FILE *out, const char *text, int at, int indent)
{
    int columns = screen_columns();
    int limit = columns < WIDEST ? columns : WIDEST;
    bool is_first = true;
    while (*text) {
        text += strspn(text, " \n");
        size_t length = strcspn(text, " \n");
        if (length == 0)
            break;
        char word[256];
        struct ochre_text copy = text_on(word, sizeof word);
        text_add_bytes(&copy, text, length);
        int width = screen_width(word);
        if (!is_first && at + 1 + width > limit) {
            putc('\n', out);
            print_blanks(out, indent);
            at = indent;
        } else if (!is_first) {
            putc(' ', out);
            at++;
        }
        fputs(word, out);
        at += width;
        text += length;
        is_first = false;
    }
    putc('\n', out);
}

void screen_fill(FILE *out, const char *text, int indent)
{
    print_blanks(out, indent);
    fill_from(out, text, indent, indent);
}

void screen_item(FILE *out, const char *text, int indent, int hang)
{
    print_blanks(out, indent);
    fill_from(out, text, indent, hang);
}

void screen_behind(FILE *out, const char *prefix, const char *text)
{
    int column = screen_width(prefix);
    fputs(prefix, out);
    fill_from(out, text, column, column);
}

void screen_paragraphs(FILE *out, const char *text, int indent)
{
    while (*text) {
        const char *end = strstr(text, "\n\n");
        size_t length = end ? (size_t)(end - text) : strlen(text);
        char *paragraph = strndup(text, length);
        if (!paragraph)
            abort();
        screen_fill(out, paragraph, indent);
        free(paragraph);
        text += length;
        if (end) {
            putc('\n', out);
            text += strspn(text, "\n");
        }
    }
}

void screen_entry(FILE *out, const char *left, const char *right, int indent, int left_width)
{
    print_blanks(out, indent);
    fputs(left, out);
    if (screen_width(left) > left_width) { /* too wide: the right side begins on the next line */
        putc('\n', out);
        print_blanks(out, indent + left_width + 2);
    } else {
        print_blanks(out, left_width - screen_width(left) + 2);
    }
    fill_from(out, right, indent + left_width + 2, indent + left_width + 2);
}

/* Colours as SGR parameters: with 256 colours mid tones that can be read on light and dark, else the basic ones. */
static const char *const inks_rich[INK_COUNT] = {
    [INK_SEAT_1] = "38;5;172",  [INK_SEAT_2] = "38;5;67", [INK_SEAT_3] = "38;5;132", [INK_SEAT_4] = "38;5;71",
    [INK_RED] = "38;5;160",     [INK_GREEN] = "38;5;71",  [INK_YELLOW] = "38;5;178", [INK_BLUE] = "38;5;67",
    [INK_MAGENTA] = "38;5;132", [INK_CYAN] = "38;5;37",   [INK_WHITE] = "38;5;252",  [INK_GREY] = "38;5;245",
    [INK_BROWN] = "38;5;130",   [INK_DIM] = "2",
};
static const char *const inks_basic[INK_COUNT] = {
    [INK_SEAT_1] = "33", [INK_SEAT_2] = "36", [INK_SEAT_3] = "35", [INK_SEAT_4] = "32",  [INK_RED] = "31",
    [INK_GREEN] = "32",  [INK_YELLOW] = "33", [INK_BLUE] = "34",   [INK_MAGENTA] = "35", [INK_CYAN] = "36",
    [INK_WHITE] = "1",   [INK_GREY] = "2",    [INK_BROWN] = "33",  [INK_DIM] = "2",
};
static const char *const papers_rich[PAPER_COUNT] = {
    [PAPER_LIGHT] = "48;5;238", [PAPER_DARK] = "48;5;235", [PAPER_MARK] = "48;5;58"};
static const char *const papers_basic[PAPER_COUNT] = {[PAPER_MARK] = "7"};

static bool is_rich(void)
{
    const char *term = getenv("TERM");
    return getenv("COLORTERM") || (term && strstr(term, "256color"));
}

static void print_look(FILE *out, const struct canvas_cell *cell)
{
    const char *ink = (is_rich() ? inks_rich : inks_basic)[cell->ink];
    const char *paper = (is_rich() ? papers_rich : papers_basic)[cell->paper];
    if (!ink && paper && is_rich())
        ink = inks_rich[INK_WHITE]; /* our papers are dark, whatever the terminal's own ink is */
    fputs("\033[0", out);
    if (cell->flags & CANVAS_BOLD)
        fputs(";1", out);
    if (ink)
        fprintf(out, ";%s", ink);
    if (paper)
        fprintf(out, ";%s", paper);
    putc('m', out);
}

static int last_used(const struct canvas *canvas, int y)
{
    int last = CANVAS_WIDTH - 1;
    while (last >= 0 && (canvas->cell[y][last].glyph[0] == '\0' || canvas->cell[y][last].glyph[0] == ' ') &&
           canvas->cell[y][last].paper == PAPER_PLAIN)
        last--;
    return last;
}

/* A character of a cell: of a plain terminal the first of those that stand for it, so that columns stay columns. */
static void print_glyph(FILE *out, const char *glyph)
{
    size_t length;
    if (glyph[0] == '\0')
        putc(' ', out);
    else if (plain_has_begun() && (unsigned char)glyph[0] >= 0x80)
        putc(*plain_letter(glyph, &length), out);
    else
        fputs(glyph, out);
}

static void print_row(FILE *out, const struct canvas *canvas, int y)
{
    const struct canvas_cell *before = NULL;
    int last = last_used(canvas, y);
    for (int x = 0; x <= last; x++) {
        const struct canvas_cell *cell = &canvas->cell[y][x];
        if (!before || cell->ink != before->ink || cell->paper != before->paper || cell->flags != before->flags)
            print_look(out, cell);
        print_glyph(out, cell->glyph);
        before = cell;
    }
    fputs(before ? "\033[0m\n" : "\n", out);
}

static void print_plain_row(FILE *out, const struct canvas *canvas, int y)
{
    int last = CANVAS_WIDTH - 1;
    while (last >= 0 && (canvas->cell[y][last].glyph[0] == '\0' || text_same(canvas->cell[y][last].glyph, " ")))
        last--;
    for (int x = 0; x <= last; x++)
        print_glyph(out, canvas->cell[y][x].glyph);
    putc('\n', out);
}

void screen_canvas(FILE *out, const struct canvas *canvas)
{
    screen_canvas_rows(out, canvas, 0, canvas->height);
}

void screen_canvas_rows(FILE *out, const struct canvas *canvas, int first, int count)
{
    for (int y = first; y < first + count; y++) {
        if (has_colour) {
            print_row(out, canvas, y);
            continue;
        }
        print_plain_row(out, canvas, y);
    }
}

void screen_style(FILE *out, char style)
{
    static const char styles[] = "bdryc";
    static const char *const codes[] = {"1", "2", "31", "33", "36"};
    const char *found = strchr(styles, style);
    if (has_colour && found)
        fprintf(out, "\033[%sm", codes[found - styles]);
}

void screen_plain(FILE *out)
{
    if (has_colour)
        fputs("\033[0m", out);
}

void screen_clear(bool all)
{
    fputs(all ? "\033[H\033[2J\033[3J" : "\033[H\033[2J", stdout);
}

/* Digits of a number. */
static int digits_of(int number)
{
    int digits = 1;
    while (number >= 10) {
        number /= 10;
        digits++;
    }
    return digits;
}

int screen_columns_of(FILE *out, const char *const *words, int first, int count, int rows)
{
    int digits = digits_of(count);
    int widest = 0;
    for (int i = first; i < count; i++) {
        int width = screen_width(words[i]);
        widest = width > widest ? width : widest;
    }
    int cell = digits + 1 + widest + 3;
    int columns = (screen_columns() - 2 + 3) / cell;
    columns = columns < 1 ? 1 : columns;
    int left = count - first;
    int most = rows > 0 && rows * columns < left ? rows * columns : left;
    int high = (most + columns - 1) / columns;
    for (int row = 0; row < high; row++) {
        fputs("  ", out);
        for (int i = row; i < most; i += high) { /* down, then across: neighbours stay together */
            screen_style(out, 'd');
            fprintf(out, "%*d ", digits, first + i + 1);
            screen_plain(out);
            fputs(words[first + i], out);
            if (i + high < most)
                print_blanks(out, widest - screen_width(words[first + i]) + 3);
        }
        putc('\n', out);
    }
    return most;
}
