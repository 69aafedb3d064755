/* hall.c: rooms and turns (hall.h). */
#include <malloc.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "server/hall_inner.h"

enum { WAKES_PER_TURN = 16, SLEEP_MS = 60 * 1000, SLEEP_OVER_MS = 10 * 1000 };

void *new_memory(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        abort(); /* a server cannot go on without */
    return memory;
}

char *copy_text(const char *text)
{
    if (!text)
        return NULL;
    char *copy = strdup(text);
    if (!copy)
        abort();
    return copy;
}

bool text_fits(const char *text, int characters)
{
    for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
        if (*at < 0x20 || *at == 0x7F)
            return false;
        characters -= (*at & 0xC0) != 0x80;
    }
    return characters >= 0;
}

int64_t hall_now(const struct hall *hall)
{
    return hall->config.now();
}

int64_t hall_date(const struct hall *hall)
{
    return hall->config.date ? hall->config.date() : hall->config.now();
}

int64_t hall_date_of(const struct hall *hall, int64_t moment)
{
    return hall_date(hall) - (hall_now(hall) - moment);
}

/* A packs_trouble. */
static void say_pack(void *who, const char *words)
{
    const struct hall *hall = who;
    diary_say(hall->config.diary, DIARY_WARNING, "pack-left-out", NULL, "why", words);
}

void hall_say_aside(const struct room *room)
{
    diary_say(room->hall->config.diary, DIARY_ERROR, "table-aside", NULL, "table", room->id, "why",
              room->why ? room->why : "");
}

/* The host is told when the disk fails, and when it is well again. */
static void watch_disk(struct hall *hall)
{
    const char *why;
    bool is_unwell = !hall_keeps(hall, &why);
    if (is_unwell == hall->is_unwell)
        return;
    hall->is_unwell = is_unwell;
    if (is_unwell)
        diary_say(hall->config.diary, DIARY_ERROR, "disk-failing", NULL, "why", why);
    else
        diary_say(hall->config.diary, DIARY_INFO, "disk-well", NULL);
}

/* ---- rooms by their id ---- */

static struct room **chain_of(struct hall *hall, const char *id)
{
    return &hall->chain[hash_bytes(0, id, strlen(id)) & (hall->chains - 1)];
}

static void grow_chains(struct hall *hall)
{
    struct room **old = hall->chain;
    size_t old_count = hall->chains;
    hall->chains = old_count ? 2 * old_count : 256;
    hall->chain = new_memory(hall->chains * sizeof(void *));
    for (size_t i = 0; i < old_count; i++)
        for (struct room *room = old[i], *next; room; room = next) {
            next = room->next;
            struct room **chain = chain_of(hall, room->id);
            room->next = *chain;
            *chain = room;
        }
    free(old);
}

void hall_add(struct hall *hall, struct room *room)
{
    if (hall->room_count >= hall->chains)
        grow_chains(hall);
    struct room **chain = chain_of(hall, room->id);
    room->next = *chain;
    *chain = room;
    room->older = hall->newest;
    if (room->older)
        room->older->newer = room;
    hall->newest = room;
    hall->room_count++;
}

void hall_remove(struct hall *hall, struct room *room)
{
    for (struct room **at = chain_of(hall, room->id); *at; at = &(*at)->next)
        if (*at == room) {
            *at = room->next;
            break;
        }
    if (room->newer)
        room->newer->older = room->older;
    else
        hall->newest = room->older;
    if (room->older)
        room->older->newer = room->newer;
    for (struct room **at = &hall->busy; *at; at = &(*at)->next_busy)
        if (*at == room) {
            *at = room->next_busy;
            break;
        }
    for (struct room **at = &hall->ticking; *at; at = &(*at)->tick)
        if (*at == room) {
            *at = room->tick;
            break;
        }
    hall->room_count--;
}

