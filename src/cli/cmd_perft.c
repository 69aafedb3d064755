/* cmd_perft.c: `ochre perft`, how many ways there are to play a number of moves. */
#include <stdlib.h>
#include <time.h>

#include "cli/command.h"
#include "lab/perft.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/words.h"
#include "table/opening.h"

static double wall_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* The operand: a number of moves that a machine can count in a lifetime. */
static bool read_depth(const struct call *call, int *depth)
{
    const char *at = call->operand[0];
    return text_read_number(&at, 2, depth) && *at == '\0' && *depth <= PERFT_DEPTH_MAX;
}

static void root_text(const struct opening *opening, ochre_action action, char text[OCHRE_MOVE_SIZE])
{
    const struct ochre_setup *setup = &opening->setup;
    struct ochre_text out = text_on(text, OCHRE_MOVE_SIZE);
    struct ochre_view view;
    state_look(setup, &opening->start, OCHRE_EVERYBODY, &view);
    setup->game->words->format_move(setup, &view, seats_first(setup->game->rules->pending(setup, &opening->start)),
                                    action, &out);
}

static void print_json(const struct opening *opening, const struct perft *perft, bool is_divided, double seconds)
{
    size_t size = 256 + (size_t)perft->roots * (6 * OCHRE_MOVE_SIZE + TEXT_NUMBER_SIZE);
    char *memory = malloc(size);
    if (!memory)
        abort();
    struct ochre_text out = text_on(memory, size);
    struct json_writer writer = json_write_to(&out);
    json_open(&writer, '{');
    json_field_int(&writer, "depth", perft->depth);
    json_name(&writer, "nodes");
    json_put_unsigned(&writer, perft->nodes);
    json_field_double(&writer, "seconds", seconds, 6);
    if (is_divided && perft->roots) {
        json_name(&writer, "divide");
        json_open(&writer, '{');
        for (uint32_t i = 0; i < perft->roots; i++) {
            char text[OCHRE_MOVE_SIZE];
            root_text(opening, perft->action[i], text);
            json_name(&writer, text);
            json_put_unsigned(&writer, perft->leaves[i]);
        }
        json_close(&writer, '}');
    }
    json_close(&writer, '}');
    puts(memory);
    free(memory);
}

static void print_plain(const struct opening *opening, const struct perft *perft, bool is_divided, double seconds)
{
    for (uint32_t i = 0; is_divided && i < perft->roots; i++) {
        char text[OCHRE_MOVE_SIZE];
        root_text(opening, perft->action[i], text);
        printf("%s: %llu\n", text, (unsigned long long)perft->leaves[i]);
    }
    char time[32];
    char speed[32];
    snprintf(time, sizeof time, "%.3f", seconds);
    snprintf(speed, sizeof speed, "%.1f", seconds > 0 ? (double)perft->nodes / seconds / 1e6 : 0.0);
    print_say(stdout, _("{0} ways to play {1} moves ({2} s, {3} million a second)\n"), NUM((int64_t)perft->nodes),
              NUM(perft->depth), time, speed);
}

static int run(const struct call *call)
{
    const char *options[CALL_GIVEN_MAX + 1] = {NULL};
    int64_t seats = 0;
    int64_t threads = 1;
    struct perft perft = {.bulk = true};
    if (!read_depth(call, &perft.depth))
        return call_misuse(call, _("DEPTH must be a number from 0 to {0}, not '{1}'"), NUM(PERFT_DEPTH_MAX),
                           call->operand[0]);
    const char *id = call_value(call, "game");
    const struct ochre_game *game = call_game(call, id ? id : "dice");
    if (!game || !call_number(call, "seats", 1, OCHRE_SEATS_MAX, &seats) ||
        !call_number(call, "threads", 1, PERFT_THREADS_MAX, &threads))
        return EXIT_MISUSED;
    for (int i = 0; call_value_at(call, "option", i); i++)
        options[i] = call_value_at(call, "option", i);
    perft.threads = (int)threads;
    struct ochre_error error;
    struct opening *opening = opening_new(
        &(struct opening_request){
            .game = game, .seats = (int)seats, .options = options, .position = call_value(call, "position")},
        &error);
    if (!opening)
        return call_refused(call, EXIT_MISUSED, game->id, &error);
    double start = wall_clock();
    int status = EXIT_FINE;
    if (perft_count(&perft, &opening->setup, &opening->start) < 0)
        status = call_failure(call, _("out of memory"));
    else if (call_has(call, "json"))
        print_json(opening, &perft, call_has(call, "divide"), wall_clock() - start);
    else
        print_plain(opening, &perft, call_has(call, "divide"), wall_clock() - start);
    perft_free(&perft);
    opening_delete(opening);
    return status;
}

const struct command cmd_perft = {
    .name = "perft",
    .operands = "DEPTH",
    .operands_min = 1,
    .operands_max = 1,
    .summary = N_("count the ways to play a number of moves"),
    .about = N_("Counts the leaves of the tree of moves, DEPTH moves deep: the classical test that every move is "
                "generated. The last move is counted without being made."),
    .options =
        (const struct command_option[]){
            {.name = "game", .value = "GAME", .about = N_("the game (usually dice)")},
            {.name = "seats", .value = "N", .about = N_("the number of seats")},
            {.name = "option", .value = "K=V", .about = N_("set a rule of the game; may be repeated"), .repeats = true},
            {.name = "position", .value = "TEXT|@FILE|-", .about = N_("count from this position")},
            {.name = "divide", .about = N_("show the count below each first move")},
            {.name = "threads", .value = "T", .about = N_("share the first moves among this many threads")},
            {.name = "json", .about = N_("as one JSON document")},
            {0},
        },
    .example = "  ochre perft 5\n  ochre perft 6 --game breakthrough --divide --threads 2\n",
    .run = run,
};
