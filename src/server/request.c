/* request.c: the HTTP side of the hall (docs/wire.md §1): which request it is, and whether it may be made. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/admin.h"
#include "server/again.h"
#include "server/bans.h"
#include "server/memory.h"
#include "server/read.h"
#include "server/request.h"
#include "server/request_inner.h"
#include "server/room.h"
#include "server/room_beat.h"
#include "server/room_list.h"

enum {
    REQUESTS_BURST_SECONDS = 4,
    REQUEST_BYTES = 2048, /* of a body: as many more count as one more request */
};

/* ---- health and measures ---- */

static void get_health(struct asking *asking)
{
    const char *why;
    bool is_well = hall_keeps(asking->hall, &why);
    struct room_counts counts;
    struct sheet sheet;
    rooms_count(asking->hall, &counts);
    sheet_begin(&sheet);
    json_field_bool(&sheet.writer, "ok", is_well);
    json_field_string(&sheet.writer, "version", asking->hall->config.version);
    json_field_int(&sheet.writer, "tables", counts.all);
    if (!is_well) {
        const struct ochre_text words = {.tongue = asking->tongue};
        json_field_string(&sheet.writer, "why", text_word(&words, why));
    }
    sheet_answer(&sheet, asking, is_well ? 200 : 503);
}

/* ---- which is it? ---- */

static const struct route routes[] = {
    {HALL_GET, "/api/games", "", PLACE_PLAIN, request_get_games},
    {HALL_GET, "/api/rules/", "", PLACE_GAME, request_get_rules},
    {HALL_GET, "/api/tables", "", PLACE_PLAIN, request_get_tables},
    {HALL_POST, "/api/tables", "", PLACE_PLAIN, request_post_table},
    {HALL_GET, "/api/tables/", "", PLACE_TABLE, request_get_table},
    {HALL_POST, "/api/tables/", "/join", PLACE_TABLE, request_post_join},
    {HALL_POST, "/api/tables/", "/leave", PLACE_TABLE, request_post_leave},
    {HALL_POST, "/api/tables/", "/key", PLACE_TABLE, request_post_key},
    {HALL_POST, "/api/tables/", "/invite", PLACE_TABLE, request_post_invite},
    {HALL_POST, "/api/tables/", "/take", PLACE_TABLE, request_post_take},
    {HALL_POST, "/api/tables/", "/drop", PLACE_TABLE, request_post_drop},
    {HALL_GET, "/api/tables/", "/log", PLACE_TABLE, request_get_log},
    {HALL_GET, "/api/tables/", "/draws", PLACE_TABLE, request_get_draws},
    {HALL_GET, "/health", "", PLACE_PLAIN, get_health},
};
static const struct routes usual = {routes, sizeof routes / sizeof *routes, NULL};

static bool has_id(enum place place)
{
    return place == PLACE_TABLE || place == PLACE_GAME || place == PLACE_REVIEW;
}

/* Does the path fit? Then `id` is what stands in the middle. */
static bool fits(const struct route *route, const char *path, char id[REQUEST_ID_SIZE])
{
    const char *rest;
    id[0] = '\0';
    if (!text_starts(path, route->before, &rest))
        return false;
    if (!has_id(route->place))
        return *rest == '\0';
    size_t length = strcspn(rest, "/");
    if (length == 0 || length >= REQUEST_ID_SIZE || !text_same(rest + length, route->after))
        return false;
    struct ochre_text text = text_on(id, REQUEST_ID_SIZE);
    text_add_bytes(&text, rest, length);
    return true;
}

void request_query_value(const char *query, const char *name, char *value, size_t size)
{
    size_t length = strlen(name);
    value[0] = '\0';
    for (const char *at = query; *at; at += strcspn(at, "&"), at += *at == '&') {
        if (strncmp(at, name, length) == 0 && at[length] == '=') {
            struct ochre_text text = text_on(value, size);
            text_add_bytes(&text, at + length + 1, strcspn(at + length + 1, "&"));
            return;
        }
    }
}

