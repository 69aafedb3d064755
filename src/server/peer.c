/* peer.c: whoever is connected: its queue, its rates, the tables it hears (peer.h, sit.h). */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/admin.h"
#include "server/bans.h"
#include "server/house.h"
#include "server/memory.h"
#include "server/peer.h"
#include "server/room_tell.h"
#include "server/sit.h"
#include "server/slip.h"
#include "server/thinkers.h"

enum {
    MESSAGES_BURST_SECONDS = 3,
    WORK_PEERS = 10,  /* connections of one address that may ask for much at the same time */
    STRIKES_MAX = 60, /* messages beyond the rate before the peer is closed */
};

/* A small message that waits. */
struct post {
    struct post *next;
    size_t length;
    char bytes[]; /* HALL_FRONT bytes, then the text */
};

struct peer {
    struct hall *hall;
    struct peer *older, *newer;
    const struct peer_line *how;
    void *line;
    struct address *address;
    const struct ochre_tongue *tongue;
    struct sit *sits;
    struct post *first, *last, *said;
    struct bucket messages;
    int16_t sit_count, post_count, strikes;
    bool has_words, is_closing, is_gone, notice_due;
    int holders; /* beats that may have to tell it something */
};

struct peers {
    struct peer *newest;
    int count;
};

/* ---- what may be asked of it ---- */

struct hall *peer_hall(const struct peer *peer)
{
    return peer->hall;
}

struct address *peer_address(const struct peer *peer)
{
    return peer->address;
}

const struct ochre_tongue *peer_tongue(const struct peer *peer)
{
    return peer->tongue;
}

bool peer_has_words(const struct peer *peer)
{
    return peer->has_words;
}

int peer_sit_count(const struct peer *peer)
{
    return peer->sit_count;
}

bool peer_is_gone(const struct peer *peer)
{
    return peer->is_gone;
}

bool peer_is_closing(const struct peer *peer)
{
    return peer->is_closing;
}

void peer_greet(struct peer *peer, const struct ochre_tongue *tongue, bool has_words)
{
    peer->tongue = tongue ? tongue : peer->tongue;
    peer->has_words = has_words;
    peer->notice_due = admin_has_notice(peer->hall);
    for (struct sit *sit = peer->sits; sit; sit = sit->next_of_peer) {
        sit->table_due = sit->step_due = true;
        sit->knows_printed = false; /* there are names in it */
    }
}

/* ---- coming and going ---- */

static void close_peer(struct peer *peer, int code)
{
    peer->is_closing = true;
    peer->how->close(peer->line, code);
}

static const char shut_out[] = N_("This server does not serve your address.");

/* Says why, then closes; in whatever language there is: who was never let in has not said one. */
static void shut_peer_out(struct peer *peer, const struct ban *ban)
{
    const struct ochre_text words = {.tongue = peer->tongue};
    struct slip slip;
    slip_begin(&slip, "bye", NULL, NULL);
    json_field_string(&slip.writer, "code", "banned");
    json_field_string(&slip.writer, "why", ban->why[0] ? ban->why : text_word(&words, shut_out));
    slip_post(&slip, peer);
    close_peer(peer, 1008);
}

struct peer *peer_new(struct hall *hall, const struct peer_line *how, void *line, const char *address)
{
    struct address *from = addresses_find(hall->addresses, address, hall_now(hall));
    if (hall->is_closing)
        return NULL;
    if (from->peers >= hall->config.peers_per_address) {
        diary_say(hall->config.diary, DIARY_WARNING, "limit", address, "why", "Too many connections from one address.");
        return NULL;
    }
    struct peer *peer = new_memory(sizeof *peer);
    peer->hall = hall;
    peer->how = how;
    peer->line = line;
    peer->address = from;
    from->peers++;
    peer->older = hall->peers->newest;
    if (peer->older)
        peer->older->newer = peer;
    hall->peers->newest = peer;
    hall->peers->count++;
    const struct ban *ban = admin_ban_of(hall, address);
    if (ban)
        shut_peer_out(peer, ban);
    return peer;
}

