/* crowd.c: a table that many watch, at one server or at several that share their tables. One connection plays, at the
 * first server; the others listen, spread over all servers: some at that table, the rest at other tables where nothing
 * happens meanwhile. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link.h"
#include "modes.h"
#include "scan.h"

enum {
    BESIDE = 70,  /* listeners at each other table */
    PATIENCE = 5, /* seconds until one that heard nothing is lost */
    FRONT = 128   /* bytes in which a step says that it is one, of which table, and its number */
};

struct listener {
    char table[64];
    bool is_seated; /* the first step has come */
    double heard;   /* when the step after the move under way came; 0: not yet */
};

static struct {
    struct listener *all; /* 0 plays */
    char key[64];
    long question; /* of the newest step that who plays has heard; 0: it asks nothing */
    char move[64]; /* one of its moves */
    long newest;   /* the number of that step */
    long before;   /* … when the move under way was made */
    double sent;   /* when that was; 0: none is under way */
    bool is_over;
    int watching, seated, waiting;
    long lost, moves, bytes, told;
    struct times own, told_all, near, far, beyond;
} crowd;

struct heard {
    struct piece t, table, step, ask, moves, over;
};

static void note_member(void *who, struct piece name, struct piece value)
{
    struct heard *heard = who;
    static const struct {
        const char *name;
        size_t offset;
    } wanted[] = {{"t", offsetof(struct heard, t)},         {"table", offsetof(struct heard, table)},
                  {"step", offsetof(struct heard, step)},   {"ask", offsetof(struct heard, ask)},
                  {"moves", offsetof(struct heard, moves)}, {"over", offsetof(struct heard, over)}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (piece_is(name, wanted[i].name))
            *(struct piece *)((char *)heard + wanted[i].offset) = value;
}

/* Who plays keeps the question, and the first of its moves. */
static void hear_question(const struct heard *heard)
{
    crowd.newest = piece_number(heard->step);
    crowd.is_over = !piece_is(heard->over, "null");
    crowd.question = heard->ask.at ? piece_number(heard->ask) : 0;
    if (crowd.question > 0)
        piece_copy(scan_pick(heard->moves, "m", (unsigned)crowd.moves * 7919u), crowd.move, sizeof crowd.move);
}

/* Who watches looks at the front of a message alone: thousands must not wait for what we read. */
static void scan_front(const char *text, size_t size, struct heard *heard)
{
    if (size > FRONT)
        size = FRONT;
    heard->t = scan_first(text, size, "t");
    heard->table = scan_first(text, size, "table");
    heard->step = scan_first(text, size, "step");
}

static void hear(struct link *link, char *text, size_t size)
{
    struct listener *listener = &crowd.all[link->number];
    struct heard heard = {0};
    if (link->number == 0)
        scan_object(text, size, note_member, &heard);
    else
        scan_front(text, size, &heard);
    if (!piece_is(heard.t, "step") || !heard.table.at || !piece_is(heard.table, listener->table))
        return;
    if (!listener->is_seated) {
        listener->is_seated = true;
        crowd.seated++;
    }
    if (link->number == 0)
        hear_question(&heard);
    if (link->number <= crowd.watching && crowd.sent > 0 && listener->heard == 0 &&
        piece_number(heard.step) > crowd.before) {
        listener->heard = now();
        crowd.waiting--;
        crowd.bytes += (long)size;
        crowd.told++;
    }
}

static void sit(struct link *link, const char *table, const char *key)
{
    static const char hello[] = "{\"t\":\"hello\",\"lang\":\"en\",\"words\":false}";
    char text[256];
    int size = snprintf(text, sizeof text, "{\"t\":\"sit\",\"table\":\"%s\"%s%s%s}", table, key ? ",\"key\":\"" : "",
                        key ? key : "", key ? "\"" : "");
    link_send(link, hello, sizeof hello - 1);
    link_send(link, text, (size_t)size);
}

static bool make_table(const struct call *call, int port, char *table, char *key, size_t room)
{
    char body[256], answer[8192];
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"watch\":\"public\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\",\"bot\":\"%s\"}]}",
             call->game, call->bot);
    int status = http_post(port, "/api/tables", body, answer, sizeof answer);
    if (status != 201) {
        fprintf(stderr, "load: no table: %s\n", answer);
        return false;
    }
    piece_copy(scan_first(answer, strlen(answer), "table"), table, room);
    piece_copy(scan_first(answer, strlen(answer), "key"), key, room);
    return true;
}

