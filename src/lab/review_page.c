/* review_page.c: a review as a page: the course of everybody's prospects, what they are made of, and the decisions that
 * cost most. */
#include <math.h>

#include "lab/plot.h"
#include "lab/review.h"
#include "rules/think.h"

enum { WORST_MAX = 5, CURVE_WIDTH = 1140, CURVE_HEIGHT = 300, LEFT = 44, BOTTOM = 28 };

static const char *seat_word(const struct page *page, const struct review *review, int seat)
{
    return page_word(page, table_seat_name(review->table, seat));
}

static double curve_x(const struct review *review, int i)
{
    return LEFT + (double)(CURVE_WIDTH - LEFT - 8) * (i + 1) / (review->count ? review->count : 1);
}

static double curve_y(double payoff)
{
    return 10 + (CURVE_HEIGHT - BOTTOM - 10) * (1 - payoff);
}

/* Form tells what colour tells: a ring for a mistake, a disc for a blunder, a diamond for luck. */
static void put_mark(struct page *page, const struct review *review, int i)
{
    const struct review_step *step = &review->step[i];
    double mistake = (double)table_setup(review->table)->game->think->mistake;
    double x = curve_x(review, i);
    if (step->grade >= GRADE_MISTAKE) {
        double y = curve_y((double)step->after[step->seat]);
        page_print(page,
                   "<circle class=\"s%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"6\" stroke=\"currentColor\" "
                   "stroke-width=\"2.5\" fill=\"%s\"><title>",
                   step->seat + 1, x, y, step->grade == GRADE_BLUNDER ? "currentColor" : "var(--card)");
        page_print(page, "%d. ", step->number);
        page_text(page, step->words);
        page_add(page, "</title></circle>");
    }
    for (int s = 0; s < table_setup(review->table)->seats && step->seat == OCHRE_CHANCE; s++)
        if (fabs((double)step->luck[s]) >= mistake) {
            double y = curve_y((double)step->after[s]);
            page_print(page, "<path class=\"s%d\" fill=\"currentColor\" d=\"M%.1f %.1fl6 6-6 6-6-6z\"><title>", s + 1,
                       x, y - 6);
            page_print(page, "%d. ", step->number);
            page_text(page, step->words);
            page_add(page, "</title></path>");
        }
}

static void put_line(struct page *page, const struct review *review, int seat)
{
    page_print(page,
               "<path class=\"s%d\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.5\" "
               "stroke-linejoin=\"round\" d=\"M%d %.1f",
               seat + 1, LEFT, curve_y(review->seat[seat].start));
    for (int i = 0; i < review->count; i++)
        page_print(page, "L%.1f %.1f", curve_x(review, i), curve_y((double)review->step[i].after[seat]));
    page_add(page, "\"/>");
}

