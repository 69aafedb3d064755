/* room_seats.c: who sits at a table: keys, coming and leaving, stand-ins, the beginning of play (room_seats.h). */
#include <assert.h>
#include <string.h>

#include "server/room_inner.h"
#include "server/room_seats.h"
#include "server/room_tell.h"
#include "server/room_terms.h"
#include "server/thinkers.h"

/* ---- who is it? ---- */

ochre_seats room_people(const struct room *room)
{
    ochre_seats people = 0;
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct stored_seat *kept = &room->seat[seat].kept;
        if (kept->kind != STORED_BOT && !kept->bot[0])
            people |= SEAT_BIT(seat);
    }
    return people;
}

int room_seat_of(const struct room *room, const char *key)
{
    unsigned char hash[KEY_HASH_SIZE];
    int found = -1;
    if (!key_hash(key, hash))
        return -1;
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->seat[seat].kept.has_key && key_hash_same(hash, room->seat[seat].kept.key))
            found = seat;
    return found;
}

bool room_is_opener(const struct room *room, const char *key, int seat)
{
    unsigned char hash[KEY_HASH_SIZE];
    if (room->opener >= 0)
        return seat == room->opener;
    return room->has_opener_key && key_hash(key, hash) && key_hash_same(hash, room->opener_key);
}

enum stored_kind room_seat_kind(const struct room *room, int seat)
{
    assert(seat >= 0 && seat < room->seat_count);
    return room->seat[seat].kept.kind;
}

bool room_has_computer(const struct room *room, int seat)
{
    assert(seat >= 0 && seat < room->seat_count);
    return room->seat[seat].kept.bot[0] != '\0';
}

int room_open_seat(const struct room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->seat[seat].kept.kind == STORED_OPEN)
            return seat;
    return -1;
}

void room_give_key(struct room *room, int seat, char key[KEY_SIZE])
{
    assert(seat >= 0 && seat < room->seat_count);
    struct stored_seat *kept = &room->seat[seat].kept;
    key_make(key);
    kept->has_key = key_hash(key, kept->key);
}

/* ---- coming and leaving ---- */

bool room_may_settle_in(const struct room *room, int seat, const char *name, const unsigned char *pledge)
{
    const struct stored_seat *kept = &room->seat[seat].kept;
    if (kept->kind != STORED_PERSON)
        return kept->kind == STORED_OPEN || kept->kind == STORED_RESERVED;
    return room->status == STORED_WAITING && (name[0] || room_may_pledge(room, seat, pledge));
}

void room_take(struct room *room, int seat, const char *name, const unsigned char *pledge)
{
    assert(seat >= 0 && seat < room->seat_count && room->seat[seat].kept.kind != STORED_BOT);
    struct stored_seat *kept = &room->seat[seat].kept;
    kept->kind = STORED_PERSON;
    if (name && *name) {
        struct ochre_text text = text_on(kept->name, sizeof kept->name);
        text_add(&text, name);
    }
    if (room_may_pledge(room, seat, pledge))
        room_pledge(room, seat, pledge);
    room->seat[seat].has_left = false;
    room->has_persons = true;
    if (room->opener < 0 && !room->has_opener_key)
        room->opener = seat;
    room_change(room);
    room_tell_table(room);
    room_begin_if_full(room);
}

static void pass_opener_on(struct room *room, int seat)
{
    if (room->opener != seat)
        return;
    room->opener = -1;
    for (int other = 0; other < room->seat_count && room->opener < 0; other++)
        if (room->seat[other].kept.kind == STORED_PERSON)
            room->opener = other;
}

/* For good: before play the seat is open again and its pledge goes; afterwards, and from the showing on, it is a
 * computer's, and what the seat gave to chance stays. */
void room_leave(struct room *room, int seat)
{
    assert(seat >= 0 && seat < room->seat_count);
    struct stored_seat *kept = &room->seat[seat].kept;
    bool is_early = room->status == STORED_WAITING && !room->is_showing;
    struct room_seat *at = &room->seat[seat];
    if (is_early)
        room_pledge(room, seat, NULL);
    at->has_left = true;
    memcpy(at->was, kept->name, sizeof at->was);
    at->is_ready = at->is_away = at->is_covered = false;
    *kept = (struct stored_seat){.kind = is_early ? STORED_OPEN : STORED_BOT, .chance = kept->chance};
    struct ochre_text bot = text_on(kept->bot, sizeof kept->bot);
    if (kept->kind == STORED_BOT)
        text_add(&bot, STAND_IN);
    pass_opener_on(room, seat);
    room_change(room);
    room_dismiss_sits(room, seat, room_is_left);
    bool has_person = false;
    for (int other = 0; other < room->seat_count; other++)
        has_person = has_person || room->seat[other].kept.kind == STORED_PERSON;
    if (!has_person && room->status != STORED_OVER)
        room->abandoned = hall_now(room->hall);
    if (room->table)
        table_seat_people(room->table, room_people(room));
    if (room->status == STORED_WAITING && !has_person && room->opener < 0 && !room->has_opener_key) {
        room->status = STORED_OVER; /* nobody can begin it any more */
        room->is_showing = false;
        room->ended = hall_date(room->hall);
    }
    if (room->is_showing)
        room_begin_if_full(room); /* it may have been the last to open */
    room_tell_table(room);
    room_work_later(room);
}

