/* load.c: load for a server of docs/wire.md, from one thread. bench/wire/run.py calls it; by hand:
 *
 *     load closed --port 8080 --connections 100 --seconds 10
 *     load tables --port 8080 --tables 10000 --moves 10
 *     load idle   --port 8080 --connections 10000 --rate 5000 --seconds 10 </dev/null
 *     load crowd  --ports 8081,8082,8083 --connections 10000 --watching 3000 --rate 2 --seconds 10 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link.h"
#include "modes.h"

void times_add(struct times *times, double seconds)
{
    if (times->count == times->room) {
        times->room = times->room ? times->room * 2 : 65536;
        float *larger = realloc(times->at, (size_t)times->room * sizeof *times->at);
        if (!larger)
            return;
        times->at = larger;
    }
    times->at[times->count++] = (float)seconds;
}

static int by_time(const void *a, const void *b)
{
    float left = *(const float *)a, right = *(const float *)b;
    return (left > right) - (left < right);
}

void times_sort(struct times *times)
{
    if (times->count > 0)
        qsort(times->at, (size_t)times->count, sizeof *times->at, by_time);
}

double times_at(const struct times *times, double share)
{
    return times->count ? 1000.0 * (double)times->at[(long)(share * (double)(times->count - 1))] : 0;
}

/* Ports with commas between them. */
static void take_ports(struct call *call, const char *text)
{
    call->servers = 0;
    for (const char *at = text; at && call->servers < SERVERS_MAX; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        call->ports[call->servers++] = atoi(at);
    call->port = call->ports[0];
}

/* One "--name value"; false when there is no such name. */
static bool take_option(struct call *call, const char *name, const char *value)
{
    if (strcmp(name, "--port") == 0 || strcmp(name, "--ports") == 0)
        take_ports(call, value);
    else if (strcmp(name, "--watching") == 0)
        call->watching = atoi(value);
    else if (strcmp(name, "--connections") == 0)
        call->connections = atoi(value);
    else if (strcmp(name, "--seconds") == 0)
        call->seconds = atof(value);
    else if (strcmp(name, "--rate") == 0)
        call->rate = atof(value);
    else if (strcmp(name, "--tables") == 0)
        call->tables = atoi(value);
    else if (strcmp(name, "--moves") == 0)
        call->moves = atoi(value);
    else if (strcmp(name, "--game") == 0)
        call->game = value;
    else if (strcmp(name, "--bot") == 0)
        call->bot = value;
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    struct call call = {.port = 8080,
                        .ports = {8080},
                        .servers = 1,
                        .watching = 1000,
                        .connections = 100,
                        .seconds = 10,
                        .rate = 5000,
                        .tables = 1000,
                        .moves = 10,
                        .game = "dice",
                        .bot = "random"};
    static const struct {
        const char *name;
        int (*run)(const struct call *call);
    } modes[] = {{"closed", run_closed}, {"tables", run_tables}, {"idle", run_idle}, {"crowd", run_crowd}};
    bool is_understood = argc >= 2 && argc % 2 == 0;
    for (int at = 2; is_understood && at + 1 < argc; at += 2)
        is_understood = take_option(&call, argv[at], argv[at + 1]);
    links_raise_limits();
    for (size_t i = 0; is_understood && i < sizeof modes / sizeof *modes; i++)
        if (strcmp(argv[1], modes[i].name) == 0)
            return modes[i].run(&call);
    fprintf(stderr, "usage: load closed|tables|idle|crowd [--ports N,N…] [--connections N] [--watching N] [--seconds "
                    "S] [--rate R] [--tables N]"
                    " [--moves N] [--game G] [--bot B]\n");
    return 2;
}
