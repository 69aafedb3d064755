/* admin.c: the host's desk: which order it is, how it is answered, the state of the server, announcing and draining
 * (admin_inner.h). */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/admin_inner.h"
#include "server/again.h"
#include "server/beat.h"
#include "server/peer.h"
#include "server/read.h"
#include "server/room.h"
#include "server/room_list.h"
#include "server/thinkers.h"

enum { QUIET_MINUTES = 10, LEAVING_MS = 10 * 1000, ORDER_NODES = 64 /* values in an order, its keys included */ };
static const char announcement[] = "announcement";

/* ---- answering ---- */

static void write_error(struct json_writer *writer, const char *code, const char *why)
{
    json_open(writer, '{');
    json_name(writer, "error");
    json_open(writer, '{');
    json_field_string(writer, "code", code);
    json_field_string(writer, "why", why);
    json_close(writer, '}');
    json_close(writer, '}');
}

void order_refuse(const struct order *order, int status, const char *code, const char *why)
{
    char body[1024];
    struct ochre_text text = text_on(body, sizeof body);
    struct json_writer writer = json_write_to(&text);
    write_error(&writer, code, why);
    order->answer(order->who, &(struct hall_reply){
                                  .status = status, .type = "application/json", .body = body, .length = text.used});
}

struct answering {
    order_write *write;
    void *what;
};

static void write_answer(void *who, struct ochre_text *out)
{
    const struct answering *answering = who;
    struct json_writer writer = json_write_to(out);
    json_open(&writer, '{');
    answering->write(answering->what, &writer);
    json_close(&writer, '}');
}

void order_answer(const struct order *order, order_write *write, void *what)
{
    size_t length = 0;
    struct answering answering = {write, what};
    const char *body = paper_fill(&order->hall->paper, write_answer, &answering, &length);
    if (!body) {
        order_refuse(order, 503, "memory", N_("the answer is too long"));
        return;
    }
    order->answer(order->who,
                  &(struct hall_reply){.status = 200, .type = "application/json", .body = body, .length = length});
}

/* ---- what is stored first ---- */

struct promise {
    struct hall *hall;
    order_effect *effect;
    void *what;
    hall_answer *answer;
    void *who;
};

/* The turn has come to its end (a hall_answer). */
static void promise_end(void *who, const struct hall_reply *reply)
{
    struct promise *promise = who;
    if (reply->status == HALL_ASKED_AGAIN) {
        /* whoever carries it out anew answers */
    } else if (reply->status == 200) {
        char body[2048];
        struct ochre_text text = text_on(body, sizeof body);
        struct json_writer writer = json_write_to(&text);
        json_open(&writer, '{');
        promise->effect(promise->hall, promise->what, &writer);
        json_close(&writer, '}');
        promise->answer(
            promise->who,
            &(struct hall_reply){.status = 200, .type = "application/json", .body = body, .length = text.used});
    } else {
        promise->answer(promise->who, reply);
    }
    free(promise->what);
    free(promise);
}

void order_promise(const struct order *order, order_effect *effect, void *what)
{
    assert(effect);
    struct promise *promise = new_memory(sizeof *promise);
    *promise = (struct promise){order->hall, effect, what, order->answer, order->who};
    beat_wait_answer(order->hall, promise_end, promise, 200, copy_text("{}"));
}

bool order_may_change(const struct order *order)
{
    const char *why;
    if (hall_keeps(order->hall, &why))
        return true;
    order_refuse(order, 503, "keep", why);
    return false;
}

/* ---- reading ---- */

bool order_text(const struct order *order, const char *name, int characters, const char *english, char *text,
                size_t size)
{
    struct json value = json_get(order->words, name);
    text[0] = '\0';
    if (!json_there(value) || json_kind(value) == JSON_NULL)
        return true;
    if (json_string(value, text, size) && text_fits(text, characters))
        return true;
    order_refuse(order, 400, "form", english);
    return false;
}