static struct room *find_here(struct hall *hall, const char *id)
{
    for (struct room *room = *chain_of(hall, id); room; room = room->next)
        if (strcmp(room->id, id) == 0)
            return room;
    return NULL;
}

bool hall_has(struct hall *hall, const char *id)
{
    return find_here(hall, id) != NULL;
}

/* One that was over and out of memory (a store_found). */
static bool remember(void *who, const struct stored_table *stored)
{
    struct hall *hall = who;
    struct room *room = room_from_store(hall, stored);
    hall_add(hall, room);
    if (room->status == STORED_ASIDE)
        hall_say_aside(room);
    return true;
}

struct room *hall_find(struct hall *hall, const char *id)
{
    struct room *room = find_here(hall, id);
    struct ochre_error error;
    int found = !room && hall->config.store ? store_look(hall->config.store, id, remember, hall, &error) : 0;
    hall->is_blind = found < 0;
    if (found == 1)
        room = find_here(hall, id);
    return room && !room->is_dead && !room->is_going ? room : NULL;
}

void hall_work_later(struct room *room)
{
    if (room->is_busy || room->is_dead)
        return;
    room->is_busy = true;
    room->next_busy = room->hall->busy;
    room->hall->busy = room;
}

void hall_tick_later(struct room *room)
{
    if (room->is_ticking || room->is_dead)
        return;
    room->is_ticking = true;
    room->tick = room->hall->ticking;
    room->hall->ticking = room;
}

/* ---- turns ---- */

bool hall_keeps(struct hall *hall, const char **why)
{
    hall->why[0] = '\0';
    *why = hall->why;
    return !hall->config.store || store_health(hall->config.store, hall->why, sizeof hall->why) == STORE_DURABLE;
}

struct turn *hall_turn(struct hall *hall)
{
    if (!hall->turn) {
        hall->turn = new_memory(sizeof *hall->turn);
        hall->turn->hall = hall;
        hall->turn->began = hall_now(hall);
        hall->turn->batch = hall->config.store ? store_batch_new() : NULL;
    }
    return hall->turn;
}

static void waiter_free(struct waiter *waiter)
{
    if (waiter->peer)
        peer_release(waiter->peer);
    free(waiter->body);
    free(waiter);
}

void turn_wait_message(struct hall *hall, const struct accepted *accepted)
{
    struct turn *turn = hall_turn(hall);
    struct waiter *waiter = new_memory(sizeof *waiter);
    *waiter = (struct waiter){.next = turn->waiters,
                              .peer = accepted->peer,
                              .of = accepted->of,
                              .ask = accepted->ask,
                              .says_ok = accepted->says_ok};
    accepted->peer->holders++;
    memcpy(waiter->table, accepted->room->id, sizeof waiter->table);
    struct ochre_text text = text_on(waiter->id, sizeof waiter->id);
    text_add(&text, accepted->id);
    turn->waiters = waiter;
}

void turn_wait_answer(struct hall *hall, hall_answer *answer, void *who, int status, char *body)
{
    struct turn *turn = hall_turn(hall);
    struct waiter *waiter = new_memory(sizeof *waiter);
    *waiter = (struct waiter){.next = turn->waiters, .answer = answer, .who = who, .status = status};
    waiter->body = body;
    turn->waiters = waiter;
}

static void tell_failed(const struct waiter *waiter, const char *why)
{
    if (waiter->peer) {
        struct sit *sit = peer_sit_at(waiter->peer, waiter->table);
        if (sit && text_same(sit->answers, waiter->id))
            sit->answers[0] = '\0'; /* this is the answer, and no step */
        const struct ochre_text words = {.tongue = waiter->peer->tongue};
        peer_refuse(waiter->peer, &(struct refusal){.code = NO_KEEP,
                                                    .id = waiter->id[0] ? waiter->id : NULL,
                                                    .table = waiter->table,
                                                    .of = waiter->of,
                                                    .ask = waiter->ask,
                                                    .why = text_word(&words, why)});
        return;
    }
    char body[512];
    struct ochre_text text = text_on(body, sizeof body);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    json_name(&writer, "error");
    json_open(&writer, '{');
    json_field_string(&writer, "code", "keep");
    json_field_string(&writer, "why", why);
    json_close(&writer, '}');
    json_close(&writer, '}');
    waiter->answer(waiter->who,
                   &(struct hall_reply){.status = 503, .type = "application/json", .body = body, .length = text.used});
}

