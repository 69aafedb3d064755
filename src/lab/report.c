/* report.c: see report.h. One function per figure. */
#include "lab/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lab/plot.h"

enum { WORDS_SIZE = 400, PARTS_SHOWN = 24, LEADS_MAX = 13 };

/* An effect smaller than this share of wins is not worth a flag even when it is sure. */
static const double STRONG = 0.10;

/* Words in a buffer for the enclosing block. */
#define SAY(page, name, ...)                                                                                           \
    char name[WORDS_SIZE];                                                                                             \
    do {                                                                                                               \
        struct ochre_text text_of_##name = text_in(name, sizeof name, (page)->tongue);                                 \
        text_say(&text_of_##name, __VA_ARGS__);                                                                        \
    } while (0)

static double *column(const struct tally *tally, size_t *count)
{
    *count = (size_t)tally->games;
    double *values = malloc((*count * OCHRE_SEATS_MAX + 1) * sizeof *values);
    if (!values)
        abort();
    return values;
}

static void sort(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_doubles);
}

/* ---- who wins ---- */

/* Is the expected value outside of an interval? */
static bool is_off(const struct tally_cell *cell, double expected)
{
    struct interval interval = wilson(cell->share, cell->plays);
    return expected < interval.low || expected > interval.high;
}

/* What every seat would win if seats did not matter: the average, draws without a winner left out. */
static double expected_rate(const struct tally *tally)
{
    double share = 0;
    for (int seat = 0; seat < tally->seats; seat++)
        share += tally_rate(&tally->seat[seat]) / tally->seats;
    return share;
}

static void figure_seats(struct page *page, const struct tally *tally)
{
    struct plot_row row[OCHRE_SEATS_MAX];
    char name[OCHRE_SEATS_MAX][64];
    int off = 0;
    double expected = expected_rate(tally);
    for (int seat = 0; seat < tally->seats; seat++) {
        const struct tally_cell *cell = &tally->seat[seat];
        struct ochre_text text = text_in(name[seat], sizeof name[seat], page->tongue);
        text_say(&text, "Seat {0}", NUM(seat + 1));
        row[seat] = (struct plot_row){name[seat], seat + 1, tally_rate(cell), wilson(cell->share, cell->plays)};
        off += is_off(cell, expected);
    }
    page_figure_open(page, PAGE_SINGLE, page_word(page, "Who wins from which seat"),
                     page_word(page, off == 0   ? N_("No seat is clearly off the line: the seats look equal.")
                                     : off == 1 ? N_("One seat clearly misses the line of equal chances.")
                                                : N_("Several seats clearly miss the line of equal chances.")));
    SAY(page, line, "equal chances: {0} %", FIGURE(page, 100 * expected, 1));
    plot_rows(page, &(struct plot_rows){.label = page_word(page, "Who wins from which seat"),
                                        .row = row,
                                        .count = tally->seats,
                                        .expected = expected,
                                        .expected_name = line,
                                        .times = 100,
                                        .decimals = 1,
                                        .unit = "%"});
    SAY(page, caption, "Mark: share of {0} games won, shared wins as fractions. Line: 95 % interval.",
        FIGURE(page, tally->games, 0));
    page_figure_close(page, caption);
}

static void figure_players(struct page *page, const struct tally *tally)
{
    struct plot_row row[OCHRE_SEATS_MAX];
    for (int kind = 0; kind < tally->kinds; kind++) {
        const struct tally_cell *cell = &tally->kind[kind];
        row[kind] = (struct plot_row){tally->name[kind], 0, tally_rate(cell), wilson(cell->share, cell->plays)};
    }
    page_figure_open(
        page, false, page_word(page, "Who plays better"),
        page_word(page, tally->plan->rotates
                            ? N_("The players changed seats from game to game, so seats do not matter here.")
                            : N_("The players kept their seats, so seat and player cannot be told apart.")));
    double expected = expected_rate(tally);
    SAY(page, line, "equal chances: {0} %", FIGURE(page, 100 * expected, 1));
    plot_rows(page, &(struct plot_rows){.label = page_word(page, "Who plays better"),
                                        .row = row,
                                        .count = tally->kinds,
                                        .expected = expected,
                                        .expected_name = line,
                                        .times = 100,
                                        .decimals = 1,
                                        .unit = "%"});
    page_figure_close(page, page_word(page, "Dot: share of wins in a seat. Line: 95 % interval."));
}

/* ---- scores ---- */

