/* fleet.c: see fleet.h. What is said, by tag:
 *
 *     a rank to rank 0                                     rank 0 to a rank
 *     WANT   so many plays, please                         GIVE   their numbers
 *     PLAYS  what roster_collect gave                      END    nobody wants more
 *     FAIL   why it cannot go on
 *     BYE    nothing will follow
 *
 * A rank asks again while it still has something to play, and for more whenever it had not, so that nobody waits for
 * messages; towards the end of the run it is given less, so that nobody waits for the last one. */
#include "fleet/fleet.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WANT = 1, PLAYS, FAIL, BYE, GIVE, END };
enum { GIVE_MAX = 512, WORDS_SIZE = 256 };

static const long NAP_LEAST = 500000; /* nanoseconds between looks for messages */
static const long NAP_MOST = 8000000;

/* What a rank says before the run. */
struct ready {
    char digest[24]; /* "": it cannot play, and why */
    char why[WORDS_SIZE];
};

static struct many_fleet fleet;
static bool has_agreed;
static int *wanted;  /* by rank */
static char *outbox; /* room for a message of rank 0 to every rank: it never waits for one that is sending itself */

/* ---- before the run ---- */

static void say_why(const struct ochre_error *error, char why[WORDS_SIZE])
{
    struct ochre_text text = text_in(why, WORDS_SIZE, tongue_used());
    error_say(error, &text);
}

/* Rank 0: may it begin? */
static bool judge(const struct ready *ready, struct ochre_error *why)
{
    if (!*ready[0].digest)
        return false;
    for (int rank = 1; rank < fleet.count; rank++) {
        if (!*ready[rank].digest) {
            error_set(why, "", "rank {0}: {1}", NUM(rank), ready[rank].why);
            return false;
        }
        if (!text_same(ready[rank].digest, ready[0].digest)) {
            error_set(why, "", "rank {0} would play something else: its program or its files differ", NUM(rank));
            return false;
        }
    }
    return true;
}

static bool agree(const char *digest, struct ochre_error *why)
{
    struct ready mine = {0};
    struct ready *all = fleet.rank == 0 ? calloc((size_t)fleet.count, sizeof *all) : NULL;
    struct ochre_text text = text_on(mine.digest, sizeof mine.digest);
    text_add(&text, fleet.rank == 0 && !all ? "" : digest);
    if (!*mine.digest)
        say_why(why, mine.why);
    has_agreed = true;
    /* Without memory for the answers nobody can be heard, and everybody must be told. */
    int has_memory = fleet.rank > 0 || all;
    MPI_Bcast(&has_memory, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (!has_memory) {
        error_set(why, "", "out of memory");
        free(all);
        return false;
    }
    MPI_Gather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, 0, MPI_COMM_WORLD);
    int is_fine = all && judge(all, why);
    MPI_Bcast(&is_fine, 1, MPI_INT, 0, MPI_COMM_WORLD);
    free(all);
    return is_fine;
}

void fleet_leave(const char *why)
{
    if (has_agreed)
        return;
    struct ochre_error error = {0};
    error_set(&error, "", "{0}", why);
    (void)agree("", &error);
}

/* ---- rank 0 ---- */

static bool is_waiting(int source, MPI_Status *status)
{
    int is_there = 0;
    MPI_Iprobe(source, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, status);
    return is_there;
}

/* The message that was seen, in new memory with a NUL behind it; ends the run when there is none. */
static char *receive(const MPI_Status *seen, int *length)
{
    MPI_Get_count(seen, MPI_BYTE, length);
    char *bytes = malloc((size_t)*length + 1);
    if (!bytes) {
        fputs("ochre: out of memory\n", stderr);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILED);
        exit(EXIT_FAILED);
    }
    MPI_Recv(bytes, *length, MPI_BYTE, seen->MPI_SOURCE, seen->MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    bytes[*length] = '\0';
    return bytes;
}

static void hear(struct roster *roster, const MPI_Status *seen)
{
    int length;
    char *bytes = receive(seen, &length);
    struct ochre_error error = {0};
    if (seen->MPI_TAG == WANT && length == sizeof(int))
        memcpy(&wanted[seen->MPI_SOURCE], bytes, sizeof(int));
    else if (seen->MPI_TAG == PLAYS && !roster_put_all(roster, (unsigned char *)bytes, (size_t)length)) {
        error_set(&error, "", "rank {0} sent something else than games", NUM(seen->MPI_SOURCE));
        roster_fail(roster, &error);
    } else if (seen->MPI_TAG == FAIL) {
        error_set(&error, "", "rank {0}: {1}", NUM(seen->MPI_SOURCE), bytes);
        roster_fail(roster, &error);
    }
    free(bytes);
}

