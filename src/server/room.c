/* room.c: the life of a room: made, stored, restored, joined, left (hall_inner.h). */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "rules/registry.h"
#include "server/hall_inner.h"

enum { NOTES_SIZE = 2048, NOTES_NODES = 256, READ_AGAIN_MS = 1000 };

/* ---- notes: what the store keeps for us as JSON ---- */

static void write_clock(const struct clock_terms *clock, struct json_writer *writer)
{
    static const char *const kinds[] = {"none", "move", "game", "days"};
    json_open(writer, '{');
    json_field_string(writer, "kind", kinds[clock->kind]);
    if (clock->kind == CLOCK_MOVE || clock->kind == CLOCK_GAME)
        json_field_int(writer, "seconds", clock->seconds);
    if (clock->kind == CLOCK_GAME)
        json_field_int(writer, "increment", clock->increment);
    if (clock->kind == CLOCK_DAYS)
        json_field_int(writer, "days", clock->days);
    json_close(writer, '}');
}

bool clock_read(struct json value, struct clock_terms *clock)
{
    *clock = (struct clock_terms){0};
    struct json kind = json_get(value, "kind");
    if (!json_there(value) || json_is(kind, "none"))
        return true;
    if (json_is(kind, "move")) {
        clock->kind = CLOCK_MOVE;
        return json_int_in(json_get(value, "seconds"), 1, 24 * 3600, &clock->seconds);
    }
    if (json_is(kind, "game")) {
        clock->kind = CLOCK_GAME;
        struct json increment = json_get(value, "increment");
        return json_int_in(json_get(value, "seconds"), 1, 7 * 24 * 3600, &clock->seconds) &&
               (!json_there(increment) || json_int_in(increment, 0, 3600, &clock->increment));
    }
    clock->kind = CLOCK_DAYS;
    return json_is(kind, "days") && json_int_in(json_get(value, "days"), 1, 60, &clock->days);
}

void clock_write(const struct clock_terms *clock, struct json_writer *writer)
{
    write_clock(clock, writer);
}

