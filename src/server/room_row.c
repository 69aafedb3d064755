/* room_row.c: a room as the store keeps it: its row, and its notes, which are JSON. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rules/registry.h"
#include "server/read.h"
#include "server/room_inner.h"
#include "server/room_terms.h"

enum { NOTES_SIZE = 8192, NOTES_NODES = 256 };

/* ---- notes ---- */

/* What is known of the seats besides their rows. */
static void write_seats(const struct room *room, struct json_writer *writer)
{
    json_name(writer, "seats");
    json_open(writer, '[');
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct room_seat *at = &room->seat[seat];
        json_open(writer, '{');
        if (at->is_ready && room->status == STORED_WAITING)
            json_field_bool(writer, "ready", true);
        if (at->missed)
            json_field_int(writer, "missed", at->missed);
        if (at->is_covered) /* else its time would run out once more */
            json_field_int(writer, "covered", at->covered_ask);
        if (at->is_away)
            json_field_bool(writer, "away", true);
        if (at->has_left)
            json_field_string(writer, "left", at->was);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_numbers(struct json_writer *writer, const char *name, const int64_t *numbers, int count)
{
    json_name(writer, name);
    json_open(writer, '[');
    for (int i = 0; i < count; i++)
        json_put_int(writer, numbers[i]);
    json_close(writer, ']');
}

/* What other servers have to know, and a server alone has in memory: the wish that is open or how the last one ended,
 * until when shares may be opened, whose clocks run. */
static void write_shared(const struct room *room, struct json_writer *writer)
{
    const struct wish *wish = &room->wish;
    int64_t running[OCHRE_SEATS_MAX];
    if (wish->is_open)
        write_numbers(writer, "wish", (const int64_t[]){wish->seat, wish->moves, wish->agreed}, 3);
    else if (wish->number && room->wish_how)
        json_field_string(writer, "wish_ended", room->wish_how);
    if (room->is_showing)
        json_field_int(writer, "opening_until", room->showing_until);
    for (int seat = 0; seat < room->seat_count; seat++)
        running[seat] = room->seat[seat].clock.since != 0;
    if (room->clock.kind != CLOCK_NONE)
        write_numbers(writer, "running", running, room->seat_count);
}

static void write_notes(const struct room *room, struct ochre_text *text)
{
    struct json_writer writer = json_write_to(text);
    int64_t now = hall_now(room->hall);
    json_open(&writer, '{');
    json_field_bool(&writer, "public", room->is_public);
    json_field_bool(&writer, "watch", room->may_watch);
    json_field_bool(&writer, "undo", room_may_undo(room)); /* for programs that know no other */
    json_field_string(&writer, "hints", room_term_words[room->hints]);
    json_field_string(&writer, "standins", room_term_words[room->standins]);
    json_field_string(&writer, "takeback", room_term_words[room->takeback]);
    json_field_bool(&writer, "chance", room->has_chance);
    write_seats(room, &writer);
    json_field_bool(&writer, "persons", room->has_persons);
    json_field_int(&writer, "since", room->since);
    /* Stored names stay what they first were: older folders have them. */
    json_field_int(&writer, "host", room->opener);
    if (room->has_opener_key) {
        char hex[FAIR_HEX_SIZE];
        fair_to_hex(room->opener_key, KEY_HASH_SIZE, hex);
        json_field_string(&writer, "host_key", hex);
    }
    if (room->is_brought)
        json_field_bool(&writer, "brought", true);
    if (room->rematch[0])
        json_field_string(&writer, "rematch", room->rematch);
    if (room->rematch[0] && room->rematch_by >= 0)
        json_field_int(&writer, "rematch_by", room->rematch_by);
    if (room->abandoned)
        json_field_int(&writer, "abandoned", room->abandoned);
    if (room->is_showing)
        json_field_bool(&writer, "opening", true);
    json_field_int(&writer, "wishes", room->wish.number);
    if (hall_is_shared(room->hall))
        write_shared(room, &writer);
    json_name(&writer, "clock");
    clock_write(&room->clock, &writer);
    if (room->clock.kind != CLOCK_NONE) {
        json_name(&writer, "left");
        json_open(&writer, '[');
        for (int seat = 0; seat < room->seat_count; seat++)
            json_put_int(&writer, clock_left(&room->seat[seat].clock, now));
        json_close(&writer, ']');
        json_field_int(&writer, "at", now);
    }
    json_close(&writer, '}');
}

/* A clock that ran when the row was put runs still, if a server has let it run since; days go on in any case. */
static int64_t runs_since(const struct room *room, struct json notes, int seat, int64_t at)
{
    int64_t ran = 0;
    (void)json_int(json_at(json_get(notes, "running"), (uint32_t)seat), &ran);
    bool is_served = room->holder != 0 || room->table || room->clock.kind == CLOCK_DAYS;
    return ran && is_served && at > 0 && room->status == STORED_RUNNING ? at : 0;
}

/* Clocks as they were. Days go on while a server is down, seconds do not. Nobody has lost less than nothing, or has
 * more than a question gives, whatever stands there. */
static void read_clocks(struct room *room, struct json notes)
{
    if (!clock_read(json_get(notes, "clock"), &room->clock))
        room->clock = (struct clock_terms){0};
    int64_t at = 0;
    (void)json_int(json_get(notes, "at"), &at);
    int64_t now = hall_now(room->hall);
    int64_t lost = room->clock.kind == CLOCK_DAYS && !hall_is_shared(room->hall) ? now - at : 0;
    lost = lost > 0 ? lost : 0;
    for (int seat = 0; seat < room->seat_count; seat++) {
        int64_t full = clock_full(&room->clock);
        int64_t left = full;
        (void)json_int(json_at(json_get(notes, "left"), (uint32_t)seat), &left);
        left = room->clock.kind != CLOCK_GAME && left > full ? full : left;
        room->seat[seat].clock.left = left > lost ? left - lost : 0;
        assert(room->seat[seat].clock.left >= 0);
        if (hall_is_shared(room->hall))
            room->seat[seat].clock.since = runs_since(room, notes, seat, at < now ? at : now);
    }
}

/* A table that is older than these terms goes on as it was. */
static enum room_term read_term(struct json notes, const char *name, bool was_allowed)
{
    for (int term = 0; room_term_words[term]; term++)
        if (json_is(json_get(notes, name), room_term_words[term]))
            return (enum room_term)term;
    return was_allowed ? TERM_KEPT : TERM_NEVER;
}

static void read_terms(struct room *room, struct json notes)
{
    bool may_undo = true;
    (void)json_bool(json_get(notes, "undo"), &may_undo);
    room->hints = read_term(notes, "hints", true);
    room->standins = read_term(notes, "standins", true);
    room->takeback = read_term(notes, "takeback", may_undo);
    room->has_chance = true;
    (void)json_bool(json_get(notes, "chance"), &room->has_chance);
}

static void read_seats(struct room *room, struct json seats)
{
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct room_seat *at = &room->seat[seat];
        struct json noted = json_at(seats, (uint32_t)seat);
        int64_t covered = 0;
        at->is_ready = at->is_away = false;
        at->missed = 0;
        (void)json_bool(json_get(noted, "ready"), &at->is_ready);
        (void)json_bool(json_get(noted, "away"), &at->is_away);
        (void)json_int_in(json_get(noted, "missed"), 0, 2, &at->missed);
        at->is_covered =
            json_int(json_get(noted, "covered"), &covered) && covered > 0 && covered <= (int64_t)UINT32_MAX;
        at->covered_ask = at->is_covered ? (uint32_t)covered : 0;
        at->has_left = json_string(json_get(noted, "left"), at->was, sizeof at->was);
    }
}

