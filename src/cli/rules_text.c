/* rules_text.c: see rules_text.h. Understands as much Markdown as our documents use: headings, paragraphs, lists,
 * tables, indented or fenced blocks, bold, code and links. */
#include "cli/rules_text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/plain.h"
#include "cli/rules_find.h"
#include "cli/screen.h"
#include "cli/tongue.h"

const char *rules_text(const char *game)
{
    return rules_find(game, tongue_code());
}

/* Bold and code within a line; blanks inside code are kept together by the filling only at line ends. */
static void soften(const char *line, struct ochre_text *text)
{
    bool has_colour = screen_has_colour();
    bool is_bold = false;
    bool is_code = false;
    bool is_leaning = false;
    for (const char *at = line; *at; at++) {
        if (!is_code && at[0] == '*' && at[1] == '*') {
            is_bold = !is_bold;
            text_add(text, !has_colour ? "" : is_bold ? "\033[1m" : "\033[22m");
            at++;
        } else if (!is_code && *at == '*' && (is_leaning || (at[1] != ' ' && strchr(at + 1, '*')))) {
            is_leaning = !is_leaning;
            text_add(text, !has_colour ? "" : is_leaning ? "\033[3m" : "\033[23m");
        } else if (*at == '`') {
            is_code = !is_code;
            text_add(text, !has_colour ? "" : is_code ? "\033[36m" : "\033[39m");
        } else if (*at == '\\' && at[1] == '|') {
            text_char(text, *++at);
        } else {
            text_char(text, *at);
        }
    }
}

struct page {
    FILE *out;
    char *paragraph; /* gathered lines */
    struct ochre_text text;
    int indent, hang;
    bool is_fenced;
};

static void end_paragraph(struct page *page)
{
    if (page->text.used == 0)
        return;
    static char soft[32768];
    struct ochre_text text = text_on(soft, sizeof soft);
    soften(page->paragraph, &text);
    screen_item(page->out, soft, page->indent, page->hang);
    page->text = text_on(page->paragraph, page->text.size);
}

static void print_heading(struct page *page, const char *line)
{
    end_paragraph(page);
    screen_style(page->out, 'b');
    fputs(line + strspn(line, "# "), page->out);
    screen_plain(page->out);
    putc('\n', page->out);
}

/* A list item begins: its text hangs behind the bullet. */
static const char *begin_item(struct page *page, const char *line)
{
    const char *at = line + strspn(line, " ");
    size_t digits = strspn(at, "0123456789");
    bool is_bullet = (at[0] == '-' || at[0] == '*') && at[1] == ' ';
    bool is_number = digits > 0 && digits < 4 && at[digits] == '.' && at[digits + 1] == ' ';
    if (!is_bullet && !is_number)
        return NULL;
    end_paragraph(page);
    page->indent = (int)(at - line) + 2;
    page->hang = page->indent + (is_bullet ? 2 : (int)digits + 2);
    return at;
}

/* A row of a table as an item: its cells one behind the other. The line under the head says nothing. */
static void print_row(struct page *page, const char *line)
{
    static char cells[8192];
    struct ochre_text text = text_on(cells, sizeof cells);
    end_paragraph(page);
    if (line[strspn(line, "|-: ")] == '\0')
        return;
    for (const char *at = line + 1; *at;) {
        const char *end = at;
        while (*end && (*end != '|' || end[-1] == '\\'))
            end++;
        at += strspn(at, " ");
        size_t length = end > at ? (size_t)(end - at) : 0;
        while (length > 0 && at[length - 1] == ' ')
            length--;
        if (length > 0) {
            text_add(&text, text.used ? " – " : "");
            text_add_bytes(&text, at, length);
        }
        at = end + (*end == '|');
    }
    text_add(&page->text, cells);
    page->indent = 2;
    page->hang = 6;
    end_paragraph(page);
    page->indent = page->hang = 0;
}

static void take_line(struct page *page, const char *line)
{
    if (strncmp(line, "```", 3) == 0) {
        end_paragraph(page);
        page->is_fenced = !page->is_fenced;
        return;
    }
    if (line[0] == '|' && !page->is_fenced) {
        print_row(page, line);
        return;
    }
    if (page->is_fenced || (strncmp(line, "    ", 4) == 0 && page->text.used == 0)) {
        static char soft[8192];
        struct ochre_text text = text_on(soft, sizeof soft);
        end_paragraph(page);
        soften(line, &text);
        fprintf(page->out, "%s%s\n", page->is_fenced ? "    " : "", page->is_fenced ? line : soft);
        return;
    }
    if (line[0] == '#') {
        print_heading(page, line);
        return;
    }
    if (line[strspn(line, " ")] == '\0') {
        end_paragraph(page);
        page->indent = page->hang = 0;
        putc('\n', page->out);
        return;
    }
    const char *item = begin_item(page, line);
    if (!item && page->text.used)
        text_char(&page->text, ' ');
    text_add(&page->text, item ? item : line + strspn(line, " "));
}

void rules_text_print(FILE *out, const char *markdown)
{
    enum { PARAGRAPH_SIZE = 16384 };
    struct page page = {.out = out, .paragraph = malloc(PARAGRAPH_SIZE)};
    if (!page.paragraph)
        abort();
    page.text = text_on(page.paragraph, PARAGRAPH_SIZE);
    while (*markdown) {
        size_t length = strcspn(markdown, "\n");
        char *line = strndup(markdown, length);
        if (!line)
            abort();
        take_line(&page, line);
        free(line);
        markdown += length + (markdown[length] == '\n');
    }
    end_paragraph(&page);
    free(page.paragraph);
}

/* A pager that keeps our colours; NULL: none is wanted or there is none. */
static FILE *open_pager(void)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || plain_has_begun())
        return NULL;
    const char *pager = getenv("PAGER");
    if (pager && (*pager == '\0' || strcmp(pager, "cat") == 0))
        return NULL;
    setenv("LESS", "FRX", 0);
    if (!pager && access("/usr/bin/less", X_OK) != 0)
        return NULL;
    fflush(stdout);
    return popen(pager ? pager : "less", "w");
}

bool rules_text_page(const char *document)
{
    FILE *pager = open_pager();
    if (!pager)
        return false;
    rules_text_print(pager, document);
    pclose(pager);
    return true;
}

bool rules_text_show(const char *game)
{
    const char *document = rules_text(game);
    if (!document)
        return false;
    if (!rules_text_page(document))
        rules_text_print(stdout, document);
    return true;
}
