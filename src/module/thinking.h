/* thinking.h: a question for a computer player and its answer, as bytes that one instance of the module hands to
 * another one. Both are the same program, so structs travel as they are. */
#ifndef OCHRE_MODULE_THINKING_H
#define OCHRE_MODULE_THINKING_H

#include "ai/bot.h"
#include "table/opening.h"

enum { THINKING_GAME_SIZE = 32 };

/* Followed by the options ("name=value\n" …, NUL), the text of the pack (NUL) and the bytes of the view. */
struct thinking_head {
    uint64_t seed;
    uint32_t seat, seats;
    uint32_t options_size, pack_size, view_size; /* the first two with their NUL */
    char bot[BOT_NAME_SIZE];
    char game[THINKING_GAME_SIZE];
};

struct thinking_answer {
    double seconds;
    ochre_action action;
    struct bot_thoughts thoughts; /* its pointers are NULL */
};

/* A question as bytes, in new memory. */
char *thinking_write(const struct opening *opening, const struct ochre_view *view, int seat, const char *bot,
                     uint64_t seed, size_t *length);

/* Thinks about it; false when it is none. Keeps the last setups compiled. */
bool thinking_answer(const char *question, size_t length, struct thinking_answer *answer);

/* The same where everything is at hand. */
void thinking_think(struct bot *bot, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                    uint64_t seed, struct thinking_answer *answer);

#endif