void room_stand_in(struct room *room, int seat, const char *bot)
{
    assert(seat >= 0 && seat < room->seat_count && room->seat[seat].kept.kind == STORED_PERSON);
    struct room_seat *at = &room->seat[seat];
    struct ochre_text text = text_on(at->kept.bot, sizeof at->kept.bot);
    text_add(&text, bot ? bot : "");
    if (!bot) {
        at->missed = 0;
        at->is_away = at->is_covered = false;
    }
    if (!bot && at->job) {
        if (room->hall->config.thinkers)
            thinkers_cancel(room->hall->config.thinkers, at->job);
        at->job = 0;
    }
    if (!bot && room->clock.kind != CLOCK_NONE && clock_left(&at->clock, hall_now(room->hall)) == 0) {
        at->clock.left = room->clock.kind == CLOCK_GAME ? CLOCK_AGAIN_MS : clock_full(&room->clock);
        at->clock.since = 0;
    }
    if (room->table)
        table_seat_people(room->table, room_people(room));
    room_change(room);
    room_run_clocks(room);
    room_tell_table(room);
    room_tell_step(room);
    room_work_later(room);
}

/* ---- the beginning ---- */

static bool is_free(const struct room *room, int seat)
{
    enum stored_kind kind = room->seat[seat].kept.kind;
    return kind == STORED_OPEN || kind == STORED_RESERVED;
}

void room_begin_if_full(struct room *room)
{
    if (room->status != STORED_WAITING || !room_table(room))
        return;
    for (int seat = 0; seat < room->seat_count; seat++)
        if (is_free(room, seat))
            return;
    if (room_is_everybody_ready(room) && !room_waits_for_shares(room))
        room_begin(room);
}

void room_begin(struct room *room)
{
    assert(room->table && room->status == STORED_WAITING);
    struct table_no no;
    room->status = STORED_RUNNING;
    room->is_showing = false;
    room_change(room);
    table_seat_people(room->table, room_people(room));
    for (int seat = 0; seat < room->seat_count; seat++)
        room->seat[seat].clock = (struct clock){.left = clock_full(&room->clock)};
    if (table_begin(room->table, NULL, &no) < 0) {
        room_set_aside(room, no.why);
        return;
    }
    if (table_is_over(room->table)) {
        room->status = STORED_OVER;
        room->ended = hall_date(room->hall);
    }
    room_run_clocks(room);
    room_tell_table(room);
    room_tell_step(room);
    room_ask_computers(room);
    room_work_later(room);
}

static void give_to_computer(struct room *room, int seat, const char bot[STORE_BOT_SIZE])
{
    assert(is_free(room, seat));
    struct stored_seat *kept = &room->seat[seat].kept;
    *kept = (struct stored_seat){.kind = STORED_BOT};
    memcpy(kept->bot, bot, sizeof kept->bot);
}

bool room_may_seat_computer(const struct room *room, int seat, struct against *against)
{
    if (room->status != STORED_WAITING)
        *against = (struct against){NO_OFF, N_("Play has begun already.")};
    else if (seat < 0 || seat >= room->seat_count)
        *against = (struct against){NO_FORM, N_("There is no such seat at this table.")};
    else if (!is_free(room, seat))
        *against = (struct against){NO_OFF, N_("That seat is taken.")};
    else
        return true;
    return false;
}

void room_seat_computer(struct room *room, int seat, const char bot[STORE_BOT_SIZE])
{
    assert(room->status == STORED_WAITING);
    give_to_computer(room, seat, bot);
    room_change(room);
    room_tell_table(room);
    room_begin_if_full(room);
}

bool room_may_begin(const struct room *room, bool is_without, struct against *against)
{
    if (room->status != STORED_WAITING)
        *against = (struct against){NO_OFF, N_("Play has begun already.")};
    else if (room->is_showing && !is_without)
        *against = (struct against){
            NO_WAITING, N_("Shares are being opened; play begins by itself, or without those that are missing.")};
    else
        return true;
    return false;
}

void room_begin_with(struct room *room, const char bot[STORE_BOT_SIZE], bool is_without)
{
    assert(room->status == STORED_WAITING);
    for (int seat = 0; seat < room->seat_count; seat++)
        if (is_without || seat == room->opener)
            room->seat[seat].is_ready = true;
    bool is_showing = room->is_showing;
    for (int seat = 0; seat < room->seat_count; seat++)
        if (is_free(room, seat))
            give_to_computer(room, seat, bot);
    room_change(room);
    if (is_showing && room_table(room))
        room_begin(room);
    else
        room_begin_if_full(room);
}
