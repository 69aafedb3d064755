/* wire_talk.c: hello, chat, ping. */
#include <string.h>

#include "server/again.h"
#include "server/read.h"
#include "server/room_play.h"
#include "server/wire_inner.h"

enum { CHAT_CHARACTERS = 500 /* of one line */ };

void wire_hello(struct heard *heard)
{
    char code[16];
    struct json lang = json_get(heard->message, "lang");
    bool has_words = peer_has_words(heard->peer);
    (void)json_bool(json_get(heard->message, "words"), &has_words);
    peer_greet(heard->peer, json_string(lang, code, sizeof code) ? heard->hall->config.tongue(code) : NULL, has_words);
    struct slip slip;
    slip_begin(&slip, "hello", wire_id(heard), NULL);
    json_field_string(&slip.writer, "server", heard->hall->config.version);
    json_field_int(&slip.writer, "wire", WIRE_NUMBER);
    json_field_string(&slip.writer, "boot", heard->hall->boot);
    slip_post(&slip, heard->peer);
}

void wire_chat(struct heard *heard)
{
    char text[4 * CHAT_CHARACTERS + 1];
    if (!json_string(json_get(heard->message, "text"), text, sizeof text) || !text_fits(text, CHAT_CHARACTERS) ||
        !text[strspn(text, " ")]) {
        wire_refuse(heard, NO_FORM, N_("A line of chat has up to 500 characters."));
        return;
    }
    if (room_is_hushed(heard->room)) {
        wire_refuse(heard, NO_HUSH, N_("The game asks for silence now."));
        return;
    }
    if (!asked_again(heard->hall) && !bucket_take(&heard->sit->chat, 1.0, 5.0, hall_now(heard->hall))) {
        wire_refuse_often(heard, bucket_wait(&heard->sit->chat, 1.0, 1.0, 5.0), N_("One line a second is enough."));
        return;
    }
    room_add_chat(heard->room, heard->sit->seat, text);
    wire_accept(heard);
}

void wire_ping(struct heard *heard)
{
    struct slip slip;
    slip_begin(&slip, "pong", wire_id(heard), NULL);
    slip_post(&slip, heard->peer);
}
