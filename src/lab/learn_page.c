/* learn_page.c: what was learned, as a page with the curve of strength, and as JSON. */
#include <math.h>
#include <stdlib.h>

#include "lab/learn.h"
#include "lab/plot.h"
#include "lab/sim_json.h"

enum { JSON_SIZE = 256 * 1024 };

/* ---- the page ---- */

/* A rating with its 95 % interval from a score. */
static struct interval rating_interval(const struct learn_round *round, double before)
{
    struct interval score = sum_interval(&round->score);
    double least = 0.5 / (round->score.count + 1);
    double low = fmin(fmax(score.low, least), 1 - least);
    double high = fmin(fmax(score.high, least), 1 - least);
    return (struct interval){before + rating_difference(low), before + rating_difference(high)};
}

/* The new mind of every round against the best before it, on one scale. */
static void figure_strength(struct page *page, const struct learn *learn)
{
    struct plot_row row[LEARN_ROUNDS_MAX + 1];
    char name[LEARN_ROUNDS_MAX + 1][48];
    double before = 0;
    row[0] = (struct plot_row){page_word(page, "without a mind"), -1, 0, {0, 0}};
    for (int i = 0; i < learn->done; i++) {
        const struct learn_round *round = &learn->round[i];
        struct ochre_text text = text_in(name[i], sizeof name[i], page->tongue);
        double score = (round->score.total + 0.5) / (round->score.count + 1);
        text_say(&text, "round {0}", NUM(i + 1));
        row[i + 1] = (struct plot_row){name[i], round->verdict == SPRT_YES ? 0 : -1, before + rating_difference(score),
                                       rating_interval(round, before)};
        before = round->rating;
    }
    page_figure_open(page, PAGE_DOUBLE, page_word(page, "Strength over time"),
                     page_word(page, "Every round’s mind in its match against the best before it; 0 is the search "
                                     "without a mind."));
    plot_rows(page, &(struct plot_rows){.label = page_word(page, "Strength over time"),
                                        .row = row,
                                        .count = learn->done + 1,
                                        .expected = NAN,
                                        .times = 1,
                                        .decimals = 0,
                                        .unit = ""});
    page_figure_close(page,
                      page_word(page, "Dot: rating on the scale of Elo. Line: 95 % interval. In colour: proven by "
                                      "the sequential test, and the best from then on."));
}

static void figure_rounds(struct page *page, const struct learn *learn)
{
    page_figure_open(page, PAGE_SINGLE, page_word(page, "How well plays are foretold"),
                     page_word(page, "The mean loss on plays that were not learned from."));
    page_add(page, "<div class=\"scroll\"><table><thead><tr><th>");
    page_say(page, "Round");
    page_line(page, "</th><th class=\"r\">", "", "Value");
    page_line(page, "</th><th class=\"r far\">", "", "by the game’s estimate");
    page_line(page, "</th><th class=\"r\">", "", "Moves");
    page_line(page, "</th><th class=\"r far\">", "</th></tr></thead><tbody>\n", "all alike");
    for (int i = 0; i < learn->done; i++) {
        const struct learn_losses *losses = &learn->round[i].losses;
        page_print(page, "<tr><td>%d</td><td class=\"r\"><b>%s</b></td>", i + 1, FIGURE(page, losses->value, 3));
        page_print(page, "<td class=\"r far\">%s</td>",
                   FIGURE(page, losses->estimate > 0 ? losses->estimate : losses->average, 3));
        page_print(page, "<td class=\"r\"><b>%s</b></td><td class=\"r far\">%s</td></tr>\n",
                   FIGURE(page, losses->prior, 3), FIGURE(page, losses->even, 3));
    }
    page_add(page, "</tbody></table></div>\n");
    page_figure_close(page, page_word(page, "Less is better."));
}

