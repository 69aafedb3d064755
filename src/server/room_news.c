/* room_news.c: what other servers have done (room_news.h): at a table that is in memory it is fetched from the store
 * and told to our listeners; of the others only their numbers are remembered, until somebody wants a list. */
#include "server/room_news.h"

#include <assert.h>
#include <stdlib.h>

#include "server/admin.h"
#include "server/peer.h"
#include "server/restore.h"
#include "server/room_inner.h"
#include "server/room_list.h"
#include "server/room_tell.h"
#include "server/sit.h"

enum {
    STRANGE_MAX = 100 * 1000, /* numbers; beyond that all headers are read again */
    EXPECT_AGAIN_MS = 250,    /* whoever makes steps up asks for no more reading than this */
};

/* ---- one room ---- */

void room_renew(struct room *room)
{
    room->epoch++;
    room->has_cut = false;
    room_cancel_computers(room);
    table_delete(room->table);
    room->table = NULL;
    room->again = 0;
    room->is_stale = room->status != STORED_ASIDE || hall_is_shared(room->hall);
    (void)room_table(room);
}

/* The row as another server has put it, while play goes on. */
static void take_row(struct room *room, const struct stored_table *stored)
{
    bool was_over = room->status == STORED_OVER;
    room_free_texts(room);
    room_read_row(room, stored);
    room_check_sits(room);
    if (room->status == STORED_OVER && !was_over) {
        room_cancel_computers(room);
        room_tell_step(room);
    }
    room_tell_table(room);
}

static void take_clocks(struct room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        room->seat[seat].clock.ask = table_ask(room->table, seat);
    room_run_clocks(room);
}

/* What is stored beyond what we have; false: it does not go on from there. Where moves were taken back it never does,
 * not even from the start: questions have other numbers then. */
static bool go_along(struct room *room, const struct stored_play *play)
{
    struct ochre_error error = {0};
    bool has_moves = play->move_count > 0;
    if (play->skipped != table_step_count(room->table) || play->table.lost_asks != room->lost_asks ||
        play->table.status == STORED_WAITING || play->table.status == STORED_ASIDE ||
        restore_follow(room->table, play, &error) < 0)
        return false;
    room_read_chat(room, play);
    room->steps = table_step_count(room->table);
    if (has_moves)
        room->moved = hall_now(room->hall);
    if (play->table.version != room->version || has_moves)
        take_row(room, &play->table);
    table_seat_people(room->table, room_people(room));
    room_forget_computers(room);
    take_clocks(room);
    table_forget_steps(room->table, room_told(room));
    return true;
}

void room_catch_up(struct room *room)
{
    assert(room->is_behind);
    if (!room->table || !room_is_quiet(room) || room->is_dead)
        return; /* it is read when it wakes, and looked at again when it has settled */
    if (hall_now(room->hall) < room->again) {
        room_tick_later(room);
        return;
    }
    struct stored_play play;
    struct ochre_error error = {0};
    int found = room->status == STORED_WAITING ? 0
                                               : store_load_since(room->hall->config.store, room->number, room->steps,
                                                                  room->lost_asks, &play, &error);
    if (found == STORE_UNREADABLE) {
        room_read_later(room, error.words);
        return;
    }
    room->is_behind = false;
    room->again = 0;
    bool is_along = found > 0 && go_along(room, &play);
    if (found > 0)
        store_play_free(&play);
    if (!is_along) {
        room_renew(room);
        return;
    }
    room_tell_wishes(room);
    for (struct sit *sit = room->sits; sit; sit = sit->next_of_room)
        peer_wake(sit->peer);
    room_work_later(room);
}

/* Somebody here needs it as it is now: listeners, or computers and clocks that are our business. */
static void hear_table(struct room *room)
{
    room->is_behind = true;
    if (room->sits || room->lease == LEASE_HELD)
        room_work_later(room);
}

void room_expect(struct room *room, int64_t steps, int64_t edition)
{
    if (!hall_is_shared(room->hall) || !room->table)
        return;
    if (steps <= table_step_count(room->table) && edition <= table_edition(room->table))
        return;
    if (hall_now(room->hall) < room->expects_again)
        return;
    room->expects_again = hall_now(room->hall) + EXPECT_AGAIN_MS;
    room->is_behind = true;
    (void)room_table(room);
}

/* ---- tables that are not here ---- */

static int by_number(const void *a, const void *b)
{
    const int64_t *x = a;
    const int64_t *y = b;
    return (*x > *y) - (*x < *y);
}

/* A table that is being played is named with every move of it: once is enough. */
static void tidy_strange(struct rooms *rooms)
{
    int count = 0;
    if (rooms->strange_count > 0)
        qsort(rooms->strange, (size_t)rooms->strange_count, sizeof *rooms->strange, by_number);
    for (int i = 0; i < rooms->strange_count; i++)
        if (count == 0 || rooms->strange[i] != rooms->strange[count - 1])
            rooms->strange[count++] = rooms->strange[i];
    rooms->strange_count = count;
}

