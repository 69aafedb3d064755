/* room.c: how a room is made, what may be asked of it, and how it ends (room.h). */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/beat.h"
#include "server/memory.h"
#include "server/request.h"
#include "server/restore.h"
#include "server/room_inner.h"
#include "server/room_list.h"
#include "server/room_log.h"
#include "server/room_tell.h"

/* ---- making ---- */

static struct room *make(struct hall *hall, struct table *table)
{
    const struct opening *opening = table_opening(table);
    assert(opening->setup.seats > 0 && opening->setup.seats <= OCHRE_SEATS_MAX);
    struct room *room = new_memory(sizeof *room);
    room->hall = hall;
    room->table = table;
    room->number = hall->config.store ? store_next_number(hall->config.store) : (int64_t)hall->rooms->count + 1;
    do
        room_id_make(room->id);
    while (rooms_find(hall, room->id));
    room->game = opening->setup.game;
    room->game_id = copy_text(room->game->id);
    room->rules = room->game->rules_version;
    room->seat_count = opening->setup.seats;
    room->options = restore_options(&opening->setup);
    if (opening->pack.text) {
        char id[PACK_ID_SIZE];
        packfile_id(&opening->pack, id);
        room->pack_id = copy_text(id);
        room->pack_hash = copy_text(opening->pack.pack.hash);
        if (!packs_is_built_in(hall->packs, room->game, room->pack_hash))
            room->pack = copy_text(opening->pack.text);
    }
    room->position = copy_text(opening->position);
    memcpy(room->seed, table_fair(table)->seed, sizeof room->seed);
    room->fair_version = table_fair(table)->version;
    room->made = hall_date(hall);
    room->since = room->used = hall_now(hall);
    room->opener = room->rematch_by = -1;
    room->has_chance = opening->setup.chance_actions > 0;
    return room;
}

/* Opens the room: from now on it can be found. `log`: what was played before, or NULL. */
static void open_room(struct room *room, const struct log *log)
{
    struct hall *hall = room->hall;
    rooms_add(hall, room);
    hall->measures.tables_made++;
    diary_say(hall->config.diary, DIARY_DEBUG, "table-made", NULL, "table", room->id, "game", room->game_id);
    room_watch_table(room);
    room_change(room);
    for (int seat = 0; seat < room->seat_count; seat++)
        room->has_persons = room->has_persons || room->seat[seat].kept.kind == STORED_PERSON;
    if (beat_batch(hall)) /* its row comes before its moves */
        room_put(room, beat_batch(hall));
    room_take_lease(room);
    if (log) {
        room_log_put(room, log);
        room_begin(room); /* draws nothing: chance is in the log */
    } else {
        room_begin_if_full(room);
    }
}

/* A position is an object, or text in the game's own notation (a FEN). What would name a file on a command line is
 * none: files are no client's business. */
static struct opening *open_terms(struct hall *hall, const struct room_request *request, struct ochre_error *error)
{
    struct opening_request terms = {.game = request->game,
                                    .seats = request->seat_count,
                                    .is_offered = request->is_offered,
                                    .options_json = request->options,
                                    .pack_text = request->pack};
    if (json_kind(request->position) != JSON_STRING) {
        terms.position_json = request->position;
        return openings_get(hall->openings, &terms, error);
    }
    size_t length;
    (void)json_raw(request->position, &length);
    char *text = new_memory(length + 1);
    struct opening *opening = NULL;
    if (!json_string(request->position, text, length + 1) || strchr("@-", text[0])) {
        error_set(error, "", "position: expected an object or the game's notation");
    } else {
        terms.position = text;
        opening = openings_get(hall->openings, &terms, error);
    }
    free(text);
    return opening;
}

static struct table *new_table(struct hall *hall, const struct room_request *request, struct ochre_error *error)
{
    struct opening *opening = open_terms(hall, request, error);
    struct table *table = opening ? table_new(opening, 0, NULL, error) : NULL;
    if (!table && opening)
        opening_delete(opening);
    return table;
}

struct room *room_new(struct hall *hall, const struct room_request *request, struct ochre_error *error)
{
    struct log log;
    bool has_log = json_there(request->log);
    struct table *table = has_log ? room_log_play(request, &log, error) : new_table(hall, request, error);
    if (!table)
        return NULL;
    struct room *room = make(hall, table);
    for (int seat = 0; seat < room->seat_count; seat++) {
        room->seat[seat].kept = request->seat[seat];
        const struct fair_part *chance = &room->seat[seat].kept.chance;
        if (chance->has_pledge)
            (void)table_pledge(table, seat, chance->pledge);
    }
    if (has_log)
        room_log_seat(room, &log);
    table_seat_people(table, room_people(room));
    room->is_public = request->is_public;
    room->may_watch = request->may_watch;
    room->hints = request->hints;
    room->standins = request->standins;
    room->takeback = request->takeback;
    room->clock = request->clock;
    room->person = request->person;
    address_name(request->address, room->maker);
    room->opener = request->opener;
    if (room->opener >= 0)
        room->seat[room->opener].is_ready = request->is_ready;
    if (request->opener_key) {
        room->has_opener_key = true;
        memcpy(room->opener_key, request->opener_key, KEY_HASH_SIZE);
    }
    open_room(room, has_log ? &log : NULL);
    if (has_log)
        log_free(&log);
    return room;
}