/* Who gave the message no id does not wait for a word. */
static void tell_ok(const struct waiter *waiter)
{
    struct note note;
    if (!waiter->says_ok || !waiter->id[0])
        return;
    note_begin(&note, "ok", waiter->id, waiter->table);
    json_field_string(&note.writer, "of", waiter->of);
    note_post(&note, waiter->peer);
}

static void tell_waiters(struct turn *turn, enum store_result result, const char *why)
{
    struct waiter *in_order = NULL;
    for (struct waiter *waiter = turn->waiters, *next; waiter; waiter = next) {
        next = waiter->next;
        waiter->next = in_order;
        in_order = waiter;
    }
    turn->waiters = NULL;
    for (struct waiter *waiter = in_order, *next; waiter; waiter = next) {
        next = waiter->next;
        if (result != STORE_DURABLE)
            tell_failed(waiter, why);
        else if (waiter->peer)
            tell_ok(waiter);
        else
            waiter->answer(waiter->who, &(struct hall_reply){.status = waiter->status,
                                                             .type = "application/json",
                                                             .body = waiter->body,
                                                             .length = strlen(waiter->body)});
        waiter_free(waiter);
    }
}

/* The host has deleted it, and that is durable. */
static void room_gone(struct room *room)
{
    room->is_dead = true;
    room_dismiss(room, OCHRE_EVERYBODY, N_("The host of this server has deleted this table."));
}

/* All rooms of a turn have heard how it went; those that were not made anew since go on. */
static void tell_rooms(const struct turn *turn, enum store_result result)
{
    for (int i = 0; i < turn->room_count; i++) {
        struct room *room = turn->rooms[i].room;
        bool is_same = room->epoch == turn->rooms[i].epoch;
        room->undurable--;
        if (result != STORE_DURABLE && is_same)
            room_rolled_back(room);
        else if (turn->rooms[i].is_going)
            room_gone(room);
        if (room->undurable == 0 && !room->is_touched)
            room_settled(room);
    }
}

static void turn_done(void *who, enum store_result result, const char *why)
{
    struct turn *turn = who;
    struct hall *hall = turn->hall;
    hall->turns--;
    if (result != STORE_DURABLE)
        watch_disk(hall);
    tell_rooms(turn, result);
    tell_waiters(turn, result, why);
    if (result == STORE_DURABLE)
        measure_latency(hall, (double)(hall_now(hall) - turn->began) / 1000.0);
    for (int i = 0; i < turn->room_count; i++) {
        struct room *room = turn->rooms[i].room;
        if (--room->turns == 0 && room->is_dead && !room->is_touched) {
            hall_remove(hall, room);
            room_free(room);
        }
    }
    free(turn->rooms);
    free(turn);
}

void hall_end_turn(struct hall *hall)
{
    struct turn *turn = hall->turn;
    if (!turn)
        return;
    hall->turn = NULL;
    for (int i = 0; i < turn->room_count; i++) {
        struct room *room = turn->rooms[i].room;
        turn->rooms[i].is_going = room->is_going;
        if (turn->batch && room->is_going)
            store_drop_table(turn->batch, room->number);
        else if (turn->batch && room->is_changed)
            room_put(room, turn->batch);
        room->is_changed = false;
        room->is_touched = false;
        room->undurable++;
        room->turns++;
    }
    hall->turns++;
    if (!turn->batch || store_batch_is_empty(turn->batch)) {
        store_batch_delete(turn->batch);
        turn_done(turn, STORE_DURABLE, "");
        return;
    }
    struct store_batch *batch = turn->batch;
    turn->batch = NULL;
    store_submit(hall->config.store, batch, turn_done, turn);
}

