/* tourney_page.c: a tournament as a page: ratings and the cross table. */
#include <math.h>

#include "lab/plot.h"
#include "lab/tourney.h"

static void figure_ratings(struct page *page, const struct tourney *tourney, const int order[])
{
    struct plot_row row[RATING_PLAYERS_MAX];
    for (int i = 0; i < tourney->players; i++)
        row[i] = (struct plot_row){tourney->name[order[i]], 0, tourney->rating[order[i]], tourney->interval[order[i]]};
    page_figure_open(page, PAGE_SINGLE, page_word(page, "How strong the players are"),
                     page_word(page, "Ratings from all games together; the average is 0."));
    plot_rows(page, &(struct plot_rows){.label = page_word(page, "How strong the players are"),
                                        .row = row,
                                        .count = tourney->players,
                                        .expected = NAN,
                                        .times = 1,
                                        .decimals = 0,
                                        .unit = ""});
    page_figure_close(page, page_word(page, "Dot: rating. Line: 95 % interval. A gap of 100 points is a score of 64 %, "
                                            "one of 200 points 76 %."));
}

/* A cell's colour: warm where the row wins, cool where it loses; stronger further from one half. */
static void put_cell(struct page *page, const struct tourney *tourney, int row, int column, double x, double y,
                     double size)
{
    double games = tourney->table.games[row][column];
    double score = games > 0 ? tourney->table.score[row][column] / games : 0;
    if (games <= 0) {
        page_print(page,
                   "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"4\" fill=\"none\" "
                   "stroke=\"var(--line)\"/>",
                   x + 1, y + 1, size - 2, size - 2);
        return;
    }
    page_print(page,
               "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"4\" fill=\"var(--%s)\" "
               "opacity=\"%.2f\"/>",
               x + 1, y + 1, size - 2, size - 2, score >= 0.5 ? "warm" : "cold", 0.10 + 1.6 * fabs(score - 0.5));
    page_print(page, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>",
               fabs(score - 0.5) > 0.25 ? "o" : "", x + size / 2, y + size / 2 + 5, FIGURE(page, 100 * score, 0));
}

static void figure_cross(struct page *page, const struct tourney *tourney, const int order[])
{
    int count = tourney->players;
    double size = fmin(46, 280.0 / count);
    page_figure_open(page, PAGE_SINGLE, page_word(page, "Player against player"),
                     page_word(page, "The score of the row against the column, in per cent; draws count one half."));
    page_print(page, "<svg viewBox=\"0 0 400 %.0f\" role=\"img\" aria-label=\"", 30 + size * count);
    page_say(page, "Player against player");
    page_add(page, "\">");
    for (int row = 0; row < count; row++) {
        double y = 26 + size * row;
        page_print(page, "<text x=\"0\" y=\"%.1f\">%d. ", y + size / 2 + 5, row + 1);
        page_text(page, tourney->name[order[row]]);
        page_print(page, "</text><text class=\"q\" x=\"%.1f\" y=\"16\" text-anchor=\"middle\">%d</text>",
                   116 + size * (row + 0.5), row + 1);
        for (int column = 0; column < count; column++)
            put_cell(page, tourney, order[row], order[column], 116 + size * column, y, size);
    }
    page_add(page, "</svg>\n");
    page_figure_close(page, page_word(page, "Warm: the row scores more. Cool: the row scores less."));
}

static void figure_table(struct page *page, const struct tourney *tourney, const int order[])
{
    page_figure_open(page, PAGE_SINGLE, page_word(page, "All results"),
                     page_word(page, "Every pair, won, drawn and lost, seen from the first."));
    page_add(page, "<div class=\"scroll\"><table><thead><tr><th>");
    page_say(page, "Pair");
    page_add(page, "</th><th class=\"r\">+ = −</th><th class=\"r\">");
    page_say(page, "Score");
    page_line(page, "</th><th class=\"r far\">", "</th></tr></thead><tbody>\n", "95 % interval");
    for (int i = 0; i < tourney->players; i++)
        for (int j = i + 1; j < tourney->players; j++) {
            int a = order[i];
            int b = order[j];
            double games = tourney->table.games[a][b];
            struct interval interval = wilson(tourney->table.score[a][b], games);
            page_add(page, "<tr><td>");
            page_text(page, tourney->name[a]);
            page_add(page, " – ");
            page_text(page, tourney->name[b]);
            page_print(page, "</td><td class=\"r\">%.0f %.0f %.0f</td><td class=\"r\"><b>", tourney->won[a][b],
                       tourney->drawn[a][b], tourney->won[b][a]);
            page_print(page, "%s</b></td><td class=\"r far\">%s … %s</td></tr>\n",
                       FIGURE(page, games > 0 ? 100 * tourney->table.score[a][b] / games : 0, 1),
                       FIGURE(page, 100 * interval.low, 1), FIGURE(page, 100 * interval.high, 1));
        }
    page_add(page, "</tbody></table></div>\n");
    page_figure_close(page, page_word(page, "Scores in per cent."));
}

static const char *const glossary[] = {
    N_("Rating"),
    N_("A scale on which equal gaps mean equal chances (Bradley-Terry, on the scale of Elo)."),
    N_("95 % interval"),
    N_("If the whole run were repeated with other seeds, about 19 of 20 such intervals would hold the true value."),
    N_("Seed"),
    N_("The number all chance of this run was drawn from. Same seed, same games."),
    NULL,
};

char *tourney_page(const struct tourney *tourney, const char *command, const char *language, size_t *length)
{
    struct page page = {.tongue = tourney->plan.tongue};
    const struct ochre_setup *setup = &tourney->plan.opening->setup;
    char title[256];
    struct ochre_text text = text_in(title, sizeof title, tourney->plan.tongue);
    text_say(&text, "{0}: tournament of {1} players", setup->game->name, NUM(tourney->players));
    int order[RATING_PLAYERS_MAX];
    tourney_order(tourney, order);
    page_begin(&page, tourney->plan.tongue, language, title);
    page_header(&page, page_word(&page, "Tournament of the Ochre laboratory"), title);
    page_facts_open(&page);
    page_fact(&page, page_word(&page, "Games"), FIGURE(&page, tourney->games, 0));
    page_fact(&page, page_word(&page, "Games of a pair"), FIGURE(&page, tourney->plan.games, 0));
    page_fact(&page, page_word(&page, "Seats"), NUM(setup->seats));
    page_fact(&page, page_word(&page, "Seed"), NUM((int64_t)tourney->plan.seed));
    page_facts_close(&page, command);
    page_add(&page, "<p class=\"gap\"></p>\n");
    page_figures_open(&page);
    figure_ratings(&page, tourney, order);
    figure_cross(&page, tourney, order);
    figure_table(&page, tourney, order);
    page_figures_close(&page);
    page_glossary(&page, PAGE_ABOUT_BOTS, glossary);
    return page_end(&page, length);
}
