/* room_computers.c: computer players of a room: who is asked, what becomes of the answer, and rest where nobody
 * watches. */
#include <assert.h>
#include <stdlib.h>

#include "rules/rules.h"
#include "server/admin.h"
#include "server/memory.h"
#include "server/room_inner.h"
#include "server/room_play.h"
#include "server/room_seats.h"
#include "server/room_tell.h"
#include "server/room_terms.h"
#include "server/thinkers.h"

enum {
    QUICK_MOVES_MAX = 64, /* moves that computers make on the spot before others have their turn */
    REST_FACTOR = 4,      /* a table that nobody watches rests so many times as long as it has thought … */
    REST_LEAST_MS = 100,  /* … unless that is less than this */
};

void room_forget_computers(struct room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct room_seat *at = &room->seat[seat];
        if (!at->job || (room_is_asked(room, seat) && table_ask(room->table, seat) == at->job_ask))
            continue;
        thinkers_cancel(room->hall->config.thinkers, at->job);
        at->job = 0;
    }
}

void room_cancel_computers(struct room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++) {
        if (room->seat[seat].job)
            thinkers_cancel(room->hall->config.thinkers, room->seat[seat].job);
        room->seat[seat].job = 0;
    }
}

void room_note_astray(struct room *room, const char *bot)
{
    room->hall->measures.bot_astray++;
    diary_say(room->hall->config.diary, DIARY_ERROR, "computer-astray", NULL, "table", room->id, "game", room->game_id,
              "player", bot);
}

/* How many answers to the question that is open now were refused. */
static int times_astray(const struct room *room, int seat)
{
    const struct room_seat *at = &room->seat[seat];
    return at->astray_ask == table_ask(room->table, seat) ? at->astray : 0;
}

bool room_is_covered(const struct room *room, int seat)
{
    const struct room_seat *at = &room->seat[seat];
    return at->is_covered && room_is_asked(room, seat) && table_ask(room->table, seat) == at->covered_ask;
}

/* Is the open question a computer's? */
static bool is_computers(const struct room *room, int seat)
{
    return room_has_computer(room, seat) || room_is_covered(room, seat);
}

/* Who answers for the seat: after an answer that was refused, somebody simpler. */
static const char *player_of(const struct room *room, int seat)
{
    if (times_astray(room, seat))
        return SIMPLE_BOT;
    return room_has_computer(room, seat) ? room->seat[seat].kept.bot : STAND_IN;
}

static bool play_once(struct room *room, int seat, uint32_t ask, ochre_action action)
{
    struct table_no no;
    if (table_play_action(room->table, seat, ask, action, NULL, &no) < 0)
        return false;
    room->hall->measures.bot_moves++;
    room_fence(room);
    room_end_wish(room, "moved");
    return true;
}

static ochre_action any_move(struct room *room, int seat)
{
    struct ochre_view view;
    const struct ochre_setup *setup = table_setup(room->table);
    ochre_action *list = new_memory(setup->legal_max * sizeof *list);
    table_view(room->table, seat, &view);
    int count = view_moves(setup, &view, seat, list);
    assert(count > 0);
    ochre_action action = list[rng_below(&room->hall->rng, (uint32_t)count)];
    free(list);
    return action;
}

/* A computer's answer. One that is refused though its question is open is not the end of the play: somebody simpler is
 * asked, and after that lots are drawn. */
static void play_for(struct room *room, int seat, uint32_t ask, ochre_action action)
{
    assert(room->table && (is_computers(room, seat) || !room_is_asked(room, seat)));
    if (play_once(room, seat, ask, action))
        return;
    if (!room_is_asked(room, seat) || table_ask(room->table, seat) != ask)
        return; /* the question has gone; a new one asks again */
    struct room_seat *at = &room->seat[seat];
    room_note_astray(room, player_of(room, seat));
    at->astray = times_astray(room, seat) + 1;
    at->astray_ask = ask;
    if (at->astray < 2 || !play_once(room, seat, ask, any_move(room, seat)))
        room_tick_later(room);
}

/* ---- tables that nobody watches ---- */

static bool is_watched(const struct room *room)
{
    return room->sits || room_is_elsewhere(room);
}

/* Thinking is slow where nobody looks: a server's time is for those who are there. What took no time is forgiven. */
static void rest_after(struct room *room, double seconds)
{
    int64_t rest = (int64_t)(seconds * 1000) * REST_FACTOR;
    if (!is_watched(room) && rest >= REST_LEAST_MS)
        room->rests = hall_now(room->hall) + rest;
}

bool room_rests(const struct room *room)
{
    return !is_watched(room) && room->rests > hall_now(room->hall);
}