bool order_number(const struct order *order, const char *name, int low, int high, int *number)
{
    assert(low <= high);
    struct json value = json_get(order->words, name);
    if (!json_there(value) || json_int_in(value, low, high, number))
        return true;
    order_refuse(order, 400, "form", N_("a number of the order is too small or too large"));
    return false;
}

bool order_flag(const struct order *order, const char *name)
{
    bool is_set = false;
    return json_bool(json_get(order->words, name), &is_set) && is_set;
}

void order_note(struct hall *hall, const char *name, const char *what, const char *why)
{
    const char *const fields[] = {"do", name, *what ? "what" : NULL, what, *why ? "why" : NULL, why, NULL};
    diary_write(hall->config.diary, DIARY_INFO, "admin", NULL, fields);
}

/* ---- the state of the server ---- */

static void write_tables(const struct hall *hall, struct json_writer *writer)
{
    struct room_counts counts;
    rooms_count(hall, &counts);
    json_name(writer, "tables");
    json_open(writer, '{');
    for (int i = 0; i <= STORED_ASIDE; i++)
        json_field_int(writer, room_statuses[i], counts.by_status[i]);
    json_field_int(writer, "awake", counts.awake);
    json_close(writer, '}');
    json_field_int(writer, "listeners", counts.listeners);
}

static void write_disk(struct hall *hall, struct json_writer *writer)
{
    const char *why;
    int64_t free_bytes = -1;
    int64_t used_bytes = -1;
    bool is_well = hall_keeps(hall, &why);
    if (hall->config.store)
        store_space(hall->config.store, &free_bytes, &used_bytes);
    json_name(writer, "disk");
    json_open(writer, '{');
    json_field_bool(writer, "ok", is_well);
    if (!is_well)
        json_field_string(writer, "why", why);
    json_field_int(writer, "free", free_bytes);
    json_field_int(writer, "used", used_bytes);
    json_close(writer, '}');
}

static void write_thoughts(const struct hall *hall, struct json_writer *writer)
{
    struct thinkers_metrics metrics = {0};
    if (hall->config.thinkers)
        thinkers_measure(hall->config.thinkers, &metrics);
    json_name(writer, "thoughts");
    json_open(writer, '{');
    json_field_int(writer, "threads", metrics.threads);
    json_field_int(writer, "waiting", metrics.waiting);
    json_field_int(writer, "thinking", metrics.thinking);
    json_close(writer, '}');
}

static void write_drain(const struct hall *hall, struct json_writer *writer)
{
    const struct drain *drain = &hall->admin->drain;
    if (!drain->is_on) {
        json_field_null(writer, "drain");
        return;
    }
    json_name(writer, "drain");
    json_open(writer, '{');
    json_field_int(writer, "since", hall_date_of(hall, drain->since) / 1000);
    json_field_bool(writer, "stop", drain->has_stop);
    if (drain->has_stop)
        json_field_int(writer, "quiet", drain->quiet / 60000);
    json_close(writer, '}');
}

static void write_status(void *what, struct json_writer *writer)
{
    struct hall *hall = what;
    json_field_string(writer, "version", hall->config.version);
    json_field_string(writer, "boot", hall->boot);
    json_field_int(writer, "seconds", (hall_now(hall) - hall->admin->began) / 1000);
    json_field_int(writer, "connections", peers_count(hall));
    write_tables(hall, writer);
    write_disk(hall, writer);
    write_thoughts(hall, writer);
    json_field_int(writer, "moves", (int64_t)(hall->measures.moves + hall->measures.bot_moves));
    json_field_int(writer, "bans", bans_count(&hall->admin->bans, hall_now(hall)));
    if (hall->admin->announced)
        json_field_string(writer, "announcement", hall->admin->announced);
    else
        json_field_null(writer, "announcement");
    write_drain(hall, writer);
}

static void order_status(struct order *order)
{
    order_answer(order, write_status, order->hall);
}

/* ---- what everybody is told ---- */

bool admin_has_notice(const struct hall *hall)
{
    return hall->admin->announced || hall->admin->drain.is_on;
}