static void choose_tongue(struct asking *asking)
{
    request_query_value(asking->request->query, "lang", asking->lang, sizeof asking->lang);
    asking->tongue = asking->lang[0] ? asking->hall->config.tongue(asking->lang) : NULL;
    if (!asking->tongue) {
        struct ochre_text text = text_on(asking->lang, sizeof asking->lang);
        text_add(&text, "en");
    }
}

/* What every request that changes something must be. */
static bool may_change(struct asking *asking, const struct route *route)
{
    const struct hall_request *request = asking->request;
    const char *why;
    if (request->is_foreign) {
        diary_say(asking->hall->config.diary, DIARY_WARNING, "foreign-origin", request->address, "origin",
                  request->origin ? request->origin : "");
        request_refuse(asking, 403, "origin", N_("Another site's page may not do that."));
        return false;
    }
    if (request->is_too_long) {
        request_refuse(asking, 413, "size", N_("A request body has at most 64 kB."));
        return false;
    }
    bool is_kept = route->place != PLACE_REVIEWS && route->place != PLACE_REVIEW;
    if (is_kept && !hall_keeps(asking->hall, &why)) {
        request_refuse(asking, 503, "keep", why);
        return false;
    }
    return true;
}

/* The table that is asked for, or its log in the archive; otherwise the request is answered. */
static bool find_table(struct asking *asking, const struct route *route)
{
    asking->room = rooms_find(asking->hall, asking->id);
    if (asking->room ? !room_is_there(asking->room) : rooms_is_blind(asking->hall))
        request_refuse(asking, 503, "keep", room_is_unread);
    else if (asking->room && !room_is_gone(asking->room))
        return true;
    else if (route->act != request_get_log || !request_get_archived(asking))
        request_refuse(asking, 404, "table", N_("There is no such table."));
    return false;
}

/* Reads the body, which lives for as long as the act. */
static void act_on_body(struct asking *asking, const struct route *route)
{
    const struct hall_request *request = asking->request;
    struct json_doc doc;
    struct ochre_error error = {0};
    size_t count = json_nodes_for(request->body_length);
    struct json_node *nodes = must_alloc(count * sizeof *nodes);
    if (!request->body_length) {
        route->act(asking);
    } else if (read_object(request->body, request->body_length, nodes, count, &doc, &error)) {
        asking->body = json_root(&doc);
        route->act(asking);
    } else {
        char why[sizeof error.words * 2];
        struct ochre_text text = text_in(why, sizeof why, asking->tongue);
        if (!error.words[0])
            error_set(&error, "", N_("expected an object"));
        error_say(&error, &text);
        request_answer_error(asking, 400, "form", why);
    }
    free(nodes);
}

static void follow(struct asking *asking, const struct route *route)
{
    if (route->place == PLACE_TABLE && !find_table(asking, route))
        return;
    if (route->method == HALL_GET)
        route->act(asking);
    else if (may_change(asking, route))
        act_on_body(asking, route);
}

/* Follows the route of the request; false: there is none, or only (has_place) for other methods. */
static bool try_routes(struct asking *asking, const struct routes *known, bool *has_place)
{
    for (size_t i = 0; i < known->count; i++) {
        const struct route *route = &known->route[i];
        if (!fits(route, asking->request->path, asking->id))
            continue;
        *has_place = true;
        if (route->method == asking->request->method) {
            follow(asking, route);
            return true;
        }
    }
    return false;
}

static void find_answer(struct hall *hall, const struct hall_request *request, hall_answer *answer)
{
    struct asking asking = {.hall = hall, .request = request, .answer = answer};
    choose_tongue(&asking);
    bool has_place = false;
    if (try_routes(&asking, &usual, &has_place))
        return;
    for (const struct routes *more = hall->config.more; more; more = more->next)
        if (try_routes(&asking, more, &has_place))
            return;
    if (has_place)
        request_refuse(&asking, 405, "method", N_("That cannot be done here."));
    else
        request_refuse(&asking, 404, "path", N_("There is nothing here."));
}

