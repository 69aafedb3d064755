/* screen.c: see screen.h. */
#include "cli/screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

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

int screen_width(const char *text)
{
    return canvas_columns(text);
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
    print_blanks(out, left_width - screen_width(left) + 2);
    fill_from(out, right, indent + left_width + 2, indent + left_width + 2);
}