static void write_notes(const struct room *room, struct ochre_text *text)
{
    struct json_writer writer = json_write_to(text);
    int64_t now = hall_now(room->hall);
    json_open(&writer, '{');
    json_field_bool(&writer, "public", room->is_public);
    json_field_bool(&writer, "watch", room->may_watch);
    json_field_bool(&writer, "undo", room->may_undo);
    json_field_bool(&writer, "persons", room->has_persons);
    json_field_int(&writer, "since", room->since);
    json_field_int(&writer, "host", room->host);
    if (room->has_host_key) {
        char hex[FAIR_HEX_SIZE];
        fair_to_hex(room->host_key, KEY_HASH_SIZE, hex);
        json_field_string(&writer, "host_key", hex);
    }
    if (room->rematch[0])
        json_field_string(&writer, "rematch", room->rematch);
    if (room->abandoned)
        json_field_int(&writer, "abandoned", room->abandoned);
    if (room->is_opening)
        json_field_bool(&writer, "opening", true);
    json_field_int(&writer, "wishes", room->wish.number);
    json_name(&writer, "clock");
    write_clock(&room->clock, &writer);
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

/* Clocks as they were. Days go on while a server is down, seconds do not. Nobody has lost less than nothing, or has
 * more than a question gives, whatever stands there. */
static void read_clocks(struct room *room, struct json notes)
{
    if (!clock_read(json_get(notes, "clock"), &room->clock))
        room->clock = (struct clock_terms){0};
    int64_t at = 0;
    (void)json_int(json_get(notes, "at"), &at);
    int64_t lost = room->clock.kind == CLOCK_DAYS ? hall_now(room->hall) - at : 0;
    lost = lost > 0 ? lost : 0;
    for (int seat = 0; seat < room->seat_count; seat++) {
        int64_t full = clock_full(&room->clock);
        int64_t left = full;
        (void)json_int(json_at(json_get(notes, "left"), (uint32_t)seat), &left);
        left = room->clock.kind != CLOCK_GAME && left > full ? full : left;
        room->seat[seat].clock.left = left > lost ? left - lost : 0;
    }
}

static void read_notes(struct room *room, const char *text)
{
    struct json_doc doc;
    struct json_node nodes[NOTES_NODES];
    struct ochre_error error;
    room->may_watch = room->may_undo = true;
    room->is_opening = false;
    room->host = -1;
    if (!text || !read_object(text, strlen(text), nodes, NOTES_NODES, &doc, &error))
        return;
    struct json notes = json_root(&doc);
    (void)json_int(json_get(notes, "since"), &room->since);
    (void)json_bool(json_get(notes, "public"), &room->is_public);
    (void)json_bool(json_get(notes, "watch"), &room->may_watch);
    (void)json_bool(json_get(notes, "undo"), &room->may_undo);
    (void)json_bool(json_get(notes, "persons"), &room->has_persons);
    (void)json_int_in(json_get(notes, "host"), -1, OCHRE_SEATS_MAX - 1, &room->host);
    char hex[FAIR_HEX_SIZE];
    room->has_host_key = json_string(json_get(notes, "host_key"), hex, sizeof hex) &&
                         fair_from_hex(hex, room->host_key) == KEY_HASH_SIZE;
    (void)json_string(json_get(notes, "rematch"), room->rematch, sizeof room->rematch);
    (void)json_int(json_get(notes, "abandoned"), &room->abandoned);
    (void)json_bool(json_get(notes, "opening"), &room->is_opening);
    (void)json_int_in(json_get(notes, "wishes"), 0, INT32_MAX, &room->wish.number);
    read_clocks(room, notes);
}

/* ---- storing ---- */

void room_touch(struct room *room)
{
    if (room->is_touched)
        return;
    struct turn *turn = hall_turn(room->hall);
    if (turn->room_count == turn->room_max) {
        turn->room_max = turn->room_max ? 2 * turn->room_max : 16;
        turn->rooms = realloc(turn->rooms, (size_t)turn->room_max * sizeof *turn->rooms);
        if (!turn->rooms)
            abort();
    }
    turn->rooms[turn->room_count++] = (struct turn_room){.room = room, .epoch = room->epoch};
    room->is_touched = true;
}

void room_change(struct room *room)
{
    room_touch(room);
    room->is_changed = true;
}

void room_put(struct room *room, struct store_batch *batch)
{
    char notes[NOTES_SIZE];
    struct ochre_text text = text_on(notes, sizeof notes);
    write_notes(room, &text);
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

/* Fills a room from its row. */
static void read_row(struct room *room, const struct stored_table *stored)
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
    read_notes(room, stored->notes);
}

struct room *room_from_store(struct hall *hall, const struct stored_table *stored)
{
    struct room *room = new_memory(sizeof *room);
    room->hall = hall;
    read_row(room, stored);
    if (!room->game && room->status != STORED_ASIDE) {
        room->status = STORED_ASIDE;
        room->why = copy_text("this program does not know the game");
    }
    return room;
}

static void free_texts(struct room *room)
{
    char **texts[] = {&room->why,       &room->game_id, &room->options, &room->pack_id,
                      &room->pack_hash, &room->pack,    &room->position};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        free(*texts[i]);
        *texts[i] = NULL;
    }
}

static void free_chat(struct room *room)
{
    for (int i = 0; i < STORE_CHAT_MAX; i++) {
        free(room->chat[i].name);
        free(room->chat[i].text);
        room->chat[i] = (struct room_chat){0};
    }
    room->chat_count = 0;
}

void room_free(struct room *room)
{
    room_cancel_computers(room);
    while (room->deferred) {
        struct deferred *deferred = room->deferred;
        room->deferred = deferred->next;
        deferred->answer(deferred->request.who, &(struct hall_reply){.status = 503, .type = "text/plain", .body = ""});
        free(deferred);
    }
    table_delete(room->table);
    free_chat(room);
    free_texts(room);
    free(room);
}

/* ---- waking ---- */

static void set_aside(struct room *room, const char *why)
{
    room->status = STORED_ASIDE;
    free(room->why);
    room->why = copy_text(why);
    room->hall->measures.set_aside++;
    hall_say_aside(room);
    if (!room->is_stale) /* what was not stored must not be stored now */
        room_change(room);
    room->is_stale = false;
    room_tell_table(room);
}

static void read_chat(struct room *room, const struct stored_play *play)
{
    free_chat(room);
    for (int i = 0; i < play->chat_count; i++) {
        const struct stored_chat *line = &play->chat[i];
        struct room_chat *chat = &room->chat[line->number % STORE_CHAT_MAX];
        free(chat->name);
        free(chat->text);
        *chat = (struct room_chat){.number = line->number,
                                   .seat = line->seat,
                                   .at = line->at,
                                   .name = copy_text(line->name),
                                   .text = copy_text(line->text)};
        room->chat_count = line->number;
    }
}

