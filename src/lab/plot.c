/* plot.c: see plot.h. Numbers that are coordinates are printed with a point in every language. */
#include "lab/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- axes ---- */

/* An axis from low to high with round steps. */
struct axis {
    double low, high, step;
    double from, to; /* where it lies on the drawing */
    int decimals;
};

static struct axis axis_for(double low, double high, int steps, double from, double to)
{
    if (high - low < 1e-9) {
        low -= 0.5;
        high += 0.5;
    }
    double raw = (high - low) / steps;
    double power = pow(10, floor(log10(raw)));
    double step = raw / power <= 1 ? power : raw / power <= 2 ? 2 * power : raw / power <= 5 ? 5 * power : 10 * power;
    struct axis axis = {floor(low / step) * step, ceil(high / step) * step, step, from, to, 0};
    axis.decimals = step < 0.1 ? 2 : step < 1 ? 1 : 0;
    return axis;
}

static double axis_at(const struct axis *axis, double value)
{
    return axis->from + (value - axis->low) / (axis->high - axis->low) * (axis->to - axis->from);
}

static void open_svg(struct page *page, double height, const char *label)
{
    page_print(page, "<svg viewBox=\"0 0 400 %.0f\" role=\"img\" aria-label=\"", height);
    page_text(page, label);
    page_add(page, "\">");
}

