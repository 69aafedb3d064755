/* hall.c: the house: its beginning and end, its time, its disk (hall.h, house.h). */
#include <sodium.h>
#include <stdlib.h>

#include "server/admin.h"
#include "server/beat.h"
#include "server/house.h"
#include "server/memory.h"
#include "server/peer.h"
#include "server/request.h"
#include "server/restore.h"
#include "server/room_list.h"
#include "server/room_news.h"
#include "server/store.h"

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

bool hall_keeps(struct hall *hall, const char **why)
{
    hall->why[0] = '\0';
    *why = hall->why;
    return !hall->config.store || store_health(hall->config.store, hall->why, sizeof hall->why) == STORE_DURABLE;
}

void hall_check_disk(struct hall *hall)
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

/* ---- from time to time ---- */

bool hall_work(struct hall *hall)
{
    return rooms_work(hall);
}

void hall_tick(struct hall *hall)
{
    rooms_tick(hall);
    admin_tick(hall);
    rooms_say_here(hall);
    hall_check_disk(hall);
}

void hall_close(struct hall *hall, int again_seconds)
{
    hall->is_closing = true;
    rooms_keep_clocks(hall);
    peers_say_bye(hall, again_seconds);
}

bool hall_request(struct hall *hall, const struct hall_request *request, hall_answer *answer)
{
    return request_handle(hall, request, answer);
}

/* ---- beginning and end ---- */

/* A packs_trouble. */
static void say_pack(void *who, const char *words)
{
    const struct hall *hall = who;
    diary_say(hall->config.diary, DIARY_WARNING, "pack-left-out", NULL, "why", words);
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
    hall->is_shared = config->store && store_is_shared(config->store);
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
    hall->rooms = rooms_new();
    hall->peers = peers_new();
    hall->beats = beats_new();
    hall->admin = admin_new(hall);
    if (admin_remember(hall, error) < 0 || rooms_read(hall, error) < 0) {
        hall_delete(hall);
        return NULL;
    }
    return hall;
}

void hall_delete(struct hall *hall)
{
    if (!hall)
        return;
    peers_delete(hall->peers);
    rooms_delete(hall->rooms);
    beats_delete(hall->beats);
    admin_delete(hall->admin);
    openings_delete(hall->openings);
    packs_delete(hall->packs);
    addresses_delete(hall->addresses);
    bot_delete(hall->quick);
    paper_free(&hall->paper);
    free(hall);
}
