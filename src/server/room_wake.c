/* room_wake.c: a room whose table is asleep is made anew from the store when somebody needs it, and put aside when that
 * cannot be. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/peer.h"
#include "server/restore.h"
#include "server/room_inner.h"
#include "server/room_tell.h"
#include "server/sit.h"

enum {
    READ_AGAIN_MS = 1000,
    LISTED_MS = 24 * 3600 * 1000, /* public tables stay in the list for so long after the end */
};

void room_say_aside(const struct room *room)
{
    diary_say(room->hall->config.diary, DIARY_ERROR, "table-aside", NULL, "table", room->id, "why",
              room->why ? room->why : "");
}

void room_set_aside(struct room *room, const char *why)
{
    assert(why && *why);
    room->status = STORED_ASIDE;
    free(room->why);
    room->why = copy_text(why);
    room->hall->measures.set_aside++;
    room_say_aside(room);
    /* What was not stored must not be stored now; and where servers of several versions share a store, what one of them
     * cannot restore another may. */
    if (!room->is_stale && !hall_is_shared(room->hall))
        room_change(room);
    room->is_stale = false;
    room_tell_table(room);
}

static struct table *restore(struct room *room, const struct stored_play *play, struct ochre_error *error)
{
    assert(!room->table);
    struct table_no no;
    struct table *table = restore_table(room->hall->openings, play, error);
    if (!table)
        return NULL;
    room_read_chat(room, play);
    room->table = table;
    room->steps = table_step_count(table);
    table_seat_people(table, room_people(room));
    if (room->status == STORED_WAITING)
        return table;
    /* Draws nothing: what chance did was stored with the move that caused it. */
    if (table_begin(table, NULL, &no) < 0) {
        error_set(error, no.rule, "{0}", no.why);
        table_delete(table);
        room->table = NULL;
        return NULL;
    }
    table_forget_steps(table, room->steps);
    return table;
}

/* ---- sleeping ---- */

bool room_is_recent(const struct room *room)
{
    int64_t ago = hall_date(room->hall) - room->ended;
    return ago < LISTED_MS && ago > -LISTED_MS; /* an end that is still to come was written by a clock that was wrong */
}

bool room_is_needed(const struct room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->seat[seat].job)
            return true;
    return room->sits || room->deferred || !room_is_quiet(room) || room->beats || room->is_busy || room->is_ticking ||
           room->lease == LEASE_ASKED || !room->hall->config.store;
}

void room_sleep(struct room *room)
{
    if (room_is_needed(room))
        return;
    assert(!room->sits && !room->deferred);
    room_drop_lease(room);
    table_delete(room->table);
    room->table = NULL;
    room_free_chat(room);
}

/* ---- waking ---- */

const char room_is_unread[] = N_("The table cannot be read at the moment; try again.");

/* The disk's fault, not the table's. */
void room_read_later(struct room *room, const char *why)
{
    struct hall *hall = room->hall;
    const char *unwell;
    if (!room->again && hall_keeps(hall, &unwell)) /* else the host knows */
        diary_say(hall->config.diary, DIARY_ERROR, "table-unread", NULL, "table", room->id, "why", why);
    room->again = hall_now(hall) + READ_AGAIN_MS;
    room_tick_later(room);
}

/* What the store has of it; false when there is nothing to go on with. */
static bool load(struct room *room, struct stored_play *play)
{
    struct ochre_error error = {0};
    int found = store_load(room->hall->config.store, room->number, play, &error);
    if (found == STORE_UNREADABLE) {
        room_read_later(room, error.words);
        return false;
    }
    room->again = 0;
    /* It was never stored, has become a file meanwhile, or another server's host has deleted it. */
    if (found == 0 &&
        (room->is_stale || hall_is_shared(room->hall) || store_is_archived(room->hall->config.store, room->id))) {
        room->is_dead = true;
        room_forget(room);
    } else if (found <= 0) {
        room_set_aside(room, found < 0 ? error.words : "its moves are not in the store");
    }
    return found > 0;
}

/* A shorter play than the one that went to sleep is none. */
static struct table *restore_whole(struct room *room, const struct stored_play *play, struct ochre_error *error)
{
    if (play->move_count < room->steps && !hall_is_shared(room->hall)) {
        error_set(error, "", "move {0} is missing in the database", NUM(play->move_count + 1));
        return NULL;
    }
    return restore(room, play, error);
}

static void go_on(struct room *room)
{
    assert(room->table && room->steps == table_step_count(room->table));
    room_watch_table(room);
    room->has_chance = table_setup(room->table)->chance_actions > 0;
    room_tell_table(room);
    room_tell_step(room);
    if (room->is_showing && hall_is_shared(room->hall) && room->showing_until)
        room_tick_later(room);
    else if (room->is_showing) /* whoever has to open a share comes back first: the time begins anew */
        room_run_showing(room);
    if (room->status != STORED_RUNNING)
        return;
    /* The questions are the old ones, so their clocks go on from where they stood. */
    for (int seat = 0; seat < room->seat_count; seat++)
        room->seat[seat].clock.ask = table_ask(room->table, seat);
    room_run_clocks(room);
    room_work_later(room);
}

/* The row too is as another server has left it, or was never stored as we know it. */
static void read_anew(struct room *room, const struct stored_table *stored)
{
    int lost_asks = room->lost_asks;
    room_free_texts(room);
    room_read_row(room, stored);
    room->is_stale = room->is_behind = false;
    for (struct sit *sit = room->sits; sit && room->lost_asks != lost_asks; sit = sit->next_of_room)
        sit->is_undone = true;
}

/* Set aside for good; where servers share a store, until another one has changed it. */
static bool is_aside(const struct room *room)
{
    bool is_news = hall_is_shared(room->hall) && (room->is_stale || room->is_behind);
    return room->status == STORED_ASIDE && !is_news;
}

struct table *room_table(struct room *room)
{
    int64_t now = hall_now(room->hall);
    room->used = now;
    if (hall_is_shared(room->hall) && room->table && room->is_behind)
        room_catch_up(room);
    if (room->table)
        return room->table;
    if (is_aside(room) || room->is_dead || !room->hall->config.store || now < room->again)
        return NULL;
    struct stored_play play;
    if (!load(room, &play))
        return NULL;
    bool was_stale = room->is_stale;
    if (was_stale || room->is_behind || hall_is_shared(room->hall))
        read_anew(room, &play.table);
    struct ochre_error error = {0};
    struct table *table = room->status == STORED_ASIDE ? NULL : restore_whole(room, &play, &error);
    store_play_free(&play);
    if (!table) {
        if (room->status != STORED_ASIDE)
            room_set_aside(room, error.words);
        return NULL;
    }
    room->hall->measures.restored++;
    if (hall_is_shared(room->hall))
        room_check_sits(room);
    go_on(room);
    room_tell_wishes(room);
    if (was_stale && room_is_quiet(room))
        room_settled(room);
    return table;
}

bool room_is_there(struct room *room)
{
    return room_table(room) || room->status == STORED_ASIDE || room->is_dead;
}
