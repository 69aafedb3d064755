/* play.c: connections that play. Knows messages of docs/wire.md, no game: a move is one of those that came along. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link.h"
#include "modes.h"
#include "scan.h"

struct player {
    struct link *link;
    char table[64], key[64];
    long n;        /* moves at this table when it was last heard of */
    long own_here; /* own moves at this table */
    double sent;   /* when the last move was sent; 0: none is under way */
    bool is_done;
};

/* What all players share. */
static struct {
    const struct call *call;
    struct player *players;
    long moves, own, refused, plays, tables_made;
    bool is_making; /* tables with a few moves each, instead of whole plays */
    struct times times;
    unsigned lot;
} run;

static unsigned next_lot(void)
{
    run.lot ^= run.lot << 13;
    run.lot ^= run.lot >> 17;
    run.lot ^= run.lot << 5;
    return run.lot;
}

/* The members of a message that matter here. */
struct heard {
    struct piece t, table, n, ask, moves, over, code, why, rematch, key;
};

static void note_member(void *who, struct piece name, struct piece value)
{
    struct heard *heard = who;
    static const struct {
        const char *name;
        size_t offset;
    } wanted[] = {{"t", offsetof(struct heard, t)},         {"table", offsetof(struct heard, table)},
                  {"step", offsetof(struct heard, n)},      {"ask", offsetof(struct heard, ask)},
                  {"moves", offsetof(struct heard, moves)}, {"over", offsetof(struct heard, over)},
                  {"code", offsetof(struct heard, code)},   {"why", offsetof(struct heard, why)},
                  {"key", offsetof(struct heard, key)},     {"rematch", offsetof(struct heard, rematch)}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (piece_is(name, wanted[i].name))
            *(struct piece *)((char *)heard + wanted[i].offset) = value;
}

static void say(struct player *player, const char *text, int size)
{
    link_send(player->link, text, (size_t)size);
}

static void sit(struct player *player)
{
    char text[256];
    player->n = player->own_here = 0;
    player->sent = 0;
    say(player, text,
        snprintf(text, sizeof text, "{\"t\":\"sit\",\"table\":\"%s\",\"key\":\"%s\"}", player->table, player->key));
}

static void rise(struct player *player)
{
    char text[128];
    say(player, text, snprintf(text, sizeof text, "{\"t\":\"rise\",\"table\":\"%s\"}", player->table));
}

static bool make_table(struct player *player)
{
    char body[256], answer[8192];
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\",\"bot\":\"%s\"}]}",
             run.call->game, run.call->bot);
    int status = http_post(run.call->port, "/api/tables", body, answer, sizeof answer);
    if (status != 201) {
        fprintf(stderr, "load: no table: %s\n", answer);
        return false;
    }
    size_t size = strlen(answer);
    piece_copy(scan_first(answer, size, "table"), player->table, sizeof player->table);
    piece_copy(scan_first(answer, size, "key"), player->key, sizeof player->key);
    run.tables_made++;
    return true;
}

static void next_table(struct player *player)
{
    rise(player);
    if (run.tables_made < run.call->tables && make_table(player))
        sit(player);
    else
        player->is_done = true;
}

static void play_move(struct player *player, const struct heard *heard)
{
    char move[64], text[256];
    piece_copy(scan_pick(heard->moves, "m", next_lot()), move, sizeof move);
    player->sent = now();
    say(player, text,
        snprintf(text, sizeof text, "{\"t\":\"move\",\"table\":\"%s\",\"ask\":%ld,\"move\":\"%s\"}", player->table,
                 piece_number(heard->ask), move));
}

static void hear_step(struct player *player, const struct heard *heard)
{
    long n = piece_number(heard->n);
    if (player->sent > 0 && n > player->n) {
        times_add(&run.times, now() - player->sent);
        player->sent = 0;
        player->own_here++;
        run.own++;
    }
    if (n > player->n) {
        run.moves += n - player->n;
        player->n = n;
    }
    bool is_over = !piece_is(heard->over, "null");
    if (run.is_making && (is_over || player->own_here >= run.call->moves)) {
        next_table(player);
    } else if (is_over) {
        char text[128];
        run.plays++;
        say(player, text, snprintf(text, sizeof text, "{\"t\":\"rematch\",\"table\":\"%s\"}", player->table));
    } else if (piece_number(heard->ask) > 0 && player->sent == 0) {
        play_move(player, heard);
    }
}

static void hear(struct link *link, char *text, size_t size)
{
    struct player *player = link->owner;
    struct heard heard = {0};
    scan_object(text, size, note_member, &heard);
    if (player->is_done || !heard.table.at || !piece_is(heard.table, player->table))
        return;
    if (piece_is(heard.t, "step")) {
        hear_step(player, &heard);
    } else if (piece_is(heard.t, "no")) {
        if (run.refused++ == 0)
            fprintf(stderr, "load: refused: %.*s\n", (int)(size < 300 ? size : 300), text);
    } else if (piece_is(heard.t, "table") && heard.rematch.size > 2 && heard.key.size > 2 && !run.is_making) {
        rise(player);
        piece_copy(heard.rematch, player->table, sizeof player->table);
        piece_copy(heard.key, player->key, sizeof player->key);
        sit(player);
    }
}

static bool begin(struct links *links, const struct call *call)
{
    run.call = call;
    run.lot = 2463534242u;
    run.players = calloc((size_t)call->connections, sizeof *run.players);
    if (!links_open(links, call->port, call->connections, hear))
        return false;
    for (int number = 0; number < call->connections; number++) {
        struct player *player = &run.players[number];
        player->link = &links->all[number];
        player->link->owner = player;
        if (run.is_making && run.tables_made >= call->tables) {
            player->is_done = true;
            continue;
        }
        if (!make_table(player))
            return false;
        static const char hello[] = "{\"t\":\"hello\",\"lang\":\"en\",\"words\":false}";
        say(player, hello, sizeof hello - 1);
        sit(player);
    }
    return true;
}

static void serve_until(struct links *links, double end)
{
    while (now() < end)
        links_serve(links, 0.05);
}

int run_closed(const struct call *call)
{
    struct links links;
    if (!begin(&links, call))
        return 1;
    serve_until(&links, now() + 1); /* warm up */
    run.moves = run.own = run.plays = run.times.count = 0;
    printf("{\"measuring\":true}\n");
    fflush(stdout);
    double from = now();
    serve_until(&links, from + call->seconds);
    double took = now() - from;
    times_sort(&run.times);
    printf("{\"moves_per_s\":%.0f,\"own_per_s\":%.0f,\"plays\":%ld,\"p50_ms\":%.3f,\"p99_ms\":%.3f,\"refused\":%ld,"
           "\"closed\":%d}\n",
           (double)run.moves / took, (double)run.own / took, run.plays, times_at(&run.times, 0.5),
           times_at(&run.times, 0.99), run.refused, links.closed);
    links_close(&links);
    free(run.players);
    return run.own > 0 && links.closed == 0 ? 0 : 1;
}

int run_tables(const struct call *call)
{
    struct links links;
    run.is_making = true;
    if (!begin(&links, call))
        return 1;
    double from = now();
    for (int left = 1; left > 0 && links.closed == 0;) {
        links_serve(&links, 0.05);
        left = 0;
        for (int number = 0; number < call->connections; number++)
            left += !run.players[number].is_done;
    }
    printf("{\"tables\":%ld,\"moves\":%ld,\"seconds\":%.2f}\n", run.tables_made, run.moves, now() - from);
    links_close(&links);
    free(run.players);
    return run.tables_made == call->tables && links.closed == 0 ? 0 : 1;
}