void admin_write_notice(const struct hall *hall, struct json_writer *writer)
{
    if (hall->admin->announced) {
        json_field_string(writer, "text", hall->admin->announced);
        json_field_int(writer, "at", hall->admin->announced_at / 1000);
    } else {
        json_field_null(writer, "text");
    }
    json_field_bool(writer, "drain", hall->admin->drain.is_on);
}

bool admin_is_draining(const struct hall *hall)
{
    return hall->admin->drain.is_on;
}

bool admin_is_leaving(const struct hall *hall)
{
    return hall->admin->drain.leaving != 0;
}

struct announcing {
    int64_t at;
    char text[4 * ANNOUNCED_CHARACTERS + 1]; /* "": withdrawn */
};

static void set_announcement(struct hall *hall, const char *text, int64_t at)
{
    free(hall->admin->announced);
    hall->admin->announced = *text ? copy_text(text) : NULL;
    hall->admin->announced_at = at;
}

static void announced(struct hall *hall, void *what, struct json_writer *writer)
{
    const struct announcing *announcing = what;
    set_announcement(hall, announcing->text, announcing->at);
    peers_tell_notice(hall);
    order_note(hall, "announce", announcing->text, "");
    json_field_int(writer, "told", peers_count(hall));
}

static void order_announce(struct order *order)
{
    struct announcing *announcing = new_memory(sizeof *announcing);
    announcing->at = hall_date(order->hall);
    if (!order_text(order, "text", ANNOUNCED_CHARACTERS, N_("an announcement has at most 500 characters, on one line"),
                    announcing->text, sizeof announcing->text) ||
        !order_may_change(order)) {
        free(announcing);
        return;
    }
    char memo[8 * ANNOUNCED_CHARACTERS];
    struct ochre_text text = text_on(memo, sizeof memo);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    json_field_int(&writer, "at", announcing->at);
    json_field_string(&writer, "text", announcing->text);
    json_close(&writer, '}');
    if (beat_batch(order->hall))
        store_put_memo(beat_batch(order->hall), announcement, announcing->text[0] ? memo : NULL);
    order_promise(order, announced, announcing);
}

/* ---- before an upgrade ---- */

static void write_told(void *what, struct json_writer *writer)
{
    const struct hall *hall = what;
    json_field_int(writer, "told", peers_count(hall));
    write_drain(hall, writer);
}

/* Lasts as long as the program: the next one is what it was done for. */
static void order_drain(struct order *order)
{
    struct hall *hall = order->hall;
    int minutes = QUIET_MINUTES;
    if (!order_number(order, "quiet", 0, 24 * 60, &minutes))
        return;
    bool was_on = hall->admin->drain.is_on;
    hall->admin->drain.has_stop = order_flag(order, "stop");
    hall->admin->drain.quiet = (int64_t)minutes * 60 * 1000;
    hall->admin->drain.is_on = true;
    if (!was_on) {
        hall->admin->drain.since = hall_now(hall);
        peers_tell_notice(hall);
    }
    order_note(hall, "drain", hall->admin->drain.has_stop ? "stop" : "", "");
    order_answer(order, write_told, hall);
}

static void order_undrain(struct order *order)
{
    struct hall *hall = order->hall;
    if (!hall->admin->drain.is_on) {
        order_refuse(order, 409, "drain", N_("the server is not being drained"));
        return;
    }
    hall->admin->drain = (struct drain){0};
    peers_tell_notice(hall);
    rooms_go_on(hall);
    order_note(hall, "undrain", "", "");
    order_answer(order, write_told, hall);
}

static bool has_thoughts(const struct hall *hall)
{
    struct thinkers_metrics metrics = {0};
    if (hall->config.thinkers)
        thinkers_measure(hall->config.thinkers, &metrics);
    return metrics.waiting + metrics.thinking > 0;
}