void hall_forget(struct hall *hall, const char *id)
{
    struct room *room = hall_find(hall, id);
    if (!room)
        return;
    room->is_dead = true;
    peer_forget_room(room);
    if (room->turns == 0 && !room->is_touched) {
        hall_remove(hall, room);
        room_free(room);
    }
}

bool hall_is_settled(const struct hall *hall)
{
    return !hall->turn && hall->turns == 0;
}

/* ---- from time to time ---- */

void room_end(struct room *room)
{
    room->status = STORED_OVER;
    room->is_opening = false;
    room->ended = hall_date(room->hall);
    room_cancel_computers(room);
    room_change(room);
    room_tell_table(room);
}

static void take_care(struct room *room, int64_t now)
{
    if (room->is_going)
        return;
    room_tell_crowd(room);
    if (room->status != STORED_RUNNING) {
        if (room->sits || room->is_stale)
            (void)room_table(room); /* it could not be read when it was needed */
        room_check_round(room);
        return;
    }
    if (room->abandoned && now - room->abandoned > ABANDONED_MS) {
        room_end(room);
        return;
    }
    if (room->abandoned)
        hall_tick_later(room);
    if (!room_table(room))
        return;
    if (room_is_quiet(room))
        room_ask_computers(room);
    if (room_check_clocks(room))
        hall_tick_later(room);
}

/* The list is walked once: whoever has more to do is put on the next one. Rooms that sleep are woken a few at a time.
 */
bool hall_work(struct hall *hall)
{
    int64_t now = hall_now(hall);
    struct room *list = hall->busy;
    hall->busy = NULL;
    int wakes = 0;
    while (list) {
        struct room *room = list;
        list = room->next_busy;
        room->next_busy = NULL;
        room->is_busy = false;
        if (!room->table && wakes++ >= WAKES_PER_TURN)
            hall_work_later(room);
        else
            take_care(room, now);
    }
    return hall->busy != NULL;
}

/* The library keeps what was freed unless it is told: after a busy evening that is most of it. */
static void give_memory_back(void)
{
#ifdef __GLIBC__
    (void)malloc_trim(0);
#endif
}

/* May it leave the memory? Play is over, nobody looks at it, and the list does not show it: hall_find brings it back.
 */
static bool may_go(const struct room *room, int64_t now)
{
    return room->status == STORED_OVER && !room->table && now - room->used > SLEEP_MS && !room_is_needed(room) &&
           !(room->is_public && room_is_recent(room));
}

/* Rooms that nobody needs go to sleep, and go altogether when they are over; those that nobody has come to for days are
 * closed. */
static void sweep(struct hall *hall, int64_t now)
{
    const int64_t patience = (int64_t)WAITING_DAYS * 24 * 3600 * 1000;
    bool has_slept = false;
    hall->swept = now;
    for (struct room *room = hall->newest, *next; room; room = next) {
        next = room->older;
        if (may_go(room, now) || (room->is_dead && room->turns == 0 && !room->is_touched)) {
            hall_remove(hall, room);
            room_free(room);
            continue;
        }
        if (room->status == STORED_WAITING && !room->sits && now - room->since > patience)
            room_end(room);
        if (room->table && now - room->used > (room->status == STORED_OVER ? SLEEP_OVER_MS : SLEEP_MS)) {
            room_sleep(room);
            has_slept = has_slept || !room->table;
        }
    }
    if (has_slept)
        give_memory_back();
    admin_expire_bans(hall);
}

