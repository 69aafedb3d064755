/* room_slips.c: small messages of a room that are posted at once: what becomes of wishes, and who has to go. */
#include <assert.h>

#include "server/peer.h"
#include "server/room_inner.h"
#include "server/room_seats.h"
#include "server/room_tell.h"
#include "server/sit.h"
#include "server/slip.h"

/* ---- wishes ---- */

/* Without the end of the object. */
void wish_write(const struct wish *wish, struct json_writer *writer)
{
    json_field_int(writer, "wish", wish->number);
    json_field_string(writer, "seat", seat_code(wish->seat));
}

static void tell_wish(struct room *room, const struct wish *wish, const char *ended)
{
    assert(wish->number > 0);
    for (struct sit *sit = room->sits; sit; sit = sit->next_of_room) {
        if (sit->seat == OCHRE_NOBODY)
            continue;
        struct slip slip;
        slip_begin(&slip, "wish", NULL, room->id);
        sit->wish_due = false;
        wish_write(wish, &slip.writer);
        if (ended)
            json_field_string(&slip.writer, "ended", ended);
        else
            json_field_int(&slip.writer, "moves", wish->moves);
        slip_post(&slip, sit->peer);
    }
}

void room_tell_wish(struct room *room, const char *ended)
{
    if (!hall_is_shared(room->hall))
        tell_wish(room, &room->wish, ended);
}

/* Where another server may be faster, wishes are told of when they are durable. */
void room_tell_wishes(struct room *room)
{
    const struct wish *now = &room->wish;
    const struct wish *told = &room->wish_told;
    if (!hall_is_shared(room->hall))
        return;
    bool is_other = now->number != told->number;
    if (told->is_open && (is_other || !now->is_open))
        tell_wish(room, told, is_other || !room->wish_how ? "refused" : room->wish_how);
    if (now->is_open && (is_other || !told->is_open))
        tell_wish(room, now, NULL);
    room->wish_told = *now;
}

/* ---- farewells ---- */

const char room_is_left[] = N_("You have left this seat.");
const char room_has_new_key[] = N_("This seat has a new key; the old one no longer opens it.");

static void say_gone(struct sit *sit, const char *why)
{
    const struct ochre_text words = {.tongue = peer_tongue(sit->peer)};
    struct slip slip;
    slip_begin(&slip, "gone", NULL, sit->room->id);
    json_field_string(&slip.writer, "why", text_word(&words, why));
    slip_post(&slip, sit->peer);
}

void room_check_sits(struct room *room)
{
    room->is_checking = false;
    for (struct sit *sit = room->sits, *next; sit; sit = next) {
        next = sit->next_of_room;
        if (sit->seat == OCHRE_NOBODY || room_seat_of(room, sit->key) == sit->seat)
            continue;
        say_gone(sit, room->seat[sit->seat].kept.has_key ? room_has_new_key : room_is_left);
        peer_rise(sit);
    }
}

/* Where another server may be faster, nobody is told before it is durable. */
void room_dismiss_sits(struct room *room, int seat, const char *why)
{
    if (hall_is_shared(room->hall))
        room->is_checking = true;
    else
        room_dismiss(room, seat, why);
}

void room_dismiss(struct room *room, int seat, const char *why)
{
    for (struct sit *sit = room->sits, *next; sit; sit = next) {
        next = sit->next_of_room;
        if (seat != OCHRE_EVERYBODY && sit->seat != seat)
            continue;
        say_gone(sit, why);
        peer_rise(sit);
    }
}
