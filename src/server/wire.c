/* wire.c: the door for messages from clients (wire_inner.h): which one it is, whether it may be sent, what it costs. */
#include <assert.h>

#include "server/again.h"
#include "server/read.h"
#include "server/room.h"
#include "server/room_list.h"
#include "server/room_seats.h"
#include "server/wire_inner.h"

enum {
    MESSAGE_SIZE = 4096, /* bytes of a message */
    MESSAGE_SHORT = 256, /* one that is read even when it is one too many */
    MESSAGE_NODES = 64,  /* values in a message, its keys included */
    STEPS_PLAYED = 400,  /* steps to be played again count as one more message, … */
    STEPS_TOLD = 200,    /* … so do steps to be told */
};

/* ---- the messages ---- */

/* A few bytes can ask for a lot: a whole play told or played again, all open tables once more. That counts as so many
 * messages more. */

static int64_t work_of_hello(const struct heard *heard)
{
    return peer_sit_count(heard->peer);
}

static int64_t work_of_sit(const struct heard *heard)
{
    int steps = room_steps(heard->room);
    int64_t known = wire_known_steps(heard);
    return (known <= steps ? steps - known : steps) / STEPS_TOLD;
}

static int64_t work_of_look(const struct heard *heard)
{
    int64_t step = 0;
    (void)json_int(json_get(heard->message, "step"), &step);
    return step > 0 && step <= room_steps(heard->room) ? step / STEPS_PLAYED : 0;
}

const struct wire_message wire_messages[] = {
    {"move", "table ask move", WIRE_TABLE | WIRE_SEAT | WIRE_PLAY | WIRE_STORE, wire_move, NULL},
    {"hello", "lang words", 0, wire_hello, work_of_hello},
    {"ping", "", 0, wire_ping, NULL},
    {"sit", "table key since edition name pledge ready", WIRE_TABLE, wire_sit, work_of_sit},
    {"rise", "table", WIRE_TABLE, wire_rise, NULL},
    {"look", "table step public", WIRE_TABLE, wire_look, work_of_look},
    {"why", "table move", WIRE_TABLE | WIRE_SEAT | WIRE_PLAY, wire_why, NULL},
    {"hint", "table ask", WIRE_TABLE | WIRE_SEAT | WIRE_PLAY, wire_hint, NULL},
    {"undo", "table", WIRE_TABLE | WIRE_SEAT | WIRE_PLAY | WIRE_STORE, wire_undo, NULL},
    {"consent", "table wish yes", WIRE_TABLE | WIRE_SEAT | WIRE_PLAY | WIRE_STORE, wire_consent, NULL},
    {"resign", "table", WIRE_TABLE | WIRE_SEAT | WIRE_PLAY | WIRE_STORE, wire_resign, NULL},
    {"standin", "table bot", WIRE_TABLE | WIRE_SEAT | WIRE_PLAY | WIRE_STORE, wire_standin, NULL},
    {"chat", "table text", WIRE_TABLE | WIRE_SEAT | WIRE_STORE, wire_chat, NULL},
    {"name", "table name", WIRE_TABLE | WIRE_SEAT | WIRE_STORE, wire_name, NULL},
    {"ready", "table ready", WIRE_TABLE | WIRE_SEAT | WIRE_STORE, wire_ready, NULL},
    {"open", "table share", WIRE_TABLE | WIRE_SEAT | WIRE_STORE, wire_open, NULL},
    {"computer", "table seat bot", WIRE_TABLE | WIRE_OPENER | WIRE_STORE, wire_computer, NULL},
    {"begin", "table bot without", WIRE_TABLE | WIRE_OPENER | WIRE_STORE, wire_begin, NULL},
    {"rematch", "table pledge", WIRE_TABLE | WIRE_SEAT | WIRE_STORE, wire_rematch, NULL},
    {NULL, NULL, 0, NULL, NULL},
};

/* ---- what a message needs ---- */

static bool find_table(struct heard *heard)
{
    if (!read_id(json_get(heard->message, "table"), heard->table)) {
        wire_refuse(heard, NO_FORM, N_("The message names no table."));
        return false;
    }
    heard->sit = peer_sit_at(heard->peer, heard->table);
    heard->room = heard->sit ? heard->sit->room : rooms_find(heard->hall, heard->table);
    if (heard->room ? !room_is_there(heard->room) : rooms_is_blind(heard->hall))
        wire_refuse(heard, NO_KEEP, room_is_unread);
    else if (heard->room && !room_is_gone(heard->room))
        return true;
    else
        wire_refuse(heard, NO_TABLE, N_("There is no such table."));
    return false;
}

static bool has_seat(const struct heard *heard)
{
    return heard->sit && heard->sit->seat != OCHRE_NOBODY;
}