static void free_posts(struct peer *peer)
{
    while (peer->first) {
        struct post *post = peer->first;
        peer->first = post->next;
        free(post);
    }
    peer->last = NULL;
    free(peer->said);
    peer->said = NULL;
}

void peer_hold(struct peer *peer)
{
    peer->holders++;
}

void peer_release(struct peer *peer)
{
    assert(peer->holders > 0);
    peer->holders--;
    if (peer->is_gone && peer->holders == 0)
        free(peer);
}

void peer_gone(struct peer *peer)
{
    struct hall *hall = peer->hall;
    assert(!peer->is_gone && hall->peers->count > 0 && peer->address->peers > 0);
    for (struct sit *sit = peer->sits, *next; sit; sit = next) {
        next = sit->next_of_peer;
        peer_rise(sit);
    }
    free_posts(peer);
    peer->address->peers--;
    if (peer->newer)
        peer->newer->older = peer->older;
    else
        hall->peers->newest = peer->older;
    if (peer->older)
        peer->older->newer = peer->newer;
    hall->peers->count--;
    peer->is_gone = true;
    peer_hold(peer);
    peer_release(peer);
}

/* ---- its rates ---- */

bool peer_is_flooding(struct peer *peer)
{
    int rate = peer->hall->config.messages_per_second;
    if (bucket_take(&peer->messages, rate, (double)rate * MESSAGES_BURST_SECONDS, hall_now(peer->hall))) {
        peer->strikes = (int16_t)(peer->strikes > 0 ? peer->strikes - 1 : 0);
        return false;
    }
    diary_say(peer->hall->config.diary, DIARY_WARNING, "limit", peer->address->name, "why",
              "Too many messages on one connection.");
    if (++peer->strikes > STRIKES_MAX)
        close_peer(peer, 1008);
    return true;
}

bool peer_may_work(struct peer *peer, int64_t work)
{
    double rate = peer->hall->config.messages_per_second;
    int64_t now = hall_now(peer->hall);
    assert(work >= 0);
    if (work == 0 || (bucket_take_some(&peer->messages, (double)work, rate, rate * MESSAGES_BURST_SECONDS, now) &&
                      bucket_take_some(&peer->address->work, (double)work, rate * WORK_PEERS,
                                       rate * WORK_PEERS * MESSAGES_BURST_SECONDS, now)))
        return true;
    diary_say(peer->hall->config.diary, DIARY_WARNING, "limit", peer->address->name, "why",
              "Too much work on one connection.");
    return false;
}

int64_t peer_wait(const struct peer *peer, int64_t work)
{
    double rate = peer->hall->config.messages_per_second;
    assert(work >= 0);
    int64_t own = bucket_wait(&peer->messages, 1.0 + (double)work, rate, rate * MESSAGES_BURST_SECONDS);
    int64_t shared =
        bucket_wait(&peer->address->work, (double)work, rate * WORK_PEERS, rate * WORK_PEERS * MESSAGES_BURST_SECONDS);
    return own > shared ? own : shared;
}

/* ---- what waits to be said ---- */

void peer_wake(struct peer *peer)
{
    if (!peer->is_gone)
        peer->how->wake(peer->line);
}

void peer_post(struct peer *peer, const char *text, size_t length)
{
    if (peer->is_gone || peer->is_closing)
        return;
    if (peer->post_count >= POSTS_MAX) {
        diary_say(peer->hall->config.diary, DIARY_WARNING, "limit", peer->address->name, "why",
                  "It reads too slowly and was closed.");
        close_peer(peer, 1008);
        return;
    }
    struct post *post = must_alloc(sizeof *post + HALL_FRONT + length);
    post->next = NULL;
    post->length = length;
    memcpy(post->bytes + HALL_FRONT, text, length);
    if (peer->last)
        peer->last->next = post;
    else
        peer->first = post;
    peer->last = post;
    peer->post_count++;
    peer_wake(peer);
}

