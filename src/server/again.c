/* again.c: see again.h. */
#include "server/again.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/house.h"
#include "server/memory.h"
#include "server/peer.h"
#include "server/request.h"

enum { TRIES_MAX = 50 }; /* each time somebody else has won */

struct again {
    struct asked asked;
    struct hall_request request; /* texts are its own */
    char *texts[6];
};

void asked_begin(struct hall *hall, struct asked *asked)
{
    if (!hall->asked)
        hall->asked = asked;
}

void asked_end(struct hall *hall, const struct asked *asked)
{
    if (hall->asked == asked)
        hall->asked = NULL;
}

bool asked_again(const struct hall *hall)
{
    return hall->asked && hall->asked->tries > 0;
}

/* ---- keeping ---- */

static char *copy_bytes(const char *bytes, size_t length)
{
    char *copy = must_alloc(length + 1);
    if (length)
        memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

static void copy_request(struct again *again, const struct hall_request *from)
{
    struct hall_request *to = &again->request;
    *to = *from;
    const char **const texts[] = {&to->path, &to->query, &to->key, &to->address, &to->origin};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (*texts[i])
            *texts[i] = again->texts[i] = copy_bytes(*texts[i], strlen(*texts[i]));
    if (from->body)
        to->body = again->texts[5] = copy_bytes(from->body, from->body_length);
    again->asked.request = to;
}

struct again *again_keep(const struct hall *hall)
{
    const struct asked *asked = hall->asked;
    if (!hall_is_shared(hall) || !asked || asked->tries >= TRIES_MAX)
        return NULL;
    struct again *again = new_memory(sizeof *again);
    again->asked = *asked;
    again->asked.tries++;
    if (asked->request)
        copy_request(again, asked->request);
    else
        again->asked.text = again->texts[0] = copy_bytes(asked->text, asked->length);
    if (asked->peer)
        peer_hold(asked->peer);
    return again;
}

bool again_is_order(const struct again *again)
{
    return !again->asked.peer && !again->asked.request;
}

/* ---- hearing again ---- */

void again_ask(struct hall *hall, struct again *again)
{
    struct asked *asked = &again->asked;
    assert(!hall->asked);
    hall->asked = asked;
    if (asked->request)
        request_again(hall, asked->request, asked->answer);
    else if (!asked->peer)
        hall_admin(hall, asked->text, asked->length, asked->answer, asked->who);
    else if (!peer_is_gone(asked->peer))
        peer_heard(asked->peer, asked->text, asked->length);
    hall->asked = NULL;
    again_free(again);
}

void again_free(struct again *again)
{
    if (!again)
        return;
    if (again->asked.peer)
        peer_release(again->asked.peer);
    for (size_t i = 0; i < sizeof again->texts / sizeof *again->texts; i++)
        free(again->texts[i]);
    free(again);
}