static void figure_places(struct page *page, const struct tally *tally)
{
    static const char *const places[] = {N_("1st place"), N_("2nd place"), N_("3rd place"), N_("4th place")};
    struct plot_ridge ridge[OCHRE_SEATS_MAX] = {{0}};
    int rows = 0;
    for (int place = 0; place < tally->seats; place++) {
        size_t games;
        double *values = column(tally, &games);
        size_t count = 0;
        for (int game = 0; game < tally->games; game++)
            for (int seat = 0; seat < tally->seats; seat++)
                if (tally->play[game].rank[seat] == place + 1)
                    values[count++] = tally->play[game].score[seat];
        sort(values, count);
        if (count >= 10)
            ridge[rows++] = (struct plot_ridge){page_word(page, places[place]), values, count};
        else
            free(values);
    }
    page_figure_open(page, PAGE_SINGLE, page_word(page, "What a place is worth"),
                     page_word(page, "The score by final place; equal places share one."));
    plot_ridges(page, page_word(page, "What a place is worth"), ridge, rows);
    page_figure_close(page, page_word(page, "Height: how often. Black mark and number: the mean."));
    for (int i = 0; i < rows; i++)
        free(ridge[i].values);
}

static void figure_parts_of_score(struct page *page, const struct tally *tally)
{
    struct plot_row row[2 * OCHRE_PARTS_MAX];
    char name[OCHRE_PARTS_MAX][96];
    int count = 0;
    for (int part = 0; part < OCHRE_PARTS_MAX && tally->part_name[part]; part++) {
        struct ochre_text text = text_on(name[part], sizeof name[part]);
        text_add(&text, page_word(page, tally->part_name[part]));
        row[count++] = (struct plot_row){name[part], 0, sum_mean(&tally->winners_part[part]),
                                         sum_interval(&tally->winners_part[part])};
        row[count++] = (struct plot_row){page_word(page, "… of the others"), -1, sum_mean(&tally->others_part[part]),
                                         sum_interval(&tally->others_part[part])};
    }
    page_figure_open(page, PAGE_SINGLE, page_word(page, "What the score is made of"),
                     page_word(page, "The mean of every part of the score, for winners and for the others."));
    plot_rows(page, &(struct plot_rows){.label = page_word(page, "What the score is made of"),
                                        .row = row,
                                        .count = count,
                                        .expected = NAN,
                                        .times = 1,
                                        .decimals = 1,
                                        .unit = ""});
    SAY(page, caption, "Red: {0} winning seats. Grey: {1} others. Drawn games are left out. Line: 95 % interval.",
        FIGURE(page, tally->winners_score.count, 0), FIGURE(page, tally->others_score.count, 0));
    page_figure_close(page, caption);
}

/* ---- the course of a game ---- */

static double median_length(const struct tally *tally)
{
    size_t count;
    double *values = column(tally, &count);
    for (size_t i = 0; i < count; i++)
        values[i] = tally->play[i].decisions;
    sort(values, count);
    double median = quantile(values, count, 0.5);
    free(values);
    return median;
}

static void figure_length(struct page *page, const struct tally *tally)
{
    size_t count;
    double *values = column(tally, &count);
    for (size_t i = 0; i < count; i++)
        values[i] = tally->play[i].decisions;
    sort(values, count);
    page_figure_open(page, PAGE_SINGLE, page_word(page, "How long a game is"),
                     page_word(page, "Counted in decisions of all seats together; forced moves and chance left out."));
    plot_spread(page, page_word(page, "How long a game is"), values, count, page_word(page, "median {0}"));
    SAY(page, caption, "Coloured: the middle nine tenths, {0} to {1} decisions. With chance a game has {2} moves.",
        FIGURE(page, quantile(values, count, 0.05), 0), FIGURE(page, quantile(values, count, 0.95), 0),
        FIGURE(page, sum_mean(&tally->moves), 0));
    page_figure_close(page, caption);
    free(values);
}

