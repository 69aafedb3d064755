/* room_elsewhere.c: who listens to a room at other servers. Each says how many of its own there are when that changes,
 * ten times a second at most; nothing of it is stored. Who has gone (with its server) is no longer counted. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/memory.h"
#include "server/room_inner.h"
#include "server/room_news.h"
#include "server/room_terms.h"

_Static_assert(OCHRE_SEATS_MAX == 4, "the word has a number for each seat");

bool room_is_here(const struct room *room, int seat)
{
    return room->seat[seat].here + room->seat[seat].there > 0;
}

bool room_is_elsewhere(const struct room *room)
{
    return hall_is_shared(room->hall) && room->elsewhere != NULL;
}

/* ---- saying ---- */

void room_count_later(struct room *room)
{
    if (room->is_present || !hall_is_shared(room->hall))
        return;
    room->is_present = true;
    room->next_told = room->hall->rooms->told;
    room->hall->rooms->told = room;
}

void room_wonder_later(struct room *room)
{
    room->is_wondering = true;
    room_count_later(room);
}

static void say_here(struct room *room, struct store_batch *batch)
{
    char word[96];
    const struct room_seat *seat = room->seat;
    (void)snprintf(word, sizeof word, "%s %d %d %d %d %d", room->is_wondering ? WORD_HERE_ASK : WORD_HERE,
                   room->watchers, seat[0].here, seat[1].here, seat[2].here, seat[3].here);
    store_add_word(batch, room->number, word);
    room->is_wondering = false;
}

void rooms_say_here(struct hall *hall)
{
    struct rooms *rooms = hall->rooms;
    const char *why;
    if (!hall_is_shared(hall) || (!rooms->told && !rooms->is_wondering) || !hall_keeps(hall, &why))
        return;
    struct store_batch *batch = store_batch_new();
    if (rooms->is_wondering)
        store_add_word(batch, 0, WORD_WHO);
    rooms->is_wondering = false;
    while (rooms->told) {
        struct room *room = rooms->told;
        rooms->told = room->next_told;
        room->next_told = NULL;
        room->is_present = false;
        say_here(room, batch);
    }
    store_submit(hall->config.store, batch, NULL, NULL); /* if it fails: STORE_NEWS_ALL, and all is said again */
}

/* ---- hearing ---- */

enum { COUNT_MAX = 1000000 };

/* So many numbers, none of them absurd; what is no number: false. */
static bool read_counts(const char *text, int *counts, int how_many)
{
    for (int i = 0; i < how_many; i++) {
        char *end;
        long count = strtol(text, &end, 10);
        if (end == text)
            return false;
        counts[i] = (int)(count < 0 ? 0 : count > COUNT_MAX ? COUNT_MAX : count);
        text = end;
    }
    return true;
}

/* Where what was heard from the server stands; NULL: nothing. */
static struct elsewhere **place_of(struct room *room, int64_t server)
{
    struct elsewhere **at = &room->elsewhere;
    while (*at && (*at)->server != server)
        at = &(*at)->next;
    return at;
}

/* Adds it all up; the seats for which something has changed. */
static ochre_seats add_up(struct room *room, bool *has_watchers)
{
    ochre_seats changed = 0;
    int watchers = 0;
    int there[OCHRE_SEATS_MAX] = {0};
    for (const struct elsewhere *at = room->elsewhere; at; at = at->next) {
        watchers += at->watchers;
        for (int seat = 0; seat < room->seat_count; seat++)
            there[seat] += at->here[seat];
    }
    for (int seat = 0; seat < room->seat_count; seat++) {
        if ((there[seat] > 0) != (room->seat[seat].there > 0))
            changed |= SEAT_BIT(seat);
        room->seat[seat].there = there[seat];
    }
    *has_watchers = watchers != room->watchers_there;
    room->watchers_there = watchers;
    return changed;
}

/* Tells our listeners, and lets play go on or rest. */
static void look_again(struct room *room)
{
    bool has_watchers;
    ochre_seats changed = add_up(room, &has_watchers);
    for (int seat = 0; seat < room->seat_count; seat++)
        if (seats_has(changed, seat))
            room_look_who_is_here(room, seat);
    if (changed || has_watchers)
        room_tell_coming(room, changed != 0);
    if (room->lease == LEASE_HELD)
        room_work_later(room);
}

static void hear_here(struct room *room, int64_t server, const char *text)
{
    struct elsewhere heard = {.server = server};
    int counts[1 + OCHRE_SEATS_MAX];
    if (!read_counts(text, counts, 1 + OCHRE_SEATS_MAX))
        return;
    int sum = heard.watchers = counts[0];
    for (int seat = 0; seat < room->seat_count; seat++)
        sum += heard.here[seat] = counts[1 + seat];
    struct elsewhere **at = place_of(room, server);
    if (sum == 0) {
        (void)room_forget_server(room, server);
        return;
    }
    bool is_first = !*at;
    if (is_first)
        *at = new_memory(sizeof **at);
    heard.next = (*at)->next;
    **at = heard;
    look_again(room);
    if (is_first)
        room_be_watched(room);
}

void room_hear_word(struct room *room, int64_t server, const char *text)
{
    const char *rest;
    if (text_starts(text, WORD_HERE_ASK " ", &rest)) {
        if (room->sits)
            room_count_later(room);
        hear_here(room, server, rest);
    } else if (text_starts(text, WORD_HERE " ", &rest)) {
        hear_here(room, server, rest);
    } else if (text_same(text, WORD_LEASE) && room->lease == LEASE_NONE) {
        room->holder = 0;
        room->lease_again = 0;
        if (room->sits && room_needs_holder(room))
            room_work_later(room);
    }
}

bool room_forget_server(struct room *room, int64_t server)
{
    struct elsewhere **at = place_of(room, server);
    struct elsewhere *gone = *at;
    if (!gone)
        return false;
    *at = gone->next;
    free(gone);
    look_again(room);
    return true;
}

void room_free_elsewhere(struct room *room)
{
    if (!hall_is_shared(room->hall))
        return;
    while (room->elsewhere) {
        struct elsewhere *at = room->elsewhere;
        room->elsewhere = at->next;
        free(at);
    }
    bool has_watchers;
    (void)add_up(room, &has_watchers);
}
