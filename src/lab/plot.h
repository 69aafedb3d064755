/* plot.h: the plots of a report, as SVG on a page. All are 400 units wide and take the height they need. */
#ifndef OCHRE_LAB_PLOT_H
#define OCHRE_LAB_PLOT_H

#include "lab/page.h"
#include "lab/stats.h"

/* A value with its interval, in a row of its own. */
struct plot_row {
    const char *name;
    int seat; /* 1 … 4: that seat's mark; 0: a dot of the accent colour; -1: a grey one */
    double value;
    struct interval interval;
};

/* Rows of dots and intervals on a common axis. `expected`: a dashed line there, unless it is NAN; its name below the
 * axis. Values are shown with `decimals`, times `times`, `unit` behind the numbers of the axis. */
struct plot_rows {
    const char *label; /* for people who cannot see it */
    const struct plot_row *row;
    int count;
    double expected;
    const char *expected_name;
    double times;
    int decimals;
    const char *unit;
};
void plot_rows(struct page *page, const struct plot_rows *plot);

/* A histogram of sorted values; the middle nine tenths in colour, the median marked. */
void plot_spread(struct page *page, const char *label, const double *sorted, size_t count, const char *median_word);

/* Bars of counts 0, 1, 2 … max, the last one for all that is larger; the tallest in colour. */
void plot_counts(struct page *page, const char *label, const double *share, int count);

/* Distributions above one another: one smoothed ridge per row. */
struct plot_ridge {
    const char *name;
    double *values; /* sorted */
    size_t count;
};
void plot_ridges(struct page *page, const char *label, const struct plot_ridge *ridge, int count);

/* A curve over the course of a play with a band around it. low and high may be NULL. `start`, `half`, `end`: words. */
struct plot_course {
    const char *label;
    const double *middle, *low, *high;
    int count;
    double times;
    const char *unit;
    bool from_zero;
};
void plot_course(struct page *page, const struct plot_course *plot);

/* A bar between two ends of a small axis, for a row of a table: value and interval within -reach … reach. */
void plot_inline(struct page *page, double value, struct interval interval, double reach, bool is_clear);

/* Shares of a whole with their names. */
struct plot_share {
    const char *name;
    double share;
};
void plot_shares(struct page *page, const char *label, const struct plot_share *share, int count);

#endif
