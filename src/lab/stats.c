/* stats.c: see stats.h. */
#include "lab/stats.h"

#include <math.h>

struct interval wilson(double successes, double trials)
{
    if (trials <= 0)
        return (struct interval){0, 1};
    double z2 = STATS_Z95 * STATS_Z95;
    double rate = successes / trials;
    double centre = (rate + z2 / (2 * trials)) / (1 + z2 / trials);
    double reach = STATS_Z95 * sqrt(rate * (1 - rate) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials);
    double low = successes <= 0 ? 0 : centre - reach;
    double high = successes >= trials ? 1 : centre + reach;
    return (struct interval){low < 0 ? 0 : low, high > 1 ? 1 : high};
}

void sum_add(struct sum *sum, double value)
{
    sum->count += 1;
    sum->total += value;
    sum->squares += value * value;
}

double sum_mean(const struct sum *sum)
{
    return sum->count > 0 ? sum->total / sum->count : 0;
}

double sum_deviation(const struct sum *sum)
{
    if (sum->count < 2)
        return 0;
    double spread = (sum->squares - sum->total * sum->total / sum->count) / (sum->count - 1);
    return spread > 0 ? sqrt(spread) : 0;
}

double sum_error(const struct sum *sum)
{
    return sum->count > 0 ? sum_deviation(sum) / sqrt(sum->count) : 0;
}

struct interval sum_interval(const struct sum *sum)
{
    double reach = STATS_Z95 * sum_error(sum);
    return (struct interval){sum_mean(sum) - reach, sum_mean(sum) + reach};
}

double quantile(const double *sorted, size_t count, double p)
{
    if (count == 0)
        return 0;
    double place = p * (double)(count - 1);
    size_t below = (size_t)place;
    if (below + 1 >= count)
        return sorted[count - 1];
    return sorted[below] + (place - (double)below) * (sorted[below + 1] - sorted[below]);
}

int compare_doubles(const void *a, const void *b)
{
    double one = *(const double *)a;
    double other = *(const double *)b;
    return (one > other) - (one < other);
}