static void give(struct roster *roster, int rank)
{
    int number[GIVE_MAX];
    int most = roster_left(roster) / (2 * fleet.count) + 1;
    int count = wanted[rank] < most ? wanted[rank] : most;
    count = roster_draw(roster, number, count < GIVE_MAX ? count : GIVE_MAX);
    if (count == 0)
        return;
    MPI_Bsend(number, count * (int)sizeof *number, MPI_BYTE, rank, GIVE, MPI_COMM_WORLD);
    wanted[rank] = 0;
}

static void pump(void *who, struct roster *roster)
{
    (void)who;
    MPI_Status seen;
    while (is_waiting(MPI_ANY_SOURCE, &seen))
        hear(roster, &seen);
    for (int rank = 1; rank < fleet.count; rank++)
        if (wanted[rank] > 0)
            give(roster, rank);
}

static void nap(long nanoseconds)
{
    struct timespec time = {0, nanoseconds};
    (void)nanosleep(&time, NULL);
}

static void part(void)
{
    int left = fleet.count - 1;
    for (int rank = 1; rank < fleet.count; rank++)
        MPI_Bsend(NULL, 0, MPI_BYTE, rank, END, MPI_COMM_WORLD);
    while (left > 0) {
        MPI_Status seen;
        int length;
        if (!is_waiting(MPI_ANY_SOURCE, &seen)) {
            nap(NAP_LEAST);
            continue;
        }
        free(receive(&seen, &length));
        left -= seen.MPI_TAG == BYE;
    }
}

/* ---- the others ---- */

/* A rank that helps. */
struct helper {
    struct roster *roster;
    bool has_asked, has_failed, is_over;
    int want; /* plays to ask for */
    long nap;
};

static void send_plays(struct helper *helper)
{
    size_t length;
    unsigned char *bytes = roster_collect(helper->roster, &length);
    if (!bytes)
        return;
    MPI_Send(bytes, (int)length, MPI_BYTE, 0, PLAYS, MPI_COMM_WORLD);
    free(bytes);
    helper->nap = NAP_LEAST;
}

static void tell_failure(struct helper *helper)
{
    struct ochre_error error;
    if (helper->has_failed || !roster_has_failed(helper->roster, &error))
        return;
    char why[WORDS_SIZE];
    say_why(&error, why);
    MPI_Send(why, (int)strlen(why), MPI_BYTE, 0, FAIL, MPI_COMM_WORLD);
    helper->has_failed = true;
}

/* Asks for more while there is still half of it in hand; for twice as much once nothing was left. Slow games never
 * come to that, quick ones soon have enough for as long as an answer takes. */
static void ask(struct helper *helper)
{
    int given = roster_given(helper->roster);
    if (helper->has_asked || helper->has_failed || given > helper->want / 2)
        return;
    if (given == 0 && roster_there(helper->roster) > 0)
        helper->want = 2 * helper->want < GIVE_MAX ? 2 * helper->want : GIVE_MAX;
    MPI_Send(&helper->want, sizeof helper->want, MPI_BYTE, 0, WANT, MPI_COMM_WORLD);
    helper->has_asked = true;
}

static void listen(struct helper *helper)
{
    MPI_Status seen;
    while (!helper->is_over && is_waiting(0, &seen)) {
        int length;
        char *bytes = receive(&seen, &length);
        if (seen.MPI_TAG == GIVE) {
            int number[GIVE_MAX];
            memcpy(number, bytes, (size_t)length);
            roster_give(helper->roster, number, length / (int)sizeof *number);
            helper->has_asked = false;
        }
        helper->is_over = seen.MPI_TAG == END;
        helper->nap = NAP_LEAST;
        free(bytes);
    }
}

static void help(struct roster *roster)
{
    struct helper helper = {.roster = roster, .want = 2 * roster_threads(roster), .nap = NAP_LEAST};
    while (!helper.is_over) {
        if (lab_is_stopped())
            _exit(EXIT_FAILED); /* whoever started the ranks ends them all */
        send_plays(&helper);
        tell_failure(&helper);
        ask(&helper);
        listen(&helper);
        nap(helper.nap);
        helper.nap = 2 * helper.nap < NAP_MOST ? 2 * helper.nap : NAP_MOST;
    }
    MPI_Send(NULL, 0, MPI_BYTE, 0, BYE, MPI_COMM_WORLD);
}

void fleet_end(void)
{
    int size;
    MPI_Buffer_detach(&outbox, &size);
    free(outbox);
    free(wanted);
}

const struct many_fleet *fleet_begin(void)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &fleet.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &fleet.count);
    fleet.agree = agree;
    fleet.pump = pump;
    fleet.help = help;
    fleet.part = part;
    size_t size = (size_t)fleet.count * 2 * (GIVE_MAX * sizeof(int) + MPI_BSEND_OVERHEAD);
    wanted = calloc((size_t)fleet.count, sizeof *wanted);
    outbox = malloc(size);
    if (!wanted || !outbox || size > INT_MAX)
        return NULL;
    MPI_Buffer_attach(outbox, (int)size);
    return &fleet;
}