void hall_tick(struct hall *hall)
{
    int64_t now = hall_now(hall);
    struct room *list = hall->ticking;
    hall->ticking = NULL;
    while (list) {
        struct room *room = list;
        list = room->tick;
        room->tick = NULL;
        room->is_ticking = false;
        take_care(room, now);
    }
    watch_disk(hall);
    if (now - hall->swept > SLEEP_MS / 2)
        sweep(hall, now);
}

void hall_close(struct hall *hall, int again_seconds)
{
    hall->is_closing = true;
    for (struct room *room = hall->newest; room; room = room->older)
        if (room->table && room->status == STORED_RUNNING && room->clock.kind != CLOCK_NONE)
            room_change(room); /* clocks as they stand now */
    for (struct peer *peer = hall->peers; peer; peer = peer->older) {
        const struct ochre_text words = {.tongue = peer->tongue};
        struct note note;
        note_begin(&note, "bye", NULL, NULL);
        json_field_string(&note.writer, "why", text_word(&words, N_("The server stops; it will be back soon.")));
        json_field_int(&note.writer, "again", again_seconds);
        note_post(&note, peer);
        peer->is_closing = true;
        peer->how->close(peer->line, 1001);
    }
}

/* ---- beginning and end ---- */

static bool add_stored(void *who, const struct stored_table *stored)
{
    struct hall *hall = who;
    struct room *room = room_from_store(hall, stored);
    if (may_go(room, hall_now(hall))) {
        room_free(room);
        return true;
    }
    hall_add(hall, room);
    if (room->status == STORED_ASIDE)
        hall_say_aside(room);
    /* Where only people play nothing happens until one of them comes. */
    bool has_computer = false;
    for (int seat = 0; seat < room->seat_count; seat++)
        has_computer = has_computer || room->seat[seat].kept.bot[0];
    if (room->status == STORED_RUNNING && (has_computer || room->clock.kind != CLOCK_NONE || room->abandoned))
        hall_work_later(room);
    if (room->is_opening)
        hall_work_later(room); /* the time of its round runs */
    return true;
}

struct hall *hall_new(const struct hall_config *config, struct ochre_error *error)
{
    if (sodium_init() < 0) {
        error_set(error, "", "the source of chance cannot be opened");
        return NULL;
    }
    struct hall *hall = new_memory(sizeof *hall);
    hall->config = *config;
    hall->config.tables_per_hour = config->tables_per_hour ? config->tables_per_hour : 30;
    hall->config.peers_per_address = config->peers_per_address ? config->peers_per_address : 200;
    hall->config.messages_per_second = config->messages_per_second ? config->messages_per_second : 20;
    hall->config.requests_per_second = config->requests_per_second ? config->requests_per_second : 50;
    hall->openings = openings_new();
    hall->packs = packs_new();
    if (config->packs)
        packs_read(hall->packs, config->packs, say_pack, hall);
    hall->addresses = addresses_new();
    hall->quick = bot_new("random", NULL);
    hall->paper.front = HALL_FRONT;
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    rng_seed(&hall->rng, seed);
    key_make(hall->boot);
    hall->boot[8] = '\0';
    grow_chains(hall);
    if (admin_remember(hall, error) < 0 || (config->store && store_each(config->store, add_stored, hall, error) < 0)) {
        hall_delete(hall);
        return NULL;
    }
    return hall;
}

void hall_delete(struct hall *hall)
{
    if (!hall)
        return;
    for (struct peer *peer = hall->peers, *next; peer; peer = next) {
        next = peer->older;
        peer_gone(peer);
    }
    while (hall->newest) {
        struct room *room = hall->newest;
        hall_remove(hall, room);
        room_free(room);
    }
    admin_forget(hall);
    openings_delete(hall->openings);
    packs_delete(hall->packs);
    addresses_delete(hall->addresses);
    bot_delete(hall->quick);
    paper_free(&hall->paper);
    free(hall->chain);
    free(hall);
}

bool hall_request(struct hall *hall, const struct hall_request *request, hall_answer *answer)
{
    return request_handle(hall, request, answer);
}
