/* budget.c: see budget.h. */
#include "ai/budget.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Digits up to the end, 1 … most. */
static bool read_count(const char *text, uint64_t most, uint64_t *count)
{
    *count = 0;
    if (!is_digit(*text))
        return false;
    for (; is_digit(*text); text++) {
        *count = *count * 10 + (uint64_t)(*text - '0');
        if (*count > most)
            return false;
    }
    return *text == '\0' && *count > 0;
}

/* "2s", "0.25s": thousandths of a second are the finest. */
static bool read_seconds(const char *text, double *seconds)
{
    uint64_t whole = 0;
    uint64_t thousandths = 0;
    int digits = 0;
    if (!is_digit(*text))
        return false;
    for (; is_digit(*text); text++) {
        whole = whole * 10 + (uint64_t)(*text - '0');
        if (whole > BUDGET_SECONDS_MAX)
            return false;
    }
    if (*text == '.') {
        for (text++; is_digit(*text) && digits < 3; text++, digits++)
            thousandths = thousandths * 10 + (uint64_t)(*text - '0');
        if (digits == 0)
            return false;
        for (; digits < 3; digits++)
            thousandths *= 10;
    }
    uint64_t total = whole * 1000 + thousandths;
    *seconds = (double)total / 1000.0;
    return *text == 's' && text[1] == '\0' && total > 0 && total <= (uint64_t)BUDGET_SECONDS_MAX * 1000;
}

/* What stands before an @; the number of threads behind it, 1 without one. */
static bool read_threads(const char *text, char *amount, size_t size, int *threads)
{
    const char *at = strchr(text, '@');
    size_t length = at ? (size_t)(at - text) : strlen(text);
    uint64_t count = 1;
    if (length >= size || (at && !read_count(at + 1, BUDGET_THREADS_MAX, &count)))
        return false;
    memcpy(amount, text, length);
    amount[length] = '\0';
    *threads = (int)count;
    return true;
}

int budget_read_iterations(const char *text, struct bot_budget *budget, struct ochre_error *error)
{
    char amount[BOT_NAME_SIZE];
    *budget = (struct bot_budget){0};
    if (!read_threads(text, amount, sizeof amount, &budget->threads))
        return error_set(error, "", "'{0}' is no budget: expected a number of threads from 1 to {1} after @", text,
                         NUM(BUDGET_THREADS_MAX));
    if (read_seconds(amount, &budget->seconds))
        return 0;
    budget->seconds = 0;
    if (read_count(amount, BUDGET_ITERATIONS_MAX, &budget->iterations))
        return 0;
    return error_set(error, "", "'{0}' is no budget: expected 1 to {1} iterations (800) or 0.001s to {2}s (0.5s)", text,
                     NUM(BUDGET_ITERATIONS_MAX), NUM(BUDGET_SECONDS_MAX));
}

int budget_read_depth(const char *text, struct bot_budget *budget, struct ochre_error *error)
{
    *budget = (struct bot_budget){0};
    uint64_t depth;
    if (read_seconds(text, &budget->seconds))
        return 0;
    budget->seconds = 0;
    if (read_count(text, BUDGET_DEPTH_MAX, &depth)) {
        budget->depth = (int)depth;
        return 0;
    }
    return error_set(error, "", "'{0}' is no budget: expected a depth from 1 to {1} (6) or 0.001s to {2}s (0.5s)", text,
                     NUM(BUDGET_DEPTH_MAX), NUM(BUDGET_SECONDS_MAX));
}