static const char *const glossary[] = {
    N_("Mind"),
    N_("What was learned: from what a seat sees, what every seat may expect and which moves deserve attention."),
    N_("Loss"),
    N_("How much more surprised a forecast is by what comes than somebody who knows, in nats."),
    N_("Rating"),
    N_("A scale on which equal gaps mean equal chances (Bradley-Terry, on the scale of Elo)."),
    N_("Seed"),
    N_("The number all chance of this run was drawn from. Same seed, same games."),
    NULL,
};

char *learn_page(const struct learn *learn, const char *command, const char *language, size_t *length)
{
    const struct learn_plan *plan = &learn->plan;
    const struct ochre_setup *setup = &plan->opening->setup;
    struct page page = {.tongue = plan->tongue};
    char title[256];
    struct ochre_text text = text_in(title, sizeof title, plan->tongue);
    text_say(&text, "{0}: learned in {1} rounds", setup->game->name, NUM(learn->done));
    page_begin(&page, plan->tongue, language, title);
    page_header(&page, page_word(&page, "Learning in the Ochre laboratory"), title);
    page_facts_open(&page);
    page_fact(&page, page_word(&page, "Plays of a round"), FIGURE(&page, plan->plays, 0));
    page_fact(&page, page_word(&page, "Iterations"), FIGURE(&page, plan->iterations, 0));
    page_fact(&page, page_word(&page, "Seats"), NUM(setup->seats));
    page_fact(&page, page_word(&page, "Seed"), NUM((int64_t)plan->seed));
    page_facts_close(&page, command);
    page_add(&page, "<p class=\"gap\"></p>\n");
    page_figures_open(&page);
    figure_strength(&page, learn);
    figure_rounds(&page, learn);
    page_figures_close(&page);
    page_glossary(&page, PAGE_ABOUT_BOTS, glossary);
    return page_end(&page, length);
}

/* ---- JSON ---- */

static void put_round(struct json_writer *writer, const struct learn_round *round, int number)
{
    static const char *const verdicts[] = {
        [SPRT_GOES_ON] = "undecided", [SPRT_NO] = "no better", [SPRT_YES] = "promoted"};
    json_open(writer, '{');
    json_field_int(writer, "round", number);
    json_field_int(writer, "positions", round->positions);
    json_name(writer, "value_loss");
    json_open(writer, '{');
    json_field_number(writer, "mind", round->losses.value);
    json_field_number(writer, "estimate", round->losses.estimate);
    json_field_number(writer, "average", round->losses.average);
    json_close(writer, '}');
    json_name(writer, "moves_loss");
    json_open(writer, '{');
    json_field_number(writer, "mind", round->losses.prior);
    json_field_number(writer, "judge", round->losses.judge);
    json_field_number(writer, "even", round->losses.even);
    json_close(writer, '}');
    json_field_int(writer, "games", round->games);
    json_field_number(writer, "score", sum_mean(&round->score));
    json_field_interval(writer, "ci95", sum_interval(&round->score));
    json_field_string(writer, "verdict", verdicts[round->verdict]);
    json_field_number(writer, "rating", round->rating);
    json_close(writer, '}');
}

char *learn_json(const struct learn *learn)
{
    const struct learn_plan *plan = &learn->plan;
    char *json = malloc(JSON_SIZE);
    if (!json)
        return NULL;
    struct ochre_text text = text_on(json, JSON_SIZE);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    json_field_string(&writer, "game", plan->opening->setup.game->id);
    json_field_int(&writer, "seats", plan->opening->setup.seats);
    json_field_int(&writer, "seed", (int64_t)plan->seed);
    json_field_int(&writer, "plays", plan->plays);
    json_field_int(&writer, "iterations", plan->iterations);
    json_field_int(&writer, "best", learn->best);
    json_name(&writer, "rounds");
    json_open(&writer, '[');
    for (int i = 0; i < learn->done; i++)
        put_round(&writer, &learn->round[i], i + 1);
    json_close(&writer, ']');
    json_close(&writer, '}');
    return json;
}
