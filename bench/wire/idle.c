/* idle.c: many silent connections, and a steady stream of small messages spread over them. Any server that answers a
 * message with one message can be measured so: Ochre answers ping with pong, an echo answers with the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link.h"
#include "modes.h"

/* When the message under way on each connection should have been sent; 0: none. Answers are timed against the plan, so
 * that a server that stalls is not rewarded with a slower question. */
static double *due;
static struct times times;
static long answered;

/* NOLINTNEXTLINE(readability-non-const-parameter): all listeners have the same type */
static void hear(struct link *link, char *text, size_t size)
{
    (void)text;
    (void)size;
    if (due[link->number] > 0) {
        times_add(&times, now() - due[link->number]);
        due[link->number] = 0;
        answered++;
    }
}

static void wait_for_line(void)
{
    char line[16];
    if (!fgets(line, sizeof line, stdin))
        return;
}

/* Sends what is due by now; returns how many were. */
static long send_due(struct links *links, long sent, double from, double rate)
{
    static const char ping[] = "{\"t\":\"ping\",\"id\":123456}";
    long count = 0;
    for (double at = from + (double)sent / rate; at <= now() && count < 1000;
         at = from + (double)(sent + count) / rate) {
        /* A stride that is prime to the number of connections visits all of them, in no neighbourly order. */
        struct link *link = &links->all[(sent + count) * 7919 % links->count];
        count++;
        if (due[link->number] > 0)
            continue; /* its last message is still under way */
        due[link->number] = at;
        link_send(link, ping, sizeof ping - 1);
    }
    return count;
}

int run_idle(const struct call *call)
{
    struct links links;
    due = calloc((size_t)call->connections, sizeof *due);
    double opening = now();
    if (!links_open(&links, call->port, call->connections, hear))
        return 1;
    printf("{\"open\":%d,\"seconds\":%.2f}\n", call->connections, now() - opening);
    fflush(stdout);
    wait_for_line();
    double from = now(), end = from + call->seconds;
    long sent = 0;
    bool is_warm = false;
    while (now() < end) {
        sent += send_due(&links, sent, from, call->rate);
        links_serve(&links, 0.5 / call->rate);
        if (!is_warm && now() > from + call->seconds * 0.2) {
            is_warm = true;
            times.count = 0;
        }
    }
    times_sort(&times);
    printf("{\"sent\":%ld,\"answered\":%ld,\"p50_ms\":%.3f,\"p90_ms\":%.3f,\"p99_ms\":%.3f,\"closed\":%d}\n", sent,
           answered, times_at(&times, 0.5), times_at(&times, 0.9), times_at(&times, 0.99), links.closed);
    links_close(&links);
    free(due);
    return answered > 0 && links.closed == 0 ? 0 : 1;
}