static void figure_curve(struct page *page, const struct review *review)
{
    const struct ochre_setup *setup = table_setup(review->table);
    page_figure_open(page, PAGE_WIDE, page_word(page, "What everybody could expect"),
                     page_word(page, "In per cent of what there is to win, after every move."));
    page_print(page, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", CURVE_WIDTH, CURVE_HEIGHT);
    page_say(page, "What everybody could expect");
    page_add(page, "\">");
    for (int part = 0; part <= 4; part++) {
        double y = curve_y(part / 4.0);
        page_print(page,
                   "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text class=\"q\" x=\"%d\" y=\"%.1f\" "
                   "text-anchor=\"end\">%s</text>",
                   LEFT, y, CURVE_WIDTH - 8, LEFT - 8, y + 5, FIGURE(page, part * 25, 0));
    }
    for (int seat = 0; seat < setup->seats; seat++)
        put_line(page, review, seat);
    for (int i = 0; i < review->count; i++)
        put_mark(page, review, i);
    for (int seat = 0; seat < setup->seats; seat++) {
        page_print(page, "<g class=\"s%d\"><use href=\"#seat-%d\" x=\"%d\" y=\"%d\" width=\"17\" height=\"17\"/></g>",
                   seat + 1, seat + 1, LEFT + 170 * seat, CURVE_HEIGHT - 20);
        page_print(page, "<text x=\"%d\" y=\"%d\">", LEFT + 24 + 170 * seat, CURVE_HEIGHT - 6);
        page_text(page, seat_word(page, review, seat));
        page_add(page, "</text>");
    }
    page_add(page, "</svg>\n");
    page_figure_close(page, page_word(page, "Ring: a mistake. Disc: a blunder. Diamond: luck, good or bad."));
}

static void put_sum(struct page *page, double number, bool is_change)
{
    page_print(page, "<td class=\"r\">%s</td>",
               is_change ? SIGNED(page, 100 * number, 1) : FIGURE(page, 100 * number, 1));
}

static void figure_sums(struct page *page, const struct review *review)
{
    static const char *const heads[] = {N_("Start"), N_("Luck"),   N_("Own decisions"), N_("Others' decisions"),
                                        N_("Rest"),  N_("Result"), N_("Accuracy"),      NULL};
    page_figure_open(page, PAGE_WIDE, page_word(page, "Luck and skill"),
                     page_word(page, "Start, luck and decisions add up to the result; in per cent of what there is to "
                                     "win."));
    page_line(page, "<div class=\"scroll\"><table><thead><tr><th>", "</th>", "Seat");
    for (const char *const *head = heads; *head; head++)
        page_line(page, "<th class=\"r\">", "</th>", *head);
    page_add(page, "</tr></thead><tbody>\n");
    for (int seat = 0; seat < table_setup(review->table)->seats; seat++) {
        const struct review_seat *sum = &review->seat[seat];
        page_add(page, "<tr><td>");
        page_text(page, seat_word(page, review, seat));
        page_add(page, "</td>");
        put_sum(page, sum->start, false);
        put_sum(page, sum->luck, true);
        put_sum(page, -sum->lost, true);
        put_sum(page, sum->gained, true);
        put_sum(page, sum->rest, true);
        put_sum(page, sum->result, false);
        page_print(page, "<td class=\"r\"><b>%s</b></td></tr>\n", FIGURE(page, sum->accuracy, 0));
    }
    page_add(page, "</tbody></table></div>\n");
    page_figure_close(page,
                      page_word(page, "Rest: what the search cannot tell, and what was hidden and came to light."));
}

static void put_decision(struct page *page, const struct review_step *step)
{
    page_print(page, "<tr><td class=\"r\">%d</td><td>", step->number);
    page_text(page, step->words);
    page_add(page, "</td><td>");
    page_text(page, step->best_words);
    page_print(page, "</td><td class=\"r\">%s</td><td>", SIGNED(page, -100 * (double)step->lost, 1));
    page_text(page, page_word(page, review_grades[step->grade]));
    page_add(page, "</td></tr>\n");
}

static void figure_worst(struct page *page, const struct review *review, int seat)
{
    int places[WORST_MAX];
    int count = review_worst(review, seat, places, WORST_MAX);
    page_figure_open(page, PAGE_WIDE, seat_word(page, review, seat),
                     page_word(page, count ? N_("The decisions that cost most.") : N_("No decision cost much.")));
    if (count) {
        page_line(page, "<div class=\"scroll\"><table><thead><tr><th class=\"r\">", "</th>", "Move");
        page_line(page, "<th>", "</th>", "Played");
        page_line(page, "<th>", "</th>", "Better");
        page_line(page, "<th class=\"r\">", "</th>", "Cost");
        page_add(page, "<th></th></tr></thead><tbody>\n");
        for (int i = 0; i < count; i++)
            put_decision(page, &review->step[places[i]]);
        page_add(page, "</tbody></table></div>\n");
    }
    page_figure_close(page, "");
}

static const char *const glossary[] = {
    N_("Luck"),
    N_("The difference between what came and the mean of what could have come, weighed by the odds."),
    N_("Own decisions"),
    N_("What was given away against the best choice that could be found from what the seat knew."),
    N_("Accuracy"),
    N_("100 when no decision gave anything away; a decision that is just a blunder counts 50."),
    NULL,
};

char *review_page(const struct review *review, const struct ochre_tongue *tongue, const char *command,
                  const char *language, size_t *length)
{
    struct page page;
    const struct ochre_setup *setup = table_setup(review->table);
    char title[256];
    char turning[1024];
    struct ochre_text text = text_in(title, sizeof title, tongue);
    text_say(&text, "{0}: review of a play", setup->game->name);
    page_begin(&page, tongue, language, title);
    page_header(&page, page_word(&page, "Review by Ochre"), title);
    page_facts_open(&page);
    page_fact(&page, page_word(&page, "Moves"), FIGURE(&page, review->count, 0));
    page_fact(&page, page_word(&page, "Seats"), NUM(setup->seats));
    page_fact(&page, page_word(&page, "Depth"), page_word(&page, weigh_depths[review->depth]));
    page_fact(&page, page_word(&page, "Seed"), NUM((int64_t)review->seed));
    page_facts_close(&page, command);
    text = text_in(turning, sizeof turning, tongue);
    review_say_turning(review, &text);
    page_add(&page, "<p class=\"gap\"></p>\n<p class=\"say\">");
    page_text(&page, turning);
    page_add(&page, "</p>\n");
    page_figures_open(&page);
    figure_curve(&page, review);
    figure_sums(&page, review);
    for (int seat = 0; seat < setup->seats; seat++)
        figure_worst(&page, review, seat);
    page_figures_close(&page);
    page_glossary(&page,
                  N_("All figures of this page are in the JSON that --json prints. They come from a search that does "
                     "not know everything either."),
                  glossary);
    return page_end(&page, length);
}
