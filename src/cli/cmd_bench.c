/* cmd_bench.c: `ochre bench`, speeds and the behaviour signature. */
#include <unistd.h>

#include "cli/command.h"
#include "lab/bench.h"
#include "lab/signature.h"
#include "rules/registry.h"

enum { GAMES_MAX = 16 };

static void write_game(const struct bench *bench, struct json_writer *writer)
{
    char signature[17];
    signature_text(bench->signature, signature);
    json_open(writer, '{');
    json_field_string(writer, "game", bench->game->id);
    json_field_int(writer, "seats", bench->seats);
    json_field_string(writer, "signature", signature);
    json_field_double(writer, "decisions_per_s", bench->decisions_per_s, 0);
    json_field_double(writer, "playouts_per_s", bench->playouts_per_s, 1);
    json_field_int(writer, "state_bytes", bench->state_bytes);
    json_field_int(writer, "search_bytes", bench->search_bytes);
    json_field_double(writer, "copy_ns", bench->copy_ns, 2);
    if (bench->perft_nodes_per_s > 0) {
        json_field_double(writer, "perft_nodes_per_s", bench->perft_nodes_per_s, 0);
        json_field_double(writer, "perft_leaf_nodes_per_s", bench->perft_leaf_nodes_per_s, 0);
    }
    json_field_double(writer, "mcts_iterations_per_s", bench->mcts_iterations_per_s, 0);
    if (bench->ab_nodes_per_s > 0)
        json_field_double(writer, "ab_nodes_per_s", bench->ab_nodes_per_s, 0);
    json_field_double(writer, "late_ms", bench->late_ms, 2);
    json_close(writer, '}');
}

static void print_json(const struct bench *benches, int count, const char *signature, double two_threads)
{
    char memory[1024 * (GAMES_MAX + 1)];
    struct ochre_text out = text_on(memory, sizeof memory);
    struct json_writer writer = json_write_to(&out);
    json_open(&writer, '{');
    json_field_string(&writer, "signature", signature);
    json_field_double(&writer, "sim_two_threads", two_threads, 2);
    json_name(&writer, "games");
    json_open(&writer, '[');
    for (int i = 0; i < count; i++)
        write_game(&benches[i], &writer);
    json_close(&writer, ']');
    json_close(&writer, '}');
    puts(memory);
}

static void print_table(const struct bench *benches, int count, const char *signature, double two_threads)
{
    puts(_("Random play on one thread; M is a million; perft with the last move counted, and with every move made."));
    puts(_("Tree search with random plays to the end (trees/s), and nodes of alpha-beta (nodes/s)."));
    puts(_("The last figure (late) is by how much the latest of some answers missed its time budget."));
    printf("\n%-14s %5s %13s %12s %11s %9s %9s %11s %11s %9s %8s\n", _("game"), _("seats"), _("decisions/s"),
           _("plays/s"), _("state"), _("copy"), _("trees/s"), _("perft/s"), _("leaves/s"), _("nodes/s"), _("late"));
    for (int i = 0; i < count; i++) {
        const struct bench *bench = &benches[i];
        char state[32];
        snprintf(state, sizeof state, "%u/%u B", bench->search_bytes, bench->state_bytes);
        printf("%-14s %5d %11.2f M %12.0f %11s %6.1f ns %9.0f", bench->game->id, bench->seats,
               bench->decisions_per_s / 1e6, bench->playouts_per_s, state, bench->copy_ns,
               bench->mcts_iterations_per_s);
        if (bench->perft_nodes_per_s > 0)
            printf(" %9.1f M %9.1f M", bench->perft_nodes_per_s / 1e6, bench->perft_leaf_nodes_per_s / 1e6);
        else
            printf(" %11s %11s", "", "");
        if (bench->ab_nodes_per_s > 0)
            printf(" %7.2f M", bench->ab_nodes_per_s / 1e6);
        else
            printf(" %9s", "");
        printf(" %5.1f ms\n", bench->late_ms);
    }
    char ratio[16];
    snprintf(ratio, sizeof ratio, "%.2f", two_threads);
    print_say(stdout, _("\nTwo threads of ochre sim play {0} times as fast as one.\n"), ratio);
    print_say(stdout, _("\nSignature {0}\n"), signature);
}

/* One line a game, as in tests/golden/signature. */
static int print_signatures(const struct call *call, const struct ochre_game *only)
{
    for (const struct ochre_game *const *game = ochre_games; *game; game++) {
        uint64_t signature;
        char text[17];
        if (only && *game != only)
            continue;
        if (!signature_of(*game, &signature))
            return call_failure(call, _("out of memory"));
        signature_text(signature, text);
        printf("%s %s\n", (*game)->id, text);
    }
    return EXIT_FINE;
}

static int run(const struct call *call)
{
    const struct ochre_game *only = NULL;
    if (call->operand_count > 0 && !(only = call_game(call, call->operand[0])))
        return EXIT_MISUSED;
    if (call_has(call, "signature"))
        return print_signatures(call, only);
    struct bench benches[GAMES_MAX];
    struct ochre_error error;
    int count = 0;
    uint64_t signature;
    char text[17];
    if (!signature_of_all(&signature))
        return call_failure(call, _("out of memory"));
    signature_text(signature, text);
    for (const struct ochre_game *const *game = ochre_games; *game && count < GAMES_MAX; game++) {
        if (only && *game != only)
            continue;
        if (isatty(STDERR_FILENO)) {
            fputs("\r\033[K", stderr);
            print_say(stderr, _("measuring {0} …"), (*game)->id);
        }
        if (bench_game(*game, &benches[count++], &error) < 0)
            return call_refused(call, EXIT_FAILED, (*game)->id, &error);
    }
    double two_threads;
    if (bench_two_threads(only ? only : game_by_id("valley"), &two_threads, &error) < 0)
        return call_refused(call, EXIT_FAILED, "sim", &error);
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    if (call_has(call, "json"))
        print_json(benches, count, text, two_threads);
    else
        print_table(benches, count, text, two_threads);
    return EXIT_FINE;
}

const struct command cmd_bench = {
    .name = "bench",
    .operands = "[GAME]",
    .operands_min = 0,
    .operands_max = 1,
    .summary = N_("measure speeds and show the behaviour signature"),
    .about = N_("Measures every game, or the one named, on one thread in processor time: about three seconds each. The "
                "signature is made from fixed random plays; it is the same on every machine and changes only when a "
                "game behaves differently."),
    .options =
        (const struct command_option[]){
            {.name = "signature", .about = N_("only the signature of each game, one a line")},
            {.name = "json", .about = N_("as one JSON document")},
            {0},
        },
    .example = "  ochre bench\n  ochre bench dice --json\n",
    .run = run,
};