static void figure_choices(struct page *page, const struct tally *tally)
{
    double low[ARENA_POINTS];
    double middle[ARENA_POINTS];
    double high[ARENA_POINTS];
    size_t count;
    double *values = column(tally, &count);
    for (int point = 0; point < ARENA_POINTS; point++) {
        for (size_t i = 0; i < count; i++)
            values[i] = tally->play[i].choices[point];
        sort(values, count);
        low[point] = quantile(values, count, 0.1);
        middle[point] = quantile(values, count, 0.5);
        high[point] = quantile(values, count, 0.9);
    }
    free(values);
    page_figure_open(page, PAGE_SINGLE, page_word(page, "How many choices there are"),
                     page_word(page, "Answers open to the seat that is asked, from the first decision to the last."));
    plot_course(page, &(struct plot_course){.label = page_word(page, "How many choices there are"),
                                            .low = low,
                                            .middle = middle,
                                            .high = high,
                                            .count = ARENA_POINTS,
                                            .times = 1,
                                            .unit = "",
                                            .from_zero = true});
    SAY(page, caption, "Line: median. Band: the middle eight tenths. Mean of all decisions: {0}. Most seen: {1}.",
        FIGURE(page, sum_mean(&tally->choices), 1), FIGURE(page, tally->choices_max, 0));
    page_figure_close(page, caption);
}

/* How often the leader at a point goes on to win; -1 when nobody ever led. */
static double leader_wins(const struct tally *tally, int point, double *games)
{
    double won = 0;
    *games = 0;
    for (int game = 0; game < tally->games; game++) {
        const struct tally_play *play = &tally->play[game];
        if (!play->leaders[point])
            continue;
        *games += 1;
        int leaders = __builtin_popcount(play->leaders[point]);
        int winners = __builtin_popcount(play->winners);
        bool is_draw = winners == 0 || winners == tally->seats;
        won += is_draw ? 0 : (double)__builtin_popcount(play->leaders[point] & play->winners) / leaders;
    }
    return *games > 0 ? won / *games : -1;
}

static void figure_leads(struct page *page, const struct tally *tally)
{
    double share[LEADS_MAX] = {0};
    for (int game = 0; game < tally->games; game++) {
        uint32_t changes = tally->play[game].lead_changes;
        share[changes < LEADS_MAX ? changes : LEADS_MAX - 1] += 1.0 / tally->games;
    }
    page_figure_open(page, PAGE_SINGLE, page_word(page, "How often the lead changes"),
                     page_word(page, "The lead is whom the game's own estimate favours at a decision."));
    plot_counts(page, page_word(page, "How often the lead changes"), share, LEADS_MAX);
    double curve[ARENA_POINTS];
    double games;
    for (int point = ARENA_POINTS - 1; point >= 0; point--) {
        curve[point] = leader_wins(tally, point, &games);
        if (games < 0.05 * tally->games) /* too few lead to say anything */
            curve[point] = point + 1 < ARENA_POINTS ? curve[point + 1] : 0;
    }
    plot_course(page, &(struct plot_course){.label = page_word(page, "How often the leader of the moment wins"),
                                            .middle = curve,
                                            .count = ARENA_POINTS,
                                            .times = 100,
                                            .unit = "%",
                                            .from_zero = true});
    SAY(page, caption,
        "Above: changes of the lead in a game, {0} on average. Below: how often the leader of the moment wins.",
        FIGURE(page, sum_mean(&tally->lead_changes), 1));
    page_figure_close(page, caption);
}

static void figure_endings(struct page *page, const struct tally *tally)
{
    struct plot_share share[TALLY_REASONS_MAX + 2];
    int count = 0;
    for (int i = 0; i < tally->reasons && i < 6; i++)
        share[count++] = (struct plot_share){page_word(page, tally->reason[i].reason),
                                             (double)tally->reason[i].count / tally->games};
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            if (share[j].share > share[i].share) {
                struct plot_share swap = share[i];
                share[i] = share[j];
                share[j] = swap;
            }
    share[count++] = (struct plot_share){page_word(page, "one winner"),
                                         (double)(tally->games - tally->draws - tally->shared) / tally->games};
    share[count++] = (struct plot_share){page_word(page, "several winners"), (double)tally->shared / tally->games};
    share[count++] =
        (struct plot_share){page_word(page, "a draw, or nobody wins"), (double)tally->draws / tally->games};
    page_figure_open(page, PAGE_SINGLE, page_word(page, "How games end"),
                     page_word(page, "Why the game was over, and how many won it."));
    plot_shares(page, page_word(page, "How games end"), share, count);
    SAY(page, caption, "Shares of {0} games.", FIGURE(page, tally->games, 0));
    page_figure_close(page, caption);
}

/* ---- parts ---- */

