/* stats.h: intervals and sums. All intervals are 95 %. Knows no game. */
#ifndef OCHRE_LAB_STATS_H
#define OCHRE_LAB_STATS_H

#include <stddef.h>
#include <stdint.h>

struct interval {
    double low, high;
};

/* How many standard deviations a 95 % interval reaches to either side. */
#define STATS_Z95 1.959963984540054

/* Wilson's interval for a rate: `successes` (shared ones count as fractions) of `trials`; 0 … 1 without trials. */
struct interval wilson(double successes, double trials);

/* A sum with what its mean and deviation need. */
struct sum {
    double count, total, squares;
};

void sum_add(struct sum *sum, double value);
double sum_mean(const struct sum *sum);      /* 0 of nothing */
double sum_deviation(const struct sum *sum); /* of the values, with n - 1; 0 of fewer than two */
double sum_error(const struct sum *sum);     /* of the mean */

/* The mean's interval by the normal approximation; fewer than two values: the mean itself. */
struct interval sum_interval(const struct sum *sum);

/* The value below which the share `p` of the sorted values lies (linear between neighbours). */
double quantile(const double *sorted, size_t count, double p);

/* For qsort. */
int compare_doubles(const void *a, const void *b);

#endif
