/* engine.h: `ochre engine`, what its files share: cmd_engine.c asks and answers, engine_think.c thinks. */
#ifndef OCHRE_CLI_ENGINE_H
#define OCHRE_CLI_ENGINE_H

#include <pthread.h>

#include "ai/bot.h"
#include "cli/course.h"
#include "cli/terms.h"

enum { ENGINE_OPTIONS_MAX = 16, VALUE_SIZE = 96 };

/* A thought, in a thread of its own, so that it can be stopped. Meanwhile nobody else looks at the engine. */
struct engine_thought {
    pthread_t thread;
    bool is_running, is_endless, is_eval;
    int seat;
    struct bot *bot;     /* who thinks … */
    struct bot *limited; /* … and whom this thought alone needed, or NULL */
    atomic_bool stop;
};

struct engine {
    const struct ochre_game *game;
    struct opening *opening; /* of the present position */
    struct course course;
    char option[ENGINE_OPTIONS_MAX][VALUE_SIZE]; /* "name=value" */
    int option_count;
    char *pack; /* a file, or the pack itself; NULL: the built-in one */
    int seats;  /* 0: usual */
    struct bot *bot;
    struct ochre_rng rng;
    struct engine_thought thought;
};

void engine_complain(const char *words);

/* Begins a thought: "depth 6", "movetime 500", "nodes 800", "infinite" or nothing (the option Bot). The answer comes
 * when it is thought: a move, or with eval what is expected. */
void engine_go(struct engine *engine, const char *rest);
void engine_eval(struct engine *engine, const char *rest);

/* Waits for the answer of a thought; false (and says so) where it would never come by itself. */
bool engine_wait(struct engine *engine);
/* Makes up its mind now, and waits for that. */
void engine_stop(struct engine *engine);

#endif