static void make_space(struct rooms *rooms)
{
    tidy_strange(rooms);
    if (rooms->strange_count >= STRANGE_MAX) {
        rooms->strange_count = 0;
        rooms->is_lost = true;
    }
    if (2 * rooms->strange_count < rooms->strange_max)
        return;
    rooms->strange_max = rooms->strange_max ? 2 * rooms->strange_max : 64;
    rooms->strange = realloc(rooms->strange, (size_t)rooms->strange_max * sizeof *rooms->strange);
    if (!rooms->strange)
        abort();
}

static void note_strange(struct rooms *rooms, int64_t number)
{
    if (rooms->is_lost)
        return; /* all of them will be looked at */
    if (rooms->strange_count == rooms->strange_max)
        make_space(rooms);
    rooms->strange[rooms->strange_count++] = number;
}

/* A header, new or changed (a store_found). */
static bool learn_header(void *who, const struct stored_table *stored)
{
    struct hall *hall = who;
    struct room *room = rooms_numbered(hall, stored->number);
    if (!room) {
        rooms_add_stored(hall, stored);
    } else if (!room->table && room_is_quiet(room) && !room->is_dead) {
        room_free_texts(room);
        room_read_row(room, stored);
        room->is_behind = false;
    }
    return true;
}

/* Those whose header the list shows, and that have changed. */
static void add_changed(struct hall *hall)
{
    for (struct room *room = rooms_newest(hall); room; room = room_older(room)) {
        if (!room->is_behind || !room->is_public || room->is_dead)
            continue;
        if (room->table)
            room_catch_up(room);
        else
            note_strange(hall->rooms, room->number);
    }
}

void rooms_learn(struct hall *hall)
{
    struct rooms *rooms = hall->rooms;
    struct ochre_error error;
    if (!hall_is_shared(hall))
        return;
    if (rooms->is_lost) {
        rooms->is_lost = store_each(hall->config.store, learn_header, hall, &error) < 0;
        rooms->strange_count = rooms->is_lost ? rooms->strange_count : 0;
        return;
    }
    add_changed(hall);
    tidy_strange(rooms);
    if (rooms->strange_count == 0 ||
        store_each_of(hall->config.store, rooms->strange, rooms->strange_count, learn_header, hall, &error) >= 0)
        rooms->strange_count = 0;
}

/* ---- servers that come and go ---- */

/* What it did is somebody else's business now, and so is what is nobody's: a row that was read after its death names no
 * holder. */
static void hear_gone(struct hall *hall, int64_t server)
{
    rooms_learn(hall);
    for (struct room *room = rooms_newest(hall); room; room = room_older(room)) {
        (void)room_forget_server(room, server);
        if (room->lease == LEASE_HELD || (room->holder != server && room->holder > 0))
            continue;
        room->holder = 0;
        room->lease_again = 0;
        if (room_needs_holder(room))
            room_work_later(room);
    }
}

/* We were away: others may have taken our leases, and do not count our listeners any more. */
static void hear_all(struct hall *hall)
{
    hall->rooms->is_lost = hall->rooms->is_wondering = true;
    for (struct room *room = rooms_newest(hall); room; room = room_older(room)) {
        room_lose_lease(room);
        room->holder = 0;
        room->lease_again = 0;
        room->is_behind = true;
        room_free_elsewhere(room);
        if (room->sits)
            room_count_later(room);
        if (room->sits || room_needs_holder(room))
            room_work_later(room);
    }
    admin_read_again(hall);
}

/* ---- the door ---- */

static void hear_word(struct hall *hall, const struct store_news *news)
{
    struct room *room = news->number ? rooms_numbered(hall, news->number) : NULL;
    if (room && !room->is_dead)
        room_hear_word(room, news->server, news->text);
    else if (!news->number && text_same(news->text, WORD_WHO))
        for (room = rooms_newest(hall); room; room = room_older(room))
            if (room->sits)
                room_count_later(room);
}

void hall_hear(struct hall *hall, const struct store_news *news)
{
    struct room *room;
    switch (news->kind) {
    case STORE_NEWS_TABLE:
        if ((room = rooms_numbered(hall, news->number)))
            hear_table(room);
        else
            note_strange(hall->rooms, news->number);
        break;
    case STORE_NEWS_WORD: hear_word(hall, news); break;
    case STORE_NEWS_MEMO: admin_read_again(hall); break;
    case STORE_NEWS_GONE: hear_gone(hall, news->server); break;
    case STORE_NEWS_ALL: hear_all(hall); break;
    }
}
