/* compare.c: see compare.h. */
#include "lab/compare.h"

#include <math.h>
#include <stdlib.h>

#include "lab/plot.h"
#include "lab/sim_json.h"

enum { BLOCK = 64, JSON_SIZE = 64 * 1024 };

struct block {
    struct compare *compare;
    int side, before;
};

static bool take(void *who, const struct arena_record *record)
{
    struct block *block = who;
    return tally_take(&block->compare->tally[block->side], record);
}

static void progress(void *who, int done)
{
    const struct block *block = who;
    if (block->compare->progress)
        block->compare->progress(block->compare->who, block->before + done);
}

/* ---- measures ---- */

/* What a measure is of one play. */
typedef double of_play(const struct tally *tally, const struct tally_play *play, int seat);

static double win_share(const struct tally *tally, const struct tally_play *play, int seat)
{
    (void)tally;
    return seats_has(play->winners, seat) ? 1.0 / __builtin_popcount(play->winners) : 0;
}

static double score(const struct tally *tally, const struct tally_play *play, int seat)
{
    (void)tally;
    return play->score[seat];
}

static double decisions(const struct tally *tally, const struct tally_play *play, int seat)
{
    (void)tally;
    (void)seat;
    return play->decisions;
}

static double lead_changes(const struct tally *tally, const struct tally_play *play, int seat)
{
    (void)tally;
    (void)seat;
    return play->lead_changes;
}

static double draw(const struct tally *tally, const struct tally_play *play, int seat)
{
    (void)seat;
    int winners = __builtin_popcount(play->winners);
    return winners == 0 || winners == tally->seats;
}

static void measure(struct compare *compare, const char *name, const char *id, bool is_rate, of_play *of, int seat)
{
    struct compare_measure *out = &compare->measure[compare->measures++];
    *out = (struct compare_measure){.is_rate = is_rate};
    struct ochre_text text = text_in(out->name, sizeof out->name, compare->plan[0].tongue);
    text_fill(&text, text_word(&text, name), (const char *const[]){NUM(seat + 1), NULL});
    text = text_on(out->id, sizeof out->id);
    text_fill(&text, id, (const char *const[]){NUM(seat + 1), NULL});
    for (int game = 0; game < compare->games; game++) {
        double a = of(&compare->tally[0], &compare->tally[0].play[game], seat);
        double b = of(&compare->tally[1], &compare->tally[1].play[game], seat);
        sum_add(&out->a, a);
        sum_add(&out->b, b);
        sum_add(&out->difference, b - a);
    }
}

static void measure_all(struct compare *compare)
{
    int seats = compare->tally[0].seats;
    for (int seat = 0; seat < seats; seat++)
        measure(compare, N_("wins of seat {0}"), "seat_{0}_win_rate", true, win_share, seat);
    for (int seat = 0; seat < seats; seat++)
        if (compare->tally[0].has_scores || compare->tally[1].has_scores)
            measure(compare, N_("score of seat {0}"), "seat_{0}_score", false, score, seat);
    measure(compare, N_("draws, or nobody wins"), "draws", true, draw, 0);
    measure(compare, N_("decisions in a game"), "length", false, decisions, 0);
    measure(compare, N_("changes of the lead"), "lead_changes", false, lead_changes, 0);
}

bool compare_is_clear(const struct compare_measure *measure)
{
    struct interval interval = sum_interval(&measure->difference);
    return interval.low > 0 || interval.high < 0;
}

/* ---- playing ---- */

int compare_run(struct compare *compare, struct ochre_error *error)
{
    int status = 0;
    int games = compare->plan[0].games;
    compare->measures = 0;
    for (int side = 0; side < 2; side++)
        tally_init(&compare->tally[side], &compare->plan[side]);
    /* In turns, so that a run that is stopped has played both sides. */
    bool is_stopped = false;
    for (int first = 0; first < games && status == 0 && !is_stopped; first += BLOCK)
        for (int side = 0; side < 2 && status == 0 && !is_stopped; side++) {
            struct block block = {compare, side, 2 * first + side * BLOCK};
            struct arena_plan plan = compare->plan[side];
            plan.first = first;
            plan.games = games - first < BLOCK ? games - first : BLOCK;
            plan.take = take;
            plan.progress = progress;
            plan.who = &block;
            int done = 0;
            status = arena_run(&plan, &done, error);
            is_stopped = done < plan.games;
        }
    int a = compare->tally[0].games;
    int b = compare->tally[1].games;
    compare->games = a < b ? a : b;
    measure_all(compare);
    return status;
}

void compare_free(struct compare *compare)
{
    for (int side = 0; side < 2; side++)
        tally_free(&compare->tally[side]);
}

/* ---- showing ---- */

char *compare_json(const struct compare *compare, double seconds)
{
    char *json = malloc(JSON_SIZE);
    if (!json)
        return NULL;
    struct ochre_text text = text_on(json, JSON_SIZE);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    json_field_string(&writer, "game", compare->plan[0].opening->setup.game->id);
    json_field_int(&writer, "games", compare->games);
    json_field_int(&writer, "asked", compare->plan[0].games);
    json_field_int(&writer, "seed", (int64_t)compare->plan[0].seed);
    json_field_number(&writer, "seconds", seconds);
    json_field_string(&writer, "a", compare->name[0]);
    json_field_string(&writer, "b", compare->name[1]);
    json_name(&writer, "measures");
    json_open(&writer, '[');
    for (int i = 0; i < compare->measures; i++) {
        const struct compare_measure *measured = &compare->measure[i];
        json_open(&writer, '{');
        json_field_string(&writer, "name", measured->id);
        json_field_number(&writer, "a", sum_mean(&measured->a));
        json_field_number(&writer, "b", sum_mean(&measured->b));
        json_field_number(&writer, "difference", sum_mean(&measured->difference));
        json_field_interval(&writer, "ci95", sum_interval(&measured->difference));
        json_close(&writer, '}');
    }
    json_close(&writer, ']');
    json_close(&writer, '}');
    return json;
}