/* Everybody sits: who plays, who watches, and the others by seventies. */
static bool seat_all(struct links *links, const struct call *call)
{
    char table[64], key[64], ignored[64];
    if (!make_table(call, call->ports[0], table, crowd.key, sizeof table))
        return false;
    for (int number = 0; number < links->count; number++) {
        int beside = number - 1 - crowd.watching;
        if (beside >= 0 && beside % BESIDE == 0 &&
            !make_table(call, call->ports[beside / BESIDE % call->servers], table, ignored, sizeof table))
            return false;
        snprintf(crowd.all[number].table, sizeof crowd.all[number].table, "%s", table);
        snprintf(key, sizeof key, "%s", crowd.key);
        sit(&links->all[number], table, number == 0 ? key : NULL);
        if (number % 100 == 99)
            links_serve(links, 0.001);
    }
    for (double until = now() + 60; crowd.seated < links->count && now() < until;)
        links_serve(links, 0.05);
    if (crowd.seated < links->count)
        fprintf(stderr, "load: %d of %d were seated\n", crowd.seated, links->count);
    return crowd.seated == links->count;
}

static void play_move(struct links *links)
{
    char text[256];
    int size = snprintf(text, sizeof text, "{\"t\":\"move\",\"table\":\"%s\",\"ask\":%ld,\"move\":\"%s\"}",
                        crowd.all[0].table, crowd.question, crowd.move);
    for (int number = 0; number <= crowd.watching; number++)
        crowd.all[number].heard = 0;
    crowd.waiting = crowd.watching + 1;
    crowd.before = crowd.newest;
    crowd.question = 0;
    crowd.sent = now();
    link_send(&links->all[0], text, (size_t)size);
}

/* The move under way is told, or somebody never was. */
static void count_move(const struct call *call)
{
    double own = crowd.all[0].heard;
    if (own > 0)
        times_add(&crowd.own, own - crowd.sent);
    for (int number = 1; number <= crowd.watching; number++) {
        double heard = crowd.all[number].heard;
        bool is_far = number % call->servers != 0;
        if (heard > 0)
            times_add(is_far ? &crowd.far : &crowd.near, heard - crowd.sent);
        if (heard > 0)
            times_add(&crowd.told_all, heard - crowd.sent);
        if (heard > 0 && own > 0 && is_far)
            times_add(&crowd.beyond, heard > own ? heard - own : 0);
    }
    crowd.lost += crowd.waiting;
    crowd.moves++;
    crowd.sent = 0;
}

/* A while for what the computer answers, so that the next move follows the newest step. */
static void settle(struct links *links, double until)
{
    for (double latest = now() + PATIENCE; (now() < until || crowd.question == 0) && now() < latest && !crowd.is_over;)
        links_serve(links, 0.005);
}

static void play_on(struct links *links, const struct call *call)
{
    double end = now() + call->seconds;
    while (now() < end && !crowd.is_over && crowd.question > 0 && links->closed == 0) {
        double next = now() + 1 / call->rate;
        play_move(links);
        while (crowd.waiting > 0 && now() < crowd.sent + PATIENCE && links->closed == 0)
            links_serve(links, 0.001);
        count_move(call);
        settle(links, next);
    }
}

static void tell(const struct links *links)
{
    times_sort(&crowd.own);
    times_sort(&crowd.told_all);
    times_sort(&crowd.near);
    times_sort(&crowd.far);
    times_sort(&crowd.beyond);
    printf("{\"listeners\":%d,\"watching\":%d,\"moves\":%ld,\"own_p50_ms\":%.3f,\"p50_ms\":%.3f,\"near_p50_ms\":%.3f,"
           "\"near_p99_ms\":%.3f,"
           "\"far_p50_ms\":%.3f,\"far_p99_ms\":%.3f,\"beyond_p50_ms\":%.3f,\"bytes_per_step\":%.0f,\"lost\":%ld,"
           "\"closed\":%d}\n",
           links->count - 1, crowd.watching, crowd.moves, times_at(&crowd.own, 0.5), times_at(&crowd.told_all, 0.5),
           times_at(&crowd.near, 0.5), times_at(&crowd.near, 0.99), times_at(&crowd.far, 0.5),
           times_at(&crowd.far, 0.99), times_at(&crowd.beyond, 0.5),
           crowd.told ? (double)crowd.bytes / (double)crowd.told : 0, crowd.lost, links->closed);
}

int run_crowd(const struct call *call)
{
    struct links links;
    crowd.watching = call->watching < call->connections ? call->watching : call->connections;
    crowd.all = calloc((size_t)call->connections + 1, sizeof *crowd.all);
    if (!crowd.all || !links_open_over(&links, call->ports, call->servers, call->connections + 1, hear) ||
        !seat_all(&links, call))
        return 1;
    printf("{\"seated\":%d}\n", crowd.seated);
    fflush(stdout);
    settle(&links, now() + 1);
    play_on(&links, call);
    tell(&links);
    bool is_fine = crowd.moves > 0 && crowd.lost == 0 && links.closed == 0;
    links_close(&links);
    free(crowd.all);
    return is_fine ? 0 : 1;
}
