/* module.c: see module.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/tongue.h"
#include "module/module.h"
#include "module/store_page.h"
#include "module/thinkers_page.h"
#include "module/thinking.h"
#include "server/hall.h"
#include "server/memory.h"
#include "server/timeline.h"

enum {
    TICK_MS = 100,
    PROBE_MS = 1000,
    IDLE_MS = 1000,     /* when nobody listens */
    RATE = 1000 * 1000, /* whoever plays alone is let pass */
    TABLES_AN_HOUR = RATE,
};

/* One line to the page, as a WebSocket is one elsewhere. */
struct line {
    struct line *next;
    uint32_t number;
    struct peer *peer;
    bool is_closing;
    int code;
};

static struct {
    struct store *store;
    struct thinkers *thinkers;
    struct hall *hall;
    struct line *lines;
    struct timeline timeline;
    int64_t ticked, probed;
} page;

/* ---- memory ---- */

void *page_alloc(size_t size)
{
    return must_alloc(size);
}

void page_free(void *memory)
{
    free(memory);
}

/* ---- time, as in serve.c ---- */

static int64_t milliseconds(clockid_t clock)
{
    struct timespec at;
    clock_gettime(clock, &at);
    return (int64_t)at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

static int64_t now(void)
{
    return timeline_now(&page.timeline, milliseconds(CLOCK_MONOTONIC));
}

static int64_t date(void)
{
    return milliseconds(CLOCK_REALTIME);
}

static const char time_memo[] = "time";

static void note_memo(void *who, const char *name, const char *text)
{
    struct ochre_text memo = text_on(who, TIMELINE_MEMO_SIZE);
    if (strcmp(name, time_memo) == 0)
        text_add(&memo, text);
}

static void go_on_in_time(void)
{
    char memo[TIMELINE_MEMO_SIZE] = "";
    struct ochre_error error;
    (void)store_each_memo(page.store, note_memo, memo, &error);
    timeline_begin(&page.timeline, memo, date(), milliseconds(CLOCK_MONOTONIC));
}

static void note_time_if_due(void)
{
    if (!timeline_is_due(&page.timeline, date(), milliseconds(CLOCK_MONOTONIC)))
        return;
    char memo[TIMELINE_MEMO_SIZE];
    timeline_note(&page.timeline, date(), milliseconds(CLOCK_MONOTONIC), memo);
    struct store_batch *batch = store_batch_new();
    store_put_memo(batch, time_memo, memo);
    store_submit(page.store, batch, NULL, NULL);
}

/* ---- outside ---- */

static void keep(void *who, uint32_t ticket, const char *text, size_t length)
{
    (void)who;
    outside_keep(ticket, text, length);
}

static void think(void *who, uint32_t ticket, const char *question, size_t length)
{
    (void)who;
    outside_think(ticket, question, length);
}

static void stop_thinking(void *who, uint32_t ticket)
{
    (void)who;
    outside_stop(ticket);
}

void hall_kept(uint32_t ticket, int result)
{
    if (page.store)
        store_page_kept(page.store, ticket,
                        result >= STORE_DURABLE && result <= STORE_STALE ? (enum store_result)result : STORE_BROKEN);
}

void hall_thought(uint32_t ticket, const char *answer, size_t length)
{
    if (page.thinkers)
        thinkers_page_thought(page.thinkers, ticket, answer, length);
}

/* ---- beginning ---- */

static char trouble[256];

/* The rules as documents are files of the page (web/src/hall/rules.ts), which answers for them. */
static const char *no_rules(const char *game, const char *code)
{
    (void)game;
    (void)code;
    return NULL;
}

/* The store, before what the browser kept is filled in. */
static void open_store(void)
{
    if (page.store)
        return;
    page.store = store_open(&(struct store_config){0}, NULL);
    store_page_use(page.store, keep, NULL);
}

void hall_fill(const char *key, const char *value)
{
    assert(!page.hall);
    open_store();
    store_page_fill(page.store, key, value);
}

const char *hall_start(void)
{
    struct ochre_error error;
    open_store();
    store_page_ready(page.store);
    page.thinkers = thinkers_new(&(struct thinkers_config){0}, &error);
    thinkers_page_use(page.thinkers, &(struct thinkers_page){.think = think, .stop = stop_thinking});
    go_on_in_time();
    page.hall = hall_new(&(struct hall_config){.store = page.store,
                                               .thinkers = page.thinkers,
                                               .tongue = tongue_for,
                                               .rules = no_rules,
                                               .version = OCHRE_VERSION,
                                               .tables_per_hour = TABLES_AN_HOUR,
                                               .peers_per_address = RATE,
                                               .messages_per_second = RATE,
                                               .requests_per_second = RATE,
                                               .is_own = true,
                                               .now = now,
                                               .date = date},
                         &error);
    struct ochre_text text = text_on(trouble, sizeof trouble);
    text_add(&text, page.hall ? "" : error.words);
    return page.hall ? NULL : trouble;
}

/* ---- lines ---- */

static const char here[] = "page"; /* the address of everybody on this page */

static struct line *find_line(uint32_t number)
{
    struct line *line = page.lines;
    while (line && line->number != number)
        line = line->next;
    return line;
}

/* What is to be said is asked for in every turn. */
static void wake_line(void *line)
{
    (void)line;
}

static void close_line(void *who, int code)
{
    struct line *line = who;
    line->is_closing = true;
    line->code = code;
}

static void drop_line(struct line *line)
{
    struct line **at = &page.lines;
    while (*at != line)
        at = &(*at)->next;
    *at = line->next;
    peer_gone(line->peer);
    free(line);
}

bool line_open(uint32_t number)
{
    static const struct peer_line how = {wake_line, close_line};
    if (!page.hall || find_line(number))
        return false;
    struct line *line = new_memory(sizeof *line);
    line->number = number;
    line->next = page.lines;
    page.lines = line;
    line->peer = peer_new(page.hall, &how, line, here);
    if (!line->peer) {
        page.lines = line->next;
        free(line);
        return false;
    }
    return true;
}

bool line_say(uint32_t number, const char *text, size_t length)
{
    struct line *line = find_line(number);
    if (line && !line->is_closing)
        peer_heard(line->peer, text, length);
    return line != NULL;
}

void line_close(uint32_t number)
{
    struct line *line = find_line(number);
    if (line)
        drop_line(line);
}

static void flush_lines(void)
{
    for (struct line *line = page.lines, *next; line; line = next) {
        size_t length;
        next = line->next;
        for (const char *text; (text = peer_next(line->peer, &length));)
            outside_said(line->number, text, length);
        if (line->is_closing) {
            outside_closed(line->number, line->code);
            drop_line(line);
        }
    }
}

/* ---- requests ---- */

static void answered(void *who, const struct hall_reply *reply)
{
    uint32_t *id = who;
    outside_answer(*id, reply->status, reply->type, reply->body, reply->length);
    free(id);
}

bool hall_ask(uint32_t id, int method, const char *path, const char *query, const char *key, const char *body,
              size_t length)
{
    if (!page.hall)
        return false;
    uint32_t *asked = new_memory(sizeof *asked);
    *asked = id;
    struct hall_request request = {.method = method == HALL_GET || method == HALL_POST ? (enum hall_method)method
                                                                                       : HALL_OTHER,
                                   .path = path,
                                   .query = query,
                                   .key = key,
                                   .address = here,
                                   .body = body,
                                   .body_length = length,
                                   .is_too_long = length > 64 * 1024,
                                   .who = asked};
    bool is_ours = hall_request(page.hall, &request, answered);
    if (!is_ours)
        free(asked);
    return is_ours;
}

/* ---- turns ---- */

static void tick_if_due(void)
{
    int64_t moment = now();
    if (moment - page.ticked >= TICK_MS) {
        page.ticked = moment;
        hall_tick(page.hall);
        note_time_if_due();
    }
    if (moment - page.probed >= PROBE_MS) {
        page.probed = moment;
        store_page_probe(page.store);
    }
}

/* After every call: everything that follows from it. Milliseconds until the next one, if nothing else happens. */
int hall_turn(void)
{
    if (!page.hall)
        return IDLE_MS;
    (void)store_deliver(page.store);
    (void)thinkers_deliver(page.thinkers);
    tick_if_due();
    hall_end_beat(page.hall);
    bool has_more = hall_work(page.hall);
    hall_end_beat(page.hall);
    thinkers_page_work(page.thinkers);
    flush_lines();
    int thought = thinkers_page_wait(page.thinkers);
    if (has_more || store_page_has_news(page.store) || thought == 0)
        return 0;
    int wait = page.lines ? TICK_MS : IDLE_MS;
    return thought > 0 && thought < wait ? thought : wait;
}

/* ---- the other worker ---- */

static struct thinking_answer answer;

/* The answer's bytes, or NULL: it is no question. */
const void *thinker_think(const char *question, size_t length)
{
    return thinking_answer(question, length, &answer) ? &answer : NULL;
}

size_t thinker_answer_size(void)
{
    return sizeof answer;
}