static void write_notice(void *what, struct ochre_text *out)
{
    struct json_writer writer = json_write_to(out);
    json_open(&writer, '{');
    json_field_string(&writer, "t", "notice");
    admin_write_notice(what, &writer);
    json_close(&writer, '}');
}

char *peer_next(struct peer *peer, size_t *length)
{
    assert(!peer->is_gone && peer->post_count >= 0);
    free(peer->said);
    peer->said = NULL;
    if (peer->first) {
        struct post *post = peer->first;
        peer->first = post->next;
        if (!peer->first)
            peer->last = NULL;
        peer->post_count--;
        peer->said = post;
        *length = post->length;
        return post->bytes + HALL_FRONT;
    }
    if (peer->is_closing)
        return NULL;
    if (peer->notice_due) {
        peer->notice_due = false;
        return paper_fill(&peer->hall->paper, write_notice, peer->hall, length);
    }
    for (struct sit *sit = peer->sits; sit; sit = sit->next_of_peer) {
        char *text = sit_next(sit, length);
        if (text)
            return text;
    }
    return NULL;
}

/* ---- hearing tables ---- */

struct sit *peer_sit_at(const struct peer *peer, const char *table)
{
    for (struct sit *sit = peer->sits; sit; sit = sit->next_of_peer)
        if (strcmp(room_id(sit->room), table) == 0)
            return sit;
    return NULL;
}

struct sit *peer_sit(struct peer *peer, struct room *room, int seat, const char *key)
{
    assert(peer->sit_count < SITS_MAX && !peer_sit_at(peer, room_id(room)));
    struct sit *sit = new_memory(sizeof *sit);
    *sit = (struct sit){.peer = peer, .room = room, .seat = seat};
    struct ochre_text text = text_on(sit->key, sizeof sit->key);
    text_add(&text, key ? key : "");
    sit->next_of_peer = peer->sits;
    peer->sits = sit;
    peer->sit_count++;
    sit->table_due = sit->step_due = sit->wish_due = true;
    room_come(sit);
    return sit;
}

void peer_rise(struct sit *sit)
{
    struct sit **at = &sit->peer->sits;
    while (*at != sit)
        at = &(*at)->next_of_peer;
    *at = sit->next_of_peer;
    sit->peer->sit_count--;
    if (sit->hint) {
        thinkers_cancel(sit->peer->hall->config.thinkers, sit->hint_job);
        free(sit->hint);
    }
    room_go(sit);
    free(sit);
}

/* ---- all of them ---- */

struct peers *peers_new(void)
{
    return new_memory(sizeof(struct peers));
}

void peers_delete(struct peers *peers)
{
    for (struct peer *peer = peers->newest, *older; peer; peer = older) {
        older = peer->older;
        peer_gone(peer);
    }
    free(peers);
}

int peers_count(const struct hall *hall)
{
    return hall->peers->count;
}

void peers_tell_notice(struct hall *hall)
{
    for (struct peer *peer = hall->peers->newest; peer; peer = peer->older) {
        peer->notice_due = true;
        peer_wake(peer);
    }
}

int peers_shut_out(struct hall *hall)
{
    int count = 0;
    for (struct peer *peer = hall->peers->newest; peer; peer = peer->older) {
        const struct ban *ban = admin_ban_of(hall, peer->address->name);
        if (!ban || peer->is_closing)
            continue;
        shut_peer_out(peer, ban);
        count++;
    }
    return count;
}

void peers_say_bye(struct hall *hall, int again_seconds)
{
    for (struct peer *peer = hall->peers->newest; peer; peer = peer->older) {
        const struct ochre_text words = {.tongue = peer->tongue};
        struct slip slip;
        slip_begin(&slip, "bye", NULL, NULL);
        json_field_string(&slip.writer, "why", text_word(&words, N_("The server stops; it will be back soon.")));
        json_field_int(&slip.writer, "again", again_seconds);
        slip_post(&slip, peer);
        close_peer(peer, 1001);
    }
}