/* Measures of one kind side by side. */
static void figure_measures(struct page *page, const struct compare *compare, bool is_rate)
{
    struct plot_row row[COMPARE_MEASURES_MAX];
    int count = 0;
    for (int i = 0; i < compare->measures; i++)
        if (compare->measure[i].is_rate == is_rate)
            row[count++] = (struct plot_row){compare->measure[i].name, compare_is_clear(&compare->measure[i]) ? 0 : -1,
                                             sum_mean(&compare->measure[i].difference),
                                             sum_interval(&compare->measure[i].difference)};
    const char *title = page_word(page, is_rate ? N_("What changes in who wins") : N_("What changes in the game"));
    page_figure_open(page, PAGE_SINGLE, title,
                     page_word(page, is_rate ? N_("B minus A, in points of a hundred games.")
                                             : N_("B minus A: points of score, decisions, changes of the lead.")));
    plot_rows(page, &(struct plot_rows){.label = title,
                                        .row = row,
                                        .count = count,
                                        .expected = 0,
                                        .expected_name = page_word(page, "no difference"),
                                        .times = is_rate ? 100 : 1,
                                        .decimals = 1,
                                        .unit = ""});
    page_figure_close(page,
                      page_word(page, "Red: clearly different. Line: 95 % interval of the difference, game by game."));
}

static void figure_table(struct page *page, const struct compare *compare)
{
    page_figure_open(page, PAGE_WIDE, page_word(page, "All measures"),
                     page_word(page, "Both sides played with the same seeds; rates in per cent."));
    page_add(page, "<div class=\"scroll\"><table><thead><tr><th></th><th class=\"r\">A</th><th class=\"r\">B</th>"
                   "<th class=\"r\">B − A</th><th class=\"r\">");
    page_say(page, "95 % interval");
    page_add(page, "</th></tr></thead><tbody>\n");
    for (int i = 0; i < compare->measures; i++) {
        const struct compare_measure *measured = &compare->measure[i];
        struct interval interval = sum_interval(&measured->difference);
        double times = measured->is_rate ? 100 : 1;
        page_add(page, compare_is_clear(measured) ? "<tr class=\"out\"><td>" : "<tr><td>");
        page_text(page, measured->name);
        page_print(page, "</td><td class=\"r\">%s</td><td class=\"r\">%s</td><td class=\"r\"><b>%s</b></td>",
                   FIGURE(page, times * sum_mean(&measured->a), 1), FIGURE(page, times * sum_mean(&measured->b), 1),
                   SIGNED(page, times * sum_mean(&measured->difference), 1));
        page_print(page, "<td class=\"r\">%s … %s</td></tr>\n", SIGNED(page, times * interval.low, 1),
                   SIGNED(page, times * interval.high, 1));
    }
    page_add(page, "</tbody></table></div>\n");
    page_figure_close(page,
                      page_word(page, "Shaded: clearly different. Of 20 intervals about one misses by luck alone."));
}

static void notes(struct page *page)
{
    page_figure_open(page, PAGE_SINGLE, page_word(page, "How it was measured"),
                     page_word(page, "The same bytes come out whatever the number of cores."));
    page_add(page, "<ul class=\"notes\"><li><b>");
    page_line(page, "", "</b> ", "Players.");
    page_say(
        page,
        "Computer players, each with its own stream of chance. They see only what a person in their seat would see.");
    page_line(page, "</li><li><b>", "</b> ", "Intervals.");
    page_say(page, "Of the differences game by game, by the normal approximation.");
    page_add(page, "</li></ul>\n");
    page_figure_close(page, "");
}

static const char *const glossary[] = {
    N_("Same seeds"),
    N_("Game n of both sides draws from the same number, so that luck cancels as long as the games go alike."),
    N_("95 % interval"),
    N_("If the whole run were repeated with other seeds, about 19 of 20 such intervals would hold the true value."),
    NULL,
};

char *compare_page(const struct compare *compare, const char *command, const char *language, size_t *length)
{
    struct page page = {.tongue = compare->plan[0].tongue};
    const struct ochre_setup *setup = &compare->plan[0].opening->setup;
    char title[256];
    struct ochre_text text = text_in(title, sizeof title, page.tongue);
    text_say(&text, "{0}: two ways to play", setup->game->name);
    page_begin(&page, page.tongue, language, title);
    page_header(&page, page_word(&page, "Comparison of the Ochre laboratory"), title);
    page_facts_open(&page);
    page_fact(&page, page_word(&page, "Games"), FIGURE(&page, compare->games, 0));
    page_fact(&page, "A", compare->name[0]);
    page_fact(&page, "B", compare->name[1]);
    page_fact(&page, page_word(&page, "Seed"), NUM((int64_t)compare->plan[0].seed));
    page_facts_close(&page, command);
    page_add(&page, "<p class=\"gap\"></p>\n");
    page_figures_open(&page);
    figure_measures(&page, compare, true);
    figure_measures(&page, compare, false);
    notes(&page);
    figure_table(&page, compare);
    page_figures_close(&page);
    page_glossary(&page, PAGE_ABOUT_BOTS, glossary);
    return page_end(&page, length);
}
