/* page.h: a report as one HTML file that needs nothing else: a text that grows, words in the reader's language, the
 * look (light, dark, print) and the frame of a report. No scripts, no network. Knows no figures: plot.h draws. */
#ifndef OCHRE_LAB_PAGE_H
#define OCHRE_LAB_PAGE_H

#include "base/text.h"

struct page {
    char *at;
    size_t used, size;
    const struct ochre_tongue *tongue;
    const char *language; /* "en" */
};

/* Begins a page; page_end closes it and hands over the text, to be freed. */
void page_begin(struct page *page, const struct ochre_tongue *tongue, const char *language, const char *title);
char *page_end(struct page *page, size_t *length);

void page_add(struct page *page, const char *html);  /* as it is */
void page_text(struct page *page, const char *text); /* escaped */
__attribute__((format(printf, 2, 3))) void page_print(struct page *page, const char *format, ...);

/* A sentence in the reader's language, escaped: page_say(page, "{0} games", …). */
void page_say_list(struct page *page, const char *const said[]);
#define page_say(page, ...) page_say_list((page), (const char *const[]){__VA_ARGS__, NULL})

/* The same between two pieces of markup. */
#define page_line(page, open, close, ...)                                                                              \
    (page_add((page), (open)), page_say((page), __VA_ARGS__), page_add((page), (close)))

/* A word in the reader's language. */
const char *page_word(const struct page *page, const char *english);

/* A number as the language writes it (1,234.5; 1 234,5), with a sign when `sign` is '+'. */
enum { PAGE_NUMBER_SIZE = 40 };
const char *page_number(const struct page *page, char buffer[PAGE_NUMBER_SIZE], double number, int decimals, char sign);
#define FIGURE(page, number, decimals) page_number((page), (char[PAGE_NUMBER_SIZE]){0}, (number), (decimals), ' ')
#define SIGNED(page, number, decimals) page_number((page), (char[PAGE_NUMBER_SIZE]){0}, (number), (decimals), '+')

/* The head of the report: a line above the title, the title; then facts between page_facts_open and _close. */
void page_header(struct page *page, const char *kicker, const char *title);
void page_facts_open(struct page *page);
void page_fact(struct page *page, const char *name, const char *value);
/* Also says how to get the page again; ends the head. */
void page_facts_close(struct page *page, const char *command);

/* What stands out, in big figures; page_finds_open and _close around them. */
void page_finds_open(struct page *page);
void page_find(struct page *page, const char *big, const char *unit, const char *title, const char *words);
void page_finds_close(struct page *page);

/* Cards with plots, between page_figures_open and _close: one of three columns wide, two, or all. */
enum page_width { PAGE_SINGLE, PAGE_DOUBLE, PAGE_WIDE };
void page_figures_open(struct page *page);
void page_figure_open(struct page *page, enum page_width width, const char *title, const char *words);
void page_figure_close(struct page *page, const char *caption);
void page_figures_close(struct page *page);

/* Words used in the report, below a sentence about where its figures come from; pairs of word and meaning, NULL after
 * the last. */
void page_glossary(struct page *page, const char *about, const char *const *pairs);
#define PAGE_ABOUT_BOTS                                                                                                \
    N_("All figures of this page are in the JSON that --json prints. They describe computer players; people talk, "    \
       "hope and get tired.")

#endif
