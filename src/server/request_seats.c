/* request_seats.c: coming to a table and leaving it; the keys of seats. */
#include <assert.h>

#include "server/read.h"
#include "server/request_inner.h"
#include "server/room.h"
#include "server/room_beat.h"
#include "server/room_seats.h"
#include "server/room_tell.h"
#include "server/room_terms.h"

static void answer_seat(struct asking *asking, int seat, const char *key)
{
    assert(seat >= 0 && seat < room_seat_count(asking->room));
    struct sheet sheet;
    sheet_begin(&sheet);
    json_field_string(&sheet.writer, "table", room_id(asking->room));
    request_write_link(asking->room, seat_code(seat), key, &sheet.writer);
    sheet_promise(&sheet, asking, 200);
}

/* The seat wanted: by its key (reserved), by name, or the first open one. -1 after refusing. */
static int wanted_seat(struct asking *asking)
{
    struct room *room = asking->room;
    char code[8];
    struct json named = json_get(asking->body, "seat");
    if (asking->request->key[0]) {
        int own = room_seat_of(room, asking->request->key);
        if (own < 0)
            request_refuse(asking, 403, "key", N_("That key does not open a seat at this table."));
        return own;
    }
    int seat = room_open_seat(room);
    if (json_there(named)) {
        seat = json_string(named, code, sizeof code) ? seat_from_code(code) : -1;
        if (seat < 0 || seat >= room_seat_count(room)) {
            request_refuse(asking, 404, "seat", N_("There is no such seat at this table."));
            return -1;
        }
        if (room_seat_kind(room, seat) != STORED_OPEN)
            seat = -1;
    }
    if (seat < 0)
        request_refuse(asking, 409, "seat", N_("That seat is taken."));
    return seat;
}

void request_post_join(struct asking *asking)
{
    char name[STORE_NAME_SIZE] = "";
    unsigned char bytes[FAIR_SIZE];
    const unsigned char *pledge;
    struct json given = json_get(asking->body, "name");
    if ((json_there(given) && !read_name(given, name)) || !read_pledge(asking->body, bytes, &pledge)) {
        request_refuse(
            asking, 400, "form",
            N_("A name has up to 40 characters, a pledge 64 hexadecimal digits; entropy is no longer taken."));
        return;
    }
    bool is_ready;
    if (!read_ready(asking->body, &is_ready)) {
        request_refuse(asking, 400, "form", N_("ready is true or false."));
        return;
    }
    int seat = wanted_seat(asking);
    if (seat < 0)
        return;
    char key[KEY_SIZE];
    struct ochre_text text = text_on(key, sizeof key);
    if (asking->request->key[0])
        text_add(&text, asking->request->key);
    else
        room_give_key(asking->room, seat, key);
    if (room_may_settle_in(asking->room, seat, name, pledge))
        room_take(asking->room, seat, name, pledge);
    else
        room_touch(asking->room);
    if (is_ready && room_status(asking->room) == STORED_WAITING)
        room_set_ready(asking->room, seat, true);
    answer_seat(asking, seat, key);
}

int request_own_seat(const struct asking *asking)
{
    if (!asking->request->key[0]) {
        request_refuse(asking, 401, "key", N_("This needs the key of a seat: Authorization: Bearer KEY."));
        return -1;
    }
    int seat = room_seat_of(asking->room, asking->request->key);
    if (seat < 0)
        request_refuse(asking, 403, "key", N_("That key does not open a seat at this table."));
    return seat;
}

void request_post_leave(struct asking *asking)
{
    int seat = request_own_seat(asking);
    if (seat < 0)
        return;
    struct sheet sheet;
    sheet_begin(&sheet);
    json_field_string(&sheet.writer, "table", room_id(asking->room));
    room_leave(asking->room, seat);
    sheet_promise(&sheet, asking, 200);
}

static void renew_key(struct asking *asking, int seat)
{
    char key[KEY_SIZE];
    room_give_key(asking->room, seat, key);
    room_change(asking->room);
    room_dismiss_sits(asking->room, seat, room_has_new_key);
    answer_seat(asking, seat, key);
}

void request_post_key(struct asking *asking)
{
    int seat = request_own_seat(asking);
    if (seat >= 0)
        renew_key(asking, seat);
}

void request_post_invite(struct asking *asking)
{
    char code[8] = "";
    struct room *room = asking->room;
    const char *key = asking->request->key;
    if (!key[0]) {
        request_refuse(asking, 401, "key", N_("This needs the key of a seat: Authorization: Bearer KEY."));
        return;
    }
    if (!room_is_opener(room, key, room_seat_of(room, key))) {
        request_refuse(asking, 403, "key", N_("Only who opened the table can do that."));
        return;
    }
    int seat = json_string(json_get(asking->body, "seat"), code, sizeof code) ? seat_from_code(code) : -1;
    if (seat < 0 || seat >= room_seat_count(room)) {
        request_refuse(asking, 404, "seat", N_("There is no such seat at this table."));
        return;
    }
    if (room_seat_kind(room, seat) != STORED_RESERVED) {
        request_refuse(asking, 409, "seat", N_("That seat is not a reserved one that waits for somebody."));
        return;
    }
    renew_key(asking, seat);
}