/* The same terms, everybody one seat further. The keys that open the old seats open the new ones: whoever comes over
 * needs no new secret, and nothing has to be remembered that is not hashed. */
struct room *room_again(struct room *old, int asker, const unsigned char *pledge)
{
    assert(old->status == STORED_OVER && asker >= 0 && asker < old->seat_count);
    struct hall *hall = old->hall;
    struct ochre_error error;
    struct table *before = room_table(old);
    if (!before)
        return NULL;
    struct opening *opening = opening_share((struct opening *)table_opening(before));
    struct table *table = table_new(opening, 0, NULL, &error);
    if (!table) {
        opening_delete(opening);
        return NULL;
    }
    struct room *room = make(hall, table);
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct stored_seat *kept = &room->seat[(seat + 1) % room->seat_count].kept;
        *kept = old->seat[seat].kept;
        kept->chance = (struct fair_part){0};
        if (kept->kind == STORED_PERSON) {
            kept->kind = seat == asker ? STORED_PERSON : STORED_RESERVED;
            kept->bot[0] = '\0';
        }
    }
    table_seat_people(table, room_people(room));
    room->is_public = old->is_public;
    room->may_watch = old->may_watch;
    room->hints = old->hints;
    room->standins = old->standins;
    room->takeback = old->takeback;
    room->clock = old->clock;
    room->person = old->person;
    room->opener = (asker + 1) % room->seat_count;
    room->seat[room->opener].is_ready = true; /* who asks for it */
    if (pledge)
        room_pledge(room, room->opener, pledge);
    memcpy(old->rematch, room->id, sizeof old->rematch);
    old->rematch_by = asker;
    room_change(old);
    open_room(room, NULL);
    return room;
}

/* ---- what may be asked ---- */

const char *const room_statuses[] = {"waiting", "running", "over", "aside"};

struct hall *room_hall(const struct room *room)
{
    return room->hall;
}

const char *room_id(const struct room *room)
{
    return room->id;
}

int64_t room_number(const struct room *room)
{
    return room->number;
}

enum stored_status room_status(const struct room *room)
{
    return room->status;
}

int room_seat_count(const struct room *room)
{
    return room->seat_count;
}

struct table *room_awake(const struct room *room)
{
    return room->table;
}

int room_steps(const struct room *room)
{
    return room->steps;
}

int64_t room_made(const struct room *room)
{
    return room->made;
}

bool room_may_watch(const struct room *room)
{
    return room->may_watch;
}

bool room_is_gone(const struct room *room)
{
    return room->is_dead || room->is_going;
}

bool room_is_listed(const struct room *room)
{
    return room->is_public && !room->is_dead && !room->is_stale && room->status != STORED_ASIDE &&
           (room->status != STORED_OVER || room_is_recent(room));
}

void room_count_for(struct room *room, uint64_t person)
{
    room->person = person;
}

struct room *room_rematch(const struct room *room)
{
    return room->rematch[0] ? rooms_find(room->hall, room->rematch) : NULL;
}

/* ---- the end ---- */

void room_end(struct room *room)
{
    assert(room->status == STORED_WAITING || room->status == STORED_RUNNING);
    room->status = STORED_OVER;
    room->is_showing = false;
    room->ended = hall_date(room->hall);
    room_cancel_computers(room);
    room_change(room);
    room_tell_table(room);
}

void room_end_because(struct room *room, const char *why)
{
    free(room->why);
    room->why = copy_text(why);
    room_end(room);
    room_tell_step(room);
}

void room_drop(struct room *room)
{
    room_cancel_computers(room);
    room_build(room);
    room->is_going = true;
}

void room_forget(struct room *room)
{
    room_dismiss(room, OCHRE_EVERYBODY, N_("This table is no longer here."));
}

/* The table has been archived: whoever listens is told that it is gone. */
void hall_forget(struct hall *hall, const char *id)
{
    struct room *room = rooms_find(hall, id);
    if (!room)
        return;
    room->is_dead = true;
    room_forget(room);
    if (room->beats == 0 && !room->is_touched) {
        rooms_remove(hall, room);
        room_free(room);
    }
}

void room_free(struct room *room)
{
    assert(room->beats == 0 && room->undurable == 0);
    assert(!room->sits);
    room_cancel_computers(room);
    request_drop(room->deferred);
    table_delete(room->table);
    room_free_elsewhere(room);
    room_free_chat(room);
    room_free_texts(room);
    free(room);
}