static bool may_send(const struct heard *heard, unsigned needs)
{
    if (needs & WIRE_OPENER ? !heard->sit : needs & WIRE_SEAT && !has_seat(heard))
        wire_refuse(heard, NO_SEAT, N_("You have no seat at this table."));
    else if (needs & WIRE_OPENER && !room_is_opener(heard->room, heard->sit->key, heard->sit->seat))
        wire_refuse(heard, NO_OFF, N_("Only who opened the table can do that."));
    else if (needs & WIRE_PLAY && room_status(heard->room) == STORED_WAITING)
        wire_refuse(heard, NO_WAITING, N_("Play has not begun; it waits for more players."));
    else if (needs & WIRE_PLAY && (room_status(heard->room) == STORED_ASIDE || !room_table(heard->room)))
        wire_refuse(heard, NO_TABLE, N_("This table cannot be restored; it has been set aside."));
    else if (needs & WIRE_PLAY && room_status(heard->room) == STORED_OVER)
        wire_refuse(heard, NO_OVER, N_("The play is over."));
    else
        return !(needs & WIRE_STORE) || wire_can_store(heard);
    return false;
}

static bool may_work(const struct heard *heard, const struct wire_message *message)
{
    int64_t work = message->work ? message->work(heard) : 0;
    if (asked_again(heard->hall) || peer_may_work(heard->peer, work))
        return true;
    wire_refuse_often(heard, peer_wait(heard->peer, work), N_("That is a lot of work; wait a moment."));
    return false;
}

/* ---- which is it? ---- */

static const struct wire_message *find_message(const struct heard *heard)
{
    char kind[16] = "";
    (void)json_string(json_get(heard->message, "t"), kind, sizeof kind);
    const struct wire_message *message = wire_messages;
    while (message->kind && !text_same(kind, message->kind))
        message++;
    return message->kind ? message : NULL;
}

static void understand(struct heard *heard)
{
    const struct wire_message *message = find_message(heard);
    if (!message) {
        wire_refuse(heard, NO_FORM, N_("There is no such message."));
        return;
    }
    heard->of = message->kind;
    if (message->needs & WIRE_TABLE && !find_table(heard))
        return;
    assert(!heard->sit || (heard->sit->room == heard->room && heard->sit->peer == heard->peer));
    if (has_seat(heard))
        room_count_for(heard->room, peer_address(heard->peer)->number);
    if (may_work(heard, message) && may_send(heard, message->needs))
        message->act(heard);
}

/* A number, or a short text: as it was written. */
static bool read_message_id(struct json value, char id[MESSAGE_ID_SIZE])
{
    size_t length;
    if (!json_there(value))
        return true;
    enum json_kind kind = json_kind(value);
    const char *raw = json_raw(value, &length);
    if ((kind != JSON_NUMBER && kind != JSON_STRING) || length > MESSAGE_ID_SIZE - 3)
        return false;
    struct ochre_text text = text_on(id, MESSAGE_ID_SIZE);
    text_add(&text, kind == JSON_STRING ? "\"" : "");
    text_add_bytes(&text, raw, length);
    text_add(&text, kind == JSON_STRING ? "\"" : "");
    return true;
}

/* What every message may have: its id and the question. False when it is no message. */
static bool read_heard(struct heard *heard, const char *text, size_t length, struct json_node *nodes,
                       struct json_doc *doc)
{
    struct ochre_error error;
    if (!read_object(text, length, nodes, MESSAGE_NODES, doc, &error)) {
        wire_refuse(heard, NO_FORM, N_("A message is one JSON object with a few members."));
        return false;
    }
    heard->message = json_root(doc);
    bool has_id = read_message_id(json_get(heard->message, "id"), heard->id);
    (void)json_int(json_get(heard->message, "ask"), &heard->ask);
    if (!has_id)
        wire_refuse(heard, NO_FORM, N_("An id is a number or a short text."));
    return has_id;
}

/* The door. The rate comes first: of what is too much only a short message is read, for the sake of its id. */
void peer_heard(struct peer *peer, const char *text, size_t length)
{
    struct json_doc doc;
    struct json_node nodes[MESSAGE_NODES]; /* of this message, for as long as it is being answered */
    struct heard heard = {.peer = peer, .hall = peer_hall(peer), .ask = -1};
    struct asked asked = {.peer = peer, .text = text, .length = length};
    bool is_again = asked_again(heard.hall);
    heard.hall->measures.messages += !is_again;
    if (peer_is_closing(peer))
        return;
    bool is_flood = !is_again && peer_is_flooding(peer);
    if (peer_is_closing(peer))
        return;
    asked_begin(heard.hall, &asked);
    if (is_flood && (!text || length > MESSAGE_SHORT))
        wire_refuse_often(&heard, peer_wait(peer, 0), N_("Too many messages; slow down."));
    else if (!text || length > MESSAGE_SIZE)
        wire_refuse(&heard, NO_SIZE, N_("A message is text of at most 4 kB."));
    else if (read_heard(&heard, text, length, nodes, &doc) && is_flood)
        wire_refuse_often(&heard, peer_wait(peer, 0), N_("Too many messages; slow down."));
    else if (heard.message.doc && !is_flood)
        understand(&heard);
    asked_end(heard.hall, &asked);
}
