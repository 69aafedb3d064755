/* request_take.c: a play is taken along to go on elsewhere; a table of one's own is let go of. */
#include "server/request_inner.h"
#include "server/room.h"
#include "server/room_seats.h"

static ochre_seats seats_of_people(const struct room *room)
{
    ochre_seats people = 0;
    for (int seat = 0; seat < room_seat_count(room); seat++)
        if (room_seat_kind(room, seat) != STORED_BOT)
            people |= SEAT_BIT(seat);
    return people;
}

/* The seats that the keys of the body open; false after refusing. */
static bool read_keys(const struct asking *asking, ochre_seats *seats)
{
    struct json keys = json_get(asking->body, "keys");
    if (!json_there(keys))
        return true;
    if (json_kind(keys) != JSON_ARRAY || json_count(keys) > OCHRE_SEATS_MAX) {
        request_refuse(asking, 400, "form", N_("keys is a list of the keys of seats."));
        return false;
    }
    for (struct json value = json_first(keys); json_there(value); value = json_next(value)) {
        char key[KEY_SIZE];
        int seat = json_string(value, key, sizeof key) ? room_seat_of(asking->room, key) : -1;
        if (seat < 0) {
            request_refuse(asking, 403, "key", N_("That key does not open a seat at this table."));
            return false;
        }
        *seats |= SEAT_BIT(seat);
    }
    return true;
}

static void promise(struct asking *asking)
{
    struct sheet sheet;
    sheet_begin(&sheet);
    json_field_string(&sheet.writer, "table", room_id(asking->room));
    sheet_promise(&sheet, asking, 200);
}

/* The log with its seed shows every hand: only who has the keys of all people here may have it before the end, and play
 * ends here with it. */
void request_post_take(struct asking *asking)
{
    struct room *room = asking->room;
    int seat = request_own_seat(asking);
    if (seat < 0)
        return;
    ochre_seats shown = SEAT_BIT(seat);
    if (!read_keys(asking, &shown))
        return;
    if (room_status(room) == STORED_WAITING) {
        request_refuse(asking, 409, "waiting", N_("Play has not begun."));
        return;
    }
    if (room_status(room) != STORED_RUNNING) {
        request_refuse(asking, 409, "over", N_("The play is over."));
        return;
    }
    if (seats_of_people(room) & ~shown) {
        request_refuse(asking, 403, "people",
                       N_("Other people play here, and what they hold is theirs: the play stays where it is."));
        return;
    }
    if (!room_table(room)) {
        request_refuse(asking, 409, "aside", N_("This table cannot be restored; it has been set aside."));
        return;
    }
    room_end_because(room, N_("The play was taken along; it goes on on another device."));
    promise(asking);
}

void request_post_drop(struct asking *asking)
{
    struct room *room = asking->room;
    const char *key = asking->request->key;
    if (!asking->hall->config.is_own) {
        request_refuse(asking, 403, "off", N_("Tables of a server are its host's to delete."));
        return;
    }
    int seat = key[0] ? room_seat_of(room, key) : -1;
    if (!key[0] || (seat < 0 && !room_is_opener(room, key, seat))) {
        request_refuse(asking, 403, "key", N_("That key does not open a seat at this table."));
        return;
    }
    room_drop(room);
    promise(asking);
}