static void answer_request(struct hall *hall, const struct hall_request *request, hall_answer *answer)
{
    struct asked asked = {.request = request, .answer = answer};
    asked_begin(hall, &asked);
    find_answer(hall, request, answer);
    asked_end(hall, &asked);
}

void request_again(struct hall *hall, const struct hall_request *request, hall_answer *answer)
{
    find_answer(hall, request, answer);
}

/* ---- later ---- */

/* A request that waits until the room has nothing undurable any more. */
struct deferred {
    struct deferred *next;
    struct hall_request request; /* texts are its own */
    hall_answer *answer;
};

void request_defer(const struct asking *asking)
{
    assert(!room_is_quiet(asking->room));
    const struct hall_request *request = asking->request;
    size_t sizes = strlen(request->path) + strlen(request->query) + strlen(request->key) + strlen(request->address) + 4;
    struct deferred *deferred = new_memory(sizeof *deferred + sizes);
    char *at = (char *)(deferred + 1);
    const char *const from[] = {request->path, request->query, request->key, request->address};
    const char **const to[] = {&deferred->request.path, &deferred->request.query, &deferred->request.key,
                               &deferred->request.address};
    deferred->request = *request;
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        size_t length = strlen(from[i]) + 1;
        memcpy(at, from[i], length);
        *to[i] = at;
        at += length;
    }
    deferred->request.origin = NULL;
    deferred->request.body = NULL;
    deferred->request.body_length = 0;
    deferred->answer = asking->answer;
    struct deferred **list = room_deferred(asking->room);
    deferred->next = *list;
    *list = deferred;
}

void request_retry(struct hall *hall, struct deferred *list)
{
    while (list) {
        struct deferred *deferred = list;
        list = deferred->next;
        answer_request(hall, &deferred->request, deferred->answer);
        free(deferred);
    }
}

void request_drop(struct deferred *list)
{
    while (list) {
        struct deferred *deferred = list;
        list = deferred->next;
        deferred->answer(deferred->request.who, &(struct hall_reply){.status = 503, .type = "text/plain", .body = ""});
        free(deferred);
    }
}

/* ---- the door ---- */

/* Health is asked for by alarms: a flood from the same address must not make them cry. */
static bool may_ask(struct hall *hall, const struct hall_request *request, hall_answer *answer)
{
    struct asking asking = {.hall = hall, .request = request, .answer = answer};
    double per_second = hall->config.requests_per_second;
    if (text_same(request->path, "/health"))
        return true;
    choose_tongue(&asking);
    struct address *address = addresses_find(hall->addresses, request->address, hall_now(hall));
    double amount = 1.0 + (double)request->body_length / REQUEST_BYTES;
    return request_take(&asking, &address->requests,
                        (struct measure){amount, per_second, per_second * REQUESTS_BURST_SECONDS},
                        N_("Too many requests from your address; wait a moment."));
}

/* Alarms may ask how it is from everywhere. */
static bool is_shut_out(struct hall *hall, const struct hall_request *request, hall_answer *answer)
{
    struct asking asking = {.hall = hall, .request = request, .answer = answer};
    const struct ban *ban = admin_ban_of(hall, request->address);
    if (!ban || text_same(request->path, "/health"))
        return false;
    choose_tongue(&asking);
    if (ban->why[0])
        request_answer_error(&asking, 403, "banned", ban->why);
    else
        request_refuse(&asking, 403, "banned", N_("This server does not serve your address."));
    return true;
}

bool request_handle(struct hall *hall, const struct hall_request *request, hall_answer *answer)
{
    if (!text_starts(request->path, "/api/", NULL) && !text_same(request->path, "/api") &&
        !text_same(request->path, "/health") && !text_same(request->path, "/metrics"))
        return false;
    hall->measures.requests++;
    if (is_shut_out(hall, request, answer))
        return true;
    if (may_ask(hall, request, answer))
        answer_request(hall, request, answer);
    return true;
}
