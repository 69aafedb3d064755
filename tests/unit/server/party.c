/* party.c: see party.h. */
#include "party.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "server/request.h"

int64_t party_time = 1700000000000;
void (*party_settle)(struct hall *hall);

/* ---- the same random numbers every time ---- */

static struct ochre_rng rng;

static const char *random_name(void)
{
    return "party";
}

static uint32_t random_word(void)
{
    return rng_below(&rng, UINT32_MAX);
}

static void random_bytes(void *const buffer, const size_t size)
{
    unsigned char *bytes = buffer;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)rng_below(&rng, 256);
}

static struct randombytes_implementation same_numbers = {
    .implementation_name = random_name, .random = random_word, .buf = random_bytes};

void party_seed(uint64_t seed)
{
    randombytes_set_implementation(&same_numbers);
    rng_seed(&rng, seed);
}

/* ---- the hall ---- */

static int64_t stopped_clock(void)
{
    return party_time;
}

static const struct ochre_tongue *no_tongue(const char *code)
{
    (void)code;
    return NULL;
}

static const char *no_rules(const char *game, const char *code)
{
    (void)code;
    return strcmp(game, "dice") == 0 ? "# Rules\n" : NULL;
}

struct hall *party_hall(struct store *store, struct thinkers *thinkers)
{
    struct ochre_error error;
    return hall_new(&(struct hall_config){.store = store,
                                          .thinkers = thinkers,
                                          .tongue = no_tongue,
                                          .rules = no_rules,
                                          .version = "test",
                                          .more = &request_metrics,
                                          .tables_per_hour = 1000000,
                                          .requests_per_second = 1000000,
                                          .now = stopped_clock},
                    &error);
}

static void wake(void *line)
{
    struct guest *guest = line;
    guest->is_woken = true;
}

static void close_guest(void *line, int code)
{
    struct guest *guest = line;
    guest->closed = code;
}

void guest_come(struct guest *guest, struct hall *hall, const char *address)
{
    static const struct peer_line how = {wake, close_guest};
    *guest = (struct guest){0};
    guest->peer = peer_new(hall, &how, guest, address);
}

void guest_go(struct guest *guest)
{
    if (guest->peer)
        peer_gone(guest->peer);
    for (int i = 0; i < KIND_MAX; i++)
        free(guest->heard[i].text);
    *guest = (struct guest){0};
}

static void remember(struct guest *guest, const char *text, size_t length)
{
    char kind[12] = "";
    char *copy = malloc(length + 1);
    if (!copy)
        abort();
    memcpy(copy, text, length);
    copy[length] = '\0';
    member_text(copy, "t", kind, sizeof kind);
    for (int i = 0; i < KIND_MAX; i++)
        if (!guest->heard[i].kind[0] || strcmp(guest->heard[i].kind, kind) == 0) {
            memcpy(guest->heard[i].kind, kind, sizeof kind);
            free(guest->heard[i].text);
            guest->heard[i].text = copy;
            guest->heard[i].count++;
            return;
        }
    free(copy);
}

void guest_listen(struct guest *guest)
{
    size_t length;
    guest->is_woken = false;
    for (const char *text; (text = peer_next(guest->peer, &length));)
        remember(guest, text, length);
}

static void end_turn(struct hall *hall)
{
    hall_end_beat(hall);
    if (party_settle)
        party_settle(hall);
    while (hall_work(hall))
        hall_end_beat(hall);
    hall_end_beat(hall);
    if (party_settle)
        party_settle(hall);
}

void guest_say(struct guest *guest, struct hall *hall, const char *message)
{
    if (message)
        peer_heard(guest->peer, message, strlen(message));
    end_turn(hall);
    guest_listen(guest);
}

const char *guest_heard(const struct guest *guest, const char *kind)
{
    for (int i = 0; i < KIND_MAX; i++)
        if (strcmp(guest->heard[i].kind, kind) == 0)
            return guest->heard[i].text;
    return "";
}

int guest_count(const struct guest *guest, const char *kind)
{
    for (int i = 0; i < KIND_MAX; i++)
        if (strcmp(guest->heard[i].kind, kind) == 0)
            return guest->heard[i].count;
    return 0;
}

/* ---- requests ---- */

static struct {
    int status;
    char *body;
} answered;

static void answer_request(void *who, const struct hall_reply *reply)
{
    (void)who;
    free(answered.body);
    answered.body = malloc(reply->length + 1);
    if (!answered.body)
        abort();
    memcpy(answered.body, reply->body, reply->length);
    answered.body[reply->length] = '\0';
    answered.status = reply->status;
}

const char *party_address = "test";

int party_order(struct hall *hall, const char *order, const char **answer)
{
    answered.status = 0;
    hall_admin(hall, order, strlen(order), answer_request, NULL);
    end_turn(hall);
    if (answer)
        *answer = answered.body ? answered.body : "";
    return answered.status;
}

int party_ask(struct hall *hall, const char *method, const char *path, const char *key, const char *body,
              const char **answer)
{
    char plain[256];
    const char *query = strchr(path, '?');
    struct ochre_text text = text_on(plain, sizeof plain);
    text_add_bytes(&text, path, query ? (size_t)(query - path) : strlen(path));
    answered.status = 0;
    bool is_ours = hall_request(hall,
                                &(struct hall_request){.method = strcmp(method, "GET") == 0    ? HALL_GET
                                                                 : strcmp(method, "POST") == 0 ? HALL_POST
                                                                                               : HALL_OTHER,
                                                       .path = plain,
                                                       .query = query ? query + 1 : "",
                                                       .key = key ? key : "",
                                                       .address = party_address,
                                                       .body = body,
                                                       .body_length = body ? strlen(body) : 0},
                                answer_request);
    end_turn(hall);
    if (answer)
        *answer = answered.body ? answered.body : "";
    return is_ours ? answered.status : -1;
}

/* ---- members ---- */

static const char *find_member(const char *json, const char *name)
{
    char pattern[64];
    (void)snprintf(pattern, sizeof pattern, "\"%s\":", name);
    const char *at = strstr(json, pattern);
    return at ? at + strlen(pattern) : NULL;
}

bool member_text(const char *json, const char *name, char *value, size_t size)
{
    const char *at = find_member(json, name);
    struct ochre_text text = text_on(value, size);
    if (!at || *at != '"')
        return false;
    text_add_bytes(&text, at + 1, strcspn(at + 1, "\""));
    return !text.cut;
}

long member_number(const char *json, const char *name)
{
    const char *at = find_member(json, name);
    return at ? strtol(at, NULL, 10) : -1;
}
