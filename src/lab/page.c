/* page.c: see page.h. */
#include "lab/page.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/page_look.h"

static void make_room(struct page *page, size_t more)
{
    if (page->used + more + 1 <= page->size)
        return;
    while (page->size < page->used + more + 1)
        page->size = page->size ? 2 * page->size : 64 * 1024;
    page->at = realloc(page->at, page->size);
    if (!page->at) {
        fputs("ochre: out of memory\n", stderr);
        abort();
    }
}

static void add_bytes(struct page *page, const char *bytes, size_t count)
{
    make_room(page, count);
    memcpy(page->at + page->used, bytes, count);
    page->used += count;
    page->at[page->used] = '\0';
}

void page_add(struct page *page, const char *html)
{
    add_bytes(page, html, strlen(html));
}

void page_text(struct page *page, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&': page_add(page, "&amp;"); break;
        case '<': page_add(page, "&lt;"); break;
        case '>': page_add(page, "&gt;"); break;
        case '"': page_add(page, "&quot;"); break;
        case ' ': page_add(page, text[1] == '%' ? "\u202f" : " "); break; /* a per cent sign stays with its number */
        default:
            if ((unsigned char)*text >= 0x20)
                add_bytes(page, text, 1);
        }
    }
}

void page_print(struct page *page, const char *format, ...)
{
    char text[2048];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    page_add(page, text);
}

void page_say_list(struct page *page, const char *const said[])
{
    char words[2048];
    struct ochre_text text = text_in(words, sizeof words, page->tongue);
    text_say_list(&text, said);
    page_text(page, words);
}

const char *page_word(const struct page *page, const char *english)
{
    return page->tongue ? page->tongue->say(english) : english;
}

const char *page_number(const struct page *page, char buffer[PAGE_NUMBER_SIZE], double number, int decimals, char sign)
{
    bool is_french = text_same(page->language, "fr");
    char plain[PAGE_NUMBER_SIZE];
    (void)snprintf(plain, sizeof plain, "%.*f", decimals, fabs(number));
    bool is_zero = strspn(plain, "0.") == strlen(plain);
    struct ochre_text text = text_on(buffer, PAGE_NUMBER_SIZE);
    if (!is_zero && number < 0)
        text_add(&text, "−");
    else if (!is_zero && sign == '+')
        text_char(&text, '+');
    size_t digits = strcspn(plain, ".");
    for (size_t i = 0; plain[i]; i++) {
        if (i > 0 && i < digits && (digits - i) % 3 == 0)
            text_add(&text, is_french ? "\u202f" : ",");
        text_char(&text, plain[i] == '.' && is_french ? ',' : plain[i]);
    }
    return buffer;
}

/* ---- the frame ---- */

void page_begin(struct page *page, const struct ochre_tongue *tongue, const char *language, const char *title)
{
    *page = (struct page){.tongue = tongue, .language = language};
    page_add(page, "<!doctype html>\n<html lang=\"");
    page_text(page, language);
    page_add(page, "\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>");
    page_text(page, title);
    page_add(page, "</title>\n<style>\n");
    for (const char *const *line = page_style; *line; line++)
        page_add(page, *line);
    page_add(page, "</style>\n</head>\n<body>\n");
    page_add(page, page_shapes);
    page_add(page, "<div class=\"sheet\">\n");
}

char *page_end(struct page *page, size_t *length)
{
    page_add(page, "</div>\n</body>\n</html>\n");
    *length = page->used;
    return page->at;
}

void page_header(struct page *page, const char *kicker, const char *title)
{
    page_add(page, "<header class=\"top\">\n");
    page_add(page, page_herd);
    page_add(page, "<p class=\"kicker\">");
    page_text(page, kicker);
    page_add(page, "</p>\n<h1>");
    page_text(page, title);
    page_add(page, "</h1>\n");
}

void page_facts_open(struct page *page)
{
    page_add(page, "<dl class=\"facts\">");
}

void page_fact(struct page *page, const char *name, const char *value)
{
    page_add(page, "<div><dt>");
    page_text(page, name);
    page_add(page, "</dt><dd>");
    page_text(page, value);
    page_add(page, "</dd></div>");
}

void page_facts_close(struct page *page, const char *command)
{
    page_add(page, "</dl>\n</header>\n<p class=\"again\">");
    page_say(page, "To get this page again, byte for byte, on any number of cores:");
    page_add(page, " <code>");
    page_text(page, command);
    page_add(page, "</code></p>\n");
}

void page_finds_open(struct page *page)
{
    page_add(page, "<ul class=\"finds\">\n");
}

void page_find(struct page *page, const char *big, const char *unit, const char *title, const char *words)
{
    page_add(page, "<li><div class=\"big\">");
    page_text(page, big);
    if (*unit) {
        page_add(page, text_same(unit, "%") ? "<small>" : "<small class=\"below\">");
        page_text(page, unit);
        page_add(page, "</small>");
    }
    page_add(page, "</div><div><h3>");
    page_text(page, title);
    page_add(page, "</h3><p>");
    page_text(page, words);
    page_add(page, "</p></div></li>\n");
}

void page_finds_close(struct page *page)
{
    page_add(page, "</ul>\n");
}

void page_figures_open(struct page *page)
{
    page_add(page, "<main class=\"figs\">\n");
}

void page_figure_open(struct page *page, enum page_width width, const char *title, const char *words)
{
    static const char *const class[] = {"single", "double", "wide"};
    page_print(page, "<figure class=\"%s\">\n<h2>", class[width]);
    page_text(page, title);
    page_add(page, "</h2><p class=\"say\">");
    page_text(page, words);
    page_add(page, "</p>\n");
}

void page_figure_close(struct page *page, const char *caption)
{
    page_add(page, "<figcaption>");
    page_text(page, caption);
    page_add(page, "</figcaption>\n</figure>\n");
}

void page_figures_close(struct page *page)
{
    page_add(page, "</main>\n");
}

void page_glossary(struct page *page, const char *about, const char *const *pairs)
{
    page_add(page, "<footer><div><h2>");
    page_say(page, "Words used here");
    page_add(page, "</h2><p>");
    page_say(page, about);
    page_add(page, "</p></div>\n<dl class=\"gloss\">");
    for (; pairs[0]; pairs += 2) {
        page_add(page, "<div><dt>");
        page_text(page, page_word(page, pairs[0]));
        page_add(page, "</dt><dd>");
        page_text(page, page_word(page, pairs[1]));
        page_add(page, "</dd></div>");
    }
    page_add(page, "</dl></footer>\n");
}