/* "Player … lays HF1 on …" without who did it and what hangs at the end. */
static void tidy(const char *label, char *out, size_t size)
{
    struct ochre_text text = text_on(out, size);
    const char *gap = strstr(label, "…");
    int words = 0;
    for (const char *at = label; gap && at < gap; at++)
        words += *at == ' ';
    if (gap && words <= 2)
        label = gap + strlen("…");
    label += strspn(label, " :,");
    text_add(&text, label);
    for (bool is_done = false; !is_done && text.used > 0;) {
        is_done = true;
        if (strchr(" .,:", out[text.used - 1])) {
            out[--text.used] = '\0';
            is_done = false;
        } else if (text.used >= strlen("…") && text_same(out + text.used - strlen("…"), "…")) {
            text.used -= strlen("…");
            out[text.used] = '\0';
            is_done = false;
        }
    }
}

static void part_row(struct page *page, const struct tally *tally, const struct tally_part *part, double reach)
{
    struct interval interval;
    double effect = tally_effect(tally, part, &interval);
    bool is_clear = interval.low > 0 || interval.high < 0;
    bool is_strong = is_clear && fabs(effect) >= STRONG;
    char label[TALLY_LABEL_SIZE];
    tidy(part->label, label, sizeof label);
    const struct ochre_event_kind *kinds = tally->plan->opening->setup.game->events;
    const char *kind = part->is_opening ? page_word(page, "opening") : kinds[part->key >> 17].id;
    page_add(page, is_strong ? "<tr class=\"out\"><td>" : "<tr><td>");
    page_text(page, *label ? label : kind);
    page_add(page, "</td><td class=\"far\">");
    page_text(page, kind);
    page_print(page, "</td><td class=\"r far\">%s</td><td class=\"r far\">%s</td><td>",
               FIGURE(page, part->uses / tally->games, 2), FIGURE(page, part->more.count, 0));
    plot_inline(page, effect, interval, reach, is_clear);
    page_print(page, "</td><td class=\"r\"><b>%s</b></td><td class=\"r\">%s … %s</td><td class=\"far\">",
               SIGNED(page, 100 * effect, 1), SIGNED(page, 100 * interval.low, 1),
               SIGNED(page, 100 * interval.high, 1));
    if (is_strong)
        page_line(page, "<span class=\"flag\">", "</span>", effect > 0 ? N_("strong") : N_("weak"));
    else if (!is_clear)
        page_line(page, "<span class=\"quiet\">", "</span>", "no clear effect");
    page_add(page, "</td></tr>\n");
}

static void figure_parts(struct page *page, const struct tally *tally)
{
    const struct tally_part *parts[PARTS_SHOWN];
    int count = tally_parts(tally, parts, PARTS_SHOWN);
    if (count == 0)
        return;
    double reach = 0.05;
    for (int i = 0; i < count; i++) {
        struct interval interval;
        reach = fmax(reach, fabs(tally_effect(tally, parts[i], &interval)) * 1.1);
    }
    page_figure_open(page, PAGE_WIDE, page_word(page, "What winners do more often"),
                     page_word(page,
                               "In games in which one seat did it more often than another: how much more often the "
                               "former won, in points of win rate. What seat and player explain is taken out."));
    page_add(page, "<div class=\"scroll\"><table><thead><tr><th>");
    page_say(page, "What was done");
    page_line(page, "</th><th class=\"far\">", "</th><th class=\"r far\">", "Kind");
    page_say(page, "Times a game");
    page_line(page, "</th><th class=\"r far\">", "</th><th>", "Games");
    page_say(page, "−{0} to +{0} points", FIGURE(page, 100 * reach, 0));
    page_line(page, "</th><th class=\"r\">", "</th><th class=\"r\">", "Difference");
    page_say(page, "95 % interval");
    page_line(page, "</th><th class=\"far\">", "</th></tr></thead><tbody>\n", "Remark");
    for (int i = 0; i < count; i++)
        part_row(page, tally, parts[i], reach);
    page_add(page, "</tbody></table></div>\n");
    SAY(page, caption,
        "The strongest and the weakest of {0} things with at least 30 such games. Of 20 intervals about one misses by "
        "luck alone. Doing it and winning go together here; that one causes the other is not shown.",
        FIGURE(page, tally->parts, 0));
    page_figure_close(page, caption);
}

/* ---- in a few words ---- */