bool hall_wants_stop(struct hall *hall)
{
    int64_t now = hall_now(hall);
    struct drain *drain = &hall->admin->drain;
    if (!drain->is_on || !drain->has_stop)
        return false;
    if (!drain->leaving && rooms_are_lively(hall, drain->quiet))
        return false;
    if (!drain->leaving) /* from here on computers are not asked any more */
        drain->leaving = now;
    return now - drain->leaving >= LEAVING_MS || (hall_is_settled(hall) && !has_thoughts(hall));
}

/* ---- which is it? ---- */

static const struct {
    const char *name;
    void (*act)(struct order *order);
} orders[] = {
    {"status", order_status}, {"list", order_list},         {"show", order_show},       {"end", order_end},
    {"delete", order_delete}, {"ban", order_ban},           {"unban", order_unban},     {"bans", order_bans},
    {"drain", order_drain},   {"announce", order_announce}, {"undrain", order_undrain},
};

static void carry_out(struct order *order, const char *text, size_t length)
{
    struct json_node nodes[ORDER_NODES];
    struct json_doc doc;
    struct ochre_error error = {0};
    char name[16] = "";
    if (!read_object(text, length, nodes, ORDER_NODES, &doc, &error)) {
        order_refuse(order, 400, "form", error.words[0] ? error.words : "expected an object");
        return;
    }
    order->words = json_root(&doc);
    (void)json_string(json_get(order->words, "do"), name, sizeof name);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (text_same(orders[i].name, name)) {
            order->name = orders[i].name;
            orders[i].act(order);
            return;
        }
    order_refuse(order, 400, "do", N_("there is no such order"));
}

void hall_admin(struct hall *hall, const char *text, size_t length, hall_answer *answer, void *who)
{
    struct order order = {.hall = hall, .answer = answer, .who = who};
    struct asked asked = {.text = text, .length = length, .answer = answer, .who = who};
    asked_begin(hall, &asked);
    carry_out(&order, text, length);
    asked_end(hall, &asked);
}

/* ---- after a restart ---- */

static void read_memo(void *who, const char *name, const char *text)
{
    struct hall *hall = who;
    struct json_node nodes[ORDER_NODES];
    struct json_doc doc;
    struct ochre_error error;
    struct announcing kept = {0};
    if (!read_object(text, strlen(text), nodes, ORDER_NODES, &doc, &error))
        return;
    if (admin_read_ban(hall, name, json_root(&doc)) || !text_same(name, announcement))
        return;
    (void)json_int(json_get(json_root(&doc), "at"), &kept.at);
    if (json_string(json_get(json_root(&doc), "text"), kept.text, sizeof kept.text))
        set_announcement(hall, kept.text, kept.at);
}

int admin_remember(struct hall *hall, struct ochre_error *error)
{
    int lost = hall->config.store ? store_each_memo(hall->config.store, read_memo, hall, error) : 0;
    if (lost > 0)
        diary_say(hall->config.diary, DIARY_ERROR, "memo-lost", NULL, "count", NUM(lost));
    return lost < 0 ? -1 : 0;
}

/* ---- several servers ---- */

void admin_read_again(struct hall *hall)
{
    hall->admin->is_behind = true;
}

/* The host has told another server something. What cannot be read now is read a tick later. */
void admin_tick(struct hall *hall)
{
    struct admin *admin = hall->admin;
    struct ochre_error error;
    const char *why;
    if (!admin->is_behind || !hall_keeps(hall, &why))
        return;
    struct bans bans = admin->bans;
    int64_t announced_at = admin->announced_at;
    admin->bans = (struct bans){0};
    set_announcement(hall, "", 0);
    if (admin_remember(hall, &error) < 0) {
        bans_free(&admin->bans);
        admin->bans = bans;
        return;
    }
    admin->is_behind = false;
    bans_free(&bans);
    (void)peers_shut_out(hall);
    if (admin->announced_at != announced_at)
        peers_tell_notice(hall);
}

struct admin *admin_new(struct hall *hall)
{
    struct admin *admin = new_memory(sizeof *admin);
    admin->began = hall_now(hall);
    return admin;
}

void admin_delete(struct admin *admin)
{
    bans_free(&admin->bans);
    free(admin->announced);
    free(admin);
}
