/* room_play.c: moves, taking back, computers and clocks of a room (hall_inner.h). */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall_inner.h"

/* ---- what the table tells ---- */

static void end_wish(struct room *room, const char *how)
{
    if (!room->wish.is_open)
        return;
    room->wish.is_open = false;
    room_tell_wish(room, how);
}

/* Every move goes into the batch of this turn, before anybody hears of it. */
static void keep_step(void *who, const struct table *table, const struct table_step *step)
{
    struct room *room = who;
    room_touch(room);
    room->moved = hall_now(room->hall);
    struct store_batch *batch = hall_turn(room->hall)->batch;
    if (step->kind == TABLE_UNDONE) {
        if (batch)
            store_cut_moves(batch, room->number, step->number);
        return;
    }
    if (!batch)
        return;
    char text[OCHRE_MOVE_SIZE];
    struct ochre_text move = text_on(text, sizeof text);
    table_step_text(table, step, OCHRE_EVERYBODY, &move);
    struct stored_move stored = {.seat = step->seat, .text = text, .at = hall_date(room->hall)};
    store_add_moves(batch, room->number, step->number, &stored, 1);
}

void room_watch_table(struct room *room)
{
    (void)table_watch(room->table, keep_step, room);
}

/* ---- clocks ---- */

bool room_is_asked(const struct room *room, int seat)
{
    return room->status == STORED_RUNNING && room->table && seats_has(table_pending(room->table), seat);
}

static bool is_computer(const struct room *room, int seat)
{
    return room->seat[seat].kept.bot[0] != '\0';
}

/* Clocks run for people who are asked. */
void room_run_clocks(struct room *room)
{
    if (room->clock.kind == CLOCK_NONE)
        return;
    int64_t now = hall_now(room->hall);
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct clock *clock = &room->seat[seat].clock;
        if (room_is_asked(room, seat) && !is_computer(room, seat)) {
            uint32_t ask = table_ask(room->table, seat);
            if (clock->since && clock->ask != ask)
                clock_stop(clock, &room->clock, true, now);
            clock_start(clock, &room->clock, ask, now);
            hall_tick_later(room);
        } else {
            clock_stop(clock, &room->clock, true, now);
        }
    }
}

bool room_check_clocks(struct room *room)
{
    bool is_running = false;
    int64_t now = hall_now(room->hall);
    if (room->clock.kind == CLOCK_NONE)
        return false;
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct clock *clock = &room->seat[seat].clock;
        if (!clock->since)
            continue;
        is_running = true;
        if (clock_left(clock, now) == 0) {
            clock_stop(clock, &room->clock, false, now);
            room_stand_in(room, seat, STAND_IN);
        }
    }
    return is_running;
}

/* ---- after every change of the play ---- */

static void forget_stale_jobs(struct room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct room_seat *at = &room->seat[seat];
        if (!at->job || (room_is_asked(room, seat) && table_ask(room->table, seat) == at->job_ask))
            continue;
        thinkers_cancel(room->hall->config.thinkers, at->job);
        at->job = 0;
    }
}

static void after_change(struct room *room)
{
    if (table_is_over(room->table) && room->status == STORED_RUNNING) {
        room->status = STORED_OVER;
        room->ended = hall_date(room->hall);
        room_change(room);
        room_tell_table(room);
    }
    forget_stale_jobs(room);
    room_run_clocks(room);
    if (room->clock.kind != CLOCK_NONE) {
        room_change(room);
        room_tell_table(room);
    }
    room_tell_step(room);
}

/* Before a change: whoever keeps up has been told everything up to here, so the story goes on from here. */
static void mark(struct room *room)
{
    if (room_is_quiet(room))
        table_mark(room->table);
}

/* ---- computers ---- */

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

/* Who answers for the seat: after an answer that was refused, somebody simpler. */
static const char *player_of(const struct room *room, int seat)
{
    return times_astray(room, seat) ? SIMPLE_BOT : room->seat[seat].kept.bot;
}

static bool play_once(struct room *room, int seat, uint32_t ask, ochre_action action)
{
    struct table_no no;
    mark(room);
    if (table_play_action(room->table, seat, ask, action, NULL, &no) < 0)
        return false;
    room->hall->measures.bot_moves++;
    end_wish(room, "moved");
    return true;
}

static ochre_action any_move(struct room *room, int seat)
{
    struct ochre_view view;
    const struct ochre_setup *setup = table_setup(room->table);
    ochre_action *list = new_memory(setup->legal_max * sizeof *list);
    table_view(room->table, seat, &view);
    int count = view_moves(setup, &view, seat, list);
    ochre_action action = list[rng_below(&room->hall->rng, (uint32_t)count)];
    free(list);
    return action;
}

/* A computer's answer. One that is refused though its question is open is not the end of the play: somebody simpler is
 * asked, and after that lots are drawn. */
static void play_for(struct room *room, int seat, uint32_t ask, ochre_action action)
{
    if (play_once(room, seat, ask, action))
        return;
    if (!room_is_asked(room, seat) || table_ask(room->table, seat) != ask)
        return; /* the question has gone; a new one asks again */
    struct room_seat *at = &room->seat[seat];
    room_note_astray(room, player_of(room, seat));
    at->astray = times_astray(room, seat) + 1;
    at->astray_ask = ask;
    if (at->astray < 2 || !play_once(room, seat, ask, any_move(room, seat)))
        hall_tick_later(room);
}

/* ---- tables that nobody watches ---- */

