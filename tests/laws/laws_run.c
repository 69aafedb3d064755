/* laws_run.c: see laws_run.h. */
#include "laws_run.h"
#include "rules/rules.h"
#include "rules/show.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { CANARY = 0xC5 };
#define LIST_CANARY ((ochre_action)0xC5C5C5C5u)

static void *room(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (!memory) {
        fputs("laws: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

void run_open(struct run *run, const struct ochre_setup *setup, uint64_t seed, int stride, struct laws_fault *fault)
{
    *run = (struct run){.setup = setup, .game = setup->game, .stride = stride, .fault = fault};
    memset(fault, 0, sizeof *fault);
    rng_seed(&run->rng, seed);
    for (int i = 0; i < 3; i++)
        run->list[i] = room((setup->legal_max + LIST_GUARD) * sizeof(ochre_action));
    for (int i = 0; i < 2; i++) {
        run->planes[i] = room((setup->observe_size + LIST_GUARD) * sizeof(float));
        run->canvas[i] = room(sizeof(struct canvas));
        run->journal[i] = room(sizeof(struct ochre_journal));
    }
    run->json = room(JSON_ROOM);
    run->nodes = room(json_nodes_for(JSON_ROOM) * sizeof(struct json_node));
}

void run_close(struct run *run)
{
    for (int i = 0; i < 3; i++)
        free(run->list[i]);
    for (int i = 0; i < 2; i++) {
        free(run->planes[i]);
        free(run->canvas[i]);
        free(run->journal[i]);
    }
    free(run->json);
    free(run->nodes);
}

bool broken(struct run *run, const char *law, const char *format, ...)
{
    struct laws_fault *fault = run->fault;
    if (fault->law[0])
        return false;
    snprintf(fault->law, sizeof fault->law, "%s", law);
    va_list args;
    va_start(args, format);
    vsnprintf(fault->words, sizeof fault->words, format, args);
    va_end(args);
    fault->step = run->step;
    return false;
}

void guarded_init(struct guarded *guarded)
{
    memset(guarded, CANARY, sizeof *guarded);
}

void guarded_copy(struct run *run, struct guarded *to, const struct guarded *from)
{
    guarded_init(to);
    state_copy(run->setup, &to->state, &from->state);
}

bool guarded_ok(struct run *run, const struct guarded *guarded, const char *after)
{
    const unsigned char *bytes = (const unsigned char *)guarded;
    for (size_t i = run->setup->state_size; i < sizeof *guarded; i++)
        if (bytes[i] != CANARY)
            return broken(run, "canary", "%s wrote byte %zu, but a state has %u bytes", after, i,
                          run->setup->state_size);
    return true;
}

__attribute__((noinline)) void stir_stack(int byte)
{
    volatile unsigned char junk[16384];
    for (size_t i = 0; i < sizeof junk; i++)
        junk[i] = (unsigned char)byte;
}

int moves_of(struct run *run, const struct ochre_state *state, int seat, ochre_action *out)
{
    const struct ochre_setup *setup = run->setup;
    for (uint32_t i = 0; i < LIST_GUARD; i++)
        out[setup->legal_max + i] = LIST_CANARY;
    int count = run->game->rules->legal(setup, state, seat, out);
    if (count < 0 || (uint32_t)count > setup->legal_max) {
        broken(run, "moves", "%s has %d moves, legal_max is %u", seat_code(seat), count, setup->legal_max);
        return -1;
    }
    for (uint32_t i = 0; i < LIST_GUARD; i++)
        if (out[setup->legal_max + i] != LIST_CANARY) {
            broken(run, "moves", "legal wrote behind legal_max (%u) for %s", setup->legal_max, seat_code(seat));
            return -1;
        }
    uint32_t bound = seat == OCHRE_CHANCE ? setup->chance_actions : setup->actions;
    for (int i = 0; i < count; i++) {
        if (out[i] >= bound) {
            broken(run, "moves", "%s may play %u, but its numbers end at %u", seat_code(seat), out[i], bound - 1);
            return -1;
        }
        if (i > 0 && out[i] <= out[i - 1]) {
            broken(run, "moves", "the moves of %s are not ascending: %u stands before %u", seat_code(seat), out[i - 1],
                   out[i]);
            return -1;
        }
    }
    return count;
}

bool look(struct run *run, const struct guarded *play, int viewer, struct guarded *view)
{
    guarded_init(view);
    state_look(run->setup, &play->state, viewer, (struct ochre_view *)&view->state);
    return guarded_ok(run, view, "redact");
}

int pick_seat(struct run *run, ochre_seats seats)
{
    int number = (int)rng_below(&run->rng, (uint32_t)__builtin_popcount(seats));
    while (number-- > 0)
        seats = (ochre_seats)(seats & (seats - 1));
    return seats_first(seats);
}

ochre_action pick_move(struct run *run, const struct ochre_state *state, int seat, const ochre_action *list, int count)
{
    if (seat == OCHRE_CHANCE)
        return chance_sample(run->setup, state, list, count, &run->rng);
    return list[rng_below(&run->rng, (uint32_t)count)];
}

bool write_json(struct run *run, const struct ochre_view *view, int viewer)
{
    struct ochre_text text = text_on(run->json, JSON_ROOM);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    run->game->show->write_view(run->setup, view, viewer, &writer);
    json_close(&writer, '}');
    if (text.cut)
        return broken(run, "json", "the view of %s takes more than %d bytes", seat_code(viewer), JSON_ROOM);
    return true;
}
