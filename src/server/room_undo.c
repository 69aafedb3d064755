/* room_undo.c: taking back: at once where nobody else has acted, else as a wish that the others grant or refuse. */
#include <assert.h>

#include "server/room_inner.h"
#include "server/room_play.h"

void room_end_wish(struct room *room, const char *how)
{
    if (!room->wish.is_open)
        return;
    room->wish.is_open = false;
    room->wish_how = how;
    if (hall_is_shared(room->hall))
        room_change(room); /* others wait for the answer */
    room_tell_wish(room, how);
}

static void after_undo(struct room *room)
{
    room->hall->measures.undone++;
    room_after_change(room);
    room_ask_computers(room);
}

/* Everybody whose agreement is needed: people at other seats who have not left. */
static ochre_seats others(const struct room *room, int seat)
{
    ochre_seats people = 0;
    for (int other = 0; other < room->seat_count; other++)
        if (other != seat && room->seat[other].kept.kind == STORED_PERSON && !seats_has(table_left(room->table), other))
            people |= SEAT_BIT(other);
    return people;
}

static int grant(struct room *room, const struct ochre_tongue *tongue, struct table_no *no)
{
    assert(room->wish.is_open && seats_has(room->wish.agreed, room->wish.seat));
    if (table_undo_agreed(room->table, room->wish.seat, tongue, no) < 0)
        return -1;
    room_end_wish(room, "granted");
    after_undo(room);
    return 0;
}

enum undoing room_undo(struct room *room, int seat, const struct ochre_tongue *tongue, struct table_no *no)
{
    assert(room->table && seat >= 0 && seat < room->seat_count);
    if (table_undoable(room->table, seat, tongue, no) > 0) {
        if (table_undo(room->table, seat, tongue, no) < 0)
            return UNDO_REFUSED;
        room_end_wish(room, "moved");
        after_undo(room);
        return UNDO_DONE;
    }
    int moves = table_undoable_agreed(room->table, seat, tongue, no);
    if (moves == 0)
        return UNDO_REFUSED;
    if (room->wish.is_open && room->wish.seat == seat)
        return UNDO_WISHED_BEFORE;
    room_end_wish(room, "refused");
    room->wish = (struct wish){
        .number = room->wish.number + 1, .seat = seat, .moves = moves, .agreed = SEAT_BIT(seat), .is_open = true};
    room_change(room); /* the number of the next wish */
    if (others(room, seat) == 0)
        return grant(room, tongue, no) < 0 ? UNDO_REFUSED : UNDO_DONE;
    room_tell_wish(room, NULL);
    return UNDO_WISHED;
}

int room_consent(struct room *room, int seat, int wish, bool is_yes)
{
    assert(seat >= 0 && seat < room->seat_count);
    struct table_no no;
    if (!room->wish.is_open || room->wish.number != wish || room->wish.seat == seat)
        return -1;
    if (!is_yes) {
        room_end_wish(room, "refused");
        return 0;
    }
    room->wish.agreed |= SEAT_BIT(seat);
    if (hall_is_shared(room->hall))
        room_change(room);
    ochre_seats needed = others(room, room->wish.seat);
    if ((room->wish.agreed & needed) == needed && grant(room, NULL, &no) < 0)
        room_end_wish(room, "moved");
    return 0;
}