static void put_text(struct page *page, const char *class, double x, double y, const char *anchor, const char *words)
{
    page_print(page, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", class, x, y, anchor);
    page_text(page, words);
    page_add(page, "</text>");
}

/* Grid lines and numbers of a horizontal axis. */
static void draw_axis(struct page *page, const struct axis *axis, double top, double bottom, const char *unit)
{
    int count = (int)((axis->high - axis->low) / axis->step + 0.5);
    for (int i = 0; i <= count; i++) {
        double value = axis->low + i * axis->step;
        double x = axis_at(axis, value);
        page_print(page, "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>", x, top, bottom);
        char words[64];
        struct ochre_text text = text_on(words, sizeof words);
        text_add(&text, FIGURE(page, value, axis->decimals));
        if (*unit) {
            text_add(&text, "\u202f");
            text_add(&text, unit);
        }
        put_text(page, "q", x, bottom + 18, "middle", words);
    }
}

/* ---- rows ---- */

static void draw_row(struct page *page, const struct plot_rows *plot, const struct plot_row *row,
                     const struct axis *axis, double y)
{
    double x = axis_at(axis, row->value * plot->times);
    double left = axis_at(axis, row->interval.low * plot->times);
    double right = axis_at(axis, row->interval.high * plot->times);
    char class[4] = {'s', row->seat < 0 ? 'x' : (char)('0' + row->seat), '\0', '\0'};
    page_print(page, "<g class=\"%s\">", class);
    page_print(page, "<path class=\"wh\" stroke=\"currentColor\" d=\"M%.1f %.1fH%.1f\"/>", left, y, right);
    if (row->seat > 0) {
        page_print(page, "<use href=\"#seat-%d\" x=\"0\" y=\"%.1f\" width=\"17\" height=\"17\"/>", row->seat, y - 8.5);
        page_print(page, "<use href=\"#seat-%d\" x=\"%.1f\" y=\"%.1f\" width=\"18\" height=\"18\"/>", row->seat, x - 9,
                   y - 9);
    } else {
        page_print(page, "<circle class=\"mark\" cx=\"%.1f\" cy=\"%.1f\" r=\"6\"/>", x, y);
    }
    page_add(page, "</g>");
    put_text(page, "", row->seat > 0 ? 24 : 0, y + 5, "start", row->name);
    put_text(page, "n", x, y - 12, x > 360 ? "end" : "middle", FIGURE(page, row->value * plot->times, plot->decimals));
}

void plot_rows(struct page *page, const struct plot_rows *plot)
{
    double low = isnan(plot->expected) ? 1e30 : plot->expected * plot->times;
    double high = isnan(plot->expected) ? -1e30 : plot->expected * plot->times;
    size_t longest = 0;
    for (int i = 0; i < plot->count; i++) {
        low = fmin(low, plot->row[i].interval.low * plot->times);
        high = fmax(high, plot->row[i].interval.high * plot->times);
        longest = strlen(plot->row[i].name) > longest ? strlen(plot->row[i].name) : longest;
    }
    double gap = 42;
    double bottom = 26 + gap * plot->count;
    double names = fmin(176, fmax(88, 26 + 7.4 * (double)longest));
    struct axis axis = axis_for(low, high, 4, names, 376);
    bool has_line = !isnan(plot->expected) && plot->expected_name;
    open_svg(page, bottom + (has_line ? 42 : 26), plot->label);
    draw_axis(page, &axis, 8, bottom, plot->unit);
    if (has_line) {
        double x = axis_at(&axis, plot->expected * plot->times);
        page_print(page, "<path class=\"exp\" d=\"M%.1f 8V%.1f\"/>", x, bottom);
        put_text(page, "q", fmin(fmax(x, names + 30), 330), bottom + 36, "middle", plot->expected_name);
    }
    for (int i = 0; i < plot->count; i++)
        draw_row(page, plot, &plot->row[i], &axis, 34 + gap * i);
    page_add(page, "</svg>\n");
}

/* ---- distributions ---- */

enum { BINS_MAX = 40 };

/* Bins of whole width over the values. */
static int bin(const double *sorted, size_t count, double *share, double *first, double *width)
{
    double low = floor(quantile(sorted, count, 0.002));
    double high = ceil(quantile(sorted, count, 0.998));
    *width = fmax(1, ceil((high - low + 1) / 32));
    *first = floor(low / *width) * *width;
    int bins = (int)((high - *first) / *width) + 1;
    bins = bins > BINS_MAX ? BINS_MAX : bins;
    memset(share, 0, BINS_MAX * sizeof *share);
    for (size_t i = 0; i < count; i++) {
        int at = (int)floor((sorted[i] - *first) / *width);
        share[at < 0 ? 0 : at >= bins ? bins - 1 : at] += 1.0 / (double)count;
    }
    return bins;
}

void plot_spread(struct page *page, const char *label, const double *sorted, size_t count, const char *median_word)
{
    double share[BINS_MAX];
    double first;
    double width;
    int bins = bin(sorted, count, share, &first, &width);
    double tallest = 0;
    for (int i = 0; i < bins; i++)
        tallest = fmax(tallest, share[i]);
    open_svg(page, 200, label);
    struct axis axis = axis_for(first, first + bins * width, 5, 14, 386);
    draw_axis(page, &axis, 172, 172, "");
    double low = quantile(sorted, count, 0.05);
    double high = quantile(sorted, count, 0.95);
    for (int i = 0; i < bins; i++) {
        double left = axis_at(&axis, first + i * width);
        double right = axis_at(&axis, first + (i + 1) * width);
        double tall = share[i] / tallest * 132;
        double middle = first + (i + 0.5) * width;
        page_print(page, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"1\"/>",
                   middle >= low && middle <= high + width ? "bar" : "dim", left + 0.6, 172 - tall,
                   fmax(1, right - left - 1.2), tall);
    }
    double median = quantile(sorted, count, 0.5);
    double x = axis_at(&axis, median + width / 2);
    page_add(page, "<path class=\"ax\" d=\"M14 172H386\"/>");
    page_print(page, "<path class=\"exp\" d=\"M%.1f 20V172\"/>", x);
    char words[96];
    struct ochre_text text = text_on(words, sizeof words);
    text_fill(&text, median_word, (const char *const[]){FIGURE(page, median, 0), NULL});
    put_text(page, "n", x + (x > 270 ? -8 : 8), 24, x > 270 ? "end" : "start", words);
    page_add(page, "</svg>\n");
}

void plot_counts(struct page *page, const char *label, const double *share, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        best = share[i] > share[best] ? i : best;
    open_svg(page, 118, label);
    double width = 372.0 / count;
    for (int i = 0; i < count; i++) {
        double tall = share[best] > 0 ? share[i] / share[best] * 74 : 0;
        double left = 14 + i * width;
        page_print(page, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\"/>",
                   i == best ? "bar" : "dim", left + 1.5, 96 - tall, width - 3, tall);
        char words[16];
        struct ochre_text text = text_on(words, sizeof words);
        text_int(&text, i);
        if (i == count - 1)
            text_char(&text, '+');
        if (count <= 13 || i % 2 == 0)
            put_text(page, "q", left + width / 2, 114, "middle", words);
        if (i == best) {
            text = text_on(words, sizeof words);
            text_add(&text, FIGURE(page, 100 * share[i], 0));
            text_add(&text, "\u202f%");
            put_text(page, "n", left + width / 2, 90 - tall, "middle", words);
        }
    }
    page_add(page, "<path class=\"ax\" d=\"M14 96.500H386\"/></svg>\n");
}

/* A smoothed density of sorted values at `points` places between low and high, the tallest anywhere being free. */
static void density(const struct plot_ridge *ridge, double low, double high, double *out, int points)
{
    double share[BINS_MAX * 4] = {0};
    int bins = points;
    for (size_t i = 0; i < ridge->count; i++) {
        int at = (int)((ridge->values[i] - low) / (high - low) * bins);
        at = at < 0 ? 0 : at >= bins ? bins - 1 : at;
        share[at] += 1.0 / (double)ridge->count;
    }
    for (int i = 0; i < bins; i++) {
        double total = 0;
        double weights = 0;
        for (int near = -6; near <= 6; near++) {
            double weight = exp(-near * near / 8.0);
            weights += weight;
            if (i + near >= 0 && i + near < bins)
                total += weight * share[i + near];
        }
        out[i] = total / weights;
    }
}

void plot_ridges(struct page *page, const char *label, const struct plot_ridge *ridge, int count)
{
    enum { POINTS = 90 };
    double low = 1e30;
    double high = -1e30;
    for (int i = 0; i < count; i++) {
        if (ridge[i].count == 0)
            continue;
        low = fmin(low, quantile(ridge[i].values, ridge[i].count, 0.002));
        high = fmax(high, quantile(ridge[i].values, ridge[i].count, 0.998));
    }
    double gap = 48;
    double bottom = 40 + gap * count;
    struct axis axis = axis_for(low, high, 5, 112, 386);
    open_svg(page, bottom + 26, label);
    draw_axis(page, &axis, 8, bottom, "");
    for (int i = 0; i < count; i++) {
        if (ridge[i].count == 0)
            continue;
        double curve[POINTS];
        double tallest = 0;
        density(&ridge[i], axis.low, axis.high, curve, POINTS);
        for (int p = 0; p < POINTS; p++)
            tallest = fmax(tallest, curve[p]);
        double base = 30 + gap * (i + 1) - 8;
        page_print(page, "<path class=\"ridge\" fill-opacity=\"%.2f\" d=\"M%.1f %.1f", 0.95 - 0.2 * i, axis.from, base);
        for (int p = 0; p < POINTS; p++)
            page_print(page, "L%.1f %.1f", axis.from + (p + 0.5) / POINTS * (axis.to - axis.from),
                       base - curve[p] / tallest * (gap + 4));
        page_print(page, "L%.1f %.1fZ\"/>", axis.to, base);
        struct sum sum = {0};
        for (size_t v = 0; v < ridge[i].count; v++)
            sum_add(&sum, ridge[i].values[v]);
        double x = axis_at(&axis, sum_mean(&sum));
        page_print(page, "<path stroke=\"var(--ink)\" stroke-width=\"3\" d=\"M%.1f %.1fv-10\"/>", x, base);
        put_text(page, "", 0, base - 17, "start", ridge[i].name);
        put_text(page, "n", 0, base + 1, "start", FIGURE(page, sum_mean(&sum), 1));
    }
    page_add(page, "</svg>\n");
}

/* ---- the course of a play ---- */

void plot_course(struct page *page, const struct plot_course *plot)
{
    double low = plot->from_zero ? 0 : 1e30;
    double high = 0;
    for (int i = 0; i < plot->count; i++) {
        high = fmax(high, (plot->high ? plot->high[i] : plot->middle[i]) * plot->times);
        low = fmin(low, (plot->low ? plot->low[i] : plot->middle[i]) * plot->times);
    }
    struct axis axis = axis_for(low, high, 4, 168, 14);
    open_svg(page, 200, plot->label);
    int steps = (int)((axis.high - axis.low) / axis.step + 0.5);
    for (int i = 0; i <= steps; i++) {
        double y = axis_at(&axis, axis.low + i * axis.step);
        page_print(page, "<path class=\"grid\" d=\"M48 %.1fH388\"/>", y);
        char words[64];
        struct ochre_text text = text_on(words, sizeof words);
        text_add(&text, FIGURE(page, axis.low + i * axis.step, axis.decimals));
        if (*plot->unit) {
            text_add(&text, "\u202f");
            text_add(&text, plot->unit);
        }
        put_text(page, "q", 42, y + 5, "end", words);
    }
    if (plot->low && plot->high) {
        page_add(page, "<path class=\"band\" d=\"M");
        for (int i = 0; i < plot->count; i++)
            page_print(page, "%.1f %.1f ", 48 + 340.0 * i / (plot->count - 1),
                       axis_at(&axis, plot->high[i] * plot->times));
        for (int i = plot->count - 1; i >= 0; i--)
            page_print(page, "%.1f %.1f ", 48 + 340.0 * i / (plot->count - 1),
                       axis_at(&axis, plot->low[i] * plot->times));
        page_add(page, "Z\"/>");
    }
    page_add(page, "<path class=\"curve\" d=\"M");
    for (int i = 0; i < plot->count; i++)
        page_print(page, "%.1f %.1f ", 48 + 340.0 * i / (plot->count - 1),
                   axis_at(&axis, plot->middle[i] * plot->times));
    page_add(page, "\"/>");
    int half = plot->count / 2;
    double y = axis_at(&axis, plot->middle[half] * plot->times);
    page_print(page, "<circle cx=\"218\" cy=\"%.1f\" r=\"4.500\" fill=\"var(--accent)\"/>", y);
    put_text(page, "n", 218, y - 10, "middle", FIGURE(page, plot->middle[half] * plot->times, 0));
    put_text(page, "q", 48, 192, "start", page_word(page, "start"));
    put_text(page, "q", 218, 192, "middle", page_word(page, "half time"));
    put_text(page, "q", 388, 192, "end", page_word(page, "end"));
    page_add(page, "</svg>\n");
}

/* ---- small things ---- */

void plot_inline(struct page *page, double value, struct interval interval, double reach, bool is_clear)
{
    double x = 100 + 96 * fmin(1, fmax(-1, value / reach));
    double left = 100 + 96 * fmin(1, fmax(-1, interval.low / reach));
    double right = 100 + 96 * fmin(1, fmax(-1, interval.high / reach));
    page_print(
        page,
        "<svg viewBox=\"0 0 200 22\" preserveAspectRatio=\"none\" aria-hidden=\"true\" class=\"%s\">"
        "<path class=\"ax\" d=\"M100 1V21\"/><rect x=\"%.1f\" y=\"7\" width=\"%.1f\" height=\"8\" "
        "fill=\"currentColor\" opacity=\".22\"/><path d=\"M%.1f 11H%.1f\" stroke=\"currentColor\" "
        "stroke-width=\"2.500\"/><path d=\"M%.1f 4.500V17.500\" stroke=\"currentColor\" stroke-width=\"3\"/></svg>",
        is_clear ? "s0" : "sx", fmin(100, x), fabs(x - 100), left, right, x);
}

/* A name that must leave room for the figure behind it: a long one is drawn closer together. */
static void put_name(struct page *page, double y, const char *name)
{
    enum { ROOM = 330, LETTER = 7 };
    int letters = 0;
    for (const char *at = name; *at; at++)
        letters += (*at & 0xC0) != 0x80; /* UTF-8: the bytes after the first do not count */
    if (letters * LETTER <= ROOM) {
        put_text(page, "", 0, y, "start", name);
        return;
    }
    page_print(page, "<text x=\"0\" y=\"%.1f\" textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\">", y, ROOM);
    page_text(page, name);
    page_add(page, "</text>");
}

void plot_shares(struct page *page, const char *label, const struct plot_share *share, int count)
{
    open_svg(page, 8 + 44.0 * count, label);
    for (int i = 0; i < count; i++) {
        double y = 44.0 * i;
        char words[48];
        struct ochre_text text = text_on(words, sizeof words);
        text_add(&text, FIGURE(page, 100 * share[i].share, 1));
        text_add(&text, "\u202f%");
        put_name(page, y + 16, share[i].name);
        put_text(page, "n", 400, y + 16, "end", words);
        page_print(page, "<rect class=\"dim\" x=\"0\" y=\"%.1f\" width=\"400\" height=\"9\" rx=\"2\" opacity=\".5\"/>",
                   y + 23);
        page_print(page, "<rect class=\"bar\" x=\"0\" y=\"%.1f\" width=\"%.1f\" height=\"9\" rx=\"2\"/>", y + 23,
                   fmax(1, 400 * share[i].share));
    }
    page_add(page, "</svg>\n");
}