static void find_seats(struct page *page, const struct tally *tally)
{
    int best = 0;
    int worst = 0;
    for (int seat = 1; seat < tally->seats; seat++) {
        best = tally_rate(&tally->seat[seat]) > tally_rate(&tally->seat[best]) ? seat : best;
        worst = tally_rate(&tally->seat[seat]) < tally_rate(&tally->seat[worst]) ? seat : worst;
    }
    double gap = 100 * (tally_rate(&tally->seat[best]) - tally_rate(&tally->seat[worst]));
    double expected = expected_rate(tally);
    bool is_clear = is_off(&tally->seat[best], expected) || is_off(&tally->seat[worst], expected);
    SAY(page, words, "Seat {0} wins {1} %, seat {2} {3} %.", NUM(best + 1),
        FIGURE(page, 100 * tally_rate(&tally->seat[best]), 1), NUM(worst + 1),
        FIGURE(page, 100 * tally_rate(&tally->seat[worst]), 1));
    page_find(page, FIGURE(page, gap, 1), page_word(page, "points"),
              page_word(page, is_clear ? N_("The seat matters") : N_("The seats look equal")), words);
}

static void find_leader(struct page *page, const struct tally *tally)
{
    double games;
    double rate = leader_wins(tally, ARENA_POINTS / 2, &games);
    if (rate < 0)
        return;
    SAY(page, words, "In {0} of {1} games somebody led at half time, and went on to win this often.",
        FIGURE(page, games, 0), FIGURE(page, tally->games, 0));
    page_find(page, FIGURE(page, 100 * rate, 0), "%",
              page_word(page, rate < 0.5    ? N_("Half time decides little")
                              : rate < 0.75 ? N_("Half time says something")
                                            : N_("Half time decides much")),
              words);
}

static void find_parts(struct page *page, const struct tally *tally)
{
    enum { ALL = 4096 };
    const struct tally_part **parts = malloc(ALL * sizeof(const struct tally_part *));
    if (!parts)
        abort();
    int count = tally_parts(tally, parts, ALL);
    int strong = 0;
    for (int i = 0; i < count; i++) {
        struct interval interval;
        double effect = tally_effect(tally, parts[i], &interval);
        strong += fabs(effect) >= STRONG && (interval.low > 0 || interval.high < 0);
    }
    free(parts);
    if (count == 0)
        return;
    SAY(page, unit, "of {0}", NUM(count));
    page_find(
        page, FIGURE(page, strong, 0), unit, page_word(page, "Some moves go with winning"),
        page_word(page, "So many of the things seats do go together with ten points of win rate or more, up or down."));
}

static void find_choices(struct page *page, const struct tally *tally)
{
    SAY(page, choices, "So many answers does a decision have on average; the most seen were {0}.",
        FIGURE(page, tally->choices_max, 0));
    page_find(page, FIGURE(page, sum_mean(&tally->choices), 1), "", page_word(page, "Choices at a decision"), choices);
}

static void finds(struct page *page, const struct tally *tally)
{
    page_finds_open(page);
    find_seats(page, tally);
    if (tally->kinds > 1) {
        int best = 0;
        for (int kind = 1; kind < tally->kinds; kind++)
            best = tally_rate(&tally->kind[kind]) > tally_rate(&tally->kind[best]) ? kind : best;
        struct interval interval = wilson(tally->kind[best].share, tally->kind[best].plays);
        SAY(page, title, "{0} wins most", tally->name[best]);
        SAY(page, words, "95 % interval: {0} to {1} %, where equal chances are {2} %.",
            FIGURE(page, 100 * interval.low, 1), FIGURE(page, 100 * interval.high, 1),
            FIGURE(page, 100 * expected_rate(tally), 1));
        page_find(page, FIGURE(page, 100 * tally_rate(&tally->kind[best]), 0), "%", title, words);
    }
    SAY(page, length, "Forced moves and chance are not counted; with them a game has {0} moves.",
        FIGURE(page, sum_mean(&tally->moves), 0));
    page_find(page, FIGURE(page, median_length(tally), 0), "", page_word(page, "Decisions in a typical game"), length);
    if (tally->kinds == 1)
        find_choices(page, tally);
    find_leader(page, tally);
    SAY(page, decided, "{0} games had one winner, {1} several; {2} were drawn or won by nobody.",
        FIGURE(page, tally->games - tally->draws - tally->shared, 0), FIGURE(page, tally->shared, 0),
        FIGURE(page, tally->draws, 0));
    page_find(page, FIGURE(page, 100.0 * (tally->games - tally->draws) / tally->games, 0), "%",
              page_word(page, "Games that somebody wins"), decided);
    find_parts(page, tally);
    page_finds_close(page);
}

