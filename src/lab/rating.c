/* rating.c: see rating.h. */
#include "lab/rating.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { STEPS_MAX = 60 };

/* One unit of log-odds in Elo. */
static double elo_per_unit(void)
{
    return 400 / log(10);
}

double rating_expected(double difference)
{
    return 1 / (1 + pow(10, -difference / 400));
}

double rating_difference(double score)
{
    return -400 * log10(1 / score - 1);
}

/* Solves m·x = v in place by elimination with pivots; m is symmetric and positive. */
static void solve(double m[][RATING_PLAYERS_MAX], double v[], int n)
{
    for (int column = 0; column < n; column++) {
        int pivot = column;
        for (int row = column + 1; row < n; row++)
            pivot = fabs(m[row][column]) > fabs(m[pivot][column]) ? row : pivot;
        for (int k = 0; k < n; k++) {
            double swap = m[column][k];
            m[column][k] = m[pivot][k];
            m[pivot][k] = swap;
        }
        double swap = v[column];
        v[column] = v[pivot];
        v[pivot] = swap;
        for (int row = 0; row < n; row++) {
            if (row == column)
                continue;
            double factor = m[row][column] / m[column][column];
            for (int k = column; k < n; k++)
                m[row][k] -= factor * m[column][k];
            v[row] -= factor * v[column];
        }
    }
    for (int row = 0; row < n; row++)
        v[row] /= m[row][row];
}

/* How the likelihood bends (plus 1/n everywhere, which fixes the average) and where it points. */
static void look(const struct rating_table *table, const double strength[], double bend[][RATING_PLAYERS_MAX],
                 double slope[])
{
    int n = table->players;
    memset(slope, 0, (size_t)n * sizeof *slope);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            bend[a][b] = 1.0 / n;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            if (a == b || table->games[a][b] <= 0)
                continue;
            double games = table->games[a][b] + 1;
            double score = table->score[a][b] + 0.5;
            double expected = 1 / (1 + exp(strength[b] - strength[a]));
            slope[a] += score - games * expected;
            bend[a][a] += games * expected * (1 - expected);
            bend[a][b] -= games * expected * (1 - expected);
        }
}

/* The variance of one strength around the average: an element of the inverse, less what fixed the average. */
static double variance(const struct rating_table *table, const double strength[], int player)
{
    double bend[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX];
    double slope[RATING_PLAYERS_MAX];
    double unit[RATING_PLAYERS_MAX] = {0};
    look(table, strength, bend, slope);
    unit[player] = 1;
    solve(bend, unit, table->players);
    double left = unit[player] - 1.0 / table->players;
    return left > 0 ? left : 0;
}

void rating_solve(const struct rating_table *table, double rating[], struct interval interval[])
{
    double strength[RATING_PLAYERS_MAX] = {0};
    for (int step = 0; step < STEPS_MAX; step++) {
        double bend[RATING_PLAYERS_MAX][RATING_PLAYERS_MAX];
        double move[RATING_PLAYERS_MAX];
        look(table, strength, bend, move);
        solve(bend, move, table->players);
        double largest = 0;
        for (int player = 0; player < table->players; player++)
            largest = fmax(largest, fabs(move[player]));
        /* Newton's steps may leap too far where everybody wins or loses everything. */
        double shrink = largest > 1 ? 1 / largest : 1;
        for (int player = 0; player < table->players; player++)
            strength[player] += shrink * move[player];
        if (largest < 1e-12)
            break;
    }
    double average = 0;
    for (int player = 0; player < table->players; player++)
        average += strength[player] / table->players;
    for (int player = 0; player < table->players; player++) {
        double reach = STATS_Z95 * sqrt(variance(table, strength, player)) * elo_per_unit();
        rating[player] = (strength[player] - average) * elo_per_unit();
        interval[player] = (struct interval){rating[player] - reach, rating[player] + reach};
    }
}

/* ---- the sequential test ---- */

double sprt_bound(void)
{
    return log(0.95 / 0.05);
}

double sprt_evidence(const struct sprt *sprt)
{
    struct sum spread = sprt->score;
    if (spread.count <= 0)
        return 0;
    spread.count += 1.5;
    spread.total += 0.75;
    spread.squares += 0.5 * (1 + 0.25);
    double mean = spread.total / spread.count;
    double variance = spread.squares / spread.count - mean * mean;
    double low = rating_expected(sprt->elo0);
    double high = rating_expected(sprt->elo1);
    return sprt->score.count * (high - low) * (2 * sum_mean(&sprt->score) - low - high) / (2 * variance);
}

enum sprt_verdict sprt_verdict(const struct sprt *sprt)
{
    double evidence = sprt_evidence(sprt);
    return evidence >= sprt_bound() ? SPRT_YES : evidence <= -sprt_bound() ? SPRT_NO : SPRT_GOES_ON;
}
