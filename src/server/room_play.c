/* room_play.c: the play of a room: moves, and what follows from every one (room_play.h). */
#include "server/room_play.h"

#include <assert.h>

#include "server/beat.h"
#include "server/room_inner.h"
#include "server/room_tell.h"
#include "server/sit.h"

/* ---- persist, then tell ---- */

/* One step of what is new (a table_told). */
static void store_step(void *who, const struct table *table, const struct table_step *step)
{
    struct room *room = who;
    struct store_batch *batch = beat_batch(room->hall);
    if (step->kind == TABLE_UNDONE) {
        store_cut_moves(batch, room->number, step->number);
        room->has_cut = hall_is_shared(room->hall);
        return;
    }
    char text[OCHRE_MOVE_SIZE];
    struct ochre_text move = text_on(text, sizeof text);
    table_step_text(table, step, OCHRE_EVERYBODY, &move);
    struct stored_move stored = {.seat = step->seat, .text = text, .at = hall_date(room->hall)};
    store_add_moves(batch, room->number, step->number, &stored, 1);
}

/* Moves go into the batch of this beat; the listeners are told when it is durable (a table_keep). */
static int keep(void *who, const struct table *table, struct ochre_error *error)
{
    (void)error;
    struct room *room = who;
    room_build(room);
    room->moved = hall_now(room->hall);
    if (beat_batch(room->hall))
        table_news(table, store_step, room);
    return TABLE_LATER;
}

/* What is new is durable: it is due to every listener (a table_told). */
static void hear(void *who, const struct table *table, const struct table_step *step)
{
    (void)table;
    struct room *room = who;
    for (struct sit *sit = room->sits; sit && step->kind == TABLE_UNDONE; sit = sit->next_of_room)
        sit->is_undone = true;
    if (step->is_last)
        room_tell_step(room);
}

void room_watch_table(struct room *room)
{
    table_keeper(room->table, keep, room);
    (void)table_watch(room->table, hear, room);
}

void room_play_settled(struct room *room)
{
    table_kept(room->table);
    room->steps = table_step_count(room->table);
    table_forget_steps(room->table, room_told(room));
}

bool room_is_asked(const struct room *room, int seat)
{
    return room->status == STORED_RUNNING && room->table && seats_has(table_pending(room->table), seat);
}

/* ---- after every change of the play ---- */

void room_after_change(struct room *room)
{
    assert(room->table);
    if (table_is_over(room->table) && room->status == STORED_RUNNING) {
        room->status = STORED_OVER;
        room->ended = hall_date(room->hall);
        room_change(room);
        room_tell_table(room);
    }
    room_forget_computers(room);
    room_run_clocks(room);
    if (room->clock.kind != CLOCK_NONE) {
        room_change(room);
        room_tell_table(room);
    }
}

/* ---- people ---- */

int room_play(struct room *room, int seat, uint32_t ask, const char *move, const struct ochre_tongue *tongue,
              struct table_no *no)
{
    assert(room->status == STORED_RUNNING && room->table && seat >= 0 && seat < room->seat_count);
    if (table_play(room->table, seat, ask, move, tongue, no) < 0)
        return -1;
    room->hall->measures.moves++;
    room->seat[seat].missed = 0;
    room->seat[seat].is_covered = false;
    room_end_wish(room, "moved");
    room_ask_computers(room);
    room_after_change(room);
    return 0;
}

int room_resign(struct room *room, int seat, const struct ochre_tongue *tongue, struct table_no *no)
{
    assert(room->table && seat >= 0 && seat < room->seat_count);
    if (table_resign(room->table, seat, tongue, no) < 0)
        return -1;
    room_end_wish(room, "moved");
    room_ask_computers(room);
    room_after_change(room);
    return 0;
}

bool room_may_look(struct room *room, bool has_seat, int64_t step, struct against *against)
{
    if (room->status == STORED_WAITING)
        *against = (struct against){NO_WAITING, N_("Play has not begun; it waits for more players.")};
    else if (!room_table(room))
        *against = (struct against){NO_TABLE, N_("This table cannot be restored; it has been set aside.")};
    else if (!has_seat && !table_is_over(room->table))
        *against = (struct against){NO_SEAT, N_("Who only watches can look back when the play is over.")};
    else if (step < 0 || step > room->steps || step > table_step_count(room->table))
        *against = (struct against){NO_FORM, N_("There is no such step.")};
    else if (!room_is_quiet(room)) /* an end that is not stored yet must not open any secrets */
        *against = (struct against){NO_BUSY, N_("The table is changing; look again in a moment.")};
    else
        return true;
    return false;
}