static struct table *restore(struct room *room, const struct stored_play *play, struct ochre_error *error)
{
    struct table_no no;
    struct table *table = restore_table(room->hall->openings, play, error);
    if (!table)
        return NULL;
    read_chat(room, play);
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
    table_mark(table);
    return table;
}

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
    return room->sits || room->deferred || !room_is_quiet(room) || room->turns || room->is_busy || room->is_ticking ||
           !room->hall->config.store;
}

void room_sleep(struct room *room)
{
    if (room_is_needed(room))
        return;
    table_delete(room->table);
    room->table = NULL;
    free_chat(room);
}

const char room_is_unread[] = N_("The table cannot be read at the moment; try again.");

/* The disk's fault, not the table's. */
static void read_later(struct room *room, const char *why)
{
    struct hall *hall = room->hall;
    if (!room->again)
        diary_say(hall->config.diary, DIARY_ERROR, "table-unread", NULL, "table", room->id, "why", why);
    room->again = hall_now(hall) + READ_AGAIN_MS;
    hall_tick_later(room);
}

static bool is_archived(const struct room *room)
{
    char *path = store_archived(room->hall->config.store, room->id);
    free(path);
    return path != NULL;
}

/* What the store has of it; false when there is nothing to go on with. */
static bool load(struct room *room, struct stored_play *play)
{
    struct ochre_error error = {0};
    int found = store_load(room->hall->config.store, room->number, play, &error);
    if (found == STORE_UNREADABLE) {
        read_later(room, error.words);
        return false;
    }
    room->again = 0;
    if (found == 0 && (room->is_stale || is_archived(room))) { /* it was never stored, or has become a file meanwhile */
        room->is_dead = true;
        peer_forget_room(room);
    } else if (found <= 0) {
        set_aside(room, found < 0 ? error.words : "its moves are not in the store");
    }
    return found > 0;
}

/* A shorter play than the one that went to sleep is none. */
static struct table *restore_whole(struct room *room, const struct stored_play *play, struct ochre_error *error)
{
    if (play->move_count < room->steps) {
        error_set(error, "", "move {0} is missing in the database", NUM(play->move_count + 1));
        return NULL;
    }
    return restore(room, play, error);
}

static void go_on(struct room *room)
{
    room_watch_table(room);
    room_tell_table(room);
    room_tell_step(room);
    if (room->is_opening) /* whoever has to open a share comes back first: the time begins anew */
        room_run_round(room);
    if (room->status != STORED_RUNNING)
        return;
    /* The questions are the old ones, so their clocks go on from where they stood. */
    for (int seat = 0; seat < room->seat_count; seat++)
        room->seat[seat].clock.ask = table_ask(room->table, seat);
    room_run_clocks(room);
    hall_work_later(room);
}

struct table *room_table(struct room *room)
{
    int64_t now = hall_now(room->hall);
    room->used = now;
    if (room->table)
        return room->table;
    if (room->status == STORED_ASIDE || room->is_dead || !room->hall->config.store || now < room->again)
        return NULL;
    struct stored_play play;
    if (!load(room, &play))
        return NULL;
    bool was_stale = room->is_stale;
    if (was_stale) {
        free_texts(room);
        read_row(room, &play.table);
        room->is_stale = false;
    }
    struct ochre_error error = {0};
    struct table *table = restore_whole(room, &play, &error);
    store_play_free(&play);
    if (!table) {
        set_aside(room, error.words);
        return NULL;
    }
    room->hall->measures.restored++;
    go_on(room);
    if (was_stale && room_is_quiet(room))
        room_settled(room);
    return table;
}

bool room_is_there(struct room *room)
{
    return room_table(room) || room->status == STORED_ASIDE || room->is_dead;
}

/* ---- how a turn ended ---- */

bool room_is_quiet(const struct room *room)
{
    return room->undurable == 0 && !room->is_touched && !room->is_stale;
}

void room_settled(struct room *room)
{
    free(room->pack);
    room->pack = NULL;
    if (room->is_dead)
        return;
    if (room->table)
        room->steps = table_step_count(room->table);
    for (struct sit *sit = room->sits; sit; sit = sit->next_of_room)
        peer_wake(sit->peer);
    request_retry(room);
    if (room->status == STORED_RUNNING && room->table && table_pending(room->table) && !room->is_touched)
        hall_work_later(room);
}

/* Nothing of the turn was stored: the room is made anew from what is. Until that can be read nobody is told anything.
 * One that was to be set aside stays so, for as long as the program runs. */
void room_rolled_back(struct room *room)
{
    room->epoch++;
    room->is_going = false;
    room_cancel_computers(room);
    table_delete(room->table);
    room->table = NULL;
    room->wish.is_open = false;
    room->again = 0;
    for (struct sit *sit = room->sits; sit; sit = sit->next_of_room)
        sit->table_due = sit->step_due = true;
    room->is_stale = room->status != STORED_ASIDE;
    (void)room_table(room);
}