/* A wish that another server's listener has, as far as it can be one. */
static void read_wish(struct room *room, struct json noted)
{
    static const char *const ends[] = {"moved", "granted", "refused"};
    struct wish *wish = &room->wish;
    struct json open = json_get(noted, "wish");
    int agreed = 0;
    wish->is_open = wish->number > 0 && json_int_in(json_at(open, 0), 0, room->seat_count - 1, &wish->seat) &&
                    json_int_in(json_at(open, 1), 1, INT32_MAX, &wish->moves) &&
                    json_int_in(json_at(open, 2), 0, OCHRE_ALL_SEATS, &agreed);
    wish->agreed = (ochre_seats)agreed;
    room->wish_how = ends[0];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (json_is(json_get(noted, "wish_ended"), ends[i]))
            room->wish_how = ends[i];
}

static void read_shared(struct room *room, struct json notes)
{
    room->showing_until = 0;
    (void)json_int(json_get(notes, "opening_until"), &room->showing_until);
    read_wish(room, notes);
}

static void read_notes(struct room *room, const char *text)
{
    struct json_doc doc;
    struct json_node nodes[NOTES_NODES];
    struct ochre_error error;
    room->may_watch = true;
    room->is_showing = false;
    room->opener = room->rematch_by = -1;
    room->hints = room->standins = room->takeback = TERM_KEPT;
    room->has_chance = true;
    if (!text || !read_object(text, strlen(text), nodes, NOTES_NODES, &doc, &error))
        return;
    struct json notes = json_root(&doc);
    (void)json_int(json_get(notes, "since"), &room->since);
    (void)json_bool(json_get(notes, "public"), &room->is_public);
    (void)json_bool(json_get(notes, "watch"), &room->may_watch);
    read_terms(room, notes);
    read_seats(room, json_get(notes, "seats"));
    (void)json_bool(json_get(notes, "persons"), &room->has_persons);
    (void)json_int_in(json_get(notes, "host"), -1, OCHRE_SEATS_MAX - 1, &room->opener);
    char hex[FAIR_HEX_SIZE];
    room->has_opener_key = json_string(json_get(notes, "host_key"), hex, sizeof hex) &&
                           fair_from_hex(hex, room->opener_key) == KEY_HASH_SIZE;
    (void)json_string(json_get(notes, "rematch"), room->rematch, sizeof room->rematch);
    (void)json_int_in(json_get(notes, "rematch_by"), 0, OCHRE_SEATS_MAX - 1, &room->rematch_by);
    (void)json_int(json_get(notes, "abandoned"), &room->abandoned);
    (void)json_bool(json_get(notes, "opening"), &room->is_showing);
    (void)json_bool(json_get(notes, "brought"), &room->is_brought);
    (void)json_int_in(json_get(notes, "wishes"), 0, INT32_MAX, &room->wish.number);
    if (hall_is_shared(room->hall))
        read_shared(room, notes);
    read_clocks(room, notes);
}

