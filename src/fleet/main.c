/* main.c: the program ochre-mpi: ochre, with the games of sim, tournament and compare spread over the ranks of MPI.
 * Only rank 0 speaks. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/call.h"
#include "cli/front.h"
#include "fleet/fleet.h"

/* Do several ranks have something to do for this line? The same answer on all of them. */
static bool is_for_fleet(int argc, char **argv)
{
    char **copy = calloc((size_t)argc + 1, sizeof *copy);
    if (!copy)
        return false;
    memcpy(copy, argv, (size_t)argc * sizeof *copy);
    struct call call;
    bool is_asked = call_read(&call, argc, copy) == EXIT_FINE && call.command && !call_has(&call, "help") &&
                    !call_has(&call, "version");
    const char *name = is_asked ? call.command->name : "";
    free(copy);
    return text_same(name, "sim") || text_same(name, "tournament") || text_same(name, "compare");
}

/* From now on nothing is said here; what would have been goes to this file. */
static FILE *hush(int *silence)
{
    FILE *said = tmpfile();
    *silence = dup(STDERR_FILENO);
    if (said)
        (void)dup2(fileno(said), STDERR_FILENO);
    return said;
}

/* The last words of a command that could not begin, without "ochre sim: ". */
static void last_words(FILE *said, char *words, size_t size)
{
    *words = '\0';
    if (!said)
        return;
    (void)fflush(stderr);
    (void)fseek(said, 0, SEEK_SET);
    if (!fgets(words, (int)size, said))
        *words = '\0';
    words[strcspn(words, "\n")] = '\0';
    const char *colon = strstr(words, ": ");
    if (text_starts(words, "ochre", NULL) && colon)
        memmove(words, colon + 2, strlen(colon + 2) + 1);
}

static void unhush(int silence)
{
    (void)fflush(stderr);
    if (silence >= 0) {
        (void)dup2(silence, STDERR_FILENO);
        (void)close(silence);
    }
}

/* One rank's part of the run. */
static int run(int rank, int argc, char **argv)
{
    int silence = -1;
    FILE *said = rank > 0 ? hush(&silence) : NULL;
    char words[256];
    int code = front_main(argc, argv);
    last_words(said, words, sizeof words);
    fleet_leave(words);
    unhush(silence);
    if (said)
        (void)fclose(said);
    return rank > 0 ? EXIT_FINE : code;
}

int main(int argc, char **argv)
{
    int level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    const struct many_fleet *fleet = fleet_begin();
    if (!fleet) {
        fputs("ochre: out of memory\n", stderr);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILED);
        return EXIT_FAILED;
    }
    /* A line that means something else is rank 0's alone, and so is a wrong one. */
    int silence = -1;
    FILE *said = hush(&silence);
    bool is_asked = is_for_fleet(argc, argv);
    unhush(silence);
    if (said)
        (void)fclose(said);
    int code = EXIT_FINE;
    if (is_asked) {
        many_fleet = fleet;
        code = run(fleet->rank, argc, argv);
    } else if (fleet->rank == 0) {
        code = front_main(argc, argv);
    }
    (void)fflush(stdout);
    if (is_asked && lab_is_stopped()) {
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILED);
        return EXIT_FAILED;
    }
    fleet_end();
    MPI_Finalize();
    return code;
}