/* ---- seats ---- */

ochre_seats room_people(const struct room *room)
{
    ochre_seats people = 0;
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct stored_seat *kept = &room->seat[seat].kept;
        if (kept->kind != STORED_BOT && !kept->bot[0])
            people |= SEAT_BIT(seat);
    }
    return people;
}

int room_seat_of(const struct room *room, const char *key)
{
    unsigned char hash[KEY_HASH_SIZE];
    int found = -1;
    if (!key_hash(key, hash))
        return -1;
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->seat[seat].kept.has_key && key_hash_same(hash, room->seat[seat].kept.key))
            found = seat;
    return found;
}

bool room_is_host(const struct room *room, const char *key, int seat)
{
    unsigned char hash[KEY_HASH_SIZE];
    if (room->host >= 0)
        return seat == room->host;
    return room->has_host_key && key_hash(key, hash) && key_hash_same(hash, room->host_key);
}

int room_open_seat(const struct room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->seat[seat].kept.kind == STORED_OPEN)
            return seat;
    return -1;
}

bool room_may_settle_in(const struct room *room, int seat, const char *name, const unsigned char *pledge)
{
    const struct stored_seat *kept = &room->seat[seat].kept;
    if (kept->kind != STORED_PERSON)
        return kept->kind == STORED_OPEN || kept->kind == STORED_RESERVED;
    return room->status == STORED_WAITING && (name[0] || room_may_pledge(room, seat, pledge));
}

void room_take(struct room *room, int seat, const char *name, const unsigned char *pledge)
{
    struct stored_seat *kept = &room->seat[seat].kept;
    kept->kind = STORED_PERSON;
    if (name && *name) {
        struct ochre_text text = text_on(kept->name, sizeof kept->name);
        text_add(&text, name);
    }
    if (room_may_pledge(room, seat, pledge))
        room_pledge(room, seat, pledge);
    room->has_persons = true;
    if (room->host < 0 && !room->has_host_key)
        room->host = seat;
    room_change(room);
    room_tell_table(room);
    room_begin_if_full(room);
}

static void pass_host_on(struct room *room, int seat)
{
    if (room->host != seat)
        return;
    room->host = -1;
    for (int other = 0; other < room->seat_count && room->host < 0; other++)
        if (room->seat[other].kept.kind == STORED_PERSON)
            room->host = other;
}

/* For good: before play the seat is open again and its pledge goes; afterwards, and from the round on, it is a
 * computer's, and what the seat gave to chance stays. */
void room_leave(struct room *room, int seat)
{
    struct stored_seat *kept = &room->seat[seat].kept;
    bool is_early = room->status == STORED_WAITING && !room->is_opening;
    if (is_early)
        room_pledge(room, seat, NULL);
    *kept = (struct stored_seat){.kind = is_early ? STORED_OPEN : STORED_BOT, .chance = kept->chance};
    struct ochre_text bot = text_on(kept->bot, sizeof kept->bot);
    if (kept->kind == STORED_BOT)
        text_add(&bot, STAND_IN);
    pass_host_on(room, seat);
    room_change(room);
    room_dismiss(room, seat, N_("You have left this seat."));
    bool has_person = false;
    for (int other = 0; other < room->seat_count; other++)
        has_person = has_person || room->seat[other].kept.kind == STORED_PERSON;
    if (!has_person && room->status != STORED_OVER)
        room->abandoned = hall_now(room->hall);
    if (room->table)
        table_seat_people(room->table, room_people(room));
    if (room->status == STORED_WAITING && !has_person && room->host < 0 && !room->has_host_key) {
        room->status = STORED_OVER; /* nobody can begin it any more */
        room->is_opening = false;
        room->ended = hall_date(room->hall);
    }
    if (room->is_opening)
        room_begin_if_full(room); /* it may have been the last to open */
    room_tell_table(room);
    hall_work_later(room);
}

void room_stand_in(struct room *room, int seat, const char *bot)
{
    struct room_seat *at = &room->seat[seat];
    struct ochre_text text = text_on(at->kept.bot, sizeof at->kept.bot);
    text_add(&text, bot ? bot : "");
    if (!bot && at->job) {
        if (room->hall->config.thinkers)
            thinkers_cancel(room->hall->config.thinkers, at->job);
        at->job = 0;
    }
    if (!bot && room->clock.kind != CLOCK_NONE && clock_left(&at->clock, hall_now(room->hall)) == 0) {
        at->clock.left = room->clock.kind == CLOCK_GAME ? TAKE_BACK_MS : clock_full(&room->clock);
        at->clock.since = 0;
    }
    if (room->table)
        table_seat_people(room->table, room_people(room));
    room_change(room);
    room_run_clocks(room);
    room_tell_table(room);
    room_tell_step(room);
    hall_work_later(room);
}