/* ---- the row ---- */

void room_put(struct room *room, struct store_batch *batch)
{
    assert(room->number > 0 && room->seat_count > 0 && room->seat_count <= OCHRE_SEATS_MAX);
    char notes[NOTES_SIZE];
    struct ochre_text text = text_on(notes, sizeof notes);
    write_notes(room, &text);
    assert(!text.cut);
    struct stored_table stored = {
        .number = room->number,
        .status = room->status,
        .why = room->why,
        .game = room->game_id,
        .rules = room->rules,
        .seat_count = room->seat_count,
        .options = room->options,
        .pack_id = room->pack_id,
        .pack_hash = room->pack_hash,
        .pack = room->pack,
        .position = room->position,
        .notes = notes,
        .made = room->made,
        .ended = room->ended,
        .fair_version = room->fair_version,
    };
    memcpy(stored.id, room->id, sizeof stored.id);
    memcpy(stored.seed, room->seed, sizeof stored.seed);
    for (int seat = 0; seat < room->seat_count; seat++)
        stored.seat[seat] = room->seat[seat].kept;
    store_put_table(batch, &stored);
}

void room_free_texts(struct room *room)
{
    char **texts[] = {&room->why,       &room->game_id, &room->options, &room->pack_id,
                      &room->pack_hash, &room->pack,    &room->position};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        free(*texts[i]);
        *texts[i] = NULL;
    }
}

/* Which version of it this is, and who has its lease. */
static void read_sharing(struct room *room, const struct stored_table *stored)
{
    room->version = stored->version;
    room->lost_asks = stored->lost_asks;
    if (!room->table && stored->steps >= 0)
        room->steps = stored->steps;
    if (room->lease == LEASE_HELD && stored->holder != store_server(room->hall->config.store))
        room_lose_lease(room);
    room->holder = stored->holder;
    room->abandoned = 0; /* unless the notes say so */
    room->rematch[0] = '\0';
}

/* Fills a room from its row. */
void room_read_row(struct room *room, const struct stored_table *stored)
{
    room->number = stored->number;
    memcpy(room->id, stored->id, sizeof room->id);
    room->status = stored->status;
    room->why = copy_text(stored->why && *stored->why ? stored->why : NULL);
    room->game_id = copy_text(stored->game);
    room->game = game_by_id(stored->game);
    room->rules = stored->rules;
    room->seat_count = stored->seat_count;
    room->options = copy_text(stored->options);
    room->pack_id = copy_text(stored->pack_id);
    room->pack_hash = copy_text(stored->pack_hash);
    room->position = copy_text(stored->position);
    memcpy(room->seed, stored->seed, sizeof room->seed);
    room->fair_version = stored->fair_version;
    for (int seat = 0; seat < stored->seat_count; seat++)
        room->seat[seat].kept = stored->seat[seat];
    room->made = stored->made;
    room->ended = stored->ended;
    room->since = stored->made;
    if (hall_is_shared(room->hall))
        read_sharing(room, stored);
    read_notes(room, stored->notes);
}

struct room *room_from_store(struct hall *hall, const struct stored_table *stored)
{
    struct room *room = new_memory(sizeof *room);
    room->hall = hall;
    room_read_row(room, stored);
    if (!room->game && room->status != STORED_ASIDE) {
        room->status = STORED_ASIDE;
        room->why = copy_text("this program does not know the game");
    }
    return room;
}