void room_be_watched(struct room *room)
{
    if (!room->hall->config.thinkers)
        return;
    for (int seat = 0; seat < room->seat_count; seat++)
        thinkers_hurry(room->hall->config.thinkers, room->seat[seat].job);
    if (room->status == STORED_RUNNING && room->rests > hall_now(room->hall))
        room_work_later(room);
}

/* ---- computers that answer ---- */

/* A computer has made up its mind. */
static void thought_through(void *who, const struct thought *thought)
{
    struct room *room = who;
    assert(thought->seat >= 0 && thought->seat < room->seat_count);
    struct room_seat *at = &room->seat[thought->seat];
    if (at->job != thought->job)
        return;
    at->job = 0;
    rest_after(room, thought->seconds);
    const char *why;
    if (!room->table || !is_computers(room, thought->seat) || !room_is_held(room) || !hall_keeps(room->hall, &why)) {
        room_tick_later(room);
        return;
    }
    if (thought->thoughts->is_astray)
        room_note_astray(room, player_of(room, thought->seat));
    play_for(room, thought->seat, at->job_ask, thought->action);
    room_after_change(room);
    room_tell_table(room);
    room_work_later(room);
}

static uint64_t new_seed(struct hall *hall)
{
    return (uint64_t)rng_below(&hall->rng, UINT32_MAX) << 32 | rng_below(&hall->rng, UINT32_MAX);
}

static void ask_thinker(struct room *room, int seat)
{
    assert(!room->seat[seat].job && room_is_asked(room, seat));
    struct ochre_view view;
    struct ochre_error error;
    struct room_seat *at = &room->seat[seat];
    table_view(room->table, seat, &view);
    at->job_ask = table_ask(room->table, seat);
    at->job = thinkers_ask(room->hall->config.thinkers,
                           &(struct thinking){.person = room->person,
                                              .table = room->number,
                                              .bot = player_of(room, seat),
                                              .opening = (struct opening *)table_opening(room->table),
                                              .view = &view,
                                              .seat = seat,
                                              .seed = new_seed(room->hall),
                                              .is_unwatched = !is_watched(room),
                                              .done = thought_through,
                                              .who = room},
                           &error);
    if (at->job)
        room_tell_table(room);
    else
        room_tick_later(room); /* too many are thinking: again in a moment */
}

static void think_here(struct room *room, int seat)
{
    struct ochre_view view;
    struct bot *own = NULL;
    struct bot *bot = room->hall->quick;
    const char *name = player_of(room, seat);
    if (!text_same(name, bot_name(bot)))
        bot = own = bot_new(name, NULL);
    table_view(room->table, seat, &view);
    if (bot) {
        ochre_action action = bot_think(bot, table_setup(room->table), &view, seat, &room->hall->rng, NULL);
        play_for(room, seat, table_ask(room->table, seat), action);
    }
    bot_delete(own);
}

/* Computers play for as long as somebody is there to play with, or nobody ever was. */
static bool has_company(const struct room *room)
{
    if (!room->has_persons)
        return true;
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->seat[seat].kept.kind == STORED_PERSON)
            return true;
    return false;
}

static bool answers_here(const struct room *room, int seat)
{
    return !room->hall->config.thinkers || thinkers_is_quick(player_of(room, seat));
}

/* The first seat that a computer has to answer for on the spot; -1: none. The others are handed to the thinkers, but
 * only when everything is durable: what they answer to must not be taken away again. */
static int next_quick(struct room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++) {
        if (!room_is_asked(room, seat) || !is_computers(room, seat))
            continue;
        if (answers_here(room, seat))
            return seat;
        if (room->seat[seat].job || !room_is_quiet(room))
            continue;
        if (room_rests(room))
            room_tick_later(room);
        else
            ask_thinker(room, seat);
    }
    return -1;
}

/* Is a computer asked? */
static bool has_question(const struct room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room_is_asked(room, seat) && is_computers(room, seat))
            return true;
    return false;
}

bool room_is_thinking_there(const struct room *room, int seat)
{
    return !room_is_held(room) && room_is_asked(room, seat) && is_computers(room, seat) && !room_is_paused(room);
}

void room_ask_computers(struct room *room)
{
    const char *why;
    if (room->status != STORED_RUNNING || !room->table || !has_company(room) || room_is_paused(room) ||
        admin_is_leaving(room->hall))
        return;
    if (!hall_keeps(room->hall, &why)) {
        room_tick_later(room);
        return;
    }
    if (!has_question(room) || !room_holds(room))
        return;
    int made = 0;
    for (int seat; made < QUICK_MOVES_MAX && (seat = next_quick(room)) >= 0; made++) {
        int count = table_step_count(room->table);
        think_here(room, seat);
        if (table_step_count(room->table) == count)
            break;
    }
    if (made)
        room_after_change(room);
    if (made == QUICK_MOVES_MAX)
        room_work_later(room);
}
