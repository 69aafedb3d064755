/* thinking.c: see thinking.h. */
#include "module/thinking.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rules/registry.h"
#include "server/memory.h"
#include "server/restore.h"

enum { LAST_OPENINGS = 4, MEMORY_MAX = 64 << 20 };

static double now_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

char *thinking_write(const struct opening *opening, const struct ochre_view *view, int seat, const char *bot,
                     uint64_t seed, size_t *length)
{
    const struct ochre_setup *setup = &opening->setup;
    char *options = restore_options(setup);
    const char *pack = opening->pack.text ? opening->pack.text : "";
    struct thinking_head head = {.seed = seed, .seat = (uint32_t)seat, .seats = (uint32_t)setup->seats};
    head.options_size = (uint32_t)strlen(options) + 1;
    head.pack_size = (uint32_t)strlen(pack) + 1;
    head.view_size = setup->state_size;
    struct ochre_text text = text_on(head.bot, sizeof head.bot);
    text_add(&text, bot);
    text = text_on(head.game, sizeof head.game);
    text_add(&text, setup->game->id);
    *length = sizeof head + head.options_size + head.pack_size + head.view_size;
    char *question = must_alloc(*length);
    char *at = question;
    memcpy(at, &head, sizeof head);
    memcpy(at += sizeof head, options, head.options_size);
    memcpy(at += head.options_size, pack, head.pack_size);
    memcpy(at + head.pack_size, view->bytes, head.view_size);
    free(options);
    return question;
}

/* ---- setups ---- */

/* The setup of a question: its game, seats, options and pack, as they stand in it. */
struct compiled {
    struct thinking_head head;
    char *terms; /* options and pack */
    struct opening *opening;
};

static struct compiled last[LAST_OPENINGS];

static bool is_same(const struct compiled *compiled, const struct thinking_head *head, const char *terms)
{
    return compiled->opening && compiled->head.seats == head->seats && strcmp(compiled->head.game, head->game) == 0 &&
           compiled->head.options_size == head->options_size && compiled->head.pack_size == head->pack_size &&
           memcmp(compiled->terms, terms, head->options_size + head->pack_size) == 0;
}

static struct opening *compile(const struct thinking_head *head, const char *terms)
{
    const char *options[OCHRE_OPTIONS_MAX + 1] = {NULL};
    char *lines = copy_text(terms);
    char *rest = NULL;
    int count = 0;
    for (char *line = strtok_r(lines, "\n", &rest); line && count < OCHRE_OPTIONS_MAX;
         line = strtok_r(NULL, "\n", &rest))
        options[count++] = line;
    const char *pack = terms + head->options_size;
    struct ochre_error error;
    const struct ochre_game *game = NULL;
    for (int i = 0; ochre_games[i]; i++)
        if (text_same(ochre_games[i]->id, head->game))
            game = ochre_games[i];
    struct opening *opening = game ? opening_new(&(struct opening_request){.game = game,
                                                                           .seats = (int)head->seats,
                                                                           .options = options,
                                                                           .pack_text = *pack ? pack : NULL},
                                                 &error)
                                   : NULL;
    free(lines);
    return opening;
}

static struct opening *opening_for(const struct thinking_head *head, const char *terms)
{
    for (int i = 0; i < LAST_OPENINGS; i++)
        if (is_same(&last[i], head, terms))
            return last[i].opening;
    struct opening *opening = compile(head, terms);
    if (!opening)
        return NULL;
    struct compiled *oldest = &last[LAST_OPENINGS - 1];
    if (oldest->opening)
        opening_delete(oldest->opening);
    free(oldest->terms);
    memmove(last + 1, last, sizeof last - sizeof *last);
    size_t size = head->options_size + head->pack_size;
    last[0] = (struct compiled){.head = *head, .terms = memcpy(must_alloc(size), terms, size), .opening = opening};
    return opening;
}

/* ---- answers ---- */

void thinking_think(struct bot *bot, const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                    uint64_t seed, struct thinking_answer *answer)
{
    struct ochre_rng rng;
    rng_seed(&rng, seed);
    *answer = (struct thinking_answer){0};
    double began = now_seconds();
    answer->action = bot_think(bot, setup, view, seat, &rng, &answer->thoughts);
    answer->seconds = now_seconds() - began;
}

bool thinking_answer(const char *question, size_t length, struct thinking_answer *answer)
{
    struct thinking_head head;
    if (length < sizeof head)
        return false;
    memcpy(&head, question, sizeof head);
    const char *terms = question + sizeof head;
    if (length - sizeof head != (size_t)head.options_size + head.pack_size + head.view_size)
        return false;
    struct opening *opening = opening_for(&head, terms);
    struct bot *bot = opening && opening->setup.state_size == head.view_size ? bot_new(head.bot, NULL) : NULL;
    if (!bot)
        return false;
    static struct ochre_view view;
    memcpy(view.bytes, terms + head.options_size + head.pack_size, head.view_size);
    bot_limit_memory(bot, MEMORY_MAX);
    thinking_think(bot, &opening->setup, &view, (int)head.seat, head.seed, answer);
    bot_delete(bot);
    return true;
}