/* `is_wide`: two cards wide, where one would leave a hole. */
static void notes(struct page *page, const struct tally *tally, bool is_wide)
{
    page_figure_open(page, is_wide ? PAGE_DOUBLE : PAGE_SINGLE, page_word(page, "How it was measured"),
                     page_word(page, "The same bytes come out whatever the number of cores."));
    page_add(page, "<ul class=\"notes\"><li><b>");
    page_line(page, "", "</b> ", "Players.");
    page_say(
        page,
        "Computer players, each with its own stream of chance. They see only what a person in their seat would see.");
    page_line(page, "</li><li><b>", "</b> ", "Seats.");
    page_say(page, tally->plan->rotates ? N_("The players change seats from game to game.")
                                        : N_("Nobody changes seat; with equal players the seat itself is compared."));
    page_line(page, "</li><li><b>", "</b> ", "Intervals.");
    page_say(page, "Wilson's for shares of wins; the normal approximation over whole games for everything else.");
    page_line(page, "</li><li><b>", "</b> ", "Fair chance.");
    page_say(page, "Every draw comes from the stream that ochre verify checks; --logs keeps the games.");
    page_add(page, "</li></ul>\n");
    page_figure_close(page, "");
}

static const char *const glossary[] = {
    N_("95 % interval"),
    N_("If the whole run were repeated with other seeds, about 19 of 20 such intervals would hold the true value."),
    N_("Equal chances"),
    N_("What each seat would win if seats did not matter."),
    N_("Decision"),
    N_("One question with at least two answers, put to one seat."),
    N_("Choices"),
    N_("Legal answers to one decision; also called the branching factor."),
    N_("Lead"),
    N_("Whom the game's own quick estimate favours; seats within one hundredth of each other lead together."),
    N_("Point of win rate"),
    N_("One game more won in a hundred."),
    N_("Seed"),
    N_("The number all chance of this run was drawn from. Same seed, same games."),
    NULL,
};

static void header(struct page *page, const struct tally *tally, const char *title, const char *command)
{
    const struct arena_plan *plan = tally->plan;
    char seats[OCHRE_SEATS_MAX * (ARENA_NAME_SIZE + 2)];
    struct ochre_text text = text_on(seats, sizeof seats);
    for (int player = 0; player < tally->seats; player++) {
        text_add(&text, player ? ", " : "");
        text_add(&text, plan->player[player]);
    }
    page_header(page, page_word(page, "Balance report of the Ochre laboratory"), title);
    page_facts_open(page);
    page_fact(page, page_word(page, "Games"), FIGURE(page, tally->games, 0));
    page_fact(page, page_word(page, "Players"), seats);
    page_fact(page, page_word(page, "Change of seats"), page_word(page, plan->rotates ? N_("yes") : N_("no")));
    char pack[PACK_ID_SIZE];
    if (plan->opening->setup.pack) {
        packfile_id(&plan->opening->pack, pack);
        page_fact(page, page_word(page, "Pack"), pack);
    }
    page_fact(page, page_word(page, "Seed"), NUM((int64_t)plan->seed));
    page_facts_close(page, command);
}

char *report_sim(const struct tally *tally, const char *command, const char *language, size_t *length)
{
    struct page page = {.tongue = tally->plan->tongue};
    const struct ochre_setup *setup = &tally->plan->opening->setup;
    SAY(&page, title, "{0}, {1} players", setup->game->name, NUM(tally->seats));
    page_begin(&page, tally->plan->tongue, language, title);
    header(&page, tally, title, command);
    finds(&page, tally);
    page_figures_open(&page);
    figure_seats(&page, tally);
    if (tally->kinds > 1)
        figure_players(&page, tally);
    bool has_places = tally->has_scores;
    bool has_parts = tally->has_scores && tally->part_name[0] && tally->winners_score.count > 0;
    if (has_places)
        figure_places(&page, tally);
    if (has_parts)
        figure_parts_of_score(&page, tally);
    figure_length(&page, tally);
    figure_choices(&page, tally);
    figure_leads(&page, tally);
    figure_endings(&page, tally);
    int cards = 5 + (tally->kinds > 1) + has_places + has_parts;
    notes(&page, tally, cards % 3 == 1);
    figure_parts(&page, tally);
    page_figures_close(&page);
    page_glossary(&page, PAGE_ABOUT_BOTS, glossary);
    return page_end(&page, length);
}