void room_begin_if_full(struct room *room)
{
    if (room->status != STORED_WAITING || !room_table(room))
        return;
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->seat[seat].kept.kind == STORED_OPEN || room->seat[seat].kept.kind == STORED_RESERVED)
            return;
    if (!room_waits_for_shares(room))
        room_begin(room);
}

void room_begin(struct room *room)
{
    struct table_no no;
    room->status = STORED_RUNNING;
    room->is_opening = false;
    room_change(room);
    table_seat_people(room->table, room_people(room));
    for (int seat = 0; seat < room->seat_count; seat++)
        room->seat[seat].clock = (struct clock){.left = clock_full(&room->clock)};
    if (table_begin(room->table, NULL, &no) < 0) {
        set_aside(room, no.why);
        return;
    }
    if (table_is_over(room->table)) {
        room->status = STORED_OVER;
        room->ended = hall_date(room->hall);
    }
    room_run_clocks(room);
    room_tell_table(room);
    room_tell_step(room);
    room_ask_computers(room);
    hall_work_later(room);
}

/* ---- making ---- */

static struct room *make(struct hall *hall, struct table *table)
{
    const struct opening *opening = table_opening(table);
    struct room *room = new_memory(sizeof *room);
    room->hall = hall;
    room->table = table;
    room->number = hall->config.store ? store_next_number(hall->config.store) : (int64_t)hall->room_count + 1;
    do
        room_id_make(room->id);
    while (hall_find(hall, room->id));
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
    room->host = -1;
    return room;
}

/* Opens the room: from now on it can be found. */
static void open_room(struct room *room)
{
    struct hall *hall = room->hall;
    hall_add(hall, room);
    hall->measures.tables_made++;
    diary_say(hall->config.diary, DIARY_DEBUG, "table-made", NULL, "table", room->id, "game", room->game_id);
    room_watch_table(room);
    room_change(room);
    for (int seat = 0; seat < room->seat_count; seat++)
        room->has_persons = room->has_persons || room->seat[seat].kept.kind == STORED_PERSON;
    if (hall_turn(hall)->batch) /* its row comes before its moves */
        room_put(room, hall_turn(hall)->batch);
    room_begin_if_full(room);
}

/* A position is an object, or text in the game's own notation (a FEN). What would name a file on a command line is
 * none: files are no client's business. */
static struct opening *open_terms(struct hall *hall, const struct room_request *request, struct ochre_error *error)
{
    struct opening_request terms = {.game = request->game,
                                    .seats = request->seat_count,
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

struct room *room_new(struct hall *hall, const struct room_request *request, struct ochre_error *error)
{
    struct opening *opening = open_terms(hall, request, error);
    if (!opening)
        return NULL;
    struct table *table = table_new(opening, 0, NULL, error);
    if (!table) {
        opening_delete(opening);
        return NULL;
    }
    struct room *room = make(hall, table);
    for (int seat = 0; seat < room->seat_count; seat++) {
        room->seat[seat].kept = request->seat[seat];
        const struct fair_part *chance = &room->seat[seat].kept.chance;
        if (chance->has_pledge)
            (void)table_pledge(table, seat, chance->pledge);
    }
    table_seat_people(table, room_people(room));
    room->is_public = request->is_public;
    room->may_watch = request->may_watch;
    room->may_undo = request->may_undo;
    room->clock = request->clock;
    room->person = request->person;
    room->host = request->host;
    if (request->host_key) {
        room->has_host_key = true;
        memcpy(room->host_key, request->host_key, KEY_HASH_SIZE);
    }
    open_room(room);
    return room;
}

/* The same terms, everybody one seat further. The keys that open the old seats open the new ones: whoever comes over
 * needs no new secret, and nothing has to be remembered that is not hashed. */
struct room *room_again(struct room *old, int asker, const unsigned char *pledge)
{
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
    room->may_undo = old->may_undo;
    room->clock = old->clock;
    room->person = old->person;
    room->host = (asker + 1) % room->seat_count;
    if (pledge)
        room_pledge(room, room->host, pledge);
    memcpy(old->rematch, room->id, sizeof old->rematch);
    room_change(old);
    open_room(room);
    return room;
}
