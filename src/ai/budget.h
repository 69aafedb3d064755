/* budget.h: budgets as text. */
#ifndef OCHRE_AI_BUDGET_H
#define OCHRE_AI_BUDGET_H

#include "ai/bot.h"

enum { BUDGET_ITERATIONS_MAX = 100000000, BUDGET_DEPTH_MAX = 60, BUDGET_SECONDS_MAX = 3600, BUDGET_THREADS_MAX = 16 };

/* "800": iterations. "0.5s": seconds. "800@2": on two threads. */
int budget_read_iterations(const char *text, struct bot_budget *budget, struct ochre_error *error);
/* "6": depth. "0.5s": seconds. */
int budget_read_depth(const char *text, struct bot_budget *budget, struct ochre_error *error);

#endif
