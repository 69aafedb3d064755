/* peer.c: whoever is connected: its queue, its rates, the tables it hears (hall_inner.h). */
#include <stdlib.h>
#include <string.h>

#include "server/hall_inner.h"

static const char shut_out[] = N_("This server does not serve your address.");

/* In whatever language there is: who was never let in has not said one. */
void peer_shut_out(struct peer *peer, const struct ban *ban)
{
    const struct ochre_text words = {.tongue = peer->tongue};
    struct note note;
    note_begin(&note, "bye", NULL, NULL);
    json_field_string(&note.writer, "code", "banned");
    json_field_string(&note.writer, "why", ban->why[0] ? ban->why : text_word(&words, shut_out));
    note_post(&note, peer);
    peer->is_closing = true;
    peer->how->close(peer->line, 1008);
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
    peer->older = hall->peers;
    if (peer->older)
        peer->older->newer = peer;
    hall->peers = peer;
    hall->peer_count++;
    const struct ban *ban = bans_find(&hall->bans, address, hall_now(hall));
    if (ban)
        peer_shut_out(peer, ban);
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

void peer_release(struct peer *peer)
{
    peer->holders--;
    if (peer->is_gone && peer->holders == 0)
        free(peer);
}

void peer_gone(struct peer *peer)
{
    struct hall *hall = peer->hall;
    for (struct sit *sit = peer->sits, *next; sit; sit = next) {
        next = sit->next_of_peer;
        peer_rise(sit);
    }
    free_posts(peer);
    peer->address->peers--;
    if (peer->newer)
        peer->newer->older = peer->older;
    else
        hall->peers = peer->older;
    if (peer->older)
        peer->older->newer = peer->newer;
    hall->peer_count--;
    peer->is_gone = true;
    peer->holders++;
    peer_release(peer);
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
        peer->is_closing = true;
        peer->how->close(peer->line, 1008);
        return;
    }
    struct post *post = malloc(sizeof *post + HALL_FRONT + length);
    if (!post)
        abort();
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
    hall_write_notice(what, &writer);
    json_close(&writer, '}');
}

char *peer_next(struct peer *peer, size_t *length)
{
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

/* ---- small messages ---- */

void note_begin(struct note *note, const char *kind, const char *id, const char *table)
{
    note->out = text_on(note->text, sizeof note->text);
    note->writer = json_write_to(&note->out);
    json_open(&note->writer, '{');
    json_field_string(&note->writer, "t", kind);
    if (id) {
        json_name(&note->writer, "id");
        json_put_raw(&note->writer, id);
    }
    if (table)
        json_field_string(&note->writer, "table", table);
}

void note_post(struct note *note, struct peer *peer)
{
    json_close(&note->writer, '}');
    if (!note->out.cut)
        peer_post(peer, note->text, note->out.used);
}

const char *const no_codes[NO_CODES] = {"rule", "ask",  "turn", "over", "seat", "key",  "table", "waiting",
                                        "undo", "hush", "rate", "size", "form", "keep", "busy",  "off"};

void peer_refuse(struct peer *peer, const struct refusal *refusal)
{
    struct note note;
    peer->hall->measures.refused[refusal->code]++;
    note_begin(&note, "no", refusal->id, refusal->table);
    if (refusal->of)
        json_field_string(&note.writer, "of", refusal->of);
    if (refusal->ask >= 0)
        json_field_int(&note.writer, "ask", refusal->ask);
    json_field_string(&note.writer, "code", no_codes[refusal->code]);
    if (refusal->rule)
        json_field_string(&note.writer, "rule", refusal->rule);
    json_field_string(&note.writer, "why", refusal->why);
    note_post(&note, peer);
}

/* ---- hearing tables ---- */

struct sit *peer_sit_at(const struct peer *peer, const char *table)
{
    for (struct sit *sit = peer->sits; sit; sit = sit->next_of_peer)
        if (strcmp(sit->room->id, table) == 0)
            return sit;
    return NULL;
}

static void count_in(struct sit *sit, int by)
{
    if (sit->seat == OCHRE_NOBODY)
        sit->room->watchers += by;
    else
        sit->room->seat[sit->seat].here += by;
    room_tell_coming(sit->room, sit->seat != OCHRE_NOBODY);
}

struct sit *peer_sit(struct peer *peer, struct room *room, int seat, const char *key)
{
    struct sit *sit = new_memory(sizeof *sit);
    *sit = (struct sit){.peer = peer, .room = room, .seat = seat};
    struct ochre_text text = text_on(sit->key, sizeof sit->key);
    text_add(&text, key ? key : "");
    sit->next_of_peer = peer->sits;
    peer->sits = sit;
    peer->sit_count++;
    sit->next_of_room = room->sits;
    room->sits = sit;
    sit->table_due = sit->step_due = true;
    count_in(sit, 1);
    if (seat != OCHRE_NOBODY && !room->person)
        room->person = peer->address->number;
    if (!sit->next_of_room)
        room_be_watched(room);
    return sit;
}

void peer_rise(struct sit *sit)
{
    struct sit **at = &sit->peer->sits;
    while (*at != sit)
        at = &(*at)->next_of_peer;
    *at = sit->next_of_peer;
    sit->peer->sit_count--;
    at = &sit->room->sits;
    while (*at != sit)
        at = &(*at)->next_of_room;
    *at = sit->next_of_room;
    if (sit->hint) {
        thinkers_cancel(sit->room->hall->config.thinkers, sit->hint_job);
        free(sit->hint);
    }
    count_in(sit, -1);
    free(sit);
}