static bool is_watched(const struct room *room)
{
    return room->sits != NULL;
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
        hall_work_later(room);
}

/* ---- computers that answer ---- */

/* A computer has made up its mind. */
static void thought_through(void *who, const struct thought *thought)
{
    struct room *room = who;
    struct room_seat *at = &room->seat[thought->seat];
    if (at->job != thought->job)
        return;
    at->job = 0;
    rest_after(room, thought->seconds);
    const char *why;
    if (!room->table || !is_computer(room, thought->seat) || !hall_keeps(room->hall, &why)) {
        hall_tick_later(room);
        return;
    }
    if (thought->thoughts->is_astray)
        room_note_astray(room, player_of(room, thought->seat));
    play_for(room, thought->seat, at->job_ask, thought->action);
    after_change(room);
    room_tell_table(room);
    hall_work_later(room);
}

static uint64_t new_seed(struct hall *hall)
{
    return (uint64_t)rng_below(&hall->rng, UINT32_MAX) << 32 | rng_below(&hall->rng, UINT32_MAX);
}

static void ask_thinker(struct room *room, int seat)
{
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
        hall_tick_later(room); /* too many are thinking: again in a moment */
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
        if (!room_is_asked(room, seat) || !is_computer(room, seat))
            continue;
        if (answers_here(room, seat))
            return seat;
        if (room->seat[seat].job || !room_is_quiet(room))
            continue;
        if (room_rests(room))
            hall_tick_later(room);
        else
            ask_thinker(room, seat);
    }
    return -1;
}

void room_ask_computers(struct room *room)
{
    const char *why;
    if (room->status != STORED_RUNNING || !room->table || !has_company(room) || room->hall->drain.leaving)
        return;
    if (!hall_keeps(room->hall, &why)) {
        hall_tick_later(room);
        return;
    }
    int made = 0;
    for (int seat; made < QUICK_MOVES_MAX && (seat = next_quick(room)) >= 0; made++) {
        int count = table_step_count(room->table);
        think_here(room, seat);
        if (table_step_count(room->table) == count)
            break;
    }
    if (made)
        after_change(room);
    if (made == QUICK_MOVES_MAX)
        hall_work_later(room);
}

/* ---- people ---- */

int room_play(struct room *room, int seat, uint32_t ask, const char *move, const struct ochre_tongue *tongue,
              struct table_no *no)
{
    mark(room);
    if (table_play(room->table, seat, ask, move, tongue, no) < 0)
        return -1;
    room->hall->measures.moves++;
    end_wish(room, "moved");
    room_ask_computers(room);
    after_change(room);
    return 0;
}

int room_resign(struct room *room, int seat, const struct ochre_tongue *tongue, struct table_no *no)
{
    mark(room);
    if (table_resign(room->table, seat, tongue, no) < 0)
        return -1;
    end_wish(room, "moved");
    room_ask_computers(room);
    after_change(room);
    return 0;
}

static void after_undo(struct room *room)
{
    room->hall->measures.undone++;
    for (struct sit *sit = room->sits; sit; sit = sit->next_of_room)
        sit->is_undone = true;
    after_change(room);
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
    if (table_undo_agreed(room->table, room->wish.seat, tongue, no) < 0)
        return -1;
    end_wish(room, "granted");
    after_undo(room);
    return 0;
}

int room_undo(struct room *room, int seat, const struct ochre_tongue *tongue, struct table_no *no)
{
    if (table_undoable(room->table, seat, tongue, no) > 0) {
        if (table_undo(room->table, seat, tongue, no) < 0)
            return -1;
        end_wish(room, "moved");
        after_undo(room);
        return 0;
    }
    int moves = table_undoable_agreed(room->table, seat, tongue, no);
    if (moves == 0)
        return -1;
    if (room->wish.is_open && room->wish.seat == seat)
        return 0;
    end_wish(room, "refused");
    room->wish = (struct wish){
        .number = room->wish.number + 1, .seat = seat, .moves = moves, .agreed = SEAT_BIT(seat), .is_open = true};
    room_change(room); /* the number of the next wish */
    if (others(room, seat) == 0)
        return grant(room, tongue, no);
    room_tell_wish(room, NULL);
    return 0;
}

void room_consent(struct room *room, int seat, bool is_yes)
{
    struct table_no no;
    if (!is_yes) {
        end_wish(room, "refused");
        return;
    }
    room->wish.agreed |= SEAT_BIT(seat);
    ochre_seats needed = others(room, room->wish.seat);
    if ((room->wish.agreed & needed) == needed && grant(room, NULL, &no) < 0)
        end_wish(room, "moved");
}

/* ---- chat ---- */

void room_add_chat(struct room *room, int seat, const char *text)
{
    struct room_chat *line = &room->chat[(room->chat_count + 1) % STORE_CHAT_MAX];
    free(line->name);
    free(line->text);
    *line = (struct room_chat){.number = ++room->chat_count,
                               .seat = seat,
                               .at = hall_date(room->hall) / 1000,
                               .name = copy_text(room->seat[seat].kept.name),
                               .text = copy_text(text)};
    room_touch(room);
    room->hall->measures.chats++;
    struct store_batch *batch = hall_turn(room->hall)->batch;
    if (batch)
        store_add_chat(
            batch, room->number,
            &(struct stored_chat){
                .number = line->number, .seat = seat, .at = line->at, .name = line->name, .text = line->text});
    for (struct sit *sit = room->sits; sit; sit = sit->next_of_room)
        peer_wake(sit->peer);
}
